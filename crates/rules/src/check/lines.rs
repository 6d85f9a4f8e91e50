//! The lines of a file, in the order their meaning needs: names first, then what is fixed before play, then play.

use super::domain::Declares;
use super::scope::{Def, Global, LocalKind, Site};
use super::{Checker, MAX_ARGUMENTS};
use crate::diagnostic::listed;
use crate::diagnostic::{Diagnostic, Severity};
use crate::interval::Interval;
use crate::player::Player;
use crate::rules::{
    End, Example, Expr, Let, Move, Param, Repeat, Require, Setup, State, Stuck, StuckResult, Symmetry, SymmetryKind,
};
use crate::source::Span;
use crate::syntax::tree::{self, LineKind};
use crate::types::{Domain, Type};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// More symmetries than any group is made of.
const MAX_SYMMETRIES: usize = 64;

impl Checker<'_> {
    /// Checks a whole file.
    pub(super) fn file(&mut self, file: &tree::File) {
        self.collect(file);
        self.counted = file.lines.iter().find(|line| counts_points(line)).map(|line| line.span);
        self.rules.points = self.counted.is_some();
        self.each(file, Self::setup_line);
        self.each(file, Self::state_line);
        self.each(file, Self::play_line);
        self.rank_with_passes();
        self.sum_lines(file);
        self.each(file, Self::display_line);
        self.symmetries_once();
        self.each(file, Self::example_line);
        self.uncalled_defs();
        self.two_meanings(file);
        self.note_values();
        self.mixture();
        self.circles();
        self.missing(file);
        self.never_reached();
        let faulty = self.found.iter().any(|finding| finding.severity == Severity::Error);
        if !faulty && !self.unreadable {
            self.unused_globals();
        }
    }

    fn each(&mut self, file: &tree::File, check: fn(&mut Self, &tree::Line)) {
        for line in &file.lines {
            check(self, line);
        }
    }

    /// Makes every name of the file known, so that lines may use names that stand further down.
    fn collect(&mut self, file: &tree::File) {
        let mut once: Vec<(&'static str, Span)> = Vec::new();
        for line in &file.lines {
            self.only_once(line, &mut once);
            if let LineKind::Players { first, second } = &line.kind {
                self.rules.players = [first.text.clone(), second.text.clone()];
                self.declare(first, Global::Player(Player::First));
                self.declare(second, Global::Player(Player::Second));
            }
        }
        if !file.lines.iter().any(|line| matches!(line.kind, LineKind::Players { .. })) {
            for player in Player::BOTH {
                let name = tree::Name { text: self.rules.players[player.number()].clone(), span: Span::default() };
                self.declare(&name, Global::Player(player));
            }
        }
        let mut counts = [0; 3];
        for line in &file.lines {
            self.collect_line(line, &mut counts);
        }
        self.collect_unread(&file.unread);
        self.type_chains();
        for line in &file.lines {
            self.move_called_like(line);
        }
    }

    /// A move may not take the name of something else in the file: one name is one thing.
    fn move_called_like(&mut self, line: &tree::Line) {
        let LineKind::Move(mv) = &line.kind else { return };
        let taken = self.globals.entries.get(&mv.name.text).filter(|entry| entry.means != Global::Unread);
        if let Some(first) = taken.map(|entry| entry.span) {
            let finding = self.name_taken(&mv.name, first);
            self.report(finding);
        }
    }

    fn only_once(&mut self, line: &tree::Line, once: &mut Vec<(&'static str, Span)>) {
        let word = match &line.kind {
            LineKind::Game { .. } => "game",
            LineKind::Players { .. } => "players",
            LineKind::Remaining { .. } => "remaining",
            LineKind::Rank { .. } => "rank",
            LineKind::Starts { .. } => "starts",
            LineKind::Normalise { .. } => "normalise",
            LineKind::Repeat { .. } => "repeat",
            LineKind::Start { .. } => "start",
            _ => return,
        };
        if let Some((_, first)) = once.iter().find(|(known, _)| *known == word) {
            let finding = Diagnostic::error("B051", say!("there can be only one `{word}` line"))
                .at(line.span, "this is one more")
                .at(*first, "the first one");
            self.report(finding);
        }
        once.push((word, line.span));
    }

    fn collect_line(&mut self, line: &tree::Line, counts: &mut [usize; 3]) {
        let mut next = |which: usize| {
            counts[which] += 1;
            counts[which] - 1
        };
        match &line.kind {
            LineKind::Game { name, title } => {
                self.note_game(name);
                self.rules.name.clone_from(&name.text);
                self.rules.title = title.as_ref().map_or_else(|| name.text.clone(), |title| title.text.clone());
                self.rules.doc.clone_from(&line.doc);
            }
            LineKind::Param { name, .. } => self.declare(name, Global::Param(next(0))),
            LineKind::Let { name, .. } => self.declare(name, Global::Let(next(1))),
            LineKind::State { name, .. } => self.declare(name, Global::State(next(2))),
            LineKind::Part(part) => self.declare(&part.name, Global::Part(next(2))),
            LineKind::Def { name, params, body } => self.collect_def(name, params, body),
            LineKind::TypeName { name, ty } => self.collect_type(name, ty),
            LineKind::Move(mv) => self.collect_move(&mv.name),
            _ => {}
        }
    }

    fn collect_move(&mut self, name: &tree::Name) {
        self.note_move(name);
        let name = name.text.as_str();
        let place = self.globals.move_names.len();
        self.globals.move_names.push(name.to_owned());
        self.globals.moves.entry(name.to_owned()).or_default().push(place);
    }

    fn collect_def(&mut self, name: &tree::Name, params: &[tree::Name], body: &tree::Expr) {
        self.declare(name, Global::Def(self.globals.defs.len()));
        if let Some(extra) = params.get(MAX_ARGUMENTS) {
            let finding = Diagnostic::error("B054", say!("a `def` takes at most {MAX_ARGUMENTS} values"))
                .at(extra.span, "one more")
                .help("use a list instead of many values");
            self.report(finding);
        }
        let params = &params[..params.len().min(MAX_ARGUMENTS)];
        for (place, param) in params.iter().enumerate() {
            if let Some(first) = params[..place].iter().find(|first| first.text == param.text) {
                let finding = Diagnostic::error("B022", say!("the name `{}` is already used", self.quote(param.span)))
                    .at(param.span, "used again here")
                    .at(first.span, "first used here");
                self.report(finding);
            }
        }
        self.globals.defs.push(Rc::new(Def { name: name.clone(), params: params.to_vec(), body: body.clone() }));
    }

    fn collect_type(&mut self, name: &tree::Name, ty: &tree::Type) {
        self.declare(name, Global::TypeName(self.globals.types.len()));
        self.globals.types.push((name.clone(), ty.clone()));
        if let tree::TypeKind::Names(names) = &ty.kind {
            self.names_domain(Some(&name.text), names);
        }
    }

    fn setup_line(&mut self, line: &tree::Line) {
        match &line.kind {
            LineKind::Param { name, ty, default } => self.param_line(line, name, ty, default.as_ref()),
            LineKind::Let { name, ty, steps, value } => self.let_line(line, name, (ty.as_ref(), steps.as_ref()), value),
            LineKind::Require { condition, why } => {
                let condition = self.condition(condition);
                self.rules.setup.push(Setup::Require(self.rules.requires.len()));
                let why = why.as_ref().map(|why| why.text.clone());
                self.rules.requires.push(Require { condition, why, span: line.span });
            }
            _ => {}
        }
    }

    fn param_line(&mut self, line: &tree::Line, name: &tree::Name, ty: &tree::Type, default: Option<&tree::Expr>) {
        let errors = self.errors();
        let domain = self.domain(ty, Declares::Param);
        let default = default.map(|default| {
            let value = self.given(default, &domain);
            self.initial(value, &domain, Some(ty), &name.text, line.span)
        });
        self.broken_since(errors, Global::Param(self.rules.params.len()));
        self.rules.setup.push(Setup::Param(self.rules.params.len()));
        let (name, doc, span) = (name.text.clone(), line.doc.clone(), line.span);
        self.rules.params.push(Param { name, doc, span, domain, default });
        self.globals.params_ready = self.rules.params.len();
    }

    fn let_line(
        &mut self,
        line: &tree::Line,
        name: &tree::Name,
        (ty, steps): (Option<&tree::Type>, Option<&tree::Block>),
        value: &tree::Expr,
    ) {
        let errors = self.errors();
        let domain = ty.map(|ty| self.domain(ty, Declares::Param));
        let (steps, value) = match steps {
            None => {
                let value = match &domain {
                    Some(domain) => self.given(value, domain),
                    None => self.expr(value),
                };
                (Vec::new(), value)
            }
            Some(block) => self.scoped(line.span, |this| (this.stmts(block), this.expr(value))),
        };
        let value = match &domain {
            Some(domain) if self.errors() == errors => self.initial(value, domain, ty, &name.text, line.span),
            _ => value,
        };
        self.broken_since(errors, Global::Let(self.rules.lets.len()));
        self.rules.setup.push(Setup::Let(self.rules.lets.len()));
        self.rules.lets.push(Let { name: name.text.clone(), domain, steps, value });
        self.globals.lets_ready = self.rules.lets.len();
    }

    /// Notes that a name was declared with an error.
    fn broken_since(&mut self, errors: usize, global: Global) {
        if self.errors() > errors {
            self.globals.broken.push(global);
        }
    }

    fn state_line(&mut self, line: &tree::Line) {
        if let LineKind::Part(part) = &line.kind {
            self.part_state(line, part);
        }
        let LineKind::State { name, ty, start } = &line.kind else { return };
        let errors = self.errors();
        self.above = Some(line.span.start);
        let domain = self.domain(ty, Declares::State);
        let start = self.at(Site::START, |this| this.expr(start));
        self.above = None;
        let start =
            if self.errors() > errors { start } else { self.initial(start, &domain, Some(ty), &name.text, line.span) };
        self.broken_since(errors, Global::State(self.rules.states.len()));
        let (name, doc, span) = (name.text.clone(), line.doc.clone(), line.span);
        self.rules.states.push(State { name, doc, span, domain, start });
        self.globals.states_ready = self.rules.states.len();
    }

    /// A value that a name is given before play: of its type, or something that fills it.
    fn initial(
        &mut self,
        value: Expr,
        domain: &Domain<Expr>,
        ty: Option<&tree::Type>,
        name: &str,
        declared: Span,
    ) -> Expr {
        self.provable_bounds(&value, name, domain, declared);
        if fills(&value.ty, domain) {
            return value;
        }
        let (is, wants) = (self.say(&value.ty), self.say(&domain.ty()));
        let shown = crate::diagnostic::shorten(name);
        let finding = Diagnostic::error("B030", say!("`{shown}` is {wants}, but this is {is}"))
            .at(value.span, say!("this is {is}"))
            .at(declared, "declared here");
        let finding = self.mend_initial(finding, &value, domain, ty);
        self.report(finding);
        self.broken(value.span)
    }

    fn play_line(&mut self, line: &tree::Line) {
        match &line.kind {
            LineKind::Move(mv) => self.move_line(line, mv),
            LineKind::Starts { player } => self.rules.starts = Some(self.which_player(player, "who starts")),
            LineKind::Normalise { body } => {
                self.rules.normalise = self.scoped(line.span, |this| this.body(body, Site::NORMALISE));
            }
            LineKind::Invariant { condition } => {
                let condition = self.at(Site::POSITION, |this| this.condition(condition));
                self.rules.invariants.push(condition);
            }
            LineKind::Remaining { points } => self.remaining_line(line.span, points),
            LineKind::Rank { number } => self.rank_line(line.span, number),
            LineKind::End { condition, outcome } => self.end_line(line.span, condition.as_ref(), outcome.as_ref()),
            LineKind::Stuck { condition, result } => self.stuck_line(line.span, condition.as_ref(), result),
            LineKind::Repeat { who, lead } => self.repeat_line(line.span, who.as_ref(), lead.as_ref()),
            _ => {}
        }
    }

    fn remaining_line(&mut self, span: Span, points: &tree::Expr) {
        if !self.rules.points {
            let finding = Diagnostic::error("B038", "`remaining` counts points, but no move gains any")
                .at(span, "")
                .help("give points with `gain` in a move")
                .edit("or leave this line out", span, "");
            self.report(finding);
        }
        self.rules.remaining = Some(self.at(Site::POSITION, |this| this.number(points, "the points remaining")));
    }

    fn move_line(&mut self, line: &tree::Line, mv: &tree::Move) {
        self.current_move = Some(mv.name.text.clone());
        let by = mv.by.as_ref().and_then(|by| self.player(by));
        let (choices, body) = self.scoped(line.span, |this| {
            let choices = this.at(Site::POSITION, |this| {
                let chosen = |choice: &tree::Choice| {
                    this.choice(&choice.name, &choice.over, choice.condition.as_ref(), LocalKind::Choice)
                };
                mv.choices.iter().map(chosen).collect()
            });
            this.move_words(mv);
            (choices, this.body(&mv.body, Site::MOVE))
        });
        self.current_move = None;
        let words = mv.words.as_ref().map(|words| words.text.clone());
        let (name, doc, span) = (mv.name.text.clone(), line.doc.clone(), mv.name.span);
        self.rules.moves.push(Move { name, doc, span, choices, by, words, body });
    }

    /// The `{choice}`s in a move's words must be its choices.
    fn move_words(&mut self, mv: &tree::Move) {
        let Some(words) = &mv.words else { return };
        self.note_choices_in_words(words);
        for name in words.text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name) {
            if !mv.choices.iter().any(|choice| choice.name.text == name) {
                let shown = crate::diagnostic::shorten(name);
                let finding = Diagnostic::error("B020", say!("this move has no choice called `{shown}`"))
                    .at(words.span, say!("`{{{shown}}}` stands for a choice"));
                let choices: Vec<&str> = mv.choices.iter().map(|choice| choice.name.text.as_str()).collect();
                self.report(match choices.as_slice() {
                    [] => finding.help("this move has no choices; take the braces out"),
                    _ => finding.help(say!("its choices are `{}`", listed(&choices))),
                });
            }
        }
    }

    fn end_line(&mut self, span: Span, condition: Option<&tree::Expr>, outcome: Option<&tree::Outcome>) {
        if outcome.is_none() && !self.rules.points {
            self.no_outcome(span);
        }
        let ends = self.at(Site::POSITION, |this| {
            let condition = condition.map(|condition| this.condition(condition));
            let cases = match outcome {
                Some(outcome) => this.cases(outcome).into_iter().map(|(case, outcome)| (case, Some(outcome))).collect(),
                None => vec![(None, None)],
            };
            let mut ends = Vec::with_capacity(cases.len());
            for (case, outcome) in cases {
                let Some(condition) = this.both(condition.clone(), case) else {
                    let finding = Diagnostic::error("B013", "this line ends play before the first move").at(span, "");
                    this.report(finding.help("say when the game is over: `end when … => …`, or `end => … if …`"));
                    continue;
                };
                ends.push(End { span, condition, outcome });
            }
            ends
        });
        self.rules.ends.extend(ends);
    }

    fn stuck_line(&mut self, span: Span, condition: Option<&tree::Expr>, result: &tree::Stuck) {
        let stucks = self.at(Site::POSITION, |this| {
            let condition = condition.map(|condition| this.condition(condition));
            let cases: Vec<(Option<Expr>, StuckResult)> = match result {
                tree::Stuck::Over(outcome) => {
                    let over = |(case, outcome)| (case, StuckResult::Over(outcome));
                    this.cases(outcome).into_iter().map(over).collect()
                }
                tree::Stuck::Pass { otherwise } => {
                    vec![(None, StuckResult::Pass(otherwise.as_ref().map(|outcome| this.outcome(outcome))))]
                }
            };
            let stuck = |(case, result)| Stuck { span, condition: this.both(condition.clone(), case), result };
            cases.into_iter().map(stuck).collect::<Vec<Stuck>>()
        });
        self.rules.stucks.extend(stucks);
    }

    fn repeat_line(&mut self, span: Span, who: Option<&tree::Name>, lead: Option<&tree::Expr>) {
        if let (true, Some(name), None) = (self.rules.points, who, lead) {
            let finding = Diagnostic::error("B038", "this game counts points, so endless play is not won")
                .at(span, "this game counts points")
                .edit("nobody leads then: what is left is shared", span, "repeat => draw")
                .edit(
                    "or say by how much a player leads from there on",
                    span,
                    format!("repeat => {} leads by 1", self.quote(name.span)),
                )
                .help("or let the points decide who wins: `end when … => NAME wins` without `gain`");
            self.report(finding);
        }
        let who = who.and_then(|name| self.player(name));
        let lead = lead.map(|lead| self.at(Site::REPEAT, |this| this.number(lead, "a lead")));
        self.rules.repeat = Some(Repeat { span, who, lead });
    }

    fn display_line(&mut self, line: &tree::Line) {
        match &line.kind {
            LineKind::Symmetry { items } => {
                for item in items {
                    let kind = self.at(Site::SYMMETRY, |this| this.symmetry(item));
                    self.rules.symmetries.extend(kind.map(|kind| Symmetry { span: item.span, kind }));
                }
            }
            LineKind::Show(show) => self.show_line(show),
            _ => {}
        }
    }

    /// What was declared before is not declared again, and there are no more than can be of use.
    fn symmetries_once(&mut self) {
        let (source, mut known) = (self.source, HashSet::new());
        let words = |span| source.slice(span).split_whitespace().collect::<String>();
        self.rules.symmetries.retain(|symmetry| known.insert(words(symmetry.span)));
        if let Some(more) = self.rules.symmetries.get(MAX_SYMMETRIES) {
            let message = say!("the rules are too long: more than {MAX_SYMMETRIES} symmetries");
            let finding = Diagnostic::error("B006", message)
                .at(more.span, "one more")
                .help("what follows from others need not be declared: two reflections make a half turn");
            self.report(finding);
        }
    }

    fn symmetry(&mut self, item: &tree::Symmetry) -> Option<SymmetryKind> {
        use tree::SymmetryKind as T;
        Some(match &item.kind {
            T::Permute(name) => {
                SymmetryKind::Permute(self.variable(name, |domain| matches!(domain, Domain::List { .. }), "a list")?)
            }
            T::MirrorRows(name) => SymmetryKind::MirrorRows(self.board(name)?),
            T::MirrorColumns(name) => SymmetryKind::MirrorColumns(self.board(name)?),
            T::Transpose(name) => SymmetryKind::Transpose(self.board(name)?),
            T::Rotations(name) => SymmetryKind::Rotations(self.board(name)?),
            T::Reflections(name) => SymmetryKind::Reflections(self.board(name)?),
            T::SwapPlayers => SymmetryKind::SwapPlayers,
            T::Map { board, from, image, to } => self.cell_map(item.span, board, from, image, to)?,
            T::Together(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.symmetry(part)).collect();
                SymmetryKind::Together(parts.into_iter().collect::<Option<_>>()?)
            }
        })
    }

    fn board(&mut self, name: &tree::Name) -> Option<usize> {
        self.variable(name, |domain| matches!(domain, Domain::Grid { .. }), "a board")
    }

    /// The state variable of that name, if it is of the right kind.
    fn variable(&mut self, name: &tree::Name, right: fn(&Domain<Expr>) -> bool, what: &'static str) -> Option<usize> {
        if let Some(Global::State(which)) = self.global(&name.text, name.span)
            && self.rules.states.get(which).is_some_and(|state| right(&state.domain))
        {
            return Some(which);
        }
        if self.is_broken(&name.text) {
            return None;
        }
        let finding =
            Diagnostic::error("B030", say!("`{}` is not {what} that changes during play", self.quote(name.span)))
                .at(name.span, say!("{what} declared by `state` is needed"));
        let right = self.rules.states.iter().filter(|state| right(&state.domain)).map(|state| state.name.as_str());
        let right: Vec<&str> = right.collect();
        let finding = match right.as_slice() {
            [] => finding.help("these rules have none; take the line out"),
            right => finding.help(say!("write one of `{}`", listed(right))),
        };
        self.report(finding);
        None
    }

    fn cell_map(
        &mut self,
        span: Span,
        board: &tree::Name,
        from: &[tree::Name],
        image: &tree::Name,
        to: &[tree::Expr],
    ) -> Option<SymmetryKind> {
        let place = |domain: &Domain<Expr>| matches!(domain, Domain::Grid { .. } | Domain::List { .. });
        let which = self.variable(board, place, "a board or a list")?;
        let indices = if matches!(self.rules.states[which].domain, Domain::Grid { .. }) { 2 } else { 1 };
        if from.len() != indices || to.len() != indices || image.text != board.text {
            self.bad_map(span);
            return None;
        }
        self.global(&image.text, image.span);
        self.scoped(span, |this| {
            let from = from.iter().map(|name| this.bind(name, LocalKind::Loop, Type::Int, Interval::FULL)).collect();
            let to = to.iter().map(|expr| this.number(expr, "a place")).collect();
            Some(SymmetryKind::Map { board: which, from, to })
        })
    }

    fn bad_map(&mut self, span: Span) {
        let finding =
            Diagnostic::error("B030", "a symmetry sends the places of a board or list to places of the same one")
                .at(span, "")
                .help("write `board[r, c] -> board[r, n - 1 - c]`, or for a list `xs[i] -> xs[n - 1 - i]`");
        self.report(finding);
    }

    fn example_line(&mut self, line: &tree::Line) {
        let LineKind::Example { params, expects } = &line.kind else { return };
        let mut given = Vec::new();
        for (place, (name, value)) in params.iter().enumerate() {
            if let Some((first, _)) = params[..place].iter().find(|(first, _)| first.text == name.text) {
                let message = say!("`{}` is given twice", self.quote(name.span));
                let finding = Diagnostic::error("B022", message).at(name.span, "given again here");
                self.report(finding.at(first.span, "first given here").help("leave one of them out"));
            }
            if let Some(which) = self.example_param(name) {
                let ready = std::mem::take(&mut self.globals.params_ready);
                let lets = std::mem::take(&mut self.globals.lets_ready);
                let (domain, span) = (self.rules.params[which].domain.clone(), self.rules.params[which].span);
                let value = self.given(value, &domain);
                (self.globals.params_ready, self.globals.lets_ready) = (ready, lets);
                given.push((which, self.initial(value, &domain, None, &name.text, span)));
            }
        }
        let expects = expects.iter().map(|expect| self.at(Site::EXAMPLE, |this| this.expectation(expect))).collect();
        self.rules.examples.push(Example { span: line.span, params: given, expects });
    }

    fn example_param(&mut self, name: &tree::Name) -> Option<usize> {
        if let Some((Global::Param(which), symbol)) =
            self.globals.entries.get(&name.text).map(|entry| (entry.means, entry.symbol))
            && which < self.rules.params.len()
        {
            self.note_use(symbol, name.span, false);
            return Some(which);
        }
        if self.is_broken(&name.text) {
            return None;
        }
        let finding = Diagnostic::error("B020", say!("there is no parameter called `{}`", self.quote(name.span)))
            .at(name.span, "not a parameter");
        let params = self.rules.params.iter().map(|param| param.name.as_str());
        self.report(match self.near(&name.text, params) {
            Some(near) => finding.edit(say!("did you mean `{near}`?"), name.span, near),
            None if self.rules.params.is_empty() => {
                finding.help("this game has no parameters: `example => …`; a `param` line declares one")
            }
            None => {
                let known: Vec<&str> = self.rules.params.iter().map(|param| param.name.as_str()).collect();
                finding.help(say!("the parameters are `{}`", listed(&known)))
            }
        });
        None
    }

    /// Lines that every game needs.
    fn missing(&mut self, file: &tree::File) {
        if self.unreadable {
            return;
        }
        let has = |wanted: fn(&LineKind) -> bool| file.lines.iter().any(|line| wanted(&line.kind));
        if !has(|kind| matches!(kind, LineKind::Game { .. })) {
            self.report(
                Diagnostic::error("B050", "there is no `game` line").help("start the file with `game NAME \"Title\"`"),
            );
        }
        if has(|kind| matches!(kind, LineKind::Part(_) | LineKind::Start { .. })) {
            return self.sum_shape(file);
        }
        if !has(|kind| matches!(kind, LineKind::State { .. })) {
            self.report(
                Diagnostic::error("B050", "there is no `state` line, so nothing can change")
                    .help("say what is on the table: `state n : 0..10 = 10`"),
            );
        }
        if !has(|kind| matches!(kind, LineKind::Move(_))) {
            self.report(
                Diagnostic::error("B050", "there is no `move` line, so nobody can do anything")
                    .help("say what a player may do: `move take(k in 1..3) { when k <= n; n -= k }`"),
            );
        }
    }

    /// Moves whose legality asks, by way of `can`, about itself.
    fn circles(&mut self) {
        let asks = std::mem::take(&mut self.asks);
        let mut asked: HashMap<&str, Vec<(&str, Span)>> = HashMap::new();
        for (asker, about, span) in &asks {
            asked.entry(asker).or_default().push((about, *span));
        }
        let mut known = HashMap::new();
        let fault = asks.iter().find_map(|(asker, ..)| chain(asker, 0, &asked, &mut known).err());
        match fault {
            Some(Chain::Circle(name, span)) => self.circle(&name, span),
            Some(Chain::Long(span)) => self.long_chain(span),
            None => {}
        }
    }

    fn long_chain(&mut self, span: Span) {
        let finding = Diagnostic::error("B056", "whether this is legal depends on too many other moves")
            .at(span, say!("`can` inside `can`, more than {MOST_CHAINED} deep"))
            .help("ask about the position itself instead");
        self.report(finding);
    }

    fn circle(&mut self, name: &str, span: Span) {
        let shown = crate::diagnostic::shorten(name);
        let finding =
            Diagnostic::error("B056", say!("whether `{shown}` is legal would depend on whether `{shown}` is legal"))
                .at(span, "this asks in a circle")
                .help("`can(NAME)` may ask about other moves only");
        self.report(finding);
    }

    /// A `stuck` line after one that always applies.
    fn never_reached(&mut self) {
        let always = self.rules.stucks.iter().position(|stuck| stuck.condition.is_none());
        let Some(always) = always else { return };
        let Some(later) = self.rules.stucks.get(always + 1).map(|stuck| stuck.span) else { return };
        let first = self.rules.stucks[always].span;
        let finding = Diagnostic::error("B057", "this line is never reached")
            .at(later, "never reached")
            .at(first, "this one always applies")
            .help("put lines with `when` first");
        self.report(finding);
    }
}

