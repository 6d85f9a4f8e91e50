//! Moves and endings written out: the interpreter plays with nothing settled, and where it looks at a digit, each value that the
//! digit may have is followed on its own. What comes out holds for every position, since rules see nothing but what they look at.

use super::digits::{Digits, Fixed};
use super::lines::Test;
use crate::game::Ending;
use crate::instance::{Instance, MOST_ASKED as MOST_ASKED_BEFOREHAND};
use bouton_rules::Player;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::{Attempt, Fault, Finish, Interpreter, Move, Position, Spot, Step, Trace, Turn};
use bouton_rules::rules::{Expr, ExprKind, Stmt, StmtKind, conditions};
use bouton_rules::table::helpers::Helper;
use bouton_rules::{Text, say};
use std::sync::Arc;

/// A move written out: it can be made where all of `needs` holds, and changes the digits of `sets`, all of which are in `needs`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Operator {
    pub(super) mover: Player,
    pub(super) needs: Vec<Fixed>,
    pub(super) sets: Vec<Fixed>,
    /// Whether the same player moves on.
    pub(super) again: bool,
    /// What must hold besides, where that looks at too many digits to be told by `needs`.
    pub(super) also: Option<Test>,
}

/// What is said of positions after looking at some digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    /// This.
    Says(Option<Ending>),
    /// It depends on a digit: one branch for each of its values.
    Asks(usize, Vec<Tree>),
}

/// How often the interpreter is asked before moves are left as they are, and before endings are.
pub(super) const MOST_ASKED: usize = 60_000;
const MOST_ASKED_OF_ENDS: usize = 5_000;

/// How often before conditions of a move that run over cells are left as they are.
const TRIED_PLAINLY: usize = 1 << 12;

/// Moves written out that read alike are compared so often.
const MOST_COMPARED: usize = 1 << 22;

/// After each of so many parts of that it is looked whether the part of a move's ways that was followed says that it will be so many times too often;
/// then it is given up.
const EARLY: usize = 8;
const FAR_TOO_MANY: u64 = 4;

/// All ways of a move. What is followed is a part of it, divided evenly where ways part (D. Knuth, "Estimating the efficiency of backtrack programs", 1975).
const ALL: u64 = 1 << 60;

const TOO_MANY: &str = "there are too many ways to write out";

/// Every move of a player, written out; or why not. Where there are too many ways to write one out, conditions that it begins with and that run over
/// cells are left as they are, beside the rest (not if all of a move has to be told by digits, `plainly`).
pub(super) fn operators(
    game: &Instance,
    digits: &Digits,
    mover: Player,
    most: usize,
    plainly: bool,
) -> Result<Vec<Operator>, Text> {
    let asked = game.asked_beforehand();
    let mut explore = Explore::of(&asked, digits, mover, most);
    for made in 0..game.rules().moves.len() {
        let apart = if plainly { None } else { apart(game, made) };
        let Some((rest, beside)) = apart else {
            explore.all_of(made)?;
            continue;
        };
        let (left, found) = (explore.left, explore.found.len());
        explore.left = left.min(TRIED_PLAINLY);
        if explore.all_of(made).is_ok() {
            explore.left += left.saturating_sub(TRIED_PLAINLY);
            continue;
        }
        explore.found.truncate(found);
        let found = std::mem::take(&mut explore.found);
        let beside = Some((game, beside.as_slice()));
        let mut other = Explore { beside, left, found, ..Explore::of(&rest, digits, mover, most) };
        other.all_of(made)?;
        (explore.left, explore.found) = (other.left, other.found);
    }
    without_twins(&asked, explore.found)
}

/// The same game with a move that can be made whatever is said by conditions that it begins with and that run over cells; and those conditions. Nothing
/// where there are none, or where somebody counts how they turn out.
fn apart(game: &Instance, made: usize) -> Option<(Interpreter, Vec<Expr>)> {
    let runs = conditions(&game.rules().moves[made].body).flat_map(Expr::conjuncts).any(runs_over_cells);
    if !runs || game.interpreter().is_watched() {
        return None;
    }
    let mut rules = game.rules().clone();
    let (mut body, mut beside) = (Vec::new(), Vec::new());
    let mut first = true;
    for stmt in std::mem::take(&mut rules.moves[made].body) {
        match &stmt.kind {
            StmtKind::When(condition) if first => {
                let (runs, plain): (Vec<&Expr>, Vec<&Expr>) =
                    condition.conjuncts().into_iter().partition(|part| runs_over_cells(part));
                beside.extend(runs.into_iter().cloned());
                body.extend(plain.into_iter().map(|part| Stmt { kind: StmtKind::When(part.clone()), span: stmt.span }));
            }
            _ => {
                first = false;
                body.push(stmt);
            }
        }
    }
    rules.moves[made].body = body;
    let params: Vec<Option<Datum>> = game.interpreter().params().iter().cloned().map(Some).collect();
    let rest = Interpreter::new(Arc::new(rules), &params).ok()?;
    Some((rest.with_budget(MOST_ASKED_BEFOREHAND), beside))
}

