//! Plain programs for most of the games of `games.txt`: each knows its game and nothing else, and values one position after the other, with how soon
//! it is won or lost, as Bouton does where every position is asked for.

use crate::kernels::in_line::{Board, by_layers};
use crate::kernels::{ends_table, guess, heaps, prefix, rectangle, stone_game_ii};
use bouton::Value;
use bouton::value::{Outcome, Plies};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What the start of its game is worth.
type Kernel = fn() -> Value;

/// The program for a game, by its name.
pub(crate) fn kernel(name: &str) -> Option<Kernel> {
    KERNELS.iter().find(|(known, _)| *known == name).map(|(_, kernel)| *kernel)
}

/// Games and their programs.
pub(crate) static KERNELS: &[(&str, Kernel)] = &[
    ("a condition on a variable, or a range that it empties", place_and_take),
    ("a condition beside a choice, or in the move", real_and_mock),
    ("taken numbers in a set, or in a list of truths", numbers_to_eighty),
    ("a row looked up by cells, or by row and column", || in_line(3, 4, 3, false)),
    ("sorted by the helper, or by exchanging", three_heaps),
    ("the first that fits, or the least", first_that_fits),
    ("a divisor by gcd, or by a loop", by_gcd),
    ("pairs in a list of lists, or in two lists", pairs),
    ("letters of a text, or numbers", letters),
    ("neighbours of a set made in the move, or asked one by one", few_neighbours),
    ("who stands where in two sets, or on a board", four_with_the_middle),
    ("the places of two pieces in a list, or in two variables", two_pieces),
    ("a heap taken out of a list, or left at zero", one_or_all),
    ("subsets as a choice, or member after member", two_of_a_set),
    ("last moves in a variable, or in a set", not_the_last),
    ("the squares up to a number, or a test", small_squares),
    ("a board reached by nodes, or by a list of lists", leaps),
    ("the nim sum by xor, or as a condition on a list", to_no_nim_sum),
    ("points from either end: two moves, or one with a choice of end", ends),
    ("points of a range: a sum, or two prefix sums", twice_as_many),
    ("a take that is bounded by a constant, or by a list of amounts", one_to_three),
    ("neighbours of a coin in a row: not adjacent, or a gap that is skipped", coins),
    ("a rectangle shrinks: its sides in four variables, or in two lists", shrinking),
    ("a heap with a limit that follows the last take: a condition, or a range", fibonacci),
    ("heaps: three variables, or a list", barred_heaps),
    ("a queen on a board: a ray, or amounts", queen),
    ("whose turn: me, or a variable that is exchanged", threes),
    ("pegs jump: cells and directions, or three indices", pegs),
    ("dominoes on a board: two cells, or a cell and whether across", dominoes),
    ("edges of a box: a count of each, or looked at", colours),
    ("a subset sum: a set of what is left, or a mask", multiple_of_17),
    ("names as numbers, or as an enumeration", phases),
    ("Grundy's game as one heap of a sum, by a range or by a condition", grundy),
    ("a subtraction set: a list, a set, or three moves", four_amounts),
    ("divisors: a helper, or every number tried", divisors),
    ("primes: a list, a helper, or a test", primes),
    ("three in a row: a helper, lines written out, or counts kept", || in_line(3, 3, 3, false)),
    ("knights: a list of jumps, or distances", knight),
    ("a run of equal letters: the text, or its numbers", runs_of_letters),
    ("a guess: the worst answer by the opponent, or at once", || Value::Lead(-guess::cost(150))),
    ("a piece that rests: a count of rests, or a truth", rests),
    ("two rows at once: two lists, or one of pairs", two_rows),
    ("a path through a grid of numbers: a cell, or two numbers", path),
    ("a third variable that follows from two others", between),
    ("bounds as wide as a million, or as they are", three_amounts_used),
    ("a most that is remembered, by if or by max", most_and_least),
    ("stacks: the height of each, or what stands in each", || in_line(4, 4, 4, true)),
    ("lights in a circle: remainders, or cases at the ends", lights),
    ("a square's four turns: an index, or a name", four_turns),
    ("two steps of one player: again, or both in one move", two_steps),
    ("a token on a graph and visited nodes: a set, or a list of truths", unvisited),
    ("heaps that may be joined: a loop to find, or choices", joined),
    ("a value that is worked out in a def, or in place", limit_by_remainder),
];

