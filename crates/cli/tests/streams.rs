//! What transcripts cannot show: the whole gallery, signals, pipes that close, disks that are full, long input, and every page of
//! `bouton explain` tried out.

use crate::common::folder;
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

/// Every game of the gallery: errors, small games, examples. Asked of the command that the tests have built already.
#[test]
fn the_whole_gallery_is_sound() {
    let checked = run(&["check", "--all", "--quiet"]);
    assert!(checked.status.success(), "{}{}", text(&checked.stdout), text(&checked.stderr));
    assert!(text(&checked.stdout).lines().count() >= 41);
}

/// A command with this on its standard input: exit code, lines of stdout, stderr. A command that refuses its options
/// may be gone before it reads: that is no fault of the test's.
fn fed(command: &mut Command, input: &str) -> (Option<i32>, Vec<String>, String) {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let (exit, said, why) = ended(child);
    (exit, said.lines().map(str::to_owned).collect(), why)
}

/// A rehearsed fault needs a build that can rehearse.
#[cfg(feature = "rehearse")]
#[test]
fn a_fault_in_bouton_costs_one_line_of_a_batch() {
    let cases = "{\"piles\":[1,2]}\n{\"id\":7,\"piles\":[6,6,6]}\n{\"piles\":[3]}\n{\"piles\":[1,6]}\n";
    for words in [&["batch", "1140"][..], &["batch", "1140", "--method", "brute"], &["batch", "1140", "--jobs", "1"]] {
        let (exit, lines, why) = fed(bouton(words).env("BOUTON_REHEARSE", "[6,6,6]"), cases);
        assert_eq!((exit, lines.len(), why.as_str()), (Some(4), 4, ""), "{words:?}");
        let answered = |line: &String| line.starts_with("{\"schema\":\"bouton.answer/1\"");
        assert!([0, 2, 3].iter().all(|at| answered(&lines[*at])), "{lines:?}");
        let error: serde_json::Value = serde_json::from_str(&lines[1]).unwrap();
        assert_eq!(
            (error["code"].as_str(), error["id"].as_i64(), error["line"].as_i64()),
            (Some("Z01"), Some(7), Some(2))
        );
        assert!(error["notes"][0].as_str().unwrap().contains("\"piles\":[6,6,6]"), "{error}");
    }
}

#[test]
fn a_batch_answers_from_a_solution() {
    let folder = folder("batch-from");
    let file = folder.join("c.sol");
    let file = file.to_str().unwrap();
    let saved = run(&[
        "solve",
        "connect-four",
        "rows=3",
        "cols=3",
        "need=3",
        "--save",
        file,
        "--ask",
        "value",
        "--at",
        "turn=Red board=..Y/.../...",
    ]);
    assert!(saved.status.success(), "{}", text(&saved.stderr));
    let cases = "{\"at\":\"board=RYY/.../... turn=Red\"}\n{\"at\":\"board=Y../.../... turn=Red\"}\n{\"cols\":4}\n";
    let given = ["connect-four", "rows=3", "cols=3", "need=3"];
    let (exit, anew, _) = fed(&mut bouton(&[&["batch"], &given[..]].concat()), cases);
    assert_eq!((exit, anew.len()), (Some(0), 3));
    let (exit, lines, why) = fed(&mut bouton(&[&["batch"], &given[..], &["--from", file]].concat()), cases);
    assert_eq!((exit, lines.len()), (Some(0), 3), "{why}");
    let read = |line: &String| -> serde_json::Value { serde_json::from_str(line).unwrap() };
    let [saved, elsewhere, other] = [read(&lines[0]), read(&lines[1]), read(&lines[2])];
    assert_eq!((&saved["method"], &saved["notes"]), (&"saved".into(), &serde_json::Value::Null));
    assert!(elsewhere["notes"][0].as_str().unwrap().contains("does not hold this position"), "{elsewhere}");
    assert!(other["notes"][0].as_str().unwrap().contains("was solved with other parameters"), "{other}");
    for (line, anew) in lines.iter().zip(&anew) {
        for said in ["value", "best", "moves", "plies"] {
            assert_eq!(read(line)[said], read(anew)[said], "{line}");
        }
    }
    // The file may stand for the game.
    let (exit, lines, _) = fed(&mut bouton(&["batch", file]), "{\"at\":\"board=RYY/.../... turn=Red\"}\n");
    assert!(exit == Some(0) && read(&lines[0])["method"] == "saved", "{lines:?}");
    fs::write(folder.join("garbage.sol"), "no solution").unwrap();
    let garbage = folder.join("garbage.sol");
    for (game, from, code) in [
        ("connect-four", "missing.sol", "C03"),
        ("connect-four", garbage.to_str().unwrap(), "V01"),
        ("nim", file, "V03"),
    ] {
        let (exit, _, why) = fed(&mut bouton(&["batch", game, "--from", from]), "{}\n");
        assert!(exit == Some(2) && why.contains(&format!("error[{code}]")), "{from}: {why}");
    }
}

