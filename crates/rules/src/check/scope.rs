//! What names mean where.

use super::{Checker, MAX_LOCALS};
use crate::diagnostic::Diagnostic;
use crate::interval::Interval;
use crate::player::Player;
use crate::source::Span;
use crate::syntax::tree;
use crate::table::helpers::HELPERS;
use crate::types::Type;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Where an expression stands: what it may speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Site {
    /// State variables have values.
    pub(super) state: bool,
    /// Somebody is to move.
    pub(super) me: bool,
    /// There is a position before the move.
    pub(super) old: bool,
    /// There is an answer.
    pub(super) answer: bool,
    /// What the place is called in messages.
    pub(super) name: &'static str,
}

impl Site {
    pub(super) const SETUP: Site =
        Site { state: false, me: false, old: false, answer: false, name: "a value that is fixed before play begins" };
    /// The first value of a variable may speak of variables above it.
    pub(super) const START: Site = Site { state: true, me: false, old: false, answer: false, name: "a first value" };
    pub(super) const POSITION: Site = Site { state: true, me: true, old: false, answer: false, name: "a position" };
    pub(super) const MOVE: Site = Site { state: true, me: true, old: true, answer: false, name: "a move" };
    pub(super) const NORMALISE: Site = Site { state: true, me: false, old: false, answer: false, name: "`normalise`" };
    /// A round has positions of both players.
    pub(super) const REPEAT: Site = Site { state: true, me: false, old: false, answer: false, name: "`repeat`" };
    /// It is the same number whoever is to move.
    pub(super) const RANK: Site = Site { state: true, me: false, old: false, answer: false, name: "`rank`" };
    pub(super) const SYMMETRY: Site = Site { state: false, me: false, old: false, answer: false, name: "`symmetry`" };
    /// A part may speak of itself and of what is fixed: nobody is `me`, and no other part is in sight.
    pub(super) const PART: Site = Site { state: false, me: false, old: false, answer: false, name: "a part" };
    pub(super) const EXAMPLE: Site = Site { state: false, me: false, old: false, answer: true, name: "an example" };
}

/// What a name of the whole file stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Global {
    Param(usize),
    Let(usize),
    State(usize),
    Def(usize),
    Player(Player),
    /// A value of a list of names: which list, which place.
    Value(usize, usize),
    TypeName(usize),
    /// A part, and the state variable that holds the parts of its kind.
    Part(usize),
    /// Something declared by a line that could not be read.
    Unread,
}

/// One name of the whole file.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) means: Global,
    /// What is noted of it.
    pub(super) symbol: usize,
    pub(super) span: Span,
    pub(super) read: bool,
    pub(super) changed: bool,
}

/// Every name of the whole file, and what is kept of lines that have no place in `Rules`.
#[derive(Debug, Default)]
pub(super) struct Globals {
    pub(super) entries: HashMap<String, Entry>,
    pub(super) order: Vec<String>,
    pub(super) defs: Vec<Rc<Def>>,
    pub(super) types: Vec<(tree::Name, tree::Type)>,
    /// How many parameters, lets and states already have their types: the rest stand further down.
    pub(super) params_ready: usize,
    pub(super) lets_ready: usize,
    pub(super) states_ready: usize,
    /// The names of moves with their places, for `can`; and the names in order.
    pub(super) moves: HashMap<String, Vec<usize>>,
    pub(super) move_names: Vec<String>,
    /// Lists of names that have a place in `Rules::names`, by their own name and their names.
    pub(super) lists: HashMap<(Option<String>, Vec<String>), usize>,
    /// Those with a name, by it.
    pub(super) named_lists: HashMap<String, usize>,
    /// What was declared with an error: its uses are not looked at.
    pub(super) broken: Vec<Global>,
    /// Names reported as unknown: each is reported once.
    pub(super) reported: HashSet<String>,
}

/// A `def` line.
#[derive(Clone, Debug)]
pub(super) struct Def {
    pub(super) name: tree::Name,
    pub(super) params: Vec<tree::Name>,
    pub(super) body: tree::Expr,
}

impl Def {
    /// How it is called: `m()`, `double(x)`.
    pub(super) fn form(&self) -> String {
        let params: Vec<&str> = self.params.iter().map(|param| param.text.as_str()).collect();
        crate::diagnostic::shorten(&format!("{}({})", self.name.text, params.join(", ")))
    }
}

/// What a local is, for messages and assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocalKind {
    Choice,
    Let,
    Var,
    Loop,
    Argument,
}

