//! The lines of the source that a finding shows, long ones cut, with the places in the cut text.

use std::ops::Range;

use super::Label;
use crate::source::{Source, Span};

/// A line longer than this many bytes is cut around its first label.
const MAX_LINE: usize = 400;
/// How much of a cut line stands before its first label.
const BEFORE: usize = 60;
/// Labels this many lines below the first one or more are not drawn.
const MAX_LINES: usize = 1000;

/// Some lines of the source.
#[derive(Debug)]
pub(super) struct Excerpt {
    pub(super) text: String,
    pub(super) first_line: usize,
    /// Whether a line was cut.
    pub(super) cut: bool,
    /// For each line: the bytes of the source that are kept, and where they start in `text`.
    pieces: Vec<(Range<usize>, usize)>,
    whole: Range<usize>,
}

impl Excerpt {
    pub(super) fn new(source: &Source, labels: &[Label]) -> Excerpt {
        let spans: Vec<Range<usize>> = labels.iter().map(|label| bytes(source, label.span)).collect();
        let start = spans.iter().map(|span| span.start).min().unwrap_or(0);
        let end = spans.iter().map(|span| span.end).max().unwrap_or(0);
        let whole = line_start(source, start)..line_end(source, end);
        let mut excerpt = Excerpt {
            text: String::new(),
            first_line: source.text[..whole.start].matches('\n').count() + 1,
            cut: false,
            pieces: Vec::new(),
            whole: whole.clone(),
        };
        excerpt.fill(source, &spans);
        excerpt
    }

    fn fill(&mut self, source: &Source, spans: &[Range<usize>]) {
        let mut at = self.whole.start;
        for line in source.text[self.whole.clone()].split_inclusive('\n').take(MAX_LINES) {
            let full = at..at + line.trim_end_matches(['\r', '\n']).len();
            let kept = kept(source, full.clone(), spans);
            self.cut |= kept != full;
            self.push(source, kept);
            at += line.len();
        }
        if self.pieces.is_empty() || (at == self.whole.end && source.text[..at].ends_with('\n')) {
            self.push(source, at..at);
        }
    }

    fn push(&mut self, source: &Source, kept: Range<usize>) {
        if !self.pieces.is_empty() {
            self.text.push('\n');
        }
        let at = self.text.len();
        self.text.push_str(&source.text[kept.clone()]);
        self.pieces.push((kept, at));
    }

    /// Whether a place begins in what is shown.
    pub(super) fn covers(&self, span: Span) -> bool {
        let last = self.pieces.last().map_or(0, |(kept, _)| kept.end);
        offset(span.start) <= last
    }

    /// The place of a span in the shown text.
    pub(super) fn range(&self, span: Span) -> Range<usize> {
        let start = self.place(offset(span.start));
        start..self.place(offset(span.end)).max(start)
    }

    fn place(&self, byte: usize) -> usize {
        let after = self.pieces.partition_point(|(kept, _)| kept.start <= byte);
        let Some((kept, at)) = self.pieces.get(after.saturating_sub(1)) else { return 0 };
        let inside = byte.clamp(kept.start, kept.end) - kept.start;
        (0..=inside).rev().map(|back| at + back).find(|place| self.text.is_char_boundary(*place)).unwrap_or(*at)
    }
}

/// What is kept of a line: all of it, or a window around the first place in it.
fn kept(source: &Source, line: Range<usize>, spans: &[Range<usize>]) -> Range<usize> {
    if line.len() <= MAX_LINE {
        return line;
    }
    let touched = spans.iter().map(|span| span.start).filter(|start| line.contains(start)).min();
    let start = touched.unwrap_or(line.start).saturating_sub(BEFORE).max(line.start);
    let start = boundary(source, start);
    start..boundary(source, (start + MAX_LINE).min(line.end))
}

fn bytes(source: &Source, span: Span) -> Range<usize> {
    let end = offset(span.end).min(source.text.len());
    offset(span.start).min(end)..end
}

fn line_start(source: &Source, at: usize) -> usize {
    source.text[..boundary(source, at)].rfind('\n').map_or(0, |at| at + 1)
}

fn line_end(source: &Source, at: usize) -> usize {
    let at = boundary(source, at);
    source.text[at..].find('\n').map_or(source.text.len(), |more| at + more)
}

/// The nearest place at or before `at` where a letter begins.
fn boundary(source: &Source, at: usize) -> usize {
    (0..=at).rev().find(|at| source.text.is_char_boundary(*at)).unwrap_or(0)
}

fn offset(byte: u32) -> usize {
    byte as usize
}
