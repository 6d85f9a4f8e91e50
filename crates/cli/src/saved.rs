//! Solution files on the command line: opening them, what is wrong with them in words, and whether they are of the game at hand.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load};
use crate::options::{FromArgs, GameArgs, ProgressKind};
use crate::params;
use crate::progress::Teller;
use crate::screen::Screen;
use bouton::game::{Fault, Game, Opened as Solved, WordRow};
use bouton::instance::from_json;
use bouton::rules::diagnostic::{Diagnostic, shorten};
use bouton::rules::layout::Packed;
use bouton::rules::meaning::difference;
use bouton::rules::{Player, Rules, Source, check};
use bouton::saved::{Condition, Counts, Filter, Rows, Saved, Trouble};
use bouton::{Instance, Limits, Meter, Outcome, Stop, Value, answer};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

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
        Trouble::Stopped(stop) => Failure::of_stop(stop),
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
        Trouble::Stopped(stop) => Failure::of_stop(stop),
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
        return Ok(itself.map(|saved| Opened { saved: saved.clone(), file: loaded.typed.clone() }.blamed()));
    };
    if loaded.saved.is_some() {
        let finding = Diagnostic::error("V03", format!("`{}` is a solution itself", loaded.typed));
        return Err(Failure::new(finding.help("leave out `--from`")));
    }
    let opened = Opened { saved: open(file)?, file: file.clone() };
    opened.of_rules(&loaded.rules)?;
    Ok(Some(opened.blamed()))
}

impl Opened {
    /// From now on it is to blame for values that are wrong or missing.
    fn blamed(self) -> Opened {
        *lock() = Some((self.file.clone(), self.saved.clone()));
        self
    }

    /// The game with the solution, if that is of its parameters.
    pub(crate) fn with(&self, game: Instance) -> Result<Instance, Failure> {
        if !self.of_params(&game) {
            let here = serde_json::Value::Object(answer::report::params_json(&game));
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
        self.saved.head().params.values().eq(answer::report::params_json(game).values())
    }

    /// The note on a case that it cannot tell.
    pub(crate) fn other_params(&self) -> String {
        format!("`{}` was solved with other parameters; this case was solved anew", self.file)
    }

    /// An error if it was solved with other rules.
    fn of_rules(&self, here: &Rules) -> Result<(), Failure> {
        let Some(notes) = differ(&rules(&self.saved), here) else { return Ok(()) };
        let mut finding = Diagnostic::error("V03", format!("`{}` was solved with other rules", self.file));
        finding.notes.extend(notes);
        Err(Failure::new(finding.help("solve it again, with `--save`; names, comments and examples may change")))
    }
}

/// How rules that were read from a file differ in meaning from those at hand; nothing where they do not.
pub(crate) fn differ(there: &Source, here: &Rules) -> Option<Vec<String>> {
    if there.text == here.source.text {
        return None;
    }
    let Some(there) = check(there).0 else { return Some(vec!["its rules are none that this Bouton reads".to_owned()]) };
    let differ = difference(&there, here)?;
    let side = |line: Option<(usize, String)>| {
        line.map_or_else(|| "nothing more".to_owned(), |(line, text)| format!("line {line}: {}", shorten(&text)))
    };
    Some(vec![format!("there  {}", side(differ.first)), format!("here   {}", side(differ.second))])
}

/// The solution file that values are read from.
static READ: Mutex<Option<(String, Arc<Saved>)>> = Mutex::new(None);

fn lock() -> std::sync::MutexGuard<'static, Option<(String, Arc<Saved>)>> {
    READ.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a value that is wrong or missing says of the solution file that it was read from: Bouton takes nothing in it on trust.
pub(crate) fn blamed(stop: &Stop) -> Option<Failure> {
    let found = match stop.why() {
        Stop::Wrong { position, reason } => format!("wrong at `{position}`: {reason}"),
        Stop::Missing { position } => format!("`{position}` can be reached, and is not in it"),
        _ => return None,
    };
    let read = lock();
    let (file, saved) = read.as_ref()?;
    if let Some(trouble) = saved.trouble() {
        return Some(unread(file, &trouble));
    }
    let finding = Diagnostic::error("V07", format!("`{file}` does not hold what its rules say: {found}"));
    let finding =
        finding.note("every checksum is right: its values or its rules were changed after they were worked out");
    Some(Failure { exit: Exit::No, ..Failure::new(finding.help("solve it again, with `--save`")) })
}

/// The parameters in the file, for rules that were read from it too.
pub(crate) fn given(loaded: &Loaded, saved: &Saved) -> Result<params::Given, Failure> {
    from_json(&loaded.rules, &saved.head().params).map_err(|fault| Failure::fault(&loaded.rules.source, fault))
}

/// A solution file that is asked something: its game, made with room for the condition if there is one.
pub(crate) struct Asked {
    pub(crate) loaded: Loaded,
    pub(crate) file: Arc<Saved>,
    filter: Option<Filter>,
    pub(crate) game: Instance,
    limits: Limits,
}

/// Opens a solution file to ask for the positions of a condition, or for all.
pub(crate) fn ask(file: &str, condition: Option<&str>, limits: Limits, verb: &str) -> Result<Asked, Failure> {
    wanted(file)?;
    let mut loaded = load(file)?;
    let Some(saved) = loaded.saved.clone() else { return Err(unread(file, &Trouble::Other)) };
    let filter = condition.map(|text| Filter::read(&loaded.rules, text)).transpose();
    let filter = filter.map_err(|finding| Failure::new(*finding))?;
    if let Some(filter) = &filter {
        loaded.rules = filter.rules.clone();
    }
    let game = params::instance(&loaded, &GameArgs::only(file), None, None, &limits, verb)?;
    Ok(Asked { loaded, file: saved, filter, game, limits })
}

/// A position that was found, with its number among those that its block stands for.
pub(crate) type Found = (u64, Packed, Value);

impl Asked {
    /// Whether there is a condition.
    pub(crate) fn all(&self) -> bool {
        self.filter.is_none()
    }

