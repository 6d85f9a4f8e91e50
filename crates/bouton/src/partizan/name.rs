//! What values are called: numbers, multiples of up, nimbers and their sums, switches, tiny and miny, and `{ | }` for the rest.
//!
//! `1/2`, `*`, `*2`, `↑`, `⇓*`, `3·↑`, `1↑*2`; `±1` for `{1|-1}`, `±(1*)`; `{2|0}`; `{3|2||1}` for `{{3|2}|1}`: as many bars as it takes. `Tiny(2)` is
//! `{0||0|-2}` and `Miny(2)` `{2|0||0}`.

use super::{Dyadic, Form, Forms, HashMap, NumberUpStar};
use crate::error::Stop;
use crate::limits::Meter;
use std::cmp::{Ordering, Reverse};
use std::fmt::Write;
use std::rc::Rc;

/// A name is cut short after so many bytes.
const LONGEST: usize = 4_000;

/// The number, ups and star that are the sum with these canonical options, if one is ("Winning Ways", chapter 3): a nimber has the smaller ones on both
/// sides, `n·↑ + *k` is `{0 | (n−1)·↑ + *(k⊕1)}`, but `↑*` is `{0, * | 0}`; a number is added to every option.
pub(super) fn sum(forms: &Forms, left: &[Form], right: &[Form]) -> Option<NumberUpStar> {
    let known = |options: &[Form]| -> Option<Vec<NumberUpStar>> {
        let mut sums: Vec<NumberUpStar> =
            options.iter().map(|option| forms.node(*option).sum).collect::<Option<_>>()?;
        let number = sums.first()?.number;
        sums.sort_unstable_by_key(|sum| (sum.ups, sum.star));
        sums.iter().all(|sum| sum.number == number).then_some(sums)
    };
    let (left, right) = (known(left)?, known(right)?);
    let number = left.first()?.number;
    if right.first()?.number != number {
        return None;
    }
    let plain = |sums: &[NumberUpStar]| sums.iter().map(|sum| (sum.ups, sum.star)).collect::<Vec<_>>();
    let (left, right) = (plain(&left), plain(&right));
    let (ups, star) = match (left.as_slice(), right.as_slice()) {
        (one, two) if one == two && (0..).zip(one).all(|(size, option)| *option == (0, size)) => {
            (0, u32::try_from(one.len()).ok()?)
        }
        ([(0, 0), (0, 1)], [(0, 0)]) => (1, 1),
        ([(0, 0)], [(0, 0), (0, 1)]) => (-1, 1),
        ([(0, 0)], [(ups @ 0.., star)]) => (ups.checked_add(1)?, star ^ 1),
        ([(ups @ ..=0, star)], [(0, 0)]) => (ups.checked_sub(1)?, star ^ 1),
        _ => return None,
    };
    Some(NumberUpStar { number, ups, star })
}

/// `*`, `*2`; nothing for 0.
pub(crate) fn star(nimber: u64) -> String {
    match nimber {
        0 => String::new(),
        1 => "*".to_owned(),
        size => format!("*{size}"),
    }
}

impl NumberUpStar {
    fn name(self) -> String {
        let NumberUpStar { number, ups, star } = self;
        let ups = match ups {
            0 => String::new(),
            1 => "↑".to_owned(),
            2 => "⇑".to_owned(),
            -1 => "↓".to_owned(),
            -2 => "⇓".to_owned(),
            more if more > 0 => format!("{more}·↑"),
            more => format!("{}·↓", more.unsigned_abs()),
        };
        let small = ups + &self::star(star.into());
        match (number, small.as_str()) {
            (number, "") => number.to_string(),
            (Dyadic::ZERO, _) => small,
            (number, _) if small.contains('·') => format!("{number}+{small}"),
            (number, _) => format!("{number}{small}"),
        }
    }
}

impl Forms {
    /// What a value is called. A name of more than some thousand letters is cut short with `…`.
    ///
    /// # Errors
    /// `meter` stops.
    pub fn name(&mut self, form: Form, meter: &mut Meter) -> Result<String, Stop> {
        let mut namer = Namer { forms: self, bars: HashMap::default(), sorted: HashMap::default(), out: String::new() };
        namer.write(form, meter)?;
        Ok(namer.out)
    }
}

/// How a form is written.
enum Shape {
    Sum(NumberUpStar),
    /// `±`, with Left's options.
    Switch(Vec<Form>),
    Tiny(Form),
    Miny(Form),
    Braces(Vec<Form>, Vec<Form>),
}

struct Namer<'a> {
    forms: &'a mut Forms,
    /// How many bars stand between the sides of forms in braces.
    bars: HashMap<Form, usize>,
    /// The options of forms, in the order in which they are written.
    sorted: HashMap<Form, Rc<[Vec<Form>; 2]>>,
    out: String,
}

