//! An order in which positions can be solved from the end: by one variable, then another, like words in a dictionary.

use super::{Bounds, Form, Linear, Move, Recurrence};

/// How a variable moves: up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// The variable.
    pub variable: usize,
    /// Whether moves raise it, or lower it.
    pub up: bool,
}

/// Bounds of what a move adds to a variable.
type Change = (i128, i128);

impl Recurrence {
    /// The variables such that each move changes the first it changes at all in the given direction: then play never repeats, and
    /// positions can be solved with the first as the outermost loop. Variables that do not matter come last. Greedy: a variable that
    /// no open move takes the wrong way can always come next; moves that it leaves open are those that do not change it.
    #[must_use]
    pub fn order(&self) -> Option<Vec<Direction>> {
        self.order_where(&[])
    }

    /// The same among the positions that play reaches from this one, with the inequalities that show it: none where they are not needed.
    pub(crate) fn order_from(&self, start: &[i64]) -> Option<(Vec<Direction>, Vec<Linear>)> {
        let everywhere = self.order().map(|order| (order, Vec::new()));
        everywhere.or_else(|| {
            let known = self.inequalities(start, true);
            let order = self.order_where(&known).filter(|_| !known.is_empty())?;
            Some((order, known))
        })
    }

    /// The same among positions where these are not negative, and stay so.
    fn order_where(&self, known: &[Linear]) -> Option<Vec<Direction>> {
        let variables = self.bounds();
        let mut open: Vec<Move> = self.moves.iter().filter(|mv| mv.possible(&variables)).cloned().collect();
        let mut order: Vec<Direction> = Vec::new();
        while !open.is_empty() {
            let next = next(&open, &order, &variables, known)?;
            open = open.into_iter().filter_map(|mv| unchanged(mv, next, &variables, known)).collect();
            order.push(next);
        }
        let unused = |variable: &usize| order.iter().all(|known| known.variable != *variable);
        let rest: Vec<usize> = (0..variables.len()).filter(unused).collect();
        order.extend(rest.into_iter().map(|variable| Direction { variable, up: true }));
        Some(order)
    }
}

/// A variable that comes next: one that settles a move if there is any, else one that settles a part of a move.
fn next(open: &[Move], order: &[Direction], variables: &[Bounds], known: &[Linear]) -> Option<Direction> {
    let left = (0..variables.len()).filter(|variable| order.iter().all(|known| known.variable != *variable));
    let both = left.flat_map(|variable| [true, false].map(|up| Direction { variable, up }));
    let open: Vec<Legal> = open.iter().map(|mv| Legal::of(mv, variables, known)).collect();
    let fitting: Vec<(Direction, Vec<Change>)> = both
        .map(|next| (next, open.iter().map(|legal| legal.change(next)).collect()))
        .filter(|(_, changes): &(Direction, Vec<Change>)| changes.iter().all(|change| change.0 >= 0))
        .collect();
    let settles = |least: fn(&Change) -> i128| {
        fitting.iter().find(|(_, changes)| changes.iter().any(|change| least(change) >= 1))
    };
    settles(|change| change.0).or_else(|| settles(|change| change.1)).map(|(next, _)| *next)
}

/// The part of a move that leaves a variable as it is; `None` if there is no such part.
fn unchanged(mut mv: Move, direction: Direction, variables: &[Bounds], known: &[Linear]) -> Option<Move> {
    if Legal::of(&mv, variables, known).change(direction).0 >= 1 {
        return None;
    }
    if let Form::One(form) = &mv.next[direction.variable] {
        let rise = form
            .minus(&Linear::symbol(direction.variable))
            .and_then(|rise| rise.times(if direction.up { -1 } else { 1 }));
        let before = mv.clone();
        if rise.and_then(|still| mv.require(still, variables)).is_none() {
            mv = before;
        }
    }
    mv.possible(&narrowed(variables, &mv.guards)).then_some(mv)
}

/// Bounds of variables where some forms are not negative, as far as each of them tells of one variable alone.
pub(crate) fn narrowed(variables: &[Bounds], guards: &[Linear]) -> Vec<Bounds> {
    let mut bounds = variables.to_vec();
    for guard in guards {
        match guard.terms.as_slice() {
            [(variable, 1)] => bounds[*variable].0 = bounds[*variable].0.max(guard.constant.saturating_neg()),
            [(variable, -1)] => bounds[*variable].1 = bounds[*variable].1.min(guard.constant),
            _ => {}
        }
    }
    bounds
}

impl Move {
    /// Whether bounds leave the move anything to choose.
    #[must_use]
    pub fn possible(&self, variables: &[Bounds]) -> bool {
        let bounds = self.bounds(variables);
        bounds.iter().all(|(lo, hi)| lo <= hi) && self.guards.iter().all(|guard| guard.range(&bounds).1 >= 0)
    }
}

impl Move {
    /// What a form of the variables is after the move, in variables and choices; nothing where it speaks of a choice, a variable becomes a least or greatest,
    /// or a coefficient leaves 64 bits.
    pub(crate) fn after(&self, form: &Linear) -> Option<Linear> {
        form.terms.iter().try_fold(Linear::number(form.constant), |sum, &(variable, times)| {
            let Form::One(next) = self.next.get(variable)? else { return None };
            sum.plus(next, times)
        })
    }
}

/// A move where it is legal: bounds of the variables and of its choices, and forms that are not negative there.
pub(crate) struct Legal<'m> {
    pub(super) mv: &'m Move,
    pub(super) bounds: Vec<Bounds>,
    told: Vec<Linear>,
}

