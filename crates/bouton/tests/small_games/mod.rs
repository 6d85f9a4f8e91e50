//! What small games show of rules: nothing for the gallery, and each fault where it is smallest.

mod faulty;

use bouton::small::{Findings, explore};
use bouton_rules::{Source, check, diagnostic::render};
use std::{fs, path::PathBuf, sync::Arc, time::Duration};

/// Far more than the work needs, so that slow machines find the same.
const BUDGET: Duration = Duration::from_secs(60);

fn games() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    files
}

fn explored(source: &Source) -> Findings {
    let (rules, found) = check(source);
    let rules = rules.unwrap_or_else(|| panic!("{}", render(source, &found, false)));
    explore(&Arc::new(rules), BUDGET)
}

#[test]
fn the_gallery_has_nothing_to_find() {
    let mut wrong = String::new();
    for path in games() {
        let source = Source::new(path.file_name().unwrap().to_string_lossy(), fs::read_to_string(&path).unwrap());
        let begun = std::time::Instant::now();
        let found = explored(&source);
        println!("{} {} ms: {:?} {:?}", source.name, begun.elapsed().as_millis(), found.summary, found.facts);
        wrong.push_str(&render(&source, &found.diagnostics, false));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_fault_is_shown_where_it_is_smallest() {
    let mut book = String::new();
    for (what, text) in faulty::FAULTY {
        let source = Source::new("my.game", *text);
        let found = explored(&source);
        book.push_str(&format!("## {what}\n\n{text}\n{}\n", render(&source, &found.diagnostics, false)));
        book.push_str(&format!("tried: {}\n\n", found.summary.map(|summary| summary.to_string()).unwrap_or_default()));
    }
    insta::assert_snapshot!(book);
}

/// Rules in which nothing is wrong, though some of the smallest games do not show it.
static RIGHT: &[(&str, &str)] = &[
    (
        "a part that asks whether it can move",
        "game Piles\npart Pile(n : 0..9) {\n  move take when n > 0 => Pile(n - 1)\n  move halve(k in 2..3 if k <= n) when n > 3 => Pile(n // k)\n}\nstart Pile(9) + Pile(8) + Pile(7)\nstuck => me loses\n",
    ),
    (
        "endings whose order decides",
        "game Race\nplayers Ann, Ben\nstate a : 0..4 = 0\nstate b : 0..4 = 0\nmove step(k in 0..2) { when a + k <= 4 and b + 2 - k <= 4; a += k; b += 2 - k }\nend when a == 4 => Ann wins\nend when b == 4 => Ben wins\nstuck => draw\n",
    ),
    (
        "a move that takes a text of twelve letters",
        "game Walk\nparam s : text\nlet n = len(s)\nstate i : 0..n = 0\nmove step { when i < n; i += 1 }\nmove jump { when i + 12 <= n; i += 12 }\nend when i == 20 => draw\nstuck => me loses\n",
    ),
    (
        "a bound that is meant for larger parameters",
        "game Count\nparam n : 1..1_000\nstate left : 0..n = n\nstate moves : 0..1_000 = 0\nmove take(k in 1..3) { when k <= left; left -= k; moves += 1 }\nstuck => draw\n",
    ),
];

#[test]
fn what_is_right_is_not_warned_about() {
    for (what, text) in RIGHT {
        let source = Source::new("right.game", *text);
        let found = explored(&source);
        assert!(found.diagnostics.is_empty(), "{what}\n{}", render(&source, &found.diagnostics, false));
    }
}

#[test]
fn what_larger_games_may_show_is_said_of_those_that_were_tried() {
    let text = "game Far\nparam n : 1..1_000_000\nstate left : 0..n = n\nmove take(k in 1..3) { when k <= left; left -= k }\nmove leap { when left > 5_000; left = 0 }\nstuck => me loses\n";
    let found = explored(&Source::new("far.game", text)).diagnostics;
    let [leap] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((leap.code, leap.message.to_string().as_str()), ("B063", "the move `leap` was never legal"));
    assert!(
        leap.notes[0].to_string().starts_with("in ")
            && leap.notes[0].to_string().contains(" small games, the largest with n="),
        "{leap:?}"
    );
    // The advice can be followed: an example that shows it is played, and the warning goes.
    let shown = format!("{text}example n=5_001 => First wins\n");
    assert_eq!(explored(&Source::new("far.game", shown)).diagnostics, []);
}

#[test]
fn what_is_found_without_proof_says_what_it_was_seen_on() {
    let text = "game Last\nparam n : 3..9 = 5\nstate last : 0..9 = 0\n\
                move up(d in 1..3) { when last + d <= n; last = last + d }\n\
                move down { when last == 9; last = 8 }\nstuck => me loses\nrepeat => draw\n";
    let facts = |text: &str| explored(&Source::new("my.game", text)).facts;
    let said = facts(text);
    assert!(said.iter().all(|fact| !fact.to_string().contains("always ends")), "with n = 9 play goes round: {said:?}");
    let marks = "game Marks\nparam n : 1..6\nstate s : set of 1..n = {}\nmove put(k in 1..n if k not in s) { s += {k} }\nstuck => me loses\n";
    let said = facts(marks);
    assert!(said[0].to_string().starts_with("play always ends: every move raises len(s) (seen at all "), "{said:?}");
    assert!(said[0].to_string().contains(" positions of n="), "{said:?}");
    let one = marks.replace("param n : 1..6", "let n = 6");
    assert_eq!(facts(&one)[0], "play always ends: every move raises len(s)", "of the only game all was seen");
}

/// Rules that ask for more than there is.
static HOSTILE: &[&str] = &[
    "game A\nlet xs = [x * y for x in 0..100_000, y in 0..100_000]\nstate i : 0..len(xs) = 0\nmove go { i += 1 }\nstuck => draw\n",
    "game B\nparam n : 0..60\nstate i : 0..1 = 0\nmove go(s in subsets({x for x in 0..n}), u in subsets({x for x in 0..n})) { when len(s) > len(u); i = 1 - i }\nstuck => draw\nrepeat => draw\n",
    "game C\nparam n : 1_000..1_000_000\nstate b : grid[n, n] of 0..9 = 0\nmove go(c in cells(b)) { b[c] = 1 }\nstuck => draw\n",
    "game D\nparam a : 0..9\nparam b : 0..9\nparam c : 0..9\nparam d : 0..9\nparam e : 0..9\nparam f : 0..9\nparam g : 0..9\nparam h : 0..9\nparam i : 0..9\nrequire a + b + c + d + e + f + g + h + i > 80\nstate x : 0..1 = 0\nmove go { when x < 1; x = 1 }\nstuck => draw\n",
    "game E\nstate x : 0..1_000_000_000 = 0\nmove go(k in 1..1_000_000) { x += k }\nstuck => draw\n",
    "game F\nparam xs : list[1_000_000_000..2_000_000_000] of 0..9\nstate x : 0..1 = 0\nmove go { when x < xs[0]; x = 1 }\nstuck => draw\n",
];

#[test]
fn hostile_rules_are_left_soon() {
    for text in HOSTILE {
        let source = Source::new("hostile.game", *text);
        let rules = check(&source).0.unwrap_or_else(|| panic!("{text}"));
        let begun = std::time::Instant::now();
        let found = explore(&Arc::new(rules), Duration::from_secs(1));
        println!(
            "{} ms: {:?} {:?}",
            begun.elapsed().as_millis(),
            found.summary,
            found.diagnostics.first().map(|finding| &finding.message)
        );
        assert!(begun.elapsed() < Duration::from_secs(20), "{text}");
    }
}

#[test]
fn the_same_rules_give_the_same_findings() {
    for (_, text) in faulty::FAULTY {
        let source = Source::new("my.game", *text);
        let (one, two) = (explored(&source), explored(&source));
        assert_eq!((one.diagnostics, one.tried, one.facts), (two.diagnostics, two.tried, two.facts));
    }
}

/// Rules without `stuck` or `repeat` whose first position is too much to look through, and the same made small.
#[test]
fn rules_that_are_hardly_played_are_warned_about() {
    let four = |choice: &str| {
        format!(
            "game Four\nstate n : 0..9 = 9\nmove take({choice}) {{ when sum([a, b, c, d]) == 0; n = 9 - n }}\nstuck => draw\n"
        )
    };
    let codes = |text: String| -> Vec<&'static str> {
        explored(&Source::new("my.game", text)).diagnostics.iter().map(|finding| finding.code).collect()
    };
    assert_eq!(codes(four("a in 0..40, b in 0..40, c in 0..40, d in 0..40")), ["B069"]);
    assert_eq!(codes(four("a in 0..1, b in 0..1, c in 0..1, d in 0..1")), ["B061"]);
    let gomoku = |side: usize| {
        format!(
            "game Five\nstate b : grid[{side}, {side}] of player? = none\nmove put(c in cells(b)) {{ when b[c] == none; b[c] = me; end when line(b, me, 5) => me wins }}\n"
        )
    };
    // The first positions are soon looked at; what they lead to is met, but too much to look at.
    let later = |from: u32| {
        format!(
            "game Later\nstate n : 0..9 = 0\nmove go {{ when n < {from}; n += 1 }}\nmove take(a in 0..40 if n >= {from}, b in 0..40, c in 0..40, d in 0..40) {{ when sum([a, b, c, d]) == 0; n = 9 - n }}\nstuck => draw\n"
        )
    };
    assert_eq!(codes(later(1)), ["B069"]);
    assert_eq!(codes(later(3)), ["B069"]);
    assert_eq!(codes(gomoku(15)), ["B069"]);
    assert_eq!(codes(gomoku(2)), ["B060"]);
}

/// What is offered where play goes round: every edit is a whole mend, whether a search met the loop or a small game.
#[test]
fn endless_play_offers_the_lines_that_say_what_it_means() {
    let walk = "game G\nstate at : 0..3 = 0\nmove step(k in {1, 3}) { at = (at + k) % 4 }\n";
    let pass = "game G\nstate n : 0..3 = 3\nmove take(k in {2}) { when k <= n; n -= k }\nstuck => pass\n";
    for (text, offered) in [(walk, 3), (pass, 1)] {
        let source = Source::new("a.game", text);
        let rules = Arc::new(check(&source).0.unwrap());
        let game = bouton::Instance::new(rules, &[]).unwrap();
        let start = bouton::game::Game::start(&game).unwrap();
        let limits = bouton::Limits::default();
        let solved = bouton::solve(&game, &start, &bouton::Ask::Table, &limits, None, &bouton::Silent);
        let stop = solved.err().unwrap().diagnostic();
        let small = explored(&source).diagnostics.into_iter().find(|finding| finding.code == "B061").unwrap();
        for finding in [stop, small] {
            assert_eq!(finding.code, "B061");
            let edits: Vec<_> = finding.help.iter().filter_map(|help| help.edit.clone()).collect();
            assert_eq!(edits.len(), offered, "{finding:?}");
            for edit in edits {
                let mut mended = text.to_owned();
                mended.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
                let found = explored(&Source::new("a.game", mended.as_str())).diagnostics;
                assert!(found.iter().all(|finding| finding.code != "B061"), "{mended}{found:?}");
            }
        }
    }
}
