//! The helpers: what rules may call. A row says how a helper is called, what it gives and what it means; `interpret/helpers.rs` runs it.

use crate::types::Type;

/// A helper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is documented by its row in the table")]
pub enum Helper {
    Len,
    Sum,
    Min,
    Max,
    Abs,
    Count,
    Any,
    All,
    First,
    Last,
    Sorted,
    Distinct,
    Reversed,
    Xor,
    Gcd,
    Popcount,
    Isqrt,
    IsSquare,
    Divides,
    Mex,
    Bit,
    Digits,
    Divisors,
    Primes,
    Number,
    Code,
    Subsets,
    Product,
    Sequences,
    Append,
    Insert,
    Remove,
    Split,
    Line,
    Full,
    Cells,
    Rows,
    Cols,
    RowOf,
    ColOf,
    Around4,
    Around8,
    Ray,
    Slide,
    Directions4,
    Directions8,
    Flood,
    Borders,
    Nodes,
    Degree,
    Distance,
    Adjacency,
    Edges,
    Arcs,
    Reach,
    Connected,
    IsTree,
}

/// What an argument must be. `T` is one type throughout a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A number.
    Int,
    /// A cell or direction.
    Cell,
    /// A `T`.
    One,
    /// A list, set, range or text of `T`.
    Many,
    /// A list, set or range of numbers.
    Ints,
    /// A list of truth values.
    Bools,
    /// A list, set or range of cells.
    CellsOf,
    /// A list of `T`.
    List,
    /// A set of `T`.
    Set,
    /// A board of `T`.
    Grid,
    /// A board whose cells may be free: `none` or false.
    Free,
    /// A graph.
    Graph,
    /// A list of lists of numbers.
    Lists,
    /// A list of lists, sets or ranges of `T`.
    Manies,
    /// A text.
    Text,
}

/// What a helper gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// A number.
    Int,
    /// A truth value.
    Bool,
    /// A `T`.
    One,
    /// A list of `T`.
    List,
    /// A list of numbers.
    Ints,
    /// A list of sets of `T`.
    Sets,
    /// A list of lists of `T`.
    Lists,
    /// A list of cells or directions.
    Cells,
    /// A list of lists of cells.
    CellRows,
    /// The numbers of nodes.
    Range,
    /// A graph.
    Graph,
    /// A set of nodes.
    Nodes,
}

/// One way to call a helper.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// What it takes; the last one may repeat when `repeats`.
    pub takes: &'static [Arg],
    /// Whether the last argument may come again and again.
    pub repeats: bool,
    /// What it gives.
    pub gives: Gives,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct HelperRow {
    /// The helper.
    pub helper: Helper,
    /// Its name.
    pub name: &'static str,
    /// How it may be called.
    pub forms: &'static [Form],
    /// How it is written in the reference.
    pub usage: &'static str,
    /// What it means, one line.
    pub doc: &'static str,
    /// A condition that holds; run by a test and shown in the reference. Empty where it needs a board of its own.
    pub example: &'static str,
}

const fn form(takes: &'static [Arg], gives: Gives) -> Form {
    Form { takes, repeats: false, gives }
}

const fn spread(takes: &'static [Arg], gives: Gives) -> Form {
    Form { takes, repeats: true, gives }
}

macro_rules! rows {
    ($($helper:ident $name:literal [$($form:expr),*] $usage:literal $doc:literal $example:literal;)*) => {
        &[$(HelperRow { helper: Helper::$helper, name: $name, forms: &[$($form),*], usage: $usage, doc: $doc, example: $example }),*]
    };
}

use Arg as A;
use Gives as G;

