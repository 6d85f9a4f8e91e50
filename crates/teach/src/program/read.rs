//! From checked rules to a recurrence with open parameters: each move is read once, line by line, with expressions in place of values.

use super::declare::LONGEST;
use super::many::Extent;
use super::tree::{Call, Choice, Ex, Move, Op, Over, Recur, Shape, Step, Style, Var};
use bouton::rules::diagnostic::shorten;
use bouton::rules::rules::{
    self, Expr, ExprKind, Move as Rule, Outcome, OutcomeKind, Place, Root, Rules, Stmt, StmtKind, StuckResult, Who,
};
use bouton::rules::table::helpers::Helper;
use bouton::rules::{Player, Span, datum::Datum};
use std::collections::HashMap;

/// Why no program can be written, in a sentence, with the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoProgram(pub String);

pub(super) type Read<T> = Result<T, NoProgram>;
/// Where play ends, each with its value for the mover.
type Endings = Vec<(Ex, Ex)>;

pub(super) struct Reader<'a> {
    pub(super) rules: &'a Rules,
    /// The place of the first variable of each state, and how many it has if it is a list.
    pub(super) places: Vec<(usize, Option<i64>)>,
    pub(super) turn: Option<usize>,
    /// What each variable holds now.
    pub(super) now: Vec<Ex>,
    /// What locals hold.
    pub(super) locals: HashMap<usize, Ex>,
    /// Who makes the move that is read.
    pub(super) by: Option<Player>,
    /// The next free place.
    pub(super) free: usize,
    /// States, `let` lines and choices that are sets.
    pub(super) extents: HashMap<usize, Extent>,
    pub(super) lets: HashMap<usize, Extent>,
    pub(super) chosen: HashMap<usize, Extent>,
    /// How long states are that are lists.
    pub(super) lengths: HashMap<usize, Ex>,
    /// What is bound, by name.
    pub(super) bound: Vec<String>,
    /// Which of that are numbers that have run over their range.
    pub(super) done: Vec<usize>,
}

/// A move as far as it has been read.
#[derive(Clone)]
pub(super) struct Flow {
    pub(super) now: Vec<Ex>,
    pub(super) guards: Vec<Ex>,
    pub(super) steps: Vec<Step>,
    pub(super) gain: Ex,
    pub(super) again: bool,
    pub(super) finish: Vec<(Ex, Ex)>,
}

impl Recur {
    /// The recurrence of some rules, or why they have none. `told_apart` says whether it matters whose turn it is.
    ///
    /// # Errors
    /// Why they have none.
    pub fn of(rules: &Rules, told_apart: bool) -> Result<Recur, NoProgram> {
        // Where players are told apart only by a game that is over before it begins, it need not matter whose turn it is.
        if told_apart
            && rules.moves.iter().all(|rule| rule.by.is_none())
            && let Ok(recur) = Reader::new(rules).recur(false)
            && (recur.holds(Shape::Set) || recur.holds(Shape::List))
        {
            return Ok(recur);
        }
        Reader::new(rules).recur(told_apart)
    }

    /// The recurrence that a program works out: that of the rules, or for a sum of parts that of a part's nimber.
    ///
    /// # Errors
    /// Why there is none.
    pub fn for_program(rules: &Rules, told_apart: bool) -> Result<Recur, NoProgram> {
        if rules.parts.is_empty() { Recur::of(rules, told_apart) } else { Reader::new(rules).of_parts() }
    }
}

