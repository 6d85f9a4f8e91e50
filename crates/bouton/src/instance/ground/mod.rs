//! Moves of a board written out: which cells must hold what, and what they hold afterwards. Each is then one comparison and one
//! exclusive or, forwards and backwards, and positions are numbered by which pieces there are and where they lie: `Reversible`.
//! Where there is no board, a position is not even unpacked: a move is what it adds to the number.

mod blocks;
mod board;
mod changes;
mod checks;
mod digits;
mod explore;
mod folded;
mod images;
mod lines;
pub(super) mod local;
mod measure;
mod pack;
mod shift;
mod tiers;
mod ways;

use super::{Instance, turn};
use crate::game::{ByDigits, Edge, Ending, Game, Index, Look, MOST_TOLD_APART, Reversible, Shift, Shifts, Tier, Visit};
use blocks::{Block, Kind, Pieces, change};
use board::{Bits, Board, Field};
use bouton_rules::Player;
use bouton_rules::layout::{Layout, Packed};
use bouton_rules::rules::{Rules, StuckResult};
use bouton_rules::{Text, say};
use changes::Change;
use digits::{Digits, MOST_CELLS};
use explore::{MOST_ASKED, Operator, Tree};
use folded::Folded;
use lines::Lines;
use pack::Packer;
use shift::Numbered;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use ways::Ways;

/// The moves of a game written out, whatever position play starts from.
#[derive(Debug)]
pub(super) struct Ground {
    digits: Digits,
    board: Board,
    kinds: Vec<Kind>,
    /// The moves, each with its kind.
    moves: Vec<(Operator, usize)>,
    /// The same as bits, worked out when first asked for. By mover: the moves, and the moves that lead to a position of that mover.
    ways: OnceLock<[[Ways; 2]; 2]>,
    /// By mover: what the `end` lines say, and what being stuck means; the game is asked where that is not written out.
    endings: [Option<(Ends, Tree)>; 2],
    layout: Layout,
    alike: bool,
    /// Whether the rules are the same to both players but for the names on their pieces, worked out when first asked for.
    exchange: OnceLock<bool>,
    /// The same where variables may be each player's own: where their digits go.
    names: OnceLock<Option<Vec<usize>>>,
    /// The changes of places that are declared and seen to hold.
    group: OnceLock<Vec<Vec<usize>>>,
    /// What moves change one way only.
    measure: Option<Text>,
}

/// What the `end` lines say.
#[derive(Debug)]
enum Ends {
    Lines(Lines),
    Tree(Tree),
}

/// The interpreter may be asked once for so many positions, and so often whatever their number.
const ASKED_PER_POSITION: usize = 8;
const FEW_ASKED: usize = 1_000;

/// Says so where something else in the rules bears on play.
fn only_moves_and_ends(rules: &Rules) -> Result<(), Text> {
    let passes = rules.stucks.iter().any(|line| matches!(line.result, StuckResult::Pass(_)));
    let checked = rules.remaining.is_some()
        || rules.rank.is_some()
        || !rules.invariants.is_empty()
        || !rules.normalise.is_empty();
    if rules.points || passes || checked || !rules.parts.is_empty() {
        return Err("more than the moves and the ends bears on play".into());
    }
    Ok(())
}

/// Writes out the moves of a game, or says why not.
pub(super) fn derive(game: &Instance) -> Result<Ground, Text> {
    only_moves_and_ends(game.rules())?;
    let digits = Digits::of(&game.interpreter, MOST_CELLS)?;
    let mut board = Board::of(&digits)?;
    let movers: &[Player] = if game.alike { &[Player::First] } else { &[Player::First, Player::Second] };
    // Writing out the moves must not take longer than walking through the positions would.
    let walked =
        Game::index(game).map(|index| usize::try_from(index.size()).unwrap_or(usize::MAX) / ASKED_PER_POSITION);
    let most = walked.map_or(MOST_ASKED, |walked| walked.clamp(FEW_ASKED, MOST_ASKED));
    let mut all: Vec<Operator> = Vec::new();
    for mover in movers {
        all.extend(explore::operators(game, &digits, *mover, most, false)?);
    }
    board.count_what_moves_one_way(&all);
    let next = |operator: &Operator| match (game.alike, operator.again) {
        (true, _) | (false, true) => operator.mover,
        (false, false) => operator.mover.other(),
    };
    let of_each: Vec<Kind> = all.iter().map(|op| (op.mover, next(op), change(&board, op))).collect();
    let mut kinds = of_each.clone();
    kinds.sort();
    kinds.dedup();
    let of_kind = |(op, kind): (Operator, &Kind)| (op, kinds.binary_search(kind).expect("each kind is among them"));
    let moves: Vec<(Operator, usize)> = all.into_iter().zip(&of_each).map(of_kind).collect();
    let endings = [Player::First, Player::Second].map(|mover| endings(game, &digits, mover));
    let measure = measure::words(game, &digits, &board, &kinds);
    let (layout, alike) = (game.layout.clone(), game.alike);
    let (ways, exchange, names, group) = Default::default();
    Ok(Ground { digits, board, kinds, moves, ways, endings, layout, alike, exchange, names, group, measure })
}

