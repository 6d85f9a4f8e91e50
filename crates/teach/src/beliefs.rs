//! Beliefs about how to play: a name (`greedy`), or a rule for choosing a move, written in the language.

use bouton::answer::MoveValue;
use bouton::game::{Fault, Game};
use bouton::rules::datum::Datum;
use bouton::rules::diagnostic::{Diagnostic, Severity, nearest};
use bouton::rules::layout::Packed;
use bouton::rules::rules::{Expr, ExprKind, StmtKind};
use bouton::rules::{Source, Text, check, say};
use bouton::{Instance, Rules, Solution, Stop, Value, answer};
use std::sync::Arc;

/// The beliefs that have names, and what they hold.
pub const BELIEFS: [(&str, &str); 4] = [
    ("greedy", "take the move that gives the most points now, the first of them where several do"),
    ("modest", "take the move that gives the fewest points now, the first of them where several do"),
    ("first", "always take the first move there is"),
    ("last", "always take the last move there is"),
];

/// Play longer than this refutes nothing.
const LONGEST: usize = 10_000;

/// How to choose a move.
#[derive(Clone, Debug)]
pub struct Belief {
    /// The belief as it was given.
    pub text: String,
    /// The rules, with the clauses of the belief checked beside them.
    pub rules: Arc<Rules>,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Greedy,
    Modest,
    First,
    Last,
    /// The best by what these say; moves they do not speak of come last.
    By(Vec<Clause>),
}

/// `move take(X) by max X`
#[derive(Clone, Debug)]
struct Clause {
    /// The name of the moves it speaks of.
    name: String,
    /// `max`, not `min`.
    greatest: bool,
    worth: Expr,
    /// Where the choices of a move are kept while the worth is worked out.
    slots: Vec<usize>,
}

/// A position at which a belief goes wrong, and what that costs.
#[derive(Clone, Debug)]
pub struct Slip {
    /// What the start is worth to the first player.
    pub right: Value,
    /// What the believer gets against best play.
    pub got: Value,
    /// The moves made up to there, in words, with who makes them.
    pub before: Vec<(bouton::Player, String)>,
    /// The position in words.
    pub position: String,
    /// The move of the belief, and what it is worth.
    pub chosen: (String, Value),
    /// A best move, and what it is worth.
    pub better: (String, Value),
}

impl Belief {
    /// Reads a belief: a name of [`BELIEFS`], or clauses `move NAME(…) by max EXPRESSION`, one after the other with `;` between.
    ///
    /// # Errors
    /// No belief: the finding says what stands where.
    pub fn read(rules: &Rules, text: &str) -> Result<Belief, Box<Diagnostic>> {
        let text = text.trim();
        let kind = match text {
            "greedy" => Kind::Greedy,
            "modest" => Kind::Modest,
            "first" => Kind::First,
            "last" => Kind::Last,
            _ if !text.contains(' ') => return Err(Box::new(unknown(text))),
            _ => {
                let clauses: Vec<&str> = text.split(';').map(str::trim).filter(|clause| !clause.is_empty()).collect();
                let (rules, clauses) = clauses_of(rules, &clauses)?;
                return Ok(Belief { text: text.to_owned(), rules: Arc::new(rules), kind: Kind::By(clauses) });
            }
        };
        if !rules.points && matches!(kind, Kind::Greedy | Kind::Modest) {
            let finding = Diagnostic::error("F01", say!("`{text}` looks at points, and this game has none"));
            return Err(Box::new(finding.help("`first`, `last`, or a rule such as `move take(x) by max x`")));
        }
        Ok(Belief { text: text.to_owned(), rules: Arc::new(rules.clone()), kind })
    }

    /// The move it chooses among those of a position.
    fn choose<'m>(
        &self,
        game: &Instance,
        at: &Packed,
        moves: &'m [MoveValue<Instance>],
    ) -> Result<Option<&'m MoveValue<Instance>>, Fault> {
        let gain = |choice: &&MoveValue<Instance>| choice.gain.mine.saturating_sub(choice.gain.theirs);
        Ok(match &self.kind {
            Kind::First => moves.first(),
            Kind::Last => moves.last(),
            // Of several equal ones `min_by_key` gives the first.
            Kind::Greedy => moves.iter().min_by_key(|choice| std::cmp::Reverse(gain(choice))),
            Kind::Modest => moves.iter().min_by_key(gain),
            Kind::By(clauses) => {
                let mut best: Option<((bool, i64), &MoveValue<Instance>)> = None;
                for choice in moves {
                    let worth = worth(game, at, clauses, choice)?;
                    if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                        best = Some((worth, choice));
                    }
                }
                best.map(|(_, choice)| choice)
            }
        })
    }

    /// Where the believer, who moves first, first loses something against best play; nothing if that never happens.
    ///
    /// # Errors
    /// The game's faults, or a position that the solution does not hold.
    pub fn slip(&self, game: &Instance, solution: &Solution<Instance>) -> Result<Option<Slip>, Stop> {
        let mut position = solution.start.clone();
        let believer = game.mover(&position);
        let (mut before, mut played) = (Vec::new(), 0);
        while played < LONGEST {
            let here = answer(game, &solution.store, &position)?;
            let mine = here.mover == believer;
            let choice = if mine {
                self.choose(game, &position, &here.moves).map_err(bouton::path::at_start)?
            } else {
                here.fastest().next().or_else(|| here.best().next())
            };
            let Some(choice) = choice else { return Ok(None) };
            if mine && !choice.best {
                let Some(better) = here.fastest().next().or_else(|| here.best().next()) else { return Ok(None) };
                let shown = |of: &MoveValue<Instance>| (game.show_move(&of.mv), of.value);
                let loss = cost(solution.value, here.value, choice.value);
                return Ok(Some(Slip {
                    right: solution.value,
                    got: loss,
                    before,
                    position: game.show_position(&position),
                    chosen: shown(choice),
                    better: shown(better),
                }));
            }
            before.push((here.mover, game.show_move(&choice.mv)));
            position = choice.next.clone();
            played += 1;
        }
        Ok(None)
    }
}

