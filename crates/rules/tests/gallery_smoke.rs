//! Tries every gallery file.
use bouton_rules::{Source, check, diagnostic::render};
use std::fs;

#[test]
fn every_gallery_file_checks() {
    let mut bad = 0;
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "game") { continue; }
        let source = Source::new(path.file_name().unwrap().to_string_lossy(), fs::read_to_string(&path).unwrap());
        let (_, found) = check(&source);
        if !found.is_empty() { bad += 1; println!("{}", render(&source, &found, false)); }
    }
    println!("{bad} files with findings");
}
