//! Searches that several processes share: the answer and the file are those of one, and whoever is lost is named by the others, soon.
#![cfg(all(target_os = "linux", feature = "cluster"))]

use crate::common::{bouton, folder, run};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long it may take until all have ended, once one is lost.
const SOON: Duration = Duration::from_secs(20);

/// A game that takes some seconds.
const LONG: [&str; 3] = ["connect-four", "rows=4", "cols=5"];

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// An answer without the line that says how long it took.
fn answer(output: &Output) -> Vec<String> {
    told(output).lines().filter(|line| !line.contains(" all solved exactly")).map(str::to_owned).collect()
}

/// So many addresses that nobody listens on.
fn addresses(count: usize) -> Vec<String> {
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

/// Starts a process of so many, each with its line in a list of hosts.
fn member(folder: &Path, game: &[&str], process: usize, more: &[&str]) -> Child {
    command(folder, game, process, more).spawn().unwrap()
}

/// It reads a list of its own, if there is one.
fn command(folder: &Path, game: &[&str], process: usize, more: &[&str]) -> Command {
    let (own, number) = (format!("hosts-{process}.txt"), process.to_string());
    let list = if folder.join(&own).exists() { &own } else { "hosts.txt" };
    let words = [&["solve"], game, &["--save", "x.sol", "--hosts", list, "--process", &number], more].concat();
    bouton(folder, &words)
}

fn hosts(folder: &Path, count: usize) -> Vec<String> {
    let addresses = addresses(count);
    fs::write(folder.join("hosts.txt"), addresses.join("\n")).unwrap();
    addresses
}

/// A link to one of several processes, which can be cut: then nothing comes through, and no end is told of it. While it is there, each process
/// has a list of its own.
struct Link {
    cut: Arc<AtomicBool>,
    lists: Vec<PathBuf>,
}

impl Link {
    /// All that goes between a process and the others goes through it.
    fn to(folder: &Path, process: usize, addresses: &[String]) -> Link {
        let cut = Arc::new(AtomicBool::new(false));
        let through: Vec<String> = addresses.iter().map(|address| relayed(address.clone(), cut.clone())).collect();
        let list = |of: usize| {
            let line = |at: usize| if (of == process) == (at == process) { &addresses[at] } else { &through[at] };
            let path = folder.join(format!("hosts-{of}.txt"));
            fs::write(&path, (0..addresses.len()).map(|at| format!("{}\n", line(at))).collect::<String>()).unwrap();
            path
        };
        Link { cut, lists: (0..addresses.len()).map(list).collect() }
    }

    fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.lists.iter().for_each(|list| fs::remove_file(list).unwrap());
    }
}

/// An address that leads to another until that is cut.
fn relayed(to: String, cut: Arc<AtomicBool>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for caller in listener.incoming().flatten() {
            // Who is not there yet is called again.
            let Ok(called) = TcpStream::connect(&to) else { continue };
            for (mut from, mut to) in [(caller.try_clone().unwrap(), called.try_clone().unwrap()), (called, caller)] {
                let cut = cut.clone();
                thread::spawn(move || pass(&mut from, &mut to, &cut));
            }
        }
    });
    address
}

/// Hands on what comes until there is no more; once that is cut, nothing, and it closes nothing while a test may still look.
fn pass(from: &mut TcpStream, to: &mut TcpStream, cut: &AtomicBool) {
    let mut bytes = vec![0; 1 << 16];
    from.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
    loop {
        if cut.load(Ordering::Relaxed) {
            thread::sleep(2 * SOON);
            return;
        }
        match from.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) if to.write_all(&bytes[..count]).is_err() => break,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
    }
    let _ = (from.shutdown(std::net::Shutdown::Both), to.shutdown(std::net::Shutdown::Both));
}

/// What a process said in the end, which has to come soon.
fn soon(child: Child) -> Output {
    within(SOON, child)
}

