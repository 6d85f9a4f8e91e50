//! A game as a recurrence with open parameters: what a program for it computes, whatever the language it is written in.

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
    /// Points still to be handed out.
    pub remaining: Option<Ex>,
    /// Where a game is over before it begins, and its value for the first player.
    pub openings: Vec<(Ex, Ex)>,
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
}

/// What a global holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A number that is read.
    Number,
    /// A list of numbers that is read.
    List,
    /// A board of numbers that is read.
    Board,
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
}

/// A sum, or whether something is found, over numbers one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Whether it only asks if there is one; else the items are added.
    pub any: bool,
    /// Where the result is bound.
    pub result: usize,
    /// Where the number is bound.
    pub over: usize,
    /// The least number.
    pub lo: Ex,
    /// The greatest number.
    pub hi: Ex,
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
    pub again: bool,
    /// Where it ends the game, and the value for the mover then.
    pub finish: Vec<(Ex, Ex)>,
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
    /// The entries of a global.
    List(usize),
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
    /// In either of two sets.
    Union,
    /// In both of two sets.
    Both,
    /// In the first set and not in the second.
    Without,
}

/// A function.
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

impl Ex {
    /// An operation on two, worked out where both are numbers.
    #[must_use]
    pub fn two(op: Op, a: Ex, b: Ex) -> Ex {
        match (op, &a, &b) {
            (Op::Add, Ex::Int(0), _) => return b,
            (Op::Add | Op::Sub, _, Ex::Int(0)) => return a,
            (Op::Mul, Ex::Int(1), _) => return b,
            (Op::Mul, _, Ex::Int(1)) => return a,
            (Op::Add, Ex::Int(x), Ex::Int(y)) => {
                if let Some(sum) = x.checked_add(*y) {
                    return Ex::Int(sum);
                }
            }
            (Op::Sub, Ex::Int(x), Ex::Int(y)) => {
                if let Some(rest) = x.checked_sub(*y) {
                    return Ex::Int(rest);
                }
            }
            // a + (0 - b)
            (Op::Add, _, Ex::Two(Op::Sub, zero, x)) if **zero == Ex::Int(0) => {
                return Ex::two(Op::Sub, a, (**x).clone());
            }
            // (a + 1) - 1, (a - 1) + 2
            (Op::Add | Op::Sub, Ex::Two(inner @ (Op::Add | Op::Sub), x, y), Ex::Int(k)) => {
                if let Ex::Int(j) = **y {
                    let sign = |op: Op, number: i64| if op == Op::Add { number } else { -number };
                    return Ex::plus((**x).clone(), sign(*inner, j) + sign(op, *k));
                }
            }
            (Op::Eq, Ex::Int(x), Ex::Int(y)) => return Ex::truth(x == y),
            (Op::Lt, Ex::Int(x), Ex::Int(y)) => return Ex::truth(x < y),
            (Op::And, Ex::Int(1), _) => return b,
            (Op::And, _, Ex::Int(1)) => return a,
            (Op::And, Ex::Int(0), _) | (Op::Or, Ex::Int(1), _) => return a,
            (Op::Or, Ex::Int(0), _) => return b,
            _ => {}
        }
        Ex::Two(op, Box::new(a), Box::new(b))
    }

    /// `a + number`, written with the sign that it has.
    #[must_use]
    pub fn plus(a: Ex, number: i64) -> Ex {
        if number < 0 { Ex::two(Op::Sub, a, Ex::Int(-number)) } else { Ex::two(Op::Add, a, Ex::Int(number)) }
    }

    /// `−a`
    #[must_use]
    pub fn negative(a: Ex) -> Ex {
        match a {
            Ex::Int(number) => Ex::Int(-number),
            a => Ex::two(Op::Sub, Ex::Int(0), a),
        }
    }

    /// True or false.
    #[must_use]
    pub fn truth(value: bool) -> Ex {
        Ex::Int(i64::from(value))
    }

    /// `if c then a else b`, worked out where `c` is known or both are the same.
    #[must_use]
    pub fn choose(c: &Ex, a: Ex, b: Ex) -> Ex {
        match c {
            Ex::Int(0) => b,
            Ex::Int(_) => a,
            _ if a == b => a,
            _ => Ex::If(Box::new(c.clone()), Box::new(a), Box::new(b)),
        }
    }

    /// Visits it and all that it is made of.
    pub fn walk(&self, visit: &mut dyn FnMut(&Ex)) {
        self.with_parts(&mut |part| {
            visit(part);
            None
        });
    }

