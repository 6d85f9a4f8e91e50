//! A game as a recurrence with open parameters: what a program for it computes, whatever the language it is written in.

use bouton::rules::datum::Datum;
use bouton::rules::table::helpers::Helper;

/// The value of a position, told by where its moves lead. Places are numbers: variables first, then the locals of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Recur {
    /// The name of the game.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What the players are called.
    pub players: [String; 2],
    /// Whether values are leads; else 1, 0, −1 for a win, a draw, a loss.
    pub points: bool,
    /// Parameters, then what is worked out from them.
    pub globals: Vec<Global>,
    /// The variables of a position.
    pub vars: Vec<Var>,
    /// The variable that says whose turn it is, where that matters: 0 for the first player.
    pub turn: Option<usize>,
    /// Where play ends, and the value for the mover; the first that holds counts.
    pub ends: Vec<(Ex, Ex)>,
    /// The moves.
    pub moves: Vec<Move>,
    /// What a position is worth where nobody can move; the first that holds counts.
    pub stuck: Vec<(Ex, Ex)>,
    /// Whether the points decide where nobody can move and nothing above holds: then that is worth 0.
    pub points_decide: bool,
    /// What endless play is worth, where play may come back to a position.
    pub repeat: Option<Ex>,
    /// Points still to be handed out.
    pub remaining: Option<Ex>,
    /// Where a game is over before it begins, and its value for the first player.
    pub openings: Vec<(Ex, Ex)>,
    /// For a sum of parts, the nimber of the start; then positions are parts, `vars` tell one, and its value is its nimber.
    pub sum: Option<Ex>,
    /// How values are put together: right, unless somebody is mistaken.
    pub style: Style,
    /// The names of what is bound inside expressions and moves: counters, sums, copies of lists.
    pub bound: Vec<String>,
    /// What numbers stand for, where rules have names.
    pub legend: Vec<String>,
}

/// A parameter, or a value worked out from parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// The greatest size of a number; how long a list, or a side of a board, is at most.
    pub most: i64,
}

/// What a global holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A number that is read.
    Number,
    /// A list of numbers that is read.
    List,
    /// A list of numbers that is always the same.
    Fixed(Vec<i64>),
    /// A board of numbers that is read.
    Board,
    /// A graph that is read: for each node the list of its neighbours.
    Graph,
    /// A number worked out.
    Made(Ex),
}

/// A variable of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub shape: Shape,
    /// Its least value.
    pub lo: Ex,
    /// Its greatest value.
    pub hi: Ex,
    /// Its value at the start.
    pub start: Ex,
    /// Whether its least value may be below 0.
    pub below: bool,
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A number.
    Number,
    /// A set as a number: a bit for each member, the least number that may be one at bit 0.
    Set,
    /// A list of numbers.
    List,
}

/// A change of a list inside a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// What is bound becomes a copy of a list.
    Copy(usize, Ex),
    /// What is bound becomes a number.
    Let(usize, Ex),
    /// An entry of a list changes.
    Put(Ex, Ex, Ex),
    /// For each number from the first to the second.
    For(usize, Ex, Ex, Vec<Step>),
    /// The move is legal only if this holds by now.
    When(Ex),
}

/// A list whose entries are told by their place.
#[derive(Clone, Debug, PartialEq)]
pub struct Build {
    /// Where the list is bound.
    pub result: usize,
    /// Where the place is bound.
    pub over: usize,
    /// How many entries there are.
    pub count: Ex,
    /// The entry.
    pub item: Ex,
}

/// How the items of a tally are put together; of none that is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Added.
    Sum,
    /// Whether there is one at all.
    Any,
    /// Their binary sum without carry.
    Xor,
    /// Their greatest common divisor.
    Gcd,
}

/// A sum, or whether something is found, over numbers one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// How items are put together.
    pub how: How,
    /// Where the result is bound.
    pub result: usize,
    /// Where the number is bound.
    pub over: usize,
    /// What it runs over.
    pub range: Over,
    /// Which numbers count.
    pub when: Ex,
    /// What is added for each.
    pub item: Ex,
}

