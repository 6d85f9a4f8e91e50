//! Statements.

use super::int;
use super::truths::{Over, Truths, names};
use super::worth::{Held, Num, Worth};
use super::{Lower, Lowered, unfit};
use crate::code::{Label, Local, Stmt as Code, Value};
use bouton_rules::Player;
use bouton_rules::Span;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Finish;
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Expr, ExprKind, Outcome, OutcomeKind, Place, Root, Stmt, StmtKind, Who};
use bouton_rules::table::operators::BinaryOp;
use bouton_rules::types::Type;

/// How often a loop is lowered again before its numbers are taken to be anything.
const TRIES: usize = 3;

/// What the variables and the locals hold at the start of a round.
type Starts = (Vec<Held>, Vec<Option<Held>>);

/// What a move has done so far.
#[derive(Clone, Debug)]
pub(super) struct Act {
    /// Points for the mover and the other.
    pub(super) mine: Local,
    pub(super) theirs: Local,
    /// Who moves next.
    pub(super) next: Local,
    /// How the game ended: a `finish_code`, 0 while it goes on.
    pub(super) finish: Local,
    /// By how much somebody leads.
    pub(super) lead: Local,
    /// Where a failed `when` goes, and where `end` goes.
    pub(super) illegal: Label,
    pub(super) ended: Label,
}

/// An end as a number from 1 up.
pub(super) fn finish_code(finish: Finish) -> i64 {
    match finish {
        Finish::Wins(Player::First) => 1,
        Finish::Wins(Player::Second) => 2,
        Finish::Draw => 3,
        Finish::Points => 4,
        Finish::Leads(Player::First, _) => 5,
        Finish::Leads(Player::Second, _) => 6,
    }
}

/// What a body adds to a number where a condition holds that does not speak of it, and does nothing else: the condition, the number, and both sides of the sum.
fn only_adds(body: &[Stmt]) -> Option<(&Expr, &Place, [&Expr; 2])> {
    let StmtKind::If(condition, then, otherwise) = only_stmt(body)? else { return None };
    let StmtKind::Assign(pairs) = only_stmt(then)? else { return None };
    let [(place, value)] = pairs.as_slice() else { return None };
    let ExprKind::Binary(BinaryOp::Add, number, more) = &value.kind else { return None };
    let is_it = |expr: &Expr| match (&expr.kind, place.root) {
        (ExprKind::Local(slot), Root::Local(root)) => *slot == root,
        (ExprKind::State(which), Root::State(root)) => *which == root,
        _ => false,
    };
    let mut mentioned = false;
    condition.walk(&mut |part| mentioned |= is_it(part));
    let adds = value.ty == Type::Int && place.path.is_empty() && is_it(number);
    (adds && !mentioned && otherwise.is_empty()).then_some((condition, place, [number, more]))
}

fn only_stmt(stmts: &[Stmt]) -> Option<&StmtKind> {
    if let [stmt] = stmts { Some(&stmt.kind) } else { None }
}

