//! Code must be well formed before anybody runs it: what follows relies on it, unsafe calls too.

use crate::call::Refusal;
use crate::code::{Buffer, Code, Flag, Given, Home, Label, Local, Stmt, Value};

/// Deeper nests of statements or values are not taken: both are walked by recursion.
const DEEPEST: usize = 400;

/// Whether it speaks only of locals, buffers, flags and labels that it has, writes only what it may, and is not too deep.
pub(crate) fn well_formed(code: &Code) -> Result<(), Refusal> {
    let mut lent = vec![0; code.buffers.len()];
    let mut form = Form { code, flags: 0, labels: Vec::new() };
    for given in &code.given {
        match given {
            Given::Word(local) => form.local(*local)?,
            Given::Flag(flag) if flag.0 == form.flags => form.flags += 1,
            Given::Flag(_) => return Err(bad("flags come in order")),
            Given::Buffer(buffer) => *lent.get_mut(buffer.0).ok_or_else(|| bad("no such buffer"))? += 1,
        }
    }
    let mut frame = 0;
    for (row, lent) in code.buffers.iter().zip(lent) {
        let home = match row.home {
            Home::Lent { .. } => lent == 1,
            Home::Own(length) => {
                // Sixteen bytes hold any rounding up of one buffer.
                frame += length.min(MOST_OWN) * row.elem.bytes() + 16;
                lent == 0 && length <= MOST_OWN
            }
        };
        if !home {
            return Err(bad("a buffer is lent once or is its own"));
        }
    }
    if frame > MOST_FRAME {
        return Err(Refusal::TooLarge { size: frame, most: MOST_FRAME });
    }
    form.stmts(&code.body)
}

/// The longest buffer that lies on the stack.
const MOST_OWN: usize = 4096;

/// The most bytes that all buffers of a function take on the stack: an eighth of what a thread has by default.
const MOST_FRAME: usize = 256 << 10;

fn bad(why: &str) -> Refusal {
    Refusal::Malformed(why.to_owned())
}

struct Form<'c> {
    code: &'c Code,
    flags: usize,
    /// What can be left here, and whether it is a loop.
    labels: Vec<(Label, bool)>,
}

impl Form<'_> {
    fn stmts(&mut self, stmts: &[Stmt]) -> Result<(), Refusal> {
        stmts.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), Refusal> {
        match stmt {
            Stmt::Set(local, value) => {
                self.local(*local)?;
                self.value(value, 0)
            }
            Stmt::Store(buffer, index, values) => {
                self.writable(*buffer)?;
                self.value(index, 0)?;
                values.iter().try_for_each(|value| self.value(value, 0))
            }
            Stmt::If(condition, then, otherwise) => {
                self.value(condition, 0)?;
                // Each `if` counts as a level too.
                self.inside(Label(usize::MAX), false, then)?;
                self.inside(Label(usize::MAX), false, otherwise)
            }
            Stmt::Block(label, body) => self.inside(*label, false, body),
            Stmt::Loop(label, body) => self.inside(*label, true, body),
            Stmt::Leave(label) => self.label(|known, _| known == *label),
            Stmt::Next(label) => self.label(|known, is_loop| known == *label && is_loop),
            Stmt::Give(value) => self.value(value, 0),
            Stmt::Ask => Ok(()),
        }
    }

    fn inside(&mut self, label: Label, is_loop: bool, body: &[Stmt]) -> Result<(), Refusal> {
        if self.labels.len() >= DEEPEST {
            return Err(bad("statements are nested too deep"));
        }
        self.labels.push((label, is_loop));
        self.stmts(body)?;
        self.labels.pop();
        Ok(())
    }

    fn label(&self, wanted: impl Fn(Label, bool) -> bool) -> Result<(), Refusal> {
        let found = self.labels.iter().any(|(label, is_loop)| wanted(*label, *is_loop));
        if found { Ok(()) } else { Err(bad("what is left or begun again is not around")) }
    }

    fn local(&self, local: Local) -> Result<(), Refusal> {
        if local.0 < self.code.locals.len() { Ok(()) } else { Err(bad("no such local")) }
    }

    fn buffer(&self, buffer: Buffer) -> Result<(), Refusal> {
        if buffer.0 < self.code.buffers.len() { Ok(()) } else { Err(bad("no such buffer")) }
    }

    fn writable(&self, buffer: Buffer) -> Result<(), Refusal> {
        self.buffer(buffer)?;
        match self.code.row(buffer).home {
            Home::Lent { writable: false, .. } => Err(bad("a buffer lent for reading is written")),
            _ => Ok(()),
        }
    }

    fn value(&self, value: &Value, depth: usize) -> Result<(), Refusal> {
        if depth >= DEEPEST {
            return Err(bad("values are nested too deep"));
        }
        match value {
            Value::Const(_) => Ok(()),
            Value::Local(local) => self.local(*local),
            Value::Length(buffer) => self.buffer(*buffer),
            Value::Load(buffer, index) => {
                self.buffer(*buffer)?;
                self.value(index, depth + 1)
            }
            Value::Flag(Flag(flag)) if *flag < self.flags => Ok(()),
            Value::Flag(_) => Err(bad("no such flag")),
            Value::One(_, of) => self.value(of, depth + 1),
            Value::Two(_, a, b) | Value::Asked(_, a, b) => {
                self.value(a, depth + 1)?;
                self.value(b, depth + 1)
            }
            Value::Select(three) => three.iter().try_for_each(|value| self.value(value, depth + 1)),
        }
    }
}
