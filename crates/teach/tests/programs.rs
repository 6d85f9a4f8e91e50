//! Programs written for every game that has them, in every language there is here, against Bouton's own answers: a thousand random
//! cases each, read and answered one after the other by one process.

use bouton::family::Family;
use bouton::rules::datum::Datum;
use bouton::rules::types::Domain;
use bouton::rules::{Source, check};
use bouton::sample::{Dice, Params, Size, random};
use bouton::{Instance, Limits, Rules, gallery};
use bouton_teach::cases::{Judge, Maker, Profile, Sizes, Templates, usual_input};
use bouton_teach::program::{LANGUAGES, Language, Printed, Recur, STAGES, Seen, Shape, Stage, program, seen};
use bouton_teach::stress::cases;
use bouton_teach::words::Lang;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};

const CASES: u64 = 1000;
/// So many for games on boards.
const BOARDS: u64 = 60;
/// How many programs there are: a game that loses one has lost something.
const PROGRAMS: usize = 95;

struct Game {
    name: &'static str,
    /// For plain recursion, which must come to an end too, and for all other programs.
    cases: [Cases; 2],
    /// Stage, language, file name and text.
    programs: Vec<(&'static str, Language, &'static str, String)>,
}

/// What programs read, and what they must print.
struct Cases {
    inputs: String,
    answers: Vec<String>,
}

/// Cases of some rules, with lists of so many entries and numbers up to so much.
fn made(rules: &Rules, len: i64, value: i64) -> Cases {
    made_with(rules, &vec![None; rules.params.len()], len, value, CASES)
}

/// The same with some parameters fixed.
fn made_with(rules: &Rules, fixed: &Params, len: i64, value: i64, count: u64) -> Cases {
    let input = usual_input(rules, &|which| fixed[which].is_none());
    let templates = Templates::new(rules, Some(&input), None, None).unwrap();
    // Sums worth reaching.
    let of = vec![("desiredTotal".to_owned(), 5 * value - 5)];
    let sizes = Sizes { len, value, least: Some(-4), of };
    let maker = Maker { fixed: fixed.clone(), ..varied(&templates, sizes) };
    let judge = Judge::new(templates, Limits::default());
    let numbers: Vec<u64> = (0..count).collect();
    let made = cases(&maker, &judge, &[Profile::Random, Profile::Tiny], 5, &numbers).unwrap().0;
    Cases {
        inputs: made.iter().map(|(_, case)| case.input.as_str()).collect(),
        answers: made.iter().map(|(_, case)| case.answer.clone()).collect(),
    }
}

/// What is printed where nobody asks for anything else.
fn usual(recur: &Recur) -> Printed {
    let [first, second] = recur.players.clone();
    match (recur.points, recur.remaining.is_some()) {
        (true, true) => Printed::Total,
        (true, false) => Printed::Lead { second: false },
        (false, _) => Printed::Winner([first, second, "draw".to_owned()]),
    }
}

/// Whoever makes cases in which every parameter varies.
fn varied(templates: &Templates, sizes: Sizes) -> Maker {
    let count = templates.rules.params.len();
    Maker { rules: templates.rules.clone(), fixed: vec![None; count], held: vec![false; count], sizes }
}

