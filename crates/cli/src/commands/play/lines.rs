//! Play line by line: a line in, what it did out. Works over a pipe.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::screen::Screen;
use crate::session::Solved;
use crate::teaching::Lesson;
use bouton_teach::play::{Said, Talk, board, moves, standing};
use std::io::{BufRead, IsTerminal, stdin};

/// A longer line is no move of any game.
const LONGEST: u64 = 10_000;

pub(super) fn play(mut talk: Talk, lesson: &Lesson<Option<Solved>>, screen: &mut Screen) -> Result<Exit, Failure> {
    for line in super::heading(&talk, lesson, screen) {
        screen.line(&line)?;
    }
    let begun = talk.answer(0).map_err(|refusal| lesson.refused(&refusal, screen))?;
    say(&begun, screen)?;
    stand(&talk, screen)?;
    let typed_here = stdin().is_terminal();
    while let Some(line) = ask(typed_here, screen)? {
        let said = talk.hear(&line).map_err(|refusal| lesson.refused(&refusal, screen))?;
        say(&said, screen)?;
        if said.quit {
            return left(&talk, "play-bye", screen);
        }
        if said.changed {
            stand(&talk, screen)?;
        }
    }
    left(&talk, "play-left", screen)
}

/// The position, whose turn it is, and what may be done.
fn stand(talk: &Talk, screen: &mut Screen) -> Result<(), Failure> {
    let session = &talk.session;
    screen.line("")?;
    for line in board(session, session.now()) {
        screen.line(&format!("    {line}"))?;
    }
    if session.end().is_some() {
        return screen.line(&format!("  {}", screen.lang.say("play-over", &[])));
    }
    screen.line(&format!("  {}", standing(session, screen.lang)))?;
    let lines: Vec<String> =
        moves(session, talk.values, screen.lang).into_iter().map(|line| format!("  {line}")).collect();
    screen.explain(&lines)
}

fn say(said: &Said, screen: &mut Screen) -> Result<(), Failure> {
    let lines: Vec<String> = said.lines.iter().map(|line| format!("  {line}")).collect();
    screen.explain(&lines)
}

/// The next line, if there is one. What comes over a pipe is repeated, so that what was said can be read as a talk.
fn ask(typed_here: bool, screen: &mut Screen) -> Result<Option<String>, Failure> {
    if typed_here {
        screen.raw("> ")?;
    }
    screen.flush()?;
    let mut bytes = Vec::new();
    let mut input = std::io::Read::take(stdin().lock(), LONGEST);
    let read = input.read_until(b'\n', &mut bytes).map_err(|error| Failure::unread("standard input", &error))?;
    if read == 0 {
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
    if !typed_here {
        screen.line(&format!("> {line}"))?;
    }
    Ok(Some(line))
}

/// The end of it: said where the game was not over.
fn left(talk: &Talk, id: &str, screen: &mut Screen) -> Result<Exit, Failure> {
    if talk.session.end().is_none() {
        screen.line(&format!("  {}", screen.lang.say(id, &[])))?;
    }
    Ok(Exit::Yes)
}
