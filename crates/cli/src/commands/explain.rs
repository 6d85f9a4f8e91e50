//! `bouton explain`: what a code means, with a bad and a good example.

use super::only;
use crate::codes;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::Format;
use crate::screen::Screen;
use crate::style::Tint;
use bouton::rules::diagnostic::codes::CodeRow;
use bouton::rules::diagnostic::{Diagnostic, nearest, shorten};
use bouton::rules::say;
use bouton_teach::scene::columns;
use serde_json::{Value as Json, json};

const EXAMPLES: &str = "Examples:
  bouton explain B009
  bouton explain P01 X01      several at once
  bouton explain              lists every code";

/// Explain the code of an error, with a bad and a good example
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Codes in the brackets of errors, such as B009; every code when left out
    #[arg(value_name = "CODE")]
    codes: Vec<String>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "explain")?;
    let found = |code: &String| codes::find(code).ok_or_else(|| Failure::new(unknown(code)));
    let rows = args.codes.iter().map(found).collect::<Result<Vec<_>, _>>()?;
    match (rows.as_slice(), screen.format) {
        ([], _) => list(screen)?,
        (_, Format::Jsonl) | ([_], Format::Json) => rows.iter().try_for_each(|row| screen.json(&object(row)))?,
        (rows, Format::Json) => screen.json(&all_of(rows.iter().copied()))?,
        (rows, _) => pages(rows, screen)?,
    }
    Ok(Exit::Yes)
}

fn list(screen: &mut Screen) -> Result<(), Failure> {
    match screen.format {
        Format::Json => screen.json(&all_of(codes::all())),
        Format::Jsonl => codes::all().try_for_each(|row| screen.json(&object(row))),
        _ => codes::all().try_for_each(|row| {
            let title = screen.lang.code_page(row.code).map_or(row.title, |page| page.title);
            screen.line(&format!("{:6}{title}", row.code))
        }),
    }
}

fn all_of(rows: impl Iterator<Item = &'static CodeRow>) -> Json {
    json!({"schema": "bouton.codes/1", "codes": rows.map(object).collect::<Json>()})
}

/// One page after the other, a blank line between.
fn pages(rows: &[&'static CodeRow], screen: &mut Screen) -> Result<(), Failure> {
    for (at, row) in rows.iter().enumerate() {
        if at > 0 {
            screen.line("")?;
        }
        page(row, screen)?;
    }
    Ok(())
}

fn object(row: &CodeRow) -> Json {
    json!({"schema": "bouton.code/1", "code": row.code, "title": row.title, "explanation": row.explanation, "bad": row.bad, "good": row.good})
}

fn page(row: &CodeRow, screen: &mut Screen) -> Result<(), Failure> {
    let code = screen.paint.tint(Tint::Strong, row.code);
    let page = screen.lang.code_page(row.code);
    let (title, explanation) = page.map_or((row.title, row.explanation), |page| (page.title, page.explanation));
    screen.line(&format!("{code}  {title}"))?;
    screen.line("")?;
    wrapped(explanation).iter().try_for_each(|line| screen.line(line))?;
    for (word, text) in [("wrong:", row.bad), ("right:", row.good)] {
        if !text.is_empty() {
            screen.line("")?;
            screen.tell(word)?;
            text.lines().try_for_each(|line| screen.line(&format!("  {line}")))?;
        }
    }
    Ok(())
}

/// Lines of at most 90 columns.
fn wrapped(text: &str) -> Vec<String> {
    let (mut lines, mut used) = (vec![String::new()], 0);
    for (piece, apart) in pieces(text) {
        let wide = columns(&piece) + usize::from(apart);
        if used > 0 && used + wide > 90 {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if apart && used > 0 { " " } else { "" });
            line.push_str(&piece);
        }
        used += wide;
    }
    lines
}

/// What is not broken: words, and single Chinese letters with the marks that must not begin a line. With whether a blank stands before.
fn pieces(text: &str) -> Vec<(String, bool)> {
    let (mut pieces, mut apart, mut open): (Vec<(String, bool)>, bool, bool) = (Vec::new(), false, false);
    for letter in text.chars() {
        let one = letter.to_string();
        let (wide, closes) = (columns(&one) == 2, "，。；：、！？）”》".contains(letter));
        match pieces.last_mut() {
            _ if letter == ' ' => apart = true,
            Some((last, _)) if !apart && (closes || open && !wide) => last.push(letter),
            _ => {
                pieces.push((one, apart));
                apart = false;
            }
        }
        open = letter != ' ' && !wide;
    }
    pieces
}

fn unknown(code: &str) -> Diagnostic {
    let finding = Diagnostic::error("C09", say!("there is no code `{}`", shorten(code)));
    let near = codes::find(&padded(code)).map(|row| row.code);
    match near.or_else(|| nearest(&code.to_uppercase(), codes::all().map(|row| row.code))) {
        Some(near) => finding.help(say!("did you mean `{near}`? `bouton explain` lists them all")),
        None => finding.help("`bouton explain` lists them all"),
    }
}

/// `B9` as `B009`.
fn padded(code: &str) -> String {
    let (letter, digits) = code.split_at_checked(1).unwrap_or((code, ""));
    let wide = if letter.eq_ignore_ascii_case("b") { 3 } else { 2 };
    format!("{letter}{digits:0>wide$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_teach::words::Lang;

    #[test]
    fn every_code_has_a_page_in_chinese_and_no_other() {
        let known: Vec<&str> = Lang::Chinese.code_pages().map(|page| page.code).collect();
        for row in codes::all() {
            let page = Lang::Chinese.code_page(row.code).unwrap_or_else(|| panic!("{} has none", row.code));
            let chinese = |text: &str| columns(text) > text.chars().count();
            assert!(chinese(page.title) && chinese(page.explanation), "{}", row.code);
            // What stands in backticks is the language of rules or a command: the same in both.
            let quoted = |text: &str| text.matches('`').count();
            assert!(quoted(page.explanation) % 2 == 0, "{}", row.code);
            assert_eq!(quoted(page.explanation) > 0, quoted(row.explanation) > 0, "{}", row.code);
        }
        assert_eq!(known.len(), codes::all().count(), "{known:?}");
    }

    #[test]
    fn lines_are_broken_between_words_and_chinese_letters() {
        let english = "word ".repeat(40);
        assert!(wrapped(&english).iter().all(|line| line.chars().count() <= 90 && !line.ends_with(' ')));
        assert_eq!(wrapped(&english).join(" "), english.trim_end());
        let chinese = "局面里的每个数都在两个边界之间，".repeat(8) + "写成 `0..n`。";
        let lines = wrapped(&chinese);
        assert!(lines.len() > 2 && lines.concat() == chinese, "{lines:?}");
        assert!(lines.iter().all(|line| !line.starts_with('，') && columns(line) <= 92));
    }
}
