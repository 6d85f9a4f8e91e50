//! Rows of nimbers against the definition: the least number that no option has.

use super::{Solved, english, instance};
use bouton::game::{Game, Part};
use bouton_teach::table::{self, CellKind, Worth};
use bouton_teach::why;
use std::collections::HashMap;

/// The nimber of a part by definition, from the rules' own options.
fn nimber(solved: &Solved, part: Part, known: &mut HashMap<Part, u64>) -> u64 {
    if let Some(nimber) = known.get(&part) {
        return *nimber;
    }
    let options = solved.game.parts().unwrap().options(part).unwrap();
    let found: Vec<u64> =
        options.iter().map(|way| way.iter().fold(0, |sum, part| sum ^ nimber(solved, *part, known))).collect();
    let least = (0..).find(|least| !found.contains(least)).unwrap();
    known.insert(part, least);
    least
}

#[test]
fn rows_of_nimbers_follow_the_definition() {
    let cases = [
        ("kayles", r#"{"rows": [14, 3]}"#),
        ("dawson", r#"{"rows": [12]}"#),
        ("lasker", r#"{"heaps": [7, 5]}"#),
        ("grundy-heaps", r#"{"heaps": [11, 4]}"#),
        ("nim", r#"{"heaps": [3, 4, 5]}"#),
        ("take-a-square", r#"{"heaps": [17]}"#),
        ("stalks", r#"{"stalks": [3], "trunks": [2], "branches": [2]}"#),
    ];
    for (name, params) in cases {
        let solved = Solved::new(instance(name, params), Some("grundy")).unwrap();
        let table = table::nimbers(&solved.scene(), None, 1_000, &[]).unwrap();
        assert_eq!(table.kind, CellKind::Nimber);
        let mut known = HashMap::new();
        for part in solved.game.parts().unwrap().split(&solved.at) {
            nimber(&solved, part, &mut known);
        }
        assert_eq!(table.cells.len(), known.len(), "{name}");
        for (part, nimber) in known {
            let shown = solved.scene().part(part).1;
            let cell = table.cells.iter().find(|cell| cell.position == shown).unwrap();
            assert_eq!(cell.worth, Worth::Nimber(nimber), "{name}: {shown}");
        }
        table::text(&table, table::Arrows::Line, english()).unwrap();
        table::svg(&table, table::Arrows::Line, english()).unwrap();
    }
}

#[test]
fn the_nim_sum_names_the_moves_that_make_it_0() {
    let solved = Solved::new(instance("kayles", r#"{"rows": [5, 7]}"#), Some("grundy")).unwrap();
    let why = why::why(&solved.scene(), &why::Question::default()).unwrap();
    let nim = why.nim.unwrap();
    assert_eq!(nim.sum, nim.parts.iter().fold(0, |sum, (_, nimber)| sum ^ nimber));
    let mut known = HashMap::new();
    for choice in solved.scene().answer(&solved.at).unwrap().moves {
        let parts = solved.game.parts().unwrap().split(&choice.next);
        let sum = parts.into_iter().fold(0, |sum, part| sum ^ nimber(&solved, part, &mut known));
        assert_eq!(sum == 0, nim.zeroing.contains(&solved.game.show_move(&choice.mv)), "{choice:?}");
    }
}

#[test]
fn tables_of_plain_rules_hold_nimbers_by_the_definition() {
    let cases = [
        ("wythoff", r#"{"a": 5, "b": 4}"#),
        ("subtraction", r#"{"n": 20, "takes": [1, 3, 4]}"#),
        ("divisor-game", r#"{"n": 30}"#),
    ];
    for (name, params) in cases {
        let solved = Solved::new(instance(name, params), None).unwrap();
        let table = table::nimbers(&solved.scene(), None, 1_000, &[]).unwrap();
        assert_eq!(table.kind, CellKind::Nimber);
        for cell in &table.cells {
            let found: Vec<Worth> = cell.reads.iter().map(|read| table.cells[read.to[0]].worth).collect();
            let least = (0..).map(Worth::Nimber).find(|least| !found.contains(least));
            assert_eq!(Some(cell.worth), least, "{name}: {}", cell.position);
            assert!(cell.reads.iter().all(|read| read.best == (read.worth == Worth::Nimber(0))));
        }
        table::text(&table, table::Arrows::Best, english()).unwrap();
        table::html(&table, table::Arrows::Line, english()).unwrap();
    }
    let solved = Solved::new(instance("hexapawn", "{}"), None).unwrap();
    assert!(table::nimbers(&solved.scene(), None, 100_000, &[]).is_err());
}
