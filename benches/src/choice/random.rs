//! Random rules of several kinds, each at any scale: the same seed is the same game, only larger.

use bouton::sample::Dice;

/// Scales that are tried for a seed, the smallest first.
pub(super) const SCALES: i64 = 12;

/// A kind: its name, and the rules of a scale.
type Kind = (&'static str, fn(&mut Dice, i64) -> String);

static KINDS: &[Kind] = &[
    ("heaps", heaps),
    ("walk", walk),
    ("board", board),
    ("numbers", numbers),
    ("pair", pair),
    ("row", row),
    ("tokens", tokens),
    ("hand", hand),
];

/// The rules of a seed at a scale, and what kind they are of.
pub(crate) fn text(seed: usize, scale: i64) -> (&'static str, String) {
    let (name, kind) = KINDS[seed % KINDS.len()];
    (name, kind(&mut Dice::new(seed as u64), scale))
}

/// Some numbers of 1 to `most`, each once, as a list; always 1 among them.
fn some(dice: &mut Dice, most: i64) -> String {
    let more = (2..=most).filter(|_| dice.once_in(2)).map(|number| format!(", {number}"));
    format!("[1{}]", more.collect::<String>())
}

fn stuck(dice: &mut Dice) -> &'static str {
    ["stuck => me loses", "stuck => me wins", "stuck => draw"][dice.below(3)]
}

/// Heaps that are taken from; some remember the last take.
fn heaps(dice: &mut Dice, scale: i64) -> String {
    let (count, takes, stuck) = (dice.between(2, 4), some(dice, 5), stuck(dice));
    let height = [0, 0, 40, 12, 6][usize::try_from(count).unwrap_or(2)] * scale / 2 + 3;
    let (memory, when, then) = match dice.below(3) {
        0 => ("state last : 0..9 = 0\n", "  when k != last\n", "  last = k\n"),
        _ => ("", "", ""),
    };
    format!(
        "game Heaps\nstate xs : list[{count}] of 0..{height} = {height}\n{memory}\
         move take(i in 0..<{count}, k in {takes}) {{\n  when xs[i] >= k\n{when}  xs[i] -= k\n{then}}}\n{stuck}\n"
    )
}

/// Pieces on a line of places that only some moves may leave: play goes round.
fn walk(dice: &mut Dice, scale: i64) -> String {
    let (length, step) = (8 + 12 * scale, dice.between(1, 3));
    let (steps, wins) = (some(dice, 3), ["First", "Second"][dice.below(2)]);
    format!(
        "game Walk\nstate a : 0..{length} = {}\nstate b : 0..{length} = {length}\n\
         move on(d in {steps}) by First {{ when a + d <= {length} and a + d != b; a += d; end when a == {length} => {wins} wins }}\n\
         move back by First {{ when a >= {step} and a - {step} != b; a -= {step} }}\n\
         move go(d in {steps}) by Second {{ when b - d >= 0 and b - d != a; b -= d; end when b == 0 => Second wins }}\n\
         move wait by Second {{ when b + {step} <= {length} and b + {step} != a; b += {step} }}\n\
         stuck => me loses\nrepeat => draw\n",
        length / 2
    )
}

/// Marks on a board, three in a line or no neighbour.
fn board(dice: &mut Dice, scale: i64) -> String {
    let (rows, columns) = (2 + scale / 3, 3 + (scale + 1) / 3);
    let (end, when) = match dice.below(3) {
        0 => ("end when line(b, opponent, 3) => opponent wins\nend when full(b) => draw\n", ""),
        1 => ("", "  when count(b[d] != none for d in around4(b, c)) < 2\n"),
        _ => ("", "  when all(b[d] != opponent for d in around4(b, c))\n"),
    };
    let stuck = if dice.once_in(2) { "stuck => me loses" } else { "stuck => draw" };
    format!(
        "game Board\nstate b : grid[{rows}, {columns}] of player? = none\n{end}\
         move put(c in cells(b) if b[c] == none) {{\n{when}  b[c] = me\n}}\n{stuck}\n"
    )
}

