//! The helpers, run. Each row of `table::helpers` has its arm here.

use super::candidates::{Candidates, MOST_MEMBERS, SUBSET_WORK};
use super::conform::lists_of_nodes;
use super::eval::{AT_ONCE, MOST_ENTRIES, overflow, slice_places, too_many};
use super::graph::{Draft, Written};
use super::{Env, Fault, fault};
use crate::datum::{Cell, Datum, Grid, MOST_NODES, NONE};
use crate::diagnostic::{Diagnostic, shorten};
use crate::rules::{Expr, ExprKind};
use crate::source::Span;
use crate::table::helpers::Helper;
use crate::types::Type;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::sync::{Arc, LazyLock};

/// Directions, clockwise from up for the four straight ones first.
const STRAIGHT: [Cell; 4] =
    [Cell { row: -1, column: 0 }, Cell { row: 0, column: -1 }, Cell { row: 0, column: 1 }, Cell { row: 1, column: 0 }];

/// All eight, row by row.
const EIGHT: [Cell; 8] = [
    Cell { row: -1, column: -1 },
    Cell { row: -1, column: 0 },
    Cell { row: -1, column: 1 },
    Cell { row: 0, column: -1 },
    Cell { row: 0, column: 1 },
    Cell { row: 1, column: -1 },
    Cell { row: 1, column: 0 },
    Cell { row: 1, column: 1 },
];

/// `directions4` and `directions8`.
static DIRECTIONS: LazyLock<[Datum; 2]> = LazyLock::new(|| [cells(STRAIGHT.into_iter()), cells(EIGHT.into_iter())]);

/// A list of cells.
fn cells(cells: impl Iterator<Item = Cell>) -> Datum {
    Datum::ints(cells.filter_map(Cell::pack))
}

impl Env<'_> {
    /// Runs a helper.
    pub(super) fn help(&mut self, helper: Helper, args: &[Expr], span: Span) -> Result<Datum, Fault> {
        if let Some(quick) = self.any_or_all(helper, args)? {
            return Ok(quick);
        }
        if let Some(sum) = self.sum_of_slice(helper, args, span)? {
            return Ok(sum);
        }
        let values = self.arguments(helper, args)?;
        self.spend_many(work(helper, &values), span)?;
        // What is free on a board, only its type tells: 0 may be a player.
        let truths = matches!(args.first().map(|board| &board.ty), Some(Type::Grid(of)) if **of == Type::Bool);
        Call { helper, values: &values, span, free: if truths { 0 } else { NONE } }.run()
    }

    /// The combinations that `product`, `subsets` or `sequences` makes, to be gone through one by one.
    ///
    /// # Errors
    /// They are too many, or the helper cannot take these values.
    pub(super) fn combinations(&mut self, helper: Helper, args: &[Expr], span: Span) -> Result<Candidates, Fault> {
        self.spend(span)?;
        let values = self.arguments(helper, args)?;
        Call { helper, values: &values, span, free: NONE }.combinations()
    }
}

impl Env<'_> {
    /// `sum(xs[a..<b])`: what is only added up need not be copied.
    fn sum_of_slice(&mut self, helper: Helper, args: &[Expr], span: Span) -> Result<Option<Datum>, Fault> {
        let (Helper::Sum, [Expr { kind: ExprKind::Index(base, indices), span: place, .. }]) = (helper, args) else {
            return Ok(None);
        };
        let [Expr { kind: ExprKind::Range { .. }, .. }] = indices.as_slice() else { return Ok(None) };
        let held = self.eval(base)?;
        let (Datum::List(entries), Datum::Range(ends)) = (&held, self.eval(&indices[0])?) else {
            return Err(fault("R03", *place, "an index is one number", "several values"));
        };
        let part = slice_places(&held, ends.0, ends.1, *place)?;
        if let Some(sum) = self.game.quick_sum(&base.kind, &part) {
            return Ok(Some(Datum::Int(sum)));
        }
        self.spend_many(part.len() / AT_ONCE, span)?;
        Call { helper, values: &[], span, free: NONE }.fold_all(&entries[part]).map(Some)
    }
}

