//! The gallery's chapter: a page for each game, written from what the program prints about it, and a lesson for one of its examples.

use super::{GALLERY, Lang, title};
use crate::{read, said, write};
use std::fs;
use std::path::Path;

/// The folder of the lessons within a book.
pub(super) const LESSONS: &str = "lessons";

/// Bytes of a lesson that still opens quickly on a phone.
const LARGE: usize = 2_500_000;

/// A game and the example on its page: the largest whose lesson opens quickly, else the smallest lesson, else the first example without a lesson.
pub(super) struct Game {
    name: String,
    example: Vec<String>,
    has_lesson: bool,
}

/// Every game of the gallery.
pub(super) fn games(program: &Path) -> Result<Vec<Game>, String> {
    let table = said(program, &["games", "--quiet"], Path::new("."))?;
    table.lines().skip(1).filter_map(|line| line.split(' ').next()).map(|name| game(program, name)).collect()
}

fn game(program: &Path, name: &str) -> Result<Game, String> {
    let examples = examples(&read(Path::new(&format!("games/{name}.game")))?);
    let mut sizes = Vec::new();
    for example in &examples {
        sizes.extend(lesson(program, name, example, Lang::English)?.map(|lesson| (lesson.len(), example.clone())));
    }
    let quick = sizes.iter().filter(|(size, _)| *size <= LARGE).max_by_key(|(size, _)| *size);
    let chosen = quick.or(sizes.iter().min_by_key(|(size, _)| *size)).map(|(_, example)| example.clone());
    let has_lesson = chosen.is_some();
    let example = chosen.or_else(|| examples.into_iter().next()).unwrap_or_default();
    Ok(Game { name: name.to_owned(), example, has_lesson })
}

/// The lesson for an example, if that is small enough.
fn lesson(program: &Path, name: &str, example: &[String], lang: Lang) -> Result<Option<String>, String> {
    let mut words = vec!["page", name, "--time", "20s", "--lang", lang.code()];
    words.extend(example.iter().map(String::as_str));
    match said(program, &words, Path::new(".")) {
        Ok(lesson) => Ok(Some(lesson)),
        // Too large for a lesson, or for its memory and time. Anything else is a fault.
        Err(why) if why.contains("[T01]") || why.contains("[M0") => Ok(None),
        Err(why) => Err(why),
    }
}

/// Writes the chapter and its lessons into a book. Returns its lines of the book's list.
pub(super) fn chapter(games: &[Game], program: &Path, book: &Path, lang: Lang) -> Result<String, String> {
    let about = lang.pick([
        "Every game that comes with Bouton: one of its examples solved, a lesson that works in the browser by itself, and its rules.",
        "Bouton 自带的每个游戏：一个例子的解，一份在浏览器里自己就能用的课件，以及规则。",
    ]);
    let (mut list, mut chapter) = (String::new(), format!("# {}\n\n{about}\n\n", title(GALLERY, lang)?));
    let colon = lang.pick([": ", "："]);
    for game in games {
        let card = Card::of(game, program, book, lang)?;
        if let Some(lesson) = game.has_lesson.then(|| lesson(program, &game.name, &game.example, lang)).transpose()? {
            let lesson = lesson.ok_or_else(|| format!("{} has a lesson in one language alone", game.name))?;
            write(&book.join(LESSONS).join(format!("{}.html", game.name)), &lesson)?;
        }
        let file = format!("{GALLERY}/{}.md", game.name);
        write(&book.join(&file), &page(game, &card, lang))?;
        list += &format!("  - [{}]({file})\n", card.title);
        chapter += &format!("- [{}]({file}){}{colon}{}\n", card.title, card.problems, plain(&card.about));
    }
    write(&book.join(format!("{GALLERY}.md")), &chapter)?;
    Ok(list)
}

/// What the program prints about a game in a language.
struct Card {
    title: String,
    /// The problems that ask for it, each after a comma.
    problems: String,
    about: String,
    /// Players, parameters, other names: a list in Markdown.
    facts: String,
    rules: String,
    /// The command that solves the example, and what it prints.
    answer: String,
}

