//! Types of expressions, and the domains that declarations give to names.

use std::sync::Arc;

/// The type of an expression, without bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A whole number.
    Int,
    /// True or false.
    Bool,
    /// One of the two players.
    Player,
    /// A name of the list `Rules::names[i]`.
    Names(usize),
    /// A cell of a board, or a direction.
    Cell,
    /// A node of a graph.
    Node,
    /// Text, also of one letter.
    Text,
    /// The inner type, or `none`.
    Optional(Box<Type>),
    /// A set.
    Set(Box<Type>),
    /// A list.
    List(Box<Type>),
    /// A board.
    Grid(Box<Type>),
    /// Several values side by side, each with a type of its own: of a parameter, or what a part of a sum is known by.
    Record(Arc<Vec<Type>>),
    /// A graph.
    Graph,
    /// Numbers one after the other.
    Range,
    /// Anything: what `none`, `[]`, `{}` hold, and what follows an error already reported.
    Any,
}

impl Type {
    /// Whether a value of this type may stand where `wanted` is expected. `none` inside optional types is looked at while running.
    #[must_use]
    pub fn fits(&self, wanted: &Type) -> bool {
        match (self, wanted) {
            (Type::Any, _) | (_, Type::Any) => true,
            (Type::Optional(a), Type::Optional(b)) => a.fits(b),
            (Type::Optional(a), _) if **a == Type::Any => false,
            (Type::Optional(a), b) => a.fits(b),
            (a, Type::Optional(b)) => a.fits(b),
            (Type::Set(a), Type::Set(b)) | (Type::List(a), Type::List(b)) | (Type::Grid(a), Type::Grid(b)) => a.fits(b),
            (Type::Record(a), Type::Record(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.fits(b)),
            (Type::Int, Type::Node) | (Type::Node, Type::Int) => true,
            (a, b) => a == b,
        }
    }

    /// The type that both fit, keeping what either knows.
    #[must_use]
    pub fn join(&self, other: &Type) -> Type {
        match (self, other) {
            (Type::Any, known) | (known, Type::Any) => known.clone(),
            (Type::Optional(a), Type::Optional(b)) => Type::Optional(Box::new(a.join(b))),
            (Type::Optional(a), b) | (b, Type::Optional(a)) => Type::Optional(Box::new(a.join(b))),
            (Type::Set(a), Type::Set(b)) => Type::Set(Box::new(a.join(b))),
            (Type::List(a), Type::List(b)) => Type::List(Box::new(a.join(b))),
            (known, _) => known.clone(),
        }
    }

    /// What running over a value of this type gives, if one can run over it.
    #[must_use]
    pub fn entry(&self) -> Option<Type> {
        match self {
            Type::Range => Some(Type::Int),
            Type::Set(of) | Type::List(of) => Some((**of).clone()),
            Type::Text => Some(Type::Text),
            Type::Any => Some(Type::Any),
            _ => None,
        }
    }

    /// Whether only `none` has this type.
    #[must_use]
    pub fn is_none(&self) -> bool {
        matches!(self, Type::Optional(inner) if **inner == Type::Any)
    }

    /// Whether `none` may be among the values.
    #[must_use]
    pub fn may_be_none(&self) -> bool {
        matches!(self, Type::Optional(_) | Type::Any)
    }

    /// Whether values are a single number inside.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        match self {
            Type::Int | Type::Bool | Type::Player | Type::Names(_) | Type::Cell | Type::Node | Type::Any => true,
            Type::Optional(inner) => inner.is_scalar(),
            _ => false,
        }
    }
}

