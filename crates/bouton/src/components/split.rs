//! Cells to components: which moves play may still come to, and which of them share a cell that changes.
//!
//! A component is kept as a game of its own: its cells numbered from 0 in the order in which they lie, its moves as they look at these. Cells that no move
//! changes any more are left out, since all that look at them find what they need. Components that read alike are one, wherever they lie.

use super::reach::Needs;
use crate::error::Stop;
use crate::game::LocalMove;
use crate::leb128;
use crate::limits::Meter;
use bouton_rules::Player;
use bouton_rules::{Text, say};
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};
use smallvec::SmallVec;
use std::collections::HashSet;
use std::hash::BuildHasher;

/// How a move looks at its cells: what each must hold, and what it holds afterwards where that changes; and whose move it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Way {
    by: Option<Player>,
    cells: Vec<(u32, Option<u32>)>,
}

/// A move: how it looks at which cells, rising.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Op {
    cells: SmallVec<[u32; 4]>,
    way: u32,
}

/// The moves that play may come to.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    pub(super) all: Vec<Op>,
    /// Nothing where a move that cannot be made can never be made again.
    needs: Needs,
}

/// A component as a game of its own.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub(super) moves: Vec<Op>,
    /// What its cells hold.
    pub(super) held: Vec<u32>,
}

/// Components, each once: a number each.
pub(super) type Component = u32;

/// What a move leaves, and whose move it is: of one player, or of either.
pub(super) type Moved = (Option<Player>, Vec<Component>);

/// A move looks at so many cells at the most.
const MOST_CELLS: usize = 64;
/// A game has so many moves written out at the most, and so has a component: it takes their square to find what is left after each.
const MOST_MOVES: usize = 4096;

/// Bytes of a component beside its text: where that ends, its place in the table, what is known of it.
pub(super) const EACH: usize = 40;

/// Finds components, and keeps each once.
#[derive(Clone, Debug)]
pub(super) struct Splitter {
    ways: Vec<Way>,
    numbers: HashMap<Way, u32, FixedState>,
    /// A way without the cells that do not change any more, by those that are left.
    without: HashMap<(u32, u64), u32, FixedState>,
    /// Whether a move that cannot be made can never be made again: then play comes to no other moves than those that can be made now.
    once: bool,
    texts: Vec<u8>,
    ends: Vec<usize>,
    places: HashTable<Component>,
}

impl Splitter {
    /// With all moves of a game; or why not.
    pub(super) fn new(moves: &[LocalMove]) -> Result<(Splitter, Moves), Text> {
        if moves.len() > MOST_MOVES {
            return Err(say!("more than {MOST_MOVES} moves are written out"));
        }
        if comes_back(moves) {
            return Err("a cell may come back to what it held".into());
        }
        let hasher = FixedState::with_seed(0);
        let mut splitter = Splitter {
            ways: Vec::new(),
            numbers: HashMap::with_hasher(hasher.clone()),
            without: HashMap::with_hasher(hasher),
            once: once(moves),
            texts: Vec::new(),
            ends: Vec::new(),
            places: HashTable::new(),
        };
        let mut all = Vec::with_capacity(moves.len());
        for mv in moves {
            if mv.needs.len() > MOST_CELLS {
                return Err(say!("a move looks at more than {MOST_CELLS} cells"));
            }
            let set = |cell: u32| mv.sets.iter().find(|(set, _)| *set == cell).map(|(_, code)| *code);
            let cells = mv.needs.iter().map(|(cell, need)| (*need, set(*cell))).collect();
            let way = splitter.way(Way { by: mv.by, cells });
            all.push(Op { cells: mv.needs.iter().map(|(cell, _)| *cell).collect(), way });
        }
        let moves = splitter.indexed(all);
        Ok((splitter, moves))
    }

    fn indexed(&self, all: Vec<Op>) -> Moves {
        let looks = |op: &Op| {
            let needs = self.ways[op.way as usize].cells.iter().map(|(need, _)| *need);
            op.cells.iter().copied().zip(needs).collect::<SmallVec<[_; 4]>>()
        };
        let needs = if self.once { Needs::default() } else { Needs::new(all.iter().map(looks)) };
        Moves { all, needs }
    }

