//! The points of each player: exact where every line of play hands out the same sum, otherwise those of one line.

use crate::answer::{Line, LineEnd, proven};
use crate::dice::Dice;
use crate::error::{Stop, uninterrupted};
use crate::game::{Ending, Game, Rows, Step, WordRow, Words, round_lead, row_of};
use crate::instance::Instance;
use crate::limits::Limits;
use crate::methods;
use crate::path::trouble;
use crate::recurrence::{Recurrence, Substitution, within_bounds};
use crate::solution::Solution;
use crate::store::{NONE, Rowed};
use crate::value::{Kind, Value};
use bouton_rules::Player;
use bouton_rules::layout::Packed;
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::hash::Hash;

/// The points that each player gets from a position on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// By player, in the order they are named.
    pub points: [i64; 2],
    /// Whether they hold for all best play; otherwise only for the line shown.
    pub exact: bool,
}

/// Positions looked at to find that every line hands out the same sum; beyond this the line's own totals are given.
const MOST_POSITIONS: u64 = 2_000_000;
/// The same where the method did not look at every position.
const MOST_UNSEEN: u64 = 10_000;

/// The totals of a solved position; nothing in outcome games.
///
/// They are exact when the rules state `remaining` and it can be shared so (of an odd number neither leads by 0), or when every line of play hands out the same sum (looked at in full, up to two
/// million positions): then total = (sum ± lead) / 2. Otherwise they are those of the line.
pub(super) fn totals(
    game: &Instance,
    solution: &Solution<Instance>,
    at: &Packed,
    value: Value,
    line: &Line<Instance>,
) -> Result<Option<Totals>, Stop> {
    let Value::Lead(lead) = value else { return Ok(None) };
    let closed = proven(game, solution);
    let sum = match game.interpreter().remaining_points(&game.unpack(at)) {
        Ok(Some(sum)) => Some(sum),
        // Going round hands out no sum.
        Ok(None) if game.repeat().is_some() => None,
        Ok(None) if solution.whole && solution.positions <= MOST_POSITIONS => {
            same_sum(game, closed, at, (MOST_POSITIONS, solution.positions))?
        }
        Ok(None) if !solution.whole => same_sum(game, closed, at, (MOST_UNSEEN, 0))?,
        Ok(None) => None,
        Err(fault) => return Err(trouble(game, at, at, None, fault.into())),
    };
    let halves = |sum: &i64| game.repeat().is_none() || sum.wrapping_sub(lead) % 2 == 0;
    let totals = match sum.filter(halves) {
        Some(sum) => shared(sum, lead, game.mover(at)).map(|points| Totals { points, exact: true }),
        None => of_line(game, line)?.map(|points| Totals { points, exact: false }),
    };
    Ok(totals)
}

/// (sum ± lead) / 2.
fn shared(sum: i64, lead: i64, mover: Player) -> Option<[i64; 2]> {
    let mine = i64::try_from((i128::from(sum) + i128::from(lead)) / 2).ok()?;
    let theirs = i64::try_from((i128::from(sum) - i128::from(lead)) / 2).ok()?;
    Some(match mover {
        Player::First => [mine, theirs],
        Player::Second => [theirs, mine],
    })
}

/// What the end of a line gives beside what was gained on the way, and to whom: at a finished position, or where play goes round.
///
/// # Errors
/// The game's faults there.
pub fn given_last<G: Game>(game: &G, last: &G::Position, end: LineEnd) -> Result<Option<(Player, i64)>, Stop> {
    let at_fault = |fault| trouble(game, last, last, None, fault);
    let lead = match end {
        LineEnd::Cut => None,
        LineEnd::Repeats { .. } if game.kind() == Kind::Points => Some(round_lead(game, last).map_err(at_fault)?),
        LineEnd::Repeats { .. } => None,
        LineEnd::Finished => match game.ending(last).map_err(at_fault)? {
            Some(Ending::Lead(lead)) => Some(lead),
            _ => None,
        },
    };
    let mover = game.mover(last);
    Ok(lead.map(|lead| (if lead >= 0 { mover } else { mover.other() }, lead.saturating_abs())))
}

/// The points gained along a line, and those given at its end.
fn of_line(game: &Instance, line: &Line<Instance>) -> Result<Option<[i64; 2]>, Stop> {
    let mut points = [Some(0i64); 2];
    let mut add = |player: Player, gained: i64| {
        let total = &mut points[player.number()];
        *total = total.and_then(|total| total.checked_add(gained));
    };
    for made in &line.moves {
        add(made.mover, made.gain.mine);
        add(made.mover.other(), made.gain.theirs);
    }
    if let Some((leader, lead)) = given_last(game, &line.last, line.end)? {
        add(leader, lead);
    }
    Ok(points[0].zip(points[1]).map(|(first, second)| [first, second]))
}

