//! Play on a full screen: keys in, the whole screen drawn anew.

use super::draw;
use super::view::{Next, View};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::screen::Screen;
use crate::session::Solved;
use crate::teaching::Lesson;
use crate::terminal;
use bouton_teach::play::Talk;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use std::io::stdout;

pub(super) fn play(talk: Talk, lesson: &Lesson<Option<Solved>>, screen: &mut Screen) -> Result<Exit, Failure> {
    let heading = super::heading(&talk, lesson, screen);
    let view = View::new(talk, heading).map_err(|refusal| lesson.refused(&refusal, screen))?;
    screen.flush()?;
    terminal::fill().map_err(Failure::unwritten)?;
    let played = until_quit(view, lesson, screen);
    terminal::restore();
    played
}

fn until_quit(mut view: View, lesson: &Lesson<Option<Solved>>, screen: &Screen) -> Result<Exit, Failure> {
    let look = draw::Look { paint: screen.paint, ascii: screen.ascii };
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout())).map_err(Failure::unwritten)?;
    loop {
        terminal.draw(|frame| draw::draw(&view, look, frame)).map_err(Failure::unwritten)?;
        let Event::Key(key) = event::read().map_err(Failure::unwritten)? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        match view.press(key).map_err(|refusal| lesson.refused(&refusal, screen))? {
            Next::Stay => {}
            Next::Quit => return Ok(Exit::Yes),
            Next::Interrupted => return Ok(Exit::Interrupted),
        }
    }
}
