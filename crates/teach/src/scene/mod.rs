//! A solved game as an explainer looks at it: values, moves, drawings and own points of its positions, and all that can be reached.

mod drawn;
mod graph;
mod sign;

pub(crate) use drawn::row;
pub use drawn::{Look, columns, glued, line, lines, padded, right};
pub use graph::{Edge, Graph};
pub use sign::{Sign, outcome_words, signed, starred, totals, worth_words};
pub(crate) use sign::{json as value_json, net};

use crate::gallery;
use crate::refusal::Refusal;
use crate::words::Lang;
use bouton::answer::MoveValue;
use bouton::game::{Fault, Game, Part, ended};
use bouton::rules::Player;
use bouton::rules::Text;
use bouton::rules::interpret::{Drawing, Move, PartValue, Turn};
use bouton::rules::layout::Packed;
use bouton::{Answer, Instance, Solution, Stop, Value};

/// A solved game, looked at from one of its positions.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The game.
    pub game: &'a Instance,
    /// Its solved positions.
    pub solution: &'a Solution<Instance>,
    /// Where it is looked at from.
    pub at: &'a Packed,
    /// The language in which its title and its players are named.
    pub lang: Lang,
}

/// Whose turn it is, and what that player is called in the language of the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mover {
    /// The player.
    pub player: Player,
    /// The name.
    pub name: String,
}

impl<'a> Scene<'a> {
    /// A solved game, looked at from a position; title and players have the rules' own names.
    #[must_use]
    pub fn new(game: &'a Instance, solution: &'a Solution<Instance>, at: &'a Packed) -> Scene<'a> {
        Scene { game, solution, at, lang: Lang::English }
    }

    /// The same with title and players named in a language: for people, not for programs.
    #[must_use]
    pub fn named(self, lang: Lang) -> Scene<'a> {
        Scene { lang, ..self }
    }

    /// The title of the rules without problem numbers.
    #[must_use]
    pub fn title(&self) -> String {
        gallery::title(self.game.rules(), self.lang)
    }

    /// The parameters: `piles = [2, 7, 9, 4, 4]`, long ones cut.
    #[must_use]
    pub fn params(&self) -> String {
        params_words(self.game, self.lang)
    }

    /// What a position is worth to its mover.
    ///
    /// # Errors
    /// [`Stop::Missing`]: the position is not among the solved ones.
    pub fn value(&self, position: &Packed) -> Result<Value, Stop> {
        let missing = || Stop::Missing { position: self.game.show_position(position) };
        self.solution.store.value(self.game, position).ok_or_else(missing)
    }

    /// A position's moves with what each is worth.
    ///
    /// # Errors
    /// The position, or one that a move leads to, is not among the solved ones, or the rules have a fault there.
    pub fn answer(&self, position: &Packed) -> Result<Answer<Instance>, Stop> {
        bouton::answer(self.game, &self.solution.store, position)
    }

    /// A position's best moves, fastest where plies are counted; the first of them is the one that lines show.
    ///
    /// # Errors
    /// Those of [`Scene::answer`].
    pub fn best(&self, position: &Packed) -> Result<Vec<MoveValue<Instance>>, Stop> {
        let answer = self.answer(position)?;
        let uncounted = answer.value.uncounted();
        Ok(answer.moves.into_iter().filter(|choice| choice.fastest || (uncounted && choice.best)).collect())
    }

    /// Whether play is over there.
    ///
    /// # Errors
    /// The rules have a fault at the position: whether an ending holds cannot be worked out.
    pub fn over(&self, position: &Packed) -> Result<bool, Refusal> {
        Ok(ended(self.game, position).map_err(|fault| self.fault(position, fault))?.is_some())
    }

    /// Whose turn it is.
    #[must_use]
    pub fn mover(&self, position: &Packed) -> Player {
        self.game.mover(position)
    }

    /// Whose turn it is, with a name; none where a move has ended the game.
    #[must_use]
    pub fn to_move(&self, position: &Packed) -> Option<Mover> {
        let player = (!self.ended_by_move(position)).then(|| self.mover(position))?;
        Some(Mover { player, name: self.name(player).to_owned() })
    }

