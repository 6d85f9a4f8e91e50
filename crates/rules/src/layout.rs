//! Positions as numbers: packed into bits for tables that hash, and numbered `0 ..< size` for tables that index.

use crate::datum::{Cell, Datum, Grid, NONE};
use crate::types::Domain;
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// A position in as few bits as its variables need, the turn first.
pub type Packed = SmallVec<[u64; 2]>;

/// Bits of a turn.
pub const TURN_BITS: u32 = 3;

/// How a packed position says whose turn it is.
pub mod turn {
    use crate::player::Player;

    /// The first player is to move.
    pub const FIRST: u64 = 0;
    /// The second player is to move.
    pub const SECOND: u64 = 1;
    /// A move ended the game and the first player lost.
    pub const FIRST_LOST: u64 = 2;
    /// A move ended the game and the second player lost.
    pub const SECOND_LOST: u64 = 3;
    /// A move ended the game and nobody lost, or the points decide.
    pub const OVER: u64 = 4;

    /// This player is to move.
    #[must_use]
    pub fn of(player: Player) -> u64 {
        match player {
            Player::First => FIRST,
            Player::Second => SECOND,
        }
    }
}

/// Numberings of more positions than this are not offered.
const MOST_NUMBERED: u128 = 1 << 62;

/// A list whose length changes takes the room of its longest, where its variable then has at most so many bits: so what follows it has its place. Longer
/// ones take as much as they hold.
const MOST_ROOM: usize = 256;

/// How the state variables of one game are packed and numbered.
#[derive(Clone, Debug)]
pub struct Layout {
    domains: Vec<Domain<i64>>,
    /// The digits of a number, first digit first; nothing when there are too many positions.
    digits: Option<Vec<Digit>>,
    /// How many packed bits hold each digit, where all positions have the same digits.
    widths: Option<Vec<u32>>,
    size: Option<u64>,
}

/// A digit of a number: how many values it has, and the code of the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    /// How many values it has.
    pub radix: u64,
    /// The code of the first of them.
    pub low: u64,
}

impl Layout {
    /// The layout of variables with these domains.
    #[must_use]
    pub fn new(domains: &[Domain<i64>]) -> Layout {
        let layout = Layout { domains: domains.to_vec(), digits: None, widths: None, size: None };
        layout.numbering(domains, &vec![None; domains.len()])
    }

    /// The same packing, with numbers for those values alone that lie in these domains: those of the layout, with lower upper bounds of numbers; and
    /// of variables that have one value with that alone.
    #[must_use]
    pub fn numbering(&self, narrowed: &[Domain<i64>], constants: &[Option<Datum>]) -> Layout {
        let (mut found, mut packed) = (Vec::new(), Vec::new());
        let mut fits = true;
        for (domain, constant) in narrowed.iter().zip(constants) {
            let (mut radices, mut held) = (Vec::new(), Vec::new());
            fits = fits && digits(domain, &mut radices);
            constant.iter().for_each(|value| codes(value, domain, &mut held));
            let one = held.into_iter().map(|low| Digit { radix: 1, low });
            let many = radices.into_iter().map(|radix| Digit { radix, low: 0 });
            found.extend(one.chain(many.filter(|_| constant.is_none())));
        }
        let size = if fits { product(&found) } else { None };
        let alike = size.is_some() && self.domains.iter().all(|domain| bits(domain).is_some());
        let alike = alike && self.domains.iter().all(|domain| digits(domain, &mut packed));
        let widths = alike.then(|| packed.iter().map(|radix| width(u128::from(*radix))).collect());
        Layout { domains: self.domains.clone(), digits: size.map(|_| found), widths, size }
    }

    /// How many values the state variables can have together, gaps included, when they can be numbered.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// Packs a turn (three bits) and the variables, which must lie in their domains.
    #[must_use]
    pub fn pack(&self, turn: u64, state: &[Datum]) -> Packed {
        let mut bits = Bits::default();
        bits.write(turn, TURN_BITS);
        for (value, domain) in state.iter().zip(&self.domains) {
            pack(value, domain, has_room(domain), &mut bits);
        }
        bits.words
    }

