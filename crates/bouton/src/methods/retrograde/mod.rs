//! Backwards from the finished positions (Ströhlein 1970, Thompson 1986).
//!
//! Holds for games that say what endless play means; for games of points see `thresholds`. In the others a position with a move to one lost for the other is won;
//! one whose moves all lead to positions won for the other is lost. Worked out in waves, one a ply, so the winner's way
//! is the shortest and the loser's the longest. What no wave reaches is endless: a draw, or, where one player wins endless play, a draw
//! only if the other can force the game to a drawn end. Cost: every position and every move once forward and once
//! backward.
//!
//! Three ways for these. Where the game's moves can be taken back and its positions are numbered by their pieces (`placed`), nothing is kept
//! but a value, or a counter in its place: 2 bytes a position (one for all its images by symmetries that are seen to hold) and what a wave takes. Where positions
//! are told by few numbers and many of all numbers are reached (`marked`), they are marks among them: 2 bits a number, and 2 bytes a position and what a wave takes; to
//! take moves back they are made again where they may have come from. Else (`reached`) a position takes its place in a table
//! (4 bytes where the game numbers its positions), its value, 24 bytes of counters, and 8 bytes a move. There one position is kept for
//! all its images by symmetries that the game names; so where a position has very many of them, this way is taken.
//!
//! Positions are looked at, and waves worked out, by all threads. A wave is a set, whatever order it is found in. On cat
//! and mouse with 200 nodes of 22 neighbours, two threads share nine tenths of the work (by samples of each): 1.6 times as fast.

mod marked;
mod placed;
mod reached;
mod snapshots;
mod thresholds;

use super::graph;
use super::rows::{Place, beginning};
use super::together::Others;
use super::{Asked, Estimate, Family, Holds, MANY_IMAGES, Method, Ready, Solved, Strategy, one_image};
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::{Game, Numbers, Repeat, Reversible, Words};
use crate::limits::{Limits, Meter};
use crate::show::Count;
use crate::store::{Codes, Numbering};
use crate::value::{Kind, Outcome};
use crate::wire::{Gathered, Wire};
use bouton_rules::{Text, say};
use placed::Placed;
use reached::Backward;
use std::sync::Arc;
use thresholds::Thresholds;

pub(super) struct Retrograde;

const SPEED: Option<u64> = Some(10_000_000);

pub(super) static PLACEMENTS: Strategy = Strategy {
    name: "placements",
    about: "all placements of the pieces by number, reached or not; moves are taken back, and none is kept",
    speed: SPEED,
};
static MARKS: Strategy = Strategy {
    name: "marks",
    about: "the positions that are reached as marks among all numbers; moves are made again, and none is kept",
    speed: Some(500_000),
};
static REACHED: Strategy =
    Strategy { name: "reached", about: "the positions that are reached, with the moves between them", speed: SPEED };

static THRESHOLDS: Strategy = Strategy {
    name: "thresholds",
    about: "the positions that are reached, part by part of what goes round, and in each the leads that can be forced, the farthest first",
    speed: Some(300_000),
};

static FAMILY: Family = Family {
    name: "retrograde",
    about: "backwards from the finished positions, where play may repeat",
    when: "a game in which play may repeat",
    costs: "one look forward and one back; 2 bytes where moves can be taken back or made again, else its predecessors in memory",
    strategies: || vec![&PLACEMENTS, &MARKS, &REACHED, &THRESHOLDS],
};

impl<G: Game> Method<G> for Retrograde {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn fit<'a>(&self, asked: Asked<'a, G>, facts: &Facts, limits: &Limits) -> Result<Ready<'a, G>, Text> {
        let ready = fitting(asked, facts, limits);
        if limits.all_starts { ready.map_err(|why| say!("{why}; {FOR_ALL_STARTS}")) } else { ready }
    }
}

/// For which games every placement is solved, whether play comes to it or not.
const FOR_ALL_STARTS: &str =
    "every placement is solved where somebody wins, endless play is a draw, and moves can be taken back";

fn fitting<'a, G: Game>(asked: Asked<'a, G>, facts: &Facts, limits: &Limits) -> Result<Ready<'a, G>, Text> {
    let repeat = facts.repeat.ok_or("it is for play that may repeat")?;
    if facts.kind == Kind::Points {
        return by_thresholds(asked, facts, repeat, limits);
    }
    if asked.insists(&THRESHOLDS) {
        return Err("the game counts no points".into());
    }
    let index = match repeat {
        Repeat::Draw if others_are_better(&asked, facts, limits) => None,
        Repeat::Draw => Some(reversible(&asked, limits)),
        _ => Some(Err("endless play is no draw".into())),
    };
    match index {
        Some(Ok(index)) => {
            let estimate = placed::estimate(index.as_ref(), limits);
            Ok(Ready::new(&PLACEMENTS, estimate, move |meter| by_placements(&asked, index.clone(), repeat, meter)))
        }
        Some(Err(reason)) if asked.insists(&PLACEMENTS) => Err(reason),
        refused => {
            let numbers = if repeat == Repeat::Draw {
                numbers(&asked, facts, limits)
            } else {
                Err("endless play is no draw".into())
            };
            let mut ready = match numbers {
                Ok(numbers) => marking(asked, numbers, repeat),
                Err(reason) if asked.insists(&MARKS) => return Err(reason),
                Err(_) => reaching(asked, facts, repeat, limits),
            };
            if let Some(Err(reason)) = refused {
                let first = &mut ready.estimate.steps[0].1;
                *first = say!("{}; not by placements: {reason}", *first);
            }
            Ok(ready)
        }
    }
}

