//! Games played to their end: perfect play gets what the table says, whoever sits where; moves are understood however they are typed.

use super::{english, gallery::first_case, solved};
use bouton::gallery::games;
use bouton::game::Game;
use bouton::rules::Player;
use bouton::{Outcome, Value};
use bouton_teach::play::{End, Level, Said, Session, Table, Talk, Typed, WORDS, Wanted, read};
use bouton_teach::refusal::Refusal;
use std::collections::BTreeSet;

const LONGEST: usize = 400;

fn table(you: Option<Player>, level: Level, seed: u64) -> Table {
    Table { you, level, seed }
}

/// Plays on, the person by the first best move, until it is over or goes round.
fn to_the_end(session: &mut Session) -> Option<End> {
    while session.end().is_none() && session.past().len() < LONGEST {
        if session.yours() {
            let best = session.best().next().unwrap().mv.clone();
            let number = session.choices().iter().position(|choice| choice.mv == best).unwrap();
            session.play(number).unwrap();
        } else {
            assert!(session.reply().unwrap());
        }
    }
    session.end()
}

/// The winner that a value of the start promises, and the lead of the first player.
fn promised(value: Value, mover: Player) -> (Option<Player>, Option<i64>) {
    match value {
        Value::Outcome(Outcome::Win(_)) => (Some(mover), None),
        Value::Outcome(Outcome::Loss(_)) => (Some(mover.other()), None),
        Value::Outcome(Outcome::Draw) => (None, None),
        Value::Lead(lead) => {
            let lead = if mover == Player::First { lead } else { -lead };
            let winner = match lead.signum() {
                1 => Some(Player::First),
                -1 => Some(Player::Second),
                _ => None,
            };
            (winner, Some(lead))
        }
    }
}

#[test]
fn perfect_play_gets_what_the_table_says() {
    let mut finished = 0;
    for game in games() {
        let Some(solved) = first_case(game.name) else { continue };
        let value = solved.solution.value;
        let (winner, lead) = promised(value, solved.game.mover(&solved.at));
        for (you, seed) in [(Player::First, 1), (Player::Second, 2)] {
            let table = table(Some(you), Level::Perfect, seed);
            let mut session = Session::new(&solved.game, Some(&solved.solution), &solved.at, table).unwrap();
            let Some(end) = to_the_end(&mut session) else { panic!("{}: no end", game.name) };
            let (End::Finished(got) | End::Repeated(got)) = end;
            // A won game whose plies are not counted may be played in circles by whoever looks one move ahead.
            if !value.uncounted() {
                assert_eq!(got, winner, "{}: {end:?}", game.name);
            }
            if let (Some(lead), Some([first, second])) = (lead, session.totals()) {
                assert_eq!(first - second, lead, "{}", game.name);
            }
            assert!(session.past().iter().all(|turn| turn.slip.is_none()), "{}", game.name);
            finished += 1;
        }
    }
    assert!(finished >= 80, "{finished}");
}

#[test]
fn every_move_is_read_back_and_every_game_can_be_left_by_lot() {
    for game in games() {
        let Some(solved) = first_case(game.name) else { continue };
        let table = table(Some(Player::First), Level::Random, 5);
        let mut session = Session::new(&solved.game, None, &solved.at, table).unwrap();
        while session.end().is_none() && session.past().len() < 40 {
            for (number, choice) in session.choices().iter().enumerate() {
                assert_eq!(read(&session, &choice.mv), Typed::Move(number), "{}: {}", game.name, choice.mv);
            }
            if !session.reply().unwrap() {
                session.play(session.choices().len() / 2).unwrap();
            }
        }
        let made = session.past().len();
        assert!(made > 0 || session.end().is_some(), "{}", game.name);
        assert_eq!(session.back_to(0).unwrap(), made);
        assert_eq!(session.now(), &solved.at, "{}", game.name);
    }
}

