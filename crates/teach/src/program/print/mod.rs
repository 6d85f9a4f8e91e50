//! Programs as text: one file a language. What all of them share, how expressions bind and how lines are indented, is here.

mod cpp;
mod go;
mod gofmt;
mod helpers;
mod java;
mod js;
mod names;
mod narrow;
mod python;
mod remarks;
mod rust;

use super::order::Seen;
use super::read::NoProgram;
use super::stage::{Draft, St, Stage, draft};
use super::tree::{Call, Ex, How, Kind, Op, Recur, Shape, Side};
use super::tried::Lift;
use crate::cases::winner_words;
use crate::words::Lang;
use bouton::Rules;
use bouton::rules::{Text, say};
use names::camel;
use std::collections::HashSet;
use std::str::FromStr;

/// A language that programs are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Python 3.
    Python,
    /// Java.
    Java,
    /// C++17.
    Cpp,
    /// Go 1.21.
    Go,
    /// Rust.
    Rust,
    /// JavaScript, for Node.
    Js,
}

/// The languages: what they are called, and what a file of each is called.
pub const LANGUAGES: [(&str, Language, &str); 6] = [
    ("python", Language::Python, "sol.py"),
    ("java", Language::Java, "Main.java"),
    ("cpp", Language::Cpp, "sol.cpp"),
    ("go", Language::Go, "sol.go"),
    ("rust", Language::Rust, "sol.rs"),
    ("js", Language::Js, "sol.js"),
];

impl Language {
    /// What people type for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        LANGUAGES.iter().find(|(_, language, _)| *language == self).map_or("", |(name, ..)| name)
    }
}

impl FromStr for Language {
    type Err = Text;

    fn from_str(text: &str) -> Result<Language, Text> {
        let known = LANGUAGES.iter().find(|(name, ..)| *name == text).map(|(_, language, _)| *language);
        known.ok_or_else(|| say!("there are {}", Text::names(LANGUAGES.map(|(name, ..)| name))))
    }
}

/// What is printed after the value of the start is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Told {
    /// The first player's points, from what remains at the start.
    Total(Ex),
    /// The lead.
    Lead,
    /// Who wins: the text for the first player, for the second, and for neither.
    Winner([String; 3]),
}

/// A program with everything its text needs.
pub(super) struct Code<'a> {
    pub(super) recur: &'a Recur,
    pub(super) draft: &'a Draft,
    pub(super) notes: &'a [String],
    pub(super) told: Told,
    /// Lists whose prefix sums are needed.
    pub(super) sums: Vec<usize>,
    /// Boards whose prefix sums are needed.
    pub(super) blocks: Vec<usize>,
    /// The helpers that have a function of their own.
    pub(super) calls: Vec<Call>,
}

/// The text of a program that prints what is asked, its remarks in the reader's language, or why there is none; tables need to know what
/// small games showed. The notes stand at its head, each as one line.
///
/// # Errors
/// Why there is no such program.
pub fn program(
    recur: &Recur,
    stage: Stage,
    seen: Option<&Seen>,
    (language, lang): (Language, Lang),
    asked: &Printed,
    notes: &[String],
) -> Result<String, NoProgram> {
    // A refusal speaks of names as the rules have them.
    draft(recur, stage, seen)?;
    let recur = &names::renamed(&recur.of_stage(stage), language);
    text(recur, &draft(recur, stage, seen)?, language, asked, notes).map(|text| remarks::said_in(lang, language, &text))
}

