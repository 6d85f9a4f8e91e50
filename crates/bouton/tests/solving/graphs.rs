//! Games that are drawn as graphs, small and random, with every feature a method must get right.

use bouton::game::{Ending, Fault, Gain, Game, Index, Repeat, Step};
use bouton::value::Kind;
use bouton_rules::Player;

/// A node of the graph and whose turn it is.
pub(crate) type At = (u16, Player);

/// A game on a graph.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) kind: Kind,
    pub(crate) repeat: Option<Repeat>,
    pub(crate) nodes: Vec<Node>,
    /// From this node on the players are treated alike, and the turn is dropped.
    pub(crate) turnless_from: u16,
    /// Whether it offers a rank and a numbering.
    pub(crate) ranked: bool,
    /// What going round is worth to the first player at each node, where that is said.
    pub(crate) rounds: Vec<i64>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    /// For each player whose turn it might be.
    pub(crate) endings: Option<[Ending; 2]>,
    pub(crate) edges: Vec<Edge>,
}

#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) to: u16,
    pub(crate) again: bool,
    pub(crate) by: Option<Player>,
    pub(crate) gain: Gain,
}

/// An edge that passes the turn, for everyone, without gain.
pub(crate) fn to(to: u16) -> Edge {
    Edge { to, again: false, by: None, gain: Gain::default() }
}

impl Graph {
    pub(crate) fn outcome(repeat: Option<Repeat>, nodes: Vec<Node>) -> Graph {
        Graph { kind: Kind::Outcome, repeat, nodes, turnless_from: u16::MAX, ranked: false, rounds: Vec::new() }
    }

    fn allowed(&self, &(node, turn): &At) -> impl Iterator<Item = (usize, &Edge)> {
        let edges = self.nodes[usize::from(node)].edges.iter().enumerate();
        edges.filter(move |(_, edge)| edge.by.is_none_or(|by| by == turn))
    }
}

impl Game for Graph {
    type Position = At;
    type Move = usize;

    fn kind(&self) -> Kind {
        self.kind
    }

    fn start(&self) -> Result<At, Fault> {
        Ok((0, Player::First))
    }

    fn mover(&self, &(_, turn): &At) -> Player {
        turn
    }

    fn ending(&self, at: &At) -> Result<Option<Ending>, Fault> {
        let stuck = if self.kind == Kind::Points { Ending::Lead(0) } else { Ending::Loss };
        match self.nodes[usize::from(at.0)].endings {
            Some(endings) => Ok(Some(endings[at.1.number()])),
            None => Ok(self.allowed(at).next().is_none().then_some(stuck)),
        }
    }

    fn steps(&self, at: &At, out: &mut Vec<Step<Graph>>) -> Result<(), Fault> {
        out.extend(self.allowed(at).map(|(mv, edge)| {
            let turn = if edge.again { at.1 } else { at.1.other() };
            Step { mv, gain: edge.gain, next: (edge.to, turn) }
        }));
        Ok(())
    }

    fn repeat(&self) -> Option<Repeat> {
        self.repeat
    }

    fn going_round(&self, &(node, turn): &At) -> Result<i64, Fault> {
        let lead = self.rounds.get(usize::from(node)).copied().unwrap_or(0);
        Ok(if turn == Player::First { lead } else { -lead })
    }

    fn canonical(&self, (node, turn): At) -> At {
        (node, if node >= self.turnless_from { Player::First } else { turn })
    }

    fn rank(&self, &(node, _): &At) -> Option<i64> {
        self.ranked.then_some(i64::from(node))
    }

    fn index(&self) -> Option<&dyn Index<At>> {
        if self.ranked { Some(self) } else { None }
    }
}

impl Index<At> for Graph {
    fn size(&self) -> u64 {
        self.nodes.len() as u64 * 2
    }

    fn number(&self, &(node, turn): &At) -> u64 {
        u64::from(node) * 2 + turn.number() as u64
    }

    fn position(&self, number: u64) -> Option<At> {
        let turn = Player::BOTH[usize::from(number % 2 == 1)];
        u16::try_from(number / 2).ok().filter(|_| number < Index::size(self)).map(|node| (node, turn))
    }
}

/// Numbers without end from a seed (SplitMix64, Steele, Lea and Flood 2014).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ z >> 31) % n as u64).unwrap()
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn lead(&mut self) -> i64 {
        i64::try_from(self.below(9)).unwrap() - 4
    }

    fn between(&mut self, from: usize, to: usize) -> u16 {
        u16::try_from(from + self.below(to - from)).unwrap()
    }
}

