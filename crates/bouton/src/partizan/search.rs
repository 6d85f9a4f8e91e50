//! Canonical forms of all that can be left of a position: each once, depth first, from the moves of both players (Conway 1976).
//!
//! What is valued is up to who asks: whole boards, parts of a sum, components of a board. Players need not take turns in one summand, so play in it must
//! end whoever moves how often.

use super::{Form, Forms};
use crate::error::Stop;
use crate::limits::Meter;
use bouton_rules::Player;
use std::collections::BTreeSet;

/// Something that positions are sums of, with the forms of those that are valued.
pub(crate) trait Summands {
    /// One of them.
    type One: Clone + Ord;
    /// Several of them, which are added.
    type Many: AsRef<[Self::One]>;

    /// The form of one that is valued.
    fn form(&self, one: &Self::One) -> Option<Form>;

    /// What each move leaves, and whose move it is: nobody's, if both have it.
    ///
    /// # Errors
    /// A move has a fault, or `meter` stops. `held` bytes are those of the moves of others that are being valued.
    fn options(&mut self, one: &Self::One, held: u64, meter: &mut Meter) -> Result<Options<Self::Many>, Stop>;

    /// One is valued; and whether the first and the second player have moves there.
    ///
    /// # Errors
    /// `meter` stops.
    fn keep(&mut self, one: Self::One, form: Form, moves: [bool; 2], meter: &mut Meter) -> Result<(), Stop>;

    /// Where forms are.
    fn forms(&mut self) -> &mut Forms;

    /// What to say where some of them lead to each other, in a ring that begins and ends with the first.
    fn comes_back(&self, round: &[&Self::One]) -> Stop;

    /// One of them in words, for messages.
    fn show(&self, one: &Self::One) -> String;
}

/// What each move leaves, and whose it is.
pub(crate) type Options<M> = Vec<(Option<Player>, M)>;

/// One whose options are being valued.
struct Open<S: Summands> {
    one: S::One,
    options: Options<S::Many>,
    /// All that the first of them leave is valued.
    known: usize,
}

/// The form of a sum; what is in it, and what can be left of that, is valued if need be.
///
/// # Errors
/// `meter` stops; a move has a fault, play may go round, or a value leaves what forms can say.
pub(crate) fn sum<S: Summands>(all: &mut S, summands: &[S::One], meter: &mut Meter) -> Result<Form, Stop> {
    for one in summands {
        if all.form(one).is_none() {
            value(all, one.clone(), meter)?;
        }
    }
    total(all, summands, meter)
}

fn total<S: Summands>(all: &mut S, summands: &[S::One], meter: &mut Meter) -> Result<Form, Stop> {
    let known = |one| all.form(one).expect("summands are valued before their sum");
    match summands {
        [one] => Ok(known(one)),
        _ => {
            let forms: Vec<Form> = summands.iter().map(known).collect();
            all.forms().total(forms, meter)
        }
    }
}

fn value<S: Summands>(all: &mut S, first: S::One, meter: &mut Meter) -> Result<(), Stop> {
    let (mut line, mut inside, mut next): (Vec<Open<S>>, _, _) = (Vec::new(), BTreeSet::new(), Some(first));
    // Bytes of the options on the line.
    let mut held = 0;
    loop {
        meter.step()?;
        if let Some(one) = next.take() {
            if !inside.insert(one.clone()) {
                let from = line.iter().rposition(|open| open.one == one).expect("it is inside while it is open");
                return Err(all.comes_back(&line[from..].iter().map(|open| &open.one).collect::<Vec<_>>()));
            }
            let options = all.options(&one, held, meter)?;
            held += size_of_val(options.as_slice()) as u64;
            line.push(Open { one, options, known: 0 });
        }
        let Some(top) = line.last_mut() else { return Ok(()) };
        let unknown = |many: &S::Many| many.as_ref().iter().find(|one| all.form(one).is_none()).cloned();
        next = top.options[top.known..].iter().find_map(|(_, left)| {
            let found = unknown(left);
            top.known += usize::from(found.is_none());
            found
        });
        if next.is_none() {
            let Some(done) = line.pop() else { return Ok(()) };
            inside.remove(&done.one);
            held -= size_of_val(done.options.as_slice()) as u64;
            close(all, done, meter)?;
        }
    }
}

/// The form of one of which all options are valued.
fn close<S: Summands>(all: &mut S, done: Open<S>, meter: &mut Meter) -> Result<(), Stop> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let placed = |all: &S, stop: Stop| stop.placed(|| all.show(&done.one));
    for (by, leaves) in &done.options {
        let form = total(all, leaves.as_ref(), meter).map_err(|stop| placed(all, stop))?;
        left.extend(Some(form).filter(|_| *by != Some(Player::Second)));
        right.extend(Some(form).filter(|_| *by != Some(Player::First)));
    }
    let form = all.forms().game(&left, &right, meter).map_err(|stop| placed(all, stop))?;
    all.keep(done.one, form, [!left.is_empty(), !right.is_empty()], meter)
}
