//! How a game ends, and who is meant.

use super::{Parsed, Parser, Reported};
use crate::{
    diagnostic::{Diagnostic, nearest, quote},
    syntax::{
        token::{Token, TokenKind},
        tree::{Expr, Outcome, OutcomeKind, Stuck, Who},
    },
    table::{foreign, words::Word},
};

/// The verbs of outcomes, with both forms of each.
const VERBS: [&str; 6] = ["wins", "win", "loses", "lose", "leads", "lead"];

/// What an outcome looks like.
const FORMS: &str = "an outcome is `draw`, or a player and what happens: `me wins`, `opponent loses`, `me leads by 3`";

impl Parser<'_> {
    /// `=>`, which may start a line of text.
    pub(super) fn arrow(&mut self, before: &'static str) -> Parsed<()> {
        if self.eat(TokenKind::FatArrow) {
            return Ok(());
        }
        if self.kind() == TokenKind::Arrow {
            let span = self.bump().span;
            let finding = Diagnostic::error("B013", say!("expected `=>` before {before}, found `->`"));
            self.report(finding.at(span, "").edit("write `=>`", span, "=>"));
            return Ok(());
        }
        if self.on_line() && is_other_arrow(self.kind()) {
            let span = self.bump().span;
            let finding = Diagnostic::error("B013", say!("expected `=>`, found `{}`", self.slice(span))).at(span, "");
            self.report(finding.edit(say!("`=>` stands before {before}"), span, " =>"));
            return Ok(());
        }
        let reported = self.missing_text("B013", "=>", say!("`=>` stands before {before}"));
        if self.on_line() && self.at_outcome() { Ok(()) } else { Err(reported) }
    }

    /// `=> outcome`, if it comes next.
    pub(super) fn maybe_outcome(&mut self) -> Parsed<Option<Outcome>> {
        let comes = match self.kind() {
            TokenKind::FatArrow => true,
            TokenKind::Arrow => self.on_line(),
            kind if is_other_arrow(kind) => self.on_line(),
            _ => self.on_line() && self.at_outcome(),
        };
        if !comes {
            return Ok(None);
        }
        self.arrow("the outcome")?;
        self.outcome_by_cases().map(Some)
    }

    /// `me wins`, `me wins if x > y else draw`.
    fn outcome_by_cases(&mut self) -> Parsed<Outcome> {
        let outcome = self.outcome()?;
        if !self.on_line() || !self.eat_word(Word::If) {
            return Ok(outcome);
        }
        let condition = self.expr()?;
        let otherwise = match self.eat_word(Word::Else) {
            true => Some(Box::new(self.nested(Self::outcome_by_cases)?)),
            false => None,
        };
        let span = self.since(outcome.span);
        Ok(Outcome { span, kind: OutcomeKind::If(Box::new(outcome), condition, otherwise) })
    }

    pub(super) fn outcome(&mut self) -> Parsed<Outcome> {
        let start = self.token().span;
        if self.at_draw() {
            self.bump();
            return Ok(Outcome { span: start, kind: OutcomeKind::Draw });
        }
        if self.kind() == TokenKind::Name && !self.may_be_verb(self.look(1)) && !self.at_chosen() {
            return Err(self.no_outcome());
        }
        let who = self.who("an outcome")?;
        let kind = self.verdict(who)?;
        Ok(Outcome { span: self.since(start), kind })
    }

    fn at_draw(&self) -> bool {
        self.kind() == TokenKind::Name && self.slice(self.token().span) == "draw"
    }

    /// A name with no verb behind it, or a misspelt `draw`.
    fn no_outcome(&mut self) -> Reported {
        let span = self.token().span;
        let text = self.slice(span);
        let finding = Diagnostic::error("B013", say!("{} is not an outcome", quote(text))).at(span, "");
        let finding = match (foreign::find(foreign::OUTCOMES, text), nearest(text, ["draw"])) {
            (Some(row), _) => finding.edit(row.help(), span, row.means),
            (_, Some(draw)) => finding.edit(say!("did you mean `{draw}`?"), span, draw),
            _ => finding.help(FORMS),
        };
        self.report(finding)
    }

    /// Whether a name goes on as a value: `owner[at]`, `winner(x)`.
    fn at_chosen(&self) -> bool {
        let next = self.look(1);
        let goes_on = matches!(next.kind, TokenKind::LeftBracket | TokenKind::LeftParen) && !next.first;
        goes_on
            && foreign::find(foreign::OUTCOMES, self.slice(self.token().span)).is_none()
            && !self.is_verb(self.token())
    }

    fn may_be_verb(&self, token: Token) -> bool {
        token.kind == TokenKind::Name && !token.first
    }

    fn verdict(&mut self, who: Who) -> Parsed<OutcomeKind> {
        match self.verb()? {
            "wins" | "win" => Ok(OutcomeKind::Wins(who)),
            "loses" | "lose" => Ok(OutcomeKind::Loses(who)),
            _ => Ok(OutcomeKind::Leads(who, self.lead()?)),
        }
    }

    /// The verb that comes next; a word near one is reported and taken for it.
    fn verb(&mut self) -> Parsed<&'static str> {
        let token = self.token();
        let text = self.slice(token.span);
        let nearest = nearest(text, VERBS).filter(|_| token.kind == TokenKind::Name && !token.first);
        let Some(verb) = nearest else { return Err(self.no_verb()) };
        self.bump();
        if verb != text {
            let finding = Diagnostic::error("B013", say!("expected an outcome, found {}", quote(text)));
            let help = say!("did you mean `{verb}`?");
            self.report(finding.at(token.span, "").edit(help, token.span, verb));
        }
        Ok(verb)
    }

    fn took<T>(&mut self, value: T) -> T {
        self.bump();
        value
    }

    pub(super) fn lead(&mut self) -> Parsed<Expr> {
        if !self.eat_plain("by") {
            return Err(self.missing_text("B013", "by", "say how many points: `leads by 3`"));
        }
        if self.word() == Some(Word::If) { self.expr() } else { self.range() }
    }

    fn no_verb(&mut self) -> Reported {
        self.missing_with("B013", "`wins`, `loses` or `leads by …`", FORMS)
    }

    /// `me`, `opponent` or a name.
    pub(super) fn who(&mut self, what: &'static str) -> Parsed<Who> {
        let span = self.token().span;
        match self.kind() {
            TokenKind::Word(Word::Me) => Ok(self.took(Who::Me(span))),
            TokenKind::Word(Word::Opponent) => Ok(self.took(Who::Opponent(span))),
            TokenKind::LeftParen => self.place().map(Who::Chosen),
            TokenKind::Name if self.at_chosen() => self.place().map(Who::Chosen),
            TokenKind::Name => Ok(Who::Named(self.take_name())),
            TokenKind::Word(Word::If) => {
                Err(self.missing_with("B013", what, "put the choice in brackets, `(if … then A else B) wins`, or the condition last, `A wins if … else B wins`"))
            }
            TokenKind::Word(Word::Gain) => {
                Err(self.missing_with("B013", what, "points given at the end are a lead: `me leads by 3`"))
            }
            _ => Err(self.missing_with("B013", what, FORMS)),
        }
    }

    /// Whether an outcome has just been read.
    pub(super) fn behind_outcome(&self) -> bool {
        let last = self.slice(self.last_span());
        last == "draw" || VERBS.contains(&last)
    }

    /// Whether an outcome comes next, and not a condition.
    pub(super) fn at_outcome(&self) -> bool {
        let next = self.look(1);
        match self.kind() {
            TokenKind::Word(Word::Me | Word::Opponent) | TokenKind::Name if self.is_verb(next) => true,
            TokenKind::Name => self.at_draw() && (next.first || ends_expectation(next.kind)),
            _ => false,
        }
    }

    fn is_verb(&self, token: Token) -> bool {
        token.kind == TokenKind::Name && !token.first && VERBS.contains(&self.slice(token.span))
    }

    /// What `stuck =>` leads to.
    pub(super) fn stuck_result(&mut self) -> Parsed<Stuck> {
        if !self.eat_plain("pass") {
            return self.outcome_by_cases().map(Stuck::Over);
        }
        let otherwise = if self.eat_word(Word::Else) { Some(self.outcome()?) } else { None };
        Ok(Stuck::Pass { otherwise })
    }
}

/// What people write for `=>`.
fn is_other_arrow(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Colon | TokenKind::Assign | TokenKind::Equal | TokenKind::Word(Word::Then))
}

fn ends_expectation(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Comma | TokenKind::Semicolon | TokenKind::End | TokenKind::RightBrace | TokenKind::Word(Word::In)
    )
}
