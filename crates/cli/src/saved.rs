//! Solutions that games are played with: in the place of the game or by `--from`, and whether they are of the game at hand.

use crate::failure::{Failure, blame};
use crate::files::{differ, open, rules};
use crate::load::Loaded;
use crate::options::FromArgs;
use bouton::game::Opened as Solved;
use bouton::instance::from_json;
use bouton::rules::Rules;
use bouton::rules::datum::Datum;
use bouton::rules::diagnostic::{Diagnostic, shorten};
use bouton::rules::{Text, say};
use bouton::saved::Saved;
use bouton::{Instance, answer};
use std::sync::Arc;

/// A solution that positions of a game may be read from.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    saved: Arc<Saved>,
    file: String,
}

/// The solution that stands in the place of the game, or the one of `--from` if it is of these rules.
pub(crate) fn of_game(loaded: &Loaded, from: Option<&FromArgs>) -> Result<Option<Opened>, Failure> {
    let Some(file) = from.and_then(|from| from.from.as_ref()) else {
        let itself = loaded.saved.as_ref();
        return Ok(itself.map(|saved| Opened { saved: saved.clone(), file: loaded.typed.clone() }.blamed()));
    };
    if loaded.saved.is_some() {
        let finding = Diagnostic::error("V03", say!("`{}` is a solution itself", loaded.typed));
        return Err(Failure::new(finding.help("leave out `--from`")));
    }
    let opened = Opened { saved: open(file)?, file: file.clone() };
    opened.of_rules(&loaded.rules)?;
    Ok(Some(opened.blamed()))
}

impl Opened {
    /// From now on it is to blame for values that are wrong or missing.
    fn blamed(self) -> Opened {
        blame(&self.file, &self.saved);
        self
    }

    /// The game with the solution, if that is of its parameters.
    pub(crate) fn with(&self, game: Instance) -> Result<Instance, Failure> {
        if !self.of_params(&game) {
            let here = serde_json::Value::Object(answer::report::params_json(&game));
            let there = serde_json::Value::Object(self.saved.head().params.clone());
            let finding = Diagnostic::error("V03", say!("`{}` was solved with other parameters", self.file));
            let finding = finding.note(say!("there  {}", shorten(&there.to_string())));
            return Err(Failure::new(
                finding.note(say!("here   {}", shorten(&here.to_string()))).help("solve it again, with `--save`"),
            ));
        }
        let (opened, _): (Solved, _) =
            self.saved.opened(&game).map_err(|trouble| Failure::unread_solution(&self.file, &trouble))?;
        Ok(game.with_opened(opened))
    }

    /// Whether a game has the parameters that it was solved with. Names may have changed: they go by their order.
    pub(crate) fn of_params(&self, game: &Instance) -> bool {
        self.saved.head().params.values().eq(answer::report::params_json(game).values())
    }

    /// The note on a case that it cannot tell.
    pub(crate) fn other_params(&self) -> Text {
        say!("`{}` was solved with other parameters; this case was solved anew", self.file)
    }

    /// An error if it was solved with other rules.
    fn of_rules(&self, here: &Rules) -> Result<(), Failure> {
        let Some(notes) = differ(&rules(&self.saved), here) else { return Ok(()) };
        let mut finding = Diagnostic::error("V03", say!("`{}` was solved with other rules", self.file));
        finding.notes.extend(notes);
        Err(Failure::new(finding.help("solve it again, with `--save`; names, comments and examples may change")))
    }
}

/// The parameters in the file, for rules that were read from it too.
pub(crate) fn given(loaded: &Loaded, saved: &Saved) -> Result<Vec<Option<Datum>>, Failure> {
    from_json(&loaded.rules, &saved.head().params).map_err(|fault| Failure::fault(&loaded.rules.source, fault))
}
