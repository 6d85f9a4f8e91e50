//! Explanations and pictures as objects: notebooks draw them, `str` and `save` write them, whatever form is asked for.

use crate::answer::Answer;
use crate::error;
use crate::html;
use crate::instance::unfit;
use crate::json::to_python;
use crate::language::{look, read};
use crate::position::{Position, move_text};
use crate::run;
use crate::value::{Value, of_value as number_of};
use bouton::game::Game;
use bouton::rules::layout::Packed;
use bouton::rules::{Player, Source, say};
use bouton::{Ask, Instance, Limits, Silent, Solution, Stop};
use bouton_teach::formula::mathml;
use bouton_teach::program::{Recur, Shape};
use bouton_teach::refusal::Refusal;
use bouton_teach::scene::{Scene, heading, title};
use bouton_teach::table::Arrows;
use bouton_teach::why::{Form, Question};
use bouton_teach::words::{Lang, Told};
use bouton_teach::{grade, line, play, recurrence, table, tree, why, worksheet};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::json;
use std::borrow::Cow;
use std::sync::Arc;

/// Pictures have at most so many cells, text and pages so many.
const MOST_CELLS: usize = 50_000;
/// A worksheet has no more.
const MOST_SHEET: usize = 400;
/// Every position is solved where there are no more than these, so that explanations go as deep as they like.
const FEW: u64 = 2_000_000;

/// A form in which something is shown: its name, and its text.
type Forms = Vec<(&'static str, Result<String, Refusal>)>;

/// The forms as Jupyter names them.
const MIME: &[(&str, &str)] = &[
    ("text", "text/plain"),
    ("html", "text/html"),
    ("svg", "image/svg+xml"),
    ("latex", "text/latex"),
    ("markdown", "text/markdown"),
];

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// What notebooks ask for: every form that there is, refusals left out.
fn bundle<'py>(py: Python<'py>, forms: Forms) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (form, text) in forms {
        if let (Some((_, mime)), Ok(text)) = (MIME.iter().find(|(name, _)| *name == form), text) {
            dict.set_item(*mime, text)?;
        }
    }
    Ok(dict)
}

/// One form, or what is wrong with it.
fn one(py: Python<'_>, forms: Forms, wanted: &str) -> PyResult<String> {
    let known: Vec<&str> = forms.iter().map(|(name, _)| *name).collect();
    match forms.into_iter().find(|(name, _)| *name == wanted) {
        Some((_, text)) => text.map_err(|refusal| error::refusal(py, &Source::new("", ""), &refusal)),
        None => Err(error::value(py, &format!("there is no form `{wanted}`; there are {}", known.join(", ")))),
    }
}

