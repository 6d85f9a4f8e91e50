//! The gallery: every game with its opening position, what it is worth, and templates to begin from.

use super::rules::beginning;
use super::{Answer, Call, json};
use crate::asked::{Spoken, Where};
use bouton::answer::report::params_json;
use bouton::gallery::{GalleryGame, games, templates};
use bouton::game::Game;
use bouton_teach::gallery::{card_of, text};
use bouton_teach::headline::counted;
use bouton_teach::position::position;
use bouton_teach::view::view;
use bouton_teach::words::Lang;
use serde_json::{Value as Json, json as object};

pub(crate) fn gallery(call: Call, asked: Where) -> Answer {
    let lang = asked.lang.0;
    let kept = &call.service.cards[lang as usize];
    if let Some(cards) = kept.get() {
        return Ok(cards.clone());
    }
    let mut cards: Vec<(bool, Json)> = games().filter_map(|game| card(call, &game, lang)).collect();
    cards.sort_by_key(|(classroom, _)| !classroom);
    let cards: Vec<Json> = cards.into_iter().map(|(_, card)| card).collect();
    let templates = templates().filter_map(|template| {
        let told = card_of(&template, lang)?;
        Some(object!({"name": told.name, "title": told.title, "about": told.about, "rules": text(&template, lang)}))
    });
    let templates: Vec<Json> = templates.collect();
    let all = object!({"games": cards, "templates": templates});
    // What somebody stopped waiting for may be half done.
    if !call.cancel.load(std::sync::atomic::Ordering::SeqCst) {
        let _ = kept.set(all.clone());
    }
    Ok(all)
}

/// A card, and whether the game is of the classroom: there is a problem that asks for it. Nothing is solved for it: what the game is worth
/// is asked for when the card is seen.
fn card(call: Call, game: &GalleryGame, lang: Lang) -> Option<(bool, Json)> {
    let place = Where { game: Some(game.name.to_owned()), lang: Spoken(lang), ..Where::default() };
    let played = beginning(&call.service.rules(&place).ok()?, call)?;
    let view = view(&played, &played.start().ok()?, lang);
    let told = card_of(game, lang)?;
    let classroom = !game.problems.is_empty();
    let card = object!({"name": game.name, "title": told.title, "about": told.about, "problems": told.problems,
        "aliases": told.also, "classroom": classroom, "params": params_json(&played),
        "params_text": bouton_teach::scene::params_words(&played, lang), "view": json(view)});
    Some((classroom, card))
}

pub(crate) fn worth(call: Call, place: Where) -> Answer {
    let lang = place.lang.0;
    let (solved, start) = call.service.ask(&place, None, call.cancel, |solved, start| {
        Ok((solved.clone(), position(&solved.scene_at(start), None, lang)?))
    })?;
    // What a theorem knows was not searched.
    let size = match solved.solution.positions {
        0 => String::new(),
        positions => counted(lang, "solve-positions", positions),
    };
    Ok(object!({"value": start.headline, "mark": start.worth.as_ref().map(|worth| worth.mark), "size": size}))
}
