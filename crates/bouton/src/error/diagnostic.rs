//! Stops as findings, so that one way of showing serves rules, parameters and searches.

use super::{Known, Loop, Loss, Round, START, Stop, Trouble};
use crate::file::is_full;
use crate::show::Count;
use crate::value::{Outcome, Value};
use bouton_rules::Span;
use bouton_rules::diagnostic::{Diagnostic, Help, nearest};
use bouton_rules::interpret::{brief, place};
use bouton_rules::rules::{Rules, Stuck, StuckResult};
use bouton_rules::{Text, say, text::Blank};
use std::io::ErrorKind;

const REPORT: &str = "this is a fault in Bouton, not in your rules: please report it with the rules and the command";

impl Stop {
    /// The stop as a finding with its code and help.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Stop::Short { why, known } => knowing(why.diagnostic(), known),
            Stop::Hopeless { why, at_least, games, help } => {
                let finding = why.diagnostic().note(say!(
                    "not begun: {} games played at random show that it would hold at least {} positions",
                    Count(*games),
                    Count(*at_least)
                ));
                help.iter().fold(finding, |finding, help| finding.help(*help))
            }
            Stop::Fault(trouble) => of_fault(trouble),
            Stop::Cycle(back) => of_cycle(back),
            // How much would do is not known: what is needed is what was asked for last.
            Stop::Memory { .. } => Diagnostic::error("M01", self.text())
                .help("give it more memory with `--memory`, or ask for smaller parameters"),
            Stop::Time { .. } | Stop::Slow { .. } => Diagnostic::error("M02", self.text())
                .help("give it more time with `--time 10m`, or ask for smaller parameters"),
            Stop::Positions { .. } => Diagnostic::error("M03", self.text())
                .help("allow more with `--positions N`, or ask for smaller parameters"),
            Stop::TooDeep { .. } => {
                Diagnostic::error("M04", self.text()).help("leave out `--method`: other methods go deeper")
            }
            Stop::NoMethod(_) => {
                Diagnostic::error("M05", self.text()).help("`bouton plan` shows what each method says")
            }
            Stop::OrderBroken { .. } => {
                Diagnostic::error("M06", self.text()).help("leave out `--method`: the plan then goes on with another")
            }
            Stop::Unfit { .. } | Stop::GaveUp { .. } => {
                Diagnostic::error("M07", self.text()).help("leave out `--method` to let the plan choose")
            }
            Stop::UnknownMethod { name, known, strategies } => {
                let finding = Diagnostic::error("M08", self.text());
                match nearest(name, known.iter().chain(strategies).copied()) {
                    Some(near) => finding.help(say!("did you mean `{near}`?")),
                    None => finding.help("`bouton methods` lists them"),
                }
            }
            Stop::Cancelled => Diagnostic::error("M09", self.text())
                .help("`--time 60s` bounds a search beforehand, and `bouton plan` tells how large it would be"),
            Stop::Disk { kind, .. } => Diagnostic::error("M10", self.text()).help(match kind {
                kind if is_full(*kind) => "make room on the disk, or keep it elsewhere with `--disk FOLDER`",
                ErrorKind::ResourceBusy => "another run of Bouton works on it: wait for it, or save under another name",
                _ => "`--disk FOLDER` keeps it elsewhere",
            }),
            Stop::Lost { how, .. } => Diagnostic::error("M12", self.text()).help(match how {
                Loss::Stopped(_) => "mend what it says, then start all processes again",
                _ => "look on its machine whether it ran out of memory, then start all processes again",
            }),
            Stop::FalseTwin { .. } | Stop::Missing { .. } | Stop::Wrong { .. } => {
                Diagnostic::error("Z01", self.text()).help(REPORT)
            }
            Stop::Panicked { place, case, .. } => Diagnostic::error("Z01", self.text())
                .note(say!("in the case  {case}"))
                .note(say!("at  {place}"))
                .help(REPORT),
        }
    }
}

