//! Positions from outside: the text of `--at`, or the object that an answer shows.

use super::object::{misread, read_object};
use super::{Instance, word_value};
use crate::game::Fault;
use bouton_rules::datum::Datum;
use bouton_rules::diagnostic::shorten;
use bouton_rules::interpret::split_outside_brackets;
use bouton_rules::layout::Packed;
use bouton_rules::types::Domain;
use bouton_rules::{Text, say};
use serde_json::{Map, Value as Json};

impl Instance {
    /// Reads a position as answers and messages write it: `i=2 M=2 turn=Bob`, `i=2 M=2 (Bob to move)`, or the object of a JSON
    /// answer. What is left out is as at the start.
    ///
    /// # Errors
    /// `P07`: nothing, a variable that is unknown or given twice, a value that cannot be read or lies outside its bounds.
    pub fn read_position(&self, text: &str) -> Result<Packed, Fault> {
        match text.trim() {
            "" => Err(self.misread("a position is wanted, and there is none")),
            object if object.starts_with('{') => {
                let object = read_object(object.as_bytes());
                self.position_of(
                    &object.map_err(|unread| self.misread(say!("this is no position: {}", misread(&unread))))?,
                )
            }
            words => self.read_words(words),
        }
    }

    /// The position of a JSON object such as answers hold.
    ///
    /// # Errors
    /// The same as those of `read_position`.
    pub fn position_of(&self, object: &Map<String, Json>) -> Result<Packed, Fault> {
        let mut parts = Vec::new();
        for (name, value) in object {
            let text = self.as_text(value, self.domain(name));
            if text.contains(char::is_whitespace) {
                return Err(self.misread(say!("`{}` holds blanks: `{}`", shorten(name), shorten(&text))));
            }
            parts.push(format!("{name}={text}"));
        }
        self.read_parts(&parts)
    }

    fn domain(&self, name: &str) -> Option<&Domain<i64>> {
        let which = self.rules().states.iter().position(|state| state.name == name)?;
        self.interpreter().domains().get(which)
    }

    fn read_words(&self, text: &str) -> Result<Packed, Fault> {
        let (words, turn) = self.to_move(text);
        // People write commas between the words.
        let parts = split_outside_brackets(words).into_iter().map(|part| part.trim_end_matches(',').to_owned());
        let parts: Vec<String> =
            parts.filter(|part| !part.is_empty()).map(|part| self.as_shown(part)).chain(turn).collect();
        self.read_parts(&parts)
    }

    /// A value written as parameters are (`[2, 7]` for a set, lists for a board) as positions are written.
    fn as_shown(&self, part: String) -> String {
        let shown = part.split_once('=').and_then(|(name, value)| {
            let domain = self.domain(name).filter(|domain| self.rules().read(value, domain).is_none())?;
            let value = word_value(name, value).ok()?;
            Some(format!("{name}={}", self.as_text(&value, Some(domain))))
        });
        shown.unwrap_or(part)
    }

