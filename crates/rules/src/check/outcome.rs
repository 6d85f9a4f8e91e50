//! Outcomes, and who they speak of.

use super::Checker;
use super::scope::{Global, Site};
use crate::diagnostic::{Diagnostic, quote};
use crate::player::Player;
use crate::rules::{Expect, ExpectKind, Expr, Outcome, OutcomeKind, Who};
use crate::source::Span;
use crate::syntax::tree;
use crate::types::Type;

impl Checker<'_> {
    /// Checks an outcome.
    pub(super) fn outcome(&mut self, outcome: &tree::Outcome) -> Outcome {
        let kind = match &outcome.kind {
            tree::OutcomeKind::Draw => OutcomeKind::Draw,
            tree::OutcomeKind::Wins(who) => OutcomeKind::Wins(self.who(who)),
            tree::OutcomeKind::Loses(who) => OutcomeKind::Loses(self.who(who)),
            tree::OutcomeKind::Leads(who, points) => {
                let who = self.who(who);
                OutcomeKind::Leads(who, self.number(points, "a lead"))
            }
            // The reader takes cases only where they are looked at one by one.
            tree::OutcomeKind::If(then, ..) => return self.outcome(then),
        };
        self.mixes(outcome);
        Outcome { span: outcome.span, kind }
    }

    /// The outcomes of an end, each with the condition that it needs besides; the first that applies counts.
    pub(super) fn cases(&mut self, outcome: &tree::Outcome) -> Vec<(Option<Expr>, Outcome)> {
        let tree::OutcomeKind::If(then, condition, otherwise) = &outcome.kind else {
            return vec![(None, self.outcome(outcome))];
        };
        let condition = self.condition(condition);
        let mut cases = vec![(Some(condition), self.outcome(then))];
        cases.extend(otherwise.iter().flat_map(|otherwise| self.cases(otherwise)));
        cases
    }

    /// Both conditions, where there are two.
    pub(super) fn both(&mut self, one: Option<Expr>, other: Option<Expr>) -> Option<Expr> {
        match (one, other) {
            (Some(one), Some(other)) => Some(self.binary_of(other.span, tree::BinaryOp::And, one, other)),
            (one, other) => one.or(other),
        }
    }

    /// Wins have no place in a game of points.
    fn mixes(&mut self, outcome: &tree::Outcome) {
        if !self.rules.points || matches!(outcome.kind, tree::OutcomeKind::Leads(..)) {
            return;
        }
        self.mixed.push(outcome.span);
    }

    /// One finding for all outcomes that do not fit a game of points.
    pub(super) fn mixture(&mut self) {
        let [first, others @ ..] = self.mixed.as_slice() else { return };
        let finding = Diagnostic::error("B038", "this game counts points, so the points decide it")
            .at(*first, "not an outcome of a points game");
        let finding = others.iter().take(3).fold(finding, |finding, other| finding.at(*other, "nor is this"));
        let finding = self.counted.iter().fold(finding, |finding, line| finding.at(*line, "points are counted here"));
        let finding = finding.note("a game with `gain` or `leads by` is worth a lead in points, not a win or a loss");
        let bare = "leave the outcome out: `end when …`";
        let finding = match self.arrow_before(*first) {
            Some(arrow) => finding.edit(bare, arrow, ""),
            None => finding.help(bare),
        };
        self.report(finding.help("or write `… leads by …` for points given at the end"));
    }

    /// The arrow and the outcome of an `end` that says nothing else after its condition.
    fn arrow_before(&self, outcome: Span) -> Option<Span> {
        let (before, after) = (&self.source.text[..outcome.start as usize], &self.source.text[outcome.end as usize..]);
        let condition = before.trim_end().strip_suffix("=>")?.trim_end();
        let statement = condition.rsplit(['\n', '{', '}', ';']).next()?.trim_start();
        let rest = after.trim_start_matches([' ', '\t']);
        let alone = rest.is_empty() || rest.starts_with(['\n', '\r', '}', ';', '#']);
        let start = u32::try_from(condition.len()).ok()?;
        (alone && statement.starts_with("end when ")).then(|| Span::new(start, outcome.end))
    }

    /// Offers the name of either player in place of `me` or `opponent`.
    pub(super) fn naming_players(&self, finding: Diagnostic, span: Span) -> Diagnostic {
        let [first, second] = &self.rules.players;
        finding.edit(say!("name a player: `{first}`"), span, first.as_str()).edit(
            say!("or the other one: `{second}`"),
            span,
            second.as_str(),
        )
    }

    /// Checks whom an outcome or a gain speaks of.
    pub(super) fn who(&mut self, who: &tree::Who) -> Who {
        match who {
            tree::Who::Me(span) | tree::Who::Opponent(span) if !self.site.me => {
                let finding = Diagnostic::error("B036", say!("nobody is to move in {}", self.site.name))
                    .at(*span, "nobody is to move here");
                self.report(self.naming_players(finding, *span));
                Who::Me
            }
            tree::Who::Me(_) => Who::Me,
            tree::Who::Opponent(_) => Who::Opponent,
            tree::Who::Named(name) => self.named_who(name),
            tree::Who::Chosen(expr) => Who::Named(self.expect(expr, &Type::Player, "who this is about")),
        }
    }

    fn named_who(&mut self, name: &tree::Name) -> Who {
        let known = self.local(&name.text, name.span).is_some() || self.globals.entries.contains_key(&name.text);
        if !known {
            let finding = self.unknown_player(name);
            self.report(finding);
            return Who::Me;
        }
        let named = tree::Expr { span: name.span, kind: tree::ExprKind::Name(name.text.clone()) };
        Who::Named(self.expect(&named, &Type::Player, "who this is about"))
    }

    /// The player that a name names.
    pub(super) fn player(&mut self, name: &tree::Name) -> Option<Player> {
        if let Some(Global::Player(player)) = self.global(&name.text, name.span) {
            return Some(player);
        }
        if self.is_broken(&name.text) {
            return None;
        }
        let finding = self.unknown_player(name);
        self.report(finding);
        None
    }

    /// An expression that says which player.
    pub(super) fn which_player(&mut self, expr: &tree::Expr, role: &'static str) -> Expr {
        if let tree::ExprKind::Name(text) = &expr.kind
            && self.local(text, expr.span).is_none()
            && !self.globals.entries.contains_key(text)
        {
            let finding = self.unknown_player(&tree::Name { text: text.clone(), span: expr.span });
            self.report(finding);
            return self.silent(expr.span);
        }
        self.expect(expr, &Type::Player, role)
    }

    fn unknown_player(&self, name: &tree::Name) -> Diagnostic {
        let players = &self.rules.players;
        let finding = Diagnostic::error("B023", say!("there is no player called `{}`", self.quote(name.span)))
            .at(name.span, "not a player");
        if let Some(row) = crate::table::foreign::find(crate::table::foreign::NAMES, &name.text) {
            return finding.help(row.help());
        }
        match self.near(&name.text, players.iter().map(String::as_str).chain(["me", "opponent"])) {
            Some(near) => finding.edit(say!("did you mean `{near}`?"), name.span, near),
            None => finding.help(say!(
                "the players are `{}` and `{}`; a `players` line gives them other names",
                players[0],
                players[1]
            )),
        }
    }

    /// Checks what an example expects.
    pub(super) fn expectation(&mut self, expect: &tree::Expect) -> Expect {
        let kind = match &expect.kind {
            tree::ExpectKind::Outcome { outcome, plies } => {
                let outcome = self.expected_outcome(outcome);
                ExpectKind::Outcome(outcome, plies.as_ref().map(|plies| self.number(plies, "a number of plies")))
            }
            tree::ExpectKind::Not(outcome) => ExpectKind::Not(self.expected_outcome(outcome)),
            tree::ExpectKind::Condition(condition) => ExpectKind::Condition(self.condition(condition)),
        };
        Expect { span: expect.span, kind }
    }

    /// In an example a points game may be called won: `Alice wins` means she leads.
    fn expected_outcome(&mut self, outcome: &tree::Outcome) -> Outcome {
        let points = std::mem::take(&mut self.rules.points);
        let checked = self.at(Site::EXAMPLE, |this| this.outcome(outcome));
        self.rules.points = points;
        if !points && let OutcomeKind::Leads(..) = checked.kind {
            let finding = Diagnostic::error("B038", "this game is won, drawn or lost; it has no points")
                .at(outcome.span, "a lead");
            let who = self.source.slice(outcome.span).split(" leads").next().unwrap_or_default();
            let wins = format!("{who} wins");
            let finding = finding.edit(say!("write {}", quote(&wins)), outcome.span, wins).edit(
                "or write `draw`",
                outcome.span,
                "draw",
            );
            self.report(finding.help("or count points with `gain`: then the points decide"));
        }
        checked
    }
}
