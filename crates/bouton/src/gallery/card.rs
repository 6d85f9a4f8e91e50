//! What is said of a gallery game in another language, `NAME.zh` beside its rules: title, other names, what the game is, what its parameters
//! are for, what its players and variables are called, and its comments. The rules are one text, whose meaning and hash depend on no language.

/// A game's card, as its file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// `石子游戏 II`
    pub title: &'static str,
    /// The game in a few sentences.
    pub about: &'static str,
    /// More names that it is found by.
    pub also: Vec<&'static str>,
    /// What each parameter is for, by its name.
    pub params: Vec<(&'static str, &'static str)>,
    /// What each part of a sum is that says so in its rules.
    pub parts: Vec<(&'static str, &'static str)>,
    /// What variables are called that stand beside pictures, by their names in the rules.
    pub states: Vec<(&'static str, &'static str)>,
    /// What players are called, by the rules' own names.
    pub players: Vec<(&'static str, &'static str)>,
    /// Comments and reasons of the rules, and problems that say more than their number, with what they are in this language.
    pub notes: Vec<(&'static str, &'static str)>,
    /// Lines that are none of these.
    pub strange: Vec<&'static str>,
}

impl Card {
    /// Reads a card: each line begins with the word that says what it is; what a `note` is in this language stands indented under it.
    pub(super) fn read(text: &'static str) -> Card {
        let mut card = Card::default();
        let mut note = None;
        for line in text.lines().filter(|line| !line.is_empty()) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let named = || rest.split_once(' ').unwrap_or((rest, ""));
            match word {
                "title" => card.title = rest,
                "about" => card.about = rest,
                "also" => card.also.extend(rest.split(',').map(str::trim)),
                "param" => card.params.push(named()),
                "state" => card.states.push(named()),
                "part" => card.parts.push(named()),
                "player" => card.players.push(named()),
                "note" => note = Some(rest),
                "" => card.notes.extend(note.take().map(|english| (english, line.trim()))),
                _ => card.strange.push(line),
            }
        }
        card
    }

    /// What a parameter is for.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&'static str> {
        said(&self.params, name)
    }

    /// What a player is called.
    #[must_use]
    pub fn player(&self, name: &str) -> Option<&'static str> {
        said(&self.players, name)
    }

    /// What a variable is called.
    #[must_use]
    pub fn state(&self, name: &str) -> Option<&'static str> {
        said(&self.states, name)
    }

    /// A comment of the rules in this language.
    #[must_use]
    pub fn note(&self, english: &str) -> Option<&'static str> {
        said(&self.notes, english)
    }

    /// What a part of a sum is.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&'static str> {
        said(&self.parts, name)
    }
}

fn said(rows: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    rows.iter().find(|(own, _)| *own == name).map(|(_, said)| *said)
}
