//! Where the choices of a case come from: by lot, or every one in turn.

use bouton::sample::Dice;

/// Chooses numbers.
pub trait Draw {
    /// One of `0 ..< count`; 0 where there is none.
    fn draw(&mut self, count: u64) -> u64;
}

impl Draw for Dice {
    fn draw(&mut self, count: u64) -> u64 {
        let drawn = (u128::from(self.bits()) * u128::from(count)) >> 64;
        u64::try_from(drawn).unwrap_or(0)
    }
}

/// Goes through all choices there are: played again and again, it differs each time in the last choice that can still change.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    /// What was chosen, of how many.
    chosen: Vec<(u64, u64)>,
    at: usize,
}

impl Tape {
    /// Winds back and takes the next choices; false once all have been.
    pub fn wind(&mut self) -> bool {
        self.chosen.truncate(self.at);
        self.at = 0;
        while let Some((chosen, of)) = self.chosen.pop() {
            if chosen + 1 < of {
                self.chosen.push((chosen + 1, of));
                return true;
            }
        }
        false
    }
}

impl Draw for Tape {
    fn draw(&mut self, count: u64) -> u64 {
        if self.at == self.chosen.len() {
            self.chosen.push((0, count));
        }
        self.at += 1;
        self.chosen[self.at - 1].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tape_plays_every_choice_once() {
        let (mut tape, mut seen) = (Tape::default(), Vec::new());
        loop {
            // How much is chosen depends on what was chosen.
            let first = tape.draw(3);
            seen.push((0..first).map(|_| tape.draw(2)).collect::<Vec<_>>());
            if !tape.wind() {
                break;
            }
        }
        let wanted: Vec<Vec<u64>> = vec![vec![], vec![0], vec![1], vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1]];
        assert_eq!(seen, wanted);
    }
}
