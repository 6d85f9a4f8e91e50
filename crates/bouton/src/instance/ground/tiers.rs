//! Tiers: blocks between which play may go round lie together, and every other move leads to a later tier. They are the strongly connected
//! parts of the graph whose nodes are the blocks (Tarjan 1972).

use super::blocks::Block;
use crate::game::Tier;

/// Blocks tier by tier, the first one's tier first: no move leads to an earlier tier. Within a tier they stay in order.
pub(super) fn in_order(blocks: Vec<Block>) -> Vec<Block> {
    let part = Parts::of(&blocks);
    let last = part.iter().max().copied().unwrap_or(0);
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|block| (last - part[*block], *block));
    let mut place = vec![0; blocks.len()];
    order.iter().enumerate().for_each(|(at, block)| place[*block] = at);
    let mut placed: Vec<(usize, Block)> = blocks.into_iter().enumerate().collect();
    placed.sort_by_key(|(was, _)| place[*was]);
    let moved = |ends: Vec<Option<usize>>| ends.into_iter().map(|end| end.map(|end| place[end])).collect();
    let new = |(was, mut block): (usize, Block)| {
        block.tier = last - part[was];
        (block.next, block.last) = (moved(block.next), moved(block.last));
        block
    };
    placed.into_iter().map(new).collect()
}

/// The tiers of blocks that are in order, in the order in which they can be solved: the last one first.
pub(super) fn tiers(blocks: &[Block]) -> Vec<Tier> {
    let count = blocks.last().map_or(0, |block| block.tier + 1);
    let mut tiers: Vec<Tier> = Vec::with_capacity(count);
    for some in blocks.chunk_by(|one, other| one.tier == other.tier).rev() {
        let (from, to) = (some[0].base, some.last().map_or(0, |last| last.base + last.size));
        let ends = some.iter().flat_map(|block| &block.next).flatten().map(|end| blocks[*end].tier);
        let mut next: Vec<usize> = ends.filter(|tier| *tier != some[0].tier).map(|tier| count - 1 - tier).collect();
        next.sort_unstable();
        next.dedup();
        tiers.push(Tier { numbers: from..to, next });
    }
    tiers
}

/// Which strongly connected part each block is in, numbered such that moves lead to the same part or to one of a smaller number.
struct Parts<'a> {
    blocks: &'a [Block],
    /// When each block was met, if it was, and the earliest block still open that is known to be reached from it.
    met: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<usize>,
    part: Vec<Option<usize>>,
    time: usize,
    parts: usize,
}

impl Parts<'_> {
    fn of(blocks: &[Block]) -> Vec<usize> {
        let len = blocks.len();
        let (met, part, low) = (vec![None; len], vec![None; len], vec![0; len]);
        let mut parts = Parts { blocks, met, low, open: Vec::new(), part, time: 0, parts: 0 };
        for block in 0..len {
            if parts.met[block].is_none() {
                parts.walk(block);
            }
        }
        parts.part.into_iter().map(|part| part.expect("each block is in a part")).collect()
    }

    /// Depth first, with a stack of its own: blocks may be thousands deep.
    fn walk(&mut self, from: usize) {
        let mut way = vec![(from, 0)];
        self.meet(from);
        while let Some((block, kind)) = way.pop() {
            let Some(end) = self.blocks[block].next.get(kind) else {
                self.leave(block);
                if let Some((before, _)) = way.last() {
                    self.low[*before] = self.low[*before].min(self.low[block]);
                }
                continue;
            };
            way.push((block, kind + 1));
            match *end {
                Some(end) if self.met[end].is_none() => {
                    self.meet(end);
                    way.push((end, 0));
                }
                Some(end) if self.part[end].is_none() => {
                    self.low[block] = self.low[block].min(self.met[end].unwrap_or(self.time));
                }
                _ => {}
            }
        }
    }

    fn meet(&mut self, block: usize) {
        (self.met[block], self.low[block]) = (Some(self.time), self.time);
        self.time += 1;
        self.open.push(block);
    }

    /// Everything that leads on from a block has been gone through: where nothing led back before it, it closes a part.
    fn leave(&mut self, block: usize) {
        if self.met[block] != Some(self.low[block]) {
            return;
        }
        while let Some(last) = self.open.pop() {
            self.part[last] = Some(self.parts);
            if last == block {
                break;
            }
        }
        self.parts += 1;
    }
}
