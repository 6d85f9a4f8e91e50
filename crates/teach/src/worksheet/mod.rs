//! A worksheet: a game's table with some of its values left out, questions about play, and the key to both.

mod html;
mod json;
mod latex;
mod text;

pub use html::html;
pub use json::json;
pub use latex::latex;
pub use text::text;

use crate::gallery;
use crate::line;
use crate::recurrence::{Formulas, formulas};
use crate::refusal::Refusal;
use crate::say;
use crate::scene::{Scene, outcome_words, signed, totals};
use crate::table::Table;
use crate::why::{self, Question};
use crate::words::{Lang, Word};
use bouton::Value;
use bouton::rules::Source;
use bouton::sample::Dice;

/// A worksheet and its key, ready to be written in any form.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// What the rules say of the game, in their own words.
    pub about: Vec<String>,
    /// The same in Chinese, of games of the gallery.
    chinese: Option<&'static str>,
    /// The rules as they are written.
    source: Source,
    /// The table; the values of some of its cells are left out on the sheet.
    pub table: Table,
    /// The rule that gives each value.
    pub rule: Formulas,
    /// Whether the sheet shows that rule; the key always does.
    pub given: bool,
    /// The seed that chose the cells.
    pub seed: u64,
    facts: Facts,
}

/// What the questions are about.
#[derive(Clone, Debug)]
struct Facts {
    mover: String,
    value: Value,
    totals: Option<String>,
    best: Vec<String>,
    worse: Option<why::Asked>,
    line: String,
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
}

/// How a worksheet is made.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How many of a hundred values are left out.
    pub blank: u8,
    /// Chooses which.
    pub seed: u64,
    /// Whether the sheet shows the rule.
    pub given: bool,
}

/// A line of best play is no longer than this on paper.
const LONGEST: usize = 40;

/// The worksheet of a table.
///
/// # Errors
/// A table that cannot be blanked as asked, or the game's faults.
pub fn sheet(scene: &Scene, mut table: Table, wanted: Wanted) -> Result<Sheet, Refusal> {
    leave_out(&mut table, wanted);
    let rules = scene.game.rules();
    let about = rules.doc.iter().filter(|line| !line.contains(": ")).cloned().collect();
    let rule = formulas(scene.title(), scene.params(), scene.game).named(rules, scene.lang);
    let source = rules.source.clone();
    let chinese = gallery::known(rules, Lang::Chinese).map(|game| game.chinese.about);
    Ok(Sheet { about, chinese, source, table, rule, given: wanted.given, seed: wanted.seed, facts: facts(scene)? })
}

/// Leaves out the value of the first cell, which the questions ask for, and of others by lot. Ends are not left out: they are given.
fn leave_out(table: &mut Table, wanted: Wanted) {
    let mut open: Vec<usize> = (0..table.cells.len()).filter(|at| !table.cells[*at].over).collect();
    let count = (open.len() * usize::from(wanted.blank.min(100))).div_ceil(100);
    let mut dice = Dice::new(wanted.seed);
    let mut chosen = Vec::new();
    if count > 0 && !open.is_empty() {
        chosen.push(open.remove(0));
    }
    while chosen.len() < count && !open.is_empty() {
        chosen.push(open.swap_remove(dice.below(open.len())));
    }
    for at in chosen {
        table.cells[at].blank = true;
    }
}

fn facts(scene: &Scene) -> Result<Facts, Refusal> {
    let answer = scene.answer(scene.at)?;
    let best: Vec<String> = scene.best(scene.at)?.iter().map(|choice| scene.show_move(&choice.mv)).collect();
    let worse = answer.moves.iter().find(|choice| !choice.best).map(|choice| scene.show_move(&choice.mv));
    let ask = |mv: String| why::why(scene, &Question { mv: Some(mv), ..Question::default() });
    let worse = worse.map(ask).transpose()?.and_then(|found| found.asked);
    let played = line::line(scene, LONGEST)?;
    let [one, other] = &played.players;
    let totals = played.totals.map(|points| totals([one, other], points, scene.lang));
    let made = played.steps.iter().map(|step| match step.given {
        Some((mine, theirs)) => format!("{} {} {}", step.by, step.mv, signed(mine.saturating_sub(theirs))),
        None => format!("{} {}", step.by, step.mv),
    });
    let line = made.collect::<Vec<_>>().join(" · ");
    Ok(Facts { mover: scene.name(scene.mover(scene.at)).to_owned(), value: answer.value, totals, best, worse, line })
}

/// The questions with their answers.
#[must_use]
pub fn items(sheet: &Sheet, lang: Lang) -> Vec<Item> {
    let facts = &sheet.facts;
    let say = |id: &str| lang.say(id, &[]);
    let player = || ("player", Word::from(facts.mover.as_str()));
    let worth = match &facts.totals {
        Some(totals) => Item { question: say("sheet-ask-points"), answer: totals.clone() },
        None => {
            let answer = lang.say("sheet-worth", &[player(), ("worth", outcome_words(facts.value, lang).into())]);
            Item { question: lang.say("sheet-ask-winner", &[player()]), answer }
        }
    };
    let mut items = vec![worth];
    items.push(Item { question: lang.say("sheet-ask-best", &[player()]), answer: facts.best.join("  ") });
    if let Some(worse) = &facts.worse {
        let question = lang.say("sheet-ask-cost", &[("move", worse.mv.as_str().into()), player()]);
        let answer = why::cost(worse, lang).iter().map(|line| line.trim().to_owned()).collect::<Vec<_>>().join("   ");
        items.push(Item { question, answer });
    }
    items.push(Item { question: say("sheet-ask-line"), answer: facts.line.clone() });
    // A game that is over has neither moves nor a line.
    items.retain(|item| !item.answer.is_empty());
    items
}

impl Sheet {
    /// How many values are left out.
    #[must_use]
    pub fn blanks(&self) -> usize {
        self.table.cells.iter().filter(|cell| cell.blank).count()
    }

    /// The table with nothing left out.
    #[must_use]
    pub fn key(&self) -> Table {
        let mut table = self.table.clone();
        table.cells.iter_mut().for_each(|cell| cell.blank = false);
        table
    }

    /// What the game is: in the words of its author, or read back from the rules in another language.
    fn about(&self, lang: Lang) -> Vec<String> {
        match lang {
            Lang::English => self.about.clone(),
            Lang::Chinese => self.chinese.map_or_else(|| say::play(&self.source, lang), |about| vec![about.to_owned()]),
        }
    }

    /// What is to be done with the table, in a sentence.
    fn task(&self, lang: Lang) -> String {
        let count = Word::Count(i64::try_from(self.blanks()).unwrap_or(i64::MAX));
        lang.say("sheet-fill", &[("count", count)])
    }

    /// The title of the key.
    fn key_title(&self, lang: Lang) -> String {
        lang.say("sheet-key", &[("seed", self.seed.to_string().into())])
    }
}
