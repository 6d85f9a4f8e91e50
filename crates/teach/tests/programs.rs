//! Programs written for every game that has them, in every language there is here, against Bouton's own answers: a thousand random
//! cases each, read and answered one after the other by one process.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]
use bouton::family::Family;
use bouton::rules::{Source, check};
use bouton::sample::{Dice, Size, random};
use bouton::{Instance, Limits, Rules, gallery};
use bouton_teach::cases::{Judge, Maker, Profile, Sizes, Templates};
use bouton_teach::program::{LANGUAGES, Language, Recur, STAGES, Shape, draft, program, seen};
use bouton_teach::stress::cases;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};

const CASES: u64 = 1000;
/// How many programs there are: a game that loses one has lost something.
const PROGRAMS: usize = 55;

struct Game {
    name: &'static str,
    /// For plain recursion, which must come to an end too, and for all other programs.
    cases: [Cases; 2],
    /// Stage, language, file name and text.
    programs: Vec<(&'static str, Language, &'static str, String)>,
}

/// What programs read, and what they must print.
struct Cases {
    inputs: String,
    answers: Vec<String>,
}

/// Cases of some rules, with lists of so many entries and numbers up to so much.
fn made(rules: &Rules, len: i64, value: i64) -> Cases {
    let templates = Templates::new(rules, None, None).unwrap();
    // Sums worth reaching.
    let of = vec![("desiredTotal".to_owned(), 5 * value - 5)];
    let sizes = Sizes { len, value, least: Some(-4), of };
    let maker = Maker { rules: templates.rules.clone(), fixed: vec![None; rules.params.len()], sizes };
    let judge = Judge::new(templates, Limits::default());
    let numbers: Vec<u64> = (0..CASES).collect();
    let made = cases(&maker, &judge, &[Profile::Random, Profile::Tiny], 5, &numbers).unwrap();
    Cases {
        inputs: made.iter().map(|(_, case)| case.input.as_str()).collect(),
        answers: made.iter().map(|(_, case)| case.answer.clone()).collect(),
    }
}

/// The games that have programs, with their cases.
fn games() -> Vec<Game> {
    let mut found = Vec::new();
    for game in gallery::games() {
        let rules = Arc::new(check(&Source::new(game.name, game.text)).0.unwrap());
        let mut dice = Dice::new(3);
        let small = Size { entries: 6, value: 9 };
        let sample: Vec<Instance> = (0..40)
            .filter_map(|_| Instance::new(rules.clone(), &random(&rules, small, &mut dice)?).ok())
            .take(20)
            .collect();
        let Ok(recur) = Recur::of(&rules, sample[0].told_apart().is_some()) else { continue };
        let seen = seen(&recur, &sample);
        let mut programs = Vec::new();
        for (stage, which) in STAGES {
            let Ok(draft) = draft(&recur, which, seen.as_ref()) else { continue };
            for (_, language, file) in LANGUAGES {
                programs.push((stage, language, file, program(&recur, &draft, language, &[])));
            }
        }
        let cases = match (recur.holds(Shape::List), recur.holds(Shape::Set)) {
            // Heaps can be taken from in many orders.
            (true, _) => [made(&rules, 3, 3), made(&rules, 4, 5)],
            (false, true) => [made(&rules, 4, 5), made(&rules, 5, 6)],
            (false, false) => [made(&rules, 6, 6), made(&rules, 6, 6)],
        };
        found.push(Game { name: game.name, cases, programs });
    }
    found
}

