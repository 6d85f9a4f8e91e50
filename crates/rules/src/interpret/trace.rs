//! What a move or an ending looks at and changes, scalar by scalar. Since rules see nothing else, positions that agree on
//! what was read play alike there: this is how moves are written out for whole classes of positions at once.

use super::act::Act;
use super::play::Before;
use super::{Env, Fault, Finish, Interpreter, Move, Position, Step, Turn};
use crate::datum::Datum;
use crate::layout::{code, members, radix, scalar};
use crate::rules::{Expr, ExprKind, Place, Root, StuckResult};
use crate::table::helpers::Helper;
use crate::table::operators::{BinaryOp, CompareOp};
use crate::types::Domain;

/// One scalar of a position: a variable and, where it is a board or a list, the place in it (else 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// `Rules::states[i]`
    pub state: usize,
    /// The place in `Grid::cells` or in the list; of a set, the number of a member among all that there may be.
    pub cell: usize,
}

/// Sets that may have more members are traced as a whole.
const MOST_MEMBERS: i64 = 4096;

/// What was looked at and changed.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// What was read, in that order, perhaps more than once.
    pub reads: Vec<Spot>,
    /// What was written.
    pub writes: Vec<Spot>,
    /// Whether something was read or written whose scalars cannot be told apart: a list whose length varies, a text.
    pub beyond: bool,
}

/// How far an attempt to move came.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// What may be chosen next.
    Choices(Vec<Datum>),
    /// The move cannot be made.
    Illegal,
    /// The move.
    Legal(Box<Step>),
}

impl Interpreter {
    /// Tries to make a move with these choices: all of them, or the first few, to learn what may be chosen next.
    pub fn attempt(&self, position: &Position, made: usize, args: &[Datum]) -> (Result<Attempt, Fault>, Trace) {
        let Turn::Of(me) = position.turn else { return (Ok(Attempt::Illegal), Trace::default()) };
        self.traced(position, |env| {
            let mv = &self.rules.moves[made];
            if mv.by.is_some_and(|by| by != me) {
                return Ok(Attempt::Illegal);
            }
            for (choice, arg) in mv.choices.iter().zip(args) {
                env.locals[choice.slot] = arg.clone();
                if env.whole_set(&choice.over).is_some() && !env.has_member(&choice.over, arg) {
                    return Ok(Attempt::Illegal);
                }
                if let Some(condition) = &choice.condition
                    && !env.truth(condition)?
                {
                    return Ok(Attempt::Illegal);
                }
            }
            match mv.choices.get(args.len()) {
                // Whether a member is there is asked once it is chosen.
                Some(choice) => Ok(Attempt::Choices(match env.whole_set(&choice.over) {
                    Some((_, of)) => members(of).map(Datum::Int).collect(),
                    None => env.eval(&choice.over)?.entries().collect(),
                })),
                None => self.last_attempt(env, made, args),
            }
        })
    }

    fn last_attempt(&self, env: &mut Env, made: usize, args: &[Datum]) -> Result<Attempt, Fault> {
        let mut found = Attempt::Illegal;
        env.made(made, args, &mut |env, args, act: &mut Act| {
            let mv = Move { made: Some(made), args: args.to_vec() };
            found = Attempt::Legal(Box::new(self.step(env, mv, act, Before::default())?));
            Ok(true)
        })?;
        Ok(found)
    }

    /// The first `end` line at the top that holds.
    pub fn traced_end(&self, position: &Position) -> (Result<Option<Finish>, Fault>, Trace) {
        self.traced(position, |env| env.first_end())
    }

    /// What being stuck means, were the mover stuck here; nothing where the turn goes back or no line speaks of it.
    pub fn traced_stuck(&self, position: &Position) -> (Result<Option<Finish>, Fault>, Trace) {
        self.traced(position, |env| env.stuck_outcome())
    }

    fn traced<T>(
        &self,
        position: &Position,
        work: impl FnOnce(&mut Env) -> Result<T, Fault>,
    ) -> (Result<T, Fault>, Trace) {
        let me = if let Turn::Of(me) = position.turn { Some(me) } else { None };
        let mut env = self.env(position.state.clone(), me);
        env.old = Some(&position.state);
        env.trace = Some(Box::default());
        let result = work(&mut env);
        (result, env.trace.take().map(|trace| *trace).unwrap_or_default())
    }
}

