//! Code as machine code. Everything that knows Cranelift stands in this folder, since its names move every month; and every unsafe block
//! but that of `pages` stands in this file: the call into compiled code, and freeing its memory.
//!
//! That the call is sound rests on these files as well: `form` (what well-formed code is: which buffers may be written, how large a stack
//! frame may be), `emit` (`place` compares every access with the buffer's length), `code` (`Value::bounds`, by which `is_inside` leaves a
//! comparison out), and `call` (`fits` holds each argument to what the code was compiled for).

mod emit;

use crate::call::{Arg, Refusal, Reply, fits};
use crate::code::{Code, Given};
use crate::form::well_formed;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module};
use std::fmt;
use std::mem::ManuallyDrop;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The most statements and values that are compiled at once, of all functions together: hostile rules must not keep the compiler busy.
const MOST_COMPILED: usize = 40_000;

/// How many things a function can be given at a call: what is handed over lies on the stack. Most are given fewer than `FEW`.
const MOST_GIVEN: usize = 48;
const FEW: usize = 8;

/// A compiled function: it reads where its arguments lie and says whether it asks; its result comes first. The pointer must lead to as
/// many `Raw`s as the function is given at a call, and one before them for the result.
type Entry = unsafe extern "C" fn(*mut Raw) -> i64;

/// A number, or where a buffer lies and how long it is.
#[derive(Clone, Copy)]
#[repr(C)]
struct Raw {
    word: i64,
    pointer: *mut u8,
}

const NOTHING: Raw = Raw { word: 0, pointer: std::ptr::null_mut() };

/// Compiled functions. Their memory is theirs, executable and not writable, and is freed with them.
pub struct Machine {
    entries: Vec<Entry>,
    codes: Vec<Code>,
    /// What the functions know: where it lies is written into them.
    known: Vec<Box<[i64]>>,
    took: Duration,
    /// Only held so that the memory lives as long as this.
    module: Mutex<ManuallyDrop<JITModule>>,
}

/// Nanoseconds that this program has spent making machine code.
static COMPILING: AtomicU64 = AtomicU64::new(0);

/// How long this program has spent making machine code, on all threads.
#[must_use]
pub fn compiling() -> Duration {
    Duration::from_nanos(COMPILING.load(Ordering::Relaxed))
}

impl Machine {
    /// Compiles functions.
    ///
    /// # Errors
    /// `Malformed` and `TooLarge` for code that is not taken, `Compiler` where there is no compiler for this processor.
    pub fn new(codes: &[&Code]) -> Result<Machine, Refusal> {
        Machine::knowing(codes.iter().copied().cloned().collect(), Vec::new())
    }

    /// The same where the last things that every function is given are known lists: a call hands over the others only.
    ///
    /// # Errors
    /// As before, and `Args` where these lists are not what the functions are given.
    pub fn knowing(codes: Vec<Code>, known: Vec<Vec<i64>>) -> Result<Machine, Refusal> {
        let began = Instant::now();
        let size = codes.iter().map(Code::size).sum();
        if size > MOST_COMPILED {
            return Err(Refusal::TooLarge { size, most: MOST_COMPILED });
        }
        for code in &codes {
            well_formed(code)?;
            let (given, lists) = parted(code, known.len())?;
            fits(code, lists, &known.iter().map(|list| Arg::I64(list)).collect::<Vec<_>>())?;
            if given.len() > MOST_GIVEN {
                return Err(Refusal::Malformed(format!("more than {MOST_GIVEN} things are given")));
            }
        }
        // From here on the module lies in what frees its memory, also when something is refused.
        let mut machine = Machine {
            entries: Vec::new(),
            codes,
            known: known.into_iter().map(Vec::into_boxed_slice).collect(),
            took: Duration::ZERO,
            module: Mutex::new(ManuallyDrop::new(module()?)),
        };
        machine.compile()?;
        machine.took = began.elapsed();
        let nanos = u64::try_from(machine.took.as_nanos()).unwrap_or(u64::MAX);
        COMPILING.fetch_add(nanos, Ordering::Relaxed);
        Ok(machine)
    }

    fn compile(&mut self) -> Result<(), Refusal> {
        let module: &mut JITModule = self.module.get_mut().map_err(|_| refused("poisoned"))?;
        let mut made = Vec::new();
        for code in &self.codes {
            made.push(define(module, code, &self.known)?);
        }
        module.finalize_definitions().map_err(refused)?;
        for id in made {
            let address = module.get_finalized_function(id);
            // SAFETY: `define` compiled this function with the signature of `Entry` for this processor and with its C calling
            // convention, and the memory behind it lives as long as `self.module`, hence as long as `self.entries`.
            #[expect(unsafe_code, reason = "an address becomes a function pointer")]
            self.entries.push(unsafe { std::mem::transmute::<*const u8, Entry>(address) });
        }
        Ok(())
    }

    /// How long compiling took.
    #[must_use]
    pub fn took(&self) -> Duration {
        self.took
    }

