//! A recurrence as text, LaTeX, MathML or JSON.

use super::{Formulas, Growth, Intervals, Points, Rounds, ends_words};
use crate::formula::{self, Equation, xml_text};
use crate::scene::Look;
use crate::words::{Lang, Word};
use bouton::Kind;
use serde_json::{Value as Json, json};

/// The recurrence in words and letters.
#[must_use]
pub fn text(formulas: &Formulas, look: Look) -> Vec<String> {
    let lang = look.lang;
    let mut lines = equations(formulas, &|equation| formula::cases(equation, lang), lang);
    let notes = bounds(formulas, lang).into_iter().chain(notes(formulas, lang));
    lines.extend(notes.map(|note| format!("  {note}")));
    lines
}

/// Its lines alone, in leads and if there are such in points: for other explanations to show.
#[must_use]
pub fn rule(formulas: &Formulas, lang: Lang) -> Vec<String> {
    let mut lines = formula::cases(&formulas.main, lang);
    if let Some(points) = &formulas.points {
        lines.extend(formula::cases(&points.equation, lang));
        lines.extend(formula::cases(&points.left, lang));
        lines.extend(list_of(points));
    }
    lines
}

/// `s = [26, 24, 17, 8, 4, 0]`
fn list_of(points: &Points) -> Option<String> {
    let (_, values) = points.values.as_ref()?;
    let values: Vec<String> = values.iter().map(|value| formula::text(&formula::Math::Number(*value))).collect();
    Some(format!("s = [{}]", values.join(", ")))
}

/// Equations, each under what it says.
fn equations(formulas: &Formulas, write: &dyn Fn(&Equation) -> Vec<String>, lang: Lang) -> Vec<String> {
    let indented =
        |equation: &Equation| write(equation).into_iter().map(|line| format!("    {line}")).collect::<Vec<_>>();
    let mut lines = Vec::new();
    if let Some(rounds) = &formulas.rounds {
        lines.push(format!("  {}", rounds_words(rounds, lang)));
        lines.extend(indented(&rounds.equation));
        lines.extend(rounds_notes(rounds, lang).into_iter().map(|note| format!("  {note}")));
        lines.push(String::new());
    }
    lines.push(format!("  {}", main_words(formulas, lang)));
    lines.extend(indented(&formulas.main));
    lines.push(String::new());
    if let Some(points) = &formulas.points {
        lines.push(format!("  {}", lang.say("formula-points", &[])));
        lines.extend(indented(&points.equation));
        lines.extend(indented(&points.left));
        lines.extend(list_of(points).map(|list| format!("    {list}")));
        lines.push(String::new());
    }
    lines
}

fn rounds_words(rounds: &Rounds, lang: Lang) -> String {
    match &rounds.cost {
        Some([answers, begins]) => {
            lang.say("formula-rounds-cost", &[("answers", answers.as_str().into()), ("begins", begins.as_str().into())])
        }
        None => lang.say("formula-rounds", &[]),
    }
}

/// In which order rounds fill a table, and how work grows.
fn rounds_notes(rounds: &Rounds, lang: Lang) -> Vec<String> {
    let order = (!rounds.order.is_empty()).then(|| order_words(&rounds.order, lang));
    order.into_iter().chain(rounds.growth.as_ref().map(|growth| growth_words(growth, lang))).collect()
}

fn order_words(order: &[(String, bool)], lang: Lang) -> String {
    let one = |(name, rising): &(String, bool)| {
        let name = [("name", Word::from(name.as_str()))];
        if *rising { lang.say("order-up", &name) } else { lang.say("order-down", &name) }
    };
    let steps: Vec<String> = order.iter().map(one).collect();
    lang.say("formula-order", &[("order", steps.join(&lang.say("order-then", &[])).into())])
}