/// Moves that are named of each kind.
const MOST_NAMED: usize = 8;

/// Moves of which the same is known.
type Alike<'a> = ((Option<Value>, Option<Value>), Vec<&'a str>);

/// What is known of the value and of moves all the same.
fn knowing(finding: Diagnostic, known: &Known) -> Diagnostic {
    let finding = match (known.at_least.map(in_words), known.at_most.map(in_words)) {
        (Some(least), Some(most)) => {
            finding.note(say!("known so far: at least {least} for the player to move, at most {most}"))
        }
        (Some(least), None) => finding.note(say!("known so far: at least {least} for the player to move")),
        (None, Some(most)) => finding.note(say!("known so far: at most {most} for the player to move")),
        (None, None) => finding,
    };
    let mut groups: Vec<Alike> = Vec::new();
    for (mv, at_least, at_most) in &known.moves {
        match groups.iter_mut().find(|(bounds, _)| *bounds == (*at_least, *at_most)) {
            Some((_, moves)) => moves.push(mv),
            None => groups.push(((*at_least, *at_most), vec![mv])),
        }
    }
    groups.into_iter().fold(finding, |finding, ((at_least, at_most), moves)| {
        let more = moves.len().saturating_sub(MOST_NAMED);
        let named = moves[..moves.len() - more].join(" · ");
        let named = if more > 0 { format!("{named} … +{more}") } else { named };
        match (at_least.map(in_words), at_most.map(in_words)) {
            (Some(least), Some(most)) if least == most => finding.note(say!("known of moves: {least} by {named}")),
            (Some(least), Some(most)) => {
                finding.note(say!("known of moves: at least {least} and at most {most} by {named}"))
            }
            (Some(least), None) => finding.note(say!("known of moves: at least {least} by {named}")),
            (None, Some(most)) => finding.note(say!("known of moves: at most {most} by {named}")),
            (None, None) => finding,
        }
    })
}

fn in_words(value: Value) -> Text {
    match value {
        Value::Lead(lead) => say!("a lead of {lead}"),
        Value::Outcome(Outcome::Win(_)) => "a win".into(),
        Value::Outcome(Outcome::Draw) => "a draw".into(),
        Value::Outcome(Outcome::Loss(_)) => "a loss".into(),
    }
}

/// The fault itself, with where it happened and how play got there.
fn of_fault(trouble: &Trouble) -> Diagnostic {
    let mut finding = (*trouble.fault.diagnostic).clone();
    let said = |finding: &Diagnostic, what: &str| finding.notes.iter().any(|note| note.to_string().contains(what));
    if let Some(mv) = trouble.mv.as_ref().filter(|mv| !said(&finding, mv)) {
        finding.notes.push(say!("in the move {mv}"));
    }
    let position = brief(trouble.position.clone());
    if !said(&finding, &position) {
        let here = if position == START { START.into() } else { place(&position) };
        finding.notes.push(say!("in {here}"));
    }
    if let Some(path) = trouble.path.as_ref().filter(|path| !path.is_empty()) {
        finding.notes.push(say!("reached by: {}", short_path(path)));
    }
    finding
}

fn of_cycle(back: &Loop) -> Diagnostic {
    let first = back.positions.first().map_or("", String::as_str);
    // Parts of a sum name no moves.
    let around = match back.moves.as_slice() {
        [] => say!("{} → and again", elided(&back.positions, " → ")),
        moves => short_loop(first, moves),
    };
    if let Some(refused) = &back.refused {
        return Diagnostic::error("M05", say!("play can return to a position: {refused}"))
            .note(say!("this loop is possible: {around}"))
            .help("`bouton plan` without `--method` shows which methods can follow play round");
    }
    let mut finding = Diagnostic::error("B061", "positions can repeat, and the rules do not say what that means")
        .note(say!("this loop is possible: {around}"));
    if !back.reached_by.is_empty() {
        finding = finding.note(say!("reached by: {}", short_path(&back.reached_by)));
    }
    if back.help.is_empty() {
        return finding
            .help("`repeat => draw`")
            .help("or name the player who wins if play goes on for ever: `repeat => NAME wins`");
    }
    Diagnostic { help: back.help.clone(), ..finding }
}

