//! Exactly which positions play reaches, a bit each. Straight pieces are followed from a whole row at once, a word of bits at a time, the
//! others from each position. Whatever closed forms do not tell is looked at at each position that is reached.

use super::flat::{Flat, Here, Span, clip, empty, hull};
use super::reach::{Reach, Seen};
use super::unproven;
use super::view::Branch;
use crate::error::Stop;
use crate::limits::Meter;
use std::ops::Range;

/// What play reaches, among what it perhaps reaches.
pub(super) struct Marks {
    /// The row `top − k` at place `k`.
    rows: Vec<Bits>,
    /// How many positions play reaches, and at how many of them it is over.
    pub(super) reached: u64,
    pub(super) finished: u64,
}

/// Follows play from a position.
pub(super) fn mark(seen: &Seen, reach: &Reach, start: (Here, i64), meter: &mut Meter) -> Result<Marks, Stop> {
    let rows = reach.layers.iter().map(|layer| Bits::over(layer.all)).collect();
    let mut marking = Marking { seen, reach, marks: Marks { rows, reached: 0, finished: 0 } };
    marking.marks.rows[0].set(start.1)?;
    meter.phase("marking", Some(reach.layers.len() as u64));
    for number in (reach.bottom()..=reach.top).rev() {
        meter.step()?;
        marking.row(seen.view.here(number))?;
        if let Some(limit) = meter.limits().positions.filter(|limit| *limit < marking.marks.reached) {
            return Err(Stop::Positions { limit });
        }
    }
    Ok(marking.marks)
}

impl Marks {
    /// Puts a cell in place of each of a row that play does not reach.
    pub(super) fn blank<C: Copy>(&self, at: usize, cells: &mut [C], unknown: C) {
        for (word, cells) in self.rows[at].words.iter().zip(cells.chunks_mut(64)) {
            if *word != u64::MAX {
                let unreached = cells.iter_mut().enumerate().filter(|(bit, _)| word >> bit & 1 == 0);
                unreached.for_each(|(_, cell)| *cell = unknown);
            }
        }
    }

    /// The bytes of a mark for each place of a row.
    pub(super) fn bytes(width: u64) -> u64 {
        8 * width.div_ceil(64)
    }
}

/// A bit for each place of a span.
#[derive(Clone, Debug)]
struct Bits {
    first: i64,
    words: Vec<u64>,
}

impl Bits {
    fn over(span: Span) -> Bits {
        let first = if empty(span) { 0 } else { span.0 };
        Bits { first, words: vec![0; super::flat::width(span).div_ceil(64)] }
    }