/// Positions of one game share its plan and its solution, and nobody can tell from the answers.
#[test]
fn a_batch_of_positions_says_what_each_line_by_itself_says() {
    let boards = ["...", "X..", ".O.", "XO.", "OX.", "..X", "OOX", "XXO"];
    let rows = |at: usize| format!("{}/{}/{}", boards[at % 8], boards[at / 8 % 8], boards[at / 64 % 8]);
    let tic = (0..512).map(rows).filter_map(|rows| {
        let count = |letter: char| rows.matches(letter).count();
        let turn = if count('X') == count('O') { "X" } else { "O" };
        (count('X') == count('O') || count('X') == count('O') + 1)
            .then(|| format!("{{\"at\":\"board={rows} turn={turn}\"}}"))
    });
    let stones =
        (0..60).map(|n| format!("{{\"piles\":[5,3,{},5,1],\"at\":{{\"i\":{},\"j\":{}}}}}", n % 3, n % 4, 4 + n % 2));
    let heaps = (0..40).map(|n| format!("{{\"heaps\":[4,5,6],\"at\":\"heap=[{},{},{}]\"}}", n % 5, n % 3, n % 7));
    let walks = (0..36)
        .map(|n| format!("{{\"at\":\"mouse={} cat={} turn={}\"}}", n % 6, 1 + n % 5, ["Mouse", "Cat"][n / 6 % 2]));
    for (words, lines) in [
        (&["mnk"][..], tic.collect::<Vec<_>>()),
        (&["877"], stones.collect()),
        (&["nim"], heaps.collect()),
        (&["913", "graph=[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"], walks.collect()),
    ] {
        for ask in ["value", "all", "table"] {
            let words = [&["batch"], words, &["--ask", ask]].concat();
            let together = fed(&mut bouton(&words), &(lines.join("\n") + "\n")).1;
            assert_eq!(together.len(), lines.len(), "{words:?}");
            // A third of them are enough to look at by themselves.
            for at in (0..lines.len()).step_by(1 + lines.len() / 12) {
                let alone = fed(&mut bouton(&words), &(lines[at].clone() + "\n")).1;
                let number = |line: &str| line.replace(&format!("\"line\":{}", at + 1), "\"line\":1");
                assert_eq!(number(&together[at]), alone[0], "{words:?}");
            }
        }
    }
}

/// A line that starts from many positions says of each what `solve --each` says, whatever else stands in the batch.
#[test]
fn a_line_of_a_batch_starts_from_each_position() {
    let each = "i in 0..4, M in 1..2 if M <= i + 1";
    for ask in ["value", "all"] {
        let line = format!("{{\"id\":7,\"piles\":[2,7,9,4,4],\"each\":\"{each}\"}}\n{{\"piles\":[5]}}\n");
        let (exit, said, _) = fed(&mut bouton(&["batch", "1140", "--ask", ask]), &line);
        let words = ["solve", "1140", "piles=2,7,9,4,4", "--each", each, "--ask", ask, "--format", "jsonl"];
        let alone = fed(&mut bouton(&words), "").1;
        assert_eq!((exit, said.len(), alone.len()), (Some(0), 10, 9), "{said:?}");
        for (together, alone) in said.iter().zip(&alone) {
            let read = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
            let (together, alone) = (read(together), read(alone));
            assert_eq!(together["id"], 7);
            for part in ["position", "value", "best", "line"] {
                assert_eq!(together[part], alone[part], "{part}");
            }
        }
    }
    for (line, wanted) in [
        ("{\"piles\":[5],\"each\":\"i in 0..0\",\"at\":\"i=0\"}", "`at` and `each` both say where to start"),
        ("{\"piles\":[5],\"each\":3}", "`each` is no text"),
        ("{\"piles\":[5],\"each\":\"i in 1..0\"}", "`each` leaves no position to start from"),
        ("{\"piles\":[5],\"each\":\"k in 0..1\"}", "`k` in `each` is no variable of a position"),
        ("{\"piles\":[5],\"each\":\"i in 0..9\"}", "P07"),
    ] {
        let (exit, said, _) = fed(&mut bouton(&["batch", "1140"]), &format!("{line}\n"));
        assert!(exit == Some(1) && said.len() == 1 && said[0].contains(wanted), "{line}: {said:?}");
    }
}

