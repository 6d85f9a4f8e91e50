//! Best play move by move: the position before each move as the rules draw it, moves that are as good, totals as they grow.

use crate::recurrence::{self, Intervals, ends_words};
use crate::refusal::Refusal;
use crate::scene::{Look, Scene, Sign, lines, outcome_words, signed, totals, value_json};
use crate::words::Word;
use bouton::answer::{LineEnd, best_play, given_last};
use bouton::game::Game;
use bouton::rules::Player;
use bouton::rules::layout::Packed;
use bouton::{Instance, Kind, Value};
use serde_json::{Value as Json, json};

/// A line of best play, ready to be written in any form.
#[derive(Clone, Debug)]
pub struct Line {
    /// The title of the game.
    pub title: String,
    /// Its parameters.
    pub params: String,
    /// What the players are called.
    pub players: [String; 2],
    /// The moves.
    pub steps: Vec<Step>,
    /// Where they lead.
    pub last: Spot,
    /// Points of both players in the end, in points games; with what the end itself gives.
    pub totals: Option<[i64; 2]>,
    /// How it ends.
    pub end: LineEnd,
    /// The variables by which ranges of lists end.
    pub ends: Vec<String>,
}

/// A position of a line.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Its variables.
    pub position: String,
    /// As the rules draw it, a line each.
    pub drawing: Vec<String>,
    /// What it is worth to its mover, where that was solved.
    pub value: Option<Value>,
}

/// A move of a line.
#[derive(Clone, Debug)]
pub struct Step {
    /// The position before it.
    pub before: Spot,
    /// Who makes it.
    pub by: String,
    /// The move.
    pub mv: String,
    /// What it gives its mover and the other, in points games.
    pub given: Option<(i64, i64)>,
    /// The points of both players after it.
    pub totals: Option<[i64; 2]>,
    /// Other moves that are as good, and as quick.
    pub ties: Vec<String>,
}

/// Best play from a solved position, at most `longest` moves.
///
/// # Errors
/// A position that the solution does not hold, or the game's faults.
pub fn line(scene: &Scene, longest: usize) -> Result<Line, Refusal> {
    let played = best_play(scene.game, scene.solution, scene.at, longest)?;
    let counts = scene.game.kind() == Kind::Points;
    let (mut position, mut totals, mut steps) = (scene.at.clone(), [0_i64; 2], Vec::new());
    for made in &played.moves {
        let mv = scene.show_move(&made.mv);
        add(&mut totals, made.mover, made.gain.mine);
        add(&mut totals, made.mover.other(), made.gain.theirs);
        let (ties, next) = beside(scene, &position, &mv)?;
        steps.push(Step {
            before: spot(scene, &position),
            by: scene.name(made.mover).to_owned(),
            mv,
            given: counts.then_some((made.gain.mine, made.gain.theirs)),
            totals: counts.then_some(totals),
            ties,
        });
        position = next.unwrap_or_else(|| played.last.clone());
    }
    if let Some((player, points)) = given_last(scene.game, &played.last, played.end).map_err(Refusal::from)? {
        add(&mut totals, player, points);
    }
    let players = Player::BOTH.map(|player| scene.name(player).to_owned());
    let (last, totals) = (spot(scene, &played.last), counts.then_some(totals));
    let (title, params, ends) = (scene.title(), scene.params(), recurrence::ends(scene.game));
    Ok(Line { title, params, players, steps, last, totals, end: played.end, ends })
}

/// Totals saturate: a game's own points are checked where they are made, and only sums of millions of them could leave 64 bits.
fn add(totals: &mut [i64; 2], player: Player, points: i64) {
    let total = &mut totals[player.number()];
    *total = total.saturating_add(points);
}

/// Other best moves of a position, and where the one that was made leads. None where the position was not solved.
fn beside(scene: &Scene, position: &Packed, made: &str) -> Result<(Vec<String>, Option<Packed>), Refusal> {
    let mut steps: Vec<bouton::game::Step<Instance>> = Vec::new();
    let found = scene.best(position).ok();
    let best: Vec<String> = found.iter().flatten().map(|choice| scene.show_move(&choice.mv)).collect();
    scene.game.steps(position, &mut steps).map_err(|fault| scene.fault(position, fault))?;
    let next = steps.into_iter().find(|step| scene.show_move(&step.mv) == made).map(|step| step.next);
    Ok((best.into_iter().filter(|mv| mv != made).collect(), next))
}

fn spot(scene: &Scene, position: &Packed) -> Spot {
    Spot {
        position: scene.variables(position),
        drawing: scene.drawing(position).map(|drawing| lines(&drawing)).unwrap_or_default(),
        value: scene.value(position).ok(),
    }
}

/// So many other moves are named.
const MOST_TIES: usize = 6;

