//! What a position is worth to its mover.

use bouton_rules::{Text, said_in_english, say, text::Blank};
use std::cmp::Ordering;

/// The value of a position, always for the player to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// In an outcome game.
    Outcome(Outcome),
    /// In a points game: my points minus theirs from here on.
    Lead(i64),
}

/// Win, draw or loss, with how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The mover wins.
    Win(Plies),
    /// Neither wins.
    Draw,
    /// The mover loses.
    Loss(Plies),
}

/// How long a win or a loss takes under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Plies {
    /// So many moves, of both players together.
    Of(u32),
    /// Play never ends, and the rules say who wins then (`repeat => X wins`).
    Endless,
    /// It ends, but nobody has counted: nimbers say who wins a sum of games, not how soon. Such a value is compared only
    /// with others of its kind, and no table stores it.
    Unknown,
}

/// What kind of value a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Win, draw or loss.
    Outcome,
    /// A lead in points.
    Points,
}

impl Value {
    /// Which kind of game has this value.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Value::Outcome(_) => Kind::Outcome,
            Value::Lead(_) => Kind::Points,
        }
    }

    /// Win, draw or loss; nothing in games of points.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        if let Value::Outcome(outcome) = self { Some(outcome) } else { None }
    }

    /// The same seen by the other player; `None` if the lead has no opposite in 64 bits.
    #[must_use]
    pub fn negate(self) -> Option<Value> {
        match self {
            Value::Outcome(outcome) => Some(Value::Outcome(outcome.negate())),
            Value::Lead(lead) => lead.checked_neg().map(Value::Lead),
        }
    }

    /// Whether this is worth strictly more to the mover than `other`.
    #[must_use]
    pub fn better(self, other: Value) -> bool {
        self > other
    }

    /// What a move is worth to the player who makes it: `self` is the value of the position it leads to, for that
    /// position's mover; `gain` is what the move gives, mine minus theirs. `None` when a number leaves its bounds.
    ///
    /// Leads stay above `i64::MIN`, so that every lead that comes out can be negated.
    #[must_use]
    pub fn after_step(self, gain: i64, same_mover: bool) -> Option<Value> {
        let mine = if same_mover { self } else { self.negate()? };
        match mine {
            Value::Outcome(outcome) => outcome.one_ply_later().map(Value::Outcome),
            Value::Lead(lead) => lead.checked_add(gain).filter(|&lead| lead > i64::MIN).map(Value::Lead),
        }
    }

    /// Whether it is a win or a loss that nobody has counted the plies of.
    #[must_use]
    pub fn uncounted(self) -> bool {
        matches!(self, Value::Outcome(outcome) if outcome.uncounted())
    }

    /// Whether both say the same when speed does not matter: the same lead, or both a win, a draw or a loss.
    #[must_use]
    pub fn same_result(self, other: Value) -> bool {
        match (self, other) {
            (Value::Outcome(one), Value::Outcome(two)) => one.class() == two.class(),
            _ => self == other,
        }
    }
}

impl Outcome {
    /// The word for programs: `win`, `draw` or `loss`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Win(_) => "win",
            Outcome::Draw => "draw",
            Outcome::Loss(_) => "loss",
        }
    }

    /// The same seen by the other player.
    #[must_use]
    pub fn negate(self) -> Outcome {
        match self {
            Outcome::Win(plies) => Outcome::Loss(plies),
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss(plies) => Outcome::Win(plies),
        }
    }

    /// How many moves are left under best play, where that is a number.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        match self {
            Outcome::Win(Plies::Of(plies)) | Outcome::Loss(Plies::Of(plies)) => Some(plies),
            _ => None,
        }
    }

    /// Whether it is a win or a loss that nobody has counted the plies of.
    #[must_use]
    pub fn uncounted(self) -> bool {
        matches!(self, Outcome::Win(Plies::Unknown) | Outcome::Loss(Plies::Unknown))
    }

    /// The same outcome one move earlier in the game; `None` when the plies cannot be counted any more.
    fn one_ply_later(self) -> Option<Outcome> {
        Some(match self {
            Outcome::Win(plies) => Outcome::Win(plies.one_more()?),
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss(plies) => Outcome::Loss(plies.one_more()?),
        })
    }

    fn class(self) -> Ordering {
        match self {
            Outcome::Win(_) => Ordering::Greater,
            Outcome::Draw => Ordering::Equal,
            Outcome::Loss(_) => Ordering::Less,
        }
    }
}