/// The games that have programs, with their cases.
fn games() -> Vec<Game> {
    let mut found = Vec::new();
    for game in gallery::games() {
        let rules = check(&Source::new(game.name, game.text)).0.unwrap();
        let Some((recur, seen)) = recurrence(game.text) else { continue };
        // Nimbers tell who wins in normal play alone.
        let normal = |param: &bouton::rules::rules::Param| (param.name == "misere").then_some(Datum::Int(0));
        let fixed: Params = rules.params.iter().map(normal).collect();
        let fixed = if recur.sum.is_some() { fixed } else { vec![None; fixed.len()] };
        let recur = recur.with(&fixed);
        let mut programs = Vec::new();
        for (stage, which) in STAGES {
            for (_, language, file) in LANGUAGES {
                let Ok(text) = program(&recur, which, seen.as_ref(), (language, Lang::English), &usual(&recur), &[])
                else {
                    continue;
                };
                programs.push((stage, language, file, text));
            }
        }
        let board = |state: &bouton::rules::rules::State| matches!(state.domain, Domain::Grid { .. });
        let cases = match (recur.holds(Shape::List), recur.holds(Shape::Set)) {
            // Boards fill in many orders, and in more where somebody moves again.
            (true, _) if rules.states.iter().any(board) => {
                let most = if recur.points { 1 } else { 2 };
                [most, most + 1].map(|most| made_with(&rules, &fixed, 3, most, BOARDS))
            }
            // Heaps can be taken from in many orders.
            (true, _) => [made(&rules, 3, 3), made(&rules, 4, 5)],
            (false, true) => [made(&rules, 4, 5), made(&rules, 5, 6)],
            (false, false) if recur.sum.is_some() => {
                // Forks have many positions.
                let most = if rules.parts.len() > 1 { 6 } else { 20 };
                [made_with(&rules, &fixed, 3, 4, CASES), made_with(&rules, &fixed, 4, most, CASES)]
            }
            (false, false) => [made(&rules, 6, 6), made(&rules, 6, 6)],
        };
        found.push(Game { name: game.name, cases, programs });
    }
    found
}

/// How a program of a language is made ready and run; nothing where the language is not there.
fn ready(language: Language, folder: &Path, file: &str) -> Option<Command> {
    let there =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    let compile = |program: &str, words: &[&str]| {
        let output = Command::new(program).args(words).current_dir(folder).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        assert!(output.status.success() && said.is_empty(), "{}: {}", folder.display(), String::from_utf8_lossy(&said));
    };
    let run = |program: &str, words: &[&str]| {
        let mut command = Command::new(program);
        command.args(words).current_dir(folder);
        command
    };
    match language {
        Language::Python => there("python3").then(|| run("python3", &[file])),
        Language::Js => there("node").then(|| run("node", &[file])),
        Language::Java => there("javac").then(|| {
            compile("javac", &["-J-XX:TieredStopAtLevel=1", "-Xlint:all", "-encoding", "UTF-8", file]);
            run("java", &["-XX:TieredStopAtLevel=1", "-Xss64m", "Main"])
        }),
        Language::Cpp => there("g++").then(|| {
            compile("g++", &["-std=c++17", "-Wall", "-Wextra", "-o", "sol", file]);
            run(folder.join("sol").to_str().unwrap(), &[])
        }),
        Language::Rust => there("rustc").then(|| {
            compile("rustc", &["-Cdebuginfo=0", "-o", "sol", file]);
            run(folder.join("sol").to_str().unwrap(), &[])
        }),
        Language::Go => {
            if Command::new("gofmt").arg("-h").output().is_ok() {
                compile("gofmt", &["-l", file]);
            }
            // `min`, `max` and `slices` came with 1.21.
            let version = Command::new("go").arg("version").output().ok()?;
            let version = String::from_utf8_lossy(&version.stdout).into_owned();
            let number =
                version.split_once("go1.").and_then(|(_, number)| number.split(['.', ' ']).next()?.parse::<u32>().ok());
            number.is_some_and(|number| number >= 21).then(|| run("go", &["run", file]))
        }
    }
}

