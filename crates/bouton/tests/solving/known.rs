//! Games whose values are known.

use super::graphs::{Graph, Node, to};
use bouton::answer::{LineEnd, answer, line};
use bouton::game::{Ending, Fault, Gain, Game, Repeat, Step};
use bouton::limits::{Limits, Silent};
use bouton::methods::{Ask, methods};
use bouton::solution::{Solution, solve};
use bouton::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Player;

/// Solves with every method that fits; all must agree and pass the check. Returns the plan's own solution.
fn solved<G: Game + Clone + 'static>(game: &G) -> Solution<G> {
    let (start, limits) = (game.start().unwrap(), Limits::default());
    let planned = solve(game, &start, &Ask::Table, &limits, None, &Silent).unwrap();
    for method in methods::<G>() {
        let Ok(other) = solve(game, &start, &Ask::Table, &limits, Some(method.name()), &Silent) else { continue };
        assert_eq!((other.value, other.positions), (planned.value, planned.positions), "{}", method.name());
        assert_eq!(other.check(game, &limits).unwrap().positions, other.positions);
    }
    planned
}

fn win(plies: u32) -> Value {
    Value::Outcome(Outcome::Win(Plies::Of(plies)))
}

/// Heaps; take any number from one. The last to move wins, or, misère, loses.
#[derive(Clone)]
struct Nim {
    heaps: Vec<u8>,
    misere: bool,
}

impl Game for Nim {
    type Position = (Vec<u8>, Player);
    type Move = (usize, u8);

    fn kind(&self) -> Kind {
        Kind::Outcome
    }

    fn start(&self) -> Result<Self::Position, Fault> {
        Ok((self.heaps.clone(), Player::First))
    }

    fn mover(&self, position: &Self::Position) -> Player {
        position.1
    }

    fn ending(&self, (heaps, _): &Self::Position) -> Result<Option<Ending>, Fault> {
        let end = if self.misere { Ending::Win } else { Ending::Loss };
        Ok(heaps.iter().all(|&heap| heap == 0).then_some(end))
    }

    fn steps(&self, (heaps, turn): &Self::Position, out: &mut Vec<Step<Nim>>) -> Result<(), Fault> {
        for (at, &heap) in heaps.iter().enumerate() {
            for take in 1..=heap {
                let mut next = heaps.clone();
                next[at] -= take;
                out.push(Step { mv: (at, take), gain: Gain::default(), next: (next, turn.other()) });
            }
        }
        Ok(())
    }

    /// The order of the heaps and the turn make no difference.
    fn canonical(&self, (mut heaps, _): Self::Position) -> Self::Position {
        heaps.sort_unstable();
        (heaps, Player::First)
    }

    fn position_bytes(&self) -> usize {
        size_of::<Self::Position>() + self.heaps.len()
    }
}