/// The line in words, a move with its position at a time.
#[must_use]
pub fn text(line: &Line, look: Look) -> Vec<String> {
    let mut out = Vec::new();
    for (number, step) in line.steps.iter().enumerate() {
        out.extend(position(&step.before, look));
        out.push(format!("{:>4}  {}", number + 1, made(line, step, look)));
        if !step.ties.is_empty() {
            out.push(format!("      {}", ties(&step.ties, look)));
        }
        out.push(String::new());
    }
    out.extend(position(&line.last, look));
    out.push(format!("      {}", ending(line, look)));
    out.extend(
        ends_words(&line.ends, Intervals::HalfOpen, look.lang).into_iter().flat_map(|words| [String::new(), words]),
    );
    out
}

fn position(spot: &Spot, look: Look) -> Vec<String> {
    let worth = spot
        .value
        .map_or(String::new(), |value| format!("   {} {}", Sign::of(value).mark(), outcome_words(value, look.lang)));
    match spot.drawing.as_slice() {
        [] => vec![format!("      {}{worth}", spot.position)],
        [row] => vec![format!("      {row}   {}{worth}", spot.position)],
        rows => rows
            .iter()
            .enumerate()
            .map(|(at, row)| format!("      {row}{}", if at == 0 { &worth } else { "" }))
            .collect(),
    }
}

/// `Alice take(1) +2      Alice 2, Bob 0`
fn made(line: &Line, step: &Step, look: Look) -> String {
    let mut words = format!("{} {}", step.by, step.mv);
    if let Some((mine, theirs)) = step.given {
        words = format!("{words} {}", signed(mine));
        if theirs != 0 {
            words = format!("{words} {}", look.lang.say("to-the-other", &[("points", signed(theirs).into())]));
        }
    }
    step.totals.map_or(words.clone(), |totals| format!("{words}      {}", totals_words(line, totals, look)))
}

fn totals_words(line: &Line, points: [i64; 2], look: Look) -> String {
    let [one, other] = &line.players;
    totals([one, other], points, look.lang)
}

fn ties(ties: &[String], look: Look) -> String {
    let more = ties.len().saturating_sub(MOST_TIES);
    let mut words = ties.iter().take(MOST_TIES).cloned().collect::<Vec<_>>().join("  ");
    if more > 0 {
        words = format!("{words}  …");
    }
    look.lang.say("as-good", &[("moves", words.into())])
}

fn ending(line: &Line, look: Look) -> String {
    let lang = look.lang;
    match (line.end, line.totals) {
        (LineEnd::Finished, Some(totals)) => {
            format!("{}   {}", lang.say("over", &[]), totals_words(line, totals, look))
        }
        (LineEnd::Finished, None) => lang.say("over", &[]),
        (LineEnd::Repeats { after }, totals) => {
            let again = lang.say("repeats", &[("count", Word::Count(i64::try_from(after).unwrap_or(i64::MAX)))]);
            match totals {
                Some(totals) => format!("{again}   {}", totals_words(line, totals, look)),
                None => again,
            }
        }
        (LineEnd::Cut, _) => lang.say("cut", &[]),
    }
}

/// The line in Markdown: a row a move.
#[must_use]
pub fn markdown(line: &Line, look: Look) -> Vec<String> {
    let lang = look.lang;
    let totals = line.totals.map_or(String::new(), |_| format!(" {} | {} |", line.players[0], line.players[1]));
    let heads = [lang.say("position", &[]), lang.say("value", &[]), lang.say("move", &[]), lang.say("ties", &[])];
    let rule = if line.totals.is_some() { "--:|--:|" } else { "" };
    let mut out = vec![format!("|  | {} |{totals}", heads.join(" | ")), format!("|--:|---|---|---|---|{rule}")];
    for (number, step) in line.steps.iter().enumerate() {
        let place = if step.before.drawing.len() == 1 { &step.before.drawing[0] } else { &step.before.position };
        let worth = step.before.value.map_or(String::new(), |value| outcome_words(value, lang));
        let totals = step.totals.map_or(String::new(), |[first, second]| format!(" {first} | {second} |"));
        let place = place.replace('|', "\\|");
        out.push(format!(
            "| {} | `{place}` | {worth} | {} {} | {} |{totals}",
            number + 1,
            step.by,
            step.mv,
            step.ties.join(" ")
        ));
    }
    out
}

/// The line for programs: `bouton.line/1`.
#[must_use]
pub fn json(line: &Line) -> Json {
    let spot = |spot: &Spot| json!({"position": spot.position, "drawing": spot.drawing, "for_mover": spot.value.map(value_json)});
    let steps: Vec<Json> = line
        .steps
        .iter()
        .map(|step| {
            json!({"before": spot(&step.before), "by": step.by, "move": step.mv, "gain": step.given.map(|given| given.0),
                   "gain_other": step.given.map(|given| given.1), "totals": step.totals, "ties": step.ties})
        })
        .collect();
    let end = match line.end {
        LineEnd::Finished => json!("finished"),
        LineEnd::Repeats { after } => json!({"repeats_after": after}),
        LineEnd::Cut => json!("cut"),
    };
    json!({"schema": "bouton.line/1", "game": line.title, "params": line.params, "players": line.players, "steps": steps,
           "last": spot(&line.last), "totals": line.totals, "end": end})
}
