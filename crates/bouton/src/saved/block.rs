//! A block: positions in rising order and their values, in bytes.
//!
//! Of each position after the first, how much larger its words are than those before, read as one large number whose first word counts
//! most; then the values as small numbers. Both are written seven bits a byte (LEB128).

use super::BLOCK;
use crate::game::WordRow;
use crate::leb128::{self, add, add_short, read_any, read_large, subtract, write_large};
use crate::value::{Kind, Outcome, Plies, Value};

/// Positions and values of one block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// The words of all positions, one after the other.
    pub(super) words: Vec<u64>,
    pub(super) values: Vec<Value>,
}

impl Block {
    /// The next positions, as many as a block holds.
    pub(super) fn of(entries: &mut dyn Iterator<Item = (WordRow, Value)>) -> Block {
        let mut block = Block::default();
        for (words, value) in entries.take(BLOCK) {
            block.words.extend_from_slice(&words);
            block.values.push(value);
        }
        block
    }

    /// Whether there is no position in it.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The block in bytes, without the words of its first position: how many bytes the positions take, they, and the values.
    pub(super) fn encode(&self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        let mut step = vec![0; count];
        for (before, words) in self.words.chunks(count).zip(self.words.chunks(count).skip(1)) {
            subtract(words, before, &mut step);
            write_large(&mut step, &mut bytes);
        }
        let keys = u32::try_from(bytes.len() - 4).expect("a block is smaller than 4 GiB");
        bytes[..4].copy_from_slice(&keys.to_le_bytes());
        self.values.iter().for_each(|value| leb128::write(code(*value), &mut bytes));
        bytes
    }

    /// The block that was encoded, of so many positions; or what is wrong with the bytes.
    pub(super) fn decode(bytes: &[u8], first: &[u64], entries: usize, kind: Kind) -> Result<Block, &'static str> {
        let (mut keys, mut values) = parts(bytes)?;
        let block = Block { words: rows(&mut keys, first, entries)?, values: worth(&mut values, entries, kind)? };
        if keys.is_empty() && values.is_empty() { Ok(block) } else { Err("a block is too long") }
    }

    /// The value of a position in it.
    pub(super) fn find(&self, words: &[u64]) -> Option<Value> {
        let (mut low, mut high) = (0, self.values.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.words[middle * words.len()..][..words.len()].cmp(words) {
                std::cmp::Ordering::Equal => return Some(self.values[middle]),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

/// The bytes of the positions of a block, and those of its values.
fn parts(bytes: &[u8]) -> Result<(&[u8], &[u8]), &'static str> {
    let (head, rest) = bytes.split_first_chunk::<4>().ok_or("a block is too short")?;
    rest.split_at_checked(u32::from_le_bytes(*head) as usize).ok_or("a block is too short")
}

/// The values alone of a block of so many positions.
pub(super) fn values(bytes: &[u8], entries: usize, kind: Kind) -> Result<Vec<Value>, &'static str> {
    let (_, mut values) = parts(bytes)?;
    let all = worth(&mut values, entries, kind)?;
    if values.is_empty() { Ok(all) } else { Err("a block is too long") }
}

/// The rows of so many positions, of which the first is known.
fn rows(keys: &mut &[u8], first: &[u64], entries: usize) -> Result<Vec<u64>, &'static str> {
    let count = first.len();
    let mut words = vec![0; entries * count];
    words[..count].copy_from_slice(first);
    let (mut step, mut from) = (vec![0; count], 1);
    if let [first] = first {
        from = rows_of_one_word(keys, *first, &mut words)?;
    }
    for at in from..entries {
        let (known, rest) = words.split_at_mut(at * count);
        let (before, row) = (&known[(at - 1) * count..], &mut rest[..count]);
        // Nearly every step is short.
        let added = match leb128::read(keys) {
            Some(0) => return Err("a position stands twice in a block"),
            Some(short) => add_short(before, short, row),
            None => {
                read_large(keys, &mut step).ok_or("a position in a block cannot be read")?;
                if step.iter().all(|word| *word == 0) {
                    return Err("a position stands twice in a block");
                }
                row.copy_from_slice(before);
                add(row, &step)
            }
        };
        added.ok_or("a position in a block is too large")?;
    }
    Ok(words)
}

/// The rows of one word up to a step that is not short, or to the end: how many.
fn rows_of_one_word(keys: &mut &[u8], first: u64, words: &mut [u64]) -> Result<usize, &'static str> {
    let (mut row, mut at) = (first, 1);
    while let Some(word) = words.get_mut(at) {
        let Some(step) = leb128::read(keys) else { break };
        if step == 0 {
            return Err("a position stands twice in a block");
        }
        row = row.checked_add(step).ok_or("a position in a block is too large")?;
        (*word, at) = (row, at + 1);
    }
    Ok(at)
}

/// The values of so many positions.
fn worth(values: &mut &[u8], entries: usize, kind: Kind) -> Result<Vec<Value>, &'static str> {
    let mut all = Vec::with_capacity(entries);
    // Positions side by side are often worth the same.
    let mut last = None;
    for _ in 0..entries {
        let code = read_any(values).ok_or("a value in a block cannot be read")?;
        let worth = match last {
            Some((known, worth)) if known == code => worth,
            _ => value(code, kind).ok_or("a value in a block means nothing")?,
        };
        last = Some((code, worth));
        all.push(worth);
    }
    Ok(all)
}