fn answers(mut command: Command, inputs: &str) -> Vec<String> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let inputs = inputs.to_owned();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(inputs.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Every program of some languages; of those that must be compiled, which takes long, every fourth, so that each game and each stage has
/// its turn. `BOUTON_ALL=1` compiles them all.
fn try_all(languages: &[Language], step: usize) {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    let step = if std::env::var_os("BOUTON_ALL").is_some() { 1 } else { step };
    let (mut programs, mut tried, mut missing) = (0, 0, 0);
    for game in GAMES.get_or_init(games) {
        for (stage, language, file, text) in &game.programs {
            if !languages.contains(language) {
                continue;
            }
            programs += 1;
            // 5 and 4 have no common part: the stages change places from game to game.
            if (programs * 5 / 4) % step != 0 {
                continue;
            }
            let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "programs", game.name, stage, file].iter().collect();
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(file), text).unwrap();
            let Some(command) = ready(*language, &folder, file) else {
                missing += 1;
                continue;
            };
            tried += 1;
            let cases = &game.cases[usize::from(*stage != "recursion")];
            compare(game.name, cases, stage, file, text, &answers(command, &cases.inputs));
        }
    }
    assert_eq!(programs, PROGRAMS * languages.len());
    // One in `step`, give or take one at the end.
    assert!(tried + missing + 1 >= programs / step, "{tried} tried, {missing} missing");
    if missing > 0 {
        eprintln!("{missing} programs were not run: no compiler");
    }
}

fn compare(name: &str, cases: &Cases, stage: &str, file: &str, text: &str, found: &[String]) {
    let right = &cases.answers;
    let wrong = right.iter().zip(found).position(|(right, found)| right != found);
    assert!(
        wrong.is_none() && found.len() == right.len(),
        "{name} {stage} {file}: case {wrong:?} of {}, {} answers; wanted {:?}, got {:?}\n{text}",
        right.len(),
        found.len(),
        wrong.map(|at| &right[at]),
        wrong.map(|at| &found[at]),
    );
}

/// Cases that are not planned one by one are the same as those that are.
#[test]
fn the_short_way_to_an_answer_gives_what_the_long_way_gives() {
    let mut families = 0;
    for game in gallery::games() {
        let rules = check(&Source::new(game.name, game.text)).0.unwrap();
        if Family::of(&rules).is_err() {
            continue;
        }
        families += 1;
        for answer in [None, Some("winner"), Some("sign"), Some(&*format!("lead({})", rules.players[0]))] {
            let templates = Templates::new(&rules, None, answer, None).unwrap();
            let sizes = Sizes { len: 5, value: 6, least: Some(-4), of: Vec::new() };
            let maker = varied(&templates, sizes);
            let judge = Judge::new(templates, Limits::default());
            let mut worker = judge.worker();
            for number in 0..60 {
                let Some(params) = maker.params(&Profile::Random, 11, number) else { continue };
                assert_eq!(worker.case(&params).unwrap(), judge.case(&params).unwrap(), "{}", game.name);
            }
        }
    }
    assert!(families > 5, "only {families} games are families");
}

#[test]
fn the_manual_names_the_games_that_have_programs() {
    let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/command.md");
    let manual = fs::read_to_string(manual).unwrap().replace('\n', " ");
    let (_, said) = manual.split_once("have programs; of the gallery they are ").unwrap();
    let said: Vec<&str> = said.split_once('.').unwrap().0.split(", ").map(|name| name.trim_matches('`')).collect();
    let written = gallery::games().filter(|game| {
        let rules = check(&Source::new(game.name, game.text)).0.unwrap();
        Recur::for_program(&rules, true).is_ok()
    });
    let mut written: Vec<&str> = written.map(|game| game.name).collect();
    written.sort_unstable();
    assert_eq!(said, written);
}

#[test]
fn scripts_give_bouton_s_answers() {
    try_all(&[Language::Python, Language::Js], 1);
}

#[test]
fn java_and_go_programs_give_bouton_s_answers() {
    try_all(&[Language::Java, Language::Go], 4);
}

#[test]
fn cpp_programs_give_bouton_s_answers() {
    try_all(&[Language::Cpp], 4);
}

#[test]
fn rust_programs_give_bouton_s_answers() {
    try_all(&[Language::Rust], 4);
}

