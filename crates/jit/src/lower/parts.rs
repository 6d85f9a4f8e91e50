//! Parts of sums: what a part is worth, from what its options are worth; a function for each kind of part.
//!
//! A function runs over every option of a part, adds up without carry what the parts left are worth, marks that nimber, and gives the least
//! nimber that is not marked (the mex). What a part left is worth stands in a table by its code (`Valuing`); a part that is not valued yet is
//! noted as missing, for the caller to value first.
//!
//! Where nimbers in a table do not do, because players have moves of their own or parts are too many for tables, a function lists what every option
//! leaves instead. Both run over the same options; they differ in what is done with each.

use super::int;
use super::play::give_tables;
use super::position::{bits, members, shape};
use super::row::mask;
use super::worth::{Bits, Held, Num, Row, Worth};
use super::{Lower, Lowered, Shared, Unfit, counted, unfit};
use crate::code::{Buffer, Code, Elem, Local, Maker, Value};
use bouton_rules::Player;
use bouton_rules::interpret::Interpreter;
use bouton_rules::rules::{Expr, ExprKind, Part, PartMove};
use bouton_rules::say;
use bouton_rules::table::operators::BinaryOp;
use bouton_rules::types::Domain;

/// Functions that are all given the same known lists.
#[derive(Clone, Debug)]
pub struct Functions {
    /// The functions, in order.
    pub codes: Vec<Code>,
    /// Known lists, which every function is given last: for [`Machine::knowing`](crate::Machine::knowing).
    pub tables: Vec<Vec<i64>>,
}

/// More kinds than this are not compiled: each has a table.
const MOST_KINDS: usize = 4;

/// Lowers the parts of a sum: for each kind a function. It is given the code of a part, the number of the round (no two calls
/// with one buffer of marks share one), marks by nimber, room for missing parts, for each kind the table of what its parts are worth, and
/// `tables`. It gives twice the nimber, and 1 more where the part has a move; or how many are missing, as a negative number.
///
/// Tables hold 0 where nothing is known, −1 for what was noted as missing, −2 for parts that wait for others, and 1 more than a known nimber.
/// A missing part is noted as its code times the number of kinds, plus its kind.
///
/// # Errors
/// What is not compiled yet, and where.
pub fn lower_parts(game: &Interpreter) -> Result<Functions, Unfit> {
    let parts = &game.rules().parts;
    if let Some(part) = parts.get(MOST_KINDS) {
        return unfit(part.span, say!("more than {MOST_KINDS} kinds of parts"));
    }
    lowered(game, |shared| (0..parts.len()).map(|kind| Lower::of_part(game, kind, shared)).collect())
}

/// Lowers what the moves in parts leave of them: for each kind a function for each of these players, or for the moves of both. It is given the
/// code of a part, room for what it writes, and `tables`. It gives how many numbers it has, also where there was no room to write them all: for
/// each option how many parts it leaves, then kind and code of each.
///
/// # Errors
/// What is not compiled yet, and where.
pub fn lower_options(game: &Interpreter, movers: &[Option<Player>]) -> Result<Functions, Unfit> {
    lowered(game, |shared| {
        let kinds = 0..game.rules().parts.len();
        let each = kinds.flat_map(|kind| movers.iter().map(move |mover| (kind, *mover)));
        each.map(|(kind, mover)| Lower::of_options(game, kind, mover, shared)).collect()
    })
}

/// Functions that are all given the same tables.
pub(super) fn lowered(
    game: &Interpreter,
    make: impl Fn(&mut Shared) -> Lowered<Vec<Option<Code>>>,
) -> Result<Functions, Unfit> {
    let (mut codes, shared) = counted(game, |shared| Ok(make(shared)?.into_iter().collect()))?;
    codes.iter_mut().for_each(|code| give_tables(code, &shared.tables));
    Ok(Functions { codes, tables: shared.tables })
}

/// What a function of a part works with.
struct Workspace {
    marks: Buffer,
    missing: Buffer,
    /// Of each kind, what its parts are worth.
    worths: Vec<Buffer>,
    round: Local,
    /// How many are missing so far.
    count: Local,
    /// Whether there is an option.
    moves: Local,
}

/// Where a function lists options.
struct Listing {
    out: Buffer,
    /// How many numbers there are so far.
    filled: Local,
}

