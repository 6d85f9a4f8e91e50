//! Rules → facts → plan, for every game of the gallery with the parameters of its first example, and for games that other strategies are
//! chosen for: `plans.txt` holds what `bouton plan` would say. `BOUTON_ACCEPT=1` writes it anew; read what changes.

use bouton::examples::example_params;
use bouton::gallery::games;
use bouton::game::Game;
use bouton::instance::from_json;
use bouton::methods::{Family, Strategy, methods};
use bouton::{Ask, Instance, Limits, Plan, Silent, Solution, Stop, solve};
use bouton_rules::{Source, check};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn an_order_is_guessed_of_moves_that_were_looked_at() {
    // So many pairs are counted for each move that only few can be looked at, and of still more not one.
    for (n, guessed) in [(20, true), (100, true), (1_000, false)] {
        let text = format!(
            "game Pairs\nstate left : set of 0..<{n} = {{x for x in 0..<{n}}}\nmove take(i in left) {{\n  \
             when count(a != b for a in left, b in left) >= 0\n  left -= {{i}}\n}}\nstuck => me loses\n"
        );
        let rules = Arc::new(check(&Source::new("pairs", text)).0.unwrap());
        let game = Instance::new(rules, &[]).unwrap();
        let told = game.order().map(|order| order.told(game.rules())).map(|(falls, words)| (falls, words.to_string()));
        assert_eq!(told, guessed.then(|| (true, "len(left)".to_owned())), "{n}");
    }
}

#[test]
fn a_move_in_several_steps_has_an_order() {
    let told = |text: &str| {
        let game = game(&format!("game Steps\n{text}\nstuck => me loses\n"));
        game.order().map(|order| order.told(game.rules()).1.to_string())
    };
    let guess = "state lo : 1..20 = 1\nstate hi : 0..20 = 20\nstate asked : 0..20 = 0\n\
                 move ask(x in 1..20) by First { when asked == 0 and lo <= x <= hi and lo < hi; asked = x }\n\
                 move below by Second { when asked > lo; hi = asked - 1; asked = 0 }\n\
                 move above by Second { when asked > 0 and asked < hi; lo = asked + 1; asked = 0 }\n\
                 end when lo >= hi => First wins";
    assert_eq!(told(guess).as_deref(), Some("2 lo − 2 hi + (asked > 0)"));
    let phases = "state free : set of 1..6 = {1, 2, 3, 4, 5, 6}\nstate phase : {choose, double, take} = choose\nstate k : 1..6 = 1\n\
                  move choose(x in free) { when phase == choose; k = x; phase = double; again }\n\
                  move double { when phase == double; phase = take; again }\n\
                  move take { when phase == take; free -= {k}; phase = choose }";
    assert_eq!(told(phases).as_deref(), Some("−3 len(free) + phase"));
    let held = "state b : grid[2, 3] of player? = none\nstate held : cell of b? = none\n\
                move point(c in cells(b)) { when held == none and b[c] == none; held = c; again }\n\
                move put(c in cells(b)) { when held == c; b[c] = me; held = none }";
    assert_eq!(told(held).as_deref(), Some("2 filled cells of b + (held != none)"));
    assert_eq!(told("state n : 0..6 = 6\nstate t : bool = false\nmove flip { t = not t }"), None);
}

#[test]
fn sets_in_a_list_are_counted_together() {
    let game = game(
        "game Sets\nplayers A, B\nstate mine : list[2] of set of 0..5 = {}\ndef index(p) = if p == A then 0 else 1\n\
         move put(c in 0..5 if c not in mine[0] and c not in mine[1]) {\n  mine[index(me)] += {c}\n  \
         end when sum(x for x in mine[index(me)]) == 9 => me wins\n}\nstuck => draw\n",
    );
    let told = game.order().map(|order| order.told(game.rules()).1.to_string());
    assert_eq!(told.as_deref(), Some("members of mine"));
    let all = |method: &str| {
        let (start, limits) = (game.start().unwrap(), Limits::default());
        let solution = solve(&game, &start, &Ask::Table, &limits, Some(method), &Silent).unwrap();
        let mut all: Vec<_> = solution.store.entries(&game).collect();
        all.sort();
        all
    };
    assert!(all("layers") == all("memo"));
}

