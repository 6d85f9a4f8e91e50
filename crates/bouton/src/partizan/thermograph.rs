//! Means and temperatures, by thermographs (Conway 1976; "Winning Ways", chapter 6): how far each player gets where every move costs `t`, as walls that are
//! straight between breakpoints with dyadic coordinates and lean by 0 or 1.

use super::{Dyadic, Form, Forms, too_fine};
use crate::error::Stop;
use crate::limits::Meter;
use std::cmp::Ordering;

/// What a game is worth on average, and how much the next move in it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heat {
    /// What many copies of it are worth, for each of them.
    pub mean: Dyadic,
    /// The least cost of a move at which nobody gains by moving; below 0 for numbers.
    pub temperature: Dyadic,
}

/// The walls from 0 up, and where they meet.
#[derive(Clone, Debug)]
pub(super) struct Thermograph {
    left: Line,
    right: Line,
    heat: Heat,
}

/// A line over costs from 0 up: breakpoints, rising, and how it leans after the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    points: Vec<Point>,
    tail: Lean,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    cost: Dyadic,
    value: Dyadic,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lean {
    Down,
    Upright,
    Up,
}

impl Forms {
    /// Its mean and temperature.
    ///
    /// # Errors
    /// `meter` stops, or a breakpoint needs more than 120 binary places.
    pub fn heat(&mut self, form: Form, meter: &mut Meter) -> Result<Heat, Stop> {
        if let Some(number) = self.as_number(form) {
            return number_heat(number).ok_or_else(too_fine);
        }
        Ok(self.thermograph(form, meter)?.heat)
    }

    fn thermograph(&mut self, form: Form, meter: &mut Meter) -> Result<&Thermograph, Stop> {
        if !self.heats.contains_key(&form) {
            meter.step()?;
            let made = match self.as_number(form) {
                Some(number) => of_number(number).ok_or_else(too_fine)?,
                None => self.of_options(form, meter)?,
            };
            self.heats.insert(form, made);
        }
        Ok(&self.heats[&form])
    }

    fn of_options(&mut self, form: Form, meter: &mut Meter) -> Result<Thermograph, Stop> {
        let (lefts, rights) = self.options(form, meter)?;
        let (mut left, mut right): (Option<Line>, Option<Line>) = (None, None);
        for option in lefts {
            let line = self.thermograph(option, meter)?.right.leaning(Lean::Down).ok_or_else(too_fine)?;
            left = Some(match left {
                Some(before) => before.outer(&line, Ordering::Greater).ok_or_else(too_fine)?,
                None => line,
            });
        }
        for option in rights {
            let line = self.thermograph(option, meter)?.left.leaning(Lean::Up).ok_or_else(too_fine)?;
            right = Some(match right {
                Some(before) => before.outer(&line, Ordering::Less).ok_or_else(too_fine)?,
                None => line,
            });
        }
        let (Some(left), Some(right)) = (left, right) else {
            unreachable!("what one player cannot move in is a number")
        };
        meet(left, right).ok_or_else(too_fine)
    }
}

/// A number is not worth moving in: its temperature is `−1/2^k`.
fn number_heat(number: Dyadic) -> Option<Heat> {
    Some(Heat { mean: number, temperature: Dyadic::new(-1, number.places())? })
}

fn of_number(number: Dyadic) -> Option<Thermograph> {
    let wall = Line { points: vec![Point { cost: Dyadic::ZERO, value: number }], tail: Lean::Upright };
    Some(Thermograph { left: wall.clone(), right: wall, heat: number_heat(number)? })
}

/// The thermograph between a left and a right scaffold: they are walls up to where they meet, and upright from there.
fn meet(left: Line, right: Line) -> Option<Thermograph> {
    let costs = costs(&left, &right);
    let mut top = None;
    for (place, cost) in costs.iter().enumerate() {
        let gap = left.at(*cost)?.minus(right.at(*cost)?)?;
        let met = if gap <= Dyadic::ZERO {
            Some(*cost)
        } else {
            let half = match (left.leans(*cost)?, right.leans(*cost)?) {
                (Lean::Down, Lean::Up) => Some(gap.half()?),
                (Lean::Down, _) | (_, Lean::Up) => Some(gap),
                _ => None,
            };
            half.map(|more| cost.plus(more)).map_or(Some(None), |met| met.map(Some))?
        };
        if let Some(met) = met.filter(|met| costs.get(place + 1).is_none_or(|next| met <= next)) {
            top = Some(met);
            break;
        }
    }
    let temperature = top?;
    let mean = left.at(temperature)?;
    let heat = Heat { mean, temperature };
    Some(Thermograph { left: left.below(heat), right: right.below(heat), heat })
}

