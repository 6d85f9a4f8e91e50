//! Filling in parameters: each in the order of the file, so that bounds may use what stands above them.

use super::act::Act;
use super::halt::{For, Halt, Spent};
use super::prefix::Prefixes;
use super::{DEFAULT_FUEL, Env, Fault, Interpreter, Misfit, conform, fault};
use crate::datum::Datum;
use crate::diagnostic::{Diagnostic, shorten};
use crate::rules::{Expr, ExprKind, Param, Part, Rules, Setup, conditions};
use crate::table::helpers::Helper;
use crate::text::Text;
use crate::tries::{Guard, guards};
use crate::types::{Domain, Type};
use std::collections::HashMap;
use std::sync::Arc;

/// A position may hold at most this many scalars.
const MOST_SCALARS: i64 = 1 << 20;

/// Gives a parameter, by number, a value of its domain; `None` takes the default.
type Choose<'c> = &'c mut dyn FnMut(usize, &Domain<i64>) -> Option<Datum>;

impl Interpreter {
    /// A game from rules and the parameters given (by number; `None` takes the default).
    ///
    /// # Errors
    /// `P01` a parameter is missing, `P04` it is of another kind, `P05` it is out of bounds, `P06` a `require` does not hold;
    /// and whatever goes wrong while `let`s are worked out.
    pub fn new(rules: Arc<Rules>, given: &[Option<Datum>]) -> Result<Interpreter, Fault> {
        Interpreter::filling(rules, DEFAULT_FUEL, &mut |which, _| given.get(which).cloned().flatten())
    }

    /// A game whose parameters are chosen one after the other: `choose` is told the number of each and what it may be, which may depend
    /// on those before it, and gives its value (`None` takes the default). `fuel` bounds the work for each line, here and in play.
    ///
    /// # Errors
    /// As for [`Interpreter::new`].
    pub fn filling(rules: Arc<Rules>, fuel: u64, choose: Choose<'_>) -> Result<Interpreter, Fault> {
        Interpreter::within(rules, fuel, None, choose).map(|game| game.with_fuel(fuel))
    }

    /// A game from rules and the parameters given, with so much work for all that is worked out before play, and what may end that and
    /// play: a clock, say.
    ///
    /// # Errors
    /// As for [`Interpreter::new`], and what `halt` says.
    pub fn halted(
        rules: Arc<Rules>,
        given: &[Option<Datum>],
        fuel: u64,
        halt: Option<Halt>,
    ) -> Result<Interpreter, Fault> {
        Interpreter::within(rules, fuel, halt, &mut |which, _| given.get(which).cloned().flatten())
            .map(|game| game.with_fuel(DEFAULT_FUEL))
    }

    fn within(rules: Arc<Rules>, fuel: u64, halt: Option<Halt>, choose: Choose<'_>) -> Result<Interpreter, Fault> {
        let mut game = Interpreter::bare(rules).with_fuel(fuel).with_halt(halt);
        for step in game.rules.setup.clone() {
            game.set_up(step, choose)?;
        }
        game.fuel = fuel;
        for state in 0..game.rules.states.len() {
            let domain = game.state_domain(state)?;
            game.domains.push(domain);
        }
        game.sensible_size()?;
        // What was worked out before play is no question to the game.
        game.spent = Spent::default();
        Ok(game)
    }

    /// Rules before anything is filled in.
    pub(super) fn bare(rules: Arc<Rules>) -> Interpreter {
        Interpreter {
            params: vec![Datum::Int(0); rules.params.len()],
            lets: vec![Datum::Int(0); rules.lets.len()],
            domains: Vec::new(),
            twins: twins(&rules),
            guards: rules.moves.iter().map(|mv| guards(&mv.choices, conditions(&mv.body))).collect(),
            part_guards: rules.parts.iter().map(part_guards).collect(),
            chains: (0..rules.moves.len()).map(|made| rules.chain(made)).collect(),
            fuel: DEFAULT_FUEL,
            halt: None,
            budget: None,
            spent: Spent::default(),
            prefixes: Arc::new(Prefixes::of(rules.params.len() + rules.lets.len())),
            watch: None,
            rules,
        }
    }

