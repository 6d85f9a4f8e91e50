//! Patterns in who wins, looked for in every small case and never called proofs: "if n is even, Alice never loses: 4,095 cases".

use crate::cases::{Maker, growing, put_apart};
use crate::position::for_first;
use crate::recurrence::sizes_of;
use crate::words::{Lang, Told, Word};
use bouton::game::Game;
use bouton::rules::datum::Datum;
use bouton::sample::{self, Params};
use bouton::{Ask, Instance, Limits, Silent, Stop, guarded};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};

/// Cases looked at side by side.
const TOGETHER: usize = 256;
/// A pattern of fewer cases is none.
const FEWEST: usize = 12;
/// Who wins may come again every so many, seen for so many rounds, from so small a number on.
const LONGEST_PERIOD: i64 = 32;
const ROUNDS: i64 = 3;
const LATEST: i64 = 8;
/// Multiples of a number are spoken of where so many of them are met.
const OFTEN: i64 = 8;

/// How a case ends under best play, for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The first player wins.
    Wins,
    /// Nobody does.
    Draws,
    /// The second player wins.
    Loses,
}

/// What holds in all cases of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Which cases.
    pub when: Told,
    /// The ends that they have.
    pub ends: Vec<End>,
    /// How many they are.
    pub cases: usize,
    /// The smallest of the others that ends otherwise.
    pub but: Option<(String, End)>,
}

/// What was looked at, and what was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// How many cases.
    pub cases: usize,
    /// Sizes, with the least and the greatest.
    pub sizes: Vec<(String, i64, i64)>,
    /// The ends of all cases together.
    pub ends: Vec<End>,
    /// What holds, the plainest first.
    pub patterns: Vec<Pattern>,
    /// Cases that a fault in Bouton cost.
    pub faults: Vec<Stop>,
}

/// A case that was solved.
struct Seen {
    shown: String,
    end: End,
    sizes: Vec<(String, i64)>,
    /// Numbers of the parameters that are lists.
    lists: Vec<(String, Vec<i64>)>,
}

/// Looks at cases from the smallest on, at most so many.
///
/// # Errors
/// That a case cannot be solved within its limits, or that all was stopped.
pub fn patterns(maker: &Maker, limits: &Limits, most: usize) -> Result<Found, Stop> {
    let mut cases = growing(maker).take(most);
    let one = limits.clone().threads(1);
    let (mut seen, mut faults, mut known): (Vec<Seen>, Vec<Stop>, HashSet<String>) = Default::default();
    loop {
        let together: Vec<Params> = cases.by_ref().take(TOGETHER).collect();
        if together.is_empty() {
            break;
        }
        let solved = together.par_iter().map(|params| {
            guarded(|| sample::show_given(&maker.rules, params), || solved(maker, params, &one)).flatten()
        });
        let (some, more) = put_apart(solved.collect())?;
        // Cases of one size may come again in the next round.
        seen.extend(some.into_iter().filter(|one| known.insert(one.shown.clone())));
        faults.extend(more);
    }
    let mut sizes = spans(&seen);
    let ends = ends(seen.iter());
    let patterns = if ends.len() < 2 { Vec::new() } else { told(&seen, &sizes) };
    sizes.extend(entries(&seen));
    Ok(Found { cases: seen.len(), sizes, ends, patterns, faults })
}

fn solved(maker: &Maker, params: &Params, limits: &Limits) -> Result<Seen, Stop> {
    let game = Instance::new(maker.rules.clone(), params).map_err(bouton::path::at_start)?;
    let game = game.within(&limits.begun());
    let start = game.start().map_err(bouton::path::at_start)?;
    let solution = bouton::solve(&game, &start, &Ask::Value, game.limits(), None, &Silent)?;
    let end = match for_first(solution.value, game.mover(&start)) {
        0 => End::Draws,
        own if own > 0 => End::Wins,
        _ => End::Loses,
    };
    let given = maker.rules.params.iter().zip(game.interpreter().params()).enumerate();
    let lists = given.filter(|(which, _)| maker.draws(*which)).filter_map(|(_, (param, value))| {
        let Datum::List(entries) = value else { return None };
        let number = |entry: &Datum| if let Datum::Int(number) = entry { Some(*number) } else { None };
        Some((param.name.clone(), entries.iter().map(number).collect::<Option<_>>()?))
    });
    let lists = lists.collect();
    Ok(Seen { shown: sample::show_given(&maker.rules, params), end, sizes: sizes_of(&game), lists })
}

