//! Depth first with a table (Michie's memo functions, 1968), with a stack of its own: play may be as long as memory.
//!
//! Holds for every game whose play does not repeat; a position met again on the way to itself is reported with the
//! loop. Cost: every reachable position is expanded once. Memory: a position's words and mostly one byte of value, 1.3 to 2 times; of a
//! game that has no words for its positions, these and 5 to 10 bytes more; along the current line of play also the moves not yet tried.

mod kept;
mod looks;

use super::rows::code_of;
use super::{Asked, Estimate, Family, Holds, Method, Ready, Solved, Strategy};
use crate::error::{Loop, Stop, Trouble};
use crate::facts::Facts;
use crate::game::{Fault, Gain, Game, Rows, row_of};
use crate::limits::{Limits, Meter};
use crate::store::{Cell, Codes, NONE, Numbering, Rowed, Store, growing};
use crate::value::Kind;
use bouton_rules::Text;
use kept::Unwritten;
use looks::{InWords, Looks, Numbered};

pub(super) struct Memo;

/// Steps after which it is looked whether it is time to write what was solved.
const OFTEN: u32 = 1 << 10;

static MEMO: Strategy = Strategy {
    name: "memo",
    about: "each position once, kept in a table, with a stack of its own",
    speed: Some(1_000_000),
};

static FAMILY: Family = Family {
    name: "memo",
    about: "depth first with a table, where play does not repeat",
    when: "play does not repeat (verified)",
    costs: "one look, a place in a table",
    strategies: || vec![&MEMO],
};

impl<G: Game> Method<G> for Memo {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn fit<'a>(&self, asked: Asked<'a, G>, facts: &Facts, _: &Limits) -> Result<Ready<'a, G>, Text> {
        let game = asked.game;
        let bytes = match game.words() {
            Some(words) => Rowed::each_bytes(words.count()),
            None => {
                let numbered = Numbering::<G::Position>::each_bytes(game.position_bytes()) + Rowed::each_bytes(1);
                numbered + Codes::cell_bytes(facts.kind)
            }
        };
        let steps = vec![("search depth first", "each position once, kept in a table".into())];
        let estimate = Estimate { bytes, steps, ..Estimate::default() };
        Ok(Ready::new(&MEMO, estimate, move |meter| by_table(&asked, meter)).holding(Holds::All))
    }
}

fn by_table<G: Game>(asked: &Asked<G>, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
    let Asked { game, start, .. } = *asked;
    let kind = game.kind();
    let Some(words) = game.words() else {
        let mut numbered = Numbered::from(game, start);
        let (rowed, finished) = solve(&mut numbered, kind, &[0], None, meter)?;
        return Ok(Solved::whole(by_number(kind, numbered.numbering, &rowed), finished));
    };
    let first = row_of(game, words, start);
    let disk = meter.limits().checkpoint.clone().map(Unwritten::to);
    let (rowed, finished) = solve(&mut InWords { game, words }, kind, &first, disk, meter)?;
    Ok(Solved::whole(Store::rowed(kind, rowed), finished))
}

/// Values that were worked out by numbers, as rows of one word.
fn by_number<P: Clone + Eq + Ord + std::hash::Hash>(kind: Kind, numbering: Numbering<P>, rowed: &Rowed) -> Store<P> {
    let mut codes = Codes::new(kind, numbering.len());
    for number in 0..numbering.len() as u64 {
        // Cells of the widest form hold every code.
        let _ = codes.put(&[number], &[rowed.code(&[number])]);
    }
    Store::from_numbering(numbering, codes)
}

/// Every position that can be reached with its value, and how many of them are finished. Compiled once, whatever the game.
fn solve(
    game: &mut dyn Looks,
    kind: Kind,
    first: &[u64],
    unwritten: Option<Unwritten>,
    meter: &mut Meter,
) -> Result<(Rowed, u64), Stop> {
    meter.phase("searching", None);
    let mut search = Search::new(game, kind, first.len(), unwritten);
    search.go_on(meter)?;
    search.open(first, meter)?;
    let (mut steps, mut here) = (0_u32, Vec::new());
    while let Some(frame) = search.frames.last() {
        meter.step()?;
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(OFTEN) {
            search.keep(false)?;
            continue;
        }
        if search.steps.len() == frame.first {
            search.close(&mut here)?;
        } else {
            search.look(&mut here, meter)?;
        }
    }
    search.keep(true)?;
    Ok((search.known, search.finished))
}