/// A class of things that are shown in several forms.
macro_rules! shown {
    ($(#[$doc:meta])* $name:ident, $inner:ty $(, { $($more:tt)* })?) => {
        $(#[$doc])*
        #[pyclass(frozen, module = "bouton")]
        pub(crate) struct $name {
            inner: $inner,
            lang: Lang,
        }

        #[pymethods]
        impl $name {
            /// It in a form, by name; the language may be another.
            #[pyo3(signature = (form="text", *, lang=None))]
            fn to(&self, py: Python<'_>, form: &str, lang: Option<&str>) -> PyResult<String> {
                let lang = lang.map_or(Ok(self.lang), |lang| read(py, Some(lang)))?;
                one(py, self.forms(lang), form)
            }

            /// The names of its forms.
            #[getter]
            fn forms_known(&self) -> Vec<&'static str> {
                self.forms(self.lang).into_iter().map(|(name, _)| name).collect()
            }

            /// It as a program reads it.
            fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                to_python(py, &self.json())
            }

            #[pyo3(signature = (include=None, exclude=None))]
            fn _repr_mimebundle_<'py>(
                &self,
                py: Python<'py>,
                include: Option<Bound<'py, PyAny>>,
                exclude: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyDict>> {
                drop((include, exclude));
                bundle(py, self.forms(self.lang))
            }

            fn _repr_html_(&self) -> Option<String> {
                form_of(self.forms(self.lang), "html")
            }

            fn _repr_svg_(&self) -> Option<String> {
                form_of(self.forms(self.lang), "svg")
            }

            fn _repr_latex_(&self) -> Option<String> {
                form_of(self.forms(self.lang), "latex")
            }

            fn _repr_markdown_(&self) -> Option<String> {
                form_of(self.forms(self.lang), "markdown")
            }

            $($($more)*)?

            fn __str__(&self, py: Python<'_>) -> PyResult<String> {
                one(py, self.forms(self.lang), "text")
            }

            /// What cannot be shown as text says why: to look at it is no mistake.
            fn __repr__(&self, py: Python<'_>) -> String {
                one(py, self.forms(self.lang), "text")
                    .unwrap_or_else(|why| format!("<{}: {}>", stringify!($name), why.value(py)))
            }
        }
    };
    // One that is a sequence as well: what it holds is the last of its parts.
    (sequence $(#[$doc:meta])* $name:ident, $inner:ty $(, { $($more:tt)* })?) => {
        shown!(
            $(#[$doc])*
            $name,
            ($inner, Py<PyAny>),
            {
                fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
                    self.inner.1.bind(py).len()
                }

                fn __getitem__<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                    self.inner.1.bind(py).get_item(at)
                }

                fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    Ok(self.inner.1.bind(py).try_iter()?.into_any())
                }

                $($($more)*)?
            }
        );
    };
}

fn form_of(forms: Forms, wanted: &str) -> Option<String> {
    forms.into_iter().find(|(name, _)| *name == wanted)?.1.ok()
}

shown!(
    /// Why a position is worth what it is.
    Why,
    why::Why
);
shown!(
    /// The table of positions.
    Table,
    (table::Table, Arrows)
);
shown!(
    /// The search tree.
    Tree,
    tree::Tree
);
shown!(
    sequence
    /// Best play, move by move.
    Line,
    line::Line
);
shown!(
    sequence
    /// What each move of a line gave away: a `MoveRegret` for each.
    Regret,
    Judged,
    {
        /// What each player gave away in all, by name.
        #[getter]
        fn totals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            to_python(py, &self.inner.0.totals())
        }
    }
);
shown!(
    /// The marks of a table that somebody filled in.
    Marks,
    Marked,
    {
        /// How many cells were looked at: those that play can reach.
        #[getter]
        fn cells(&self) -> usize {
            self.inner.marks.cells
        }

        /// How many of them are right.
        #[getter]
        fn right(&self) -> usize {
            self.inner.marks.right
        }

        /// The variables of the first wrong cell, in the order in which a table is filled; `None` where all are right.
        #[getter]
        fn first_wrong<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
            let names = self.inner.recur.vars.iter().map(|var| var.name.clone());
            let at = |wrong: &grade::WrongCell| names.zip(wrong.at.iter().map(|at| json!(at))).collect();
            self.inner.marks.wrong.as_ref().map(|wrong| to_python(py, &serde_json::Value::Object(at(wrong)))).transpose()
        }

        /// The mistakes that would make the whole table.
        #[getter]
        fn suspects(&self) -> Vec<String> {
            self.inner.marks.suspects.iter().map(|mistake| mistake.say(self.lang)).collect()
        }

        fn __bool__(&self) -> bool {
            self.inner.marks.wrong.is_none()
        }
    }
);
shown!(
    /// A game's recurrence as mathematics.
    Recurrence,
    recurrence::Formulas
);
shown!(
    /// A worksheet with its key.
    Worksheet,
    worksheet::Sheet
);

/// A solution with all that an explanation looks at: the answer's own where it has it.
struct Lesson<'a> {
    game: &'a Instance,
    solution: Cow<'a, Solution<Instance>>,
    at: &'a Packed,
}

impl Lesson<'_> {
    fn scene(&self) -> Scene<'_> {
        Scene::new(self.game, &self.solution, self.at)
    }
}

/// What an explanation needs: nimbers of parts, every position, or what there is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Parts,
    Everything(u64),
}

