//! Recurrences that hold for every game, and those of nimbers.

use super::Formulas;
use super::closed::{choices, form};
use crate::formula::{Best, Equation, Math, Sign};
use bouton::game::Game;
use bouton::recurrence::{Breaks, Move};
use bouton::{Instance, Kind};

/// `v(p) = max over moves of gain − v(after it)`, for any game.
pub(super) fn positions(game: &Instance) -> Equation {
    let p = || Math::name("p");
    let v = |of: Math| Math::Call("v".to_owned(), vec![of]);
    let after = v(Math::name("p·m"));
    let body = match game.kind() {
        Kind::Points => Math::pair(Math::Call("gain".to_owned(), vec![p(), Math::name("m")]), Sign::Minus, after),
        Kind::Outcome => Math::Row(vec![Math::Minus, after]),
    };
    let over = vec![Math::pair(Math::name("m"), Sign::In, Math::Call("moves".to_owned(), vec![p()]))];
    let ended = Math::Call("result".to_owned(), vec![p()]);
    let cases = vec![
        (ended, Some(Math::Words("play is over at p".to_owned()))),
        (Math::Best(Best::Max, over, Box::new(body)), None),
    ];
    Equation { left: v(p()), cases }
}

/// `g(n) = mex over moves of g(a) ⊕ g(b)`
pub(super) fn nimbers(game: &Instance, found: Formulas) -> Formulas {
    let breaks = game.parts().and_then(|parts| parts.breaks());
    let main = breaks.as_ref().map_or_else(any_part, closed_parts);
    let reason = match breaks {
        Some(_) => None,
        None => Some("the moves of its parts have no closed form, or there are several kinds of parts".into()),
    };
    Formulas { main, reason, nimbers: true, ..found }
}

fn g(of: Math) -> Math {
    Math::Call("g".to_owned(), vec![of])
}

fn any_part() -> Equation {
    let q = || Math::name("q");
    let over = vec![Math::pair(Math::name("m"), Sign::In, Math::Call("moves".to_owned(), vec![q()]))];
    let left = Math::Call("g".to_owned(), vec![Math::name("what m leaves of q, added by ⊕")]);
    Equation { left: g(q()), cases: vec![(Math::Best(Best::Mex, over, Box::new(left)), None)] }
}

fn closed_parts(breaks: &Breaks) -> Equation {
    let one = |mv: &Move| {
        let names: Vec<&str> =
            std::iter::once("n").chain(mv.choices.iter().map(|choice| choice.name.as_str())).collect();
        let parts: Vec<Math> = mv.next.iter().map(|next| g(form(next, &names))).collect();
        let body = if parts.is_empty() { Math::Number(0) } else { Math::joined(parts, Sign::NimPlus) };
        (choices(&mv.choices, &names, &[]), body)
    };
    let moves: Vec<(Vec<Math>, Math)> = breaks.moves.iter().map(one).collect();
    let body = match <[(Vec<Math>, Math); 1]>::try_from(moves) {
        Ok([(over, body)]) if !over.is_empty() => Math::Best(Best::Mex, over, Box::new(body)),
        Ok([(_, body)]) => Math::BestOf(Best::Mex, vec![body]),
        Err(moves) => {
            let all = |(over, body): (Vec<Math>, Math)| {
                let mut row = vec![body];
                if !over.is_empty() {
                    row.extend([Math::Words(" for ".to_owned()), Math::joined(over, Sign::Comma)]);
                }
                Math::Row(row)
            };
            Math::BestOf(Best::Mex, moves.into_iter().map(all).collect())
        }
    };
    Equation { left: g(Math::name("n")), cases: vec![(body, None)] }
}
