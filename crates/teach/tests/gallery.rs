//! Every game of the gallery says in Chinese what it says in English, and nothing in its card is stale.

use bouton::Limits;
use bouton::examples::{example_params, run_examples};
use bouton::gallery::{self, GalleryGame, templates, with_cards};
use bouton::rules::meaning::hash;
use bouton::rules::{Rules, Source, check};
use bouton_teach::gallery::{called, card, card_of, place, player, text, title};
use bouton_teach::words::Lang;
use std::collections::BTreeSet;

fn rules(game: &GalleryGame) -> Rules {
    check(&Source::new(game.name, game.text)).0.unwrap()
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

/// Names that are the same in Chinese.
const PROPER: &[&str] = &["Alice", "Bob", "X", "O", "First", "Second"];

/// The comments of rules that are not `##` lines, the reasons of their `require`s, and problems that say more than their number.
fn notes(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with("##")) {
        let comment = line.rsplit_once("# ").filter(|(code, _)| code.matches('"').count() % 2 == 0);
        found.extend(comment.map(|(_, comment)| comment));
        if line.starts_with("require ") {
            found.extend(line.split('"').nth(1));
        }
    }
    let problems = gallery::problems(text.lines().filter_map(|line| line.strip_prefix("##")));
    found.extend(problems.into_iter().filter(|problem| problem.contains('(')));
    found
}

#[test]
fn every_game_has_a_whole_card() {
    for game in with_cards() {
        let (name, own, said) = (game.name, rules(game), &game.chinese);
        assert!(is_chinese(said.title), "{name} has no Chinese title");
        assert!(is_chinese(said.about) && said.about.ends_with(['。', '）']), "{name}: {}", said.about);
        assert!(said.strange.is_empty(), "{name}: {:?}", said.strange);
        let params: Vec<&str> = own.params.iter().map(|param| param.name.as_str()).collect();
        assert_eq!(said.params.iter().map(|(name, _)| *name).collect::<Vec<_>>(), params, "{name}");
        let lines: Vec<&str> = game.text.lines().collect();
        let told = lines.windows(2).filter(|two| two[0].starts_with("##")).map(|two| two[1]);
        let parts: BTreeSet<&str> = told.filter_map(|line| line.strip_prefix("part ")?.split('(').next()).collect();
        assert_eq!(said.parts.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>(), parts, "{name}");
        let players: BTreeSet<&str> =
            own.players.iter().map(String::as_str).filter(|player| !PROPER.contains(player)).collect();
        assert_eq!(said.players.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>(), players, "{name}");
        let known: BTreeSet<&str> = said.notes.iter().map(|(english, _)| *english).collect();
        assert_eq!(known, notes(game.text), "{name}");
        // `i` is what it is called in mathematics; parts of a sum have lines of their own.
        let lines = lines.iter().filter_map(|line| line.strip_prefix("state ")?.split(' ').next());
        let states = lines.filter(|name| name.len() > 1);
        assert_eq!(said.states.iter().map(|(name, _)| *name).collect::<Vec<_>>(), states.collect::<Vec<_>>(), "{name}");
        let rows = said.params.iter().chain(&said.parts).chain(&said.states).chain(&said.players).chain(&said.notes);
        for (of, words) in rows {
            assert!(is_chinese(words), "{name}: `{of}` is `{words}`");
        }
    }
}

#[test]
fn rules_with_chinese_comments_mean_the_same() {
    for game in with_cards() {
        let said = text(game, Lang::Chinese);
        let (found, findings) = check(&Source::new(game.name, said.as_str()));
        let found = found.unwrap_or_else(|| panic!("{}: {findings:?}", game.name));
        assert!(findings.is_empty(), "{}: {findings:?}", game.name);
        assert_eq!(hash(&rules(game)), hash(&found), "{}:\n{said}", game.name);
        let asked = |line: &&str| ["## problem:", "## answer:", "## cases:"].iter().any(|word| line.starts_with(word));
        for line in said.lines().filter(|line| line.starts_with("##") && !asked(line)) {
            assert!(is_chinese(line), "{}: {line}", game.name);
        }
        assert_eq!(text(game, Lang::English), game.text);
    }
}

#[test]
fn a_card_is_found_by_its_names_in_any_language() {
    let game = card("石子游戏 II", Lang::Chinese).unwrap();
    assert_eq!((game.name, game.title.as_str()), ("stone-game-ii", "石子游戏 II"));
    assert_eq!(game.params, [("piles".to_owned(), "各堆石子数，从前到后".to_owned())]);
    let english = card("1140", Lang::English).unwrap();
    assert_eq!((english.name, english.title.as_str()), ("stone-game-ii", "Stone Game II"));
    assert!(english.about.starts_with("Piles of stones stand in a row.") && !english.about.contains("source"));
    let mice = card("913", Lang::Chinese).unwrap();
    assert_eq!(mice.players, ["老鼠", "猫"]);
    assert_eq!(card("no such game", Lang::Chinese), None);
}

/// A template is no game of the gallery, and has a card as these have.
#[test]
fn templates_speak_the_language_they_are_asked_in() {
    let all: Vec<GalleryGame> = templates().collect();
    assert_eq!(all.iter().map(|template| template.name).collect::<Vec<_>>(), ["heap", "row", "board", "chase"]);
    assert!(all.iter().all(|template| gallery::find(template.name).is_none_or(|game| game.text != template.text)));
    let chase = &all[3];
    assert_eq!(card_of(chase, Lang::English).unwrap().title, "Hound and hare");
    assert_eq!(card_of(chase, Lang::Chinese).unwrap().players, ["野兔", "猎犬"]);
    let said = text(chase, Lang::Chinese);
    assert!(said.contains("game Chase \"猎犬追野兔\"\nplayers Hare, Hound\n"), "{said}");
    let changed = said.replace("graph[3..200]", "graph[3..20]");
    let changed = check(&Source::new("own.game", changed)).0.unwrap();
    assert_eq!(player(&changed, bouton::rules::Player::Second, Lang::Chinese), "猎犬");
}

#[test]
fn names_are_shown_in_the_language_asked_for() {
    let four = rules(&gallery::find("connect-four").unwrap());
    let yellow = bouton::rules::Player::First;
    assert_eq!((player(&four, yellow, Lang::English), player(&four, yellow, Lang::Chinese)), ("Yellow", "黄方"));
    assert_eq!(title(&four, Lang::Chinese), "四子棋");
    let at = place(&four, "board=Y... (Yellow to move)", Lang::Chinese);
    assert_eq!(at, "board=Y...（轮到黄方）");
    // Rules of one's own keep their names, whatever they are.
    let own = four.source.text.replace("Connect Four", "My game");
    let own = check(&Source::new("own.game", own)).0.unwrap();
    assert_eq!((player(&own, yellow, Lang::Chinese), title(&own, Lang::Chinese).as_str()), ("Yellow", "My game"));
}

#[test]
fn examples_hold_whatever_the_comments_are_written_in() {
    let game = gallery::find("guess-number").unwrap();
    let (found, _) = check(&Source::new("guess.game", text(&game, Lang::Chinese)));
    let found = std::sync::Arc::new(found.unwrap());
    assert!(run_examples(&found, &Limits::default()).is_empty());
    assert!(example_params(&found, &found.examples[0]).is_ok());
    assert_eq!(called(&game, Lang::Chinese), "猜数字大小 II");
}
