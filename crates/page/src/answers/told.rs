//! For programs: what the command prints as JSON, `bouton.answer/1` and its siblings, without what belongs to a run of the command. Names are
//! those of the rules, whatever the language; what is refused is told in the language that is asked for.

use super::explain::{formulas, grown, planned, reasons, sheet, tabled, written};
use super::{Answer, Call};
use crate::asked::{At, Code, Recurrence, Table, Tree, Where, Why, Worksheet};
use bouton_teach::program::STAGES;
use bouton_teach::words::Lang;
use serde_json::json;

/// Moves of a line of best play, as many as the command tells.
const LONGEST: usize = 1_000;
/// Places of a tree, likewise.
const MOST_PLACES: usize = 60;

pub(crate) fn answer(call: Call, asked: At) -> Answer {
    call.service.ask(&asked.place, asked.at.as_deref(), call.cancel, |solved, here| {
        let report = bouton::report(&solved.game, &solved.solution, here, LONGEST)?;
        Ok(report.to_json(&solved.game).into())
    })
}

pub(crate) fn why(call: Call, asked: Why) -> Answer {
    reasons(call, &asked, Lang::English, |_, _, why| bouton_teach::why::json(&why))
}

pub(crate) fn table(call: Call, asked: Table) -> Answer {
    tabled(call, &asked, Lang::English).map(|(_, table)| bouton_teach::table::json(&table))
}

pub(crate) fn tree(call: Call, asked: Tree) -> Answer {
    grown(call, &asked, MOST_PLACES, Lang::English).map(|(_, grown)| bouton_teach::tree::json(&grown))
}

pub(crate) fn recurrence(call: Call, asked: Recurrence) -> Answer {
    formulas(call, &asked, Lang::English).map(|(formulas, _)| bouton_teach::recurrence::json(&formulas))
}

pub(crate) fn plan(call: Call, place: Where) -> Answer {
    planned(call, &place).map(|(game, start, plan)| bouton_teach::plan::json(&game, &start, &plan))
}

pub(crate) fn program(call: Call, asked: Code) -> Answer {
    let written = written(call, &asked)?;
    let (stage, language) = (STAGES[written.stage].0, written.language);
    Ok(json!({"schema": "bouton.program/1", "stage": stage, "language": language, "text": written.text}))
}

pub(crate) fn worksheet(call: Call, asked: Worksheet) -> Answer {
    let lang = asked.place.lang.0;
    sheet(call, &asked, Lang::English).map(|(_, sheet)| bouton_teach::worksheet::json(&sheet, lang))
}
