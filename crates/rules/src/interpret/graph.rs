//! Graphs as people write them: neighbours of each node, edges, or arcs. A plain list that can be read as neighbours and as edges, and
//! is another graph then, is refused with both shown; each has a form that says which is meant.

use super::Misfit;
use crate::datum::MOST_NODES;
use crate::diagnostic::shorten;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// What the lists of a graph hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The neighbours of each node.
    Adjacency,
    /// Pairs of nodes, joined both ways.
    Edges,
    /// Pairs of nodes, joined from the first to the second.
    Arcs,
}

impl Written {
    /// The word that says so: a helper of rules, a key of JSON, and what stands before the value of a parameter.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Written::Adjacency => "adjacency",
            Written::Edges => "edges",
            Written::Arcs => "arcs",
        }
    }

    /// The form of a word.
    #[must_use]
    pub fn named(word: &str) -> Option<Written> {
        [Written::Adjacency, Written::Edges, Written::Arcs].into_iter().find(|written| written.word() == word)
    }
}

/// A graph whose form is said.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What the lists hold.
    pub written: Written,
    /// The lists.
    pub lists: Vec<Vec<i64>>,
    /// How many nodes there are, where it is said.
    pub nodes: Option<i64>,
    /// The number of the first node, where it is said; else 0.
    pub first: Option<i64>,
}

impl Draft {
    fn plain(written: Written, lists: &[Vec<i64>]) -> Draft {
        Draft { written, lists: lists.to_vec(), nodes: None, first: None }
    }

    /// The neighbours of each node, numbered from 0.
    ///
    /// # Errors
    /// A number that names no node, an entry that is no pair, a pair that stands twice, or nodes that seem to be numbered from 1.
    pub fn graph(&self) -> Result<Vec<Vec<i64>>, Misfit> {
        match self.written {
            Written::Adjacency => self.read_neighbours(),
            Written::Edges | Written::Arcs => self.read_pairs(),
        }
    }

    fn read_neighbours(&self) -> Result<Vec<Vec<i64>>, Misfit> {
        let lists = i64::try_from(self.lists.len()).unwrap_or(i64::MAX);
        let count = self.sensible(self.nodes.unwrap_or(lists))?;
        if lists > count {
            return Err(Misfit::outside(say!("has neighbours of {lists} nodes, and {count} are said to be there")));
        }
        let mut nodes = vec![Vec::new(); place(count)];
        for (node, near) in self.lists.iter().enumerate() {
            for (entry, number) in near.iter().enumerate() {
                let inside = |misfit: Misfit| misfit.inside(&format!("[{node}][{entry}]"));
                nodes[node].push(self.node(*number, count).map_err(inside)?);
            }
        }
        Ok(nodes)
    }

    fn read_pairs(&self) -> Result<Vec<Vec<i64>>, Misfit> {
        let pairs = self.pairs()?;
        let numbers = || pairs.iter().flatten().copied();
        let count = match self.nodes {
            Some(count) => count,
            None => {
                let last = numbers().max().map_or(Some(-1), |last| last.checked_sub(self.first.unwrap_or(0)));
                last.and_then(|last| last.checked_add(1)).unwrap_or(i64::MAX)
            }
        };
        let count = self.sensible(count)?;
        if self.nodes.is_none() && self.first.is_none() && numbers().min().is_some_and(|least| least > 0) {
            return Err(self.without_node_0(count));
        }
        let mut nodes = vec![Vec::new(); place(count)];
        let mut known = HashSet::new();
        for (entry, pair) in pairs.iter().enumerate() {
            let inside = |misfit: Misfit| misfit.inside(&format!("[{entry}]"));
            let [from, to] = [self.node(pair[0], count).map_err(inside)?, self.node(pair[1], count).map_err(inside)?];
            let both = self.written == Written::Edges;
            if !known.insert(if both { (from.min(to), from.max(to)) } else { (from, to) }) {
                return Err(inside(self.twice(*pair)));
            }
            nodes[place(from)].push(to);
            if both && from != to {
                nodes[place(to)].push(from);
            }
        }
        Ok(nodes)
    }

    fn pairs(&self) -> Result<Vec<[i64; 2]>, Misfit> {
        let pair = |(place, list): (usize, &Vec<i64>)| {
            let pair = <[i64; 2]>::try_from(list.as_slice());
            pair.map_err(|_| Misfit::kind("must be a pair of nodes: `[0, 1]`").inside(&format!("[{place}]")))
        };
        self.lists.iter().enumerate().map(pair).collect()
    }

