//! Something that every move raises: it shows that play ends, and in which order positions can be solved from the end.
//!
//! First it is *derived*: each move's change to each number is bounded by interval analysis, and a small sum or difference of
//! variables is sought that every move raises. Where that fails it is *guessed* from a short list of measures, tried on some
//! lines of play; whoever relies on a guess verifies it while solving.

use super::{Instance, compiled};
use bouton_rules::Span;
use bouton_rules::datum::{Datum, NONE};
use bouton_rules::interpret::{Interpreter, Position};
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Expr, ExprKind, Move, Rank, Root, Rules, Stmt, StmtKind, StuckResult};
use bouton_rules::syntax::tree::BinaryOp;
use bouton_rules::types::Domain;
use bouton_rules::{Text, say};
use std::collections::HashSet;

/// A number that every move raises: a sum of measures, added or subtracted; one that counts several times stands there as often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The measures; true for those subtracted.
    pub terms: Vec<(Measure, bool)>,
    /// Whether it is proven from the rules. Otherwise it is a guess that must be verified.
    pub proven: bool,
    /// A line of the rules that shows it.
    pub because: Option<Span>,
}

/// Something that can be measured of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A number in a state variable.
    Number(usize),
    /// How many members a set has; of a list of sets all of them together.
    Members(usize),
    /// How many cells of a board, or entries of a list, are not `none`; of a single value whether it is not.
    Filled(usize),
    /// Whether a number is above this, the least that it can be: a choice that is remembered until the reply. Of a list or board of numbers how many
    /// are.
    Above(usize, i64),
    /// How many entries a list has whose length changes.
    Length(usize),
    /// The sum of a list's entries: of numbers, of truth values (0 and 1), or of names and players by their place.
    Total(usize),
    /// The sum of a board's cells.
    TotalCells(usize),
}

/// The most variables a derived order may speak of, and of which moves in several steps are guessed.
const MOST_VARIABLES: usize = 8;

impl Order {
    /// The number for a position's variables.
    #[must_use]
    pub fn rank(&self, state: &[Datum]) -> i64 {
        self.terms.iter().fold(0, |sum: i64, (measure, minus)| {
            let value = measure.of(state);
            if *minus { sum.saturating_sub(value) } else { sum.saturating_add(value) }
        })
    }

    /// What it is at the most, where the variables have these domains.
    #[must_use]
    pub fn highest(&self, domains: &[Domain<i64>]) -> Option<i64> {
        self.terms.iter().try_fold(0, |sum: i64, (measure, minus)| {
            let (lo, hi) = measure.ends(domains.get(measure.variable())?)?;
            sum.checked_add(if *minus { lo.checked_neg()? } else { hi })
        })
    }

    /// What every move raises (false) or, where nobody wants to hear that a negative rises, lowers (true), in words.
    #[must_use]
    pub fn told(&self, rules: &Rules) -> (bool, Text) {
        let falls = self.terms.iter().all(|(_, minus)| *minus);
        let terms = self.terms.iter().map(|(measure, minus)| (*measure, *minus != falls)).collect();
        (falls, Order { terms, ..self.clone() }.words(rules))
    }

    /// The order in words: `i − j`.
    #[must_use]
    pub fn words(&self, rules: &Rules) -> Text {
        let mut words: Vec<Text> = Vec::new();
        for (place, same) in self.terms.chunk_by(|one, other| one == other).enumerate() {
            let [(measure, minus), ..] = same else { continue };
            match (place, minus) {
                (0, false) => {}
                (0, true) => words.push(Text::code("−")),
                (_, false) => words.push(Text::code(" + ")),
                (_, true) => words.push(Text::code(" − ")),
            }
            words.extend((same.len() > 1).then(|| Text::code(format!("{} ", same.len()))));
            words.push(measure.words(rules));
        }
        Text::joined(words, "")
    }
}

