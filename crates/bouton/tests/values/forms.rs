//! Forms against trees that are played out, names and temperatures against the literature.

use bouton::dice::Dice;
use bouton::partizan::{Class, Dyadic, Form, Forms};
use bouton::{Limits, Meter, Silent, Stop};

/// A game as it is written down, in no form.
#[derive(Clone, Debug)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn new(left: Vec<Tree>, right: Vec<Tree>) -> Tree {
        Tree { left, right }
    }

    fn negative(&self) -> Tree {
        let turned = |side: &[Tree]| side.iter().map(Tree::negative).collect();
        Tree::new(turned(&self.right), turned(&self.left))
    }

    /// The same, with all options in reverse.
    fn backwards(&self) -> Tree {
        let turned = |side: &[Tree]| side.iter().rev().map(Tree::backwards).collect();
        Tree::new(turned(&self.left), turned(&self.right))
    }

    fn plus(&self, other: &Tree) -> Tree {
        let moves = |one: &[Tree], two: &[Tree]| {
            one.iter().map(|option| option.plus(other)).chain(two.iter().map(|option| self.plus(option))).collect()
        };
        Tree::new(moves(&self.left, &other.left), moves(&self.right, &other.right))
    }

    /// Whether this player wins who moves first.
    fn wins(&self, left: bool) -> bool {
        let options = if left { &self.left } else { &self.right };
        options.iter().any(|option| !option.wins(!left))
    }

    fn random(dice: &mut Dice, depth: usize) -> Tree {
        let mut side = || -> Vec<Tree> {
            let count = if depth == 0 { 0 } else { dice.below(3) };
            (0..count).map(|_| Tree::random(dice, depth - 1)).collect()
        };
        let left = side();
        Tree::new(left, side())
    }

    fn form(&self, forms: &mut Forms, meter: &mut Meter) -> Form {
        let mut side = |options: &[Tree]| options.iter().map(|option| option.form(forms, meter)).collect::<Vec<_>>();
        let (left, right) = (side(&self.left), side(&self.right));
        forms.game(&left, &right, meter).expect("small")
    }
}

fn with_forms(run: impl FnOnce(&mut Forms, &mut Meter)) {
    let limits = Limits::default();
    run(&mut Forms::new(), &mut Meter::new(&limits, &Silent));
}

/// Reads `{1,*|-1}`, nested, with numbers, `*`, `*k`, `^` for up.
fn read(text: &str, forms: &mut Forms, meter: &mut Meter) -> Form {
    let (form, rest) = read_from(text, forms, meter);
    assert_eq!(rest, "", "{text}");
    form
}

fn read_from<'a>(text: &'a str, forms: &mut Forms, meter: &mut Meter) -> (Form, &'a str) {
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, close) in sides.iter_mut().zip(['|', '}']) {
            while !rest.starts_with(close) {
                let (form, more) = read_from(rest.trim_start_matches(','), forms, meter);
                side.push(form);
                rest = more;
            }
            rest = &rest[1..];
        }
        return (forms.game(&sides[0], &sides[1], meter).expect("small"), rest);
    }
    let end = text.find(['|', '}', ',']).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let form = match word {
        "^" => read("{0|*}", forms, meter),
        "*" => forms.nimber(1, meter).expect("small"),
        word if word.starts_with('*') => forms.nimber(word[1..].parse().expect("a size"), meter).expect("small"),
        word => {
            let (above, below) = word.split_once('/').unwrap_or((word, "1"));
            let places = below.parse::<i128>().expect("a power of two").trailing_zeros();
            let number = Dyadic::new(above.parse().expect("a number"), places).expect("few places");
            forms.number(number, meter).expect("small")
        }
    };
    (form, rest)
}

/// What a form is called that is the first thing to be found.
fn name_of(form: impl FnOnce(&mut Forms, &mut Meter) -> Form) -> String {
    let mut name = String::new();
    with_forms(|forms, meter| {
        let form = form(forms, meter);
        name = forms.name(form, meter).expect("small");
    });
    name
}

