//! What messages say of the command line, as Python writes it: `--ask value` is `ask="value"` here.

use bouton::rules::Text;
use bouton::rules::diagnostic::Diagnostic;

/// A text with options and commands in backticks as Python writes them.
pub(crate) fn in_python(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, part)| if at % 2 == 1 { written(part) } else { part.replace("--check", "check=True") });
    parts.collect::<Vec<_>>().join("`")
}

/// A finding said for Python. Help that only a shell can follow is left out.
pub(crate) fn said(finding: &Diagnostic) -> Diagnostic {
    let mut finding = finding.clone();
    let written = |text: &Text| Text::code(in_python(&text.to_string()));
    finding.message = written(&finding.message);
    finding.notes.iter_mut().for_each(|note| *note = written(note));
    for help in &mut finding.help {
        let words = in_python(&help.text.to_string());
        let example = words.strip_prefix("for instance '").and_then(|words| words.strip_suffix('\''));
        let example = example.map(|example| format!("for instance  {}", example.replace("' '", ", ")));
        help.text = Text::code(example.unwrap_or(words));
    }
    finding.help.retain(|help| !["`bouton ", "--"].iter().any(|word| help.text.to_string().contains(word)));
    finding
}

/// An option or a command; whatever else stands in backticks stays as it is.
fn written(code: &str) -> String {
    let (name, value) = code.split_once(' ').unwrap_or((code, ""));
    let value = value.trim_matches('\'');
    let keyword = |name: &str| if value.is_empty() { name.to_owned() } else { format!("{name}=\"{value}\"") };
    match (name, value) {
        ("--ask" | "--method" | "--form" | "--order", _) => keyword(&name[2..]),
        ("--format", _) => format!("to(\"{value}\")"),
        ("--at", "") => "at(…)".to_owned(),
        ("--at", _) => format!("at(\"{value}\")"),
        ("--most", _) => format!("most={value}"),
        ("--check", _) => "check=True".to_owned(),
        ("--memory", _) => "limits=Limits(memory=\"8G\")".to_owned(),
        ("--time", _) => "limits=Limits(time=600)".to_owned(),
        ("--positions", _) => "limits=Limits(positions=10**9)".to_owned(),
        ("bouton", "plan" | "tree" | "table" | "why" | "line") => format!("{value}()"),
        ("bouton", "methods") => "bouton.methods()".to_owned(),
        _ => code.to_owned(),
    }
}