/// What the `end` lines say, and what being stuck means, for a player to move; nothing where that depends on too much.
fn endings(game: &Instance, digits: &Digits, mover: Player) -> Option<(Ends, Tree)> {
    let ends = match Lines::of(game, digits, mover) {
        Some(lines) => Ends::Lines(lines),
        None => Ends::Tree(Tree::of_ends(&game.asked_beforehand(), digits, mover)?),
    };
    Some((ends, Tree::of_stuck(&game.asked_beforehand(), digits, mover)?))
}

impl Ends {
    fn say(&self, code: impl Fn(usize) -> usize) -> Option<Ending> {
        match self {
            Ends::Lines(lines) => lines.says(code),
            Ends::Tree(tree) => tree.says(code),
        }
    }
}

impl Ground {
    /// The positions that can be made of the pieces of a position, numbered; or why not.
    pub(super) fn placements(ground: &Arc<Ground>, start: &Packed) -> Result<Placements, Text> {
        let (code, state) = ground.layout.unpack(start);
        let mover = ground.mover(code).ok_or("the game is over")?;
        let bits = ground.board.bits(&ground.digits.codes(&state));
        // Where the kinds of moves alone lead to everything that there is, nothing is left out: digits are quicker than cells.
        if let Ok(all) = blocks::blocks(&ground.board, &ground.kinds, &[], (bits, mover))
            && let Some(by_digits) = Placements::by_digits(ground, &all)
        {
            return Ok(by_digits);
        }
        let least = blocks::least(&ground.board, &ground.moves, ground.kinds.len());
        let blocks = blocks::blocks(&ground.board, &ground.kinds, &least, (bits, mover))?;
        let size = blocks.last().map_or(0, |block| block.base + block.size);
        let (board, shifts, packer) = (ground.board.clone(), OnceLock::new(), OnceLock::new());
        let places = blocks.iter().enumerate().map(|(at, block)| ((block.mover, block.pieces.clone()), at)).collect();
        Ok(Placements {
            ground: ground.clone(),
            board,
            blocks,
            places,
            size,
            halved: false,
            bits: None,
            shifts,
            packer,
        })
    }

    /// The placements with one cell for all that are images of each other by symmetries that rules declare and that are seen to hold: all of
    /// them, and the exchange of the players where it is seen; or those alone that leave a position as it is. Nothing where there is none.
    pub(super) fn folded(game: &Instance, plain: &Arc<Placements>, all: bool, start: &Packed) -> Option<Folded> {
        if plain.shifts().is_some() {
            return None;
        }
        let ground = &plain.ground;
        let start = ground.digits.codes(&ground.layout.unpack(start).1);
        let fixes = |places: &&Vec<usize>| all || places.iter().zip(&start).all(|(to, code)| start[*to] == *code);
        let group: Vec<Vec<usize>> = ground.group(game).iter().filter(fixes).cloned().collect();
        let names = if all { ground.names() } else { None };
        let names = names.map(|places| Change::names(&ground.digits, Some(places)));
        Folded::new(plain.clone(), &group, names.as_ref())
    }

    /// Whether the rules stay as they are under a change.
    fn stays(&self, change: &Change) -> bool {
        change.holds(&self.moves, &self.endings)
    }

    fn group(&self, game: &Instance) -> &[Vec<usize>] {
        self.group.get_or_init(|| changes::group(game, &self.digits, |change| self.stays(change)))
    }

    fn names(&self) -> Option<&[usize]> {
        let names = || changes::names(&self.digits, |change| self.stays(change));
        self.names.get_or_init(|| (!self.alike).then(names)?).as_deref()
    }

    fn is_exchanged(&self) -> bool {
        *self.exchange.get_or_init(|| !self.alike && self.stays(&Change::names(&self.digits, None)))
    }

