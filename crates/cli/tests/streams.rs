//! What transcripts cannot show: the whole gallery, signals, pipes that close, disks that are full, long input, and every page of
//! `bouton explain` tried out.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const EXE: &str = env!("CARGO_BIN_EXE_bouton");

fn bouton(words: &[&str]) -> Command {
    let mut command = Command::new(EXE);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).env("NO_COLOR", "1");
    command
}

fn run(words: &[&str]) -> Output {
    bouton(words).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Every game of the gallery: errors, small games, examples. Asked of the command that the tests have built already.
#[test]
fn the_whole_gallery_is_sound() {
    let checked = run(&["check", "--all", "--quiet"]);
    assert!(checked.status.success(), "{}{}", text(&checked.stdout), text(&checked.stderr));
    assert!(text(&checked.stdout).lines().count() >= 41);
}

/// Sends Ctrl-C.
fn interrupt(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

/// A command that has said what stands on its first line of stderr.
fn once_said(words: &[&str], said: &str) -> Child {
    let mut child = bouton(words).spawn().unwrap();
    let mut line = String::new();
    BufReader::with_capacity(1, child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with(said), "{line}");
    child
}

/// The exit code, stdout and the rest of stderr of a command that has ended.
fn ended(child: Child) -> (Option<i32>, String, String) {
    let output = child.wait_with_output().unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A search that takes long, certainly begun.
fn long_search(words: &[&str]) -> Child {
    let begun = ["solve", "connect-four", "rows=5", "cols=5", "--progress", "json"];
    let mut child = bouton(&[&begun, words].concat()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with(r#"{"schema":"bouton.progress/1","phase":"#), "{line}");
    child
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_search_with_130() {
    let mut child = long_search(&[]);
    interrupt(&child);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let message = said.lines().find(|line| line.starts_with("error[M09]")).unwrap();
    assert!(message.starts_with("error[M09]: interrupted after "), "{said}");
    assert!(message.contains(" positions in ") && message.ends_with("; nothing was written"), "{said}");
    assert_eq!(said.matches("error[M09]").count(), 1, "{said}");
}

#[cfg(unix)]
#[test]
fn signals_before_a_search_are_not_lost() {
    for name in ["-INT", "-TERM"] {
        let mut child = once_said(&["fmt", "missing.game", "-"], "error[C03]");
        let input = child.stdin.take();
        signal(&child, name);
        let (exit, _, said) = ended(child);
        assert_eq!(exit, Some(130), "{name}: {said}");
        assert!(said.contains("error[M09]: interrupted after ") && said.contains("before the search"), "{said}");
        drop(input);
    }
}

/// The rules never come: nobody looks at the clock, and the command ends all the same.
#[test]
fn the_time_runs_from_the_first_byte_read() {
    let mut child = bouton(&["solve", "-", "--time", "200ms"]).spawn().unwrap();
    let input = child.stdin.take();
    let (exit, answer, said) = ended(child);
    assert_eq!((exit, answer.as_str()), (Some(3), ""), "{said}");
    assert!(said.starts_with("error[M02]: the time limit of 200ms was reached"), "{said}");
    drop(input);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_check_without_a_verdict() {
    let folder = folder("ctrl-c-check");
    let game = folder.join("large.game");
    let rules = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games/connect-four.game");
    fs::write(&game, fs::read_to_string(rules).unwrap() + "\nexample rows=6, cols=7 => draw\n").unwrap();
    let child = once_said(&["check", "missing.game", game.to_str().unwrap(), "nim"], "error[C03]");
    interrupt(&child);
    let (exit, verdicts, said) = ended(child);
    assert_eq!((exit, verdicts.as_str()), (Some(130), ""), "{said}");
    assert_eq!(said.matches("error[M09]: interrupted after ").count(), 1, "{said}");
}

#[cfg(unix)]
#[test]
fn programs_that_press_ctrl_c_get_what_is_known() {
    let child = long_search(&["--format", "json"]);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let answer = text(&output.stdout);
    assert!(answer.contains(r#""exact":false,"bounds":{"at_least":"loss","at_most":"win"}"#), "{answer}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_batch_that_waits() {
    let mut child = bouton(&["batch", "1140"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, r#"{{"piles":[1]}}"#).unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
}

#[cfg(unix)]
#[test]
fn a_batch_of_what_cannot_be_read_ends() {
    let folder = fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = bouton(&["batch", "1140"]).stdin(folder).output().unwrap();
    let said = text(&output.stdout);
    assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains(r#""code":"C08","message":"the line cannot be read: is a directory""#), "{said}");
}

#[test]
fn a_batch_answers_each_line_at_once() {
    let mut child = bouton(&["batch", "1140", "--ask", "value"]).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for pile in [3, 1, 2] {
        writeln!(input, r#"{{"piles":[{pile}]}}"#).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains(&format!(r#""for_mover":{pile}}}"#)), "{line}");
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_batch_is_checked_where_that_is_asked() {
    for check in [true, false] {
        let words = [&["batch", "1140", "--ask", "value"][..], if check { &["--check"] } else { &[] }].concat();
        let mut child = bouton(&words).spawn().unwrap();
        writeln!(child.stdin.take().unwrap(), r#"{{"piles":[2,7,9,4,4]}}"#).unwrap();
        let said = text(&child.wait_with_output().unwrap().stdout);
        assert_eq!(said.contains(r#""checked":{"positions":11,"#), check, "{said}");
        assert!(said.contains(r#""for_mover":-6"#), "{said}");
    }
}

#[test]
fn a_batch_keeps_the_order_whatever_the_jobs() {
    let cases: String = (0..600)
        .map(|at| {
            if at % 7 == 3 {
                "?\n".into()
            } else {
                format!("{{\"id\":{at},\"params\":{{\"heaps\":[{},2]}}}}\n", at % 5)
            }
        })
        .collect();
    let answers = |jobs: &str| {
        let mut child = bouton(&["batch", "nim", "--jobs", jobs]).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let cases = cases.clone();
        let writer = std::thread::spawn(move || input.write_all(cases.as_bytes()).unwrap());
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert_eq!(output.status.code(), Some(1));
        text(&output.stdout)
    };
    let (one, four) = (answers("1"), answers("4"));
    assert!(one == four);
    assert_eq!(one.lines().count(), 600);
    for (at, line) in one.lines().enumerate() {
        let wanted = if at % 7 == 3 { format!("\"line\":{}}}", at + 1) } else { format!("\"id\":{at},") };
        assert!(line.contains(&wanted), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    for words in [["games", "--quiet"], ["explain", "--quiet"]] {
        let command = format!("'{EXE}' {} | head -n 1", words.join(" "));
        let output = Command::new("sh").args(["-c", &command]).output().unwrap();
        assert_eq!(text(&output.stderr), "", "{command}");
    }
    let mut child = bouton(&["batch", "1140"]).spawn().unwrap();
    drop(child.stdout.take());
    let _ = child.stdin.take().unwrap().write_all(br#"{"piles":[1]}"#);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for words in [
        &["games"][..],
        &["solve", "1140", "piles=1,2"],
        &["solve", "1140", "piles=1,2", "--format", "json"],
        &["--help"],
        &["man"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = bouton(words).stdin(Stdio::null()).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(
            text(&output.stderr).contains("error[C04]: the answer cannot be written: no space left on device"),
            "{words:?}"
        );
    }
}

#[test]
fn a_million_numbers_are_read_fast() {
    let folder = folder("numbers");
    let numbers: Vec<String> = (0..1_000_000).map(|number| (number % 100).to_string()).collect();
    fs::write(folder.join("numbers.txt"), numbers.join("\n")).unwrap();
    fs::write(folder.join("numbers.json"), format!("[{}]", numbers.join(", "))).unwrap();
    let rules = "game Long\nparam piles : list[1..2_000_000] of 0..99\nstate x : 0..1 = 0\nmove m { x += 1 }\nend when x == piles[1] => draw\n";
    fs::write(folder.join("long.game"), rules).unwrap();
    for file in ["numbers.txt", "numbers.json"] {
        let begun = Instant::now();
        let output = bouton(&["solve", "long.game", &format!("piles=@{file}")]).current_dir(&folder).output().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
        let answer = text(&output.stdout);
        assert!(
            answer.contains("…] (1,000,000 in all)") && answer.contains("draw"),
            "{answer}{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn hostile_input_gives_errors_and_no_panics() {
    let deep = "[".repeat(100_000);
    let long = "x".repeat(100_000);
    for word in [
        format!("piles={deep}"),
        format!("piles={long}"),
        format!("{long}=1"),
        long.clone(),
        "=".into(),
        "piles=".into(),
        "piles=\u{0}1".replace('\u{0}', "\u{1}"),
    ] {
        let output = run(&["solve", "1140", &word]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error[P0") && said.len() < 1500, "{said}");
    }
    let output = run(&["solve", &long]);
    assert!(text(&output.stderr).starts_with("error[C02]") && output.stderr.len() < 500);
}

#[cfg(unix)]
#[test]
fn formatting_keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("fmt");
    let (file, link) = (folder.join("a.game"), folder.join("link.game"));
    fs::write(&file, "game   A\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    assert_eq!(run(&["fmt", link.to_str().unwrap()]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&file).unwrap(), "game A\n");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn every_command_of_explain_does_what_its_page_says() {
    let folder = folder("explain");
    fs::write(folder.join("nim.game"), "").unwrap();
    assert!(bouton(&["new", "my-game"]).current_dir(&folder).output().unwrap().status.success());
    let path = format!("{}:{}", PathBuf::from(EXE).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let sh = |command: &str| {
        let output = Command::new("sh").args(["-c", command]).current_dir(&folder).env("PATH", &path).output().unwrap();
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    for page in text(&run(&["explain", "--format", "jsonl"]).stdout).lines() {
        let page: serde_json::Value = serde_json::from_str(page).unwrap();
        let (code, bad, good) =
            (page["code"].as_str().unwrap(), page["bad"].as_str().unwrap(), page["good"].as_str().unwrap());
        if bad.contains("bouton ") {
            let (exit, said) = sh(bad);
            assert!(exit != Some(0) && said.contains(code), "{code}: {bad}\n{said}");
        }
        if good.contains("bouton ") {
            let (exit, said) = sh(good);
            assert_eq!(exit, Some(0), "{code}: {good}\n{said}");
        }
    }
}

#[test]
fn completions_and_man_pages_are_written() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(text(&run(&["completions", shell]).stdout).contains("bouton"), "{shell}");
    }
    assert!(text(&run(&["man"]).stdout).contains(".TH bouton 1"));
    assert!(text(&run(&["man", "solve"]).stdout).contains("Solve a game"));
}
