//! Solving on several threads: the same bytes, the same faults, the same limits.

use super::graphs::{At, Dice, Edge, Graph, Like, Node, random, to};
use bouton::error::Stop;
use bouton::game::{Ending, Fault, Game, Index, Repeat, Step};
use bouton::limits::{Limits, Silent};
use bouton::methods::Ask;
use bouton::solution::{Solution, solve};
use bouton::store::Store;
use bouton::value::Kind;
use bouton_rules::Player;

const THREADS: [usize; 3] = [1, 2, 5];

fn solve_by<G: Game + 'static>(game: &G, limits: &Limits, method: &str) -> Result<Solution<G>, Stop> {
    solve(game, &game.start().unwrap(), &Ask::Table, limits, Some(method), &Silent)
}

fn entries<G: Game>(game: &G, store: &Store<G::Position>) -> Vec<(G::Position, bouton::Value)> {
    store.entries(game).collect()
}

/// A game whose every node is reached: a tree of three moves a node, and random edges that make it repeat.
fn wide(seed: u64, nodes: u16, repeat: Repeat) -> Graph {
    let like = Like { kind: Kind::Outcome, repeat: Some(repeat), cycles: true, nodes: usize::from(nodes) };
    let mut game = random(&mut Dice(seed), like);
    for node in 0..nodes / 3 - 1 {
        let tree = (1..=3).map(|nth| to(3 * node + nth));
        let random = game.nodes[usize::from(node)].edges.drain(..).collect::<Vec<_>>();
        game.nodes[usize::from(node)] = Node { endings: None, edges: random.into_iter().chain(tree).collect() };
    }
    game
}

#[test]
fn threads_change_nothing() {
    let mut solved = 0;
    for seed in 0..6 {
        for repeat in [Repeat::Draw, Repeat::Wins(Player::First), Repeat::Wins(Player::Second)] {
            let game = wide(seed, 3_000, repeat);
            let right = solve_by(&game, &Limits::default().threads(1), "brute");
            for threads in THREADS {
                let found = solve_by(&game, &Limits::default().threads(threads), "retrograde");
                let (found, right) = match (found, &right) {
                    (Ok(found), Ok(right)) => (found, right),
                    // Where endless play is won, nodes that stand for both movers must not be endless: some here are.
                    (Err(Stop::FalseTwin { .. }), Err(Stop::FalseTwin { .. })) => continue,
                    (found, right) => panic!("seed {seed}: {:?}, brute: {:?}", found.err(), right.as_ref().err()),
                };
                solved += 1;
                assert_eq!(found.threads, threads);
                assert!(found.positions > 1_000);
                assert_eq!((found.positions, found.finished), (right.positions, right.finished));
                assert_eq!(
                    entries(&game, &found.store),
                    entries(&game, &right.store),
                    "seed {seed}, {threads} threads"
                );
                assert_eq!(found.check(&game, &Limits::default()).unwrap().positions, found.positions);
            }
        }
    }
    println!("{solved} of 54 solved");
    assert!(solved >= 27, "too few are worth anything: {solved}");
}

/// The same game with a numbering.
#[derive(Clone, Debug)]
struct Numbered {
    game: Graph,
    /// Numbers for each one that is used.
    gaps: u64,
}

impl Game for Numbered {
    type Position = At;
    type Move = usize;

    fn kind(&self) -> Kind {
        self.game.kind()
    }

    fn start(&self) -> Result<At, Fault> {
        self.game.start()
    }

    fn mover(&self, at: &At) -> Player {
        self.game.mover(at)
    }

    fn ending(&self, at: &At) -> Result<Option<Ending>, Fault> {
        self.game.ending(at)
    }

    fn steps(&self, at: &At, out: &mut Vec<Step<Numbered>>) -> Result<(), Fault> {
        let mut steps = Vec::new();
        self.game.steps(at, &mut steps)?;
        out.extend(steps.into_iter().map(|step| Step { mv: step.mv, gain: step.gain, next: step.next }));
        Ok(())
    }

    fn repeat(&self) -> Option<Repeat> {
        self.game.repeat()
    }

    fn canonical(&self, at: At) -> At {
        self.game.canonical(at)
    }

    fn index(&self) -> Option<&dyn Index<At>> {
        Some(self)
    }
}

impl Index<At> for Numbered {
    fn size(&self) -> u64 {
        Index::size(&self.game) * self.gaps
    }

    fn number(&self, at: &At) -> u64 {
        self.game.number(at) * self.gaps
    }

    fn position(&self, number: u64) -> Option<At> {
        let own = number / self.gaps;
        if number.is_multiple_of(self.gaps) { Index::position(&self.game, own) } else { None }
    }
}

#[test]
fn numbers_of_the_game_or_a_hash_table_make_no_difference() {
    for seed in 0..6 {
        let game = wide(seed, 1_500, Repeat::Draw);
        let right = solve_by(&game, &Limits::default(), "retrograde").unwrap();
        let mut right = entries(&game, &right.store);
        right.sort_unstable_by_key(|(position, _)| *position);
        for gaps in [1, 100] {
            let game = Numbered { game: game.clone(), gaps };
            for threads in THREADS {
                let found = solve_by(&game, &Limits::default().threads(threads), "retrograde").unwrap();
                let mut stored = entries(&game, &found.store);
                stored.sort_unstable_by_key(|(position, _)| *position);
                assert_eq!(stored, right, "seed {seed}, {gaps} numbers a position, {threads} threads");
                assert_eq!(found.check(&game, &Limits::default()).unwrap().positions, found.positions);
            }
        }
    }
}

