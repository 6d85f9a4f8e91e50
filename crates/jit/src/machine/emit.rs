//! From code to Cranelift: one small function a construct. A local is a variable, `Ask` a jump to the one block that returns 1.

use super::Raw;
use crate::code::{Asked, Buffer, Code, Elem, Given, Home, Label, One, Stmt, Two, Value};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self, AbiParam, InstBuilder, MemFlagsData, Signature, StackSlotData, StackSlotKind, types,
};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::JITModule;
use cranelift_module::Module;
use std::mem::offset_of;

/// The signature of every function.
pub(super) fn signature(module: &JITModule) -> Signature {
    let mut signature = module.make_signature();
    signature.params.push(AbiParam::new(types::I64));
    signature.returns.push(AbiParam::new(types::I64));
    signature
}

/// Fills a function with code. Where its known lists lie, the last things that it is given, is written into it.
pub(super) fn emit(code: &Code, known: &[Box<[i64]>], function: &mut ir::Function, target: TargetFrontendConfig) {
    let mut context = FunctionBuilderContext::new();
    let mut build = FunctionBuilder::new(function, &mut context);
    let entry = build.create_block();
    build.append_block_params_for_function_params(entry);
    build.switch_to_block(entry);
    let raw = build.block_params(entry)[0];
    let ask = build.create_block();
    let locals = code.locals.iter().map(|_| build.declare_var(types::I64)).collect();
    let mut emit = Emit { code, build, raw, ask, locals, buffers: Vec::new(), flags: Vec::new(), labels: Vec::new() };
    emit.begin(known);
    emit.stmts(&code.body);
    emit.give_value(&Value::Const(0));
    emit.build.switch_to_block(ask);
    emit.build.set_cold_block(ask);
    let one = emit.number(1);
    emit.build.ins().return_(&[one]);
    emit.build.seal_all_blocks();
    emit.build.finalize(target);
}

/// Where a buffer lies and how long it is.
#[derive(Clone, Copy)]
pub(super) struct Lies {
    pointer: ir::Value,
    pub(super) length: ir::Value,
}

pub(super) struct Emit<'c, 'f> {
    pub(super) code: &'c Code,
    pub(super) build: FunctionBuilder<'f>,
    /// Where the arguments lie, the result first.
    raw: ir::Value,
    ask: ir::Block,
    pub(super) locals: Vec<Variable>,
    pub(super) buffers: Vec<Lies>,
    flags: Vec<ir::Value>,
    /// What can be left here: its first block if it is a loop, and the one after it.
    labels: Vec<(Label, Option<ir::Block>, ir::Block)>,
}

impl Emit<'_, '_> {
    /// Reads the arguments.
    fn begin(&mut self, known: &[Box<[i64]>]) {
        let code = self.code;
        let zero = self.number(0);
        for local in self.locals.clone() {
            self.build.def_var(local, zero);
        }
        self.buffers = vec![Lies { pointer: zero, length: zero }; code.buffers.len()];
        for (place, row) in code.buffers.iter().enumerate() {
            if let Home::Own(length) = row.home {
                self.buffers[place] = self.own(length, row.elem);
            }
        }
        let (called, lists) = code.given.split_at(code.given.len() - known.len());
        for (given, list) in lists.iter().zip(known) {
            let Given::Buffer(buffer) = given else { unreachable!("a known list is a buffer") };
            let pointer = self.size(list.as_ptr().expose_provenance());
            self.buffers[buffer.0] = Lies { pointer, length: self.size(list.len()) };
        }
        for (place, given) in called.iter().enumerate() {
            let word = self.argument(place + 1, offset_of!(Raw, word));
            match given {
                Given::Word(local) => self.build.def_var(self.locals[local.0], word),
                Given::Buffer(buffer) => {
                    let pointer = self.argument(place + 1, offset_of!(Raw, pointer));
                    self.buffers[buffer.0] = Lies { pointer, length: word };
                }
                Given::Flag(_) => {
                    let pointer = self.argument(place + 1, offset_of!(Raw, pointer));
                    self.flags.push(pointer);
                }
            }
        }
    }

    fn argument(&mut self, place: usize, part: usize) -> ir::Value {
        let offset = i32::try_from(place * size_of::<Raw>() + part).expect("at most `MOST_GIVEN` arguments lie there");
        self.build.ins().load(types::I64, MemFlagsData::trusted(), self.raw, offset)
    }

