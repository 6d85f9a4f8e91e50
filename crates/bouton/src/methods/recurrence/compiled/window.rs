//! Which planes of a table are kept, and where.

use super::planes::Planes;
use crate::recurrence::Linear;
use std::ops::Range;

/// Which planes are in memory.
pub(super) struct Window<'a> {
    planes: &'a Planes<'a>,
    up: bool,
    /// The least of them, counted from the variable's least value.
    base: i64,
    /// The step of the outermost loop that has no room any more.
    full: i64,
    done: i64,
}

impl<'a> Window<'a> {
    pub(super) fn new(planes: &'a Planes<'a>) -> Window<'a> {
        let outer = planes.program.order[0];
        let variable = &planes.program.recurrence.variables[outer.variable];
        let base = if outer.up { variable.hi - variable.lo + 1 - planes.kept() } else { 0 };
        Window { planes, up: outer.up, base, full: planes.kept(), done: 0 }
    }

    /// How many more planes can be filled.
    pub(super) fn room(&self) -> i64 {
        self.full - self.done
    }

    /// What to add to a position's number for its place in memory.
    pub(super) fn away(&self) -> i64 {
        -self.base * self.planes.plane
    }

    /// So many planes are filled: if there is no room, those that moves still lead to are moved to the other end.
    pub(super) fn filled<C: Copy>(&mut self, done: i64, cells: &mut [C]) {
        self.done = done;
        if self.room() > 0 || done == self.planes.planes {
            return;
        }
        let (kept, ahead) = (self.planes.kept(), self.planes.ahead);
        let far = kept - ahead;
        let size = self.planes.plane;
        let place = |number: i64| usize::try_from(number).unwrap_or(0);
        for plane in 0..ahead {
            let (from, to) = if self.up { (plane, plane + far) } else { (plane + far, plane) };
            let used = self.used(self.base + from);
            let whole = place(from * size + used.start)..place(from * size + used.end);
            cells.copy_within(whole, place(to * size + used.start));
        }
        self.base += if self.up { -far } else { far };
        self.full += far;
    }

    /// Which numbers of a plane the loops come to, the plane counted from the outermost variable's least value: all between the first and
    /// the last that the second variable tells.
    fn used(&self, plane: i64) -> Range<i64> {
        let planes = self.planes;
        let (outer, second) = (planes.program.order[0].variable, planes.program.order[1].variable);
        let bounds = planes.program.recurrence.bounds();
        let (least, most) = bounds[second];
        let mut values = vec![0; bounds.len()];
        values[outer] = bounds[outer].0 + plane;
        let told = |form: &&Linear| form.terms.iter().all(|(symbol, _)| *symbol == outer);
        let span = &planes.spans[second];
        let lo = span.lo.iter().filter(told).map(|form| form.at(&values)).fold(least, i64::max);
        let hi = span.hi.iter().filter(told).map(|form| form.at(&values)).fold(most, i64::min);
        let each = planes.program.number_form().coefficient(second);
        // Only where all numbers with a greater second variable lie behind those with a smaller one.
        let behind = each * (most - least + 1) == planes.plane;
        if behind { (lo - least) * each..((hi + 1).max(lo) - least) * each } else { 0..planes.plane }
    }
}
