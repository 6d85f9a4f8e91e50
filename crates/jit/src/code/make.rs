//! Making code: locals, buffers and labels by turns, statements one after the other, blocks as closures. Values fold what is constant.

use super::{Asked, Buffer, BufferRow, Code, Elem, Flag, Given, Home, Label, Local, One, Stmt, Two, Value};

/// Code in the making.
#[derive(Clone, Debug)]
pub struct Maker {
    code: Code,
    labels: usize,
    flags: usize,
    /// The blocks around the one being written, which is the last.
    open: Vec<Vec<Stmt>>,
}

impl Maker {
    /// A function without anything.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Maker {
        let name = name.into();
        let code = Code { name, given: Vec::new(), buffers: Vec::new(), locals: Vec::new(), body: Vec::new() };
        Maker { code, labels: 0, flags: 0, open: vec![Vec::new()] }
    }

    /// The next thing it is given: a number.
    pub fn word(&mut self, name: &str) -> Local {
        let local = self.local(name);
        self.code.given.push(Given::Word(local));
        local
    }

    /// The next thing it is given: a buffer with at least so many entries.
    pub fn buffer(&mut self, name: &str, elem: Elem, least: usize, writable: bool) -> Buffer {
        let buffer = self.add(name, elem, Home::Lent { least, writable });
        self.code.given.push(Given::Buffer(buffer));
        buffer
    }

    /// A buffer that it is going to be given, at a place that is known later.
    pub(crate) fn lend_later(&mut self, name: &str, elem: Elem, least: usize) -> Buffer {
        self.add(name, elem, Home::Lent { least, writable: false })
    }

    /// The next thing it is given: a flag.
    pub fn flag(&mut self) -> Flag {
        let flag = Flag(self.flags);
        self.flags += 1;
        self.code.given.push(Given::Flag(flag));
        flag
    }

    /// A buffer of its own.
    pub fn own(&mut self, name: &str, elem: Elem, length: usize) -> Buffer {
        self.add(name, elem, Home::Own(length))
    }

    fn add(&mut self, name: &str, elem: Elem, home: Home) -> Buffer {
        self.code.buffers.push(BufferRow { name: name.to_owned(), elem, home });
        Buffer(self.code.buffers.len() - 1)
    }

    /// A new local.
    pub fn local(&mut self, name: &str) -> Local {
        self.code.locals.push(name.to_owned());
        Local(self.code.locals.len() - 1)
    }

    /// A new local that holds this value from here on; constants and locals of their own stay as they are.
    pub fn hold(&mut self, name: &str, value: impl Into<Value>) -> Value {
        match value.into() {
            Value::Const(number) => Value::Const(number),
            value => {
                let local = self.local(name);
                self.set(local, value);
                Value::Local(local)
            }
        }
    }

    /// Gives a local a value.
    pub fn set(&mut self, local: Local, value: impl Into<Value>) {
        self.push(Stmt::Set(local, value.into()));
    }

    /// Changes an entry.
    pub fn store(&mut self, buffer: Buffer, index: impl Into<Value>, value: impl Into<Value>) {
        self.push(Stmt::Store(buffer, index.into(), vec![value.into()]));
    }

    /// Changes entries from a place on.
    pub fn store_all(&mut self, buffer: Buffer, index: impl Into<Value>, values: Vec<Value>) {
        self.push(Stmt::Store(buffer, index.into(), values));
    }

    /// Asks if the value is not 0.
    pub fn ask_if(&mut self, value: impl Into<Value>) {
        match value.into() {
            Value::Const(0) => {}
            Value::Const(_) => self.ask(),
            value => self.push(Stmt::If(value, vec![Stmt::Ask], Vec::new())),
        }
    }

    /// Asks.
    pub fn ask(&mut self) {
        self.push(Stmt::Ask);
    }

    /// The function is done.
    pub fn give(&mut self, value: impl Into<Value>) {
        self.push(Stmt::Give(value.into()));
    }

    /// Does something if the value is not 0.
    pub fn when(&mut self, condition: impl Into<Value>, then: impl FnOnce(&mut Maker)) {
        self.choose(condition, then, |_| {});
    }

    /// One or the other.
    pub fn choose(
        &mut self,
        condition: impl Into<Value>,
        then: impl FnOnce(&mut Maker),
        otherwise: impl FnOnce(&mut Maker),
    ) {
        match condition.into() {
            Value::Const(0) => otherwise(self),
            Value::Const(_) => then(self),
            condition => {
                let then = self.inside(then);
                let otherwise = self.inside(otherwise);
                self.push(Stmt::If(condition, then, otherwise));
            }
        }
    }

    /// Something that can be left early.
    pub fn block(&mut self, body: impl FnOnce(&mut Maker, Label)) {
        let label = self.label();
        let body = self.inside(|make| body(make, label));
        self.push(Stmt::Block(label, body));
    }

    /// Again and again, until it is left.
    pub fn repeat(&mut self, body: impl FnOnce(&mut Maker, Label)) {
        let label = self.label();
        let body = self.inside(|make| body(make, label));
        self.push(Stmt::Loop(label, body));
    }

    /// Once for each number from `from` up to and without `to`, which is worked out once. The local must not be set inside.
    pub fn count(
        &mut self,
        name: &str,
        from: impl Into<Value>,
        to: impl Into<Value>,
        body: impl FnOnce(&mut Maker, Local),
    ) {
        let to = self.hold("to", to);
        let at = self.local(name);
        self.set(at, from);
        self.repeat(|make, label| {
            make.when(Value::from(at).ge(to), |make| make.leave(label));
            body(make, at);
            make.set(at, Value::from(at).plus(1));
        });
    }

    /// Leaves a block or loop.
    pub fn leave(&mut self, label: Label) {
        self.push(Stmt::Leave(label));
    }

    /// The next round of a loop.
    pub fn next(&mut self, label: Label) {
        self.push(Stmt::Next(label));
    }

    /// A label for statements made by hand.
    pub fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    /// Adds a statement made by hand.
    pub fn push(&mut self, stmt: Stmt) {
        if let Some(open) = self.open.last_mut() {
            open.push(stmt);
        }
    }

    /// The statements that `body` makes, kept apart.
    pub fn inside(&mut self, body: impl FnOnce(&mut Maker)) -> Vec<Stmt> {
        self.begin();
        body(self);
        self.end()
    }

    /// Statements from here to `end` are kept apart.
    pub fn begin(&mut self) {
        self.open.push(Vec::new());
    }

    /// What was made since `begin`.
    pub fn end(&mut self) -> Vec<Stmt> {
        self.open.pop().unwrap_or_default()
    }

    /// How many blocks are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Leaves out everything that was made since so many blocks were open.
    pub(crate) fn unwind(&mut self, depth: usize) {
        self.open.truncate(depth);
    }

    /// The finished function.
    #[must_use]
    pub fn done(mut self) -> Code {
        self.code.body = self.end();
        self.code
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Const(number)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Const(i64::from(truth))
    }
}

