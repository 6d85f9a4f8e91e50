//! A page for each method, made of the one document about all of them: its section, and its rows of the tables.

use super::{Lang, mended, source};
use crate::read;

/// The document.
pub(super) const METHODS: &str = "docs/methods";

/// A method's name and its page.
pub(super) type Page = (String, String);

/// What a page of a method is called.
pub(super) fn name(method: &str) -> String {
    format!("method-{method}")
}

/// The lines below the document in the list of a book's pages.
pub(super) fn summary(pages: &[Page]) -> String {
    let lines: Vec<String> = pages.iter().map(|(method, _)| format!("  - [{method}]({}.md)", name(method))).collect();
    lines.join("\n")
}

/// The pages, in the order of the first table: when a method applies and what it costs, its section, its strategies, what was measured.
pub(super) fn pages(lang: Lang) -> Result<Vec<Page>, String> {
    let text = read(&source(METHODS, lang))?;
    let (tables, sections) = (tables(&text), sections(&text));
    let [all, strategies, measured] = tables.as_slice() else {
        return Err(format!("{METHODS} has not three tables but {}", tables.len()));
    };
    let page = |row: &&str| {
        let method = cell(row, 0);
        let (_, section) = sections
            .iter()
            .find(|(heading, _)| *heading == method)
            .ok_or_else(|| format!("{METHODS} has no section about `{method}`"))?;
        let parts = [
            Some(all.only(0, method)),
            Some((*section).to_owned()),
            strategies.headed(lang.pick(["Strategies", "做法"]), 1, method),
            measured.headed(lang.pick(["Measured", "实测"]), 0, method),
            Some(lang.pick(["[All methods](methods.md)", "[所有方法](methods.md)"]).to_owned()),
        ];
        let body = parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
        Ok((method.to_owned(), format!("# {method}\n\n{}\n", mended(&body, METHODS, lang))))
    };
    all.rows.iter().map(page).collect()
}

/// A table: its two lines of heading, and its rows.
struct Table<'a> {
    head: [&'a str; 2],
    rows: Vec<&'a str>,
}

impl Table<'_> {
    /// The rows whose cell names a method, below the heading.
    fn only(&self, column: usize, method: &str) -> String {
        let rows = self.rows.iter().copied().filter(|row| cell(row, column) == method);
        self.head.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    }

    /// The same below a title; nothing where there is no such row.
    fn headed(&self, title: &str, column: usize, method: &str) -> Option<String> {
        let any = self.rows.iter().any(|row| cell(row, column) == method);
        any.then(|| format!("## {title}\n\n{}", self.only(column, method)))
    }
}

/// A cell without its blanks and backticks.
fn cell(row: &str, column: usize) -> &str {
    row.trim_matches('|').split('|').nth(column).unwrap_or_default().trim().trim_matches('`')
}

fn tables(text: &str) -> Vec<Table<'_>> {
    let mut tables: Vec<Table> = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with('|')) {
        match (lines.get(at + 1), tables.last_mut()) {
            (Some(rule), _) if rule.starts_with("| --") => tables.push(Table { head: [line, rule], rows: Vec::new() }),
            (_, Some(table)) if !line.starts_with("| --") => table.rows.push(line),
            _ => {}
        }
    }
    tables
}

/// Headings of the second rank with what stands below them.
fn sections(text: &str) -> Vec<(&str, &str)> {
    text.split("\n## ")
        .skip(1)
        .filter_map(|part| part.split_once('\n'))
        .map(|(heading, rest)| (heading, rest.trim()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_a_page_in_both_languages() {
        crate::site::tests::at_the_top();
        let known: Vec<&str> = bouton_methods().collect();
        for lang in Lang::BOTH {
            let pages = pages(lang).unwrap();
            assert_eq!(pages.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), known, "{lang:?}");
            for (name, page) in &pages {
                assert!(page.contains(lang.pick(["## Measured", "## 实测"])), "{name} in {lang:?} was not measured");
                let strategies = lang.pick(["## Strategies", "## 做法"]);
                assert!(page.contains(strategies) && page.len() > 400, "{name} in {lang:?}: {page}");
            }
        }
    }

    /// The methods that `crates/bouton/src/methods/list.md` names.
    fn bouton_methods() -> impl Iterator<Item = &'static str> {
        let list = include_str!("../../../crates/bouton/src/methods/list.md");
        list.lines().filter(|line| line.starts_with("| `")).map(|line| cell(line, 0))
    }
}