impl Plies {
    fn one_more(self) -> Option<Plies> {
        match self {
            Plies::Of(plies) => plies.checked_add(1).map(Plies::Of),
            Plies::Endless | Plies::Unknown => Some(self),
        }
    }
}

/// For the mover, worst first: a loss soon, a loss late, an endless loss, a draw, an endless win, a win late, a win soon.
impl Ord for Outcome {
    fn cmp(&self, other: &Outcome) -> Ordering {
        self.class().cmp(&other.class()).then_with(|| match (self, other) {
            (Outcome::Win(one), Outcome::Win(two)) => two.cmp(one),
            (Outcome::Loss(one), Outcome::Loss(two)) => one.cmp(two),
            _ => Ordering::Equal,
        })
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Outcome) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// For the mover, worst first. One game has values of one kind only; across kinds the order means nothing.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Outcome(one), Value::Outcome(two)) => one.cmp(two),
            (Value::Lead(one), Value::Lead(two)) => one.cmp(two),
            (Value::Outcome(_), Value::Lead(_)) => Ordering::Less,
            (Value::Lead(_), Value::Outcome(_)) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Blank for Value {
    fn text(&self) -> Text {
        match self {
            Value::Outcome(outcome) => outcome.text(),
            Value::Lead(0) => Text::code("0"),
            Value::Lead(lead) if *lead > 0 => Text::code(format!("+{lead}")),
            Value::Lead(lead) => Text::code(format!("−{}", lead.unsigned_abs())),
        }
    }
}

impl Blank for Outcome {
    fn text(&self) -> Text {
        match self {
            Outcome::Win(Plies::Of(0)) => say!("won"),
            Outcome::Loss(Plies::Of(0)) => say!("lost"),
            Outcome::Win(Plies::Of(plies)) => say!("win in {plies}"),
            Outcome::Loss(Plies::Of(plies)) => say!("loss in {plies}"),
            Outcome::Win(Plies::Endless) => say!("win by endless play"),
            Outcome::Loss(Plies::Endless) => say!("loss by endless play"),
            Outcome::Win(Plies::Unknown) => say!("win"),
            Outcome::Loss(Plies::Unknown) => say!("loss"),
            Outcome::Draw => say!("draw"),
        }
    }
}

impl Blank for Kind {
    fn text(&self) -> Text {
        match self {
            Kind::Outcome => say!("win, draw or loss"),
            Kind::Points => say!("a lead in points"),
        }
    }
}

said_in_english!(Value, Outcome, Kind);

#[cfg(test)]
mod tests {
    use super::*;

    const ENDLESS_WIN: Outcome = Outcome::Win(Plies::Endless);

    fn win(plies: u32) -> Outcome {
        Outcome::Win(Plies::Of(plies))
    }

    #[test]
    fn outcomes_are_ordered_for_the_mover() {
        let best_first =
            [win(1), win(9), ENDLESS_WIN, Outcome::Draw, ENDLESS_WIN.negate(), win(9).negate(), win(1).negate()];
        assert!(best_first.is_sorted_by(|one, two| one > two));
    }

    #[test]
    fn a_step_turns_the_value_round_and_counts_a_ply() {
        let lost = Value::Outcome(win(2).negate());
        assert_eq!(lost.after_step(0, false), Some(Value::Outcome(win(3))));
        assert_eq!(lost.after_step(0, true), Some(Value::Outcome(win(3).negate())));
        assert_eq!(Value::Lead(5).after_step(3, false), Some(Value::Lead(-2)));
        assert_eq!(Value::Lead(5).after_step(3, true), Some(Value::Lead(8)));
    }

    #[test]
    fn numbers_never_wrap() {
        assert_eq!(Value::Lead(i64::MAX).after_step(1, true), None);
        assert_eq!(Value::Lead(i64::MIN).after_step(0, false), None);
        assert_eq!(Value::Lead(-i64::MAX).after_step(-1, true), None);
        assert_eq!(Value::Outcome(win(u32::MAX)).after_step(0, true), None);
    }

    #[test]
    fn values_read_as_words() {
        let words: Vec<String> =
            [Value::Outcome(win(5)), Value::Outcome(Outcome::Draw), Value::Lead(3), Value::Lead(-3)]
                .iter()
                .map(ToString::to_string)
                .collect();
        assert_eq!(words, ["win in 5", "draw", "+3", "−3"]);
    }
}