    /// The moves as bits: by mover, and those that lead to a position of that mover.
    fn ways(&self) -> &[[Ways; 2]; 2] {
        self.ways.get_or_init(|| {
            let next = |kind: usize| self.kinds[kind].1;
            let ways = |pick: &dyn Fn(&Operator, usize) -> bool, back: bool| {
                let chosen = self.moves.iter().filter(|(operator, kind)| pick(operator, *kind));
                Ways::of(&self.board, chosen.map(|(operator, kind)| (operator, *kind)), back)
            };
            [
                [Player::First, Player::Second].map(|mover| ways(&|operator, _| operator.mover == mover, false)),
                [Player::First, Player::Second].map(|mover| ways(&|_, kind| next(kind) == mover, true)),
            ]
        })
    }

    /// What a position of this mover is like, if it has so many moves.
    fn look(&self, mover: Player, code: impl Fn(usize) -> usize, moves: u32) -> Look {
        let Some((ends, stuck)) = &self.endings[mover.number()] else { return Look::Ask(moves) };
        match (ends.say(&code), moves) {
            (Some(ending), _) => Look::Over(ending),
            (None, 0) => stuck.says(code).map_or(Look::Ask(0), Look::Over),
            (None, moves) => Look::Goes(moves),
        }
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

/// Positions numbered by their pieces and where those lie; or, where every cell can hold anything, by their digits.
#[derive(Debug)]
pub(super) struct Placements {
    ground: Arc<Ground>,
    board: Board,
    blocks: Vec<Block>,
    /// Which block is whose.
    places: HashMap<(Player, Pieces), usize>,
    size: u64,
    /// Whether the second half of the numbers is that of positions of the second player to move, each as the one is in the first half that
    /// it turns into when the players change names.
    halved: bool,
    /// The bits of a number of the first half, and of the one as much later, where these are told by the digits.
    bits: Option<[ByDigits<Bits>; 2]>,
    /// The moves as what they add to the number, and how they are taken back, where that is how they can be told; worked out when first
    /// asked for.
    shifts: OnceLock<Option<[Shifts; 2]>>,
    /// How bits are packed; worked out when first asked for.
    packer: OnceLock<Option<Packer>>,
}

impl Placements {
    /// The numbering by digits, if boards are held in every way that there is.
    fn by_digits(ground: &Arc<Ground>, blocks: &[Block]) -> Option<Placements> {
        let size = blocks.last().map_or(0, |block| block.base + block.size);
        let rows = ground.board.rows().filter(|_| ground.board.fields.iter().any(|field| field.rest.is_some()))?;
        let of =
            |mover: Player| blocks.iter().filter(|block| block.mover == mover).map(|block| block.size).sum::<u64>();
        let movers: Vec<Player> = [Player::First, Player::Second].into_iter().filter(|mover| of(*mover) > 0).collect();
        if movers.iter().any(|mover| of(*mover) != rows) {
            return None;
        }
        let board = ground.board.by_digits()?;
        let halved = size > MOST_TOLD_APART && movers.len() == 2 && ground.is_exchanged();
        let movers = if halved { &movers[..1] } else { &movers[..] };
        let blocks = blocks::whole(&board, movers, &ground.kinds);
        let names = halved.then_some(&ground.digits);
        let moves = Numbered { board: &board, blocks: &blocks, names };
        let shifts = [moves.shifts(&ground.moves, false)?, moves.shifts(&ground.moves, true)?];
        let bits = Some([shift::bits(&board, None)?, shift::bits(&board, names)?]);
        let (shifts, packer) = (OnceLock::from(Some(shifts)), OnceLock::new());
        let places = blocks.iter().enumerate().map(|(at, block)| ((block.mover, block.pieces.clone()), at)).collect();
        Some(Placements { ground: ground.clone(), board, blocks, places, size, halved, bits, shifts, packer })
    }

    fn shifts(&self) -> Option<&[Shifts; 2]> {
        let moves = Numbered { board: &self.board, blocks: &self.blocks, names: None };
        let shifts = |back| moves.shifts(&self.ground.moves, back);
        self.shifts.get_or_init(|| Some([shifts(false)?, shifts(true)?])).as_ref()
    }

    /// Bits as a packed position, digit by digit.
    fn packed(&self, mover: Player, bits: Bits) -> Packed {
        let turn = if mover == Player::First { turn::FIRST } else { turn::SECOND };
        self.ground.layout.pack_codes(turn, self.board.codes(bits).map(|(_, code)| code))
    }

    fn block(&self, number: u64) -> usize {
        match self.blocks.as_slice() {
            [_] => 0,
            blocks => blocks.partition_point(|block| block.base <= number) - 1,
        }
    }

    /// Which block a number is in, and its bits.
    fn placed(&self, number: u64) -> (usize, Bits) {
        let nth = self.block(number);
        (nth, self.blocks[nth].bits(&self.board, number))
    }

    /// Which block a position is in, and its bits; nothing where it is none of those that are numbered.
    fn place(&self, position: &Packed) -> Option<(usize, Bits)> {
        let (code, state) = self.ground.layout.unpack(position);
        let bits = self.board.bits(&self.ground.digits.codes(&state));
        let pieces = blocks::pieces(&self.board, bits);
        Some((*self.places.get(&(self.ground.mover(code)?, pieces))?, bits))
    }

    fn bits(&self, number: u64) -> (&Block, Bits) {
        let block = &self.blocks[self.block(number)];
        let told = self.bits.as_ref().and_then(|bits| Some(bits[0].of(u32::try_from(number - block.base).ok()?)));
        (block, told.unwrap_or_else(|| block.bits(&self.board, number)))
    }

    /// Who moves at a position of either half, and its bits.
    fn held(&self, number: u64) -> (Player, Bits) {
        match (number.checked_sub(self.cells()), &self.bits) {
            (Some(first), Some([_, exchanged])) => {
                (self.blocks[0].mover.other(), exchanged.of(u32::try_from(first).expect("half as many are numbered")))
            }
            _ => {
                let (block, bits) = self.bits(number);
                (block.mover, bits)
            }
        }
    }

    /// Every move at a position (or into it from its tier, `back`), with the block at its other end by its kind.
    fn edges(&self, number: u64, back: bool, out: &mut Vec<Edge>) {
        if let Some(shifts) = self.shifts() {
            let Ok(number) = u32::try_from(number) else { return };
            shifts[usize::from(back)].each(number, |from, by, same_mover| {
                let numbers = by.iter().filter_map(|by| from.checked_add_signed(*by));
                out.extend(numbers.map(|number| Edge { number: u64::from(number), same_mover }));
            });
            return;
        }
        let (block, bits) = self.bits(number);
        let ends = if back { &block.last } else { &block.next };
        self.ground.ways()[usize::from(back)][block.mover.number()].each(bits, &mut |kind, again, bits| {
            let end = ends.get(kind).copied().flatten();
            if let Some(end) = end.filter(|end| !back || self.blocks[*end].tier == block.tier) {
                out.push(Edge { number: self.blocks[end].number(&self.board, bits), same_mover: again });
            }
        });
    }

    /// What a position is like; its moves that lead to another tier are appended to `leaving`.
    fn look_out(&self, number: u64, leaving: &mut Vec<Edge>) -> Look {
        let (block, bits) = self.bits(number);
        let mut moves = 0;
        self.ground.ways()[0][block.mover.number()].each(bits, &mut |kind, again, bits| {
            moves += 1;
            let end = block.next.get(kind).copied().flatten().map(|end| &self.blocks[end]);
            if let Some(end) = end.filter(|end| end.tier != block.tier) {
                leaving.push(Edge { number: end.number(&self.board, bits), same_mover: again });
            }
        });
        self.ground.look(block.mover, |digit| self.code(bits, digit), moves)
    }

    fn code(&self, bits: Bits, digit: usize) -> usize {
        usize::try_from(self.board.code(bits, digit)).expect("a digit is smaller than its radix")
    }

    /// What the positions of a block are like whose moves are told by what they add.
    fn look_through_block(&self, nth: usize, numbers: Range<u64>, shifts: &Shifts, visit: Visit) -> Option<()> {
        let (block, fields) = (&self.blocks[nth], &self.board.fields);
        let first = block.bits(&self.board, numbers.start);
        let mut codes: Vec<u32> =
            fields.iter().map(|field| u32::try_from(field.number(first)).ok()).collect::<Option<_>>()?;
        let last = fields.len().saturating_sub(1);
        // What does not ask for the last digit stays the same until another changes.
        let (often, seldom): (Vec<&Shift>, Vec<&Shift>) = shifts.block(nth).iter().partition(|shift| shift.asks(last));
        let count = |of: &[&Shift], codes: &[u32]| of.iter().map(|shift| shift.with(codes).len()).sum::<usize>();
        let mut steady = count(&seldom, &codes);
        for number in numbers {
            let moves = u32::try_from(steady + count(&often, &codes)).ok()?;
            visit(number, self.ground.look(block.mover, |digit: usize| codes[digit] as usize, moves), &[])?;
            next(&mut codes, fields);
            if codes.last() == Some(&0) {
                steady = count(&seldom, &codes);
            }
        }
        Some(())
    }
}

/// The digits of the next number: the last that is not at its greatest goes up, and those after it begin anew.
fn next(codes: &mut [u32], fields: &[Field]) {
    for (code, field) in codes.iter_mut().zip(fields).rev() {
        *code += 1;
        if u64::from(*code) < field.radix {
            return;
        }
        *code = 0;
    }
}

impl Index<Packed> for Placements {
    fn size(&self) -> u64 {
        self.size
    }

    fn number(&self, position: &Packed) -> u64 {
        let (code, state) = self.ground.layout.unpack(position);
        if self.halved && self.ground.mover(code) == Some(Player::Second) {
            let mut codes = self.ground.digits.codes(&state);
            codes.iter_mut().enumerate().for_each(|fixed| *fixed.1 = self.ground.digits.exchanged((fixed.0, *fixed.1)));
            return self.cells() + self.blocks[0].number(&self.board, self.board.bits(&codes));
        }
        self.place(position).map_or(self.size, |(nth, bits)| self.blocks[nth].number(&self.board, bits))
    }

    fn position(&self, number: u64) -> Option<Packed> {
        if number >= self.size {
            return None;
        }
        let (mover, bits) = self.held(number);
        let packer = self.packer.get_or_init(|| Packer::new(&self.board, &self.ground.layout)).as_ref();
        Some(packer.map_or_else(|| self.packed(mover, bits), |packer| packer.pack(mover, bits)))
    }
}

impl Reversible<Packed> for Placements {
    fn cells(&self) -> u64 {
        if self.halved { self.size / 2 } else { self.size }
    }

    fn cell(&self, number: u64) -> u64 {
        number % self.cells()
    }

    fn images(&self, _: u64) -> u64 {
        self.size / self.cells()
    }

    fn look(&self, number: u64) -> Look {
        match self.shifts() {
            None => self.look_out(number, &mut Vec::new()),
            Some([after, _]) => {
                let (block, bits) = self.bits(number);
                let mut moves = 0;
                let number = u32::try_from(number).expect("shifts are made only where numbers have 32 bits");
                after.each(number, |_, by, _| moves += by.len());
                let moves = u32::try_from(moves).expect("a position has fewer moves than numbers");
                self.ground.look(block.mover, |digit| self.code(bits, digit), moves)
            }
        }
    }

    fn look_through(&self, mut numbers: Range<u64>, visit: Visit) -> Option<()> {
        let Some([after, _]) = self.shifts() else {
            let mut leaving = Vec::new();
            return numbers.try_for_each(|number| {
                leaving.clear();
                let look = self.look_out(number, &mut leaving);
                visit(number, look, &leaving)
            });
        };
        for (nth, block) in self.blocks.iter().enumerate() {
            let (from, to) = (numbers.start.max(block.base), numbers.end.min(block.base + block.size));
            if from < to {
                self.look_through_block(nth, from..to, after, visit)?;
            }
        }
        Some(())
    }

    fn after(&self, number: u64, out: &mut Vec<Edge>) {
        self.edges(number, false, out);
    }

    fn before(&self, number: u64, out: &mut Vec<Edge>) {
        self.edges(number, true, out);
    }

    fn shifts_back(&self) -> Option<&Shifts> {
        self.shifts().map(|[_, back]| back)
    }

    fn tiers(&self) -> Vec<Tier> {
        if self.shifts().is_some() {
            return vec![Tier { numbers: 0..self.cells(), next: Vec::new() }];
        }
        tiers::tiers(&self.blocks)
    }

    fn measure(&self) -> Option<Text> {
        self.tiers().get(1)?;
        self.ground.measure.clone()
    }

    fn words(&self) -> Text {
        let kept = if self.board.fields.len() > self.ground.board.fields.len() {
            "every cell can hold anything"
        } else if self.blocks.iter().all(|block| block.pieces == self.blocks[0].pieces) {
            "no move changes which pieces there are"
        } else {
            "moves change which pieces there are in known ways"
        };
        let moves = crate::show::Count(self.ground.moves.len() as u64);
        let words = say!("{kept}, and each of the {moves} moves can be taken back");
        if self.halved { say!("{words}; the players differ in name alone, so one of them is enough") } else { words }
    }
}
