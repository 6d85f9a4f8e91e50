//! Moves run with more symbols than a recurrence can speak of: products, one set of numbers, ends inside moves, an `if` that makes a least or a
//! greatest number. Theorems look at what comes out.

use super::super::Instance;
use super::moves::no_move;
use super::values::Value;
use super::{Effects, Reader};
use crate::domain::{Run, block, value};
use crate::game::Game;
use crate::recurrence::symbolic::{Held, Said, Symbol, Symbolic, Way, Ways, Weight};
use crate::recurrence::{Choice, Form, Linear, Move};
use crate::value::Kind;
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Choice as Chosen, Expr, ExprKind, Move as Rule, Outcome, OutcomeKind, StuckResult, Who};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp};
use bouton_rules::types::Domain;
use std::sync::Arc;

/// More state variables are not looked at, nor symbols.
const MOST_STATES: usize = 64;
const MOST_SYMBOLS: usize = 256;
/// Members of larger sets are weighed only by themselves.
const MOST_WEIGHED: i64 = 4_096;

/// What there is beside numbers.
pub(super) struct Wide {
    states: Vec<Held>,
    symbols: Vec<Symbol>,
    divisors: Vec<Linear>,
    /// The local that holds the choice.
    slot: Option<usize>,
    multiple: bool,
}

impl Wide {
    fn set(&self) -> Option<(usize, &Held)> {
        self.states.iter().enumerate().find(|(_, held)| held.members.is_some())
    }

    /// Notes a divisor: theorems look whether it is ever 0.
    pub(super) fn divides(&mut self, by: &Linear) {
        if !self.divisors.contains(by) {
            self.divisors.push(by.clone());
        }
    }

    /// The number of a symbol, made the first time.
    fn symbol(&mut self, symbol: Symbol) -> Option<usize> {
        if let Some(known) = self.symbols.iter().position(|known| *known == symbol) {
            return Some(known);
        }
        (self.symbols.len() < MOST_SYMBOLS).then(|| self.symbols.push(symbol))?;
        Some(self.symbols.len() - 1)
    }
}

/// The moves of a game with winners, if they can be run so.
pub(in super::super) fn moves(game: &Instance) -> Option<Symbolic> {
    let rules = game.rules();
    let passes = rules.stucks.iter().any(|stuck| matches!(stuck.result, StuckResult::Pass(_)));
    // That a rank which the rules name rises is not shown here.
    let shown = rules.rank.is_none();
    let plain = game.kind() == Kind::Outcome && game.repeat().is_none() && rules.parts.is_empty() && !passes && shown;
    let states = states(game).filter(|_| plain)?;
    let mut reader = Reader::empty(game, game.asked_beforehand());
    reader.held = (0..states.len()).map(|at| Value::linear(Linear::symbol(at))).collect();
    let symbols = (0..states.len()).map(Symbol::State).chain([Symbol::Choice]).collect();
    reader.wide = Some(Wide { states, symbols, divisors: Vec::new(), slot: None, multiple: false });
    reader.symbolic()
}

/// The state variables: numbers, and one set of numbers at the most.
fn states(game: &Instance) -> Option<Vec<Held>> {
    let domains = game.interpreter.domains();
    (domains.len() <= MOST_STATES).then_some(())?;
    let (mut states, mut place) = (Vec::<Held>::new(), 0);
    for (at, domain) in domains.iter().enumerate() {
        match domain {
            Domain::Int { lo, hi } => {
                states.push(Held { bounds: (*lo, *hi), place, members: None });
                place += 1;
            }
            Domain::Set(of) if states.iter().all(|held| held.members.is_none()) => {
                let Domain::Int { lo, hi } = **of else { return None };
                let Some(Datum::Set(members)) = game.interpreter.start().ok()?.state.get(at).cloned() else {
                    return None;
                };
                states.push(Held { bounds: (lo, hi), place, members: Some(members.to_vec()) });
                place += usize::try_from(hi.checked_sub(lo)?.checked_add(1)?).ok()?;
            }
            _ => return None,
        }
    }
    Some(states)
}

/// How a game stands for the mover by an outcome that names no player.
pub(in super::super) fn ending(outcome: &Outcome) -> Option<Said> {
    match outcome.kind {
        OutcomeKind::Wins(Who::Me) | OutcomeKind::Loses(Who::Opponent) => Some(Said::Win),
        OutcomeKind::Loses(Who::Me) | OutcomeKind::Wins(Who::Opponent) => Some(Said::Loss),
        OutcomeKind::Draw => Some(Said::Draw),
        _ => None,
    }
}

