//! The `example` lines of rules, run as the tests they are.

use crate::answer::{Report, legal_choices, report};
use crate::error::Stop;
use crate::game::Game;
use crate::instance::Instance;
use crate::limits::{Limits, Silent};
use crate::methods::Ask;
use crate::solution::solve;
use crate::value::Value;
use bouton_rules::diagnostic::Diagnostic;
use bouton_rules::interpret::{Fault, Interpreter};
use bouton_rules::rules::{AnswerTerm, Example, Expect, ExpectKind, ExprKind, Outcome, OutcomeKind, Rules, Who};
use bouton_rules::{Player, Text, datum::Datum, say};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A line of best play shown with a failed example has at most this many moves.
const LONGEST_LINE: usize = 12;

/// Examples run; a file that has more is told so.
const MOST_EXAMPLES: usize = 1_000;
/// Findings after which no further example is run.
const MOST_FINDINGS: usize = 50;

/// Runs every example: `X01` for an expectation that does not hold, `X02` for one that cannot be looked at. Stops after a thousand
/// examples, fifty findings, or when `limits` say so.
#[must_use]
pub fn run_examples(rules: &Arc<Rules>, limits: &Limits) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for example in rules.examples.iter().take(MOST_EXAMPLES) {
        found.extend(run_example(rules, example, limits).findings);
        if found.len() >= MOST_FINDINGS || limits.cancel.load(Ordering::Relaxed) {
            return found;
        }
    }
    if let Some(next) = rules.examples.get(MOST_EXAMPLES) {
        let message = say!("only the first {MOST_EXAMPLES} examples are run");
        found.push(Diagnostic::warning("X02", message).at(next.span, "not run, and none after it"));
    }
    found
}

/// One example, run.
#[derive(Debug)]
pub struct Ran {
    /// What does not hold, or cannot be looked at.
    pub findings: Vec<Diagnostic>,
    /// The game with the example's parameters, and its answer, where it could be solved.
    pub solved: Option<(Instance, Report)>,
    /// Whether it was the limits that kept it from being solved.
    pub limited: bool,
}

/// Runs one example within limits.
#[must_use]
pub fn run_example(rules: &Arc<Rules>, example: &Example, limits: &Limits) -> Ran {
    let failed = |findings| Ran { findings, solved: None, limited: false };
    let game = match instance(rules, example) {
        Ok(game) => game.within(&limits.begun()),
        Err(fault) => return failed(vec![unusable(example, "its parameters cannot be used", *fault)]),
    };
    match solved(&game, example, game.limits()) {
        Ok(report) => {
            let findings = example.expects.iter().filter_map(|expect| look(&game, &report, expect)).collect();
            Ran { findings, solved: Some((game, report)), limited: false }
        }
        Err(stop @ (Stop::Fault(_) | Stop::Cycle(_))) => {
            failed(vec![unusable(example, "play goes wrong", stop.diagnostic())])
        }
        Err(stop) => {
            let finding = Diagnostic::error("X02", say!("this example cannot be solved: {stop}"));
            let findings = vec![finding.at(example.span, "not solved").help("choose smaller parameters for examples, or allow more: `bouton check FILE --positions 1e8 --time 10m --memory 8G`")];
            Ran { findings, solved: None, limited: true }
        }
    }
}

fn unusable(example: &Example, why: &'static str, cause: Diagnostic) -> Diagnostic {
    let mut finding = Diagnostic::error("X02", say!("this example cannot be solved: {why}: {}", cause.message));
    finding = finding.at(example.span, "not solved");
    cause.labels.into_iter().for_each(|label| finding.labels.push(label));
    finding.notes.extend(cause.notes);
    finding.help.extend(cause.help);
    finding
}

/// The game with an example's parameters.
pub(crate) fn instance(rules: &Arc<Rules>, example: &Example) -> Result<Instance, Fault> {
    Instance::new(rules.clone(), &example_params(rules, example)?).map_err(|fault| fault.diagnostic)
}

/// The parameters that an example gives, by number.
///
/// # Errors
/// What is wrong in working out a value.
pub fn example_params(rules: &Arc<Rules>, example: &Example) -> Result<Vec<Option<Datum>>, Fault> {
    let mut given = vec![None; rules.params.len()];
    for (which, value) in &example.params {
        given[*which] = Some(Interpreter::constant(rules, value)?);
    }
    Ok(given)
}

/// Whether an example asks for plies or positions, which nimbers do not count.
fn counts(example: &Example) -> bool {
    let mut found = false;
    for expect in &example.expects {
        match &expect.kind {
            ExpectKind::Outcome(_, plies) => found |= plies.is_some(),
            ExpectKind::Not(_) => {}
            ExpectKind::Condition(condition) => condition.walk(&mut |part| {
                found |= matches!(part.kind, ExprKind::Answer(AnswerTerm::Plies | AnswerTerm::Positions));
            }),
        }
    }
    found
}

fn solved(game: &Instance, example: &Example, limits: &Limits) -> Result<Report, Stop> {
    let start = game.start().map_err(crate::path::at_start)?;
    let forced = ((game.parts().is_some() || game.partizan_parts().is_some()) && counts(example)).then_some("memo");
    let solved = solve(game, &start, &Ask::Table, limits, forced, &Silent);
    let solution = solved.map_err(|stop| stop.in_rules(game.rules()))?;
    let mut report = report(game, &solution, &start, LONGEST_LINE)?;
    let nimber = example.expects.iter().any(|expect| asked(expect).contains(&AnswerTerm::Nimber));
    if nimber && report.nimber.is_none() {
        report.nimber = crate::solution::nimber(game, &start, limits, &Silent)?;
    }
    Ok(report)
}