/// `can` may ask about moves that ask in turn, so deep.
const MOST_CHAINED: usize = 16;

/// Why a chain of `can` is refused.
enum Chain {
    Circle(String, Span),
    Long(Span),
}

/// How long the longest chain of `can` from a move is; moves being looked at are known as nothing.
fn chain<'n>(
    name: &'n str,
    depth: usize,
    asked: &HashMap<&'n str, Vec<(&'n str, Span)>>,
    known: &mut HashMap<&'n str, Option<usize>>,
) -> Result<usize, Chain> {
    if let Some(Some(length)) = known.get(name) {
        return Ok(*length);
    }
    known.insert(name, None);
    let mut longest = 0;
    for (about, span) in asked.get(name).into_iter().flatten() {
        if known.get(about) == Some(&None) {
            return Err(Chain::Circle((*about).to_owned(), *span));
        }
        let length = if depth < MOST_CHAINED { chain(about, depth + 1, asked, known)? + 1 } else { MOST_CHAINED };
        if length >= MOST_CHAINED {
            return Err(Chain::Long(*span));
        }
        longest = longest.max(length);
    }
    known.insert(name, Some(longest));
    Ok(longest)
}

/// Whether a value of this type can fill a domain: a single entry fills a list or board, rows fill a board, lists a graph.
pub(super) fn fills(ty: &Type, domain: &Domain<Expr>) -> bool {
    let rows = |of: &Type| Type::List(Box::new(Type::List(Box::new(of.clone()))));
    match domain {
        _ if ty.fits(&domain.ty()) => true,
        Domain::List { min, max, of } => match ty {
            Type::Text | Type::Record(_) => false,
            // A set is one value where the list has a fixed length and holds sets.
            Type::Set(_) if min.span == max.span && of.holds_sets() => fills(ty, of),
            _ => ty.entry().map_or_else(|| fills(ty, of), |entry| fills(&entry, of)),
        },
        Domain::Grid { of, .. } => ty.fits(&of.ty()) || ty.fits(&rows(&of.ty())) || is_lines(ty),
        Domain::Graph { .. } => ty.fits(&rows(&Type::Int)),
        Domain::Set(of) => ty.entry().is_some_and(|entry| entry.fits(&of.ty())),
        _ => false,
    }
}