/// A program of some rules in each language, compiled and run where that can be done: what it says to some input.
fn said_by_each(name: &str, text: &str, stage: Stage, notes: &[&str], input: &str, wanted: &str) {
    let recur = &recurrence(text).unwrap();
    let notes: Vec<String> = notes.iter().map(|note| (*note).to_owned()).collect();
    for (language, of, file) in LANGUAGES {
        let text = program(&recur.0, stage, recur.1.as_ref(), (of, Lang::English), &usual(&recur.0), &notes).unwrap();
        let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "programs", name, language].iter().collect();
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), &text).unwrap();
        match ready(of, &folder, file) {
            Some(command) => assert_eq!(answers(command, input), wanted.lines().collect::<Vec<_>>(), "{text}"),
            None => eprintln!("{language} was not run: no compiler"),
        }
        assert!(!folder.join("harm").exists(), "{text}");
    }
}

/// The recurrence of some rules, and what small games show of it.
fn recurrence(text: &str) -> Option<(Recur, Option<Seen>)> {
    let rules = Arc::new(check(&Source::new("rules", text)).0.expect(text));
    let (mut dice, small) = (Dice::new(3), Size { entries: 6, value: 9 });
    let sample = (0..40).filter_map(|_| Instance::new(rules.clone(), &random(&rules, small, &mut dice)?).ok());
    let sample: Vec<Instance> = sample.take(20).collect();
    let recur = Recur::for_program(&rules, sample[0].told_apart().is_some()).ok()?;
    let seen = seen(&recur, &sample);
    Some((recur, seen))
}

#[test]
fn points_decide_where_nobody_can_move_and_no_line_says_so() {
    let text = |gain: &str| {
        let take = format!("move take(k in 1..2) {{ when k <= left; left -= k; gain {gain} }}");
        format!("game Stuck\nparam n : 0..50\nstate left : 0..n = n\n{take}\n")
    };
    said_by_each("stuck-memo", &text("k * left"), Stage::Memo, &[], "5\n1\n0\n", "4\n0\n0\n");
    said_by_each("stuck-table", &text("k"), Stage::Table, &[], "5\n4\n2\n0\n", "1\n0\n2\n0\n");
}

#[test]
fn a_sum_of_parts_is_told_by_nimbers() {
    let text = "game Pairs\nparam n : 0..9\nparam mex : 0..9\n\
        part Pair(a : 0..9, reached : 0..9) {\n  move take(k in 1..2 if k <= a) => Pair(a - k, reached) + 2 * Pair(reached, a - k)\n  \
        move flip(k in 1..reached) when k > a => 3 * Pair(reached - k, a) + sum(Heap(h) for h in 1..k if h != a)\n  \
        move clear when a == reached and a > 0 => nothing\n}\n\
        part Heap(h : 0..9) {\n  move thin(k in 1..h) => (h % 3) * Heap(h - k)\n}\n\
        start sum(Heap(i) for i in 2..n if i != 5) + 2 * Pair(1, n) + Pair(n, mex)\nstuck => me loses\n";
    let rules = check(&Source::new("rules", text)).0.expect(text);
    let cases = made(&rules, 4, 4);
    for wanted in &rules.players {
        assert!(cases.answers.contains(wanted), "{:?}", cases.answers);
    }
    let wanted = cases.answers.join("\n");
    for (name, stage) in [("recursion", Stage::Recursion), ("memo", Stage::Memo)] {
        said_by_each(&format!("parts-{name}"), text, stage, &[], &cases.inputs, &wanted);
    }
}