pub(super) fn named(text: &str) -> String {
    name_of(|forms, meter| read(text, forms, meter))
}

/// A value has one name, in whatever order it and its options were found.
#[test]
fn names_do_not_depend_on_the_order_of_discovery() {
    let one = "{0|{0,{0,*|0}|0,*,*3},{{0|*3}|*3,{0|*2,*3},{0,{0,*|0}|0,*,*3}},{^|*,{0,{0,*|0}|0,*,*3}}}";
    let two = "{0|{^|{0,{0,*|0}|0,*,*3},*},{{0|*3}|{0|*2,*3},{0,{0,*|0}|0,*,*3},*3},{0,{0,*|0}|0,*,*3}}";
    assert_eq!(named(one), named(two));
    let mut dice = Dice::new(1976);
    let mut listed = 0;
    for _ in 0..4_000 {
        let tree = Tree::random(&mut dice, 5);
        let [name, again] = [&tree, &tree.backwards()].map(|tree| name_of(|forms, meter| tree.form(forms, meter)));
        listed += usize::from(name.contains(','));
        assert_eq!(name, again);
    }
    assert!(listed > 60, "{listed}");
}

/// Names and simplest forms of "Winning Ways" (1982), chapters 2 to 5, and Siegel (2013), chapter II.
#[test]
fn values_have_the_names_of_the_literature() {
    let names = [
        ("{|}", "0"),
        ("{3|}", "4"),
        ("{|-3}", "-4"),
        ("{0|1}", "1/2"),
        ("{-5|1/1024}", "0"),
        ("{1/4|100}", "1"),
        ("{1|1}", "1*"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0,*,*2|0,*,*2}", "*3"),
        ("{0,*2|0,*2}", "*"),
        ("{0|*}", "↑"),
        ("{*|0}", "↓"),
        ("{0,*|0}", "↑*"),
        ("{0|{0,*|0}}", "⇑"),
        ("{0|{0|*}}", "⇑*"),
        ("{0|*3}", "↑*2"),
        ("{*|*}", "0"),
        ("{^|^}", "⇑*"),
        ("{1|-1}", "±1"),
        ("{2|0}", "{2|0}"),
        ("{{3|2}|1}", "{3|2||1}"),
        ("{{{4|3}|2}|{1|0}}", "{4|3||2|||1|0}"),
        ("{1,{2|0}|-1}", "{{2|0},1|-1}"),
        ("{{2|1}|{-1|-2}}", "±{2|1}"),
        ("{0|{0|-2}}", "Tiny(2)"),
        ("{{2|0}|0}", "Miny(2)"),
        ("{{2|0}|*}", "0"),
        ("{{1|0}|0}", "Miny(1)"),
    ];
    for (text, name) in names {
        assert_eq!(named(text), name, "{text}");
    }
}

#[test]
fn multiples_of_up_and_nimbers_add_up() {
    with_forms(|forms, meter| {
        let up = read("^", forms, meter);
        let down = forms.negative(up, meter).expect("small");
        let names = ["0", "↑", "⇑", "3·↑", "4·↑", "5·↑"];
        let mut ups = forms.number(Dyadic::ZERO, meter).expect("small");
        for name in names {
            assert_eq!(forms.name(ups, meter).expect("small"), name);
            for star in 0..6 {
                let nimber = forms.nimber(star, meter).expect("small");
                let sum = forms.sum(ups, nimber, meter).expect("small");
                let zero = name == "0";
                let want = match star {
                    0 => name.to_owned(),
                    1 => format!("{}*", if zero { "" } else { name }),
                    star => format!("{}*{star}", if zero { "" } else { name }),
                };
                assert_eq!(forms.name(sum, meter).expect("small"), want);
                let half = read("1/2", forms, meter);
                let more = forms.sum(half, sum, meter).expect("small");
                let plus = if want.contains('·') { "+" } else { "" };
                let want = if want == "0" { "1/2".to_owned() } else { format!("1/2{plus}{want}") };
                assert_eq!(forms.name(more, meter).expect("small"), want);
                let back = forms.negative(sum, meter).expect("small");
                let zero = forms.number(Dyadic::ZERO, meter).expect("small");
                assert_eq!(forms.sum(sum, back, meter).expect("small"), zero);
            }
            ups = forms.sum(ups, up, meter).expect("small");
        }
        let two = forms.sum(down, down, meter).expect("small");
        assert_eq!(forms.name(two, meter).expect("small"), "⇓");
    });
}