impl Reader<'_> {
    fn new(rules: &Rules) -> Reader<'_> {
        Reader {
            rules,
            places: Vec::new(),
            turn: None,
            now: Vec::new(),
            locals: HashMap::new(),
            by: None,
            free: 0,
            extents: HashMap::new(),
            lets: HashMap::new(),
            chosen: HashMap::new(),
            lengths: HashMap::new(),
            bound: Vec::new(),
            done: Vec::new(),
        }
    }

    pub(super) fn no<T>(&self, span: Span, why: &str) -> Read<T> {
        let (line, _) = self.rules.source.line_column(span.start);
        let text = shorten(self.rules.source.slice(span).lines().next().unwrap_or_default());
        Err(NoProgram(format!("{why}, line {line}: `{text}`")))
    }

    fn recur(&mut self, told_apart: bool) -> Read<Recur> {
        let rules = self.rules;
        if let Some(part) = rules.parts.first() {
            return self.no(part.span, "a sum of parts is solved by nimbers, not by one recurrence");
        }
        if let Some(stmt) = rules.normalise.first() {
            return self.no(stmt.span, "`normalise` has no closed form");
        }
        if let Some(repeat) = &rules.repeat {
            return self.no(repeat.span, "play may repeat and a recurrence would go round for ever");
        }
        if let Some(starts) = &rules.starts {
            return self.no(starts.span, "who begins is not settled by the rules alone");
        }
        let globals = self.globals()?;
        let mut vars = self.vars()?;
        if told_apart {
            self.turn = Some(vars.len());
            vars.push(Var {
                name: "turn".to_owned(),
                shape: Shape::Number,
                lo: Ex::Int(0),
                hi: Ex::Int(1),
                start: Ex::Int(0),
            });
        }
        self.start_over(vars.len());
        let (ends, openings) = self.ends()?;
        let stuck = self.stuck()?;
        let remaining = rules.remaining.as_ref().map(|points| self.number(points)).transpose()?;
        let mut moves = Vec::new();
        for rule in &rules.moves {
            for settled in self.settled(rule) {
                self.start_over(vars.len());
                moves.extend(self.mv(rule, &settled)?);
            }
        }
        Ok(Recur {
            name: rules.name.clone(),
            title: rules.title.clone(),
            players: rules.players.clone(),
            points: rules.points,
            globals,
            vars,
            turn: self.turn,
            ends,
            moves,
            points_decide: rules.points && rules.stucks.iter().all(|stuck| stuck.condition.is_some()),
            stuck,
            remaining,
            openings,
            sum: None,
            style: Style::RIGHT,
            bound: std::mem::take(&mut self.bound),
            legend: self.legend(),
        })
    }

    pub(super) fn start_over(&mut self, vars: usize) {
        self.now = (0..vars).map(Ex::Local).collect();
        self.locals.clear();
        self.by = None;
        self.free = vars;
    }

    /// Where play ends; and where it is over before it begins, which only parameters tell and players by name.
    fn ends(&mut self) -> Read<(Endings, Endings)> {
        let (mut ends, mut openings) = (Vec::new(), Vec::new());
        for end in &self.rules.ends {
            let when = self.number(&end.condition)?;
            let named = end.outcome.as_ref().is_some_and(|outcome| match &outcome.kind {
                OutcomeKind::Wins(who) | OutcomeKind::Loses(who) | OutcomeKind::Leads(who, _) => {
                    matches!(who, Who::Named(_))
                }
                OutcomeKind::Draw => false,
            });
            let opening = named && self.turn.is_none() && !when.is_open() && ends.is_empty();
            self.by = Some(Player::First).filter(|_| opening);
            let value = end.outcome.as_ref().map_or(Ok(Ex::Int(0)), |outcome| self.outcome(outcome));
            self.by = None;
            if opening { openings.push((when, value?)) } else { ends.push((when, value?)) }
        }
        Ok((ends, openings))
    }

    pub(super) fn stuck(&mut self) -> Read<Vec<(Ex, Ex)>> {
        let mut found = Vec::new();
        for stuck in &self.rules.stucks {
            let StuckResult::Over(outcome) = &stuck.result else {
                return self.no(stuck.span, "a turn that goes back");
            };
            let when = stuck.condition.as_ref().map_or(Ok(Ex::Int(1)), |when| self.number(when))?;
            found.push((when, self.outcome(outcome)?));
        }
        Ok(found)
    }

    /// An outcome as a value for the mover.
    fn outcome(&mut self, outcome: &Outcome) -> Read<Ex> {
        match &outcome.kind {
            OutcomeKind::Draw => Ok(Ex::Int(0)),
            OutcomeKind::Wins(who) => self.signed(who, Ex::Int(1), outcome.span),
            OutcomeKind::Loses(who) => self.signed(who, Ex::Int(-1), outcome.span),
            OutcomeKind::Leads(who, points) => {
                let points = self.number(points)?;
                self.signed(who, points, outcome.span)
            }
        }
    }

    /// What somebody gets, seen by the mover.
    fn signed(&mut self, who: &Who, amount: Ex, span: Span) -> Read<Ex> {
        let mine = match who {
            Who::Me => return Ok(amount),
            Who::Opponent => return Ok(Ex::negative(amount)),
            Who::Named(player) => self.number(player)?,
        };
        let mover = match (self.by, self.turn) {
            (Some(by), _) => Ex::Int(i64::try_from(by.number()).expect("players are 0 and 1")),
            (None, Some(turn)) => Ex::Local(turn),
            (None, None) => return self.no(span, "a player by name"),
        };
        let mine = Ex::two(Op::Eq, mover, mine);
        Ok(Ex::choose(&mine, amount.clone(), Ex::negative(amount)))
    }

    /// The choices that say which of several variables is changed, with every number they can be; the move is read once for each.
    fn settled(&self, rule: &Rule) -> Vec<Vec<(usize, i64)>> {
        let mut all = vec![Vec::new()];
        if self.places.iter().all(|place| place.1.is_none()) {
            return all;
        }
        for choice in &rule.choices {
            let ExprKind::Range { lo, hi, inclusive } = &choice.over.kind else { continue };
            let (ExprKind::Const(Datum::Int(lo)), ExprKind::Const(Datum::Int(hi))) = (&lo.kind, &hi.kind) else {
                continue;
            };
            let last = if *inclusive { *hi } else { *hi - 1 };
            if last - lo >= LONGEST {
                continue;
            }
            let more = |known: &Vec<(usize, i64)>| {
                (*lo..=last).map(|number| [known.clone(), vec![(choice.slot, number)]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(more).collect();
        }
        all
    }

    fn mv(&mut self, rule: &Rule, settled: &[(usize, i64)]) -> Read<Option<Move>> {
        self.by = rule.by;
        let mut choices = Vec::new();
        let mut guards = Vec::new();
        if let (Some(by), Some(turn)) = (rule.by, self.turn) {
            guards.push(Ex::two(
                Op::Eq,
                Ex::Local(turn),
                Ex::Int(i64::try_from(by.number()).expect("players are 0 and 1")),
            ));
        }
        let mut name = rule.name.clone();
        for choice in &rule.choices {
            if let Some((_, number)) = settled.iter().find(|(slot, _)| *slot == choice.slot) {
                self.locals.insert(choice.slot, Ex::Int(*number));
                name = format!("{name}, {} = {number}", choice.name);
                guards.extend(choice.condition.as_ref().map(|when| self.number(when)).transpose()?);
                continue;
            }
            choices.push(self.choice(choice)?);
        }
        let (now, finish, steps) = (self.now.clone(), Vec::new(), Vec::new());
        let flow = Flow { now, guards, steps, gain: Ex::Int(0), again: false, finish };
        let flow = self.stmts(&rule.body, flow)?;
        if flow.guards.contains(&Ex::Int(0)) {
            return Ok(None);
        }
        let mut next = flow.now;
        if let (Some(turn), false) = (self.turn, flow.again) {
            next[turn] = match rule.by {
                Some(by) => Ex::Int(i64::try_from(by.other().number()).expect("players are 0 and 1")),
                None => Ex::two(Op::Sub, Ex::Int(1), Ex::Local(turn)),
            };
        }
        let Flow { guards, steps, gain, again, finish, .. } = flow;
        Ok(Some(Move { name, choices, guards, steps, gain, next, again, finish, answers: Vec::new(), leaves: None }))
    }

    /// A choice, at the next free place.
    pub(super) fn choice(&mut self, choice: &rules::Choice) -> Read<Choice> {
        let slot = self.free;
        self.free += 1;
        self.locals.insert(choice.slot, Ex::Local(slot));
        let (over, inside) = self.over(&choice.over, choice.slot)?;
        let when = choice.condition.as_ref().map(|when| self.number(when)).transpose()?;
        let when = inside.into_iter().chain(when).reduce(|a, b| Ex::two(Op::And, a, b));
        Ok(Choice { name: choice.name.clone(), slot, over, when })
    }

    pub(super) fn stmts(&mut self, stmts: &[Stmt], mut flow: Flow) -> Read<Flow> {
        for stmt in stmts {
            self.now.clone_from(&flow.now);
            flow = self.stmt(stmt, flow)?;
        }
        Ok(flow)
    }

    fn stmt(&mut self, stmt: &Stmt, mut flow: Flow) -> Read<Flow> {
        match &stmt.kind {
            StmtKind::When(when) => {
                let when = self.number(when)?;
                if when != Ex::Int(1) {
                    flow.guards.push(when);
                }
            }
            StmtKind::Local(slot, value) => {
                let value = self.number(value)?;
                self.locals.insert(*slot, value);
            }
            StmtKind::Assign(all) => {
                let values: Vec<Ex> = all.iter().map(|(to, value)| self.assigned(to, value)).collect::<Read<_>>()?;
                for ((place, _), value) in all.iter().zip(values) {
                    match place.root {
                        Root::State(state) if self.lengths.contains_key(&state) => {
                            if all.len() > 1 {
                                return self.no(place.span, "several changes at once, one of them of a list");
                            }
                            flow = self.put(place, value, flow)?;
                        }
                        Root::State(state) if self.shape(state) == Shape::Set && place.path.is_empty() => {
                            let var = self.places[state].0;
                            flow.now[var] = if matches!(value, Ex::Two(..)) {
                                let after = self.fresh("after");
                                flow.steps.push(Step::Let(after, value));
                                Ex::Bound(after)
                            } else {
                                value
                            };
                        }
                        Root::State(_) => flow.now[self.place(place)?] = value,
                        Root::Local(slot) if place.path.is_empty() => {
                            self.locals.insert(slot, value);
                        }
                        Root::Local(_) => return self.no(place.span, "a list that changes inside a move"),
                    }
                }
            }
            StmtKind::Gain(amount, who) => {
                let amount = self.number(amount)?;
                let mine = self.signed(who, amount, stmt.span)?;
                flow.gain = Ex::two(Op::Add, flow.gain, mine);
            }
            StmtKind::Again => flow.again = true,
            StmtKind::End(when, outcome) => {
                let when = when.as_ref().map_or(Ok(Ex::Int(1)), |when| self.number(when))?;
                let value = outcome.as_ref().map_or(Ok(Ex::Int(0)), |outcome| self.outcome(outcome))?;
                flow.finish.push((when, value));
            }
            StmtKind::If(when, then, otherwise) => {
                let when = self.number(when)?;
                let known = self.locals.clone();
                let yes = self.stmts(then, flow.clone())?;
                self.locals.clone_from(&known);
                self.now.clone_from(&flow.now);
                let no = self.stmts(otherwise, flow.clone())?;
                self.locals = known;
                flow = self.joined(&when, &flow, yes, no, stmt.span)?;
            }
            StmtKind::Turn(_) => return self.no(stmt.span, "a turn that is given"),
            StmtKind::For(slot, over, body) => flow = self.each(*slot, over, body, flow, stmt)?,
            StmtKind::Break => return self.no(stmt.span, "a loop that is left"),
        }
        Ok(flow)
    }

    /// Two branches as one, each change with its condition.
    fn joined(&self, when: &Ex, before: &Flow, yes: Flow, no: Flow, span: Span) -> Read<Flow> {
        let plain = |flow: &Flow| {
            flow.guards.len() == before.guards.len()
                && flow.finish.len() == before.finish.len()
                && flow.steps.len() == before.steps.len()
        };
        if yes.again != no.again || !plain(&yes) || !plain(&no) {
            return self.no(span, "a condition inside a move that decides more than numbers");
        }
        let now = yes.now.into_iter().zip(no.now).map(|(yes, no)| Ex::choose(when, yes, no)).collect();
        Ok(Flow { now, gain: Ex::choose(when, yes.gain, no.gain), again: yes.again, ..before.clone() })
    }

    /// What is put into a place.
    fn assigned(&mut self, place: &Place, value: &Expr) -> Read<Ex> {
        match place.root {
            Root::State(state) if self.shape(state) == Shape::Set => {
                let Some(of) = self.extents.get(&state).cloned() else { return self.no(place.span, "a set") };
                self.set(value, &of)
            }
            _ => self.number(value),
        }
    }

    /// The variable that a place is.
    fn place(&mut self, place: &Place) -> Read<usize> {
        let Root::State(state) = place.root else { return self.no(place.span, "a place that is no variable") };
        let (first, length) = self.places[state];
        match (length, place.path.as_slice()) {
            (None, []) => Ok(first),
            (Some(count), [indices]) if indices.len() == 1 => match self.number(&indices[0])? {
                Ex::Int(at) if (0..count).contains(&at) => Ok(first + usize::try_from(at).expect("it lies in the row")),
                _ => self.no(place.span, "an entry that is not known before play"),
            },
            _ => self.no(place.span, "a list that changes as a whole"),
        }
    }

    /// What is chosen from, and a condition where not every number of it can be chosen.
    fn over(&mut self, over: &Expr, slot: usize) -> Read<(Over, Option<Ex>)> {
        match &over.kind {
            ExprKind::Range { lo, hi, inclusive } => {
                let (lo, hi) = (self.number(lo)?, self.number(hi)?);
                Ok((Over::Range(lo, if *inclusive { hi } else { Ex::plus(hi, -1) }), None))
            }
            ExprKind::Param(_) if !Self::is_set(over) => Ok((Over::List(self.list(over)?), None)),
            ExprKind::Help(helper, _) if Call::of(*helper).is_some_and(Call::gives_list) => {
                Ok((Over::List(self.list(over)?), None))
            }
            ExprKind::Help(Helper::Subsets, args) => {
                let (Some(of), Some(set)) = (args.first().and_then(|set| self.extent(set)), args.first()) else {
                    return self.no(over.span, "a choice among subsets of what is not known before play");
                };
                let all = self.set(set, &of)?;
                self.chosen.insert(slot, of);
                let chosen = self.locals.get(&slot).cloned().unwrap_or(Ex::Int(0));
                let inside = Ex::two(Op::Eq, Ex::two(Op::Without, chosen, all.clone()), Ex::Int(0));
                let full = matches!(&all, Ex::Global(which) if self.is_full(*which));
                Ok((Over::Range(Ex::Int(0), all), Some(inside).filter(|_| !full)))
            }
            _ if Self::is_set(over) => {
                let Some(of) = self.extent(over) else { return self.no(over.span, "a choice among a set") };
                let chosen = self.locals.get(&slot).cloned().unwrap_or(Ex::Int(0));
                let set = self.set(over, &of)?;
                let bit = Ex::two(Op::Sub, chosen, of.lo.clone());
                Ok((Over::Range(of.lo, of.hi), Some(Ex::Has(Box::new(set), Box::new(bit)))))
            }
            _ => self.no(over.span, "a choice among what is neither a range nor a list that is given"),
        }
    }
}
