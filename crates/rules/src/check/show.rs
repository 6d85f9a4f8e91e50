//! `show` lines: what is drawn, and whether it can be drawn so.

use super::Checker;
use super::scope::{Global, Site};
use crate::diagnostic::listed;
use crate::diagnostic::{Diagnostic, shorten};
use crate::rules::{Expr, Show, ShowStyle, Subject};
use crate::syntax::tree;
use crate::types::{Domain, Type};

impl Checker<'_> {
    pub(super) fn show_line(&mut self, show: &tree::Show) {
        let subject = match self.global(&show.subject.text, show.subject.span) {
            Some(Global::Param(which)) => Subject::Param(which),
            Some(Global::State(which) | Global::Part(which)) => Subject::State(which),
            _ if self.is_broken(&show.subject.text) => return,
            _ => {
                return self.nothing_to_show(&show.subject);
            }
        };
        let window = show.window.as_ref().map(|(from, to)| {
            self.at(Site::POSITION, |this| {
                (this.number(from, "a place in the row"), this.number(to, "a place in the row"))
            })
        });
        let Some(style) = self.show_style(show, window) else { return };
        self.drawable(show, subject, &style);
        let with = show.with.iter().map(|(name, text)| (name.text.clone(), text.text.clone())).collect();
        for (name, _) in &show.with {
            let is_value = ["none", "true", "false"].contains(&name.text.as_str());
            if !is_value && self.global(&name.text, name.span).is_none() {
                let finding = self.unknown(&name.text, name.span, "player, name or variable");
                self.report(finding);
            } else {
                self.drawn(name, show, subject, &style);
            }
        }
        self.rules.shows.push(Show { subject, style, with });
    }

    /// A letter is for something that the picture can show: a value that stands on the board or in the list, or a piece on a graph.
    fn drawn(&mut self, name: &tree::Name, show: &tree::Show, subject: Subject, style: &ShowStyle) {
        if self.is_broken(&name.text) || self.is_broken(&show.subject.text) {
            return;
        }
        let possible: Vec<String> = match (style, subject) {
            (ShowStyle::Graph, _) => self.rules.states.iter().map(|state| state.name.clone()).collect(),
            (ShowStyle::Grid(_), Subject::State(which)) => [self.stand_on(which), self.pieces_on(which)].concat(),
            (_, Subject::State(which)) => self.stand_on(which),
            (_, Subject::Param(_)) => Vec::new(),
        };
        if possible.contains(&name.text) {
            return;
        }
        let (shown, subject) = (self.quote(name.span), self.quote(show.subject.span));
        let (message, help) = match (style, possible.as_slice()) {
            (ShowStyle::Graph, _) => (
                say!("`{shown}` is no piece on `{subject}`"),
                "pieces are variables: give those that hold a node a letter".into(),
            ),
            (_, []) => (
                say!("no letter is drawn for `{shown}`: what `{subject}` holds has no names"),
                "take it out: numbers are drawn as they are".into(),
            ),
            (_, names) => (
                say!("`{shown}` is nothing that `{subject}` can hold, so its letter would never be drawn"),
                say!("what it can hold is `{}`", listed(names)),
            ),
        };
        self.report(Diagnostic::error("B030", message).at(name.span, "never drawn").help(help));
    }

    fn stand_on(&self, which: usize) -> Vec<String> {
        self.rules.states.get(which).map_or(Vec::new(), |state| self.held(&state.domain))
    }

    /// The variables that are a cell of a board: they are drawn where they stand.
    fn pieces_on(&self, board: usize) -> Vec<String> {
        let Some(Domain::Grid { .. }) = self.rules.states.get(board).map(|state| &state.domain) else {
            return Vec::new();
        };
        let cell = |domain: &Domain<Expr>| match domain {
            Domain::Optional(of) => matches!(**of, Domain::Cell { .. }),
            domain => matches!(domain, Domain::Cell { .. }),
        };
        self.rules.states.iter().filter(|state| cell(&state.domain)).map(|state| state.name.clone()).collect()
    }

    /// The names of what a board or a list holds.
    fn held(&self, domain: &Domain<Expr>) -> Vec<String> {
        match domain {
            Domain::Grid { of, .. } | Domain::List { of, .. } => self.held(of),
            Domain::Optional(of) => self.held(of).into_iter().chain(["none".to_owned()]).collect(),
            Domain::Player => self.rules.players.to_vec(),
            Domain::Names { list, .. } => self.rules.names.get(*list).map_or(Vec::new(), |names| names.names.clone()),
            Domain::Bool => vec!["true".to_owned(), "false".to_owned()],
            _ => Vec::new(),
        }
    }

    fn nothing_to_show(&mut self, subject: &tree::Name) {
        let shown = self.quote(subject.span);
        let finding = Diagnostic::error("B020", say!("there is no variable or parameter called `{shown}`"))
            .at(subject.span, "cannot be shown");
        let states = self.rules.states.iter().map(|state| state.name.as_str());
        let names: Vec<&str> = states.chain(self.rules.params.iter().map(|param| param.name.as_str())).collect();
        self.report(match self.near(&subject.text, names.iter().copied()) {
            Some(near) => finding.edit(say!("did you mean `{near}`?"), subject.span, near),
            None => finding.help(say!("what can be shown is `{}`", listed(&names))),
        });
    }

    fn show_style(&mut self, show: &tree::Show, window: Option<(Expr, Expr)>) -> Option<ShowStyle> {
        match show.style.as_ref().map(|style| style.text.as_str()) {
            None => Some(ShowStyle::Graph),
            Some("grid") => Some(ShowStyle::Grid(show.upward)),
            Some("row") => Some(ShowStyle::Row(window)),
            Some("heaps") => Some(ShowStyle::Heaps),
            Some("mancala") => Some(ShowStyle::Mancala),
            Some(other) => {
                let span = show.style.as_ref().map_or(show.subject.span, |style| style.span);
                let styles = ["grid", "row", "heaps", "mancala"];
                let finding = Diagnostic::error("B024", say!("there is no picture called `{}`", shorten(other)))
                    .at(span, "not a kind of picture");
                self.report(match self.near(other, styles) {
                    Some(near) => finding.edit(say!("did you mean `{near}`?"), span, near),
                    None => finding.help("the kinds are `grid`, `row`, `heaps` and `mancala`"),
                });
                None
            }
        }
    }

    fn only_boards_turn(&mut self, show: &tree::Show, style: &ShowStyle) {
        if show.upward && !matches!(style, ShowStyle::Grid(_)) {
            let span = show.style.as_ref().unwrap_or(&show.subject).span;
            let finding = Diagnostic::error("B030", "only a board can be drawn `upward`").at(span, "no board");
            self.report(finding.help("`upward` puts row 0 of a board at the bottom: take it out here"));
        }
    }

    /// A picture fits some kinds of things only.
    fn drawable(&mut self, show: &tree::Show, subject: Subject, style: &ShowStyle) {
        let part = matches!(self.global(&show.subject.text, show.subject.span), Some(Global::Part(_)));
        if part || self.is_broken(&show.subject.text) {
            return;
        }
        let known = match subject {
            Subject::Param(which) => self.rules.params.get(which).map(|param| &param.domain),
            Subject::State(which) => self.rules.states.get(which).map(|state| &state.domain),
        };
        let Some(domain) = known else { return };
        let (wants, fits) = match (style, domain) {
            (ShowStyle::Graph, _) => return,
            (ShowStyle::Grid(_), domain) => ("a board", matches!(domain, Domain::Grid { .. })),
            (ShowStyle::Row(_), domain) => ("a list or a text", matches!(domain, Domain::List { .. } | Domain::Text)),
            (ShowStyle::Mancala, domain) => ("a list of numbers", holds_numbers(domain)),
            (ShowStyle::Heaps, domain) => {
                ("a number or a list of numbers", domain.ty() == Type::Int || holds_numbers(domain))
            }
        };
        if fits {
            return self.only_boards_turn(show, style);
        }
        let suits = suiting(domain);
        let (name, is) = (self.quote(show.subject.span), self.say(&domain.ty()));
        let style = show.style.as_ref().unwrap_or(&show.subject);
        let finding = Diagnostic::error("B030", say!("only {wants} can be drawn as `{}`", shorten(&style.text)))
            .at(style.span, "")
            .at(show.subject.span, is);
        self.report(match suits {
            Some(suits) => finding.edit(say!("write `show {name} as {suits}`"), style.span, suits),
            None => finding.help("take the line out: without one the picture follows from the type"),
        });
    }
}

fn holds_numbers(domain: &Domain<Expr>) -> bool {
    matches!(domain, Domain::List { of, .. } if of.ty() == Type::Int)
}

/// The picture that suits a domain.
fn suiting(domain: &Domain<Expr>) -> Option<&'static str> {
    match domain {
        Domain::Grid { .. } => Some("grid"),
        Domain::List { .. } | Domain::Text => Some("row"),
        Domain::Int { .. } | Domain::Whole => Some("heaps"),
        _ => None,
    }
}