/// The numbers of all positions, where those that are reached are to be marked; or why not.
fn numbers<G: Game>(asked: &Asked<G>, facts: &Facts, limits: &Limits) -> Result<Numbers, Text> {
    let anyway = asked.insists(&MARKS);
    if !asked.wants(&MARKS) || !anyway && limits.symmetry && facts.images.is_some() {
        return Err("one position is kept for its images".into());
    }
    marked::numbers(asked, anyway, limits)
}

fn marking<G: Game>(asked: Asked<'_, G>, numbers: Numbers, repeat: Repeat) -> Ready<'_, G> {
    let mut steps = steps(asked.game, repeat, false);
    steps[0] = ("mark what can be reached", say!("from the start, of {} numbers", Count(numbers.size())));
    let again = "where a move may lead to what a wave decides, moves are made once more".into();
    steps.insert(2, ("take moves back", again));
    let fixed = marked::bytes(&numbers);
    let estimate = Estimate { fixed, bytes: marked::POSITION_BYTES, steps, ..Estimate::default() };
    let run = move |meter: &mut Meter| by_marks(&asked, &numbers, repeat, meter);
    Ready::new(&MARKS, estimate, run).holding(Holds::Graph(marked::POSITION_BYTES))
}

fn reaching<'a, G: Game>(asked: Asked<'a, G>, facts: &Facts, repeat: Repeat, limits: &Limits) -> Ready<'a, G> {
    let images = facts.images.filter(|_| limits.symmetry);
    let estimate = estimate(asked.game, facts, images, limits, repeat);
    let holds = Holds::Graph(graph::least_bytes(asked.game, asked.start, limits));
    Ready::new(&REACHED, estimate, move |meter| by_reached(&asked, repeat, meter)).holding(holds)
}

/// Leads, through the positions that are reached.
fn by_thresholds<'a, G: Game>(
    asked: Asked<'a, G>,
    facts: &Facts,
    repeat: Repeat,
    limits: &Limits,
) -> Result<Ready<'a, G>, Text> {
    if !asked.wants(&THRESHOLDS) {
        return Err("the game counts points".into());
    }
    if let Repeat::Wins(_) = repeat {
        return Err("endless play is won, and the game counts points".into());
    }
    let Asked { game, start, .. } = asked;
    let images = facts.images.filter(|_| limits.symmetry);
    let reached = estimate(game, facts, images, limits, repeat);
    let estimate = Estimate {
        bytes: reached.bytes - graph::POSITION_BYTES - 2 * Codes::cell_bytes(facts.kind) + thresholds::POSITION_BYTES,
        per_move: thresholds::MOVE_BYTES,
        ..reached
    };
    let run = move |meter: &mut Meter| {
        let mut back = Thresholds::reach(game, start, meter)?;
        back.solve(meter)?;
        back.solved()
    };
    Ok(Ready::new(&THRESHOLDS, estimate, run).holding(Holds::Graph(graph::least_bytes(game, start, limits))))
}

/// Through all placements; where their values cannot be had so, through the positions that are reached.
fn by_placements<G: Game>(
    asked: &Asked<G>,
    index: Arc<dyn Reversible<G::Position>>,
    repeat: Repeat,
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Stop> {
    let others = &mut Others::none();
    let mut placed = Placed::new(asked.game, asked.start, index, others)?;
    if placed.solve(asked.ask, others, meter)? {
        return Ok(placed.solved());
    }
    if asked.insists(&PLACEMENTS) {
        return Err(not_by_placements(placed.faulty(meter)?));
    }
    meter.start_over();
    Ok(Solved { instead: Some(&REACHED), ..by_reached(asked, repeat, meter)? })
}

/// Through all placements together with the processes at the other ends of a wire: all of them call this, and go on with what it gives, in step.
pub(super) fn with_others<'w, G: Game>(
    asked: &Asked<'w, G>,
    words: &'w dyn Words<G::Position>,
    all: &Limits,
    wire: &'w mut dyn Wire,
    meter: &mut Meter,
) -> Result<Box<dyn Gathered + 'w>, Stop> {
    let index = reversible(asked, all).map_err(not_by_placements)?;
    let mut others = Others::on(wire);
    let mut placed = Placed::new(asked.game, asked.start, index, &others)?;
    if !placed.solve(asked.ask, &mut others, meter)? {
        return Err(not_by_placements(placed.faulty(meter)?));
    }
    placed.gathered(words, others, meter)
}

