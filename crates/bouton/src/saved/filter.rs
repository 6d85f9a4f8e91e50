//! Conditions about positions and what they are worth, in the rules language: `value == win and plies >= 20`.

use super::block::code;
use crate::game::{Fault, Game, ended};
use crate::instance::Instance;
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::datum::Datum;
use bouton_rules::diagnostic::{Diagnostic, Severity};
use bouton_rules::interpret::{Position, Turn};
use bouton_rules::layout::Packed;
use bouton_rules::rules::{Expr, ExprKind, StmtKind};
use bouton_rules::table::operators::BinaryOp;
use bouton_rules::{Player, Rules, Source, Text, check, say};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The words that a condition may use beside those of the rules, and what they mean.
pub const FILTER_WORDS: [(&str, &str); 7] = [
    ("turn", "the player to move, where positions keep that"),
    ("over", "whether the game is over"),
    ("value", "what the position is worth to its mover: win, draw or loss; or the lead"),
    ("win", "1, so that `value == win` says that the mover wins"),
    ("draw", "0"),
    ("loss", "-1"),
    ("plies", "how many moves the win or loss takes with best play, and -1 where that is not counted"),
];

/// What the names begin with under which the words stand in the rules.
const OWN: &str = "bouton_";

/// Most plies, and the largest lead, that a condition can speak of.
const MOST_PLIES: i64 = 1 << 31;
const LARGEST: i64 = 1 << 62;

/// A condition.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The rules, with room for the words of the condition: the game must be made from these.
    pub rules: Arc<Rules>,
    condition: Expr,
    /// The conditions that it joins by `and`, and how many of the first speak of nothing but values.
    parts: Vec<Expr>,
    on_values: usize,
    /// Where each word is kept while the condition is worked out.
    slots: Vec<(&'static str, usize)>,
    /// Whether it asks if the game is over, which takes looking at the rules.
    asks_over: bool,
}

/// A condition on its way through a file: what is known of it by the value of a position alone is worked out once a value.
#[derive(Debug)]
pub struct Condition<'a> {
    filter: &'a Filter,
    game: &'a Instance,
    /// Any position: conditions on values do not look at it.
    any: Position,
    /// Whether the conditions on values hold, by the code of the value.
    known: Mutex<HashMap<u64, bool>>,
}

impl<'a> Condition<'a> {
    /// A condition on positions of a game that was made from the filter's rules.
    ///
    /// # Errors
    /// That the game has no first position.
    pub fn new(filter: &'a Filter, game: &'a Instance) -> Result<Condition<'a>, Fault> {
        Ok(Condition { filter, game, any: game.unpack(&game.start()?), known: Mutex::default() })
    }

    /// Whether it speaks of nothing but what positions are worth.
    #[must_use]
    pub fn is_on_values(&self) -> bool {
        self.filter.on_values == self.filter.parts.len()
    }

    /// Whether it can hold at a position that is worth this: those conditions that come first, and speak of values only, do.
    ///
    /// # Errors
    /// What goes wrong in working it out.
    pub fn may_hold(&self, value: Value) -> Result<bool, Fault> {
        let code = code(value);
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&code) {
            return Ok(*known);
        }
        let (filter, number) = (self.filter, |word: &str| number(word, value));
        let locals = filter.locals(|word| number(word).unwrap_or(0));
        let mut holds = true;
        for part in &filter.parts[..filter.on_values] {
            holds = holds && self.game.interpreter().holds_at(part, &self.any, &locals)?;
        }
        lock().insert(code, holds);
        Ok(holds)
    }

    /// Whether it holds at a position that is worth this.
    ///
    /// # Errors
    /// What goes wrong in working it out.
    pub fn holds(&self, at: &Packed, value: Value) -> Result<bool, Fault> {
        self.filter.holds(self.game, at, value)
    }
}

/// The conditions that are joined by `and`, in order.
fn joined(condition: &Expr, parts: &mut Vec<Expr>) {
    match &condition.kind {
        ExprKind::Binary(BinaryOp::And, first, second) => {
            joined(first, parts);
            joined(second, parts);
        }
        _ => parts.push(condition.clone()),
    }
}

/// Whether a condition speaks of nothing but what a position is worth; `places` hold what else it could speak of.
fn is_on_values(condition: &Expr, places: &[usize]) -> bool {
    let mut plain = true;
    condition.walk(&mut |expr| {
        plain &= match &expr.kind {
            ExprKind::State(_) | ExprKind::Old(_) | ExprKind::Me | ExprKind::Opponent => false,
            ExprKind::Can(_) | ExprKind::Answer(_) => false,
            ExprKind::Local(slot) => !places.contains(slot),
            _ => true,
        }
    });
    plain
}