impl Reader<'_> {
    fn symbolic(mut self) -> Option<Symbolic> {
        let rules = self.rules;
        let mut start = self.beginning();
        let mut ends = Vec::new();
        for end in &rules.ends {
            let when = self.condition(&end.condition, &mut start).ok()?;
            if !when.is_empty() {
                ends.push((when, end.outcome.as_ref().and_then(ending)?));
            }
        }
        let stuck =
            rules.stucks.first().filter(|stuck| stuck.condition.is_none()).and_then(|stuck| match &stuck.result {
                StuckResult::Over(outcome) => ending(outcome),
                StuckResult::Pass(_) => None,
            });
        let invariants = rules.invariants.iter().map(|invariant| self.condition(invariant, &mut start).ok());
        let invariants = invariants.collect::<Option<Vec<Ways>>>()?;
        self.wide.as_ref().is_some_and(|wide| wide.divisors.is_empty()).then_some(())?;
        let moves = rules.moves.iter().map(|rule| self.way(rule)).collect::<Option<Vec<Way>>>()?;
        let normalised = !rules.normalise.is_empty();
        let Wide { states, symbols, .. } = self.wide.expect("symbols were asked for");
        Some(Symbolic { states, symbols, moves, ends, stuck, invariants, normalised })
    }
    /// Each variable is its symbol; nothing is picked yet.
    fn beginning(&self) -> Run<Self> {
        let choice =
            Choice { name: String::new(), lo: Vec::new(), hi: Vec::new(), among: None, divides: None, listed: None };
        let mut run = self.start(Move { choices: vec![choice], ..no_move("", 0) });
        if let Some((set, _)) = self.wide.as_ref().and_then(Wide::set) {
            (run.now[set], run.old[set]) = (Value::Set(0), Value::Set(0));
        }
        run
    }

    fn way(&mut self, rule: &Rule) -> Option<Way> {
        let ([choice], None) = (rule.choices.as_slice(), rule.by) else { return None };
        self.settle(None);
        let wide = self.wide.as_mut()?;
        (wide.slot, wide.multiple) = (Some(choice.slot), false);
        wide.divisors.clear();
        let mut run = self.beginning();
        let rules = self.rules;
        let legal = self.offered(choice, &mut run)?
            && block(self, &rule.body, &mut run).ok()?
            && block(self, &rules.normalise, &mut run).ok()?;
        let Effects { mv, ends, .. } = run.effects;
        (legal && mv.passes).then_some(())?;
        let (mut picked, mut next) = (0, Vec::new());
        for (at, now) in run.now.iter().enumerate() {
            next.push(match now {
                Value::Set(change) => {
                    picked = *change;
                    Form::One(Linear::symbol(at))
                }
                number => number.as_form()?,
            });
        }
        let ways = |(when, said)| if let Value::Ways(ways) = when { Some((ways, said)) } else { None };
        let ends = ends.into_iter().map(ways).collect::<Option<_>>()?;
        let among = mv.choices.into_iter().next()?.among;
        let Wide { multiple, divisors, .. } = self.wide.as_ref()?;
        Some(Way { among, multiple: *multiple, guards: mv.guards, divisors: divisors.clone(), next, picked, ends })
    }

    /// The choice of a move: members of the set or not, numbers that are the same at every position, or all between two bounds; a number, or its
    /// product with what it must be a multiple of. False where there is never any.
    fn offered(&mut self, choice: &Chosen, run: &mut Run<Self>) -> Option<bool> {
        let symbol = Linear::symbol(self.chosen());
        run.locals.insert(choice.slot, Value::linear(symbol.clone()));
        let set = self.wide.as_ref()?.set().map(|(set, held)| (Linear::symbol(set), held.bounds));
        let numbers = match (&set, &choice.over.kind) {
            (Some((set, (lo, hi))), ExprKind::State(_)) => {
                run.effects.mv.guards.push(set.minus(&Linear::number(1))?);
                (*lo..=*hi).collect()
            }
            (Some((set, _)), ExprKind::Binary(BinaryOp::Sub, all, gone)) if self.is_known(all) => {
                matches!(gone.kind, ExprKind::State(_)).then_some(())?;
                run.effects.mv.guards.push(set.times(-1)?);
                self.numbers(all).ok()?
            }
            (Some(_), _) if self.is_known(&choice.over) => self.numbers(&choice.over).ok()?,
            _ => return self.between(choice, run),
        };
        run.effects.mv.choices[0].among = Some(Arc::new(numbers));
        choice.condition.as_ref().map_or(Some(true), |condition| self.ask(condition, run))
    }

    fn between(&mut self, choice: &Chosen, run: &mut Run<Self>) -> Option<bool> {
        let ExprKind::Range { lo, hi, inclusive } = &choice.over.kind else { return None };
        let (mut chosen, mut condition) = (Value::linear(Linear::symbol(self.chosen())), choice.condition.as_ref());
        if let Some(Ok(Value::Divides([dividend, divisor], true))) =
            condition.map(|condition| value(self, condition, run))
            && chosen.as_linear() == Some(&dividend)
        {
            chosen = self.product(&chosen, &Value::linear(divisor.clone()))?;
            let wide = self.wide.as_mut()?;
            wide.multiple = true;
            wide.divides(&divisor);
            condition = None;
        }
        run.locals.insert(choice.slot, chosen.clone());
        let (lo, hi) = (value(self, lo, run).ok()?, value(self, hi, run).ok()?);
        let end = if *inclusive { CompareOp::Le } else { CompareOp::Lt };
        for (op, one, other) in [(CompareOp::Le, &lo, &chosen), (end, &chosen, &hi)] {
            let holds = self.compared_widely(op, one, other).or_else(|| Value::compared(op, one, other));
            let Some(Value::Ways(ways)) = holds else { return None };
            (ways.len() == 1).then(|| run.effects.mv.guards.extend(ways.into_iter().flatten()))?;
        }
        condition.map_or(Some(true), |condition| self.ask(condition, run))
    }

    /// Narrows a move to where a condition holds in the one way it can; false if it never does.
    pub(super) fn ask(&mut self, condition: &Expr, run: &mut Run<Self>) -> Option<bool> {
        let slot = self.wide.as_ref()?.slot?;
        for part in condition.conjuncts() {
            run.effects.ends.is_empty().then_some(())?;
            if let Some(among) = &mut run.effects.mv.choices[0].among
                && part.is_fixed(&|local| local == slot)
            {
                let holds = |number: &i64| Some((*number, self.interpreter.fixed(part, &[(slot, *number)])?));
                let found = among.iter().map(holds).collect::<Option<Vec<_>>>()?;
                let kept = found.into_iter().filter(|(_, holds)| *holds != Datum::Int(0)).map(|(number, _)| number);
                *among = Arc::new(kept.collect());
                continue;
            }
            let mut ways = self.condition(part, run).ok()?;
            match (ways.pop(), ways.is_empty()) {
                (None, _) => return Some(false),
                (Some(only), true) => run.effects.mv.guards.extend(only),
                _ => return None,
            }
        }
        Some(true)
    }

    fn chosen(&self) -> usize {
        self.held.len()
    }

    /// The set of the chosen number alone.
    pub(super) fn picked(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Value> {
        let (ExprKind::Set(members), Some(_)) = (&expr.kind, &self.wide) else { return None };
        let [member] = members.as_slice() else { return None };
        let member = value(self, member, run).ok()?;
        (member.as_linear()? == &Linear::symbol(self.chosen())).then_some(Value::Picked)
    }

    /// The set with the chosen number put in or taken out.
    pub(super) fn changed(&self, one: &Value, other: &Value, change: i64) -> Option<Value> {
        match (one, other) {
            (Value::Set(0), Value::Picked) => Some(Value::Set(change)),
            (Value::Picked, Value::Set(0)) if change > 0 => Some(Value::Set(change)),
            _ => None,
        }
    }

    /// A product: by a number, of a quotient and its divisor, or of symbols.
    pub(super) fn product(&mut self, one: &Value, other: &Value) -> Option<Value> {
        match (one, other) {
            (Value::Quotient(parts), divisor) | (divisor, Value::Quotient(parts)) => {
                (divisor.as_linear() == Some(&parts[1])).then(|| Value::Multiple(parts.clone()))
            }
            _ => match (one.as_number(), other.as_number()) {
                (Some(times), _) => other.times(times),
                (_, Some(times)) => one.times(times),
                _ => self.multiplied(one.as_linear()?, other.as_linear()?).map(Value::linear),
            },
        }
    }

    fn multiplied(&mut self, one: &Linear, other: &Linear) -> Option<Linear> {
        let wide = self.wide.as_mut()?;
        let mut found = other.times(one.constant)?;
        for &(a, times) in &one.terms {
            found = found.plus(&Linear::symbol(a), times.checked_mul(other.constant)?)?;
            for &(b, more) in &other.terms {
                let product = wide.symbol(Symbol::Product(a.min(b), a.max(b)))?;
                found = found.plus(&Linear::symbol(product), times.checked_mul(more)?)?;
            }
        }
        Some(found)
    }

    /// Whether the chosen number is in the set, or a number is at most a quotient: `k ≤ a // b` just if `k · b ≤ a`.
    pub(super) fn compared_widely(&mut self, op: CompareOp, left: &Value, right: &Value) -> Option<Value> {
        let (set, choice) = (self.wide.as_ref()?.set().map(|(set, _)| set), Linear::symbol(self.chosen()));
        let form = match (op, left, right) {
            (CompareOp::In, chosen, Value::Set(0)) if chosen.as_linear() == Some(&choice) => {
                Linear::symbol(set?).plus(&Linear::number(1), -1)?
            }
            (CompareOp::NotIn, chosen, Value::Set(0)) if chosen.as_linear() == Some(&choice) => {
                Linear::symbol(set?).times(-1)?
            }
            (CompareOp::Le | CompareOp::Lt, number, Value::Quotient([dividend, divisor])) => {
                let less = Linear::number(i64::from(op == CompareOp::Lt));
                let product = self.multiplied(&number.as_linear()?.plus(&less, 1)?, divisor)?;
                dividend.minus(&product)?
            }
            (CompareOp::Ge | CompareOp::Gt, Value::Quotient(_), number) => {
                return self.compared_widely(op.turned(), number, left);
            }
            _ => return None,
        };
        Some(Value::Ways(vec![vec![form]]))
    }

    /// The members of the set, weighed and added up, or counted.
    pub(super) fn total(&mut self, helper: Helper, over: &Expr, run: &mut Run<Self>) -> Option<Value> {
        let (weight, over) = match (&over.kind, helper) {
            (ExprKind::Comprehension { set: false, item, clauses }, Helper::Sum) => {
                let [Chosen { slot, over, condition: None, .. }] = clauses.as_slice() else { return None };
                if matches!(item.kind, ExprKind::Local(local) if local == *slot) {
                    return self.total(helper, over, run);
                }
                (self.weight(item, *slot)?, over)
            }
            (_, Helper::Sum) => (Weight::Itself, over),
            _ => (Weight::One, over),
        };
        let Value::Set(change) = value(self, over, run).ok()? else { return None };
        let choice = self.chosen();
        let wide = self.wide.as_mut()?;
        let weighed = match &weight {
            Weight::Itself => Linear::symbol(choice),
            Weight::One => Linear::number(1),
            Weight::Of(_) => Linear::symbol(wide.symbol(Symbol::Weighed(weight.clone()))?),
        };
        Linear::symbol(wide.symbol(Symbol::Total(weight))?).plus(&weighed, change).map(Value::linear)
    }

    /// What each number that the set may hold weighs by an expression of it.
    fn weight(&self, item: &Expr, slot: usize) -> Option<Weight> {
        let (lo, hi) = self.wide.as_ref()?.set()?.1.bounds;
        hi.checked_sub(lo).filter(|possible| *possible < MOST_WEIGHED)?;
        let weight = |number: i64| match self.interpreter.fixed(item, &[(slot, number)])? {
            Datum::Int(weight) => Some(weight),
            _ => None,
        };
        (lo..=hi).map(weight).collect::<Option<_>>().map(|weights| Weight::Of(Arc::new(weights)))
    }
}

