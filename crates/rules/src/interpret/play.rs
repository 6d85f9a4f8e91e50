//! Play: where a game starts, when it is over, and what can be done at a position.

use super::act::{Act, Flow};
use super::{Env, Fault, Interpreter, Random, conform, fault};
use crate::datum::Datum;
use crate::diagnostic::Diagnostic;
use crate::player::Player;
use crate::rules::{Outcome, StmtKind, StuckResult};
use crate::source::Span;
use crate::tries::Guard;

/// Where play stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The state variables, in the order declared.
    pub state: Vec<Datum>,
    /// Whose turn it is.
    pub turn: Turn,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turn {
    /// This player is to move.
    Of(Player),
    /// A move has ended the game. Somebody lost, or nobody.
    Over(Option<Player>),
}

/// How a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// That player wins.
    Wins(Player),
    /// Nobody wins.
    Draw,
    /// That player gets so many points more in the end.
    Leads(Player, i64),
    /// The points gained so far decide.
    Points,
}

/// A move: which one, and what is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// `Rules::moves[i]`, or nothing for the pass of a stuck player.
    pub made: Option<usize>,
    /// The choices, in order.
    pub args: Vec<Datum>,
}

/// What is tried after a legal move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Its next choices.
    On,
    /// The next move of the rules.
    NextMove,
    /// Nothing.
    Stop,
}

/// A legal move and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Points for the mover.
    pub mine: i64,
    /// Points for the other.
    pub theirs: i64,
    /// The position after it.
    pub next: Position,
}

/// What a position is worth before a move, where rules promise how moves change it.
#[derive(Clone, Copy, Default)]
pub(super) struct Before {
    /// The points remaining.
    left: Option<i64>,
    rank: Option<i64>,
}

impl Interpreter {
    /// The first position.
    ///
    /// # Errors
    /// What is wrong in working out a first value.
    pub fn start(&self) -> Result<Position, Fault> {
        let mut env = self.env(Vec::with_capacity(self.rules.states.len()), None);
        for (which, variable) in self.rules.states.iter().enumerate() {
            let value = env.eval(&variable.start)?;
            let value = conform(&value, &self.domains[which], &self.rules).map_err(|misfit| {
                let message = say!("`{}{}` {}", variable.name, misfit.part, misfit.problem);
                fault("R04", variable.start.span, message, "at the start")
            })?;
            // Those below may speak of it.
            env.state.push(value);
        }
        let state = std::mem::take(&mut env.state);
        let first = match &self.rules.starts {
            Some(player) => self.env(Vec::new(), None).player(player)?,
            None => Player::First,
        };
        let position = self.normalised(Position { state, turn: Turn::Of(first) })?;
        self.invariants(&position, &mut { self.fuel })?;
        Ok(position)
    }

    /// The position after `normalise` has run on it.
    ///
    /// # Errors
    /// What is wrong with the rules at that position.
    pub fn normalised(&self, position: Position) -> Result<Position, Fault> {
        let tidy = self.normalise(position, &mut { self.fuel })?;
        self.settled(&tidy)?;
        Ok(tidy)
    }

    /// What `normalise` has tidied must stay as it is: else a position that is written down and read again would be another.
    ///
    /// # Errors
    /// `normalise` changes it again.
    pub fn settled(&self, tidy: &Position) -> Result<(), Fault> {
        // What a move has ended is left as it is.
        let Some(first) = self.rules.normalise.first().filter(|_| matches!(tidy.turn, Turn::Of(_))) else {
            return Ok(());
        };
        let again = self.normalise(tidy.clone(), &mut { self.fuel })?;
        if again == *tidy {
            return Ok(());
        }
        let message = "`normalise` changes a position that it has tidied already";
        let (once, twice) = (brief(self.show_state(&tidy.state)), brief(self.show_state(&again.state)));
        Err(Box::new(*fault("R11", first.span, message, "it runs again"))
            .note(say!("{once} becomes {twice}"))
            .help("whatever it is run on twice must be as after once: sort, drop or fill, and do not swap")
            .into())
    }