fn growth_words(growth: &Growth, lang: Lang) -> String {
    let words = [
        ("positions", Word::from(growth.positions.as_str())),
        ("moves", growth.moves.as_str().into()),
        ("steps", growth.steps.as_str().into()),
    ];
    lang.say("formula-growth", &words)
}

fn main_words(formulas: &Formulas, lang: Lang) -> String {
    match (formulas.nimbers, formulas.kind) {
        (true, _) => lang.say("formula-nimber", &[]),
        (false, Kind::Points) => lang.say("formula-lead", &[]),
        (false, Kind::Outcome) => lang.say("formula-outcome", &[]),
    }
}

/// What stands under the equations: why there is no closed form, what signs mean, and the order.
fn notes(formulas: &Formulas, lang: Lang) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(reason) = &formulas.reason {
        notes.push(lang.say("formula-open", &[("reason", lang.sentence(reason).into())]));
    }
    if formulas.nimbers {
        notes.push(lang.say("formula-mex", &[]));
    }
    if !formulas.ranges.is_empty() {
        let ranges: Vec<String> = formulas.ranges.iter().map(formula::text).collect();
        notes.push(lang.say("formula-ranges", &[("ranges", ranges.join(&lang.say("say-comma", &[])).into())]));
    }
    notes.extend(ends_words(&formulas.shifted, Intervals::Closed, lang));
    for (list, board) in &formulas.sums {
        let list = ("list", Word::from(list.as_str()));
        notes.push(if *board { lang.say("formula-board", &[list]) } else { lang.say("formula-list", &[list]) });
    }
    if !formulas.order.is_empty() {
        notes.push(order_words(&formulas.order, lang));
    }
    if let Some((text, because)) = &formulas.because {
        let (fact, because) = (lang.sentence(text), lang.sentence(because));
        notes.push(lang.say("formula-because", &[("fact", fact.into()), ("because", because.into())]));
    }
    if let Some(growth) = &formulas.growth {
        notes.push(growth_words(growth, lang));
        let windows = growth.windows.as_deref();
        notes.extend(windows.map(|steps| lang.say("formula-windows", &[("steps", steps.into())])));
    }
    if let Some(seen) = &formulas.seen {
        let size = |(name, least, most): &(String, i64, i64)| format!("{name} = {least} … {most}");
        let sizes = seen.sizes.iter().map(size).collect::<Vec<_>>().join(&lang.say("say-comma", &[]));
        let words = [("games", Word::from(seen.games.to_string())), ("sizes", sizes.into())];
        notes.push(lang.say(if seen.sizes.is_empty() { "formula-seen-alike" } else { "formula-seen" }, &words));
    }
    notes
}

/// What the ends of ranges mean, where text has such.
fn bounds(formulas: &Formulas, lang: Lang) -> Option<String> {
    let points = formulas.points.iter().flat_map(|points| [&points.equation, &points.left]);
    let mut lines = std::iter::once(&formulas.main).chain(points).flat_map(|one| formula::cases(one, Lang::English));
    let closed = formulas.intervals == Intervals::Closed;
    lines
        .any(|line| line.contains("sum("))
        .then(|| lang.say(if closed { "formula-closed" } else { "formula-half-open" }, &[]))
}

/// The equations in LaTeX, the notes as comments.
#[must_use]
pub fn latex(formulas: &Formulas, look: Look) -> Vec<String> {
    let mut lines = vec!["% \\usepackage{amsmath}".to_owned()];
    if let Some(rounds) = &formulas.rounds {
        lines.push(format!("% {}", rounds_words(rounds, look.lang)));
        lines.extend(formula::latex(&rounds.equation, look.lang));
        lines.extend(rounds_notes(rounds, look.lang).iter().map(|note| format!("% {note}")));
    }
    lines.push(format!("% {}", main_words(formulas, look.lang)));
    lines.extend(formula::latex(&formulas.main, look.lang));
    if let Some(points) = &formulas.points {
        lines.push(format!("% {}", look.lang.say("formula-points", &[])));
        lines.extend(formula::latex(&points.equation, look.lang));
        lines.extend(formula::latex(&points.left, look.lang));
    }
    lines.extend(notes(formulas, look.lang).into_iter().map(|note| format!("% {}", note.replace('\n', " "))));
    lines
}

