//! What positions of normal play are worth as short games (Conway 1976): canonical form, mean and temperature, who wins, and the same of what each player
//! may move to. Impartial games are worth nimbers.

use crate::error::Stop;
use crate::game::{Game, NormalPlay, PartizanParts, Step};
use crate::limits::{Limits, Meter, Progress};
use crate::methods::boards::Boards;
use crate::methods::components;
use crate::methods::grundy::{self, PartSearch};
use crate::partizan::search;
use crate::partizan::{Class, Dyadic, Form, Forms, Heat, star};
use bouton_rules::Player;
use std::collections::HashMap;

/// What a position is worth, and what each player may move to.
#[derive(Clone, Debug)]
pub struct Valued<M> {
    /// The value of the position, whoever is to move there.
    pub worth: Worth,
    /// Moves of the first player, who is Left, and of the second, who is Right.
    pub options: [Vec<Moved<M>>; 2],
    /// Boards, positions, components or parts that were valued.
    pub boards: u64,
    /// Canonical forms that are kept; none where nimbers do.
    pub forms: u64,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// What it is called.
    pub name: String,
    /// Who wins.
    pub class: Class,
    /// Mean and temperature.
    pub heat: Heat,
    /// The number that it is, if it is one.
    pub number: Option<Dyadic>,
    /// The nimber that it is, if it is one.
    pub nimber: Option<u64>,
}

/// A move, and what it leads to.
#[derive(Clone, Debug)]
pub struct Moved<M> {
    /// The move.
    pub mv: M,
    /// The value that it leads to.
    pub name: String,
    /// Whether no other move of the player leads to more for that player, in whatever sum.
    pub best: bool,
    /// Whether the player who makes it wins, if nothing else is on the table.
    pub wins: bool,
}

/// Moves of a player, and the form that each leads to.
type Moves<M> = Vec<(M, Form)>;

