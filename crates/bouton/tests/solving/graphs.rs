//! Games on graphs, small and random, with every feature a method must get right. Other games of the tests are computed graphs (`Form`), so that
//! the methods are compiled once for all of them.

use bouton::game::{Ending, Fault, Gain, Game, Index, Repeat, Step};
use bouton::value::Kind;
use bouton_rules::Player;
use std::fmt::Debug;
use std::sync::Arc;

/// A node of the graph and whose turn it is.
pub(crate) type At = (u32, Player);

/// A game on a graph.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) kind: Kind,
    pub(crate) repeat: Option<Repeat>,
    pub(crate) nodes: Vec<Node>,
    /// From this node on the players are treated alike, and the turn is dropped.
    pub(crate) turnless_from: u32,
    /// Whether it offers a rank and a numbering.
    pub(crate) ranked: bool,
    /// What going round is worth to the first player at each node, where that is said.
    pub(crate) rounds: Vec<i64>,
    /// The numbering that it offers, if it is not that of the ranks.
    pub(crate) numbers: Option<Numbers>,
    /// What takes the place of the nodes.
    pub(crate) form: Option<Arc<dyn Form>>,
}

/// A numbering.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    /// Numbers for each one that is used.
    pub(crate) gaps: u64,
    /// Nodes before this one share a number with it.
    pub(crate) shared: u32,
}

/// A graph whose nodes are computed, and not listed.
pub(crate) trait Form: Debug + Send + Sync {
    fn start(&self) -> u32 {
        0
    }

    fn ending(&self, at: At) -> Option<Ending>;

    fn edges(&self, at: At) -> Vec<Edge>;

    fn canonical(&self, at: At) -> At {
        at
    }

    /// How many nodes there are.
    fn nodes(&self) -> u64 {
        u64::from(u32::MAX)
    }

    fn rank(&self, node: u32) -> i64 {
        node.into()
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    /// For each player whose turn it might be.
    pub(crate) endings: Option<[Ending; 2]>,
    pub(crate) edges: Vec<Edge>,
}

#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) to: u32,
    pub(crate) again: bool,
    pub(crate) by: Option<Player>,
    pub(crate) gain: Gain,
}

/// An edge that passes the turn, for everyone, without gain.
pub(crate) fn to(to: u32) -> Edge {
    Edge { to, again: false, by: None, gain: Gain::default() }
}

impl Graph {
    pub(crate) fn outcome(repeat: Option<Repeat>, nodes: Vec<Node>) -> Graph {
        Graph {
            kind: Kind::Outcome,
            repeat,
            nodes,
            turnless_from: u32::MAX,
            ranked: false,
            rounds: Vec::new(),
            numbers: None,
            form: None,
        }
    }

    /// The game on a computed graph.
    pub(crate) fn of(form: impl Form + 'static) -> Graph {
        Graph { form: Some(Arc::new(form)), ..Graph::outcome(None, Vec::new()) }
    }

    fn node(&self, node: u32) -> &Node {
        &self.nodes[usize::try_from(node).unwrap()]
    }

    fn allowed(&self, &(node, turn): &At) -> impl Iterator<Item = (usize, &Edge)> {
        let edges = self.node(node).edges.iter().enumerate();
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
        Ok((self.form.as_ref().map_or(0, |form| form.start()), Player::First))
    }

    fn mover(&self, &(_, turn): &At) -> Player {
        turn
    }

    fn ending(&self, at: &At) -> Result<Option<Ending>, Fault> {
        if let Some(form) = &self.form {
            return Ok(form.ending(*at));
        }
        let stuck = if self.kind == Kind::Points { Ending::Lead(0) } else { Ending::Loss };
        match self.node(at.0).endings {
            Some(endings) => Ok(Some(endings[at.1.number()])),
            None => Ok(self.allowed(at).next().is_none().then_some(stuck)),
        }
    }

    fn steps(&self, at: &At, out: &mut Vec<Step<Graph>>) -> Result<(), Fault> {
        let step = |(mv, edge): (usize, &Edge)| {
            let turn = if edge.again { at.1 } else { at.1.other() };
            Step { mv, gain: edge.gain, next: (edge.to, turn) }
        };
        match &self.form {
            Some(form) => out.extend(form.edges(*at).iter().enumerate().map(step)),
            None => out.extend(self.allowed(at).map(step)),
        }
        Ok(())
    }

    fn repeat(&self) -> Option<Repeat> {
        self.repeat
    }

    fn going_round(&self, &(node, turn): &At) -> Result<i64, Fault> {
        let lead = self.rounds.get(usize::try_from(node).unwrap()).copied().unwrap_or(0);
        Ok(if turn == Player::First { lead } else { -lead })
    }

    fn canonical(&self, (node, turn): At) -> At {
        if let Some(form) = &self.form {
            return form.canonical((node, turn));
        }
        (node, if node >= self.turnless_from { Player::First } else { turn })
    }

    fn rank(&self, &(node, _): &At) -> Option<i64> {
        self.ranked.then(|| self.form.as_ref().map_or(node.into(), |form| form.rank(node)))
    }

    fn index(&self) -> Option<&dyn Index<At>> {
        if self.ranked || self.numbers.is_some() { Some(self) } else { None }
    }
}

impl Graph {
    fn numbers(&self) -> Numbers {
        self.numbers.unwrap_or(Numbers { gaps: 1, shared: 0 })
    }
}

impl Index<At> for Graph {
    fn size(&self) -> u64 {
        self.form.as_ref().map_or(self.nodes.len() as u64, |form| form.nodes()) * 2 * self.numbers().gaps
    }

    fn number(&self, &(node, turn): &At) -> u64 {
        let Numbers { gaps, shared } = self.numbers();
        (u64::from(node.max(shared)) * 2 + turn.number() as u64) * gaps
    }

    fn position(&self, number: u64) -> Option<At> {
        let Numbers { gaps, .. } = self.numbers();
        let own = number / gaps;
        let node = u32::try_from(own / 2).ok()?;
        let turn = Player::BOTH[usize::from(own % 2 == 1)];
        (number < Index::size(self) && number.is_multiple_of(gaps)).then_some((node, turn))
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

    fn between(&mut self, from: usize, to: usize) -> u32 {
        u32::try_from(from + self.below(to - from)).unwrap()
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
            let stays = usize::try_from(to).unwrap() / width == at / width;
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
    let turnless_from = u32::try_from(turnless).unwrap();
    Graph { kind: Kind::Points, turnless_from, rounds, ..Graph::outcome(Some(repeat), nodes) }
}

/// A random game.
pub(crate) fn random(dice: &mut Dice, like: Like) -> Graph {
    let turnless = dice.below(like.nodes + 1);
    let nodes = (0..like.nodes).map(|at| node(dice, like, at, turnless)).collect();
    let turnless_from = u32::try_from(turnless).unwrap();
    let ranked = !like.cycles && dice.one_in(2);
    Graph { kind: like.kind, turnless_from, ranked, ..Graph::outcome(like.repeat, nodes) }
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