    fn has(&self, place: i64) -> bool {
        let at = usize::try_from(place - self.first).ok();
        at.is_some_and(|at| self.words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1))
    }

    fn set(&mut self, place: i64) -> Result<(), Stop> {
        self.join(place, 1)
    }

    /// Sets the bits of a word that stands at a place.
    fn join(&mut self, place: i64, word: u64) -> Result<(), Stop> {
        let at = place - self.first;
        let (at, word) = if at < 0 && at > -64 && u64::from(word.trailing_zeros()) >= at.unsigned_abs() {
            (0, word >> -at)
        } else {
            (at, word)
        };
        let at = usize::try_from(at).map_err(|_| outside())?;
        let (low, high) = (word << (at % 64), if at % 64 == 0 { 0 } else { word >> (64 - at % 64) });
        *self.words.get_mut(at / 64).ok_or_else(outside)? |= low;
        if high != 0 {
            *self.words.get_mut(at / 64 + 1).ok_or_else(outside)? |= high;
        }
        Ok(())
    }

    /// Sets all bits of a span.
    fn fill(&mut self, (from, to): Span) -> Result<(), Stop> {
        let mut place = from;
        while place <= to {
            let count = (to - place + 1).min(64);
            self.join(place, u64::MAX >> (64 - count))?;
            place += count;
        }
        Ok(())
    }

    /// Sets a bit for each bit of a span elsewhere, so much further.
    fn carry(&mut self, from: &Bits, span: Span, by: i64) -> Result<(), Stop> {
        let (mut edges, inner) = from.words_of(span);
        edges.try_for_each(|(_, place, word)| self.join(place + by, word))?;
        let place = |word: usize| from.first + 64 * i64::try_from(word).expect("rows are counted in memory") + by;
        let (at, words) = (place(inner.start) - self.first, &from.words[inner.clone()]);
        let (shift, at) = (at.rem_euclid(64).unsigned_abs(), usize::try_from(at.div_euclid(64)));
        let to = at.ok().and_then(|at| self.words.get_mut(at..at + words.len() + usize::from(shift > 0)));
        match (to, words) {
            (_, []) => {}
            (Some(to), _) if shift == 0 => to.iter_mut().zip(words).for_each(|(to, word)| *to |= word),
            (Some(to), [first, .., last]) => {
                to[0] |= first << shift;
                to[words.len()] |= last >> (64 - shift);
                let pairs = words.iter().zip(&words[1..]);
                to[1..].iter_mut().zip(pairs).for_each(|(to, (low, word))| *to |= word << shift | low >> (64 - shift));
            }
            // Some of their places may lie outside: if they have a bit, that is wrong.
            (_, words) => {
                let mut some = inner.zip(words).filter(|(_, word)| **word != 0);
                some.try_for_each(|(at, word)| self.join(place(at), *word))?;
            }
        }
        Ok(())
    }

    /// The words of a span with any bit in it, each with its place, and without the bits beside the span.
    fn words(&self, span: Span) -> impl Iterator<Item = (usize, i64, u64)> + '_ {
        let (words, (from, to)) = self.held(span);
        words.filter_map(move |at| self.word(at, (from, to)))
    }

    /// The first and the last of those words, and which lie between.
    fn words_of(&self, span: Span) -> (impl Iterator<Item = (usize, i64, u64)> + '_, Range<usize>) {
        let (words, bits) = self.held(span);
        let inner = if words.len() > 2 { words.start + 1..words.end - 1 } else { 0..0 };
        let edges = words.clone().take(1).chain((words.len() > 1).then(|| words.end - 1));
        (edges.filter_map(move |at| self.word(at, bits)), inner)
    }

    /// Which words hold a span, and from which of all bits to which it lies.
    fn held(&self, (from, to): Span) -> (Range<usize>, Span) {
        let last = self.first + 64 * i64::try_from(self.words.len()).expect("rows are counted in memory") - 1;
        let (from, to) = (from.max(self.first) - self.first, to.min(last) - self.first);
        let word = |bit: i64| usize::try_from(bit / 64).expect("it lies within the row");
        (if from > to { 0..0 } else { word(from)..word(to) + 1 }, (from, to))
    }

    /// A word with its place, without the bits beside some; nothing if no other is set.
    fn word(&self, at: usize, (from, to): Span) -> Option<(usize, i64, u64)> {
        let bit = 64 * i64::try_from(at).expect("rows are counted in memory");
        let (least, most) = ((from - bit).max(0), (to - bit).min(63));
        let word = self.words[at] & (u64::MAX << least) & (u64::MAX >> (63 - most));
        (word != 0).then_some((at, self.first + bit, word))
    }

    /// Whether a span has any bit beside another within it.
    fn beside(&self, span: Span, safe: Span) -> bool {
        let any = |span: Span| self.words(span).next().is_some();
        if empty(safe) { any(span) } else { any((span.0, safe.0 - 1)) || any((safe.1 + 1, span.1)) }
    }

    fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Its places.
    fn places(&self) -> impl Iterator<Item = i64> + '_ {
        self.words((self.first, i64::MAX / 2)).flat_map(|(_, place, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(place + i64::from(bit))
            })
        })
    }

    /// Without the bits of another over the same span.
    fn without(&self, other: &Bits) -> Bits {
        let words = self.words.iter().zip(&other.words).map(|(word, other)| word & !other);
        Bits { first: self.first, words: words.collect() }
    }
}

/// A position that is no position: something that must hold did not hold there.
fn outside() -> Stop {
    unproven("something that must hold does not hold everywhere")
}

struct Marking<'a> {
    seen: &'a Seen<'a>,
    reach: &'a Reach,
    marks: Marks,
}

/// The row that moves are followed from.
struct Source {
    here: Here,
    /// What is reached, where play is over, and where it goes on.
    reached: Bits,
    over: Bits,
    moved: Bits,
}

