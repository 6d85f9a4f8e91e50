//! Sets and lists of the rules, as far as a program can say them: a set is a number with a bit for each member, a list is copied and
//! its entries change.

use super::boards::At;
use super::exprs::IsLocal;
use super::read::{Flow, Read, Reader};
use super::tree::{Call, Ex, How, Op, Over, Shape, Side, Step, Tally};
use bouton::rules::datum::Datum;
use bouton::rules::rules::{Choice, Expr, ExprKind, Place, Root, Stmt, StmtKind};
use bouton::rules::table::helpers::Helper;
use bouton::rules::table::operators::{BinaryOp, CompareOp};
use bouton::rules::types::Type;

/// The least and the greatest number that may be a member of a set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Extent {
    pub(super) lo: Ex,
    pub(super) hi: Ex,
}

impl Extent {
    /// How many numbers there are.
    pub(super) fn size(&self) -> Ex {
        Ex::plus(Ex::two(Op::Sub, self.hi.clone(), self.lo.clone()), 1)
    }

    /// The set of all.
    pub(super) fn full(&self) -> Ex {
        Ex::plus(Ex::Bit(Box::new(self.size())), -1)
    }

    fn bit(&self, member: Ex) -> Ex {
        Ex::two(Op::Sub, member, self.lo.clone())
    }
}

