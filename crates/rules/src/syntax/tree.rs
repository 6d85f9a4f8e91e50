//! The tree of a rules file as it is written: nothing is resolved, every part knows its place.
//!
//! Depth is bounded by the parser (`parse::MAX_DEPTH`), so walking a tree by recursion is safe.
#![allow(missing_docs, reason = "each variant shows the text it stands for; its fields carry the names used there")]

use crate::source::Span;

/// A whole rules file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its lines, in the order written. Lines that could not be read are absent (their diagnostics are not).
    pub lines: Vec<Line>,
    /// Names that lines were to declare which could not be read: nothing more is known of them.
    pub unread: Vec<Name>,
}

/// A line of the rules: what starts with `game`, `param`, `move` and so on. May span several lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The `##` comments directly above (or, for a `param` or `state`, also at its end), without the marks.
    pub doc: Vec<String>,
    /// Where the line stands.
    pub span: Span,
    /// The line.
    pub kind: LineKind,
}

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The letters.
    pub text: String,
    /// Where they stand.
    pub span: Span,
}

/// A string literal with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The letters between the quotes, escapes resolved.
    pub text: String,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// `game Name "Title"`
    Game { name: Name, title: Option<Text> },
    /// `players First, Second`
    Players { first: Name, second: Name },
    /// `param name : type = default`
    Param { name: Name, ty: Type, default: Option<Expr> },
    /// `require condition "why"`
    Require { condition: Expr, why: Option<Text> },
    /// `let name = value`, `let name : type = value`, or with steps before the value: `let name { var x = 0; …; x }`
    Let { name: Name, ty: Option<Type>, steps: Option<Block>, value: Expr },
    /// `type name = type`
    TypeName { name: Name, ty: Type },
    /// `def name(params) = body`
    Def { name: Name, params: Vec<Name>, body: Expr },
    /// `state name : type = start`
    State { name: Name, ty: Type, start: Expr },
    /// `invariant condition`
    Invariant { condition: Expr },
    /// `remaining points`
    Remaining { points: Expr },
    /// `rank number`
    Rank { number: Expr },
    /// `move name(choices) by player as "words" { … }`
    Move(Move),
    /// `starts player`
    Starts { player: Expr },
    /// `normalise { … }`
    Normalise { body: Block },
    /// `end when condition => outcome`
    End { condition: Option<Expr>, outcome: Option<Outcome> },
    /// `stuck when condition => outcome`, `stuck => pass else outcome`
    Stuck { condition: Option<Expr>, result: Stuck },
    /// `repeat => draw`, `repeat => Name wins`, `repeat => Name leads by points` (`who` is the name)
    Repeat { who: Option<Name>, lead: Option<Expr> },
    /// `part Name(value : type, …) { move … => … }`
    Part(Part),
    /// `start sum`
    Start { sum: Sum },
    /// `symmetry …, …`
    Symmetry { items: Vec<Symmetry> },
    /// `show name as style …`
    Show(Show),
    /// `example name=value, … => expectation, …`
    Example { params: Vec<(Name, Expr)>, expects: Vec<Expect> },
}

/// What being stuck means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The game is over.
    Over(Outcome),
    /// The turn goes back; `otherwise` is what happens when neither player can move.
    Pass { otherwise: Option<Outcome> },
}

/// A `move` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its name.
    pub name: Name,
    /// The choices in its brackets.
    pub choices: Vec<Choice>,
    /// Who may make it, where not both.
    pub by: Option<Name>,
    /// How it is said in words.
    pub words: Option<Text>,
    /// What it does.
    pub body: Block,
}

/// A `part` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: Name,
    /// The values it is known by, each with what it may be; at least one.
    pub fields: Vec<(Name, Type)>,
    /// Its moves.
    pub moves: Vec<PartMove>,
}