impl Value {
    /// One number where a condition holds, the other where it does not: the greater or the lesser of the two, if the condition says which is.
    pub(super) fn greater(&self, yes: &Value, no: &Value) -> Option<Value> {
        let Value::Ways(ways) = self else { return None };
        let ([way], Some(one), Some(other)) = (ways.as_slice(), yes.as_linear(), no.as_linear()) else { return None };
        let [form] = way.as_slice() else { return None };
        // Where both are equal it does not matter which is taken.
        let says = |more: Option<Linear>| {
            more.is_some_and(|more| *form == more || more.plus(&Linear::number(1), -1).as_ref() == Some(form))
        };
        let (both, more) = (vec![one.clone(), other.clone()], one.minus(other)?);
        if says(Some(more.clone())) {
            return Some(Value::Max(both));
        }
        says(more.times(-1)).then_some(Value::Min(both))
    }
}

impl Effects {
    /// What a move has done after an `if`: blocks may end play, and do nothing else that is kept here.
    pub(super) fn joined(before: &Effects, condition: &Value, blocks: [Effects; 2]) -> Option<Effects> {
        let mut ends = before.ends.clone();
        for (block, condition) in blocks.into_iter().zip([Some(condition.clone()), condition.negated()]) {
            (block.mv == before.mv && block.over == before.over).then_some(())?;
            for (when, said) in block.ends.into_iter().skip(before.ends.len()) {
                ends.push((condition.as_ref()?.joined(&when, true)?, said));
            }
        }
        Some(Effects { mv: before.mv.clone(), ends, over: before.over.clone() })
    }
}