    /// How many components there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.texts.len() + self.ends.len() * EACH
    }

    /// How long the text of a component is: about how large it is.
    pub(super) fn size(&self, component: Component) -> usize {
        self.text(component).len()
    }

    /// How many moves play may come to in a component.
    pub(super) fn moves(&self, component: Component) -> usize {
        self.shape(component).moves.len()
    }

    /// Whether a move can no more be made once it cannot.
    pub(super) fn once(&self) -> bool {
        self.once
    }

    /// Whether a move can be made.
    pub(super) fn live(&self, op: &Op, held: &[u32]) -> bool {
        let way = &self.ways[op.way as usize];
        way.cells.iter().zip(&op.cells).all(|((need, _), cell)| held[*cell as usize] == *need)
    }

    /// Makes a move.
    pub(super) fn make(&self, op: &Op, held: &mut [u32]) {
        for ((_, set), cell) in self.ways[op.way as usize].cells.iter().zip(&op.cells) {
            if let Some(code) = set {
                held[*cell as usize] = *code;
            }
        }
    }

    /// Whose move it is; none where either may make it.
    pub(super) fn by(&self, op: &Op) -> Option<Player> {
        self.ways[op.way as usize].by
    }

    /// What is left of a component after each of its moves that can be made.
    pub(super) fn options(&mut self, component: Component, meter: &mut Meter) -> Result<Vec<Moved>, Stop> {
        let Shape { moves, held } = self.shape(component);
        let moves = self.indexed(moves);
        let mut out = Vec::with_capacity(moves.all.len());
        let mut after = held.clone();
        for op in &moves.all {
            if self.live(op, &held) {
                after.copy_from_slice(&held);
                self.make(op, &mut after);
                meter.step()?;
                out.push((self.by(op), self.split(&moves, &after)));
            }
        }
        Ok(out)
    }

    /// The components of a position in which play comes to none but these moves.
    pub(super) fn split(&mut self, moves: &Moves, held: &[u32]) -> Vec<Component> {
        let possible: Vec<&Op> = if self.once {
            moves.all.iter().filter(|op| self.live(op, held)).collect()
        } else {
            let reachable = moves.needs.reachable(held, |number, comes_to| {
                let op = &moves.all[number];
                for ((_, set), cell) in self.ways[op.way as usize].cells.iter().zip(&op.cells) {
                    set.iter().for_each(|code| comes_to(*cell, *code));
                }
            });
            moves.all.iter().zip(reachable).filter(|(_, reachable)| *reachable).map(|(op, _)| op).collect()
        };
        let (mut joined, mut changes) = (Joined::new(held.len()), vec![false; held.len()]);
        for op in &possible {
            let mut first = None;
            for ((_, set), cell) in self.ways[op.way as usize].cells.iter().zip(&op.cells) {
                if set.is_some() {
                    changes[*cell as usize] = true;
                    joined.join(*first.get_or_insert(*cell), *cell);
                }
            }
        }
        // Only now is it known which of the cells that a move merely looks at change.
        for op in &possible {
            let mut there = op.cells.iter().filter(|cell| changes[**cell as usize]);
            if let Some(first) = there.next() {
                there.for_each(|cell| joined.join(*first, *cell));
            }
        }
        let (group_of, ranks, mut shapes) = ranked(&mut joined, &changes, held);
        for op in possible {
            let kept = (0..).zip(&op.cells).filter(|(_, cell)| changes[**cell as usize]);
            let mask = kept.clone().fold(0_u64, |mask, (nth, _)| mask | 1 << nth);
            let cells: SmallVec<[u32; 4]> = kept.map(|(_, cell)| ranks[*cell as usize]).collect();
            let Some(first) = op.cells.iter().find(|cell| changes[**cell as usize]) else { continue };
            let way = self.kept(op.way, mask, op.cells.len());
            shapes[group_of[*first as usize] as usize].moves.push(Op { cells, way });
        }
        shapes.into_iter().map(|shape| self.number(shape)).collect()
    }

    fn way(&mut self, way: Way) -> u32 {
        let next = u32::try_from(self.ways.len()).expect("moves are few");
        *self.numbers.entry(way).or_insert_with_key(|way| {
            self.ways.push(way.clone());
            next
        })
    }

    /// A way with the cells of a mask alone.
    fn kept(&mut self, way: u32, mask: u64, cells: usize) -> u32 {
        if mask.count_ones() as usize == cells {
            return way;
        }
        if let Some(known) = self.without.get(&(way, mask)) {
            return *known;
        }
        let Way { by, cells } = &self.ways[way as usize];
        let cells = (0..).zip(cells).filter(|(nth, _)| mask >> nth & 1 == 1).map(|(_, cell)| *cell).collect();
        let kept = Way { by: *by, cells };
        let number = self.way(kept);
        self.without.insert((way, mask), number);
        number
    }

    /// The number of a component.
    fn number(&mut self, mut shape: Shape) -> Component {
        shape.moves.sort_unstable();
        shape.moves.dedup();
        let start = self.texts.len();
        if !self.once {
            write(&mut self.texts, u32::try_from(shape.held.len()).expect("cells are few"));
            shape.held.iter().for_each(|code| write(&mut self.texts, *code));
        }
        for op in &shape.moves {
            write(&mut self.texts, op.way);
            op.cells.iter().for_each(|cell| write(&mut self.texts, *cell));
        }
        let hasher = FixedState::with_seed(0);
        let hash = hasher.hash_one(&self.texts[start..]);
        let known = self.places.find(hash, |known| self.text(*known) == &self.texts[start..]).copied();
        if let Some(known) = known {
            self.texts.truncate(start);
            return known;
        }
        let number = u32::try_from(self.ends.len()).expect("memory ends first");
        self.ends.push(self.texts.len());
        let (texts, ends) = (&self.texts, &self.ends);
        self.places.insert_unique(hash, number, |known| hasher.hash_one(text_in(texts, ends, *known)));
        number
    }

    fn text(&self, component: Component) -> &[u8] {
        text_in(&self.texts, &self.ends, component)
    }

    fn shape(&self, component: Component) -> Shape {
        let mut text = self.text(component);
        let mut shape = Shape::default();
        if !self.once {
            let cells = read(&mut text);
            shape.held = (0..cells).map(|_| read(&mut text)).collect();
        }
        while !text.is_empty() {
            let way = read(&mut text);
            let looks = &self.ways[way as usize].cells;
            let cells: SmallVec<[u32; 4]> = looks.iter().map(|_| read(&mut text)).collect();
            for ((need, _), cell) in looks.iter().zip(&cells).filter(|_| self.once) {
                let cell = *cell as usize;
                shape.held.resize(shape.held.len().max(cell + 1), 0);
                // Every move that is left can be made.
                shape.held[cell] = *need;
            }
            shape.moves.push(Op { cells, way });
        }
        shape
    }
}

