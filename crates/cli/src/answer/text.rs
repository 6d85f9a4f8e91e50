//! An answer for people.

use super::line::{LineOf, Longest};
use super::words::{best_first, gain, signed, tint, verb_of, worth};
use super::{Wanted, params};
use crate::failure::Failure;
use crate::screen::Screen;
use crate::style::Tint;
use bouton::answer::{LineEnd, MoveValue};
use bouton::rules::Player;
use bouton::show::Count;
use bouton::value::{Outcome, Plies};
use bouton::{Instance, Report, Totals, Value, game::Game};

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
    let params = params::shown(game);
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
        heading(screen, self.game, self.title, &self.who_moves())?;
        screen.line("")?;
        self.value(screen)?;
        if wanted != Wanted::Value && !self.report.answer.moves.is_empty() {
            self.moves(screen)?;
        }
        if matches!(wanted, Wanted::Table | Wanted::All) && !self.report.line.moves.is_empty() {
            self.line(screen)?;
        }
        screen.line("")
    }

    fn name(&self, player: Player) -> &str {
        self.game.rules().player_name(player)
    }

    fn verb(&self, player: Player, verb: &'static str) -> &'static str {
        verb_of(self.game.rules(), player, verb)
    }

    fn who_moves(&self) -> String {
        let mover = self.name(self.report.answer.mover);
        match (self.elsewhere, self.report.answer.moves.is_empty()) {
            (false, false) if mover == "First" => String::new(),
            (false, false) => format!("{mover} {} first", self.verb(self.report.answer.mover, "moves")),
            (false, true) => String::new(),
            (true, _) => format!("at {}", self.game.show_position(&self.report.position)),
        }
    }

    fn value(&self, screen: &mut Screen) -> Result<(), Failure> {
        let (left, right) = match self.report.answer.value {
            Value::Lead(lead) => self.points(lead),
            Value::Outcome(outcome) => self.outcome(outcome),
        };
        let gap = " ".repeat(LABEL.saturating_sub(left.chars().count()).max(2));
        let tint = match self.report.winner() {
            Some(_) => Tint::Strong,
            None => Tint::Draw,
        };
        screen.line(&format!("  {}{gap}{right}", screen.paint.tint(tint, &left)))
    }

    fn points(&self, lead: i64) -> (String, String) {
        let ahead = match self.report.winner() {
            Some(winner) if self.elsewhere => {
                format!("{} {} {} more from here on", self.name(winner), self.verb(winner, "gets"), lead.unsigned_abs())
            }
            Some(winner) => {
                format!("{} {} {} ahead", self.name(winner), self.verb(winner, "ends"), lead.unsigned_abs())
            }
            None => "nobody ends ahead".to_owned(),
        };
        match self.report.totals {
            None => (ahead, String::new()),
            Some(Totals { points: [first, second], exact }) => {
                let totals = format!(
                    "{} {}, {} {}",
                    self.name(Player::First),
                    number(first),
                    self.name(Player::Second),
                    number(second)
                );
                (totals, if exact { ahead } else { format!("{ahead}   (totals on this line of play)") })
            }
        }
    }

    fn outcome(&self, outcome: Outcome) -> (String, String) {
        let wins = self
            .report
            .winner()
            .map_or(String::new(), |winner| format!("{} {}", self.name(winner), self.verb(winner, "wins")));
        match outcome {
            Outcome::Win(Plies::Of(0)) | Outcome::Loss(Plies::Of(0)) => (wins, "the game is over here".to_owned()),
            Outcome::Win(Plies::Of(plies)) | Outcome::Loss(Plies::Of(plies)) => {
                (format!("{wins} in {plies}"), String::new())
            }
            Outcome::Win(Plies::Endless) | Outcome::Loss(Plies::Endless) => (wins, "play never ends".to_owned()),
            Outcome::Win(Plies::Unknown) | Outcome::Loss(Plies::Unknown) => (wins, self.nim_sum()),
            Outcome::Draw => ("draw".to_owned(), self.how_drawn()),
        }
    }

    /// What a sum is worth, where its parts are all that was valued.
    fn nim_sum(&self) -> String {
        self.report.nimber.map_or(String::new(), |nimber| format!("nim-sum {nimber}"))
    }

    fn how_drawn(&self) -> String {
        match (self.report.line.end, self.report.line.moves.len()) {
            (LineEnd::Repeats { .. }, _) => "best play repeats".to_owned(),
            (LineEnd::Finished, 0) => "the game is over here".to_owned(),
            (LineEnd::Finished, plies) => format!("best play ends in a draw after {}", plural(plies as u64, "move")),
            (LineEnd::Cut, _) => String::new(),
        }
    }

    /// The best moves and their rivals; of many, the best and how many more there are.
    fn moves(&self, screen: &mut Screen) -> Result<(), Failure> {
        let sorted = best_first(&self.report.answer.moves);
        let best = sorted.iter().filter(|choice| choice.best).count();
        let shown = sorted.len().min(MOST_MOVES);
        let texts: Vec<(String, &MoveValue<Instance>)> =
            sorted[..shown].iter().map(|choice| (self.game.show_move(&choice.mv), *choice)).collect();
        let column = |wide: fn(&(String, &MoveValue<Instance>)) -> usize| texts.iter().map(wide).max().unwrap_or(0);
        let (names, worths) =
            (column(|(name, _)| name.chars().count()), column(|(_, choice)| worth(choice.value).chars().count()));
        let entries =
            texts.iter().map(|(name, choice)| self.entry(screen, name, choice, names, worths)).collect::<Vec<_>>();
        let per_row = ((screen.width - LABEL + 6) / (names + worths + 10)).max(1);
        let first = if self.elsewhere { "best move" } else { "best first move" };
        let label = if best > 1 { format!("{first}s") } else { first.to_owned() };
        for (at, row) in entries.chunks(per_row).enumerate() {
            let label = if at == 0 { label.as_str() } else { "" };
            screen.line(&format!("  {label:LABEL$}{}", row.join("      ")))?;
        }
        match sorted.len() - shown {
            0 if self.report.answer.more => {
                let others = if self.won() {
                    "the others lose; there are too many to list"
                } else {
                    "and more: too many to list"
                };
                screen.line(&format!("  {:LABEL$}… {others}", ""))
            }
            0 => Ok(()),
            more => screen.line(&format!(
                "  {:LABEL$}… {} more, {}",
                "",
                Count(more as u64),
                self.rest(best, shown, &sorted)
            )),
        }
    }

    /// Whether the player to move wins.
    fn won(&self) -> bool {
        self.report.winner() == Some(self.report.answer.mover)
    }

    /// What the moves that are not shown are like.
    fn rest(&self, best: usize, shown: usize, sorted: &[&MoveValue<Instance>]) -> String {
        let worst = sorted.last().map_or(String::new(), |choice| worth(choice.value));
        if best > shown {
            format!("{} of them best", Count((best - shown) as u64))
        } else {
            format!("the worst {worst}")
        }
    }

    fn entry(&self, screen: &Screen, name: &str, choice: &MoveValue<Instance>, names: usize, worths: usize) -> String {
        let star = if choice.best { format!("{} ", screen.paint.tint(Tint::Strong, "★")) } else { "  ".to_owned() };
        let (worth, tint) = (worth(choice.value), tint(choice.value));
        let pad = |wide: usize, text: &str| " ".repeat(wide.saturating_sub(text.chars().count()));
        format!("{star}{name}{}  {}{}", pad(names, name), screen.paint.tint(tint, &worth), pad(worths, &worth))
    }

    fn line(&self, screen: &mut Screen) -> Result<(), Failure> {
        let points = matches!(self.report.answer.value, Value::Lead(_));
        let (mut rows, mut shown) = (Rows::new("best play"), 0);
        for made in self.line.moves(LONGEST_SHOWN) {
            let gained = if points { format!(" {}", signed(gain(made.gain))) } else { String::new() };
            rows.add(format!("{} {}{gained}", self.name(made.mover), self.game.show_move(&made.mv)), screen)?;
            shown += 1;
        }
        match self.line.more(shown) {
            (0, false) => {}
            (more, false) => rows.add(format!("… {} more", Count(more as u64)), screen)?,
            (0, true) => rows.add("…".to_owned(), screen)?,
            (more, true) => rows.add(format!("… more than {} more", Count(more as u64)), screen)?,
        }
        if let LineEnd::Repeats { after } = self.report.line.end {
            let again = if after == 0 {
                "and round again".to_owned()
            } else {
                format!("and round again from move {}", after + 1)
            };
            rows.add(again, screen)?;
        }
        rows.end(screen)
    }
}

