//! Finds games in which one set grows (or shrinks) by one element a move until a sum over it reaches a bound: picking numbers, taking
//! coins. Who wins there can be worked out for 64 sets at a time.

use super::Instance;
use crate::game::{Game, Subsets};
use crate::value::Kind;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Interpreter;
use bouton_rules::rules::{Choice, Expr, ExprKind, Move, Outcome, OutcomeKind, Root, Stmt, StmtKind, StuckResult, Who};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp};
use bouton_rules::types::Domain;

/// Elements beyond this have no table.
const MOST: usize = 40;

/// Sets with more possible elements are not looked at.
const MOST_POSSIBLE: i64 = 4_096;

/// The set game that an instance is, if it is one.
pub(super) fn find(game: &Instance) -> Option<Subsets> {
    let rules = game.rules();
    let plain = game.kind() == Kind::Outcome
        && rules.repeat.is_none()
        && rules.parts.is_empty()
        && rules.normalise.is_empty()
        && rules.invariants.is_empty();
    let ([mv], [Domain::Set(of)], true) = (rules.moves.as_slice(), game.interpreter.domains(), plain) else {
        return None;
    };
    let Domain::Int { lo, hi } = **of else { return None };
    hi.checked_sub(lo).filter(|possible| *possible < MOST_POSSIBLE)?;
    let start = game.interpreter.start().ok()?;
    let [Datum::Set(first)] = start.state.as_slice() else { return None };
    let reader = Reader { game, asked: game.asked_beforehand() };
    let (elements, adds) = reader.moves(mv)?;
    let fit = elements.iter().all(|element| (lo..=hi).contains(element) && first.contains(element) != adds);
    if !fit || elements.len() > MOST || mv.by.is_some() {
        return None;
    }
    let over = reader.over(mv)?;
    let stuck_wins = reader.stuck()?;
    let weigh = |element: &i64| over.weight.of(&reader, *element);
    let base = first.iter().map(weigh).try_fold(0_i64, |sum, weight| sum.checked_add(weight?))?;
    let deltas: Vec<i64> = elements
        .iter()
        .map(|element| if adds { weigh(element) } else { weigh(element)?.checked_neg() })
        .collect::<Option<_>>()?;
    // Every sum that can occur stays far from the ends of 64 bits.
    let heaviest = deltas.iter().try_fold(base.checked_abs()?, |sum, delta| sum.checked_add(delta.checked_abs()?))?;
    let begins_over = over.told_by_move && (over.from..=over.to).contains(&base);
    if heaviest > i64::MAX / 4 || begins_over {
        return None;
    }
    let variable = |element: i64| usize::try_from(element.checked_sub(lo)?).ok();
    let others = (lo..=hi).filter(|element| !elements.contains(element));
    Some(Subsets {
        variables: elements.iter().map(|element| variable(*element)).collect::<Option<_>>()?,
        moved: i64::from(adds),
        others: others
            .map(|other| Some((variable(other)?, i64::from(first.contains(&other)))))
            .collect::<Option<_>>()?,
        deltas,
        base,
        over: (over.from, over.to),
        over_wins: over.wins,
        by_move: over.told_by_move,
        stuck_wins,
    })
}

/// When the game is over.
struct Over<'r> {
    weight: Weight<'r>,
    /// Where the sum lies then.
    from: i64,
    to: i64,
    /// Whether whoever would be to move there has won.
    wins: bool,
    told_by_move: bool,
}

/// What an element counts for in the sum.
enum Weight<'r> {
    /// Itself.
    Own,
    /// One.
    One,
    /// An expression of this local.
    Of(usize, &'r Expr),
}

impl Weight<'_> {
    fn of(&self, reader: &Reader, element: i64) -> Option<i64> {
        match self {
            Weight::Own => Some(element),
            Weight::One => Some(1),
            Weight::Of(slot, item) => reader.fixed(item, &[(*slot, element)]),
        }
    }
}

struct Reader<'r> {
    game: &'r Instance,
    asked: Interpreter,
}

impl<'r> Reader<'r> {
    fn fixed(&self, expr: &Expr, locals: &[(usize, i64)]) -> Option<i64> {
        match self.asked.fixed(expr, locals)? {
            Datum::Int(number) => Some(number),
            _ => None,
        }
    }

    /// The elements that the move adds, or takes; whether it adds.
    fn moves(&self, mv: &Move) -> Option<(Vec<i64>, bool)> {
        let [choice] = mv.choices.as_slice() else { return None };
        let Datum::Range(lo, hi) = self.asked.fixed(&choice.over, &[])? else { return None };
        if hi < lo || hi.abs_diff(lo) >= MOST as u64 {
            return None;
        }
        let (mut absent, mut changed) = (choice.condition.as_ref().and_then(|when| presence(when, choice)), None);
        if choice.condition.is_some() && absent.is_none() {
            return None;
        }
        for stmt in &mv.body {
            match (&stmt.kind, changed) {
                (StmtKind::When(when), None) if absent.is_none() => absent = Some(presence(when, choice)?),
                (StmtKind::Assign(_), None) => changed = Some(change(stmt, choice)?),
                (StmtKind::End(..), Some(_)) => {}
                _ => return None,
            }
        }
        // Only what is not there is added, only what is there is taken.
        (absent? == changed?).then(|| ((lo..=hi).collect(), changed == Some(true)))
    }

