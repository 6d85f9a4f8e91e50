//! What a game and its players are called in a language, and what a game of the gallery says of itself there. What people type
//! (moves, `--at`, parameters) and what programs read keeps the rules' own names.

use crate::words::Lang;
use crate::words::sentences::UNNAMED;
use bouton::gallery::{self, GalleryGame};
use bouton::rules::rules::Param;
use bouton::rules::{Player, Rules, Source, Text, check, interpret};

/// A game of the gallery as it introduces itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// What people type: `stone-game-ii`.
    pub name: &'static str,
    /// The title without problem numbers.
    pub title: String,
    /// The game in a few sentences.
    pub about: String,
    /// What the players are called, the first one first.
    pub players: [String; 2],
    /// Each parameter, and what it is for; nothing where its name says it.
    pub params: Vec<(String, String)>,
    /// What else the game is called, in any language.
    pub also: Vec<&'static str>,
    /// The problems that ask for it.
    pub problems: Vec<&'static str>,
}

/// What a game of the gallery says of itself in a language; the word is anything that it is found by.
#[must_use]
pub fn card(word: &str, lang: Lang) -> Option<Card> {
    card_of(&gallery::find(word)?, lang)
}

/// The same of a game that is at hand, or of a template.
#[must_use]
pub fn card_of(game: &GalleryGame, lang: Lang) -> Option<Card> {
    let rules = check(&Source::new(game.name, game.text)).0?;
    let about = match lang {
        Lang::Chinese => game.chinese.about.to_owned(),
        Lang::English => about(&rules),
    };
    let params = rules.params.iter().map(|param| (param.name.clone(), purpose(game, param, lang)));
    Some(Card {
        name: game.name,
        title: called(game, lang),
        about,
        players: Player::BOTH.map(|player| self::player(&rules, player, lang).to_owned()),
        params: params.collect(),
        also: game.also.clone(),
        problems: game.problems.clone(),
    })
}

/// The title of a game of the gallery in a language, without problem numbers.
#[must_use]
pub fn called(game: &GalleryGame, lang: Lang) -> String {
    match lang {
        Lang::Chinese => game.chinese.title.to_owned(),
        Lang::English => game.short_title(),
    }
}

/// The title of rules in a language, without problem numbers: rules that the gallery does not know keep their own.
#[must_use]
pub fn title(rules: &Rules, lang: Lang) -> String {
    match known(rules, lang) {
        Some(game) => called(game, lang),
        None => gallery::short_title(&rules.title, &gallery::problems(rules.doc.iter().map(String::as_str))),
    }
}

/// The title of rules as it is written, with problem numbers; in another language they stand behind it.
#[must_use]
pub fn headline(rules: &Rules, lang: Lang) -> String {
    match known(rules, lang) {
        Some(game) => chinese_title(game),
        None => rules.title.clone(),
    }
}

/// What a variable is called in a language, beside pictures.
#[must_use]
pub fn state<'a>(rules: &Rules, own: &'a str, lang: Lang) -> &'a str {
    known(rules, lang).and_then(|game| game.chinese.state(own)).unwrap_or(own)
}

/// What a player is called in a language.
#[must_use]
pub fn player(rules: &Rules, player: Player, lang: Lang) -> &str {
    named(rules, rules.player_name(player), lang)
}

/// What the player of a name is called in a language. Players without names of their own are the first and the second.
#[must_use]
pub fn named<'a>(rules: &Rules, own: &'a str, lang: Lang) -> &'a str {
    known(rules, lang).and_then(|game| game.chinese.player(own)).unwrap_or_else(|| unnamed(own, lang))
}

/// What players are called who have no names of their own.
pub(crate) fn unnamed(own: &str, lang: Lang) -> &str {
    let said = UNNAMED.iter().find(|(name, _)| *name == own && lang == Lang::Chinese);
    said.map_or(own, |(_, said)| said)
}

/// A sentence of code about a game, in a language, with its players called what they are called there.
#[must_use]
pub fn sentence(rules: &Rules, text: impl Into<Text>, lang: Lang) -> String {
    lang.sentence_with(&text.into(), players(known(rules, lang)))
}

/// The same about rules that may be at fault, known by the line that names their game.
#[must_use]
pub fn sentence_about(source: &Source, text: impl Into<Text>, lang: Lang) -> String {
    let named = source.text.lines().find_map(|line| line.strip_prefix("game ")).filter(|_| lang != Lang::English);
    let (name, title) = named.and_then(|line| line.split_once(' ')).unwrap_or_default();
    let title = title.trim().trim_matches('"');
    let is = |game: &&GalleryGame| game.game == name && (game.title == title || chinese_title(game) == title);
    lang.sentence_with(&text.into(), players(gallery::with_cards().iter().find(is)))
}

