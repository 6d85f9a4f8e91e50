//! From checked rules with their parameters to code: one small function a construct.
//!
//! Where the interpreter would find a fault, code asks. It may also ask where there is none: that costs time, never truth. The one sin
//! is not to ask where the interpreter does; so whatever the interpreter looks at is looked at here too, in any order.
//!
//! Numbers carry intervals, and a check is dropped only where they prove it. What cannot be lowered yet makes the whole game run
//! interpreted, with the line that says why.

mod among;
mod arith;
mod board;
mod chosen;
mod each;
mod expr;
mod filter;
mod fold;
mod graphs;
mod guard;
mod help;
mod list;
mod long;
mod many;
mod operate;
mod parts;
mod play;
mod position;
mod row;
mod sets;
mod stmt;
mod tabled;
mod truths;
mod worth;

use crate::code::{Buffer, Code, Elem, Label, Local, Maker, Stmt, Value};
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Interpreter;
use bouton_rules::rules::Rules;
use bouton_rules::{Player, Span, Text, say};
use worth::{Held, Worth};

pub use chosen::Chosen;
pub use many::{Told, lower_many};
pub use parts::{Functions, lower_options, lower_parts};
use play::frame;
pub use play::{Frame, ROW_MADE, ROW_MINE, ROW_THEIRS, Said};

/// A number that is known to fit those that code works with: a count of what memory holds, a bound that was looked at.
fn int<N>(number: N) -> i64
where
    i64: TryFrom<N>,
    <i64 as TryFrom<N>>::Error: std::fmt::Debug,
{
    i64::try_from(number).expect("what memory holds is counted in 63 bits")
}

/// A number that is known to be a count or a place in memory.
fn size<N>(number: N) -> usize
where
    usize: TryFrom<N>,
    <usize as TryFrom<N>>::Error: std::fmt::Debug,
{
    usize::try_from(number).expect("a place in memory is not negative")
}

/// Why rules are not compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// Where.
    pub span: Span,
    /// What is not compiled yet, in words that follow "line 12:".
    pub what: Text,
}

pub(super) type Lowered<T> = Result<T, Unfit>;

fn unfit<T>(span: Span, what: impl Into<Text>) -> Lowered<T> {
    Err(Unfit { span, what: what.into() })
}

/// What lowering makes of a game.
#[derive(Clone, Debug)]
pub struct Lowering {
    /// How the game stands or every successor: for the first player to move, then for the second.
    pub codes: Vec<Code>,
    /// Known lists, which every function is given after what it needs otherwise: for [`Machine::knowing`](crate::Machine::knowing).
    pub tables: Vec<Vec<i64>>,
    /// How successors are laid out.
    pub frame: Frame,
    /// Checks that were proven needless.
    pub proven: usize,
    /// How each choice of each move stands in a successor.
    pub chosen: Vec<Vec<Chosen>>,
    /// Whether two successors may be reached by moves that read alike: then they must be compared.
    pub twins: bool,
}

/// With more known lists than this a game is not compiled: where each lies is written into every function.
const MOST_TABLES: usize = 44;

/// How many statements and expressions are looked at, loops that are lowered again and again counted each time; hostile rules must not
/// keep anybody busy.
const MOST_EFFORT: usize = 100_000;

/// The interpreter's work on what is worked out beforehand.
const BEFOREHAND: u64 = 1 << 22;

/// Lowers the moves and endings of a game.
///
/// # Errors
/// What is not compiled yet, and where.
pub fn lower(game: &Interpreter) -> Result<Lowering, Unfit> {
    const MOST_TRIES: usize = 4;
    let (mut chosen, mut count) = (chosen::single(game), false);
    for _ in 0..MOST_TRIES {
        let mut shared = Shared::new(count, chosen.clone());
        let codes = lower_all(game, &mut shared)?;
        match codes {
            Some(codes) if chosen::room(&shared.chosen) == shared.args => return finish(game, shared, codes),
            // Choices that are no single values take more room than was thought.
            Some(_) => chosen = shared.chosen,
            // The work for one position may be more than the interpreter does before it gives up: it is counted.
            None => count = true,
        }
    }
    unfit(Span::default(), "one position is too much work")
}

