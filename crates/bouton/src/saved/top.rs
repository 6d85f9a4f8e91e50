//! Those of many positions that come first in some order, while as many are in memory as are asked for.

use crate::answer::report::plies;
use crate::value::Value;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// So many with the largest keys; of several alike the first that came.
#[derive(Debug)]
pub struct Top<K, T> {
    most: usize,
    /// The keys of those that are held, so that the least is found at once.
    keys: BinaryHeap<Reverse<(K, Reverse<usize>)>>,
    held: BTreeMap<usize, T>,
    seen: usize,
}

impl<K: Ord, T> Top<K, T> {
    /// Holds none yet.
    #[must_use]
    pub fn new(most: usize) -> Top<K, T> {
        Top { most, keys: BinaryHeap::new(), held: BTreeMap::new(), seen: 0 }
    }

    /// Holds it where its key is large enough.
    pub fn offer(&mut self, key: K, item: T) {
        if self.is_full() && self.least().is_none_or(|least| key <= *least) {
            return;
        }
        self.keys.push(Reverse((key, Reverse(self.seen))));
        self.held.insert(self.seen, item);
        self.seen += 1;
        if self.keys.len() > self.most
            && let Some(Reverse((_, Reverse(least)))) = self.keys.pop()
        {
            self.held.remove(&least);
        }
    }

    /// Whether as many are held as were asked for.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.keys.len() == self.most
    }

    /// The least key that is held.
    #[must_use]
    pub fn least(&self) -> Option<&K> {
        self.keys.peek().map(|Reverse((key, _))| key)
    }

    /// Those that are held, the largest key first.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        let mut held = self.held;
        let order = self.keys.into_sorted_vec().into_iter();
        order.filter_map(|Reverse((_, Reverse(seen)))| held.remove(&seen)).collect()
    }
}

/// How much a position stands out: the plies of a win or loss, or the size of a lead.
#[must_use]
pub fn rank(value: Value) -> i64 {
    match value {
        Value::Lead(lead) => lead.saturating_abs(),
        Value::Outcome(_) => plies(value).map_or(0, i64::from),
    }
}

#[cfg(test)]
mod tests {
    use super::Top;

    #[test]
    fn the_first_of_several_alike_are_held() {
        let offered = [(1, 'a'), (3, 'b'), (1, 'c'), (2, 'd'), (3, 'e'), (2, 'f')];
        for (most, expected) in [(0, ""), (1, "b"), (3, "bed"), (5, "bedfa"), (9, "bedfac")] {
            let mut top = Top::new(most);
            offered.iter().for_each(|(key, item)| top.offer(*key, *item));
            assert_eq!(top.into_vec().into_iter().collect::<String>(), expected, "{most}");
        }
    }
}