    /// What a player is called.
    #[must_use]
    pub fn name(&self, player: Player) -> &'a str {
        gallery::player(self.game.rules(), player, self.lang)
    }

    /// Points still to be handed out, if the rules say.
    #[must_use]
    pub fn remaining(&self, position: &Packed) -> Option<i64> {
        self.game.interpreter().remaining_points(&self.game.unpack(position)).ok().flatten()
    }

    /// The points that the mover gets from there on, if the rules say what is still to be handed out.
    #[must_use]
    pub fn own(&self, position: &Packed, value: Value) -> Option<i64> {
        let Value::Lead(lead) = value else { return None };
        let sum = i128::from(self.remaining(position)?) + i128::from(lead);
        i64::try_from(sum / 2).ok().filter(|_| sum % 2 == 0)
    }

    /// How the rules draw a position.
    #[must_use]
    pub fn drawing(&self, position: &Packed) -> Option<Drawing> {
        drawing(self.game, position)
    }

    /// A position's variables: `i=2 M=2`.
    #[must_use]
    pub fn variables(&self, position: &Packed) -> String {
        variables(self.game, position)
    }

    /// The variables that the drawing of a row does not tell: `M=2`.
    #[must_use]
    pub fn rest(&self, position: &Packed) -> String {
        rest(self.game, position)
    }

    /// A part of a sum: what its kind is called, and the part itself, `Row(5)`.
    #[must_use]
    pub fn part(&self, part: Part) -> (String, String) {
        let rules = self.game.rules();
        let name = match (rules.parts.get(part.kind), rules.states.first()) {
            (Some(kind), _) => kind.name.clone(),
            (None, Some(state)) if part.kind > 0 => format!("{}[{}]", state.name, part.kind),
            (None, state) => state.map_or_else(String::new, |state| state.name.clone()),
        };
        let value = self.part_value(part);
        let shown = if value.starts_with('(') { format!("{name}{value}") } else { format!("{name}({value})") };
        (name, shown)
    }

    /// What a part is known by: `5`, or `(0,3)` where that is more than one value.
    #[must_use]
    pub fn part_value(&self, part: Part) -> String {
        let (game, value) = (self.game.interpreter(), PartValue { kind: part.kind, value: part.value });
        match game.kind_domain(part.kind) {
            Some(domain) => game.rules().show(&game.part_datum(value), domain),
            None => part.value.to_string(),
        }
    }

    /// Whether a move ended the game there.
    #[must_use]
    pub fn ended_by_move(&self, position: &Packed) -> bool {
        matches!(self.game.unpack(position).turn, Turn::Over(_))
    }

    /// A move as answers write it.
    #[must_use]
    pub fn show_move(&self, mv: &Move) -> String {
        self.game.show_move(mv)
    }

    /// Whether a position stands for itself and for the one with the players changed round.
    #[must_use]
    pub fn turn_dropped(&self) -> bool {
        self.game.told_apart().is_none()
    }

    pub(crate) fn fault(&self, position: &Packed, fault: Fault) -> Refusal {
        at_fault(self.game, position, fault)
    }
}

/// The title of the rules without problem numbers.
#[must_use]
pub fn title(game: &Instance) -> String {
    gallery::title(game.rules(), Lang::English)
}

/// The title with the parameters.
#[must_use]
pub fn heading(game: &Instance) -> String {
    heading_in(game, Lang::English)
}

/// The title in a language, with the parameters.
#[must_use]
pub fn heading_in(game: &Instance, lang: Lang) -> String {
    [gallery::title(game.rules(), lang), params_words(game, lang)].join("      ").trim_end().to_owned()
}

/// Every parameter: `piles = [2, 7, 9, 4, 4]`, the end of a long list left out.
#[must_use]
pub fn params_shown(game: &Instance) -> Vec<Text> {
    drawn::params(game)
}

/// The same in one line, in a language.
#[must_use]
pub fn params_words(game: &Instance, lang: Lang) -> String {
    params_shown(game).into_iter().map(|param| lang.sentence(param)).collect::<Vec<_>>().join("   ")
}

/// How the rules draw a position.
pub(crate) fn drawing(game: &Instance, position: &Packed) -> Option<Drawing> {
    game.interpreter().drawing(&game.unpack(position)).ok().flatten()
}

/// A position's variables: `i=2 M=2`.
pub(crate) fn variables(game: &Instance, position: &Packed) -> String {
    game.interpreter().show_state(&game.unpack(position).state)
}

/// The variables that the drawing of a row does not tell: `M=2`.
pub(crate) fn rest(game: &Instance, position: &Packed) -> String {
    let told = game.interpreter().drawn_variables();
    let (rules, state) = (game.rules(), game.unpack(position).state);
    let parts = rules.states.iter().zip(&state).zip(game.interpreter().domains()).enumerate();
    let parts = parts.filter(|(which, _)| !told.contains(which));
    let shown =
        parts.map(|(_, ((variable, value), domain))| format!("{}={}", variable.name, rules.show(value, domain)));
    shown.collect::<Vec<_>>().join(" ")
}

/// A fault of the rules that shows at a position.
pub(crate) fn at_fault(game: &Instance, position: &Packed, fault: Fault) -> Refusal {
    let position = game.show_position(position);
    Stop::Fault(Box::new(bouton::error::Trouble { fault, position, mv: None, path: None })).into()
}
