//! Every search keeps to its limits, and what it takes on trust is verified.

use super::graphs::{At, Edge, Form, Graph, Node, to};
use bouton::error::{Remedy, Stop};
use bouton::game::{Ending, Gain, Game, Repeat};
use bouton::limits::{Limits, Meter, Progress, Silent};
use bouton::methods::Ask;
use bouton::path::path_to;
use bouton::plan::Plan;
use bouton::rules::Source;
use bouton::solution::{Solution, solve};
use bouton::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Player;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// One heap, take one: as many plies as counters.
#[derive(Debug)]
struct Countdown(u32);

impl Form for Countdown {
    fn start(&self) -> u32 {
        self.0
    }

    fn ending(&self, (left, _): At) -> Option<Ending> {
        (left == 0).then_some(Ending::Loss)
    }

    fn edges(&self, (left, _): At) -> Vec<Edge> {
        vec![to(left - 1)]
    }

    fn nodes(&self) -> u64 {
        u64::from(self.0) + 1
    }

    fn rank(&self, left: u32) -> i64 {
        -i64::from(left)
    }
}

fn long() -> Graph {
    Graph::of(Countdown(1_000_001))
}

/// The same, and the rules allow for play that repeats.
fn long_may_repeat() -> Graph {
    Graph { repeat: Some(Repeat::Draw), ..long() }
}

/// The same with a rank.
fn long_ranked() -> Graph {
    Graph { ranked: true, ..long() }
}

fn solve_with<G: Game + 'static>(game: &G, limits: &Limits, method: Option<&str>) -> Result<Solution<G>, Stop> {
    solve(game, &game.start().unwrap(), &Ask::Table, limits, method, &Silent)
}

#[test]
fn a_million_plies_are_no_trouble() {
    let won = Value::Outcome(Outcome::Win(Plies::Of(1_000_001)));
    let games = [(long(), "memo"), (long_may_repeat(), "retrograde"), (long_ranked(), "sweep")];
    for (game, method) in games {
        let solution = solve_with(&game, &Limits::default(), None).unwrap();
        assert_eq!((solution.method, solution.value, solution.positions), (method, won, 1_000_002));
        solution.check(&game, &Limits::default()).unwrap();
    }
}

/// What reads, plans, solves and explains one after the other has one clock.
#[test]
fn time_that_runs_already_is_not_given_anew() {
    let limits = Limits::default().time(Duration::from_millis(1));
    assert_eq!(limits.interrupted(), None, "the clock does not run yet");
    let late = limits.begun();
    std::thread::sleep(Duration::from_millis(2));
    let stop = Stop::Time { limit: Duration::from_millis(1), positions: 0 };
    assert_eq!((late.check(), late.begun().since), (Err(stop.clone()), late.since));
    assert!(matches!(Meter::new(&late, &Silent).step(), Err(Stop::Time { .. })));
    assert!(matches!(solve_with(&long(), &late, None), Err(Stop::Time { .. })));
    let rules =
        bouton::rules::check(&Source::new("chomp.game", bouton::gallery::find("chomp").unwrap().text)).0.unwrap();
    let game = bouton::Instance::new(rules.into(), &[]).unwrap();
    let solution = solve_with(&game, &Limits::default(), None).unwrap();
    let start = game.start().unwrap();
    let game = game.within(&late);
    assert_eq!(bouton::line(&game, &solution.store, &start, 3).unwrap_err(), stop);
    assert_eq!(bouton::answer(&game, &solution.store, &start).unwrap_err(), stop);
}

/// Rules that are played slowly look at the clock themselves: a proof that they end is out of time, and no value is wrong.
#[test]
fn a_proof_that_is_out_of_time_finds_nothing_wrong() {
    let text = bouton::gallery::find("notakto").unwrap().text;
    let rules = bouton::rules::check(&Source::new("notakto.game", text)).0.unwrap();
    let game = bouton::Instance::new(rules.into(), &[]).unwrap();
    let solution = solve_with(&game, &Limits::default(), None).unwrap();
    let late = game.within(&Limits::default().time(Duration::ZERO).begun());
    assert!(matches!(solution.check(&late, &Limits::default()), Err(Stop::Time { .. })));
}

#[test]
fn memory_and_positions_are_limited() {
    for game in [long(), long_may_repeat(), long_ranked()] {
        let stop = solve_with(&game, &Limits::default().memory(1_000_000), None).unwrap_err();
        let Stop::Memory { needed, limit, fits } = stop else { panic!("{stop}") };
        assert!(needed > limit && (1_000..100_000).contains(&fits), "{stop}");
        let stop = solve_with(&game, &Limits::default().positions(5_000), None).unwrap_err();
        assert_eq!(stop, Stop::Positions { limit: 5_000 });
        assert_eq!(stop.remedy(), Remedy::AllowMore);
    }
}

