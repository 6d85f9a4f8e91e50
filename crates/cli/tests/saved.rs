//! Solution files and the rules they were worked out by: what may change, what may not, and what is said where a file contradicts itself.

use crate::common::{folder, run};
use bouton::game::{Entries, Game, Kept, Opened, WordRow};
use bouton::instance::from_json;
use bouton::rules::{Source, check};
use bouton::saved::{Saved, save};
use bouton::workers::Workers;
use bouton::{Ask, Instance, Limits, Meter, Outcome, Plies, Silent, Value, gallery, solve};
use serde_json::{Map, Value as Json};
use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// What a command that has to succeed says.
fn done(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    assert!(output.status.success(), "{words:?}: {}", said(&output));
    said(&output)
}

fn text(name: &str) -> &'static str {
    gallery::find(name).unwrap().text
}

#[test]
fn examples_comments_and_names_of_locals_may_change() {
    let folder = folder("rules");
    for name in ["connect-four", "mnk"] {
        let (solution, file) = (format!("{name}.sol"), format!("{name}-other.game"));
        done(&folder, &["solve", name, "--save", &solution]);
        let lines = text(name).lines().filter(|line| !["example", "#"].iter().any(|word| line.starts_with(word)));
        let plain: Vec<&str> = lines.collect();
        fs::write(folder.join(&file), plain.join("\n").replace("let r =", "let row =")).unwrap();
        let changed = fs::read_to_string(folder.join(&file)).unwrap();
        let changed = if name == "mnk" {
            changed
        } else {
            changed.replace("r < rows", "row < rows").replace("[r, c]", "[row, c]")
        };
        fs::write(folder.join(&file), changed).unwrap();
        let answer = done(&folder, &["solve", &file, "--from", &solution]);
        assert!(answer.contains("· saved ·"), "{answer}");
    }
}

#[test]
fn the_line_of_the_rules_that_differs_is_shown() {
    let folder = folder("differ");
    done(&folder, &["solve", "mnk", "--save", "mnk.sol"]);
    fs::write(folder.join("other.game"), text("mnk").replace("stuck => draw", "stuck => O wins")).unwrap();
    let refused = run(&folder, &["solve", "other.game", "--from", "mnk.sol"]);
    let words = said(&refused);
    assert!(refused.status.code() == Some(2) && words.contains("error[V03]"), "{words}");
    assert!(words.contains(": stuck => draw") && words.contains(": stuck => O wins"), "{words}");
    // So too where a search that was stopped stands in the way of another.
    fs::rename(folder.join("other.game"), folder.join("mnk.game")).unwrap();
    let begun = run(
        &folder,
        &["solve", "mnk", "m=4", "--save", "x.sol", "--checkpoint", "1ms", "--positions", "2000", "--method", "layers"],
    );
    assert_eq!(begun.status.code(), Some(3), "{}", said(&begun));
    let other = said(&run(&folder, &["solve", "./mnk.game", "m=4", "--save", "x.sol"]));
    assert!(
        other.contains("V06") && other.contains(": stuck => draw") && other.contains(": stuck => O wins"),
        "{other}"
    );
}

/// The gallery's tic-tac-toe, in rules of which a part is replaced.
fn tic_tac_toe(from: &str, to: &str) -> Instance {
    let text = text("mnk");
    assert!(text.contains(from));
    let rules = Arc::new(check(&Source::new("mnk.game", text.replace(from, to))).0.unwrap());
    let given = from_json(&rules, &Map::new()).unwrap();
    Instance::new(rules, &given).unwrap()
}

/// What a game is said to be worth, written under right checksums.
fn written(file: &Path, game: Instance, kept: Arc<dyn Kept>, finished: u64) {
    let game = game.with_opened(Opened { kept, finished, method: "memo".to_owned() });
    let limits = Limits::default();
    let solution = solve(&game, &game.start().unwrap(), &Ask::Table, &limits, None, &Silent).unwrap();
    assert_eq!(solution.method, "saved");
    save(file, &game, &solution, &mut Meter::new(&limits, &Silent)).unwrap();
}

/// Values of which those of the positions with one stone are wins.
#[derive(Debug)]
struct Altered(Arc<dyn Kept>);

impl Altered {
    fn of(rank: Option<i64>, value: Value) -> Value {
        if rank == Some(1) { Value::Outcome(Outcome::Win(Plies::Of(4))) } else { value }
    }
}

impl Kept for Altered {
    fn value(&self, rank: i64, words: &[u64]) -> Option<Value> {
        self.0.value(rank, words).map(|value| Altered::of(Some(rank), value))
    }

