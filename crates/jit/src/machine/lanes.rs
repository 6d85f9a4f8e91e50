//! Narrow rows: four steps at once, each in a lane of a vector, as long as there are so many; the rest one by one.

use super::emit::{Emit, worked_out};
use super::row::Way;
use crate::code::{Local, One, Row, Value};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use cranelift_frontend::Variable;

/// Whether this processor surely has vectors of 128 bits.
const VECTORS: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// The loop over some steps of a row.
struct Steps {
    /// As many steps as are left.
    left: Variable,
    /// How far the loop has come, in bytes.
    along: Variable,
    /// One number, or one a lane.
    kind: ir::Type,
}

impl Emit<'_, '_> {
    pub(super) fn narrow_row(&mut self, row: &Row) {
        let (begin, after) = (self.build.create_block(), self.build.create_block());
        let count = self.value(&row.count);
        let some = self.build.ins().icmp_imm_s(IntCC::SignedGreaterThan, count, 0);
        self.build.ins().brif(some, begin, &[], after, &[]);
        self.build.switch_to_block(begin);
        let mut strides = Vec::new();
        let ways = self.ways(row, count, &mut strides);
        let left = self.build.declare_var(types::I64);
        self.build.def_var(left, count);
        // Every track has the same stride.
        let along = strides[0].1;
        if VECTORS {
            self.unless_near(row, &ways, &Steps { left, along, kind: types::I32X4 });
        }
        self.steps(row, &ways, &Steps { left, along, kind: types::I32 });
        self.build.ins().jump(after, &[]);
        self.build.switch_to_block(after);
    }

    /// Works out steps together, unless what is read lies so near behind what is stored that one of them would be asked for another.
    fn unless_near(&mut self, row: &Row, ways: &[Way], steps: &Steps) {
        let Some((into, reads)) = ways.split_last() else { return };
        let (together, after) = (self.build.create_block(), self.build.create_block());
        let mut near = self.number(0);
        for ((_, track), way) in row.reads.iter().zip(reads) {
            if track.buffer == row.into.buffer {
                let behind = self.build.ins().isub(into.first, way.first);
                let behind = self.build.ins().iadd_imm_s(behind, -BYTES);
                let most = i64::from(steps.kind.lane_count() - 1) * BYTES;
                let this = self.build.ins().icmp_imm_u(IntCC::UnsignedLessThan, behind, most);
                let this = self.build.ins().uextend(types::I64, this);
                near = self.build.ins().bor(near, this);
            }
        }
        self.build.ins().brif(near, after, &[], together, &[]);
        self.build.switch_to_block(together);
        self.steps(row, ways, steps);
        self.build.ins().jump(after, &[]);
        self.build.switch_to_block(after);
    }

    /// Works out steps as long as there are as many left as are worked out at once.
    fn steps(&mut self, row: &Row, ways: &[Way], steps: &Steps) {
        let Some((into, reads)) = ways.split_last() else { return };
        let at_once = i64::from(steps.kind.lane_count());
        let (again, after) = (self.build.create_block(), self.build.create_block());
        self.go_on(steps, again, after);
        self.build.switch_to_block(again);
        // Entries lie anywhere, not only where vectors would begin.
        let flags = MemFlagsData::new().with_notrap();
        let mut held = Vec::new();
        for ((local, _), way) in row.reads.iter().zip(reads) {
            let place = self.along(way);
            held.push((*local, self.build.ins().load(steps.kind, flags, place, 0)));
        }
        let value = self.low(&row.value, &held, steps.kind);
        let place = self.along(into);
        self.build.ins().store(flags, value, place, 0);
        for (variable, by) in [(steps.along, at_once * BYTES), (steps.left, -at_once)] {
            let before = self.build.use_var(variable);
            let next = self.build.ins().iadd_imm_s(before, by);
            self.build.def_var(variable, next);
        }
        self.go_on(steps, again, after);
        self.build.switch_to_block(after);
    }

    /// Another round if there are enough steps left.
    fn go_on(&mut self, steps: &Steps, again: ir::Block, after: ir::Block) {
        let left = self.build.use_var(steps.left);
        let at_once = i64::from(steps.kind.lane_count());
        let enough = self.build.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, left, at_once);
        self.build.ins().brif(enough, again, &[], after, &[]);
    }

    /// The low 32 bits of a value, in every lane; `well_formed` has seen that there are no others than these.
    fn low(&mut self, value: &Value, held: &[(Local, ir::Value)], kind: ir::Type) -> ir::Value {
        match value {
            Value::One(op, of) => {
                let of = self.low(of, held, kind);
                if *op == One::Neg { self.build.ins().ineg(of) } else { self.build.ins().bnot(of) }
            }
            Value::Two(op, a, b) => {
                let (a, b) = (self.low(a, held, kind), self.low(b, held, kind));
                worked_out(self.build.ins(), *op, a, b)
            }
            value => {
                let read = held.iter().rev().find(|(local, _)| *value == Value::Local(*local));
                if let Some((_, entry)) = read {
                    return *entry;
                }
                let whole = self.value(value);
                let low = self.build.ins().ireduce(types::I32, whole);
                if kind == types::I32 { low } else { self.build.ins().splat(kind, low) }
            }
        }
    }
}

/// Bytes of an entry.
const BYTES: i64 = 4;
