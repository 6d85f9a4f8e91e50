//! What a program reads and what it prints, as templates: text with expressions of the rules language in braces.

use super::shown::{plain, usual};
use bouton::examples::holds;
use bouton::game::Fault;
use bouton::rules::diagnostic::{Diagnostic, Severity};
use bouton::rules::interpret::Interpreter;
use bouton::rules::rules::{Expect, ExpectKind, Expr, ExprKind};
use bouton::rules::{Source, check};
use bouton::{Instance, Player, Report, Rules};
use std::sync::Arc;

/// The names under which the values of an input template stand in the rules.
const VALUE: &str = "bouton_input_";

/// What stands in a template where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Whether it is the input template; else the answer.
    pub input: bool,
    /// The expression.
    pub text: String,
    /// What the checker says of it.
    pub finding: Diagnostic,
}

/// How cases are written for a program and how its answers are told.
#[derive(Clone, Debug)]
pub struct Templates {
    /// The rules, with the expressions of the templates checked beside them.
    pub rules: Arc<Rules>,
    /// The input template as text.
    pub input: String,
    /// The answer template as text.
    pub answer: String,
    pieces: Vec<Piece>,
    asked: Asked,
    /// The rules by themselves.
    own: Arc<Rules>,
}

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    /// A `let` of the rules.
    Value(usize),
}

/// What the answer is.
#[derive(Clone, Debug)]
enum Asked {
    /// Who wins: the word for the first player, for the second, and for neither.
    Winner([String; 3]),
    /// A number.
    Number(Expr),
    /// Whether something holds.
    Truth(Box<Expect>),
}

impl Templates {
    /// Reads the templates; without one, the usual: parameters one a line, and the first player's points, lead, or who wins. Cases keep
    /// to a condition, if there is one.
    ///
    /// # Errors
    /// What in a template cannot be read.
    pub fn new(
        rules: &Rules,
        input: Option<&str>,
        answer: Option<&str>,
        within: Option<&str>,
    ) -> Result<Templates, Box<Wrong>> {
        let input = input.map_or_else(|| usual_input(rules, &|_| true), str::to_owned);
        let answer = answer.map_or_else(|| usual_answer(rules), |answer| answer.trim().to_owned());
        let (pieces, exprs) = pieces(&input);
        let lets: String =
            exprs.iter().enumerate().map(|(at, expr)| format!("\nlet {VALUE}{at} = {}", one_line(expr))).collect();
        let within = within.map_or_else(String::new, |condition| format!("\nrequire {}", one_line(condition)));
        let text = format!("{}{lets}{within}\n", rules.source.text);
        let first = rules.lets.len();
        let with_lets = checked(rules, &text).map_err(|finding| {
            let which = exprs.iter().position(|expr| checked_alone(rules, expr).is_err()).unwrap_or(0);
            Box::new(Wrong { input: true, text: exprs.get(which).cloned().unwrap_or_default(), finding: *finding })
        })?;
        let pieces = pieces.into_iter().map(|piece| match piece {
            Piece::Value(at) => Piece::Value(at + first),
            text => text,
        });
        let pieces = pieces.collect();
        let own = Arc::new(rules.clone());
        let (rules, asked) = asked(&with_lets, &text, &answer).map_err(|finding| Wrong {
            input: false,
            text: answer.clone(),
            finding: *finding,
        })?;
        Ok(Templates { rules: Arc::new(rules), input, answer, pieces, asked, own })
    }

    /// What a program reads.
    #[must_use]
    pub fn write(&self, game: &Interpreter) -> String {
        let rules = game.rules();
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Value(at) => {
                    if let (Some(value), Some(line)) = (game.lets().get(*at), rules.lets.get(*at)) {
                        text.push_str(&plain(value, &line.value.ty, rules));
                    }
                }
            }
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    /// Whether nothing is asked but what the position's value tells.
    #[must_use]
    pub fn value_alone(&self) -> bool {
        let mut alone = true;
        let mut look = |expr: &Expr| {
            expr.walk(&mut |part| {
                use bouton::rules::rules::AnswerTerm::{Best, Nimber, Plies, Positions};
                alone &= !matches!(part.kind, ExprKind::Answer(Best | Nimber | Plies | Positions));
            });
        };
        match &self.asked {
            Asked::Winner(_) => {}
            Asked::Number(expr) => look(expr),
            Asked::Truth(expect) => match &expect.kind {
                ExpectKind::Condition(expr) => look(expr),
                ExpectKind::Outcome(_, plies) => alone = plies.is_none(),
                ExpectKind::Not(_) => {}
            },
        }
        alone
    }

    /// The rules as they were given.
    pub(super) fn own(&self) -> &Rules {
        &self.own
    }

    /// The right answer where the lead of the first player, who begins, and the points of both tell it; nothing where more is asked.
    pub(super) fn told_by(&self, lead: i64, totals: Option<[i64; 2]>) -> Option<String> {
        let [first, _] = &self.own.players;
        match &self.asked {
            Asked::Winner([wins, loses, draws]) => Some(match lead.signum() {
                1 => wins.clone(),
                0 => draws.clone(),
                _ => loses.clone(),
            }),
            Asked::Number(_) if self.answer == format!("lead({first})") => Some(lead.to_string()),
            Asked::Number(_) if self.answer == format!("total({first})") => totals.map(|[mine, _]| mine.to_string()),
            Asked::Number(_) | Asked::Truth(_) => None,
        }
    }

