//! What editors show: every word of every game in both languages, results of real examples, texts that are being written.

use super::{games, read};
use bouton::Limits;
use bouton::rules::Source;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::services::Refused;
use bouton_teach::editor::{Document, complete, hover, inlays, lenses, refused, study};
use bouton_teach::findings::with_play;
use bouton_teach::words::Lang;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

const BOTH: [Lang; 2] = [Lang::English, Lang::Chinese];

fn document(text: &str) -> Document {
    Document::new(Source::new("a.game", text))
}

fn limits() -> Limits {
    Limits { threads: 1, ..Limits::default().memory(1 << 29).positions(100_000).time(Duration::from_secs(20)) }
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

#[test]
fn every_word_of_every_game_has_its_hover_in_both_languages() {
    let mut shown = 0;
    for game in games().step_by(4) {
        let document = document(game.text);
        for offset in (0..u32::try_from(game.text.len()).unwrap()).step_by(3) {
            let said = BOTH.map(|lang| hover(&document, offset, lang, None));
            let [Some(english), Some(chinese)] = &said else {
                assert_eq!(said[0].is_some(), said[1].is_some());
                continue;
            };
            assert_eq!(english.span, chinese.span);
            let word = document.source.slice(english.span);
            assert!(!english.text.contains("editor-") && english.text.contains("```bouton"), "{}", english.text);
            assert!(word == "bool" || is_chinese(&chinese.text), "{}: `{word}`\n{}", game.name, chinese.text);
            shown += 1;
        }
    }
    assert!(shown > 500, "{shown}");
}

#[test]
fn everything_that_may_be_written_is_told_in_both_languages() {
    let base = "game G\nplayers A, B\nparam g : graph[2..5] = [[1], [0]]\nstate at : node of g = 0\nstate left : 0..9 = 9\ndef half(n) = n // 2\n";
    for rest in [
        "",
        "state x : ",
        "move m { ",
        "move m { when ",
        "end when left == 0 => ",
        "end when left == 0 => me ",
        "stuck => ",
        "example => ",
        "symmetry ",
        "show left as ",
        "show left ",
        "move m ",
        "symmetry mirror ",
    ] {
        let text = format!("{base}{rest}");
        let document = document(&text);
        let offset = u32::try_from(text.len()).unwrap();
        let [english, chinese] = BOTH.map(|lang| complete(&document, offset, lang));
        assert!(!english.is_empty() && english.len() == chinese.len(), "{rest}");
        for (english, chinese) in english.iter().zip(&chinese) {
            assert_eq!((&english.label, &english.insert), (&chinese.label, &chinese.insert));
            let words = english.detail.split('`').step_by(2).any(|part| part.contains(char::is_alphabetic));
            let told = !words || is_chinese(&format!("{}{}", chinese.detail, chinese.about));
            assert!(told, "{rest}: {} {} {}", chinese.label, chinese.detail, chinese.about);
        }
    }
}

#[test]
fn results_stand_behind_their_lines() {
    let text = games().find(|game| game.name == "stone-game-ii").unwrap().text;
    let (document, rules) = (document(text), read(text));
    let study = study(&rules, &limits());
    let shown = inlays(&document, &study, Lang::English);
    let after = |needle: &str| {
        let at = text.find(needle).unwrap();
        let end = u32::try_from(at + text[at..].find('\n').unwrap()).unwrap();
        shown.iter().find(|inlay| inlay.offset == end).map(|inlay| inlay.text.as_str())
    };
    assert!(after("example piles=[2, 7").unwrap().starts_with("✓ Alice 10, Bob 16 · 11 positions · "));
    assert_eq!(after("param piles"), Some("at most 12 positions"));
    let legal = shown.iter().find(|inlay| inlay.text.starts_with("legal")).unwrap();
    assert_eq!(
        (legal.text.as_str(), legal.tip.as_str()),
        ("legal in 4 of 6 positions", "all positions of an example: piles=[1,1,3]")
    );
    let over = lenses(&document, Lang::Chinese);
    assert_eq!(over.len(), 12);
    assert_eq!(
        (over[0].title.as_str(), over[0].params.as_slice()),
        ("求解", ["piles=[1, 1, 3]".to_owned()].as_slice())
    );
    let at = u32::try_from(text.find("state M").unwrap()).unwrap() + 6;
    let hover = hover(&document, at, Lang::English, Some(&study)).unwrap();
    assert!(hover.text.contains("takes 2 values, 1..2, in 6 positions (piles=[1,1,3])"), "{}", hover.text);
    assert!(hover.text.contains("a number, 1..100_000"), "{}", hover.text);
}

#[test]
fn every_game_of_the_gallery_is_studied_within_limits() {
    for game in games().step_by(5) {
        let (document, rules) = (document(game.text), read(game.text));
        let study = study(&rules, &limits());
        assert_eq!(study.examples.len(), rules.examples.len(), "{}", game.name);
        for ran in &study.examples {
            assert!(ran.findings.is_empty(), "{}: {:?}", game.name, ran.findings);
        }
        for lang in BOTH {
            assert!(inlays(&document, &study, lang).iter().all(|inlay| !inlay.text.contains("editor-")));
        }
    }
}

#[test]
fn a_study_is_given_up_when_nobody_wants_it() {
    let rules = read(
        "game Long\nstate a : list[14] of 0..9 = 9\nmove m(i in 0 ..< 14, k in 1..9) { when k <= a[i]; a[i] -= k }\nstuck => me loses\nexample => First wins\n",
    );
    let limits = limits();
    limits.cancel.store(true, Ordering::SeqCst);
    let told = study(&rules, &limits);
    assert!(told.examples.is_empty() && told.played.is_none());
    let short = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    let told = study(&Arc::clone(&rules), &short);
    assert!(told.played.is_none());
}

#[test]
fn what_follows_from_something_told_is_not_told_again() {
    let error = |code| Diagnostic::error(code, "x");
    let codes = |found: Vec<Diagnostic>| found.iter().map(|finding| finding.code).collect::<Vec<_>>();
    assert_eq!(codes(with_play(vec![], vec![error("B061")], vec![error("X02"), error("X01")])), ["B061", "X01"]);
    assert_eq!(codes(with_play(vec![], vec![], vec![error("X02")])), ["X02"]);
}

#[test]
fn a_refusal_is_worded() {
    for why in [Refused::NoName, Refused::NotWritten, Refused::NotAName, Refused::Reserved, Refused::Taken] {
        assert!(!refused(why, Lang::English).contains("editor-") && is_chinese(&refused(why, Lang::Chinese)));
    }
}