/// What the players of a game are called.
fn players(game: Option<&'static GalleryGame>) -> &'static [(&'static str, &'static str)] {
    game.map(|game| game.chinese.players.as_slice()).filter(|players| !players.is_empty()).unwrap_or(&UNNAMED)
}

/// A position as a game shows it, `i=2 M=2 (Alice to move)`, with its last words in a language.
#[must_use]
pub fn place(rules: &Rules, shown: &str, lang: Lang) -> String {
    sentence(rules, interpret::place(shown), lang)
}

/// The rules of a game of the gallery with their title and comments in a language. What they mean is the same.
#[must_use]
pub fn text(game: &GalleryGame, lang: Lang) -> String {
    match lang {
        Lang::English => game.text.to_owned(),
        Lang::Chinese => chinese(game),
    }
}

/// The text of a game of the gallery in a language, where its rules have it in another. Rules in which anything was changed stay as they are.
#[must_use]
pub fn told(rules: &Rules, lang: Lang) -> Option<String> {
    let own = |game: &&GalleryGame| {
        let is = |lang| text(game, lang) == *rules.source.text;
        game.game == rules.name && (is(Lang::English) || is(Lang::Chinese))
    };
    let game = gallery::with_cards().iter().find(own)?;
    Some(text(game, lang)).filter(|text| *text != *rules.source.text)
}

/// The game of the gallery, or the template, that has these rules, where it has words of its own for a language.
pub(crate) fn known(rules: &Rules, lang: Lang) -> Option<&'static GalleryGame> {
    if lang == Lang::English {
        return None;
    }
    gallery::of(&rules.name, &rules.title).or_else(|| {
        gallery::with_cards().iter().find(|game| game.game == rules.name && chinese_title(game) == rules.title)
    })
}

/// The title that stands in the rules in Chinese.
fn chinese_title(game: &GalleryGame) -> String {
    let said = |problem| game.chinese.note(problem).unwrap_or(problem);
    game.problems.iter().fold(game.chinese.title.to_owned(), |title, problem| format!("{title}（{}）", said(problem)))
}

/// The `##` lines above `game` that tell the rules, and not where they are from.
fn about(rules: &Rules) -> String {
    let told = rules.doc.iter().map(|line| line.trim()).filter(|line| !is_label(line));
    told.collect::<Vec<_>>().join(" ")
}

/// `source: …`, `problem: …` and their like.
fn is_label(line: &str) -> bool {
    ["source:", "also:"].iter().any(|label| line.starts_with(label)) || is_asked(line)
}

/// What programs read of problems.
fn is_asked(line: &str) -> bool {
    ["problem:", "answer:", "cases:"].iter().any(|label| line.starts_with(label))
}

fn purpose(game: &GalleryGame, param: &Param, lang: Lang) -> String {
    match lang {
        Lang::Chinese => game.chinese.param(&param.name).unwrap_or_default().to_owned(),
        Lang::English => param.doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "),
    }
}

/// Its text, comment by comment.
fn chinese(game: &GalleryGame) -> String {
    let card = &game.chinese;
    let mut lines: Vec<String> = Vec::new();
    // `##` lines wait for the line that they are about.
    let mut doc: Vec<&str> = Vec::new();
    for line in game.text.lines() {
        if let Some(said) = line.strip_prefix("## ") {
            doc.push(said);
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let name = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default();
        let told = match word {
            "game" => Some(card.about),
            "param" => card.param(name),
            "part" => card.part(name),
            _ => None,
        };
        lines.extend(told.map(|told| format!("## {told}")));
        // Where it is from and its other names are told in English, and on its card.
        lines.extend(doc.drain(..).filter(|said| told.is_none() || is_asked(said)).map(|said| format!("## {said}")));
        lines.push(line.to_owned());
    }
    let text = lines.join("\n") + "\n";
    let text = text.replacen(&format!("\"{}\"", game.title), &format!("\"{}\"", chinese_title(game)), 1);
    noted(text, &card.notes)
}

/// A text whose comments and reasons are said as a card says them.
fn noted(text: String, notes: &[(&str, &str)]) -> String {
    notes.iter().fold(text, |text, (english, said)| {
        text.replace(&format!("# {english}\n"), &format!("# {said}\n"))
            .replace(&format!(": {english}\n"), &format!(": {said}\n"))
            .replace(&format!("\"{english}\""), &format!("\"{said}\""))
    })
}
