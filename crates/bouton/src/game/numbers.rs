//! Positions that stand as rows of words, numbered `0 ..< size` by their bits: each variable's values are digits, the most significant
//! first, and whose turn it is comes last.
//!
//! A number is a sum over the bits of a row, so it is read off a byte at a time; and a row is put together from a few digits at a time. Both
//! take a few loads, where taking digits one by one takes a division each.
//!
//! A variable that follows from the others ([`Dependent`]) is no digit. Rows in which it is what it should be have numbers below the size, and others
//! have none: how far it is off counts in the number, too, as a digit above all others.
//!
//! Of sets that seem to share no member ([`Disjoint`]) each member is one digit, which says which of them has it, if any. Rows in which two have it have no
//! number.
//!
//! Variables of few values may be one digit together ([`JointDigit`]): of their combinations only some come, and rows with others have no number.

use super::WordRow;
use crate::recurrence::{Recurrence, Substitution};

/// Where the packed bits of a digit stand, and how many values it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedDigit {
    /// The first of its bits, counted from the lowest of the first word.
    pub at: usize,
    /// How many bits it takes.
    pub width: u32,
    /// How many values it has.
    pub radix: u64,
    /// The lowest of them: all others follow it.
    pub low: u64,
}

/// Bits that hold what all others tell: a constant, and what each bit of the row adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependent {
    /// The bits that hold it.
    pub digit: PackedDigit,
    /// What it is where no bit is set.
    pub constant: i64,
    /// The place of each bit that counts, none of them a dependent's, and what it adds.
    pub weights: Vec<(usize, i64)>,
}

/// The bits of several sets that share no member: where each of them begins, and how many bits they have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disjoint {
    /// The first bit of each, counted from the lowest of the first word.
    pub at: Vec<usize>,
    /// How many bits each takes, 64 at the most.
    pub width: u32,
}

/// Variables of which only some combinations of values come: one digit, which says which of these it is.
#[derive(Clone, Debug)]
struct JointDigit {
    /// Where their bits begin, counted from the lowest of the first word, in how many they lie, and which of these are theirs.
    at: usize,
    width: u32,
    mask: u64,
    /// The bits of each combination.
    combinations: Vec<u64>,
    /// For each value of the bits which combination that is; one past the last for none.
    places: Vec<u32>,
}

/// Bits of several variables are one digit if they lie in so many.
const MOST_JOINT: usize = 16;

/// Positions numbered without the values that variables never come to, without the variables that seem to follow from others, and with one digit for each
/// member of sets that seem to share none. Whoever goes by these numbers must see that the first position and what each move leads to has one.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The numbers.
    pub numbers: Numbers,
    /// The upper bounds that play keeps to where they are lower than declared, as `n ≤ 20`.
    pub bounds: Vec<String>,
    /// The names of the variables that are left out.
    pub names: Vec<String>,
    /// The names of sets that seem to share no member, in groups.
    pub disjoint: Vec<Vec<String>>,
    /// What each is by the others, where the moves show that it stays so, and the recurrence that is left.
    pub proven: Option<(Substitution, Recurrence)>,
}

/// More numbers than this are not read so.
const MOST: u64 = 1 << 40;

/// What a turn that is none of these adds to a number; what dependents that are off add is less.
const NO_TURN: u64 = 1 << 62;
const MOST_OFF: i128 = 1 << 60;

/// Digits are put together while they have no more values than this.
const MOST_ROWS: u64 = 1 << 14;

/// Rows that are summed together.
const AT_ONCE: usize = 1 << 10;

/// Some bytes of a row, and what each value of each adds.
type Adds<T> = Vec<(usize, Box<[T; 256]>)>;

/// A numbering of rows.
#[derive(Clone, Debug)]
pub struct Numbers {
    words: usize,
    size: u64,
    /// Its digits, the most significant first.
    digits: Vec<PackedDigit>,
    /// For each byte of a row that holds something, what each of its values adds to the number.
    bytes: Adds<u64>,
    /// Digits put together, the least significant first.
    groups: Vec<Group>,
    /// What follows from the digits, and for each byte of a row that counts what its values add to it.
    dependents: Vec<(Dependent, Adds<i64>)>,
    /// Sets that share no member. Their digits are less significant than the others.
    disjoint: Vec<Disjoint>,
    /// Variables that are one digit together, less significant than all but the turn; and how many numbers lie between two of its values.
    joint: Option<(JointDigit, u64)>,
    /// The turns there are.
    turns: Vec<u64>,
    /// Whether they are fewer than the game's own.
    reduced: bool,
}

/// Some digits together.
#[derive(Clone, Debug)]
struct Group {
    /// How many values they have.
    count: u64,
    rows: Filling,
}

