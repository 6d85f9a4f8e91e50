//! The games that come with Bouton: their rules, found by name, by problem number or by title.

use bouton_rules::diagnostic::nearest;

/// Name and text of every game, in order of names.
static GAMES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/gallery.rs"));

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
}

/// Every game, in order of names.
pub fn games() -> impl Iterator<Item = GalleryGame> {
    GAMES.iter().map(|&(name, text)| read(name, text))
}

/// The game of a name (`stone-game-ii`, `StoneGameII`), a problem (`1140`, `LeetCode 1140`) or a title.
#[must_use]
pub fn find(word: &str) -> Option<GalleryGame> {
    let plain_word = plain(word);
    if plain_word.is_empty() {
        return None;
    }
    games().find(|game| game.name == word).or_else(|| games().find(|game| game.is(&plain_word)))
}

/// The name of the game that somebody probably meant.
#[must_use]
pub fn near(word: &str) -> Option<&'static str> {
    let word = plain(word);
    let called: Vec<(String, &'static str)> = games()
        .flat_map(|game| {
            [plain(game.name), plain(game.game), plain(&game.short_title())].map(|known| (known, game.name))
        })
        .collect();
    let known = nearest(&word, called.iter().map(|(known, _)| known.as_str())).or_else(|| {
        called.iter().map(|(known, _)| known.as_str()).find(|known| word.len() > 3 && known.starts_with(&word))
    })?;
    called.iter().find(|(other, _)| other == known).map(|(_, name)| *name)
}

/// The title without the problems that stand in it in brackets: `Stone Game II`.
#[must_use]
pub fn short_title(title: &str, problems: &[&str]) -> String {
    problems.iter().fold(title.to_owned(), |title, problem| title.replace(&format!(" ({problem})"), ""))
}

/// The problems named in the `##` lines above `game`: `problem: LeetCode 877, LeetCode 486`.
pub fn problems<'t>(doc: impl IntoIterator<Item = &'t str>) -> Vec<&'t str> {
    let named = doc.into_iter().filter_map(|line| line.trim().strip_prefix("problem:"));
    named.flat_map(|line| line.split(',')).map(str::trim).filter(|problem| !problem.is_empty()).collect()
}

impl GalleryGame {
    /// The title without the problems that stand in it in brackets.
    #[must_use]
    pub fn short_title(&self) -> String {
        short_title(self.title, &self.problems)
    }

    /// Whether a plain word is its name, its title, or the number of one of its problems.
    fn is(&self, word: &str) -> bool {
        let numbered = |problem: &&str| plain(problem) == word || problem.rsplit(' ').next() == Some(word);
        [self.name, self.game, self.title].into_iter().any(|name| plain(name) == word)
            || plain(&self.short_title()) == word
            || self.problems.iter().any(numbered)
    }
}

/// Letters and digits only, small.
fn plain(word: &str) -> String {
    word.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Reads the head of a rules file; the files are ours, so nothing else can stand there.
fn read(name: &'static str, text: &'static str) -> GalleryGame {
    let line = text.lines().find_map(|line| line.strip_prefix("game ")).unwrap_or_default();
    let (game, title) = line.split_once(' ').unwrap_or((line, line));
    let title = title.trim().trim_matches('"');
    let doc = text.lines().map_while(|line| line.strip_prefix("##"));
    GalleryGame { name, text, game, title, problems: problems(doc) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_rules::{Source, check};

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
        assert_eq!(find("114"), None);
        assert_eq!(find(""), None);
        assert_eq!(near("stone-game-iw"), Some("stone-game-ii"));
        assert_eq!(near("kalha"), Some("kalah"));
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
