//! Why a position is worth what it is: each option's arithmetic, or what answers it; what a given move costs; the nim sum of a sum.

mod json;
mod markdown;
mod round;
mod text;

pub use json::json;
pub use markdown::markdown;
pub use round::{Round, Turn, kinds};
pub use text::{cost, kinds_lines, kinds_text, text};

use crate::recurrence::{Formulas, ends, formulas};
use crate::refusal::Refusal;
use crate::scene::{Scene, lines, net, starred};
use crate::words::Told;
use bouton::answer::{MoveValue, legal_choices};
use bouton::game::Game;
use bouton::rules::layout::Packed;
use bouton::{Instance, Kind, Value};
use std::cmp::Reverse;

/// The form of the arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Gain minus the reply's lead.
    #[default]
    Lead,
    /// What is left minus what the other gets of it.
    Points,
    /// Both players' points side by side.
    Pair,
}

/// An explanation, ready to be written in any form.
#[derive(Clone, Debug)]
pub struct Why {
    /// The title of the game.
    pub title: String,
    /// Its parameters.
    pub params: String,
    /// Whether play begins here.
    pub at_start: bool,
    /// Where play stands.
    pub at: Packed,
    /// The position, its options, and what follows them.
    pub level: Level,
    /// The form of the arithmetic.
    pub form: Form,
    /// The nim sum, where the game is a sum in normal play.
    pub nim: Option<Nim>,
    /// What a given move costs.
    pub asked: Option<Asked>,
    /// Play that goes round, where nobody can win.
    pub round: Option<Round>,
    /// The recurrence, where the moves have closed forms.
    pub rule: Option<Formulas>,
    /// The variables by which ranges of lists end.
    pub ends: Vec<String>,
}

/// A position as it is spoken of.
#[derive(Clone, Debug)]
pub struct Spot {
    /// All its variables.
    pub position: String,
    /// Those that its drawing does not tell.
    pub rest: String,
    /// As the rules draw it, a line each.
    pub drawing: Vec<String>,
    /// Who moves there.
    pub mover: String,
    /// Who does not.
    pub other: String,
    /// What it is worth to its mover.
    pub value: Value,
    /// The points still to be handed out, where the rules say.
    pub remaining: Option<i64>,
    /// The points that the mover gets of them.
    pub own: Option<i64>,
    /// Whether play is over.
    pub over: bool,
}

/// A position with its options.
#[derive(Clone, Debug)]
pub struct Level {
    /// The position.
    pub spot: Spot,
    /// Its moves, best first.
    pub options: Vec<Choice>,
    /// Moves that are not shown, none better than the last that is.
    pub left_out: usize,
}

/// One option: a move, what it gains, where it leads.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub mv: String,
    /// What it gives its mover more than the other.
    pub gain: i64,
    /// What it gives its mover, and the other.
    pub given: (i64, i64),
    /// What it is worth to its mover.
    pub value: Value,
    /// Whether it keeps the value.
    pub best: bool,
    /// Whether it is marked as a best move: see [`starred`].
    pub star: bool,
    /// Whether the same player moves again.
    pub again: bool,
    /// Where it leads.
    pub next: Spot,
    /// The best answer to it.
    pub answer: Option<Answered>,
    /// Every reply to it with what answers that, where the move wins.
    pub replies: Vec<Reply>,
    /// Replies that are not shown.
    pub more_replies: usize,
    /// Where it leads, opened in its turn.
    pub deeper: Option<Box<Level>>,
}

/// The best answer to a move.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The move.
    pub mv: String,
    /// What it gains its mover, mine minus theirs.
    pub gain: i64,
    /// Whether it takes all that is left.
    pub everything: bool,
    /// Whether it ends the game.
    pub ends: bool,
}

/// A reply and its answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The reply.
    pub mv: String,
    /// What answers it, if play is not over with it.
    pub answer: Option<Answered>,
    /// What the position after the answer is worth to the player who has answered: how far it still is.
    pub left: Option<Value>,
}

/// The nim sum of a position.
#[derive(Clone, Debug)]
pub struct Nim {
    /// Each part with its nimber.
    pub parts: Vec<(String, u64)>,
    /// All of them added without carrying.
    pub sum: u64,
    /// The moves that make it 0.
    pub zeroing: Vec<String>,
}

/// What a given move costs.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The move.
    pub mv: String,
    /// What the position is worth.
    pub value: Value,
    /// What the move is worth.
    pub worth: Value,
    /// Whether it is one of the best.
    pub best: bool,
    /// The move and best play after it: who, which move, what it gains.
    pub line: Vec<(String, String, i64)>,
    /// Whether the line goes on.
    pub cut: bool,
}