pub(super) fn of_round(round: &Round) -> Diagnostic {
    match round {
        Round::Gains { position, moves, gain } => {
            let first = Text::code(moves.first().map_or("", String::as_str));
            Diagnostic::error("R13", "play that goes round gains points, so it is worth no number")
                .note(say!("this loop is possible: {}", short_loop(position, moves)))
                .note(say!("its first move, {first}, gains {}", Value::Lead(*gain)))
                .help("let whatever gains use something up, so that play cannot come back to where it was before")
                .help("or count the moves in a `state` variable, and `end when` they are used up")
        }
        Round::Uneven { positions: [one, other], leads: [lead, kept] } => {
            Diagnostic::error("R13", "play that goes round is not worth the same all the way")
                .note(say!("at {}, going round is worth {} to whoever moves there", place(one), Value::Lead(*lead)))
                .note(say!("at {}, on the same round, it is worth {} to the same player", place(other), Value::Lead(*kept)))
                .help("in `repeat => … leads by e`, let `e` speak only of what no move of a round changes, such as the points that are left")
        }
    }
}

/// What rules may say that play which goes round means, with the lines that say it.
pub(super) fn of_endless(rules: &Rules, passes: bool) -> Vec<Help> {
    let finding = Diagnostic::error("B061", "");
    if !rules.parts.is_empty() {
        return finding
            .help("let every move of a part leave less than there was: a sum of games comes to an end, and has no `repeat` line")
            .help("or write the game with `state` variables, where `repeat => draw` says what endless play means")
            .help;
    }
    let otherwise = if rules.points { format!("{} leads by 0", rules.players[0]) } else { "draw".to_owned() };
    let passing = |stuck: &&Stuck| matches!(stuck.result, StuckResult::Pass(None));
    if let Some(stuck) = rules.stucks.iter().find(passing).filter(|_| passes) {
        let (end, more) = (Span::new(stuck.span.end, stuck.span.end), format!(" else {otherwise}"));
        let words = say!("say what happens when neither player can move: `stuck => pass else {otherwise}`");
        return finding.edit(words, end, more).help;
    }
    let (at, line) = rules.source.appended("repeat => draw");
    if rules.points {
        return finding
            .edit("`repeat => draw`   from there on nobody leads: what is left is shared", at, line)
            .help(say!("or say by how much a player leads from there on: `repeat => {} leads by …`", rules.players[0]))
            .help("or make play end, for instance by counting moves in a `state` variable")
            .help;
    }
    let wins = |finding: Diagnostic, player: &String| {
        let (at, line) = rules.source.appended(&format!("repeat => {player} wins"));
        finding.edit(say!("`repeat => {player} wins`   play that goes on for ever is won"), at, line)
    };
    rules.players.iter().fold(finding.edit("`repeat => draw`", at, line), wins).help
}

fn short_loop(first: &str, moves: &[String]) -> Text {
    say!("{} → {} → the same position", place(first), elided(moves, " → "))
}

fn short_path(path: &[String]) -> Text {
    elided(path, ", ")
}

/// A long list of moves with its middle left out.
fn elided(moves: &[String], between: &'static str) -> Text {
    const MOST: usize = 16;
    if moves.len() <= MOST {
        return Text::joined(moves, between);
    }
    let (head, tail) = (&moves[..MOST / 2], &moves[moves.len() - MOST / 2..]);
    let left_out = say!("… ({} more) …", moves.len() - MOST);
    let all = head.iter().map(Blank::text).chain([left_out]).chain(tail.iter().map(Blank::text));
    Text::joined(all, between)
}
