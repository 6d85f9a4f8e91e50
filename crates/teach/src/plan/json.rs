//! A plan for programs: `bouton.plan/1`.

use bouton::answer::report::{params_json, position_json};
use bouton::plan::{Choice, Extent, Fit, Total};
use bouton::rules::layout::Packed;
use bouton::{Instance, Plan};
use serde_json::{Value as Json, json};

/// Everything that the plan holds. Moves are compiled to say what is left to be checked in them.
#[must_use]
pub fn json(game: &Instance, at: &Packed, plan: &Plan) -> Json {
    let facts = plan
        .facts
        .lines
        .iter()
        .map(|fact| json!({"name": fact.name, "text": fact.text.to_string(), "because": fact.because.to_string()}));
    let chosen = plan.to_try().next().map(|(choice, _)| choice);
    let mut object = json!({"schema": "bouton.plan/1", "game": game.rules().name, "params": params_json(game),
        "position": position_json(game, at), "method": chosen.map(|choice| choice.method),
        "strategy": chosen.and_then(strategy), "methods": plan.choices.iter().map(choice).collect::<Json>()});
    if let Some(total) = plan.total() {
        object["total"] = total_json(total);
    }
    object["facts"] = facts.collect();
    object["moves"] = moves_json(game);
    object
}

/// How moves and endings are run, where a method asks for them.
fn moves_json(game: &Instance) -> Json {
    let mut moves = match game.compiled() {
        Ok(code) => json!({"compiled": true, "checks": code.checks, "proven": code.proven}),
        Err(why) => json!({"compiled": false, "reason": why.to_string()}),
    };
    if !game.rules().parts.is_empty() {
        moves["in_parts"] = match game.compiled_options() {
            Ok(_) => json!({"compiled": true}),
            Err(why) => json!({"compiled": false, "reason": why.to_string()}),
        };
    }
    moves
}

/// What the plan comes to: `extent` says whether that is the least, the most, or what so many positions would take.
fn total_json(total: Total) -> Json {
    let extent = match total.extent {
        Extent::AtLeast => "at_least",
        Extent::AtMost => "at_most",
        Extent::Each => "each",
    };
    json!({"extent": extent, "positions": total.positions, "seconds": total.seconds(), "bytes": total.bytes})
}

fn strategy(choice: &Choice) -> Option<&'static str> {
    choice.strategy.map(|strategy| strategy.name)
}

fn choice(choice: &Choice) -> Json {
    let mut object = json!({"method": choice.method, "about": choice.about, "allowed": choice.allowed});
    if let (Some(aside), Fit::Yes(_)) = (choice.aside, &choice.fit) {
        object["aside"] = json!(aside);
    }
    if let (Some(strategy), Fit::Yes(_)) = (strategy(choice), &choice.fit) {
        object["strategy"] = json!(strategy);
    }
    match &choice.fit {
        Fit::No(reason) => {
            object["fits"] = json!(false);
            object["reason"] = json!(reason.to_string());
        }
        Fit::Yes(estimate) => {
            let steps = estimate.steps.iter().map(|(what, how)| json!({"what": what, "how": how.to_string()}));
            object["fits"] = json!(true);
            object["estimate"] = json!({
                "positions": estimate.positions,
                "bytes": estimate.bytes,
                "fixed_bytes": estimate.fixed,
                "bytes_per_move": estimate.per_move,
                "steps": steps.collect::<Json>(),
            });
            if let Some(images) = estimate.images {
                object["estimate"]["images"] = json!(images);
            }
            if let Some(seen) = estimate.at_least {
                object["estimate"]["at_least"] = json!(seen.positions);
                object["estimate"]["games"] = json!(seen.games);
            }
        }
    }
    object
}
