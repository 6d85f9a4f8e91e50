//! Positions as rows of words, with their rank read off the packed bits: what methods work with that keep millions of positions.

use super::order::{Measure, Order, adds_up};
use super::{Instance, compiled};
use crate::dice::Dice;
use crate::game::{Ending, Fault, Game, Many, Numbers, PackedDigit, Reduced, Rows, Symmetries, WordRow, Words, bits};
use bouton_rules::Player;
use bouton_rules::interpret::{Position, conform};
use bouton_rules::layout::{Digit, Layout, Packed, TURN_BITS, length_width, scalar_width, turn};
use bouton_rules::types::Domain;
use std::ops::Range;

/// The most words of a position.
const MOST_WORDS: usize = 64;

/// How positions of one game stand in words.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) words: usize,
    /// Whether every variable has its place; if not, words after the last that a position takes are zero.
    fixed: bool,
}

/// How a rank is read off packed bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Rank {
    /// What it is where all bits are zero.
    base: i128,
    /// What is added to that; true for what is subtracted.
    terms: Vec<(Term, bool)>,
    /// The base, where no rank leaves the 64-bit numbers, however the terms are added up.
    small: Option<i64>,
    /// Where many numbers are added up: bits that are looked up together, the terms that all of them are.
    windows: Vec<Window>,
}

/// Bits, and what is added where they are not all zero.
type Weighted = Vec<(Range<usize>, i64)>;

/// Some bits of a row, and what each of their values adds.
#[derive(Clone, Debug)]
struct Window {
    at: usize,
    width: u32,
    adds: Box<[i64]>,
}

/// More terms than this are looked up, so many bits at a time.
const MANY_TERMS: usize = 4;
const WINDOW: usize = 10;

/// A term is not added up more often than this.
const MOST_TIMES: usize = 16;

/// A number read off packed bits.
#[derive(Clone, Copy, Debug)]
enum Term {
    /// How many of these bits of a word are set.
    Ones { word: usize, mask: u64 },
    /// How many pairs of bits of a word are not both zero; the mask holds the lower bit of each.
    Pairs { word: usize, lower: u64 },
    /// Whether so many bits from there on are not all zero.
    Filled { at: usize, width: usize },
    /// The number in so many bits from there on.
    Number { at: usize, width: usize },
}

impl Form {
    /// How positions stand; `None` where they may take too many words.
    pub(super) fn of(layout: &Layout) -> Option<Form> {
        let words = layout.most_bits()?.div_ceil(64);
        (words <= MOST_WORDS).then_some(Form { words, fixed: layout.places().is_some() })
    }
}

/// Where the digits of positions stand, where all have the same. Bits that no value sets are left out.
pub(super) fn digits(layout: &Layout) -> Option<Vec<PackedDigit>> {
    let mut at = TURN_BITS as usize;
    let placed = |(digit, width): (Digit, u32)| {
        let highest = digit.low + digit.radix.saturating_sub(1);
        let used = width.min(u64::BITS - highest.leading_zeros());
        let digit = PackedDigit { at, width: used, radix: digit.radix, low: digit.low };
        at += width as usize;
        digit
    };
    Some(layout.digits()?.map(placed).collect())
}

/// The numbering of the layout, where all positions have the same digits.
fn numbers(layout: &Layout, words: usize, turns: &[u64]) -> Option<Numbers> {
    Numbers::of(words, turns, &digits(layout)?)
}

impl Rank {
    fn of(places: &[Range<usize>], domains: &[Domain<i64>], order: &Order) -> Option<Rank> {
        let mut rank = Rank::default();
        for (measure, minus) in &order.terms {
            let at = measure.variable();
            rank.add(*measure, &domains[at], places[at].clone(), *minus)?;
        }
        rank.join();
        let most: u128 = rank.terms.iter().map(|(term, _)| term.most()).sum();
        let base = i64::try_from(rank.base).ok();
        rank.small = base.filter(|base| u128::from(base.unsigned_abs()) + most < 1 << 63);
        if rank.small.is_some() && rank.terms.len() > MANY_TERMS {
            rank.windows = rank.by_windows().unwrap_or_default();
        }
        Some(rank)
    }

