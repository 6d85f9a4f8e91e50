//! Numbers that are picked once each until their sum reaches a total (LeetCode 464), shown by running the move once with a symbol for the
//! sum of the set, one for each counter, and one for the number picked.

use super::Instance;
use super::decided::{loses, wins};
use crate::game::{Counter, Ending, Game, Pickable, Race};
use crate::value::Kind;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Interpreter;
use bouton_rules::rules::{Choice, Expr, ExprKind, Move, Outcome, OutcomeKind, Root, Stmt, StmtKind, StuckResult};
use bouton_rules::syntax::tree::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::table::helpers::Helper;
use bouton_rules::types::Domain;
use std::collections::HashMap;

/// The race, if the game is one.
pub(super) fn find(game: &Instance) -> Option<Race> {
    let rules = game.rules();
    let bare = rules.normalise.is_empty() && rules.invariants.is_empty() && rules.parts.is_empty();
    let ([mv], true) = (rules.moves.as_slice(), bare && game.kind() == Kind::Outcome && game.repeat().is_none()) else {
        return None;
    };
    let set = the_set(game)?;
    let ([choice], None) = (mv.choices.as_slice(), mv.by) else { return None };
    // What is taken out of the set can be picked, or what is put into it cannot be picked again.
    let mut reader = Reader::new(game, set, choice, adds(mv, set)?);
    reader.choose(choice)?;
    mv.body.iter().try_for_each(|stmt| reader.step(stmt))?;
    reader.top_ends()?;
    reader.race()
}

/// The only state variable that is a set of numbers; all others are numbers.
fn the_set(game: &Instance) -> Option<usize> {
    let mut found = None;
    for (at, domain) in game.interpreter.domains().iter().enumerate() {
        match domain {
            Domain::Int { .. } => {}
            Domain::Set(of) if matches!(**of, Domain::Int { .. }) && found.is_none() => found = Some(at),
            _ => return None,
        }
    }
    found
}

/// Whether the move adds to the set; nothing if it leaves the set alone.
fn adds(mv: &Move, set: usize) -> Option<bool> {
    mv.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Assign(pairs) => pairs.iter().find_map(|(place, value)| match &value.kind {
            ExprKind::Binary(op, ..) if place.root == Root::State(set) => Some(*op != BinaryOp::Sub),
            _ => None,
        }),
        _ => None,
    })
}

/// Lists of more numbers than this are not looked at: a position has no more values.
const MOST_NUMBERS: usize = 1 << 20;

/// A constant, then how often each state variable is taken (of the set, its sum), then how often the number picked.
type Form = Vec<i64>;

/// What must hold.
enum Atom {
    /// The number has not been picked before.
    Fresh,
    /// This is not negative.
    AtLeast(Form),
    /// Something of the number alone.
    Number(Expr, bool),
}

/// What an expression is worth.
enum Worth {
    Number(Form),
    /// The set, before or after the pick.
    Set {
        after: bool,
    },
}

struct Reader<'a> {
    game: &'a Instance,
    asked: Interpreter,
    set: usize,
    /// Whether picked numbers are put in; otherwise they are taken out.
    adds: bool,
    slot: usize,
    now: Vec<Form>,
    picked: bool,
    locals: HashMap<usize, Form>,
    /// What is offered; nothing where that is what the set holds.
    offered: Option<Vec<i64>>,
    fresh: bool,
    /// Conditions of the number alone, each as it must turn out.
    filters: Vec<(Expr, bool)>,
    guards: Vec<Form>,
    /// Where the mover has won after the pick, and whether that is asked before the next move instead.
    goal: Option<(Form, bool)>,
    changed: bool,
}

impl<'a> Reader<'a> {
    fn new(game: &'a Instance, set: usize, choice: &Choice, adds: bool) -> Reader<'a> {
        let states = game.rules().states.len();
        let symbol = |at: usize| (0..states + 2).map(|place| i64::from(place == at)).collect::<Form>();
        Reader {
            game,
            asked: game.asked_beforehand(),
            set,
            adds,
            slot: choice.slot,
            now: (1..=states).map(symbol).collect(),
            picked: false,
            locals: HashMap::from([(choice.slot, symbol(states + 1))]),
            offered: None,
            fresh: false,
            filters: Vec::new(),
            guards: Vec::new(),
            goal: None,
            changed: false,
        }
    }

    fn constant(&self, value: i64) -> Form {
        let mut form = vec![0; self.now.len() + 2];
        form[0] = value;
        form
    }

    /// What may be picked.
    fn choose(&mut self, choice: &Choice) -> Option<()> {
        match &choice.over.kind {
            ExprKind::State(at) if *at == self.set && !self.adds => self.fresh = true,
            ExprKind::Binary(BinaryOp::Sub, all, gone) if self.adds && self.is_set(gone) => {
                self.offered = Some(self.listed(all)?);
                self.fresh = true;
            }
            _ => self.offered = Some(self.listed(&choice.over)?),
        }
        choice.condition.as_ref().map_or(Some(()), |condition| self.guard(condition))
    }

    fn is_set(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::State(at) if at == self.set)
    }