/// A move.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// Its choices, first to last.
    pub choices: Vec<Choice>,
    /// What must hold for it to be legal.
    pub guards: Vec<Ex>,
    /// How it changes lists, in this order.
    pub steps: Vec<Step>,
    /// What the mover gains more than the other.
    pub gain: Ex,
    /// The variables after it.
    pub next: Vec<Ex>,
    /// Whether the same player moves again.
    pub again: Ex,
    /// Where it ends the game, and the value for the mover then.
    pub finish: Vec<(Ex, Ex)>,
    /// What the other may answer at once, where both together are one step for the mover: where they lead, the mover moves again. The first
    /// of them is always legal.
    pub answers: Vec<Answer>,
    /// For a part of a sum, the nimber of what it leaves; `next` is empty then.
    pub leaves: Option<Ex>,
}

impl Move {
    /// Whether a condition is asked before anything is chosen: it speaks of no choice, and takes no loop.
    pub(super) fn comes_first(&self, guard: &Ex) -> bool {
        !guard.takes_a_loop() && !self.choices.iter().any(|choice| guard.speaks_of(choice.slot))
    }
}

/// An answer to a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What must hold for it to be legal.
    pub guards: Vec<Ex>,
    /// What who answers gains more than the mover.
    pub gain: Ex,
    /// The variables after it.
    pub next: Vec<Ex>,
}

/// A choice of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// Its place.
    pub slot: usize,
    /// What it is chosen from.
    pub over: Over,
    /// A condition on it.
    pub when: Option<Ex>,
}

/// What something is chosen from.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// Every number from the first to the second.
    Range(Ex, Ex),
    /// The entries of a list: a global, or what a helper makes.
    List(Ex),
}

/// An expression. Conditions are expressions too.
#[derive(Clone, Debug, PartialEq)]
pub enum Ex {
    /// A number.
    Int(i64),
    /// A number that is a global.
    Global(usize),
    /// A variable, a choice.
    Local(usize),
    /// Something that the program itself calls so.
    Word(String),
    /// What is bound inside an expression or a move.
    Bound(usize),
    /// An entry of a list that is a variable, or a copy of one.
    Item(Box<Ex>, Box<Ex>),
    /// A list with the same number so many times.
    Fill(Box<Ex>, Box<Ex>),
    /// A list whose entries are told by their place.
    Build(Box<Build>),
    /// A list written out.
    List(Vec<Ex>),
    /// The set with this member alone, told by its bit.
    Bit(Box<Ex>),
    /// Whether a set has the member with this bit.
    Has(Box<Ex>, Box<Ex>),
    /// A sum, or whether something is found.
    Tally(Box<Tally>),
    /// An operation on two.
    Two(Op, Box<Ex>, Box<Ex>),
    /// `not a`
    Not(Box<Ex>),
    /// `if c then a else b`
    If(Box<Ex>, Box<Ex>, Box<Ex>),
    /// A function.
    Call(Call, Vec<Ex>),
    /// How many entries a list has; how many rows or columns a board has.
    Len(usize, Side),
    /// An entry of a list, a cell of a board.
    Entry(usize, Vec<Ex>),
    /// The greatest entry of a list; else the least.
    Extreme(usize, bool),
    /// The sum of entries `from ..< to`.
    Sum(usize, Box<[Ex; 2]>),
    /// The sum of the cells in rows `from ..< to` and columns `from ..< to`.
    Block(usize, Box<[Ex; 4]>),
    /// The value of a position, asked of the function that tells it.
    Value(Vec<Ex>),
    /// The value of a position, read from the table.
    Cell(Vec<Ex>),
}

/// A side of a list or a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Entries, or rows.
    Rows,
    /// Columns.
    Columns,
}

