//! Play: how the game stands at a position, and every successor of it, laid out one after the other.

use super::position::MOST_WRITTEN_OUT;
use super::stmt::{Act, finish_code};
use super::worth::{Held, Num, Worth};
use super::{Lower, Lowered, many, unfit};
use crate::code::{Buffer, Code, Elem, Given, Label, Local, Maker, Value};
use bouton_rules::interpret::{Finish, Interpreter, may_repeat};
use bouton_rules::interval::Interval;
use bouton_rules::layout::{TURN_BITS, turn};
use bouton_rules::rules::{Expr, ExprKind, Move, Outcome, Root, Stmt, StmtKind, StuckResult};
use bouton_rules::table::helpers::Helper;
use bouton_rules::types::Domain;
use bouton_rules::{Player, Span};

/// Where in a successor the number of its move stands; −1 for a pass.
pub const ROW_MADE: usize = 0;
/// Where the points for the mover stand.
pub const ROW_MINE: usize = 1;
/// Where the points for the other stand.
pub const ROW_THEIRS: usize = 2;

/// How a successor is laid out: the move, the gains, what was chosen, the packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// How many numbers of choices there is room for.
    pub args: usize,
    /// Words of a packed position, at most.
    pub words: usize,
    /// Whether positions differ in how many words they take: that number then stands behind them.
    pub varies: bool,
}

impl Frame {
    /// Where choices begin.
    #[must_use]
    pub fn first_arg(self) -> usize {
        ROW_THEIRS + 1
    }

    /// Where the position begins.
    #[must_use]
    pub fn first_word(self) -> usize {
        self.first_arg() + self.args
    }

    /// Numbers of one successor.
    #[must_use]
    pub fn row(self) -> usize {
        self.first_word() + self.words + usize::from(self.varies)
    }

    /// How many numbers a position must be given in: words that it does not take are 0.
    #[must_use]
    pub fn given(self) -> usize {
        self.words + usize::from(self.varies)
    }

    /// The packed position of a successor.
    #[must_use]
    pub fn position(self, row: &[u64]) -> &[u64] {
        let words = if self.varies { row.last().copied().unwrap_or(0) } else { self.words as u64 };
        let words = usize::try_from(words).unwrap_or(self.words).min(self.words);
        &row[self.first_word()..][..words]
    }
}

/// How successors of a game are laid out, with room for so many numbers of choices.
#[must_use]
pub(super) fn frame(game: &Interpreter, args: usize) -> Frame {
    let most = |domain| super::position::most_bits(domain).unwrap_or(0);
    let bits: u64 = game.domains().iter().map(most).sum();
    let words = (u64::from(TURN_BITS) + bits).div_ceil(64);
    let varies = game.domains().iter().any(|domain| super::position::bits(domain).is_none());
    Frame { args, words: usize::try_from(words).unwrap_or(usize::MAX), varies }
}

/// What a function says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Play goes on, with so many successors.
    On(usize),
    /// It is over; by how much somebody leads is the first number of what was written.
    Over(Finish),
    /// There are more successors than there is room.
    More,
}

/// What `More` is.
pub(super) const MORE: i64 = -7;

impl Said {
    /// What a number that a function gives means.
    #[inline]
    #[must_use]
    pub fn read(given: i64, out: &[u64]) -> Said {
        let lead = out.first().map_or(0, |lead| lead.cast_signed());
        match given {
            0.. => Said::On(usize::try_from(given).expect("it is not negative")),
            -1 => Said::Over(Finish::Wins(Player::First)),
            -2 => Said::Over(Finish::Wins(Player::Second)),
            -3 => Said::Over(Finish::Draw),
            -4 => Said::Over(Finish::Points),
            -5 => Said::Over(Finish::Leads(Player::First, lead)),
            -6 => Said::Over(Finish::Leads(Player::Second, lead)),
            _ => Said::More,
        }
    }
}

/// A known list as something a function is given.
pub(super) fn lend_table(make: &mut Maker, place: usize, length: usize) -> Buffer {
    make.lend_later(&format!("known{place}"), Elem::I64, length)
}