    /// The functions, in order.
    #[must_use]
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }

    /// Calls the function with that number.
    ///
    /// # Errors
    /// `Args` if what is handed over is not what the function is given.
    #[inline]
    pub fn call(&self, function: usize, args: &mut [Arg]) -> Result<Reply, Refusal> {
        let (Some(entry), Some(code)) = (self.entries.get(function), self.codes.get(function)) else {
            return Err(Refusal::Args(format!("there is no function {function}")));
        };
        let (given, _) = parted(code, self.known.len())?;
        fits(code, given, args)?;
        let (asks, gives) =
            if args.len() < FEW { enter::<FEW>(*entry, args) } else { enter::<{ MOST_GIVEN + 1 }>(*entry, args) };
        Ok(if asks == 0 { Reply::Gives(gives) } else { Reply::Ask })
    }
}

/// What is given at a call, and the known lists after it.
#[inline]
fn parted(code: &Code, known: usize) -> Result<(&[Given], &[Given]), Refusal> {
    let called = code.given.len().checked_sub(known);
    called.map(|called| code.given.split_at(called)).ok_or_else(|| Refusal::Args("fewer lists are wanted".into()))
}

/// Calls a function with fewer than `ROOM` arguments, which fit it: whether it asks, and what it gives.
#[inline]
fn enter<const ROOM: usize>(entry: Entry, args: &mut [Arg]) -> (i64, i64) {
    let mut raw = [NOTHING; ROOM];
    for (raw, arg) in raw[1..].iter_mut().zip(args.iter_mut()) {
        *raw = lend(arg);
    }
    // SAFETY: the function writes its result through this pointer and reads the arguments behind it, as many as `call` has seen it to be
    // given beside its known lists; `fits` has seen that each is what the code was compiled for. It touches memory only through those
    // buffers, each access compared with the length handed over (or, for constant places, with the least length, which `fits` has seen to
    // hold), through its known lists, which `Machine::known` keeps where they are and as they are as long as the code, with the lengths
    // written into it, which `fits` has seen in `knowing`, and through buffers of its own, whose accesses are compared with their fixed
    // lengths. Only buffers lent for writing are written: `well_formed` has seen to that, and that the stack frame is
    // small; the function touches every page of its frame in turn, so that a stack that is too short ends at its guard page. The borrows
    // in `args` keep all buffers alive and unshared until it comes back.
    #[expect(unsafe_code, reason = "calling machine code")]
    let asks = unsafe { entry(raw.as_mut_ptr()) };
    (asks, raw[0].word)
}

/// Where an argument lies.
#[inline]
fn lend(arg: &mut Arg) -> Raw {
    let word = i64::try_from(arg.length()).expect("a slice has at most `isize::MAX` entries");
    let pointer = match arg {
        Arg::Word(word) => return Raw { word: *word, ..NOTHING },
        Arg::Flag(flag) => flag.as_ptr().cast(),
        Arg::U8(of) => of.as_ptr().cast_mut(),
        Arg::U8Mut(of) => of.as_mut_ptr(),
        Arg::I32(of) => of.as_ptr().cast_mut().cast(),
        Arg::I32Mut(of) => of.as_mut_ptr().cast(),
        Arg::I64(of) => of.as_ptr().cast_mut().cast(),
        Arg::I64Mut(of) => of.as_mut_ptr().cast(),
        Arg::U64(of) => of.as_ptr().cast_mut().cast(),
        Arg::U64Mut(of) => of.as_mut_ptr().cast(),
    };
    Raw { word, pointer }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.entries.clear();
        let Ok(module) = self.module.get_mut() else { return };
        // SAFETY: the module is taken out once, here, and never looked at again.
        #[expect(unsafe_code, reason = "freeing machine code")]
        let module = unsafe { ManuallyDrop::take(module) };
        // SAFETY: functions are only called through `&self`, so none runs now, and their addresses, which nobody else has, are gone.
        #[expect(unsafe_code, reason = "freeing machine code")]
        unsafe {
            module.free_memory();
        }
    }
}

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.codes.iter().map(|code| code.name.as_str()).collect();
        f.debug_struct("Machine").field("functions", &names).field("took", &self.took).finish_non_exhaustive()
    }
}

fn refused(error: impl fmt::Display) -> Refusal {
    Refusal::Compiler(error.to_string())
}

/// Somewhere to compile for this processor.
fn module() -> Result<JITModule, Refusal> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
        // A frame of several pages must not step over the guard page below the stack.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ] {
        flags.set(name, value).map_err(refused)?;
    }
    let isa = cranelift_native::builder().map_err(refused)?;
    let isa = isa.finish(settings::Flags::new(flags)).map_err(refused)?;
    if isa.pointer_bytes() != 8 {
        return Err(refused("only processors of 64 bits are known"));
    }
    Ok(JITModule::new(JITBuilder::with_isa(isa, cranelift_module::default_libcall_names())))
}

fn define(module: &mut JITModule, code: &Code, known: &[Box<[i64]>]) -> Result<FuncId, Refusal> {
    let mut context = module.make_context();
    context.func.signature = emit::signature(module);
    let id = module.declare_anonymous_function(&context.func.signature).map_err(refused)?;
    emit::emit(code, known, &mut context.func, module.target_config());
    module.define_function(id, &mut context).map_err(refused)?;
    Ok(id)
}