impl Card {
    fn of(game: &Game, program: &Path, book: &Path, lang: Lang) -> Result<Card, String> {
        let scratch = book.with_file_name("rules");
        fs::create_dir_all(&scratch).map_err(|error| error.to_string())?;
        let speak = |words: &[&str]| said(program, &[words, &["--lang", lang.code()]].concat(), &scratch);
        speak(&["new", &game.name, "--force"])?;
        let rules = read(&scratch.join(format!("{}.game", game.name)))?;
        let card = speak(&["games", &game.name, "--quiet"])?;
        // Title and names; a description, which the rules have without line breaks; facts.
        let (head, rest) = card.split_once('\n').unwrap_or_default();
        let (title, names) = head.split_once("      ").unwrap_or((head, ""));
        let facts = rest.rsplit("\n\n").next().unwrap_or_default().lines();
        let facts = facts.filter_map(|line| line.trim().split_once("  "));
        let colon = lang.pick([": ", "："]);
        let solve: Vec<&str> =
            ["solve", &game.name].into_iter().chain(game.example.iter().map(String::as_str)).collect();
        let asked: Vec<String> = solve.iter().map(|word| quoted(word)).collect();
        Ok(Card {
            title: title.to_owned(),
            problems: names.trim_start_matches(&game.name).to_owned(),
            about: about(&rules).join(lang.pick([" ", ""])),
            facts: facts.map(|(what, said)| format!("- {what}{colon}{}\n", plain(said.trim()))).collect(),
            answer: format!("$ bouton {}\n{}", asked.join(" "), speak(&solve)?),
            rules,
        })
    }
}

fn page(Game { name, has_lesson, .. }: &Game, card: &Card, lang: Lang) -> String {
    let Card { title, about, facts, rules, answer, .. } = card;
    let languages = lang.pick([
        format!("English · [中文](../../zh/{GALLERY}/{name}.html)"),
        format!("[English](../../en/{GALLERY}/{name}.html) · 中文"),
    ]);
    let file = format!("../{LESSONS}/{name}.html");
    let lesson = match has_lesson {
        true => format!(
            "<iframe class=\"lesson\" src=\"{file}\" title=\"{title}\" loading=\"lazy\"></iframe>\n\n[{}]({file})",
            lang.pick(["The lesson on a page of its own", "单独打开课件"])
        ),
        false => lang.pick([
            format!("No example is small enough for a lesson. `bouton serve {name}` shows the game in a browser."),
            format!("例子都太大，做不成课件。`bouton serve {name}` 在浏览器里打开这个游戏。"),
        ]),
    };
    let [solved, heading, text] = lang.pick([["An example", "Lesson", "Rules"], ["例子", "课件", "规则"]]);
    let about = plain(about);
    format!(
        "# {title}\n\n{languages}\n\n{about}\n\n{facts}\n## {solved}\n\n```console\n{answer}```\n\n\
         ## {heading}\n\n{lesson}\n\n## {text}\n\n```game\n{rules}```\n"
    )
}

/// The first lines of rules, which describe the game, up to those that cite its source.
fn about(rules: &str) -> Vec<&str> {
    let is_label = |line: &str| {
        line.split_once(": ").is_some_and(|(word, _)| word.bytes().all(|letter| letter.is_ascii_lowercase()))
    };
    rules.lines().map_while(|line| line.strip_prefix("## ")).take_while(|line| !is_label(line)).collect()
}

/// The parameters of each example of rules, as words of a command.
fn examples(rules: &str) -> Vec<Vec<String>> {
    let given = rules.lines().filter_map(|line| line.strip_prefix("example ")?.split_once("=>"));
    given.map(|(given, _)| words(given)).collect()
}

/// Splits at commas outside of brackets.
fn words(given: &str) -> Vec<String> {
    let mut depth = 0;
    let words = given.split(|letter| {
        depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
        letter == ',' && depth == 0
    });
    words.map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    let is_plain = word.chars().all(|letter| letter.is_alphanumeric() || "-_=.,".contains(letter));
    if is_plain { word.to_owned() } else { format!("'{word}'") }
}

/// Escapes what Markdown would read as tags or emphasis.
fn plain(text: &str) -> String {
    let is_mark = |letter: char| "<*_".contains(letter);
    text.chars().flat_map(|letter| is_mark(letter).then_some('\\').into_iter().chain([letter])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_become_words_of_commands() {
        let rules = "## A game\n## of two lines.\n## source: a book\ngame G\nexample a=[1, 2], b={3, 4}, c=5 => draw, positions == 7\nexample => draw\n";
        assert_eq!(examples(rules), [vec!["a=[1, 2]", "b={3, 4}", "c=5"], vec![]]);
        assert_eq!(about(rules), ["A game", "of two lines."]);
        assert_eq!([quoted("c=5"), quoted("a=[1, 2]")], ["c=5", "'a=[1, 2]'"]);
        assert_eq!(plain("1 <= X_1"), "1 \\<= X\\_1");
    }
}
