//! Sums of games: what is read, what is refused, and that a part alone has the options it has in play.

use bouton_rules::datum::{Datum, NONE};
use bouton_rules::diagnostic::{codes, render};
use bouton_rules::interpret::{Interpreter, PartValue, Position, Turn};
use bouton_rules::layout::key;
use bouton_rules::syntax::format;
use bouton_rules::{Player, Source, check};
use std::sync::Arc;

const KAYLES: &str = "game Kayles
param rows : list[0..9] of 0..40 = [7]
part Row(n : 0..40) {
  move bowl(w in 1..2, at in 0 .. n - w) => Row(at) + Row(n - w - at)
}
start sum(Row(r) for r in rows)
stuck => me loses
";

/// Two kinds that turn into each other, conditions, comprehensions, `nothing`.
const MIXED: &str = "game Mixed
param n : 1..20 = 9
param misere : bool = false
part Heap(size : 0..20) {
  move halve when size > 1 and size % 2 == 0 => Heap(size // 2) + Coin(true)
  move spread(k in 2..4 if k <= size) => sum(Heap(i) for i in 0..<k if i != 1) + Coin(k > 2)
  move drop when size == 1 => nothing
}
part Coin(up : bool) {
  move turn_over when up => Coin(false)
}
start Heap(n) + Coin(true) + sum(Heap(k) for k in 1..3)
stuck when misere => me wins
stuck => me loses
";

fn game(text: &str, params: &[Option<Datum>]) -> Interpreter {
    let source = Source::new("sum.game", text);
    let (rules, found) = check(&source);
    assert!(found.is_empty(), "{}", render(&source, &found, false));
    Interpreter::new(Arc::new(rules.unwrap()), params).unwrap()
}

fn moves(game: &Interpreter, position: &Position) -> Vec<String> {
    let steps = game.steps(position).unwrap();
    steps.iter().map(|step| format!("{} -> {}", game.show_move(&step.mv), game.show_state(&step.next.state))).collect()
}

#[test]
fn parts_may_be_written_in_any_order() {
    let game = game(KAYLES, &[Some(Datum::ints([3]))]);
    let start = game.start().unwrap();
    let read = |text: &str| game.read_position(text, &start).unwrap();
    assert_eq!(read("Row=[5,1,2] turn=Second"), read("Row=[1,2,5] turn=Second"));
    assert_eq!(game.show_position(&read("Row=[4,3]")), "Row=[3,4] turn=First");
    assert_eq!(moves(&game, &read("Row=[2,1]")), moves(&game, &read("Row=[1,2]")));
}

#[test]
fn a_part_may_be_known_by_what_is_called_like_a_parameter() {
    let text = |bound: &str| {
        format!(
            "game S\nparam n : 1..20 = 5\npart Pile(n : 0..{bound}) {{\n  move take(k in 1..2 if k <= n) => Pile(n - k)\n}}\n\
             start Pile(n) + Pile(2)\nstuck => me loses\n"
        )
    };
    let game = game(&text("20"), &[Some(Datum::Int(4))]);
    let start = game.start().unwrap();
    assert_eq!(game.show_position(&start), "Pile=[2,4] turn=First");
    assert_eq!(
        moves(&game, &start),
        ["take(2,1) -> Pile=[1,4]", "take(2,2) -> Pile=[4]", "take(4,1) -> Pile=[2,3]", "take(4,2) -> Pile=[2,2]"]
    );
    let source = Source::new("sum.game", text("n"));
    let found = check(&source).1;
    assert_eq!(found.iter().map(|finding| finding.code).collect::<Vec<_>>(), ["B022"]);
    let said = render(&source, &found, false);
    assert!(said.contains("`n` has two meanings in one line") && said.contains("what the part is known by"), "{said}");
}

#[test]
fn a_sum_is_played_like_any_game() {
    let kayles = game(KAYLES, &[Some(Datum::ints([3, 1, 3]))]);
    let start = kayles.start().unwrap();
    assert_eq!(kayles.show_position(&start), "Row=[1,3,3] turn=First");
    assert_eq!(
        moves(&kayles, &start),
        [
            "bowl(1,1,0) -> Row=[3,3]",
            "bowl(3,1,0) -> Row=[1,2,3]",
            "bowl(3,1,1) -> Row=[1,1,1,3]",
            "bowl(3,1,2) -> Row=[1,2,3]",
            "bowl(3,2,0) -> Row=[1,1,3]",
            "bowl(3,2,1) -> Row=[1,1,3]",
        ]
    );
    let empty = game(KAYLES, &[Some(Datum::ints([0, 0]))]);
    assert!(empty.ending(&empty.start().unwrap()).unwrap().is_some());
}

#[test]
fn parts_may_turn_into_others() {
    let mixed = game(MIXED, &[Some(Datum::Int(4)), None]);
    let start = mixed.start().unwrap();
    assert_eq!(mixed.show_state(&start.state), "Heap=[1,2,3,4] Coin=[true]");
    let found = moves(&mixed, &start);
    assert!(found.contains(&"halve(4) -> Heap=[1,2,2,3] Coin=[true,true]".to_owned()), "{found:#?}");
    assert!(found.contains(&"spread(4,4) -> Heap=[1,2,2,3,3] Coin=[true,true]".to_owned()), "{found:#?}");
    assert!(found.contains(&"drop(1) -> Heap=[2,3,4] Coin=[true]".to_owned()), "{found:#?}");
    assert!(found.contains(&"turn_over(true) -> Heap=[1,2,3,4] Coin=[]".to_owned()), "{found:#?}");
}

/// The position that holds these parts, tidied.
fn position(game: &Interpreter, parts: &[PartValue]) -> Vec<Datum> {
    let kinds = game.rules().parts.len();
    let mut held = vec![Vec::new(); kinds];
    parts.iter().for_each(|part| held[part.kind].push(game.part_datum(*part)));
    held.iter_mut().for_each(|values| values.sort_unstable());
    let state = held.into_iter().map(Datum::list).collect();
    game.normalised(Position { state, turn: Turn::Of(Player::First) }).unwrap().state
}

#[test]
fn a_part_alone_has_the_options_it_has_in_play() {
    for (text, most) in [(KAYLES, [40].as_slice()), (MIXED, &[20, 1])] {
        let game = game(text, &[]);
        for (kind, most) in most.iter().enumerate() {
            (0..=*most).for_each(|value| alone_as_in_play(&game, PartValue { kind, value }));
        }
    }
}

fn alone_as_in_play(game: &Interpreter, part: PartValue) {
    let alone: Vec<Vec<Datum>> = game.options(part).unwrap().iter().map(|left| position(game, left)).collect();
    let at = Position { state: position(game, &[part]), turn: Turn::Of(Player::First) };
    let played: Vec<Vec<Datum>> = match game.ending(&at).unwrap() {
        Some(_) => Vec::new(),
        None => game.steps(&at).unwrap().into_iter().map(|step| step.next.state).collect(),
    };
    assert_eq!(alone, played, "{part:?}");
}

/// Parts known by several values, of which later ones have bounds that speak of earlier ones; equal parts by their number.
const STRIPS: &str = "game Strips
param n : 1..6 = 4

part Strip(from : 0..n, to : from..n, ink : {red, blue}?, free : set of 0..2) {
  move cut(at in from + 1 ..< to) when ink == none => Strip(from, at, red, free) + Strip(at, to, none, free - {at % 3})
  move clear(x in free) => (to - from) * Dot(x) + Strip(from, from, none, free - {x})
}

part Dot(x : 0..2) {
  move wipe when x > 0 => 2 * Dot(x // 2)
}

start Strip(0, n, none, {0, 2}) + 3 * Dot(1) + sum(k * Dot(2) for k in 0..1)
stuck => me loses
";

#[test]
fn a_part_may_be_known_by_several_values() {
    let game = game(STRIPS, &[]);
    let start = game.start().unwrap();
    assert_eq!(game.show_position(&start), "Strip=[(0,4,none,{0,2})] Dot=[1,1,1,2] turn=First");
    let mut waiting: Vec<PartValue> = Vec::new();
    let strips = Datum::list(vec![Datum::Int(0), Datum::Int(4), Datum::Int(NONE), Datum::set(vec![0, 2])]);
    let domain = game.kind_domain(0).unwrap();
    waiting.push(PartValue { kind: 0, value: key(&strips, domain).unwrap() });
    let mut seen = std::collections::BTreeSet::new();
    while let Some(part) = waiting.pop() {
        if seen.insert(part) {
            alone_as_in_play(&game, part);
            waiting.extend(game.options(part).unwrap().into_iter().flatten());
        }
    }
    assert_eq!(seen.len(), 22);
    let found = moves(&game, &start);
    assert!(
        found.contains(&"cut((0,4,none,{0,2}),2) -> Strip=[(0,2,red,{0,2}),(2,4,none,{0})] Dot=[1,1,1,2]".to_owned()),
        "{found:#?}"
    );
    assert!(found.contains(&"clear((0,4,none,{0,2}),2) -> Strip=[(0,0,none,{0})] Dot=[1,1,1,2,2,2,2,2]".to_owned()));
    assert!(found.contains(&"wipe(2) -> Strip=[(0,4,none,{0,2})] Dot=[1,1,1,1,1]".to_owned()), "{found:#?}");
}

#[test]
fn positions_of_records_are_read_as_they_are_written() {
    let game = game(STRIPS, &[]);
    let start = game.start().unwrap();
    let text = "Strip=[(1,3,none,{}),(1,3,red,{1})] Dot=[2] turn=Second";
    let read = game.read_position(text, &start).unwrap();
    assert_eq!(game.show_position(&read), text);
    // JSON has no round brackets.
    assert_eq!(game.read_position(&text.replace('(', "[").replace(')', "]"), &start).unwrap(), read);
    for (wrong, why) in [
        ("Strip=[(3,1,none,{})]", "`to` of a part `Strip` must be between 3 and 4, and 1 is not"),
        ("Strip=[(0,9,none,{})]", "`Strip[0][1]` must be between 0 and 4, and 9 is not"),
        ("Strip=[(0,1,none)]", "`[(0,1,none)]` is not a value that `Strip` can have"),
    ] {
        let fault = game.read_position(wrong, &start).unwrap_err();
        assert_eq!((fault.code, fault.message.to_string().as_str()), ("P07", why));
    }
}

#[test]
fn values_of_a_part_keep_to_their_bounds() {
    let with = |left: &str| {
        let text = format!(
            "game G\nparam k : 0..9 = 4\npart Pair(a : 0..5, b : a..a + 2) {{\n  move go when a > 0 => {left}\n}}\n\
             start Pair(1, 2)\nstuck => me loses\n"
        );
        let game = game(&text, &[]);
        game.steps(&game.start().unwrap())
            .map(|steps| steps.len())
            .map_err(|fault| (fault.code, fault.message.to_string()))
    };
    assert_eq!(with("Pair(0, k - 2)"), Ok(1));
    let low = "`b` of a part `Pair` must be between 4 and 6, and 2 is not".to_owned();
    assert_eq!(with("Pair(k, 2)"), Err(("R04", low)));
    assert_eq!(with("(k - 4) * Pair(0, 0)"), Ok(1));
    assert_eq!(with("(k - 6) * Pair(0, 0)"), Err(("R04", "there cannot be -2 equal parts".to_owned())));
}

#[test]
fn a_part_that_leaves_its_bounds_is_a_fault() {
    let game = game(
        "game G\nparam k : 1..9 = 4\npart Heap(n : 0..9) {\n  move grow when n > 0 => Heap(n + k)\n}\nstart Heap(7)\nstuck => me loses\n",
        &[],
    );
    assert_eq!(game.options(PartValue { kind: 0, value: 7 }).unwrap_err().code, "R04");
    assert_eq!(game.steps(&game.start().unwrap()).unwrap_err().code, "R04");
}

#[test]
fn every_code_of_sums_has_a_file_that_shows_it() {
    for row in codes::sums::CODES {
        let codes =
            |text: &str| check(&Source::new("a.game", text)).1.iter().map(|finding| finding.code).collect::<Vec<_>>();
        assert!(codes(row.bad).contains(&row.code), "{}: {:?}", row.code, codes(row.bad));
        assert!(codes(row.good).is_empty(), "{}: {:?}", row.code, codes(row.good));
    }
}

#[test]
fn what_a_part_may_not_say_is_refused() {
    let part = |mv: &str| {
        format!("game G\nparam n : 1..9 = 4\npart Heap(h : 0..9) {{\n  {mv}\n}}\nstart Heap(n)\nstuck => me loses\n")
    };
    for (mv, code) in [
        ("move take(k in 1..h) => Heap(h - k)", ""),
        ("move take(k in 1..h) { when k < 3 }", "B019"),
        ("move take(k in 1..h) => 0", "B019"),
        ("move take(k in 1..h) => Heap", "B019"),
        ("move take(k in 1..h) =>", "B019"),
        ("move take(k in 1..h) by First => Heap(h - k)", ""),
        ("move take(k in 1..h) by Nobody => Heap(h - k)", "B023"),
        ("gain 3", "B019"),
        ("move take when me == First => nothing", "B036"),
        ("move take when Heap == 3 => nothing", "B072"),
        ("move take => Heap(10)", "B041"),
        ("move take => Heap(true)", "B030"),
        ("move take(k in 1..h) => Heap(h - j)", "B020"),
        ("move take(n in 1..h) => Heap(h - n)", "B022"),
        ("move take(k in 1..h) => Heap(h - k, 1)", "B075"),
        ("move take(k in 1..h) => 2 * 3", "B019"),
        ("move take(k in 1..h) => Heap(h - k) * 2", "B019"),
        ("move take(k in 1..h) => true * Heap(h - k)", "B019"),
    ] {
        let text = part(mv);
        let found = check(&Source::new("a.game", &text)).1;
        let codes: Vec<&str> = found.iter().map(|finding| finding.code).collect();
        assert!(if code.is_empty() { codes.is_empty() } else { codes.contains(&code) }, "{mv}: {codes:?}");
    }
    for (lines, code) in [
        ("start Heap(3)\nstart Heap(4)\nstuck => me loses", "B051"),
        ("start Heap(3)", "B074"),
        ("start Heap(3)\nstuck => pass", "B074"),
        ("start Heap(3)\nstuck => First wins", "B074"),
        ("start Heap(3)\nstuck when me == First => me wins\nstuck => me loses", "B074"),
        ("start Heap(3)\nend when 1 == 2 => draw\nstuck => me loses", "B070"),
        ("stuck => me loses", "B071"),
    ] {
        let text = format!("game G\npart Heap(h : 0..9) {{ move take(k in 1..h) => Heap(h - k) }}\n{lines}\n");
        let found = check(&Source::new("a.game", &text)).1;
        assert!(found.iter().any(|finding| finding.code == code), "{lines}: {found:?}");
    }
}

#[test]
fn sums_have_one_style() {
    let text = KAYLES
        .replace("move bowl(w in 1..2, at in 0 .. n - w) => ", "move bowl( w in 1..2,at in 0..n-w)=>")
        .replace("sum(Row(r)", "sum( Row (r)");
    assert_eq!(format(&Source::new("a.game", &text)).unwrap(), KAYLES);
    for text in [MIXED, STRIPS] {
        assert_eq!(format(&Source::new("a.game", text)).unwrap(), text);
    }
    let crowded = STRIPS.replace(" * ", "*").replace(", to : from..n", ",to:from .. n").replace("2 * Dot", "2*Dot");
    assert_eq!(format(&Source::new("a.game", &crowded)).unwrap(), STRIPS);
}

#[test]
fn hostile_sums_end_with_a_finding() {
    for text in [
        "part",
        "part A",
        "part A(",
        "part A(n",
        "part A(n : 0..3) {",
        "part A(n : 0..3) { move",
        "part A(n : 0..3) { move x => A(",
        "start",
        "start +",
        "start sum(",
        "start sum(A(1)",
        "start sum(A(1) for",
        "part A(n : 0..3) { part B(n : 0..3) { } }",
        "part A(n : 0..3) { move x => A(n) move y => A(n) }",
    ] {
        let (rules, found) = check(&Source::new("a.game", text));
        assert!(rules.is_none() && !found.is_empty(), "{text}");
    }
}
