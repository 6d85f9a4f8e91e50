//! The page's server as visitors meet it: over HTTP, on this machine.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail by panicking")]

use bouton::game::Game;
use bouton::saved::{Saved, save};
use bouton::{Ask, Instance, Limits, Meter, Silent};
use bouton_page::{Lesson, Picked, Settings, Shown, lesson, serve};
use bouton_teach::words::Lang;
use serde_json::{Map, Value as Json, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// A server that ends with it.
struct Server {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    served: Option<thread::JoinHandle<()>>,
}

impl Server {
    fn new(settings: Settings) -> Server {
        Server::with(settings, Vec::new())
    }

    fn with(settings: Settings, saved: Vec<(String, Shown)>) -> Server {
        let stop = Arc::new(AtomicBool::new(false));
        let (told, address) = mpsc::channel();
        let stopped = stop.clone();
        let served = thread::spawn(move || {
            serve(Settings { port: 0, ..settings }, saved, |address| told.send(address).unwrap(), &stopped).unwrap();
        });
        Server { address: address.recv().unwrap(), stop, served: Some(served) }
    }

    fn quick() -> Server {
        Server::new(Settings { time: Duration::from_secs(20), ..Settings::default() })
    }

    /// The status and the answer.
    fn ask(&self, path: &str, body: &Json) -> (u16, Json) {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let url = format!("http://{}/api/{path}", self.address);
        let mut response =
            if body.is_null() { agent.get(url).call() } else { agent.post(url).send_json(body) }.unwrap();
        let text = response.body_mut().read_to_string().unwrap();
        (response.status().as_u16(), serde_json::from_str(&text).unwrap_or(Json::String(text)))
    }

    /// An answer that there must be.
    #[track_caller]
    fn answer(&self, path: &str, body: Json) -> Json {
        let (status, answer) = self.ask(path, &body);
        assert_eq!(status, 200, "{path} {body}: {answer}");
        answer
    }

    /// A refusal: its status, and the code of its first finding.
    #[track_caller]
    fn refusal(&self, path: &str, body: Json) -> (u16, String) {
        let (status, answer) = self.ask(path, &body);
        assert_eq!(answer["schema"], "bouton.error/1", "{path}: {answer}");
        (status, answer["findings"][0]["code"].as_str().unwrap().to_owned())
    }

    /// What is sent back to a request as it is written.
    fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        self.served.take().unwrap().join().unwrap();
    }
}

fn stones() -> Json {
    json!({"game": "1140", "params": {"piles": [2, 7, 9, 4, 4]}, "lang": "en"})
}

fn with(mut place: Json, more: Json) -> Json {
    place.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    place
}

/// A saved solution of a game of the gallery, opened.
fn shown(text: &str, params: &Json) -> Shown {
    let (rules, _) = bouton::rules::check(&bouton::rules::Source::new("saved.game", text));
    let rules = Arc::new(rules.unwrap());
    let given = bouton::instance::from_json(&rules, params.as_object().unwrap()).unwrap();
    let game = Instance::new(rules, &given).unwrap();
    let (start, limits) = (game.start().unwrap(), Limits::default());
    let solution = bouton::solve(&game, &start, &Ask::Table, &limits, None, &Silent).unwrap();
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{:x}.sol", text.len()));
    save(&file, &game, &solution, &mut Meter::new(&limits, &Silent)).unwrap();
    let saved = Arc::new(Saved::open(&file).unwrap());
    let (opened, start) = saved.opened(&game).unwrap();
    Shown { game: game.with_opened(opened), start, saved }
}

#[test]
fn saved_rules_of_the_gallery_are_shown_in_the_language_of_the_reader() {
    let chomp = bouton::gallery::find("chomp").unwrap();
    let params = json!({"rows": 3, "cols": 3});
    let chinese = bouton_teach::gallery::text(&chomp, Lang::Chinese);
    let own = chomp.text.replacen("## ", "## Mine. ", 1);
    let all = [("english", chomp.text), ("chinese", &chinese), ("own", &own)];
    let server = Server::with(
        Settings::default(),
        all.iter().map(|(name, text)| ((*name).to_owned(), shown(text, &params))).collect(),
    );
    for (name, in_english, in_chinese) in
        [("english", chomp.text, chinese.as_str()), ("chinese", chomp.text, &chinese), ("own", &own, &own)]
    {
        for (lang, text) in [("en", in_english), ("zh", in_chinese)] {
            let place = json!({"game": name, "lang": lang});
            assert_eq!(server.answer("game", place.clone())["rules"], *text, "{name} {lang}");
            let found = server.answer("query", with(place.clone(), json!({"filter": "value == loss"})));
            assert_ne!(found["count"], 0, "{name} {lang}: {found}");
            assert_eq!(server.answer("at", place)["worth"]["mark"], "win", "{name} {lang}");
        }
    }
    let title = |lang: &str| server.answer(&format!("about?lang={lang}"), Json::Null)["saved"][0]["title"].clone();
    assert_eq!([title("en"), title("zh")], ["Chomp", chomp.chinese.title]);
}