/// Whether to go on is asked each time that so many more positions are known.
const LOOKS: usize = 1 << 10;

/// Positions looked at one by one before closed forms are solved for the most and the least that lines hand out: for fewer that takes longer, and where
/// sums differ that mostly shows among the first.
const FEW: u64 = 1 << 10;

/// The sum of both players' points from a position on, if every line of play hands out the same. At most `most` positions are looked at one by one;
/// `solved` says how many the solution holds, if it holds all, else 0.
fn same_sum(
    game: &Instance,
    closed: Option<&Recurrence>,
    start: &Packed,
    (most, solved): (u64, u64),
) -> Result<Option<i64>, Stop> {
    let first = game.canonical(start.clone());
    let mut sums = Sums::Unknown;
    let closed = closed.filter(|recurrence| recurrence.has_small_points());
    if let Some((recurrence, variables)) = closed.zip(game.variables(&first)) {
        let look = |at: &Vec<i64>| {
            uninterrupted(game)?;
            Ok(given_by(recurrence, at))
        };
        sums = some_sums(&variables, FEW.min(most), look)?;
        if sums == Sums::Unknown {
            sums = every_sum(variables.clone(), FEW.min(most), look)?;
        }
        if sums == Sums::Unknown {
            sums = solved_sums(game, (recurrence, &variables), solved)?;
        }
    }
    if sums == Sums::Unknown {
        sums = match game.words() {
            Some(words) => sums_in_words(game, words, &row_of(game, words, &first), most)?,
            None => every_sum(first, most, |at| {
                uninterrupted(game)?;
                given_at(game, start, at)
            })?,
        };
    }
    Ok(if let Sums::Same(sum) = sums { Some(sum) } else { None })
}

/// A table of the most and the least may have so many numbers for each position that was solved.
const NUMBERS: u64 = 1 << 4;

/// Whether the line that hands out most hands out as much as the one that hands out least, both as if one player made every move: by closed forms,
/// without the variables that others tell. Unknown where they do not say, or have too many numbers for so many positions.
fn solved_sums(game: &Instance, closed: (&Recurrence, &[i64]), solved: u64) -> Result<Sums, Stop> {
    let proven = game.words().and_then(|words| words.proven()).and_then(|reduced| reduced.proven.as_ref());
    let told = |(substitution, recurrence): &&(Substitution, Recurrence)| {
        substitution.holds_at(closed.1) && within_bounds(&substitution.without(closed.1), &recurrence.bounds())
    };
    let (recurrence, variables) = match proven.filter(told) {
        Some((substitution, recurrence)) => (recurrence, substitution.without(closed.1)),
        None => (closed.0, closed.1.to_vec()),
    };
    let size = recurrence.size().filter(|size| *size <= solved.saturating_mul(NUMBERS));
    if size.is_some() { most_and_least(recurrence, &variables, game.limits()) } else { Ok(Sums::Unknown) }
}

fn most_and_least(recurrence: &Recurrence, variables: &[i64], limits: &Limits) -> Result<Sums, Stop> {
    let limits = Limits { positions: None, ..limits.clone() };
    let best = |times: i64| match recurrence.handed_out(times) {
        Some(recurrence) => methods::best_of(&recurrence, variables, &limits),
        None => Ok(None),
    };
    let Some(most) = best(1)? else { return Ok(Sums::Unknown) };
    Ok(match best(-1)?.and_then(i64::checked_neg) {
        None => Sums::Unknown,
        Some(least) if least == most => Sums::Same(most),
        Some(_) => Sums::Differ,
    })
}

/// What a position hands out.
enum Given<P> {
    /// In the end.
    End(i64),
    /// By each of its moves, and where that leads; nothing where it is more than 64 bits hold.
    Moves(Vec<(Option<i64>, P)>),
}

/// What an ending hands out.
fn handed_at_end(ending: Ending) -> i64 {
    if let Ending::Lead(lead) = ending { lead.saturating_abs() } else { 0 }
}

fn given_at(game: &Instance, start: &Packed, position: &Packed) -> Result<Given<Packed>, Stop> {
    let at_fault = |fault| trouble(game, start, position, None, fault);
    if let Some(ending) = game.ending(position).map_err(at_fault)? {
        return Ok(Given::End(handed_at_end(ending)));
    }
    let mut steps: Vec<Step<Instance>> = Vec::new();
    game.steps(position, &mut steps).map_err(at_fault)?;
    let given = |step: Step<Instance>| (step.gain.mine.checked_add(step.gain.theirs), game.canonical(step.next));
    Ok(Given::Moves(steps.into_iter().map(given).collect()))
}

