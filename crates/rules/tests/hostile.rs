//! Text made to hurt: the reader answers all of it, in time that grows with the text, and never panics.

use bouton_rules::{
    Source, Span,
    diagnostic::{Diagnostic, render},
    interpret::Interpreter,
    syntax::{format, lex::MAX_BYTES, outline, parse},
};

use std::sync::Arc;

/// A small generator, so that a failing case can be found again by its number.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).expect("a length fits 64 bits");
        usize::try_from(self.next() % end).expect("below a length")
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

static GAMES: [&str; 5] = [
    include_str!("games/StoneGameII.game"),
    include_str!("games/CatAndMouse.game"),
    include_str!("games/CanIWin.game"),
    include_str!("games/MNK.game"),
    include_str!("games/Kalah.game"),
];

static SOUP: &[&str] = &[
    "game",
    "players",
    "param",
    "let",
    "state",
    "move",
    "end",
    "when",
    "stuck",
    "repeat",
    "symmetry",
    "show",
    "example",
    "require",
    "def",
    "type",
    "invariant",
    "remaining",
    "starts",
    "normalise",
    "part",
    "start",
    "var",
    "gain",
    "again",
    "turn",
    "if",
    "then",
    "else",
    "for",
    "in",
    "not",
    "and",
    "or",
    "of",
    "break",
    "true",
    "none",
    "me",
    "opponent",
    "by",
    "as",
    "to",
    "with",
    "from",
    "draw",
    "wins",
    "leads",
    "list",
    "set",
    "grid",
    "node",
    "int",
    "player",
    "x",
    "y",
    "board",
    "0",
    "1",
    "17",
    "99999999999999999999",
    "1.5",
    "2x",
    "\"a\"",
    "\"",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    "?",
    "..",
    "..<",
    "=>",
    "->",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    "+",
    "-",
    "*",
    "//",
    "/",
    "%",
    "|",
    "&",
    "&&",
    "!",
    "+=",
    "#c\n",
    "##d\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\0",
    "，",
    "“",
    "”",
    "≤",
    "é",
    "\u{feff}",
    "\\",
    "'",
    "名",
];

fn inside(text: &str, span: Span) -> bool {
    let (start, end) = (span.start as usize, span.end as usize);
    start <= end && text.is_char_boundary(start) && text.is_char_boundary(end)
}

fn spans(finding: &Diagnostic) -> impl Iterator<Item = Span> {
    let edits = finding.help.iter().filter_map(|help| help.edit.as_ref()).map(|edit| edit.span);
    finding.labels.iter().map(|label| label.span).chain(edits)
}

/// Whatever can be read and checked is also set up and played one move deep, on the parameters of its first example.
fn play(source: &Source) {
    let (rules, found) = bouton_rules::check(source);
    assert!(found.iter().flat_map(spans).all(|span| inside(&source.text, span)), "a place outside: {found:?}");
    assert!(render(source, &found, false).len() < 200_000);
    let Some(rules) = rules.map(Arc::new) else { return };
    let mut given = vec![None; rules.params.len()];
    for (which, value) in rules.examples.first().into_iter().flat_map(|example| &example.params) {
        given[*which] = Interpreter::constant(&rules, value).ok();
    }
    let Ok(game) = Interpreter::new(rules, &given).map(|game| game.with_fuel(100_000)) else { return };
    let Ok(start) = game.start() else { return };
    if let Ok(None) = game.ending(&start)
        && let Ok(steps) = game.steps(&start)
    {
        steps.iter().take(5).for_each(|step| drop(game.ending(&step.next)));
    }
}

/// The laws every text obeys.
fn check(text: &str) {
    let source = Source::new("a.game", text);
    let (file, found) = parse(&source);
    assert!(found.len() <= 51, "too many findings for {text:?}");
    assert!(found.iter().flat_map(spans).all(|span| inside(text, span)), "a place outside of {text:?}: {found:?}");
    assert!(file.lines.iter().all(|line| inside(text, line.span)), "a line outside of {text:?}");
    assert!(render(&source, &found, false).len() < 200_000);
    play(&source);
    match format(&source) {
        Ok(formatted) => check_formatted(text, &outline(&file), &formatted),
        Err(same) => assert_eq!(same, found),
    }
}

fn check_formatted(text: &str, meaning: &str, formatted: &str) {
    let again = Source::new("a.game", formatted);
    let (file, found) = parse(&again);
    assert!(found.is_empty(), "formatting breaks {text:?} into {formatted:?}: {found:?}");
    assert_eq!(outline(&file), meaning, "formatting changes {text:?} into {formatted:?}");
    assert_eq!(format(&again).as_deref(), Ok(formatted), "formatting {text:?} twice");
    assert_eq!(text.matches('#').count(), formatted.matches('#').count(), "a comment of {text:?} is lost");
}

