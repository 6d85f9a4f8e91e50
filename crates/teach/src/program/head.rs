//! What stands at the head of a program: the game, where the program comes from, and how much work each stage takes on an example.

use super::order::Seen;
use super::run::Filled;
use super::stage::Stage;
use super::tree::Recur;
use crate::gallery;
use crate::recurrence::{self, Intervals, ends_words};
use crate::words::{Lang, Word};
use bouton::rules::Rules;
use bouton::rules::datum::Datum;
use bouton::sample::{self, Params};
use bouton::{Instance, examples};
use std::sync::Arc;

/// The lines at the head of a program that a command writes; work is counted for a game, or for the first example of the rules in which
/// there is something to do and whose parameters are those that are fixed.
#[must_use]
pub fn head(
    rules: &Arc<Rules>,
    recur: &Recur,
    seen: Option<&Seen>,
    game: Option<&Instance>,
    fixed: &Params,
    command: String,
    lang: Lang,
) -> Vec<String> {
    let mut lines = vec![gallery::headline(rules, lang), lang.say("code-from", &[("command", command.into())])];
    let example = if game.is_none() { example(rules, recur, fixed) } else { None };
    let game = game.or(example.as_ref());
    lines.extend(game.and_then(|game| work(game, recur, seen, lang)));
    lines.extend(game.and_then(|game| ends_words(&recurrence::ends(game), Intervals::HalfOpen, lang)));
    lines.extend(recur.legend.iter().cloned());
    lines
}

fn example(rules: &Arc<Rules>, recur: &Recur, fixed: &Params) -> Option<Instance> {
    let given = rules.examples.iter().filter_map(|example| examples::example_params(rules, example).ok());
    let mut games = given.filter_map(|params| Instance::new(rules.clone(), &params).ok());
    let as_fixed = |game: &Instance| {
        let mut values = game.interpreter().params().iter().zip(fixed);
        values.all(|(value, fixed)| fixed.as_ref().is_none_or(|fixed| fixed == value))
    };
    games.find(|game| {
        as_fixed(game) && remembered(recur, game.interpreter().params()).is_some_and(|filled| filled.order.len() > 1)
    })
}

/// How much each stage does: calls, calls, cells, rows.
fn work(game: &Instance, recur: &Recur, seen: Option<&Seen>, lang: Lang) -> Option<String> {
    let params: &[Datum] = game.interpreter().params();
    let mut filled = remembered(recur, params)?;
    // Of a sum nobody counts what a recursion over its positions would make.
    let plain = recur.sum.is_none().then(|| filled.calls(&filled.start()?))??;
    let memo = filled.order.len() as u64;
    let count = |count: u64| i64::try_from(count).ok().map(Word::Count);
    let case: Word = sample::show(game.rules(), params).into();
    let mut words = vec![("case", case), ("plain", count(plain)?), ("memo", count(memo)?)];
    let recur = &*recur.of_stage(Stage::Table);
    let filled = Filled::new(recur, params)?;
    let Some(seen) = seen else { return Some(lang.say("code-work-calls", &words)) };
    words.push(("cells", count(seen.cells(recur, &filled)?)?));
    let rows = seen.kept(recur).and_then(|(var, _, keep)| {
        let all = filled.ex(&recur.vars[var].hi, &[])?.checked_add(1)?;
        Some((filled.ex(&keep, &[])?.min(all), all))
    });
    let Some((keep, all)) = rows else { return Some(lang.say("code-work-table", &words)) };
    words.push(("keep", Word::Count(keep)));
    words.push(("rows", Word::Count(all)));
    Some(lang.say("code-work", &words))
}

/// The values that a recursion that remembers finds, from the start on.
fn remembered<'r>(recur: &'r Recur, params: &[Datum]) -> Option<Filled<'r>> {
    let mut filled = Filled::new(recur, params)?;
    filled.answer()?;
    Some(filled)
}
