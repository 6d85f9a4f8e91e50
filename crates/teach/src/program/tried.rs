//! A move as statements: loops over its choices, conditions, changes of lists, what it is worth; and loops for sums, before what
//! speaks of them.

use super::stage::{BEST, REPLY, St};
use super::tree::{Build, Call, Ex, How, Move, Op, Over, Recur, Step, Tally};

/// A move that is tried in every way it can be made.
pub(super) struct Tried<'a> {
    pub(super) recur: &'a Recur,
    pub(super) mv: &'a Move,
    pub(super) value: &'a dyn Fn(Vec<Ex>) -> Ex,
}

impl Tried<'_> {
    fn named(&self, ex: &Ex) -> Ex {
        let names = self.recur.names(Some(self.mv));
        ex.with(&|place: usize| Ex::Word(names.get(place).cloned().unwrap_or_default()))
    }

    /// Every way to make it: what does not depend on a choice is asked first, once.
    pub(super) fn all(&self, lift: &mut Lift) -> Vec<St> {
        let first = self.mv.guards.iter().filter(|guard| self.mv.comes_first(guard));
        let first = first.map(|guard| self.named(guard)).reduce(|a, b| Ex::two(Op::And, a, b));
        match first {
            Some(first) => vec![St::If(first, self.choices(0, lift))],
            None => self.choices(0, lift),
        }
    }

    /// The loops over choices, from this one on, and what stands in them.
    fn choices(&self, at: usize, lift: &mut Lift) -> Vec<St> {
        let Some(choice) = self.mv.choices.get(at) else {
            let rest = self.mv.guards.iter().filter(|guard| !self.mv.comes_first(guard)).cloned();
            return self.guarded(&rest.collect::<Vec<_>>(), lift);
        };
        let mut out = Vec::new();
        let over = choice.over.map(&mut |end| lift.ex(&self.named(end), &mut out));
        let mut body = Vec::new();
        match &choice.when {
            Some(when) => {
                let when = lift.ex(&self.named(when), &mut body);
                body.push(St::If(when, self.choices(at + 1, lift)));
            }
            None => body.extend(self.choices(at + 1, lift)),
        }
        let name = choice.name.clone();
        out.push(run_over(name, over, body));
        out
    }

    /// What is done where all of these hold: those that take no loop are asked together.
    fn guarded(&self, guards: &[Ex], lift: &mut Lift) -> Vec<St> {
        if guards.is_empty() {
            return self.made(lift);
        }
        let plain = guards.iter().take_while(|guard| !guard.takes_a_loop()).count().max(1);
        let (first, rest) = guards.split_at(plain);
        let mut out = Vec::new();
        let all = first.iter().map(|guard| lift.ex(&self.named(guard), &mut out)).collect::<Vec<Ex>>();
        let all = all.into_iter().fold(Ex::Int(1), |a, b| Ex::two(Op::And, a, b));
        out.push(St::If(all, self.guarded(rest, lift)));
        out
    }

    /// The move made, and what it is worth.
    fn made(&self, lift: &mut Lift) -> Vec<St> {
        self.after(&self.mv.steps, lift)
    }

    /// What is left of the changes, and what the move is worth then.
    fn after(&self, steps: &[Step], lift: &mut Lift) -> Vec<St> {
        let mut out = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            if let Step::When(when) = step {
                let when = lift.ex(&self.named(when), &mut out);
                out.push(St::If(when, self.after(&steps[at + 1..], lift)));
                return out;
            }
            self.step(step, lift, &mut out);
        }
        if let Some(leaves) = &self.mv.leaves {
            let nimber = lift.ex(&self.named(leaves), &mut out);
            out.push(St::Reach(nimber));
            return out;
        }
        let gain = lift.ex(&self.named(&self.mv.gain), &mut out);
        out.extend(self.finishes(&self.mv.finish, &gain, lift));
        out
    }

    /// A change of a list.
    fn step(&self, step: &Step, lift: &mut Lift, out: &mut Vec<St>) {
        let name = |bound: usize| self.recur.bound[bound].clone();
        let st = match step {
            Step::Copy(bound, list) => St::Copy(name(*bound), self.named(list)),
            Step::Let(bound, value) => St::Name(name(*bound), lift.ex(&self.named(value), out)),
            Step::Put(list, at, value) => {
                let at = lift.ex(&self.named(at), out);
                let entry = Ex::Item(Box::new(self.named(list)), Box::new(at));
                St::Set(entry, lift.ex(&self.named(value), out))
            }
            Step::For(bound, lo, hi, steps) => {
                let (lo, hi) = (lift.ex(&self.named(lo), out), lift.ex(&self.named(hi), out));
                let (mut inside, mut body) = (lift.clone(), Vec::new());
                steps.iter().for_each(|step| self.step(step, &mut inside, &mut body));
                St::For { name: name(*bound), lo, hi, down: false, body }
            }
            Step::When(_) => unreachable!("what stands behind a condition stands inside it, and no loop has one"),
        };
        out.push(st);
    }

    /// The value of the move: where it ends the game, and where it goes on.
    fn finishes(&self, finishes: &[(Ex, Ex)], gain: &Ex, lift: &mut Lift) -> Vec<St> {
        let better = |worth: Ex| {
            let best = || Ex::Word(BEST.to_owned());
            St::Set(best(), Ex::Call(Call::Max, vec![best(), worth]))
        };
        let Some(((when, value), rest)) = finishes.split_first() else {
            let mut out = Vec::new();
            if !self.mv.answers.is_empty() {
                out.extend(self.answers());
                out.push(better(Ex::two(Op::Sub, gain.clone(), Ex::Word(REPLY.to_owned()))));
                return out;
            }
            let next = self.mv.next.iter().map(|next| lift.ex(&self.named(next), &mut out)).collect();
            let next = (self.value)(next);
            let worth = |op: Op| better(Ex::two(op, gain.clone(), next.clone()));
            let again = lift.ex(&self.named(&self.mv.again), &mut out);
            out.push(match again {
                Ex::Int(0) => worth(Op::Sub),
                Ex::Int(_) => worth(Op::Add),
                again => St::Either(again.as_condition(), vec![worth(Op::Add)], vec![worth(Op::Sub)]),
            });
            return out;
        };
        let mut out = Vec::new();
        let when = lift.ex(&self.named(when), &mut out);
        let mut ended = Vec::new();
        let value = lift.clone().ex(&self.named(value), &mut ended);
        ended.push(better(Ex::two(Op::Add, gain.clone(), value)));
        out.push(St::Either(when, ended, self.finishes(rest, gain, lift)));
        out
    }
}

