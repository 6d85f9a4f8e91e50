//! Editors at work: `bouton lsp` over its streams as an editor uses it, well and badly; and `check --watch`, which needs none.

use crate::common::{bouton, folder};
use serde_json::{Value as Json, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here takes, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);
const URI: &str = "file:///games/%E7%9F%B3.game";

/// An editor with one file open.
struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    coming: Receiver<Json>,
    /// What came while something else was waited for.
    kept: Vec<Json>,
    asked: i32,
    version: i32,
}

impl Editor {
    fn start(words: &[&str]) -> Editor {
        let folder = folder(&format!("lsp-{}", thread::current().name().unwrap_or("x").replace(':', "")));
        let mut child = bouton(&folder, &[&["lsp"], words].concat()).stdin(Stdio::piped()).spawn().unwrap();
        let (told, coming) = channel();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if told.send(message).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Editor { child, input, coming, kept: Vec::new(), asked: 0, version: 0 }
    }

    /// An editor that knows everything, with a text.
    fn with(text: &str, more: Json) -> Editor {
        let mut editor = Editor::start(&[]);
        let mut params = json!({"capabilities": {
            "general": {"positionEncodings": ["utf-8", "utf-16"]},
            "textDocument": {
                "completion": {"completionItem": {"snippetSupport": true}},
                "publishDiagnostics": {"relatedInformation": true},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            },
            "workspace": {"inlayHint": {"refreshSupport": true}},
        }});
        for (name, value) in more.as_object().unwrap() {
            params[name.as_str()] = value.clone();
        }
        assert_eq!(editor.ask("initialize", params)["serverInfo"]["name"], "bouton");
        editor.note("initialized", json!({}));
        editor.open(text);
        editor
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn send(&mut self, message: &Json) {
        let text = message.to_string();
        self.bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn note(&mut self, method: &str, params: Json) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks, and leaves.
    fn begin(&mut self, method: &str, params: Json) -> i32 {
        self.asked += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}));
        self.asked
    }

    fn wait(&mut self, mut wanted: impl FnMut(&Json) -> bool) -> Json {
        if let Some(at) = self.kept.iter().position(&mut wanted) {
            return self.kept.remove(at);
        }
        loop {
            let message = self.coming.recv_timeout(PATIENCE).expect("the server says nothing");
            if wanted(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    fn reply(&mut self, id: i32) -> Json {
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    /// Asks, and waits for the answer or what is wrong with the question.
    fn ask(&mut self, method: &str, params: Json) -> Json {
        let id = self.begin(method, params);
        let reply = self.reply(id);
        reply.get("result").cloned().unwrap_or_else(|| reply["error"].clone())
    }

    fn at(&mut self, method: &str, text: &str, needle: &str, more: Json) -> Json {
        let before = &text[..text.find(needle).unwrap()];
        let line = before.matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let mut params = json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": column}});
        for (name, value) in more.as_object().unwrap() {
            params[name.as_str()] = value.clone();
        }
        self.ask(method, params)
    }

    fn of_text(&mut self, method: &str) -> Json {
        let end = json!({"line": 1_000_000, "character": 0});
        let range = json!({"start": {"line": 0, "character": 0}, "end": end});
        self.ask(method, json!({"textDocument": {"uri": URI}, "range": range, "context": {"diagnostics": []}}))
    }

    fn open(&mut self, text: &str) {
        self.version += 1;
        let document = json!({"uri": URI, "languageId": "bouton", "version": self.version, "text": text});
        self.note("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn change(&mut self, text: &str) {
        self.changes(json!([{"text": text}]));
    }

    fn changes(&mut self, changes: Json) {
        self.version += 1;
        let document = json!({"uri": URI, "version": self.version});
        self.note("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// The codes found in the text as it is now, as soon as they are told.
    fn findings(&mut self) -> Vec<String> {
        let version = self.version;
        let told = self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == version
        });
        codes(&told)
    }

    /// The codes once small games and examples were played.
    fn played(&mut self) -> Vec<String> {
        self.findings();
        self.findings()
    }

    fn end(mut self) -> i32 {
        assert_eq!(self.ask("shutdown", Json::Null), Json::Null);
        self.note("exit", Json::Null);
        self.ended()
    }

    fn ended(&mut self) -> i32 {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap_or(-1);
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the server does not end");
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(output: &mut impl BufRead) -> Option<Json> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().strip_prefix("Content-Length: ") {
            Some(given) => length = given.parse().unwrap(),
            None if line.trim().is_empty() => break,
            None => {}
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).unwrap())
}

fn codes(told: &Json) -> Vec<String> {
    let list = told["params"]["diagnostics"].as_array().unwrap();
    list.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

/// A text after the edits of the protocol, its places counted in bytes.
fn edited(text: &str, edits: &Json) -> String {
    let byte = |place: &Json| {
        let line = usize::try_from(place["line"].as_u64().unwrap()).unwrap();
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + usize::try_from(place["character"].as_u64().unwrap()).unwrap()
    };
    let mut edits: Vec<_> = edits.as_array().unwrap().iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(byte(&edit["range"]["start"])));
    let mut text = text.to_owned();
    for edit in edits {
        let (start, end) = (byte(&edit["range"]["start"]), byte(&edit["range"]["end"]));
        text.replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    text
}

const HEAP: &str = "game Heap \"石子 😀\"
players Alice, Bob
## stones at the start
param stones : 0..20 = 10
state left : 0..stones = stones
move take(k in 1..3) as \"take {k}\" {
  when k <= left
  left -= k
}
stuck => me loses
example stones=4 => Bob wins in 2
example => best == [\"take(2)\"]
";

#[test]
fn a_file_is_written_with_the_help_of_the_server() {
    let wrong = HEAP.replace("k <= left", "k <= lft");
    let mut editor = Editor::with(&wrong, json!({}));
    assert_eq!(editor.findings(), ["B020"]);
    let fixes = editor.of_text("textDocument/codeAction");
    assert_eq!(fixes[0]["title"], "did you mean `left`?");
    let mended = edited(&wrong, &fixes[0]["edit"]["changes"][URI]);
    assert_eq!(mended, HEAP);
    editor.change(&mended);
    assert_eq!(editor.played(), [] as [&str; 0]);

    let hover = editor.at("textDocument/hover", HEAP, "stones\nmove", json!({}));
    let said = hover["contents"]["value"].as_str().unwrap();
    for part in ["param stones : 0..20 = 10", "stones at the start", "a parameter: a number, 0..20", "10 in an example"]
    {
        assert!(said.contains(part), "{said}");
    }
    let hover = editor.at("textDocument/hover", HEAP, "left -=", json!({}));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("takes 11 values, 0..10"), "{hover}");

    let list = editor.at("textDocument/completion", HEAP, "left\n  left", json!({}));
    let labels: Vec<&str> =
        list["items"].as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect();
    assert!(["left", "k", "stones", "min", "old"].iter().all(|label| labels.contains(label)), "{labels:?}");
    let min = &list["items"][labels.iter().position(|label| *label == "min").unwrap()];
    assert_eq!(
        (min["insertTextFormat"].clone(), min["textEdit"]["newText"].clone()),
        (json!(2), json!("min(${1:xs})"))
    );
    assert!(min["documentation"]["value"].as_str().unwrap().contains("`min(3, 1, 2) == 1`"));

    let edits = editor.at("textDocument/rename", HEAP, "left :", json!({"newName": "石子"}));
    let renamed = edited(HEAP, &edits["changes"][URI]);
    assert_eq!(renamed, HEAP.replace("left", "石子"));
    let refused = editor.at("textDocument/rename", HEAP, "left :", json!({"newName": "stones"}));
    assert_eq!(refused["message"], "this name already means something where it would stand");
    let place = editor.at("textDocument/prepareRename", HEAP, "k in", json!({}));
    assert_eq!(place["placeholder"], "k");

    let found = editor.at("textDocument/definition", HEAP, "k <= left", json!({}));
    assert_eq!(found[0]["range"]["start"], json!({"line": 5, "character": 10}));
    let found = editor.at("textDocument/references", HEAP, "take(k", json!({"context": {"includeDeclaration": false}}));
    assert_eq!(found.as_array().unwrap().len(), 1);
    assert_eq!(editor.at("textDocument/documentHighlight", HEAP, "left :", json!({})).as_array().unwrap().len(), 3);

    let names: Vec<Json> = editor
        .of_text("textDocument/documentSymbol")
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].clone())
        .collect();
    assert_eq!(names, ["Heap", "players", "stones", "left", "take", "stuck", "example", "example"]);
    assert_eq!(editor.of_text("textDocument/foldingRange"), json!([{"startLine": 5, "endLine": 8, "kind": "region"}]));
    let colours = editor.of_text("textDocument/semanticTokens/full");
    assert!(colours["data"].as_array().unwrap().len() > 200);

    let untidy = HEAP.replace("left -= k", "left-=k").replace("stuck =>", "stuck  =>");
    editor.change(&untidy);
    let edits = editor.of_text("textDocument/formatting");
    assert_eq!(edits.as_array().unwrap().len(), 1);
    assert_eq!(edited(&untidy, &edits), HEAP);
    editor.change(HEAP);
    assert_eq!(editor.of_text("textDocument/formatting"), json!([]));
    assert_eq!(editor.end(), 0);
}

#[test]
fn results_stand_behind_examples_and_commands_over_the_game() {
    let wrong = HEAP.replace("Bob wins in 2", "Alice wins");
    let mut editor = Editor::with(&wrong, json!({}));
    assert_eq!(editor.played(), ["X01"]);
    editor.wait(|message| message["method"] == "workspace/inlayHint/refresh");
    let hints: Vec<String> = editor
        .of_text("textDocument/inlayHint")
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| hint["label"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(hints[0], "at most 11 positions, 21 at its largest");
    assert_eq!(hints[1], "legal in 10 of 11 positions");
    assert!(hints[2].starts_with("✗ Bob wins in 2 · 5 positions"), "{hints:?}");
    assert!(hints[3].starts_with("✓ Alice wins in 5"), "{hints:?}");

    let lenses = editor.of_text("textDocument/codeLens");
    let titles: Vec<&str> =
        lenses.as_array().unwrap().iter().map(|lens| lens["command"]["title"].as_str().unwrap()).collect();
    assert_eq!(titles[..4], ["Solve", "Play", "Table", "Why"]);
    let board = editor.of_text("bouton/board");
    assert!(board["svg"].as_str().unwrap().contains("<svg") && board["title"].is_string(), "{board}");
    let over = lenses[4]["command"].clone();
    assert_eq!(over["arguments"], json!([URI, "stones=4"]));
    let said =
        editor.ask("workspace/executeCommand", json!({"command": over["command"], "arguments": over["arguments"]}));
    assert!(said["text"].as_str().unwrap().contains("Bob wins in 2"), "{said}");
    let said = editor.ask("workspace/executeCommand", json!({"command": "bouton.explain", "arguments": ["B020"]}));
    assert!(said["text"].as_str().unwrap().contains("B020"), "{said}");
    for (command, arguments) in
        [("bouton.solve", json!([])), ("bouton.rm", json!([URI])), ("bouton.explain", json!(["--help"]))]
    {
        let said = editor.ask("workspace/executeCommand", json!({"command": command, "arguments": arguments}));
        assert_eq!(said["code"], -32602, "{said}");
    }
    assert_eq!(editor.end(), 0);
}

#[test]
fn the_server_speaks_chinese_where_the_editor_does() {
    let mut editor = Editor::with(&HEAP.replace("k <= left", "k <= lft"), json!({"locale": "zh-cn"}));
    let version = editor.version;
    let told = editor.wait(|message| message["params"]["version"] == version);
    assert!(told["params"]["diagnostics"][0]["message"].as_str().unwrap().contains("`left`"));
    assert!(told["params"]["diagnostics"][0]["message"].as_str().unwrap().contains("建议"), "{told}");
    let hover = editor.at("textDocument/hover", HEAP, "stones\nmove", json!({}));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("参数：数，0..20"), "{hover}");
    assert_eq!(editor.end(), 0);
}

#[test]
fn pieces_of_a_text_change_in_units_of_utf_16_too() {
    let mut editor = Editor::start(&[]);
    let answer = editor.ask("initialize", json!({"capabilities": {}}));
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    editor.open("game G \"😀😀\" x\nstate n : 0..3 = 3\nmove m { when n > 0; n -= 1 }\nstuck => draw\n");
    assert!(!editor.findings().is_empty());
    let place = |character: u32| json!({"line": 0, "character": character});
    editor.changes(json!([{"range": {"start": place(13), "end": place(15)}, "text": ""}]));
    assert_eq!(editor.played(), [] as [&str; 0]);
    assert_eq!(editor.end(), 0);
}

#[test]
fn what_takes_long_holds_up_nobody_and_is_given_up() {
    let long = "game Long\nstate a : list[14] of 0..9 = 9\nmove m(i in 0 ..< 14, k in 1..9) { when k <= a[i]; a[i] -= k }\nstuck => me loses\nexample => positions == 0\n";
    let mut editor = Editor::with(long, json!({}));
    for round in 0..5 {
        editor.change(&format!("{long}# {round}\n"));
        let began = Instant::now();
        assert!(editor.findings().is_empty());
        assert!(began.elapsed() < Duration::from_secs(5));
    }
    editor.change(HEAP);
    assert_eq!(editor.played(), [] as [&str; 0]);

    editor.change(long);
    let id = editor.begin("workspace/executeCommand", json!({"command": "bouton.table", "arguments": [URI]}));
    editor.note("$/cancelRequest", json!({"id": id}));
    let reply = editor.reply(id);
    assert!(reply["error"]["code"] == -32800 || reply.get("result").is_some(), "{reply}");
    assert_eq!(editor.end(), 0);
}

#[test]
fn whatever_comes_in_the_server_goes_on() {
    let mut editor = Editor::start(&[]);
    assert_eq!(editor.ask("textDocument/hover", json!({}))["code"], -32002);
    editor.bytes(b"hello\r\n\r\nContent-Length: 5\r\n\r\n{]}{}");
    let error = editor.wait(|message| message["id"].is_null() && message.get("error").is_some());
    assert_eq!(error["error"]["code"], -32700);
    editor.ask("initialize", json!({"capabilities": 7, "locale": [], "initializationOptions": 3}));
    editor.open(HEAP);
    assert_eq!(editor.ask("no/such", json!({}))["code"], -32601);
    assert_eq!(editor.ask("initialize", json!({}))["code"], -32600);
    editor.note("$/no/such", json!({"a": 1}));
    editor.note("textDocument/didChange", json!({"textDocument": {"uri": 3}}));
    editor.note("textDocument/didChange", json!({"textDocument": {"uri": URI}, "contentChanges": [{"range": {"start": {"line": 99, "character": 99}, "end": 3}, "text": 4}, 5]}));
    editor.note("textDocument/didOpen", json!([]));
    for method in ["hover", "completion", "rename", "codeAction", "inlayHint", "formatting", "prepareRename"] {
        let method = format!("textDocument/{method}");
        for params in [
            json!({}),
            json!({"textDocument": {"uri": "file:///other"}}),
            json!({"textDocument": {"uri": URI}, "position": {"line": -1}}),
            Json::Null,
        ] {
            let id = editor.begin(&method, params);
            editor.reply(id);
        }
        let far = json!({"line": 4_000_000_000_u64, "character": u64::MAX});
        let id = editor.begin(
            &method,
            json!({"textDocument": {"uri": URI}, "position": far, "range": {"start": far, "end": far}, "newName": "x"}),
        );
        editor.reply(id);
    }
    let deep = "(".repeat(200_000);
    let many = "state a : 0..9 = 1\n".repeat(5_000);
    let folded: String = (0..60).map(|i| format!("def f{i}(x) = f{}(x) + f{}(x)\n", i + 1, i + 1)).collect();
    for text in [
        deep.as_str(),
        &many,
        &folded,
        "\0\u{202e}\r\r\n",
        &HEAP.repeat(200),
        "game G\nstate n : 0..9223372036854775807 = 0\nmove m(k in 1..9223372036854775807) { n += k }\nstuck => draw\n",
    ] {
        editor.change(text);
        editor.findings();
        let hover = editor.at("textDocument/hover", "ab", "b", json!({}));
        assert!(hover.is_null() || hover.is_object());
        editor.at("textDocument/completion", "ab", "b", json!({}));
    }
    editor.change(HEAP);
    assert_eq!(editor.played(), [] as [&str; 0]);
    editor.kept.clear();
    editor.note("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    let told = editor.wait(|message| {
        message["params"].get("version").is_none() && message["method"] == "textDocument/publishDiagnostics"
    });
    assert_eq!(codes(&told), [] as [&str; 0]);
    assert_eq!(editor.ask("shutdown", Json::Null), Json::Null);
    assert_eq!(editor.ask("textDocument/hover", json!({}))["code"], -32600);
    editor.note("exit", Json::Null);
    assert_eq!(editor.ended(), 0);
}

#[test]
fn an_editor_that_goes_away_ends_the_server() {
    let mut editor = Editor::with(HEAP, json!({}));
    editor.input = None;
    assert_eq!(editor.ended(), 1);
    let mut editor = Editor::with(HEAP, json!({}));
    editor.note("exit", Json::Null);
    assert_eq!(editor.ended(), 1);
}

#[test]
fn findings_follow_a_change_at_once() {
    let moves: String =
        (0..60).map(|i| format!("move m{i}(k in 1..3) {{\n  when k <= left\n  left -= k\n}}\n")).collect();
    let text = format!("game G\nstate left : 0..20 = 20\n{moves}stuck => me loses\n");
    let mut editor = Editor::with(&text, json!({}));
    editor.findings();
    let mut best = Duration::MAX;
    for round in 0..20 {
        let began = Instant::now();
        editor.change(&format!("{text}# {round}\n"));
        editor.findings();
        best = best.min(began.elapsed());
    }
    assert!(best < Duration::from_millis(50), "{best:?}");
    assert_eq!(editor.end(), 0);
}

/// Reads what a program says until a word comes.
fn until(output: &mut impl Read, word: &str) -> String {
    let (mut said, mut bytes) = (String::new(), [0; 4096]);
    while !said.contains(word) {
        let read = output.read(&mut bytes).unwrap();
        assert!(read > 0, "no `{word}` in {said}");
        said.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    said
}

#[test]
fn a_watched_file_is_checked_again_when_it_is_saved() {
    let folder = folder("watched");
    let file = folder.join("heap.game");
    fs::write(&file, HEAP).unwrap();
    let mut child = bouton(&folder, &["check", "--watch", "heap.game"]).spawn().unwrap();
    let mut output = child.stdout.take().unwrap();
    let said = until(&mut output, "hold");
    assert!(said.contains("✓ heap.game") && !said.contains('\u{1b}'), "{said}");
    fs::write(&file, HEAP.replace("k <= left", "k <= lft")).unwrap();
    assert!(until(&mut output, "error").contains("✗ heap.game"));
    fs::remove_file(&file).unwrap();
    thread::sleep(Duration::from_millis(400));
    let other = folder.join("other.game");
    fs::write(&other, HEAP.replace("0..20", "0..30")).unwrap();
    fs::rename(&other, &file).unwrap();
    assert!(until(&mut output, "hold").contains("✓ heap.game"));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let refused = bouton(&folder, &["check", "-w", "-"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let status = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(status.is_ok_and(|status| status.success()) || Path::new("C:\\").exists());
}