/// An operation on two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a // b` of numbers that are not negative.
    Div,
    /// `a % b` of numbers that are not negative.
    Mod,
    /// `a == b`
    Eq,
    /// `a != b`
    Ne,
    /// `a < b`
    Lt,
    /// `a <= b`
    Le,
    /// `a > b`
    Gt,
    /// `a >= b`
    Ge,
    /// `a and b`
    And,
    /// `a or b`
    Or,
    /// The binary sum without carry.
    Xor,
    /// In either of two sets.
    Union,
    /// In both of two sets.
    Both,
    /// In the first set and not in the second.
    Without,
}

/// A helper of numbers that programs have too; each language prints every one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The least of two.
    Min,
    /// The greatest of two.
    Max,
    /// The size without its sign.
    Abs,
    /// Whether it is a square.
    IsSquare,
    /// The square root rounded down.
    Isqrt,
    /// The greatest common divisor of two.
    Gcd,
    /// How many binary digits are 1.
    Popcount,
    /// A binary digit.
    Bit,
    /// The list of decimal digits.
    Digits,
    /// The list of divisors.
    Divisors,
    /// The list of primes up to a number.
    Primes,
    /// The least number that is not among those reached; of programs alone.
    Mex,
    /// Whether in a board, so many rows of so many cells, somebody has so many cells in line.
    Line,
}

impl Var {
    /// Whether tables have no row for some of its values: for a list, for `none`, or for what is below 0.
    pub(super) fn has_no_row(&self) -> bool {
        self.shape == Shape::List || self.below
    }
}

impl Call {
    /// Every one, with the helper of the rules.
    const ALL: &[(Call, Helper)] = &[
        (Call::Min, Helper::Min),
        (Call::Max, Helper::Max),
        (Call::Abs, Helper::Abs),
        (Call::IsSquare, Helper::IsSquare),
        (Call::Isqrt, Helper::Isqrt),
        (Call::Gcd, Helper::Gcd),
        (Call::Popcount, Helper::Popcount),
        (Call::Bit, Helper::Bit),
        (Call::Digits, Helper::Digits),
        (Call::Divisors, Helper::Divisors),
        (Call::Primes, Helper::Primes),
    ];

    /// What a helper is in a program, if it is anything.
    #[must_use]
    pub fn of(helper: Helper) -> Option<Call> {
        Call::ALL.iter().find(|(_, known)| *known == helper).map(|(call, _)| *call)
    }

    /// What it makes of numbers.
    #[must_use]
    pub fn of_numbers(self, numbers: &[i64]) -> Option<i64> {
        self.helper()?.of_numbers(numbers)
    }

    /// The list that it makes of a number, if it makes lists.
    #[must_use]
    pub fn list_of_number(self, number: i64) -> Option<Vec<i64>> {
        self.helper()?.list_of_number(number)
    }

    /// Whether it makes a list.
    #[must_use]
    pub fn gives_list(self) -> bool {
        matches!(self, Call::Digits | Call::Divisors | Call::Primes)
    }

    fn helper(self) -> Option<Helper> {
        Call::ALL.iter().find(|(call, _)| *call == self).map(|(_, helper)| *helper)
    }
}

/// How values are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What the best starts from; nothing is below every value.
    pub floor: Option<i64>,
    /// What becomes of the reply.
    pub reply: Reply,
    /// Which option is taken.
    pub pick: Pick,
}

/// What becomes of the value that a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Taken away: it is the other's.
    Minus,
    /// Added, as if it were the mover's.
    Plus,
    /// Left out.
    Nothing,
}

/// Which option is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The one worth most.
    Most,
    /// The one worth least.
    Least,
    /// The one that gains most now.
    Greedy,
}

impl Style {
    /// The right way.
    pub const RIGHT: Style = Style { floor: None, reply: Reply::Minus, pick: Pick::Most };
}

impl Recur {
    /// Whether a variable holds such.
    #[must_use]
    pub fn holds(&self, shape: Shape) -> bool {
        self.vars.iter().any(|var| var.shape == shape)
    }

