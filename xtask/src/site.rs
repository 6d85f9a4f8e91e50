//! `cargo xtask site`: the documentation as a static site, one mdBook for each language, with a page and a lesson for each game of the gallery.
//! The documents stay where they are: this orders copies of them and mends their links.

mod gallery;
mod methods;

use crate::{copy, program, read, run, said, say, target, told, write};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The mdBook that is installed where none is on the path.
const MDBOOK: &str = "0.5.4";

/// The chapter that is no document: it is written from the games.
const GALLERY: &str = "gallery";

/// Every page in order, under headings in both languages. The Chinese book shows a page in English where there is no Chinese one, and says so.
static PAGES: [([&str; 2], &[&str]); 5] = [
    (["Bouton", "Bouton"], &["README"]),
    (["Begin", "入门"], &["docs/first-game", GALLERY, "docs/brute-force"]),
    (["Manual", "手册"], &["docs/language", "docs/command", "docs/page", "docs/editors", "docs/python"]),
    (
        ["Background", "原理"],
        &["docs/methods", "docs/trust", "docs/performance", "docs/scale", "docs/cluster", "docs/ground-truth"],
    ),
    (["The project", "项目"], &["CHANGELOG", "ARCHITECTURE", "CONTRIBUTING"]),
];

/// A language that the site is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lang {
    English,
    Chinese,
}

impl Lang {
    const BOTH: [Lang; 2] = [Lang::English, Lang::Chinese];

    fn code(self) -> &'static str {
        self.pick(["en", "zh"])
    }

    /// The one of two that is in this language.
    fn pick<T>(self, [english, chinese]: [T; 2]) -> T {
        match self {
            Lang::English => english,
            Lang::Chinese => chinese,
        }
    }
}

/// Every page, named by its path in the project without `.md` or `.zh.md`.
fn pages() -> impl Iterator<Item = &'static str> {
    PAGES.iter().flat_map(|(_, pages)| *pages).copied()
}

/// The language of a page in a book.
fn shown_in(page: &str, lang: Lang) -> Lang {
    if page == GALLERY || source(page, lang).is_file() { lang } else { Lang::English }
}

/// The file of a page in a language.
fn source(page: &str, lang: Lang) -> PathBuf {
    PathBuf::from(format!("{page}{}.md", lang.pick(["", ".zh"])))
}

/// The name of a page within each book.
fn name(page: &str) -> &str {
    let name = page.strip_prefix("docs/").unwrap_or(page);
    if name == "README" { "index" } else { name }
}

/// Builds the site. Says where it is.
///
/// # Errors
/// What went wrong, in words.
pub(crate) fn build() -> Result<String, String> {
    let (mdbook, program) = (mdbook()?, program()?);
    let (sources, site) = (target()?.join("site-src"), target()?.join("site"));
    for folder in [&sources, &site] {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|error| told(folder, &error))?;
        }
    }
    say("== lessons");
    let games = gallery::games(&program)?;
    for lang in Lang::BOTH {
        say(&format!("== {}", lang.pick(["book in English", "book in Chinese"])));
        let book = sources.join(lang.code());
        write(&book.join("book.toml"), &settings(lang))?;
        write(&book.join("site.css"), include_str!("site/site.css"))?;
        write(&book.join("site.js"), include_str!("site/site.js"))?;
        let games = gallery::chapter(&games, &program, &book.join("src"), lang)?;
        let methods = methods::pages(lang)?;
        write(&book.join("src/SUMMARY.md"), &summary(lang, &games, &methods::summary(&methods))?)?;
        for (method, page) in &methods {
            write(&book.join("src").join(format!("{}.md", methods::name(method))), page)?;
        }
        for (page, text) in documents(lang)? {
            // Linked files that are no pages: notebooks.
            let is_file = |link: &&str| !link.ends_with(".md") && Path::new("docs").join(link).is_file();
            for file in links(&text).into_iter().filter(is_file) {
                copy(&Path::new("docs").join(file), &book.join("src").join(file))?;
            }
            write(&book.join("src").join(format!("{}.md", name(page))), &text)?;
        }
        run(Command::new(&mdbook).arg("build").arg(&book).arg("--dest-dir").arg(site.join(lang.code())))?;
    }
    write(&site.join("index.html"), include_str!("site/index.html"))?;
    check(&site)?;
    Ok(format!("{} is the site", site.join("index.html").display()))
}

/// mdBook from the path, or installed into `target/tools`. It is no dependency of the workspace: every build would wait for it.
fn mdbook() -> Result<PathBuf, String> {
    let tools = target()?.join("tools");
    let own = tools.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    // Earlier versions have other settings.
    let fits =
        |mdbook: &PathBuf| said(mdbook, &["--version"], Path::new(".")).is_ok_and(|it| it.starts_with("mdbook v0.5"));
    if let Some(found) = [PathBuf::from("mdbook"), own.clone()].into_iter().find(fits) {
        return Ok(found);
    }
    say(&format!("   no mdbook 0.5 is on the path; installing {MDBOOK} into {} (minutes, once)", tools.display()));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let which = ["install", "mdbook", "--version", MDBOOK, "--locked", "--no-default-features", "--features", "search"];
    run(Command::new(cargo).args(which).arg("--root").arg(&tools))?;
    Ok(own)
}

