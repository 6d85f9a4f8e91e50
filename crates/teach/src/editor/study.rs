//! What playing tells of rules as they are written: every example solved, the positions of one of them looked at, how many positions
//! there can be. Within limits: what takes longer, or is called off, is left out.

use bouton::examples::{example_params, run_example, verdict};
use bouton::game::Game;
use bouton::rules::Span;
use bouton::rules::Text;
use bouton::rules::datum::Datum;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::interpret::{Interpreter, Position};
use bouton::rules::layout::{Layout, Packed};
use bouton::rules::rules::{Example, Rules};
use bouton::rules::types::{Domain, Type};
use bouton::{Instance, Limits, sample};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Examples run; more are not shown.
const MOST_EXAMPLES: usize = 50;
/// Positions looked at in one example.
const MOST_POSITIONS: usize = 20_000;
/// Expressions worked out for one question about a game that is only looked at.
const FUEL: u64 = 200_000;
/// A list is filled to see how many positions there can be only where it is no longer than this.
const LONGEST: i64 = 2_000;
/// Different values of a variable that are counted.
const MOST_VALUES: usize = 10_000;

/// What playing told.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// The examples, in the order of the text.
    pub examples: Vec<ExampleRan>,
    /// How many positions there can be, for each parameter.
    pub sizes: Vec<Option<Size>>,
    /// All positions of the last example that is small enough to look at; of the defaults where there is none.
    pub played: Option<Seen>,
}

/// An example that was run.
#[derive(Clone, Debug)]
pub struct ExampleRan {
    /// Its line.
    pub span: Span,
    /// What came out, in English: `Bob leads by 6`. Nothing where it could not be solved.
    pub verdict: Option<Text>,
    /// The points of both, in games of points, with their names.
    pub totals: Option<[(String, i64); 2]>,
    /// How many positions were solved, where that is known.
    pub positions: Option<u64>,
    /// How long it took.
    pub took: Duration,
    /// What does not hold.
    pub findings: Vec<Diagnostic>,
}

/// How many positions there can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// With the parameters of the last example, or the defaults.
    pub now: u64,
    /// With this parameter as large as it may be, where they can be counted.
    pub most: Option<u64>,
}

/// The positions of one game.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its parameters: `piles=[2,7,9,4,4]`.
    pub params: String,
    /// The values of its parameters and its `let`s.
    values: [Vec<Datum>; 2],
    /// How many positions can be reached.
    pub positions: usize,
    /// The moves, by number.
    pub moves: Vec<MoveSeen>,
    /// The state variables, by number.
    pub states: Vec<StateSeen>,
}

/// A move in the positions of one game.
#[derive(Clone, Debug)]
pub struct MoveSeen {
    /// Its name in the text.
    pub name: Span,
    /// In how many positions it is legal, with some choice.
    pub legal: usize,
}

/// A state variable in the positions of one game.
#[derive(Clone, Debug)]
pub struct StateSeen {
    /// How many values it takes.
    pub values: usize,
    /// The least and the greatest, if they are numbers.
    pub range: Option<(i64, i64)>,
}

impl Seen {
    /// The value of a parameter or of a `let` there.
    #[must_use]
    pub fn value_of(&self, rules: &Rules, name: &str) -> Option<String> {
        if rules.params.iter().any(|param| param.name == name) {
            let shown = sample::show(rules, &self.values[0]);
            let own = shown.split(' ').filter_map(|one| one.split_once('='));
            return own.filter(|(known, _)| *known == name).map(|(_, value)| value.to_owned()).next();
        }
        let which = rules.lets.iter().position(|one| one.name == name)?;
        match self.values[1].get(which)? {
            Datum::Int(number) if rules.lets[which].ty() == Type::Int => Some(number.to_string()),
            _ => None,
        }
    }
}

/// Plays the examples of rules within limits: time for all of it, the rest for each example.
#[must_use]
pub fn study(rules: &Arc<Rules>, limits: &Limits) -> Study {
    let limits = limits.begun();
    let examples = rules
        .examples
        .iter()
        .take(MOST_EXAMPLES)
        .map_while(|example| limits.interrupted().is_none().then(|| ran(rules, example, &limits)));
    let examples: Vec<ExampleRan> = examples.collect();
    let usual = usual(rules);
    // Whose turn it is makes two of each, unless no rule tells the players apart.
    let alike = Instance::new(rules.clone(), &usual).is_ok_and(|game| game.told_apart().is_none());
    let turns = if alike { 1 } else { 2 };
    let sizes = (0..rules.params.len()).map(|which| size(rules, which, &usual, turns, &limits)).collect();
    Study { examples, sizes, played: played(rules, &limits) }
}

fn ran(rules: &Arc<Rules>, example: &Example, limits: &Limits) -> ExampleRan {
    let began = Instant::now();
    let ran = run_example(rules, example, limits);
    let took = began.elapsed();
    let solved = ran.solved.as_ref();
    let totals = solved.and_then(|(game, report)| {
        let points = report.totals.as_ref()?.points;
        let [first, second] = game.rules().players.clone();
        Some([(first, points[0]), (second, points[1])])
    });
    ExampleRan {
        span: example.span,
        verdict: solved.map(|(game, report)| verdict(game, report)),
        totals,
        positions: solved.filter(|(_, report)| report.whole).map(|(_, report)| report.positions),
        took,
        // That an editor gives up sooner than a command is nothing wrong with the rules.
        findings: if ran.limited { Vec::new() } else { ran.findings },
    }
}

