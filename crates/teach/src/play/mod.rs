//! A game being played: whose turn it is, what may be done, what was done and what it cost. Knows no terminal and no page; what
//! draws it asks here and draws nothing of its own.

mod opponent;
mod read;
mod talk;
mod text;

pub use opponent::{LEVELS, Level};
pub use read::{Typed, WORDS, Wanted, read, typed};
pub use talk::{Said, Talk};
pub use text::{asked, board, done, help, hints, moves, reasons, result, seats, slips, standing, value_words};

use crate::gallery;
use crate::refusal::Refusal;
use crate::scene::Scene;
use crate::words::Lang;
use bouton::answer::{LineEnd, MoveValue, given_last, way_out};
use bouton::game::{Ending, Game, Repeat, Step};
use bouton::rules::Player;
use bouton::rules::layout::Packed;
use bouton::{Instance, Kind, Solution, Value};

/// A position that comes for this time ends the game where rules have a `repeat` line.
const ENOUGH: usize = 3;

/// A game being played.
#[derive(Clone, Debug)]
pub struct Session<'a> {
    /// The game.
    pub game: &'a Instance,
    known: Option<&'a Solution<Instance>>,
    start: Packed,
    /// The player that a person plays; `None` where people play both.
    you: Option<Player>,
    level: Level,
    seed: u64,
    /// Games played before this one: another game, other lots.
    games: u64,
    past: Vec<Turn>,
    choices: Vec<Choice>,
    end: Option<End>,
    lang: Lang,
}

/// How the other side is played, and by which lots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The player that a person plays; `None` where people play both.
    pub you: Option<Player>,
    /// How well the other is played.
    pub level: Level,
    /// The same seed, the same lots.
    pub seed: u64,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// As answers write it.
    pub mv: String,
    /// What it gives its mover and the other.
    pub given: (i64, i64),
    /// What it is worth to who makes it, where that is known.
    pub value: Option<Value>,
    /// Whether it keeps the value.
    pub best: bool,
    /// Whether it is also as fast as can be.
    pub fastest: bool,
    next: Packed,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Who made it.
    pub by: Player,
    /// The move.
    pub mv: String,
    /// What it gave its mover and the other.
    pub given: (i64, i64),
    /// What a better move would have been worth, which one, and what this one was worth.
    pub slip: Option<Slip>,
    before: Packed,
    next: Packed,
}

/// A move that gave something away.
#[derive(Clone, Debug, PartialEq)]
pub struct Slip {
    /// What the position was worth.
    pub value: Value,
    /// What the move left of it.
    pub worth: Value,
    /// A best move.
    pub better: String,
}

/// How play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By an ending of the rules: who won, or nobody.
    Finished(Option<Player>),
    /// A position came for the third time, and this is what the rules say of endless play.
    Repeated(Option<Player>),
}