#[derive(Clone, Debug)]
enum Filling {
    /// The bits of each value, one row after the other.
    Table(Vec<u64>),
    /// One digit of many values.
    Plain(PackedDigit),
}

impl Numbers {
    /// The numbering of rows of so many words with these digits, the most significant first. The lowest three bits say whose turn it is,
    /// by one of `turns`. `None` where there are more than 2⁴⁰ numbers, or none.
    #[must_use]
    pub fn of(words: usize, turns: &[u64], digits: &[PackedDigit]) -> Option<Numbers> {
        Some(Numbers { reduced: false, ..Numbers::reduced(words, turns, digits, Vec::new(), Vec::new())? })
    }

    /// Fewer, where rows have other bits that follow from the digits, and others of sets that share no member. `None` also where what follows could be
    /// off by more than a number tells.
    #[must_use]
    pub fn reduced(
        words: usize,
        turns: &[u64],
        digits: &[PackedDigit],
        dependents: Vec<Dependent>,
        disjoint: Vec<Disjoint>,
    ) -> Option<Numbers> {
        Numbers::made(words, turns, digits, (dependents, disjoint, None))
    }

    fn made(
        words: usize,
        turns: &[u64],
        digits: &[PackedDigit],
        (dependents, disjoint, joint): (Vec<Dependent>, Vec<Disjoint>, Option<JointDigit>),
    ) -> Option<Numbers> {
        let count = u64::try_from(turns.len()).ok()?;
        let members =
            disjoint.iter().flat_map(|disjoint| std::iter::repeat_n(disjoint.radix(), disjoint.width as usize));
        let combinations = joint.iter().map(JointDigit::radix);
        let mut radices = digits.iter().map(|digit| digit.radix).chain(members).chain(combinations);
        let size = radices.try_fold(count, |size, radix| size.checked_mul(radix));
        let size = size.filter(|size| (1..=MOST).contains(size))?;
        let (bytes, groups, dependents) =
            (Vec::new(), Vec::new(), dependents.into_iter().map(Dependent::by_bytes).collect());
        let many = digits.iter().filter(|digit| digit.radix > 1).copied().collect();
        let (joint, turns) = (joint.map(|joint| (joint, count)), turns.to_vec());
        let mut numbers =
            Numbers { words, size, digits: many, bytes, groups, dependents, disjoint, joint, turns, reduced: true };
        numbers.fill_bytes()?;
        numbers.fill_groups(digits);
        Some(numbers)
    }

    /// The same numbers, fewer, where some variables are one digit: those in which other rows differ from the first. Their values come together as they do in
    /// these rows, which differ in nothing else. `None` where their bits lie too far apart, and for numbers that are reduced in other ways than by narrower bounds.
    #[must_use]
    pub(crate) fn jointly(&self, rows: &[Vec<u64>], others: &[Vec<u64>]) -> Option<Numbers> {
        let plain = self.dependents.is_empty() && self.disjoint.is_empty() && self.joint.is_none();
        let first = rows.first().filter(|_| plain)?;
        let held = |digit: &PackedDigit, row: &[u64]| bits(row, digit.at, digit.width);
        let varies = |digit: &&PackedDigit| rows.iter().chain(others).any(|row| held(digit, row) != held(digit, first));
        let (joint, left): (Vec<&PackedDigit>, Vec<&PackedDigit>) = self.digits.iter().partition(varies);
        let at = joint.iter().map(|digit| digit.at).min()?;
        let end = joint.iter().map(|digit| digit.at + digit.width as usize).max()?;
        let width = u32::try_from(end - at).ok().filter(|_| end - at <= MOST_JOINT)?;
        let mask = joint.iter().map(|digit| (u64::MAX >> (64 - digit.width)) << (digit.at - at)).sum();
        let combinations: Vec<u64> = rows.iter().map(|row| bits(row, at, width) & mask).collect();
        let count = u32::try_from(combinations.len()).ok()?;
        let mut places = vec![count; 1 << width];
        for (combination, place) in combinations.iter().zip(0..) {
            places[usize::try_from(*combination).ok()?] = place;
        }
        let digits: Vec<PackedDigit> = left.into_iter().copied().collect();
        let joint = JointDigit { at, width, mask, combinations, places };
        Numbers::made(self.words, &self.turns, &digits, (Vec::new(), Vec::new(), Some(joint)))
    }