fn text(
    recur: &Recur,
    draft: &Draft,
    language: Language,
    asked: &Printed,
    notes: &[String],
) -> Result<String, NoProgram> {
    let (mut sums, mut blocks, mut calls) = (Vec::new(), Vec::new(), Vec::new());
    recur.exprs(&mut |part| match part {
        Ex::Sum(which, _) if !sums.contains(which) => sums.push(*which),
        Ex::Block(which, _) if !blocks.contains(which) => blocks.push(*which),
        Ex::Call(call, _) if !calls.contains(call) => calls.push(*call),
        Ex::Tally(tally) if tally.how == How::Gcd && !calls.contains(&Call::Gcd) => calls.push(Call::Gcd),
        _ => {}
    });
    calls.extend(recur.sum.as_ref().map(|_| Call::Mex));
    let no_points = || NoProgram("the rules do not say what remains, so that points are not known".into());
    let (told, seconds) = match asked {
        Printed::Total => (Told::Total(draft.points.clone().ok_or_else(no_points)?), false),
        Printed::Lead { second } => (Told::Lead, *second),
        Printed::Winner(words) => (Told::Winner(words.each_ref().map(|word| quoted(word))), false),
    };
    let answer = if seconds { Ex::negative(draft.answer.clone()) } else { draft.answer.clone() };
    let code = Code { recur, draft: &Draft { answer, ..draft.clone() }, notes, told, sums, blocks, calls };
    Ok(match language {
        Language::Python => python::file(&code),
        Language::Java => java::file(&code),
        Language::Cpp => cpp::file(&code),
        Language::Go => go::file(&code),
        Language::Rust => rust::file(&code),
        Language::Js => js::file(&code),
    })
}

/// What a program prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Printed {
    /// The first player's points.
    Total,
    /// The first player's lead; else the second's.
    Lead {
        /// The second's.
        second: bool,
    },
    /// Who wins: the word for the first player, for the second, and for neither.
    Winner([String; 3]),
}

impl Printed {
    /// What an answer asks for, as `stress --answer` has it; nothing where programs cannot tell that.
    #[must_use]
    pub fn of(rules: &Rules, answer: &str) -> Option<Printed> {
        let ([first, second], answer) = (&rules.players, answer.trim());
        match winner_words(rules, answer) {
            Some(words) => Some(Printed::Winner(words)),
            None if answer == format!("total({first})") => Some(Printed::Total),
            None if answer == format!("lead({first})") => Some(Printed::Lead { second: false }),
            None if answer == format!("lead({second})") => Some(Printed::Lead { second: true }),
            None => {
                let won = |player: &String| [" wins", " win"].iter().any(|word| answer == format!("{player}{word}"));
                let words = [won(first), won(second), answer == "draw"];
                words.contains(&true).then(|| Printed::Winner(words.map(|word| word.to_string())))
            }
        }
    }
}

/// `is_square` as `isSquare`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| {
        let (head, rest) = word.split_at(1.min(word.len()));
        format!("{text}{}{rest}", head.to_uppercase())
    })
}

/// A text of any of the languages.
fn quoted(word: &str) -> String {
    format!("\"{}\"", remark(word).replace('"', "'"))
}

