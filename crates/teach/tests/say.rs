//! Rules in plain words: every line of every game is said in both languages, nothing of the catalogue is missing, and a few games
//! are read like prose.

use bouton::gallery::games;
use bouton::rules::Source;
use bouton::rules::syntax::parse;
use bouton::rules::syntax::tree::LineKind;
use bouton::rules::table::helpers::HELPERS;
use bouton_teach::say::say;
use bouton_teach::words::{Lang, Word};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn said(name: &str, lang: Lang) -> Vec<String> {
    let game = games().find(|game| game.name == name).unwrap();
    say(&Source::new(game.name, game.text), lang)
}

#[test]
fn every_line_of_every_game_is_said_in_both_languages() {
    for game in games() {
        let source = Source::new(game.name, game.text);
        let lines = parse(&source).0.lines;
        let spoken = lines.iter().filter(|line| !matches!(line.kind, LineKind::Players { .. })).count();
        let english = say(&source, Lang::English);
        let chinese = say(&source, Lang::Chinese);
        assert_eq!(english.len(), chinese.len(), "{}", game.name);
        assert!(english.iter().filter(|line| !line.is_empty()).count() > spoken, "{}: {english:#?}", game.name);
        for line in english.iter().chain(&chinese) {
            assert!(!line.contains("say-") && !line.contains("  ,") && !line.contains("…"), "{}: {line}", game.name);
        }
    }
}

/// The words that a text itself brings: names, letters to be drawn.
fn words_of(text: &str) -> BTreeSet<String> {
    let letters = |letter: char| !(letter.is_ascii_alphanumeric() || letter == '_');
    text.split(letters).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn chinese_has_no_english_words_but_the_names_of_the_rules() {
    for game in games() {
        let own: BTreeSet<String> =
            words_of(game.text).into_iter().chain(["First", "Second"].map(str::to_owned)).collect();
        // `nim` is the name of a game in Chinese too.
        let known =
            |word: &str| own.contains(word) || word == "nim" || word.chars().all(|letter| letter.is_ascii_digit());
        for line in said(game.name, Lang::Chinese) {
            let foreign: Vec<String> = words_of(&line).into_iter().filter(|word| !known(word)).collect();
            assert!(foreign.is_empty(), "{}: {foreign:?} in {line}", game.name);
        }
    }
}

/// A helper's sentence speaks of each of its arguments, in both languages.
#[test]
fn every_helper_has_a_sentence_with_all_its_arguments() {
    for row in HELPERS {
        let wanted = row.forms.iter().map(|form| form.takes.len()).min().unwrap();
        // The first of several numbers stands for all of them, and a count by a condition has a sentence of its own.
        let wanted = if row.forms.iter().any(|form| form.repeats) || row.name == "count" { 1 } else { wanted };
        for lang in [Lang::English, Lang::Chinese] {
            let id = format!("say-help-{}", row.name);
            let args = ["a", "b", "c", "d"].map(|name| (name, Word::from(format!("<{name}>"))));
            let text = lang.say(&id, &args.each_ref().map(|(name, word)| (*name, word.clone())));
            assert_ne!(text, id, "{}", row.name);
            // Where a node or a board goes without saying nothing is lost; all else must be there.
            let told = ["<a>", "<b>", "<c>", "<d>"].iter().take(wanted).filter(|arg| text.contains(**arg)).count();
            assert_eq!(told, wanted, "{text}");
        }
    }
}

#[test]
fn constructs_that_no_game_uses_are_said_too() {
    let text = "game G \"G\"\nplayers A, B\nparam g : graph[2..5]\nparam w : text = \"ab\"\nparam z : int = 0\nrequire z >= 0 \"why\"\ntype Colour = {red, green}\n\
        state c : Colour? = none\nstate l : list[3] of 0..9 = [0, 0, 0]\nstate p : player = A\nstate v : node of g = 0\nstarts B\n\
        invariant z < 9\nmove go(x in 0..<3 if l[x] == 0) by A as \"go to x\" {\n  l[x], c = 1, red\n  if x == 1 { turn opponent } else if x == 2 { again } else { break }\n}\n\
        normalise { l = sorted(l) }\nstuck when z > 0 => pass else draw\nstuck => me loses\nrepeat => A wins\nsymmetry permute l, swap players\n\
        example g=[[1],[0]] => not A wins, plies == 3\n";
    for lang in [Lang::English, Lang::Chinese] {
        let lines = say(&Source::new("g.game", text), lang);
        let whole = lines.join("\n");
        assert!(!whole.contains("say-"), "{whole}");
        for name in ["red", "sorted", "go"] {
            assert_eq!(whole.contains(name), name != "sorted", "{name}: {whole}");
        }
        assert!(lines.len() > 24, "{whole}");
    }
}

#[test]
fn rules_with_mistakes_are_said_as_far_as_they_can_be_read() {
    let broken = "game G\nstate i : 0..3 = \nmove {{{\nend when i == => draw\nstuck => me loses\n";
    assert!(say(&Source::new("g.game", broken), Lang::English).iter().any(|line| line.contains("cannot move")));
    assert!(say(&Source::new("g.game", ""), Lang::Chinese).is_empty());
}

#[test]
fn a_few_games_read_like_prose() {
    for name in ["stone-game-ii", "mnk", "kayles", "cat-and-mouse", "kalah"] {
        for lang in [Lang::English, Lang::Chinese] {
            let text = said(name, lang).join("\n") + "\n";
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/said/{name}.{lang}.txt"));
            if std::env::var_os("BOUTON_ACCEPT").is_some()
                || std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always")
            {
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(&file, &text).unwrap();
            }
            assert_eq!(text, fs::read_to_string(&file).unwrap_or_default(), "{}", file.display());
        }
    }
}
