//! What rules show of a game before it is solved, each with the line that shows it.

use super::{Instance, quoted};
use crate::game::{Fact, Game, Symmetries, Tier, row_of};
use crate::show::Count;
use bouton_rules::Span;
use bouton_rules::{Text, say, text::Blank};

/// Everything that is known of the game from its rules.
pub(super) fn facts(game: &Instance) -> Vec<Fact> {
    let rules = game.rules();
    let mut facts = vec![fact("value", say!("a position is worth {}", game.kind()), value_because(game))];
    facts.push(turn(game));
    facts.extend(order(game));
    facts.extend(parts(game));
    if let Some(repeat) = &rules.repeat {
        let text = match (repeat.who, &repeat.lead) {
            (None, _) if rules.points => "play may go on for ever, and nobody leads from there on then".into(),
            (None, _) => "play may go on for ever, and is a draw then".into(),
            (Some(who), None) => say!("play may go on for ever, and {} wins then", Text::code(rules.player_name(who))),
            (Some(who), Some(lead)) => {
                let (who, lead) = (Text::code(rules.player_name(who)), rules.source.slice(lead.span));
                say!("play may go on for ever, and {who} leads by `{lead}` from there on then")
            }
        };
        facts.push(fact("cycles", text, quoted(game, repeat.span)));
    }
    if let Some(points) = &rules.remaining {
        facts.push(fact(
            "totals",
            "every point is handed out, so totals follow from the lead",
            quoted(game, points.span),
        ));
    }
    facts.push(size(game));
    facts.extend(narrowed(game));
    facts.extend(measure(game));
    facts.extend(symmetry(game));
    if let Ok(recurrence) = game.recurrence() {
        facts.push(fact(
            "recurrence",
            recurrence.text(),
            "each move is straight-line: run once with symbols for numbers",
        ));
    }
    facts
}

fn fact(name: &'static str, text: impl Into<Text>, because: impl Into<Text>) -> Fact {
    Fact { name, text: text.into(), because: because.into() }
}

fn value_because(game: &Instance) -> Text {
    if game.rules().points { "the rules give points".into() } else { "the rules give no points".into() }
}

fn turn(game: &Instance) -> Fact {
    match game.told_apart() {
        None => fact(
            "turn",
            "it makes no difference whose turn it is, so positions do not keep it",
            "no rule tells the players apart",
        ),
        Some(span) => fact("turn", "positions keep whose turn it is", quoted(game, span)),
    }
}

fn order(game: &Instance) -> Option<Fact> {
    let order = game.order()?;
    let (falls, words) = order.told(game.rules());
    // Nobody can move, so nothing had to change.
    if words.is_empty() {
        return None;
    }
    Some(match order.because {
        Some(span) if !order.proven => {
            let does = if falls { "lowers" } else { "raises" };
            fact(
                "order",
                say!("every move {does} {words}: the rules say so, and each move is tried"),
                quoted(game, span),
            )
        }
        Some(span) => {
            let does = if falls { "lowers" } else { "raises" };
            fact("order", say!("every move {does} {words}, so nothing repeats"), quoted(game, span))
        }
        None => fact(
            "order",
            say!("every move seems to {} {words}", if falls { "lower" } else { "raise" }),
            "seen on some lines of play; verified while solving",
        ),
    })
}

fn parts(game: &Instance) -> Option<Fact> {
    let play = match game.parts() {
        Some(parts) if parts.normal() => "so each is worth a nimber, and the whole their nim-sum",
        Some(_) => "in misère play, so nimbers do not decide it",
        None => {
            game.partizan_parts()?;
            "so each has a value with a canonical form, and the whole their sum"
        }
    };
    let (what, span) = match game.rules().parts.first() {
        Some(part) => ("its parts", part.span),
        None => {
            ("the entries of a list: every move touches one and looks at no other", game.rules().moves.first()?.span)
        }
    };
    Some(fact("parts", say!("the game is the sum of {what}; {play}"), quoted(game, span)))
}

