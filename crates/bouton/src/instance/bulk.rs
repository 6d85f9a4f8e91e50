//! Parts of a sum valued by machine code, from tables of what other parts are worth.

use super::{Instance, Jit};
use crate::game::{Bulk, Looked, Part, Workspace};
use bouton_jit::{Arg, Machine, PartsLowering, Reply, lower_parts};
use bouton_rules::layout::{key_bits, radix};
use bouton_rules::types::Domain;
use std::time::Duration;

/// Compiled parts: a function for each kind.
#[derive(Debug)]
pub struct CompiledParts {
    machine: Machine,
    tables: Vec<Vec<i64>>,
    /// Of each kind: the value of code 0, and how many codes there are.
    kinds: Vec<(i64, u64)>,
}

impl CompiledParts {
    fn new(game: &Instance) -> Result<CompiledParts, String> {
        let interpreter = game.interpreter();
        let rules = interpreter.rules();
        let said = |span: bouton_rules::Span, what: &str| {
            let (line, _) = rules.source.line_column(span.start);
            format!("line {line}: {what} is not compiled yet")
        };
        let kinds = rules.parts.iter().enumerate().map(|(kind, part)| {
            let numbered = interpreter.kind_domain(kind).and_then(numbered);
            numbered.ok_or_else(|| said(part.span, "a part of this kind"))
        });
        let kinds = kinds.collect::<Result<Vec<_>, _>>()?;
        let PartsLowering { codes, tables } =
            lower_parts(interpreter).map_err(|unfit| said(unfit.span, &unfit.what))?;
        let machine = Machine::new(&codes.iter().collect::<Vec<_>>()).map_err(|refusal| refusal.to_string())?;
        Ok(CompiledParts { machine, tables, kinds })
    }

    /// How long compiling took.
    #[must_use]
    pub fn took(&self) -> Duration {
        self.machine.took()
    }
}

/// The value of code 0 and how many codes there are, where the code is the value less that.
fn numbered(domain: &Domain<i64>) -> Option<(i64, u64)> {
    match domain {
        Domain::Record(_) => 1_u64.checked_shl(u32::try_from(key_bits(domain)?).ok()?).map(|codes| (0, codes)),
        Domain::Int { lo, .. } => Some((*lo, u64::try_from(radix(domain)?).ok()?)),
        Domain::Bool | Domain::Player | Domain::Names { .. } | Domain::Node { .. } => {
            Some((0, u64::try_from(radix(domain)?).ok()?))
        }
        _ => None,
    }
}

impl Instance {
    /// The compiled parts, or why there are none. Compiles them if that was not done yet.
    ///
    /// # Errors
    /// What is not compiled, in words.
    pub fn compiled_parts(&self) -> Result<&CompiledParts, &str> {
        if self.jit() == Jit::Off || self.interpreter().is_watched() {
            return Err("machine code is turned off");
        }
        self.cache.parts.get_or_init(|| CompiledParts::new(self)).as_ref().map_err(String::as_str)
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

    fn look(&self, part: Part, workspace: &mut Workspace) -> Option<Looked> {
        let code = part.value.checked_sub(self.from(part.kind))?;
        let round = workspace.next_round();
        let mut args: smallvec::SmallVec<[Arg; 12]> = smallvec::SmallVec::new();
        args.push(Arg::Word(code));
        args.push(Arg::Word(i64::from(round)));
        args.push(Arg::I32Mut(&mut workspace.marks));
        args.push(Arg::I64Mut(&mut workspace.missing));
        args.extend(workspace.worths.iter_mut().map(|worths| Arg::I32Mut(worths)));
        args.extend(self.tables.iter().map(|table| Arg::I64(table)));
        match self.machine.call(part.kind, &mut args) {
            Ok(Reply::Gives(given @ 0..)) => {
                Some(Looked::Worth { nimber: u32::try_from(given / 2).ok()?, idle: given % 2 == 0 })
            }
            Ok(Reply::Gives(missing)) => Some(Looked::Missing(usize::try_from(missing.unsigned_abs()).ok()?)),
            Ok(Reply::Ask) | Err(_) => None,
        }
    }
}
