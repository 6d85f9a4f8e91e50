//! Cat and mouse on a graph: from the finished positions backwards, with a counter of replies for each position. O(nodes · edges).

use bouton::value::{Outcome, Plies};
use std::collections::VecDeque;

/// What is known of a position: whether its mover wins, and after how many moves.
type Known = Option<(bool, u32)>;

struct Board<'a> {
    /// Neighbours of each node, each edge from both ends.
    graph: &'a [Vec<usize>],
    known: Vec<Known>,
    replies: Vec<usize>,
    waiting: VecDeque<usize>,
}

/// The outcome for the mouse, on node 1, to move first; the cat sits on node 2 and the hole is node 0.
pub(crate) fn outcome(graph: &[Vec<usize>]) -> Outcome {
    let places = 2 * graph.len() * graph.len();
    let replies = vec![0; places];
    let mut board = Board { graph, known: vec![None; places], replies, waiting: VecDeque::new() };
    board.begin();
    while let Some(place) = board.waiting.pop_front() {
        board.spread(place);
    }
    match board.known[board.place(1, 2, 0)] {
        None => Outcome::Draw,
        Some((true, plies)) => Outcome::Win(Plies::Of(plies)),
        Some((false, plies)) => Outcome::Loss(Plies::Of(plies)),
    }
}

impl Board<'_> {
    /// `turn` is 0 for the mouse and 1 for the cat.
    fn place(&self, mouse: usize, cat: usize, turn: usize) -> usize {
        (mouse * self.graph.len() + cat) * 2 + turn
    }

    fn begin(&mut self) {
        let nodes = self.graph.len();
        let cat_replies: Vec<usize> =
            self.graph.iter().map(|near| near.iter().filter(|node| **node != 0).count()).collect();
        for mouse in 0..nodes {
            for (cat, &cat_replies) in (1..).zip(&cat_replies[1..]) {
                for turn in 0..2 {
                    let place = self.place(mouse, cat, turn);
                    self.replies[place] = if turn == 0 { self.graph[mouse].len() } else { cat_replies };
                    if mouse == 0 {
                        self.learn(place, (turn == 0, 0));
                    } else if mouse == cat {
                        self.learn(place, (turn == 1, 0));
                    }
                }
            }
        }
    }

    fn learn(&mut self, place: usize, known: (bool, u32)) {
        self.known[place] = Some(known);
        self.waiting.push_back(place);
    }

    /// Tells the positions before a place what it is worth.
    fn spread(&mut self, place: usize) {
        let Some((won, plies)) = self.known[place] else { return };
        let (turn, cat, mouse) = (place % 2, place / 2 % self.graph.len(), place / 2 / self.graph.len());
        let graph = self.graph;
        // The other player moved here.
        let from = if turn == 0 { &graph[cat] } else { &graph[mouse] };
        for &node in from {
            let before = match turn {
                0 if node == 0 => continue,
                0 => self.place(mouse, node, 1),
                _ => self.place(node, cat, 0),
            };
            if self.known[before].is_some() {
                continue;
            }
            self.replies[before] -= 1;
            if !won {
                self.learn(before, (true, plies + 1));
            } else if self.replies[before] == 0 {
                self.learn(before, (false, plies + 1));
            }
        }
    }
}
