//! A game being played, in lines of text: what a plain terminal prints, and a full screen puts in its boxes.

use super::{Choice, End, Level, Session, Turn, WORDS, typed};
use crate::refusal::Refusal;
use crate::scene::{self, Look, Sign, columns, outcome_words, padded, signed, worth_words};
use crate::view::{letters, view};
use crate::why::{self, Question};
use crate::words::{Lang, Word};
use bouton::game::Game;
use bouton::rules::Player;
use bouton::rules::layout::Packed;
use bouton::{Kind, Value};

/// So many moves are listed.
const MOST_MOVES: usize = 60;
/// A line of moves without values is no longer than this.
const WIDE: usize = 76;

/// A position as it stands on the table, in letters; where that says no more than its variables, these alone.
#[must_use]
pub fn board(session: &Session, position: &Packed) -> Vec<String> {
    let boards = letters(&view(session.game, position, session.lang));
    if boards.is_empty() { vec![scene::variables(session.game, position)] } else { boards }
}

/// Who plays whom.
#[must_use]
pub fn seats(session: &Session, lang: Lang) -> String {
    let Some(you) = session.you() else { return lang.say("play-both", &[]) };
    let (you, other) = (session.name(you), session.name(you.other()));
    lang.say(
        "play-seats",
        &[("player", you.into()), ("other", other.into()), ("level", level(session.level(), lang).into())],
    )
}

fn level(level: Level, lang: Lang) -> String {
    match level {
        Level::Perfect => lang.say("play-perfect", &[]),
        Level::Fair => lang.say("play-fair", &[]),
        Level::Slip(often) => lang.say("play-slip", &[("count", Word::Count(i64::from(often)))]),
        Level::GiveBack => lang.say("play-give-back", &[]),
        Level::Random => lang.say("play-random", &[]),
        Level::Worst => lang.say("play-worst", &[]),
        Level::Nobody => lang.say("play-both", &[]),
    }
}

/// Whose turn it is, and the points so far.
#[must_use]
pub fn standing(session: &Session, lang: Lang) -> String {
    let mover = lang.say("to-move", &[("player", session.name(session.mover()).into())]);
    match totals(session, lang) {
        Some(totals) => format!("{mover}      {totals}"),
        None => mover,
    }
}

/// `Alice 9, Bob 8`
fn totals(session: &Session, lang: Lang) -> Option<String> {
    Some(scene::totals(Player::BOTH.map(|player| session.name(player)), session.totals()?, lang))
}

/// The legal moves: with what each is worth, a line each; or without, as many on a line as fit.
#[must_use]
pub fn moves(session: &Session, values: bool, lang: Lang) -> Vec<String> {
    let choices = session.choices();
    let shown = &choices[..choices.len().min(MOST_MOVES)];
    let mut lines = if values && shown.iter().any(|choice| choice.value.is_some()) {
        valued(session, shown, lang)
    } else {
        let names: Vec<&str> = shown.iter().map(|choice| choice.mv.as_str()).collect();
        wrapped(&names)
    };
    if choices.len() > shown.len() {
        let count = i64::try_from(choices.len() - shown.len()).unwrap_or(i64::MAX);
        lines.push(lang.say("more-moves", &[("count", Word::Count(count))]));
    }
    lines
}

fn valued(session: &Session, choices: &[Choice], lang: Lang) -> Vec<String> {
    let wide = choices.iter().map(|choice| columns(&choice.mv)).max().unwrap_or(0);
    choices.iter().map(|choice| worth(session, choice, wide, lang)).collect()
}

/// `★ take(1)   ▼ −6`
#[must_use]
pub(super) fn worth(session: &Session, choice: &Choice, wide: usize, lang: Lang) -> String {
    let star = if session.best().any(|best| best.mv == choice.mv) { '★' } else { ' ' };
    let Some(value) = choice.value else { return format!("{star} {}", choice.mv) };
    format!("{star} {}   {} {}", padded(&choice.mv, wide), Sign::of(value).mark(), worth_words(value, lang))
}

fn wrapped(names: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        match lines.last_mut().filter(|line| columns(line) + columns(name) + 2 <= WIDE) {
            Some(line) => *line = format!("{line}  {name}"),
            None => lines.push((*name).to_owned()),
        }
    }
    lines
}

/// The best moves, or that nothing is known.
#[must_use]
pub fn hints(session: &Session, lang: Lang) -> Vec<String> {
    let best: Vec<&Choice> = session.best().collect();
    let Some(value) = best.first().and_then(|choice| choice.value) else {
        return vec![lang.say("play-unknown", &[])];
    };
    let names: Vec<&str> = best.iter().map(|choice| choice.mv.as_str()).collect();
    let worth = format!("{} {}", Sign::of(value).mark(), worth_words(value, lang));
    let mut lines = wrapped(&names);
    lines.truncate(4);
    if let Some(first) = lines.first_mut() {
        *first = format!("★ {first}   {worth}");
    }
    lines
}

