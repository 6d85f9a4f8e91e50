//! What declared symmetries do to positions in words: where they send each packed bit.
//!
//! The interpreter says where: it is asked for the images of positions in which one bit is set. A symmetry that only changes places sends
//! each bit to one bit; where it does more (exchange the players, or turn over a variable that names a cell), it is left out.

use super::{Instance, mirror, quoted};
use crate::game::{Fault, Game, Permutation, Symmetries, identity};
use bouton_rules::Span;
use bouton_rules::interpret::{Interpreter, Position};
use bouton_rules::layout::{Packed, TURN_BITS};
use bouton_rules::rules::SymmetryKind;
use bouton_rules::types::Domain;
use bouton_rules::{Text, say};

/// So many images of a position are looked at to find where a symmetry fails.
const MOST_IMAGES: usize = 1 << 10;

/// More bits are not asked for.
const MOST_BITS: usize = 256;

/// The symmetries that rules declare.
#[derive(Clone, Debug, Default)]
pub(super) struct Declared {
    /// Those that change places, and all that follow from them.
    pub(super) group: Option<Symmetries>,
    /// Where they are declared.
    pub(super) used: Vec<Span>,
    /// The others, with the reason in words.
    pub(super) unused: Vec<(Span, Text)>,
}

impl Instance {
    pub(super) fn declared_symmetries(&self) -> &Declared {
        self.symmetry.get_or_init(|| declared(self))
    }
}

fn declared(game: &Instance) -> Declared {
    let spans = || game.rules().symmetries.iter().map(|symmetry| symmetry.span);
    if spans().next().is_none() {
        return Declared::default();
    }
    let none = |why: &'static str| Declared {
        unused: spans().map(|span| (span, why.into())).collect(),
        ..Declared::default()
    };
    match permutations(game) {
        Ok(found) => together(game, &found),
        Err(why) => none(why),
    }
}

/// What each generator of the declared symmetries does to bits; nothing where it does more than send them elsewhere.
type Found = Vec<(Span, Option<Permutation>)>;

/// Takes one line of the rules after the other, each with all before it.
fn together(game: &Instance, found: &Found) -> Declared {
    let mut declared = Declared::default();
    let mut generators: Vec<Permutation> = Vec::new();
    for symmetry in &game.rules().symmetries {
        let span = symmetry.span;
        let before = generators.len();
        // A line of the rules can stand for two generators: it is used if both change places.
        let of_it = || found.iter().filter(|(known, _)| *known == span).map(|(_, permutation)| permutation);
        let known =
            |group: &Symmetries| of_it().all(|found| found.as_ref().is_some_and(|found| group.has(found.clone())));
        if of_it().next().is_some() && declared.group.as_ref().is_some_and(known) {
            declared.used.push(span);
            continue;
        }
        generators.extend(of_it().flatten().cloned());
        let words = generators.first().map_or(0, |permutation| permutation.len() / 64);
        let why = if exchanges_players(&symmetry.kind) && !game.alike {
            "it changes whose turn it is, and so the start, and `retrograde` sees in the moves whether players differ in name alone"
        } else if of_it().next().is_none() {
            "it sends no board of these sides to itself"
        } else if of_it().any(Option::is_none) {
            "it does more than change places"
        } else if let Some(group) = Symmetries::generated(words, &generators) {
            declared.group = Some(group);
            declared.used.push(span);
            continue;
        } else {
            "with those before it it makes too many images, or none that differs"
        };
        generators.truncate(before);
        declared.unused.push((span, why.into()));
    }
    declared
}

/// Whether a symmetry exchanges the players, alone or with other changes.
///
/// Then it is of no use to methods that keep one position for its images. Where positions keep whose turn it is, it changes whose, so no
/// position is its own image, the start neither: images of positions that can be reached may be out of reach, and counts would be lost. (In
/// layers whose rank tells who is to move, as where every move counts up by one, images never meet either.) Where positions do not keep whose
/// turn it is, it is looked at like any other, and changes nothing by itself.
fn exchanges_players(kind: &SymmetryKind) -> bool {
    match kind {
        SymmetryKind::SwapPlayers => true,
        SymmetryKind::Together(parts) => parts.iter().any(exchanges_players),
        _ => false,
    }
}

