//! Walks through known graphs of at most 64 nodes, of which a set is one word.

use super::worth::{Bits, Members, Num, Worth};
use super::{Lower, Lowered, unfit};
use crate::code::{One, Value};
use bouton_rules::datum::Datum;
use bouton_rules::rules::Expr;
use bouton_rules::table::operators::BinaryOp;

/// The neighbours of each node.
type Nodes = [Vec<i64>];

impl<'r> Lower<'r, '_> {
    /// `reach(g, v, among)`.
    pub(super) fn reach(&mut self, args: &'r [Expr]) -> Lowered<Bits> {
        let nodes = self.small_graph(&args[0])?;
        let members = members(&nodes);
        let from = self.int(&args[1])?;
        let from = self.list_place(&from, i64::from(members.count()));
        let among = self.steppable(args.get(2), &members)?;
        let word = self.walked(&nodes, Value::from(1).up(from), among)?;
        Ok(Bits { words: vec![word], members })
    }

    /// `connected(g, among)`.
    pub(super) fn connected(&mut self, args: &'r [Expr]) -> Lowered<Num> {
        let nodes = both_ways(&self.small_graph(&args[0])?);
        let among = self.steppable(args.get(1), &members(&nodes))?;
        // From the lowest of them; from none, nowhere.
        let lowest = among.clone().and(Value::one(One::Neg, among.clone()));
        let seen = self.walked(&nodes, lowest, among.clone())?;
        Ok(Num::truth(seen.eq(among)))
    }

    fn small_graph(&mut self, graph: &'r Expr) -> Lowered<Vec<Vec<i64>>> {
        let Some(Worth::Known(Datum::Graph(nodes))) = self.always(graph) else {
            return unfit(graph.span, "walks in this");
        };
        if nodes.len() > 64 {
            return unfit(graph.span, "walks in graphs of more than 64 nodes");
        }
        self.spend(nodes.iter().map(|near| 2 * near.len() + 4).sum());
        Ok(nodes.as_ref().clone())
    }

    /// The nodes that may be stepped on; what is no node does not matter.
    fn steppable(&mut self, among: Option<&'r Expr>, members: &Members) -> Lowered<Value> {
        let Some(among) = among else { return Ok(Value::Const(all(members.count()))) };
        let words = self.words(among, members, BinaryOp::Intersect)?;
        Ok(self.make.hold("among", words.into_iter().reduce(Value::or).unwrap_or(Value::from(0))))
    }

    /// All nodes that can be walked to from some, stepping on those `among` only.
    fn walked(&mut self, nodes: &Nodes, from: Value, among: Value) -> Lowered<Value> {
        let near = self.table(nodes.iter().map(|near| near.iter().fold(0, |word, node| word | 1 << node)).collect());
        let (seen, rest) = (self.make.local("seen"), self.make.local("rest"));
        self.make.set(seen, from);
        self.make.set(rest, seen);
        self.repeat(nodes.len() as u64, Value::from(rest).eq(0), |lower, _| {
            let node = lower.make.hold("node", Value::one(One::Trailing, Value::from(rest)));
            let unseen = Value::one(One::Flip, Value::from(seen)).and(among);
            let new = lower.make.hold("new", Value::load(near, node).and(unseen));
            lower.make.set(seen, Value::from(seen).or(new.clone()));
            lower.make.set(rest, Value::from(rest).and(Value::from(rest).minus(1)).or(new));
            Ok(())
        })?;
        Ok(self.make.hold("walked", seen))
    }
}

fn members(nodes: &Nodes) -> Members {
    Members::From(0, u32::try_from(nodes.len()).expect("there are at most 64"))
}

/// So many bits.
fn all(count: u32) -> i64 {
    if count >= 64 { -1 } else { (1 << count) - 1 }
}

fn both_ways(nodes: &Nodes) -> Vec<Vec<i64>> {
    let mut both = nodes.to_vec();
    for (from, near) in nodes.iter().enumerate() {
        for to in near.iter().filter_map(|to| usize::try_from(*to).ok()) {
            both[to].extend(i64::try_from(from));
        }
    }
    both
}