/// Bytes of a block of so many positions, at the most.
pub(super) fn longest(entries: usize, count: usize) -> usize {
    4 + entries * (count * 10 + 10)
}

/// Codes of outcomes that have no number of plies; after them a win and a loss in turn for each number.
const DRAW: u64 = 0;
const ENDLESS: u64 = 1;
const UNCOUNTED: u64 = 3;
const COUNTED: u64 = 5;

/// A value as a small number.
pub(super) fn code(value: Value) -> u64 {
    let of = |plies: Plies| match plies {
        Plies::Endless => ENDLESS,
        Plies::Unknown => UNCOUNTED,
        Plies::Of(plies) => COUNTED + 2 * u64::from(plies),
    };
    match value {
        Value::Lead(lead) => (lead << 1 ^ lead >> 63).cast_unsigned(),
        Value::Outcome(Outcome::Draw) => DRAW,
        Value::Outcome(Outcome::Win(plies)) => of(plies),
        Value::Outcome(Outcome::Loss(plies)) => of(plies) + 1,
    }
}

/// The value that a small number stands for.
pub(super) fn value(code: u64, kind: Kind) -> Option<Value> {
    if kind == Kind::Points {
        return Some(Value::Lead((code >> 1).cast_signed() ^ -(code & 1).cast_signed()));
    }
    let odd = |first: u64| (code - first) % 2 == 1;
    let of = |plies: Plies, loss: bool| if loss { Outcome::Loss(plies) } else { Outcome::Win(plies) };
    Some(Value::Outcome(match code {
        DRAW => Outcome::Draw,
        ENDLESS..UNCOUNTED => of(Plies::Endless, odd(ENDLESS)),
        UNCOUNTED..COUNTED => of(Plies::Unknown, odd(UNCOUNTED)),
        _ => of(Plies::Of(u32::try_from((code - COUNTED) / 2).ok()?), odd(COUNTED)),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes() -> Vec<Value> {
        let plies = [Plies::Of(0), Plies::Of(1), Plies::Of(u32::MAX), Plies::Endless, Plies::Unknown];
        let wins = plies.map(Outcome::Win);
        wins.into_iter().chain(plies.map(Outcome::Loss)).chain([Outcome::Draw]).map(Value::Outcome).collect()
    }

    #[test]
    fn every_value_comes_back() {
        for one in outcomes() {
            assert_eq!(value(code(one), Kind::Outcome), Some(one));
        }
        for lead in [0, 1, -1, 77, -78, i64::MAX, i64::MIN] {
            assert_eq!(value(code(Value::Lead(lead)), Kind::Points), Some(Value::Lead(lead)));
        }
        assert_eq!((code(Value::Lead(-1)), code(Value::Lead(1))), (1, 2), "small leads are small numbers");
        assert_eq!(value(u64::MAX, Kind::Outcome), None);
    }

    #[test]
    fn every_block_comes_back() {
        let values = outcomes();
        for count in [1, 2, 3] {
            // Steps of all sizes, over the ends of words.
            let mut words = vec![0_u64; count];
            let mut block = Block::default();
            for (at, value) in values.iter().enumerate() {
                block.words.extend_from_slice(&words);
                block.values.push(*value);
                let mut step = vec![0; count];
                step[(at + 1) % count] = 1 << (at * 5 % 61);
                step[count - 1] |= 3;
                add(&mut words, &step).expect("it is small");
            }
            let bytes = block.encode(count);
            assert!(bytes.len() <= longest(values.len(), count));
            let first = &block.words[..count];
            assert_eq!(Block::decode(&bytes, first, values.len(), Kind::Outcome).as_ref(), Ok(&block));
            for (words, value) in block.words.chunks(count).zip(&block.values) {
                assert_eq!(block.find(words), Some(*value));
            }
            assert_eq!(block.find(&vec![u64::MAX; count]), None);
            for cut in 0..bytes.len() {
                assert!(Block::decode(&bytes[..cut], first, values.len(), Kind::Outcome).is_err(), "cut at {cut}");
            }
        }
    }

    #[test]
    fn the_example_of_the_format_is_so() {
        let page = include_str!("format.md");
        let bytes =
            page.split("## An example").nth(1).and_then(|part| part.split('`').nth(1)).expect("the page has it");
        let bytes: Vec<u8> =
            bytes.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal")).collect();
        let values = [Outcome::Draw, Outcome::Win(Plies::Of(0)), Outcome::Loss(Plies::Of(1))];
        let block = Block { words: vec![10, 11, 300], values: values.map(Value::Outcome).to_vec() };
        assert_eq!(block.encode(1), bytes);
        assert_eq!(Block::decode(&bytes, &[10], 3, Kind::Outcome), Ok(block));
    }

    #[test]
    fn nonsense_is_an_error() {
        let decode = |bytes: &[u8]| Block::decode(bytes, &[u64::MAX], 2, Kind::Outcome);
        assert_eq!(decode(&[1, 0, 0, 0, 1, 0, 0]), Err("a position in a block is too large"));
        assert_eq!(decode(&[1, 0, 0, 0, 0, 0, 0]), Err("a position stands twice in a block"));
        assert_eq!(decode(&[0xFF; 4]), Err("a block is too short"));
        // A number of more bits than words hold.
        let long = [[12, 0, 0, 0].as_slice(), &[0xFF; 11], &[1, 0, 0]].concat();
        assert!(decode(&long).is_err());
    }
}
