//! What the commands that explain share: a solved game to look at, and refusals in the words of every other error.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load};
use crate::options::{GameArgs, SolveArgs};
use crate::params;
use crate::screen::Screen;
use crate::session::{self, Solved};
use bouton::game::Game;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::{Ask, Instance, Stop};
use bouton_teach::refusal::Refusal;
use bouton_teach::scene::Scene;

/// A solved game, and where it is looked at from.
pub(crate) struct Lesson {
    pub(crate) loaded: Loaded,
    pub(crate) game: Instance,
    pub(crate) at: Packed,
    pub(crate) solved: Solved,
}

impl Lesson {
    /// The solved game as explainers look at it.
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene::new(&self.game, &self.solved.solution, &self.at)
    }

    /// Why it cannot be explained or drawn.
    pub(crate) fn refused(&self, refusal: &Refusal, screen: &Screen) -> Failure {
        match refusal {
            Refusal::Stop(stop) => Failure::stop(&self.loaded.rules.source, stop),
            other => refused(other, screen),
        }
    }
}

/// Reads rules and parameters; what is to be explained is not solved yet.
pub(crate) fn begin(game: &GameArgs, at: Option<&str>, verb: &str) -> Result<(Loaded, Instance, Packed), Failure> {
    let loaded = load(&game.game)?;
    let instance = params::instance(&loaded, game, at, verb)?;
    let at = session::position(&instance, at, &loaded)?;
    Ok((loaded, instance, at))
}

/// Solves every position; where that is too much, at least the start, its moves and a line.
pub(crate) fn solve(
    (loaded, game, at): (Loaded, Instance, Packed),
    args: &SolveArgs,
    screen: &Screen,
) -> Result<Lesson, Failure> {
    let limits = session::limits(&args.limits);
    let solved = match session::solve(&game, &at, Ask::Table, &limits, args, screen) {
        Err(Stop::Memory { .. } | Stop::NoMethod(_) | Stop::Unfit { .. }) if args.how.method.is_none() => {
            session::solve(&game, &at, Ask::Line, &limits, args, screen)
        }
        solved => solved,
    };
    let solved = solved.map_err(|stop| Failure::stop(&loaded.rules.source, &stop))?;
    solved.solution.notes.iter().for_each(|note| screen.note(note));
    Ok(Lesson { loaded, game, at, solved })
}

/// How a game that is a sum in normal play is solved so that its nimbers are known.
pub(crate) fn by_parts(game: &Instance, args: &SolveArgs) -> SolveArgs {
    let mut args = args.clone();
    if args.how.method.is_none() && game.parts().is_some_and(|parts| parts.normal()) {
        args.how.method = Some("grundy".to_owned());
    }
    args
}

/// A refusal that is about no place in the rules.
pub(crate) fn refused(refusal: &Refusal, screen: &Screen) -> Failure {
    let code = if matches!(refusal, Refusal::TooLarge { .. }) { "T01" } else { "T02" };
    let finding = Diagnostic::error(code, refusal.say(screen.lang));
    let finding = refusal.instead().iter().fold(finding, |finding, help| finding.help(help.as_str()));
    Failure { exit: Exit::Bad, ..Failure::new(finding) }
}
