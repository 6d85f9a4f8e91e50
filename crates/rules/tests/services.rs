//! What editors ask of rules: over every game of the gallery, and over texts that are being written.

use bouton_rules::diagnostic::{Edit, Severity};
use bouton_rules::names::Kind;
use bouton_rules::services::{
    About, Document, LINES, MOVES, Offer, Refused, complete, definition, edited, fixes, folds, format, hover, outline,
    plain, references, rename,
};
use bouton_rules::syntax::token::TokenKind;
use bouton_rules::table::{
    helpers,
    places::{PLACES, Place},
    types::TYPES,
    words::{WORDS, Word},
};
use bouton_rules::{Source, Span, check, meaning};
use std::{fs, path::PathBuf};

fn games() -> Vec<(String, String)> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games"));
    let mut games: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "game"))
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    games.sort();
    assert!(games.len() > 30);
    games
}

fn document(text: &str) -> Document {
    Document::new(Source::new("a.game", text))
}

fn at(text: &str, needle: &str) -> u32 {
    u32::try_from(text.find(needle).unwrap()).unwrap()
}

/// Words that are plain names to the lexer and mean something in their places.
fn of_the_language(text: &str) -> bool {
    helpers::named(text).is_some()
        || PLACES.iter().any(|row| row.text == text)
        || TYPES.iter().any(|row| row.word == text)
}

#[test]
fn every_name_of_the_gallery_has_its_declaration() {
    for (game, text) in games() {
        let document = document(&text);
        let source = &document.source;
        for token in bouton_rules::syntax::tokens(source).tokens {
            let name = source.slice(token.span);
            if token.kind != TokenKind::Name {
                continue;
            }
            let declared = definition(&document, token.span.start);
            let symbol = document.checked.names.at(token.span.start);
            if let Some(span) = declared.first() {
                assert_eq!(source.slice(*span), name, "{game}");
                continue;
            }
            let unwritten =
                symbol.is_some_and(|(symbol, _)| document.checked.names.symbols[symbol].kind == Kind::Player);
            let (line, column) = source.line_column(token.span.start);
            assert!(unwritten || of_the_language(name), "{game}:{line}:{column}: `{name}` comes from nowhere");
        }
    }
}

#[test]
fn every_name_of_the_gallery_can_be_another() {
    let mut renamed = 0;
    for (game, text) in games() {
        let document = document(&text);
        let (before, _) = check(&document.source);
        let before = before.unwrap();
        for symbol in &document.checked.names.symbols {
            let Some(declared) = symbol.declared.first() else { continue };
            let edits = rename(&document, declared.start, "renamed_")
                .unwrap_or_else(|why| panic!("{game} {}: {why:?}", symbol.name));
            let text = edited(&text, &edits);
            let (after, found) = check(&Source::new("a.game", text.as_str()));
            let after = after.unwrap_or_else(|| panic!("{game} {}: {found:?}\n{text}", symbol.name));
            // Values of parameters are given by these names: to be called otherwise is another meaning.
            if !matches!(symbol.kind, Kind::Player | Kind::Value) {
                assert_eq!(meaning::difference(&before, &after), None, "{game} {}\n{text}", symbol.name);
            }
            let again = Document::new(Source::new("a.game", text.as_str()));
            let word = |token: &bouton_rules::syntax::token::Token| again.source.slice(token.span) == symbol.name;
            let left = bouton_rules::syntax::tokens(&again.source).tokens.iter().filter(|token| word(token)).count();
            assert!(
                left == 0
                    || of_the_language(&symbol.name)
                    || again.checked.names.symbols.iter().any(|other| other.name == symbol.name),
                "{game} {} is left\n{text}",
                symbol.name
            );
            renamed += 1;
        }
    }
    assert!(renamed > 300, "{renamed}");
}

