//! Orders in which a table can be filled: each cell after every cell that it reads. Found by trying, and held to every move.

use super::Layout;
use crate::refusal::Refusal;
use crate::scene::{Graph, Scene};
use crate::words::{Lang, Told, Word};
use bouton::game::Game;
use bouton::rules::datum::NONE;

/// An order in which a table can be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// What people type: the variable that leads it, `length`, `height`, `plies`.
    pub name: String,
    /// How it goes.
    pub how: How,
    /// The number of each cell, from 1; nothing for positions that are never settled by a count (drawn by going round).
    pub fill: Vec<Option<usize>>,
}

/// How an order goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// By one variable after the other: its name, and whether from its least value up.
    By(Vec<(String, bool)>),
    /// By what lies between two variables, the shortest first.
    Length(String, String),
    /// By the most moves that can still be made, none first.
    Height,
    /// By the plies to the end: what is won or lost soonest first.
    Plies,
    /// By size: of parts.
    Size,
}

impl Order {
    /// How it goes, in words.
    #[must_use]
    pub fn words(&self, lang: Lang) -> String {
        lang.in_turn(&self.told())
    }

    fn told(&self) -> Vec<Told> {
        match &self.how {
            How::By(variables) => {
                let one = |(name, up): &(String, bool)| {
                    Told::new(if *up { "order-up" } else { "order-down" }, vec![("name", name.as_str().into())])
                };
                variables.iter().map(one).collect()
            }
            How::Length(from, to) => {
                vec![Told::new("order-length", vec![("from", from.as_str().into()), ("to", to.as_str().into())])]
            }
            How::Height => vec!["order-height".into()],
            How::Plies => vec!["order-plies".into()],
            How::Size => vec!["order-size".into()],
        }
    }
}

/// Every order that is found, the most usual first.
pub(super) fn orders(graph: &Graph, layout: &Layout, places: &[Vec<usize>]) -> Vec<Order> {
    if graph.heights().is_none() {
        return vec![by_plies(graph)];
    }
    let mut found: Vec<Order> = Vec::new();
    if let Layout::Grid(axes) = layout {
        let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
        let by = (0..axes.len()).filter_map(|first| by_variables(graph, &names, places, first));
        found.extend(by);
        let pairs = (0..axes.len()).flat_map(|from| (0..axes.len()).map(move |to| (from, to)));
        let length = |(from, to): (usize, usize)| {
            let value = |at: usize, which: usize| axes[which].values[places[at][which]];
            by_length(graph, &names, from, to, places, &|at| value(at, to) - value(at, from))
        };
        let plain = |axis: usize| !axes[axis].values.contains(&NONE);
        let apart = |(from, to): &(usize, usize)| from != to && plain(*from) && plain(*to);
        found.extend(pairs.filter(apart).find_map(length));
    }
    let mut different: Vec<Order> = Vec::new();
    for order in found {
        if different.iter().all(|known| known.fill != order.fill) {
            different.push(order);
        }
    }
    if different.is_empty() {
        different.push(by_height(graph));
    }
    different
}

/// The order asked for, or the one that the game's own recurrence goes by.
pub(super) fn chosen(scene: &Scene, orders: &[Order], wanted: Option<&str>) -> Result<Option<usize>, Refusal> {
    if let Some(wanted) = wanted {
        let found = orders.iter().position(|order| order.name == wanted);
        return found.map(Some).ok_or_else(|| {
            let known = orders.iter().map(|order| {
                Told::new(
                    "advice-order",
                    vec![("order", order.name.as_str().into()), ("how", Word::Told(order.told()))],
                )
            });
            Refusal::unfit(Told::new("unfit-order", vec![("order", wanted.into())]), known.collect())
        });
    }
    let recurrence = scene.game.recurrence().ok();
    let first = recurrence.and_then(|recurrence| Some((recurrence, recurrence.order()?)));
    let first = first.and_then(|(recurrence, order)| Some(recurrence.variables[order.first()?.variable].name.clone()));
    let usual = first.and_then(|name| orders.iter().position(|order| order.name == name));
    Ok(usual.or(if orders.is_empty() { None } else { Some(0) }))
}