/// Who wins and how soon: 0 is a draw, `WON - k` a win after k moves, the opposite a loss.
type Worth = i32;
const WON: Worth = 1 << 20;
const LOST: Worth = -WON;

/// The best of what moves lead to, worth so much to the opponent; `stuck` where there is no move.
fn best(replies: impl IntoIterator<Item = Worth>, stuck: Worth) -> Worth {
    replies.into_iter().map(|reply| reply.signum() - reply).max().unwrap_or(stuck)
}

fn outcome(worth: Worth) -> Value {
    let plies = Plies::Of((WON - worth.abs()).unsigned_abs());
    Value::Outcome(match worth.signum() {
        1 => Outcome::Win(plies),
        0 => Outcome::Draw,
        _ => Outcome::Loss(plies),
    })
}

/// The worth of the last of so many positions, each by that of those before it.
fn valued(start: usize, worth: impl Fn(usize, &[Worth]) -> Worth) -> Value {
    let mut known = Vec::with_capacity(start + 1);
    for at in 0..=start {
        let found = worth(at, &known);
        known.push(found);
    }
    outcome(known[start])
}

/// Shows where moves lead from a position.
type Moves = dyn Fn(usize, &mut dyn FnMut(usize));

/// The same of few among many numbers: what is reached, depth first.
fn reached(numbers: usize, start: usize, moves: &Moves) -> Value {
    fn look(at: usize, known: &mut [Worth], moves: &Moves) -> Worth {
        if known[at] == Worth::MAX {
            let mut found = LOST;
            moves(at, &mut |next| found = found.max(best([look(next, known, moves)], LOST)));
            known[at] = found;
        }
        known[at]
    }
    outcome(look(start, &mut vec![Worth::MAX; numbers], moves))
}

/// The same where numbers are too many for a table.
fn met(start: usize, moves: &Moves) -> Value {
    fn look(at: usize, known: &mut HashMap<usize, Worth, Quick>, moves: &Moves) -> Worth {
        if let Some(found) = known.get(&at) {
            return *found;
        }
        let mut found = LOST;
        moves(at, &mut |next| found = found.max(best([look(next, known, moves)], LOST)));
        known.insert(at, found);
        found
    }
    outcome(look(start, &mut HashMap::default(), moves))
}

/// A table whose places are told by one multiplication.
type Quick = BuildHasherDefault<Times>;

#[derive(Default)]
struct Times(u64);