/// Numbers that are picked once each, to a total.
fn numbers(dice: &mut Dice, scale: i64) -> String {
    let most = 8 + scale;
    let (total, rule) = (most * (most + 1) / 2 * dice.between(3, 9) / 10, dice.below(2));
    let when =
        if rule == 0 { format!("  when sum(used) + k <= {total}\n") } else { "  when k + 1 not in used\n".to_owned() };
    format!(
        "game Numbers\nstate used : set of 1..{most} = {{}}\n\
         move pick(k in 1..{most} if k not in used) {{\n{when}  used += {{k}}\n}}\n{}\n",
        stuck(dice)
    )
}

/// Two numbers and a counter that bounds how long it goes on; bounds are wider than what is reached.
fn pair(dice: &mut Dice, scale: i64) -> String {
    let (most, wide, moves) = (10 + 6 * scale, dice.between(1, 20), 4 * scale + 6);
    let (steps, modulus) = (some(dice, 4), dice.between(2, 5));
    format!(
        "game Pair\nstate x : 0..{bound} = {most}\nstate y : 0..{bound} = {most}\nstate left : 0..{moves} = {moves}\n\
         move down(k in {steps}) {{ when left > 0 and x >= k; x -= k; left -= 1 }}\n\
         move over(k in {steps}) {{ when left > 0 and x > 0 and y + k <= {most}; y = (y + k) % {most}; left -= 1 }}\n\
         move both {{ when left > 1 and x > 0 and y > 0; x -= 1; y -= 1; left -= 2 }}\n\
         end when left == 0 and (x + y) % {modulus} == 0 => First wins\n\
         end when left == 0 => Second wins\nstuck => draw\n",
        bound = most * wide,
    )
}

/// A row of numbers that is taken from its ends, for points, with a memory.
fn row(dice: &mut Dice, scale: i64) -> String {
    let (length, most) = (16 + 24 * scale, dice.between(2, 3));
    let piles: Vec<String> = (0..length).map(|_| dice.between(-9, 30).to_string()).collect();
    let memory = dice.once_in(2);
    let (state, limit, set) = if memory {
        ("state m : 1..9 = 1\n", "min(m + 1, 9)".to_owned(), "; m = k")
    } else {
        ("", most.to_string(), "")
    };
    format!(
        "game Row\nlet p = [{}]\nstate i : 0..{length} = 0\nstate j : 0..{length} = {length}\n{state}\
         move left(k in 1..{limit}) {{ when i + k <= j; gain sum(p[i ..< i + k]); i += k{set} }}\n\
         move right {{ when i < j; gain p[j - 1]; j -= 1 }}\n",
        piles.join(", ")
    )
}

/// Tokens that move down a ladder, any of them, some sorted.
fn tokens(dice: &mut Dice, scale: i64) -> String {
    let (count, length) = (dice.between(2, 4), 4 + 3 * scale);
    let (steps, sorts) = (some(dice, 4), dice.once_in(2));
    let normal = if sorts { "normalise { at = sorted(at) }\n" } else { "" };
    format!(
        "game Tokens\nstate at : list[{count}] of 0..{length} = {length}\n\
         move step(i in 0..<{count}, d in {steps}) {{\n  when at[i] >= d\n  at[i] -= d\n  when count(x == at[i] for x in at) == 1 or at[i] == 0\n}}\n\
         {normal}{}\n",
        stuck(dice)
    )
}

/// Cards of two hands that are played in turn, a higher one each time.
fn hand(dice: &mut Dice, scale: i64) -> String {
    let cards = 6 + scale;
    let (gap, pass) = (dice.between(1, 4), dice.once_in(2));
    let pass = if pass { "move pass { when top > 0; top = 0 }\n" } else { "" };
    let cards_of = |dice: &mut Dice| {
        (1..=cards).filter(|_| dice.once_in(2)).map(|card| card.to_string()).collect::<Vec<_>>().join(", ")
    };
    let (mine, yours) = (cards_of(dice), cards_of(dice));
    format!(
        "game Hand\nstate a : set of 1..{cards} = {{{mine}}}\nstate b : set of 1..{cards} = {{{yours}}}\nstate top : 0..{cards} = 0\n\
         move lay(c in a if c > top) by First {{ when c <= top + {gap} or top == 0; a -= {{c}}; top = c }}\n\
         move put(c in b if c > top) by Second {{ when c <= top + {gap} or top == 0; b -= {{c}}; top = c }}\n\
         {pass}stuck => me loses\n"
    )
}
