//! Positions with the moves between them, for Graphviz.

use super::out::Out;
use super::{Written, Wrong};
use crate::answer::words::worth;
use crate::failure::Failure;
use bouton::game::{Fault, Game, Step};
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::rules::{Text, say};
use bouton::show::Count;
use bouton::{Instance, Outcome, Value};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;

/// A graph of more positions than this is no picture and no help.
const MOST_DRAWN: usize = 20_000;

/// A graph that is gathered, and written at the end.
pub(super) struct Graph<'a> {
    game: &'a Instance,
    /// The solution file, for messages.
    file: &'a str,
    /// The positions so far, by number.
    nodes: BTreeMap<Packed, (usize, Value)>,
    out: &'a mut Out,
}

impl<'a> Graph<'a> {
    pub(super) fn new(game: &'a Instance, file: &'a str, out: &'a mut Out) -> Graph<'a> {
        Graph { game, file, nodes: BTreeMap::new(), out }
    }
}

impl Written for Graph<'_> {
    fn add(&mut self, _: u64, at: &Packed, value: Value) -> Result<(), Wrong> {
        let number = self.nodes.len();
        if number == MOST_DRAWN {
            return Err(Wrong::Told(too_large(self.file)));
        }
        self.nodes.insert(at.clone(), (number, value));
        Ok(())
    }

    fn end(&mut self) -> Result<Option<u64>, Wrong> {
        writeln!(self.out, "digraph positions {{\n  node [shape=box, style=filled, fontname=\"monospace\"];")?;
        let mut moves = 0;
        for (at, (number, value)) in &self.nodes {
            let label = format!("{}\n{}", self.game.show_position(at), worth(*value));
            let (label, colour) = (json!(label), colour(*value));
            writeln!(self.out, "  p{number} [label={label}, fillcolor=\"{colour}\"];")?;
            for step in steps(self.game, at)? {
                let Some((next, _)) = self.nodes.get(&self.game.canonical(step.next)) else { continue };
                let label = json!(self.game.show_move(&step.mv));
                writeln!(self.out, "  p{number} -> p{next} [label={label}];")?;
                moves += 1;
            }
        }
        writeln!(self.out, "}}")?;
        Ok(Some(moves))
    }
}

/// The moves of a position; none once the game is over.
fn steps(game: &Instance, at: &Packed) -> Result<Vec<Step<Instance>>, Fault> {
    let mut steps = Vec::new();
    if game.ending(at)?.is_none() {
        game.steps(at, &mut steps)?;
    }
    Ok(steps)
}

fn too_large(file: &str) -> Failure {
    let what = say!("a graph of more than {} positions is too large", Count(MOST_DRAWN as u64));
    let help = say!(
        "--where chooses some: bouton export {} near.dot --where 'plies <= 2'; tables have no such limit",
        Text::code(file)
    );
    Failure::new(Diagnostic::error("C06", what).help(help))
}

/// Colours that colour-blind readers can tell apart, as in Bouton's pictures.
fn colour(value: Value) -> &'static str {
    match value {
        Value::Lead(lead) if lead > 0 => "#e8f2f9",
        Value::Lead(lead) if lead < 0 => "#fcf0e8",
        Value::Outcome(Outcome::Win(_)) => "#e8f2f9",
        Value::Outcome(Outcome::Loss(_)) => "#fcf0e8",
        _ => "#f3f3f3",
    }
}
