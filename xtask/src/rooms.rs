//! The house rule that arrows point one way: what each room imports must be what ARCHITECTURE.md lets it use.
#![cfg(test)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Room → the rooms it may use, or does use.
type Arrows = BTreeMap<String, BTreeSet<String>>;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The table under a heading of ARCHITECTURE.md: `| room | may use | holds |`.
fn allowed(heading: &str) -> Arrows {
    let page = fs::read_to_string(top().join("ARCHITECTURE.md")).unwrap();
    let section = page
        .split("\n## ")
        .find(|section| section.starts_with(heading))
        .unwrap_or_else(|| panic!("no section {heading}"));
    // What stands under a smaller heading is about the inside of a room.
    let rows = section.split("\n### ").next().unwrap().lines().filter(|line| line.starts_with("| `"));
    let words = |cell: &str| {
        cell.split(',')
            .map(|word| word.trim().trim_matches('`').to_owned())
            .filter(|word| !word.is_empty() && word != "-")
            .collect()
    };
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        (cells[1].trim_matches('`').to_owned(), words(cells[2]))
    })
    .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// What the rooms in a folder of a crate import from each other, by `crate::` or `super::`. The folder's own face, its `mod.rs`, is no room:
/// it may use all of them, and they it.
fn imports(source: &Path, folder: &Path) -> Arrows {
    let stem = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let inside = fs::read_dir(source.join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let rooms: BTreeSet<String> = inside
        .filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == "rs"))
        .map(|path| stem(&path))
        .filter(|room| !["lib", "main", "mod"].contains(&room.as_str()))
        .collect();
    let mut found: Arrows = rooms.iter().map(|room| (room.clone(), BTreeSet::new())).collect();
    let here = names(folder);
    for file in rust_files(&source.join(folder)) {
        let module = names(&file.strip_prefix(source).unwrap().with_extension(""));
        let Some(uses) = module.get(here.len()).and_then(|room| found.get_mut(room)) else { continue };
        let used =
            used(&fs::read_to_string(&file).unwrap(), &module).into_iter().filter(|path| path.starts_with(&here));
        let used = used.filter_map(|path| path.get(here.len()).cloned());
        uses.extend(used.filter(|name| *name != module[here.len()] && rooms.contains(name)));
    }
    found
}

/// A path of the file system as the names of modules.
fn names(path: &Path) -> Vec<String> {
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    parts.filter(|name| !["lib", "main", "mod"].contains(&name.as_str())).collect()
}

/// What the program text of a module names of its crate, from the top of the crate on.
fn used(text: &str, module: &[String]) -> Vec<Vec<String>> {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
    let code: String = text.lines().map(|line| line.split("//").next().unwrap().to_owned() + "\n").collect();
    let starts = |word: &str, at: usize| {
        let before = code[..at].chars().next_back();
        code[at..].starts_with(word) && !before.is_some_and(|letter| letter.is_alphanumeric() || "_:".contains(letter))
    };
    let begins = code.char_indices().map(|(at, _)| at);
    let begins = begins.filter(|at| ["crate::", "super::", "self::"].iter().any(|word| starts(word, *at)));
    let mut found = Vec::new();
    for path in begins.flat_map(|at| paths(&code[at..]).0) {
        let up = path.iter().take_while(|name| *name == "super").count();
        let (base, rest) = match path[0].as_str() {
            "crate" => (&module[..0], &path[1..]),
            "self" => (module, &path[1..]),
            _ => (&module[..module.len().saturating_sub(up)], &path[up..]),
        };
        found.push([base, rest].concat());
    }
    found
}

/// The paths that a text begins with, written out: `a::{b::{c, d}, e}` is `a::b::c`, `a::b::d` and `a::e`; and what comes after them.
fn paths(text: &str) -> (Vec<Vec<String>>, &str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut all = Vec::new();
        loop {
            rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
            if rest.is_empty() || rest.starts_with('}') {
                return (all, rest.strip_prefix('}').unwrap_or(rest));
            }
            let (found, after) = paths(rest);
            all.extend(found);
            // Past `as another_name`, or past what is no path.
            rest = after.trim_start_matches(|letter: char| !",}".contains(letter));
        }
    }
    let end = text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return (Vec::new(), rest);
    }
    let (inner, rest) = rest.strip_prefix("::").map_or((Vec::new(), rest), paths);
    let with_name = |path: Vec<String>| [vec![name.to_owned()], path].concat();
    if inner.is_empty() {
        return (vec![vec![name.to_owned()]], rest);
    }
    (inner.into_iter().map(with_name).collect(), rest)
}

#[test]
fn nested_imports_are_seen() {
    let module = ["a".to_owned(), "b".to_owned()];
    let seen = |text: &str| -> Vec<String> { used(text, &module).iter().map(|path| path.join("::")).collect() };
    assert_eq!(seen("use crate::{c::{d, e as f}, g};\nuse super::h;"), ["c::d", "c::e", "g", "a::h"]);
    assert_eq!(
        seen("use super::super::{self, j::*};\n// crate::k\nlet x = crate::l::m(crate::n());"),
        ["self", "j", "l::m", "n"]
    );
    assert_eq!(seen("mycrate::o; x::crate::p"), Vec::<String>::new());
}

