//! The interpreter and machine code, position by position.

use bouton::game::{Gain, Game, Leads, Many, Numbers, Rows};
use bouton::instance::Instance;
use bouton::value::Kind;
use bouton_rules::layout::{Packed, turn};
use std::collections::{HashSet, VecDeque};

/// Positions looked at of one game.
const MOST: usize = 200;

/// Positions compared, and those of them that the code knew without the interpreter.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) compared: usize,
    pub(crate) known: usize,
    /// Positions compared that were looked at together.
    pub(crate) together: usize,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Tally) {
        self.compared += other.compared;
        self.known += other.known;
        self.together += other.together;
    }
}

/// Compares both on every position reached, breadth first.
pub(crate) fn compare(name: &str, slow: &Instance, fast: &Instance, tally: &mut Tally) {
    let Ok(start) = slow.start() else { return };
    let mut seen = HashSet::from([start.clone()]);
    let mut waiting = VecDeque::from([start]);
    let mut compared = 0;
    while let Some(position) = waiting.pop_front().filter(|_| compared < MOST) {
        compared += 1;
        if let (true, Ok(code)) = (position[0] & 7 < turn::FIRST_LOST, fast.compiled()) {
            tally.compared += 1;
            tally.known += usize::from(code.knows(&position));
        }
        for next in same_at(name, slow, fast, &position) {
            if seen.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    tally.together += same_together(name, fast, &seen);
}

/// Positions looked at together lead where they lead one by one, by numbers and by words: how many were compared.
fn same_together(name: &str, game: &Instance, positions: &HashSet<Packed>) -> usize {
    let Some(words) = game.words() else { return 0 };
    let mut sorts = [Vec::new(), Vec::new()];
    for position in positions {
        let mut row = vec![0; words.count()];
        words.write(&game.canonical(position.clone()), &mut row);
        if let Some(sort) = words.many_rows(1).and_then(|many| many.sort(&row)) {
            sorts[sort].push(row);
        }
    }
    let numbered = [words.numbers(), words.reduced().map(|reduced| &reduced.numbers)].into_iter().flatten();
    let ways = numbered.filter_map(|numbers| Some((words.many(numbers)?, Some(numbers))));
    let ways = ways.chain(words.many_rows(1).map(|many| (many, None)));
    ways.map(|way| same_by(name, game, way, &sorts)).max().unwrap_or(0)
}

/// The same by these numbers; without them by words.
fn same_by(
    name: &str,
    game: &Instance,
    (many, numbers): (&dyn Many, Option<&Numbers>),
    sorts: &[Vec<Vec<u64>>; 2],
) -> usize {
    let words = game.words().expect("they were asked for");
    let (mut leads, mut compared) = (Leads::default(), 0);
    for (sort, rows) in sorts.iter().enumerate() {
        for rows in [rows.chunks(7).collect::<Vec<_>>(), rows.chunks(1).collect()].concat() {
            if many.look(sort, &rows.concat(), &mut leads).is_none() {
                continue;
            }
            assert_eq!(leads.positions.len(), rows.len(), "{name}");
            let mut from = 0;
            for (row, (ending, to)) in rows.iter().zip(&leads.positions) {
                let (mut nexts, shown) = (Rows::default(), || game.show_position(&words.read(row)));
                assert_eq!(words.look(row, &mut nexts).as_ref(), Ok(ending), "{name} at {}", shown());
                let gain = |gain: Gain| if game.kind() == Kind::Outcome { Some(0) } else { gain.net() };
                let heads = nexts.heads.iter().map(|(head, same)| (*same, gain(*head)));
                let told = leads.moves(from..*to);
                assert!(told.map(|lead| (lead.same, Some(lead.gain))).eq(heads), "{name} at {}", shown());
                if let Some(numbers) = numbers {
                    // What has no number has any that is too large.
                    let known = |number: u64| Some(number).filter(|number| *number < numbers.size());
                    let one_by_one = nexts.words.chunks(words.count()).map(|next| known(numbers.number(next)));
                    let together = leads.moves(from..*to).map(|lead| known(lead.number));
                    assert!(together.eq(one_by_one), "{name} at {}", shown());
                } else {
                    let mut together = Rows::default();
                    leads.put(from..*to, &mut together);
                    assert_eq!(together.words, nexts.words, "{name} at {}", shown());
                }
                (from, compared) = (*to, compared + 1);
            }
        }
    }
    compared
}

fn same_at(name: &str, slow: &Instance, fast: &Instance, position: &Packed) -> Vec<Packed> {
    let shown = || format!("{name} at {}", slow.show_position(position));
    let (ending, quick) = (slow.ending(position), fast.ending(position));
    assert_eq!(quick, ending, "ending of {}", shown());
    let (mut looked, mut looked_slowly) = (Vec::new(), Vec::new());
    let (look, slow_look) = (fast.look(position, &mut looked), slow.look(position, &mut looked_slowly));
    assert_eq!(look, slow_look, "look of {}", shown());
    assert_eq!(looked, looked_slowly, "successors of {}", shown());
    if !matches!(ending, Ok(None)) {
        return Vec::new();
    }
    let (mut steps, mut quick_steps) = (Vec::new(), Vec::new());
    let (done, quick_done) = (slow.steps(position, &mut steps), fast.steps(position, &mut quick_steps));
    assert_eq!(quick_done, done, "steps of {}", shown());
    let plain = |steps: &[bouton::game::Step<Instance>]| -> Vec<(String, Gain, Packed)> {
        steps.iter().map(|step| (slow.show_move(&step.mv), step.gain, step.next.clone())).collect()
    };
    assert_eq!(plain(&quick_steps), plain(&steps), "steps of {}", shown());
    steps.into_iter().map(|step| step.next).collect()
}