/// The equations in MathML with the notes, as a part of a page.
#[must_use]
pub fn mathml(formulas: &Formulas, lang: Lang) -> String {
    let paragraph = |text: &str| format!("<p>{}</p>\n", xml_text(text));
    let mut body = String::new();
    if let Some(rounds) = &formulas.rounds {
        body.push_str(&paragraph(&rounds_words(rounds, lang)));
        body.push_str(&formula::mathml(&rounds.equation, lang));
        rounds_notes(rounds, lang).iter().for_each(|note| body.push_str(&paragraph(note)));
    }
    body.push_str(&paragraph(&main_words(formulas, lang)));
    body.push_str(&formula::mathml(&formulas.main, lang));
    if let Some(points) = &formulas.points {
        body.push_str(&paragraph(&lang.say("formula-points", &[])));
        body.push_str(&formula::mathml(&points.equation, lang));
        body.push_str(&formula::mathml(&points.left, lang));
        body.extend(list_of(points).map(|list| paragraph(&list)));
    }
    notes(formulas, lang).iter().for_each(|note| body.push_str(&paragraph(note)));
    body
}

/// The same on a page of its own.
#[must_use]
pub fn html(formulas: &Formulas, look: Look) -> String {
    let lang = look.lang;
    let title = xml_text(format!("{}   {}", formulas.title, formulas.params).trim_end());
    let body = format!("<h1>{title}</h1>\n{}", mathml(formulas, lang));
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\
         :root{{color-scheme:light dark}}body{{font:16px/1.6 system-ui,sans-serif;margin:1.5rem}}h1{{font-size:1.15rem}}\
         math{{overflow-x:auto;max-width:100%}}mtd{{text-align:left}}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// The equations for programs: as text, LaTeX and MathML.
#[must_use]
pub fn json(formulas: &Formulas) -> Json {
    let english = Lang::English;
    let one = |equation: &Equation| {
        json!({"text": formula::cases(equation, english), "latex": formula::latex(equation, english).join("\n"),
               "mathml": formula::mathml(equation, english)})
    };
    let points = formulas.points.as_ref().map(|points| {
        let values = points.values.as_ref().map(|(name, values)| json!({"of": name, "values": values}));
        json!({"equation": one(&points.equation), "left": one(&points.left), "values": values})
    });
    let order: Vec<Json> =
        formulas.order.iter().map(|(name, rising)| json!({"variable": name, "rising": rising})).collect();
    let because = formulas
        .because
        .as_ref()
        .map(|(text, because)| json!({"fact": text.to_string(), "because": because.to_string()}));
    let ranges: Vec<String> = formulas.ranges.iter().map(formula::text).collect();
    let growth = formulas.growth.as_ref().map(|growth| {
        json!({"positions": growth.positions, "moves": growth.moves, "steps": growth.steps, "windows": growth.windows})
    });
    let seen = formulas.seen.as_ref().map(|seen| {
        let size = |(name, least, most): &(String, i64, i64)| json!({"size": name, "least": least, "most": most});
        json!({"games": seen.games, "sizes": seen.sizes.iter().map(size).collect::<Vec<_>>()})
    });
    json!({"schema": "bouton.recurrence/1", "game": formulas.title, "params": formulas.params,
           "closed": formulas.reason.is_none(), "reason": formulas.reason.as_ref().map(ToString::to_string), "equation": one(&formulas.main),
           "points": points, "rounds": formulas.rounds.as_ref().map(|rounds| one(&rounds.equation)), "order": order, "because": because, "ranges": ranges, "intervals": formulas.intervals.name(),
           "shifted": formulas.shifted, "growth": growth, "seen": seen})
}