    /// The same in windows; `None` where a term tells more bits together than are looked up.
    fn by_windows(&self) -> Option<Vec<Window>> {
        let mut weights = Weighted::new();
        for (term, minus) in &self.terms {
            weights.extend(term.weights()?.into_iter().map(|(bits, adds)| (bits, if *minus { -adds } else { adds })));
        }
        weights.sort_by_key(|(bits, _)| bits.start);
        let mut windows: Vec<(Range<usize>, Weighted)> = Vec::new();
        for (bits, adds) in weights {
            match windows.last_mut().filter(|(window, _)| bits.end - window.start <= WINDOW) {
                Some((window, inside)) => {
                    window.end = window.end.max(bits.end);
                    inside.push((bits, adds));
                }
                None => windows.push((bits.clone(), vec![(bits, adds)])),
            }
        }
        let window = |(window, inside): (Range<usize>, Weighted)| {
            let holds =
                |value: u64, bits: &Range<usize>| value >> (bits.start - window.start) & ((1 << bits.len()) - 1) != 0;
            let adds = |value| inside.iter().filter(|(bits, _)| holds(value, bits)).map(|(_, adds)| adds).sum();
            Window {
                at: window.start,
                width: u32::try_from(window.len()).expect("it is small"),
                adds: (0..1 << window.len()).map(adds).collect(),
            }
        };
        Some(windows.into_iter().map(window).collect())
    }

    /// Counts at once what is counted of one word.
    fn join(&mut self) {
        let mut joined: Vec<(Term, bool)> = Vec::with_capacity(self.terms.len());
        for (term, minus) in self.terms.drain(..) {
            let same = joined.iter_mut().filter(|(_, known)| *known == minus);
            if !same.into_iter().any(|(known, _)| known.joins(term)) {
                joined.push((term, minus));
            }
        }
        self.terms = joined;
    }

    fn add(&mut self, measure: Measure, domain: &Domain<i64>, bits: Range<usize>, minus: bool) -> Option<()> {
        let (of, row) = Entries::of(domain, bits);
        let terms = match (measure, of) {
            (Measure::Length(_), _) => {
                self.base += if minus { -row.least } else { row.least };
                row.length.into_iter().collect()
            }
            (Measure::Members(_), _) | (Measure::Total(_) | Measure::TotalCells(_), Domain::Bool) => {
                ones(row.bits).collect()
            }
            (Measure::Filled(_), Domain::Optional(_)) | (Measure::Above(..), Domain::Int { .. }) => {
                filled(row.bits, scalar_width(of) as usize)
            }
            (Measure::Number(_) | Measure::Total(_) | Measure::TotalCells(_), of) if adds_up(of) => {
                return self.add_sum(of, row, minus);
            }
            _ => return None,
        };
        self.terms.extend(terms.into_iter().map(|term| (term, minus)));
        Some(())
    }

    /// The sum of entries.
    fn add_sum(&mut self, of: &Domain<i64>, row: Entries, minus: bool) -> Option<()> {
        let width = scalar_width(of) as usize;
        let cells = (0..row.count).map(|cell| Term::Number { at: row.bits.start + cell * width, width });
        self.terms.extend(cells.filter(|_| width > 0).map(|term| (term, minus)));
        // An entry is its code and the least that it can be, as often as there are entries.
        let first = if let Domain::Int { lo, .. } = of { *lo } else { 0 };
        let entries = match row.length {
            None => i128::try_from(row.count).ok()?,
            Some(length) => {
                let times = usize::try_from(first.unsigned_abs()).ok().filter(|times| *times <= MOST_TIMES)?;
                self.terms.extend(std::iter::repeat_n((length, minus != (first < 0)), times));
                row.least
            }
        };
        self.base += i128::from(first) * if minus { -entries } else { entries };
        Some(())
    }

    #[inline]
    fn read(&self, words: &[u64]) -> i64 {
        let Some(base) = self.small else { return self.read_large(words) };
        if !self.windows.is_empty() {
            return base + self.windows.iter().map(|window| window.adds(words)).sum::<i64>();
        }
        self.terms.iter().fold(base, |rank, (term, minus)| {
            let number = term.read(words).cast_signed();
            if *minus { rank - number } else { rank + number }
        })
    }