#[test]
fn nim_is_won_unless_the_heaps_cancel() {
    for a in 0..4_u8 {
        for b in 0..4 {
            for c in 0..4 {
                for misere in [false, true] {
                    let solution = solved(&Nim { heaps: vec![a, b, c], misere });
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
    let game = Nim { heaps: vec![3, 4, 5], misere: false };
    let solution = solved(&game);
    let best = answer(&game, &solution.store, &solution.start).unwrap();
    assert_eq!(best.best().map(|choice| choice.mv).collect::<Vec<_>>(), [(0, 2)]);
}

/// Tic-tac-toe; a board is two sets of cells.
#[derive(Clone)]
struct Noughts;

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Game for Noughts {
    type Position = ([u16; 2], Player);
    type Move = u8;

    fn kind(&self) -> Kind {
        Kind::Outcome
    }

    fn start(&self) -> Result<Self::Position, Fault> {
        Ok(([0, 0], Player::First))
    }

    fn mover(&self, position: &Self::Position) -> Player {
        position.1
    }

    fn ending(&self, &(board, turn): &Self::Position) -> Result<Option<Ending>, Fault> {
        let last = board[turn.other().number()];
        let lost = LINES.iter().any(|&line| !last & line == 0);
        let full = board[0] | board[1] == 0o777;
        Ok(if lost { Some(Ending::Loss) } else { full.then_some(Ending::Draw) })
    }

    fn steps(&self, &(board, turn): &Self::Position, out: &mut Vec<Step<Noughts>>) -> Result<(), Fault> {
        for cell in (0..9).filter(|cell| (board[0] | board[1]) >> cell & 1 == 0) {
            let mut next = board;
            next[turn.number()] |= 1 << cell;
            out.push(Step { mv: cell, gain: Gain::default(), next: (next, turn.other()) });
        }
        Ok(())
    }
}

#[test]
fn tic_tac_toe_is_a_draw_of_5478_positions() {
    let solution = solved(&Noughts);
    assert_eq!((solution.value, solution.positions), (Value::Outcome(Outcome::Draw), 5_478));
    // 626 won by the first player, 316 by the second, 16 drawn (well known, by enumeration).
    assert_eq!(solution.finished, 958);
}

/// Take 1 to 2M piles from the left; M grows (Stone Game II).
#[derive(Clone)]
struct Stones(Vec<i64>);

impl Game for Stones {
    type Position = (usize, usize, Player);
    type Move = usize;

    fn kind(&self) -> Kind {
        Kind::Points
    }

    fn start(&self) -> Result<Self::Position, Fault> {
        Ok((0, 1, Player::First))
    }

    fn mover(&self, position: &Self::Position) -> Player {
        position.2
    }

    fn ending(&self, &(i, _, _): &Self::Position) -> Result<Option<Ending>, Fault> {
        Ok((i == self.0.len()).then_some(Ending::Lead(0)))
    }

    fn steps(&self, &(i, m, turn): &Self::Position, out: &mut Vec<Step<Stones>>) -> Result<(), Fault> {
        for x in 1..=(2 * m).min(self.0.len() - i) {
            let mine = self.0[i..i + x].iter().sum();
            out.push(Step { mv: x, gain: Gain { mine, theirs: 0 }, next: (i + x, m.max(x), turn.other()) });
        }
        Ok(())
    }

    fn canonical(&self, (i, m, _): Self::Position) -> Self::Position {
        (i, m, Player::First)
    }
}

#[test]
fn stone_game_ii_agrees_with_its_published_example() {
    let game = Stones(vec![2, 7, 9, 4, 4]);
    let solution = solved(&game);
    assert_eq!((solution.value, solution.positions, solution.finished), (Value::Lead(-6), 11, 3));
    let line = line(&game, &solution.store, &solution.start, 10).unwrap();
    let moves: Vec<_> = line.moves.iter().map(|step| (step.mover.number(), step.mv, step.gain.mine)).collect();
    assert_eq!(moves, [(0, 1, 2), (1, 2, 16), (0, 2, 8)]);
    assert_eq!(line.end, LineEnd::Finished);
}

/// A cat and a mouse on a graph (Cat and Mouse, LeetCode 913).
#[derive(Clone)]
struct Chase(Vec<Vec<usize>>);

impl Game for Chase {
    type Position = (usize, usize, Player);
    type Move = usize;

    fn kind(&self) -> Kind {
        Kind::Outcome
    }

    fn start(&self) -> Result<Self::Position, Fault> {
        Ok((1, 2, Player::First))
    }

    fn mover(&self, position: &Self::Position) -> Player {
        position.2
    }

    fn ending(&self, &(mouse, cat, turn): &Self::Position) -> Result<Option<Ending>, Fault> {
        let won = |winner| if winner == turn { Ending::Win } else { Ending::Loss };
        let caught = (mouse == cat).then(|| won(Player::Second));
        Ok(if mouse == 0 { Some(won(Player::First)) } else { caught })
    }

    fn steps(&self, &(mouse, cat, turn): &Self::Position, out: &mut Vec<Step<Chase>>) -> Result<(), Fault> {
        let from = if turn == Player::First { mouse } else { cat };
        for &to in self.0[from].iter().filter(|&&to| turn == Player::First || to != 0) {
            let next = if turn == Player::First { (to, cat, turn.other()) } else { (mouse, to, turn.other()) };
            out.push(Step { mv: to, gain: Gain::default(), next });
        }
        Ok(())
    }

    fn repeat(&self) -> Option<Repeat> {
        Some(Repeat::Draw)
    }
}

#[test]
fn cat_and_mouse_agrees_with_its_published_examples() {
    let graph = [&[2, 5][..], &[3], &[0, 4, 5], &[1, 4, 5], &[2, 3], &[0, 2, 3]].map(<[usize]>::to_vec);
    let drawn = Chase(graph.to_vec());
    let solution = solved(&drawn);
    assert_eq!((solution.value, solution.method), (Value::Outcome(Outcome::Draw), "retrograde"));
    let line = line(&drawn, &solution.store, &solution.start, 100).unwrap();
    assert!(matches!(line.end, LineEnd::Repeats { .. }));
    let won = Chase([&[1, 3][..], &[0], &[3], &[0, 2]].map(<[usize]>::to_vec).to_vec());
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
