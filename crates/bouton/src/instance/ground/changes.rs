//! Changes under which rules stay as they are: cells of a board go elsewhere, or players change names, and with the names the variables
//! that hold what is each player's own. A position is worth what its image is.
//!
//! That is no promise of the rules (`symmetry …` lines only say what to try): it is seen from the moves and endings as they are written
//! out, which say all there is to say of them.

use super::Ends;
use super::digits::{Digits, Fixed};
use super::explore::{Operator, Tree};
use super::images::MOST_IMAGES;
use super::lines::Test;
use crate::instance::{Instance, turn};
use bouton_rules::Player;
use bouton_rules::layout::Packed;
use std::collections::BTreeMap;

/// A change of positions, digit by digit.
pub(super) struct Change<'a> {
    digits: &'a Digits,
    /// Where each digit goes, if not all stay.
    places: Option<&'a [usize]>,
    /// Whether players change names.
    names: bool,
}

/// Endings, and moves that do the same, are compared in so many steps at most.
const MOST_STEPS: usize = 1 << 18;

impl<'a> Change<'a> {
    /// Digits go elsewhere, to such as hold the same values.
    pub(super) fn places(digits: &'a Digits, places: &'a [usize]) -> Change<'a> {
        Change { digits, places: Some(places), names: false }
    }

    /// Players change names, and digits go elsewhere with them if that is said.
    pub(super) fn names(digits: &'a Digits, places: Option<&'a [usize]>) -> Change<'a> {
        Change { digits, places, names: true }
    }

    /// Where a digit goes.
    pub(super) fn digit(&self, digit: usize) -> usize {
        self.places.map_or(digit, |places| places[digit])
    }

    /// What a digit is there.
    pub(super) fn code(&self, fixed: Fixed) -> u64 {
        if self.names { self.digits.exchanged(fixed) } else { fixed.1 }
    }

    fn player(&self, mover: Player) -> Player {
        if self.names { mover.other() } else { mover }
    }

    fn all(&self, fixed: &[Fixed]) -> Vec<Fixed> {
        let mut changed: Vec<Fixed> = fixed.iter().map(|one| (self.digit(one.0), self.code(*one))).collect();
        changed.sort_unstable();
        changed
    }

    fn operator(&self, operator: &Operator) -> Operator {
        Operator {
            mover: self.player(operator.mover),
            needs: self.all(&operator.needs),
            sets: self.all(&operator.sets),
            again: operator.again,
            also: operator.also.as_ref().map(|test| test.changed(self)),
        }
    }

    /// Whether all that players can do and all that is said of them turns into what they can do and what is said of them.
    pub(super) fn holds(&self, moves: &[(Operator, usize)], endings: &[Option<(Ends, Tree)>; 2]) -> bool {
        let mut effects: BTreeMap<Effect, [Vec<Vec<Fixed>>; 2]> = BTreeMap::new();
        for (operator, _) in moves {
            for (which, operator) in [operator.clone(), self.operator(operator)].into_iter().enumerate() {
                let (effect, needs) = effect(operator);
                effects.entry(effect).or_default()[which].push(needs);
            }
        }
        let same = |[originals, images]: &mut [Vec<Vec<Fixed>>; 2]| {
            originals.sort_unstable();
            images.sort_unstable();
            originals == images || are_as_often(self.digits, originals, images)
        };
        let said = |mover: Player| {
            let of = |mover: Player| endings[mover.number()].as_ref();
            matches!((of(mover), of(self.player(mover))), (Some(one), Some(other)) if self.said(one, other))
        };
        effects.values_mut().all(same) && [Player::First, Player::Second].into_iter().all(said)
    }

    fn said(&self, (ends, stuck): &(Ends, Tree), (other_ends, other_stuck): &(Ends, Tree)) -> bool {
        let ends = match (ends, other_ends) {
            (Ends::Lines(ends), Ends::Lines(others)) => ends.changed(self).in_order() == others.clone().in_order(),
            (Ends::Tree(ends), Ends::Tree(others)) => self.is_image(ends, others),
            _ => false,
        };
        ends && self.is_image(stuck, other_stuck)
    }

    /// Whether one tree says of every position what the other says of its image; what it says, it says of who moves.
    fn is_image(&self, tree: &Tree, other: &Tree) -> bool {
        let mut left = MOST_STEPS;
        self.follows(tree, other, &mut Vec::new(), &mut left)
    }

    fn follows(&self, tree: &Tree, other: &Tree, known: &mut Vec<Fixed>, left: &mut usize) -> bool {
        match tree {
            Tree::Says(_) => says(other, tree, known, left),
            Tree::Asks(digit, branches) => (0..).zip(branches).all(|(code, branch)| {
                known.push((self.digit(*digit), self.code((*digit, code))));
                let follows = self.follows(branch, other, known, left);
                known.pop();
                follows
            }),
        }
    }
}

/// What moves do: whose they are, whether he moves on, what they change, from what to what; and what must hold besides.
type Effect = (Player, bool, Vec<(usize, u64, u64)>, Option<Test>);

/// What a move does, and where it can be made.
fn effect(operator: Operator) -> (Effect, Vec<Fixed>) {
    let changes = operator.sets.iter().filter_map(|(digit, _)| {
        let (old, new) = operator.change(*digit)?;
        Some((*digit, old, new))
    });
    let changes = changes.collect();
    ((operator.mover, operator.again, changes, operator.also.map(Test::in_order)), operator.needs)
}