/// A name of a move, a loop or a `def`.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) name: String,
    /// What is noted of it.
    pub(super) symbol: usize,
    pub(super) span: Span,
    pub(super) slot: usize,
    pub(super) ty: Type,
    pub(super) range: Interval,
    pub(super) kind: LocalKind,
    pub(super) read: bool,
    pub(super) changed: bool,
    /// Its name was taken: its uses are not looked at.
    pub(super) clash: bool,
}

impl Checker<'_> {
    /// Adds a name of the whole file; a name that is taken is a fault.
    pub(super) fn declare(&mut self, name: &tree::Name, means: Global) {
        let symbol = self.note_global(name, means);
        if let Some(taken) = self.globals.entries.get(&name.text) {
            let (first, known) = (taken.span, taken.means);
            self.globals.broken.extend([known, means]);
            let finding = match (known, means) {
                (Global::Value(..), Global::Value(..)) => self.list_twice(name, first),
                _ => self.name_taken(name, first),
            };
            return self.report(finding);
        }
        self.globals.order.push(name.text.clone());
        self.globals
            .entries
            .insert(name.text.clone(), Entry { means, symbol, span: name.span, read: false, changed: false });
    }

    /// A name that two lists of names hold.
    fn list_twice(&self, name: &tree::Name, first: Span) -> Diagnostic {
        Diagnostic::error("B022", say!("the name `{}` is already used", self.quote(name.span)))
            .at(name.span, "used again here")
            .at(first, "first used here")
            .help("names that stand in several lines are one type: `type Colour = {red, blue}`")
    }

    /// A name for two things; players without a `players` line stand nowhere.
    pub(super) fn name_taken(&self, name: &tree::Name, first: Span) -> Diagnostic {
        let shown = self.quote(name.span);
        let finding =
            Diagnostic::error("B022", say!("the name `{shown}` is already used")).at(name.span, "used again here");
        if first == Span::default() {
            finding
                .note("without a `players` line the players are called `First` and `Second`")
                .help("give it another name, or name the players: `players Alice, Bob`")
        } else {
            finding.at(first, "first used here").help("give one of them another name")
        }
    }

    /// Makes names known that unreadable lines were to declare.
    pub(super) fn collect_unread(&mut self, names: &[tree::Name]) {
        for name in names {
            let symbol = self.note_global(name, Global::Unread);
            let entry = Entry { means: Global::Unread, symbol, span: name.span, read: true, changed: true };
            self.globals.entries.entry(name.text.clone()).or_insert(entry);
        }
        self.globals.broken.push(Global::Unread);
    }

    /// Adds a local in the scope at hand and gives it a slot.
    pub(super) fn bind(&mut self, name: &tree::Name, kind: LocalKind, ty: Type, range: Interval) -> usize {
        let slot = self.locals.len();
        if slot >= MAX_LOCALS {
            let finding = Diagnostic::error("B054", say!("there are more than {MAX_LOCALS} names in sight here"))
                .at(name.span, "one more")
                .help("use a list instead of many names");
            self.report(finding);
            return 0;
        }
        let clash = self.refuse_reuse(name, kind);
        self.rules.frame = self.rules.frame.max(slot + 1);
        let symbol = self.note_local(name, kind, &ty, range);
        let (name, span) = (name.text.clone(), name.span);
        self.locals.push(Local { name, symbol, span, slot, ty, range, kind, read: false, changed: false, clash });
        slot
    }

    /// The slot after those of all names in sight, for what has no name.
    pub(super) fn spare_slot(&mut self) -> usize {
        let slot = self.locals.len();
        self.rules.frame = self.rules.frame.max(slot + 1);
        slot
    }

    /// A local may not take the name of something in sight: rules are read by people who expect one name to be one thing. What is chosen or
    /// run over may be called like a variable of which its line does not speak, what a part is known by like a parameter.
    fn refuse_reuse(&mut self, name: &tree::Name, kind: LocalKind) -> bool {
        let local = self.locals[self.hidden..].iter().find(|local| local.name == name.text).map(|local| local.span);
        let in_def = !self.calls.is_empty();
        let global = self.globals.entries.get(&name.text).filter(|_| !in_def);
        let variable = global.filter(|entry| match entry.means {
            Global::State(_) => true,
            Global::Param(_) => kind == LocalKind::Argument,
            _ => false,
        });
        let changes = variable.is_some() && matches!(kind, LocalKind::Let | LocalKind::Var);
        if let (None, Some(variable), false) = (local, variable, changes) {
            self.hiding.push((name.clone(), variable.symbol));
            return false;
        }
        let first = local.or(global.map(|entry| entry.span));
        if let Some(first) = first {
            let finding = self.name_taken(name, first);
            let shown = self.quote(name.span);
            self.report(if changes {
                finding.help(say!("to change the variable write `{shown} = …`"))
            } else {
                finding
            });
        }
        first.is_some()
    }

    /// A line that speaks of a variable and of a choice or loop of its name leaves it open which is meant.
    pub(super) fn two_meanings(&mut self, file: &tree::File) {
        for (name, variable) in std::mem::take(&mut self.hiding) {
            let line = file.lines.iter().map(|line| line.span).find(|line| line.holds(name.span));
            let Some(spoken) = line.and_then(|line| self.noted.first_use(variable, line)) else { continue };
            let of_part = !self.is_variable(&name.text);
            let shown = self.quote(name.span);
            let finding = Diagnostic::error("B022", say!("`{shown}` has two meanings in one line"))
                .at(name.span, if of_part { "what the part is known by" } else { "chosen or run over" })
                .at(spoken, if of_part { "the parameter" } else { "the variable" })
                .help("give one of them another name");
            self.report(finding);
        }
    }

    /// Whether a state variable is called so.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        self.globals.entries.get(name).is_some_and(|entry| matches!(entry.means, Global::State(_)))
    }

    /// The local of that name in sight, read at a place.
    pub(super) fn local(&mut self, name: &str, span: Span) -> Option<Local> {
        let hidden = self.hidden;
        let local = self.locals[hidden..].iter_mut().rev().find(|local| local.name == name)?;
        local.read = true;
        let local = local.clone();
        self.note_use(local.symbol, span, false);
        Some(local)
    }

    /// What a name of the whole file means that is read at a place.
    pub(super) fn global(&mut self, name: &str, span: Span) -> Option<Global> {
        let entry = self.globals.entries.get_mut(name)?;
        entry.read = true;
        let (means, symbol) = (entry.means, entry.symbol);
        self.note_use(symbol, span, false);
        Some(means)
    }

    /// The names in sight that look like this one, nearest first.
    pub(super) fn similar(&self, name: &str) -> Option<String> {
        let locals = self.locals[self.hidden..].iter().map(|local| local.name.as_str());
        let globals = self.globals.order.iter().map(String::as_str);
        let helpers = HELPERS.iter().map(|row| row.name);
        let words = ["me", "opponent", "none", "true", "false"];
        self.near(name, locals.chain(globals).chain(helpers).chain(words))
    }

    /// Reports a name that means nothing, the first time it is met.
    pub(super) fn report_unknown(&mut self, name: &str, span: Span, what: &'static str) {
        if !self.globals.reported.insert(name.to_owned()) {
            return;
        }
        if self.globals.moves.contains_key(name) {
            return self.move_as_value(span);
        }
        let finding = self.unknown(name, span, what);
        self.report(finding);
    }

    /// The finding for a name that means nothing.
    pub(super) fn unknown(&self, name: &str, span: Span, what: &'static str) -> Diagnostic {
        let shown = crate::diagnostic::shorten(name);
        let finding = Diagnostic::error("B020", say!("there is no {what} called `{shown}`")).at(span, "not known here");
        if let Some(row) = crate::table::foreign::find(crate::table::foreign::NAMES, name) {
            return finding.help(row.help());
        }
        match self.similar(name).filter(|near| near != name) {
            Some(near) => finding.edit(say!("did you mean `{near}`?"), span, near),
            None => finding.help(say!("say what `{shown}` is with a `param`, `let`, `state` or `def` line")),
        }
    }

    /// A move where a value is needed; `span` holds its choices too where there are any.
    pub(super) fn move_as_value(&mut self, span: Span) {
        let shown = self.quote(span).replace(' ', "");
        let name = shown.split('(').next().unwrap_or_default().to_owned();
        let message = say!("`{name}` is a move, and a value is needed here");
        let finding = Diagnostic::error("B021", message).at(span, "a move");
        self.report(if self.site.answer {
            finding.help(say!(
                "in an example moves are texts: `\"{shown}\" in best`, or `best == [\"{shown}\"]` if no other is as good"
            ))
        } else {
            finding.help(say!("`can({name})` is true when the player to move has a legal move of that name"))
        });
    }
}
