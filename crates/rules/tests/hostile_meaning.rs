//! Rules made to hurt: every one is refused or stopped, checked, set up and played, soon and within bounds on memory.

use bouton_rules::{
    Source, check,
    diagnostic::Diagnostic,
    interpret::{Fault, Halt, Interpreter},
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

/// Checks, sets up and plays a move from the first position; the codes of what goes wrong.
fn codes(text: &str) -> Vec<&'static str> {
    let begun = Instant::now();
    let (rules, found) = check(&Source::new("a.game", text));
    let codes = match rules {
        None => found.iter().map(|finding| finding.code).collect(),
        Some(rules) => played(Arc::new(rules)).err().iter().map(|fault| fault.code).collect(),
    };
    let shown: String = text.chars().take(100).collect();
    // Not a measurement: it only tells a hang from a slow machine.
    assert!(begun.elapsed().as_secs() < 300, "hangs: {shown}");
    codes
}

fn played(rules: Arc<bouton_rules::Rules>) -> Result<(), Fault> {
    let none = vec![None; rules.params.len()];
    let game = Interpreter::new(rules, &none)?;
    let start = game.start()?;
    if game.ending(&start)?.is_none() {
        let steps = game.steps(&start)?;
        steps.iter().take(10).try_for_each(|step| game.ending(&step.next).map(|_| ()))?;
    }
    Ok(())
}

/// Rules with one line more, whose move does this.
fn game(line: &str, does: &str) -> String {
    format!("game G\nstate n : 0..9 = 9\n{line}\nmove go {{ when n > 0; n -= 1; {does} }}\nstuck => me loses\n")
}

/// What must come out: one of these codes, and nothing else.
fn refused(text: &str, expected: &[&str]) {
    let codes = codes(text);
    assert!(!codes.is_empty(), "nothing refused: {text}");
    assert!(codes.iter().all(|code| expected.contains(code)), "{codes:?} for {text}");
}

#[test]
fn huge_bounds_are_bounds() {
    assert_eq!(codes(&game("state big : 0..9223372036854775807 = 0", "big += 1")), [""; 0]);
    assert_eq!(codes(&game("state big : -9223372036854775807..9223372036854775807 = 0", "big -= 1")), [""; 0]);
}

#[test]
fn huge_positions_are_refused() {
    for ty in [
        "list[1000000000] of 0..1",
        "list[0..1000000000] of 0..1",
        "set of 0..9223372036854775807",
        "set of -9223372036854775807..9223372036854775807",
        "grid[100000, 100000] of bool",
        "grid[9223372036854775807, 9223372036854775807] of bool",
        "list[1000] of list[1000] of list[1000] of 0..1",
        "list[1000] of list[1000] of list[1000] of list[1000] of list[1000] of list[1000] of list[1000] of 0..1",
        "list[1000] of set of 0..1000000",
    ] {
        refused(&game(&format!("state x : {ty} = 0"), "x = x"), &["B047", "B030", "R09"]);
        refused(&game(&format!("state x : {ty} = []"), "x = x"), &["B047", "B030", "R09"]);
        refused(&game(&format!("state x : {ty} = 0..9223372036854775806"), "x = x"), &["B047", "B030", "R09"]);
    }
    refused(&game("param m : 1..1_000_000_000 = 1_000_000_000\nstate x : list[m] of 0..1 = 0", "x[0] = 1"), &["R09"]);
}

#[test]
fn huge_parameters_are_refused() {
    for line in [
        "param x : list[1000000000] of 0..1 = 0",
        "param x : list[0..1000000000000] of 0..1000000000000 = 0..100000000000",
        "param x : set of 0..1000000000000 = 0..1000000000000",
        "param x : grid[100000, 100000] of 0..1 = 0",
        "param x : list[1000] of list[1000] of list[1000] of 0..1 = 0",
    ] {
        refused(&game(line, "when len(x) == 0"), &["P05", "P04", "B032"]);
    }
}