#[test]
fn nimbers_are_refused_where_they_do_not_tell_who_wins() {
    let refused = |stuck: &str, stage: Stage| {
        let text = format!(
            "game Kayles\nparam rows : list[1..9] of 0..9\nparam misere : bool = false\n\
             part Row(n : 0..9) {{\n  move bowl(w in 1..2, at in 0 .. n - w) => Row(at) + Row(n - w - at)\n}}\n\
             start sum(Row(r) for r in rows)\n{stuck}\n"
        );
        let recur = recurrence(&text).unwrap().0;
        [0, 1].map(|misere| {
            let fixed = recur.clone().with(&[None, Some(Datum::Int(misere))]);
            bouton_teach::program::draft(&fixed, stage, None).err().map(|no| no.0.to_string())
        })
    };
    let misere = Some("nimbers tell who wins only where who cannot move loses".to_owned());
    let either = "stuck when misere => me wins\nstuck => me loses";
    assert_eq!(refused(either, Stage::Memo), [None, misere.clone()]);
    assert_eq!(refused("stuck when not misere => me loses\nstuck => me wins", Stage::Memo), [None, misere.clone()]);
    assert_eq!(refused("stuck => me wins", Stage::Recursion), [misere.clone(), misere.clone()]);
    assert_eq!(refused("stuck => me loses", Stage::Memo), [None, None]);
    let tables = refused("stuck => me loses", Stage::Table);
    assert!(tables.iter().flatten().all(|why| why.contains("table of nimbers")) && tables[0].is_some(), "{tables:?}");
    let open = recurrence(gallery::find("kayles").unwrap().text).unwrap().0;
    assert!(bouton_teach::program::draft(&open, Stage::Memo, None).is_err());
}

#[test]
fn no_table_is_written_that_reads_outside_of_itself() {
    // Numbers to guess, lo + below of them and none above: cells that play never reaches have more.
    let text = "game Guess\nplayers Guesser, Answerer\nparam n : 1..60\nstate lo : 1..n = 1\nstate below : 0..n = n\nstate above : 0..n = 0\n\
        state asked : 0..1 = 0\nmove guess(k in 1..below) by Guesser { when asked == 0; below -= k; above = k - 1; asked += 1 }\n\
        move higher by Answerer { when asked == 1; when below > 0; gain lo + below; lo += above + 1; above = 0; asked -= 1 }\n\
        stuck => Guesser leads by 0\n";
    let (recur, seen) = recurrence(text).unwrap();
    for stage in [Stage::Table, Stage::Rolling] {
        let refused = bouton_teach::program::draft(&recur, stage, seen.as_ref()).unwrap_err();
        assert!(refused.0.to_string().contains("outside of the table"), "{stage:?}: {}", refused.0);
    }
}

const HEAP: &str = "game Heap\nparam n : 1..9\nstate left : 0..n = n\nmove take(k in 1..2 if k <= left) { left -= k }\nstuck => me loses\n";

/// Little games in which each move uses helpers, so that values change with what they give.
const HELPERS: &[(&str, &str)] = &[
    (
        "numbers",
        "move root { when left > 0; gain isqrt(left * left + left) + isqrt(9007199136250225 - a) - 94906260; left -= max(1, isqrt(left) - 1) }\n\
         move share(k in 1..left) { when gcd(k, left + a) == 1; gain gcd(left + a, 6) - k; left -= k }\n\
         move ones { when left > 1; gain 2 * popcount(left + a) - bit(left, 1) - 3 * bit(a, 70); left -= 2 }\n\
         move nim { when left > 2; gain (left ^ a) + xor(a, 3, left); left -= 3 }",
    ),
    (
        "lists",
        "move digit(d in digits(left + 10)) { when 0 < d <= left; gain d * (if d in divisors(left + a) then 2 else 1); left -= d }\n\
         move prime(p in primes(left) if p not in divisors(a + 1)) { gain sum(digits(a * p)) - len(primes(p)); left -= p }\n\
         move divide(d in divisors(left + 1)) { when d <= left; gain count(digits(11 * d + a), 1) + len(digits(left)); left -= d }\n\
         move fold { when left > 3; gain xor(digits(a + 135)) - gcd(divisors(left)) + count(p > 2 for p in primes(left)); left -= 4 }",
    ),
    (
        "entries",
        "move ends { when left > 0; gain first(xs) - 2 * last(xs) + count(xs, 2); left -= 1 }\n\
         move nims { when left > 1; gain xor(xs) - gcd(xs) + (if left in xs then 3 else 0); left -= 2 }\n\
         move made(k in xs if k > 0) { when k <= left; gain xor(x * left for x in xs if x != k) - gcd(x + k for x in xs); left -= k }",
    ),
    (
        "rounded",
        "move walk(k in 1..3) { when k <= left; gain (a - 20 - k * left) // 3 + (left - 2 * a) % (a + 1); left -= k }\n\
         move halve { when left > 1; gain (left - a) // 2 * ((3 - left) % 5); left -= 2 }\n\
         move back(k in -2..2 if k != 0) { when abs(k) <= left; gain -(a // 2) - (-(left % 3)) * k + abs(-3) * min(k, 1); left -= abs(k) }\n\
         move both { when left > 2; gain -(a % 7 * 2) - (-(left * a // 4)); left -= 3 }\n\
         move far { when left > 3; gain a * (left // 2 * 3) - left * (a % 4 * 2); left -= 4 }",
    ),
];

