//! A position with all that is known of it, for pages: `bouton.position/1`. Its view, its value in words, its moves with where they are
//! made, what each is worth and what it gives away, and best play from there on.

use crate::gallery;
use crate::headline::{Headline, number};
use crate::play::{value_words, with_gain};
use crate::scene::{Scene, Sign, net, outcome_words, signed, starred, variables, worth_words};
use crate::view::{Spot, View, with_touches};
use crate::words::{Lang, Word};
use bouton::answer::{LineEnd, MoveValue};
use bouton::game::{Fault, Game, ended};
use bouton::rules::Player;
use bouton::rules::interpret::Turn;
use bouton::rules::layout::Packed;
use bouton::value::Outcome;
use bouton::{Instance, Kind, Report, Stop, Value};
use serde::Serialize;
use std::cmp::Reverse;

/// The name of this form of data.
pub const SCHEMA: &str = "bouton.position/1";
/// Moves that are listed.
pub const MOST_MOVES: usize = 400;
/// Moves of a line that are listed.
pub const LONGEST_LINE: usize = 60;

/// What something is worth to whom it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Worth {
    /// `win`, `draw` or `loss`: also of leads.
    pub mark: &'static str,
    /// `+8`, `wins in 3`.
    pub text: String,
    /// A lead.
    pub number: Option<i64>,
    /// Plies to the end, where they are counted.
    pub plies: Option<u32>,
}

/// A move from a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// As answers write it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after it.
    pub next: String,
    /// What it gives its mover, and the other.
    pub gain: (i64, i64),
    /// What it is worth to its mover.
    pub worth: Option<Worth>,
    /// Its lead as a part of the largest among these moves, −1 to 1.
    pub bar: Option<f64>,
    /// Whether it keeps the value.
    pub best: bool,
    /// Whether it is also as fast as can be, or as slow where all lose.
    pub fastest: bool,
    /// Whether it is marked as a best move: see [`starred`].
    pub star: bool,
    /// The points of both players after it, in games of points.
    pub gained: Option<[i64; 2]>,
    /// Everything that it changes.
    pub touches: Vec<Spot>,
    /// Where a hand begins it.
    pub from: Option<Spot>,
    /// Where a hand ends it.
    pub to: Option<Spot>,
    /// The same in words.
    pub spoken: String,
    /// What it gives away.
    pub slip: Option<String>,
    /// Where it keeps the value, but wins later or loses sooner than could be: by how much, and which move is better.
    pub slower: Option<String>,
}

/// A move of best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Made {
    /// Who makes it.
    pub by: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it gains, mine minus theirs; nothing in games without points.
    pub gain: Option<i64>,
    /// The position after it.
    pub next: String,
    /// The points of both players after it, in games of points.
    pub gained: Option<[i64; 2]>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Position {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// As it is asked for.
    pub at: String,
    /// Whose turn it is.
    pub mover: String,
    /// 0 is the first player.
    pub mover_number: usize,
    /// How play ended; nothing while it goes on.
    pub over: Option<String>,
    /// "Alice to move".
    pub turn: String,
    /// What it is worth to its mover; nothing where that is not known.
    pub worth: Option<Worth>,
    /// The same for the first player: 1, 0, −1, or the lead of the whole game, with what was gained on the way.
    pub first: Option<i64>,
    /// `Alice 2, Bob 0 so far`; nothing in games without points, and where it is not known how play came here.
    pub so_far: Option<String>,
    /// "Alice 10, Bob 16".
    pub headline: String,
    /// "Bob ends 6 ahead".
    pub subline: String,
    /// Its moves, best first.
    pub moves: Vec<Choice>,
    /// Moves that are not listed.
    pub more_moves: u64,
    /// What is on the table.
    pub view: View,
    /// Best play from here on.
    pub line: Vec<Made>,
    /// Whether that goes on.
    pub line_cut: bool,
}

impl Worth {
    /// A value in words: of a position, `win in 3`.
    #[must_use]
    pub fn of_position(value: Value, lang: Lang) -> Worth {
        Worth::said(value, outcome_words(value, lang))
    }

    /// A value in words: of a move, `wins in 3`.
    #[must_use]
    pub fn of_move(value: Value, lang: Lang) -> Worth {
        Worth::said(value, worth_words(value, lang))
    }

    fn said(value: Value, text: String) -> Worth {
        let number = if let Value::Lead(lead) = value { Some(lead) } else { None };
        Worth { mark: Sign::of(value).class(), text, number, plies: bouton::answer::report::plies(value) }
    }
}

/// Variables with whose turn it is, as positions are shown.
#[must_use]
pub fn to_move(variables: &str, mover: Option<&str>) -> String {
    mover.map_or_else(|| variables.to_owned(), |mover| format!("{variables} ({mover} to move)"))
}