    /// Messages end positions with whose turn it is: `(Bob to move)`.
    fn to_move<'t>(&self, text: &'t str) -> (&'t str, Option<String>) {
        let said =
            |name: &String| Some((text.strip_suffix(&format!("({name} to move)"))?, Some(format!("turn={name}"))));
        self.rules().players.iter().find_map(said).unwrap_or((text, None))
    }

    fn read_parts(&self, parts: &[String]) -> Result<Packed, Fault> {
        let name = |part: &str| part.split_once('=').map(|(name, _)| name.to_owned());
        for (at, part) in parts.iter().enumerate() {
            let named = name(part);
            if named.is_some() && parts[..at].iter().any(|other| name(other) == named) {
                return Err(self.misread(say!("`{}` is given twice", shorten(&named.unwrap_or_default()))));
            }
        }
        let position = self.interpreter.read_position(&parts.join(" "), &self.interpreter.start()?)?;
        Ok(self.pack(&position))
    }

    /// A value of a JSON answer as the text of a position. What fits no kind is left as it is, to be refused where it is read.
    fn as_text(&self, value: &Json, domain: Option<&Domain<i64>>) -> String {
        let entries =
            |list: &[Json], of| list.iter().map(|entry| self.as_text(entry, of)).collect::<Vec<_>>().join(",");
        match (value, domain) {
            (Json::Null, _) => "none".to_owned(),
            (Json::String(text), _) => text.clone(),
            (value, Some(Domain::Optional(of))) => self.as_text(value, Some(of)),
            (Json::Array(list), Some(Domain::Set(of))) => format!("{{{}}}", entries(list, Some(of))),
            (Json::Array(list), Some(Domain::List { of, .. })) => format!("[{}]", entries(list, Some(of))),
            (Json::Array(list), Some(Domain::Record(of))) if list.len() == of.len() => {
                let values = list.iter().zip(of).map(|(value, of)| self.as_text(value, Some(of)));
                format!("({})", values.collect::<Vec<_>>().join(","))
            }
            (Json::Array(list), Some(Domain::Cell { .. })) => format!("({})", entries(list, None)),
            (Json::Array(rows), Some(Domain::Grid { of, .. })) => {
                rows.iter().map(|row| self.row(row, of)).collect::<Vec<_>>().join("/")
            }
            (other, _) => other.to_string(),
        }
    }

    /// A row of a board: one letter a cell where its values have letters, else commas between.
    fn row(&self, row: &Json, of: &Domain<i64>) -> String {
        let Json::Array(cells) = row else { return row.to_string() };
        let cells = cells.iter().map(|cell| self.as_text(cell, Some(of)));
        let Some(letters) = self.rules().letters(of) else { return cells.collect::<Vec<_>>().join(",") };
        let letter = |text: String| match self.rules().read(&text, of) {
            Some(Datum::Int(cell)) => {
                letters.iter().find(|(known, _)| *known == cell).map_or('?', |(_, letter)| *letter)
            }
            _ => '?',
        };
        cells.map(letter).collect()
    }

    fn misread(&self, message: impl Into<Text>) -> Fault {
        self.interpreter.bad_position(message).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::report::position_json;
    use crate::game::Game;
    use bouton_rules::{Source, check};
    use std::sync::Arc;

    const RULES: &str = "game Kinds
players Xena, Otto
state n : 0..9 = 1
state colour : {red, green} = red
state maybe : player? = none
state open : bool = true
state heaps : list[2] of 0..20 = [3, 12]
state held : set of 0..9 = {1, 4}
state board : grid[2, 3] of player? = none
state spot : cell of board = (0, 1)
state counts : grid[1, 2] of 0..50 = 7
move wait { n += 1 }
end when n == 9 => draw
";

    fn game() -> Instance {
        let (rules, found) = check(&Source::new("kinds.game", RULES));
        Instance::new(Arc::new(rules.unwrap_or_else(|| panic!("{found:?}"))), &[]).expect("it has no parameters")
    }

    #[track_caller]
    fn same(game: &Instance, one: &str, other: &str) {
        let read = |text: &str| game.read_position(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        assert_eq!(game.show_position(&read(one)), game.show_position(&read(other)), "{one}");
    }

    #[track_caller]
    fn refused(text: &str, why: &str) {
        let fault = game().read_position(text).expect_err(text);
        assert_eq!(
            (fault.diagnostic.code, fault.diagnostic.message.to_string().contains(why)),
            ("P07", true),
            "{fault}"
        );
        assert!(!fault.diagnostic.help.is_empty(), "{text}");
    }

    const TEXT: &str =
        "n=2 colour=green maybe=Otto open=false heaps=[0,20] held={2,9} board=X.O/.X. spot=(1,2) counts=5,50 turn=Otto";

    #[test]
    fn what_answers_show_is_read_back() {
        let game = game();
        let at = game.read_position(TEXT).expect("as it is shown");
        same(&game, &game.show_position(&at), TEXT);
        same(&game, &position_json(&game, &at).to_string(), TEXT);
        same(&game, &position_json(&game, &game.start().expect("it starts")).to_string(), "n=1");
    }

    #[test]
    fn values_are_read_as_parameters_are_written_too() {
        let game = game();
        same(&game, "n=2, turn=Otto", "n=2 turn=Otto");
        same(&game, r#"board=[["Xena",null,"Otto"],[null,"Xena",null]]"#, "board=X.O/.X.");
        same(&game, "counts=[[5, 50]]", "counts=5,50");
        same(&game, "held=[4, 1] heaps=3,12 spot=[1,2]", "held={1,4} heaps=[3,12] spot=(1,2)");
    }

    #[test]
    fn what_is_no_position_is_refused() {
        refused("", "there is none");
        refused("  ", "there is none");
        refused("n=1 n=2", "`n` is given twice");
        refused("turn=Otto n=2 turn=Otto", "`turn` is given twice");
        refused(r#"{"n": 1, "n": 2}"#, "stands twice");
        refused(r#"{"n": "1 turn=Otto"}"#, "holds blanks");
        refused("n=12", "`n`");
        refused(r#"board=[["Nobody",null,null],[null,null,null]]"#, "`?../...`");
    }
}