    fn normalise(&self, position: Position, fuel: &mut u64) -> Result<Position, Fault> {
        if self.rules.normalise.is_empty() {
            return Ok(position);
        }
        let state = self.with_env(position.state, None, fuel, |env| {
            let mut act = Act::new(None);
            env.stmts(&self.rules.normalise, &mut act)?;
            self.within_bounds(&mut env.state, &act)?;
            Ok(std::mem::take(&mut env.state))
        })?;
        Ok(Position { state, turn: position.turn })
    }

    /// How the game is over here, if it is: by the move that led here, by an `end` line, or because nobody can move.
    ///
    /// # Errors
    /// What is wrong with the rules at that position.
    pub fn ending(&self, position: &Position) -> Result<Option<Finish>, Fault> {
        let finish = match position.turn {
            Turn::Over(loser) => return Ok(Some(over(loser, self.rules.points))),
            Turn::Of(me) => match self.top_end(position, me)? {
                Some(finish) => Some(finish),
                None if self.can_move(position, me)? => None,
                None => self.stuck(position, me)?,
            },
        };
        if let (Some(finish), Turn::Of(me)) = (finish, position.turn) {
            self.remaining_at_end(position, me, finish)?;
        }
        Ok(finish)
    }

    /// What a position is worth where play goes round for ever, in a game of points: who leads from there on, and by how much.
    ///
    /// # Errors
    /// What is wrong with the rules at that position.
    pub fn going_round(&self, position: &Position) -> Result<Option<(Player, i64)>, Fault> {
        let Some(repeat) = &self.rules.repeat else { return Ok(None) };
        let (Some(who), Some(lead)) = (repeat.who, &repeat.lead) else { return Ok(None) };
        let lead = self.env(position.state.clone(), None).int(lead).map_err(|fault| self.placed(fault, position))?;
        Ok(Some((who, lead)))
    }

    /// The first `end` line at the top that holds.
    fn top_end(&self, position: &Position, me: Player) -> Result<Option<Finish>, Fault> {
        self.env(position.state.clone(), Some(me)).first_end().map_err(|fault| self.placed(fault, position))
    }

    /// Every `end` line at the top that holds, with what it says: two that disagree are worth a warning.
    ///
    /// # Errors
    /// What is wrong with the rules at that position.
    pub fn all_ends(&self, position: &Position) -> Result<Vec<(Span, Finish)>, Fault> {
        let Turn::Of(me) = position.turn else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for end in &self.rules.ends {
            let mut env = self.env(position.state.clone(), Some(me));
            if env.truth(&end.condition)? {
                let finish = end.outcome.as_ref().map_or(Ok(Finish::Points), |outcome| env.outcome(outcome))?;
                found.push((end.span, finish));
            }
        }
        Ok(found)
    }

    fn can_move(&self, position: &Position, me: Player) -> Result<bool, Fault> {
        let mut env = self.env(position.state.clone(), Some(me));
        env.old = Some(&position.state);
        env.any_legal(0..self.rules.moves.len()).map_err(|fault| self.placed(fault, position))
    }

    /// What being stuck here means; nothing when the turn goes back.
    fn stuck(&self, position: &Position, me: Player) -> Result<Option<Finish>, Fault> {
        let mut env = self.env(position.state.clone(), Some(me));
        for line in &self.rules.stucks {
            let holds = line.condition.as_ref().map_or(Ok(true), |condition| env.asked(condition));
            if !holds.map_err(|fault| self.placed(fault, position))? {
                continue;
            }
            return match &line.result {
                StuckResult::Over(outcome) => env.outcome(outcome).map(Some),
                StuckResult::Pass(otherwise) => self.both_stuck(position, me, otherwise.as_ref()),
            };
        }
        if self.rules.points { Ok(Some(Finish::Points)) } else { Err(self.no_stuck_rule(position)) }
    }

