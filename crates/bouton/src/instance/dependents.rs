//! Which numbers follow from the other variables, as a count of taken stones does from the stones: a linear equation over the bits of positions that
//! holds in all that were drawn by lot (likely invariants: Ernst, Cockrell, Griswold and Notkin 2001). So it is with sets that share no
//! member, as the stones of two players on a board. It is no proof. Whoever numbers positions without such a variable, or with one digit for
//! a member of such sets, must see that every move leads to a position that has a number.

use super::Instance;
use super::words::digits;
use crate::dice::Dice;
use crate::game::{Dependent, Disjoint, Game, Numbers, PackedDigit, Reduced, WordRow, Words, bits};
use crate::recurrence::{Linear, Substitution, Terms, Variable, Weights};
use bouton_rules::types::Domain;
use std::ops::Range;

/// Sets of fewer members are bits like any other, too.
const FEWEST_MEMBERS: usize = 4;
/// Numbers of fewer values are bits like any other.
const FEW: u64 = 8;
/// Columns of an equation, and numbers that may follow, at the most.
const MOST_COLUMNS: usize = 160;
const MOST_DEPENDENTS: usize = 4;
/// Positions drawn beyond one for each column, and moves of a game of which they are.
const MORE: usize = 64;
const LONGEST: usize = 256;
/// No weight of a column is larger, and no bit adds more, so that no sum over the bits of a row overflows.
const LARGEST: i64 = 1 << 20;
const MOST_ADDED: i64 = 1 << 50;
/// Equations are solved modulo this prime, 2⁶¹ − 1.
const PRIME: u64 = (1 << 61) - 1;

/// Bits with what each adds: one, or those of a number.
type Column = Vec<(usize, i64)>;

impl Instance {
    /// Its numbers without the variables that seem to follow from others, if there are any, and without what play does not come to.
    pub(super) fn without_dependents(&self) -> Option<&Reduced> {
        let proven = self.proven_dependents();
        let follows = proven.filter(|proven| !proven.names.is_empty());
        follows.or_else(|| self.reduced.get_or_init(|| reduced(self)).as_ref()).or(proven)
    }

    /// The same where closed forms of the moves show that they follow.
    pub(super) fn proven_dependents(&self) -> Option<&Reduced> {
        self.proven.get_or_init(|| proven(self)).as_ref()
    }
}

/// Numbers of many values, by name, the largest first, and of equals the last: what is counted along is often named after what it counts.
fn large(game: &Instance, digits: &[PackedDigit]) -> Option<Vec<(String, PackedDigit)>> {
    let variables = game.rules().states.iter().zip(game.interpreter.domains()).zip(game.layout.places()?);
    let numbers = variables.filter(|((_, domain), _)| matches!(domain, Domain::Int { .. }));
    let digit =
        |at: usize| digits.iter().find(|digit| digit.at == at && digit.radix >= FEW && digit.width < 62).copied();
    let mut large: Vec<(String, PackedDigit)> =
        numbers.filter_map(|((state, _), place)| Some((state.name.clone(), digit(place.start)?))).collect();
    large.reverse();
    large.sort_by_key(|(_, digit)| std::cmp::Reverse(digit.radix));
    Some(large)
}