/// Lets a function be given every known list, in order, those it does not look at too.
pub(super) fn give_tables(code: &mut Code, tables: &[Vec<i64>]) {
    for (place, table) in tables.iter().enumerate() {
        let name = format!("known{place}");
        let known = code.buffers.iter().position(|row| row.name == name);
        let buffer = known.unwrap_or_else(|| {
            let home = crate::code::Home::Lent { least: table.len(), writable: false };
            code.buffers.push(crate::code::BufferRow { name, elem: Elem::I64, home });
            code.buffers.len() - 1
        });
        code.given.push(Given::Buffer(Buffer(buffer)));
    }
}

/// Does something at a legal move, with what was chosen.
type Visit<'v, 'r, 's> = &'v mut dyn FnMut(&mut Lower<'r, 's>, usize, &[Value], &Act) -> Lowered<()>;

impl<'r, 's> Lower<'r, 's> {
    /// The whole function. Successors are all looked at; whether there is one, for `can` and passing, no further than the first.
    pub(super) fn function(&mut self) -> Lowered<()> {
        self.unpack()?;
        for end in &self.rules.ends {
            let holds = self.truth(&end.condition)?;
            self.when(holds, |lower| lower.over(end.outcome.as_ref()))?;
        }
        let all: Vec<usize> = (0..self.rules.moves.len()).collect();
        let before = self.remaining()?;
        self.rank_before = self.rank()?;
        let count = self.make.local("count");
        self.make.set(count, 0);
        // What was written of positions before stands as it is.
        let at = self.filled.unwrap_or_else(|| self.make.local("at"));
        if self.filled.is_none() {
            self.make.set(at, 0);
        }
        (self.found, self.filled) = (Some(count), Some(at));
        self.legal_moves(&all, &mut |lower, made, args, act| lower.successor(made, args, act, before.as_ref()))?;
        self.when(Value::from(count).eq(0), |lower| lower.stuck())?;
        self.say(Value::from(count));
        Ok(())
    }

    /// The game is over here, before a move.
    fn over(&mut self, outcome: Option<&'r Outcome>) -> Lowered<()> {
        let (code, lead) = self.outcome(outcome)?;
        let (code, lead) = (self.make.hold("finish", code), self.make.hold("lead", lead));
        if let Some(left) = self.remaining()? {
            let said = self.leads_said(&code);
            let for_me = self.lead_for_mover(&code, &lead);
            self.shared_points(&left, &for_me, &said);
        }
        let place = self.many.as_ref().map_or(Value::from(0), many::Many::lead);
        self.make.store(self.out, place, lead);
        self.say(Value::from(0).minus(code));
        Ok(())
    }

    /// Whether an end says by how much somebody leads.
    fn leads_said(&mut self, code: &Value) -> Value {
        code.clone().ge(finish_code(Finish::Leads(Player::First, 0)))
    }

    /// By how much the mover leads at an end: as often as not a negative number.
    fn lead_for_mover(&mut self, code: &Value, lead: &Value) -> Value {
        let mine = finish_code(Finish::Leads(self.me, 0));
        let value = code.clone().eq(mine).select(lead.clone(), Value::one(crate::code::One::Neg, lead.clone()));
        let said = self.leads_said(code);
        let value = said.select(value, 0);
        self.make.hold("lead", value)
    }

    /// What is left is shared so that the mover leads by so much; asks where it cannot be.
    fn shared_points(&mut self, left: &Value, lead: &Value, said: &Value) -> (Value, Value) {
        let mine = self.make.hold("mine", left.clone().asked_plus(lead.clone()));
        let theirs = self.make.hold("theirs", left.clone().asked_minus(lead.clone()));
        self.ask_if(mine.clone().and(1));
        let unsaid = said.clone().is_zero().and(left.clone().ne(0));
        self.ask_if(unsaid);
        (mine.down_signed(1), theirs.down_signed(1))
    }

    /// The points remaining, where the rules say so.
    fn remaining(&mut self) -> Lowered<Option<Value>> {
        let Some(points) = &self.rules.remaining else { return Ok(None) };
        let left = self.int(points)?;
        Ok(Some(self.make.hold("left", left.value)))
    }

    /// The rank, where the rules name one.
    fn rank(&mut self) -> Lowered<Option<Value>> {
        let Some(rank) = &self.rules.rank else { return Ok(None) };
        let number = self.int(&rank.number)?;
        Ok(Some(self.make.hold("rank", number.value)))
    }

