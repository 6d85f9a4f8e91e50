//! What a person's words do to a game being played, and what is said in return: the same in a plain terminal and on a full screen.

use super::read::{Typed, Wanted, read};
use super::{Session, text};
use crate::refusal::Refusal;
use crate::scene::Look;
use crate::words::Word;

/// A game being played, with what a person has asked to see of it.
#[derive(Clone, Debug)]
pub struct Talk<'a> {
    /// The game.
    pub session: Session<'a>,
    /// Whether moves stand with what they are worth.
    pub values: bool,
    /// How text is written.
    pub look: Look,
}

/// What is said in return.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Line by line.
    pub lines: Vec<String>,
    /// Whether play stands elsewhere now, or is to be seen otherwise.
    pub changed: bool,
    /// Whether the person has had enough.
    pub quit: bool,
}

impl Said {
    fn lines(lines: Vec<String>) -> Said {
        Said { lines, ..Said::default() }
    }

    fn line(line: String) -> Said {
        Said::lines(vec![line])
    }

    fn changed(lines: Vec<String>) -> Said {
        Said { lines, changed: true, quit: false }
    }
}

impl Talk<'_> {
    /// A line that a person typed.
    ///
    /// # Errors
    /// The rules have a fault where the line leads, or what is asked for cannot be explained: see [`Talk::does`].
    pub fn hear(&mut self, line: &str) -> Result<Said, Refusal> {
        match read(&self.session, line) {
            Typed::Nothing => Ok(Said::default()),
            Typed::Move(number) => self.play(number),
            Typed::Word(wanted, number) => self.does(wanted, number),
            Typed::Unclear { text, near, several } => Ok(Said::lines(self.unclear(text, &near, several))),
        }
    }

    /// A move that a person makes, and what the opponent answers.
    ///
    /// # Errors
    /// The rules have a fault at the position that the move, or an answer to it, leads to.
    pub fn play(&mut self, number: usize) -> Result<Said, Refusal> {
        let before = self.session.past().len();
        self.session.play(number)?;
        self.answer(before)
    }

    /// The opponent moves for as long as it is the opponent's turn.
    ///
    /// # Errors
    /// The rules have a fault at a position that the opponent moves to.
    pub fn answer(&mut self, before: usize) -> Result<Said, Refusal> {
        while self.session.reply()? {}
        let made = self.session.past().iter().skip(before);
        let mut lines: Vec<String> = made.map(|turn| text::done(&self.session, turn)).collect();
        if let Some(result) = text::result(&self.session, self.look.lang) {
            lines.push(result);
            lines.extend(self.slips());
        }
        Ok(Said::changed(lines))
    }

    /// What a word of command does; the number is that of the move it speaks of.
    ///
    /// # Errors
    /// The rules have a fault at the position that play comes to, or a value that a reason needs is not among the solved ones.
    pub fn does(&mut self, wanted: Wanted, number: Option<usize>) -> Result<Said, Refusal> {
        let lang = self.look.lang;
        let said = |id: &str| lang.say(id, &[]);
        let over = self.session.end().is_some();
        match wanted {
            Wanted::Quit => Ok(Said { quit: true, ..Said::default() }),
            Wanted::Help => Ok(Said::lines(text::help(self.look))),
            Wanted::Undo => self.undo(),
            Wanted::Restart => {
                self.session.restart()?;
                let mut answered = self.answer(0)?;
                answered.lines.insert(0, said("play-again"));
                Ok(answered)
            }
            Wanted::Flip => self.flip(),
            Wanted::Values => {
                self.values = !self.values;
                Ok(Said::changed(vec![said(if self.values { "play-shown" } else { "play-hidden" })]))
            }
            _ if over => Ok(Said::line(said("play-over"))),
            Wanted::Best => match self.first_best() {
                Some(number) => self.play(number),
                None => Ok(Said::line(said("play-unknown"))),
            },
            Wanted::Hint => Ok(Said::lines(text::hints(&self.session, lang))),
            Wanted::Why => Ok(Said::lines(text::reasons(&self.session, self.look)?)),
            Wanted::Moves => Ok(Said::lines(text::moves(&self.session, self.values, lang))),
            Wanted::What => match number.or_else(|| (self.session.choices().len() == 1).then_some(0)) {
                Some(number) => Ok(Said::lines(text::asked(&self.session, number, self.look)?)),
                None => Ok(Said::line(said("play-word-what"))),
            },
        }
    }

    fn first_best(&self) -> Option<usize> {
        let best = self.session.best().next()?;
        self.session.choices().iter().position(|choice| choice.mv == best.mv)
    }

    fn undo(&mut self) -> Result<Said, Refusal> {
        let lang = self.look.lang;
        Ok(match self.session.undo()? {
            0 => Said::line(lang.say("play-nothing-to-undo", &[])),
            taken => {
                let count = Word::Count(i64::try_from(taken).unwrap_or(i64::MAX));
                Said::changed(vec![lang.say("play-undone", &[("count", count)])])
            }
        })
    }

    fn flip(&mut self) -> Result<Said, Refusal> {
        let lang = self.look.lang;
        self.session.flip();
        let Some(you) = self.session.you() else { return Ok(Said::line(lang.say("play-no-sides", &[]))) };
        let now = lang.say("play-flipped", &[("player", self.session.name(you).into())]);
        if self.session.end().is_some() {
            return Ok(Said::changed(vec![now]));
        }
        let mut answered = self.answer(self.session.past().len())?;
        answered.lines.insert(0, now);
        Ok(answered)
    }

    /// What people gave away, once play is over.
    fn slips(&self) -> Vec<String> {
        let lang = self.look.lang;
        let known = self.session.scene().is_some();
        let slips = text::slips(&self.session, lang);
        match slips.is_empty() {
            true if known && self.session.you().is_some() => vec![lang.say("play-no-slips", &[])],
            true => Vec::new(),
            false => std::iter::once(lang.say("play-slips", &[]))
                .chain(slips.into_iter().map(|slip| format!("  {slip}")))
                .collect(),
        }
    }

    fn unclear(&self, text: String, near: &[String], several: bool) -> Vec<String> {
        let lang = self.look.lang;
        if self.session.end().is_some() {
            return vec![lang.say("play-over", &[])];
        }
        let (what, which) = if several { ("play-several", "play-which") } else { ("play-unclear", "play-near") };
        let count = Word::Count(i64::try_from(self.session.choices().len()).unwrap_or(i64::MAX));
        vec![
            lang.say(what, &[("text", text.into())]),
            lang.say(which, &[("moves", near.join("  ").into())]),
            lang.say("play-moves", &[("count", count)]),
        ]
    }
}
