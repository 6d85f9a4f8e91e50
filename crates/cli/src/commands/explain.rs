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
    only(screen, &[Format::Text, Format::Json, Format::Jsonl])?;
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
        _ => codes::all().try_for_each(|row| screen.line(&format!("{:6}{}", row.code, row.title))),
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
    screen.line(&format!("{code}  {}", row.title))?;
    screen.line("")?;
    wrapped(row.explanation).iter().try_for_each(|line| screen.line(line))?;
    for (word, text) in [("wrong:", row.bad), ("right:", row.good)] {
        if !text.is_empty() {
            screen.line("")?;
            screen.tell(word)?;
            text.lines().try_for_each(|line| screen.line(&format!("  {line}")))?;
        }
    }
    Ok(())
}

/// Lines of at most 90 letters.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + word.chars().count() >= 90 {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}

fn unknown(code: &str) -> Diagnostic {
    let finding = Diagnostic::error("C09", format!("there is no code `{}`", shorten(code)));
    let near = codes::find(&padded(code)).map(|row| row.code);
    match near.or_else(|| nearest(&code.to_uppercase(), codes::all().map(|row| row.code))) {
        Some(near) => finding.help(format!("did you mean `{near}`? `bouton explain` lists them all")),
        None => finding.help("`bouton explain` lists them all"),
    }
}

/// `B9` as `B009`.
fn padded(code: &str) -> String {
    let (letter, digits) = code.split_at_checked(1).unwrap_or((code, ""));
    let wide = if letter.eq_ignore_ascii_case("b") { 3 } else { 2 };
    format!("{letter}{digits:0>wide$}")
}
