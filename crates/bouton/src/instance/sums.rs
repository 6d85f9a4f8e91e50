//! Games in the rules language that are sums: written with `part`, or ordinary ones whose every move touches one entry of one
//! list and looks at nothing else that changes (Nim).

use super::Instance;
use crate::game::{Bulk, Fault, Part, PartizanParts, Parts, Takes};
use crate::recurrence::Breaks;
use bouton_rules::Player;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::{Interpreter, PartValue, Position, Turn};
use bouton_rules::layout::{Packed, key, of_key};
use bouton_rules::rules::{Expr, ExprKind, Move, OutcomeKind, Place, Root, Stmt, StmtKind, StuckResult, Who};
use bouton_rules::types::{Domain, Type};

/// What a game is the sum of.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    normal: bool,
    /// Whether a move in a part is left to one player.
    partizan: bool,
    parts: Kinds,
}

#[derive(Clone, Debug)]
enum Kinds {
    /// `part` lines.
    Declared,
    /// The entries of the only list. Those of one kind are alike if `alike`; otherwise each place is a kind of its own.
    Entries { alike: bool },
}

/// What a game is the sum of, if its rules show it.
pub(super) fn find(game: &Interpreter) -> Option<Sum> {
    let rules = game.rules();
    let parts = if rules.parts.is_empty() { entries(game)? } else { Kinds::Declared };
    let partizan = rules.parts.iter().flat_map(|part| &part.moves).any(|mv| mv.by.is_some());
    Some(Sum { normal: normal(game)?, partizan, parts })
}

impl Sum {
    /// Whether both players have the same moves in every part.
    pub(super) fn is_impartial(&self) -> bool {
        !self.partizan
    }

    /// Whether players have moves of their own, and whoever cannot move loses.
    pub(super) fn is_partizan(&self) -> bool {
        self.partizan && self.normal
    }
}

/// Whether whoever cannot move loses, or wins; nothing if the rules say something else.
pub(super) fn normal(game: &Interpreter) -> Option<bool> {
    for line in &game.rules().stucks {
        let holds = match &line.condition {
            None => true,
            Some(condition) => game.fixed(condition, &[])? == Datum::Int(1),
        };
        if holds {
            let StuckResult::Over(outcome) = &line.result else { return None };
            return match outcome.kind {
                OutcomeKind::Loses(Who::Me) | OutcomeKind::Wins(Who::Opponent) => Some(true),
                OutcomeKind::Wins(Who::Me) | OutcomeKind::Loses(Who::Opponent) => Some(false),
                _ => None,
            };
        }
    }
    None
}

/// Whether the game is the sum of the entries of its only variable: every move picks an entry by its first choice, and neither
/// looks at anything else that changes nor changes anything else.
fn entries(game: &Interpreter) -> Option<Kinds> {
    let rules = game.rules();
    let plain = !rules.points && rules.ends.is_empty() && rules.normalise.is_empty() && rules.repeat.is_none();
    let [Domain::List { of, .. }] = game.domains() else { return None };
    if !plain || rules.moves.is_empty() || !of.ty().is_scalar() || !rules.moves.iter().all(of_one_entry) {
        return None;
    }
    let length = game.start().ok()?.state.first()?.count();
    let alike = rules.moves.iter().all(|mv| over_every_place(game, mv, length) && !looks_at_place(mv));
    Some(Kinds::Entries { alike })
}

/// Whether a move touches only the entry that its first choice picks.
fn of_one_entry(mv: &Move) -> bool {
    let Some((place, others)) = mv.choices.split_first() else { return false };
    let mut right =
        mv.by.is_none() && place.ty == Type::Int && place.over.is_fixed(&|_| false) && place.condition.is_none();
    let mut look = |expr: &Expr| right &= only_sees(expr, place.slot);
    others.iter().for_each(|choice| choice.exprs(&mut look));
    mv.body.iter().for_each(|stmt| stmt.exprs(&mut look));
    mv.body.iter().for_each(|stmt| stmt.walk(&mut |stmt| right &= only_changes(stmt, place.slot)));
    right
}

/// Whether all an expression sees of the position is the entry at the place in this local.
fn only_sees(expr: &Expr, place: usize) -> bool {
    if is_entry(expr, place) {
        return true;
    }
    if matches!(expr.kind, ExprKind::State(_) | ExprKind::Old(_) | ExprKind::Can(_)) || expr.ty == Type::Player {
        return false;
    }
    let mut right = true;
    expr.parts(&mut |part| right &= only_sees(part, place));
    right
}