#[test]
fn a_position_tells_its_value_its_moves_and_best_play() {
    let server = Server::quick();
    let start = server.answer("at", stones());
    assert_eq!(
        (start["headline"].as_str(), start["subline"].as_str()),
        (Some("Alice 10, Bob 16"), Some("Bob ends 6 ahead"))
    );
    let moves: Vec<_> =
        start["moves"].as_array().unwrap().iter().map(|mv| (mv["move"].clone(), mv["worth"]["text"].clone())).collect();
    assert_eq!(moves, [(json!("take(1)"), json!("−6")), (json!("take(2)"), json!("−8"))]);
    assert_eq!(start["moves"][1]["slip"], "−8 instead of −6; better was take(1)");
    assert_eq!(start["moves"][1]["touches"], json!([[0, 0], [0, 1]]));
    let later = server.answer("at", with(stones(), json!({"at": start["moves"][1]["next"]})));
    assert_eq!((later["mover"].as_str(), later["worth"]["text"].as_str()), (Some("Bob"), Some("+17")));
    let chinese = server.answer("at", with(stones(), json!({"lang": "zh"})));
    assert!(chinese["turn"].as_str().unwrap().contains("轮到"), "{chinese}");
}

/// What a move has ended is told with who lost, and can be asked for.
#[test]
fn a_position_that_a_move_has_ended_is_known_again() {
    let server = Server::quick();
    let line = ["put(0,0)", "put(1,0)", "put(0,1)", "put(1,1)", "put(0,2)"];
    let told = server.answer("line", json!({"game": "mnk", "params": {}, "lang": "en", "line": line}));
    assert_eq!(told["result"], "X wins");
    let last = &told["positions"][5];
    assert_eq!((&last["moves"], last["over"].is_string()), (&json!([]), true), "{last}");
    let again = server.answer("at", json!({"game": "mnk", "params": {}, "lang": "en", "at": last["at"]}));
    assert_eq!(&again, last);
    // A game may begin elsewhere.
    let middle = &told["positions"][3]["at"];
    let told =
        server.answer("line", json!({"game": "mnk", "params": {}, "lang": "en", "at": middle, "line": line[3..]}));
    assert_eq!(told["positions"].as_array().unwrap().len(), 3);
}

