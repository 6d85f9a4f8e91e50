//! Mathematics as data, written as text, LaTeX or MathML.

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
