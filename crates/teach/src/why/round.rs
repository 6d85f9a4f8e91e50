//! Why nobody wins a game that goes round, or gets more than going round is worth: play that draws or keeps to that, what else each side could do on the way, and one position of each kind.

use super::{Question, Why, why};
use crate::gallery;
use crate::refusal::Refusal;
use crate::scene::{Scene, Sign};
use bouton::game::{Gain, Game, round_lead};
use bouton::rules::layout::Packed;
use bouton::{Outcome, Value};
use std::collections::{HashSet, VecDeque};

/// Play that goes round.
#[derive(Clone, Debug)]
pub struct Round {
    /// The moves, from the position that is asked about.
    pub turns: Vec<Turn>,
    /// Where points are counted, what going round is worth to whoever moves first.
    pub lead: Option<i64>,
    /// The turn that comes again after the last.
    pub back: usize,
    /// What the variables that change are on the way round, named as people read them: `mouse`, `1 3 1`.
    pub walks: Vec<(String, Vec<String>)>,
}

/// A move of play that goes round.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Whose it is.
    pub mover: String,
    /// Where.
    pub position: String,
    /// The move.
    pub mv: String,
    /// Other moves that draw as well.
    pub also: Vec<String>,
    /// Moves that lose.
    pub loses: Vec<String>,
}

/// Moves until play must have come round to be shown.
const LONGEST: usize = 40;
/// Positions that are looked through for one of each kind.
const MOST_LOOKED_AT: usize = 20_000;

/// Whether a position is worth what going round is.
fn goes_round(scene: &Scene, at: &Packed) -> Result<bool, Refusal> {
    Ok(match scene.value(at)? {
        Value::Lead(lead) => {
            scene.game.repeat().is_some() && round_lead(scene.game, at).is_ok_and(|round| round == lead)
        }
        Value::Outcome(outcome) => outcome == Outcome::Draw,
    })
}

/// Play from a drawn position that comes round, or from one that is worth what going round is; none where play ends, or the way round is long.
pub(super) fn round(scene: &Scene, from: &Packed) -> Result<Option<Round>, Refusal> {
    let (mut here, mut passed, mut turns) = (from.clone(), Vec::new(), Vec::new());
    while turns.len() < LONGEST && goes_round(scene, &here)? && !scene.over(&here)? {
        let same = |known: &Packed| scene.game.canonical(known.clone()) == scene.game.canonical(here.clone());
        if let Some(back) = passed.iter().position(same) {
            let walks = walks(scene, &passed[back..]);
            let lead = if let Value::Lead(lead) = scene.value(from)? { Some(lead) } else { None };
            return Ok(Some(Round { turns, lead, back, walks }));
        }
        let moves = scene.answer(&here)?.moves;
        let (draws, others): (Vec<_>, Vec<_>) = moves.into_iter().partition(|choice| choice.best);
        let Some((first, also)) = draws.split_first().filter(|(first, _)| first.gain == Gain::default()) else { break };
        turns.push(Turn {
            mover: scene.name(scene.mover(&here)).to_owned(),
            position: scene.variables(&here),
            mv: scene.show_move(&first.mv),
            also: also.iter().map(|choice| scene.show_move(&choice.mv)).collect(),
            loses: others.iter().map(|choice| scene.show_move(&choice.mv)).collect(),
        });
        passed.push(std::mem::replace(&mut here, first.next.clone()));
    }
    Ok(None)
}

/// The variables that change on the way round, each with what it is, whenever it becomes something else.
fn walks(scene: &Scene, passed: &[Packed]) -> Vec<(String, Vec<String>)> {
    let rules = scene.game.rules();
    let states: Vec<_> =
        passed.iter().chain(passed.first()).map(|position| scene.game.unpack(position).state).collect();
    let walk = |at: usize| {
        let domain = &scene.game.interpreter().domains()[at];
        let mut shown: Vec<String> = states.iter().map(|state| rules.show(&state[at], domain)).collect();
        shown.dedup();
        (shown.len() > 1).then(|| (gallery::state(rules, &rules.states[at].name, scene.lang).to_owned(), shown))
    };
    (0..rules.states.len()).filter_map(walk).collect()
}

/// Why a position of each kind is worth what it is, of those that play reaches: won, drawn and lost for who moves (ahead, even, behind), the
/// one with the fewest moves, at least two where there is such, the nearest first. What play does not reach is left out.
///
/// # Errors
/// Those of [`why`].
pub fn kinds(scene: &Scene, question: &Question) -> Result<Vec<Why>, Refusal> {
    let mut best: [Option<(usize, Packed)>; 3] = [None, None, None];
    let mut known = HashSet::from([scene.game.canonical(scene.at.clone())]);
    let mut queue = VecDeque::from([scene.at.clone()]);
    while let Some(here) = queue.pop_front() {
        let (Ok(false), Ok(value), Ok(answer)) = (scene.over(&here), scene.value(&here), scene.answer(&here)) else {
            continue;
        };
        // One move explains nothing, and many explain little.
        let cost = if answer.moves.len() < 2 { usize::MAX } else { answer.moves.len() };
        let kind = &mut best[Sign::of(value) as usize];
        if kind.as_ref().is_none_or(|(least, _)| cost < *least) {
            *kind = Some((cost, here));
        }
        for choice in answer.moves {
            if known.len() < MOST_LOOKED_AT && known.insert(scene.game.canonical(choice.next.clone())) {
                queue.push_back(choice.next);
            }
        }
    }
    let question = Question { elsewhere: true, mv: None, ..question.clone() };
    best.into_iter().flatten().map(|(_, at)| why(&Scene { at: &at, ..*scene }, &question)).collect()
}
