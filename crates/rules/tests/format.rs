//! One style: formatting changes no meaning, loses no comment, and is done after once.

use bouton_rules::{
    Source,
    syntax::{format, outline, parse},
};

fn check(name: &str, text: &str, expected: &str) {
    let source = Source::new(name, text);
    let once = format(&source).expect("the text has no mistakes");
    assert_eq!(once, expected);
    let again = Source::new(name, once.clone());
    assert_eq!(format(&again).as_deref(), Ok(once.as_str()), "formatting twice changes {name}");
    assert_eq!(outline(&parse(&source).0), outline(&parse(&again).0), "formatting changes what {name} means");
}

#[test]
fn the_five_games_keep_their_meaning() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let formatted = format(&Source::new("a.game", text.clone())).unwrap();
        check(&path.display().to_string(), &text, &formatted);
    }
}

#[test]
fn every_game_of_the_gallery_is_in_the_one_style() {
    let mut games = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "game") {
            continue;
        }
        games += 1;
        let (name, text) = (path.display().to_string(), std::fs::read_to_string(&path).unwrap());
        let formatted = format(&Source::new(name.clone(), text.clone())).unwrap();
        assert!(formatted == text, "`bouton fmt {name}` changes it");
    }
    assert!(games > 10, "only {games} games");
}

#[test]
fn spaces_are_made_even() {
    check("a.game", "let   x=1+2 * -3\n", "let x = 1 + 2 * -3\n");
    check("a.game", "let x = f ( a,b ) [ 1 ]\n", "let x = f(a, b)[1]\n");
    check("a.game", "let x = - - 1 - -1\n", "let x = - -1 - -1\n");
    check("a.game", "state x:player ? = none\n", "state x : player? = none\n");
    check("a.game", "let s = { 1,2 }\nlet t = { }\n", "let s = {1, 2}\nlet t = {}\n");
    check("a.game", "move a{x=1;y=2;}\n", "move a { x = 1; y = 2; }\n");
    check("a.game", "end when (a) and not(b)=>me leads by (1)\n", "end when (a) and not (b) => me leads by (1)\n");
}

#[test]
fn lines_that_begin_with_an_operator_go_on_with_the_line_before() {
    check(
        "a.game",
        "def f(x) = x > 1\nand x<3\n     or x==0\nlet a = 1\n-2\n",
        "def f(x) = x > 1\n  and x < 3\n  or x == 0\nlet a = 1\n  - 2\n",
    );
    check("a.game", "start Pile(4)\n+ Pile(5) +\nPile(6)\n", "start Pile(4)\n  + Pile(5) +\n  Pile(6)\n");
    check(
        "a.game",
        "move go {\nwhen a < 4\nand b # why\na = 1\n* 2\n}\n",
        "move go {\n  when a < 4\n    and b  # why\n  a = 1\n    * 2\n}\n",
    );
    check("a.game", "let a = 1\n# why\n+ 2\n# b\nlet b = 3\n", "let a = 1\n  # why\n  + 2\n# b\nlet b = 3\n");
    check("a.game", "symmetry permute a\nand permute b\n", "symmetry permute a\n  and permute b\n");
}

#[test]
fn ranges_are_tight_between_single_words() {
    check("a.game", "let a = 0 .. n\n", "let a = 0..n\n");
    check("a.game", "let a = -1 ..< -n\n", "let a = -1..<-n\n");
    check("a.game", "let a = i..<i+X\n", "let a = i ..< i + X\n");
    check("a.game", "let a = f(x)..3\n", "let a = f(x) .. 3\n");
    check("a.game", "let a = 1..f(x)\n", "let a = 1 .. f(x)\n");
}

#[test]
fn examples_give_parameters_without_spaces() {
    check("a.game", "example n = 3,m=f(a == b) => lead(A)==2\n", "example n=3, m=f(a == b) => lead(A) == 2\n");
    check("a.game", "example n = 3\n=> draw\nlet x=1\n", "example n=3\n  => draw\nlet x = 1\n");
}

#[test]
fn comments_stay_and_line_up() {
    check(
        "a.game",
        "\n\n#one\nlet a = 1 # x\nlet bcd = 22    ## y\n\n\n\nlet c = 3 #z\n  # end",
        "#one\nlet a = 1     # x\nlet bcd = 22  ## y\n\nlet c = 3  #z\n# end\n",
    );
    check("a.game", "let a = f(1, # one\n2)\n", "let a = f(1,  # one\n  2)\n");
}

#[test]
fn lines_that_go_on_step_in() {
    check("a.game", "let a =\n1 +\n2\nlet b = [\n1,\n2\n]\n", "let a =\n  1 +\n  2\nlet b = [\n  1,\n  2\n]\n");
    check(
        "a.game",
        "move a\n{\nif x {\ny = 1\n}\nelse {\ny = if x\nthen 1\nelse 2 }\n}\n",
        "move a\n{\n  if x {\n    y = 1\n  }\n  else {\n    y = if x\n      then 1\n      else 2 }\n}\n",
    );
}

#[test]
fn line_ends_and_a_byte_order_mark_are_made_plain() {
    check("a.game", "\u{feff}let a = 1\r\n\r\nlet b = 2", "let a = 1\n\nlet b = 2\n");
    check("a.game", "", "");
}

#[test]
fn text_with_mistakes_is_not_touched() {
    assert!(format(&Source::new("a.game", "let a = \n")).is_err());
}
