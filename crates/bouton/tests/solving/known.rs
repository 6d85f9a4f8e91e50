//! Games whose values are known.

use super::graphs::{At, Edge, Form, Graph, Node, to};
use bouton::answer::{LineEnd, answer, line};
use bouton::game::{Ending, Gain, Game, Repeat};
use bouton::limits::{Limits, Silent};
use bouton::methods::{Ask, methods};
use bouton::solution::{Solution, solve};
use bouton::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Player;

/// Solves with every method that fits; all must agree and pass the check. Returns the plan's own solution.
fn solved(game: &Graph) -> Solution<Graph> {
    let (start, limits) = (game.start().unwrap(), Limits::default());
    let planned = solve(game, &start, &Ask::Table, &limits, None, &Silent).unwrap();
    for method in methods::<Graph>() {
        let Ok(other) = solve(game, &start, &Ask::Table, &limits, Some(method.name()), &Silent) else { continue };
        assert_eq!((other.value, other.positions), (planned.value, planned.positions), "{}", method.name());
        assert_eq!(other.check(game, &limits).unwrap().positions, other.positions);
    }
    planned
}

fn win(plies: u32) -> Value {
    Value::Outcome(Outcome::Win(Plies::Of(plies)))
}

/// Three heaps; take any number from one. The last to move wins, or, misère, loses. Four bits of a node are a heap.
#[derive(Debug)]
struct Nim {
    heaps: [u32; 3],
    misere: bool,
}

impl Nim {
    fn node(heaps: [u32; 3]) -> u32 {
        heaps.iter().fold(0, |node, heap| node << 4 | heap)
    }

    fn heaps(node: u32) -> [u32; 3] {
        [node >> 8, node >> 4 & 15, node & 15]
    }
}

impl Form for Nim {
    fn start(&self) -> u32 {
        Nim::node(self.heaps)
    }

    fn ending(&self, (node, _): At) -> Option<Ending> {
        (node == 0).then_some(if self.misere { Ending::Win } else { Ending::Loss })
    }

    fn edges(&self, (node, _): At) -> Vec<Edge> {
        let from = |at: usize| (1..=Nim::heaps(node)[at]).map(move |take| to(node - (take << (8 - 4 * at))));
        (0..3).flat_map(from).collect()
    }

    /// The order of the heaps and the turn make no difference.
    fn canonical(&self, (node, _): At) -> At {
        let mut heaps = Nim::heaps(node);
        heaps.sort_unstable();
        (Nim::node(heaps), Player::First)
    }
}

#[test]
fn nim_is_won_unless_the_heaps_cancel() {
    for a in 0..4_u32 {
        for b in 0..4 {
            for c in 0..4 {
                for misere in [false, true] {
                    let solution = solved(&Graph::of(Nim { heaps: [a, b, c], misere }));
                    let all_small = a.max(b).max(c) <= 1;
                    // Bouton 1901, with his rule for misère play.
                    let right = if misere && all_small { (a + b + c) % 2 == 0 } else { a ^ b ^ c != 0 };
                    assert_eq!(
                        matches!(solution.value, Value::Outcome(Outcome::Win(_))),
                        right,
                        "{a} {b} {c} {misere}"
                    );
                }
            }
        }
    }
}

#[test]
fn nim_names_every_winning_move() {
    let game = Graph::of(Nim { heaps: [3, 4, 5], misere: false });
    let solution = solved(&game);
    let best = answer(&game, &solution.store, &solution.start).unwrap();
    assert_eq!(best.best().map(|choice| choice.mv).collect::<Vec<_>>(), [1], "two from the first heap");
}

/// Tic-tac-toe; a board is two sets of nine cells.
#[derive(Debug)]
struct Noughts;

