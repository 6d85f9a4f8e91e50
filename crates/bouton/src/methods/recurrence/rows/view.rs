//! Loop skewing (Lamport 1974, "The parallel execution of DO loops"): a change of variables after which every move reaches an earlier row
//! where that can be had. Then the positions of a row do not wait for each other, and only some rows need be kept.

use super::flat::{At, Flat, Here, Line, MOST, Span, choices, clip, width, within};
use super::slide::{FAR, Slide};
use crate::recurrence::{Bounds, Choice, Direction, Linear, Move, Piece, Recurrence, narrowed, pieces};
use bouton_rules::Text;
use smallvec::SmallVec;
use std::sync::Arc;

/// Positions in rows: each has the coordinates of its row, and a place in it. Play lowers the number of the row or leaves it; where it
/// leaves it, it raises the place.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The coordinates of a row, the outermost first, and after them the place, as forms of the variables.
    pub(super) coordinates: Vec<Linear>,
    /// Each variable, as a form of the coordinates of rows and of the variables of the place.
    pub(super) variables: Vec<Linear>,
    /// How far apart neighbours along each variable of the place are, and whether the place rises with them.
    apart: Vec<i64>,
    pub(super) sign: i64,
    /// Bounds of the coordinates.
    pub(super) bounds: Vec<Bounds>,
    /// The number of a row, as a form of the variables; the first row has number 0.
    number: Linear,
    /// What must not be negative within the bounds of the variables.
    inside: Vec<Flat>,
}

/// A piece of a move in a view.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) mv: usize,
    /// All choices but the last, settled.
    pub(super) outer: Vec<i64>,
    /// Whether there is a last one.
    pub(super) chooses: bool,
    pub(super) passes: bool,
    /// What must not be negative for the choice to be open. Where positions are looked at that play may not reach, what the rules need is
    /// among them, after this many.
    pub(super) limits: Vec<Flat>,
    pub(super) legal: usize,
    pub(super) among: Option<Arc<Vec<i64>>>,
    /// Where it leads: the coordinates of the row, its number, and how far along.
    pub(super) next: Vec<Flat>,
    pub(super) row: Flat,
    pub(super) along: Flat,
    /// Whether it leads from all places of a row to one row, each as far along.
    pub(super) straight: bool,
    /// Whether it is straight and stays in its row.
    pub(super) own: bool,
    /// What it gains: a form, and prefix sums.
    pub(super) gain: Flat,
    pub(super) sums: Vec<Sums>,
    /// What must not be negative, or the rules are at fault.
    pub(super) needs: Vec<Flat>,
    /// The move's name and the choice's range, for EXPLAIN.
    pub(super) words: (String, Text),
    /// Bounds of the choice, and the most numbers to choose from.
    pub(super) range: Bounds,
    pub(super) widest: i128,
    /// How its choice slides, if it does.
    pub(super) slide: Option<Slide>,
}

/// A prefix sum, taken so many times.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    pub(super) times: i64,
    pub(super) row: usize,
    pub(super) at: Flat,
}

/// Choices before the last are settled one by one, if there are no more than this.
const MOST_OUTER: usize = 1 << 12;

/// What is asked of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Wish {
    /// Whether choices may slide.
    pub(in super::super) windows: bool,
    /// Whether positions are looked at that play may not reach.
    pub(in super::super) lenient: bool,
}

/// A piece in one row: its limits and where it leads, of a place and a choice alone.
pub(super) struct InRow {
    range: Span,
    legal: usize,
    limits: Vec<Line>,
    pub(super) row: Line,
    pub(super) along: Line,
}

impl InRow {
    /// From which to which choice the move is legal at a place.
    pub(super) fn legal(&self, place: i64) -> Span {
        choices(&self.limits[..self.legal], self.range, place)
    }

    /// From which to which choice it also meets what the rules need.
    pub(super) fn choices(&self, place: i64) -> Span {
        choices(&self.limits, self.range, place)
    }

    /// Whether a legal choice meets what the rules need.
    pub(super) fn is_sound(&self, place: i64, choice: i64) -> bool {
        self.limits[self.legal..].iter().all(|need| need.at(place, choice) >= 0)
    }
}

