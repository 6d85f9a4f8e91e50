//! Games that visitors ask for: their rules checked, their parameters filled in, solved once and kept while there is memory.

use crate::asked::Where;
use crate::lanes::Lane;
use crate::refused::Refused;
use crate::{Settings, Shown};
use axum::http::StatusCode;
use bouton::game::Game;
use bouton::instance::from_json;
use bouton::rules::diagnostic::{Diagnostic, Severity};
use bouton::rules::layout::Packed;
use bouton::rules::{Rules, Source, check, say};
use bouton::{Ask, Instance, Limits, Progress, Silent, Solution, Stop, gallery, guarded};
use bouton_teach::editor::{Study, study};
use bouton_teach::position::of_key;
use bouton_teach::prepare;
use bouton_teach::refusal::Refusal;
use bouton_teach::scene::Scene;
use bouton_teach::words::Lang;
use lru::LruCache;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// What is solved within this goes at once; what takes longer waits for its turn, and begins anew.
const QUICK: Duration = Duration::from_millis(300);
/// Rules whose examples were played lately.
const STUDIES: NonZeroUsize = NonZeroUsize::new(64).expect("it is more than none");
/// What a solved game takes beside its values: rules, code.
const OWN_BYTES: u64 = 200_000;

/// A solved game.
pub(crate) struct Solved {
    pub(crate) game: Instance,
    pub(crate) solution: Solution<Instance>,
    pub(crate) start: Packed,
    pub(crate) took: Duration,
    /// What it takes while it is kept.
    bytes: u64,
    /// A sum solved by its parts, when somebody asks for them.
    parts: OnceLock<Option<Solution<Instance>>>,
    /// What its positions are worth, when a quiz asks for it.
    pub(crate) marks: OnceLock<Vec<&'static str>>,
}

/// Everything that is shared by visitors.
pub(crate) struct Service {
    pub(crate) settings: Settings,
    /// Solutions named on the command line, by their names, with the rules in each language.
    pub(crate) saved: Vec<(String, [Shown; 2])>,
    kept: Mutex<Kept>,
    /// What playing the examples of rules told, by their text: whoever only looks at them waits for nothing.
    studies: Mutex<LruCache<String, Arc<Study>>>,
    /// What is being solved now: who asks for the same waits for it.
    busy: Mutex<HashMap<String, Arc<Lane>>>,
    quick: Lane,
    slow: Lane,
    /// The gallery in each language, solved when it is first asked for.
    pub(crate) cards: [OnceLock<serde_json::Value>; 2],
}

/// Solved games, those that were asked for least recently first to go.
struct Kept {
    games: LruCache<String, Arc<Solved>>,
    /// What all of them take.
    bytes: u64,
}

impl Kept {
    fn put(&mut self, key: String, solved: &Arc<Solved>, most: u64) {
        self.bytes += solved.bytes;
        let before = self.games.put(key, solved.clone());
        self.bytes -= before.map_or(0, |before| before.bytes);
        while self.bytes > most && self.games.len() > 1 {
            let Some((_, gone)) = self.games.pop_lru() else { break };
            self.bytes -= gone.bytes;
        }
    }
}

/// Whether somebody still waits for an answer.
pub(crate) type Cancel = Arc<AtomicBool>;

