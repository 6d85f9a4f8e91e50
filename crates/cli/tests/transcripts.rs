//! Every command as people type it, with what it prints and how it exits: `tests/cmd`, read in review like prose.
//! `TRYCMD=overwrite` accepts what has changed, except how long something took: that is `[..]`.

#[test]
fn transcripts_hold() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml");
}

/// Files of columns, where they are built in.
#[cfg(feature = "export")]
#[test]
fn transcripts_of_columns_hold() {
    trycmd::TestCases::new().env("NO_COLOR", "1").env("COLUMNS", "100").case("tests/columns/*.trycmd");
}

/// Without its feature, `export` says how to have it.
#[cfg(not(feature = "export"))]
#[test]
fn a_build_without_columns_says_how_to_have_them() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("without-columns");
    std::fs::create_dir_all(&folder).unwrap();
    let bouton = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bouton"));
        command.args(words).current_dir(&folder).env("NO_COLOR", "1").output().unwrap()
    };
    assert!(bouton(&["solve", "1140", "piles=[2,7]", "--save", "x.sol"]).status.success());
    for out in ["x.parquet", "x.arrow"] {
        let said = bouton(&["export", "x.sol", out]);
        let text = String::from_utf8(said.stderr).unwrap();
        assert!(
            said.status.code() == Some(2) && text.contains("`cargo install --path crates/cli --features export`"),
            "{text}"
        );
        assert!(!folder.join(out).exists());
    }
}

/// A time in a transcript, or what memory was taken, would hold until the day a machine is quicker.
#[test]
fn no_transcript_tells_a_time() {
    let folder = std::path::Path::new("tests/cmd");
    let digit = |c: char| c.is_ascii_digit();
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "trycmd")) {
        for (line, text) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
            let number = ["ns", "µs", "ms", "s"].iter().find_map(|unit| text.strip_suffix(&format!(" {unit}")));
            let mut fields =
                ["seconds", "peak_bytes"].iter().filter_map(|name| text.split_once(&format!("\"{name}\":")));
            let timed =
                number.is_some_and(|text| text.ends_with(digit)) || fields.any(|(_, said)| said.starts_with(digit));
            assert!(!timed, "{}:{}: write `[..]` for the time or the memory in `{text}`", path.display(), line + 1);
        }
    }
}
