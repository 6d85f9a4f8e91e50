//! Every code of text and grammar has a file that shows it and one that mends it.

use bouton_rules::{
    Source,
    diagnostic::{Diagnostic, codes},
    syntax::parse,
};

fn found(text: &str) -> Vec<Diagnostic> {
    parse(&Source::new("a.game", text)).1
}

#[test]
fn bad_files_show_their_code_and_good_ones_none() {
    for row in codes::text::CODES {
        assert!(row.bad.is_empty() || found(row.bad).iter().any(|finding| finding.code == row.code), "{}", row.code);
        assert_eq!(found(row.good), [], "{}", row.code);
    }
}

#[test]
fn codes_are_in_order_and_found_in_any_case() {
    let listed: Vec<&str> = codes::all().map(|row| row.code).collect();
    assert!(listed.is_sorted());
    assert_eq!(codes::find("b009").map(|row| row.code), Some("B009"));
}
