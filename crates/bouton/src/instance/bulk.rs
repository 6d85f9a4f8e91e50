//! Parts of a sum in machine code: valued from tables of what other parts are worth, or asked for what their moves leave.

use super::{Instance, compiled};
use crate::game::{Bulk, Looked, Part, Workspace};
use bouton_jit::{Arg, Functions, Machine, Reply, Unfit, lower_options, lower_parts};
use bouton_rules::layout::{bits, radix};
use bouton_rules::types::Domain;
use bouton_rules::{Player, Span, Text, say};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::time::Duration;

/// Numbers of options that there is room for at first.
const ROOM: usize = 1 << 10;

/// Parts with more numbers than this in their options are left to the interpreter.
const MOST_ROOM: usize = 1 << 24;

thread_local! {
    /// Where options are listed.
    static OUT: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
}

/// Compiled parts: functions for each kind.
#[derive(Debug)]
pub struct CompiledParts {
    machine: Machine,
    /// Of each kind: the value of code 0, and how many codes there are.
    kinds: Vec<(i64, u64)>,
    /// Of each kind, how many bits of a code are its first value's, and how many others there are.
    widths: Vec<(u32, u32)>,
}

impl CompiledParts {
    fn new(game: &Instance, lowered: Result<Functions, Unfit>) -> Result<CompiledParts, Text> {
        let interpreter = game.interpreter();
        let rules = interpreter.rules();
        let said = |span: Span, what: Text| {
            let (line, _) = rules.source.line_column(span.start);
            say!("line {line}: {what} is not compiled yet")
        };
        let kinds = rules.parts.iter().enumerate().map(|(kind, part)| {
            let numbered = interpreter.kind_domain(kind).and_then(numbered);
            numbered.ok_or_else(|| said(part.span, say!("a part of this kind")))
        });
        let kinds = kinds.collect::<Result<Vec<_>, _>>()?;
        let Functions { codes, tables } = lowered.map_err(|unfit| said(unfit.span, unfit.what))?;
        let machine = compiled::machine(codes, tables)?;
        let widths = (0..kinds.len()).map(|kind| interpreter.kind_domain(kind).map_or((0, 0), widths)).collect();
        Ok(CompiledParts { machine, kinds, widths })
    }

    /// How long compiling took.
    #[must_use]
    pub fn took(&self) -> Duration {
        self.machine.took()
    }

    /// What the moves of a function leave of a part, in the order of the rules; `None` where the interpreter must be asked.
    fn options(&self, part: Part, function: usize) -> Option<Vec<Vec<Part>>> {
        let code = part.value.checked_sub(self.from(part.kind))?;
        OUT.with_borrow_mut(|out| {
            loop {
                if out.is_empty() {
                    out.resize(ROOM, 0);
                }
                let said = self.machine.call(function, &mut [Arg::Word(code), Arg::I64Mut(out)]);
                let Ok(Reply::Gives(count)) = said else { return None };
                let count = usize::try_from(count).ok()?;
                match out.get(..count) {
                    Some(numbers) => return Some(self.read(numbers)),
                    None if count > MOST_ROOM => return None,
                    None => out.resize(count.next_power_of_two(), 0),
                }
            }
        })
    }

    /// Options as they were listed: how many parts are left, then kind and code of each.
    fn read(&self, mut numbers: &[i64]) -> Vec<Vec<Part>> {
        let mut options = Vec::new();
        let size = |number: i64| usize::try_from(number).expect("kinds and counts are not negative");
        while let Some((count, rest)) = numbers.split_first() {
            let (left, rest) = rest.split_at(2 * size(*count));
            let part = |pair: &[i64]| Part { kind: size(pair[0]), value: pair[1] + self.kinds[size(pair[0])].0 };
            options.push(left.chunks_exact(2).map(part).collect());
            numbers = rest;
        }
        options
    }
}

/// How many bits of a code the first value of a part takes, and how many the others; none where there is one value only.
fn widths(domain: &Domain<i64>) -> (u32, u32) {
    let Domain::Record(fields) = domain else { return (0, 0) };
    let bits = |domain| bits(domain).and_then(|bits| u32::try_from(bits).ok()).unwrap_or(0);
    let first = fields.first().map_or(0, bits);
    (first, bits(domain).saturating_sub(first))
}

