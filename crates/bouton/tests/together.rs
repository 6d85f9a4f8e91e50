//! Games solved by several processes, here threads joined by channels: the file is the one that a single process writes.

use crate::common::gallery;
use crate::placements::tiers::{PROMOTED, captures};
use bouton::checkpoint::Checkpoint;
use bouton::dice::Dice;
use bouton::error::Loss;
use bouton::game::Game;
use bouton::saved::{Head, LayerHead, Saved, Trouble, save};
use bouton::together::{self, Share, Target};
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
    shared_by(None, game, &each, wires, Target::File(file))
}

/// The same by a method, if one is named, where each has limits of its own.
fn shared_by(
    method: Option<&str>,
    game: &Instance,
    limits: &[Limits],
    wires: Vec<Channels>,
    save: Target,
) -> Vec<Result<Share, Trouble>> {
    let start = game.start().unwrap();
    thread::scope(|scope| {
        let each = wires.into_iter().zip(limits).map(|(mut wire, limits)| {
            let start = &start;
            scope.spawn(move || together::solve((game, start), method, limits, &Silent, &mut wire, save))
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
        let shares = shared_by(Some(method), game, &each, wires(count), Target::File(&file));
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
        let lost = shared_by(Some("placements"), game, &limits(false), both, Target::File(&file));
        assert!(lost.iter().all(Result::is_err));
        let kept = [0, 1].map(|process| fs::metadata(part(process)).unwrap().len());
        let steps = Arc::new(AtomicUsize::new(0));
        let mut again = wires(2);
        again[0].steps = steps.clone();
        shared_by(Some("placements"), game, &limits(true), again, Target::File(&file))
            .into_iter()
            .for_each(|share| drop(share.unwrap()));
        assert!(fs::read(&file).unwrap() == wanted, "{kept:?}");
        let anew = Arc::new(AtomicUsize::new(0));
        let mut both = wires(2);
        both[0].steps = anew.clone();
        shared_by(Some("placements"), game, &[Limits::default(), Limits::default()], both, Target::File(&file))
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
        let shares = shared_by(method, &game, &[Limits::default(), Limits::default()], wires(2), Target::File(&file));
        assert!(shares.iter().all(|share| share.as_ref().unwrap().method.1 == wanted), "{method:?}");
    }
    let unknown = shared_by(Some("memo"), &game, &[Limits::default()], wires(1), Target::File(&file));
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

/// A folder to which so many processes wrote their shards.
fn in_shards(game: &Instance, method: &str, count: usize, folder: &Path) -> Vec<Result<Share, Trouble>> {
    shared_by(Some(method), game, &vec![Limits::default(); count], wires(count), Target::Shards(folder))
}

/// What a file says of itself, but for how positions are cut into blocks.
fn uncut(head: &Head) -> Head {
    let layers = head.layers.iter().map(|layer| LayerHead { blocks: 0, ..layer.clone() });
    Head { layers: layers.collect(), ..head.clone() }
}

/// Shards of any number of processes are read as the file of one, proven as it is, and written again as one file, byte for byte.
#[test]
fn shards_are_read_as_the_file_of_one() {
    let leads = crate::common::game(
        "game Rise
state n : 0..3000 = 0
move up(k in 1..3 if n + k <= 3000) { n += k; gain n % 5 - 2 }
",
        &json!({}),
    );
    let games = [
        ("four", "layers", gallery("connect-four", &json!({"rows": 4, "cols": 4}))),
        ("mnk", "layers", gallery("mnk", &json!({}))),
        ("leads", "layers", leads),
        ("men", "placements", gallery("six-mens-morris", &json!({"men": 3}))),
        ("skirmish", "placements", gallery("skirmish", &json!({"rows": 3, "cols": 4, "men": 3}))),
    ];
    for (name, method, game) in games {
        let folder = folder(&format!("shards-{name}"));
        let [file, again, shards] = ["one.sol", "again.sol", "x.sol"].map(|file| folder.join(file));
        let (limits, wanted) = (Limits::default(), alone(&game, method, &Limits::default(), &file));
        let one = Saved::open(&file).unwrap();
        // What another number of processes left is no part of it.
        for count in [1, 2, 3, 5] {
            let written = in_shards(&game, method, count, &shards).remove(0).unwrap().written.unwrap();
            let many = Arc::new(Saved::open(&shards).unwrap());
            assert_eq!((many.shards(), many.head()), (Some(count), &written.head), "{name}");
            assert_eq!(uncut(many.head()), uncut(one.head()), "{name}, {count} shards");
            assert!(many.entries(&game).map(Result::unwrap).eq(one.entries(&game).map(Result::unwrap)), "{name}");
            assert_eq!(many.verify().unwrap().bytes, written.bytes);
            many.prove(&game, &mut Meter::new(&limits, &Silent)).unwrap();
            if written.head.positions > 10_000 {
                let size = |process| fs::metadata(shards.join(format!("{process}-of-{count}.shard"))).unwrap().len();
                let most = (0..count).map(size).max().unwrap();
                assert!(most < 2 * written.bytes / count as u64, "{name}: {most} of {} bytes", written.bytes);
            }
            let reading = game.clone().with_opened(many.opened(&game).unwrap().0);
            let start = reading.start().unwrap();
            let solution = solve(&reading, &start, &Ask::Table, &limits, None, &Silent).unwrap();
            save(&again, &reading, &solution, &mut Meter::new(&limits, &Silent)).unwrap();
            assert!(fs::read(&again).unwrap() == wanted, "{name}, {count} shards");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}

/// A shard that is missing, damaged, or of something else is named, and so is what is no folder of shards at all.
#[test]
fn shards_that_do_not_fit_are_named() {
    let folder = folder("unfit-shards");
    let [shards, other] = ["x.sol", "other.sol"].map(|name| folder.join(name));
    let games = [gallery("mnk", &json!({})), gallery("mnk", &json!({"m": 4}))];
    in_shards(&games[0], "layers", 3, &shards).into_iter().for_each(|share| drop(share.unwrap()));
    in_shards(&games[1], "layers", 3, &other).into_iter().for_each(|share| drop(share.unwrap()));
    let [manifest, shard, last] = ["manifest.json", "1-of-3.shard", "2-of-3.shard"].map(|name| shards.join(name));
    let whole = [&manifest, &shard, &last].map(|file| fs::read(file).unwrap());
    let middle = whole[1].len() / 3;
    let flipped = [&whole[1][..middle], &[whole[1][middle] ^ 1], &whole[1][middle + 1..]].concat();
    let said = || Saved::open(&shards).and_then(|saved| saved.verify()).unwrap_err().to_string();
    let named = "its shard `1-of-3.shard` is not the one that `manifest.json` names";
    let changed: [(&[u8], &str); 6] = [
        (&whole[2], named),
        (&fs::read(other.join("1-of-3.shard")).unwrap(), named),
        (b"", "it is damaged: shard `1-of-3.shard`: it is empty"),
        (&whole[1][..whole[1].len() - 9], "it is damaged: shard `1-of-3.shard`: its end is missing"),
        (&[b'x'; 999], "it is damaged: shard `1-of-3.shard`: its beginning is not as it was written"),
        (&flipped, "it is damaged: shard `1-of-3.shard`: block "),
    ];
    for (bytes, wanted) in changed {
        fs::write(&shard, bytes).unwrap();
        assert!(said().starts_with(wanted), "{}", said());
    }
    fs::remove_file(&shard).unwrap();
    assert_eq!(said(), "its shard `1-of-3.shard` is missing");
    fs::create_dir(&shard).unwrap();
    assert_eq!(said(), "its `1-of-3.shard` cannot be read: is a directory");
    fs::remove_dir(&shard).unwrap();
    fs::write(&shard, &whole[1]).unwrap();
    assert_eq!(Saved::open(&last).unwrap_err().to_string(), "it is shard 2 of 3, and no whole solution");
    let json = String::from_utf8(whole[0].clone()).unwrap();
    for wrong in ["", "{}", &json.replace("1-of-3", "0-of-3"), &json.replace("/1", "/2"), &json[..json.len() / 2]] {
        fs::write(&manifest, wrong).unwrap();
        assert!(said().starts_with("it is damaged: its `manifest.json`: "), "{}", said());
    }
    fs::remove_file(&manifest).unwrap();
    assert_eq!(said(), "it is a folder, and has no `manifest.json`");
    fs::write(&manifest, &whole[0]).unwrap();
    Saved::open(&shards).unwrap().verify().unwrap();
    fs::remove_dir_all(folder).unwrap();
}

/// Whatever ends the search, and whenever: what is in the folder is whole, or has no manifest.
#[test]
fn no_folder_looks_whole_that_is_not() {
    let folder = folder("half-shards");
    let (shards, game) = (folder.join("x.sol"), gallery("mnk", &json!({})));
    let earlier = gallery("mnk", &json!({"m": 2}));
    in_shards(&earlier, "layers", 2, &shards).into_iter().for_each(|share| drop(share.unwrap()));
    let each = [Limits::default(), Limits::default()];
    let disturbed = |step| {
        let mut both = wires(2);
        both[1].nonsense = step;
        let steps = both[0].steps.clone();
        let ended = shared_by(Some("layers"), &game, &each, both, Target::Shards(&shards));
        (ended.iter().all(Result::is_ok), steps.load(Ordering::Relaxed))
    };
    let old = fs::read(shards.join("manifest.json")).unwrap();
    let (mut before, mut gone) = (0, 0);
    for step in 1..=disturbed(None).1 {
        in_shards(&earlier, "layers", 2, &shards).into_iter().for_each(|share| drop(share.unwrap()));
        let (done, _) = disturbed(Some(step));
        match Saved::open(&shards).and_then(|saved| saved.verify()) {
            Ok(_) => {
                let manifest = fs::read(shards.join("manifest.json")).unwrap();
                assert_eq!(manifest != old, done, "in step {step}");
                before += usize::from(!done);
            }
            Err(trouble) => {
                assert_eq!(trouble.to_string(), "it is a folder, and has no `manifest.json`");
                assert!(!done);
                gone += 1;
            }
        }
    }
    assert!(before > 10 && gone > 5, "{before} ended before they saved, {gone} while they did");
    // A disk that says no.
    fs::remove_file(shards.join("1-of-2.shard")).unwrap();
    fs::create_dir(shards.join("1-of-2.shard")).unwrap();
    assert!(in_shards(&game, "layers", 2, &shards).iter().all(Result::is_err));
    assert!(matches!(Saved::open(&shards), Err(Trouble::Shards(_))));
    fs::write(folder.join("y.sol"), "no folder").unwrap();
    assert!(in_shards(&game, "layers", 2, &folder.join("y.sol")).iter().any(Result::is_err));
    assert_eq!(fs::read(folder.join("y.sol")).unwrap(), b"no folder");
    fs::remove_dir_all(folder).unwrap();
}