/// The entries of a list with commas between.
fn listed(list: &[i64]) -> String {
    list.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

impl Code<'_> {
    /// The notes as comments, and an empty line: what a language says of a comment right before a declaration is not meant.
    pub(super) fn head(&self, mark: &str) -> Vec<String> {
        let notes = self.notes.iter().map(|note| format!("{mark} {}", remark(note)).trim_end().to_owned());
        notes.chain(self.notes.first().map(|_| String::new())).collect()
    }

    pub(super) fn is_table(&self) -> bool {
        matches!(self.draft.stage, Stage::Table | Stage::Rolling)
    }

    pub(super) fn remembers(&self) -> bool {
        self.draft.stage == Stage::Memo
    }

    pub(super) fn global(&self, which: usize) -> String {
        self.recur.globals.get(which).map_or_else(String::new, |global| global.name.clone())
    }

    /// The parameters, with what they hold.
    pub(super) fn params(&self) -> Vec<(String, &Kind)> {
        let globals = self.recur.globals.iter().map(|global| (global.name.clone(), &global.kind));
        globals.filter(|(_, kind)| !matches!(kind, Kind::Made(_))).collect()
    }

    /// What is worked out from them.
    pub(super) fn made(&self) -> Vec<(String, &Ex)> {
        let mut read = HashSet::new();
        self.recur.exprs(&mut |part| {
            if let Ex::Global(which) = part {
                read.insert(*which);
            }
        });
        let globals = self.recur.globals.iter().enumerate();
        let made = globals.filter_map(|(at, global)| match &global.kind {
            // What is fixed and never asked for has no line.
            Kind::Made(Ex::Int(_)) if !read.contains(&at) => None,
            Kind::Made(made) => Some((global.name.clone(), made)),
            _ => None,
        });
        made.collect()
    }

    /// Whether values are nimbers of parts.
    pub(super) fn nimbers(&self) -> bool {
        self.recur.sum.is_some()
    }

    /// The variables with the type of each: of a number, and of a list.
    pub(super) fn typed(&self, say: impl Fn(&str, bool) -> String) -> String {
        let vars = self.recur.vars.iter().map(|var| say(&var.name, var.shape == Shape::List));
        vars.collect::<Vec<_>>().join(", ")
    }

    /// Whether a position has a list in it.
    pub(super) fn lists(&self) -> bool {
        self.recur.holds(Shape::List)
    }

    pub(super) fn vars(&self) -> Vec<String> {
        self.recur.vars.iter().map(|var| var.name.clone()).collect()
    }
}

