//! An explanation for programs: `bouton.why/1`.

use super::{Answered, Asked, Choice, Level, Spot, Turn, Why};
use crate::scene::value_json;
use serde_json::{Value as Json, json};

/// Everything that the explanation holds.
#[must_use]
pub fn json(why: &Why) -> Json {
    let nim = why.nim.as_ref().map(|nim| {
        let parts: Vec<Json> = nim.parts.iter().map(|(part, nimber)| json!({"part": part, "nimber": nimber})).collect();
        json!({"parts": parts, "sum": nim.sum, "zeroing": nim.zeroing})
    });
    let round = why.round.as_ref().map(|round| {
        let turn = |turn: &Turn| json!({"position": turn.position, "mover": turn.mover, "move": turn.mv, "also": turn.also, "loses": turn.loses});
        let walks: serde_json::Map<String, Json> =
            round.walks.iter().map(|(name, walk)| (name.clone(), json!(walk))).collect();
        json!({"turns": round.turns.iter().map(turn).collect::<Vec<_>>(), "lead": round.lead, "back": round.back, "walks": walks})
    });
    json!({"schema": "bouton.why/1", "game": why.title, "params": why.params, "why": level(&why.level), "nim": nim,
           "asked": why.asked.as_ref().map(asked), "round": round})
}

fn level(level: &Level) -> Json {
    let options: Vec<Json> = level.options.iter().map(option).collect();
    json!({"at": spot(&level.spot), "options": options, "left_out": level.left_out})
}

fn spot(spot: &Spot) -> Json {
    json!({"position": spot.position, "mover": spot.mover, "for_mover": value_json(spot.value),
           "plies": bouton::answer::report::plies(spot.value), "remaining": spot.remaining, "own": spot.own, "over": spot.over})
}

fn option(choice: &Choice) -> Json {
    let replies: Vec<Json> = choice
        .replies
        .iter()
        .map(|reply| json!({"move": reply.mv, "answer": reply.answer.as_ref().map(answered)}))
        .collect();
    json!({"move": choice.mv, "gain": choice.gain, "for_mover": value_json(choice.value),
           "plies": bouton::answer::report::plies(choice.value), "best": choice.best, "again": choice.again,
           "next": spot(&choice.next), "answer": choice.answer.as_ref().map(answered), "replies": replies,
           "deeper": choice.deeper.as_ref().map(|deeper| level(deeper))})
}

fn answered(answer: &Answered) -> Json {
    json!({"move": answer.mv, "gain": answer.gain, "ends": answer.ends})
}

fn asked(asked: &Asked) -> Json {
    let line: Vec<Json> = asked.line.iter().map(|(by, mv, gain)| json!({"by": by, "move": mv, "gain": gain})).collect();
    json!({"move": asked.mv, "for_mover": value_json(asked.worth), "instead_of": value_json(asked.value), "best": asked.best,
           "line": line, "line_cut": asked.cut})
}
