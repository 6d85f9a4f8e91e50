//! Rules of whole numbers with open parameters: what a case is run by. Small cases are run by the hundred thousand: run as they stand, with numbers
//! as a domain of abstract values, rules take 1.5 times as long.

use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp};

/// At most so many state variables.
pub(super) const MOST_STATES: usize = 8;

/// Everything that a case needs.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// The name of the game, ready for JSON.
    pub(super) name: String,
    /// What the players are called, ready for JSON.
    pub(super) players: [String; 2],
    pub(super) params: Vec<Param>,
    /// How many `let` lines there are; they follow the parameters among the numbers held.
    pub(super) lets: usize,
    pub(super) setup: Vec<Setup>,
    pub(super) states: Vec<State>,
    pub(super) invariants: Vec<Ex>,
    pub(super) remaining: Option<Ex>,
    pub(super) ends: Vec<End>,
    pub(super) moves: Vec<Move>,
    /// Whether positions keep whose turn it is.
    pub(super) turns: bool,
    /// How many locals there are.
    pub(super) frame: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Param {
    /// Ready for JSON.
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) default: Option<Ex>,
}

/// What a parameter may be.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Number(Bounds),
    Bool,
    /// Least and greatest length, and its entries.
    List(Ex, Ex, Bounds),
    /// Least and greatest number of rows, of columns, and its cells.
    Grid(Box<[Ex; 4]>, Bounds),
}

/// The least and the greatest number; nothing where every number will do.
pub(super) type Bounds = Option<Box<(Ex, Ex)>>;

/// What is done before play, in order.
#[derive(Clone, Debug)]
pub(super) enum Setup {
    Param(usize),
    /// A `let` line, by number.
    Let(usize, Ex),
    Require(Ex),
}

#[derive(Clone, Debug)]
pub(super) struct State {
    /// Ready for JSON.
    pub(super) name: String,
    pub(super) lo: Ex,
    pub(super) hi: Ex,
    /// Whether it is shown as true or false.
    pub(super) truth: bool,
    pub(super) start: Ex,
}

#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) when: Ex,
    /// By how much the mover, if true, or the other leads; nothing where the points gained decide.
    pub(super) lead: Option<(bool, Ex)>,
}

#[derive(Clone, Debug)]
pub(super) struct Move {
    /// As it stands, and ready for JSON.
    pub(super) name: String,
    pub(super) quoted: String,
    /// Who may make it.
    pub(super) by: Option<usize>,
    pub(super) choices: Vec<Choice>,
    /// Where the body begins with `when a + x <= b`, x the last choice: a and b, which do not speak of x. No larger x is looked at.
    pub(super) cut: Option<[Ex; 2]>,
    pub(super) body: Vec<St>,
}

/// A choice among numbers one after the other.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// Ready for JSON.
    pub(super) name: String,
    pub(super) slot: usize,
    pub(super) lo: Ex,
    pub(super) hi: Ex,
    pub(super) when: Option<Ex>,
}

/// A statement.
#[derive(Clone, Debug)]
pub(super) enum St {
    When(Ex),
    Local(usize, Ex),
    State(usize, Ex),
    /// Values are worked out before anything changes.
    AtOnce(Vec<(Root, Ex)>),
    /// To the mover, if true, or to the other.
    Gain(Ex, bool),
    Again,
    If(Ex, Vec<St>, Vec<St>),
}

/// What changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    State(usize),
    Local(usize),
}

/// An expression; conditions are 0 and 1.
#[derive(Clone, Debug)]
pub(super) enum Ex {
    Int(i64),
    /// A parameter or `let` that is a number.
    Held(usize),
    State(usize),
    /// Before the move.
    Old(usize),
    Local(usize),
    Neg(Box<Ex>),
    Not(Box<Ex>),
    And(Box<[Ex; 2]>),
    Or(Box<[Ex; 2]>),
    Arithmetic(BinaryOp, Box<[Ex; 2]>),
    Compare(CompareOp, Box<[Ex; 2]>),
    /// `a < b <= c`: each operand once, and no further than the first that fails.
    Chain(Box<Ex>, Vec<(CompareOp, Ex)>),
    If(Box<[Ex; 3]>),
    /// How many entries a list has.
    Len(usize),
    /// How many rows a board has, or else columns.
    Side(usize, bool),
    Entry(usize, Box<Ex>),
    Cell(usize, Box<[Ex; 2]>),
    /// Of the entries from the first to the last.
    Sum(usize, Box<[Ex; 2]>),
    Least(Vec<Ex>),
    Greatest(Vec<Ex>),
    /// A helper of numbers.
    Help(Helper, Vec<Ex>),
    /// The items of some loops, added up.
    Total(Box<Loops>),
    /// How many of the items hold.
    Count(Box<Loops>),
    /// Whether an item holds, if true; else whether all do.
    Any(bool, Box<Loops>),
    Bind(usize, Box<[Ex; 2]>),
}

impl Ex {
    /// Whether it may speak of a local: to be found so is always safe.
    pub(super) fn may_speak_of(&self, slot: usize) -> bool {
        match self {
            Ex::Int(_) | Ex::Held(_) | Ex::State(_) | Ex::Old(_) | Ex::Len(_) | Ex::Side(..) => false,
            Ex::Local(local) => *local == slot,
            Ex::Neg(one) | Ex::Not(one) | Ex::Entry(_, one) => one.may_speak_of(slot),
            Ex::Arithmetic(_, sides) | Ex::Compare(_, sides) | Ex::Sum(_, sides) | Ex::Cell(_, sides) => {
                sides.iter().any(|side| side.may_speak_of(slot))
            }
            _ => true,
        }
    }
}

/// Loops over numbers, outermost first, and what is worked out each time.
#[derive(Clone, Debug)]
pub(super) struct Loops {
    pub(super) clauses: Vec<Choice>,
    pub(super) item: Ex,
}