fn lesson<'a>(py: Python<'_>, answer: &'a Answer, need: Need) -> PyResult<Lesson<'a>> {
    let (game, at) = (answer.game().as_ref(), &answer.at);
    let own = &answer.solved.solution;
    let plain = |solution| Lesson { game, solution, at };
    let again = |ask: Ask, most: u64, method: Option<&'static str>| {
        let limits = Limits { positions: Some(most), ..Limits::default() };
        run::long(py, answer.source(), &limits, None, |work| {
            Ok(bouton::solve(game, at, &ask, &work.limits, method, &Silent))
        })
    };
    if need == Need::Parts
        && own.method != "grundy"
        && let Ok(solution) = again(Ask::Line, u64::MAX, Some("grundy"))?
    {
        return Ok(plain(Cow::Owned(solution)));
    }
    let most = if let Need::Everything(most) = need { most } else { FEW };
    if own.whole || own.store.teller().is_some() || need == Need::Parts {
        return Ok(plain(Cow::Borrowed(own)));
    }
    match again(Ask::Table, most, None)? {
        Ok(solution) => Ok(plain(Cow::Owned(solution))),
        Err(Stop::Positions { limit }) => {
            let instead = vec!["advice-tree".into(), "advice-smaller".into()];
            Err(error::refusal(py, answer.source(), &Refusal::too_large(limit.saturating_add(1), most, instead)))
        }
        Err(stop) => Err(error::stop(py, answer.source(), &stop)),
    }
}

fn by_parts(game: &Instance) -> bool {
    game.parts().is_some_and(|parts| parts.normal())
}

/// Makes an explanation; what refuses it becomes an exception.
fn make<T: Send>(py: Python<'_>, source: &Source, work: impl FnOnce() -> Result<T, Refusal> + Send) -> PyResult<T> {
    let made = run::short(py, source, || Ok(work()))?;
    made.map_err(|refusal| error::refusal(py, source, &refusal))
}

impl Why {
    pub(crate) fn of(
        py: Python<'_>,
        answer: &Answer,
        mv: Option<String>,
        (levels, form): (usize, &str),
        lang: Option<&str>,
    ) -> PyResult<Why> {
        let form = match form {
            "lead" => Form::Lead,
            "points" => Form::Points,
            "pair" => Form::Pair,
            _ => return Err(error::value(py, "form is \"lead\", \"points\" or \"pair\"")),
        };
        let elsewhere = answer.at != answer.solved.solution.start;
        let question = Question { levels: levels.clamp(1, 8), form, mv, elsewhere };
        let need = if by_parts(answer.game()) { Need::Parts } else { Need::Everything(FEW) };
        let lesson = lesson(py, answer, need).or_else(|raised| match need {
            // What the answer itself holds may be enough.
            Need::Everything(_) => {
                Ok(Lesson { game: answer.game(), solution: Cow::Borrowed(&answer.solved.solution), at: &answer.at })
            }
            Need::Parts => Err(raised),
        })?;
        let inner = make(py, answer.source(), || why::why(&lesson.scene(), &question))?;
        Ok(Why { inner, lang: read(py, lang)? })
    }

    fn forms(&self, lang: Lang) -> Forms {
        let markdown = joined(&why::markdown(&self.inner, look(lang)));
        vec![("text", Ok(joined(&why::text(&self.inner, look(lang))))), ("markdown", Ok(markdown))]
    }

    fn json(&self) -> serde_json::Value {
        why::json(&self.inner)
    }
}

