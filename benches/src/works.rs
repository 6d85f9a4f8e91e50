//! The one list of what is measured: a game with its parameters, how Bouton is asked, and the kernel beside it.

use crate::found::{self, Found, Read};
use crate::{make, sums};
use bouton::instance::Instance;
use bouton::nimber::{octal, take};
use bouton::sample::{Dice, Params};
use bouton::{Ask, Limits, Silent, gallery, game::Game, rules as language, solve};
use std::sync::Arc;

/// A piece of work.
pub(crate) struct Work {
    /// What it is called, without blanks.
    pub(crate) name: &'static str,
    /// The game, and what is asked of it.
    pub(crate) about: &'static str,
    pub(crate) bouton: Bouton,
    /// The sizes measured: more than one where growth is watched, each twice the one before.
    pub(crate) sizes: &'static [usize],
    /// Up to this size tests compare both sides.
    #[cfg_attr(not(test), expect(dead_code, reason = "read by tests only"))]
    pub(crate) small: usize,
    /// At most so many times the kernel's time is wanted.
    pub(crate) wanted: Option<f64>,
    /// Parameters of a size, and the kernel over them.
    pub(crate) make: fn(usize, &mut Dice) -> Input,
}

/// Parameters for Bouton, and the kernel with the same ones.
pub(crate) struct Input {
    pub(crate) params: Params,
    pub(crate) size: usize,
    pub(crate) kernel: Box<dyn Fn() -> Found>,
}

/// How Bouton is asked.
pub(crate) enum Bouton {
    /// Of a game of the gallery, or of `sums`, from the text of its rules on.
    Rules(Rules),
    /// A function of the library, where the command uses it without rules.
    Library(fn(usize) -> Result<Found, String>),
}

/// What is asked of a gallery game.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    game: &'static str,
    /// Whether theorems, and faster recurrences in the place of others, may be used.
    theorems: bool,
    rewrites: bool,
    method: Option<&'static str>,
    ask: Ask,
    read: Read,
}

const fn rules(game: &'static str, read: Read) -> Rules {
    Rules { game, theorems: true, rewrites: true, method: None, ask: Ask::Value, read }
}

const fn rules_of(game: &'static str, read: Read) -> Bouton {
    Bouton::Rules(rules(game, read))
}

const fn without_theorems(game: &'static str, read: Read) -> Bouton {
    Bouton::Rules(Rules { theorems: false, ..rules(game, read) })
}

const fn asked(game: &'static str, theorems: bool, ask: Ask) -> Bouton {
    Bouton::Rules(Rules { theorems, ask, ..rules(game, found::lead) })
}

const fn by_method(game: &'static str, method: &'static str) -> Bouton {
    Bouton::Rules(Rules { method: Some(method), ..rules(game, found::outcome) })
}

