//! Moves of a board written out: which cells must hold what, and what they hold afterwards. Each is then one comparison and one
//! exclusive or, forwards and backwards, and positions are numbered by which pieces there are and where they lie: `Reversible`.

mod blocks;
mod board;
mod digits;
mod explore;
mod ways;

use super::{Instance, turn};
use crate::game::{Edge, Ending, Game, Index, Look, Reversible};
use blocks::{Block, Kind, change};
use board::{Bits, Board};
use bouton_rules::Player;
use bouton_rules::layout::{Layout, Packed};
use bouton_rules::rules::StuckResult;
use digits::Digits;
use explore::{MOST_ASKED, Operator, Tree};
use std::sync::Arc;
use ways::Ways;

/// The moves of a game written out, whatever position play starts from.
#[derive(Debug)]
pub(super) struct Ground {
    digits: Digits,
    board: Board,
    kinds: Vec<Kind>,
    /// By mover: the moves, and the moves that lead to a position of that mover.
    after: [Ways; 2],
    before: [Ways; 2],
    /// By mover: what the `end` lines say, and what being stuck means; the game is asked where that is not written out.
    endings: [Option<[Tree; 2]>; 2],
    operators: usize,
    layout: Layout,
    alike: bool,
}

/// The interpreter may be asked once for so many positions, and so often whatever their number.
const ASKED_PER_POSITION: usize = 8;
const FEW_ASKED: usize = 1_000;

/// Writes out the moves of a game, or says why not.
pub(super) fn derive(game: &Instance) -> Result<Ground, String> {
    let rules = game.rules();
    let passes = rules.stucks.iter().any(|line| matches!(line.result, StuckResult::Pass(_)));
    let checked = rules.remaining.is_some() || !rules.invariants.is_empty() || !rules.normalise.is_empty();
    if rules.points || passes || checked || !rules.parts.is_empty() {
        return Err("more than the moves and the ends bears on play".to_owned());
    }
    let digits = Digits::of(&game.interpreter)?;
    let board = Board::of(&digits)?;
    let movers: &[Player] = if game.alike { &[Player::First] } else { &[Player::First, Player::Second] };
    // Writing out the moves must not take longer than walking through the positions would.
    let walked =
        Game::index(game).map(|index| usize::try_from(index.size()).unwrap_or(usize::MAX) / ASKED_PER_POSITION);
    let most = walked.map_or(MOST_ASKED, |walked| walked.clamp(FEW_ASKED, MOST_ASKED));
    let mut all: Vec<Operator> = Vec::new();
    for mover in movers {
        all.extend(explore::operators(&game.interpreter, &digits, *mover, most)?);
    }
    let next = |operator: &Operator| match (game.alike, operator.again) {
        (true, _) | (false, true) => operator.mover,
        (false, false) => operator.mover.other(),
    };
    let mut kinds: Vec<Kind> = all.iter().map(|op| (op.mover, next(op), change(&board, op))).collect();
    let of_each = kinds.clone();
    kinds.sort();
    kinds.dedup();
    let kind = |nth: usize| kinds.binary_search(&of_each[nth]).unwrap_or(0);
    let ways = |pick: &dyn Fn(&Operator) -> bool, back: bool| {
        let chosen = all.iter().enumerate().filter(|(_, operator)| pick(operator));
        Ways::of(&board, chosen.map(|(nth, operator)| (operator, kind(nth))), back)
    };
    let after = [Player::First, Player::Second].map(|mover| ways(&|operator| operator.mover == mover, false));
    let before = [Player::First, Player::Second].map(|mover| ways(&|operator| next(operator) == mover, true));
    let endings = [Player::First, Player::Second].map(|mover| explore::endings(&game.interpreter, &digits, mover));
    let (layout, alike) = (game.layout.clone(), game.alike);
    Ok(Ground { digits, board, kinds, after, before, endings, operators: all.len(), layout, alike })
}

impl Ground {
    /// The positions that can be made of the pieces of a position, numbered; or why not.
    pub(super) fn placements(ground: &Arc<Ground>, start: &Packed) -> Result<Placements, String> {
        let (code, state) = ground.layout.unpack(start);
        let mover = ground.mover(code).ok_or("the game is over")?;
        let bits = ground.board.bits(&ground.digits.codes(&state));
        let blocks = blocks::blocks(&ground.board, &ground.kinds, bits, mover)?;
        let size = blocks.last().map_or(0, |block| block.base + block.size);
        Ok(Placements { ground: ground.clone(), blocks, size })
    }