    fn set_up(&mut self, step: Setup, choose: Choose<'_>) -> Result<(), Fault> {
        match step {
            Setup::Param(which) => self.params[which] = self.param(which, choose)?,
            Setup::Let(which) => self.lets[which] = self.known(which)?,
            Setup::Require(which) => self.require(which)?,
        }
        Ok(())
    }

    /// Works out an expression before play. All of setting up shares one bound on the work.
    fn worked_out(&mut self, expr: &Expr, work: For) -> Result<Datum, Fault> {
        let mut fuel = self.fuel;
        let value = self.with_env(Vec::new(), None, &mut fuel, |env| {
            env.work = work;
            env.eval(expr)
        })?;
        self.fuel = fuel;
        Ok(value)
    }

    /// The value of a `let`: its steps, then the value, in the shape of its type.
    fn known(&mut self, which: usize) -> Result<Datum, Fault> {
        let rules = self.rules.clone();
        let known = &rules.lets[which];
        let domain = known.domain.as_ref().map(|domain| self.filled(domain)).transpose()?;
        let mut fuel = self.fuel;
        let value = self.with_env(Vec::new(), None, &mut fuel, |env| {
            env.work = For::Let;
            env.stmts(&known.steps, &mut Act::new(None))?;
            env.eval(&known.value)
        })?;
        self.fuel = fuel;
        let Some(domain) = domain else { return Ok(value) };
        if let Some(problem) = empty_bounds(&domain) {
            let message = say!("`{}` has nothing it could be: {problem}", known.name);
            return Err(fault("R04", known.value.span, message, "with these parameters"));
        }
        conform(&value, &domain, &rules).map_err(|misfit| {
            let message = say!("`{}{}` {}", known.name, misfit.part, misfit.problem);
            let finding = Diagnostic::error("R04", message).at(known.value.span, "worked out before play");
            Box::new(misfit.help.into_iter().fold(finding, Diagnostic::help))
        })
    }

    fn param(&mut self, which: usize, choose: Choose<'_>) -> Result<Datum, Fault> {
        let rules = self.rules.clone();
        let param = &rules.params[which];
        let domain = self.filled(&param.domain)?;
        let value = match (choose(which, &domain), &param.default) {
            (Some(value), _) => value,
            (None, Some(default)) => self.worked_out(default, For::Param)?,
            (None, None) => return Err(self.missing(param)),
        };
        conform(&value, &domain, &self.rules).map_err(|misfit| Box::new(rules.bad_param(which, misfit)))
    }

    fn missing(&self, param: &Param) -> Fault {
        let kind = shorten(self.rules.source.slice(param.span));
        let mut finding = Diagnostic::error("P01", say!("the parameter `{}` is missing", param.name))
            .note(say!("declared as `{kind}`"));
        if !param.doc.is_empty() {
            finding = finding.note(Text::quoted(param.doc.join(" ")));
        }
        Box::new(match self.rules.examples.first().filter(|example| !example.params.is_empty()) {
            Some(example) => {
                let words: Vec<String> = example
                    .params
                    .iter()
                    .map(|(param, value)| {
                        format!("'{}={}'", self.rules.params[*param].name, self.rules.source.slice(value.span))
                    })
                    .collect();
                finding.help(say!("for instance {}", words.join(" ")))
            }
            None => finding.help(say!("add `{}=VALUE`", param.name)),
        })
    }

    fn require(&mut self, which: usize) -> Result<(), Fault> {
        let rules = self.rules.clone();
        let require = &rules.requires[which];
        if self.worked_out(&require.condition, For::Require)? == Datum::bool(true) {
            return Ok(());
        }
        let condition = shorten(self.rules.source.slice(require.condition.span));
        let message = require.why.clone().map_or_else(|| say!("the rules require `{condition}`"), Text::quoted);
        Err(fault("P06", require.span, message, "these parameters do not meet this"))
    }

    /// A declared domain with numbers for bounds.
    pub(super) fn filled(&self, domain: &Domain<Expr>) -> Result<Domain<i64>, Fault> {
        domain.map(&mut |bound: &Expr| self.env(Vec::new(), None).int(bound))
    }

    fn state_domain(&self, which: usize) -> Result<Domain<i64>, Fault> {
        let state = &self.rules.states[which];
        let domain = match self.rules.parts.iter().find(|part| part.state == which) {
            Some(part) => self.parts_domain(part, &state.domain)?,
            None => self.filled(&state.domain)?,
        };
        if let Some(problem) = empty_bounds(&domain) {
            let message = say!("`{}` has nothing it could be: {problem}", state.name);
            return Err(fault("R04", state.span, message, "with these parameters"));
        }
        Ok(domain)
    }

