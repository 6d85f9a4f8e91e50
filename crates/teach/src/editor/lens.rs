//! Commands shown over the lines of rules: solve, play, table, why.

use crate::words::Lang;
use bouton::rules::Span;
use bouton::rules::services::Document;
use bouton::rules::syntax::tree::{Expr, LineKind, Name};

/// A command over a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The line.
    pub span: Span,
    /// What it is called.
    pub title: String,
    /// What it does.
    pub command: LensCommand,
    /// The parameters it does it with, as the command line takes them: `piles=[2,7,9]`.
    pub params: Vec<String>,
}

/// What a command does: the commands of `bouton` by these names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LensCommand {
    /// `bouton solve`
    Solve,
    /// `bouton play`
    Play,
    /// `bouton table`
    Table,
    /// `bouton why`
    Why,
}

impl LensCommand {
    /// Every one.
    pub const ALL: [LensCommand; 4] = [LensCommand::Solve, LensCommand::Play, LensCommand::Table, LensCommand::Why];

    /// The word after `bouton`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            LensCommand::Solve => "solve",
            LensCommand::Play => "play",
            LensCommand::Table => "table",
            LensCommand::Why => "why",
        }
    }

    fn title(self, lang: Lang) -> String {
        match self {
            LensCommand::Solve => lang.say("editor-solve", &[]),
            LensCommand::Play => lang.say("editor-play", &[]),
            LensCommand::Table => lang.say("editor-table", &[]),
            LensCommand::Why => lang.say("editor-why", &[]),
        }
    }
}

/// The commands of a text: over the game with the parameters of the last example, over each example with its own.
#[must_use]
pub fn lenses(document: &Document, lang: Lang) -> Vec<Lens> {
    let mut found = Vec::new();
    let lines = &document.checked.file.lines;
    let last = lines.iter().rev().find_map(|line| match &line.kind {
        LineKind::Example { params, .. } => Some(params.as_slice()),
        _ => None,
    });
    for line in lines {
        let (given, commands): (&[(Name, Expr)], &[LensCommand]) = match &line.kind {
            LineKind::Game { .. } => (last.unwrap_or(&[]), &LensCommand::ALL),
            LineKind::Example { params, .. } => (params, &[LensCommand::Solve, LensCommand::Why]),
            _ => continue,
        };
        let params: Vec<String> =
            given.iter().map(|(name, value)| format!("{}={}", name.text, written(document, value))).collect();
        let lens = |command: &LensCommand| Lens {
            span: line.span,
            title: command.title(lang),
            command: *command,
            params: params.clone(),
        };
        found.extend(commands.iter().map(lens));
    }
    found
}

/// A value as it stands, on one line.
fn written(document: &Document, value: &Expr) -> String {
    document.source.slice(value.span).split_whitespace().collect::<Vec<_>>().join(" ")
}
