//! What to do about a value of the wrong type: one help line for each pair of types that people mix up.

use super::Checker;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::listed;
use crate::rules::{Expr, ExprKind};
use crate::syntax::tree::{self, CompareOp, TypeKind};
use crate::text::Text;
use crate::types::{Domain, Type};

impl Checker<'_> {
    /// What to write where `wanted` is needed and another type stands.
    pub(super) fn instead(&self, wanted: &Type, given: &Expr) -> Text {
        let text = self.quote(given.span);
        match (wanted, &given.ty) {
            (Type::Optional(wanted), _) => self.instead(wanted, given),
            (wanted, none) if none.is_none() => self.instead_of_none(wanted),
            (Type::Bool, Type::Player) if self.site.answer => {
                say!("say how it ends: `{text} wins`, `{text} loses`, `not {text} wins` or `draw`")
            }
            (Type::Bool, Type::Text) if self.site.answer => {
                "say how it ends, `NAME wins` or `draw`; a best move is `\"…\" in best`".into()
            }
            (Type::Bool, _) => self.as_condition(&text, &given.ty),
            (Type::Int | Type::Node, ty) => as_number(&text, ty),
            (Type::Player, Type::Text) => "the names of players stand without quotes".into(),
            (Type::Player, _) => self.the_players(),
            (Type::Names(_), Type::Text) => "the names of a type stand without quotes".into(),
            (Type::Names(which), _) => say!("write one of `{}`", listed(&self.names(*which).names)),
            (Type::Set(of), member) if member.fits(of) => {
                say!("put it in braces, `{{{text}}}`; `s += {{{text}}}` adds it to a set")
            }
            (Type::Set(_), _) => "a set is written in braces: `{1, 2}`, `{x for x in xs}`".into(),
            (Type::List(of), entry) if entry.fits(of) => {
                say!("to change one entry write `xs[i] = {text}`, to put it at the end `append(xs, {text})`")
            }
            (Type::List(_), Type::Set(_)) => say!("`sorted({text})` is the list of its members"),
            (Type::List(_), _) => "a list is written in brackets: `[1, 2]`, `[x for x in xs]`".into(),
            (Type::Grid(_), _) => "to change one cell write `b[r, c] = …`".into(),
            (Type::Cell, _) => "a cell is a row and a column: `(r, c)`".into(),
            (Type::Text, _) => "a text stands in quotes: `\"…\"`".into(),
            (Type::Graph, _) => "a graph is declared by a line such as `param g : graph[2..50]`".into(),
            (wanted, _) => say!("write {} here", self.say(wanted)),
        }
    }

    fn instead_of_none(&self, wanted: &Type) -> Text {
        match wanted {
            Type::Player | Type::Names(_) | Type::Cell | Type::Node => {
                "a `?` behind the type where it is declared allows `none`, as in `player?`".into()
            }
            Type::Set(_) => "a set of nothing is `{}`".into(),
            Type::List(_) => "a list of nothing is `[]`".into(),
            Type::Bool => "write `true` or `false`".into(),
            _ => "a number is never `none`: use one that does not occur otherwise, such as 0 or -1".into(),
        }
    }

    fn as_condition(&self, text: &str, ty: &Type) -> Text {
        match ty {
            Type::Int if text == "0" => say!("write `{}`", "false"),
            Type::Int if text == "1" => say!("write `{}`", "true"),
            Type::Int | Type::Node => say!("compare it with a number: `{text} > 0`"),
            Type::Player if text == "me" => "the other player is `opponent`; a condition is `me == NAME`".into(),
            Type::Player => say!("compare it with a player: `{text} == me`"),
            Type::Optional(_) => say!("ask whether it is there: `{text} != none`"),
            Type::List(of) if **of == Type::Bool => say!("ask for all or any of them: `all({text})`, `any({text})`"),
            Type::List(_) | Type::Set(_) => {
                say!("ask how many there are, `len({text}) > 0`, or run over them: `all(x > 0 for x in {text})`")
            }
            Type::Cell => say!(
                "ask about its row or column, `row_of({text}) == 0`, or about what stands there: `b[{text}] == none`"
            ),
            _ => "a condition compares (`==`, `<`, `in`) or is `true` or `false`".into(),
        }
    }

    pub(super) fn the_players(&self) -> Text {
        say!("the players are `{}` and `{}`; `me` is the one to move", self.rules.players[0], self.rules.players[1])
    }

    /// What to write instead of a comparison of two kinds of things.
    pub(super) fn instead_of_comparing(&self, op: CompareOp, left: &Expr, right: &Expr) -> Text {
        if matches!(op, CompareOp::In | CompareOp::NotIn) {
            return self.instead_of_looking(op, left, right);
        }
        let order = matches!(op, CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge);
        self.comparing(op, left, right).or_else(|| self.comparing(op, right, left)).unwrap_or_else(|| match order {
            true => "only numbers have an order; other things can be the same (`==`) or not (`!=`)".into(),
            false => "only things of one kind can be compared".into(),
        })
    }

    fn instead_of_looking(&self, op: CompareOp, left: &Expr, right: &Expr) -> Text {
        let (what, holder) = (self.quote(left.span), self.quote(right.span));
        match &right.ty {
            Type::Grid(_) if op == CompareOp::In => {
                say!("write `any({holder}[c] == {what} for c in cells({holder}))`")
            }
            Type::Grid(_) => say!("write `all({holder}[c] != {what} for c in cells({holder}))`"),
            Type::Int | Type::Node => say!("for a range write both ends: `{what} in 1..{holder}`"),
            _ => "behind `in` stands a range, a set or a list of such things: `x in 1..3`, `x in {1, 3}`".into(),
        }
    }

    /// The advice for one order of the two.
    fn comparing(&self, op: CompareOp, a: &Expr, b: &Expr) -> Option<Text> {
        let (left, right) = (self.quote(a.span), self.quote(b.span));
        Some(match (&a.ty, &b.ty) {
            (Type::Grid(_), _) => say!(
                "compare cells: `{left}[r, c] == {right}`, or all of them: `all({left}[c] == {right} for c in cells({left}))`"
            ),
            (other, none) if none.is_none() => self.instead_of_none(other),
            (Type::List(of), Type::Text) if self.site.answer && **of == Type::Text => {
                say!(
                    "`{left}` is a list: write `{right} in {left}`, or `{left} == [{right}]` if nothing else may be in it"
                )
            }
            (Type::List(of) | Type::Set(of), entry) if entry.fits(of) => {
                let op = crate::table::operators::compare_row(op).text;
                say!("to compare every entry write `all(x {op} {right} for x in {left})`; one entry is `{left}[0]`")
            }
            (Type::Int | Type::Bool, Type::Player) => self.no_players_there(a),
            (Type::Player, Type::Text) => "the names of players stand without quotes".into(),
            (Type::Names(_), Type::Text) => "the names of a type stand without quotes".into(),
            (Type::Names(_) | Type::Player, Type::Int) => say!("`{left}` is no number; {}", self.values_of(&a.ty)),
            (Type::Bool, Type::Int) => say!("`{left}` is true or false by itself: write `{left}` or `not {left}`"),
            (Type::Cell, Type::Int) => {
                say!("compare with a cell, `{left} == (r, c)`, or its row: `row_of({left}) == {right}`")
            }
            (Type::Text, Type::Int) => "numbers stand without quotes".into(),
            _ => return None,
        })
    }

    fn values_of(&self, ty: &Type) -> Text {
        match ty {
            Type::Names(which) => say!("its values are `{}`", listed(&self.names(*which).names)),
            _ => self.the_players(),
        }
    }

    /// A place that holds numbers and is compared with a player.
    fn no_players_there(&self, place: &Expr) -> Text {
        let ExprKind::Index(base, _) = &place.kind else { return self.the_players() };
        let board = self.quote(base.span);
        let holder = if matches!(base.ty, Type::Grid(_)) { "grid[…] of player?" } else { "list[…] of player?" };
        say!("`{board}` does not hold players; declared as `{holder}` it holds a player or `none` at each place")
    }

    /// What to do about a first value that its declaration cannot take.
    pub(super) fn mend_initial(
        &self,
        finding: Diagnostic,
        value: &Expr,
        domain: &Domain<Expr>,
        ty: Option<&tree::Type>,
    ) -> Diagnostic {
        let (inner, place) = innermost(domain, ty);
        let optional =
            matches!(inner, Domain::Player | Domain::Names { .. } | Domain::Cell { .. } | Domain::Node { .. });
        if value.ty.is_none()
            && optional
            && let Some(place) = place
        {
            let meant = format!("{}?", self.source.slice(place.span));
            return finding.edit(say!("`none` needs a `?` behind the type: `{meant}`"), place.span, meant);
        }
        match domain {
            Domain::Grid { .. } => finding
                .help(say!("one value fills the board, {}; or write its rows, `[[…], […]]`", self.say(&inner.ty()))),
            Domain::List { .. } => finding
                .help(say!("one value fills the list, {}; or write its entries, `[…, …]`", self.say(&inner.ty()))),
            _ => finding.help(self.instead(&domain.ty(), value)),
        }
    }
}