    /// Numbers that do not depend on the position.
    fn listed(&self, expr: &Expr) -> Option<Vec<i64>> {
        let numbers = self.asked.fixed(expr, &[]).filter(|numbers| numbers.count() <= MOST_NUMBERS)?;
        numbers.entries().map(|entry| if let Datum::Int(number) = entry { Some(number) } else { None }).collect()
    }

    /// A condition for the move to be legal.
    fn guard(&mut self, condition: &Expr) -> Option<()> {
        for atom in self.atoms(condition, true)? {
            match atom {
                Atom::Fresh => self.fresh = true,
                Atom::AtLeast(form) => self.guards.push(form),
                Atom::Number(expr, wanted) => self.filters.push((expr, wanted)),
            }
        }
        Some(())
    }

    fn step(&mut self, stmt: &Stmt) -> Option<()> {
        match &stmt.kind {
            // A condition after a change may ask for something else than one before.
            StmtKind::When(condition) if !self.changed && self.goal.is_none() => self.guard(condition),
            StmtKind::Local(slot, value) => {
                let Worth::Number(form) = self.worth(value)? else { return None };
                self.locals.insert(*slot, form);
                Some(())
            }
            StmtKind::Assign(pairs) => self.assign(pairs),
            StmtKind::End(Some(condition), Some(outcome)) if wins(outcome) => self.won(condition),
            StmtKind::If(condition, then, otherwise) if otherwise.is_empty() => match then.as_slice() {
                [Stmt { kind: StmtKind::End(None, Some(outcome)), .. }] if wins(outcome) => self.won(condition),
                _ => None,
            },
            _ => None,
        }
    }

    fn won(&mut self, condition: &Expr) -> Option<()> {
        match self.atoms(condition, true)?.as_slice() {
            [Atom::AtLeast(form)] if self.goal.is_none() => {
                self.goal = Some((form.clone(), false));
                Some(())
            }
            _ => None,
        }
    }

    fn assign(&mut self, pairs: &[(bouton_rules::rules::Place, Expr)]) -> Option<()> {
        let mut values = Vec::new();
        for (place, value) in pairs {
            let (Root::State(at), true) = (place.root, place.path.is_empty()) else { return None };
            values.push((at, if at == self.set { self.pick(value)? } else { self.number(value)? }));
        }
        for (at, value) in values {
            self.picked |= at == self.set;
            self.now[at] = value;
        }
        self.changed = true;
        Some(())
    }

    /// The sum of the set once the number is put in or taken out, if that is what is assigned.
    fn pick(&self, value: &Expr) -> Option<Form> {
        let ExprKind::Binary(op, one, other) = &value.kind else { return None };
        let right = match op {
            BinaryOp::Add | BinaryOp::Union if self.adds => {
                (self.is_set(one) && self.is_choice(other)) || (self.is_set(other) && self.is_choice(one))
            }
            BinaryOp::Sub => !self.adds && self.is_set(one) && self.is_choice(other),
            _ => false,
        };
        if !right || self.picked {
            return None;
        }
        let mut sum = self.now[self.set].clone();
        *sum.last_mut()? += if self.adds { 1 } else { -1 };
        Some(sum)
    }

    /// `{k}`
    fn is_choice(&self, expr: &Expr) -> bool {
        let ExprKind::Set(members) = &expr.kind else { return false };
        matches!(members.as_slice(), [Expr { kind: ExprKind::Local(slot), .. }] if *slot == self.slot)
    }

    fn number(&self, expr: &Expr) -> Option<Form> {
        if let Worth::Number(form) = self.worth(expr)? { Some(form) } else { None }
    }

