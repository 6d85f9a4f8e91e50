//! From rules to their recurrence: each move is run once with symbols in place of numbers (symbolic execution, King 1976), and what
//! comes out is closed forms of position and choices. A loop, or an effect that is no such form, makes the move opaque; the first
//! line that does so is the reason.

mod cells;
mod divisors;
mod domain;
mod fields;
mod forks;
mod moves;
mod parts;
mod sums;
mod symbols;
mod tabled;
mod truths;
mod turns;
mod values;

use super::{Instance, quoted, turn};
use crate::domain::{Run, value as worked_out};
use crate::game::Game;
use crate::recurrence::{Amount, Bounds, End, Form, Linear, Move, Recurrence, Row, Variable, symbolic};
use crate::value::{self, Kind, Outcome, Plies};
use bouton_rules::datum::{Datum, NONE};
use bouton_rules::interpret::Interpreter;
use bouton_rules::rules::{Expr, Outcome as Said, OutcomeKind, Rules, StuckResult, Who};
use bouton_rules::table::operators::CompareOp;
use bouton_rules::{Player, Span, Text, say};
pub(super) use fields::{of_truths, placed, variables};
use moves::no_move;
pub(super) use parts::breaks;
pub(super) use symbols::{ending, moves};
use values::{Alternatives, Value};

/// Lists of at most so many numbers are taken apart into variables.
const LONGEST_LIST: i64 = 64;

/// Positions of more numbers have no table, and working out in which order one would be filled takes longer than that is worth.
const MOST_VARIABLES: usize = 128;

const NO_NUMBER: &str = "closed forms speak of numbers, and this variable is something else";

/// Why there is no closed form, and where.
pub(super) struct Opaque {
    why: Text,
    span: Span,
}

type Closed<T> = Result<T, Opaque>;

const NO_FORM: &str = "this has no closed form";
const NOT_BEFORE: &str = "no number before play";
const NO_ENTRY: &str = "an entry that is not known before play";

fn opaque<T>(span: Span, why: impl Into<Text>) -> Closed<T> {
    Err(Opaque { why: why.into(), span })
}

/// A coefficient or bound that leaves 64 bits.
fn fits<T>(found: Option<T>, span: Span) -> Closed<T> {
    found.map_or_else(|| opaque(span, "numbers too large for a closed form"), Ok)
}

/// The recurrence of a game, or the line that has no closed form.
pub(super) fn derive(game: &Instance) -> Result<Recurrence, Text> {
    let constants = constants(game);
    let found = derived(game, &[]);
    let again = || derived(game, &constants);
    let found = if found.is_err() && !constants.is_empty() { again().or(found) } else { found };
    found.map_err(|opaque| say!("{}, {}", opaque.why, quoted(game, opaque.span)))
}

/// State variables that are numbers and that no move changes: what they are wherever play begins.
fn constants(game: &Instance) -> Vec<(usize, Datum)> {
    let unchanged = game.unchanged().into_iter().enumerate();
    unchanged.filter_map(|(which, held)| Some((which, held.filter(|held| matches!(held, Datum::Int(_)))?))).collect()
}

