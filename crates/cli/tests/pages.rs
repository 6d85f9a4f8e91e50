//! README and docs are run: every `$ bouton …` in a console block must answer what the page shows (times aside).
//!
//! A page may say, in comments that a reader does not see, `<!-- write NAME -->` before a block that becomes a file, and
//! ``<!-- replace NAME: `A` with `B` -->`` for a change it asks the reader to make.

use crate::common::words;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[test]
fn the_readme_is_true() {
    run_page("README.md");
}

#[test]
fn the_first_game_is_true() {
    run_page("docs/first-game.md");
}

#[test]
fn the_page_of_the_command_is_true() {
    run_page("docs/command.md");
}

#[test]
fn the_language_page_is_true() {
    run_page("docs/language.md");
}

#[test]
fn the_way_from_brute_force_is_true() {
    run_page("docs/brute-force.md");
}

#[test]
fn the_page_of_trust_is_true() {
    run_page("docs/trust.md");
}

/// It has a section for each method, and names no other.
#[test]
fn the_page_of_the_methods_has_every_method() {
    let page = read_page("docs/methods.md");
    let listed = Command::new(env!("CARGO_BIN_EXE_bouton")).arg("methods").output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    // Lines of strategies are set in, and have a table of their own.
    let methods = listed.lines().filter(|line| !line.starts_with(' '));
    let names: Vec<&str> = methods.filter_map(|line| line.split(' ').next()).collect();
    let told: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).skip(2).collect();
    assert_eq!(told, names);
}

/// The pages that are in Chinese too.
const BOTH: [&str; 7] =
    ["README", "docs/first-game", "docs/language", "docs/command", "docs/brute-force", "docs/methods", "docs/trust"];

#[test]
fn the_chinese_readme_is_true() {
    run_page("README.zh.md");
}

#[test]
fn the_page_of_trust_in_chinese_is_true() {
    run_page("docs/trust.zh.md");
}

#[test]
fn the_first_game_in_chinese_is_true() {
    run_page("docs/first-game.zh.md");
}

#[test]
fn the_chinese_page_of_the_command_is_true() {
    run_page("docs/command.zh.md");
}

#[test]
fn the_way_from_brute_force_in_chinese_is_true() {
    run_page("docs/brute-force.zh.md");
}

/// Fences, with what stands between them where that is the same in every language: of a console the commands, of the rest what is no rules.
fn shape(page: &str) -> Vec<(String, Vec<String>)> {
    let text = read_page(page);
    let mut lines = text.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
        let kept = match language {
            "console" => block.iter().filter(|line| line.starts_with("$ ")).copied().collect(),
            "sh" | "python" | "pycon" => block,
            _ => Vec::new(),
        };
        // Rules are read back in the language of the page.
        let kept = kept.iter().map(|line| line.replace("--say zh", "--say en")).collect();
        found.push((language.to_owned(), kept));
    }
    found
}

#[test]
fn chinese_pages_have_the_blocks_of_the_english_ones() {
    for page in BOTH {
        let (english, chinese) = (format!("{page}.md"), format!("{page}.zh.md"));
        assert_eq!(shape(&english), shape(&chinese), "{page}");
        let file = |page: &str| page.rsplit('/').next().unwrap().to_owned();
        assert!(read_page(&english).contains(&format!("[中文]({})", file(&chinese))), "{english} links to Chinese");
        assert!(read_page(&chinese).contains(&format!("[English]({})", file(&english))), "{chinese} links to English");
        let headings = |page: &str| read_page(page).lines().filter(|line| line.starts_with('#')).count();
        assert_eq!(headings(&english), headings(&chinese), "{page}: headings, and comments of programs");
    }
}

/// Every page that a page links to is there.
#[test]
fn links_between_pages_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.chain(["README.md", "README.zh.md"].map(|page| root.join(page)));
    for page in pages.filter(|page| page.extension().is_some_and(|kind| kind == "md")) {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap();
            let local = !link.contains("://") && file.ends_with(".md");
            assert!(!local || page.parent().unwrap().join(file).is_file(), "{}: {link}", page.display());
        }
    }
}

