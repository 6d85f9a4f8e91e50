//! How well the other side is played, from perfectly to by lot. The same seed plays the same game.

use super::{Choice, Session};
use bouton::rules::{Text, say};
use bouton::sample::Dice;
use std::fmt;
use std::str::FromStr;

/// The levels, and what they do.
pub const LEVELS: [(&str, &str); 7] = [
    ("perfect", "always a best move, the fastest where that is counted"),
    ("fair", "gives nothing away, and moves to where most replies are mistakes"),
    ("slip=20%", "perfect, but so often a move that gives something away"),
    ("give-back", "perfect, but half of your mistakes are answered with one"),
    ("random", "any move, by lot"),
    ("worst", "always a worst move, to lose on purpose"),
    ("nobody", "you play both sides"),
];

/// How well the other side is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Always a best move.
    #[default]
    Perfect,
    /// A move that gives nothing away, after which the largest share of the other's moves does.
    Fair,
    /// Perfect, but so often in a hundred a move that gives something away.
    Slip(u8),
    /// Perfect, but half of the mistakes of the other side are answered with one: the smallest there is.
    GiveBack,
    /// Any move.
    Random,
    /// Always a worst move.
    Worst,
    /// There is no opponent.
    Nobody,
}

impl Level {
    /// Whether it needs values.
    #[must_use]
    pub fn needs_values(self) -> bool {
        matches!(self, Level::Perfect | Level::Fair | Level::Slip(_) | Level::GiveBack | Level::Worst)
    }

    /// The number of its choice among the legal moves. Without values it is by lot.
    pub(super) fn choose(self, session: &Session, dice: &mut Dice) -> usize {
        let choices = session.choices();
        // Going round by best moves would give away what is held.
        let forced = if self.needs_values() { session.forced() } else { None };
        let best = || places(choices, |choice| session.best().any(|best| best.mv == choice.mv));
        let best: Vec<usize> = forced.map_or_else(best, |forced| vec![forced]);
        let any: Vec<usize> = (0..choices.len()).collect();
        let from = match self {
            _ if best.is_empty() => any,
            Level::Perfect => best,
            Level::Fair if forced.is_none() => traps(session),
            Level::Fair => best,
            Level::Slip(often) => {
                let worse = places(choices, |choice| !choice.best);
                let slips = dice.below(100) < usize::from(often) && !worse.is_empty();
                if slips { worse } else { best }
            }
            Level::GiveBack => match forgiven(session) && dice.once_in(2) {
                true => next_best(choices),
                false => best,
            },
            Level::Worst => worst(choices),
            Level::Random | Level::Nobody => any,
        };
        if from.is_empty() { 0 } else { *dice.pick(&from) }
    }
}

fn places(choices: &[Choice], fits: impl Fn(&Choice) -> bool) -> Vec<usize> {
    (0..choices.len()).filter(|at| fits(&choices[*at])).collect()
}

/// Of the moves that keep the value, those after which the largest share of the replies is a mistake.
fn traps(session: &Session) -> Vec<usize> {
    let choices = session.choices();
    let kept = places(choices, |choice| choice.best);
    let shares: Vec<(usize, usize)> = kept.iter().map(|at| session.mistakes(&choices[*at])).collect();
    // `a/b` and `c/d`, without dividing.
    let most = shares.iter().copied().max_by(|(a, b), (c, d)| (a * d).cmp(&(c * b)));
    let as_many = |(a, b): (usize, usize)| most.is_some_and(|(c, d)| a * d == c * b);
    kept.into_iter().zip(shares).filter(|(_, share)| as_many(*share)).map(|(at, _)| at).collect()
}

/// Whether the move before this one was a mistake of the other side, and there is one to be made in return.
fn forgiven(session: &Session) -> bool {
    let mover = session.mover();
    let erred = |turn: &super::Turn| turn.by != mover && turn.slip.is_some();
    session.past().last().is_some_and(erred) && session.choices().iter().any(|choice| !choice.best)
}

/// The moves that give away least, but something.
fn next_best(choices: &[Choice]) -> Vec<usize> {
    let most = choices.iter().filter(|choice| !choice.best).map(|choice| choice.value).max();
    places(choices, |choice| !choice.best && Some(choice.value) == most)
}

/// The moves that are worth least.
fn worst(choices: &[Choice]) -> Vec<usize> {
    let least = choices.iter().map(|choice| choice.value).min();
    places(choices, |choice| Some(choice.value) == least)
}

/// The lots of a move: its own, so that a move taken back is answered as before.
pub(super) fn lots(seed: u64, games: u64, moves: usize) -> Dice {
    let salt = Dice::new(games.rotate_left(32) ^ moves as u64).bits();
    Dice::new(Dice::new(seed).bits() ^ salt)
}

impl FromStr for Level {
    type Err = Text;

    /// `perfect`, `fair`, `slip=20%`, `give-back`, `random`, `worst`, `nobody`.
    fn from_str(text: &str) -> Result<Level, Text> {
        let often = |text: &str| text.trim_end_matches('%').parse().ok().filter(|often| *often <= 100).map(Level::Slip);
        let level = match text {
            "perfect" => Some(Level::Perfect),
            "fair" => Some(Level::Fair),
            "slip" => Some(Level::Slip(20)),
            "give-back" => Some(Level::GiveBack),
            "random" => Some(Level::Random),
            "worst" => Some(Level::Worst),
            "nobody" => Some(Level::Nobody),
            other => other.strip_prefix("slip=").or_else(|| other.strip_prefix("slip")).and_then(often),
        };
        level.ok_or_else(|| say!("`{text}` is none of: {}", Text::names(LEVELS.map(|(name, _)| name))))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Perfect => f.write_str("perfect"),
            Level::Fair => f.write_str("fair"),
            Level::Slip(often) => write!(f, "slip={often}%"),
            Level::GiveBack => f.write_str("give-back"),
            Level::Random => f.write_str("random"),
            Level::Worst => f.write_str("worst"),
            Level::Nobody => f.write_str("nobody"),
        }
    }
}
