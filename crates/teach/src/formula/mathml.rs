//! Mathematics in MathML, as browsers show it.

use super::{Best, Equation, Math, Sign};
use crate::words::Lang;
use bouton::rules::diagnostic::harmless;

/// An equation as one `math` element.
#[must_use]
pub fn mathml(equation: &Equation, lang: Lang) -> String {
    let (equation, otherwise, when) = (&equation.told(lang), lang.say("otherwise", &[]), lang.say("formula-if", &[]));
    let left = group(&piece(&equation.left));
    if let [(body, None)] = equation.cases.as_slice() {
        let body = piece(body);
        return format!(
            "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"><mrow>{left}<mo>=</mo>{body}</mrow></math>"
        );
    }
    let row = |(body, condition): &(Math, Option<Math>)| {
        let condition = match condition {
            Some(condition) => format!("<mtext>{}\u{a0}</mtext>{}", xml_text(&when), piece(condition)),
            None if equation.cases.len() > 1 => format!("<mtext>{}</mtext>", xml_text(&otherwise)),
            None => String::new(),
        };
        format!("<mtr><mtd>{}</mtd><mtd>{condition}</mtd></mtr>", group(&piece(body)))
    };
    let rows: String = equation.cases.iter().map(row).collect();
    format!(
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"><mrow>{left}<mo>=</mo><mo>{{</mo>\
         <mtable columnalign=\"left left\" displaystyle=\"true\">{rows}</mtable></mrow></math>"
    )
}

fn piece(math: &Math) -> String {
    match math {
        Math::Number(number) if *number < 0 => format!("<mo>−</mo><mn>{}</mn>", number.unsigned_abs()),
        Math::Number(number) => format!("<mn>{number}</mn>"),
        Math::Name(name) => format!("<mi>{}</mi>", xml_text(name)),
        Math::Words(words) => format!("<mtext>{}</mtext>", xml_text(words).replace(' ', "\u{a0}")),
        Math::Sign(sign) => sign_mathml(*sign).to_owned(),
        Math::Minus => "<mo>−</mo>".to_owned(),
        Math::Row(parts) => parts.iter().map(piece).collect(),
        Math::Bracketed(inner) => format!("<mo stretchy=\"false\">(</mo>{}<mo stretchy=\"false\">)</mo>", piece(inner)),
        Math::Call(name, args) => format!(
            "<mi>{}</mi><mo stretchy=\"false\">(</mo>{}<mo stretchy=\"false\">)</mo>",
            xml_text(name),
            listed(args)
        ),
        Math::Entry(name, places) => format!("<msub><mi>{}</mi>{}</msub>", xml_text(name), group(&listed(places))),
        Math::Sum(name, from, to) => {
            let range = format!("{}<mo>≤</mo><mi>k</mi><mo>&lt;</mo>{}", piece(from), piece(to));
            format!("<munder><mo>∑</mo>{}</munder><msub><mi>{}</mi><mi>k</mi></msub>", group(&range), xml_text(name))
        }
        Math::SumThrough(name, from, to) => {
            let from = group(&format!("<mi>k</mi><mo>=</mo>{}", piece(from)));
            let to = group(&piece(to));
            format!("<munderover><mo>∑</mo>{from}{to}</munderover><msub><mi>{}</mi><mi>k</mi></msub>", xml_text(name))
        }
        Math::Best(best, over, body) => {
            let over = group(&listed(over));
            format!(
                "<munder>{}{over}</munder><mo stretchy=\"false\">(</mo>{}<mo stretchy=\"false\">)</mo>",
                operator(*best),
                piece(body)
            )
        }
        Math::BestOf(best, parts) => {
            format!("{}<mo stretchy=\"false\">(</mo>{}<mo stretchy=\"false\">)</mo>", operator(*best), listed(parts))
        }
        Math::Set(numbers, more) => {
            let numbers: Vec<String> = numbers.iter().map(|number| format!("<mn>{number}</mn>")).collect();
            let more = if *more { "<mo>,</mo><mo>…</mo>" } else { "" };
            format!("<mo>{{</mo>{}{more}<mo>}}</mo>", numbers.join("<mo>,</mo>"))
        }
    }
}

fn group(inner: &str) -> String {
    format!("<mrow>{inner}</mrow>")
}

fn listed(parts: &[Math]) -> String {
    parts.iter().map(piece).collect::<Vec<_>>().join("<mo>,</mo>")
}

fn operator(best: Best) -> String {
    format!("<mo movablelimits=\"false\">{}</mo>", best.name())
}

fn sign_mathml(sign: Sign) -> &'static str {
    match sign {
        Sign::Plus => "<mo>+</mo>",
        Sign::Minus => "<mo>−</mo>",
        Sign::Equal => "<mo>=</mo>",
        Sign::AtMost => "<mo>≤</mo>",
        Sign::AtLeast => "<mo>≥</mo>",
        Sign::In => "<mo>∈</mo>",
        Sign::Divides => "<mo>∣</mo>",
        Sign::NimPlus => "<mo>⊕</mo>",
        Sign::Comma => "<mo>,</mo>",
        Sign::And => "<mtext>\u{a0}and\u{a0}</mtext>",
    }
}

/// Text that means nothing to XML and HTML, and does nothing where it is looked at.
#[must_use]
pub fn xml_text(text: &str) -> String {
    harmless(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