    fn len(&self) -> u64 {
        self.0.len()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    fn layers(&self) -> Vec<(Option<i64>, u64)> {
        self.0.layers()
    }

    fn layer(&self, rank: Option<i64>, workers: &Workers) -> std::io::Result<Entries<'_>> {
        let entries = self.0.layer(rank, workers)?;
        Ok(Box::new(entries.map(move |(row, value): (WordRow, Value)| (row, Altered::of(rank, value)))))
    }
}

/// Whoever changes a file, checksums and all, has done it, not Bouton.
#[test]
fn a_file_that_its_rules_contradict_is_no_fault_of_bouton() {
    let folder = folder("contradict");
    done(&folder, &["solve", "mnk", "--no-symmetry", "--method", "layers", "--save", "right.sol"]);
    let right = Arc::new(Saved::open(&folder.join("right.sol")).unwrap());
    let finished = right.head().finished;
    let plain = tic_tac_toe("stuck => draw", "stuck => draw");
    let ranks: Vec<Option<i64>> = right.layers().into_iter().map(|(rank, _)| rank).collect();
    assert!(ranks.contains(&Some(1)), "{ranks:?}");
    written(&folder.join("value.sol"), plain, Arc::new(Altered(right.clone())), finished);
    // Rules by which somebody wins where these say draw; and such by which play goes on.
    let won = tic_tac_toe("stuck => draw", "stuck => O wins");
    written(&folder.join("won.sol"), won, right.clone(), finished);
    let longer = tic_tac_toe("end when line(board, me, k) => me wins", "end when line(board, me, k + 5) => me wins");
    written(&folder.join("longer.sol"), longer, right, finished);
    for (file, lang) in [("value.sol", "en"), ("won.sol", "en"), ("longer.sol", "en"), ("value.sol", "zh")] {
        let deep = run(&folder, &["verify", file, "--deep", "--lang", lang]);
        let words = said(&deep);
        assert!(deep.status.code() == Some(1) && words.contains("V07") && words.contains(file), "{file}: {words}");
        assert!(!words.contains("report"), "{file}: {words}");
        assert_eq!(words.contains("does not hold what its rules say"), lang == "en", "{words}");
    }
    for words in [
        &["solve", "value.sol"][..],
        &["solve", "value.sol", "--format", "json"],
        &["solve", "mnk", "--from", "value.sol"],
        &["why", "value.sol"],
        &["solve", "won.sol", "--at", "board=XOX/XOO/OX. turn=X"],
    ] {
        let output = run(&folder, words);
        let said = said(&output);
        assert!(output.status.code() == Some(1) && said.contains("V07"), "{words:?}: {said}");
    }
    assert!(done(&folder, &["explain", "V07"]).contains("verify --deep"));
    let mut json: Json =
        serde_json::from_str(&done(&folder, &["verify", "right.sol", "--deep", "--format", "json"])).unwrap();
    assert_eq!(json["deep"]["positions"].take(), 5_478);
}

/// Counts and positions do not depend on how many threads look, nor on whether a condition is asked of positions or of values alone.
#[test]
fn questions_have_one_answer_however_they_are_asked() {
    let folder = folder("query");
    for plain in [&["--no-symmetry"][..], &[]] {
        done(&folder, &[&["solve", "connect-four", "--save", "x.sol"], plain].concat());
        for (quick, slow) in [
            ("value == win and plies >= 7", "plies >= 7 and turn in [Yellow, Red] and value == win"),
            ("plies >= 0", "turn == turn and plies >= 0"),
            ("value == draw", "board[0, 0] == board[0, 0] and value == draw"),
            ("plies > 99", "turn == turn and plies > 99"),
        ] {
            for shown in [&["--top", "3"][..], &["--top", "0"], &["--random", "4"], &["--top", "5000"]] {
                let ask = |condition, threads| {
                    done(
                        &folder,
                        &[&["query", "x.sol", condition, "--threads", threads, "--format", "json"], shown].concat(),
                    )
                };
                let wanted = ask(quick, "1");
                for (condition, threads) in [(quick, "3"), (slow, "1"), (slow, "3")] {
                    assert!(ask(condition, threads) == wanted, "{condition}, {threads} threads, {shown:?}");
                }
            }
            let rows = |condition, threads| {
                done(&folder, &["export", "x.sol", "-", "--as", "csv", "--where", condition, "--threads", threads])
            };
            assert!(rows(quick, "1") == rows(slow, "3"), "{quick}");
        }
    }
}

#[test]
fn reading_keeps_to_its_time() {
    let folder = folder("time");
    done(&folder, &["solve", "connect-four", "--save", "x.sol"]);
    for words in [&["query", "x.sol", "turn == Red"][..], &["export", "x.sol", "x.csv"], &["verify", "x.sol"]] {
        let output = run(&folder, &[words, &["--time", "1ms"]].concat());
        let said = said(&output);
        assert!(output.status.code() == Some(3) && said.contains("M02"), "{words:?}: {said}");
    }
    assert!(!folder.join("x.csv").exists());
}