    /// The same with something else for each place.
    #[must_use]
    pub fn with(&self, places: &dyn Fn(usize) -> Ex) -> Ex {
        self.with_parts(&mut |part| if let Ex::Local(place) = part { Some(places(*place)) } else { None })
    }

    /// The same with something else for some parts of it, the whole first.
    #[must_use = "it stays as it is"]
    pub fn with_parts(&self, change: &mut dyn FnMut(&Ex) -> Option<Ex>) -> Ex {
        if let Some(other) = change(self) {
            return other;
        }
        let mut go = |ex: &Ex| ex.with_parts(change);
        match self {
            Ex::Int(_) | Ex::Global(_) | Ex::Local(_) | Ex::Word(_) | Ex::Bound(_) | Ex::Len(..) | Ex::Extreme(..) => {
                self.clone()
            }
            Ex::Two(op, a, b) => Ex::Two(*op, Box::new(go(a)), Box::new(go(b))),
            Ex::Item(a, b) => Ex::Item(Box::new(go(a)), Box::new(go(b))),
            Ex::Fill(a, b) => Ex::Fill(Box::new(go(a)), Box::new(go(b))),
            Ex::Has(a, b) => Ex::Has(Box::new(go(a)), Box::new(go(b))),
            Ex::Not(a) => Ex::Not(Box::new(go(a))),
            Ex::Bit(a) => Ex::Bit(Box::new(go(a))),
            Ex::If(c, a, b) => Ex::If(Box::new(go(c)), Box::new(go(a)), Box::new(go(b))),
            Ex::Call(call, parts) => Ex::Call(*call, parts.iter().map(go).collect()),
            Ex::Entry(which, parts) => Ex::Entry(*which, parts.iter().map(go).collect()),
            Ex::Value(parts) => Ex::Value(parts.iter().map(go).collect()),
            Ex::Cell(parts) => Ex::Cell(parts.iter().map(go).collect()),
            Ex::Sum(which, ends) => Ex::Sum(*which, Box::new(ends.each_ref().map(go))),
            Ex::Block(which, sides) => Ex::Block(*which, Box::new(sides.each_ref().map(go))),
            Ex::Tally(tally) => {
                let Tally { lo, hi, when, item, .. } = &**tally;
                let (lo, hi, when, item) = (go(lo), go(hi), go(when), go(item));
                Ex::Tally(Box::new(Tally { lo, hi, when, item, ..**tally }))
            }
        }
    }

    /// The same, with what can be worked out by now.
    #[must_use]
    pub fn folded(&self) -> Ex {
        match self {
            Ex::Two(op, a, b) => Ex::two(*op, a.folded(), b.folded()),
            Ex::If(c, a, b) => Ex::choose(&c.folded(), a.folded(), b.folded()),
            other => other.clone(),
        }
    }

    /// Whether a program needs a loop for it.
    #[must_use]
    pub fn takes_a_loop(&self) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= matches!(part, Ex::Tally(_)));
        found
    }

    /// Whether it speaks of any place.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let mut open = false;
        self.walk(&mut |part| open |= matches!(part, Ex::Local(_)));
        open
    }

    /// Whether it speaks of a place.
    #[must_use]
    pub fn speaks_of(&self, place: usize) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= *part == Ex::Local(place));
        found
    }
}

impl Recur {
    /// Whether a variable holds such.
    #[must_use]
    pub fn holds(&self, shape: Shape) -> bool {
        self.vars.iter().any(|var| var.shape == shape)
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
            mv.guards.iter().chain(&mv.next).chain([&mv.gain]).for_each(&mut go);
            mv.steps.iter().for_each(|step| step.exprs(&mut go));
            for choice in &mv.choices {
                choice.when.iter().for_each(&mut go);
                if let Over::Range(lo, hi) = &choice.over {
                    go(lo);
                    go(hi);
                }
            }
        }
        self.remaining.iter().for_each(&mut go);
    }
}

impl Step {
    fn exprs(&self, visit: &mut dyn FnMut(&Ex)) {
        match self {
            Step::Copy(_, ex) | Step::Let(_, ex) => visit(ex),
            Step::Put(list, at, value) => [list, at, value].into_iter().for_each(visit),
            Step::For(_, lo, hi, body) => {
                visit(lo);
                visit(hi);
                body.iter().for_each(|step| step.exprs(visit));
            }
        }
    }
}
