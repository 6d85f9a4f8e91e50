//! Solutions on disk: what is written comes back, and nothing in a file is trusted.

mod full;

use bouton::file::Whole;
use bouton::game::{Entries, Game, Kept, Opened, Repeat, WordRow};
use bouton::instance::from_json;
use bouton::rules::layout::Packed;
use bouton::rules::{Source, meaning};
use bouton::saved::{Saved, Trouble, save};
use bouton::workers::Workers;
use bouton::{Ask, Instance, Limits, Meter, Outcome, Plies, Progress, Silent, Solution, Stop, Value, gallery, solve};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("bouton-saved-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("x.sol")
    }

    /// What is in it, in order.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = entries.collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn game(name: &str, params: &Json) -> Instance {
    let entry = gallery::find(name).unwrap();
    let (rules, findings) = bouton::rules::check(&Source::new(format!("{name}.game"), entry.text));
    let rules = Arc::new(rules.unwrap_or_else(|| panic!("{findings:?}")));
    let given = from_json(&rules, params.as_object().unwrap()).unwrap();
    Instance::new(rules, &given).unwrap()
}

fn game_of(text: &str) -> Instance {
    let (rules, findings) = bouton::rules::check(&Source::new("x.game", text));
    Instance::new(Arc::new(rules.unwrap_or_else(|| panic!("{findings:?}"))), &[]).unwrap()
}

fn solved(game: &Instance, method: Option<&str>) -> Solution<Instance> {
    let limits = Limits::default();
    solve(game, &game.start().unwrap(), &Ask::Table, &limits, method, &Silent).unwrap()
}

fn write(file: &Path, game: &Instance, solution: &Solution<Instance>) -> Result<bouton::saved::Written, Trouble> {
    let limits = Limits::default();
    save(file, game, solution, &mut Meter::new(&limits, &Silent))
}

fn all(game: &Instance, solution: &Solution<Instance>) -> BTreeMap<Packed, Value> {
    solution.store.entries(game).collect()
}

/// Games of every kind of store, of outcomes and points, with one word a position and more, with lists of many lengths.
fn games() -> Vec<(&'static str, Json, Option<&'static str>)> {
    vec![
        ("connect-four", json!({"rows": 3, "cols": 4, "need": 3}), Some("layers")),
        ("connect-four", json!({"rows": 3, "cols": 4, "need": 3}), Some("memo")),
        ("mnk", json!({}), Some("layers")),
        ("stone-game-ii", json!({"piles": [2, 7, 9, 4, 4]}), Some("layers")),
        ("stone-game-ii", json!({"piles": [2, 7, 9, 4, 4]}), Some("sweep")),
        ("dots-and-boxes", json!({}), None),
        ("three-mens-morris", json!({}), Some("retrograde")),
        ("nim", json!({"heaps": [1, 2, 3]}), Some("memo")),
        ("grundy", json!({"n": 12}), Some("memo")),
    ]
}

#[test]
fn what_is_saved_comes_back() {
    let folder = Folder::new("back");
    for (name, params, method) in games() {
        let game = game(name, &params);
        let solution = solved(&game, method);
        let written = write(&folder.file(), &game, &solution).unwrap();
        assert_eq!(fs::metadata(folder.file()).unwrap().len(), written.bytes, "{name}");
        let saved = Arc::new(Saved::open(&folder.file()).unwrap());
        assert_eq!(saved.head(), &written.head, "{name}");
        assert_eq!(saved.verify().unwrap().positions, solution.store.len(), "{name}");
        let read: BTreeMap<Packed, Value> = saved.entries(&game).map(Result::unwrap).collect();
        assert_eq!(read, all(&game, &solution), "{name}");

        // The same game, reading instead of solving, and proven right by the checker.
        let (opened, start) = saved.opened(&game).unwrap();
        assert_eq!(start, game.canonical(game.start().unwrap()));
        let reading = game.with_opened(opened);
        let again = solved(&reading, None);
        assert_eq!((again.method, again.value, again.finished), ("saved", solution.value, solution.finished), "{name}");
        assert!(again.notes.is_empty());
        let report = again.check(&reading, &Limits::default()).unwrap();
        assert_eq!(report.positions, solution.store.len(), "{name}");
    }
}

