//! Plain recursion over real positions, never made clever: the judge of all other methods.
//!
//! Nothing is reused: not a value, not another method's code. Where play ends, a position is worth the best of its
//! moves, and every line of play is followed to its end. Where the rules say what endless play means, positions are
//! valued for a horizon of 0, 1, 2, … plies until nothing changes; leads in play that may go round by what can be forced for ever (`rounds`). Values of real positions that share a canonical
//! form must agree. Cost: exponential in the length of play; with a horizon, positions × moves × longest win.

mod rounds;

use super::{Asked, Estimate, Family, Method, Ready, Solved, Strategy};
use crate::error::{Loop, Stop, Trouble};
use crate::facts::Facts;
use crate::game::{Fault, Game, Repeat, Step, ended, moves};
use crate::guard::JOINED;
use crate::limits::{Limits, Meter};
use crate::path::trouble;
use crate::store::{Codes, Store};
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Player;
use bouton_rules::{Text, say};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::panic::resume_unwind;

pub(super) struct Brute;

/// Plies that the recursion follows.
const DEEPEST: usize = 2_000;
/// Bytes of its stack: 64 kB a ply leaves room for games that recurse themselves.
const STACK: usize = DEEPEST * (64 << 10);

static RECURSION: Strategy =
    Strategy { name: "recursion", about: "every line of play to its end, and nothing used twice", speed: None };
static HORIZON: Strategy = Strategy {
    name: "horizon",
    about: "every position for a horizon of 0, 1, 2, … plies until nothing changes, where play may repeat",
    speed: None,
};
static ROUNDS: Strategy = Strategy {
    name: "rounds",
    about: "every position again and again until nothing changes, where points are counted and play may repeat",
    speed: None,
};

static FAMILY: Family = Family {
    name: "brute",
    about: "plain recursion, slow and simple: the judge of the others, used only on request",
    when: "always, on request",
    costs: "every line of play: only for small games, as the judge of the others",
    strategies: || vec![&RECURSION, &HORIZON, &ROUNDS],
};

const ON_REQUEST: &str = "slow and plain, to judge the others; `--method brute` asks for it";

impl<G: Game> Method<G> for Brute {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn fit<'a>(&self, asked: Asked<'a, G>, facts: &Facts, _: &Limits) -> Result<Ready<'a, G>, Text> {
        let Asked { game, start, .. } = asked;
        let bytes = game.position_bytes() as u64 * 2 + Codes::cell_bytes(facts.kind) + 10;
        let steps = vec![("follow every line of play", "to its end, without a table".into())];
        let estimate = Estimate { bytes, steps, ..Estimate::default() };
        let ready = match (facts.repeat, facts.kind) {
            (Some(repeat), Kind::Outcome) => {
                Ready::new(&HORIZON, estimate, move |meter| horizon(game, start, repeat, meter))
            }
            (Some(Repeat::Draw | Repeat::Leads), Kind::Points) => {
                Ready::new(&ROUNDS, estimate, move |meter| rounds::solved(game, start, meter))
            }
            (None | Some(Repeat::Wins(_)), _) => {
                Ready::new(&RECURSION, estimate, move |meter| on_a_deep_stack(game, start, meter))
            }
        };
        match asked.wants(ready.strategy) {
            true => Ok(ready.aside(Some(ON_REQUEST))),
            false if asked.insists(&RECURSION) => Err("play may repeat".into()),
            false if facts.repeat.is_none() => Err("no rule says what repeating means".into()),
            false => Err(say!("the game is about {}", facts.kind)),
        }
    }
}

fn on_a_deep_stack<G: Game>(game: &G, start: &G::Position, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name(JOINED.to_owned()).stack_size(STACK);
        match builder.spawn_scoped(scope, || recursion(game, start, meter)) {
            Ok(worker) => worker.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(error) => Err(Stop::Unfit { method: "brute", reason: say!("no thread: {}", error.to_string()) }),
        }
    })
}

fn recursion<G: Game>(game: &G, start: &G::Position, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
    meter.phase("playing", None);
    let mut brute = Recursion { game, line: Vec::new(), found: Found::new(game) };
    // Seen by the optimiser as any position at all: rustc 1.95 (LLVM 22) may otherwise take it for the only one.
    brute.value(black_box(start), black_box(meter))?;
    Ok(brute.found.solved)
}

