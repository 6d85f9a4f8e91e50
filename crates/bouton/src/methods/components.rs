//! Positions that fall into components which no move joins, each valued by itself (`crate::components` says why that is right).
//!
//! Holds for games of normal play whose moves can be written out cell by cell, and in which no cell comes back to what it held. Tried where both players
//! have the same moves and many positions of games played at random fall apart; where players have moves of their own, where the start falls apart into
//! components of few moves, for a search of the whole looks at the product of what canonical forms look at apart, and they grow large.
//! Who wins is found, not how soon. Cost: every move of every component that is asked for, once; components that read alike, wherever they lie, are one.
//! Memory: some bytes for each move of a component.

use super::grundy::BY_FORMS;
use super::{Ask, Asked, Estimate, Family, Method, Ready, Solved, Strategy};
use crate::components::Components;
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::{Game, Local, Step};
use crate::limits::{Limits, Meter};
use crate::store::Store;
use crate::value::{Kind, Outcome, Plies};
use bouton_rules::{Text, say};
use std::sync::Arc;

pub(super) struct ByComponents;

static COMPONENTS: Strategy = Strategy {
    name: "components",
    about: "each part of a position that no move joins to the rest by itself, and the sum of their nimbers or canonical forms",
    speed: None,
};

static FAMILY: Family = Family {
    name: "components",
    about: "positions that fall into parts which no move joins, each valued by itself: who wins, not how soon",
    when: "in normal play, moves can be written out cell by cell, and positions fall apart",
    costs: "every move of every component once; who wins, not how soon",
    strategies: || vec![&COMPONENTS],
};

/// So few positions are left to methods that count plies; and so few, where a line of play is asked for.
const FEW: u64 = 1 << 22;
const FEW_OF_A_LINE: u64 = 1 << 26;

/// The components of a game of normal play that has more positions than are soon looked at one by one.
pub(crate) fn large<'g, G: Game>(
    game: &'g G,
    at: &G::Position,
    limits: &Limits,
) -> Option<(&'g dyn Local<G::Position>, Components)> {
    if game.index_from(at).is_some_and(|index| index.size() <= FEW) {
        return None;
    }
    apart(game, at, limits).filter(|(_, components)| components.is_alike())
}

/// The components of a game of normal play, if its positions fall apart.
pub(crate) fn apart<'g, G: Game>(
    game: &'g G,
    at: &G::Position,
    limits: &Limits,
) -> Option<(&'g dyn Local<G::Position>, Components)> {
    let local = game.local().ok()?;
    let components = Components::new(local.moves(), limits).ok()?;
    components.fall_apart(&local.cells(at)).then_some((local, components))
}

/// Canonical forms of components of so many moves are soon worked out: a board of five by five squares in Domineering has as many.
const MOST_OF_FORMS: usize = 40;

const ONE_BY_ONE: &str = "it tells values one by one; here every position is asked for";

impl<G: Game> Method<G> for ByComponents {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn fit<'a>(&self, asked: Asked<'a, G>, facts: &Facts, limits: &Limits) -> Result<Ready<'a, G>, Text> {
        let Asked { game, start, ask, named, .. } = asked;
        if facts.kind != Kind::Outcome || facts.repeat.is_some() {
            return Err("it is for games that end and are won or lost".into());
        }
        let few = if ask < Ask::Line { FEW } else { FEW_OF_A_LINE };
        if !named && facts.index_size.is_some_and(|size| size <= few) {
            return Err("so few positions are soon counted through, and then it is known how soon".into());
        }
        if !named && ask == Ask::Table && game.normal_play().is_ok() {
            return Err(ONE_BY_ONE.into());
        }
        let local = game.local()?;
        let components = Components::new(local.moves(), limits)?;
        if !named {
            pays(&components, &local.cells(start))?;
        }
        let steps = steps(local, &components);
        let estimate = Estimate { bytes: 64, steps, unit: Some("component"), ..Estimate::default() };
        let aside = (ask == Ask::Table).then_some(ONE_BY_ONE);
        Ok(Ready::new(&COMPONENTS, estimate, move |meter| solve(&asked, (local, &components), meter)).aside(aside))
    }
}

/// Whether positions fall apart so that it is worth it; or why not.
fn pays(components: &Components, start: &[u32]) -> Result<(), Text> {
    if components.is_alike() {
        let apart = components.fall_apart(start);
        return if apart { Ok(()) } else { Err(FEW_APART.into()) };
    }
    let (parts, moves) = components.parts(start);
    match parts {
        0 | 1 => {
            Err("players have moves of their own, and the start is one whole: `bouton value` tells its canonical form"
                .into())
        }
        _ if moves > MOST_OF_FORMS => Err(say!(
            "players have moves of their own, and a part of the start has {moves} of them: canonical forms grow large"
        )),
        _ => Ok(()),
    }
}

const FEW_APART: &str = "few positions of games played at random fall into parts that no move joins";

fn steps<P>(local: &dyn Local<P>, components: &Components) -> Vec<(&'static str, Text)> {
    let found = if components.is_once() {
        "moves that can be made are joined where one looks at what another changes; no move can be made again once it cannot"
    } else {
        "moves that play may still come to are joined where one looks at what another changes"
    };
    let (value, add) = if components.is_alike() {
        ("is it worth so much? the least nimber that no option has; components that read alike are one", "by nim-sum")
    } else {
        (
            "its canonical form, from those of what the moves of either player leave; components that read alike are one",
            BY_FORMS,
        )
    };
    vec![
        ("write moves out", say!("cell by cell: {}", local.because())),
        ("find components", found.into()),
        ("value each", value.into()),
        ("add them", add.into()),
    ]
}

fn solve<G: Game>(
    asked: &Asked<G>,
    (local, components): (&dyn Local<G::Position>, &Components),
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Stop> {
    let Asked { game, start, ask, .. } = *asked;
    meter.phase("components", None);
    let components = components.within(meter.limits().begun());
    let won = |at: &G::Position, meter: &mut Meter| {
        let outcome = components.outcome(&local.cells(at), game.mover(at), meter);
        outcome.map_err(|stop| stop.placed(|| game.show_position(at)))
    };
    let outcome = won(start, meter)?;
    let over = outcome == Outcome::Loss(Plies::Of(0));
    if ask >= Ask::BestMoves && !over {
        let mut next = Vec::new();
        game.steps(start, &mut next).map_err(|fault| Stop::at(fault, game.show_position(start)))?;
        for Step { next, .. } in next {
            won(&next, meter)?;
        }
    }
    Ok(Solved { whole: false, ..Solved::whole(Store::components(Arc::new(components)), u64::from(over)) })
}
