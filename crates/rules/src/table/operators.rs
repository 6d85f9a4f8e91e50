//! The operators.

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-a`
    Neg,
    /// `not a`
    Not,
}

/// An operator between two operands. Sets use `+ - & |` too; cells and directions `+ -`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a // b`, rounding towards minus infinity
    Div,
    /// `a % b`, with the sign of `b`
    Mod,
    /// `a & b` on sets: in both
    Intersect,
    /// `a | b` on sets: in either
    Union,
    /// `a ^ b`: the nim sum; the checker makes it the helper `xor`
    Xor,
    /// `a and b`; `b` is not looked at when `a` is false
    And,
    /// `a or b`; `b` is not looked at when `a` is true
    Or,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`; between sets: every member of the left is in the right
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

impl CompareOp {
    /// Whether it holds between two numbers; `None` for those that are not about numbers.
    #[must_use]
    pub fn holds(self, left: i64, right: i64) -> Option<bool> {
        Some(match self {
            CompareOp::Eq => left == right,
            CompareOp::Ne => left != right,
            CompareOp::Lt => left < right,
            CompareOp::Le => left <= right,
            CompareOp::Gt => left > right,
            CompareOp::Ge => left >= right,
            CompareOp::In | CompareOp::NotIn => return None,
        })
    }

    /// The comparison that holds where this one does not.
    #[must_use]
    pub fn negated(self) -> CompareOp {
        match self {
            CompareOp::Le => CompareOp::Gt,
            CompareOp::Lt => CompareOp::Ge,
            CompareOp::Ge => CompareOp::Lt,
            CompareOp::Gt => CompareOp::Le,
            CompareOp::Eq => CompareOp::Ne,
            CompareOp::Ne => CompareOp::Eq,
            CompareOp::In => CompareOp::NotIn,
            CompareOp::NotIn => CompareOp::In,
        }
    }

    /// The comparison with its sides exchanged, of those that are about numbers.
    #[must_use]
    pub fn turned(self) -> CompareOp {
        match self {
            CompareOp::Lt => CompareOp::Gt,
            CompareOp::Le => CompareOp::Ge,
            CompareOp::Gt => CompareOp::Lt,
            CompareOp::Ge => CompareOp::Le,
            same => same,
        }
    }
}

/// A row of the table of binary operators.
#[derive(Clone, Copy, Debug)]
pub struct BinaryRow {
    /// The operator.
    pub op: BinaryOp,
    /// How it is written.
    pub text: &'static str,
    /// How tightly it binds: `or` 1, `and` 2, comparisons 4, ranges 5, `^` 6, `+` 7, `*` 8.
    pub binds: u8,
    /// One line for the reference.
    pub doc: &'static str,
}

/// How tightly `not` binds its operand.
pub const NOT_BINDS: u8 = 3;
/// How tightly comparisons bind.
pub const COMPARE_BINDS: u8 = 4;
/// How tightly `..` and `..<` bind.
pub const RANGE_BINDS: u8 = 5;
/// How tightly `*` binds its operands.
pub const PRODUCT_BINDS: u8 = 8;
/// How tightly `-a` binds its operand.
pub const NEGATE_BINDS: u8 = 9;

/// Every binary operator.
pub static BINARY: &[BinaryRow] = &[
    BinaryRow {
        op: BinaryOp::Or,
        text: "or",
        binds: 1,
        doc: "true when either side is; the right side is not looked at when the left is true",
    },
    BinaryRow {
        op: BinaryOp::And,
        text: "and",
        binds: 2,
        doc: "true when both sides are; the right side is not looked at when the left is false",
    },
    BinaryRow {
        op: BinaryOp::Xor,
        text: "^",
        binds: 6,
        doc: "the nim sum, `xor(a, b)`: the binary sum without carry (no power: that is a product)",
    },
    BinaryRow {
        op: BinaryOp::Add,
        text: "+",
        binds: 7,
        doc: "sum of numbers; union of sets; a cell moved by a direction; two lists joined",
    },
    BinaryRow {
        op: BinaryOp::Sub,
        text: "-",
        binds: 7,
        doc: "difference of numbers; a set without the members of another",
    },
    BinaryRow { op: BinaryOp::Union, text: "|", binds: 7, doc: "members of either set" },
    BinaryRow { op: BinaryOp::Mul, text: "*", binds: 8, doc: "product" },
    BinaryRow { op: BinaryOp::Div, text: "//", binds: 8, doc: "quotient, rounded towards minus infinity" },
    BinaryRow { op: BinaryOp::Mod, text: "%", binds: 8, doc: "remainder, with the sign of the divisor" },
    BinaryRow { op: BinaryOp::Intersect, text: "&", binds: 8, doc: "members of both sets" },
];

/// A row of the table of comparisons.
#[derive(Clone, Copy, Debug)]
pub struct CompareRow {
    /// The comparison.
    pub op: CompareOp,
    /// How it is written.
    pub text: &'static str,
    /// One line for the reference.
    pub doc: &'static str,
}

/// Every comparison.
pub static COMPARE: &[CompareRow] = &[
    CompareRow { op: CompareOp::Eq, text: "==", doc: "equal" },
    CompareRow { op: CompareOp::Ne, text: "!=", doc: "not equal" },
    CompareRow { op: CompareOp::Lt, text: "<", doc: "less than; between texts: before it, letter by letter" },
    CompareRow { op: CompareOp::Le, text: "<=", doc: "at most; between sets: a subset of" },
    CompareRow { op: CompareOp::Gt, text: ">", doc: "more than" },
    CompareRow { op: CompareOp::Ge, text: ">=", doc: "at least; between sets: a superset of" },
    CompareRow { op: CompareOp::In, text: "in", doc: "is a member of a range, set, list, or a node's neighbours" },
    CompareRow { op: CompareOp::NotIn, text: "not in", doc: "is not a member of" },
];

/// The row of a binary operator.
#[must_use]
pub fn binary_row(op: BinaryOp) -> &'static BinaryRow {
    BINARY.iter().find(|row| row.op == op).expect("each operator has a row")
}

/// The row of a comparison.
#[must_use]
pub fn compare_row(op: CompareOp) -> &'static CompareRow {
    COMPARE.iter().find(|row| row.op == op).expect("each comparison has a row")
}
