//! The same where play may repeat, and `retrograde` goes through the positions that are reached.

use super::{all, at, folded, found_out, is_false_symmetry, known, of_text, written};
use bouton::answer::answer;
use bouton::game::Game;
use bouton::rules::layout::Packed;
use bouton::sample::Dice;
use bouton::{Instance, Limits, Solution, Stop, gallery};
use serde_json::json;
use std::collections::BTreeSet;

fn by(game: &Instance, method: &str, limits: &Limits) -> Result<Solution<Instance>, Stop> {
    at(game, &game.start().unwrap(), method, limits)
}

/// Solves by `retrograde` with symmetry, on one thread and on three, without, and by brute force: everything must be the same. How many
/// positions there are, and how many of them are kept.
fn same_with_and_without(game: &Instance, what: &str) -> (u64, Option<u64>) {
    let limits = Limits::default();
    let with = by(game, "retrograde", &limits.clone().threads(1)).unwrap_or_else(|stop| panic!("{what}: {stop}"));
    let threads = by(game, "retrograde", &limits.clone().threads(3)).unwrap();
    let without = by(game, "retrograde", &limits.clone().without_symmetry()).unwrap();
    let brute = by(game, "brute", &limits).unwrap();
    assert_eq!(without.store.up_to_symmetry(), None, "{what}");
    let plain = all(game, &brute);
    for other in [&with, &threads, &without] {
        let counts = (other.value, other.positions, other.finished);
        assert_eq!(counts, (brute.value, brute.positions, brute.finished), "{what}");
        assert_eq!(all(game, other), plain, "{what}");
    }
    assert_eq!(with.store.up_to_symmetry(), threads.store.up_to_symmetry(), "{what}");
    for position in plain.keys().step_by(7) {
        let [one, other] = [&with, &brute].map(|solution| answer(game, &solution.store, position).unwrap());
        let moves = |known: bouton::answer::Answer<Instance>| {
            known.moves.into_iter().map(|known| (known.mv, known.value, known.best)).collect::<Vec<_>>()
        };
        assert_eq!(moves(one), moves(other), "{what}");
    }
    let report = with.check(game, &limits).unwrap_or_else(|stop| panic!("{what}: {stop}"));
    assert_eq!((report.positions, report.finished), (with.positions, with.finished), "{what}");
    (with.positions, with.store.up_to_symmetry())
}

/// How many positions are left when all images of each are taken for one: counted by what the interpreter says that they are.
fn orbits(game: &Instance) -> u64 {
    let solution = by(game, "retrograde", &Limits::default().without_symmetry()).unwrap();
    let mut left: BTreeSet<Packed> = solution.store.entries(game).map(|(position, _)| position).collect();
    let mut orbits = 0;
    while let Some(first) = left.pop_first() {
        orbits += 1;
        let mut fresh = vec![first];
        while let Some(position) = fresh.pop() {
            let images = game.interpreter().images(&game.unpack(&position)).unwrap();
            let images = images.into_iter().map(|(_, image)| game.pack(&image));
            fresh.extend(images.filter(|image| left.remove(image)));
        }
    }
    orbits
}

#[test]
fn the_gallery_is_the_same_with_and_without() {
    let morris = known("three-mens-morris", &json!({}));
    let (positions, kept) = same_with_and_without(&morris, "morris");
    println!("{positions} positions, {kept:?} kept");
    assert_eq!((positions, kept), (5_390, Some(orbits(&morris))));
    // Where endless play is won, nothing is gone through by placements.
    for (name, params, player) in [("mu-torere", json!({}), "White"), ("quixo", json!({"size": 2}), "O")] {
        let rules = gallery::find(name).unwrap().text.replace("repeat => draw", &format!("repeat => {player} wins"));
        let game = of_text(name, &rules, &params);
        let (positions, kept) = same_with_and_without(&game, name);
        println!("{name}: {positions} positions, {kept:?} kept");
        assert!(kept.is_some_and(|kept| 3 * kept < 2 * positions), "{name}: {kept:?} of {positions}");
    }
}

/// Placements are more than may be kept: so these games are gone through by the positions that are reached, too.
#[test]
fn published_counts_hold_both_ways() {
    for (name, params, positions, images) in
        [("quixo", json!({"size": 3}), 32_027, 8), ("dao", json!({"black": [6]}), 42_852, 2)]
    {
        let game = known(name, &params);
        let by_placements = by(&game, "retrograde", &Limits::default()).unwrap();
        let by_images = by(&game, "retrograde", &Limits::default().positions(30_000)).unwrap();
        println!("{name}: {} positions, {:?} kept", by_images.positions, by_images.store.up_to_symmetry());
        assert_eq!((by_placements.positions, by_placements.store.up_to_symmetry()), (positions, None), "{name}");
        let kept = by_images.store.up_to_symmetry().unwrap();
        assert_eq!((by_images.positions, by_images.finished), (positions, by_placements.finished), "{name}");
        assert!(kept * images >= positions && kept * images * 9 < positions * 10, "{name}: {kept}");
        assert_eq!(all(&game, &by_images), all(&game, &by_placements), "{name}");
    }
}

