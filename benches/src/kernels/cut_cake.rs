//! Cutcake (J. H. Conway, "On Numbers and Games", 1976): Left cuts a cake across, Right along. Every cake is worth an integer: the simplest one
//! between the best that Left and that Right can cut.

/// What a cake of `a` by `b` is worth to Left.
pub(crate) fn value(a: usize, b: usize) -> i64 {
    let mut worth = vec![vec![0_i64; b + 1]; a + 1];
    for across in 1..=a {
        for along in 1..=b {
            let left = (1..=across / 2).map(|at| worth[at][along] + worth[across - at][along]).max();
            let right = (1..=along / 2).map(|at| worth[across][at] + worth[across][along - at]).min();
            worth[across][along] = match (left, right) {
                (Some(left @ 0..), _) => left + 1,
                (_, Some(right @ ..=0)) => right - 1,
                _ => 0,
            };
        }
    }
    worth[a][b]
}
