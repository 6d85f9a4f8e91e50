//! Alpha-beta with a table (J. McCarthy 1956; D. Knuth and R. Moore, "An analysis of alpha-beta pruning", 1975; the table after
//! R. Greenblatt and others, 1967), asked by windows of no width (MTD(f), A. Plaat and others, 1996), moves that cut off first
//! (the history heuristic, J. Schaeffer 1983).
//!
//! Depth first to the ends: in games that end no deepening is needed, and the table and the credit of moves carry over from window to window.
//! Who wins, where that is all that is asked, is found by proof numbers (`proof`): fewer positions where moves are few and forced (hexapawn
//! 5×5: 165 thousand and not 452), more where one move is like another (domineering 5×6: 2.2 million and not 0.9).
//!
//! Holds where play does not repeat and only the value, or that of each first move, is asked: most positions are then never
//! looked at. A repetition met on the way is reported; one that no line needs is not. Who wins is found, not how soon. Stopped
//! at a limit, it tells between which bounds the value lies. Memory: a position, 24 bytes of bounds and 5 to 10 of table.

mod patience;
mod proof;

use super::{Ask, Estimate, Fit, Method, Solved, many_images};
use crate::error::{Loop, Stop, Trouble};
use crate::facts::Facts;
use crate::game::{Fault, Game, Step, ended, moves};
use crate::limits::{Limits, Meter};
use crate::store::{Numbering, Store, growing, too_many};
use crate::value::{Kind, Outcome, Plies, Value};
use patience::Patience;
use std::collections::HashMap;
use std::hash::BuildHasher;

pub(super) struct Search;

impl<G: Game> Method<G> for Search {
    fn name(&self) -> &'static str {
        "search"
    }

    fn about(&self) -> &'static str {
        "alpha-beta or proof numbers with a table, for the value alone: who wins, not how soon"
    }

    fn set_aside(&self, game: &G, _: &Ask, facts: &Facts, limits: &Limits) -> Option<&'static str> {
        many_images(game, facts, limits)
    }

    fn fit(&self, game: &G, ask: &Ask, facts: &Facts, _: &Limits) -> Fit {
        if *ask > Ask::BestMoves {
            return Fit::no("only for `--ask value` and `--ask best`");
        }
        if facts.repeat.is_some() {
            return Fit::no("play may repeat");
        }
        if by_proof(ask, facts.kind) {
            let (bytes, per_move) = proof::Proof::<G>::each_bytes(game.position_bytes());
            let steps = vec![
                ("ask yes or no", "does the mover win? and if not, is it at least a draw?".to_owned()),
                (
                    "count what is missing",
                    "follow the line on which fewest positions are left to prove either".to_owned(),
                ),
            ];
            return Fit::Yes(Estimate { bytes, per_move, steps, ..Estimate::default() });
        }
        let bytes = Numbering::<G::Position>::each_bytes(game.position_bytes()) + 2 * size_of::<Known>() as u64;
        let steps = vec![
            ("ask yes or no", "is the start worth at least so much? until one value is left".to_owned()),
            (
                "search depth first",
                "leaving what cannot change the answer; the moves that decided before come first".to_owned(),
            ),
        ];
        Fit::Yes(Estimate { bytes, steps, ..Estimate::default() })
    }

    fn hands_over(&self, stop: &Stop) -> bool {
        matches!(stop.why(), Stop::Memory { .. })
    }

    fn run(&self, game: &G, start: &G::Position, ask: &Ask, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        meter.phase("searching", None);
        if by_proof(ask, game.kind())
            && let Some(solved) = proven(game, start, meter)?
        {
            return Ok(solved);
        }
        let mut search = Tree::new(game);
        let mut store = Store::numbered(game.kind());
        let start = game.canonical(start.clone());
        let mut wanted = vec![start.clone()];
        let over = ended(game, &start).map_err(|fault| search.fault_at(&start, fault))?.is_some();
        if *ask >= Ask::BestMoves && !over {
            let mut steps = Vec::new();
            moves(game, &start, &mut steps).map_err(|fault| search.fault_at(&start, fault))?;
            wanted.extend(steps.into_iter().map(|step: Step<G>| game.canonical(step.next)));
        }
        // The start first: what its moves are worth is then half known.
        for position in wanted {
            let value = search.value(&position, meter)?;
            store.set(game, position.clone(), value).map_err(|fault| search.fault_at(&position, fault))?;
        }
        let searched = Some(search.numbering.len() as u64);
        Ok(Solved { whole: false, searched, ..Solved::whole(store, 0) })
    }
}

