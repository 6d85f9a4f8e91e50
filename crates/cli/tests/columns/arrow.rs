//! Arrow files.

use super::{folder, run, said, solved};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use arrow_ipc::reader;
use arrow_schema::DataType;
use bouton::saved::Saved;
use serde_json::{Map, Value as Json, json};
use std::fs::{self, File};
use std::path::Path;

/// Exports `x.sol` to a file of Arrow's.
pub(super) fn batches(folder: &Path, name: &str, more: &[&str]) -> reader::FileReader<File> {
    let output = run(folder, &[&["export", "x.sol", name], more].concat());
    assert!(output.status.success(), "{}", said(&output));
    reader::FileReader::try_new(File::open(folder.join(name)).unwrap(), None).unwrap()
}

/// A cell of a batch.
fn cell_of(column: &dyn Array, row: usize) -> Json {
    match column.data_type() {
        _ if column.is_null(row) => Json::Null,
        DataType::Boolean => json!(column.as_boolean().value(row)),
        DataType::Int32 => json!(column.as_primitive::<Int32Type>().value(row)),
        DataType::Int64 => json!(column.as_primitive::<Int64Type>().value(row)),
        DataType::Utf8 => json!(column.as_string::<i32>().value(row)),
        other => panic!("{other}"),
    }
}

/// The rows of a batch.
pub(super) fn rows_of(batch: &RecordBatch) -> Vec<Map<String, Json>> {
    let schema = batch.schema();
    let names: Vec<&String> = schema.fields().iter().map(|field| field.name()).collect();
    let row =
        |row| names.iter().zip(batch.columns()).map(move |(name, column)| ((*name).clone(), cell_of(column, row)));
    (0..batch.num_rows()).map(|number| row(number).collect()).collect()
}

#[test]
fn arrow_files_come_in_batches_and_say_what_they_are() {
    let folder = folder("arrow");
    assert!(solved(&folder, &["connect-four", "rows=4", "cols=4"]));
    let head = Saved::open(&folder.join("x.sol")).unwrap().head().clone();
    let file = batches(&folder, "x.feather", &[]);
    let schema = file.schema();
    let shown: Vec<String> =
        schema.fields().iter().map(|field| format!("{} {}", field.name(), field.data_type())).collect();
    assert_eq!(shown.join(", "), "board Utf8, turn Utf8, value Utf8, plies Int32");
    let nullable: Vec<bool> = schema.fields().iter().map(|field| field.is_nullable()).collect();
    assert_eq!(nullable, [false, true, false, true]);
    let about = |name: &str| schema.metadata().get(name).map(ToString::to_string);
    assert_eq!(about("bouton.schema").as_deref(), Some("bouton.positions/1"));
    assert_eq!(about("bouton.rules"), Some(head.rules));
    assert_eq!(about("bouton.params").as_deref(), Some(r#"{"rows":4,"cols":4,"need":4}"#));
    assert_eq!(about("bouton.where"), None);
    let sizes: Vec<usize> = file.map(|batch| batch.unwrap().num_rows()).collect();
    assert_eq!(sizes, [65_536, 65_536, 29_957]);

    // The same bytes each time, by whatever way they go out.
    let first = fs::read(folder.join("x.feather")).unwrap();
    batches(&folder, "x.feather", &[]);
    assert!(fs::read(folder.join("x.feather")).unwrap() == first);
    assert!(run(&folder, &["export", "x.sol", "-", "--as", "arrow"]).stdout == first);

    let none = batches(&folder, "x.arrow", &["--where", "plies > 99"]);
    assert_eq!(none.schema().metadata().get("bouton.where").map(ToString::to_string).as_deref(), Some("plies > 99"));
    assert_eq!(none.map(|batch| batch.unwrap().num_rows()).sum::<usize>(), 0);
}