    fn fill_bytes(&mut self) -> Option<()> {
        let turns = &self.turns;
        let mut weight = turns.len() as u64;
        let mut weights = vec![0_u64; self.words * 64];
        // What a row adds in which no bit is set, and its turn is the first.
        let mut none = 0_u64;
        for member in self.disjoint.iter().flat_map(Disjoint::members) {
            (1..).zip(member.bits()).for_each(|(code, bit)| weights[bit] = weight * code);
            weight *= member.radix();
        }
        weight *= self.joint.as_ref().map_or(1, |(joint, _)| joint.radix());
        for digit in self.digits.iter().rev() {
            for bit in 0..digit.width as usize {
                weights[digit.at + bit] = weight << bit;
            }
            none = none.wrapping_sub(weight.wrapping_mul(digit.low));
            weight *= digit.radix;
        }
        // By how much a dependent variable is off, above or below, counts as often as there are numbers, and ways in which those before it are off.
        let mut off = i128::from(self.size);
        for (Dependent { digit, constant, weights: adds }, _) in &self.dependents {
            let scale = u64::try_from(off).ok()?;
            let add =
                |weight: &mut u64, times: i64| *weight = weight.wrapping_add(scale.wrapping_mul(times.cast_unsigned()));
            (0..digit.width).for_each(|bit| add(&mut weights[digit.at + bit as usize], 1 << bit));
            adds.iter().for_each(|(bit, times)| add(&mut weights[*bit], -times));
            add(&mut none, -constant);
            let most = adds.iter().map(|(_, times)| i128::from(times.unsigned_abs())).sum::<i128>();
            let most = most + i128::from(constant.unsigned_abs()) + (1 << digit.width.min(62));
            off = off.checked_mul(2 * most + 1).filter(|off| *off < MOST_OFF)?;
        }
        // A turn that is none of these leads to a number that there is not.
        let turn = |code: u64| turns.iter().position(|known| *known == code).map_or(NO_TURN, |at| at as u64);
        for byte in 0..self.words * 8 {
            let bits = &weights[byte * 8..byte * 8 + 8];
            if byte > 0 && bits.iter().all(|weight| *weight == 0) {
                continue;
            }
            let adds = |value: u64| {
                let held = bits.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
                let adds = held.fold(0_u64, |sum, (_, weight)| sum.wrapping_add(*weight));
                adds.wrapping_add(if byte == 0 { turn(value & 7).wrapping_add(none) } else { 0 })
            };
            let mut table = Box::new([0; 256]);
            (0..).zip(table.iter_mut()).for_each(|(value, entry)| *entry = adds(value));
            self.bytes.push((byte, table));
        }
        Some(())
    }

    fn fill_groups(&mut self, digits: &[PackedDigit]) {
        let mut table: Vec<u64> = self.turns.iter().flat_map(|turn| row_with(self.words, 0, 3, *turn)).collect();
        let mut count = self.turns.len() as u64;
        let members = self.disjoint.iter().flat_map(Disjoint::members).map(Grouped::Member);
        let joint = self.joint.iter().map(|(joint, _)| Grouped::Joint(joint));
        let digits = members.chain(joint).chain(digits.iter().rev().copied().map(Grouped::Digit));
        let mut groups = Vec::new();
        for digit in digits {
            let radix = digit.radix();
            if radix > MOST_ROWS || count * radix > MOST_ROWS {
                groups.push(Group { count, rows: Filling::Table(std::mem::take(&mut table)) });
                (table, count) = (vec![0; self.words], 1);
            }
            if let Grouped::Digit(digit) = digit
                && radix > MOST_ROWS
            {
                groups.push(Group { count: radix, rows: Filling::Plain(digit) });
                continue;
            }
            let known = std::mem::take(&mut table);
            for code in 0..radix {
                let bits = digit.row(self.words, code);
                table.extend(known.iter().zip(bits.iter().cycle()).map(|(word, bits)| word | bits));
            }
            count *= radix;
        }
        groups.push(Group { count, rows: Filling::Table(table) });
        groups.retain(|group| group.count > 1 || group.adds());
        self.groups = groups;
    }

    /// One past the largest number.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// How many words a row has.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// How many turns it tells apart.
    pub(crate) fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Whether it numbers fewer positions than the game does: then there are rows that have no number.
    #[must_use]
    pub fn is_reduced(&self) -> bool {
        self.reduced
    }

    /// Sets that share no member in a row that has a number.
    pub(crate) fn disjoint(&self) -> &[Disjoint] {
        &self.disjoint
    }

    /// Its digits beside the turn that have several values, the most significant first; but for those of disjoint sets.
    #[must_use]
    pub fn digits(&self) -> &[PackedDigit] {
        &self.digits
    }

    /// For each byte of a row that holds something, counted from the lowest of the first word, what each of its values adds to the number.
    pub(crate) fn adds(&self) -> impl Iterator<Item = (usize, &[u64; 256])> {
        self.bytes.iter().map(|(byte, adds)| (*byte, &**adds))
    }

    /// How many numbers differ in their least significant digits only, those that are put together.
    #[must_use]
    pub fn low(&self) -> u64 {
        self.groups.first().map_or(1, |group| group.count)
    }

