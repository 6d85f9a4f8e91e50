//! How a learner's table is to be read: which variable an axis stands for and from where it is counted, and what its numbers say. All
//! readings are tried together, and the one under which most cells are right counts; the plainest, where several do as well.

use super::read::{Axis, Cell, Table};
use crate::program::{Filled, Recur, Shape};
use crate::words::{Lang, Word};
use bouton::Rules;
use bouton::rules::types::Domain;
use std::collections::HashMap;

/// How a table is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// For each axis of the table the variable it stands for, and how that is counted.
    axes: Vec<(usize, Along)>,
    /// What the other variables are in every cell.
    rest: Vec<(usize, i64)>,
    value: Kind,
}

/// How the places of an axis become values of its variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Along {
    /// So much more than the place.
    Plus(i64),
    /// So much less the place.
    From(i64),
    /// So much more than the place and another variable: lengths.
    Behind(usize, i64),
    /// The bits of a set, one lower: bit k stands for the number k.
    Lowered,
    /// The bits of what is not in the set, of these.
    Without(i64),
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The lead of the player to move; 1, 0, −1.
    Lead,
    /// That player's own points.
    Points,
    /// The lead of the other player: what the mover pays.
    OtherLead,
    /// The other player's points.
    OtherPoints,
    /// The first player's lead, whoever moves.
    FirstLead,
    /// The first player's points, whoever moves.
    FirstPoints,
    /// 0 for a loss, anything else for a win.
    Won,
    /// The same for the first player, whoever moves.
    FirstWon,
    /// The points of the mover and of the other.
    Pair,
    /// The points of the other and of the mover.
    OtherPair,
    /// The points of the first player and of the second.
    FirstPair,
    /// Two numbers whose difference is the lead.
    Difference,
}

/// The kinds of cells with one number, and with two, the plainest first; each with the message that names it.
const SINGLE: [(Kind, &str); 8] = [
    (Kind::Lead, ""),
    (Kind::Points, "reading-points"),
    (Kind::Won, "reading-won"),
    (Kind::OtherLead, "reading-other-lead"),
    (Kind::OtherPoints, "reading-other-points"),
    (Kind::FirstLead, "reading-first-lead"),
    (Kind::FirstPoints, "reading-first-points"),
    (Kind::FirstWon, "reading-first-won"),
];
const PAIRS: [(Kind, &str); 4] = [
    (Kind::Pair, "reading-pair"),
    (Kind::FirstPair, "reading-first-pair"),
    (Kind::OtherPair, "reading-other-pair"),
    (Kind::Difference, "reading-difference"),
];

/// What is true at a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Truth {
    /// The lead of the player to move.
    pub(super) lead: i64,
    /// Points still to be handed out.
    pub(super) remaining: Option<i64>,
    /// Whether the first player moves there, where that is always so or never.
    pub(super) first: Option<bool>,
}

/// Every position that play reaches, in the order in which their values were found.
pub(super) struct Truths {
    pub(super) of: HashMap<Vec<i64>, Truth>,
    pub(super) order: Vec<Vec<i64>>,
}

impl Truths {
    /// Works out what is true; nothing where that takes too long.
    pub(super) fn of(filled: &mut Filled) -> Option<Truths> {
        let start = filled.start()?;
        filled.value(&start)?;
        let order = filled.order.clone();
        let mut movers: HashMap<Vec<i64>, Option<bool>> = HashMap::from([(start.clone(), Some(true))]);
        let mut waiting = vec![start];
        while let Some(at) = waiting.pop() {
            let first = movers.get(&at).copied().flatten();
            let choices = if filled.is_over(&at) { Vec::new() } else { filled.choices(&at)? };
            for choice in choices {
                let Some(next) = choice.next else { continue };
                let then = first.map(|first| first == choice.again);
                let known = movers.get(&next).copied();
                let now = if known.is_none_or(|known| known == then) { then } else { None };
                if known != Some(now) {
                    movers.insert(next.clone(), now);
                    waiting.push(next);
                }
            }
        }
        let mut of = HashMap::new();
        for at in &order {
            let first = movers.get(at).copied().flatten();
            of.insert(at.clone(), Truth { lead: filled.value(at)?, remaining: filled.remaining(at), first });
        }
        Some(Truths { of, order })
    }
}

