//! How many positions there are at the least, seen from games played at random: a search that cannot fit is refused before it begins.
//!
//! Positions are told apart by a number that is read off them: their rank where they are kept by rank; where play may come round, one that
//! each has by lot; else how many of their bits are set. Of each game the last position with a number counts as a draw for that number.
//! Games know nothing of each other, so the draws for a number are independent, and how often they repeat says how many positions with that
//! number there are at the least (`repeats`). What is said of several numbers adds up. Games are played by real moves from the start, and go
//! on as long as they can: a move that ends play is taken where no other is left, since the longer games are, the more they show. Where play
//! may come round it is followed for so many moves, and nothing is drawn of its beginning, which many games share. Where one position is kept
//! for all its images, the one that is kept is drawn.
//!
//! It says nothing of games that go wrong, or whose play breaks its order or repeats where it must not: of that the search itself tells. Lots
//! are the same each time, and how many games are played follows from what they show and from the limits: what is refused is refused again.

mod play;
mod repeats;

use super::rows::{Place, beginning, leading};
use super::{Ask, Asked, Ready, Solved};
use crate::error::{ASK_LESS, Stop};
use crate::facts::ranked;
use crate::game::{Game, Rows, WordRow};
use crate::limits::{Limits, Meter, Silent};
use crate::store::Rowed;
use play::{Draws, Seen, Told};
use repeats::{DOUBT, Drawn};
use std::time::{Duration, Instant};

/// What a method holds in memory, before it is done, of the positions that can be reached: each in words, and a byte of value, where nothing
/// else is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// All of them.
    All,
    /// One for all its images, by rank.
    Images,
    /// The same, of one rank at a time.
    OneRank,
    /// One for all its images, so many bytes each; play may come round.
    Graph(u64),
}

/// What games played at random show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtLeast {
    /// So many positions are kept at the least, but for a chance of less than one in a million.
    pub positions: u64,
    /// So many games were played.
    pub games: u64,
}

/// A search with room for fewer positions soon ends by itself.
const FEW: u64 = 1 << 20;

/// The most positions that are looked at, by machine code, without it, and for a plan; and one of so many that there is room for.
const MOST: u64 = 1 << 22;
const MOST_INTERPRETED: u64 = 1 << 17;
const MOST_FOR_A_PLAN: u64 = 1 << 14;
const SHARE: u64 = 8;

/// Fewer looks show nothing; and what so many times as many may show is believed.
const FEW_LOOKS: u64 = 1 << 8;
const TIMES: u64 = 64;

/// So many positions are soon looked at: no longer than it takes to play at random.
const FEW_FIRST: u64 = 1 << 14;

/// Solving few positions first may take one of so many parts of the time that is left.
const FEW_TIME: u32 = 8;

/// How fast a search began: positions looked at, and the time they took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    positions: u64,
    time: Duration,
}

/// A search gets faster as positions have fewer moves, but not so many times as fast as it began. This holds only where no moves are compiled on the way.
const FASTER: u32 = 8;

impl Pace {
    /// Upper bound on the positions that the search looks at in so much time.
    fn within(self, time: Duration) -> u64 {
        let all = u128::from(self.positions) * (time * FASTER).as_nanos() / self.time.as_nanos().max(1);
        u64::try_from(all).unwrap_or(u64::MAX)
    }
}

/// Solves a game of few positions by a method before anything is found out about how many there are; nothing where there are more, or where it would
/// not be asked, but how fast it went. So small games pay nothing for what large ones need, and large ones little for that.
pub(crate) fn few_first<G: Game>(
    ready: &Ready<G>,
    asked: Asked<G>,
    most: Option<u64>,
    meter: &mut Meter,
) -> Result<Result<Solved<G::Position>, Stop>, Pace> {
    let limits = meter.limits();
    doubtful(ready.holds, asked.game, most, limits).ok_or(Pace::default())?;
    // What is worked out so soon need not be kept on disk on the way, but where memory is to be spared, or somebody wants all of it there.
    if limits.checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.is_due()) {
        return Err(Pace::default());
    }
    let time = limits.time.map(|limit| meter.ran() + limit.saturating_sub(meter.ran()) / FEW_TIME);
    let few = Limits { positions: Some(FEW_FIRST), checkpoint: None, time, ..limits.clone() };
    let began = Instant::now();
    let (solved, positions) = meter.within(&few, |first| {
        first.step()?;
        ready.run(first)
    });
    let pace = Pace { positions, time: began.elapsed() };
    match &solved {
        Err(Stop::Positions { .. }) => Err(pace),
        // Its own time is over, or all of it is.
        Err(Stop::Time { .. }) => limits.check().map_or_else(|stop| Ok(Err(stop)), |()| Err(pace)),
        _ => Ok(solved),
    }
}