    fn stuck(&mut self) -> Lowered<()> {
        for line in &self.rules.stucks {
            let holds = line.condition.as_ref().map_or(Ok(Value::from(1)), |condition| self.truth(condition))?;
            let always = holds == Value::from(1);
            self.when(holds, |lower| match &line.result {
                StuckResult::Over(outcome) => lower.over(Some(outcome)),
                StuckResult::Pass(otherwise) => lower.pass(otherwise.as_ref()),
            })?;
            if always {
                return Ok(());
            }
        }
        if self.rules.points {
            return self.over(None);
        }
        self.make.ask();
        Ok(())
    }

    fn pass(&mut self, otherwise: Option<&'r Outcome>) -> Lowered<()> {
        if let Some(outcome) = otherwise {
            let goes = self.other_goes()?;
            self.when(goes.is_zero(), |lower| lower.over(Some(outcome)))?;
        }
        let other = turn::of(self.me.other());
        self.write_row(-1, (Value::from(0), Value::from(0)), &[], Value::from(other.cast_signed()))?;
        self.say(Value::from(1));
        Ok(())
    }

    /// Whether the other could move, or the game would be over, if it were the other's turn.
    fn other_goes(&mut self) -> Lowered<Value> {
        let goes = self.make.local("goes");
        self.make.set(goes, 0);
        let (me, mover) = (self.me, self.mover.clone());
        self.me = me.other();
        self.mover = Some(Num::of(player_number(self.me)));
        let all: Vec<usize> = (0..self.rules.moves.len()).collect();
        let done = self.eagerly(|lower| {
            lower.block(|lower, label| {
                for end in &lower.rules.ends {
                    let holds = lower.truth(&end.condition)?;
                    lower.when(holds, |lower| lower.note(goes, label))?;
                }
                lower.legal_moves(&all, &mut |lower, _, _, _| lower.note(goes, label))
            })
        });
        (self.me, self.mover) = (me, mover);
        done.map(|()| Value::from(goes))
    }

    fn note(&mut self, found: Local, label: Label) -> Lowered<()> {
        self.make.set(found, 1);
        self.make.leave(label);
        Ok(())
    }

    /// `can(NAME)`: asked at the position as it stands, perhaps in the middle of a move.
    pub(super) fn can(&mut self, moves: &'r [usize], span: Span) -> Lowered<Num> {
        const DEEPEST: usize = 3;
        if self.mover.as_ref().is_none_or(|mover| mover.known() != Some(player_number(self.me))) {
            return unfit(span, "`can` where somebody else moves");
        }
        if self.asking >= DEEPEST {
            return unfit(span, "`can` inside `can`");
        }
        let can = self.make.local("can");
        self.make.set(can, 0);
        let kept = (self.locals.clone(), self.old.clone(), self.state.clone(), self.changing.clone());
        let breaks = std::mem::take(&mut self.breaks);
        self.old = self.state.clone();
        self.asking += 1;
        let done = self.eagerly(|lower| {
            lower.block(|lower, label| lower.legal_moves(moves, &mut |lower, _, _, _| lower.note(can, label)))
        });
        self.asking -= 1;
        self.breaks = breaks;
        (self.locals, self.old, self.state, self.changing) = kept;
        done.map(|()| Num::truth(can))
    }

    /// Every legal way to make these moves.
    fn legal_moves(&mut self, moves: &[usize], visit: Visit<'_, 'r, 's>) -> Lowered<()> {
        for made in moves {
            let mv = &self.rules.moves[*made];
            if mv.by.is_some_and(|by| by != self.me) {
                continue;
            }
            // Moves of one name may read alike without any choice.
            let alike = |other: &&Move| other.name == mv.name && other.by.is_none_or(|by| by == self.me);
            self.shared.twins |= self.rules.moves.iter().filter(alike).count() > 1;
            self.chosen(*made, 0, &mut Vec::new(), visit)?;
        }
        Ok(())
    }

