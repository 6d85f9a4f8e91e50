//! Graphs laid out in the plane: nodes at about the distance that the lines between them make (Kamada and Kawai 1989), by majorizing
//! the stress (Gansner, Koren and North 2004), from several beginnings, of which the one with the fewest crossings is kept.

use bouton::sample::Dice;

/// Nodes with their lines, laid out.
pub(super) struct Laid {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The middle of each node.
    pub(super) nodes: Vec<(f64, f64)>,
}

/// How far neighbours are apart.
const APART: f64 = 1.9;
/// Steps of a layout; what moves little by then moves little later.
const STEPS: usize = 120;

/// Each line once: from, to, whether it leads one way only.
pub(super) fn edges(neighbours: &[Vec<i64>]) -> Vec<(usize, usize, bool)> {
    let leads = |from: usize, to: usize| {
        neighbours.get(from).is_some_and(|near| near.iter().any(|node| usize::try_from(*node) == Ok(to)))
    };
    let mut found = Vec::new();
    for (from, near) in neighbours.iter().enumerate() {
        for to in near.iter().filter_map(|node| usize::try_from(*node).ok()) {
            let both = leads(to, from);
            if (from < to || !both) && from != to && !found.contains(&(from, to, !both)) {
                found.push((from, to, !both));
            }
        }
    }
    found
}

/// Where nodes stand. The same graph is always laid out alike.
pub(super) fn layout(nodes: usize, edges: &[(usize, usize, bool)]) -> Laid {
    let far = distances(nodes, edges);
    let tries = if nodes > 60 { 1 } else { 32 };
    let mut best: Option<(usize, Vec<(f64, f64)>)> = None;
    for turn in 0..tries {
        let laid = relaxed(circle(nodes, turn), &far);
        let crossed = crossings(&laid, edges);
        if best.as_ref().is_none_or(|(fewest, _)| crossed < *fewest) {
            best = Some((crossed, laid));
        }
        if crossed == 0 {
            break;
        }
    }
    within(best.map(|(_, laid)| laid).unwrap_or_default())
}

/// Lines between every two nodes; those that no way joins are as far apart as the farthest that one does, and a little more.
fn distances(nodes: usize, edges: &[(usize, usize, bool)]) -> Vec<Vec<f64>> {
    let mut near = vec![Vec::new(); nodes];
    for &(from, to, _) in edges.iter().filter(|edge| edge.0 < nodes && edge.1 < nodes) {
        near[from].push(to);
        near[to].push(from);
    }
    let mut all = vec![vec![0.0; nodes]; nodes];
    let mut farthest: f64 = 1.0;
    for (start, far) in all.iter_mut().enumerate() {
        let mut seen = vec![false; nodes];
        let mut wave = vec![start];
        seen[start] = true;
        let mut steps = 0.0;
        while !wave.is_empty() {
            for &node in &wave {
                far[node] = steps;
                farthest = farthest.max(steps);
            }
            steps += 1.0;
            let next = wave.iter().flat_map(|&node| &near[node]).copied();
            wave = next.filter(|&node| !std::mem::replace(&mut seen[node], true)).collect();
        }
        far.iter_mut().enumerate().filter(|(node, _)| !seen[*node]).for_each(|(_, far)| *far = -1.0);
    }
    all.iter_mut().flatten().filter(|far| **far < 0.0).for_each(|far| *far = farthest + 1.0);
    all
}

/// A beginning: nodes on a circle, by number, and after that in orders drawn by lot.
fn circle(nodes: usize, turn: u64) -> Vec<(f64, f64)> {
    let mut order: Vec<usize> = (0..nodes).collect();
    if turn > 0 {
        let mut dice = Dice::new(turn);
        (1..nodes).for_each(|at| order.swap(at, dice.below(at + 1)));
    }
    let place = |at: usize| {
        let angle = std::f64::consts::TAU * number(at) / number(nodes.max(1));
        // Not quite a circle: where all forces are alike nothing would move.
        let radius = 1.0 + 0.01 * number(at % 7);
        (radius * angle.sin(), -radius * angle.cos())
    };
    let mut laid = vec![(0.0, 0.0); nodes];
    order.into_iter().enumerate().for_each(|(at, node)| laid[node] = place(at));
    laid
}

/// Each node goes where its distances to all the others want it, one after the other, again and again.
fn relaxed(mut laid: Vec<(f64, f64)>, far: &[Vec<f64>]) -> Vec<(f64, f64)> {
    for _ in 0..STEPS {
        for node in 0..laid.len() {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for other in (0..laid.len()).filter(|other| *other != node) {
                let wanted = far[node][other];
                let weight = 1.0 / (wanted * wanted);
                let (dx, dy) = (laid[node].0 - laid[other].0, laid[node].1 - laid[other].1);
                let length = dx.hypot(dy).max(1e-6);
                x += weight * (laid[other].0 + wanted * dx / length);
                y += weight * (laid[other].1 + wanted * dy / length);
                weights += weight;
            }
            if weights > 0.0 {
                laid[node] = (x / weights, y / weights);
            }
        }
    }
    laid
}