#[test]
fn a_switch_and_a_star_is_the_switch_with_stars() {
    with_forms(|forms, meter| {
        let (switch, star) = (read("{1|-1}", forms, meter), read("*", forms, meter));
        let sum = forms.sum(switch, star, meter).expect("small");
        assert_eq!(forms.name(sum, meter).expect("small"), "±(1*)");
        let twice = forms.sum(switch, switch, meter).expect("small");
        assert_eq!(forms.name(twice, meter).expect("small"), "0");
    });
}

/// "Winning Ways", chapter 6.
#[test]
fn means_and_temperatures_are_those_of_thermographs() {
    let heats = [
        ("3", "3", "-1"),
        ("3/4", "3/4", "-1/4"),
        ("{1|-1}", "0", "1"),
        ("{2|-1}", "1/2", "3/2"),
        ("{5|-3}", "1", "4"),
        ("{{2|0}|-1}", "0", "1"),
        ("{{4|1}|-1}", "3/4", "7/4"),
        ("{{7|5}|{4|1}}", "17/4", "7/4"),
        ("{0|{0|-2}}", "0", "0"),
        ("^", "0", "0"),
        ("*3", "0", "0"),
        ("{3,{5|2}|-1}", "5/4", "9/4"),
    ];
    for (text, mean, temperature) in heats {
        with_forms(|forms, meter| {
            let form = read(text, forms, meter);
            let heat = forms.heat(form, meter).expect("small");
            let found = (heat.mean.to_string(), heat.temperature.to_string());
            assert_eq!(found, (mean.to_owned(), temperature.to_owned()), "{text}");
        });
    }
}

/// The judge: trees are played out, sums and differences of them too.
#[test]
fn forms_agree_with_random_trees_played_out() {
    let mut dice = Dice::new(22);
    let mut classes = [0; 4];
    with_forms(|forms, meter| {
        for round in 0..800 {
            let (one, two) = (Tree::random(&mut dice, 3), Tree::random(&mut dice, 2 + round % 2));
            let (first, second) = (one.form(forms, meter), two.form(forms, meter));
            let difference = one.plus(&two.negative());
            let at_most = forms.at_most(first, second, meter).expect("small");
            assert_eq!(at_most, !difference.wins(true), "{one:?} {two:?}");
            assert_eq!(first == second, !difference.wins(true) && !difference.wins(false));
            let sum = forms.sum(first, second, meter).expect("small");
            let played = one.plus(&two);
            let class = match (played.wins(true), played.wins(false)) {
                (true, true) => Class::First,
                (true, false) => Class::Left,
                (false, true) => Class::Right,
                (false, false) => Class::Second,
            };
            assert_eq!(forms.class(sum, meter).expect("small"), class, "{one:?} {two:?}");
            classes[class as usize] += 1;
            let back = forms.negative(first, meter).expect("small");
            assert_eq!(back, one.negative().form(forms, meter));
            let nothing = forms.sum(first, back, meter).expect("small");
            assert_eq!(forms.as_number(nothing), Some(Dyadic::ZERO), "{one:?}");
        }
    });
    assert!(classes.iter().all(|count| *count > 40), "{classes:?}");
}

