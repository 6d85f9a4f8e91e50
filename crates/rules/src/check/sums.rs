//! Sums of games: `part` and `start` lines, made into an ordinary game.
//!
//! A position of a sum is a multiset of parts: for each kind of part a state variable of its name holds the values of the parts
//! that are there, rising. A part's move becomes a move with one choice more, which part; it takes that one out and puts in
//! what is left of it. A part without a move can never matter again, in normal or misère play: `normalise` takes it out.

use super::Checker;
use super::domain::Declares;
use super::ranges::of_domain;
use super::scope::{Global, LocalKind, Site};
use crate::datum::Datum;
use crate::diagnostic::Diagnostic;
use crate::interval::Interval;
use crate::rules::{Choice, Expr, ExprKind, Field, Move, Part, PartMove, Place, Root, State, Stmt, StmtKind};
use crate::source::Span;
use crate::syntax::tree::{self, BinaryOp, CompareOp, LineKind, OutcomeKind};
use crate::table::helpers::Helper;
use crate::tries::guards;
use crate::types::{Domain, Type};

/// A position may hold at most this many parts of a kind.
const MOST_PARTS: i64 = (1 << 16) - 1;

/// What is said of the length of a list that nothing bounds.
const LONGEST: i64 = 1 << 40;

/// A move of a part: its choices, its condition, what it leaves of each kind.
type Seen = (Vec<Choice>, Option<Expr>, Vec<(usize, Expr)>);

