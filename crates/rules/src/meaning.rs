//! What of checked rules can change a value, as a row of words: two texts with equal rows mean the same.
//!
//! The row is the checked rules written in Polish notation (Łukasiewicz 1924: an operator, then its operands), declarations of a kind
//! together. Variables are numbers and `def`s are written out, so names do not count, nor do comments, titles, `show` and `example`
//! lines. Texts that mean the same may still have different rows (`a + b` and `b + a`): whoever relies on this is refused though it
//! would do, never let in wrongly.

use crate::rules::{
    Choice, Expr, ExprKind, Move, Outcome, OutcomeKind, Place, Rules, Stmt, StmtKind, StuckResult, SymmetryKind, Who,
};
use crate::source::{Source, Span};
use crate::types::Domain;
use std::fmt::Debug;

/// Where two rules differ in meaning first: of each, the line and its number, or nothing where it has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In the first rules.
    pub first: Option<(usize, String)>,
    /// In the second rules.
    pub second: Option<(usize, String)>,
}

/// The first difference in meaning between two rules, if there is one.
#[must_use]
pub fn difference(first: &Rules, second: &Rules) -> Option<Difference> {
    let (one, other) = (words(first), words(second));
    let text = |words: &[Word], at: usize| words.get(at).map(|word| word.text.clone());
    let at = (0..one.len().max(other.len())).find(|at| text(&one, *at) != text(&other, *at))?;
    let (first, second) = (Lines::of(&first.source), Lines::of(&second.source));
    let lines =
        |at: usize| (one.get(at).map(|word| first.at(word.span)), other.get(at).map(|word| second.at(word.span)));
    // Where a name stands for another thing, the lines that use it look alike, and those that declare it do not.
    let shown = (0..=at).rev().map(lines).find(|(one, other)| {
        let text = |line: &Option<(usize, &str)>| line.map(|(_, text)| text.to_owned());
        text(one) != text(other)
    });
    let owned = |line: Option<(usize, &str)>| line.map(|(number, text)| (number, text.to_owned()));
    let (one, other) = shown.unwrap_or_else(|| lines(at));
    Some(Difference { first: owned(one), second: owned(other) })
}

/// A number that rules of the same meaning share.
#[must_use]
pub fn hash(rules: &Rules) -> u64 {
    let words = words(rules);
    fnv(words.iter().flat_map(|word| word.text.bytes().chain([0xFF])))
}

/// A number that tells bytes apart, and is the same on every machine (FNV-1a; Fowler, Noll and Vo, 1991). Whoever wants to finds others with it.
#[must_use]
pub fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let eat = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, eat)
}

/// The lines of a text.
struct Lines<'s> {
    source: &'s Source,
    /// Where each begins.
    starts: Vec<usize>,
}

impl Lines<'_> {
    fn of(source: &Source) -> Lines<'_> {
        let ends = source.text.match_indices('\n').map(|(end, _)| end + 1);
        Lines { source, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// The line in which a span begins, and its number.
    fn at(&self, span: Span) -> (usize, &str) {
        let number = self.starts.partition_point(|start| *start <= span.start as usize);
        let start = self.starts.get(number.saturating_sub(1)).copied().unwrap_or(0);
        let line = self.source.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("");
        (number, line.trim())
    }
}

/// A word, and the place in the text that it stands for.
struct Word {
    text: String,
    span: Span,
}

fn words(rules: &Rules) -> Vec<Word> {
    let mut row = Row { rules, words: Vec::new() };
    row.rules();
    row.words
}

/// The words so far.
struct Row<'r> {
    rules: &'r Rules,
    words: Vec<Word>,
}