impl Branch {
    /// Whether positions are valued one by one for it: it stays in its row, or leads from each place elsewhere.
    pub(super) fn is_single(&self) -> bool {
        self.own || !self.straight
    }

    /// What it is in one row.
    pub(super) fn in_row(&self, here: &Here) -> InRow {
        let limits = self.limits.iter().map(|limit| limit.within(&here.at)).collect();
        let [row, along] = [&self.row, &self.along].map(|form| form.within(&here.at));
        InRow { range: self.range, legal: self.legal, limits, row, along }
    }
}

/// The best view of a recurrence with its pieces, or why there is none.
pub(super) fn views(recurrence: &Recurrence, wish: Wish) -> Result<(View, Vec<Branch>), &'static str> {
    let order = recurrence.order().ok_or(
        "its variables show no order in which play goes on, so it is not known which positions to value first",
    )?;
    let loose = recurrence.moves.iter().any(Move::is_loose);
    let settled = settled(recurrence)?;
    let variables = recurrence.bounds();
    let moving: Vec<usize> = (0..variables.len()).filter(|at| variables[*at].0 < variables[*at].1).collect();
    if moving.len() > MOST + 1 {
        return Err("too many variables move");
    }
    let flattened = if wish.lenient { Vec::new() } else { flattened(&moving, recurrence) };
    // Of moves that lie on no line only the order is known.
    let frames = flattened.into_iter().chain(skewed(&moving)).filter(|_| !loose);
    // As play is known to go on variable by variable, the last is always possible.
    let frames = frames.filter_map(|frame| frame.ordered(&settled)).chain([natural(&order, &moving)]);
    let mut best: Option<(_, View, Vec<Branch>)> = None;
    for frame in frames {
        let Some(view) = View::of(&frame, &variables) else { continue };
        let Some(branches) = view.branches(&settled, recurrence, wish) else { continue };
        let count = |fits: fn(&Branch) -> bool| branches.iter().filter(|branch| fits(branch)).count();
        let scattered = count(|branch| !branch.straight);
        let (own, tried) = (count(|branch| branch.own), count(|branch| branch.slide.is_none() && branch.chooses));
        let key = (scattered, own, tried);
        let fits = frame.place.len() < 2 || (scattered, own) == (0, 0);
        if fits && best.as_ref().is_none_or(|(known, ..)| key < *known) {
            best = Some((key, view, branches));
        }
        if best.as_ref().is_some_and(|(key, ..)| *key == (0, 0, 0)) {
            break;
        }
    }
    best.map(|(_, view, branches)| (view, branches)).ok_or("numbers too large")
}

/// The most choices that are tried one by one at a position: those that do not slide.
pub(in super::super) fn tried(recurrence: &Recurrence) -> Option<u64> {
    let loose = super::loose::tried(recurrence.moves.iter().filter(|mv| mv.is_loose()), &recurrence.bounds());
    let tried = |branches: &[Branch]| untold(branches).saturating_add(loose);
    views(recurrence, Wish { windows: true, lenient: false }).ok().map(|(_, branches)| tried(&branches))
}

/// The same of pieces.
pub(super) fn untold(branches: &[Branch]) -> u64 {
    let width = |branch: &Branch| match &branch.among {
        Some(among) => among.len() as u64,
        None => u64::try_from(branch.widest.max(1)).unwrap_or(u64::MAX),
    };
    branches.iter().filter(|branch| branch.slide.is_none()).map(width).fold(0, u64::saturating_add)
}

/// A variable as a coordinate of rows: with so many times a variable of the place added, and turned around or not.
#[derive(Clone, Copy, Debug)]
struct Axis {
    variable: usize,
    by: usize,
    skew: i64,
    sign: i64,
}

impl Axis {
    fn plain(variable: usize) -> Axis {
        Axis { variable, by: variable, skew: 0, sign: 1 }
    }

    fn form(self) -> Option<Linear> {
        Linear::symbol(self.variable).plus(&Linear::symbol(self.by), self.skew)?.times(self.sign)
    }
}

