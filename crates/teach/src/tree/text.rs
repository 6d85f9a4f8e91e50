//! A tree in letters.

use super::{Branch, Tree};
use crate::scene::{Look, Sign, columns, outcome_words};
use crate::words::Word;

/// A line for each place, under it what follows; the last lines say what is counted.
#[must_use]
pub fn text(tree: &Tree, look: Look) -> Vec<String> {
    let mut lines = vec![here(&tree.branches[0], look)];
    below(tree, 0, "", look, &mut lines);
    lines.push(String::new());
    lines.extend(tree.captions(look));
    if tree.branches.iter().any(|branch| branch.again) {
        lines.push(look.lang.say("tree-again", &[("sign", again(look).into())]));
    }
    lines
}

fn again(look: Look) -> &'static str {
    if look.ascii { "@" } else { "↺" }
}

/// The places under one, and a line for what is left out.
fn below(tree: &Tree, at: usize, before: &str, look: Look, lines: &mut Vec<String>) {
    let branch = &tree.branches[at];
    for (number, &next) in branch.next.iter().enumerate() {
        let last = number + 1 == branch.next.len() && (branch.left_out == 0 || branch.next.is_empty());
        let (corner, bar) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let follows = &tree.branches[next];
        let step = follows
            .step
            .as_ref()
            .map_or(String::new(), |step| format!("{}{}", step.words(), if step.best { " ★" } else { "" }));
        lines.push(format!("{before}{corner}{step} → {}", here(follows, look)));
        below(tree, next, &format!("{before}{bar}"), look, lines);
    }
    if branch.left_out > 0 && !branch.next.is_empty() {
        let count = Word::Count(i64::try_from(branch.left_out).unwrap_or(i64::MAX));
        lines.push(format!("{before}└─ {}", look.lang.say("more-moves", &[("count", count)])));
    }
}

/// A place on one line: its sign, its value, its position.
fn here(branch: &Branch, look: Look) -> String {
    let worth = format!("{} {}", Sign::of(branch.value).mark(), outcome_words(branch.value, look.lang));
    let drawn = branch
        .row()
        .filter(|line| columns(line) <= 40 && line.starts_with('['))
        .map_or(String::new(), |line| format!("  {line}"));
    let over = if branch.over { format!("  {}", look.lang.say("over", &[])) } else { String::new() };
    let again = if branch.again { format!("  {}", again(look)) } else { String::new() };
    format!("{worth}   {}{drawn}{over}{again}", branch.position)
}