#[test]
fn what_was_read_is_written_again_as_it_was() {
    let folder = Folder::new("again");
    for (name, params, method) in games() {
        let game = game(name, &params);
        write(&folder.file(), &game, &solved(&game, method)).unwrap();
        let wanted = Saved::open(&folder.file()).unwrap().head().clone();
        let (opened, _) = Arc::new(Saved::open(&folder.file()).unwrap()).opened(&game).unwrap();
        let reading = game.with_opened(opened);
        let written = write(&folder.0.join("again.sol"), &reading, &solved(&reading, None)).unwrap();
        assert_eq!(written.head, wanted, "{name}");
        assert!(fs::read(folder.0.join("again.sol")).unwrap() == fs::read(folder.file()).unwrap(), "{name}");
    }
}

/// Values of which one was changed.
#[derive(Debug)]
struct Altered {
    kept: Arc<dyn Kept>,
    at: (Option<i64>, WordRow),
    value: Value,
}

impl Kept for Altered {
    fn value(&self, rank: i64, words: &[u64]) -> Option<Value> {
        let here = self.at.0.is_none_or(|known| known == rank) && words == self.at.1.as_slice();
        if here { Some(self.value) } else { self.kept.value(rank, words) }
    }

    fn len(&self) -> u64 {
        self.kept.len()
    }

    fn bytes(&self) -> u64 {
        self.kept.bytes()
    }

    fn layers(&self) -> Vec<(Option<i64>, u64)> {
        self.kept.layers()
    }

    fn layer(&self, rank: Option<i64>, workers: &Workers) -> std::io::Result<Entries<'_>> {
        let entries = self.kept.layer(rank, workers)?;
        Ok(Box::new(entries.map(move |(row, value)| {
            let here = (rank, &row) == (self.at.0, &self.at.1);
            (row, if here { self.value } else { value })
        })))
    }
}

#[test]
fn every_value_is_proven_and_any_other_is_not() {
    let folder = Folder::new("proof");
    let mut refuted = 0;
    for (name, params, method) in games() {
        let game = game(name, &params);
        let solution = solved(&game, method);
        write(&folder.file(), &game, &solution).unwrap();
        let saved = Arc::new(Saved::open(&folder.file()).unwrap());
        let limits = Limits::default();
        let proof = saved.prove(&game, &mut Meter::new(&limits, &Silent)).unwrap();
        let ranked = saved.head().layers.iter().all(|layer| layer.rank.is_some());
        let ordered = game.repeat().is_none() && game.rank(&game.start().unwrap()).is_some();
        assert_eq!(proof.is_some(), ranked || ordered || game.repeat() == Some(Repeat::Draw), "{name}");
        let Some(proof) = proof else { continue };
        assert_eq!(proof, solution.check(&game, &limits).unwrap(), "{name}");

        // One value after the other is changed.
        let plain = Limits::default().without_symmetry();
        let solution = solve(&game, &game.start().unwrap(), &Ask::Table, &plain, method, &Silent).unwrap();
        write(&folder.file(), &game, &solution).unwrap();
        let saved = Arc::new(Saved::open(&folder.file()).unwrap());
        let rows = saved.layers().into_iter().flat_map(|(rank, _)| {
            let all: Vec<_> = saved.layer(rank, &Workers::alone()).unwrap().collect();
            all.into_iter().step_by(23).map(move |(row, value)| (rank, row, value))
        });
        for (rank, row, value) in rows.take(60).collect::<Vec<_>>() {
            let other = match value {
                Value::Lead(lead) => Value::Lead(lead + 1),
                Value::Outcome(Outcome::Win(Plies::Of(plies))) => Value::Outcome(Outcome::Win(Plies::Of(plies + 2))),
                // So long a win takes more than two bytes.
                Value::Outcome(Outcome::Loss(_)) => Value::Outcome(Outcome::Win(Plies::Of(40_001))),
                Value::Outcome(_) => Value::Outcome(Outcome::Win(Plies::Of(1))),
            };
            let kept = Arc::new(Altered { kept: saved.clone(), at: (rank, row), value: other });
            let wrong = self::game(name, &params).with_opened(Opened {
                kept,
                finished: solution.finished,
                method: "memo".to_owned(),
            });
            let other = folder.0.join("other.sol");
            write(&other, &wrong, &solved(&wrong, None)).unwrap();
            let proof = Saved::open(&other).unwrap().prove(&game, &mut Meter::new(&limits, &Silent));
            assert!(matches!(proof, Err(Stop::Wrong { .. })), "{name}: {proof:?}");
            refuted += 1;
        }
    }
    assert!(refuted > 100, "{refuted}");
}

