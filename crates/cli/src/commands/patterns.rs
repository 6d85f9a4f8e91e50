//! `bouton patterns`: what holds in all small cases of a game.

use super::cases::CaseArgs;
use super::only;
use super::stress::faulty;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::load;
use crate::machine::read_count;
use crate::options::{GameArgs, LimitArgs};
use crate::screen::Screen;
use crate::session;
use bouton::rules::Player;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::types::Domain;
use bouton_teach::cases::{Maker, Sizes};
use bouton_teach::gallery;
use bouton_teach::patterns::{End, Found, patterns, text};
use bouton_teach::words::Lang;
use serde_json::{Value as Json, json};

const EXAMPLES: &str = "Examples:
  bouton patterns 877
  bouton patterns subtraction 'takes=[1,3,4]'
  bouton patterns nim --max len=4 --max value=8";

const ABOUT: &str = "Find patterns in who wins that hold in all small cases

Cases are made from the declarations of the parameters, the smallest first, and solved exactly. Looked for: sizes that are even or odd, \
multiples and remainders, equal sizes, sums and xor of lists, lists that rise or fall. Where a pattern does not tell all, the smallest \
other case that goes otherwise stands beside it.

What holds in all cases that were looked at is no proof.";

/// Find patterns in who wins that hold in all small cases
#[derive(Debug, clap::Args)]
#[command(about = "Find patterns in who wins", long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A gallery name, a problem number, or a path to a .game file
    #[arg(value_name = "GAME")]
    game: String,
    /// Parameters (name=VALUE) that are the same in every case
    #[arg(value_name = "NAME=VALUE…")]
    words: Vec<String>,
    /// Look at so many cases at most, smallest first
    #[arg(long = "cases", value_name = "N", value_parser = read_count, default_value = "10000")]
    count: u64,
    #[command(flatten)]
    cases: CaseArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "patterns")?;
    if args.cases.input.is_some() {
        let finding = Diagnostic::error("C06", "`--input` is what a program reads, and no program is named");
        return Err(Failure::new(finding.help("leave out `--input`, or name a program after `--` of `stress`")));
    }
    let loaded = load(&args.game)?;
    let game = GameArgs { game: args.game.clone(), words: args.words.clone(), params: None };
    let limits = session::limits_of_each(&args.limits);
    let (maker, _) = args.cases.read(&loaded, &game, None, limits.clone())?;
    let maker = Maker { rules: loaded.rules.clone(), sizes: sizes(&maker), ..maker };
    let most = usize::try_from(args.count).unwrap_or(usize::MAX);
    let found = patterns(&maker, &limits, most).map_err(|stop| Failure::stop(&loaded.rules.source, &stop))?;
    if found.cases == 0 {
        let finding = Diagnostic::error("S05", "no case can be made");
        return Err(Failure::new(finding.help("allow larger ones: `--max len=20 --max value=100`")));
    }
    let players = |lang| Player::BOTH.map(|player| gallery::player(&loaded.rules, player, lang).to_owned());
    if screen.for_programs() {
        screen.json(&json(&found))?;
    } else {
        screen.explain(&text(&found, &players(screen.lang), screen.lang))?;
    }
    Ok(faulty(&found.faults, Exit::Yes, screen))
}

/// Where nothing but numbers is made, larger ones than usual.
fn sizes(maker: &Maker) -> Sizes {
    let mut numbers = maker.rules.params.iter().enumerate().filter(|(which, _)| maker.draws(*which));
    let plain = numbers.all(|(_, param)| matches!(param.domain, Domain::Int { .. } | Domain::Whole));
    if plain && maker.sizes == Sizes::default() {
        return Sizes { len: 0, value: 120, ..Sizes::default() };
    }
    maker.sizes.clone()
}

fn json(found: &Found) -> Json {
    let ends = |ends: &[End]| ends.iter().map(|end| word(*end)).collect::<Vec<_>>();
    let patterns = found.patterns.iter().map(|pattern| {
        let but = pattern.but.as_ref().map(|(case, end)| json!({"case": case, "ends": word(*end)}));
        json!({"when": pattern.when.say(Lang::English), "ends": ends(&pattern.ends), "cases": pattern.cases, "but": but})
    });
    let size = |(name, least, most): &(String, i64, i64)| json!({"size": name, "least": least, "most": most});
    json!({"schema": "bouton.patterns/1", "cases": found.cases, "sizes": found.sizes.iter().map(size).collect::<Vec<_>>(),
        "ends": ends(&found.ends), "patterns": patterns.collect::<Vec<_>>()})
}

/// Of the first player.
fn word(end: End) -> &'static str {
    match end {
        End::Wins => "win",
        End::Draws => "draw",
        End::Loses => "loss",
    }
}
