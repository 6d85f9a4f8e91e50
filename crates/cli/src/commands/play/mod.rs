//! `bouton play`: a game against Bouton, on a full screen or line by line.

mod draw;
mod full;
mod lines;
#[cfg(test)]
mod tests;
mod view;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{FromArgs, GameArgs, SolveArgs};
use crate::screen::Screen;
use crate::teaching::{self, Lesson};
use bouton::Player;
use bouton::game::Game;
use bouton::rules::diagnostic::{Diagnostic, nearest};
use bouton::rules::{Text, say};
use bouton_teach::play::{LEVELS, Level, Session, Table, Talk, seats};
use bouton_teach::refusal::Refusal;
use bouton_teach::scene;
use std::io::{IsTerminal, stdin, stdout};

const EXAMPLES: &str = "Examples:
  bouton play 877 'piles=[5,3,4,5]'
  bouton play mnk --as O --against slip=30% --seed 7
  printf '0 0\\nwhy\\nundo\\nquit\\n' | bouton play mnk";

const ABOUT: &str = "Play a game against Bouton: hints, reasons, moves taken back

On a terminal play fills the screen; elsewhere, and with --plain, it goes line by line. A move is typed as answers write it, or as \
much of it as means only one: `put(0,1)`, `put 0 1`, `0 1`. `help` says what else can be typed.

Keys of the full screen: ← → step, ↑ ↓ start and end, Tab choose a move, Enter play it, space best move, h show or hide values, \
i hint, w why, x what the chosen move costs, u undo, f change sides, r restart, ? help, q end, : type.";

#[derive(Debug, clap::Args)]
#[command(about = "Play a game: hints, reasons, moves taken back", long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    from: FromArgs,
    /// The player you are: a name of the rules, first or second [default: who moves first]
    #[arg(long = "as", value_name = "PLAYER")]
    you: Option<String>,
    /// The opponent: perfect, fair, slip=20%, give-back, random, worst or nobody
    #[arg(long, default_value = "perfect", value_name = "LEVEL", long_help = against())]
    against: Level,
    /// The lots that the opponent draws: the same seed, the same replies
    #[arg(long, default_value = "1", value_name = "N")]
    seed: u64,
    /// Show what moves are worth from the beginning
    #[arg(long)]
    values: bool,
    /// Line by line, on a terminal too
    #[arg(long)]
    plain: bool,
    /// Start from this position
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    #[command(flatten)]
    solve: SolveArgs,
}

fn against() -> String {
    let levels: Vec<String> = LEVELS.iter().map(|(name, what)| format!("  {name:<11}{what}")).collect();
    format!("The opponent:\n{}", levels.join("\n"))
}

/// Games of more positions are played without values.
const MOST: u64 = 5_000_000;

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    super::only(screen, "play")?;
    if args.game.game == "-" {
        let finding = Diagnostic::error("C06", "rules on standard input leave nowhere to type moves");
        return Err(Failure::new(finding.help("save the rules as a file, and name it: `bouton play my-game.game`")));
    }
    let begun = teaching::begin(&args.game, &args.from, args.at.as_deref(), "play", &args.solve.limits)?;
    let start_mover = begun.1.mover(&begun.2);
    let you = who(args, &begun.0.rules, start_mover)?;
    let lesson = teaching::solve_if_small(begun, &args.solve, MOST, screen)?;
    // From here on people take their time.
    interrupt::release();
    let level = if lesson.solved.is_none() && args.against.needs_values() { Level::Random } else { args.against };
    let you = (level != Level::Nobody).then_some(you);
    let refused = |refusal: Refusal| lesson.refused(&refusal, screen);
    let known = lesson.solved.as_ref().map(|solved| &solved.solution);
    let table = Table { you, level, seed: args.seed };
    let session = Session::new(&lesson.game, known, &lesson.at, table).map_err(refused)?.named(screen.names());
    let talk = Talk { session, values: args.values, look: screen.words() };
    if args.plain || !stdin().is_terminal() || !stdout().is_terminal() {
        lines::play(talk, &lesson, screen)
    } else {
        full::play(talk, &lesson, screen)
    }
}

/// The title with the parameters, and who plays whom.
fn heading(talk: &Talk, lesson: &Lesson<Option<crate::session::Solved>>, screen: &Screen) -> Vec<String> {
    let (lang, session) = (screen.lang, &talk.session);
    let mut lines = vec![scene::heading_in(&lesson.game, screen.names())];
    lines.push(seats(session, lang));
    if lesson.solved.is_none() && session.you().is_some() {
        let other = session.you().map_or(Player::Second, Player::other);
        lines.push(lang.say("play-blind", &[("other", session.name(other).into())]));
    }
    lines
}

/// The player that a person wants to be.
fn who(args: &Args, rules: &bouton::Rules, first: Player) -> Result<Player, Failure> {
    let Some(name) = &args.you else { return Ok(first) };
    let named = |player: Player| rules.player_name(player).eq_ignore_ascii_case(name);
    let found = Player::BOTH.into_iter().find(|player| named(*player));
    let counted = match name.as_str() {
        "first" => Some(Player::First),
        "second" => Some(Player::Second),
        _ => None,
    };
    found.or(counted).ok_or_else(|| {
        let known = Player::BOTH.map(|player| rules.player_name(player));
        let finding = Diagnostic::error("C06", say!("nobody is called `{name}` in these rules"));
        Failure::new(match nearest(name, known) {
            Some(near) => finding.help(say!("did you mean `{near}`?")),
            None => finding.help(say!("the players are {} and {}", Text::code(known[0]), Text::code(known[1]))),
        })
    })
}