#[test]
fn no_changed_lead_is_proven_where_play_goes_round() {
    let folder = Folder::new("rounds");
    let params = json!({"pits": 2, "endgame": 4});
    let game = game("awari", &params);
    write(&folder.file(), &game, &solved(&game, None)).unwrap();
    let saved = Arc::new(Saved::open(&folder.file()).unwrap());
    let limits = Limits::default();
    // One look at each position does not show it: so the whole is checked.
    assert_eq!(saved.prove(&game, &mut Meter::new(&limits, &Silent)), Ok(None));
    let (opened, _) = saved.opened(&game).unwrap();
    let finished = opened.finished;
    let reading = self::game("awari", &params).with_opened(opened);
    let report = solved(&reading, None).check(&reading, &limits).unwrap();
    assert_eq!(report.positions, saved.head().positions);
    let rows: Vec<_> = saved.layer(None, &Workers::alone()).unwrap().collect();
    for (row, value) in rows {
        let Value::Lead(lead) = value else { panic!("{value}") };
        for other in [lead - 1, lead + 1] {
            let kept = Arc::new(Altered { kept: saved.clone(), at: (None, row.clone()), value: Value::Lead(other) });
            let wrong = self::game("awari", &params).with_opened(Opened { kept, finished, method: "memo".to_owned() });
            let proof = solved(&wrong, None).check(&wrong, &limits);
            assert!(matches!(proof, Err(Stop::Wrong { .. })), "{row:?} {value}: {proof:?}");
        }
    }
}

/// What a move seemed to raise on some lines, and does not, is no fault of a file's.
#[test]
fn an_order_that_was_guessed_wrong_makes_no_file_wrong() {
    let text = "game Back
state n : 0..60 = 60
state m : 0..60 = 60
state was : bool = false
move a(k in 1..3) { when k <= n; n -= k }
move b(k in 1..3) { when k <= m; m -= k }
move back { when n == 37 and m == 31 and not was; n = 40; was = true }
stuck => me loses
";
    let (rules, findings) = bouton::rules::check(&Source::new("back.game", text));
    let game = Instance::new(Arc::new(rules.unwrap_or_else(|| panic!("{findings:?}"))), &[]).unwrap();
    let folder = Folder::new("guess");
    let solution = solved(&game, Some("recurrence"));
    assert!(game.order().is_some_and(|order| !order.proven), "the order is guessed");
    write(&folder.file(), &game, &solution).unwrap();
    let (saved, limits) = (Saved::open(&folder.file()).unwrap(), Limits::default());
    assert_eq!(saved.prove(&game, &mut Meter::new(&limits, &Silent)), Ok(None));
    assert!(solution.check(&game, &limits).is_ok());
}