/// What there is room for, if a search may take more.
fn doubtful<G: Game>(holds: Option<Holds>, game: &G, most: Option<u64>, limits: &Limits) -> Option<Room> {
    let goes_on = limits.checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.holds_something());
    let large = |room: &Room| room.least() >= FEW && most.is_none_or(|most| most > room.least());
    Room::of(holds?, game, limits).filter(|room| large(room) && !goes_on)
}

/// Refuses a search by a method of which games played at random show that it cannot end within its limits. `most` says how many positions
/// there are at the most, where that is known.
pub(crate) fn refuse<G: Game>(
    ready: &Ready<G>,
    Asked { game, start, ask, .. }: Asked<G>,
    (most, pace): (Option<u64>, Pace),
    meter: &mut Meter,
) -> Result<(), Stop> {
    let limits = meter.limits();
    let Some(mut room) = doubtful(ready.holds, game, most, limits) else { return Ok(()) };
    let interpreted = || game.words().is_some_and(|words| !words.is_quick());
    room.in_time = limits.time.filter(|_| pace.positions > 0 && interpreted()).map(|limit| {
        let most = pace.within(limit.saturating_sub(meter.ran()));
        (most, Stop::Slow { limit, a_second: pace.within(Duration::from_secs(1)) / u64::from(FASTER) })
    });
    let looks = |draws: &Draws| if draws.is_slow() { MOST_INTERPRETED } else { MOST }.min(room.least() / SHARE);
    meter.phase("playing at random", None);
    drawn(room.holds, game, start, limits, |draws| {
        while draws.play_on(looks(draws), meter)? {
            let known = draws.seen(said);
            if let Some(why) = room.refusal(known, limits) {
                return Err(hopeless(why, &room, known, draws.games, ask));
            }
            let times = looks(draws) / draws.looked.max(1);
            if room.refusal(draws.seen(|drawn| drawn.may_show(times)), limits).is_none() {
                break;
            }
        }
        Ok(())
    })
    .unwrap_or(Ok(()))
}

/// How many positions a table of all of them may hold, from games played at random with so many looks: more than there are, where these meet at all.
/// And to how many different positions they led, and how many of these somebody knows.
pub(super) fn may_hold<G: Game>(
    game: &G,
    start: &G::Position,
    looks: u64,
    knows: &dyn Fn(&[u64]) -> bool,
    meter: &mut Meter,
) -> Result<(u64, [u64; 2]), Stop> {
    let holds = if ranked(game) { Holds::Images } else { Holds::All };
    if looks < FEW_LOOKS {
        return Ok((u64::MAX, [0, 0]));
    }
    let seen = drawn(holds, game, start, meter.limits(), |draws| {
        while draws.play_on(looks, meter)? {}
        let met = draws.met(knows);
        Ok(if draws.astray { (u64::MAX, met) } else { (draws.seen(|drawn| drawn.may_show(TIMES)).all, met) })
    });
    seen.unwrap_or(Ok((u64::MAX, [0, 0])))
}