impl Measure {
    fn of(self, state: &[Datum]) -> i64 {
        match (self, &state[self.variable()]) {
            (Measure::Number(_), Datum::Int(number)) => *number,
            (Measure::Members(_), held) => members(held),
            (Measure::Filled(_), Datum::Grid(grid)) => count(grid.cells.iter().filter(|cell| **cell != NONE).count()),
            (Measure::Filled(_), Datum::Int(value)) => i64::from(*value != NONE),
            (Measure::Above(_, least), Datum::Int(number)) => i64::from(*number > least),
            (Measure::Above(_, least), Datum::Grid(grid)) => {
                count(grid.cells.iter().filter(|cell| **cell > least).count())
            }
            (Measure::Above(_, least), Datum::List(entries)) => {
                count(entries.iter().filter(|entry| matches!(entry, Datum::Int(number) if *number > least)).count())
            }
            (Measure::Filled(_), Datum::List(entries)) => {
                count(entries.iter().filter(|entry| **entry != Datum::Int(NONE)).count())
            }
            (Measure::Length(_), Datum::List(entries)) => count(entries.len()),
            (Measure::TotalCells(_), Datum::Grid(grid)) => {
                grid.cells.iter().fold(0, |sum: i64, cell| sum.saturating_add(*cell))
            }
            (Measure::Total(_), Datum::List(entries)) => entries.iter().fold(0, |sum: i64, entry| match entry {
                Datum::Int(number) => sum.saturating_add(*number),
                _ => sum,
            }),
            _ => 0,
        }
    }

    /// The least and the most that it can be in a domain.
    fn ends(self, domain: &Domain<i64>) -> Option<(i64, i64)> {
        let number = |domain: &Domain<i64>| match domain {
            Domain::Int { lo, hi } => Some((*lo, *hi)),
            Domain::Bool | Domain::Player => Some((0, 1)),
            Domain::Names { count, .. } => Some((0, i64::try_from(*count).ok()?.checked_sub(1)?)),
            _ => None,
        };
        match (self, domain) {
            (Measure::Number(_), domain) => number(domain),
            (Measure::Members(_), Domain::Set(of)) => {
                let (lo, hi) = number(of)?;
                Some((0, hi.checked_sub(lo)?.checked_add(1)?.max(0)))
            }
            (Measure::Members(_), Domain::List { max, of, .. }) => {
                Some((0, self.ends(of).filter(|_| are_sets(of))?.1.checked_mul(*max)?))
            }
            (Measure::Filled(_) | Measure::Above(..), Domain::Grid { rows, columns, .. }) => {
                Some((0, rows.1.checked_mul(columns.1)?))
            }
            (Measure::Filled(_) | Measure::Above(..), Domain::List { max, .. }) => Some((0, *max)),
            (Measure::Length(_), Domain::List { min, max, .. }) => Some((*min, *max)),
            (Measure::Filled(_), Domain::Optional(_)) | (Measure::Above(..), _) => Some((0, 1)),
            (Measure::TotalCells(_), Domain::Grid { rows, columns, of }) => {
                let ((lo, hi), cells) = (number(of)?, rows.1.checked_mul(columns.1)?);
                Some((lo.min(0).checked_mul(cells)?, hi.max(0).checked_mul(cells)?))
            }
            (Measure::Total(_), Domain::List { max, of, .. }) => {
                let (lo, hi) = number(of)?;
                Some((lo.min(0).checked_mul(*max)?, hi.max(0).checked_mul(*max)?))
            }
            _ => None,
        }
    }

    /// The state variable that it is measured of.
    pub(super) fn variable(self) -> usize {
        match self {
            Measure::Number(at)
            | Measure::Members(at)
            | Measure::Filled(at)
            | Measure::Above(at, _)
            | Measure::Length(at)
            | Measure::Total(at)
            | Measure::TotalCells(at) => at,
        }
    }