impl Table {
    pub(crate) fn of(
        py: Python<'_>,
        answer: &Answer,
        order: Option<&str>,
        arrows: &str,
        of: Option<&str>,
        lang: Option<&str>,
    ) -> PyResult<Table> {
        let arrows = match arrows {
            "line" => Arrows::Line,
            "best" => Arrows::Best,
            "none" => Arrows::None,
            _ => return Err(error::value(py, "arrows is \"line\", \"best\" or \"none\"")),
        };
        let sum = by_parts(answer.game());
        let nimbers = match of {
            None => sum,
            Some("parts") if !sum => return Err(unfit(py, "T02", "the game is no sum of parts", "leave out `of`")),
            Some("parts" | "nimbers") => true,
            Some("positions") => false,
            Some(_) => return Err(error::value(py, "of is \"positions\", \"nimbers\" or \"parts\"")),
        };
        let need = if nimbers && sum { Need::Parts } else { Need::Everything(MOST_CELLS as u64) };
        let lesson = lesson(py, answer, need)?;
        let instead: Vec<Told> = vec!["advice-tree".into(), "advice-smaller".into()];
        let inner = make(py, answer.source(), || match nimbers {
            true => table::nimbers(&lesson.scene(), order, MOST_CELLS, &instead),
            false => table::table(&lesson.scene(), order, MOST_CELLS, &instead),
        })?;
        Ok(Table { inner: (inner, arrows), lang: read(py, lang)? })
    }

    fn forms(&self, lang: Lang) -> Forms {
        let ((table, arrows), look) = (&self.inner, look(lang));
        let svg = table::svg(table, *arrows, look);
        vec![
            ("text", table::text(table, *arrows, look).map(|lines| joined(&lines))),
            ("html", svg.clone().map(|svg| html::image(&svg))),
            ("svg", svg),
            ("page", table::html(table, *arrows, look)),
            ("latex", table::latex(table, look).map(|lines| joined(&lines))),
            ("markdown", table::markdown(table, *arrows, look).map(|lines| joined(&lines))),
            ("csv", Ok(joined(&table::csv(table)))),
        ]
    }

    fn json(&self) -> serde_json::Value {
        table::json(&self.inner.0)
    }
}

impl Tree {
    pub(crate) fn of(
        py: Python<'_>,
        answer: &Answer,
        depth: Option<usize>,
        most: usize,
        lang: Option<&str>,
    ) -> PyResult<Tree> {
        let size = tree::Size { depth, most: most.clamp(1, 100_000) };
        let scene = answer.scene();
        let inner = make(py, answer.source(), || tree::tree(&scene, size))?;
        Ok(Tree { inner, lang: read(py, lang)? })
    }

    fn forms(&self, lang: Lang) -> Forms {
        let look = look(lang);
        let svg = tree::svg(&self.inner, look);
        vec![
            ("text", Ok(joined(&tree::text(&self.inner, look)))),
            ("html", svg.clone().map(|svg| html::image(&svg))),
            ("svg", svg),
            ("dot", Ok(joined(&tree::dot(&self.inner, look)))),
        ]
    }

    fn json(&self) -> serde_json::Value {
        tree::json(&self.inner)
    }
}

impl Line {
    pub(crate) fn of(py: Python<'_>, answer: &Answer, longest: usize) -> PyResult<Line> {
        let moves = answer._line(py)?.into_any().unbind();
        let scene = answer.scene();
        let inner = make(py, answer.source(), || line::line(&scene, longest))?;
        Ok(Line { inner: (inner, moves), lang: crate::language::current() })
    }

    fn forms(&self, lang: Lang) -> Forms {
        let (line, look) = (&self.inner.0, look(lang));
        vec![("text", Ok(joined(&line::text(line, look)))), ("markdown", Ok(joined(&line::markdown(line, look))))]
    }

    fn json(&self) -> serde_json::Value {
        line::json(&self.inner.0)
    }
}

/// A line of play with what it gave away.
struct Judged {
    /// The players, in the order of the rules.
    players: [String; 2],
    /// Who made each move, the move, and what it gave away.
    turns: Vec<(Player, String, u64)>,
    /// The sentences of moves that gave something away, in each language.
    said: [Vec<String>; 2],
}

impl Judged {
    fn totals(&self) -> serde_json::Value {
        let of = |player: Player| self.turns.iter().filter(|turn| turn.0 == player).map(|turn| turn.2).sum::<u64>();
        Player::BOTH.into_iter().map(|player| (self.players[player.number()].clone(), json!(of(player)))).collect()
    }
}