/// What the start is worth with this slip alone: best play before it changed nothing.
fn cost(start: Value, right: Value, got: Value) -> Value {
    match (start, right, got) {
        (Value::Lead(start), Value::Lead(right), Value::Lead(got)) => {
            Value::Lead(start.saturating_sub(right.saturating_sub(got)))
        }
        _ => got,
    }
}

/// How far ahead a move is by the clauses; those that no clause speaks of come last.
fn worth(game: &Instance, at: &Packed, clauses: &[Clause], choice: &MoveValue<Instance>) -> Result<(bool, i64), Fault> {
    let rules = game.rules();
    let made = choice.mv.made.and_then(|made| rules.moves.get(made));
    let Some(clause) = clauses.iter().find(|clause| made.is_some_and(|made| made.name == clause.name)) else {
        return Ok((false, 0));
    };
    let locals: Vec<(usize, Datum)> = clause.slots.iter().copied().zip(choice.mv.args.iter().cloned()).collect();
    let worth = game.interpreter().at_position(&clause.worth, &game.unpack(at), &locals)?;
    Ok((true, if clause.greatest { worth } else { worth.saturating_neg() }))
}

fn unknown(text: &str) -> Diagnostic {
    let finding = Diagnostic::error("F01", say!("there is no belief `{text}`"));
    let names = BELIEFS.map(|(name, _)| name);
    let finding = match nearest(text, names) {
        Some(near) => finding.help(say!("did you mean `{near}`?")),
        None => finding.help(say!("there are {}", Text::names(names))),
    };
    finding.help("or write a rule for choosing a move, such as 'move take(X) by max X'")
}

/// The clauses of a belief. Each stands in the rules as a move of its own with the choices of the move it speaks of, so that the
/// checker knows its words; the rules that come back are those without it.
fn clauses_of(rules: &Rules, clauses: &[&str]) -> Result<(Rules, Vec<Clause>), Box<Diagnostic>> {
    let (mut found, mut frame) = (Vec::new(), rules.frame);
    for clause in clauses {
        let (name, greatest, worth) = parts(clause)?;
        let Some(mv) = rules.moves.iter().find(|mv| mv.name == name) else {
            let finding = Diagnostic::error("F01", say!("`{}` has no move `{name}`", rules.name));
            let names: Vec<&String> = rules.moves.iter().map(|mv| &mv.name).collect();
            return Err(Box::new(match nearest(&name, names.iter().map(|name| name.as_str())) {
                Some(near) => finding.help(say!("did you mean `{near}`?")),
                None => finding.help(say!("its moves are `{}`", Text::joined(names, "`, `"))),
            }));
        };
        let from = usize::try_from(mv.span.start).unwrap_or(0);
        let header = choices(rules.source.text.get(from..).unwrap_or_default());
        let text = format!("{}\nmove bouton_belief{header} {{ when ({worth}) >= 0 }}\n", rules.source.text);
        let (with, findings) = check(&Source::new(&rules.source.name, text));
        frame = with.as_ref().map_or(frame, |with| frame.max(with.frame));
        let expr = with.as_ref().and_then(|with| with.moves.last()).and_then(|mv| {
            let StmtKind::When(Expr { kind: ExprKind::Compare(worth, _), .. }) = &mv.body.first()?.kind else {
                return None;
            };
            Some(((**worth).clone(), mv.choices.iter().map(|choice| choice.slot).collect()))
        });
        let Some((expr, slots)) = expr else {
            let error = findings.into_iter().find(|finding| finding.severity == Severity::Error);
            let why = error.map_or("it is no number".into(), |error| error.message);
            let finding = Diagnostic::error("F01", say!("`{worth}` cannot be worked out: {why}"));
            return Err(Box::new(finding.help("it may speak of the move's choices, of variables and of parameters")));
        };
        found.push(Clause { name, greatest, worth: expr, slots });
    }
    // Room for the locals of every clause.
    Ok((Rules { frame, ..rules.clone() }, found))
}

/// `move take(X) by max X` taken apart.
fn parts(clause: &str) -> Result<(String, bool, String), Box<Diagnostic>> {
    let wrong = || {
        let finding = Diagnostic::error("F01", say!("`{clause}` is no rule for choosing a move"));
        Box::new(finding.help("write it as in 'move take(X) by max X', several with `;` between"))
    };
    let rest = clause.strip_prefix("move ").unwrap_or(clause).trim();
    let (head, by) = rest.split_once(" by ").ok_or_else(wrong)?;
    let name = head.split('(').next().unwrap_or_default().trim();
    let (which, worth) = by.trim().split_once(' ').ok_or_else(wrong)?;
    let greatest = match which {
        "max" => true,
        "min" => false,
        _ => return Err(wrong()),
    };
    if name.is_empty() || worth.trim().is_empty() || worth.contains(['\n', '#']) {
        return Err(wrong());
    }
    Ok((name.to_owned(), greatest, worth.trim().to_owned()))
}

/// `(X in 1 .. 2 * M)` out of a move's text; nothing where it has no choices.
fn choices(text: &str) -> &str {
    let head = text.split(['{', '\n']).next().unwrap_or_default();
    let Some(open) = head.find('(') else { return "" };
    let mut depth = 0;
    for (at, letter) in text[open..].char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 1 => return &text[open..=open + at],
            ')' => depth -= 1,
            _ => {}
        }
    }
    ""
}