/// Every work.
pub(crate) static WORKS: &[Work] = &[
    Work {
        name: "ends-rows",
        about: "877, theorems off",
        bouton: without_theorems("stone-game", found::lead),
        sizes: &[20_000],
        small: 12,
        wanted: Some(1.5),
        make: make::ends_rows,
    },
    Work {
        name: "ends-table",
        about: "877, theorems off: every position",
        bouton: asked("stone-game", false, Ask::Table),
        sizes: &[5_000],
        small: 12,
        wanted: Some(1.5),
        make: make::ends_table,
    },
    Work {
        name: "ends-fusion",
        about: "877 by its theorem",
        bouton: rules_of("stone-game", found::lead),
        sizes: &[10_000_000],
        small: 12,
        wanted: Some(3.0),
        make: make::ends_fusion,
    },
    Work {
        name: "ends-line",
        about: "877 by its theorem: a whole line of best play",
        bouton: asked("stone-game", true, Ask::Line),
        sizes: &[10_000_000],
        small: 12,
        wanted: Some(3.0),
        make: make::ends_line,
    },
    Work {
        name: "1140-cubic",
        about: "Stone Game II, rewrites off",
        bouton: Bouton::Rules(Rules { rewrites: false, ..rules("stone-game-ii", found::lead) }),
        sizes: &[2_000],
        small: 40,
        wanted: Some(1.5),
        make: make::stone_game_ii_plain,
    },
    Work {
        name: "1140",
        about: "Stone Game II, growth",
        bouton: rules_of("stone-game-ii", found::lead),
        sizes: &[2_000, 5_000, 10_000, 20_000],
        small: 40,
        wanted: Some(4.0),
        make: make::stone_game_ii,
    },
    Work {
        name: "1406",
        about: "Stone Game III, most = 1000, growth",
        bouton: rules_of("stone-game-iii", found::lead),
        sizes: &[250_000, 500_000, 1_000_000],
        small: 30,
        wanted: Some(4.0),
        make: make::prefix,
    },
    Work {
        name: "ends-k",
        about: "up to 64 piles from one end",
        bouton: rules_of("ends-k", found::lead),
        sizes: &[2_000],
        small: 14,
        wanted: Some(4.0),
        make: make::ends_k,
    },
    Work {
        name: "375",
        about: "Guess Number II",
        bouton: rules_of("guess-number", found::lead),
        sizes: &[1_000],
        small: 30,
        wanted: Some(4.0),
        make: make::guess_number,
    },
    Work {
        name: "rectangle",
        about: "n × n numbers, border rows and columns",
        bouton: rules_of("rectangle", found::lead),
        sizes: &[60],
        small: 5,
        wanted: Some(1.5),
        make: make::rectangle,
    },
    Work {
        name: "464",
        about: "Can I Win, total half of the sum, 64 sets a word",
        bouton: rules_of("can-i-win", found::winner),
        sizes: &[16, 20, 24],
        small: 9,
        wanted: Some(4.0),
        make: make::can_i_win,
    },
    Work {
        name: "464-sets",
        about: "the same, theorems off",
        bouton: without_theorems("can-i-win", found::winner),
        sizes: &[20, 24, 28],
        small: 9,
        wanted: Some(4.0),
        make: make::can_i_win,
    },
    Work {
        name: "464-bytes",
        about: "the same beside a byte a set",
        bouton: without_theorems("can-i-win", found::winner),
        sizes: &[20],
        small: 9,
        wanted: Some(1.5),
        make: make::can_i_win_bytes,
    },
    Work {
        name: "913",
        about: "Cat and Mouse, six neighbours a node",
        bouton: rules_of("cat-and-mouse", found::outcome),
        sizes: &[200, 400],
        small: 9,
        wanted: Some(1.5),
        make: make::cat_and_mouse,
    },
    Work {
        name: "connect-four-layers",
        about: "four rows of five, by `layers`, a byte a cell",
        bouton: by_method("connect-four", "layers"),
        sizes: &[5],
        small: 4,
        wanted: Some(2.0),
        make: make::connect_four_layers,
    },
    Work {
        name: "connect-four-memo",
        about: "the same by `memo`",
        bouton: by_method("connect-four", "memo"),
        sizes: &[5],
        small: 4,
        wanted: Some(2.0),
        make: make::connect_four_memo,
    },
    Work {
        name: "mnk-layers",
        about: "tic-tac-toe 4×4×4 by `layers`, a byte a cell",
        bouton: by_method("mnk", "layers"),
        sizes: &[4],
        small: 3,
        wanted: Some(2.0),
        make: make::mnk_layers,
    },
    Work {
        name: "mnk-memo",
        about: "the same by `memo`",
        bouton: by_method("mnk", "memo"),
        sizes: &[4],
        small: 3,
        wanted: Some(2.0),
        make: make::mnk_memo,
    },
    Work {
        name: "1510",
        about: "take a square: who wins",
        bouton: rules_of("stone-game-iv", found::winner),
        sizes: &[1_000_000, 100_000_000],
        small: 200,
        wanted: Some(3.0),
        make: make::square_winner,
    },
    Work {
        name: "squares-heap",
        about: "take a square: the nimber of one heap, from rules",
        bouton: rules_of("take-a-square", found::nimber),
        sizes: &[1_000_000],
        small: 200,
        wanted: None,
        make: make::square_nimber,
    },
    Work {
        name: "squares",
        about: "take a square: every nimber, by the library",
        bouton: Bouton::Library(every_square_nimber),
        sizes: &[1_000_000],
        small: 200,
        wanted: None,
        make: make::square_nimbers,
    },
    Work {
        name: "octal",
        about: "`bouton octal 0.77`: nimbers and period, by the library",
        bouton: Bouton::Library(kayles),
        sizes: &[1_000_000],
        small: 400,
        wanted: Some(2.0),
        make: make::kayles,
    },
    Work {
        name: "sum-set",
        about: "one of six amounts: the nimber of a heap",
        bouton: rules_of("sum-set", found::nimber),
        sizes: &[1_000_000],
        small: 300,
        wanted: Some(4.0),
        make: sums::set,
    },
    Work {
        name: "sum-cap",
        about: "a 25th to a 10th of the size at once",
        bouton: rules_of("sum-cap", found::nimber),
        sizes: &[1_000_000],
        small: 300,
        wanted: Some(4.0),
        make: sums::cap,
    },
    Work {
        name: "sum-split",
        about: "a heap split in two",
        bouton: rules_of("sum-split", found::nimber),
        sizes: &[5_000],
        small: 200,
        wanted: Some(4.0),
        make: sums::split,
    },
    Work {
        name: "sum-take-or-split",
        about: "any amount, or split in two (Lasker 1931)",
        bouton: rules_of("sum-take-or-split", found::nimber),
        sizes: &[5_000],
        small: 200,
        wanted: Some(4.0),
        make: sums::take_or_split,
    },
    Work {
        name: "sum-position",
        about: "two, three or five neighbours out of a row",
        bouton: rules_of("sum-position", found::nimber),
        sizes: &[5_000],
        small: 200,
        wanted: Some(4.0),
        make: sums::position,
    },
    Work {
        name: "sum-unequal",
        about: "a heap split in two that differ (Grundy 1939)",
        bouton: rules_of("sum-unequal", found::nimber),
        sizes: &[5_000],
        small: 200,
        wanted: Some(4.0),
        make: sums::unequal,
    },
    Work {
        name: "sum-divisors",
        about: "a proper divisor of the size",
        bouton: rules_of("sum-divisors", found::nimber),
        sizes: &[22_000, 200_000],
        small: 300,
        wanted: Some(4.0),
        make: sums::divisors,
    },
    Work {
        name: "sum-rows",
        about: "parts of two values: one out of a row, closed on a side or not",
        bouton: rules_of("sum-rows", found::nimber),
        sizes: &[2_000, 8_000],
        small: 60,
        wanted: Some(4.0),
        make: sums::rows,
    },
    Work {
        name: "sum-cut-cake",
        about: "each player cuts one way: canonical forms",
        bouton: rules_of("sum-cut-cake", found::winner),
        sizes: &[40, 80],
        small: 12,
        wanted: None,
        make: sums::cut_cake,
    },
];

