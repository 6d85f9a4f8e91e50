//! Mathematics in LaTeX. It needs the package `amsmath`.

use super::{Best, Equation, Math, Sign};
use crate::words::Lang;

/// An equation as a displayed `cases`.
#[must_use]
pub fn latex(equation: &Equation, lang: Lang) -> Vec<String> {
    let (equation, otherwise, when) = (&equation.told(lang), lang.say("otherwise", &[]), lang.say("formula-if", &[]));
    let left = piece(&equation.left);
    if let [(body, None)] = equation.cases.as_slice() {
        return vec!["\\[".to_owned(), format!("  {left} = {}", piece(body)), "\\]".to_owned()];
    }
    let mut lines = vec!["\\[".to_owned(), format!("  {left} = \\begin{{cases}}")];
    for (body, condition) in &equation.cases {
        let condition = match condition {
            Some(condition) => format!("\\text{{{} }} {}", latex_text(&when), piece(condition)),
            None => format!("\\text{{{}}}", latex_text(&otherwise)),
        };
        lines.push(format!("    \\displaystyle {} & {condition} \\\\", piece(body)));
    }
    lines.extend(["  \\end{cases}".to_owned(), "\\]".to_owned()]);
    lines
}

fn piece(math: &Math) -> String {
    match math {
        Math::Number(number) => number.to_string(),
        Math::Name(name) => identifier(name),
        Math::Words(words) => format!("\\text{{{}}}", latex_text(words)),
        Math::Sign(sign) => sign_latex(*sign).to_owned(),
        Math::Minus => "-".to_owned(),
        Math::Row(parts) => parts.iter().map(piece).collect(),
        Math::Bracketed(inner) => format!("\\left({}\\right)", piece(inner)),
        Math::Call(name, args) => format!("{}({})", identifier(name), listed(args)),
        Math::Entry(name, places) => format!("{}_{{{}}}", identifier(name), listed(places)),
        Math::Sum(name, from, to) => {
            format!("\\sum_{{{} \\le k < {}}} {}_{{k}}", piece(from), piece(to), identifier(name))
        }
        Math::SumThrough(name, from, to) => {
            format!("\\sum_{{k = {}}}^{{{}}} {}_{{k}}", piece(from), piece(to), identifier(name))
        }
        Math::Best(best, over, body) => {
            let over: Vec<String> = over.iter().map(piece).collect();
            format!("{}_{{{}}} \\left( {} \\right)", operator(*best), over.join(",\\ "), piece(body))
        }
        // Many alternatives stand one under the other: no page is wide enough for them.
        Math::BestOf(best, parts) if parts.len() > 2 && *best != Best::Min => {
            let lines: Vec<String> = parts.iter().map(piece).collect();
            format!("{} \\begin{{cases}} {} \\end{{cases}}", operator(*best), lines.join(" \\\\ "))
        }
        Math::BestOf(best, parts) => format!("{}\\left({}\\right)", operator(*best), listed(parts)),
        Math::Set(numbers, more) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("\\{{{}{}\\}}", numbers.join(", "), if *more { ", \\ldots" } else { "" })
        }
    }
}

fn listed(parts: &[Math]) -> String {
    parts.iter().map(piece).collect::<Vec<_>>().join(", ")
}

/// A name of one letter is a variable; a longer one stands upright.
fn identifier(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    match letters.as_slice() {
        [letter] if letter.is_ascii_alphabetic() => letter.to_string(),
        _ if !name.is_ascii() => format!("\\text{{{}}}", latex_text(name)),
        _ => format!("\\mathit{{{}}}", latex_text(name).replace("{[}", "[").replace("{]}", "]")),
    }
}

fn operator(best: Best) -> &'static str {
    match best {
        Best::Max => "\\max",
        Best::Min => "\\min",
        Best::Mex => "\\operatorname{mex}",
    }
}

fn sign_latex(sign: Sign) -> &'static str {
    match sign {
        Sign::Plus => " + ",
        Sign::Minus => " - ",
        Sign::Equal => " = ",
        Sign::AtMost => " \\le ",
        Sign::AtLeast => " \\ge ",
        Sign::In => " \\in ",
        Sign::Divides => " \\mid ",
        Sign::NimPlus => " \\oplus ",
        Sign::Comma => ",\\ ",
        Sign::And => " \\text{ and } ",
    }
}

/// Text that means nothing to LaTeX.
#[must_use]
pub fn latex_text(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', letter]),
            '−' => out.push_str("$-$"),
            '×' => out.push_str("$\\times$"),
            '★' => out.push_str("$\\star$"),
            '●' => out.push_str("$\\bullet$"),
            '○' => out.push_str("$\\circ$"),
            '[' => out.push_str("{[}"),
            ']' => out.push_str("{]}"),
            letter => out.push(letter),
        }
    }
    out
}