    /// Of each of some rows of so many words, appended to `out`.
    fn read_all(&self, rows: &[u64], words: usize, out: &mut Vec<i64>) {
        match (self.small, words, self.terms.as_slice()) {
            (Some(base), 1, [(Term::Ones { word: 0, mask }, false)]) => {
                out.extend(rows.iter().map(|row| base + i64::from((row & mask).count_ones())));
            }
            (Some(base), 1, [(Term::Pairs { word: 0, lower }, false)]) => {
                out.extend(rows.iter().map(|row| base + i64::from(((row | row >> 1) & lower).count_ones())));
            }
            // A window of all rows after the other.
            (Some(base), 1, _) if !self.windows.is_empty() => {
                let from = out.len();
                out.resize(from + rows.len(), base);
                for window in &self.windows {
                    let adds = rows.iter().map(|row| window.adds(std::slice::from_ref(row)));
                    out[from..].iter_mut().zip(adds).for_each(|(rank, add)| *rank += add);
                }
            }
            _ => out.extend(rows.chunks_exact(words).map(|row| self.read(row))),
        }
    }

    fn read_large(&self, words: &[u64]) -> i64 {
        let rank = self.terms.iter().fold(self.base, |rank, (term, minus)| {
            let number = i128::from(term.read(words));
            if *minus { rank - number } else { rank + number }
        });
        i64::try_from(rank).unwrap_or(if rank < 0 { i64::MIN } else { i64::MAX })
    }
}

impl Window {
    /// What its bits of a row add.
    #[inline]
    fn adds(&self, words: &[u64]) -> i64 {
        self.adds[usize::try_from(bits(words, self.at, self.width)).expect("it is small")]
    }
}

/// Where the entries of a list, board or single value stand.
struct Entries {
    /// How many there are at the most, and at the least.
    count: usize,
    least: i128,
    /// How many there are above the least, where that changes. Those that there are not are zeros.
    length: Option<Term>,
    bits: Range<usize>,
}

impl Entries {
    /// Those of a value in these bits, and of what domain they are.
    fn of(domain: &Domain<i64>, bits: Range<usize>) -> (&Domain<i64>, Entries) {
        let (of, min, max) = match domain {
            Domain::List { min, max, of } => (&**of, *min, *max),
            Domain::Grid { rows, columns, of } => (&**of, rows.1 * columns.1, rows.1 * columns.1),
            single => (single, 1, 1),
        };
        let width = length_width(min, max) as usize;
        let length = (width > 0).then_some(Term::Number { at: bits.start, width });
        let count = usize::try_from(max).expect("entries are counted in memory");
        (of, Entries { count, least: min.into(), length, bits: bits.start + width..bits.end })
    }
}

/// How many of these bits are set.
fn ones(bits: Range<usize>) -> impl Iterator<Item = Term> {
    (bits.start / 64..bits.end.div_ceil(64)).map(move |word| {
        let low = bits.start.saturating_sub(word * 64);
        let high = (bits.end - word * 64).min(64);
        Term::Ones { word, mask: (u64::MAX << low) & (u64::MAX >> (64 - high)) }
    })
}

/// How many cells of so many bits are not zero. Cells of two bits are counted a word at a time, but for those that lie across words.
fn filled(bits: Range<usize>, width: usize) -> Vec<Term> {
    match width {
        0 => Vec::new(),
        1 => ones(bits).collect(),
        2 => {
            let mut terms: Vec<Term> = Vec::new();
            for at in bits.step_by(2) {
                let (word, bit) = (at / 64, at % 64);
                match terms.iter_mut().find(|term| matches!(term, Term::Pairs { word: known, .. } if *known == word)) {
                    _ if bit == 63 => terms.push(Term::Filled { at, width }),
                    Some(Term::Pairs { lower, .. }) => *lower |= 1 << bit,
                    _ => terms.push(Term::Pairs { word, lower: 1 << bit }),
                }
            }
            terms
        }
        _ => bits.step_by(width).map(|at| Term::Filled { at, width }).collect(),
    }
}