impl Solved {
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene::new(&self.game, &self.solution, &self.start)
    }

    /// Looked at from a position.
    pub(crate) fn scene_at<'a>(&'a self, at: &'a Packed) -> Scene<'a> {
        Scene::new(&self.game, &self.solution, at)
    }

    /// The position of a text, or where it was solved from.
    pub(crate) fn position(&self, at: Option<&str>, lang: Lang) -> Result<Packed, Refused> {
        at.map_or_else(|| Ok(self.start.clone()), |_| Service::position(&self.game, at, lang))
    }

    pub(crate) fn source(&self) -> &Source {
        &self.game.rules().source
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Service {
    pub(crate) fn new(settings: Settings, saved: Vec<(String, Shown)>) -> Service {
        let cores = bouton::limits::cores();
        Service {
            quick: Lane::new(2 * cores),
            slow: Lane::new(if settings.classroom { cores.saturating_sub(1).max(1) } else { 1 }),
            kept: Mutex::new(Kept { games: LruCache::unbounded(), bytes: 0 }),
            studies: Mutex::new(LruCache::new(STUDIES)),
            busy: Mutex::default(),
            cards: [const { OnceLock::new() }; 2],
            settings,
            saved: saved.into_iter().map(|(id, shown)| (id, in_languages(shown))).collect(),
        }
    }

    /// The text of the rules.
    pub(crate) fn source(&self, place: &Where) -> Result<Source, Refused> {
        let lang = place.lang.0;
        match (&place.game, &place.rules) {
            (_, Some(text)) if text.len() > self.settings.rules_bytes => {
                let most = self.settings.rules_bytes / 1000;
                let finding = Diagnostic::error("B001", say!("these rules are longer than {most} kB"));
                Err(Refused { status: StatusCode::PAYLOAD_TOO_LARGE, ..Refused::plain(&finding, lang) })
            }
            (_, Some(text)) => Ok(Source::new("rules.game", text.clone())),
            (Some(name), None) => {
                if let Some(shown) = self.shown(place) {
                    return Ok(shown.game.rules().source.clone());
                }
                let Some(game) = gallery::find(name) else { return Err(no_game(name, lang)) };
                Ok(Source::new(format!("{}.game", game.name), bouton_teach::gallery::text(&game, lang)))
            }
            (None, None) => {
                let finding = Diagnostic::error("C01", "no game is named, and no rules are given");
                Err(Refused::plain(&finding.help("give `game` or `rules`"), lang))
            }
        }
    }

    /// The rules, or what is wrong with them.
    pub(crate) fn rules(&self, place: &Where) -> Result<Arc<Rules>, Refused> {
        let source = self.source(place)?;
        match check(&source) {
            (Some(rules), _) => Ok(Arc::new(rules)),
            (None, mut findings) => {
                findings.sort_by_key(|finding| finding.severity != Severity::Error);
                Err(Refused::by(StatusCode::UNPROCESSABLE_ENTITY, &source, &findings, place.lang.0))
            }
        }
    }

    /// The game with its parameters, not solved.
    pub(crate) fn game(&self, place: &Where, cancel: &Cancel) -> Result<Instance, Refused> {
        if let Some(shown) = self.shown(place) {
            return Ok(shown.game.clone());
        }
        let (rules, lang) = (self.rules(place)?, place.lang.0);
        let fault = |fault| Refused::fault(&rules.source, &fault, lang);
        let given = from_json(&rules, &place.params).map_err(fault)?;
        let limits = self.limits_for(self.settings.time, cancel);
        let game = Instance::new_within(rules.clone(), &given, &limits).map_err(fault)?;
        // What is asked of it later has a clock of its own.
        Ok(game.within(&Limits { cancel: Arc::default(), ..self.limits(cancel) }))
    }

    /// The solution of the command line that is asked for.
    pub(crate) fn shown(&self, place: &Where) -> Option<&Shown> {
        let name = place.game.as_ref().filter(|_| place.rules.is_none())?;
        self.saved.iter().find(|(id, _)| id == name).map(|(_, shown)| &shown[place.lang.0 as usize])
    }

    /// What a visitor may use.
    pub(crate) fn limits(&self, cancel: &Cancel) -> Limits {
        let plain = Limits::default();
        let threads = if self.settings.classroom { 1 } else { plain.threads };
        Limits { memory: self.settings.memory, threads, cancel: cancel.clone(), ..plain }
    }

    /// The same for work that may take so long from now on.
    pub(crate) fn limits_for(&self, time: Duration, cancel: &Cancel) -> Limits {
        self.limits(cancel).time(time).begun()
    }

    /// The position of a text, or the start.
    pub(crate) fn position(game: &Instance, at: Option<&str>, lang: Lang) -> Result<Packed, Refused> {
        let read = at.map_or_else(|| game.start(), |text| of_key(game, text));
        read.map_err(|fault| Refused::fault(&game.rules().source, &fault, lang))
    }

    /// A game solved from its start, or from a position where the start tells nothing of it.
    pub(crate) fn solved(
        &self,
        place: &Where,
        from: Option<&str>,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Arc<Solved>, Refused> {
        let key = self.key(place, from)?;
        if let Some(solved) = lock(&self.kept).games.get(&key) {
            return Ok(solved.clone());
        }
        let lane = lock(&self.busy).entry(key.clone()).or_insert_with(|| Arc::new(Lane::new(1))).clone();
        let Some(turn) = lane.enter(cancel) else {
            return Err(Refused::stop(&Source::new("", ""), &Stop::Cancelled, place.lang.0));
        };
        let known = lock(&self.kept).games.get(&key).cloned();
        let found = known.map_or_else(|| self.solve(place, from, cancel, progress).map(Arc::new), Ok);
        if let Ok(solved) = &found {
            lock(&self.kept).put(key.clone(), solved, self.settings.memory);
        }
        drop(turn);
        lock(&self.busy).remove(&key);
        found
    }

    /// Asks the solution of a game about a position; where it does not know that one, a solution from there.
    pub(crate) fn ask<T>(
        &self,
        place: &Where,
        at: Option<&str>,
        cancel: &Cancel,
        ask: impl Fn(&Arc<Solved>, &Packed) -> Result<T, Refusal>,
    ) -> Result<T, Refused> {
        let lang = place.lang.0;
        let solved = self.solved(place, None, cancel, &Silent)?;
        let here = solved.position(at, lang)?;
        let (solved, found) = match ask(&solved, &here) {
            Err(Refusal::Stop(stop)) if at.is_some() && matches!(*stop, Stop::Missing { .. }) => {
                let from_there = self.solved(place, at, cancel, &Silent)?;
                let found = ask(&from_there, &here);
                (from_there, found)
            }
            found => (solved, found),
        };
        found.map_err(|refusal| Refused::refusal(solved.source(), &refusal, lang))
    }

    fn solve(
        &self,
        place: &Where,
        from: Option<&str>,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Solved, Refused> {
        let lang = place.lang.0;
        let game = self.game(place, cancel)?;
        let start = match (self.shown(place), from) {
            (Some(shown), None) => shown.start.clone(),
            _ => Service::position(&game, from, lang)?,
        };
        let attempt = |time: Duration, lane: &Lane, progress: &dyn Progress| {
            let Some(_turn) = lane.enter(cancel) else { return Err(Stop::Cancelled) };
            let limits = self.limits_for(time, cancel);
            let limited = game.clone().within(&limits);
            let began = Instant::now();
            let solution = prepare::around(&limited, &limits, false, &mut |ask, limits| {
                guarded(
                    || "the game of a visitor".into(),
                    || bouton::solve(&limited, &start, &ask, limits, None, progress),
                )?
            })?;
            Ok((solution, began.elapsed()))
        };
        let found = match attempt(QUICK, &self.quick, &Silent) {
            Err(Stop::Time { .. }) => attempt(self.settings.time, &self.slow, progress),
            found => found,
        };
        let (solution, took) = found.map_err(|stop| Refused::stop(&game.rules().source, &stop, lang))?;
        let bytes = OWN_BYTES + solution.store.bytes(game.position_bytes());
        Ok(Solved { game, solution, start, took, bytes, parts: OnceLock::new(), marks: OnceLock::new() })
    }

    /// The nimbers of the parts of a sum in normal play; none of other games, nor of parts that are too large to be solved at once.
    pub(crate) fn by_parts<'a>(&self, solved: &'a Solved, cancel: &Cancel) -> Option<&'a Solution<Instance>> {
        solved.game.parts().filter(|parts| parts.normal())?;
        let found = solved.parts.get_or_init(|| {
            let limits = self.limits_for(QUICK, cancel);
            let game = solved.game.clone().within(&limits);
            bouton::solve(&game, &solved.start, &Ask::Line, &limits, Some("grundy"), &Silent).ok()
        });
        found.as_ref()
    }

    /// Plays the examples of rules within limits, and keeps what that told.
    pub(crate) fn study(&self, rules: &Arc<Rules>, limits: &Limits) -> Arc<Study> {
        let found = Arc::new(study(rules, limits));
        // What was given up half-way is less than what may be known already.
        if !limits.cancel.load(Ordering::Relaxed) {
            lock(&self.studies).put(rules.source.text.to_string(), found.clone());
        }
        found
    }

    /// What playing the examples of a text told, if it was played.
    pub(crate) fn studied(&self, text: &str) -> Option<Arc<Study>> {
        lock(&self.studies).get(text).cloned()
    }

    fn key(&self, place: &Where, from: Option<&str>) -> Result<String, Refused> {
        let text = match self.shown(place) {
            Some(shown) => [place.game.as_deref().unwrap_or_default(), &shown.game.rules().source.text].join("\0"),
            None => self.source(place)?.text.to_string(),
        };
        let params = serde_json::to_string(&place.params).unwrap_or_default();
        Ok([text.as_str(), params.as_str(), from.unwrap_or_default()].join("\0"))
    }
}

/// A saved solution with its rules in each language, by its number.
fn in_languages(shown: Shown) -> [Shown; 2] {
    [Lang::English, Lang::Chinese].map(|lang| shown.told(lang).unwrap_or_else(|| shown.clone()))
}

fn no_game(name: &str, lang: Lang) -> Refused {
    let shown = bouton::rules::diagnostic::shorten(name);
    let finding = Diagnostic::error("C02", say!("there is no game `{shown}` in the gallery"));
    let finding = match gallery::near(name) {
        Some(near) => finding.help(say!("did you mean `{near}`?")),
        None => finding,
    };
    Refused { status: StatusCode::NOT_FOUND, ..Refused::plain(&finding, lang) }
}
