//! Depth first with a table (Michie's memo functions, 1968), with a stack of its own: play may be as long as memory.
//!
//! Holds for every game whose play does not repeat; a position met again on the way to itself is reported with the
//! loop. Cost: every reachable position is expanded once. Memory: a position, 4 or 8 bytes of value and 5 to 10 of
//! table; along the current line of play also the moves not yet tried.

mod kept;

use super::{Ask, Estimate, Fit, Method, Solved};
use crate::error::{Loop, Stop, Trouble};
use crate::facts::Facts;
use crate::game::{Fault, Gain, Game, looked, nth_move, value_after};
use crate::limits::{Limits, Meter};
use crate::store::{Codes, Numbering, Store, growing, too_many};
use crate::value::Value;
use kept::Unwritten;

pub(super) struct Memo;

/// Steps after which it is looked whether it is time to write what was solved.
const OFTEN: u32 = 1 << 10;

impl<G: Game> Method<G> for Memo {
    fn name(&self) -> &'static str {
        "memo"
    }

    fn about(&self) -> &'static str {
        "depth first with a table, where play does not repeat"
    }

    fn fit(&self, game: &G, _: &Ask, facts: &Facts, _: &Limits) -> Fit {
        let bytes = Numbering::<G::Position>::each_bytes(game.position_bytes()) + 2 * Codes::cell_bytes(facts.kind);
        let steps = vec![("search depth first", "each position once, kept in a table".to_owned())];
        Fit::Yes(Estimate { bytes, steps, ..Estimate::default() })
    }

    fn run(&self, game: &G, start: &G::Position, _: &Ask, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        meter.phase("searching", None);
        let mut search = Search::new(game, meter);
        search.go_on(meter)?;
        search.open(start.clone(), meter)?;
        let mut steps = 0_u32;
        while let Some(frame) = search.frames.last() {
            meter.step()?;
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(OFTEN) {
                search.keep(false)?;
                continue;
            }
            if search.steps.len() == frame.first {
                search.close()?;
            } else {
                search.look(meter)?;
            }
        }
        search.keep(true)?;
        let Search { numbering, codes, finished, .. } = search;
        Ok(Solved::whole(Store::from_numbering(numbering, codes), finished))
    }
}

struct Search<'a, G: Game> {
    game: &'a G,
    numbering: Numbering<G::Position>,
    /// Known for every position left behind; not for those on the current line.
    codes: Codes,
    /// The current line of play.
    frames: Vec<Frame>,
    /// The moves not yet looked at of every position on the line; the last of each is the one being looked at.
    steps: Vec<Ahead<G::Position>>,
    finished: u64,
    /// The numbers of a position's successors, while they are looked up.
    numbers: Vec<Option<u32>>,
    /// A position's successors, as the game gives them.
    looked: Vec<(Gain, G::Position)>,
    /// What is to be written to disk, if it is to be.
    unwritten: Option<Unwritten>,
}

/// A move not yet looked at.
struct Ahead<P> {
    /// Its place among the moves of its position.
    place: u32,
    gain: Gain,
    next: P,
}

struct Frame {
    number: u32,
    /// Where this position's moves begin in `steps`.
    first: usize,
    best: Option<Value>,
}

