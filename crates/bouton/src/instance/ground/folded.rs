//! Placements with one cell for all their images, by symmetries of the board and by the players' names.
//!
//! Of each block one kind of piece is put down in one way for all ways that are images of each other (its orbits are numbered without gaps), the
//! other kinds freely: R. Gasser, "Solving Nine Men's Morris", Computational Intelligence 12(1), 1996. Where some symmetries leave the first
//! kind as it is, several cells are images of each other; the least of them holds the value, and the others stay empty.
//!
//! Moves are told as often as a position has them: one that stands for all its images has each move of its own once. Taken back, a move
//! leads from position q to position p as often as |q's images| · (moves of q to images of p) = |p's images| · (moves to p of images of q).

use super::blocks::{self, Block, Orbits};
use super::board::{Bits, Board};
use super::changes::Change;
use super::images::Images;
use super::tiers;
use super::{Ground, Placements};
use crate::game::{Edge, Index, Look, Reversible, Tier, Visit};
use bouton_rules::layout::Packed;
use bouton_rules::{Text, say};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

#[derive(Debug)]
pub(in crate::instance) struct Folded {
    plain: Arc<Placements>,
    images: Images,
    /// The blocks whose positions have cells, as these are numbered.
    blocks: Vec<Kept>,
    /// For each block of the placements, the one that has its cells, and whether that is the one in which the players have changed names.
    leads: Vec<(usize, bool)>,
    tiers: Vec<Tier>,
    cells: u64,
}

#[derive(Debug)]
struct Kept {
    block: Block,
    orbits: Arc<Orbits>,
    /// Which block of the placements it is.
    own: usize,
    /// How many images a position has that no symmetry leaves as it is.
    images: u64,
}

/// A cell, and how many symmetries leave the position that stands in it as it is.
type Standing = (u64, u64);

impl Folded {
    /// With these symmetries of the digits (all of a group), and with one of two players if their names are exchanged; nothing where that
    /// folds nothing.
    pub(super) fn new(plain: Arc<Placements>, group: &[Vec<usize>], names: Option<&Change>) -> Option<Folded> {
        let board = &plain.board;
        let images = Images::new(board, group, names)?;
        let leads = leads(&plain, &images);
        if group.len() < 2 && leads.iter().all(|(_, exchanged)| !exchanged) {
            return None;
        }
        let mut known = HashMap::new();
        let mut place = HashMap::new();
        let (mut blocks, mut cells): (Vec<Kept>, u64) = (Vec::new(), 0);
        for own in (0..plain.blocks.len()).filter(|at| leads[*at] == (*at, false)) {
            let (mut block, orbits) = plain.blocks[own].folded(board, &images, &mut known)?;
            block.base = cells;
            let twin = leads.contains(&(own, true));
            cells += block.size;
            place.insert(own, blocks.len());
            blocks.push(Kept { block, orbits, own, images: images.len() << u32::from(twin) });
        }
        let leads: Vec<(usize, bool)> = leads.into_iter().map(|(to, exchanged)| (place[&to], exchanged)).collect();
        blocks::list_combinations(blocks.iter_mut().map(|kept| &mut kept.block));
        let tiers = tiers_of(&mut blocks, &leads);
        Some(Folded { plain, images, blocks, leads, tiers, cells })
    }

    fn board(&self) -> &Board {
        &self.plain.board
    }

    fn ground(&self) -> &Ground {
        &self.plain.ground
    }

    fn kept(&self, cell: u64) -> &Kept {
        &self.blocks[self.blocks.partition_point(|kept| kept.block.base <= cell) - 1]
    }

    /// The cell of a position of a block of the placements.
    fn standing(&self, block: usize, bits: Bits) -> Standing {
        let (to, exchanged) = self.leads[block];
        let bits = if exchanged { self.images.exchanged(bits) } else { bits };
        let kept = &self.blocks[to];
        let (nth, image) = kept.orbits.find(self.board(), bits);
        self.least(kept, nth, self.images.of(image, bits))
    }