/// The sizes that vary, with the least and the greatest; of those that are always the same, the first.
fn spans(seen: &[Seen]) -> Vec<(String, i64, i64)> {
    let Some(first) = seen.first() else { return Vec::new() };
    let mut columns: Vec<Vec<i64>> = Vec::new();
    let mut spans = Vec::new();
    for (at, (name, value)) in first.sizes.iter().enumerate() {
        let column: Vec<i64> = seen.iter().map(|one| one.sizes.get(at).map_or(*value, |size| size.1)).collect();
        if column.iter().all(|one| one == value) || columns.contains(&column) {
            continue;
        }
        spans.push((
            name.clone(),
            column.iter().copied().min().unwrap_or(0),
            column.iter().copied().max().unwrap_or(0),
        ));
        columns.push(column);
    }
    spans
}

/// Lists, with the least and the greatest of their entries.
fn entries(seen: &[Seen]) -> Vec<(String, i64, i64)> {
    let names = seen.first().map_or(&[][..], |one| one.lists.as_slice()).iter().map(|list| &list.0).enumerate();
    let span = |(at, name): (usize, &String)| {
        let all = || seen.iter().filter_map(|one| one.lists.get(at)).flat_map(|list| &list.1).copied();
        Some((format!("{name}[k]"), all().min()?, all().max()?))
    };
    names.filter_map(span).collect()
}

fn ends<'a>(seen: impl Iterator<Item = &'a Seen>) -> Vec<End> {
    let mut ends: Vec<End> = seen.map(|one| one.end).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// A question that a case answers with yes or no.
type Feature<'a> = (Told, Box<dyn Fn(&Seen) -> bool + 'a>);

/// What holds, the plainest first.
fn told(seen: &[Seen], sizes: &[(String, i64, i64)]) -> Vec<Pattern> {
    if let Some(found) = sizes.iter().find_map(|(name, ..)| periodic(seen, name)) {
        return found;
    }
    let mut found: Vec<(Pattern, Vec<bool>)> = Vec::new();
    let plain = features(seen, sizes).into_iter().map(|feature| (feature, 2));
    // Multiples that never lose do so by chance.
    let multiples = multiples(sizes).into_iter().map(|feature| (feature, 1));
    for ((when, holds), most) in plain.chain(multiples) {
        let fits: Vec<bool> = seen.iter().map(holds).collect();
        let (inside, outside): (Vec<_>, Vec<_>) = seen.iter().zip(&fits).partition(|(_, fits)| **fits);
        let ends = ends(inside.iter().map(|(one, _)| *one));
        let says = ends.len() <= most && claims(&ends);
        let known = found.iter().any(|(pattern, others)| {
            pattern.ends == ends && others.iter().zip(&fits).all(|(other, mine)| *other || !mine)
        });
        if !says || inside.len() < FEWEST || known {
            continue;
        }
        let but = outside.iter().find(|(one, _)| !ends.contains(&one.end)).map(|(one, _)| (one.shown.clone(), one.end));
        // What holds of all others as well holds always.
        if but.is_some() {
            found.push((Pattern { when, ends, cases: inside.len(), but }, fits));
        }
    }
    found.into_iter().map(|(pattern, _)| pattern).collect()
}