struct Search<'a> {
    game: &'a mut dyn Looks,
    /// How many words a position takes.
    words: usize,
    /// The code of a position from that of one that a move leads to, seen by its mover, and what the move gains.
    after: fn(i64, i64) -> Option<i64>,
    /// Every position that was met; those on the current line have no code yet.
    known: Rowed,
    /// The current line of play, and the words of its positions.
    frames: Vec<Frame>,
    line: Vec<u64>,
    /// The moves not yet looked at of every position on the line, and the words that they lead to; the last of each is the one being
    /// looked at.
    steps: Vec<Ahead>,
    ahead: Vec<u64>,
    finished: u64,
    /// Where the moves of a position lead, and the codes there, while they are looked up.
    rows: Rows,
    codes: Vec<i64>,
    /// What is to be written to disk, if it is to be.
    unwritten: Option<Unwritten>,
}

/// A move not yet looked at.
struct Ahead {
    /// Its place among the moves of its position.
    place: u32,
    gain: Gain,
    same_mover: bool,
}

struct Frame {
    /// Where this position's moves begin in `steps`.
    first: usize,
    /// The best code that a move is known to lead to; `NONE` before any is.
    best: i64,
}

impl<'a> Search<'a> {
    fn new(game: &'a mut dyn Looks, kind: Kind, words: usize, unwritten: Option<Unwritten>) -> Search<'a> {
        let after = match kind {
            Kind::Points => i64::checked_after,
            Kind::Outcome => i32::checked_after,
        };
        let (frames, line, steps, ahead) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (known, rows, codes) = (Rowed::new(kind, words), Rows::default(), Vec::new());
        Search { game, words, after, known, frames, line, steps, ahead, finished: 0, rows, codes, unwritten }
    }

    /// Looks at the last move of the position on top: takes its value, or goes there, which is written to `next`.
    fn look(&mut self, next: &mut Vec<u64>, meter: &mut Meter) -> Result<(), Stop> {
        next.clear();
        next.extend_from_slice(&self.ahead[self.ahead.len() - self.words..]);
        let Some(code) = self.open(next, meter)? else { return Ok(()) };
        let Ahead { gain, same_mover, .. } = self.steps.last().expect("a frame with moves left");
        let code = self.value_after(*gain, *same_mover, code).map_err(|fault| self.fault(fault))?;
        let frame = self.frames.last_mut().expect("a move belongs to a frame");
        frame.best = frame.best.max(code);
        self.steps.pop();
        self.ahead.truncate(self.ahead.len() - self.words);
        Ok(())
    }

    /// The code of a position if it is known; if it is new, it goes on top of the line instead.
    fn open(&mut self, row: &[u64], meter: &mut Meter) -> Result<Option<i64>, Stop> {
        match self.known.open(row) {
            Some(NONE) => return Err(self.cycle(row)),
            Some(code) => return Ok(Some(code)),
            None => meter.position(|| self.bytes())?,
        }
        self.rows.truncate(0, self.words);
        let ending = self.game.look(row, &mut self.rows).map_err(|fault| self.fault_at(row, fault))?;
        match ending {
            Some(ending) => {
                let value = self.game.worth(ending).map_err(|fault| self.fault_at(row, fault))?;
                self.finished += 1;
                let code = Codes::code(value).unwrap_or(NONE);
                self.know(row, code)?;
                Ok(Some(code))
            }
            None if self.rows.heads.is_empty() => Err(self.fault_at(row, Fault::nobody_moves())),
            None => {
                self.enter(row);
                Ok(None)
            }
        }
    }

    /// Puts a position on top of the line. Moves whose worth is known already are taken in at once: looking all of them up together
    /// lets the processor wait for memory once and not once a move (tic-tac-toe 4×4×4: 0.6 of the time).
    fn enter(&mut self, row: &[u64]) {
        self.codes.clear();
        self.known.look_up(&self.rows.words, &mut self.codes);
        let (first, mut best) = (self.steps.len(), NONE);
        let rows = self.rows.heads.iter().zip(self.rows.words.chunks_exact(self.words));
        for (place, ((&(gain, same_mover), next), code)) in (0..).zip(rows.zip(&self.codes)) {
            // What is faulty is left for its turn.
            match Some(*code).filter(|code| *code != NONE).map(|code| self.value_after(gain, same_mover, code)) {
                Some(Ok(code)) => best = best.max(code),
                _ => {
                    self.steps.push(Ahead { place, gain, same_mover });
                    self.ahead.extend_from_slice(next);
                }
            }
        }
        self.frames.push(Frame { first, best });
        self.line.extend_from_slice(row);
    }

    /// What a move is worth that leads to a position with this code.
    fn value_after(&self, gain: Gain, same_mover: bool, code: i64) -> Result<i64, Fault> {
        code_of(gain, same_mover, code, self.after)
    }

    /// Every move of the position on top has been looked at; its words are written to `here`.
    fn close(&mut self, here: &mut Vec<u64>) -> Result<(), Stop> {
        let Some(Frame { best: code, .. }) = self.frames.pop() else { return Ok(()) };
        here.clear();
        here.extend(self.line.drain(self.line.len() - self.words..));
        self.know(here, code)
    }

    fn know(&mut self, row: &[u64], code: i64) -> Result<(), Stop> {
        if let Some(unwritten) = &mut self.unwritten {
            unwritten.solved.extend_from_slice(row);
        }
        self.known.know(row, code).map_err(|fault| self.fault_at(row, fault))
    }

    fn bytes(&self) -> u64 {
        fn row<T>(row: &Vec<T>) -> u64 {
            (row.capacity() * growing(row.len(), row.capacity()) * size_of::<T>()) as u64
        }
        let solved = self.unwritten.as_ref().map_or(0, |unwritten| row(&unwritten.solved));
        let line = row(&self.frames) + row(&self.line) + row(&self.steps) + row(&self.ahead);
        self.known.peak_bytes() + self.game.bytes() + line + solved
    }

    /// The words of the position at a depth of the line.
    fn at(&self, depth: usize) -> &[u64] {
        &self.line[depth * self.words..][..self.words]
    }

    /// The moves along the line, with the one being looked at.
    fn moves(&self) -> Vec<String> {
        let ends = self.frames.iter().skip(1).map(|frame| frame.first).chain([self.steps.len()]);
        ends.enumerate()
            .map(|(depth, end)| self.game.show_move(self.at(depth), self.steps[end - 1].place as usize))
            .collect()
    }

    fn cycle(&self, row: &[u64]) -> Stop {
        let depth = (0..self.frames.len()).find(|depth| self.at(*depth) == row).expect("it was met on the line");
        let mut reached_by = self.moves();
        let moves = reached_by.split_off(depth);
        let positions = (depth..self.frames.len()).map(|depth| self.game.show(self.at(depth))).collect();
        Stop::Cycle(Box::new(Loop { reached_by, positions, moves, ..Loop::default() }))
    }

    /// A fault at a position that is not on the line yet, one move beyond its top.
    fn fault_at(&self, row: &[u64], fault: Fault) -> Stop {
        let path = if self.frames.is_empty() { Vec::new() } else { self.moves() };
        Stop::Fault(Box::new(Trouble { fault, position: self.game.show(row), mv: None, path: Some(path) }))
    }

    /// A fault in the move being looked at.
    fn fault(&self, fault: Fault) -> Stop {
        let position = self.frames.len().checked_sub(1).map_or_else(String::new, |top| self.game.show(self.at(top)));
        let mut path = self.moves();
        let mv = path.pop();
        Stop::Fault(Box::new(Trouble { fault, position, mv, path: Some(path) }))
    }
}
