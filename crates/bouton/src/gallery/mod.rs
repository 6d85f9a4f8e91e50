//! The games that come with Bouton: their rules, found by name, by problem number or by title, and their cards in another language; and
//! templates, which are small rules to begin from.

mod card;

pub use card::Card;

use bouton_rules::diagnostic::nearest;
use bouton_rules::diagnostic::picture;
use std::sync::OnceLock;

/// Name, text and Chinese card of every game, in order of names.
static GAMES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/gallery.rs"));

macro_rules! template {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../../../games/templates/", $name, ".game")),
            include_str!(concat!("../../../../games/templates/", $name, ".zh")),
        )
    };
}

/// The same of small rules to change, the simplest first.
static TEMPLATES: [(&str, &str, &str); 4] =
    [template!("heap"), template!("row"), template!("board"), template!("chase")];

/// A game that comes with Bouton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleryGame {
    /// What people type: `stone-game-ii`.
    pub name: &'static str,
    /// The rules.
    pub text: &'static str,
    /// The name after `game`: `StoneGameII`.
    pub game: &'static str,
    /// The title after it: `Stone Game II (LeetCode 1140)`.
    pub title: &'static str,
    /// The problems that ask for it: `LeetCode 1140`.
    pub problems: Vec<&'static str>,
    /// What else it is called, in any language: `tic-tac-toe`.
    pub also: Vec<&'static str>,
    /// What it says of itself in Chinese.
    pub chinese: Card,
}

/// Every game, in order of names.
pub fn games() -> impl Iterator<Item = GalleryGame> {
    listed(GAMES)
}

/// Small rules to begin a game of one's own from, the simplest first. They are no games of the gallery: no word finds them.
pub fn templates() -> impl Iterator<Item = GalleryGame> {
    listed(&TEMPLATES)
}

fn listed(files: &'static [(&'static str, &'static str, &'static str)]) -> impl Iterator<Item = GalleryGame> {
    files.iter().map(|&(name, text, chinese)| read(name, text, Card::read(chinese)))
}

/// The game of a name (`stone-game-ii`, `StoneGameII`), a problem (`1140`, `LeetCode 1140`), a title or another name (`tic-tac-toe`).
#[must_use]
pub fn find(word: &str) -> Option<GalleryGame> {
    let plain_word = plain(word);
    if plain_word.is_empty() {
        return None;
    }
    let called = |game: &GalleryGame| game.also.iter().any(|name| plain(name) == plain_word);
    let found = games().find(|game| game.name == word).or_else(|| games().find(|game| game.is(&plain_word)));
    found.or_else(|| games().find(called))
}

/// The name of the game that somebody probably meant.
#[must_use]
pub fn near(word: &str) -> Option<&'static str> {
    let word = plain(word);
    let called: Vec<(String, &'static str)> = games()
        .flat_map(|game| {
            let names = [plain(game.name), plain(game.game), plain(&game.short_title())];
            names.into_iter().chain(game.also.into_iter().map(plain)).map(move |known| (known, game.name))
        })
        .collect();
    let known = nearest(&word, called.iter().map(|(known, _)| known.as_str())).or_else(|| {
        called.iter().map(|(known, _)| known.as_str()).find(|known| word.len() > 3 && known.starts_with(&word))
    })?;
    called.iter().find(|(other, _)| other == known).map(|(_, name)| *name)
}

/// The title without the problems that stand in it in brackets: `Stone Game II`. It has one line, and does nothing but look so.
#[must_use]
pub fn short_title(title: &str, problems: &[&str]) -> String {
    let title = problems.iter().fold(title.to_owned(), |title, problem| title.replace(&format!(" ({problem})"), ""));
    title.chars().map(|letter| picture(letter).unwrap_or(letter)).collect()
}

/// The game of the gallery, or the template, that rules are of, by the name and title after their word `game`.
#[must_use]
pub fn of(name: &str, title: &str) -> Option<&'static GalleryGame> {
    with_cards().iter().find(|game| game.game == name && game.title == title)
}

/// Everything that has a card: games and templates.
#[must_use]
pub fn with_cards() -> &'static [GalleryGame] {
    static ALL: OnceLock<Vec<GalleryGame>> = OnceLock::new();
    ALL.get_or_init(|| games().chain(templates()).collect())
}

/// The problems named in the `##` lines above `game`: `problem: LeetCode 877, LeetCode 486`.
pub fn problems<'t>(doc: impl IntoIterator<Item = &'t str>) -> Vec<&'t str> {
    after(doc, "problem:")
}

/// What stands with commas between after a word in the `##` lines above `game`.
fn after<'t>(doc: impl IntoIterator<Item = &'t str>, word: &str) -> Vec<&'t str> {
    let named = doc.into_iter().filter_map(|line| line.trim().strip_prefix(word));
    named.flat_map(|line| line.split(',')).map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// How a problem asks: what the `##` lines below its `problem:` line say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem<'t> {
    /// `LeetCode 877`
    pub name: &'t str,
    /// What a program prints, as `--answer` has it: `winner as true/false/false`.
    pub answer: &'t str,
    /// A condition that its cases keep to.
    pub cases: Option<&'t str>,
}

/// The problems that say how they ask: `answer: …` below their line, and perhaps `cases: …`.
pub fn asked<'t>(doc: impl IntoIterator<Item = &'t str>) -> Vec<Problem<'t>> {
    let (mut found, mut names): (Vec<Problem>, Vec<&str>) = (Vec::new(), Vec::new());
    for line in doc {
        let (word, rest) = line.trim().split_once(": ").unwrap_or_default();
        match word {
            "problem" => names = problems([line]),
            "answer" => found.extend(names.iter().map(|name| Problem { name, answer: rest.trim(), cases: None })),
            "cases" => {
                let of = found.iter_mut().filter(|problem| names.contains(&problem.name));
                of.for_each(|problem| problem.cases = Some(rest.trim()));
            }
            _ => {}
        }
    }
    found
}