    pub(crate) fn words(self, rules: &Rules) -> Text {
        let name = |at: usize| &rules.states[at].name;
        match self {
            Measure::Number(at) => say!("{}", name(at)),
            Measure::Members(at) if matches!(rules.states[at].domain, Domain::List { .. }) => {
                say!("members of {}", name(at))
            }
            Measure::Members(at) | Measure::Length(at) => say!("len({})", name(at)),
            Measure::Filled(at) if matches!(rules.states[at].domain, Domain::Optional(_)) => {
                Text::code(format!("({} != none)", name(at)))
            }
            Measure::Filled(at) => say!("filled cells of {}", name(at)),
            Measure::Above(at, least) if matches!(rules.states[at].domain, Domain::Int { .. }) => {
                say!("({} > {least})", name(at))
            }
            Measure::Above(at, least) => say!("entries of {} above {least}", name(at)),
            Measure::Total(at) | Measure::TotalCells(at) => say!("sum({})", name(at)),
        }
    }
}

/// The members of a set, or of all sets in a list.
fn members(held: &Datum) -> i64 {
    match held {
        Datum::Set(members) => count(members.len()),
        Datum::List(sets) => sets.iter().map(members).fold(0, i64::saturating_add),
        _ => 0,
    }
}

fn are_sets<N>(of: &Domain<N>) -> bool {
    matches!(of, Domain::Set(_))
}

fn count(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// An order of the game, derived or guessed.
pub(super) fn find(game: &Instance) -> Option<Order> {
    let rules = game.rules();
    if let Some(rank) = &rules.rank {
        return Some(declared(rules, rank));
    }
    if rules.stucks.iter().any(|line| matches!(line.result, StuckResult::Pass(_))) {
        return None;
    }
    derived(rules).or_else(|| guessed(game))
}

/// The order that the rules name: each move is tried for it where it is made.
fn declared(rules: &Rules, rank: &Rank) -> Order {
    let measure = |which: usize| match &rules.states[which].domain {
        Domain::Set(_) => Measure::Members(which),
        Domain::List { .. } => Measure::Total(which),
        _ => Measure::Number(which),
    };
    let times = |times: i64| usize::try_from(times.unsigned_abs()).expect("it is at most 64");
    let term = |(which, by): &(usize, i64)| std::iter::repeat_n((measure(*which), *by < 0), times(*by));
    Order { terms: rank.terms.iter().flat_map(term).collect(), proven: false, because: Some(rank.span) }
}

/// A signed sum of few variables that every move raises by at least one, whatever the parameters.
fn derived(rules: &Rules) -> Option<Order> {
    if !rules.normalise.is_empty() {
        return None;
    }
    let numbers: Vec<usize> = (0..rules.states.len())
        .filter(|at| matches!(rules.states[*at].domain, Domain::Int { .. }))
        .take(MOST_VARIABLES)
        .collect();
    let mut known = HashSet::new();
    let changes = rules.moves.iter().map(|mv| numbers.iter().map(|variable| change(mv, *variable)).collect());
    let changes: Vec<Vec<Interval>> = changes.filter(|changes: &Vec<Interval>| known.insert(changes.clone())).collect();
    let found = signs(numbers.len()).into_iter().find(|signs| changes.iter().all(|changes| raises(signs, changes)))?;
    let terms = numbers
        .iter()
        .zip(&found)
        .filter(|(_, sign)| **sign != 0)
        .map(|(at, sign)| (Measure::Number(*at), *sign < 0))
        .collect();
    let because = rules
        .moves
        .first()
        .and_then(|mv| mv.body.iter().find(|stmt| matches!(stmt.kind, StmtKind::Assign(_))))
        .map(|stmt| stmt.span);
    Some(Order { terms, proven: true, because })
}

/// Every way to give each of so many variables the sign +, − or none; fewest variables first.
fn signs(count: usize) -> Vec<Vec<i128>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .into_iter()
            .flat_map(|signs: Vec<i128>| {
                [0, 1, -1].map(|sign| {
                    let mut longer = signs.clone();
                    longer.push(sign);
                    longer
                })
            })
            .collect();
    }
    all.sort_by_key(|signs| signs.iter().filter(|sign| **sign != 0).count());
    all
}