/// A change of variables: coordinates of rows, the outermost first; and the place, a variable or two, each with how far apart in a row its
/// neighbours are.
#[derive(Clone, Debug)]
struct Frame {
    rows: Vec<Axis>,
    place: Vec<(usize, i64)>,
    sign: i64,
}

/// The order in which play is known to go on.
fn natural(order: &[Direction], moving: &[usize]) -> Frame {
    let axis =
        |direction: &Direction| Axis { sign: if direction.up { -1 } else { 1 }, ..Axis::plain(direction.variable) };
    let mut rows: Vec<Axis> = order.iter().filter(|direction| moving.contains(&direction.variable)).map(axis).collect();
    match rows.pop() {
        Some(place) => Frame { rows, place: vec![(place.variable, 1)], sign: -place.sign },
        None => Frame { rows, place: Vec::new(), sign: 1 },
    }
}

/// Each variable in turn as the place; and one of the others skewed by it.
fn skewed(moving: &[usize]) -> impl Iterator<Item = Frame> {
    let with = |place: usize, skewed: Option<(usize, i64)>| {
        let others = moving.iter().copied().filter(move |variable| *variable != place);
        let skew = move |variable| skewed.filter(|(one, _)| *one == variable).map_or(0, |(_, skew)| skew);
        let rows = others.map(|variable| Axis { by: place, skew: skew(variable), ..Axis::plain(variable) }).collect();
        Frame { rows, place: vec![(place, 1)], sign: 1 }
    };
    let plain = moving.iter().rev().map(move |place| with(*place, None));
    let skewed = moving.iter().flat_map(move |place| {
        let others = moving.iter().copied().filter(move |variable| variable != place);
        others.flat_map(move |other| [-1, 1].map(|skew| with(*place, Some((other, skew)))))
    });
    plain.chain(skewed)
}

/// Two variables together as the place, as far apart as in the boards: rows are fewer and longer so. The others are skewed by one each.
fn flattened(moving: &[usize], recurrence: &Recurrence) -> Vec<Frame> {
    let mut found = Vec::new();
    if !(3..=4).contains(&moving.len()) {
        return found;
    }
    let bounds = recurrence.bounds();
    for (at, a) in moving.iter().copied().enumerate() {
        for b in moving[at + 1..].iter().copied() {
            let count = bounds[b].1.saturating_sub(bounds[b].0).saturating_add(1);
            let widths = recurrence.rows.iter().filter_map(|row| row.width);
            let apart = widths.filter(|width| *width >= count).min().unwrap_or(count);
            let others: Vec<usize> = moving.iter().copied().filter(|variable| ![a, b].contains(variable)).collect();
            for skew in [-1, 1, 0] {
                for by in [[a, b], [b, a]] {
                    let rows = others.iter().zip(by).map(|(other, by)| Axis { by, skew, ..Axis::plain(*other) });
                    found.push(Frame { rows: rows.collect(), place: vec![(a, apart), (b, 1)], sign: 1 });
                }
            }
        }
    }
    found
}

impl Frame {
    /// The place, as a form of the variables.
    fn along(&self) -> Option<Linear> {
        let sum = |sum: Linear, (variable, apart): &(usize, i64)| sum.plus(&Linear::symbol(*variable), *apart);
        self.place.iter().try_fold(Linear::default(), sum)?.times(self.sign)
    }

    /// The same with rows in an order, and each in a direction, such that every piece lowers the first it changes, or raises the place alone.
    fn ordered(mut self, settled: &[Settled]) -> Option<Frame> {
        let mut left = std::mem::take(&mut self.rows);
        let mut open: Vec<&Settled> = settled.iter().collect();
        while !left.is_empty() {
            let both = (0..left.len()).flat_map(|at| [1, -1].map(|sign| (at, Axis { sign, ..left[at] })));
            let fits = both.filter_map(|(at, axis)| {
                let form = axis.form()?;
                let settles = open.iter().any(|piece| piece.falls(&form, 1));
                open.iter().all(|piece| piece.falls(&form, 0)).then_some((at, axis, form, settles))
            });
            // The first of those that settle any, else one that nothing changes.
            let (at, axis, form, _) = fits.min_by_key(|(at, _, _, settles)| (!settles, *at))?;
            open.retain(|piece| !piece.falls(&form, 1));
            left.remove(at);
            self.rows.push(axis);
        }
        let along = self.along()?;
        let rises = |sign: i64| {
            let form = along.times(-sign);
            form.is_some_and(|form| open.iter().all(|piece| piece.falls(&form, 1)))
        };
        self.sign = [1, -1].into_iter().find(|sign| rises(*sign))?;
        Some(self)
    }
}