/// What is wrong with an expectation, if anything.
fn look(game: &Instance, report: &Report, expect: &Expect) -> Option<Diagnostic> {
    match holds(game, report, expect) {
        Ok(true) => None,
        Ok(false) => Some(failed(game, report, expect)),
        Err(fault) => Some(*fault),
    }
}

/// Whether an expectation holds of a solved position.
///
/// # Errors
/// What is wrong in working out the expectation.
pub fn holds(game: &Instance, report: &Report, expect: &Expect) -> Result<bool, Fault> {
    match &expect.kind {
        ExpectKind::Outcome(outcome, plies) => outcome_holds(game, report, outcome).and_then(|holds| match plies {
            Some(plies) if holds => Ok(Some(game.interpreter().fixed_number(plies)?) == report.plies().map(i64::from)),
            _ => Ok(holds),
        }),
        ExpectKind::Not(outcome) => outcome_holds(game, report, outcome).map(|holds| !holds),
        ExpectKind::Condition(condition) => game.interpreter().expectation(condition, &report.facts(game)),
    }
}

/// Whether a game ends so: in points games `wins` means leads, and `draw` an even score.
fn outcome_holds(game: &Instance, report: &Report, outcome: &Outcome) -> Result<bool, Fault> {
    match &outcome.kind {
        OutcomeKind::Draw => Ok(report.winner().is_none()),
        OutcomeKind::Wins(who) => Ok(report.winner() == Some(named(game, who)?)),
        OutcomeKind::Loses(who) => Ok(report.winner() == Some(named(game, who)?.other())),
        OutcomeKind::Leads(who, points) => {
            let (player, points) = (named(game, who)?, game.interpreter().fixed_number(points)?);
            Ok(report.facts(game).leads.is_some_and(|leads| leads[player.number()] == points))
        }
    }
}

fn named(game: &Instance, who: &Who) -> Result<Player, Fault> {
    match who {
        Who::Named(expr) => {
            Ok(if game.interpreter().fixed_number(expr)? == 0 { Player::First } else { Player::Second })
        }
        Who::Me | Who::Opponent => Ok(Player::First),
    }
}

fn failed(game: &Instance, report: &Report, expect: &Expect) -> Diagnostic {
    let mut finding = Diagnostic::error("X01", say!("this example does not hold: {}", verdict(game, report)))
        .at(expect.span, "expected here");
    let rules = game.rules();
    let made = report.line.moves.iter();
    let line: Vec<Text> =
        made.map(|made| say!("{} {}", Text::code(rules.player_name(made.mover)), game.show_move(&made.mv))).collect();
    if !line.is_empty() {
        finding = finding.note(say!("best play: {}", Text::joined(line, ", ")));
    }
    for [name, over, legal] in illegal(game, report, expect) {
        finding = finding.note(say!("a move that is not legal there: `{name} in {over}` is {legal}"));
    }
    for asked in asked(expect) {
        finding = finding.note(match asked {
            AnswerTerm::Best => say!("best: {}", report.facts(game).best.join(", ")),
            AnswerTerm::Nimber => {
                say!("nimber: {}", report.nimber.map_or(say!("none"), |nimber| say!("{nimber}")))
            }
            _ => say!("plies: {}", report.plies().map_or(say!("none"), |plies| say!("{plies}"))),
        });
    }
    if let Some(totals) = report.totals {
        let [first, second] = &rules.players;
        finding = finding.note(say!("points: {first} {}, {second} {}", totals.points[0], totals.points[1]));
    }
    finding.note(say!("positions: {}", report.positions))
}

/// What may be chosen at the start in the first move that an expectation names and that is not legal there.
fn illegal(game: &Instance, report: &Report, expect: &Expect) -> Vec<[String; 3]> {
    let mut found = Vec::new();
    let ExpectKind::Condition(condition) = &expect.kind else { return found };
    condition.walk(&mut |part| {
        let ExprKind::Const(Datum::Text(text)) = &part.kind else { return };
        let text: String = text.iter().collect();
        let legal = report.answer.more || report.answer.moves.iter().any(|choice| game.show_move(&choice.mv) == text);
        if found.is_empty() && !legal {
            found = legal_choices(game, &report.answer.moves, &text).unwrap_or_default();
        }
    });
    found
}

/// Which of best moves, plies and nimber an expectation asks about, each once.
fn asked(expect: &Expect) -> Vec<AnswerTerm> {
    let mut found = Vec::new();
    if let ExpectKind::Condition(condition) = &expect.kind {
        condition.walk(&mut |part| {
            if let ExprKind::Answer(term @ (AnswerTerm::Best | AnswerTerm::Plies | AnswerTerm::Nimber)) = part.kind
                && !found.contains(&term)
            {
                found.push(term);
            }
        });
    }
    found
}

/// How a game ends, in words: `Bob leads by 6`, `X wins in 3`, `a draw`.
#[must_use]
pub fn verdict(game: &Instance, report: &Report) -> Text {
    let Some(winner) = report.winner() else { return "it is a draw".into() };
    let name = Text::code(game.rules().player_name(winner));
    match (report.answer.value, report.plies()) {
        (Value::Lead(lead), _) => say!("{name} leads by {}", lead.unsigned_abs()),
        (_, Some(plies)) => say!("{name} wins in {plies}"),
        (Value::Outcome(outcome), None) if outcome.uncounted() => say!("{name} wins"),
        (_, None) => say!("{name} wins, play never ends"),
    }
}