    /// `pass else …`: the other outcome counts when the opponent could not move either.
    fn both_stuck(
        &self,
        position: &Position,
        me: Player,
        otherwise: Option<&Outcome>,
    ) -> Result<Option<Finish>, Fault> {
        let Some(outcome) = otherwise else { return Ok(None) };
        let passed = Position { state: position.state.clone(), turn: Turn::Of(me.other()) };
        if self.top_end(&passed, me.other())?.is_some() || self.can_move(&passed, me.other())? {
            return Ok(None);
        }
        self.env(position.state.clone(), Some(me)).outcome(outcome).map(Some)
    }

    fn no_stuck_rule(&self, position: &Position) -> Fault {
        let conditions = self.rules.stucks.iter().any(|line| line.condition.is_some());
        let message = if conditions {
            "no `stuck` line says what happens here, where a player cannot move"
        } else {
            "the rules do not say what happens when a player cannot move"
        };
        let last = |line: &str| self.rules.source.appended(line);
        let ((at, loses), (_, wins)) = (last("stuck => me loses"), last("stuck => me wins"));
        let ((_, draw), (_, pass)) = (last("stuck => draw"), last("stuck => pass"));
        Box::new(
            Diagnostic::error("B060", message)
                .note(say!("it happens here: {}", self.show_briefly(position)))
                .edit("`stuck => me loses`   the last player to move wins (normal play)", at, loses)
                .edit("`stuck => me wins`    the last player to move loses (misère play)", at, wins)
                .edit("`stuck => draw`       nobody wins", at, draw)
                .edit("`stuck => pass`       the other player moves", at, pass),
        )
    }

    /// Every legal move, in the order of the rules and of their choices. A stuck player whose turn goes back has one: the pass.
    ///
    /// # Errors
    /// What is wrong with the rules at that position.
    pub fn steps(&self, position: &Position) -> Result<Vec<Step>, Fault> {
        self.first_steps(position, usize::MAX)
    }

    /// The same, at most so many of each move.
    ///
    /// # Errors
    /// What is wrong with the rules at that position.
    pub fn first_steps(&self, position: &Position, most: usize) -> Result<Vec<Step>, Fault> {
        let (mut found, mut until) = (Vec::<Step>::new(), (usize::MAX, usize::MAX));
        self.each_step(position, &mut |made, step| {
            if until.0 != made {
                until = (made, found.len().saturating_add(most));
            }
            found.push(step);
            if found.len() >= until.1 { Then::NextMove } else { Then::On }
        })?;
        self.without_twins(found).map_err(|fault| self.placed(fault, position))
    }

    /// The same one by one. Where no two moves can read alike they are not held together: a position may have a million.
    ///
    /// # Errors
    /// What is wrong with the rules at that position; some may have been visited by then.
    pub fn every_step(&self, position: &Position, visit: &mut dyn FnMut(Step)) -> Result<(), Fault> {
        if self.twins.contains(&true) {
            self.steps(position)?.into_iter().for_each(visit);
            return Ok(());
        }
        self.steps_until(position, &mut |step| {
            visit(step);
            false
        })
    }

    /// The same one by one, until one of them is enough; those after it are not tried.
    ///
    /// # Errors
    /// What is wrong with the rules at that position, as far as moves were tried.
    pub fn steps_until(&self, position: &Position, enough: &mut dyn FnMut(Step) -> bool) -> Result<(), Fault> {
        self.each_step(position, &mut |_, step| if enough(step) { Then::Stop } else { Then::On })
    }