/// Proof numbers answer who wins, and nothing else.
fn by_proof(ask: &Ask, kind: Kind) -> bool {
    *ask == Ask::Value && kind == Kind::Outcome
}

/// The start by proof numbers, if they find out within reason.
fn proven<G: Game>(game: &G, start: &G::Position, meter: &mut Meter) -> Result<Option<Solved<G::Position>>, Stop> {
    let (mut proof, mut store) = (proof::Proof::new(game), Store::numbered(Kind::Outcome));
    let start = game.canonical(start.clone());
    let Some(value) = proof.value(&start, meter)? else { return Ok(None) };
    store.set(game, start.clone(), value).map_err(|fault| {
        let position = game.show_position(&start);
        Stop::Fault(Box::new(Trouble { fault, position, mv: None, path: None }))
    })?;
    Ok(Some(Solved { whole: false, searched: Some(proof.len()), ..Solved::whole(store, 0) }))
}

/// What a position is worth to its mover: a lead, or 1, 0, −1. Wider than leads, so that sums of two need no check.
type Score = i128;

/// Beyond every score.
const ENDLESS: Score = 1 << 66;

/// Between what a position's score is known to lie.
#[derive(Clone, Copy)]
struct Known {
    least: i64,
    most: i64,
    /// Whether it is on the current line.
    open: bool,
}

impl Known {
    const NOTHING: Known = Known { least: i64::MIN, most: i64::MAX, open: false };

    fn least(self) -> Score {
        if self.least == i64::MIN { -ENDLESS } else { Score::from(self.least) }
    }

    fn most(self) -> Score {
        if self.most == i64::MAX { ENDLESS } else { Score::from(self.most) }
    }
}

/// A position on the current line.
struct Frame {
    number: u32,
    /// Where its moves begin; the last is the one being looked at.
    first: usize,
    /// The window as it was asked for, and the best so far.
    alpha: Score,
    beta: Score,
    best: Score,
}

struct Tree<'a, G: Game> {
    game: &'a G,
    numbering: Numbering<G::Position>,
    known: Vec<Known>,
    frames: Vec<Frame>,
    steps: Vec<Step<G>>,
    /// How often a move has cut off.
    credit: HashMap<u64, u32>,
    patience: Patience,
    hasher: std::hash::BuildHasherDefault<std::hash::DefaultHasher>,
}

/// Passes by windows of no width before the rest is asked at once.
const MOST_PASSES: u32 = 24;

