//! Code run step by step: slow, plain, and the judge of `machine`. Platforms without a compiler can use it too.

use crate::call::{Arg, Refusal, Reply, fits};
use crate::code::{Buffer, Code, Elem, Given, Home, Label, Local, Stmt, Value};
use crate::form::well_formed;
use std::sync::atomic::Ordering;

/// Rounds of loops after which code is given up.
const MOST_ROUNDS: u64 = 1 << 32;

/// What lies in a buffer of its own before it is written: nothing that anybody should count on.
const JUNK: i64 = 0x5A5A_5A5A;

/// Runs code on what it is given.
///
/// # Errors
/// `Malformed`, `Args` and `Endless`, which are faults of whoever made the code or the call.
pub fn run(code: &Code, args: &mut [Arg]) -> Result<Reply, Refusal> {
    well_formed(code)?;
    fits(code, &code.given, args)?;
    let mut locals = vec![0; code.locals.len()];
    let mut homes = vec![Where::Own(Vec::new()); code.buffers.len()];
    let mut flags = Vec::new();
    for (place, row) in code.buffers.iter().enumerate() {
        if let Home::Own(length) = row.home {
            homes[place] = Where::Own(vec![narrow(row.elem, JUNK); length]);
        }
    }
    for (place, (given, arg)) in code.given.iter().zip(&*args).enumerate() {
        match (given, arg) {
            (Given::Word(local), Arg::Word(word)) => locals[local.0] = *word,
            (Given::Buffer(buffer), _) => homes[buffer.0] = Where::Arg(place),
            (Given::Flag(_), _) => flags.push(place),
            (Given::Word(_), _) => {}
        }
    }
    let mut room = Room { code, args, locals, homes, flags, rounds: 0 };
    match room.stmts(&code.body) {
        Ok(()) => Ok(Reply::Gives(0)),
        Err(Exit::Gives(value)) => Ok(Reply::Gives(value)),
        Err(Exit::Endless) => Err(Refusal::Endless),
        Err(Exit::Asks | Exit::Leave(_) | Exit::Next(_)) => Ok(Reply::Ask),
    }
}

/// Where a buffer lies.
#[derive(Clone)]
enum Where {
    Arg(usize),
    Own(Vec<i64>),
}

/// Why statements are left before their end.
enum Exit {
    Leave(Label),
    Next(Label),
    Gives(i64),
    Asks,
    Endless,
}

struct Room<'c, 'a, 'b> {
    code: &'c Code,
    args: &'a mut [Arg<'b>],
    locals: Vec<i64>,
    homes: Vec<Where>,
    flags: Vec<usize>,
    rounds: u64,
}