/// How a language writes what others write too.
pub(super) trait Syntax {
    /// A global by name.
    fn global(&self, name: &str) -> String {
        name.to_owned()
    }
    /// The prefix sums of a list, or the function that sums a block of a board.
    fn sums(&self, name: &str) -> String {
        format!("{}_sum", self.global(name))
    }
    /// Signs: and, or, not.
    fn logic(&self) -> [&'static str; 3] {
        [" && ", " || ", "!"]
    }
    /// Signs: equal, not equal.
    fn equal(&self) -> [&'static str; 2] {
        [" == ", " != "]
    }
    /// A whole quotient of two printed operands.
    fn quotient(&self, a: &str, b: &str) -> String {
        format!("{a} / {b}")
    }
    /// A function called with printed arguments.
    fn call(&self, call: Call, args: &[String]) -> String;
    /// `if c then a else b`
    fn choose(&self, c: &str, a: &str, b: &str) -> String {
        format!("{c} ? {a} : {b}")
    }
    /// How tightly its two values must bind.
    fn arm_binds(&self) -> u8 {
        1
    }
    /// How long a list is; how many rows or columns a board has.
    fn len(&self, name: &str, side: Side, board: bool) -> String;
    /// How tightly that text binds.
    fn len_binds(&self) -> u8 {
        6
    }
    /// An entry, its places printed by `place`.
    fn index(&self, of: &str, at: &[String]) -> String {
        at.iter().fold(of.to_owned(), |text, at| format!("{text}[{at}]"))
    }
    /// A printed number that is no wider than places are.
    fn narrowed(&self, _of: &Ex, text: String) -> String {
        text
    }
    /// A printed number as the place of an entry.
    fn place(&self, at: &Ex, text: String) -> String {
        self.narrowed(at, text)
    }
    /// A printed number that a counter begins with.
    fn begin(&self, _name: &str, _from: &Ex, text: String) -> String {
        text
    }
    /// A number.
    fn int(&self, number: i64) -> String {
        number.to_string()
    }
    /// The greatest, else the least, entry of a list.
    fn extreme(&self, list: &str, greatest: bool) -> String;
    /// The function that tells values.
    fn value(&self, args: &str) -> String {
        format!("v({args})")
    }
    /// A line with a remark.
    fn note(&self, text: &str) -> String {
        format!("// {text}")
    }
    /// A new number.
    fn declare(&self, name: &str, value: &str) -> String;
    /// A new number that stays.
    fn name(&self, name: &str, value: &str) -> String {
        self.declare(name, value)
    }
    /// `a = b`
    fn set(&self, place: &str, value: &str) -> String {
        format!("{place} = {value};")
    }
    /// `a += b`
    fn change(&self, place: &str, sign: char, value: &str) -> String {
        format!("{place} {sign}= {value};")
    }
    /// The line that begins a condition.
    fn when(&self, condition: &str) -> String {
        format!("if ({condition}) {{")
    }
    /// The line that begins a loop that goes on while this holds.
    fn while_loop(&self, condition: &str) -> String {
        format!("while ({condition}) {{")
    }
    /// The line that begins a loop over numbers, to the last one or, where that says more, to the one after it. Loops go down to `lo`.
    fn count(&self, name: &str, lo: &str, last: Result<String, String>, down: bool) -> String;
    /// What a counter is called that nobody reads; an entry of a list, else a number.
    fn unread(&self, name: &str, _entry: bool) -> String {
        name.to_owned()
    }
    /// The line that begins a loop over a list.
    fn each(&self, name: &str, list: &str) -> String;
    /// The line that ends a block, if there is one.
    fn close(&self) -> Option<&'static str> {
        Some("}")
    }
    /// `return a`, `continue`
    fn leave(&self, value: Option<&str>) -> String {
        value.map_or("continue;".to_owned(), |value| format!("return {value};"))
    }
    /// The lines that answer from memory.
    fn look(&self, vars: &[String]) -> Vec<String>;
    /// The line that remembers a value, which is printed.
    fn keep(&self, vars: &[String], of: &Ex, value: &str) -> String;
    /// The line that makes a set of nimbers.
    fn reached(&self) -> &'static str;
    /// The line that puts a nimber, which is printed, into it.
    fn reach(&self, of: &Ex, nimber: &str) -> String;
    /// The line that stands between the two sides of a condition.
    fn otherwise(&self) -> &'static str {
        "} else {"
    }
    /// The set with this bit alone, as an operand.
    fn bit(&self, at: &str) -> String {
        format!("(1 << {at})")
    }
    /// Whether a set has this bit; else whether it has not.
    fn has(&self, set: &str, at: &str, yes: bool) -> String {
        format!("({set} >> {at} & 1){}{}", self.equal()[0], u8::from(yes))
    }
    /// The binary sum without carry of two operands.
    fn xor(&self, a: &str, b: &str) -> String {
        format!("{a} ^ {b}")
    }
    /// What is in the first set and not in the second.
    fn without(&self, a: &str, b: &str) -> String {
        format!("{a} & ~{b}")
    }
    /// A list of printed entries.
    fn list(&self, entries: &str) -> String {
        format!("[{entries}]")
    }
    /// A list with the same number so many times.
    fn fill(&self, item: &str, count: &str) -> String;
    /// The line that makes a list the same as another.
    fn copy(&self, name: &str, list: &str) -> String;
    /// A list as the function that tells values is given it: one that was copied, or another.
    fn passed(&self, list: &str, _of: &Ex) -> String {
        list.to_owned()
    }
    /// One step of indentation.
    fn indent(&self) -> &'static str {
        "    "
    }
}

/// How tightly operators bind.
fn binds(op: Op) -> u8 {
    match op {
        Op::Or => 1,
        // Languages disagree on how these bind: they stand in brackets wherever they could be taken for something else.
        Op::And | Op::Union | Op::Both | Op::Without | Op::Xor => 2,
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => 3,
        Op::Add | Op::Sub => 4,
        Op::Mul | Op::Div | Op::Mod => 5,
    }
}

/// Whether a product begins with a quotient or a rest: a minus or a factor before it would be that of what is divided.
fn rounds_first(expr: &Ex) -> bool {
    match expr {
        Ex::Two(Op::Div | Op::Mod, ..) => true,
        Ex::Two(Op::Mul, first, _) => rounds_first(first),
        _ => false,
    }
}