#[test]
fn helpers_are_written_in_every_language() {
    for (name, moves) in HELPERS {
        let text = format!(
            "game Helpers\nparam n : 1..20\nparam a : 1..40\nparam xs : list[1..5] of 0..9\nstate left : 0..n = n\n{moves}\n"
        );
        let rules = check(&Source::new("rules", text.clone())).0.expect(&text);
        assert_eq!(Recur::of(&rules, false).err(), None, "{name}");
        let cases = made(&rules, 4, 12);
        assert!(cases.answers.iter().collect::<std::collections::BTreeSet<_>>().len() > 10, "{name}");
        let wanted = cases.answers.join("\n");
        said_by_each(&format!("helpers-{name}"), &text, Stage::Memo, &[], &cases.inputs, &wanted);
    }
}

#[test]
fn no_table_has_rows_for_what_is_below_0() {
    let text = "game Below\nplayers A, B\nparam x0 : -3..3 = -1\nstate x : -3..3 = x0\nstate t : 0..3 = 3\n\
        move jump when t > 0 { x = abs(x); t -= 1 }\nmove up when x == 0 and t > 1 { x = 2; t -= 2 }\n\
        stuck => A wins if x == 1 or x < -1 else B wins\n";
    let (recur, seen) = recurrence(text).unwrap();
    assert!(seen.is_none());
    for stage in [Stage::Table, Stage::Rolling] {
        let refused = bouton_teach::program::draft(&recur, stage, seen.as_ref()).unwrap_err();
        assert!(refused.0.to_string().contains("may be below 0"), "{stage:?}: {}", refused.0);
    }
    said_by_each("below-0", text, Stage::Memo, &[], "-3\n-1\n0\n3\n", "B\nA\nB\nB\n");
}

#[test]
fn who_wins_is_answered_by_yes_or_no() {
    let rules = check(&Source::new("rules", HEAP)).0.expect(HEAP);
    let [first, second] = &rules.players;
    let said = |words: [&str; 3]| Some(Printed::Winner(words.map(str::to_owned)));
    assert_eq!(Printed::of(&rules, &format!("{first} wins")), said(["true", "false", "false"]));
    assert_eq!(Printed::of(&rules, &format!("{second} win")), said(["false", "true", "false"]));
    assert_eq!(Printed::of(&rules, "draw"), said(["false", "false", "true"]));
    assert_eq!(Printed::of(&rules, "nobody wins"), None);
}

