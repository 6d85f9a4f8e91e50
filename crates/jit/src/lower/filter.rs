//! Choices filtered by bits: where conditions are a bit for each entry (whether a set has it, what a cell holds, a bit of a number), only the entries
//! that pass are tried.

use super::each::Body;
use super::truths::{Lists, MOST_ENTRIES, Over, Slots, Test, Truths, names};
use super::worth::{Members, Num, Worth};
use super::{Lower, Lowered};
use crate::code::Value;
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Choice, Expr, Stmt, StmtKind};
use std::collections::HashSet;

/// Which entries pass, a bit each.
struct Mask {
    words: Vec<Value>,
    slots: Slots,
}

/// The entries of a choice that pass some of its conditions.
pub(super) struct Filtered<'r> {
    /// The conditions that they pass.
    conditions: Vec<&'r Expr>,
    mask: Mask,
    /// What the entries lie between.
    range: Interval,
}

impl<'r, 's> Lower<'r, 's> {
    /// The entries of a choice that pass its own first conditions and then, if it is the last of a move with this body, those that the body begins with. Nothing
    /// where there are no more than `few`.
    pub(super) fn filtered(
        &mut self,
        choice: &'r Choice,
        body: Option<&'r [Stmt]>,
        few: usize,
    ) -> Option<Filtered<'r>> {
        let whens = body.unwrap_or_default().iter().map_while(|stmt| match &stmt.kind {
            StmtKind::When(condition) => Some(condition),
            _ => None,
        });
        let conditions = choice.condition.iter().chain(whens).flat_map(Expr::conjuncts);
        let conditions = conditions.filter(|condition| self.given(condition).is_none());
        let conditions: Vec<&Expr> = conditions.take_while(|condition| names(condition, choice.slot)).collect();
        self.filtered_by((choice.slot, &choice.over), &conditions, few)
    }

    /// The entries that pass the first of these conditions, as many of them as are masks. What cannot be lowered here may be lowered in other ways.
    pub(super) fn filtered_by(&mut self, over: Over<'r>, conditions: &[&'r Expr], few: usize) -> Option<Filtered<'r>> {
        if conditions.is_empty() {
            return None;
        }
        self.tried(|lower| lower.masked(over, conditions, few)).unwrap_or(None)
    }

    fn masked(&mut self, over: Over<'r>, conditions: &[&'r Expr], few: usize) -> Lowered<Option<Filtered<'r>>> {
        let Some(lists) = self.rising_lists(over.1)?.filter(|lists| lists.longest() > few) else { return Ok(None) };
        let slots = conditions.iter().find_map(|condition| self.slots(&Test::of(condition, over.0)?.0));
        let mut found: Option<(Mask, Vec<&'r Expr>)> = None;
        for condition in conditions {
            let Some(more) = self.mask_of((over, &lists), condition, slots.as_ref())? else { break };
            match &mut found {
                None => found = Some((more, vec![condition])),
                Some((mask, passed)) if mask.slots == more.slots => {
                    mask.words.iter_mut().zip(more.words).for_each(|(all, more)| *all = all.clone().and(more));
                    passed.push(condition);
                }
                Some(_) => break,
            }
        }
        let range = lists.all.iter().flatten().map(|entry| Interval::of(*entry)).reduce(Interval::hull);
        Ok(found.zip(range).map(|((mut mask, conditions), range)| {
            mask.words = mask.words.into_iter().map(|word| self.hold(word)).collect();
            Filtered { conditions, mask, range }
        }))
    }

    /// The mask of one condition, unless working it out could ask. `wanted`: the slots of other conditions.
    fn mask_of(
        &mut self,
        ((slot, over), lists): (Over<'r>, &Lists),
        condition: &'r Expr,
        wanted: Option<&Slots>,
    ) -> Lowered<Option<Mask>> {
        if let Some((lo, count)) = self.known_range(over)
            && let Some(Truths::Several(word, _)) = self.several(None, (slot, lo, count), condition)?
        {
            let slots = Slots { width: 1, members: Members::From(lo, count) };
            return Ok(Some(Mask { words: vec![word], slots }));
        }
        let Some(test) = Test::of(condition, slot) else { return Ok(None) };
        self.tried(|lower| {
            lower.make.begin();
            let mask = match test {
                (Test::Listed(list), holds) => lower.mask_by_list(lists, (list, holds), wanted),
                test => lower.mask_by_test(lists, test, condition),
            };
            let stmts = lower.make.end();
            let mask = mask?.filter(|_| lower.are_quiet(&stmts));
            stmts.into_iter().for_each(|stmt| lower.make.push(stmt));
            Ok(mask)
        })
    }

    fn mask_by_test(&mut self, lists: &Lists, test: (Test<'r>, bool), condition: &'r Expr) -> Lowered<Option<Mask>> {
        let Some(slots) = self.slots(&test.0).filter(|slots| pays(slots, lists)) else { return Ok(None) };
        let marked = self.tested(lists, test, condition)?;
        Ok(marked.map(|marked| Mask { words: marked.into_iter().map(|(bits, _)| bits).collect(), slots }))
    }

    /// The entries that are in a known list, or in one of several; or that are not.
    fn mask_by_list(
        &mut self,
        lists: &Lists,
        (list, holds): (&'r Expr, bool),
        wanted: Option<&Slots>,
    ) -> Lowered<Option<Mask>> {
        let entries: HashSet<i64> = lists.all.iter().flatten().copied().collect();
        let slots = wanted.cloned().or_else(|| close_slots(&entries)).filter(|slots| pays(slots, lists));
        let (Some(slots), Some(mut among)) = (slots, self.known_lists(list)?) else { return Ok(None) };
        self.spend(4 * among.longest().saturating_mul(lists.longest()));
        // What the choice does not run over makes no difference.
        among.all.iter_mut().for_each(|list| list.retain(|entry| entries.contains(entry)));
        let (Some(of), Some(among)) = (self.mask_words(lists, &slots), self.mask_words(&among, &slots)) else {
            return Ok(None);
        };
        let both = |(of, among): (Value, Value)| if holds { of.and(among) } else { of.clone().and(among).xor(of) };
        Ok(Some(Mask { words: of.into_iter().zip(among).map(both).collect(), slots }))
    }

    /// A mask of all entries of a list. Nothing where one has no place.
    fn mask_words(&mut self, Lists { all, which }: &Lists, slots: &Slots) -> Option<Vec<Value>> {
        let masks = slots.masks(all)?;
        Some(masks.into_iter().map(|of_each| self.looked_up(of_each, which)).collect())
    }

    /// What a choice runs over, where that is a list that never changes, or one of several, and each of them rises.
    fn rising_lists(&mut self, over: &'r Expr) -> Lowered<Option<Lists>> {
        let rising = |list: &Vec<i64>| list.windows(2).all(|both| both[0] < both[1]);
        Ok(self.run_over(over)?.filter(|lists| lists.longest() <= MOST_ENTRIES && lists.all.iter().all(rising)))
    }

    /// Does something with each entry that passes; the conditions are known to be `holds` there.
    pub(super) fn each_filtered(
        &mut self,
        filtered: Filtered<'r>,
        holds: Value,
        body: Body<'_, 'r, 's>,
    ) -> Lowered<()> {
        let Filtered { conditions, mask: Mask { words, slots }, range } = filtered;
        let before = self.given.len();
        self.given.extend(conditions.into_iter().map(|condition| (condition, holds.clone())));
        let done = self.each_place((words, slots.width), &slots.members, &mut |lower, entry| {
            let entry = match entry {
                Worth::Num(num) if num.parts.is_none() => Worth::Num(Num { range: num.range.meet(range), ..num }),
                entry => entry,
            };
            body(lower, entry)
        });
        self.given.truncate(before);
        done
    }
}

/// Whether masks are fewer than entries: one of several lists has a table for each word.
fn pays(slots: &Slots, lists: &Lists) -> bool {
    lists.all.len() == 1 || slots.words() <= lists.longest() / 2
}

/// Slots for entries that lie close together.
fn close_slots(entries: &HashSet<i64>) -> Option<Slots> {
    let (first, last) = (*entries.iter().min()?, *entries.iter().max()?);
    let count = last.checked_sub(first)?.checked_add(1).filter(|count| *count <= 64)?;
    Some(Slots { width: 1, members: Members::From(first, u32::try_from(count).ok()?) })
}