    fn chosen(&mut self, made: usize, depth: usize, args: &mut Vec<Value>, visit: Visit<'_, 'r, 's>) -> Lowered<()> {
        if depth == self.rules.moves[made].choices.len() {
            return self.attempt(made, args, visit);
        }
        self.guarded(made, depth, |lower| lower.choice(made, depth, args, visit))
    }

    /// Every entry that one choice of a move runs over.
    fn choice(&mut self, made: usize, depth: usize, args: &mut Vec<Value>, visit: Visit<'_, 'r, 's>) -> Lowered<()> {
        let choice = &self.rules.moves[made].choices[depth];
        if !self.distinct(&choice.over) {
            self.shared.twins = true;
        }
        let last = depth + 1 == self.rules.moves[made].choices.len();
        let filtered = self.filtered(choice, last.then_some(&self.rules.moves[made].body), 1);
        let each = &mut |lower: &mut Self, entry: Worth| {
            let (words, entry) = lower.chosen_words((made, depth), choice, entry)?;
            let before = args.len();
            args.extend(words);
            lower.bind(choice.slot, entry);
            let done = match &choice.condition {
                None => lower.chosen(made, depth + 1, args, visit),
                Some(condition) => lower.where_true(condition, |lower| lower.chosen(made, depth + 1, args, visit)),
            };
            args.truncate(before);
            done
        };
        if let Some(filtered) = filtered {
            return self.each_filtered(filtered, Value::from(1), each);
        }
        if !last && choice.condition.is_none() && self.each_filtered_early((made, depth), choice, each)? {
            return Ok(());
        }
        if let Some(slot) = self.game.chain(made).filter(|_| last)
            && let Some(Worth::Known(all)) = self.always(&choice.over)
        {
            return self.each_chain(slot, all.entries().collect(), each);
        }
        if let Some((of, count)) = self.subsets_of_size(choice) {
            return self.each_subset_of_size(of, count, each);
        }
        let whens = self.rules.moves[made].body.iter().map_while(|stmt| match &stmt.kind {
            StmtKind::When(condition) => Some(condition),
            _ => None,
        });
        match self.narrowed(choice, choice.condition.iter().chain(whens.filter(|_| last)))? {
            Some((lo, hi)) => self.each_number_in_turn(lo, hi, each),
            None => self.each_in_turn(&choice.over, each),
        }
    }

    /// Whether what is chosen from can have no entry twice.
    fn distinct(&mut self, over: &'r Expr) -> bool {
        if !may_repeat(over) {
            return true;
        }
        let rises = |list: &[i64]| {
            let mut sorted = list.to_vec();
            sorted.sort_unstable();
            sorted.windows(2).all(|pair| pair[0] != pair[1])
        };
        match &over.kind {
            ExprKind::Help(Helper::Sequences, args) => self.distinct(&args[0]),
            ExprKind::Index(base, indices) => match (self.always(base), indices.as_slice()) {
                (Some(Worth::Known(datum)), [_]) => {
                    super::operate::lists(&datum).is_some_and(|lists| lists.iter().all(|list| rises(list)))
                }
                _ => false,
            },
            _ => match self.always(over) {
                Some(Worth::Known(datum)) => super::operate::ints(&datum).is_some_and(|list| rises(&list)),
                _ => false,
            },
        }
    }

    /// Makes the move; if it is legal, shows it to `visit`; takes it back.
    fn attempt(&mut self, made: usize, args: &[Value], visit: Visit<'_, 'r, 's>) -> Lowered<()> {
        let body = &self.rules.moves[made].body;
        let scalars: usize = self.game.domains().iter().map(scalars).sum();
        self.spend(4 * (scalars + args.len()) + 8);
        let kept = (self.state.clone(), self.locals.clone(), self.changing.clone());
        let (changed, changing) = changes(body);
        self.changing = changing;
        let replaced = std::mem::replace(&mut self.replaced, replacements(body));
        self.own_copies(&changed);
        let begin = |lower: &mut Self, name: &str, value: Value| {
            let local = lower.make.local(name);
            lower.make.set(local, value);
            local
        };
        let me = player_number(self.me);
        let (mine, theirs) = (begin(self, "mine", 0.into()), begin(self, "theirs", 0.into()));
        let (next, finish) = (begin(self, "next", (1 - me).into()), begin(self, "finish", 0.into()));
        let lead = begin(self, "lead", 0.into());
        let done = self.block(|lower, illegal| {
            let ended = lower.make.label();
            let act = Act { mine, theirs, next, finish, lead, illegal, ended };
            let stmts = lower.inside(|lower| lower.stmts(body, &act))?;
            lower.make.push(crate::code::Stmt::Block(ended, stmts));
            lower.ever(&changed);
            visit(lower, made, args, &act)
        });
        (self.state, self.locals, self.changing) = kept;
        self.replaced = replaced;
        done
    }