impl Regret {
    pub(crate) fn of(py: Python<'_>, answer: &Answer, moves: &Bound<'_, PyAny>) -> PyResult<Regret> {
        let lesson = lesson(py, answer, Need::Everything(FEW))?;
        let table = play::Table { you: None, level: play::Level::Nobody, seed: 0 };
        let mut session =
            make(py, answer.source(), || play::Session::new(lesson.game, Some(&lesson.solution), &answer.at, table))?;
        let class = py.import("bouton._policy")?.getattr("MoveRegret")?;
        let (mut turns, mut items) = (Vec::new(), Vec::new());
        for mv in moves.try_iter()? {
            let wanted = move_text(lesson.game, &mv?, None)?;
            let here = Position::new(answer.game().clone(), session.now().clone());
            let Some(number) = session.choices().iter().position(|choice| choice.mv == wanted) else {
                return Err(here.no_move(py, &wanted));
            };
            let worth = session.choices()[number].value.ok_or_else(|| answer.missing(py, session.now()))?;
            make(py, answer.source(), || session.play(number))?;
            let turn = session.past().last().ok_or_else(|| error::bug("a move was made and is not there"))?;
            let value = turn.slip.as_ref().map_or(worth, |slip| slip.value);
            let lost = number_of(value).abs_diff(number_of(worth));
            let better = turn.slip.as_ref().map(|slip| here.named(py, &slip.better)).transpose()?;
            let (player, own) = (session.name(turn.by), here.named(py, &wanted)?);
            items.push(class.call1((player, own, lost, Value { value }, Value { value: worth }, better))?);
            turns.push((turn.by, wanted, lost));
        }
        let said = [Lang::English, Lang::Chinese].map(|lang| play::slips(&session, lang));
        let players = Player::BOTH.map(|player| session.name(player).to_owned());
        let items = PyList::new(py, items)?.into_any().unbind();
        Ok(Regret { inner: (Judged { players, turns, said }, items), lang: crate::language::current() })
    }

    fn forms(&self, lang: Lang) -> Forms {
        let [english, chinese] = &self.inner.0.said;
        let said = if lang == Lang::Chinese { chinese } else { english };
        let none = [lang.say("regret-none", &[])];
        vec![("text", Ok(joined(if said.is_empty() { &none } else { said })))]
    }

    fn json(&self) -> serde_json::Value {
        let Judged { players, turns, .. } = &self.inner.0;
        let one = |(by, mv, lost): &(Player, String, u64)| json!({"player": players[by.number()], "move": mv, "regret": lost});
        json!({"schema": "bouton.regret/1", "moves": turns.iter().map(one).collect::<Vec<_>>(), "totals": self.inner.0.totals()})
    }
}

/// A table with its marks, and what they are told by.
struct Marked {
    recur: Recur,
    marks: grade::Marks,
    apart: Option<grade::Apart>,
}

impl Marks {
    pub(crate) fn of(py: Python<'_>, answer: &Answer, table: &str, lang: Option<&str>) -> PyResult<Marks> {
        let (game, lang) = (answer.game(), read(py, lang)?);
        let marked = run::long(py, answer.source(), &Limits::default(), None, |_| {
            let recur = match Recur::of(game.rules(), game.told_apart().is_some()) {
                Ok(recur) => recur,
                Err(no) => return Ok(Err(("G02", say!("this game is no plain recurrence: {}", no.0)))),
            };
            if let Some(var) = recur.vars.iter().find(|var| var.shape == Shape::List) {
                return Ok(Err(("G02", say!("a table is marked by numbers, and `{}` is a list", var.name))));
            }
            let marks = match grade::marks(game, &recur, table, lang) {
                Ok(marks) => marks,
                Err(why) => return Ok(Err(("G01", say!("the table cannot be read: {why}")))),
            };
            let several = marks.suspects.len() > 1;
            let apart = if several { grade::apart(game, &recur, &marks.suspects) } else { None };
            Ok(Ok(Marked { recur, marks, apart }))
        })?;
        let help = "give a dict from the values of the variables to values, a list of rows, or a text such as \"i,M,value\\n0,1,-6\"";
        let inner = marked.map_err(|(code, why)| {
            unfit(py, code, why, if code == "G01" { help } else { "`table()` shows the values" })
        })?;
        Ok(Marks { inner, lang })
    }