impl Row<'_> {
    fn say(&mut self, span: Span, text: impl Into<String>) {
        self.words.push(Word { text: text.into(), span });
    }

    fn rules(&mut self) {
        let rules = self.rules;
        for param in &rules.params {
            self.say(param.span, "param");
            self.domain(param.span, &param.domain, true);
            self.maybe(param.span, param.default.as_ref());
        }
        for known in &rules.lets {
            self.say(known.value.span, "let");
            if let Some(domain) = &known.domain {
                self.domain(known.value.span, domain, true);
            }
            if !known.steps.is_empty() {
                self.block(known.value.span, &known.steps);
            }
            self.expr(&known.value);
        }
        for require in &rules.requires {
            self.say(require.span, "require");
            self.expr(&require.condition);
        }
        for state in &rules.states {
            self.say(state.span, "state");
            self.domain(state.span, &state.domain, false);
            self.expr(&state.start);
        }
        for (title, exprs) in [
            ("starts", rules.starts.as_slice()),
            ("invariant", &rules.invariants),
            ("remaining", rules.remaining.as_slice()),
        ] {
            for expr in exprs {
                self.say(expr.span, title);
                self.expr(expr);
            }
        }
        if let Some(rank) = &rules.rank {
            self.say(rank.span, "rank");
            self.expr(&rank.number);
        }
        rules.moves.iter().for_each(|mv| self.mv(mv));
        self.play();
        // The moves of parts stand among the others.
        rules.parts.iter().for_each(|part| self.say(part.span, format!("part {}", part.state)));
        for symmetry in &rules.symmetries {
            self.say(symmetry.span, "symmetry");
            self.symmetry(symmetry.span, &symmetry.kind);
        }
    }

    /// How play ends.
    fn play(&mut self) {
        let rules = self.rules;
        if let Some(first) = rules.normalise.first() {
            self.say(first.span, "normalise");
            self.block(first.span, &rules.normalise);
        }
        for end in &rules.ends {
            self.say(end.span, "end");
            self.expr(&end.condition);
            self.outcome(end.span, end.outcome.as_ref());
        }
        for stuck in &rules.stucks {
            self.say(stuck.span, "stuck");
            self.maybe(stuck.span, stuck.condition.as_ref());
            match &stuck.result {
                StuckResult::Over(outcome) => self.outcome(stuck.span, Some(outcome)),
                StuckResult::Pass(outcome) => {
                    self.say(stuck.span, "pass");
                    self.outcome(stuck.span, outcome.as_ref());
                }
            }
        }
        if let Some(repeat) = &rules.repeat {
            self.say(repeat.span, format!("repeat {:?}", repeat.who));
            self.maybe(repeat.span, repeat.lead.as_ref());
        }
    }

    fn mv(&mut self, mv: &Move) {
        self.say(mv.span, format!("move {:?} {}", mv.by, mv.choices.len()));
        mv.choices.iter().for_each(|choice| self.choice(choice));
        self.block(mv.span, &mv.body);
    }

    fn choice(&mut self, choice: &Choice) {
        self.say(choice.over.span, format!("choice {}", choice.slot));
        self.expr(&choice.over);
        self.maybe(choice.over.span, choice.condition.as_ref());
    }

    fn block(&mut self, span: Span, stmts: &[Stmt]) {
        self.say(span, format!("block {}", stmts.len()));
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::When(condition) => self.with(span, "when", condition),
            StmtKind::Local(slot, value) => self.with(span, &format!("local {slot}"), value),
            StmtKind::Turn(player) => self.with(span, "turn", player),
            StmtKind::Assign(pairs) => {
                self.say(span, format!("assign {}", pairs.len()));
                for (place, value) in pairs {
                    self.place(place);
                    self.expr(value);
                }
            }
            StmtKind::Gain(points, who) => {
                self.with(span, "gain", points);
                self.who(span, who);
            }
            StmtKind::Again => self.say(span, "again"),
            StmtKind::Break => self.say(span, "break"),
            StmtKind::End(condition, outcome) => {
                self.say(span, "end");
                self.maybe(span, condition.as_ref());
                self.outcome(span, outcome.as_ref());
            }
            StmtKind::If(condition, then, otherwise) => {
                self.with(span, "if", condition);
                self.block(span, then);
                self.block(span, otherwise);
            }
            StmtKind::For(slot, over, body) => {
                self.with(span, &format!("for {slot}"), over);
                self.block(span, body);
            }
        }
    }

    fn with(&mut self, span: Span, title: &str, expr: &Expr) {
        self.say(span, title);
        self.expr(expr);
    }

    fn place(&mut self, place: &Place) {
        let steps: Vec<usize> = place.path.iter().map(Vec::len).collect();
        self.say(place.span, format!("place {:?} {steps:?}", place.root));
        place.path.iter().flatten().for_each(|index| self.expr(index));
    }

    fn outcome(&mut self, span: Span, outcome: Option<&Outcome>) {
        let Some(outcome) = outcome else { return self.say(span, "nothing") };
        let span = outcome.span;
        match &outcome.kind {
            OutcomeKind::Draw => self.say(span, "draw"),
            OutcomeKind::Wins(who) => {
                self.say(span, "wins");
                self.who(span, who);
            }
            OutcomeKind::Loses(who) => {
                self.say(span, "loses");
                self.who(span, who);
            }
            OutcomeKind::Leads(who, points) => {
                self.say(span, "leads");
                self.who(span, who);
                self.expr(points);
            }
        }
    }

    fn who(&mut self, span: Span, who: &Who) {
        match who {
            Who::Me => self.say(span, "me"),
            Who::Opponent => self.say(span, "opponent"),
            Who::Named(player) => self.with(span, "named", player),
        }
    }

    fn symmetry(&mut self, span: Span, kind: &SymmetryKind) {
        match kind {
            SymmetryKind::Map { board, from, to } => {
                self.say(span, format!("map {board} {from:?} {}", to.len()));
                to.iter().for_each(|place| self.expr(place));
            }
            SymmetryKind::Together(kinds) => {
                self.say(span, format!("together {}", kinds.len()));
                kinds.iter().for_each(|kind| self.symmetry(span, kind));
            }
            plain => self.debug(span, plain),
        }
    }

    fn maybe(&mut self, span: Span, expr: Option<&Expr>) {
        match expr {
            Some(expr) => self.expr(expr),
            None => self.say(span, "nothing"),
        }
    }

    /// An expression: its operator, with as much as tells how many operands there are, and its operands.
    fn expr(&mut self, expr: &Expr) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Unary(op, _) => self.debug(span, op),
            ExprKind::Binary(op, ..) => self.debug(span, op),
            ExprKind::Compare(_, rest) => self.debug(span, &rest.iter().map(|(op, _)| *op).collect::<Vec<_>>()),
            ExprKind::Range { inclusive, .. } => self.say(span, if *inclusive { ".." } else { "..<" }),
            ExprKind::If(..) => self.say(span, "if"),
            ExprKind::Help(helper, args) => self.say(span, format!("{helper:?} {}", args.len())),
            ExprKind::Index(_, indices) => self.say(span, format!("index {}", indices.len())),
            ExprKind::Cell(..) => self.say(span, "cell"),
            ExprKind::Part(kind, _) => self.say(span, format!("part {kind}")),
            ExprKind::Times(_) => self.say(span, "times"),
            ExprKind::List(items) => self.say(span, format!("list {}", items.len())),
            ExprKind::Set(items) => self.say(span, format!("set {}", items.len())),
            ExprKind::Bind(slot, ..) => self.say(span, format!("bind {slot}")),
            ExprKind::Comprehension { set, item, clauses } => {
                self.say(span, format!("all {set} {}", clauses.len()));
                clauses.iter().for_each(|clause| self.choice(clause));
                return self.expr(item);
            }
            plain => self.debug(span, plain),
        }
        expr.parts(&mut |part| self.expr(part));
    }

    fn debug(&mut self, span: Span, plain: &impl Debug) {
        self.say(span, format!("{plain:?}"));
    }

    /// A domain. Parameters are given by the names of what they may be, so there those names count.
    fn domain(&mut self, span: Span, domain: &Domain<Expr>, named: bool) {
        let rules = self.rules;
        let mut bounds = |title: &str, bounds: &[&Expr]| {
            self.say(span, title);
            bounds.iter().for_each(|bound| self.expr(bound));
        };
        match domain {
            Domain::Int { lo, hi } => bounds("int", &[lo, hi]),
            Domain::List { min, max, .. } => bounds("list", &[min, max]),
            Domain::Grid { rows, columns, .. } => bounds("grid", &[&rows.0, &rows.1, &columns.0, &columns.1]),
            Domain::Graph { min, max } => bounds("graph", &[min, max]),
            Domain::Node { nodes } => bounds("node", &[nodes]),
            Domain::Cell { rows, columns } => bounds("cell", &[rows, columns]),
            Domain::Set(_) => bounds("set", &[]),
            Domain::Optional(_) => bounds("optional", &[]),
            Domain::Record(_) => bounds("record", &[]),
            Domain::Whole | Domain::Bool | Domain::Text => bounds(&format!("{:?}", domain.ty()), &[]),
            Domain::Player if named => bounds(&format!("player {:?}", rules.players), &[]),
            Domain::Player => bounds("player", &[]),
            Domain::Names { list, count } => {
                let list = &rules.names[*list];
                let names = if named { list.names.join(" ") } else { String::new() };
                self.say(list.span, format!("names {count} {names}"));
            }
        }
        if let Domain::List { of, .. } | Domain::Grid { of, .. } | Domain::Set(of) | Domain::Optional(of) = domain {
            self.domain(span, of, named);
        }
        if let Domain::Record(of) = domain {
            of.iter().for_each(|of| self.domain(span, of, named));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    const RULES: &str = "game Take \"Take away\"  # a heap\nparam most : 1..5 = 3\nstate left : 0..100 = 21\n\
        move take(X in 1..min(most, left)) { left -= X }\nend when left == 0 => First wins\nexample most=3 => First wins";

    fn checked(text: &str) -> Rules {
        let (rules, findings) = check(&Source::new("test", text));
        rules.unwrap_or_else(|| panic!("{text}: {findings:?}"))
    }

    fn differ(one: &str, other: &str) -> Option<Difference> {
        let (one, other) = (checked(one), checked(other));
        let found = difference(&one, &other);
        assert_eq!(found.is_none(), hash(&one) == hash(&other));
        found
    }

    #[test]
    fn names_comments_titles_and_examples_do_not_count() {
        let same = |other: &str| assert_eq!(differ(RULES, other), None, "{other}");
        same(RULES);
        same(&RULES.replace("left", "heap").replace('X', "count_of").replace("most", "k"));
        same(&RULES.replace("# a heap", "").replace("Take away", "Other").replace("Take", "T"));
        same(&RULES.replace("example most=3 => First wins", "show left as heaps"));
        same(&RULES.replace("\nexample most=3 => First wins", ""));
        same(&RULES.replace("min(most, left)", "min( most,left )"));
        same(&RULES.replace("\nmove", "\n## How many\nmove").replace("First wins", "First wins  # so"));
        let named = |one: &str, other: &str| {
            RULES.replace("\nparam", &format!("\nplayers {one}, {other}\nparam")).replace("First", one)
        };
        assert_eq!(differ(&named("Ann", "Ben"), &named("Black", "White")), None);
        assert!(differ(&named("Ann", "Ben"), &named("Ann", "Ben").replace("Ann wins", "Ben wins")).is_some());
    }

    /// One name may stand for several locals, and several names for one.
    #[test]
    fn names_of_locals_do_not_count() {
        let of = |one: &str, other: &str| {
            format!(
                "game T\ndef lowest({one}) = min({one}, 9)\nstate xs : list[3] of 0..9 = 3\n\
                 move go {{ when any(xs[{one}] > 0 for {one} in 0..2); for {one} in 0..2 {{ xs[{one}] = 0 }}; \
                 for {other} in 0..2 {{ let most = lowest(xs[{other}]); xs[{other}] = most }} }}\nstuck => me loses"
            )
        };
        assert_eq!(differ(&of("i", "i"), &of("i", "j")), None);
    }

    #[test]
    fn whatever_may_change_a_value_counts() {
        for (from, to) in [
            ("min", "max"),
            ("1..5 = 3", "1..5 = 4"),
            ("1..5", "1..6"),
            ("= 21", "= 22"),
            ("-= X", "-= X + 1"),
            ("First wins\nex", "Second wins\nex"),
            ("min(most, left)", "min(most, 4)"),
            ("left == 0 =>", "left <= 1 =>"),
            ("\nend when", "\nstuck => draw\nend when"),
            ("\nend when", "\nrepeat => draw\nend when"),
            ("\nend when", "\ninvariant left < 99\nend when"),
            ("\nend when", "\nstarts Second\nend when"),
            ("left -= X", "left -= X; again"),
            ("left -= X", "when X != 2; left -= X"),
            ("X in", "Y in 1..2, X in"),
        ] {
            assert!(differ(RULES, &RULES.replace(from, to)).is_some(), "{from} → {to}");
        }
    }

    #[test]
    fn the_line_that_differs_is_told() {
        let found = differ(RULES, &RULES.replace("0..100", "0..50")).expect("they differ");
        assert_eq!(found.first, Some((3, "state left : 0..100 = 21".to_owned())));
        assert_eq!(found.second, Some((3, "state left : 0..50 = 21".to_owned())));
        // Not the line where a `def` is used, nor where a list of names is.
        let of = |list: &str, last: &str| {
            format!(
                "game T\ntype Colour = {{{list}}}\ndef over(c) =\n  c == {last}\nstate at : Colour = red\nmove go {{ when not over(at); at = {last} }}\nstuck => draw"
            )
        };
        let lines = |found: Option<Difference>| {
            let found = found.expect("they differ");
            [found.first, found.second].map(|line| line.expect("both go on").1)
        };
        let found = lines(differ(&of("red, blue", "blue"), &of("red, blue, green", "blue")));
        assert_eq!(found, ["type Colour = {red, blue}", "type Colour = {red, blue, green}"]);
        let found = lines(differ(&of("red, blue, green", "blue"), &of("red, blue, green", "green")));
        assert_eq!(found, ["c == blue", "c == green"]);
        // Lines that look alike and mean different things are told by what they use.
        let of = |one: &str, other: &str| {
            format!(
                "game T\nstate {one} : 0..3 = 3\nstate {other} : 0..3 = 3\nmove go {{ when a > 0; a -= 1 }}\nend when b < a => draw\nstuck => draw"
            )
        };
        let found = lines(differ(&of("a", "b"), &of("b", "a")));
        assert_eq!(found, ["state b : 0..3 = 3", "state a : 0..3 = 3"]);
    }

    /// Parameters are compared as they are written, so what their words stand for counts.
    #[test]
    fn names_that_parameters_are_given_by_count() {
        let of = |names: &str| {
            format!(
                "game T\nparam how : {{{names}}} = slow\nstate n : 0..9 = if how == slow then 1 else 2\nmove go {{ when n > 0; n -= 1 }}\nstuck => draw"
            )
        };
        assert!(differ(&of("slow, fast"), &of("fast, slow")).is_some());
        let of = |names: &str| {
            format!("game T\nstate how : {{{names}}} = slow\nmove go {{ when how == slow; how = fast }}\nstuck => draw")
        };
        assert_eq!(differ(&of("slow, fast"), &of("slow, fast").replace("slow", "calm")), None);
    }
}
