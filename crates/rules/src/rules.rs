//! Checked rules: every name resolved, every expression typed, `def`s written out where they are used.
//! Made by `check`, run by `interpret`; what is read here is known to make sense.

use crate::datum::Datum;
use crate::interval::Interval;
use crate::player::Player;
use crate::source::{Source, Span};
use crate::table::helpers::Helper;
use crate::table::operators::{BinaryOp, CompareOp, UnaryOp};
use crate::types::{Domain, Type};

/// Rules that have passed every check that needs no playing. Their parameters are still open.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The text they were read from.
    pub source: Source,
    /// The name after `game`.
    pub name: String,
    /// The title after it, or the name again.
    pub title: String,
    /// The `##` lines above `game`.
    pub doc: Vec<String>,
    /// What the players are called.
    pub players: [String; 2],
    /// Every list of names used as a type.
    pub names: Vec<Names>,
    /// Parameters.
    pub params: Vec<Param>,
    /// `let` lines.
    pub lets: Vec<Let>,
    /// `require` lines.
    pub requires: Vec<Require>,
    /// The order in which parameters, lets and requirements stand.
    pub setup: Vec<Setup>,
    /// State variables.
    pub states: Vec<State>,
    /// `part` lines, each with the state variable that holds its parts: a sum of games, or none at all.
    pub parts: Vec<Part>,
    /// `starts`
    pub starts: Option<Expr>,
    /// `invariant` lines.
    pub invariants: Vec<Expr>,
    /// `remaining`
    pub remaining: Option<Expr>,
    /// `rank`
    pub rank: Option<Rank>,
    /// Moves.
    pub moves: Vec<Move>,
    /// `normalise`
    pub normalise: Vec<Stmt>,
    /// `end` lines at the top, in order.
    pub ends: Vec<End>,
    /// `stuck` lines, in order.
    pub stucks: Vec<Stuck>,
    /// `repeat`
    pub repeat: Option<Repeat>,
    /// `symmetry` items.
    pub symmetries: Vec<Symmetry>,
    /// `show` lines.
    pub shows: Vec<Show>,
    /// `example` lines.
    pub examples: Vec<Example>,
    /// Whether points are counted.
    pub points: bool,
    /// How many locals the deepest expression needs.
    pub frame: usize,
}

/// A list of names that is a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// Its own name, if a `type` line gives one.
    pub name: Option<String>,
    /// The names.
    pub names: Vec<String>,
    /// Where the first of them stands.
    pub span: Span,
}

/// What comes next when a game is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// `Rules::params[i]`
    Param(usize),
    /// `Rules::lets[i]`
    Let(usize),
    /// `Rules::requires[i]`
    Require(usize),
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its `##` lines.
    pub doc: Vec<String>,
    /// Its line.
    pub span: Span,
    /// What it may be.
    pub domain: Domain<Expr>,
    /// What it is when nobody says.
    pub default: Option<Expr>,
}

/// A `let` line.
#[derive(Clone, Debug)]
pub struct Let {
    /// Its name.
    pub name: String,
    /// Its type, where it is said: the value is brought into its shape.
    pub domain: Option<Domain<Expr>>,
    /// What is done before the value is looked at.
    pub steps: Vec<Stmt>,
    /// Its value.
    pub value: Expr,
}

impl Let {
    /// The type of the value.
    #[must_use]
    pub fn ty(&self) -> Type {
        self.domain.as_ref().map_or_else(|| self.value.ty.clone(), Domain::ty)
    }

    /// Whether it is the value as it is written, without steps before it and with nothing brought into shape.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.domain.is_none() && self.steps.is_empty()
    }
}

/// A `require` line.
#[derive(Clone, Debug)]
pub struct Require {
    /// What must hold.
    pub condition: Expr,
    /// What to say when it does not.
    pub why: Option<String>,
    /// Its line.
    pub span: Span,
}

/// The `rank` line: a number that every move raises.
#[derive(Clone, Debug)]
pub struct Rank {
    /// Its line.
    pub span: Span,
    /// The number.
    pub number: Expr,
    /// What it is made of besides what is fixed: variables, each with what it is multiplied by. A number counts by itself, a set by how many members it
    /// has, a list by its sum.
    pub terms: Vec<(usize, i64)>,
}

/// A state variable.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name.
    pub name: String,
    /// Its `##` lines.
    pub doc: Vec<String>,
    /// Its line.
    pub span: Span,
    /// What it may be.
    pub domain: Domain<Expr>,
    /// What it is at the start.
    pub start: Expr,
}

/// A part of a sum of games. The parts of its kind that are there are the entries, rising, of a state variable of its name;
/// its moves stand among `Rules::moves` with one choice more, the part's value, and `Rules::normalise` takes out parts that
/// have no move. So a sum is played like every other game; this says what is true of it besides.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Its line.
    pub span: Span,
    /// `Rules::states[i]` holds the parts of this kind.
    pub state: usize,
    /// What it is known by, in order. A part known by one scalar is an entry as it stands, every other one a record.
    pub fields: Vec<Field>,
    /// Its moves.
    pub moves: Vec<PartMove>,
}

