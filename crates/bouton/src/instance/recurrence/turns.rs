//! Whose turn it is, and how a move ends play: one number more of a position, its place among the turns that positions have.

use super::values::Value;
use super::{Closed, Effects, Reader, fits, opaque};
use crate::domain::{Decided, Domain, Run, value};
use crate::recurrence::{End, Linear};
use crate::value::{self, Kind, Plies};
use bouton_rules::rules::{Expr, Outcome, OutcomeKind, Who};
use bouton_rules::table::operators::CompareOp;
use bouton_rules::{Player, Span};

const ENDS_INSIDE: &str = "an end inside a move";

impl Reader<'_> {
    /// Who makes the move that is read, or whose turn it is, where that matters.
    pub(super) fn mover(&self) -> Option<Value> {
        let by = self.by.map(|by| Value::number(i64::from(by == Player::Second)));
        by.or_else(|| self.turn.map(|turn| Value::linear(Linear::symbol(turn))))
    }

    /// Whether that is who moves; ways part where play says so.
    pub(super) fn is_mover(&mut self, who: &Who, run: &mut Run<Self>) -> Closed<bool> {
        let named = match who {
            Who::Me => return Ok(true),
            Who::Opponent => return Ok(false),
            Who::Named(named) => named,
        };
        let (player, mover) = (value(self, named, run)?, self.mover());
        let Some(mover) = mover else { return self.no_form(named.span) };
        if let Some((mover, player)) = mover.as_number().zip(player.as_number()) {
            return Ok(mover == player);
        }
        let same = Value::compared(CompareOp::Eq, &mover, &player).map_or_else(|| self.no_form(named.span), Ok)?;
        self.fork(&same, named.span, run)?.map_or_else(|| opaque(named.span, "a player by name"), Ok)
    }

    /// What the last of the turns is: play is over, and nobody has lost.
    fn nobody_lost(&self) -> Linear {
        Linear::number(if self.turn.is_some() { 4 } else { 2 })
    }

    /// Positions where a move has ended play, seen by the player who has lost.
    pub(super) fn over_already(&self) -> Vec<End> {
        let Some(over) = self.over else { return Vec::new() };
        let (least, most) = if self.turn.is_some() { (2, 3) } else { (1, 1) };
        let lost = vec![Linear::of(-least, &[(over, 1)]), Linear::of(most, &[(over, -1)])];
        let nobody = vec![Linear::of(-most - 1, &[(over, 1)])];
        match self.kind {
            Kind::Points => vec![End { when: nobody, value: value::Value::Lead(0) }],
            Kind::Outcome => vec![
                End { when: lost, value: value::Value::Outcome(value::Outcome::Loss(Plies::Of(0))) },
                End { when: nobody, value: value::Value::Outcome(value::Outcome::Draw) },
            ],
        }
    }

    /// What is not negative where it is somebody's turn, if the numbers of turns have others beside them.
    pub(super) fn going_on(&self) -> Vec<Linear> {
        self.turn.filter(|_| self.over.is_some()).map(|turn| Linear::of(1, &[(turn, -1)])).into_iter().collect()
    }

    /// Whose turn it is after a move, or how that has ended play.
    pub(super) fn turn_after(&self, done: &Effects) -> Option<Linear> {
        let turn =
            self.turn.map(|turn| if done.mv.passes { Linear::of(1, &[(turn, -1)]) } else { Linear::symbol(turn) });
        done.over.clone().or(turn).or_else(|| self.over.map(|_| Linear::number(0)))
    }

    /// An end inside a move.
    pub(super) fn end_play(
        &mut self,
        when: Option<&Expr>,
        outcome: Option<&Outcome>,
        span: Span,
        run: &mut Run<Self>,
    ) -> Closed<()> {
        let ends = when.map_or(Ok(Decided::Known(true)), |when| self.decide(when, run))?;
        match ends {
            Decided::Known(true) => {
                run.effects.over = Some(self.outcome(outcome, span, run)?);
                Ok(())
            }
            Decided::Known(false) => Ok(()),
            Decided::Open(_) => opaque(span, ENDS_INSIDE),
        }
    }

    /// What says that play is over so.
    fn outcome(&mut self, outcome: Option<&Outcome>, span: Span, run: &mut Run<Self>) -> Closed<Linear> {
        let mine = match outcome.map(|outcome| &outcome.kind) {
            None | Some(OutcomeKind::Draw) => return Ok(self.nobody_lost()),
            Some(OutcomeKind::Leads(who, lead)) => {
                let mine = self.is_mover(who, run)?;
                let lead = self.linear(lead, run)?.as_number().filter(|_| self.rules.remaining.is_none());
                let lead = lead.map_or_else(|| opaque(span, ENDS_INSIDE), Ok)?;
                let mv = &mut run.effects.mv;
                mv.gain.linear = fits(mv.gain.linear.plus(&Linear::number(lead), if mine { 1 } else { -1 }), span)?;
                mv.given.linear = fits(mv.given.linear.plus(&Linear::number(lead), lead.signum()), span)?;
                return Ok(self.nobody_lost());
            }
            Some(OutcomeKind::Wins(who)) => !self.is_mover(who, run)?,
            Some(OutcomeKind::Loses(who)) => self.is_mover(who, run)?,
        };
        // A position without a mover is seen by the player who has lost.
        run.effects.mv.passes = !mine;
        Ok(match self.turn {
            None => Linear::number(1),
            Some(turn) if mine => Linear::of(2, &[(turn, 1)]),
            Some(turn) => Linear::of(3, &[(turn, -1)]),
        })
    }
}