impl Source {
    /// Notes that play goes on from the open places of a span.
    fn has_moved(&mut self, open: &Bits, span: Option<Span>) {
        let words = span.into_iter().flat_map(|span| open.words(span));
        words.for_each(|(at, _, word)| self.moved.words[at] |= word);
    }
}

impl Marking<'_> {
    fn row(&mut self, here: Here) -> Result<(), Stop> {
        let Some(layer) = self.reach.layer(here.number) else { return Ok(()) };
        let (seen, at, blank) = (self.seen, self.at(here.number)?, Bits::over(layer.all));
        let reached = std::mem::replace(&mut self.marks.rows[at], blank.clone());
        let mut source = Source { here, reached, over: blank.clone(), moved: blank };
        for end in &seen.ends {
            source.over.fill(clip(&end.when, layer.all, &here.at, 0))?;
        }
        let single: Vec<Single> =
            seen.branches.iter().filter(|branch| branch.own || !branch.straight).map(Single::of).collect();
        self.follow_each(&mut source, layer.all, single)?;
        if source.reached.words((layer.all.1 + 1, i64::MAX / 2)).next().is_some() {
            return Err(outside());
        }
        let open = source.reached.without(&source.over);
        for branch in seen.branches.iter().filter(|branch| branch.straight && !branch.own) {
            self.follow(&mut source, &open, layer.all, branch)?;
        }
        let (stuck, reached) = (open.without(&source.moved), source.reached.count());
        for place in stuck.places() {
            if !seen.stuck.iter().any(|stuck| stuck.holds(&here, place)) {
                return Err(unproven("a position where nobody can move and no rule says what that means"));
            }
        }
        if seen.remaining.is_some() {
            let over = source.reached.without(&open);
            if !over.places().chain(stuck.places()).all(|place| seen.nothing_remains(&here, place)) {
                return Err(unproven("the game is over and points remain"));
            }
        }
        self.marks.reached += reached;
        self.marks.finished += reached - open.count() + stuck.count();
        self.marks.rows[at] = source.reached;
        Ok(())
    }

    fn at(&self, number: i64) -> Result<usize, Stop> {
        usize::try_from(self.reach.top - number).ok().filter(|at| *at < self.marks.rows.len()).ok_or_else(outside)
    }

    /// Follows a straight piece from all places where play goes on.
    fn follow(&mut self, source: &mut Source, open: &Bits, all: Span, branch: &Branch) -> Result<(), Stop> {
        let (here, (legal, needs)) = (source.here, branch.limits.split_at(branch.legal));
        let mut moved: Option<Span> = None;
        for choice in branch.numbers(branch.choices_by(legal, &here, all)) {
            let span = clip(legal, all, &here.at, choice);
            if empty(span) {
                continue;
            }
            if !needs.is_empty() && open.beside(span, clip(needs, span, &here.at, choice)) {
                return Err(unsound());
            }
            if open.words(span).next().is_none() {
                continue;
            }
            let by = branch.along.at(&here.at, 0, choice);
            let to = self.at(branch.row.at(&here.at, 0, choice))?;
            self.marks.rows[to].carry(open, span, by)?;
            // Spans of choices mostly overlap: what moves is put down once for all that do.
            if moved.is_some_and(|moved: Span| span.0 > moved.1 || span.1 < moved.0) {
                source.has_moved(open, moved.take());
            }
            moved = Some(moved.map_or(span, |moved| hull(moved, span)));
        }
        source.has_moved(open, moved);
        Ok(())
    }

    /// Follows pieces that stay or are not straight from each place, the first first: they lead to later ones of the row.
    fn follow_each(&mut self, source: &mut Source, all: Span, mut pieces: Vec<Single>) -> Result<(), Stop> {
        let seen = self.seen;
        if pieces.is_empty() && seen.loose.is_empty() {
            return Ok(());
        }
        for place in all.0..=all.1 {
            if source.reached.has(place) && !source.over.has(place) {
                for piece in &mut pieces {
                    if piece.in_a_row {
                        piece.follow_run(source, place)?;
                    } else {
                        self.follow_single(source, piece.branch, place)?;
                    }
                }
                let here = source.here;
                seen.loosely((&here, place), &mut |made| {
                    let (number, along) = made.next.ok_or_else(unsound)?;
                    self.arrive(source, place, (number, along)).map(|()| true)
                })?;
            }
        }
        Ok(())
    }

    fn follow_single(&mut self, source: &mut Source, branch: &Branch, place: i64) -> Result<(), Stop> {
        let (here, (legal, needs)) = (source.here, branch.limits.split_at(branch.legal));
        for choice in branch.numbers(branch.choices_by(legal, &here, (place, place))) {
            let holds = |forms: &[Flat]| forms.iter().all(|form| form.at(&here.at, place, choice) >= 0);
            if !holds(legal) {
                continue;
            }
            if !holds(needs) {
                return Err(unsound());
            }
            let (number, along) = (branch.row.at(&here.at, place, choice), branch.along.at(&here.at, place, choice));
            self.arrive(source, place, (number, along))?;
        }
        Ok(())
    }

    /// Marks where a move leads from a place.
    fn arrive(&mut self, source: &mut Source, place: i64, (number, along): (i64, i64)) -> Result<(), Stop> {
        source.moved.set(place)?;
        if number == source.here.number {
            return source.reached.set(along);
        }
        let to = self.at(number)?;
        self.marks.rows[to].set(along)
    }
}

