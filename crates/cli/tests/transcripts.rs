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
