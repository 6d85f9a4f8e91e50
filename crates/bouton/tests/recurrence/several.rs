//! Games in several variables, a few rows at a time, give what the whole table gives: the value, what each first move is worth, and a line.

use super::agree::Random;
use super::rolling::{first_moves, line, plan, solved};
use super::{gallery, instance, made, rules};
use bouton::game::Game;
use bouton::limits::Limits;
use bouton::{Ask, Instance};

/// Rows, not the code that is taken in place of short ones.
fn limits() -> Limits {
    Limits::default().whole(0).without_jit()
}

/// Solves a game by the table and by a few rows at a time; whether it could be solved so.
fn check(game: &Instance) -> bool {
    let table = solved(game, Ask::Table, &Limits::default()).unwrap();
    for ask in [Ask::Value, Ask::BestMoves, Ask::Line] {
        let found = solved(game, ask, &limits()).unwrap();
        assert_eq!(found.value, table.value, "{}", game.recurrence().unwrap());
        if ask >= Ask::BestMoves {
            first_moves(game, &table, &found);
        }
        if ask >= Ask::Line {
            line(game, &table, &found);
        }
    }
    plan(game, Ask::BestMoves, &limits()).contains("rows at a time")
}

fn grid(random: &mut Random, rows: i64, columns: i64) -> String {
    let row = |random: &mut Random| (0..columns).map(|_| random.between(-9, 9)).collect::<Vec<i64>>();
    let grid: Vec<Vec<i64>> = (0..rows).map(|_| row(random)).collect();
    format!(r#"{{"grid":{grid:?}}}"#)
}

#[test]
fn rectangles_are_valued_in_long_rows() {
    let mut random = Random(41);
    for _ in 0..150 {
        let (rows, columns) = (random.between(7, 12), random.between(1, 9));
        let game = gallery("rectangle", &grid(&mut random, rows, columns));
        assert!(check(&game));
        // A row for each height and width: rows that are long, and whose positions do not wait for each other.
        let plan = plan(&game, Ask::BestMoves, &limits());
        let (rows, whole) = ("one for each bottom − top and right − left", "a whole row at a time");
        assert!(plan.contains(rows) && plan.contains(whole), "{plan}");
    }
}

/// Rules whose moves lead ahead by choices, back down, between players, to ends that are worth something, from the middle of a range.
const OTHERS: [&str; 9] = [
    "game A\nparam x0 : 0..20 = 9\nparam y0 : 0..20 = 3\nparam z0 : 0..20 = 3\nstate x : 0..20 = x0\nstate y : 0..20 = y0\nstate z : 0..20 = z0\nmove a(k in 1..3 if k <= x) { x -= k }\nmove b(k in 1..2 if k <= y) { y -= k }\nmove c { when z > 0; z -= 1 }\nstuck => me loses\n",
    "game B\nplayers Ann, Bea\nparam x0 : 0..20 = 9\nparam y0 : 0..20 = 3\nparam z0 : 0..20 = 3\nstate x : 0..20 = x0\nstate y : 0..20 = y0\nstate z : 0..20 = z0\nmove a(k in 1..3 if k <= x) by Ann { x -= k }\nmove b(k in 1..2 if k <= y) by Bea { y -= k }\nmove c { when z > 0; z -= 1 }\nstuck => me loses\n",
    "game C\nparam x0 : 0..20 = 9\nparam y0 : 0..20 = 3\nparam z0 : 0..20 = 3\nlet n = 20\nstate x : 0..20 = 20 - x0\nstate y : 0..20 = y0\nstate z : 0..20 = z0\nmove a(k in 1..3 if x + k <= n) { gain k * 2; x += k }\nmove b(k in 1..2 if k <= y) { gain k; y -= k; again }\nmove c { when z > 0; gain 3; z -= 1 }\nend when x == n and y == 0 => me leads by 5\nend when x == n\n",
    "game D\nparam x0 : 0..20 = 9\nparam y0 : 0..20 = 3\nparam z0 : 0..20 = 3\nstate x : 0..20 = x0\nstate y : 0..20 = y0\nstate z : 0..20 = z0\nmove a(k in [1, 4, 5] if k <= x) { x -= k }\nmove b(k in 1..2 if k <= y and k <= x) { y -= k; x -= k }\nmove c { when z > 0; z -= 1; when x > 0; x -= 1 }\nend when x == 0 => me loses\nstuck => draw\n",
    "game E\nparam x0 : 0..20 = 9\nparam y0 : 0..20 = 3\nparam z0 : 0..20 = 3\nstate x : 0..20 = x0\nstate y : 0..20 = y0\nstate z : 0..20 = z0\nmove a(k in 1..2, j in 0..k if k <= x and j <= y) { gain k + j; x -= k; y -= j }\nmove c { when z > 0 and x > 0; gain 2; z -= 1; x -= 1 }\nend when x == 0 and y == 0 and z == 0\n",
    "game F\nparam x0 : 0..20 = 9\nparam y0 : 0..20 = 3\nparam z0 : 0..20 = 3\nstate x : 0..20 = x0\nstate y : 0..20 = y0\nstate z : 0..20 = z0\ninvariant x >= z\nmove a { when x > z; gain 1; x -= 1 }\nmove c { when z > 0; gain 1; z -= 1 }\nmove d { when y > 0; gain 1; y -= 1 }\nremaining x + y + z\nend when x == 0 and y == 0 and z == 0\n",
    "game H\nparam x0 : 0..20 = 9\nparam y0 : 0..20 = 3\nparam z0 : 0..20 = 3\nstate x : 0..20 = x0\nstate y : 0..20 = y0\nstate z : 0..20 = z0\nmove a { when x > 0; x -= 1 }\nmove b { when y > 0 and x > 0; y -= 1; x -= 1 }\nmove c { when z > 1; z -= 2 }\nend when z == 0 => me wins\nstuck => me loses\n",
    "game I\nparam x0 : 0..20 = 9\nparam y0 : 0..20 = 3\nparam z0 : 0..20 = 3\nstate x : 0..20 = x0\nstate y : 0..20 = y0\nstate z : 0..20 = z0\nmove a { when x > 0; gain x - y; x -= 1 }\nmove b { when y > 0; gain 2 * z - x; y -= 1; again }\nmove c { when z > 0; gain y + 1; z -= 1 }\nend when x == 0 => me leads by 3\n",
    "game J\nparam x0 : 0..20 = 9\nparam y0 : 0..20 = 3\nparam z0 : 0..20 = 3\nstate x : 0..20 = 20 - x0\nstate y : 0..20 = y0\nstate z : 0..20 = z0\nmove a { when x < 20; gain y; x += 1 }\nmove b { when y > 0 and z < 20; gain 1 - z; y -= 1; z += 1 }\nmove c { when z > 0 and x < 20; gain x; z -= 1; x += 1 }\nend when x == 20\n",
];

#[test]
fn other_rules_in_a_few_rows_or_a_table() {
    let mut random = Random(43);
    for (which, text) in OTHERS.iter().enumerate() {
        let (checked, findings) = bouton_rules::check(&bouton_rules::Source::new("test", *text));
        let Some(_) = checked else { panic!("{which}: {findings:?}") };
        let rules = rules(text);
        let mut in_rows = 0;
        for _ in 0..40 {
            let [y, z] = [random.between(0, 3), random.between(0, 3)];
            let x = random.between(z, 20);
            in_rows += usize::from(check(&made(&rules, &format!(r#"{{"x0":{x},"y0":{y},"z0":{z}}}"#))));
        }
        assert!(in_rows > 10, "{which}: {in_rows}");
    }
}

#[test]
fn a_position_out_of_bounds_is_left_to_the_rules() {
    // A move that leaves its bounds: in rows as in a table it is the rules that say so.
    let text = "game G\nparam n : 0..20 = 12\nstate x : 0..20 = n\nstate y : 0..5 = 5\nstate z : 0..5 = 0\nmove a { when x > 0; x -= 1; y -= 1 }\nmove b { when x > 0; x -= 1; z += 1 }\nstuck => me loses\n";
    let game = instance(text, "{}");
    let (plain, rows) = (solved(&game, Ask::Table, &Limits::default()), solved(&game, Ask::Value, &limits()));
    assert_eq!(plain.unwrap_err().to_string(), rows.unwrap_err().to_string());
}
