//! From checked rules to a recurrence with open parameters: each move is read once, line by line, with expressions in place of values.

use super::boards::{At, Sides};
use super::declare::LONGEST;
use super::many::Extent;
use super::tree::{Call, Choice, Ex, Move, Op, Over, Recur, Shape, Step, Style, Var};
use bouton::rules::diagnostic::shorten;
use bouton::rules::rules::{
    self, Expr, ExprKind, Move as Rule, Outcome, OutcomeKind, Place, Repeat, Root, Rules, Stmt, StmtKind, StuckResult,
    Who,
};
use bouton::rules::table::helpers::Helper;
use bouton::rules::types::Type;
use bouton::rules::{Player, Span, Text, datum::Datum, say};
use std::collections::HashMap;

/// Why no program can be written, in a sentence, with the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoProgram(pub Text);

/// A move has at most so many ways through its conditions.
const MOST_WAYS: usize = 8;

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
    /// How many rows and columns states have that are boards, and how wide they all are, if they are equally wide.
    pub(super) boards: HashMap<usize, Sides>,
    pub(super) width: Option<Ex>,
    /// What locals hold that are cells.
    pub(super) cells: HashMap<usize, At>,
    /// Which way was taken at each condition of the move that is read, and how many of them are behind.
    ways: Vec<bool>,
    passed: usize,
    /// What is bound, by name; how much of that for everything, and where the move begins that is read.
    pub(super) bound: Vec<String>,
    pub(super) common: usize,
    pub(super) scope: usize,
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
    pub(super) again: Ex,
    pub(super) finish: Vec<(Ex, Ex)>,
}

impl Flow {
    /// It is legal only if this holds. What speaks of what the move has changed is asked where that is known.
    fn only_when(&mut self, when: Ex) {
        let made = self.steps.iter().filter_map(|step| match step {
            Step::Copy(bound, _) | Step::Let(bound, _) => Some(*bound),
            _ => None,
        });
        let made: Vec<usize> = made.collect();
        let mut later = false;
        when.walk(&mut |part| later |= matches!(part, Ex::Bound(bound) if made.contains(bound)));
        match when {
            Ex::Int(1) => {}
            when if later => self.steps.push(Step::When(when)),
            when => self.guards.push(when),
        }
    }
}

impl Recur {
    /// The recurrence of some rules, or why they have none. `told_apart` says whether it matters whose turn it is.
    ///
    /// # Errors
    /// Why they have none.
    pub fn of(rules: &Rules, told_apart: bool) -> Result<Recur, NoProgram> {
        match &rules.repeat {
            Some(repeat) => {
                Reader::new(rules).no(repeat.span, "play may repeat and a recurrence would go round for ever")
            }
            None => Recur::read(rules, told_apart),
        }
    }

    fn read(rules: &Rules, told_apart: bool) -> Result<Recur, NoProgram> {
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

    /// The recurrence that a program works out: that of the rules, or for a sum of parts that of a part's nimber. Where play may repeat it
    /// is one whose positions have a place in a table, which is filled again and again.
    ///
    /// # Errors
    /// Why there is none.
    pub fn for_program(rules: &Rules, told_apart: bool) -> Result<Recur, NoProgram> {
        if !rules.parts.is_empty() {
            return Reader::new(rules).of_parts();
        }
        let recur = Recur::read(rules, told_apart)?;
        match &rules.repeat {
            Some(repeat) if recur.vars.iter().any(Var::has_no_row) => Reader::new(rules).no(
                repeat.span,
                "play may repeat, and positions with a list, a board or `none` have no place in a table",
            ),
            _ => Ok(recur),
        }
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
            boards: HashMap::new(),
            width: None,
            cells: HashMap::new(),
            ways: Vec::new(),
            passed: 0,
            bound: Vec::new(),
            common: usize::MAX,
            scope: 0,
            done: Vec::new(),
        }
    }

    pub(super) fn no<T>(&self, span: Span, why: &'static str) -> Read<T> {
        let (line, _) = self.rules.source.line_column(span.start);
        let text = shorten(self.rules.source.slice(span).lines().next().unwrap_or_default());
        Err(NoProgram(say!("{why}, line {line}: `{text}`")))
    }

