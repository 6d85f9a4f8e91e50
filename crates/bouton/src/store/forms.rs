//! Canonical forms of parts, and who wins sums of them.

use crate::game::Part;
use crate::limits::{Limits, Meter, Silent};
use crate::partizan::{Form, Forms};
use crate::value::{Outcome, Plies};
use bouton_rules::Player;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What a part is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartForm {
    /// Its canonical form.
    pub form: Form,
    /// Whether the first and whether the second player can move in it.
    pub moves: [bool; 2],
}

/// Canonical forms of parts.
#[derive(Clone, Debug)]
pub struct PartForms {
    known: BTreeMap<Part, PartForm>,
    /// Sums that are asked about are new forms.
    forms: Arc<Mutex<Forms>>,
}

impl PartForms {
    /// Parts with their forms.
    #[must_use]
    pub fn new(known: BTreeMap<Part, PartForm>, forms: Forms) -> PartForms {
        PartForms { known, forms: Arc::new(Mutex::new(forms)) }
    }

    /// How a sum of parts stands for the player to move: who wins it, not how soon. Nothing where a part is not known, or the sum leaves what forms can say.
    #[must_use]
    pub fn outcome(&self, parts: &[Part], mover: Player) -> Option<Outcome> {
        let worths: Vec<PartForm> = parts.iter().map(|part| self.known.get(part).copied()).collect::<Option<_>>()?;
        let side = usize::from(mover == Player::Second);
        if worths.iter().all(|worth| !worth.moves[side]) {
            return Some(Outcome::Loss(Plies::Of(0)));
        }
        let limits = Limits::default();
        let mut forms = self.forms.lock().unwrap_or_else(PoisonError::into_inner);
        let mut meter = Meter::new(&limits, &Silent);
        let sum = forms.total(worths.iter().map(|worth| worth.form), &mut meter).ok()?;
        let class = forms.class(sum, &mut meter).ok()?;
        Some(if class.is_won_by(mover) { Outcome::Win(Plies::Unknown) } else { Outcome::Loss(Plies::Unknown) })
    }

    /// How many parts are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether none is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Bytes used, roughly.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let parts = self.known.len() * 2 * (size_of::<Part>() + size_of::<PartForm>());
        parts as u64 + self.forms.lock().unwrap_or_else(PoisonError::into_inner).bytes()
    }
}
