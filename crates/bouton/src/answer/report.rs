//! Everything that is shown of a solved position of a game in the rules language, gathered once: text, JSON and examples read it.

use super::totals::{Totals, totals};
use super::{Answer, Line, LineEnd, LineMove, answer, best_play, value_alone};
use crate::error::Stop;
use crate::game::Game;
use crate::instance::{Instance, datum_to_json, domain_to_json};
use crate::methods::Ask;
use crate::solution::Solution;
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Player;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::{AnswerFacts, Move, Turn};
use bouton_rules::layout::Packed;
use serde_json::{Map, Value as Json, json};

/// A solved position, ready to be shown.
#[derive(Clone, Debug)]
pub struct Report {
    /// The position.
    pub position: Packed,
    /// Its value and its moves.
    pub answer: Answer<Instance>,
    /// Best play from it.
    pub line: Line<Instance>,
    /// The points of each player, in points games.
    pub totals: Option<Totals>,
    /// The position's nimber, where it is known: what it is worth in sums of games. In misère play nimbers do not say who wins, and there is none.
    pub nimber: Option<u64>,
    /// How many positions were solved; of a sum by nimbers, how many parts.
    pub positions: u64,
    /// How many positions were kept for all that were solved, where one stands for all its images under the rules' symmetries.
    pub up_to_symmetry: Option<u64>,
    /// Whether every position that can be reached was solved, with its plies: not so of a sum by nimbers.
    pub whole: bool,
    /// How many of them are finished.
    pub finished: u64,
    /// The method that solved them.
    pub method: &'static str,
    /// Which of its strategies ran.
    pub strategy: &'static str,
}

/// Gathers what is known of a position: its value, every move's value, a line of at most `longest` moves, totals.
///
/// # Errors
/// The game's faults there, or a position that the solution does not hold.
pub fn report(game: &Instance, solution: &Solution<Instance>, at: &Packed, longest: usize) -> Result<Report, Stop> {
    let (answer, line) = if solution.asked == Ask::Value && !solution.whole {
        (value_alone(game, &solution.store, at)?, no_line(at))
    } else {
        (answer(game, &solution.store, at)?, best_play(game, solution, at, longest)?)
    };
    let totals = totals(game, solution, at, answer.value, &line)?;
    let (positions, finished, method, strategy) =
        (solution.positions, solution.finished, solution.method, solution.strategy);
    let misere = game.parts().is_some_and(|parts| !parts.normal());
    let nimber = solution.nimber(game, at).filter(|_| !misere);
    let whole = solution.whole;
    let up_to_symmetry = solution.store.up_to_symmetry();
    Ok(Report {
        position: at.clone(),
        answer,
        line,
        totals,
        nimber,
        positions,
        up_to_symmetry,
        whole,
        finished,
        method,
        strategy,
    })
}

/// The line that nobody asked for.
fn no_line(at: &Packed) -> Line<Instance> {
    Line { moves: Vec::new(), last: at.clone(), end: LineEnd::Cut }
}

