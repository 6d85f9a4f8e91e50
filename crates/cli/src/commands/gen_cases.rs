//! `bouton gen`: cases with their answers, for judges and for tests.

use super::cases::{AnswerArgs, CaseArgs, profiles};
use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load};
use crate::machine::read_count;
use crate::options::{GameArgs, LimitArgs};
use crate::screen::Screen;
use crate::session;
use crate::write::create;
use bouton::Stop;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};
use bouton_teach::beliefs::Belief;
use bouton_teach::cases::{Case, Judge, Maker, PROFILES, Profile, Worker};
use bouton_teach::refute::slip;
use serde_json::json;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::Ordering;

const EXAMPLES: &str = "Examples:
  bouton gen 1140 --count 3
  bouton gen 1140 --count 50 --profile 'tiny, random, equal, increasing, adversarial:greedy' --out cases
  bouton gen nim --max len=4 --max value=9 --answer 'First wins' --format jsonl";

/// Cases of which this many in a row are refused by a profile end the search for more.
const PATIENCE: u64 = 5_000;

/// Make cases with their answers: what a program reads, and what it must print
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many
    #[arg(long, default_value = "10", value_name = "N", value_parser = read_count)]
    count: u64,
    /// The kinds of cases, in turn: tiny, random, equal, increasing, adversarial:BELIEF (only cases on which it goes wrong)
    #[arg(long, default_value = "tiny, random, equal, increasing", value_name = "LIST")]
    profile: String,
    /// Other seeds give other cases
    #[arg(long, default_value_t = 7, value_name = "NUMBER")]
    seed: u64,
    /// Write NAME-1.in, NAME-1.ans, … into this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<String>,
    /// Name the files as testlib and Polygon do: 01, 01.a, …
    #[arg(long, requires = "out")]
    testlib: bool,
    #[command(flatten)]
    cases: CaseArgs,
    #[command(flatten)]
    answer: AnswerArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "gen")?;
    let loaded = load(&args.game.game)?;
    let (maker, judge) =
        args.cases.read(&loaded, &args.game, Some(&args.answer), session::limits_of_each(&args.limits))?;
    let kinds = kinds(&profiles(&args.profile)?, &judge)?;
    let mut written = 0;
    let (mut number, mut idle, mut worker, mut exit) = (0, 0, judge.worker(), Exit::Yes);
    while written < args.count {
        if judge.limits.cancel.load(Ordering::Relaxed) {
            return Err(Failure::interrupted(say!("{written} cases were written before")));
        }
        let (profile, belief) = &kinds[usize::try_from(number % kinds.len() as u64).unwrap_or(0)];
        let made = case(&maker, &mut worker, profile, belief.as_ref(), args.seed, number);
        number += 1;
        let failed = |stop| Failure::stop(&loaded.rules.source, &stop);
        let made = match made {
            Err(stop @ Stop::Panicked { .. }) => {
                exit = screen.fail(&failed(stop));
                None
            }
            made => made.map_err(failed)?,
        };
        let Some(case) = made else {
            idle += 1;
            if idle > PATIENCE {
                return Err(no_more(profile, written));
            }
            continue;
        };
        (idle, written) = (0, written + 1);
        write(args, &judge, &loaded, profile, &case, written, screen)?;
    }
    if let Some(folder) = &args.out {
        let words = [("count", i64::try_from(written).unwrap_or(i64::MAX).into()), ("folder", folder.as_str().into())];
        screen.line(&screen.lang.say("gen-wrote", &words))?;
    }
    Ok(exit)
}

/// The profiles, each with the belief that its cases are to refute.
fn kinds(profiles: &[Profile], judge: &Judge) -> Result<Vec<(Profile, Option<Belief>)>, Failure> {
    let read = profiles.iter().map(|profile| {
        let belief = match profile {
            Profile::Adversarial(belief) => Some(Belief::read(&judge.templates.rules, belief)),
            _ => None,
        };
        Ok((profile.clone(), belief.transpose().map_err(|finding| Failure::new(*finding))?))
    });
    read.collect()
}

/// A case of a profile; nothing if none can be made of this number.
fn case(
    maker: &Maker,
    worker: &mut Worker,
    profile: &Profile,
    belief: Option<&Belief>,
    seed: u64,
    number: u64,
) -> Result<Option<Case>, Stop> {
    let Some(params) = maker.params(profile, seed, number) else { return Ok(None) };
    if let Some(belief) = belief
        && slip(belief, &params, worker.limits())?.is_none()
    {
        return Ok(None);
    }
    worker.case(&params).map(Some)
}

fn no_more(profile: &Profile, written: u64) -> Failure {
    let finding =
        Diagnostic::error("S05", say!("no more cases of the profile `{profile}` can be found after {written}"));
    Failure::new(
        finding.help(say!("allow larger ones (`--max len=20`), or choose another profile: {}", Text::names(PROFILES))),
    )
}

fn write(
    args: &Args,
    judge: &Judge,
    loaded: &Loaded,
    profile: &Profile,
    case: &Case,
    number: u64,
    screen: &mut Screen,
) -> Result<(), Failure> {
    if let Some(folder) = &args.out {
        return files(folder, &names(loaded, number, args), case);
    }
    if screen.for_programs() {
        let (params, profile) = (judge.json(case), profile.to_string());
        return screen.json(&json!({"schema": "bouton.case/1", "params": params, "profile": profile, "input": case.input, "answer": case.answer}));
    }
    screen.line(&format!("# {number}  {profile}  {}", case.shown))?;
    screen.line(case.input.trim_end())?;
    screen.line(&format!("→ {}", case.answer))
}

/// The names of the two files of a case.
fn names(loaded: &Loaded, number: u64, args: &Args) -> [String; 2] {
    let stem = stem(loaded);
    if args.testlib {
        [format!("{number:02}"), format!("{number:02}.a")]
    } else {
        [format!("{stem}-{number}.in"), format!("{stem}-{number}.ans")]
    }
}

/// What files of a game are called: the word that was typed for it, without folder and ending.
pub(super) fn stem(loaded: &Loaded) -> String {
    let stem = Path::new(&loaded.typed).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let plain = |stem: &String| stem.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter));
    stem.filter(|stem| stem != "-" && plain(stem)).unwrap_or_else(|| loaded.rules.name.clone())
}

/// Writes a case as two files, and never over others.
pub(super) fn files(folder: &str, [input, answer]: &[String; 2], case: &Case) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::unwritten_file(folder, &error))?;
    for (name, text) in [(input, case.input.clone()), (answer, format!("{}\n", case.answer))] {
        let file = Path::new(folder).join(name).to_string_lossy().into_owned();
        create(&file, &text).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                let finding = Diagnostic::error("C05", say!("`{file}` is there already; it was left as it is"));
                Failure::new(finding.help("choose another folder with `--out`, or move the old cases away"))
            }
            _ => Failure::unwritten_file(&file, &error),
        })?;
    }
    Ok(())
}