/// The value of code 0 and how many codes there are, where the code is the value less that.
fn numbered(domain: &Domain<i64>) -> Option<(i64, u64)> {
    match domain {
        Domain::Record(_) => 1_u64.checked_shl(u32::try_from(bits(domain)?).ok()?).map(|codes| (0, codes)),
        Domain::Int { lo, .. } => Some((*lo, u64::try_from(radix(domain)?).ok()?)),
        Domain::Bool | Domain::Player | Domain::Names { .. } | Domain::Node { .. } => {
            Some((0, u64::try_from(radix(domain)?).ok()?))
        }
        _ => None,
    }
}

impl Instance {
    /// The compiled parts, valued from tables, or why there are none. Compiles them if that was not done yet.
    ///
    /// # Errors
    /// What is not compiled, in words.
    pub fn compiled_parts(&self) -> Result<&CompiledParts, Text> {
        self.may_compile()?;
        let made = || CompiledParts::new(self, lower_parts(self.interpreter()));
        self.cache.parts.get_or_init(made).as_ref().map_err(Clone::clone)
    }

    /// What lists the moves in parts, a function for each kind, or where players have moves of their own for each kind and player; or why there is
    /// nothing that does. Compiles it if that was not done yet.
    ///
    /// # Errors
    /// What is not compiled, in words.
    pub fn compiled_options(&self) -> Result<&CompiledParts, Text> {
        self.may_compile()?;
        let made = || {
            let movers: &[Option<Player>] =
                if self.has_own_moves() { &[Some(Player::First), Some(Player::Second)] } else { &[None] };
            CompiledParts::new(self, lower_options(self.interpreter(), movers))
        };
        self.cache.options.get_or_init(made).as_ref().map_err(Clone::clone)
    }

    /// What moves leave of a declared part, by machine code once enough is asked; `None` where the interpreter must be asked. The moves are those
    /// of a player, where players have moves of their own.
    pub(super) fn quick_options(&self, part: Part, mover: Option<Player>) -> Option<Vec<Vec<Part>>> {
        // Functions are for both players' moves or for one's, as the rules have them.
        let fits = mover.is_some() == self.has_own_moves();
        if !fits || !self.pays() {
            return None;
        }
        let compiled = self.compiled_options().ok()?;
        let function = match mover {
            Some(mover) => 2 * part.kind + usize::from(mover == Player::Second),
            None => part.kind,
        };
        compiled.options(part, function)
    }
}

impl Bulk for CompiledParts {
    fn kinds(&self) -> usize {
        self.kinds.len()
    }

    fn from(&self, kind: usize) -> i64 {
        self.kinds[kind].0
    }

    fn codes(&self, kind: usize) -> u64 {
        self.kinds[kind].1
    }

    /// The first of several values counts most: as often as not it is the size.
    fn order(&self, part: Part) -> i64 {
        let (first, others) = self.widths[part.kind];
        let mask = (1_i64 << first) - 1;
        if others == 0 { part.value } else { (part.value & mask) << others | part.value >> first }
    }

    fn look(&self, part: Part, workspace: &mut Workspace) -> Option<Looked> {
        let code = part.value.checked_sub(self.from(part.kind))?;
        let round = workspace.next_round();
        let mut args: SmallVec<[Arg; 12]> = SmallVec::new();
        args.push(Arg::Word(code));
        args.push(Arg::Word(i64::from(round)));
        args.push(Arg::I32Mut(&mut workspace.marks));
        args.push(Arg::I64Mut(&mut workspace.missing));
        args.extend(workspace.worths.iter_mut().map(|worths| Arg::I32Mut(worths)));
        match self.machine.call(part.kind, &mut args) {
            Ok(Reply::Gives(given @ 0..)) => {
                Some(Looked::Worth { nimber: u32::try_from(given / 2).ok()?, idle: given % 2 == 0 })
            }
            Ok(Reply::Gives(missing)) => Some(Looked::Missing(usize::try_from(missing.unsigned_abs()).ok()?)),
            Ok(Reply::Ask) | Err(_) => None,
        }
    }
}