const LINES: [u32; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Form for Noughts {
    fn ending(&self, (board, turn): At) -> Option<Ending> {
        let last = board >> (9 * turn.other().number());
        let lost = LINES.iter().any(|&line| !last & line == 0);
        let full = (board | board >> 9) & 0o777 == 0o777;
        if lost { Some(Ending::Loss) } else { full.then_some(Ending::Draw) }
    }

    fn edges(&self, (board, turn): At) -> Vec<Edge> {
        let free = (0..9).filter(|cell| (board | board >> 9) >> cell & 1 == 0);
        free.map(|cell| to(board | 1 << (cell + 9 * turn.number()))).collect()
    }
}

#[test]
fn tic_tac_toe_is_a_draw_of_5478_positions() {
    let solution = solved(&Graph::of(Noughts));
    assert_eq!((solution.value, solution.positions), (Value::Outcome(Outcome::Draw), 5_478));
    // 626 won by the first player, 316 by the second, 16 drawn (well known, by enumeration).
    assert_eq!(solution.finished, 958);
}

/// Take 1 to 2M piles from the left; M grows (Stone Game II). A node is how many are taken, and M in the bits above.
#[derive(Debug)]
struct Stones(Vec<i64>);

impl Stones {
    /// How many are taken, and M.
    fn parts(node: u32) -> (usize, usize) {
        (usize::try_from(node & 0xff).unwrap(), usize::try_from(node >> 8).unwrap())
    }
}

impl Form for Stones {
    fn start(&self) -> u32 {
        1 << 8
    }

    fn ending(&self, (node, _): At) -> Option<Ending> {
        (Stones::parts(node).0 == self.0.len()).then_some(Ending::Lead(0))
    }

    fn edges(&self, (node, _): At) -> Vec<Edge> {
        let (i, m) = Stones::parts(node);
        let take = |x: usize| {
            let gain = Gain { mine: self.0[i..i + x].iter().sum(), theirs: 0 };
            Edge { gain, ..to(u32::try_from((i + x) | (m.max(x) << 8)).unwrap()) }
        };
        (1..=(2 * m).min(self.0.len() - i)).map(take).collect()
    }

    fn canonical(&self, (node, _): At) -> At {
        (node, Player::First)
    }
}

#[test]
fn stone_game_ii_agrees_with_its_published_example() {
    let game = Graph { kind: Kind::Points, ..Graph::of(Stones(vec![2, 7, 9, 4, 4])) };
    let solution = solved(&game);
    assert_eq!((solution.value, solution.positions, solution.finished), (Value::Lead(-6), 11, 3));
    let line = line(&game, &solution.store, &solution.start, 10).unwrap();
    let moves: Vec<_> = line.moves.iter().map(|step| (step.mover.number(), step.mv + 1, step.gain.mine)).collect();
    assert_eq!(moves, [(0, 1, 2), (1, 2, 16), (0, 2, 8)]);
    assert_eq!(line.end, LineEnd::Finished);
}

/// A cat and a mouse on a graph (Cat and Mouse, LeetCode 913). A node is where the mouse is, and the cat in the bits above.
#[derive(Debug)]
struct Chase(Vec<Vec<u32>>);

impl Form for Chase {
    fn start(&self) -> u32 {
        1 | 2 << 8
    }

    fn ending(&self, (node, turn): At) -> Option<Ending> {
        let (mouse, cat) = (node & 0xff, node >> 8);
        let won = |winner| if winner == turn { Ending::Win } else { Ending::Loss };
        let caught = (mouse == cat).then(|| won(Player::Second));
        if mouse == 0 { Some(won(Player::First)) } else { caught }
    }

    fn edges(&self, (node, turn): At) -> Vec<Edge> {
        let (mouse, cat) = (node & 0xff, node >> 8);
        let from = if turn == Player::First { mouse } else { cat };
        let there = self.0[usize::try_from(from).unwrap()].iter().filter(|&&to| turn == Player::First || to != 0);
        there.map(|place| to(if turn == Player::First { place | cat << 8 } else { mouse | place << 8 })).collect()
    }
}

fn chase(graph: Vec<Vec<u32>>) -> Graph {
    Graph { repeat: Some(Repeat::Draw), ..Graph::of(Chase(graph)) }
}

#[test]
fn cat_and_mouse_agrees_with_its_published_examples() {
    let graph = [&[2, 5][..], &[3], &[0, 4, 5], &[1, 4, 5], &[2, 3], &[0, 2, 3]].map(<[u32]>::to_vec);
    let drawn = chase(graph.to_vec());
    let solution = solved(&drawn);
    assert_eq!((solution.value, solution.method), (Value::Outcome(Outcome::Draw), "retrograde"));
    let line = line(&drawn, &solution.store, &solution.start, 100).unwrap();
    assert!(matches!(line.end, LineEnd::Repeats { .. }));
    let won = chase([&[1, 3][..], &[0], &[3], &[0, 2]].map(<[u32]>::to_vec).to_vec());
    assert_eq!(solved(&won).value, win(1));
}

#[test]
fn who_wins_endless_play_decides_a_loop() {
    let ended = |ending| Node { endings: Some([ending; 2]), edges: Vec::new() };
    let turn = Node { endings: None, edges: vec![to(1), to(2)] };
    let back = Node { endings: None, edges: vec![to(0)] };
    for (repeat, end, value) in [
        (Repeat::Draw, Ending::Win, "draw"),
        (Repeat::Wins(Player::First), Ending::Draw, "win by endless play"),
        (Repeat::Wins(Player::Second), Ending::Draw, "draw"),
        (Repeat::Wins(Player::Second), Ending::Win, "loss by endless play"),
        (Repeat::Wins(Player::Second), Ending::Loss, "win in 1"),
    ] {
        let game = Graph::outcome(Some(repeat), vec![turn.clone(), back.clone(), ended(end)]);
        assert_eq!(solved(&game).value.to_string(), value, "{repeat:?} {end:?}");
    }
}

#[test]
fn a_forced_draw_is_played_to_its_end() {
    // Endless play loses for the first player, whose every first move goes round; the last move ends it in a draw.
    let drawn = Node { endings: Some([Ending::Draw; 2]), edges: Vec::new() };
    let round = Node { endings: None, edges: vec![to(1), to(2)] };
    let back = Node { endings: None, edges: vec![to(0)] };
    let game = Graph::outcome(Some(Repeat::Wins(Player::Second)), vec![round, back, drawn]);
    let solution = solved(&game);
    let line = line(&game, &solution.store, &solution.start, 100).unwrap();
    assert_eq!((line.end, line.moves.len()), (LineEnd::Finished, 1));
}
