//! Whether rules are those of a game of normal play: players move in turn, whoever cannot move loses, and nothing else ends play. Then every
//! position is a short game in Conway's sense (1976), for either player may be asked to move on its board.

use super::{Instance, sums};
use crate::game::{Fault, NormalPlay};
use bouton_rules::diagnostic::Diagnostic;
use bouton_rules::layout::{Packed, turn};
use bouton_rules::rules::{Rules, StmtKind};
use bouton_rules::{Player, Span, say};

impl NormalPlay<Packed> for Instance {
    fn with_mover(&self, position: &Packed, mover: Player) -> Packed {
        let mut position = position.clone();
        let word = position.first_mut().expect("the turn lies in the first word");
        *word = *word & !7 | if mover == Player::First { turn::FIRST } else { turn::SECOND };
        position
    }
}

/// What of the rules is not normal play.
pub(super) fn refused(game: &Instance) -> Option<Fault> {
    let rules = game.rules();
    let (span, why, help) = unlike(rules).or_else(|| {
        let lost = sums::normal(game.interpreter()) == Some(true);
        let span = rules.stucks.first().map(|stuck| stuck.span);
        (!lost).then_some((span, "whoever cannot move must lose, whatever the position", "`stuck => me loses`"))
    })?;
    let finding = Diagnostic::error("M11", say!("this is no game of normal play: {why}"));
    let finding = match span {
        Some(span) => finding.at(span, "not in normal play"),
        None => finding,
    };
    Some(finding.help(help).into())
}

/// The first line that ends play otherwise, or lets a player move twice.
fn unlike(rules: &Rules) -> Option<(Option<Span>, &'static str, &'static str)> {
    const SOLVE: &str = "`bouton solve` says who wins such a game, alone";
    if rules.points {
        return Some((None, "points decide it", SOLVE));
    }
    if let Some(repeat) = &rules.repeat {
        return Some((Some(repeat.span), "play can go round for ever", SOLVE));
    }
    if let Some(end) = rules.ends.first() {
        return Some((Some(end.span), "it ends by another line than that of who cannot move", SOLVE));
    }
    let mut found = None;
    for stmt in rules.moves.iter().flat_map(|mv| &mv.body) {
        stmt.walk(&mut |stmt| {
            let why = match &stmt.kind {
                StmtKind::Again | StmtKind::Turn(_) => "a player may move more than once",
                StmtKind::End(..) => "a move can end it",
                _ => return,
            };
            found = found.or(Some((Some(stmt.span), why, SOLVE)));
        });
    }
    found
}