/// Without numbers that a sum tells which no move changes, and within what play keeps to.
fn proven(game: &Instance) -> Option<Reduced> {
    let (mut recurrence, words) = (game.recurrence().ok()?.clone(), game.form()?.words);
    let (all, left) = (digits(game.numbering())?, digits(game.narrowest())?);
    let first = game.canonical(game.start().ok()?);
    let (start, mut row) = (game.variables(&first)?, WordRow::from_elem(0, words));
    game.write(&first, &mut row);
    let played = start.len() - usize::from(game.turns().len() > 1);
    let variables = recurrence.variables[..played].iter_mut().zip(start.iter().copied());
    let digits = narrow(variables, &row, all.iter().zip(&left))?;
    let (mut substitution, mut dependents, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for (name, at, sum) in telling(recurrence.conserved(), &digits, large(game, &digits)?)? {
        let (is, dependent) = told(at, &sum, &digits, (&start, &row))?;
        substitution.push((at, is));
        dependents.push(dependent);
        names.push(name);
    }
    if names.is_empty() && left == all {
        return None;
    }
    let gone = |digit: &PackedDigit| dependents.iter().any(|dependent| dependent.digit == *digit);
    let left: Vec<PackedDigit> = left.into_iter().filter(|digit| !gone(digit)).collect();
    let substitution = Substitution(substitution);
    let recurrence = recurrence.without(&substitution)?;
    let numbers = Numbers::reduced(words, game.turns(), &left, dependents, Vec::new())?;
    let (bounds, proven) = (game.lower_bounds(), Some((substitution, recurrence)));
    Some(Reduced { numbers, bounds, names, disjoint: Vec::new(), proven })
}

/// Makes variables as narrow as their digits become, of which all are given and then those that are left: the digit of each. Nothing where variables and
/// digits do not go side by side, as at the start, which is given by its values and its row.
fn narrow<'d>(
    variables: impl Iterator<Item = (&'d mut Variable, i64)>,
    row: &[u64],
    digits: impl Iterator<Item = (&'d PackedDigit, &'d PackedDigit)>,
) -> Option<Vec<PackedDigit>> {
    // The length of a list that never changes is a digit of one value, and no variable.
    let (mut digits, mut found) = (digits.filter(|(all, _)| all.radix > 1), Vec::new());
    for (variable, value) in variables {
        let fixed = PackedDigit { at: 0, width: 0, radix: 1, low: 0 };
        let (all, left) = if variable.lo == variable.hi { (&fixed, &fixed) } else { digits.next()? };
        let code = worth(&number(*all), row).checked_sub_unsigned(all.low);
        let is_digit = variable.hi.abs_diff(variable.lo).checked_add(1) == Some(all.radix);
        (is_digit && code == value.checked_sub(variable.lo)).then_some(())?;
        variable.lo = variable.lo.checked_add_unsigned(left.low.checked_sub(all.low)?)?;
        variable.hi = variable.lo.checked_add_unsigned(left.radix.checked_sub(1)?)?;
        found.push(*left);
    }
    digits.next().is_none().then_some(found)
}

/// For each number that is told by a sum, in which it counts once: its name, its place, and the sum, in which no other such number counts.
fn telling(
    mut sums: Vec<Weights>,
    digits: &[PackedDigit],
    large: Vec<(String, PackedDigit)>,
) -> Option<Vec<(String, usize, Weights)>> {
    sums.retain(|sum| sum.iter().all(|weight| weight.unsigned_abs() <= LARGEST.unsigned_abs()));
    let mut chosen: Vec<(String, usize, Weights)> = Vec::new();
    for (name, digit) in large {
        let Some(at) = digits.iter().position(|known| *known == digit) else { continue };
        let tells = |sum: &Weights| matches!(sum[at], 1 | -1) && sum[digits.len()..].iter().all(|weight| *weight == 0);
        let Some(found) = sums.iter().position(tells).filter(|_| chosen.len() < MOST_DEPENDENTS) else { continue };
        let sum = sums.swap_remove(found);
        for other in sums.iter_mut().chain(chosen.iter_mut().map(|(_, _, other)| other)) {
            let times = other[at].checked_mul(sum[at])?;
            for (weight, by) in other.iter_mut().zip(&sum) {
                *weight = weight.checked_sub(times.checked_mul(*by)?)?;
            }
        }
        chosen.push((name, at, sum));
    }
    Some(chosen)
}

/// What a number is by the others of a sum, as it is at the start: as a form of variables, and of the bits of a row.
fn told(
    at: usize,
    sum: &Weights,
    digits: &[PackedDigit],
    (start, row): (&[i64], &[u64]),
) -> Option<(Linear, Dependent)> {
    let others = (0..sum.len()).filter(|other| *other != at && sum[*other] != 0);
    let terms = others.map(|other| Some((other, sum[other].checked_mul(-sum[at])?)));
    let terms = terms.collect::<Option<Terms>>()?;
    let rest = |values: &dyn Fn(usize) -> i64| {
        let less = |rest: i64, (other, times): &(usize, i64)| rest.checked_sub(times.checked_mul(values(*other))?);
        terms.iter().try_fold(values(at), less)
    };
    let constant = rest(&|variable| start[variable])?;
    let code = rest(&|variable| worth(&number(digits[variable]), row))?;
    let adds = |(bit, adds): (usize, i64), times: i64| {
        let adds = times.checked_mul(adds).filter(|adds| adds.unsigned_abs() <= MOST_ADDED.unsigned_abs());
        Some((bit, adds?))
    };
    let bits =
        terms.iter().flat_map(|(other, times)| number(digits[*other]).into_iter().map(move |bit| adds(bit, *times)));
    let weights = bits.collect::<Option<Vec<(usize, i64)>>>()?;
    Some((Linear { constant, terms }, Dependent { digit: digits[at], constant: code, weights }))
}

/// `None` where no number follows from others in positions that were drawn, and no sets are disjoint, or positions are not rows of digits.
fn reduced(game: &Instance) -> Option<Reduced> {
    let words = game.form()?.words;
    let mut digits = digits(game.narrowest())?;
    let (numbers, sets) = (large(game, &digits)?, sets(game, &digits)?);
    let single = digits.iter().filter(|digit| digit.radix > 1).map(|digit| digit.width as usize);
    let columns = numbers.len() + single.sum::<usize>();
    let numbers = if columns > MOST_COLUMNS { Vec::new() } else { numbers };
    if numbers.is_empty() && sets.len() < 2 {
        return None;
    }
    let rows = drawn(game, words, columns.min(MOST_COLUMNS) + MORE)?;
    let (names, dependents) = following(&rows, &mut digits, numbers)?;
    let (sets, together) = disjoint(&rows, &mut digits, sets);
    if dependents.is_empty() && together.is_empty() {
        return None;
    }
    let numbers = Numbers::reduced(words, game.turns(), &digits, dependents, together)?;
    Some(Reduced { numbers, bounds: game.lower_bounds(), names, disjoint: sets, proven: None })
}

/// Numbers that follow from the other digits, which they are taken out of: their names, and how they follow.
fn following(
    rows: &[WordRow],
    digits: &mut Vec<PackedDigit>,
    large: Vec<(String, PackedDigit)>,
) -> Option<(Vec<String>, Vec<Dependent>)> {
    let single = |digit: &PackedDigit| (digit.at..digit.at + digit.width as usize).map(|bit| vec![(bit, 1)]);
    let mut columns: Vec<Column> = large.iter().map(|(_, digit)| number(*digit)).collect();
    columns.extend(digits.iter().filter(|digit| digit.radix > 1).flat_map(single));
    let (mut dependents, mut names): (Vec<Dependent>, Vec<String>) = (Vec::new(), Vec::new());
    for (name, digit) in large {
        let others = |column: &Column| !column.iter().any(|(bit, _)| holds(digit, *bit));
        let left: Vec<Column> = columns.iter().filter(|column| others(column)).cloned().collect();
        // By numbers as wholes where that does, since not every bit of them need have been seen; and by the bits of a mask.
        let reversed = || left.iter().rev().cloned().collect::<Vec<_>>();
        let follows = |digit| equation(rows, digit, &left).or_else(|| equation(rows, digit, &reversed()));
        // Those before must follow from what is left without this one, too: a row has none of them until all are worked out.
        let again = |known: &Dependent| {
            let speaks = known.weights.iter().any(|(bit, _)| holds(digit, *bit));
            if speaks { follows(known.digit) } else { Some(known.clone()) }
        };
        let found = follows(digit).and_then(|dependent| {
            let before = dependents.iter().map(again).collect::<Option<Vec<Dependent>>>()?;
            Some(before.into_iter().chain([dependent]).collect())
        });
        if let Some(found) = found {
            dependents = found;
            names.push(name);
            columns = left;
            digits.retain(|known| *known != digit);
        }
        if dependents.len() == MOST_DEPENDENTS {
            break;
        }
    }
    Some((names, dependents))
}

/// Sets, and rows of truth values: by name, and the bits of each, where each is a digit.
fn sets(game: &Instance, digits: &[PackedDigit]) -> Option<Vec<(String, Range<usize>)>> {
    let variables = game.rules().states.iter().zip(game.interpreter.domains()).zip(game.layout.places()?);
    let mut sets = Vec::new();
    for ((state, domain), place) in variables {
        match domain {
            Domain::List { min, max, of } if min == max && is_set(of) => {
                let each = place.len().checked_div(usize::try_from(*max).ok()?).filter(|width| *width > 0);
                let firsts =
                    each.into_iter().flat_map(|width| place.clone().step_by(width).map(move |at| at..at + width));
                sets.extend(firsts.enumerate().map(|(at, bits)| (format!("{}[{at}]", state.name), bits)));
            }
            of if is_set(of) => sets.push((state.name.clone(), place)),
            _ => {}
        }
    }
    let bit = |bit: usize| digits.iter().any(|digit| (digit.at, digit.width, digit.radix) == (bit, 1, 2));
    sets.retain(|(_, place)| (FEWEST_MEMBERS..=64).contains(&place.len()) && place.clone().all(bit));
    Some(sets)
}

/// Whether values are a bit for each of something.
fn is_set(domain: &Domain<i64>) -> bool {
    match domain {
        Domain::Set(_) => true,
        Domain::List { min, max, of } => min == max && **of == Domain::Bool,
        Domain::Grid { of, .. } => **of == Domain::Bool,
        _ => false,
    }
}

/// Sets that share no member in any row, and are not empty in all: their names, and their bits, which are taken out of the digits.
fn disjoint(
    rows: &[WordRow],
    digits: &mut Vec<PackedDigit>,
    mut sets: Vec<(String, Range<usize>)>,
) -> (Vec<Vec<String>>, Vec<Disjoint>) {
    let width = |set: &Range<usize>| u32::try_from(set.len()).expect("64 at the most");
    sets.retain(|(_, set)| rows.iter().any(|row| bits(row, set.start, width(set)) != 0));
    let (mut names, mut all) = (Vec::new(), Vec::new());
    while !sets.is_empty() {
        let (name, first) = sets.remove(0);
        let (mut named, mut together) = (vec![name], Disjoint { at: vec![first.start], width: width(&first) });
        sets.retain(|(name, set)| {
            together.at.push(set.start);
            let joins = set.len() == first.len() && !rows.iter().any(|row| together.overlap(row));
            if joins {
                named.push(name.clone());
            } else {
                together.at.pop();
            }
            !joins
        });
        if named.len() > 1 {
            let taken = |bit: usize| together.at.iter().any(|at| (*at..at + first.len()).contains(&bit));
            digits.retain(|digit| !taken(digit.at));
            all.push(together);
            names.push(named);
        }
    }
    (names, all)
}

/// Whether a bit of a row is one of a number's.
fn holds(digit: PackedDigit, bit: usize) -> bool {
    (digit.at..digit.at + digit.width as usize).contains(&bit)
}

fn number(digit: PackedDigit) -> Column {
    (0..digit.width).map(|bit| (digit.at + bit as usize, 1 << bit)).collect()
}

/// What a column adds up to in a row.
fn worth(column: &Column, row: &[u64]) -> i64 {
    column.iter().filter(|(bit, _)| row[bit / 64] >> (bit % 64) & 1 == 1).map(|(_, adds)| adds).sum()
}

/// So many positions of games that are played at random, the start among them.
fn drawn(game: &Instance, words: usize, count: usize) -> Option<Vec<WordRow>> {
    let (start, mut dice) = (game.start().ok()?, Dice::new(0));
    let mut rows = Vec::with_capacity(count);
    while rows.len() < count {
        let (mut position, mut moves) = (Some(game.unpack(&start)), 0);
        while let Some(here) = position.filter(|_| moves < LONGEST && rows.len() < count) {
            let mut row = WordRow::from_elem(0, words);
            game.write(&game.canonical(game.pack(&here)), &mut row);
            rows.push(row);
            position = game.interpreter.random_step(&here, &mut |count| dice.below(count)).ok()?;
            moves += 1;
        }
    }
    Some(rows)
}

/// How the number in a digit follows from these columns in all rows, if it does with small weights: by Gauss's elimination.
fn equation(rows: &[WordRow], digit: PackedDigit, columns: &[Column]) -> Option<Dependent> {
    let residue =
        |value: i64| u64::try_from(i128::from(value).rem_euclid(i128::from(PRIME))).expect("less than the prime");
    let target = number(digit);
    let mut lines: Vec<Vec<u64>> = Vec::with_capacity(rows.len());
    for row in rows {
        let known = columns.iter().map(|column| worth(column, row));
        lines.push(std::iter::once(1).chain(known).chain([worth(&target, row)]).map(residue).collect());
    }
    let (last, mut pivots) = (columns.len() + 1, Vec::new());
    for column in 0..last {
        let Some(found) = (pivots.len()..lines.len()).find(|line| lines[*line][column] != 0) else { continue };
        lines.swap(pivots.len(), found);
        let inverse = power(lines[pivots.len()][column], PRIME - 2);
        lines[pivots.len()].iter_mut().for_each(|entry| *entry = times(*entry, inverse));
        let pivot = lines[pivots.len()].clone();
        for (at, line) in lines.iter_mut().enumerate() {
            let factor = line[column];
            if at != pivots.len() && factor != 0 {
                let zip = line.iter_mut().zip(&pivot);
                zip.for_each(|(entry, known)| *entry = (*entry + PRIME - times(factor, *known)) % PRIME);
            }
        }
        pivots.push(column);
    }
    // A line that only the number is left in says that it does not follow; one for each position beyond the columns might.
    if lines[pivots.len()..].iter().any(|line| line[last] != 0) {
        return None;
    }
    let small = |entry: u64| {
        let below = if entry > PRIME / 2 { entry.cast_signed() - PRIME.cast_signed() } else { entry.cast_signed() };
        Some(below).filter(|weight| weight.abs() <= LARGEST)
    };
    let (mut constant, mut weights) = (0, Vec::new());
    for (line, column) in lines.iter().zip(&pivots) {
        let weight = small(line[last])?;
        match column.checked_sub(1) {
            None => constant = weight,
            Some(_) if weight == 0 => {}
            Some(column) => {
                for (bit, adds) in &columns[column] {
                    weights.push((*bit, weight.checked_mul(*adds).filter(|adds| adds.abs() <= MOST_ADDED)?));
                }
            }
        }
    }
    Some(Dependent { digit, constant, weights })
}

fn times(one: u64, other: u64) -> u64 {
    u64::try_from(u128::from(one) * u128::from(other) % u128::from(PRIME)).expect("less than the prime")
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut found, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            found = times(found, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_rules::{Source, check};
    use std::sync::Arc;

    /// The variables that follow, and how many numbers are left.
    fn left(text: &str) -> Option<(Vec<String>, u64)> {
        let (rules, found) = check(&Source::new("follows.game", format!("game Follows\n{text}\nstuck => me loses\n")));
        let rules = Arc::new(rules.unwrap_or_else(|| panic!("{found:?}")));
        let game = Instance::new(rules, &[]).expect("it has no parameters");
        reduced(&game).map(|reduced| (reduced.names, reduced.numbers.size()))
    }

    #[test]
    fn what_is_counted_along_follows() {
        let one = |name: &str, size| Some((vec![name.to_owned()], size));
        let taken = "state used : set of 1..9 = {}\nstate sum : 0..45 = 0\nmove take(k in 1..9 if k not in used) { used += {k}; sum += k }";
        assert_eq!(left(taken), one("sum", 512));
        let ends = "state i : 0..30 = 0\nstate j : 0..30 = 30\nstate left : 0..30 = 30\nmove first { when left > 0; i += 1; left -= 1 }\nmove last { when left > 0; j -= 1; left -= 1 }";
        assert_eq!(left(ends), one("left", 31 * 31));
        let board = "players A, B\nstate b : grid[2, 4] of player? = none\nstate free : 0..8 = 8\nmove put(c in cells(b) if b[c] == none) { b[c] = me; free -= 1 }";
        assert_eq!(left(board), one("free", 2 * 3_u64.pow(8)));
        let mask = "state mask : 0..1_023 = 0\nstate count : 0..10 = 0\nmove set(k in 0..9) { when bit(mask, k) == 0; mask += [1, 2, 4, 8, 16, 32, 64, 128, 256, 512][k]; count += 1 }";
        assert_eq!(left(mask), one("count", 1024));
    }

    /// `c` follows from `z` and others, and `z` from `x`: then `c` is told without `z`.
    #[test]
    fn what_follows_from_what_follows_is_told_by_the_rest() {
        let text = "game Far\nstate x : 0..9 = 0\nstate y : 0..9 = 9\nstate z : 0..9 = 0\nstate c : 0..900 = 0\nstate flag : 0..1 = 0\n\
            move s when flag == 0 { when x < y; x += 1; c += 1; flag = 1; z = min(z + 1, 9) }\n\
            move t when flag == 1 { when x < y; x += 1; c += 2; flag = 0; z = min(z + 1, 9) }\n\
            move u { when x < y; y -= 1 }\nstuck => me loses\n";
        let rules = check(&Source::new("far.game", text)).0.expect("they are right");
        let game = Instance::new(Arc::new(rules), &[]).expect("it has no parameters");
        let reduced = reduced(&game).expect("some follow");
        assert_eq!(
            (reduced.names.as_slice(), reduced.numbers.size()),
            (["c".to_owned(), "z".to_owned()].as_slice(), 200)
        );
        for row in drawn(&game, game.form().expect("it has words").words, 64).expect("games can be played") {
            let number = reduced.numbers.own(&row).unwrap_or_else(|| panic!("{row:?} has no number"));
            assert_eq!(reduced.numbers.row(number), row);
        }
    }

    #[test]
    fn sets_that_never_meet_share_digits() {
        let disjoint = |text: &str| {
            let rules =
                check(&Source::new("disjoint.game", format!("game Apart\nplayers A, B\n{text}\nstuck => draw\n"))).0;
            let game = Instance::new(Arc::new(rules.expect("they are right")), &[]).expect("it has no parameters");
            reduced(&game).map(|reduced| (reduced.disjoint, reduced.names, reduced.numbers.size()))
        };
        let names = |names: [&str; 2]| vec![names.map(str::to_owned).to_vec()];
        let list = "state mine : list[2] of set of 1..9 = {}\ndef at(p) = if p == A then 0 else 1\n\
                    move put(c in 1..9 if all(c not in s for s in mine)) { mine[at(me)] += {c} }";
        assert_eq!(disjoint(list), Some((names(["mine[0]", "mine[1]"]), Vec::new(), 2 * 3_u64.pow(9))));
        let counted = "state black : grid[2, 4] of bool = false\nstate white : grid[2, 4] of bool = false\nstate left : 0..9 = 8\n\
                       move put(c in cells(black) if not black[c] and not white[c]) { if me == A { black[c] = true } else { white[c] = true }; left -= 1 }";
        let left = vec!["left".to_owned()];
        assert_eq!(disjoint(counted), Some((names(["black", "white"]), left, 2 * 3_u64.pow(8))));
        // They overlap.
        let both = "state a : set of 1..6 = {}\nstate b : set of 1..6 = {}\n\
                    move put(c in 1..6) { if me == A { when c not in a; a += {c} } else { when c not in b; b += {c} } }";
        assert_eq!(disjoint(both), None);
    }

    #[test]
    fn only_what_follows_is_left_out() {
        let two =
            "state n : 0..90 = 90\nstate sum : 0..90 = 0\nmove take(k in 1..3) { when k <= n; n -= k; sum += k % 3 }";
        assert_eq!(left(two), None);
        let half = "state n : 0..60 = 60\nstate pairs : 0..60 = 0\nmove take { when n > 1; n -= 2; pairs += 1 }";
        assert_eq!(
            left(half),
            Some((vec!["pairs".to_owned()], 61)),
            "n is even, so the bits above its lowest tell its half"
        );
    }
}
