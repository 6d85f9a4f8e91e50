//! Proof-number search, depth first (L. V. Allis, M. van der Meulen and H. J. van den Herik, "Proof-number search", 1994; depth first with a
//! table: A. Nagai, "Df-pn", 2002): follows the line on which the fewest positions are left to look at to prove that a player wins, or does not.
//!
//! Holds where play does not repeat and only who wins is asked. What is proven rests on endings and on what was proven before, so it would be right
//! whatever else repeats; a repetition on the line that is followed is reported all the same, as everywhere. Where draws are possible two questions are
//! asked: does the mover win, and if not, does it at least draw. Every position's moves are asked for once. Memory: a position, 28 bytes of proof numbers
//! and places, 5 to 10 of table, and 4 bytes a move.

use super::patience::Patience;
use crate::error::{Loop, Stop, Trouble};
use crate::game::{Fault, Game, Step, ended, looked, moves};
use crate::limits::Meter;
use crate::store::{Numbering, growing, too_many};
use crate::value::{Outcome, Plies, Value};

/// Positions still to be looked at to prove that the mover succeeds, and that the mover does not.
#[derive(Clone, Copy)]
struct Effort {
    prove: u32,
    refute: u32,
}

const NEVER: u32 = u32::MAX;
/// Sums of efforts stay below this: they may count a position often.
const MOST: u32 = 1 << 30;

/// So many steps, and as many more as there are positions, without a new position: another method may be quicker.
const PATIENCE: u64 = 1_000_000;

impl Effort {
    const UNKNOWN: Effort = Effort { prove: 1, refute: 1 };
    const PROVEN: Effort = Effort { prove: 0, refute: NEVER };
    const REFUTED: Effort = Effort { prove: NEVER, refute: 0 };

    fn settled(self) -> bool {
        self.prove == 0 || self.refute == 0
    }

    /// As the other player sees it.
    fn turned(self) -> Effort {
        Effort { prove: self.refute, refute: self.prove }
    }
}

/// What the mover is asked to reach: a win, or at least a draw. What the other player must reach to prevent it is the other of the two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Win,
    Draw,
}

impl Goal {
    fn other(self) -> Goal {
        if self == Goal::Win { Goal::Draw } else { Goal::Win }
    }

    fn reached(self, value: Value) -> bool {
        match value {
            Value::Outcome(Outcome::Win(_)) => true,
            Value::Outcome(Outcome::Draw) => self == Goal::Draw,
            _ => false,
        }
    }
}

/// What is known of a position: effort for each goal, and where its moves are once they were asked for.
#[derive(Clone, Copy)]
struct Known {
    effort: [Effort; 2],
    first: u32,
    count: u32,
    open: bool,
    asked: bool,
}

/// A position on the line, with what it must reach and how much effort it may take before another is tried.
struct Frame {
    number: u32,
    goal: Goal,
    most: Effort,
}

pub(super) struct Proof<'a, G: Game> {
    game: &'a G,
    numbering: Numbering<G::Position>,
    known: Vec<Known>,
    /// Where moves lead: a number, doubled, and one more if the same player moves on.
    edges: Vec<u32>,
    line: Vec<Frame>,
    patience: Patience,
}

