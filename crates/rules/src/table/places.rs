//! Words that mean something in their places only; anywhere else they are plain names.

/// Where a word has its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Behind the name or the choices of a move.
    Move,
    /// In what an end, a `stuck` or a `repeat` line says, and in an example.
    Outcome,
    /// Behind the `=>` of a `stuck` line.
    Stuck,
    /// Behind the `=>` of a part's move.
    Sum,
    /// In a `gain`.
    Gain,
    /// Called in moves and conditions.
    Call,
    /// In what an example expects, called with a player.
    AnswerOf,
    /// In what an example expects.
    Answer,
    /// In a `symmetry` line.
    Symmetry,
    /// Behind the `as` of a `show` line.
    Style,
    /// In a `show` line.
    Show,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct PlaceRow {
    /// The word.
    pub text: &'static str,
    /// Where it has its meaning.
    pub place: Place,
    /// How it is written in the reference.
    pub usage: &'static str,
    /// What it means, one line.
    pub doc: &'static str,
}

const fn row(text: &'static str, place: Place, usage: &'static str, doc: &'static str) -> PlaceRow {
    PlaceRow { text, place, usage, doc }
}

/// Every such word, once for each of its places.
pub static PLACES: &[PlaceRow] = &[
    row("by", Place::Move, "move NAME by PLAYER { … }", "leaves the move to one of the two players"),
    row("as", Place::Move, "move NAME as \"words\" { … }", "how the move is said in words; `{x}` stands for a choice"),
    row("draw", Place::Outcome, "=> draw", "nobody wins"),
    row("wins", Place::Outcome, "=> PLAYER wins", "that player wins"),
    row("loses", Place::Outcome, "=> PLAYER loses", "that player loses"),
    row("win", Place::Outcome, "=> PLAYER win", "the same of players named by a plural"),
    row("lose", Place::Outcome, "=> PLAYER lose", "the same of players named by a plural"),
    row("lead", Place::Outcome, "=> PLAYER lead by POINTS", "the same of players named by a plural"),
    row("leads", Place::Outcome, "=> PLAYER leads by POINTS", "that player gets so many points more"),
    row("by", Place::Outcome, "=> PLAYER leads by POINTS", "how many points"),
    row("pass", Place::Stuck, "stuck => pass", "who cannot move gives the turn back"),
    row("nothing", Place::Sum, "=> nothing", "nothing is left of the part"),
    row("to", Place::Gain, "gain POINTS to PLAYER", "who gets the points"),
    row("old", Place::Call, "old(x)", "the value of the variable `x` before the move"),
    row("can", Place::Call, "can(NAME)", "whether the player to move has a legal move of that name"),
    row("position", Place::Call, "position(b)", "all that stands on `b` now, a `position of b`"),
    row("total", Place::AnswerOf, "total(PLAYER)", "the points of a player at the end of best play"),
    row(
        "lead",
        Place::AnswerOf,
        "lead(PLAYER)",
        "how many points more than the other a player has at the end of best play",
    ),
    row("plies", Place::Answer, "plies", "how many moves best play takes; `none` where it never ends"),
    row("positions", Place::Answer, "positions", "how many positions can be reached"),
    row("best", Place::Answer, "best", "the best first moves, as a list of texts"),
    row("nimber", Place::Answer, "nimber", "the nimber of the first position, for sums of parts"),
    row("permute", Place::Symmetry, "permute xs", "the order of a list's entries does not matter"),
    row("mirror", Place::Symmetry, "mirror rows of b, mirror columns of b", "the rows or columns in reverse order"),
    row("rows", Place::Symmetry, "mirror rows of b", "the rows in reverse order"),
    row("columns", Place::Symmetry, "mirror columns of b", "the columns in reverse order"),
    row("transpose", Place::Symmetry, "transpose b", "rows and columns change places"),
    row("rotations", Place::Symmetry, "rotations of b", "quarter turns (half turns when not square)"),
    row("reflections", Place::Symmetry, "reflections of b", "both mirrors"),
    row("swap", Place::Symmetry, "swap players", "the players change places"),
    row("grid", Place::Style, "show NAME as grid", "as a board"),
    row("row", Place::Style, "show NAME as row from i to j", "as a row, of which `from i to j` is still there"),
    row("heaps", Place::Style, "show NAME as heaps", "as heaps"),
    row("mancala", Place::Style, "show NAME as mancala", "as a mancala board"),
    row("as", Place::Show, "show NAME as grid", "how it is drawn"),
    row("upward", Place::Show, "show NAME as grid upward", "row 0 at the bottom"),
    row("from", Place::Show, "show NAME as row from i to j", "where the part of the row begins that is still there"),
    row("to", Place::Show, "show NAME as row from i to j", "one past the part of the row that is still there"),
    row("with", Place::Show, "show NAME as grid with A \"×\", B \"○\"", "letters for what stands there"),
];

/// The words of a place.
pub fn of(place: Place) -> impl Iterator<Item = &'static PlaceRow> {
    PLACES.iter().filter(move |row| row.place == place)
}
