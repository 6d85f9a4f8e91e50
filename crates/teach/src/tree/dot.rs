//! A tree for Graphviz.

use super::Tree;
use crate::scene::{Look, Sign, outcome_words};

/// A digraph: thick edges are best moves, dashed places were met before.
#[must_use]
pub fn dot(tree: &Tree, look: Look) -> Vec<String> {
    let mut lines = vec![
        "digraph tree {".to_owned(),
        "  rankdir=LR;".to_owned(),
        format!(
            "  label={};",
            quoted(&format!("{}   {}\n{}", tree.title, tree.params, tree.captions(look).join("\n")))
        ),
        "  node [shape=box, style=rounded, fontname=\"DejaVu Sans Mono\", fontsize=11];".to_owned(),
        "  edge [fontname=\"DejaVu Sans Mono\", fontsize=10];".to_owned(),
    ];
    for (at, branch) in tree.branches.iter().enumerate() {
        let sign = Sign::of(branch.value);
        let place = if branch.drawing.is_empty() { branch.position.clone() } else { branch.drawing.join("\n") };
        let text = format!("{place}\n{} {}", sign.mark(), outcome_words(branch.value, look.lang));
        let style = if branch.again { "rounded,dashed" } else { "rounded" };
        lines.push(format!("  n{at} [label={}, color=\"{}\", style=\"{style}\"];", quoted(&text), colour(sign)));
    }
    for (from, branch) in tree.branches.iter().enumerate() {
        for &to in &branch.next {
            let Some(step) = &tree.branches[to].step else { continue };
            let (star, width) = if step.best { (" ★", 2) } else { ("", 1) };
            lines.push(format!(
                "  n{from} -> n{to} [label={}, penwidth={width}];",
                quoted(&format!("{}{star}", step.words()))
            ));
        }
    }
    lines.push("}".to_owned());
    lines
}

fn colour(sign: Sign) -> &'static str {
    match sign {
        Sign::Win => "#0072B2",
        Sign::Draw => "#767676",
        Sign::Loss => "#D55E00",
    }
}

/// A string of Graphviz: quotes and backslashes mean themselves, line ends are line ends.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
