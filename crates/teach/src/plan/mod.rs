//! A plan in the words of a language. Methods and strategies keep the names that people type after `--method`.

mod json;

use crate::gallery;
use crate::scene::padded;
use crate::words::{Lang, Word};
use bouton::plan::Choice;
use bouton::rules::Text;
use bouton::{Plan, Rules};
pub use json::json;

/// The plan, line by line.
#[must_use]
pub fn told(plan: &Plan, rules: &Rules, lang: Lang) -> String {
    told_by(plan, lang, &|text| gallery::sentence(rules, text, lang))
}

/// The same where `say` has the last word on each sentence: what is typed on a command line may have another form elsewhere.
#[must_use]
pub fn told_by(plan: &Plan, lang: Lang, say: &dyn Fn(Text) -> String) -> String {
    plan.told(&|text, columns| padded(&say(text), columns), &|choice| label(choice, lang))
}

/// `recurrence (sliding-table): `
fn label(choice: &Choice, lang: Lang) -> String {
    let method = ("method", Word::from(named(choice.method, lang)));
    match choice.strategy.filter(|strategy| strategy.name != choice.method) {
        Some(strategy) => lang.say("plan-strategy", &[method, ("strategy", named(strategy.name, lang).into())]),
        None => lang.say("plan-method", &[method]),
    }
}

/// The name of a method or a strategy, and beside it what it is called in a language.
#[must_use]
pub fn named(name: &'static str, lang: Lang) -> String {
    let said = lang.sentence(name);
    if said == name { said } else { format!("{name} {said}") }
}