    /// Variables that are going to change get places of their own.
    fn own_copies(&mut self, changed: &[usize]) {
        for which in changed {
            self.state[*which] = self.own_copy(self.state[*which].clone());
        }
    }

    fn own_copy(&mut self, held: Held) -> Held {
        let mut copy = |local: Local| {
            let own = self.make.local("now");
            self.make.set(own, local);
            own
        };
        match held {
            Held::Num { local, range, none, .. } => Held::Num { local: copy(local), range, ever: range, none },
            Held::Bits { locals, members } => Held::Bits { locals: locals.into_iter().map(copy).collect(), members },
            Held::Row { locals, shape } => Held::Row { locals: locals.into_iter().map(copy).collect(), shape },
            Held::Many(all) => {
                let own = all.last().and_then(Held::laid_to).map(|end| self.room(end));
                Held::Many(all.into_iter().map(|one| self.own_list(one, own)).collect())
            }
            laid @ Held::Laid { .. } => {
                let own = laid.laid_to().map(|end| self.room(end));
                self.own_list(laid, own)
            }
            fixed @ Held::Fixed(_) => fixed,
        }
    }

    /// The same, in this buffer where it is a list that lies in one.
    fn own_list(&mut self, held: Held, own: Option<Buffer>) -> Held {
        let (Held::Laid { start, length, most, none, .. }, Some(buffer)) = (&held, own) else {
            return self.own_copy(held);
        };
        let Worth::Lying(list) = held.worth() else { return held };
        if *most <= MOST_WRITTEN_OUT {
            let entries = (0..*most).map(|place| Value::load(list.buffer, start + place)).collect();
            self.make.store_all(buffer, *start, entries);
        } else {
            // Copying a list can be lowered always.
            let copied = self.copied_to(&list, buffer, &Value::from(*start));
            assert!(copied.is_ok());
        }
        let now = self.make.local("now");
        self.make.set(now, *length);
        Held::Laid { buffer, start: *start, length: now, most: *most, entry: Interval::FULL, none: *none }
    }

    /// Statements may have been left early: what changed is whatever it ever was.
    fn ever(&mut self, changed: &[usize]) {
        for which in changed {
            if let Held::Num { range, ever, .. } = &mut self.state[*which] {
                *range = range.hull(*ever);
            }
        }
    }

    /// Every variable that was assigned must lie in its bounds now. Lists, boards and sets always do: they ask when they are changed.
    fn within_bounds(&mut self, changed: &[usize]) -> Lowered<()> {
        let game = self.game;
        for which in changed {
            self.lists_within_bounds(&self.state[*which].clone(), &game.domains()[*which])?;
            let Held::Num { local, range, none, ever } = self.state[*which].clone() else { continue };
            let domain = &game.domains()[*which];
            let num = self.within(Num { none, ..Num::new(local, range) }, domain);
            self.state[*which] = Held::Num { local, range: num.range, ever, none: num.none };
        }
        Ok(())
    }

    /// Of each list of any length that was assigned its length and its entries must lie in their bounds.
    fn lists_within_bounds(&mut self, held: &Held, domain: &Domain<i64>) -> Lowered<()> {
        let Domain::List { min, max, of } = domain else { return Ok(()) };
        if let Held::Many(all) = held {
            return all.iter().try_for_each(|one| self.lists_within_bounds(one, of));
        }
        let (Held::Laid { start, .. }, Worth::Lying(list)) = (held, held.worth()) else { return Ok(()) };
        let length = Num::new(list.length.clone(), Interval::new(0, list.most));
        let outside = self.outside(&length, Interval::new(*min, *max));
        self.ask_if(outside);
        if list.most <= MOST_WRITTEN_OUT && list.most == *max {
            for place in 0..*max {
                let value = self.hold_sure("entry", Value::load(list.buffer, start + place));
                let outside = self.not_within(&Num { none: list.none, ..Num::new(value, list.entry) }, of);
                self.ask_if(Value::from(place).below(list.length.clone()).and(outside));
            }
            return Ok(());
        }
        self.each_lying(list, &mut |lower, entry| {
            if let Worth::Num(entry) = entry {
                lower.within(entry, of);
            }
            Ok(())
        })
    }

