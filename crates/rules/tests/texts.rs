//! `say!` keeps a pattern and its blanks, and what it shows is what `format!` would.

use bouton_rules::{Text, say};

#[test]
fn a_pattern_is_kept_with_its_blanks() {
    let (name, plies) = ("Ann".to_owned(), 3);
    let text = say!("`{name}` wins in {plies} \u{2605}{{x}}: {}, {:?} and `{1}`", "a draw", 'c');
    assert_eq!(text, format!("`{name}` wins in {plies} \u{2605}{{x}}: {}, {:?} and `{1}`", "a draw", 'c'));
    let Text::Said(said) = text else { panic!("it has blanks") };
    assert_eq!(said.0, "`{}` wins in {} ★{{x}}: {}, {} and `{}`");
    assert_eq!(
        said.1,
        ["Ann", "3"]
            .map(Text::code)
            .into_iter()
            .chain(["a draw".into()])
            .chain(["'c'", "c"].map(Text::code))
            .collect::<Vec<_>>()
    );
}

#[test]
fn a_sentence_without_blanks_is_shown_as_it_stands() {
    assert_eq!(say!("a set of nothing is `{{}}`"), Text::Whole("a set of nothing is `{}`"));
    assert_eq!(Text::names(["a", "b"]).to_string(), "a, b");
    assert_eq!(format!("{:<6}|{:>6}|", say!("{} of {}", 1, 2), Text::names(["a", "b"])), "1 of 2|  a, b|");
    assert_eq!(format!("{:<9}|", say!("{} of {}", 1, 2)), "1 of 2   |");
    assert_eq!(size_of::<Text>(), size_of::<String>());
}
