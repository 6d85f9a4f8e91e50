//! Whether declared symmetries hold: the moves of an image must lead to the images of what the moves lead to.

use bouton_rules::diagnostic::Diagnostic;
use bouton_rules::interpret::{Fault, Finish, Interpreter, Position, Step, Turn};
use bouton_rules::rules::SymmetryKind;
use bouton_rules::types::Domain;
use bouton_rules::{Player, Span, Text, say};
use std::collections::HashSet;

/// How many images positions of a game have at the most, by the generators of its declared symmetries.
pub(crate) fn generators(game: &Interpreter) -> u64 {
    let of = |kind: &SymmetryKind| match kind {
        SymmetryKind::Permute(which) => match &game.domains()[*which] {
            Domain::List { max, .. } => max.unsigned_abs(),
            _ => 1,
        },
        _ => 2,
    };
    let together = |kind: &SymmetryKind| match kind {
        SymmetryKind::Together(parts) => parts.iter().map(of).max().unwrap_or(0),
        kind => of(kind),
    };
    game.rules().symmetries.iter().map(|symmetry| together(&symmetry.kind)).sum()
}

/// What is wrong with a symmetry at a position, if anything is.
pub(crate) fn broken(
    game: &Interpreter,
    position: &Position,
    ending: Option<Finish>,
    steps: &[Step],
) -> Result<Option<Diagnostic>, Fault> {
    let images = game.images(position)?;
    if images.is_empty() {
        return Ok(None);
    }
    let nexts: Vec<Vec<(Span, Position)>> =
        steps.iter().map(|step| game.images(&step.next)).collect::<Result<_, _>>()?;
    for (place, (span, image)) in images.iter().enumerate() {
        let pair = Pair { game, span: *span, position, image };
        if let Some(found) = pair.ends_differ(ending) {
            return Ok(Some(found));
        }
        let alike = nexts.iter().all(|images| images.len() == nexts.first().map_or(0, Vec::len));
        if ending.is_none() && alike {
            let wanted: Vec<Landing> = steps
                .iter()
                .zip(&nexts)
                .filter_map(|(step, images)| Some(landing(step, &images.get(place)?.1)))
                .collect();
            if let Some(found) = pair.steps_differ(steps, &wanted) {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// Where a move leads: its gains and the position, of finished ones only who lost.
type Landing = (i64, i64, Position);

fn landing(step: &Step, next: &Position) -> Landing {
    let state = if matches!(next.turn, Turn::Over(_)) { Vec::new() } else { next.state.clone() };
    (step.mine, step.theirs, Position { state, turn: next.turn })
}

/// A position and its image under one symmetry.
struct Pair<'a> {
    game: &'a Interpreter,
    span: Span,
    position: &'a Position,
    image: &'a Position,
}

impl Pair<'_> {
    fn finding(&self) -> Diagnostic {
        let finding = Diagnostic::error("B066", "this is not a symmetry of the game")
            .at(self.span, "positions that it makes equal are not");
        let (position, image) = (self.game.show_briefly(self.position), self.game.show_briefly(self.image));
        if self.position == self.image {
            return finding.note(say!("this position is its own image:  {position}"));
        }
        finding.note(say!("this position:  {position}")).note(say!("its image:      {image}"))
    }

    fn ends_differ(&self, ending: Option<Finish>) -> Option<Diagnostic> {
        let swapped = self.position.turn != self.image.turn;
        let wanted = ending.map(|finish| plain(finish, swapped));
        match self.game.ending(self.image) {
            Ok(found) if found.map(|finish| plain(finish, false)) == wanted => None,
            Ok(_) => {
                let over =
                    if ending.is_some() { "the game is over in the first" } else { "the game goes on in the first" };
                Some(advice(self.finding().note(say!("{over}, and not so in the second"))))
            }
            Err(fault) => Some(advice(self.finding().note(say!("in the second, {}", fault.message)))),
        }
    }

    fn steps_differ(&self, steps: &[Step], wanted: &[Landing]) -> Option<Diagnostic> {
        let there = match self.game.steps(self.image) {
            Ok(there) => there,
            Err(fault) => return Some(advice(self.finding().note(say!("in the second, {}", fault.message)))),
        };
        let found: Vec<Landing> = there.iter().map(|step| landing(step, &step.next)).collect();
        let (all_found, all_wanted): (HashSet<&Landing>, HashSet<&Landing>) =
            (found.iter().collect(), wanted.iter().collect());
        if let Some(at) = (0..wanted.len()).find(|at| !all_found.contains(&wanted[*at])) {
            return Some(advice(self.without_image(
                &steps[at],
                Some(&wanted[at].2),
                ["the first", "no move of the second"],
            )));
        }
        let at = (0..found.len()).find(|at| !all_wanted.contains(&found[*at]))?;
        Some(advice(self.without_image(&there[at], None, ["the second", "no move of the first"])))
    }

    /// A move that only one of the two positions has.
    fn without_image(&self, step: &Step, image: Option<&Position>, [from, none]: [&'static str; 2]) -> Diagnostic {
        let (mv, next) = (self.game.show_move(&step.mv), self.game.show_briefly(&step.next));
        let image = image.filter(|image| !image.state.is_empty());
        let image = image.map_or(Text::empty(), |image| say!(", {}", self.game.show_briefly(image)));
        let (from, none) = if self.position == self.image { ("it", "no move") } else { (from, none) };
        self.finding().note(say!("{mv} leads from {from} to {next}; {none} leads to the image of that{image}"))
    }
}

fn advice(finding: Diagnostic) -> Diagnostic {
    finding.help("take this symmetry out, or mend the move or ending that treats the two positions differently")
}

/// How a game ended, such that the same ends compare equal; perhaps with the players exchanged.
fn plain(finish: Finish, swapped: bool) -> (Option<Player>, i64) {
    let side = |player: Player| if swapped { player.other() } else { player };
    match finish {
        Finish::Wins(player) => (Some(side(player)), 0),
        Finish::Draw | Finish::Points => (None, 0),
        Finish::Leads(player, lead) => (None, if side(player) == Player::First { lead } else { lead.saturating_neg() }),
    }
}