/// Lines of text: a board as it looks.
fn is_lines(ty: &Type) -> bool {
    matches!(ty, Type::List(of) if **of == Type::Text)
}

/// Whether a line makes the game one of points.
fn counts_points(line: &tree::Line) -> bool {
    match &line.kind {
        LineKind::Move(mv) => block_counts(&mv.body),
        LineKind::End { outcome, .. } => outcome.as_ref().is_some_and(leads),
        LineKind::Repeat { lead, .. } => lead.is_some(),
        LineKind::Stuck { result: tree::Stuck::Over(outcome), .. } => leads(outcome),
        LineKind::Stuck { result: tree::Stuck::Pass { otherwise }, .. } => otherwise.as_ref().is_some_and(leads),
        _ => false,
    }
}

fn leads(outcome: &tree::Outcome) -> bool {
    match &outcome.kind {
        tree::OutcomeKind::Leads(..) => true,
        tree::OutcomeKind::If(then, _, otherwise) => leads(then) || otherwise.as_deref().is_some_and(leads),
        _ => false,
    }
}

fn block_counts(block: &tree::Block) -> bool {
    block.stmts.iter().any(stmt_counts)
}

fn stmt_counts(stmt: &tree::Stmt) -> bool {
    match &stmt.kind {
        tree::StmtKind::Gain { .. } => true,
        tree::StmtKind::End { outcome, .. } => outcome.as_ref().is_some_and(leads),
        tree::StmtKind::For { body, .. } => block_counts(body),
        tree::StmtKind::If { then, otherwise, .. } => {
            block_counts(then)
                || match otherwise {
                    None => false,
                    Some(tree::Else::Block(block)) => block_counts(block),
                    Some(tree::Else::If(stmt)) => stmt_counts(stmt),
                }
        }
        _ => false,
    }
}