fn runs_over_cells(condition: &Expr) -> bool {
    let mut runs = false;
    condition
        .walk(&mut |part| runs |= matches!(part.kind, ExprKind::Help(Helper::Any | Helper::All | Helper::Line, _)));
    runs
}

/// Moves that read alike are one move, as the interpreter has it.
fn without_twins(game: &Interpreter, mut found: Vec<(Move, Operator)>) -> Result<Vec<Operator>, Text> {
    let reads = |mv: &Move| mv.made.map(|made| game.rules().moves[made].name.as_str());
    found.sort_by(|(one, _), (other, _)| (reads(one), &one.args).cmp(&(reads(other), &other.args)));
    let alike = |one: &Move, other: &Move| reads(one) == reads(other) && one.args == other.args;
    let mut kept: Vec<(Move, Operator)> = Vec::with_capacity(found.len());
    let (mut first, mut compared) = (0, 0);
    for (mv, operator) in found {
        if kept.last().is_some_and(|(last, _)| !alike(last, &mv)) {
            first = kept.len();
        }
        compared += kept.len() - first;
        if compared > MOST_COMPARED {
            return Err(TOO_MANY.into());
        }
        match kept[first..].iter().find(|(_, known)| known.meets(&operator)) {
            None => kept.push((mv, operator)),
            Some((_, twin)) if *twin == operator => {}
            Some(_) => return Err("two moves may read alike".into()),
        }
    }
    Ok(kept.into_iter().map(|(_, operator)| operator).collect())
}

impl Operator {
    /// What it makes of a digit that it changes: from what to what.
    pub(super) fn change(&self, digit: usize) -> Option<(u64, u64)> {
        let new = self.sets.iter().find(|(set, _)| *set == digit)?.1;
        let old = self.needs.iter().find(|(known, _)| *known == digit)?.1;
        (old != new).then_some((old, new))
    }

    /// Whether there are positions in which both can be made.
    fn meets(&self, other: &Operator) -> bool {
        let differs = |(digit, code): &Fixed| other.needs.iter().any(|(known, held)| known == digit && held != code);
        !self.needs.iter().any(differs)
    }
}

impl Tree {
    /// What the `end` lines say for a player to move; nothing where that depends on too much.
    pub(super) fn of_ends(game: &Interpreter, digits: &Digits, mover: Player) -> Option<Tree> {
        Explore::of_ending(game, digits, mover).tree(&|position| game.traced_end(position)).ok()
    }

    /// What being stuck means, in the same way.
    pub(super) fn of_stuck(game: &Interpreter, digits: &Digits, mover: Player) -> Option<Tree> {
        Explore::of_ending(game, digits, mover).tree(&|position| game.traced_stuck(position)).ok()
    }

    /// What it says of these digits.
    pub(super) fn says(&self, code: impl Fn(usize) -> usize) -> Option<Ending> {
        let mut tree = self;
        loop {
            match tree {
                Tree::Says(ending) => return *ending,
                Tree::Asks(digit, branches) => tree = branches.get(code(*digit))?,
            }
        }
    }
}

struct Explore<'a> {
    game: &'a Interpreter,
    digits: &'a Digits,
    mover: Player,
    most: usize,
    left: usize,
    /// What was left when the move was begun that is being written out.
    begun: usize,
    /// The part of all ways that is being followed, and that which was.
    part: u64,
    done: u64,
    fixed: Vec<Fixed>,
    found: Vec<(Move, Operator)>,
    /// Conditions that the game played here leaves out, and the game that has them.
    beside: Option<(&'a Instance, &'a [Expr])>,
}

/// Asks the interpreter how a position ends.
type AskEnd<'q> = dyn Fn(&Position) -> (Result<Option<Finish>, Fault>, Trace) + 'q;

impl<'a> Explore<'a> {
    fn of(game: &'a Interpreter, digits: &'a Digits, mover: Player, most: usize) -> Explore<'a> {
        let (fixed, found) = (Vec::new(), Vec::new());
        Explore { game, digits, mover, most, left: most, begun: most, part: ALL, done: 0, fixed, found, beside: None }
    }

    fn of_ending(game: &'a Interpreter, digits: &'a Digits, mover: Player) -> Explore<'a> {
        Explore::of(game, digits, mover, MOST_ASKED_OF_ENDS)
    }
}