/// What somebody may write into a title, a file name, a parameter.
const HOSTILE: &[&str] = &[
    "a\nimport os; os.system('touch harm')",
    "b\rimport os; os.system('touch harm')\r\n",
    "c\u{b}d\u{c}e\u{85}f\u{2028}g\u{2029}require('fs').writeFileSync('harm', '')",
    "\\u000a static { new java.io.File(\"harm\").mkdir(); } //",
    "\\\\u000d static { new java.io.File(\"harm\").mkdir(); }",
    "goes on with the next line \\",
    "or so ??/",
    "and so ?\u{202e}?\\",
    "*/ } --> \"\"\" ''' <!-- ` ${1} #![cfg(any())] //go:build ignore",
    "+build ignore",
    "-*- coding: utf-7 -*- +AAo-import os; os.system('touch harm')",
    "vim: set fileencoding=rot13 coding=rot13",
    "\u{0}\u{1b}]0;title\u{7}\u{202e}\u{2066}\u{feff}",
];

#[test]
fn titles_stay_on_one_line_of_comment_whatever_they_hold() {
    let (recur, _) = recurrence(HEAP).unwrap();
    let notes: Vec<String> = HOSTILE.iter().map(|note| (*note).to_owned()).collect();
    for (_, language, _) in LANGUAGES {
        let text = |notes: &[String]| {
            program(&recur, Stage::Memo, None, (language, Lang::English), &usual(&recur), notes).unwrap()
        };
        let (plain, hostile) = (text(&["a".to_owned()]), text(&notes));
        let (head, rest) = hostile.split_once("\n\n").unwrap();
        assert_eq!(rest, plain.split_once("\n\n").unwrap().1);
        let mark = if language == Language::Python { "# " } else { "// " };
        assert!(head.lines().count() == notes.len() && head.lines().all(|line| line.starts_with(mark)), "{head}");
        let bad = |letter: char| letter == '\\' || letter != '\n' && letter.is_control();
        assert!(!head.contains(bad) && !head.contains("coding:") && !head.contains("??/"), "{head}");
    }
    // Python looks for an encoding in the first two lines, Go for conditions before the package.
    for at in [9, 10] {
        said_by_each(&format!("hostile-{at}"), HEAP, Stage::Memo, &[HOSTILE[at]], "3\n4\n", "Second\nFirst\n");
    }
    said_by_each("hostile", HEAP, Stage::Memo, HOSTILE, "3\n4\n", "Second\nFirst\n");
}

/// Words of the languages, of their libraries and of the programs; letters that not every language takes.
const WORDS: &str = "_ __ _x __debug__ __proto__ abs abstract alignas alloca and append arguments Array Arrays as asm assert async auto \
    await a0 best bool boolean bottom break bufio byte case catch chan char class clock co_await compl concept const constexpr continue count \
    crate default def defer del delete div do double dp dyn elif else enum EOF errno eval except exp explicit export exports extends extern \
    fallthrough False fill final finally first float fmt fn for friend from fs func function Game game gen global go goto h HashMap i64 \
    implements import in index Infinity init inline input instanceof int interface io is isSquare is_square isqrt k keep key known lambda \
    len let line linux List list log long loop LOW macro main make map Map math Math MAX max memo min mod module more mutable mut namespace \
    native new next nil None noexcept nonlocal nullptr number numbers NAN Object operator or os other out own package pair panic pass pick \
    place pow print priv private protected pub public raise rand range read ref register remove require return root row round self Self \
    seen set short side signal signed sizeof slices solve Some sqrt static std stdin stdout strconv strictfp String string struct sum super \
    switch synchronized sys System template text this thread_local throw throws time top total trait transient true try tuple turn type \
    mex reached HashSet Set value_ \
    typedef typename typeof undefined union unix unsafe unsigned unsized using v value var vec virtual void volatile w wchar_t where while \
    with word words x xor y1 yield piles_sum pilesSum piles_count class_ class__ a__b 石子 \u{e9} e\u{301} \u{fb01} fi \u{1d49c} \u{b5} \
    \u{3bc} \u{430} Straße";

