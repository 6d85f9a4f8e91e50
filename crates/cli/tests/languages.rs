//! Every teaching command speaks Chinese when it is asked to: no runs of English words are left but names of rules and keywords.

use bouton::gallery::{self, Card};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

const EXE: &str = env!("CARGO_BIN_EXE_bouton");

/// What people type, and what mathematics and files are called everywhere.
const KEYWORDS: &str = "bouton table tree line svg html latex csv format order start stop at form lead points pair moves help undo restart \
    quit best hint why what values flip max min mex sum nim xor left right most svg t n lang say worksheet total g v f s k p m q S i j kind \
    t.svg t.html text json md dot ctrl end Graphviz LaTeX HTML SVG CSV len Enter Tab PgUp PgDn put remaining solve check \
    length height plies turn zz plan code stage memo recursion rolling theorem grundy recurrence sweep retrograde search layers brute ms s min \
    kB MB GB Bouton LeetCode Guy Smith Sprague Grundy Nim Kalah Kayles Quixo one heap zkw Left Right Conway";

const VOWELS: [char; 12] = ['a', 'e', 'i', 'o', 'u', 'y', 'A', 'E', 'I', 'O', 'U', 'Y'];

fn chinese(words: &[&str], typed: &str) -> (Option<i32>, String) {
    let mut child = Command::new(EXE)
        .args(words)
        .args(["--lang", "zh"])
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that is refused does not read.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

fn words_of(text: &str) -> Vec<String> {
    let part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.split(|letter| !part(letter)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Names of the rules that the card of the game says in Chinese, where they stand as words: a player beside words, a variable before what it
/// was. Positions and parameters are typed, and keep them; so do lines of the rules.
fn unnamed(text: &str, card: &Card) -> Vec<String> {
    let text = text.split('`').step_by(2).collect::<Vec<_>>().join(" ` ");
    let alone = |name: &str, before: &[&str], after: &[char]| {
        let is_chinese = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
        text.match_indices(name).any(|(at, _)| {
            let (head, rest) = (&text[..at], &text[at + name.len()..]);
            let begins =
                head.trim().is_empty() || head.ends_with(is_chinese) || before.iter().any(|mark| head.ends_with(mark));
            begins
                && !head.ends_with("= ")
                && (rest.is_empty() || rest.starts_with(after) || rest.starts_with(is_chinese))
        })
    };
    let player = |name: &&str| alone(name, &[" ", "（", "，", "、"], &[' ', '）', '，', '、', '。', '：']);
    let state = |name: &&str| name.len() > 1 && alone(name, &[], &['：']);
    let players = card.players.iter().map(|(name, _)| *name).filter(player);
    players.chain(card.states.iter().map(|(name, _)| *name).filter(state)).map(str::to_owned).collect()
}

/// A word of the rules that Chinese stands against without a blank.
fn crowded(text: &str) -> bool {
    let letters: Vec<char> = text.split('`').step_by(2).collect::<Vec<_>>().join(" ` ").chars().collect();
    let is_chinese = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
    letters.windows(2).any(|two| {
        (is_chinese(two[0]) && two[1].is_ascii_alphabetic()) || (two[0].is_ascii_alphabetic() && is_chinese(two[1]))
    })
}

/// Words of English, one after the other, that neither the rules nor the commands have brought.
fn foreign(text: &str, own: &BTreeSet<String>) -> Vec<String> {
    let known = |word: &str| {
        // Cells of boards are letters in a row: no word of English is written so, or has no vowel.
        let letters =
            word.len() == 1 || !word.contains(VOWELS) || !word.chars().any(|letter| letter.is_ascii_lowercase());
        own.contains(word) || letters
    };
    let text = text.split('`').step_by(2).collect::<Vec<_>>().join(" ` ");
    words_of(&text).into_iter().filter(|word| !known(word)).collect()
}

/// The words of rules that are no comments and no titles.
fn words_of_rules(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.starts_with("##") && !line.starts_with("game "));
    code.flat_map(|line| words_of(line.split("# ").next().unwrap_or_default())).collect()
}

/// The gallery, each game with the parameters of its first small case and its text; those that have none are left out.
fn games() -> Vec<(String, Vec<String>, String)> {
    let output = Command::new(EXE).args(["games", "--format", "json"]).output().unwrap();
    let listed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let listed = listed.get("games").unwrap_or(&listed).as_array().unwrap().clone();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/");
    let one = |game: &serde_json::Value| {
        let name = game["name"].as_str().unwrap().to_owned();
        let text = std::fs::read_to_string(format!("{root}{name}.game")).unwrap();
        let cases = std::fs::read_to_string(format!("{root}{name}.cases.jsonl")).unwrap();
        let case = cases.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let case = case.into_iter().find(|case| case.get("large").is_none() && case.get("only").is_none())?;
        let params = case["params"].as_object().unwrap();
        Some((name, params.iter().map(|(name, value)| format!("{name}={}", plain(value))).collect(), text))
    };
    listed.iter().filter_map(one).collect()
}

fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What methods call their strategies, in every language.
fn strategies() -> BTreeSet<String> {
    let output = Command::new(EXE).args(["methods", "--format", "json"]).output().unwrap();
    let listed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let of = |method: &serde_json::Value| method["strategies"].as_array().unwrap().clone();
    let all = listed["methods"].as_array().unwrap().iter().flat_map(of);
    all.flat_map(|strategy| words_of(strategy["strategy"].as_str().unwrap())).collect()
}

/// A line of the rules that a finding shows, or where it stands.
fn is_of_rules(line: &str) -> bool {
    line.trim_start().starts_with("--> ")
        || line
            .trim_start()
            .split_once('|')
            .is_some_and(|(number, _)| number.trim().chars().all(|c| c.is_ascii_digit()))
}

/// What is asked of every game, with what is typed.
const ASKED: &[(&str, &[&str], &str)] = &[
    ("why", &["--quiet"], ""),
    ("why", &["--quiet", "--kinds"], ""),
    ("line", &[], ""),
    ("recurrence", &[], ""),
    ("table", &["--quiet", "--positions", "20000"], ""),
    ("tree", &["--most", "20"], ""),
    ("play", &["--positions", "20000"], "hint\nwhy\nbest\nundo\nzz\nvalues\nmoves\nhelp\nflip\nrestart\nquit\n"),
    ("worksheet", &["--rule", "--positions", "20000"], ""),
    ("solve", &["--positions", "20000"], ""),
    ("code", &["--stage", "memo"], ""),
    ("plan", &["--facts"], ""),
    ("patterns", &["--cases", "20"], ""),
    ("value", &["--quiet"], ""),
    ("say", &[], ""),
];

/// What is no Chinese in all that is said of a game.
fn faults((name, params, text): &(String, Vec<String>, String), common: &BTreeSet<String>) -> Vec<String> {
    let mut own = common.clone();
    own.extend(words_of_rules(text).into_iter().chain(words_of(name)));
    own.extend(params.iter().flat_map(|param| words_of(param)));
    let card = gallery::find(name).unwrap().chinese;
    let params: Vec<&str> = params.iter().map(String::as_str).collect();
    let mut wrong = Vec::new();
    for (verb, more, typed) in ASKED {
        let params = if ["patterns", "say"].contains(verb) { &[] } else { params.as_slice() };
        let (code, said) = chinese(&[&[*verb, name.as_str()], params, *more].concat(), typed);
        assert!(matches!(code, Some(0 | 2 | 3)), "{verb} {name}: {code:?} {said}");
        // Of a program, its head, but for what numbers stand for: that is said in the words of the rules, which the program prints as well.
        let stands_for = |line: &str| line.contains(": -1 none, 0 ") || line.contains(": row * ");
        let head = |line: &&str| *verb != "code" || code != Some(0) || line.starts_with('#') && !stands_for(line);
        wrong.extend(said.lines().filter(head).filter_map(|line| fault(verb, line, &own, &card)));
    }
    let file = format!("{}/{name}-zh.sol", env!("CARGO_TARGET_TMPDIR"));
    let save = ["--positions", "20000", "--save", &file, "--quiet"];
    if chinese(&[&["solve", name.as_str()], params.as_slice(), &save].concat(), "").0 == Some(0) {
        let said = chinese(&["query", &file, "value == win"], "").1;
        // What to type next.
        let said = said.lines().filter(|line| !line.contains(&file));
        wrong.extend(said.filter_map(|line| fault("query", line, &own, &card)));
    }
    wrong.into_iter().map(|fault| format!("{name}: {fault}")).collect()
}

/// What is no Chinese in a line.
fn fault(verb: &str, line: &str, own: &BTreeSet<String>, card: &Card) -> Option<String> {
    if is_of_rules(line) {
        return None;
    }
    let words = [foreign(line, own), unnamed(line, card)].concat();
    let blank = if crowded(line) { "no blank" } else { "" };
    (!words.is_empty() || crowded(line)).then(|| format!("{verb}: {words:?} {blank} in {line}"))
}

#[test]
fn every_teaching_command_speaks_chinese_in_every_game() {
    let common = words_of(KEYWORDS).into_iter().chain(strategies()).chain(["First", "Second"].map(str::to_owned));
    let (common, games, next) = (common.collect(), games(), AtomicUsize::new(0));
    let work = || {
        let mut wrong = Vec::new();
        while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            wrong.extend(faults(game, &common));
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} lines, such as\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

#[test]
fn refusals_of_the_teaching_commands_are_chinese() {
    let own: BTreeSet<String> = words_of(KEYWORDS).into_iter().chain(words_of("error help T01 T02 take")).collect();
    for words in [
        &["why", "1140", "piles=2,7,9,4,4", "take(9)"][..],
        &["why", "464", "maxChoosableInteger=4", "desiredTotal=6", "--form", "points"],
        &["table", "1140", "piles=2,7,9,4,4", "--order", "nothing"],
        &["table", "mnk"],
        &["worksheet", "mnk"],
    ] {
        let (code, said) = chinese(words, "");
        assert_eq!(code, Some(2), "{words:?}: {said}");
        let foreign = foreign(&said, &own);
        assert!(
            foreign.is_empty() && said.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter)),
            "{words:?}: {foreign:?} in {said}"
        );
    }
}

/// What the commands that try programs and beliefs say.
#[test]
fn marks_refutations_cases_and_programs_are_chinese() {
    let more = "i M X j piles 1140 ans in tiny random greedy seed cases take iv by move stones left right python java stress stone game Alice Bob \
        Stone Game II LeetCode memo recursion table rolling written case gen grade refute csv value sh echo ms s";
    let own: BTreeSet<String> = words_of(KEYWORDS).into_iter().chain(words_of(more)).collect();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("chinese");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let table = folder.join("t.csv");
    std::fs::write(&table, "i,M,value\n4,1,4\n3,1,8\n2,1,9\n2,2,17\n1,1,8\n0,1,0\n").unwrap();
    let out = folder.join("cases");
    for (words, exit) in [
        (&["grade", "1140", "piles=[2,7,9,4,4]", table.to_str().unwrap()][..], 1),
        (&["refute", "stone-game", "greedy"], 1),
        (&["refute", "stone-game-iv", "move take(x) by max x"], 1),
        (&["gen", "1140", "--count", "2"], 0),
        (&["gen", "1140", "--count", "2", "--out", out.to_str().unwrap()], 0),
        (&["stress", "1140", "--cases", "20", "--quiet", "--answer", "lead(Alice)"], 1),
        (&["code", "1140", "--stage", "rolling"], 0),
    ] {
        let mut words = words.to_vec();
        // Whatever it reads, it answers 7; `--lang` must stand before the program.
        if words[0] == "stress" {
            words.extend(["--lang", "zh", "--", "echo", "7"]);
        }
        let (code, said) = if words[0] == "stress" { stressed(&words, &folder) } else { chinese(&words, "") };
        assert_eq!(code, Some(exit), "{words:?}: {said}");
        // Of a program, its head.
        let said =
            said.lines().filter(|line| words[0] != "code" || line.starts_with('#')).collect::<Vec<_>>().join("\n");
        let said = said.replace(folder.to_str().unwrap(), "");
        let foreign = foreign(&said, &own);
        assert!(foreign.is_empty(), "{words:?}: {foreign:?} in\n{said}");
    }
}

fn stressed(words: &[&str], folder: &std::path::Path) -> (Option<i32>, String) {
    let output = Command::new(EXE).args(words).current_dir(folder).env("NO_COLOR", "1").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}
