//! What the commands that explain share: a solved game to look at, and refusals in the words of every other error.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load};
use crate::options::{FromArgs, GameArgs, LimitArgs, SolveArgs};
use crate::params;
use crate::screen::Screen;
use crate::session::{self, Solved};
use bouton::game::Game;
use bouton::rules::Text;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::{Ask, Instance, Stop};
use bouton_teach::prepare;
use bouton_teach::refusal::Refusal;
use bouton_teach::scene::Scene;
use bouton_teach::words::Told;

/// A game, solved or not, and where it is looked at from.
pub(crate) struct Lesson<S = Solved> {
    pub(crate) loaded: Loaded,
    pub(crate) game: Instance,
    pub(crate) at: Packed,
    pub(crate) solved: S,
}

impl Lesson {
    /// The solved game as explainers look at it.
    pub(crate) fn scene(&self, screen: &Screen) -> Scene<'_> {
        Scene::new(&self.game, &self.solved.solution, &self.at).named(screen.names())
    }
}

impl<S> Lesson<S> {
    /// Why it cannot be explained or drawn.
    pub(crate) fn refused(&self, refusal: &Refusal, screen: &Screen) -> Failure {
        match refusal {
            Refusal::Stop(stop) => Failure::stop(&self.loaded.rules.source, stop),
            other => refused(other, screen),
        }
    }
}

/// Reads rules and parameters; what is to be explained is not solved yet.
pub(crate) fn begin(
    game: &GameArgs,
    from: &FromArgs,
    at: Option<&str>,
    verb: &str,
    limits: &LimitArgs,
) -> Result<(Loaded, Instance, Packed), Failure> {
    let limits = session::limits(limits);
    let loaded = load(&game.game)?;
    let instance = params::instance(&loaded, game, Some(from), at, &limits, verb)?;
    let at = session::position(&instance, at, &loaded)?;
    Ok((loaded, instance, at))
}

/// How much an explanation looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Every position; there may be at most so many.
    Everything(u64),
    /// The start, what its moves lead to, and best play; every position where they are few.
    Around,
}

/// Solves what is needed.
pub(crate) fn solve(
    (loaded, game, at): (Loaded, Instance, Packed),
    args: &SolveArgs,
    need: Need,
    screen: &Screen,
) -> Result<Lesson, Failure> {
    let solved = match need {
        Need::Everything(most) => everything(&game, &at, args, most, screen),
        Need::Around => around(&game, &at, args, screen),
    };
    let solved = solved.map_err(|stop| match (stop, need) {
        (Stop::Positions { limit }, Need::Everything(most)) if limit == most => refused(&too_many(most), screen),
        (stop, _) => Failure::stop(&loaded.rules.source, &stop),
    })?;
    solved.solution.notes.iter().for_each(|note| screen.note(note));
    Ok(Lesson { loaded, game, at, solved })
}

fn everything(game: &Instance, at: &Packed, args: &SolveArgs, most: u64, screen: &Screen) -> Result<Solved, Stop> {
    let limits = session::limits(&args.limits);
    prepare::everything(&limits, most, |ask, limits| session::solve(game, at, ask, limits, args, screen))
}

fn around(game: &Instance, at: &Packed, args: &SolveArgs, screen: &Screen) -> Result<Solved, Stop> {
    let limits = session::limits(&args.limits);
    prepare::around(game, &limits, args.how.method.is_some(), &mut |ask, limits| {
        session::solve(game, at, ask, limits, args, screen)
    })
}

/// More positions than a table holds, with what would fit.
fn too_many(most: u64) -> Refusal {
    let instead = ["advice-csv-million", "advice-tree", "advice-smaller"];
    Refusal::too_large(most.saturating_add(1), most, instead.map(Told::from).to_vec())
}

/// The nimbers of a sum in normal play; where its parts are too large for that, as any other game is solved.
pub(crate) fn solve_by_parts(
    begun: (Loaded, Instance, Packed),
    args: &SolveArgs,
    screen: &Screen,
) -> Result<Lesson, Failure> {
    let by_parts = by_parts(&begun.1, args);
    if by_parts.how.method == args.how.method {
        return solve(begun, args, Need::Around, screen);
    }
    let limits = session::limits(&by_parts.limits);
    match session::solve(&begun.1, &begun.2, Ask::Line, &limits, &by_parts, screen) {
        Ok(solved) => Ok(Lesson { loaded: begun.0, game: begun.1, at: begun.2, solved }),
        Err(stop @ (Stop::Cancelled | Stop::Time { .. })) => Err(Failure::stop(&begun.0.rules.source, &stop)),
        Err(_) => solve(begun, args, Need::Around, screen),
    }
}

/// Solves everything, if that is no more than so many positions; or by parts. What is larger stays unsolved.
pub(crate) fn solve_if_small(
    (loaded, game, at): (Loaded, Instance, Packed),
    args: &SolveArgs,
    most: u64,
    screen: &Screen,
) -> Result<Lesson<Option<Solved>>, Failure> {
    let too_large = |stop: &Stop| {
        matches!(stop, Stop::Positions { .. } | Stop::Memory { .. } | Stop::NoMethod(_) | Stop::Unfit { .. })
    };
    let parts = by_parts(&game, args);
    let limits = session::limits(&args.limits);
    let solved = match everything(&game, &at, args, most, screen) {
        Err(stop) if too_large(&stop) && parts.how.method != args.how.method => {
            session::solve(&game, &at, Ask::Table, &limits, &parts, screen)
        }
        solved => solved,
    };
    let solved = match solved {
        Ok(solved) => Some(solved),
        Err(stop) if too_large(&stop) && args.how.method.is_none() => None,
        Err(stop) => return Err(Failure::stop(&loaded.rules.source, &stop)),
    };
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
    let finding = Diagnostic::error(code, Text::code(refusal.say(screen.lang)));
    let finding = refusal.instead(screen.lang).into_iter().map(Text::code).fold(finding, Diagnostic::help);
    Failure { exit: Exit::Bad, ..Failure::new(finding) }
}
