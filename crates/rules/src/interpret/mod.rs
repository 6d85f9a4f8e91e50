//! The interpreter: it walks checked rules and does what they say, slowly and plainly. It *defines* what rules mean;
//! whatever is faster must agree with it. Nobody makes it clever.
//!
//! `setup` fills in parameters, `conform` and `graph` bring them into shape, `eval` works out expressions, `helpers` runs the helpers, `act` makes moves,
//! `play` says what can be done at a position, `drawing` draws one, `text` writes and reads positions and moves, `watch` counts
//! conditions, `trace` notes what is looked at, `halt` ends work that takes too long.

mod act;
mod candidates;
mod conform;
mod drawing;
mod eval;
mod graph;
mod halt;
mod helpers;
mod numbers;
mod play;
mod prefix;
mod setup;
mod sums;
mod symmetry;
mod text;
mod trace;
mod watch;

use crate::datum::Datum;
use crate::diagnostic::Diagnostic;
use crate::player::Player;
use crate::rules::Rules;
use crate::source::Span;
use crate::text::Text;
use crate::tries::Guard;
use crate::types::Domain;
use halt::For;
use std::sync::Arc;

pub use candidates::{MOST_MEMBERS, SUBSET_WORK};
pub use conform::{Misfit, conform};
pub use drawing::{Drawing, Shown};
pub use eval::MOST_ENTRIES;
pub use graph::{Draft, Written, needs_word};
pub use halt::Halt;
pub use numbers::FoldStep;
pub use play::{Finish, Move, Position, Step, Turn, brief};
pub use setup::may_repeat;
pub use sums::PartValue;
pub use text::{place, split_outside_brackets};
pub use trace::{Attempt, Spot, Trace};
pub use watch::{Asked, Asks, Watch};

/// Something that goes wrong while rules run: an overflow, an index outside its list, a bound that is left.
pub type Fault = Box<Diagnostic>;

/// How many expressions one question about a position may take before it is given up: rules can ask for work without end.
pub const DEFAULT_FUEL: u64 = 20_000_000;

/// A game: rules with their parameters filled in.
#[derive(Clone, Debug)]
pub struct Interpreter {
    rules: Arc<Rules>,
    params: Vec<Datum>,
    lets: Vec<Datum>,
    domains: Vec<Domain<i64>>,
    /// For each move, whether two choices of it (or of another move) may have the same text.
    twins: Vec<bool>,
    /// For each move and choice, the conditions that are known before it; likewise for each kind of part and its moves.
    guards: Vec<Vec<Vec<Guard>>>,
    part_guards: Vec<Vec<Vec<Vec<Guard>>>>,
    /// For each move, the choice that holds a chain of steps.
    chains: Vec<Option<usize>>,
    fuel: u64,
    /// Asked now and then whether work must end.
    halt: Option<Halt>,
    /// Bounds the work for all questions together.
    budget: Option<halt::Budget>,
    spent: halt::Spent,
    prefixes: Arc<prefix::Prefixes>,
    /// Counts how conditions turn out, when somebody wants to know.
    watch: Option<Arc<Watch>>,
}

/// What the answer is, for the expectations of examples.
#[derive(Clone, Debug, Default)]
pub struct AnswerFacts {
    /// Points of each player, where they are known.
    pub totals: Option<[i64; 2]>,
    /// The lead of each player.
    pub leads: Option<[i64; 2]>,
    /// Plies to the end, where somebody wins.
    pub plies: Option<i64>,
    /// How many positions can be reached.
    pub positions: Option<i64>,
    /// The best moves.
    pub best: Vec<String>,
    /// The nimber, where it is known.
    pub nimber: Option<i64>,
}

/// What an expression may look at while it is worked out.
struct Env<'a> {
    game: &'a Interpreter,
    state: Vec<Datum>,
    old: Option<&'a [Datum]>,
    me: Option<Player>,
    locals: Vec<Datum>,
    fuel: u64,
    /// What it began with.
    given: u64,
    /// With less fuel than this, `halt` is asked.
    next_look: u64,
    work: For,
    answer: Option<&'a AnswerFacts>,
    /// Notes what is looked at and changed, when somebody wants to know.
    trace: Option<Box<Trace>>,
    /// Where any legal move will do: picks the one that is tried first.
    random: Option<Random<'a>>,
    /// The local whose entries a loop has run through last.
    run_through: Option<usize>,
}

