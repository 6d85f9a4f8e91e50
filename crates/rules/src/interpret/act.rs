//! Making a move: its statements in order, then the checks that hold after every move.

use super::{Env, Fault, Finish, fault};
use crate::datum::{Cell, Datum};
use crate::player::Player;
use crate::rules::{Expr, ExprKind, Outcome, OutcomeKind, Place, Root, Stmt, StmtKind, Who};
use crate::source::Span;
use smallvec::SmallVec;
use std::sync::Arc;

/// What a move has done so far.
#[derive(Clone, Debug)]
pub(super) struct Act {
    /// Points for the mover.
    pub(super) mine: i64,
    /// Points for the other.
    pub(super) theirs: i64,
    /// Who moves next.
    pub(super) next: Player,
    /// How the game ended, if it did.
    pub(super) finish: Option<Finish>,
    /// Which state variables were assigned, and where last.
    pub(super) changed: SmallVec<[(usize, Span); 4]>,
    /// The place of the last `gain`, for messages.
    pub(super) gained: Option<Span>,
}

impl Act {
    pub(super) fn new(me: Option<Player>) -> Act {
        let next = me.map_or(Player::First, Player::other);
        Act { mine: 0, theirs: 0, next, finish: None, changed: SmallVec::new(), gained: None }
    }
}

/// What happens after a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The next statement.
    On,
    /// The innermost loop is left.
    Break,
    /// A `when` failed: this move has not happened.
    Illegal,
    /// The game is over.
    Ended,
}

/// One index into a variable, worked out.
enum Step {
    At(i64),
    Cell(Cell),
}

impl Step {
    /// The cell, were it a board that is changed.
    fn cell(&self) -> Cell {
        match self {
            Step::At(packed) => Cell::unpack(*packed),
            Step::Cell(cell) => *cell,
        }
    }

    /// The place in what is changed, if it is there.
    fn place(&self, held: &Datum) -> Option<usize> {
        match (held, self) {
            (Datum::Grid(grid), step) => grid.place(step.cell()),
            (Datum::List(entries), Step::At(at)) => usize::try_from(*at).ok().filter(|at| *at < entries.len()),
            _ => None,
        }
    }
}

