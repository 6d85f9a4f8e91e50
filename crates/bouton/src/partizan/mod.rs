//! Values of short games in which the players have different moves: canonical forms, their order, sums, means and temperatures.
//!
//! J. H. Conway, "On Numbers and Games" (1976): a game is `{L | R}`, what Left may move to and what Right may move to; whoever cannot move loses.
//! Two games are worth the same where their difference is won by whoever moves second. Taking out options that are dominated and bypassing those that
//! are reversible leaves one form of each value, its canonical form. E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways" (1982), name the
//! values; A. N. Siegel, "Combinatorial Game Theory" (2013), proves what is used here.
//!
//! Every form is kept once, so that equal values are equal [`Form`]s. A number is kept as a number, however long its form is, and is never moved in:
//! where one side of a comparison is no number, moves in a number can be left out (number avoidance). Knows no rules and no `Game`.

mod canonical;
mod dyadic;
mod name;
pub(crate) mod search;
mod thermograph;

use crate::error::{Stop, Trouble};
use crate::game::Fault;
use crate::limits::Meter;
use bouton_rules::Player;
pub use dyadic::Dyadic;
use foldhash::fast::FixedState;
pub(crate) use name::star;
pub use thermograph::Heat;

/// A table, the same on every machine.
type HashMap<K, V> = std::collections::HashMap<K, V, FixedState>;

/// Forms nest this deep at the most, numbers not counted: comparisons and sums go as deep.
const MOST_DEPTH: u32 = 512;

/// Bytes of an entry of a table beside its key and value, roughly.
const ENTRY: usize = 16;

/// A canonical form that [`Forms`] keeps: equal where the values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

/// Who wins a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Left, whoever begins: the value is positive.
    Left,
    /// Right, whoever begins: the value is negative.
    Right,
    /// Whoever begins: the value is confused with 0.
    First,
    /// Whoever does not begin: the value is 0.
    Second,
}

impl Class {
    /// Whether a player wins who is to move.
    #[must_use]
    pub fn is_won_by(self, mover: Player) -> bool {
        match self {
            Class::First => true,
            Class::Second => false,
            Class::Left => mover == Player::First,
            Class::Right => mover == Player::Second,
        }
    }
}

/// A number, a multiple of up, and a nimber, added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NumberUpStar {
    number: Dyadic,
    ups: i32,
    star: u32,
}

/// What is kept of a form.
#[derive(Clone, Debug)]
struct Node {
    /// What Left and Right may move to, rising; not filled in for numbers.
    left: Box<[Form]>,
    right: Box<[Form]>,
    /// Where play ends in numbers, if Left begins and if Right begins.
    left_stop: Dyadic,
    right_stop: Dyadic,
    /// How deep it nests.
    depth: u32,
    /// The sum that it is, if it is one of these.
    sum: Option<NumberUpStar>,
}

/// What Left and what Right may move to, each sorted.
type Options = (Box<[Form]>, Box<[Form]>);

/// Canonical forms, each once, with what was worked out of them.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    nodes: Vec<Node>,
    numbers: HashMap<Dyadic, Form>,
    games: HashMap<Options, Form>,
    at_most: HashMap<(Form, Form), bool>,
    sums: HashMap<(Form, Form), Form>,
    negatives: HashMap<Form, Form>,
    heats: HashMap<Form, thermograph::Thermograph>,
    /// What the options of all forms take.
    options: usize,
}

impl Node {
    fn number(&self) -> Option<Dyadic> {
        self.sum.filter(|sum| sum.ups == 0 && sum.star == 0).map(|sum| sum.number)
    }
}

impl Forms {
    /// No form yet.
    #[must_use]
    pub fn new() -> Forms {
        Forms::default()
    }