fn game(text: &str) -> Instance {
    let rules = Arc::new(check(&Source::new("large", text)).0.unwrap());
    Instance::new(rules, &[]).unwrap()
}

#[test]
fn loops_in_a_move_are_not_written_out_without_end() {
    let loops: String = (0..24).map(|at| format!("for v{at} in 0..1 {{ ")).collect();
    let text = format!(
        "game Nested\nstate n : 0..9 = 9\nmove take {{\n  when n > 0\n  var x = 0\n  {loops} x = 1 - x {}\n  n -= 1\n}}\nstuck => me loses\n",
        "}".repeat(24)
    );
    assert!(game(&text).abstracted().unwrap().tables(&|_, _| true).is_none());
}

#[test]
fn moves_of_very_many_variables_have_no_closed_form() {
    let each = |line: &dyn Fn(usize) -> String| (0..4_000).map(line).collect::<String>();
    let states = each(&|at| format!("state s{at} : 0..9 = 9\n"));
    let moves = each(&|at| format!("move m{at} {{ when s{at} > 0; s{at} -= 1 }}\n"));
    let why = game(&format!("game Many\n{states}{moves}stuck => me loses\n")).recurrence().unwrap_err().to_owned();
    assert!(why.to_string().starts_with("more than 128 numbers make a position, line 130"), "{why}");
    let choices = "move two(i in 0 ..< 60, j in 0 ..< 60) { when xs[i] > 0 and xs[j] > 0; xs[i] -= 1; xs[j] -= 1 }\n";
    let text = format!("game Pairs\nstate xs : list[60] of 0..9 = 9\n{choices}stuck => me loses\n");
    let why = game(&text).recurrence().unwrap_err().to_owned();
    assert!(why.to_string().starts_with("more moves than are written out"), "{why}");
}

#[test]
fn a_trial_game_that_costs_too_much_says_nothing() {
    let flip = "game Flip\nstate white : list[200] of bool = true\nmove flip(c in 0 ..< 200, w in 1 .. 200) {\n  when white[c] and w <= c + 1\n  \
                for x in c - w + 1 .. c { white[x] = not white[x] }\n}\nstuck => me loses\n";
    let game = game(flip);
    let plan = Plan::of(&game, &game.start().unwrap(), &Ask::Line, &Limits { threads: 1, ..Limits::default() });
    let (_, estimate) = plan.to_try().next().unwrap();
    assert_eq!(estimate.at_least, None, "{plan}");
}

/// Where a limit says how many of a heap may be taken, and follows from what was taken.
const FIBONACCI: &str = "game Fibonacci\nparam n : 1..2_000_000\nstate left : 0..n = n\nstate most : 0..2 * n = n - 1\n\
                         move take(x in 1..min(left, most)) { left -= x; most = 2 * x }\nstuck => me loses\n";
/// Numbers are crossed out with their divisors.
const DIVISORS: &str = "game Divisors\nstate on : list[9] of bool = [true for x in 1..9]\n\
                        move cross(k in 1..9 if on[k - 1]) { for d in 1..9 { if k % d == 0 { on[d - 1] = false } } }\nstuck => me loses\n";