    /// When play is over, by a line in the move or one at the top.
    fn over(&self, mv: &'r Move) -> Option<Over<'r>> {
        let inside = mv.body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::End(when, outcome) => Some((when.as_ref(), outcome.as_ref(), true)),
            _ => None,
        });
        let rules = self.game.rules();
        let top = rules.ends.iter().map(|end| (Some(&end.condition), end.outcome.as_ref(), false));
        let mut found = None;
        for (when, outcome, told_by_move) in inside.chain(top) {
            let when = when?;
            if when.is_fixed(&|_| false) {
                // What never holds says nothing.
                (self.fixed(when, &[])? == 0).then_some(())?;
                continue;
            }
            let mover_wins = mover_wins(outcome?)?;
            let (weight, from, to) = self.bound(when)?;
            // A move that ends play is seen by the next player.
            let over = Over { weight, from, to, wins: mover_wins != told_by_move, told_by_move };
            // Whoever ends play by a move is the one who has won: the store tells such positions as lost.
            let lost = !told_by_move || mover_wins;
            (found.replace(over).is_none() && lost).then_some(())?;
        }
        found
    }

    /// `sum(s) >= c`, either way round: what is added up, and where the sum lies.
    fn bound(&self, when: &'r Expr) -> Option<(Weight<'r>, i64, i64)> {
        let ExprKind::Compare(left, rest) = &when.kind else { return None };
        let [(op, right)] = rest.as_slice() else { return None };
        if let Some(weight) = weight(left) {
            let at = self.fixed(right, &[])?;
            return within(*op, at).map(|(from, to)| (weight, from, to));
        }
        let at = self.fixed(left, &[])?;
        let turned = match op {
            CompareOp::Lt => CompareOp::Gt,
            CompareOp::Le => CompareOp::Ge,
            CompareOp::Gt => CompareOp::Lt,
            CompareOp::Ge => CompareOp::Le,
            same => *same,
        };
        within(turned, at).and_then(|(from, to)| Some((weight(right)?, from, to)))
    }

    /// Whether whoever cannot move has won; a draw is left to other methods unless nobody is ever stuck.
    fn stuck(&self) -> Option<Stuck> {
        match self.game.rules().stucks.as_slice() {
            [line] if line.condition.is_none() => match &line.result {
                StuckResult::Over(outcome) if matches!(outcome.kind, OutcomeKind::Draw) => Some(None),
                StuckResult::Over(outcome) => mover_wins(outcome).map(Some),
                StuckResult::Pass(_) => None,
            },
            _ => None,
        }
    }
}

/// Whether a stuck mover has won; nothing where that is a draw.
type Stuck = Option<bool>;

/// `k not in s` (true) or `k in s`.
fn presence(when: &Expr, choice: &Choice) -> Option<bool> {
    let ExprKind::Compare(left, rest) = &when.kind else { return None };
    let [(op, right)] = rest.as_slice() else { return None };
    if !matches!(left.kind, ExprKind::Local(slot) if slot == choice.slot) || !matches!(right.kind, ExprKind::State(0)) {
        return None;
    }
    match op {
        CompareOp::NotIn => Some(true),
        CompareOp::In => Some(false),
        _ => None,
    }
}

/// `s += {k}` (true) or `s -= {k}`.
fn change(stmt: &Stmt, choice: &Choice) -> Option<bool> {
    let StmtKind::Assign(pairs) = &stmt.kind else { return None };
    let [(place, value)] = pairs.as_slice() else { return None };
    let ExprKind::Binary(op, left, right) = &value.kind else { return None };
    let ExprKind::Set(members) = &right.kind else { return None };
    let [Expr { kind: ExprKind::Local(slot), .. }] = members.as_slice() else { return None };
    let itself = matches!(place.root, Root::State(0)) && place.path.is_empty();
    let itself = itself && matches!(left.kind, ExprKind::State(0)) && *slot == choice.slot;
    match op {
        BinaryOp::Add | BinaryOp::Union if itself => Some(true),
        BinaryOp::Sub if itself => Some(false),
        _ => None,
    }
}

/// What is added up over the set.
fn weight(expr: &Expr) -> Option<Weight<'_>> {
    let ExprKind::Help(helper @ (Helper::Sum | Helper::Len), args) = &expr.kind else { return None };
    match (helper, args.as_slice()) {
        (Helper::Sum, [Expr { kind: ExprKind::State(0), .. }]) => Some(Weight::Own),
        (Helper::Len, [Expr { kind: ExprKind::State(0), .. }]) => Some(Weight::One),
        (Helper::Sum, [Expr { kind: ExprKind::Comprehension { set: false, item, clauses }, .. }]) => {
            let [clause] = clauses.as_slice() else { return None };
            let whole = matches!(clause.over.kind, ExprKind::State(0)) && clause.condition.is_none();
            (whole && item.is_fixed(&|slot| slot == clause.slot)).then_some(Weight::Of(clause.slot, item))
        }
        _ => None,
    }
}

/// The numbers that compare so with `at`.
fn within(op: CompareOp, at: i64) -> Option<(i64, i64)> {
    Some(match op {
        CompareOp::Ge => (at, i64::MAX),
        CompareOp::Gt => (at.checked_add(1)?, i64::MAX),
        CompareOp::Le => (i64::MIN, at),
        CompareOp::Lt => (i64::MIN, at.checked_sub(1)?),
        CompareOp::Eq => (at, at),
        CompareOp::Ne | CompareOp::In | CompareOp::NotIn => return None,
    })
}

/// Whether the mover wins, or else loses; nothing where a player is named.
fn mover_wins(outcome: &Outcome) -> Option<bool> {
    match &outcome.kind {
        OutcomeKind::Wins(Who::Me) | OutcomeKind::Loses(Who::Opponent) => Some(true),
        OutcomeKind::Wins(Who::Opponent) | OutcomeKind::Loses(Who::Me) => Some(false),
        _ => None,
    }
}