#[test]
fn names_may_be_words_of_any_language_and_of_the_programs() {
    let alone = |word: &&str| {
        let text = format!(
            "game W\nparam {word} : 0..1\nstate t1 : 0..1 = {word}\nmove m1 {{ when t1 > 0; t1 -= 1 }}\nstuck => me loses\n"
        );
        check(&Source::new("word", text)).0.is_some()
    };
    let words: Vec<&str> = WORDS.split_whitespace().filter(alone).collect();
    assert!(words.len() > 200, "{words:?}");
    // Three words as what is played with, all others as parameters; the list has sums.
    for (at, played) in [["value", "best", "LOW"], ["this", "known", "key"]].into_iter().enumerate() {
        let params: Vec<&str> = words.iter().copied().filter(|word| !played.contains(word)).collect();
        let [state, other, choice] = played;
        let declared: String = params.iter().map(|word| format!("param {word} : 0..1\n")).collect();
        let sums = params.chunks(50).enumerate();
        let sums: String = sums.map(|(at, words)| format!("let s{at} = {}\n", words.join(" + "))).collect();
        let text = format!(
            "game Words\nplayers 石, \u{e9}e\u{301}\nparam piles : list[1..4] of 0..9\n{declared}{sums}let all1 = sum(piles) + {}\n\
             state {state} : 0..all1 = all1\nstate {other} : 0..1 = 0\n\
             move take({choice} in 1..2 if {choice} <= {state}) {{ {state} -= {choice}; {other} = 1 - {other} }}\nstuck => me loses\n",
            (0..sums.lines().count()).map(|sum| format!("s{sum}")).collect::<Vec<_>>().join(" + "),
        );
        let input = format!("2 1 2\n{}1\n2 1 2\n{}\n", "0 ".repeat(params.len() - 1), "0 ".repeat(params.len()));
        for (stage, which) in [("memo", Stage::Memo), ("table", Stage::Table)] {
            said_by_each(&format!("words-{at}-{stage}"), &text, which, &["石子"], &input, "石\n\u{e9}e\u{301}\n");
        }
    }
}

#[test]
fn what_parameters_make_known_may_take_a_loop_or_a_sum() {
    let text = "game Large\nparam piles : list[1..4] of 0..9\nlet all1 = sum(piles)\n\
        let large = count(piles[x] > 2 for x in 0 ..< len(piles))\nstate left : 0..all1 = all1\n\
        move take(k in 1..2 if k <= left) { left -= k }\nend when left <= large => me wins\nstuck => me loses\n";
    said_by_each("loops", text, Stage::Memo, &[], "2 1 3\n3 1 1 3\n", "First\nSecond\n");
}

#[test]
fn what_nobody_reads_is_no_warning() {
    let text = "game Coins\nparam coins : list[1..4] of 1..9\nparam unread : 0..9\nstate left : 0..9 = 9\n\
        move pay(coin in coins) { when left > 0; left -= 1 }\nmove wait(turns in 1..3) { when left > 1; left -= 2 }\nstuck => me loses\n";
    said_by_each("unread", text, Stage::Memo, &[], "2 1 2 0\n", "Second\n");
}

#[test]
fn java_counts_in_ints() {
    let mut tried = 0;
    for game in gallery::games() {
        // A set is a `long`.
        if game.name == "stone-game-vi"
            || !game.name.starts_with("stone-game") && !["both-ends", "ends-k", "rectangle"].contains(&game.name)
        {
            continue;
        }
        let (recur, seen) = recurrence(game.text).unwrap();
        for (stage, which) in STAGES {
            let Ok(text) = program(&recur, which, seen.as_ref(), (Language::Java, Lang::English), &usual(&recur), &[])
            else {
                continue;
            };
            let casts = text.lines().filter(|line| line.contains("(int)") && !line.contains("(int) read()"));
            assert_eq!(casts.collect::<Vec<_>>(), Vec::<&str>::new(), "{} {stage}", game.name);
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried}");
}
