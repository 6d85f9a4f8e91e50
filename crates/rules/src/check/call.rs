//! Calls: helpers by their table, `def`s written out, and the few words that only look like calls.

use super::scope::{Global, Local, LocalKind, Site};
use super::{Checker, MAX_CALLS};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::listed;
use crate::interval::Interval;
use crate::rules::{AnswerTerm, Expr, ExprKind};
use crate::source::Span;
use crate::syntax::tree;
use crate::table::helpers::{Arg, HelperRow, named};
use crate::text::Text;
use crate::types::Type;

impl Checker<'_> {
    /// Checks a call. What the rules themselves define goes before the helpers: a `def` may take a helper's name.
    pub(super) fn call(&mut self, span: Span, name: &tree::Name, args: &[tree::Expr]) -> Expr {
        if let Some(Global::Def(which)) = self.globals.entries.get(&name.text).map(|entry| entry.means) {
            self.global(&name.text, name.span);
            return self.write_out(span, name, which, args);
        }
        match name.text.as_str() {
            "old" => self.old(span, args),
            "can" => self.can(span, args),
            "position" => self.position(span, args),
            "total" if self.site.answer => self.answer(span, args, AnswerTerm::Total),
            "lead" if self.site.answer => self.answer(span, args, AnswerTerm::Lead),
            _ => match named(&name.text) {
                Some(row) => self.help(span, row, args),
                None if self.is_broken(&name.text) => self.broken(span),
                None => self.unknown_call(span, name),
            },
        }
    }

    fn unknown_call(&mut self, span: Span, name: &tree::Name) -> Expr {
        if self.globals.moves.contains_key(&name.text) {
            self.move_as_value(span);
            return self.broken(span);
        }
        let declared = self.globals.entries.get(&name.text).map(|entry| entry.span);
        let local = self.locals[self.hidden..].iter().rev().find(|local| local.name == name.text);
        let finding = match local.map(|local| local.span).or(declared) {
            Some(place) => self.not_callable(span, name, place),
            None => self.unknown_helper(name),
        };
        self.report(finding);
        self.broken(span)
    }

    fn not_callable(&self, span: Span, name: &tree::Name, declared: Span) -> Diagnostic {
        let shown = self.quote(name.span);
        let args = self.quote(Span::new(name.span.end, span.end));
        let args = args.trim_matches(['(', ')', '…']);
        Diagnostic::error("B021", say!("`{shown}` cannot be called"))
            .at(name.span, "not a `def` and not a helper")
            .at(declared, "declared here")
            .help(say!(
                "an entry of a list or board has square brackets, `{shown}[{args}]`; a product its sign, `{shown} * (…)`"
            ))
    }

    fn unknown_helper(&self, name: &tree::Name) -> Diagnostic {
        let finding = self.unknown(&name.text, name.span, "helper or `def`");
        let help = match crate::table::foreign::CALLS.iter().find(|row| row.text == name.text) {
            Some(row) => vec![crate::diagnostic::Help { text: row.help(), edit: None }],
            None => finding.help,
        };
        Diagnostic { code: "B021", help, ..finding }
    }

    fn help(&mut self, span: Span, row: &'static HelperRow, args: &[tree::Expr]) -> Expr {
        let args: Vec<Expr> = args.iter().map(|arg| self.expr(arg)).collect();
        self.help_with(span, row, args)
    }

    pub(super) fn help_with(&mut self, span: Span, row: &'static HelperRow, args: Vec<Expr>) -> Expr {
        let types: Vec<Type> = args.iter().map(|arg| arg.ty.clone()).collect();
        let Some(ty) = row.forms.iter().find_map(|form| form.accepts(&types)) else {
            return self.bad_help(span, row, &args);
        };
        let range = super::ranges::of_help(row.helper, &args);
        self.make(span, ty, range, ExprKind::Help(row.helper, args))
    }

    fn bad_help(&mut self, span: Span, row: &'static HelperRow, args: &[Expr]) -> Expr {
        let counts = row.forms.iter().any(|form| form.takes.len() == args.len() || form.repeats);
        let usage = say!("`{}`: {}", row.usage, row.doc);
        if !counts {
            let finding = Diagnostic::error("B028", say!("`{}` cannot take {}", row.name, values(args.len())));
            self.report(finding.at(span, "").help(usage));
            return self.broken(span);
        }
        let kinds: Vec<Text> = args.iter().map(|arg| self.say(&arg.ty)).collect();
        let given = if kinds.is_empty() { say!("nothing") } else { Text::joined(&kinds, " and ") };
        let mut finding = Diagnostic::error("B032", say!("`{}` cannot take {given}", row.name));
        if kinds.is_empty() {
            finding = finding.at(span, "");
        }
        for (arg, kind) in args.iter().zip(kinds) {
            finding = finding.at(arg.span, kind);
        }
        let board = args.iter().find(|arg| matches!(arg.ty, Type::Grid(_)));
        let takes_boards = row.forms.iter().any(|form| form.takes.contains(&Arg::Grid));
        let finding = finding.help(usage);
        self.report(match board.filter(|_| !takes_boards) {
            Some(board) => {
                let board = self.quote(board.span);
                let finding = finding.help(say!("the entries of a board are `[{board}[c] for c in cells({board})]`"));
                finding.help(say!("it has `len(rows({board}))` rows and `len(cols({board}))` columns"))
            }
            None => finding,
        });
        self.broken(span)
    }

    fn old(&mut self, span: Span, args: &[tree::Expr]) -> Expr {
        let variable = match args {
            [tree::Expr { kind: tree::ExprKind::Name(name), span: at }] => match self.global(name, *at) {
                Some(Global::State(which)) if which < self.globals.states_ready => Some(which),
                Some(global) if self.globals.broken.contains(&global) => return self.silent(span),
                _ => None,
            },
            _ => None,
        };
        let Some(which) = variable.filter(|_| self.site.old) else {
            let why = if self.site.old {
                "`old` takes the name of a `state` variable"
            } else {
                "`old` only means something inside a move"
            };
            let finding = Diagnostic::error("B037", why)
                .at(span, "")
                .help("`old(x)` is the value of the variable `x` before the move");
            self.report(finding);
            return self.broken(span);
        };
        let domain = &self.rules.states[which].domain;
        let (ty, range) = (domain.ty(), super::ranges::of_domain(domain));
        self.make(span, ty, range, ExprKind::Old(which))
    }

    fn can(&mut self, span: Span, args: &[tree::Expr]) -> Expr {
        let [tree::Expr { kind: tree::ExprKind::Name(name), span: name_span }] = args else {
            let finding = Diagnostic::error("B028", "`can` takes the name of a move")
                .at(span, "")
                .help("`can(capture)`: the player to move has a legal move of that name");
            self.report(finding);
            return self.broken(span);
        };
        let Some(places) = self.globals.moves.get(name).cloned() else {
            if self.is_broken(name) {
                return self.broken(span);
            }
            let near = self.near(name, self.globals.move_names.iter().map(String::as_str));
            let finding = Diagnostic::error("B020", say!("there is no move called `{}`", self.quote(*name_span)))
                .at(*name_span, "not a move");
            self.report(match near {
                Some(near) => finding.edit(say!("did you mean `{near}`?"), *name_span, near),
                None => finding.help(say!("the moves are `{}`", listed(&self.globals.move_names))),
            });
            return self.broken(span);
        };
        self.note_move_use(name, *name_span);
        if !self.site.me {
            let finding = Diagnostic::error("B036", say!("nobody is to move in {}", self.site.name))
                .at(span, "asked here")
                .help("`can` asks about the player to move: in a move, an `end` or a `stuck` line");
            self.report(finding);
            return self.broken(span);
        }
        if let Some(inside) = self.current_move.clone() {
            self.asks.push((inside, name.clone(), span));
        }
        self.made += places.len();
        if self.exhausted() {
            return self.too_long(span);
        }
        self.make(span, Type::Bool, Interval::new(0, 1), ExprKind::Can(places))
    }

    fn answer(&mut self, span: Span, args: &[tree::Expr], term: fn(crate::Player) -> AnswerTerm) -> Expr {
        if !self.rules.points {
            let finding = Diagnostic::error("B038", "this game is won, drawn or lost; it has no points")
                .at(span, "asks about points")
                .help("write `NAME wins`, `NAME wins in 3`, `draw` or `plies == 3`, or count points with `gain`");
            self.report(finding);
            return self.broken(span);
        }
        let player = match args {
            [tree::Expr { kind: tree::ExprKind::Name(name), span }] => match self.global(name, *span) {
                Some(Global::Player(player)) => Some(player),
                _ => None,
            },
            _ => None,
        };
        let Some(player) = player else {
            let finding = Diagnostic::error("B023", "this takes the name of a player").at(span, "").help(say!(
                "the players are `{}` and `{}`",
                self.rules.players[0],
                self.rules.players[1]
            ));
            self.report(finding);
            return self.broken(span);
        };
        self.make(span, Type::Int, Interval::FULL, ExprKind::Answer(term(player)))
    }

    /// Puts the body of a `def` in place of its call: arguments are worked out once, then the body.
    fn write_out(&mut self, span: Span, name: &tree::Name, which: usize, args: &[tree::Expr]) -> Expr {
        let def = self.globals.defs[which].clone();
        if let Some(fault) = self.cannot_write_out(span, name, which, &def, args) {
            self.report(fault);
            return self.broken(span);
        }
        if self.exhausted() {
            return self.broken(span);
        }
        let base = self.locals.len();
        self.reserve(&def);
        let args: Vec<Expr> = args.iter().map(|arg| self.expr(arg)).collect();
        let outer = self.called_at;
        self.called_at = outer.or(Some(span));
        let body = self.def_body(which, &def, base, args);
        self.called_at = outer;
        self.locals.truncate(base);
        body
    }

    /// Keeps the slots of a `def`'s arguments free while the arguments themselves are checked in the caller's scope.
    fn reserve(&mut self, def: &super::scope::Def) {
        for param in &def.params {
            let slot = self.spare_slot();
            let (ty, range) = (Type::Any, Interval::FULL);
            let kind = LocalKind::Argument;
            let symbol = self.note_local(param, kind, &ty, Interval::new(1, 0));
            let (name, span) = (String::new(), param.span);
            self.locals.push(Local {
                name,
                symbol,
                span,
                slot,
                ty,
                range,
                kind,
                read: true,
                changed: false,
                clash: false,
            });
        }
    }

    fn cannot_write_out(
        &self,
        span: Span,
        name: &tree::Name,
        which: usize,
        def: &super::scope::Def,
        args: &[tree::Expr],
    ) -> Option<Diagnostic> {
        let shown = self.quote(name.span);
        if args.len() != def.params.len() {
            return Some(
                Diagnostic::error("B028", say!("`{shown}` takes {}, not {}", values(def.params.len()), args.len()))
                    .at(span, "")
                    .at(def.name.span, "its `def`")
                    .help(say!("write `{}`", def.form())),
            );
        }
        if self.calls.len() >= MAX_CALLS {
            return Some(
                Diagnostic::error("B054", say!("`def`s use each other more than {MAX_CALLS} deep"))
                    .at(name.span, "one more here")
                    .help("let `def`s use each other less deeply"),
            );
        }
        if self.calls.contains(&which) {
            return Some(
                Diagnostic::error("B027", say!("`{shown}` uses itself"))
                    .at(name.span, "used again here")
                    .at(def.name.span, "inside its own `def`")
                    .help("a `def` is written out where it is used, so it cannot go round; run over a range instead: `sum(… for i in 1..n)`"),
            );
        }
        None
    }

    /// Checks the body with the arguments under their names and the caller's locals hidden.
    fn def_body(&mut self, which: usize, def: &super::scope::Def, base: usize, args: Vec<Expr>) -> Expr {
        for (place, (param, arg)) in def.params.iter().zip(&args).enumerate() {
            let local = &mut self.locals[base + place];
            (local.name, local.ty, local.range) = (param.text.clone(), arg.ty.clone(), arg.range);
            self.note_local(param, LocalKind::Argument, &arg.ty, arg.range);
        }
        self.note_scope(base, def.body.span);
        let hidden = std::mem::replace(&mut self.hidden, base);
        self.calls.push(which);
        self.depth += args.len();
        let body = self.expr(&def.body);
        self.depth -= args.len();
        self.calls.pop();
        self.hidden = hidden;
        args.into_iter().enumerate().rev().fold(body, |body, (place, arg)| {
            let (span, ty, range) = (body.span, body.ty.clone(), body.range);
            self.make(span, ty, range, ExprKind::Bind(base + place, Box::new(arg), Box::new(body)))
        })
    }

    /// Checks the `def`s that nobody calls, so that their faults are found too.
    pub(super) fn uncalled_defs(&mut self) {
        for which in 0..self.globals.defs.len() {
            let def = self.globals.defs[which].clone();
            if self.globals.entries.get(&def.name.text).is_some_and(|entry| entry.read) {
                continue;
            }
            let args: Vec<Expr> = def.params.iter().map(|param| self.broken(param.span)).collect();
            self.at(Site::POSITION, |this| {
                let base = this.locals.len();
                this.reserve(&def);
                this.def_body(which, &def, base, args);
                this.locals.truncate(base);
            });
        }
    }
}

/// `1 value`, `2 values`.
fn values(count: usize) -> Text {
    if count == 1 { "1 value".into() } else { say!("{count} values") }
}