    /// Visits every legal way to make each move.
    fn each_step(&self, position: &Position, visit: &mut dyn FnMut(usize, Step) -> Then) -> Result<(), Fault> {
        let Turn::Of(me) = position.turn else { return Ok(()) };
        let mut env = self.env(position.state.clone(), Some(me));
        env.old = Some(&position.state);
        let before = self.before(&mut env).map_err(|fault| self.placed(fault, position))?;
        let (mut any, mut then) = (false, Then::On);
        for made in 0..self.rules.moves.len() {
            env.legal(made, &mut |env, args, act| {
                let mv = Move { made: Some(made), args: args.to_vec() };
                any = true;
                then = visit(made, self.step(env, mv, act, before)?);
                Ok(then != Then::On)
            })
            .map_err(|fault| self.placed(fault, position))?;
            if then == Then::Stop {
                return Ok(());
            }
        }
        if !any {
            let next = Position { state: position.state.clone(), turn: Turn::Of(me.other()) };
            visit(usize::MAX, Step { mv: Move { made: None, args: Vec::new() }, mine: 0, theirs: 0, next });
        }
        Ok(())
    }

    /// The position after a random legal move; nothing where the game is over or nobody can move. Moves and choices are tried in cyclic order from
    /// a random one on, so where many are legal this takes a small part of the time of `steps`. Not every move is as likely as another.
    ///
    /// # Errors
    /// What is wrong with the rules at that position.
    pub fn random_step(&self, position: &Position, random: Random) -> Result<Option<Position>, Fault> {
        let Turn::Of(me) = position.turn else { return Ok(None) };
        if self.top_end(position, me)?.is_some() {
            return Ok(None);
        }
        let mut env = self.env(position.state.clone(), Some(me));
        env.old = Some(&position.state);
        env.random = Some(random);
        let before = self.before(&mut env)?;
        let (count, mut found) = (self.rules.moves.len(), None);
        let from = env.first_tried(count);
        for made in (from..count).chain(0..from) {
            env.legal(made, &mut |env, args, act| {
                let mv = Move { made: Some(made), args: args.to_vec() };
                found = Some(self.step(env, mv, act, before)?.next);
                Ok(true)
            })?;
            if found.is_some() {
                break;
            }
        }
        Ok(found)
    }

    /// The position after a legal move, checked: bounds, `normalise`, invariants, `remaining`. It takes `env.state`.
    pub(super) fn step(&self, env: &mut Env, mv: Move, act: &mut Act, before: Before) -> Result<Step, Fault> {
        let named = |fault: Fault| self.named(fault, &mv);
        let entries = act.changed.iter().map(|(which, _)| env.state[*which].count()).sum();
        env.spend_many(entries, mv.made.map_or(Span::default(), |made| self.rules.moves[made].span)).map_err(named)?;
        self.within_bounds(&mut env.state, act).map_err(named)?;
        let turn = match act.finish {
            None => Turn::Of(act.next),
            Some(Finish::Wins(winner)) => Turn::Over(Some(winner.other())),
            Some(Finish::Draw | Finish::Points | Finish::Leads(..)) => Turn::Over(None),
        };
        let mut next = Position { state: std::mem::take(&mut env.state), turn };
        if act.finish.is_none() {
            next = self.normalise(next, &mut env.fuel).map_err(named)?;
        }
        self.invariants(&next, &mut env.fuel).map_err(named)?;
        self.remaining_used(&next, act, before.left, env).map_err(named)?;
        self.rank_raised(&next, before.rank, env).map_err(named)?;
        Ok(Step { mv, mine: act.mine, theirs: act.theirs, next })
    }