    /// Whether a number lies outside of its domain.
    fn not_within(&mut self, num: &Num, domain: &Domain<i64>) -> Value {
        let (optional, inside, cells) = bounds(domain);
        let outside = match cells {
            Some((rows, columns)) => {
                let (row, column) = self.parts(num);
                self.on_board(&row, &column, rows, columns).is_zero()
            }
            None => self.outside(num, inside),
        };
        match (num.none, optional) {
            (false, _) => outside,
            (true, true) => num.value.clone().ne(bouton_rules::datum::NONE).and(outside),
            (true, false) => num.value.clone().eq(bouton_rules::datum::NONE).or(outside),
        }
    }

    /// A number, after asking where it lies outside of its domain: within it, as narrow as the domain says.
    pub(super) fn within(&mut self, num: Num, domain: &Domain<i64>) -> Num {
        let (optional, inside, cells) = bounds(domain);
        let outside = self.not_within(&num, domain);
        self.ask_if(outside);
        let range = if cells.is_some() { num.range } else { num.range.meet(inside) };
        Num { none: num.none && optional, range, ..num }
    }

    /// The position after a legal move, checked, then laid out.
    fn successor(&mut self, made: usize, args: &[Value], act: &Act, before: Option<&Value>) -> Lowered<()> {
        let (changed, _) = changes(&self.rules.moves[made].body);
        self.within_bounds(&changed)?;
        let code = Value::from(act.finish);
        let old = std::mem::replace(&mut self.old, self.state.clone());
        if !self.rules.normalise.is_empty() {
            self.normalise(&code)?;
            self.old = self.state.clone();
        }
        let done = self.checked(act, &code, before);
        self.old = old;
        let (mine, theirs) = done?;
        let over = self.turn_after(act, &code);
        self.write_row(i64::try_from(made).expect("rules have few moves"), (mine, theirs), args, over)?;
        if let Some(count) = self.found {
            self.make.set(count, Value::from(count).plus(1));
        }
        Ok(())
    }

    /// Whose turn it is then, as a position says it.
    fn turn_after(&mut self, act: &Act, code: &Value) -> Value {
        let next = Value::from(act.next).plus(turn::FIRST.cast_signed());
        if !self.ends(code) {
            return next;
        }
        let second_lost = code.clone().eq(finish_code(Finish::Wins(Player::First)));
        let first_lost = code.clone().eq(finish_code(Finish::Wins(Player::Second)));
        let over = first_lost.select(turn::FIRST_LOST.cast_signed(), turn::OVER.cast_signed());
        let over = second_lost.select(turn::SECOND_LOST.cast_signed(), over);
        code.clone().eq(0).select(next, over)
    }

    /// Whether the move being made can end the game at all.
    fn ends(&self, _: &Value) -> bool {
        let mut ends = false;
        for stmt in self.rules.moves.iter().flat_map(|mv| &mv.body) {
            stmt.walk(&mut |stmt| ends |= matches!(stmt.kind, StmtKind::End(..)));
        }
        ends
    }

