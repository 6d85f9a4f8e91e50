//! Two numbers, and every move subtracts a multiple of the smaller from the larger (Euclid's game), shown by running each move once with
//! polynomials of both numbers and of the choice in place of numbers. An `if`, a `min` and a `max` make two cases, each with its condition.

use super::Instance;
use crate::game::{Game, Multiples};
use crate::value::Kind;
use bouton_rules::datum::Datum;
use bouton_rules::rules::{
    Choice, Expr, ExprKind, Move, Outcome, OutcomeKind, Place, Root, Stmt, StmtKind, StuckResult, Who,
};
use bouton_rules::syntax::tree::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::table::helpers::Helper;
use bouton_rules::types::Domain;
use std::collections::{BTreeMap, HashMap};

/// More cases than this are not followed, nor ways in which a condition holds.
const MOST_CASES: usize = 32;

/// Longer products say nothing about multiples.
const MOST_FACTORS: usize = 8;

/// The numbers, if the game is one of subtracting multiples.
pub(super) fn find(game: &Instance) -> Option<Multiples> {
    let rules = game.rules();
    let plain = game.kind() == Kind::Outcome && game.alike && game.repeat().is_none() && rules.states.len() == 2;
    let [Domain::Int { lo: a, .. }, Domain::Int { lo: b, .. }] = game.interpreter.domains() else { return None };
    if !plain || *a > 1 || *b > 1 {
        return None;
    }
    match rules.moves.as_slice() {
        [mv] => [(0, 1), (1, 0)].into_iter().find_map(|(small, large)| {
            let reader = Reader { game, small: symbol(small), large: symbol(large) };
            let lows = if small == 0 { *a <= 0 } else { *b <= 0 };
            let right = lows && reader.ends_at(&[small])? && reader.sorts(mv)? && reader.invariants()?;
            let moves = [(0, reader.chooses_multiple(mv)); 2];
            right.then_some(Multiples { numbers: [small, large], ordered: true, moves })
        }),
        [one, other] => {
            let way = |mv: &Move, from: usize| {
                let reader = Reader { game, small: symbol(1 - from), large: symbol(from) };
                reader.lowers(mv, from).unwrap_or(false).then(|| reader.chooses_multiple(mv))
            };
            let free = *a <= 0 && *b <= 0 && rules.normalise.is_empty() && rules.invariants.is_empty();
            let reader = Reader { game, small: symbol(0), large: symbol(1) };
            let moves = match (way(one, 0), way(other, 1), way(one, 1), way(other, 0)) {
                (Some(first), Some(second), ..) => [(0, first), (1, second)],
                (.., Some(second), Some(first)) => [(1, first), (0, second)],
                _ => return None,
            };
            (free && reader.ends_at(&[0, 1])?).then_some(Multiples { numbers: [0, 1], ordered: false, moves })
        }
        _ => None,
    }
}

/// A polynomial of the two numbers and the choice (0, 1, 2): how often each product of them is taken; products of none are a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Poly(BTreeMap<Vec<usize>, i64>);

fn symbol(which: usize) -> Poly {
    Poly(BTreeMap::from([(vec![which], 1)]))
}

fn number(value: i64) -> Poly {
    Poly(if value == 0 { BTreeMap::new() } else { BTreeMap::from([(Vec::new(), value)]) })
}

impl Poly {
    fn plus(&self, other: &Poly, times: i64) -> Option<Poly> {
        let mut sum = self.0.clone();
        for (product, count) in &other.0 {
            let known = sum.entry(product.clone()).or_insert(0);
            *known = known.checked_add(count.checked_mul(times)?)?;
        }
        sum.retain(|_, count| *count != 0);
        Some(Poly(sum))
    }

    fn minus(&self, other: &Poly) -> Option<Poly> {
        self.plus(other, -1)
    }