#[test]
fn endless_work_is_stopped() {
    let far = "9223372036854775807";
    for line in [
        "let xs = [0 for i in 0..999999999]",
        "let xs = sorted(0..999999999)",
        "let xs = reversed(-9223372036854775807..9223372036854775807)",
        "let xs = [sum(0..999999999)]",
        "let xs = [count(i == j for i in 0..99999 for j in 0..99999)]",
        "let xs = [mex(0..9223372036854775807)]",
        "let xs = distinct(0..9223372036854775807)",
        "let xs = [[j for j in 0..99999] for i in 0..99999]",
    ] {
        refused(&game(line, "when len(xs) > 0"), &["R09", "B044"]);
    }
    for does in [
        &format!("for i in 0..{far} {{ }}"),
        "for i in 0..99999 { for j in 0..99999 { let k = i; when k >= 0 } }",
        "var s = {0}; for i in 0..99999999 { s += {i} }",
        "var xs = [0]; for i in 0..99999999 { xs = append(xs, i) }",
        "var xs = [0]; for i in 0..99 { xs = xs + xs }",
        "for s in subsets({i for i in 0..100}) { }",
        "for s in subsets({i for i in 0..19}) { for t in subsets({i for i in 0..19}) { } }",
    ] {
        refused(&game("", does), &["R09", "B044", "B025"]);
    }
    for choices in ["k in 0..9223372036854775807", "k in 0..99999, j in 0..99999", "k in 0..99999 if k < 0, j in 0..9"]
    {
        let text =
            format!("game G\nstate n : 0..9 = 9\nmove go({choices}) {{ when n > 0; n -= 1 }}\nstuck => me loses\n");
        assert!(codes(&text).iter().all(|code| ["R09", "B044", "B060"].contains(code)));
    }
}

#[test]
fn many_large_lets_share_one_bound() {
    let lets: String = (0..500).map(|at| format!("let x{at} = [i for i in 0..999_999]\n")).collect();
    refused(&game(&lets, "n = n"), &["R09"]);
    let ends = "end when sum(i for i in 0..999_999) < 0 => draw\n".repeat(500);
    refused(&game(&ends, "n = n"), &["R09"]);
    let invariants = "invariant sum(i for i in 0..999_999) > 0\n".repeat(500);
    refused(&game(&invariants, "n = n"), &["R09"]);
}

#[test]
fn work_that_is_given_up_says_what_it_was_for() {
    let said = |line: &str, does: &str| {
        let rules = Arc::new(check(&Source::new("a.game", game(line, does))).0.expect("nothing wrong with these"));
        let made = Interpreter::new(rules, &[]).and_then(|game| game.steps(&game.start()?).map(drop));
        made.expect_err("too much").message.clone()
    };
    let endless = "all(i + j >= 0 for i in 0..99999 for j in 0..99999)";
    let too_long = |what: &str| format!("this takes too long to work out for {what}");
    assert_eq!(said(&format!("let x = {endless}"), "when x"), too_long("this `let`"));
    assert_eq!(said(&format!("param p : bool = {endless}"), "when p"), too_long("this parameter"));
    assert_eq!(said(&format!("require {endless}"), "n = n"), too_long("this `require`"));
    assert_eq!(said("", &format!("when {endless}")), too_long("one position"));
}

#[test]
fn a_let_may_take_long_until_somebody_ends_it() {
    let text = game("let x = all(i + j >= 0 for i in 0..99999 for j in 0..99999)", "when x");
    let rules = Arc::new(check(&Source::new("a.game", text)).0.expect("nothing wrong with these"));
    let asked = Arc::new(AtomicU64::new(0));
    let count = asked.clone();
    let halt = Halt::new(move || {
        let over = count.fetch_add(1, Ordering::Relaxed) == 1_000;
        over.then(|| Box::new(Diagnostic::error("M02", "the time is over")))
    });
    let ended = Interpreter::halted(rules, &[], u64::MAX, Some(halt)).expect_err("ended");
    assert_eq!(
        (ended.message.to_string().as_str(), ended.notes.as_slice()),
        ("the time is over", &["while a `let` was worked out".into()][..])
    );
    assert_eq!(asked.load(Ordering::Relaxed), 1_001, "no further than that");
}

#[test]
fn a_budget_bounds_all_questions_together() {
    let text = game("", "when count(i > 0 for i in 0..99) > n");
    let rules = Arc::new(check(&Source::new("a.game", text)).0.expect("nothing wrong with these"));
    let game = Interpreter::new(rules, &[]).expect("no parameters").with_budget(10_000);
    let start = game.start().expect("a start");
    let answered = (0..1_000).filter(|_| game.steps(&start).is_ok()).count();
    assert!((1..100).contains(&answered), "{answered}");
}

