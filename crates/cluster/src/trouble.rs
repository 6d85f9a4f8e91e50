//! Why processes cannot work together, as data: whoever speaks to people words it.

use bouton::Stop;
use std::io;
use std::time::Duration;

/// Why a process could not work with others, or what ended the search.
#[derive(Debug)]
pub enum Trouble {
    /// An address is none that can be listened on.
    Unlistened {
        /// The address.
        address: String,
        /// What the system says.
        error: io::Error,
    },
    /// A process did not come.
    Absent {
        /// Its number.
        process: usize,
        /// Where it should be.
        address: String,
        /// How long it was waited for.
        waited: Duration,
        /// Somebody who was turned away because it had another token.
        turned_away: Option<String>,
    },
    /// A process is not one to work with.
    Unfit {
        /// Its number.
        process: usize,
        /// Where it is.
        address: String,
        /// Why not.
        doubt: Doubt,
    },
    /// A process could not be started on this machine.
    Unstarted {
        /// Its number.
        process: usize,
        /// What it said, or what the system says.
        said: String,
    },
    /// The search ended.
    Stopped(Box<bouton::saved::Trouble>),
}

/// Why a process is not one to work with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// It has another token.
    Token,
    /// It solves another game, or is another version of the program.
    Game,
    /// It works with so many processes.
    Count(usize),
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Stopped(Box::new(bouton::saved::Trouble::Stopped(stop)))
    }
}
