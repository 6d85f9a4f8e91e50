//! Mathematics in letters.

use super::{Equation, Math, Sign};
use crate::scene::{columns, padded};
use crate::words::Lang;

/// What stands between what is the best and what it is chosen from, in English.
const OVER: &str = "   over ";

/// A piece on one line.
#[must_use]
pub fn text(math: &Math) -> String {
    match math {
        Math::Number(number) if *number < 0 => format!("−{}", number.unsigned_abs()),
        Math::Number(number) => number.to_string(),
        Math::Name(name) | Math::Words(name) => name.clone(),
        Math::Sign(sign) => sign_text(*sign).to_owned(),
        Math::Minus => "−".to_owned(),
        Math::Row(parts) => parts.iter().map(text).collect(),
        Math::Bracketed(inner) => format!("({})", text(inner)),
        Math::Call(name, args) => format!("{name}({})", listed(args)),
        Math::Entry(name, places) => format!("{name}[{}]", listed(places)),
        Math::Sum(name, from, to) => format!("sum({name}[{} ..< {}])", text(from), text(to)),
        Math::SumThrough(name, from, to) => format!("sum({name}[{} .. {}])", text(from), text(to)),
        Math::Best(best, over, body) => format!("{} {}{OVER}{}", best.name(), text(body), listed(over)),
        Math::BestOf(best, parts) => format!("{}({})", best.name(), listed(parts)),
        Math::Set(numbers, more) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("{{{}{}}}", numbers.join(", "), if *more { ", …" } else { "" })
        }
    }
}

fn listed(parts: &[Math]) -> String {
    parts.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn sign_text(sign: Sign) -> &'static str {
    match sign {
        Sign::Plus => " + ",
        Sign::Minus => " − ",
        Sign::Equal => " = ",
        Sign::AtMost => " ≤ ",
        Sign::AtLeast => " ≥ ",
        Sign::In => " ∈ ",
        Sign::Divides => " ∣ ",
        Sign::NimPlus => " ⊕ ",
        Sign::Comma => ", ",
        Sign::And => " and ",
    }
}

/// A longer case is broken, a line each of what it is the best of.
const LONGEST: usize = 90;

/// An equation, a case a line: the left side stands before the first.
#[must_use]
pub fn cases(equation: &Equation, lang: Lang) -> Vec<String> {
    let (equation, otherwise, when) = (&equation.told(lang), lang.say("otherwise", &[]), lang.say("formula-if", &[]));
    let over = lang.say("formula-over", &[]);
    let left = text(&equation.left);
    // What is chosen stands behind a word in the one place where text says it.
    let worded = |line: String| line.replace(OVER, &format!("   {over} "));
    let bodies: Vec<Vec<String>> =
        equation.cases.iter().map(|(body, _)| broken(body).into_iter().map(worded).collect()).collect();
    let last = |body: &Vec<String>| body.last().map_or(0, |line| columns(line));
    let width = bodies.iter().map(last).filter(|width| *width <= LONGEST).max().unwrap_or(0);
    let mut lines = Vec::new();
    for ((_, condition), body) in equation.cases.iter().zip(&bodies) {
        let condition = match condition {
            Some(condition) => format!("{when} {}", text(condition)),
            None if equation.cases.len() > 1 => otherwise.clone(),
            None => String::new(),
        };
        for (number, line) in body.iter().enumerate() {
            let before = if lines.is_empty() { format!("{left} = ") } else { " ".repeat(columns(&left) + 3) };
            let after = if number + 1 == body.len() { condition.as_str() } else { "" };
            lines.push(format!("{before}{}   {after}", padded(line, width)).trim_end().to_owned());
        }
    }
    lines
}

/// A case on one line, or what it is the best of, a line each.
fn broken(body: &Math) -> Vec<String> {
    let whole = text(body);
    let (before, best, parts) = match body {
        Math::BestOf(best, parts) => (String::new(), best, parts),
        Math::Row(row) => match row.split_last() {
            Some((Math::BestOf(best, parts), before)) => (before.iter().map(text).collect(), best, parts),
            _ => return vec![whole],
        },
        _ => return vec![whole],
    };
    if columns(&whole) <= LONGEST || parts.len() < 2 {
        return vec![whole];
    }
    let open = format!("{before}{}(", best.name());
    let line = |(number, part): (usize, &Math)| {
        let before = if number == 0 { open.clone() } else { " ".repeat(columns(&open)) };
        format!("{before}{}{}", text(part), if number + 1 == parts.len() { ")" } else { "," })
    };
    parts.iter().enumerate().map(line).collect()
}
