//! Worksheets: what is left out can be worked out, what is shown is right, and the key has it all.

use super::{english, gallery::first_case, solved};
use bouton::gallery::games;
use bouton_teach::scene::Look;
use bouton_teach::table::{self, Table, Worth};
use bouton_teach::words::Lang;
use bouton_teach::worksheet::{Sheet, Wanted, html, items, json, latex, sheet, text};

fn made(solved: &super::Solved, blank: u8, seed: u64) -> Option<Sheet> {
    let table = table::table(&solved.scene(), None, 400, &[]).ok()?;
    Some(sheet(&solved.scene(), table, Wanted { blank, seed, given: true }).unwrap())
}

/// The values that stand in the cells of a page, row by row: nothing in what is left out.
fn read_cells(page: &str) -> Vec<Option<String>> {
    let page = page.split("<section class=\"key\">").next().unwrap();
    let read = |cell: &str| match cell.split_once('>') {
        Some((class, _)) if class.contains("corner") || class.contains("hole") => None,
        Some((class, _)) if class.contains("blank") => Some(None),
        Some((_, text)) => Some(Some(text.split("</td>").next().unwrap().to_owned())),
        None => None,
    };
    page.split("<td").skip(1).filter_map(read).collect()
}

/// The cells of a table in the order in which a page shows them.
fn in_order(table: &Table) -> Vec<usize> {
    (0..table.slices()).flat_map(|slice| table.slice(slice)).flatten().flatten().collect()
}

#[test]
fn what_a_sheet_shows_is_what_was_solved_and_the_rest_is_left_out() {
    let solved = solved("stone-game-ii", r#"{"piles":[2,7,9,4,4]}"#);
    let sheet = made(&solved, 40, 3).unwrap();
    let cells = read_cells(&html(&sheet, english()).unwrap());
    let order = in_order(&sheet.table);
    assert_eq!(cells.len(), order.len());
    for (shown, at) in cells.iter().zip(order) {
        let cell = &sheet.table.cells[at];
        assert_eq!(shown.is_none(), cell.blank);
        let Some(shown) = shown else { continue };
        let Worth::Value(value) = cell.worth else { panic!("a nimber") };
        let position = solved.game.read_position(&cell.position).unwrap();
        assert_eq!(solved.scene().value(&position), Ok(value));
        assert!(shown.ends_with(&value.to_string()), "{shown} {value}");
    }
}

#[test]
fn as_many_values_are_left_out_as_was_asked() {
    let solved = solved("stone-game-ii", r#"{"piles":[2,7,9,4,4]}"#);
    let open = made(&solved, 0, 1).unwrap().table.cells.iter().filter(|cell| !cell.over).count();
    for (percent, blanks) in [(0, 0), (1, 1), (40, (open * 40).div_ceil(100)), (100, open)] {
        let sheet = made(&solved, percent, 1).unwrap();
        assert_eq!(sheet.blanks(), blanks, "{percent}%");
        assert_eq!(sheet.table.cells[0].blank, percent > 0);
        assert!(sheet.key().cells.iter().all(|cell| !cell.blank));
    }
    let chosen = |seed| made(&solved, 50, seed).unwrap().table.cells.iter().map(|cell| cell.blank).collect::<Vec<_>>();
    assert_eq!(chosen(3), chosen(3));
    assert!((0..9).any(|seed| chosen(seed) != chosen(3)));
}

#[test]
fn every_game_with_a_small_table_has_a_sheet_in_every_form_and_language() {
    let mut sheets = 0;
    for game in games() {
        let Some(solved) = first_case(game.name) else { continue };
        let Some(sheet) = made(&solved, 40, 3).filter(|sheet| !sheet.table.cells[0].over) else { continue };
        for lang in [Lang::English, Lang::Chinese] {
            let look = Look { lang, ascii: false };
            let items = items(&sheet, lang);
            assert!(items.len() >= 3 && items.iter().all(|item| !item.question.is_empty() && !item.answer.is_empty()));
            let Ok(page) = html(&sheet, look) else { continue };
            assert!(!page.contains("<script") && !page.contains("http://") || page.contains("MathML"), "{}", game.name);
            balanced(game.name, &latex(&sheet, look).unwrap().join("\n"));
            assert_eq!(json(&sheet, lang)["blank"].as_array().unwrap().len(), sheet.blanks());
            if let Ok(lines) = text(&sheet, look) {
                let sheet_part = lines.iter().take_while(|line| !line.starts_with("----")).cloned().collect::<String>();
                assert!(sheet.blanks() == 0 || sheet_part.contains('_'), "{}", game.name);
            }
        }
        sheets += 1;
    }
    println!("{sheets} worksheets");
    assert!(sheets > 20, "{sheets}");
}

/// What an engine would refuse at once: braces and environments that do not close, dollars that stand alone.
fn balanced(name: &str, latex: &str) {
    let mut depth = 0_i64;
    let mut dollars = 0;
    let mut before = ' ';
    for letter in latex.chars() {
        match letter {
            '{' if before != '\\' => depth += 1,
            '}' if before != '\\' => depth -= 1,
            '$' if before != '\\' => dollars += 1,
            _ => {}
        }
        assert!(depth >= 0, "{name}: a brace too many\n{latex}");
        before = letter;
    }
    assert_eq!((depth, dollars % 2), (0, 0), "{name}\n{latex}");
    assert_eq!(latex.matches("\\begin{").count(), latex.matches("\\end{").count(), "{name}");
}

#[test]
fn the_key_answers_with_what_best_play_gets() {
    let solved = solved("stone-game-ii", r#"{"piles":[2,7,9,4,4]}"#);
    let sheet = made(&solved, 40, 3).unwrap();
    let answers: Vec<String> = items(&sheet, Lang::English).into_iter().map(|item| item.answer).collect();
    assert_eq!(answers[0], "Alice 10, Bob 16");
    assert_eq!(answers[1], "take(1)");
    assert!(answers[2].starts_with("take(2) costs 2: −8 instead of −6."));
    assert_eq!(answers[3], "Alice take(1) +2 · Bob take(2) +16 · Alice take(2) +8");
}