impl<'a, G: Game> Search<'a, G> {
    fn new(game: &'a G, meter: &Meter) -> Search<'a, G> {
        let (numbering, codes, unwritten) =
            (Numbering::default(), Codes::new(game.kind(), 0), Unwritten::of(game, meter));
        let (frames, steps, numbers, looked) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Search { game, numbering, codes, frames, steps, finished: 0, numbers, looked, unwritten }
    }

    /// Looks at the last move of the position on top: takes its value, or goes there.
    fn look(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let step = self.steps.last().expect("a frame with moves left");
        let Some(value) = self.open(step.next.clone(), meter)? else { return Ok(()) };
        let frame = self.frames.last_mut().expect("a move belongs to a frame");
        let Ahead { gain, next, .. } = self.steps.last().expect("a frame with moves left");
        let mover = self.game.mover(self.numbering.position(frame.number));
        match value_after(self.game, mover, *gain, next, value) {
            Ok(value) => frame.best = frame.best.max(Some(value)),
            Err(fault) => return Err(self.fault(fault)),
        }
        self.steps.pop();
        Ok(())
    }

    /// The value of a position if it is known; if it is new, it goes on top of the line instead.
    fn open(&mut self, position: G::Position, meter: &mut Meter) -> Result<Option<Value>, Stop> {
        let added = self.numbering.add(self.game.canonical(position));
        let (number, new) = added.ok_or_else(|| self.fault(too_many()))?;
        if !new {
            let known = self.codes.get(number as usize);
            return if known.is_some() { Ok(known) } else { Err(self.cycle(number)) };
        }
        meter.position(|| self.bytes())?;
        self.codes.grow(self.numbering.len());
        self.looked.clear();
        match looked(self.game, self.numbering.position(number), &mut self.looked) {
            Ok(Some(value)) => {
                self.finished += 1;
                self.know(number, value)?;
                Ok(Some(value))
            }
            Ok(None) => {
                self.enter(number);
                Ok(None)
            }
            Err(fault) => Err(self.fault_at(number, fault)),
        }
    }

    /// Puts a position on top of the line. Moves whose worth is known already are taken in at once: looking all of them up together
    /// lets the processor wait for memory once and not once a move (tic-tac-toe 4×4×4: 0.6 of the time).
    fn enter(&mut self, number: u32) {
        let Search { game, numbering, codes, steps, numbers, looked, .. } = self;
        let mover = game.mover(numbering.position(number));
        numbers.clear();
        numbers.extend(looked.iter().map(|(_, next)| numbering.find(&game.canonical(next.clone()))));
        let (first, mut best) = (steps.len(), None);
        for (place, ((gain, next), number)) in (0..).zip(looked.drain(..).zip(numbers.iter())) {
            let known = number.and_then(|number| codes.get(number as usize));
            // What is faulty is left for its turn.
            match known.and_then(|value| value_after(*game, mover, gain, &next, value).ok()) {
                Some(value) => best = best.max(Some(value)),
                None => steps.push(Ahead { place, gain, next }),
            }
        }
        self.frames.push(Frame { number, first, best });
    }

    /// Every move of the position on top has been looked at.
    fn close(&mut self) -> Result<(), Stop> {
        let Some(Frame { number, best: Some(value), .. }) = self.frames.pop() else { return Ok(()) };
        self.know(number, value)
    }

    fn know(&mut self, number: u32, value: Value) -> Result<(), Stop> {
        if let Some(unwritten) = &mut self.unwritten {
            unwritten.solved.push(number);
        }
        self.codes.set(number as usize, value).map_err(|fault| self.fault_at(number, fault))
    }

    fn bytes(&self) -> u64 {
        let steps =
            self.steps.capacity() * growing(self.steps.len(), self.steps.capacity()) * size_of::<Ahead<G::Position>>();
        let frames = self.frames.capacity() * growing(self.frames.len(), self.frames.capacity()) * size_of::<Frame>();
        let solved = self.unwritten.as_ref().map_or(0, |unwritten| unwritten.solved.capacity() * size_of::<u32>());
        let codes = self.codes.peak_bytes() + solved as u64;
        self.numbering.peak_bytes(self.game.position_bytes()) + (steps + frames) as u64 + codes
    }

    /// The moves that lead to the frame at `depth` (to the position on top for the last one).
    fn line(&self, depth: usize) -> Vec<String> {
        let ends = self.frames.iter().skip(1).map(|frame| frame.first).chain([self.steps.len()]);
        let lines = self.frames.iter().zip(ends).take(depth);
        lines.map(|(frame, end)| self.show_move(frame.number, self.steps[end - 1].place)).collect()
    }

    fn show_move(&self, number: u32, place: u32) -> String {
        let mv = nth_move(self.game, self.numbering.position(number), place as usize);
        mv.map_or_else(String::new, |mv| self.game.show_move(&mv))
    }

    fn cycle(&self, number: u32) -> Stop {
        let depth = self.frames.iter().position(|frame| frame.number == number).unwrap_or(0);
        let mut reached_by = self.line(self.frames.len());
        let moves = reached_by.split_off(depth);
        let positions = self.frames[depth..].iter().map(|frame| self.show(frame.number)).collect();
        Stop::Cycle(Box::new(Loop { reached_by, positions, moves, refused: None }))
    }

    /// A fault at a position that is not on the line yet, one move beyond its top.
    fn fault_at(&self, number: u32, fault: Fault) -> Stop {
        let on_line = self.frames.iter().position(|frame| frame.number == number);
        let path = self.line(on_line.unwrap_or(self.frames.len()));
        Stop::Fault(Box::new(Trouble { fault, position: self.show(number), mv: None, path: Some(path) }))
    }

    /// A fault in the move being looked at.
    fn fault(&self, fault: Fault) -> Stop {
        let position = self.frames.last().map_or_else(String::new, |frame| self.show(frame.number));
        let mut path = self.line(self.frames.len());
        let mv = path.pop();
        Stop::Fault(Box::new(Trouble { fault, position, mv, path: Some(path) }))
    }

    fn show(&self, number: u32) -> String {
        self.game.show_position(self.numbering.position(number))
    }
}