impl Kind {
    /// What a cell holds where this is true; nothing where it cannot be said.
    fn told(self, Truth { lead, remaining, first }: Truth) -> Option<Vec<i64>> {
        let points = |lead: i64| Some(remaining?.checked_add(lead)?.div_euclid(2));
        let other = lead.checked_neg()?;
        let of_first = || Some(if first? { lead } else { other });
        Some(match self {
            Kind::Lead | Kind::Difference => vec![lead],
            Kind::Points => vec![points(lead)?],
            Kind::OtherLead => vec![other],
            Kind::OtherPoints => vec![points(other)?],
            Kind::FirstLead => vec![of_first()?],
            Kind::FirstPoints => vec![points(of_first()?)?],
            Kind::Won => vec![i64::from(lead > 0)],
            Kind::FirstWon => vec![i64::from(of_first()? > 0)],
            Kind::Pair => vec![points(lead)?, points(other)?],
            Kind::OtherPair => vec![points(other)?, points(lead)?],
            Kind::FirstPair => vec![points(of_first()?)?, points(of_first()?.checked_neg()?)?],
        })
    }

    /// What stands in a cell, so read.
    fn read(self, values: &[i64]) -> Option<Vec<i64>> {
        match (self, values) {
            (Kind::Difference, [one, other]) => Some(vec![one.checked_sub(*other)?]),
            // A truth value is read as 1 and −1.
            (Kind::Won | Kind::FirstWon, [value]) => Some(vec![i64::from(*value > 0)]),
            _ => Some(values.to_vec()),
        }
    }

    /// Whether a table could hold it.
    fn fits(self, recur: &Recur, table: &Table) -> bool {
        let any =
            |test: &dyn Fn(i64) -> bool| table.cells.iter().flat_map(|cell| &cell.values).any(|value| test(*value));
        match self {
            Kind::Points | Kind::OtherPoints | Kind::FirstPoints => recur.remaining.is_some(),
            Kind::Pair | Kind::OtherPair | Kind::FirstPair => recur.remaining.is_some(),
            Kind::Won | Kind::FirstWon => !recur.points && !any(&|value| value < 0),
            Kind::Difference => recur.points,
            Kind::Lead | Kind::OtherLead | Kind::FirstLead => true,
        }
    }

    fn rank(self) -> i64 {
        i64::from(!matches!(self, Kind::Lead | Kind::Points | Kind::Won | Kind::Pair))
    }
}

impl Along {
    fn value(self, place: i64, position: &[i64]) -> Option<i64> {
        match self {
            Along::Plus(more) => place.checked_add(more),
            Along::From(last) => last.checked_sub(place),
            Along::Behind(other, more) => position.get(other)?.checked_add(place)?.checked_add(more),
            Along::Lowered => (place >= 0 && place & 1 == 0).then_some(place >> 1),
            Along::Without(all) => all.checked_sub(place),
        }
    }
}

/// The bounds of the variables, and what they are at the start.
pub(super) struct Extent {
    pub(super) bounds: Vec<(i64, i64)>,
    pub(super) start: Vec<i64>,
}

impl Reading {
    /// The position of a cell.
    pub(super) fn position(&self, cell: &Cell) -> Option<Vec<i64>> {
        let mut at = vec![0; self.axes.len() + self.rest.len()];
        self.rest.iter().for_each(|(var, value)| at[*var] = *value);
        // Lengths are counted from another variable, which must be known first.
        let behind = |(_, along): &(usize, Along)| matches!(along, Along::Behind(..));
        for last in [false, true] {
            for (axis, place) in self.axes.iter().zip(&cell.at).filter(|(axis, _)| behind(axis) == last) {
                at[axis.0] = axis.1.value(*place, &at)?;
            }
        }
        Some(at)
    }

    /// What a cell holds, and what it should.
    pub(super) fn compared(&self, cell: &Cell, truth: Truth) -> Option<(Vec<i64>, Vec<i64>)> {
        Some((self.value.read(&cell.values)?, self.value.told(truth)?))
    }

    /// Whether cells hold leads, in which signs tell something.
    #[must_use]
    pub fn leads(&self) -> bool {
        matches!(self.value, Kind::Lead | Kind::OtherLead | Kind::FirstLead | Kind::Difference)
    }

    /// Whether cells hold the mover's own points.
    #[must_use]
    pub fn points(&self) -> bool {
        self.value == Kind::Points
    }

    /// How far it is from the plain one.
    fn rank(&self, table: &Table, plain: &[(usize, Along)]) -> i64 {
        let moved = self.axes.iter().zip(plain).filter(|(axis, plain)| axis.1 != plain.1).count();
        let turned = self.axes.iter().zip(plain).any(|(axis, plain)| axis.0 != plain.0);
        let lengths = self.axes.iter().filter(|(_, along)| matches!(along, Along::Behind(..))).count();
        let named = table.axes.iter().any(|axis| axis.name.is_some());
        self.value.rank() + i64::try_from(moved + lengths).unwrap_or(i64::MAX) + i64::from(turned && !named)
    }
}