fn raises(signs: &[i128], changes: &[Interval]) -> bool {
    let sum = signs
        .iter()
        .zip(changes)
        .fold(Interval::of(0), |sum, (sign, change)| sum.plus(change.times(Interval::of(*sign))));
    sum.lo >= 1
}

/// By how much a move can change a number.
fn change(mv: &Move, variable: usize) -> Interval {
    let mut change = Interval::of(0);
    let mut known = true;
    for stmt in &mv.body {
        match assigned(stmt, variable) {
            Assigned::Not => {}
            Assigned::By(by) => change = change.plus(by),
            Assigned::Somehow => known = false,
        }
    }
    if known { change } else { Interval { lo: -(1 << 100), hi: 1 << 100 } }
}

/// What a statement does to a variable.
enum Assigned {
    Not,
    By(Interval),
    Somehow,
}

fn assigned(stmt: &Stmt, variable: usize) -> Assigned {
    if let StmtKind::Assign(pairs) = &stmt.kind
        && let [(place, value)] = pairs.as_slice()
        && place.root == Root::State(variable)
    {
        return growth(value, variable).map_or(Assigned::Somehow, Assigned::By);
    }
    if assigns(stmt, variable) { Assigned::Somehow } else { Assigned::Not }
}

/// Whether a statement assigns to a variable, or to an entry of it.
pub(super) fn assigns(stmt: &Stmt, variable: usize) -> bool {
    let mut found = false;
    stmt.walk(&mut |stmt| {
        if let StmtKind::Assign(pairs) = &stmt.kind {
            found |= pairs.iter().any(|(place, _)| place.root == Root::State(variable));
        }
    });
    found
}

/// `v + e`, `e + v`, `v − e`: what it adds to `v`.
fn growth(value: &Expr, variable: usize) -> Option<Interval> {
    let ExprKind::Binary(op, left, right) = &value.kind else { return None };
    let itself = |expr: &Expr| matches!(expr.kind, ExprKind::State(at) if at == variable);
    match op {
        BinaryOp::Add if itself(left) => Some(right.range),
        BinaryOp::Add if itself(right) => Some(left.range),
        BinaryOp::Sub if itself(left) => Some(right.range.negated()),
        _ => None,
    }
}

/// Lines of play that a guess is tried on, and how long they are.
const TRIALS: usize = 12;
const LONGEST_TRIAL: usize = 60;
/// A move that can be made in millions of ways is tried in so many.
const MOST_OF_A_MOVE: usize = 1_000;
/// Moves looked at on all of them together, each counted with the size of a position: large games are not tried for long.
const MOST_WORK: usize = 200_000;
/// What the interpreter may take for one position on them, and for all: moves that loop over a large board are not tried for long either.
const TRIAL_FUEL: u64 = 2_000_000;
const TRIALS_FUEL: u64 = 4 * TRIAL_FUEL;
/// Once they have taken so much, moves are compiled: a few times what solving waits for, since the game may be over sooner.
const TRIALS_PATIENCE: u64 = 3 * compiled::PATIENCE;
/// Where it takes more, so many times fewer moves are tried there, and this counts as so many moves looked at.
const FEWER: usize = 16;
const GIVEN_UP: usize = MOST_WORK / 16;

/// The first measure of a short list that every move of some lines of play raises; nothing where there are moves and none could be looked at.
fn guessed(instance: &Instance) -> Option<Order> {
    let domains = instance.interpreter().domains();
    let guesses = candidates(domains).into_iter().map(|terms| Order { terms, proven: false, because: None });
    let game = instance.interpreter().with_budget(TRIALS_FUEL).with_fuel(TRIAL_FUEL);
    let mut trials = Trials { instance, game: &game, guesses: guesses.collect(), work: MOST_WORK, seen: Seen::Nothing };
    for trial in 0..TRIALS {
        trials.line(trial);
        if trials.guesses.is_empty() || trials.work == 0 {
            break;
        }
    }
    trials.guesses.into_iter().next().filter(|_| trials.seen != Seen::TooMuch)
}