    /// The same for these values of some parameters, which are not read any more; boards are read.
    #[must_use]
    pub fn with(mut self, params: &[Option<Datum>]) -> Recur {
        for (global, value) in self.globals.iter_mut().zip(params) {
            let entry = |entry: Datum| if let Datum::Int(number) = entry { Some(number) } else { None };
            global.kind = match (&global.kind, value) {
                (Kind::Number, Some(Datum::Int(number))) => Kind::Made(Ex::Int(*number)),
                (Kind::List, Some(list)) => {
                    list.entries().map(entry).collect::<Option<_>>().map_or(Kind::List, Kind::Fixed)
                }
                (kind, _) => kind.clone(),
            };
        }
        self
    }

    /// The names of the places of a move: variables, then its choices.
    #[must_use]
    pub fn names(&self, mv: Option<&Move>) -> Vec<String> {
        let mut names: Vec<String> = self.vars.iter().map(|var| var.name.clone()).collect();
        for choice in mv.iter().flat_map(|mv| &mv.choices) {
            if names.len() <= choice.slot {
                names.resize(choice.slot + 1, String::new());
            }
            names[choice.slot].clone_from(&choice.name);
        }
        names
    }

    /// Every expression.
    pub fn exprs(&self, visit: &mut dyn FnMut(&Ex)) {
        let mut go = |ex: &Ex| ex.walk(visit);
        self.globals.iter().for_each(|global| {
            if let Kind::Made(made) = &global.kind {
                go(made);
            }
        });
        self.vars.iter().for_each(|var| [&var.lo, &var.hi, &var.start].into_iter().for_each(&mut go));
        let openings = self.openings.iter().chain(&self.ends);
        for (when, value) in openings.chain(&self.stuck).chain(self.moves.iter().flat_map(|mv| &mv.finish)) {
            go(when);
            go(value);
        }
        for mv in &self.moves {
            mv.guards.iter().chain(&mv.next).chain([&mv.gain, &mv.again]).chain(&mv.leaves).for_each(&mut go);
            mv.steps.iter().for_each(|step| step.exprs(&mut go));
            mv.answers.iter().for_each(|one| one.guards.iter().chain(&one.next).chain([&one.gain]).for_each(&mut go));
            for choice in &mv.choices {
                choice.when.iter().for_each(&mut go);
                choice.over.ends().into_iter().for_each(&mut go);
            }
        }
        self.repeat.iter().chain(&self.remaining).chain(&self.sum).for_each(&mut go);
    }

    /// Whether who cannot move loses, with the parameters that are fixed: only then nimbers tell who wins.
    pub(super) fn is_normal(&self) -> bool {
        let fixed = |part: &Ex| match part {
            Ex::Global(which) => match self.globals.get(*which)?.kind {
                Kind::Made(Ex::Int(number)) => Some(Ex::Int(number)),
                _ => None,
            },
            _ => None,
        };
        let known = self.stuck.iter().map(|(when, value)| (when.with_parts(&mut |part| fixed(part)).folded(), value));
        let mut open = known.skip_while(|(when, _)| *when == Ex::Int(0));
        open.next().is_some_and(|(when, value)| matches!(when, Ex::Int(_)) && *value == Ex::Int(-1))
    }
}

impl Over {
    /// The expressions that it is told by.
    #[must_use]
    pub fn ends(&self) -> Vec<&Ex> {
        match self {
            Over::Range(lo, hi) => vec![lo, hi],
            Over::List(list) => vec![list],
        }
    }

    /// The same with its expressions changed.
    #[must_use]
    pub fn map(&self, change: &mut dyn FnMut(&Ex) -> Ex) -> Over {
        match self {
            Over::Range(lo, hi) => Over::Range(change(lo), change(hi)),
            Over::List(list) => Over::List(change(list)),
        }
    }
}

impl Step {
    fn exprs(&self, visit: &mut dyn FnMut(&Ex)) {
        match self {
            Step::Copy(_, ex) | Step::Let(_, ex) | Step::When(ex) => visit(ex),
            Step::Put(list, at, value) => [list, at, value].into_iter().for_each(visit),
            Step::For(_, lo, hi, body) => {
                visit(lo);
                visit(hi);
                body.iter().for_each(|step| step.exprs(visit));
            }
        }
    }
}