    /// What `pack` makes of a turn and the codes of all scalars of variables in order: of a board its cells, of a list its entries. Lists have
    /// one length.
    #[must_use]
    pub fn pack_codes(&self, turn: u64, mut codes: impl Iterator<Item = u64>) -> Packed {
        let mut bits = Bits::default();
        bits.write(turn, TURN_BITS);
        self.domains.iter().for_each(|domain| pack_codes(domain, &mut codes, &mut bits));
        bits.words
    }

    /// What `pack` packed. Any words are read as something; only words that `pack` made give back what was packed.
    #[must_use]
    pub fn unpack(&self, words: &Packed) -> (u64, Vec<Datum>) {
        let mut bits = Reader { words, at: 0 };
        let turn = bits.read(TURN_BITS);
        (turn, self.domains.iter().map(|domain| unpack(domain, has_room(domain), &mut bits)).collect())
    }

    /// Whether there are lists whose length changes: then some packed bits, and some numbers, are those of no position.
    #[must_use]
    pub fn has_gaps(&self) -> bool {
        self.domains.iter().any(varies)
    }

    /// Whether there are such lists that take the room of their longest.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.domains.iter().any(has_room)
    }

    /// Where the packed bits of each variable stand, if that is the same in all positions.
    #[must_use]
    pub fn places(&self) -> Option<Vec<Range<usize>>> {
        let mut at = TURN_BITS as usize;
        let place = |domain| {
            let start = at;
            at = start.checked_add(bits(domain)?)?;
            Some(start..at)
        };
        self.domains.iter().map(place).collect()
    }

    /// The most bits that a packed position takes, the turn among them; `None` where there is no bound, or none that a machine counts.
    #[must_use]
    pub fn most_bits(&self) -> Option<usize> {
        self.domains.iter().try_fold(TURN_BITS as usize, |sum, domain| sum.checked_add(room(domain)?))
    }

    /// The number of the variables' values; `None` when this layout has no numbering, or none for these values.
    #[must_use]
    pub fn number(&self, state: &[Datum]) -> Option<u64> {
        let digits = self.digits.as_ref()?;
        let mut found = Vec::with_capacity(digits.len());
        for (value, domain) in state.iter().zip(&self.domains) {
            codes(value, domain, &mut found);
        }
        assert_eq!(found.len(), digits.len());
        found.iter().zip(digits).try_fold(0, |number, (code, digit)| digit.after(number, *code))
    }

    /// The turn and the number of what `pack` packed, if it has one: digit by digit where all positions have the same digits.
    #[must_use]
    pub fn packed_number(&self, words: &Packed) -> Option<(u64, u64)> {
        let (Some(digits), Some(widths)) = (&self.digits, &self.widths) else {
            let (turn, state) = self.unpack(words);
            return Some((turn, self.number(&state)?));
        };
        let mut bits = Reader { words, at: 0 };
        let turn = bits.read(TURN_BITS);
        let mut both = digits.iter().zip(widths);
        Some((turn, both.try_fold(0, |number, (digit, width)| digit.after(number, bits.read(*width)))?))
    }

    /// What `pack` makes of a turn and the values with that number; `None` in a gap.
    #[must_use]
    pub fn packed(&self, turn: u64, number: u64) -> Option<Packed> {
        let (Some(digits), Some(widths), false) = (&self.digits, &self.widths, self.has_gaps()) else {
            return Some(self.pack(turn, &self.state(number)?));
        };
        let mut rest = number;
        let mut found: SmallVec<[(u64, u32); 16]> = SmallVec::with_capacity(digits.len());
        for (digit, width) in digits.iter().zip(widths).rev() {
            found.push((digit.low + rest % digit.radix, *width));
            rest /= digit.radix;
        }
        let mut bits = Bits::default();
        bits.write(turn, TURN_BITS);
        found.iter().rev().for_each(|(code, width)| bits.write(*code, *width));
        Some(bits.words)
    }

    /// Each digit of a number and how many packed bits hold it, the most significant first; `None` where there is no numbering, or positions
    /// differ in their digits. Packed digits stand one after the other, behind the turn.
    #[must_use]
    pub fn digits(&self) -> Option<impl Iterator<Item = (Digit, u32)>> {
        let (digits, widths) = (self.digits.as_ref()?, self.widths.as_ref()?);
        Some(digits.iter().copied().zip(widths.iter().copied()))
    }

    /// The values with that number; `None` in a gap (the unused end of a list whose length varies).
    #[must_use]
    pub fn state(&self, number: u64) -> Option<Vec<Datum>> {
        let digits = self.digits.as_ref()?;
        let mut found = vec![0; digits.len()];
        let mut rest = number;
        for (code, digit) in found.iter_mut().zip(digits).rev() {
            *code = digit.low + rest % digit.radix;
            rest /= digit.radix;
        }
        let mut found = found.into_iter();
        self.domains.iter().map(|domain| decode(domain, &mut found)).collect()
    }
}

