//! Moves and endings in machine code, with the interpreter behind them: wherever the code asks, the interpreter is asked, and its word counts.

use super::Instance;
use crate::dice::mixed;
use crate::game::{Ending, Fault, Gain, Rows, Step};
use crate::limits::interpreted;
use bouton_jit::{Arg, Chosen, Code, Frame, Lowering, Machine, ROW_MADE, ROW_MINE, ROW_THEIRS, Reply, Said, lower};
use bouton_rules::Player;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::{Finish, Move};
use bouton_rules::layout::{Packed, turn};
use bouton_rules::{Text, say};
use foldhash::fast::FixedState;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::hash::BuildHasher;
use std::slice::ChunksExact;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Work that the interpreter does before anything is compiled, which takes as long: smaller games are done sooner so. It counts what a question takes,
/// since an innocent word in one line may have it try a hundred times as much.
pub(super) const PATIENCE: u64 = 60_000;

/// What finds out about a game before play puts work to the interpreter, too: of games that are then asked for less than this, nothing is compiled.
const FEWEST: u32 = 32;

/// Unless this many took very long, so many times what is waited for: one position may have thousands of choices.
const FEW: u32 = 2;
const VERY_LONG: u64 = 8;

/// Numbers of successors that there is room for at first.
const ROOM: usize = 1 << 10;

/// Positions with more numbers than this in their successors are left to the interpreter.
const MOST_ROOM: usize = 1 << 22;

/// Calls code with more and more room for what it writes, until it has enough and says something; `None` where the interpreter must be asked: the call
/// says so, or no more room is given.
#[inline]
pub(super) fn with_room<T>(out: &mut Vec<u64>, mut call: impl FnMut(&mut [u64]) -> Option<Option<T>>) -> Option<T> {
    if out.is_empty() {
        out.resize(ROOM, 0);
    }
    loop {
        if let Some(said) = call(out)? {
            return Some(said);
        }
        if out.len() >= MOST_ROOM {
            return None;
        }
        out.resize(out.len() * 4, 0);
    }
}

/// Machine code of functions that know these lists, or why there is none.
pub(super) fn machine(codes: Vec<Code>, tables: Vec<Vec<i64>>) -> Result<Machine, Text> {
    Machine::knowing(codes, tables).map_err(|refusal| Text::code(refusal.to_string()))
}

/// Whether moves are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jit {
    /// Never.
    Off,
    /// Once enough has been asked that it pays.
    WhenItPays,
    /// At the first question.
    AtOnce,
}

/// Once it pays, unless the environment turns machine code off.
impl Default for Jit {
    fn default() -> Jit {
        if interpreted() { Jit::Off } else { Jit::WhenItPays }
    }
}

/// Compiled moves and endings.
#[derive(Debug)]
pub struct Compiled {
    machine: Machine,
    frame: Frame,
    /// How each choice of each move stands in a row, and of how many numbers these are, where they are numbers.
    chosen: Vec<Vec<Chosen>>,
    numbers: Vec<Option<usize>>,
    /// Of each move, the first of its name; empty where no two moves can read alike.
    twins: Vec<usize>,
    /// Checks that remain in the code.
    pub checks: usize,
    /// Checks that were proven needless.
    pub proven: usize,
}

impl Compiled {
    fn new(game: &Instance) -> Result<Compiled, Text> {
        let interpreter = game.interpreter();
        let lowered = lower(interpreter).map_err(|unfit| {
            let (line, _) = interpreter.rules().source.line_column(unfit.span.start);
            say!("line {line}: {} is not compiled yet", unfit.what)
        })?;
        let Lowering { codes, tables, frame, chosen, proven, twins } = lowered;
        let checks = codes.iter().map(Code::checks).sum();
        let machine = machine(codes, tables)?;
        let moves = &interpreter.rules().moves;
        let first = |name: &str| moves.iter().position(|mv| mv.name == name).expect("the name is that of a move");
        let twins = if twins { moves.iter().map(|mv| first(&mv.name)).collect() } else { Vec::new() };
        let numbers = |all: &Vec<Chosen>| all.iter().all(|one| matches!(one, Chosen::One)).then_some(all.len());
        let numbers = chosen.iter().map(numbers).collect();
        Ok(Compiled { machine, numbers, frame, chosen, twins, checks, proven })
    }

    /// How long compiling took.
    #[must_use]
    pub fn took(&self) -> Duration {
        self.machine.took()
    }

    /// How large the code is: statements, values and operations together.
    #[must_use]
    pub fn size(&self) -> usize {
        self.machine.codes().iter().map(Code::size).sum()
    }