    /// `normalise`, which only runs while the game goes on.
    fn normalise(&mut self, finish: &Value) -> Lowered<()> {
        for stmt in &self.rules.normalise {
            let mut old = false;
            stmt.walk(&mut |stmt| stmt.exprs(&mut |expr| old |= speaks_of_old(expr)));
            if old {
                return unfit(stmt.span, "what was before in `normalise`");
            }
        }
        let (changed, changing) = changes(&self.rules.normalise);
        let me = self.mover.take();
        let before = std::mem::replace(&mut self.changing, changing);
        let replaced = std::mem::replace(&mut self.replaced, replacements(&self.rules.normalise));
        self.own_copies(&changed);
        let kept = self.state.clone();
        let (mine, theirs, next) = (self.make.local("mine"), self.make.local("theirs"), self.make.local("next"));
        let (over, lead) = (self.make.local("finish"), self.make.local("lead"));
        let stmts = self.inside(|lower| {
            lower.block(|lower, label| {
                let act = Act { mine, theirs, next, finish: over, lead, illegal: label, ended: label };
                lower.stmts(&lower.rules.normalise, &act)
            })?;
            lower.ever(&changed);
            lower.within_bounds(&changed)
        });
        self.mover = me;
        self.changing = before;
        self.replaced = replaced;
        self.make.push(crate::code::Stmt::If(finish.clone().eq(0), stmts?, Vec::new()));
        super::stmt::join(&mut self.state, &kept);
        Ok(())
    }

    /// Invariants and `remaining` after a move; what it gains in the end.
    fn checked(&mut self, act: &Act, code: &Value, before: Option<&Value>) -> Lowered<(Value, Value)> {
        let kept = self.mover.clone();
        let wants_mover = self.rules.invariants.iter().chain(&self.rules.remaining).any(speaks_of_mover);
        if wants_mover {
            self.mover = Some(self.nominal(act, code));
        }
        let done = self.checked_as(act, code, before);
        self.mover = kept;
        done
    }

    fn checked_as(&mut self, act: &Act, code: &Value, before: Option<&Value>) -> Lowered<(Value, Value)> {
        for condition in &self.rules.invariants {
            let holds = self.truth(condition)?;
            self.ask_if(holds.is_zero());
        }
        if let (Some(before), Some(after)) = (self.rank_before.clone(), self.rank()?) {
            self.ask_if(after.le(before));
        }
        let (mine, theirs) = (Value::from(act.mine), Value::from(act.theirs));
        let after = match before {
            None => None,
            Some(_) => self.remaining()?,
        };
        if let (Some(before), Some(after)) = (before, &after) {
            let gained = mine.clone().asked_plus(theirs.clone());
            self.ask_if(gained.ne(before.clone().asked_minus(after.clone())));
        }
        if !self.ends(code) {
            return Ok((mine, theirs));
        }
        let (more_mine, more_theirs) = self.points_at_end(code, &Value::from(act.lead), after)?;
        let ended = self.make.hold("ended", code.clone().ne(0));
        let (more_mine, more_theirs) = (ended.clone().select(more_mine, 0), ended.select(more_theirs, 0));
        if !self.rules.points {
            return Ok((mine, theirs));
        }
        let (mine, theirs) = (mine.asked_plus(more_mine), theirs.asked_plus(more_theirs));
        Ok((self.make.hold("mine", mine), self.make.hold("theirs", theirs)))
    }

    /// What is given at an end inside a move.
    fn points_at_end(&mut self, code: &Value, lead: &Value, after: Option<Value>) -> Lowered<(Value, Value)> {
        let lead = self.lead_for_mover(code, lead);
        let Some(left) = after else {
            let theirs = Value::one(crate::code::One::Neg, lead.clone().min(0));
            return Ok((lead.max(0), theirs));
        };
        // Only where the game did end here; nothing is left to share where it goes on.
        let ended = self.make.hold("ended", code.clone().ne(0));
        let left = self.make.hold("left", ended.select(left, 0));
        let said = self.leads_said(code);
        Ok(self.shared_points(&left, &lead, &said))
    }

    /// Through whose eyes the next position is seen.
    fn nominal(&mut self, act: &Act, code: &Value) -> Num {
        let next = Value::from(act.next);
        let loser = code.clone().eq(finish_code(Finish::Wins(Player::First)));
        let value = code.clone().eq(0).select(next, loser);
        Num::new(self.make.hold("seen", value), Interval::new(0, 1))
    }

