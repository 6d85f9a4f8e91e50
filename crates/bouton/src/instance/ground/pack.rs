//! Bits as packed positions: every bit of a board or of a number turns over the same packed bits wherever it is set, so a byte of them turns over
//! what a table says.

use super::board::{Bits, Board};
use bouton_rules::Player;
use bouton_rules::layout::{Layout, Packed, turn};

/// How bits are packed.
#[derive(Clone, Debug)]
pub(super) struct Packer {
    /// What is packed where no bit is set, by mover.
    none: [Packed; 2],
    /// For each byte of the bits and each of its values the packed bits that it turns over, as words one after the other.
    bytes: Vec<Vec<u64>>,
}

impl Packer {
    /// For the bits of a board; nothing where positions are packed into different numbers of words.
    pub(super) fn new(board: &Board, layout: &Layout) -> Option<Packer> {
        layout.places()?;
        let pack = |turn: u64, bits: Bits| layout.pack_codes(turn, board.codes(bits).map(|(_, code)| code));
        let none = [pack(turn::FIRST, 0), pack(turn::SECOND, 0)];
        let words = none[0].len();
        let table = |byte: u32| {
            let turned = |bit: u32| pack(turn::FIRST, 1 << (8 * byte + bit));
            let of_bits: Vec<Packed> = (0..8).filter(|bit| 8 * byte + bit < board.end()).map(turned).collect();
            let mut table = vec![0; 256 * words];
            for (value, row) in (0_u32..).zip(table.chunks_exact_mut(words)) {
                let set = (0_u32..).zip(&of_bits).filter(|(bit, _)| value >> bit & 1 == 1);
                for (_, packed) in set {
                    row.iter_mut().zip(packed.iter().zip(&none[0])).for_each(|(word, (own, none))| *word ^= own ^ none);
                }
            }
            table
        };
        let bytes = (0..board.end().div_ceil(8)).map(table).collect();
        Some(Packer { none, bytes })
    }

    /// The packed position.
    pub(super) fn pack(&self, mover: Player, bits: Bits) -> Packed {
        let mut packed = self.none[mover.number()].clone();
        let words = packed.len();
        for (table, byte) in self.bytes.iter().zip(bits.to_le_bytes()) {
            let turned = &table[usize::from(byte) * words..][..words];
            packed.iter_mut().zip(turned).for_each(|(word, turned)| *word ^= turned);
        }
        packed
    }
}