#[test]
fn the_head_counts_what_is_in_it() {
    let folder = Folder::new("counts");
    let game = game("connect-four", &json!({}));
    let head = write(&folder.file(), &game, &solved(&game, Some("layers"))).unwrap().head;
    let sum = |count: fn(&bouton::saved::Counts) -> u64| head.counts.iter().map(count).sum::<u64>();
    // The published numbers of positions in which the mover wins, draws and loses.
    let counts = (sum(|counts| counts.win), sum(|counts| counts.draw), sum(|counts| counts.loss));
    assert_eq!((head.positions, counts), (161_029, (38_675, 90_120, 32_234)));
    assert_eq!(head.layers.len(), 17, "one for each number of discs");
    assert!(head.layers.iter().all(|layer| layer.rank.is_some()));
}

#[test]
fn a_position_that_it_does_not_hold_is_solved_with_a_note() {
    let folder = Folder::new("elsewhere");
    let game = game("connect-four", &json!({"rows": 3, "cols": 3, "need": 3}));
    write(&folder.file(), &game, &solved(&game, None)).unwrap();
    let saved = Arc::new(Saved::open(&folder.file()).unwrap());
    let (opened, _) = saved.opened(&game).unwrap();
    let reading = game.with_opened(opened);
    // Two discs of one player and none of the other: play never comes here.
    let odd = reading.read_position("board=YY./.../... turn=Yellow").unwrap();
    let solution = solve(&reading, &odd, &Ask::Table, &Limits::default(), None, &Silent).unwrap();
    assert_ne!(solution.method, "saved");
    assert!(solution.notes[0].to_string().contains("does not hold this position"), "{:?}", solution.notes);
}

#[test]
fn what_keeps_no_positions_is_not_saved() {
    let folder = Folder::new("nothing");
    for (name, params) in [("nim", json!({"heaps": [3, 4, 5]})), ("divisor-game", json!({"n": 1000}))] {
        let game = game(name, &params);
        let solution = solve(&game, &game.start().unwrap(), &Ask::Value, &Limits::default(), None, &Silent).unwrap();
        let trouble = write(&folder.file(), &game, &solution).unwrap_err();
        assert!(matches!(trouble, Trouble::Nothing(_)), "{name}: {trouble}");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "{name}: nothing is left behind");
    }
}

#[test]
fn the_same_solution_is_the_same_bytes() {
    let folder = Folder::new("bytes");
    let game = game("connect-four", &json!({"rows": 4, "cols": 3, "need": 3}));
    let bytes = |threads: usize| {
        let limits = Limits::default().threads(threads);
        let solution = solve(&game, &game.start().unwrap(), &Ask::Table, &limits, Some("layers"), &Silent).unwrap();
        write(&folder.file(), &game, &solution).unwrap();
        fs::read(folder.file()).unwrap()
    };
    let one = bytes(1);
    assert_eq!(one, bytes(1));
    assert_eq!(one, bytes(3), "whatever the threads");
}

#[test]
fn two_runs_do_not_write_one_file() {
    let folder = Folder::new("busy");
    let game = game("mnk", &json!({}));
    let solution = solved(&game, None);
    let other = Whole::new(&folder.file()).unwrap();
    assert!(matches!(write(&folder.file(), &game, &solution), Err(Trouble::Busy)));
    drop(other);
    // What a killed run left behind is in nobody's way, and goes.
    let left = folder.0.join(".x.sol.AbCdEf012345.new");
    fs::write(&left, "half a solution").unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(60);
    fs::File::options().write(true).open(&left).unwrap().set_modified(long_ago).unwrap();
    write(&folder.file(), &game, &solution).unwrap();
    assert_eq!(folder.names(), ["x.sol"]);
}

