//! Parameters by lot, the same for Bouton and for the kernel.

use crate::found::Found;
use crate::kernels::{
    can_i_win as sets, can_i_win_bytes as bytes, cat_and_mouse, ends_fusion, ends_k, ends_line as line, ends_rows,
    ends_table as table, guess, in_line, kayles as octal, prefix as taking, rectangle as border, squares,
    stone_game_ii as windows, stone_game_ii_plain as cubic,
};
use crate::works::Input;
use bouton::rules::datum::{Datum, Grid};
use bouton::sample::Dice;
use bouton::value::Outcome;
use std::sync::Arc;

/// Numbers lie between this and its opposite: few in small games, so that ties occur.
fn largest(size: usize) -> i64 {
    if size > 40 { 1_000 } else { 4 }
}

pub(crate) fn number(number: usize) -> Option<Datum> {
    i64::try_from(number).ok().map(Datum::Int)
}

fn row(size: usize, dice: &mut Dice) -> Vec<i64> {
    (0..size).map(|_| dice.between(-largest(size), largest(size))).collect()
}

fn list(row: &[i64]) -> Option<Datum> {
    Some(Datum::List(Arc::new(row.iter().copied().map(Datum::Int).collect())))
}

/// Piles, and a kernel that takes them in 32 bits.
fn narrow(size: usize, dice: &mut Dice, lead: fn(&[i32]) -> i64) -> Input {
    let piles = row(size, dice);
    let params = vec![list(&piles)];
    let narrow: Vec<i32> = piles.into_iter().filter_map(|pile| i32::try_from(pile).ok()).collect();
    Input { params, size, kernel: Box::new(move || Found::Lead(lead(&narrow))) }
}

pub(crate) fn ends_rows(size: usize, dice: &mut Dice) -> Input {
    narrow(size, dice, ends_rows::lead)
}

pub(crate) fn ends_table(size: usize, dice: &mut Dice) -> Input {
    narrow(size, dice, table::lead)
}

pub(crate) fn stone_game_ii_plain(size: usize, dice: &mut Dice) -> Input {
    narrow(size, dice, cubic::lead)
}

pub(crate) fn ends_line(size: usize, dice: &mut Dice) -> Input {
    let piles = row(size, dice);
    Input { params: vec![list(&piles)], size, kernel: Box::new(move || Found::Lead(line::lead(&piles))) }
}

pub(crate) fn guess_number(size: usize, _: &mut Dice) -> Input {
    Input { params: vec![number(size)], size, kernel: Box::new(move || Found::Lead(-guess::cost(size))) }
}

pub(crate) fn ends_fusion(size: usize, dice: &mut Dice) -> Input {
    let piles = row(size, dice);
    Input { params: vec![list(&piles)], size, kernel: Box::new(move || Found::Lead(ends_fusion::lead(&piles))) }
}

pub(crate) fn stone_game_ii(size: usize, dice: &mut Dice) -> Input {
    let piles = row(size, dice);
    Input { params: vec![list(&piles)], size, kernel: Box::new(move || Found::Lead(windows::lead(&piles))) }
}

pub(crate) fn prefix(size: usize, dice: &mut Dice) -> Input {
    let (values, most) = (row(size, dice), most(size, 1_000, dice));
    let params = vec![list(&values), number(most)];
    Input { params, size, kernel: Box::new(move || Found::Lead(taking::lead(&values, most))) }
}

pub(crate) fn ends_k(size: usize, dice: &mut Dice) -> Input {
    let (piles, most) = (row(size, dice), most(size, 64, dice));
    let params = vec![list(&piles), number(most)];
    Input { params, size, kernel: Box::new(move || Found::Lead(ends_k::lead(&piles, most))) }
}

/// How much may be taken at once: in small games by lot, so that it binds.
fn most(size: usize, large: usize, dice: &mut Dice) -> usize {
    if size > large { large } else { 1 + dice.below(size) }
}

pub(crate) fn rectangle(size: usize, dice: &mut Dice) -> Input {
    let rows: Vec<Vec<i64>> = (0..size).map(|_| row(size, dice)).collect();
    let side = i64::try_from(size).unwrap_or(0);
    let grid = Grid { rows: side, columns: side, cells: rows.concat() };
    let params = vec![Some(Datum::Grid(Arc::new(grid)))];
    Input { params, size, kernel: Box::new(move || Found::Lead(border::lead(&rows))) }
}