/// Every helper.
pub static HELPERS: &[HelperRow] = rows! {
    Len "len" [form(&[A::Many], G::Int), form(&[A::Graph], G::Int)] "len(xs)" "how many entries, members, letters or nodes" "len([4, 5]) == 2";
    Sum "sum" [form(&[A::Ints], G::Int)] "sum(xs)" "all numbers added; 0 for none" "sum(1..4) == 10";
    Min "min" [form(&[A::Ints], G::Int), spread(&[A::Int, A::Int], G::Int)] "min(xs), min(a, b, …)" "the least number; an error for none" "min(3, 1, 2) == 1";
    Max "max" [form(&[A::Ints], G::Int), spread(&[A::Int, A::Int], G::Int)] "max(xs), max(a, b, …)" "the greatest number; an error for none" "max([3, 1, 2]) == 3";
    Abs "abs" [form(&[A::Int], G::Int)] "abs(a)" "the number without its sign" "abs(-3) == 3";
    Count "count" [form(&[A::Bools], G::Int), form(&[A::Many, A::One], G::Int)] "count(c for x in xs), count(xs, x)" "how many are true; how many entries equal `x`" "count(x > 1 for x in 0..3) == 2";
    Any "any" [form(&[A::Bools], G::Bool)] "any(c for x in xs)" "whether at least one is true" "any(x == 2 for x in 0..3)";
    All "all" [form(&[A::Bools], G::Bool)] "all(c for x in xs)" "whether none is false; true for none" "all(x < 4 for x in 0..3)";
    First "first" [form(&[A::Many], G::One)] "first(xs)" "the first entry; an error for none" "first([4, 5]) == 4";
    Last "last" [form(&[A::Many], G::One)] "last(xs)" "the last entry; an error for none" "last(1..9) == 9";
    Sorted "sorted" [form(&[A::Many], G::List)] "sorted(xs)" "the entries as a list in rising order" "sorted([3, 1, 2]) == [1, 2, 3]";
    Distinct "distinct" [form(&[A::Many], G::List)] "distinct(xs)" "the entries as a list, each once, where first met" "distinct([3, 1, 3]) == [3, 1]";
    Reversed "reversed" [form(&[A::Many], G::List)] "reversed(xs)" "the entries as a list, last first" "reversed(1..3) == [3, 2, 1]";
    Xor "xor" [form(&[A::Ints], G::Int), spread(&[A::Int, A::Int], G::Int)] "xor(xs), xor(a, b, …)" "the binary sum without carry (the nim sum); 0 for none" "xor(3, 4, 5) == 2";
    Gcd "gcd" [form(&[A::Ints], G::Int), spread(&[A::Int, A::Int], G::Int)] "gcd(xs), gcd(a, b, …)" "the greatest common divisor, never negative; 0 for none" "gcd(12, 18) == 6";
    Popcount "popcount" [form(&[A::Int], G::Int)] "popcount(a)" "how many binary digits are 1; `a` is not negative" "popcount(7) == 3";
    Isqrt "isqrt" [form(&[A::Int], G::Int)] "isqrt(a)" "the square root rounded down; `a` is not negative" "isqrt(17) == 4";
    IsSquare "is_square" [form(&[A::Int], G::Bool)] "is_square(a)" "whether `a` is a square number" "is_square(16)";
    Divides "divides" [form(&[A::Int, A::Int], G::Bool)] "divides(a, b)" "whether `b` is a multiple of `a`; 0 divides only 0" "divides(3, 12)";
    Mex "mex" [form(&[A::Ints], G::Int)] "mex(xs)" "the least number from 0 up that is not there" "mex([0, 1, 3]) == 2";
    Bit "bit" [form(&[A::Int, A::Int], G::Int)] "bit(a, i)" "the binary digit of `a` that counts for 2^`i`, 0 or 1; neither is negative" "bit(5, 2) == 1";
    Digits "digits" [form(&[A::Int], G::Ints)] "digits(a)" "the decimal digits, first to last; `a` is not negative" "digits(407) == [4, 0, 7]";
    Divisors "divisors" [form(&[A::Int], G::Ints)] "divisors(a)" "the numbers from 1 up that divide `a`, which is at least 1" "divisors(12) == [1, 2, 3, 4, 6, 12]";
    Primes "primes" [form(&[A::Int], G::Ints)] "primes(a)" "the prime numbers up to `a`; `a` is not negative" "primes(11) == [2, 3, 5, 7, 11]";
    Number "number" [form(&[A::Text], G::Int), form(&[A::Ints, A::Int], G::Int)] "number(text), number(xs, base)" "the number that a text of digits writes, or a list of digits to a base" "number(\"42\") == number([4, 2], 10)";
    Code "code" [form(&[A::Text], G::Int)] "code(letter)" "the number of a letter (Unicode), so that letters can be counted with" "code(\"c\") - code(\"a\") == 2";
    Subsets "subsets" [form(&[A::Set], G::Sets)] "subsets(s)" "every subset, the empty one first; for sets of at most 20" "len(subsets({1, 2, 3})) == 8";
    Product "product" [form(&[A::Manies], G::Lists)] "product(lists)" "every list with one entry of each; the last one changes fastest" "len(product([0..2, 1..2])) == 6";
    Sequences "sequences" [form(&[A::Many, A::Int], G::Lists)] "sequences(xs, most)" "every list of one to `most` entries of `xs`, each before those that begin with it: steps that one move chains" "len(sequences([1, 2], 3)) == 14";
    Append "append" [form(&[A::List, A::One], G::List)] "append(xs, x)" "the list with `x` at its end" "append([1], 2) == [1, 2]";
    Insert "insert" [form(&[A::List, A::Int, A::One], G::List)] "insert(xs, i, x)" "the list with `x` before entry `i`" "insert([1, 3], 1, 2) == [1, 2, 3]";
    Remove "remove" [form(&[A::List, A::Int], G::List)] "remove(xs, i)" "the list without entry `i`" "remove([7, 8, 9], 1) == [7, 9]";
    Split "split" [form(&[A::List, A::Int, A::One, A::One], G::List)] "split(xs, i, a, b)" "the list with `a` and `b` in place of entry `i`" "split([5, 9], 0, 2, 3) == [2, 3, 9]";
    Line "line" [form(&[A::Grid, A::One, A::Int], G::Bool)] "line(b, p, k)" "whether `k` cells in a row, straight or diagonal, hold `p`" "";
    Full "full" [form(&[A::Grid], G::Bool)] "full(b)" "whether no cell is `none`" "";
    Cells "cells" [form(&[A::Grid], G::Cells)] "cells(b)" "every cell, row by row" "";
    Rows "rows" [form(&[A::Grid], G::CellRows)] "rows(b)" "the rows, each the list of its cells" "";
    Cols "cols" [form(&[A::Grid], G::CellRows)] "cols(b)" "the columns, each the list of its cells" "";
    RowOf "row_of" [form(&[A::Cell], G::Int)] "row_of(cell)" "the row of a cell" "row_of((2, 5)) == 2";
    ColOf "col_of" [form(&[A::Cell], G::Int)] "col_of(cell)" "the column of a cell" "col_of((2, 5)) == 5";
    Around4 "around4" [form(&[A::Grid, A::Cell], G::Cells)] "around4(b, cell)" "the cells above, left, right and below that are on the board" "";
    Around8 "around8" [form(&[A::Grid, A::Cell], G::Cells)] "around8(b, cell)" "the up to eight cells that touch it" "";
    Ray "ray" [form(&[A::Grid, A::Cell, A::Cell], G::Cells)] "ray(b, cell, direction)" "the cells from the next one in that direction to the edge" "";
    Slide "slide" [form(&[A::Free, A::Cell, A::Cell], G::Cells), form(&[A::Free, A::Cell, A::Cell, A::Int], G::Cells)] "slide(b, cell, direction), slide(b, cell, direction, most)" "the free cells (`none` or false) from the next one in that direction up to the first that is not free; at `most` so many" "";
    Directions4 "directions4" [form(&[], G::Cells)] "directions4" "up, left, right and down" "len(directions4) == 4";
    Directions8 "directions8" [form(&[], G::Cells)] "directions8" "the eight directions" "len(directions8) == 8";
    Flood "flood" [form(&[A::Grid, A::Cell], G::Cells), form(&[A::Grid, A::Cell, A::CellsOf], G::Cells)] "flood(b, cell), flood(b, cell, steps)" "the cells of equal content joined to it up, down, left or right, or by these steps, itself included" "";
    Borders "borders" [form(&[A::Grid, A::CellsOf], G::Cells)] "borders(b, cells)" "the cells beside the given ones that are not among them" "";
    Nodes "nodes" [form(&[A::Graph], G::Range)] "nodes(g)" "every node" "";
    Degree "degree" [form(&[A::Graph, A::Int], G::Int)] "degree(g, v)" "how many neighbours a node has" "";
    Distance "distance" [form(&[A::Graph, A::Int, A::Int], G::Int)] "distance(g, u, v)" "how many edges a shortest way has; an error when there is none" "";
    Adjacency "adjacency" [form(&[A::Lists], G::Graph), form(&[A::Lists, A::Int], G::Graph), form(&[A::Lists, A::Int, A::Int], G::Graph)] "adjacency(lists), adjacency(lists, n, 1)" "the graph with these neighbours of each node; `n` nodes, numbered from 1" "degree(adjacency([[1], [0, 2], [1]]), 1) == 2";
    Edges "edges" [form(&[A::Lists], G::Graph), form(&[A::Lists, A::Int], G::Graph), form(&[A::Lists, A::Int, A::Int], G::Graph)] "edges(pairs), edges(pairs, n), edges(pairs, n, 1)" "the graph with these edges; `n` nodes, of which some may stand alone; numbered from 1" "len(edges([[0, 1], [1, 2]])) == 3";
    Arcs "arcs" [form(&[A::Lists], G::Graph), form(&[A::Lists, A::Int], G::Graph), form(&[A::Lists, A::Int, A::Int], G::Graph)] "arcs(pairs), arcs(pairs, n), arcs(pairs, n, 1)" "the same with edges that go one way, from the first node to the second" "degree(arcs([[0, 1]]), 1) == 0";
    Reach "reach" [form(&[A::Graph, A::Int], G::Nodes), form(&[A::Graph, A::Int, A::Ints], G::Nodes)] "reach(g, v), reach(g, v, among)" "the set of nodes that one can walk to from `v`, itself included; stepping on nodes `among` these only" "reach(edges([[0, 1], [1, 2]]), 0, {1}) == {0, 1}";
    Connected "connected" [form(&[A::Graph], G::Bool), form(&[A::Graph, A::Ints], G::Bool)] "connected(g), connected(g, among)" "whether all nodes, or those `among` these, hang together; arcs are gone both ways" "connected(edges([[0, 1], [1, 2]]), {0, 1})";
    IsTree "is_tree" [form(&[A::Graph], G::Bool)] "is_tree(g)" "whether the graph hangs together and has no circle" "is_tree(edges([[0, 1], [1, 2]]))";
};

