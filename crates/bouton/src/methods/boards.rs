//! Canonical forms of positions of games of normal play: every board that moves of either player lead to, once, depth first, asked for the moves of
//! both (Conway 1976).
//!
//! Players need not take turns on one board of a sum, so play must end whoever moves how often: a board that comes back is reported. Memory: a board and
//! its form, and the moves of the boards on the way down.

use super::grundy::{placed, stopped};
use crate::error::Stop;
use crate::game::{Ending, Fault, Game, NormalPlay};
use crate::limits::Meter;
use crate::partizan::{Form, Forms};
use bouton_rules::Player;
use bouton_rules::diagnostic::Diagnostic;
use std::collections::{HashMap, HashSet};

/// The forms of boards, by their positions with the first player to move.
pub(crate) struct Boards<'a, G: Game> {
    game: &'a G,
    play: &'a dyn NormalPlay<G::Position>,
    known: HashMap<G::Position, Form>,
}

/// A board whose options are being valued.
struct Open<P> {
    board: P,
    /// What the first player, then what the second may move to; how many of them are the first player's.
    next: Vec<P>,
    lefts: usize,
    /// The forms of the first of them.
    found: Vec<Form>,
}

impl<'a, G: Game> Boards<'a, G> {
    /// No board yet.
    pub(crate) fn new(game: &'a G, play: &'a dyn NormalPlay<G::Position>) -> Boards<'a, G> {
        Boards { game, play, known: HashMap::new() }
    }

    /// How many boards are valued.
    pub(crate) fn len(&self) -> u64 {
        self.known.len() as u64
    }

    /// The form of the board of a position, whoever is to move there.
    pub(crate) fn form(&mut self, at: &G::Position, forms: &mut Forms, meter: &mut Meter) -> Result<Form, Stop> {
        meter.phase("positions", None);
        let start = self.play.with_mover(at, Player::First);
        let mut inside = HashSet::new();
        let mut line = Vec::new();
        self.open(start.clone(), &mut inside, &mut line, meter)?;
        while let Some(open) = line.last_mut() {
            meter.step()?;
            let Some(next) = open.next.get(open.found.len()) else {
                let Some(done) = line.pop() else { break };
                let (left, right) = done.found.split_at(done.lefts);
                let form = forms.game(left, right, meter);
                let form = form.map_err(|stop| placed(stop, || self.game.show_position(&done.board)))?;
                inside.remove(&done.board);
                self.known.insert(done.board, form);
                meter.position(|| self.bytes() + forms.bytes())?;
                continue;
            };
            match self.known.get(next) {
                Some(form) => open.found.push(*form),
                None => {
                    let next = next.clone();
                    self.open(next, &mut inside, &mut line, meter)?;
                }
            }
        }
        Ok(self.known[&start])
    }

    fn open(
        &self,
        board: G::Position,
        inside: &mut HashSet<G::Position>,
        line: &mut Vec<Open<G::Position>>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if self.known.contains_key(&board) {
            return Ok(());
        }
        if !inside.insert(board.clone()) {
            let from = line.iter().rposition(|open| open.board == board).expect("a board is inside while it is open");
            let round: Vec<String> = line[from..].iter().map(|open| self.game.show_position(&open.board)).collect();
            return Err(stopped(comes_back(&round), self.game.show_position(&board)));
        }
        let mut next = self.options(&board, Player::First)?;
        let lefts = next.len();
        next.extend(self.options(&board, Player::Second)?);
        meter.memory(self.bytes())?;
        line.push(Open { board, next, lefts, found: Vec::new() });
        Ok(())
    }

    /// The boards that a player may move to, each once.
    fn options(&self, board: &G::Position, mover: Player) -> Result<Vec<G::Position>, Stop> {
        let at = self.play.with_mover(board, mover);
        let failed = |fault| stopped(fault, self.game.show_position(&at));
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

/// Boards that lead round where players need not take turns.
fn comes_back(round: &[String]) -> Fault {
    const MOST: usize = 6;
    let more = if round.len() > MOST { " → …" } else { "" };
    let around = format!("{}{more} → and again", round[..round.len().min(MOST)].join(" → "));
    let why = "this is no game of normal play: a board can come back where a player moves several times in a row";
    let finding = Diagnostic::error("M11", why).note(format!("this loop is possible: {around}"));
    finding.help("`bouton solve` says who wins such a game, alone").into()
}