/// Of each cell its component and its rank among the cells of that, and the components with what their cells hold.
fn ranked(joined: &mut Joined, changes: &[bool], held: &[u32]) -> (Vec<u32>, Vec<u32>, Vec<Shape>) {
    const NONE: u32 = u32::MAX;
    let (mut group_of, mut ranks) = (vec![NONE; held.len()], vec![0; held.len()]);
    let mut shapes: Vec<Shape> = Vec::new();
    for (cell, code) in held.iter().enumerate().filter(|(cell, _)| changes[*cell]) {
        let root = joined.root(cell);
        if group_of[root] == NONE {
            group_of[root] = u32::try_from(shapes.len()).expect("cells are few");
            shapes.push(Shape::default());
        }
        group_of[cell] = group_of[root];
        let shape = &mut shapes[group_of[cell] as usize];
        ranks[cell] = u32::try_from(shape.held.len()).expect("cells are few");
        shape.held.push(*code);
    }
    (group_of, ranks, shapes)
}

/// Whether no move leaves a cell holding what some move needs there.
fn once(moves: &[LocalMove]) -> bool {
    let needed: HashSet<(u32, u32)> = moves.iter().flat_map(|mv| mv.needs.iter().copied()).collect();
    moves.iter().flat_map(|mv| &mv.sets).all(|set| !needed.contains(set))
}

/// Whether moves can take some cell round to what it held. Else play ends: every move takes a cell on, and none goes on for ever.
fn comes_back(moves: &[LocalMove]) -> bool {
    let held = |mv: &LocalMove, cell: u32| mv.needs.iter().copied().find(|(need, _)| *need == cell);
    let steps = |mv: &LocalMove| mv.sets.iter().filter_map(|set| Some((held(mv, set.0)?, *set))).collect::<Vec<_>>();
    let mut left: HashSet<_> = moves.iter().flat_map(steps).collect();
    // What leads to where nothing leads on is struck until nothing is; what is left goes round.
    loop {
        let (before, leads_on) = (left.len(), left.iter().map(|(from, _)| *from).collect::<HashSet<_>>());
        left.retain(|(_, to)| leads_on.contains(to));
        if left.len() == before {
            return before > 0;
        }
    }
}

fn text_in<'t>(texts: &'t [u8], ends: &[usize], component: Component) -> &'t [u8] {
    let at = component as usize;
    &texts[at.checked_sub(1).map_or(0, |before| ends[before])..ends[at]]
}

fn write(texts: &mut Vec<u8>, number: u32) {
    leb128::write(u64::from(number), texts);
}

fn read(text: &mut &[u8]) -> u32 {
    let number = leb128::read(text).and_then(|number| u32::try_from(number).ok());
    number.expect("texts hold whole numbers of 32 bits")
}

/// Cells joined to sets (union-find: B. A. Galler and M. J. Fischer 1964).
struct Joined {
    above: Vec<u32>,
}

impl Joined {
    fn new(cells: usize) -> Joined {
        Joined { above: (0..).take(cells).collect() }
    }

    fn root(&mut self, cell: usize) -> usize {
        let mut at = cell;
        while self.above[at] as usize != at {
            self.above[at] = self.above[self.above[at] as usize];
            at = self.above[at] as usize;
        }
        at
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one as usize), self.root(other as usize));
        let (least, most) = (one.min(other), one.max(other));
        self.above[most] = u32::try_from(least).expect("cells are few");
    }
}
