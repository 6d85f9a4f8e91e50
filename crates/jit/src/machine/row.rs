//! Rows as loops that look at nothing but their entries: where they begin and end is looked at before.

use super::emit::Emit;
use crate::code::{Buffer, Elem, Row};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use cranelift_frontend::Variable;

/// Where the first entry of a track lies, and how far the loop has come from there, in bytes.
pub(super) struct Way {
    pub(super) first: ir::Value,
    along: Variable,
    elem: Elem,
}

impl Emit<'_, '_> {
    pub(super) fn row(&mut self, row: &Row) {
        if row.narrow {
            return self.narrow_row(row);
        }
        let (begin, again, after) = (self.build.create_block(), self.build.create_block(), self.build.create_block());
        let count = self.value(&row.count);
        let some = self.build.ins().icmp_imm_s(IntCC::SignedGreaterThan, count, 0);
        self.build.ins().brif(some, begin, &[], after, &[]);
        self.build.switch_to_block(begin);
        let mut strides = Vec::new();
        let mut ways = self.ways(row, count, &mut strides);
        let left = self.build.declare_var(types::I64);
        self.build.def_var(left, count);
        self.build.ins().jump(again, &[]);

        self.build.switch_to_block(again);
        let into = ways.pop();
        for ((local, _), way) in row.reads.iter().zip(&ways) {
            let place = self.along(way);
            let entry = self.load_from(place, way.elem);
            self.build.def_var(self.locals[local.0], entry);
        }
        let value = self.value(&row.value);
        if let Some(into) = into {
            let place = self.along(&into);
            self.store_to(place, into.elem, value, 0);
        }
        self.step(row, value, &strides);
        let rounds = self.build.use_var(left);
        let rounds = self.build.ins().iadd_imm_s(rounds, -1);
        self.build.def_var(left, rounds);
        self.build.ins().brif(rounds, again, &[], after, &[]);
        self.build.switch_to_block(after);
    }

    /// The ways of all tracks; asks if any of them is too long or leads outside. Distances
    /// that are negative if and only if a place is outside are joined by `or`, so that one sign is tested for all of them.
    pub(super) fn ways(&mut self, row: &Row, count: ir::Value, strides: &mut Vec<(i64, Variable)>) -> Vec<Way> {
        let most = self.number(Row::LONGEST);
        let mut wrong = self.build.ins().isub(most, count);
        let mut lasts: Vec<(Buffer, ir::Value)> = Vec::new();
        let mut ways = Vec::new();
        for track in row.tracks() {
            let lies = self.buffers[track.buffer.0];
            let last = match lasts.iter().find(|(buffer, _)| *buffer == track.buffer) {
                Some((_, last)) => *last,
                None => {
                    let last = self.build.ins().iadd_imm_s(lies.length, -1);
                    lasts.push((track.buffer, last));
                    last
                }
            };
            let start = self.value(&track.start);
            let end = self.end(start, count, track.step);
            for place in [start, end] {
                let left = self.build.ins().isub(last, place);
                let outside = self.build.ins().bor(place, left);
                wrong = self.build.ins().bor(wrong, outside);
            }
            let elem = self.code.row(track.buffer).elem;
            let first = self.entry(lies, start, elem);
            ways.push(Way { first, along: self.stride(track.step * elem_bytes(elem), strides), elem });
        }
        let wrong = self.build.ins().icmp_imm_s(IntCC::SignedLessThan, wrong, 0);
        self.ask_if(wrong);
        ways
    }

    /// The last place of a track. Neither product nor sum leaves 64 bits where nothing is wrong: steps and counts are bounded, and the first
    /// place is inside of a buffer.
    fn end(&mut self, start: ir::Value, count: ir::Value, step: i64) -> ir::Value {
        let most = self.build.ins().iadd_imm_s(count, -1);
        let far = if step == 1 { most } else { self.build.ins().imul_imm_s(most, step) };
        self.build.ins().iadd(start, far)
    }

    /// The variable that changes by so many bytes at each step: tracks of the same stride share one.
    fn stride(&mut self, bytes: i64, strides: &mut Vec<(i64, Variable)>) -> Variable {
        if let Some((_, known)) = strides.iter().find(|(known, _)| *known == bytes) {
            return *known;
        }
        let along = self.build.declare_var(types::I64);
        let zero = self.number(0);
        self.build.def_var(along, zero);
        strides.push((bytes, along));
        along
    }

    pub(super) fn along(&mut self, way: &Way) -> ir::Value {
        let along = self.build.use_var(way.along);
        self.build.ins().iadd(way.first, along)
    }

    /// What changes from one step to the next.
    fn step(&mut self, row: &Row, stored: ir::Value, strides: &[(i64, Variable)]) {
        if let Some(last) = row.last {
            self.build.def_var(self.locals[last.0], stored);
        }
        let moving = row.moving.iter().map(|(local, by)| (*by, self.locals[local.0]));
        for (by, variable) in moving.chain(strides.iter().copied()).collect::<Vec<_>>() {
            let before = self.build.use_var(variable);
            let next = self.build.ins().iadd_imm_s(before, by);
            self.build.def_var(variable, next);
        }
    }
}

fn elem_bytes(elem: Elem) -> i64 {
    i64::try_from(elem.bytes()).expect("at most 8")
}