/// A right cell counts for so much, and a wrong one against; every step away from the plain reading too.
const RIGHT: i64 = 3;
const WRONG: i64 = 1;
const STEP: i64 = 3;

/// The reading under which a table is best.
pub(super) fn best(recur: &Recur, table: &Table, truths: &Truths, extent: &Extent) -> Option<Reading> {
    let double = table.cells.iter().any(|cell| cell.values.len() == 2);
    let kinds: &[(Kind, &str)] = if double { &PAIRS } else { &SINGLE };
    let kinds: Vec<Kind> = kinds.iter().map(|(kind, _)| *kind).filter(|kind| kind.fits(recur, table)).collect();
    let orders = orders(recur, table);
    let mut best: Option<(i64, Reading)> = None;
    for order in &orders {
        let plain: Vec<(usize, Along)> =
            orders[0].iter().zip(&table.axes).map(|(var, axis)| (*var, plain(axis, extent.bounds[*var]))).collect();
        for axes in ways(recur, table, extent, order) {
            let rest = (0..recur.vars.len()).filter(|var| !order.contains(var)).map(|var| (var, extent.start[var]));
            let mut reading = Reading { axes, rest: rest.collect(), value: Kind::Lead };
            let placed: Vec<(&Cell, Truth)> =
                table.cells.iter().filter_map(|cell| Some((cell, *truths.of.get(&reading.position(cell)?)?))).collect();
            for value in &kinds {
                reading.value = *value;
                let right = |(cell, truth): &&(&Cell, Truth)| {
                    reading.compared(cell, *truth).is_some_and(|(yours, right)| yours == right)
                };
                let right = i64::try_from(placed.iter().filter(right).count()).unwrap_or(0);
                let wrong = i64::try_from(placed.len()).unwrap_or(0) - right;
                let score = RIGHT * right - WRONG * wrong - STEP * reading.rank(table, &plain);
                if !placed.is_empty() && best.as_ref().is_none_or(|(known, _)| score > *known) {
                    best = Some((score, reading.clone()));
                }
            }
        }
    }
    best.map(|(_, reading)| reading)
}