/// What Bouton found, and how many positions it solved for that, where it counts positions.
pub(crate) struct Answer {
    pub(crate) found: Found,
    pub(crate) positions: u64,
}

/// Bouton's answer, on one thread.
pub(crate) fn answer(work: &Work, input: &Input) -> Result<Answer, String> {
    match work.bouton {
        Bouton::Library(ask) => ask(input.size).map(|found| Answer { found, positions: 0 }),
        Bouton::Rules(Rules { game, theorems, rewrites, method, ask, read }) => {
            let of_gallery = || gallery::find(game).map(|game| game.text.to_owned());
            let text = sums::text(game).or_else(of_gallery).ok_or_else(|| format!("there is no `{game}`"))?;
            let (checked, _) = language::check(&language::Source::new(game, text));
            let checked = checked.ok_or_else(|| format!("the rules of `{game}` have mistakes"))?;
            let instance =
                Instance::new(Arc::new(checked), &input.params).map_err(|fault| format!("`{game}`: {fault:?}"))?;
            let start = instance.start().map_err(|fault| format!("`{game}`: {fault:?}"))?;
            let limits = Limits { theorems, rewrites, ..Limits::default().threads(1) };
            let solution = solve(&instance, &start, &ask, &limits, method, &Silent);
            let solution = solution.map_err(|stop| format!("`{game}`: {stop}"))?;
            let found = read(&instance, &solution);
            let found = found.ok_or_else(|| format!("`{game}` is worth {:?}", solution.value))?;
            Ok(Answer { found, positions: solution.positions })
        }
    }
}

fn every_square_nimber(to: usize) -> Result<Found, String> {
    let nimbers = take::values(&take::squares(to), to, &Limits::default().threads(1));
    nimbers.map(|nimbers| Found::Nimbers(nimbers, None)).map_err(|stop| stop.to_string())
}

fn kayles(to: usize) -> Result<Found, String> {
    let code = "0.77".parse().map_err(|bad: octal::BadCode| bad.to_string())?;
    let found = octal::analyse(&code, to, &Limits::default().threads(1)).map_err(|stop| stop.to_string())?;
    Ok(Found::Nimbers(found.values, found.period.map(|period| (period.from, period.length))))
}