fn not_by_placements(reason: Text) -> Stop {
    Stop::Unfit { method: PLACEMENTS.name, reason }
}

/// Through marks among all numbers; where that cannot be, through the positions that are reached.
fn by_marks<G: Game>(
    asked: &Asked<G>,
    numbers: &Numbers,
    repeat: Repeat,
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Stop> {
    let Asked { game, start, .. } = *asked;
    if let Some(words) = game.words() {
        let (first, _) = beginning(game, start, words, meter.limits());
        if let Some(found) = marked::solve(&Place { game, start, words, by: None }, numbers, &first, meter)? {
            return Ok(found.solved(numbers));
        }
    }
    if asked.insists(&MARKS) {
        let reason = "some position cannot be looked at, wins take too many plies, or moves change too much at once";
        return Err(Stop::Unfit { method: MARKS.name, reason: reason.into() });
    }
    meter.start_over();
    Ok(Solved { instead: Some(&REACHED), ..by_reached(asked, repeat, meter)? })
}

fn by_reached<G: Game>(asked: &Asked<G>, repeat: Repeat, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
    let mut back = Backward::reach(asked.game, asked.start, meter)?;
    back.waves(meter)?;
    if let Repeat::Wins(winner) = repeat {
        back.draws(winner, meter)?;
        back.endless(winner)?;
    } else {
        back.rest_is(|_| Outcome::Draw)?;
    }
    back.solved()
}

const WAVES: &str = "from the finished positions, one wave a ply";

/// Writing out the moves takes longer than to walk through so many positions.
const FEW: u64 = 1 << 13;

/// Waves number the cells of a tier with 32 bits.
const MOST_OF_TIER: u64 = 1 << 32;

/// Whether the positions that are reached are looked at though placements would do: that is asked for, there are few of them, or positions have more
/// images than cells are folded by, so that one position is kept for all of them.
fn others_are_better<G: Game>(asked: &Asked<G>, facts: &Facts, limits: &Limits) -> bool {
    let many_images = limits.symmetry && facts.images.is_some_and(|images| images > MANY_IMAGES);
    let few = asked.game.index_from(asked.start).is_some_and(|index| index.size() <= FEW);
    !asked.wants(&PLACEMENTS) || (many_images || few) && !asked.insists(&PLACEMENTS)
}

/// The game's numbering with moves both ways, if it fits within the limits.
fn reversible<G: Game>(asked: &Asked<G>, limits: &Limits) -> Result<Arc<dyn Reversible<G::Position>>, Text> {
    let Asked { game, start, .. } = *asked;
    let index = game.reversible(start)?;
    let all = !placed::are_told_apart(index.size(), asked.ask, limits);
    let index = limits.symmetry.then(|| game.folded(start, all)).flatten().unwrap_or(index);
    let tiers = index.tiers();
    if tiers.iter().any(|tier| tier.numbers.end - tier.numbers.start > MOST_OF_TIER) {
        return Err("a tier has more than 2^32 placements".into());
    }
    // The moves as they are written out take some, too.
    let fits = placed::bytes(&tiers, limits) <= limits.memory / 8 * 7;
    let fits = fits && limits.positions.is_none_or(|most| index.size() <= most);
    // Nothing else keeps every placement: the search says which limit it comes to.
    if fits || limits.all_starts {
        Ok(index)
    } else {
        Err(say!("{} placements are more than there is room for", Count(index.size())))
    }
}

fn estimate<G: Game>(game: &G, facts: &Facts, images: Option<u64>, limits: &Limits, repeat: Repeat) -> Estimate {
    let numbers = graph::index_bytes(facts.index_size, limits);
    let place = if numbers.is_some() { 8 } else { Numbering::<G::Position>::each_bytes(game.position_bytes()) };
    Estimate {
        fixed: numbers.unwrap_or(0),
        bytes: place + 2 * Codes::cell_bytes(facts.kind) + graph::POSITION_BYTES,
        per_move: graph::MOVE_BYTES,
        images,
        steps: steps(game, repeat, images.is_some()),
        ..Estimate::default()
    }
}

fn steps<G: Game>(game: &G, repeat: Repeat, folded: bool) -> Vec<(&'static str, Text)> {
    let (back, rest) = match repeat {
        _ if game.kind() == Kind::Points => {
            let back = "part by part of what goes round, from the last; in each the leads that can be forced, the farthest first";
            (back, "what going round is worth".into())
        }
        Repeat::Wins(winner) => {
            (WAVES, say!("{} wins them, unless a drawn end can be forced", game.show_player(winner)))
        }
        _ => (WAVES, "draws".into()),
    };
    let mut steps = vec![
        ("number the positions", "breadth first from the start".into()),
        ("work backwards", back.into()),
        ("the rest", rest),
    ];
    steps.splice(1..1, folded.then(one_image));
    steps
}