    /// Keeps the first of all steps whose moves read alike; they must lead to the same.
    fn without_twins(&self, mut steps: Vec<Step>) -> Result<Vec<Step>, Fault> {
        let name = |at: usize| steps[at].mv.made.map(|made| self.rules.moves[made].name.as_str());
        let may_repeat = |at: &usize| steps[*at].mv.made.is_some_and(|made| self.twins[made]);
        let mut order: Vec<usize> = (0..steps.len()).filter(may_repeat).collect();
        let alike = |a: usize, b: usize| name(a).cmp(&name(b)).then_with(|| steps[a].mv.args.cmp(&steps[b].mv.args));
        order.sort_by(|a, b| alike(*a, *b));
        let mut twins = Vec::new();
        for group in order.chunk_by(|a, b| alike(*a, *b).is_eq()) {
            for &twin in &group[1..] {
                self.lead_to_the_same(&steps[group[0]], &steps[twin])?;
                twins.push(twin);
            }
        }
        twins.sort_unstable();
        let mut at = 0..;
        steps.retain(|_| at.next().is_some_and(|at| twins.binary_search(&at).is_err()));
        Ok(steps)
    }

    fn lead_to_the_same(&self, known: &Step, step: &Step) -> Result<(), Fault> {
        if (known.mine, known.theirs, &known.next) == (step.mine, step.theirs, &step.next) {
            return Ok(());
        }
        let span = step.mv.made.map_or(Span::default(), |made| self.rules.moves[made].span);
        let message = say!("two different moves read `{}`", self.show_move(&step.mv));
        Err(Box::new(
            Diagnostic::error("R10", message)
                .at(span, "this move")
                .note(say!(
                    "one leads to {}, the other to {}",
                    brief(self.show_position(&known.next)),
                    brief(self.show_position(&step.next))
                ))
                .help("give the moves different names, or make what differs a choice"),
        ))
    }

    /// Every variable that a move assigned must lie in its bounds now.
    fn within_bounds(&self, state: &mut [Datum], act: &Act) -> Result<(), Fault> {
        for (which, span) in &act.changed {
            match conform(&state[*which], &self.domains[*which], &self.rules) {
                Ok(value) => state[*which] = value,
                Err(misfit) => {
                    let variable = &self.rules.states[*which];
                    let message = say!("`{}{}` {}", variable.name, misfit.part, misfit.problem);
                    return Err(Box::new(
                        Diagnostic::error("R04", message)
                            .at(*span, "changed here")
                            .at(variable.span, "its bounds")
                            .help(say!(
                                "make the move illegal there with `when …`, or widen the bounds of `{}`",
                                variable.name
                            )),
                    ));
                }
            }
        }
        Ok(())
    }

    fn invariants(&self, position: &Position, fuel: &mut u64) -> Result<(), Fault> {
        for condition in &self.rules.invariants {
            let me = self.nominal(position.turn);
            if !self.with_env(position.state.clone(), Some(me), fuel, |env| env.truth(condition))? {
                let text = crate::diagnostic::shorten(self.rules.source.slice(condition.span));
                let message = say!("the invariant `{text}` does not hold");
                return Err(Box::new(*fault("R05", condition.span, message, "false here"))
                    .note(say!("in {}", self.show_briefly(position)))
                    .into());
            }
        }
        Ok(())
    }

    /// Whose eyes a finished position is seen through: the loser's, or the first player's when nobody lost.
    #[must_use]
    pub fn nominal(&self, turn: Turn) -> Player {
        match turn {
            Turn::Of(player) | Turn::Over(Some(player)) => player,
            Turn::Over(None) => Player::First,
        }
    }

    /// What is promised of moves is compared with this.
    fn before(&self, env: &mut Env) -> Result<Before, Fault> {
        Ok(Before { left: self.remaining(env)?, rank: self.rank(env)? })
    }

    /// The rank, where the rules name one.
    fn rank(&self, env: &mut Env) -> Result<Option<i64>, Fault> {
        self.rules.rank.as_ref().map(|rank| env.int(&rank.number)).transpose()
    }

