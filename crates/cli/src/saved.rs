//! Solution files on the command line: opening them, what is wrong with them in words, and whether they are of the game at hand.

use crate::failure::Failure;
use crate::interrupt;
use crate::load::{Loaded, load};
use crate::options::{FromArgs, GameArgs};
use crate::params;
use bouton::game::{Game, Opened as Solved};
use bouton::instance::from_json;
use bouton::rules::diagnostic::{Diagnostic, shorten};
use bouton::rules::layout::Packed;
use bouton::rules::syntax::meaning::difference;
use bouton::rules::{Player, Source};
use bouton::saved::{Counts, Filter, Saved, Trouble};
use bouton::{Instance, Limits, Outcome, Stop, Value, answer};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Files up to this size are read through when they are opened; of larger ones, a block when it is needed.
const READ_THROUGH: u64 = 16 << 20;

/// Whether a word names a solution file.
pub(crate) fn names_one(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|extension| extension == "sol")
}

/// A solution file is wanted, and this word names none.
pub(crate) fn wanted(file: &str) -> Result<(), Failure> {
    if names_one(file) {
        return Ok(());
    }
    let finding = Diagnostic::error("V01", format!("`{file}` is no solution file: those end in `.sol`"));
    Err(Failure::new(finding.help("`bouton solve GAME --save FILE.sol` writes one")))
}

/// Opens a solution file.
pub(crate) fn open(file: &str) -> Result<Arc<Saved>, Failure> {
    let saved = Saved::open(Path::new(file)).map_err(|trouble| unread(file, &trouble))?;
    if saved.file_bytes() <= READ_THROUGH {
        saved.verify().map_err(|trouble| unread(file, &trouble))?;
    }
    Ok(Arc::new(saved))
}

/// A file that cannot be read, or not be trusted.
pub(crate) fn unread(file: &str, trouble: &Trouble) -> Failure {
    let finding = |code, help: &str| Failure::new(Diagnostic::error(code, format!("`{file}`: {trouble}")).help(help));
    match trouble {
        Trouble::Io(error) => Failure::unread(file, error),
        Trouble::Other => finding("V01", "`bouton solve GAME --save FILE.sol` writes one"),
        Trouble::Later(_) => finding("V01", "a newer Bouton reads it"),
        Trouble::Unfinished(_) => finding("V06", "`bouton solve GAME --save FILE.sol` begins one"),
        Trouble::Busy => finding("V04", "wait for it, or save under another name"),
        _ => {
            finding("V02", "solve it again, with `--save`; a copy that was sent as text or cut short cannot be mended")
        }
    }
}

/// A file that cannot be written.
pub(crate) fn unwritten(file: &str, trouble: &Trouble) -> Failure {
    match trouble {
        Trouble::Io(error) => Failure::unwritten_file(file, error),
        Trouble::Busy => {
            let finding = Diagnostic::error("V04", format!("`{file}`: {trouble}"));
            Failure::new(finding.help("wait for it, or save under another name"))
        }
        Trouble::Cancelled => Failure::of_stop(&Stop::Cancelled),
        _ => {
            let finding = Diagnostic::error("V05", format!("`{file}` is not written: {trouble}"));
            Failure::new(finding.help("`--method` names another way to solve it; `bouton plan` says which fit"))
        }
    }
}

/// The rules in the file, under the name that messages call them.
pub(crate) fn rules(saved: &Saved) -> Source {
    Source::new(saved.head().file.clone(), saved.head().rules.clone())
}

/// A solution that positions of a game may be read from.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    saved: Arc<Saved>,
    file: String,
}

/// The solution that stands in the place of the game, or the one of `--from` if it is of these rules.
pub(crate) fn of_game(loaded: &Loaded, from: Option<&FromArgs>) -> Result<Option<Opened>, Failure> {
    let Some(file) = from.and_then(|from| from.from.as_ref()) else {
        let itself = loaded.saved.as_ref();
        return Ok(itself.map(|saved| Opened { saved: saved.clone(), file: loaded.typed.clone() }));
    };
    if loaded.saved.is_some() {
        let finding = Diagnostic::error("V03", format!("`{}` is a solution itself", loaded.typed));
        return Err(Failure::new(finding.help("leave out `--from`")));
    }
    let opened = Opened { saved: open(file)?, file: file.clone() };
    opened.of_rules(&loaded.rules.source)?;
    Ok(Some(opened))
}

impl Opened {
    /// The game with the solution, if that is of its parameters.
    pub(crate) fn with(&self, game: Instance) -> Result<Instance, Failure> {
        if !self.of_params(&game) {
            let here = answer::report::params_json(&game);
            let there = serde_json::Value::Object(self.saved.head().params.clone());
            let finding = Diagnostic::error("V03", format!("`{}` was solved with other parameters", self.file));
            let finding = finding.note(format!("there  {}", shorten(&there.to_string())));
            return Err(Failure::new(
                finding.note(format!("here   {}", shorten(&here.to_string()))).help("solve it again, with `--save`"),
            ));
        }
        let (opened, _): (Solved, _) = self.saved.opened(&game).map_err(|trouble| unread(&self.file, &trouble))?;
        Ok(game.with_opened(opened))
    }