impl Problem<'_> {
    /// Whether a word is its number or its name.
    #[must_use]
    pub fn is(&self, word: &str) -> bool {
        numbered(self.name, &plain(word))
    }
}

/// Whether a plain word is the name of a problem, or its number.
fn numbered(problem: &str, word: &str) -> bool {
    plain(problem) == word || problem.rsplit(' ').next() == Some(word)
}

impl GalleryGame {
    /// The title without the problems that stand in it in brackets.
    #[must_use]
    pub fn short_title(&self) -> String {
        short_title(self.title, &self.problems)
    }

    /// What the `##` lines above a parameter say that it is for.
    #[must_use]
    pub fn purpose(&self, param: &str) -> String {
        let lines: Vec<&str> = self.text.lines().collect();
        let declares =
            |line: &&str| line.strip_prefix("param ").is_some_and(|rest| rest.starts_with(&format!("{param} ")));
        let at = lines.iter().position(declares).unwrap_or(0);
        let above = lines[..at].iter().rev().map_while(|line| line.strip_prefix("##"));
        let above: Vec<&str> = above.map(str::trim).collect();
        above.into_iter().rev().collect::<Vec<_>>().join(" ")
    }

    /// Whether a word is in its name, its titles, its other names or its problems.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        let word = plain(word);
        let names = [self.name, self.game, self.title].into_iter().chain(self.also.iter().copied());
        !word.is_empty() && names.chain(self.problems.iter().copied()).any(|name| plain(name).contains(&word))
    }

    /// Whether a plain word is its name, its title, or the number of one of its problems.
    fn is(&self, word: &str) -> bool {
        [self.name, self.game, self.title].into_iter().any(|name| plain(name) == word)
            || plain(&self.short_title()) == word
            || self.problems.iter().any(|problem| numbered(problem, word))
    }
}

/// Letters and digits only, small.
fn plain(word: &str) -> String {
    word.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Reads the head of a rules file; the files are ours, so nothing else can stand there.
fn read(name: &'static str, text: &'static str, chinese: Card) -> GalleryGame {
    let line = text.lines().find_map(|line| line.strip_prefix("game ")).unwrap_or_default();
    let (game, title) = line.split_once(' ').unwrap_or((line, line));
    let title = title.trim().trim_matches('"');
    let doc = || text.lines().map_while(|line| line.strip_prefix("##"));
    let mut also = after(doc(), "also:");
    let more = std::iter::once(chinese.title).chain(chinese.also.iter().copied());
    more.filter(|name| !name.is_empty()).for_each(|name| {
        if !also.contains(&name) {
            also.push(name);
        }
    });
    GalleryGame { name, text, game, title, problems: problems(doc()), also, chinese }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use bouton_rules::{Source, check};
    use std::collections::BTreeSet;

    #[track_caller]
    fn found(word: &str, name: &str) {
        assert_eq!(find(word).map(|game| game.name), Some(name), "{word}");
    }

    #[test]
    fn games_are_found_by_name_number_and_title() {
        found("stone-game-ii", "stone-game-ii");
        found("StoneGameII", "stone-game-ii");
        found("1140", "stone-game-ii");
        found("LeetCode 1140", "stone-game-ii");
        found("Stone Game II", "stone-game-ii");
        found("486", "stone-game");
        for (word, name) in [
            ("tic-tac-toe", "mnk"),
            ("connect4", "connect-four"),
            ("coins", "stone-game"),
            ("井字棋", "mnk"),
            ("石子游戏", "stone-game"),
            ("石子游戏 II", "stone-game-ii"),
            ("巴什博弈", "subtraction"),
            ("删边游戏", "stalks"),
            ("reversi", "othello"),
        ] {
            found(word, name);
        }
        assert_eq!(near("tictactoo"), Some("mnk"));
        assert_eq!(find("114"), None);
        assert_eq!(find(""), None);
        assert_eq!(near("stone-game-iw"), Some("stone-game-ii"));
        assert_eq!(near("kalha"), Some("kalah"));
    }

    #[test]
    fn no_two_games_have_a_name_in_common() {
        let mut names: Vec<String> = games()
            .flat_map(|game| [game.name, game.game].into_iter().chain(game.also).map(plain).collect::<BTreeSet<_>>())
            .collect();
        names.sort();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    }

    #[test]
    fn problems_say_how_they_ask() {
        let stone_game = find("877").unwrap();
        let doc = stone_game.text.lines().map_while(|line| line.strip_prefix("##"));
        let asked: Vec<(&str, &str, bool)> =
            asked(doc).iter().map(|problem| (problem.name, problem.answer, problem.cases.is_some())).collect();
        let wanted = [
            ("LeetCode 877", "winner as true/false/false", true),
            ("LeetCode 486", "winner as true/false/true", false),
        ];
        assert_eq!(asked, wanted);
    }

    #[test]
    fn games_are_found_by_their_chinese_titles() {
        for game in games() {
            found(game.chinese.title, game.name);
        }
    }

    #[test]
    fn heads_agree_with_the_checked_rules() {
        for game in games() {
            let (rules, found) = check(&Source::new(game.name, game.text));
            let rules = rules.unwrap_or_else(|| panic!("{}: {found:?}", game.name));
            assert_eq!((rules.name.as_str(), rules.title.as_str()), (game.game, game.title));
            assert_eq!(problems(rules.doc.iter().map(String::as_str)), game.problems, "{}", game.name);
        }
    }
}