impl Checker<'_> {
    /// The state variable that holds the parts of a kind. What stands in it at the start is filled in by the `start` line.
    pub(super) fn part_state(&mut self, line: &tree::Line, part: &tree::Part) {
        let fields = self.scoped(line.span, |this| this.at(Site::SETUP, |this| this.part_fields(&part.fields)));
        let of = match fields.as_slice() {
            [field] if field.domain.ty().is_scalar() => field.domain.clone(),
            _ => Domain::Record(fields.iter().map(|field| field.domain.clone()).collect()),
        };
        let (min, max) = (self.whole_number(line.span, 0), self.whole_number(line.span, MOST_PARTS));
        let start = self.list_of(line.span, &of.ty(), Vec::new());
        let state = self.rules.states.len();
        self.rules.parts.push(Part { name: part.name.text.clone(), span: line.span, state, fields, moves: Vec::new() });
        let (name, doc, span) = (part.name.text.clone(), line.doc.clone(), line.span);
        self.rules.states.push(State { name, doc, span, domain: Domain::List { min, max, of: Box::new(of) }, start });
        self.globals.states_ready = self.rules.states.len();
    }

    /// What a part is known by. Bounds of numbers may speak of the values before them.
    fn part_fields(&mut self, written: &[(tree::Name, tree::Type)]) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for (name, ty) in written {
            let domain = self.domain(ty, Declares::State);
            self.keeps_size(&domain, ty.span);
            let slot = self.bind(name, LocalKind::Argument, domain.ty(), of_domain(&domain));
            fields.push(Field { name: name.text.clone(), slot, domain });
        }
        fields
    }

    /// A value of a part takes the same room in every part of its kind.
    fn keeps_size(&mut self, domain: &Domain<Expr>, span: Span) {
        let (what, help) = match domain {
            Domain::Int { .. } => return,
            Domain::Set(of) if matches!(**of, Domain::Int { .. }) => return,
            Domain::List { min, max, .. } if min.span != max.span => {
                ("a list that a part is known by keeps its length", "give one number, or a parameter")
            }
            other => {
                let mut open = false;
                let _ = other.map::<(), ()>(&mut |bound: &Expr| {
                    open |= !bound.is_fixed(&|_| false);
                    Ok(())
                });
                if !open {
                    return;
                }
                ("only the bounds of numbers may speak of other values of the part", "use a parameter or a number")
            }
        };
        let finding = Diagnostic::error("B030", what).at(span, "may have several sizes").help(help);
        self.report(finding);
    }

    /// The moves of every part, then the start.
    pub(super) fn sum_lines(&mut self, file: &tree::File) {
        let mut kind = 0;
        for line in &file.lines {
            if let LineKind::Part(part) = &line.kind {
                self.part_moves(kind, part);
                kind += 1;
            }
        }
        for line in &file.lines {
            if let LineKind::Start { sum } = &line.kind {
                self.start_sum(sum);
            }
        }
    }

    fn start_sum(&mut self, sum: &tree::Sum) {
        let parts = self.at(Site::SETUP, |this| this.sum(sum));
        for (kind, values) in parts {
            let state = self.rules.parts[kind].state;
            self.rules.states[state].start = self.sorted(values);
        }
    }

    fn part_moves(&mut self, kind: usize, part: &tree::Part) {
        let mut seen = Vec::new();
        for mv in &part.moves {
            self.note_move(&mv.name);
            seen.push(self.scoped(mv.span, |this| this.at(Site::PART, |this| this.part_move(kind, part, mv))));
        }
        // Where a record is held while its move is made in the sum; the next place is spare.
        let held = self.rules.frame;
        self.rules.frame += 2;
        let moved = self.moved(kind, held);
        for (mv, seen) in part.moves.iter().zip(seen) {
            let (choices, condition, result) = self.in_play(kind, &moved, &seen);
            let body = self.part_body(mv.span, kind, &moved, condition.as_ref(), &result);
            let made = self.rules.moves.len();
            let all = std::iter::once(self.which_part(mv.name.span, kind, &moved)).chain(choices).collect();
            let (name, doc, span) = (mv.name.text.clone(), mv.doc.clone(), mv.name.span);
            let by = mv.by.as_ref().and_then(|by| self.player(by));
            self.rules.moves.push(Move { name, doc, span, choices: all, by, words: None, body });
            let (choices, condition, result) = seen;
            self.rules.parts[kind].moves.push(PartMove { made, by, choices, condition, result });
        }
        self.drop_idle(kind, &moved, part.name.span);
    }

    /// The part that a move is made in, as its first choice in the sum gives it.
    fn moved(&self, kind: usize, held: usize) -> Choice {
        let part = &self.rules.parts[kind];
        let (slot, name) = match (part.slot(), part.fields.first()) {
            (Some(slot), Some(field)) => (slot, field.name.clone()),
            _ => (held, part.name.clone()),
        };
        let ty = self.part_domain(kind).ty();
        let over = Expr { span: part.span, ty: ty.clone(), range: Interval::FULL, kind: ExprKind::Local(slot) };
        Choice { name, slot, over, condition: None, ty }
    }

    /// A move as it is seen from its part, made one of the sum: each value of a record is looked up in it.
    fn in_play(&self, kind: usize, moved: &Choice, seen: &Seen) -> Seen {
        let mut seen = seen.clone();
        if self.rules.parts[kind].slot().is_none() {
            let mut look_up = |expr: &mut Expr| self.looked_up(kind, moved, expr);
            let (choices, condition, result) = &mut seen;
            choices.iter_mut().for_each(|choice| choice.exprs_mut(&mut look_up));
            condition.iter_mut().for_each(&mut look_up);
            result.iter_mut().for_each(|(_, values)| look_up(values));
        }
        seen
    }

    /// `Local(field)` becomes `record[place]`, everywhere in an expression.
    fn looked_up(&self, kind: usize, moved: &Choice, expr: &mut Expr) {
        let fields = &self.rules.parts[kind].fields;
        if let ExprKind::Local(slot) = expr.kind
            && let Some(place) = (0_i64..).zip(fields).find(|(_, field)| field.slot == slot).map(|(place, _)| place)
        {
            let at =
                Expr { ty: Type::Int, range: Interval::of(place), kind: ExprKind::Const(Datum::Int(place)), ..*expr };
            let record = Expr {
                span: expr.span,
                ty: moved.ty.clone(),
                range: Interval::FULL,
                kind: ExprKind::Local(moved.slot),
            };
            expr.kind = ExprKind::Index(Box::new(record), vec![at]);
            return;
        }
        expr.parts_mut(&mut |part| self.looked_up(kind, moved, part));
    }

    /// A move seen from its part: its choices, a condition, what is left.
    fn part_move(&mut self, kind: usize, part: &tree::Part, mv: &tree::PartMove) -> Seen {
        for (place, (name, _)) in part.fields.iter().enumerate() {
            let domain = self.rules.parts[kind].fields[place].domain.clone();
            self.bind(name, LocalKind::Argument, domain.ty(), of_domain(&domain));
        }
        let chosen = |this: &mut Self, choice: &tree::Choice| {
            this.choice(&choice.name, &choice.over, choice.condition.as_ref(), LocalKind::Choice)
        };
        let choices = mv.choices.iter().map(|choice| chosen(self, choice)).collect();
        let condition = mv.condition.as_ref().map(|condition| self.condition(condition));
        (choices, condition, self.sum(&mv.result))
    }

    fn part_domain(&self, kind: usize) -> Domain<Expr> {
        match &self.rules.states[self.rules.parts[kind].state].domain {
            Domain::List { of, .. } => (**of).clone(),
            other => other.clone(),
        }
    }

    /// The parts of a sum, as lists of values by kind; each kind once.
    fn sum(&mut self, sum: &tree::Sum) -> Vec<(usize, Expr)> {
        let mut found: Vec<(usize, Expr)> = Vec::new();
        for term in &sum.terms {
            let Some((kind, values)) = self.term(term) else { continue };
            match found.iter().position(|(known, _)| *known == kind) {
                Some(place) => {
                    let before = found[place].1.clone();
                    found[place].1 = self.binary_of(sum.span, BinaryOp::Add, before, values);
                }
                None => found.push((kind, values)),
            }
        }
        found
    }

    /// The values that a term adds, as a list.
    fn term(&mut self, term: &tree::Term) -> Option<(usize, Expr)> {
        let Some(Global::Part(state)) = self.global(&term.part.text, term.part.span) else {
            if !self.is_broken(&term.part.text) {
                self.no_part(&term.part);
            }
            return None;
        };
        let kind = self.rules.parts.iter().position(|part| part.state == state)?;
        let values = self.scoped(term.span, |this| {
            let mut clauses: Vec<Choice> = term
                .clauses
                .iter()
                .map(|clause| this.choice(&clause.name, &clause.over, clause.condition.as_ref(), LocalKind::Loop))
                .collect();
            clauses.extend(term.times.as_ref().map(|times| this.times(times)));
            let value = this.part_value(kind, term);
            if clauses.is_empty() {
                let ty = value.ty.clone();
                return this.list_of(term.span, &ty, vec![value]);
            }
            let (ty, item) = (Type::List(Box::new(value.ty.clone())), Box::new(value));
            this.make(term.span, ty, Interval::new(0, LONGEST), ExprKind::Comprehension { set: false, item, clauses })
        });
        Some((kind, values))
    }

    /// Once for each of so many equal parts; which of them it is, nobody asks.
    fn times(&mut self, times: &tree::Expr) -> Choice {
        let count = self.number(times, "how many equal parts there are");
        let (span, slot) = (count.span, self.spare_slot());
        let over = self.make(span, Type::Range, Interval::new(0, LONGEST), ExprKind::Times(Box::new(count)));
        Choice { name: String::new(), slot, over, condition: None, ty: Type::Int }
    }

    /// The value of a part: as it stands where it is one scalar, else all of them side by side.
    fn part_value(&mut self, kind: usize, term: &tree::Term) -> Expr {
        let wanted: Vec<(String, Domain<Expr>)> =
            self.rules.parts[kind].fields.iter().map(|field| (field.name.clone(), field.domain.clone())).collect();
        let (name, span) = (self.rules.parts[kind].name.clone(), self.rules.parts[kind].span);
        if term.values.len() != wanted.len() {
            self.other_count(term, &name, &wanted, span);
            return self.broken(term.span);
        }
        let single = self.rules.parts[kind].slot().is_some();
        let mut values = Vec::new();
        for (value, (field, of)) in term.values.iter().zip(&wanted) {
            let value = self.given_entry(value, of, "the value of a part");
            self.provable_bounds(&value, if single { &name } else { field }, of, span);
            values.push(value);
        }
        match values.pop() {
            Some(value) if single => value,
            last => {
                values.extend(last);
                let ty = self.part_domain(kind).ty();
                self.make(term.span, ty, Interval::FULL, ExprKind::Part(kind, values))
            }
        }
    }

    fn other_count(&mut self, term: &tree::Term, name: &str, wanted: &[(String, Domain<Expr>)], span: Span) {
        let shown: Vec<&str> = wanted.iter().map(|(name, _)| name.as_str()).collect();
        let message = say!("the part `{name}` is known by {} values, not {}", wanted.len(), term.values.len());
        let finding = Diagnostic::error("B075", message)
            .at(term.span, "another number of values")
            .at(span, "declared here")
            .help(say!("write `{name}({})`", shown.join(", ")));
        self.report(finding);
    }

    fn no_part(&mut self, name: &tree::Name) {
        let shown = crate::diagnostic::shorten(&name.text);
        let finding = Diagnostic::error("B072", say!("there is no part called `{shown}`")).at(name.span, "not a part");
        let parts = self.rules.parts.iter().map(|part| part.name.as_str());
        let finding = match self.near(&name.text, parts) {
            Some(near) => finding.edit(say!("did you mean `{near}`?"), name.span, near),
            None => finding.help(say!("say what it is: `part {shown}(n : 0..100) {{ move … => … }}`")),
        };
        self.report(finding);
    }

    /// A part's name where a value is needed.
    pub(super) fn part_as_value(&mut self, name: &str, span: Span) -> Expr {
        let shown = crate::diagnostic::shorten(name);
        let finding = Diagnostic::error("B072", say!("`{shown}` is a part and has no value"))
            .at(span, "a part")
            .help("parts are valued one by one, so no rule may look at which others are there");
        self.report(finding);
        self.broken(span)
    }

    /// Which part is moved in: each value that is there, once.
    fn which_part(&mut self, span: Span, kind: usize, moved: &Choice) -> Choice {
        let parts = self.parts_there(span, self.rules.parts[kind].state);
        let ty = parts.ty.clone();
        let over = self.make(span, ty, Interval::new(0, MOST_PARTS), ExprKind::Help(Helper::Distinct, vec![parts]));
        Choice { over, ..moved.clone() }
    }

    /// The moved part is taken out, what is left of it put in, all in order.
    fn part_body(
        &mut self,
        span: Span,
        kind: usize,
        moved: &Choice,
        condition: Option<&Expr>,
        result: &[(usize, Expr)],
    ) -> Vec<Stmt> {
        let when = condition.map(|condition| Stmt { span: condition.span, kind: StmtKind::When(condition.clone()) });
        let mut changes = Vec::new();
        for changed in 0..self.rules.parts.len() {
            let added = result.iter().find(|(to, _)| *to == changed).map(|(_, values)| values.clone());
            if added.is_none() && changed != kind {
                continue;
            }
            let state = self.rules.parts[changed].state;
            let before = if changed == kind {
                self.without_moved(span, kind, moved.slot)
            } else {
                self.parts_there(span, state)
            };
            let ty = before.ty.clone();
            let after = match added {
                Some(values) => self.make(
                    span,
                    ty.clone(),
                    Interval::FULL,
                    ExprKind::Binary(BinaryOp::Add, Box::new(before), Box::new(values)),
                ),
                None => before,
            };
            changes.push((Place { span, root: Root::State(state), path: Vec::new(), ty }, self.sorted(after)));
        }
        when.into_iter().chain([Stmt { span, kind: StmtKind::Assign(changes) }]).collect()
    }

    /// The parts of a kind without the one that is moved in: `remove(parts, len([x for x in parts if x < moved]))`.
    fn without_moved(&mut self, span: Span, kind: usize, slot: usize) -> Expr {
        let there = self.parts_there(span, self.rules.parts[kind].state);
        let of = self.part_domain(kind).ty();
        let spare = self.rules.frame - 1;
        let [less, moved] =
            [spare, slot].map(|slot| Expr { span, ty: of.clone(), range: Interval::FULL, kind: ExprKind::Local(slot) });
        let condition = self.make(
            span,
            Type::Bool,
            Interval::new(0, 1),
            ExprKind::Compare(Box::new(less.clone()), vec![(CompareOp::Lt, moved)]),
        );
        let clause =
            Choice { name: String::new(), slot: spare, over: there.clone(), condition: Some(condition), ty: of };
        let before = ExprKind::Comprehension { set: false, item: Box::new(less), clauses: vec![clause] };
        let before = self.make(span, there.ty.clone(), Interval::FULL, before);
        let place = self.make(span, Type::Int, Interval::new(0, MOST_PARTS), ExprKind::Help(Helper::Len, vec![before]));
        let ty = there.ty.clone();
        self.make(span, ty, Interval::FULL, ExprKind::Help(Helper::Remove, vec![there, place]))
    }

    /// Takes out parts of a kind that have no move.
    fn drop_idle(&mut self, kind: usize, moved: &Choice, span: Span) {
        let (state, slot) = (self.rules.parts[kind].state, moved.slot);
        let moves = self.rules.parts[kind].moves.clone();
        let mut can_move: Option<Expr> = None;
        for PartMove { choices, condition, result, .. } in moves {
            let (choices, condition, _) = self.in_play(kind, moved, &(choices, condition, result));
            let one = self.can_be_made(span, choices, condition);
            can_move = Some(match can_move {
                Some(others) => self.make(
                    span,
                    Type::Bool,
                    Interval::new(0, 1),
                    ExprKind::Binary(BinaryOp::Or, Box::new(others), Box::new(one)),
                ),
                None => one,
            });
        }
        let of = self.part_domain(kind).ty();
        let there = self.parts_there(span, state);
        let ty = there.ty.clone();
        let condition = can_move.or_else(|| Some(self.truth(span, false)));
        let item = Box::new(Expr { span, ty: of.clone(), range: Interval::FULL, kind: ExprKind::Local(slot) });
        let clause = Choice { name: String::new(), slot, over: there, condition, ty: of };
        let kept = self.make(
            span,
            ty.clone(),
            Interval::FULL,
            ExprKind::Comprehension { set: false, item, clauses: vec![clause] },
        );
        let place = Place { span, root: Root::State(state), path: Vec::new(), ty };
        self.rules.normalise.push(Stmt { span, kind: StmtKind::Assign(vec![(place, kept)]) });
    }

    /// Whether a move can be made in the part whose value is in its slot.
    fn can_be_made(&mut self, span: Span, choices: Vec<Choice>, condition: Option<Expr>) -> Expr {
        let condition = condition.unwrap_or_else(|| self.truth(span, true));
        if choices.is_empty() {
            return condition;
        }
        // What is known before the choices is asked before them, where that cannot fail.
        let before = guards(&choices, [&condition]).swap_remove(0).into_iter().map(|guard| guard.part);
        let before =
            before.take_while(never_fails).reduce(|one, other| self.binary_of(span, BinaryOp::And, one, other));
        let some = ExprKind::Comprehension { set: false, item: Box::new(condition), clauses: choices };
        let some = self.make(span, Type::List(Box::new(Type::Bool)), Interval::new(0, LONGEST), some);
        let some = self.make(span, Type::Bool, Interval::new(0, 1), ExprKind::Help(Helper::Any, vec![some]));
        self.both(before, Some(some)).expect("one of them is there")
    }

    fn truth(&mut self, span: Span, value: bool) -> Expr {
        self.make(span, Type::Bool, Interval::of(i64::from(value)), ExprKind::Const(Datum::bool(value)))
    }

    fn list_of(&mut self, span: Span, of: &Type, entries: Vec<Expr>) -> Expr {
        let length = Interval::of(entries.len() as i128);
        self.make(span, Type::List(Box::new(of.clone())), length, ExprKind::List(entries))
    }

    fn sorted(&mut self, values: Expr) -> Expr {
        let (span, ty, range) = (values.span, values.ty.clone(), values.range);
        self.make(span, ty, range, ExprKind::Help(Helper::Sorted, vec![values]))
    }

    /// The parts of a kind that are there.
    fn parts_there(&mut self, span: Span, state: usize) -> Expr {
        let ty = self.rules.states[state].domain.ty();
        self.make(span, ty, Interval::new(0, MOST_PARTS), ExprKind::State(state))
    }

    /// What a sum of games must have, and must not.
    pub(super) fn sum_shape(&mut self, file: &tree::File) {
        let first = file
            .lines
            .iter()
            .find(|line| matches!(line.kind, LineKind::Part(_) | LineKind::Start { .. }))
            .map(|line| line.span);
        for line in &file.lines {
            if let (Some(word), Some(first)) = (foreign_to_sums(&line.kind), first) {
                let finding = Diagnostic::error("B070", say!("a sum of games has no `{word}` line"))
                    .at(line.span, "it belongs to an ordinary game")
                    .at(first, "this makes the game a sum")
                    .help("say everything with `part`, `start` and `stuck`, or write an ordinary game without `part`");
                self.report(finding);
            }
        }
        if self.rules.parts.is_empty() {
            self.report(
                Diagnostic::error("B071", "there is no `part` line, so the sum has nothing to be made of")
                    .help("say what a part is: `part Heap(n : 0..100) { move take(k in 1..n) => Heap(n - k) }`"),
            );
        } else if !file.lines.iter().any(|line| matches!(line.kind, LineKind::Start { .. })) {
            self.report(
                Diagnostic::error("B071", "there is no `start` line, so nobody knows which parts there are")
                    .help("say where play begins: `start Heap(7)` or `start sum(Heap(h) for h in heaps)`"),
            );
        }
        self.idle_parts();
        self.shared_names();
        self.sum_ends(file);
    }

    /// A sum in which no part has a move.
    fn idle_parts(&mut self) {
        let Some(span) = self.rules.parts.first().map(|part| part.span) else { return };
        if self.rules.moves.is_empty() {
            let finding = Diagnostic::error("B071", "no part has a move, so nobody can do anything")
                .at(span, "no move in its braces")
                .help("say what a player may do with a part: `move take(k in 1..n) => Heap(n - k)`");
            self.report(finding);
        }
    }

    /// Moves of different parts must not read alike.
    fn shared_names(&mut self) {
        let named = |part: &Part| part.moves.iter().map(|mv| mv.made).collect::<Vec<_>>();
        let moves: Vec<(usize, usize)> = self
            .rules
            .parts
            .iter()
            .enumerate()
            .flat_map(|(kind, part)| named(part).into_iter().map(move |made| (kind, made)))
            .collect();
        for (place, (kind, made)) in moves.iter().enumerate() {
            let mv = &self.rules.moves[*made];
            let twin =
                moves[..place].iter().find(|(other, twin)| other != kind && self.rules.moves[*twin].name == mv.name);
            if let Some((_, twin)) = twin {
                let finding = Diagnostic::error(
                    "B073",
                    say!("two parts have a move called `{}`", crate::diagnostic::shorten(&mv.name)),
                )
                .at(mv.span, "the same name again")
                .at(self.rules.moves[*twin].span, "the first one")
                .help("give one of them another name, so that a move says which part it is made in");
                self.report(finding);
            }
        }
    }

    /// The player who cannot move loses, or wins; nothing else, and nothing that tells the players apart.
    fn sum_ends(&mut self, file: &tree::File) {
        let mut any = false;
        for line in &file.lines {
            let LineKind::Stuck { result, .. } = &line.kind else { continue };
            any = true;
            let fair = matches!(result, tree::Stuck::Over(outcome) if mover_wins_or_loses(&outcome.kind));
            let condition = self
                .rules
                .stucks
                .iter()
                .find(|stuck| stuck.span == line.span)
                .and_then(|stuck| stuck.condition.clone());
            if !fair || condition.is_some_and(|condition| names_a_player(&condition)) {
                self.unfair_end(
                    line.span,
                    "in a sum of games the player who cannot move wins or loses, whoever that is",
                );
            }
        }
        if !any {
            self.unfair_end(
                Span::default(),
                "there is no `stuck` line: nobody knows who wins when no part can be moved in",
            );
        }
    }

    fn unfair_end(&mut self, span: Span, message: &'static str) {
        let finding = Diagnostic::error("B074", message);
        let missing = span == Span::default();
        let finding = if missing { finding } else { finding.at(span, "not one of these") };
        let put = |line: &str| if missing { self.source.appended(line) } else { (span, line.to_owned()) };
        let ((at, loses), (_, wins)) = (put("stuck => me loses"), put("stuck => me wins"));
        self.report(finding.edit("`stuck => me loses`   the last player to move wins (normal play)", at, loses).edit(
            "`stuck => me wins`    the last player to move loses (misère play)",
            at,
            wins,
        ));
    }
}

