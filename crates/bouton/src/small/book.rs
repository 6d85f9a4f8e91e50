//! What was found, each thing once: where it was met first, which is where it is smallest.

use super::walk::Walk;
use crate::error::{Loop, Round, Stop, Trouble};
use crate::game;
use crate::sample::TOO_LARGE;
use bouton_jit::{Unfit, lower};
use bouton_rules::Span;
use bouton_rules::diagnostic::{Diagnostic, Severity};
use bouton_rules::interpret::{Fault, Finish, Interpreter, Position};
use bouton_rules::rules::Rules;
use bouton_rules::{Text, say};

/// Findings, in the order they were met.
#[derive(Debug, Default)]
pub(super) struct Book {
    pub(super) found: Vec<Diagnostic>,
}

/// A position of a game and how it is reached.
pub(super) struct Place<'a> {
    pub(super) game: &'a Interpreter,
    pub(super) params: &'a str,
    pub(super) walk: &'a Walk,
    pub(super) at: usize,
}

impl Place<'_> {
    fn path(&self) -> Vec<String> {
        self.walk.path(self.game, self.at)
    }
}

impl Book {
    pub(super) fn has_errors(&self) -> bool {
        self.found.iter().any(|finding| finding.severity == Severity::Error)
    }

    fn knows(&self, code: &str, span: Option<Span>) -> bool {
        self.found.iter().any(|finding| finding.code == code && finding.span() == span)
    }

    /// Adds a finding, unless there is one of its code at its place already.
    pub(super) fn add(&mut self, finding: Diagnostic, params: &str) {
        if finding.code == TOO_LARGE || self.knows(finding.code, finding.span()) {
            return;
        }
        let with = if params.is_empty() { finding } else { finding.note(say!("with {}", Text::code(params))) };
        self.found.push(with);
    }

    /// Adds a finding about a position.
    pub(super) fn at(&mut self, place: &Place, finding: Diagnostic) {
        if self.knows(finding.code, finding.span()) {
            return;
        }
        let path = place.path();
        let reached = if path.is_empty() { finding } else { finding.note(say!("reached by: {}", Text::names(path))) };
        self.add(reached, place.params);
    }

    /// Adds a fault met at a position.
    pub(super) fn fault(&mut self, place: &Place, fault: Fault) {
        if fault.code == TOO_LARGE || self.knows(fault.code, fault.span()) {
            return;
        }
        let position = place.game.show_briefly(&place.walk.positions[place.at]).to_string();
        let trouble = Trouble { fault: game::Fault::from(fault), position, mv: None, path: Some(place.path()) };
        self.add(Stop::Fault(Box::new(trouble)).diagnostic(), place.params);
    }

    /// Looks for a loop in play, where the rules do not say what one means; in a game of points for one that is worth no one lead.
    pub(super) fn endless(&mut self, place: &Place) {
        let rules = place.game.rules();
        if rules.repeat.is_some() {
            if rules.points {
                self.uneven(place);
            }
            return;
        }
        if self.knows("B061", None) {
            return;
        }
        let Some(cycle) = place.walk.cycle() else { return };
        let show = |at: &usize| place.game.show_briefly(&place.walk.positions[*at]).to_string();
        let around = cycle.iter().zip(cycle.iter().cycle().skip(1));
        let moves: Vec<String> = around.map(|(from, to)| place.walk.move_between(place.game, *from, *to)).collect();
        let reached_by = place.walk.path(place.game, cycle[0]);
        let back = Loop { reached_by, positions: cycle.iter().map(show).collect(), moves, ..Loop::default() };
        self.add(Stop::Cycle(Box::new(back)).in_rules(rules).diagnostic(), place.params);
    }

    /// Whether a loop gains, or is not worth the same to one player at all of its positions.
    fn uneven(&mut self, place: &Place) {
        if self.knows("R13", None) {
            return;
        }
        let Place { game, walk, .. } = *place;
        let lead = |at: usize| game.going_round(&walk.positions[at]).ok().flatten().map(|(_, lead)| lead);
        let odd = |at, to, gain| gain != 0 || (lead(at).is_some() && lead(to).is_some() && lead(at) != lead(to));
        let Some((at, gain, back)) = walk.odd_round(&odd) else { return };
        let to = back.first().copied().unwrap_or(at);
        let around = std::iter::once(at).chain(back).collect::<Vec<usize>>();
        let show = |at: usize| game.show_briefly(&walk.positions[at]).to_string();
        let round = if gain != 0 {
            let ends = around.iter().zip(around.iter().cycle().skip(1));
            let moves = ends.map(|(from, to)| walk.move_between(game, *from, *to)).collect();
            Round::Gains { position: show(at), moves, gain }
        } else {
            let who = game.rules().repeat.as_ref().and_then(|repeat| repeat.who);
            let mine = who == Some(game.nominal(walk.positions[at].turn));
            let leads = [at, to].map(|at| lead(at).map_or(0, |lead| if mine { lead } else { lead.saturating_neg() }));
            Round::Uneven { positions: [show(at), show(to)], leads }
        };
        self.at(&Place { at, ..*place }, *round.fault().diagnostic);
    }