impl<'a> Session<'a> {
    /// A game from a position. What is known of its values is what the opponent plays by, and hints are made of.
    ///
    /// # Errors
    /// The rules have a fault at the position: an ending or a move cannot be worked out.
    pub fn new(
        game: &'a Instance,
        known: Option<&'a Solution<Instance>>,
        start: &Packed,
        table: Table,
    ) -> Result<Session<'a>, Refusal> {
        let Table { you, level, seed } = table;
        let (past, choices) = (Vec::new(), Vec::new());
        let start = start.clone();
        let lang = Lang::English;
        let mut session = Session { game, known, start, you, level, seed, games: 0, past, choices, end: None, lang };
        session.look()?;
        Ok(session)
    }

    /// Where play stands.
    #[must_use]
    pub fn now(&self) -> &Packed {
        self.past.last().map_or(&self.start, |turn| &turn.next)
    }

    /// Where play stood after so many moves.
    #[must_use]
    pub fn after(&self, moves: usize) -> &Packed {
        self.past.get(moves).map_or_else(|| self.now(), |turn| &turn.before)
    }

    /// The moves made so far.
    #[must_use]
    pub fn past(&self) -> &[Turn] {
        &self.past
    }

    /// The legal moves, in the order of the rules; none where play is over.
    #[must_use]
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// How play ended, if it has.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whose turn it is.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.game.mover(self.now())
    }

    /// The player that a person plays; `None` where people play both.
    #[must_use]
    pub fn you(&self) -> Option<Player> {
        self.you
    }

    /// How well the other side is played.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Whether a person is to move.
    #[must_use]
    pub fn yours(&self) -> bool {
        self.end.is_none() && self.you.is_none_or(|you| you == self.mover())
    }

    /// The solved game as explainers look at it, from where play stands.
    #[must_use]
    pub fn scene(&self) -> Option<Scene<'_>> {
        self.known.map(|known| Scene::new(self.game, known, self.now()).named(self.lang))
    }

    /// The moves that keep the value, the fastest where plies are counted; none where values are not known.
    pub fn best(&self) -> impl Iterator<Item = &Choice> {
        let counted = self.choices.iter().any(|choice| choice.fastest);
        self.choices.iter().filter(move |choice| if counted { choice.fastest } else { choice.best })
    }

    /// The number of the choice that comes nearest to what is held, where play that goes round would be worth less.
    fn forced(&self) -> Option<usize> {
        let out = way_out(self.game, &self.known?.store, self.now()).ok()??;
        let mv = self.game.show_move(&out.mv);
        self.choices.iter().position(|choice| choice.mv == mv)
    }

    /// How many moves of the other side after a move would give something away, of how many; 0 of 1 where it does not move then.
    fn mistakes(&self, choice: &Choice) -> (usize, usize) {
        let answer = || bouton::answer(self.game, &self.known?.store, &choice.next).ok();
        match answer() {
            Some(answer) if answer.mover != self.mover() && !answer.moves.is_empty() => {
                (answer.moves.iter().filter(|reply| !reply.best).count(), answer.moves.len())
            }
            _ => (0, 1),
        }
    }

    /// The same game with its players named in a language.
    #[must_use]
    pub fn named(self, lang: Lang) -> Session<'a> {
        Session { lang, ..self }
    }

    /// What a player is called.
    #[must_use]
    pub fn name(&self, player: Player) -> &'a str {
        gallery::player(self.game.rules(), player, self.lang)
    }

    /// The points of both players so far, in points games: gains, and in the end what the end gives.
    #[must_use]
    pub fn totals(&self) -> Option<[i64; 2]> {
        if self.game.kind() != Kind::Points {
            return None;
        }
        let mut totals = self.gained(self.past.len());
        let round = self.game.repeat().is_some() && self.times(self.now()) >= ENOUGH;
        let end = if round { LineEnd::Repeats { after: 0 } } else { LineEnd::Finished };
        if let Ok(Some((player, lead))) = given_last(self.game, self.now(), end) {
            add(&mut totals, player, lead);
        }
        Some(totals)
    }

    /// The points of both players after so many moves, without what an end gives.
    #[must_use]
    pub fn gained(&self, moves: usize) -> [i64; 2] {
        self.past.iter().take(moves).fold([0; 2], |gained, turn| with_gain(gained, turn.by, turn.given))
    }

    /// Makes the choice of that number.
    ///
    /// # Errors
    /// The rules have a fault at the position that the move leads to.
    pub fn play(&mut self, number: usize) -> Result<(), Refusal> {
        let Some(choice) = self.choices.get(number).cloned() else { return Ok(()) };
        let slip = self.slip(&choice);
        let (by, before) = (self.mover(), self.now().clone());
        self.past.push(Turn { by, mv: choice.mv, given: choice.given, slip, before, next: choice.next });
        self.look()
    }

    /// Lets the opponent move once, if it is the opponent's turn; whether it was.
    ///
    /// # Errors
    /// The rules have a fault at the position that the opponent's move leads to.
    pub fn reply(&mut self) -> Result<bool, Refusal> {
        if self.yours() || self.end.is_some() {
            return Ok(false);
        }
        let number = self.level.choose(self, &mut opponent::lots(self.seed, self.games, self.past.len()));
        self.play(number)?;
        Ok(true)
    }

    /// Takes moves back until the last one that a person made; how many that were.
    ///
    /// # Errors
    /// The rules have a fault at the position that play goes back to.
    pub fn undo(&mut self) -> Result<usize, Refusal> {
        let last = self.past.iter().rposition(|turn| self.you.is_none_or(|you| you == turn.by));
        let kept = last.unwrap_or(self.past.len());
        self.back_to(kept)
    }

    /// Takes moves back until so many are left; how many were taken back.
    ///
    /// # Errors
    /// The rules have a fault at the position that play goes back to.
    pub fn back_to(&mut self, moves: usize) -> Result<usize, Refusal> {
        let taken = self.past.len().saturating_sub(moves);
        if taken > 0 {
            self.past.truncate(moves);
            self.look()?;
        }
        Ok(taken)
    }

    /// Begins again, by other lots.
    ///
    /// # Errors
    /// The rules have a fault at the first position.
    pub fn restart(&mut self) -> Result<(), Refusal> {
        self.games += 1;
        self.past.clear();
        self.look()
    }

    /// Changes sides: the person plays the other player from here on. Nothing where people play both.
    pub fn flip(&mut self) {
        self.you = self.you.map(Player::other);
    }

    fn slip(&self, choice: &Choice) -> Option<Slip> {
        let better = self.best().next().filter(|_| !choice.best)?;
        Some(Slip { value: better.value?, worth: choice.value?, better: better.mv.clone() })
    }

    /// Finds out how play stands.
    fn look(&mut self) -> Result<(), Refusal> {
        self.end = self.ended()?;
        self.choices = if self.end.is_some() { Vec::new() } else { self.legal()? };
        Ok(())
    }

    fn ended(&self) -> Result<Option<End>, Refusal> {
        let now = self.now();
        let ending = self.game.ending(now).map_err(|fault| crate::scene::at_fault(self.game, now, fault))?;
        let mover = self.mover();
        Ok(match ending {
            Some(Ending::Win) => Some(End::Finished(Some(mover))),
            Some(Ending::Loss) => Some(End::Finished(Some(mover.other()))),
            Some(Ending::Draw) => Some(End::Finished(None)),
            Some(Ending::Lead(_)) => Some(End::Finished(self.totals().and_then(leader))),
            None if self.times(now) >= ENOUGH => self.game.repeat().map(|repeat| match repeat {
                Repeat::Draw | Repeat::Leads => End::Repeated(self.totals().and_then(leader)),
                Repeat::Wins(player) => End::Repeated(Some(player)),
            }),
            None => None,
        })
    }

    /// How often a position has stood, this time with the others.
    fn times(&self, position: &Packed) -> usize {
        let before = std::iter::once(&self.start).chain(self.past.iter().map(|turn| &turn.next));
        before.filter(|stood| *stood == position).count()
    }

    fn legal(&self) -> Result<Vec<Choice>, Refusal> {
        let now = self.now();
        let mut steps: Vec<Step<Instance>> = Vec::new();
        bouton::game::moves(self.game, now, &mut steps)
            .map_err(|fault| crate::scene::at_fault(self.game, now, fault))?;
        // A game of which only a part was solved has positions without values: there it is played blindly.
        let worths = self.scene().and_then(|scene| scene.answer(now).ok()).map(|answer| answer.moves);
        let worths: Vec<MoveValue<Instance>> = worths.unwrap_or_default();
        let whole = worths.len() == steps.len();
        let worth = |at: usize, step: &Step<Instance>| match whole {
            true => worths.get(at),
            false => worths.iter().find(|worth| worth.mv == step.mv),
        };
        Ok(steps
            .iter()
            .enumerate()
            .map(|(at, step)| {
                let known = worth(at, step);
                Choice {
                    mv: self.game.show_move(&step.mv),
                    given: (step.gain.mine, step.gain.theirs),
                    value: known.map(|worth| worth.value),
                    best: known.is_some_and(|worth| worth.best),
                    fastest: known.is_some_and(|worth| worth.fastest),
                    next: step.next.clone(),
                }
            })
            .collect())
    }
}

/// Who has more.
fn leader(totals: [i64; 2]) -> Option<Player> {
    match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Greater => Some(Player::First),
        std::cmp::Ordering::Less => Some(Player::Second),
        std::cmp::Ordering::Equal => None,
    }
}

/// The points of both players after a move that gives its mover and the other so much.
#[must_use]
pub fn with_gain(mut gained: [i64; 2], by: Player, given: (i64, i64)) -> [i64; 2] {
    add(&mut gained, by, given.0);
    add(&mut gained, by.other(), given.1);
    gained
}

/// Totals saturate: a game's own points are checked where they are made.
fn add(totals: &mut [i64; 2], player: Player, points: i64) {
    let total = &mut totals[player.number()];
    *total = total.saturating_add(points);
}
