//! Like parts in any order, too many to list: the same answers and counts as without.

use super::*;
use bouton::Meter;
use bouton::saved::{Saved, save};

/// Heaps of which as many are taken as the last player did not take.
fn heaps(start: &str, special: &str) -> Instance {
    let count = start.split(',').count();
    written(&format!(
        "game Heaps\nstate heap : list[{count}] of 0..9 = [{start}]\nstate last : 0..2 = 0\nmove take(i in 0..<{count}, k in 1..2) {{\n  when heap[i] >= k and k != last\n  heap[i] -= k\n  last = k\n}}\n{special}stuck => me loses\nsymmetry permute heap\n"
    ))
}

/// A game of like parts, made by lot: each is a number or two, with what else a position may hold.
fn random_parts(dice: &mut Dice) -> String {
    let pick = |dice: &mut Dice, of: &[&str]| (*dice.pick(of)).to_owned();
    let (count, flags) = (5 + dice.below(2), dice.once_in(2));
    let most = if count == 5 && !flags { 3 } else { 2 };
    let fewer = if dice.once_in(3) { 1 + dice.below(2) } else { 0 };
    let start: Vec<String> = (0..count).map(|at| (most - usize::from(at < fewer)).to_string()).collect();
    let mut text = format!(
        "game Parts\nplayers First, Second\nstate made : 0..31 = 0\nstate a : list[{count}] of 0..{most} = [{}]\n",
        start.join(", ")
    );
    let (row, last) = (!flags && dice.once_in(2), dice.once_in(2));
    text += if row { "state w : list[3] of 0..1 = 1\n" } else { "" };
    text += &if flags { format!("state b : list[{count}] of 0..1 = 1\n") } else { String::new() };
    text += if last { "state last : 0..2 = 0\n" } else { "" };
    let points = dice.once_in(2);
    text += &format!("move take(i in 0..<{count}, k in 1..2) {{\n  when a[i] >= k\n");
    text += if last { "  when k != last\n" } else { "" };
    text += if flags { "  when b[i] == 1\n" } else { "" };
    text += &match points {
        true => pick(dice, &["  gain k\n", "  gain a[i] * k\n", "  gain count(y == a[i] for y in a) to opponent\n"]),
        false => String::new(),
    };
    text += "  a[i] -= k\n  made += 1\n";
    text += if last { "  last = k\n" } else { "" };
    text += &pick(dice, &["", "", "  if sum(a) % 3 == 0 { again }\n"]);
    text += "}\n";
    if flags {
        text +=
            &format!("move off(i in 0..<{count}) {{\n  when b[i] == 1 and a[i] <= 1\n  b[i] = 0\n  made += 1\n}}\n");
    }
    if row {
        text += "move clear(i in 0..2) {\n  when w[i] == 1 and any(y == 0 for y in a)\n  w[i] = 0\n  made += 1\n}\n";
    }
    text += &match points {
        true => pick(dice, &["stuck => me leads by 1\n", "stuck => First leads by max(a)\n"]),
        false => {
            pick(dice, &["stuck => me loses\n", "stuck => me wins\n", "stuck => Second wins\n", "stuck => draw\n"])
        }
    };
    if !points && dice.once_in(3) {
        text += &pick(
            dice,
            &["end when count(y == 1 for y in a) == 3 => me wins\n", "end when max(a) == 1 => First wins\n"],
        );
    }
    text += if flags { "symmetry permute a and permute b" } else { "symmetry permute a" };
    text += if row { ", w[i] -> w[2 - i]\n" } else { "\n" };
    text
}

#[test]
fn random_parts_are_the_same_with_and_without() {
    let (mut folded, mut saved, mut most) = (0, 0, 0);
    for seed in 0..60 {
        let text = random_parts(&mut Dice::new(seed));
        let game = written(&text);
        let what = format!("seed {seed}:\n{text}");
        let (positions, kept) = from_the_start(&game, &what);
        let kept = kept.unwrap_or_else(|| panic!("{what}"));
        assert!(kept < positions || positions < 10, "{what}");
        let images = Facts::of(&game, &game.start().unwrap()).images.unwrap();
        (folded, saved, most) = (folded + u32::from(images > 64), saved + positions - kept, most.max(images));
        let one = solved(&game, &Limits::default()).unwrap();
        for limits in [Limits::default().threads(3), Limits::default().threads(1)] {
            let solution = solved(&game, &limits).unwrap();
            assert_eq!(solution.store.up_to_symmetry(), Some(kept), "{what}");
            assert!(solution.store.entries(&game).eq(one.store.entries(&game)), "{what}");
        }
        let swept = at(&game, &game.start().unwrap(), "sweep", &Limits::default()).unwrap();
        assert!(all(&game, &swept) == all(&game, &one), "{what}");
    }
    println!("{folded} of more than 64 images, {saved} positions saved, up to {most} images");
    assert!(folded > 40 && most >= 1440 && saved > 50_000, "{folded}, {most} images, {saved} positions saved");
}