impl Reader<'_> {
    /// Something new that is bound, called so if the name is free.
    pub(super) fn fresh(&mut self, name: &str) -> usize {
        self.named(name, |_, _| false)
    }

    /// A number that runs over a range: called like another only if that one does not run now and no sum is called so.
    fn counter(&mut self, name: &str) -> usize {
        self.named(name, |reader, at| reader.done.contains(&at))
    }

    /// Something new: called so if nothing else is that is bound for everything or in the same move.
    fn named(&mut self, name: &str, gone: impl Fn(&Self, usize) -> bool) -> usize {
        let choices = self.rules.moves.iter().flat_map(|rule| rule.choices.iter().map(|choice| &choice.name));
        let params = self.rules.params.iter().map(|param| &param.name);
        let lets = self.rules.lets.iter().map(|line| &line.name);
        let states = self.rules.states.iter().map(|state| &state.name);
        let others = self
            .bound
            .iter()
            .enumerate()
            .filter(|(at, _)| (*at < self.common || *at >= self.scope) && !gone(self, *at));
        let others = others.map(|(_, name)| name);
        let taken: Vec<&String> = choices.chain(params).chain(lets).chain(states).chain(others).collect();
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken.contains(&name));
        self.bound.push(free.unwrap_or_default());
        self.bound.len() - 1
    }

    /// Which numbers the members of a set may be; nothing where no set that is declared stands in it.
    pub(super) fn extent(&self, expr: &Expr) -> Option<Extent> {
        let mut found: Option<Extent> = None;
        let mut same = true;
        expr.walk(&mut |part| {
            let known = match &part.kind {
                ExprKind::State(which) | ExprKind::Old(which) => self.extents.get(which),
                ExprKind::Let(which) => self.lets.get(which),
                ExprKind::Local(slot) => self.chosen.get(slot),
                _ => None,
            };
            if let Some(known) = known {
                same &= found.as_ref().is_none_or(|found| found.lo == known.lo);
                found = Some(known.clone());
            }
        });
        found.filter(|_| same)
    }

    /// A set whose members lie there.
    pub(super) fn set(&mut self, expr: &Expr, of: &Extent) -> Read<Ex> {
        match &expr.kind {
            ExprKind::State(which) if self.extents.contains_key(which) => Ok(self.now[self.places[*which].0].clone()),
            ExprKind::Old(which) if self.extents.contains_key(which) => Ok(Ex::Local(self.places[*which].0)),
            ExprKind::Let(which) if self.lets.contains_key(which) => Ok(Ex::Global(self.rules.params.len() + which)),
            ExprKind::Local(slot) if self.chosen.contains_key(slot) => match self.locals.get(slot) {
                Some(known) => Ok(known.clone()),
                None => self.no(expr.span, "a set that is not known here"),
            },
            ExprKind::Const(members) if matches!(members, Datum::Set(_) | Datum::List(_)) => {
                let bit = |member: Datum| if let Datum::Int(member) = member { Some(Ex::Int(member)) } else { None };
                let members: Option<Vec<Ex>> = members.entries().map(bit).collect();
                members
                    .map_or_else(|| self.no(expr.span, "a set of what is no number"), |members| Ok(union(members, of)))
            }
            ExprKind::Set(members) => {
                let members = members.iter().map(|member| self.number(member)).collect::<Read<Vec<Ex>>>()?;
                Ok(union(members, of))
            }
            ExprKind::Binary(op, left, right) => {
                let op = match op {
                    BinaryOp::Add | BinaryOp::Union => Op::Union,
                    BinaryOp::Sub => Op::Without,
                    BinaryOp::Intersect => Op::Both,
                    _ => return self.no(expr.span, "a set"),
                };
                let left = self.set(left, of)?;
                let right = if right.ty.is_scalar() {
                    Ex::Bit(Box::new(of.bit(self.number(right)?)))
                } else {
                    self.set(right, of)?
                };
                Ok(Ex::two(op, left, right))
            }
            ExprKind::Comprehension { item, clauses, .. } => match clauses.as_slice() {
                [clause] if item.kind_is_local(clause.slot) => self.gathered(clause, of),
                _ => self.no(expr.span, "a set made of more than some of a range"),
            },
            _ => self.no(expr.span, "a set that no number can tell"),
        }
    }

    /// `{x for x in … if …}`
    fn gathered(&mut self, clause: &Choice, of: &Extent) -> Read<Ex> {
        if let (ExprKind::Range { .. }, None) = (&clause.over.kind, &clause.condition) {
            let (lo, end) = self.slice(&clause.over)?;
            let all = Extent { lo, hi: Ex::plus(end, -1) };
            if all.lo == of.lo {
                return Ok(all.full());
            }
        }
        // Sets are read from ranges and other sets, whose bounds are known: what a helper makes may have more members than a number has bits.
        if !matches!(clause.over.kind, ExprKind::Range { .. }) && !Self::is_set(&clause.over) {
            return self.no(clause.over.span, "a set made out of a list");
        }
        let of = of.clone();
        self.tally("members", How::Sum, clause, |_, over| Ok((Ex::Int(1), Ex::Bit(Box::new(of.bit(over))))))
    }

    /// Whether something is a member of a set.
    pub(super) fn member(&mut self, member: &Expr, set: &Expr) -> Read<Ex> {
        let Some(of) = self.extent(set) else { return self.no(set.span, "a member of what is no range") };
        let set = self.set(set, &of)?;
        Ok(Ex::Has(Box::new(set), Box::new(of.bit(self.number(member)?))))
    }

    /// Two sets compared.
    pub(super) fn compare_sets(&mut self, op: CompareOp, left: &Expr, right: &Expr) -> Read<Ex> {
        let Some(of) = self.extent(left).or_else(|| self.extent(right)) else {
            return self.no(left.span, "sets that no number can tell");
        };
        let (left, right) = (self.set(left, &of)?, self.set(right, &of)?);
        match op {
            CompareOp::Eq => Ok(Ex::two(Op::Eq, left, right)),
            CompareOp::Ne => Ok(Ex::two(Op::Ne, left, right)),
            CompareOp::Le => Ok(Ex::two(Op::Eq, Ex::two(Op::Without, left, right), Ex::Int(0))),
            _ => Ok(Ex::two(Op::Eq, Ex::two(Op::Without, right, left), Ex::Int(0))),
        }
    }

    /// A list that a program has, or has a function for.
    pub(super) fn list(&mut self, list: &Expr) -> Read<Ex> {
        match &list.kind {
            ExprKind::Param(which) if matches!(list.ty, Type::List(_)) => Ok(Ex::Global(*which)),
            ExprKind::Index(graph, at) if graph.ty == Type::Graph => match (&graph.kind, at.as_slice()) {
                (ExprKind::Param(which), [node]) => Ok(Ex::Entry(*which, vec![self.number(node)?])),
                _ => self.no(list.span, "the neighbours in a graph that is not given"),
            },
            ExprKind::List(entries) if entries.iter().all(|entry| entry.ty.is_scalar() && entry.ty != Type::Cell) => {
                let entries = entries.iter().map(|entry| self.value(entry)).collect::<Read<_>>()?;
                Ok(Ex::List(entries))
            }
            ExprKind::Help(helper, args) => match (Call::of(*helper).filter(|call| call.gives_list()), args.as_slice())
            {
                (Some(call), [number]) => Ok(Ex::Call(call, vec![self.number(number)?])),
                _ => self.no(list.span, "a list that plain programs do not have"),
            },
            _ => self.no(list.span, "a list that is neither given nor made by a helper"),
        }
    }

    /// Whether something stands in a list.
    pub(super) fn listed(&mut self, member: &Expr, list: &Expr) -> Read<Ex> {
        let (member, list) = (self.number(member)?, self.list(list)?);
        let over = self.counter("x");
        self.done.push(over);
        let result = self.fresh("found");
        let when = Ex::two(Op::Eq, Ex::Bound(over), member);
        let tally = Tally { how: How::Any, result, over, range: Over::List(list), when, item: Ex::Int(1) };
        Ok(Ex::two(Op::Eq, Ex::Tally(Box::new(tally)), Ex::Int(1)))
    }

    /// A helper that looks at every member, entry or item.
    pub(super) fn all_of(&mut self, helper: Helper, of: &Expr) -> Read<Ex> {
        let name = match helper {
            Helper::Sum | Helper::Xor | Helper::Gcd => "total",
            Helper::Len | Helper::Count => "count",
            _ => "found",
        };
        let adds = matches!(helper, Helper::Sum | Helper::Xor | Helper::Gcd);
        if let ExprKind::Comprehension { item, clauses, .. } = &of.kind {
            return Ok(answered(helper, self.over_all(name, helper, item, clauses)?));
        }
        if let Some(extent) = self.extent(of) {
            let set = self.set(of, &extent)?;
            let over = self.counter("x");
            self.done.push(over);
            let result = self.fresh(name);
            let item = if adds { Ex::Bound(over) } else { Ex::Int(1) };
            let when = Ex::Has(Box::new(set), Box::new(extent.bit(Ex::Bound(over))));
            let Extent { lo, hi } = extent;
            let range = Over::Range(lo, hi);
            return Ok(Ex::Tally(Box::new(Tally { how: how(helper), result, over, range, when, item })));
        }
        let (range, list) = if let ExprKind::State(which) = of.kind
            && let Some(len) = self.lengths.get(&which).cloned()
        {
            (Over::Range(Ex::Int(0), Ex::plus(len, -1)), Some(self.now[self.places[which].0].clone()))
        } else {
            (Over::List(self.list(of)?), None)
        };
        let (over, result) = (self.counter("x"), self.fresh(name));
        self.done.push(over);
        let item = match list {
            Some(list) => Ex::Item(Box::new(list), Box::new(Ex::Bound(over))),
            None => Ex::Bound(over),
        };
        let item = if adds { item } else { Ex::Int(1) };
        Ok(Ex::Tally(Box::new(Tally { how: how(helper), result, over, range, when: Ex::Int(1), item })))
    }

    /// What a helper makes of items while clauses run one inside the other.
    fn over_all(&mut self, name: &str, helper: Helper, item: &Expr, clauses: &[Choice]) -> Read<Ex> {
        let (clause, rest) = clauses.split_first().expect("a comprehension has a clause");
        let adds = matches!(helper, Helper::Sum | Helper::Xor | Helper::Gcd);
        self.tally(name, how(helper), clause, |reader, _| {
            if !rest.is_empty() {
                let inner = reader.over_all(name, helper, item, rest)?;
                let found = how(helper) == How::Any;
                return Ok(if found { (Ex::two(Op::Eq, inner, Ex::Int(1)), Ex::Int(1)) } else { (Ex::Int(1), inner) });
            }
            let item = reader.number(item)?;
            Ok(match helper {
                _ if adds => (Ex::Int(1), item),
                Helper::All => (item.negated(), Ex::Int(1)),
                _ => (item, Ex::Int(1)),
            })
        })
    }

    /// The first entry of a list that is given; else the last.
    pub(super) fn outermost(&mut self, of: &Expr, first: bool) -> Read<Ex> {
        let at = |len: Ex| if first { Ex::Int(0) } else { Ex::plus(len, -1) };
        match of.kind {
            ExprKind::Param(which) if matches!(of.ty, Type::List(_)) => {
                Ok(Ex::Entry(which, vec![at(Ex::Len(which, Side::Rows))]))
            }
            ExprKind::State(which) => {
                match self.lengths.get(&which).cloned().and_then(|len| self.item(which, &[at(len)])) {
                    Some(entry) => Ok(entry),
                    None => self.no(of.span, "an entry of a list that is not given"),
                }
            }
            _ => self.no(of.span, "an entry of a list that is not given"),
        }
    }

    /// What is added up while a clause runs over a range or a set: a condition and an item for each number.
    pub(super) fn tally(
        &mut self,
        name: &str,
        how: How,
        clause: &Choice,
        item: impl FnOnce(&mut Self, Ex) -> Read<(Ex, Ex)>,
    ) -> Read<Ex> {
        let over = self.counter(&clause.name);
        let (range, inside) = if let ExprKind::Range { .. } = clause.over.kind {
            let (lo, end) = self.slice(&clause.over)?;
            (Over::Range(lo, Ex::plus(end, -1)), Ex::Int(1))
        } else if Self::is_set(&clause.over) {
            let Some(of) = self.extent(&clause.over) else {
                return self.no(clause.over.span, "a set that is not known before play");
            };
            let set = self.set(&clause.over, &of)?;
            let inside = Ex::Has(Box::new(set), Box::new(of.bit(Ex::Bound(over))));
            (Over::Range(of.lo, of.hi), inside)
        } else if let Some(cells) = self.cells_of(&clause.over) {
            (cells, Ex::Int(1))
        } else {
            (Over::List(self.list(&clause.over)?), Ex::Int(1))
        };
        self.known(clause.slot, &clause.over, Ex::Bound(over));
        let condition = clause.condition.as_ref().map_or(Ok(Ex::Int(1)), |when| self.number(when))?;
        let (when, item) = item(self, Ex::Bound(over))?;
        self.done.push(over);
        let when = Ex::two(Op::And, Ex::two(Op::And, inside, condition), when);
        let result = self.fresh(name);
        Ok(Ex::Tally(Box::new(Tally { how, result, over, range, when, item })))
    }

    /// An entry of a list that is a variable.
    pub(super) fn item(&mut self, which: usize, at: &[Ex]) -> Option<Ex> {
        let (place, _) = *self.places.get(which)?;
        match (self.lengths.contains_key(&which), at) {
            (true, [at]) => Some(Ex::Item(Box::new(self.now[place].clone()), Box::new(at.clone()))),
            _ => None,
        }
    }

    /// An entry of a list changes: of a copy that nothing read so far speaks of.
    pub(super) fn put(&mut self, place: &Place, value: Ex, mut flow: Flow) -> Read<Flow> {
        let (Root::State(state), [indices]) = (&place.root, place.path.as_slice()) else {
            return self.no(place.span, "a list that changes as a whole");
        };
        let Some(at) = self.place_in(*state, indices)? else {
            return self.no(place.span, "an entry of more than a list");
        };
        let var = self.places[*state].0;
        flow = self.own(var, flow);
        flow.steps.push(Step::Put(flow.now[var].clone(), at, value));
        Ok(flow)
    }

    /// Makes sure that a list may change: what is read already keeps the list it was read from.
    fn own(&mut self, var: usize, mut flow: Flow) -> Flow {
        let list = flow.now[var].clone();
        let mut speaks = false;
        let mut look = |ex: &Ex| ex.walk(&mut |part| speaks |= *part == list);
        let ends = flow.finish.iter().flat_map(|(when, value)| [when, value]);
        let others = flow.now.iter().enumerate().filter(|(at, _)| *at != var).map(|(_, now)| now);
        flow.guards.iter().chain([&flow.gain]).chain(ends).chain(others).for_each(&mut look);
        self.locals.values().for_each(&mut look);
        self.cells.values().flat_map(At::parts).for_each(&mut look);
        if matches!(list, Ex::Local(_)) || speaks {
            let copy = self.fresh("after");
            flow.steps.push(Step::Copy(copy, list));
            flow.now[var] = Ex::Bound(copy);
        }
        self.now.clone_from(&flow.now);
        flow
    }

    /// A loop that changes entries of lists and nothing else.
    pub(super) fn each(&mut self, slot: usize, over: &Expr, body: &[Stmt], mut flow: Flow, stmt: &Stmt) -> Read<Flow> {
        let ExprKind::Range { .. } = over.kind else {
            return self.no(over.span, "a loop inside a move over what is no range");
        };
        let (lo, end) = self.slice(over)?;
        for state in changed(body).ok_or_else(|| self.loops(stmt))? {
            if !self.lengths.contains_key(&state) {
                return Err(self.loops(stmt));
            }
            flow = self.own(self.places[state].0, flow);
        }
        let name = self.rules.source.slice(stmt.span).split_whitespace().nth(1).unwrap_or("k").to_owned();
        let number = self.counter(&name);
        self.locals.insert(slot, Ex::Bound(number));
        let before = flow.clone();
        let inside = self.stmts(body, Flow { steps: Vec::new(), ..flow })?;
        if inside.now != before.now {
            return Err(self.loops(stmt));
        }
        self.done.push(number);
        flow = before;
        flow.steps.push(Step::For(number, lo, Ex::plus(end, -1), inside.steps));
        Ok(flow)
    }

    fn loops(&self, stmt: &Stmt) -> super::NoProgram {
        let why = "a loop inside a move that changes more than entries of a list";
        self.no::<()>(stmt.span, why).err().unwrap_or_else(|| super::NoProgram(why.into()))
    }

    /// Whether an expression is a set.
    pub(super) fn is_set(expr: &Expr) -> bool {
        matches!(expr.ty, Type::Set(_))
    }

    /// What a variable holds.
    pub(super) fn shape(&self, state: usize) -> Shape {
        match (self.extents.contains_key(&state), self.lengths.contains_key(&state)) {
            (true, _) => Shape::Set,
            (_, true) => Shape::List,
            _ => Shape::Number,
        }
    }
}

