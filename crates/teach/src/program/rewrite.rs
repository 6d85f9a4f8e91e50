//! Expressions put together, worked out as far as they can be, and changed.

use super::tree::{Build, Ex, Op, Tally};
use bouton::rules::Player;

impl Ex {
    /// An operation on two, worked out where both are numbers.
    #[must_use]
    pub fn two(op: Op, a: Ex, b: Ex) -> Ex {
        match (op, &a, &b) {
            (Op::Add, Ex::Int(0), _) => return b,
            (Op::Add | Op::Sub, _, Ex::Int(0)) => return a,
            (Op::Mul, Ex::Int(0), _) => return a,
            (Op::Mul, _, Ex::Int(0)) | (Op::Mul, Ex::Int(1), _) => return b,
            (Op::Mul, Ex::Int(x), Ex::Int(y)) => {
                if let Some(product) = x.checked_mul(*y) {
                    return Ex::Int(product);
                }
            }
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
            (Op::Ne, Ex::Int(x), Ex::Int(y)) => return Ex::truth(x != y),
            (Op::Lt, Ex::Int(x), Ex::Int(y)) => return Ex::truth(x < y),
            (Op::Le, Ex::Int(x), Ex::Int(y)) => return Ex::truth(x <= y),
            (Op::Gt, Ex::Int(x), Ex::Int(y)) => return Ex::truth(x > y),
            (Op::Ge, Ex::Int(x), Ex::Int(y)) => return Ex::truth(x >= y),
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

    /// A player by number: 0 for the first.
    #[must_use]
    pub fn player(player: Player) -> Ex {
        Ex::Int(i64::try_from(player.number()).expect("players are 0 and 1"))
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
            Ex::Build(build) => {
                let (count, item) = (go(&build.count), go(&build.item));
                Ex::Build(Box::new(Build { count, item, ..**build }))
            }
            Ex::List(parts) => Ex::List(parts.iter().map(go).collect()),
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
            Ex::Not(a) => a.folded().negated(),
            Ex::Item(list, at) => match &**list {
                Ex::Fill(item, _) => item.folded(),
                list => Ex::Item(Box::new(list.clone()), Box::new(at.folded())),
            },
            Ex::Tally(tally) => {
                let range = tally.range.map(&mut Ex::folded);
                Ex::Tally(Box::new(Tally { range, when: tally.when.folded(), item: tally.item.folded(), ..**tally }))
            }
            other => other.clone(),
        }
    }

    /// Whether a program needs a loop for it.
    #[must_use]
    pub fn takes_a_loop(&self) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= matches!(part, Ex::Tally(_) | Ex::Build(_)));
        found
    }

    /// Whether it speaks of any place.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let mut open = false;
        self.walk(&mut |part| open |= matches!(part, Ex::Local(_)));
        open
    }

    /// Whether it speaks of what is bound so.
    #[must_use]
    pub fn speaks_of_bound(&self, bound: usize) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= *part == Ex::Bound(bound));
        found
    }

    /// `not c`
    #[must_use]
    pub fn negated(self) -> Ex {
        let turned = |op: Op| match op {
            Op::Eq => Some(Op::Ne),
            Op::Ne => Some(Op::Eq),
            Op::Lt => Some(Op::Ge),
            Op::Ge => Some(Op::Lt),
            Op::Gt => Some(Op::Le),
            Op::Le => Some(Op::Gt),
            _ => None,
        };
        match self {
            Ex::Int(number) => Ex::truth(number == 0),
            Ex::Not(inner) => *inner,
            Ex::Two(op, a, b) => match turned(op) {
                Some(op) => Ex::Two(op, a, b),
                None => Ex::Not(Box::new(Ex::Two(op, a, b))),
            },
            other => Ex::Not(Box::new(other)),
        }
    }

    /// A condition that was written as 1 or 0.
    #[must_use]
    pub fn as_condition(self) -> Ex {
        match self {
            Ex::If(when, yes, no) if (&*yes, &*no) == (&Ex::Int(1), &Ex::Int(0)) => *when,
            Ex::If(when, yes, no) if (&*yes, &*no) == (&Ex::Int(0), &Ex::Int(1)) => when.negated(),
            other => Ex::two(Op::Ne, other, Ex::Int(0)),
        }
    }

    /// Whether it speaks of a place.
    #[must_use]
    pub fn speaks_of(&self, place: usize) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= *part == Ex::Local(place));
        found
    }
}