const HEAP: &str = "game Heap
players Alice, Bob
## stones at the start
param stones : 0..20 = 10
state left : 0..stones = stones
def few(x) = x < 3
move take(k in 1..3) as \"take {k}\" {
  when k <= left
  left -= k
  end when few(left) and not can(pass) => me loses
}
move pass { when left > 90; again }
stuck => me loses
example stones=4 => best == [\"take(1)\"]
example => Alice wins
";

#[test]
fn names_are_told_apart() {
    let document = document(HEAP);
    assert!(document.checked.rules.is_some(), "{:?}", document.checked.findings);
    let lines = |offset| -> Vec<usize> {
        references(&document, offset).iter().map(|one| document.source.line_column(one.span.start).0).collect()
    };
    assert_eq!(lines(at(HEAP, "left :")), [5, 8, 9, 10, 12]);
    assert_eq!(lines(at(HEAP, "k in")), [7, 7, 8, 9]);
    assert_eq!(lines(at(HEAP, "stones :")), [4, 5, 5, 14]);
    assert_eq!(lines(at(HEAP, "take(k")), [7, 14]);
    assert_eq!(lines(at(HEAP, "pass)")), [10, 12]);
    assert_eq!(lines(at(HEAP, "Alice wins")), [2, 15]);
    let changed: Vec<bool> = references(&document, at(HEAP, "left :")).iter().map(|one| one.changes).collect();
    assert_eq!(changed, [false, false, true, false, false]);
}

#[test]
fn a_name_that_would_mean_something_else_is_refused() {
    let document = document(HEAP);
    let to = |needle: &str, name: &str| rename(&document, at(HEAP, needle), name);
    assert_eq!(to("left :", "stones"), Err(Refused::Taken));
    assert_eq!(to("k in", "left"), Err(Refused::Taken));
    assert_eq!(to("left :", "when"), Err(Refused::Reserved));
    let long = "x".repeat(101);
    for no_name in ["", "a b", "3x", "a-b", "x#", &long] {
        assert_eq!(to("left :", no_name), Err(Refused::NotAName), "{no_name}");
    }
    assert_eq!(to("0..20", "x"), Err(Refused::NoName));
    assert_eq!(to("left :", "left"), Ok(Vec::new()));
    assert_eq!(to("left :", "石子").map(|edits| edits.len()), Ok(5));
    let unnamed = Document::new(Source::new(
        "a.game",
        "game G\nstate n : 0..3 = 3\nmove m { when n > 0; n -= 1 }\nstuck => First wins\n",
    ));
    assert_eq!(rename(&unnamed, 65, "x"), Err(Refused::NotWritten));
}

#[test]
fn what_stands_under_the_cursor_is_told() {
    let document = document(HEAP);
    let about = |needle| hover(&document, at(HEAP, needle)).map(|hover| hover.about);
    let Some(About::Symbol(stones)) = about("stones\n") else { panic!() };
    assert_eq!((stones.doc[0].as_str(), stones.values.clone()), ("stones at the start", Some("a number".into())));
    assert_eq!((stones.range.lo, stones.range.hi), (0, 20));
    let Some(About::Symbol(k)) = about("k <=") else { panic!() };
    assert_eq!((k.kind, k.range.lo, k.range.hi), (Kind::Choice, 1, 3));
    assert!(matches!(about("stuck"), Some(About::Word(row)) if row.word == Word::Stuck));
    assert!(matches!(about("loses\n}"), Some(About::Place(row)) if row.text == "loses"));
    assert!(matches!(about("can("), Some(About::Place(row)) if row.text == "can"));
    assert!(matches!(about("<= left"), Some(About::Compare(row)) if row.text == "<="));
    assert!(about("20").is_none() && about("# stones").is_none());
}

#[test]
fn a_line_is_completed_by_what_fits_there() {
    let offered = |before: &str, wanted: &[&str], not: &[&str]| {
        let base = "game G\nparam g : graph[2..5] = [[1], [0]]\nstate at : node of g = 0\nstate left : 0..9 = 9\ndef half(n) = n // 2\n";
        let text = format!("{base}{before}");
        let document = Document::new(Source::new("a.game", text.as_str()));
        let found = complete(&document, u32::try_from(text.len()).unwrap());
        let labels: Vec<&str> = found.iter().map(|one| one.label.as_str()).collect();
        wanted.iter().for_each(|label| assert!(labels.contains(label), "{before}| has no {label}: {labels:?}"));
        not.iter().for_each(|label| assert!(!labels.contains(label), "{before}| has {label}"));
    };
    offered("", &["move", "stuck", "move take … left", "move run … at"], &["when", "len"]);
    offered("mo", &["move"], &["left"]);
    offered("state x : ", &["a..b", "list[n] of T", "bool"], &["left", "sum"]);
    offered("state x : node of ", &["g"], &["left", "bool"]);
    offered("state x : set of ", &["a..b"], &["left"]);
    offered("move m(k in 1..left) { ", &["when", "left", "gain"], &["sum"]);
    offered("move m(k in 1..left) {\n  when k <= ", &["k", "left", "half", "len", "old", "me"], &["when"]);
    offered("move m(k in 1..left) {\n  when k <= left\n  le", &["left", "when", "let"], &["sum"]);
    offered("move m(k in 1..left) {\n  for x in 1..k {\n    left -= ", &["k", "x", "left"], &[]);
    offered("move m(k ", &["in"], &["left"]);
    offered("move m(k in 1..3) ", &["by", "as"], &["left"]);
    offered("move m by ", &["First", "Second"], &["left"]);
    offered("end when left == 0 => ", &["me", "draw", "First"], &["left"]);
    offered("end when left == 0 => me ", &["wins", "loses", "leads"], &["left"]);
    offered("stuck => ", &["me", "pass"], &[]);
    offered("repeat => ", &["draw", "First"], &["me"]);
    offered("example ", &["g"], &["left"]);
    offered("example g=[[1],[0]] => ", &["First", "plies", "best", "draw"], &["left"]);
    offered("example => First ", &["wins"], &[]);
    offered("show ", &["left", "g"], &["when"]);
    offered("show left as ", &["heaps", "grid"], &["left"]);
    offered("symmetry mirror ", &["rows", "columns"], &["left"]);
    offered("def f() = sum(r for r in 0..2, c ", &["in"], &["left"]);
    offered("def f() = sum(r for r in 0..2, ", &[], &["left"]);
    offered("def f() = max(max(r for r in 0..2), le", &["left"], &["in"]);
    offered("param ", &[], &["left"]);
    offered("end when ha", &["half", "left"], &[]);
    offered("# a comment ", &[], &["left", "move"]);
    offered("game G \"a ", &[], &["left", "move"]);
}

#[test]
fn nothing_is_completed_or_hovered_over_with_a_panic() {
    for (_, text) in games().iter().step_by(9).chain(&[(String::new(), HEAP.to_owned())]) {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let offset = u32::try_from(end).unwrap();
            if end % 7 == 0 {
                let cut = document(&text[..end]);
                let _ = complete(&cut, offset);
                let _ = hover(&cut, offset);
                let _ = outline(&cut);
            }
        }
        let whole = document(text);
        for offset in 0..=u32::try_from(text.len()).unwrap() + 3 {
            let _ = complete(&whole, offset);
            let _ = hover(&whole, offset);
            let _ = references(&whole, offset);
        }
    }
}

