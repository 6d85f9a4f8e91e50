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

/// What the rooms of a crate import from each other.
fn imports(source: &Path) -> Arrows {
    let rooms: BTreeSet<String> = fs::read_dir(source)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|room| room != "lib" && room != "main")
        .collect();
    let mut found: Arrows = rooms.iter().map(|room| (room.clone(), BTreeSet::new())).collect();
    for file in rust_files(source) {
        let room = file
            .strip_prefix(source)
            .unwrap()
            .components()
            .next()
            .unwrap()
            .as_os_str()
            .to_string_lossy()
            .replace(".rs", "");
        let Some(uses) = found.get_mut(&room) else { continue };
        let text = fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
        for after in text.split("crate::").skip(1) {
            uses.extend(first_names(after).into_iter().filter(|name| *name != room && rooms.contains(name)));
        }
    }
    found
}

/// The first names of a path after `crate::`, or of the paths in its braces.
fn first_names(after: &str) -> Vec<String> {
    let name =
        |path: &str| path.trim().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    match after.strip_prefix('{').and_then(|inside| inside.split_once('}')) {
        Some((inside, _)) => inside.split(',').map(name).collect(),
        None => vec![name(after)],
    }
}

fn check(heading: &str, source: &str) {
    let (allowed, used) = (allowed(heading), imports(&top().join(source)));
    let drawn: Vec<&String> = allowed.keys().collect();
    let built: Vec<&String> = used.keys().collect();
    assert_eq!(drawn, built, "the rooms of {source} and the table under `{heading}` differ");
    for (room, uses) in &used {
        let extra: Vec<&String> = uses.difference(&allowed[room]).collect();
        assert!(extra.is_empty(), "{source}: `{room}` uses {extra:?}, which the drawing does not allow");
        let idle: Vec<&String> = allowed[room].difference(uses).collect();
        assert!(idle.is_empty(), "{source}: the drawing lets `{room}` use {idle:?}, but it does not");
    }
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
fn crates_depend_on_what_the_drawing_allows() {
    for (room, may_use) in allowed("Crates") {
        let manifest = fs::read_to_string(top().join(&room).join("Cargo.toml")).unwrap();
        let ours: BTreeSet<String> = [
            ("bouton-rules", "crates/rules"),
            ("bouton-jit", "crates/jit"),
            ("bouton", "crates/bouton"),
            ("bouton-teach", "crates/teach"),
            ("bouton-page", "crates/page"),
        ]
        .into_iter()
        .filter(|(key, _)| {
            let named = [format!("{key}.workspace"), format!("{key} = {{ path")];
            manifest.lines().any(|line| named.iter().any(|named| line.starts_with(named)))
        })
        .map(|(_, room)| room.to_owned())
        .collect();
        assert_eq!(ours, may_use, "{room}");
    }
}