    /// The number of a row. Rows that are no position have some number, perhaps one that is not below the size.
    #[must_use]
    #[inline]
    pub fn number(&self, row: &[u64]) -> u64 {
        let adds = |(byte, table): &(usize, Box<[u64; 256]>)| {
            let value = (row[byte / 8] >> (byte % 8 * 8)).to_le_bytes()[0];
            table[usize::from(value)]
        };
        let number = self.bytes.iter().map(adds).fold(0, u64::wrapping_add);
        if self.disjoint.iter().any(|disjoint| disjoint.overlap(row)) {
            return NO_TURN;
        }
        match &self.joint {
            None => number,
            Some((joint, apart)) => joint.place(row).map_or(NO_TURN, |place| number.wrapping_add(place * apart)),
        }
    }

    /// The number of each of some rows, appended to `out`.
    pub fn each_number(&self, rows: &[u64], out: &mut Vec<u64>) {
        let (1, Some(((_, table), more)), None) = (self.words, self.bytes.split_first(), &self.joint) else {
            return out.extend(rows.chunks_exact(self.words).map(|row| self.number(row)));
        };
        // A byte of all rows after the other: nothing is looked up twice, and the tables are as long as a byte has values.
        let from = out.len();
        out.extend(rows.iter().map(|row| table[usize::from(row.to_le_bytes()[0])]));
        for (byte, table) in more {
            let adds = rows.iter().map(|row| table[usize::from((row >> (byte * 8)).to_le_bytes()[0])]);
            out[from..].iter_mut().zip(adds).for_each(|(number, add)| *number = number.wrapping_add(add));
        }
        for disjoint in &self.disjoint {
            let overlapping =
                rows.iter().zip(&mut out[from..]).filter(|(row, _)| disjoint.overlap(std::slice::from_ref(row)));
            overlapping.for_each(|(_, number)| *number = NO_TURN);
        }
    }

    /// The number of a row, if the row is that of the number: it has one.
    #[must_use]
    pub fn own(&self, row: &[u64]) -> Option<u64> {
        Some(self.number(row)).filter(|number| *number < self.size && *self.row(*number) == *row)
    }

    /// The row with a number below the size.
    #[must_use]
    #[inline]
    pub fn row(&self, number: u64) -> WordRow {
        let mut row = self.of_digits(number);
        self.follow(&mut row);
        row
    }

    /// What the rows of those numbers share that lie from a multiple of [`low`](Numbers::low) up to the next: all but their low digits.
    #[must_use]
    pub fn alike(&self, first: u64) -> Alike<'_> {
        let mut row = WordRow::from_elem(0, self.words);
        self.put_digits(first / self.low(), self.groups.get(1..).unwrap_or(&[]), &mut row);
        Alike { numbers: self, row }
    }

    /// Puts in what follows from the digits.
    #[inline]
    fn follow(&self, row: &mut [u64]) {
        for (Dependent { digit, constant, .. }, bytes) in &self.dependents {
            let value = constant + sum(bytes, row);
            put_bits(row, digit.at, digit.width, value.cast_unsigned() & (u64::MAX >> (64 - digit.width)));
        }
    }

    /// What a sum over the bits of rows is worth in the row of each of some numbers, were dependents as high or low as the digits say, even if no bits can
    /// hold that. So it is a sum over the digits, too. `of` appends the sum of each of some rows. `None` where one leaves the 64-bit numbers.
    pub fn sums(&self, numbers: impl Iterator<Item = u64>, of: impl Fn(&[u64], &mut Vec<i64>)) -> Option<Vec<i64>> {
        let one = |row: WordRow| {
            let mut sum = Vec::new();
            of(&row, &mut sum);
            sum.first().copied()
        };
        let none = one(WordRow::from_elem(0, self.words))?;
        let each = |Dependent { digit, .. }: &Dependent| {
            one(row_with(self.words, digit.at, digit.width, 1))?.checked_sub(none)
        };
        let each = self.dependents.iter().map(|(dependent, _)| each(dependent)).collect::<Option<Vec<i64>>>()?;
        let (mut rows, mut sums, mut numbers) = (Vec::new(), Vec::new(), numbers.peekable());
        while numbers.peek().is_some() {
            rows.clear();
            for number in numbers.by_ref().take(AT_ONCE) {
                let from = rows.len();
                rows.resize(from + self.words, 0);
                self.put_digits(number, &self.groups, &mut rows[from..]);
            }
            let from = sums.len();
            of(&rows, &mut sums);
            assert_eq!(sums.len() - from, rows.len() / self.words);
            for ((Dependent { constant, .. }, bytes), each) in self.dependents.iter().zip(&each) {
                for (all, row) in sums[from..].iter_mut().zip(rows.chunks_exact(self.words)) {
                    *all = all.checked_add(each.checked_mul(constant + sum(bytes, row))?)?;
                }
            }
        }
        Some(sums)
    }

    /// The row of a number where dependents are zero.
    #[inline]
    fn of_digits(&self, number: u64) -> WordRow {
        let mut row = WordRow::from_elem(0, self.words);
        self.put_digits(number, &self.groups, &mut row);
        row
    }

    #[inline]
    fn put_digits(&self, number: u64, groups: &[Group], row: &mut [u64]) {
        let mut rest = number;
        for group in groups {
            // Most digits have a power of two of values, and a division takes longer than all the rest.
            let (value, more) = match group.count.is_power_of_two() {
                true => (rest & (group.count - 1), rest >> group.count.trailing_zeros()),
                false => (rest % group.count, rest / group.count),
            };
            group.rows.put(value, row);
            rest = more;
        }
    }
}