/// Tokens on a round way, any of which may go on; so many of them have more orders than are listed.
const TOKENS: &str = "game Tokens
param tokens : 2..6 = 5
param last : 1..20 = 6
state at : list[tokens] of 0..last = 0
state goes : 0..2 = 0
move go(i in 0..<tokens, by in 1..2) {
  when by != goes
  when at[i] + by <= last or at[i] == last
  at[i] = if at[i] == last then 0 else at[i] + by
  goes = by
}
end when count(x == last - 1 for x in at) >= 3 => me loses
end when sum(at) == 2 * last + 1 => me wins
stuck => draw
repeat => draw
symmetry permute at
";

#[test]
fn with_very_many_images_no_placements_are_gone_through() {
    let game = of_text("tokens", TOKENS, &json!({}));
    let (positions, kept) = same_with_and_without(&game, "tokens");
    println!("{positions} positions, {kept:?} kept");
    assert!(positions > 20_000 && kept.is_some_and(|kept| 30 * kept < positions), "{kept:?} of {positions}");
    let said = |limits: &Limits| by(&game, "retrograde", limits).unwrap().plan.to_string();
    let (with, without) = (said(&Limits::default()), said(&Limits::default().without_symmetry()));
    assert!(with.contains("keep one image") && with.contains("one for up to 120 images"), "{with}");
    assert!(without.contains("placements") && !without.contains("image"), "{without}");
}

/// Points are taken where two tokens of a ring meet at its end; play may go round, and then the second player has what is left.
const RING: &str = "game Ring
param tokens : 2..5 = 3
param last : 1..5 = 3
state at : list[tokens] of 0..last = 0
state left : 0..3 = 3
move go(i in 0..<tokens) { at[i] = (at[i] + 1) % (last + 1) }
move take { when left > 0 and count(x == last for x in at) >= 2; gain left; left -= 1; if left == 1 { again } }
end when left == 0 => First leads by 1
repeat => Second leads by left
symmetry permute at
";

#[test]
fn leads_are_the_same_with_and_without() {
    for (params, most) in [(json!({}), 3), (json!({"tokens": 5, "last": 2}), 8)] {
        let game = of_text("ring", RING, &params);
        let (positions, kept) = same_with_and_without(&game, "ring");
        println!("{positions} positions, {kept:?} kept");
        assert!(kept.is_some_and(|kept| kept * most < positions), "{kept:?} of {positions}");
    }
}

#[test]
fn going_round_is_worth_the_same_at_every_image() {
    let text = "game Seat\nplayers A, B\nstate seat : list[2] of 0..1 = 0\nstate side : 0..1 = 0\n\
        move sit(i in 0..1) { when sum(seat) == 0; seat[i] = 1 }\nmove wait { when sum(seat) == 1; side = 1 - side }\n\
        repeat => A leads by 2 * seat[0]\nsymmetry permute seat\n";
    let game = of_text("seat", text, &json!({}));
    let found = by(&game, "retrograde", &Limits::default());
    assert!(matches!(&found, Err(stop) if is_false_symmetry(stop)), "{found:?}");
}