#[test]
fn random_bytes_are_answered() {
    let mut random = Random(1);
    for _ in 0..1000 {
        let length = random.below(60);
        let bytes: Vec<u8> = (0..length).map(|_| u8::try_from(random.next() % 256).unwrap()).collect();
        check(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn random_words_are_answered() {
    let mut random = Random(2);
    for _ in 0..3000 {
        let length = random.below(40);
        let words: Vec<&str> = (0..length).map(|_| random.pick(SOUP)).collect();
        check(&words.join([" ", "", " "][random.below(3)]));
    }
}

#[test]
fn games_with_words_in_wrong_places_are_answered() {
    let mut random = Random(3);
    for _ in 0..2000 {
        let mut text = random.pick(&GAMES).to_owned();
        for _ in 0..=random.below(3) {
            text = mutated(&text, &mut random);
        }
        check(&text);
    }
}

/// A piece is deleted, doubled, moved, or a word is put in.
fn mutated(text: &str, random: &mut Random) -> String {
    let letters: Vec<char> = text.chars().collect();
    let start = random.below(letters.len());
    let end = (start + random.below(12)).min(letters.len());
    let piece = |range: std::ops::Range<usize>| letters[range].iter().collect::<String>();
    let (before, middle, after) = (piece(0..start), piece(start..end), piece(end..letters.len()));
    match random.below(4) {
        0 => before + &after,
        1 => before + &middle + &middle + &after,
        2 => before + random.pick(SOUP) + &middle + &after,
        _ => before + random.pick(SOUP) + &after,
    }
}

#[test]
fn spaces_mean_nothing() {
    for text in GAMES {
        for space in ["  ", "\t", " \u{3000}"] {
            check(&text.replace(' ', space));
        }
    }
}

#[test]
fn nesting_has_a_limit() {
    let starts = ["let x = ", "state x : ", "move a { ", "move a { x = ", "end when ", "example => ", "symmetry b", ""];
    let pieces = [
        "(",
        "[",
        "{",
        "- ",
        "not ",
        "if ",
        "if a then ",
        "f(",
        "x[",
        "list[1] of ",
        "set of ",
        "a + ",
        "a == ",
        "a and ",
        "a..",
        "{ if a ",
        "if a { x = 1 } else ",
        "if a {",
        "for x in y { ",
        "[x for x in ",
        "f(x for x in ",
        "[0]",
        "(0)",
        "? ",
        "1 if ",
        "1 if 1 else ",
        "1 ? 1 : ",
        "if a: ",
        "if a:\n  ",
        "max x",
        "x.y",
        "x.y(",
        "a, ",
        "a = ",
        "\nmove a {",
        "\n move a {",
        ")",
        "}",
        "=> ",
        "when ",
        "\nx",
        "# ",
        "\"",
        "\\",
        "\0",
    ];
    for start in starts {
        for piece in pieces {
            let times = if ["let x = ", "move a { "].contains(&start) { 100_000 } else { 5000 };
            check(&format!("{start}{}", piece.repeat(times)));
        }
    }
}

#[test]
fn trees_at_the_limit_are_walked_safely() {
    for (open, close) in [("(", ")"), ("[", "]"), ("f(", ")"), ("- ", ""), ("f(", " for x in y)"), ("1 + ", "")] {
        for levels in 180..210 {
            check(&format!("let x = {}1{}", open.repeat(levels), close.repeat(levels)));
        }
    }
    for levels in 180..210 {
        check(&format!("let x = a{}", "[0]".repeat(levels)));
        check(&format!("let x = 1{}", " + 1".repeat(levels)));
        check(&format!("move a {{ {} }}", "if a { x = 1 } else ".repeat(levels) + "{ x = 1 }"));
        check(&format!("move a {{ {}{} }}", "if a { ".repeat(levels), "}".repeat(levels)));
    }
}

#[test]
fn text_past_the_limit_is_refused_at_once() {
    let (file, found) = parse(&Source::new("a.game", "x ".repeat(MAX_BYTES)));
    assert!(file.lines.is_empty());
    assert_eq!(found.iter().map(|finding| finding.code).collect::<Vec<_>>(), ["B006"]);
}

#[test]
fn messages_stay_short_whatever_the_text() {
    let long = "x".repeat(1 << 20);
    for text in [
        format!("let {long} = 1"),
        format!("{long} = 1"),
        format!("{long} x"),
        format!("let x = \"{long}\" 1"),
        format!("let x = \"{long}"),
        format!("let x = {} y", "9".repeat(1 << 20)),
        format!("let x = 1.{}", "9".repeat(1 << 20)),
        format!("move a {{ f({long}) }}"),
        format!("state x : 0..3 = {long} {long}"),
        format!("stuck => {long} {long}"),
    ] {
        let source = Source::new("a.game", text);
        let (_, found) = parse(&source);
        assert!(!found.is_empty());
        for finding in &found {
            assert!(finding.message.to_string().chars().count() < 200, "{}", finding.message);
            assert!(finding.help.iter().all(|help| help.text.to_string().chars().count() < 300));
        }
        assert!(render(&source, &found, true).len() < 20_000);
    }
}

#[test]
fn many_mistakes_are_counted_not_shown() {
    let (_, found) = parse(&Source::new("a.game", "let = 1\n".repeat(1000)));
    assert_eq!(found.len(), 51);
    assert_eq!(found[50].message, "and 950 more errors");
}