/// The variables that the axes may stand for: those that a header names, and the others in every order.
fn orders(recur: &Recur, table: &Table) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for axis in &table.axes {
        let named = recur.vars.iter().position(|var| axis.name.as_ref() == Some(&var.name));
        let free = |var: &usize| {
            !table.axes.iter().any(|axis| axis.name.as_ref() == Some(&recur.vars[*var].name))
                && Some(*var) != recur.turn
        };
        let vars: Vec<usize> = named.map_or_else(|| (0..recur.vars.len()).filter(free).collect(), |var| vec![var]);
        let longer = |order: &Vec<usize>| {
            let fresh: Vec<usize> = vars.iter().copied().filter(|var| !order.contains(var)).collect();
            fresh.into_iter().map(|var| [order.as_slice(), &[var]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

/// How an axis is counted where nothing is out of the ordinary: a header says the value; a grid begins with the least, or at 0 if it is
/// longer than that allows.
fn plain(axis: &Axis, (lo, hi): (i64, i64)) -> Along {
    let longer = i64::try_from(axis.count).is_ok_and(|count| lo > 0 && count > hi.saturating_sub(lo).saturating_add(1));
    Along::Plus(if axis.name.is_some() || longer { 0 } else { lo })
}

/// Every way to count the axes of some variables, the plain one first.
fn ways(recur: &Recur, table: &Table, extent: &Extent, order: &[usize]) -> Vec<Vec<(usize, Along)>> {
    let mut ways: Vec<Vec<(usize, Along)>> = vec![Vec::new()];
    for (var, axis) in order.iter().zip(&table.axes) {
        let (lo, hi) = extent.bounds[*var];
        let mut along = vec![plain(axis, (lo, hi))];
        let shape = recur.vars[*var].shape;
        if shape == Shape::Number {
            let from = if axis.name.is_some() { 0 } else { lo };
            along.extend([from, from.saturating_add(1), from.saturating_sub(1), 0].map(Along::Plus));
        }
        // Of more axes there would be too many ways, and nobody fills in such a table backwards.
        if shape == Shape::Number && table.axes.len() <= 2 {
            along.extend([0, -1, 1].map(|more| Along::From(hi.saturating_add(more))));
            let others = order.iter().filter(|other| *other != var);
            along.extend(others.flat_map(|other| [Along::Behind(*other, 0), Along::Behind(*other, 1)]));
        }
        if shape == Shape::Set {
            along.extend([Along::Lowered, Along::Without(hi)]);
        }
        let mut fresh: Vec<Along> = Vec::new();
        along.into_iter().for_each(|one| {
            if !fresh.contains(&one) {
                fresh.push(one)
            }
        });
        ways = ways
            .iter()
            .flat_map(|way| fresh.iter().map(|along| [way.as_slice(), &[(*var, *along)]].concat()))
            .collect();
    }
    // Two lengths would each wait for the other.
    ways.retain(|way| way.iter().filter(|(_, along)| matches!(along, Along::Behind(..))).count() <= 1);
    ways
}

impl Reading {
    /// What is out of the ordinary in it, a sentence each; none for the plain one.
    pub(super) fn say(&self, recur: &Recur, rules: &Rules, table: &Table, extent: &Extent, lang: Lang) -> Vec<String> {
        let name = |var: usize| Word::Text(recur.vars[var].name.clone());
        let mut said = Vec::new();
        let named = |axis: &Axis, var: usize| axis.name.as_ref().is_none_or(|own| *own == recur.vars[var].name);
        let in_order = self.axes.windows(2).all(|pair| pair[0].0 < pair[1].0);
        match self.axes.as_slice() {
            [(rows, _), (columns, _)] if !in_order && table.axes.iter().all(|axis| axis.name.is_none()) => {
                said.push(lang.say("reading-turned", &[("rows", name(*rows)), ("columns", name(*columns))]));
            }
            _ => {}
        }
        for ((var, along), axis) in self.axes.iter().zip(&table.axes) {
            if let Some(own) = axis.name.as_ref().filter(|_| !named(axis, *var)) {
                said.push(lang.say("reading-called", &[("yours", Word::Text(own.clone())), ("var", name(*var))]));
            }
            if *along != plain(axis, extent.bounds[*var]) {
                said.push(self.say_along(*along, *var, recur, rules, axis, extent, lang));
            }
        }
        for (var, value) in &self.rest {
            if Some(*var) != recur.turn {
                said.push(lang.say("reading-fixed", &[("var", name(*var)), ("value", value.to_string().into())]));
            }
        }
        let kinds = SINGLE.iter().chain(&PAIRS);
        let kind = kinds.filter(|(kind, id)| *kind == self.value && !id.is_empty()).map(|(_, id)| *id);
        let [first, second] = &recur.players;
        let players = [("first", Word::Text(first.clone())), ("second", Word::Text(second.clone()))];
        said.extend(kind.map(|id| lang.say(id, &players)));
        said
    }

    #[expect(clippy::too_many_arguments, reason = "what a sentence speaks of")]
    fn say_along(
        &self,
        along: Along,
        var: usize,
        recur: &Recur,
        rules: &Rules,
        axis: &Axis,
        extent: &Extent,
        lang: Lang,
    ) -> String {
        let from = if axis.name.is_some() { 0 } else { extent.bounds[var].0 };
        let mut words = vec![("var", Word::Text(recur.vars[var].name.clone()))];
        let id = match along {
            // A variable that begins at its end is the end of an interval.
            Along::Plus(more) if more == from + 1 && extent.start[var] == extent.bounds[var].1 => {
                let thing = thing(rules);
                let id = if thing.is_some() { "reading-closed" } else { "reading-closed-one" };
                words.push(("thing", thing.unwrap_or_default().into()));
                id
            }
            Along::Plus(more) if more == from - 1 => {
                words.push(("theirs", (from + 1).to_string().into()));
                words.push(("ours", from.to_string().into()));
                "reading-from-one"
            }
            Along::Plus(more) => {
                words.push(("more", more.to_string().into()));
                "reading-plus"
            }
            Along::From(last) => {
                words.push(("last", last.to_string().into()));
                "reading-mirrored"
            }
            Along::Behind(other, more) => {
                words.push(("other", Word::Text(recur.vars[other].name.clone())));
                if more == 0 { "reading-length" } else { "reading-length-less" }
            }
            Along::Lowered => "reading-lowered",
            Along::Without(_) => "reading-without",
        };
        lang.say(id, &words)
    }
}

/// What a list of the rules holds, one of them: `pile` of `piles`.
fn thing(rules: &Rules) -> Option<String> {
    let mut lists = rules.params.iter().filter(|param| matches!(param.domain, Domain::List { .. }));
    let name = lists.next().filter(|_| lists.next().is_none())?.name.clone();
    name.strip_suffix('s').filter(|one| one.len() > 1).map(str::to_owned)
}