/// Does something with an option: a move of which everything is chosen.
type Visit<'v, 'r, 's> = &'v mut dyn FnMut(&mut Lower<'r, 's>, &'r PartMove) -> Lowered<()>;

impl<'r, 's> Lower<'r, 's> {
    /// `None` where work must be counted and is not.
    fn of_part(game: &'r Interpreter, kind: usize, shared: &'s mut Shared) -> Lowered<Option<Code>> {
        let part = &game.rules().parts[kind];
        let mut make = Maker::new(format!("value {}", part.name));
        let (code, round) = (make.word("code"), make.word("round"));
        let marks = make.buffer("marks", Elem::I32, 1, true);
        let missing = make.buffer("missing", Elem::I64, 1, true);
        let worths: Vec<Buffer> =
            game.rules().parts.iter().map(|part| make.buffer(&part.name, Elem::I32, 0, true)).collect();
        let (count, moves) = (make.local("count"), make.local("moves"));
        let workspace = Workspace { marks, missing, worths, round, count, moves };
        let mut lower = Lower::of_moves(game, shared, make, missing);
        lower.value_part(part, kind, Value::from(code), &workspace)?;
        Ok(lower.finished())
    }

    /// The same for a function that lists.
    fn of_options(
        game: &'r Interpreter,
        kind: usize,
        mover: Option<Player>,
        shared: &'s mut Shared,
    ) -> Lowered<Option<Code>> {
        let part = &game.rules().parts[kind];
        let mut make = Maker::new(format!("options {}", part.name));
        let code = make.word("code");
        let out = make.buffer("out", Elem::I64, 1, true);
        let listing = Listing { out, filled: make.local("filled") };
        let mut lower = Lower::of_moves(game, shared, make, out);
        lower.hold_part(part, kind, &Value::from(code))?;
        for mv in part.moves.iter().filter(|mv| mover.is_none() || mv.by.is_none() || mv.by == mover) {
            lower.part_choices(mv, 0, &mut |lower, mv| lower.list(mv, &listing))?;
        }
        lower.make.give(listing.filled);
        Ok(lower.finished())
    }

    /// A function in which nobody is to move.
    fn of_moves(game: &'r Interpreter, shared: &'s mut Shared, make: Maker, out: Buffer) -> Lower<'r, 's> {
        let lower = Lower::with(game, Player::First, shared, make, (out, out));
        Lower { mover: None, ..lower }
    }

    pub(super) fn finished(self) -> Option<Code> {
        let too_much = self.cost > self.most_cost() && !self.shared.count;
        (!too_much).then(|| self.make.done())
    }

    fn value_part(&mut self, part: &'r Part, kind: usize, code: Value, workspace: &Workspace) -> Lowered<()> {
        self.hold_part(part, kind, &code)?;
        for mv in &part.moves {
            self.part_choices(mv, 0, &mut |lower, mv| lower.option(mv, workspace))?;
        }
        let some = Value::from(workspace.count).gt(0);
        self.make.when(some, |make| make.give(Value::from(0).minus(workspace.count)));
        let least = self.make.local("least");
        self.make.repeat(|make, label| {
            make.when(Value::load(workspace.marks, least).ne(workspace.round), |make| make.leave(label));
            make.set(least, Value::from(least).plus(1));
        });
        self.make.give(Value::from(least).times(2).plus(workspace.moves));
        Ok(())
    }

    /// Takes a code apart and puts what the part is known by where its moves look for it.
    fn hold_part(&mut self, part: &'r Part, kind: usize, code: &Value) -> Lowered<()> {
        let Some(domain) = self.game.kind_domain(kind) else { return unfit(part.span, "this part") };
        let Domain::Record(fields) = domain else {
            let num = self.scalar_of(code.clone(), domain, part.span)?;
            let num = self.held(num);
            part.slot().into_iter().for_each(|slot| self.bind(slot, Worth::Num(num.clone())));
            return Ok(());
        };
        let mut at = 0;
        for (field, domain) in part.fields.iter().zip(fields) {
            let Some(width) = bits(domain) else { return unfit(part.span, "a value of this kind or size") };
            let ones = mask(u32::try_from(width).expect("at most 62 bits"));
            let word = if width == 0 { Value::from(0) } else { code.clone().down(at).and(ones) };
            let word = self.make.hold("field", word);
            at += int(width);
            let worth = match domain {
                Domain::Set(of) => match members(of) {
                    Some(members) => Worth::Bits(Bits { words: vec![word], members }),
                    None => return unfit(part.span, "a set of this size"),
                },
                Domain::List { .. } | Domain::Grid { .. } => match shape(domain) {
                    Some(shape) if shape.words() == 1 => Worth::Row(Row { words: vec![word], shape }),
                    _ => return unfit(part.span, "a list or board of this kind or size"),
                },
                scalar => {
                    let num = self.scalar_of(word, scalar, part.span)?;
                    Worth::Num(self.held(num))
                }
            };
            self.bind(field.slot, worth);
        }
        Ok(())
    }

    fn part_choices(&mut self, mv: &'r PartMove, depth: usize, visit: Visit<'_, 'r, 's>) -> Lowered<()> {
        let Some(choice) = mv.choices.get(depth) else {
            return match &mv.condition {
                Some(condition) => self.where_true(condition, |lower| visit(lower, mv)),
                None => visit(self, mv),
            };
        };
        let each = &mut |lower: &mut Self, entry: Worth| {
            let entry = lower.freeze(entry);
            lower.bind(choice.slot, entry);
            match &choice.condition {
                None => lower.part_choices(mv, depth + 1, visit),
                Some(condition) => lower.where_true(condition, |lower| lower.part_choices(mv, depth + 1, visit)),
            }
        };
        let last = depth + 1 == mv.choices.len();
        match self.narrowed(choice, choice.condition.iter().chain(mv.condition.iter().filter(|_| last)))? {
            Some((lo, hi)) => self.each_number_in_turn(lo, hi, each),
            None => self.each_in_turn(&choice.over, each),
        }
    }

    /// One option: writes what is left of the part.
    fn list(&mut self, mv: &'r PartMove, listing: &Listing) -> Lowered<()> {
        self.spend(8);
        let head = self.make.hold("head", listing.filled);
        self.make.set(listing.filled, Value::from(listing.filled).plus(1));
        let left = self.make.local("left");
        self.make.set(left, 0);
        for (kind, values) in &mv.result {
            self.each_left(values, *kind, &mut |lower, code| {
                lower.make.set(left, Value::from(left).plus(1));
                lower.note_left(listing, vec![Value::from(int(*kind)), code]);
                Ok(())
            })?;
        }
        let room = head.clone().lt(Value::Length(listing.out));
        self.make.when(room, |make| make.store(listing.out, head, left));
        Ok(())
    }

    /// Writes numbers where there is room, and counts them in any case.
    fn note_left(&mut self, listing: &Listing, numbers: Vec<Value>) {
        let (at, count) = (Value::from(listing.filled), int(numbers.len()));
        let room = at.clone().plus(count).le(Value::Length(listing.out));
        self.make.when(room, |make| make.store_all(listing.out, at.clone(), numbers));
        self.make.set(listing.filled, at.plus(count));
    }

    /// One option: marks what is left of the part, or notes what is not valued yet.
    fn option(&mut self, mv: &'r PartMove, workspace: &Workspace) -> Lowered<()> {
        self.spend(8);
        let (sum, known) = (self.make.local("sum"), self.make.local("known"));
        self.make.set(sum, 0);
        self.make.set(known, 1);
        self.make.set(workspace.moves, 1);
        for (kind, values) in &mv.result {
            self.each_left(values, *kind, &mut |lower, code| {
                lower.add_worth(&code, *kind, (sum, known), workspace);
                Ok(())
            })?;
        }
        self.make.when(known, |make| make.store(workspace.marks, sum, workspace.round));
        Ok(())
    }

    fn add_worth(&mut self, code: &Value, kind: usize, (sum, known): (Local, Local), workspace: &Workspace) {
        let (worths, kinds) = (workspace.worths[kind], int(workspace.worths.len()));
        let code = self.make.hold("left", code.clone());
        let worth = self.make.hold("worth", Value::load(worths, code.clone()));
        let number = code.clone().times(kinds).plus(int(kind));
        self.make.choose(
            worth.clone().gt(0),
            |make| make.set(sum, Value::from(sum).xor(worth.clone().minus(1))),
            |make| {
                make.set(known, 0);
                let noted = worth.clone().ne(-1).and(Value::from(workspace.count).lt(Value::Length(workspace.missing)));
                make.when(noted, |make| {
                    make.store(workspace.missing, workspace.count, number);
                    make.set(workspace.count, Value::from(workspace.count).plus(1));
                    make.when(worth.clone().eq(0), |make| make.store(worths, code.clone(), -1));
                });
            },
        );
    }

    /// Does something with the code of each part in a list of parts.
    fn each_left(
        &mut self,
        values: &'r Expr,
        kind: usize,
        body: &mut dyn FnMut(&mut Self, Value) -> Lowered<()>,
    ) -> Lowered<()> {
        self.effort(values.span)?;
        self.spend(2);
        match &values.kind {
            ExprKind::List(entries) => entries.iter().try_for_each(|entry| {
                let code = self.part_code(entry, kind)?;
                body(self, code)
            }),
            ExprKind::Binary(BinaryOp::Add, one, two) => {
                self.each_left(one, kind, body)?;
                self.each_left(two, kind, body)
            }
            ExprKind::Comprehension { set: false, item, clauses } => self.clauses(clauses, &mut |lower| {
                let code = lower.part_code(item, kind)?;
                body(lower, code)
            }),
            _ => unfit(values.span, "parts left in this way"),
        }
    }

    /// The code of a part; asks where its values do not lie in their bounds.
    fn part_code(&mut self, value: &'r Expr, kind: usize) -> Lowered<Value> {
        let Some(domain) = self.game.kind_domain(kind) else { return unfit(value.span, "this part") };
        match (&value.kind, domain) {
            (ExprKind::Part(_, values), Domain::Record(fields)) => self.record_code(values, kind, fields),
            (_, Domain::Record(_)) => unfit(value.span, "parts left in this way"),
            (_, scalar) => {
                let num = self.scalar(value)?;
                Ok(self.scalar_code(num, scalar).0)
            }
        }
    }

    fn record_code(&mut self, values: &'r [Expr], kind: usize, domains: &'r [Domain<i64>]) -> Lowered<Value> {
        let fields = &self.rules.parts[kind].fields;
        let mut coded = Vec::new();
        for (value, domain) in values.iter().zip(domains) {
            coded.push(self.value_code(value, domain)?);
        }
        let kept = self.locals.clone();
        let (mut code, mut at) = (Value::from(0), 0);
        for ((field, domain), (part, worth)) in fields.iter().zip(domains).zip(coded) {
            if let Worth::Num(num) = &worth {
                self.within_own_bounds(&field.domain, num)?;
            } else if let Domain::Set(of) = &field.domain
                && let Domain::Int { lo, hi } = &**of
                && [lo, hi].iter().any(|bound| !bound.is_fixed(&|_| false))
            {
                return unfit(self.rules.parts[kind].span, "a set whose bounds speak of other values");
            }
            self.locals[field.slot] = Some(Held::Fixed(worth));
            code = code.or(part.up(at));
            at += int(bits(domain).expect("parts that are compiled have values of known width"));
        }
        self.locals = kept;
        Ok(code)
    }

    /// Bounds that speak of the values before this one; the others have been looked at.
    fn within_own_bounds(&mut self, domain: &'r Domain<Expr>, num: &Num) -> Lowered<()> {
        let Domain::Int { lo, hi } = domain else { return Ok(()) };
        if !lo.is_fixed(&|_| false) {
            let lo = self.int(lo)?;
            self.ask_if(num.value.clone().lt(lo.value));
        }
        if !hi.is_fixed(&|_| false) {
            let hi = self.int(hi)?;
            self.ask_if(num.value.clone().gt(hi.value));
        }
        Ok(())
    }

    /// The code of one value of a part, and the value.
    fn value_code(&mut self, value: &'r Expr, domain: &Domain<i64>) -> Lowered<(Value, Worth)> {
        Ok(match domain {
            Domain::Set(of) => {
                let Some(members) = members(of) else { return unfit(value.span, "a set of this size") };
                let words = self.words(value, &members, BinaryOp::Union)?;
                let [word] = words.as_slice() else { return unfit(value.span, "a set of this size") };
                let word = self.make.hold("set", word.clone());
                (word.clone(), Worth::Bits(Bits { words: vec![word], members }))
            }
            Domain::List { .. } | Domain::Grid { .. } => match (self.expr(value)?, shape(domain)) {
                (Worth::Row(row), Some(shape)) if row.shape == shape && row.words.len() == 1 => {
                    let word = self.make.hold("cells", row.words[0].clone());
                    (word.clone(), Worth::Row(Row { words: vec![word], shape }))
                }
                _ => return unfit(value.span, "a list or board of this kind"),
            },
            scalar => {
                let num = self.scalar(value)?;
                let (code, num) = self.scalar_code(num, scalar);
                (self.make.hold("code", code), Worth::Num(num))
            }
        })
    }

    /// The code of a scalar; asks where it does not lie in the domain.
    fn scalar_code(&mut self, num: Num, domain: &Domain<i64>) -> (Value, Num) {
        let num = self.held(num);
        let num = self.within(num, domain);
        (self.code_of(num.value.clone(), num.none, domain), num)
    }
}