impl Report {
    /// Who wins or leads, if anybody does.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        winner(self.answer.value, self.answer.mover)
    }

    /// Moves to the end under best play, where somebody wins and play ends.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        plies(self.answer.value)
    }

    /// What expectations of examples may ask.
    #[must_use]
    pub fn facts(&self, game: &Instance) -> AnswerFacts {
        let leads = if let Value::Lead(lead) = self.answer.value { by_player(lead, self.answer.mover) } else { None };
        AnswerFacts {
            totals: self.totals.map(|totals| totals.points),
            leads,
            plies: self.plies().map(i64::from),
            positions: i64::try_from(self.positions).ok().filter(|_| self.whole),
            best: self.answer.best().map(|choice| game.show_move(&choice.mv)).collect(),
            nimber: self.nimber.and_then(|nimber| i64::try_from(nimber).ok()),
        }
    }

    /// The answer as JSON, `bouton.answer/1`; the caller adds what belongs to the run.
    #[must_use]
    pub fn to_json(&self, game: &Instance) -> Map<String, Json> {
        let rules = game.rules();
        let mut out = Map::new();
        out.insert("schema".into(), json!("bouton.answer/1"));
        out.insert("game".into(), json!(rules.name));
        out.insert("params".into(), params_json(game).into());
        out.insert("position".into(), position_json(game, &self.position));
        out.insert("value".into(), self.value_json(game));
        if let Some(totals) = self.totals {
            out.insert("totals".into(), players_json(game, totals.points.map(Json::from)));
            out.insert("totals_exact".into(), json!(totals.exact));
        }
        out.insert("plies".into(), json!(self.plies()));
        if self.answer.value.uncounted() {
            out.insert("plies_reason".into(), json!(format!("{} tells who wins, not how soon", self.method)));
        }
        if let Some(nimber) = self.nimber {
            out.insert("nimber".into(), json!(nimber));
        }
        out.insert("best".into(), self.answer.best().map(|choice| Json::String(game.show_move(&choice.mv))).collect());
        if matches!(self.answer.value, Value::Outcome(_)) {
            let fastest = self.answer.fastest().map(|choice| Json::String(game.show_move(&choice.mv)));
            let counted = !self.answer.value.uncounted();
            out.insert("fastest".into(), if counted { fastest.collect() } else { Json::Null });
        }
        out.insert(
            "moves".into(),
            self.answer.moves.iter().map(|choice| self.move_json(game, choice)).collect::<Json>(),
        );
        if self.answer.more {
            out.insert("more_moves".into(), json!(true));
            out.insert("moves_in_all".into(), json!(self.answer.count));
        }
        out.insert("line".into(), self.line_json(game));
        let mut positions = json!({"solved": self.positions});
        if let Some(kept) = self.up_to_symmetry {
            positions["stored"] = json!(kept);
        }
        out.insert("positions".into(), positions);
        out.insert("method".into(), json!(self.method));
        out.insert("strategy".into(), json!(self.strategy));
        out.insert("exact".into(), json!(true));
        if self.line.end == LineEnd::Cut {
            out.insert("line_cut".into(), json!(true));
        }
        out
    }

    fn value_json(&self, game: &Instance) -> Json {
        let winner = self.winner().map(|player| game.rules().player_name(player));
        match self.answer.value {
            Value::Lead(lead) => {
                let leads = by_player(lead, self.answer.mover).map(|leads| players_json(game, leads.map(Json::from)));
                json!({"kind": "points", "winner": winner, "lead": leads, "for_mover": lead})
            }
            Value::Outcome(outcome) => {
                let mut value = json!({"kind": "outcome", "winner": winner, "for_mover": outcome.word()});
                if endless(outcome) {
                    value["endless"] = json!(true);
                }
                value
            }
        }
    }

    fn move_json(&self, game: &Instance, choice: &super::MoveValue<Instance>) -> Json {
        let (name, args) = move_parts(game, &choice.mv);
        let mut out = json!({"move": game.show_move(&choice.mv), "name": name, "args": args});
        match choice.value {
            Value::Lead(lead) => {
                out["gain"] = json!(choice.gain.mine.saturating_sub(choice.gain.theirs));
                out["for_mover"] = json!(lead);
            }
            Value::Outcome(outcome) => {
                out["for_mover"] = json!(outcome.word());
                out["plies"] = json!(plies(choice.value));
                if endless(outcome) {
                    out["endless"] = json!(true);
                }
            }
        }
        out["best"] = json!(choice.best);
        out
    }

    fn line_json(&self, game: &Instance) -> Json {
        self.line.moves.iter().map(|made| line_move_json(game, made)).collect()
    }
}

