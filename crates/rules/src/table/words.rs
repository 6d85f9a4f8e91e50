//! The reserved words. Other words with a meaning (`by`, `as`, `wins`, `draw`, …) are plain names outside their places.

/// A reserved word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table below says what each word means")]
pub enum Word {
    Game,
    Players,
    Param,
    Require,
    Let,
    Type,
    Def,
    State,
    Invariant,
    Remaining,
    Rank,
    Move,
    Starts,
    Normalise,
    End,
    Stuck,
    Repeat,
    Part,
    Start,
    Symmetry,
    Show,
    Example,
    When,
    Var,
    Gain,
    Again,
    Turn,
    If,
    Else,
    For,
    Break,
    And,
    Or,
    Not,
    In,
    Of,
    Then,
    True,
    False,
    None,
    Me,
    Opponent,
}

/// What a word may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// A line of the rules.
    Line,
    /// A statement inside braces.
    Statement,
    /// Either.
    Both,
    /// Neither: the word stands inside a line.
    Nothing,
}

/// A row of the table of reserved words.
#[derive(Clone, Copy, Debug)]
pub struct WordRow {
    /// The word.
    pub word: Word,
    /// How it is written.
    pub text: &'static str,
    /// What it may begin.
    pub begins: Begins,
    /// One line for the reference.
    pub doc: &'static str,
}

const fn row(word: Word, text: &'static str, begins: Begins, doc: &'static str) -> WordRow {
    WordRow { word, text, begins, doc }
}

/// Every reserved word, in the order of the enum (`Word::row` relies on it).
pub static WORDS: &[WordRow] = &[
    row(Word::Game, "game", Begins::Line, "names the game, with a title"),
    row(Word::Players, "players", Begins::Line, "names the two players; the first one moves first"),
    row(Word::Param, "param", Begins::Line, "a value given from outside, with its type"),
    row(Word::Require, "require", Begins::Line, "a condition the parameters must meet"),
    row(Word::Let, "let", Begins::Both, "a fixed value with a name"),
    row(Word::Type, "type", Begins::Line, "a type with a name"),
    row(Word::Def, "def", Begins::Line, "a formula with a name and parameters"),
    row(Word::State, "state", Begins::Line, "a variable of the position, with its type and first value"),
    row(Word::Invariant, "invariant", Begins::Line, "a condition that holds at every position"),
    row(Word::Remaining, "remaining", Begins::Line, "the points still to be taken"),
    row(Word::Rank, "rank", Begins::Line, "a number that every move raises"),
    row(Word::Move, "move", Begins::Line, "something a player may do"),
    row(Word::Starts, "starts", Begins::Line, "who moves first"),
    row(Word::Normalise, "normalise", Begins::Line, "tidies the position after every move"),
    row(Word::End, "end", Begins::Both, "when the game is over, and how"),
    row(Word::Stuck, "stuck", Begins::Line, "what happens when a player cannot move"),
    row(Word::Repeat, "repeat", Begins::Line, "what play that goes on for ever means"),
    row(Word::Part, "part", Begins::Line, "a part of a sum of games"),
    row(Word::Start, "start", Begins::Line, "the first position of a sum of games"),
    row(Word::Symmetry, "symmetry", Begins::Line, "a change of the position that changes nothing"),
    row(Word::Show, "show", Begins::Line, "how to draw a variable"),
    row(Word::Example, "example", Begins::Line, "parameters and what must come out: a test"),
    row(Word::When, "when", Begins::Statement, "a condition for the move or the line"),
    row(Word::Var, "var", Begins::Statement, "a value that may change, inside one move"),
    row(Word::Gain, "gain", Begins::Statement, "gives points"),
    row(Word::Again, "again", Begins::Statement, "the same player moves once more"),
    row(Word::Turn, "turn", Begins::Statement, "says who moves next"),
    row(Word::If, "if", Begins::Statement, "a choice between two statements or two values"),
    row(Word::Else, "else", Begins::Nothing, "the other side of an `if`"),
    row(Word::For, "for", Begins::Statement, "something done for every member"),
    row(Word::Break, "break", Begins::Statement, "leaves the innermost `for`"),
    row(Word::And, "and", Begins::Nothing, "true when both sides are"),
    row(Word::Or, "or", Begins::Nothing, "true when either side is"),
    row(Word::Not, "not", Begins::Nothing, "true when the condition is false"),
    row(Word::In, "in", Begins::Nothing, "is a member of"),
    row(Word::Of, "of", Begins::Nothing, "what a list, set, grid, node or symmetry belongs to or holds"),
    row(Word::Then, "then", Begins::Nothing, "the value of an `if` whose condition is true"),
    row(Word::True, "true", Begins::Nothing, "the condition that always holds"),
    row(Word::False, "false", Begins::Nothing, "the condition that never holds"),
    row(Word::None, "none", Begins::Nothing, "the empty value of a type with `?`"),
    row(Word::Me, "me", Begins::Nothing, "the player whose turn it is"),
    row(Word::Opponent, "opponent", Begins::Nothing, "the other player"),
];

impl Word {
    /// Its row.
    #[must_use]
    pub fn row(self) -> &'static WordRow {
        &WORDS[self as usize]
    }

    /// How it is written.
    #[must_use]
    pub fn text(self) -> &'static str {
        self.row().text
    }

    /// The word written so, if it is reserved.
    #[must_use]
    pub fn named(text: &str) -> Option<Word> {
        WORDS.iter().find(|row| row.text == text).map(|row| row.word)
    }

    /// Whether a line of the rules may begin with it.
    #[must_use]
    pub fn begins_line(self) -> bool {
        matches!(self.row().begins, Begins::Line | Begins::Both)
    }

    /// Whether a statement may begin with it.
    #[must_use]
    pub fn begins_statement(self) -> bool {
        matches!(self.row().begins, Begins::Statement | Begins::Both)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_stands_at_its_word() {
        for row in WORDS {
            assert_eq!(row.word.text(), row.text);
            assert_eq!(Word::named(row.text), Some(row.word));
        }
    }
}
