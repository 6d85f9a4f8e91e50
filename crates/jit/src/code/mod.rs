//! The code: values without effects, and statements. Plain data.
//!
//! Every number is 64 bits, signed; `Two` wraps, `Asked` asks where the result is not a 64-bit number (or is the least one, which rules
//! keep for `none`). Loads and stores look at buffers, each with its element type and length; an index outside asks. So does
//! everything else that could go wrong: code has no faults of its own.

mod make;
mod show;

pub use make::Maker;

/// A function: what it is given, where it works, what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Its name, for those who read it.
    pub name: String,
    /// What it is given, in order.
    pub given: Vec<Given>,
    /// Every buffer, given or its own.
    pub buffers: Vec<BufferRow>,
    /// The names of its locals; all are 0 at first.
    pub locals: Vec<String>,
    /// What it does. Past the end it gives 0.
    pub body: Vec<Stmt>,
}

/// One thing that a function is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// A number, held by this local.
    Word(Local),
    /// A buffer.
    Buffer(Buffer),
    /// A flag that somebody else may raise meanwhile; the first is 0.
    Flag(Flag),
}

/// A local: a number that can be set again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Local(pub(crate) usize);

/// A buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Buffer(pub(crate) usize);

/// A flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Flag(pub(crate) usize);

/// A block or loop that can be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(pub(crate) usize);

/// What is known of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferRow {
    /// Its name.
    pub name: String,
    /// What its entries are.
    pub elem: Elem,
    /// Where it lies.
    pub home: Home,
}

/// Where a buffer lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// The caller lends it; it has at least so many entries.
    Lent {
        /// Its least length, which every call is held to.
        least: usize,
        /// Whether it may be written.
        writable: bool,
    },
    /// The function's own while it runs, with so many entries, of which nothing is known at first in machine code. Write before you read.
    Own(usize),
}

/// What the entries of a buffer are. Loads widen, stores keep the low bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elem {
    /// Bytes, 0 to 255.
    U8,
    /// 32 bits, signed.
    I32,
    /// 64 bits, signed.
    I64,
    /// 64 bits; numbers above the largest signed one load as negative ones with the same bits.
    U64,
}

impl Elem {
    /// Bytes of one entry.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Elem::U8 => 1,
            Elem::I32 => 4,
            Elem::I64 | Elem::U64 => 8,
        }
    }
}

/// A value. Looking at it changes nothing; what is asked inside it is asked whenever it is worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// This number.
    Const(i64),
    /// What a local holds now.
    Local(Local),
    /// How many entries a buffer has.
    Length(Buffer),
    /// An entry; asks outside the buffer.
    Load(Buffer, Box<Value>),
    /// Whether a flag is raised: 0 or not.
    Flag(Flag),
    /// Something of one value.
    One(One, Box<Value>),
    /// Something of two; wraps.
    Two(Two, Box<Value>, Box<Value>),
    /// Something of two; asks where it has no answer.
    Asked(Asked, Box<Value>, Box<Value>),
    /// The second where the first is not 0, else the third. Both are worked out.
    Select(Box<[Value; 3]>),
}

/// Operations on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum One {
    /// The negative; wraps.
    Neg,
    /// Every bit turned.
    Flip,
    /// 1 for 0, 0 for everything else.
    Not,
    /// How many bits are 1.
    Ones,
    /// How many zeros stand below the lowest 1; 64 for 0.
    Trailing,
    /// How many zeros stand above the highest 1; 64 for 0.
    Leading,
}

/// Operations on two values. Comparisons give 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are what they are called")]
pub enum Two {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    /// Shifts look at the low six bits of how far.
    Shl,
    /// Zeros come in.
    Shr,
    /// The sign comes in.
    Sar,
    Min,
    Max,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Less, without signs.
    Below,
}

/// Operations that may have no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient rounded towards minus infinity.
    Div,
    /// Remainder with the divisor's sign.
    Mod,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    /// Gives a local a value.
    Set(Local, Value),
    /// Changes entries from a place on; asks if any of them lies outside the buffer.
    Store(Buffer, Value, Vec<Value>),
    /// One or the other, by whether the value is not 0.
    If(Value, Vec<Stmt>, Vec<Stmt>),
    /// Something that can be left early.
    Block(Label, Vec<Stmt>),
    /// Again and again, until it is left.
    Loop(Label, Vec<Stmt>),
    /// Leaves a block or loop.
    Leave(Label),
    /// The next round of a loop.
    Next(Label),
    /// The function is done, with this.
    Give(Value),
    /// The function cannot say: ask.
    Ask,
}

impl Code {
    /// What is known of a buffer.
    #[must_use]
    #[inline]
    pub fn row(&self, buffer: Buffer) -> &BufferRow {
        &self.buffers[buffer.0]
    }