impl Term {
    /// Takes in what another counts, if both count different bits of one word in the same way.
    fn joins(&mut self, other: Term) -> bool {
        let (own, more) = match (self, other) {
            (Term::Ones { word, mask }, Term::Ones { word: same, mask: more }) if *word == same => (mask, more),
            (Term::Pairs { word, lower }, Term::Pairs { word: same, lower: more }) if *word == same => (lower, more),
            _ => return false,
        };
        let apart = *own & more == 0;
        *own |= if apart { more } else { 0 };
        apart
    }

    /// What it adds, by few bits at a time; `None` where it tells more bits together than are looked up.
    fn weights(self) -> Option<Weighted> {
        let set = |bits: u64| (0..64).filter(move |bit| bits >> bit & 1 == 1);
        Some(match self {
            Term::Ones { word, mask } => set(mask).map(|bit| (word * 64 + bit..word * 64 + bit + 1, 1)).collect(),
            Term::Number { at, width } => (0..width).map(|bit| (at + bit..at + bit + 1, 1 << bit)).collect(),
            Term::Pairs { word, lower } => set(lower).map(|bit| (word * 64 + bit..word * 64 + bit + 2, 1)).collect(),
            Term::Filled { at, width } => vec![(at..at + width, 1)],
        })
        .filter(|weights: &Weighted| weights.iter().all(|(bits, _)| bits.len() <= WINDOW))
    }

    /// No number that is read is larger.
    fn most(self) -> u128 {
        match self {
            Term::Ones { mask: bits, .. } | Term::Pairs { lower: bits, .. } => u128::from(bits.count_ones()),
            Term::Filled { .. } => 1,
            Term::Number { width, .. } => (1 << width) - 1,
        }
    }

    #[inline]
    fn read(self, words: &[u64]) -> u64 {
        let get = |word: usize| words.get(word).copied().unwrap_or(0);
        match self {
            Term::Ones { word, mask } => u64::from((get(word) & mask).count_ones()),
            Term::Pairs { word, lower } => {
                let word = get(word);
                u64::from(((word | word >> 1) & lower).count_ones())
            }
            Term::Filled { at, width } => u64::from(Term::Number { at, width }.read(words) != 0),
            Term::Number { at, width } => {
                let (word, bit) = (at / 64, at % 64);
                let high = if bit == 0 { 0 } else { get(word + 1) << (64 - bit) };
                (get(word) >> bit | high) & (u64::MAX >> (64 - width))
            }
        }
    }
}

impl Instance {
    pub(super) fn form(&self) -> Option<&Form> {
        self.form.get_or_init(|| Form::of(&self.layout)).as_ref()
    }

    /// How a rank is read off words, where every variable has its place.
    fn word_rank(&self) -> Option<&Rank> {
        let rank = || Rank::of(&self.layout.places()?, self.interpreter.domains(), self.order()?);
        self.word_rank.get_or_init(rank).as_ref()
    }

    /// The canonical position that somebody says has these words; `None` where no position has, or one that is not canonical.
    #[must_use]
    pub fn position_of_words(&self, words: &[u64]) -> Option<Packed> {
        let form = self.form().filter(|form| form.words == words.len())?;
        let (code, state) = self.layout.unpack(&Packed::from_slice(words));
        let domains = self.interpreter.domains();
        let conforms = |(value, domain)| conform(value, domain, self.rules()).as_ref() == Ok(value);
        let position = self.layout.pack(code, &state);
        let same = (0..form.words).all(|at| position.get(at).copied().unwrap_or(0) == words[at]);
        let right = code <= turn::OVER && state.iter().zip(domains).all(conforms) && same;
        right.then_some(position).filter(|position| self.canonical(position.clone()) == *position)
    }

    /// Its positions as words, if they can stand so.
    pub(super) fn as_words(&self) -> Option<&dyn Words<Packed>> {
        self.form().map(|_| self as &dyn Words<Packed>)
    }

    /// Whose turn the first word of a position says it is, and that word as canonical positions have it.
    #[inline]
    pub(super) fn canonical_word(&self, word: u64) -> (Player, u64) {
        let named = super::named_in(word);
        (named, word - u64::from(self.alike && named == Player::Second))
    }
}

impl Words<Packed> for Instance {
    fn count(&self) -> usize {
        self.form().map_or(1, |form| form.words)
    }