impl Part {
    /// Where its value is kept while its moves are looked at, if it is known by one scalar.
    #[must_use]
    pub fn slot(&self) -> Option<usize> {
        match self.fields.as_slice() {
            [field] if field.domain.ty().is_scalar() => Some(field.slot),
            _ => None,
        }
    }
}

/// One of the values that a part is known by.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Where it is kept while the part's moves are looked at.
    pub slot: usize,
    /// What it may be; its bounds may speak of the fields before it.
    pub domain: Domain<Expr>,
}

/// A move of a part, seen from the part alone.
#[derive(Clone, Debug)]
pub struct PartMove {
    /// `Rules::moves[i]` is the same move in the sum.
    pub made: usize,
    /// Who may make it, where not both.
    pub by: Option<Player>,
    /// Its choices, the part's own value left out.
    pub choices: Vec<Choice>,
    /// A condition on all of them.
    pub condition: Option<Expr>,
    /// What is left: lists of values of `Rules::parts[i]`.
    pub result: Vec<(usize, Expr)>,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name; two moves may share one.
    pub name: String,
    /// Its `##` lines.
    pub doc: Vec<String>,
    /// Its line.
    pub span: Span,
    /// Its choices, first to last.
    pub choices: Vec<Choice>,
    /// Who may make it.
    pub by: Option<Player>,
    /// How it is said in words.
    pub words: Option<String>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A choice of a move, or a clause of a comprehension.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// Where its value is kept.
    pub slot: usize,
    /// What it is chosen from.
    pub over: Expr,
    /// A condition on it.
    pub condition: Option<Expr>,
    /// The type of the value chosen.
    pub ty: Type,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Where it stands.
    pub span: Span,
    /// What it does.
    pub kind: StmtKind,
}

/// The conditions that statements begin with.
pub fn conditions(body: &[Stmt]) -> impl Iterator<Item = &Expr> {
    body.iter().map_while(|stmt| if let StmtKind::When(condition) = &stmt.kind { Some(condition) } else { None })
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// The move is only legal if this holds.
    When(Expr),
    /// Gives a local its value.
    Local(usize, Expr),
    /// Changes places, all at once: values are worked out before anything changes.
    Assign(Vec<(Place, Expr)>),
    /// Gives points.
    Gain(Expr, Who),
    /// The same player moves again.
    Again,
    /// This player moves next.
    Turn(Expr),
    /// The game ends here if the condition holds.
    End(Option<Expr>, Option<Outcome>),
    /// One block or the other.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// Once for each entry.
    For(usize, Expr, Vec<Stmt>),
    /// Leaves the innermost `for`.
    Break,
}

/// A place that can change: a variable, or an entry of it.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where it stands.
    pub span: Span,
    /// The variable.
    pub root: Root,
    /// The entry: nothing, one index, or row and column; lists of lists give one more step each.
    pub path: Vec<Vec<Expr>>,
    /// The type of what is put there.
    pub ty: Type,
}

/// A variable that can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// `Rules::states[i]`
    State(usize),
    /// A `var`.
    Local(usize),
}

/// How a game ends.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub kind: OutcomeKind,
}

/// What an outcome says.
#[derive(Clone, Debug)]
pub enum OutcomeKind {
    /// Nobody wins.
    Draw,
    /// That player wins.
    Wins(Who),
    /// That player loses.
    Loses(Who),
    /// That player gets so many points more.
    Leads(Who, Expr),
}

/// A player as outcomes and gains name one.
#[derive(Clone, Debug)]
pub enum Who {
    /// The mover.
    Me,
    /// The other.
    Opponent,
    /// A player by name, or whoever the expression gives.
    Named(Expr),
}

/// An `end` line at the top.
#[derive(Clone, Debug)]
pub struct End {
    /// Its line.
    pub span: Span,
    /// When it applies.
    pub condition: Expr,
    /// What it says; in points games it may say nothing.
    pub outcome: Option<Outcome>,
}

/// A `stuck` line.
#[derive(Clone, Debug)]
pub struct Stuck {
    /// Its line.
    pub span: Span,
    /// When it applies.
    pub condition: Option<Expr>,
    /// What it says.
    pub result: StuckResult,
}

/// What being stuck means.
#[derive(Clone, Debug)]
pub enum StuckResult {
    /// The game is over.
    Over(Outcome),
    /// The turn goes back; the outcome is for when neither player can move.
    Pass(Option<Outcome>),
}

/// The `repeat` line.
#[derive(Clone, Debug)]
pub struct Repeat {
    /// Its line.
    pub span: Span,
    /// Who wins endless play, or leads by it; nobody when absent.
    pub who: Option<Player>,
    /// In a game of points, by how much that player leads then, from a position on.
    pub lead: Option<Expr>,
}

/// One symmetry.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// Where it stands.
    pub span: Span,
    /// Which one.
    pub kind: SymmetryKind,
}

