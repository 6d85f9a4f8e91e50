//! Whatever Bouton says in English it can say in Chinese: no sentence of the source is missing in the catalogue, none there is out of
//! use, and what real mistakes and plans say comes out in Chinese.

mod phrases;
mod real;
mod source;

use bouton_teach::words::sentences::{core, entries, help};
use source::{Literal, literals};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Files whose words are not shown to people as they stand, and why.
const SILENT_FILES: &[(&str, &str)] = &[
    ("rules/src/diagnostic/codes/", "the pages of `bouton explain`, which are in English"),
    ("page/src/routes.rs", "the description for programs, which is in English"),
    ("page/src/assets.rs", "kinds of files"),
    ("page/src/openapi.rs", "the description for programs, which is in English"),
    ("cli/src/codes.rs", "the pages of `bouton explain`, which are in English"),
    ("teach/src/program/print/", "programs, in languages of programs"),
    ("teach/src/words/", "marks that stand between sentences"),
    ("teach/src/table/", "elements of pictures"),
    ("teach/src/tree/", "elements of pictures"),
    ("teach/src/play/opponent.rs", "help of `bouton play`: in `help.zh`"),
    ("teach/src/worksheet/", "elements of pages"),
    ("teach/src/formula/", "formulas, whose words are in the catalogue of messages"),
    ("teach/src/picture/", "elements of pictures"),
    ("teach/src/recurrence/", "formulas and pages, whose words are in the catalogue of messages"),
    ("cli/src/commands/lsp/server.rs", "said to editors, about the protocol"),
    ("cli/src/commands/lsp/frame.rs", "said to editors, about the protocol"),
    ("bouton/src/family/", "why small cases go another way: a decision that nobody is told"),
];

/// Literals that are no words to people, and why: a piece of the text, or all of it.
const SILENT: &[(&str, &str)] = &[
    ("Exit codes:\n", "lines of help, said one by one"),
    ("Examples:\n", "commands to type, under the help of a command"),
    ("Span {{ start", "what a debugger shows"),
    ("are for the player to move", "what a table says of itself, to programs"),
    ("{{bar", "a progress bar"),
    ("{{prefix", "a progress bar"),
    ("default-src", "what browsers are told"),
    ("there is no such page", "said to whoever types an address, before anything is known of languages"),
    ("this page answers to itself alone", "said to strangers"),
    ("ARGS", "rules, offered in backticks"),
    ("xs = ", "rules, offered in backticks"),
    ("[false, true]", "rules, read by Bouton itself"),
    ("value == win", "rules, read by Bouton itself"),
    ("which is made of", "stands between two things"),
    (" and of ", "stands between two things"),
    ("trailing c", "words of the JSON reader, which are looked for"),
    ("expected value", "words of the JSON reader, which are looked for"),
    ("expected ident", "words of the JSON reader, which are looked for"),
    ("expected `,` or", "words of the JSON reader, which are looked for"),
    ("key must be", "words of the JSON reader, which are looked for"),
    ("for instance {{}}", "a pattern, compared with that of an advice"),
    ("a position is missing", "said to editors, about the protocol"),
    ("a range is missing", "said to editors, about the protocol"),
    ("a rehearsed fault", "said to tests"),
    ("complete -c bouton", "a script for a shell"),
    ("game -- ", "a script for a shell"),
    ("words -- ", "a script for a shell"),
    ("name -- ", "a script for a shell"),
    ("${{", "a line of rules to fill in"),
    (" $0", "a line of rules to fill in"),
    ("leads by 1", "rules to be written"),
    ("{{red, green}}", "how a type is written"),
    ("=> PLAYER", "how a word is written"),
    ("POINTS to PLAYER", "how a word is written"),
    ("by PLAYER {{", "how a word is written"),
    ("move NAME as \"", "how a word is written"),
    ("show NAME as", "how a word is written"),
    ("=> draw", "how a word is written"),
    ("=> nothing", "how a word is written"),
    ("stuck => pass", "how a word is written"),
    ("permute xs", "how a word is written"),
    ("transpose b", "how a word is written"),
    ("swap players", "how a word is written"),
    ("invalid number", "words of the JSON reader, which are looked for"),
];

/// What compares text, fails where nobody looks, or makes text that is no sentence.
const SILENT_CALLS: &str = "# format! write! writeln! expect unreachable! assert! assert_eq! debug_assert! strip_prefix strip_suffix starts_with ends_with find split split_once rsplit_once contains env! var";

