//! Every game of the gallery has a picture, and the picture is one.

use super::{Solved, english, from_json, rules};
use bouton::Instance;
use bouton::gallery::games;
use bouton_teach::picture::Place;
use bouton_teach::recurrence::formulas;
use bouton_teach::refusal::Refusal;
use bouton_teach::table::{self, Arrows};
use bouton_teach::tree::{self, Size};
use bouton_teach::words::Lang;
use bouton_teach::{formula, line, recurrence, why};
use serde_json::{Map, Value as Json};
use std::fs;

/// The first case of a game that is not over at once; of Othello, whose other board is for release builds, one that is. None where all are for
/// release builds.
pub(super) fn first_case(name: &str) -> Option<Solved> {
    let mut over = None;
    let path = format!("{}/../../games/{name}.cases.jsonl", env!("CARGO_MANIFEST_DIR"));
    let rules = rules(name);
    for row in fs::read_to_string(path).unwrap().lines() {
        let case: Map<String, Json> = serde_json::from_str(row).unwrap();
        if case.get("large").is_some() || case.get("only").is_some() {
            continue;
        }
        let params = from_json(&rules, case["params"].as_object().unwrap()).unwrap();
        let solved = Solved::new(Instance::new(rules.clone(), &params).unwrap(), None);
        match solved {
            Some(solved) if !solved.scene().over(&solved.at).unwrap() => return Some(solved),
            solved => over = over.or(solved),
        }
    }
    over
}

/// The numbers of a path or another attribute.
fn numbers(text: &str) -> Vec<i64> {
    text.split(|letter: char| !letter.is_ascii_digit() && letter != '-').filter_map(|word| word.parse().ok()).collect()
}

/// No arrow goes over a box, and so over nothing that is written in one.
fn has_free_arrows(name: &str, svg: &str) -> usize {
    let read = roxmltree::Document::parse(svg).unwrap();
    let cells = read.descendants().filter(|node| node.attribute("class").is_some_and(|class| class.contains("cell")));
    let side = |of: &roxmltree::Node, side: &str| of.attribute(side).unwrap().parse::<i64>().unwrap();
    let rectangles = cells.filter_map(|cell| cell.children().find(|child| child.tag_name().name() == "rect"));
    let boxes: Vec<Place> = rectangles
        .map(|of| Place { x: side(&of, "x"), y: side(&of, "y"), w: side(&of, "width"), h: side(&of, "height") })
        .collect();
    let arrows = read.descendants().filter(|node| node.attribute("class") == Some("arrow"));
    let arrows: Vec<Vec<i64>> = arrows.map(|arrow| numbers(arrow.attribute("d").unwrap())).collect();
    for arrow in &arrows {
        let points: Vec<(i64, i64)> = arrow.chunks(2).map(|point| (point[0], point[1])).collect();
        for step in points.windows(2) {
            let crossed = boxes.iter().find(|place| place.is_crossed(step[0], step[1]));
            assert_eq!(crossed, None, "{name}: {step:?} of {arrow:?}");
        }
    }
    arrows.len()
}

#[test]
fn arrows_go_between_boxes_and_not_over_their_numbers() {
    let mut arrows = 0;
    for game in games() {
        let Some(solved) = first_case(game.name) else { continue };
        for which in [Arrows::Line, Arrows::Best] {
            let table = table::table(&solved.scene(), None, 20_000, &[]);
            if let Ok(svg) = table.and_then(|table| table::svg(&table, which, english())) {
                arrows += has_free_arrows(game.name, &svg);
            }
        }
    }
    let rules = rules("stone-game-ii");
    let params = serde_json::json!({"piles": [2, 7, 9, 4, 4]});
    let params = from_json(&rules, params.as_object().unwrap()).unwrap();
    let solved = Solved::new(Instance::new(rules, &params).unwrap(), None).unwrap();
    let table = table::table(&solved.scene(), None, 20_000, &[]).unwrap();
    let svg = table::svg(&table, Arrows::Line, english()).unwrap();
    assert_eq!(has_free_arrows("1140", &svg), 3);
    println!("{arrows} arrows");
    assert!(arrows > 300, "{arrows}");
}

/// A picture that a program can read, with words for those who cannot see it.
fn is_picture(name: &str, svg: &str) {
    let read = roxmltree::Document::parse(svg).unwrap_or_else(|wrong| panic!("{name}: {wrong}\n{svg}"));
    let root = read.root_element();
    assert_eq!(root.tag_name().name(), "svg", "{name}");
    for part in ["title", "desc"] {
        let words = root.children().find(|child| child.has_tag_name((root.tag_name().namespace().unwrap(), part)));
        assert!(words.and_then(|words| words.text()).is_some_and(|text| text.trim().len() > 3), "{name} has no {part}");
    }
    let (width, height): (f64, f64) =
        (root.attribute("width").unwrap().parse().unwrap(), root.attribute("height").unwrap().parse().unwrap());
    for text in read.descendants().filter(|node| node.has_tag_name((root.tag_name().namespace().unwrap(), "text"))) {
        let at = |side: &str| text.attribute(side).unwrap().parse::<f64>().unwrap();
        let mark =
            text.text().is_some_and(|text| text.trim().chars().count() > 1 && text.trim().ends_with(['▲', '▼', '■']));
        assert!(!mark, "{name}: {text:?} ends before what its last mark means");
        // Small letters and those about a middle take less than is reckoned for.
        let letter = if text.attribute("class") == Some("head") { 8.0 } else { 6.0 };
        let letters = text.text().map_or(0, |text| text.trim().chars().count()) as f64 * letter;
        let (left, right) =
            if text.attribute("text-anchor").is_some() { (letters / 2.0, letters / 2.0) } else { (0.0, letters) };
        assert!(at("x") - left >= 0.0 && at("x") + right <= width && at("y") <= height, "{name}: {text:?} is cut off");
    }
}