/// Whether no more than so many positions are reached, counting one for all images, as far as so many looks tell: games played at random are believed as
/// soon as they meet often; and where they leave it open, an eighth of so many positions are gone through one by one.
pub(super) fn are_few<G: Game>(game: &G, start: &G::Position, looks: u64, most: u64, meter: &mut Meter) -> bool {
    let shown = drawn(Holds::Images, game, start, meter.limits(), |draws| {
        while draws.play_on(looks, meter)? {
            if draws.is_thorough() && draws.seen(|drawn| drawn.may_show(TIMES)).all <= most {
                return Ok::<_, Stop>(Some(true));
            }
            if draws.seen(said).all > most {
                return Ok(Some(false));
            }
        }
        // More than that need not be gone through.
        Ok((draws.seen(said).all > most / 8).then_some(false))
    });
    match shown {
        Some(Ok(Some(few))) => few,
        _ => at_most(game, start, (most / 8).min(looks), meter),
    }
}

/// Whether no more positions than this have a number once what seems to follow from other variables is left out.
pub(super) fn leaves_out<G: Game>(game: &G, most: u64) -> bool {
    let reduced = game.words().and_then(|words| words.reduced());
    reduced.is_some_and(|reduced| reduced.numbers.size() <= most)
}

/// Whether no more positions than this are reached, counting one for all images: they are gone through, depth first, until there are more, or their moves
/// are `MOVES` times as many. Nothing is said of games that go wrong, or that have no words for their positions.
pub(super) fn at_most<G: Game>(game: &G, start: &G::Position, most: u64, meter: &mut Meter) -> bool {
    let Some(words) = game.words() else { return false };
    let (first, by) = beginning(game, start, words, meter.limits());
    let source = Place { game, start, words, by: by.as_ref() };
    let (mut known, mut ahead, mut rows) = (Rowed::new(game.kind(), first.len()), first, Rows::default());
    let mut moves = 0;
    while let Some(from) = ahead.len().checked_sub(words.count()) {
        let row = WordRow::from_slice(&ahead[from..]);
        ahead.truncate(from);
        if known.open(&row).is_some() {
            continue;
        }
        if known.len() as u64 > most || meter.step().is_err() || leading(&source, &row, &mut rows).is_err() {
            return false;
        }
        moves += rows.heads.len() as u64;
        if moves > most.saturating_mul(MOVES) {
            return false;
        }
        ahead.extend_from_slice(&rows.words);
    }
    true
}

/// How many positions a method keeps at the least, for a plan: from few games, and always as many.
#[must_use]
pub fn at_least<G: Game>(ready: &Ready<G>, game: &G, start: &G::Position, limits: &Limits) -> Option<AtLeast> {
    let (holds, mut meter) = (ready.holds?, Meter::new(limits, &Silent));
    drawn(holds, game, start, limits, |draws| {
        while draws.play_on(MOST_FOR_A_PLAN, &mut meter).ok()? {}
        let positions = two_digits(draws.seen(said).all);
        (!draws.astray && positions > 0).then_some(AtLeast { positions, games: draws.games as u64 })
    })?
}

/// Moves for each position that may be few: finding out should not take longer than it saves.
const MOVES: u64 = 1 << 6;

/// What there is room for.
struct Room {
    holds: Holds,
    /// Bytes of a position at the least: tables are three quarters full, and a little more while they are small.
    bytes: u64,
    /// Positions that fit into memory, and those that are allowed.
    fit: u64,
    allowed: u64,
    /// Upper bound on the positions that are looked at in the time that is left, and the stop for a search that needs more.
    in_time: Option<(u64, Stop)>,
}

impl Room {
    fn of<G: Game>(holds: Holds, game: &G, limits: &Limits) -> Option<Room> {
        let words = game.words()?.count() as u64;
        let bytes = match holds {
            Holds::Graph(bytes) => bytes,
            _ => (8 * words + 1) * 5 / 4,
        };
        Some(Room {
            holds,
            bytes,
            fit: limits.memory / bytes,
            allowed: limits.positions.unwrap_or(u64::MAX),
            in_time: None,
        })
    }

    fn least(&self) -> u64 {
        self.fit.min(self.allowed)
    }

    /// Positions held at once.
    fn held(&self, seen: Seen) -> u64 {
        if self.holds == Holds::OneRank { seen.most } else { seen.all }
    }