/// What rows share that differ in their low digits only.
#[derive(Clone, Debug)]
pub struct Alike<'a> {
    numbers: &'a Numbers,
    row: WordRow,
}

impl Alike<'_> {
    /// The row of the number that lies so far behind the first: less than [`low`](Numbers::low).
    #[inline]
    pub fn row(&self, low: u64, row: &mut [u64]) {
        row.iter_mut().zip(&self.row).for_each(|(word, shared)| *word = *shared);
        if let Some(group) = self.numbers.groups.first() {
            group.rows.put(low, row);
        }
        self.numbers.follow(row);
    }
}

impl Group {
    /// Whether it sets any bit.
    fn adds(&self) -> bool {
        matches!(&self.rows, Filling::Table(table) if table.iter().any(|word| *word != 0))
    }
}

impl Filling {
    #[inline]
    fn put(&self, value: u64, row: &mut [u64]) {
        match self {
            Filling::Table(table) => {
                let at = usize::try_from(value).unwrap_or(usize::MAX).saturating_mul(row.len());
                let bits = table.get(at..).unwrap_or(&[]);
                row.iter_mut().zip(bits).for_each(|(word, bits)| *word |= bits);
            }
            Filling::Plain(digit) => put_bits(row, digit.at, digit.width, digit.low + value),
        }
    }
}

/// A possible member of sets that share none: its digit says which of them has it.
#[derive(Clone, Copy, Debug)]
struct Member<'a> {
    sets: &'a Disjoint,
    at: usize,
}

impl Member<'_> {
    /// How many values it has: none of the sets, or one of them.
    fn radix(self) -> u64 {
        self.sets.radix()
    }

    /// Its bit in each of the sets.
    fn bits(self) -> impl Iterator<Item = usize> {
        self.sets.at.iter().map(move |first| first + self.at)
    }
}

/// A digit among those that are put together.
#[derive(Clone, Copy, Debug)]
enum Grouped<'a> {
    Digit(PackedDigit),
    Member(Member<'a>),
    Joint(&'a JointDigit),
}

impl Grouped<'_> {
    fn radix(self) -> u64 {
        match self {
            Grouped::Digit(digit) => digit.radix,
            Grouped::Member(member) => member.radix(),
            Grouped::Joint(joint) => joint.radix(),
        }
    }

    /// The row that holds nothing else, where it is the value with this number.
    fn row(self, words: usize, code: u64) -> WordRow {
        match self {
            Grouped::Digit(digit) => row_with(words, digit.at, digit.width, digit.low + code),
            Grouped::Member(member) => {
                let bit = code.checked_sub(1).and_then(|set| member.bits().nth(usize::try_from(set).ok()?));
                bit.map_or_else(|| WordRow::from_elem(0, words), |bit| row_with(words, bit, 1, 1))
            }
            Grouped::Joint(joint) => {
                let nth = usize::try_from(code).expect("there are few combinations");
                row_with(words, joint.at, joint.width, joint.combinations[nth])
            }
        }
    }
}

impl JointDigit {
    /// How many combinations there are.
    fn radix(&self) -> u64 {
        self.combinations.len() as u64
    }

    /// Which combination a row holds, if it is one.
    fn place(&self, row: &[u64]) -> Option<u64> {
        let held = usize::try_from(bits(row, self.at, self.width) & self.mask).expect("it is of few bits");
        let place = self.places[held] as usize;
        (place < self.combinations.len()).then_some(place as u64)
    }
}

impl Disjoint {
    fn radix(&self) -> u64 {
        self.at.len() as u64 + 1
    }

    fn members(&self) -> impl Iterator<Item = Member<'_>> {
        (0..self.width as usize).map(|at| Member { sets: self, at })
    }

    /// Whether two of the sets share a member.
    #[inline]
    pub(crate) fn overlap(&self, row: &[u64]) -> bool {
        let mut seen = 0;
        self.at.iter().any(|at| {
            let held = bits(row, *at, self.width);
            let shared = seen & held != 0;
            seen |= held;
            shared
        })
    }
}