    /// A rank rises with every move.
    fn rank_raised(&self, next: &Position, before: Option<i64>, env: &mut Env) -> Result<(), Fault> {
        let (Some(before), Some(rank)) = (before, &self.rules.rank) else { return Ok(()) };
        let after = self.with_env(next.state.clone(), None, &mut env.fuel, |env| env.int(&rank.number))?;
        if after > before {
            return Ok(());
        }
        let text = crate::diagnostic::shorten(self.rules.source.slice(rank.number.span));
        let finding = Diagnostic::error("R12", say!("a move does not raise the rank `{text}`"))
            .at(rank.number.span, say!("{before} before, {after} after"))
            .help("name a number that every move raises")
            .edit("or take the `rank` line out", rank.span, "");
        Err(Box::new(finding))
    }

    /// The points remaining, where the rules say so.
    fn remaining(&self, env: &mut Env) -> Result<Option<i64>, Fault> {
        self.rules.remaining.as_ref().map(|points| env.int(points)).transpose()
    }

    /// The points remaining at a position, where the rules say so.
    ///
    /// # Errors
    /// What is wrong with the rules at that position.
    pub fn remaining_points(&self, position: &Position) -> Result<Option<i64>, Fault> {
        let mut env = self.env(position.state.clone(), Some(self.nominal(position.turn)));
        self.remaining(&mut env)
    }

    /// `remaining` must fall by what the move gains; points given at an end inside the move are shared out of what is left.
    fn remaining_used(&self, next: &Position, act: &mut Act, before: Option<i64>, env: &mut Env) -> Result<(), Fault> {
        let (me, nominal) = (env.me, self.nominal(next.turn));
        let after = match before {
            None => None,
            Some(_) => self.with_env(next.state.clone(), Some(nominal), &mut env.fuel, |env| self.remaining(env))?,
        };
        if let (Some(before), Some(after)) = (before, after) {
            let gained = i128::from(act.mine) + i128::from(act.theirs);
            let used = i128::from(before) - i128::from(after);
            if gained != used {
                return Err(self.remaining_wrong(gained, before, after, act.gained));
            }
        }
        if let Some(finish) = act.finish {
            let lead = match finish {
                Finish::Leads(player, lead) if Some(player) == me => lead,
                Finish::Leads(_, lead) => lead.checked_neg().ok_or_else(|| super::eval::overflow(Span::default()))?,
                _ => 0,
            };
            let (mine, theirs) = self.shared(after, lead, matches!(finish, Finish::Leads(..)))?;
            let add = |a: i64, b: i64| a.checked_add(b).ok_or_else(|| super::eval::overflow(Span::default()));
            (act.mine, act.theirs) = (add(act.mine, mine)?, add(act.theirs, theirs)?);
        }
        Ok(())
    }

    fn remaining_wrong(&self, gained: i128, before: i64, after: i64, gain: Option<Span>) -> Fault {
        let Some(points) = &self.rules.remaining else { return fault("R06", Span::default(), "no points remain", "") };
        let text = crate::diagnostic::shorten(self.rules.source.slice(points.span));
        let used = i128::from(before) - i128::from(after);
        let mut finding =
            Diagnostic::error("R06", say!("a move gains {gained} points, but takes {used} from `{text}`"))
                .at(points.span, say!("{before} before, {after} after"));
        if let Some(span) = gain {
            finding = finding.at(span, "gained here");
        }
        Box::new(
            finding.help(
                "every point gained must be taken from what remains; mend one of the two, or take `remaining` out",
            ),
        )
    }

    /// How points given at the end are shared: with `remaining`, exactly what is left, if the rules said how (`leads by`, also by 0);
    /// without, the leader gets the difference.
    fn shared(&self, left: Option<i64>, lead: i64, said: bool) -> Result<(i64, i64), Fault> {
        let Some(left) = left else { return Ok((lead.max(0), lead.min(0).saturating_neg())) };
        let (mine, theirs) = (i128::from(left) + i128::from(lead), i128::from(left) - i128::from(lead));
        let halves = mine % 2 == 0 && (said || left == 0);
        match (i64::try_from(mine / 2), i64::try_from(theirs / 2)) {
            (Ok(mine), Ok(theirs)) if halves => Ok((mine, theirs)),
            _ => Err(self.remaining_left(left, lead, said)),
        }
    }