/// Values a position.
///
/// # Errors
///
/// The game is not one of normal play in which either player may be asked to move (`M11`), `limits` are reached, or the rules have a fault.
pub fn valued<G: Game>(
    game: &G,
    at: &G::Position,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Valued<G::Move>, Stop> {
    let mut meter = Meter::new(limits, progress);
    if let Some(parts) = game.parts().filter(|parts| parts.normal()) {
        let split = parts.split(at);
        let known = grundy::nimbers(parts, &split, &mut meter)?;
        let worth = |position: &G::Position| known.sum(&parts.split(position));
        if let Some(nimber) = worth(at) {
            return impartial(game, at, nimber, worth, known.len() as u64, &mut meter);
        }
    }
    // A sum in misère play has no nimbers, and may have no end of positions.
    if grundy::may_have_nimbers(game)
        && let Some(known) = grundy::positions::nimbers(game, at, &mut meter)?
    {
        let worth = |position: &G::Position| known.get(&game.canonical(position.clone())).copied();
        if let Some(nimber) = worth(at) {
            return impartial(game, at, nimber, worth, known.len() as u64, &mut meter);
        }
    }
    match game.partizan_parts() {
        Some(parts) => sum(game, parts, at, &mut meter),
        None => partizan(game, at, &mut meter),
    }
}

/// Both players have the same moves.
fn impartial<G: Game>(
    game: &G,
    at: &G::Position,
    nimber: u64,
    worth: impl Fn(&G::Position) -> Option<u64>,
    boards: u64,
    meter: &mut Meter,
) -> Result<Valued<G::Move>, Stop> {
    let mut moves = Vec::new();
    for step in steps(game, at)? {
        meter.step()?;
        let to = worth(&step.next).expect("what moves lead to is valued before the position");
        moves.push(Moved { mv: step.mv, name: nimber_name(to), best: true, wins: to == 0 });
    }
    let class = if nimber == 0 { Class::Second } else { Class::First };
    let temperature = Dyadic::whole(if nimber == 0 { -1 } else { 0 });
    let heat = Heat { mean: Dyadic::ZERO, temperature };
    let number = (nimber == 0).then_some(Dyadic::ZERO);
    let worth = Worth { name: nimber_name(nimber), class, heat, number, nimber: Some(nimber) };
    Ok(Valued { worth, options: [moves.clone(), moves], boards, forms: 0 })
}

fn nimber_name(nimber: u64) -> String {
    if nimber == 0 { "0".to_owned() } else { star(nimber) }
}

/// Players have moves of their own: by the components that positions fall into, where they do, and else board by board.
fn partizan<G: Game>(game: &G, at: &G::Position, meter: &mut Meter) -> Result<Valued<G::Move>, Stop> {
    let play = game.normal_play().map_err(|fault| Stop::at(fault, game.show_position(at)))?;
    if let Some((local, mut components)) = components::apart(game, at, meter.limits()) {
        meter.phase("components", None);
        let mut form = |at: &G::Position| {
            let form = components.form(&local.cells(at), meter);
            form.map_err(|stop| stop.placed(|| game.show_position(at)))
        };
        let (whole, moves) = (form(at)?, moves(game, play, at, &mut form)?);
        let boards = components.len();
        return told(whole, moves, boards, components.forms(), meter);
    }
    let mut boards = Boards::new(game, play);
    let form = boards.form(at, meter)?;
    let moves = moves(game, play, at, &mut |next| boards.form(next, meter))?;
    told(form, moves, boards.len(), &mut boards.forms, meter)
}

/// What the moves of each player lead to.
fn moves<G: Game>(
    game: &G,
    play: &dyn NormalPlay<G::Position>,
    at: &G::Position,
    form: &mut dyn FnMut(&G::Position) -> Result<Form, Stop>,
) -> Result<[Moves<G::Move>; 2], Stop> {
    let mut of = |mover| -> Result<Moves<G::Move>, Stop> {
        let steps = steps(game, &play.with_mover(at, mover))?;
        steps.into_iter().map(|step| Ok((step.mv, form(&step.next)?))).collect()
    };
    Ok([of(Player::First)?, of(Player::Second)?])
}

fn told<M>(
    form: Form,
    [left, right]: [Moves<M>; 2],
    boards: u64,
    forms: &mut Forms,
    meter: &mut Meter,
) -> Result<Valued<M>, Stop> {
    let options = [weighed(left, Player::First, forms, meter)?, weighed(right, Player::Second, forms, meter)?];
    let worth = Worth {
        name: forms.name(form, meter)?,
        class: forms.class(form, meter)?,
        heat: forms.heat(form, meter)?,
        number: forms.as_number(form),
        nimber: forms.as_nimber(form).map(u64::from),
    };
    Ok(Valued { worth, options, boards, forms: forms.len() as u64 })
}

/// A sum of parts in which players have moves of their own: the sum of their forms.
fn sum<G: Game>(
    game: &G,
    parts: &dyn PartizanParts<G::Position>,
    at: &G::Position,
    meter: &mut Meter,
) -> Result<Valued<G::Move>, Stop> {
    let play = game.normal_play().map_err(|fault| Stop::at(fault, game.show_position(at)))?;
    let mut search = PartSearch::new(parts);
    let form = search::sum(&mut search, &parts.split(at), meter)?;
    let moves = moves(game, play, at, &mut |next| search::sum(&mut search, &parts.split(next), meter))?;
    told(form, moves, search.len(), &mut search.forms, meter)
}

/// Every legal move; none where play is over.
fn steps<G: Game>(game: &G, at: &G::Position) -> Result<Vec<Step<G>>, Stop> {
    let failed = |fault| Stop::at(fault, game.show_position(at));
    let mut steps = Vec::new();
    if game.ending(at).map_err(failed)?.is_none() {
        game.steps(at, &mut steps).map_err(failed)?;
    }
    Ok(steps)
}

/// What each move of a player leads to, and which are best.
fn weighed<M>(moves: Moves<M>, mover: Player, forms: &mut Forms, meter: &mut Meter) -> Result<Vec<Moved<M>>, Stop> {
    let zero = forms.number(Dyadic::ZERO, meter)?;
    let mut at_most = |one: Form, two: Form, forms: &mut Forms| match mover {
        Player::First => forms.at_most(one, two, meter),
        Player::Second => forms.at_most(two, one, meter),
    };
    let mut values: Vec<Form> = moves.iter().map(|(_, form)| *form).collect();
    values.sort_unstable();
    values.dedup();
    let mut known = HashMap::new();
    for form in &values {
        let mut best = true;
        for other in &values {
            best = best && (other == form || !at_most(*form, *other, forms)?);
        }
        known.insert(*form, (best, at_most(zero, *form, forms)?));
    }
    let mut out = Vec::with_capacity(moves.len());
    for (mv, form) in moves {
        let (best, wins) = known[&form];
        out.push(Moved { mv, name: forms.name(form, meter)?, best, wins });
    }
    Ok(out)
}
