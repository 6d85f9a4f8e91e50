//! `bouton solve --each 'i in 0..<n'`: one game from many positions, a row each.

use super::Args;
use crate::answer::words::best_first;
use crate::answer::{self, json, text};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load};
use crate::options::Format;
use crate::params;
use crate::screen::Screen;
use crate::session;
use bouton::answer::report::plies;
use bouton::game::{Fault, Game};
use bouton::instance::datum_to_json;
use bouton::rules::datum::Datum;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::rules::rules::Rules;
use bouton::rules::syntax::token::TokenKind;
use bouton::rules::syntax::tokens;
use bouton::rules::table::words::Word;
use bouton::rules::types::Type;
use bouton::rules::{Source, Text, check, say};
use bouton::{Instance, Limits, Many, Outcome, Report, Solution, Value};
use bouton_teach::columns::field;
use bouton_teach::scene::{columns, padded, worth_words};
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// The names under which the choices and their values stand beside the rules.
const CHOICE: &str = "bouton_each_";
const VALUES: &str = "bouton_values_";
/// So many best moves are shown of each.
const MOST_BEST: usize = 3;

/// A position to start from: the value of each name, and where that is.
struct Start {
    values: Vec<String>,
    at: Packed,
}

pub(super) fn run(args: &Args, choices: &str, limits: &Limits, screen: &mut Screen) -> Result<Exit, Failure> {
    let loaded = load(&args.game.game)?;
    let game = params::instance(&loaded, &args.game, Some(&args.from), None, limits, "solve")?;
    let (names, starts) = starts(&loaded, &game, choices, limits)?;
    let game = game.asked_at(starts.iter().map(|start| &start.at));
    let failed = |stop| Failure::stop(&loaded.rules.source, &stop);
    // Play raises the rank: what comes by most of the others is solved first.
    let mut turns: Vec<usize> = (0..starts.len()).collect();
    turns.sort_by_key(|place| game.rank(&starts[*place].at));
    let (mut told, mut solutions) = (Vec::with_capacity(starts.len()), Solutions::default());
    for place in turns {
        let at = &starts[place].at;
        let report = |solution: &_| answer::report(&game, solution, at, args.ask, args.line, limits).map_err(failed);
        let known = solutions.of(&game, at).map_err(|fault| Failure::fault(&loaded.rules.source, fault))?;
        if let Some(solution) = known {
            told.push((place, report(solution)?));
            continue;
        }
        let solved = session::solve(&game, at, args.ask.ask(), limits, &args.solve, screen).map_err(failed)?;
        told.push((place, report(&solved.solution)?));
        solutions.last = Some(solved.solution);
    }
    told.sort_by_key(|(place, _)| *place);
    let reports = told.into_iter().map(|(_, report)| report).collect();
    let table = Table { game: &game, names, starts, reports };
    table.write(args, &loaded, screen)?;
    Ok(Exit::Yes)
}

/// What was solved so far.
#[derive(Default)]
struct Solutions {
    /// The last one, which has not been asked for another position yet.
    last: Option<Solution<Instance>>,
    many: Option<Many<Instance>>,
}

impl Solutions {
    /// The solution of a position that one of another came by. Many are told by one only once it is asked for a second: to find all that it came by
    /// takes longer than to solve it.
    fn of(&mut self, game: &Instance, at: &Packed) -> Result<Option<&Solution<Instance>>, Fault> {
        if let Some(last) = self.last.take_if(|last| last.store.value(game, at).is_some()) {
            self.many = Many::of(game, last)?.or(self.many.take());
        }
        Ok(self.many.as_mut().and_then(|many| many.at(game, at)))
    }
}

/// The positions that the choices stand for; the parameters stand as the game has them.
pub(in crate::commands) fn positions(
    loaded: &Loaded,
    game: &Instance,
    choices: &str,
    limits: &Limits,
) -> Result<Vec<Packed>, Failure> {
    starts(loaded, game, choices, limits).map(|(_, starts)| starts.into_iter().map(|start| start.at).collect())
}

