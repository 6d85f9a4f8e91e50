//! What a move or an ending looks at and changes, scalar by scalar. Since rules see nothing else, positions that agree on
//! what was read play alike there: this is how moves are written out for whole classes of positions at once.

use super::act::Act;
use super::play::Before;
use super::{Env, Fault, Finish, Interpreter, Move, Position, Step, Turn};
use crate::datum::Datum;
use crate::layout::radix;
use crate::rules::{Expr, ExprKind, StuckResult};
use crate::table::helpers::Helper;
use crate::types::Domain;

/// One scalar of a position: a variable and, where it is a board or a list, the place in it (else 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// `Rules::states[i]`
    pub state: usize,
    /// The place in `Grid::cells` or in the list.
    pub cell: usize,
}

/// What was looked at and changed.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// What was read, in that order, perhaps more than once.
    pub reads: Vec<Spot>,
    /// What was written.
    pub writes: Vec<Spot>,
    /// Whether a set, or a list whose length varies, was read or written: those are not traced.
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
                if let Some(condition) = &choice.condition
                    && !env.truth(condition)?
                {
                    return Ok(Attempt::Illegal);
                }
            }
            match mv.choices.get(args.len()) {
                Some(choice) => Ok(Attempt::Choices(env.eval(&choice.over)?.entries().collect())),
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

/// The scalars of a variable, if it is a scalar, or always as many of them.
fn spots(which: usize, domain: &Domain<i64>) -> Option<Vec<Spot>> {
    let cells = match domain {
        Domain::Grid { rows, columns, .. } => rows.1.checked_mul(columns.1)?,
        Domain::List { min, max, of } if min == max && radix(of).is_some() => *max,
        scalar => radix(scalar).map(|_| 1)?,
    };
    Some((0..usize::try_from(cells).ok()?).map(|cell| Spot { state: which, cell }).collect())
}