/// An expression, in brackets if it binds less tightly than needed.
pub(super) fn ex(s: &dyn Syntax, code: &Code, expr: &Ex, needed: u8) -> String {
    let list = |parts: &[Ex]| parts.iter().map(|part| ex(s, code, part, 0)).collect::<Vec<_>>();
    let place = |at: &Ex| s.place(at, ex(s, code, at, 0));
    let places = |parts: &[Ex]| parts.iter().map(place).collect::<Vec<_>>();
    let bracketed = |text: String, binds: u8| if binds < needed { format!("({text})") } else { text };
    match expr {
        Ex::Int(number) => bracketed(s.int(*number), if *number < 0 { 4 } else { 6 }),
        Ex::Global(which) => s.global(&code.global(*which)),
        Ex::Local(_) | Ex::Tally(_) | Ex::Build(_) => String::new(),
        Ex::Bound(which) => code.recur.bound.get(*which).cloned().unwrap_or_default(),
        Ex::Item(list, at) => s.index(&ex(s, code, list, 6), &[place(at)]),
        Ex::Fill(item, count) => s.fill(&ex(s, code, item, 0), &ex(s, code, count, 6)),
        Ex::List(parts) => s.list(&list(parts).join(", ")),
        Ex::Bit(at) => s.bit(&ex(s, code, at, 6)),
        Ex::Has(set, at) => bracketed(s.has(&ex(s, code, set, 6), &ex(s, code, at, 6), true), 3),
        Ex::Not(a) if matches!(**a, Ex::Has(..)) => {
            let Ex::Has(set, at) = &**a else { return String::new() };
            bracketed(s.has(&ex(s, code, set, 6), &ex(s, code, at, 6), false), 2)
        }
        Ex::Two(Op::Without, a, b) => bracketed(s.without(&ex(s, code, a, 6), &ex(s, code, b, 6)), 2),
        Ex::Two(op @ (Op::Union | Op::Both), a, b) => {
            let sign = if *op == Op::Union { "|" } else { "&" };
            bracketed(format!("{} {sign} {}", ex(s, code, a, 6), ex(s, code, b, 6)), 2)
        }
        Ex::Two(Op::Xor, a, b) => bracketed(s.xor(&ex(s, code, a, 6), &ex(s, code, b, 6)), 2),
        Ex::Word(word) => word.clone(),
        Ex::Two(Op::Div, a, b) => bracketed(s.quotient(&ex(s, code, a, 5), &ex(s, code, b, 6)), 5),
        Ex::Two(Op::Sub, a, b) if **a == Ex::Int(0) => {
            bracketed(format!("-{}", ex(s, code, b, if rounds_first(b) { 6 } else { 5 })), 4)
        }
        Ex::Two(op, a, b) => {
            let ([and, or, _], [equal, other]) = (s.logic(), s.equal());
            let sign = match op {
                Op::And => and,
                Op::Or => or,
                Op::Add => " + ",
                Op::Sub => " - ",
                Op::Mul => " * ",
                Op::Mod => " % ",
                Op::Eq => equal,
                Op::Ne => other,
                Op::Lt => " < ",
                Op::Le => " <= ",
                Op::Gt => " > ",
                Op::Ge | Op::Div | Op::Union | Op::Both | Op::Without | Op::Xor => " >= ",
            };
            let own = binds(*op);
            // `a * (b / c)` is not `a * b / c`.
            let rounds = *op == Op::Mul && rounds_first(b);
            let loose = matches!(op, Op::And | Op::Or | Op::Add | Op::Mul) && !rounds;
            let right = if loose { own } else { own + 1 };
            // A comparison of a comparison: Python takes `a == b == c` for two.
            let left = if own == 3 { own + 1 } else { own };
            bracketed(format!("{}{sign}{}", ex(s, code, a, left), ex(s, code, b, right)), own)
        }
        Ex::Not(a) => {
            // Where `not` binds loosely it needs brackets around itself.
            let text = format!("{}({})", s.logic()[2], ex(s, code, a, 0));
            if s.logic()[2].len() > 1 { bracketed(text, 2) } else { text }
        }
        Ex::If(c, a, b) => {
            let arm = |arm: &Ex| ex(s, code, arm, s.arm_binds());
            bracketed(s.choose(&ex(s, code, c, 1), &arm(a), &arm(b)), 0)
        }
        Ex::Call(call, args) => s.call(*call, &list(args)),
        Ex::Len(which, side) => {
            let board = matches!(code.recur.globals.get(*which).map(|global| &global.kind), Some(Kind::Board));
            bracketed(s.len(&code.global(*which), *side, board), s.len_binds())
        }
        Ex::Entry(which, at) => s.index(&s.global(&code.global(*which)), &places(at)),
        Ex::Extreme(which, greatest) => s.extreme(&code.global(*which), *greatest),
        Ex::Sum(which, ends) => {
            let sums = s.sums(&code.global(*which));
            let [lo, hi] = ends.each_ref().map(|end| s.index(&sums, &[place(end)]));
            // The sum before the first entry is 0.
            if ends[0] == Ex::Int(0) { hi } else { bracketed(format!("{hi} - {lo}"), 4) }
        }
        Ex::Block(which, sides) => {
            let sides = sides.each_ref().map(|side| s.narrowed(side, ex(s, code, side, 0)));
            format!("{}({})", s.sums(&code.global(*which)), sides.join(", "))
        }
        Ex::Value(args) => {
            let shapes = code.recur.vars.iter().map(|var| var.shape);
            let args = args.iter().zip(shapes).map(|(arg, shape)| match shape {
                Shape::List => s.passed(&ex(s, code, arg, 0), arg),
                _ => ex(s, code, arg, 0),
            });
            s.value(&args.collect::<Vec<_>>().join(", "))
        }
        Ex::Cell(at) => s.index("dp", &places(at)),
    }
}

