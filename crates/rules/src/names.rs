//! What the names of a rules text stand for: every declaration, and every place that speaks of it, as the checker resolves them.

use crate::interval::Interval;
use crate::source::Span;
use crate::text::Text;

/// The names of a text. Names that mean nothing, and those in lines that could not be read, are absent.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// What is declared, in the order in which the checker met it.
    pub symbols: Vec<Symbol>,
    /// Where the text speaks of it, in the order of the text; declarations are not among these.
    pub uses: Vec<Use>,
}

/// One thing with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// The name where it is declared. More than once for moves that share a name and for lists of names that are written again;
    /// never for players without a `players` line.
    pub declared: Vec<Span>,
    /// The line that declares it first.
    pub line: Span,
    /// The `##` comments of that line, if it is about this name.
    pub doc: Vec<String>,
    /// What its values are, in words: `a number`, `a list of players`. Nothing for what has no value.
    pub values: Option<Text>,
    /// For numbers, what they can be; for lists and sets, what their lengths can be.
    pub range: Interval,
    /// Where the name is known, for those that are not known in the whole file.
    pub scope: Option<Span>,
}

/// A place that speaks of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The name as it stands there.
    pub span: Span,
    /// `Names::symbols[i]`
    pub symbol: usize,
    /// Whether its value is changed there.
    pub changes: bool,
}

/// The kinds of things with names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `game NAME`
    Game,
    /// `players NAME, NAME`
    Player,
    /// `param NAME`
    Param,
    /// `let NAME` outside of moves.
    Let,
    /// `type NAME`
    Type,
    /// A name of a type: `{red, green}`.
    Value,
    /// `def NAME`
    Def,
    /// `state NAME`
    State,
    /// `part NAME`
    Part,
    /// `move NAME`
    Move,
    /// A choice of a move.
    Choice,
    /// `let NAME` in a move.
    LocalLet,
    /// `var NAME`
    Var,
    /// A variable of a `for` or a comprehension.
    Loop,
    /// A value that a `def` or a `part` is given.
    Argument,
    /// Declared by a line that could not be read.
    Unread,
}

impl Kind {
    /// Whether the name is known in the whole file.
    #[must_use]
    pub fn is_global(self) -> bool {
        !matches!(self, Kind::Choice | Kind::LocalLet | Kind::Var | Kind::Loop | Kind::Argument)
    }
}

impl Names {
    /// The symbol whose name covers a byte, or ends right before it, with the place of that name.
    #[must_use]
    pub fn at(&self, offset: u32) -> Option<(usize, Span)> {
        let covers = |span: Span| span.start <= offset && offset <= span.end;
        let from = self.uses.partition_point(|one| one.span.end < offset);
        let used = self.uses[from..].iter().take_while(|one| one.span.start <= offset);
        let used = used.filter(|one| covers(one.span)).map(|one| (one.symbol, one.span)).last();
        used.or_else(|| {
            let declared = self.symbols.iter().enumerate();
            declared
                .flat_map(|(at, symbol)| symbol.declared.iter().map(move |span| (at, *span)))
                .find(|(_, span)| covers(*span))
        })
    }

    /// Every place of a symbol, declarations among them, in the order of the text.
    #[must_use]
    pub fn places(&self, symbol: usize) -> Vec<Span> {
        let uses = self.uses.iter().filter(|one| one.symbol == symbol).map(|one| one.span);
        let mut places: Vec<Span> = self.symbols[symbol].declared.iter().copied().chain(uses).collect();
        places.sort();
        places.dedup();
        places
    }

    /// The symbols whose names are known at a byte.
    pub fn in_sight(&self, offset: u32) -> impl Iterator<Item = &Symbol> {
        self.symbols.iter().filter(move |symbol| match symbol.scope {
            None => symbol.kind.is_global(),
            Some(scope) => scope.start <= offset && offset <= scope.end,
        })
    }
}
