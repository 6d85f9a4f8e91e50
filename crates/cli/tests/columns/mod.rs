//! Parquet and Arrow files, read back with other readers: every row is what the solution file holds, and says of which rules it is.
#![cfg(feature = "export")]

mod arrow;

use crate::common::{bouton, folder, run};
use arrow::{batches, rows_of};
use bouton::answer::report::{plies, position_json};
use bouton::instance::from_json;
use bouton::rules::Source;
use bouton::saved::Saved;
use bouton::{Instance, Kind, Outcome, Value};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Solves a game to `x.sol`: whether there is something that a file can hold.
fn solved(folder: &Path, game: &[&str]) -> bool {
    let _ = fs::remove_file(folder.join("x.sol"));
    run(folder, &[&["solve"], game, &["--ask", "value", "--quiet", "--save", "x.sol"]].concat()).status.success()
}

/// Exports `x.sol` to `x.parquet`.
fn exported(folder: &Path, more: &[&str]) -> SerializedFileReader<File> {
    let output = run(folder, &[&["export", "x.sol", "x.parquet"], more].concat());
    assert!(output.status.success(), "{}", said(&output));
    SerializedFileReader::new(File::open(folder.join("x.parquet")).unwrap()).unwrap()
}

fn cell(field: &Field) -> Json {
    match field {
        Field::Null => Json::Null,
        Field::Bool(flag) => json!(flag),
        Field::Int(number) => json!(number),
        Field::Long(number) => json!(number),
        Field::Str(text) => json!(text),
        other => panic!("{other:?}"),
    }
}

/// A row as it was read.
fn read(row: &Row) -> Map<String, Json> {
    row.get_column_iter().map(|(name, field)| (name.clone(), cell(field))).collect()
}

/// The game of a solution file.
fn game(saved: &Saved) -> Instance {
    let head = saved.head();
    let rules = Arc::new(bouton::rules::check(&Source::new(&head.file, head.rules.clone())).0.unwrap());
    Instance::new(rules.clone(), &from_json(&rules, &head.params).unwrap()).unwrap()
}

/// A row as the solution file has it: by the library, not by the command.
fn held(game: &Instance, position: Json, value: Value) -> Map<String, Json> {
    let Json::Object(mut row) = position else { panic!("{position}") };
    let turn = row.shift_remove("turn").unwrap_or(Json::Null);
    for cell in row.values_mut().filter(|cell| cell.is_array()) {
        *cell = json!(cell.to_string());
    }
    let mut own = |name: &str, cell: Json| {
        let name = if row.contains_key(name) { format!("bouton_{name}") } else { name.to_owned() };
        row.insert(name, cell);
    };
    if game.told_apart().is_some() {
        own("turn", turn);
    }
    match value {
        Value::Lead(lead) => own("lead", json!(lead)),
        Value::Outcome(outcome) => {
            own("value", json!(word(outcome)));
            own("plies", json!(plies(value)));
        }
    }
    row
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(_) => "win",
        Outcome::Draw => "draw",
        Outcome::Loss(_) => "loss",
    }
}

/// Every row that `x.sol` should give, in order.
fn all(folder: &Path) -> Vec<Map<String, Json>> {
    let saved = Saved::open(&folder.join("x.sol")).unwrap();
    let game = game(&saved);
    saved.entries(&game).map(Result::unwrap).map(|(at, value)| held(&game, position_json(&game, &at), value)).collect()
}

/// Compares `x.parquet` and `x.arrow` with `x.sol`: how many rows there are, and how many cells that are nothing.
fn compared(folder: &Path) -> (usize, usize) {
    let (reader, wanted) = (exported(folder, &[]), all(folder));
    let rows: Vec<Map<String, Json>> = reader.get_row_iter(None).unwrap().map(|row| read(&row.unwrap())).collect();
    assert_eq!(rows.len(), wanted.len());
    for (at, (row, wanted)) in rows.iter().zip(&wanted).enumerate() {
        assert!(row.iter().eq(wanted.iter()), "row {at}: {row:?} for {wanted:?}");
    }
    let arrow: Vec<Map<String, Json>> =
        batches(folder, "x.arrow", &[]).flat_map(|batch| rows_of(&batch.unwrap())).collect();
    assert!(arrow == rows, "Arrow and Parquet differ");
    let nothing = rows.iter().flat_map(Map::values).filter(|cell| cell.is_null()).count();
    (rows.len(), nothing)
}