#[test]
fn orders_that_leave_the_start_as_it_is_are_used() {
    for (start, images) in [
        ("4, 4, 4, 4, 4", Some(120)),
        ("2, 3, 3, 3, 3, 3", Some(120)),
        ("3, 2, 3, 2, 3, 2", Some(36)),
        ("1, 2, 3, 4, 5", None),
    ] {
        let game = heaps(start, "");
        assert_eq!(Facts::of(&game, &game.start().unwrap()).images, images, "{start}");
        let (positions, kept) = from_the_start(&game, start);
        assert_eq!(kept.is_some(), images.is_some(), "{start}");
        assert!(
            kept.is_none_or(|kept| kept * images.unwrap() >= positions && kept * 3 < positions),
            "{start}: {kept:?}"
        );
    }
    for start in ["1, 1, 1, 1, 1, 1", "2, 2, 1, 1, 1", "1, 1, 1, 1, 2"] {
        let game = heaps(start, "");
        let plainly = at(&game, &game.start().unwrap(), "brute", &Limits::default()).unwrap();
        assert_eq!(solved(&game, &Limits::default()).unwrap().value, plainly.value, "{start}");
    }
}

/// Large enough for the table of all numbers, where every image is written.
#[test]
fn a_table_of_all_numbers_is_the_same() {
    let game = heaps("9, 9, 9, 9, 9", "");
    let plain = at(&game, &game.start().unwrap(), "sweep", &Limits::default().without_symmetry()).unwrap();
    let by_layers = solved(&game, &Limits::default()).unwrap();
    for limits in [Limits::default().threads(1), Limits::default().threads(3)] {
        let swept = at(&game, &game.start().unwrap(), "sweep", &limits).unwrap();
        assert_eq!((swept.positions, swept.finished), (plain.positions, plain.finished));
        assert!(swept.store.entries(&game).eq(plain.store.entries(&game)));
    }
    assert_eq!((by_layers.positions, by_layers.finished), (plain.positions, plain.finished));
    let kept = by_layers.store.up_to_symmetry().unwrap();
    assert!(kept * 50 < plain.positions, "{kept} of {}", plain.positions);
    assert!(all(&game, &by_layers) == all(&game, &plain));
    // The plan does not write what it need not.
    let chosen =
        |ask: Ask, limits: &Limits| solve(&game, &game.start().unwrap(), &ask, limits, None, &Silent).unwrap().method;
    assert_eq!([Ask::Value, Ask::Line].map(|ask| chosen(ask, &Limits::default())), ["search", "layers"]);
    assert_eq!(chosen(Ask::Line, &Limits::default().without_symmetry()), "recurrence");
}

