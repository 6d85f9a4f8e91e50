//! Two moves as one step: where the players move in turn, and the second always restores what the first wrote down for them, a table needs
//! cells for the positions of the first player alone. So guessing a number fills a table in two variables, and not in four.

use super::stage::Stage;
use super::tree::{Answer, Choice, Ex, Move, Op, Recur, Var};
use std::borrow::Cow;

impl Recur {
    /// The recurrence that a program of this stage works out: for tables, with a round as one step where that can be.
    #[must_use]
    pub fn of_stage(&self, stage: Stage) -> Cow<'_, Recur> {
        if self.sum.is_some() && self.is_normal() {
            // Nothing is left to ask where nobody can move.
            return Cow::Owned(Recur { stuck: vec![(Ex::Int(1), Ex::Int(-1))], ..self.clone() });
        }
        let rounds = if self.repeat.is_none() && matches!(stage, Stage::Table | Stage::Rolling) {
            self.in_rounds()
        } else {
            None
        };
        rounds.map_or(Cow::Borrowed(self), Cow::Owned)
    }

    /// The moves of the first player and of the second, if the second only answers and one answer can always be given: that one is first.
    fn halves(&self, turn: usize) -> Option<(Vec<&Move>, Vec<&Move>)> {
        let side = |player: i64| -> Vec<&Move> {
            let moves = self.moves.iter().filter(|mv| mv.guards.first() == Some(&whose(turn, player)));
            moves.filter(|mv| plain(mv, turn, 1 - player)).collect()
        };
        let (first, mut second) = (side(0), side(1));
        let whole = first.len() + second.len() == self.moves.len() && !first.is_empty();
        // Who answers can always do so.
        let free = second.iter().position(|mv| mv.guards.len() == 1)?;
        if !whole || self.vars[turn].start != Ex::Int(0) || second.iter().any(|mv| !mv.choices.is_empty()) {
            return None;
        }
        second.swap(0, free);
        Some((first, second))
    }

    /// The variables that are the same whenever the first player moves, which are none of theirs, and the others; nothing where play may end in between.
    fn gone_and_kept(&self, turn: usize, first: &[&Move], second: &[&Move]) -> Option<(Vec<usize>, Vec<usize>)> {
        let restored = |at: &usize| {
            let same = second.iter().all(|mv| mv.next[*at] == self.vars[*at].start);
            *at == turn || (same && matches!(self.vars[*at].start, Ex::Int(_)))
        };
        let (gone, kept): (Vec<usize>, Vec<usize>) = (0..self.vars.len()).partition(restored);
        let speaks = |ex: &Ex, of: &[usize]| of.iter().any(|at| ex.speaks_of(*at));
        let ends = || self.ends.iter().chain(&self.stuck).flat_map(|(when, value)| [when, value]);
        let bounds = || kept.iter().flat_map(|at| [&self.vars[*at].lo, &self.vars[*at].hi, &self.vars[*at].start]);
        // Play does not end in between.
        let stays =
            |at: &usize| !ends().any(|ex| ex.speaks_of(*at)) || first.iter().all(|mv| mv.next[*at] == Ex::Local(*at));
        let apart = gone.len() > 1
            && kept.iter().all(stays)
            && !ends().chain(&self.remaining).chain(bounds()).any(|ex| speaks(ex, &gone));
        apart.then_some((gone, kept))
    }

    /// The same for the first player alone, with each move and every answer to it as one step; nothing where that is not so simple.
    fn in_rounds(&self) -> Option<Recur> {
        let turn = self.turn?;
        let (first, second) = self.halves(turn)?;
        let (gone, kept) = self.gone_and_kept(turn, &first, &second)?;
        let place = |at: usize| match kept.iter().position(|known| *known == at) {
            Some(place) => Ex::Local(place),
            None if at < self.vars.len() => self.vars[at].start.clone(),
            None => Ex::Local(at - gone.len()),
        };
        let now = |ex: &Ex| ex.with(&place).folded();
        let mut moves = Vec::new();
        for mv in first {
            let after = |at: usize| mv.next.get(at).map_or_else(|| place(at), now);
            let then = |ex: &Ex| ex.with(&after).folded();
            let answer = |mv: &&Move| Answer {
                guards: mv.guards[1..].iter().map(then).collect(),
                gain: then(&mv.gain),
                next: kept.iter().map(|at| then(&mv.next[*at])).collect(),
            };
            let answers: Vec<Answer> = second.iter().map(answer).collect();
            let choice = |choice: &Choice| Choice {
                slot: choice.slot - gone.len(),
                over: choice.over.map(&mut |end| now(end)),
                when: choice.when.as_ref().map(now),
                ..choice.clone()
            };
            moves.push(Move {
                choices: mv.choices.iter().map(choice).collect(),
                guards: mv.guards[1..].iter().map(now).collect(),
                gain: now(&mv.gain),
                next: answers[0].next.clone(),
                answers,
                ..mv.clone()
            });
        }
        let put = |(when, value): &(Ex, Ex)| (now(when), now(value));
        let var = |at: &usize| {
            let var = &self.vars[*at];
            Var { lo: now(&var.lo), hi: now(&var.hi), start: now(&var.start), ..var.clone() }
        };
        Some(Recur {
            vars: kept.iter().map(var).collect(),
            turn: None,
            ends: self.ends.iter().map(put).collect(),
            stuck: self.stuck.iter().map(put).collect(),
            remaining: self.remaining.as_ref().map(now),
            moves,
            ..self.clone()
        })
    }
}

/// The guard that says whose move it is.
fn whose(turn: usize, player: i64) -> Ex {
    Ex::two(Op::Eq, Ex::Local(turn), Ex::Int(player))
}

/// Whether a move only changes numbers and hands over to the other.
fn plain(mv: &Move, turn: usize, other: i64) -> bool {
    let loops = mv.guards.iter().chain(&mv.next).chain([&mv.gain]).any(Ex::takes_a_loop);
    let bound = mv.next.iter().any(|next| matches!(next, Ex::Bound(_)));
    let speaks = mv.guards[1..].iter().chain([&mv.gain]).any(|ex| ex.speaks_of(turn));
    mv.next[turn] == Ex::Int(other)
        && mv.again == Ex::Int(0)
        && mv.finish.is_empty()
        && mv.steps.is_empty()
        && !loops
        && !bound
        && !speaks
}