    /// Whether a game has the parameters that it was solved with. Names may have changed: they go by their order.
    pub(crate) fn of_params(&self, game: &Instance) -> bool {
        let here = answer::report::params_json(game);
        self.saved.head().params.values().eq(here.as_object().into_iter().flat_map(|params| params.values()))
    }

    /// The note on a case that it cannot tell.
    pub(crate) fn other_params(&self) -> String {
        format!("`{}` was solved with other parameters; this case was solved anew", self.file)
    }

    /// An error if it was solved with other rules.
    fn of_rules(&self, here: &Source) -> Result<(), Failure> {
        let Some(differ) = difference(&rules(&self.saved), here) else { return Ok(()) };
        let mut finding = Diagnostic::error("V03", format!("`{}` was solved with other rules", self.file));
        let side = |line: Option<(usize, String)>| {
            line.map_or_else(|| "nothing more".to_owned(), |(line, text)| format!("line {line}: {}", shorten(&text)))
        };
        finding =
            finding.note(format!("there  {}", side(differ.first))).note(format!("here   {}", side(differ.second)));
        Err(Failure::new(finding.help("solve it again, with `--save`; names, comments and examples may change")))
    }
}

/// The parameters in the file, for rules that were read from it too.
pub(crate) fn given(loaded: &Loaded, saved: &Saved) -> Result<params::Given, Failure> {
    from_json(&loaded.rules, &saved.head().params).map_err(|fault| Failure::fault(&loaded.rules.source, fault))
}

/// A solution file that is asked something: its game, made with room for the condition if there is one.
pub(crate) struct Asked {
    pub(crate) loaded: Loaded,
    pub(crate) file: Arc<Saved>,
    pub(crate) filter: Option<Filter>,
    pub(crate) game: Instance,
}

/// Opens a solution file to ask for the positions of a condition, or for all.
pub(crate) fn ask(file: &str, condition: Option<&str>, verb: &str) -> Result<Asked, Failure> {
    wanted(file)?;
    let mut loaded = load(file)?;
    let Some(saved) = loaded.saved.clone() else { return Err(unread(file, &Trouble::Other)) };
    let filter = condition.map(|text| Filter::read(&loaded.rules, text)).transpose();
    let filter = filter.map_err(|finding| Failure::new(*finding))?;
    if let Some(filter) = &filter {
        loaded.rules = filter.rules.clone();
    }
    let game = params::instance(&loaded, &GameArgs::only(file), None, None, &Limits::default(), verb)?;
    Ok(Asked { loaded, file: saved, filter, game })
}

/// Visits every position of a file, until somebody interrupts.
pub(crate) fn each(
    saved: &Saved,
    game: &Instance,
    file: &str,
    visit: &mut dyn FnMut(&Packed, Value) -> Result<(), Failure>,
) -> Result<(), Failure> {
    const OFTEN: usize = 1 << 12;
    let interrupted = interrupt::asked();
    for (done, entry) in saved.entries(game).enumerate() {
        if done.is_multiple_of(OFTEN) && interrupted.load(Ordering::Relaxed) {
            return Err(Failure::of_stop(&Stop::Cancelled));
        }
        let (at, value) = entry.map_err(|trouble| unread(file, &trouble))?;
        visit(&at, value)?;
    }
    Ok(())
}

/// Whether a condition holds at a position, if there is one; what goes wrong is said with the position.
pub(crate) fn holds(filter: Option<&Filter>, game: &Instance, at: &Packed, value: Value) -> Result<bool, Failure> {
    let Some(filter) = filter else { return Ok(true) };
    filter.holds(game, at, value).map_err(|fault| {
        let Diagnostic { code, message, .. } = *fault.diagnostic;
        let finding = Diagnostic::error(code, format!("the condition cannot be worked out: {message}"));
        let finding = finding.note(format!("at  {}", game.show_position(at)));
        Failure::new(finding.help("`if`, `and` and `or` look only as far as they must: `left != 0 and 7 % left == 1`"))
    })
}

/// Positions counted by the player to move and by what they are worth.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    /// By player: won, drawn and lost; in points games, those with a lead, even ones, and the rest.
    of: [[u64; 3]; 2],
}

impl Counted {
    pub(crate) fn add(&mut self, game: &Instance, at: &Packed, value: Value) {
        let which = match value {
            Value::Lead(lead) if lead > 0 => 0,
            Value::Outcome(Outcome::Win(_)) => 0,
            Value::Lead(0) | Value::Outcome(Outcome::Draw) => 1,
            _ => 2,
        };
        self.of[game.mover(at).number()][which] += 1;
    }

    pub(crate) fn total(&self) -> u64 {
        self.of.iter().flatten().sum()
    }

    /// A row for each player who moves somewhere; one row where positions do not keep whose turn it is.
    pub(crate) fn rows(&self, game: &Instance) -> Vec<Counts> {
        let rules = game.rules();
        let moves = |player: &Player| self.of[player.number()] != [0; 3];
        [Player::First, Player::Second]
            .into_iter()
            .filter(moves)
            .map(|player| {
                let [win, draw, loss] = self.of[player.number()];
                let player = if game.told_apart().is_some() { rules.player_name(player) } else { "to move" };
                Counts { player: player.to_owned(), win, draw, loss }
            })
            .collect()
    }
}
