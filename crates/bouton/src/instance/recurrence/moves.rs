//! Moves, run once with symbols.

use super::cells::known;
use super::values::{Alternatives, Value};
use super::{Closed, LONGEST_LIST, NO_ENTRY, Reader, bounds, fits, opaque};
use crate::domain::{Run, block, value};
use crate::recurrence::{Amount, Choice, Form, Linear, Move, never_negative};
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Choice as Chosen, Expr, ExprKind, Move as Rule, Stmt, StmtKind};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::CompareOp;
use bouton_rules::types::Type;
use std::collections::HashSet;
use std::sync::Arc;

/// A condition on one choice is worked out before play for at most so many numbers.
const MOST_TRIED: i64 = 1 << 21;

/// A choice that decides an `if` is read number by number, if it has at most so many.
pub(super) const MOST_BRANCHES: usize = 16;

/// Moves are written out, each with what becomes of every variable, while these are no more than so many together.
const MOST_FORMS: usize = 1 << 16;

const TOO_MANY_MOVES: &str = "more moves than are written out, one for each entry that they change";

/// Squares are listed up to here: no more than numbers are tried.
const LARGEST_SQUARE: i64 = MOST_TRIED * MOST_TRIED;

impl Reader<'_> {
    /// Every move; those written for several entries of a list once for each.
    pub(super) fn moves(&mut self) -> Closed<Vec<Move>> {
        let rules = self.rules;
        let mut names = HashSet::new();
        let mut moves = Vec::new();
        for (source, rule) in rules.moves.iter().enumerate() {
            if !names.insert(&rule.name) {
                return opaque(rule.span, "two moves of one name");
            }
            for entries in self.unrolled(rule)? {
                if (moves.len() + 1).saturating_mul(self.variables.len()) > MOST_FORMS {
                    return opaque(rule.span, TOO_MANY_MOVES);
                }
                moves.extend(self.ways(rule.span, |reader| reader.read(source, rule, &entries))?);
            }
        }
        Ok(moves)
    }

    /// The choices that say which entry of a list is changed, or alone decide an `if`, with every number they can be.
    fn unrolled(&self, rule: &Rule) -> Closed<Vec<Vec<(usize, Datum)>>> {
        let mut all = vec![Vec::new()];
        for choice in &rule.choices {
            let (mut index, mut decides) = (false, false);
            rule.exprs(&mut |expr| expr.walk(&mut |part| index |= picks(part, choice.slot)));
            rule.exprs(&mut |expr| expr.walk(&mut |part| decides |= branches(part, choice.slot)));
            rule.body.iter().for_each(|stmt| {
                stmt.walk(&mut |stmt| {
                    index |= puts(stmt, choice.slot);
                    decides |= turns(stmt, choice.slot);
                });
            });
            if !index && !decides {
                continue;
            }
            let fixed = choice.over.is_fixed(&|_| false);
            if !fixed && !index {
                continue;
            }
            let numbers = if fixed { self.listed_before(&choice.over)? } else { self.within_bounds(choice)? };
            if !index && numbers.len() > MOST_BRANCHES {
                continue;
            }
            if all.len().saturating_mul(numbers.len()).saturating_mul(self.variables.len()) > MOST_FORMS {
                return opaque(choice.over.span, TOO_MANY_MOVES);
            }
            all = all
                .iter()
                .flat_map(|known: &Vec<(usize, Datum)>| {
                    numbers.iter().map(|number| [known.clone(), vec![(choice.slot, number.clone())]].concat())
                })
                .collect();
        }
        Ok(all)
    }

    /// The numbers of a list or range known before play, each once.
    pub(super) fn numbers(&self, over: &Expr) -> Closed<Vec<i64>> {
        let numbers = self
            .listed_before(over)?
            .into_iter()
            .map(|held| if let Datum::Int(number) = held { Some(number) } else { None });
        numbers.collect::<Option<_>>().map_or_else(|| self.no_form(over.span), Ok)
    }

    /// What is offered, if that is known before play, each once.
    fn listed_before(&self, over: &Expr) -> Closed<Vec<Datum>> {
        let held = self.known(over).filter(|held| i64::try_from(held.count()).is_ok_and(|count| count <= MOST_TRIED));
        let mut seen = HashSet::new();
        let offered = held.map(|held| held.entries().filter(|entry| seen.insert(entry.clone())).collect());
        offered.map_or_else(|| self.no_form(over.span), Ok)
    }

    /// All numbers of a range that play decides, as far as its ends are bounded.
    fn within_bounds(&self, choice: &Chosen) -> Closed<Vec<Datum>> {
        let bounds = if let ExprKind::Range { lo, hi, .. } = &choice.over.kind { Some((lo, hi)) } else { None };
        let ends =
            bounds.and_then(|(lo, hi)| Some((i64::try_from(lo.range.lo).ok()?, i64::try_from(hi.range.hi).ok()?)));
        let few = ends.filter(|(least, most)| most.checked_sub(*least).is_some_and(|more| more < LONGEST_LIST));
        match few {
            Some((least, most)) => Ok((least..=most).map(Datum::Int).collect()),
            None => opaque(choice.over.span, NO_ENTRY),
        }
    }

    /// A move for these entries; nothing if it can never be legal.
    fn read(&mut self, source: usize, rule: &Rule, entries: &[(usize, Datum)]) -> Closed<Option<Move>> {
        self.settle(rule.by);
        self.moving = true;
        let mut run = self.start(Move { guards: self.going_on(), ..no_move(&rule.name, source) });
        for choice in &rule.choices {
            let chosen = match entries.iter().find(|entry| entry.0 == choice.slot) {
                Some((_, held)) => self.settled(choice, held, &mut run)?,
                None => self.choice(choice, &mut run)?,
            };
            match chosen {
                Some(arg) => run.effects.mv.args.push(arg),
                None => return Ok(None),
            }
        }
        run.effects.mv.guards.extend(self.turn_of(rule.by));
        if !block(self, &rule.body, &mut run)? {
            return Ok(None);
        }
        self.moving = false;
        self.finish(rule, run).map(Some)
    }

    fn finish(&mut self, rule: &Rule, mut run: Run<Self>) -> Closed<Move> {
        let variables = bounds(&self.variables);
        let mut mv = run.effects.mv.clone();
        mv.next = Reader::forms(&run).map_or_else(|| self.no_form(rule.span), Ok)?;
        mv.next.extend(self.turn_after(&run.effects).map(Form::One));
        let symbols = mv.bounds(&variables);
        let reach = |form: &Linear| form.range(&symbols);
        let large = |range: (i128, i128)| range.0.abs().max(range.1.abs()) > 1 << 60;
        let asked = mv.choices.iter().flat_map(Choice::forms).chain(&mv.guards);
        if mv.next.iter().flat_map(Form::parts).any(|form| large(reach(form)))
            || large(reach(&mv.gain.linear))
            || !asked.chain(&self.needs).all(|form| form.is_small(&symbols))
        {
            return opaque(rule.span, "numbers too large for a closed form");
        }
        let mut needs = std::mem::take(&mut self.needs);
        self.whole_only(|reader| reader.falls(&mv.given, rule, &mut run))?;
        self.rises(rule, &run)?;
        self.needs.clear();
        // What is asked for where the move is legal anyway, or follows from that, needs no further look.
        let asked =
            |form: &Linear| mv.guards.iter().any(|guard| form.minus(guard).is_some_and(|more| reach(&more).0 >= 0));
        needs.retain(|form| !asked(form) && !never_negative(form, variables.len(), &mv.choices, &symbols));
        mv.needs = needs;
        Ok(mv)
    }

    /// Shows that the rank which the rules name rises.
    fn rises(&self, rule: &Rule, run: &Run<Self>) -> Closed<()> {
        let Some(rank) = &self.rules.rank else { return Ok(()) };
        let entries =
            |value: &Value| if let Value::Many(entries) = value { entries.clone() } else { vec![value.clone()] };
        let mut changes = rank.terms.iter().flat_map(|&(which, times)| {
            let both = [(&run.now[which], times), (&run.old[which], -times)];
            both.into_iter().flat_map(move |(held, times)| entries(held).into_iter().map(move |entry| (entry, times)))
        });
        let rise = changes.try_fold(Value::number(-1), |rise, (held, times)| rise.plus(&held, times));
        let surely = |form: &Linear| self.surely(form, &run.effects.mv);
        let shown = match &rise {
            Some(Value::One(amount)) => amount.sums.is_empty() && surely(&amount.linear),
            Some(Value::Min(forms)) => forms.iter().all(surely),
            Some(Value::Max(forms)) => forms.iter().any(surely),
            _ => false,
        };
        if shown { Ok(()) } else { opaque(rule.span, "the rank that the rules name is not shown to rise") }
    }

    /// Shows that `remaining` falls by what the move gives.
    fn falls(&mut self, given: &Amount, rule: &Rule, run: &mut Run<Self>) -> Closed<()> {
        let Some(points) = &self.rules.remaining else { return Ok(()) };
        let after = self.amount(points, run)?;
        let mut start = self.start(run.effects.mv.clone());
        let before = self.amount(points, &mut start)?;
        let rest = before.plus(&after, -1).and_then(|used| used.plus(given, -1));
        if rest == Some(Amount::default()) {
            Ok(())
        } else {
            opaque(rule.span, "`remaining` is not shown to fall by what the move gives")
        }
    }

    /// A choice, whatever is chosen: what that is; nothing where there is never anything to choose.
    pub(super) fn choice(&mut self, choice: &Chosen, run: &mut Run<Self>) -> Closed<Option<Linear>> {
        if let Some(taken) = self.out_of_set(choice, run)? {
            return taken.map_or(Ok(None), |held| self.settled(choice, &held, run));
        }
        if let Some(few) = self.one_by_one(choice)? {
            let taken = self.one_of_so_many(few.len(), choice.over.span)?;
            return few.get(taken).map_or(Ok(None), |held| self.settled(choice, held, run));
        }
        if choice.ty == Type::Cell {
            let chosen = self.cells(choice, run)?;
            return self.met(choice, run).map(|met| met.then_some(chosen));
        }
        let rooted = self.rooted(&choice.over, run);
        let [least, most] = self.quotient_bounds(choice.slot, run).unwrap_or_default();
        let mut made = self.range(choice, rooted.as_ref(), run)?;
        made.lo.extend(least);
        made.hi.extend(most);
        let hangs = made.listed.is_some() || made.divides.is_some();
        let symbol = Linear::symbol(self.variables.len() + run.effects.mv.choices.len());
        run.effects.mv.choices.push(made);
        run.locals.insert(choice.slot, Value::linear(symbol.clone()));
        if let Some(form) = &rooted {
            self.squared(form, run).map_or_else(|| self.no_form(choice.over.span), Ok)?;
        }
        let met = match &choice.condition {
            Some(condition) if !hangs && condition.is_fixed(&|slot| slot == choice.slot) => {
                self.sieve(choice.slot, condition, &mut run.effects.mv).map(|()| true)?
            }
            _ => self.met(choice, run)?,
        };
        Ok(met.then_some(symbol))
    }

    /// A choice that is settled. Of something else than a number, its place among what is offered names it.
    fn settled(&mut self, choice: &Chosen, held: &Datum, run: &mut Run<Self>) -> Closed<Option<Linear>> {
        let name = match held {
            Datum::Int(number) => {
                if !self.offers(&choice.over, *number, run)? {
                    return Ok(None);
                }
                run.locals.insert(choice.slot, known(&choice.ty, *number));
                Some(*number)
            }
            other => {
                let offered = self.interpreter.fixed(&choice.over, &[]);
                let place = offered.and_then(|offered| offered.entries().position(|entry| entry == *other));
                place.and_then(|place| i64::try_from(place).ok())
            }
        };
        self.settled.push((choice.slot, held.clone()));
        let Some(name) = name else { return self.no_form(choice.over.span) };
        self.met(choice, run).map(|met| met.then(|| Linear::number(name)))
    }

    /// Narrows a move to where the condition on a choice holds; false if it never does.
    fn met(&mut self, choice: &Chosen, run: &mut Run<Self>) -> Closed<bool> {
        choice.condition.as_ref().map_or(Ok(true), |condition| self.when(condition, run))
    }

    /// Narrows a move to where a range that play decides has a number; false if it never has.
    fn offers(&mut self, over: &Expr, number: i64, run: &mut Run<Self>) -> Closed<bool> {
        let ExprKind::Range { lo, hi, inclusive } = &over.kind else { return Ok(true) };
        let most = if *inclusive { CompareOp::Le } else { CompareOp::Lt };
        for (end, op) in [(lo, CompareOp::Ge), (hi, most)] {
            let found = value(self, end, run)?;
            let found = Value::compared(op, &Value::number(number), &self.told(found, end, run));
            let holds = found.map_or_else(|| self.no_form(end.span), Ok)?;
            if !self.meet(holds, end, run)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What is offered by a choice that is taken one by one: few, and cells, or what has no closed form else.
    fn one_by_one(&mut self, choice: &Chosen) -> Closed<Option<Vec<Datum>>> {
        let offered = match self.known(&choice.over).map(|offered| offered.count() <= MOST_BRANCHES) {
            Some(true) => self.listed_before(&choice.over).ok(),
            Some(false) => None,
            None => self.within_bounds(choice).ok().filter(|numbers| numbers.len() <= MOST_BRANCHES),
        };
        let Some(offered) = offered else { return Ok(None) };
        let split = self.splits(offered.len());
        let whole = choice.ty.is_scalar() && choice.ty != Type::Cell && !split;
        Ok(if whole { None } else { Some(offered) })
    }

    /// What formulas call a choice: beside variables it needs a name of its own, `n_` where `n` is one.
    pub(super) fn apart(&self, name: &str) -> String {
        let mut name = name.to_owned();
        while self.variables.iter().any(|variable| variable.name == name) {
            name.push('_');
        }
        name
    }

    /// The numbers that a choice is made from; where they end with the root of a form, all up to the greatest that is.
    fn range(&mut self, choice: &Chosen, rooted: Option<&Linear>, run: &mut Run<Self>) -> Closed<Choice> {
        let mut made = Choice {
            name: self.apart(&choice.name),
            lo: Vec::new(),
            hi: Vec::new(),
            among: None,
            divides: None,
            listed: None,
        };
        match &choice.over.kind {
            ExprKind::Range { lo, hi, inclusive } => {
                made.lo = self.bound(lo, true, run)?;
                let less = Linear::number(i64::from(!*inclusive));
                if let Some(form) = rooted {
                    let most = form.range(&run.effects.mv.bounds(&bounds(&self.variables))).1;
                    made.hi = vec![Linear::number(fits(i64::try_from(most.isqrt()).ok(), hi.span)?)];
                    return Ok(made);
                }
                for end in self.bound(hi, false, run)? {
                    made.hi.push(fits(end.minus(&less), hi.span)?);
                }
            }
            _ if self.is_known(&choice.over) => {
                let numbers = self.numbers(&choice.over)?;
                made.lo = vec![Linear::number(numbers.iter().copied().min().unwrap_or(1))];
                made.hi = vec![Linear::number(numbers.iter().copied().max().unwrap_or(0))];
                made.among = Some(Arc::new(numbers));
            }
            ExprKind::Help(Helper::Divisors, args) => {
                let [of] = args.as_slice() else { return self.no_form(choice.over.span) };
                let form = self.linear(of, run)?;
                let least = form.range(&run.effects.mv.bounds(&bounds(&self.variables))).0;
                if least < 1 {
                    return self.no_form(choice.over.span);
                }
                (made.lo, made.hi, made.divides) = (vec![Linear::number(1)], vec![form.clone()], Some(form));
            }
            _ => {
                let Some(listed) = self.chosen_from(&choice.over, run) else { return self.no_form(choice.over.span) };
                let (least, most) = listed.range().unwrap_or((1, 0));
                (made.lo, made.hi) = (vec![Linear::number(least)], vec![Linear::number(most)]);
                made.listed = Some(listed);
            }
        }
        Ok(made)
    }

    fn bound(&mut self, expr: &Expr, lower: bool, run: &mut Run<Self>) -> Closed<Vec<Linear>> {
        let found = value(self, expr, run)?;
        match self.told(found, expr, run).as_form() {
            Some(Form::One(form)) => Ok(vec![form]),
            Some(Form::Max(forms)) if lower => Ok(forms),
            Some(Form::Min(forms)) if !lower => Ok(forms),
            // The farthest of several ends is where the choice ends: ways part, one for each that may be it.
            Some(Form::Max(forms) | Form::Min(forms)) => {
                let ways = farthest(&forms, lower);
                let which = ways.and_then(|ways| self.way_of(&ways, expr.span, run));
                which.map_or_else(|| self.no_form(expr.span), |which| Ok(vec![forms[which].clone()]))
            }
            None => self.no_form(expr.span),
        }
    }

    /// Keeps the numbers of a choice that meet a condition on it alone, where it does not hang on others which they are.
    fn sieve(&mut self, slot: usize, condition: &Expr, mv: &mut Move) -> Closed<()> {
        let variables = bounds(&self.variables);
        let (lo, hi) = mv.bounds(&variables).pop().expect("the choice that is sieved has bounds");
        let Some(choice) = mv.choices.last_mut() else { return Ok(()) };
        if choice.among.is_none() && hi <= LARGEST_SQUARE && asks_for_squares(condition, slot) {
            choice.among = Some(Arc::new(squares(lo, hi)));
            return Ok(());
        }
        let tried: Vec<i64> = match &choice.among {
            Some(among) => among.to_vec(),
            None if hi.saturating_sub(lo) < MOST_TRIED => (lo..=hi).collect(),
            None => return self.no_form(condition.span),
        };
        let mut kept = Vec::new();
        for number in tried {
            match self.interpreter.fixed(condition, &[(slot, number)]) {
                Some(Datum::Int(1)) => kept.push(number),
                Some(_) => {}
                None => return self.no_form(condition.span),
            }
        }
        choice.among = Some(Arc::new(kept));
        Ok(())
    }

    /// Narrows a move to where a condition holds; false if it never does.
    pub(super) fn when(&mut self, condition: &Expr, run: &mut Run<Self>) -> Closed<bool> {
        if !self.needs.is_empty() {
            return opaque(condition.span, "a condition after points were counted");
        }
        let mut asked = Vec::new();
        for part in condition.conjuncts() {
            let found = value(self, part, run)?;
            let apart = matches!(&found, Value::Ways(ways) if ways.len() > 1);
            asked.push((part, if apart { self.told(found, part, run) } else { found }));
        }
        // What is said of divisors is understood once it is known that they are.
        asked.sort_by_key(|(_, found)| !matches!(found, Value::Divides(..)));
        for (part, found) in asked {
            if !self.meet(found, part, run)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same for a condition that was read.
    fn meet(&mut self, found: Value, part: &Expr, run: &mut Run<Self>) -> Closed<bool> {
        match found {
            Value::Ways(ways) if ways.is_empty() => return Ok(false),
            Value::Ways(ways) => {
                // A condition that holds in one way only is one of the move's own, and read as it stands.
                let open = if ways.len() > 1 { self.open(ways.clone(), run) } else { Vec::new() };
                self.one_of(if open.is_empty() { ways } else { open }, part.span, run)?;
            }
            Value::Divides(parts, true) if self.narrow(&parts, &mut run.effects.mv).is_some() => {}
            other => match self.divided(&other, part, run) {
                Some(Value::Ways(ways)) => self.one_of(ways, part.span, run)?,
                _ => return self.no_form(part.span),
            },
        }
        Ok(true)
    }
}

/// For each of some forms where it is the least, or the greatest: the first of several that are.
fn farthest(forms: &[Linear], least: bool) -> Option<Alternatives> {
    let way = |at: usize| {
        let others = forms.iter().enumerate().filter(|(other, _)| *other != at);
        let beyond = others.map(|(other, form)| {
            let apart = if least { form.minus(&forms[at]) } else { forms[at].minus(form) };
            apart?.plus(&Linear::number(i64::from(other < at)), -1)
        });
        beyond.collect::<Option<_>>()
    };
    (0..forms.len()).map(way).collect()
}

/// A move that has not been read yet.
pub(super) fn no_move(name: &str, source: usize) -> Move {
    Move {
        name: name.to_owned(),
        source,
        args: Vec::new(),
        choices: Vec::new(),
        guards: Vec::new(),
        next: Vec::new(),
        gain: Amount::default(),
        given: Amount::default(),
        passes: true,
        needs: Vec::new(),
    }
}

/// `is_square(x)`: squares need not be looked for among all numbers.
fn asks_for_squares(condition: &Expr, slot: usize) -> bool {
    let ExprKind::Help(Helper::IsSquare, args) = &condition.kind else { return false };
    matches!(args.as_slice(), [Expr { kind: ExprKind::Local(local), .. }] if *local == slot)
}

fn squares(lo: i64, hi: i64) -> Vec<i64> {
    (0_i64..)
        .map_while(|root| root.checked_mul(root))
        .take_while(|square| *square <= hi)
        .filter(|square| *square >= lo)
        .collect()
}

/// Whether an expression is an `if` that this local alone decides.
fn branches(expr: &Expr, slot: usize) -> bool {
    matches!(&expr.kind, ExprKind::If(condition, ..) if decided(condition, slot))
}

/// Whether a statement is an `if` that this local alone decides.
fn turns(stmt: &Stmt, slot: usize) -> bool {
    matches!(&stmt.kind, StmtKind::If(condition, ..) if decided(condition, slot))
}

fn decided(condition: &Expr, slot: usize) -> bool {
    speaks(condition, slot) && condition.is_fixed(&|local| local == slot)
}

/// Whether an expression picks an entry of a state variable by this local.
fn picks(expr: &Expr, slot: usize) -> bool {
    let ExprKind::Index(base, indices) = &expr.kind else { return false };
    matches!(base.kind, ExprKind::State(_) | ExprKind::Old(_)) && indices.iter().any(|index| speaks(index, slot))
}

/// Whether a statement changes an entry that this local picks.
fn puts(stmt: &Stmt, slot: usize) -> bool {
    let StmtKind::Assign(pairs) = &stmt.kind else { return false };
    pairs.iter().any(|(place, _)| place.path.iter().flatten().any(|index| speaks(index, slot)))
}

pub(super) fn speaks(expr: &Expr, slot: usize) -> bool {
    expr.any(&|part| matches!(part.kind, ExprKind::Local(local) if local == slot))
}