/// Whatever stands in the way of a file, nobody else's is written.
#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("links");
    let game = game("mnk", &json!({}));
    let (solution, other) = (solved(&game, None), folder.0.join("other"));
    fs::write(&other, "somebody's own").unwrap();
    symlink(&other, folder.file()).unwrap();
    write(&folder.file(), &game, &solution).unwrap();
    assert_eq!(fs::read(&other).unwrap(), b"somebody's own");
    assert!(fs::symlink_metadata(folder.file()).unwrap().is_file());
    assert_eq!(folder.names(), ["other", "x.sol"]);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder.file()), mode(&other), "as files are made by themselves");
    // What is no file is left as it is: a socket, say.
    fs::remove_file(folder.file()).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(folder.file()).unwrap();
    assert!(matches!(write(&folder.file(), &game, &solution), Err(Trouble::Io(_))));
    assert_eq!(folder.names(), ["other", "x.sol"]);
}

#[test]
fn a_file_is_whole_or_not_there() {
    let folder = Folder::new("whole");
    let mut dropped = Whole::new(&folder.file()).unwrap();
    dropped.write_all(b"half").unwrap();
    assert_ne!(folder.names(), ["x.sol"]);
    drop(dropped);
    assert!(folder.names().is_empty());
    let text = |text: &str| {
        let mut whole = Whole::new(&folder.file()).unwrap();
        whole.write_all(text.as_bytes()).unwrap();
        whole
    };
    text("one").done_anew().unwrap();
    assert_eq!(text("two").done_anew().unwrap_err().kind(), std::io::ErrorKind::AlreadyExists);
    assert_eq!((fs::read(folder.file()).unwrap(), folder.names()), (b"one".to_vec(), vec!["x.sol".to_owned()]));
    text("three").done().unwrap();
    assert_eq!((fs::read(folder.file()).unwrap(), folder.names()), (b"three".to_vec(), vec!["x.sol".to_owned()]));
}

/// Examples, comments and titles are not what rules mean.
#[test]
fn every_game_without_its_examples_and_comments_has_the_same_rules() {
    let rules = |text: &str| bouton::rules::check(&Source::new("test.game", text)).0.unwrap();
    for game in gallery::games() {
        let kept = |line: &&str| !["example", "#", "show"].iter().any(|word| line.starts_with(word));
        let plain: Vec<&str> = game.text.lines().filter(kept).collect();
        let (one, other) = (rules(game.text), rules(&plain.join("\n")));
        assert_eq!(meaning::difference(&one, &other), None, "{}", game.name);
        assert_eq!(meaning::hash(&one), meaning::hash(&other), "{}", game.name);
    }
}

/// Reading a file through is one search among others: its limits hold.
#[test]
fn reading_a_file_ends_at_a_limit() {
    let folder = Folder::new("limits");
    let game = game("mnk", &json!({}));
    write(&folder.file(), &game, &solved(&game, None)).unwrap();
    let saved = Saved::open(&folder.file()).unwrap();
    let none = Limits::default().time(Duration::ZERO);
    let read = saved.verify_within(&mut Meter::new(&none, &Silent));
    assert!(matches!(read, Err(Trouble::Stopped(Stop::Time { .. }))), "{read:?}");
    let cancelled = Limits::default();
    cancelled.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    let read = saved.verify_within(&mut Meter::new(&cancelled, &Silent));
    assert!(matches!(read, Err(Trouble::Stopped(Stop::Cancelled))), "{read:?}");
}

/// Every file that is cut short, or has one byte changed, is refused, or says the same as before; none makes us panic.
#[test]
fn spoilt_files_are_refused() {
    // In the second, each position stands for its images.
    spoilt("spoilt", &game("stone-game-ii", &json!({"piles": [2, 7, 9, 4, 4]})));
    spoilt("spoilt-images", &game("mnk", &json!({"m": 2, "n": 2, "k": 2})));
}