#[test]
fn every_template_checks_and_is_in_the_one_style() {
    let base = |word: Word| {
        let states = "state left : 0..10 = 10\n";
        match word {
            Word::Game => format!("{{}}{states}move m {{ when left > 0; left -= 1 }}\nstuck => draw\n"),
            Word::Part | Word::Start => "game G\npart Heap(n : 0..100) {\n  move take(k in 1..n) => Heap(n - k)\n}\nstart Heap(3) + Heap(5)\nstuck => me loses\n".to_owned(),
            Word::State => "game G\n{}move m { when left > 0; left -= 1 }\nstuck => draw\n".to_owned(),
            Word::Move => format!("game G\n{states}{{}}repeat => draw\nstuck => draw\n"),
            Word::Remaining => format!("game G\n{states}{{}}move m {{ when left > 0; left -= 1; gain 0 }}\nstuck\n"),
            Word::Players => format!("game G\n{{}}{states}move m {{ when left > 0; left -= 1 }}\nstuck => draw\n"),
            Word::Starts => format!("game G\n{states}{{}}move m {{ when left > 0; left -= 1 }}\nstuck => draw\n"),
            _ => format!("game G\n{states}{{}}move m {{ when left > 0; left -= 1 }}\nstuck => draw\n"),
        }
    };
    for (word, template) in LINES {
        let line = plain(template) + "\n";
        let text = match word {
            Word::Remaining => base(*word).replace("{}", &line).replace("stuck\n", "end when left == 0\n"),
            Word::Part => {
                base(*word).replacen("part Heap(n : 0..100) {\n  move take(k in 1..n) => Heap(n - k)\n}\n", &line, 1)
            }
            Word::Start => base(*word).replacen("start Heap(3) + Heap(5)\n", &line, 1),
            Word::Stuck => base(*word).replace("{}", "").replace("stuck => draw\n", &line),
            _ => base(*word).replace("{}", &line),
        };
        holds(&text, template);
    }
    for template in MOVES {
        for state in [
            "state x : 0..9 = 9\n",
            "state x : list[2] of 0..9 = 3\n",
            "state x : grid[2, 2] of player? = none\n",
            "state x : set of 1..9 = {}\n",
            "state x : node of g = 0\n",
            "state x : cell of g = (0, 0)\n",
        ] {
            let before = match state.contains("cell") {
                true => "state g : grid[2, 2] of 0..1 = 0\n",
                false => "param g : graph[2..5] = [[1], [0]]\n",
            };
            let text = format!("game G\n{before}{state}");
            let document = document(&text);
            let found = complete(&document, u32::try_from(text.len()).unwrap());
            for one in found.iter().filter(|one| matches!(one.offer, Offer::Move(of, _) if of.text == template.text)) {
                holds(&format!("{text}{}\nstuck => draw\nrepeat => draw\n", one.insert), template.text);
            }
        }
    }
}

