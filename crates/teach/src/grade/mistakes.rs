//! The usual mistakes, each as a change to the recurrence: what comes out is the table that somebody gets who makes it.

use crate::program::{Ex, Move, Op, Over, Pick, Recur, Reply};
use crate::words::{Lang, Word};

/// A mistake made.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The message that tells it.
    id: &'static str,
    /// The names it speaks of.
    what: String,
    /// What is computed then.
    pub recur: Recur,
}

impl Mistake {
    /// The mistake in words.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        lang.say(self.id, &[("what", Word::Text(self.what.clone()))])
    }
}

/// Makes a mistake in every way in which it can be made.
type Make = fn(&Recur) -> Vec<(String, Recur)>;

/// Every mistake that is known, the most usual first.
const MISTAKES: [(&str, Make); 14] = [
    (
        "mistake-floor",
        |right| if right.points { styled(right, |recur| recur.style.floor = Some(0)) } else { Vec::new() },
    ),
    ("mistake-not-updated", not_updated),
    ("mistake-plus", |right| styled(right, |recur| recur.style.reply = Reply::Plus)),
    ("mistake-no-reply", |right| styled(right, |recur| recur.style.reply = Reply::Nothing)),
    ("mistake-least", |right| styled(right, |recur| recur.style.pick = Pick::Least)),
    (
        "mistake-greedy",
        |right| if right.points { styled(right, |recur| recur.style.pick = Pick::Greedy) } else { Vec::new() },
    ),
    ("mistake-range-short", |right| ranges(right, |_, hi| *hi = Ex::plus(hi.clone(), -1))),
    ("mistake-range-late", |right| ranges(right, |lo, _| *lo = Ex::plus(lo.clone(), 1))),
    ("mistake-range-long", |right| ranges(right, |_, hi| *hi = Ex::plus(hi.clone(), 1))),
    ("mistake-strict", strict),
    ("mistake-sum-short", |right| gains(right, &|ex| sums(ex, 0, -1))),
    ("mistake-sum-late", |right| gains(right, &|ex| sums(ex, 1, 0))),
    ("mistake-no-gain", |right| gains(right, &|_| Ex::Int(0))),
    ("mistake-stuck", |right| {
        styled(right, |recur| recur.stuck.iter_mut().for_each(|(_, value)| *value = Ex::negative(value.clone())))
    }),
];

/// All mistakes that change something.
#[must_use]
pub fn mistakes(right: &Recur) -> Vec<Mistake> {
    let made =
        MISTAKES.iter().flat_map(|(id, make)| make(right).into_iter().map(|(what, recur)| Mistake { id, what, recur }));
    made.filter(|mistake| mistake.recur != *right).collect()
}

fn styled(right: &Recur, change: impl Fn(&mut Recur)) -> Vec<(String, Recur)> {
    let mut recur = right.clone();
    change(&mut recur);
    vec![(String::new(), recur)]
}

/// A variable that stays as it is.
fn not_updated(right: &Recur) -> Vec<(String, Recur)> {
    let vars = (0..right.vars.len()).filter(|var| Some(*var) != right.turn);
    let frozen = vars.map(|var| {
        let mut recur = right.clone();
        recur.moves.iter_mut().for_each(|mv| mv.next[var] = Ex::Local(var));
        (right.vars[var].name.clone(), recur)
    });
    frozen.collect()
}

/// The ranges of choices changed, each choice by itself.
fn ranges(right: &Recur, change: impl Fn(&mut Ex, &mut Ex)) -> Vec<(String, Recur)> {
    let mut found = Vec::new();
    for mv in 0..right.moves.len() {
        for choice in 0..right.moves[mv].choices.len() {
            let mut recur = right.clone();
            let changed = &mut recur.moves[mv].choices[choice];
            if let Over::Range(lo, hi) = &mut changed.over {
                change(lo, hi);
                found.push((changed.name.clone(), recur));
            }
        }
    }
    found
}

/// `<` where `<=` is meant, in every condition of moves.
fn strict(right: &Recur) -> Vec<(String, Recur)> {
    let change = |ex: &Ex| match ex {
        Ex::Two(Op::Le, a, b) => Ex::Two(Op::Lt, a.clone(), b.clone()),
        Ex::Two(Op::Ge, a, b) => Ex::Two(Op::Gt, a.clone(), b.clone()),
        other => other.clone(),
    };
    styled(right, |recur| each_move(recur, &|mv| mv.guards.iter_mut().for_each(|guard| *guard = change(guard))))
}

fn gains(right: &Recur, change: &dyn Fn(&Ex) -> Ex) -> Vec<(String, Recur)> {
    styled(right, |recur| each_move(recur, &|mv| mv.gain = change(&mv.gain)))
}

fn each_move(recur: &mut Recur, change: &dyn Fn(&mut Move)) {
    recur.moves.iter_mut().for_each(change);
}

/// Sums that begin or end elsewhere.
fn sums(ex: &Ex, begin: i64, end: i64) -> Ex {
    match ex {
        Ex::Sum(which, ends) => {
            let [lo, hi] = (**ends).clone();
            Ex::Sum(*which, Box::new([Ex::plus(lo, begin), Ex::plus(hi, end)]))
        }
        Ex::Two(op, a, b) => Ex::Two(*op, Box::new(sums(a, begin, end)), Box::new(sums(b, begin, end))),
        other => other.clone(),
    }
}
