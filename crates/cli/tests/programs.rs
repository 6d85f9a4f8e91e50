//! `bouton stress` with real programs: wrong ones are found and shrunk, right ones agree, and none is left behind.

use crate::common::folder;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const EXE: &str = env!("CARGO_BIN_EXE_bouton");

fn wrong(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong").join(name).to_str().unwrap().to_owned()
}

fn there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("not run: no {program}");
    }
    there
}

/// Runs `bouton stress` in a folder: exit code, stdout, stderr.
fn stress(folder: &Path, words: &[&str], program: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(EXE);
    command.arg("stress").args(words).arg("--").args(program).current_dir(folder).env("NO_COLOR", "1");
    // Python keeps its output back unless it is told otherwise.
    command.env_remove("PYTHONUNBUFFERED");
    let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn python(folder: &Path, words: &[&str], mistake: &str) -> (Option<i32>, String, String) {
    stress(folder, &[&["1140", "--quiet"], words].concat(), &["python3", &wrong("stone_game_ii.py"), mistake])
}

#[test]
fn a_wrong_program_is_shrunk_to_the_smallest_case_and_saved() {
    if !there("python3") {
        return;
    }
    let folder = folder("wrong-python");
    for number in 1..=2 {
        let (exit, said, _) = python(&folder, &["--serve"], "zero");
        assert_eq!(exit, Some(1), "{said}");
        assert!(said.contains("smallest failing case  piles=[1,1,1,3]      yours 3      right 4"), "{said}");
        assert!(said.contains("best play  Alice take(1) +1 · Bob take(2) +2 · Alice take(1) +3"), "{said}");
        // The second run writes beside the first.
        let saved = |end: &str| fs::read_to_string(folder.join(format!("stress/1140-{number}.{end}"))).unwrap();
        assert_eq!((saved("in").as_str(), saved("ans").as_str()), ("4\n1 1 1 3\n", "4\n"));
    }
    let (exit, said, _) = python(&folder, &["--serve"], "forgets");
    assert_eq!(exit, Some(1), "{said}");
    let (exit, said, _) = python(&folder, &["--seed", "7:2"], "zero");
    assert!(exit == Some(1) && said.starts_with("case 2   seed 7:2 "), "{said}");
}

#[test]
fn the_classroom_s_java_is_shrunk_too() {
    if !there("javac") {
        return;
    }
    let folder = folder("wrong-java");
    let built = Command::new("javac").args(["-d", ".", &wrong("Main.java")]).current_dir(&folder).status().unwrap();
    assert!(built.success());
    let words = ["1140", "--cases", "100000", "--max", "len=12", "--max", "value=20", "--serve", "--timeout", "20s"];
    let (exit, said, why) = stress(&folder, &words, &["java", "Main"]);
    assert_eq!(exit, Some(1), "{said}{why}");
    assert!(said.contains("smallest failing case  piles=[1,1,1,3]      yours 3      right 4"), "{said}");
}

#[test]
fn a_right_program_agrees_on_every_case() {
    if !there("python3") {
        return;
    }
    let (exit, said, _) = python(&folder("right"), &["--serve", "--cases", "5000"], "right");
    assert!(exit == Some(0) && said.starts_with("5,000 of 5,000 agree"), "{said}");
}

/// The problems of the gallery, and how many cases each is tried on.
const PROBLEMS: [(&str, u32); 14] = [
    ("877", 300),
    ("486", 300),
    ("1140", 300),
    ("1406", 300),
    ("464", 60),
    ("913", 200),
    ("375", 200),
    ("1025", 200),
    ("292", 200),
    ("1510", 200),
    ("1690", 300),
    ("1686", 100),
    ("294", 150),
    ("1908", 300),
];

fn right(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/right").join(name).to_str().unwrap().to_owned()
}

#[test]
fn right_answers_to_problems_agree_as_the_problems_ask() {
    if !there("python3") {
        return;
    }
    let (folder, program) = (folder("problems"), right("problems.py"));
    let listed = Command::new(EXE).args(["games", "--format", "json"]).output().unwrap();
    let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    let problems = listed["games"].as_array().unwrap().iter().flat_map(|game| game["problems"].as_array().unwrap());
    let mut numbers: Vec<&str> =
        problems.filter_map(|problem| problem.as_str().unwrap().strip_prefix("LeetCode ")).collect();
    // Rooms of 1728 that are drawn by lot hardly ever meet what it requires.
    numbers.retain(|number| number.parse::<u32>().is_ok() && *number != "1728");
    assert_eq!(numbers.len(), PROBLEMS.len(), "{numbers:?}");
    for (number, count) in PROBLEMS {
        let count = count.to_string();
        let sizes = if number == "464" { "value=8,desiredTotal=40" } else { "value=20" };
        let words = [number, "--serve", "--cases", &count, "--max", sizes];
        let (exit, said, why) = stress(&folder, &words, &["python3", &program, number]);
        assert_eq!(exit, Some(0), "{number}: {said}{why}");
        let (exit, said, why) = stress(&folder, &words, &["python3", &program, number, "mistaken"]);
        assert_eq!(exit, Some(1), "{number}: {said}{why}");
    }
}

#[test]
fn written_programs_read_and_print_as_problems_ask() {
    if !there("python3") {
        return;
    }
    let folder = folder("written-problems");
    for words in
        [&["877"][..], &["486"], &["1406"], &["292"], &["375"], &["1510"], &["stone-game-iii", "--vary", "most"]]
    {
        let code = Command::new(EXE).arg("code").args(words).current_dir(&folder).output().unwrap();
        assert!(code.status.success(), "{words:?}: {}", String::from_utf8_lossy(&code.stderr));
        fs::write(folder.join("sol.py"), code.stdout).unwrap();
        let (exit, said, why) =
            stress(&folder, &[words, &["--serve", "--cases", "100"]].concat(), &["python3", "sol.py"]);
        assert_eq!(exit, Some(0), "{words:?}: {said}{why}");
    }
}

/// What is varied, and what is not: a line of cases in JSON.
fn cases(words: &[&str]) -> Vec<serde_json::Value> {
    let output = Command::new(EXE).arg("gen").args(words).args(["--format", "jsonl"]).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn defaults_hold_unless_they_are_to_vary() {
    let most = |words: &[&str]| {
        let cases = cases(words);
        let most = cases.iter().map(|case| case["params"]["most"].as_i64().unwrap());
        (most.collect::<std::collections::BTreeSet<_>>(), cases[0]["input"].as_str().unwrap().lines().count())
    };
    assert_eq!(most(&["1406", "--count", "20"]), ([3].into(), 2));
    assert_eq!(most(&["1406", "most=2", "--count", "20"]), ([2].into(), 3));
    let (varied, lines) = most(&["1406", "--vary", "most", "--count", "20"]);
    assert!(varied.len() > 3 && lines == 3, "{varied:?}");
    let refused = Command::new(EXE).args(["gen", "mnk"]).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && said.contains("`--vary m,n,k`"), "{said}");
    let asked = |words: &[&str]| cases(words)[0]["answer"].as_str().unwrap().to_owned();
    assert!(["Alice", "Bob", "Tie"].contains(&asked(&["1406", "--count", "1"]).as_str()));
    assert!(asked(&["stone-game-iii", "--count", "1"]).parse::<i64>().is_ok());
    assert!(
        ["Alice", "Bob", "Tie"].contains(&asked(&["stone-game-iii", "--answer", "problem", "--count", "1"]).as_str())
    );
}

#[test]
fn solve_prints_the_answer_that_is_asked_for() {
    for (words, wanted) in [
        (&["1406", "values=[1,2,3,7]", "--answer", "problem"][..], "Bob\n"),
        (&["1406", "values=[1,2,3,6]", "--answer", "problem"], "Tie\n"),
        (&["877", "piles=[5,3,4,5]", "--answer", "problem"], "true\n"),
        (&["486", "piles=[1,5,2]", "--answer", "problem"], "false\n"),
        (&["913", "graph=[[1,3],[0],[3],[0,2]]", "--answer", "problem"], "1\n"),
        (&["1140", "piles=[2,7,9,4,4]", "--answer", "problem"], "10\n"),
        (&["375", "n=10", "--answer", "problem"], "16\n"),
        (&["nim", "heaps=1,2", "--answer", "winner as yes/no/-"], "yes\n"),
        (&["1140", "piles=[2,7,9,4,4]", "--answer", "positions"], "11\n"),
    ] {
        let output = Command::new(EXE).arg("solve").args(words).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), wanted, "{words:?}");
    }
    let output = Command::new(EXE).args(["solve", "chomp", "--answer", "problem"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("error[S03]"), "{said}");
}

