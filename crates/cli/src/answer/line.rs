//! The line of best play: short ones from the report, long ones move by move from where the method told them.

use bouton::answer::{LineEnd, LineMove, told_line};
use bouton::{Instance, Report, Solution};

/// How many moves of a line are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Longest(pub(crate) usize);

impl Longest {
    /// As many as are worked out where nobody says.
    pub(crate) const USUAL: Longest = Longest(1_000);
}

/// The line of a solved position.
pub(crate) struct LineOf<'a> {
    pub(crate) game: &'a Instance,
    pub(crate) solution: &'a Solution<Instance>,
    pub(crate) report: &'a Report,
    /// How many moves the reader asked for.
    pub(crate) longest: Option<Longest>,
}

impl<'a> LineOf<'a> {
    /// Its moves, as many as are wanted (`usual` where nobody says).
    pub(crate) fn moves(&self, usual: Longest) -> Box<dyn Iterator<Item = LineMove<Instance>> + 'a> {
        let longest = self.longest.unwrap_or(usual).0;
        match told_line(self.game, self.solution).filter(|_| longest > self.report.line.moves.len()) {
            Some(told) => Box::new(told.take(longest)),
            None => Box::new(self.report.line.moves.iter().take(longest).cloned()),
        }
    }

    /// How many more moves there are than `shown`, and whether there may be still more.
    pub(crate) fn more(&self, shown: usize) -> (usize, bool) {
        match &self.solution.line {
            Some(told) => (told.len().saturating_sub(shown), false),
            None => {
                let line = &self.report.line;
                (line.moves.len().saturating_sub(shown), line.end == LineEnd::Cut)
            }
        }
    }
}
