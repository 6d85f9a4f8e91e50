//! From a case that a program gets wrong to the smallest such case that can be found.
//!
//! First down: whatever makes the case smaller and still fails is kept. Then up: every case from the smallest on, as many as the
//! budget allows, for the way down may end beside the smallest. Both ways are the same on every machine.

use super::smaller::{measure, smaller};
use super::{Failure, Program, Trouble, first_wrong, params};
use crate::cases::{Case, Judge, Maker, growing, put_apart};
use bouton::guarded;
use bouton::sample::Params;
use rayon::prelude::*;

/// How many cases may be tried.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// On the way down.
    pub down: usize,
    /// On the way up.
    pub up: usize,
    /// Asked at once.
    pub together: usize,
}

/// The smallest failing case that was found.
///
/// # Errors
/// The program cannot be run any more, or a case cannot be solved.
pub fn shrink(
    maker: &Maker,
    judge: &Judge,
    program: &mut dyn Program,
    failure: Failure,
    budget: Budget,
) -> Result<Failure, Trouble> {
    let smaller = down(maker, judge, program, failure, budget)?;
    up(maker, judge, program, smaller, budget)
}

fn down(
    maker: &Maker,
    judge: &Judge,
    program: &mut dyn Program,
    mut failure: Failure,
    budget: Budget,
) -> Result<Failure, Trouble> {
    let mut left = budget.down;
    'smaller: loop {
        let candidates = smaller(maker, &params(&failure.case));
        for together in candidates.chunks(budget.together.max(1)) {
            let cases = solved(judge, together)?;
            left = match left.checked_sub(cases.len()) {
                Some(left) => left,
                None => return Ok(failure),
            };
            if let Some((_, found)) = first_wrong(program, &cases)? {
                failure = found;
                continue 'smaller;
            }
        }
        return Ok(failure);
    }
}

fn up(
    maker: &Maker,
    judge: &Judge,
    program: &mut dyn Program,
    failure: Failure,
    budget: Budget,
) -> Result<Failure, Trouble> {
    let known = measure(&params(&failure.case));
    let mut candidates = growing(maker)
        .take_while(|params| measure(params).0 <= known.0)
        .filter(|params| measure(params) < known)
        .take(budget.up);
    loop {
        let together: Vec<Params> = candidates.by_ref().take(budget.together.max(1)).collect();
        if together.is_empty() {
            return Ok(failure);
        }
        let cases = solved(judge, &together)?;
        if let Some((_, found)) = first_wrong(program, &cases)? {
            return Ok(found);
        }
    }
}

/// The cases of these parameters; those that the rules refuse, or that a fault in Bouton costs, are left out.
fn solved(judge: &Judge, params: &[Params]) -> Result<Vec<Case>, Trouble> {
    let allowed =
        params.par_iter().filter(|params| guarded(String::new, || judge.game(params).is_ok()).unwrap_or(false));
    let solved = allowed.map_init(|| judge.worker(), |worker, params| worker.case(params)).collect();
    Ok(put_apart(solved)?.0)
}