/// `xs[place]`
fn is_entry(expr: &Expr, place: usize) -> bool {
    let ExprKind::Index(base, indices) = &expr.kind else { return false };
    matches!(base.kind, ExprKind::State(_)) && matches!(indices.as_slice(), [index] if is_local(index, place))
}

fn is_local(expr: &Expr, slot: usize) -> bool {
    matches!(expr.kind, ExprKind::Local(local) if local == slot)
}

/// Whether a statement changes nothing but the entry at the place in this local, and does nothing that a sum cannot have.
fn only_changes(stmt: &Stmt, place: usize) -> bool {
    let of_entry = |changed: &Place| match changed.root {
        Root::Local(slot) => slot != place,
        Root::State(_) => {
            matches!(changed.path.as_slice(), [index] if matches!(index.as_slice(), [index] if is_local(index, place)))
        }
    };
    match &stmt.kind {
        StmtKind::Assign(changes) => changes.iter().all(|(changed, _)| of_entry(changed)),
        StmtKind::When(_) | StmtKind::Local(..) | StmtKind::If(..) | StmtKind::For(..) | StmtKind::Break => true,
        StmtKind::Gain(..) | StmtKind::Again | StmtKind::Turn(_) | StmtKind::End(..) => false,
    }
}

/// Whether the first choice of a move runs over all places of a list of that length.
fn over_every_place(game: &Interpreter, mv: &Move, length: usize) -> bool {
    let Some(ExprKind::Range { lo, hi, inclusive }) = mv.choices.first().map(|choice| &choice.over.kind) else {
        return false;
    };
    let (Some(Datum::Int(lo)), Some(Datum::Int(hi))) = (game.fixed(lo, &[]), game.fixed(hi, &[])) else { return false };
    lo == 0 && usize::try_from(hi).is_ok_and(|hi| hi + usize::from(*inclusive) == length)
}

/// Whether a move looks at the number of its place, and not only at the entry there.
fn looks_at_place(mv: &Move) -> bool {
    let Some((place, others)) = mv.choices.split_first() else { return true };
    let mut found = false;
    let mut look = |expr: &Expr| found |= names_place(expr, place.slot);
    others.iter().for_each(|choice| choice.exprs(&mut look));
    mv.body.iter().for_each(|stmt| stmt.walk(&mut |stmt| values(stmt, &mut look)));
    found
}

/// The expressions of a statement itself, the index of a changed entry left out.
fn values(stmt: &Stmt, look: &mut dyn FnMut(&Expr)) {
    match &stmt.kind {
        StmtKind::When(expr) | StmtKind::Local(_, expr) | StmtKind::If(expr, ..) | StmtKind::For(_, expr, _) => {
            look(expr)
        }
        StmtKind::Assign(changes) => changes.iter().for_each(|(place, value)| {
            if let Root::Local(_) = place.root {
                place.exprs(look);
            }
            look(value);
        }),
        _ => {}
    }
}

fn names_place(expr: &Expr, place: usize) -> bool {
    if is_entry(expr, place) {
        return false;
    }
    let mut found = is_local(expr, place);
    expr.parts(&mut |part| found |= names_place(part, place));
    found
}

impl Parts<Packed> for Instance {
    fn normal(&self) -> bool {
        self.sum.as_ref().is_some_and(|sum| sum.normal)
    }

    fn split(&self, position: &Packed) -> Vec<Part> {
        let state = self.unpack(position).state;
        let domains = self.interpreter.domains();
        let keys = |list: usize, datum: &Datum| -> Vec<i64> {
            let Some(Domain::List { of, .. }) = domains.get(list) else { return Vec::new() };
            datum.entries().filter_map(|entry| key(&entry, of)).collect()
        };
        let place_is_kind = matches!(self.sum.as_ref().map(|sum| &sum.parts), Some(Kinds::Entries { alike: false }));
        let lists = state.iter().enumerate().map(|(list, datum)| (list, keys(list, datum)));
        let entries = lists.flat_map(|(list, values)| values.into_iter().enumerate().map(move |entry| (list, entry)));
        let kind = |list, place| if place_is_kind { place } else { list };
        entries.map(|(list, (place, value))| Part { kind: kind(list, place), value }).collect()
    }