/// Statements as lines.
pub(super) fn lines(s: &dyn Syntax, code: &Code, sts: &[St], depth: usize, out: &mut Vec<String>) {
    let pad = s.indent().repeat(depth);
    let put = |out: &mut Vec<String>, text: String| out.push(format!("{pad}{text}"));
    for st in sts {
        match st {
            St::Note(text) => put(out, s.note(text)),
            St::Let(name, value) => put(out, s.declare(name, &ex(s, code, value, 0))),
            St::Name(name, value) => put(out, s.name(name, &ex(s, code, value, 0))),
            St::Copy(name, list) => put(out, s.copy(name, &ex(s, code, list, 0))),
            // `a += b`
            St::Set(place, Ex::Two(op @ (Op::Add | Op::Sub), own, by)) if **own == *place => {
                let sign = if *op == Op::Add { '+' } else { '-' };
                put(out, s.change(&ex(s, code, place, 0), sign, &ex(s, code, by, 0)));
            }
            St::Set(place, value) => put(out, s.set(&ex(s, code, place, 0), &ex(s, code, value, 0))),
            St::Return(value) => put(out, s.leave(Some(&ex(s, code, value, 0)))),
            St::Continue => put(out, s.leave(None)),
            St::Look => s.look(&code.vars()).into_iter().for_each(|line| put(out, line)),
            St::Reached => put(out, s.reached().to_owned()),
            St::Reach(nimber) => put(out, s.reach(nimber, &ex(s, code, nimber, 0))),
            St::Keep(value) => put(out, s.keep(&code.vars(), value, &ex(s, code, value, 0))),
            St::If(when, body) => {
                put(out, s.when(&ex(s, code, when, 0)));
                block(s, code, body, depth, out);
            }
            St::While(when, body) => {
                put(out, s.while_loop(&ex(s, code, when, 0)));
                block(s, code, body, depth, out);
            }
            St::Either(when, yes, no) => {
                put(out, s.when(&ex(s, code, when, 0)));
                lines(s, code, yes, depth + 1, out);
                put(out, s.otherwise().to_owned());
                block(s, code, no, depth, out);
            }
            St::For { name, lo, hi, down, body } => {
                let mut inside = Vec::new();
                block(s, code, body, depth, &mut inside);
                let name = &if mentions(&inside, name) { name.clone() } else { s.unread(name, false) };
                put(out, count(s, code, name, (lo, hi), *down));
                out.append(&mut inside);
            }
            St::Each { name, list, body } => {
                let mut inside = Vec::new();
                block(s, code, body, depth, &mut inside);
                let name = &if mentions(&inside, name) { name.clone() } else { s.unread(name, true) };
                put(out, s.each(name, &ex(s, code, list, 0)));
                out.append(&mut inside);
            }
        }
    }
}

