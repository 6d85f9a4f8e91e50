//! Names that are never read, and variables that never change.

use super::Checker;
use super::scope::{Global, Local, LocalKind};
use crate::diagnostic::Diagnostic;
use crate::rules::SymmetryKind;
use crate::source::Span;
use crate::types::Domain;

/// Warnings about what is not used. Next to errors they are left out: what was misspelt looks unused.
pub(super) const CODES: [&str; 2] = ["B025", "B026"];

impl Checker<'_> {
    /// Warns about locals that nobody read.
    pub(super) fn unused_locals(&mut self, gone: &[Local]) {
        for local in gone {
            let counts = matches!(local.kind, LocalKind::Choice | LocalKind::Let | LocalKind::Var);
            if counts && !local.read && !local.name.starts_with('_') {
                if local.changed {
                    self.only_changed(&local.name, local.span);
                    continue;
                }
                let what = if local.kind == LocalKind::Choice {
                    "this choice makes no difference"
                } else {
                    "its value is never used"
                };
                self.unused(&local.name.clone(), local.span, what);
            }
        }
    }

    fn unused(&mut self, name: &str, span: Span, what: &'static str) {
        let shown = crate::diagnostic::shorten(name);
        let finding = Diagnostic::warning("B025", say!("`{shown}` is never used"))
            .at(span, what)
            .help(say!("use it, take it out, or call it `_{shown}` to say that this is meant"));
        self.report(finding);
    }

    fn only_changed(&mut self, name: &str, span: Span) {
        let shown = crate::diagnostic::shorten(name);
        let finding = Diagnostic::warning("B025", say!("`{shown}` is changed, but never read"))
            .at(span, "nothing depends on it")
            .help(say!(
                "read it in a condition or an outcome, take it out together with its changes, or call it `_{shown}`"
            ));
        self.report(finding);
    }

    /// Warns about names of the whole file that nobody read, and variables that no move changes.
    pub(super) fn unused_globals(&mut self) {
        let entries: Vec<_> = self
            .globals
            .order
            .iter()
            .filter_map(|name| self.globals.entries.get(name).map(|entry| (name.clone(), entry.clone())))
            .collect();
        for (name, entry) in entries {
            let quiet = name.starts_with('_');
            match entry.means {
                Global::TypeName(_) if self.names_are_read(&name) => {}
                Global::Param(_) | Global::Let(_) | Global::Def(_) | Global::TypeName(_) | Global::Part(_)
                    if !entry.read && !quiet =>
                {
                    self.unused(&name, entry.span, "nothing in the rules reads it");
                }
                Global::State(which) if !entry.changed => self.never_changes(which, entry.span),
                Global::State(_) if !entry.read && !quiet => self.only_changed(&name, entry.span),
                _ => {}
            }
        }
    }

    /// Whether a rule speaks of a name that this type brings.
    fn names_are_read(&self, name: &str) -> bool {
        let Some(list) = self.globals.named_lists.get(name) else { return false };
        let brings = |means: Global| matches!(means, Global::Value(of, _) if of == *list);
        self.globals.entries.values().any(|entry| entry.read && brings(entry.means))
    }

    fn never_changes(&mut self, which: usize, span: Span) {
        let state = &self.rules.states[which];
        // A symmetry moves the places of a variable, so a board that lends its cells must be one.
        if self.rules.symmetries.iter().any(|symmetry| symmetry.kind.is_of(which)) {
            return;
        }
        let shown = crate::diagnostic::shorten(&state.name);
        let whole = matches!(state.domain, Domain::List { .. } | Domain::Grid { .. });
        let line = self.source.slice(state.span).strip_prefix("state");
        let line = line.filter(|line| line.len() <= LONGEST_LINE && !line.contains('\n'));
        let finding = Diagnostic::warning("B026", say!("no move changes `{shown}`")).at(span, "always as at the start");
        self.report(match line.filter(|_| whole) {
            Some(line) => {
                let word = Span::new(state.span.start, state.span.start + WORD);
                finding
                    .edit(say!("make it fixed: `let{line}`"), word, "let")
                    .edit(say!("or a parameter: `param{line}`"), word, "param")
                    .help("or change it in a move")
            }
            None if whole => finding.help("make it a `let` or a `param` with this value, or change it in a move"),
            None => finding.help(say!("make it a `let`, or change it in a move: `{shown} = …`")),
        });
    }
}

/// Letters of the word `state`.
const WORD: u32 = 5;

/// Advice shows a line of the rules as it would be, if it is no longer than this.
const LONGEST_LINE: usize = 80;

impl SymmetryKind {
    /// Whether it moves the places of a state variable.
    fn is_of(&self, state: usize) -> bool {
        match self {
            SymmetryKind::Permute(of)
            | SymmetryKind::MirrorRows(of)
            | SymmetryKind::MirrorColumns(of)
            | SymmetryKind::Transpose(of)
            | SymmetryKind::Rotations(of)
            | SymmetryKind::Reflections(of)
            | SymmetryKind::Map { board: of, .. } => *of == state,
            SymmetryKind::SwapPlayers => false,
            SymmetryKind::Together(parts) => parts.iter().any(|part| part.is_of(state)),
        }
    }
}
