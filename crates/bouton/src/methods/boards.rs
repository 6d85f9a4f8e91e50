//! Canonical forms of positions of games of normal play: every board that moves of either player lead to, once, depth first, asked for the moves of
//! both (Conway 1976).
//!
//! Players need not take turns on one board of a sum, so play must end whoever moves how often: a board that comes back is reported. Memory: a board and
//! its form, and the moves of the boards on the way down.

use crate::error::Stop;
use crate::game::{Ending, Fault, Game, NormalPlay};
use crate::limits::Meter;
use crate::partizan::search::{self, Options, Summands};
use crate::partizan::{Form, Forms};
use bouton_rules::Player;
use bouton_rules::diagnostic::Diagnostic;
use bouton_rules::say;
use std::collections::HashMap;

/// The forms of boards, by their positions with the first player to move.
pub(crate) struct Boards<'a, G: Game> {
    game: &'a G,
    play: &'a dyn NormalPlay<G::Position>,
    known: HashMap<G::Position, Form>,
    pub(crate) forms: Forms,
}

impl<'a, G: Game> Boards<'a, G> {
    /// No board yet.
    pub(crate) fn new(game: &'a G, play: &'a dyn NormalPlay<G::Position>) -> Boards<'a, G> {
        Boards { game, play, known: HashMap::new(), forms: Forms::new() }
    }

    /// How many boards are valued.
    pub(crate) fn len(&self) -> u64 {
        self.known.len() as u64
    }

    /// The form of the board of a position, whoever is to move there.
    pub(crate) fn form(&mut self, at: &G::Position, meter: &mut Meter) -> Result<Form, Stop> {
        meter.phase("positions", None);
        let board = self.play.with_mover(at, Player::First);
        search::sum(self, &[board], meter)
    }

    /// The boards that a player may move to, each once.
    fn moves(&self, board: &G::Position, mover: Player) -> Result<Vec<G::Position>, Stop> {
        let at = self.play.with_mover(board, mover);
        let failed = |fault| Stop::at(fault, self.game.show_position(&at));
        let mut out = Vec::new();
        match self.game.look(&at, &mut out).map_err(failed)? {
            None if out.iter().all(|(_, next)| self.game.mover(next) == mover.other()) => {}
            Some(Ending::Loss) => return Ok(Vec::new()),
            _ => return Err(failed(Fault::new("play ends here, or goes on, otherwise than in normal play"))),
        }
        let mut next: Vec<G::Position> =
            out.into_iter().map(|(_, next)| self.play.with_mover(&next, Player::First)).collect();
        next.sort_unstable();
        next.dedup();
        Ok(next)
    }

    fn bytes(&self) -> u64 {
        (self.known.len() * (2 * self.game.position_bytes() + size_of::<Form>() + 8)) as u64
    }
}

impl<G: Game> Summands for Boards<'_, G> {
    type One = G::Position;
    type Many = [G::Position; 1];

    fn form(&self, board: &G::Position) -> Option<Form> {
        self.known.get(board).copied()
    }

    fn options(&mut self, board: &G::Position, held: u64, meter: &mut Meter) -> Result<Options<Self::Many>, Stop> {
        let mut options = Vec::new();
        for mover in [Player::First, Player::Second] {
            options.extend(self.moves(board, mover)?.into_iter().map(|next| (Some(mover), [next])));
        }
        meter.memory(self.bytes() + held)?;
        Ok(options)
    }

    fn keep(&mut self, board: G::Position, form: Form, _: [bool; 2], meter: &mut Meter) -> Result<(), Stop> {
        self.known.insert(board, form);
        meter.position(|| self.bytes() + self.forms.bytes())
    }

    fn forms(&mut self) -> &mut Forms {
        &mut self.forms
    }

    fn comes_back(&self, round: &[&G::Position]) -> Stop {
        let shown: Vec<String> = round.iter().map(|board| self.show(board)).collect();
        Stop::at(comes_back(&shown), shown[0].clone())
    }

    fn show(&self, board: &G::Position) -> String {
        self.game.show_position(board)
    }
}

/// Boards that lead round where players need not take turns.
fn comes_back(round: &[String]) -> Fault {
    const MOST: usize = 6;
    let more = if round.len() > MOST { " → …" } else { "" };
    let around = say!("{}{more} → and again", round[..round.len().min(MOST)].join(" → "));
    let why = "this is no game of normal play: a board can come back where a player moves several times in a row";
    let finding = Diagnostic::error("M11", why).note(say!("this loop is possible: {around}"));
    finding.help("`bouton solve` says who wins such a game, alone").into()
}