    fn own(&mut self, length: usize, elem: Elem) -> Lies {
        let bytes = u32::try_from(length * elem.bytes()).expect("`well_formed` bounds the frame");
        let slot = self.build.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3));
        let pointer = self.build.ins().stack_addr(types::I64, slot, 0);
        Lies { pointer, length: self.number(i64::try_from(length).expect("`well_formed` bounds the frame")) }
    }

    /// A place in memory, or a length.
    fn size(&mut self, size: usize) -> ir::Value {
        self.number((size as u64).cast_signed())
    }

    fn number(&mut self, number: i64) -> ir::Value {
        self.build.ins().iconst(types::I64, number)
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Set(local, value) => {
                let value = self.value(value);
                self.build.def_var(self.locals[local.0], value);
            }
            Stmt::Store(buffer, index, values) => self.store(*buffer, index, values),
            Stmt::If(condition, then, otherwise) => self.choose(condition, then, otherwise),
            Stmt::Block(label, body) => self.block(*label, body),
            Stmt::Loop(label, body) => self.repeat(*label, body),
            Stmt::Leave(label) => self.jump(*label, |(_, _, after)| Some(*after)),
            Stmt::Next(label) => self.jump(*label, |(_, again, _)| *again),
            Stmt::Give(value) => {
                self.give_value(value);
                self.nowhere();
            }
            Stmt::Ask => {
                self.build.ins().jump(self.ask, &[]);
                self.nowhere();
            }
        }
    }

    /// What follows is never reached, and has a block of its own for it.
    fn nowhere(&mut self) {
        let block = self.build.create_block();
        self.build.switch_to_block(block);
    }

    fn give_value(&mut self, value: &Value) {
        let value = self.value(value);
        self.build.ins().store(MemFlagsData::trusted(), value, self.raw, 0);
        let done = self.number(0);
        self.build.ins().return_(&[done]);
    }

    fn choose(&mut self, condition: &Value, then: &[Stmt], otherwise: &[Stmt]) {
        let condition = self.condition(condition);
        if let ([Stmt::Ask], []) = (then, otherwise) {
            return self.ask_if(condition);
        }
        let (first, second, after) = (self.build.create_block(), self.build.create_block(), self.build.create_block());
        self.build.ins().brif(condition, first, &[], second, &[]);
        for (block, body) in [(first, then), (second, otherwise)] {
            self.build.switch_to_block(block);
            self.stmts(body);
            self.build.ins().jump(after, &[]);
        }
        self.build.switch_to_block(after);
    }

    pub(super) fn ask_if(&mut self, condition: ir::Value) {
        let on = self.build.create_block();
        self.build.ins().brif(condition, self.ask, &[], on, &[]);
        self.build.switch_to_block(on);
    }

    fn block(&mut self, label: Label, body: &[Stmt]) {
        let after = self.build.create_block();
        self.labels.push((label, None, after));
        self.stmts(body);
        self.labels.pop();
        self.build.ins().jump(after, &[]);
        self.build.switch_to_block(after);
    }

    fn repeat(&mut self, label: Label, body: &[Stmt]) {
        let (again, after) = (self.build.create_block(), self.build.create_block());
        self.build.ins().jump(again, &[]);
        self.build.switch_to_block(again);
        self.labels.push((label, Some(again), after));
        self.stmts(body);
        self.labels.pop();
        self.build.ins().jump(again, &[]);
        self.build.switch_to_block(after);
    }

    fn jump(&mut self, label: Label, to: impl Fn(&(Label, Option<ir::Block>, ir::Block)) -> Option<ir::Block>) {
        let known = self.labels.iter().rev().find(|(known, ..)| *known == label);
        let to = known.and_then(to).expect("`well_formed` has seen the label around");
        self.build.ins().jump(to, &[]);
        self.nowhere();
    }

    pub(super) fn value(&mut self, value: &Value) -> ir::Value {
        match value {
            Value::Const(number) => self.number(*number),
            Value::Local(local) => self.build.use_var(self.locals[local.0]),
            Value::Length(buffer) => self.buffers[buffer.0].length,
            Value::Load(buffer, index) => self.load(*buffer, index),
            Value::Flag(flag) => {
                let byte = self.build.ins().atomic_load(types::I8, MemFlagsData::trusted(), self.flags[flag.0]);
                self.build.ins().uextend(types::I64, byte)
            }
            Value::One(op, of) => self.one(*op, of),
            Value::Two(op, a, b) => self.two(*op, a, b),
            Value::Asked(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.asked(*op, a, b)
            }
            Value::Select(three) => {
                let [condition, then, otherwise] = &**three;
                let (condition, then, otherwise) = (self.condition(condition), self.value(then), self.value(otherwise));
                self.build.ins().select(condition, then, otherwise)
            }
        }
    }

    /// A value of which only matters whether it is 0: comparisons need not become numbers.
    fn condition(&mut self, value: &Value) -> ir::Value {
        match value {
            Value::Two(op, a, b) => match comparison(*op) {
                Some(how) => self.compare(how, a, b),
                None => self.value(value),
            },
            Value::One(One::Not, of) => {
                let of = self.value(of);
                self.build.ins().icmp_imm_s(IntCC::Equal, of, 0)
            }
            value => self.value(value),
        }
    }

    fn compare(&mut self, how: IntCC, a: &Value, b: &Value) -> ir::Value {
        let (a, b) = (self.value(a), self.value(b));
        self.build.ins().icmp(how, a, b)
    }

    fn one(&mut self, op: One, of: &Value) -> ir::Value {
        let value = self.value(of);
        let ins = self.build.ins();
        match op {
            One::Neg => ins.ineg(value),
            One::Flip => ins.bnot(value),
            One::Ones => ins.popcnt(value),
            One::Trailing => ins.ctz(value),
            One::Leading => ins.clz(value),
            One::Not => {
                let not = ins.icmp_imm_s(IntCC::Equal, value, 0);
                self.build.ins().uextend(types::I64, not)
            }
        }
    }

    fn two(&mut self, op: Two, a: &Value, b: &Value) -> ir::Value {
        if let Some(how) = comparison(op) {
            let truth = self.compare(how, a, b);
            return self.build.ins().uextend(types::I64, truth);
        }
        let (a, b) = (self.value(a), self.value(b));
        worked_out(self.build.ins(), op, a, b)
    }

    fn asked(&mut self, op: Asked, a: ir::Value, b: ir::Value) -> ir::Value {
        match op {
            Asked::Add => {
                let sum = self.build.ins().iadd(a, b);
                let (left, right) = (self.build.ins().bxor(a, sum), self.build.ins().bxor(b, sum));
                self.ask_if_both_negative(left, right);
                self.not_least(sum)
            }
            Asked::Sub => {
                let difference = self.build.ins().isub(a, b);
                let (left, right) = (self.build.ins().bxor(a, b), self.build.ins().bxor(a, difference));
                self.ask_if_both_negative(left, right);
                self.not_least(difference)
            }
            Asked::Mul => {
                let (low, high) = (self.build.ins().imul(a, b), self.build.ins().smulhi(a, b));
                let sign = self.build.ins().sshr_imm_u(low, 63);
                let leaves = self.build.ins().icmp(IntCC::NotEqual, high, sign);
                self.ask_if(leaves);
                self.not_least(low)
            }
            Asked::Div | Asked::Mod => self.divided(op, a, b),
        }
    }

    /// Quotient or remainder. Division by 0 and of the least number by −1 would trap: they ask before.
    fn divided(&mut self, op: Asked, a: ir::Value, b: ir::Value) -> ir::Value {
        let nothing = self.build.ins().icmp_imm_s(IntCC::Equal, b, 0);
        self.ask_if(nothing);
        let (least, minus) =
            (self.build.ins().icmp_imm_s(IntCC::Equal, a, i64::MIN), self.build.ins().icmp_imm_s(IntCC::Equal, b, -1));
        let leaves = self.build.ins().band(least, minus);
        self.ask_if(leaves);
        let quotient = self.build.ins().sdiv(a, b);
        let whole = self.build.ins().imul(quotient, b);
        let rest = self.build.ins().isub(a, whole);
        // Rounded towards 0 so far: the rest must have the divisor's sign.
        let signs = self.build.ins().bxor(rest, b);
        let differ = self.build.ins().icmp_imm_s(IntCC::SignedLessThan, signs, 0);
        let some = self.build.ins().icmp_imm_s(IntCC::NotEqual, rest, 0);
        let mend = self.build.ins().band(differ, some);
        let zero = self.number(0);
        let result = if op == Asked::Div {
            let one = self.number(1);
            let less = self.build.ins().select(mend, one, zero);
            self.build.ins().isub(quotient, less)
        } else {
            let more = self.build.ins().select(mend, b, zero);
            self.build.ins().iadd(rest, more)
        };
        self.not_least(result)
    }

    fn ask_if_both_negative(&mut self, left: ir::Value, right: ir::Value) {
        let both = self.build.ins().band(left, right);
        let leaves = self.build.ins().icmp_imm_s(IntCC::SignedLessThan, both, 0);
        self.ask_if(leaves);
    }

    fn not_least(&mut self, result: ir::Value) -> ir::Value {
        let least = self.build.ins().icmp_imm_s(IntCC::Equal, result, i64::MIN);
        self.ask_if(least);
        result
    }

    /// Where so many entries begin; asks if any is outside, unless their place shows that none ever is.
    fn place(&mut self, buffer: Buffer, index: &Value, entries: usize) -> ir::Value {
        let row = self.code.row(buffer);
        let inside = self.code.is_inside(buffer, index, entries);
        let index = self.value(index);
        let lies = self.buffers[buffer.0];
        if !inside && entries == 1 {
            let outside = self.build.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, index, lies.length);
            self.ask_if(outside);
        } else if !inside {
            let entries = i64::try_from(entries).expect("the size of code is bounded");
            let short = self.build.ins().icmp_imm_s(IntCC::SignedLessThan, lies.length, entries);
            self.ask_if(short);
            let last = self.build.ins().iadd_imm_s(lies.length, -entries);
            let outside = self.build.ins().icmp(IntCC::UnsignedGreaterThan, index, last);
            self.ask_if(outside);
        }
        self.entry(lies, index, row.elem)
    }

    /// Where an entry begins.
    fn entry(&mut self, lies: Lies, index: ir::Value, elem: Elem) -> ir::Value {
        let offset = match elem.bytes() {
            1 => index,
            4 => self.build.ins().ishl_imm_u(index, 2),
            _ => self.build.ins().ishl_imm_u(index, 3),
        };
        self.build.ins().iadd(lies.pointer, offset)
    }

    fn load(&mut self, buffer: Buffer, index: &Value) -> ir::Value {
        let place = self.place(buffer, index, 1);
        self.load_from(place, self.code.row(buffer).elem)
    }

    fn load_from(&mut self, place: ir::Value, elem: Elem) -> ir::Value {
        let (flags, ins) = (MemFlagsData::trusted(), self.build.ins());
        match elem {
            Elem::U8 => ins.uload8(types::I64, flags, place, 0),
            Elem::I32 => ins.sload32(flags, place, 0),
            Elem::I64 | Elem::U64 => ins.load(types::I64, flags, place, 0),
        }
    }

    fn store(&mut self, buffer: Buffer, index: &Value, values: &[Value]) {
        let place = self.place(buffer, index, values.len());
        let elem = self.code.row(buffer).elem;
        let values: Vec<ir::Value> = values.iter().map(|value| self.value(value)).collect();
        for (which, value) in values.into_iter().enumerate() {
            self.store_to(
                place,
                elem,
                value,
                i32::try_from(which * elem.bytes()).expect("the size of code is bounded"),
            );
        }
    }

    fn store_to(&mut self, place: ir::Value, elem: Elem, value: ir::Value, offset: i32) {
        let (flags, ins) = (MemFlagsData::trusted(), self.build.ins());
        match elem {
            Elem::U8 => ins.istore8(flags, value, place, offset),
            Elem::I32 => ins.istore32(flags, value, place, offset),
            Elem::I64 | Elem::U64 => ins.store(flags, value, place, offset),
        };
    }
}