impl Helper {
    /// Its row.
    #[must_use]
    pub fn row(self) -> &'static HelperRow {
        HELPERS.iter().find(|row| row.helper == self).expect("each helper has a row")
    }
}

/// The row of a name.
#[must_use]
pub fn named(name: &str) -> Option<&'static HelperRow> {
    HELPERS.iter().find(|row| row.name == name)
}

impl Form {
    /// What the call gives when arguments of these types fit, nothing when they do not.
    #[must_use]
    pub fn accepts(&self, types: &[Type]) -> Option<Type> {
        let enough = types.len() == self.takes.len() || (self.repeats && types.len() > self.takes.len());
        if !enough {
            return None;
        }
        let mut one = Type::Any;
        for (place, ty) in types.iter().enumerate() {
            let arg = self.takes[place.min(self.takes.len() - 1)];
            arg.accept(ty, &mut one)?;
        }
        Some(self.gives.ty(one))
    }
}

impl Arg {
    /// Whether a type will do; learns what `T` is.
    fn accept(self, ty: &Type, one: &mut Type) -> Option<()> {
        if *ty == Type::Any {
            return Some(());
        }
        let entry = ty.entry();
        match (self, ty) {
            (Arg::Int, ty) => ty.fits(&Type::Int).then_some(()),
            (Arg::Cell, ty) => ty.fits(&Type::Cell).then_some(()),
            (Arg::One, ty) => learn(one, ty),
            (Arg::Many, _) => learn(one, &entry?),
            (Arg::Ints, _) => entry?.fits(&Type::Int).then_some(()),
            (Arg::Bools, _) => entry?.fits(&Type::Bool).then_some(()),
            (Arg::CellsOf, _) => entry?.fits(&Type::Cell).then_some(()),
            (Arg::List, Type::List(of)) | (Arg::Set, Type::Set(of)) | (Arg::Grid, Type::Grid(of)) => learn(one, of),
            (Arg::Free, Type::Grid(of)) if matches!(**of, Type::Bool | Type::Optional(_) | Type::Any) => Some(()),
            (Arg::Graph, Type::Graph) => Some(()),
            (Arg::Manies, _) => learn(one, &entry?.entry()?),
            (Arg::Text, ty) => ty.fits(&Type::Text).then_some(()),
            (Arg::Lists, ty) => ty.fits(&Type::List(Box::new(Type::List(Box::new(Type::Int))))).then_some(()),
            _ => None,
        }
    }
}

/// `T` must fit what it is already known to be.
fn learn(one: &mut Type, ty: &Type) -> Option<()> {
    if !ty.fits(one) {
        return None;
    }
    *one = one.join(ty);
    Some(())
}

impl Gives {
    /// The type given, once `T` is known.
    fn ty(self, one: Type) -> Type {
        match self {
            Gives::Int => Type::Int,
            Gives::Bool => Type::Bool,
            Gives::One => one,
            Gives::List => Type::List(Box::new(one)),
            Gives::Ints => Type::List(Box::new(Type::Int)),
            Gives::Nodes => Type::Set(Box::new(Type::Node)),
            Gives::Lists => Type::List(Box::new(Type::List(Box::new(one)))),
            Gives::Sets => Type::List(Box::new(Type::Set(Box::new(one)))),
            Gives::Cells => Type::List(Box::new(Type::Cell)),
            Gives::CellRows => Type::List(Box::new(Type::List(Box::new(Type::Cell)))),
            Gives::Range => Type::Range,
            Gives::Graph => Type::Graph,
        }
    }
}