    /// The cell of a position whose first kind stands as the `nth` of its orbits does.
    fn least(&self, kept: &Kept, nth: u64, bits: Bits) -> Standing {
        let (mut least, mut fixing) = (kept.block.number_with(self.board(), bits, nth), 1);
        for image in kept.orbits.fixing(nth) {
            let number = kept.block.number_with(self.board(), self.images.of(*image, bits), nth);
            if number < least {
                (least, fixing) = (number, 1);
            } else {
                fixing += u64::from(number == least);
            }
        }
        (least, fixing)
    }

    /// What is in a cell: its bits, and how many symmetries leave it as it is; nothing where another cell stands for it.
    fn held(&self, kept: &Kept, cell: u64) -> (Bits, Option<u64>) {
        let bits = kept.block.bits(self.board(), cell);
        let nth = kept.block.nth(cell);
        let (least, fixing) = self.least(kept, nth, bits);
        (bits, (least == cell).then_some(fixing))
    }

    /// Every move at a position, or into it from its tier, `back`.
    fn edges(&self, cell: u64, back: bool, visit: &mut impl FnMut(Edge, u64)) {
        let kept = self.kept(cell);
        let (block, bits) = (&self.plain.blocks[kept.own], kept.block.bits(self.board(), cell));
        let ends = if back { &block.last } else { &block.next };
        self.ground().ways()[usize::from(back)][block.mover.number()].each(bits, &mut |kind, again, bits| {
            let end = ends.get(kind).copied().flatten();
            let same_tier = |end: &usize| self.blocks[self.leads[*end].0].block.tier == kept.block.tier;
            if let Some(end) = end.filter(|end| !back || same_tier(end)) {
                let (number, fixing) = self.standing(end, bits);
                visit(Edge { number, same_mover: again }, fixing);
            }
        });
    }

    /// What a position is like; its moves that lead to another tier are appended to `leaving`.
    fn look_out(&self, kept: &Kept, bits: Bits, leaving: &mut Vec<Edge>) -> Look {
        let block = &self.plain.blocks[kept.own];
        let mut moves = 0;
        self.ground().ways()[0][block.mover.number()].each(bits, &mut |kind, again, bits| {
            moves += 1;
            let end = block.next.get(kind).copied().flatten();
            let leaves = |end: &usize| self.blocks[self.leads[*end].0].block.tier != kept.block.tier;
            if let Some(end) = end.filter(leaves) {
                leaving.push(Edge { number: self.standing(end, bits).0, same_mover: again });
            }
        });
        self.ground().look(block.mover, |digit| self.plain.code(bits, digit), moves)
    }
}

/// For each block, the one that has its cells: the last of the two that it and the one are in which the players have changed names.
fn leads(plain: &Placements, images: &Images) -> Vec<(usize, bool)> {
    let twin = |block: &Block| {
        let pieces = images.exchanged_pieces(&block.pieces)?;
        plain.places.get(&(block.mover.other(), pieces)).copied()
    };
    let lead = |(at, block)| match twin(block) {
        Some(twin) if twin > at => (twin, true),
        _ => (at, false),
    };
    plain.blocks.iter().enumerate().map(lead).collect()
}

/// Numbers the tiers of blocks that are kept, and says which moves lead from which to which.
///
/// Exchanging the players takes tiers to tiers, and moves to moves. Of each two the last is kept, so moves lead to the same tier or to a later
/// one: from t to u, and where t' is numbered from t' to u' as well, so max(t, t') <= max(u, u').
fn tiers_of(blocks: &mut [Kept], leads: &[(usize, bool)]) -> Vec<Tier> {
    let mut tier = 0;
    let olds: Vec<usize> = blocks.iter().map(|kept| kept.block.tier).collect();
    for (at, kept) in blocks.iter_mut().enumerate() {
        tier += usize::from(at > 0 && olds[at] != olds[at - 1]);
        kept.block.tier = tier;
        for end in kept.block.next.iter_mut().flatten() {
            *end = leads[*end].0;
        }
    }
    let alone: Vec<Block> = blocks.iter().map(|kept| kept.block.clone()).collect();
    tiers::tiers(&alone)
}