impl View {
    fn of(frame: &Frame, variables: &[Bounds]) -> Option<View> {
        let mut back: Vec<Linear> = variables.iter().map(|bounds| Linear::number(bounds.0)).collect();
        let rows = frame.rows.len();
        for (at, (variable, _)) in frame.place.iter().enumerate() {
            back[*variable] = Linear::symbol(rows + at);
        }
        for (at, axis) in frame.rows.iter().enumerate() {
            let by = if axis.skew == 0 { Linear::default() } else { back[axis.by].clone() };
            back[axis.variable] = Linear::symbol(at).times(axis.sign)?.plus(&by, -axis.skew)?;
        }
        let forms = frame.rows.iter().map(|axis| axis.form()).chain([frame.along()]);
        let coordinates: Vec<Linear> = forms.collect::<Option<_>>()?;
        let number = |number: i128| i64::try_from(number).ok();
        let range = |form: &Linear| Some((number(form.range(variables).0)?, number(form.range(variables).1)?));
        let bounds: Vec<Bounds> = coordinates.iter().map(range).collect::<Option<_>>()?;
        let (mut number, mut stride) = (Linear::default(), 1_i64);
        for (form, (lo, hi)) in coordinates.iter().zip(&bounds).rev().skip(1) {
            number = number.plus(&form.minus(&Linear::number(*lo))?, stride)?;
            stride = stride.checked_mul(hi.checked_sub(*lo)?.checked_add(1)?)?;
        }
        let apart = frame.place.iter().map(|(_, apart)| *apart).collect();
        let sign = frame.sign;
        let mut view = View { coordinates, variables: back, bounds, number, apart, sign, inside: Vec::new() };
        for (at, (lo, hi)) in variables.iter().enumerate().filter(|_| frame.place.len() < 2) {
            let own = Linear::symbol(at);
            let within = [own.minus(&Linear::number(*lo))?, Linear::number(*hi).minus(&own)?];
            let within = within.iter().map(|form| view.flat(form, (0, 0))).collect::<Option<Vec<_>>>()?;
            view.inside.extend(within);
        }
        Some(view)
    }

    /// How many positions a row has, of which each variable of the place has as many values as the bounds of all variables leave it.
    pub(super) fn positions(&self, here: &Here, recurrence: &Recurrence) -> u64 {
        let along = |which: usize| {
            let within = recurrence.variables.iter().zip(&self.variables).fold(FAR, |span, (variable, form)| {
                let rest = here.at.iter().enumerate().map(|(at, value)| form.coefficient(at) * value);
                let rest = form.constant + rest.take(self.place()).sum::<i64>();
                match form.coefficient(self.place() + which) {
                    0 => span,
                    1 => within(span, (variable.lo - rest, variable.hi - rest)),
                    _ => within(span, (rest - variable.hi, rest - variable.lo)),
                }
            });
            width(within) as u64
        };
        (0..self.apart.len()).map(along).fold(1, u64::saturating_mul)
    }

    /// Whether two variables together are the place: then rows have places that are no positions.
    pub(super) fn is_flattened(&self) -> bool {
        self.apart.len() > 1
    }

    /// Which symbol is the place: the coordinates of the row come before it.
    fn place(&self) -> usize {
        self.coordinates.len() - 1
    }