/// How many entries a helper looks at: work that is counted before it is done.
fn work(helper: Helper, values: &[Datum]) -> usize {
    let sizes = || values.iter().map(|value| if let Datum::Int(_) = value { 0 } else { value.count() });
    match helper {
        Helper::Len | Helper::First | Helper::Last | Helper::Nodes | Helper::Degree => 0,
        Helper::Digits | Helper::Bit | Helper::Code => 4,
        Helper::Divisors | Helper::Primes => match &values[0] {
            Datum::Int(number) if helper == Helper::Divisors => {
                usize::try_from(number.max(&0).isqrt()).expect("a root fits")
            }
            Datum::Int(number) => usize::try_from(number.max(&0) / 4).expect("it is not negative"),
            _ => 0,
        },
        Helper::Product => {
            let lists = values[0].entries().fold(1, |all: usize, list| all.saturating_mul(list.count()));
            lists.saturating_mul(values[0].count().max(1))
        }
        Helper::Sequences => {
            let most = if let Datum::Int(most) = values[1] { most } else { 0 };
            sequences(values[0].count(), most).unwrap_or(usize::MAX)
        }
        // Larger sets are refused.
        Helper::Subsets => SUBSET_WORK << values[0].count().min(MOST_MEMBERS),
        Helper::Line => values[0].count().saturating_mul(4),
        Helper::Distance | Helper::Reach | Helper::Connected | Helper::IsTree => {
            let steps = match &values[0] {
                Datum::Graph(nodes) => nodes.iter().map(|near| near.len() + 1).sum(),
                _ => 0,
            };
            values.get(2).or(values.get(1)).map_or(steps, |among| steps.saturating_add(among.count()))
        }
        Helper::Adjacency | Helper::Edges | Helper::Arcs => {
            let alone = values.get(1).map_or(0, |count| if let Datum::Int(count) = count { *count } else { 0 });
            let pairs = values[0].entries().map(|near| near.count() + 1).sum::<usize>();
            pairs.saturating_add(usize::try_from(alone.clamp(0, MOST_NODES)).unwrap_or(0))
        }
        Helper::Sum | Helper::Min | Helper::Max | Helper::Xor => sizes().fold(0, usize::saturating_add) / AT_ONCE,
        _ => sizes().fold(0, usize::saturating_add),
    }
}

/// How many entries all lists of one to `most` of so many entries have; nothing where they are too many to be made.
fn sequences(entries: usize, most: i64) -> Option<usize> {
    let (mut all, mut alike) = (0_usize, 1_usize);
    for length in 1..=usize::try_from(most).unwrap_or(0) {
        alike = alike.checked_mul(entries)?;
        if alike == 0 {
            break;
        }
        all = all.checked_add(alike.checked_mul(length)?).filter(|all| *all < MOST_ENTRIES)?;
    }
    Some(all)
}

/// A helper with its arguments worked out.
struct Call<'a> {
    helper: Helper,
    values: &'a [Datum],
    span: Span,
    /// What a free cell of the first argument holds.
    free: i64,
}