impl Index<Packed> for Folded {
    fn size(&self) -> u64 {
        self.plain.size()
    }

    fn number(&self, position: &Packed) -> u64 {
        self.plain.number(position)
    }

    fn position(&self, number: u64) -> Option<Packed> {
        self.plain.position(number)
    }
}

impl Reversible<Packed> for Folded {
    fn cells(&self) -> u64 {
        self.cells
    }

    fn cell(&self, number: u64) -> u64 {
        let (at, bits) = self.plain.placed(number);
        self.standing(at, bits).0
    }

    fn cell_of(&self, position: &Packed) -> Option<u64> {
        let (block, bits) = self.plain.place(position)?;
        Some(self.standing(block, bits).0)
    }

    fn kept(&self, cell: u64) -> u64 {
        let kept = Folded::kept(self, cell);
        self.plain.blocks[kept.own].number(self.board(), kept.block.bits(self.board(), cell))
    }

    fn images(&self, cell: u64) -> u64 {
        let kept = Folded::kept(self, cell);
        match kept.orbits.fixing(kept.block.nth(cell)) {
            [] => kept.images,
            _ => self.held(kept, cell).1.map_or(0, |fixing| kept.images / fixing),
        }
    }

    fn most_images(&self) -> u64 {
        self.blocks.iter().map(|kept| kept.images).max().unwrap_or(1)
    }

    fn look(&self, cell: u64) -> Look {
        let kept = Folded::kept(self, cell);
        self.look_out(kept, kept.block.bits(self.board(), cell), &mut Vec::new())
    }

    fn look_through(&self, cells: Range<u64>, visit: Visit) -> Option<()> {
        let mut leaving = Vec::new();
        for cell in cells {
            let kept = Folded::kept(self, cell);
            if let (bits, Some(_)) = self.held(kept, cell) {
                leaving.clear();
                let look = self.look_out(kept, bits, &mut leaving);
                visit(cell, look, &leaving)?;
            }
        }
        Some(())
    }

    fn after(&self, cell: u64, out: &mut Vec<Edge>) {
        self.edges(cell, false, &mut |edge, _| out.push(edge));
    }

    fn before(&self, cell: u64, out: &mut Vec<Edge>) {
        let kept = Folded::kept(self, cell);
        let own = match kept.orbits.fixing(kept.block.nth(cell)) {
            [] => 1,
            _ => self.held(kept, cell).1.expect("values are held by the cells that stand for others"),
        };
        let mut add = |edge: Edge, times: u64| (0..times).for_each(|_| out.push(edge));
        if own == 1 {
            return self.edges(cell, true, &mut add);
        }
        let mut all: Vec<(u64, bool, u64)> = Vec::new();
        self.edges(cell, true, &mut |edge, fixing| all.push((edge.number, edge.same_mover, fixing)));
        all.sort_unstable();
        for same in all.chunk_by(|one, other| one == other) {
            let (number, same_mover, fixing) = same[0];
            add(Edge { number, same_mover }, same.len() as u64 * fixing / own);
        }
    }

    fn tiers(&self) -> Vec<Tier> {
        self.tiers.clone()
    }

    fn measure(&self) -> Option<Text> {
        self.plain.measure()
    }

    fn words(&self) -> Text {
        let (words, cells) = (self.plain.words(), crate::show::Count(self.cells));
        let names = self.leads.iter().any(|(_, exchanged)| *exchanged);
        match (self.images.len(), names) {
            (1, _) => say!("{words}; the players differ in name alone, so one of them is enough: {cells} are kept"),
            (images, false) => say!("{words}; one stands for its {images} images by symmetries: {cells} are kept"),
            (images, true) => say!(
                "{words}; one stands for its {images} images by symmetries, and one player for both: {cells} are kept"
            ),
        }
    }
}