/// A position as pages ask for it. One that a move has ended is told with who lost: the variables alone do not say that.
#[must_use]
pub fn key(game: &Instance, at: &Packed) -> String {
    match game.unpack(at).turn {
        Turn::Of(_) => game.show_position(at),
        Turn::Over(lost) => {
            let lost = lost.map_or("nobody", |player| game.rules().player_name(player));
            format!("{} (over: {lost} lost)", variables(game, at))
        }
    }
}

/// The position that is asked for by [`key`], or by any text that `--at` takes.
///
/// # Errors
/// That it cannot be read.
pub fn of_key(game: &Instance, text: &str) -> Result<Packed, Fault> {
    let ended = text.strip_suffix(" lost)").and_then(|text| text.rsplit_once(" (over: "));
    let Some((state, lost)) = ended else { return game.read_position(text) };
    let mut position = game.unpack(&game.read_position(state)?);
    position.turn = Turn::Over(Player::BOTH.into_iter().find(|player| game.rules().player_name(*player) == lost));
    Ok(game.pack(&position))
}

/// The positions that a text of [`key`] means: two where it leaves out whose turn it is, as tables do where that makes no difference.
///
/// # Errors
/// That it cannot be read.
pub fn either(game: &Instance, text: &str) -> Result<Vec<Packed>, Fault> {
    let one = of_key(game, text)?;
    let mut position = game.unpack(&one);
    position.turn = match position.turn {
        Turn::Of(player) if text == variables(game, &one) => Turn::Of(player.other()),
        _ => return Ok(vec![one]),
    };
    Ok(vec![one, game.pack(&position)])
}

/// A position of a solved game, with the points of both players on the way there, where that is known.
///
/// # Errors
/// Where its value is not known, or the rules fail there.
pub fn position(scene: &Scene, gained: Option<[i64; 2]>, lang: Lang) -> Result<Position, Stop> {
    let report = bouton::report(scene.game, scene.solution, scene.at, LONGEST_LINE)?;
    told(scene, &report, gained.filter(|_| scene.game.kind() == Kind::Points), lang)
}

fn told(scene: &Scene, report: &Report, gained: Option<[i64; 2]>, lang: Lang) -> Result<Position, Stop> {
    let (game, at, answer) = (scene.game, scene.at, &report.answer);
    let elsewhere = *at != scene.solution.start;
    let (headline, subline) = Headline { game, report, elsewhere, gained, lang }.words();
    let over = ended(game, at).ok().flatten().map(|_| headline.clone());
    let (choices, view) = choices(scene, report, gained, lang);
    let listed = answer.count.unwrap_or(answer.moves.len() as u64);
    let line = line(game, report, gained, lang)?;
    Ok(Position {
        schema: SCHEMA,
        at: key(game, at),
        mover: gallery::player(game.rules(), answer.mover, lang).to_owned(),
        mover_number: answer.mover.number(),
        turn: lang.say("to-move", &[("player", gallery::player(game.rules(), answer.mover, lang).into())]),
        over,
        worth: Some(Worth::of_position(answer.value, lang)),
        first: Some(for_first(answer.value, answer.mover).saturating_add(lead_of(gained))),
        so_far: gained.map(|gained| so_far(game, gained, lang)),
        headline,
        subline,
        more_moves: listed.saturating_sub(choices.len() as u64),
        moves: choices,
        view,
        line,
        line_cut: report.line.end == LineEnd::Cut,
    })
}

/// What a value is to the first player.
pub(crate) fn for_first(value: Value, mover: Player) -> i64 {
    let own = match value {
        Value::Lead(lead) => lead,
        Value::Outcome(Outcome::Win(_)) => 1,
        Value::Outcome(Outcome::Draw) => 0,
        Value::Outcome(Outcome::Loss(_)) => -1,
    };
    if mover == Player::First { own } else { own.saturating_neg() }
}

/// How far the first player is ahead.
fn lead_of(gained: Option<[i64; 2]>) -> i64 {
    gained.map_or(0, |[first, second]| first.saturating_sub(second))
}

/// `Alice 2, Bob 0 so far`
fn so_far(game: &Instance, gained: [i64; 2], lang: Lang) -> String {
    let [one, other] = Player::BOTH.map(|player| gallery::player(game.rules(), player, lang));
    let [first, second] = gained.map(number);
    let words: [(&str, Word); 4] =
        [("one", one.into()), ("first", first.into()), ("other", other.into()), ("second", second.into())];
    lang.say("view-so-far", &words)
}