fn finish(game: &Interpreter, shared: Shared, mut codes: Vec<Code>) -> Result<Lowering, Unfit> {
    if shared.tables.len() > MOST_TABLES {
        return unfit(Span::default(), say!("more than {MOST_TABLES} known lists"));
    }
    // Every function is given every table, so that all know the same.
    for code in &mut codes {
        play::give_tables(code, &shared.tables);
    }
    let (frame, chosen) = (frame(game, shared.args), shared.chosen);
    Ok(Lowering { codes, frame, chosen, proven: shared.proven, twins: shared.twins, tables: shared.tables })
}

/// Makes code, and where the work for one position may be more than the interpreter does before it gives up, code that counts it: `make` gives
/// nothing where work must be counted and is not.
fn counted(
    game: &Interpreter,
    make: impl Fn(&mut Shared) -> Lowered<Option<Vec<Code>>>,
) -> Lowered<(Vec<Code>, Shared)> {
    for count in [false, true] {
        let mut shared = Shared::new(count, chosen::single(game));
        if let Some(codes) = make(&mut shared)? {
            if shared.tables.len() > MOST_TABLES {
                return unfit(Span::default(), say!("more than {MOST_TABLES} known lists"));
            }
            return Ok((codes, shared));
        }
    }
    unfit(Span::default(), "one position is too much work")
}

/// `None` where work must be counted and is not.
fn lower_all(game: &Interpreter, shared: &mut Shared) -> Lowered<Option<Vec<Code>>> {
    let mut codes = Vec::new();
    for me in Player::BOTH {
        let mut lower = Lower::new(game, me, shared);
        lower.function()?;
        if lower.cost > lower.most_cost() && !lower.shared.count {
            return Ok(None);
        }
        codes.push(lower.make.done());
    }
    Ok(Some(codes))
}

/// What all functions of a game share.
struct Shared {
    tables: Vec<Vec<i64>>,
    /// Long known lists of numbers that were looked at.
    long: Vec<long::Long>,
    proven: usize,
    twins: bool,
    /// Whether work is counted while code runs.
    count: bool,
    /// How much was looked at.
    effort: usize,
    /// The interpreter's work that is left for what is worked out beforehand.
    beforehand: u64,
    /// The same for tables of what expressions can be worth.
    tables_left: u64,
    /// How choices stand in a successor, as far as is known, and how many numbers there is room for.
    chosen: Vec<Vec<Chosen>>,
    args: usize,
}

impl Shared {
    fn new(count: bool, chosen: Vec<Vec<Chosen>>) -> Shared {
        let args = chosen::room(&chosen);
        Shared {
            tables: Vec::new(),
            long: Vec::new(),
            proven: 0,
            twins: false,
            count,
            effort: 0,
            beforehand: BEFOREHAND,
            tables_left: BEFOREHAND,
            chosen,
            args,
        }
    }
}

