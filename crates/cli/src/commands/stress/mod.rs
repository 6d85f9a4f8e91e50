//! `bouton stress`: somebody's program against Bouton, case after case, until one of them is wrong.

mod tell;

use super::cases::{AnswerArgs, CaseArgs, profiles};
use super::only;
use crate::answer::text::plural;
use crate::children::{How, Served, Spawned};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load};
use crate::machine::{read_count, read_time, show_time};
use crate::options::{GameArgs, LimitArgs};
use crate::progress::Tally;
use crate::screen::Screen;
use crate::session;
use bouton::Stop;
use bouton::limits::cores;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};
use bouton::show::Count;
use bouton_teach::cases::{Case, Judge, Maker, Profile};
use bouton_teach::stress::{Budget, Ended, Failure as Wrong, Halt, Numbered, Program, Reply, cases, first_wrong};
use std::panic::resume_unwind;
use std::thread;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "Examples:
  bouton stress 1140 -- python3 sol.py
  bouton stress 1140 --cases 100000 --max len=12 --max value=20 --serve -- ./sol
  bouton stress nim --answer 'First wins' --seed 7 --only 9 -- java Main";

const ABOUT: &str = "Try a program on many cases; the first wrong answer is made as small as it can be

The program reads a case from its standard input and prints the answer. Without --serve each case gets a process of its own; \
with --serve one process reads case after case and answers each at once (flush!), until its input ends.

Exits with 0 if all answers agree, with 1 if one does not, with 2 if the program cannot be run.";

/// A program that needs longer than this for all cases gets fewer, unless their number was given.
const PATIENCE: Duration = Duration::from_secs(600);
/// Moves of best play shown with a wrong case.
const LONGEST_LINE: usize = 12;
/// Cases that are timed first.
const TIMED: u64 = 3;
/// Cases asked together.
const SERVED: u64 = 4096;
const SPAWNED: u64 = 32;
/// How many smaller cases are tried.
const SERVED_BUDGET: Budget = Budget { down: 20_000, up: 50_000, together: 256 };
const SPAWNED_BUDGET: Budget = Budget { down: 300, up: 300, together: 8 };

#[derive(Debug, clap::Args)]
#[command(about = "Try a program on many cases; shrink the first wrong one", long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The program to try, and its words
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<String>,
    /// How many cases [default: 100000, fewer for a slow program]
    #[arg(long = "cases", value_name = "N", value_parser = read_count)]
    count: Option<u64>,
    /// Keep one process, which answers case after case
    #[arg(long)]
    serve: bool,
    /// Other seeds give other cases; SEED:N is case N alone
    #[arg(long, default_value = "7", value_name = "SEED")]
    seed: String,
    /// Only the case of this number
    #[arg(long, value_name = "N")]
    only: Option<u64>,
    /// How long one answer may take: 500ms, 5s
    #[arg(long, default_value = "5s", value_name = "TIME", value_parser = read_time)]
    timeout: Duration,
    /// The kinds of cases, in turn: tiny, random, equal, increasing
    #[arg(long, default_value = "tiny, random, random, equal, increasing, random", value_name = "LIST")]
    profile: String,
    /// The folder for the smallest wrong case
    #[arg(long, default_value = "stress", value_name = "FOLDER")]
    out: String,
    #[command(flatten)]
    cases: CaseArgs,
    #[command(flatten)]
    answer: AnswerArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// One run.
struct Run<'a> {
    args: &'a Args,
    loaded: &'a Loaded,
    maker: Maker,
    judge: Judge,
    profiles: Vec<Profile>,
    seed: u64,
    /// The time that Bouton took for its answers.
    judged: Duration,
    /// Cases that a fault in Bouton cost.
    faults: Vec<Stop>,
    began: Instant,
}

/// The program in one of the two ways to run it.
enum Tried {
    Served(Served),
    Spawned(Spawned),
}

impl Tried {
    fn program(&mut self) -> &mut dyn Program {
        match self {
            Tried::Served(served) => served,
            Tried::Spawned(spawned) => spawned,
        }
    }

    /// What one of so many cases took; of a program that goes on running, once it runs.
    fn each(&self, cases: u64) -> Duration {
        let each = |spent: Duration| spent / u32::try_from(cases.max(1)).unwrap_or(u32::MAX);
        match self {
            Tried::Served(served) => served.each().unwrap_or_else(|| each(served.spent)),
            Tried::Spawned(spawned) => each(spawned.spent),
        }
    }