    fn mover(&self, code: u64) -> Option<Player> {
        match code {
            turn::FIRST => Some(Player::First),
            turn::SECOND if self.alike => Some(Player::First),
            turn::SECOND => Some(Player::Second),
            _ => None,
        }
    }
}

/// Positions numbered by their pieces and where those lie.
#[derive(Debug)]
pub(super) struct Placements {
    ground: Arc<Ground>,
    blocks: Vec<Block>,
    size: u64,
}

impl Placements {
    fn block(&self, number: u64) -> &Block {
        match self.blocks.as_slice() {
            [only] => only,
            blocks => &blocks[blocks.partition_point(|block| block.base <= number) - 1],
        }
    }

    fn bits(&self, number: u64) -> (&Block, Bits) {
        let block = self.block(number);
        (block, block.bits(&self.ground.board, number))
    }

    /// Every move of these at a position, with the block at its other end by its kind.
    fn edges(&self, number: u64, ways: &[Ways; 2], ends: impl Fn(&Block) -> &[Option<usize>], out: &mut Vec<Edge>) {
        let (block, bits) = self.bits(number);
        ways[block.mover.number()].each(bits, &mut |kind, again, bits| {
            if let Some(end) = ends(block).get(kind).copied().flatten() {
                out.push(Edge { number: self.blocks[end].number(&self.ground.board, bits), same_mover: again });
            }
        });
    }

    fn says(&self, tree: &Tree, bits: Bits) -> Option<Ending> {
        match tree {
            Tree::Says(ending) => *ending,
            Tree::Asks(digit, branches) => {
                let code = usize::try_from(self.ground.board.code(bits, *digit)).ok()?;
                branches.get(code).and_then(|branch| self.says(branch, bits))
            }
        }
    }
}

impl Index<Packed> for Placements {
    fn size(&self) -> u64 {
        self.size
    }

    fn number(&self, position: &Packed) -> u64 {
        let ground = &self.ground;
        let (code, state) = ground.layout.unpack(position);
        let bits = ground.board.bits(&ground.digits.codes(&state));
        let pieces = blocks::pieces(&ground.board, bits);
        let mine = |block: &&Block| Some(block.mover) == ground.mover(code) && block.pieces == pieces;
        self.blocks.iter().find(mine).map_or(self.size, |block| block.number(&ground.board, bits))
    }

    fn position(&self, number: u64) -> Option<Packed> {
        if number >= self.size {
            return None;
        }
        let (block, bits) = self.bits(number);
        let code = if block.mover == Player::First { turn::FIRST } else { turn::SECOND };
        Some(self.ground.layout.pack(code, &self.ground.digits.state(&self.ground.board.codes(bits))))
    }
}

impl Reversible<Packed> for Placements {
    fn look(&self, number: u64) -> Look {
        let (block, bits) = self.bits(number);
        let of = block.mover.number();
        let moves = self.ground.after[of].count(bits);
        let Some([end, stuck]) = &self.ground.endings[of] else { return Look::Ask(moves) };
        match (self.says(end, bits), moves) {
            (Some(ending), _) => Look::Over(ending),
            (None, 0) => self.says(stuck, bits).map_or(Look::Ask(0), Look::Over),
            (None, moves) => Look::Goes(moves),
        }
    }

    fn after(&self, number: u64, out: &mut Vec<Edge>) {
        self.edges(number, &self.ground.after, |block| &block.next, out);
    }

    fn before(&self, number: u64, out: &mut Vec<Edge>) {
        self.edges(number, &self.ground.before, |block| &block.last, out);
    }

    fn words(&self) -> String {
        let kept = if self.blocks.iter().all(|block| block.pieces == self.blocks[0].pieces) {
            "no move changes which pieces there are"
        } else {
            "moves change which pieces there are in known ways"
        };
        let moves = crate::show::Count(self.ground.operators as u64);
        format!("{kept}, and each of the {moves} moves can be taken back")
    }
}