impl Digit {
    /// A number with this as one more digit; `None` where the code is none of its values.
    fn after(self, number: u64, code: u64) -> Option<u64> {
        let place = code.checked_sub(self.low).filter(|place| *place < self.radix)?;
        Some(number * self.radix + place)
    }
}

/// Whether some of its values are longer than others.
#[must_use]
pub fn varies(domain: &Domain<i64>) -> bool {
    match domain {
        Domain::List { min, max, of } => min < max || varies(of),
        Domain::Record(of) => of.iter().any(varies),
        _ => false,
    }
}

/// Whether lists in it whose length changes take the room of their longest.
fn has_room(domain: &Domain<i64>) -> bool {
    varies(domain) && bits(domain).is_some()
}

fn product(digits: &[Digit]) -> Option<u64> {
    let mut size: u128 = 1;
    for digit in digits {
        size = size.checked_mul(u128::from(digit.radix)).filter(|size| *size <= MOST_NUMBERED)?;
    }
    u64::try_from(size).ok()
}

/// How many values a scalar can have; nothing for domains that are not scalars.
#[must_use]
pub fn radix(domain: &Domain<i64>) -> Option<u128> {
    match domain {
        Domain::Int { lo, hi } => u128::try_from(i128::from(*hi) - i128::from(*lo) + 1).ok(),
        Domain::Whole => Some(1 << 64),
        Domain::Bool | Domain::Player => Some(2),
        Domain::Names { count, .. } => Some(*count as u128),
        Domain::Node { nodes } => u128::try_from(*nodes).ok(),
        Domain::Cell { rows, columns } => Some(u128::try_from(*rows).ok()? * u128::try_from(*columns).ok()?),
        Domain::Optional(of) => Some(radix(of)? + 1),
        Domain::Set(_)
        | Domain::List { .. }
        | Domain::Grid { .. }
        | Domain::Record(_)
        | Domain::Graph { .. }
        | Domain::Text => None,
    }
}

/// A scalar of a domain as a number from 0 up.
#[must_use]
pub fn code(value: i64, domain: &Domain<i64>) -> u64 {
    match domain {
        Domain::Int { lo, .. } => value.wrapping_sub(*lo).cast_unsigned(),
        Domain::Whole => value.wrapping_sub(i64::MIN).cast_unsigned(),
        Domain::Cell { columns, .. } => {
            let cell = Cell::unpack(value);
            (cell.row * columns + cell.column).cast_unsigned()
        }
        Domain::Optional(_) if value == NONE => 0,
        Domain::Optional(of) => code(value, of) + 1,
        _ => value.cast_unsigned(),
    }
}

/// The scalar that `code` made a number.
#[must_use]
pub fn scalar(code: u64, domain: &Domain<i64>) -> i64 {
    match domain {
        Domain::Int { lo, .. } => lo.wrapping_add(code.cast_signed()),
        Domain::Whole => i64::MIN.wrapping_add(code.cast_signed()),
        Domain::Cell { columns, .. } => {
            let cell = Cell::at(code.cast_signed(), (*columns).max(1));
            cell.pack().expect("boards are smaller than cells can say")
        }
        Domain::Optional(_) if code == 0 => NONE,
        Domain::Optional(of) => scalar(code - 1, of),
        _ => code.cast_signed(),
    }
}

/// Every value that a member of a set can have, in rising order.
pub fn members(of: &Domain<i64>) -> impl ExactSizeIterator<Item = i64> + '_ {
    let count = radix(of).and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    (0..count).map(|code| scalar(code as u64, of))
}