    fn spent(&self) -> Duration {
        match self {
            Tried::Served(served) => served.spent,
            Tried::Spawned(spawned) => spawned.spent,
        }
    }
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "stress")?;
    let loaded = load(&args.game.game)?;
    let (maker, judge) =
        args.cases.read(&loaded, &args.game, Some(&args.answer), session::limits_of_each(&args.limits))?;
    let profiles = profiles(&args.profile)?;
    if let Some(Profile::Adversarial(_)) = profiles.iter().find(|profile| matches!(profile, Profile::Adversarial(_))) {
        let finding = Diagnostic::error("C06", "`adversarial:` is a profile of `bouton gen`");
        return Err(Failure::new(
            finding.help("`bouton gen … --profile adversarial:greedy --out cases` writes such cases"),
        ));
    }
    let (seed, only) = seed(args)?;
    let how = How { words: args.program.clone(), timeout: args.timeout, cancel: judge.limits.cancel.clone() };
    let mut tried =
        if args.serve { Tried::Served(Served::new(how)) } else { Tried::Spawned(Spawned::new(how, cores())) };
    let mut run = Run {
        args,
        loaded: &loaded,
        maker,
        judge,
        profiles,
        seed,
        judged: Duration::ZERO,
        faults: Vec::new(),
        began: Instant::now(),
    };
    run.head(screen)?;
    let exit = match only {
        Some(number) => run.one(&mut tried, number, screen)?,
        None => run.all(&mut tried, screen)?,
    };
    Ok(faulty(&run.faults, exit, screen))
}

/// Says the first of the faults in Bouton that cost some cases; what the command then exits with.
pub(super) fn faulty(faults: &[Stop], exit: Exit, screen: &mut Screen) -> Exit {
    let Some(first) = faults.first() else { return exit };
    let failure = Failure::of_stop(first);
    let exit = screen.fail(&failure);
    screen.note(say!("{} left out for a fault in Bouton", plural!(faults.len() as u64, "case")));
    exit
}

/// `7`, `7:9`
fn seed(args: &Args) -> Result<(u64, Option<u64>), Failure> {
    let (seed, number) = match args.seed.split_once(':') {
        Some((seed, number)) => (seed.parse().ok(), number.parse().ok().map(Some)),
        None => (args.seed.parse().ok(), Some(args.only)),
    };
    seed.zip(number).map(|(seed, number)| (seed, args.only.or(number))).ok_or_else(|| {
        let finding = Diagnostic::error("C06", say!("`{}` does not fit `--seed`", args.seed));
        Failure::new(finding.help("write a number, as in `--seed 7`, or a case, as in `--seed 7:9`"))
    })
}

