//! Random code means the same step by step and as machine code, down to what lies in the buffers.

use bouton_jit::{
    Arg, Asked, Buffer, Code, Elem, Label, Local, Machine, Maker, One, Refusal, Reply, Stmt, Two, Value, run,
};

/// A small generator of numbers (xorshift): the same every time.
struct Lot(u64);

impl Lot {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % below as u64).unwrap()
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.next(of.len())]
    }
}

const ONES: [One; 6] = [One::Neg, One::Flip, One::Not, One::Ones, One::Trailing, One::Leading];
const TWOS: [Two; 18] = [
    Two::Add,
    Two::Sub,
    Two::Mul,
    Two::And,
    Two::Or,
    Two::Xor,
    Two::Shl,
    Two::Shr,
    Two::Sar,
    Two::Min,
    Two::Max,
    Two::Eq,
    Two::Ne,
    Two::Lt,
    Two::Le,
    Two::Gt,
    Two::Ge,
    Two::Below,
];
const ASKED: [Asked; 5] = [Asked::Add, Asked::Sub, Asked::Mul, Asked::Div, Asked::Mod];
const NUMBERS: [i64; 14] = [0, 1, 2, 3, 5, -1, -2, 7, 63, 255, i64::MAX, i64::MIN, i64::MIN + 1, 0x1_0000_0001];

struct Author {
    lot: Lot,
    make: Maker,
    locals: Vec<Local>,
    buffers: Vec<Buffer>,
    loops: Vec<(Label, bool)>,
}

impl Author {
    fn value(&mut self, depth: usize) -> Value {
        let kind = if depth == 0 { self.lot.next(3) } else { self.lot.next(9) };
        let inner = |author: &mut Author| author.value(depth - 1);
        match kind {
            0 => Value::Const(self.lot.pick(&NUMBERS)),
            1 | 2 => Value::Local(self.lot.pick(&self.locals.clone())),
            3 => Value::one(self.lot.pick(&ONES), inner(self)),
            4 => Value::asked(self.lot.pick(&ASKED), inner(self), inner(self)),
            5 => {
                let (condition, then, otherwise) = (inner(self), inner(self), inner(self));
                condition.select(then, otherwise)
            }
            6 => {
                let mask = self.lot.pick(&[1, 3, 7, 8]);
                Value::load(self.lot.pick(&self.buffers.clone()), inner(self).and(mask))
            }
            7 if self.lot.next(4) == 0 => Value::Length(self.lot.pick(&self.buffers.clone())),
            _ => Value::two(self.lot.pick(&TWOS), inner(self), inner(self)),
        }
    }

    fn stmts(&mut self, depth: usize) {
        for _ in 0..=self.lot.next(4) {
            self.stmt(depth);
        }
    }

    fn stmt(&mut self, depth: usize) {
        let kind = if depth == 0 { self.lot.next(3) } else { self.lot.next(8) };
        match kind {
            0 | 1 => {
                let (local, value) = (self.lot.pick(&self.locals.clone()), self.value(3));
                self.make.set(local, value);
            }
            2 => {
                let (buffer, index, value) =
                    (self.lot.pick(&self.buffers.clone()), self.value(1).and(3), self.value(2));
                self.make.store_all(buffer, index, vec![value.clone(), value]);
            }
            3 => {
                let condition = self.value(2);
                self.make.begin();
                self.stmts(depth - 1);
                let then = self.make.end();
                self.make.begin();
                self.stmts(depth - 1);
                let otherwise = self.make.end();
                self.make.push(Stmt::If(condition, then, otherwise));
            }
            4 | 5 => self.bounded_loop(depth),
            6 if !self.loops.is_empty() => {
                let (label, is_loop) = self.lot.pick(&self.loops.clone());
                let condition = self.value(1);
                let go = if is_loop && self.lot.next(2) == 0 { Stmt::Next(label) } else { Stmt::Leave(label) };
                self.make.push(Stmt::If(condition, vec![go], Vec::new()));
            }
            6 => {
                let label = self.make.label();
                self.loops.push((label, false));
                self.make.begin();
                self.stmts(depth - 1);
                let body = self.make.end();
                self.make.push(Stmt::Block(label, body));
                self.loops.pop();
            }
            _ => {
                let (condition, value) = (self.value(2), self.value(2));
                let end = if self.lot.next(2) == 0 { Stmt::Ask } else { Stmt::Give(value) };
                self.make.push(Stmt::If(condition, vec![end], Vec::new()));
            }
        }
    }