    fn write(&self, position: &Packed, words: &mut [u64]) {
        for (at, word) in words.iter_mut().enumerate() {
            *word = position.get(at).copied().unwrap_or(0);
        }
    }

    fn read(&self, words: &[u64]) -> Packed {
        let position = Packed::from_slice(words);
        match self.form() {
            // Only what is packed anew has no words too many.
            Some(form) if !form.fixed => {
                let (turn, state) = self.layout.unpack(&position);
                self.layout.pack(turn, &state)
            }
            _ => position,
        }
    }

    fn rank(&self, words: &[u64]) -> i64 {
        match self.word_rank() {
            Some(rank) => rank.read(words),
            // Where positions have no rank, all are of one: their words are kept in one layer.
            None => Game::rank(self, &self.read(words)).unwrap_or(0),
        }
    }

    fn ranks(&self, rows: &[u64], out: &mut Vec<i64>) {
        let words = Words::count(self);
        match self.word_rank() {
            Some(rank) => rank.read_all(rows, words, out),
            None => out.extend(rows.chunks_exact(words).map(|row| Words::rank(self, row))),
        }
    }

    fn reads_ranks(&self) -> bool {
        self.word_rank().is_some()
    }

    fn highest_rank(&self) -> Option<i64> {
        self.order()?.highest(self.interpreter().domains())
    }

    fn look(&self, words: &[u64], out: &mut Rows) -> Result<Option<Ending>, Fault> {
        if let Some(over) = compiled::over(words, self.rules().points) {
            return Ok(Some(over));
        }
        let fixed = self.form().is_some_and(|form| form.fixed);
        if (fixed || Words::read(self, words).len() == words.len())
            && let Some(looked) = self.quick_rows(words, out)
        {
            return looked;
        }
        let position = Words::read(self, words);
        let mover = self.mover(&position);
        let mut put = |gain, next: &Packed| {
            let Some((first, rest)) = next.split_first() else { return };
            let (next_mover, first) = self.canonical_word(*first);
            out.heads.push((gain, next_mover == mover));
            out.words.push(first);
            out.words.extend_from_slice(rest);
            out.words.resize(out.heads.len() * words.len(), 0);
        };
        if out.named {
            let (mut steps, ending) = (Vec::new(), self.ending(&position)?);
            if ending.is_none() {
                self.steps(&position, &mut steps)?;
            }
            steps.iter().for_each(|step| put(step.gain, &step.next));
            out.names.extend(steps.iter().map(|step| compiled::name(step.mv.made, &step.mv.args)));
            return Ok(ending);
        }
        let mut found = Vec::new();
        let ending = Game::look(self, &position, &mut found)?;
        found.iter().for_each(|(gain, next)| put(*gain, next));
        Ok(ending)
    }

    fn over(&self, words: &[u64]) -> Option<Ending> {
        compiled::over(words, self.rules().points)
    }

    fn random_move(&self, words: &[u64], dice: &mut Dice) -> Option<Result<Option<WordRow>, Fault>> {
        if self.is_quick() {
            return None;
        }
        let position = self.unpack(&Words::read(self, words));
        let row = |next: Position| {
            let mut row = WordRow::from_elem(0, words.len());
            self.write(&self.canonical(self.pack(&next)), &mut row);
            row
        };
        let step = self.interpreter.random_step(&position, &mut |count| dice.below(count));
        Some(step.map(|next| next.map(row)).map_err(Fault::from))
    }

    fn is_quick(&self) -> bool {
        self.compiled().is_ok()
    }

    fn many(&self, numbers: &Numbers) -> Option<&dyn Many> {
        self.compiled_many(Some(numbers), numbers.size()).map(|many| many as &dyn Many)
    }

    fn many_rows(&self, positions: u64) -> Option<&dyn Many> {
        self.compiled_many(None, positions).map(|many| many as &dyn Many)
    }

    fn numbers(&self) -> Option<&Numbers> {
        self.index().and_then(|_| self.sparse_numbers())
    }

    fn sparse_numbers(&self) -> Option<&Numbers> {
        let numbers = || numbers(self.numbering(), self.form()?.words, self.turns());
        self.word_numbers.get_or_init(numbers).as_ref()
    }

    fn reduced(&self) -> Option<&Reduced> {
        self.without_dependents()
    }

