//! A sum of parts: the nimber of a part as a recurrence (Sprague 1935, Grundy 1939), the least number that none of its moves reaches.

use super::read::{Read, Reader};
use super::tree::{Ex, How, Move, Op, Recur, Shape, Style, Var};
use bouton::rules::datum::Datum;
use bouton::rules::rules::{Choice, Expr, ExprKind, PartMove};
use bouton::rules::table::helpers::Helper;
use bouton::rules::table::operators::BinaryOp;
use bouton::rules::types::Domain;

/// What the number is called that tells one kind of parts from another.
const KIND: &str = "kind";
const NO_LIST: &str = "parts that are neither written out nor made by running over a range";

impl Reader<'_> {
    /// The recurrence of a part's nimber. A part is told by its numbers, and by its kind first where there are several kinds.
    pub(super) fn of_parts(&mut self) -> Read<Recur> {
        let rules = self.rules;
        if let Some(starts) = &rules.starts {
            return self.no(starts.span, "who begins is not settled by the rules alone");
        }
        if let Some(repeat) = &rules.repeat {
            return self.no(repeat.span, "play may repeat and a recurrence would go round for ever");
        }
        if let Some(end) = rules.ends.first() {
            return self.no(end.span, "a sum of parts that ends before nobody can move");
        }
        let globals = self.globals()?;
        let vars = self.parts()?;
        let stuck = self.stuck()?;
        let mut moves = Vec::new();
        for (kind, part) in rules.parts.iter().enumerate() {
            for rule in &part.moves {
                self.start_over(vars.len());
                moves.push(self.part_move(kind, rule, vars.len())?);
            }
        }
        self.start_over(0);
        let mut sum = Vec::new();
        for (kind, part) in rules.parts.iter().enumerate() {
            sum.push(self.nimber(kind, &rules.states[part.state].start, vars.len())?);
        }
        let names: Vec<String> =
            rules.parts.iter().enumerate().map(|(kind, part)| format!("{kind} {}", part.name)).collect();
        Ok(Recur {
            name: rules.name.clone(),
            title: rules.title.clone(),
            players: rules.players.clone(),
            points: false,
            globals,
            vars,
            turn: None,
            ends: Vec::new(),
            moves,
            stuck,
            points_decide: false,
            repeat: None,
            remaining: None,
            openings: Vec::new(),
            sum: Some(together(sum)),
            style: Style::RIGHT,
            bound: std::mem::take(&mut self.bound),
            legend: self.has_kinds().then(|| format!("{KIND}: {}", names.join(", "))).into_iter().collect(),
        })
    }

    /// What a part is told by: as many numbers as the kind that has most.
    fn parts(&self) -> Read<Vec<Var>> {
        let parts = &self.rules.parts;
        let named = |name: &str, lo: Ex, hi: Ex| {
            let (start, below) = (lo.clone(), matches!(lo, Ex::Int(least) if least < 0));
            Var { name: name.to_owned(), shape: Shape::Number, lo, hi, start, below }
        };
        let mut vars = Vec::new();
        for field in parts.iter().flat_map(|part| &part.fields) {
            let Domain::Int { lo, hi } = &field.domain else {
                return self.no(parts[0].span, "a part that is known by what is no number");
            };
            vars.push((field.name.as_str(), lo.range.lo.min(0), hi.range.hi));
        }
        let (lo, hi) = (vars.iter().map(|var| var.1).min(), vars.iter().map(|var| var.2).max());
        // Of several the first, as the last of those that are turned round.
        let most = parts.iter().rev().map(|part| &part.fields).max_by_key(|fields| fields.len());
        let kind = self.has_kinds().then(|| named(KIND, Ex::Int(0), number(parts.len() - 1)));
        let numbers = most.into_iter().flatten();
        let end = |end: Option<i128>| Ex::Int(end.and_then(|end| i64::try_from(end).ok()).unwrap_or(i64::MAX));
        Ok(kind.into_iter().chain(numbers.map(|field| named(&field.name, end(lo), end(hi)))).collect())
    }

    /// Whether a part is told by its kind too.
    fn has_kinds(&self) -> bool {
        self.rules.parts.len() > 1
    }

    fn part_move(&mut self, kind: usize, rule: &PartMove, width: usize) -> Read<Move> {
        let (rules, made) = (self.rules, &self.rules.moves[rule.made]);
        if rule.by.is_some() {
            return self.no(made.span, "a part in which the players have moves of their own");
        }
        let first = usize::from(self.has_kinds());
        for (at, field) in rules.parts[kind].fields.iter().enumerate() {
            self.locals.insert(field.slot, Ex::Local(first + at));
        }
        let mut guards = Vec::new();
        if first == 1 {
            guards.push(Ex::two(Op::Eq, Ex::Local(0), number(kind)));
        }
        let choices = rule.choices.iter().map(|choice| self.choice(choice)).collect::<Read<Vec<_>>>()?;
        guards.extend(rule.condition.as_ref().map(|when| self.number(when)).transpose()?);
        let mut left = Vec::new();
        for (kind, parts) in &rule.result {
            left.push(self.nimber(*kind, parts, width)?);
        }
        Ok(Move {
            name: made.name.clone(),
            choices,
            guards,
            steps: Vec::new(),
            gain: Ex::Int(0),
            next: Vec::new(),
            again: Ex::Int(0),
            finish: Vec::new(),
            answers: Vec::new(),
            leaves: Some(together(left)),
        })
    }

    /// The nimber of a list of parts of a kind.
    fn nimber(&mut self, kind: usize, parts: &Expr, width: usize) -> Read<Ex> {
        match &parts.kind {
            ExprKind::List(all) => {
                let all = all.iter().map(|part| self.part(kind, part, width)).collect::<Read<_>>()?;
                Ok(together(all))
            }
            // Which of them stands first does not matter.
            ExprKind::Help(Helper::Sorted, args) => match args.as_slice() {
                [parts] => self.nimber(kind, parts, width),
                _ => self.no(parts.span, NO_LIST),
            },
            ExprKind::Const(Datum::List(list)) if list.is_empty() => Ok(Ex::Int(0)),
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                let a = self.nimber(kind, a, width)?;
                Ok(together(vec![a, self.nimber(kind, b, width)?]))
            }
            ExprKind::Comprehension { set: false, item, clauses } => match clauses.as_slice() {
                [times] => self.run_over(kind, item, times, width),
                [clause, times] if matches!(times.over.kind, ExprKind::Times(_)) => {
                    self.tally("nimber", How::Xor, clause, |reader, _| {
                        Ok((Ex::Int(1), reader.run_over(kind, item, times, width)?))
                    })
                }
                _ => self.no(parts.span, NO_LIST),
            },
            _ => self.no(parts.span, NO_LIST),
        }
    }

    /// The nimber of so many equal parts, or of one for each that a clause runs over.
    fn run_over(&mut self, kind: usize, item: &Expr, clause: &Choice, width: usize) -> Read<Ex> {
        let ExprKind::Times(count) = &clause.over.kind else {
            return self
                .tally("nimber", How::Xor, clause, |reader, _| Ok((Ex::Int(1), reader.part(kind, item, width)?)));
        };
        if count.range.lo < 0 {
            return self.no(count.span, "a number of equal parts that may be negative");
        }
        let (count, one) = (self.number(count)?, self.part(kind, item, width)?);
        Ok(match count {
            Ex::Int(count) if count % 2 == 0 => Ex::Int(0),
            Ex::Int(_) => one,
            // Equal parts cancel out two by two.
            count => Ex::choose(&Ex::two(Op::Eq, Ex::two(Op::Mod, count, Ex::Int(2)), Ex::Int(1)), one, Ex::Int(0)),
        })
    }

    /// The nimber of one part.
    fn part(&mut self, kind: usize, part: &Expr, width: usize) -> Read<Ex> {
        let mut told: Vec<Ex> = self.has_kinds().then(|| number(kind)).into_iter().collect();
        match &part.kind {
            ExprKind::Part(_, values) => {
                for value in values {
                    told.push(self.number(value)?);
                }
            }
            _ => told.push(self.number(part)?),
        }
        told.resize(width, Ex::Int(0));
        Ok(Ex::Value(told))
    }
}

/// The nimber of parts that lie side by side.
fn together(nimbers: Vec<Ex>) -> Ex {
    let all = nimbers.into_iter().filter(|nimber| *nimber != Ex::Int(0));
    all.reduce(|a, b| Ex::two(Op::Xor, a, b)).unwrap_or(Ex::Int(0))
}

fn number(kind: usize) -> Ex {
    Ex::Int(i64::try_from(kind).expect("there are few kinds of parts"))
}
