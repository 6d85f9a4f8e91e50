//! Every command as people type it, with what it prints and how it exits: `tests/cmd`, read in review like prose.
//! `TRYCMD=overwrite` accepts what has changed.

#[test]
fn transcripts_hold() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml");
}