    /// Whether a draw hides a win: the `end` line that counts at a position says less than one below it. Of others the order decides, as
    /// the rules of the language say.
    pub(super) fn ends(&mut self, place: &Place, position: &Position) {
        if place.game.rules().ends.len() < 2 {
            return;
        }
        let Ok(holding) = place.game.all_ends(position) else { return };
        let Some((first, rest)) = holding.split_first() else { return };
        let Some(other) = rest.iter().find(|other| hides(first.1, other.1)) else { return };
        let finding = Diagnostic::warning("B062", "two endings hold at the same position, and they disagree")
            .at(other.0, "this one does not count here")
            .at(first.0, "the first that holds counts")
            .note(say!("in {}", place.game.show_briefly(position)))
            .help("if the one below is meant, put it first; if not, let it say what keeps them apart");
        self.at(place, finding);
    }

    /// Values that `show` draws with the same letter.
    pub(super) fn drawn_alike(&mut self, rules: &Rules) {
        for show in &rules.shows {
            for (place, (what, letter)) in show.with.iter().enumerate() {
                let Some((other, _)) = show.with[..place].iter().find(|(_, known)| known == letter) else { continue };
                let message = say!("{other} and {what} are both drawn as \"{letter}\": different positions look alike");
                self.add(Diagnostic::warning("B067", message).help("choose another letter for one of them"), "");
            }
        }
    }

    /// A line for which the whole game is played by the interpreter. Parts of sums are valued in another way.
    pub(super) fn not_compiled(&mut self, game: &Interpreter) {
        if !game.rules().parts.is_empty() {
            return;
        }
        let Err(Unfit { span, .. }) = lower(game) else { return };
        let message = "this is not compiled yet: the whole game is played by the interpreter";
        let finding = Diagnostic::warning("B068", message).at(span, "5 to 90 times slower for this");
        self.add(finding.help("the reference says under \"What is compiled\" what to write instead"), "");
    }

    /// Nothing could be tried. `large` says how many numbers the smallest first position holds that was left, and how many it may hold.
    pub(super) fn nothing(&mut self, rules: &Rules, large: Option<(usize, usize)>) {
        let mut finding =
            Diagnostic::warning("B069", "no small game could be tried: these rules were read, but not played");
        if let Some(require) = rules.requires.first() {
            finding = finding.at(require.span, "small parameters do not meet this");
        }
        finding = match large {
            Some((room, most)) => finding.note(say!(
                "the first position holds {room} values even with the smallest parameters that were tried, and at most {most} are looked at"
            )),
            None if rules.requires.is_empty() => finding.note("no small values of the parameters were found that go together"),
            None => finding,
        };
        self.add(finding.help("add an `example` line with small parameters"), "");
    }

    /// Some game was left, and none showed more positions than `most`, which are few.
    pub(super) fn hardly_anything(&mut self, rules: &Rules, most: usize) {
        let why = match most {
            0 => "the first position alone takes too long".into(),
            1 => "only the first position could be looked at".into(),
            most => say!("no small game showed more than {most} positions before it took too long"),
        };
        let finding = Diagnostic::warning("B069", say!("these rules were hardly tried: {why}"))
            .note("a `stuck` or `repeat` line that is missing would not have been noticed");
        let smaller = if rules.params.is_empty() {
            "make the size a parameter, such as `param n : 3..15 = 15`: a small game can then be tried"
        } else {
            "allow smaller parameters: a small game can then be tried"
        };
        let fewer = "or let fewer choices be looked at, by conditions on the first of them: `move put(r in 0..9 if free(r), c in 0..9)`";
        self.add(finding.help(smaller).help(fewer), "");
    }
}

/// Whether an ending hides a later one that holds with it and says more: a full board is a draw only where nobody has won.
fn hides(first: Finish, later: Finish) -> bool {
    match later {
        Finish::Wins(_) => first == Finish::Draw,
        Finish::Leads(_, lead) => lead != 0 && matches!(first, Finish::Points | Finish::Leads(_, 0)),
        Finish::Draw | Finish::Points => false,
    }
}