/// What a move would cost, and the line that shows it.
///
/// # Errors
/// A value that the line needs is not among the solved ones, or the rules have a fault on the way.
pub fn asked(session: &Session, number: usize, look: Look) -> Result<Vec<String>, Refusal> {
    let Some((scene, choice)) = session.scene().zip(session.choices().get(number)) else {
        return Ok(vec![look.lang.say("play-unknown", &[])]);
    };
    let question = Question { mv: Some(choice.mv.clone()), ..Question::default() };
    let found = why::why(&scene, &question)?;
    Ok(found.asked.map(|asked| why::cost(&asked, look.lang)).unwrap_or_default())
}

/// Why the position is worth what it is.
///
/// # Errors
/// A value that a reason needs is not among the solved ones, or the rules have a fault at a position that it looks at.
pub fn reasons(session: &Session, look: Look) -> Result<Vec<String>, Refusal> {
    let Some(scene) = session.scene() else { return Ok(vec![look.lang.say("play-unknown", &[])]) };
    let found = why::why(&scene, &Question { levels: 1, elsewhere: true, ..Question::default() })?;
    Ok(why::text(&found, look))
}

/// A move that was made: `Bob take(2) +16`.
#[must_use]
pub fn done(session: &Session, turn: &Turn) -> String {
    let made = format!("{} {}", session.name(turn.by), turn.mv);
    if session.game.kind() == Kind::Points {
        format!("{made} {}", signed(turn.given.0.saturating_sub(turn.given.1)))
    } else {
        made
    }
}

/// How it ended, in a sentence, and the points.
#[must_use]
pub fn result(session: &Session, lang: Lang) -> Option<String> {
    let named = |id: &str, player: Player| lang.say(id, &[("player", session.name(player).into())]);
    let words = match (session.end()?, session.totals()) {
        (End::Finished(None), Some(_)) => lang.say("play-even", &[]),
        (End::Finished(None), None) => lang.say("play-drawn", &[]),
        (End::Finished(Some(player)), Some([first, second])) => {
            let count = Word::Count(first.saturating_sub(second).saturating_abs());
            lang.say("play-won-by", &[("player", session.name(player).into()), ("count", count)])
        }
        (End::Finished(Some(player)), None) => named("play-won", player),
        (End::Repeated(_), Some(_)) => lang.say("play-repeated-points", &[]),
        (End::Repeated(None), None) => lang.say("play-repeated", &[]),
        (End::Repeated(Some(player)), None) => named("play-repeated-won", player),
    };
    Some(totals(session, lang).map_or(words.clone(), |totals| format!("{totals}      {words}")))
}

/// The moves by which people gave something away, and what would have been better.
#[must_use]
pub fn slips(session: &Session, lang: Lang) -> Vec<String> {
    let yours = session.past().iter().enumerate().filter(|(_, turn)| session.you().is_none_or(|you| you == turn.by));
    let slips: Vec<String> = yours
        .filter_map(|(at, turn)| {
            let slip = turn.slip.as_ref()?;
            Some(lang.say(
                "play-slipped",
                &[
                    ("number", Word::Count(i64::try_from(at + 1).unwrap_or(i64::MAX))),
                    ("move", format!("{} {}", session.name(turn.by), turn.mv).into()),
                    ("worth", value_words(slip.worth, lang).into()),
                    ("value", value_words(slip.value, lang).into()),
                    ("better", slip.better.as_str().into()),
                ],
            ))
        })
        .collect();
    slips
}

/// A value as slips speak of it: `win in 3`.
#[must_use]
pub fn value_words(value: Value, lang: Lang) -> String {
    outcome_words(value, lang)
}

/// The words of command, with their keys.
#[must_use]
pub fn help(look: Look) -> Vec<String> {
    let lang = look.lang;
    let mut lines = vec![lang.say("play-help-move", &[])];
    let wide = if lang == Lang::English { 10 } else { 16 };
    for (key, word, _, id) in WORDS {
        let key = if key == ' ' { lang.say("play-space", &[]) } else { key.to_string() };
        let word = if lang == Lang::English { word.to_owned() } else { format!("{} {word}", typed(id, lang)) };
        lines.push(format!("  {}{}{}", padded(&word, wide), padded(&key, 8), lang.say(id, &[])));
    }
    lines
}