/// A move of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartMove {
    /// The `##` comments above it.
    pub doc: Vec<String>,
    /// Where it stands.
    pub span: Span,
    /// Its name.
    pub name: Name,
    /// The choices in its brackets.
    pub choices: Vec<Choice>,
    /// Who may make it, where not both.
    pub by: Option<Name>,
    /// The `when` before its arrow.
    pub condition: Option<Expr>,
    /// What is left of the part.
    pub result: Sum,
}

/// Parts that stand side by side: `Row(a) + Row(b)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Where it stands.
    pub span: Span,
    /// The parts; none for `nothing`.
    pub terms: Vec<Term>,
}

/// `Row(n - 1)`, `k * Row(n - 1)`, or with clauses `sum(Row(r) for r in rows)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Where it stands.
    pub span: Span,
    /// How many of it, where that is said.
    pub times: Option<Expr>,
    /// Which part.
    pub part: Name,
    /// Its values.
    pub values: Vec<Expr>,
    /// Once for each of these, if any.
    pub clauses: Vec<Clause>,
}

/// `name in over if condition`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name chosen.
    pub name: Name,
    /// What it is chosen from.
    pub over: Expr,
    /// A condition on it.
    pub condition: Option<Expr>,
}

/// Statements in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The braces and what is between.
    pub span: Span,
    /// The statements.
    pub stmts: Vec<Stmt>,
}

/// A statement with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// Where it stands.
    pub span: Span,
    /// What it does.
    pub kind: StmtKind,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `when condition`
    When(Expr),
    /// `let name = value`
    Let { name: Name, value: Expr },
    /// `var name = value`
    Var { name: Name, value: Expr },
    /// `place = value`, `+=`, `-=`. The place is a name, perhaps indexed.
    Assign { place: Expr, op: AssignOp, value: Expr },
    /// `place, place = value, value`: as many places as values, at least two, all at once.
    AssignMany { places: Vec<Expr>, values: Vec<Expr> },
    /// `gain amount to who`
    Gain { amount: Expr, to: Option<Who> },
    /// `again`
    Again,
    /// `turn player`
    Turn(Expr),
    /// `end when condition => outcome`; the outcome may be left out in points games.
    End { condition: Option<Expr>, outcome: Option<Outcome> },
    /// `if condition { … } else …`
    If { condition: Expr, then: Block, otherwise: Option<Else> },
    /// `for name in over { … }`
    For { name: Name, over: Expr, body: Block },
    /// `break`
    Break,
}

/// What follows `else`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Else {
    /// `else { … }`
    Block(Block),
    /// `else if …` (the statement is an `If`)
    If(Box<Stmt>),
}

/// How a place is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Sub,
}

/// How a game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub kind: OutcomeKind,
}

/// What an outcome says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    /// `draw`
    Draw,
    /// `who wins`
    Wins(Who),
    /// `who loses`
    Loses(Who),
    /// `who leads by points`
    Leads(Who, Expr),
    /// `outcome if condition`, `outcome if condition else outcome`: in `end`s and `stuck` lines
    If(Box<Outcome>, Expr, Option<Box<Outcome>>),
}

/// A player as outcomes and gains name one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// `me`
    Me(Span),
    /// `opponent`
    Opponent(Span),
    /// A player by name, or a name that holds one.
    Named(Name),
    /// Whoever a value says: `(if … then A else B)`, `owner[at]`.
    Chosen(Expr),
}

/// What an example expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub kind: ExpectKind,
}

/// What an expectation says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectKind {
    /// `X wins in 3` (`plies` is the number)
    Outcome { outcome: Outcome, plies: Option<Expr> },
    /// `not X wins`
    Not(Outcome),
    /// A condition over `total(P)`, `lead(P)`, `plies`, `positions`, `best`.
    Condition(Expr),
}

/// One symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Where it stands.
    pub span: Span,
    /// Which one.
    pub kind: SymmetryKind,
}