fn read_page(page: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page)).unwrap()
}

fn run_page(page: &str) {
    let text = read_page(page);
    let folder = std::env::temp_dir().join(format!("bouton-page-{}-{}", page.replace('/', "-"), std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let lang = if page.ends_with(".zh.md") { "zh" } else { "en" };
    let mut reader = Page { folder: folder.clone(), write_next: None, lang };
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(said) = line.strip_prefix("<!-- ").and_then(|said| said.strip_suffix(" -->")) {
            reader.direct(said);
        } else if let Some(language) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            reader.block(page, language, &block);
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Files that this build does not write.
fn is_left_out(words: &[String]) -> bool {
    let columnar = |word: &String| word.ends_with(".parquet") || word.ends_with(".arrow");
    !cfg!(feature = "export") && words.iter().any(|word| word == "export") && words.iter().any(columnar)
}

struct Page {
    folder: PathBuf,
    write_next: Option<String>,
    /// The language that commands are asked to speak.
    lang: &'static str,
}

impl Page {
    fn direct(&mut self, said: &str) {
        if let Some(name) = said.strip_prefix("write ") {
            self.write_next = Some(name.to_owned());
        } else if let Some((name, change)) = said.strip_prefix("replace ").and_then(|said| said.split_once(": ")) {
            let (before, after) = change.trim_matches('`').split_once("` with `").unwrap();
            let path = self.folder.join(name);
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains(before), "{name} has no `{before}`");
            fs::write(path, text.replace(before, after)).unwrap();
        }
    }

    fn block(&mut self, page: &str, language: &str, block: &[&str]) {
        if let Some(name) = self.write_next.take() {
            fs::write(self.folder.join(name), block.join("\n") + "\n").unwrap();
        }
        if language != "console" {
            return;
        }
        for command in commands(block) {
            if command.words.first().is_some_and(|word| word == "bouton") && !is_left_out(&command.words) {
                let shown = plain(&self.run(&command.words[1..]));
                assert_eq!(shown, plain(&command.answer), "\n{page}: {}", command.words.join(" "));
            }
        }
    }

    fn run(&self, words: &[String]) -> String {
        let mut bouton = Command::new(env!("CARGO_BIN_EXE_bouton"));
        let words = match words.iter().position(|word| word == "<") {
            Some(at) => {
                bouton.stdin(fs::File::open(self.folder.join(&words[at + 1])).unwrap());
                &words[..at]
            }
            None => words,
        };
        let Output { stdout, stderr, .. } = bouton
            .args(words)
            .current_dir(&self.folder)
            .env("NO_COLOR", "1")
            .env("BOUTON_LANG", self.lang)
            .output()
            .unwrap();
        format!("{}\n{}", String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
    }
}

struct Shown {
    words: Vec<String>,
    answer: String,
}

/// The commands of a block, each with the lines under it.
fn commands(block: &[&str]) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push(Shown { words: words(command), answer: String::new() }),
            (None, Some(last)) => last.answer += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    found
}

/// Lines that say something, with blanks at their ends, times and what was tried taken out.
fn plain(text: &str) -> String {
    let lines = text.lines().map(|line| {
        // How many games are tried in a second depends on the machine.
        let line = ["tried:", "试过:"].into_iter().find(|tried| line.starts_with(tried)).unwrap_or(line);
        let mut kept: Vec<&str> = Vec::new();
        for word in line.split(' ') {
            // A fast machine says `900 µs` where a slow one says `1.2 ms`: the unit goes with its number.
            match kept.last_mut() {
                Some(last) if TIME_UNITS.contains(&word) && is_number(last) => *last = "#",
                _ => kept.push(word),
            }
        }
        kept.join(" ").trim_end().to_owned()
    });
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

const TIME_UNITS: [&str; 4] = ["µs", "ms", "s", "min"];

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| letter.is_ascii_digit() || letter == '.' || letter == ',')
}