/// The variables that a loop changes entries of; nothing where it does something else.
fn changed(body: &[Stmt]) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for stmt in body {
        match &stmt.kind {
            StmtKind::Assign(all) => {
                let [(Place { root: Root::State(state), .. }, _)] = all.as_slice() else { return None };
                found.push(*state);
            }
            StmtKind::For(_, _, body) => found.extend(changed(body)?),
            _ => return None,
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// The set of these numbers.
fn union(members: Vec<Ex>, of: &Extent) -> Ex {
    let bits = members.into_iter().map(|member| Ex::Bit(Box::new(of.bit(member))));
    bits.reduce(|a, b| Ex::two(Op::Union, a, b)).unwrap_or(Ex::Int(0))
}

/// How a helper puts its items together.
fn how(helper: Helper) -> How {
    match helper {
        Helper::Sum | Helper::Len | Helper::Count => How::Sum,
        Helper::Xor => How::Xor,
        Helper::Gcd => How::Gcd,
        _ => How::Any,
    }
}

/// What a helper says once its tally is made.
fn answered(helper: Helper, told: Ex) -> Ex {
    match helper {
        Helper::Any => Ex::two(Op::Eq, told, Ex::Int(1)),
        Helper::All => Ex::two(Op::Eq, told, Ex::Int(0)),
        _ => told,
    }
}
