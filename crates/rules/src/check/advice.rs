//! What to do about a value of the wrong type: one help line for each pair of types that people mix up.

use super::Checker;
use crate::diagnostic::{Diagnostic, shorten};
use crate::rules::{Expr, ExprKind};
use crate::syntax::tree::{self, CompareOp, TypeKind};
use crate::types::{Domain, Type};

impl Checker<'_> {
    /// What to write where `wanted` is needed and another type stands.
    pub(super) fn instead(&self, wanted: &Type, given: &Expr) -> String {
        let text = self.quote(given.span);
        match (wanted, &given.ty) {
            (Type::Optional(wanted), _) => self.instead(wanted, given),
            (wanted, none) if none.is_none() => self.instead_of_none(wanted),
            (Type::Bool, Type::Player) if self.site.answer => {
                format!("say how it ends: `{text} wins`, `{text} loses`, `not {text} wins` or `draw`")
            }
            (Type::Bool, Type::Text) if self.site.answer => {
                "say how it ends, `NAME wins` or `draw`; a best move is `\"…\" in best`".to_owned()
            }
            (Type::Bool, _) => self.as_condition(&text, &given.ty),
            (Type::Int | Type::Node, ty) => as_number(&text, ty),
            (Type::Player, Type::Text) => "the names of players stand without quotes".to_owned(),
            (Type::Player, _) => self.the_players(),
            (Type::Names(_), Type::Text) => "the names of a type stand without quotes".to_owned(),
            (Type::Names(which), _) => format!("write one of `{}`", shorten(&self.names(*which).names.join("`, `"))),
            (Type::Set(of), member) if member.fits(of) => {
                format!("put it in braces, `{{{text}}}`; `s += {{{text}}}` adds it to a set")
            }
            (Type::Set(_), _) => "a set is written in braces: `{1, 2}`, `{x for x in xs}`".to_owned(),
            (Type::List(of), entry) if entry.fits(of) => {
                format!("to change one entry write `xs[i] = {text}`, to put it at the end `append(xs, {text})`")
            }
            (Type::List(_), Type::Set(_)) => format!("`sorted({text})` is the list of its members"),
            (Type::List(_), _) => "a list is written in brackets: `[1, 2]`, `[x for x in xs]`".to_owned(),
            (Type::Grid(_), _) => "to change one cell write `b[r, c] = …`".to_owned(),
            (Type::Cell, _) => "a cell is a row and a column: `(r, c)`".to_owned(),
            (Type::Text, _) => "a text stands in quotes: `\"…\"`".to_owned(),
            (Type::Graph, _) => "a graph is declared by a line such as `param g : graph[2..50]`".to_owned(),
            (wanted, _) => format!("write {} here", self.say(wanted)),
        }
    }

    fn instead_of_none(&self, wanted: &Type) -> String {
        match wanted {
            Type::Player | Type::Names(_) | Type::Cell | Type::Node => {
                "a `?` behind the type where it is declared allows `none`, as in `player?`".to_owned()
            }
            Type::Set(_) => "a set of nothing is `{}`".to_owned(),
            Type::List(_) => "a list of nothing is `[]`".to_owned(),
            Type::Bool => "write `true` or `false`".to_owned(),
            _ => "a number is never `none`: use one that does not occur otherwise, such as 0 or -1".to_owned(),
        }
    }

    fn as_condition(&self, text: &str, ty: &Type) -> String {
        match ty {
            Type::Int if text == "0" => "write `false`".to_owned(),
            Type::Int if text == "1" => "write `true`".to_owned(),
            Type::Int | Type::Node => format!("compare it with a number: `{text} > 0`"),
            Type::Player if text == "me" => "the other player is `opponent`; a condition is `me == NAME`".to_owned(),
            Type::Player => format!("compare it with a player: `{text} == me`"),
            Type::Optional(_) => format!("ask whether it is there: `{text} != none`"),
            Type::List(of) if **of == Type::Bool => format!("ask for all or any of them: `all({text})`, `any({text})`"),
            Type::List(_) | Type::Set(_) => {
                format!("ask how many there are, `len({text}) > 0`, or run over them: `all(x > 0 for x in {text})`")
            }
            Type::Cell => format!(
                "ask about its row or column, `row_of({text}) == 0`, or about what stands there: `b[{text}] == none`"
            ),
            _ => "a condition compares (`==`, `<`, `in`) or is `true` or `false`".to_owned(),
        }
    }

    pub(super) fn the_players(&self) -> String {
        format!("the players are `{}` and `{}`; `me` is the one to move", self.rules.players[0], self.rules.players[1])
    }

    /// What to write instead of a comparison of two kinds of things.
    pub(super) fn instead_of_comparing(&self, op: CompareOp, left: &Expr, right: &Expr) -> String {
        if matches!(op, CompareOp::In | CompareOp::NotIn) {
            return self.instead_of_looking(op, left, right);
        }
        let order = matches!(op, CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge);
        self.comparing(op, left, right).or_else(|| self.comparing(op, right, left)).unwrap_or_else(|| match order {
            true => "only numbers have an order; other things can be the same (`==`) or not (`!=`)".to_owned(),
            false => "only things of one kind can be compared".to_owned(),
        })
    }

    fn instead_of_looking(&self, op: CompareOp, left: &Expr, right: &Expr) -> String {
        let (what, holder) = (self.quote(left.span), self.quote(right.span));
        match &right.ty {
            Type::Grid(_) if op == CompareOp::In => {
                format!("write `any({holder}[c] == {what} for c in cells({holder}))`")
            }
            Type::Grid(_) => format!("write `all({holder}[c] != {what} for c in cells({holder}))`"),
            Type::Int | Type::Node => format!("for a range write both ends: `{what} in 1..{holder}`"),
            _ => "behind `in` stands a range, a set or a list of such things: `x in 1..3`, `x in {1, 3}`".to_owned(),
        }
    }

    /// The advice for one order of the two.
    fn comparing(&self, op: CompareOp, a: &Expr, b: &Expr) -> Option<String> {
        let (left, right) = (self.quote(a.span), self.quote(b.span));
        Some(match (&a.ty, &b.ty) {
            (Type::Grid(_), _) => format!(
                "compare cells: `{left}[r, c] == {right}`, or all of them: `all({left}[c] == {right} for c in cells({left}))`"
            ),
            (other, none) if none.is_none() => self.instead_of_none(other),
            (Type::List(of), Type::Text) if self.site.answer && **of == Type::Text => {
                format!(
                    "`{left}` is a list: write `{right} in {left}`, or `{left} == [{right}]` if nothing else may be in it"
                )
            }
            (Type::List(of) | Type::Set(of), entry) if entry.fits(of) => {
                let op = crate::table::operators::compare_row(op).text;
                format!("to compare every entry write `all(x {op} {right} for x in {left})`; one entry is `{left}[0]`")
            }
            (Type::Int | Type::Bool, Type::Player) => self.no_players_there(a),
            (Type::Player, Type::Text) => "the names of players stand without quotes".to_owned(),
            (Type::Names(_), Type::Text) => "the names of a type stand without quotes".to_owned(),
            (Type::Names(_) | Type::Player, Type::Int) => format!("`{left}` is no number; {}", self.values_of(&a.ty)),
            (Type::Bool, Type::Int) => format!("`{left}` is true or false by itself: write `{left}` or `not {left}`"),
            (Type::Cell, Type::Int) => {
                format!("compare with a cell, `{left} == (r, c)`, or its row: `row_of({left}) == {right}`")
            }
            (Type::Text, Type::Int) => "numbers stand without quotes".to_owned(),
            _ => return None,
        })
    }

    fn values_of(&self, ty: &Type) -> String {
        match ty {
            Type::Names(which) => format!("its values are `{}`", shorten(&self.names(*which).names.join("`, `"))),
            _ => self.the_players(),
        }
    }

    /// A place that holds numbers and is compared with a player.
    fn no_players_there(&self, place: &Expr) -> String {
        let ExprKind::Index(base, _) = &place.kind else { return self.the_players() };
        let board = self.quote(base.span);
        let holder = if matches!(base.ty, Type::Grid(_)) { "grid[…] of player?" } else { "list[…] of player?" };
        format!("`{board}` does not hold players; declared as `{holder}` it holds a player or `none` at each place")
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
            return finding.edit(format!("`none` needs a `?` behind the type: `{meant}`"), place.span, meant);
        }
        match domain {
            Domain::Grid { .. } => finding
                .help(format!("one value fills the board, {}; or write its rows, `[[…], […]]`", self.say(&inner.ty()))),
            Domain::List { .. } => finding
                .help(format!("one value fills the list, {}; or write its entries, `[…, …]`", self.say(&inner.ty()))),
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

fn as_number(text: &str, ty: &Type) -> String {
    match ty {
        Type::Bool => format!("for a number write `if {text} then 1 else 0`"),
        Type::Set(_) | Type::List(_) => {
            format!("take a number from it: `len({text})`, `sum({text})`, `min({text})`, or an entry")
        }
        Type::Range => "write one number of the range, or let a choice run over it: `x in 1..3`".to_owned(),
        Type::Text => "numbers stand without quotes".to_owned(),
        Type::Player => {
            "players are not numbers: what holds a player is declared as `player`, or `player?` where it may be nobody"
                .to_owned()
        }
        Type::Grid(_) => format!("write one cell of it: `{text}[r, c]`"),
        Type::Cell => format!("its row is `row_of({text})`, its column `col_of({text})`"),
        _ => "write a number here".to_owned(),
    }
}