    /// How many forms are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether none is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes that they take, roughly.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let pairs = self.at_most.len() + self.sums.len() + self.negatives.len();
        let nodes = self.nodes.len() * (size_of::<Node>() + size_of::<Options>() + 2 * ENTRY);
        (nodes + pairs * (3 * size_of::<Form>() + ENTRY) + 2 * self.options * size_of::<Form>()) as u64
    }

    /// A number.
    ///
    /// # Errors
    /// `meter` stops.
    pub fn number(&mut self, number: Dyadic, meter: &mut Meter) -> Result<Form, Stop> {
        if let Some(form) = self.numbers.get(&number) {
            return Ok(*form);
        }
        let sum = Some(NumberUpStar { number, ups: 0, star: 0 });
        let (left_stop, right_stop) = (number, number);
        let node = Node { left: Box::default(), right: Box::default(), left_stop, right_stop, depth: 0, sum };
        let form = self.keep(node, meter)?;
        self.numbers.insert(number, form);
        Ok(form)
    }

    /// The canonical form of what Left and Right may move to.
    ///
    /// # Errors
    /// `meter` stops, a number needs more than 120 binary places, or the form nests too deep.
    pub fn game(&mut self, left: &[Form], right: &[Form], meter: &mut Meter) -> Result<Form, Stop> {
        canonical::form(self, left.to_vec(), right.to_vec(), meter)
    }

    /// A heap of Nim.
    ///
    /// # Errors
    /// `meter` stops, or the heap is larger than forms may nest deep.
    pub fn nimber(&mut self, size: u32, meter: &mut Meter) -> Result<Form, Stop> {
        let mut smaller = Vec::new();
        for _ in 0..size {
            let next = self.game(&smaller, &smaller, meter)?;
            smaller.push(next);
        }
        self.game(&smaller, &smaller, meter)
    }

    /// Its options: what Left and what Right may move to.
    ///
    /// # Errors
    /// `meter` stops.
    pub fn options(&mut self, form: Form, meter: &mut Meter) -> Result<(Vec<Form>, Vec<Form>), Stop> {
        let Some(number) = self.node(form).number() else {
            let node = self.node(form);
            return Ok((node.left.to_vec(), node.right.to_vec()));
        };
        let mut one = |option: Option<Dyadic>| -> Result<Vec<Form>, Stop> {
            option.into_iter().map(|number| self.number(number, meter)).collect()
        };
        Ok((one(number.left())?, one(number.right())?))
    }

    /// The number that it is, if it is one.
    #[must_use]
    pub fn as_number(&self, form: Form) -> Option<Dyadic> {
        self.node(form).number()
    }

    /// The nimber that it is, if it is one.
    #[must_use]
    pub fn as_nimber(&self, form: Form) -> Option<u32> {
        self.node(form).sum.filter(|sum| sum.number == Dyadic::ZERO && sum.ups == 0).map(|sum| sum.star)
    }

    /// Where play ends in numbers, if Left begins and if Right begins.
    #[must_use]
    pub fn stops(&self, form: Form) -> (Dyadic, Dyadic) {
        (self.node(form).left_stop, self.node(form).right_stop)
    }

    /// Whether `one` is worth at most `two` to Left.
    ///
    /// # Errors
    /// `meter` stops.
    pub fn at_most(&mut self, one: Form, two: Form, meter: &mut Meter) -> Result<bool, Stop> {
        if one == two {
            return Ok(true);
        }
        if let (Some(one), Some(two)) = (self.as_number(one), self.as_number(two)) {
            return Ok(one <= two);
        }
        if let Some(known) = self.at_most.get(&(one, two)) {
            return Ok(*known);
        }
        meter.step()?;
        let found = self.compare(one, two, meter)?;
        self.at_most.insert((one, two), found);
        self.watch_table(self.at_most.len(), meter)?;
        Ok(found)
    }

    /// `one` is at most `two` unless Left has a move to at least `two` in `one`, or Right one to at most `one` in `two`.
    fn compare(&mut self, one: Form, two: Form, meter: &mut Meter) -> Result<bool, Stop> {
        for place in 0..self.node(one).left.len() {
            if self.at_most(two, self.node(one).left[place], meter)? {
                return Ok(false);
            }
        }
        for place in 0..self.node(two).right.len() {
            if self.at_most(self.node(two).right[place], one, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Who wins it.
    ///
    /// # Errors
    /// `meter` stops.
    pub fn class(&mut self, form: Form, meter: &mut Meter) -> Result<Class, Stop> {
        let zero = self.number(Dyadic::ZERO, meter)?;
        Ok(match (self.at_most(zero, form, meter)?, self.at_most(form, zero, meter)?) {
            (true, true) => Class::Second,
            (true, false) => Class::Left,
            (false, true) => Class::Right,
            (false, false) => Class::First,
        })
    }

    /// The sum of two values.
    ///
    /// # Errors
    /// `meter` stops, a number needs more than 120 binary places, or the sum nests too deep.
    pub fn sum(&mut self, one: Form, two: Form, meter: &mut Meter) -> Result<Form, Stop> {
        if let (Some(one), Some(two)) = (self.as_number(one), self.as_number(two)) {
            return self.number(one.plus(two).ok_or_else(too_fine)?, meter);
        }
        let pair = (one.min(two), one.max(two));
        if let Some(known) = self.sums.get(&pair) {
            return Ok(*known);
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        // Nobody needs to move in a number beside what is none.
        for (moved, stays) in [(one, two), (two, one)] {
            let Node { left: lefts, right: rights, .. } = self.node(moved).clone();
            for option in lefts {
                left.push(self.sum(option, stays, meter)?);
            }
            for option in rights {
                right.push(self.sum(option, stays, meter)?);
            }
        }
        let sum = self.game(&left, &right, meter)?;
        self.sums.insert(pair, sum);
        self.watch_table(self.sums.len(), meter)?;
        Ok(sum)
    }

    /// The sum of some values; 0 of none.
    ///
    /// # Errors
    /// Those of [`Forms::sum`].
    pub fn total(&mut self, forms: impl IntoIterator<Item = Form>, meter: &mut Meter) -> Result<Form, Stop> {
        let zero = self.number(Dyadic::ZERO, meter)?;
        forms.into_iter().try_fold(zero, |sum, form| self.sum(sum, form, meter))
    }

    /// The value with the players exchanged.
    ///
    /// # Errors
    /// `meter` stops.
    pub fn negative(&mut self, form: Form, meter: &mut Meter) -> Result<Form, Stop> {
        if let Some(number) = self.as_number(form) {
            return self.number(number.negative().ok_or_else(too_fine)?, meter);
        }
        if let Some(known) = self.negatives.get(&form) {
            return Ok(*known);
        }
        let Node { left, right, .. } = self.node(form).clone();
        let mut turned = |options: &[Form]| -> Result<Vec<Form>, Stop> {
            options.iter().map(|option| self.negative(*option, meter)).collect()
        };
        let (left, right) = (turned(&right)?, turned(&left)?);
        let negative = self.keep_game(left, right, meter)?;
        self.negatives.insert(form, negative);
        Ok(negative)
    }

    fn node(&self, form: Form) -> &Node {
        &self.nodes[form.0 as usize]
    }

    /// Keeps a form that is canonical and no number.
    fn keep_game(&mut self, mut left: Vec<Form>, mut right: Vec<Form>, meter: &mut Meter) -> Result<Form, Stop> {
        left.sort_unstable();
        right.sort_unstable();
        let key = (left.into_boxed_slice(), right.into_boxed_slice());
        if let Some(form) = self.games.get(&key) {
            return Ok(*form);
        }
        let (left, right) = key.clone();
        let depth = 1 + left.iter().chain(&right).map(|option| self.node(*option).depth).max().unwrap_or(0);
        if depth > MOST_DEPTH {
            return Err(unfit("a value nests more than 512 deep"));
        }
        let (Some(left_stop), Some(right_stop)) = (self.left_stop(&left), self.right_stop(&right)) else {
            unreachable!("what one player cannot move in is a number")
        };
        let sum = name::sum(self, &left, &right);
        self.options += left.len() + right.len();
        let form = self.keep(Node { left, right, left_stop, right_stop, depth, sum }, meter)?;
        self.games.insert(key, form);
        Ok(form)
    }

    fn keep(&mut self, node: Node, meter: &mut Meter) -> Result<Form, Stop> {
        meter.position(|| self.bytes())?;
        let form = Form(u32::try_from(self.nodes.len()).map_err(|_| unfit("there are more than 2^32 values"))?);
        self.nodes.push(node);
        Ok(form)
    }

    /// Where Left, who begins, can have play end in numbers.
    fn left_stop(&self, left: &[Form]) -> Option<Dyadic> {
        left.iter().map(|option| self.node(*option).right_stop).max()
    }

    fn right_stop(&self, right: &[Form]) -> Option<Dyadic> {
        right.iter().map(|option| self.node(*option).left_stop).min()
    }

    /// Looks now and then at the memory that a table takes.
    fn watch_table(&self, entries: usize, meter: &Meter) -> Result<(), Stop> {
        if entries.is_multiple_of(1 << 10) { meter.memory(self.bytes()) } else { Ok(()) }
    }
}

/// What has no value here.
fn unfit(why: &'static str) -> Stop {
    Stop::Fault(Box::new(Trouble { fault: Fault::new(why), position: String::new(), mv: None, path: None }))
}

/// A number that cannot be kept.
fn too_fine() -> Stop {
    unfit("a number leaves what is kept exactly: 120 binary places, and 2^127 above the bar")
}