    /// A loop with a counter of its own, so that it ends.
    fn bounded_loop(&mut self, depth: usize) {
        let (label, turns) = (self.make.label(), self.make.local("turns"));
        self.make.set(turns, 0);
        self.loops.push((label, true));
        self.make.begin();
        self.make.set(turns, Value::from(turns).plus(1));
        self.make.push(Stmt::If(Value::from(turns).gt(5), vec![Stmt::Leave(label)], Vec::new()));
        self.stmts(depth - 1);
        let body = self.make.end();
        self.make.push(Stmt::Loop(label, body));
        self.loops.pop();
    }
}

fn random(seed: u64) -> Code {
    let mut make = Maker::new(format!("random{seed}"));
    let (a, b) = (make.word("a"), make.word("b"));
    let locals = vec![a, b, make.local("x"), make.local("y")];
    let buffers = vec![
        make.buffer("bytes", Elem::U8, 4, true),
        make.buffer("small", Elem::I32, 4, true),
        make.buffer("wide", Elem::I64, 4, true),
        make.buffer("words", Elem::U64, 8, true),
        make.own("own", Elem::I32, 4),
    ];
    let own = buffers[4];
    for place in 0..4 {
        make.store(own, place, place * 3);
    }
    let mut author = Author { lot: Lot(seed * 2 + 1), make, locals, buffers, loops: Vec::new() };
    for _ in 0..30 {
        author.lot.next(2);
    }
    author.stmts(3);
    let result = author.value(3);
    author.make.give(result);
    author.make.done()
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Buffers(Vec<u8>, Vec<i32>, Vec<i64>, Vec<u64>);

fn called(
    buffers: &Buffers,
    call: impl FnOnce(&mut [Arg]) -> Result<Reply, Refusal>,
    a: i64,
    b: i64,
) -> (Reply, Buffers) {
    let mut buffers = buffers.clone();
    let Buffers(bytes, small, wide, words) = &mut buffers;
    let mut args =
        [Arg::Word(a), Arg::Word(b), Arg::U8Mut(bytes), Arg::I32Mut(small), Arg::I64Mut(wide), Arg::U64Mut(words)];
    let reply = call(&mut args).unwrap();
    (reply, buffers)
}

#[test]
fn random_code_means_the_same_in_both() {
    let (mut gave, mut asked) = (0, 0);
    for seed in 1..=400 {
        let code = random(seed);
        let machine = Machine::new(&[&code]).unwrap_or_else(|refusal| panic!("{refusal}\n{code}"));
        for (a, b) in [(0, 0), (3, -7), (i64::MAX, 1), (i64::MIN, -1)] {
            let buffers = Buffers(vec![1, 2, 250, 4, 5], vec![-1, 7, i32::MAX, 0], vec![i64::MIN, 1, 2, 3], vec![9; 8]);
            let slow = called(&buffers, |args| run(&code, args), a, b);
            let fast = called(&buffers, |args| machine.call(0, args), a, b);
            assert_eq!(slow.0, fast.0, "{a} {b}\n{code}");
            if let Reply::Gives(_) = slow.0 {
                assert_eq!(slow.1, fast.1, "{a} {b}\n{code}");
                gave += 1;
            } else {
                asked += 1;
            }
        }
    }
    println!("{gave} calls gave a number, {asked} asked");
    assert!(gave > 400 && asked > 100, "{gave} calls gave a number, {asked} asked");
}

#[test]
fn operations_agree_where_it_is_tight() {
    let mut make = Maker::new("each");
    let (op, a, b) = (make.word("op"), make.word("a"), make.word("b"));
    let (a, b) = (Value::from(a), Value::from(b));
    let mut each: Vec<Value> = ONES.iter().map(|op| Value::one(*op, a.clone())).collect();
    each.extend(TWOS.iter().map(|op| Value::two(*op, a.clone(), b.clone())));
    each.extend(ASKED.iter().map(|op| Value::asked(*op, a.clone(), b.clone())));
    let count = i64::try_from(each.len()).unwrap();
    for (place, value) in (0..).zip(each) {
        make.when(Value::from(op).eq(place), |make| make.give(value));
    }
    let code = make.done();
    let machine = Machine::new(&[&code]).unwrap();
    for op in 0..count {
        for a in NUMBERS {
            for b in NUMBERS {
                let args = || [Arg::Word(op), Arg::Word(a), Arg::Word(b)];
                assert_eq!(machine.call(0, &mut args()), run(&code, &mut args()), "operation {op} of {a} and {b}");
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut make = Maker::new("first");
    let words = make.buffer("words", Elem::U64, 2, false);
    make.give(Value::load(words, 1));
    let code = make.done();
    let machine = Machine::new(&[&code]).unwrap();
    assert_eq!(machine.call(0, &mut [Arg::U64(&[4, 5])]), Ok(Reply::Gives(5)));
    for mut args in [vec![], vec![Arg::U64(&[4])], vec![Arg::I64(&[4, 5])], vec![Arg::Word(4)]] {
        assert!(matches!(machine.call(0, &mut args), Err(Refusal::Args(_))), "{args:?}");
        assert!(matches!(run(&code, &mut args), Err(Refusal::Args(_))), "{args:?}");
    }
    assert!(matches!(machine.call(1, &mut [Arg::U64(&[4, 5])]), Err(Refusal::Args(_))));
}

/// Known lists are no part of a call, and one that the function could not do with is refused before there is code.
#[test]
fn known_lists_are_written_into_the_code() {
    let mut make = Maker::new("of known");
    let at = make.word("at");
    let known = make.buffer("known", Elem::I64, 2, false);
    make.give(Value::load(known, at));
    let code = make.done();
    let machine = Machine::knowing(vec![code.clone(); 2], vec![vec![7, 8, 9]]).unwrap();
    for (at, wanted) in [(0, Reply::Gives(7)), (2, Reply::Gives(9)), (3, Reply::Ask), (-1, Reply::Ask)] {
        assert_eq!(machine.call(1, &mut [Arg::Word(at)]), Ok(wanted));
        assert_eq!(run(&code, &mut [Arg::Word(at), Arg::I64(&[7, 8, 9])]), Ok(wanted));
    }
    for mut args in [vec![], vec![Arg::Word(0), Arg::I64(&[7, 8, 9])]] {
        assert!(matches!(machine.call(0, &mut args), Err(Refusal::Args(_))), "{args:?}");
    }
    for wrong in [vec![vec![7]], vec![vec![7, 8], vec![7, 8]], vec![vec![7, 8]; 3]] {
        assert!(matches!(Machine::knowing(vec![code.clone()], wrong), Err(Refusal::Args(_))));
    }
    let mut make = Maker::new("writes");
    let known = make.buffer("known", Elem::I64, 2, true);
    make.store(known, 0, 1);
    let writes = make.done();
    assert!(matches!(Machine::knowing(vec![writes], vec![vec![7, 8]]), Err(Refusal::Args(_))));
}

#[test]
fn malformed_code_is_not_compiled() {
    let mut make = Maker::new("writes");
    let words = make.buffer("words", Elem::U64, 2, false);
    make.store(words, 0, 1);
    let writes = make.done();
    let mut make = Maker::new("leaves");
    let label = make.label();
    make.leave(label);
    let leaves = make.done();
    let mut make = Maker::new("deep");
    let word = make.word("word");
    let deep = (0..500).fold(Value::from(word), |value, _| Value::one(One::Flip, value));
    make.give(deep);
    let deep = make.done();
    for code in [&writes, &leaves, &deep] {
        assert!(matches!(Machine::new(&[code]), Err(Refusal::Malformed(_))), "{code}");
    }
}

#[test]
fn a_large_function_is_refused() {
    let mut make = Maker::new("large");
    let word = make.word("word");
    for _ in 0..30_000 {
        make.set(word, Value::from(word).plus(1));
    }
    let code = make.done();
    assert!(matches!(Machine::new(&[&code]), Err(Refusal::TooLarge { .. })));
}

/// Writes its number to the far end of so many buffers of 32 KiB on the stack, and gives the sum of what they hold.
fn large_frame(buffers: usize) -> Code {
    let mut make = Maker::new("frame");
    let word = make.word("word");
    let owns: Vec<Buffer> = (0..buffers).map(|_| make.own("own", Elem::I64, 4096)).collect();
    for own in &owns {
        make.store(*own, 4095, Value::from(word));
    }
    let sum = owns.iter().fold(Value::from(0), |sum, own| sum.plus(Value::load(*own, 4095)));
    make.give(sum);
    make.done()
}

#[test]
fn a_frame_is_bounded_and_runs_deep_in_a_stack() {
    fn deep(depth: usize, machine: &Machine) -> Reply {
        let pad = std::hint::black_box([depth; 64]);
        if pad[0] == 0 { machine.call(0, &mut [Arg::Word(5)]).unwrap() } else { deep(depth - 1, machine) }
    }
    assert!(matches!(Machine::new(&[&large_frame(8)]), Err(Refusal::TooLarge { .. })));
    let machine = Machine::new(&[&large_frame(7)]).unwrap();
    let reply = std::thread::scope(|scope| {
        let deep = std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, || deep(1000, &machine));
        deep.unwrap().join().unwrap()
    });
    assert_eq!(reply, Reply::Gives(35));
}

/// Without stack probes a frame of many pages steps over the guard page, and what it writes lands in memory of others. A program of its own
/// tries it, since it ends there.
#[test]
#[cfg(target_os = "linux")]
fn a_stack_too_short_for_a_frame_ends_at_its_guard_page() {
    if std::env::var_os("BOUTON_OVERFLOWS").is_some() {
        let machine = Machine::new(&[&large_frame(7)]).unwrap();
        std::thread::scope(|scope| {
            let small = std::thread::Builder::new().stack_size(64 << 10);
            let called = small.spawn_scoped(scope, || machine.call(0, &mut [Arg::Word(5)]));
            let _ = called.unwrap().join();
        });
        return;
    }
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "agree::a_stack_too_short_for_a_frame_ends_at_its_guard_page", "--nocapture"]);
    let output = child.env("BOUTON_OVERFLOWS", "1").output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains("overflowed its stack"), "{}: {told}", output.status);
}

#[test]
fn a_raised_flag_is_seen() {
    let mut make = Maker::new("waits");
    let flag = make.flag();
    make.repeat(|make, label| make.when(Value::Flag(flag), |make| make.leave(label)));
    make.give(7);
    let code = make.done();
    let machine = Machine::new(&[&code]).unwrap();
    let raised = std::sync::atomic::AtomicBool::new(false);
    let reply = std::thread::scope(|scope| {
        let waits = scope.spawn(|| machine.call(0, &mut [Arg::Flag(&raised)]));
        raised.store(true, std::sync::atomic::Ordering::Relaxed);
        waits.join().unwrap()
    });
    assert_eq!(reply, Ok(Reply::Gives(7)));
}