/// How many pairs of lines cross.
fn crossings(laid: &[(f64, f64)], edges: &[(usize, usize, bool)]) -> usize {
    let side = |a: (f64, f64), b: (f64, f64), c: (f64, f64)| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let cross = |one: &(usize, usize, bool), other: &(usize, usize, bool)| {
        let (a, b, c, d) = (laid[one.0], laid[one.1], laid[other.0], laid[other.1]);
        let joined = [one.0, one.1].iter().any(|node| *node == other.0 || *node == other.1);
        !joined && side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
    };
    // Of graphs with very many lines the first tell enough.
    let edges = &edges[..edges.len().min(300)];
    let pairs = edges.iter().enumerate().flat_map(|(at, one)| edges[at + 1..].iter().map(move |other| (one, other)));
    pairs.filter(|(one, other)| cross(one, other)).count()
}

/// Moved and stretched so that the nearest two nodes do not touch, and everything lies inside; lying rather than standing.
fn within(mut laid: Vec<(f64, f64)>) -> Laid {
    let span = |of: fn(&(f64, f64)) -> f64, laid: &[(f64, f64)]| {
        let (least, most) =
            laid.iter().map(of).fold((f64::MAX, f64::MIN), |(least, most), x| (least.min(x), most.max(x)));
        if least > most { (0.0, 0.0) } else { (least, most) }
    };
    let (across, down) = (span(|at| at.0, &laid), span(|at| at.1, &laid));
    if down.1 - down.0 > across.1 - across.0 {
        laid.iter_mut().for_each(|at| *at = (at.1, -at.0));
    }
    let apart = |one: &(f64, f64), other: &(f64, f64)| (one.0 - other.0).hypot(one.1 - other.1);
    let pairs = laid.iter().enumerate().flat_map(|(at, one)| laid[at + 1..].iter().map(move |other| apart(one, other)));
    let nearest = pairs.fold(1.0, f64::min).max(0.2);
    let scale = APART.max(1.4 / nearest);
    let (across, down) = (span(|at| at.0, &laid), span(|at| at.1, &laid));
    let nodes = laid.iter().map(|at| (0.6 + scale * (at.0 - across.0), 0.6 + scale * (at.1 - down.0)));
    let tidy = |x: f64| (x * 1000.0).round() / 1000.0;
    let nodes: Vec<(f64, f64)> = nodes.map(|(x, y)| (tidy(x), tidy(y))).collect();
    let (width, height) = (1.2 + scale * (across.1 - across.0), 1.2 + scale * (down.1 - down.0));
    Laid { width: tidy(width), height: tidy(height), nodes }
}

#[allow(clippy::cast_precision_loss, reason = "nodes are few")]
fn number(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(lines: &[(usize, usize)]) -> (Laid, usize) {
        let edges: Vec<_> = lines.iter().map(|&(from, to)| (from, to, false)).collect();
        let nodes = lines.iter().map(|line| line.0.max(line.1) + 1).max().unwrap_or(0);
        let laid = layout(nodes, &edges);
        let crossed = crossings(&laid.nodes, &edges);
        (laid, crossed)
    }

    #[test]
    fn graphs_that_can_be_drawn_without_crossings_are() {
        let ring: Vec<_> = (0..9).map(|node| (node, (node + 1) % 9)).collect();
        let tree: Vec<_> = (1..15).map(|node| ((node - 1) / 2, node)).collect();
        let ladder: Vec<_> = (0..5).map(|at| (2 * at, 2 * at + 1)).chain((0..8).map(|at| (at, at + 2))).collect();
        let cube = [(0, 1), (1, 3), (3, 2), (2, 0), (4, 5), (5, 7), (7, 6), (6, 4), (0, 4), (1, 5), (2, 6), (3, 7)];
        for (what, lines) in [("ring", &ring[..]), ("tree", &tree), ("ladder", &ladder)] {
            assert_eq!(drawn(lines).1, 0, "{what}");
        }
        assert!(drawn(&cube).1 <= 4, "a cube is drawn as one sees it: {}", drawn(&cube).1);
    }

    #[test]
    fn nodes_keep_apart_and_lie_inside() {
        let star: Vec<_> = (1..12).map(|node| (0, node)).collect();
        let (laid, _) = drawn(&star);
        for (at, one) in laid.nodes.iter().enumerate() {
            assert!((0.5..=laid.width - 0.5).contains(&one.0) && (0.5..=laid.height - 0.5).contains(&one.1));
            for other in &laid.nodes[at + 1..] {
                assert!((one.0 - other.0).hypot(one.1 - other.1) > 1.0, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn lines_that_lead_one_way_are_arrows() {
        assert_eq!(edges(&[vec![1, 2], vec![0], vec![]]), [(0, 1, false), (0, 2, true)]);
        assert_eq!(layout(0, &[]).nodes, []);
        assert_eq!(layout(1, &[]).nodes.len(), 1);
    }
}
