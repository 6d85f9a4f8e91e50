//! Sums of parts in which each player has moves of their own: the canonical form of every part, and who wins their sum (Conway 1976).
//!
//! Every part that can be left of the first ones is asked for the moves of both players, once, depth first. Players need not take turns in one part, so
//! a part that can come back to itself is reported. Memory: some 100 bytes a part, and its form. Who wins is known of every position made of such parts,
//! not how soon.

use super::FORMS;
use crate::error::{Loop, Stop};
use crate::game::{Game, Part, PartizanParts};
use crate::limits::Meter;
use crate::methods::{Asked, Estimate, Ready, Solved};
use crate::partizan::search::{Options, Summands, sum};
use crate::partizan::{Form, Forms};
use crate::store::{PartForm, PartForms, Store};
use crate::value::{Outcome, Plies};
use bouton_rules::Player;
use bouton_rules::Text;
use std::collections::BTreeMap;

/// How canonical forms of parts are added.
pub(crate) const BY_FORMS: &str =
    "by canonical forms: who wins follows from whether the sum is positive, negative, 0 or none of these";

/// Normal play of a sum of such parts.
pub(super) fn fit<'a, G: Game>(
    asked: &Asked<'a, G>,
    parts: &'a dyn PartizanParts<G::Position>,
) -> Result<Ready<'a, G>, Text> {
    if !asked.wants(&FORMS) {
        return Err("players have moves of their own in its parts".into());
    }
    let (game, start) = (asked.game, asked.start);
    let value = "what is left when dominated moves are taken out and reversible ones bypassed; each part once";
    let steps = vec![("value every part", value.into()), ("add them", BY_FORMS.into())];
    let bytes = 2 * (size_of::<Part>() + size_of::<PartForm>()) as u64 + 64;
    let estimate = Estimate { bytes, steps, unit: Some("part"), ..Estimate::default() };
    Ok(Ready::new(&FORMS, estimate, move |meter| {
        meter.phase("parts", None);
        let first = parts.split(start);
        let mut search = Search::new(parts);
        // The sum itself must fit into forms: nothing is said of sums that do not.
        sum(&mut search, &first, meter)?;
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

impl<'a, P> Search<'a, P> {
    /// No part yet.
    pub(crate) fn new(parts: &'a dyn PartizanParts<P>) -> Search<'a, P> {
        Search { parts, known: BTreeMap::new(), forms: Forms::new() }
    }

    /// How many parts are valued.
    pub(crate) fn len(&self) -> u64 {
        self.known.len() as u64
    }
}

impl<P> Summands for Search<'_, P> {
    type One = Part;
    type Many = Vec<Part>;

    fn form(&self, part: &Part) -> Option<Form> {
        self.known.get(part).map(|known| known.form)
    }

    fn options(&mut self, part: &Part, _: u64, _: &mut Meter) -> Result<Options<Vec<Part>>, Stop> {
        let mut all = Vec::new();
        for mover in [Player::First, Player::Second] {
            let options = self.parts.options(*part, mover).map_err(|fault| Stop::at(fault, self.show(part)))?;
            all.extend(options.into_iter().map(|left| (Some(mover), left)));
        }
        Ok(all)
    }

    fn keep(&mut self, part: Part, form: Form, moves: [bool; 2], meter: &mut Meter) -> Result<(), Stop> {
        self.known.insert(part, PartForm { form, moves });
        let bytes = self.known.len() * 2 * (size_of::<Part>() + size_of::<PartForm>());
        meter.position(|| bytes as u64 + self.forms.bytes())
    }

    fn forms(&mut self) -> &mut Forms {
        &mut self.forms
    }

    fn comes_back(&self, round: &[&Part]) -> Stop {
        let positions = round.iter().map(|part| self.show(part)).collect();
        Stop::Cycle(Box::new(Loop { positions, ..Loop::default() }))
    }

    fn show(&self, part: &Part) -> String {
        self.parts.show(*part)
    }
}