/// Points that were gained on the way count: the totals are those of the whole game, whichever position of it is looked at.
#[test]
fn a_position_of_a_game_so_far_is_told_with_what_was_gained_on_the_way() {
    let server = Server::quick();
    let told = server.answer("line", with(stones(), json!({"line": ["take(1)", "take(2)", "take(2)"]})));
    let positions = told["positions"].as_array().unwrap();
    for position in positions {
        assert_eq!((&position["headline"], &position["first"]), (&json!("Alice 10, Bob 16"), &json!(-6)), "{position}");
    }
    assert_eq!(positions[2]["so_far"], "so far Alice 2, Bob 16");
    assert_eq!(positions[3]["over"], "Alice 10, Bob 16");
    // A step along a move says the same as the line.
    let mv = &positions[1]["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "take(2)").unwrap().clone();
    let step = server.answer("at", with(stones(), json!({"at": mv["next"], "gained": mv["gained"]})));
    assert_eq!(step, positions[2]);
    // Nothing is claimed of a position without its past.
    let alone = server.answer("at", with(stones(), json!({"at": mv["next"]})));
    assert_eq!((&alone["headline"], &alone["so_far"]), (&json!("Alice 8, Bob 0"), &Json::Null));
}

#[test]
fn a_position_of_a_table_is_reached_by_play() {
    let server = Server::quick();
    let way =
        |line: Json, to: &str| server.answer("way", with(stones(), json!({"line": line, "to": to})))["line"].clone();
    assert_eq!(way(json!([]), "i=1 M=1"), json!(["take(1)"]));
    assert_eq!(way(json!(["take(1)"]), "i=3 M=2"), json!(["take(1)", "take(2)"]));
    assert_eq!(way(json!(["take(2)"]), "i=1 M=1"), json!(["take(1)"]));
    assert_eq!(way(json!([]), "i=1 M=2"), Json::Null);
    assert_eq!(server.refusal("way", with(stones(), json!({"to": "i=77 M=1"}))).0, 422);
}

/// Truth values have letters, and a variable that is a cell of a board stands on it.
#[test]
fn a_board_of_truth_values_is_drawn_with_the_pieces_on_it() {
    let server = Server::quick();
    let rules = |show: &str| {
        format!(
            "game Walls\nstate wall : grid[2, 3] of bool = false\nstate king : cell of wall = (0, 0)\n\
             move build(c in cells(wall) if not wall[c] and c != king) {{\n  wall[c] = true\n}}\nstuck => me loses\n{show}"
        )
    };
    let texts = |show: &str| -> Vec<String> {
        let place = json!({"rules": rules(show), "params": {}, "lang": "en"});
        let checked = server.answer("check", place.clone());
        assert_eq!(checked["ok"], true, "{}", checked["findings"]);
        let line = server.answer("line", with(place, json!({"line": ["build((0,1))"]})));
        let view = &line["positions"][1]["view"];
        assert_eq!(view["rest"], json!([]), "the king is told by the board");
        view["boards"][0]["places"]
            .as_array()
            .unwrap()
            .iter()
            .map(|place| place["text"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(texts(""), ["K", "■", "", "", "", ""]);
    assert_eq!(texts("show wall as grid"), ["K", "#", "", "", "", ""]);
    assert_eq!(texts("show wall as grid with true \"W\", false \"·\", king \"♔\""), ["♔", "W", "", "", "", ""]);
}

/// Where every move loses, the star is for those that lose last; and a sum tells its nim sum, however it was solved.
#[test]
fn a_star_is_for_the_fastest_win_and_the_slowest_loss() {
    let server = Server::quick();
    let nim = json!({"game": "nim", "params": {"heaps": [1, 2, 3], "misere": false}, "lang": "en"});
    let at = server.answer("at", nim.clone());
    let starred = |at: &Json| -> Vec<Json> {
        at["moves"].as_array().unwrap().iter().filter(|mv| mv["star"] == true).map(|mv| mv["move"].clone()).collect()
    };
    assert_eq!(starred(&at), [json!("take(0,1)"), json!("take(2,1)")]);
    let sooner = at["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "take(1,1)").unwrap();
    assert_eq!(
        (&sooner["slip"], &sooner["slower"]),
        (&Json::Null, &json!("loss in 4 instead of loss in 6; longer was take(0,1)"))
    );
    let why = server.answer("why", with(nim, json!({"at": at["at"]})));
    let text: Vec<&str> = why["text"].as_array().unwrap().iter().filter_map(Json::as_str).collect();
    assert_eq!(text.iter().filter(|line| line.contains('★')).count(), 2, "{text:?}");
    assert!(text.iter().any(|line| line.contains("1 ⊕ 2 ⊕ 3 = 0")), "{text:?}");
}

#[test]
fn a_game_is_followed_and_an_opponent_replies() {
    let server = Server::quick();
    let described = Described::new(&server);
    let mut line: Vec<String> = vec!["take(2)".to_owned()];
    loop {
        let told = server.answer("line", with(stones(), json!({"line": line})));
        described.holds("line", "post", &told);
        assert_eq!(told["positions"].as_array().unwrap().len(), line.len() + 1);
        if !told["result"].is_null() {
            assert!(told["result"].as_str().unwrap().starts_with("Alice 9, Bob 17"), "{told}");
            assert_eq!(told["slips"].as_array().unwrap().len(), 1);
            break;
        }
        let reply = server.answer("reply", with(stones(), json!({"line": line, "level": "perfect", "seed": 1})));
        described.holds("reply", "post", &reply);
        line.push(reply["move"].as_str().unwrap().to_owned());
    }
    assert_eq!(server.refusal("line", with(stones(), json!({"line": ["take(9)"]}))), (400, "P09".to_owned()));
    assert_eq!(
        server.refusal("reply", with(stones(), json!({"line": line, "level": "perfect"}))),
        (400, "P09".to_owned())
    );
}

/// What the description says of answers.
struct Described(Json);

impl Described {
    fn new(server: &Server) -> Described {
        Described(server.answer("openapi.json", Json::Null))
    }

    #[track_caller]
    fn holds(&self, path: &str, method: &str, answer: &Json) {
        let route = &self.0["paths"][format!("/api/{path}")][method];
        self.fits(path, &route["responses"]["200"]["content"]["application/json"]["schema"], answer);
    }

    /// Whether something is of a described type.
    #[track_caller]
    fn is(&self, name: &str, value: &Json) {
        self.fits(name, &json!({"$ref": format!("#/components/schemas/{name}")}), value);
    }

    #[track_caller]
    fn fits(&self, what: &str, schema: &Json, value: &Json) {
        let all = json!({"$ref": schema["$ref"], "components": self.0["components"]});
        let judge = jsonschema::validator_for(&all).unwrap();
        let faults: Vec<String> =
            judge.iter_errors(value).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
        assert!(faults.is_empty(), "{what}: {}", faults.join("; "));
    }
}

/// Every route answers for every game of the gallery, or says why it cannot; a fault in Bouton is neither.
fn every_route_answers_in(lang: &str) {
    let server = Server::quick();
    let described = Described::new(&server);
    for path in ["about", "levels"] {
        described.holds(path, "get", &server.answer(path, Json::Null));
    }
    let gallery = server.answer(&format!("gallery?lang={lang}"), Json::Null);
    described.holds("gallery", "get", &gallery);
    let cards = gallery["games"].as_array().unwrap();
    assert_eq!(cards.len(), bouton::gallery::games().count());
    for card in cards {
        assert!(!card["view"]["boards"].as_array().unwrap().is_empty(), "{card}");
        let place = json!({"game": card["name"], "params": card["params"], "lang": lang});
        assert_ne!(server.answer("worth", place.clone())["value"], "", "{card}");
        for path in [
            "game",
            "check",
            "worth",
            "examples",
            "at",
            "why",
            "kinds",
            "recurrence",
            "plan",
            "table",
            "tree",
            "code",
            "worksheet",
        ] {
            let (status, answer) = server.ask(path, &place);
            if status == 200 {
                described.holds(path, "post", &answer);
            }
            let told = status == 200 || answer["schema"] == "bouton.error/1" && [400, 413, 422].contains(&status);
            assert!(told, "{path} {}: {status} {answer}", card["name"]);
            assert!(
                status == 200 || ["table", "tree", "code", "worksheet"].contains(&path),
                "{path} {}: {answer}",
                card["name"]
            );
        }
    }
    for template in gallery["templates"].as_array().unwrap() {
        let checked = server.answer("check", json!({"rules": template["rules"], "lang": lang}));
        assert_eq!(
            (&checked["ok"], &checked["findings"], &checked["formatted"]),
            (&json!(true), &json!([]), &Json::Null)
        );
        let remarks = template["rules"].as_str().unwrap().lines().filter_map(|line| line.split_once("# "));
        assert!(remarks.into_iter().all(|(_, said)| said.is_ascii() == (lang == "en")), "{template}");
        server.answer("at", json!({"rules": template["rules"], "params": checked["first"], "lang": lang}));
    }
}

#[test]
fn every_route_answers_for_every_game() {
    every_route_answers_in("en");
}

#[test]
fn every_route_answers_in_chinese_for_every_game() {
    every_route_answers_in("zh");
}

#[test]
fn rules_are_checked_as_they_are_typed() {
    let server = Server::quick();
    let rules = "game G\nparam n : 0..9 = 3\nstate left : 0..n = n\nmove take(k in 1..2) { when k <= lef; left -= k }\nstuck => me loses\n";
    let checked = server.answer("check", json!({"rules": rules, "lang": "en"}));
    assert_eq!((&checked["ok"], &checked["findings"][0]["code"]), (&json!(false), &json!("B020")));
    assert!(checked["findings"][0]["help"][0]["edit"].is_object(), "{checked}");
    let mended = rules.replace("lef;", "left;");
    let checked = server.answer("check", json!({"rules": mended, "lang": "en"}));
    assert_eq!((&checked["ok"], &checked["params"][0]["high"]), (&json!(true), &json!(9)));
    let at = mended.find("take").unwrap();
    let hover = server.answer("editor", json!({"rules": mended, "what": "hover", "offset": at, "lang": "en"}));
    let described = Described::new(&server);
    described.holds("check", "post", &checked);
    described.holds("editor", "post", &hover);
    assert!(hover["hover"]["text"].as_str().unwrap().contains("take"), "{hover}");
    let offered =
        server.answer("editor", json!({"rules": mended, "what": "complete", "offset": mended.len(), "lang": "en"}));
    described.holds("editor", "post", &offered);
    assert!(offered["completions"].as_array().unwrap().iter().any(|item| item["label"] == "example"), "{offered}");
}

/// What editors ask beside: the same services as `bouton lsp`.
#[test]
fn names_are_followed_and_changed_and_lines_have_commands() {
    let server = Server::quick();
    let described = Described::new(&server);
    let rules = "game G\nparam n : 0..9 = 3\nparam odd : bool = false\nstate left : 0..n = n\nmove take(k in 1..2) { when k <= left; left -= k }\nstuck => me loses\nexample n=2 => First wins\nexample n=3 => Second wins\n";
    let asked = |what: &str, more: Json| {
        let answer = server.answer("editor", with(json!({"rules": rules, "what": what, "lang": "en"}), more));
        described.holds("editor", "post", &answer);
        answer
    };
    let used = rules.find("left -=").unwrap();
    let declared = rules.find("left :").unwrap();
    assert_eq!(
        asked("define", json!({"offset": used}))["definitions"],
        json!([{"start": declared, "end": declared + 4}])
    );
    assert_eq!(asked("define", json!({"offset": 1}))["definitions"], json!([]));
    assert_eq!(asked("rename", json!({"offset": used}))["named"]["name"], "left");
    let edits = asked("rename", json!({"offset": used, "name": "rest"}))["edits"].clone();
    assert_eq!((edits.as_array().unwrap().len(), &edits[0]["text"]), (3, &json!("rest")));
    assert_eq!(asked("rename", json!({"offset": used, "name": "let"}))["refused"], "this word has a fixed meaning");
    assert!(asked("rename", json!({"offset": 1}))["refused"].is_string());
    let outline = asked("outline", json!({}))["outline"].clone();
    let names: Vec<&str> = outline.as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["G", "n", "odd", "left", "take", "stuck", "example", "example"]);
    let lenses = asked("lenses", json!({}))["lenses"].clone();
    let lenses: Vec<_> =
        lenses.as_array().unwrap().iter().map(|one| (&one["line"], &one["command"], &one["params"]["n"])).collect();
    let all = |line: u64, n: u64, of: &[&'static str]| {
        of.iter().map(|word| (json!(line), json!(word), json!(n))).collect::<Vec<_>>()
    };
    let expected =
        [all(1, 3, &["solve", "play", "table", "why"]), all(7, 2, &["solve", "why"]), all(8, 3, &["solve", "why"])]
            .concat();
    assert_eq!(lenses, expected.iter().map(|(line, word, n)| (line, word, n)).collect::<Vec<_>>());
    // What the last example showed is known once it was played.
    let hover = || asked("hover", json!({"offset": declared}))["hover"]["text"].as_str().unwrap().to_owned();
    assert!(!hover().contains("takes 4 values"), "{}", hover());
    server.answer("examples", json!({"rules": rules, "lang": "en"}));
    assert!(hover().contains("takes 4 values, 0..3"), "{}", hover());
    assert_eq!(asked("lenses", json!({"rules": "game G\nstate"}))["lenses"], json!([]), "nothing to play");
}

/// One position of each kind that there is, the same as `bouton why --kinds` tells.
#[test]
fn positions_of_each_kind_are_explained_beside_each_other() {
    let server = Server::quick();
    let described = Described::new(&server);
    let kinds = |place: Json| -> Vec<String> {
        let answer = server.answer("kinds", place.clone());
        described.holds("kinds", "post", &answer);
        let one = |kind: &Json| {
            let at = server.answer("at", with(place.clone(), json!({"at": kind["at"]})));
            assert_eq!(at["worth"]["mark"], kind["mark"], "{kind}");
            kind["mark"].as_str().unwrap().to_owned()
        };
        answer["kinds"].as_array().unwrap().iter().map(one).collect()
    };
    assert_eq!(kinds(json!({"game": "mnk", "params": {}, "lang": "en"})), ["win", "draw", "loss"]);
    assert_eq!(kinds(json!({"game": "nim", "params": {"heaps": [1, 2]}, "lang": "zh"})), ["win", "loss"]);
}

#[test]
fn a_game_opens_with_something_to_see() {
    let server = Server::quick();
    let first = |place: Json| server.answer("game", place)["first"].clone();
    for (game, expected) in [
        ("othello", json!({"size": 4})),
        ("guess-number", json!({"n": 10})),
        ("chomp", json!({"rows": 3, "cols": 4})),
        ("stone-game-iv", json!({"n": 17})),
        ("nim", json!({"heaps": [1, 2, 3], "misere": false})),
    ] {
        assert_eq!(first(json!({"game": game})), expected, "{game}");
    }
    let heap = |param: &str| {
        let rest = "state left : 0..n = n\nmove take { when left > 0; left -= 1 }\nstuck => me loses\n";
        first(json!({"rules": format!("game Heap\nparam n : 1..20{param}\n{rest}")}))["n"].clone()
    };
    assert_eq!(heap("\nexample n=1 => First wins\nexample n=15 => First wins\nexample n=16 => Second wins"), 15);
    assert_eq!(
        heap(" = 3\nexample n=1 => First wins\nexample n=2 => Second wins"),
        3,
        "where none has enough, the most"
    );
    assert_eq!(heap(""), 9, "where the rules name none, the smallest that has enough");
}

#[test]
fn rules_get_another_title() {
    let server = Server::quick();
    let described = Described::new(&server);
    let rest = "\nplayers A, B\nstate n : 0..3 = 3\nmove take { when n > 0; n -= 1 }\nstuck => me loses\n";
    for old in ["game Heap \"A heap\"", "game Heap"] {
        let asked = json!({"rules": format!("## What it is.\n{old}{rest}"), "title": "An \"odd\" heap"});
        let answer = server.answer("retitle", asked);
        described.holds("retitle", "post", &answer);
        assert_eq!(answer["rules"], format!("## What it is.\ngame Heap \"An \\\"odd\\\" heap\"{rest}"));
        assert_eq!(server.answer("game", json!({"rules": answer["rules"]}))["title"], "An \"odd\" heap");
    }
    // Rules that have other errors get their title too; those that name no game cannot.
    let wrong = json!({"rules": "game Heap \"A heap\"\nstate n : 0..\n", "title": "B"});
    assert_eq!(server.answer("retitle", wrong)["rules"], "game Heap \"B\"\nstate n : 0..\n");
    assert_eq!(server.refusal("retitle", json!({"rules": "state n : 0..3 = 3\n", "title": "B"})).0, 422);
}

#[test]
fn what_is_wrong_is_told_with_its_code() {
    let server = Server::new(Settings { time: Duration::from_secs(1), ..Settings::default() });
    assert_eq!(server.refusal("at", json!({"game": "no-such-game"})), (404, "C02".to_owned()));
    assert_eq!(
        server.refusal("at", json!({"game": "1140", "params": {"piles": [1], "pile": 3}})),
        (422, "P02".to_owned())
    );
    assert_eq!(server.refusal("at", json!({"game": "nim", "params": {"heaps": [-1]}})), (422, "P05".to_owned()));
    assert_eq!(server.refusal("at", json!({"game": 3})), (400, "P03".to_owned()));
    assert_eq!(server.refusal("at", with(stones(), json!({"at": "i=9"}))).0, 422);
    assert_eq!(server.refusal("at", json!({"rules": "x".repeat(300_000)})).0, 413);
    assert_eq!(server.refusal("nothing", json!({})).0, 404);
    // A game too large for its limits ends at them.
    let began = Instant::now();
    let large = json!({"game": "connect-four", "params": {"rows": 5, "cols": 5}});
    let (_, code) = server.refusal("at", large);
    assert!(code.starts_with('M'), "{code}");
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    let hostile = "game G \"<script>alert(1)</script>\"\nstate on : bool = false\nmove go { when not on; on = true }\nstuck => me loses\n";
    let checked = server.answer("check", json!({"rules": hostile, "lang": "en"}));
    assert_eq!(checked["title"], "<script>alert(1)</script>");
}

#[test]
fn strangers_are_refused() {
    let server = Server::quick();
    let port = server.address.port();
    let ask = |host: &str, more: &str| {
        server.raw(&format!("GET /api/about HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n"))
    };
    let own = format!("127.0.0.1:{port}");
    let answer = ask(&own, "");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("content-security-policy: default-src 'none'") && answer.contains("nosniff"), "{answer}");
    assert!(ask(&format!("localhost:{port}"), "").starts_with("HTTP/1.1 200"));
    assert!(ask(&own, &format!("Origin: http://{own}\r\n")).starts_with("HTTP/1.1 200"));
    // A name that was made to lead here, another port, another page.
    assert!(ask(&format!("evil.example:{port}"), "").starts_with("HTTP/1.1 403"));
    assert!(ask("127.0.0.1", "").starts_with("HTTP/1.1 403"));
    assert!(ask(&own, "Origin: http://evil.example\r\n").starts_with("HTTP/1.1 403"));
    assert!(ask(&own, "Sec-Fetch-Site: cross-site\r\n").starts_with("HTTP/1.1 403"));
    // Nothing of the machine can be read.
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/src/lib.rs"] {
        let answer = server.raw(&format!("GET {path} HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\n\r\n"));
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
}

/// The events of a solve, as they come.
fn solve(server: &Server, body: &Json) -> BufReader<TcpStream> {
    let (body, address) = (body.to_string(), server.address);
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let request = format!("POST /api/solve HTTP/1.1\r\nHost: {address}\r\nContent-Length: {length}\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).unwrap();
    BufReader::new(stream)
}

fn next_event(stream: &mut BufReader<TcpStream>) -> String {
    let mut line = String::new();
    while !line.starts_with("event: ") {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "the stream ended");
    }
    line.trim().trim_start_matches("event: ").to_owned()
}

#[test]
fn a_long_solve_tells_how_far_it_is_and_closing_it_cancels() {
    let server = Server::new(Settings { time: Duration::from_secs(120), ..Settings::default() });
    let long = json!({"game": "connect-four", "params": {"rows": 4, "cols": 5}, "lang": "en"});
    let mut stream = solve(&server, &long);
    assert_eq!(next_event(&mut stream), "progress");
    // A short one does not wait for it.
    let began = Instant::now();
    server.answer("at", stones());
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    drop(stream);
    // The lane of long ones is free again.
    let mut stream = solve(&server, &json!({"game": "connect-four", "params": {"rows": 4, "cols": 4}, "lang": "en"}));
    let mut event = next_event(&mut stream);
    while event == "progress" {
        event = next_event(&mut stream);
    }
    assert_eq!(event, "done");
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

#[test]
fn a_class_that_asks_at_once_is_answered() {
    let server = Server::new(Settings::default().for_a_classroom());
    thread::scope(|scope| {
        for student in 0..60_u64 {
            let server = &server;
            scope.spawn(move || {
                let piles: Vec<u64> = (0..8).map(|at| 1 + (student * 7 + at * 3) % 9).collect();
                let answer = server.answer("at", json!({"game": "1140", "params": {"piles": piles}, "lang": "en"}));
                assert_eq!(answer["schema"], "bouton.position/1");
            });
        }
    });
}

#[test]
fn the_description_names_every_route_and_every_type() {
    let server = Server::quick();
    let described = server.answer("openapi.json", Json::Null);
    let paths = described["paths"].as_object().unwrap();
    assert!(paths.len() >= 20, "{paths:?}");
    let text = described.to_string();
    let known = described["components"]["schemas"].as_object().unwrap();
    for part in text.split("#/components/schemas/").skip(1) {
        let name: String = part.chars().take_while(|letter| letter.is_alphanumeric()).collect();
        assert!(known.contains_key(&name), "nothing describes `{name}`");
    }
}

/// A request of each route: it is what the description says is asked for, and so is the answer.
#[test]
fn every_route_is_what_the_description_says() {
    let server = Server::quick();
    let described = Described::new(&server);
    let mnk = |more: Json| with(json!({"game": "mnk", "params": {}, "lang": "en"}), more);
    let heap = "game Heap\nparam n : 1..9 = 3\nstate left : 0..n = n\nmove take { when left > 0; left -= 1 }\nstuck => me loses\n";
    let rules = |more: Json| with(json!({"rules": heap, "lang": "zh"}), more);
    let take = json!({"line": ["take(1)"]});
    let asked = [
        ("game", stones()),
        ("worth", stones()),
        ("check", rules(json!({"examples": false}))),
        ("retitle", rules(json!({"title": "A heap"}))),
        ("examples", rules(json!({}))),
        ("parameters", with(stones(), json!({"how": "random", "seed": 3}))),
        ("at", with(stones(), json!({"at": "i=1 M=1", "gained": [2, 0]}))),
        ("line", with(stones(), take.clone())),
        ("way", with(stones(), with(take.clone(), json!({"to": "i=3 M=2"})))),
        ("reply", with(stones(), with(take, json!({"level": "perfect", "seed": 1})))),
        ("random", mnk(json!({"wanted": "win", "plies": 5, "seed": 2}))),
        ("variables", mnk(json!({}))),
        ("why", with(stones(), json!({"move": "take(2)", "levels": 2, "form": "pair"}))),
        ("kinds", with(stones(), json!({"levels": 1}))),
        ("table", with(stones(), json!({"intervals": "closed", "most": 100}))),
        ("tree", with(stones(), json!({"depth": 2}))),
        ("recurrence", with(stones(), json!({"sizes": "these", "intervals": "closed"}))),
        ("code", with(stones(), json!({"stage": 3, "language": "go"}))),
        ("plan", stones()),
        ("worksheet", with(stones(), json!({"blank": 30, "seed": 1}))),
        ("editor", rules(json!({"what": "hover", "offset": 6}))),
        ("json/answer", with(stones(), json!({"at": "i=1 M=1"}))),
        ("json/why", with(stones(), json!({"move": "take(2)"}))),
        ("json/table", stones()),
        ("json/tree", stones()),
        ("json/recurrence", stones()),
        ("json/plan", stones()),
        ("json/program", stones()),
        ("json/worksheet", stones()),
    ];
    let paths = described.0["paths"].as_object().unwrap();
    for (path, body) in &asked {
        let request = &paths[&format!("/api/{path}")]["post"]["requestBody"]["content"]["application/json"]["schema"];
        described.fits(path, request, body);
        let answer = server.answer(path, body.clone());
        described.holds(path, "post", &answer);
        if let Some(name) = path.strip_prefix("json/") {
            assert_eq!(answer["schema"], format!("bouton.{name}/1"));
        }
        // What no type names is refused, and not left unheard.
        let (status, refused) = server.ask(path, &with(body.clone(), json!({"langauge": "en"})));
        described.is("Refused", &refused);
        assert_eq!((status, &refused["findings"][0]["code"]), (400, &json!("P03")), "{path}: {refused}");
    }
    // `query` is asked of saved solutions (crates/cli/tests), `solve` and `lesson` do not answer with JSON.
    let elsewhere = ["about", "gallery", "levels", "query", "solve", "lesson"];
    let left = paths.keys().map(|path| path.trim_start_matches("/api/"));
    let left: Vec<&str> = left.filter(|path| !asked.iter().any(|(known, _)| known == path)).collect();
    assert!(left.iter().all(|path| elsewhere.contains(path)), "{left:?}");
    for (path, fault) in [
        ("why", json!({"form": "pairs"})),
        ("table", json!({"intervals": "close"})),
        ("random", json!({"wanted": "wins"})),
        ("at", json!({"lang": "fr"})),
    ] {
        assert_eq!(server.refusal(path, with(stones(), fault)), (400, "P03".to_owned()), "{path}");
    }
    for name in ["no-such-game", "connect-four"] {
        let (_, refused) = server.ask("table", &json!({"game": name, "params": {"rows": 4, "cols": 4}, "lang": "zh"}));
        described.is("Refused", &refused);
    }
    // A solve is a stream of events.
    let mut events = solve(&server, &stones());
    loop {
        let (event, mut data) = (next_event(&mut events), String::new());
        events.read_line(&mut data).unwrap();
        let data: Json = serde_json::from_str(data.trim_start_matches("data: ")).unwrap();
        described.is("Solving", &json!({"event": event, "data": data}));
        if event == "done" {
            break;
        }
    }
    described.is("LessonAsked", &with(stones(), json!({"hidden": true})));
    let (_, file) = server.ask("lesson", &with(stones(), json!({"hidden": true})));
    for lesson in carried(file.as_str().unwrap()).as_array().unwrap() {
        described.is("Lesson", lesson);
    }
}

/// What a lesson's file carries.
fn carried(file: &str) -> Json {
    let data = file.split_once("id=\"lesson\">").unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(data).unwrap()
}

fn lesson_of(game: &str, params: &Json, lang: Lang) -> Result<String, Json> {
    let params: Map<String, Json> = params.as_object().unwrap().clone();
    let (memory, time) = (200_000_000, Duration::from_secs(20));
    let of = Picked { game: Some(game.to_owned()), rules: None, params };
    lesson(&Lesson { of, lang, memory, time })
}

#[test]
fn a_lesson_is_one_file_with_every_position() {
    let file = lesson_of("1140", &json!({"piles": [2, 7, 9, 4, 4]}), Lang::English).unwrap();
    let data = carried(&file);
    let langs: Vec<&str> = data.as_array().unwrap().iter().filter_map(|one| one["lang"].as_str()).collect();
    assert_eq!(langs, ["en", "zh"], "a small one speaks both languages");
    assert_eq!(data[1]["answers"]["solve"]["position"]["turn"], "轮到 Alice");
    let answers = data[0]["answers"].as_object().unwrap();
    assert_eq!(
        answers.keys().filter(|key| key.starts_with("at ")).count(),
        13,
        "positions, told apart by whose turn it is"
    );
    for key in [
        "at",
        "why",
        "kinds",
        "table",
        "tree",
        "recurrence every half-open",
        "recurrence these closed",
        "plan",
        "code 2 python",
    ] {
        assert!(answers.contains_key(key), "no {key}");
    }
    assert!(!answers.contains_key("table closed"), "no axis is where ranges end");
    // Nothing is asked of anybody.
    let asked = file.replace("<iframe src=\"", "what a teacher pastes");
    assert!(!asked.contains("src=\"") && !asked.contains("rel=\"stylesheet\""));
    let refused = lesson_of("connect-four", &json!({"rows": 4, "cols": 4}), Lang::Chinese).unwrap_err();
    assert_eq!(refused[0]["code"], "T01", "{refused}");
}

/// What a form for the position shows is a position that is asked for as JSON; what is none is refused.
#[test]
fn a_position_is_edited_by_its_variables() {
    let server = Server::quick();
    let described = Described::new(&server);
    let mnk = json!({"game": "mnk", "params": {}, "lang": "en"});
    let shown = server.answer("variables", mnk.clone());
    described.holds("variables", "post", &shown);
    let board = &shown["variables"][0];
    assert_eq!((&board["kind"], &board["choices"]), (&json!("grid"), &json!(["none", "X", "O"])));
    assert_eq!(shown["position"]["turn"], "X");
    let mut edited = shown["position"].clone();
    edited["board"] = json!([["X", "X", null], ["O", "O", null], [null, null, null]]);
    let at = |position: &Json| with(mnk.clone(), json!({"at": position.to_string()}));
    let found = server.answer("at", at(&edited));
    assert_eq!((found["worth"]["text"].as_str(), &found["moves"][0]["move"]), (Some("win in 1"), &json!("put(0,2)")));
    // What stands there is edited on.
    let again = server.answer("variables", with(mnk.clone(), json!({"at": found["at"]})));
    assert_eq!(again["position"], edited);
    edited["board"][0][0] = json!("Z");
    assert_eq!(server.refusal("at", at(&edited)).0, 422);
    let stones = server.answer("variables", stones());
    assert_eq!((&stones["variables"][0]["name"], &stones["variables"][0]["high"]), (&json!("i"), &json!(5)));
}

#[test]
fn positions_by_lot_are_of_the_kind_asked_for() {
    let server = Server::quick();
    let mnk = |more: Json| with(json!({"game": "mnk", "params": {}, "lang": "en"}), more);
    for seed in 0..5 {
        let found = server.answer("random", mnk(json!({"wanted": "win", "plies": 5, "seed": seed})));
        let position = server.answer("at", mnk(json!({"at": found["at"]})));
        assert_eq!(position["worth"]["plies"], 5, "{position}");
        let found = server.answer("random", mnk(json!({"wanted": "only-move", "seed": seed})));
        let position = server.answer("at", mnk(json!({"at": found["at"]})));
        let moves = position["moves"].as_array().unwrap();
        let kept = moves.iter().filter(|choice| choice["worth"]["mark"] != "loss").count();
        assert_eq!((kept, moves[0]["best"].as_bool()), (1, Some(true)), "{position}");
        let found = server.answer("random", mnk(json!({"wanted": "only-move", "worth": "draw", "seed": seed})));
        let position = server.answer("at", mnk(json!({"at": found["at"]})));
        let draws =
            position["moves"].as_array().unwrap().iter().filter(|choice| choice["worth"]["mark"] == "draw").count();
        assert_eq!((&position["worth"]["mark"], draws), (&json!("draw"), 1), "{position}");
    }
    assert_eq!(server.refusal("random", mnk(json!({"wanted": "win", "plies": 1000}))), (400, "P09".to_owned()));
}

/// The table names the last entry where readers want closed intervals, and says so.
#[test]
fn a_table_has_half_open_or_closed_intervals() {
    let server = Server::quick();
    let described = Described::new(&server);
    let ends = |more: Json| with(json!({"game": "877", "params": {"piles": [5, 3, 4, 5]}, "lang": "en"}), more);
    let usual = server.answer("table", ends(json!({})));
    described.holds("table", "post", &usual);
    assert_eq!((&usual["axes"][1]["name"], &usual["axes"][1]["labels"][0]), (&json!("j"), &json!("0")));
    assert_eq!(usual["choices"][0]["now"], "half-open");
    let closed = server.answer("table", ends(json!({"intervals": "closed"})));
    assert_eq!((&closed["axes"][1]["labels"][0], &closed["choices"][0]["now"]), (&json!("-1"), &json!("closed")));
    let said =
        closed["caption"].as_array().unwrap().iter().any(|line| line.as_str().unwrap().starts_with("j: the last"));
    assert!(said && closed["cells"] == usual["cells"], "{closed}");
    assert_eq!(server.answer("table", stones())["choices"], json!([]));
}

/// Play that comes round is drawn on its graph.
#[test]
fn a_draw_that_goes_round_is_told_with_its_places() {
    let server = Server::quick();
    let graph = json!([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]);
    let mouse = json!({"game": "913", "params": {"graph": graph}, "lang": "en"});
    let why = server.answer("why", mouse.clone());
    Described::new(&server).holds("why", "post", &why);
    let walks = why["walks"].as_array().unwrap();
    assert_eq!(
        (&walks[0]["move"], &walks[0]["player"], &walks[0]["round"]),
        (&json!("run(3)"), &json!(0), &json!(false))
    );
    assert!(walks.len() == 5 && walks[1]["round"] == true, "{why}");
    // From where the mouse stands to where it goes.
    assert_eq!((&walks[0]["from"][1], &walks[0]["to"][1]), (&json!(1), &json!(3)));
    assert_eq!(server.answer("why", stones())["walks"], json!([]));
}

/// In a classroom nobody takes more than a few places; who leaves gives them back.
#[test]
fn who_leaves_gives_back_what_was_taken() {
    let server = Server::new(Settings { time: Duration::from_secs(120), ..Settings::default().for_a_classroom() });
    let long = |cols: u64| json!({"game": "connect-four", "params": {"rows": 4, "cols": cols}, "lang": "en"});
    let streams: Vec<_> = [5, 6, 7, 8].map(|cols| solve(&server, &long(cols))).into_iter().collect();
    drop(streams);
    let began = Instant::now();
    server.answer("at", stones());
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn a_program_on_the_page_is_said_in_the_readers_language_with_its_counts() {
    let server = Server::quick();
    let code = |lang: &str| {
        let asked = json!({"game": "stone-game-ii", "lang": lang, "stage": 3, "language": "java"});
        server.answer("code", asked)["program"].as_str().unwrap().to_owned()
    };
    let (english, chinese) = (code("en"), code("zh"));
    assert!(
        english.contains("// below every value") && english.contains("recursion 21 calls, memo 11 calls"),
        "{english}"
    );
    let remarks = chinese.lines().filter_map(|line| line.split_once("// ")).map(|(_, remark)| remark);
    let foreign: Vec<&str> = remarks.filter(|remark| remark.is_ascii() && remark.contains(' ')).collect();
    assert!(foreign.is_empty() && chinese.contains("递归 21 次调用，记忆化搜索 11 次"), "{foreign:?} in {chinese}");
}

/// A sheet says what the game is as its card does, also where the rules are shown in the reader's language.
#[test]
fn a_chinese_worksheet_begins_with_the_words_of_the_card() {
    let server = Server::quick();
    let sheet = server.answer("worksheet", with(stones(), json!({"lang": "zh", "blank": 40, "seed": 1})));
    assert!(sheet["html"].as_str().unwrap().contains("双方轮流取走最前面的"), "{sheet}");
}
