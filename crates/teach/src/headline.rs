//! The answer in a line: who wins or how many points each gets, and what there is to say beside it.

use crate::gallery;
use crate::scene::{signed, totals};
use crate::words::{Lang, Word};
use bouton::answer::LineEnd;
use bouton::game::Game;
use bouton::game::ended;
use bouton::rules::{Player, Rules};
use bouton::show::Count;
use bouton::value::{Outcome, Plies};
use bouton::{Instance, Kind, Report, Totals, Value};

/// What is told of an answer, and how.
#[derive(Clone, Copy, Debug)]
pub struct Headline<'a> {
    /// The game.
    pub game: &'a Instance,
    /// What is known.
    pub report: &'a Report,
    /// Whether play did not begin at that position.
    pub elsewhere: bool,
    /// The points of both players on the way there, where that is known: then the whole game is told, not what is still to come.
    pub gained: Option<[i64; 2]>,
    /// The language.
    pub lang: Lang,
}

impl Headline<'_> {
    /// `Alice 10, Bob 16` and `Bob ends 6 ahead`; `X wins in 5` and nothing.
    #[must_use]
    pub fn words(&self) -> (String, String) {
        match self.report.answer.value {
            Value::Lead(lead) => self.points(lead),
            Value::Outcome(outcome) => self.outcome(outcome),
        }
    }

    /// Something that a player does, or several do.
    #[must_use]
    pub fn does(&self, id: &str, player: Player, more: &[(&'static str, Word)]) -> String {
        let many = Word::Count(if several(self.game.rules(), player) { 2 } else { 1 });
        self.lang.say(id, &[&[("player", self.name(player).into()), ("many", many)], more].concat())
    }

    fn name(&self, player: Player) -> &str {
        gallery::player(self.game.rules(), player, self.lang)
    }

    fn points(&self, lead: i64) -> (String, String) {
        let final_lead = self.for_first(lead);
        let winner = match final_lead {
            0 => None,
            lead => Some(if lead > 0 { Player::First } else { Player::Second }),
        };
        let count = [("count", Word::Text(final_lead.unsigned_abs().to_string()))];
        let ahead = match winner {
            Some(winner) if self.elsewhere && self.gained.is_none() => self.does("solve-from-here", winner, &count),
            Some(winner) => self.does("solve-ahead", winner, &count),
            None => self.lang.say("solve-nobody", &[]),
        };
        // What is over hands out no more.
        let ahead = match ended(self.game, &self.report.position) {
            Ok(Some(_)) => format!("{ahead} · {}", self.lang.say("solve-over", &[])),
            _ => ahead,
        };
        match self.report.totals {
            None => (ahead, String::new()),
            Some(Totals { points: [first, second], exact }) => {
                let [one, other] = [Player::First, Player::Second].map(|player| self.name(player));
                let [before, also] = self.gained.unwrap_or_default();
                let points = [before.saturating_add(first), also.saturating_add(second)];
                let totals = totals([one, other], points, self.lang);
                (totals, if exact { ahead } else { self.lang.say("solve-on-line", &[("ahead", ahead.into())]) })
            }
        }
    }

    /// How far the first player ends ahead: by what was gained on the way and what is to come. Sums saturate: a game's own points
    /// are checked where they are made.
    fn for_first(&self, lead: i64) -> i64 {
        let [first, second] = self.gained.unwrap_or_default();
        let mine = if self.report.answer.mover == Player::First { lead } else { lead.saturating_neg() };
        first.saturating_sub(second).saturating_add(mine)
    }

    fn outcome(&self, outcome: Outcome) -> (String, String) {
        let lang = self.lang;
        let wins = self.report.winner().map_or(String::new(), |winner| self.does("solve-wins", winner, &[]));
        match outcome {
            Outcome::Win(Plies::Of(0)) | Outcome::Loss(Plies::Of(0)) => (wins, lang.say("solve-over", &[])),
            Outcome::Win(Plies::Of(plies)) | Outcome::Loss(Plies::Of(plies)) => {
                let words = [("wins", wins.into()), ("count", plies.to_string().into())];
                (lang.say("solve-wins-in", &words), self.nim_sum())
            }
            Outcome::Win(Plies::Endless) | Outcome::Loss(Plies::Endless) => (wins, lang.say("solve-endless", &[])),
            Outcome::Win(Plies::Unknown) | Outcome::Loss(Plies::Unknown) => (wins, self.nim_sum()),
            Outcome::Draw => (lang.say("solve-draw", &[]), self.how_drawn()),
        }
    }

    /// What a position is worth in sums, where that is known.
    fn nim_sum(&self) -> String {
        let word = if self.game.parts().is_some() { "nim-sum" } else { "nimber" };
        self.report.nimber.map_or(String::new(), |nimber| format!("{} {nimber}", self.lang.say(word, &[])))
    }

    fn how_drawn(&self) -> String {
        match (self.report.line.end, self.report.line.moves.len()) {
            (LineEnd::Repeats { .. }, _) => self.lang.say("solve-repeats", &[]),
            (LineEnd::Finished, 0) => self.lang.say("solve-over", &[]),
            (LineEnd::Finished, plies) => counted(self.lang, "solve-drawn-after", plies as u64),
            (LineEnd::Cut, _) => String::new(),
        }
    }
}

/// A number with the sign that leads have.
#[must_use]
pub fn number(points: i64) -> String {
    if points < 0 { signed(points) } else { points.to_string() }
}

/// A message with a count: `11 positions`.
#[must_use]
pub fn counted(lang: Lang, id: &str, count: u64) -> String {
    let shown = Count(count).to_string();
    lang.say(id, &[("count", Word::Count(i64::try_from(count).unwrap_or(i64::MAX))), ("shown", shown.into())])
}

/// How many positions are won, drawn and lost for who moves there; in games of points, how many are ahead, even and behind.
#[must_use]
pub fn of_each(lang: Lang, kind: Kind, counts: [u64; 3]) -> String {
    let [win, draw, loss] = counts.map(|count| Word::from(Count(count).to_string()));
    let id = if kind == Kind::Points { "counts-points" } else { "counts" };
    lang.say(id, &[("win", win), ("draw", draw), ("loss", loss)])
}

/// Whether a player is several: where the rules say `Foxes win`, players whose names end in `s` are.
#[must_use]
pub fn several(rules: &Rules, player: Player) -> bool {
    let says = |name: &str| {
        ["win", "lose", "lead"].iter().any(|verb| says_word(&rules.source.text, &format!("=> {name} {verb}")))
    };
    rules.player_name(player).ends_with('s') && rules.players.iter().any(|name| name.ends_with('s') && says(name))
}

/// Whether words stand in a text, and end there.
fn says_word(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| !text[at + words.len()..].starts_with(char::is_alphanumeric))
}