/// Every game of the gallery with the parameters of its first small case, as far as its positions can be kept.
#[test]
fn every_row_of_the_gallery_is_what_the_solution_holds() {
    let folder = folder("gallery");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let (mut files, mut points, mut nothing) = (0, 0, 0);
    let mut names: Vec<PathBuf> = fs::read_dir(&games).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    names.sort();
    for path in names {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let cases = fs::read_to_string(games.join(format!("{name}.cases.jsonl"))).unwrap();
        let mut cases = cases.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
        let small = cases.find(|case| case.get("large").is_none() && case.get("only").is_none());
        let Some(case) = small else { continue };
        let word = |(name, value): (&String, &Json)| {
            format!("{name}={}", value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        };
        let params: Vec<String> = case["params"].as_object().unwrap().iter().map(word).collect();
        let words: Vec<&str> = [name].into_iter().chain(params.iter().map(String::as_str)).collect();
        if !solved(&folder, &words) && !solved(&folder, &[words.as_slice(), &["--method", "memo"]].concat()) {
            continue;
        }
        let (rows, empty) = compared(&folder);
        assert!(rows > 0, "{name}");
        files += 1;
        points += usize::from(Saved::open(&folder.join("x.sol")).unwrap().head().kind() == Some(Kind::Points));
        nothing += empty;
    }
    assert!(files >= 30 && points >= 5 && nothing > 0, "{files} games, {points} with points, {nothing} empty cells");
}

/// Numbers that need 64 bits, flags, words, what may be nothing, a position without a mover, and a variable with one of our own names.
const ODD: &str = "game Odd
players Ann, Bea
param g : graph[2..2] = [[1], [0]]
state value : 0..4 = 4
state far : 0..5_000_000_000 = 5_000_000_000
state even : bool = true
state phase : {opening, closing} = opening
state spot : node of g? = none
state who : player? = none
state board : grid[1, 2] of bool = false
state cell : cell of board? = none
move take(k in 1..2) {
  when k <= value
  value -= k
  far -= k * 1_000_000_000
  even = value % 2 == 0
  phase = closing
  spot = k - 1
  who = me
  cell = (0, k - 1)
  end when value == 3 => draw
}
stuck => me loses
";

#[test]
fn every_kind_of_variable_comes_back() {
    let folder = folder("odd");
    fs::write(folder.join("odd.game"), ODD).unwrap();
    assert!(solved(&folder, &["odd.game", "--method", "memo"]));
    assert_eq!(
        compared(&folder),
        (6, 6),
        "rows, and cells that are empty: three variables, a turn, the plies of two draws"
    );
    let reader = exported(&folder, &[]);
    let columns = reader.metadata().file_metadata().schema_descr().columns().to_vec();
    let shown: Vec<String> =
        columns.iter().map(|column| format!("{} {}", column.name(), column.physical_type())).collect();
    let wanted = "value INT32, far INT64, even BOOLEAN, phase BYTE_ARRAY, spot INT32, who BYTE_ARRAY, board BYTE_ARRAY, \
                  cell BYTE_ARRAY, turn BYTE_ARRAY, bouton_value BYTE_ARRAY, plies INT32";
    assert_eq!(shown.join(", "), wanted);
}

/// What a position is worth has the same name wherever it stands, and no variable is lost.
#[test]
fn query_shows_positions_as_export_writes_them() {
    let folder = folder("query");
    fs::write(folder.join("odd.game"), ODD).unwrap();
    assert!(solved(&folder, &["odd.game", "--method", "memo"]));
    let output = run(&folder, &["query", "x.sol", "value >= 0", "--random", "99", "--format", "json"]);
    let query: Json = serde_json::from_slice(&output.stdout).unwrap();
    let lines = run(&folder, &["export", "x.sol", "-", "--as", "jsonl"]);
    let rows: Vec<Json> = said(&lines).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(query["shown"], json!(rows));
    assert_eq!((&rows[0]["value"], &rows[0]["bouton_value"]), (&json!(4), &json!("draw")));
    assert_eq!(rows.len(), 6);
}

#[test]
fn connect_four_comes_back_by_layers_and_says_what_it_is() {
    let folder = folder("four");
    assert!(solved(&folder, &["connect-four", "rows=4", "cols=4"]));
    assert_eq!(compared(&folder).0, 161_029);
    let reader = exported(&folder, &[]);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for row in reader.get_row_iter(None).unwrap() {
        let row = read(&row.unwrap());
        *counts.entry(row["value"].as_str().unwrap().to_owned()).or_default() += 1;
        assert_eq!(row["plies"].is_null(), row["value"] == "draw");
    }
    assert_eq!(
        counts,
        [("draw", 90_120), ("loss", 32_234), ("win", 38_675)].map(|(word, count)| (word.to_owned(), count)).into()
    );

    // Groups of rows end where layers of discs do.
    let groups: Vec<i64> = reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(groups, [81_875, 71_910, 7_244]);
    let head = Saved::open(&folder.join("x.sol")).unwrap().head().clone();
    let layers = head.layers.iter().scan(0, |sum, layer| {
        *sum += i64::try_from(layer.positions).unwrap();
        Some(*sum)
    });
    let ends: Vec<i64> = layers.collect();
    assert!([81_875, 81_875 + 71_910].iter().all(|end| ends.contains(end)), "{ends:?}");

    let about = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
    let about: BTreeMap<String, String> = about.into_iter().map(|pair| (pair.key, pair.value.unwrap())).collect();
    assert_eq!(about["bouton.schema"], "bouton.positions/1");
    assert_eq!(about["bouton.game"], "Connect Four");
    assert_eq!(about["bouton.rules"], head.rules);
    assert_eq!(about["bouton.params"], r#"{"rows":4,"cols":4,"need":4}"#);
    assert_eq!(about["bouton.method"], "layers");
    assert_eq!(about["bouton.values"], "win, draw, loss and lead are for the player to move");
    assert!(!about.contains_key("bouton.where"));
}

#[test]
fn conditions_choose_rows_and_may_choose_none() {
    let folder = folder("where");
    assert!(solved(&folder, &["connect-four", "rows=4", "cols=4"]));
    let chosen = "value == loss and plies == 2";
    let reader = exported(&folder, &["--where", chosen]);
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(|row| read(&row.unwrap())).collect();
    let wanted: Vec<_> = all(&folder).into_iter().filter(|row| row["value"] == "loss" && row["plies"] == 2).collect();
    assert_eq!((rows.len(), &rows), (4154, &wanted));
    let about = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
    assert!(about.iter().any(|pair| pair.key == "bouton.where" && pair.value.as_deref() == Some(chosen)));
    let reader = exported(&folder, &["--where", "plies > 99"]);
    assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
    assert_eq!(reader.get_row_iter(None).unwrap().count(), 0);
}

/// Prints each row as JSON by every reader that Python has here, after a line with the reader's name.
const PYTHON: &str = r#"
import importlib, json, sys
name = sys.argv[1]
packed = name.endswith(".parquet")
def duckdb(module):
    if not packed:
        raise ImportError
    found = module.sql(f"select * from '{name}'")
    return [dict(zip(found.columns, row)) for row in found.fetchall()]
def pyarrow(module):
    if packed:
        import pyarrow.parquet
        return pyarrow.parquet.read_table(name).to_pylist()
    import pyarrow.ipc
    return pyarrow.ipc.open_file(name).read_all().to_pylist()
def polars(module):
    return (module.read_parquet if packed else module.read_ipc)(name).to_dicts()
for reader in [duckdb, pyarrow, polars]:
    try:
        rows = reader(importlib.import_module(reader.__name__))
    except ImportError:
        continue
    print(reader.__name__)
    for row in rows:
        print(json.dumps(row))
"#;

/// What every reader of Python's gives; nothing where there is none.
fn by_python(folder: &Path, name: &str) -> Vec<(String, Vec<Map<String, Json>>)> {
    let output = Command::new("python3").current_dir(folder).args(["-c", PYTHON, name]).output();
    let Ok(output) = output else { return Vec::new() };
    assert!(output.status.success(), "{}", said(&output));
    let mut readers: Vec<(String, Vec<Map<String, Json>>)> = Vec::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        match (line.starts_with('{'), readers.last_mut()) {
            (true, Some((_, rows))) => rows.push(serde_json::from_str(line).unwrap()),
            _ => readers.push((line.to_owned(), Vec::new())),
        }
    }
    readers
}

#[test]
fn other_readers_read_the_same() {
    let folder = folder("python");
    fs::write(folder.join("odd.game"), ODD).unwrap();
    let games: [&[&str]; 4] = [
        &["odd.game", "--method", "memo"],
        &["connect-four", "rows=4", "cols=4"],
        &["stone-game-ii", "piles=[2,7,9,4,4]", "--method", "memo"],
        &["kalah", "pits=2", "seeds=2", "--method", "memo"],
    ];
    for game in games {
        assert!(solved(&folder, game), "{game:?}");
        exported(&folder, &[]);
        batches(&folder, "x.arrow", &[]);
        let readers = ["x.parquet", "x.arrow"].map(|name| by_python(&folder, name)).concat();
        if readers.is_empty() {
            eprintln!("skipped: python3 here has none of duckdb, pyarrow and polars");
            return;
        }
        let wanted = all(&folder);
        for (reader, rows) in readers {
            eprintln!("{reader}: {} rows of {game:?}", rows.len());
            assert!(rows.len() == wanted.len(), "{reader}: {} rows of {game:?}", rows.len());
            for (row, wanted) in rows.iter().zip(&wanted) {
                assert!(row.iter().eq(wanted.iter()), "{reader}: {row:?} for {wanted:?}");
            }
        }
    }
}

/// A disk that is full is said, and nothing unfinished is left under the name or beside it.
#[cfg(target_os = "linux")]
#[test]
fn a_file_is_whole_or_not_there() {
    let folder = folder("whole");
    assert!(solved(&folder, &["connect-four", "rows=4", "cols=4"]));
    let full = File::options().write(true).open("/dev/full").unwrap();
    for form in ["parquet", "arrow"] {
        let full = full.try_clone().unwrap();
        let output = bouton(&folder, &["export", "x.sol", "-", "--as", form]).stdout(full).output().unwrap();
        let full = "error[C04]: the answer cannot be written: no space left on device";
        assert!(output.status.code() == Some(2) && said(&output).contains(full), "{form}: {}", said(&output));
    }

    let words = ["export", "x.sol", "x.parquet", "--where", "turn == Red or value == win and plies > 1"];
    let mut child = bouton(&folder, &words).spawn().unwrap();
    let beside =
        |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().to_string_lossy().starts_with(".x.parquet.");
    while !fs::read_dir(&folder).unwrap().any(beside) {
        assert!(child.try_wait().unwrap().is_none(), "it has not ended before it began");
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["x.sol"]);
}
