//! Names of a game as a program may use them: what a language or the program itself calls so gets `_` behind it, and letters that not
//! every language takes are spelled out.

use super::super::tree::{Kind, Recur};
use super::{Language, cpp, go, helpers, java, js, python, rust};
use std::collections::{HashMap, HashSet};

/// What helpers inside programs call their own: no parameter may hide it, nor be hidden by it.
const INNER: &[&str] = &[
    "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "bottom", "c", "count", "first", "game", "h", "input", "k", "left",
    "line", "list", "next", "number", "numbers", "r", "right", "root", "sum", "top", "w", "word", "x",
];

/// The words of a language and of the programs written in it.
pub(super) fn taken(language: Language) -> &'static [&'static str] {
    match language {
        Language::Python => python::TAKEN,
        Language::Java => java::TAKEN,
        Language::Cpp => cpp::TAKEN,
        Language::Go => go::TAKEN,
        Language::Rust => rust::TAKEN,
        Language::Js => js::TAKEN,
    }
}

/// A recurrence whose names a program in this language may use, no two the same.
pub(super) fn renamed(recur: &Recur, language: Language) -> Recur {
    let mut names = Names { language, used: HashSet::new() };
    let mut recur = recur.clone();
    for global in &mut recur.globals {
        let many = matches!(global.kind, Kind::List | Kind::Fixed(_) | Kind::Board | Kind::Graph);
        global.name = names.new_one(&global.name, INNER, many);
    }
    for var in &mut recur.vars {
        var.name = names.new_one(&var.name, &[], false);
    }
    // Moves share the names of their choices.
    let mut shared = HashMap::new();
    let choices = recur.moves.iter_mut().flat_map(|mv| &mut mv.choices).map(|choice| &mut choice.name);
    for name in choices.chain(&mut recur.bound) {
        let known = shared.entry(name.clone()).or_insert_with(|| names.new_one(name, &[], false));
        name.clone_from(known);
    }
    recur
}

struct Names {
    language: Language,
    used: HashSet<String>,
}

impl Names {
    /// A name that is free, with those made from it for the sums of a list and the number of its entries.
    fn new_one(&mut self, name: &str, inner: &[&str], many: bool) -> String {
        let mut name = spelled(name);
        while !self.is_free(&name, inner) || many && !made_from(&name).iter().all(|name| self.is_free(name, inner)) {
            name.push('_');
        }
        self.used.insert(name.clone());
        if many {
            self.used.extend(made_from(&name));
        }
        name
    }

    fn is_free(&self, name: &str, inner: &[&str]) -> bool {
        // Names in capitals may be macros of C.
        let loud = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
        let macro_like = self.language == Language::Cpp && name.len() > 2 && name.chars().all(loud);
        let macro_like = macro_like && !name.ends_with('_');
        !macro_like
            && !taken(self.language).contains(&name)
            && !helpers::is_name(self.language, name)
            && !inner.contains(&name)
            && !self.used.contains(name)
    }
}

fn made_from(name: &str) -> [String; 3] {
    [format!("{name}_sum"), camel(name), format!("{name}_count")]
}

/// `piles_sum` as `pilesSum`.
pub(super) fn camel(name: &str) -> String {
    format!("{}Sum", name.trim_end_matches('_'))
}

/// A name in letters that every language takes; `_x`, which mean something to some, as `x_`.
fn spelled(name: &str) -> String {
    let body = name.trim_start_matches('_');
    let mut out = String::new();
    for letter in body.chars() {
        if is_plain(letter) {
            out.push(letter);
        } else {
            out.push_str(&format!("u{:x}", u32::from(letter)));
        }
    }
    if !out.starts_with(|letter: char| !letter.is_ascii_digit()) {
        out.insert(0, 'u');
    }
    out.extend(name.chars().take(name.len() - body.len()));
    out
}

/// Letters that every language takes and none takes for another: no marks that are put together with others, no signs in two forms.
fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || letter == '_'
        || matches!(letter, 'À'..='ÿ' | 'Α'..='ω' | 'Ё' | 'А'..='я' | 'ё' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | '一'..='\u{9fff}' | '가'..='힣')
            && !matches!(letter, '×' | '÷')
}