fn given_by(recurrence: &Recurrence, variables: &[i64]) -> Given<Vec<i64>> {
    let end = |value| Given::End(if let Value::Lead(lead) = value { lead.saturating_abs() } else { 0 });
    let mut moves = Vec::new();
    let over = recurrence.ending(variables);
    if over.is_none() {
        recurrence.each(variables, &mut |_, mv, values| {
            let next = mv.next.iter().map(|form| form.at(values)).collect();
            moves.push((Some(mv.given.at(values, &recurrence.rows)), next));
            true
        });
    }
    match over.or_else(|| recurrence.when_stuck(variables).filter(|_| moves.is_empty())) {
        Some(value) => end(value),
        None => Given::Moves(moves),
    }
}

/// What lines of play from a position on hand out.
#[derive(Debug, PartialEq, Eq)]
enum Sums {
    Same(i64),
    Differ,
    /// That was not found out.
    Unknown,
}

/// Lines played at random, which may look at so many positions together: where sums differ mostly two of these do. Else nothing is found out.
fn some_sums<P: Clone>(start: &P, most: u64, mut look: impl FnMut(&P) -> Result<Given<P>, Stop>) -> Result<Sums, Stop> {
    let (mut dice, mut known, mut sum, mut at) = (Dice::new(0), None, 0_i64, start.clone());
    for _ in 0..most {
        let points = match look(&at)? {
            Given::End(points) => Some(points),
            Given::Moves(moves) if moves.is_empty() => None,
            Given::Moves(mut moves) => {
                let (given, next) = moves.swap_remove(dice.below(moves.len()));
                at = next;
                match given.and_then(|given| sum.checked_add(given)) {
                    Some(given) => sum = given,
                    None => break,
                }
                continue;
            }
        };
        let Some(all) = points.and_then(|points| sum.checked_add(points)) else { break };
        if known.is_some_and(|known| known != all) {
            return Ok(Sums::Differ);
        }
        (known, sum, at) = (Some(all), 0, start.clone());
    }
    Ok(Sums::Unknown)
}

fn every_sum<P: Clone + Eq + Hash>(
    start: P,
    most: u64,
    mut look: impl FnMut(&P) -> Result<Given<P>, Stop>,
) -> Result<Sums, Stop> {
    let (mut known, mut waiting) = (HashMap::with_hasher(FixedState::default()), vec![start.clone()]);
    while let Some(position) = waiting.last().cloned() {
        if known.contains_key(&position) {
            waiting.pop();
            continue;
        }
        if (known.len() + waiting.len()) as u64 > most.saturating_mul(4) {
            return Ok(Sums::Unknown);
        }
        let sum = match look(&position)? {
            Given::End(points) => points,
            Given::Moves(moves) => {
                let before = waiting.len();
                waiting.extend(moves.iter().map(|(_, next)| next).filter(|next| !known.contains_key(*next)).cloned());
                if waiting.len() > before {
                    continue;
                }
                let mut sums = moves.iter().map(|(given, next)| given.as_ref()?.checked_add(*known.get(next)?));
                match sums.next().flatten() {
                    Some(first) if sums.all(|sum| sum == Some(first)) => first,
                    _ => return Ok(Sums::Differ),
                }
            }
        };
        known.insert(position, sum);
        waiting.pop();
    }
    Ok(known.get(&start).map_or(Sums::Unknown, |sum| Sums::Same(*sum)))
}

/// A position in words whose moves are followed, one after the other.
struct Open {
    row: WordRow,
    /// Where its moves lie among all that wait, and the next of them.
    from: usize,
    next: usize,
    /// What those hand out that were followed.
    sum: Option<i64>,
}

