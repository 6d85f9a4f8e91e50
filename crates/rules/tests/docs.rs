//! The pages are true: every game in them is checked, every table is that of the language itself.

use bouton_rules::{
    Source, check,
    diagnostic::render,
    syntax::format,
    table::{
        helpers::HELPERS,
        operators::{BINARY, COMPARE},
        words::WORDS,
    },
};
use std::{fs, path::PathBuf};

/// The pages of the language, with their text.
fn pages() -> Vec<(PathBuf, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    ["language.md", "language.zh.md", "first-game.md", "first-game.zh.md"]
        .iter()
        .map(|name| PathBuf::from(folder).join(name))
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect()
}

/// The blocks of a page, each with what stands behind its fence.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(kind)) => open = Some((kind.to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

#[test]
fn every_game_in_the_pages_checks_or_shows_its_mistake() {
    let mut games = 0;
    for (path, page) in pages() {
        for (kind, text) in blocks(&page) {
            let Some(rest) = kind.strip_prefix("game") else { continue };
            games += 1;
            let source = Source::new(path.display().to_string(), text.as_str());
            let (_, found) = check(&source);
            match rest.trim().strip_prefix("bad ") {
                Some(code) => {
                    assert!(found.iter().any(|finding| finding.code == code), "{code} is not shown by\n{text}")
                }
                None => assert!(found.is_empty(), "{}", render(&source, &found, false)),
            }
        }
    }
    assert!(games >= 10, "the pages have games");
}

#[test]
fn games_in_the_pages_are_formatted() {
    for (_, page) in pages() {
        for (kind, text) in blocks(&page).into_iter().filter(|(kind, _)| kind == "game") {
            assert_eq!(format(&Source::new("a.game", text.as_str())).as_deref(), Ok(text.as_str()), "{kind}");
        }
    }
}

/// `|` has a meaning in tables.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn words() -> String {
    let rows = WORDS.iter().map(|row| format!("| `{}` | {} |\n", row.text, cell(row.doc)));
    format!("| word | meaning |\n| --- | --- |\n{}", rows.collect::<String>())
}

fn operators() -> String {
    let rows = BINARY.iter().map(|row| format!("| `{}` | {} |\n", cell(row.text), cell(row.doc)));
    format!("| operator | gives |\n| --- | --- |\n{}", rows.collect::<String>())
}

fn comparisons() -> String {
    let rows = COMPARE.iter().map(|row| format!("| `{}` | {} |\n", row.text, cell(row.doc)));
    format!("| comparison | holds when |\n| --- | --- |\n{}", rows.collect::<String>())
}

fn helpers() -> String {
    let example = |example: &str| if example.is_empty() { String::new() } else { format!("`{}`", cell(example)) };
    let rows =
        HELPERS.iter().map(|row| format!("| `{}` | {} | {} |\n", cell(row.usage), cell(row.doc), example(row.example)));
    format!("| helper | gives | for instance |\n| --- | --- | --- |\n{}", rows.collect::<String>())
}

/// The page with its tables as the language has them now.
fn with_tables(page: &str) -> String {
    let tables =
        [("words", words()), ("operators", operators()), ("comparisons", comparisons()), ("helpers", helpers())];
    tables.iter().fold(page.to_owned(), |page, (name, table)| {
        let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
        let Some((before, rest)) = page.split_once(&open) else { return page };
        let Some((_, after)) = rest.split_once(&close) else { return page };
        format!("{before}{open}\n{table}\n{close}{after}")
    })
}

/// The Chinese page explains them in words of its own; none is missing, and none is there that the language does not have.
#[test]
fn the_chinese_page_has_the_same_tables() {
    let (_, page) = pages().into_iter().find(|(path, _)| path.ends_with("language.zh.md")).unwrap();
    let first = |line: &str| line.strip_prefix("| `").and_then(|rest| Some(rest.split("` |").next()?.to_owned()));
    let lines: Vec<&str> = page.lines().collect();
    for table in [words(), operators(), comparisons(), helpers()] {
        let wanted: Vec<String> = table.lines().filter_map(first).collect();
        // A word may stand first in one table and inside of another.
        let begins = (0..lines.len()).filter(|at| first(lines[*at]).as_ref() == wanted.first());
        let there = begins.map(|at| lines[at..].iter().map_while(|line| first(line)).collect::<Vec<_>>());
        let there: Vec<Vec<String>> = there.collect();
        assert!(there.contains(&wanted), "{there:?} {wanted:?}");
    }
    for row in HELPERS.iter().filter(|row| !row.example.is_empty()) {
        assert!(page.contains(&format!("| `{}` |", row.example)), "{}", row.example);
    }
}

/// The page with its games formatted.
fn formatted(page: &str) -> String {
    blocks(page).into_iter().filter(|(kind, _)| kind == "game").fold(page.to_owned(), |page, (_, text)| {
        let Ok(tidy) = format(&Source::new("a.game", text.as_str())) else { return page };
        page.replace(&format!("```game\n{text}```"), &format!("```game\n{tidy}```"))
    })
}

/// With `BOUTON_ACCEPT=1` tables and formatted games are written into the page instead.
#[test]
fn tables_in_the_pages_are_those_of_the_language() {
    for (path, page) in pages() {
        let wanted = with_tables(&page);
        if std::env::var_os("BOUTON_ACCEPT").is_some() {
            fs::write(&path, formatted(&wanted)).unwrap();
        } else {
            assert_eq!(page, wanted, "{}", path.display());
        }
    }
}