fn choices(scene: &Scene, report: &Report, gained: Option<[i64; 2]>, lang: Lang) -> (Vec<Choice>, View) {
    let game = scene.game;
    let mut sorted: Vec<&MoveValue<Instance>> = report.answer.moves.iter().collect();
    sorted.sort_by_key(|choice| (Reverse(choice.value), Reverse(choice.fastest)));
    sorted.truncate(MOST_MOVES);
    let (view, touches) = with_touches(game, scene.at, sorted.iter().map(|choice| (&choice.mv, &choice.next)), lang);
    let widest = sorted.iter().filter_map(|choice| lead(choice.value)).map(i64::unsigned_abs).max();
    let (value, points) = (report.answer.value, game.kind() == Kind::Points);
    let star = starred(value);
    let better = sorted.iter().find(|choice| choice.best).map(|choice| game.show_move(&choice.mv));
    let first_starred = sorted.iter().find(|choice| star(choice)).map(|choice| game.show_move(&choice.mv));
    let one = |(choice, touch): (&&MoveValue<Instance>, crate::view::Touch)| {
        let mv = game.show_move(&choice.mv);
        let worth = Worth::of_move(choice.value, lang);
        Choice {
            next: key(game, &choice.next),
            gain: (choice.gain.mine, choice.gain.theirs),
            bar: lead(choice.value).and_then(|lead| part(lead, widest?)),
            best: choice.best,
            fastest: choice.fastest,
            star: star(choice),
            gained: points.then(|| {
                with_gain(gained.unwrap_or_default(), report.answer.mover, (choice.gain.mine, choice.gain.theirs))
            }),
            touches: touch.touches,
            from: touch.from,
            to: touch.to,
            spoken: spoken(game, choice, &mv, &worth, lang),
            slip: (!choice.best).then(|| slip("view-slip", value, choice.value, better.as_deref(), lang)),
            slower: first_starred.as_deref().filter(|_| choice.best && !star(choice)).map(|better| {
                let id = if Sign::of(value) == Sign::Loss { "view-sooner" } else { "view-later" };
                slip(id, value, choice.value, Some(better), lang)
            }),
            worth: Some(worth),
            mv,
        }
    };
    let choices = sorted.iter().zip(touches).map(one).collect();
    (choices, view)
}

fn lead(value: Value) -> Option<i64> {
    if let Value::Lead(lead) = value { Some(lead) } else { None }
}

#[allow(clippy::cast_precision_loss, reason = "a bar is not longer than a screen")]
fn part(lead: i64, widest: u64) -> Option<f64> {
    (widest > 0).then(|| (lead as f64 / widest as f64 * 1000.0).round() / 1000.0).or(Some(0.0))
}

/// `take(2): gains +9; −8`, for who cannot see the bars.
fn spoken(game: &Instance, choice: &MoveValue<Instance>, mv: &str, worth: &Worth, lang: Lang) -> String {
    let (said, worth) = (("move", mv.into()), ("worth", worth.text.as_str().into()));
    match (game.kind(), net(choice)) {
        (Kind::Points, gain) if gain != 0 => lang.say("view-move-gains", &[said, ("gain", signed(gain).into()), worth]),
        _ => lang.say("view-move", &[said, worth]),
    }
}

fn slip(id: &str, value: Value, worth: Value, better: Option<&str>, lang: Lang) -> String {
    let words: [(&str, Word); 3] = [
        ("worth", value_words(worth, lang).into()),
        ("value", value_words(value, lang).into()),
        ("better", better.unwrap_or_default().into()),
    ];
    lang.say(id, &words)
}

fn line(game: &Instance, report: &Report, gained: Option<[i64; 2]>, lang: Lang) -> Result<Vec<Made>, Stop> {
    let points = game.kind() == Kind::Points;
    let (mut at, mut line, mut gained) = (report.position.clone(), Vec::new(), gained.unwrap_or_default());
    for made in &report.line.moves {
        let Some(next) = after(game, &at, &made.mv)? else { break };
        gained = with_gain(gained, made.mover, (made.gain.mine, made.gain.theirs));
        line.push(Made {
            by: gallery::player(game.rules(), made.mover, lang).to_owned(),
            mv: game.show_move(&made.mv),
            gain: points.then(|| made.gain.mine.saturating_sub(made.gain.theirs)),
            next: key(game, &next),
            gained: points.then_some(gained),
        });
        at = next;
    }
    Ok(line)
}

/// Where a move leads.
fn after(game: &Instance, at: &Packed, mv: &bouton::rules::interpret::Move) -> Result<Option<Packed>, Stop> {
    let mut steps = Vec::new();
    let trouble = |fault| {
        let position = game.show_position(at);
        Stop::Fault(Box::new(bouton::error::Trouble { fault, position, mv: None, path: None }))
    };
    bouton::game::moves(game, at, &mut steps).map_err(trouble)?;
    Ok(steps.into_iter().find(|step| step.mv == *mv).map(|step| step.next))
}