    /// How large it is: statements, values and operations together.
    #[must_use]
    pub fn size(&self) -> usize {
        self.body.iter().map(Stmt::size).sum()
    }

    /// Whether so many entries from a place on always lie in a buffer, as far as the place shows by itself.
    pub(crate) fn is_inside(&self, buffer: Buffer, index: &Value, entries: usize) -> bool {
        let (Home::Lent { least, .. } | Home::Own(least)) = self.row(buffer).home;
        let (lo, hi) = index.bounds(self);
        let end = usize::try_from(hi).ok().and_then(|hi| hi.checked_add(entries));
        lo >= 0 && end.is_some_and(|end| end <= least)
    }

    /// How many checks it makes while it runs: operations and accesses that may ask.
    #[must_use]
    pub fn checks(&self) -> usize {
        let mut checks = 0;
        let mut count = |part: Part| {
            checks += usize::from(match part {
                Part::Stmt(Stmt::Store(buffer, index, values)) => !self.is_inside(*buffer, index, values.len()),
                Part::Stmt(stmt) => matches!(stmt, Stmt::Ask),
                Part::Value(Value::Load(buffer, index)) => !self.is_inside(*buffer, index, 1),
                Part::Value(value) => matches!(value, Value::Asked(..)),
            });
        };
        self.body.iter().for_each(|stmt| stmt.walk(&mut count));
        checks
    }
}

/// A part of code.
#[derive(Clone, Copy, Debug)]
pub enum Part<'c> {
    /// A statement.
    Stmt(&'c Stmt),
    /// A value.
    Value(&'c Value),
}

impl Stmt {
    fn size(&self) -> usize {
        let mut size = 0;
        self.walk(&mut |_| size += 1);
        size
    }

    /// Visits the statement, those inside it, and every value, outermost first.
    pub fn walk(&self, visit: &mut dyn FnMut(Part)) {
        visit(Part::Stmt(self));
        match self {
            Stmt::Set(_, value) | Stmt::Give(value) => value.walk(&mut |value| visit(Part::Value(value))),
            Stmt::Store(_, index, stored) => {
                for value in std::iter::once(index).chain(stored) {
                    value.walk(&mut |value| visit(Part::Value(value)));
                }
            }
            Stmt::If(condition, then, otherwise) => {
                condition.walk(&mut |value| visit(Part::Value(value)));
                then.iter().chain(otherwise).for_each(|stmt| stmt.walk(visit));
            }
            Stmt::Block(_, body) | Stmt::Loop(_, body) => body.iter().for_each(|stmt| stmt.walk(visit)),
            Stmt::Leave(_) | Stmt::Next(_) | Stmt::Ask => {}
        }
    }
}

impl Value {
    /// Visits the value and those inside it, outermost first.
    pub fn walk(&self, visit: &mut dyn FnMut(&Value)) {
        visit(self);
        match self {
            Value::Const(_) | Value::Local(_) | Value::Length(_) | Value::Flag(_) => {}
            Value::Load(_, of) | Value::One(_, of) => of.walk(visit),
            Value::Two(_, a, b) | Value::Asked(_, a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Value::Select(three) => three.iter().for_each(|value| value.walk(visit)),
        }
    }

    /// The least and the greatest it can be, as far as it shows by itself.
    #[must_use]
    pub fn bounds(&self, code: &Code) -> (i64, i64) {
        const ANY: (i64, i64) = (i64::MIN, i64::MAX);
        match self {
            Value::Const(number) => (*number, *number),
            Value::Load(buffer, _) if code.row(*buffer).elem == Elem::U8 => (0, 255),
            Value::Load(buffer, _) if code.row(*buffer).elem == Elem::I32 => (i32::MIN.into(), i32::MAX.into()),
            Value::Length(_) => (0, i64::MAX),
            Value::One(One::Not, _) => (0, 1),
            Value::One(One::Ones | One::Trailing | One::Leading, _) => (0, 64),
            Value::Two(Two::Eq | Two::Ne | Two::Lt | Two::Le | Two::Gt | Two::Ge | Two::Below, _, _) => (0, 1),
            Value::Two(Two::And, a, b) => match (a.bounds(code), b.bounds(code)) {
                ((0.., most), (0.., other)) => (0, most.min(other)),
                ((0.., most), _) | (_, (0.., most)) => (0, most),
                _ => ANY,
            },
            Value::Two(Two::Shr, _, by) => match **by {
                Value::Const(by @ 1..64) => (0, i64::MAX >> (by - 1)),
                _ => ANY,
            },
            Value::Select(three) => {
                let (a, b) = (three[1].bounds(code), three[2].bounds(code));
                (a.0.min(b.0), a.1.max(b.1))
            }
            _ => ANY,
        }
    }
}