impl Explore<'_> {
    fn position(&mut self) -> Result<Position, Text> {
        self.left = self.left.checked_sub(1).ok_or(TOO_MANY)?;
        let asked = self.begun - self.left;
        let part = (self.most / EARLY).max(1);
        if asked.is_multiple_of(part) && self.done < (asked / part) as u64 * (ALL / EARLY as u64 / FAR_TOO_MANY) {
            return Err(TOO_MANY.into());
        }
        Ok(Position { state: self.digits.state(&self.fixed), turn: Turn::Of(self.mover) })
    }

    /// Writes out a move.
    fn all_of(&mut self, made: usize) -> Result<(), Text> {
        (self.begun, self.part, self.done) = (self.left, ALL, 0);
        self.moves(made, &mut Vec::new())
    }

    fn moves(&mut self, made: usize, args: &mut Vec<Datum>) -> Result<(), Text> {
        let position = self.position()?;
        let (attempt, trace) = self.game.attempt(&position, made, args);
        if trace.beyond {
            return Err("a move looks at a list or a set as a whole".into());
        }
        if let Some(digit) = self.open(&trace.reads) {
            return self.each_value(digit, &mut |explore| explore.moves(made, args));
        }
        match attempt.map_err(|fault| say!("a move can go wrong: {}", fault.message))? {
            Attempt::Illegal => {
                self.done += self.part;
                Ok(())
            }
            Attempt::Choices(choices) => self.parted(choices.len() as u64, |explore| {
                choices.into_iter().try_for_each(|choice| {
                    args.push(choice);
                    let done = explore.moves(made, args);
                    args.pop();
                    done
                })
            }),
            Attempt::Legal(step) => match self.open(&trace.writes) {
                Some(digit) => self.each_value(digit, &mut |explore| explore.moves(made, args)),
                None => {
                    self.done += self.part;
                    self.note(made, &step, &trace.writes)
                }
            },
        }
    }

    /// The first of these that is not settled.
    fn open(&self, spots: &[Spot]) -> Option<usize> {
        let settled = |digit: usize| self.fixed.iter().any(|(known, _)| *known == digit);
        spots.iter().map(|spot| self.digits.at(*spot)).find(|digit| !settled(*digit))
    }

    fn each_value(&mut self, digit: usize, visit: &mut dyn FnMut(&mut Self) -> Result<(), Text>) -> Result<(), Text> {
        let radix = self.digits.group(digit).radix;
        self.parted(radix, |explore| {
            (0..radix).try_for_each(|code| {
                explore.fixed.push((digit, code));
                let done = visit(explore);
                explore.fixed.pop();
                done
            })
        })
    }

    /// Follows so many ways.
    fn parted(&mut self, ways: u64, follow: impl FnOnce(&mut Self) -> Result<(), Text>) -> Result<(), Text> {
        let whole = self.part;
        self.part = whole / ways.max(1);
        if ways == 0 {
            self.done += whole;
        }
        let done = follow(self);
        self.part = whole;
        done
    }

    fn note(&mut self, made: usize, step: &Step, writes: &[Spot]) -> Result<(), Text> {
        let Turn::Of(next) = step.next.turn else { return Err("a move ends the game".into()) };
        let after = self.digits.codes(&step.next.state);
        let mut sets: Vec<Fixed> = writes.iter().map(|spot| self.digits.at(*spot)).map(|at| (at, after[at])).collect();
        sets.sort_unstable();
        sets.dedup();
        let mut needs = self.fixed.clone();
        needs.sort_unstable();
        let also = match self.beside {
            None => None,
            Some((game, conditions)) => {
                let choices = game.rules().moves[made].choices.iter().map(|choice| choice.slot);
                let locals = choices.zip(step.mv.args.iter().cloned()).collect();
                let test = Test::of(game, self.digits, self.mover, locals, conditions).ok_or(TOO_MANY)?;
                Some(test.with(&needs)).filter(|test| *test != Test::Known(true))
            }
        };
        if also != Some(Test::Known(false)) {
            let again = next == self.mover;
            self.found.push((step.mv.clone(), Operator { mover: self.mover, needs, sets, again, also }));
        }
        Ok(())
    }

    fn tree(&mut self, ask: &AskEnd) -> Result<Tree, Text> {
        let position = self.position()?;
        let (said, trace) = ask(&position);
        if trace.beyond {
            return Err("an ending looks at a list or a set as a whole".into());
        }
        if let Some(digit) = self.open(&trace.reads) {
            let mut branches = Vec::new();
            self.each_value(digit, &mut |explore| {
                branches.push(explore.tree(ask)?);
                Ok(())
            })?;
            return Ok(Tree::Asks(digit, branches));
        }
        self.done += self.part;
        let finish = said.map_err(|fault| say!("an ending can go wrong: {}", fault.message))?;
        finish.map(|finish| self.ending(finish)).transpose().map(Tree::Says)
    }

    fn ending(&self, finish: Finish) -> Result<Ending, Text> {
        match finish {
            Finish::Wins(player) if player == self.mover => Ok(Ending::Win),
            Finish::Wins(_) => Ok(Ending::Loss),
            Finish::Draw => Ok(Ending::Draw),
            Finish::Leads(..) | Finish::Points => Err("points are counted".into()),
        }
    }
}