/// How much is to be explained.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// How many moves deep options are opened.
    pub levels: usize,
    /// The form of the arithmetic.
    pub form: Form,
    /// A move whose cost is asked.
    pub mv: Option<String>,
    /// Whether the position is not where play begins.
    pub elsewhere: bool,
}

/// Options shown at a position, and replies to a move.
const MOST_OPTIONS: usize = 12;
const MOST_REPLIES: usize = 8;
/// Options of all levels together.
const MOST_IN_ALL: usize = 400;
/// Moves of a line that refutes one.
const LONGEST: usize = 12;

/// Why a position is worth what it is.
///
/// # Errors
/// The move asked about is not legal, the form needs `remaining` points and the rules do not say them, a value that is needed is not among
/// the solved ones, or the rules have a fault there.
pub fn why(scene: &Scene, question: &Question) -> Result<Why, Refusal> {
    if question.form != Form::Lead {
        fits(scene)?;
    }
    let mut room = MOST_IN_ALL;
    let level = level(scene, scene.at, question.levels.max(1), &mut room)?;
    let asked = question.mv.as_ref().map(|mv| asked(scene, mv)).transpose()?;
    Ok(Why {
        title: scene.title(),
        params: scene.params(),
        at_start: !question.elsewhere,
        at: scene.at.clone(),
        level,
        form: question.form,
        nim: nim(scene)?,
        asked,
        round: round::round(scene, scene.at).ok().flatten(),
        rule: Some(formulas(scene.title(), scene.params(), scene.game).named(scene.game.rules(), scene.lang))
            .filter(|rule| rule.reason.is_none()),
        ends: ends(scene.game),
    })
}

/// The forms in points need rules that say what is left.
fn fits(scene: &Scene) -> Result<(), Refusal> {
    let instead = || vec!["advice-lead".into()];
    if scene.game.kind() == Kind::Outcome {
        let instead = vec!["advice-no-form".into()];
        return Err(Refusal::unfit("unfit-no-points", instead));
    }
    if scene.remaining(scene.at).is_none() {
        return Err(Refusal::unfit("unfit-no-remaining", instead()));
    }
    Ok(())
}

fn spot(scene: &Scene, position: &Packed) -> Result<Spot, Refusal> {
    let (mover, value) = (scene.mover(position), scene.value(position)?);
    Ok(Spot {
        position: scene.variables(position),
        rest: scene.rest(position),
        drawing: scene.drawing(position).map(|drawing| lines(&drawing)).unwrap_or_default(),
        mover: scene.name(mover).to_owned(),
        other: scene.name(mover.other()).to_owned(),
        value,
        remaining: scene.remaining(position),
        own: scene.own(position, value),
        over: scene.over(position)?,
    })
}

fn level(scene: &Scene, position: &Packed, levels: usize, room: &mut usize) -> Result<Level, Refusal> {
    let answer = scene.answer(position)?;
    let (star, mut moves) = (starred(answer.value), answer.moves);
    moves.sort_by_key(|choice| (Reverse(choice.value), Reverse(choice.best)));
    let shown = moves.len().min(MOST_OPTIONS).min((*room).max(1));
    let left_out = moves.len() - shown;
    moves.truncate(shown);
    *room = room.saturating_sub(shown);
    let mut options = Vec::new();
    for (number, choice) in moves.iter().enumerate() {
        let option = option(scene, position, choice, (number, levels), room)?;
        options.push(Choice { star: star(choice), ..option });
    }
    Ok(Level { spot: spot(scene, position)?, options, left_out })
}

fn option(
    scene: &Scene,
    position: &Packed,
    choice: &MoveValue<Instance>,
    (number, levels): (usize, usize),
    room: &mut usize,
) -> Result<Choice, Refusal> {
    let next = spot(scene, &choice.next)?;
    let again = !next.over && scene.mover(&choice.next) == scene.mover(position);
    let wins = matches!(choice.value, Value::Outcome(bouton::Outcome::Win(_)));
    // Replies are listed where they are the reason: after the move that is shown to win. Positions beyond need not be solved.
    let (replies, more_replies) = match wins && number == 0 && !again && levels == 1 {
        true => replies(scene, &choice.next).unwrap_or_default(),
        false => (Vec::new(), 0),
    };
    let open = levels > 1 && !next.over && *room > 0;
    let deeper = open.then(|| level(scene, &choice.next, levels - 1, room)).transpose()?.map(Box::new);
    Ok(Choice {
        mv: scene.show_move(&choice.mv),
        gain: net(choice),
        given: (choice.gain.mine, choice.gain.theirs),
        value: choice.value,
        best: choice.best,
        star: choice.best,
        again,
        answer: answered(scene, &choice.next).map(|(answered, _)| answered),
        next,
        replies,
        more_replies,
        deeper,
    })
}

