//! Expressions put together, worked out as far as they can be, and changed.

use super::tree::{Ex, Op, Tally};

impl Ex {
    /// An operation on two, worked out where both are numbers.
    #[must_use]
    pub fn two(op: Op, a: Ex, b: Ex) -> Ex {
        match (op, &a, &b) {
            (Op::Add, Ex::Int(0), _) => return b,
            (Op::Add | Op::Sub, _, Ex::Int(0)) => return a,
            (Op::Mul, Ex::Int(1), _) => return b,
            (Op::Mul, _, Ex::Int(1)) => return a,
            (Op::Add, Ex::Int(x), Ex::Int(y)) => {
                if let Some(sum) = x.checked_add(*y) {
                    return Ex::Int(sum);
                }
            }
            (Op::Sub, Ex::Int(x), Ex::Int(y)) => {
                if let Some(rest) = x.checked_sub(*y) {
                    return Ex::Int(rest);
                }
            }
            // a + (0 - b)
            (Op::Add, _, Ex::Two(Op::Sub, zero, x)) if **zero == Ex::Int(0) => {
                return Ex::two(Op::Sub, a, (**x).clone());
            }
            // (a + 1) - 1, (a - 1) + 2
            (Op::Add | Op::Sub, Ex::Two(inner @ (Op::Add | Op::Sub), x, y), Ex::Int(k)) => {
                if let Ex::Int(j) = **y {
                    let sign = |op: Op, number: i64| if op == Op::Add { number } else { -number };
                    return Ex::plus((**x).clone(), sign(*inner, j) + sign(op, *k));
                }
            }
            (Op::Eq, Ex::Int(x), Ex::Int(y)) => return Ex::truth(x == y),
            (Op::Lt, Ex::Int(x), Ex::Int(y)) => return Ex::truth(x < y),
            (Op::And, Ex::Int(1), _) => return b,
            (Op::And, _, Ex::Int(1)) => return a,
            (Op::And, Ex::Int(0), _) | (Op::Or, Ex::Int(1), _) => return a,
            (Op::Or, Ex::Int(0), _) => return b,
            _ => {}
        }
        Ex::Two(op, Box::new(a), Box::new(b))
    }

    /// `a + number`, written with the sign that it has.
    #[must_use]
    pub fn plus(a: Ex, number: i64) -> Ex {
        if number < 0 { Ex::two(Op::Sub, a, Ex::Int(-number)) } else { Ex::two(Op::Add, a, Ex::Int(number)) }
    }

    /// `−a`
    #[must_use]
    pub fn negative(a: Ex) -> Ex {
        match a {
            Ex::Int(number) => Ex::Int(-number),
            a => Ex::two(Op::Sub, Ex::Int(0), a),
        }
    }

    /// True or false.
    #[must_use]
    pub fn truth(value: bool) -> Ex {
        Ex::Int(i64::from(value))
    }

    /// `if c then a else b`, worked out where `c` is known or both are the same.
    #[must_use]
    pub fn choose(c: &Ex, a: Ex, b: Ex) -> Ex {
        match c {
            Ex::Int(0) => b,
            Ex::Int(_) => a,
            _ if a == b => a,
            _ => Ex::If(Box::new(c.clone()), Box::new(a), Box::new(b)),
        }
    }

    /// Visits it and all that it is made of.
    pub fn walk(&self, visit: &mut dyn FnMut(&Ex)) {
        let _ = self.with_parts(&mut |part| {
            visit(part);
            None
        });
    }

    /// The same with something else for each place.
    #[must_use]
    pub fn with(&self, places: &dyn Fn(usize) -> Ex) -> Ex {
        self.with_parts(&mut |part| if let Ex::Local(place) = part { Some(places(*place)) } else { None })
    }

    /// The same with something else for some parts of it, the whole first.
    #[must_use]
    pub fn with_parts(&self, change: &mut dyn FnMut(&Ex) -> Option<Ex>) -> Ex {
        if let Some(other) = change(self) {
            return other;
        }
        let mut go = |ex: &Ex| ex.with_parts(change);
        match self {
            Ex::Int(_) | Ex::Global(_) | Ex::Local(_) | Ex::Word(_) | Ex::Bound(_) | Ex::Len(..) | Ex::Extreme(..) => {
                self.clone()
            }
            Ex::Two(op, a, b) => Ex::Two(*op, Box::new(go(a)), Box::new(go(b))),
            Ex::Item(a, b) => Ex::Item(Box::new(go(a)), Box::new(go(b))),
            Ex::Fill(a, b) => Ex::Fill(Box::new(go(a)), Box::new(go(b))),
            Ex::Has(a, b) => Ex::Has(Box::new(go(a)), Box::new(go(b))),
            Ex::Not(a) => Ex::Not(Box::new(go(a))),
            Ex::Bit(a) => Ex::Bit(Box::new(go(a))),
            Ex::If(c, a, b) => Ex::If(Box::new(go(c)), Box::new(go(a)), Box::new(go(b))),
            Ex::Call(call, parts) => Ex::Call(*call, parts.iter().map(go).collect()),
            Ex::Entry(which, parts) => Ex::Entry(*which, parts.iter().map(go).collect()),
            Ex::Value(parts) => Ex::Value(parts.iter().map(go).collect()),
            Ex::Cell(parts) => Ex::Cell(parts.iter().map(go).collect()),
            Ex::Sum(which, ends) => Ex::Sum(*which, Box::new(ends.each_ref().map(go))),
            Ex::Block(which, sides) => Ex::Block(*which, Box::new(sides.each_ref().map(go))),
            Ex::Tally(tally) => {
                let range = tally.range.map(&mut go);
                let (when, item) = (go(&tally.when), go(&tally.item));
                Ex::Tally(Box::new(Tally { range, when, item, ..**tally }))
            }
        }
    }

    /// The same, with what can be worked out by now.
    #[must_use]
    pub fn folded(&self) -> Ex {
        match self {
            Ex::Two(op, a, b) => Ex::two(*op, a.folded(), b.folded()),
            Ex::If(c, a, b) => Ex::choose(&c.folded(), a.folded(), b.folded()),
            Ex::Not(a) => match a.folded() {
                Ex::Int(number) => Ex::truth(number == 0),
                a => Ex::Not(Box::new(a)),
            },
            other => other.clone(),
        }
    }

    /// Whether a program needs a loop for it.
    #[must_use]
    pub fn takes_a_loop(&self) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= matches!(part, Ex::Tally(_)));
        found
    }

    /// Whether it speaks of any place.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let mut open = false;
        self.walk(&mut |part| open |= matches!(part, Ex::Local(_)));
        open
    }

    /// Whether it speaks of a place.
    #[must_use]
    pub fn speaks_of(&self, place: usize) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= *part == Ex::Local(place));
        found
    }
}
