//! Every construct of the language in a small game of its own: compiled, or on the list of what is not, and what the code says of a position
//! is what the interpreter says.

mod games;
#[path = "../../../../benches/src/language/games.rs"]
mod ways;

use bouton_jit::{Arg, Lowering, Machine, ROW_MADE, ROW_MINE, ROW_THEIRS, Reply, Said, lower};
use bouton_rules::datum::Datum;
use bouton_rules::interpret::{Interpreter, Position, Turn};
use bouton_rules::layout::{Layout, Packed, turn};
use bouton_rules::{Source, check};
use games::{INTERPRETED, MOVES, NUMBERS, TRUTHS, VARIABLES, movement, number, truth, variable};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

/// Positions looked at of one game.
const MOST: usize = 60;

/// A move, its choices, what it gains, and where it leads.
type Row = (Option<usize>, Vec<Datum>, i64, i64, Vec<u64>);

struct Both {
    slow: Interpreter,
    layout: Layout,
    lowering: Lowering,
    machine: Machine,
}

impl Both {
    fn new(name: &str, text: &str) -> Result<Both, String> {
        let (rules, found) = check(&Source::new("construct.game", text.to_owned()));
        let rules = rules.unwrap_or_else(|| panic!("{name}: {found:?}"));
        let slow = Interpreter::new(Arc::new(rules), &[]).unwrap_or_else(|fault| panic!("{name}: {fault:?}"));
        let lowering = lower(&slow).map_err(|unfit| {
            let (line, _) = slow.rules().source.line_column(unfit.span.start);
            format!("line {line}: {}", unfit.what)
        })?;
        let machine =
            Machine::knowing(lowering.codes.clone(), lowering.tables.clone()).map_err(|refusal| refusal.to_string())?;
        let layout = Layout::new(slow.domains());
        Ok(Both { slow, layout, lowering, machine })
    }

    fn packed(&self, position: &Position) -> Packed {
        let turn = match position.turn {
            Turn::Of(player) => turn::of(player),
            Turn::Over(Some(bouton_rules::Player::First)) => turn::FIRST_LOST,
            Turn::Over(Some(bouton_rules::Player::Second)) => turn::SECOND_LOST,
            Turn::Over(None) => turn::OVER,
        };
        self.layout.pack(turn, &position.state)
    }

    /// What the code says: every successor, or nothing where it asks; no successors where the game is over.
    fn fast(&self, position: &Packed, mover: usize) -> Option<Vec<Row>> {
        let frame = self.lowering.frame;
        let mut out = vec![0_u64; 1 << 14];
        let mut padded = position.to_vec();
        padded.resize(padded.len().max(frame.given()), 0);
        let reply = self.machine.call(mover, &mut [Arg::U64(&padded), Arg::U64Mut(&mut out)]).unwrap();
        let Reply::Gives(given) = reply else { return None };
        let count = match Said::read(given, &out) {
            Said::On(count) => count,
            Said::Over(_) => 0,
            Said::More => panic!("there is room enough"),
        };
        let mut found: Vec<Row> = Vec::new();
        for row in out.chunks_exact(frame.row()).take(count) {
            let made = usize::try_from(row[ROW_MADE].cast_signed()).ok();
            let mut words = &row[frame.first_arg()..frame.first_word()];
            let mut choices = Vec::new();
            for chosen in made.map_or(&[][..], |made| &self.lowering.chosen[made]) {
                choices.push(chosen.read(words));
                words = &words[chosen.words()..];
            }
            let next = frame.position(row).to_vec();
            let row = (made, choices, row[ROW_MINE].cast_signed(), row[ROW_THEIRS].cast_signed(), next);
            if !self.lowering.twins || !found.contains(&row) {
                found.push(row);
            }
        }
        Some(found)
    }

    /// Compares both at every position reached; how many were looked at, and at how many the code asked.
    fn compare(&self, name: &str) -> (usize, usize) {
        let start = self.slow.start().unwrap_or_else(|fault| panic!("{name}: {fault:?}"));
        let mut seen = HashSet::from([start.clone()]);
        let mut waiting = VecDeque::from([start]);
        let (mut looked, mut asked) = (0, 0);
        while let Some(position) = waiting.pop_front().filter(|_| looked < MOST) {
            let Turn::Of(mover) = position.turn else { continue };
            looked += 1;
            let fast = self.fast(&self.packed(&position), mover.number());
            let shown = self.slow.show_position(&position);
            let ending = self.slow.ending(&position);
            let steps = match &ending {
                Ok(None) => self.slow.steps(&position),
                Ok(Some(_)) => Ok(Vec::new()),
                Err(fault) => Err(fault.clone()),
            };
            let Ok(steps) = steps else {
                assert_eq!(fast, None, "{name} at {shown}: the interpreter finds {steps:?}");
                continue;
            };
            let row = |step: &bouton_rules::interpret::Step| {
                let next = self.packed(&step.next).to_vec();
                (step.mv.made, step.mv.args.clone(), step.mine, step.theirs, next)
            };
            match fast {
                None => asked += 1,
                Some(fast) => assert_eq!(fast, steps.iter().map(row).collect::<Vec<Row>>(), "{name} at {shown}"),
            }
            for step in steps {
                if seen.insert(step.next.clone()) {
                    waiting.push_back(step.next);
                }
            }
        }
        (looked, asked)
    }
}

#[test]
fn every_construct_is_compiled_or_on_the_list() {
    let numbers = NUMBERS.iter().map(|expr| ((*expr).to_owned(), number(expr)));
    let truths = TRUTHS.iter().map(|expr| ((*expr).to_owned(), truth(expr)));
    let moves = MOVES.iter().map(|(choices, body)| (format!("{choices} {body}"), movement(choices, body)));
    let variables = VARIABLES.iter().map(|(state, change)| (format!("{state} {change}"), variable(state, change)));
    let (mut all, mut wrong, mut asks) = (0, Vec::new(), Vec::new());
    for (name, text) in numbers.chain(truths).chain(moves).chain(variables) {
        all += 1;
        let listed = INTERPRETED.iter().any(|(known, _)| *known == name);
        match std::panic::catch_unwind(|| Both::new(&name, &text).map(|both| both.compare(&name))) {
            Err(panic) => wrong.push(panic.downcast_ref::<String>().cloned().unwrap_or_else(|| name.clone())),
            Ok(Err(why)) if !listed => wrong.push(format!("{name}: {why}")),
            Ok(Ok(_)) if listed => wrong.push(format!("{name}: compiled now")),
            Ok(Ok((looked, asked))) if asked > 0 || looked < 10 => asks.push(format!("{name}: {asked} of {looked}")),
            Ok(_) => {}
        }
    }
    println!("{all} constructs; the code asks at some positions of:\n{}", asks.join("\n"));
    assert!(wrong.is_empty(), "{} of {all}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(asks.len() * 20 < all, "the code asks too often");
    assert!(INTERPRETED.len() * 40 <= all, "too much is interpreted");
}

#[test]
fn innocent_ways_to_write_a_game_are_all_compiled() {
    let mut wrong = Vec::new();
    for (name, texts) in ways::games() {
        // Parts of sums are valued in bulk, and their positions are multisets.
        for text in texts.into_iter().filter(|text| !text.contains("\npart ")) {
            match Both::new(name, text).map(|both| both.compare(name)) {
                Err(why) => wrong.push(format!("{name}: {why}\n{text}")),
                Ok((_, asked)) if asked > 0 => wrong.push(format!("{name} asks\n{text}")),
                Ok(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