/// Games for which strategies are chosen that no first example of the gallery needs: a text or a name of the gallery, parameters, what is
/// asked, and the strategy if it is taken only where somebody asks for it.
fn others() -> Vec<(&'static str, Json, Ask, Option<&'static str>)> {
    let piles: Vec<i64> = (0..3_000).map(|at| at * 7_919 % 101).collect();
    vec![
        ("nim", json!({"heaps": [1_000, 999, 123]}), Ask::Value, None),
        ("wythoff", json!({"a": 1_000, "b": 2_000}), Ask::Value, None),
        ("subtraction", json!({"n": 1_000_000}), Ask::Value, None),
        ("divisor-game", json!({"n": 1_000}), Ask::Value, None),
        ("euclid", json!({"a": 1_000, "b": 700}), Ask::Value, None),
        ("chomp", json!({"rows": 5, "cols": 5}), Ask::Value, None),
        (FIBONACCI, json!({"n": 1_000}), Ask::Value, None),
        (DIVISORS, json!({}), Ask::Value, None),
        ("flip-game", json!({"currentState": "+".repeat(40)}), Ask::Value, None),
        ("kayles", json!({"rows": [5, 4], "misere": true}), Ask::Value, None),
        ("stone-game-ii", json!({"piles": piles}), Ask::Value, None),
        ("stone-game-vii", json!({"stones": piles}), Ask::Value, None),
        ("can-i-win", json!({"maxChoosableInteger": 20, "desiredTotal": 150}), Ask::Value, None),
        ("dots-and-boxes", json!({"rows": 3, "cols": 3}), Ask::Table, None),
        ("connect-four", json!({"rows": 5, "cols": 5}), Ask::Value, None),
        ("connect-four", json!({"rows": 5, "cols": 5}), Ask::Table, None),
        ("nim", json!({"heaps": [1, 2]}), Ask::Table, Some("recursion")),
        ("three-mens-morris", json!({}), Ask::Table, Some("horizon")),
        ("awari", json!({"pits": 4, "endgame": 6}), Ask::Table, None),
        ("awari", json!({}), Ask::Table, Some("rounds")),
    ]
}

/// A game with parameters, and how it is called in `plans.txt`.
fn given(name: &str, params: &Json) -> (String, Instance) {
    let text = bouton::gallery::find(name).map_or(name, |game| game.text);
    let rules = Arc::new(check(&Source::new(name, text)).0.unwrap());
    let call = match params.to_string() {
        long if long.len() > 100 => format!("{} … {} numbers", &long[..30], long.matches(',').count() + 1),
        short => short,
    };
    let game = Instance::new(rules.clone(), &from_json(&rules, params.as_object().unwrap()).unwrap()).unwrap();
    (format!("{}   {call}", rules.name), game)
}

/// The plan as `plans.txt` has it; notes the strategy that it uses.
fn told(title: &str, plan: &Plan, chosen: &mut BTreeSet<&'static str>) -> String {
    let (choice, _) = plan.to_try().next().unwrap_or_else(|| panic!("{title}: nothing fits"));
    chosen.insert(choice.strategy.unwrap().name);
    format!("── {title}\n{plan}\n")
}

#[test]
fn every_game_is_planned_for_reasons_and_every_strategy_is_chosen() {
    let (mut text, mut chosen) = (String::new(), BTreeSet::new());
    let limits = Limits { threads: 1, ..Limits::default() };
    for game in games() {
        let (rules, _) = check(&Source::new(game.name, game.text));
        let rules = Arc::new(rules.unwrap());
        let example = rules.examples.first().unwrap_or_else(|| panic!("{} has no example", game.name));
        let instance = Instance::new(rules.clone(), &example_params(&rules, example).unwrap()).unwrap();
        let plan = Plan::of(&instance, &instance.start().unwrap(), &Ask::Line, &limits);
        let call = rules.source.slice(example.span).lines().next().unwrap_or_default();
        text += &told(&format!("{}   {call}", game.name), &plan, &mut chosen);
        text += "facts\n";
        for fact in &plan.facts.lines {
            text += &format!("  {:12}{}  ({})\n", fact.name, fact.text, fact.because);
        }
        text += "\n";
    }
    for (name, params, ask, by) in others() {
        let (call, game) = given(name, &params);
        let start = game.start().unwrap();
        let plan = match by {
            Some(name) => Plan::by(&game, &start, &ask, &limits, name).unwrap(),
            None => Plan::of(&game, &start, &ask, &limits),
        };
        let by = by.map_or(String::new(), |name| format!(", --method {name}"));
        text += &told(&format!("{call}, asked {ask:?}{by}"), &plan, &mut chosen);
        text += "\n";
    }
    kept("tests/plans.txt", &text);
    assert_eq!(chosen, strategies().map(|strategy| strategy.name).collect(), "chosen, and all there are");
}

fn strategies() -> impl Iterator<Item = &'static Strategy> {
    methods::<Instance>().iter().flat_map(|method| (method.family().strategies)())
}