/// Whether a longer word is one that the catalogue translates, and no name.
fn is_own(word: &str) -> bool {
    const NAMES: &str = "recurrence sweep search retrograde theorem layers grundy value number stones heaps plies asked board bottom drawn large left piles right values range state";
    static OWN: OnceLock<BTreeSet<&str>> = OnceLock::new();
    let letters = |c: char| !c.is_ascii_lowercase();
    let words = |text: &'static str| text.split('`').step_by(2).flat_map(move |part| part.split(letters));
    let own =
        OWN.get_or_init(|| entries().flat_map(|(english, _)| words(english)).filter(|word| word.len() > 4).collect());
    own.contains(word) && !NAMES.split(' ').any(|name| name == word)
}

/// Words that are no names, so that one of them alone shows that something is still English.
const SMALL_WORDS: &str = "the of is are or not with than this that it its for has from every each one no raises lowers raise lower rising falling bytes positions moves";

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn all() -> Vec<Literal> {
    ["rules/src", "jit/src/lower", "bouton/src", "teach/src", "page/src", "cli/src"]
        .iter()
        .flat_map(|folder| literals(&crates(), folder))
        .collect()
}

/// Whether a literal is a sentence, or a part of one.
fn is_shown(literal: &Literal) -> bool {
    let text = core(&literal.text);
    let bare: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ").replace("{}", " ");
    let has_words = bare.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word.len() > 1);
    let silent = SILENT_CALLS.split(' ').any(|callee| callee == literal.callee)
        || SILENT_FILES.iter().any(|(file, _)| literal.file.starts_with(file))
        || SILENT.iter().any(|(piece, _)| literal.text.contains(piece))
        || is_command(text);
    text.contains(' ') && has_words && !silent
}

/// A command to type, or rules to write: the same in every language.
fn is_command(text: &str) -> bool {
    const FIRST: &str = "bouton state param let end gain part grid[…] list[…] if {{";
    const BOTH: &str = "{} none/{}: row * {} + column/{} in {}/=> me wins/=> me loses/else {}/stuck => me loses/stuck => me wins\
        /repeat => {} wins/me wins/me loses/not in/ARGS in xs/xs | ARGS/xor(a, b)/else …/{{ when {} … }}/set of T/list[n] of T\
        /grid[rows, columns] of T/cell of b/position of b/node of g/mirror rows of b, mirror columns of b/mirror rows of b\
        /mirror columns of b/rotations of b/reflections of b";
    let rules = FIRST.split(' ').any(|first| text.split(' ').next() == Some(first))
        && text.chars().any(|c| "=:{[(".contains(c));
    let name = text.split('(').next().unwrap_or_default();
    let call = text.contains('(')
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    rules
        || call
        || BOTH.split('/').any(|both| both == text)
        || text.starts_with("bouton ")
        || text.starts_with("{}  bouton ")
}

/// English words one after the other, outside of code and quotes.
fn english(text: &str) -> Option<String> {
    let mut outside = String::new();
    for (at, part) in text.split('`').enumerate() {
        outside.push_str(if at % 2 == 0 { part } else { " ` " });
    }
    let outside: String = outside.split('"').step_by(2).collect::<Vec<_>>().join(" \" ");
    let words: Vec<&str> = outside.split_whitespace().collect();
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let two = |pair: &&[&str]| is_word(pair[0]) && is_word(pair[1].trim_end_matches([',', ';', ':', '.', '?', '!']));
    let bare = |word: &str| word.trim_matches([',', ';', ':', '.', '?', '!', '(', ')']).to_owned();
    let small = words
        .iter()
        .map(|word| bare(word))
        .find(|word| SMALL_WORDS.split(' ').any(|small| small == word) || is_own(word));
    words.windows(2).find(two).map(|pair| pair.join(" ")).or(small)
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

#[test]
fn no_sentence_of_the_source_is_missing() {
    let known: BTreeSet<&str> = entries().chain(help()).map(|(english, _)| english).collect();
    let is_known = |line: &str| line.is_empty() || known.contains(core(line));
    let mut missing: BTreeMap<String, String> = BTreeMap::new();
    for literal in all().iter().filter(|literal| is_shown(literal)) {
        let text = core(&literal.text);
        if !text.split('\n').all(is_known) && !known.contains(format!("{{}} {text}{{}}").as_str()) {
            missing.insert(text.to_owned(), format!("{}:{}", literal.file, literal.line));
        }
    }
    let list: Vec<String> = missing.iter().map(|(text, place)| format!("{place}\t{text}")).collect();
    assert!(missing.is_empty(), "{} without Chinese:\n{}", list.len(), list.join("\n"));
}

#[test]
fn every_translation_is_in_use() {
    let literals = all();
    let used: BTreeSet<String> = literals.iter().map(|literal| core(&literal.text).replace('\n', "\\n")).collect();
    let of_noun = |text: &str| {
        text.strip_prefix("{} ").and_then(|text| text.strip_suffix("{}")).is_some_and(|noun| used.contains(noun))
    };
    let out: Vec<&str> =
        entries().map(|(english, _)| english).filter(|english| !used.contains(*english) && !of_noun(english)).collect();
    assert!(out.is_empty(), "translated, but said nowhere:\n{}", out.join("\n"));
}

#[test]
fn the_catalogue_is_in_order() {
    let mut seen = BTreeSet::new();
    for (english, chinese) in entries() {
        assert!(seen.insert(english), "`{english}` stands twice");
        assert_eq!(english, core(english), "without marks around it");
        assert!(is_chinese(chinese), "`{english}` has no Chinese: {chinese}");
        let blanks = |text: &str| text.replace("{{", "").replace("}}", "").matches('{').count();
        let plural = english.ends_with("{}") && blanks(english) == blanks(chinese) + 1;
        assert!(blanks(english) == blanks(chinese) || plural, "the blanks of `{english}`: {chinese}");
        let bare: String = chinese.split('`').step_by(2).collect();
        let formula = bare.contains(['[', ']', '(']);
        assert!(
            formula || [", ", "; ", "? "].iter().all(|mark| !bare.contains(mark)),
            "a mark of English in: {chinese}"
        );
        let numbers = chinese.replace("{{", "").replace("}}", "");
        let numbers: Vec<&str> = numbers.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        let mut sorted: Vec<String> = numbers.iter().map(|number| (*number).to_owned()).collect();
        sorted.sort();
        let all = (1..=numbers.len()).map(|number| number.to_string());
        assert!(numbers.iter().all(|number| number.is_empty()) || all.eq(sorted), "numbers of blanks: {chinese}");
    }
}
