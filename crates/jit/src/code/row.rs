//! Rows: entries worked out one after the other, where one look at the ends shows that all of them lie inside.

use super::{Buffer, Code, Elem, Local, One, Two, Value};

/// Entries at places that change by fixed steps: at each step some are read, and one is worked out and stored. Before the first it is
/// asked if any place of any track lies outside of its buffer, and after that no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// How many steps; none if it is not positive.
    pub count: Value,
    /// What is read at each step, and the local that holds it.
    pub reads: Vec<(Local, Track)>,
    /// What is stored at each step.
    pub value: Value,
    /// Where it is stored.
    pub into: Track,
    /// A local that holds what the step before stored; before the first, what it is set to.
    pub last: Option<Local>,
    /// Locals that change by so much after each step.
    pub moving: Vec<(Local, i64)>,
    /// Whether only the low 32 bits count, of what is held and at every operation: so machine code works out several steps at once. Its
    /// tracks then go from one entry of 32 bits to the next, and what it reads is held by nobody after it.
    pub narrow: bool,
}

/// Places in a buffer, from one on, each so far from the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// The buffer.
    pub buffer: Buffer,
    /// The first place.
    pub start: Value,
    /// How far it is to the next.
    pub step: i64,
}

impl Row {
    /// More steps than this are asked about, and tracks with longer steps are not taken: their ends could leave the 64-bit numbers.
    pub(crate) const LONGEST: i64 = 1 << 30;

    /// Whether it may be narrow: no step hangs on the one before, all lies side by side in 32 bits, and no operation needs more of them.
    pub(crate) fn may_be_narrow(&self, code: &Code) -> bool {
        let mut plain = true;
        self.value.walk(&mut |value| {
            plain &= matches!(
                value,
                Value::Const(_)
                    | Value::Local(_)
                    | Value::One(One::Neg | One::Flip, _)
                    | Value::Two(
                        Two::Add | Two::Sub | Two::Mul | Two::And | Two::Or | Two::Xor | Two::Min | Two::Max,
                        ..
                    )
            );
        });
        let side_by_side = self.tracks().all(|track| track.step == 1 && code.row(track.buffer).elem == Elem::I32);
        plain && side_by_side && self.last.is_none() && self.moving.is_empty()
    }

    /// Every track, the one that is written last.
    pub(crate) fn tracks(&self) -> impl Iterator<Item = &Track> {
        self.reads.iter().map(|(_, track)| track).chain([&self.into])
    }

    /// Every value in it.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        [&self.count].into_iter().chain(self.tracks().map(|track| &track.start)).chain([&self.value])
    }
}
