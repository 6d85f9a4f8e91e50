//! Sums of parts in which each player has moves of their own: the canonical form of every part, and who wins their sum (Conway 1976).
//!
//! Every part that can be left of the first ones is asked for the moves of both players, once, depth first. Players need not take turns in one part, so
//! a part that can come back to itself is reported. Memory: some 100 bytes a part, and its form. Who wins is known of every position made of such parts,
//! not how soon.

use super::{FORMS, stopped};
use crate::error::{Loop, Stop};
use crate::game::{Game, Part, PartizanParts};
use crate::limits::Meter;
use crate::methods::{Asked, Estimate, Ready, Solved};
use crate::partizan::{Form, Forms};
use crate::store::{PartForm, PartForms, Store};
use crate::value::{Outcome, Plies};
use bouton_rules::Player;
use std::collections::{BTreeMap, BTreeSet};

/// How canonical forms of parts are added.
pub(crate) const BY_FORMS: &str =
    "by canonical forms: who wins follows from whether the sum is positive, negative, 0 or none of these";

/// Normal play of a sum of such parts.
pub(super) fn fit<'a, G: Game>(
    asked: &Asked<'a, G>,
    parts: &'a dyn PartizanParts<G::Position>,
) -> Result<Ready<'a, G>, String> {
    if !asked.wants(&FORMS) {
        return Err("players have moves of their own in its parts".to_owned());
    }
    let (game, start) = (asked.game, asked.start);
    let value = "what is left when dominated moves are taken out and reversible ones bypassed; each part once";
    let steps = vec![("value every part", value.to_owned()), ("add them", BY_FORMS.to_owned())];
    let bytes = 2 * (size_of::<Part>() + size_of::<PartForm>()) as u64 + 64;
    let estimate = Estimate { bytes, steps, unit: Some("part"), ..Estimate::default() };
    Ok(Ready::new(&FORMS, estimate, move |meter| {
        meter.phase("parts", None);
        let first = parts.split(start);
        let mut search = Search::new(parts);
        // The sum itself must fit into forms: nothing is said of sums that do not.
        search.sum(&first, meter)?;
        let forms = PartForms::new(search.known, search.forms);
        let over = forms.outcome(&first, game.mover(start)) == Some(Outcome::Loss(Plies::Of(0)));
        Ok(Solved { whole: false, ..Solved::whole(Store::forms(forms), u64::from(over)) })
    }))
}

/// Parts with their forms.
pub(crate) struct Search<'a, P> {
    parts: &'a dyn PartizanParts<P>,
    known: BTreeMap<Part, PartForm>,
    pub(crate) forms: Forms,
}

/// A part whose options are being valued.
struct Open {
    part: Part,
    /// What each move of the first player, then of the second, leaves.
    options: Vec<Vec<Part>>,
    lefts: usize,
    /// All parts among them, each once, and how many of the first are known.
    leads_to: Vec<Part>,
    seen: usize,
}

impl<'a, P> Search<'a, P> {
    /// No part yet.
    pub(crate) fn new(parts: &'a dyn PartizanParts<P>) -> Search<'a, P> {
        Search { parts, known: BTreeMap::new(), forms: Forms::new() }
    }

    /// How many parts are valued.
    pub(crate) fn len(&self) -> u64 {
        self.known.len() as u64
    }

    /// The form of the sum of parts, valued if need be.
    pub(crate) fn sum(&mut self, parts: &[Part], meter: &mut Meter) -> Result<Form, Stop> {
        self.value(parts, meter)?;
        self.forms.total(parts.iter().map(|part| self.known[part].form), meter)
    }

    /// Values parts, and all that can be left of them.
    fn value(&mut self, first: &[Part], meter: &mut Meter) -> Result<(), Stop> {
        for &part in first {
            let (mut line, mut inside) = (Vec::new(), BTreeSet::new());
            if !self.known.contains_key(&part) {
                line.push(self.open(part, &mut inside)?);
            }
            while let Some(open) = line.last_mut() {
                meter.step()?;
                let known = open.leads_to[open.seen..].iter().take_while(|part| self.known.contains_key(part)).count();
                open.seen += known;
                match open.leads_to.get(open.seen).copied() {
                    Some(next) if inside.contains(&next) => return Err(self.comes_back(&line, next)),
                    Some(next) => line.push(self.open(next, &mut inside)?),
                    None => {
                        let Some(done) = line.pop() else { break };
                        inside.remove(&done.part);
                        self.close(&done, meter)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn open(&self, part: Part, inside: &mut BTreeSet<Part>) -> Result<Open, Stop> {
        let options = |mover| self.parts.options(part, mover).map_err(|fault| stopped(fault, self.parts.show(part)));
        let mut all = options(Player::First)?;
        let lefts = all.len();
        all.extend(options(Player::Second)?);
        inside.insert(part);
        let mut leads_to: Vec<Part> = all.iter().flatten().copied().collect();
        leads_to.sort_unstable();
        leads_to.dedup();
        Ok(Open { part, options: all, lefts, leads_to, seen: 0 })
    }

    /// The form of a part of which all options are known.
    fn close(&mut self, done: &Open, meter: &mut Meter) -> Result<(), Stop> {
        let mut sums = Vec::with_capacity(done.options.len());
        for left in &done.options {
            sums.push(self.forms.total(left.iter().map(|part| self.known[part].form), meter)?);
        }
        let (left, right) = sums.split_at(done.lefts);
        let form = self.forms.game(left, right, meter)?;
        let moves = [!left.is_empty(), !right.is_empty()];
        self.known.insert(done.part, PartForm { form, moves });
        let bytes = self.known.len() * 2 * (size_of::<Part>() + size_of::<PartForm>());
        meter.position(|| bytes as u64 + self.forms.bytes())
    }

    fn comes_back(&self, line: &[Open], again: Part) -> Stop {
        let from = line.iter().position(|open| open.part == again).expect("a part is inside while it is open");
        let positions = line[from..].iter().map(|open| self.parts.show(open.part)).collect();
        Stop::Cycle(Box::new(Loop { positions, ..Loop::default() }))
    }
}