fn derived(game: &Instance, constants: &[(usize, Datum)]) -> Closed<Recurrence> {
    let rules = game.rules();
    let mut reader = Reader { constants: constants.to_vec(), ..Reader::of(game)? };
    let mut start = reader.start(no_move("", 0));
    if let Some(stmt) = rules.normalise.first() {
        return opaque(stmt.span, "`normalise` has no closed form");
    }
    let ends = reader.ends(&mut start)?;
    let stuck = reader.stuck(&mut start)?;
    let mut invariants = Vec::new();
    for invariant in &rules.invariants {
        invariants.extend(reader.conjunction(invariant, &mut start)?);
    }
    let moves = reader.moves()?;
    reader.settle(None);
    let points = rules.remaining.as_ref();
    let remaining = points.map(|points| reader.amount(points, &mut start)).transpose()?;
    invariants.append(&mut reader.needs);
    // What counts as known is so in play from this start alone.
    for (which, held) in constants {
        let mut forms = Vec::new();
        let known =
            cells::known(&rules.states[*which].domain.ty(), if let Datum::Int(number) = held { *number } else { NONE });
        let same = Value::compared(CompareOp::Eq, &reader.held[*which], &known).or_else(|| {
            match (&reader.held[*which], &known) {
                (Value::Cell(one), Value::Cell(other)) => cells::same(one, other),
                (truth @ Value::Ways(_), _) => {
                    if *held == Datum::Int(0) {
                        truth.negated()
                    } else {
                        Some(truth.clone())
                    }
                }
                _ => None,
            }
        });
        if let Some(Value::Ways(mut ways)) = same {
            forms.append(&mut ways);
        }
        invariants.extend(forms.into_iter().flatten());
    }
    let Reader { kind, variables, rows, .. } = reader;
    let symbols = bounds(&variables);
    let whens = ends.iter().chain(&stuck).flat_map(|end| &end.when).chain(&invariants);
    let mut forms = whens.chain(remaining.as_ref().map(|points: &Amount| &points.linear));
    let line = rules.ends.first().map(|end| end.span).or(rules.states.first().map(|state| state.span));
    if let Some(span) = line.filter(|_| forms.any(|form| !form.is_small(&symbols))) {
        return opaque(span, "numbers too large for a closed form");
    }
    let needs = invariants.into_iter().filter(|form| form.range(&symbols).0 < 0).collect();
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    let moves = moves.into_iter().map(|mv| mv.composed(&symbols).unwrap_or(mv)).collect();
    Ok(Recurrence { kind, variables, rows, ends, moves, stuck, needs, remaining })
}

fn bounds(variables: &[Variable]) -> Vec<Bounds> {
    variables.iter().map(|variable| (variable.lo, variable.hi)).collect()
}

/// The domain of closed forms: rules are run with symbols in place of numbers.
struct Reader<'a> {
    interpreter: Interpreter,
    rules: &'a Rules,
    kind: Kind,
    variables: Vec<Variable>,
    /// What each state variable holds before a move: symbols.
    held: Vec<Value>,
    /// The symbol that says whose turn it is, where that matters: 0 for the first player.
    turn: Option<usize>,
    /// The symbol that says whether a move has ended play, and how, where moves can: a place among the turns that positions have.
    over: Option<usize>,
    /// Known lists, by the parameter (or `let`) that holds them.
    rows: Vec<(sums::Holder, Row)>,
    /// What must not be negative for what was read to mean what its closed form says.
    needs: Vec<Linear>,
    /// Who makes the move that is read, if only one player may.
    by: Option<Player>,
    /// Choices of the move that is read whose numbers are settled: it is read once for each.
    settled: Vec<(usize, Datum)>,
    /// State variables that no move changes, where they count as known.
    constants: Vec<(usize, Datum)>,
    /// The last division met: it has no closed form but where it asks for divisors.
    division: Option<Span>,
    /// Which way is taken where play decides.
    forks: forks::Forks,
    /// Whether a move is read, in which numbers can be looked up in tables; the tables made, and the work that more may take.
    moving: bool,
    made: tabled::Made,
    fuel: u64,
    /// Bounds of choices of the move that is read; and those that a choice was given on this way, until the condition is met that asks for them.
    quotients: Vec<tabled::QuotientBound>,
    unmet: Vec<tabled::QuotientBound>,
    /// Whether an expression is taken apart for a table.
    parting: bool,
    /// Symbols beside numbers, where no recurrence is wanted.
    wide: Option<symbols::Wide>,
}

/// What a move does beside changing variables.
#[derive(Clone)]
struct Effects {
    mv: Move,
    /// Ends inside the move, as it stands for its mover; and what says that it has ended play.
    ends: Vec<(Value, symbolic::Said)>,
    over: Option<Linear>,
}

