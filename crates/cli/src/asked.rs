//! Solution files that are asked something: the positions for which a condition holds, block by block, and counts of positions.

use crate::failure::Failure;
use crate::files::wanted;
use crate::load::{Loaded, load};
use crate::options::{GameArgs, ProgressKind};
use crate::params;
use crate::progress::Teller;
use crate::screen::Screen;
use bouton::game::{Fault, Game, WordRow};
use bouton::rules::Player;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::rules::say;
use bouton::saved::{Condition, Counts, Filter, Rows, Saved, Trouble};
use bouton::{Instance, Limits, Meter, Outcome, Value};
use std::sync::Arc;

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
    let Some(saved) = loaded.saved.clone() else { return Err(Failure::unread_solution(file, &Trouble::Other)) };
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
        Failure::unread_solution(&self.loaded.typed, trouble)
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
        let mut finding = Diagnostic::error(code, say!("the condition cannot be worked out: {message}"));
        finding.notes.extend(at.map(|at| say!("at  {}", self.game.show_position(at))));
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