fn entries(value: &Datum) -> &[Datum] {
    match value {
        Datum::List(entries) => entries,
        _ => &[],
    }
}

/// Adds the number of values of each digit of a domain; false when it cannot be numbered.
fn digits(domain: &Domain<i64>, radices: &mut Vec<u64>) -> bool {
    const MOST_DIGITS: usize = 4096;
    if radices.len() > MOST_DIGITS {
        return false;
    }
    match domain {
        Domain::Set(of) => {
            let count = radix(of).and_then(|count| usize::try_from(count).ok()).filter(|count| *count <= 62);
            count.is_some_and(|count| {
                radices.extend(std::iter::repeat_n(2, count));
                true
            })
        }
        Domain::List { min, max, of } => {
            let lengths = u64::try_from(i128::from(*max) - i128::from(*min) + 1).ok();
            let longest = usize::try_from(*max).ok().filter(|longest| *longest <= 64);
            let (Some(lengths), Some(longest)) = (lengths, longest) else { return false };
            radices.push(lengths);
            (0..longest).all(|_| digits(of, radices))
        }
        Domain::Grid { rows, columns, of } => {
            let cells = usize::try_from(rows.1.saturating_mul(columns.1)).ok().filter(|cells| *cells <= 256);
            cells.is_some_and(|cells| (0..cells).all(|_| digits(of, radices)))
        }
        Domain::Record(of) => of.iter().all(|of| digits(of, radices)),
        scalar => radix(scalar).and_then(|radix| u64::try_from(radix).ok()).is_some_and(|radix| {
            radices.push(radix);
            true
        }),
    }
}

/// The digits of a value, as many as its domain has.
fn codes(value: &Datum, domain: &Domain<i64>, found: &mut Vec<u64>) {
    match (value, domain) {
        (Datum::Set(held), Domain::Set(of)) => {
            let start = found.len();
            found.resize(start + members(of).len(), 0);
            held.iter()
                .for_each(|member| found[start + usize::try_from(code(*member, of)).expect("it is one of them")] = 1);
        }
        (_, Domain::List { min, max, of }) => {
            let held = entries(value);
            found.push((i64::try_from(held.len()).expect("entries are counted in memory") - min).cast_unsigned());
            held.iter().for_each(|entry| codes(entry, of, found));
            let mut one = Vec::new();
            digits(of, &mut one);
            let unused = usize::try_from(*max).expect("only short lists have digits").saturating_sub(held.len());
            found.extend(std::iter::repeat_n(0, unused * one.len()));
        }
        (Datum::Grid(grid), Domain::Grid { of, .. }) => found.extend(grid.cells.iter().map(|cell| code(*cell, of))),
        (Datum::List(held), Domain::Record(of)) => {
            held.iter().zip(of).for_each(|(value, of)| codes(value, of, found));
        }
        (Datum::Int(value), _) => found.push(code(*value, domain)),
        _ => found.push(0),
    }
}

/// A value from its digits; nothing in a gap.
fn decode(domain: &Domain<i64>, found: &mut impl Iterator<Item = u64>) -> Option<Datum> {
    Some(match domain {
        Domain::Set(of) => {
            let held: Vec<i64> =
                members(of).zip(&mut *found).filter(|(_, there)| *there == 1).map(|(member, _)| member).collect();
            Datum::set(held)
        }
        Domain::List { min, max, of } => {
            let length = usize::try_from(found.next()?.cast_signed() + min).ok()?;
            let longest = usize::try_from(*max).ok()?;
            let mut held = Vec::with_capacity(length);
            for _ in 0..length {
                held.push(decode(of, found)?);
            }
            let mut one = Vec::new();
            digits(of, &mut one);
            let unused = longest.saturating_sub(length) * one.len();
            if (0..unused).any(|_| found.next() != Some(0)) {
                return None;
            }
            Datum::list(held)
        }
        Domain::Grid { rows, columns, of } => {
            let count = usize::try_from(rows.1 * columns.1).ok()?;
            let cells: Vec<i64> = found.take(count).map(|code| scalar(code, of)).collect();
            Datum::Grid(Arc::new(Grid { rows: rows.1, columns: columns.1, cells }))
        }
        Domain::Record(of) => Datum::list(of.iter().map(|of| decode(of, found)).collect::<Option<_>>()?),
        _ => Datum::Int(scalar(found.next()?, domain)),
    })
}

