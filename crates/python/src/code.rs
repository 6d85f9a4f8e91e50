//! Programs that compute a game, written from its rules in somebody's language.

use crate::error;
use crate::rules::Rules;
use crate::run;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};
use bouton::sample::Params;
use bouton_teach::cases::{held, usual_answer};
use bouton_teach::program::{Language, NoProgram, Printed, Recur, STAGES, Stage, program, seen, small_games};
use bouton_teach::words::Lang;
use pyo3::prelude::*;

/// The text of a program, and the name of its language.
#[pyfunction]
pub(crate) fn code(
    py: Python<'_>,
    rules: &Rules,
    language: &str,
    stage: &str,
    answer: Option<&str>,
    vary: Vec<String>,
) -> PyResult<String> {
    let language: Language = language.parse().map_err(|known: Text| error::value(py, &known.to_string()))?;
    let stage: Stage = numbered(stage).parse().map_err(|known: Text| error::value(py, &known.to_string()))?;
    let rules = rules.rules.clone();
    let asked = answer.map_or_else(|| usual_answer(&rules), str::to_owned);
    let printed = Printed::of(&rules, &asked).ok_or_else(|| {
        error::value(
            py,
            &format!("programs are not written for answer={asked:?}: ask for winner, sign, total(…) or lead(…)"),
        )
    })?;
    let made = run::short(py, &rules.source, || {
        let none: Params = vec![None; rules.params.len()];
        let kept = held(&rules, &none, &vary);
        // Where all have defaults, all are open.
        let kept = if kept.contains(&false) { kept } else { vec![false; kept.len()] };
        let games = small_games(&rules, &kept);
        let Some(first) = games.first() else { return Ok(Err(Text::from("no small game can be made to look at"))) };
        let params = first.interpreter().params().iter();
        let fixed: Params = params.zip(&kept).map(|(value, kept)| kept.then(|| value.clone())).collect();
        let written = || -> Result<String, NoProgram> {
            let recur = Recur::for_program(&rules, first.told_apart().is_some())?.with(&fixed);
            let notes: Vec<String> = std::iter::once(recur.title.clone()).chain(recur.legend.iter().cloned()).collect();
            program(&recur, stage, seen(&recur, &games).as_ref(), (language, Lang::English), &printed, &notes)
        };
        Ok(written().map_err(|why| why.0))
    })?;
    made.map_err(|why| {
        let finding = Diagnostic::error("G03", say!("no such program can be written: {why}"));
        let stages = STAGES.map(|(name, _)| name).join(", ");
        error::plain(py, "Refused", finding.help(say!("other stages may do: {stages}")))
    })
}

/// Stages are numbered from 1 as well.
fn numbered(stage: &str) -> &str {
    let number = stage.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    number.and_then(|number| STAGES.get(number)).map_or(stage, |(name, _)| name)
}