    /// The code, as text.
    #[must_use]
    pub fn code(&self) -> String {
        self.machine.codes().iter().map(ToString::to_string).collect()
    }

    /// Whether the code knows a position by itself, without the interpreter.
    #[must_use]
    pub fn knows(&self, position: &Packed) -> bool {
        self.look(position, |_, _, _| Some(())).is_some()
    }

    /// Puts a question; `None` where the interpreter must be asked.
    #[inline]
    fn ask(&self, position: &[u64], out: &mut Vec<u64>) -> Option<Said> {
        let mover = match position.first()? & 7 {
            turn::FIRST => 0,
            turn::SECOND => 1,
            _ => return None,
        };
        // Where positions differ in length, words that are not there are zeros.
        let padded: SmallVec<[u64; 8]>;
        let position = if position.len() < self.frame.given() {
            let zeros = std::iter::repeat_n(0, self.frame.given() - position.len());
            padded = position.iter().copied().chain(zeros).collect();
            &padded
        } else {
            position
        };
        with_room(out, |out| {
            let said = self.call(mover, position, out)?;
            Some(Some(said).filter(|said| *said != Said::More))
        })
    }

    #[inline]
    fn call(&self, function: usize, position: &[u64], out: &mut [u64]) -> Option<Said> {
        match self.machine.call(function, &mut [Arg::U64(position), Arg::U64Mut(out)]) {
            Ok(Reply::Gives(given)) => Some(Said::read(given, out)),
            Ok(Reply::Ask) | Err(_) => None,
        }
    }

    /// How the game stands; `None` where the interpreter must be asked.
    pub(super) fn ending(&self, position: &[u64]) -> Option<Result<Option<Ending>, Fault>> {
        self.look(position, |_, _, _| Some(())).map(stands)
    }

    /// Every successor, or how the game stands if it is over.
    fn look<T>(
        &self,
        position: &[u64],
        found: impl FnOnce(&Compiled, usize, &mut [u64]) -> Option<T>,
    ) -> Option<Result<Looked<T>, Fault>> {
        OUT.with_borrow_mut(|out| match self.ask(position, out)? {
            Said::On(count) => found(self, count, out).map(|found| Ok(Looked::On(found))),
            Said::Over(finish) => Some(ending(finish, position).map(Looked::Over)),
            Said::More => None,
        })
    }

    /// The rows of so many successors, each move once; `None` where moves that read alike lead elsewhere.
    fn rows<'o>(&self, count: usize, out: &'o mut [u64]) -> Option<ChunksExact<'o, u64>> {
        let width = self.frame.row();
        let rows = out.get_mut(..count * width)?;
        let mut left = count;
        if !self.twins.is_empty() {
            let twins = self.find_twins(&rows.chunks_exact(width).collect::<Vec<_>>())?;
            left = 0;
            for (at, _) in twins.iter().enumerate().filter(|(_, twin)| !**twin) {
                rows.copy_within(at * width..(at + 1) * width, left * width);
                left += 1;
            }
        }
        Some(rows[..left * width].chunks_exact(width))
    }

    /// The move that a row is of, and its choices.
    fn made(&self, row: &[u64]) -> (Option<usize>, SmallVec<[Datum; 4]>) {
        let made = usize::try_from(row[ROW_MADE].cast_signed()).ok();
        let mut words = &row[self.frame.first_arg()..self.frame.first_word()];
        let read = |chosen: &Chosen| {
            let (own, rest) = words.split_at(chosen.words());
            words = rest;
            chosen.read(own)
        };
        let choices = made.map(|made| self.chosen[made].iter().map(read).collect());
        (made, choices.unwrap_or_default())
    }

    /// A number by the move that a row is of, and its choices: as `name` has it. Where each choice is a number, nothing is read first.
    fn name(&self, row: &[u64]) -> u32 {
        let made = usize::try_from(row[ROW_MADE].cast_signed()).ok();
        match made.and_then(|made| self.numbers[made]) {
            Some(count) => numbered(made, row[self.frame.first_arg()..][..count].iter().copied()),
            None => {
                let (made, args) = self.made(row);
                name(made, &args)
            }
        }
    }

    /// What a move reads like: its name and its choices.
    fn read<'r>(&self, row: &'r [u64]) -> (usize, &'r [u64]) {
        let name = usize::try_from(row[ROW_MADE]).ok().and_then(|made| self.twins.get(made));
        (name.copied().unwrap_or(usize::MAX), &row[self.frame.first_arg()..self.frame.first_word()])
    }

    /// Marks every row whose move reads like one before it.
    fn find_twins(&self, rows: &[&[u64]]) -> Option<Vec<bool>> {
        let mut twins = vec![false; rows.len()];
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|a, b| self.read(rows[*a]).cmp(&self.read(rows[*b])));
        let leads = |row: &'_ [u64]| (row[ROW_MINE], row[ROW_THEIRS], row[self.frame.first_word()..].to_vec());
        for group in order.chunk_by(|a, b| self.read(rows[*a]) == self.read(rows[*b])) {
            for twin in &group[1..] {
                // Moves of one name with more or fewer choices do not read alike, but that is rare: the interpreter tells them apart.
                let (known, other) = (rows[group[0]], rows[*twin]);
                if leads(known) != leads(other) || known[ROW_MADE] != other[ROW_MADE] {
                    return None;
                }
                twins[*twin] = true;
            }
        }
        Some(twins)
    }
}

