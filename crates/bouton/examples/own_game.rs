//! Chomp, as a game of your own: two rows of chocolate, the first square is poisoned, and a bite takes a square with
//! everything above and to the right of it.

use bouton::game::{Ending, Fault, Gain, Game, Step};
use bouton::solution::solve;
use bouton::{Ask, Kind, Limits, Player, Silent, answer, line};

struct Chomp {
    width: u8,
}

/// How many squares are left in the lower and in the upper row, and whose turn it is.
type Bar = (u8, u8, Player);

impl Game for Chomp {
    type Position = Bar;
    /// The row and the column of the bite.
    type Move = (u8, u8);

    fn kind(&self) -> Kind {
        Kind::Outcome
    }

    fn start(&self) -> Result<Bar, Fault> {
        Ok((self.width, self.width, Player::First))
    }

    fn mover(&self, bar: &Bar) -> Player {
        bar.2
    }

    fn ending(&self, &(lower, _, _): &Bar) -> Result<Option<Ending>, Fault> {
        // Nothing is left: the other player has just eaten the poison.
        Ok((lower == 0).then_some(Ending::Win))
    }

    fn steps(&self, &(lower, upper, mover): &Bar, out: &mut Vec<Step<Chomp>>) -> Result<(), Fault> {
        let mut bite = |mv, lower, upper| {
            out.push(Step { mv, gain: Gain::default(), next: (lower, upper, mover.other()) });
        };
        (0..lower).for_each(|column| bite((0, column), column, upper.min(column)));
        (0..upper).for_each(|column| bite((1, column), lower, column));
        Ok(())
    }

    /// The turn makes no difference: both players have the same moves.
    fn canonical(&self, (lower, upper, _): Bar) -> Bar {
        (lower, upper, Player::First)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Chomp { width: 5 };
    let solution = solve(&game, &game.start()?, &Ask::Table, &Limits::default(), None, &Silent)?;
    assert_eq!(solution.value.to_string(), "win in 10");
    assert_eq!(solution.positions, 21);

    // The one winning bite takes the last square of the upper row.
    let answer = answer(&game, &solution.store, &solution.start)?;
    assert_eq!(answer.best().map(|choice| choice.mv).collect::<Vec<_>>(), [(1, 4)]);

    // Best play takes ten bites, and every stored value can be proven right without trusting any method.
    assert_eq!(line(&game, &solution.store, &solution.start, 100)?.moves.len(), 10);
    assert_eq!(solution.check(&game, &Limits::default())?.positions, 21);
    Ok(())
}