    /// Row and place of a position.
    pub(super) fn at(&self, variables: &[i64]) -> (Here, i64) {
        let mut at = At::default();
        for (at, form) in at.iter_mut().zip(&self.coordinates[..self.place()]) {
            *at = form.at(variables);
        }
        (Here { number: self.number.at(variables), at }, self.coordinates[self.place()].at(variables))
    }

    /// The row of a number.
    pub(super) fn here(&self, number: i64) -> Here {
        let (mut at, mut rest) = (At::default(), number);
        for (at, (lo, hi)) in at.iter_mut().zip(&self.bounds[..self.place()]).rev() {
            let count = hi - lo + 1;
            *at = lo + rest.rem_euclid(count);
            rest = rest.div_euclid(count);
        }
        Here { number, at }
    }

    /// A form of variables and one choice (the symbol after them), in this view; `None` where it takes a variable of the place alone.
    pub(super) fn flat(&self, form: &Linear, choice: Bounds) -> Option<Flat> {
        let (place, variables) = (self.place(), self.apart.len());
        let mut seen = Linear::number(form.constant);
        for &(symbol, times) in &form.terms {
            match self.variables.get(symbol) {
                Some(part) => seen.add(part, times)?,
                None => seen.add(&Linear::symbol(place + variables), times)?,
            }
        }
        let own = |at: usize| seen.coefficient(place + at);
        let along = if variables == 0 { 0 } else { own(variables - 1) };
        if self.apart.iter().enumerate().any(|(at, apart)| Some(own(at)) != along.checked_mul(*apart)) {
            return None;
        }
        let mut flat = Linear::number(seen.constant);
        flat.terms = seen.terms.iter().copied().filter(|(symbol, _)| *symbol < place).collect();
        flat.add(&Linear::symbol(place), along.checked_mul(self.sign)?)?;
        flat.add(&Linear::symbol(place + 1), own(variables))?;
        let bounds: SmallVec<[Bounds; MOST + 2]> = self.bounds.iter().copied().chain([choice]).collect();
        Flat::of(&flat, &bounds)
    }

    /// A form of coordinates and place, told by the variables.
    pub(super) fn unflat(&self, form: &Flat) -> Option<Linear> {
        let place = [form.place];
        let times = form.row[..self.place()].iter().chain(&place);
        self.coordinates
            .iter()
            .zip(times)
            .try_fold(Linear::number(form.constant), |sum, (one, times)| sum.plus(one, *times))
    }

    /// Conditions on variables alone, in this view.
    pub(super) fn flats(&self, forms: &[Linear]) -> Option<Vec<Flat>> {
        forms.iter().map(|form| self.flat(form, (0, 0))).collect()
    }

    /// The places of a row within the bounds of the variables.
    pub(super) fn row_span(&self, here: &Here) -> Span {
        clip(&self.inside, self.bounds[self.place()], &here.at, 0)
    }

    fn branches(&self, pieces: &[Settled], recurrence: &Recurrence, wish: Wish) -> Option<Vec<Branch>> {
        let mut found = Vec::new();
        for settled in pieces {
            let mut branch = self.branch(settled, recurrence, wish.lenient)?;
            if wish.windows && branch.straight && settled.widest >= Slide::WORTH {
                branch.slide = Slide::of(&branch, &self.bounds);
            }
            found.push(branch);
        }
        Some(found)
    }

    /// What is not negative where a move can be made.
    fn legal(&self, settled: &Settled, chooses: bool) -> Option<Vec<Linear>> {
        let (piece, inner) = (&settled.piece, Linear::symbol(self.variables.len()));
        let lows = piece.inner.lo.iter().map(|lo| inner.minus(lo));
        let highs = piece.inner.hi.iter().map(|hi| hi.minus(&inner));
        piece.guards.iter().cloned().map(Some).chain(lows.chain(highs).filter(|_| chooses)).collect()
    }