/// The best answer at a position, and where it leads; none where play is over, or the answer was not solved.
fn answered(scene: &Scene, position: &Packed) -> Option<(Answered, Packed)> {
    let best = scene.best(position).ok()?.into_iter().next()?;
    let left = scene.remaining(position);
    let everything = left.is_some_and(|left| left != 0 && left == best.gain.mine);
    let ends = scene.over(&best.next).ok()?;
    Some((Answered { mv: scene.show_move(&best.mv), gain: net(&best), everything, ends }, best.next))
}

/// Every reply at a position with its answer; the longest fights first.
fn replies(scene: &Scene, position: &Packed) -> Option<(Vec<Reply>, usize)> {
    let mut moves = scene.answer(position).ok()?.moves;
    moves.sort_by_key(|choice| Reverse(choice.value));
    let more = moves.len().saturating_sub(MOST_REPLIES);
    let reply = |choice: &MoveValue<Instance>| {
        let answer = answered(scene, &choice.next);
        let left = answer.as_ref().and_then(|(_, after)| scene.value(after).ok()?.negate());
        Reply { mv: scene.show_move(&choice.mv), answer: answer.map(|(answered, _)| answered), left }
    };
    Some((moves.iter().take(MOST_REPLIES).map(reply).collect(), more))
}

/// The nim sum, where the game is a sum in normal play whose parts were solved.
///
/// # Errors
/// Where a position is not known.
pub fn nim(scene: &Scene) -> Result<Option<Nim>, Refusal> {
    let Some(parts) = scene.game.parts().filter(|parts| parts.normal()) else { return Ok(None) };
    let split = parts.split(scene.at);
    let alone =
        |part: bouton::game::Part| scene.solution.store.nimbers().and_then(|known| Some(known.get(part)?.nimber));
    let valued = split.iter().map(|part| Some((scene.part(*part).1, alone(*part)?))).collect::<Option<Vec<_>>>();
    let (Some(parts), Some(sum)) = (valued, scene.solution.nimber(scene.game, scene.at)) else { return Ok(None) };
    let best = if sum == 0 { Vec::new() } else { scene.answer(scene.at)?.moves };
    let zeroing = best.iter().filter(|choice| choice.best).map(|choice| scene.show_move(&choice.mv)).collect();
    Ok(Some(Nim { parts, sum, zeroing }))
}

fn unfit_move(scene: &Scene, wanted: &str) -> Told {
    let position = scene.game.show_position(scene.at);
    Told::new("unfit-move", vec![("move", wanted.into()), ("position", position.into())])
}

/// What may be chosen there.
fn advice_choice([name, over, legal]: [String; 3]) -> Told {
    Told::new("advice-choice", vec![("name", name.into()), ("over", over.into()), ("legal", legal.into())])
}

/// A move as people type it, without blanks.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

fn asked(scene: &Scene, wanted: &str) -> Result<Asked, Refusal> {
    let answer = scene.answer(scene.at)?;
    let found = answer.moves.iter().find(|choice| plain(&scene.show_move(&choice.mv)) == plain(wanted));
    let Some(choice) = found else {
        if let Some(choices) = legal_choices(scene.game, &answer.moves, wanted).filter(|_| !answer.more) {
            return Err(Refusal::unfit(unfit_move(scene, wanted), choices.into_iter().map(advice_choice).collect()));
        }
        let known: Vec<String> =
            answer.moves.iter().take(MOST_OPTIONS).map(|choice| scene.show_move(&choice.mv)).collect();
        let near = bouton::rules::diagnostic::nearest(wanted, known.iter().map(String::as_str));
        let help = match near {
            Some(near) => Told::new("advice-near", vec![("move", near.into())]),
            None => Told::new("advice-moves", vec![("moves", known.join("  ").into())]),
        };
        return Err(Refusal::unfit(unfit_move(scene, wanted), vec![help]));
    };
    let name = |position: &Packed| scene.name(scene.mover(position)).to_owned();
    let mut line = vec![(name(scene.at), scene.show_move(&choice.mv), net(choice))];
    let (mut position, mut cut) = (choice.next.clone(), false);
    while let Some(best) = scene.best(&position).ok().and_then(|best| best.into_iter().next()) {
        if line.len() == LONGEST {
            cut = true;
            break;
        }
        line.push((name(&position), scene.show_move(&best.mv), net(&best)));
        position = best.next;
    }
    let best = choice.best && (choice.fastest || answer.value.uncounted());
    Ok(Asked { mv: scene.show_move(&choice.mv), value: answer.value, worth: choice.value, best, line, cut })
}