/// How many bits hold the codes `0 ..< radix`.
fn width(radix: u128) -> u32 {
    128 - radix.saturating_sub(1).leading_zeros()
}

/// How many bits a scalar of this domain is packed into.
#[must_use]
pub fn scalar_width(domain: &Domain<i64>) -> u32 {
    radix(domain).map_or(64, width).min(64)
}

/// How many packed bits every value of a domain takes; `None` where some take more than others.
#[must_use]
pub fn bits(domain: &Domain<i64>) -> Option<usize> {
    room(domain).filter(|room| *room <= MOST_ROOM || !varies(domain))
}

/// How many packed bits the longest value of a domain takes.
fn room(domain: &Domain<i64>) -> Option<usize> {
    match domain {
        Domain::Set(of) => usize::try_from(radix(of)?).ok(),
        Domain::List { min, max, of } => {
            room(of)?.checked_mul(usize::try_from(*max).ok()?)?.checked_add(length_width(*min, *max) as usize)
        }
        Domain::Grid { rows, columns, of } => {
            (scalar_width(of) as usize).checked_mul(usize::try_from(rows.1.checked_mul(columns.1)?).ok()?)
        }
        Domain::Record(of) => of.iter().try_fold(0_usize, |sum, of| sum.checked_add(room(of)?)),
        Domain::Graph { .. } | Domain::Text => None,
        scalar => Some(scalar_width(scalar) as usize),
    }
}

/// How many bits of the room of a list are unused where it has so many entries.
fn unused(domain: &Domain<i64>, entries: usize) -> usize {
    let Domain::List { min, max, of } = domain else { return 0 };
    let missing = usize::try_from(*max).expect("its room has been counted").saturating_sub(entries);
    if min == max { 0 } else { missing * room(of).expect("it is in the room") }
}

/// How many bits hold the length of a list, less its least.
#[must_use]
pub fn length_width(min: i64, max: i64) -> u32 {
    width(u128::try_from(i128::from(max) - i128::from(min) + 1).unwrap_or(1))
}

fn pack(value: &Datum, domain: &Domain<i64>, has_room: bool, bits: &mut Bits) {
    match (value, domain) {
        (Datum::Set(held), Domain::Set(of)) => {
            let start = bits.used as usize;
            bits.skip(members(of).len());
            held.iter().for_each(|member| bits.mark(start, code(*member, of)));
        }
        (_, Domain::List { min, max, of }) => {
            let held = entries(value);
            bits.write(
                (i64::try_from(held.len()).expect("entries are counted in memory") - min).cast_unsigned(),
                length_width(*min, *max),
            );
            held.iter().for_each(|entry| pack(entry, of, has_room, bits));
            bits.skip(if has_room { unused(domain, held.len()) } else { 0 });
        }
        (Datum::Grid(grid), Domain::Grid { of, .. }) => {
            let width = scalar_width(of);
            grid.cells.iter().for_each(|cell| bits.write(code(*cell, of), width));
        }
        (Datum::List(held), Domain::Record(of)) => {
            held.iter().zip(of).for_each(|(value, of)| pack(value, of, has_room, bits));
        }
        (Datum::Int(value), _) => bits.write(code(*value, domain), scalar_width(domain)),
        _ => {}
    }
}

fn pack_codes(domain: &Domain<i64>, codes: &mut impl Iterator<Item = u64>, bits: &mut Bits) {
    let (count, width) = match domain {
        Domain::Set(of) => {
            (radix(of).and_then(|count| i64::try_from(count).ok()).expect("what is packed has a size"), 1)
        }
        Domain::List { max, of, .. } => return (0..*max).for_each(|_| pack_codes(of, codes, bits)),
        Domain::Grid { rows, columns, of } => (rows.1 * columns.1, scalar_width(of)),
        Domain::Record(of) => return of.iter().for_each(|of| pack_codes(of, codes, bits)),
        scalar => (1, scalar_width(scalar)),
    };
    (0..count).for_each(|_| bits.write(codes.next().expect("there is a code for each scalar"), width));
}