fn symmetry(game: &Instance) -> Option<Fact> {
    let declared = game.declared_symmetries();
    let first = declared.used.first().or(declared.unused.first().map(|(span, _)| span))?;
    let left = |(span, why): &(Span, Text)| say!("`{}` is not used: {why}", game.rules().source.slice(*span));
    let mut text: Vec<Text> = declared.unused.iter().map(left).collect();
    let Some(group) = &declared.group else {
        return Some(fact("symmetry", Text::joined(text, "; "), quoted(game, *first)));
    };
    let lines: Vec<Text> = declared.used.iter().map(|span| quoted(game, *span)).collect();
    let solver = match game.repeat() {
        None => "where `layers` or a large `sweep` solves",
        Some(_) => "where `retrograde` solves",
    };
    let used = match fixing_the_start(game, group) {
        None => "none leaves the start as it is, so none is used".into(),
        Some(size) if size == group.size() => say!("{solver}, one is looked at for all of them"),
        Some(size) => say!("{solver}, it uses the {size} that leave the start as it is"),
    };
    text.insert(0, say!("a position has up to {} images of the same value; {used}", Count(group.size())));
    let because =
        say!("{}: declared; where used, sampled while solving and proven by --check", Text::joined(lines, "; "));
    Some(fact("symmetry", Text::joined(text, "; "), because))
}

/// What moves change one way only where play may repeat, and the tiers that positions lie in by it.
fn measure(game: &Instance) -> Option<Fact> {
    game.repeat()?;
    let start = game.start().ok()?;
    let placements = game.reversible(&start).ok()?;
    let tiers = placements.tiers();
    let (measure, count) = (placements.measure()?, Count(tiers.len() as u64));
    let text = say!("{measure}, so positions lie in {count} tiers, and play never comes back to an earlier one");
    Some(fact("measure", text, say!("every move, written out; in tiers: {}", sizes(&tiers))))
}

/// More tiers are not listed one by one.
const FEW_TIERS: usize = 12;

/// How many placements each tier has, from the start on.
fn sizes(tiers: &[Tier]) -> String {
    let shown = tiers.iter().rev().take(FEW_TIERS).map(|tier| Count(tier.numbers.end - tier.numbers.start).to_string());
    let more = (tiers.len() > FEW_TIERS).then(|| "…".to_owned());
    shown.chain(more).collect::<Vec<_>>().join(" · ")
}

/// How many symmetries leave the start as it is, if more than one does.
fn fixing_the_start(game: &Instance, group: &Symmetries) -> Option<u64> {
    let words = game.words()?;
    Some(group.fixing(&row_of(game, words, &game.start().ok()?))?.size())
}

/// What play keeps to from the start on, where that is less than is declared: upper bounds, and what no move changes.
fn narrowed(game: &Instance) -> Option<Fact> {
    let kept = game.kept_to()?;
    let shown = game.lower_bounds();
    let bounds = (!shown.is_empty()).then(|| say!("from the start on {}, whatever the bounds are", Text::names(shown)));
    let names = game.rules().states.iter().zip(&kept.constants);
    let names: Vec<_> = names.filter(|(_, constant)| constant.is_some()).map(|(state, _)| &state.name).collect();
    let constant = (!names.is_empty()).then(|| say!("no move changes {}", Text::names(names)));
    let because = "what moves assign and conditions allow, by intervals";
    Some(fact("reached", Text::joined(bounds.into_iter().chain(constant), "; "), because))
}

fn size(game: &Instance) -> Fact {
    let Some(index) = game.index() else {
        let text = "positions are too many, or of too many shapes, for each to have a number";
        return fact("size", text, "the bounds of the state variables");
    };
    // A move that ends the game leaves what the variables hold, and how it ended beside that.
    let because = match (game.turns().len(), game.ends_inside) {
        (1, _) => "the bounds of the state variables".into(),
        (ways, false) => say!("the bounds of the state variables, times {ways} for whose turn it is"),
        (ways, true) if game.alike => {
            say!("the bounds of the state variables, times {ways}: play goes on, or a move has ended it")
        }
        (ways, true) => {
            say!("the bounds of the state variables, times {ways}: either player to move, or how a move has ended play")
        }
    };
    fact("size", say!("at most {} positions", Count(index.size())), because)
}