fn spoilt(folder: &str, game: &Instance) {
    let folder = Folder::new(folder);
    let solution = solved(game, Some("layers"));
    write(&folder.file(), game, &solution).unwrap();
    let right = fs::read(folder.file()).unwrap();
    let wanted = all(game, &solution);
    let read = |bytes: &[u8]| -> Result<BTreeMap<Packed, Value>, Trouble> {
        fs::write(folder.file(), bytes).unwrap();
        let saved = Arc::new(Saved::open(&folder.file())?);
        saved.verify()?;
        saved.opened(game)?;
        saved.entries(game).collect()
    };
    assert_eq!(read(&right).unwrap(), wanted);
    for len in 0..right.len() {
        assert!(read(&right[..len]).is_err(), "cut after {len} bytes");
    }
    let mut let_through = Vec::new();
    for at in 0..right.len() {
        for flip in [1, 0x80, 0xFF] {
            let mut bytes = right.clone();
            bytes[at] ^= flip;
            if let Ok(values) = read(&bytes) {
                assert_eq!(values, wanted, "byte {at}");
                let_through.push(at);
            }
        }
    }
    // A few bits of a frame's own head mean nothing: whatever they are, the same comes out.
    assert!(let_through.len() <= 12, "{let_through:?} of {}", right.len());
    assert!(matches!(
        read(b"solve 1140\nbouton is a fine program, is it not? yes, it is, it is\n"),
        Err(Trouble::Other)
    ));
}

/// Remembers how far saving said that it was, and of how many.
#[derive(Default)]
struct Heard(Mutex<Vec<(u64, Option<u64>)>>);

impl Progress for Heard {
    fn tick(&self, phase: &'static str, done: u64, total: Option<u64>) {
        if phase == "saving" {
            self.0.lock().unwrap().push((done, total));
        }
    }
}

#[test]
fn saving_counts_what_is_stored() {
    let folder = Folder::new("counted");
    let game = game("mnk", &json!({}));
    let solution = solved(&game, Some("layers"));
    let (heard, limits) = (Heard::default(), Limits::default());
    let written = save(&folder.file(), &game, &solution, &mut Meter::new(&limits, &heard)).unwrap();
    let heard = heard.0.into_inner().unwrap();
    assert_eq!((heard.last().unwrap(), written.head.stored), (&(765, Some(765)), Some(765)));
    assert!(heard.iter().all(|(done, total)| *done <= 765 && *total == Some(765)), "{heard:?}");
}

#[test]
fn files_say_whether_positions_stand_for_their_images() {
    let folder = Folder::new("images");
    let game = game("mnk", &json!({}));
    let (start, ask) = (game.start().unwrap(), Ask::Table);
    let without = Limits::default().without_symmetry();
    let plain = solve(&game, &start, &ask, &without, Some("layers"), &Silent).unwrap();
    let version = || fs::read(folder.file()).unwrap()[8];
    let plain_head = write(&folder.file(), &game, &plain).unwrap().head;
    assert_eq!((version(), plain_head.stored, &plain_head.symmetries), (1, None, &None), "as it always was");
    let whole = Saved::open(&folder.file()).unwrap().entries(&game).map(Result::unwrap).collect::<BTreeMap<_, _>>();

    let folded = solve(&game, &start, &ask, &Limits::default(), Some("layers"), &Silent).unwrap();
    let head = write(&folder.file(), &game, &folded).unwrap().head;
    assert_eq!((version(), head.stored), (2, Some(765)));
    assert_eq!((head.positions, head.finished, &head.counts), (5_478, plain_head.finished, &plain_head.counts));
    assert_eq!(head.longest, plain_head.longest);
    let saved = Arc::new(Saved::open(&folder.file()).unwrap());
    assert_eq!(saved.entries(&game).map(Result::unwrap).collect::<BTreeMap<_, _>>(), whole);
    assert_eq!(saved.verify().unwrap().positions, 5_478);

    // What was read is written again as it was.
    let bytes = fs::read(folder.file()).unwrap();
    let (opened, _) = saved.opened(&game).unwrap();
    let reading = game.clone().with_opened(opened);
    let again = solve(&reading, &start, &ask, &without, None, &Silent).unwrap();
    assert_eq!((again.method, again.store.up_to_symmetry()), ("saved", Some(765)));
    assert_eq!(write(&folder.file(), &reading, &again).unwrap().head.stored, Some(765));
    assert_eq!(Saved::open(&folder.file()).unwrap().verify().unwrap().positions, 5_478);
    assert!(bytes.len() < 20_000, "{}", bytes.len());

    // Rules that declare no such symmetry do not take it.
    let text = gallery::find("mnk").unwrap().text.replace("symmetry reflections of board, rotations of board\n", "");
    let (rules, _) = bouton::rules::check(&Source::new("mnk.game", text));
    let rules = Arc::new(rules.unwrap());
    let other = Instance::new(rules.clone(), &from_json(&rules, &serde_json::Map::new()).unwrap()).unwrap();
    assert!(matches!(saved.opened(&other), Err(Trouble::Damaged(what)) if what.to_string().contains("symmetries")));
}