    fn branch(&self, settled: &Settled, recurrence: &Recurrence, lenient: bool) -> Option<Branch> {
        let Settled { piece, outer, range, words, widest, .. } = settled;
        let variables = &recurrence.bounds();
        let seen = |form: &Linear| self.flat(form, *range);
        let next = |form: &Linear| self.flat(&settled.after(form)?, *range);
        let (rows, place) = self.coordinates.split_at(self.place());
        let (to, row, along) =
            (rows.iter().map(next).collect::<Option<Vec<_>>>()?, next(&self.number)?, next(&place[0])?);
        let chooses = !recurrence.moves[piece.mv].choices.is_empty();
        let mut limits: Vec<Flat> = self.legal(settled, chooses)?.iter().map(seen).collect::<Option<_>>()?;
        let legal = limits.len();
        let sums = piece.gain.sums.iter().map(|sum| {
            let at = seen(&recurrence.rows[sum.row].flat(&sum.place)?)?;
            Some(Sums { times: sum.times, row: sum.row, at })
        });
        let sums = sums.collect::<Option<_>>()?;
        // Two variables together do not tell what is needed of one; but the end of play may.
        let told = if self.is_flattened() { told(recurrence) } else { Vec::new() };
        let all: Vec<Bounds> = variables.iter().copied().chain([*range]).collect();
        let follows =
            |need: &Linear| told.iter().any(|known| need.minus(known).is_some_and(|slack| slack.range(&all).0 >= 0));
        let needs = piece.needs.iter().filter(|need| !follows(need));
        let needs: Vec<Flat> = needs.map(seen).collect::<Option<_>>()?;
        if lenient {
            limits.extend(&needs);
        }
        let stays = to.iter().enumerate().all(|(at, form)| *form == Flat::coordinate(at));
        let one_way = if stays {
            settled.falls(&place[0].times(-1)?, 1)
        } else {
            let falls = |least: i64| move |form: &Linear| settled.falls(form, least);
            let first = rows.iter().position(falls(1));
            first.is_some_and(|first| rows[..first].iter().all(falls(0)))
        };
        let straight = one_way && to.iter().all(|form| form.place == 0) && along.place == 1;
        let (gain, among, outer) = (seen(&piece.gain.linear)?, piece.inner.among.clone(), outer.clone());
        Some(Branch {
            mv: piece.mv,
            outer,
            chooses,
            passes: piece.passes,
            limits,
            legal,
            among,
            next: to,
            row,
            along,
            straight,
            own: straight && stays,
            gain,
            sums,
            needs,
            words: words.clone(),
            range: *range,
            widest: *widest,
            slide: None,
        })
    }
}

/// What is not negative where play goes on: what is needed anyway, and that no end holds, where that hangs on one form.
fn told(recurrence: &Recurrence) -> Vec<Linear> {
    let missed = recurrence.ends.iter().filter_map(|end| {
        let mut open = end.when.iter().filter(|form| !recurrence.implies(form));
        let (form, None) = (open.next()?, open.next()) else { return None };
        Linear::number(-1).minus(form)
    });
    recurrence.needs.iter().cloned().chain(missed).collect()
}

impl Settled {
    /// A form of the variables, after the move.
    fn after(&self, form: &Linear) -> Option<Linear> {
        let mut after = Linear::number(form.constant);
        form.terms.iter().try_for_each(|&(symbol, times)| after.add(&self.piece.next[symbol], times))?;
        Some(after)
    }

    /// Whether the move lowers a form by at least so much, whatever is chosen.
    fn falls(&self, form: &Linear, least: i64) -> bool {
        let Some(mut fall) = self.after(form).and_then(|next| form.minus(&next)) else { return false };
        if fall.add(&Linear::number(least), -1).is_none() {
            return false;
        }
        let holds = |fall: &Linear| fall.range(&self.open).0 >= 0;
        let choice = self.open.len() - 1;
        let ends = if fall.coefficient(choice) < 0 { &self.piece.inner.hi } else { &self.piece.inner.lo };
        holds(&fall) || ends.iter().any(|end| fall.with(choice, end).is_some_and(|fall| holds(&fall)))
    }
}

/// A piece all of whose choices but the last are settled.
struct Settled {
    piece: Piece,
    outer: Vec<i64>,
    words: (String, Text),
    /// Bounds of the last choice.
    range: Bounds,
    /// Bounds of the variables where it can be made, and of the last choice.
    open: Vec<Bounds>,
    /// The most numbers to choose from.
    widest: i128,
}

