//! A worksheet as a document in LaTeX, the key on a page of its own.

use super::html::{fits, how};
use super::{Sheet, items};
use crate::formula::{self, latex_text as escape};
use crate::refusal::Refusal;
use crate::scene::Look;
use crate::table;
use crate::words::Lang;

/// The document; refuses a table that no sheet of paper holds.
///
/// # Errors
/// A table that no sheet of paper holds.
pub fn latex(sheet: &Sheet, look: Look) -> Result<Vec<String>, Refusal> {
    fits(&sheet.table)?;
    let lang = look.lang;
    let class = if lang == Lang::Chinese { "ctexart" } else { "article" };
    let title = escape(&sheet.table.title);
    let mut lines = vec![
        format!("\\documentclass[a4paper]{{{class}}}"),
        "\\usepackage{amsmath,amssymb}".to_owned(),
        "\\usepackage[margin=2cm]{geometry}".to_owned(),
        "\\setlength{\\parindent}{0pt}".to_owned(),
        "\\begin{document}".to_owned(),
        format!("\\section*{{{title}}}"),
        format!("{}\\par\\medskip", escape(sheet.table.params.trim())),
        format!(
            "{}\\hfill\\rule{{6cm}}{{0.4pt}}\\par\\medskip",
            escape(lang.say("sheet-name", &[]).trim_end_matches(['_', ' ']))
        ),
        format!("{}\\par", signs(&sheet.about(lang).join(" "))),
    ];
    if sheet.given {
        lines.extend(equation(sheet, lang));
    }
    lines.extend(["\\begin{enumerate}".to_owned(), format!("\\item {}\\par\\medskip", escape(&sheet.task(lang)))]);
    lines.extend(table_lines(&sheet.table, look)?);
    lines.push(format!("\\par\\smallskip{{\\small {}}}", signs(&how(&sheet.table, lang))));
    let items = items(sheet, lang);
    lines.extend(items.iter().map(|item| format!("\\item {}\\vspace{{1.6cm}}", signs(&item.question))));
    lines.extend(["\\end{enumerate}".to_owned(), "\\newpage".to_owned()]);
    lines.push(format!("\\section*{{{}}}", escape(&sheet.key_title(lang))));
    lines.extend(["\\begin{enumerate}".to_owned(), "\\item".to_owned()]);
    lines.extend(table_lines(&sheet.key(), look)?);
    lines.extend(items.iter().map(|item| format!("\\item {}", signs(&item.answer))));
    lines.push("\\end{enumerate}".to_owned());
    lines.extend(equation(sheet, lang));
    lines.push("\\end{document}".to_owned());
    Ok(lines)
}

fn equation(sheet: &Sheet, lang: Lang) -> Vec<String> {
    formula::latex(&sheet.rule.main, lang)
}

fn table_lines(table: &table::Table, look: Look) -> Result<Vec<String>, Refusal> {
    Ok(table::latex(table, look)?.into_iter().filter(|line| !line.starts_with('%')).collect())
}

/// Words in which signs of mathematics may stand.
fn signs(text: &str) -> String {
    let mut out = escape(text);
    for (sign, latex) in [
        ('▲', "$\\blacktriangle$"),
        ('▼', "$\\blacktriangledown$"),
        ('■', "$\\blacksquare$"),
        ('★', "$\\bigstar$"),
        ('−', "$-$"),
        ('·', "$\\cdot$"),
        ('⊕', "$\\oplus$"),
        ('→', "$\\to$"),
    ] {
        out = out.replace(sign, latex);
    }
    out
}