/// The kinds of symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymmetryKind {
    /// `permute h`: the order of a list's entries does not matter.
    Permute(Name),
    /// `mirror rows of b`: the rows in reverse order.
    MirrorRows(Name),
    /// `mirror columns of b`: the columns in reverse order.
    MirrorColumns(Name),
    /// `transpose b`: rows and columns change places.
    Transpose(Name),
    /// `rotations of b`: quarter turns (half turns when not square).
    Rotations(Name),
    /// `reflections of b`: both mirrors.
    Reflections(Name),
    /// `swap players`
    SwapPlayers,
    /// `board[r, c] -> board[r, n - 1 - c]`
    Map { board: Name, from: Vec<Name>, image: Name, to: Vec<Expr> },
    /// `mirror rows of a and mirror rows of b`: one after the other, as one change.
    Together(Vec<Symmetry>),
}

/// A `show` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Show {
    /// What is shown.
    pub subject: Name,
    /// `grid`, `row`, `heaps`, `mancala`; absent for `show graph with …`.
    pub style: Option<Name>,
    /// `upward`: row 0 at the bottom.
    pub upward: bool,
    /// `from i to j`: the part of the row that is still there, `i ..< j`.
    pub window: Option<(Expr, Expr)>,
    /// `with X "×", O "○"`
    pub with: Vec<(Name, Text)>,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// Where it stands.
    pub span: Span,
    /// Which type.
    pub kind: TypeKind,
}

/// The types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `a..b`, `a..<b`: the expression is always an `ExprKind::Range`.
    Range(Box<Expr>),
    /// `int`
    Int,
    /// `bool`
    Bool,
    /// `player`
    Player,
    /// `{red, green}`
    Names(Vec<Name>),
    /// `set of T`
    Set(Box<Type>),
    /// `list[n] of T`, `list[a..b] of T`
    List { length: Box<Expr>, of: Box<Type> },
    /// `grid[rows, columns] of T` (parameters may give ranges)
    Grid { rows: Box<Expr>, columns: Box<Expr>, of: Box<Type> },
    /// `graph[a..b]`: as many nodes
    Graph { size: Box<Expr> },
    /// `node of g`
    Node(Name),
    /// `cell of b`
    Cell(Name),
    /// `position of b`
    Position(Name),
    /// `text`
    Text,
    /// `(T, T, …)`: several values side by side, at least two
    Record(Vec<Type>),
    /// `T?`: T or `none`
    Optional(Box<Type>),
    /// A type by its name.
    Named(String),
}

/// An expression with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `1_000`
    Int(i64),
    /// `"a"`
    Text(String),
    /// `true`, `false`
    Bool(bool),
    /// `none`
    None,
    /// `me`
    Me,
    /// `opponent`
    Opponent,
    /// Something that could not be read and was reported: it stands for anything.
    Bad,
    /// A name.
    Name(String),
    /// `-a`, `not a`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b` and the others.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: the first operand, then each comparison with its right operand; at least one.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `lo..hi`, or `lo..<hi` when `inclusive` is false.
    Range { lo: Box<Expr>, hi: Box<Expr>, inclusive: bool },
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `name(args)`. A comprehension argument is a single `Comprehension` of shape `Bare`.
    Call { name: Name, args: Vec<Expr> },
    /// `xs[i]`, `b[r, c]`
    Index(Box<Expr>, Vec<Expr>),
    /// `(a)`: brackets are kept so that the formatter keeps them.
    Paren(Box<Expr>),
    /// `(r, c)`: a cell, or a record where one is wanted.
    Tuple(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `item for x in xs if c for y in ys`
    Comprehension { shape: Shape, item: Box<Expr>, clauses: Vec<Clause> },
}

/// What stands around a comprehension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `[ … ]`
    List,
    /// `{ … }`
    Set,
    /// The brackets of a call.
    Bare,
}

/// `for name in over if condition`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The name bound.
    pub name: Name,
    /// What it runs over.
    pub over: Expr,
    /// A condition on it.
    pub condition: Option<Expr>,
}

pub use crate::table::operators::{BinaryOp, CompareOp, UnaryOp};