fn features<'a>(seen: &'a [Seen], sizes: &'a [(String, i64, i64)]) -> Vec<Feature<'a>> {
    let mut all: Vec<Feature> = Vec::new();
    let say = |id: &'static str, words: Vec<(&'static str, Word)>| Told::new(id, words);
    for (name, ..) in sizes {
        let of = |one: &Seen| size(one, name);
        let word = || ("name", Word::from(name.as_str()));
        for (id, odd) in [("pattern-even", 0), ("pattern-odd", 1)] {
            all.push((say(id, vec![word()]), Box::new(move |one| of(one).rem_euclid(2) == odd)));
        }
    }
    let pairs = sizes.iter().enumerate().flat_map(|(at, one)| sizes[..at].iter().map(move |other| (other, one)));
    for ((one, ..), (other, ..)) in pairs.filter(|(one, other)| !one.0.contains('(') && !other.0.contains('(')) {
        let words = || vec![("name", Word::from(one.as_str())), ("other", Word::from(other.as_str()))];
        all.push((say("pattern-same", words()), Box::new(move |seen| size(seen, one) == size(seen, other))));
        all.push((say("pattern-not-same", words()), Box::new(move |seen| size(seen, one) != size(seen, other))));
    }
    let Some(first) = seen.first() else { return all };
    for (at, (name, _)) in first.lists.iter().enumerate() {
        let word = || vec![("name", Word::from(name.as_str()))];
        let list = move |one: &Seen| one.lists.get(at).map_or(Vec::new(), |list| list.1.clone());
        let xor = move |one: &Seen| list(one).iter().fold(0, |sum, number| sum ^ number);
        let sum = move |one: &Seen| list(one).iter().fold(0, |odd, number| odd ^ number.rem_euclid(2));
        all.push((say("pattern-xor", word()), Box::new(move |one| xor(one) == 0)));
        all.push((say("pattern-no-xor", word()), Box::new(move |one| xor(one) != 0)));
        all.push((say("pattern-sum-odd", word()), Box::new(move |one| sum(one) == 1)));
        all.push((say("pattern-sum-even", word()), Box::new(move |one| sum(one) == 0)));
        all.push((
            say("pattern-rising", word()),
            Box::new(move |one| list(one).windows(2).all(|two| two[0] <= two[1])),
        ));
        all.push((
            say("pattern-falling", word()),
            Box::new(move |one| list(one).windows(2).all(|two| two[0] >= two[1])),
        ));
        all.push((say("pattern-equal", word()), Box::new(move |one| list(one).windows(2).all(|two| two[0] == two[1]))));
    }
    all
}

/// Multiples of small numbers; those that are met a few times have patterns by chance.
fn multiples<'a>(sizes: &'a [(String, i64, i64)]) -> Vec<Feature<'a>> {
    let mut all: Vec<Feature> = Vec::new();
    for (name, least, most) in sizes {
        for number in (3..=9).filter(|number| most.saturating_sub(*least) / number >= OFTEN) {
            let words = || vec![("name", Word::from(name.as_str())), ("number", Word::Count(number))];
            let rest = move |one: &Seen| size(one, name).rem_euclid(number);
            all.push((Told::new("pattern-multiple", words()), Box::new(move |one| rest(one) == 0)));
            all.push((Told::new("pattern-no-multiple", words()), Box::new(move |one| rest(one) != 0)));
        }
    }
    all
}

fn size(seen: &Seen, name: &str) -> i64 {
    seen.sizes.iter().find(|size| size.0 == name).map_or(0, |size| size.1)
}