fn holds(text: &str, template: &str) {
    let source = Source::new("a.game", text);
    let (rules, found) = check(&source);
    assert!(rules.is_some(), "{template}: {found:?}\n{text}");
    let style = format(&source).unwrap();
    assert_eq!(style, None, "{template}");
}

#[test]
fn every_move_template_fits_something() {
    for template in MOVES {
        let text = "game G\nparam e : graph[2..5] = [[1], [0]]\nstate a : 0..9 = 9\nstate b : list[2] of 0..9 = 3\nstate c : grid[2, 2] of player? = none\nstate d : set of 1..9 = {}\nstate f : node of e = 0\nstate g : cell of c = (0, 0)\n";
        let document = document(text);
        let found = complete(&document, u32::try_from(text.len()).unwrap());
        assert!(
            found.iter().any(|one| matches!(one.offer, Offer::Move(of, _) if of.text == template.text)),
            "{}",
            template.text
        );
    }
}

#[test]
fn fixes_are_edits_that_mend_the_text() {
    let text = "game G\nstate n : 0..9 = 9\nmove take { when n > 0; n -= 1 }\nend when n = 0 => me loses\n";
    let document = document(text);
    let edits: Vec<Edit> =
        document.checked.findings.iter().flat_map(fixes).map(|(_, edit)| edit.clone()).take(1).collect();
    let mended = edited(text, &edits);
    assert!(check(&Source::new("a.game", mended.as_str())).0.is_some(), "{mended}");
}

/// Every help that names an exact text writes it: whichever is followed, its finding is gone and the rules are read.
#[test]
fn helps_that_name_a_text_write_it() {
    let heap = |lines: &str| {
        format!("game G\nstate n : 0..9 = 9\nmove take(k in 1..3) {{\n  when k <= n\n  n -= k\n}}\n{lines}\n")
    };
    let sum = |line: &str| {
        format!("game G\npart Heap(n : 0..9) {{\n  move take(k in 1..n) => Heap(n - k)\n}}\nstart Heap(3)\n{line}\n")
    };
    let points = |line: &str| {
        format!("game G\nstate n : 0..9 = 9\nmove take(k in 1..3) {{\n  when k <= n\n  gain k\n  n -= k\n}}\n{line}\n")
    };
    let list = "game G\nstate n : 0..9 = 9\nstate xs : list[2] of 0..3 = [1, 2]\nmove take(k in xs) {\n  when k <= n\n  n -= k\n}\nstuck => me loses\n";
    for (code, text, edits) in [
        ("B036", heap("stuck => me loses\nexample => me wins"), 2),
        ("B036", heap("let w = me\nstuck => w wins"), 2),
        ("B039", heap("end when n == 0\nstuck => draw"), 3),
        ("B013", heap("stuck => me loses\nrepeat => me wins"), 1),
        ("B013", heap("stuck => me loses").replace("n -= k", "n -= k\n  me wins"), 1),
        ("B038", points("end when n == 0 => me wins"), 1),
        ("B038", points("end when n == 0\nrepeat => First wins"), 2),
        ("B038", points("end when n == 0  # over").replace("n == 0", "n == 0 => draw"), 1),
        ("B038", heap("stuck => me loses\nexample => First leads by 3"), 2),
        ("B074", sum(""), 2),
        ("B074", sum("stuck => draw"), 2),
        ("B074", sum("stuck when 1 == 1 => First wins"), 2),
        ("B004", heap("end when n ^ 2 == 3 => draw\nstuck => me loses"), 1),
        ("B031", heap("let xs = [1, 2]\nlet ys = xs + 3\nend when n in ys => draw\nstuck => me loses"), 1),
        ("B026", list.to_owned(), 2),
        ("B059", heap("rank 0 - n\nstuck => pass"), 1),
    ] {
        let document = document(&text);
        let found = document.checked.findings.iter().filter(|finding| finding.code == code);
        let offered: Vec<Edit> = found.flat_map(fixes).map(|(_, edit)| edit.clone()).collect();
        assert_eq!(offered.len(), edits, "{code} of\n{text}{:?}", document.checked.findings);
        for edit in offered {
            let mended = edited(&text, &[edit]);
            let (rules, findings) = check(&Source::new("a.game", mended.as_str()));
            assert!(rules.is_some(), "{code}:\n{mended}{findings:?}");
            assert!(findings.iter().all(|finding| finding.code != code), "{code}:\n{mended}{findings:?}");
        }
    }
}