    fn options(&self, part: Part) -> Result<Vec<Vec<Part>>, Fault> {
        match self.sum.as_ref().map(|sum| &sum.parts) {
            Some(Kinds::Entries { .. }) => self.entry_options(part),
            _ => self.declared_options(part, None),
        }
    }

    fn breaks(&self) -> Option<Breaks> {
        super::recurrence::breaks(self)
    }

    fn takes(&self, kind: usize, most: i64) -> Option<Takes> {
        super::takes::takes(self, kind, most)
    }

    fn bulk(&self) -> Option<&dyn Bulk> {
        let declared = matches!(self.sum.as_ref().map(|sum| &sum.parts), Some(Kinds::Declared));
        let parts = if declared && self.pays() { self.compiled_parts().ok() } else { None };
        parts.map(|parts| parts as &dyn Bulk)
    }

    fn show(&self, part: Part) -> String {
        let rules = self.rules();
        let value = |domain: &Domain<i64>| rules.show(&of_key(part.value, domain), domain);
        let entry = |which: usize| match self.interpreter.domains().get(which) {
            Some(Domain::List { of, .. }) => value(of),
            _ => part.value.to_string(),
        };
        match rules.parts.get(part.kind) {
            Some(kind) if kind.slot().is_some() => format!("{}({})", kind.name, entry(kind.state)),
            Some(kind) => format!("{}{}", kind.name, entry(kind.state)),
            None => rules
                .states
                .first()
                .map_or_else(String::new, |state| format!("an entry {} of {}", entry(0), state.name)),
        }
    }
}

impl PartizanParts<Packed> for Instance {
    fn split(&self, position: &Packed) -> Vec<Part> {
        Parts::split(self, position)
    }

    fn options(&self, part: Part, mover: Player) -> Result<Vec<Vec<Part>>, Fault> {
        self.declared_options(part, Some(mover))
    }

    fn show(&self, part: Part) -> String {
        Parts::show(self, part)
    }
}

impl Instance {
    /// Whether a move in a part is left to one player.
    pub(super) fn has_own_moves(&self) -> bool {
        self.sum.as_ref().is_some_and(|sum| sum.partizan)
    }

    /// What moves, of a player or of both, leave of a part written with `part`.
    fn declared_options(&self, part: Part, mover: Option<Player>) -> Result<Vec<Vec<Part>>, Fault> {
        if let Some(options) = self.quick_options(part, mover) {
            return Ok(options);
        }
        let asked = PartValue { kind: part.kind, value: part.value };
        let options = match mover {
            Some(mover) => self.interpreter.options_by(asked, mover)?,
            None => self.interpreter.options(asked)?,
        };
        let part = |part: PartValue| Part { kind: part.kind, value: part.value };
        Ok(options.into_iter().map(|left| left.into_iter().map(part).collect()).collect())
    }

    /// What moves leave of one entry: played with the entry alone, every other at its least value.
    fn entry_options(&self, part: Part) -> Result<Vec<Vec<Part>>, Fault> {
        let place = if let Some(Sum { parts: Kinds::Entries { alike: false }, .. }) = self.sum { part.kind } else { 0 };
        let mut position: Position = self.interpreter.start()?;
        position.turn = Turn::Of(Player::First);
        self.leave_alone(&mut position, place, part.value);
        let here = Datum::Int(i64::try_from(place).expect("a list has fewer than 2^63 entries"));
        let steps = self.interpreter.steps(&position)?.into_iter();
        let made = steps.filter(|step| step.mv.made.is_some() && step.mv.args.first() == Some(&here));
        let left = made.filter_map(|step| step.next.state.first().and_then(|list| list.entry(place)));
        Ok(left
            .filter_map(
                |entry| if let Datum::Int(value) = entry { Some(vec![Part { kind: part.kind, value }]) } else { None },
            )
            .collect())
    }

    fn leave_alone(&self, position: &mut Position, place: usize, value: i64) {
        let least = match self.interpreter.domains().first() {
            Some(Domain::List { of, .. }) => {
                if let Domain::Int { lo, .. } = **of {
                    Some(Datum::Int(lo))
                } else {
                    None
                }
            }
            _ => None,
        };
        if let Some(list) = position.state.first_mut() {
            let entries = list.entries().enumerate();
            let entry = |(at, entry)| if at == place { Datum::Int(value) } else { least.clone().unwrap_or(entry) };
            *list = Datum::list(entries.map(entry).collect());
        }
    }
}