/// What the program holds beside positions and values counts as well, a little over the limit at the most.
#[test]
fn what_the_program_holds_is_limited() {
    let limits = Limits { memory: 1_000_000, own: 500_000, ..Limits::default() };
    let asked = |resident: fn() -> Option<u64>, needed: u64| {
        let limits = Limits { resident: Some(resident), ..limits.clone() };
        let meter = Meter::new(&limits, &Silent);
        std::thread::sleep(Duration::from_millis(25));
        meter.memory(needed)
    };
    assert_eq!(asked(|| Some(1_550_000), 1_000_000), Ok(()));
    let stop = |needed| Err(Stop::Memory { needed, limit: 1_500_000, fits: 1_000_000 / (needed - 500_000) });
    assert_eq!(asked(|| Some(1_600_000), 1), stop(1_600_000));
    assert_eq!(asked(|| None, 1_000_001), stop(1_500_001));
    assert_eq!(asked(|| None, 1), Ok(()));
}

#[test]
fn the_limit_is_near_what_is_really_needed() {
    let game = Graph::of(Countdown(100_000));
    let solution = solve_with(&game, &Limits::default(), None).unwrap();
    let bytes = solution.store.bytes(game.position_bytes());
    assert!(solve_with(&game, &Limits::default().memory(bytes), None).is_err());
    assert!(solve_with(&game, &Limits::default().memory(8 * bytes), None).is_ok());
}

#[test]
fn time_and_cancel_are_heeded() {
    let late = Limits::default().time(Duration::ZERO);
    let cancelled = Limits::default();
    cancelled.cancel.store(true, Ordering::Relaxed);
    for method in ["memo", "brute"] {
        assert!(matches!(solve_with(&long(), &late, Some(method)), Err(Stop::Time { .. })));
        assert!(matches!(solve_with(&long(), &cancelled, Some(method)), Err(Stop::Cancelled)));
    }
}

#[test]
fn progress_is_told() {
    #[derive(Default)]
    struct Last(AtomicU64);
    impl Progress for Last {
        fn tick(&self, _: &'static str, done: u64, _: Option<u64>) {
            self.0.store(done, Ordering::Relaxed);
        }
    }
    let last = Last::default();
    solve(&long(), &long().start().unwrap(), &Ask::Table, &Limits::default(), None, &last).unwrap();
    assert!(last.0.into_inner() > 1_000_000);
}

#[test]
fn brute_force_goes_so_deep_and_no_deeper() {
    assert!(solve_with(&Graph::of(Countdown(2_000)), &Limits::default(), Some("brute")).is_ok());
    let stop = solve_with(&long(), &Limits::default(), Some("brute")).unwrap_err();
    assert_eq!(stop, Stop::TooDeep { limit: 2_000 });
}

#[test]
fn an_order_that_breaks_hands_over_to_the_next_method() {
    let back = Node { endings: None, edges: vec![to(1)] };
    let over = Node { endings: Some([Ending::Draw; 2]), edges: Vec::new() };
    let first = Node { endings: None, edges: vec![to(2)] };
    let game = Graph { ranked: true, ..Graph::outcome(None, vec![first, over, back]) };
    let solution = solve_with(&game, &Limits::default(), None).unwrap();
    assert_eq!((solution.method, solution.value), ("memo", Value::Outcome(Outcome::Draw)));
    assert_eq!(solution.notes, ["the order breaks: `0` at `(2, Second)` leads from rank 2 to 1; memo took over"]);
    let forced = solve_with(&game, &Limits::default(), Some("sweep"));
    assert!(matches!(forced, Err(Stop::OrderBroken { before: 2, after: Some(1), .. })));
}

fn around() -> Vec<Node> {
    let one = Node { endings: None, edges: vec![to(1)] };
    let two = Node { endings: None, edges: vec![to(2)] };
    let three = Node { endings: None, edges: vec![to(1)] };
    vec![one, two, three]
}

#[test]
fn a_cycle_is_shown_with_the_way_to_it() {
    let game = Graph::outcome(None, around());
    for method in [None, Some("brute")] {
        let stop = solve_with(&game, &Limits::default(), method).unwrap_err();
        let Stop::Cycle(back) = &stop else { panic!("{stop}") };
        assert_eq!(back.reached_by, ["0"]);
        assert_eq!(back.positions, ["(1, Second)", "(2, First)"]);
        assert_eq!(back.moves, ["0", "0"]);
        assert_eq!(stop.to_string(), "play can return to a position: `(1, Second)` → 0 → 0 → `(1, Second)`");
    }
    let game = Graph::outcome(Some(Repeat::Draw), around());
    let stop = solve_with(&game, &Limits::default(), Some("memo")).unwrap_err();
    assert!(
        stop.to_string()
            .ends_with("; this method does not go round; leave out `--method`, and the plan uses `retrograde`"),
        "{stop}"
    );
}