    /// The node of a number, counted from 0.
    fn node(&self, number: i64, count: i64) -> Result<i64, Misfit> {
        let first = self.first.unwrap_or(0);
        let node = number.checked_sub(first).filter(|node| (0..count).contains(node));
        let last = i128::from(first) + i128::from(count) - 1;
        node.ok_or_else(|| Misfit::outside(say!("must be one of the nodes {first} to {last}, and {number} is not")))
    }

    /// A number of nodes that can be held.
    fn sensible(&self, count: i64) -> Result<i64, Misfit> {
        if (0..=MOST_NODES).contains(&count) {
            return Ok(count);
        }
        Err(Misfit::outside(say!("must have at most {MOST_NODES} nodes, not {count}")))
    }

    fn twice(&self, [from, to]: [i64; 2]) -> Misfit {
        let misfit = Misfit::outside(say!("stands there twice: [{from}, {to}]"));
        match self.written {
            Written::Edges => misfit.help("give each edge once; `arcs` in place of `edges` joins nodes one way only"),
            _ => misfit.help("give each arc once"),
        }
    }

    /// Nodes numbered from 1, or a node 0 that nothing touches?
    fn without_node_0(&self, count: i64) -> Misfit {
        let (word, lists) = (self.written.word(), shown(&self.lists));
        Misfit::doubtful("never names node 0: nodes may be numbered from 1, or node 0 stand alone")
            .help(say!("numbered from 1: `{word}({lists}, {}, 1)`", count - 1))
            .help(say!("numbered from 0, with a node 0 that stands alone: `{word}({lists}, {count})`"))
    }
}

fn place(node: i64) -> usize {
    usize::try_from(node).expect("nodes and their number lie between 0 and the most there may be")
}

/// The graph of a plain list, which must have so many nodes.
pub(super) fn of_plain_list(lists: &[Vec<i64>], size: &RangeInclusive<i64>) -> Result<Vec<Vec<i64>>, Misfit> {
    let near = Draft::plain(Written::Adjacency, lists).graph();
    if !lists.iter().all(|list| list.len() == 2) {
        return near.map_err(|misfit| numbered_from_1(misfit, lists));
    }
    let fits = |nodes: &Vec<Vec<i64>>| i64::try_from(nodes.len()).is_ok_and(|count| size.contains(&count));
    let edges = Draft::plain(Written::Edges, lists).graph();
    let near = match near {
        Ok(near) => near,
        // Far more nodes than pairs: a wrong number is more likely than nodes that stand alone.
        Err(misfit) if edges.as_ref().is_ok_and(|nodes| nodes.len() > 2 * lists.len() + 2) => return Err(misfit),
        Err(_) => return edges.map_err(|misfit| numbered_from_1(misfit, lists)),
    };
    match edges {
        Ok(edges) if sorted(&near) == sorted(&edges) => Ok(near),
        Ok(edges) if fits(&edges) && !fits(&near) => Ok(edges),
        edges if is_simple(&near) && !edges.as_ref().is_ok_and(fits) => Ok(near),
        _ => Err(in_two_ways(lists)),
    }
}

/// Whether the lists of a graph, as a plain list, would be read as another or refused.
#[must_use]
pub fn needs_word(nodes: &[Vec<i64>]) -> bool {
    !of_plain_list(nodes, &(0..=i64::MAX)).is_ok_and(|read| read == nodes)
}

/// Adds how neighbours are written that are numbered from 1, where they seem to be.
fn numbered_from_1(misfit: Misfit, lists: &[Vec<i64>]) -> Misfit {
    let count = i64::try_from(lists.len()).unwrap_or(i64::MAX);
    if !lists.iter().flatten().all(|node| (1..=count).contains(node)) {
        return misfit;
    }
    misfit.help(say!("for neighbours numbered from 1 write `adjacency({}, {count}, 1)`", shown(lists)))
}

fn sorted(nodes: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut nodes = nodes.to_vec();
    nodes.iter_mut().for_each(|near| near.sort_unstable());
    nodes
}

/// Whether neighbours are mutual, no node its own neighbour and none named twice: what adjacency lists of edges look like.
fn is_simple(nodes: &[Vec<i64>]) -> bool {
    let arcs: HashSet<(usize, usize)> =
        nodes.iter().enumerate().flat_map(|(from, near)| near.iter().map(move |to| (from, place(*to)))).collect();
    arcs.len() == nodes.iter().map(Vec::len).sum::<usize>()
        && arcs.iter().all(|(from, to)| from != to && arcs.contains(&(*to, *from)))
}