/// How an operator compares, if it does.
fn comparison(op: Two) -> Option<IntCC> {
    Some(match op {
        Two::Eq => IntCC::Equal,
        Two::Ne => IntCC::NotEqual,
        Two::Lt => IntCC::SignedLessThan,
        Two::Le => IntCC::SignedLessThanOrEqual,
        Two::Gt => IntCC::SignedGreaterThan,
        Two::Ge => IntCC::SignedGreaterThanOrEqual,
        Two::Below => IntCC::UnsignedLessThan,
        Two::Add | Two::Sub | Two::Mul | Two::And | Two::Or | Two::Xor => return None,
        Two::Shl | Two::Shr | Two::Sar | Two::Min | Two::Max => return None,
    })
}

/// An operator that compares nothing, of two values or of two vectors of them.
fn worked_out<'b>(ins: impl InstBuilder<'b>, op: Two, a: ir::Value, b: ir::Value) -> ir::Value {
    match op {
        Two::Add => ins.iadd(a, b),
        Two::Sub => ins.isub(a, b),
        Two::Mul => ins.imul(a, b),
        Two::And => ins.band(a, b),
        Two::Or => ins.bor(a, b),
        Two::Xor => ins.bxor(a, b),
        Two::Shl => ins.ishl(a, b),
        Two::Shr => ins.ushr(a, b),
        Two::Sar => ins.sshr(a, b),
        Two::Min => ins.smin(a, b),
        Two::Max => ins.smax(a, b),
        Two::Eq | Two::Ne | Two::Lt | Two::Le | Two::Gt | Two::Ge | Two::Below => {
            unreachable!("`comparison` has answered for these")
        }
    }
}