/// The same for positions in words, each looked at once.
fn sums_in_words(game: &Instance, words: &dyn Words<Packed>, first: &[u64], most: u64) -> Result<Sums, Stop> {
    let (mut known, mut rows, mut open) = (Rowed::new(Kind::Points, first.len()), Rows::default(), Vec::new());
    let mut coming = Some(WordRow::from_slice(first));
    known.open(first);
    loop {
        if let Some(row) = coming.take() {
            let (from, at_fault) = (rows.heads.len(), |fault| Stop::at(fault, game.show_position(&words.read(&row))));
            if let Some(ending) = words.look(&row, &mut rows).map_err(at_fault)? {
                rows.truncate(from, row.len());
                known.know(&row, handed_at_end(ending)).map_err(at_fault)?;
            } else {
                open.push(Open { row, from, next: from, sum: None });
            }
            if known.len() % LOOKS == 0 {
                uninterrupted(game)?;
            }
        }
        let Some(Open { row, from, next, sum }) = open.last_mut() else { break };
        let Some(next_row) = rows.words.get(*next * row.len()..).and_then(|rest| rest.get(..row.len())) else {
            // The last of its moves: all hand out the same.
            if sum.is_none_or(|sum| known.know(row, sum).is_err()) {
                return Ok(Sums::Differ);
            }
            rows.truncate(*from, row.len());
            open.pop();
            continue;
        };
        let Some(code) = known.open(next_row) else {
            if known.len() as u64 > most {
                return Ok(Sums::Unknown);
            }
            coming = Some(WordRow::from_slice(next_row));
            continue;
        };
        let (gain, _) = rows.heads[*next];
        let given = gain.mine.checked_add(gain.theirs).and_then(|given| given.checked_add(code));
        match given.filter(|given| code != NONE && sum.is_none_or(|sum| sum == *given)) {
            Some(given) => (*sum, *next) = (Some(given), *next + 1),
            None => return Ok(Sums::Differ),
        }
    }
    Ok(if known.code(first) == NONE { Sums::Unknown } else { Sums::Same(known.code(first)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// Closed forms solved twice, and one position after the other: by closed forms, in words, and step by step.
    #[test]
    fn sums_are_found_alike_in_every_way() {
        let ends = "let xs = [(k * k * 7 + k) % 23 for k in 0..<60]\nstate i : 0..60 = 0\nstate j : 0..60 = 60\n\
                    move left { when i < j; gain xs[i]; i += 1 }\n";
        let board = "let g = [[(r * 5 + c * c * 3) % 11 for c in 0..<8] for r in 0..<8]\nstate a : 0..8 = 0\nstate b : 0..8 = 8\n\
                     state c : 0..8 = 0\nstate d : 0..8 = 8\n\
                     move top { when a < b and c < d; gain sum(g[a][k] for k in c..<d); a += 1 }\n\
                     move bottom { when a < b and c < d; gain sum(g[b - 1][k] for k in c..<d); b -= 1 }\n\
                     move left { when a < b and c < d; gain sum(g[k][c] for k in a..<b); c += 1 }\n";
        let (mut same, mut differ, mut soon) = (0, 0, 0);
        for text in [
            format!("{ends}move right {{ when i < j; gain xs[j - 1]; j -= 1 }}\n"),
            format!("{ends}move right {{ when i < j; gain xs[j - 1] + (if j == 2 then 1 else 0); j -= 1 }}\n"),
            format!("{ends}move drop {{ when i < j; j -= 1 }}\n"),
            format!("{ends}move right {{ when i < j; gain xs[j - 1]; j -= 1 }}\nend when i == j => me leads by 2\n"),
            format!(
                "{ends}move right {{ when i < j; gain xs[j - 1]; j -= 1 }}\nend when i == j => opponent leads by 3\n"
            ),
            format!("{board}move right {{ when a < b and c < d; gain sum(g[k][d - 1] for k in a..<b); d -= 1 }}\n"),
            format!("{board}move right {{ when a < b and c < d; gain 1; d -= 1 }}\n"),
        ] {
            let text = format!("game Sums\n{text}");
            let rules = bouton_rules::check(&bouton_rules::Source::new("sums", &text)).0.expect("they are right");
            let game = Instance::new(Arc::new(rules), &[]).expect("there are no parameters");
            let first = game.canonical(game.start().expect("it begins"));
            let recurrence = game.recurrence().expect("it has one");
            let variables = game.variables(&first).expect("it has variables");
            let words = game.words().expect("it has words");
            let by_closed = every_sum(variables.clone(), u64::MAX, |at| Ok(given_by(recurrence, at))).unwrap();
            let at_random = some_sums(&variables, FEW, |at| Ok(given_by(recurrence, at))).unwrap();
            assert!(at_random == Sums::Unknown || at_random == by_closed, "{text}");
            soon += i32::from(at_random == Sums::Differ);
            let in_words = sums_in_words(&game, words, &row_of(&game, words, &first), u64::MAX);
            let by_steps = every_sum(first.clone(), u64::MAX, |at| given_at(&game, &first, at)).unwrap();
            assert_eq!((&in_words.unwrap(), &by_steps), (&by_closed, &by_closed), "{text}");
            let solved = most_and_least(recurrence, &variables, &Limits::default()).unwrap();
            assert_eq!(solved, by_closed, "{text}");
            let is_same = by_closed != Sums::Differ;
            (same, differ) = (same + i32::from(is_same), differ + i32::from(!is_same));
        }
        // What happens on few lines is not found at random.
        assert_eq!((same, differ, soon), (4, 3, 2));
    }
}