thread_local! {
    /// Where successors are laid out.
    static OUT: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// What looking at a position gives.
pub(super) enum Looked<T> {
    On(T),
    Over(Ending),
}

/// An ending as the player whom the position names sees it.
pub(super) fn ending(finish: Finish, position: &[u64]) -> Result<Ending, Fault> {
    let mover = super::mover_of(position);
    Ok(match finish {
        Finish::Wins(player) if player == mover => Ending::Win,
        Finish::Wins(_) => Ending::Loss,
        Finish::Draw => Ending::Draw,
        Finish::Points => Ending::Lead(0),
        Finish::Leads(player, lead) if player == mover => Ending::Lead(lead),
        Finish::Leads(_, lead) => {
            Ending::Lead(lead.checked_neg().ok_or_else(|| Fault::new("a lead leaves the 64-bit numbers"))?)
        }
    })
}

/// What is compiled of a game, once it is.
#[derive(Debug, Default)]
pub(super) struct Cache {
    jit: Jit,
    /// How often it was asked whether compiling pays.
    asked: AtomicU32,
    compiled: OnceLock<Result<Compiled, Text>>,
    pub(super) parts: OnceLock<Result<super::CompiledParts, Text>>,
    pub(super) options: OnceLock<Result<super::CompiledParts, Text>>,
    pub(super) many: OnceLock<Result<super::CompiledMany, Text>>,
    /// The same by the numbers that leave out what follows.
    pub(super) reduced: OnceLock<Result<super::CompiledMany, Text>>,
    /// The same by words.
    pub(super) rows: OnceLock<Result<super::CompiledMany, Text>>,
}

impl Clone for Cache {
    fn clone(&self) -> Cache {
        Cache { jit: self.jit, ..Cache::default() }
    }
}

impl Instance {
    /// The same game, compiled or not.
    #[must_use]
    pub fn with_jit(self, jit: Jit) -> Instance {
        Instance { cache: Cache { jit, ..Cache::default() }, ..self }
    }

    /// Whether moves may be compiled.
    #[must_use]
    pub fn jit(&self) -> Jit {
        self.cache.jit
    }

    /// Says so where nothing may be compiled.
    pub(super) fn may_compile(&self) -> Result<(), &'static str> {
        let off = self.cache.jit == Jit::Off || self.interpreter().is_watched();
        if off { Err("machine code is turned off") } else { Ok(()) }
    }

    /// The compiled moves, or why there are none. Compiles them if that was not done yet.
    ///
    /// # Errors
    /// What is not compiled, in words.
    pub fn compiled(&self) -> Result<&Compiled, Text> {
        self.may_compile()?;
        self.cache.compiled.get_or_init(|| Compiled::new(self)).as_ref().map_err(Clone::clone)
    }

    /// Whether moves were compiled so far.
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        matches!(self.cache.compiled.get(), Some(Ok(_)))
    }

    /// The compiled moves, if enough was asked that they pay.
    pub(super) fn quick(&self) -> Option<&Compiled> {
        if let Some(compiled) = self.cache.compiled.get() {
            return compiled.as_ref().ok();
        }
        if self.pays() { self.compiled().ok() } else { None }
    }

    /// Whether compiling pays by now.
    pub(super) fn pays(&self) -> bool {
        match self.cache.jit {
            Jit::Off => false,
            Jit::AtOnce => true,
            Jit::WhenItPays => {
                let asked = self.cache.asked.fetch_add(1, Ordering::Relaxed);
                let spent = self.interpreter.spent();
                asked >= FEWEST && spent >= PATIENCE || asked >= FEW && spent >= VERY_LONG * PATIENCE
            }
        }
    }

    /// Every step, by machine code; `None` where the interpreter must be asked.
    pub(super) fn quick_steps(&self, position: &Packed, out: &mut Vec<Step<Instance>>) -> Option<()> {
        let before = out.len();
        let looked = self.quick()?.look(position, |compiled, count, numbers| {
            out.extend(compiled.rows(count, numbers)?.map(|row| step(compiled, row)));
            Some(())
        });
        match looked {
            Some(Ok(Looked::On(()))) => Some(()),
            _ => {
                out.truncate(before);
                None
            }
        }
    }

    /// How the game stands and, if it goes on, every successor; `None` where the interpreter must be asked.
    pub(super) fn quick_look(
        &self,
        position: &Packed,
        out: &mut Vec<(Gain, Packed)>,
    ) -> Option<Result<Option<Ending>, Fault>> {
        self.look_by(self.quick()?, position, out)
    }

    /// The same by this code.
    pub(super) fn look_by(
        &self,
        compiled: &Compiled,
        position: &Packed,
        out: &mut Vec<(Gain, Packed)>,
    ) -> Option<Result<Option<Ending>, Fault>> {
        let before = out.len();
        let looked = compiled.look(position, |compiled, count, numbers| {
            out.extend(compiled.rows(count, numbers)?.map(|row| (gain(row), next(compiled.frame, row))));
            Some(())
        });
        if looked.is_none() {
            out.truncate(before);
        }
        looked.map(stands)
    }

    /// The same for canonical positions in words.
    pub(super) fn quick_rows(&self, position: &[u64], out: &mut Rows) -> Option<Result<Option<Ending>, Fault>> {
        let before = out.heads.len();
        let mover = super::mover_of(position);
        let looked = self.quick()?.look(position, |compiled, count, numbers| {
            let first = compiled.frame.first_word();
            let rows = compiled.rows(count, numbers)?;
            let words = compiled.frame.words;
            for row in rows {
                let (player, word) = self.canonical_word(row[first]);
                out.heads.push((gain(row), player == mover));
                out.words.push(word);
                if words > 1 {
                    out.words.extend_from_slice(&row[first + 1..first + words]);
                }
                if out.named {
                    out.names.push(compiled.name(row));
                }
            }
            Some(())
        });
        if looked.is_none() {
            out.truncate(before, position.len());
        }
        looked.map(stands)
    }
}

