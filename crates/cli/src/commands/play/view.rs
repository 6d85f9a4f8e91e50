//! The full screen as data: what is chosen, typed, looked at and said; and what each key does to it.

use bouton_teach::play::{Said, Talk, WORDS, Wanted};
use bouton_teach::refusal::Refusal;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What stands on the screen.
pub(super) struct View<'a> {
    pub(super) talk: Talk<'a>,
    /// The title, and who plays whom.
    pub(super) heading: Vec<String>,
    /// The move that Enter plays.
    pub(super) chosen: usize,
    /// What has been typed so far, while something is.
    pub(super) typed: Option<String>,
    /// The moves after which the game is looked at, where that is not its end.
    pub(super) at: Option<usize>,
    /// What was said last.
    pub(super) note: Vec<String>,
    /// The first line of it that is shown.
    pub(super) scrolled: usize,
}

/// Whether play goes on after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Stay,
    Quit,
    Interrupted,
}

impl<'a> View<'a> {
    /// The screen before the first key; an opponent who begins has moved.
    pub(super) fn new(mut talk: Talk<'a>, heading: Vec<String>) -> Result<View<'a>, Refusal> {
        let note = talk.answer(0)?.lines;
        Ok(View { talk, heading, chosen: 0, typed: None, at: None, note, scrolled: 0 })
    }

    /// What a key does.
    pub(super) fn press(&mut self, key: KeyEvent) -> Result<Next, Refusal> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return Ok(if key.code == KeyCode::Char('c') { Next::Interrupted } else { Next::Stay });
        }
        match self.typed.take() {
            Some(text) => self.type_on(text, key.code),
            None => self.command(key.code),
        }
    }

    fn type_on(&mut self, mut text: String, key: KeyCode) -> Result<Next, Refusal> {
        match key {
            KeyCode::Enter => {
                self.go_on_from_here()?;
                let said = self.talk.hear(&text)?;
                return Ok(self.hear(said));
            }
            KeyCode::Esc => {}
            KeyCode::Backspace => {
                text.pop();
                self.typed = Some(text);
            }
            KeyCode::Char(letter) if text.len() < 200 => {
                text.push(letter);
                self.typed = Some(text);
            }
            _ => self.typed = Some(text),
        }
        Ok(Next::Stay)
    }

    fn command(&mut self, key: KeyCode) -> Result<Next, Refusal> {
        let moves = self.talk.session.past().len();
        let at = self.at.unwrap_or(moves);
        let choices = self.talk.session.choices().len().max(1);
        match key {
            KeyCode::Left => self.look_at(at.saturating_sub(1)),
            KeyCode::Right => self.look_at(at + 1),
            KeyCode::Up => self.look_at(0),
            KeyCode::Down => self.look_at(moves),
            KeyCode::Tab => self.chosen = (self.chosen + 1) % choices,
            KeyCode::BackTab => self.chosen = (self.chosen + choices - 1) % choices,
            KeyCode::PageDown => self.scrolled = (self.scrolled + 5).min(self.note.len().saturating_sub(1)),
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_sub(5),
            KeyCode::Esc => return Ok(Next::Quit),
            KeyCode::Enter => return self.enter(),
            KeyCode::Char(letter) => return self.letter(letter),
            _ => {}
        }
        Ok(Next::Stay)
    }

    /// A letter is a word of command, or begins something typed.
    fn letter(&mut self, letter: char) -> Result<Next, Refusal> {
        let Some((_, _, wanted, _)) = WORDS.iter().find(|(key, ..)| *key == letter) else {
            self.typed = Some(if letter == ':' { String::new() } else { letter.to_string() });
            return Ok(Next::Stay);
        };
        if !matches!(wanted, Wanted::Help | Wanted::Values | Wanted::Quit) {
            self.go_on_from_here()?;
        }
        let number = (*wanted == Wanted::What).then_some(self.chosen);
        let said = self.talk.does(*wanted, number)?;
        Ok(self.hear(said))
    }

    /// Plays the chosen move; where the past is looked at, goes on from there.
    fn enter(&mut self) -> Result<Next, Refusal> {
        if self.at.is_some() {
            self.go_on_from_here()?;
            let said = self.talk.answer(self.talk.session.past().len())?;
            return Ok(self.hear(said));
        }
        let said = if self.talk.session.end().is_some() {
            self.talk.does(Wanted::Best, None)?
        } else {
            self.talk.play(self.chosen)?
        };
        Ok(self.hear(said))
    }

    /// What comes after the position that is looked at is taken back.
    fn go_on_from_here(&mut self) -> Result<(), Refusal> {
        if let Some(at) = self.at.take() {
            self.talk.session.back_to(at)?;
            self.chosen = 0;
        }
        Ok(())
    }

    fn look_at(&mut self, moves: usize) {
        self.at = Some(moves).filter(|moves| *moves < self.talk.session.past().len());
    }

    fn hear(&mut self, said: Said) -> Next {
        if said.changed {
            self.chosen = 0;
            self.at = None;
        }
        self.note = said.lines;
        self.scrolled = 0;
        if said.quit { Next::Quit } else { Next::Stay }
    }
}