/// The values a name may have, as its declaration gives them. `B` is how bounds are known: expressions in rules whose
/// parameters are open, numbers once they are filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain<B> {
    /// `lo..hi`, both included.
    Int {
        /// Least value.
        lo: B,
        /// Greatest value.
        hi: B,
    },
    /// `int`, any 64-bit number (parameters only).
    Whole,
    /// `bool`
    Bool,
    /// `player`
    Player,
    /// One of a list of names.
    Names {
        /// Which list: `Rules::names[i]`.
        list: usize,
        /// How many names it has.
        count: usize,
    },
    /// `set of T`
    Set(Box<Domain<B>>),
    /// `list[min..max] of T`
    List {
        /// Least length.
        min: B,
        /// Greatest length.
        max: B,
        /// Its entries.
        of: Box<Domain<B>>,
    },
    /// `grid[rows, columns] of T`, each side with its least and greatest length.
    Grid {
        /// Least and greatest number of rows.
        rows: (B, B),
        /// Least and greatest number of columns.
        columns: (B, B),
        /// Its cells.
        of: Box<Domain<B>>,
    },
    /// Several values side by side: of a parameter, or a part of a sum. Bounds of later ones may speak of earlier ones.
    Record(Vec<Domain<B>>),
    /// `graph[min..max]`
    Graph {
        /// Least number of nodes.
        min: B,
        /// Greatest number of nodes.
        max: B,
    },
    /// `node of g`
    Node {
        /// How many nodes the graph has.
        nodes: B,
    },
    /// `cell of b`
    Cell {
        /// Rows of the board.
        rows: B,
        /// Columns of the board.
        columns: B,
    },
    /// `text`
    Text,
    /// `T?`
    Optional(Box<Domain<B>>),
}

impl<B> Domain<B> {
    /// The type of values of this domain.
    #[must_use]
    pub fn ty(&self) -> Type {
        match self {
            Domain::Int { .. } | Domain::Whole => Type::Int,
            Domain::Bool => Type::Bool,
            Domain::Player => Type::Player,
            Domain::Names { list, .. } => Type::Names(*list),
            Domain::Set(of) => Type::Set(Box::new(of.ty())),
            Domain::List { of, .. } => Type::List(Box::new(of.ty())),
            Domain::Grid { of, .. } => Type::Grid(Box::new(of.ty())),
            Domain::Record(of) => Type::Record(Arc::new(of.iter().map(Domain::ty).collect())),
            Domain::Graph { .. } => Type::Graph,
            Domain::Node { .. } => Type::Node,
            Domain::Cell { .. } => Type::Cell,
            Domain::Text => Type::Text,
            Domain::Optional(of) => Type::Optional(Box::new(of.ty())),
        }
    }

    /// Whether it is a set, or lists of sets, however deep.
    #[must_use]
    pub fn holds_sets(&self) -> bool {
        match self {
            Domain::Set(_) => true,
            Domain::List { of, .. } => of.holds_sets(),
            _ => false,
        }
    }

    /// Whether it is a record, or lists of records, however deep.
    #[must_use]
    pub fn holds_records(&self) -> bool {
        match self {
            Domain::Record(_) => true,
            Domain::List { of, .. } => of.holds_records(),
            _ => false,
        }
    }

    /// The same domain with every bound translated. Stops at the first bound that cannot be.
    ///
    /// # Errors
    /// The first bound's own error.
    pub fn map<C, E>(&self, bound: &mut impl FnMut(&B) -> Result<C, E>) -> Result<Domain<C>, E> {
        Ok(match self {
            Domain::Int { lo, hi } => Domain::Int { lo: bound(lo)?, hi: bound(hi)? },
            Domain::Whole => Domain::Whole,
            Domain::Bool => Domain::Bool,
            Domain::Player => Domain::Player,
            Domain::Names { list, count } => Domain::Names { list: *list, count: *count },
            Domain::Set(of) => Domain::Set(Box::new(of.map(bound)?)),
            Domain::List { min, max, of } => {
                Domain::List { min: bound(min)?, max: bound(max)?, of: Box::new(of.map(bound)?) }
            }
            Domain::Grid { rows, columns, of } => Domain::Grid {
                rows: (bound(&rows.0)?, bound(&rows.1)?),
                columns: (bound(&columns.0)?, bound(&columns.1)?),
                of: Box::new(of.map(bound)?),
            },
            Domain::Record(of) => Domain::Record(of.iter().map(|of| of.map(bound)).collect::<Result<_, _>>()?),
            Domain::Graph { min, max } => Domain::Graph { min: bound(min)?, max: bound(max)? },
            Domain::Node { nodes } => Domain::Node { nodes: bound(nodes)? },
            Domain::Cell { rows, columns } => Domain::Cell { rows: bound(rows)?, columns: bound(columns)? },
            Domain::Text => Domain::Text,
            Domain::Optional(of) => Domain::Optional(Box::new(of.map(bound)?)),
        })
    }
}
