//! `bouton code`: a program that computes a game, in somebody's language.

use super::cases::{self, AnswerArgs};
use super::grade::no_recurrence;
use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load};
use crate::options::GameArgs;
use crate::params::{self, Given};
use crate::screen::Screen;
use bouton::Limits;
use bouton::rules::diagnostic::{Diagnostic, nearest, shorten};
use bouton::rules::{Text, say};
use bouton_teach::cases::usual_answer;
use bouton_teach::program::{Language, Printed, Recur, STAGES, Seen, Stage, draft, head, program, seen, small_games};
use bouton_teach::words::Lang;
use serde_json::json;

const EXAMPLES: &str = "Examples:
  bouton code 1140 --stage memo --lang python > sol.py
  bouton code stone-game --stage rolling --lang cpp > sol.cpp
  bouton stress 1140 --serve -- python3 sol.py";

const ABOUT: &str = "Write a program that computes a game: plain recursion, with a memory, as a table, or with some rows of it kept

The program reads cases as `bouton stress` writes them, one after the other until its input ends, and prints the same answers. Its \
first lines say how many calls and cells each of the four takes on an example, or on the parameters given.";

#[derive(Debug, clap::Args)]
#[command(about = "Write a program that computes a game, in four stages and six languages", long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// recursion, memo (it remembers), table (loops), rolling (only some rows are kept); memo, unless play may repeat: then table; `--lang` says
    /// python, java, cpp, go, rust or js
    #[arg(long, value_name = "STAGE")]
    stage: Option<String>,
    /// Parameters with defaults that are to be read too; the others keep their defaults
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    vary: Vec<String>,
    #[command(flatten)]
    answer: AnswerArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "code")?;
    let stage = |text: &String| named::<Stage>(text, "--stage", &STAGES.map(|(name, _)| name));
    let stage = args.stage.as_ref().map(stage).transpose()?;
    let language = screen.program.unwrap_or(Language::Python);
    let loaded = load(&args.game.game)?;
    let held = held(args, &loaded)?;
    let games = small_games(&loaded.rules, &held);
    let Some(first) = games.first() else {
        let finding = Diagnostic::error("S05", "no small game can be made to look at");
        return Err(Failure::new(finding.help("give an `example` line with parameters that work")));
    };
    let params = first.interpreter().params().iter();
    let fixed: Given = params.zip(&held).map(|(value, held)| held.then(|| value.clone())).collect();
    let recur = Recur::for_program(&loaded.rules, first.told_apart().is_some());
    let recur = recur.map_err(|no| no_recurrence(&no, screen.lang))?.with(&fixed);
    let seen = seen(&recur, &games);
    let stage = stage.unwrap_or_else(|| Stage::usual(&recur));
    let refused = |why: bouton_teach::program::NoProgram| {
        let stages: Vec<&str> = STAGES
            .iter()
            .filter(|(_, stage)| draft(&recur, *stage, seen.as_ref()).is_ok())
            .map(|(name, _)| *name)
            .collect();
        let finding = Diagnostic::error("G03", say!("no `{}` program can be written: {}", stage.name(), why.0));
        let others = || screen.lang.say("code-stages", &[("stages", stages.join(", ").into())]);
        Failure::new(if stages.is_empty() { finding } else { finding.help(Text::code(others())) })
    };
    let notes = notes(args, &loaded, (&recur, stage), &fixed, seen.as_ref(), screen.lang)?;
    let asked = printed(args, &loaded)?;
    let text = program(&recur, stage, seen.as_ref(), (language, screen.lang), &asked, &notes).map_err(refused)?;
    if screen.for_programs() {
        screen.json(
            &json!({"schema": "bouton.program/1", "stage": stage.name(), "language": language.name(), "text": text}),
        )?;
    } else {
        screen.raw(&text)?;
    }
    Ok(Exit::Yes)
}

/// One of a list of names, or the nearest to what was typed.
fn named<T: std::str::FromStr<Err = Text>>(text: &str, option: &str, names: &[&str]) -> Result<T, Failure> {
    text.parse().map_err(|known: Text| {
        let finding = Diagnostic::error("C06", say!("`{text}` does not fit `{option}`"));
        Failure::new(match nearest(text, names.iter().copied()) {
            Some(near) => finding.help(say!("did you mean `{near}`?")),
            None => finding.help(known),
        })
    })
}

/// Which parameters are not read but keep their defaults; none where nothing else could be read.
fn held(args: &Args, loaded: &Loaded) -> Result<Vec<bool>, Failure> {
    let held = cases::held(loaded, &params::given(loaded, &args.game, None)?, &args.vary)?;
    Ok(if held.contains(&false) { held } else { vec![false; held.len()] })
}

/// What the program prints.
fn printed(args: &Args, loaded: &Loaded) -> Result<Printed, Failure> {
    let usual = usual_answer(&loaded.rules);
    let asked = args.answer.asked(loaded)?.answer.unwrap_or(&usual);
    Printed::of(&loaded.rules, asked).ok_or_else(|| {
        let [first, second] = &loaded.rules.players;
        let finding = Diagnostic::error("G03", say!("programs are not written for the answer `{}`", shorten(asked)));
        Failure::new(finding.help(say!(
            "one of: winner, sign, winner as A/B/C, {first} wins, draw, total({first}), lead({first}), lead({second})"
        )))
    })
}

/// What stands at the head of a program.
fn notes(
    args: &Args,
    loaded: &Loaded,
    (recur, stage): (&Recur, Stage),
    fixed: &Given,
    seen: Option<&Seen>,
    lang: Lang,
) -> Result<Vec<String>, Failure> {
    let command = format!("bouton code {} --stage {}", loaded.word(), stage.name());
    let given = !args.game.words.is_empty() || args.game.params.is_some();
    let game =
        given.then(|| params::instance(loaded, &args.game, None, None, &Limits::default(), "code")).transpose()?;
    Ok(head(&loaded.rules, recur, seen, game.as_ref(), fixed, command, lang))
}
