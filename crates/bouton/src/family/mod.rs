//! One rules text for many parameters: small cases of games of plain numbers, solved without setting up and planning each anew.
//!
//! The rules are read once (`read`) into statements of whole numbers in which parameters stay open (`code`); each case fills
//! them in (`fill`), runs them (`run`) from the start on and remembers what every position is worth (`search`), and writes the answer
//! (`told`). It is the method `memo` without its general parts.
//!
//! Nothing is derived or taken on trust: what is run are the statements of the rules, with every check that the interpreter makes.
//! Wherever something is out of the ordinary (a fault, parameters that need conversion, a large case) a case has no answer here, and
//! whoever asks goes the long way, which finds the answer or the words for what is wrong.

mod code;
mod compared;
mod fill;
mod read;
mod run;
mod search;
mod told;

use bouton_rules::Rules;
use bouton_rules::datum::Datum;
use code::Code;
use fill::Held;
use search::Table;
use serde_json::Value as Json;

pub use compared::{Compared, ComparedWorker};
pub use told::{Told, Wanted};

/// Rules whose small cases are solved quickly.
#[derive(Clone, Debug)]
pub struct Family {
    code: Code,
}

/// A parameter as a case gives it.
#[derive(Clone, Copy, Debug, Default)]
pub enum Given<'a> {
    /// Not at all: its default counts.
    #[default]
    Not,
    /// As JSON.
    Json(&'a Json),
    /// As a value of the rules.
    Datum(&'a Datum),
}

impl Family {
    /// The family of some rules, or why they are none, in words.
    ///
    /// # Errors
    /// Why these rules are no family.
    pub fn of(rules: &Rules) -> Result<Family, String> {
        read::code(rules).map(|code| Family { code })
    }

    /// Somebody who solves cases one after the other.
    #[must_use]
    pub fn worker(&self) -> Worker<'_> {
        Worker { code: &self.code, held: Held::default(), table: Table::default() }
    }
}

/// Solves the cases of a family, one after the other.
#[derive(Debug)]
pub struct Worker<'f> {
    code: &'f Code,
    held: Held,
    table: Table,
}

impl Worker<'_> {
    /// The answer for these parameters (by number) from the start on; nothing where the case is not an ordinary small one.
    pub fn solve(&mut self, given: &[Given<'_>], wanted: Wanted) -> Option<Told<'_>> {
        self.held.fill(self.code, given)?;
        search::solve(self.code, &mut self.held, &mut self.table, wanted)
    }
}
