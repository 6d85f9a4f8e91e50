//! Files that are looked at again whenever they are saved. Their times and sizes are asked for a few times a second: that sees a file
//! that is deleted and made anew, as many editors save, needs nothing of the system, and costs nothing that one could measure.

use std::collections::HashMap;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

/// How often files are looked at.
const OFTEN: Duration = Duration::from_millis(150);

/// What tells one state of a file from another; nothing while there is none.
type State = Option<(SystemTime, u64)>;

/// Files and how they were.
pub(crate) struct Watched {
    files: Vec<String>,
    known: HashMap<String, State>,
}

impl Watched {
    /// Files as they are now.
    pub(crate) fn new(files: &[String]) -> Watched {
        let known = files.iter().map(|file| (file.clone(), state(file))).collect();
        Watched { files: files.to_vec(), known }
    }

    /// Waits until some of the files are others than before, and says which. None once somebody asks to end.
    pub(crate) fn changed(&mut self, end: &AtomicBool) -> Vec<String> {
        while !end.load(Ordering::SeqCst) {
            thread::sleep(OFTEN);
            let changed = self.look();
            if !changed.is_empty() {
                return changed;
            }
        }
        Vec::new()
    }

    /// The files that are others than before. One that is gone is no news until it is there again: editors take it away for a moment.
    fn look(&mut self) -> Vec<String> {
        let mut changed = Vec::new();
        for file in &self.files {
            let now = state(file);
            if now.is_some() && self.known.get(file) != Some(&now) {
                changed.push(file.clone());
            }
            self.known.insert(file.clone(), now);
        }
        changed
    }
}

fn state(file: &str) -> State {
    let about = fs::metadata(file).ok().filter(fs::Metadata::is_file)?;
    Some((about.modified().ok()?, about.len()))
}