struct Recursion<'a, G: Game> {
    game: &'a G,
    /// The current line: each position, and the move made there.
    line: Vec<(G::Position, Option<G::Move>)>,
    found: Found<'a, G>,
}

impl<G: Game> Recursion<'_, G> {
    fn value(&mut self, position: &G::Position, meter: &mut Meter) -> Result<Value, Stop> {
        meter.step()?;
        let ending = ended(self.game, position).map_err(|fault| self.fault(position, None, fault))?;
        let value = match ending {
            Some(value) => value,
            None => self.best(position, meter)?,
        };
        self.found.add(position, value, ending.is_some(), meter)?;
        Ok(value)
    }

    fn best(&mut self, position: &G::Position, meter: &mut Meter) -> Result<Value, Stop> {
        if self.line.iter().any(|(earlier, _)| earlier == position) {
            return Err(self.cycle(position));
        }
        if self.line.len() == DEEPEST {
            return Err(Stop::TooDeep { limit: DEEPEST });
        }
        let mut steps = Vec::new();
        moves(self.game, position, &mut steps).map_err(|fault| self.fault(position, None, fault))?;
        let mut best = None;
        for step in steps {
            self.line.push((position.clone(), Some(step.mv.clone())));
            let next = self.value(&step.next, meter)?;
            self.line.pop();
            let value = step.value(self.game, self.game.mover(position), next);
            best = best.max(Some(value.map_err(|fault| self.fault(position, Some(&step.mv), fault))?));
        }
        Ok(best.expect("`moves` gives at least one move"))
    }

    fn line_from(&self, at: usize) -> Vec<String> {
        self.line[at..].iter().filter_map(|(_, mv)| mv.as_ref()).map(|mv| self.game.show_move(mv)).collect()
    }

    fn cycle(&self, position: &G::Position) -> Stop {
        let at = self.line.iter().position(|(earlier, _)| earlier == position).expect("it was met on the line");
        let mut reached_by = self.line_from(0);
        let moves = reached_by.split_off(at);
        let positions = self.line[at..].iter().map(|(position, _)| self.game.show_position(position)).collect();
        Stop::Cycle(Box::new(Loop { reached_by, positions, moves, ..Loop::default() }))
    }

    fn fault(&self, position: &G::Position, mv: Option<&G::Move>, fault: Fault) -> Stop {
        let position = self.game.show_position(position);
        let mv = mv.map(|mv| self.game.show_move(mv));
        Stop::Fault(Box::new(Trouble { fault, position, mv, path: Some(self.line_from(0)) }))
    }
}

/// What comes out: values of real positions under their canonical forms. Written, never read to find a value.
struct Found<'a, G: Game> {
    game: &'a G,
    solved: Solved<G::Position>,
}