fn within(time: Duration, mut child: Child) -> Output {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > time {
            child.kill().unwrap();
            let output = child.wait_with_output().unwrap();
            panic!("it went on for too long: {}", said(&output));
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

/// Waits until a process has a connection to so many others: a thread reads from each.
fn joined(process: u32, others: usize) {
    let name = |task: fs::DirEntry| fs::read_to_string(task.path().join("comm")).unwrap_or_default();
    let tasks = || fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let begun = Instant::now();
    while tasks().map(name).filter(|name| name.starts_with("timely:recv")).count() < others {
        assert!(begun.elapsed() < SOON, "they do not meet");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The processes that a process has started.
fn children(process: u32) -> Vec<u32> {
    let stat = |entry: fs::DirEntry| {
        let child = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let parent: u32 = stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()?;
        (parent == process).then_some(child)
    };
    fs::read_dir("/proc").unwrap().filter_map(|entry| stat(entry.unwrap())).collect()
}

#[test]
fn several_processes_answer_as_one_does() {
    let folder = folder("same");
    let games: [(&str, &[&str]); 7] = [
        ("layers", &["connect-four", "rows=4", "cols=4"]),
        ("layers", &["dots-and-boxes"]),
        ("layers", &["mnk", "--no-symmetry"]),
        ("layers", &["sim", "n=5"]),
        ("placements", &["six-mens-morris", "men=3"]),
        ("placements", &["skirmish", "--no-symmetry"]),
        ("placements", &["skirmish", "--all-starts"]),
    ];
    for (method, game) in games {
        let alone = [&["solve"], game, &["--method", method, "--save", "one.sol"]].concat();
        let one = run(&folder, &alone);
        assert!(one.status.success(), "{}", said(&one));
        let wanted = fs::read(folder.join("one.sol")).unwrap();
        for count in ["1", "2", "3"] {
            let words = [&["solve"], game, &["--save", "many.sol", "--processes", count, "--check"]].concat();
            let many = run(&folder, &words);
            assert!(many.status.success(), "{game:?}: {}", said(&many));
            assert!(fs::read(folder.join("many.sol")).unwrap() == wanted, "{game:?}, {count} processes");
            let checked: Vec<String> = answer(&many).into_iter().filter(|line| !line.contains("checked")).collect();
            assert_eq!(checked, answer(&one), "{game:?}");
            assert!(said(&many).contains(&format!("process 0 of {count} held ")), "{}", said(&many));
        }
    }
    let few = ["solve", "skirmish", "--all-starts", "--save", "many.sol", "--processes", "2", "--positions", "1000"];
    let few = run(&folder, &few);
    assert!(said(&few).contains("there are more than 1,000 positions, the limit"), "{}", said(&few));
    let left = fs::read_dir(&folder).unwrap().count();
    assert_eq!(left, 2, "nothing is left but the two files");
}

#[test]
fn processes_of_a_list_share_a_search() {
    let folder = folder("hosts");
    hosts(&folder, 3);
    fs::write(folder.join("token"), "sesame\n").unwrap();
    let game = ["mnk", "m=4", "n=3"];
    // They may come in any order.
    let all = [2, 0, 1].map(|process| member(&folder, &game, process, &["--token", "token"]));
    let all = all.map(soon);
    all.iter().for_each(|one| assert!(one.status.success(), "{}", said(one)));
    assert!(told(&all[1]).contains(" · layers · "), "{}", told(&all[1]));
    assert!(told(&all[0]).is_empty() && told(&all[2]).is_empty(), "the first has the answer");
    assert!(said(&all[0]).contains("process 2 of 3 held "), "{}", said(&all[0]));
    let many = fs::read(folder.join("x.sol")).unwrap();
    let words = [&["solve"], &game[..], &["--method", "layers", "--save", "x.sol"]].concat();
    assert!(run(&folder, &words).status.success());
    assert!(fs::read(folder.join("x.sol")).unwrap() == many);
}

/// A folder of shards is read as a file is, by every command.
#[test]
fn commands_read_shards_as_a_file() {
    let (one, many) = (folder("whole"), folder("shards"));
    let games: [(&[&str], &str); 2] = [
        (&["connect-four", "rows=4", "cols=4", "--method", "layers"], "turn == Red and value == win"),
        (&["six-mens-morris", "men=3", "--method", "placements"], "value == loss and plies == 4"),
    ];
    for (game, condition) in games {
        assert!(run(&one, &[&["solve"], game, &["--save", "x.sol"]].concat()).status.success());
        let commands: [&[&str]; 9] = [
            &["solve", "x.sol", "--check"],
            &["why", "x.sol"],
            &["table", "x.sol"],
            &["tree", "x.sol", "--depth", "2"],
            &["line", "x.sol"],
            &["query", "x.sol", condition, "--top", "5"],
            &["export", "x.sol", "x.csv", "--where", condition],
            &["verify", "x.sol", "--deep"],
            &["solve", "x.sol", "--save", "again.sol", "--ask", "value"],
        ];
        let wholes = commands.map(|command| run(&one, command));
        for count in ["2", "3", "5"] {
            let saved =
                run(&many, &[&["solve"], game, &["--save", "x.sol", "--shards", "--processes", count]].concat());
            assert!(saved.status.success(), "{}", said(&saved));
            for (command, whole) in commands.iter().zip(&wholes) {
                let sharded = run(&many, command);
                // The last block of a shard is shorter, so there are more.
                let lines = |output| answer(output).into_iter().filter(|line| !line.contains("  whole: "));
                assert!(lines(&sharded).eq(lines(whole)), "{command:?}: {}", told(&sharded));
                assert_eq!(sharded.status.code(), whole.status.code(), "{command:?}: {}", said(&sharded));
            }
            let same = |name: &str| fs::read(one.join(name)).unwrap() == fs::read(many.join(name)).unwrap();
            assert!(same("x.csv") && same("again.sol"), "{game:?}");
            assert!(fs::read(one.join("x.sol")).unwrap() == fs::read(many.join("again.sol")).unwrap(), "{game:?}");
            let info = told(&run(&many, &["info", "x.sol"]));
            assert!(info.contains(&format!("  shards: {count}\n")), "{info}");
        }
    }
    let refused = run(&one, &["solve", "mnk", "--save", "y.sol", "--shards"]);
    assert!(said(&refused).contains("error[C06]: `--shards` goes with"), "{}", said(&refused));
    let refused = run(&one, &["solve", "mnk", "--save", "x.sol", "--shards", "--processes", "2"]);
    assert!(said(&refused).contains("error[C04]: `x.sol` cannot be written: file exists"), "{}", said(&refused));
}

/// Each machine writes to its own disk; once all shards are in one folder, it is a solution.
#[test]
fn shards_come_together_on_one_disk() {
    let folder = folder("disks");
    let addresses = hosts(&folder, 3);
    let disks = [0, 1, 2].map(|process| folder.join(format!("disk{process}")));
    for disk in &disks {
        fs::create_dir(disk).unwrap();
        fs::write(disk.join("hosts.txt"), addresses.join("\n")).unwrap();
    }
    let all = [0, 1, 2].map(|process| member(&disks[process], &["mnk"], process, &["--shards"])).map(soon);
    all.iter().for_each(|one| assert!(one.status.success(), "{}", said(one)));
    assert!(said(&all[0]).contains("the other shards are where they were written"), "{}", said(&all[0]));
    let read = || run(&disks[0], &["solve", "x.sol", "--ask", "value"]);
    for process in [1, 2] {
        let shard = format!("x.sol/{process}-of-3.shard");
        let (refused, wanted) = (read(), format!("error[V08]: `x.sol`: its shard `{process}-of-3.shard` is missing"));
        assert!(said(&refused).starts_with(&wanted) && refused.status.code() == Some(2), "{}", said(&refused));
        fs::copy(disks[process].join(&shard), disks[0].join(&shard)).unwrap();
    }
    assert!(told(&read()).contains("draw"), "{}", said(&read()));
    let shard = disks[0].join("x.sol/1-of-3.shard");
    let mut bytes = fs::read(&shard).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&shard, bytes).unwrap();
    let damaged = said(&run(&disks[0], &["verify", "x.sol"]));
    assert!(damaged.starts_with("error[V02]: `x.sol`: it is damaged: shard `1-of-3.shard`"), "{damaged}");
    assert!(damaged.contains("copy the shard again from the machine of its process"), "{damaged}");
    assert!(
        said(&run(&disks[1], &["info", "x.sol"]))
            .contains("error[V08]: `x.sol`: it is a folder, and has no `manifest.json`")
    );
}

/// One of three processes is lost while they work; the others end soon, and say which.
fn lost(name: &str, kind: &str, wanted: &str, more: &[&str]) {
    let folder = folder(name);
    let addresses = hosts(&folder, 3);
    for (round, victim) in [(0, 1), (1, 2), (2, 0), (3, 1)] {
        let mut all: Vec<Child> = (0..3).map(|process| member(&folder, &LONG, process, more)).collect();
        all.iter().for_each(|one| joined(one.id(), 2));
        thread::sleep(Duration::from_millis(40 + 230 * round));
        let lost = all.remove(victim);
        let process = lost.id();
        signal(kind, process);
        for other in all.into_iter().map(soon) {
            assert_eq!(other.status.code(), Some(3), "{}", said(&other));
            let line = format!("error[M12]: process {victim} at {} {wanted}", addresses[victim]);
            assert!(said(&other).contains(&line), "{}, wanted {line}", said(&other));
            assert!(!said(&other).contains("panic") && told(&other).is_empty(), "{}", said(&other));
        }
        if kind == "-STOP" {
            signal("-KILL", process);
        }
        drop(soon(lost));
        assert!(!folder.join("x.sol").exists());
    }
}

#[test]
fn who_is_killed_is_named() {
    lost("killed", "-KILL", "is gone", &[]);
}

#[test]
fn who_is_silent_is_named() {
    lost("silent", "-STOP", "was not heard of for 1s", &["--patience", "1s"]);
}

/// A process whose link is down names another, and both others name it.
#[test]
fn who_is_cut_off_is_named() {
    let folder = folder("cut-off");
    for victim in 0..3 {
        let link = Link::to(&folder, victim, &addresses(3));
        let all = [0, 1, 2].map(|process| member(&folder, &LONG, process, &["--patience", "1s"]));
        all.iter().for_each(|one| joined(one.id(), 2));
        thread::sleep(Duration::from_millis(100));
        link.cut();
        for (process, one) in all.map(soon).into_iter().enumerate() {
            let named = |other: usize| said(&one).contains(&format!("error[M12]: process {other} at "));
            let right =
                if process == victim { (0..3).any(|other| other != victim && named(other)) } else { named(victim) };
            assert!(right && said(&one).contains("was not heard of for 1s"), "{process} of {victim}: {}", said(&one));
            assert_eq!(one.status.code(), Some(3));
        }
        assert!(!folder.join("x.sol").exists());
    }
}

#[test]
fn who_is_interrupted_is_named() {
    let folder = folder("interrupted");
    hosts(&folder, 2);
    let all = [0, 1].map(|process| member(&folder, &LONG, process, &[]));
    all.iter().for_each(|one| joined(one.id(), 1));
    signal("-INT", all[1].id());
    let [first, second] = all.map(soon);
    assert_eq!((first.status.code(), second.status.code()), (Some(3), Some(130)), "{}", said(&first));
    assert!(said(&first).contains("error[M12]: process 1 at "), "{}", said(&first));
}

/// A limit that one process comes to ends all, which say it.
#[test]
fn limits_of_one_are_told_to_all() {
    let folder = folder("limits");
    hosts(&folder, 2);
    let first = member(&folder, &LONG, 0, &[]);
    let second = member(&folder, &LONG, 1, &["--positions", "1000"]);
    let [first, second] = [first, second].map(soon);
    assert!(said(&second).contains("error[M03]: there are more than 1,000 positions"), "{}", said(&second));
    let wanted = "stopped: there are more than 1,000 positions, the limit";
    assert!(said(&first).contains("error[M12]: process 1 at ") && said(&first).contains(wanted), "{}", said(&first));
}

/// On one machine the first process starts the others: whichever is killed, no process goes on.
#[test]
fn processes_of_one_machine_end_together() {
    let folder = folder("local");
    let words = [&["solve"], &LONG[..], &["--save", "x.sol", "--processes", "3"]].concat();
    for kill_first in [false, true] {
        let first = bouton(&folder, &words).spawn().unwrap();
        let begun = Instant::now();
        while children(first.id()).len() < 2 && begun.elapsed() < SOON {
            thread::sleep(Duration::from_millis(5));
        }
        let others = children(first.id());
        assert_eq!(others.len(), 2);
        others.iter().for_each(|other| joined(*other, 2));
        signal("-KILL", if kill_first { first.id() } else { others[1] });
        let ended = soon(first);
        if !kill_first {
            assert_eq!(ended.status.code(), Some(3), "{}", said(&ended));
            let lines: Vec<String> = said(&ended).lines().map(str::to_owned).collect();
            assert!(lines[0].starts_with("error[M12]: process ") && lines[0].ends_with(" is gone"), "{lines:?}");
        }
        let gone = |process: &u32| !fs::exists(format!("/proc/{process}/fd/0")).unwrap_or(false);
        while !others.iter().all(gone) {
            assert!(begun.elapsed() < 2 * SOON, "they go on");
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!folder.join("x.sol").exists());
    }
}

#[test]
fn what_does_not_fit_is_said() {
    let folder = folder("errors");
    hosts(&folder, 2);
    for (name, text) in
        [("bad.txt", "node1:4100\nnode2\n"), ("taken.txt", ""), ("far.txt", "192.0.2.7:4100\n127.0.0.1:4100\n")]
    {
        fs::write(folder.join(name), text).unwrap();
    }
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    fs::write(folder.join("taken.txt"), format!("{}\n127.0.0.1:1\n", taken.local_addr().unwrap())).unwrap();
    let cases: [(&str, &[&str]); 11] = [
        ("error[C03]: `none.txt` cannot be read", &["--save", "x.sol", "--hosts", "none.txt", "--process", "0"]),
        (
            "error[K01]: line 2 of `bad.txt` is no address of its own: `node2`",
            &["--save", "x.sol", "--hosts", "bad.txt", "--process", "0"],
        ),
        (
            "error[K01]: there is no process 2 in `hosts.txt`: it lists 2",
            &["--save", "x.sol", "--hosts", "hosts.txt", "--process", "2"],
        ),
        ("error[C07]: `127.0.0.1:", &["--save", "x.sol", "--hosts", "taken.txt", "--process", "0"]),
        (
            "error[C07]: `192.0.2.7:4100` cannot be listened on: ",
            &["--save", "x.sol", "--hosts", "far.txt", "--process", "0"],
        ),
        (
            "has not come within 300ms",
            &["--save", "x.sol", "--hosts", "hosts.txt", "--process", "0", "--patience", "300ms"],
        ),
        ("error[C06]: `--processes` needs `--save FILE.sol`", &["--processes", "2"]),
        (
            "error[C06]: `--processes` goes with `--method layers` and `--method placements` alone",
            &["--processes", "2", "--save", "x.sol", "--method", "memo"],
        ),
        ("error[C06]: `0` does not fit `--processes`", &["--processes", "0", "--save", "x.sol"]),
        ("error[C01]", &["--hosts", "hosts.txt", "--save", "x.sol"]),
        ("error[C01]", &["--processes", "2", "--save", "x.sol", "--resume"]),
    ];
    for (wanted, more) in cases {
        let refused = run(&folder, &[&["solve", "mnk"], more].concat());
        assert!(said(&refused).contains(wanted), "{more:?}: {}", said(&refused));
        assert!(said(&refused).contains("help: "), "{}", said(&refused));
        assert_eq!(refused.status.code(), Some(2), "{more:?}: {}", said(&refused));
    }
    for words in [&["solve", "x.sol.1-of-3.part"][..], &["solve", "--resume", "x.sol.1-of-3.part"]] {
        let refused = run(&folder, words);
        assert!(
            said(&refused).contains("error[V06]: `x.sol.1-of-3.part` is the share of one of"),
            "{}",
            said(&refused)
        );
    }
    let refused = run(&folder, &["solve", "awari", "--save", "x.sol", "--processes", "2"]);
    let wanted = "error[M07]: `placements` cannot solve this: the game counts points";
    assert!(said(&refused).starts_with(wanted), "{}", said(&refused));
    assert!(said(&refused).contains("help: solve it in one process"), "{}", said(&refused));
}

/// Another game, and another token, are noticed before anything is solved.
#[test]
fn strangers_do_not_work_together() {
    let folder = folder("strangers");
    hosts(&folder, 2);
    fs::write(folder.join("a"), "sesame").unwrap();
    fs::write(folder.join("b"), "barley").unwrap();
    let both = [member(&folder, &["mnk"], 0, &[]), member(&folder, &["mnk", "m=4"], 1, &[])].map(soon);
    for one in both {
        assert!(
            said(&one).contains("error[K02]: process ") && said(&one).contains("solves another game"),
            "{}",
            said(&one)
        );
    }
    let patience = ["--patience", "2s", "--token"];
    let first = member(&folder, &["mnk"], 0, &[&patience[..], &["a"]].concat());
    let second = member(&folder, &["mnk"], 1, &[&patience[..], &["b"]].concat());
    let [first, second] = [first, second].map(soon);
    assert!(
        said(&second).contains("error[K02]: process 0 at ") && said(&second).contains("has another token"),
        "{}",
        said(&second)
    );
    assert!(
        said(&first).contains("error[K01]: process 1 at ") && said(&first).contains("was turned away"),
        "{}",
        said(&first)
    );
}

/// How many searches are disturbed; `cargo xtask soak` disturbs more.
fn faults() -> usize {
    std::env::var("BOUTON_FAULTS").ok().and_then(|count| count.parse().ok()).unwrap_or(6)
}

/// What befalls a process.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Signal(&'static str),
    /// Files may have so many blocks of 1,024 bytes.
    FullDisk(u64),
    /// Its link is cut.
    CutOff,
}

/// A process as `member` starts it, whose disk may be full soon.
fn disturbed(folder: &Path, game: &[&str], process: usize, more: &[&str], fault: Option<Fault>) -> Child {
    let Some(Fault::FullDisk(blocks)) = fault else { return member(folder, game, process, more) };
    let plain = command(folder, game, process, more);
    let mut command = Command::new("bash");
    command.args(["-c", "trap '' XFSZ; ulimit -f $0; exec \"$@\"", &blocks.to_string()]);
    command.arg(plain.get_program()).args(plain.get_args());
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Whatever befalls one of three processes, and whenever: the others end, the same command goes on in all, and writes the file that one process does.
#[test]
fn a_search_that_lost_a_process_goes_on() {
    goes_on("faults", "layers", &LONG);
}

/// The same of tiers, each of which is solved as a whole.
#[test]
fn tiers_that_lost_a_process_go_on() {
    goes_on("faults-in-tiers", "placements", &["six-mens-morris", "men=3"]);
}

fn goes_on(name: &str, method: &str, game: &[&str]) {
    let (folder, mut random) = (folder(name), 0x9E37_79B9_7F4A_7C15_u64);
    let mut below = |bound: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % bound
    };
    let alone = [&["solve"], game, &["--method", method, "--save", "one.sol"]].concat();
    assert!(run(&folder, &alone).status.success());
    let wanted = fs::read(folder.join("one.sol")).unwrap();
    fs::create_dir(folder.join("disk")).unwrap();
    // What befalls a process does so while it searches, however fast the machine is.
    let begun = Instant::now();
    hosts(&folder, 3);
    let all = [0, 1, 2].map(|process| member(&folder, game, process, &["--checkpoint", "1ms"])).map(soon);
    all.iter().for_each(|one| assert!(one.status.success(), "{}", said(one)));
    let took = u64::try_from(begun.elapsed().as_millis()).unwrap();
    fs::remove_file(folder.join("x.sol")).unwrap();
    let mut went_on = 0;
    for round in 0..faults() {
        let addresses = hosts(&folder, 3);
        let kept = ["--checkpoint", "1ms", "--disk", "disk", "--patience", "5s"];
        let kinds = [
            Fault::Signal("-KILL"),
            Fault::FullDisk(40 + below(2_000)),
            Fault::Signal("-INT"),
            Fault::Signal("-STOP"),
            Fault::Signal("-TERM"),
            Fault::CutOff,
        ];
        let (times, kind) = (round / kinds.len(), round % kinds.len());
        // The next time each befalls a search of the other kind.
        let on_disk = (times + kind).is_multiple_of(2);
        let more = if on_disk { &kept[..] } else { &[kept[0], kept[1], kept[4], kept[5]] };
        let (fault, victim) = (kinds[kind], usize::try_from(below(3)).unwrap());
        let link = matches!(fault, Fault::CutOff).then(|| Link::to(&folder, victim, &addresses));
        let mut all: Vec<Child> = (0..3)
            .map(|process| disturbed(&folder, game, process, more, Some(fault).filter(|_| process == victim)))
            .collect();
        let lost = all[victim].id();
        if !matches!(fault, Fault::FullDisk(_)) {
            thread::sleep(Duration::from_millis(took / 8 + below(took / 2)));
        }
        link.iter().for_each(Link::cut);
        if let Fault::Signal(name) = fault
            && all[victim].try_wait().unwrap().is_none()
        {
            signal(name, lost);
        }
        let others: Vec<Child> = (0..3).rev().filter(|at| *at != victim).map(|at| all.remove(at)).collect();
        for other in others.into_iter().map(soon) {
            assert!(matches!(other.status.code(), Some(0 | 2 | 3)), "{fault:?}: {:?} {}", other.status, said(&other));
            assert!(!said(&other).contains("panic"), "{fault:?}: {}", said(&other));
        }
        let _ = all[0].kill();
        drop(soon(all.remove(0)));
        drop(link);
        let begun = fs::read_dir(folder.join(if on_disk { "disk" } else { "." })).unwrap();
        let left = begun.flatten().filter(|entry| entry.path().extension().is_some_and(|end| end == "part")).count();
        hosts(&folder, 3);
        let again = [0, 1, 2].map(|process| member(&folder, game, process, more)).map(|one| within(6 * SOON, one));
        again.iter().for_each(|one| assert!(one.status.success(), "{fault:?}: {}", said(one)));
        went_on += usize::from(said(&again[0]).contains("going on with "));
        assert!(left > 0 || !said(&again[0]).contains("going on with "));
        assert!(fs::read(folder.join("x.sol")).unwrap() == wanted, "{fault:?}");
        fs::remove_file(folder.join("x.sol")).unwrap();
    }
    let left = fs::read_dir(&folder).unwrap().count() + fs::read_dir(folder.join("disk")).unwrap().count();
    assert_eq!(left, 3, "nothing is left but the list of hosts, the folder and one file");
    assert!(went_on * 2 >= faults(), "{went_on} searches went on");
}
