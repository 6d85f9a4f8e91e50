//! An explanation in Markdown: the question, a table of options, and what the move that was asked about costs.

use super::text::{around, cost, nim_sum, question};
use super::{Choice, Why};
use crate::scene::{Look, signed, worth_words};
use bouton::Value;

/// The question and the position; a header and a line for each option: what it gains, what the reply is worth, what it is worth itself.
#[must_use]
pub fn markdown(why: &Why, look: Look) -> Vec<String> {
    let lang = look.lang;
    let points = matches!(why.level.spot.value, Value::Lead(_));
    let mover = why.level.spot.mover.as_str();
    let heads = [
        lang.say("move", &[]),
        lang.say("gain", &[]),
        lang.say("reply", &[]),
        lang.say("worth", &[("player", mover.into())]),
    ];
    let mut lines = vec![format!("**{}** `{}`", question(why, lang), why.level.spot.position), String::new()];
    if !why.level.options.is_empty() {
        lines.extend(if points {
            [format!("| {} |  |", heads.join(" | ")), "|---|--:|--:|--:|---|".to_owned()]
        } else {
            [format!("| {} | {} | {} |  |", heads[0], heads[3], heads[2]), "|---|---|---|---|".to_owned()]
        });
    }
    lines.extend(why.level.options.iter().map(|choice| row(choice, points, look)));
    let nim = why.nim.iter().flat_map(|nim| nim_sum(nim, lang));
    // A line each: one blank line makes a paragraph.
    let round = why.round.iter().flat_map(|round| around(round, lang));
    let below = nim.chain(why.asked.iter().flat_map(|asked| cost(asked, lang))).chain(round);
    lines.extend(below.flat_map(|line| [String::new(), line.trim().to_owned()]));
    lines
}

fn row(choice: &Choice, points: bool, look: Look) -> String {
    let star = if choice.star { "★" } else { "" };
    let mv = choice.mv.replace('|', "\\|");
    match (points, choice.next.value) {
        (true, Value::Lead(reply)) => {
            let turned = if choice.again { '+' } else { '−' };
            format!(
                "| {mv} | {} | {turned} ({}) | {} | {star} |",
                signed(choice.gain),
                signed(reply),
                worth_words(choice.value, look.lang)
            )
        }
        _ => {
            let answer = choice.answer.as_ref().map_or("", |answer| answer.mv.as_str()).replace('|', "\\|");
            format!("| {mv} | {} | {answer} | {star} |", worth_words(choice.value, look.lang))
        }
    }
}