/// A book's settings. Runnable Rust is off because it asks another machine.
fn settings(lang: Lang) -> String {
    // mdBook's search splits words at blanks. Chinese has none.
    let (code, search) = (lang.code(), lang.pick([true, false]));
    format!(
        r#"[book]
title = "Bouton"
language = "{code}"

[output.html]
smart-punctuation = false
no-section-label = true
additional-css = ["site.css"]
additional-js = ["site.js"]
playground.runnable = false
search.enable = {search}
print.enable = false
fold.enable = true
"#
    )
}

/// The list of a book's pages, with those of the games under the gallery, and those of the methods under their document.
fn summary(lang: Lang, games: &str, methods: &str) -> Result<String, String> {
    let mut lines = Vec::new();
    for (heading, pages) in &PAGES {
        lines.push(format!("\n# {}\n", lang.pick(*heading)));
        for page in *pages {
            lines.push(format!("- [{}]({}.md)", title(page, lang)?, name(page)));
            let below = [(GALLERY, games), (methods::METHODS, methods)];
            lines.extend(below.iter().filter(|(over, _)| page == over).map(|(_, below)| (*below).to_owned()));
        }
    }
    Ok(lines.join("\n"))
}

/// A page's first heading.
fn title(page: &str, lang: Lang) -> Result<String, String> {
    if page == GALLERY {
        return Ok(lang.pick(["The gallery", "游戏库"]).to_owned());
    }
    let shown = shown_in(page, lang);
    let text = read(&source(page, shown))?;
    let title =
        text.lines().find_map(|line| line.strip_prefix("# ")).ok_or_else(|| format!("{page} has no heading"))?;
    Ok(if shown == lang { title.to_owned() } else { format!("{title}（英文）") })
}

/// The documents of a book, with their links mended.
fn documents(lang: Lang) -> Result<Vec<(&'static str, String)>, String> {
    let document = |page| {
        let shown = shown_in(page, lang);
        let text = mended(&read(&source(page, shown))?, page, lang);
        let note = format!("\n\n> 这一页还没有中文版，以下是[英文](../en/{}.html)原文。\n", name(page));
        Ok((page, if shown == lang { text } else { text.replacen('\n', &note, 1) }))
    };
    pages().filter(|page| *page != GALLERY).map(document).collect()
}

/// A page's text with its links mended for a book. Fenced code stays as it is.
fn mended(text: &str, page: &str, lang: Lang) -> String {
    let blocks = text.split("\n```").enumerate();
    let mended = blocks.map(|(at, block)| if at % 2 == 0 { prose(block, page, lang) } else { block.to_owned() });
    mended.collect::<Vec<_>>().join("\n```")
}

fn prose(text: &str, page: &str, lang: Lang) -> String {
    let (mut done, mut rest) = (String::new(), text);
    while let Some((before, target, after)) = next_link(rest) {
        done += before;
        match place(target, page, lang) {
            Some(place) => done += &format!("]({place})"),
            // The site has no such file: only the words stay.
            None => drop(done.rfind('[').map(|bracket| done.remove(bracket))),
        }
        rest = after;
    }
    done + rest
}

/// The next link's target, with what stands before and after it.
fn next_link(text: &str) -> Option<(&str, &str, &str)> {
    let (before, link) = text.split_once("](")?;
    let (target, after) = link.split_once(')')?;
    Some((before, target, after))
}

/// Where the links of a text lead, outside of code.
fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for mut rest in text.split("\n```").step_by(2) {
        while let Some((_, target, after)) = next_link(rest) {
            found.push(target);
            rest = after;
        }
    }
    found
}

/// The target of a link in a book: this book's page if it has the language of the linked file, else the other book's; a file beside the documents;
/// or none.
fn place(link: &str, page: &str, lang: Lang) -> Option<String> {
    if link.contains("://") || link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (file, part) = link.split_once('#').map_or((link, String::new()), |(file, part)| (file, format!("#{part}")));
    let file = file.strip_prefix("../").map_or_else(|| Path::new(page).with_file_name(file), PathBuf::from);
    let stem = file.to_str()?.strip_suffix(".md");
    let meant = stem.map(|stem| stem.strip_suffix(".zh").map_or((stem, Lang::English), |stem| (stem, Lang::Chinese)));
    match meant {
        Some((stem, meant)) if pages().any(|page| page == stem) => Some(match shown_in(stem, lang) == meant {
            true => format!("{}.md{part}", name(stem)),
            false => format!("../{}/{}.html{part}", meant.code(), name(stem)),
        }),
        _ => file.strip_prefix("docs").ok().filter(|_| file.is_file())?.to_str().map(str::to_owned),
    }
}

