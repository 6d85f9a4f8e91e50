//! Searches that are cut off, and go on: whatever ended them, and wherever, what comes out is what an undisturbed search gives.

use bouton::checkpoint::{Checkpoint, Disk};
use bouton::game::Game;
use bouton::instance::from_json;
use bouton::rules::Source;
use bouton::saved::{Begun, Saved, save};
use bouton::{Ask, Instance, Kind, Limits, Meter, Progress, Silent, Solution, Stop, gallery, solve};
use serde_json::{Value as Json, json};
use std::fs;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A disk in memory that holds so many bytes.
#[derive(Clone, Debug)]
struct Small {
    bytes: Arc<Mutex<Vec<u8>>>,
    at: u64,
    room: usize,
}

impl Small {
    fn with(bytes: Vec<u8>, room: usize) -> Small {
        Small { bytes: Arc::new(Mutex::new(bytes)), at: 0, room }
    }

    fn contents(&self) -> Vec<u8> {
        self.bytes.lock().unwrap().clone()
    }
}

impl Read for Small {
    fn read(&mut self, some: &mut [u8]) -> io::Result<usize> {
        let read = (&self.bytes.lock().unwrap()[usize::try_from(self.at).unwrap()..]).read(some)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Write for Small {
    fn write(&mut self, some: &[u8]) -> io::Result<usize> {
        let (at, mut bytes) = (usize::try_from(self.at).unwrap(), self.bytes.lock().unwrap());
        let fit = some.len().min(self.room.saturating_sub(at));
        if fit == 0 && !some.is_empty() {
            return Err(ErrorKind::StorageFull.into());
        }
        let end = bytes.len().max(at + fit);
        bytes.resize(end, 0);
        bytes[at..at + fit].copy_from_slice(&some[..fit]);
        self.at += fit as u64;
        Ok(fit)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Small {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let size = self.bytes.lock().unwrap().len() as u64;
        self.at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::End(0) => size,
            _ => return Err(ErrorKind::Unsupported.into()),
        };
        if self.at > size { Err(ErrorKind::InvalidInput.into()) } else { Ok(self.at) }
    }
}

impl Disk for Small {
    fn resize(&mut self, len: u64) -> io::Result<()> {
        self.bytes.lock().unwrap().resize(usize::try_from(len).unwrap(), 0);
        Ok(())
    }

    fn keep(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("bouton-checkpoints-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn game(name: &str, params: &Json) -> Instance {
    made(gallery::find(name).unwrap().text, params)
}

fn made(text: &str, params: &Json) -> Instance {
    let (rules, findings) = bouton::rules::check(&Source::new("tried.game", text));
    let rules = Arc::new(rules.unwrap_or_else(|| panic!("{findings:?}")));
    let given = from_json(&rules, params.as_object().unwrap()).unwrap();
    Instance::new(rules, &given).unwrap()
}

/// Positions take two words, and moves lead up to three ranks on.
const MARKED: &str = "game Marked
players Alice, Bob
state left : 0..12 = 12
state marks : grid[1, 40] of player? = none
move take(X in 1..3 if X <= left) {
  left -= X
  marks[0, 3 * left] = me
}
stuck => me loses
";

/// A table of many numbers, few of which are positions; leads are small near the end of play, and large at its beginning.
const STEPS: &str = "game Steps
players Alice, Bob
state n : 0..31 = 0
state m : 0..4095 = 0
move up(d in 1..2) { when n + d <= 31; n += d; gain (31 - n) * (31 - n) }
move on(d in 1..2) { when m + 128 * d <= 4095; m += 128 * d; gain (31 - n) * d }
end when n == 31 and m == 3968
";

/// The same with symmetries, and moves that end play.
const MIRRORED: &str = "game Mirrored
players Alice, Bob
state b : grid[1, 20] of bool = false
move mark(c in 0..19) {
  when not b[0, c] and c * (19 - c) % 4 == 0
  b[0, c] = true
  end when b[0, 3] and b[0, 16] and not (b[0, 4] or b[0, 15]) => me wins
}
stuck => me loses
symmetry mirror columns of b
";

/// Five like heaps, in any order: one position for up to 120.
const PARTS: &str = "game Parts
players Alice, Bob
state heap : list[5] of 0..10 = 10
state last : 0..2 = 0
move take(i in 0..4, k in 1..2) {
  when heap[i] >= k and k != last
  heap[i] -= k
  last = k
}
stuck => me loses
symmetry permute heap
";

/// A cat and a mouse on a graph, where play that never ends is won by the mouse.
fn chase() -> Instance {
    let text = gallery::find("cat-and-mouse").unwrap().text.replace("repeat => draw", "repeat => Mouse wins");
    made(&text, &json!({"graph": [[2, 5, 6], [3, 7], [0, 4, 5], [1, 4, 5, 7], [2, 3, 6], [0, 2, 3], [0, 4], [1, 3]]}))
}

/// Outcomes and points, positions of one word and of several, moves that skip layers, play that repeats, all methods that keep anything.
fn searches() -> Vec<(Instance, &'static str)> {
    vec![
        (game("connect-four", &json!({"rows": 3, "cols": 4, "need": 3})), "layers"),
        (game("mnk", &json!({})), "layers"),
        (game("dots-and-boxes", &json!({})), "layers"),
        (game("stone-game-ii", &json!({"piles": [2, 7, 9, 4, 4, 3, 8, 1, 6, 5]})), "layers"),
        (made(MARKED, &json!({})), "layers"),
        (made(PARTS, &json!({})), "layers"),
        (game("foxes", &json!({"rows": 5, "cols": 3, "foxes": [1], "hounds": [10, 12, 14]})), "retrograde"),
        (game("skirmish", &json!({"rows": 3, "cols": 4, "men": 2})), "retrograde"),
        (game("three-mens-morris", &json!({})), "retrograde"),
        (chase(), "retrograde"),
        (game("awari", &json!({"pits": 2, "endgame": 6})), "retrograde"),
        (game("connect-four", &json!({"rows": 3, "cols": 4, "need": 3})), "memo"),
        (game("dots-and-boxes", &json!({})), "memo"),
        (made(STEPS, &json!({})), "sweep"),
        (made(MIRRORED, &json!({})), "sweep"),
        (game("mnk", &json!({})), "sweep"),
        (game("dots-and-boxes", &json!({})), "sweep"),
    ]
}

fn run(game: &Instance, method: &str, limits: &Limits, progress: &dyn Progress) -> Result<Solution<Instance>, Stop> {
    solve(game, &game.start().unwrap(), &Ask::Table, limits, Some(method), progress)
}

fn begun(game: &Instance) -> Checkpoint {
    let begun = Begun::of(game, &game.start().unwrap()).unwrap();
    begun.checkpoint(Path::new("in memory")).unwrap().after(Duration::ZERO)
}

/// The bytes of the solution file.
fn saved(folder: &Folder, game: &Instance, solution: &Solution<Instance>) -> Vec<u8> {
    let file = folder.0.join("x.sol");
    let limits = Limits::default();
    save(&file, game, solution, &mut Meter::new(&limits, &Silent)).unwrap();
    fs::read(file).unwrap()
}

/// Searches on, from what a disk holds: what comes out, or why it cannot go on.
fn go_on(game: &Instance, method: &str, bytes: Vec<u8>, progress: &dyn Progress) -> io::Result<Solution<Instance>> {
    let disk = Small::with(bytes, usize::MAX);
    let checkpoint = Checkpoint::open_on(Path::new("in memory"), Box::new(disk))?.after(Duration::ZERO);
    assert!(checkpoint.method().is_none_or(|known| known == method));
    let limits = Limits::default().checkpoint(Arc::new(checkpoint));
    match run(game, method, &limits, progress) {
        Ok(solution) => Ok(solution),
        Err(Stop::Disk { kind, why }) => Err(io::Error::new(kind, why)),
        Err(other) => panic!("{other}"),
    }
}

/// All that an undisturbed search leaves, and its solution file.
fn undisturbed(folder: &Folder, game: &Instance, method: &str) -> (Vec<u8>, Vec<u8>) {
    let plain = run(game, method, &Limits::default(), &Silent).unwrap();
    let disk = Small::with(Vec::new(), usize::MAX);
    let limits = Limits::default().checkpoint(Arc::new(begun(game).on(Box::new(disk.clone()))));
    let kept = run(game, method, &limits, &Silent).unwrap();
    let wanted = saved(folder, game, &plain);
    assert!(saved(folder, game, &kept) == wanted);
    (disk.contents(), wanted)
}

/// Numbers below a bound, spread over all of it, the ends among them.
fn spread(bound: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |n| (bound - 1) * n / (count - 1))
}

#[test]
fn a_search_whose_disk_fills_up_goes_on_when_there_is_room() {
    let folder = Folder::new("full");
    for (game, method) in searches() {
        let (left, wanted) = undisturbed(&folder, &game, method);
        assert!(left.len() > 2_000, "{method}: something is kept");
        for room in spread(left.len(), 24) {
            let disk = Small::with(Vec::new(), room);
            let limits = Limits::default().checkpoint(Arc::new(begun(&game).on(Box::new(disk.clone()))));
            match run(&game, method, &limits, &Silent) {
                Err(Stop::Disk { kind: ErrorKind::StorageFull, .. }) => {}
                other => panic!("{method}, {room} of {}: {:?}", left.len(), other.map(|solution| solution.value)),
            }
            match go_on(&game, method, disk.contents(), &Silent) {
                Ok(solution) => assert!(saved(&folder, &game, &solution) == wanted, "{method}, {room}"),
                // Not even the head found room.
                Err(error) => {
                    assert!(error.kind() == ErrorKind::InvalidData && room < 4_000, "{method}, {room}: {error}")
                }
            }
        }
    }
}

#[test]
fn a_search_that_ends_in_the_middle_of_a_write_goes_on() {
    let folder = Folder::new("torn");
    for (game, method) in searches() {
        let (left, wanted) = undisturbed(&folder, &game, method);
        for len in spread(left.len(), 40) {
            match go_on(&game, method, left[..len].to_vec(), &Silent) {
                Ok(solution) => assert!(saved(&folder, &game, &solution) == wanted, "{method}, cut after {len}"),
                Err(error) => {
                    assert!(error.kind() == ErrorKind::InvalidData && len < 4_000, "{method}, {len}: {error}")
                }
            }
        }
    }
}

/// A byte that has changed is noticed, whatever it is: what it belongs to is worked out anew, or the file is refused.
#[test]
fn spoilt_checkpoints_give_no_wrong_answer() {
    let folder = Folder::new("spoilt");
    let (mut refused, mut gone_on) = (0, 0);
    for (game, method) in searches() {
        let (left, wanted) = undisturbed(&folder, &game, method);
        for at in spread(left.len(), 40) {
            let mut bytes = left.clone();
            bytes[at] ^= 0x41;
            match go_on(&game, method, bytes, &Silent) {
                Ok(solution) => {
                    assert!(saved(&folder, &game, &solution) == wanted, "{method}, byte {at}");
                    gone_on += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(gone_on > 100 && refused > 0, "{gone_on} went on, {refused} refused");
}

/// How many positions were looked at in a phase.
#[derive(Default)]
struct Looked {
    forwards: AtomicU64,
    marked: AtomicU64,
    numbered: AtomicU64,
    searched: AtomicU64,
}

impl Looked {
    fn all(self) -> u64 {
        [self.forwards, self.marked, self.numbered, self.searched].map(AtomicU64::into_inner).iter().sum()
    }
}

impl Progress for Looked {
    fn tick(&self, phase: &'static str, done: u64, _: Option<u64>) {
        match phase {
            "going forwards" => self.forwards.fetch_max(done, Ordering::Relaxed),
            "marking" => self.marked.fetch_max(done, Ordering::Relaxed),
            "numbering" => self.numbered.fetch_max(done, Ordering::Relaxed),
            "searching" => self.searched.fetch_max(done, Ordering::Relaxed),
            _ => 0,
        };
    }
}

#[test]
fn what_is_known_is_not_worked_out_again() {
    let folder = Folder::new("again");
    for (game, method) in searches() {
        let (left, _) = undisturbed(&folder, &game, method);
        let (anew, looked) = (Looked::default(), Looked::default());
        let disk = Small::with(left.clone(), usize::MAX);
        let checkpoint = Checkpoint::open_on(Path::new("in memory"), Box::new(disk.clone())).unwrap();
        let limits = Limits::default().checkpoint(Arc::new(checkpoint.after(Duration::ZERO)));
        run(&game, method, &limits, &looked).unwrap();
        assert!(disk.contents().len() == left.len(), "{method}: nothing is written again");
        // With so little room no few positions are tried first, nor where numbers are insisted on: that would not be told of.
        let by = if method == "sweep" { "numbers" } else { method };
        run(&game, by, &Limits::default().positions(1 << 19), &anew).unwrap();
        let [anew, looked] = [anew, looked].map(Looked::all);
        // Of leads that go round only what was found is kept: positions with their moves.
        let walks = method == "retrograde" && game.kind() == Kind::Points;
        assert!(anew > 20 && (looked == 0 || walks && looked < anew), "{method}: {looked} of {anew}");
        // Part of it: what comes after is worked out again, and of layers the last one's moves are made again.
        let (part, len) = (Looked::default(), left.len() * 3 / 4);
        go_on(&game, method, left[..len].to_vec(), &part).unwrap();
        assert!(part.all() < anew, "{method}");
    }
}

/// With what is on disk out of memory, the same comes out; and every value can be looked up there.
#[test]
fn what_is_on_disk_leaves_memory() {
    let folder = Folder::new("spill");
    // Of many positions, too: they lie in blocks.
    let many = (game("connect-four", &json!({"rows": 4, "cols": 4})), "layers");
    for (game, method) in searches().into_iter().chain([many]) {
        let (_, wanted) = undisturbed(&folder, &game, method);
        let disk = Small::with(Vec::new(), usize::MAX);
        let checkpoint = Arc::new(begun(&game).spilling().on(Box::new(disk)));
        let spilt = run(&game, method, &Limits::default().checkpoint(checkpoint), &Silent).unwrap();
        assert!(saved(&folder, &game, &spilt) == wanted, "{method}");
        spilt.check(&game, &Limits::default()).unwrap();
        if method == "layers" {
            let plain = run(&game, method, &Limits::default(), &Silent).unwrap();
            let [one, other] = [&spilt, &plain].map(|solution| solution.store.bytes(game.position_bytes()));
            assert!(one < other && (other < 10_000 || 3 * one < other), "{one} bytes, and {other} in memory");
            for (position, value) in plain.store.entries(&game) {
                assert_eq!(spilt.store.value(&game, &position), Some(value));
            }
        }
    }
}

/// Takes its time once it goes backwards.
struct Late(Duration, AtomicBool);

impl Progress for Late {
    fn tick(&self, phase: &'static str, _: u64, _: Option<u64>) {
        if phase == "going backwards" && !self.1.swap(true, Ordering::Relaxed) {
            thread::sleep(self.0);
        }
    }
}

/// Where it is time to write only once all positions are known, they are written before the first values are.
#[test]
fn a_search_that_writes_late_goes_on() {
    let (folder, mut kept) = (Folder::new("late"), 0);
    for (game, method) in searches().into_iter().filter(|(_, method)| *method == "layers") {
        let wanted = saved(&folder, &game, &run(&game, method, &Limits::default(), &Silent).unwrap());
        let (disk, soon) = (Small::with(Vec::new(), usize::MAX), Duration::from_millis(300));
        let late = begun(&game).on(Box::new(disk.clone())).after(soon);
        run(&game, method, &Limits::default().checkpoint(Arc::new(late)), &Late(soon, AtomicBool::new(false))).unwrap();
        let (left, looked) = (disk.contents(), Looked::default());
        if left.is_empty() {
            // It went back too fast to be told of.
            continue;
        }
        kept += 1;
        let gone_on = go_on(&game, method, left.clone(), &looked).unwrap();
        assert!(saved(&folder, &game, &gone_on) == wanted && looked.all() == 0);
        for len in spread(left.len(), 20) {
            if let Ok(solution) = go_on(&game, method, left[..len].to_vec(), &Silent) {
                assert!(saved(&folder, &game, &solution) == wanted, "cut after {len}");
            }
        }
    }
    assert!(kept >= 3, "{kept} searches wrote something");
}

/// A search that keeps least images only and one that keeps all have no use for what the other left.
#[test]
fn with_and_without_symmetry_are_two_searches() {
    let folder = Folder::new("symmetry");
    for (game, method) in [
        (game("mnk", &json!({})), "layers"),
        (game("three-mens-morris", &json!({})), "retrograde"),
        (made(MIRRORED, &json!({})), "sweep"),
    ] {
        let (left, wanted) = undisturbed(&folder, &game, method);
        let checkpoint = Checkpoint::open_on(Path::new("in memory"), Box::new(Small::with(left, usize::MAX))).unwrap();
        let limits = Limits { symmetry: false, ..Limits::default() };
        let plain = run(&game, method, &limits, &Silent).unwrap();
        let looked = Looked::default();
        let limits = limits.checkpoint(Arc::new(checkpoint.after(Duration::ZERO)));
        let gone_on = run(&game, method, &limits, &looked).unwrap();
        assert!(looked.all() > 0, "{method} begins anew");
        let bytes = saved(&folder, &game, &gone_on);
        assert!(bytes == saved(&folder, &game, &plain));
        // A table of all numbers is written as it is without.
        assert_eq!(bytes != wanted, method != "sweep");
    }
}

#[test]
fn files_are_made_late_locked_and_removed() {
    let folder = Folder::new("files");
    let game = game("connect-four", &json!({"rows": 3, "cols": 4, "need": 3}));
    let path = folder.0.join("x.sol.part");
    let search = Begun::of(&game, &game.start().unwrap()).unwrap();
    // So short a search leaves nothing.
    let late = Arc::new(search.checkpoint(&path).unwrap().after(Duration::from_secs(600)));
    run(&game, "layers", &Limits::default().checkpoint(late.clone()), &Silent).unwrap();
    assert!(!path.exists() && !late.holds_something());
    late.remove().unwrap();

    let soon = Arc::new(search.checkpoint(&path).unwrap().after(Duration::ZERO));
    run(&game, "layers", &Limits::default().checkpoint(soon.clone()), &Silent).unwrap();
    assert!(path.exists() && soon.holds_something());
    // While one run has it, another neither reads nor writes it.
    assert_eq!(Checkpoint::open(&path).unwrap_err().kind(), ErrorKind::ResourceBusy);
    let other = Arc::new(search.checkpoint(&path).unwrap().after(Duration::ZERO));
    let refused = run(&game, "layers", &Limits::default().checkpoint(other), &Silent).unwrap_err();
    assert!(matches!(refused, Stop::Disk { kind: ErrorKind::ResourceBusy, .. }), "{refused}");
    drop(soon);

    let (left, again) = Begun::open(&path).unwrap();
    assert_eq!((again, left.method().as_deref()), (search, Some("layers")));
    // Another method has no use for it.
    let left = Arc::new(left);
    let solution = run(&game, "memo", &Limits::default().checkpoint(left.clone()), &Silent).unwrap();
    assert!(!left.holds_something());
    left.remove().unwrap();
    assert!(!path.exists());
    assert!(Saved::open(&path).is_err());
    assert_eq!(solution.method, "memo");
}

#[test]
fn a_search_that_goes_on_knows_how_long_it_took_before() {
    let folder = Folder::new("time");
    let (game, path) = (game("connect-four", &json!({})), folder.0.join("x.sol.part"));
    let search = Begun::of(&game, &game.start().unwrap()).unwrap();
    let first = search.checkpoint(&path).unwrap().after(Duration::from_millis(1));
    assert_eq!(first.earlier(), Duration::ZERO);
    let limits = Limits::default().positions(60_000).checkpoint(Arc::new(first));
    assert!(matches!(run(&game, "layers", &limits, &Silent), Err(Stop::Positions { .. })));
    drop(limits);
    let left = Checkpoint::open(&path).unwrap();
    let some = Duration::from_millis(1)..Duration::from_secs(600);
    assert!(left.holds_something() && some.contains(&left.earlier()), "{:?}", left.earlier());
}

/// Where a record lies: the bytes before it, and its own.
fn record(bytes: &[u8], nth: usize) -> (usize, usize) {
    let len = |at: usize| usize::try_from(u64::from_le_bytes(bytes[at + 8..at + 16].try_into().unwrap())).unwrap();
    (0..nth).fold((16, 32 + len(16)), |(at, bytes), _| (at + bytes, 32 + len(at + bytes)))
}

#[test]
fn a_checkpoint_that_does_not_say_its_method_is_refused_and_kept() {
    let folder = Folder::new("method");
    let game = game("connect-four", &json!({"rows": 3, "cols": 4, "need": 3}));
    let (left, _) = undisturbed(&folder, &game, "layers");
    let path = folder.0.join("x.sol.part");
    for nth in [0, 1] {
        let (at, bytes) = record(&left, nth);
        for place in [at, at + 16, at + 20, at + 28, at + bytes - 1] {
            let mut spoilt = left.clone();
            spoilt[place] ^= 0x41;
            fs::write(&path, &spoilt).unwrap();
            let refused = Checkpoint::open(&path).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::InvalidData, "record {nth}, byte {place}: {refused}");
            assert!(!Checkpoint::is_fragment(&path), "record {nth}, byte {place}: no new search takes its place");
            assert!(fs::read(&path).unwrap() == spoilt);
        }
        // A run that was killed before it had written that much has lost nothing.
        for len in [at, at + 20, at + bytes - 1] {
            fs::write(&path, &left[..len]).unwrap();
            assert!(
                Checkpoint::open(&path).is_err() && Checkpoint::is_fragment(&path),
                "record {nth}, cut after {len}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn checkpoints_are_not_written_through_links() {
    let folder = Folder::new("links");
    let game = game("connect-four", &json!({"rows": 3, "cols": 4, "need": 3}));
    let (path, other) = (folder.0.join("x.sol.part"), folder.0.join("somebody's"));
    for text in ["", "a text of somebody's own"] {
        fs::write(&other, text).unwrap();
        let _ = fs::remove_file(&path);
        std::os::unix::fs::symlink(&other, &path).unwrap();
        let search = Begun::of(&game, &game.start().unwrap()).unwrap();
        let checkpoint = Arc::new(search.checkpoint(&path).unwrap().after(Duration::ZERO));
        let refused = run(&game, "layers", &Limits::default().checkpoint(checkpoint), &Silent).unwrap_err();
        assert!(matches!(refused, Stop::Disk { .. }), "{refused}");
        assert_eq!(fs::read_to_string(&other).unwrap(), text);
        assert!(Begun::open(&path).is_err());
    }
}