/// The total is half of the sum of all numbers: the middle of the range, where bounds do not decide. In small games it is any.
fn picks(size: usize, dice: &mut Dice, outcome: fn(usize, usize) -> std::cmp::Ordering) -> Input {
    let sum = size * (size + 1) / 2;
    let total = if size > 8 { sum / 2 } else { dice.below(sum + 3) };
    let params = vec![number(size), number(total)];
    Input { params, size, kernel: Box::new(move || Found::Winner(outcome(size, total))) }
}

pub(crate) fn can_i_win(size: usize, dice: &mut Dice) -> Input {
    picks(size, dice, sets::outcome)
}

pub(crate) fn can_i_win_bytes(size: usize, dice: &mut Dice) -> Input {
    picks(size, dice, bytes::outcome)
}

/// A ring, so that every node has neighbours, and other edges by lot until a node has about six (in small games, about three).
pub(crate) fn cat_and_mouse(size: usize, dice: &mut Dice) -> Input {
    let size = size.max(3);
    let mut graph: Vec<Vec<usize>> = vec![Vec::new(); size];
    let ring = (0..size).map(|node| (node, (node + 1) % size));
    let more = if size > 9 { 2 * size } else { size / 2 };
    let edges: Vec<_> = ring.chain((0..more).map(|_| (dice.below(size), dice.below(size)))).collect();
    for (one, other) in edges {
        if one != other && !graph[one].contains(&other) {
            graph[one].push(other);
            graph[other].push(one);
        }
    }
    graph.iter_mut().for_each(|near| near.sort_unstable());
    let wide = |near: &Vec<usize>| near.iter().filter_map(|&node| i64::try_from(node).ok()).collect();
    let params = vec![Some(Datum::Graph(Arc::new(graph.iter().map(wide).collect())))];
    Input { params, size, kernel: Box::new(move || Found::Outcome(cat_and_mouse::outcome(&graph))) }
}

/// Four rows of as many columns as the size says; in small games any few.
pub(crate) fn connect_four_layers(size: usize, dice: &mut Dice) -> Input {
    on_board(size, connect_four(size, dice), in_line::by_layers)
}

pub(crate) fn connect_four_memo(size: usize, dice: &mut Dice) -> Input {
    on_board(size, connect_four(size, dice), in_line::by_memo)
}

fn on_board(size: usize, board: in_line::Board, outcome: fn(&in_line::Board) -> Outcome) -> Input {
    let params = vec![number(board.rows), number(board.cols), number(board.need)];
    Input { params, size, kernel: Box::new(move || Found::Outcome(outcome(&board))) }
}

fn connect_four(size: usize, dice: &mut Dice) -> in_line::Board {
    match size {
        5.. => in_line::Board { rows: 4, cols: size, need: 4, drops: true },
        _ => in_line::Board { rows: 1 + dice.below(4), cols: 1 + dice.below(3), need: 2 + dice.below(3), drops: true },
    }
}

pub(crate) fn mnk_layers(size: usize, dice: &mut Dice) -> Input {
    on_board(size, mnk(size, dice), in_line::by_layers)
}

pub(crate) fn mnk_memo(size: usize, dice: &mut Dice) -> Input {
    on_board(size, mnk(size, dice), in_line::by_memo)
}

/// A square board with lines as long as its sides; in small games any few rows and columns.
fn mnk(size: usize, dice: &mut Dice) -> in_line::Board {
    match size {
        4.. => in_line::Board { rows: size, cols: size, need: size, drops: false },
        _ => in_line::Board { rows: 1 + dice.below(3), cols: 1 + dice.below(3), need: 1 + dice.below(3), drops: false },
    }
}

pub(crate) fn square_winner(size: usize, _: &mut Dice) -> Input {
    let kernel =
        move || Found::Winner(if squares::wins(size) { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Less });
    Input { params: vec![number(size)], size, kernel: Box::new(kernel) }
}

pub(crate) fn square_nimber(size: usize, _: &mut Dice) -> Input {
    let heaps = i64::try_from(size).ok().and_then(|size| list(&[size]));
    let kernel = move || Found::Nimber(squares::nimbers(size).last().copied().map_or(0, u64::from));
    Input { params: vec![heaps, None], size, kernel: Box::new(kernel) }
}

pub(crate) fn square_nimbers(size: usize, _: &mut Dice) -> Input {
    Input { params: Vec::new(), size, kernel: Box::new(move || Found::Nimbers(squares::nimbers(size), None)) }
}

pub(crate) fn kayles(size: usize, _: &mut Dice) -> Input {
    let kernel = move || {
        let nimbers = octal::nimbers(size);
        let period = octal::period(&nimbers);
        Found::Nimbers(nimbers, period)
    };
    Input { params: Vec::new(), size, kernel: Box::new(kernel) }
}