impl<'a> Reader<'a> {
    fn of(game: &'a Instance) -> Closed<Reader<'a>> {
        let interpreter = game.asked_beforehand();
        let (mut symbols, mut held) = (fields::Symbols::new(game.rules()), Vec::new());
        // What others number, all of them, is narrowed only once they are known to have no closed form.
        let narrowed = of_truths(interpreter.domains()).then(|| game.narrowed()).flatten();
        let domains = narrowed.map_or(interpreter.domains(), |narrowed| &narrowed.domains);
        for (at, (state, domain)) in game.rules().states.iter().zip(domains).enumerate() {
            let stays = narrowed.and_then(|narrowed| narrowed.constants[at].as_ref());
            match symbols.of(domain, &state.name, stays) {
                Some(value) => held.push(value),
                None if !game.rules().parts.is_empty() => {
                    return opaque(
                        state.span,
                        "a sum holds as many parts as play makes, and not a fixed row of numbers",
                    );
                }
                None => return opaque(state.span, NO_NUMBER),
            }
            if symbols.variables.len() > MOST_VARIABLES {
                return opaque(state.span, say!("more than {MOST_VARIABLES} numbers make a position"));
            }
        }
        let mut variables = symbols.variables;
        let turns = i64::try_from(game.turns().len()).expect("positions have few turns");
        let turn = (!game.alike).then_some(variables.len());
        let over = game.ends_inside.then_some(variables.len());
        if turns > 1 {
            let mut name = if game.alike { "over" } else { "turn" }.to_owned();
            while variables.iter().any(|variable| variable.name == name) {
                name.push('_');
            }
            variables.push(Variable { name, lo: 0, hi: turns - 1 });
        }
        Ok(Reader { variables, held, turn, over, ..Reader::empty(game, interpreter) })
    }

    fn empty(game: &'a Instance, interpreter: Interpreter) -> Reader<'a> {
        Reader {
            interpreter,
            rules: game.rules(),
            kind: game.kind(),
            variables: Vec::new(),
            held: Vec::new(),
            turn: None,
            over: None,
            rows: Vec::new(),
            needs: Vec::new(),
            by: None,
            settled: Vec::new(),
            constants: Vec::new(),
            division: None,
            forks: forks::Forks::default(),
            moving: false,
            made: Vec::new(),
            fuel: tabled::FUEL,
            quotients: Vec::new(),
            unmet: Vec::new(),
            parting: false,
            wide: None,
        }
    }

    /// Forgets what was read of another move.
    fn settle(&mut self, by: Option<Player>) {
        self.forks.restart();
        self.unmet.clear();
        self.needs.clear();
        self.settled.clear();
        self.moving = false;
        self.by = by;
    }

    /// The beginning of a move: each variable is its symbol.
    fn start(&self, mv: Move) -> Run<Self> {
        Run::start(self.held.clone(), Effects { mv, ends: Vec::new(), over: None })
    }

    /// What the variables hold.
    fn forms(run: &Run<Self>) -> Option<Vec<Form>> {
        let mut forms = Vec::new();
        run.now.iter().try_for_each(|now| now.forms(&mut forms))?;
        Some(forms)
    }

    /// Whether an expression can be worked out before play.
    fn is_known(&self, expr: &Expr) -> bool {
        let among = |known: &[(usize, Datum)], which: usize| known.iter().any(|(known, _)| *known == which);
        expr.is_fixed_with(&|slot| among(&self.settled, slot), &|state| among(&self.constants, state))
    }

    fn ends(&mut self, start: &mut Run<Self>) -> Closed<Vec<End>> {
        let mut ends = self.over_already();
        for end in &self.rules.ends {
            let when = self.condition(&end.condition, start)?;
            self.outcomes(when, end.outcome.as_ref(), &mut ends)?;
        }
        Ok(ends)
    }

    fn stuck(&mut self, start: &mut Run<Self>) -> Closed<Vec<End>> {
        let mut ends = Vec::new();
        for line in &self.rules.stucks {
            let when = match &line.condition {
                Some(condition) => self.condition(condition, start)?,
                None => vec![Vec::new()],
            };
            if when.is_empty() {
                continue;
            }
            match &line.result {
                StuckResult::Over(outcome) => self.outcomes(when, Some(outcome), &mut ends)?,
                StuckResult::Pass(_) => return opaque(line.span, "a pass has no closed form"),
            }
            if ends.last().is_some_and(|end: &End| end.when.is_empty()) {
                break;
            }
        }
        if self.kind == Kind::Points {
            ends.push(End { when: Vec::new(), value: value::Value::Lead(0) });
        }
        Ok(ends)
    }

    /// Adds an end for each way a condition can hold, and for each player where the outcome names one.
    fn outcomes(&mut self, when: Alternatives, said: Option<&Said>, ends: &mut Vec<End>) -> Closed<()> {
        for when in when {
            for (mover, value) in self.said(said)? {
                let when = when.iter().cloned().chain(self.turn_of(mover)).collect();
                ends.push(End { when, value });
            }
        }
        Ok(())
    }

    /// What is not negative where it is this player's turn; none where that goes without saying.
    fn turn_of(&self, player: Option<Player>) -> Option<Linear> {
        player.zip(self.turn).map(|(player, turn)| match player {
            Player::First => Linear::of(0, &[(turn, -1)]),
            Player::Second => Linear::of(-1, &[(turn, 1)]),
        })
    }

    /// What an outcome is worth to the mover: for whoever that is, or for each of the two.
    fn said(&self, said: Option<&Said>) -> Closed<Vec<(Option<Player>, value::Value)>> {
        let win = |wins: bool| {
            let plies = Plies::Of(0);
            value::Value::Outcome(if wins { Outcome::Win(plies) } else { Outcome::Loss(plies) })
        };
        let Some(said) = said else { return Ok(vec![(None, value::Value::Lead(0))]) };
        let (who, value) = match &said.kind {
            OutcomeKind::Draw => return Ok(vec![(None, value::Value::Outcome(Outcome::Draw))]),
            OutcomeKind::Wins(who) => (who, win(true)),
            OutcomeKind::Loses(who) => (who, win(false)),
            OutcomeKind::Leads(who, lead) => (who, value::Value::Lead(self.fixed(lead)?)),
        };
        if value.kind() != self.kind {
            return opaque(said.span, "an end of another kind");
        }
        let other = fits(value.negate(), said.span)?;
        Ok(match who {
            Who::Me => vec![(None, value)],
            Who::Opponent => vec![(None, other)],
            Who::Named(name) => {
                let player = self.player(name)?;
                vec![(Some(player), value), (Some(player.other()), other)]
            }
        })
    }

    /// A player who is known before play.
    fn player(&self, name: &Expr) -> Closed<Player> {
        let number = self.fixed(name)?;
        Rules::player_of(number).map_or_else(|| opaque(name.span, "a player who is not known before play"), Ok)
    }

    /// The ways in which a condition can hold.
    fn condition(&mut self, expr: &Expr, run: &mut Run<Self>) -> Closed<Alternatives> {
        match worked_out(self, expr, run)? {
            Value::Ways(ways) => Ok(ways),
            _ => self.no_form(expr.span),
        }
    }

    /// A condition that holds in one way only.
    fn conjunction(&mut self, expr: &Expr, run: &mut Run<Self>) -> Closed<Vec<Linear>> {
        let mut ways = self.condition(expr, run)?;
        match (ways.pop(), ways.is_empty()) {
            (Some(only), true) => Ok(only),
            _ => self.no_form(expr.span),
        }
    }

    /// What an expression is worth that can be worked out before play.
    fn known(&self, expr: &Expr) -> Option<Datum> {
        let worth = || self.interpreter.worth_for(expr, None, &self.settled, &self.constants, u64::MAX);
        self.is_known(expr).then(|| worth().ok())?.map(|(worth, _)| worth)
    }

    /// A number known before play.
    fn fixed(&self, expr: &Expr) -> Closed<i64> {
        match self.scalar(expr)? {
            NONE => opaque(expr.span, NOT_BEFORE),
            number => Ok(number),
        }
    }

    /// A scalar known before play, which may be `none`.
    fn scalar(&self, expr: &Expr) -> Closed<i64> {
        if !self.is_known(expr) {
            return self.no_form(expr.span);
        }
        match self.known(expr) {
            Some(Datum::Int(number)) => Ok(number),
            _ => opaque(expr.span, NOT_BEFORE),
        }
    }

    /// A linear form.
    fn linear(&mut self, expr: &Expr, run: &mut Run<Self>) -> Closed<Linear> {
        let found = worked_out(self, expr, run)?;
        let found = self.told(found, expr, run);
        found.as_linear().cloned().map_or_else(|| opaque(expr.span, "not linear"), Ok)
    }

    /// Points.
    fn amount(&mut self, expr: &Expr, run: &mut Run<Self>) -> Closed<Amount> {
        match worked_out(self, expr, run)? {
            Value::One(amount) => Ok(amount),
            _ => opaque(expr.span, "points that are a least or greatest number"),
        }
    }

    /// Something that has no closed form; a division in it is named first.
    fn no_form<T>(&self, span: Span) -> Closed<T> {
        let inside = self.division.filter(|division| span.start <= division.start && division.end <= span.end);
        opaque(inside.unwrap_or(span), NO_FORM)
    }
}
