//! `bouton refute`: the smallest case on which a belief about how to play loses something.

use super::cases::CaseArgs;
use super::only;
use super::stress::faulty;
use crate::children::{How, Spawned};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load};
use crate::machine::{read_count, read_time};
use crate::options::{GameArgs, LimitArgs};
use crate::screen::Screen;
use crate::session;
use bouton::limits::cores;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};
use bouton::{Limits, Value};
use bouton_teach::beliefs::{BELIEFS, Belief, Slip};
use bouton_teach::cases::{Judge, Maker};
use bouton_teach::gallery;
use bouton_teach::refute::{Verdict, refute, refute_program};
use bouton_teach::scene::outcome_words;
use bouton_teach::stress::{Halt, Trouble};
use bouton_teach::words::Word;
use serde_json::json;
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  bouton refute stone-game greedy
  bouton refute 1140 'move take(X) by max X'
  bouton refute stone-game -- python3 first_move.py";

const ABOUT: &str = "Find the smallest case on which a belief about how to play loses something

A belief is greedy (take the most points now), modest (the fewest), first or last (in the order of the rules); or a rule for choosing a \
move in the words of the game, `move take(X) by max X`, several with `;` between; or a program that reads a case and prints its \
first move.

Exits with 1 if the belief is refuted, with 0 if no case that was looked at does so: that is no proof.";

/// How long a program may take for a case.
const TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug, clap::Args)]
#[command(about = "Find the smallest case on which a belief loses", long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A gallery name, a problem number, or a path to a .game file
    #[arg(value_name = "GAME")]
    game: String,
    /// The belief, and parameters (name=VALUE) that are the same in every case
    #[arg(value_name = "BELIEF NAME=VALUE…")]
    words: Vec<String>,
    /// A program that reads a case and prints its first move
    #[arg(last = true, value_name = "PROGRAM")]
    program: Vec<String>,
    /// Look at so many cases at most, smallest first [default: 20000, with a program 500]
    #[arg(long = "cases", value_name = "N", value_parser = read_count)]
    count: Option<u64>,
    /// How long the program may take for a case [default: 5s]
    #[arg(long, value_name = "TIME", value_parser = read_time, requires = "program")]
    timeout: Option<Duration>,
    #[command(flatten)]
    cases: CaseArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "refute")?;
    let loaded = load(&args.game)?;
    let is_param = |word: &String| {
        word.split_once('=')
            .is_some_and(|(name, _)| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_'))
    };
    let (words, beliefs): (Vec<String>, Vec<String>) = args.words.iter().cloned().partition(is_param);
    let game = GameArgs { game: args.game.clone(), words, params: None };
    let limits = session::limits_of_each(&args.limits);
    let (maker, judge) = args.cases.read(&loaded, &game, None, limits.clone())?;
    let (what, verdict) = match (beliefs.as_slice(), args.program.as_slice()) {
        ([_], []) if args.cases.input.is_some() => {
            let finding = Diagnostic::error("C06", "`--input` is what a program reads, and no program is named");
            return Err(Failure::new(finding.help("leave out `--input`, or name a program after `--`")));
        }
        ([text], []) => by_belief(args, text, &loaded, maker, &limits)?,
        ([], [_, ..]) => by_program(args, &loaded, &maker, &judge)?,
        _ => {
            let finding = Diagnostic::error("F01", "one belief is wanted, or a program after `--`");
            let names = Text::names(BELIEFS.map(|(name, _)| name));
            return Err(Failure::new(finding.help(say!("{names}, or a rule such as 'move take(X) by max X'"))));
        }
    };
    tell(&what, &loaded, &verdict, screen)?;
    let exit = if verdict.refuted.is_some() { Exit::No } else { Exit::Yes };
    Ok(faulty(&verdict.faults, exit, screen))
}

fn by_belief(
    args: &Args,
    text: &str,
    loaded: &Loaded,
    maker: Maker,
    limits: &Limits,
) -> Result<(String, Verdict), Failure> {
    let belief = Belief::read(&loaded.rules, text).map_err(|finding| Failure::new(*finding))?;
    let maker = Maker { rules: belief.rules.clone(), ..maker };
    let most = usize::try_from(args.count.unwrap_or(20_000)).unwrap_or(usize::MAX);
    let verdict = refute(&belief, &maker, limits, most).map_err(|stop| Failure::stop(&loaded.rules.source, &stop))?;
    Ok((belief.text, verdict))
}

