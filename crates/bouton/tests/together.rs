//! Games solved by several processes, here threads joined by channels: the file is the one that a single process writes.

use crate::common::gallery;
use bouton::error::Loss;
use bouton::game::Game;
use bouton::saved::{Trouble, save};
use bouton::together::{self, Share};
use bouton::wire::Wire;
use bouton::{Ask, Instance, Limits, Meter, Silent, Stop, solve};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Channels to and from each other process.
struct Channels {
    index: usize,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Receiver<Vec<u8>>>,
    /// The step in which it says nonsense.
    nonsense: Option<usize>,
}

impl Wire for Channels {
    fn index(&self) -> usize {
        self.index
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn exchange(&mut self, out: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Stop> {
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
    let mut wires: Vec<Channels> =
        (0..count).map(|index| Channels { index, to: Vec::new(), from: Vec::new(), nonsense: None }).collect();
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

/// What each process did.
fn shared(game: &Instance, limits: &Limits, wires: Vec<Channels>, file: &Path) -> Vec<Result<Share, Trouble>> {
    let start = game.start().unwrap();
    thread::scope(|scope| {
        let each = wires.into_iter().map(|mut wire| {
            let start = &start;
            scope.spawn(move || together::solve(game, start, limits, &Silent, &mut wire, file))
        });
        let each: Vec<_> = each.collect();
        each.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

/// One, two and three processes, and so many that some hold nothing, write the same file as a search that is not shared.
fn same_file(name: &str, game: &Instance, limits: &Limits) {
    let folder = folder(name);
    let file = folder.join("x.sol");
    let alone = solve(game, &game.start().unwrap(), &Ask::Table, limits, Some("layers"), &Silent).unwrap();
    save(&file, game, &alone, &mut Meter::new(limits, &Silent)).unwrap();
    let wanted = fs::read(&file).unwrap();
    for count in [1, 2, 3, 7] {
        fs::remove_file(&file).unwrap();
        let shares: Vec<Share> = shared(game, limits, wires(count), &file).into_iter().map(Result::unwrap).collect();
        assert!(fs::read(&file).unwrap() == wanted, "{name}, {count} processes");
        let stored = shares[0].stored;
        assert_eq!(shares.iter().map(|share| share.held).sum::<u64>(), stored, "{name}");
        if stored > 10_000 {
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

/// What a process says that makes no sense is noticed, in whatever step it comes.
#[test]
fn nonsense_is_noticed() {
    let game = gallery("mnk", &json!({}));
    let folder = folder("nonsense");
    let file = folder.join("x.sol");
    for step in [1, 2, 3, 8, 12, 21, 25, 40] {
        let mut both = wires(2);
        both[1].nonsense = Some(step);
        let ended = shared(&game, &Limits::default(), both, &file);
        let lost = ended[0].as_ref().unwrap_err();
        assert!(
            matches!(lost, Trouble::Stopped(Stop::Lost { process: 1, how: Loss::Garbled, .. })),
            "in step {step}: {lost}"
        );
        assert!(ended[1].is_err() && !file.exists());
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A game that `layers` does not fit is refused before anything is sent.
#[test]
fn other_games_are_refused() {
    let game = gallery("cat-and-mouse", &json!({"graph": [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]}));
    let ended = shared(&game, &Limits::default(), wires(1), Path::new("x.sol"));
    assert!(matches!(ended[0], Err(Trouble::Stopped(Stop::Unfit { .. }))), "{:?}", ended[0]);
}