impl Namer<'_> {
    fn write(&mut self, form: Form, meter: &mut Meter) -> Result<(), Stop> {
        if self.out.len() > LONGEST {
            self.out.push('…');
            return Ok(());
        }
        match self.shape(form, meter)? {
            Shape::Sum(sum) => self.out.push_str(&sum.name()),
            Shape::Switch(left) => self.switch(&left, meter)?,
            Shape::Tiny(size) => self.called("Tiny", size, meter)?,
            Shape::Miny(size) => self.called("Miny", size, meter)?,
            Shape::Braces(..) => {
                self.out.push('{');
                self.sides(form, meter)?;
                self.out.push('}');
            }
        }
        Ok(())
    }

    fn shape(&mut self, form: Form, meter: &mut Meter) -> Result<Shape, Stop> {
        if let Some(sum) = self.forms.node(form).sum {
            return Ok(Shape::Sum(sum));
        }
        let (left, right) = self.forms.options(form, meter)?;
        if self.forms.negative(form, meter)? == form {
            return Ok(Shape::Switch(left));
        }
        let zero = self.forms.number(Dyadic::ZERO, meter)?;
        if let ([end], [threat]) = (left.as_slice(), right.as_slice()) {
            let (tiny, miny) = (self.threat(*threat, zero, false, meter)?, self.threat(*end, zero, true, meter)?);
            match (tiny, miny) {
                (Some(size), _) if *end == zero => return Ok(Shape::Tiny(size)),
                (_, Some(size)) if *threat == zero => return Ok(Shape::Miny(size)),
                _ => {}
            }
        }
        Ok(Shape::Braces(left, right))
    }

    /// The positive `G` of `{0|-G}`, or of `{G|0}` if it is `left` who threatens.
    fn threat(&mut self, form: Form, zero: Form, left: bool, meter: &mut Meter) -> Result<Option<Form>, Stop> {
        let (lefts, rights) = self.forms.options(form, meter)?;
        let ([one], [two]) = (lefts.as_slice(), rights.as_slice()) else { return Ok(None) };
        let (end, size) = if left { (*two, *one) } else { (*one, self.forms.negative(*two, meter)?) };
        let threatens = end == zero && size != zero && self.forms.at_most(zero, size, meter)?;
        Ok(threatens.then_some(size))
    }

    fn called(&mut self, word: &str, size: Form, meter: &mut Meter) -> Result<(), Stop> {
        self.out.push_str(word);
        self.out.push('(');
        self.write(size, meter)?;
        self.out.push(')');
        Ok(())
    }

    /// Without brackets where one number or one form in braces follows.
    fn switch(&mut self, left: &[Form], meter: &mut Meter) -> Result<(), Stop> {
        self.out.push('±');
        if let [one] = left
            && (self.forms.as_number(*one).is_some() || matches!(self.shape(*one, meter)?, Shape::Braces(..)))
        {
            return self.write(*one, meter);
        }
        self.out.push('(');
        self.list(left, meter)?;
        self.out.push(')');
        Ok(())
    }

    /// What stands in the braces.
    fn sides(&mut self, form: Form, meter: &mut Meter) -> Result<(), Stop> {
        let (left, right) = self.forms.options(form, meter)?;
        self.side(&left, meter)?;
        let bars = self.bars(form, meter)?;
        write!(self.out, "{}", "|".repeat(bars)).expect("strings take what is written");
        self.side(&right, meter)
    }

    /// One form in braces leaves them out where it is alone: its bars are fewer.
    fn side(&mut self, options: &[Form], meter: &mut Meter) -> Result<(), Stop> {
        match options {
            [one] if self.bars(*one, meter)? > 0 && self.out.len() <= LONGEST => self.sides(*one, meter),
            _ => self.list(options, meter),
        }
    }

    fn list(&mut self, options: &[Form], meter: &mut Meter) -> Result<(), Stop> {
        for (place, option) in self.in_order(options).into_iter().enumerate() {
            if place > 0 {
                self.out.push(',');
            }
            self.write(option, meter)?;
        }
        Ok(())
    }

    /// The greatest first.
    fn in_order(&mut self, options: &[Form]) -> Vec<Form> {
        let mut sorted = options.to_vec();
        sorted.sort_by(|one, two| self.order(*one, *two));
        sorted
    }

    /// Which of two forms is written first: the one whose stops are greater, a sum before braces, and then by their options. A value has one name then, in
    /// whatever order forms were found.
    fn order(&mut self, one: Form, two: Form) -> Ordering {
        if one == two {
            return Ordering::Equal;
        }
        let key = |form: Form| {
            let sum = self.forms.node(form).sum;
            let small = sum.map(|sum| (sum.ups.unsigned_abs(), Reverse(sum.ups), sum.star));
            (Reverse(self.forms.stops(form)), sum.is_none(), small)
        };
        key(one).cmp(&key(two)).then_with(|| {
            let (one, two) = (self.sorted(one), self.sorted(two));
            self.order_of_lists(&one[0], &two[0]).then_with(|| self.order_of_lists(&one[1], &two[1]))
        })
    }

    /// The same of lists of options that are in order.
    fn order_of_lists(&mut self, one: &[Form], two: &[Form]) -> Ordering {
        // Only the first that differ are looked into.
        let differ = one.iter().zip(two).find(|(one, two)| one != two);
        let order = differ.map_or(Ordering::Equal, |(one, two)| self.order(*one, *two));
        order.then(one.len().cmp(&two.len()))
    }

    /// What Left and what Right may move to, in order.
    fn sorted(&mut self, form: Form) -> Rc<[Vec<Form>; 2]> {
        if let Some(sorted) = self.sorted.get(&form) {
            return Rc::clone(sorted);
        }
        let node = self.forms.node(form);
        let sorted = Rc::new([node.left.to_vec(), node.right.to_vec()].map(|options| self.in_order(&options)));
        self.sorted.insert(form, Rc::clone(&sorted));
        sorted
    }

    /// How many bars stand between the sides; none for what is not in braces.
    fn bars(&mut self, form: Form, meter: &mut Meter) -> Result<usize, Stop> {
        if let Some(bars) = self.bars.get(&form) {
            return Ok(*bars);
        }
        let bars = match self.shape(form, meter)? {
            Shape::Braces(left, right) => {
                let mut most = 0;
                for side in [left, right] {
                    if let [one] = side.as_slice() {
                        most = most.max(self.bars(*one, meter)?);
                    }
                }
                most + 1
            }
            _ => 0,
        };
        self.bars.insert(form, bars);
        Ok(bars)
    }
}