impl Tried<'_> {
    /// The best answer to the move.
    fn answers(&self) -> Vec<St> {
        let reply = || Ex::Word(REPLY.to_owned());
        let mut out = Vec::new();
        for answer in &self.mv.answers {
            let next = answer.next.iter().map(|next| self.named(next)).collect();
            let worth = Ex::two(Op::Sub, self.named(&answer.gain), (self.value)(next));
            out.push(match answer.guards.iter().map(|guard| self.named(guard)).reduce(|a, b| Ex::two(Op::And, a, b)) {
                None if out.is_empty() => St::Let(REPLY.to_owned(), worth),
                None => St::Set(reply(), Ex::Call(Call::Max, vec![reply(), worth])),
                Some(when) => St::If(when, vec![St::Set(reply(), Ex::Call(Call::Max, vec![reply(), worth]))]),
            });
        }
        out
    }
}

/// A loop over what something is chosen from.
fn run_over(name: String, over: Over, body: Vec<St>) -> St {
    match over {
        Over::Range(lo, hi) => St::For { name, lo, hi, down: false, body },
        Over::List(list) => St::Each { name, list, body },
    }
}

/// Takes sums out of expressions and puts loops before them.
#[derive(Clone)]
pub(super) struct Lift<'a> {
    recur: &'a Recur,
    /// Sums that are worked out already.
    known: Vec<Tally>,
}

impl Lift<'_> {
    pub(super) fn new(recur: &Recur) -> Lift<'_> {
        Lift { recur, known: Vec::new() }
    }

    pub(super) fn ex(&mut self, ex: &Ex, out: &mut Vec<St>) -> Ex {
        ex.with_parts(&mut |part| match part {
            Ex::Tally(tally) => Some(self.tally(tally, out)),
            Ex::Build(build) => Some(self.build(build, out)),
            _ => None,
        })
    }

    fn name(&self, bound: usize) -> String {
        self.recur.bound[bound].clone()
    }

    /// A list that is made entry by entry.
    fn build(&mut self, build: &Build, out: &mut Vec<St>) -> Ex {
        let count = self.ex(&build.count, out);
        out.push(St::Copy(self.name(build.result), Ex::Fill(Box::new(Ex::Int(0)), Box::new(count.clone()))));
        let mut body = Vec::new();
        let item = self.clone().ex(&build.item, &mut body);
        let entry = Ex::Item(Box::new(Ex::Bound(build.result)), Box::new(Ex::Bound(build.over)));
        body.push(St::Set(entry, item));
        out.push(St::For { name: self.name(build.over), lo: Ex::Int(0), hi: Ex::plus(count, -1), down: false, body });
        Ex::Bound(build.result)
    }

    fn tally(&mut self, tally: &Tally, out: &mut Vec<St>) -> Ex {
        let result = Ex::Bound(tally.result);
        if self.known.contains(tally) {
            return result;
        }
        let range = tally.range.map(&mut |end| self.ex(end, out));
        let (mut inner, mut body) = (self.clone(), Vec::new());
        let when = inner.ex(&tally.when, &mut body);
        let mut counted = Vec::new();
        let item = inner.ex(&tally.item, &mut counted);
        let two = |op: Op, item: Ex| Ex::Two(op, Box::new(result.clone()), Box::new(item));
        let more = match tally.how {
            How::Any => Ex::Int(1),
            How::Sum => two(Op::Add, item),
            How::Xor => two(Op::Xor, item),
            How::Gcd => Ex::Call(Call::Gcd, vec![result.clone(), item]),
        };
        counted.push(St::Set(result.clone(), more));
        if when == Ex::Int(1) {
            body.extend(counted);
        } else {
            body.push(St::If(when, counted));
        }
        out.push(St::Let(self.name(tally.result), Ex::Int(0)));
        out.push(run_over(self.name(tally.over), range, body));
        self.known.push(tally.clone());
        result
    }
}