#[test]
fn rounds_that_gain_are_shown_move_by_move() {
    let gains = |at: usize| {
        let mut nodes = around();
        nodes[at].edges[0].gain = Gain { mine: 3, theirs: 1 };
        Graph { kind: Kind::Points, ..Graph::outcome(Some(Repeat::Draw), nodes) }
    };
    // Before play goes round it may gain.
    assert_eq!(solve_with(&gains(0), &Limits::default(), None).unwrap().value, Value::Lead(2));
    let stop = solve_with(&gains(2), &Limits::default(), None).unwrap_err();
    let finding = stop.diagnostic();
    assert_eq!(finding.code, "R13");
    let loops = "this loop is possible: (2, First) → 0 → 0 → the same position";
    assert!(finding.notes.iter().any(|note| *note == loops), "{:?}", finding.notes);
    assert!(finding.notes.iter().any(|note| *note == "its first move, 0, gains +2"), "{:?}", finding.notes);
    let uneven = Graph { rounds: vec![0, 1, 2], ..Graph { repeat: Some(Repeat::Leads), ..gains(0) } };
    let finding = solve_with(&uneven, &Limits::default(), None).unwrap_err().diagnostic();
    assert_eq!(
        (finding.code, finding.message.to_string().as_str()),
        ("R13", "play that goes round is not worth the same all the way")
    );
    let won = Graph { repeat: Some(Repeat::Wins(Player::First)), ..gains(0) };
    let stop = solve_with(&won, &Limits::default(), Some("retrograde")).unwrap_err();
    assert!(stop.to_string().ends_with("endless play is won, and the game counts points"), "{stop}");
}

#[test]
fn a_fault_says_where_it_is_and_how_it_was_reached() {
    let huge = |to| Edge { gain: Gain { mine: i64::MAX, theirs: 0 }, again: true, ..super::graphs::to(to) };
    let over = Node { endings: Some([Ending::Lead(0); 2]), edges: Vec::new() };
    let nodes = vec![
        Node { endings: None, edges: vec![to(1)] },
        Node { endings: None, edges: vec![huge(2)] },
        Node { endings: None, edges: vec![huge(3)] },
        over,
    ];
    for ranked in [false, true] {
        let game = Graph { kind: Kind::Points, ranked, ..Graph::outcome(None, nodes.clone()) };
        for method in [None, Some("brute")] {
            let stop = solve_with(&game, &Limits::default(), method).unwrap_err();
            let Stop::Fault(trouble) = &stop else { panic!("{stop}") };
            assert_eq!(trouble.position, "(1, Second)");
            assert_eq!((trouble.mv.as_deref(), trouble.path.as_deref()), (Some("0"), Some(&["0".to_owned()][..])));
            assert_eq!(stop.remedy(), Remedy::MendRules);
        }
    }
}

#[test]
fn an_ending_of_the_wrong_kind_is_a_fault() {
    let over = Node { endings: Some([Ending::Lead(1); 2]), edges: Vec::new() };
    for repeat in [None, Some(Repeat::Draw)] {
        let game = Graph::outcome(repeat, vec![Node { endings: None, edges: vec![to(1)] }, over.clone()]);
        let stop = solve_with(&game, &Limits::default(), None).unwrap_err();
        let Stop::Fault(trouble) = &stop else { panic!("{stop}") };
        assert_eq!((trouble.position.as_str(), trouble.path.as_ref().unwrap().len()), ("(1, Second)", 1));
    }
}

#[test]
fn a_path_leads_to_its_target() {
    assert_eq!(path_to(&long(), &(9, Player::First), &(7, Player::First)), Some(vec![0, 0]));
    assert_eq!(path_to(&long(), &(9, Player::First), &(7, Player::Second)), None);
}

#[test]
fn a_plan_explains_itself() {
    let game = long_may_repeat();
    let plan = Plan::of(&game, &game.start().unwrap(), &Ask::Table, &Limits::default());
    let words = "\
method  retrograde (reached): backwards from the finished positions, where play may repeat
  1  number the positions     breadth first from the start; not by placements: the game offers no moves back
  2  work backwards           from the finished positions, one wave a ply
  3  the rest                 draws
  estimate  60 bytes for each position that is reached, 8 bytes for each move; how many there are is not known before
  in all    not known before; a million positions take about a second and 60 MB
not used:
  theorem     no theorem that Bouton knows speaks of these rules
  grundy      no parts are known whose sum the game is
  recurrence  the game offers no closed form of its moves
  components  it is for games that end and are won or lost
  sweep       positions are too many, or of too many shapes, for a table with a place for each
  search      only for `--ask value` and `--ask best`
  layers      nothing is known that grows with every move, so positions form no layers
  brute       slow and plain, to judge the others; `--method brute` asks for it
in reserve:  memo";
    assert_eq!(plan.to_string(), words);
    let by = |name| Plan::by(&game, &game.start().unwrap(), &Ask::Table, &Limits::default(), name);
    assert!(matches!(by("sweep"), Err(Stop::Unfit { method: "sweep", .. })));
    assert!(matches!(by("numbers"), Err(Stop::Unfit { method: "numbers", .. })));
    assert!(matches!(by("magic"), Err(Stop::UnknownMethod { .. })));
}

#[test]
fn a_table_that_does_not_fit_is_refused_with_what_would() {
    let game = long_ranked();
    let stop = solve_with(&game, &Limits::default().memory(10_000_000), Some("sweep")).unwrap_err();
    let words = "`sweep` cannot solve this: 2,000,004 numbers need 73 MB; the limit is 10 MB, enough for 276,816";
    assert_eq!(stop.to_string(), words);
}
