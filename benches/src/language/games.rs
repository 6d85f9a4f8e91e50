//! Small games, each written in two or three innocent ways: the text of `games.txt`, in which `== NAME` opens a game and `--` parts its ways.

/// Every game: its name, and the ways in which it is written.
pub(crate) fn games() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let named = |game: &'static str| game.split_once('\n').expect("a name stands on a line of its own");
    let text = include_str!("games.txt").trim_start_matches("== ");
    text.split("\n== ").map(named).map(|(name, ways)| (name, ways.split("--\n").collect()))
}