fn in_two_ways(lists: &[Vec<i64>]) -> Misfit {
    let neighbours = lists.iter().enumerate().map(|(node, near)| {
        let near: Vec<String> = near.iter().map(i64::to_string).collect();
        format!("{node}: {}", near.join(" "))
    });
    let pairs = lists.iter().map(|pair| pair.iter().map(i64::to_string).collect::<Vec<_>>().join("–"));
    let [neighbours, pairs] = [neighbours.collect::<Vec<_>>(), pairs.collect()].map(|all| shorten(&all.join(", ")));
    let lists = shown(lists);
    Misfit::doubtful("can be read in two ways")
        .note(say!("as the neighbours of each node: {neighbours}"))
        .note(say!("as edges: {pairs}"))
        .help(say!("for neighbours write `adjacency({lists})`"))
        .help(say!("for edges write `edges({lists})`; `arcs` where they go one way"))
}

/// Lists as they are written, if they fit a line.
fn shown(lists: &[Vec<i64>]) -> String {
    const LINE: usize = 80;
    let lists: Vec<String> = lists
        .iter()
        .map(|list| format!("[{}]", list.iter().map(i64::to_string).collect::<Vec<_>>().join(",")))
        .collect();
    let text = format!("[{}]", lists.join(","));
    if text.len() <= LINE { text } else { "[…]".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lists: &[&[i64]]) -> Result<Vec<Vec<i64>>, &'static str> {
        let lists: Vec<Vec<i64>> = lists.iter().map(|list| list.to_vec()).collect();
        of_plain_list(&lists, &(1..=9)).map_err(|misfit| misfit.code)
    }

    #[test]
    fn a_list_that_is_one_graph_only_is_read() {
        assert_eq!(read(&[&[1], &[0, 2], &[1]]), Ok(vec![vec![1], vec![0, 2], vec![1]]));
        assert_eq!(read(&[&[0, 1], &[1, 2], &[2, 3]]), Ok(vec![vec![1], vec![0, 2], vec![1, 3], vec![2]]));
        assert_eq!(read(&[&[1], &[2], &[0]]), Ok(vec![vec![1], vec![2], vec![0]]));
        // A triangle is itself both ways; a square's neighbours would be edges that stand twice.
        assert_eq!(read(&[&[1, 2], &[0, 2], &[0, 1]]), Ok(vec![vec![1, 2], vec![0, 2], vec![0, 1]]));
        assert_eq!(read(&[&[1, 3], &[0, 2], &[1, 3], &[0, 2]]).map(|nodes| nodes[0].clone()), Ok(vec![1, 3]));
        assert_eq!(read(&[&[1, 2], &[0, 9]]), Err("P05"));
    }

    #[test]
    fn a_list_that_is_two_graphs_is_refused() {
        assert_eq!(read(&[&[0, 1], &[1, 2], &[2, 0]]), Err("P08"));
        assert_eq!(read(&[&[0, 1], &[0, 1]]), Err("P08"));
        assert_eq!(read(&[&[1, 2], &[2, 3], &[3, 0], &[0, 1]]), Err("P08"));
        // A ring of five: its neighbours are the edges of a star of five points.
        assert_eq!(read(&[&[1, 4], &[0, 2], &[1, 3], &[2, 4], &[0, 3]]), Err("P08"));
        // Numbered from 1, or a node 0 alone?
        assert_eq!(read(&[&[1, 2], &[2, 3], &[3, 4]]), Err("P08"));
    }

    #[test]
    fn a_form_that_is_said_leaves_no_doubt() {
        let draft = |written, lists: &[&[i64]], nodes, first| {
            let lists = lists.iter().map(|list| list.to_vec()).collect();
            Draft { written, lists, nodes, first }.graph().map_err(|misfit| misfit.code)
        };
        let triangle: &[&[i64]] = &[&[0, 1], &[1, 2], &[2, 0]];
        assert_eq!(draft(Written::Edges, triangle, None, None), Ok(vec![vec![1, 2], vec![0, 2], vec![1, 0]]));
        assert_eq!(draft(Written::Arcs, triangle, None, None), Ok(vec![vec![1], vec![2], vec![0]]));
        assert_eq!(draft(Written::Adjacency, triangle, None, None), Ok(vec![vec![0, 1], vec![1, 2], vec![2, 0]]));
        assert_eq!(draft(Written::Edges, &[&[1, 2]], Some(3), Some(1)), Ok(vec![vec![1], vec![0], vec![]]));
        assert_eq!(draft(Written::Edges, &[&[1, 2]], Some(3), None), Ok(vec![vec![], vec![2], vec![1]]));
        assert_eq!(draft(Written::Adjacency, &[&[2], &[1]], None, Some(1)), Ok(vec![vec![1], vec![0]]));
        assert_eq!(draft(Written::Edges, &[&[0, 1], &[1, 0]], None, None), Err("P05"));
        assert_eq!(draft(Written::Edges, &[&[0, i64::MAX]], None, None), Err("P05"));
        assert_eq!(draft(Written::Arcs, &[&[0, i64::MAX]], None, Some(-5)), Err("P05"));
    }
}
