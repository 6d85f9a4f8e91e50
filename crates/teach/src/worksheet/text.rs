//! A worksheet in letters: for mail, a board, or to be looked at.

use super::{Sheet, items};
use crate::recurrence;
use crate::refusal::Refusal;
use crate::scene::Look;
use crate::table::{self, Arrows};

/// The sheet, and under a line the key.
///
/// # Errors
/// A table that no sheet of paper holds.
pub fn text(sheet: &Sheet, look: Look) -> Result<Vec<String>, Refusal> {
    let lang = look.lang;
    let title = [sheet.table.title.as_str(), sheet.table.params.as_str()].join("      ");
    let mut lines = vec![title.clone(), lang.say("sheet-name", &[]), String::new()];
    lines.extend(sheet.about(lang).iter().map(|line| format!("  {line}")));
    let rule = recurrence::rule(&sheet.rule, lang);
    if sheet.given {
        lines.push(String::new());
        lines.extend(rule.iter().map(|line| format!("    {line}")));
    }
    lines.extend([String::new(), format!("1. {}", sheet.task(lang)), String::new()]);
    lines.extend(table::text(&sheet.table, Arrows::None, look)?);
    let items = items(sheet, lang);
    for (number, item) in items.iter().enumerate() {
        lines.extend([String::new(), format!("{}. {}", number + 2, item.question), String::new()]);
    }
    lines.extend([String::new(), "-".repeat(60), sheet.key_title(lang), title, String::new()]);
    lines.extend(table::text(&sheet.key(), Arrows::None, look)?);
    lines.push(String::new());
    lines.extend(items.iter().enumerate().map(|(number, item)| format!("{}. {}", number + 2, item.answer)));
    lines.push(String::new());
    lines.extend(rule.into_iter().map(|line| format!("    {line}")));
    Ok(lines)
}