    fn sensible_size(&self) -> Result<(), Fault> {
        let mut total: i64 = 0;
        for (state, domain) in self.rules.states.iter().zip(&self.domains) {
            total = total.saturating_add(scalars(domain));
            if total > MOST_SCALARS {
                let message = say!("a position would hold {total} values; at most {MOST_SCALARS} are possible");
                return Err(fault("R09", state.span, message, "too large with these parameters"));
            }
        }
        Ok(())
    }
}

impl Rules {
    /// What is wrong with the value of a parameter, by number.
    #[must_use]
    pub fn bad_param(&self, which: usize, misfit: Misfit) -> Diagnostic {
        let param = &self.params[which];
        let message = say!("`{}{}` {}", param.name, misfit.part, misfit.problem);
        let declared = say!("declared as `{}`", shorten(self.source.slice(param.span)));
        let finding = misfit.notes.into_iter().fold(Diagnostic::error(misfit.code, message), Diagnostic::note);
        misfit.help.into_iter().fold(finding.note(declared), Diagnostic::help)
    }
}

/// What is wrong with bounds that hold nothing.
fn empty_bounds(domain: &Domain<i64>) -> Option<Text> {
    match domain {
        Domain::Int { lo, hi } if lo > hi => Some(say!("no number lies in {lo}..{hi}")),
        Domain::List { min, max, .. } if *max < 0 || min > max => Some(say!("no list has {min} to {max} entries")),
        Domain::List { max, of, .. } if *max > 0 => empty_bounds(of),
        Domain::Record(of) => of.iter().find_map(empty_bounds),
        Domain::Grid { rows, columns, .. } if rows.0 < 1 || columns.0 < 1 => {
            Some(say!("a board needs a row and a column, and this one is {} by {}", rows.0, columns.0))
        }
        Domain::Grid { of, .. } | Domain::Optional(of) => empty_bounds(of),
        _ => None,
    }
}

/// How many scalars a value may hold.
fn scalars(domain: &Domain<i64>) -> i64 {
    match domain {
        Domain::Set(of) => match &**of {
            Domain::Int { lo, hi } => hi.saturating_sub(*lo).saturating_add(1).max(0),
            Domain::Cell { rows, columns } => rows.saturating_mul(*columns),
            Domain::Node { nodes } => *nodes,
            _ => 64,
        },
        Domain::List { max, of, .. } => max.saturating_mul(scalars(of)),
        Domain::Grid { rows, columns, .. } => rows.1.saturating_mul(columns.1),
        _ => 1,
    }
}

fn part_guards(part: &Part) -> Vec<Vec<Vec<Guard>>> {
    part.moves.iter().map(|mv| guards(&mv.choices, &mv.condition)).collect()
}

/// For each move, whether two of its choices may read alike: a list chosen from may repeat itself, and moves may share a name.
fn twins(rules: &Rules) -> Vec<bool> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    rules.moves.iter().for_each(|mv| *counts.entry(&mv.name).or_default() += 1);
    rules
        .moves
        .iter()
        .map(|mv| counts[mv.name.as_str()] > 1 || mv.choices.iter().any(|choice| may_repeat(&choice.over)))
        .collect()
}

/// Whether what is chosen from may hold an entry twice, seen from how it is written.
#[must_use]
pub fn may_repeat(over: &Expr) -> bool {
    match &over.kind {
        ExprKind::Help(
            Helper::Cells | Helper::Directions4 | Helper::Directions8 | Helper::Subsets | Helper::Nodes,
            _,
        ) => false,
        ExprKind::Help(Helper::Around4 | Helper::Around8 | Helper::Ray | Helper::Slide | Helper::Distinct, _) => false,
        ExprKind::Help(Helper::Divisors | Helper::Primes, _) => false,
        ExprKind::Help(Helper::Sequences, args) => may_repeat(&args[0]),
        _ => !matches!(over.ty, Type::Range | Type::Set(_)),
    }
}

impl Env<'_> {
    /// Works out a condition.
    pub(super) fn truth(&mut self, expr: &Expr) -> Result<bool, Fault> {
        Ok(self.int(expr)? == 1)
    }
}
