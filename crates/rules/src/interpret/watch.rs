//! Counts how often each condition of the rules held and failed: one that never changes is worth a warning.

use super::{Env, Fault};
use crate::rules::{Expr, Rules, StmtKind};
use crate::source::Span;
use std::sync::atomic::{AtomicU64, Ordering};

/// How the conditions of some rules turned out: `when`, `end when`, `stuck when`, and the `if` of a move's choices.
#[derive(Debug)]
pub struct Watch {
    /// In rising order.
    places: Vec<Span>,
    counts: Vec<[AtomicU64; 2]>,
}

/// How often a condition was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Where it stands.
    pub span: Span,
    /// How often it held.
    pub held: u64,
    /// How often it failed.
    pub failed: u64,
}

impl Watch {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(rules: &Rules) -> Watch {
        let mut places = Vec::new();
        rules.conditions(&mut |_, condition| places.push(condition.span));
        places.sort_unstable();
        places.dedup();
        let counts = places.iter().map(|_| Default::default()).collect();
        Watch { places, counts }
    }

    fn note(&self, span: Span, holds: bool) {
        if let Ok(place) = self.places.binary_search(&span) {
            self.counts[place][usize::from(holds)].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The counts so far, in the order of the text.
    pub fn asked(&self) -> impl Iterator<Item = Asked> + '_ {
        let load = |count: &AtomicU64| count.load(Ordering::Relaxed);
        self.places.iter().zip(&self.counts).map(move |(span, [failed, held])| Asked {
            span: *span,
            held: load(held),
            failed: load(failed),
        })
    }
}

/// What a condition decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Whether a move is legal: a `when` of `Rules::moves[i]`.
    When(usize),
    /// Whether a choice may be made: an `if` of `Rules::moves[i]`.
    Choice(usize),
    /// Whether a move ends the game.
    EndsMove(usize),
    /// Whether the game is over: `Rules::ends[i]`.
    End(usize),
    /// What being stuck means: `Rules::stucks[i]`.
    Stuck(usize),
}

impl Rules {
    /// Every condition that is watched, with what it decides.
    pub fn conditions(&self, visit: &mut dyn FnMut(Asks, &Expr)) {
        for (which, mv) in self.moves.iter().enumerate() {
            let choices = mv.choices.iter().filter_map(|choice| choice.condition.as_ref());
            choices.for_each(|condition| visit(Asks::Choice(which), condition));
            for stmt in &mv.body {
                stmt.walk(&mut |stmt| match &stmt.kind {
                    StmtKind::When(condition) => visit(Asks::When(which), condition),
                    StmtKind::End(Some(condition), _) => visit(Asks::EndsMove(which), condition),
                    _ => {}
                });
            }
        }
        self.ends.iter().enumerate().for_each(|(which, end)| visit(Asks::End(which), &end.condition));
        for (which, stuck) in self.stucks.iter().enumerate() {
            stuck.condition.iter().for_each(|condition| visit(Asks::Stuck(which), condition));
        }
    }
}

impl Env<'_> {
    /// Works out a condition that is watched.
    pub(super) fn asked(&mut self, condition: &Expr) -> Result<bool, Fault> {
        let holds = self.truth(condition)?;
        self.noted(condition.span, holds);
        Ok(holds)
    }

    /// Counts how a condition turned out, when somebody wants to know.
    pub(super) fn noted(&self, condition: Span, holds: bool) {
        if let Some(watch) = &self.game.watch {
            watch.note(condition, holds);
        }
    }
}