    /// The right answer.
    ///
    /// # Errors
    /// What is wrong in working it out.
    pub fn told(&self, game: &Instance, report: &Report) -> Result<String, Fault> {
        let rules = game.rules();
        Ok(match &self.asked {
            Asked::Winner([wins, loses, draws]) => match report.winner() {
                Some(Player::First) => wins.clone(),
                Some(Player::Second) => loses.clone(),
                None => draws.clone(),
            },
            Asked::Number(expr) => {
                let value = game.interpreter().of_answer(expr, &report.facts(game))?;
                plain(&value, &expr.ty, rules)
            }
            Asked::Truth(expect) => holds(game, report, expect)?.to_string(),
        })
    }
}

/// Every parameter that is read on a line of its own, lists after their length.
#[must_use]
pub fn usual_input(rules: &Rules, read: &dyn Fn(usize) -> bool) -> String {
    let params = rules.params.iter().enumerate().filter(|(which, _)| read(*which));
    let lines: Vec<String> = params.map(|(_, param)| usual(&param.name, &param.domain)).collect();
    lines.join("\\n")
}

/// The first player's points where they are known, else the lead; in games without points who wins.
#[must_use]
pub fn usual_answer(rules: &Rules) -> String {
    let first = &rules.players[0];
    match (rules.points, rules.remaining.is_some()) {
        (true, true) => format!("total({first})"),
        (true, false) => format!("lead({first})"),
        (false, _) => "winner".to_owned(),
    }
}

/// A template cut into text and expressions.
fn pieces(template: &str) -> (Vec<Piece>, Vec<String>) {
    let template = template.replace("\\n", "\n").replace("\\t", "\t");
    let (mut pieces, mut exprs) = (Vec::new(), Vec::new());
    let mut rest = template.as_str();
    while let Some(open) = rest.find('{') {
        let (text, from) = rest.split_at(open);
        pieces.push(Piece::Text(text.to_owned()));
        let end = closing(from).unwrap_or(from.len() - 1);
        exprs.push(from[1..end.max(1)].trim().to_owned());
        pieces.push(Piece::Value(exprs.len() - 1));
        rest = from.get(end + 1..).unwrap_or_default();
    }
    pieces.push(Piece::Text(rest.to_owned()));
    (pieces, exprs)
}

/// The brace that closes the first one: sets have braces too.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The rules of a text, or its first error.
fn checked(rules: &Rules, text: &str) -> Result<Rules, Box<Diagnostic>> {
    let (found, findings) = check(&Source::new(&rules.source.name, text));
    found.ok_or_else(|| {
        let error = findings.into_iter().find(|finding| finding.severity == Severity::Error);
        Box::new(error.unwrap_or_else(|| Diagnostic::error("S03", "it cannot be read")))
    })
}

fn checked_alone(rules: &Rules, expr: &str) -> Result<Rules, Box<Diagnostic>> {
    checked(rules, &format!("{}\nlet {VALUE}0 = {}\n", rules.source.text, one_line(expr)))
}

/// What an answer template asks: a number first, else something that holds or not.
fn asked(rules: &Rules, text: &str, answer: &str) -> Result<(Rules, Asked), Box<Diagnostic>> {
    if let Some(words) = winner_words(rules, answer) {
        return Ok((rules.clone(), Asked::Winner(words)));
    }
    let answer = one_line(answer);
    let number = checked(rules, &format!("{text}example => ({answer}) == ({answer})\n"));
    if let Ok(rules) = number
        && let Some(expect) = rules.examples.last().and_then(|example| example.expects.first())
        && let ExpectKind::Condition(Expr { kind: ExprKind::Compare(expr, _), .. }) = &expect.kind
    {
        let expr = (**expr).clone();
        return Ok((rules.clone(), Asked::Number(expr)));
    }
    let rules = checked(rules, &format!("{text}example => {answer}\n"))?;
    let expect = rules.examples.last().and_then(|example| example.expects.first()).cloned();
    let expect = expect.ok_or_else(|| Box::new(Diagnostic::error("S03", "it asks nothing")))?;
    Ok((rules, Asked::Truth(Box::new(expect))))
}

/// The words for who wins: `winner` has their names, `sign` has 1, −1 and 0, and `winner as Alice/Bob/Tie` its own.
#[must_use]
pub fn winner_words(rules: &Rules, answer: &str) -> Option<[String; 3]> {
    let [first, second] = &rules.players;
    let words: Vec<&str> = match answer.trim() {
        "winner" => vec![first, second, "draw"],
        "sign" => vec!["1", "-1", "0"],
        other => other.strip_prefix("winner as ")?.split('/').map(str::trim).collect(),
    };
    <[&str; 3]>::try_from(words).ok().map(|words| words.map(str::to_owned))
}