    fn forms(&self, lang: Lang) -> Forms {
        let Marked { recur, marks, apart } = &self.inner;
        vec![("text", Ok(joined(&grade::text(recur, marks, apart.as_ref(), lang))))]
    }

    fn json(&self) -> serde_json::Value {
        grade::json(&self.inner.marks, self.inner.apart.as_ref(), self.lang)
    }
}

impl Recurrence {
    pub(crate) fn of(py: Python<'_>, game: &Arc<Instance>, lang: Option<&str>) -> PyResult<Recurrence> {
        let params = heading(game).trim_start_matches(title(game).as_str()).trim().to_owned();
        let inner = run::long(py, &game.rules().source, &Limits::default(), None, |_| {
            Ok(recurrence::formulas(title(game), params, game))
        })?;
        Ok(Recurrence { inner, lang: read(py, lang)? })
    }

    fn forms(&self, lang: Lang) -> Forms {
        let look = look(lang);
        let equations = [Some(&self.inner.main), self.inner.points.as_ref().map(|points| &points.equation)];
        let math: String = equations.into_iter().flatten().map(|equation| mathml(equation, lang)).collect();
        vec![
            ("text", Ok(joined(&recurrence::text(&self.inner, look)))),
            ("latex", Ok(joined(&recurrence::latex(&self.inner, look)))),
            ("mathml", Ok(math)),
            ("html", Ok(html::mathematics(&recurrence::mathml(&self.inner, lang)))),
            ("page", Ok(recurrence::html(&self.inner, look))),
        ]
    }

    fn json(&self) -> serde_json::Value {
        recurrence::json(&self.inner)
    }
}

/// The recurrence of a game: as an object, or as text in a form.
pub(crate) fn recurrence<'py>(
    py: Python<'py>,
    game: &Arc<Instance>,
    form: Option<&str>,
    lang: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let found = Recurrence::of(py, game, lang)?;
    match form {
        None => Ok(found.into_pyobject(py)?.into_any()),
        Some(form) => Ok(one(py, found.forms(found.lang), form)?.into_pyobject(py)?.into_any()),
    }
}

impl Worksheet {
    pub(crate) fn of(
        py: Python<'_>,
        answer: &Answer,
        (blank, seed, given): (u8, u64, bool),
        order: Option<&str>,
        lang: Option<&str>,
    ) -> PyResult<Worksheet> {
        if blank > 100 {
            return Err(error::value(py, "blank is how many of a hundred values are left out: 0 to 100"));
        }
        let parts = by_parts(answer.game());
        let need = if parts { Need::Parts } else { Need::Everything(MOST_CELLS as u64) };
        let lesson = lesson(py, answer, need)?;
        let wanted = worksheet::Wanted { blank, seed, given };
        let inner = make(py, answer.source(), || {
            let table = match parts {
                true => table::nimbers(&lesson.scene(), None, MOST_SHEET, &[])?,
                false => table::table(&lesson.scene(), order, MOST_SHEET, &[])?,
            };
            worksheet::sheet(&lesson.scene(), table, wanted)
        })?;
        Ok(Worksheet { inner, lang: read(py, lang)? })
    }

    fn forms(&self, lang: Lang) -> Forms {
        let look = look(lang);
        let page = worksheet::html(&self.inner, look);
        vec![
            ("text", worksheet::text(&self.inner, look).map(|lines| joined(&lines))),
            ("html", page.clone().map(|page| html::frame(&page))),
            ("page", page),
            ("latex", worksheet::latex(&self.inner, look).map(|lines| joined(&lines))),
        ]
    }

    fn json(&self) -> serde_json::Value {
        worksheet::json(&self.inner, self.lang)
    }
}