    /// The condition, if there is one.
    pub(crate) fn condition(&self) -> Result<Option<Condition<'_>>, Failure> {
        let condition = self.filter.as_ref().map(|filter| Condition::new(filter, &self.game)).transpose();
        condition.map_err(|fault| Failure::fault(&self.loaded.rules.source, fault))
    }

    /// Looks at every block on all threads, within limits; what was found is taken in the order of the file.
    pub(crate) fn scan<R: Send>(
        &self,
        screen: &Screen,
        look: impl Fn(&Rows) -> Result<R, Failure> + Sync,
        take: impl FnMut(R) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let teller = Teller::new(ProgressKind::Auto, screen);
        let scanned =
            self.file.scan(&mut Meter::new(&self.limits, &teller), |trouble| self.unread(&trouble), look, take);
        teller.clear();
        scanned
    }

    /// What is wrong with the file.
    pub(crate) fn unread(&self, trouble: &Trouble) -> Failure {
        unread(&self.loaded.typed, trouble)
    }

    /// The places in a block that a condition may hold at, as far as what they are worth tells.
    pub(crate) fn may_hold(&self, condition: Option<&Condition>, rows: &Rows) -> Result<Vec<(usize, Value)>, Failure> {
        let values = rows.values().map_err(|trouble| self.unread(&trouble))?;
        let all = values.into_iter().enumerate();
        let Some(condition) = condition else { return Ok(all.collect()) };
        let mut places = Vec::new();
        for (place, value) in all {
            let holds = condition.may_hold(value).or_else(|fault| {
                let at = self.positions(rows.words().map_err(|trouble| self.unread(&trouble))?.remove(place)).next();
                Err(self.faulty(fault, at.transpose()?.as_ref()))
            })?;
            places.extend(holds.then_some((place, value)));
        }
        Ok(places)
    }

    /// The positions that one in the file stands for.
    pub(crate) fn positions(&self, row: WordRow) -> impl Iterator<Item = Result<Packed, Failure>> + '_ {
        self.file.positions_of(&self.game, row).map(|at| at.map_err(|trouble| self.unread(&trouble)))
    }

    /// How many positions a block stands for, and those for which a condition holds.
    pub(crate) fn found(&self, condition: Option<&Condition>, rows: &Rows) -> Result<(u64, Vec<Found>), Failure> {
        let words = rows.words().map_err(|trouble| self.unread(&trouble))?;
        let may_hold = self.may_hold(condition, rows)?;
        let (mut number, mut found, mut places) = (0, Vec::new(), may_hold.into_iter().peekable());
        for (place, row) in words.into_iter().enumerate() {
            let stands_for = self.file.stands_for(&row);
            if let Some((_, value)) = places.next_if(|(next, _)| *next == place) {
                for (image, at) in (number..).zip(self.positions(row)) {
                    let at = at?;
                    if self.holds(condition, &at, value)? {
                        found.push((image, at, value));
                    }
                }
            }
            number += stands_for;
        }
        Ok((number, found))
    }

    /// Whether a condition holds at a position, if there is one.
    pub(crate) fn holds(&self, condition: Option<&Condition>, at: &Packed, value: Value) -> Result<bool, Failure> {
        let holds = condition.map_or(Ok(true), |condition| condition.holds(at, value));
        holds.map_err(|fault| self.faulty(fault, Some(at)))
    }

    /// What went wrong in working out a condition, with the position.
    fn faulty(&self, fault: Fault, at: Option<&Packed>) -> Failure {
        // Whoever stopped it is not told of the condition.
        if let Err(stop) = self.limits.check() {
            return Failure::of_stop(&stop);
        }
        let Diagnostic { code, message, .. } = *fault.diagnostic;
        let mut finding = Diagnostic::error(code, format!("the condition cannot be worked out: {message}"));
        finding.notes.extend(at.map(|at| format!("at  {}", self.game.show_position(at))));
        Failure::new(finding.help("`if`, `and` and `or` look only as far as they must: `left != 0 and 7 % left == 1`"))
    }
}

/// Positions counted by the player to move and by what they are worth.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    /// By player: won, drawn and lost; in points games, those with a lead, even ones, and the rest.
    of: [[u64; 3]; 2],
}

impl Counted {
    /// So many positions in which this player moves.
    pub(crate) fn add(&mut self, mover: Player, value: Value, count: u64) {
        let which = match value {
            Value::Lead(lead) if lead > 0 => 0,
            Value::Outcome(Outcome::Win(_)) => 0,
            Value::Lead(0) | Value::Outcome(Outcome::Draw) => 1,
            _ => 2,
        };
        self.of[mover.number()][which] += count;
    }

    /// These too.
    pub(crate) fn join(&mut self, others: &Counted) {
        let all = self.of.iter_mut().flatten();
        all.zip(others.of.iter().flatten()).for_each(|(count, more)| *count += more);
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
