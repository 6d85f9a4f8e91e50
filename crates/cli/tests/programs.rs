//! `bouton stress` with real programs: wrong ones are found and shrunk, right ones agree, and none is left behind.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const EXE: &str = env!("CARGO_BIN_EXE_bouton");

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

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