/// What was seen of moves on lines of play.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// There are none.
    Nothing,
    /// None could be looked at.
    TooMuch,
    Some,
}

/// Lines of play, and the guesses that no move on them has disproved.
struct Trials<'a> {
    instance: &'a Instance,
    game: &'a Interpreter,
    guesses: Vec<Order>,
    /// What is left of it.
    work: usize,
    seen: Seen,
}

impl Trials<'_> {
    /// Plays one line, the choice of moves told by its number, and drops every guess that a move on it does not raise.
    fn line(&mut self, trial: usize) {
        let Ok(mut position) = self.game.start() else { return };
        for ply in 0..LONGEST_TRIAL {
            if self.work == 0 {
                return;
            }
            let steps = self.quickly(&position).unwrap_or_else(|| self.interpreted(&position));
            if steps.is_empty() {
                return;
            }
            self.seen = Seen::Some;
            self.guesses.retain(|guess| {
                let before = guess.rank(&position.state);
                steps.iter().all(|next| guess.rank(&next.state) > before)
            });
            let chosen = (trial * 7 + ply * (trial + 3)) % steps.len().max(1);
            let Some(next) = steps.into_iter().nth(chosen) else { return };
            position = next;
        }
    }

    /// Where all moves lead, by machine code, once the interpreter has done so much that it pays; none where the game is over.
    fn quickly(&mut self, position: &Position) -> Option<Vec<Position>> {
        if self.game.spent() < TRIALS_PATIENCE && !self.instance.is_compiled() {
            return None;
        }
        let (compiled, mut found) = (self.instance.compiled().ok()?, Vec::new());
        if self.instance.look_by(compiled, &self.instance.pack(position), &mut found)?.ok()?.is_some() {
            return Some(Vec::new());
        }
        self.work = self.work.saturating_sub(found.len() * size(position));
        Some(found.iter().map(|(_, next)| self.instance.unpack(next)).collect())
    }

    /// Where moves lead, as many as the interpreter can look at; none where the game is over, or it cannot look at a single one.
    fn interpreted(&mut self, position: &Position) -> Vec<Position> {
        match self.game.ending(position) {
            Ok(None) => {}
            Ok(Some(_)) => return Vec::new(),
            Err(_) => {
                self.too_much();
                return Vec::new();
            }
        }
        let size = size(position);
        let mut most = MOST_OF_A_MOVE.min(self.work.div_ceil(size));
        while most > 0 && self.work > 0 {
            if let Ok(steps) = self.game.first_steps(position, most) {
                self.work = self.work.saturating_sub(steps.len() * size);
                return steps.into_iter().map(|step| step.next).collect();
            }
            self.work = self.work.saturating_sub(GIVEN_UP);
            self.too_much();
            most = if most == 1 { 0 } else { most.div_ceil(FEWER) };
        }
        Vec::new()
    }

    /// A position cannot be looked at; that counts where none could be.
    fn too_much(&mut self) {
        if self.seen == Seen::Nothing {
            self.seen = Seen::TooMuch;
        }
    }
}

/// How many entries a position has, about.
fn size(position: &Position) -> usize {
    1 + position.state.iter().map(Datum::count).sum::<usize>()
}

/// Measures that are summed up, true for what is subtracted.
type Terms = Vec<(Measure, bool)>;

