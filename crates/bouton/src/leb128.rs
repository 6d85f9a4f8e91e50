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
