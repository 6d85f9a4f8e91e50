//! How sentences are put together: blanks, names, what is not known, and text that means no good.

use bouton_teach::words::Lang;

fn said(english: &str) -> String {
    Lang::Chinese.sentence(english)
}

#[test]
fn names_are_left_as_they_are() {
    assert_eq!(said("every move raises value, so nothing repeats"), "每一步都使 value 增大，所以局面不重复");
    assert_eq!(said("value"), "取值");
}

#[test]
fn blanks_are_filled_with_what_they_hold_in_chinese() {
    assert_eq!(
        said("the first number of a range must be a number, but this is a set of numbers"),
        "范围的第一个数必须是数，而这里是数的集合"
    );
    assert_eq!(said("there is no move called `a player`"), "没有叫 `a player` 的走法");
    assert_eq!(said("in 3 small games, the largest with n=4: 12 positions"), "在 3 个小局中，最大的是 n=4：12 个局面");
}

#[test]
fn names_are_listed_with_the_mark_for_lists() {
    assert_eq!(said("the variables are `i`, `M`, and `turn`"), "变量有 `i`、`M`，以及 `turn`");
    assert_eq!(said("its parameters are `rows`, `misere`"), "它的参数有 `rows`、`misere`");
    assert_eq!(
        said("there is no method `foo`; there are theorem, memo, brute"),
        "没有叫 `foo` 的方法；有 theorem、memo、brute"
    );
}

#[test]
fn what_is_not_known_stays_as_it_is() {
    for text in
        ["", " ", "heaps must be small enough", "Alice", "`a number`", "a.game", "(", ")", ", (", "。", "胜 — a"]
    {
        assert_eq!(said(text), text);
    }
    assert_eq!(Lang::English.sentence("a number"), "a number");
}

#[test]
fn hostile_text_is_soon_done() {
    let started = std::time::Instant::now();
    for piece in ["`", "a, ", "(", "a number and ", "`{}` is ", ": ", "x leads by ", ", but this is ", "\u{1F600}"] {
        for times in [1, 10, 100, 1_000, 100_000] {
            let _ = said(&piece.repeat(times));
        }
    }
    assert!(started.elapsed().as_secs() < 20);
}