/// Who wins by what is left when a size is divided by a number, where that says it all.
fn periodic(seen: &[Seen], name: &str) -> Option<Vec<Pattern>> {
    let mut by_size: BTreeMap<i64, End> = BTreeMap::new();
    for one in seen {
        let size = size(one, name);
        if *by_size.entry(size).or_insert(one.end) != one.end {
            return None;
        }
    }
    let (least, most) = (*by_size.first_key_value()?.0, *by_size.last_key_value()?.0);
    let fits = |from: i64, period: i64| {
        most.saturating_sub(from) >= ROUNDS * period
            && by_size
                .range(from..)
                .all(|(size, end)| by_size.get(&size.saturating_add(period)).is_none_or(|other| other == end))
            && (from..=most).all(|size| by_size.contains_key(&size))
    };
    let all =
        (1..=LONGEST_PERIOD).flat_map(|period| (least..=least.saturating_add(LATEST)).map(move |from| (period, from)));
    let (period, from) = all.into_iter().find(|(period, from)| fits(*from, *period))?;
    let mut left: BTreeMap<End, Vec<i64>> = BTreeMap::new();
    for (size, end) in by_size.range(from..from.saturating_add(period)) {
        left.entry(*end).or_default().push(size.rem_euclid(period));
    }
    let pattern = |(end, mut rests): (End, Vec<i64>)| {
        rests.sort_unstable();
        let id = match (period, rests.as_slice()) {
            _ if from > least => "pattern-rest-from",
            (2, [0]) => "pattern-even",
            (2, _) => "pattern-odd",
            _ => "pattern-rest",
        };
        let words = vec![
            ("name", Word::from(name)),
            ("number", Word::Count(period)),
            ("rests", Word::Listed(rests.iter().map(ToString::to_string).collect())),
            ("from", Word::Count(from)),
        ];
        let inside = |one: &&Seen| size(one, name) >= from && one.end == end;
        Pattern { when: Told::new(id, words), ends: vec![end], cases: seen.iter().filter(inside).count(), but: None }
    };
    (period > 1).then(|| left.into_iter().map(pattern).collect())
}

/// What was found, line by line.
#[must_use]
pub fn text(found: &Found, players: &[String; 2], lang: Lang) -> Vec<String> {
    let span = |(name, least, most): &(String, i64, i64)| format!("{name} = {least} … {most}");
    let sizes = found.sizes.iter().map(span).collect::<Vec<_>>().join(&lang.say("say-comma", &[]));
    let count = |count: usize| ("cases", Word::Count(i64::try_from(count).unwrap_or(i64::MAX)));
    let looked = if sizes.is_empty() { "pattern-looked" } else { "pattern-looked-sizes" };
    let mut lines = vec![lang.say(looked, &[count(found.cases), ("sizes", sizes.into())]), String::new()];
    if claims(&found.ends) {
        lines.push(format!("  {}", lang.say("pattern-always", &[("claim", claim(&found.ends, players, lang).into())])));
    } else if found.patterns.is_empty() {
        lines.push(format!("  {}", lang.say("pattern-none", &[])));
    }
    for pattern in &found.patterns {
        let words = [
            ("when", Word::from(pattern.when.say(lang))),
            ("claim", claim(&pattern.ends, players, lang).into()),
            count(pattern.cases),
        ];
        lines.push(format!("  {}", lang.say("pattern-holds", &words)));
        if let Some((case, end)) = &pattern.but {
            let words = [("case", Word::from(case.as_str())), ("claim", claim(&[*end], players, lang).into())];
            lines.push(format!("      {}", lang.say("pattern-but", &words)));
        }
    }
    lines
}

/// Whether ends say something.
fn claims(ends: &[End]) -> bool {
    matches!(ends.len(), 1 | 2) && ends != [End::Wins, End::Loses]
}

/// "Alice never loses"
fn claim(ends: &[End], players: &[String; 2], lang: Lang) -> String {
    let player = |at: usize| [("player", Word::from(players[at].as_str()))];
    match ends {
        [End::Wins] => lang.say("pattern-wins", &player(0)),
        [End::Loses] => lang.say("pattern-wins", &player(1)),
        [End::Draws] => lang.say("pattern-draws", &[]),
        [End::Wins, End::Draws] => lang.say("pattern-never-loses", &player(0)),
        _ => lang.say("pattern-never-loses", &player(1)),
    }
}