/// A file with another head, of another version.
fn with_head(file: &[u8], version: u8, change: impl Fn(String) -> String) -> Vec<u8> {
    let (frames, tail) = file.split_at(file.len() - 40);
    let number = |at: usize| u32::from_le_bytes(tail[at..at + 4].try_into().unwrap());
    let (packed, long) = (usize::try_from(number(16)).unwrap(), usize::try_from(number(20)).unwrap());
    let (before, head) = frames.split_at(frames.len() - packed);
    let head = change(String::from_utf8(zstd::bulk::decompress(head, long).unwrap()).unwrap());
    let mut packer = zstd::bulk::Compressor::new(3).unwrap();
    packer.set_parameter(zstd::zstd_safe::CParameter::ChecksumFlag(true)).unwrap();
    let packed = packer.compress(head.as_bytes()).unwrap();
    let lengths = [packed.len(), head.len()].map(|length| u32::try_from(length).unwrap().to_le_bytes());
    let mut changed = [before, &packed, &tail[..16], &lengths.concat(), &tail[24..]].concat();
    changed[8] = version;
    changed
}

/// Positions of games with lists whose length changes were packed otherwise once: such a file would have other values for them, or none.
#[test]
fn a_file_of_earlier_packing_is_refused() {
    let folder = Folder::new("earlier");
    let game = game_of(
        "game Heaps\nstate xs : list[0..3] of 1..3 = [2, 3, 1]\nmove out(i in 0..<len(xs)) { xs = remove(xs, i) }\nmove less(i in 0..<len(xs)) { when xs[i] > 1; xs[i] -= 1 }\nstuck => me loses\n",
    );
    write(&folder.file(), &game, &solved(&game, None)).unwrap();
    let right = fs::read(folder.file()).unwrap();
    assert_eq!(right[8], 4);
    let opened = |bytes: &[u8]| {
        fs::write(folder.file(), bytes).unwrap();
        Arc::new(Saved::open(&folder.file())?).opened(&game).map(|_| ())
    };
    opened(&with_head(&right, 4, |head| head)).unwrap();
    let earlier = |head: String| {
        assert!(head.contains(r#""room":true,"#), "{head}");
        head.replace(r#""room":true,"#, "")
    };
    assert!(matches!(opened(&with_head(&right, 1, earlier)), Err(Trouble::Earlier)));
    for (version, changed) in [(4, with_head(&right, 4, earlier)), (1, with_head(&right, 1, |head| head))] {
        assert!(matches!(opened(&changed), Err(Trouble::Damaged(_))), "{version}");
    }
}

#[test]
fn words_that_are_no_position_are_refused() {
    let game = game("stone-game-ii", &json!({"piles": [2, 7, 9, 4, 4]}));
    let mut found = 0;
    // Both variables take three bits, and neither may be 6 or 7.
    for word in 0..1 << 12 {
        let Some(position) = game.position_of_words(&[word]) else { continue };
        let shown = game.show_position(&position);
        assert!(!shown.contains("=6") && !shown.contains("=7"), "{shown}");
        found += 1;
    }
    assert!(found >= 30, "{found}");
}