    fn remaining_left(&self, left: i64, lead: i64, said: bool) -> Fault {
        let Some(points) = &self.rules.remaining else { return fault("R06", Span::default(), "no points remain", "") };
        let text = crate::diagnostic::shorten(self.rules.source.slice(points.span));
        let message = if !said {
            say!("the game is over, but `{text}` is {left} and not 0")
        } else {
            say!(
                "the game is over and {left} points remain, which cannot be shared so that somebody leads by {}",
                lead.unsigned_abs()
            )
        };
        let finding = Diagnostic::error("R06", message).at(points.span, say!("{left} at the end"));
        Box::new(finding.help(
            "`remaining` counts the points still to be taken: none are left at the end, unless `leads by` shares them",
        ))
    }

    /// At an end before a move, nothing may remain but what `leads by` shares.
    fn remaining_at_end(&self, position: &Position, me: Player, finish: Finish) -> Result<(), Fault> {
        let left = self.remaining_points(position)?;
        if left.is_none() {
            return Ok(());
        }
        let lead = match finish {
            Finish::Leads(player, lead) if player == me => lead,
            Finish::Leads(_, lead) => lead.checked_neg().ok_or_else(|| super::eval::overflow(Span::default()))?,
            _ => 0,
        };
        let said = matches!(finish, Finish::Leads(..));
        self.shared(left, lead, said).map(|_| ()).map_err(|fault| self.placed(fault, position))
    }

    /// A fault with the position it happened in.
    fn placed(&self, mut fault: Fault, position: &Position) -> Fault {
        if !fault.code.starts_with('B') {
            fault.notes.push(say!("in {}", self.show_briefly(position)));
        }
        fault
    }

    /// A fault with the move it happened in.
    fn named(&self, mut fault: Fault, mv: &Move) -> Fault {
        fault.notes.push(say!("in the move {}", brief(self.show_move(mv))));
        fault
    }
}

/// A position or move in a message: not more than a few lines of it.
#[must_use]
pub fn brief(text: String) -> String {
    const MOST: usize = 300;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

fn over(loser: Option<Player>, points: bool) -> Finish {
    match loser {
        Some(player) => Finish::Wins(player.other()),
        None if points => Finish::Points,
        None => Finish::Draw,
    }
}

/// What is done with each legal move; true stops looking. It may take the state, which is put back as it was.
type Visit<'v, 'a> = &'v mut dyn FnMut(&mut Env<'a>, &[Datum], &mut Act) -> Result<bool, Fault>;

impl Env<'_> {
    /// The first `end` line at the top that holds.
    pub(super) fn first_end(&mut self) -> Result<Option<Finish>, Fault> {
        for end in &self.game.rules.ends {
            if self.asked(&end.condition)? {
                return end.outcome.as_ref().map_or(Ok(Finish::Points), |outcome| self.outcome(outcome)).map(Some);
            }
        }
        Ok(None)
    }
}