    fn times(&self, other: &Poly) -> Option<Poly> {
        let mut sum = Poly::default();
        for (one, count) in &self.0 {
            for (two, more) in &other.0 {
                let mut product = [one.as_slice(), two].concat();
                (product.len() <= MOST_FACTORS).then_some(())?;
                product.sort_unstable();
                sum = sum.plus(&Poly(BTreeMap::from([(product, count.checked_mul(*more)?)])), 1)?;
            }
        }
        (sum.0.len() <= 8).then_some(sum)
    }

    fn as_number(&self) -> Option<i64> {
        match (self.0.len(), self.0.first_key_value()) {
            (0, _) => Some(0),
            (1, Some((product, count))) if product.is_empty() => Some(*count),
            _ => None,
        }
    }
}

/// A way through a move: what must not be negative for it to be taken, what the numbers hold, and the locals.
#[derive(Clone, Debug)]
struct Path {
    when: Vec<Poly>,
    now: [Poly; 2],
    locals: HashMap<usize, Poly>,
    /// What must not be negative for the move to be legal.
    legal: Vec<Poly>,
}

struct Reader<'a> {
    game: &'a Instance,
    small: Poly,
    large: Poly,
}

/// The number of the choice.
const CHOICE: usize = 2;

impl Reader<'_> {
    /// What is left of the larger number.
    fn rest(&self) -> Option<Poly> {
        self.large.minus(&symbol(CHOICE).times(&self.small)?)
    }

    /// Whether a move subtracts any multiple of the smaller number from the larger, and then has the smaller one first again.
    fn sorts(&self, mv: &Move) -> Option<bool> {
        let (rest, paths) = (self.rest()?, self.paths(mv)?);
        let (small, large) = if self.small == symbol(0) { (0, 1) } else { (1, 0) };
        for path in paths {
            let below = self.small.minus(&rest)?;
            let above = rest.minus(&self.small)?;
            let one = number(1);
            let known = |form: &Poly| {
                path.when.contains(form) || form.minus(&one).is_some_and(|less| path.when.contains(&less))
            };
            let (fewer, more) = (known(&below), known(&above));
            let ends = [&path.now[small], &path.now[large]];
            let right = (fewer && ends == [&rest, &self.small]) || (more && ends == [&self.small, &rest]);
            let same = fewer && more && ends.iter().all(|end| **end == rest || **end == self.small);
            if !(right || same) || !self.is_legal(&path)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether a move subtracts any multiple of the other number from this one.
    fn lowers(&self, mv: &Move, from: usize) -> Option<bool> {
        let rest = self.rest()?;
        for path in self.paths(mv)? {
            if path.now[from] != rest || path.now[1 - from] != self.small || !self.is_legal(&path)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether a way is legal just where the choice is at least 1 and its multiple at most the larger number.
    fn is_legal(&self, path: &Path) -> Option<bool> {
        let (choice, one, rest) = (symbol(CHOICE), number(1), self.rest()?);
        let product = choice.times(&self.small)?;
        let least = [choice.minus(&one)?, product.minus(&one)?];
        // The smaller number is at least 1 where play goes on; so a choice is at most the larger one.
        let needless = [
            self.large.minus(&choice)?,
            self.large.minus(&self.small)?,
            self.small.minus(&one)?,
            self.large.minus(&one)?,
            choice.clone(),
            product,
        ];
        let known = |form: &Poly| least.contains(form) || *form == rest || needless.contains(form);
        let all = path.legal.iter().all(known);
        Some(all && path.legal.contains(&rest) && least.iter().any(|form| path.legal.contains(form)))
    }

    /// Play is lost where one of these numbers is 0, and ends nowhere else.
    fn ends_at(&self, numbers: &[usize]) -> Option<bool> {
        let mut found = Vec::new();
        for end in &self.game.rules().ends {
            if !lost(end.outcome.as_ref()?) {
                return Some(false);
            }
            for way in self.ways(&end.condition, true, &self.start())? {
                let zero = |form: &Poly| {
                    numbers.iter().find(|number| symbol(**number).times(&self::number(-1)).as_ref() == Some(form))
                };
                let Some(of) = way.iter().find_map(zero) else { return Some(false) };
                if way.iter().any(|form| *form != symbol(*of) && zero(form) != Some(of)) {
                    return Some(false);
                }
                found.push(*of);
            }
        }
        // The last line of the rules about being stuck is never needed: the smaller number itself can be subtracted.
        let never = self.game.rules().stucks.iter().all(|stuck| matches!(stuck.result, StuckResult::Over(_)));
        Some(never && numbers.iter().all(|number| found.contains(number)))
    }

    /// Every invariant says that the smaller number is the smaller.
    fn invariants(&self) -> Option<bool> {
        let sorted = [self.large.minus(&self.small)?];
        let ways = self.game.rules().invariants.iter().map(|invariant| self.ways(invariant, true, &self.start()));
        Some(ways.collect::<Option<Vec<_>>>()?.iter().all(|ways| ways.iter().any(|way| *way == sorted)))
    }

    fn start(&self) -> Path {
        Path { when: Vec::new(), now: [symbol(0), symbol(1)], locals: HashMap::new(), legal: Vec::new() }
    }

    /// Every way through a move and what follows each move.
    fn paths(&self, mv: &Move) -> Option<Vec<Path>> {
        let ([choice], None) = (mv.choices.as_slice(), mv.by) else { return None };
        let start = self.chosen(choice)?;
        let paths = self.run(&mv.body, vec![start])?;
        let paths = self.run(&self.game.rules().normalise, paths)?;
        let possible = |path: &Path| !path.when.iter().any(|one| path.when.iter().any(|two| negative(one, two)));
        Some(paths.into_iter().filter(possible).collect())
    }

    /// The choice made: a number by which the smaller one is multiplied, or the multiple itself.
    fn chosen(&self, choice: &Choice) -> Option<Path> {
        let ExprKind::Range { lo, hi, inclusive } = &choice.over.kind else { return None };
        let mut path = self.start();
        let multiple = choice.condition.as_ref().and_then(|condition| self.divided(condition, choice.slot));
        let chosen = match &multiple {
            Some(by) => symbol(CHOICE).times(by)?,
            None => symbol(CHOICE),
        };
        path.locals.insert(choice.slot, chosen.clone());
        path.legal.push(chosen.minus(&self.one(lo, &path)?)?);
        match &hi.kind {
            ExprKind::Binary(BinaryOp::Div, large, by) if *inclusive => {
                path.legal.push(self.one(large, &path)?.minus(&chosen.times(&self.one(by, &path)?)?)?);
            }
            _ => path.legal.push(self.one(hi, &path)?.minus(&chosen)?.minus(&number(i64::from(!*inclusive)))?),
        }
        if let (Some(condition), None) = (&choice.condition, &multiple) {
            path.legal.extend(self.only(condition, &path)?);
        }
        Some(path)
    }

    /// Whether the choice of a move is the multiple itself.
    fn chooses_multiple(&self, mv: &Move) -> bool {
        let Some(choice) = mv.choices.first() else { return false };
        choice.condition.as_ref().is_some_and(|condition| self.divided(condition, choice.slot).is_some())
    }

    /// What divides the choice, if the condition says just that.
    fn divided(&self, condition: &Expr, slot: usize) -> Option<Poly> {
        let ExprKind::Compare(left, rest) = &condition.kind else { return None };
        let ([(CompareOp::Eq, right)], ExprKind::Binary(BinaryOp::Mod, number, by)) = (rest.as_slice(), &left.kind)
        else {
            return None;
        };
        let chosen = matches!(number.kind, ExprKind::Local(local) if local == slot);
        let zero = self.one(right, &self.start())? == Poly::default();
        self.one(by, &self.start()).filter(|by| chosen && zero && *by == self.small)
    }

    fn run(&self, stmts: &[Stmt], mut paths: Vec<Path>) -> Option<Vec<Path>> {
        for stmt in stmts {
            let mut next = Vec::new();
            for path in paths {
                next.extend(self.step(stmt, path)?);
            }
            paths = next;
            if paths.len() > MOST_CASES {
                return None;
            }
        }
        Some(paths)
    }

    fn step(&self, stmt: &Stmt, mut path: Path) -> Option<Vec<Path>> {
        match &stmt.kind {
            StmtKind::When(condition) => {
                // Conditions of the move as it begins; later ones could ask for something else.
                let untouched = path.now == self.start().now && path.when.is_empty();
                path.legal.extend(self.only(condition, &path).filter(|_| untouched)?);
                Some(vec![path])
            }
            StmtKind::Local(slot, value) => Some(
                self.cases(value, &path)?
                    .into_iter()
                    .map(|(mut path, value)| {
                        path.locals.insert(*slot, value);
                        path
                    })
                    .collect(),
            ),
            StmtKind::Assign(pairs) => self.assign(pairs, path),
            StmtKind::If(condition, then, otherwise) => {
                let mut found = Vec::new();
                for (wanted, block) in [(true, then), (false, otherwise)] {
                    for way in self.ways(condition, wanted, &path)? {
                        let mut taken = path.clone();
                        taken.when.extend(way);
                        found.extend(self.run(block, vec![taken])?);
                    }
                }
                Some(found)
            }
            _ => None,
        }
    }

    fn assign(&self, pairs: &[(Place, Expr)], path: Path) -> Option<Vec<Path>> {
        let mut found = vec![(path, Vec::new())];
        for (_, value) in pairs {
            let mut more = Vec::new();
            for (path, values) in found {
                for (path, value) in self.cases(value, &path)? {
                    more.push((path, [values.as_slice(), &[value]].concat()));
                }
            }
            found = more;
        }
        for (path, values) in &mut found {
            for ((place, _), value) in pairs.iter().zip(values) {
                match (place.root, place.path.is_empty()) {
                    (Root::State(which), true) => *path.now.get_mut(which)? = value.clone(),
                    (Root::Local(slot), true) => drop(path.locals.insert(slot, value.clone())),
                    _ => return None,
                }
            }
        }
        Some(found.into_iter().map(|(path, _)| path).collect())
    }

    /// A number, in every case there is.
    fn cases(&self, expr: &Expr, path: &Path) -> Option<Vec<(Path, Poly)>> {
        self.all_cases(expr, path).filter(|cases| cases.len() <= MOST_CASES)
    }

    fn all_cases(&self, expr: &Expr, path: &Path) -> Option<Vec<(Path, Poly)>> {
        let sure = |value: Poly| Some(vec![(path.clone(), value)]);
        match &expr.kind {
            ExprKind::Const(Datum::Int(value)) => sure(number(*value)),
            ExprKind::State(which) => sure(path.now.get(*which)?.clone()),
            ExprKind::Old(which) => sure(symbol(*which)),
            ExprKind::Local(slot) => sure(path.locals.get(slot)?.clone()),
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                self.each(operand, path, |_, value| Poly::default().minus(&value))
            }
            ExprKind::Binary(op, one, other) => {
                let mut found = Vec::new();
                for (path, one) in self.cases(one, path)? {
                    found.extend(self.each(other, &path, |_, other| match op {
                        BinaryOp::Add => one.plus(&other, 1),
                        BinaryOp::Sub => one.minus(&other),
                        BinaryOp::Mul => one.times(&other),
                        _ => None,
                    })?);
                }
                Some(found)
            }
            ExprKind::Bind(slot, value, body) => {
                let mut found = Vec::new();
                for (mut path, value) in self.cases(value, path)? {
                    path.locals.insert(*slot, value);
                    found.extend(self.cases(body, &path)?);
                }
                Some(found)
            }
            ExprKind::Help(helper @ (Helper::Min | Helper::Max), args) => {
                let [one, other] = args.as_slice() else { return None };
                let mut found = Vec::new();
                for (path, one) in self.cases(one, path)? {
                    for (path, other) in self.cases(other, &path)? {
                        let first = if *helper == Helper::Min { other.minus(&one)? } else { one.minus(&other)? };
                        let second = Poly::default().minus(&first)?.minus(&number(1))?;
                        for (when, value) in [(first, &one), (second, &other)] {
                            let mut taken = path.clone();
                            taken.when.push(when);
                            found.push((taken, value.clone()));
                        }
                    }
                }
                Some(found)
            }
            _ => None,
        }
    }

    fn each(&self, expr: &Expr, path: &Path, made: impl Fn(&Path, Poly) -> Option<Poly>) -> Option<Vec<(Path, Poly)>> {
        let cases = self.cases(expr, path)?.into_iter();
        cases.map(|(path, value)| made(&path, value).map(|value| (path, value))).collect()
    }

    /// A number in the only case there is.
    fn one(&self, expr: &Expr, path: &Path) -> Option<Poly> {
        match self.cases(expr, path)?.as_slice() {
            [(_, value)] => Some(value.clone()),
            _ => None,
        }
    }

    /// What must not be negative for a condition to hold, in the only way it can.
    fn only(&self, condition: &Expr, path: &Path) -> Option<Vec<Poly>> {
        let mut ways = self.ways(condition, true, path)?;
        if ways.len() == 1 { ways.pop() } else { None }
    }

    /// The ways in which a condition is true, or false.
    fn ways(&self, condition: &Expr, wanted: bool, path: &Path) -> Option<Vec<Vec<Poly>>> {
        match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.ways(operand, !wanted, path),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), one, other) => {
                let (one, other) = (self.ways(one, wanted, path)?, self.ways(other, wanted, path)?);
                let both = (*op == BinaryOp::And) == wanted;
                let joined = || one.iter().flat_map(|one| other.iter().map(move |two| [one.as_slice(), two].concat()));
                let ways = if both { joined().collect() } else { [one, other].concat() };
                Some(ways).filter(|ways: &Vec<_>| ways.len() <= MOST_CASES)
            }
            ExprKind::Compare(left, rest) => {
                let [(op, right)] = rest.as_slice() else { return None };
                let (left, right) = (self.one(left, path)?, self.one(right, path)?);
                let at_most = |one: &Poly, two: &Poly, less: i64| two.minus(one)?.minus(&number(less));
                Some(match (op, wanted) {
                    (CompareOp::Le, true) | (CompareOp::Gt, false) => vec![vec![at_most(&left, &right, 0)?]],
                    (CompareOp::Lt, true) | (CompareOp::Ge, false) => vec![vec![at_most(&left, &right, 1)?]],
                    (CompareOp::Ge, true) | (CompareOp::Lt, false) => vec![vec![at_most(&right, &left, 0)?]],
                    (CompareOp::Gt, true) | (CompareOp::Le, false) => vec![vec![at_most(&right, &left, 1)?]],
                    (CompareOp::Eq, true) | (CompareOp::Ne, false) => {
                        vec![vec![at_most(&left, &right, 0)?, at_most(&right, &left, 0)?]]
                    }
                    (CompareOp::Ne, true) | (CompareOp::Eq, false) => {
                        vec![vec![at_most(&left, &right, 1)?], vec![at_most(&right, &left, 1)?]]
                    }
                    _ => return None,
                })
            }
            _ => None,
        }
    }
}

/// Whether two forms cannot both be at least 0.
fn negative(one: &Poly, two: &Poly) -> bool {
    one.plus(two, 1).and_then(|sum| sum.as_number()).is_some_and(|sum| sum < 0)
}

/// Whether an outcome says that the mover has lost.
fn lost(outcome: &Outcome) -> bool {
    matches!(outcome.kind, OutcomeKind::Loses(Who::Me) | OutcomeKind::Wins(Who::Opponent))
}