/// A game on a board on which pieces are put down, move about, and vanish, whose moves and ends do not change under reflections and rotations.
fn random_board(dice: &mut Dice) -> String {
    let pick = |dice: &mut Dice, of: &[&str]| (*dice.pick(of)).to_owned();
    let (rows, columns) = (2 + dice.below(2), 2 + dice.below(2));
    let most = 1 + dice.below(if rows * columns > 6 { 2 } else { 3 });
    let mut text = format!("game Board\nplayers First, Second\nstate b : grid[{rows}, {columns}] of player? = none\n");
    text += "def own(p) = count(b[x] == p for x in cells(b))\n";
    text += &format!("move put(x in cells(b) if b[x] == none) {{\n  when own(me) < {most}\n  b[x] = me\n");
    text += &pick(dice, &["", "", "  if own(opponent) > 1 { again }\n"]);
    text += "}\nmove slide(x in cells(b) if b[x] == me, y in ";
    text += &pick(dice, &["around4", "around8"]);
    text += "(b, x) if b[y] == none) {\n";
    text += &pick(dice, &["", "", &format!("  when own(me) == {most}\n")]);
    text += "  b[x] = none\n  b[y] = me\n";
    text += &pick(
        dice,
        &[
            "",
            "  for z in around4(b, y) { if b[z] == opponent { b[z] = none } }\n",
            "  if count(b[z] == opponent for z in around4(b, y)) > 1 { b[y] = opponent }\n",
            "  if any(b[z] == opponent for z in around4(b, y)) { again }\n",
        ],
    );
    if dice.once_in(2) {
        text += &format!("  end when line(b, me, 2) => me {}\n", pick(dice, &["wins", "loses"]));
    }
    text += "}\n";
    text += &pick(
        dice,
        &[
            "",
            "end when own(First) >= 2 and own(Second) == 0 => First wins\n",
            "end when all(b[x] == none or any(b[y] == b[x] for y in around4(b, x)) for x in cells(b)) and own(me) > 1 => me wins\n",
        ],
    );
    text += &pick(dice, &["stuck => me loses\n", "stuck => me wins\n", "stuck => draw\n"]);
    text += &pick(dice, &["repeat => draw\n", "repeat => First wins\n", "repeat => Second wins\n"]);
    text + &pick(
        dice,
        &[
            "symmetry reflections of b, rotations of b\n",
            "symmetry mirror rows of b\n",
            "symmetry mirror columns of b, swap players\n",
            "symmetry rotations of b\n",
            "symmetry reflections of b\n",
        ],
    )
}

#[test]
fn random_boards_are_the_same_with_and_without() {
    let (folded, saved) = folded(60, random_board, same_with_and_without);
    println!("{folded} by symmetry, {saved} positions saved");
    assert!(folded > 40 && saved > 5_000, "{folded} by symmetry, {saved} positions saved");
}

/// Players who are alike but for their names: positions do not keep whose turn it is, so an exchange of them is a change of places.
#[test]
fn an_exchange_of_players_that_changes_no_turn_is_used() {
    let text = "game Ring\nplayers One, Other\nstate b : list[8] of 0..2 = 0\nmove raise(i in 0..7) {\n  b[i] = (b[i] + 1) % 3\n}\nend when sum(b) == 7 and b[0] != b[4] => me wins\nend when sum(b) == 11 => me loses\nstuck => draw\nrepeat => draw\nsymmetry swap players and b[i] -> b[(i + 4) % 8], b[i] -> b[if i % 4 == 0 then i else 8 - i]\n";
    let game = written(text);
    let (positions, kept) = same_with_and_without(&game, "ring");
    println!("{positions} positions, {kept:?} kept");
    assert!(kept.is_some_and(|kept| kept < positions), "{kept:?} of {positions}");
}

/// Lamps in a row, each of which may be lit or put out.
fn lamps(count: usize, special: &str) -> Instance {
    written(&format!(
        "game Lamps\nstate b : list[{count}] of 0..1 = 0\nmove switch(i in 0..<{count}) {{\n  b[i] = 1 - b[i]\n}}\nend when sum(b) == {count} => me loses\n{special}\nrepeat => First wins\nplayers First, Second\nsymmetry b[i] -> b[{count} - 1 - i]\n"
    ))
}

#[test]
fn a_false_symmetry_is_found_while_solving() {
    let game = lamps(10, "end when b[0] + b[1] == 2 and b[9] == 0 and sum(b) == 6 => me wins");
    let stop = by(&game, "retrograde", &Limits::default()).unwrap_err();
    assert!(is_false_symmetry(&stop), "{stop}");
    let again = by(&game, "retrograde", &Limits::default().threads(3)).unwrap_err();
    assert_eq!(stop.to_string(), again.to_string(), "whatever the threads");
    let without = by(&game, "retrograde", &Limits::default().without_symmetry()).unwrap();
    assert!(without.check(&game, &Limits::default()).is_ok());
}

/// One position of thousands that differs is in no sample, nearly always: then the check must find it, or nothing is wrong.
#[test]
fn a_false_symmetry_that_no_sample_shows_does_not_pass_the_check() {
    let make = |dice: &mut Dice| {
        let bits: Vec<&str> = (0..11).map(|_| if dice.once_in(2) { "1" } else { "0" }).collect();
        lamps(11, &format!("end when b == [{}] => me loses", bits.join(", ")))
    };
    let (while_solving, by_check) = found_out(make, |game, limits| by(game, "retrograde", limits));
    println!("{while_solving} found while solving, {by_check} by the check");
    assert!(by_check >= 3, "{while_solving} found while solving, {by_check} by the check");
}