#[test]
fn more_symmetries_than_any_group_is_made_of_are_refused() {
    let map = |at: usize| format!("symmetry xs[i] -> xs[(i + {at}) % 99]\n");
    let some = |count: usize| {
        let symmetries: String = (1..=count).map(map).collect();
        codes(&format!("{}{symmetries}", game("state xs : list[99] of bool = true", "xs[0] = false")))
    };
    assert_eq!(some(65), ["B006"]);
    assert!(!some(64).contains(&"B006"));
}

#[test]
fn equal_symmetries_are_one() {
    let lines = "symmetry permute xs, xs[i] -> xs[2 - i]\nsymmetry  permute  xs\n".repeat(500);
    let text = format!("{}{lines}", game("state xs : list[3] of bool = true", "xs[0] = false"));
    let rules = check(&Source::new("a.game", text)).0.expect("nothing wrong with these");
    assert_eq!(rules.symmetries.len(), 2);
}

#[test]
fn copies_of_large_positions_are_counted() {
    let text = "game G\nstate xs : list[1000000] of 0..9 = 0\nmove set(k in 0..999999) { xs[k] = 1 }\nstuck => draw\n";
    refused(text, &["R09"]);
}

#[test]
fn defs_that_grow_are_stopped() {
    let twice: String = (1..60).map(|at| format!("def f{at}(x) = f{}(x) + f{}(x)\n", at - 1, at - 1)).collect();
    refused(&game(&format!("def f0(x) = x\n{twice}"), "when f59(n) > 0"), &["B054"]);
    let nested: String = (1..60).map(|at| format!("def f{at}(x) = f{}(f{}(x))\n", at - 1, at - 1)).collect();
    refused(&game(&format!("def f0(x) = x\n{nested}"), "when f59(n) > 0"), &["B054"]);
    let deep = |at: usize| format!("def f{at}(x) = {}f{}(x){}\n", "(1 + ".repeat(90), at - 1, ")".repeat(90));
    let deep: String = (1..60).map(deep).collect();
    refused(&game(&format!("def f0(x) = x\n{deep}"), "when f59(n) > 0"), &["B054"]);
    let chain: String = (1..5000).map(|at| format!("def f{at}(x) = f{}(x)\n", at - 1)).collect();
    refused(&game(&format!("def f0(x) = x\n{chain}"), "when f4999(n) > 0"), &["B054"]);
    let long = format!("def f(x) = [{}x]\n", "x, ".repeat(100_000));
    refused(&game(&long, &"when f(n) == f(n); ".repeat(2000)), &["B054"]);
    let wide: Vec<String> = (0..100_000).map(|at| format!("a{at}")).collect();
    refused(&game(&format!("def f({}) = a0", wide.join(", ")), "n = n"), &["B054"]);
}

#[test]
fn types_made_of_themselves_and_long_chains_of_them_are_refused() {
    let circles = [
        "type A = A",
        "type A = B\ntype B = A",
        "type A = set of A",
        "type A = A?",
        "type A = list[1..3] of A",
        "type A = grid[2, 2] of B\ntype B = set of C\ntype C = list[2] of A",
    ];
    for types in circles {
        for line in ["state x : A = 0", "param x : A", "state x : set of A = {}", "state x : list[2] of A? = []"] {
            let (_, found) = check(&Source::new("a.game", game(&format!("{types}\n{line}"), "n = n")));
            let codes: Vec<_> = found.iter().map(|finding| finding.code).collect();
            assert_eq!(codes, ["B058"], "{types}: {line}");
            assert!(found[0].message.to_string().contains("`A`") && !found[0].help.is_empty(), "{found:?}");
        }
    }
    let long = |of: &str, many: usize| -> String {
        let links = (1..many).map(|at| format!("type T{at} = {of}T{}\n", at - 1));
        std::iter::once("type T0 = 0..1\n".to_owned()).chain(links).collect()
    };
    for of in ["", "set of ", "list[1] of ", "list[1] of list[1] of "] {
        for line in ["state x : T29999 = 0", "param x : T29999"] {
            refused(&game(&format!("{}{line}", long(of, 30_000)), "n = n"), &["B054"]);
        }
    }
    let round: String = (0..30_000).map(|at| format!("type T{at} = T{}\n", (at + 1) % 30_000)).collect();
    refused(&game(&format!("{round}state x : T7 = 0"), "n = n"), &["B058"]);
    assert_eq!(codes(&game(&format!("{}state x : T99 = 0", long("", 100)), "x = 1")), [""; 0]);
    let lists = format!("{}state x : {}T49 = 1", long("list[1] of ", 50), "list[1] of ".repeat(100));
    assert_eq!(codes(&game(&lists, "when x == x")), [""; 0]);
}