fn step(compiled: &Compiled, row: &[u64]) -> Step<Instance> {
    let (made, args) = compiled.made(row);
    Step { mv: Move { made, args: args.into_vec() }, gain: gain(row), next: next(compiled.frame, row) }
}

/// A number by a move and its choices.
pub(super) fn name(made: Option<usize>, args: &[Datum]) -> u32 {
    let number = |arg: &Datum| match arg {
        Datum::Int(number) => number.cast_unsigned(),
        other => FixedState::with_seed(0).hash_one(other),
    };
    numbered(made, args.iter().map(number))
}

fn numbered(made: Option<usize>, args: impl Iterator<Item = u64>) -> u32 {
    let made = made.map_or(u64::MAX, |made| made as u64);
    let mixed = args.fold(mixed(&[made]), |sum, arg| mixed(&[sum, arg]));
    u32::try_from(mixed >> 32).expect("the upper half has 32 bits")
}

/// How the game stands, the successors apart.
fn stands(looked: Result<Looked<()>, Fault>) -> Result<Option<Ending>, Fault> {
    match looked? {
        Looked::On(()) => Ok(None),
        Looked::Over(ending) => Ok(Some(ending)),
    }
}

fn gain(row: &[u64]) -> Gain {
    Gain { mine: row[ROW_MINE].cast_signed(), theirs: row[ROW_THEIRS].cast_signed() }
}

fn next(frame: Frame, row: &[u64]) -> Packed {
    Packed::from_slice(frame.position(row))
}

/// Whose turn a finished position names.
#[inline]
pub(super) fn over(position: &[u64], points: bool) -> Option<Ending> {
    let lost = |loser: Player| if super::mover_of(position) == loser { Ending::Loss } else { Ending::Win };
    match position.first()? & 7 {
        turn::FIRST_LOST => Some(lost(Player::First)),
        turn::SECOND_LOST => Some(lost(Player::Second)),
        turn::OVER if points => Some(Ending::Lead(0)),
        turn::OVER => Some(Ending::Draw),
        _ => None,
    }
}