/// The positions that the choices stand for, with the names that they are told by.
fn starts(
    loaded: &Loaded,
    game: &Instance,
    choices: &str,
    limits: &Limits,
) -> Result<(Vec<String>, Vec<Start>), Failure> {
    let (names, renamed) = renamed(choices, &loaded.rules)?;
    let lets: String =
        (0..names.len()).map(|at| format!("\nlet {VALUES}{at} = [{CHOICE}{} for {renamed}]", names[at])).collect();
    let text = format!("{}{lets}\n", loaded.rules.source.text);
    let (rules, findings) = check(&Source::new(&loaded.rules.source.name, text));
    let Some(rules) = rules else {
        let why = findings.first().map_or(Text::empty(), |finding| finding.message.without(CHOICE));
        return Err(unread(say!("`each` cannot be read: {why}")));
    };
    let first = loaded.rules.lets.len();
    let types: Vec<Type> = rules.lets[first..].iter().map(|line| line.ty().entry().unwrap_or(Type::Any)).collect();
    let given = game.interpreter().params().iter().cloned().map(Some).collect();
    let beside = params::make(&Loaded { rules: Arc::new(rules), ..loaded.clone() }, &given, limits, "solve")?;
    let lists = &beside.interpreter().lets()[first..];
    let count = lists.first().map_or(0, Datum::count);
    let mut found = Vec::with_capacity(count);
    for place in 0..count {
        let mut object = Map::new();
        let mut values = Vec::new();
        for ((name, list), ty) in names.iter().zip(lists).zip(&types) {
            let Some(value) = list.entry(place) else { continue };
            values.push(game.rules().show_typed(&value, ty));
            object.insert(name.clone(), datum_to_json(&value, ty, game.rules()));
        }
        let at = game.position_of(&object).map_err(|fault| Failure::fault(&loaded.rules.source, fault))?;
        found.push(Start { values, at });
    }
    Ok((names, found))
}

/// The names that are chosen, and the choices with names of their own: those of variables are taken.
fn renamed(choices: &str, rules: &Rules) -> Result<(Vec<String>, String), Failure> {
    let source = Source::new("each", choices);
    let cut = tokens(&source).tokens;
    let (mut names, mut open): (Vec<String>, usize) = (Vec::new(), 0);
    for (at, token) in cut.iter().enumerate() {
        let begins = open == 0 && (at == 0 || cut[at - 1].kind == TokenKind::Comma);
        let named = matches!(token.kind, TokenKind::Name | TokenKind::Word(Word::Turn));
        if begins && named && cut.get(at + 1).is_some_and(|next| next.kind == TokenKind::Word(Word::In)) {
            names.push(source.slice(token.span).to_owned());
        }
        open = if token.kind.opens() { open + 1 } else { open.saturating_sub(usize::from(token.kind.closes())) };
    }
    if names.is_empty() {
        return Err(unread("`each` names no variable"));
    }
    for name in &names {
        if name != "turn" && !rules.states.iter().any(|state| state.name == *name) {
            return Err(no_variable(name, rules));
        }
    }
    let mut text = choices.to_owned();
    for token in cut.iter().rev() {
        let range = token.span.start as usize..token.span.end as usize;
        if names.iter().any(|name| name == source.slice(token.span)) && range.end > range.start {
            text.insert_str(range.start, CHOICE);
        }
    }
    // A further choice of a comprehension is a further `for`, which a comma stands for too.
    Ok((names, text.replace(['\n', '\r'], " ")))
}

fn no_variable(name: &str, rules: &Rules) -> Failure {
    let finding = Diagnostic::error("C06", say!("`{name}` in `each` is no variable of a position"));
    let variables: Vec<&str> = rules.states.iter().map(|state| state.name.as_str()).collect();
    Failure::new(if rules.params.iter().any(|param| param.name == name) {
        finding.help("for many values of a parameter give a line for each to `bouton batch`")
    } else {
        finding.help(say!("the variables are `{}`, and `turn` is whose turn it is", variables.join("`, `")))
    })
}

fn unread(message: impl Into<Text>) -> Failure {
    let finding = Diagnostic::error("C06", message);
    let finding = finding.help("write what each variable runs over: `i in 0..<n, j in i..<n if i != j`");
    Failure::new(finding.help("a list runs over whole lists: `heaps in product([0..3, 0..5])`"))
}

/// What a position is worth in sums, where that is known.
fn nimber(report: &Report) -> String {
    report.nimber.map_or(String::new(), |nimber| nimber.to_string())
}

/// All starts with what they are worth.
struct Table<'a> {
    game: &'a Instance,
    names: Vec<String>,
    starts: Vec<Start>,
    reports: Vec<Report>,
}