fn by_program(args: &Args, loaded: &Loaded, maker: &Maker, judge: &Judge) -> Result<(String, Verdict), Failure> {
    let how = How {
        words: args.program.clone(),
        timeout: args.timeout.unwrap_or(TIMEOUT),
        cancel: judge.limits.cancel.clone(),
    };
    let name = how.shown();
    let mut program = Spawned::new(how, cores());
    let most = usize::try_from(args.count.unwrap_or(500)).unwrap_or(usize::MAX);
    let verdict = refute_program(&mut program, maker, judge, most).map_err(|trouble| match trouble {
        Trouble::Halt(Halt::Interrupted) => Failure::interrupted("the program was ended, and nothing was found yet"),
        Trouble::Halt(Halt::Refused { message, help }) => Failure::new(Diagnostic::error("S01", message).help(help)),
        Trouble::Unsolved(stop) => Failure::stop(&loaded.rules.source, &stop),
    })?;
    Ok((name, verdict))
}

fn tell(what: &str, loaded: &Loaded, verdict: &Verdict, screen: &mut Screen) -> Result<(), Failure> {
    if screen.for_programs() {
        let refuted = verdict.refuted.as_ref().map(|(case, slip)| {
            json!({
                "case": case, "position": slip.position, "right": slip.right.to_string(), "got": slip.got.to_string(),
                "chosen": slip.chosen.0, "better": slip.better.0,
            })
        });
        return screen.json(
            &json!({"schema": "bouton.refutation/1", "belief": what, "cases": verdict.cases, "refuted": refuted}),
        );
    }
    let cases = Word::Count(i64::try_from(verdict.cases).unwrap_or(i64::MAX));
    let Some((case, slip)) = &verdict.refuted else {
        return screen.line(&screen.lang.say("refute-none", &[("belief", what.into()), ("cases", cases)]));
    };
    screen.line(
        &screen.lang.say("refute-case", &[("belief", what.into()), ("case", case.as_str().into()), ("cases", cases)]),
    )?;
    screen.line("")?;
    tell_slip(loaded, slip, screen)?;
    let words: Vec<String> = case.split(' ').map(|word| format!("'{word}'")).collect();
    let command = format!("bouton why {} {}", loaded.word(), words.join(" "));
    screen.line(&screen.lang.say("stress-solve", &[("command", command.into())]))
}

fn tell_slip(loaded: &Loaded, slip: &Slip, screen: &mut Screen) -> Result<(), Failure> {
    if !slip.before.is_empty() {
        let made = |(player, mv): &(bouton::Player, String)| {
            format!("{} {mv}", gallery::player(&loaded.rules, *player, screen.lang))
        };
        let line: Vec<String> = slip.before.iter().map(made).collect();
        screen.line(&screen.lang.say("refute-line", &[("line", line.join(" · ").into())]))?;
    }
    let [chosen, better] =
        [&slip.chosen, &slip.better].map(|(mv, value)| (mv.clone(), outcome_words(*value, screen.lang)));
    let width = chosen.0.chars().count().max(better.0.chars().count());
    let pad = |text: &str| format!("{text:<width$}");
    screen.line(
        &screen
            .lang
            .say("refute-at", &[("position", gallery::place(&loaded.rules, &slip.position, screen.lang).into())]),
    )?;
    let words = |(mv, value): &(String, String)| [("move", Word::Text(pad(mv))), ("value", Word::Text(value.clone()))];
    screen.line(&screen.lang.say("refute-chosen", &words(&chosen)))?;
    screen.line(&screen.lang.say("refute-better", &words(&better)))?;
    if matches!(slip.right, Value::Lead(_)) {
        let words = [("right", slip.right.to_string().into()), ("got", slip.got.to_string().into())];
        screen.line(&screen.lang.say("refute-turns", &words))?;
    }
    screen.line("")
}
