//! Long searches on the command line: where they keep what they have worked out so far, and how they go on with it.

use crate::failure::Failure;
use crate::files::{UNFINISHED, differ, names_a_share, names_a_solution};
use crate::load::{Loaded, checked};
use crate::params;
use crate::screen::Screen;
use bouton::checkpoint::Checkpoint;
use bouton::instance::from_json;
use bouton::rules::Source;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::rules::{Text, say};
use bouton::saved::{Begun, Trouble};
use bouton::{Instance, Limits};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where help lists these options.
const HEADING: &str = "Long searches";

/// Where a search keeps what it has worked out, and when.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DiskArgs {
    /// Go on with a search that was stopped: GAME is its FILE.sol.part
    #[arg(long, help_heading = HEADING, conflicts_with_all = ["at", "from", "params", "processes", "hosts"])]
    resume: bool,
    /// Keep in this folder what memory need not hold, and what to go on from
    #[arg(long, help_heading = HEADING, value_name = "FOLDER")]
    disk: Option<PathBuf>,
    /// Keep what to go on from once a search has taken this long [default: 2s]
    #[arg(long, help_heading = HEADING, value_name = "TIME", value_parser = crate::machine::read_time, hide_short_help = true)]
    checkpoint: Option<Duration>,
}

/// A search that was begun in an earlier run.
pub(crate) struct Resumed {
    pub(crate) loaded: Loaded,
    pub(crate) game: Instance,
    pub(crate) at: Packed,
    pub(crate) checkpoint: Checkpoint,
    /// Whether every placement is kept.
    pub(crate) all_starts: bool,
    /// Where the solution goes.
    pub(crate) save: String,
}

impl DiskArgs {
    /// The search that GAME names, if it names one that was stopped.
    pub(crate) fn resumed(&self, word: &str, others: &[String], limits: &Limits) -> Result<Option<Resumed>, Failure> {
        let Some(save) = word.strip_suffix(UNFINISHED).filter(|save| names_a_solution(save)) else {
            if names_a_share(word) {
                let message = say!("`{word}` is the share of one of several processes");
                let finding = Diagnostic::error("V06", message);
                return Err(Failure::new(finding.help("go on with the same command, in all processes")));
            }
            if !self.resume {
                return Ok(None);
            }
            let finding =
                Diagnostic::error("V06", say!("`{word}` is no search to go on with: those end in `.sol.part`"));
            return Err(Failure::new(
                finding.help("`bouton solve GAME --save FILE.sol` leaves one when it is stopped"),
            ));
        };
        if !others.is_empty() {
            let finding = Diagnostic::error("V03", say!("`{word}` brings its own parameters"));
            return Err(Failure::new(finding.help("leave parameters out")));
        }
        let (checkpoint, begun) =
            Begun::open(Path::new(word)).map_err(|trouble| Failure::unread_solution(word, &trouble))?;
        let loaded = checked(word, &Source::new(begun.file.as_str(), begun.rules.as_str()), None)?;
        let given = from_json(&loaded.rules, &begun.params);
        let given = given.map_err(|fault| Failure::fault(&loaded.rules.source, fault))?;
        let game = params::make(&loaded, &given, limits, "solve")?;
        let at = begun.start(&game).map_err(|trouble| Failure::unread_solution(word, &trouble))?;
        let game = game.asked_at([&at]);
        let (checkpoint, all_starts, save) = (self.set(checkpoint), begun.all_starts, save.to_owned());
        Ok(Some(Resumed { loaded, game, at, checkpoint, all_starts, save }))
    }

    /// Where a search that begins keeps what it works out: beside the file that its solution goes to, or in the folder named; nowhere if
    /// neither is named. One that an earlier run left there is gone on with, if it is of the same search (`all_starts`: of every placement). Of
    /// processes that share a search (`share`: which one, and how many) each has a file of its own.
    pub(crate) fn begun(
        &self,
        (game, at): (&Instance, &Packed),
        save: Option<&str>,
        (all_starts, share): (bool, Option<(usize, usize)>),
        screen: &Screen,
    ) -> Result<Option<Checkpoint>, Failure> {
        let Some(path) = self.path(save, share) else { return Ok(None) };
        let Some(begun) = Begun::of(game, at).map(|begun| Begun { all_starts, share, ..begun }) else {
            return Ok(None);
        };
        let word = path.display().to_string();
        if let Some(folder) = self.disk.as_ref().filter(|folder| !folder.is_dir()) {
            let folder = folder.display().to_string();
            let finding = Diagnostic::error("C04", say!("there is no folder `{folder}` for `--disk`"));
            return Err(Failure::new(finding.help(say!("make it first: mkdir -p {folder}"))));
        }
        let new = || begun.checkpoint(&path).map_err(|trouble| Failure::unread_solution(&word, &trouble));
        let checkpoint = match Begun::open(&path) {
            Ok((left, other)) => {
                let other_rules = differ(&Source::new(other.file.as_str(), other.rules.as_str()), game.rules());
                if other_rules.is_none() && same(&begun, &other) {
                    screen.note(say!("going on with {word}, which an earlier run left"));
                    return Ok(Some(self.set(left)));
                }
                let mut finding = Diagnostic::error(
                    "V06",
                    say!("`{word}` is another search (game, parameters, start or `--all-starts`), and not finished"),
                );
                finding.notes.extend(other_rules.unwrap_or_default());
                let finding = match share {
                    Some(_) => finding,
                    None => finding.help(say!("go on with it: bouton solve --resume {word}")),
                };
                return Err(Failure::new(finding.help("or remove it, or save under another name")));
            }
            Err(Trouble::Unfinished(_)) if Checkpoint::is_fragment(&path) => new()?,
            Err(Trouble::Io(error)) if error.kind() == io::ErrorKind::NotFound => new()?,
            Err(trouble) => return Err(Failure::unread_solution(&word, &trouble)),
        };
        Ok(Some(self.set(checkpoint)))
    }

    fn path(&self, save: Option<&str>, share: Option<(usize, usize)>) -> Option<PathBuf> {
        let share = share.map_or(String::new(), |(process, count)| format!(".{process}-of-{count}"));
        let name = save.map(|save| format!("{save}{share}{UNFINISHED}"));
        let Some(folder) = &self.disk else { return name.map(PathBuf::from) };
        let name = name.unwrap_or_else(|| format!("bouton-{}.sol{UNFINISHED}", std::process::id()));
        Path::new(&name).file_name().map(|name| folder.join(name))
    }

    fn set(&self, checkpoint: Checkpoint) -> Checkpoint {
        let checkpoint = if self.disk.is_some() { checkpoint.spilling() } else { checkpoint };
        match self.checkpoint {
            Some(after) => checkpoint.after(after),
            None => checkpoint,
        }
    }
}

/// How to go on with a search.
pub(crate) fn go_on(checkpoint: &Checkpoint) -> Text {
    let path = checkpoint.path().display().to_string();
    if names_a_share(&path) {
        "go on with the same command, in all processes".into()
    } else {
        say!("go on with: bouton solve --resume {path}")
    }
}

/// Whether two searches by the same rules are one, whatever names those give.
fn same(one: &Begun, other: &Begun) -> bool {
    let values = |begun: &Begun| begun.params.values().cloned().collect::<Vec<_>>();
    let rest = |begun: &Begun| (begun.schema.clone(), begun.start.clone(), begun.all_starts, begun.share);
    values(one) == values(other) && rest(one) == rest(other)
}