/// A piece that is followed from each place.
struct Single<'a> {
    branch: &'a Branch,
    /// Whether its choices at a place lead to one place of the row after the other.
    in_a_row: bool,
    /// Limits and needs, with place and choice exchanged.
    limits: Vec<Flat>,
    /// The places that were marked last.
    marked: Span,
}

impl Single<'_> {
    fn of(branch: &Branch) -> Single<'_> {
        let in_a_row = branch.own && branch.chooses && branch.among.is_none() && branch.along.choice.abs() == 1;
        let limits = branch.limits.iter().map(|limit| limit.turned()).collect();
        Single { branch, in_a_row, limits, marked: (0, -1) }
    }

    fn follow_run(&mut self, source: &mut Source, place: i64) -> Result<(), Stop> {
        let (branch, at) = (self.branch, &source.here.at);
        let (legal, needs) = self.limits.split_at(branch.legal);
        let choices = clip(legal, branch.range, at, place);
        if empty(choices) {
            return Ok(());
        }
        if clip(needs, choices, at, place) != choices {
            return Err(unsound());
        }
        let ends = [choices.0, choices.1].map(|choice| branch.along.at(at, place, choice));
        let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let known = from >= self.marked.0 && !empty(self.marked);
        source.reached.fill((if known { from.max(self.marked.1 + 1) } else { from }, to))?;
        self.marked = (from, if known { to.max(self.marked.1) } else { to });
        source.moved.set(place)
    }
}

fn unsound() -> Stop {
    unproven("a move that the rules themselves must judge")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole words at once set what bit after bit does, and say as well when one lies outside.
    #[test]
    fn bits_are_carried_as_one_by_one() {
        let mut dice = crate::dice::Dice::new(7);
        let mut number = |most: i64| i64::try_from(dice.below(usize::try_from(most).unwrap())).unwrap();
        let (mut carried, mut refused) = (0, 0);
        for _ in 0..4_000 {
            let spans = [0; 2].map(|_| {
                let first = number(9) - 4;
                (first, first + number(400))
            });
            let [mut from, plain] = spans.map(Bits::over);
            for _ in 0..number(300) {
                from.set(from.first + number(spans[0].1 - spans[0].0 + 1)).unwrap();
            }
            let first = spans[0].0 + number(300) - 20;
            let (span, by) = ((first, first + number(350) - 5), number(200) - 100);
            let (mut whole, mut single) = (plain.clone(), plain);
            let done = whole.carry(&from, span, by).is_ok();
            let mut places = from.places().filter(|place| (span.0..=span.1).contains(place));
            assert_eq!(done, places.try_for_each(|place| single.set(place + by)).is_ok(), "{span:?} by {by}");
            assert!(!done || whole.words == single.words, "{span:?} by {by}");
            (carried, refused) = (carried + i32::from(done), refused + i32::from(!done));
        }
        assert!(carried > 1_000 && refused > 1_000, "{carried} {refused}");
    }
}