/// A rehearsed fault needs a build that can rehearse.
#[cfg(feature = "rehearse")]
#[test]
fn a_fault_in_bouton_costs_one_case_of_many() {
    let run = |words: &[&str]| {
        let mut command = Command::new(EXE);
        command.args(words).env("BOUTON_REHEARSE", "piles=[4]").stdin(Stdio::null());
        let output = command.current_dir(folder("faults")).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (exit, said, why) = run(&["gen", "1140", "--count", "3"]);
    assert!(exit == Some(4) && said.matches("→").count() == 3 && why.contains("a rehearsed fault"), "{said}{why}");
    assert!(why.contains("in the case  piles=[4]"), "{why}");
    let words = ["stress", "1140", "--quiet", "--cases", "30", "--answer", "7", "--", "echo", "7"];
    let (exit, said, why) = run(&words);
    assert!(exit == Some(4) && said.starts_with("29 of 30 agree") && why.contains("error[Z01]"), "{said}{why}");
}

#[test]
fn crashes_are_told_and_shrunk() {
    if !there("python3") {
        return;
    }
    let (exit, said, _) = python(&folder("crash"), &["--serve"], "crashes");
    assert_eq!(exit, Some(1), "{said}");
    assert!(said.contains("smallest failing case  piles=[1,1,3]      yours (crashed, exit status: 1)"), "{said}");
    assert!(said.contains("ValueError: too large for me"), "{said}");
}

#[test]
fn a_program_that_keeps_its_answers_back_is_told_to_flush() {
    if !there("python3") {
        return;
    }
    let (exit, _, said) = python(&folder("keeps"), &["--serve", "--timeout", "1s"], "keeps");
    assert_eq!(exit, Some(2), "{said}");
    assert!(said.contains("answered only when its input had ended") && said.contains("flush=True"), "{said}");
}

#[cfg(unix)]
#[test]
fn slow_programs_are_late_and_greedy_ones_endless() {
    let folder = folder("late");
    let words = ["1140", "--quiet", "--timeout", "300ms", "--cases", "1"];
    let (exit, said, _) = stress(&folder, &words, &["sleep", "30"]);
    assert!(exit == Some(1) && said.contains("yours (no answer within 300 ms)"), "{said}");
    let words = ["1140", "--quiet", "--cases", "1"];
    let (exit, said, _) = stress(&folder, &words, &["yes"]);
    assert!(exit == Some(1) && said.contains("yours (no end of output)"), "{said}");
    let (exit, _, said) = stress(&folder, &["1140", "--quiet", "--answer", "7", "--serve"], &["echo", "7"]);
    assert!(exit == Some(2) && said.contains("answered one case and ended"), "{said}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_program_too() {
    let folder = folder("ctrl-c");
    let program = ["sh", "-c", "echo $$ > pid; exec sleep 60"];
    let mut command = Command::new(EXE);
    command.args(["stress", "1140", "--timeout", "60s", "--"]).args(program).current_dir(&folder);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    let pid = loop {
        match fs::read_to_string(folder.join("pid")) {
            Ok(pid) if pid.ends_with('\n') => break pid.trim().to_owned(),
            _ => assert!(begun.elapsed() < Duration::from_secs(60), "it never started"),
        }
        std::thread::yield_now();
    };
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("the program was ended"), "{said}");
    let alive = Command::new("kill").args(["-0", &pid]).stderr(Stdio::null()).status().unwrap().success();
    assert!(!alive, "{pid} is left behind");
}
