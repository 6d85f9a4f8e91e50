//! Games solved by several processes, here threads joined by channels: the file is the one that a single process writes.

use crate::common::gallery;
use crate::placements::tiers::{PROMOTED, captures};
use bouton::checkpoint::Checkpoint;
use bouton::dice::Dice;
use bouton::error::Loss;
use bouton::game::Game;
use bouton::saved::{Trouble, save};
use bouton::together::{self, Share};
use bouton::wire::Wire;
use bouton::{Ask, Instance, Limits, Meter, Silent, Stop, solve};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// Channels to and from each other process.
struct Channels {
    index: usize,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Receiver<Vec<u8>>>,
    /// The step in which it says nonsense.
    nonsense: Option<usize>,
    /// How many steps there were.
    steps: Arc<AtomicUsize>,
}

impl Wire for Channels {
    fn index(&self) -> usize {
        self.index
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn exchange(&mut self, out: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Stop> {
        self.steps.fetch_add(1, Ordering::Relaxed);
        self.nonsense = self.nonsense.map(|left| left.wrapping_sub(1));
        let lost = |process| Stop::Lost { process, address: "here".to_owned(), how: Loss::Closed };
        for (process, bytes) in out.into_iter().enumerate().filter(|(process, _)| *process != self.index) {
            let bytes = if self.nonsense == Some(0) { vec![0xFF; 20] } else { bytes };
            self.to[process].send(bytes).map_err(|_| lost(process))?;
        }
        let heard = |(process, from): (usize, &Receiver<Vec<u8>>)| match process {
            here if here == self.index => Ok(Vec::new()),
            _ => from.recv().map_err(|_| lost(process)),
        };
        self.from.iter().enumerate().map(heard).collect()
    }

    fn garbled(&self, process: usize) -> Stop {
        Stop::Lost { process, address: "here".to_owned(), how: Loss::Garbled }
    }
}

fn wires(count: usize) -> Vec<Channels> {
    let mut wires: Vec<Channels> = (0..count)
        .map(|index| Channels { index, to: Vec::new(), from: Vec::new(), nonsense: None, steps: Arc::default() })
        .collect();
    for one in 0..count {
        for other in 0..count {
            let (to, from) = channel();
            wires[one].to.push(to);
            wires[other].from.push(from);
        }
    }
    wires
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bouton-together-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What each process did, whatever method fits.
fn shared(game: &Instance, limits: &Limits, wires: Vec<Channels>, file: &Path) -> Vec<Result<Share, Trouble>> {
    let each = vec![limits.clone(); wires.len()];
    shared_by(None, game, &each, wires, file)
}

/// The same by a method, if one is named, where each has limits of its own.
fn shared_by(
    method: Option<&str>,
    game: &Instance,
    limits: &[Limits],
    wires: Vec<Channels>,
    file: &Path,
) -> Vec<Result<Share, Trouble>> {
    let start = game.start().unwrap();
    thread::scope(|scope| {
        let each = wires.into_iter().zip(limits).map(|(mut wire, limits)| {
            let start = &start;
            scope.spawn(move || together::solve((game, start), method, limits, &Silent, &mut wire, file))
        });
        let each: Vec<_> = each.collect();
        each.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

/// The file that one process writes.
fn alone(game: &Instance, method: &str, limits: &Limits, file: &Path) -> Vec<u8> {
    let solution = solve(game, &game.start().unwrap(), &Ask::Table, limits, Some(method), &Silent).unwrap();
    save(file, game, &solution, &mut Meter::new(limits, &Silent)).unwrap();
    fs::read(file).unwrap()
}

/// One, two and three processes, and so many that some hold nothing, write the same file as a search that is not shared.
fn same_file(name: &str, game: &Instance, limits: &Limits) {
    same_files(name, game, "layers", limits, &[1, 2, 3, 7]);
}

/// The same of so many processes, by a method.
fn same_files(name: &str, game: &Instance, method: &str, limits: &Limits, counts: &[usize]) {
    let folder = folder(name);
    let file = folder.join("x.sol");
    let wanted = alone(game, method, limits, &file);
    for &count in counts {
        fs::remove_file(&file).unwrap();
        let each = vec![limits.clone(); count];
        let shares = shared_by(Some(method), game, &each, wires(count), &file);
        let shares: Vec<Share> = shares.into_iter().map(Result::unwrap).collect();
        assert!(fs::read(&file).unwrap() == wanted, "{name}, {count} processes");
        let stored = shares[0].stored;
        assert_eq!(shares.iter().map(|share| share.held).sum::<u64>(), stored, "{name}");
        if stored > 10_000 && method == "layers" {
            let fair = stored / count as u64;
            assert!(shares.iter().all(|share| share.held.abs_diff(fair) < fair / 5), "{name}, {count} processes");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn many_processes_write_the_file_of_one() {
    let games = [
        ("connect-four", json!({"rows": 4, "cols": 4})),
        ("dots-and-boxes", json!({"rows": 2, "cols": 2})),
        ("mnk", json!({})),
        ("sim", json!({"n": 5})),
    ];
    for (name, params) in games {
        let game = gallery(name, &params);
        same_file(name, &game, &Limits::default());
        same_file(name, &game, &Limits::default().without_symmetry().threads(1));
    }
}

/// Positions of several words, ranks that are far apart, and leads.
#[test]
fn wide_positions_and_leads_are_shared() {
    let rules = "game Wide \"numbers that only rise\"
state a : 0..1000000000000 = 0
state b : 0..1000000000000 = 0
state c : 0..1000000000000 = 0
state n : 0..12 = 0
move go(d in 1..3 if n + d <= 12) {
  n += d
  a += d * 1000000007
  if d == 2 { b += 76923076922 }
  c += n
  gain d * n - 7
}
";
    let game = crate::common::game(rules, &json!({}));
    same_file("wide", &game, &Limits::default());
}

/// Tiers, and whole games of one tier, by placements: with one cell for all images and without, reached or not.
#[test]
fn placements_are_shared() {
    let promoted = crate::common::game(PROMOTED, &json!({}));
    let games = [
        ("men", gallery("six-mens-morris", &json!({"men": 3}))),
        ("skirmish", gallery("skirmish", &json!({"rows": 3, "cols": 4, "men": 3}))),
        ("three", gallery("skirmish", &json!({"rows": 3, "cols": 3, "men": 2}))),
        ("promoted", promoted),
    ];
    // Where there is room for few positions, the file is sorted in spans.
    same_files("spans", &games[0].1, "placements", &Limits::default().memory(1 << 24), &[2]);
    for (name, game) in games {
        same_files(name, &game, "placements", &Limits::default(), &[1, 2, 3, 7]);
        same_files(name, &game, "placements", &Limits::default().without_symmetry().threads(1), &[2]);
        same_files(name, &game, "placements", &Limits::default().all_starts(), &[1, 3]);
    }
}

/// Random games in which men are taken, dropped or promoted.
#[test]
fn captures_are_shared() {
    for seed in 0..60 {
        let text = captures(&mut Dice::new(seed));
        let game = crate::common::game(&text, &json!({}));
        let limits = Limits::default().threads(1 + usize::try_from(seed % 2).unwrap());
        same_files(
            &format!("captures-{seed}"),
            &game,
            "placements",
            &limits,
            &[2 + usize::try_from(seed % 3).unwrap()],
        );
    }
}

/// A search that lost a process goes on from the tiers that all have, in memory or out of it.
#[test]
fn tiers_that_all_have_are_kept() {
    goes_on("tiers", &gallery("skirmish", &json!({"rows": 3, "cols": 4, "men": 3})), 60, 30);
}

/// In a game that is one tier it goes on from the last wave that all have.
#[test]
fn waves_that_all_have_are_kept() {
    let rules = "game Cross \"two men each cross a board\"
players A, B
state b : grid[4, 4] of player? = [[A, A, none, none], [none, none, none, none], [none, none, none, none], [none, none, B, B]]
move go(x in cells(b), y in around4(b, x)) { when b[x] == me and b[y] == none; b[x], b[y] = none, me }
end when b[3, 2] == A and b[3, 3] == A => A wins
end when b[0, 0] == B and b[0, 1] == B => B wins
stuck => me loses
repeat => draw
";
    let game = crate::common::game(rules, &json!({}));
    same_files("cross", &game, "placements", &Limits::default(), &[1, 3]);
    goes_on("waves", &game, 20, 10);
}

/// A search by placements whose process talks nonsense in a step goes on, with at least so many steps spared.
fn goes_on(name: &str, game: &Instance, step: usize, spared: usize) {
    let folder = folder(name);
    let file = folder.join("x.sol");
    let wanted = alone(game, "placements", &Limits::default(), &file);
    let part = |process: usize| folder.join(format!("{process}.part"));
    for spills in [false, true] {
        fs::remove_file(&file).unwrap();
        let limits = |open: bool| {
            let each = |process| {
                let path = part(process);
                let disk = if open { Checkpoint::open(&path).unwrap() } else { Checkpoint::new(&path, String::new()) };
                let disk = disk.after(Duration::ZERO);
                Limits::default().checkpoint(Arc::new(if spills { disk.spilling() } else { disk }))
            };
            [0, 1].map(each)
        };
        let mut both = wires(2);
        both[1].nonsense = Some(step);
        assert!(shared_by(Some("placements"), game, &limits(false), both, &file).iter().all(Result::is_err));
        let kept = [0, 1].map(|process| fs::metadata(part(process)).unwrap().len());
        let steps = Arc::new(AtomicUsize::new(0));
        let mut again = wires(2);
        again[0].steps = steps.clone();
        shared_by(Some("placements"), game, &limits(true), again, &file)
            .into_iter()
            .for_each(|share| drop(share.unwrap()));
        assert!(fs::read(&file).unwrap() == wanted, "{kept:?}");
        let anew = Arc::new(AtomicUsize::new(0));
        let mut both = wires(2);
        both[0].steps = anew.clone();
        shared_by(Some("placements"), game, &[Limits::default(), Limits::default()], both, &file)
            .into_iter()
            .for_each(|share| drop(share.unwrap()));
        let [steps, anew] = [steps, anew].map(|steps| steps.load(Ordering::Relaxed));
        assert!(steps + spared < anew, "{steps} steps after it went on, {anew} in all");
        [0, 1].iter().for_each(|process| fs::remove_file(part(*process)).unwrap());
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The first of the methods that fit is taken; another is by its name alone.
#[test]
fn who_names_no_method_gets_the_first_that_fits() {
    let folder = folder("method");
    let file = folder.join("x.sol");
    let rules = "game Rise
state n : 0..50 = 0
state side : 0..1 = 0
move up(k in 1..3 if n + k <= 50) { n += k; side = 1 - side }
stuck => me loses
repeat => draw
";
    let game = crate::common::game(rules, &json!({}));
    for (method, wanted) in [(None, "layers"), (Some("layers"), "layers"), (Some("placements"), "placements")] {
        let shares = shared_by(method, &game, &[Limits::default(), Limits::default()], wires(2), &file);
        assert!(shares.iter().all(|share| share.as_ref().unwrap().method.1 == wanted), "{method:?}");
    }
    let unknown = shared_by(Some("memo"), &game, &[Limits::default()], wires(1), &file);
    assert!(matches!(unknown[0], Err(Trouble::Stopped(Stop::UnknownMethod { .. }))), "{:?}", unknown[0]);
    fs::remove_dir_all(folder).unwrap();
}

/// What a process says that makes no sense is noticed, in whatever step it comes.
#[test]
fn nonsense_is_noticed() {
    nonsense("layers", &gallery("mnk", &json!({})), &[1, 2, 3, 8, 12, 21, 25, 40]);
    let steps: Vec<usize> = (1..30).chain((30..64).step_by(5)).collect();
    nonsense("placements", &gallery("skirmish", &json!({"rows": 3, "cols": 4, "men": 3})), &steps);
}

fn nonsense(name: &str, game: &Instance, steps: &[usize]) {
    let folder = folder(&format!("nonsense-{name}"));
    let file = folder.join("x.sol");
    for &step in steps {
        let mut both = wires(2);
        both[1].nonsense = Some(step);
        let ended = shared(game, &Limits::default(), both, &file);
        let lost = ended[0].as_ref().unwrap_err();
        assert!(
            matches!(lost, Trouble::Stopped(Stop::Lost { process: 1, how: Loss::Garbled, .. })),
            "in step {step}: {lost}"
        );
        assert!(ended[1].is_err() && !file.exists());
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A game that neither way fits is refused before anything is sent.
#[test]
fn other_games_are_refused() {
    let awari = gallery("awari", &json!({}));
    let ended = shared(&awari, &Limits::default(), wires(1), Path::new("x.sol"));
    assert!(matches!(ended[0], Err(Trouble::Stopped(Stop::Unfit { method: "placements", .. }))), "{:?}", ended[0]);
}
