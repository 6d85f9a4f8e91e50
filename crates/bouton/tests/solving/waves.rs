//! Solving on several threads: the same bytes, the same faults, the same limits.

use super::graphs::{At, Dice, Edge, Form, Graph, Like, Node, Numbers, random, to};
use bouton::error::Stop;
use bouton::game::{Ending, Game, Repeat};
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
fn wide(seed: u64, nodes: u32, repeat: Repeat) -> Graph {
    let like = Like { kind: Kind::Outcome, repeat: Some(repeat), cycles: true, nodes: usize::try_from(nodes).unwrap() };
    let mut game = random(&mut Dice(seed), like);
    for node in 0..nodes / 3 - 1 {
        let tree = (1..=3).map(|nth| to(3 * node + nth));
        let random = game.nodes[usize::try_from(node).unwrap()].edges.drain(..).collect::<Vec<_>>();
        game.nodes[usize::try_from(node).unwrap()] =
            Node { endings: None, edges: random.into_iter().chain(tree).collect() };
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

#[test]
fn numbers_of_the_game_or_a_hash_table_make_no_difference() {
    for seed in 0..6 {
        let game = wide(seed, 1_500, Repeat::Draw);
        let right = solve_by(&game, &Limits::default(), "retrograde").unwrap();
        let mut right = entries(&game, &right.store);
        right.sort_unstable_by_key(|(position, _)| *position);
        for gaps in [1, 100] {
            let game = Graph { numbers: Some(Numbers { gaps, shared: 0 }), ..game.clone() };
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
    let numbers = Some(Numbers { gaps: 1, shared: 7 });
    let game = Graph { numbers, turnless_from: u32::MAX, ..wide(3, 300, Repeat::Draw) };
    let stop = solve_by(&game, &Limits::default(), "retrograde").err().unwrap();
    assert!(stop.to_string().starts_with("its number belongs to another position (at `(0, First)`"), "{stop}");
}

/// A wide tree in which some positions have no rule.
fn faulty() -> Graph {
    let mut game = wide(1, 3_000, Repeat::Draw);
    game.turnless_from = u32::MAX;
    for node in (700..game.nodes.len()).step_by(100) {
        let wrong = Edge { to: u32::MAX, ..to(0) };
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
#[derive(Debug)]
struct Burst;

const LEAVES: u32 = 1 << 14;

impl Form for Burst {
    fn start(&self) -> u32 {
        1
    }

    fn ending(&self, (node, _): At) -> Option<Ending> {
        (node >= 2 * LEAVES).then_some(if node.is_multiple_of(3) { Ending::Loss } else { Ending::Win })
    }

    fn edges(&self, (node, _): At) -> Vec<Edge> {
        match node {
            _ if node < LEAVES => (0..2).map(|mv| to(2 * node + mv)).collect(),
            _ => (0..200).map(|mv| to(2 * LEAVES + (node % 5 + mv % 2) * 3 + 1 + mv % 2)).collect(),
        }
    }
}

#[test]
fn looks_that_are_cut_short_lose_nothing() {
    let burst = Graph { repeat: Some(Repeat::Draw), ..Graph::of(Burst) };
    let [alone, two, five] = THREADS.map(|threads| solve_by(&burst, &Limits::default().threads(threads), "retrograde"));
    let (alone, two, five) = (alone.unwrap(), two.unwrap(), five.unwrap());
    let checked = alone.check(&burst, &Limits::default()).unwrap();
    assert_eq!(checked.moves, u64::from(2 * (LEAVES - 1) + 200 * LEAVES));
    assert_eq!(checked.positions, alone.positions);
    let alone = entries(&burst, &alone.store);
    assert_eq!(entries(&burst, &two.store), alone);
    assert_eq!(entries(&burst, &five.store), alone);
}
