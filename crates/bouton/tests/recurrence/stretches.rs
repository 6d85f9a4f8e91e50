//! Stretches of a row that are marked and valued at once give what looking at each position gives, wherever play begins, whichever way moves
//! lead, and whether what can be reached lies side by side or not.

use super::agree::Random;
use super::instance;
use super::windows::check;
use bouton::game::Game;

/// Moves that each change two numbers by fixed amounts: `i` rises, `j` rises or falls.
fn random_rules(random: &mut Random) -> String {
    let mut pick = |words: &[&str]| words[usize::try_from(random.below(words.len() as u64)).unwrap()].to_owned();
    let falls = pick(&["", "falls"]) == "falls";
    let points = pick(&["", "gain"]) == "gain";
    let mut moves = String::new();
    for name in ["a", "b", "c"].into_iter().take(if pick(&["2", "3"]) == "2" { 2 } else { 3 }) {
        let (i, j) = (pick(&["0", "0", "1", "2"]), pick(&["1", "1", "2", "3"]));
        let j = if i == "0" { j } else { pick(&["0", "0", "1", "4"]) };
        let guard = if falls { format!("i + {i} <= n and {j} <= j") } else { format!("i + {i} <= n and j + {j} <= n") };
        let also = pick(&["", "", " and i <= j", " and i + j <= n", " and i + j != 7"]);
        let gain = if points {
            pick(&["gain piles[i]", "gain piles[j] - piles[i]", "gain sum(piles[0..<j]) - i", "gain j - 2 * i"])
        } else {
            String::new()
        };
        let again = pick(&["", "", "again"]);
        let sign = if falls { "-" } else { "+" };
        moves +=
            &format!("move {name} {{\n  when {guard}{also}\n  {gain}\n  i += {i}\n  j {sign}= {j}\n  {again}\n}}\n");
    }
    let over = if points {
        pick(&["stuck => draw", "end when i == n", "end when i == n => me leads by 3\nstuck => me leads by 1", ""])
    } else {
        pick(&[
            "stuck => me loses",
            "end when i == n => draw\nstuck => me wins",
            "end when j == 5 => me wins\nstuck => draw",
        ])
    };
    let over = if points { over.replace("stuck => draw", "") } else { over };
    let start = if falls { "max(n - 3, 0)" } else { "2" };
    format!(
        "game Walk\nparam piles : list[2..60] of -9..9\nparam from : 0..60 = 0\nlet n = len(piles) - 1\nlet first = min(n, from)\n\
         state i : 0..n = first\nstate j : 0..n = min(n, {start})\n{moves}{over}\n"
    )
}

#[test]
fn stretches_say_what_single_positions_say() {
    let mut random = Random(2_026);
    let mut solved = 0;
    for _ in 0..400 {
        let text = random_rules(&mut random);
        let piles: Vec<i64> = (0..random.between(9, 60)).map(|_| random.between(-9, 9)).collect();
        let from = random.between(0, 12);
        let game = instance(&text, &format!(r#"{{"piles":{piles:?},"from":{from}}}"#));
        if game.recurrence().is_ok() {
            solved += usize::from(check(&game, true));
        }
    }
    assert!(solved > 150, "{solved}");
}