impl<'a, G: Game> Found<'a, G> {
    fn new(game: &'a G) -> Found<'a, G> {
        Found { game, solved: Solved::whole(Store::numbered(game.kind()), 0) }
    }

    fn add(&mut self, position: &G::Position, value: Value, over: bool, meter: &mut Meter) -> Result<(), Stop> {
        let (game, store) = (self.game, &mut self.solved.store);
        let canonical = game.canonical(position.clone());
        match store.get(game, &canonical) {
            Some(known) if known == value => Ok(()),
            Some(known) => Err(Stop::FalseTwin {
                position: game.show_position(position),
                other: game.show_position(&canonical),
                reason: say!("one is a {value}, the other a {known}"),
            }),
            None => {
                meter.position(|| store.bytes(game.position_bytes()).saturating_mul(3))?;
                self.solved.finished += u64::from(over);
                let at_fault = |fault| trouble(game, position, position, None, fault);
                store.set(game, canonical, value).map_err(at_fault)
            }
        }
    }
}

type Values<G> = BTreeMap<<G as Game>::Position, Outcome>;

/// Values for a horizon of 0 plies, 1 ply, … until they no longer change; play cut off by the horizon is a draw. Then
/// what is still a draw is settled by what the rules say of endless play.
fn horizon<G: Game>(
    game: &G,
    start: &G::Position,
    repeat: Repeat,
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Stop> {
    let positions = reachable(game, start, meter)?;
    let mut values = until_still(game, start, &positions, meter, |_| Outcome::Draw)?;
    if let Repeat::Wins(winner) = repeat {
        // The same with the horizon as a loss for the player who must end the game: a draw that stands is forced.
        let cut = |mover: Player| endless(mover, winner);
        let forced = until_still(game, start, &positions, meter, cut)?;
        for (position, value) in &mut values {
            if *value == Outcome::Draw && forced[position] != Outcome::Draw {
                *value = endless(game.mover(position), winner);
            }
        }
    }
    let mut found = Found::new(game);
    for (position, value) in &values {
        let over = positions[position];
        found.add(position, Value::Outcome(*value), over, meter)?;
    }
    Ok(found.solved)
}

fn endless(mover: Player, winner: Player) -> Outcome {
    if mover == winner { Outcome::Win(Plies::Endless) } else { Outcome::Loss(Plies::Endless) }
}

/// Every real position that can be reached, and whether it is finished.
fn reachable<G: Game>(game: &G, start: &G::Position, meter: &mut Meter) -> Result<BTreeMap<G::Position, bool>, Stop> {
    let (mut reached, mut open) = (BTreeMap::new(), vec![start.clone()]);
    while let Some(position) = open.pop() {
        if reached.contains_key(&position) {
            continue;
        }
        meter.position(|| (reached.len() * (game.position_bytes() * 6 + 48)) as u64)?;
        let over = ended(game, &position).map_err(|fault| trouble(game, start, &position, None, fault))?.is_some();
        if !over {
            open.extend(successors(game, start, &position)?.into_iter().map(|step| step.next));
        }
        reached.insert(position, over);
    }
    meter.start_over();
    Ok(reached)
}

/// One value a position, for longer and longer horizons. `cut` says what play cut off is worth to the mover there.
fn until_still<G: Game>(
    game: &G,
    start: &G::Position,
    positions: &BTreeMap<G::Position, bool>,
    meter: &mut Meter,
    cut: impl Fn(Player) -> Outcome,
) -> Result<Values<G>, Stop> {
    meter.phase("looking further", None);
    let mut old: Values<G> = positions.keys().map(|position| (position.clone(), cut(game.mover(position)))).collect();
    loop {
        let mut new = BTreeMap::new();
        for position in positions.keys() {
            meter.step()?;
            let value = match ending(game, start, position)? {
                Some(value) => value,
                None => best(game, start, position, &old)?,
            };
            new.insert(position.clone(), value);
        }
        if new == old {
            return Ok(new);
        }
        old = new;
    }
}

fn best<G: Game>(game: &G, start: &G::Position, position: &G::Position, old: &Values<G>) -> Result<Outcome, Stop> {
    let mover = game.mover(position);
    let mut best = None;
    for step in successors(game, start, position)? {
        let next = old[&step.next];
        let mine = if game.mover(&step.next) == mover { next } else { next.negate() };
        let later = match mine {
            Outcome::Win(Plies::Of(plies)) => Outcome::Win(Plies::Of(plies + 1)),
            Outcome::Loss(Plies::Of(plies)) => Outcome::Loss(Plies::Of(plies + 1)),
            same => same,
        };
        best = best.max(Some(later));
    }
    Ok(best.expect("`moves` gives at least one move"))
}

fn successors<G: Game>(game: &G, start: &G::Position, position: &G::Position) -> Result<Vec<Step<G>>, Stop> {
    let mut steps = Vec::new();
    moves(game, position, &mut steps).map_err(|fault| trouble(game, start, position, None, fault)).map(|()| steps)
}

fn ending<G: Game>(game: &G, start: &G::Position, position: &G::Position) -> Result<Option<Outcome>, Stop> {
    match ended(game, position) {
        Ok(Some(Value::Outcome(outcome))) => Ok(Some(outcome)),
        Ok(_) => Ok(None),
        Err(fault) => Err(trouble(game, start, position, None, fault)),
    }
}
