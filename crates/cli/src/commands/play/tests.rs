//! The full screen without a terminal: keys in, cells out.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use super::draw::{Look, draw};
use super::view::{Next, View};
use crate::style::{Paint, When};
use bouton::game::Game;
use bouton::instance::from_json;
use bouton::rules::{Source, check};
use bouton::{Ask, Instance, Limits, Player, Silent, Solution, gallery};
use bouton_teach::play::{Level, Session, Table, Talk};
use bouton_teach::scene;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use std::sync::Arc;

struct Solved {
    game: Instance,
    solution: Solution<Instance>,
}

fn solved(name: &str, params: &str) -> Solved {
    let game = gallery::find(name).unwrap();
    let rules = Arc::new(check(&Source::new(game.name, game.text)).0.unwrap());
    let params = from_json(&rules, &serde_json::from_str(params).unwrap()).unwrap();
    let game = Instance::new(rules, &params).unwrap();
    let start = game.start().unwrap();
    let solution = bouton::solve(&game, &start, &Ask::Table, &Limits::default(), None, &Silent).unwrap();
    Solved { game, solution }
}

fn view(solved: &Solved) -> View<'_> {
    let table = Table { you: Some(Player::First), level: Level::Perfect, seed: 1 };
    let start = solved.game.start().unwrap();
    let session = Session::new(&solved.game, Some(&solved.solution), &start, table).unwrap();
    let talk = Talk { session, values: false, look: scene::Look::default() };
    View::new(talk, vec![scene::heading(&solved.game), "you are Alice".to_owned()]).unwrap()
}

fn press(view: &mut View, keys: &[KeyCode]) -> Next {
    keys.iter().map(|key| view.press(KeyEvent::new(*key, KeyModifiers::NONE)).unwrap()).last().unwrap()
}

fn letters(text: &str) -> Vec<KeyCode> {
    text.chars().map(KeyCode::Char).collect()
}

/// The screen as it stands, row by row.
fn screen(view: &View, look: Look, (width, height): (u16, u16)) -> (Vec<String>, TestBackend) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(view, look, frame)).unwrap();
    let backend = terminal.backend().clone();
    let cells = backend.buffer().content().chunks(usize::from(width));
    let rows = cells.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned());
    (rows.collect(), backend)
}

fn plain() -> Look {
    Look { paint: Paint::stdout(When::Never), ascii: true }
}

