//! How choices stand in a successor: a single value as one number, a known value by its number in a list, a set as bits, a list as its
//! length and entries.

use super::worth::{Members, Worth};
use super::{Lower, Lowered, unfit};
use super::{int, size};
use crate::code::Value;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Interpreter;
use bouton_rules::rules::Choice;
use std::collections::HashMap;

/// How one choice of a move stands in a successor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A single value as it is.
    One,
    /// One of these, by its place.
    Known(Vec<Datum>),
    /// A set of some of these: a bit each, in rising order.
    Set(Vec<i64>),
    /// A list of at most so many numbers: its length, then its entries.
    Entries(usize),
}

/// A list that is chosen has at most so many entries.
const MOST_ENTRIES: i64 = 16;

impl Chosen {
    /// How many numbers it takes.
    #[must_use]
    pub fn words(&self) -> usize {
        match self {
            Chosen::One | Chosen::Known(_) => 1,
            Chosen::Set(members) => members.len().div_ceil(64).max(1),
            Chosen::Entries(most) => most + 1,
        }
    }

    /// What was chosen, from as many numbers.
    #[must_use]
    pub fn read(&self, words: &[u64]) -> Datum {
        let first = *words.first().expect("a choice takes a number at least");
        match self {
            Chosen::One => Datum::Int(first.cast_signed()),
            Chosen::Known(all) => all[size(first)].clone(),
            Chosen::Set(members) => {
                let there = |place: usize| words.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1);
                let held = members.iter().enumerate().filter(|(place, _)| there(*place));
                Datum::set(held.map(|(_, member)| *member).collect())
            }
            Chosen::Entries(_) => Datum::ints(words.iter().skip(1).take(size(first)).map(|entry| entry.cast_signed())),
        }
    }
}

/// Every choice of every move as a single value.
pub(super) fn single(game: &Interpreter) -> Vec<Vec<Chosen>> {
    game.rules().moves.iter().map(|mv| vec![Chosen::One; mv.choices.len()]).collect()
}

/// How many numbers there must be room for.
pub(super) fn room(chosen: &[Vec<Chosen>]) -> usize {
    chosen.iter().map(|choices| choices.iter().map(Chosen::words).sum()).max().unwrap_or(0)
}

impl<'r> Lower<'r, '_> {
    /// The numbers by which a choice stands in a successor, and the choice, held.
    pub(super) fn chosen_words(
        &mut self,
        (made, which): (usize, usize),
        choice: &'r Choice,
        entry: Worth,
    ) -> Lowered<(Vec<Value>, Worth)> {
        let span = choice.over.span;
        if let Worth::Num(entry) = entry {
            let entry = self.held(entry);
            return Ok((vec![entry.value.clone()], Worth::Num(entry)));
        }
        let entry = self.freeze(entry);
        let known = self.shared.chosen[made][which].clone();
        match (known, self.among(entry.clone())) {
            (Chosen::One, Some(among)) => Ok((vec![self.number_of(made, which, Vec::new(), &among)], entry)),
            (Chosen::Known(all), Some(among)) => Ok((vec![self.number_of(made, which, all, &among)], entry)),
            (Chosen::One | Chosen::Set(_), _) if matches!(choice.ty, bouton_rules::types::Type::Set(_)) => {
                let bits = self.as_bits(entry.clone(), &choice.ty, None, span)?;
                let members = members_of(&bits.members);
                if !matches!(&self.shared.chosen[made][which], Chosen::Set(known) if *known == members) {
                    if self.shared.chosen[made][which] != Chosen::One {
                        return unfit(span, "choices that are sets of several kinds");
                    }
                    self.shared.chosen[made][which] = Chosen::Set(members);
                }
                Ok((bits.words, entry))
            }
            (Chosen::One | Chosen::Entries(_), _) if choice.ty != bouton_rules::types::Type::Text => {
                self.entries_chosen((made, which), entry, span)
            }
            _ => unfit(span, "choices of several kinds"),
        }
    }

    /// The place of what is chosen among all that may be.
    fn number_of(&mut self, made: usize, which: usize, mut all: Vec<Datum>, among: &super::worth::Among) -> Value {
        let mut places: HashMap<Datum, usize> =
            all.iter().cloned().enumerate().map(|(place, one)| (one, place)).collect();
        let number = |one: &Datum| {
            let place = *places.entry(one.clone()).or_insert_with(|| {
                all.push(one.clone());
                all.len() - 1
            });
            int(place)
        };
        let numbers = among.all.iter().map(number).collect();
        self.shared.chosen[made][which] = Chosen::Known(all);
        self.looked_up(numbers, &among.which)
    }

    fn entries_chosen(
        &mut self,
        (made, which): (usize, usize),
        entry: Worth,
        span: bouton_rules::Span,
    ) -> Lowered<(Vec<Value>, Worth)> {
        let lying = self.lying(entry.clone(), span)?;
        if lying.most > MOST_ENTRIES {
            return unfit(span, "choices that are long lists made here");
        }
        let before = if let Chosen::Entries(most) = self.shared.chosen[made][which] { most } else { 0 };
        let most = before.max(size(lying.most));
        self.shared.chosen[made][which] = Chosen::Entries(most);
        let length = self.make.hold("length", lying.length.clone());
        let mut words = vec![length.clone()];
        for at in 0..int(most) {
            let word = self.make.local("chosen");
            self.make.set(word, 0);
            if at < lying.most {
                let load = Value::load(lying.buffer, lying.start.clone().plus(at));
                self.make.when(length.clone().gt(at), |make| make.set(word, load));
            }
            words.push(Value::from(word));
        }
        Ok((words, entry))
    }
}

/// The values that the bits of a set stand for.
fn members_of(members: &Members) -> Vec<i64> {
    match members {
        Members::From(lo, count) => (0..i64::from(*count)).map(|place| lo + place).collect(),
        Members::Cells(rows, columns) => {
            (0..rows * columns).map(|place| super::operate::cell_number(place, *columns)).collect()
        }
    }
}
