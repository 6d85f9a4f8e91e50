//! Names of types that stand for other types: a chain of them must end, and soon.

use super::Checker;
use super::scope::Global;
use crate::diagnostic::{Diagnostic, shorten};
use crate::source::Span;
use crate::syntax::tree::{self, TypeKind};
use crate::text::Text;

/// A type, every name in it written out, has at most so many levels: what walks it does so by recursion.
const MOST_LEVELS: usize = 100;
/// So many names of a circle are told.
const MOST_TOLD: usize = 5;

/// What is known of a named type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// It is on the way being walked.
    Here,
    Levels(usize),
    /// Its chain was refused.
    Refused,
}

impl Checker<'_> {
    /// Refuses types that are made of themselves and those that go too deep; uses of them are then not looked at.
    pub(super) fn type_chains(&mut self) {
        let mut known = vec![Known::Nothing; self.globals.types.len()];
        for first in 0..known.len() {
            self.type_chain(first, &mut known);
        }
    }

    /// Walks from a type to what it is made of, to the end, and back. A loop and no recursion: chains may be very long.
    fn type_chain(&mut self, first: usize, known: &mut [Known]) {
        let (mut way, mut at) = (Vec::new(), Some(first));
        while let Some(here) = at.filter(|here| known[*here] == Known::Nothing) {
            known[here] = Known::Here;
            let (levels, inner) = levels(&self.globals.types[here].1);
            way.push((here, levels));
            at = inner.and_then(|name| self.type_called(name));
        }
        let mut below = at.map_or(Known::Levels(0), |at| known[at]);
        if let Some(at) = at.filter(|_| below == Known::Here) {
            let start = way.iter().position(|(on, _)| *on == at).unwrap_or_default();
            let circle: Vec<usize> = way[start..].iter().map(|(on, _)| *on).collect();
            self.type_circle(&circle);
            below = Known::Refused;
        }
        for (here, levels) in way.into_iter().rev() {
            below = match below {
                Known::Levels(deep) if deep + levels <= MOST_LEVELS => Known::Levels(deep + levels),
                Known::Levels(_) => self.type_too_deep(here),
                _ => Known::Refused,
            };
            if below == Known::Refused {
                self.globals.broken.push(Global::TypeName(here));
            }
            known[here] = below;
        }
    }

    fn type_called(&self, name: &str) -> Option<usize> {
        match self.globals.entries.get(name)?.means {
            Global::TypeName(which) => Some(which),
            _ => None,
        }
    }

    fn type_place(&self, which: usize) -> (String, Span) {
        let name = &self.globals.types[which].0;
        (shorten(&name.text), name.span)
    }

    fn type_circle(&mut self, circle: &[usize]) {
        let (first, span) = self.type_place(circle[0]);
        let mut told: Vec<Text> =
            circle[1..].iter().take(MOST_TOLD).map(|which| say!("`{}`", self.type_place(*which).0)).collect();
        if circle.len() > MOST_TOLD + 1 {
            told.push(Text::code("…"));
        }
        told.push(say!("`{first}`"));
        let around = Text::joined(told, ", which is made of ");
        let finding = Diagnostic::error("B058", say!("`{first}` is made of itself: it is made of {around}"))
            .at(span, "this never ends")
            .help("say what it holds in the end, such as `0..9`, `player` or `{red, green}`; nothing in rules holds things of its own kind");
        self.report(finding);
    }

    fn type_too_deep(&mut self, which: usize) -> Known {
        let (name, span) = self.type_place(which);
        let finding = Diagnostic::error("B054", say!("`{name}` is nested too deeply once every `type` is written out"))
            .at(span, say!("more than {MOST_LEVELS} levels"))
            .help("let `type`s use each other less deeply");
        self.report(finding);
        Known::Refused
    }
}

/// How many levels a type has as it is written, and the name it ends in, if that may be a type's.
fn levels(ty: &tree::Type) -> (usize, Option<&str>) {
    let (mut deep, mut ty) = (1, ty);
    loop {
        ty = match &ty.kind {
            TypeKind::Set(of) | TypeKind::List { of, .. } | TypeKind::Grid { of, .. } => of,
            TypeKind::Optional(inner) => inner,
            TypeKind::Named(name) => return (deep, Some(name)),
            _ => return (deep, None),
        };
        deep += 1;
    }
}