impl<'a> Env<'a> {
    /// Whether the mover has a legal move among these.
    pub(super) fn any_legal(&mut self, among: impl IntoIterator<Item = usize>) -> Result<bool, Fault> {
        for made in among {
            if self.legal(made, &mut |_, _, _| Ok(true))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Visits every legal way to make a move.
    fn legal(&mut self, made: usize, visit: Visit<'_, 'a>) -> Result<bool, Fault> {
        let mv = &self.game.rules.moves[made];
        if mv.by.is_some() && mv.by != self.me {
            return Ok(false);
        }
        self.choose(made, 0, &mut Vec::with_capacity(mv.choices.len()), visit)
    }

    /// Whether a condition fails whatever is chosen from here on: then what there is to choose from is not asked, as in `divisors(x)` where
    /// `x > 0` is a condition.
    pub(super) fn barred(&mut self, guards: &[Guard]) -> bool {
        for guard in guards {
            match self.truth(&guard.part) {
                Ok(true) => {}
                Ok(false) => {
                    self.noted(guard.whole, false);
                    return true;
                }
                // A fault is met again when something is chosen, if anything can be.
                Err(_) => return false,
            }
        }
        false
    }

    fn choose(
        &mut self,
        made: usize,
        depth: usize,
        args: &mut Vec<Datum>,
        visit: Visit<'_, 'a>,
    ) -> Result<bool, Fault> {
        let game = self.game;
        let mv = &game.rules.moves[made];
        let Some(choice) = mv.choices.get(depth) else { return self.made(made, args, visit) };
        if self.barred(&game.guards[made][depth]) {
            return Ok(false);
        }
        let over = self.candidates(&choice.over)?;
        let from = self.first_tried(over.count());
        let chain = game.chain(made).filter(|slot| *slot == choice.slot);
        let mut failed = None;
        let whens = if depth + 1 == mv.choices.len() { mv.body.as_slice() } else { &[] };
        let whens =
            whens.iter().map_while(|stmt| if let StmtKind::When(when) = &stmt.kind { Some(when) } else { None });
        let mut places = self.places(&over, choice, choice.condition.iter().chain(whens));
        while let Some(nth) = self.next_place(&mut places, choice.over.span)? {
            let place = (from + nth) % over.count();
            if failed.is_some_and(|steps| over.length(place) > steps) {
                continue;
            }
            let Some(entry) = over.entry(place) else { break };
            self.spend_many(1 + over.work(), choice.over.span)?;
            self.locals[choice.slot] = entry.clone();
            if let Some(condition) = &choice.condition
                && !self.asked(condition)?
            {
                continue;
            }
            args.push(entry);
            self.run_through = None;
            let stop = self.choose(made, depth + 1, args, visit)?;
            failed = chain.filter(|_| self.run_through != chain).map(|_| args[depth].count());
            args.pop();
            if stop {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Which of so many is tried first.
    fn first_tried(&mut self, count: usize) -> usize {
        self.random.as_mut().filter(|_| count > 1).map_or(0, |random| random(count).min(count - 1))
    }

    /// Makes the move; if it is legal, shows it to `visit`; takes it back.
    pub(super) fn made(&mut self, made: usize, args: &[Datum], visit: Visit<'_, 'a>) -> Result<bool, Fault> {
        let game = self.game;
        self.spend_many(self.state.len() + args.len(), game.rules.moves[made].span)?;
        let mut act = Act::new(self.me);
        let named = |fault: Fault| game.named(fault, &Move { made: Some(made), args: args.to_vec() });
        // Most choices fail at the conditions that stand before anything is changed.
        let body = &game.rules.moves[made].body;
        let asked = body.iter().take_while(|stmt| matches!(stmt.kind, StmtKind::When(_) | StmtKind::Local(..))).count();
        let (asked, rest) = body.split_at(asked);
        if self.stmts(asked, &mut act).map_err(named)? == Flow::Illegal {
            return Ok(false);
        }
        let before = self.state.clone();
        let flow = self.stmts(rest, &mut act).map_err(named)?;
        let stop = if flow == Flow::Illegal { false } else { visit(self, args, &mut act)? };
        self.state = before;
        Ok(stop)
    }

    /// `can(NAME)`: asked at the position as it stands, perhaps in the middle of a move.
    pub(super) fn can(&mut self, moves: &[usize]) -> Result<bool, Fault> {
        let now = self.state.clone();
        let mut inner = self.game.env(now.clone(), self.me);
        inner.old = Some(&now);
        (inner.given, inner.fuel, inner.next_look) = (self.fuel, self.fuel, self.next_look);
        inner.trace = self.trace.take();
        let answer = inner.any_legal(moves.iter().copied());
        (self.fuel, self.next_look) = (inner.fuel, inner.next_look);
        self.trace = inner.trace.take();
        answer
    }
}