impl Call<'_> {
    fn run(&self) -> Result<Datum, Fault> {
        match self.helper {
            Helper::Len => self.whole(self.values[0].count()),
            Helper::Sum | Helper::Min | Helper::Max | Helper::Xor | Helper::Gcd => self.fold(),
            Helper::Abs | Helper::IsSquare | Helper::Divides => self.of_numbers(),
            Helper::Count => self.count(),
            Helper::Any => Ok(Datum::bool(self.values[0].entries().any(|entry| entry == Datum::Int(1)))),
            Helper::All => Ok(Datum::bool(self.values[0].entries().all(|entry| entry == Datum::Int(1)))),
            Helper::First => self.end_entry(Some(0)),
            Helper::Last => self.end_entry(self.values[0].count().checked_sub(1)),
            Helper::Sorted => self.reordered(|entries| entries.sort()),
            Helper::Distinct => self.distinct(),
            Helper::Reversed => self.reordered(|entries| entries.reverse()),
            Helper::Bit => self.natural_at(1).and_then(|_| self.natural()).and_then(|_| self.of_numbers()),
            Helper::Digits | Helper::Divisors | Helper::Primes => self.list_of_number(),
            Helper::Number if self.values.len() > 1 => self.of_digits(),
            Helper::Number => self.written_number(),
            Helper::Code => self.code(),
            Helper::Popcount | Helper::Isqrt => self.natural().and_then(|_| self.of_numbers()),
            Helper::Mex => self.mex(),
            Helper::Subsets | Helper::Product | Helper::Sequences => {
                Ok(Datum::list(self.combinations()?.entries().collect()))
            }
            Helper::Append | Helper::Insert | Helper::Remove | Helper::Split => self.edited(),
            Helper::Line => self.line(),
            Helper::Full => Ok(Datum::bool(!self.grid(0)?.cells.contains(&NONE))),
            Helper::Cells => Ok(cells(self.grid(0)?.places())),
            Helper::Rows => self.ranks(|grid| (grid.rows, grid.columns), |row, column| Cell { row, column }),
            Helper::Cols => self.ranks(|grid| (grid.columns, grid.rows), |column, row| Cell { row, column }),
            Helper::RowOf => Ok(Datum::Int(Cell::unpack(self.number(0)?).row)),
            Helper::ColOf => Ok(Datum::Int(Cell::unpack(self.number(0)?).column)),
            Helper::Around4 => self.around(&STRAIGHT),
            Helper::Around8 => self.around(&EIGHT),
            Helper::Ray => self.ray(),
            Helper::Slide => self.slide(),
            Helper::Directions4 => Ok(DIRECTIONS[0].clone()),
            Helper::Directions8 => Ok(DIRECTIONS[1].clone()),
            Helper::Flood => self.flood(),
            Helper::Borders => self.borders(),
            Helper::Nodes => Ok(Datum::range(0, i64::try_from(self.graph()?.len()).unwrap_or(i64::MAX) - 1)),
            Helper::Degree => self.neighbours(1).and_then(|near| self.whole(near.len())),
            Helper::Distance => self.distance(),
            Helper::Reach => self.reach(),
            Helper::Connected => self.connected().map(Datum::bool),
            Helper::IsTree => self.is_tree().map(Datum::bool),
            Helper::Adjacency => self.graph_from(Written::Adjacency),
            Helper::Edges => self.graph_from(Written::Edges),
            Helper::Arcs => self.graph_from(Written::Arcs),
        }
    }

    fn whole(&self, count: usize) -> Result<Datum, Fault> {
        i64::try_from(count).map(Datum::Int).map_err(|_| overflow(self.span))
    }

    /// A numeric argument.
    fn number(&self, place: usize) -> Result<i64, Fault> {
        match &self.values[place] {
            Datum::Int(NONE) => Err(fault("R08", self.span, "`none` is not a value to work with", "given `none` here")),
            Datum::Int(number) => Ok(*number),
            _ => Err(self.wrong()),
        }
    }

    /// The numbers of a list or set.
    fn numbers(&self, place: usize) -> impl Iterator<Item = i64> {
        self.values[place]
            .entries()
            .filter_map(|entry| if let Datum::Int(number) = entry { Some(number) } else { None })
    }

    /// The first argument, which must not be negative.
    fn natural(&self) -> Result<i64, Fault> {
        self.natural_at(0)
    }

    fn natural_at(&self, place: usize) -> Result<i64, Fault> {
        let value = self.number(place)?;
        if value >= 0 {
            return Ok(value);
        }
        let name = self.helper.row().name;
        Err(fault("R07", self.span, say!("`{name}` takes no negative number, and this is {value}"), "called here"))
    }

    /// `digits`, `divisors`, `primes`.
    fn list_of_number(&self) -> Result<Datum, Fault> {
        let number = self.natural()?;
        if self.helper == Helper::Primes {
            too_many(usize::try_from(number / 16).expect("it is not negative"), self.span)?;
        }
        let list = self.helper.list_of_number(number);
        list.map(Datum::ints).ok_or_else(|| fault("R07", self.span, "every number divides 0", "`divisors` of 0"))
    }

    fn written_number(&self) -> Result<Datum, Fault> {
        let Datum::Text(letters) = &self.values[0] else { return Err(self.wrong()) };
        let text: String = letters.iter().collect();
        let digits = !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit());
        match text.parse::<i64>() {
            Ok(number) if digits => Ok(Datum::Int(number)),
            Err(_) if digits => Err(overflow(self.span)),
            _ => {
                let message = say!("`number` takes a text of digits, and this is `{}`", shorten(&text));
                Err(fault("R07", self.span, message, "called here"))
            }
        }
    }

    /// The number that a list of digits writes, the first the heaviest.
    fn of_digits(&self) -> Result<Datum, Fault> {
        let base = self.number(1)?;
        if base < 1 {
            let message = say!("`number` takes a base of at least 1, and this is {base}");
            return Err(fault("R07", self.span, message, "called here"));
        }
        let mut number = 0_i64;
        for digit in self.values[0].entries() {
            let Datum::Int(digit) = digit else { return Err(self.wrong()) };
            if !(0..base).contains(&digit) {
                let message = say!("`number` takes digits from 0 to {}", base - 1);
                return Err(fault("R07", self.span, message, "called here"));
            }
            number =
                number.checked_mul(base).and_then(|tens| tens.checked_add(digit)).ok_or_else(|| overflow(self.span))?;
        }
        Ok(Datum::Int(number))
    }

    fn code(&self) -> Result<Datum, Fault> {
        match &self.values[0] {
            Datum::Text(letters) if letters.len() == 1 => Ok(Datum::Int(i64::from(u32::from(letters[0])))),
            Datum::Text(letters) => {
                let message = say!("`code` takes one letter, and this text has {}", letters.len());
                Err(fault("R07", self.span, message, "called here"))
            }
            _ => Err(self.wrong()),
        }
    }

    fn wrong(&self) -> Fault {
        fault("R08", self.span, say!("`{}` cannot take this", self.helper.row().name), "called here")
    }

    /// A helper of plain numbers.
    fn of_numbers(&self) -> Result<Datum, Fault> {
        let numbers = (0..self.values.len()).map(|place| self.number(place)).collect::<Result<Vec<_>, _>>()?;
        self.helper.of_numbers(&numbers).map(Datum::Int).ok_or_else(|| overflow(self.span))
    }

    /// Folds the numbers of one list, or the arguments themselves.
    fn fold(&self) -> Result<Datum, Fault> {
        match self.values {
            [Datum::List(entries)] => self.fold_all(entries),
            [one] if !matches!(one, Datum::Int(_)) => self.fold_all(&one.entries().collect::<Vec<_>>()),
            several => self.fold_all(several),
        }
    }

    fn fold_all(&self, entries: &[Datum]) -> Result<Datum, Fault> {
        let Some((mut result, step)) = self.helper.fold() else { return Err(self.wrong()) };
        for entry in entries {
            result = Some(match (entry, result) {
                (Datum::Int(NONE), _) => {
                    return Err(fault(
                        "R08",
                        self.span,
                        "`none` is not a value to work with",
                        "there is a `none` here",
                    ));
                }
                (Datum::Int(number), None) => *number,
                (Datum::Int(number), Some(before)) => step(before, *number).ok_or_else(|| overflow(self.span))?,
                _ => return Err(self.wrong()),
            });
        }
        result.map(Datum::Int).ok_or_else(|| self.empty())
    }

    fn empty(&self) -> Fault {
        fault("R07", self.span, say!("`{}` of nothing", self.helper.row().name), "there are no entries here")
    }

    fn count(&self) -> Result<Datum, Fault> {
        let wanted = self.values.get(1).cloned().unwrap_or(Datum::Int(1));
        self.whole(self.values[0].entries().filter(|entry| *entry == wanted).count())
    }

    fn end_entry(&self, place: Option<usize>) -> Result<Datum, Fault> {
        place.and_then(|place| self.values[0].entry(place)).ok_or_else(|| self.empty())
    }

    fn entries(&self) -> Result<Vec<Datum>, Fault> {
        too_many(self.values[0].count(), self.span)?;
        Ok(self.values[0].entries().collect())
    }

    fn reordered(&self, order: impl Fn(&mut Vec<Datum>)) -> Result<Datum, Fault> {
        let mut entries = self.entries()?;
        order(&mut entries);
        Ok(Datum::list(entries))
    }

    fn distinct(&self) -> Result<Datum, Fault> {
        let mut seen = HashSet::new();
        let entries = self.entries()?.into_iter().filter(|entry| seen.insert(entry.clone())).collect();
        Ok(Datum::list(entries))
    }

    fn mex(&self) -> Result<Datum, Fault> {
        let seen: BTreeSet<i64> = self.numbers(0).collect();
        let mut least = 0;
        while seen.contains(&least) {
            least += 1;
        }
        Ok(Datum::Int(least))
    }

    /// `product`, `subsets` and `sequences`.
    fn combinations(&self) -> Result<Candidates, Fault> {
        match (self.helper, &self.values[0]) {
            (Helper::Product, of) => {
                let (lists, mut count) = (of.entries().collect::<Vec<_>>(), 1_usize);
                for list in &lists {
                    count = count.saturating_mul(list.count());
                    too_many(count, self.span)?;
                }
                Ok(Candidates::Product(lists, count))
            }
            (Helper::Subsets, Datum::Set(members)) if members.len() > MOST_MEMBERS => {
                let message =
                    say!("`subsets` takes sets of at most {MOST_MEMBERS} members, and this one has {}", members.len());
                Err(fault("R09", self.span, message, "too many subsets"))
            }
            (Helper::Subsets, Datum::Set(members)) => Ok(Candidates::Subsets(members.clone())),
            (Helper::Sequences, _) => {
                let (entries, longest) = (self.entries()?, self.natural_at(1)?);
                too_many(sequences(entries.len(), longest).unwrap_or(usize::MAX), self.span)?;
                Ok(Candidates::sequences(entries, usize::try_from(longest).unwrap_or(0)))
            }
            _ => Err(self.wrong()),
        }
    }

    /// A list with an entry added, put in, taken out, or replaced by two.
    fn edited(&self) -> Result<Datum, Fault> {
        let mut entries = self.entries()?;
        if self.helper == Helper::Append {
            entries.push(self.values[1].clone());
            return Ok(Datum::list(entries));
        }
        let at = self.number(1)?;
        let last = entries.len() + usize::from(self.helper == Helper::Insert);
        let place = usize::try_from(at).ok().filter(|place| *place < last).ok_or_else(|| {
            let message = say!("`{}` has no place {at} in a list of {} entries", self.helper.row().name, entries.len());
            fault("R03", self.span, message, "called here")
        })?;
        match self.helper {
            Helper::Insert => entries.insert(place, self.values[2].clone()),
            Helper::Remove => drop(entries.remove(place)),
            _ => drop(entries.splice(place..=place, [self.values[2].clone(), self.values[3].clone()])),
        }
        Ok(Datum::list(entries))
    }

    fn grid(&self, place: usize) -> Result<&Arc<Grid>, Fault> {
        match &self.values[place] {
            Datum::Grid(grid) => Ok(grid),
            _ => Err(self.wrong()),
        }
    }

    fn line(&self) -> Result<Datum, Fault> {
        let (grid, Datum::Int(wanted), length) = (self.grid(0)?, &self.values[1], self.number(2)?) else {
            return Err(self.wrong());
        };
        Ok(Datum::bool(grid.has_line(*wanted, length)))
    }

    fn ranks(&self, sides: fn(&Grid) -> (i64, i64), cell: fn(i64, i64) -> Cell) -> Result<Datum, Fault> {
        let (outer, inner) = sides(self.grid(0)?);
        let rank = |at: i64| cells((0..inner).map(|along| cell(at, along)));
        Ok(Datum::list((0..outer).map(rank).collect()))
    }

    fn around(&self, directions: &[Cell]) -> Result<Datum, Fault> {
        let (grid, cell) = (self.grid(0)?, Cell::unpack(self.number(1)?));
        Ok(cells(directions.iter().map(|step| moved(cell, *step)).filter(|near| grid.place(*near).is_some())))
    }

    fn ray(&self) -> Result<Datum, Fault> {
        Ok(cells(self.along()?))
    }

    /// The part of a ray before the first cell that is not free.
    fn slide(&self) -> Result<Datum, Fault> {
        let (grid, along) = (self.grid(0)?, self.along()?);
        let most = if self.values.len() > 3 { self.number(3)? } else { i64::MAX };
        let free = |cell: &Cell| grid.place(*cell).is_some_and(|place| grid.cells[place] == self.free);
        let most = usize::try_from(most.max(0)).expect("it is not negative");
        Ok(cells(along.take_while(free).take(most)))
    }

    /// The cells of a ray.
    fn along(&self) -> Result<impl Iterator<Item = Cell>, Fault> {
        let (grid, start, step) = (self.grid(0)?, Cell::unpack(self.number(1)?), Cell::unpack(self.number(2)?));
        if step == (Cell { row: 0, column: 0 }) {
            return Err(fault("R07", self.span, "a ray needs a direction, and this one stands still", "called here"));
        }
        let along = std::iter::successors(Some(moved(start, step)), move |cell| Some(moved(*cell, step)));
        Ok(along.take_while(|cell| grid.place(*cell).is_some()))
    }

    fn flood(&self) -> Result<Datum, Fault> {
        let (grid, start) = (self.grid(0)?, Cell::unpack(self.number(1)?));
        let Some(first) = grid.place(start) else {
            let message = say!("the cell ({},{}) is not on the board", start.row, start.column);
            return Err(fault("R03", self.span, message, "called here"));
        };
        let wanted = grid.cells[first];
        let steps: Vec<Cell> =
            if self.values.len() > 2 { self.numbers(2).map(Cell::unpack).collect() } else { STRAIGHT.to_vec() };
        let mut seen = BTreeSet::from([(start.row, start.column)]);
        let mut waiting = VecDeque::from([start]);
        while let Some(cell) = waiting.pop_front() {
            for near in steps.iter().map(|step| moved(cell, *step)) {
                let alike = grid.place(near).is_some_and(|place| grid.cells[place] == wanted);
                if alike && seen.insert((near.row, near.column)) {
                    waiting.push_back(near);
                }
            }
        }
        Ok(cells(seen.into_iter().map(|(row, column)| Cell { row, column })))
    }

    fn borders(&self) -> Result<Datum, Fault> {
        let grid = self.grid(0)?;
        let group: BTreeSet<i64> = self.numbers(1).collect();
        let mut beside = BTreeSet::new();
        for cell in group.iter().map(|cell| Cell::unpack(*cell)) {
            for near in STRAIGHT.iter().map(|step| moved(cell, *step)).filter(|near| grid.place(*near).is_some()) {
                if let Some(packed) = near.pack().filter(|packed| !group.contains(packed)) {
                    beside.insert(packed);
                }
            }
        }
        Ok(Datum::ints(beside))
    }

    fn graph(&self) -> Result<&Arc<Vec<Vec<i64>>>, Fault> {
        match &self.values[0] {
            Datum::Graph(nodes) => Ok(nodes),
            _ => Err(self.wrong()),
        }
    }

    fn neighbours(&self, place: usize) -> Result<&[i64], Fault> {
        let (nodes, node) = (self.graph()?, self.number(place)?);
        usize::try_from(node).ok().and_then(|node| nodes.get(node)).map(Vec::as_slice).ok_or_else(|| self.no_node(node))
    }

    fn no_node(&self, node: i64) -> Fault {
        fault("R03", self.span, say!("the graph has no node {node}"), "called here")
    }

    /// The nodes that may be stepped on: all of them where nothing is said. What is no node is left out.
    fn among(&self, place: usize) -> Result<Vec<bool>, Fault> {
        let nodes = self.graph()?.len();
        let Some(said) = self.values.get(place) else { return Ok(vec![true; nodes]) };
        let mut among = vec![false; nodes];
        for entry in said.entries() {
            let Datum::Int(node) = entry else { return Err(self.wrong()) };
            if let Some(there) = usize::try_from(node).ok().and_then(|node| among.get_mut(node)) {
                *there = true;
            }
        }
        Ok(among)
    }

    fn reach(&self) -> Result<Datum, Fault> {
        let (nodes, from, among) = (self.graph()?, self.number(1)?, self.among(2)?);
        self.neighbours(1)?;
        let seen = walked(nodes, usize::try_from(from).expect("it is a node"), &among);
        let places = seen.iter().enumerate().filter(|(_, seen)| **seen);
        Ok(Datum::set(places.filter_map(|(place, _)| i64::try_from(place).ok()).collect()))
    }

    fn connected(&self) -> Result<bool, Fault> {
        let (nodes, among) = (both_ways(self.graph()?), self.among(1)?);
        let Some(first) = among.iter().position(|there| *there) else { return Ok(true) };
        Ok(walked(&nodes, first, &among) == among)
    }

    fn is_tree(&self) -> Result<bool, Fault> {
        let nodes = both_ways(self.graph()?);
        let edges: usize = nodes.iter().map(Vec::len).sum();
        let alone =
            nodes.iter().enumerate().any(|(node, near)| near.iter().any(|near| usize::try_from(*near) == Ok(node)));
        Ok(!alone && edges + 2 == 2 * nodes.len() && self.connected()?)
    }

    fn graph_from(&self, written: Written) -> Result<Datum, Fault> {
        let said = |place: usize| (place < self.values.len()).then(|| self.number(place)).transpose();
        let (nodes, first) = (said(1)?, said(2)?);
        let lists = lists_of_nodes(&self.values[0]);
        let graph = lists.and_then(|lists| Draft { written, lists, nodes, first }.graph());
        graph.map(|nodes| Datum::Graph(Arc::new(nodes))).map_err(|misfit| {
            let message = say!("`{}{}` {}", written.word(), misfit.part, misfit.problem);
            let finding = Diagnostic::error("R07", message).at(self.span, "called here");
            let row = self.helper.row();
            Box::new(match misfit.help.is_empty() {
                true => finding.help(say!("`{}`: {}", row.usage, row.doc)),
                false => misfit.help.into_iter().fold(finding, Diagnostic::help),
            })
        })
    }

    fn distance(&self) -> Result<Datum, Fault> {
        let (nodes, from, to) = (self.graph()?, self.number(1)?, self.number(2)?);
        self.neighbours(1)?;
        self.neighbours(2)?;
        let mut far = vec![None; nodes.len()];
        let mut waiting = VecDeque::from([(from, 0i64)]);
        while let Some((node, steps)) = waiting.pop_front() {
            let Some(place) = usize::try_from(node).ok().filter(|place| *place < nodes.len()) else { continue };
            if far[place].is_some() {
                continue;
            }
            far[place] = Some(steps);
            if node == to {
                return Ok(Datum::Int(steps));
            }
            waiting.extend(nodes[place].iter().map(|near| (*near, steps + 1)));
        }
        Err(fault("R07", self.span, say!("there is no way from node {from} to node {to}"), "called here"))
    }
}

fn moved(cell: Cell, step: Cell) -> Cell {
    Cell { row: cell.row + step.row, column: cell.column + step.column }
}

/// The nodes that can be walked to from one, itself included, stepping only on those that may be stepped on.
fn walked(nodes: &[Vec<i64>], from: usize, among: &[bool]) -> Vec<bool> {
    let mut seen = vec![false; nodes.len()];
    seen[from] = true;
    let mut waiting = vec![from];
    while let Some(node) = waiting.pop() {
        for near in nodes[node].iter().filter_map(|near| usize::try_from(*near).ok()) {
            if among[near] && !std::mem::replace(&mut seen[near], true) {
                waiting.push(near);
            }
        }
    }
    seen
}

/// The same graph with each arc gone both ways; each neighbour once.
fn both_ways(nodes: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut both = nodes.to_vec();
    for (from, near) in nodes.iter().enumerate() {
        for to in near {
            if let (Ok(from), Ok(to)) = (i64::try_from(from), usize::try_from(*to)) {
                both[to].push(from);
            }
        }
    }
    both.iter_mut().for_each(|near| {
        near.sort_unstable();
        near.dedup();
    });
    both
}