/// What a word of conditions stands for by the value alone.
fn number(word: &str, value: Value) -> Option<i64> {
    let (worth, plies) = match value {
        Value::Lead(lead) => (lead, -1),
        Value::Outcome(Outcome::Win(plies)) => (1, counted(plies)),
        Value::Outcome(Outcome::Draw) => (0, -1),
        Value::Outcome(Outcome::Loss(plies)) => (-1, counted(plies)),
    };
    Some(match word {
        "value" => worth,
        "plies" => plies,
        "win" => 1,
        "draw" => 0,
        "loss" => -1,
        _ => return None,
    })
}

impl Filter {
    /// Reads a condition. A word that the rules use themselves keeps the meaning it has there.
    ///
    /// # Errors
    /// That it cannot be read, or speaks of what there is not.
    pub fn read(rules: &Rules, text: &str) -> Result<Filter, Box<Diagnostic>> {
        let wrong = |why: Text| {
            let finding = Diagnostic::error("F02", say!("`{text}` is no condition: {why}"));
            let words = Text::names(FILTER_WORDS.map(|(word, _)| word));
            Box::new(finding.help(say!(
                "it may speak of {words}, of the variables and of the parameters: `value == win and plies >= 20`"
            )))
        };
        if text.trim().is_empty() || text.contains(['\n', '#', '{', '}']) {
            return Err(wrong(say!("it must stand on one line, without braces")));
        }
        let words: Vec<(&str, String)> =
            domains(rules).into_iter().filter(|(word, _)| !declares(rules, word)).collect();
        // Some of them are words of the language too, so all stand there under names of their own.
        let choices: Vec<String> = words.iter().map(|(word, domain)| format!("{OWN}{word} in {domain}")).collect();
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let (choices, asked) = (choices.join(", "), named(text, &known));
        let source = format!("{}\nmove {OWN}query({choices}) {{ when ({asked}) }}\n", rules.source.text);
        let (with, findings) = check(&Source::new(&rules.source.name, source));
        let Some(with) = with else {
            let error = findings.into_iter().find(|finding| finding.severity == Severity::Error);
            return Err(wrong(error.map_or(say!("it has no meaning"), |error| error.message.without(OWN))));
        };
        let found = with.moves.last().and_then(|mv| match &mv.body.first()?.kind {
            StmtKind::When(condition) => {
                Some((condition.clone(), mv.choices.iter().map(|choice| choice.slot).collect()))
            }
            _ => None,
        });
        let (condition, slots): (Expr, Vec<usize>) = found.ok_or_else(|| wrong(say!("it has no meaning")))?;
        let rules = Arc::new(Rules { frame: rules.frame.max(with.frame), ..rules.clone() });
        let slots: Vec<(&str, usize)> = words.into_iter().map(|(word, _)| word).zip(slots).collect();
        let mut parts = Vec::new();
        joined(&condition, &mut parts);
        let of_place = |(word, _): &&(&str, usize)| number(word, Value::Lead(0)).is_none();
        let places: Vec<usize> = slots.iter().filter(of_place).map(|(_, slot)| *slot).collect();
        let on_values = parts.iter().take_while(|part| is_on_values(part, &places)).count();
        let asks_over = asked.contains(&format!("{OWN}over"));
        Ok(Filter { rules, condition, parts, on_values, slots, asks_over })
    }

    /// Whether it holds at a position that is worth this.
    ///
    /// # Errors
    /// What goes wrong in working it out, such as a division by zero.
    pub fn holds(&self, game: &Instance, at: &Packed, value: Value) -> Result<bool, Fault> {
        let over = self.asks_over && ended(game, at)?.is_some();
        let position = game.unpack(at);
        let mover = if let Turn::Of(player) = position.turn { player } else { game.mover(at) };
        let of_place = |word: &str| i64::from(if word == "turn" { mover == Player::Second } else { over });
        let locals = self.locals(|word| number(word, value).unwrap_or_else(|| of_place(word)));
        Ok(game.interpreter().holds_at(&self.condition, &position, &locals)?)
    }

    /// The words with what they stand for, where the condition looks for them.
    fn locals(&self, number: impl Fn(&str) -> i64) -> Vec<(usize, Datum)> {
        self.slots.iter().map(|(word, slot)| (*slot, Datum::Int(number(word)))).collect()
    }
}

/// The text with these words under their own names.
fn named(text: &str, words: &[&str]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let len = match letter {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ if is_name(letter) => rest.find(|letter| !is_name(letter)).unwrap_or(rest.len()),
            _ => letter.len_utf8(),
        };
        let (part, more) = rest.split_at(len);
        if words.contains(&part) {
            out.push_str(OWN);
        }
        out.push_str(part);
        rest = more;
    }
    out
}