#[test]
fn many_names_are_checked_in_time() {
    let params: String = (0..90_000).map(|at| format!("param p{at} : 0..1 = 0\n")).collect();
    assert_eq!(codes(&game(&params, "n = n")), [""; 0]);
    let names: String = (0..50_000).map(|at| format!("state s{at} : {{a{at}, b{at}}} = a{at}\n")).collect();
    assert_eq!(codes(&game(&names, "n = n")), [""; 0]);
    let unknown: String = (0..120_000).map(|at| format!("let x{at} = y{at}\n")).collect();
    assert!(codes(&game(&unknown, "n = n")).len() <= 70);
    let lets: String = (0..100_000).map(|at| format!("let x{at} = {at}; ")).collect();
    assert!(codes(&game("", &lets)).contains(&"B054"));
    let moves: String = (0..40_000).map(|at| format!("move m{at} {{ when not can(go); n = 0 }}\n")).collect();
    assert_eq!(codes(&game(&moves, "n = n")), [""; 0]);
    let chain: String = (1..20_000).map(|at| format!("move m{at} {{ when not can(m{}); n = 0 }}\n", at - 1)).collect();
    refused(&game(&format!("move m0 {{ when n > 5; n = 0 }}\n{chain}"), "n = n"), &["B056"]);
    let same: String =
        "move go { when can(other); n = 0 }\n".repeat(20_000) + &"move other { when n > 3; n = 0 }\n".repeat(20_000);
    refused(&game(&same, "n = n"), &["B054"]);
    let types = "list[1] of ".repeat(190) + "0..1";
    refused(&game(&format!("state x : {types} = {}\"a\"{}", "[".repeat(150), "]".repeat(150)), "x = x"), &["B030"]);
}

#[test]
fn deep_rules_are_walked_on_a_small_stack() {
    let deep = |open: &str, close: &str, inside: &str| format!("{}{inside}{}", open.repeat(60), close.repeat(60));
    for (open, close) in [
        ("(", ")"),
        ("abs(", ")"),
        ("sum(", " for i in 1..1)"),
        ("-", ""),
        ("max(1, ", ")"),
        ("[", "][0]"),
        ("if n > 0 then ", " else 1"),
        ("f(", ")"),
        ("1 + ", ""),
    ] {
        let inside = deep(open, close, "2").replace("for i in", "for _i in");
        let codes = codes(&game("def f(x) = x + 1", &format!("let a = {inside}; when a > -99999")));
        assert!(codes.iter().all(|code| ["B054", "B022"].contains(code)), "{open}: {codes:?}");
    }
    let chain: String =
        (1..40).map(|at| format!("def f{at}(x) = sum(f{}(x + i{at}) for i{at} in 1..1)\n", at - 1)).collect();
    assert_eq!(codes(&game(&format!("def f0(x) = x\n{chain}"), "when f39(n) > 0")), [""; 0]);
    let blocks = format!("{}n = 0{}", "if n > 0 { ".repeat(190), " }".repeat(190));
    assert_eq!(codes(&game("", &blocks)), [""; 0]);
    let loops: String = (0..190).map(|at| format!("for i{at} in 1..1 {{ ")).collect();
    assert_eq!(codes(&game("", &format!("{loops}n = 0{}", " }".repeat(190)))), [""; 0]);
}

#[test]
fn cells_far_away_are_refused() {
    let line = "state at : grid[2, 2] of bool = false";
    for does in [
        "var c = (0, 0); for i in 1..99 { c = c + c + (1, 1) }; when c != (0, 0)",
        "let c = (9223372036854775807, 9223372036854775807); when c != (0, 0)",
        "var c = (1, 1); for i in 1..9999999 { c = c + (1000000, 0) }; when at[c]",
    ] {
        refused(&game(line, does), &["R01", "B025", "B026", "R09"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_a_gigabyte() {
    for line in [
        "let xs = [[i] for i in 0..99999999]",
        "let xs = [{i} for i in 0..99999999]",
        "let xs = [subsets({1, 2, 3, 4, 5, 6}) for i in 0..99999999]",
    ] {
        refused(&game(line, "when len(xs) > 0"), &["R09"]);
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < 3_000_000, "several tests at once, each below a gigabyte: {peak}");
}