/// A random number below the given one.
pub type Random<'a> = &'a mut dyn FnMut(usize) -> usize;

impl Interpreter {
    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The value of each parameter, in the order declared.
    #[must_use]
    pub fn params(&self) -> &[Datum] {
        &self.params
    }

    /// The value of each `let`, in the order declared.
    #[must_use]
    pub fn lets(&self) -> &[Datum] {
        &self.lets
    }

    /// What each state variable may be, with its bounds as numbers.
    #[must_use]
    pub fn domains(&self) -> &[Domain<i64>] {
        &self.domains
    }

    /// The same game with another bound on the work for one position.
    #[must_use]
    pub fn with_fuel(self, fuel: u64) -> Interpreter {
        Interpreter { fuel, ..self }
    }

    /// The bound on the work for one position.
    #[must_use]
    pub fn fuel(&self) -> u64 {
        self.fuel
    }

    /// Whether somebody wants to know how conditions turn out.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// The local of the choice that holds the steps of a move that is a [chain](Rules::chain).
    #[must_use]
    pub fn chain(&self, made: usize) -> Option<usize> {
        self.chains[made]
    }

    /// The same game, telling `watch` how each of its conditions turns out.
    #[must_use]
    pub fn with_watch(self, watch: Arc<Watch>) -> Interpreter {
        Interpreter { watch: Some(watch), ..self }
    }

    /// Somewhere to work out expressions of a position.
    fn env(&self, state: Vec<Datum>, me: Option<Player>) -> Env<'_> {
        let locals = vec![Datum::Int(0); self.rules.frame];
        let (fuel, given, next_look, work, old) = (0, 0, 0, For::Position, None);
        let mut env = Env {
            game: self,
            state,
            old,
            me,
            locals,
            fuel,
            given,
            next_look,
            work,
            answer: None,
            trace: None,
            random: None,
            run_through: None,
        };
        env.refuel(self.affordable());
        env
    }

    /// The same, at the cost of the work that may still be done.
    fn with_env<T>(
        &self,
        state: Vec<Datum>,
        me: Option<Player>,
        fuel: &mut u64,
        work: impl FnOnce(&mut Env) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let mut env = self.env(state, me);
        env.refuel(*fuel);
        let result = work(&mut env);
        *fuel = env.fuel;
        result
    }

    /// Works out an expectation of an example that is a condition.
    ///
    /// # Errors
    /// What is wrong in working it out: overflow, no such entry, too much work.
    pub fn expectation(&self, condition: &crate::rules::Expr, answer: &AnswerFacts) -> Result<bool, Fault> {
        let mut env = self.env(Vec::new(), None);
        env.answer = Some(answer);
        env.truth(condition)
    }

    /// Works out an expression that speaks of parameters, of `let`s, and of the answer.
    ///
    /// # Errors
    /// What is wrong in working it out: overflow, no such entry, too much work.
    pub fn of_answer(&self, expr: &crate::rules::Expr, answer: &AnswerFacts) -> Result<Datum, Fault> {
        let mut env = self.env(Vec::new(), None);
        env.answer = Some(answer);
        env.eval(expr)
    }

    /// Works out a number that speaks of a position, of its mover, and of these locals: what a rule for choosing a move looks at.
    ///
    /// # Errors
    /// What is wrong in working it out: overflow, no such entry, too much work.
    pub fn at_position(
        &self,
        expr: &crate::rules::Expr,
        position: &Position,
        locals: &[(usize, Datum)],
    ) -> Result<i64, Fault> {
        self.env_at(position, locals).int(expr)
    }

    /// Whether a condition holds that speaks of a position, of its mover, and of these locals: what a query asks.
    ///
    /// # Errors
    /// What is wrong in working it out: overflow, no such entry, too much work.
    pub fn holds_at(
        &self,
        condition: &crate::rules::Expr,
        position: &Position,
        locals: &[(usize, Datum)],
    ) -> Result<bool, Fault> {
        self.env_at(position, locals).truth(condition)
    }

    /// Works out an expression that speaks of a position, of its mover, and of these locals; and tells the work it took. It may take `fuel`
    /// at most.
    ///
    /// # Errors
    /// What is wrong in working it out: overflow, no such entry, too much work.
    pub fn worked_out_at(
        &self,
        expr: &crate::rules::Expr,
        position: &Position,
        locals: &[(usize, Datum)],
        fuel: u64,
    ) -> Result<(Datum, u64), Fault> {
        within(self.env_at(position, locals), expr, fuel)
    }

    /// What an expression looks at that speaks of a position, of its mover, and of these locals.
    fn env_at(&self, position: &Position, locals: &[(usize, Datum)]) -> Env<'_> {
        let mover = if let Turn::Of(player) = position.turn { Some(player) } else { None };
        with_locals(self.env(position.state.clone(), mover), locals)
    }

    /// Works out an expression that speaks of no parameter, such as a value that an example gives to one.
    ///
    /// # Errors
    /// What is wrong in working it out: overflow, no such entry, too much work.
    pub fn constant(rules: &Arc<Rules>, expr: &crate::rules::Expr) -> Result<Datum, Fault> {
        Interpreter::bare(rules.clone()).env(Vec::new(), None).eval(expr)
    }

    /// Works out an expression that speaks of parameters, of `let`s, and of these locals only; nothing where it speaks of more, or is at fault.
    #[must_use]
    pub fn fixed(&self, expr: &crate::rules::Expr, locals: &[(usize, i64)]) -> Option<Datum> {
        if !expr.is_fixed(&|slot| locals.iter().any(|(known, _)| *known == slot)) {
            return None;
        }
        let mut env = self.env(Vec::new(), None);
        for (slot, value) in locals {
            env.locals[*slot] = Datum::Int(*value);
        }
        env.eval(expr).ok()
    }

    /// Works out an expression that speaks of parameters, of the mover if one is given, of these locals and of these variables; and tells the
    /// work it took. It may take `fuel` at most. Locals may be some that the rules do not have.
    ///
    /// # Errors
    /// What is wrong in working it out: overflow, no such entry, too much work.
    pub fn worth_for(
        &self,
        expr: &crate::rules::Expr,
        mover: Option<Player>,
        locals: &[(usize, Datum)],
        variables: &[(usize, Datum)],
        fuel: u64,
    ) -> Result<(Datum, u64), Fault> {
        let mut state = Vec::new();
        if !variables.is_empty() {
            state.resize(self.rules.states.len(), Datum::Int(0));
        }
        for (which, value) in variables {
            state[*which] = value.clone();
        }
        within(with_locals(self.env(state, mover), locals), expr, fuel)
    }

    /// Works out a number that `Expr::is_fixed` holds of (an example's number of plies).
    ///
    /// # Errors
    /// What is wrong in working it out: overflow, no such entry, too much work.
    pub fn fixed_number(&self, expr: &crate::rules::Expr) -> Result<i64, Fault> {
        self.env(Vec::new(), None).int(expr)
    }
}