impl Dependent {
    fn by_bytes(self) -> (Dependent, Adds<i64>) {
        let mut bytes: Adds<i64> = Vec::new();
        for (bit, times) in &self.weights {
            let at = bytes.iter().position(|(byte, _)| *byte == bit / 8).unwrap_or_else(|| {
                bytes.push((bit / 8, Box::new([0; 256])));
                bytes.len() - 1
            });
            let set = |value: &usize| value >> (bit % 8) & 1 == 1;
            (0..256).filter(set).for_each(|value| bytes[at].1[value] += times);
        }
        (self, bytes)
    }
}

/// What some bytes of a row add up to.
#[inline]
fn sum(bytes: &Adds<i64>, row: &[u64]) -> i64 {
    bytes.iter().map(|(byte, adds)| adds[usize::from((row[byte / 8] >> (byte % 8 * 8)).to_le_bytes()[0])]).sum()
}

/// A row in which so many bits from a place on hold a number.
fn row_with(words: usize, at: usize, width: u32, number: u64) -> WordRow {
    let mut row = WordRow::from_elem(0, words);
    put_bits(&mut row, at, width, number);
    row
}

/// The number in so many bits from a place on, 64 at the most.
#[inline]
pub(crate) fn bits(row: &[u64], at: usize, width: u32) -> u64 {
    let (word, bit) = (at / 64, at % 64);
    let more = if bit + width as usize > 64 { row[word + 1] << (64 - bit) } else { 0 };
    (row[word] >> bit | more) & (u64::MAX >> (64 - width))
}

/// The places of the bits of a word that are set, rising.
#[inline]
pub(crate) fn set_bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

