//! The teaching commands for programs: every answer is one JSON object with its schema, and says what `solve` says.

use serde_json::{Value as Json, json as of};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

const EXE: &str = env!("CARGO_BIN_EXE_bouton");

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("json");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The exit code and the objects that were written.
fn json(words: &[&str]) -> (Option<i32>, Vec<Json>) {
    let mut command = Command::new(EXE);
    let (own, program) = words.split_at(words.iter().position(|word| *word == "--").unwrap_or(words.len()));
    command.args(own).args(["--format", "json"]).args(program).current_dir(folder());
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let objects = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{words:?}: {line}")));
    (output.status.code(), objects.collect())
}

fn one(words: &[&str], schema: &str) -> Option<Json> {
    let (code, mut objects) = json(words);
    let object = objects.pop().unwrap_or_else(|| panic!("{words:?}: {code:?}"));
    assert!(objects.is_empty(), "{words:?}");
    if object["schema"] == "bouton.error/1" {
        // Too large for this form, or more than was allowed: said, not guessed.
        assert!(matches!(code, Some(2 | 3)) && !object["help"].as_array().unwrap().is_empty(), "{words:?}: {object}");
        return None;
    }
    assert_eq!(object["schema"], schema, "{words:?}");
    Some(object)
}

/// The gallery, each game with the parameters of its first small case; those that have none are left out.
fn games() -> Vec<(String, Vec<String>)> {
    let listed = one(&["games"], "bouton.games/1").unwrap();
    let one = |game: &Json| {
        let name = game["name"].as_str().unwrap().to_owned();
        let cases = format!("{}/../../games/{name}.cases.jsonl", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(cases).unwrap();
        let mut cases = text.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
        let case = cases.find(|case| case.get("large").is_none() && case.get("only").is_none())?;
        let params = case["params"].as_object().unwrap();
        let word = |(name, value): (&String, &Json)| {
            format!("{name}={}", value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        };
        Some((name, params.iter().map(word).collect()))
    };
    listed["games"].as_array().unwrap().iter().filter_map(one).collect()
}

fn best(moves: &Json) -> Vec<&str> {
    let moves = moves.as_array().unwrap().iter().filter(|mv| mv["best"] == true);
    let mut best: Vec<&str> = moves.map(|mv| mv["move"].as_str().unwrap()).collect();
    best.sort_unstable();
    best
}

#[test]
fn explanations_say_what_solve_says_in_every_game() {
    let (mut whys, mut tables, mut trees, mut lines, mut sheets) = (0, 0, 0, 0, 0);
    for (name, params) in games() {
        let params: Vec<&str> = params.iter().map(String::as_str).collect();
        let words =
            |verb: &'static str, more: &[&'static str]| [&[verb, name.as_str()], params.as_slice(), more].concat();
        let solved = one(&words("solve", &[]), "bouton.answer/1").unwrap();
        let value = &solved["value"]["for_mover"];
        if let Some(why) = one(&words("why", &[]), "bouton.why/1") {
            assert_eq!(&why["why"]["at"]["for_mover"], value, "{name}");
            if why["why"]["left_out"] == 0 {
                assert_eq!(best(&why["why"]["options"]), best(&solved["moves"]), "{name}");
            }
            whys += 1;
        }
        if let Some(table) = one(&words("table", &["--of", "positions", "--positions", "20000"]), "bouton.table/1") {
            assert_eq!(&table["cells"][0]["worth"], value, "{name}");
            // What a move has ended is no position to go on from.
            let cells = table["cells"].as_array().unwrap();
            let last = cells.iter().rfind(|cell| cell["over"] == false).unwrap_or(&cells[0]);
            let state = last["state"].to_string();
            let there =
                one(&[words("solve", &["--ask", "value", "--at"]), vec![&state]].concat(), "bouton.answer/1").unwrap();
            assert_eq!(there["value"]["for_mover"], last["worth"], "{name} at {state}");
            tables += 1;
        }
        if let Some(tree) = one(&words("tree", &["--most", "20"]), "bouton.tree/1") {
            assert_eq!(&tree["branches"][0]["for_mover"], value, "{name}");
            trees += 1;
        }
        if let Some(line) = one(&words("line", &[]), "bouton.line/1") {
            assert_eq!(&line["last"]["for_mover"].is_null(), &false, "{name}");
            let first = &line["steps"][0]["move"];
            assert!(first.is_null() || solved["best"].as_array().unwrap().contains(first), "{name}: {first}");
            lines += 1;
        }
        let recurrence = one(&words("recurrence", &[]), "bouton.recurrence/1").unwrap();
        assert_eq!(recurrence["reason"].is_null(), recurrence["closed"] == true, "{name}");
        assert!(!recurrence["equation"]["text"].as_array().unwrap().is_empty(), "{name}");
        if let Some(sheet) = one(&words("worksheet", &["--positions", "20000"]), "bouton.worksheet/1") {
            let cells = sheet["table"]["cells"].as_array().unwrap();
            let known = |at: &Json| cells[usize::try_from(at.as_u64().unwrap()).unwrap()]["over"] == false;
            assert!(sheet["blank"].as_array().unwrap().iter().all(known), "{name}");
            assert!(!sheet["questions"].as_array().unwrap().is_empty(), "{name}");
            sheets += 1;
        }
    }
    println!("{whys} explained, {tables} tables, {trees} trees, {lines} lines, {sheets} worksheets");
    assert!(
        whys > 38 && tables > 25 && trees > 38 && lines > 38 && sheets > 20,
        "{whys} {tables} {trees} {lines} {sheets}"
    );
}

#[test]
fn plans_say_what_games_played_at_random_show() {
    let plan = one(&["plan", "connect-four"], "bouton.plan/1").unwrap();
    let layers = plan["methods"].as_array().unwrap().iter().find(|method| method["method"] == "layers").unwrap();
    let seen = ["at_least", "games"].map(|name| layers["estimate"][name].as_u64().unwrap());
    assert!((8_000..=80_541).contains(&seen[0]) && seen[1] > 100, "{seen:?}");
}

#[test]
fn marks_refutations_and_cases_are_objects_too() {
    let file = folder().join("dp.csv");
    fs::write(&file, "i,M,value\n4,1,4\n3,1,8\n2,1,9\n2,2,17\n1,1,8\n0,1,0\n").unwrap();
    let marks = one(&["grade", "1140", "piles=[2,7,9,4,4]", file.to_str().unwrap()], "bouton.marks/1").unwrap();
    assert_eq!((&marks["first_wrong"]["right"], &marks["first_wrong"]["yours"]), (&Json::from(-6), &Json::from(0)));
    let refuted = one(&["refute", "stone-game", "greedy"], "bouton.refutation/1").unwrap();
    assert!(refuted["refuted"].is_object(), "{refuted}");
    let (code, cases) = json(&["gen", "1140", "--count", "3", "--seed", "2"]);
    assert_eq!((code, cases.len()), (Some(0), 3));
    for case in cases {
        assert_eq!(case["schema"], "bouton.case/1");
        let piles = format!("piles={}", case["params"]["piles"]);
        let solved = one(&["solve", "1140", &piles], "bouton.answer/1").unwrap();
        assert_eq!(solved["totals"]["Alice"].to_string(), case["answer"].as_str().unwrap());
    }
    let tried = one(&["stress", "1140", "--cases", "20", "--", "echo", "0"], "bouton.stress/1").unwrap();
    assert_eq!(tried["agree"], false);
    assert!(tried["smallest"]["params"]["piles"].is_array(), "{tried}");
}

/// A page that ends with it.
struct Page {
    child: Child,
    address: String,
}

impl Page {
    fn new() -> Page {
        let mut child = Command::new(EXE);
        let child = child.args(["serve", "--port", "0"]).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = child.spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let address = said.split_whitespace().next().unwrap().trim_start_matches("http://").trim_end_matches('/');
        Page { address: address.to_owned(), child }
    }

    /// What it answers; nothing where it refuses.
    fn answer(&self, route: &str, body: &Json) -> Option<Json> {
        let (body, address) = (body.to_string(), &self.address);
        let mut stream = TcpStream::connect(address).unwrap();
        let length = body.len();
        let head = format!(
            "POST /api/{route} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all([head, body].concat().as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        head.starts_with("HTTP/1.1 200").then(|| serde_json::from_str(body).unwrap())
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Programs are told by the page what the command tells them, but for what belongs to a run.
#[test]
fn the_page_tells_programs_what_the_command_tells() {
    let page = Page::new();
    let mut compared = 0;
    for (name, params) in games() {
        let given = params.iter().map(|word| word.split_once('=').unwrap());
        let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Json::from(text));
        let given: serde_json::Map<String, Json> = given.map(|(name, text)| (name.to_owned(), read(text))).collect();
        for (route, word) in [
            ("answer", "solve"),
            ("why", "why"),
            ("table", "table"),
            ("tree", "tree"),
            ("recurrence", "recurrence"),
            ("plan", "plan"),
        ] {
            let mut asked = of!({"game": name, "params": given});
            if route == "recurrence" {
                asked["sizes"] = of!("these");
            }
            let Some(mut told) = page.answer(&format!("json/{route}"), &asked) else { continue };
            let words: Vec<&str> = [word, name.as_str()].into_iter().chain(params.iter().map(String::as_str)).collect();
            let Some(mut said) = one(&words, &format!("bouton.{route}/1")) else { continue };
            // The page solves every position where the command needs only some; and a sum as a whole, which the command takes apart.
            for own in ["run", "method", "strategy", "positions"].iter().filter(|_| route == "answer") {
                for object in [&mut told, &mut said] {
                    object.as_object_mut().unwrap().shift_remove(*own);
                }
            }
            if name == "nim" && ["why", "table"].contains(&route) {
                continue;
            }
            compared += 1;
            assert!(told == said, "{words:?}");
        }
    }
    assert!(compared > 250, "{compared}");
}