/// The kinds of symmetry; variables by number.
#[derive(Clone, Debug)]
pub enum SymmetryKind {
    /// The order of a list's entries does not matter.
    Permute(usize),
    /// Rows in reverse order.
    MirrorRows(usize),
    /// Columns in reverse order.
    MirrorColumns(usize),
    /// Rows and columns change places.
    Transpose(usize),
    /// Quarter turns, or half turns when not square.
    Rotations(usize),
    /// Both mirrors.
    Reflections(usize),
    /// The players change places.
    SwapPlayers,
    /// The entry of `board` at the place that `from` names goes to the place that `to` gives: one index for a list, two for a board.
    Map {
        /// The board or list.
        board: usize,
        /// The locals that hold the place.
        from: Vec<usize>,
        /// The place it goes to.
        to: Vec<Expr>,
    },
    /// One after the other, as one change: the first that each stands for, then the second of each, and so on.
    Together(Vec<SymmetryKind>),
}

/// A `show` line.
#[derive(Clone, Debug)]
pub struct Show {
    /// What is shown.
    pub subject: Subject,
    /// How.
    pub style: ShowStyle,
    /// Letters for values, by what they stand for.
    pub with: Vec<(String, String)>,
}

/// What a `show` line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// `Rules::params[i]`
    Param(usize),
    /// `Rules::states[i]`
    State(usize),
}

/// How a `show` line shows it.
#[derive(Clone, Debug)]
pub enum ShowStyle {
    /// As a board; `true` puts row 0 at the bottom.
    Grid(bool),
    /// As a row; only entries `from ..< to` where given.
    Row(Option<(Expr, Expr)>),
    /// As heaps.
    Heaps,
    /// As a mancala board.
    Mancala,
    /// As a graph with pieces on it.
    Graph,
}

/// An `example` line.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its line.
    pub span: Span,
    /// The parameters it gives, by number.
    pub params: Vec<(usize, Expr)>,
    /// What it expects.
    pub expects: Vec<Expect>,
}

/// What an example expects.
#[derive(Clone, Debug)]
pub struct Expect {
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub kind: ExpectKind,
}

/// What an expectation says.
#[derive(Clone, Debug)]
pub enum ExpectKind {
    /// The game ends so, perhaps in that many plies.
    Outcome(Outcome, Option<Expr>),
    /// The game does not end so.
    Not(Outcome),
    /// A condition over the answer.
    Condition(Expr),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Where it stands; inside a `def` that was written out, the place in the `def`.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// For numbers, what they can be; for lists and sets, what their lengths can be.
    pub range: Interval,
    /// What it is.
    pub kind: ExprKind,
}

/// The expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A value.
    Const(Datum),
    /// `Rules::params[i]`
    Param(usize),
    /// `Rules::lets[i]`
    Let(usize),
    /// `Rules::states[i]`
    State(usize),
    /// `Rules::states[i]` before the move.
    Old(usize),
    /// A choice, a `let` or `var` of a move, a variable of a comprehension, an argument of a `def`.
    Local(usize),
    /// The mover.
    Me,
    /// The other player.
    Opponent,
    /// An operator before its operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator between two.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A chain of comparisons.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `lo..hi`; `inclusive` is false for `..<`.
    Range {
        /// First number.
        lo: Box<Expr>,
        /// Last number, or one past it.
        hi: Box<Expr>,
        /// Whether `hi` belongs to it.
        inclusive: bool,
    },
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A helper called.
    Help(Helper, Vec<Expr>),
    /// An entry, a slice, a cell of a board, the neighbours of a node.
    Index(Box<Expr>, Vec<Expr>),
    /// `(row, column)`
    Cell(Box<Expr>, Box<Expr>),
    /// A list written out.
    List(Vec<Expr>),
    /// A set written out.
    Set(Vec<Expr>),
    /// A list (or set) made by running over others.
    Comprehension {
        /// Whether it makes a set.
        set: bool,
        /// The entry made each time.
        item: Box<Expr>,
        /// What it runs over, outermost first.
        clauses: Vec<Choice>,
    },
    /// Gives a local its value, then is worth the body: an argument of a `def`.
    Bind(usize, Box<Expr>, Box<Expr>),
    /// A part by its values, which must lie in the bounds of `Rules::parts[i]`.
    Part(usize, Vec<Expr>),
    /// The numbers from 1 to this one, which must not be negative: once for each of so many equal parts.
    Times(Box<Expr>),
    /// Whether the mover has a legal move among these `Rules::moves`.
    Can(Vec<usize>),
    /// Something of the answer, in examples.
    Answer(AnswerTerm),
}

/// What expectations of examples may ask of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerTerm {
    /// `total(P)`
    Total(Player),
    /// `lead(P)`
    Lead(Player),
    /// `plies`
    Plies,
    /// `positions`
    Positions,
    /// `best`
    Best,
    /// `nimber`
    Nimber,
}

impl Rules {
    /// The player with that name.
    #[must_use]
    pub fn player(&self, name: &str) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.players[player.number()] == name)
    }

    /// What a player is called.
    #[must_use]
    pub fn player_name(&self, player: Player) -> &str {
        &self.players[player.number()]
    }
}