/// Puts a number into so many bits from a place on, which are zero.
#[inline]
fn put_bits(row: &mut [u64], at: usize, width: u32, number: u64) {
    let (word, bit) = (at / 64, at % 64);
    if let Some(word) = row.get_mut(word) {
        *word |= number << bit;
    }
    if bit + width as usize > 64
        && let Some(next) = row.get_mut(word + 1)
    {
        *next |= number >> (64 - bit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of a row, digit by digit.
    fn plainly(row: &[u64], turns: &[u64], digits: &[PackedDigit]) -> u64 {
        let bits = |at: usize, width: u32| {
            (0..width as usize).map(|bit| (row[(at + bit) / 64] >> ((at + bit) % 64) & 1) << bit).sum::<u64>()
        };
        let number = digits.iter().fold(0, |number, digit| number * digit.radix + bits(digit.at, digit.width));
        let turn = turns.iter().position(|turn| *turn == row[0] & 7).expect("a turn");
        number * turns.len() as u64 + turn as u64
    }

    #[test]
    fn rows_and_numbers_are_one_to_one() {
        let widths = |radices: &[u64]| {
            let mut at = 3;
            let mut digits = Vec::new();
            for radix in radices {
                let width = 64 - (radix - 1).leading_zeros();
                digits.push(PackedDigit { at, width, radix: *radix, low: 0 });
                at += width as usize;
            }
            (at.div_ceil(64), digits)
        };
        let twos = [2; 21];
        let threes = [3; 40];
        for (radices, turns) in [
            (&[5, 2, 3, 7][..], &[0][..]),
            (&[5, 2, 3, 7], &[0, 1]),
            (&[2, 2, 1, 9, 1], &[0, 2, 4]),
            (&[100_000, 3, 17], &[0, 1, 2, 3, 4]),
            (&[3, 100_000], &[0]),
            (&[1, 1], &[0]),
            (&[], &[0, 1]),
            (&[1_000_003], &[1]),
            (&twos, &[0]),
            (&threes[..25], &[0]),
        ] {
            let (words, digits) = widths(radices);
            let numbers = Numbers::of(words, turns, &digits).expect("they are few");
            let product = radices.iter().product::<u64>() * turns.len() as u64;
            assert_eq!(numbers.size(), product);
            assert!(product.is_multiple_of(numbers.low()));
            let step = (product / 5_000).max(1);
            for number in (0..product).step_by(usize::try_from(step).expect("small")).chain([product - 1]) {
                let row = numbers.row(number);
                assert_eq!((numbers.number(&row), plainly(&row, turns, &digits)), (number, number), "{radices:?}");
                assert_eq!(numbers.own(&row), Some(number), "{radices:?}");
                let mut alike = vec![u64::MAX; words];
                numbers.alike(number - number % numbers.low()).row(number % numbers.low(), &mut alike);
                assert_eq!(*alike, *row);
            }
            let stranger = (0..8).find(|turn| !turns.contains(turn)).expect("there are eight");
            let mut row = numbers.row(0);
            row[0] = row[0] & !7 | stranger;
            assert!(numbers.number(&row) >= product, "a turn that there is not");
        }
        // A digit across two words.
        let digits = [
            PackedDigit { at: 60, width: 10, radix: 1000, low: 0 },
            PackedDigit { at: 70, width: 2, radix: 4, low: 0 },
        ];
        let numbers = Numbers::of(2, &[0], &digits).expect("they are few");
        assert!((0..4000).all(|number| numbers.number(&numbers.row(number)) == number));
        assert_eq!(numbers.row(999 * 4).to_vec(), [999 << 60, 999 >> 4]);
        let (words, digits) = widths(&threes);
        assert!(Numbers::of(words, &[0], &digits).is_none(), "too many");
    }

    #[test]
    fn what_follows_is_no_digit() {
        // Two digits, a set of three, and a number that is 5 + the first − twice the second + 1, 2 and 3 for the members.
        let digits = [(3, 3, 6), (6, 2, 4), (8, 1, 2), (9, 1, 2), (10, 1, 2)];
        let digits = digits.map(|(at, width, radix)| PackedDigit { at, width, radix, low: 0 });
        let weights = vec![(3, 1), (4, 2), (5, 4), (6, -2), (7, -4), (8, 1), (9, 2), (10, 3)];
        let dependent = Dependent { digit: PackedDigit { at: 62, width: 5, radix: 17, low: 0 }, constant: 5, weights };
        let again = Dependent {
            digit: PackedDigit { at: 70, width: 3, radix: 6, low: 0 },
            constant: 0,
            weights: vec![(3, 1), (4, 2), (5, 4)],
        };
        let numbers =
            Numbers::reduced(2, &[0, 2], &digits, vec![dependent, again], Vec::new()).expect("they are small");
        assert_eq!(numbers.size(), 2 * 6 * 4 * 8);
        let get = |row: &[u64], at: usize, width: usize| {
            (0..width).map(|bit| (row[(at + bit) / 64] >> ((at + bit) % 64) & 1) << bit).sum::<u64>().cast_signed()
        };
        let (mut held, mut table) = (0, Vec::new());
        let some = |row: &[u64]| 7 * get(row, 62, 5) + get(row, 3, 3);
        let sums = numbers.sums(0..numbers.size(), |rows, out| out.extend(rows.chunks(2).map(some)));
        let sums = sums.expect("they are small");
        for (number, all) in (0..).zip(sums) {
            let row = numbers.row(number);
            let [a, b, c, d, e] = [(3, 3), (6, 2), (8, 1), (9, 1), (10, 1)].map(|(at, width)| get(&row, at, width));
            let value = 5 + a - 2 * b + c + 2 * d + 3 * e;
            assert_eq!((get(&row, 70, 3), all), (a, 7 * value + a));
            let mut alike = vec![u64::MAX; 2];
            numbers.alike(number - number % numbers.low()).row(number % numbers.low(), &mut alike);
            assert_eq!(*alike, *row);
            if !(0..32).contains(&value) {
                continue;
            }
            held += 1;
            assert_eq!((get(&row, 62, 5), numbers.own(&row)), (value, Some(number)));
            for off in 0..32 * 8 {
                let mut other = row.clone();
                other[0] = other[0] & !(3 << 62) | (off & 3) << 62;
                other[1] = off >> 2 & 7 | (off >> 5) << 6;
                let known = (other == row).then_some(number);
                assert_eq!(
                    (numbers.own(&other), Some(numbers.number(&other)).filter(|found| *found < numbers.size())),
                    (known, known)
                );
                table.extend_from_slice(&other);
            }
        }
        assert!(held > 200, "{held}");
        let mut together = Vec::new();
        numbers.each_number(&table, &mut together);
        assert!(together.iter().zip(table.chunks(2)).all(|(number, row)| *number == numbers.number(row)));
    }

    #[test]
    fn some_digits_are_one_together() {
        // Of the second and the fourth digit some values come together, across two words in the second case; the others stay as they are.
        for (at, words) in [(20, 1), (55, 2)] {
            let digits = [(3, 3, 6, 1), (at, 2, 3, 1), (at + 2, 1, 2, 0), (at + 8, 3, 5, 0), (40, 4, 9, 0)];
            let digits = digits.map(|(at, width, radix, low)| PackedDigit { at, width, radix, low });
            let all = Numbers::of(words, &[0, 2], &digits).expect("they are small");
            let held = |row: &[u64], digit: usize| bits(row, digits[digit].at, digits[digit].width);
            let come = [(1, 0), (3, 4), (2, 2), (1, 3)];
            let first = all.row(all.size() - 1);
            let same = |row: &[u64]| {
                row[0] & 7 == first[0] & 7 && [0, 2, 4].iter().all(|at| held(row, *at) == held(&first, *at))
            };
            let rows: Vec<WordRow> = (0..all.size()).map(|number| all.row(number)).collect();
            let of = |pair: &(u64, u64)| rows.iter().find(|row| same(row) && (held(row, 1), held(row, 3)) == *pair);
            let states: Vec<Vec<u64>> = come.iter().map(|pair| of(pair).expect("it is one of them").to_vec()).collect();
            let joint = all.jointly(&states, &[]).expect("they lie close together");
            assert_eq!(joint.size(), all.size() / 15 * 4);
            let (mut known, mut numbers) = (vec![false; usize::try_from(joint.size()).expect("small")], Vec::new());
            joint.each_number(&rows.iter().flatten().copied().collect::<Vec<_>>(), &mut numbers);
            for (row, number) in rows.iter().zip(numbers) {
                assert_eq!(number, joint.number(row));
                let place = come.iter().position(|pair| *pair == (held(row, 1), held(row, 3)));
                assert_eq!(joint.own(row), place.map(|_| number));
                let Some(place) = place else { continue };
                // The turn varies fastest, then what is together.
                assert_eq!(number / 2 % 4, place as u64);
                assert!(!std::mem::replace(&mut known[usize::try_from(number).expect("small")], true));
                let mut alike = vec![u64::MAX; words];
                joint.alike(number - number % joint.low()).row(number % joint.low(), &mut alike);
                assert_eq!(*alike, **row);
            }
            assert!(known.iter().all(|known| *known));
            assert!(joint.jointly(&states, &[]).is_none(), "once is enough");
            // A digit that is one of them and never changes.
            let joint = all.jointly(&states[..1], &states[1..]).expect("they lie close together");
            assert!(joint.size() == all.size() / 15 && joint.own(&states[0]).is_some());
        }
        let far = [(3, 3, 6), (40, 3, 6)].map(|(at, width, radix)| PackedDigit { at, width, radix, low: 0 });
        let numbers = Numbers::of(1, &[0], &far).expect("they are small");
        assert!(numbers.jointly(&[numbers.row(0).to_vec(), numbers.row(7).to_vec()], &[]).is_none(), "too far apart");
    }

    #[test]
    fn disjoint_sets_share_digits() {
        // Three sets of five, one of them across two words, and a digit.
        let digits = [PackedDigit { at: 3, width: 3, radix: 6, low: 0 }];
        let disjoint = Disjoint { at: vec![10, 61, 70], width: 5 };
        let numbers = Numbers::reduced(2, &[0, 2], &digits, Vec::new(), vec![disjoint]).expect("they are small");
        assert_eq!(numbers.size(), 2 * 6 * 4_u64.pow(5));
        let sets = |row: &[u64]| [row[0] >> 10 & 31, row[0] >> 61 | (row[1] & 3) << 3, row[1] >> 6 & 31];
        let (mut rows, mut together) = (Vec::new(), Vec::new());
        let members = |row: &[u64]| i64::from(sets(row).map(u64::count_ones).iter().sum::<u32>());
        let sums = numbers.sums(0..numbers.size(), |rows, out| out.extend(rows.chunks(2).map(members)));
        for (number, sum) in (0..).zip(sums.expect("they are small")) {
            let row = numbers.row(number);
            let [a, b, c] = sets(&row);
            assert!(a & b == 0 && (a | b) & c == 0);
            assert_eq!((numbers.number(&row), numbers.own(&row)), (number, Some(number)));
            assert_eq!(sum, i64::from((a | b | c).count_ones()));
            let mut alike = vec![u64::MAX; 2];
            numbers.alike(number - number % numbers.low()).row(number % numbers.low(), &mut alike);
            assert_eq!(*alike, *row);
            for other in [(0, 1 << 10), (0, 1 << 62), (1, 1 << 6)] {
                let mut more = row.clone();
                more[other.0] |= other.1;
                let [a, b, c] = sets(&more);
                let meet = a & b != 0 || (a | b) & c != 0;
                assert_eq!((numbers.own(&more).is_none(), numbers.number(&more) >= numbers.size()), (meet, meet));
                rows.extend_from_slice(&more);
            }
        }
        numbers.each_number(&rows, &mut together);
        assert!(together.iter().zip(rows.chunks(2)).all(|(number, row)| *number == numbers.number(row)));
        // The same in one word, where a byte of all rows is looked up after the other.
        let disjoint = Disjoint { at: vec![10, 20], width: 5 };
        let numbers = Numbers::reduced(1, &[0, 2], &digits, Vec::new(), vec![disjoint]).expect("they are small");
        let rows: Vec<u64> = (0..1 << 14).map(|bits| (bits & 127) << 10 | (bits >> 7) << 20).collect();
        let mut together = Vec::new();
        numbers.each_number(&rows, &mut together);
        assert!(together.iter().zip(&rows).all(|(number, row)| *number == numbers.number(&[*row])));
        assert!(together.iter().any(|number| *number >= numbers.size()));
    }
}