fn counted(plies: Plies) -> i64 {
    match plies {
        Plies::Of(plies) => plies.into(),
        Plies::Endless | Plies::Unknown => -1,
    }
}

/// Each word with what it may be, in the language.
fn domains(rules: &Rules) -> Vec<(&'static str, String)> {
    let [first, second] = [Player::First, Player::Second].map(|player| rules.player_name(player));
    let kind = if rules.points { Kind::Points } else { Kind::Outcome };
    let value = match kind {
        Kind::Points => format!("[{}, {LARGEST}]", -LARGEST),
        Kind::Outcome => "-1..1".to_owned(),
    };
    // Lists, for ranges may hold only so many numbers. Nothing is ever chosen from them: they say what a word may be.
    let of = |word: &'static str| match word {
        "turn" => format!("[{first}, {second}]"),
        "over" => "[false, true]".into(),
        "value" => value.clone(),
        "win" => "1..1".to_owned(),
        "draw" => "0..0".to_owned(),
        "loss" => "-1..-1".to_owned(),
        _ => format!("[-1, {MOST_PLIES}]"),
    };
    FILTER_WORDS.iter().map(|(word, _)| (*word, of(word))).collect()
}

/// Whether the rules give a name a meaning of their own.
fn declares(rules: &Rules, word: &str) -> bool {
    rules.states.iter().any(|state| state.name == word)
        || rules.params.iter().any(|param| param.name == word)
        || rules.lets.iter().any(|known| known.name == word)
        || rules.moves.iter().any(|mv| mv.name == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Limits, Meter, Silent};
    use crate::methods::alone::by_memo;

    fn rules(text: &str) -> Rules {
        check(&Source::new("test", text)).0.expect("the rules are right")
    }

    const TAKE: &str = "game Take\nplayers Ann, Bea\nparam n : 0..30 = 9\nstate left : 0..30 = n\nstate last : player? = none\nmove take(k in 1..2 if k <= left) { left -= k; last = me }\nstuck => me loses\n";

    /// Counts the positions for which a condition holds, and holds that against a plain predicate.
    fn counts(condition: &str, plain: impl Fn(i64, bool, i64, i64) -> bool) -> usize {
        let rules = rules(TAKE);
        let filter = Filter::read(&rules, condition).expect("a condition");
        let game = Instance::new(filter.rules.clone(), &[None]).expect("an instance");
        let solution = by_memo(&game, &mut Meter::new(&Limits::default(), &Silent));
        let mut found = 0;
        for (at, value) in solution.store.entries(&game) {
            let position = game.unpack(&at);
            let (Datum::Int(left), Value::Outcome(outcome)) = (&position.state[0], value) else { continue };
            let second = game.mover(&at) == Player::Second;
            let (worth, plies) = match outcome {
                Outcome::Win(plies) => (1, counted(plies)),
                Outcome::Draw => (0, -1),
                Outcome::Loss(plies) => (-1, counted(plies)),
            };
            let holds = filter.holds(&game, &at, value).expect("no fault");
            assert_eq!(holds, plain(*left, second, worth, plies), "{condition} at {left}");
            found += usize::from(holds);
        }
        found
    }

    #[test]
    fn a_condition_holds_where_it_says() {
        assert!(counts("value == win and plies >= 3", |_, _, value, plies| value == 1 && plies >= 3) > 0);
        assert!(counts("turn == Bea and left <= n - 2", |left, second, _, _| second && left <= 7) > 0);
        assert!(counts("left == 0 or value == loss", |left, _, value, _| left == 0 || value == -1) > 0);
        assert_eq!(counts("value == draw", |_, _, value, _| value == 0), 0);
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        let rules = rules(TAKE);
        for wrong in ["", "  ", "value ==", "lift == 1", "left", "value == 1 }", "left == 1 # no", "1 +", "me"] {
            let refused = Filter::read(&rules, wrong).expect_err(wrong);
            assert_eq!(refused.code, "F02", "{wrong}");
            assert!(!refused.message.to_string().contains(OWN), "{}", refused.message);
        }
    }

    #[test]
    fn a_name_of_the_rules_keeps_its_meaning() {
        let own =
            rules("game Own\nstate value : 0..5 = 3\nmove down { when value > 0; value -= 1 }\nstuck => me loses\n");
        let filter = Filter::read(&own, "value == 2").expect("a condition");
        let game = Instance::new(filter.rules.clone(), &[]).expect("an instance");
        let start = game.start().expect("a start");
        assert!(!filter.holds(&game, &start, Value::Lead(2)).expect("no fault"));
    }
}