fn settled(recurrence: &Recurrence) -> Result<Vec<Settled>, &'static str> {
    let variables = recurrence.bounds();
    let mut found = Vec::new();
    for piece in pieces(recurrence).ok_or("a `min` or `max` turns where no whole choice does")? {
        let words = recurrence.piece_words(&piece);
        for outer in outer_choices(&piece.outer, &variables).ok_or("too many ways to choose before the last choice")? {
            found.extend(settle(&piece, outer, words.clone(), &variables).ok_or("numbers too large")?);
        }
    }
    Ok(found)
}

/// Every number that the outer choices may take, as far as bounds tell.
fn outer_choices(choices: &[Choice], variables: &[Bounds]) -> Option<Vec<Vec<i64>>> {
    let mut all = vec![Vec::new()];
    let mut bounds = variables.to_vec();
    for choice in choices {
        let range = choice.range(&bounds);
        bounds.push(range);
        let numbers: Vec<i64> = match &choice.among {
            Some(among) => among.iter().copied().filter(|number| (range.0..=range.1).contains(number)).collect(),
            None if range.1.saturating_sub(range.0) >= 1 << 12 => return None,
            None => (range.0..=range.1).collect(),
        };
        all = all
            .iter()
            .flat_map(|known: &Vec<i64>| numbers.iter().map(|number| [known.as_slice(), &[*number]].concat()))
            .collect();
        if all.len() > MOST_OUTER {
            return None;
        }
    }
    Some(all)
}

/// A piece with numbers in place of its outer choices; `Some(None)` if it can never be made.
fn settle(piece: &Piece, outer: Vec<i64>, words: (String, Text), variables: &[Bounds]) -> Option<Option<Settled>> {
    let (first, inner) = (variables.len(), variables.len() + outer.len());
    let put = |form: &Linear| -> Option<Linear> {
        let mut form = form.clone();
        for (at, number) in outer.iter().enumerate() {
            form = form.with(first + at, &Linear::number(*number))?;
        }
        // The last choice becomes the symbol after the variables.
        let times = form.coefficient(inner);
        form.without(inner).plus(&Linear::symbol(first), times)
    };
    let all = |forms: &[Linear]| forms.iter().map(put).collect::<Option<Vec<Linear>>>();
    let mut guards = all(&piece.guards)?;
    for (at, choice) in piece.outer.iter().enumerate() {
        for lo in &choice.lo {
            guards.push(Linear::number(outer[at]).minus(&put(lo)?)?);
        }
        for hi in &choice.hi {
            guards.push(put(hi)?.minus(&Linear::number(outer[at]))?);
        }
    }
    let mut piece = Piece { guards, next: all(&piece.next)?, needs: all(&piece.needs)?, ..piece.clone() };
    piece.gain.linear = put(&piece.gain.linear)?;
    for sum in &mut piece.gain.sums {
        sum.place = all(&sum.place)?;
    }
    (piece.inner.lo, piece.inner.hi) = (all(&piece.inner.lo)?, all(&piece.inner.hi)?);
    piece.outer = Vec::new();
    let none = |forms: &[Linear]| forms.iter().any(|form| form.range(variables).1 < 0);
    let choice = Choice {
        name: String::new(),
        lo: piece.inner.lo.clone(),
        hi: piece.inner.hi.clone(),
        among: piece.inner.among.clone(),
        divides: None,
        listed: None,
    };
    let range = choice.range(variables);
    if none(&piece.guards) || range.0 > range.1 {
        return Some(None);
    }
    piece.guards.retain(|form| form.range(variables).0 < 0);
    let widths =
        choice.hi.iter().flat_map(|hi| choice.lo.iter().filter_map(|lo| Some(hi.minus(lo)?.range(variables).1 + 1)));
    let widest = widths.min().unwrap_or(0);
    let open = narrowed(variables, &piece.guards).into_iter().chain([range]).collect();
    Some(Some(Settled { piece, outer, words, range, open, widest }))
}