/// Whether moves that do the same can be made as often in every position, by how these and those are written out.
///
/// Where neither has two that can be made in one position, it is enough that each of these can be made only where one of those can, and that
/// both can be made in as many positions: then one has to see each only beside the others, in the digits that both look at.
fn are_as_often(digits: &Digits, these: &[Vec<Fixed>], those: &[Vec<Fixed>]) -> bool {
    if these.len().saturating_mul(those.len()) > MOST_STEPS {
        return false;
    }
    let mut looked: Vec<usize> = these.iter().chain(those).flatten().map(|(digit, _)| *digit).collect();
    looked.sort_unstable();
    looked.dedup();
    let ways = |needs: &[Fixed]| {
        let free = looked.iter().filter(|digit| needs.iter().all(|(known, _)| known != *digit));
        free.map(|digit| u128::from(digits.group(*digit).radix)).try_fold(1_u128, u128::checked_mul)
    };
    let both = |one: &[Fixed], other: &[Fixed]| {
        let mut all: Vec<Fixed> = one.iter().chain(other).copied().collect();
        all.sort_unstable();
        all.dedup();
        if all.windows(2).any(|two| two[0].0 == two[1].0) { Some(0) } else { ways(&all) }
    };
    let sum = |one: &[Fixed], others: &[Vec<Fixed>]| {
        others.iter().try_fold(0_u128, |sum, other| sum.checked_add(both(one, other)?))
    };
    let covers = |all: &[Vec<Fixed>], others: &[Vec<Fixed>]| {
        all.iter().all(|one| ways(one).is_some_and(|ways| sum(one, others) == Some(ways)))
    };
    // Each against all of its own kind: it meets itself alone.
    covers(these, these) && covers(those, those) && covers(these, those) && covers(those, these)
}

/// Whether a tree says the same wherever these digits are known.
fn says(tree: &Tree, same: &Tree, known: &[Fixed], left: &mut usize) -> bool {
    let Some(fewer) = left.checked_sub(1) else { return false };
    *left = fewer;
    match tree {
        Tree::Says(_) => tree == same,
        Tree::Asks(digit, branches) => match known.iter().find(|(known, _)| known == digit) {
            Some((_, code)) => usize::try_from(*code)
                .ok()
                .and_then(|code| branches.get(code))
                .is_some_and(|branch| says(branch, same, known, left)),
            None => branches.iter().all(|branch| says(branch, same, known, left)),
        },
    }
}

/// The changes of places that the rules declare and that are seen to hold, with all that follow from them: the one that changes nothing first, and
/// alone if they are too many.
pub(super) fn group(game: &Instance, digits: &Digits, holds: impl Fn(&Change) -> bool) -> Vec<Vec<usize>> {
    let declared = game.declared_symmetries().group.iter().flat_map(|group| group.generators());
    let generators: Vec<Vec<usize>> = declared.filter_map(|permutation| places(game, digits, &permutation)).collect();
    let same: Vec<usize> = (0..digits.len()).collect();
    let mut all = vec![same.clone()];
    let mut at = 0;
    while at < all.len() {
        for generator in &generators {
            let image: Vec<usize> = all[at].iter().map(|digit| generator[*digit]).collect();
            if !all.contains(&image) {
                all.push(image);
            }
        }
        if all.len() > MOST_IMAGES {
            return vec![same];
        }
        at += 1;
    }
    // Those that hold are a group: what one and another leave as it is, both do.
    all.retain(|places| *places == same || holds(&Change::places(digits, places)));
    all
}

/// Where a permutation of packed bits sends each digit; nothing where it parts the bits of one.
fn places(game: &Instance, digits: &Digits, permutation: &[u16]) -> Option<Vec<usize>> {
    let codes = |digit: usize, code: u64| {
        let codes = (0..digits.len()).map(move |at| if at == digit { code } else { 0 });
        let packed = game.layout.pack_codes(turn::FIRST, codes);
        let mut image = Packed::from_elem(0, packed.len());
        for bit in (0..64 * packed.len()).filter(|bit| packed[bit / 64] >> (bit % 64) & 1 == 1) {
            let to = usize::from(permutation[bit]);
            image[to / 64] |= 1 << (to % 64);
        }
        digits.codes(&game.layout.unpack(&image).1)
    };
    let place = |digit: usize| {
        let radix = digits.group(digit).radix;
        let powers = (0..u64::BITS).map(|bit| 1 << bit).take_while(|code| *code < radix);
        let mut to = digit;
        for code in powers {
            let image = codes(digit, code);
            to = image.iter().position(|held| *held != 0)?;
            let only = image.iter().filter(|held| **held != 0).count() == 1;
            (only && image[to] == code && digits.group(to).radix == radix).then_some(())?;
        }
        Some(to)
    };
    (0..digits.len()).map(place).collect()
}

/// So many ways are tried in which variables may be each player's own.
const MOST_TRIED: usize = 64;

/// Where digits go that are a player's own when the players change names, if rules stay the same in some way.
pub(super) fn names(digits: &Digits, holds: impl Fn(&Change) -> bool) -> Option<Vec<usize>> {
    let alone: Vec<usize> = digits.groups.iter().filter(|group| !group.board).map(|group| group.first).collect();
    let mut ways: Vec<Vec<usize>> = vec![(0..digits.len()).collect()];
    for (at, one) in alone.iter().enumerate() {
        let others = alone[at + 1..].iter().filter(|other| digits.of_digit(**other).1 == digits.of_digit(*one).1);
        let exchanged = |way: &Vec<usize>, other: usize| {
            let mut way = way.clone();
            way.swap(*one, other);
            way
        };
        let more: Vec<Vec<usize>> = others
            .flat_map(|other| {
                let free = ways.iter().filter(|way| way[*one] == *one && way[*other] == *other);
                free.map(|way| exchanged(way, *other)).collect::<Vec<_>>()
            })
            .collect();
        ways.extend(more);
        if ways.len() > MOST_TRIED {
            return None;
        }
    }
    ways.into_iter().find(|way| holds(&Change::names(digits, Some(way))))
}
