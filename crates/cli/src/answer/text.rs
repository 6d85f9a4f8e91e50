//! An answer for people.

use super::Wanted;
use super::line::{LineOf, Longest};
use super::words::{best_first, gain, signed, tint};
use crate::failure::Failure;
use crate::screen::Screen;
use crate::style::Tint;
use bouton::answer::{LineEnd, MoveValue};
use bouton::game::Game;
use bouton::rules::Player;
use bouton::show::Count;
use bouton::{Instance, Report, Value};
use bouton_teach::gallery;
use bouton_teach::headline::{Headline, counted};
use bouton_teach::scene::{columns, padded, params_shown, worth_words};
use bouton_teach::words::Lang;

/// Where the right column begins.
const LABEL: usize = 24;
/// At most so many moves are listed.
const MOST_MOVES: usize = 12;
/// At most so many moves of a line are listed.
const LONGEST_SHOWN: Longest = Longest(12);

/// What an answer is about.
pub(crate) struct Subject<'a> {
    pub(crate) game: &'a Instance,
    pub(crate) title: &'a str,
    pub(crate) report: &'a Report,
    pub(crate) line: LineOf<'a>,
    /// Whether it starts from a position of `--at`.
    pub(crate) elsewhere: bool,
}

/// Title, parameters, and who moves.
pub(crate) fn heading(screen: &mut Screen, game: &Instance, title: &str, who: &str) -> Result<(), Failure> {
    let params: Vec<String> = params_shown(game).iter().map(|param| screen.lang.sentence(param)).collect();
    let one = params.join("   ");
    let parts: Vec<&str> = [title, one.as_str(), who].into_iter().filter(|part| !part.is_empty()).collect();
    if parts.join("      ").chars().count() <= screen.width + 10 {
        let title = screen.paint.tint(Tint::Strong, title);
        return screen.line(&[&[title.as_str()], &parts[1..]].concat().join("      "));
    }
    screen.line(&format!("{}      {who}", screen.paint.tint(Tint::Strong, title)))?;
    params.iter().try_for_each(|param| screen.line(&format!("  {param}")))
}