/// With these locals as well.
fn with_locals<'e>(mut env: Env<'e>, locals: &[(usize, Datum)]) -> Env<'e> {
    for (slot, value) in locals {
        if env.locals.len() <= *slot {
            env.locals.resize(*slot + 1, Datum::Int(0));
        }
        env.locals[*slot] = value.clone();
    }
    env
}

/// Works out an expression with so much fuel at most; and tells the work it took.
fn within(mut env: Env<'_>, expr: &crate::rules::Expr, fuel: u64) -> Result<(Datum, u64), Fault> {
    env.refuel(fuel.min(env.fuel));
    let datum = env.eval(expr)?;
    Ok((datum, env.given - env.fuel))
}

/// A fault at a place in the rules.
fn fault(code: &'static str, span: Span, message: impl Into<Text>, label: impl Into<Text>) -> Fault {
    let finding = Diagnostic::error(code, message).at(span, label);
    Box::new(match FAULT_HELP.iter().find(|row| row.0 == code) {
        Some((_, help)) => finding.help(*help),
        None => finding,
    })
}

/// What to do about faults of play, by code.
static FAULT_HELP: &[(&str, &str)] = &[
    ("R01", "make the numbers smaller: tighter bounds, or larger units"),
    ("R02", "do not divide where it is 0: `when x != 0`, `if x != 0 { … }`, `x != 0 and …`"),
    ("R03", "everything counts from 0; where there may be none ask first: `when i < len(xs)`, `if … { … }`, `… and …`"),
    ("R04", "widen the bounds where it is declared, or change the value"),
    ("R05", "mend the move that leads there, or the invariant"),
    ("R07", "where it has no answer do not ask: `when …`, `if … { … }`, `… and …`"),
    ("R08", "where it may be `none` ask first: `if x != none { … }`, `x != none and …`"),
    ("R09", "lower the bounds of parameters and variables, or say the same with shorter lists"),
];