/// The first replies of an opponent to the first move, seed after seed.
fn replies(level: Level, seeds: u64) -> Vec<bool> {
    let solved = solved("stone-game-iii", r#"{"values":[1,2,3,-9,4,5,1,7]}"#);
    let kept = |seed| {
        let table = table(Some(Player::Second), level, seed);
        let mut session = Session::new(&solved.game, Some(&solved.solution), &solved.at, table).unwrap();
        session.reply().unwrap();
        session.past()[0].slip.is_none()
    };
    (0..seeds).map(kept).collect()
}

#[test]
fn levels_play_as_well_as_they_say() {
    let kept = |level| replies(level, 300).into_iter().filter(|kept| *kept).count();
    assert_eq!(kept(Level::Perfect), 300);
    assert_eq!(kept(Level::Slip(0)), 300);
    assert_eq!(kept(Level::Slip(100)), 0);
    let (slips, random) = (kept(Level::Slip(30)), kept(Level::Random));
    assert!((180..=240).contains(&slips) && random < slips, "{slips} {random}");
    assert_eq!(replies(Level::Slip(30), 50), replies(Level::Slip(30), 50));
}

/// All first moves of tic-tac-toe draw; after a corner seven of eight replies lose, after the middle four, after a side fewer.
#[test]
fn who_plays_fairly_gives_nothing_away_and_sets_traps() {
    let solved = solved("mnk", "{}");
    let corners: BTreeSet<String> = (0..100)
        .map(|seed| {
            let table = table(Some(Player::Second), Level::Fair, seed);
            let mut session = Session::new(&solved.game, Some(&solved.solution), &solved.at, table).unwrap();
            session.reply().unwrap();
            session.past()[0].mv.clone()
        })
        .collect();
    assert_eq!(corners, BTreeSet::from(["put(0,0)", "put(0,2)", "put(2,0)", "put(2,2)"].map(str::to_owned)));
    assert!(replies(Level::Fair, 300).into_iter().all(|kept| kept));
}

/// Who gives back plays perfectly, but answers half of the mistakes with the smallest one there is.
#[test]
fn mistakes_are_given_back_half_of_the_time() {
    let solved = solved("stone-game-iii", r#"{"values":[1,2,3,-9,4,5,1,7]}"#);
    let replied = |first: usize, seed| {
        let table = table(Some(Player::First), Level::GiveBack, seed);
        let mut session = Session::new(&solved.game, Some(&solved.solution), &solved.at, table).unwrap();
        session.play(first).unwrap();
        let erred = session.past()[0].slip.is_some();
        let values = session.choices().iter().filter(|choice| !choice.best).map(|choice| choice.value);
        let smallest = values.max().flatten();
        session.reply().unwrap();
        let slip = session.past()[1].slip.clone();
        assert!(slip.as_ref().is_none_or(|slip| Some(slip.worth) == smallest), "{slip:?} {smallest:?}");
        (erred, slip.is_some())
    };
    let all: Vec<(bool, bool)> = (0..3)
        .flat_map(|first| (0..100).map(move |seed| (first, seed)))
        .map(|(first, seed)| replied(first, seed))
        .collect();
    assert!(all.iter().all(|(erred, gave)| *erred || !gave), "only mistakes are given back");
    let given = all.iter().filter(|(erred, _)| *erred).map(|(_, gave)| *gave).collect::<Vec<_>>();
    let gave = given.iter().filter(|gave| **gave).count();
    assert!(
        given.len() >= 100 && (given.len() * 35..given.len() * 65).contains(&(gave * 100)),
        "{gave} of {}",
        given.len()
    );
}

#[test]
fn levels_are_read_as_they_are_written() {
    for text in ["perfect", "fair", "slip=7%", "give-back", "random", "nobody"] {
        assert_eq!(text.parse::<Level>().unwrap().to_string(), text);
    }
    for text in ["", "slip=101%", "slip=-1", "best"] {
        assert!(text.parse::<Level>().is_err(), "{text}");
    }
}

fn typed(talk: &mut Talk, line: &str) -> Said {
    talk.hear(line).unwrap()
}

#[test]
fn short_forms_mean_one_move_or_ask_which() {
    let solved = solved("stone-game", r#"{"piles":[5,3,4,5]}"#);
    let session =
        Session::new(&solved.game, Some(&solved.solution), &solved.at, table(None, Level::Nobody, 1)).unwrap();
    assert_eq!(read(&session, " LEFT "), Typed::Move(0));
    assert_eq!(read(&session, "ri"), Typed::Move(1));
    // `r` would be a key; here a move begins with it.
    assert_eq!(read(&session, "r"), Typed::Move(1));
    assert_eq!(read(&session, "u"), Typed::Word(Wanted::Undo, None));
    assert_eq!(read(&session, "what l"), Typed::Word(Wanted::What, Some(0)));
    assert_eq!(read(&session, ""), Typed::Nothing);
    let Typed::Unclear { near, several, .. } = read(&session, "lefft") else { panic!("understood") };
    assert_eq!((near[0].as_str(), several), ("left", false));
    let board = super::solved("mnk", "{}");
    let session = Session::new(&board.game, Some(&board.solution), &board.at, table(None, Level::Nobody, 1)).unwrap();
    for text in ["put(1,2)", "put 1 2", "1 2", "p 1,2", "PUT (1, 2)"] {
        let Typed::Move(number) = read(&session, text) else { panic!("{text}") };
        assert_eq!(session.choices()[number].mv, "put(1,2)");
    }
    let Typed::Unclear { near, .. } = read(&session, "put 1 9") else { panic!("understood") };
    assert!(near.iter().any(|mv| mv.starts_with("put(1,")), "{near:?}");
}

#[test]
fn what_is_taken_back_is_answered_as_before() {
    let solved = solved("mnk", "{}");
    let seats = table(Some(Player::First), Level::Fair, 9);
    let session = Session::new(&solved.game, Some(&solved.solution), &solved.at, seats).unwrap();
    let mut talk = Talk { session, values: false, look: english() };
    typed(&mut talk, "1 1");
    let first = talk.session.past().to_vec();
    assert_eq!(first.len(), 2);
    assert_eq!(typed(&mut talk, "undo").lines, ["2 moves taken back"]);
    assert_eq!(typed(&mut talk, "undo").lines, ["there is no move to take back"]);
    typed(&mut talk, "1 1");
    assert_eq!(talk.session.past(), first);
    let flipped = typed(&mut talk, "flip");
    assert_eq!((flipped.lines[0].as_str(), talk.session.past().len()), ("you are O now", 3));
    assert!(talk.session.yours());
    assert!(typed(&mut talk, "quit").quit);
}

#[test]
fn every_word_says_something_in_every_game() -> Result<(), Refusal> {
    for game in games() {
        let Some(solved) = first_case(game.name) else { continue };
        let seats = table(Some(Player::First), Level::Perfect, 1);
        let session = Session::new(&solved.game, Some(&solved.solution), &solved.at, seats)?;
        let mut talk = Talk { session, values: true, look: english() };
        talk.answer(0)?;
        for (_, word, wanted, _) in WORDS {
            let said = talk.does(wanted, (wanted == Wanted::What).then_some(0))?;
            assert!(said.quit || !said.lines.is_empty(), "{}: {word}", game.name);
        }
    }
    Ok(())
}

#[test]
fn a_position_that_stands_a_third_time_ends_as_the_rules_say() {
    let solved = solved("mu-torere", "{}");
    let seats = table(Some(Player::First), Level::Perfect, 1);
    let mut session = Session::new(&solved.game, Some(&solved.solution), &solved.at, seats).unwrap();
    assert_eq!(to_the_end(&mut session), Some(End::Repeated(None)));
    assert!(session.past().len() >= 4);
}

#[test]
fn a_lead_is_taken_and_not_played_round() {
    let solved = solved("awari", r#"{"pits": 3, "seeds": 2}"#);
    for seed in 0..8 {
        let seats = table(Some(Player::Second), Level::Perfect, seed);
        let mut session = Session::new(&solved.game, Some(&solved.solution), &solved.at, seats).unwrap();
        let end = to_the_end(&mut session);
        let [first, second] = session.totals().unwrap();
        assert_eq!((end.is_some(), first - second), (true, 3), "{seed}: {end:?}");
    }
}
