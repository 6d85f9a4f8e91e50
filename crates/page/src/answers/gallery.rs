//! The gallery: every game with its opening position and what it is worth, and templates to begin from.

use super::rules::first;
use super::{Answer, Call, json};
use crate::asked::{Spoken, Where};
use bouton::Silent;
use bouton::answer::report::params_json;
use bouton::gallery::{GalleryGame, games};
use bouton_teach::headline::counted;
use bouton_teach::position::position;
use bouton_teach::view::view;
use bouton_teach::words::Lang;
use serde_json::{Value as Json, json as object};

/// Names of templates, with their rules.
const TEMPLATES: [(&str, &str); 4] = [
    ("heap", include_str!("../templates/heap.game")),
    ("row", include_str!("../templates/row.game")),
    ("board", include_str!("../templates/board.game")),
    ("chase", include_str!("../templates/chase.game")),
];

pub(crate) fn gallery(call: Call, asked: Where) -> Answer {
    let lang = asked.lang.0;
    let kept = &call.service.cards[lang as usize];
    if let Some(cards) = kept.get() {
        return Ok(cards.clone());
    }
    let mut cards: Vec<(bool, Json)> = games().filter_map(|game| card(call, &game, lang)).collect();
    cards.sort_by_key(|(classroom, _)| !classroom);
    let cards: Vec<Json> = cards.into_iter().map(|(_, card)| card).collect();
    let templates = TEMPLATES.map(|(name, rules)| {
        let say = |what: &str| lang.say(&format!("page-template-{name}{what}"), &[]);
        object!({"name": name, "title": say(""), "about": say("-about"), "rules": rules})
    });
    let all = object!({"games": cards, "templates": templates});
    // What somebody stopped waiting for may be half done.
    if !call.cancel.load(std::sync::atomic::Ordering::SeqCst) {
        let _ = kept.set(all.clone());
    }
    Ok(all)
}

/// A card, and whether the game is of the classroom: there is a problem that asks for it.
fn card(call: Call, game: &GalleryGame, lang: Lang) -> Option<(bool, Json)> {
    let mut place = Where { game: Some(game.name.to_owned()), lang: Spoken(lang), ..Where::default() };
    let rules = call.service.rules(&place).ok()?;
    place.params = first(&rules, call);
    let solved = call.service.solved(&place, None, call.cancel, &Silent).ok();
    let found = solved.as_ref().and_then(|solved| position(&solved.scene(), lang).ok());
    let open = if solved.is_none() { call.service.game(&place, call.cancel).ok() } else { None };
    let played = solved.as_ref().map(|solved| &solved.game).or(open.as_ref())?;
    let start = bouton::game::Game::start(played).ok()?;
    let view = found.as_ref().map_or_else(|| view(played, &start, lang), |found| found.view.clone());
    let told = bouton_teach::gallery::card(game.name, lang)?;
    let classroom = !game.problems.is_empty();
    let size =
        solved.as_ref().map_or(String::new(), |solved| counted(lang, "solve-positions", solved.solution.positions));
    let worth = found.as_ref().and_then(|found| found.worth.as_ref());
    let card = object!({"name": game.name, "title": told.title, "about": told.about, "problems": told.problems,
        "aliases": told.also, "classroom": classroom, "params": params_json(played), "params_text": bouton_teach::scene::params_words(played),
        "value": found.as_ref().map_or("", |found| &found.headline), "mark": worth.map(|worth| worth.mark), "size": size,
        "view": json(view)});
    Some((classroom, card))
}
