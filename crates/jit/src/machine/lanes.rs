//! Narrow rows: four steps at once, each in a lane of a vector.

use super::emit::{Emit, worked_out};
use super::row::Way;
use crate::code::{Local, One, Row, Value};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use cranelift_frontend::Variable;

/// Whether this processor surely has vectors of 128 bits.
const VECTORS: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

impl Emit<'_, '_> {
    pub(super) fn narrow_row(&mut self, row: &Row) {
        let (begin, after) = (self.build.create_block(), self.build.create_block());
        let count = self.value(&row.count);
        let some = self.build.ins().icmp_imm_s(IntCC::SignedGreaterThan, count, 0);
        self.build.ins().brif(some, begin, &[], after, &[]);
        self.build.switch_to_block(begin);
        // Every track has the same stride.
        let mut strides = Vec::new();
        let ways = self.ways(row, count, &mut strides);
        let along = strides[0].1;
        if VECTORS {
            let (together, one_by_one) = (self.build.create_block(), self.build.create_block());
            let apart = self.apart(row, &ways, count);
            self.build.ins().brif(apart, together, &[], one_by_one, &[]);
            self.build.switch_to_block(together);
            self.steps(row, &ways, along, count, types::I32X4);
            self.build.ins().jump(after, &[]);
            self.build.switch_to_block(one_by_one);
        }
        self.steps(row, &ways, along, count, types::I32);
        self.build.ins().jump(after, &[]);
        self.build.switch_to_block(after);
    }

    /// Whether there are steps enough to work out several at once, and nothing is read that is stored: then it does not matter which is
    /// worked out first, nor if one is worked out twice.
    fn apart(&mut self, row: &Row, ways: &[Way], count: ir::Value) -> ir::Value {
        let lanes = i64::from(types::I32X4.lane_count());
        let mut apart = self.build.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, count, lanes);
        let Some((into, reads)) = ways.split_last() else { return apart };
        let same = row.reads.iter().zip(reads).filter(|((_, track), _)| track.buffer == row.into.buffer);
        let firsts: Vec<ir::Value> = same.map(|(_, way)| way.first).collect();
        if firsts.is_empty() {
            return apart;
        }
        // They meet where one begins less than all their bytes before the other, or after it.
        let bytes = self.build.ins().imul_imm_s(count, BYTES);
        let least = self.build.ins().ineg(bytes);
        for first in firsts {
            let away = self.build.ins().isub(first, into.first);
            let after = self.build.ins().icmp(IntCC::SignedGreaterThanOrEqual, away, bytes);
            let before = self.build.ins().icmp(IntCC::SignedLessThanOrEqual, away, least);
            let this = self.build.ins().bor(after, before);
            apart = self.build.ins().band(apart, this);
        }
        apart
    }

    /// Works out all steps, a vector of lanes at a time. The last vector ends at the last step, so it may overlap the one before.
    fn steps(&mut self, row: &Row, ways: &[Way], along: Variable, count: ir::Value, kind: ir::Type) {
        let Some((into, reads)) = ways.split_last() else { return };
        let at_once = i64::from(kind.lane_count());
        let (again, after) = (self.build.create_block(), self.build.create_block());
        let last = self.build.ins().iadd_imm_s(count, -at_once);
        let last = self.build.ins().imul_imm_s(last, BYTES);
        self.build.ins().jump(again, &[]);
        self.build.switch_to_block(again);
        // Entries lie anywhere, not only where vectors would begin.
        let flags = MemFlagsData::new().with_notrap();
        let mut held = Vec::new();
        for ((local, _), way) in row.reads.iter().zip(reads) {
            let place = self.along(way);
            held.push((*local, self.build.ins().load(kind, flags, place, 0)));
        }
        let value = self.low(&row.value, &held, kind);
        let place = self.along(into);
        self.build.ins().store(flags, value, place, 0);
        let here = self.build.use_var(along);
        let next = self.build.ins().iadd_imm_s(here, at_once * BYTES);
        let next = self.build.ins().smin(next, last);
        self.build.def_var(along, next);
        let more = self.build.ins().icmp(IntCC::SignedLessThan, here, last);
        self.build.ins().brif(more, again, &[], after, &[]);
        self.build.switch_to_block(after);
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
