//! A tree for programs: `bouton.tree/1`.

use super::{Branch, Shown, Tree};
use crate::scene::value_json;
use serde_json::{Value as Json, json};

/// Everything that the tree holds. Calls that no 64 bits hold are told in words.
#[must_use]
pub fn json(tree: &Tree) -> Json {
    let calls =
        tree.calls.map(|calls| u64::try_from(calls).map_or_else(|_| json!(calls.to_string()), |calls| json!(calls)));
    let shown = match tree.shown {
        Shown::Whole => json!("whole"),
        Shown::Depth(depth) => json!({"depth": depth}),
        Shown::Line => json!("line"),
    };
    let branches: Vec<Json> = tree.branches.iter().map(branch).collect();
    json!({"schema": "bouton.tree/1", "game": tree.title, "params": tree.params, "calls": calls,
           "positions": tree.positions, "shown": shown, "branches": branches})
}

fn branch(branch: &Branch) -> Json {
    let step = branch.step.as_ref();
    let step = step.map(|step| json!({"move": step.mv, "by": step.by, "gain": step.gain, "best": step.best}));
    json!({"step": step, "position": branch.position, "mover": branch.mover.as_ref().map(|mover| &mover.name), "for_mover": value_json(branch.value),
           "plies": bouton::answer::report::plies(branch.value), "over": branch.over, "again": branch.again,
           "on_line": branch.on_line, "next": branch.next, "left_out": branch.left_out})
}