fn permutations(game: &Instance) -> Result<Found, &'static str> {
    let layout = &game.layout;
    if !game.rules().normalise.is_empty() {
        return Err("positions are put in order by `normalise`");
    }
    if layout.places().is_none() || layout.has_gaps() {
        return Err("positions are of many lengths");
    }
    if game.interpreter.domains().iter().any(names_a_cell) {
        return Err("a variable names a cell, which does not stay one");
    }
    let bits = layout.most_bits().filter(|bits| *bits <= MOST_BITS).ok_or("positions take more than 256 bits")?;
    let words = bits.div_ceil(64);
    let asked = game.asked_beforehand();
    let base = images(game, &asked, &bit(words, None))?;
    let stays: Vec<bool> = base.iter().map(|(_, image)| *image == bit(words, None)).collect();
    let mut found: Found =
        base.into_iter().zip(stays).map(|((span, _), stays)| (span, stays.then(|| identity(words)))).collect();
    for at in TURN_BITS as usize..bits {
        let of_bit = images(game, &asked, &bit(words, Some(at)))?;
        if of_bit.len() != found.len() {
            return Err("it does not do the same at all positions");
        }
        for ((_, permutation), (_, image)) in found.iter_mut().zip(of_bit) {
            let to = only_bit(&image);
            match (permutation.as_mut(), to) {
                (Some(permutation), Some(to)) => permutation[at] = to,
                _ => *permutation = None,
            }
        }
    }
    Ok(found)
}

/// Whether a variable names a cell: then its packed number changes with the board, and not bit by bit. The members of a set are places.
fn names_a_cell(domain: &Domain<i64>) -> bool {
    match domain {
        Domain::Cell { .. } => true,
        Domain::Optional(of) | Domain::List { of, .. } => names_a_cell(of),
        _ => false,
    }
}

/// The images of packed words, one for each generator.
fn images(game: &Instance, asked: &Interpreter, words: &Packed) -> Result<Vec<(Span, Packed)>, &'static str> {
    let position = game.unpack(words);
    if game.pack(&position) != *words {
        return Err("not every number that fits its bits is a position");
    }
    let images = asked.images(&position).map_err(|_| "its images cannot be worked out")?;
    Ok(images.into_iter().map(|(span, image)| (span, game.canonical(game.pack(&image)))).collect())
}

/// Words with one bit set, or none.
fn bit(words: usize, at: Option<usize>) -> Packed {
    let mut row = Packed::from_elem(0, words);
    if let Some(at) = at {
        row[at / 64] = 1 << (at % 64);
    }
    row
}

/// The only bit that is set.
fn only_bit(row: &Packed) -> Option<u16> {
    let mut set = row.iter().enumerate().filter(|(_, word)| **word != 0);
    let (at, word) = set.next()?;
    let bit = at * 64 + usize::try_from(word.trailing_zeros()).ok()?;
    (set.next().is_none() && word.is_power_of_two()).then(|| u16::try_from(bit).ok()).flatten()
}

/// What is wrong with the symmetries near a position at which they were seen not to hold: at one of its images a generator fails.
pub(super) fn broken(game: &Instance, words: &[u64]) -> Fault {
    let images = game.declared_symmetries().group.iter().flat_map(|group| group.every(words)).take(MOST_IMAGES);
    let here = std::iter::once(Packed::from_slice(words)).chain(images.map(|row| Packed::from_slice(&row)));
    let finding = here.filter_map(|row| found_at(game, &game.unpack(&row))).next();
    finding.unwrap_or_else(|| {
        let fault = Fault::asymmetric();
        let lines: Vec<Text> = game.declared_symmetries().used.iter().map(|span| quoted(game, *span)).collect();
        let position = game.interpreter.show_briefly(&game.unpack(&Packed::from_slice(words)));
        fault.diagnostic.note(say!("at  {position}")).note(Text::joined(lines, ", ")).into()
    })
}

fn found_at(game: &Instance, position: &Position) -> Option<Fault> {
    let ending = game.interpreter.ending(position).ok()?;
    let steps = if ending.is_none() { game.interpreter.steps(position).ok()? } else { Vec::new() };
    match mirror::broken(&game.interpreter, position, ending, &steps) {
        Ok(finding) => finding.map(Fault::from),
        Err(fault) => Some(fault.into()),
    }
}