    fn proven(&self) -> Option<&Reduced> {
        self.proven_dependents()
    }

    fn symmetries(&self) -> Option<&Symmetries> {
        self.declared_symmetries().group.as_ref()
    }

    fn asymmetry(&self, words: &[u64]) -> Fault {
        super::symmetry::broken(self, words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Instance;
    use crate::game::Step;
    use crate::instance::{Jit, from_json};
    use bouton_rules::Source;
    use serde_json::{Value as Json, json};
    use std::sync::Arc;

    fn game(name: &str, params: &Json) -> Instance {
        let entry = crate::gallery::find(name).expect("in the gallery");
        let rules = bouton_rules::check(&Source::new(name, entry.text)).0.expect("the gallery is right");
        let rules = Arc::new(rules);
        let given = from_json(&rules, params.as_object().expect("an object")).expect("these parameters fit");
        Instance::new(rules, &given).expect("these parameters are in bounds")
    }

    /// Ranks and rows must be what the game itself says at each of many positions, by machine code and without.
    fn same_as_the_game(name: &str, params: &Json) {
        for jit in [Jit::Off, Jit::AtOnce] {
            let game = game(name, params).with_jit(jit);
            let words = game.words().expect(name);
            let mut known = vec![game.canonical(game.start().expect(name))];
            let mut at = 0;
            while at < known.len().min(300) {
                let position = known[at].clone();
                at += 1;
                let mut row = vec![0; words.count()];
                words.write(&position, &mut row);
                assert_eq!(words.read(&row), position, "{name}");
                assert_eq!(game.position_of_words(&row), Some(position.clone()), "{name}");
                assert_eq!(game.position_of_words(&vec![u64::MAX; row.len()]), None, "{name}");
                assert_eq!(
                    words.rank(&row),
                    Game::rank(&game, &position).unwrap_or(0),
                    "{name}: {}",
                    game.show_position(&position)
                );
                if let Some(numbers) = words.numbers() {
                    let number = game.index().expect("numbers are those of the index").number(&position);
                    assert_eq!((numbers.number(&row), &*numbers.row(number)), (number, &*row), "{name}");
                    assert_eq!(numbers.size(), game.index().expect("as before").size());
                }
                let mut rows = Rows::default();
                let ending = words.look(&row, &mut rows).expect(name);
                assert_eq!(ending, game.ending(&position).expect(name), "{name}");
                let mut steps: Vec<Step<Instance>> = Vec::new();
                if ending.is_none() {
                    game.steps(&position, &mut steps).expect(name);
                }
                let heads: Vec<_> =
                    steps.iter().map(|step| (step.gain, game.mover(&step.next) == game.mover(&position))).collect();
                let next: Vec<_> = steps.into_iter().map(|step| game.canonical(step.next)).collect();
                let mut ranks = Vec::new();
                words.ranks(&rows.words, &mut ranks);
                let each = rows.words.chunks(words.count()).map(|row| words.rank(row));
                assert!(each.eq(ranks), "{name}");
                assert_eq!(rows.heads, heads, "{name}");
                assert!(rows.words.chunks(words.count()).map(|row| words.read(row)).eq(next.iter().cloned()), "{name}");
                known.extend(next);
            }
        }
    }

    #[test]
    fn words_say_what_the_game_says() {
        for (name, params) in [
            ("connect-four", json!({"rows": 5, "cols": 6})),
            ("connect-four", json!({"rows": 8, "cols": 8})),
            ("mnk", json!({})),
            ("dots-and-boxes", json!({})),
            ("can-i-win", json!({"maxChoosableInteger": 10, "desiredTotal": 40})),
            ("stone-game-ii", json!({"piles": [2, 7, 9, 4, 4]})),
            ("stone-game", json!({"piles": [5, 3, 4, 5]})),
            ("othello", json!({})),
            ("sim", json!({})),
            // A rank that is a sum of many numbers.
            ("chomp", json!({"rows": 6, "cols": 7})),
            ("chomp", json!({"rows": 12, "cols": 12})),
            // Lists of many lengths.
            ("grundy", json!({"n": 12})),
            ("nim", json!({"heaps": [1, 2, 3]})),
        ] {
            same_as_the_game(name, &params);
        }
    }
}