impl Subject<'_> {
    /// Everything that was wanted, without the last lines.
    pub(crate) fn write(&self, screen: &mut Screen, wanted: Wanted) -> Result<(), Failure> {
        heading(screen, self.game, self.title, &self.who_moves(screen.lang))?;
        screen.line("")?;
        self.value(screen)?;
        if !matches!(wanted, Wanted::Value | Wanted::Nimber)
            && (self.report.answer.more || !self.report.answer.moves.is_empty())
        {
            self.moves(screen)?;
        }
        if matches!(wanted, Wanted::Table | Wanted::All) && !self.report.line.moves.is_empty() {
            self.line(screen)?;
        }
        screen.line("")
    }

    fn name(&self, player: Player, lang: Lang) -> &str {
        gallery::player(self.game.rules(), player, lang)
    }

    fn headline(&self, lang: Lang) -> Headline<'_> {
        Headline { game: self.game, report: self.report, elsewhere: self.elsewhere, gained: None, lang }
    }

    fn who_moves(&self, lang: Lang) -> String {
        let mover = self.game.rules().player_name(self.report.answer.mover);
        match (self.elsewhere, self.report.answer.moves.is_empty()) {
            (false, false) if mover == "First" => String::new(),
            (false, false) => self.headline(lang).does("solve-first", self.report.answer.mover, &[]),
            (false, true) => String::new(),
            (true, _) => {
                let position = gallery::place(self.game.rules(), &self.game.show_position(&self.report.position), lang);
                lang.say("solve-at", &[("position", position.into())])
            }
        }
    }

    fn value(&self, screen: &mut Screen) -> Result<(), Failure> {
        let (left, right) = self.headline(screen.lang).words();
        let gap = " ".repeat(LABEL.saturating_sub(columns(&left)).max(2));
        let tint = match self.report.winner() {
            Some(_) => Tint::Strong,
            None => Tint::Draw,
        };
        screen.line(&format!("  {}{gap}{right}", screen.paint.tint(tint, &left)))
    }

    /// The best moves and their rivals; of many, the best and how many more there are.
    fn moves(&self, screen: &mut Screen) -> Result<(), Failure> {
        let sorted = best_first(&self.report.answer.moves);
        let best = sorted.iter().filter(|choice| choice.best).count();
        let shown = sorted.len().min(MOST_MOVES);
        let texts: Vec<(String, &MoveValue<Instance>)> =
            sorted[..shown].iter().map(|choice| (self.game.show_move(&choice.mv), *choice)).collect();
        let names = texts.iter().map(|(name, _)| columns(name)).max().unwrap_or(0);
        let worths =
            texts.iter().map(|(_, choice)| columns(&worth_words(choice.value, screen.lang))).max().unwrap_or(0);
        let entries =
            texts.iter().map(|(name, choice)| self.entry(screen, name, choice, names, worths)).collect::<Vec<_>>();
        let per_row = ((screen.width - LABEL + 6) / (names + worths + 10)).max(1);
        let lang = screen.lang;
        let label = counted(lang, if self.elsewhere { "solve-best" } else { "solve-best-first" }, best as u64);
        for (at, row) in entries.chunks(per_row).enumerate() {
            let label = if at == 0 { label.as_str() } else { "" };
            screen.line(&format!("  {}{}", padded(label, LABEL), row.join("      ")))?;
        }
        match sorted.len() - shown {
            0 if self.report.answer.more => screen.line(&format!("  {:LABEL$}… {}", "", self.others(shown, lang))),
            0 => Ok(()),
            more => {
                let rest = self.rest(best, shown, &sorted, lang);
                let words = [("shown", Count(more as u64).to_string().into()), ("rest", rest.into())];
                screen.line(&format!("  {:LABEL$}… {}", "", lang.say("solve-more", &words)))
            }
        }
    }

    /// What is said of moves that are too many to list, beside so many that are listed.
    fn others(&self, listed: usize, lang: Lang) -> String {
        let others = self.report.answer.count.map(|count| count.saturating_sub(listed as u64));
        let words = || [("others", Count(others.unwrap_or(0)).to_string().into())];
        match (others, self.won() && listed > 0) {
            (Some(_), true) => lang.say("solve-so-many-lose", &words()),
            (Some(_), false) => lang.say("solve-so-many", &words()),
            (None, true) => lang.say("solve-others-lose", &[]),
            (None, false) if listed > 0 => lang.say("solve-too-many", &[]),
            (None, false) => lang.say("solve-none-listed", &[]),
        }
    }

    /// Whether the player to move wins.
    fn won(&self) -> bool {
        self.report.winner() == Some(self.report.answer.mover)
    }

    /// What the moves that are not shown are like.
    fn rest(&self, best: usize, shown: usize, sorted: &[&MoveValue<Instance>], lang: Lang) -> String {
        let worst = sorted.last().map_or(String::new(), |choice| worth_words(choice.value, lang));
        if best > shown {
            lang.say("solve-more-best", &[("shown", Count((best - shown) as u64).to_string().into())])
        } else {
            lang.say("solve-more-worst", &[("worth", worst.into())])
        }
    }

    fn entry(&self, screen: &Screen, name: &str, choice: &MoveValue<Instance>, names: usize, worths: usize) -> String {
        let star = if choice.best { format!("{} ", screen.paint.tint(Tint::Strong, "★")) } else { "  ".to_owned() };
        let (worth, tint) = (worth_words(choice.value, screen.lang), tint(choice.value));
        let pad = |wide: usize, text: &str| " ".repeat(wide.saturating_sub(columns(text)));
        format!("{star}{name}{}  {}{}", pad(names, name), screen.paint.tint(tint, &worth), pad(worths, &worth))
    }

    fn line(&self, screen: &mut Screen) -> Result<(), Failure> {
        let points = matches!(self.report.answer.value, Value::Lead(_));
        let (mut rows, mut shown) = (Rows::new(screen.lang.say("solve-line", &[])), 0);
        for made in self.line.moves(LONGEST_SHOWN) {
            let gained = if points { format!(" {}", signed(gain(made.gain))) } else { String::new() };
            rows.add(
                format!("{} {}{gained}", self.name(made.mover, screen.lang), self.game.show_move(&made.mv)),
                screen,
            )?;
            shown += 1;
        }
        match self.line.more(shown) {
            (0, false) => {}
            (more, false) => rows.add(rest("solve-line-more", more as u64, screen.lang), screen)?,
            (0, true) => rows.add("…".to_owned(), screen)?,
            (more, true) => rows.add(rest("solve-line-more-than", more as u64, screen.lang), screen)?,
        }
        if let LineEnd::Repeats { after } = self.report.line.end {
            let again = if after == 0 {
                screen.lang.say("solve-round", &[])
            } else {
                screen.lang.say("solve-round-from", &[("count", (after + 1).to_string().into())])
            };
            rows.add(again, screen)?;
        }
        rows.end(screen)
    }
}

/// Parts written one after the other, broken into rows; none is kept once it is written.
struct Rows {
    label: String,
    row: String,
    /// Letters of the row.
    wide: usize,
}

impl Rows {
    /// Three letters.
    const BETWEEN: &str = " · ";

    fn new(label: String) -> Rows {
        Rows { label, row: String::new(), wide: 0 }
    }

    fn add(&mut self, part: String, screen: &mut Screen) -> Result<(), Failure> {
        let more = columns(&part);
        if self.wide > 0 {
            self.row += Rows::BETWEEN;
            if self.wide + more + LABEL < screen.width { self.wide += 3 } else { self.end(screen)? }
        }
        self.row += &part;
        self.wide += more;
        Ok(())
    }

    fn end(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        screen.line(&format!("  {}{}", padded(&self.label, LABEL), self.row))?;
        self.label.clear();
        self.row.clear();
        self.wide = 0;
        Ok(())
    }
}

/// `1 move`, `11 moves`.
macro_rules! plural {
    ($count:expr, $noun:literal) => {{
        let count: u64 = $count;
        let ending = if count == 1 { "" } else { "s" };
        let blanks = [bouton::show::Count(count).to_string(), ending.to_owned()].map(bouton::rules::Text::Code);
        bouton::rules::text::said(concat!("{} ", $noun, "{}"), blanks)
    }};
}
pub(crate) use plural;

/// What is not listed.
fn rest(id: &str, more: u64, lang: Lang) -> String {
    format!("… {}", lang.say(id, &[("shown", Count(more).to_string().into())]))
}
