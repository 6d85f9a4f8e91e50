//! What never changes over all games played: moves never legal, conditions that always turn out alike, bounds never reached.

use super::Tried;
use super::book::Book;
use super::walk::Walk;
use crate::show::Count;
use bouton_rules::diagnostic::Diagnostic;
use bouton_rules::interpret::{Asked, Asks, Interpreter, Step, Watch};
use bouton_rules::rules::{Expr, ExprKind, Rules};
use bouton_rules::types::Domain;
use bouton_rules::{Span, Text, datum::Datum, say};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A habit is told of after so many complete games, unless the rules have no parameters.
const ENOUGH_GAMES: usize = 3;
/// A condition must have been asked so often.
const ENOUGH_ASKED: u64 = 50;

/// Counts over all games.
#[derive(Debug)]
pub(super) struct Habits {
    /// How often each move was legal.
    legal: Vec<u64>,
    /// In how many games each condition was asked, and how often before the game at hand.
    asked: BTreeMap<Span, (usize, u64)>,
    bounds: Vec<Bound>,
}

/// What is known of the bounds of a number.
#[derive(Clone, Copy, Debug, Default)]
struct Bound {
    low_reached: bool,
    high_reached: bool,
    /// Complete games in which it was looked at.
    games: usize,
    /// Least and greatest value in the last one, and its bounds.
    last: (i64, i64, i64, i64),
    /// The bounds in the first one, and whether those of later ones were others.
    first: (i64, i64),
    low_varies: bool,
    high_varies: bool,
}

impl Habits {
    pub(super) fn new(rules: &Rules) -> Habits {
        let bounds = vec![Bound::default(); rules.states.len()];
        Habits { legal: vec![0; rules.moves.len()], asked: BTreeMap::new(), bounds }
    }

    /// The moves of a position.
    pub(super) fn steps(&mut self, steps: &[Step]) {
        steps.iter().filter_map(|step| step.mv.made).for_each(|made| self.legal[made] += 1);
    }

    /// Whether every move was legal somewhere.
    pub(super) fn every_move_was_legal(&self) -> bool {
        self.legal.iter().all(|legal| *legal > 0)
    }

    /// A game has been played.
    pub(super) fn played(&mut self, game: &Interpreter, watch: &Watch, walk: &Walk, complete: bool) {
        for asked in watch.asked() {
            let (games, before) = self.asked.entry(asked.span).or_default();
            let now = asked.held + asked.failed;
            *games += usize::from(now > *before);
            *before = now;
        }
        if complete && walk.positions.len() > 1 {
            game.domains().iter().zip(&mut self.bounds).enumerate().for_each(|(which, (domain, bound))| {
                if let Domain::Int { lo, hi } = domain {
                    bound.seen(walk, which, *lo, *hi);
                }
            });
        }
    }

    /// Adds what never changed to the book. What games beyond those tried may show is said of those tried only.
    pub(super) fn tell(&self, rules: &Rules, watch: &Arc<Watch>, tried: &[Tried], book: &mut Book) {
        let complete = tried.iter().filter(|tried| tried.complete).count();
        let enough = if rules.params.is_empty() { 1 } else { ENOUGH_GAMES };
        if complete < enough {
            return;
        }
        let basis = basis(rules, tried);
        let asked: BTreeMap<Span, Asked> = watch.asked().map(|asked| (asked.span, asked)).collect();
        self.dead_moves(rules, &asked, &basis, book);
        self.conditions(rules, &asked, enough, &basis, book);
        self.slack(rules, enough, &basis, book);
    }

    fn dead_moves(&self, rules: &Rules, asked: &BTreeMap<Span, Asked>, basis: &Text, book: &mut Book) {
        for (which, mv) in rules.moves.iter().enumerate().filter(|(which, _)| self.legal[*which] == 0) {
            let mut finding =
                Diagnostic::warning("B063", say!("the move `{}` was never legal", mv.name)).at(mv.span, "this move");
            let mut never: Vec<Asked> = Vec::new();
            rules.conditions(&mut |asks, condition| {
                if matches!(asks, Asks::When(of) | Asks::Choice(of) if of == which) {
                    never.extend(asked.get(&condition.span).filter(|asked| asked.held == 0 && asked.failed > 0));
                }
            });
            for asked in never {
                finding = finding.at(asked.span, say!("false all {} times it was asked", Count(asked.failed)));
            }
            let finding =
                finding.note(basis).help("if it can never be, mend what stands in its way, or take the move out");
            book.add(if rules.params.is_empty() { finding } else { finding.help(SHOW_IT) }, "");
        }
    }

    fn conditions(&self, rules: &Rules, asked: &BTreeMap<Span, Asked>, enough: usize, basis: &Text, book: &mut Book) {
        let mut told = Vec::new();
        rules.conditions(&mut |asks, condition| {
            let dead = matches!(asks, Asks::When(which) | Asks::Choice(which) if self.legal[which] == 0);
            // A part that cannot move is no longer there, so what its moves ask holds by itself, and is needed for that.
            let of_part = matches!(asks, Asks::When(which) | Asks::Choice(which) if is_of_part(rules, which));
            let games = self.asked.get(&condition.span).map_or(0, |(games, _)| *games);
            let asked =
                asked.get(&condition.span).filter(|asked| asked.held + asked.failed >= ENOUGH_ASKED && games >= enough);
            let asked = asked.filter(|_| !dead && !of_part && depends(condition));
            if let Some(finding) = asked.and_then(|asked| habit(asks, *asked)) {
                let finding = finding.note(basis);
                told.push(if rules.params.is_empty() { finding } else { finding.help(SHOW_IT) });
            }
        });
        told.into_iter().for_each(|finding| book.add(finding, ""));
    }