#[test]
fn every_game_of_the_gallery_has_a_picture() {
    let (mut tables, mut trees) = (0, 0);
    for game in games() {
        let Some(solved) = first_case(game.name) else { continue };
        let table = table::table(&solved.scene(), None, 20_000, &[]);
        let drawn = table.and_then(|table| table::svg(&table, Arrows::Line, english()));
        match drawn {
            Ok(svg) => {
                is_picture(game.name, &svg);
                tables += 1;
            }
            Err(Refusal::TooLarge { .. }) => {}
            Err(refusal) => panic!("{}: {refusal}", game.name),
        }
        let tree = tree::tree(&solved.scene(), Size { depth: None, most: 60 }).unwrap();
        is_picture(game.name, &tree::svg(&tree, english()).unwrap());
        trees += 1;
    }
    println!("{tables} tables and {trees} trees drawn");
    assert!(tables > 25 && trees > 40, "{tables} tables, {trees} trees");
}

#[test]
fn every_game_of_the_gallery_can_be_explained_in_both_languages() {
    for game in games() {
        let Some(solved) = first_case(game.name) else { continue };
        let scene = solved.scene();
        let explained = why::why(&scene, &why::Question { levels: 2, ..why::Question::default() }).unwrap();
        let line = line::line(&scene, 20).unwrap();
        let formulas = formulas(scene.title(), scene.params(), scene.game);
        for lang in [Lang::English, Lang::Chinese] {
            let look = bouton_teach::scene::Look { lang, ascii: false };
            let texts = [why::text(&explained, look), line::text(&line, look), recurrence::text(&formulas, look)];
            assert!(texts.iter().all(|text| text.len() > 1), "{}: {texts:?}", game.name);
        }
        latex_is_balanced(game.name, &recurrence::latex(&formulas, english()).join("\n"));
        let mathml = formula::mathml(&formulas.main, Lang::English);
        roxmltree::Document::parse(&mathml).unwrap_or_else(|wrong| panic!("{}: {wrong}\n{mathml}", game.name));
        if let Ok(lines) = table::table(&scene, None, 2_000, &[]).and_then(|table| table::latex(&table, english())) {
            latex_is_balanced(game.name, &lines.join("\n"));
        }
    }
}

/// Braces, `\left … \right`, and environments close in the order in which they open. Where TeX is installed it must compile too.
pub(crate) fn latex_is_balanced(name: &str, text: &str) {
    let mut open: Vec<String> = Vec::new();
    let text: String = text.lines().filter(|line| !line.starts_with('%')).collect::<Vec<_>>().join("\n");
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['\\', '{', '}']) {
        let (sign, after) = (&rest[at..=at], &rest[at + 1..]);
        rest = after;
        match sign {
            "{" => open.push("{".to_owned()),
            "}" => assert_eq!(open.pop().as_deref(), Some("{"), "{name}: {text}"),
            _ => rest = command(name, after, &mut open),
        }
    }
    assert!(open.is_empty(), "{name}: {open:?} stay open in {text}");
    compiled(name, &text);
}

/// Reads what follows a backslash; gives what comes after it.
fn command<'t>(name: &str, after: &'t str, open: &mut Vec<String>) -> &'t str {
    let word: String = after.chars().take_while(char::is_ascii_alphabetic).collect();
    if word.is_empty() {
        return after.get(1..).unwrap_or_default();
    }
    let rest = &after[word.len()..];
    let environment = |rest: &str| rest[1..rest.find('}').unwrap()].to_owned();
    match word.as_str() {
        "begin" => open.push(environment(rest)),
        "end" => assert_eq!(open.pop(), Some(environment(rest)), "{name}"),
        "left" => open.push("left".to_owned()),
        "right" => assert_eq!(open.pop().as_deref(), Some("left"), "{name}"),
        _ => return rest,
    }
    match word.as_str() {
        "begin" | "end" => &rest[rest.find('}').unwrap() + 1..],
        // The bracket that follows may be an escaped brace.
        _ => rest,
    }
}

/// Compiles a piece of LaTeX, if there is a TeX here.
fn compiled(name: &str, text: &str) {
    let Ok(version) = std::process::Command::new("pdflatex").arg("--version").output() else { return };
    assert!(version.status.success());
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("latex");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("piece.tex");
    let packages = "\\usepackage[utf8]{inputenc}\\usepackage{amsmath,amssymb}";
    fs::write(&file, format!("\\documentclass{{article}}{packages}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"))
        .unwrap();
    let mut run = std::process::Command::new("pdflatex");
    run.args(["-interaction=batchmode", "-halt-on-error", "piece.tex"]).current_dir(&folder);
    assert!(run.output().unwrap().status.success(), "{name} does not compile:\n{text}");
}