/// A way round among arrows, if there is one.
fn circle(arrows: &Arrows) -> Option<Vec<&String>> {
    fn round<'a>(arrows: &'a Arrows, line: &mut Vec<&'a String>, done: &mut BTreeSet<&'a String>) -> bool {
        let Some(last) = line.last().copied() else { return false };
        for next in &arrows[last] {
            if line.contains(&next) {
                line.push(next);
                return true;
            }
            if !done.contains(next) {
                line.push(next);
                if round(arrows, line, done) {
                    return true;
                }
                line.pop();
            }
        }
        done.insert(last);
        false
    }
    let mut done = BTreeSet::new();
    arrows.keys().find_map(|room| {
        let mut line = vec![room];
        round(arrows, &mut line, &mut done).then_some(line)
    })
}

fn check(heading: &str, source: &str) {
    check_inside(heading, source, "");
}

fn check_inside(heading: &str, source: &str, folder: &str) {
    let (allowed, used) = (allowed(heading), imports(&top().join(source), Path::new(folder)));
    let drawn: Vec<&String> = allowed.keys().collect();
    let built: Vec<&String> = used.keys().collect();
    assert_eq!(drawn, built, "the rooms of {source}/{folder} and the table under `{heading}` differ");
    for (room, uses) in &used {
        let extra: Vec<&String> = uses.difference(&allowed[room]).collect();
        assert!(extra.is_empty(), "{source}/{folder}: `{room}` uses {extra:?}, which the drawing does not allow");
        let idle: Vec<&String> = allowed[room].difference(uses).collect();
        assert!(idle.is_empty(), "{source}/{folder}: the drawing lets `{room}` use {idle:?}, but it does not");
    }
    assert_eq!(circle(&used), None, "{source}/{folder}: arrows go round");
}

#[test]
fn rooms_of_the_rules_crate_use_what_the_drawing_allows() {
    check("Inside `crates/rules`", "crates/rules/src");
}

#[test]
fn rooms_of_the_jit_crate_use_what_the_drawing_allows() {
    check("Inside `crates/jit`", "crates/jit/src");
}

#[test]
fn rooms_of_the_bouton_crate_use_what_the_drawing_allows() {
    check("Inside `crates/bouton`", "crates/bouton/src");
}

#[test]
fn rooms_of_the_teach_crate_use_what_the_drawing_allows() {
    check("Inside `crates/teach`", "crates/teach/src");
}

#[test]
fn rooms_of_the_command_use_what_the_drawing_allows() {
    check("Inside `crates/cli`", "crates/cli/src");
}

#[test]
fn methods_use_what_the_drawing_allows() {
    check_inside("Inside `bouton/methods`", "crates/bouton/src", "methods");
}

#[test]
fn parts_of_instance_use_what_the_drawing_allows() {
    check_inside("Inside `bouton/instance`", "crates/bouton/src", "instance");
}

#[test]
fn crates_depend_on_what_the_drawing_allows() {
    for (room, may_use) in allowed("Crates") {
        let manifest = fs::read_to_string(top().join(&room).join("Cargo.toml")).unwrap();
        let ours: BTreeSet<String> = [
            ("bouton-say", "crates/say"),
            ("bouton-rules", "crates/rules"),
            ("bouton-jit", "crates/jit"),
            ("bouton", "crates/bouton"),
            ("bouton-cluster", "crates/cluster"),
            ("bouton-teach", "crates/teach"),
            ("bouton-page", "crates/page"),
        ]
        .into_iter()
        .filter(|(key, _)| {
            let named = [format!("{key}.workspace"), format!("{key} = {{ workspace"), format!("{key} = {{ path")];
            manifest.lines().any(|line| named.iter().any(|named| line.starts_with(named)))
        })
        .map(|(_, room)| room.to_owned())
        .collect();
        assert_eq!(ours, may_use, "{room}");
    }
}

/// A crate's tests are one program, so a file that its `main.rs` does not name would never run.
#[test]
fn every_file_of_tests_is_part_of_its_program() {
    for entry in fs::read_dir(top().join("crates")).unwrap() {
        let tests = entry.unwrap().path().join("tests");
        let Ok(main) = fs::read_to_string(tests.join("main.rs")) else { continue };
        let named: BTreeSet<&str> =
            main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
        let inside = fs::read_dir(&tests).unwrap().map(|entry| entry.unwrap().path());
        let files =
            inside.filter(|path| path.extension().is_some_and(|end| end == "rs") || path.join("mod.rs").exists());
        let names = files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
        let missing: Vec<String> = names.filter(|name| name != "main" && !named.contains(name.as_str())).collect();
        assert!(missing.is_empty(), "{} does not name {}", tests.join("main.rs").display(), missing.join(", "));
    }
}