impl Env<'_> {
    /// Runs statements.
    pub(super) fn stmts(&mut self, stmts: &[Stmt], act: &mut Act) -> Result<Flow, Fault> {
        for stmt in stmts {
            match self.stmt(stmt, act)? {
                Flow::On => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::On)
    }

    fn stmt(&mut self, stmt: &Stmt, act: &mut Act) -> Result<Flow, Fault> {
        match &stmt.kind {
            StmtKind::When(condition) => Ok(if self.asked(condition)? { Flow::On } else { Flow::Illegal }),
            StmtKind::Local(slot, value) => {
                self.locals[*slot] = self.eval(value)?;
                Ok(Flow::On)
            }
            StmtKind::Assign(pairs) => self.assign(pairs, act),
            StmtKind::Gain(amount, who) => self.gain(amount, who, act, stmt.span),
            StmtKind::Again => {
                act.next = self.me.unwrap_or(Player::First);
                Ok(Flow::On)
            }
            StmtKind::Turn(player) => {
                act.next = self.player(player)?;
                Ok(Flow::On)
            }
            StmtKind::End(condition, outcome) => self.end(condition.as_ref(), outcome.as_ref(), act),
            StmtKind::If(condition, then, otherwise) => {
                if self.truth(condition)? {
                    self.stmts(then, act)
                } else {
                    self.stmts(otherwise, act)
                }
            }
            StmtKind::For(slot, over, body) => self.repeat(*slot, over, body, act),
            StmtKind::Break => Ok(Flow::Break),
        }
    }

    fn repeat(&mut self, slot: usize, over: &Expr, body: &[Stmt], act: &mut Act) -> Result<Flow, Fault> {
        let candidates = self.candidates(over)?;
        for entry in candidates.entries() {
            self.spend_many(1 + candidates.work(), over.span)?;
            self.locals[slot] = entry;
            match self.stmts(body, act)? {
                Flow::On => {}
                Flow::Break => break,
                other => return Ok(other),
            }
        }
        if let ExprKind::Local(slot) = over.kind {
            self.run_through = Some(slot);
        }
        Ok(Flow::On)
    }

    fn gain(&mut self, amount: &Expr, who: &Who, act: &mut Act, span: Span) -> Result<Flow, Fault> {
        let amount = self.int(amount)?;
        let mine = Some(self.who(who)?) == self.me;
        let side = if mine { &mut act.mine } else { &mut act.theirs };
        *side = side.checked_add(amount).ok_or_else(|| super::eval::overflow(span))?;
        act.gained = Some(span);
        Ok(Flow::On)
    }

    fn end(&mut self, condition: Option<&Expr>, outcome: Option<&Outcome>, act: &mut Act) -> Result<Flow, Fault> {
        if let Some(condition) = condition
            && !self.asked(condition)?
        {
            return Ok(Flow::On);
        }
        act.finish = Some(match outcome {
            Some(outcome) => self.outcome(outcome)?,
            None => Finish::Points,
        });
        Ok(Flow::Ended)
    }

    /// What an outcome says here.
    pub(super) fn outcome(&mut self, outcome: &Outcome) -> Result<Finish, Fault> {
        match &outcome.kind {
            OutcomeKind::Draw => Ok(Finish::Draw),
            OutcomeKind::Wins(who) => self.who(who).map(Finish::Wins),
            OutcomeKind::Loses(who) => Ok(Finish::Wins(self.who(who)?.other())),
            OutcomeKind::Leads(who, points) => Ok(Finish::Leads(self.who(who)?, self.int(points)?)),
        }
    }

    fn who(&mut self, who: &Who) -> Result<Player, Fault> {
        match who {
            Who::Me => Ok(self.me.unwrap_or(Player::First)),
            Who::Opponent => Ok(self.me.unwrap_or(Player::First).other()),
            Who::Named(player) => self.player(player),
        }
    }

    /// Changes places all at once: every value and every index is worked out before anything changes.
    fn assign(&mut self, pairs: &[(Place, Expr)], act: &mut Act) -> Result<Flow, Fault> {
        if let [(place, value)] = pairs
            && place.path.is_empty()
        {
            if self.changed_members(place, value, act)?.is_none() {
                let value = self.eval(value)?;
                self.put_whole(place, value, act)?;
            }
            return Ok(Flow::On);
        }
        let mut puts = Vec::with_capacity(pairs.len());
        for (place, value) in pairs {
            let value = self.eval(value)?;
            let path = place.path.iter().map(|indices| self.step(indices)).collect::<Result<Vec<_>, _>>()?;
            puts.push((place, path, value));
        }
        for (place, path, value) in puts {
            self.spend_copy(place)?;
            self.put(place.root, &path, value, place.span, act)?;
        }
        Ok(Flow::On)
    }

    /// A change inside a list or board that is held elsewhere too copies it first.
    fn spend_copy(&mut self, place: &Place) -> Result<(), Fault> {
        let held = match place.root {
            Root::Local(slot) => &self.locals[slot],
            Root::State(which) => &self.state[which],
        };
        let shared = match held {
            Datum::List(entries) if Arc::strong_count(entries) > 1 => entries.len(),
            Datum::Grid(grid) if Arc::strong_count(grid) > 1 => grid.cells.len(),
            _ => 0,
        };
        self.spend_many(shared, place.span)
    }

    fn step(&mut self, indices: &[Expr]) -> Result<Step, Fault> {
        match indices {
            [row, column] => Ok(Step::Cell(Cell { row: self.int(row)?, column: self.int(column)? })),
            [at, ..] => self.int(at).map(Step::At),
            [] => Ok(Step::At(0)),
        }
    }

    /// Changes a variable as a whole.
    pub(super) fn put_whole(&mut self, place: &Place, value: Datum, act: &mut Act) -> Result<(), Fault> {
        self.put(place.root, &[], value, place.span, act)
    }

    fn put(&mut self, root: Root, path: &[Step], value: Datum, span: Span, act: &mut Act) -> Result<(), Fault> {
        let place = match root {
            Root::Local(slot) => &mut self.locals[slot],
            Root::State(which) => {
                if self.trace.is_some() {
                    let entry = path.first().and_then(|step| step.place(&self.state[which]));
                    self.writes(which, entry);
                }
                match act.changed.iter_mut().find(|(changed, _)| *changed == which) {
                    Some(known) => known.1 = span,
                    None => act.changed.push((which, span)),
                }
                &mut self.state[which]
            }
        };
        put_in(place, path, value, span)
    }
}

/// Puts a value into an entry of a datum.
fn put_in(held: &mut Datum, path: &[Step], value: Datum, span: Span) -> Result<(), Fault> {
    let Some((step, inner)) = path.split_first() else {
        *held = value;
        return Ok(());
    };
    match held {
        Datum::Grid(grid) => {
            let cell = step.cell();
            let place = grid.place(cell).ok_or_else(|| {
                let message = say!(
                    "the cell ({},{}) is not on the board of {} by {}",
                    cell.row,
                    cell.column,
                    grid.rows,
                    grid.columns
                );
                fault("R03", span, message, "changed here")
            })?;
            if let Datum::Int(value) = value {
                Arc::make_mut(grid).cells[place] = value;
            }
            Ok(())
        }
        Datum::List(entries) => {
            let count = entries.len();
            let at = if let Step::At(at) = step { *at } else { -1 };
            let place = usize::try_from(at).ok().filter(|place| *place < count).ok_or_else(|| {
                let inside =
                    if count == 0 { "it is empty".into() } else { say!("entries are counted 0 to {}", count - 1) };
                fault("R03", span, say!("there is no entry {at}: {inside}"), "changed here")
            })?;
            put_in(&mut Arc::make_mut(entries)[place], inner, value, span)
        }
        _ => Err(fault("R03", span, "this has no entries", "changed here")),
    }
}
