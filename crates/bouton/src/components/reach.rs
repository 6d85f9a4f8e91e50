//! Which moves play may still come to.

/// Which moves look for a code in a cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    /// Cells with a code that some move looks for there, rising, and where the moves that do so end.
    looks: Vec<((u32, u32), usize)>,
    moves: Vec<usize>,
    /// How many cells each move looks at.
    counts: Vec<usize>,
}

impl Needs {
    /// Of moves that look at these cells for these codes.
    pub(super) fn new<I: IntoIterator<Item = (u32, u32)>>(moves: impl IntoIterator<Item = I>) -> Needs {
        let (mut counts, mut all) = (Vec::new(), Vec::new());
        for (number, needs) in moves.into_iter().enumerate() {
            let before = all.len();
            all.extend(needs.into_iter().map(|need| (need, number)));
            counts.push(all.len() - before);
        }
        all.sort_unstable();
        let mut looks: Vec<((u32, u32), usize)> = Vec::new();
        for (end, (need, _)) in (1..).zip(&all) {
            match looks.last_mut() {
                Some((last, ends)) if last == need => *ends = end,
                _ => looks.push((*need, end)),
            }
        }
        Needs { looks, moves: all.into_iter().map(|(_, number)| number).collect(), counts }
    }

    /// Which moves play may come to if it may ever come to what each cell can come to on its own: never too few. `sets` hands on what a move leaves in
    /// which cells. Each look of each move is taken once, as by W. F. Dowling and J. H. Gallier (1984) for Horn clauses.
    pub(super) fn reachable(&self, held: &[u32], sets: impl Fn(usize, &mut dyn FnMut(u32, u32))) -> Vec<bool> {
        let (mut unmet, mut seen) = (self.counts.clone(), vec![false; self.looks.len()]);
        let mut reached = Vec::new();
        let mut comes_to = |reached: &mut Vec<usize>, cell: u32, code: u32| {
            if let Ok(look) = self.looks.binary_search_by_key(&(cell, code), |(look, _)| *look)
                && !std::mem::replace(&mut seen[look], true)
            {
                reached.push(look);
            }
        };
        (0..).zip(held).for_each(|(cell, code)| comes_to(&mut reached, cell, *code));
        while let Some(look) = reached.pop() {
            let start = look.checked_sub(1).map_or(0, |before| self.looks[before].1);
            for number in &self.moves[start..self.looks[look].1] {
                unmet[*number] -= 1;
                if unmet[*number] == 0 {
                    sets(*number, &mut |cell, code| comes_to(&mut reached, cell, code));
                }
            }
        }
        unmet.into_iter().map(|unmet| unmet == 0).collect()
    }
}