#[test]
fn a_number_of_two_positions_is_found_out() {
    #[derive(Clone)]
    struct Twice(Numbered);
    impl Game for Twice {
        type Position = At;
        type Move = usize;
        fn kind(&self) -> Kind {
            self.0.kind()
        }
        fn start(&self) -> Result<At, Fault> {
            self.0.start()
        }
        fn mover(&self, at: &At) -> Player {
            self.0.mover(at)
        }
        fn ending(&self, at: &At) -> Result<Option<Ending>, Fault> {
            self.0.ending(at)
        }
        fn steps(&self, at: &At, out: &mut Vec<Step<Twice>>) -> Result<(), Fault> {
            let mut steps = Vec::new();
            self.0.steps(at, &mut steps)?;
            out.extend(steps.into_iter().map(|step| Step { mv: step.mv, gain: step.gain, next: step.next }));
            Ok(())
        }
        fn repeat(&self) -> Option<Repeat> {
            self.0.repeat()
        }
        fn index(&self) -> Option<&dyn Index<At>> {
            Some(self)
        }
    }
    impl Index<At> for Twice {
        fn size(&self) -> u64 {
            self.0.size()
        }
        fn number(&self, at: &At) -> u64 {
            self.0.number(&(at.0.max(7), at.1))
        }
        fn position(&self, number: u64) -> Option<At> {
            self.0.position(number)
        }
    }
    let game = Twice(Numbered { game: wide(3, 300, Repeat::Draw), gaps: 1 });
    let stop = solve_by(&game, &Limits::default(), "retrograde").err().unwrap();
    assert!(stop.to_string().starts_with("its number belongs to another position (at `(0, First)`"), "{stop}");
}

/// A wide tree in which some positions have no rule.
fn faulty() -> Graph {
    let mut game = wide(1, 3_000, Repeat::Draw);
    game.turnless_from = u16::MAX;
    for node in (700..game.nodes.len()).step_by(100) {
        let wrong = Edge { to: u16::MAX, ..to(0) };
        game.nodes[node] = Node { endings: Some([Ending::Lead(0); 2]), edges: vec![wrong] };
    }
    game
}

#[test]
fn the_first_fault_is_told_whatever_the_threads() {
    let game = faulty();
    let stops = THREADS.map(|threads| {
        let limits = Limits::default().threads(threads);
        solve_by(&game, &limits, "retrograde").err().unwrap().to_string()
    });
    assert!(stops[0].contains("ends here with Lead(0)"), "{}", stops[0]);
    assert_eq!(stops[0], stops[1]);
    assert_eq!(stops[0], stops[2]);
}

#[test]
fn limits_hold_on_every_thread() {
    let game = wide(2, 3_000, Repeat::Draw);
    for threads in THREADS {
        let limits = || Limits::default().threads(threads);
        let stop = solve_by(&game, &limits().positions(700), "retrograde").err().unwrap();
        assert_eq!(stop, Stop::Positions { limit: 700 });
        let stop = solve_by(&game, &limits().memory(50_000), "retrograde").err().unwrap();
        assert!(matches!(stop, Stop::Memory { limit: 50_000, .. }), "{stop}");
        let stop = solve_by(&game, &limits().time(std::time::Duration::ZERO), "retrograde").err().unwrap();
        assert!(matches!(stop, Stop::Time { .. }), "{stop}");
        let cancelled = limits();
        cancelled.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(solve_by(&game, &cancelled, "retrograde").err().unwrap(), Stop::Cancelled);
    }
}

/// A tree of two moves a node, at whose 16,384 leaves 200 moves lead to few ends: so many moves at once that what looks
/// for them is cut short, over and over.
struct Burst;

const LEAVES: u32 = 1 << 14;

impl Game for Burst {
    type Position = (u32, Player);
    type Move = u32;

    fn kind(&self) -> Kind {
        Kind::Outcome
    }

    fn start(&self) -> Result<Self::Position, Fault> {
        Ok((1, Player::First))
    }

    fn mover(&self, &(_, turn): &Self::Position) -> Player {
        turn
    }

    fn ending(&self, &(node, _): &Self::Position) -> Result<Option<Ending>, Fault> {
        Ok((node >= 2 * LEAVES).then_some(if node.is_multiple_of(3) { Ending::Loss } else { Ending::Win }))
    }

    fn steps(&self, &(node, turn): &Self::Position, out: &mut Vec<Step<Burst>>) -> Result<(), Fault> {
        let next = |mv, node| Step { mv, gain: Default::default(), next: (node, turn.other()) };
        match node {
            _ if node < LEAVES => out.extend((0..2).map(|mv| next(mv, 2 * node + mv))),
            _ => out.extend((0..200).map(|mv| next(mv, 2 * LEAVES + (node % 5 + mv % 2) * 3 + 1 + mv % 2))),
        }
        Ok(())
    }

    fn repeat(&self) -> Option<Repeat> {
        Some(Repeat::Draw)
    }
}

#[test]
fn looks_that_are_cut_short_lose_nothing() {
    let [alone, two, five] = THREADS.map(|threads| solve_by(&Burst, &Limits::default().threads(threads), "retrograde"));
    let (alone, two, five) = (alone.unwrap(), two.unwrap(), five.unwrap());
    let checked = alone.check(&Burst, &Limits::default()).unwrap();
    assert_eq!(checked.moves, u64::from(2 * (LEAVES - 1) + 200 * LEAVES));
    assert_eq!(checked.positions, alone.positions);
    let alone = entries(&Burst, &alone.store);
    assert_eq!(entries(&Burst, &two.store), alone);
    assert_eq!(entries(&Burst, &five.store), alone);
}