impl Run<'_> {
    /// How cases are written and what is asked.
    fn head(&self, screen: &mut Screen) -> Result<(), Failure> {
        if screen.for_programs() || screen.quiet {
            return Ok(());
        }
        let (input, answer) = (&self.judge.templates.input, &self.judge.templates.answer);
        screen.line(&screen.lang.say("stress-input", &[("template", input.as_str().into())]))?;
        screen.line(&screen.lang.say("stress-answer", &[("template", answer.as_str().into())]))?;
        screen.line("")
    }

    /// One case again.
    fn one(&mut self, tried: &mut Tried, number: u64, screen: &mut Screen) -> Result<Exit, Failure> {
        let cases = self.judged(&[number])?;
        match self.wrong(tried, &cases)? {
            Some((number, failure)) => self.failed(tried, number, failure, screen),
            None => self.agreed(tried, 1, 1, screen),
        }
    }

    /// Case after case. While the program answers some, Bouton answers the next.
    fn all(&mut self, tried: &mut Tried, screen: &mut Screen) -> Result<Exit, Failure> {
        let count = self.args.count.unwrap_or(100_000);
        let first = self.judged(&(0..count.min(TIMED)).collect::<Vec<_>>())?;
        self.certain(first.is_empty())?;
        if let Some((number, failure)) = self.wrong(tried, &first)? {
            self.silence(number, &failure)?;
            return self.failed(tried, number, failure, screen);
        }
        let count = self.fewer(tried, count, screen);
        let numbers = |from: u64| (from..count.min(from + tried_together(self.args.serve))).collect::<Vec<_>>();
        let tally = Tally::new(count, screen.quiet || screen.for_programs());
        let mut done = TIMED.min(count);
        let mut waiting = self.judged(&numbers(done))?;
        while done < count {
            let after = count.min(done + tried_together(self.args.serve));
            let (wrong, judged) = self.side_by_side(tried, &waiting, &numbers(after));
            if let Some((number, failure)) = wrong? {
                tally.clear();
                return self.failed(tried, number, failure, screen);
            }
            (done, waiting) = (after, judged?);
            tally.at(done);
        }
        tally.clear();
        let agree = count.saturating_sub(self.faults.len() as u64);
        self.agreed(tried, agree, count, screen)
    }

    /// What the program says of some cases, and Bouton's own answers to the next.
    #[expect(clippy::type_complexity, reason = "two results, named where they are taken apart")]
    fn side_by_side(
        &mut self,
        tried: &mut Tried,
        waiting: &[(u64, Case)],
        next: &[u64],
    ) -> (Result<Option<(u64, Wrong)>, Failure>, Result<Vec<(u64, Case)>, Failure>) {
        let began = Instant::now();
        let (maker, judge, profiles, seed) = (&self.maker, &self.judge, &self.profiles, self.seed);
        let (wrong, judged, took) = thread::scope(|scope| {
            let judging = scope.spawn(move || (cases(maker, judge, profiles, seed, next), began.elapsed()));
            let wrong = self.wrong(tried, waiting);
            let (judged, took) = judging.join().unwrap_or_else(|panic| resume_unwind(panic));
            (wrong, judged, took)
        });
        self.judged += took;
        (wrong, self.kept(judged))
    }

    fn judged(&mut self, numbers: &[u64]) -> Result<Vec<(u64, Case)>, Failure> {
        let began = Instant::now();
        let cases = cases(&self.maker, &self.judge, &self.profiles, self.seed, numbers);
        self.judged += began.elapsed();
        self.kept(cases)
    }

    /// The cases that were judged; what a fault in Bouton cost is told in the end.
    fn kept(&mut self, judged: Result<Numbered, Stop>) -> Result<Vec<(u64, Case)>, Failure> {
        let (cases, faults) = judged.map_err(|stop| Failure::stop(&self.loaded.rules.source, &stop))?;
        self.faults.extend(faults);
        Ok(cases)
    }

    /// The first of these that the program gets wrong, with its number.
    fn wrong(&self, tried: &mut Tried, numbered: &[(u64, Case)]) -> Result<Option<(u64, Wrong)>, Failure> {
        let cases: Vec<Case> = numbered.iter().map(|(_, case)| case.clone()).collect();
        let wrong = first_wrong(tried.program(), &cases).map_err(halted)?;
        Ok(wrong.and_then(|(at, failure)| Some((numbered.get(at)?.0, failure))))
    }

    fn certain(&self, none: bool) -> Result<(), Failure> {
        if !none {
            return Ok(());
        }
        let finding = Diagnostic::error("S05", "no cases can be made: the rules refuse whatever is drawn");
        Err(Failure::new(
            finding.help("give some of the parameters, or allow larger ones: `--max len=20 --max value=100`"),
        ))
    }

    /// A program that says nothing at all to the first case reads something else.
    fn silence(&self, number: u64, failure: &Wrong) -> Result<(), Failure> {
        let Reply::Silent(Ended { status, stderr }) = &failure.reply else { return Ok(()) };
        if number != 0 {
            return Ok(());
        }
        let name = self.args.program.join(" ");
        let stderr = if stderr.is_empty() { say!("(empty)") } else { Text::code(stderr) };
        let mut finding = Diagnostic::error("S02", say!("`{name}` printed nothing for the first case"))
            .note(say!("input was:   {}", failure.case.input.replace('\n', "⏎")))
            .note(say!("stderr was:  {stderr}        {status}"));
        let list = self.loaded.rules.params.first().map(|param| &param.name);
        if let Some(list) = list.filter(|list| self.judge.templates.input.contains(&format!("{{len({list})}}"))) {
            finding = finding.help(say!("if it reads `{list}` without how many there are, use  --input '{{{list}}}'"));
        }
        Err(Failure::new(finding.help("it must read standard input and print the answer to standard output")))
    }

    /// Fewer cases where all of them would take too long and nobody asked for so many.
    fn fewer(&self, tried: &Tried, count: u64, screen: &Screen) -> u64 {
        let each = tried.each(TIMED.min(count));
        let whole = u32::try_from(count).ok().and_then(|count| each.checked_mul(count)).unwrap_or(Duration::MAX);
        if self.args.count.is_some() || whole <= PATIENCE || each.is_zero() {
            return count;
        }
        let fits = u64::try_from(PATIENCE.as_millis() / each.as_millis().max(1)).unwrap_or(count);
        let fewer = round_down(fits.clamp(TIMED, count));
        let expected = u32::try_from(fewer).ok().and_then(|fewer| each.checked_mul(fewer)).unwrap_or(PATIENCE);
        screen.note(say!(
            "`{}` needs {} a case; {} cases would take {}; running {} ({}); --cases sets it",
            self.args.program.join(" "),
            show_time(each),
            Count(count),
            show_time(whole),
            Count(fewer),
            show_time(expected)
        ));
        fewer
    }
}

/// How many cases are asked at once.
fn tried_together(serve: bool) -> u64 {
    if serve { SERVED } else { SPAWNED }
}

/// 2,345 → 2,000: the number is a guess anyway.
fn round_down(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0));
    (number / unit) * unit
}

fn halted(halt: Halt) -> Failure {
    match halt {
        Halt::Interrupted => Failure::interrupted("the program was ended, and nothing was written"),
        Halt::Refused { message, help } => Failure::new(Diagnostic::error("S01", message).help(help)),
    }
}

#[cfg(test)]
mod tests {
    use super::round_down;

    #[test]
    fn counts_are_rounded_down_to_one_digit() {
        assert_eq!([0, 9, 10, 1935, 100_000].map(round_down), [0, 9, 10, 1000, 100_000]);
    }
}