impl<'m> Legal<'m> {
    /// Of a move, where these are not negative besides.
    pub(crate) fn of(mv: &'m Move, variables: &[Bounds], known: &[Linear]) -> Legal<'m> {
        let ends = mv.choices.iter().zip(variables.len()..).flat_map(|(choice, symbol)| {
            let above = choice.lo.iter().filter_map(move |end| Linear::symbol(symbol).minus(end));
            above.chain(choice.hi.iter().filter_map(move |end| end.minus(&Linear::symbol(symbol))))
        });
        let told = mv.guards.iter().chain(known).cloned().chain(ends).collect();
        Legal { mv, bounds: mv.bounds(&narrowed(variables, &mv.guards)), told }
    }

    /// Whether the move changes none of some variables.
    pub(crate) fn leaves(&self, directions: &[Direction]) -> bool {
        let stays = |variable: usize| self.mv.next[variable] == Form::One(Linear::symbol(variable));
        directions.iter().all(|direction| stays(direction.variable))
    }

    /// Whether the move surely raises the sum of some variables, each in its direction.
    pub(crate) fn raises(&self, directions: &[Direction]) -> bool {
        let sum = directions.iter().try_fold(Linear::default(), |sum, direction| {
            sum.plus(&Linear::symbol(direction.variable), if direction.up { 1 } else { -1 })
        });
        let rise = sum.and_then(|sum| self.mv.after(&sum)?.minus(&sum));
        rise.is_some_and(|rise| self.range(&rise).0 >= 1)
    }

    /// Bounds of what the move adds to a variable, counted in a direction.
    fn change(&self, direction: Direction) -> Change {
        const UNKNOWN: Change = (i128::MIN / 2, i128::MAX / 2);
        let (form, itself) = (&self.mv.next[direction.variable], Linear::symbol(direction.variable));
        let parts = form.parts().iter().map(|part| part.minus(&itself).map_or(UNKNOWN, |change| self.range(&change)));
        let (lo, hi) = form.joined(parts).unwrap_or(UNKNOWN);
        if direction.up { (lo, hi) } else { (-hi, -lo) }
    }

    /// Bounds of a form: from those of its symbols, and by how much it is above or below something that is told.
    pub(super) fn range(&self, form: &Linear) -> Change {
        let plain = form.range(&self.bounds);
        if form.terms.is_empty() {
            return plain;
        }
        let others = |times| self.told.iter().filter_map(move |told| Some(form.plus(told, times)?.range(&self.bounds)));
        let least = others(-1).map(|range| range.0).fold(plain.0, i128::max);
        (least, others(1).map(|range| range.1).fold(plain.1, i128::min))
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::instance::Instance;
    use std::sync::Arc;

    /// The order of a game as `+` and `−` before its variables, and how many inequalities it takes to show it.
    fn order(text: &str) -> Option<(String, usize)> {
        let rules = bouton_rules::check(&bouton_rules::Source::new("order", text)).0.expect("they are right");
        let game = Instance::new(Arc::new(rules), &[]).expect("there are no parameters");
        let recurrence = game.recurrence().expect("it has one");
        let start = game.variables(&game.start().expect("it begins")).expect("it has variables");
        let (order, known) = recurrence.order_from(&start)?;
        assert_eq!(recurrence.order().is_some(), known.is_empty());
        let name = |variable: usize| &recurrence.variables[variable].name;
        let names = order.iter().map(|one| format!("{}{}", if one.up { '+' } else { '-' }, name(one.variable)));
        Some((names.collect::<Vec<_>>().join(" "), known.len()))
    }

    #[test]
    fn conditions_tell_in_which_direction_moves_go() {
        let game = |moves: &str| {
            order(&format!(
                "game Pair\nstate a : 0..9 = 0\nstate b : 0..9 = 9\nstate last : 0..9 = 0\n{moves}\nstuck => me loses\n"
            ))
        };
        let up = Some(("+a +b +last".to_owned(), 0));
        assert_eq!(game("move to(j in 0..9) { when j > a; a = j }"), up);
        assert_eq!(game("move to(j in a + 1..9 if j != last) { last = a; a = j }"), up);
        assert_eq!(
            game("move between(j in 0..9) { when a < j < b; a = j }\nmove meet { when a + 1 < b; a = b - 1 }"),
            up
        );
        assert_eq!(game("move to(j in 0..9) { when j != a; a = j }"), None);
        assert_eq!(game("move to(j in 0..9) { when j >= a; a = j; last = 1 - last }"), None);
    }

    #[test]
    fn what_always_holds_tells_it() {
        let guess = |first: &str, below: &str, above: &str| {
            order(&format!(
                "game Guess\nstate lo : 1..20 = 1\nstate hi : 0..20 = 20\nstate asked : 0..20 = 0\n\
                 move ask(x in {first}..20) by First {{ when asked == 0 and x <= hi and lo < hi; asked = x }}\n\
                 move below by Second {{ when {below}; gain asked; hi = asked - 1; asked = 0 }}\n\
                 move above by Second {{ when {above}; gain asked; lo = asked + 1; asked = 0 }}\nend when lo >= hi\n"
            ))
        };
        let found = "+lo -hi +asked +turn";
        assert_eq!(guess("lo", "lo < asked <= hi", "lo <= asked < hi"), Some((found.to_owned(), 0)));
        for (below, above) in [("asked > lo", "lo <= asked < hi"), ("asked > lo", "0 < asked < hi")] {
            let (order, known) = guess("lo", below, above).expect("it has an order");
            assert!(order == found && known > 0, "{order}, {known}");
        }
        assert!(guess("lo", "asked > 1", "0 < asked < 20").is_some());
        // What First may ask is too little.
        assert_eq!(guess("1", "asked > 1", "0 < asked < 20"), None);
    }
}