fn candidates(domains: &[Domain<i64>]) -> Vec<Terms> {
    let mut single = Vec::new();
    for (at, domain) in domains.iter().enumerate() {
        match domain {
            Domain::Int { .. } => single.push(Measure::Number(at)),
            Domain::Set(_) => single.push(Measure::Members(at)),
            Domain::List { min, max, of } if min == max && are_sets(of) => single.push(Measure::Members(at)),
            Domain::List { of, .. } if adds_up(of) => single.push(Measure::Total(at)),
            Domain::Grid { of, .. } if adds_up(of) => single.push(Measure::TotalCells(at)),
            Domain::Grid { of, .. } | Domain::List { of, .. } if matches!(**of, Domain::Optional(_)) => {
                single.push(Measure::Filled(at));
            }
            _ => {}
        }
        if matches!(domain, Domain::List { min, max, .. } if min < max) {
            single.push(Measure::Length(at));
        }
    }
    let one = single.iter().flat_map(|measure| [vec![(*measure, false)], vec![(*measure, true)]]);
    let all = [vec_of(&single, false), vec_of(&single, true)];
    let pairs = single
        .iter()
        .flat_map(|a| single.iter().map(move |b| vec![(*a, false), (*b, true)]))
        .filter(|pair| pair[0].0 != pair[1].0);
    let joined = domains.iter().enumerate().filter_map(|(at, domain)| joined(at, domain));
    let joined = joined.flat_map(|measures| [vec_of(&measures, false), vec_of(&measures, true)]);
    let whole: Vec<Terms> = one.chain(all).chain(pairs).chain(joined).collect();
    // A guess for each step of each pair would be very many where there are many variables.
    let few = domains.len() <= MOST_VARIABLES;
    let steps = domains.iter().enumerate().filter(|_| few).filter_map(|(at, domain)| step(at, domain));
    let parts: Vec<Terms> = steps.flat_map(|step| whole.iter().flat_map(move |terms| in_steps(terms, step))).collect();
    whole.into_iter().chain(parts).collect()
}

/// What falls where heaps are joined: their sum stays, and there are fewer, or fewer that hold anything.
fn joined(at: usize, domain: &Domain<i64>) -> Option<[Measure; 2]> {
    match domain {
        Domain::List { min, max, of } if min < max && adds_up(of) => Some([Measure::Total(at), Measure::Length(at)]),
        Domain::List { of, .. } => some_above(at, of).map(|above| [Measure::Total(at), above]),
        Domain::Grid { of, .. } => some_above(at, of).map(|above| [Measure::TotalCells(at), above]),
        _ => None,
    }
}

/// How many numbers are above the least.
fn some_above(at: usize, of: &Domain<i64>) -> Option<Measure> {
    if let Domain::Int { lo, .. } = of { Some(Measure::Above(at, *lo)) } else { None }
}

/// What tells how far a move of several steps has come, by a variable: a phase, or whether a choice is remembered; and of how many values.
fn step(at: usize, domain: &Domain<i64>) -> Option<(Measure, usize)> {
    const MOST_PHASES: i128 = 8;
    if let Domain::Optional(_) = domain {
        return Some((Measure::Filled(at), 2));
    }
    let (lo, hi) = Measure::Number(at).ends(domain)?;
    match (domain, i128::from(hi) - i128::from(lo) + 1) {
        (_, values @ 2..=MOST_PHASES) => Some((Measure::Number(at), usize::try_from(values).expect("it is small"))),
        (Domain::Int { .. }, values) if values > MOST_PHASES => Some((Measure::Above(at, lo), 2)),
        _ => None,
    }
}

/// The order in which the whole counts first and the step second, rising or falling, where the step is no part of the whole.
fn in_steps(whole: &Terms, (step, values): (Measure, usize)) -> Vec<Terms> {
    if whole.iter().any(|(measure, _)| measure.variable() == step.variable()) {
        return Vec::new();
    }
    let whole: Terms = whole.iter().flat_map(|term| std::iter::repeat_n(*term, values)).collect();
    [false, true].map(|minus| whole.iter().copied().chain([(step, minus)]).collect()).into()
}

/// Whether entries are numbers, or have a place among few values.
pub(super) fn adds_up<B>(of: &Domain<B>) -> bool {
    matches!(of, Domain::Int { .. } | Domain::Bool | Domain::Names { .. } | Domain::Player)
}

fn vec_of(measures: &[Measure], minus: bool) -> Vec<(Measure, bool)> {
    measures.iter().map(|measure| (*measure, minus)).collect()
}
