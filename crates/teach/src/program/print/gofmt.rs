//! Expressions of Go with blanks where `gofmt` has them: around operators that bind loosely, as Robert Griesemer's `go/printer` has it.

/// An expression as it was printed, read again.
enum Node {
    /// A name, a number.
    Atom(String),
    /// `-x`, `!x`
    Sign(char, Box<Node>),
    /// Two with an operator between them.
    Two(&'static str, Box<Node>, Box<Node>),
    /// `(x)`
    Bracket(Box<Node>),
    /// `x[i]`
    Entry(Box<Node>, Box<Node>),
    /// `f(x, y)`
    Call(Box<Node>, Vec<Node>),
}

/// Operators with how tightly they bind; longer ones first.
const SIGNS: &[(&str, u8)] = &[
    ("&&", 2),
    ("||", 1),
    ("==", 3),
    ("!=", 3),
    ("<=", 3),
    (">=", 3),
    ("<<", 5),
    (">>", 5),
    ("&^", 5),
    ("<", 3),
    (">", 3),
    ("+", 4),
    ("-", 4),
    ("|", 4),
    ("^", 4),
    ("*", 5),
    ("/", 5),
    ("%", 5),
    ("&", 5),
];

/// An expression as `gofmt` writes it; what is none stays as it is.
pub(super) fn tidy(text: &str) -> String {
    let mut reader = Reader { rest: text };
    match reader.expr(1) {
        Some(node) if reader.rest.is_empty() => node.text(0, 1),
        _ => text.to_owned(),
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn take(&mut self, sign: &str) -> bool {
        let found = self.rest.strip_prefix(sign);
        self.rest = found.map_or(self.rest, str::trim_start);
        found.is_some()
    }

    fn expr(&mut self, least: u8) -> Option<Node> {
        let mut left = self.operand()?;
        while let Some((sign, _)) =
            SIGNS.iter().find(|(sign, _)| self.rest.starts_with(sign)).filter(|(_, binds)| *binds >= least)
        {
            self.take(sign);
            left = Node::Two(sign, Box::new(left), Box::new(self.expr(binds(sign) + 1)?));
        }
        Some(left)
    }

    fn operand(&mut self) -> Option<Node> {
        if let Some(sign) = ['-', '!'].into_iter().find(|sign| self.take(sign.encode_utf8(&mut [0; 4]))) {
            return Some(Node::Sign(sign, Box::new(self.operand()?)));
        }
        let mut node = if self.take("(") {
            Node::Bracket(Box::new(self.until(")")?))
        } else {
            let inside = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
            let (word, rest) = self.rest.split_at(self.rest.find(|letter| !inside(letter)).unwrap_or(self.rest.len()));
            self.rest = rest.trim_start();
            Node::Atom(Some(word.to_owned()).filter(|word| !word.is_empty())?)
        };
        loop {
            if self.take("[") {
                node = Node::Entry(Box::new(node), Box::new(self.until("]")?));
            } else if self.take("(") {
                let mut args = vec![self.expr(1)?];
                while self.take(",") {
                    args.push(self.expr(1)?);
                }
                self.take(")").then_some(())?;
                node = Node::Call(Box::new(node), args);
            } else {
                return Some(node);
            }
        }
    }

    fn until(&mut self, end: &str) -> Option<Node> {
        let node = self.expr(1)?;
        self.take(end).then_some(node)
    }
}

fn binds(sign: &str) -> u8 {
    SIGNS.iter().find(|(known, _)| *known == sign).map_or(0, |(_, binds)| *binds)
}

impl Node {
    /// Its text inside an operator that binds so, at a depth: blanks are left out where it is deep.
    fn text(&self, outer: u8, depth: u8) -> String {
        match self {
            Node::Atom(text) => text.clone(),
            Node::Sign(sign, of) => format!("{sign}{}", of.text(6, depth)),
            Node::Bracket(of) => format!("({})", of.text(0, depth.saturating_sub(1).max(1))),
            Node::Entry(of, at) => format!("{}[{}]", of.text(7, 1), at.text(0, depth + 1)),
            Node::Call(of, args) => {
                let depth = if args.len() > 1 { depth + 1 } else { depth };
                let args: Vec<String> = args.iter().map(|arg| arg.text(0, depth)).collect();
                format!("{}({})", of.text(7, depth), args.join(", "))
            }
            Node::Two(sign, left, right) => {
                let own = binds(sign);
                let blank = if own < self.cutoff(depth) { " " } else { "" };
                let left = left.text(own, depth + u8::from(left.level() != Some(own)));
                assert!(own >= outer, "brackets are written where they are needed");
                format!("{left}{blank}{sign}{blank}{}", right.text(own + 1, depth + 1))
            }
        }
    }

    fn level(&self) -> Option<u8> {
        if let Node::Two(sign, ..) = self { Some(binds(sign)) } else { None }
    }

    /// Operators that bind less tightly have blanks around them.
    fn cutoff(&self, depth: u8) -> u8 {
        let (sums, products, trouble) = self.kinds();
        match (trouble, sums && products, depth) {
            (1.., ..) => trouble + 1,
            (0, true, 1) => 5,
            (0, false, 1) => 6,
            (0, ..) => 4,
        }
    }

    /// Whether sums and products stand in it outside brackets, and which two signs must be kept apart.
    fn kinds(&self) -> (bool, bool, u8) {
        let Node::Two(sign, left, right) = self else { return (false, false, 0) };
        let own = binds(sign);
        let join = |a: (bool, bool, u8), b: (bool, bool, u8)| (a.0 || b.0, a.1 || b.1, a.2.max(b.2));
        let left = if left.level().is_some_and(|level| level >= own) { left.kinds() } else { Default::default() };
        let right = match &**right {
            Node::Sign('-', _) if *sign == "-" => (false, false, 4),
            right if right.level().is_some_and(|level| level > own) => right.kinds(),
            _ => Default::default(),
        };
        join((own == 4, own == 5, 0), join(left, right))
    }
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn blanks_stand_where_gofmt_has_them() {
        for wanted in [
            "max(best, S[i+X]-S[i]-dp[i+X][max(M, X)%keep])",
            "n/2 + 1",
            "X <= 2*M",
            "i+X <= n",
            "make(of, n+1)",
            "v(i + 1)",
            "a == b && c+1 < d",
            "(s >> k & 1) == 1",
            "(s >> (k - 1) & 1) == 1",
            "a - -b",
            "!(a < b)",
            "x | 1<<k",
            "(a[n] + v(0, 1)) / 2",
            "a - (b + c*d)",
            "f(a-(b+c*d), e)",
            "f(g(a+b), e)",
            "a[b+c] * 2",
            "v(left|1<<(k-lo), 1-turn)",
            "best + -3",
            "max(best, pick(a+1 == b, 1, -1)-v(i+1, j))",
            "(a + b) % c",
            "dp[(a+b)%c]",
        ] {
            let mut wide = String::new();
            for (at, letter) in wanted.char_indices() {
                let sign = |letter: char| {
                    "+*/%|".contains(letter) || letter == '-' && wanted[..at].ends_with(char::is_alphanumeric)
                };
                wide.push_str(&if sign(letter) { format!(" {letter} ") } else { letter.to_string() });
            }
            assert_eq!(tidy(&wide), wanted);
        }
        assert_eq!(tidy("not(an expression"), "not(an expression");
    }
}