    /// Lays out a successor; says so where there is no room for it.
    fn write_row(&mut self, made: i64, gains: (Value, Value), args: &[Value], turn: Value) -> Lowered<()> {
        let at = self.filled.map_or(Value::from(0), Value::from);
        let told = |many: &many::Many| 1 + usize::from(self.rules.points) + many.words(self.frame.words);
        let count = self.many.as_ref().map_or(self.frame.row(), told);
        let after = at.clone().plus(super::int(count));
        self.make.when(after.clone().gt(Value::Length(self.out)), |make| make.give(MORE));
        let words = self.packed(turn)?;
        let row = match self.many.clone() {
            Some(many) => self.told(&many, gains, words),
            None => {
                let mut row = vec![Value::from(made), gains.0, gains.1];
                row.extend(args.iter().cloned());
                row.resize(self.frame.first_word(), Value::from(0));
                row.extend(words);
                row
            }
        };
        self.make.store_all(self.out, at, row);
        if let Some(filled) = self.filled {
            self.make.set(filled, after);
        }
        Ok(())
    }

    /// What the function says of the position.
    fn say(&mut self, said: Value) {
        match &self.many {
            None => self.make.give(said),
            Some(many) => many.say(&mut self.make, self.out, said),
        }
    }
}

/// A player as rules see one.
pub(super) fn player_number(player: Player) -> i64 {
    i64::from(player == Player::Second)
}

fn speaks_of_old(expr: &Expr) -> bool {
    let mut speaks = false;
    expr.walk(&mut |part| speaks |= matches!(part.kind, ExprKind::Old(_)));
    speaks
}

fn speaks_of_mover(expr: &Expr) -> bool {
    let mut speaks = false;
    expr.walk(&mut |part| speaks |= matches!(part.kind, ExprKind::Me | ExprKind::Opponent | ExprKind::Can(_)));
    speaks
}

/// The variables that statements change, and the locals.
pub(super) fn changes(stmts: &[Stmt]) -> (Vec<usize>, Vec<usize>) {
    let (mut states, mut locals) = (Vec::new(), Vec::new());
    for stmt in stmts {
        stmt.walk(&mut |stmt| {
            let StmtKind::Assign(pairs) = &stmt.kind else { return };
            for (place, _) in pairs {
                match place.root {
                    Root::State(which) if !states.contains(&which) => states.push(which),
                    Root::Local(slot) if !locals.contains(&slot) => locals.push(slot),
                    _ => {}
                }
            }
        });
    }
    (states, locals)
}

/// The locals that are given another value as a whole, each time with that value.
fn replacements(stmts: &[Stmt]) -> Vec<(usize, &Expr)> {
    fn find<'s>(stmts: &'s [Stmt], found: &mut Vec<(usize, &'s Expr)>) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Assign(pairs) => {
                    found.extend(pairs.iter().filter_map(|(place, value)| match place.root {
                        Root::Local(slot) if place.path.is_empty() => Some((slot, value)),
                        _ => None,
                    }));
                }
                StmtKind::If(_, then, otherwise) => {
                    find(then, found);
                    find(otherwise, found);
                }
                StmtKind::For(_, _, body) => find(body, found),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    find(stmts, &mut found);
    found
}

/// Whether `none` is allowed, the numbers that are, and for cells the sides of the board.
pub(super) fn bounds(domain: &Domain<i64>) -> (bool, Interval, Option<(i64, i64)>) {
    match domain {
        Domain::Int { lo, hi } => (false, Interval::new(*lo, *hi), None),
        Domain::Bool | Domain::Player => (false, Interval::new(0, 1), None),
        Domain::Names { count, .. } => {
            (false, Interval::new(0, i128::try_from(*count).expect("names are counted in memory") - 1), None)
        }
        Domain::Node { nodes } => (false, Interval::new(0, nodes - 1), None),
        Domain::Cell { rows, columns } => (false, Interval::FULL, Some((*rows, *columns))),
        Domain::Optional(of) => (true, bounds(of).1, bounds(of).2),
        _ => (false, Interval::FULL, None),
    }
}

/// How many scalars a value may hold.
fn scalars(domain: &Domain<i64>) -> usize {
    match domain {
        Domain::List { max, of, .. } => usize::try_from(*max).unwrap_or(1 << 20).saturating_mul(scalars(of)),
        Domain::Grid { rows, columns, .. } => usize::try_from(rows.1.saturating_mul(columns.1)).unwrap_or(1 << 20),
        Domain::Set(of) => super::position::members(of).map_or(64, |members| members.count() as usize),
        _ => 1,
    }
}
