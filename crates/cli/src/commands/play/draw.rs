//! The full screen of a game being played: board, moves, the game so far, what was said.

use super::view::View;
use crate::style::{Paint, Tint, ascii};
use bouton_teach::play::{board, done, moves, standing};
use bouton_teach::scene::columns;
use bouton_teach::words::Word;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

/// Colours, and whether only the signs of a plain keyboard are written.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) paint: Paint,
    pub(super) ascii: bool,
}

/// Columns that the list of moves takes at least.
const MOVES: u16 = 26;
/// Columns that the keys with their words take.
const WORDS_WIDE: u16 = 104;

pub(super) fn draw(view: &View, look: Look, frame: &mut Frame) {
    let shown = view.at.map_or(view.talk.session.now(), |at| view.talk.session.after(at));
    let lines = board(&view.talk.session, shown);
    let tall = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2);
    let heading = u16::try_from(view.heading.len()).unwrap_or(2);
    let most = frame.area().height.saturating_sub(heading + 2);
    let note = u16::try_from(view.note.len()).unwrap_or(u16::MAX).saturating_add(2).clamp(3, (most / 2).max(3));
    let rows = Layout::vertical([
        Constraint::Length(heading),
        Constraint::Min(tall.min(6)),
        Constraint::Length(note),
        Constraint::Length(if frame.area().width < WORDS_WIDE { 4 } else { 2 }),
    ]);
    let [top, middle, bottom, keys] = rows.areas(frame.area());
    let [left, right] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(wide(view))]).areas(middle);
    let [place, past] = Layout::vertical([Constraint::Length(tall + 1), Constraint::Fill(1)]).areas(left);
    frame.render_widget(Paragraph::new(view.heading.iter().map(|line| look.line(line)).collect::<Vec<_>>()), top);
    look.boxed(frame, place, view, "play-title-board", position(view, lines, look));
    let list = choices(view, look);
    look.boxed(frame, right, view, "play-title-moves", from_chosen(list, view.chosen, right));
    look.boxed(frame, past, view, "play-title-game", so_far(view, past, look));
    let said = view.note.iter().skip(view.scrolled).map(|line| look.line(line)).collect();
    look.boxed(frame, bottom, view, "play-title-note", said);
    frame.render_widget(Paragraph::new(footer(view, look)).wrap(Wrap { trim: true }), keys);
}

fn wide(view: &View) -> u16 {
    let lines = moves(&view.talk.session, view.talk.values, view.talk.look.lang);
    let widest = if view.talk.values { lines.iter().map(|line| columns(line)).max() } else { longest_move(view) };
    u16::try_from(widest.unwrap_or(0) + 6).unwrap_or(MOVES).clamp(MOVES, 48)
}

fn longest_move(view: &View) -> Option<usize> {
    view.talk.session.choices().iter().map(|choice| columns(&choice.mv)).max()
}

/// The board, and whose turn it is.
fn position(view: &View, lines: Vec<String>, look: Look) -> Vec<Line<'static>> {
    let mut shown: Vec<Line> = lines.iter().map(|line| look.line(&format!(" {line}"))).collect();
    let lang = view.talk.look.lang;
    let count = |count: usize| Word::Count(i64::try_from(count).unwrap_or(i64::MAX));
    let below = match view.at {
        Some(at) => {
            let all = view.talk.session.past().len();
            lang.say("play-viewing", &[("number", count(at)), ("count", count(all))])
        }
        None => standing(&view.talk.session, lang),
    };
    shown.push(look.line(&format!(" {below}")));
    shown
}

/// The legal moves, a line each, the chosen one marked.
fn choices(view: &View, look: Look) -> Vec<Line<'static>> {
    let session = &view.talk.session;
    let lines = if view.talk.values && session.scene().is_some() {
        moves(session, true, view.talk.look.lang)
    } else {
        session.choices().iter().map(|choice| choice.mv.clone()).collect()
    };
    let one = |(at, line): (usize, &String)| {
        let mark = if at == view.chosen { "> " } else { "  " };
        let line = look.line(&format!("{mark}{line}"));
        if at == view.chosen { line.style(Style::new().add_modifier(Modifier::REVERSED)) } else { line }
    };
    lines.iter().enumerate().map(one).collect()
}

/// The part of a long list that has the chosen move in it.
fn from_chosen(lines: Vec<Line<'static>>, chosen: usize, area: Rect) -> Vec<Line<'static>> {
    let room = usize::from(area.height.saturating_sub(2)).max(1);
    let first = (chosen + 1).saturating_sub(room);
    lines.into_iter().skip(first).collect()
}

/// The last moves of the game.
fn so_far(view: &View, area: Rect, look: Look) -> Vec<Line<'static>> {
    let session = &view.talk.session;
    let room = usize::from(area.height.saturating_sub(2));
    let end = view.at.unwrap_or(session.past().len());
    let first = end.saturating_sub(room);
    let one = |(at, turn)| look.line(&format!("{:>3}  {}", at + 1, done(session, turn)));
    session.past().iter().enumerate().take(end).skip(first).map(one).collect()
}

fn footer(view: &View, look: Look) -> Vec<Line<'static>> {
    let lang = view.talk.look.lang;
    if let Some(typed) = &view.typed {
        return vec![look.line(&format!("{}: {typed}_", lang.say("play-typing", &[])))];
    }
    let words = bouton_teach::play::WORDS.iter().map(|(key, word, ..)| {
        let key = if *key == ' ' { lang.say("play-space", &[]) } else { key.to_string() };
        format!("{key} {word}")
    });
    let dim = Style::new().add_modifier(Modifier::DIM);
    let words = words.collect::<Vec<_>>().join("   ");
    vec![look.line(&lang.say("play-keys-more", &[])).style(dim), look.line(&words).style(dim)]
}

impl Look {
    fn boxed(self, frame: &mut Frame, area: Rect, view: &View, title: &str, lines: Vec<Line<'static>>) {
        let title = view.talk.look.lang.say(title, &[]);
        let block = Block::bordered().title(format!(" {title} "));
        let block = if self.ascii { block.border_set(PLAIN) } else { block.border_type(BorderType::Rounded) };
        frame.render_widget(Paragraph::new(lines).block(block).wrap(Wrap { trim: false }), area);
    }

    /// A line, its signs in colour where there is colour.
    fn line(self, text: &str) -> Line<'static> {
        if self.ascii {
            return Line::raw(ascii(text).into_owned());
        }
        let mut spans: Vec<Span<'static>> = Vec::new();
        let mut plain = String::new();
        for letter in text.chars() {
            match self.sign(letter) {
                Some(style) => {
                    spans.push(Span::raw(std::mem::take(&mut plain)));
                    spans.push(Span::styled(letter.to_string(), style));
                }
                None => plain.push(letter),
            }
        }
        spans.push(Span::raw(plain));
        Line::from(spans)
    }

    fn sign(self, letter: char) -> Option<Style> {
        let tint = match letter {
            '▲' => Tint::Win,
            '▼' => Tint::Loss,
            '■' => Tint::Draw,
            '★' => Tint::Strong,
            _ => return None,
        };
        self.paint.on().then(|| match self.paint.indexed(tint) {
            Some(number) => Style::new().fg(Color::Indexed(number)),
            None => Style::new().add_modifier(Modifier::BOLD),
        })
    }
}

/// Borders of a plain keyboard.
const PLAIN: ratatui::symbols::border::Set = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};