impl<'r> Lower<'r, '_> {
    pub(super) fn stmts(&mut self, stmts: &'r [Stmt], act: &Act) -> Lowered<()> {
        stmts.iter().try_for_each(|stmt| self.stmt(stmt, act))
    }

    fn stmt(&mut self, stmt: &'r Stmt, act: &Act) -> Lowered<()> {
        self.effort(stmt.span)?;
        match &stmt.kind {
            StmtKind::When(condition) => {
                let parts = if self.is_given(condition) { condition.conjuncts() } else { vec![condition] };
                for part in parts {
                    let holds = self.truth(part)?;
                    self.make.when(holds.is_zero(), |make| make.leave(act.illegal));
                }
            }
            StmtKind::Local(slot, value) => {
                let worth = self.expr(value)?;
                let held = self.variable(*slot, worth, value)?;
                self.locals[*slot] = Some(held);
            }
            StmtKind::Assign(pairs) => self.assign(pairs)?,
            StmtKind::Gain(amount, who) => self.gain(amount, who, act)?,
            StmtKind::Again => {
                let Some(mover) = self.mover.clone() else { return unfit(stmt.span, "`again` here") };
                self.make.set(act.next, mover.value);
            }
            StmtKind::Turn(player) => {
                let player = self.int(player)?;
                self.make.set(act.next, player.value);
            }
            StmtKind::End(condition, outcome) => {
                let holds = condition.as_ref().map_or(Ok(Value::from(1)), |condition| self.truth(condition))?;
                self.when(holds, |lower| {
                    lower.finish(outcome.as_ref(), act)?;
                    lower.make.leave(act.ended);
                    Ok(())
                })?;
            }
            StmtKind::If(condition, then, otherwise) => self.branch(condition, then, otherwise, act)?,
            StmtKind::For(slot, over, body) => {
                if !self.counting_loop((*slot, over), body)? {
                    self.repeated(*slot, over, body, act)?;
                }
                self.ran_through(over);
            }
            StmtKind::Break => match self.breaks.last() {
                Some(label) => self.make.leave(*label),
                None => return unfit(stmt.span, "`break` here"),
            },
        }
        Ok(())
    }

    /// A local: one that is changed later gets places of its own.
    fn variable(&mut self, slot: usize, worth: Worth, value: &'r Expr) -> Lowered<Held> {
        if !self.changing.contains(&slot) {
            return Ok(Held::Fixed(self.freeze(worth)));
        }
        let whole = self.replaced.iter().any(|(known, _)| *known == slot);
        let worth = match (&value.ty, worth) {
            (Type::Set(of), worth) => Worth::Bits(self.growing_set(slot, worth, of, value)?),
            (Type::List(of), worth) if of.is_scalar() && (whole || !matches!(worth, Worth::Row(_))) => {
                return self.laid_variable(worth, &value.ty, value.span);
            }
            (Type::Text, worth) => return self.laid_variable(worth, &value.ty, value.span),
            (Type::List(of), Worth::Many(all)) if all.iter().all(|one| matches!(one, Worth::Lying(_))) => {
                return self.laid_variables(all, of, value.span);
            }
            (_, worth) => worth,
        };
        self.places(worth, value.span)
    }

    /// A set that is changed later, with all members that may come.
    fn growing_set(&mut self, slot: usize, worth: Worth, of: &Type, value: &'r Expr) -> Lowered<super::worth::Bits> {
        let added: Vec<&'r Expr> =
            self.replaced.iter().filter(|(known, _)| *known == slot).map(|(_, added)| *added).collect();
        let wanted = match &worth {
            Worth::Bits(bits) => {
                let more = self.members_that_come(of, &added, value.span);
                more.ok().and_then(|more| super::sets::hull(&bits.members, &more)).unwrap_or(bits.members.clone())
            }
            _ => self.members_that_come(of, &added, value.span)?,
        };
        let bits = self.as_bits(worth, &value.ty, Some(&wanted), value.span)?;
        let words = self.converted(bits, &wanted, true)?;
        Ok(super::worth::Bits { words, members: wanted })
    }

    /// Something that changes, in places of its own.
    fn places(&mut self, worth: Worth, span: Span) -> Lowered<Held> {
        let mut local = |value: Value| {
            let local = self.make.local("var");
            self.make.set(local, value);
            local
        };
        Ok(match worth {
            Worth::Num(num) => Held::Num { local: local(num.value), range: num.range, ever: num.range, none: num.none },
            Worth::Bits(bits) => {
                Held::Bits { locals: bits.words.into_iter().map(local).collect(), members: bits.members }
            }
            Worth::Row(row) => Held::Row { locals: row.words.into_iter().map(local).collect(), shape: row.shape },
            Worth::Many(all) => Held::Many(all.into_iter().map(|one| self.places(one, span)).collect::<Lowered<_>>()?),
            Worth::Lying(_) | Worth::Known(_) | Worth::Among(_) | Worth::Range(..) => {
                return unfit(span, "a variable of this kind");
            }
        })
    }

    fn finish(&mut self, outcome: Option<&'r Outcome>, act: &Act) -> Lowered<()> {
        let (code, lead) = self.outcome(outcome)?;
        self.make.set(act.finish, code);
        self.make.set(act.lead, lead);
        Ok(())
    }

    /// What an outcome says: its code, and by how much somebody leads.
    pub(super) fn outcome(&mut self, outcome: Option<&'r Outcome>) -> Lowered<(Value, Value)> {
        let Some(outcome) = outcome else { return Ok((Value::from(finish_code(Finish::Points)), Value::from(0))) };
        let nothing = Value::from(0);
        Ok(match &outcome.kind {
            OutcomeKind::Draw => (Value::from(finish_code(Finish::Draw)), nothing),
            OutcomeKind::Wins(who) => (self.who(who, outcome.span)?.plus(1), nothing),
            OutcomeKind::Loses(who) => (Value::from(2).minus(self.who(who, outcome.span)?), nothing),
            OutcomeKind::Leads(who, points) => {
                let who = self.who(who, outcome.span)?;
                (who.plus(finish_code(Finish::Leads(Player::First, 0))), self.int(points)?.value)
            }
        })
    }

    /// A player: 0 or 1.
    fn who(&mut self, who: &'r Who, span: Span) -> Lowered<Value> {
        let mover = self.mover.clone();
        match (who, mover) {
            (Who::Named(player), _) => Ok(self.int(player)?.value),
            (Who::Me, Some(mover)) => Ok(mover.value),
            (Who::Opponent, Some(mover)) => Ok(Value::from(1).minus(mover.value)),
            _ => unfit(span, "a mover where nobody moves"),
        }
    }

    fn gain(&mut self, amount: &'r Expr, who: &'r Who, act: &Act) -> Lowered<()> {
        const SMALL: i128 = 1 << 36;
        let num = self.int(amount)?;
        let num = self.held(num);
        let who = self.who(who, amount.span)?;
        let Some(mover) = self.mover.clone() else { return unfit(amount.span, "`gain` where nobody moves") };
        // So many gains as would leave 64 bits with small numbers are more work than is done.
        let small = num.range.lo >= -SMALL && num.range.hi <= SMALL;
        self.shared.proven += usize::from(small);
        let to = |side: Local| {
            if small {
                Value::from(side).plus(num.value.clone())
            } else {
                Value::from(side).asked_plus(num.value.clone())
            }
        };
        let (mine, theirs) = (to(act.mine), to(act.theirs));
        self.make.choose(who.eq(mover.value), |make| make.set(act.mine, mine), |make| make.set(act.theirs, theirs));
        Ok(())
    }

    fn branch(&mut self, condition: &'r Expr, then: &'r [Stmt], otherwise: &'r [Stmt], act: &Act) -> Lowered<()> {
        let condition = self.truth(condition)?;
        if let Value::Const(known) = condition {
            return self.stmts(if known == 0 { otherwise } else { then }, act);
        }
        let before = (self.state.clone(), self.locals.clone());
        let first = self.inside(|lower| lower.stmts(then, act))?;
        let after = (std::mem::replace(&mut self.state, before.0), std::mem::replace(&mut self.locals, before.1));
        let second = self.inside(|lower| lower.stmts(otherwise, act))?;
        join(&mut self.state, &after.0);
        for (held, other) in self.locals.iter_mut().zip(after.1) {
            match (held.as_mut(), other) {
                (Some(held), Some(other)) => join_held(held, &other),
                // What only one branch has is not looked at after both.
                (None, other) => *held = other,
                _ => {}
            }
        }
        self.make.push(Code::If(condition, first, second));
        Ok(())
    }

    /// A `for` that only counts: `for x in around4(b, c) { if b[x] { n += 1 } }`, where the conditions can be worked out at once.
    fn counting_loop(&mut self, over: Over<'r>, body: &'r [Stmt]) -> Lowered<bool> {
        let Some((condition, place, [counted, more])) = only_adds(body) else { return Ok(false) };
        let Some(Worth::Num(more)) = self.always(more).filter(|_| !names(more, over.0)) else { return Ok(false) };
        let (Some(more), Worth::Num(counted)) = (more.known(), self.expr(counted)?) else { return Ok(false) };
        if counted.none {
            return Ok(false);
        }
        let added = self.tried(|lower| {
            let Some(all) = lower.at_once(over, condition)? else { return Ok(None) };
            let most: i64 = all.iter().map(Truths::most).sum();
            // What it adds is work of the interpreter's, too.
            lower.spend(usize::try_from(8 * most).expect("it is not negative"));
            let range = counted.range.plus(Interval::new(0, most).times(Interval::of(more)));
            // The count fits at every step of the loop.
            if range.in_range() != range {
                return Ok(None);
            }
            let number = all.into_iter().map(Truths::number).reduce(Value::plus).unwrap_or(Value::from(0));
            Ok(Some(Num::new(lower.make.hold("counted", counted.value.clone().plus(number.times(more))), range)))
        })?;
        let Some(sum) = added else { return Ok(false) };
        self.put(place, &[], Worth::Num(sum))?;
        Ok(true)
    }

    /// A `for`. What it changes is at its start what it was before or what a round makes of it: it is lowered again until that is so.
    fn repeated(&mut self, slot: usize, over: &'r Expr, body: &'r [Stmt], act: &Act) -> Lowered<()> {
        let counted = (self.cost, self.flat, self.shared.proven);
        let begun = (self.state.clone(), self.locals.clone());
        // The statements, where what the loop starts with holds at the start of every round.
        let from = |lower: &mut Self, starts: &mut Starts, anything: bool| -> Lowered<Option<Vec<Code>>> {
            (lower.cost, lower.flat, lower.shared.proven) = counted;
            (lower.state, lower.locals) = starts.clone();
            let stmts = lower.inside(|lower| lower.rounds(slot, over, body, act))?;
            Ok((!lower.widen(starts, anything)).then_some(stmts))
        };
        let mut starts = begun.clone();
        for tries in 0..=TRIES {
            let Some(mut stmts) = from(self, &mut starts, tries + 1 >= TRIES)? else { continue };
            if tries == TRIES {
                // Numbers were taken to be anything: once more with no more than a round then makes of them (narrowing, Cousot and Cousot 1977).
                let wide = (self.cost, self.flat, self.shared.proven, self.state.clone(), self.locals.clone());
                let mut narrow = begun;
                self.widen(&mut narrow, false);
                match from(self, &mut narrow, false)? {
                    Some(narrowed) => stmts = narrowed,
                    None => (self.cost, self.flat, self.shared.proven, self.state, self.locals) = wide,
                }
            }
            stmts.into_iter().for_each(|stmt| self.make.push(stmt));
            self.after_rounds();
            return Ok(());
        }
        unfit(over.span, "a loop whose numbers keep growing")
    }

    /// Widens what a loop starts with by what everything is now, after a round; whether that was more.
    fn widen(&self, (state, locals): &mut Starts, anything: bool) -> bool {
        let starts = state.iter_mut().map(Some).chain(locals.iter_mut().map(Option::as_mut));
        let ends = self.state.iter().map(Some).chain(self.locals.iter().map(Option::as_ref));
        let pairs = starts.zip(ends).filter_map(|(start, end)| Some((start?, end?)));
        pairs.fold(false, |any, (start, end)| widened(start, end, anything) | any)
    }

    /// However a loop was left, everything is what it ever was in it.
    fn after_rounds(&mut self) {
        for held in self.state.iter_mut().chain(self.locals.iter_mut().flatten()) {
            if let Held::Num { range, ever, .. } = held {
                *range = range.hull(*ever);
            }
        }
    }

    fn rounds(&mut self, slot: usize, over: &'r Expr, body: &'r [Stmt], act: &Act) -> Lowered<()> {
        let around = self.unsettled.len();
        self.unsettled.extend(super::play::changes(body).0);
        let done = self.eagerly(|lower| {
            lower.block(|lower, label| {
                lower.breaks.push(label);
                let done = lower.each_in_turn(over, &mut |lower, entry| {
                    let entry = lower.freeze(entry);
                    let before = lower.locals[slot].replace(Held::Fixed(entry));
                    let eager = std::mem::replace(&mut lower.eager, false);
                    let before_round = lower.state.clone();
                    let done = lower.stmts(body, act);
                    join(&mut lower.state, &before_round);
                    lower.eager = eager;
                    lower.locals[slot] = before;
                    done
                });
                lower.breaks.pop();
                done
            })
        });
        self.unsettled.truncate(around);
        done
    }

    /// Changes places all at once.
    fn assign(&mut self, pairs: &'r [(Place, Expr)]) -> Lowered<()> {
        let mut puts = Vec::with_capacity(pairs.len());
        for (place, value) in pairs {
            let worth = match &value.ty {
                // A set takes the shape of what holds it.
                Type::Set(_) => self.set_for(place, value)?,
                _ => self.expr(value)?,
            };
            let apart = pairs.len() > 1 || !place.path.is_empty() || matches!(worth, Worth::Many(_));
            let worth = if apart { self.freeze(worth) } else { worth };
            let at = self.place(place)?;
            puts.push((place, at, worth));
        }
        puts.into_iter().try_for_each(|(place, at, worth)| self.put(place, &at, worth))
    }

    fn holder(&mut self, root: Root) -> Option<&mut Held> {
        match root {
            Root::Local(slot) => self.locals[slot].as_mut(),
            Root::State(which) => self.state.get_mut(which),
        }
    }

    fn set_for(&mut self, place: &'r Place, value: &'r Expr) -> Lowered<Worth> {
        let mut held = self.holder(place.root).cloned();
        for _ in &place.path {
            held = match held {
                Some(Held::Many(all)) => all.into_iter().next(),
                _ => None,
            };
        }
        match held {
            Some(Held::Bits { members, .. }) => {
                let words = self.words(value, &members, BinaryOp::Union)?;
                Ok(Worth::Bits(super::worth::Bits { words, members }))
            }
            _ => unfit(place.span, "a set here"),
        }
    }

    /// Which entry of an entry a place is; nothing for a whole variable. Asks outside.
    fn place(&mut self, place: &'r Place) -> Lowered<Vec<Value>> {
        let mut held = self.holder(place.root).cloned();
        let mut steps = Vec::with_capacity(place.path.len());
        for indices in &place.path {
            let Some(around) = held else { return unfit(place.span, "an entry of this") };
            let at = self.place_in(&around, indices, place.span)?;
            steps.push(self.make.hold("at", at));
            held = if let Held::Many(all) = around { self.one_held(all, steps.last()) } else { None };
        }
        Ok(steps)
    }

    /// What the places of an entry hold that is one of many: all are alike, but for how long lists are.
    fn one_held(&mut self, all: Vec<Held>, at: Option<&Value>) -> Option<Held> {
        let lengths: Vec<Local> = all
            .iter()
            .filter_map(|held| if let Held::Laid { length, .. } = held { Some(*length) } else { None })
            .collect();
        let mut first = all.into_iter().next()?;
        if let (Held::Laid { length, .. }, Some(at)) = (&mut first, at) {
            let here = self.make.local("length");
            self.make.set(here, 0);
            for (which, known) in (0..).zip(lengths) {
                self.make.set(here, at.clone().eq(which).select(known, here));
            }
            *length = here;
        }
        Some(first)
    }

    fn place_in(&mut self, held: &Held, indices: &'r [Expr], span: Span) -> Lowered<Value> {
        match (held, indices) {
            (Held::Row { shape, .. }, indices) => self.place_in_row(shape, indices, span),
            (Held::Many(all), [at]) => {
                self.spend(all.len());
                let at = self.int(at)?;
                Ok(self.list_place(&at, int(all.len())))
            }
            (Held::Laid { length, most, .. }, [at]) => {
                self.spend(usize::try_from(*most).unwrap_or(1 << 20));
                let at = self.int(at)?;
                let at = self.held(at);
                self.ask_if(at.value.clone().below(*length).is_zero());
                Ok(at.value)
            }
            _ => unfit(span, "an entry of this"),
        }
    }

    fn place_in_row(&mut self, shape: &super::worth::Shape, indices: &'r [Expr], span: Span) -> Lowered<Value> {
        // The interpreter may copy the whole list first.
        self.spend(usize::try_from(shape.cells).unwrap_or(usize::MAX));
        match (indices, shape.sides) {
            ([row, column], Some(_)) => {
                let (row, column) = (self.int(row)?, self.int(column)?);
                Ok(self.board_place(shape, &row, &column))
            }
            ([cell], Some(_)) => {
                let cell = self.int(cell)?;
                let (row, column) = self.parts(&cell);
                Ok(self.board_place(shape, &row, &column))
            }
            ([at], None) => {
                let at = self.int(at)?;
                Ok(self.list_place(&at, shape.cells))
            }
            _ => unfit(span, "an entry of this"),
        }
    }

    fn put(&mut self, place: &'r Place, at: &[Value], worth: Worth) -> Lowered<()> {
        let Some(held) = self.holder(place.root).cloned() else { return unfit(place.span, "this variable") };
        if let (Held::Num { local, ever, .. }, [], Worth::Num(num)) = (&held, at, &worth) {
            self.make.set(*local, num.value.clone());
            let held = Held::Num { local: *local, range: num.range, ever: ever.hull(num.range), none: num.none };
            self.holder(place.root).into_iter().for_each(|old| *old = held.clone());
            return Ok(());
        }
        self.put_in(&held, at, worth, place.span)
    }

    fn put_in(&mut self, held: &Held, at: &[Value], worth: Worth, span: Span) -> Lowered<()> {
        match (held, at, worth) {
            (Held::Bits { locals, members }, [], Worth::Bits(bits)) if bits.members == *members => {
                let words: Vec<Value> = match bits.words.as_slice() {
                    [_] => bits.words,
                    _ => bits.words.into_iter().map(|word| self.make.hold("set", word)).collect(),
                };
                locals.iter().zip(words).for_each(|(local, word)| self.make.set(*local, word));
            }
            (Held::Row { locals, shape }, [], Worth::Row(row)) if row.shape == *shape => {
                let words: Vec<Value> = row.words.into_iter().map(|word| self.make.hold("cells", word)).collect();
                locals.iter().zip(words).for_each(|(local, word)| self.make.set(*local, word));
            }
            (Held::Row { locals, shape }, [], Worth::Known(Datum::Grid(grid)))
                if shape.sides == Some((grid.rows, grid.columns)) =>
            {
                let Some(words) = super::list::known_words(shape, &grid.cells) else {
                    self.make.ask();
                    return Ok(());
                };
                locals.iter().zip(words).for_each(|(local, word)| self.make.set(*local, word));
            }
            (Held::Row { locals, shape }, [at], Worth::Num(num)) => {
                let code = self.coded(&num, shape);
                let code = self.make.hold("code", code);
                self.put_at(locals, shape, at, &code);
            }
            (Held::Row { locals, shape }, [], worth) if shape.sides.is_none() => {
                self.fill(locals, shape, worth, span)?;
            }
            (Held::Laid { buffer, start, .. }, [at], Worth::Num(num)) => {
                self.make.store(*buffer, at.clone().plus(*start), num.value);
            }
            (Held::Laid { buffer, start, length, most, .. }, [], worth) => {
                let worth = if let Worth::Bits(_) = worth { return unfit(span, "a list made of this") } else { worth };
                let lying = self.lying(worth, span)?;
                let now = self.make.hold("length", lying.length.clone());
                // What is too long would lie on the next.
                self.ask_if(Value::from(*most).below(now.clone()));
                self.copied_to(&lying, *buffer, &Value::from(*start))?;
                self.make.set(*length, now);
            }
            (Held::Many(all), [at, rest @ ..], worth) => {
                for (which, held) in (0..).zip(all) {
                    let here = at.clone().eq(which);
                    self.when(here, |lower| lower.put_in(held, rest, worth.clone(), span))?;
                }
            }
            (Held::Many(all), [], Worth::Many(entries)) if all.len() == entries.len() => {
                for (held, entry) in all.iter().zip(entries) {
                    self.put_in(held, &[], entry, span)?;
                }
            }
            _ => return unfit(span, "a change of this kind"),
        }
        Ok(())
    }

    /// A packed list takes entries that are apart.
    fn fill_with(&mut self, locals: &[Local], shape: &super::worth::Shape, all: &[Worth], span: Span) -> Lowered<()> {
        let mut codes = Vec::with_capacity(all.len());
        for worth in all {
            let Worth::Num(num) = worth else { return unfit(span, "a list made of this") };
            let code = self.coded(num, shape);
            codes.push(self.make.hold("code", code));
        }
        locals.iter().for_each(|local| self.make.set(*local, 0));
        for (at, code) in (0..).zip(codes) {
            self.put_at(locals, shape, &Value::from(at), &code);
        }
        Ok(())
    }

    /// A packed list takes the entries of another list of the same length; asks where it is another.
    fn fill(&mut self, locals: &[Local], shape: &super::worth::Shape, worth: Worth, span: Span) -> Lowered<()> {
        if let Worth::Known(Datum::Set(_)) | Worth::Num(_) = worth {
            return unfit(span, "a list made of this");
        }
        if let Worth::Many(all) = &worth
            && i64::try_from(all.len()) == Ok(shape.cells)
        {
            return self.fill_with(locals, shape, all, span);
        }
        let lying = self.lying(worth, span)?;
        self.ask_if(lying.length.clone().ne(shape.cells));
        for local in locals {
            self.make.set(*local, 0);
        }
        let (buffer, start) = (lying.buffer, lying.start.clone());
        self.count("i", Value::from(0), Value::from(shape.cells), shape.cells.unsigned_abs(), |lower, at| {
            let value = lower.make.hold("entry", Value::load(buffer, start.plus(at.clone())));
            let num = Num { none: lying.none, ..Num::new(value, lying.entry) };
            let code = lower.coded(&num, shape);
            let code = lower.make.hold("code", code);
            lower.put_at(locals, shape, &at, &code);
            Ok(())
        })
    }
}

/// Lets what a loop starts with be what a round makes of it too; false if it could be that already.
fn widened(start: &mut Held, end: &Held, anything: bool) -> bool {
    let (Held::Num { range, ever, none, .. }, Held::Num { range: last, none: missing, .. }) = (start, end) else {
        return false;
    };
    if range.hull(*last) == *range && (*none || !*missing) {
        return false;
    }
    *range = if anything { Interval::FULL } else { range.hull(*last) };
    *ever = ever.hull(*range);
    *none |= missing;
    true
}

/// Either of two histories.
pub(super) fn join(state: &mut [Held], other: &[Held]) {
    state.iter_mut().zip(other).for_each(|(held, other)| join_held(held, other));
}

fn join_held(held: &mut Held, other: &Held) {
    if let (Held::Num { range, ever, none, .. }, Held::Num { range: a, ever: b, none: c, .. }) = (held, other) {
        *range = range.hull(*a);
        *ever = ever.hull(*b).hull(*range);
        *none |= c;
    }
}