impl Hasher for Times {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_usize(usize::from(*byte)));
    }

    fn write_usize(&mut self, number: usize) {
        self.0 = (self.0 ^ number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The first player's lead at the last of so many positions, each by the leads before it.
fn leads(start: usize, lead: impl Fn(usize, &[i64]) -> i64) -> Value {
    let mut known = Vec::with_capacity(start + 1);
    for at in 0..=start {
        let found = lead(at, &known);
        known.push(found);
    }
    Value::Lead(known[start])
}

fn bits(mask: usize) -> impl Iterator<Item = usize> {
    (0..20).filter(move |bit| mask >> bit & 1 == 1)
}

/// The digits of a number, the lowest first, each with what one of it is worth.
fn digits(number: usize, base: usize, count: u32) -> impl Iterator<Item = (usize, usize)> {
    (0..count).map(move |place| (number / base.pow(place) % base, base.pow(place)))
}

/// The number with these digits, the lowest first.
fn number(digits: &[usize], base: usize) -> usize {
    digits.iter().rev().fold(0, |number, digit| number * base + digit)
}

fn wide(small: usize) -> i64 {
    i64::try_from(small).unwrap_or(i64::MAX)
}

fn in_line(rows: usize, cols: usize, need: usize, drops: bool) -> Value {
    Value::Outcome(by_layers(&Board { rows, cols, need, drops }))
}

/// `left`, and after it the place, 400 where there is none.
fn place_and_take() -> Value {
    valued(2_000 * 401 + 400, |here, known| {
        let (left, at) = (here / 401, here % 401);
        if at == 400 {
            return best((0..400).map(|at| known[left * 401 + at]), LOST);
        }
        let after = |rest: usize| rest * 401 + if rest % 7 == at % 7 { 400 } else { at };
        best((1..=left.min(3)).map(|k| known[after(left - k)]), LOST)
    })
}

/// Five heaps, and after them 1 where the next move is mock.
fn real_and_mock() -> Value {
    valued((12_usize.pow(5) - 1) * 2, |here, known| {
        let xs = here / 2;
        if here % 2 == 1 {
            return best([known[xs * 2]], LOST);
        }
        let after = |(x, unit): (usize, usize)| (1..=x).map(move |k| (xs - k * unit) * 2 + 1);
        best(digits(xs, 12, 5).flat_map(after).map(|next| known[next]), LOST)
    })
}

/// The numbers that are left: those up to 18 are 171 together.
fn numbers_to_eighty() -> Value {
    valued((1 << 18) - 1, |free, known| {
        let sum = 171 - bits(free).map(|bit| bit + 1).sum::<usize>();
        best(bits(free).map(|bit| if sum + bit + 1 >= 80 { LOST } else { known[free ^ 1 << bit] }), 0)
    })
}

fn three_heaps() -> Value {
    valued(81 * 81 * 81 - 1, |xs, known| {
        let after = |(x, unit): (usize, usize)| (1..=x.min(3)).map(move |k| xs - k * unit);
        best(digits(xs, 81, 3).flat_map(after).map(|next| known[next]), LOST)
    })
}

fn first_that_fits() -> Value {
    valued(6_usize.pow(5) - 1, |xs, known| {
        let after = |k: usize| digits(xs, 6, 5).find(|(x, _)| *x >= k).map(|(_, unit)| known[xs - k * unit]);
        best((1..=2).filter_map(after), LOST)
    })
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn by_gcd() -> Value {
    valued(400 * 2_001 + 2_000, |here, known| {
        let (b, a) = (here / 2_001, here % 2_001);
        let one = (1..=a.min(4)).filter(|k| gcd(a + k, 12) < 4).map(|k| known[here - k]);
        best(one.chain((1..=b.min(3)).map(|k| known[here - 2_001 * k])), LOST)
    })
}

fn pairs() -> Value {
    const PAIRS: [(u32, u32); 10] = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2), (1, 3), (2, 4), (3, 0), (4, 1)];
    valued(13_usize.pow(5) - 1, |xs, known| {
        let digit = |place: u32| xs / 13_usize.pow(place) % 13;
        let open = PAIRS.iter().filter(|(one, two)| digit(*one) > 0 && digit(*two) > 1);
        best(open.map(|(one, two)| known[xs - 13_usize.pow(*one) - 2 * 13_usize.pow(*two)]), LOST)
    })
}

/// How many letters are left, and after them how far the sum is from 200.
fn letters() -> Value {
    const WORD: &[u8] = b"abcabbcaacbabcab";
    valued(2_000 * 201 + 200, |here, known| {
        let (i, seen) = (2_000 - here / 201, 200 - here % 201);
        let at = |i: usize, seen: usize| known[(2_000 - i) * 201 + 200 - seen];
        let worth = |letter: u8| if letter == b'a' { 1 } else { 3 };
        let read = (1..=3).filter(|k| i + k <= 2_000 && (WORD[(i + k - 1) % 16] != b'c' || *k < 3));
        let read = read.map(|k| at(i + k, (seen + worth(WORD[(i + k - 1) % 16])) % 200));
        let skip = (1..=5).filter(|k| i < 2_000 && seen + 7 * k <= 200).map(|k| at(i + 1, seen + 7 * k));
        best(read.chain(skip), LOST)
    })
}

/// The cells beside each of a board.
fn beside(rows: usize, cols: usize) -> Vec<Vec<usize>> {
    let near = |cell: usize| {
        let (row, col) = (cell / cols, cell % cols);
        let far = |other: &usize| row.abs_diff(other / cols) + col.abs_diff(other % cols) == 1;
        (0..rows * cols).filter(far).collect()
    };
    (0..rows * cols).map(near).collect()
}

/// The cells that are taken.
fn few_neighbours() -> Value {
    let near: Vec<usize> = beside(4, 5).iter().map(|near| near.iter().map(|cell| 1 << cell).sum()).collect();
    reached(1 << 20, 0, &move |taken, show| {
        let free = (0..20).filter(|cell| taken >> cell & 1 == 0);
        free.filter(|cell| (taken & near[*cell]).count_ones() <= 1).for_each(|cell| show(taken | 1 << cell));
    })
}

/// Two bits a cell: 1 and 2 are the stones of either player.
fn four_with_the_middle() -> Value {
    fn look(cells: usize, known: &mut HashMap<usize, Worth, Quick>) -> Worth {
        if let Some(found) = known.get(&cells) {
            return *found;
        }
        let free = (0..24).step_by(2).filter(|at| cells >> at & 3 == 0);
        let mine = if cells.count_ones().is_multiple_of(2) { 1 } else { 2 };
        let put = |at: usize, known: &mut HashMap<usize, Worth, Quick>| {
            let next = cells | mine << at;
            let own = next & (0x55_5555 * mine);
            if own.count_ones() == 4 && next >> 10 & 3 == mine { LOST } else { look(next, known) }
        };
        let found = best(free.map(|at| put(at, known)).collect::<Vec<_>>(), 0);
        known.insert(cells, found);
        found
    }
    outcome(look(0, &mut HashMap::default()))
}

fn two_pieces() -> Value {
    let near = beside(10, 10);
    valued(60 * 10_000 + 99, |here, known| {
        let (left, one, two) = (here / 10_000, here / 100 % 100, here % 100);
        if left == 0 {
            return LOST;
        }
        let first = near[one].iter().filter(|to| **to != two).map(|to| to * 100 + two);
        let second = near[two].iter().filter(|to| **to != one).map(|to| one * 100 + to);
        best(first.chain(second).map(|next| known[(left - 1) * 10_000 + next]), LOST)
    })
}

fn one_or_all() -> Value {
    valued(number(&[7, 5, 8, 6, 7, 8], 9), |xs, known| {
        let open = digits(xs, 9, 6).filter(|(x, _)| *x > 0);
        let after = |(x, unit): (usize, usize)| [Some(xs - x * unit), (x > 1).then_some(xs - unit)];
        best(open.flat_map(after).flatten().map(|next| known[next]), LOST)
    })
}

fn two_of_a_set() -> Value {
    reached(1 << 14, (1 << 14) - 1, &|set, show| {
        for i in bits(set) {
            let two = bits(set).filter(|j| *j > i && !(i + j).is_multiple_of(3));
            two.for_each(|j| show(set ^ 1 << i ^ 1 << j));
        }
    })
}

fn not_the_last() -> Value {
    valued(100_000 * 7, |here, known| {
        let (n, last) = (here / 7, here % 7);
        best((1..=n.min(6)).filter(|k| *k != last).map(|k| known[(n - k) * 7 + k]), LOST)
    })
}

fn small_squares() -> Value {
    valued(1_000_000, |n, known| best((1..=9).filter(|k| k * k <= n).map(|k| known[n - k * k]), LOST))
}

/// The nodes that were not seen, and after them where the token is.
fn leaps() -> Value {
    let graph: [[usize; 4]; 16] = std::array::from_fn(|at| [1, 15, 6, 10].map(|by| (at + by) % 16));
    reached(1 << 20, 0xFFFE * 16, &move |here, show| {
        let (free, at) = (here / 16, here % 16);
        let leap = bits(free).filter(|_| (16 - free.count_ones()).is_multiple_of(3));
        let open = graph[at].into_iter().filter(|to| free >> to & 1 == 1).chain(leap);
        open.for_each(|to| show((free ^ 1 << to) * 16 + to));
    })
}

fn to_no_nim_sum() -> Value {
    valued(number(&[23, 21, 22, 23], 24), |xs, known| {
        let after = |(x, unit): (usize, usize)| (1..=x.min(2)).map(move |k| xs - k * unit);
        let worth = |next: usize| {
            let (xor, sum) = digits(next, 24, 4).fold((0, 0), |(xor, sum), (x, _)| (xor ^ x, sum + x));
            if xor == 0 && sum < 8 { LOST } else { known[next] }
        };
        best(digits(xs, 24, 4).flat_map(after).map(worth), LOST)
    })
}

fn ends() -> Value {
    let piles: Vec<i32> = (0..3_000).map(|k| (7 * k * k + 3 * k) % 101).collect();
    Value::Lead(ends_table::lead(&piles))
}

fn twice_as_many() -> Value {
    let piles: Vec<i64> = (0..3_000).map(|k| (5 * k * k + 11 * k) % 97).collect();
    Value::Lead(stone_game_ii::lead(&piles))
}

fn one_to_three() -> Value {
    let piles: Vec<i64> = (0..1_000_000).map(|k| (9 * k * k + 5 * k) % 89 - 40).collect();
    Value::Lead(prefix::lead(&piles, 3))
}

/// How many coins are left.
fn coins() -> Value {
    leads(1_000_000, |left, known| {
        let k = 1_000_000 - wide(left);
        if left == 0 { 0 } else { ((13 * k * k + k) % 71 - known[left.saturating_sub(2)]).max(-known[left - 1]) }
    })
}

fn shrinking() -> Value {
    let row = |r: i64| (0..48).map(|c| (r * r * 7 + c * c * 5 + r * c) % 43).collect();
    Value::Lead(rectangle::lead(&(0..48).map(row).collect::<Vec<Vec<i64>>>()))
}

/// What is best with a limit is what is best with one less, or taking all of it.
fn fibonacci() -> Value {
    let mut known: Vec<Vec<Worth>> = vec![vec![LOST]];
    for n in 1..=3_000 {
        let mut here = vec![LOST];
        for most in 1..=n {
            let rest: &Vec<Worth> = &known[n - most];
            here.push(here[most - 1].max(best([rest[(2 * most).min(n - most)]], LOST)));
        }
        known.push(here);
    }
    outcome(known[3_000][2_999])
}

fn barred_heaps() -> Value {
    valued(number(&[77, 79, 80], 81), |xs, known| {
        if digits(xs, 81, 3).map(|(x, _)| x).sum::<usize>() == 1 {
            return WON;
        }
        let open =
            |(x, unit): (usize, usize)| (1..=x.min(3)).filter(move |k| (x - k) % 5 != 2).map(move |k| xs - k * unit);
        best(digits(xs, 81, 3).flat_map(open).map(|next| known[next]), LOST)
    })
}

fn queen() -> Value {
    valued(249 * 250 + 248, |here, known| {
        let (r, c) = (here / 250, here % 250);
        let way = |most: usize, by: usize| (1..=most).map(move |k| here - k * by);
        best(way(r, 250).chain(way(c, 1)).chain(way(r.min(c), 251)).map(|next| known[next]), LOST)
    })
}

/// What is left, the points that both may still get, and who moves.
fn threes() -> Value {
    valued((1_200 * 441 + 440) * 2, |here, known| {
        let (n, a, b, mover) = (here / 882, here / 42 % 21, here / 2 % 21, here % 2);
        if n == 0 {
            // Fewer points that are left are more that were got.
            let order = if a < b {
                WON
            } else if b < a {
                LOST
            } else {
                0
            };
            return if mover == 0 { order } else { -order };
        }
        let after = |k: usize| {
            let got =
                |left: usize, who: usize| left - usize::from((n - k).is_multiple_of(3) && mover == who && left > 0);
            (((n - k) * 21 + got(a, 0)) * 21 + got(b, 1)) * 2 + 1 - mover
        };
        best((1..=n.min(3)).map(|k| known[after(k)]), 0)
    })
}

fn pegs() -> Value {
    let start = (0..22).filter(|k| ![3, 11, 17].contains(k)).fold(0, |pegs, k| pegs | 1 << k);
    reached(1 << 22, start, &|pegs, show| {
        for k in 0..20 {
            match pegs >> k & 7 {
                0b011 | 0b110 => show(pegs ^ 0b111 << k),
                _ => {}
            }
        }
    })
}

/// The cells that are covered; whose turn it is follows from how many.
fn dominoes() -> Value {
    reached(1 << 20, 0, &|used, show| {
        let down = (used.count_ones() / 2).is_multiple_of(2);
        let domino = |k: usize| if down { 0b10_0001 << k } else { 0b11 << k };
        let fits = |k: &usize| if down { *k < 15 } else { k % 5 < 4 };
        (0..20).filter(fits).map(domino).filter(|domino| used & domino == 0).for_each(|domino| show(used | domino));
    })
}

/// Two bits a place.
fn colours() -> Value {
    reached(1 << 20, 0, &|places, show| {
        for at in (0..20).step_by(2).filter(|at| places >> at & 3 == 0) {
            let (before, after) = (if at == 0 { 0 } else { places >> (at - 2) & 3 }, places >> (at + 2) & 3);
            (1..=3).filter(|k| *k != before && *k != after).for_each(|k| show(places | k << at));
        }
    })
}

/// The numbers that are left: those up to 16 are 136 together, which is a multiple of 17.
fn multiple_of_17() -> Value {
    valued((1 << 16) - 1, |free, known| {
        let rest = bits(free).map(|bit| bit + 1).sum::<usize>();
        let worth = |bit: usize| if (rest - bit - 1).is_multiple_of(17) { LOST } else { known[free ^ 1 << bit] };
        best(bits(free).map(worth), 0)
    })
}

fn phases() -> Value {
    valued(600_000 * 3, |here, known| {
        let (n, phase) = (here / 3, here % 3);
        let (least, most) = [(1, 4), (2, 5), (1, 2)][phase];
        best((least..=most.min(n)).map(|k| known[(n - k) * 3 + (phase + 1) % 3]), LOST)
    })
}

/// Who wins a heap of this nimber; how soon is not counted.
fn heap(nimber: u64) -> Value {
    Value::Outcome(if nimber == 0 { Outcome::Loss(Plies::Unknown) } else { Outcome::Win(Plies::Unknown) })
}

fn grundy() -> Value {
    heap(heaps::nimber(8_000, |n, known, show| {
        (1..n.div_ceil(2)).for_each(|k| show(known[k] ^ known[n - k]));
    }))
}

fn four_amounts() -> Value {
    heap(heaps::nimber(4_000_000, |n, known, show| {
        [1, 4, 9, 13].into_iter().filter(|k| *k <= n).for_each(|k| show(known[n - k]));
    }))
}

fn divisors() -> Value {
    let all = heaps::divisors(20_000);
    valued(20_000, |n, known| best(all[n].iter().map(|k| known[n - k]), LOST))
}

fn primes() -> Value {
    let primes: Vec<usize> = (2..=97).filter(|p| (2..10).all(|q| p % q != 0 || p == &q)).collect();
    valued(400_000, |n, known| best(primes.iter().filter(|p| **p <= n).map(|p| known[n - p]), LOST))
}

/// The cells that were visited, and after them where the knight is.
fn knight() -> Value {
    let jump = |one: usize, two: usize| (one / 5).abs_diff(two / 5) * (one % 5).abs_diff(two % 5) == 2;
    let jumps: Vec<Vec<usize>> = (0..20).map(|at| (0..20).filter(|to| jump(at, *to)).collect()).collect();
    met(0, &move |here, show| {
        let (seen, at) = (here / 32, here % 32);
        jumps[at].iter().filter(|to| seen >> **to & 1 == 0).for_each(|to| show((seen | 1 << to) * 32 + to));
    })
}

/// How many letters are left, how many were taken at the left, and the last letter.
fn runs_of_letters() -> Value {
    const WORD: &[u8] = b"abbacabbbaccabacabbaccbbaacbbcaabbca";
    let letter = |at: usize| usize::from(WORD[at % 36] - b'a') + 1;
    valued(600 * 601 * 4, |here, known| {
        let (count, i, last) = (here / 2_404, here / 4 % 601, here % 4);
        if count == 0 || i + count > 600 {
            return LOST;
        }
        let open = |at: &usize| letter(*at) != last || count < 3;
        let left = Some(i).filter(open).map(|at| (i + 1, letter(at)));
        let right = Some(i + count - 1).filter(open).map(|at| (i, letter(at)));
        best(left.into_iter().chain(right).map(|(i, last)| known[((count - 1) * 601 + i) * 4 + last]), LOST)
    })
}

/// How many are left, and after them 1 where the piece may rest.
fn rests() -> Value {
    valued(200_000 * 2 + 1, |here, known| {
        let n = here / 2;
        let rest = (here % 2 == 1 && n > 0).then(|| known[here - 1]);
        best((1..=n.min(5)).map(|k| known[(n - k) * 2 + 1]).chain(rest), LOST)
    })
}

/// How many numbers each row has left.
fn two_rows() -> Value {
    leads(1_500 * 1_501 + 1_500, |here, known| {
        let (one, two) = (here / 1_501, here % 1_501);
        let (i, j) = (1_500 - wide(one), 1_500 - wide(two));
        let up = (one > 0).then(|| (3 * i * i + i) % 31 - known[here - 1_501]);
        let down = (two > 0).then(|| (5 * j * j + 2 * j) % 37 - known[here - 1]);
        up.into_iter().chain(down).max().unwrap_or(0)
    })
}

/// How many steps are left each way.
fn path() -> Value {
    let number = |r: i64, c: i64| (r * r * 7 + c * c * 5 + r * c) % 41;
    leads(999 * 1_000 + 999, |here, known| {
        let (down, right) = (here / 1_000, here % 1_000);
        let (r, c) = (999 - wide(down), 999 - wide(right));
        let below = (down > 0).then(|| number(r + 1, c) - known[here - 1_000]);
        let beside = (right > 0).then(|| number(r, c + 1) - known[here - 1]);
        below.into_iter().chain(beside).max().unwrap_or(0)
    })
}

/// How far the ends are apart, and where the first is.
fn between() -> Value {
    valued(300 * 301, |here, known| {
        let (left, i) = (here / 301, here % 301);
        let j = i + left;
        if j > 300 {
            return LOST;
        }
        let first = (1..=left.min(3)).filter(|k| (i + k) % 7 != 3).map(|k| known[(left - k) * 301 + i + k]);
        let last = (1..=left.min(2)).filter(|k| (j - k) % 5 != 1).map(|k| known[(left - k) * 301 + i]);
        best(first.chain(last), LOST)
    })
}

fn three_amounts_used() -> Value {
    valued(20_000 * 64, |here, known| {
        let (n, used) = (here / 64, here % 64);
        let after = |k: usize| if used.count_ones() == 3 { 1 << (k - 1) } else { used | 1 << (k - 1) };
        let open = (1..=n.min(6)).filter(|k| used >> (k - 1) & 1 == 0);
        best(open.map(|k| known[(n - k) * 64 + after(k)]), LOST)
    })
}

fn most_and_least() -> Value {
    valued(10_000 * 100 + 9, |here, known| {
        let (n, most, least) = (here / 100, here / 10 % 10, here % 10);
        let after = |k: usize| (most.max(k), least.min(k));
        let open = (1..=n.min(9)).filter(|k| after(*k).0 < after(*k).1 + 5);
        best(open.map(|k| known[(n - k) * 100 + after(k).0 * 10 + after(k).1]), LOST)
    })
}

fn lights() -> Value {
    reached(1 << 22, (1 << 22) - 1, &|lit, show| {
        for i in 0..22 {
            let two = 1 << i | 1 << ((i + 1) % 22);
            if lit & two == two {
                show(lit ^ two);
            }
        }
    })
}

fn four_turns() -> Value {
    const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let number = |left: usize, x: usize, y: usize, face: usize| ((left * 61 + x) * 61 + y) * 4 + face;
    valued(number(100, 30, 30, 0), |here, known| {
        let (left, x, y, face) = (here / 14_884, here / 244 % 61, here / 4 % 61, here % 4);
        let step = |at: usize, by: isize| at.checked_add_signed(by).filter(|at| *at <= 60);
        let on = step(x, STEPS[face].0).zip(step(y, STEPS[face].1)).filter(|_| left > 0);
        let on = on.map(|(x, y)| known[number(left - 1, x, y, face)]);
        let turn = (left > 1).then(|| known[number(left - 2, x, y, (face + 1) % 4)]);
        best(on.into_iter().chain(turn), LOST)
    })
}

/// Both steps together count as one move here, so that only who wins is compared.
fn two_steps() -> Value {
    valued(400_000, |n, known| {
        let second = |a: usize| (0..=4).filter(move |b| *b != a && a + b <= n).map(move |b| n - a - b);
        best((1..=4).flat_map(second).map(|next| known[next]), LOST)
    })
}

/// The nodes that were seen, and after them where the token is.
fn unvisited() -> Value {
    met(1 << 5, &|here, show| {
        let (seen, at) = (here / 32, here % 32);
        let near = [(at + 1) % 18, (at + 17) % 18, (at + 5) % 18, (at + 13) % 18];
        near.into_iter().filter(|to| seen >> to & 1 == 0).for_each(|to| show((seen | 1 << to) * 32 + to));
    })
}

/// No heap grows beyond 7, so three bits are enough for each.
fn joined() -> Value {
    reached(1 << 21, number(&[4, 3, 3, 2, 2, 3, 4], 8), &|xs, show| {
        let heap = |i: usize| xs >> (3 * i) & 7;
        for i in 0..7 {
            for j in i + 1..7 {
                if heap(i) > 0 && heap(j) > 0 && heap(i) + heap(j) <= 7 {
                    show(xs + (heap(j) << (3 * i)) - (heap(j) << (3 * j)));
                }
            }
            (1..=heap(i).min(2)).for_each(|k| show(xs - (k << (3 * i))));
        }
    })
}

fn limit_by_remainder() -> Value {
    valued(400_000 * 5, |here, known| {
        let (n, m) = (here / 5, here % 5);
        best((1..=[4, 2, 3][n % 3].min(n)).filter(|k| *k != m).map(|k| known[(n - k) * 5 + k]), LOST)
    })
}