/// The word of a line that a sum cannot have.
fn foreign_to_sums(line: &LineKind) -> Option<&'static str> {
    Some(match line {
        LineKind::State { .. } => "state",
        LineKind::Move(_) => "move",
        LineKind::Normalise { .. } => "normalise",
        LineKind::Invariant { .. } => "invariant",
        LineKind::Remaining { .. } => "remaining",
        LineKind::Rank { .. } => "rank",
        LineKind::End { .. } => "end",
        LineKind::Repeat { .. } => "repeat",
        LineKind::Symmetry { .. } => "symmetry",
        _ => return None,
    })
}

fn mover_wins_or_loses(outcome: &OutcomeKind) -> bool {
    use tree::Who::{Me, Opponent};
    matches!(outcome, OutcomeKind::Wins(Me(_) | Opponent(_)) | OutcomeKind::Loses(Me(_) | Opponent(_)))
}

fn names_a_player(condition: &Expr) -> bool {
    condition.any(&|part| part.ty == Type::Player)
}

/// Whether a condition compares what is known, and nothing else.
fn never_fails(condition: &Expr) -> bool {
    let mut plain = true;
    condition.walk(&mut |part| {
        plain &= match &part.kind {
            ExprKind::Const(_) | ExprKind::Param(_) | ExprKind::Let(_) | ExprKind::Local(_) => true,
            ExprKind::Compare(..) | ExprKind::Unary(..) => true,
            // A value of the part.
            ExprKind::Index(base, _) => matches!(base.ty, Type::Record(_)),
            ExprKind::Binary(op, ..) => matches!(op, BinaryOp::And | BinaryOp::Or),
            _ => false,
        }
    });
    plain
}