/// The breakpoints of both lines, rising.
fn costs(one: &Line, two: &Line) -> Vec<Dyadic> {
    let mut costs: Vec<Dyadic> = one.points.iter().chain(&two.points).map(|point| point.cost).collect();
    costs.sort_unstable();
    costs.dedup();
    costs
}

impl Line {
    /// The breakpoint at or before a cost, and the one after.
    fn around(&self, cost: Dyadic) -> (Point, Option<Point>) {
        let after = self.points.partition_point(|point| point.cost <= cost);
        (self.points[after - 1], self.points.get(after).copied())
    }

    /// How it leans from a cost on.
    fn leans(&self, cost: Dyadic) -> Option<Lean> {
        Some(match self.around(cost) {
            (_, None) => self.tail,
            (from, Some(to)) => match to.value.cmp(&from.value) {
                Ordering::Less => Lean::Down,
                Ordering::Equal => Lean::Upright,
                Ordering::Greater => Lean::Up,
            },
        })
    }

    fn at(&self, cost: Dyadic) -> Option<Dyadic> {
        let (from, _) = self.around(cost);
        let run = cost.minus(from.cost)?;
        match self.leans(cost)? {
            Lean::Down => from.value.minus(run),
            Lean::Upright => Some(from.value),
            Lean::Up => from.value.plus(run),
        }
    }

    /// A wall as the player who moves to it sees it: what it says, less (or more) the cost of the move.
    fn leaning(&self, lean: Lean) -> Option<Line> {
        let moved = |point: &Point| {
            let value = match lean {
                Lean::Down => point.value.minus(point.cost),
                Lean::Upright => Some(point.value),
                Lean::Up => point.value.plus(point.cost),
            };
            Some(Point { cost: point.cost, value: value? })
        };
        Some(Line { points: self.points.iter().map(moved).collect::<Option<_>>()?, tail: lean })
    }

    /// The greater, or the less, of two lines everywhere.
    fn outer(&self, other: &Line, wanted: Ordering) -> Option<Line> {
        let both = costs(self, other);
        let mut points = Vec::with_capacity(2 * both.len());
        for (place, cost) in both.iter().enumerate() {
            let (one, two) = (self.at(*cost)?, other.at(*cost)?);
            points.push(Point { cost: *cost, value: if one.cmp(&two) == wanted { one } else { two } });
            // Of two such lines one is upright where they differ in how they lean, so they cross as far on as they are apart.
            let (gap, lean) = if one > two { (one.minus(two)?, self) } else { (two.minus(one)?, other) };
            let nearer = if one > two { other } else { self };
            let closing = closes(lean.leans(*cost)?, nearer.leans(*cost)?);
            let crossing = cost.plus(gap)?;
            if closing && gap > Dyadic::ZERO && both.get(place + 1).is_none_or(|next| crossing < *next) {
                points.push(Point { cost: crossing, value: self.at(crossing)? });
            }
        }
        Some(Line { points, tail: self.tail }.straightened())
    }

    /// The line up to where both walls meet, upright from there.
    fn below(&self, heat: Heat) -> Line {
        let mut points: Vec<Point> =
            self.points.iter().take_while(|point| point.cost < heat.temperature).copied().collect();
        points.push(Point { cost: heat.temperature, value: heat.mean });
        Line { points, tail: Lean::Upright }.straightened()
    }

    /// The same line without breakpoints at which it does not bend.
    fn straightened(mut self) -> Line {
        let line = self.clone();
        let mut before = None;
        self.points.retain(|point| {
            let lean = line.leans(point.cost);
            let bends = before != lean;
            before = lean;
            bends
        });
        self
    }
}

/// Whether a line comes nearer to one below it.
fn closes(above: Lean, below: Lean) -> bool {
    matches!((above, below), (Lean::Down, Lean::Upright) | (Lean::Upright, Lean::Up))
}
