//! How sentences are put together: blanks, names, lists, and what is not known.

use bouton::rules::{Text, say};
use bouton_teach::words::Lang;

fn said(text: impl Into<Text>) -> String {
    Lang::Chinese.sentence(text)
}

#[test]
fn names_are_left_as_they_are() {
    let value = "value".to_owned();
    assert_eq!(
        said(say!("every move {} {value}, so nothing repeats", "raises")),
        "每一步都使 value 增大，所以局面不重复"
    );
    assert_eq!(said("value"), "取值");
}

/// Whatever it reads like: only the pattern and other texts are translated.
#[test]
fn a_name_that_reads_like_words_is_left_alone() {
    for name in ["win", "value", "a number", "no such file or directory", "there is no move called `a player`"] {
        let name = name.to_owned();
        assert_eq!(
            said(say!("every move {} {name}, so nothing repeats", "raises")),
            format!("每一步都使 {name} 增大，所以局面不重复")
        );
        assert_eq!(said(say!("there is no move called `{name}`")), format!("没有叫 `{name}` 的走法"));
        assert_eq!(said(Text::code(&*name)), name);
    }
    assert_eq!(said(Text::quoted("value {} `")), "value {} `");
}

#[test]
fn blanks_are_filled_with_what_they_hold_in_chinese() {
    let is = say!("a set{}", " of numbers");
    let text = say!("{} must be {}, but this is {is}", "the first number of a range", "a number");
    assert_eq!(text.to_string(), "the first number of a range must be a number, but this is a set of numbers");
    assert_eq!(said(text), "范围的第一个数必须是数，而这里是数的集合");
    assert_eq!(said(say!("there is no move called `{}`", "a player")), "没有叫 `a player` 的走法");
    let (largest, positions) = ("n=4".to_owned(), say!("{} positions", 12));
    assert_eq!(
        said(say!("in {} small games, the largest with {largest}: {positions}", 3)),
        "在 3 个小局中，最大的是 n=4：12 个局面"
    );
}

#[test]
fn names_are_listed_with_the_mark_for_lists() {
    let listed = |names: [&str; 2]| bouton::rules::diagnostic::listed(&names);
    assert_eq!(said(say!("the variables are `{}`, and `turn`", listed(["i", "M"]))), "变量有 `i`、`M`，以及 `turn`");
    assert_eq!(said(say!("its parameters are `{}`", listed(["rows", "misere"]))), "它的参数有 `rows`、`misere`");
    assert_eq!(
        said(say!("there is no method `{}`; there are {}", "foo", Text::names(["theorem", "memo", "brute"]))),
        "没有叫 `foo` 的方法；有 theorem、memo、brute"
    );
}

#[test]
fn what_is_not_known_stays_as_it_is() {
    for text in
        ["", " ", "heaps must be small enough", "Alice", "`a number`", "a.game", "(", ")", ", (", "。", "胜 — a"]
    {
        assert_eq!(said(Text::quoted(text)), text);
        assert_eq!(said(Text::code(text)), text);
    }
    assert_eq!(Lang::English.sentence("a number"), "a number");
}