fn line_move_json(game: &Instance, made: &LineMove<Instance>) -> Json {
    let mut out = json!({"by": game.rules().player_name(made.mover), "move": game.show_move(&made.mv)});
    if game.kind() == Kind::Points {
        out["gain"] = json!(made.gain.mine.saturating_sub(made.gain.theirs));
    }
    out
}

/// Who a value favours.
#[must_use]
pub fn winner(value: Value, mover: Player) -> Option<Player> {
    match value {
        Value::Lead(lead) if lead > 0 => Some(mover),
        Value::Lead(lead) if lead < 0 => Some(mover.other()),
        Value::Outcome(Outcome::Win(_)) => Some(mover),
        Value::Outcome(Outcome::Loss(_)) => Some(mover.other()),
        _ => None,
    }
}

/// How many plies a won or lost position lasts; nothing for draws, leads and endless play.
#[must_use]
pub fn plies(value: Value) -> Option<u32> {
    match value {
        Value::Outcome(Outcome::Win(Plies::Of(plies)) | Outcome::Loss(Plies::Of(plies))) => Some(plies),
        _ => None,
    }
}

fn endless(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Win(Plies::Endless) | Outcome::Loss(Plies::Endless))
}

fn by_player(lead: i64, mover: Player) -> Option<[i64; 2]> {
    let theirs = lead.checked_neg()?;
    Some(match mover {
        Player::First => [lead, theirs],
        Player::Second => [theirs, lead],
    })
}

fn players_json(game: &Instance, values: [Json; 2]) -> Json {
    let mut out = Map::new();
    for (player, value) in Player::BOTH.into_iter().zip(values) {
        out.insert(game.rules().player_name(player).to_owned(), value);
    }
    Json::Object(out)
}

/// The parameters of a game as JSON.
#[must_use]
pub fn params_json(game: &Instance) -> Map<String, Json> {
    let rules = game.rules();
    let params = rules.params.iter().zip(game.interpreter().params());
    params.map(|(param, value)| (param.name.clone(), datum_to_json(value, &param.domain.ty(), rules))).collect()
}

/// The parameters of a game as JSON, of a list no more than its first `most` entries, and how many there are in all: for whoever shows them, since
/// lists may have millions.
#[must_use]
pub fn params_begin(game: &Instance, most: usize) -> Vec<(&str, Json, usize)> {
    let rules = game.rules();
    let params = rules.params.iter().zip(game.interpreter().params());
    let begin = params.map(|(param, value)| {
        let json = |value: &Datum| datum_to_json(value, &param.domain.ty(), rules);
        let (begins, count) = match value {
            Datum::List(entries) => (json(&Datum::list(entries.iter().take(most).cloned().collect())), entries.len()),
            _ => {
                let whole = json(value);
                let count = whole.as_array().map_or(1, Vec::len);
                (whole, count)
            }
        };
        (param.name.as_str(), begins, count)
    });
    begin.collect()
}

/// A position as JSON: its variables, and whose turn it is (absent once a move has ended the game).
#[must_use]
pub fn position_json(game: &Instance, at: &Packed) -> Json {
    let (rules, position) = (game.rules(), game.unpack(at));
    let variables = rules.states.iter().zip(&position.state).zip(game.interpreter().domains());
    let mut out: Map<String, Json> =
        variables.map(|((state, value), domain)| (state.name.clone(), domain_to_json(value, domain, rules))).collect();
    if let Turn::Of(player) = position.turn {
        out.insert("turn".into(), json!(rules.player_name(player)));
    }
    Json::Object(out)
}

/// A move's name and what was chosen.
fn move_parts(game: &Instance, mv: &Move) -> (String, Json) {
    let Some(made) = mv.made else { return ("pass".to_owned(), json!({})) };
    let rules = game.rules();
    let line = &rules.moves[made];
    let args = line
        .choices
        .iter()
        .zip(&mv.args)
        .map(|(choice, arg)| (choice.name.clone(), datum_to_json(arg, &choice.ty, rules)));
    (line.name.clone(), Json::Object(args.collect()))
}