impl<'a, G: Game> Proof<'a, G> {
    pub(super) fn new(game: &'a G) -> Proof<'a, G> {
        let (known, edges, line) = (Vec::new(), Vec::new(), Vec::new());
        Proof { game, numbering: Numbering::default(), known, edges, line, patience: Patience::default() }
    }

    /// Bytes for a position, and for a move.
    pub(super) fn each_bytes(position_bytes: usize) -> (u64, u64) {
        let position = Numbering::<G::Position>::each_bytes(position_bytes) + 2 * size_of::<Known>() as u64;
        (position, 2 * size_of::<u32>() as u64)
    }

    /// How many positions were looked at.
    pub(super) fn len(&self) -> u64 {
        self.numbering.len() as u64
    }

    /// Who wins from a canonical position; nothing where that is not found this way within reason.
    pub(super) fn value(&mut self, position: &G::Position, meter: &mut Meter) -> Result<Option<Value>, Stop> {
        if let Some(value) = ended(self.game, position).map_err(|fault| self.fault(position, fault))? {
            return Ok(Some(value));
        }
        let root = self.number(position.clone(), meter)?;
        let Some(wins) = self.reaches(root, Goal::Win, meter)? else { return Ok(None) };
        if wins {
            return Ok(Some(Value::Outcome(Outcome::Win(Plies::Unknown))));
        }
        let draws = self.reaches(root, Goal::Draw, meter).map_err(|stop| match stop {
            Stop::Time { .. } | Stop::Memory { .. } | Stop::Positions { .. } | Stop::Cancelled => {
                let at_most = Some(Value::Outcome(Outcome::Draw));
                Stop::Short { why: Box::new(stop), at_least: None, at_most }
            }
            stop => stop,
        })?;
        let worth = |draws: bool| Value::Outcome(if draws { Outcome::Draw } else { Outcome::Loss(Plies::Unknown) });
        Ok(draws.map(worth))
    }

    /// Whether the goal is reached; nothing where the numbers go on changing without a new position.
    fn reaches(&mut self, root: u32, goal: Goal, meter: &mut Meter) -> Result<Option<bool>, Stop> {
        let all = Effort { prove: NEVER, refute: NEVER };
        let (mut looked, mut stalled) = (self.len(), 0_u64);
        while !self.effort(root, goal).settled() {
            self.enter(root, goal, all)?;
            while let Some(frame) = self.line.last() {
                meter.step()?;
                self.patience.ask(self.game, self.numbering.position(root), self.numbering.len() as u64, meter)?;
                let (number, goal, most) = (frame.number, frame.goal, frame.most);
                self.ask(number, meter)?;
                self.turns_back(number)?;
                stalled = if self.len() > looked { 0 } else { stalled + 1 };
                looked = self.len();
                if stalled > PATIENCE.saturating_add(looked) {
                    return Ok(None);
                }
                let (effort, next) = self.weigh(number, goal, most);
                self.patience.weighed(self.known[number as usize].count as usize);
                self.known[number as usize].effort[goal as usize] = effort;
                match next.filter(|_| effort.prove < most.prove && effort.refute < most.refute) {
                    Some((next, goal, most)) => self.enter(next, goal, most)?,
                    None => {
                        self.known[number as usize].open = false;
                        self.line.pop();
                    }
                }
            }
        }
        Ok(Some(self.effort(root, goal).prove == 0))
    }

    /// A move back into the line is reported even if the line does not follow it: the numbers around a loop would feed each other.
    fn turns_back(&self, number: u32) -> Result<(), Stop> {
        let known = self.known[number as usize];
        let edges = &self.edges[known.first as usize..][..known.count as usize];
        let back = edges.iter().map(|edge| edge >> 1).find(|next| self.known[*next as usize].open);
        back.map_or(Ok(()), |next| Err(self.cycle(next)))
    }

    fn effort(&self, number: u32, goal: Goal) -> Effort {
        self.known[number as usize].effort[goal as usize]
    }

    fn enter(&mut self, number: u32, goal: Goal, most: Effort) -> Result<(), Stop> {
        if self.known[number as usize].open {
            return Err(self.cycle(number));
        }
        self.known[number as usize].open = true;
        self.line.push(Frame { number, goal, most });
        Ok(())
    }

    /// The effort that a position takes, and the move to follow with the goal after it and what it may take.
    fn weigh(&self, number: u32, goal: Goal, most: Effort) -> (Effort, Option<(u32, Goal, Effort)>) {
        let known = self.known[number as usize];
        let edges = &self.edges[known.first as usize..][..known.count as usize];
        let (mut best, mut second, mut refute) = (None::<(Effort, u32, bool)>, NEVER, 0_u32);
        for edge in edges {
            let (next, same) = (edge >> 1, edge & 1 == 1);
            let seen = if same { self.effort(next, goal) } else { self.effort(next, goal.other()).turned() };
            refute = if seen.refute == NEVER || refute == NEVER { NEVER } else { (refute + seen.refute).min(MOST) };
            match best {
                Some((least, ..)) if seen.prove >= least.prove => second = second.min(seen.prove),
                _ => {
                    second = best.map_or(NEVER, |(least, ..)| least.prove);
                    best = Some((seen, next, same));
                }
            }
        }
        let Some((seen, next, same)) = best else { return (Effort::REFUTED, None) };
        let effort = match (seen.prove, refute) {
            (0, _) => Effort::PROVEN,
            (_, 0) => Effort::REFUTED,
            (prove, refute) => Effort { prove, refute },
        };
        // Until another move looks easier, or this position takes too much: always at least one step more.
        let rest = most.refute.saturating_sub(refute).saturating_add(seen.refute);
        let may = Effort {
            prove: most.prove.min(second.saturating_add(1)).max(seen.prove.saturating_add(1)),
            refute: rest.max(seen.refute.saturating_add(1)),
        };
        let follow = if same { (next, goal, may) } else { (next, goal.other(), may.turned()) };
        (effort, (!effort.settled()).then_some(follow))
    }

    /// Asks a position for its moves, once.
    fn ask(&mut self, number: u32, meter: &mut Meter) -> Result<(), Stop> {
        if self.known[number as usize].asked {
            return Ok(());
        }
        let position = self.numbering.position(number).clone();
        let (mover, first, mut found) = (self.game.mover(&position), self.edges.len(), Vec::new());
        looked(self.game, &position, &mut found).map_err(|fault| self.fault(&position, fault))?;
        self.patience.made(found.len());
        for (_, next) in found {
            let same = self.game.mover(&next) == mover;
            let next = self.number(next, meter)?;
            self.edges.push(2 * next + u32::from(same));
        }
        let count = u32::try_from(self.edges.len() - first).ok();
        let Some((first, count)) = u32::try_from(first).ok().zip(count) else {
            return Err(self.fault(&position, too_many()));
        };
        let known = &mut self.known[number as usize];
        (known.first, known.count, known.asked) = (first, count, true);
        Ok(())
    }

    /// The number of a position; if it is new, what its ending says of it.
    fn number(&mut self, position: G::Position, meter: &mut Meter) -> Result<u32, Stop> {
        let position = self.game.canonical(position);
        let added = self.numbering.add(position.clone());
        let (number, new) = added.ok_or_else(|| self.fault(&position, too_many()))?;
        if new {
            meter.position(|| self.bytes())?;
            let over = ended(self.game, &position).map_err(|fault| self.fault(&position, fault))?;
            let effort = |goal: Goal| match over {
                Some(value) if goal.reached(value) => Effort::PROVEN,
                Some(_) => Effort::REFUTED,
                None => Effort::UNKNOWN,
            };
            let effort = [effort(Goal::Win), effort(Goal::Draw)];
            self.known.push(Known { effort, first: 0, count: 0, open: false, asked: false });
        }
        Ok(number)
    }

    fn bytes(&self) -> u64 {
        let known = self.known.capacity() * growing(self.known.len(), self.known.capacity()) * size_of::<Known>();
        let edges = self.edges.capacity() * growing(self.edges.len(), self.edges.capacity()) * size_of::<u32>();
        self.numbering.peak_bytes(self.game.position_bytes()) + (known + edges) as u64
    }

    /// The moves along the line, from its beginning, and on to that position.
    fn names(&self, on: Option<u32>) -> Vec<String> {
        let numbers: Vec<u32> = self.line.iter().map(|frame| frame.number).chain(on).collect();
        let named = |pair: &[u32]| {
            let mut steps: Vec<Step<G>> = Vec::new();
            moves(self.game, self.numbering.position(pair[0]), &mut steps).ok()?;
            let leads = |step: &&Step<G>| self.game.canonical(step.next.clone()) == *self.numbering.position(pair[1]);
            steps.iter().find(leads).map(|step| self.game.show_move(&step.mv))
        };
        numbers.windows(2).filter_map(named).collect()
    }

    fn cycle(&self, number: u32) -> Stop {
        let depth = self.line.iter().position(|frame| frame.number == number).unwrap_or(0);
        let mut reached_by = self.names(Some(number));
        let moves = reached_by.split_off(depth.min(reached_by.len()));
        let show = |frame: &Frame| self.game.show_position(self.numbering.position(frame.number));
        let positions = self.line[depth..].iter().map(show).collect();
        Stop::Cycle(Box::new(Loop { reached_by, positions, moves, refused: None }))
    }

    fn fault(&self, position: &G::Position, fault: Fault) -> Stop {
        let (position, path) = (self.game.show_position(position), Some(self.names(None)));
        Stop::Fault(Box::new(Trouble { fault, position, mv: None, path }))
    }
}