/// What a random game should be like. Without `cycles` every move leads to a later node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Like {
    pub(crate) kind: Kind,
    pub(crate) repeat: Option<Repeat>,
    pub(crate) cycles: bool,
    pub(crate) nodes: usize,
}

/// A random game of points in which play goes round: within tiers of nodes no move gains and going round is worth one lead, unless it is
/// `careless` about one of both. Moves lead to a later tier or stay.
pub(crate) fn going_round(dice: &mut Dice, len: usize, repeat: Repeat, careless: bool) -> Graph {
    let width = 1 + dice.below(len);
    let turnless = if repeat == Repeat::Draw { dice.below(len + 1) } else { len };
    let nodes = (0..len).map(|at| {
        let alike = at >= turnless;
        if at + 1 == len || at > 0 && dice.one_in(6) {
            let one = ending(dice, Kind::Points);
            let other = if alike { one } else { ending(dice, Kind::Points) };
            return Node { endings: Some([one, other]), edges: Vec::new() };
        }
        let first = (at / width * width).max(if alike { turnless } else { 0 });
        let edges = (0..1 + dice.below(3)).map(|_| {
            let last = if dice.one_in(2) { len } else { len.min(at + width + 1) };
            let to = dice.between(first, last);
            let stays = usize::from(to) / width == at / width;
            let same = dice.lead();
            let gain = match stays {
                true if careless && dice.one_in(6) => Gain { mine: dice.lead(), theirs: dice.lead() },
                true => Gain { mine: same, theirs: same },
                false => Gain { mine: dice.lead(), theirs: dice.lead() },
            };
            let by = (!alike && dice.one_in(3)).then(|| Player::BOTH[dice.below(2)]);
            Edge { to, again: dice.one_in(4), by, gain }
        });
        Node { endings: None, edges: edges.collect() }
    });
    let nodes = nodes.collect();
    let of_tiers: Vec<i64> = (0..=len / width).map(|_| dice.lead()).collect();
    let odd = if careless { dice.below(len) } else { len };
    let lead = |at: usize| of_tiers[at / width] + i64::from(at == odd);
    let rounds = if repeat == Repeat::Draw { Vec::new() } else { (0..len).map(lead).collect() };
    let turnless_from = u16::try_from(turnless).unwrap();
    Graph { kind: Kind::Points, repeat: Some(repeat), nodes, turnless_from, ranked: false, rounds }
}

/// A random game.
pub(crate) fn random(dice: &mut Dice, like: Like) -> Graph {
    let turnless = dice.below(like.nodes + 1);
    let nodes = (0..like.nodes).map(|at| node(dice, like, at, turnless)).collect();
    let turnless_from = u16::try_from(turnless).unwrap();
    let ranked = !like.cycles && dice.one_in(2);
    Graph { kind: like.kind, repeat: like.repeat, nodes, turnless_from, ranked, rounds: Vec::new() }
}

fn node(dice: &mut Dice, like: Like, at: usize, turnless: usize) -> Node {
    let alike = at >= turnless;
    if at + 1 == like.nodes || at > 0 && dice.one_in(6) {
        let one = ending(dice, like.kind);
        let other = if alike { one } else { ending(dice, like.kind) };
        return Node { endings: Some([one, other]), edges: Vec::new() };
    }
    // Endless play must be worth the same to both players where they are treated alike, so there it must not be won.
    let forward = !like.cycles || alike && matches!(like.repeat, Some(Repeat::Wins(_)));
    let edges = (0..1 + dice.below(3)).map(|_| {
        let first = match (forward || dice.one_in(2), alike) {
            (true, _) => at + 1,
            (false, true) => turnless,
            (false, false) => 0,
        };
        let last = if dice.one_in(2) { like.nodes } else { like.nodes.min(at + 4) };
        let gain = Gain { mine: dice.lead(), theirs: dice.lead() };
        Edge {
            to: dice.between(first, last),
            again: dice.one_in(4),
            by: (!alike && dice.one_in(3)).then(|| Player::BOTH[dice.below(2)]),
            gain: if like.kind == Kind::Points { gain } else { Gain::default() },
        }
    });
    Node { endings: None, edges: edges.collect() }
}

fn ending(dice: &mut Dice, kind: Kind) -> Ending {
    match kind {
        Kind::Points => Ending::Lead(dice.lead()),
        Kind::Outcome => [Ending::Win, Ending::Draw, Ending::Loss][dice.below(3)],
    }
}