    /// What ends a search for so many positions.
    fn refusal(&self, seen: Seen, limits: &Limits) -> Option<Stop> {
        let held = self.held(seen);
        if held > self.fit {
            let needed = held.saturating_mul(self.bytes);
            let [needed, limit] = [needed, limits.memory].map(|bytes| bytes.saturating_add(limits.own));
            return Some(Stop::Memory { needed, limit, fits: self.fit });
        }
        if seen.all > self.allowed {
            return Some(Stop::Positions { limit: self.allowed });
        }
        self.in_time.as_ref().filter(|(most, _)| seen.all > *most).map(|(_, slow)| slow.clone())
    }
}

/// The refusal, with what shows it and what helps.
fn hopeless(why: Stop, room: &Room, seen: Seen, games: usize, ask: Ask) -> Stop {
    let short = matches!(why, Stop::Memory { .. });
    let mut help = Vec::new();
    if short && room.holds == Holds::Images && seen.most <= room.fit {
        help.push("`--disk FOLDER` holds no more than neighbouring ranks in memory");
    }
    if ask > Ask::BestMoves {
        help.push(ASK_LESS);
    }
    let at_least = two_digits(if short { room.held(seen) } else { seen.all });
    Stop::Hopeless { why: Box::new(why), at_least, games: games as u64, help }
}

/// Does something with draws from a game; nothing where its positions have no words.
fn drawn<G: Game, T>(
    holds: Holds,
    game: &G,
    start: &G::Position,
    limits: &Limits,
    work: impl FnOnce(&mut Draws) -> T,
) -> Option<T> {
    let words = game.words()?;
    let (first, by) = beginning(game, start, words, limits);
    let by = by.filter(|_| holds != Holds::All);
    let source = Place { game, start, words, by: by.as_ref() };
    let told = match holds {
        Holds::All => Told::Bits,
        Holds::Images | Holds::OneRank => Told::Rank,
        Holds::Graph(_) => Told::Lot,
    };
    Some(work(&mut Draws::new(&source, told, &first)))
}

/// What is said of draws.
fn said(drawn: Drawn) -> u64 {
    drawn.at_least(DOUBT)
}

/// A count without all digits but two, for what is roughly so.
fn two_digits(count: u64) -> u64 {
    let unit = 10_u64.pow(count.checked_ilog10().unwrap_or(0).saturating_sub(1));
    count / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reached_positions_are_counted_up_to_so_many() {
        let text = "game Pairs\nstate a : 0..1_000 = 6\nstate b : 0..1_000 = 4\n\
                    move down { when a > 0; a -= 1 }\nmove low { when b > 0; b -= 1 }\nstuck => me loses\n";
        let rules = bouton_rules::check(&bouton_rules::Source::new("pairs", text)).0.expect("they are right");
        let game = crate::Instance::new(std::sync::Arc::new(rules), &[]).expect("there are no parameters");
        let (start, limits) = (game.start().expect("it begins"), Limits::default());
        let few = |most| at_most(&game, &start, most, &mut Meter::new(&limits, &Silent));
        // Whose turn it is makes no other position: 7 times 5.
        assert_eq!([34, 35, 36].map(few), [false, true, true]);
    }

    #[test]
    fn two_digits_are_kept() {
        assert_eq!([0, 9, 10, 99, 100, 7_999].map(two_digits), [0, 9, 10, 99, 100, 7_900]);
        assert_eq!(two_digits(u64::MAX), 18_000_000_000_000_000_000);
    }

    #[test]
    fn what_is_held_decides() {
        let limits = Limits::default();
        let room = |holds| Room { holds, bytes: 10, fit: 1_000, allowed: 5_000, in_time: None };
        let memory = |held: u64| Some(Stop::Memory { needed: held * 10, limit: limits.memory, fits: 1_000 });
        let refusal = |holds, all, most| room(holds).refusal(Seen { all, most }, &limits);
        assert_eq!(refusal(Holds::All, 1_000, 1_000), None);
        assert_eq!(refusal(Holds::Images, 1_001, 10), memory(1_001));
        assert_eq!(refusal(Holds::OneRank, 5_000, 1_000), None);
        assert_eq!(refusal(Holds::OneRank, 5_000, 1_001), memory(1_001));
        assert_eq!(refusal(Holds::OneRank, 5_001, 10), Some(Stop::Positions { limit: 5_000 }));
    }
}