    fn slack(&self, rules: &Rules, enough: usize, basis: &Text, book: &mut Book) {
        for (state, bound) in rules.states.iter().zip(&self.bounds).filter(|(_, bound)| bound.games >= enough) {
            // A bound that is the same for all parameters may be meant for larger ones than were tried.
            let low = bound.low_reached || !(rules.params.is_empty() || bound.low_varies);
            let high = bound.high_reached || !(rules.params.is_empty() || bound.high_varies);
            let which = match (low, high) {
                (true, true) => continue,
                (false, true) => "lower bound",
                (true, false) => "upper bound",
                (false, false) => "bounds",
            };
            let (least, most, lo, hi) = bound.last;
            let finding = Diagnostic::warning("B065", say!("`{}` never reached its {which}", state.name))
                .at(state.span, say!("was only {least}..{most} of {lo}..{hi}"))
                .note(basis)
                .help("if no game reaches it, tighten the bounds (it saves room), or look for the case that was forgotten");
            book.add(finding, "");
        }
    }

    /// Whether something never changed, so that other games are worth a look before it is said.
    pub(super) fn doubts(&self, rules: &Rules, watch: &Arc<Watch>, tried: &[Tried]) -> bool {
        let mut book = Book::default();
        self.tell(rules, watch, tried, &mut book);
        !book.found.is_empty()
    }
}

impl Bound {
    fn seen(&mut self, walk: &Walk, which: usize, lo: i64, hi: i64) {
        let values = walk.positions.iter().filter_map(|position| match &position.state[which] {
            Datum::Int(value) => Some(*value),
            _ => None,
        });
        let (least, most) =
            values.fold((i64::MAX, i64::MIN), |(least, most), value| (least.min(value), most.max(value)));
        if self.games == 0 {
            self.first = (lo, hi);
        }
        self.low_varies |= self.first.0 != lo;
        self.high_varies |= self.first.1 != hi;
        self.low_reached |= least == lo;
        self.high_reached |= most == hi;
        self.games += 1;
        self.last = (least, most, lo, hi);
    }
}

/// What to do where a larger game would show that nothing is wrong.
const SHOW_IT: &str = "if other parameters would show it, give them in an `example` line: examples are played here too";

/// What the findings rest on.
fn basis(rules: &Rules, tried: &[Tried]) -> Text {
    let largest = tried.iter().max_by_key(|tried| (tried.positions, std::cmp::Reverse(tried.params.len())));
    let positions = super::words::positions(largest.map_or(0, |largest| largest.positions));
    match largest {
        Some(largest) if tried.len() > 1 => {
            say!("in {} small games, the largest with {}: {positions}", tried.len(), largest.params)
        }
        _ if rules.params.is_empty() => say!("this is so in all {positions}"),
        _ => say!("in {positions}"),
    }
}

/// Whether a move is made in a part of a sum.
fn is_of_part(rules: &Rules, which: usize) -> bool {
    rules.parts.iter().flat_map(|part| &part.moves).any(|mv| mv.made == which)
}

/// Whether a condition speaks of the position or of a choice, and not only of parameters.
fn depends(condition: &Expr) -> bool {
    let varies = |part: &Expr| {
        matches!(
            part.kind,
            ExprKind::State(_)
                | ExprKind::Old(_)
                | ExprKind::Local(_)
                | ExprKind::Me
                | ExprKind::Opponent
                | ExprKind::Can(_)
        )
    };
    condition.any(&varies)
}

/// What is odd about a condition that always turns out alike.
fn habit(asks: Asks, asked: Asked) -> Option<Diagnostic> {
    let (always, times) = match (asked.held, asked.failed) {
        (0, failed) => (false, failed),
        (held, 0) => (true, held),
        _ => return None,
    };
    let (what, help) = match (asks, always) {
        (Asks::When(_) | Asks::Choice(_), true) => {
            ("this condition always held", "if it forbids nothing, mend it, or take it out")
        }
        (Asks::When(_) | Asks::Choice(_), false) => {
            ("this condition never held", "if it never can, what follows it never happens: mend it, or take it out")
        }
        (Asks::End(_) | Asks::EndsMove(_), true) => {
            ("this ending always held", "play ends as soon as it gets here: say when it shall not")
        }
        (Asks::End(_) | Asks::EndsMove(_), false) => {
            ("this ending was never reached", "if it never can be, mend its condition, or take the line out")
        }
        (Asks::Stuck(_), true) => ("this condition always held", "if it always does, leave the `when` out, or mend it"),
        (Asks::Stuck(_), false) => {
            ("this `stuck` line never applied", "if it never can, mend its condition, or take the line out")
        }
    };
    let label = say!("{} all {} times it was asked", if always { "true" } else { "false" }, Count(times));
    Some(Diagnostic::warning("B064", what).at(asked.span, label).help(help))
}
