//! Rules that bytes choose mean one thing only: the interpreter and machine code, brute force and every other method, before and after formatting.
//! Says now and then how many of its inputs were worth something.
#![no_main]

#[path = "../../crates/bouton/tests/machine/engines.rs"]
mod engines;
#[path = "../../crates/bouton/tests/random_rules/laws.rs"]
mod laws;
#[path = "../../crates/bouton/tests/random_rules/near.rs"]
mod near;
#[path = "../../crates/bouton/tests/random_rules/texts.rs"]
mod texts;

use bouton::instance::{Instance, Jit};
use bouton::sample::Dice;
use bouton_rules::{Source, check};
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock, Mutex};

/// Inputs between two reports.
const OFTEN: u64 = 256;

/// What the inputs were worth: to the methods, and to the two engines.
static WORTH: LazyLock<Mutex<(laws::Tally, engines::Tally)>> = LazyLock::new(Mutex::default);

fuzz_target!(|bytes: &[u8]| {
    let Some((family, throws)) = bytes.split_first() else { return };
    let (name, family) = texts::FAMILIES[usize::from(*family) % texts::FAMILIES.len()];
    let text = family(&mut Dice::chosen(throws.to_vec()));
    let source = Source::new(format!("{name}.game"), text.as_str());
    let worth = laws::judge_text(&source).unwrap_or_else(|wrong| panic!("{text}\n{wrong}"));
    let mut tallies = WORTH.lock().expect("one input at a time");
    let (methods, machine) = &mut *tallies;
    methods.add(&worth);
    let rules = check(&source).0.expect("it was judged");
    if let Ok(slow) = Instance::new(Arc::new(rules), &[]) {
        let (fast, slow) = (slow.clone().with_jit(Jit::AtOnce), slow.with_jit(Jit::Off));
        engines::compare(&text, &slow, &fast, machine);
    }
    if methods.texts % OFTEN == 0 {
        eprintln!("{methods}\nmachine code knew {} of {} positions", machine.known, machine.compared);
    }
});
