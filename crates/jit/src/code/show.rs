//! Code as text, for golden files and the curious.

use super::{Asked, Code, Given, Home, One, Stmt, Two, Value};
use std::fmt::{self, Display, Formatter};

impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let given: Vec<String> = self.given.iter().map(|given| self.given_text(*given)).collect();
        writeln!(f, "{}({})", self.name, given.join(", "))?;
        for row in &self.buffers {
            if let Home::Own(length) = row.home {
                writeln!(f, "  own {} : {:?}[{length}]", row.name, row.elem)?;
            }
        }
        self.body.iter().try_for_each(|stmt| self.stmt(f, stmt, 1))
    }
}

impl Code {
    fn given_text(&self, given: Given) -> String {
        match given {
            Given::Word(local) => self.local(local.0),
            Given::Flag(flag) => format!("flag{}", flag.0),
            Given::Buffer(buffer) => {
                let row = self.row(buffer);
                let (least, writable) = match row.home {
                    Home::Lent { least, writable } => (least, writable),
                    Home::Own(length) => (length, true),
                };
                let change = if writable { "mut " } else { "" };
                format!("{} : {change}{:?}[{least}..]", row.name, row.elem)
            }
        }
    }

    fn local(&self, local: usize) -> String {
        format!("{}.{local}", self.locals[local])
    }

    fn stmt(&self, f: &mut Formatter<'_>, stmt: &Stmt, depth: usize) -> fmt::Result {
        write!(f, "{:width$}", "", width = 2 * depth)?;
        let inner =
            |f: &mut Formatter<'_>, body: &[Stmt]| body.iter().try_for_each(|stmt| self.stmt(f, stmt, depth + 1));
        match stmt {
            Stmt::Set(local, value) => writeln!(f, "{} = {}", self.local(local.0), self.value(value)),
            Stmt::Store(buffer, index, values) => {
                let values: Vec<String> = values.iter().map(|value| self.value(value)).collect();
                writeln!(f, "{}[{}] = {}", self.row(*buffer).name, self.value(index), values.join(", "))
            }
            Stmt::If(condition, then, otherwise) => {
                writeln!(f, "if {}", self.value(condition))?;
                inner(f, then)?;
                if otherwise.is_empty() {
                    return Ok(());
                }
                writeln!(f, "{:width$}else", "", width = 2 * depth)?;
                inner(f, otherwise)
            }
            Stmt::Block(label, body) => {
                writeln!(f, "block {}", label.0)?;
                inner(f, body)
            }
            Stmt::Loop(label, body) => {
                writeln!(f, "loop {}", label.0)?;
                inner(f, body)
            }
            Stmt::Leave(label) => writeln!(f, "leave {}", label.0),
            Stmt::Next(label) => writeln!(f, "next {}", label.0),
            Stmt::Give(value) => writeln!(f, "give {}", self.value(value)),
            Stmt::Ask => writeln!(f, "ask"),
        }
    }

    fn value(&self, value: &Value) -> String {
        let both = |a: &Value, b: &Value, sign: &str| format!("({} {sign} {})", self.value(a), self.value(b));
        match value {
            Value::Const(i64::MIN) => "none".to_owned(),
            Value::Const(number) => number.to_string(),
            Value::Local(local) => self.local(local.0),
            Value::Length(buffer) => format!("len({})", self.row(*buffer).name),
            Value::Load(buffer, index) => format!("{}[{}]", self.row(*buffer).name, self.value(index)),
            Value::Flag(flag) => format!("flag{}", flag.0),
            Value::One(op, of) => format!("{}({})", one(*op), self.value(of)),
            Value::Two(Two::Min, a, b) => format!("min({}, {})", self.value(a), self.value(b)),
            Value::Two(Two::Max, a, b) => format!("max({}, {})", self.value(a), self.value(b)),
            Value::Two(op, a, b) => both(a, b, two(*op)),
            Value::Asked(op, a, b) => both(a, b, asked(*op)),
            Value::Select(three) => {
                let [condition, then, otherwise] = &**three;
                format!("({} ? {} : {})", self.value(condition), self.value(then), self.value(otherwise))
            }
        }
    }
}

fn one(op: One) -> &'static str {
    match op {
        One::Neg => "-",
        One::Flip => "~",
        One::Not => "!",
        One::Ones => "ones",
        One::Trailing => "trailing",
        One::Leading => "leading",
    }
}

fn two(op: Two) -> &'static str {
    match op {
        Two::Add => "+",
        Two::Sub => "-",
        Two::Mul => "*",
        Two::And => "&",
        Two::Or => "|",
        Two::Xor => "^",
        Two::Shl => "<<",
        Two::Shr => ">>>",
        Two::Sar => ">>",
        Two::Min => "min",
        Two::Max => "max",
        Two::Eq => "==",
        Two::Ne => "!=",
        Two::Lt => "<",
        Two::Le => "<=",
        Two::Gt => ">",
        Two::Ge => ">=",
        Two::Below => "below",
    }
}

fn asked(op: Asked) -> &'static str {
    match op {
        Asked::Add => "+?",
        Asked::Sub => "-?",
        Asked::Mul => "*?",
        Asked::Div => "//?",
        Asked::Mod => "%?",
    }
}