    fn worth(&self, expr: &Expr) -> Option<Worth> {
        let both = |one: &Expr, other: &Expr, times: i64| {
            sum(&self.number(one)?, &self.number(other)?, times).map(Worth::Number)
        };
        match &expr.kind {
            ExprKind::State(at) if *at == self.set => Some(Worth::Set { after: self.picked }),
            ExprKind::Old(at) if *at == self.set => Some(Worth::Set { after: false }),
            ExprKind::State(at) => Some(Worth::Number(self.now[*at].clone())),
            ExprKind::Local(slot) => self.locals.get(slot).cloned().map(Worth::Number),
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                sum(&self.constant(0), &self.number(operand)?, -1).map(Worth::Number)
            }
            ExprKind::Binary(BinaryOp::Add, one, other) => both(one, other, 1),
            ExprKind::Binary(BinaryOp::Sub, one, other) => both(one, other, -1),
            ExprKind::Help(Helper::Sum, args) => match args.as_slice() {
                [of] => self.summed(of).map(Worth::Number),
                _ => None,
            },
            _ => match self.asked.fixed(expr, &[])? {
                Datum::Int(number) => Some(Worth::Number(self.constant(number))),
                _ => None,
            },
        }
    }

    /// The sum of the set, or of its members one by one.
    fn summed(&self, of: &Expr) -> Option<Form> {
        let symbol = |after: bool| {
            let mut form = self.constant(0);
            form[self.set + 1] = 1;
            if after {
                *form.last_mut()? = if self.adds { 1 } else { -1 };
            }
            Some(form)
        };
        match &of.kind {
            ExprKind::Comprehension { set: false, item, clauses } => match (&item.kind, clauses.as_slice()) {
                (ExprKind::Local(item), [Choice { slot, over, condition: None, .. }]) if item == slot => {
                    self.summed(over)
                }
                _ => None,
            },
            ExprKind::State(_) | ExprKind::Old(_) => match self.worth(of)? {
                Worth::Set { after } => symbol(after),
                Worth::Number(_) => None,
            },
            ExprKind::Binary(..) => self.pick(of),
            _ => {
                let total = self.listed(of)?.into_iter().try_fold(0_i64, i64::checked_add)?;
                Some(self.constant(total))
            }
        }
    }

    /// What a condition asks for, where all of it must hold.
    fn atoms(&self, condition: &Expr, wanted: bool) -> Option<Vec<Atom>> {
        if condition.is_fixed(&|slot| slot == self.slot) {
            return Some(vec![Atom::Number(condition.clone(), wanted)]);
        }
        match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.atoms(operand, !wanted),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), one, other) => {
                ((*op == BinaryOp::And) == wanted).then_some(())?;
                let mut atoms = self.atoms(one, wanted)?;
                atoms.extend(self.atoms(other, wanted)?);
                Some(atoms)
            }
            ExprKind::Compare(first, rest) => {
                (wanted || rest.len() == 1).then_some(())?;
                let (mut left, mut atoms) = (&**first, Vec::new());
                for (op, right) in rest {
                    atoms.push(self.compared(*op, left, right, wanted)?);
                    left = right;
                }
                Some(atoms)
            }
            _ => None,
        }
    }

    fn compared(&self, op: CompareOp, left: &Expr, right: &Expr, wanted: bool) -> Option<Atom> {
        let at_most = |one: &Expr, two: &Expr, less: i64| {
            let mut form = sum(&self.number(two)?, &self.number(one)?, -1)?;
            form[0] = form[0].checked_sub(less)?;
            Some(Atom::AtLeast(form))
        };
        match (op, wanted) {
            (CompareOp::In | CompareOp::NotIn, _) => {
                let choice = matches!(left.kind, ExprKind::Local(slot) if slot == self.slot);
                let Worth::Set { after: false } = self.worth(right)? else { return None };
                let inside = (op == CompareOp::In) == wanted;
                (choice && inside != self.adds).then_some(Atom::Fresh)
            }
            (CompareOp::Le, true) | (CompareOp::Gt, false) => at_most(left, right, 0),
            (CompareOp::Lt, true) | (CompareOp::Ge, false) => at_most(left, right, 1),
            (CompareOp::Ge, true) | (CompareOp::Lt, false) => at_most(right, left, 0),
            (CompareOp::Gt, true) | (CompareOp::Le, false) => at_most(right, left, 1),
            _ => None,
        }
    }

    /// The lines at the top that end the game: they never hold, or say that the mover before has won.
    fn top_ends(&mut self) -> Option<()> {
        let after = std::mem::take(&mut self.now);
        let states = after.len();
        self.now = Reader::new(self.game, self.set, &self.game.rules().moves[0].choices[0], self.adds).now;
        let picked = std::mem::replace(&mut self.picked, false);
        for end in &self.game.rules().ends {
            match self.asked.fixed(&end.condition, &[]) {
                Some(Datum::Int(0)) => continue,
                Some(_) => return None,
                None => {}
            }
            match self.atoms(&end.condition, true)?.as_slice() {
                [Atom::AtLeast(form)] if self.goal.is_none() && loses(end.outcome.as_ref()?) => {
                    self.goal = Some((form.clone(), true));
                }
                _ => return None,
            }
        }
        debug_assert_eq!(states, self.now.len());
        (self.now, self.picked) = (after, picked);
        Some(())
    }

    fn race(self) -> Option<Race> {
        let (goal, before) = self.goal.clone()?;
        (self.picked && self.fresh).then_some(())?;
        let grows = self.growths()?;
        // By how much a pick brings the goal nearer, for each point of the number.
        let gauge = goal[1..=grows.len()].to_vec();
        let slope =
            gauge.iter().zip(&grows).try_fold(0_i64, |sum, (times, by)| sum.checked_add(times.checked_mul(*by)?))?;
        let own = *goal.last()?;
        let steady = if before { own == 0 } else { own == slope };
        // Nothing else is asked for than that play is not over.
        let less = |(at, times): (usize, &i64)| times.checked_neg()?.checked_sub(i64::from(at == 0));
        let going: Form = goal.iter().enumerate().map(less).collect::<Option<_>>()?;
        let guards = self.guards.iter().all(|guard| before && *guard == going);
        (slope > 0 && steady && guards).then_some(())?;
        let (numbers, weights) = self.pickable()?;
        let (mut constant, mut terms, mut counters, mut at) = (goal[0], Vec::new(), Vec::new(), 0);
        for (state, domain) in self.game.interpreter.domains().iter().enumerate() {
            match domain {
                Domain::Int { lo, hi } => {
                    terms.push((at, gauge[state]));
                    counters.push(Counter { variable: at, by: grows[state], least: *lo, most: *hi });
                    at += 1;
                }
                _ => {
                    for number in &weights {
                        terms.push((at, gauge[state].checked_mul(*number)?));
                        at += 1;
                    }
                }
            }
        }
        terms.retain(|(_, times)| *times != 0);
        constant = constant.checked_add(0)?;
        Some(Race { numbers, picked: self.adds, constant, terms, slope, before, counters, stuck: self.stuck()? })
    }

    /// By how much the pick of 1 raises each state variable; of the set, its sum.
    fn growths(&self) -> Option<Vec<i64>> {
        let grown = |(at, form): (usize, &Form)| {
            let itself =
                form[..form.len() - 1].iter().enumerate().all(|(place, times)| *times == i64::from(place == at + 1));
            itself.then(|| form.last().copied()).flatten()
        };
        self.now.iter().enumerate().map(grown).collect()
    }

    /// The numbers that can be picked, with the variable that says whether each has been; and every number the set can hold.
    fn pickable(&self) -> Option<(Vec<Pickable>, Vec<i64>)> {
        let mut first = 0;
        for domain in self.game.interpreter.domains() {
            let Domain::Set(of) = domain else {
                first += 1;
                continue;
            };
            let Domain::Int { lo, hi } = **of else { return None };
            let all: Vec<i64> = (lo..=hi).collect();
            let mut offered = self.offered.clone().unwrap_or_else(|| all.clone());
            offered.sort_unstable();
            offered.dedup();
            let mut numbers = Vec::new();
            for number in offered {
                let mut legal = true;
                for (filter, wanted) in &self.filters {
                    let found = self.asked.fixed(filter, &[(self.slot, number)])?;
                    legal &= (found != Datum::Int(0)) == *wanted;
                }
                if legal {
                    (number >= 1 && (lo..=hi).contains(&number)).then_some(())?;
                    numbers.push(Pickable { number, variable: first + usize::try_from(number - lo).ok()? });
                }
            }
            return Some((numbers, all));
        }
        None
    }

    /// How the game stands when nothing is left to pick: nothing where the rules do not say it at once.
    fn stuck(&self) -> Option<Option<Ending>> {
        match self.game.rules().stucks.first() {
            None => Some(None),
            Some(stuck) if stuck.condition.is_none() => match &stuck.result {
                StuckResult::Over(outcome) if wins(outcome) => Some(Some(Ending::Win)),
                StuckResult::Over(outcome) if loses(outcome) => Some(Some(Ending::Loss)),
                StuckResult::Over(Outcome { kind: OutcomeKind::Draw, .. }) => Some(Some(Ending::Draw)),
                StuckResult::Over(_) => Some(None),
                StuckResult::Pass(_) => None,
            },
            Some(_) => {
                let passes = |stuck: &bouton_rules::rules::Stuck| matches!(stuck.result, StuckResult::Pass(_));
                (!self.game.rules().stucks.iter().any(passes)).then_some(None)
            }
        }
    }
}

fn sum(one: &Form, other: &Form, times: i64) -> Option<Form> {
    one.iter().zip(other).map(|(one, other)| one.checked_add(other.checked_mul(times)?)).collect()
}
