//! Choices of whose entries conditions let some through: where that is a bit for each of them, these are run over, and no move is tried where it
//! would be refused.

use super::each::Body;
use super::operate::cell_number;
use super::truths::{Lists, Over, Test, Truths, cells_in, names, places};
use super::worth::{Members, Num, Worth};
use super::{Lower, Lowered};
use crate::code::Value;
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Choice, Expr, ExprKind, Stmt, StmtKind};
use bouton_rules::table::helpers::Helper;

/// Entries of choices are told by bits if they are at most so many.
const MOST_ENTRIES: usize = 1 << 10;

/// What bits tell: the lowest bit of each place, so many bits wide, and what the places stand for.
struct Told {
    words: Vec<Value>,
    marks: Marks,
}

#[derive(Clone, PartialEq, Eq)]
struct Marks {
    width: u32,
    members: Members,
}

/// The entries that conditions let through.
pub(super) struct Through<'r> {
    conditions: Vec<&'r Expr>,
    told: Told,
    /// What the entries lie between.
    entries: Interval,
    /// How many entries there are at the most, with those that are not let through.
    pub(super) count: usize,
}

impl<'r, 's> Lower<'r, 's> {
    /// The entries of a choice that its own first conditions let through, or, where it is the last, those that the move begins with.
    pub(super) fn let_through(&mut self, choice: &'r Choice, body: Option<&'r [Stmt]>) -> Lowered<Option<Through<'r>>> {
        let whens = body.unwrap_or_default().iter().map_while(|stmt| match &stmt.kind {
            StmtKind::When(condition) => Some(condition),
            _ => None,
        });
        let conditions = choice.condition.iter().chain(whens).flat_map(Expr::conjuncts);
        let conditions = conditions.filter(|condition| self.given(condition).is_none());
        let conditions: Vec<&Expr> = conditions.take_while(|condition| names(condition, choice.slot)).collect();
        self.through((choice.slot, &choice.over), &conditions)
    }

    /// The entries of a choice that the first of these conditions let through, as many as are bits for each of them.
    pub(super) fn through(&mut self, over: Over<'r>, conditions: &[&'r Expr]) -> Lowered<Option<Through<'r>>> {
        if conditions.is_empty() {
            return Ok(None);
        }
        self.tried(|lower| {
            let Some(lists) = lower.rising(over.1)? else { return Ok(None) };
            let marks = conditions.iter().find_map(|condition| lower.marks(&Test::of(condition, over.0)?.0));
            let mut through: Option<(Told, Vec<&'r Expr>)> = None;
            for condition in conditions {
                let Some(more) = lower.told_of((over, &lists), condition, marks.as_ref())? else { break };
                match &mut through {
                    None => through = Some((more, vec![condition])),
                    Some((told, known)) if told.marks == more.marks => {
                        told.words.iter_mut().zip(more.words).for_each(|(all, more)| *all = all.clone().and(more));
                        known.push(condition);
                    }
                    Some(_) => break,
                }
            }
            let ends = lists.all.iter().flatten().map(|entry| Interval::of(*entry)).reduce(Interval::hull);
            Ok(through.zip(ends).map(|((mut told, conditions), entries)| {
                told.words = told.words.into_iter().map(|word| lower.hold(word)).collect();
                Through { conditions, told, entries, count: lists.longest() }
            }))
        })
    }

    /// What a condition tells of what a choice runs over, if finding out can do no harm. `wanted`: marks that others have.
    fn told_of(
        &mut self,
        ((slot, over), lists): (Over<'r>, &Lists),
        condition: &'r Expr,
        wanted: Option<&Marks>,
    ) -> Lowered<Option<Told>> {
        if let Some((lo, count)) = self.known_range(over)
            && let Some(Truths::Several(word, _)) = self.several(None, (slot, lo, count), condition)?
        {
            let marks = Marks { width: 1, members: Members::From(lo, count) };
            return Ok(Some(Told { words: vec![word], marks }));
        }
        let Some((test, holds)) = Test::of(condition, slot) else { return Ok(None) };
        self.tried(|lower| {
            lower.make.begin();
            let told = lower.told_by(lists, (test, holds), condition, wanted);
            let stmts = lower.make.end();
            let told = told?.filter(|_| lower.are_quiet(&stmts));
            stmts.into_iter().for_each(|stmt| lower.make.push(stmt));
            Ok(told)
        })
    }

    fn told_by(
        &mut self,
        lists: &Lists,
        (test, holds): (Test<'r>, bool),
        condition: &'r Expr,
        wanted: Option<&Marks>,
    ) -> Lowered<Option<Told>> {
        if let Test::Listed(list) = test {
            return self.told_by_list(lists, (list, holds), wanted);
        }
        let (Some(marks), Some(marked)) = (self.marks(&test), self.tested(lists, test, condition)?) else {
            return Ok(None);
        };
        let words = marked.into_iter().map(|(bits, of)| if holds { bits } else { bits.xor(of) }).collect();
        Ok(Some(Told { words, marks }))
    }

    /// What is told by whether the entry is in a known list, or in one of several.
    fn told_by_list(
        &mut self,
        lists: &Lists,
        (list, holds): (&'r Expr, bool),
        wanted: Option<&Marks>,
    ) -> Lowered<Option<Told>> {
        let entries = || lists.all.iter().flatten().copied();
        let marks = match (wanted, entries().min().zip(entries().max())) {
            (Some(wanted), _) => wanted.clone(),
            (None, Some((first, last))) if last - first < 64 => {
                let count = u32::try_from(last - first + 1).expect("it is small");
                Marks { width: 1, members: Members::From(first, count) }
            }
            _ => return Ok(None),
        };
        let Some(mut among) = self.known_lists(list)? else { return Ok(None) };
        self.spend(4 * among.longest().saturating_mul(lists.longest()));
        // What the choice does not run over makes no difference.
        among.all.iter_mut().for_each(|list| list.retain(|entry| entries().any(|known| known == *entry)));
        let (Some(of), Some(among)) = (self.masks(lists, &marks), self.masks(&among, &marks)) else { return Ok(None) };
        let both = |(of, among): (Value, Value)| if holds { of.and(among) } else { of.clone().and(among).xor(of) };
        Ok(Some(Told { words: of.into_iter().zip(among).map(both).collect(), marks }))
    }

    /// The marks of the entries of a list. Nothing where one has none.
    fn masks(&mut self, Lists { all, which }: &Lists, Marks { width, members }: &Marks) -> Option<Vec<Value>> {
        let per = 64 / width;
        let words = (members.count().div_ceil(per)).max(1) as usize;
        let of = places(all, words, per as usize, |entry| super::sets::place_in(entry, members))?;
        let apart =
            |places: i64| (0..per).filter(|at| places >> at & 1 == 1).fold(0, |bits, at| bits | 1 << (at * width));
        Some(of.into_iter().map(|of| self.looked_up(of.into_iter().map(apart).collect(), which)).collect())
    }

    /// How a test marks entries.
    fn marks(&mut self, test: &Test<'r>) -> Option<Marks> {
        match test {
            Test::Member(set) => self.members(set).map(|members| Marks { width: 1, members }),
            Test::Cell(base, _) => {
                let shape = self.held_row(base)?.shape;
                Some(Marks { width: shape.width, members: cells_in(&shape)? }).filter(|marks| marks.width > 0)
            }
            Test::Listed(_) => None,
        }
    }

    /// What a choice runs over, where that is one of lists that never change, and rise.
    fn rising(&mut self, over: &'r Expr) -> Lowered<Option<Lists>> {
        let one = |list: Vec<i64>| Lists { all: vec![list], which: Value::from(0) };
        let lists = match &over.kind {
            ExprKind::Help(Helper::Cells, args) => {
                let (rows, columns) = self.sides(&args[0])?;
                Some(one((0..rows * columns).map(|place| cell_number(place, columns)).collect()))
            }
            ExprKind::Range { .. } => match self.always(over) {
                Some(Worth::Range(lo, hi)) => {
                    lo.known().zip(hi.known()).map(|(lo, hi)| (lo..=hi).take(MOST_ENTRIES + 1))
                }
                _ => None,
            }
            .map(|range| one(range.collect())),
            _ => self.known_lists(over)?,
        };
        let rising = |list: &Vec<i64>| list.windows(2).all(|both| both[0] < both[1]);
        Ok(lists.filter(|lists| (2..=MOST_ENTRIES).contains(&lists.longest()) && lists.all.iter().all(rising)))
    }

    /// Does something with each entry that is let through; the conditions are known to be this there.
    pub(super) fn each_through(&mut self, through: Through<'r>, holds: Value, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let Through { conditions, told: Told { words, marks }, entries, .. } = through;
        let before = self.given.len();
        self.given.extend(conditions.into_iter().map(|condition| (condition, holds.clone())));
        let done = self.each_marked((words, marks.width), &marks.members, &mut |lower, entry| {
            let entry = match entry {
                Worth::Num(num) if num.parts.is_none() => Worth::Num(Num { range: num.range.meet(entries), ..num }),
                entry => entry,
            };
            body(lower, entry)
        });
        self.given.truncate(before);
        done
    }
}