/// Every link leads to a file, and no page fetches anything from another machine.
fn check(folder: &Path) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(|error| told(folder, &error))? {
        let path = entry.map_err(|error| told(folder, &error))?.path();
        // Lessons have tests of their own.
        if path.is_dir() && !path.ends_with(gallery::LESSONS) {
            check(&path)?;
        } else if path.extension().is_some_and(|kind| kind == "html") {
            let text = read(&path)?;
            let wrong = text.split('<').filter_map(named).find(|(tag, link)| !leads(tag, link, folder));
            wrong.map_or(Ok(()), |(tag, link)| Err(format!("{}: `{tag}` leads to {link}", path.display())))?;
        }
    }
    Ok(())
}

/// A tag's name and its link.
fn named(tag: &str) -> Option<(&str, &str)> {
    let (tag, _) = tag.split_once('>')?;
    let link = [" href=\"", " src=\""].into_iter().find_map(|name| tag.split_once(name))?.1.split('"').next()?;
    Some((tag.split(' ').next()?, link))
}

/// Only `a` may lead to another machine: it fetches nothing by itself.
fn leads(tag: &str, link: &str, folder: &Path) -> bool {
    let file = link.split(['#', '?']).next().unwrap_or_default();
    if link.contains("://") { tag == "a" } else { file.is_empty() || folder.join(file).exists() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Tests run in the folder of their crate; pages are named from the top of the project.
    pub(super) fn at_the_top() {
        std::env::set_current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()).unwrap();
    }

    #[test]
    fn every_document_has_its_place_in_both_books() {
        at_the_top();
        let files = fs::read_dir("docs").unwrap().map(|entry| entry.unwrap().path());
        let written: BTreeSet<String> = files
            .filter(|file| file.extension().is_some_and(|kind| kind == "md"))
            .map(|file| file.with_extension("").display().to_string())
            .map(|page| page.strip_suffix(".zh").unwrap_or(&page).to_owned())
            .collect();
        let listed: Vec<&str> = pages().filter(|page| page.starts_with("docs/")).collect();
        assert_eq!(listed.iter().map(|page| (*page).to_owned()).collect::<BTreeSet<_>>(), written);
        for lang in Lang::BOTH {
            let summary = summary(lang, "", "").unwrap();
            let order: Vec<&str> = links(&summary).into_iter().map(|link| link.strip_suffix(".md").unwrap()).collect();
            assert_eq!(order, pages().map(name).collect::<Vec<_>>(), "{lang:?}");
        }
    }

    #[test]
    fn links_between_pages_lead_to_pages() {
        at_the_top();
        let names: BTreeSet<&str> = pages().map(name).collect();
        for lang in Lang::BOTH {
            for (page, text) in documents(lang).unwrap() {
                for link in links(&text).into_iter().filter(|link| !link.contains("://") && !link.starts_with('#')) {
                    let file = link.split('#').next().unwrap();
                    let elsewhere =
                        ["../en/", "../zh/"].iter().find_map(|book| file.strip_prefix(book)?.strip_suffix(".html"));
                    let is_page = elsewhere.or(file.strip_suffix(".md")).is_some_and(|name| names.contains(name));
                    assert!(is_page || Path::new("docs").join(file).is_file(), "{page} in {lang:?}: {link}");
                }
            }
        }
    }

    #[test]
    fn links_keep_to_the_language_of_their_book() {
        at_the_top();
        let page = "docs/python";
        assert_eq!(
            mended("[a](language.zh.md) [b](editors.md)", page, Lang::Chinese),
            "[a](language.md) [b](editors.md)"
        );
        assert_eq!(mended("[English](python.md#x)", page, Lang::Chinese), "[English](../en/python.html#x)");
        assert_eq!(mended("[中文](python.zh.md)", page, Lang::English), "[中文](../zh/python.html)");
        assert_eq!(mended("[it](notebooks) [two](../README.md)", page, Lang::English), "it [two](index.md)");
        assert_eq!(
            mended("[all](docs/trust.md)\n```sh\n[x](y.md)\n```\n", "README", Lang::English),
            "[all](trust.md)\n```sh\n[x](y.md)\n```\n"
        );
    }

    #[test]
    fn rules_are_coloured_by_the_words_of_the_editors() {
        at_the_top();
        let (script, grammar) =
            (include_str!("site/site.js"), read(Path::new("editors/vscode/syntaxes/bouton.tmLanguage.json")).unwrap());
        let (_, words) = grammar.split_once("\"words\": {").unwrap();
        let (words, _) = words.split_once("\"helpers\": {").unwrap();
        for list in words.split("\\\\b(").skip(1).map(|list| list.split(')').next().unwrap()) {
            assert!(script.contains(list), "{list}");
        }
    }
}