/// Numbers cells by a key; `None` if some cell would come before one that it reads.
fn numbered<K: Ord>(graph: &Graph, key: impl Fn(usize) -> K) -> Option<Vec<Option<usize>>> {
    let mut order: Vec<usize> = (0..graph.positions.len()).collect();
    order.sort_by_key(|&at| (key(at), at));
    let mut fill = vec![None; order.len()];
    for (number, &at) in order.iter().enumerate() {
        fill[at] = Some(number + 1);
    }
    let after = |from: usize| graph.edges[from].iter().all(|edge| fill[edge.to] < fill[from]);
    (0..fill.len()).all(after).then_some(fill)
}

/// By one variable first, then by others where it is the same before and after a move; what makes no difference rises.
fn by_variables(graph: &Graph, names: &[&str], places: &[Vec<usize>], first: usize) -> Option<Order> {
    let mut open: Vec<(usize, usize)> = graph
        .edges
        .iter()
        .enumerate()
        .flat_map(|(from, edges)| edges.iter().map(move |edge| (from, edge.to)))
        .collect();
    let mut order: Vec<(usize, bool)> = Vec::new();
    let mut next = Some(first);
    while let Some(which) = next {
        let step = |&(from, to): &(usize, usize)| places[to][which].cmp(&places[from][which]);
        let (falls, rises) = (open.iter().any(|edge| step(edge).is_lt()), open.iter().any(|edge| step(edge).is_gt()));
        if falls && rises || (order.is_empty() && !falls && !rises) {
            if order.is_empty() {
                return None;
            }
        } else {
            // What a move lowers is filled from the least value up.
            order.push((which, !rises));
            open.retain(|edge| step(edge).is_eq());
        }
        let used = |which: &usize| order.iter().all(|(known, _)| known != which);
        let fits = |which: &usize| {
            let step = |&(from, to): &(usize, usize)| places[to][*which].cmp(&places[from][*which]);
            !(open.iter().any(|edge| step(edge).is_lt()) && open.iter().any(|edge| step(edge).is_gt()))
        };
        next = (0..names.len()).filter(used).find(fits);
    }
    let key = |at: usize| {
        let number = |&(which, up): &(usize, bool)| {
            let place = places[at][which];
            if up { place } else { usize::MAX - place }
        };
        order.iter().map(number).collect::<Vec<usize>>()
    };
    let fill = numbered(graph, key)?;
    let how = How::By(order.iter().map(|&(which, up)| (names[which].to_owned(), up)).collect());
    Some(Order { name: names[first].to_owned(), how, fill })
}

/// By the distance between two variables, if it is never negative and every move makes it less.
fn by_length(
    graph: &Graph,
    names: &[&str],
    from: usize,
    to: usize,
    places: &[Vec<usize>],
    length: &dyn Fn(usize) -> i64,
) -> Option<Order> {
    if names.len() != 2 || (0..graph.positions.len()).any(|at| length(at) < 0) {
        return None;
    }
    let shorter = |at: usize| graph.edges[at].iter().all(|edge| length(edge.to) < length(at));
    if !(0..graph.positions.len()).all(shorter) {
        return None;
    }
    let fill = numbered(graph, |at| (length(at), places[at][from]))?;
    let how = How::Length(names[from].to_owned(), names[to].to_owned());
    Some(Order { name: "length".to_owned(), how, fill })
}

fn by_height(graph: &Graph) -> Order {
    let heights = graph.heights().unwrap_or_default();
    let fill = numbered(graph, |at| (heights[at], graph.positions[at].clone())).unwrap_or_default();
    Order { name: "height".to_owned(), how: How::Height, fill }
}

/// Where play may go round: what is won or lost in so many plies is known in that round; what never is, is not numbered.
fn by_plies(graph: &Graph) -> Order {
    let plies = |at: &usize| bouton::answer::report::plies(graph.values[*at]);
    let mut order: Vec<usize> = (0..graph.positions.len()).filter(|at| plies(at).is_some()).collect();
    order.sort_by_key(|at| (plies(at), *at));
    let mut fill = vec![None; graph.positions.len()];
    for (number, at) in order.into_iter().enumerate() {
        fill[at] = Some(number + 1);
    }
    Order { name: "plies".to_owned(), how: How::Plies, fill }
}