impl Env<'_> {
    /// What the first `stuck` line that holds says.
    fn stuck_outcome(&mut self) -> Result<Option<Finish>, Fault> {
        for line in &self.game.rules.stucks {
            if line.condition.as_ref().map_or(Ok(true), |condition| self.asked(condition))? {
                return match &line.result {
                    StuckResult::Over(outcome) => self.outcome(outcome).map(Some),
                    StuckResult::Pass(_) => Ok(None),
                };
            }
        }
        Ok(None)
    }

    /// Notes that a variable is read as it stands.
    pub(super) fn reads(&mut self, which: usize) {
        if let Some(trace) = &mut self.trace {
            let spots = spots(which, &self.game.domains[which]);
            trace.beyond |= spots.is_none();
            self.fuel = self.fuel.saturating_sub(spots.as_ref().map_or(0, Vec::len) as u64);
            trace.reads.extend(spots.into_iter().flatten());
        }
    }

    /// Notes that an entry of what is held under a name is read; all of it where no single entry is.
    pub(super) fn reads_entry(&mut self, base: &Expr, entry: Option<usize>) {
        let (ExprKind::State(which) | ExprKind::Old(which)) = base.kind else { return };
        match (entry, &mut self.trace) {
            (Some(cell), Some(trace)) => trace.reads.push(Spot { state: which, cell }),
            _ => self.reads(which),
        }
    }

    /// The variable that an expression names and what its members may be, if it is a set of which each member is traced by itself.
    fn whole_set(&self, expr: &Expr) -> Option<(usize, &'_ Domain<i64>)> {
        let (ExprKind::State(which) | ExprKind::Old(which)) = expr.kind else { return None };
        match self.game.domains.get(which)? {
            Domain::Set(of) if self.trace.is_some() && told_apart(of).is_some() => Some((which, of)),
            _ => None,
        }
    }

    /// Where each of these stands among the members that a set may have; those that it cannot have are left out.
    fn spots_of(which: usize, of: &Domain<i64>, found: &Datum) -> Vec<Spot> {
        let count = radix(of).unwrap_or(0);
        let spot = |member: i64| {
            let place = code(member, of);
            let known = u128::from(place) < count && scalar(place, of) == member;
            known.then(|| usize::try_from(place).expect("members are few")).map(|cell| Spot { state: which, cell })
        };
        match found {
            Datum::Int(member) => spot(*member).into_iter().collect(),
            Datum::Set(held) => held.iter().filter_map(|member| spot(*member)).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a set has a member: only that is noted as read.
    fn has_member(&mut self, set: &Expr, member: &Datum) -> bool {
        self.asks_members(set, member);
        let held = self.held(set);
        matches!((held, member), (Some(Datum::Set(held)), Datum::Int(member)) if held.binary_search(member).is_ok())
    }

    /// Notes that a set is asked for these members alone, if it is one that is traced.
    fn asks_members(&mut self, set: &Expr, found: &Datum) -> bool {
        let Some((which, of)) = self.whole_set(set) else { return false };
        let spots = Self::spots_of(which, of, found);
        if let Some(trace) = &mut self.trace {
            trace.reads.extend(spots);
        }
        true
    }

    /// The right side of a comparison: a set that is only asked for members is not read as a whole.
    pub(super) fn compared(&mut self, left: &Datum, op: CompareOp, right: &Expr) -> Result<Datum, Fault> {
        let by_member = match op {
            CompareOp::In | CompareOp::NotIn => matches!(left, Datum::Int(_)),
            CompareOp::Le => matches!(left, Datum::Set(_)),
            _ => false,
        };
        if by_member && self.asks_members(right, left) {
            self.untraced(|env| env.eval(right))
        } else {
            self.eval(right)
        }
    }

    /// Makes members of a set, or takes them out, while moves are traced: only they are noted as written. Nothing where a statement does
    /// something else.
    pub(super) fn changed_members(&mut self, place: &Place, value: &Expr, act: &mut Act) -> Result<Option<()>, Fault> {
        let (Root::State(root), ExprKind::Binary(op, left, right)) = (place.root, &value.kind) else { return Ok(None) };
        if !matches!(left.kind, ExprKind::State(which) if which == root) || *op == BinaryOp::Intersect {
            return Ok(None);
        }
        if self.whole_set(left).is_none() {
            return Ok(None);
        }
        let found = self.eval(right)?;
        let spots = self.whole_set(left).map(|(which, of)| Self::spots_of(which, of, &found)).unwrap_or_default();
        self.untraced(|env| {
            let value = env.eval(value)?;
            env.put_whole(place, value, act)
        })?;
        if let Some(trace) = &mut self.trace {
            trace.writes.extend(spots);
        }
        Ok(Some(()))
    }

    fn untraced<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        let kept = self.trace.take();
        let done = work(self);
        self.trace = kept;
        done
    }

    /// Notes that a variable, or an entry of it, is written.
    pub(super) fn writes(&mut self, which: usize, entry: Option<usize>) {
        let Some(trace) = &mut self.trace else { return };
        let spots = match entry {
            Some(cell) => Some(vec![Spot { state: which, cell }]),
            None => spots(which, &self.game.domains[which]),
        };
        trace.beyond |= spots.is_none();
        trace.writes.extend(spots.into_iter().flatten());
    }

    /// The arguments of a helper, worked out. Of some, only the shape of the board matters: it never changes.
    pub(super) fn arguments(&mut self, helper: Helper, args: &[Expr]) -> Result<Vec<Datum>, Fault> {
        let shape_only = matches!(
            helper,
            Helper::Cells
                | Helper::Rows
                | Helper::Cols
                | Helper::Around4
                | Helper::Around8
                | Helper::Ray
                | Helper::Borders
        );
        let mut values = Vec::with_capacity(args.len());
        for (nth, arg) in args.iter().enumerate() {
            let kept = if shape_only && nth == 0 { self.trace.take() } else { None };
            values.push(self.eval(arg)?);
            if kept.is_some() {
                self.trace = kept;
            }
        }
        Ok(values)
    }
}

/// How many members a set may have, where each is traced by itself.
fn told_apart(of: &Domain<i64>) -> Option<i64> {
    radix(of).and_then(|count| i64::try_from(count).ok()).filter(|count| *count <= MOST_MEMBERS)
}

/// The scalars of a variable, if it is a scalar, or always as many of them.
fn spots(which: usize, domain: &Domain<i64>) -> Option<Vec<Spot>> {
    let cells = match domain {
        Domain::Grid { rows, columns, .. } => rows.1.checked_mul(columns.1)?,
        Domain::List { min, max, of } if min == max && radix(of).is_some() => *max,
        Domain::Set(of) => told_apart(of)?,
        scalar => radix(scalar).map(|_| 1)?,
    };
    Some((0..usize::try_from(cells).ok()?).map(|cell| Spot { state: which, cell }).collect())
}