fn unpack(domain: &Domain<i64>, has_room: bool, bits: &mut Reader) -> Datum {
    match domain {
        Domain::Set(of) => {
            let (count, mut held) = (members(of).len() as u64, Vec::new());
            for from in (0..count).step_by(64) {
                let mut word = bits.read(u32::try_from((count - from).min(64)).expect("at most 64"));
                while word != 0 {
                    held.push(scalar(from + u64::from(word.trailing_zeros()), of));
                    word &= word - 1;
                }
            }
            Datum::set(held)
        }
        Domain::List { min, max, of } => {
            let length = bits.read(length_width(*min, *max)).cast_signed().saturating_add(*min).clamp(*min, *max);
            let held: Vec<Datum> = (0..length).map(|_| unpack(of, has_room, bits)).collect();
            bits.at += if has_room { unused(domain, held.len()) } else { 0 };
            Datum::list(held)
        }
        Domain::Grid { rows, columns, of } => {
            let width = scalar_width(of);
            let cells = (0..rows.1 * columns.1).map(|_| scalar(bits.read(width), of)).collect();
            Datum::Grid(Arc::new(Grid { rows: rows.1, columns: columns.1, cells }))
        }
        Domain::Record(of) => Datum::list(of.iter().map(|of| unpack(of, has_room, bits)).collect()),
        _ => Datum::Int(scalar(bits.read(scalar_width(domain)), domain)),
    }
}

/// A record's key is a number that is not negative: it has at most this many bits.
pub const KEY_BITS: usize = 62;

/// What a part is known by as one number: a scalar itself, a record packed. Nothing where a record takes more than [`KEY_BITS`].
#[must_use]
pub fn key(value: &Datum, domain: &Domain<i64>) -> Option<i64> {
    match (value, domain) {
        (Datum::Int(value), _) => Some(*value),
        (record, Domain::Record(_)) => {
            bits(domain).filter(|width| *width <= KEY_BITS)?;
            let mut written = Bits::default();
            pack(record, domain, false, &mut written);
            Some(written.words.first().map_or(0, |word| word.cast_signed()))
        }
        _ => None,
    }
}

/// What `key` made a number of.
#[must_use]
pub fn of_key(key: i64, domain: &Domain<i64>) -> Datum {
    match domain {
        Domain::Record(_) => {
            let words: Packed = [key.cast_unsigned()].into_iter().collect();
            unpack(domain, false, &mut Reader { words: &words, at: 0 })
        }
        _ => Datum::Int(key),
    }
}

/// Bits written one after the other.
#[derive(Default)]
struct Bits {
    words: Packed,
    used: u32,
}

impl Bits {
    fn write(&mut self, code: u64, width: u32) {
        if width == 0 {
            return;
        }
        let at = self.used % 64;
        if at == 0 {
            self.words.push(0);
        }
        let last = self.words.len() - 1;
        self.words[last] |= code << at;
        if at + width > 64 {
            self.words.push(code >> (64 - at));
        }
        self.used += width;
    }

    /// Leaves so many bits zero.
    fn skip(&mut self, mut bits: usize) {
        while bits > 0 {
            let width = bits.min(64);
            self.write(0, u32::try_from(width).expect("at most 64"));
            bits -= width;
        }
    }

    /// Turns on the bit of this number among those written from a place on.
    fn mark(&mut self, start: usize, number: u64) {
        let at = start + usize::try_from(number).expect("it was written");
        self.words[at / 64] |= 1 << (at % 64);
    }
}

/// Bits read one after the other; zeros after the last.
struct Reader<'p> {
    words: &'p Packed,
    at: usize,
}

impl Reader<'_> {
    fn read(&mut self, width: u32) -> u64 {
        if width == 0 {
            return 0;
        }
        let (word, at) = (self.at / 64, self.at % 64);
        let get = |place: usize| self.words.get(place).copied().unwrap_or(0);
        let mut code = get(word) >> at;
        if at + width as usize > 64 {
            code |= get(word + 1) << (64 - at);
        }
        self.at += width as usize;
        if width == 64 { code } else { code & ((1 << width) - 1) }
    }
}
