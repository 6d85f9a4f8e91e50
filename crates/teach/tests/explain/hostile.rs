//! Names that would break a page or a picture: everything is escaped.

use super::gallery::latex_is_balanced;
use super::{Solved, english, read};
use bouton::Instance;
use bouton_teach::recurrence::{self, formulas};
use bouton_teach::table::{self, Arrows};
use bouton_teach::tree::{self, Size};
use bouton_teach::why;

const RULES: &str = r#"game Hostile "</script><svg onload='x'>&amp; ]]> {} \\ %_$#^~ \"quoted\""
players Ann, Ben

param words : text = "</title>&<b>"
state n : 0..6 = 6
state word : text_of = plain

type text_of = {plain, fancy}

move take(k in 1..2) {
  when k <= n
  gain k
  n -= k
  word = if n % 2 == 0 then plain else fancy
}

end when n == 0
show words as row
"#;

fn hostile() -> Solved {
    let rules = RULES.replace(
        "state word : text_of = plain\n\ntype text_of = {plain, fancy}\n",
        "type Kind = {plain, fancy}\nstate word : Kind = plain\n",
    );
    Solved::new(Instance::new(read(&rules), &[None]).unwrap(), None).unwrap()
}

#[test]
fn hostile_names_break_no_picture_and_no_page() {
    let solved = hostile();
    let table = table::table(&solved.scene(), None, 100, &[]).unwrap();
    let svg = table::svg(&table, Arrows::Best, english()).unwrap();
    roxmltree::Document::parse(&svg).unwrap();
    let html = table::html(&table, Arrows::Line, english()).unwrap();
    assert_eq!(html.matches("</script").count(), 2, "only our own scripts end");
    assert!(!html.contains("<svg onload") && !html.contains("<b>"), "{html}");
    let loads = html.replace("http://www.w3.org/2000/svg", "");
    assert!(
        !loads.contains("http://") && !loads.contains("https://") && !loads.contains("src="),
        "the page loads nothing"
    );
    let tree = tree::tree(&solved.scene(), Size { depth: None, most: 60 }).unwrap();
    roxmltree::Document::parse(&tree::svg(&tree, english()).unwrap()).unwrap();
    let dot = tree::dot(&tree, english()).join("\n");
    assert!(!dot.replace("\\\"", "").contains("quoted\""), "{dot}");
    let formulas = formulas(solved.scene().title(), solved.scene().params(), &solved.game);
    assert!(!recurrence::html(&formulas, english()).contains("<svg onload"));
    latex_is_balanced("hostile", &table::latex(&table, english()).unwrap().join("\n"));
}

#[test]
fn markdown_keeps_its_columns() {
    let solved = hostile();
    let table = table::table(&solved.scene(), None, 100, &[]).unwrap();
    let lines = table::markdown(&table, Arrows::Line, english()).unwrap();
    let columns = |line: &str| line.replace("\\|", "").matches('|').count();
    let rows: Vec<&String> = lines.iter().filter(|line| line.starts_with('|')).collect();
    assert!(rows.iter().all(|row| columns(row) == columns(rows[0])), "{lines:#?}");
    let why = why::why(&solved.scene(), &why::Question::default()).unwrap();
    let lines = why::markdown(&why, english());
    let rows: Vec<&String> = lines.iter().filter(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 2 && rows.iter().all(|row| columns(row) == columns(rows[0])), "{lines:#?}");
}
