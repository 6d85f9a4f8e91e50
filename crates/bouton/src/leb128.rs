//! Numbers of few bits in few bytes: seven bits a byte, the lowest first, and the highest bit says that there are more (LEB128).

/// So many bytes of a number fit into 64 bits whatever they are.
const MOST_BYTES: u32 = 9;

/// Writes a number.
#[inline]
pub(crate) fn write(mut number: u64, bytes: &mut Vec<u8>) {
    while number > 0x7F {
        bytes.push(low(number) | 0x80);
        number >>= 7;
    }
    bytes.push(low(number));
}

/// Reads a number of at most nine bytes; `None`, and nothing is read, where it has more of them or ends too soon.
#[inline]
pub(crate) fn read(bytes: &mut &[u8]) -> Option<u64> {
    let (first, mut rest) = bytes.split_first()?;
    let (mut number, mut last, mut shift) = (u64::from(first & 0x7F), *first, 7);
    while last & 0x80 != 0 {
        let (next, more) = rest.split_first().filter(|_| shift < 7 * MOST_BYTES)?;
        number |= u64::from(next & 0x7F) << shift;
        (last, rest, shift) = (*next, more, shift + 7);
    }
    *bytes = rest;
    Some(number)
}

/// The lowest seven bits.
fn low(number: u64) -> u8 {
    number.to_le_bytes()[0] & 0x7F
}

/// Reads a number that was written, whatever it is.
#[inline]
pub(crate) fn read_any(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = [0];
    read(bytes).or_else(|| read_large(bytes, &mut number).map(|()| number[0]))
}

/// Writes how much larger a row of words is than the one before, read as one large number whose first word counts most.
#[inline]
pub(crate) fn write_step<const N: usize>(before: &[u64; N], row: &[u64; N], bytes: &mut Vec<u8>) {
    let mut step = [0; N];
    subtract(row, before, &mut step);
    match step.as_slice() {
        [.., short] if step[..N - 1].iter().all(|word| *word == 0) => write(*short, bytes),
        _ => write_large(&mut step, bytes),
    }
}

/// Reads the row that was written after the one before; `None` where there is none.
#[inline]
pub(crate) fn read_step<const N: usize>(bytes: &mut &[u8], before: &[u64; N]) -> Option<[u64; N]> {
    let mut row = *before;
    match read(bytes) {
        Some(short) => add_short(before, short, &mut row)?,
        None => {
            let mut step = [0; N];
            read_large(bytes, &mut step)?;
            add(&mut row, &step)?;
        }
    }
    Some(row)
}

/// `larger − smaller`, where the first word counts most.
pub(crate) fn subtract(larger: &[u64], smaller: &[u64], step: &mut [u64]) {
    let mut borrow = false;
    for at in (0..step.len()).rev() {
        let (word, one) = larger[at].overflowing_sub(smaller[at]);
        let (word, two) = word.overflowing_sub(u64::from(borrow));
        (step[at], borrow) = (word, one || two);
    }
}

/// Adds a step to words; `None` where they leave their bits.
pub(crate) fn add(words: &mut [u64], step: &[u64]) -> Option<()> {
    let mut carry = false;
    for (word, step) in words.iter_mut().zip(step).rev() {
        let (sum, one) = word.overflowing_add(*step);
        let (sum, two) = sum.overflowing_add(u64::from(carry));
        (*word, carry) = (sum, one || two);
    }
    (!carry).then_some(())
}

/// Adds a short step to the words of the position before; `None` where they leave their bits.
#[inline]
pub(crate) fn add_short(before: &[u64], step: u64, row: &mut [u64]) -> Option<()> {
    let mut carry = step;
    for (word, before) in row.iter_mut().zip(before).rev() {
        let (sum, over) = before.overflowing_add(carry);
        (*word, carry) = (sum, u64::from(over));
    }
    (carry == 0).then_some(())
}

/// Writes a large number, seven bits a byte, the last bits first; it is zero afterwards.
pub(crate) fn write_large(step: &mut [u64], bytes: &mut Vec<u8>) {
    loop {
        let low = (step.last().copied().unwrap_or(0) & 0x7F) as u8;
        let mut above = 0;
        for word in step.iter_mut() {
            let below = *word & 0x7F;
            *word = *word >> 7 | above;
            above = below << 57;
        }
        let more = step.iter().any(|word| *word != 0);
        bytes.push(low | u8::from(more) << 7);
        if !more {
            return;
        }
    }
}

/// Reads a large number of at most as many bits as the step has; `None` where it has more of them or ends too soon.
pub(crate) fn read_large(bytes: &mut &[u8], step: &mut [u64]) -> Option<()> {
    step.fill(0);
    let last = step.len() - 1;
    for place in 0.. {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let (bits, at) = (u64::from(byte & 0x7F), place * 7);
        let (word, shift) = (at / 64, at % 64);
        if bits != 0 {
            *step.get_mut(last.checked_sub(word)?)? |= bits << shift;
            if shift > 57 && bits >> (64 - shift) != 0 {
                *step.get_mut(last.checked_sub(word + 1)?)? |= bits >> (64 - shift);
            }
        }
        if byte & 0x80 == 0 {
            break;
        }
        last.checked_sub(word)?;
    }
    Some(())
}