/// One function in the making.
struct Lower<'r, 's> {
    game: &'r Interpreter,
    rules: &'r Rules,
    me: Player,
    shared: &'s mut Shared,
    make: Maker,
    /// The tables so far, as buffers of this function; their places in `shared.tables`.
    tables: Vec<(usize, Buffer)>,
    locals: Vec<Option<Held>>,
    /// The variables as they were before the move, and as they are.
    old: Vec<Held>,
    state: Vec<Held>,
    /// Bounds on the interpreter's work: everything, and outside of loops.
    cost: u64,
    flat: u64,
    spent: Local,
    /// The rank before the move, where the rules name one.
    rank_before: Option<Value>,
    /// Who moves, where somebody does.
    mover: Option<worth::Num>,
    /// Locals that the statements being lowered assign.
    changing: Vec<usize>,
    /// Those that they give another value as a whole, each time with that value.
    replaced: Vec<(usize, &'r bouton_rules::rules::Expr)>,
    /// Variables that are changed in loops around, for each entry of what they run over.
    unsettled: Vec<usize>,
    /// Conditions that are known where code is being made, and what they are.
    given: Vec<(&'r bouton_rules::rules::Expr, Value)>,
    /// Locals that hold an entry of a buffer that surely is inside.
    sure: std::collections::HashSet<Local>,
    /// Buffers that are written just before they are read.
    scratch: std::collections::HashSet<Buffer>,
    /// Whether an outer choice is being filtered by a condition that is asked after later choices.
    filtering: bool,
    /// How many `can` are around.
    asking: usize,
    /// Whether lists must be made whole before they are run over.
    eager: bool,
    /// How often what is being lowered is written out.
    unrolled: usize,
    /// How many successors there are so far, and how much of `out` they fill.
    found: Option<Local>,
    filled: Option<Local>,
    /// The position that is being looked at, where a call looks at many.
    many: Option<many::Many>,
    /// The loops of `for` around, for `break`.
    breaks: Vec<Label>,
    /// The steps that a move chains, where it is one.
    chain: Option<each::Chain>,
    frame: Frame,
    position: Buffer,
    out: Buffer,
}

impl<'r, 's> Lower<'r, 's> {
    fn new(game: &'r Interpreter, me: Player, shared: &'s mut Shared) -> Lower<'r, 's> {
        let mut make = Maker::new(format!("look {}", game.rules().player_name(me)));
        let position = make.buffer("position", Elem::U64, frame(game, shared.args).given(), false);
        let out = make.buffer("out", Elem::U64, 1, true);
        Lower::with(game, me, shared, make, (position, out))
    }

    /// A function that is given the position and room for what it writes.
    fn with(
        game: &'r Interpreter,
        me: Player,
        shared: &'s mut Shared,
        mut make: Maker,
        (position, out): (Buffer, Buffer),
    ) -> Lower<'r, 's> {
        let (rules, frame) = (game.rules(), frame(game, shared.args));
        let spent = make.local("spent");
        Lower {
            game,
            rules,
            me,
            shared,
            make,
            tables: Vec::new(),
            locals: vec![None; rules.frame],
            old: Vec::new(),
            state: Vec::new(),
            cost: 0,
            flat: 0,
            spent,
            rank_before: None,
            mover: Some(worth::Num::of(play::player_number(me))),
            changing: Vec::new(),
            replaced: Vec::new(),
            unsettled: Vec::new(),
            given: Vec::new(),
            sure: std::collections::HashSet::new(),
            scratch: std::collections::HashSet::new(),
            filtering: false,
            asking: 0,
            eager: false,
            unrolled: 1,
            found: None,
            filled: None,
            many: None,
            breaks: Vec::new(),
            chain: None,
            frame,
            position,
            out,
        }
    }

    /// Half of what the interpreter may spend: counting here is rough, but never by so much.
    fn most_cost(&self) -> u64 {
        self.game.fuel() / 2
    }

    /// Counts work of the interpreter.
    fn spend(&mut self, work: usize) {
        self.cost = self.cost.saturating_add(work as u64);
        self.flat = self.flat.saturating_add(work as u64);
    }

    /// Counts work of which the code knows how much it is, at most so much.
    fn spend_up_to(&mut self, most: usize, work: Value) {
        self.cost = self.cost.saturating_add(most as u64);
        if self.shared.count {
            self.make.push(Stmt::Set(self.spent, Value::from(self.spent).plus(work)));
        }
    }

    /// Counts what is looked at.
    fn effort(&mut self, span: Span) -> Lowered<()> {
        self.shared.effort += 1;
        if self.shared.effort > MOST_EFFORT { unfit(span, "so much in one game") } else { Ok(()) }
    }

    /// A list that never changes, as a buffer.
    fn table(&mut self, numbers: Vec<i64>) -> Buffer {
        let place = self.place_of_table(numbers);
        self.table_at(place)
    }

    /// Which of the tables it is.
    fn place_of_table(&mut self, numbers: Vec<i64>) -> usize {
        let found = self.shared.tables.iter().position(|known| *known == numbers);
        found.unwrap_or_else(|| {
            self.shared.tables.push(numbers);
            self.shared.tables.len() - 1
        })
    }

    fn table_at(&mut self, place: usize) -> Buffer {
        if let Some((_, buffer)) = self.tables.iter().find(|(known, _)| *known == place) {
            return *buffer;
        }
        let buffer = play::lend_table(&mut self.make, place, self.shared.tables[place].len());
        self.tables.push((place, buffer));
        buffer
    }

    /// Asks if the value is not 0, unless it is known never to be.
    fn ask_if(&mut self, value: Value) {
        if value == Value::Const(0) {
            self.shared.proven += 1;
        }
        self.make.ask_if(value);
    }

    /// One or the other.
    fn choose(
        &mut self,
        condition: Value,
        then: impl FnOnce(&mut Self) -> Lowered<()>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        match condition {
            Value::Const(0) => otherwise(self),
            Value::Const(_) => then(self),
            condition => {
                let then = self.inside(then)?;
                let otherwise = self.inside(otherwise)?;
                self.make.push(Stmt::If(condition, then, otherwise));
                Ok(())
            }
        }
    }

    fn when(&mut self, condition: Value, then: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        self.choose(condition, then, |_| Ok(()))
    }

    /// The statements made by `body`, kept apart.
    fn inside(&mut self, body: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<Vec<Stmt>> {
        self.make.begin();
        let done = body(self);
        let stmts = self.make.end();
        done.map(|()| stmts)
    }

    /// Something that can be left early.
    fn block(&mut self, body: impl FnOnce(&mut Self, Label) -> Lowered<()>) -> Lowered<()> {
        let label = self.make.label();
        let body = self.inside(|lower| body(lower, label))?;
        self.make.push(Stmt::Block(label, body));
        Ok(())
    }

    /// Once for each number from `from` up to and without `to`, at most `most` times.
    fn count(
        &mut self,
        name: &str,
        from: Value,
        to: Value,
        most: u64,
        body: impl FnOnce(&mut Self, Value) -> Lowered<()>,
    ) -> Lowered<()> {
        let to = self.make.hold("to", to);
        let at = self.make.local(name);
        self.make.set(at, from);
        let done = Value::from(at).ge(to);
        self.repeat(most, done, |lower, _| {
            body(lower, Value::from(at))?;
            lower.make.set(at, Value::from(at).plus(1));
            Ok(())
        })
    }

    /// Again and again until `done`, at most `most` times, counting the work where that is wanted.
    fn repeat(&mut self, most: u64, done: Value, body: impl FnOnce(&mut Self, Label) -> Lowered<()>) -> Lowered<()> {
        let (cost, flat) = (self.cost, self.flat);
        (self.cost, self.flat) = (1, 1);
        let label = self.make.label();
        let body = self.inside(|lower| body(lower, label))?;
        let (inner, work) = (self.cost, self.flat);
        (self.cost, self.flat) = (cost.saturating_add(inner.saturating_mul(most)), flat);
        let mut stmts = vec![Stmt::If(done, vec![Stmt::Leave(label)], Vec::new())];
        if self.shared.count {
            let work = i64::try_from(work).unwrap_or(i64::MAX / 2);
            let most = i64::try_from(self.most_cost()).unwrap_or(i64::MAX / 2);
            stmts.push(Stmt::Set(self.spent, Value::from(self.spent).plus(work)));
            stmts.push(Stmt::If(Value::from(self.spent).gt(most), vec![Stmt::Ask], Vec::new()));
        }
        stmts.extend(body);
        self.make.push(Stmt::Loop(label, stmts));
        Ok(())
    }

    /// Something that never changes.
    fn known(&self, datum: &Datum) -> Worth {
        match datum {
            Datum::Int(number) => Worth::Num(worth::Num::of(*number)),
            Datum::Range(ends) => Worth::Range(worth::Num::of(ends.0), worth::Num::of(ends.1)),
            other => Worth::Known(other.clone()),
        }
    }
}
