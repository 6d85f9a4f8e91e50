//! Sums of games, in rules of their own: the gallery has its games for reading, and these are for measuring.

use crate::found::Found;
use crate::kernels::{cut_cake, heaps};
use crate::make::number;
use crate::works::Input;
use bouton::sample::Dice;
use std::cmp::Ordering;

/// Rules by name. Each has one parameter, the size.
static RULES: &[(&str, &str)] = &[
    ("sum-set", "move take(k in [1, 4, 9, 10, 23, 57] if k <= n) => Heap(n - k)"),
    ("sum-cap", "move take(k in 1 + size // 25 .. 1 + size // 10 if k <= n) => Heap(n - k)"),
    ("sum-split", "move split(k in 1..n // 2) => Heap(k) + Heap(n - k)"),
    ("sum-take-or-split", "move take(k in 1..n) => Heap(n - k)\nmove split(k in 1..n // 2) => Heap(k) + Heap(n - k)"),
    ("sum-position", "move take(w in [2, 3, 5], at in 0..n - w) => Heap(at) + Heap(n - w - at)"),
    ("sum-unequal", "move split(k in 1..(n - 1) // 2) => Heap(k) + Heap(n - k)"),
    ("sum-divisors", "move take(d in divisors(max(n, 1)) if d < n) => Heap(n - d)"),
];

/// A row is known by two values.
const ROWS: &str = "game Rows\nparam size : 0..1_000_000\npart Row(n : 0..size, closed : bool) {\n  \
    move take(at in 0..<n if at > 0 or not closed) => Row(at, closed) + Row(n - 1 - at, true)\n}\n\
    start Row(size, false)\nstuck => me loses\n";

/// Each move is left to one player.
const CUT_CAKE: &str = "game CutCake\nparam size : 1..1_000\nplayers Left, Right\npart Cake(a : 1..size, b : 1..size + 1) {\n  \
    move across(i in 1..a // 2) by Left => Cake(i, b) + Cake(a - i, b)\n  \
    move along(i in 1..b // 2) by Right => Cake(a, i) + Cake(a, b - i)\n}\n\
    start Cake(size, size + 1)\nstuck => me loses\n";

/// The rules of this name, if they are here.
pub(crate) fn text(name: &str) -> Option<String> {
    match name {
        "sum-rows" => Some(ROWS.to_owned()),
        "sum-cut-cake" => Some(CUT_CAKE.to_owned()),
        _ => RULES.iter().find(|(known, _)| *known == name).map(|(_, moves)| {
            let part = format!("part Heap(n : 0..size) {{\n{moves}\n}}");
            format!("game Heaps\nparam size : 0..1_000_000\n{part}\nstart Heap(size)\nstuck => me loses\n")
        }),
    }
}

fn input(size: usize, kernel: impl Fn() -> Found + 'static) -> Input {
    Input { params: vec![number(size)], size, kernel: Box::new(kernel) }
}

fn of_heaps(size: usize, options: fn(usize, &[u32], &mut dyn FnMut(u32))) -> Input {
    input(size, move || Found::Nimber(heaps::nimber(size, options)))
}

pub(crate) fn set(size: usize, _: &mut Dice) -> Input {
    of_heaps(size, |heap, nimbers, see| {
        [1, 4, 9, 10, 23, 57].into_iter().take_while(|take| *take <= heap).for_each(|take| see(nimbers[heap - take]));
    })
}

pub(crate) fn cap(size: usize, _: &mut Dice) -> Input {
    input(size, move || Found::Nimber(heaps::capped(size, 1 + size / 25, 1 + size / 10)))
}

pub(crate) fn split(size: usize, _: &mut Dice) -> Input {
    of_heaps(size, |heap, nimbers, see| (1..=heap / 2).for_each(|one| see(nimbers[one] ^ nimbers[heap - one])))
}

pub(crate) fn take_or_split(size: usize, _: &mut Dice) -> Input {
    of_heaps(size, |heap, nimbers, see| {
        (0..heap).for_each(|left| see(nimbers[left]));
        (1..=heap / 2).for_each(|one| see(nimbers[one] ^ nimbers[heap - one]));
    })
}

pub(crate) fn position(size: usize, _: &mut Dice) -> Input {
    of_heaps(size, |heap, nimbers, see| {
        for rest in [2, 3, 5].into_iter().filter_map(|width| heap.checked_sub(width)) {
            (0..=rest).for_each(|at| see(nimbers[at] ^ nimbers[rest - at]));
        }
    })
}

pub(crate) fn unequal(size: usize, _: &mut Dice) -> Input {
    of_heaps(size, |heap, nimbers, see| {
        (1..heap.div_ceil(2)).for_each(|one| see(nimbers[one] ^ nimbers[heap - one]));
    })
}

pub(crate) fn divisors(size: usize, _: &mut Dice) -> Input {
    input(size, move || {
        let divisors = heaps::divisors(size);
        let options = |heap: usize, nimbers: &[u32], see: &mut dyn FnMut(u32)| {
            divisors[heap].iter().filter(|_| heap > 0).for_each(|take| see(nimbers[heap - take]));
        };
        Found::Nimber(heaps::nimber(size, options))
    })
}

pub(crate) fn rows(size: usize, _: &mut Dice) -> Input {
    input(size, move || Found::Nimber(heaps::rows(size)))
}

pub(crate) fn cut_cake(size: usize, _: &mut Dice) -> Input {
    // Left begins, and wins just where the value is positive.
    let winner = |value: i64| if value > 0 { Ordering::Greater } else { Ordering::Less };
    input(size, move || Found::Winner(winner(cut_cake::value(size, size + 1))))
}