#[test]
fn the_outline_names_every_line() {
    let names: Vec<String> =
        outline(&document(HEAP)).into_iter().map(|item| format!("{} {}", item.name, item.detail)).collect();
    assert_eq!(names[0], "Heap ");
    assert_eq!(names[2], "stones : 0..20 = 10");
    assert_eq!(names[5], "take (k in 1..3) as \"take {k}\"");
    assert_eq!(names[7], "stuck => me loses");
    let parts = "game K\npart Row(n : 0..9) {\n  move a(k in 1..n) => Row(n - k)\n}\nstart Row(3)\nstuck => me loses\n";
    let items = outline(&document(parts));
    assert_eq!(items[1].inside[0].name, "a");
    assert_eq!(folds(&document(parts)), [Span::new(7, at(parts, "\nstart"))]);
}

#[test]
fn unfinished_and_faulty_text_still_has_names() {
    let text =
        "game G\nstate left : 0..9 = 9\nmove take(k in 1..3) {\n  when k <= lef\n  left -= \n}\nstuck => me loses\n";
    let document = document(text);
    assert!(document.checked.findings.iter().any(|finding| finding.severity == Severity::Error));
    assert_eq!(definition(&document, at(text, "k <=")), [Span::new(at(text, "k in"), at(text, "k in") + 1)]);
    let open = "game G\nstate left : 0..9 = 9\nmove take(k in 1..3) {\n  when k <= ";
    let document = Document::new(Source::new("a.game", open));
    assert!(complete(&document, u32::try_from(open.len()).unwrap()).iter().any(|one| one.label == "k"));
}

#[test]
fn every_type_is_told_as_the_page_tells_it() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md")).unwrap();
    for row in TYPES {
        assert!(page.contains(row.doc), "docs/language.md does not say `{}`", row.doc);
        assert!(page.contains(row.usage), "docs/language.md does not show `{}`", row.usage);
    }
}

/// The words in the patterns of the TextMate grammar that are lists of words: `\b(a|b|c)\b`.
fn words_of_the_patterns(grammar: &str) -> Vec<String> {
    let lists = grammar.split("\\\\b(").skip(1).filter_map(|rest| rest.split(')').next());
    let lists = lists.chain(grammar.split("+(").skip(1).filter_map(|rest| rest.split(')').next()));
    lists.flat_map(|list| list.split('|')).filter(|word| is_word(word)).map(str::to_owned).collect()
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

#[test]
fn the_grammars_of_editors_know_the_words_of_the_language() {
    let read = |name: &str| fs::read_to_string(format!("{}/../../editors/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let text_mate = words_of_the_patterns(&read("vscode/syntaxes/bouton.tmLanguage.json"));
    let (grammar, queries) = (read("tree-sitter-bouton/grammar.js"), read("tree-sitter-bouton/queries/highlights.scm"));
    let quoted =
        |text: &str| -> Vec<String> { text.split('"').map(str::to_owned).filter(|word| is_word(word)).collect() };
    let (tree_sitter, coloured) = (quoted(&grammar), quoted(&queries));
    let reserved = WORDS.iter().map(|row| row.text);
    let helpers: Vec<&str> = helpers::HELPERS.iter().map(|row| row.name).collect();
    let types = TYPES.iter().map(|row| row.word).filter(|word| !word.is_empty());
    let places = PLACES.iter().map(|row| row.text);
    let all: Vec<&str> = reserved.chain(helpers.iter().copied()).chain(types).chain(places).collect();
    for word in &all {
        assert!(text_mate.iter().any(|known| known == word), "the TextMate grammar does not know `{word}`");
        let known = tree_sitter.iter().chain(&coloured).any(|known| known == word);
        let style = PLACES.iter().any(|row| row.text == *word && row.place == Place::Style);
        assert!(known || style, "the tree-sitter grammar does not know `{word}`");
    }
    for word in &text_mate {
        assert!(all.contains(&word.as_str()), "`{word}` is no word of the language");
    }
    let builtin = queries.split("@function.builtin\n").nth(1).unwrap().split("))").next().unwrap();
    for word in quoted(builtin) {
        let called = PLACES.iter().any(|row| row.text == word && matches!(row.place, Place::Call | Place::AnswerOf));
        assert!(helpers.contains(&word.as_str()) || called, "`{word}` is no helper");
    }
}