impl<'a, G: Game> Tree<'a, G> {
    fn new(game: &'a G) -> Tree<'a, G> {
        let (known, frames, steps) = (Vec::new(), Vec::new(), Vec::new());
        let hasher = std::hash::BuildHasherDefault::default();
        let (numbering, credit, patience) = Default::default();
        Tree { game, numbering, known, frames, steps, credit, patience, hasher }
    }

    /// The value of a canonical position. Each pass asks "at least this?" next to the last answer.
    fn value(&mut self, position: &G::Position, meter: &mut Meter) -> Result<Value, Stop> {
        if let Some(value) = ended(self.game, position).map_err(|fault| self.fault_at(position, fault))? {
            return Ok(value);
        }
        let end = match self.game.kind() {
            Kind::Outcome => 1,
            Kind::Points => ENDLESS,
        };
        let (mut least, mut most, mut near, mut passes) = (-end, end, 0, 0);
        while least < most {
            let beta = if near == least { near + 1 } else { near };
            let window = if passes < MOST_PASSES { (beta - 1, beta) } else { (least, most) };
            let found = self.ask(position, window, meter).map_err(|stop| self.short(stop, least, most))?;
            if found <= window.0 {
                most = found;
            } else if found >= window.1 {
                least = found;
            } else {
                (least, most) = (found, found);
            }
            (near, passes) = (found, passes + 1);
        }
        self.worth(least).ok_or_else(|| self.fault_at(position, Fault::new("a lead leaves the 64-bit numbers")))
    }

    fn worth(&self, score: Score) -> Option<Value> {
        Some(match self.game.kind() {
            Kind::Points => Value::Lead(i64::try_from(score).ok().filter(|lead| *lead > i64::MIN)?),
            Kind::Outcome => Value::Outcome(match score {
                1.. => Outcome::Win(Plies::Unknown),
                0 => Outcome::Draw,
                _ => Outcome::Loss(Plies::Unknown),
            }),
        })
    }

    /// A stop at a limit, with what is known of the value.
    fn short(&self, stop: Stop, least: Score, most: Score) -> Stop {
        let limit = matches!(stop, Stop::Time { .. } | Stop::Memory { .. } | Stop::Positions { .. } | Stop::Cancelled);
        // That nothing is worse than a loss or better than a win is no news.
        let news = |score: Score| self.game.kind() == Kind::Points || score == 0;
        match (self.worth(least).filter(|_| news(least)), self.worth(most).filter(|_| news(most))) {
            (None, None) => stop,
            (at_least, at_most) if limit => Stop::Short { why: Box::new(stop), at_least, at_most },
            _ => stop,
        }
    }

    /// The score of a position, exact within the window, a bound outside it (fail-soft).
    fn ask(&mut self, root: &G::Position, window: (Score, Score), meter: &mut Meter) -> Result<Score, Stop> {
        self.steps.clear();
        self.frames.drain(..).for_each(|frame| self.known[frame.number as usize].open = false);
        let mut found = self.visit(root.clone(), window, meter)?;
        while let Some(frame) = self.frames.last() {
            meter.step()?;
            self.patience.ask(self.game, root, self.numbering.len() as u64, meter)?;
            if let Some(score) = found.take() {
                self.take(score)?;
            } else if self.steps.len() == frame.first {
                found = Some(self.close());
                if self.frames.is_empty() {
                    break;
                }
            } else {
                found = self.go_on(meter)?;
            }
        }
        Ok(found.expect("the last frame was closed with its score"))
    }

    /// Follows the move on top, with the window as the player there sees it.
    fn go_on(&mut self, meter: &mut Meter) -> Result<Option<Score>, Stop> {
        let (Some(frame), Some(step)) = (self.frames.last(), self.steps.last()) else { return Ok(None) };
        let (gain, same) = self.gain(frame, step)?;
        let (alpha, beta) = (frame.alpha.max(frame.best) - gain, frame.beta - gain);
        let window = if same { (alpha, beta) } else { (-beta, -alpha) };
        self.visit(step.next.clone(), window, meter)
    }

    fn gain(&self, frame: &Frame, step: &Step<G>) -> Result<(Score, bool), Stop> {
        let gain = step.gain.net().ok_or_else(|| self.fault(Fault::new("a gain leaves the 64-bit numbers")))?;
        let mover = self.game.mover(self.numbering.position(frame.number));
        Ok((Score::from(gain), self.game.mover(&step.next) == mover))
    }

    /// The move on top turned out to be worth this to the player who moves after it.
    fn take(&mut self, score: Score) -> Result<(), Stop> {
        let (Some(frame), Some(step)) = (self.frames.last(), self.steps.last()) else { return Ok(()) };
        let (gain, same) = self.gain(frame, step)?;
        let score = gain + if same { score } else { -score };
        if i64::try_from(score).is_err() {
            return Err(self.fault(Fault::new("a lead leaves the 64-bit numbers")));
        }
        let cuts = score >= frame.beta;
        if cuts {
            *self.credit.entry(self.key(step)).or_default() += 1;
        }
        self.steps.pop();
        if let Some(frame) = self.frames.last_mut() {
            frame.best = frame.best.max(score);
            if cuts {
                self.steps.truncate(frame.first);
            }
        }
        Ok(())
    }

    /// What is known of the position on top is kept; it is worth this.
    fn close(&mut self) -> Score {
        let Some(Frame { number, alpha, beta, best, .. }) = self.frames.pop() else { return -ENDLESS };
        let known = &mut self.known[number as usize];
        known.open = false;
        // What is beyond the 64-bit numbers is not kept.
        if let Ok(score) = i64::try_from(best) {
            if best > alpha {
                known.least = known.least.max(score);
            }
            if best < beta {
                known.most = known.most.min(score);
            }
        }
        best
    }

    /// The score of a position if what is known settles it; if not, it goes on top of the line.
    fn visit(
        &mut self,
        position: G::Position,
        window: (Score, Score),
        meter: &mut Meter,
    ) -> Result<Option<Score>, Stop> {
        let (alpha, beta) = window;
        let added = self.numbering.add(self.game.canonical(position));
        let (number, new) = added.ok_or_else(|| self.fault(too_many()))?;
        let place = number as usize;
        if new {
            meter.position(|| self.bytes())?;
            self.known.push(Known::NOTHING);
            let position = self.numbering.position(number);
            if let Some(value) = ended(self.game, position).map_err(|fault| self.fault_at(position, fault))? {
                let score = score(value);
                self.known[place] = Known { least: score, most: score, open: false };
            }
        }
        let known = self.known[place];
        if known.open {
            return Err(self.cycle(number));
        }
        if known.least() >= beta || known.least == known.most {
            return Ok(Some(known.least()));
        }
        if known.most() <= alpha {
            return Ok(Some(known.most()));
        }
        let (alpha, beta) = (alpha.max(known.least() - 1), beta.min(known.most() + 1));
        let first = self.steps.len();
        let position = self.numbering.position(number);
        if let Err(fault) = moves(self.game, position, &mut self.steps) {
            self.steps.truncate(first);
            return Err(self.fault_at(self.numbering.position(number), fault));
        }
        self.patience.made(self.steps.len() - first);
        self.sort(first);
        self.known[place].open = true;
        self.frames.push(Frame { number, first, alpha, beta, best: -ENDLESS });
        Ok(None)
    }

    /// The move that cut off most often comes last, where it is taken first.
    fn sort(&mut self, first: usize) {
        self.steps[first..].reverse();
        let mut own: Vec<(u32, Step<G>)> = self.steps.drain(first..).map(|step| (0, step)).collect();
        for (credit, step) in &mut own {
            *credit = self.credit.get(&self.key(step)).copied().unwrap_or(0);
        }
        own.sort_by_key(|(credit, _)| *credit);
        self.steps.extend(own.into_iter().map(|(_, step)| step));
    }

    fn key(&self, step: &Step<G>) -> u64 {
        self.hasher.hash_one(&step.mv)
    }

    fn bytes(&self) -> u64 {
        let steps = self.steps.capacity() * growing(self.steps.len(), self.steps.capacity()) * size_of::<Step<G>>();
        let known = self.known.capacity() * growing(self.known.len(), self.known.capacity()) * size_of::<Known>();
        self.numbering.peak_bytes(self.game.position_bytes()) + (steps + known) as u64
    }

    /// The moves that lead to the frame at `depth`.
    fn line(&self, depth: usize) -> Vec<String> {
        let ends = self.frames.iter().skip(1).map(|frame| frame.first).chain([self.steps.len()]);
        ends.take(depth).filter_map(|end| Some(self.game.show_move(&self.steps.get(end.checked_sub(1)?)?.mv))).collect()
    }

    fn cycle(&self, number: u32) -> Stop {
        let depth = self.frames.iter().position(|frame| frame.number == number).unwrap_or(0);
        let mut reached_by = self.line(self.frames.len());
        let moves = reached_by.split_off(depth.min(reached_by.len()));
        let show = |frame: &Frame| self.game.show_position(self.numbering.position(frame.number));
        let positions = self.frames[depth..].iter().map(show).collect();
        Stop::Cycle(Box::new(Loop { reached_by, positions, moves, refused: None }))
    }

    /// A fault at a position one move beyond the line.
    fn fault_at(&self, position: &G::Position, fault: Fault) -> Stop {
        let (position, path) = (self.game.show_position(position), Some(self.line(self.frames.len())));
        Stop::Fault(Box::new(Trouble { fault, position, mv: None, path }))
    }

    /// A fault in the move being looked at.
    fn fault(&self, fault: Fault) -> Stop {
        let top = self.frames.last().map(|frame| self.game.show_position(self.numbering.position(frame.number)));
        let mut path = self.line(self.frames.len());
        let mv = path.pop();
        Stop::Fault(Box::new(Trouble { fault, position: top.unwrap_or_default(), mv, path: Some(path) }))
    }
}

fn score(value: Value) -> i64 {
    match value {
        Value::Lead(lead) => lead,
        Value::Outcome(Outcome::Win(_)) => 1,
        Value::Outcome(Outcome::Draw) => 0,
        Value::Outcome(Outcome::Loss(_)) => -1,
    }
}
