//! No machine code: what there is in its place where the feature `machine` is off. Nobody gets a [`Machine`]; code runs step by step.

use crate::call::{Arg, Refusal, Reply};
use crate::code::Code;
use std::convert::Infallible;
use std::time::Duration;

/// Compiled functions, of which there are none.
#[derive(Debug)]
pub struct Machine {
    never: Infallible,
}

/// How long this program has spent making machine code: no time.
#[must_use]
pub fn compiling() -> Duration {
    Duration::ZERO
}

impl Machine {
    /// Refuses.
    ///
    /// # Errors
    /// `Compiler`, always.
    pub fn new(_: &[&Code]) -> Result<Machine, Refusal> {
        Err(Refusal::Compiler("it was built without".to_owned()))
    }

    /// Refuses.
    ///
    /// # Errors
    /// `Compiler`, always.
    pub fn knowing(_: Vec<Code>, _: Vec<Vec<i64>>) -> Result<Machine, Refusal> {
        Machine::new(&[])
    }

    /// How long compiling took.
    #[must_use]
    pub fn took(&self) -> Duration {
        match self.never {}
    }

    /// The functions, in order.
    #[must_use]
    pub fn codes(&self) -> &[Code] {
        match self.never {}
    }

    /// Calls the function with that number.
    ///
    /// # Errors
    /// None: nobody can call it.
    pub fn call(&self, _: usize, _: &mut [Arg]) -> Result<Reply, Refusal> {
        match self.never {}
    }
}