/// A text is as the file in this crate says; `BOUTON_ACCEPT=1` writes the file anew.
fn kept(file: &str, text: &str) {
    let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BOUTON_ACCEPT").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap();
    for (now, before) in text.split("── ").zip(kept.split("── ")) {
        assert_eq!(now, before);
    }
    assert_eq!(text.len(), kept.len(), "something was added to {file} or taken away");
}

#[test]
fn the_front_page_lists_the_methods_that_there_are() {
    let mut text = "| method | holds when | a position costs | strategies |\n| --- | --- | --- | --- |\n".to_owned();
    for method in methods::<Instance>() {
        let Family { name, when, costs, strategies, .. } = method.family();
        let names: Vec<String> = strategies().iter().map(|strategy| format!("`{}`", strategy.name)).collect();
        text += &format!("| `{name}` | {when} | {costs} | {} |\n", names.join(", "));
    }
    kept("src/methods/list.md", &text);
}

#[test]
fn names_are_given_once_and_explained_in_the_docs() {
    let families: Vec<&str> = methods::<Instance>().iter().map(|method| method.name()).collect();
    let names: Vec<&str> = strategies().map(|strategy| strategy.name).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/methods.md")).unwrap();
    for (strategy, family) in methods::<Instance>()
        .iter()
        .flat_map(|method| (method.family().strategies)().into_iter().map(move |strategy| (strategy, method.name())))
    {
        let alone = strategy.name == family || !families.contains(&strategy.name);
        assert!(alone, "{} is a method and a strategy of {family}", strategy.name);
        let row = format!("| `{}` | `{family}` | {} |", strategy.name, strategy.about);
        assert!(page.contains(&row), "docs/methods.md lacks {row}");
    }
}

/// The first examples of the gallery, and small games for strategies that none of them has.
fn small() -> Vec<(String, Instance)> {
    let of_gallery = games().map(|game| {
        let rules = Arc::new(check(&Source::new(game.name, game.text)).0.unwrap());
        let params = example_params(&rules, &rules.examples[0]).unwrap();
        (game.name.to_owned(), Instance::new(rules, &params).unwrap())
    });
    let others = [
        (FIBONACCI, json!({"n": 40})),
        (DIVISORS, json!({})),
        ("kayles", json!({"rows": [5, 4], "misere": true})),
        ("can-i-win", json!({"maxChoosableInteger": 9, "desiredTotal": 30})),
        ("chomp", json!({"rows": 3, "cols": 3})),
    ];
    of_gallery.chain(others.iter().map(|(name, params)| given(name, params))).collect()
}

#[test]
fn strategies_that_somebody_insists_on_agree() {
    let (limits, mut ran) = (Limits::default(), BTreeSet::new());
    for (name, game) in small() {
        let start = game.start().unwrap();
        let right = solve(&game, &start, &Ask::Table, &limits, None, &Silent).unwrap();
        // What follows every line of play takes its time.
        for strategy in
            strategies().filter(|strategy| right.positions < 100 || !["recursion", "horizon"].contains(&strategy.name))
        {
            for ask in [Ask::Value, Ask::Line, Ask::Table] {
                let what = format!("{name} by {}, asked {ask:?}", strategy.name);
                let found = match solve(&game, &start, &ask, &limits, Some(strategy.name), &Silent) {
                    Ok(found) => found,
                    Err(Stop::Unfit { .. } | Stop::Cycle(_) | Stop::OrderBroken { .. }) => continue,
                    Err(stop) => panic!("{what}: {stop}"),
                };
                assert!(found.value.same_result(right.value), "{what}: {}, {}", found.value, right.value);
                // Where a value is all that is asked, many placements are not told apart from those that play reaches.
                let all_placements = ask == Ask::Value && strategy.name == "placements";
                let both = found.whole && right.whole && !all_placements;
                let counted = |solution: &Solution<Instance>| (solution.positions, solution.finished);
                assert!(!both || counted(&found) == counted(&right), "{what}: {:?}", counted(&found));
                assert_eq!(found.strategy, strategy.name, "{what}");
                ran.insert(strategy.name);
            }
        }
    }
    assert_eq!(ran, strategies().map(|strategy| strategy.name).collect(), "those that ran, and all there are");
}