/// The lines that work out what parameters make known, each with a loop before it if it takes one.
pub(super) fn worked_out(s: &dyn Syntax, code: &Code, depth: usize, say: &dyn Fn(&str, &str) -> String) -> Vec<String> {
    let (mut lift, mut out) = (Lift::new(code.recur), Vec::new());
    for (name, made) in code.made() {
        let mut before = Vec::new();
        let made = lift.ex(made, &mut before);
        lines(s, code, &before, depth, &mut out);
        out.push(say(&name, &ex(s, code, &made, 0)));
    }
    out
}

/// The line that begins a loop over numbers.
fn count(s: &dyn Syntax, code: &Code, name: &str, (lo, hi): (&Ex, &Ex), down: bool) -> String {
    let text = |end: &Ex| ex(s, code, end, 4);
    if down {
        return s.count(name, &text(lo), Ok(s.begin(name, hi, text(hi))), true);
    }
    let end = Ex::plus(hi.clone(), 1);
    // `i < n` says more than `i <= n - 1`.
    let last = if matches!(end, Ex::Two(Op::Add, ..) | Ex::Int(_)) { Ok(hi) } else { Err(&end) };
    s.count(name, &s.begin(name, lo, text(lo)), last.map(text).map_err(text), false)
}

/// Whether a text is one name or number.
fn is_word(text: &str) -> bool {
    text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// Whether a name stands in some lines.
fn mentions(lines: &[String], name: &str) -> bool {
    let ends = |letter: char| !letter.is_alphanumeric() && letter != '_';
    lines.iter().any(|line| line.split(ends).any(|word| word == name))
}

fn block(s: &dyn Syntax, code: &Code, body: &[St], depth: usize, out: &mut Vec<String>) {
    lines(s, code, body, depth + 1, out);
    if let Some(close) = s.close() {
        out.push(format!("{}{close}", s.indent().repeat(depth)));
    }
}

/// The body of a program as one text.
pub(super) fn body(s: &dyn Syntax, code: &Code, depth: usize) -> String {
    let mut out = Vec::new();
    lines(s, code, &code.draft.body, depth, &mut out);
    out.join("\n")
}

/// A text as part of one line of comment, whatever it holds: no end of a line, nothing that a language reads inside comments.
fn remark(text: &str) -> String {
    // Line and paragraph separators; marks that turn the direction of a line, which Rust refuses.
    let strange = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    // Java reads `\u000a` as the end of a line, C goes on with the next line after a last `\`.
    let plain = |letter: char| {
        if strange(letter) {
            ' '
        } else if letter == '\\' {
            '/'
        } else {
            letter
        }
    };
    let line: String = text.chars().map(plain).collect();
    // `??/` is a `\` to old C, `coding: …` the encoding of the file to Python, `+build …` a condition to Go.
    let read = [("??/", "?? /"), ("coding:", "coding :"), ("coding=", "coding ="), ("+build", "+ build")];
    read.iter().fold(line, |line, (from, to)| line.replace(from, to))
}