#[test]
fn the_screen_has_board_moves_game_and_note() {
    let solved = solved("stone-game", r#"{"piles":[5,3,4,5]}"#);
    let mut view = view(&solved);
    press(&mut view, &[KeyCode::Char('h'), KeyCode::Enter]);
    let (rows, _) = screen(&view, plain(), (70, 20));
    let expected = "\
Stone Game, Predict the Winner      piles = [5, 3, 4, 5]
you are Alice
+ board -----------------------------------++ moves -----------------+
| [3 4]                                    ||>   left    v -1        |
| Alice to move      Alice 5, Bob 5        ||  * right   ^ +1        |
+------------------------------------------+|                        |
                                            |                        |";
    for (row, expected) in rows.iter().zip(expected.lines()).take(5) {
        assert_eq!(row, expected);
    }
    let whole = rows.join("\n");
    assert!(whole.contains("|  1  Alice left +5") && whole.contains("|  2  Bob right +5"), "{whole}");
    assert!(whole.contains("+ note ") && whole.contains("|Alice left +5"), "{whole}");
    assert!(whole.contains("q quit") && whole.contains("r restart"), "{whole}");
}

#[test]
fn the_smallest_and_the_largest_terminal_are_drawn() {
    let solved = solved("mnk", "{}");
    let mut view = view(&solved);
    press(&mut view, &[KeyCode::Char('w')]);
    for size in [(1, 1), (10, 3), (40, 8), (80, 24), (300, 100)] {
        assert_eq!(screen(&view, plain(), size).0.len(), usize::from(size.1));
    }
}

#[test]
fn signs_have_their_colours_and_stay_signs() {
    let solved = solved("stone-game", r#"{"piles":[5,3,4,5]}"#);
    let mut view = view(&solved);
    press(&mut view, &[KeyCode::Char('h'), KeyCode::Char('l'), KeyCode::Enter]);
    let look = Look { paint: Paint::stdout(When::Always), ascii: false };
    let (_, backend) = screen(&view, look, (80, 24));
    let colours = |sign: &str| {
        let cells = backend.buffer().content().iter().filter(|cell| cell.symbol() == sign);
        cells.map(|cell| cell.fg).collect::<Vec<Color>>()
    };
    assert!(!colours("▲").is_empty() && !colours("▼").is_empty());
    assert!(colours("▲").iter().chain(&colours("▼")).all(|colour| matches!(colour, Color::Indexed(_))));
    assert_ne!(colours("▲")[0], colours("▼")[0]);
}

#[test]
fn arrows_step_through_the_game_and_enter_goes_on_from_there() {
    let solved = solved("stone-game", r#"{"piles":[5,3,4,5,2,6]}"#);
    let mut view = view(&solved);
    press(&mut view, &[KeyCode::Char(' '), KeyCode::Char(' ')]);
    assert_eq!((view.talk.session.past().len(), view.at), (4, None));
    press(&mut view, &[KeyCode::Left]);
    assert_eq!(view.at, Some(3));
    press(&mut view, &[KeyCode::Up]);
    assert_eq!(view.at, Some(0));
    press(&mut view, &[KeyCode::Right, KeyCode::Right]);
    assert_eq!(view.at, Some(2));
    press(&mut view, &[KeyCode::Down]);
    assert_eq!(view.at, None);
    press(&mut view, &[KeyCode::Up, KeyCode::Right, KeyCode::Right, KeyCode::Enter]);
    assert_eq!((view.talk.session.past().len(), view.at), (2, None));
}

#[test]
fn every_key_does_what_the_page_says() {
    let solved = solved("stone-game", r#"{"piles":[5,3,4,5]}"#);
    let mut view = view(&solved);
    press(&mut view, &[KeyCode::Char('i')]);
    assert_eq!(view.note, ["★ left  right   ▲ +1"]);
    press(&mut view, &[KeyCode::Char('x')]);
    assert!(view.note[0].contains("left costs nothing"), "{:?}", view.note);
    press(&mut view, &[KeyCode::Tab, KeyCode::Enter]);
    assert_eq!(view.talk.session.past()[0].mv, "right");
    press(&mut view, &[KeyCode::Char('u')]);
    assert!(view.talk.session.past().is_empty());
    press(&mut view, &[KeyCode::Char('f')]);
    assert_eq!((view.talk.session.you(), view.talk.session.past().len()), (Some(Player::Second), 1));
    press(&mut view, &[KeyCode::Char('r')]);
    assert_eq!(view.note[0], "a new game");
    assert_eq!(press(&mut view, &[KeyCode::Char('?')]), Next::Stay);
    assert!(view.note.len() > 8);
    assert_eq!(press(&mut view, &[KeyCode::Char('q')]), Next::Quit);
    let control = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(view.press(control).unwrap(), Next::Interrupted);
}

#[test]
fn moves_can_be_typed_and_given_up() {
    let solved = solved("stone-game", r#"{"piles":[5,3,4,5]}"#);
    let mut view = view(&solved);
    press(&mut view, &letters(":rightt"));
    assert_eq!(view.typed.as_deref(), Some("rightt"));
    assert!(screen(&view, plain(), (70, 20)).0.join("\n").contains("move or word: rightt_"));
    press(&mut view, &[KeyCode::Enter]);
    assert_eq!(view.note[0], "`rightt` is no legal move here");
    press(&mut view, &letters("leftt"));
    press(&mut view, &[KeyCode::Backspace, KeyCode::Enter]);
    assert_eq!(view.talk.session.past()[0].mv, "left");
    press(&mut view, &letters(":righ"));
    press(&mut view, &[KeyCode::Esc]);
    assert_eq!((view.typed.as_deref(), view.talk.session.past().len()), (None, 2));
}