    /// Who begins, where that is said.
    fn begins(&mut self) -> Option<Ex> {
        self.number(self.rules.starts.as_ref()?).ok()
    }

    fn recur(&mut self, told_apart: bool) -> Read<Recur> {
        let rules = self.rules;
        if let Some(part) = rules.parts.first() {
            return self.no(part.span, "a sum of parts is solved by nimbers, not by one recurrence");
        }
        if let Some(stmt) = rules.normalise.first() {
            return self.no(stmt.span, "`normalise` has no closed form");
        }
        // The first player begins where nothing is said.
        if let Some(starts) = rules.starts.as_ref().filter(|_| self.begins() != Some(Ex::Int(0))) {
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
                below: false,
            });
        }
        self.start_over(vars.len());
        let (ends, openings) = self.ends()?;
        let stuck = self.stuck()?;
        let repeat = rules.repeat.as_ref().map(|repeat| self.endless(repeat)).transpose()?;
        let remaining = rules.remaining.as_ref().map(|points| self.number(points)).transpose()?;
        let mut moves = Vec::new();
        self.common = self.bound.len();
        for rule in &rules.moves {
            for settled in self.settled(rule) {
                self.every_way(rule, &settled, vars.len(), &mut moves)?;
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
            repeat,
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
        self.scope = self.bound.len();
        self.locals.clear();
        self.cells.clear();
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

    /// What endless play is worth to the mover.
    fn endless(&self, repeat: &Repeat) -> Read<Ex> {
        match repeat.who {
            _ if self.rules.points => self.no(repeat.span, "points in play that may repeat"),
            None => Ok(Ex::Int(0)),
            Some(who) => self.for_mover(Ex::player(who), Ex::Int(1), repeat.span),
        }
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
        self.for_mover(mine, amount, span)
    }

    /// What a player gets, seen by the mover.
    fn for_mover(&self, who: Ex, amount: Ex, span: Span) -> Read<Ex> {
        let mover = match (self.by, self.turn) {
            (Some(by), _) => Ex::player(by),
            (None, Some(turn)) => Ex::Local(turn),
            (None, None) => return self.no(span, "a player by name"),
        };
        let mine = Ex::two(Op::Eq, mover, who);
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

    /// A move as often as there are ways through its conditions: those that decide more than numbers part it in two.
    fn every_way(&mut self, rule: &Rule, settled: &[(usize, i64)], vars: usize, moves: &mut Vec<Move>) -> Read<()> {
        self.ways.clear();
        for _ in 0..MOST_WAYS {
            self.start_over(vars);
            self.passed = 0;
            moves.extend(self.mv(rule, settled)?);
            while self.ways.last() == Some(&false) {
                self.ways.pop();
            }
            let Some(last) = self.ways.last_mut() else { return Ok(()) };
            *last = false;
        }
        self.no(rule.span, "a move with very many ways through its conditions")
    }

    /// The way that is taken at the next condition: first where it holds.
    fn way(&mut self) -> bool {
        self.passed += 1;
        if self.passed > self.ways.len() {
            self.ways.push(true);
        }
        self.ways[self.passed - 1]
    }

    fn mv(&mut self, rule: &Rule, settled: &[(usize, i64)]) -> Read<Option<Move>> {
        self.by = rule.by;
        let mut choices = Vec::new();
        let mut guards = Vec::new();
        if let (Some(by), Some(turn)) = (rule.by, self.turn) {
            guards.push(Ex::two(Op::Eq, Ex::Local(turn), Ex::player(by)));
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
        let flow = Flow { now, guards, steps, gain: Ex::Int(0), again: Ex::Int(0), finish };
        let flow = self.stmts(&rule.body, flow)?;
        if flow.guards.contains(&Ex::Int(0)) {
            return Ok(None);
        }
        let mut next = flow.now;
        if let Some(turn) = self.turn {
            let (mine, other) = match rule.by {
                Some(by) => (Ex::player(by), Ex::player(by.other())),
                None => (Ex::Local(turn), Ex::two(Op::Sub, Ex::Int(1), Ex::Local(turn))),
            };
            next[turn] = Ex::choose(&flow.again, mine, other);
        }
        let Flow { guards, steps, gain, again, finish, .. } = flow;
        Ok(Some(Move { name, choices, guards, steps, gain, next, again, finish, answers: Vec::new(), leaves: None }))
    }

    /// A choice, at the next free place.
    pub(super) fn choice(&mut self, choice: &rules::Choice) -> Read<Choice> {
        let slot = self.free;
        self.free += 1;
        self.known(choice.slot, &choice.over, Ex::Local(slot));
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
                flow.only_when(when);
            }
            StmtKind::Local(slot, value) => self.bind(*slot, value)?,
            StmtKind::Assign(all) => flow = self.assign(all, flow)?,
            StmtKind::Gain(amount, who) => {
                let amount = self.number(amount)?;
                let mine = self.signed(who, amount, stmt.span)?;
                flow.gain = Ex::two(Op::Add, flow.gain, mine);
            }
            StmtKind::Again => flow.again = Ex::Int(1),
            StmtKind::End(when, outcome) => {
                let when = when.as_ref().map_or(Ok(Ex::Int(1)), |when| self.number(when))?;
                let value = outcome.as_ref().map_or(Ok(Ex::Int(0)), |outcome| self.outcome(outcome))?;
                flow.finish.push((when, value));
            }
            StmtKind::If(when, then, otherwise) => {
                let when = self.number(when)?;
                if self.parts_ways(then) || self.parts_ways(otherwise) {
                    let yes = self.way();
                    flow.only_when(if yes { when } else { when.negated() });
                    return self.stmts(if yes { then } else { otherwise }, flow);
                }
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

    /// Places get values, all of them worked out before.
    fn assign(&mut self, all: &[(Place, Expr)], mut flow: Flow) -> Read<Flow> {
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
                Root::Local(slot) if place.path.is_empty() && !self.cells.contains_key(&slot) => {
                    self.locals.insert(slot, value);
                }
                Root::Local(_) => return self.no(place.span, "a list that changes inside a move"),
            }
        }
        Ok(flow)
    }

    /// Whether statements decide more than numbers.
    fn parts_ways(&self, stmts: &[Stmt]) -> bool {
        stmts.iter().any(|stmt| match &stmt.kind {
            StmtKind::When(_) | StmtKind::End(..) | StmtKind::For(..) => true,
            StmtKind::If(_, then, otherwise) => self.parts_ways(then) || self.parts_ways(otherwise),
            StmtKind::Assign(all) => all.iter().any(|(place, value)| match place.root {
                Root::State(state) => match self.shape(state) {
                    Shape::Number => false,
                    Shape::List => true,
                    Shape::Set => matches!(value.kind, ExprKind::Binary(..)),
                },
                Root::Local(_) => false,
            }),
            _ => false,
        })
    }

    /// Two branches as one, each change with its condition.
    fn joined(&self, when: &Ex, before: &Flow, yes: Flow, no: Flow, span: Span) -> Read<Flow> {
        let plain = |flow: &Flow| {
            flow.guards.len() == before.guards.len()
                && flow.finish.len() == before.finish.len()
                && flow.steps.len() == before.steps.len()
        };
        if !plain(&yes) || !plain(&no) {
            return self.no(span, "a condition inside a move that decides more than numbers");
        }
        let now = yes.now.into_iter().zip(no.now).map(|(yes, no)| Ex::choose(when, yes, no)).collect();
        Ok(Flow {
            now,
            gain: Ex::choose(when, yes.gain, no.gain),
            again: Ex::choose(when, yes.again, no.again),
            ..before.clone()
        })
    }

    /// What is put into a place.
    fn assigned(&mut self, place: &Place, value: &Expr) -> Read<Ex> {
        match place.root {
            Root::State(state) if self.shape(state) == Shape::Set => {
                let Some(of) = self.extents.get(&state).cloned() else { return self.no(place.span, "a set") };
                self.set(value, &of)
            }
            _ => self.value(value),
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
            ExprKind::Help(Helper::Cells, _) => match self.cells_of(over) {
                Some(cells) => Ok((cells, None)),
                None => self.no(over.span, "the cells of a board that is no variable"),
            },
            ExprKind::Param(_) | ExprKind::List(_) if !Self::is_set(over) => Ok((Over::List(self.list(over)?), None)),
            ExprKind::Index(graph, _) if graph.ty == Type::Graph => Ok((Over::List(self.list(over)?), None)),
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