impl Table<'_> {
    fn write(&self, args: &Args, loaded: &Loaded, screen: &mut Screen) -> Result<(), Failure> {
        match screen.format {
            Format::Json | Format::Jsonl => {
                let answer = |report: &Report| {
                    let mut answer = json::answer(self.game, report, args.ask);
                    if args.next {
                        json::add_next(&mut answer, self.game, report);
                    }
                    Json::Object(answer)
                };
                if matches!(screen.format, Format::Json) {
                    let all: Vec<Json> = self.reports.iter().map(answer).collect();
                    return screen.json(&all);
                }
                self.reports.iter().try_for_each(|report| screen.json(&answer(report)))
            }
            Format::Csv => self.csv().iter().try_for_each(|line| screen.line(line)),
            Format::Md => self.markdown(screen).iter().try_for_each(|line| screen.line(line)),
            _ => self.text(loaded, screen),
        }
    }

    /// Whether any of them has a known nimber.
    fn nimbers(&self) -> bool {
        self.reports.iter().any(|report| report.nimber.is_some())
    }

    /// The best moves of a position, a few of them.
    fn best(&self, report: &Report) -> String {
        let best: Vec<String> = best_first(&report.answer.moves)
            .iter()
            .filter(|choice| choice.best)
            .map(|choice| self.game.show_move(&choice.mv))
            .collect();
        let shown = best.iter().take(MOST_BEST).cloned().collect::<Vec<_>>().join(", ");
        if best.len() > MOST_BEST { format!("{shown}, …") } else { shown }
    }

    fn csv(&self) -> Vec<String> {
        let nimbers = self.nimbers();
        let row = |(start, report): (&Start, &Report)| {
            let value = match report.answer.value {
                Value::Lead(lead) => lead.to_string(),
                Value::Outcome(Outcome::Win(_)) => "win".to_owned(),
                Value::Outcome(Outcome::Draw) => "draw".to_owned(),
                Value::Outcome(Outcome::Loss(_)) => "loss".to_owned(),
            };
            let plies = plies(report.answer.value).map_or(String::new(), |plies| plies.to_string());
            let mover = self.game.rules().player_name(report.answer.mover).to_owned();
            let fields = start.values.iter().cloned().chain([mover, value, plies, self.best(report)]);
            let fields = fields.chain(nimbers.then(|| nimber(report)));
            fields.map(|text| field(&text)).collect::<Vec<_>>().join(",")
        };
        let last = if nimbers { ",nimber" } else { "" };
        let head = format!("{},mover,for_mover,plies,best{last}", self.names.join(","));
        std::iter::once(head).chain(self.starts.iter().zip(&self.reports).map(row)).collect()
    }

    /// Heads and rows in words: the variables, who moves, what it is worth, the best moves.
    fn rows(&self, screen: &Screen) -> Vec<Vec<String>> {
        let lang = screen.lang;
        let words = ["each-mover", "each-worth", "each-best"].map(|id| lang.say(id, &[]));
        let nimbers = self.nimbers();
        let last = nimbers.then(|| lang.say("each-nimber", &[]));
        let head = self.names.iter().cloned().chain(words).chain(last).collect();
        let row = |(start, report): (&Start, &Report)| {
            let mover = bouton_teach::gallery::player(self.game.rules(), report.answer.mover, lang).to_owned();
            let worth = worth_words(report.answer.value, lang);
            let cells = start.values.iter().cloned().chain([mover, worth, self.best(report)]);
            cells.chain(nimbers.then(|| nimber(report))).collect()
        };
        std::iter::once(head).chain(self.starts.iter().zip(&self.reports).map(row)).collect()
    }

    fn markdown(&self, screen: &Screen) -> Vec<String> {
        let mut rows = self.rows(screen).into_iter();
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |", cells.join(" | "))
        };
        let head = rows.next().unwrap_or_default();
        let rule = format!("|{}", "---|".repeat(head.len()));
        [line(&head), rule].into_iter().chain(rows.map(|row| line(&row))).collect()
    }

    fn text(&self, loaded: &Loaded, screen: &mut Screen) -> Result<(), Failure> {
        text::heading(screen, self.game, &loaded.title(screen.names()), "")?;
        screen.line("")?;
        let rows = self.rows(screen);
        let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len))
            .map(|column| rows.iter().map(|row| columns(&row[column])).max().unwrap_or(0))
            .collect();
        for row in &rows {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| padded(cell, *width)).collect();
            screen.line(format!("  {}", cells.join("   ")).trim_end())?;
        }
        Ok(())
    }
}