impl Room<'_, '_, '_> {
    fn stmts(&mut self, stmts: &[Stmt]) -> Result<(), Exit> {
        stmts.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), Exit> {
        match stmt {
            Stmt::Set(Local(local), value) => self.locals[*local] = self.value(value)?,
            Stmt::Store(buffer, index, values) => {
                let index = self.value(index)?;
                let values = values.iter().map(|value| self.value(value)).collect::<Result<Vec<_>, _>>()?;
                self.store(*buffer, index, values)?;
            }
            Stmt::If(condition, then, otherwise) => {
                let branch = if self.value(condition)? == 0 { otherwise } else { then };
                self.stmts(branch)?;
            }
            Stmt::Block(label, body) => match self.stmts(body) {
                Err(Exit::Leave(left)) if left == *label => {}
                other => return other,
            },
            Stmt::Loop(label, body) => self.repeat(*label, body)?,
            Stmt::Leave(label) => return Err(Exit::Leave(*label)),
            Stmt::Next(label) => return Err(Exit::Next(*label)),
            Stmt::Give(value) => return Err(Exit::Gives(self.value(value)?)),
            Stmt::Ask => return Err(Exit::Asks),
        }
        Ok(())
    }

    fn repeat(&mut self, label: Label, body: &[Stmt]) -> Result<(), Exit> {
        loop {
            self.rounds += 1;
            if self.rounds > MOST_ROUNDS {
                return Err(Exit::Endless);
            }
            match self.stmts(body) {
                Err(Exit::Leave(left)) if left == label => return Ok(()),
                Err(Exit::Next(next)) if next == label => {}
                other => other?,
            }
        }
    }

    fn value(&self, value: &Value) -> Result<i64, Exit> {
        Ok(match value {
            Value::Const(number) => *number,
            Value::Local(Local(local)) => self.locals[*local],
            Value::Length(buffer) => i64::try_from(self.length(*buffer)).map_err(|_| Exit::Asks)?,
            Value::Load(buffer, index) => {
                let index = self.value(index)?;
                self.load(*buffer, index)?
            }
            Value::Flag(flag) => match &self.args[self.flags[flag.0]] {
                Arg::Flag(flag) => i64::from(flag.load(Ordering::Relaxed)),
                _ => 0,
            },
            Value::One(op, of) => op.of(self.value(of)?),
            Value::Two(op, a, b) => op.of(self.value(a)?, self.value(b)?),
            Value::Asked(op, a, b) => op.of(self.value(a)?, self.value(b)?).ok_or(Exit::Asks)?,
            Value::Select(three) => {
                let [condition, then, otherwise] = &**three;
                let (condition, then, otherwise) = (self.value(condition)?, self.value(then)?, self.value(otherwise)?);
                if condition == 0 { otherwise } else { then }
            }
        })
    }

    fn length(&self, buffer: Buffer) -> usize {
        match &self.homes[buffer.0] {
            Where::Arg(place) => self.args[*place].length(),
            Where::Own(entries) => entries.len(),
        }
    }

    fn load(&self, buffer: Buffer, index: i64) -> Result<i64, Exit> {
        let index = usize::try_from(index).map_err(|_| Exit::Asks)?;
        let entry = match &self.homes[buffer.0] {
            Where::Own(entries) => entries.get(index).copied(),
            Where::Arg(place) => read(&self.args[*place], index),
        };
        entry.ok_or(Exit::Asks)
    }

    fn store(&mut self, buffer: Buffer, index: i64, values: Vec<i64>) -> Result<(), Exit> {
        let index = usize::try_from(index).map_err(|_| Exit::Asks)?;
        for (index, value) in (index..).zip(values) {
            let value = narrow(self.code.row(buffer).elem, value);
            let place = match &mut self.homes[buffer.0] {
                Where::Own(entries) => entries.get_mut(index).map(|entry| *entry = value),
                Where::Arg(place) => write(&mut self.args[*place], index, value),
            };
            place.ok_or(Exit::Asks)?;
        }
        Ok(())
    }
}

fn read(arg: &Arg, index: usize) -> Option<i64> {
    match arg {
        Arg::U8(of) => of.get(index).map(|entry| i64::from(*entry)),
        Arg::U8Mut(of) => of.get(index).map(|entry| i64::from(*entry)),
        Arg::I32(of) => of.get(index).map(|entry| i64::from(*entry)),
        Arg::I32Mut(of) => of.get(index).map(|entry| i64::from(*entry)),
        Arg::I64(of) => of.get(index).copied(),
        Arg::I64Mut(of) => of.get(index).copied(),
        Arg::U64(of) => of.get(index).map(|entry| entry.cast_signed()),
        Arg::U64Mut(of) => of.get(index).map(|entry| entry.cast_signed()),
        Arg::Word(_) | Arg::Flag(_) => None,
    }
}

/// Stores what `narrow` made.
fn write(arg: &mut Arg, index: usize, value: i64) -> Option<()> {
    match arg {
        Arg::U8Mut(of) => *of.get_mut(index)? = u8::try_from(value).ok()?,
        Arg::I32Mut(of) => *of.get_mut(index)? = i32::try_from(value).ok()?,
        Arg::I64Mut(of) => *of.get_mut(index)? = value,
        Arg::U64Mut(of) => *of.get_mut(index)? = value.cast_unsigned(),
        _ => return None,
    }
    Some(())
}

/// The low bits of a number, as many as an entry has, read as an entry is read.
fn narrow(elem: Elem, value: i64) -> i64 {
    match elem {
        Elem::U8 => value & 0xFF,
        Elem::I32 => (value << 32) >> 32,
        Elem::I64 | Elem::U64 => value,
    }
}