/// Parts written one after the other, broken into rows; none is kept once it is written.
struct Rows {
    label: &'static str,
    row: String,
    /// Letters of the row.
    wide: usize,
}

impl Rows {
    /// Three letters.
    const BETWEEN: &str = " · ";

    fn new(label: &'static str) -> Rows {
        Rows { label, row: String::new(), wide: 0 }
    }

    fn add(&mut self, part: String, screen: &mut Screen) -> Result<(), Failure> {
        let more = part.chars().count();
        if self.wide > 0 {
            self.row += Rows::BETWEEN;
            if self.wide + more + LABEL < screen.width { self.wide += 3 } else { self.end(screen)? }
        }
        self.row += &part;
        self.wide += more;
        Ok(())
    }

    fn end(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        screen.line(&format!("  {:LABEL$}{}", self.label, self.row))?;
        self.label = "";
        self.row.clear();
        self.wide = 0;
        Ok(())
    }
}

/// A number with the sign that leads have.
pub(crate) fn number(points: i64) -> String {
    if points < 0 { signed(points) } else { points.to_string() }
}

/// `1 move`, `11 moves`.
pub(crate) fn plural(count: u64, word: &str) -> String {
    format!("{} {word}{}", Count(count), if count == 1 { "" } else { "s" })
}