/// How a program of a language is made ready and run; nothing where the language is not there.
fn ready(language: Language, folder: &Path, file: &str) -> Option<Command> {
    let there =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    let compile = |program: &str, words: &[&str]| {
        let output = Command::new(program).args(words).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let run = |program: &str, words: &[&str]| {
        let mut command = Command::new(program);
        command.args(words).current_dir(folder);
        command
    };
    match language {
        Language::Python => there("python3").then(|| run("python3", &[file])),
        Language::Js => there("node").then(|| run("node", &[file])),
        Language::Java => there("javac").then(|| {
            compile("javac", &["-J-XX:TieredStopAtLevel=1", file]);
            run("java", &["-XX:TieredStopAtLevel=1", "-Xss64m", "Main"])
        }),
        Language::Cpp => there("g++").then(|| {
            compile("g++", &["-std=c++17", "-Wall", "-o", "sol", file]);
            run(folder.join("sol").to_str().unwrap(), &[])
        }),
        Language::Rust => there("rustc").then(|| {
            compile("rustc", &["-Cdebuginfo=0", "-o", "sol", file]);
            run(folder.join("sol").to_str().unwrap(), &[])
        }),
        Language::Go => (Command::new("go").arg("version").output().is_ok_and(|output| output.status.success()))
            .then(|| run("go", &["run", file])),
    }
}

fn answers(mut command: Command, inputs: &str) -> Vec<String> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let inputs = inputs.to_owned();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(inputs.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Every program of some languages; of those that must be compiled, which takes long, every fourth, so that each game and each stage has
/// its turn. `BOUTON_ALL=1` compiles them all.
fn try_all(languages: &[Language], step: usize) {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    let step = if std::env::var_os("BOUTON_ALL").is_some() { 1 } else { step };
    let (mut programs, mut tried, mut missing) = (0, 0, 0);
    for game in GAMES.get_or_init(games) {
        for (stage, language, file, text) in &game.programs {
            if !languages.contains(language) {
                continue;
            }
            programs += 1;
            // 5 and 4 have no common part: the stages change places from game to game.
            if (programs * 5 / 4) % step != 0 {
                continue;
            }
            let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "programs", game.name, stage, file].iter().collect();
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(file), text).unwrap();
            let Some(command) = ready(*language, &folder, file) else {
                missing += 1;
                continue;
            };
            tried += 1;
            let cases = &game.cases[usize::from(*stage != "recursion")];
            compare(game.name, cases, stage, file, text, &answers(command, &cases.inputs));
        }
    }
    assert_eq!(programs, PROGRAMS * languages.len());
    assert!(tried + missing >= programs / step, "{tried} tried, {missing} missing");
    if missing > 0 {
        eprintln!("{missing} programs were not run: no compiler");
    }
}

fn compare(name: &str, cases: &Cases, stage: &str, file: &str, text: &str, found: &[String]) {
    let right = &cases.answers;
    let wrong = right.iter().zip(found).position(|(right, found)| right != found);
    assert!(
        wrong.is_none() && found.len() == right.len(),
        "{name} {stage} {file}: case {wrong:?} of {}, {} answers; wanted {:?}, got {:?}\n{text}",
        right.len(),
        found.len(),
        wrong.map(|at| &right[at]),
        wrong.map(|at| &found[at]),
    );
}

/// Cases that are not planned one by one are the same as those that are.
#[test]
fn the_short_way_to_an_answer_gives_what_the_long_way_gives() {
    let mut families = 0;
    for game in gallery::games() {
        let rules = check(&Source::new(game.name, game.text)).0.unwrap();
        if Family::of(&rules).is_err() {
            continue;
        }
        families += 1;
        for answer in [None, Some("winner"), Some("sign"), Some(&*format!("lead({})", rules.players[0]))] {
            let templates = Templates::new(&rules, None, answer).unwrap();
            let sizes = Sizes { len: 5, value: 6, least: Some(-4), of: Vec::new() };
            let maker = Maker { rules: templates.rules.clone(), fixed: vec![None; rules.params.len()], sizes };
            let judge = Judge::new(templates, Limits::default());
            let mut worker = judge.worker();
            for number in 0..60 {
                let Some(params) = maker.params(&Profile::Random, 11, number) else { continue };
                assert_eq!(worker.case(&params).unwrap(), judge.case(&params).unwrap(), "{}", game.name);
            }
        }
    }
    assert!(families > 5, "only {families} games are families");
}

#[test]
fn the_manual_names_the_games_that_have_programs() {
    let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/command.md");
    let manual = fs::read_to_string(manual).unwrap().replace('\n', " ");
    let (_, said) = manual.split_once("have programs; of the gallery they are ").unwrap();
    let said: Vec<&str> = said.split_once('.').unwrap().0.split(", ").map(|name| name.trim_matches('`')).collect();
    let written = gallery::games().filter(|game| {
        let rules = check(&Source::new(game.name, game.text)).0.unwrap();
        Recur::of(&rules, true).is_ok()
    });
    let mut written: Vec<&str> = written.map(|game| game.name).collect();
    written.sort_unstable();
    assert_eq!(said, written);
}

#[test]
fn scripts_give_bouton_s_answers() {
    try_all(&[Language::Python, Language::Js], 1);
}

#[test]
fn java_and_go_programs_give_bouton_s_answers() {
    try_all(&[Language::Java, Language::Go], 4);
}

#[test]
fn cpp_programs_give_bouton_s_answers() {
    try_all(&[Language::Cpp], 4);
}

#[test]
fn rust_programs_give_bouton_s_answers() {
    try_all(&[Language::Rust], 4);
}
