//! Recurrences as mathematics, held against positions.

use super::{instance, solved};
use bouton::game::Game;
use bouton_teach::formula;
use bouton_teach::recurrence::formulas;
use bouton_teach::words::Lang;

fn lines(name: &str, params: &str) -> Vec<String> {
    let game = instance(name, params);
    formula::cases(&formulas(String::new(), String::new(), &game).main, Lang::English)
}

#[test]
fn the_classic_recurrences_read_as_in_books() {
    assert_eq!(
        lines("stone-game-iii", r#"{"values": [1, 2, 3, 7]}"#)[0].split("   ").next().unwrap(),
        "v(i) = max sum(values[i ..< i + x]) − v(i + x)"
    );
    assert_eq!(
        lines("stone-game", r#"{"piles": [5, 3, 4, 5]}"#)[0].split("   ").next().unwrap(),
        "v(i, j) = max(piles[i] − v(i + 1, j), piles[j − 1] − v(i, j − 1))"
    );
    assert_eq!(
        lines("kayles", r#"{"rows": [5]}"#),
        ["g(n) = mex g(at) ⊕ g(n − w − at)   over 1 ≤ w ≤ 2, 0 ≤ at ≤ n − w"]
    );
}

#[test]
fn what_is_left_is_listed_as_positions_say() {
    let solved = solved("stone-game-ii", r#"{"piles": [2, 7, 9, 4, 4]}"#);
    let found = formulas(String::new(), String::new(), &solved.game);
    let points = found.points.unwrap();
    let (name, values) = points.values.unwrap();
    assert_eq!(name, "i");
    for (i, value) in values.iter().enumerate() {
        let at = solved.game.read_position(&format!("i={i}")).unwrap();
        assert_eq!(solved.scene().remaining(&at), Some(*value));
    }
    assert_eq!(values.len(), 6);
    assert_eq!(found.order, [("i".to_owned(), false)]);
}

#[test]
fn games_without_closed_forms_say_why() {
    let game = instance("cat-and-mouse", r#"{"graph": [[1,3],[0],[3],[0,2]]}"#);
    let found = formulas(String::new(), String::new(), &game);
    assert!(found.reason.is_some_and(|reason| reason.contains("line 14")));
    assert!(game.recurrence().is_err());
}

#[test]
fn points_are_not_told_where_players_do_not_share_them_in_turn() {
    let game = instance("stone-game-vii", r#"{"stones": [5, 3, 1]}"#);
    assert!(formulas(String::new(), String::new(), &game).points.is_none(), "no `remaining` line stands in its rules");
}