/// The parameters that the last example gives, with the defaults where it gives none.
fn usual(rules: &Arc<Rules>) -> Vec<Option<Datum>> {
    let given = rules.examples.iter().rev().find_map(|example| example_params(rules, example).ok());
    given.unwrap_or_else(|| vec![None; rules.params.len()])
}

/// How many positions a game has with the usual parameters, and with the greatest of one of them.
fn size(rules: &Arc<Rules>, which: usize, usual: &[Option<Datum>], turns: u64, limits: &Limits) -> Option<Size> {
    if limits.interrupted().is_some() {
        return None;
    }
    let mut grows = false;
    let mut filled = |largest: bool| {
        let mut choose = |param: usize, domain: &Domain<i64>| {
            let greatest = greatest(domain).filter(|_| param == which);
            grows |= greatest.is_some();
            if largest && param == which { greatest } else { usual[param].clone() }
        };
        let game = Interpreter::filling(rules.clone(), FUEL, &mut choose).ok()?;
        Layout::new(game.domains()).size()?.checked_mul(turns)
    };
    let now = filled(false)?;
    let most = filled(true);
    Some(Size { now, most: most.filter(|_| grows) })
}

/// The greatest value of a domain, where it is a number or a list that is not too long.
fn greatest(domain: &Domain<i64>) -> Option<Datum> {
    match domain {
        Domain::Int { hi, .. } => Some(Datum::Int(*hi)),
        Domain::List { max, of, .. } if *max <= LONGEST => {
            let entry = greatest(of)?;
            Some(Datum::List(Arc::new(vec![entry; usize::try_from(*max).ok()?])))
        }
        _ => None,
    }
}

/// The positions of the last example that can be looked at whole.
fn played(rules: &Arc<Rules>, limits: &Limits) -> Option<Seen> {
    let mut given: Vec<Vec<Option<Datum>>> =
        rules.examples.iter().rev().take(5).filter_map(|example| example_params(rules, example).ok()).collect();
    given.push(vec![None; rules.params.len()]);
    given.iter().find_map(|given| walk(rules, given, limits))
}

/// Every position of a game; nothing where there are too many, or something goes wrong.
fn walk(rules: &Arc<Rules>, given: &[Option<Datum>], limits: &Limits) -> Option<Seen> {
    let game = Instance::new_within(rules.clone(), given, limits).ok()?;
    let interpreter = game.interpreter().clone().with_fuel(FUEL);
    let start = interpreter.start().ok()?;
    // Whose turn it is makes no other position where no rule tells the players apart.
    let one = |position: &Position| game.canonical(game.pack(position));
    let mut known: HashSet<Packed> = HashSet::from([one(&start)]);
    let mut positions = vec![start];
    let mut counted = Counted::new(rules);
    let mut at = 0;
    while at < positions.len() {
        if positions.len() > MOST_POSITIONS || limits.interrupted().is_some() {
            return None;
        }
        let position = positions[at].clone();
        counted.look(&position.state);
        if interpreter.ending(&position).ok()?.is_none() {
            let steps = interpreter.steps(&position).ok()?;
            counted.legal(steps.iter().filter_map(|step| step.mv.made));
            let new = steps.into_iter().map(|step| step.next).filter(|next| known.insert(one(next)));
            positions.extend(new);
        }
        at += 1;
    }
    let values = [interpreter.params().to_vec(), interpreter.lets().to_vec()];
    let params = sample::show(rules, interpreter.params());
    Some(counted.seen(rules, params, values, positions.len()))
}

/// What is counted on the way.
struct Counted {
    legal: Vec<usize>,
    values: Vec<BTreeSet<Datum>>,
}

impl Counted {
    fn new(rules: &Rules) -> Counted {
        Counted { legal: vec![0; rules.moves.len()], values: vec![BTreeSet::new(); rules.states.len()] }
    }

    fn look(&mut self, state: &[Datum]) {
        for (values, value) in self.values.iter_mut().zip(state) {
            if values.len() < MOST_VALUES {
                values.insert(value.clone());
            }
        }
    }

    fn legal(&mut self, made: impl Iterator<Item = usize>) {
        let made: BTreeSet<usize> = made.collect();
        made.into_iter().for_each(|which| self.legal[which] += 1);
    }

    fn seen(self, rules: &Rules, params: String, values: [Vec<Datum>; 2], positions: usize) -> Seen {
        let moves = rules.moves.iter().zip(&self.legal);
        let moves = moves.map(|(mv, legal)| MoveSeen { name: mv.span, legal: *legal }).collect();
        let numbers = |which: usize| matches!(rules.states[which].domain, Domain::Int { .. });
        let states = self.values.iter().enumerate().map(|(which, values)| {
            let number = |value: Option<&Datum>| match value {
                Some(Datum::Int(number)) if numbers(which) => Some(*number),
                _ => None,
            };
            let range = number(values.first()).zip(number(values.last()));
            StateSeen { values: values.len(), range }
        });
        Seen { params, values, positions, moves, states: states.collect() }
    }
}
