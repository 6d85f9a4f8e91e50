//! All positions of a small game, looked at once: which moves there are, how long play may last, how many points it may give.

use crate::instance::Instance;
use crate::run;
use bouton::game::{Ending, Game, ended};
use bouton::path::at_start;
use bouton::rules::layout::Packed;
use bouton::{Limits, Stop};
use pyo3::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// What was seen: whether that is all, the moves by text, positions, the longest play, and the largest gain or final lead.
type Seen = (bool, Vec<String>, usize, Option<u64>, i64);

/// Looks at up to so many positions.
#[pyfunction]
pub(crate) fn explore(py: Python<'_>, instance: &Instance, most: usize) -> PyResult<Seen> {
    let (game, start) = (instance.game.clone(), instance.start(py)?);
    run::long(py, instance.source(), &Limits::default(), None, |work| seen(&game, &start, most, &work.limits))
}

fn seen(game: &bouton::Instance, start: &Packed, most: usize, limits: &Limits) -> Result<Seen, Stop> {
    let mut numbers = HashMap::from([(start.clone(), 0_usize)]);
    let (mut positions, mut next, mut moves, mut gain) =
        (vec![start.clone()], Vec::<Vec<usize>>::new(), BTreeSet::new(), 0);
    let mut all = true;
    while let Some(here) = positions.get(next.len()).cloned() {
        limits.check()?;
        let (mut leads, mut steps) = (Vec::new(), Vec::new());
        if ended(game, &here).map_err(at_start)?.is_none() {
            game.steps(&here, &mut steps).map_err(at_start)?;
        } else if let Some(Ending::Lead(lead)) = game.ending(&here).map_err(at_start)? {
            gain = gain.max(lead.saturating_abs());
        }
        for step in steps {
            moves.insert(game.show_move(&step.mv));
            gain = gain.max(step.gain.net().map_or(i64::MAX, i64::saturating_abs));
            let number = match numbers.get(&step.next) {
                Some(number) => *number,
                None if positions.len() == most => {
                    all = false;
                    continue;
                }
                None => {
                    numbers.insert(step.next.clone(), positions.len());
                    positions.push(step.next);
                    positions.len() - 1
                }
            };
            leads.push(number);
        }
        next.push(leads);
    }
    let longest = if all { longest(&next) } else { None };
    Ok((all, moves.into_iter().collect(), positions.len(), longest, gain))
}

/// Moves of the longest play; nothing where play may go round.
fn longest(next: &[Vec<usize>]) -> Option<u64> {
    let mut into = vec![0_usize; next.len()];
    next.iter().flatten().for_each(|to| into[*to] += 1);
    let mut free: Vec<usize> = (0..next.len()).filter(|at| into[*at] == 0).collect();
    let (mut depth, mut done) = (vec![0_u64; next.len()], 0);
    while let Some(at) = free.pop() {
        done += 1;
        for to in &next[at] {
            depth[*to] = depth[*to].max(depth[at] + 1);
            into[*to] -= 1;
            if into[*to] == 0 {
                free.push(*to);
            }
        }
    }
    if done == next.len() { depth.into_iter().max() } else { None }
}