/// What a list or board holds in the end, and where that is written.
fn innermost<'a>(domain: &'a Domain<Expr>, ty: Option<&'a tree::Type>) -> (&'a Domain<Expr>, Option<&'a tree::Type>) {
    let (Domain::List { of: inner, .. } | Domain::Grid { of: inner, .. }) = domain else { return (domain, ty) };
    let inside = ty.and_then(|ty| match &ty.kind {
        TypeKind::List { of, .. } | TypeKind::Grid { of, .. } => Some(&**of),
        _ => None,
    });
    innermost(inner, inside)
}

fn as_number(text: &str, ty: &Type) -> Text {
    match ty {
        Type::Bool => say!("for a number write `if {text} then 1 else 0`"),
        Type::Set(_) | Type::List(_) => {
            say!("take a number from it: `len({text})`, `sum({text})`, `min({text})`, or an entry")
        }
        Type::Range => "write one number of the range, or let a choice run over it: `x in 1..3`".into(),
        Type::Text => "numbers stand without quotes".into(),
        Type::Player => {
            "players are not numbers: what holds a player is declared as `player`, or `player?` where it may be nobody"
                .into()
        }
        Type::Grid(_) => say!("write one cell of it: `{text}[r, c]`"),
        Type::Cell => say!("its row is `row_of({text})`, its column `col_of({text})`"),
        _ => "write a number here".into(),
    }
}