#[test]
fn what_brings_its_own_position_takes_no_other() {
    let folder = folder("resume-at");
    let file = folder.join("five.sol");
    let begun = run(&[
        "solve",
        "connect-four",
        "rows=4",
        "cols=5",
        "--save",
        file.to_str().unwrap(),
        "--checkpoint",
        "1ms",
        "--positions",
        "200K",
    ]);
    assert_eq!(begun.status.code(), Some(3), "{}", text(&begun.stderr));
    let part = folder.join("five.sol.part");
    for option in ["--at", "--params", "--from"] {
        let said = run(&["solve", part.to_str().unwrap(), option, "x"]);
        let why = text(&said.stderr);
        assert!(said.status.code() == Some(2) && why.contains("error[V03]") && why.contains(option), "{option}: {why}");
    }
}

/// Options that are read must do something: a value that makes no sense is refused by every verb that has the option.
#[test]
fn no_verb_ignores_an_option() {
    let game = |verb: &str| -> Vec<&'static str> {
        match verb {
            "grade" => vec!["1140", "piles=1,2", "-"],
            "check" => vec!["nim.game"],
            "fmt" => vec!["nim.game"],
            "refute" => vec!["1140", "greedy"],
            "patterns" => vec!["1140", "--cases", "9"],
            "info" | "verify" => vec!["n.sol"],
            "query" => vec!["n.sol", "true"],
            "export" => vec!["n.sol", "n.csv"],
            "octal" => vec!["0.77"],
            "games" | "methods" | "doctor" | "man" => vec![],
            "explain" => vec!["B061"],
            "new" => vec!["mine"],
            "completions" => vec!["bash"],
            _ => vec!["1140", "piles=1,2"],
        }
    };
    let folder = folder("options");
    assert!(bouton(&["new", "nim"]).current_dir(&folder).status().unwrap().success());
    let saved = bouton(&["solve", "nim", "heaps=1,2", "--save", "n.sol", "--method", "memo"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(saved.status.success(), "{}", text(&saved.stderr));
    // Names of files and folders to be written may be anything, and a template too.
    let free = ["--out", "--save", "--disk", "--input"];
    let help = text(&run(&["--help"]).stdout);
    let verbs = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let (mut tried, mut ignored) = (0, Vec::new());
    for verb in verbs.filter_map(|line| line.split_whitespace().next()).filter(|verb| *verb != "help") {
        let help = text(&run(&[verb, "--help"]).stdout);
        let options = help.lines().filter_map(|line| {
            let (name, value) = line.split_once("--")?.1.split_once(' ')?;
            let begins = line.trim_start().starts_with('-') && value.starts_with('<');
            begins.then(|| format!("--{name}"))
        });
        for option in options.filter(|option| !free.contains(&option.as_str())) {
            let mut words = [&[verb], game(verb).as_slice(), &[option.as_str(), "no such thing"]].concat();
            if verb == "stress" {
                words.extend(["--", "true"]);
            }
            let (exit, _, why) = fed(bouton(&words).current_dir(&folder), "{\"piles\":[1,2]}\n");
            tried += 1;
            if exit == Some(0) || why.contains("unexpected argument") {
                ignored.push(words.join(" "));
            }
        }
    }
    assert!(tried > 150 && ignored.is_empty(), "{tried} tried\n{}", ignored.join("\n"));
}

/// What a refusal advises is tried: options are added to the command, parameters take the place of its own, and other verbs that of its verb.
#[cfg(unix)]
#[test]
fn what_a_refusal_advises_works() {
    let long = "piles=[1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9]";
    let mut tried = 0;
    for (verb, game, more) in [
        ("worksheet", "mnk", ""),
        ("worksheet", "connect-four", ""),
        ("worksheet", "hexapawn", "cols=4"),
        ("worksheet", "1140", "--n 40"),
        ("worksheet", "877", "--n 30 --format html"),
        ("table", "mnk", ""),
        ("table", "1140", long),
        ("table", "1140", &format!("{long} --format md")),
        ("table", "1140", &format!("{long} --format latex")),
        ("tree", "mnk", "--format svg --most 5000"),
        ("why", "1140", "piles=1,2 --order z"),
        ("why", "nim", "heaps=1,2 --form points"),
    ] {
        let run = |words: String| {
            Command::new("sh").args(["-c", &format!("'{EXE}' {words}")]).env("NO_COLOR", "1").output().unwrap()
        };
        let quoted: Vec<String> =
            more.split(' ').filter(|word| !word.is_empty()).map(|word| format!("'{word}'")).collect();
        let more = quoted.join(" ");
        let refused = run(format!("{verb} {game} {more}"));
        let said = text(&refused.stderr);
        if refused.status.success() || said.contains("error[C01]") {
            continue;
        }
        assert_eq!(refused.status.code(), Some(2), "{verb} {game} {more}: {said}");
        let (_, help) = said.split_once("help: ").unwrap();
        for advised in help.split('`').skip(1).step_by(2).filter(|advised| !["--at", "--form"].contains(advised)) {
            let words = match advised.split(' ').next().unwrap_or_default() {
                "bouton" => format!("{} {game} {more}", advised.trim_start_matches("bouton ")),
                // An option that is given already is changed.
                option if option.starts_with("--") => {
                    let without = more.split(' ').collect::<Vec<_>>();
                    let at = without.iter().position(|word| word.trim_matches('\'') == option);
                    let kept = without
                        .iter()
                        .enumerate()
                        .filter(|(word, _)| at.is_none_or(|at| *word != at && *word != at + 1));
                    let kept: Vec<&str> = kept.map(|(_, word)| *word).collect();
                    format!("{verb} {game} {} {advised}", kept.join(" "))
                }
                _ => format!("{verb} {game} {advised}"),
            };
            let followed = run(words.clone());
            assert!(
                followed.status.success(),
                "{verb} {game} {more}: `{advised}`: {words}: {}",
                text(&followed.stderr)
            );
            tried += 1;
        }
    }
    assert!(tried > 8, "{tried}");
}

#[cfg(unix)]
#[test]
fn games_and_parameters_complete_in_bash() {
    let folder = folder("bash");
    let script = run(&["completions", "bash"]);
    fs::write(folder.join("bouton.bash"), script.stdout).unwrap();
    let path = format!("{}:{}", std::path::Path::new(EXE).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let completed = |typed: &str| {
        let typing = format!(
            "source ./bouton.bash; COMP_WORDS=(bouton {typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _bouton_words bouton \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; echo \"${{COMPREPLY[*]}}\""
        );
        let output =
            Command::new("bash").args(["-c", &typing]).current_dir(&folder).env("PATH", &path).output().unwrap();
        text(&output.stdout).trim().to_owned()
    };
    assert_eq!(completed("solve stone-game-i"), "stone-game-ii stone-game-iii stone-game-iv");
    assert_eq!(completed("solve 1140 pi"), "piles=");
    assert_eq!(completed("solv"), "solve");
    for (shell, asks) in [("zsh", ":_bouton_words'"), ("fish", "bouton completions words")] {
        assert!(text(&run(&["completions", shell]).stdout).contains(asks), "{shell}");
    }
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
    assert!(answer.contains(r#""exact":false,"bounds":{"at_least":"loss","at_most":"win","moves":"#), "{answer}");
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
fn a_line_of_a_batch_that_memory_cannot_hold_is_refused() {
    let mut child = bouton(&["batch", "1406", "--ask", "value", "--jobs", "1", "--memory", "64M"]).spawn().unwrap();
    let long = format!("{{\"values\":[{}]}}\n{{\"values\":[1,2,3,7]}}\n", vec!["1"; 1_000_000].join(","));
    child.stdin.take().unwrap().write_all(long.as_bytes()).unwrap();
    let (exit, answers, said) = ended(child);
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!((exit, lines.len()), (Some(1), 2), "{said}");
    assert!(lines[0].contains(r#""code":"M01""#) && lines[0].contains("to read; a case has"), "{}", lines[0]);
    assert!(lines[1].contains(r#""for_mover":-1"#), "{}", lines[1]);
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