#[test]
fn files_hold_one_of_all_orders() {
    let folder = std::env::temp_dir().join(format!("bouton-orders-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("x.sol");
    let game = heaps("3, 3, 3, 3, 3, 2", "");
    let limits = Limits::default();
    let start = game.start().unwrap();
    let plain = solved(&game, &limits.clone().without_symmetry()).unwrap();
    let written = |solution: &Solution<Instance>| {
        let head = save(&file, &game, solution, &mut Meter::new(&limits, &Silent)).unwrap().head;
        (head, Arc::new(Saved::open(&file).unwrap()))
    };
    let (plain_head, whole) = written(&plain);
    let whole: BTreeMap<_, _> = whole.entries(&game).map(Result::unwrap).collect();
    let folded = solved(&game, &limits).unwrap();
    let (head, saved) = written(&folded);
    assert_eq!((head.positions, head.finished, &head.counts), (plain.positions, plain.finished, &plain_head.counts));
    assert_eq!((head.stored, saved.images()), (folded.store.up_to_symmetry(), Some(120)));
    assert_eq!(saved.entries(&game).map(Result::unwrap).collect::<BTreeMap<_, _>>(), whole);
    assert_eq!(saved.verify().unwrap().positions, plain.positions);
    let report = saved.prove(&game, &mut Meter::new(&limits, &Silent)).unwrap().unwrap();
    assert_eq!((report.positions, report.finished), (plain.positions, plain.finished));
    let opened = saved.opened(&game).unwrap().0;
    let reading = game.clone().with_opened(opened);
    let again = solve(&reading, &start, &Ask::Table, &limits, None, &Silent).unwrap();
    assert_eq!((again.method, again.store.up_to_symmetry()), ("saved", folded.store.up_to_symmetry()));
    assert_eq!(all(&reading, &again), whole);
    // Rules that do not say that heaps are alike do not take it.
    let other = heaps("3, 3, 3, 3, 3, 2", "invariant last >= 0\n");
    assert!(saved.opened(&other).is_ok(), "they do say it");
    let other = super::written(&game.rules().source.text.replace("symmetry permute heap\n", ""));
    assert!(saved.opened(&other).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn false_orders_are_found_out() {
    for special in [
        "end when heap[0] == 0 and heap[4] == 3 => me wins\n",
        "move more(i in 0..0) { when heap[5] == 1 and heap[i] > 0; heap[i] = 0 }\n",
        "end when heap[0] + heap[1] == 1 and heap[2] == 4 => me wins\n",
    ] {
        let game = heaps("4, 4, 4, 4, 4, 4", special);
        let stop = solved(&game, &Limits::default()).unwrap_err();
        assert!(is_false_symmetry(&stop), "{special}: {stop}");
        let Stop::Fault(trouble) = &stop else { panic!("{stop}") };
        assert!(!trouble.fault.diagnostic.notes.is_empty(), "{special}");
        solved(&game, &Limits::default().without_symmetry()).unwrap().check(&game, &Limits::default()).unwrap();
    }
    // One position of many that differs is in no sample, nearly always: then the check must find it, or nothing is wrong.
    let mut by_check = 0;
    for seed in 0..8 {
        let mut dice = Dice::new(seed);
        let there: Vec<String> = (0..6).map(|at| (1 + dice.below(2) + at % 2).to_string()).collect();
        let game = heaps("4, 4, 4, 4, 4, 4", &format!("end when heap == [{}] => me wins\n", there.join(", ")));
        let truth = solved(&game, &Limits::default().without_symmetry()).unwrap();
        match solved(&game, &Limits::default()).map(|solution| (solution.check(&game, &Limits::default()), solution)) {
            Err(stop) => assert!(is_false_symmetry(&stop), "{stop}"),
            Ok((Ok(_), solution)) => assert_eq!(all(&game, &solution), all(&game, &truth), "seed {seed}"),
            Ok((Err(stop), _)) => {
                assert!(is_false_symmetry(&stop) || matches!(stop, Stop::Wrong { .. }), "{stop}");
                by_check += 1;
            }
        }
    }
    println!("{by_check} by the check");
    assert!(by_check >= 2, "{by_check}");
}

/// Twenty places filled one after the other have Σ 20! / k! positions, of which one in each layer is kept.
fn twenty(twice_from: usize) -> Instance {
    written(&format!(
        "game Twenty\nstate h : list[20] of 0..63 = 0\nstate t : 0..20 = 0\nmove put(i in 0..19, v in 0..1) {{\n  when h[i] == 0 and (v == 0 or t >= {twice_from})\n  t += 1\n  h[i] = t + 20 * v\n}}\nstuck => me loses\nsymmetry permute h\n"
    ))
}

#[test]
fn positions_are_counted_to_the_last_bit() {
    let solution = solved(&twenty(20), &Limits::default()).unwrap();
    assert_eq!(solution.store.up_to_symmetry(), Some(21));
    assert_eq!((solution.positions, solution.finished), (6_613_313_319_248_080_001, 2_432_902_008_176_640_000));
    let stop = solved(&twenty(16), &Limits::default()).unwrap_err();
    assert!(stop.to_string().contains("more positions than 64 bits count"), "{stop}");
    let parts = |count: usize| {
        let text = format!(
            "game Ones\nstate h : list[{count}] of 0..1 = 1\nmove take(i in 0..<{count}) {{ when h[i] == 1; h[i] = 0 }}\nstuck => me loses\nsymmetry permute h\n"
        );
        written(&text)
    };
    let solution = solved(&parts(18), &Limits::default()).unwrap();
    assert_eq!((solution.positions, solution.store.up_to_symmetry()), (1 << 18, Some(19)));
    let listed = solution.store.kept_values().unwrap().layer(Some(-9), &Workers::alone()).unwrap();
    assert_eq!(listed.count(), 48_620, "nine of eighteen");
    // More orders than 64 bits count.
    assert!(parts(21).words().unwrap().symmetries().is_none());
}

#[test]
fn lines_are_used_while_all_together_are_not_too_many() {
    let rows = |by: &str| {
        written(&format!(
            "game Rows\nstate b : grid[5, 5] of bool = false\nstate a : list[6] of 0..1 = 1\nmove put(x in cells(b)) {{\n  when not b[x]\n  b[x] = true\n}}\nmove take(i in 0..5) {{\n  when a[i] == 1\n  a[i] = 0\n}}\nstuck => me loses\nsymmetry {by}\n"
        ))
    };
    let swap =
        |at: usize| format!("b[r, c] -> b[if r == {at} then {} else if r == {} then {at} else r, c]", at + 1, at + 1);
    let all_rows = (0..4).map(swap).collect::<Vec<_>>().join(", ");
    let size = |by: &str| rows(by).words().unwrap().symmetries().map(|group| group.size());
    assert_eq!(size("permute a, mirror rows of b"), Some(1440));
    assert_eq!(size(&all_rows), Some(120), "rows are parts that may stand in any order");
    // Columns change bits that rows have in them.
    let both = format!("{all_rows}, mirror columns of b, permute a");
    assert_eq!(size(&both), Some(120 * 720));
    let said = Facts::of(&rows(&both), &rows(&both).start().unwrap()).lines;
    let said = said.into_iter().find(|line| line.name == "symmetry").unwrap().text;
    assert!(
        said.to_string().contains("`mirror columns of b` is not used: with those before it it makes too many images"),
        "{said}"
    );
    // Where positions do not keep whose turn it is, players exchanged are no change.
    assert_eq!(size("swap players and mirror rows of b"), Some(2));
    assert_eq!(size("swap players"), None);
}