impl From<Local> for Value {
    fn from(local: Local) -> Value {
        Value::Local(local)
    }
}

macro_rules! two {
    ($($name:ident $op:ident $doc:literal;)*) => {
        $(#[doc = $doc] #[must_use] pub fn $name(self, other: impl Into<Value>) -> Value { Value::two(Two::$op, self, other.into()) })*
    };
}

macro_rules! asked {
    ($($name:ident $op:ident $doc:literal;)*) => {
        $(#[doc = $doc] #[must_use] pub fn $name(self, other: impl Into<Value>) -> Value { Value::asked(Asked::$op, self, other.into()) })*
    };
}

impl Value {
    two! {
        plus Add "The sum; wraps.";
        minus Sub "The difference; wraps.";
        times Mul "The product; wraps.";
        and And "The bits in both.";
        or Or "The bits in either.";
        xor Xor "The bits in just one.";
        up Shl "Shifted up.";
        down Shr "Shifted down, zeros coming in.";
        down_signed Sar "Shifted down, the sign coming in.";
        min Min "The lesser.";
        max Max "The greater.";
        eq Eq "Whether they are the same.";
        ne Ne "Whether they differ.";
        lt Lt "Whether it is less.";
        le Le "Whether it is not more.";
        gt Gt "Whether it is more.";
        ge Ge "Whether it is not less.";
        below Below "Whether it is less, without signs.";
    }

    asked! {
        asked_plus Add "The sum; asks where it has none.";
        asked_minus Sub "The difference; asks where it has none.";
        asked_times Mul "The product; asks where it has none.";
        asked_div Div "The quotient; asks where it has none.";
        asked_mod Mod "The remainder; asks where it has none.";
    }

    /// An entry.
    pub fn load(buffer: Buffer, index: impl Into<Value>) -> Value {
        Value::Load(buffer, Box::new(index.into()))
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(self) -> Value {
        Value::one(One::Not, self)
    }

    /// `then` where it is not 0, else `otherwise`.
    #[must_use]
    pub fn select(self, then: impl Into<Value>, otherwise: impl Into<Value>) -> Value {
        let (then, otherwise) = (then.into(), otherwise.into());
        match self {
            Value::Const(0) if !otherwise.may_ask() && !then.may_ask() => otherwise,
            Value::Const(_) if !otherwise.may_ask() && !then.may_ask() => then,
            condition => Value::Select(Box::new([condition, then, otherwise])),
        }
    }

    /// Something of one value.
    #[must_use]
    pub fn one(op: One, of: Value) -> Value {
        match of {
            Value::Const(number) => Value::Const(op.of(number)),
            of => Value::One(op, Box::new(of)),
        }
    }

    /// Something of two.
    #[must_use]
    pub fn two(op: Two, a: Value, b: Value) -> Value {
        match (op, &a, &b) {
            (_, Value::Const(a), Value::Const(b)) => Value::Const(op.of(*a, *b)),
            (Two::Add | Two::Or | Two::Xor, Value::Const(0), _) => b,
            (Two::Mul, Value::Const(1), _) => b,
            (Two::Add | Two::Sub | Two::Or | Two::Xor | Two::Shl | Two::Shr | Two::Sar, _, Value::Const(0)) => a,
            (Two::Mul, _, Value::Const(1)) | (Two::And, _, Value::Const(-1)) => a,
            (Two::And, Value::Const(-1), _) => b,
            (Two::And, Value::Const(1), truth) if truth.is_truth() => b,
            (Two::And, truth, Value::Const(1)) if truth.is_truth() => a,
            (Two::And | Two::Mul, Value::Const(0), _) if !b.may_ask() => Value::Const(0),
            (Two::And | Two::Mul, _, Value::Const(0)) if !a.may_ask() => Value::Const(0),
            (Two::Eq, truth, Value::Const(1)) | (Two::Ne, truth, Value::Const(0)) if truth.is_truth() => a,
            (Two::Eq, truth, Value::Const(0)) | (Two::Ne, truth, Value::Const(1)) if truth.is_truth() => a.is_zero(),
            (Two::And, _, _) => a.with_test(&b).unwrap_or_else(|| Value::Two(op, Box::new(a), Box::new(b))),
            _ => Value::Two(op, Box::new(a), Box::new(b)),
        }
    }

    /// This truth and a test of bits as one value, if it holds a test of the same local: both are then asked at once.
    fn with_test(&self, other: &Value) -> Option<Value> {
        let test = other.bit_test()?;
        if let Some(own) = self.bit_test() {
            return own.and(test);
        }
        match self {
            Value::Two(Two::And, a, b) if a.is_truth() && b.is_truth() => {
                match (a.with_test(other), b.with_test(other)) {
                    (Some(both), _) => Some(both.and((**b).clone())),
                    (None, Some(both)) => Some((**a).clone().and(both)),
                    (None, None) => None,
                }
            }
            _ => None,
        }
    }

    /// Whether it is nothing but a few tests of bits, all of which must hold.
    pub(crate) fn is_tests(&self) -> bool {
        const MOST: usize = 4;
        fn tests(value: &Value) -> Option<usize> {
            match value {
                test if test.bit_test().is_some() => Some(1),
                Value::Two(Two::And, a, b) => Some(tests(a)? + tests(b)?),
                _ => None,
            }
        }
        tests(self).is_some_and(|count| count <= MOST)
    }

    /// What bits of a local it asks for, if that is all it does: a cell of a board, most often.
    pub(crate) fn bit_test(&self) -> Option<BitTest> {
        let local = |value: &Value| if let Value::Local(local) = value { Some(*local) } else { None };
        match self {
            Value::Two(Two::And, held, one) if **one == Value::Const(1) => match &**held {
                Value::Two(Two::Shr, word, by) => {
                    let Value::Const(by @ 0..64) = **by else { return None };
                    Some(BitTest { local: local(word)?, mask: 1 << by, wanted: 1 << by })
                }
                word => Some(BitTest { local: local(word)?, mask: 1, wanted: 1 }),
            },
            Value::Two(Two::Eq, masked, wanted) => match (&**masked, &**wanted) {
                (Value::Two(Two::And, word, mask), Value::Const(wanted)) => {
                    let Value::Const(mask) = **mask else { return None };
                    Some(BitTest { local: local(word)?, mask, wanted: *wanted })
                }
                _ => None,
            },
            Value::One(One::Not, of) => of
                .bit_test()
                .filter(|test| test.mask.count_ones() == 1)
                .map(|test| BitTest { wanted: test.wanted ^ test.mask, ..test }),
            _ => None,
        }
    }

    /// Something of two that may have no answer.
    #[must_use]
    pub fn asked(op: Asked, a: Value, b: Value) -> Value {
        if let (Value::Const(a), Value::Const(b)) = (&a, &b)
            && let Some(known) = op.of(*a, *b)
        {
            return Value::Const(known);
        }
        Value::Asked(op, Box::new(a), Box::new(b))
    }

    /// Whether it shows by itself that it is 0 or 1.
    fn is_truth(&self) -> bool {
        match self {
            Value::Const(number) => (0..=1).contains(number),
            Value::One(One::Not, _) => true,
            Value::Two(Two::And, a, b) => a.is_truth() || b.is_truth(),
            Value::Two(Two::Or | Two::Xor, a, b) => a.is_truth() && b.is_truth(),
            Value::Two(op, ..) => {
                matches!(op, Two::Eq | Two::Ne | Two::Lt | Two::Le | Two::Gt | Two::Ge | Two::Below)
            }
            _ => false,
        }
    }

    /// Whether working it out may ask.
    #[must_use]
    pub fn may_ask(&self) -> bool {
        let mut may = false;
        self.walk(&mut |value| may |= matches!(value, Value::Load(..) | Value::Asked(..)));
        may
    }
}

/// Whether these bits of a local are just so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BitTest {
    local: Local,
    mask: i64,
    wanted: i64,
}

impl BitTest {
    /// Both; `None` where they look at different locals.
    fn and(self, other: BitTest) -> Option<Value> {
        if self.local != other.local {
            return None;
        }
        if (self.wanted ^ other.wanted) & self.mask & other.mask != 0 {
            return Some(Value::Const(0));
        }
        let held = Value::from(self.local).and(self.mask | other.mask);
        Some(held.eq(self.wanted | other.wanted))
    }
}

impl One {
    /// What it makes of a number.
    #[must_use]
    pub fn of(self, number: i64) -> i64 {
        match self {
            One::Neg => number.wrapping_neg(),
            One::Flip => !number,
            One::Not => i64::from(number == 0),
            One::Ones => number.count_ones().into(),
            One::Trailing => number.trailing_zeros().into(),
            One::Leading => number.leading_zeros().into(),
        }
    }
}

impl Two {
    /// What it makes of two numbers.
    #[must_use]
    pub fn of(self, a: i64, b: i64) -> i64 {
        let far = u32::try_from(b & 63).expect("six bits");
        match self {
            Two::Add => a.wrapping_add(b),
            Two::Sub => a.wrapping_sub(b),
            Two::Mul => a.wrapping_mul(b),
            Two::And => a & b,
            Two::Or => a | b,
            Two::Xor => a ^ b,
            Two::Shl => a << far,
            Two::Shr => (a.cast_unsigned() >> far).cast_signed(),
            Two::Sar => a >> far,
            Two::Min => a.min(b),
            Two::Max => a.max(b),
            Two::Eq => i64::from(a == b),
            Two::Ne => i64::from(a != b),
            Two::Lt => i64::from(a < b),
            Two::Le => i64::from(a <= b),
            Two::Gt => i64::from(a > b),
            Two::Ge => i64::from(a >= b),
            Two::Below => i64::from(a.cast_unsigned() < b.cast_unsigned()),
        }
    }
}

impl Asked {
    /// What it makes of two numbers, if it has an answer.
    #[must_use]
    pub fn of(self, a: i64, b: i64) -> Option<i64> {
        let result = match self {
            Asked::Add => a.checked_add(b),
            Asked::Sub => a.checked_sub(b),
            Asked::Mul => a.checked_mul(b),
            Asked::Div => {
                let rest = a.checked_rem(b)?;
                let down = i64::from(rest != 0 && (rest < 0) != (b < 0));
                a.checked_div(b).map(|quotient| quotient - down)
            }
            Asked::Mod => a.checked_rem(b).map(|rest| if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }),
        };
        result.filter(|result| *result != i64::MIN)
    }
}