#[test]
fn sums_associate_and_means_add() {
    let mut dice = Dice::new(2013);
    with_forms(|forms, meter| {
        for _ in 0..300 {
            let mut form = || Tree::random(&mut dice, 3).form(forms, meter);
            let (one, two, three) = (form(), form(), form());
            let mut sum = |one, two| forms.sum(one, two, meter).expect("small");
            let (ab, bc) = (sum(one, two), sum(two, three));
            assert_eq!(sum(ab, three), sum(one, bc));
            let mut heat = |form| forms.heat(form, meter).expect("small");
            let (first, second, both) = (heat(one), heat(two), heat(ab));
            assert_eq!(first.mean.plus(second.mean), Some(both.mean));
            assert!(both.temperature <= first.temperature.max(second.temperature));
            // Many copies end no farther from their mean than one move matters.
            let copies = forms.sum(ab, ab, meter).expect("small");
            let (left, right) = forms.stops(copies);
            let mean = both.mean.plus(both.mean).expect("small");
            let reach = both.temperature.max(Dyadic::ZERO);
            assert!(left <= mean.plus(reach).expect("small") && mean.minus(reach).expect("small") <= right);
        }
    });
}

/// E. R. Berlekamp's rule for Hackenbush strings ("Winning Ways", chapter 3): edges of the first colour count 1 each; from the first change of colour on, the
/// edge that changes and every later one count halves of the one before, with the sign of their colour.
#[test]
fn hackenbush_strings_follow_berlekamps_rule() {
    for length in 0..9_u32 {
        for colours in 0..1_u32 << length {
            let blue = |edge: u32| colours >> edge & 1 == 1;
            let changes = (0..length).find(|edge| blue(*edge) != blue(0)).unwrap_or(length);
            let worth = |edge: u32| {
                let size = Dyadic::new(1, (edge + 1).saturating_sub(changes)).expect("few places");
                if blue(edge) { size } else { size.negative().expect("small") }
            };
            let rule = (0..length).fold(Dyadic::ZERO, |sum, edge| sum.plus(worth(edge)).expect("small"));
            with_forms(|forms, meter| {
                let mut strings = Vec::new();
                for top in 0..=length {
                    let cut = |side: bool| -> Vec<Form> {
                        strings
                            .iter()
                            .zip(0..top)
                            .filter(|(_, edge)| blue(*edge) == side)
                            .map(|(form, _)| *form)
                            .collect()
                    };
                    let (left, right) = (cut(true), cut(false));
                    strings.push(forms.game(&left, &right, meter).expect("small"));
                }
                assert_eq!(forms.as_number(strings[length as usize]), Some(rule), "{colours:b}");
            });
        }
    }
}

#[test]
fn limits_stop_and_what_is_too_large_is_refused() {
    let limits = Limits::default().positions(20);
    let mut forms = Forms::new();
    let stop = forms.nimber(30, &mut Meter::new(&limits, &Silent)).expect_err("30 heaps are more than 20 forms");
    assert_eq!(stop, Stop::Positions { limit: 20 });
    with_forms(|forms, meter| {
        let zero = forms.number(Dyadic::ZERO, meter).expect("kept");
        let mut ups = forms.nimber(1, meter).expect("kept");
        let stop = loop {
            match forms.game(&[zero], &[ups], meter) {
                Ok(more) => ups = more,
                Err(stop) => break stop,
            }
        };
        assert!(stop.to_string().contains("512 deep"), "{stop}");
        assert_eq!(forms.name(ups, meter).expect("kept"), "511·↑");
        let back = forms.negative(ups, meter).expect("kept");
        assert_eq!(forms.class(ups, meter).expect("kept"), Class::Left);
        assert!(!forms.at_most(ups, back, meter).expect("kept"));
        let nothing = forms.sum(ups, back, meter).expect("kept");
        assert_eq!(nothing, zero);
        let small = forms.number(Dyadic::new(1, 120).expect("120 places"), meter).expect("kept");
        let stop = forms.game(&[zero], &[small], meter).expect_err("121 places");
        assert!(stop.to_string().contains("120 binary places"), "{stop}");
    });
}
