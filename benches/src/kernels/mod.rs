//! Plain programs that Bouton is measured against: one file a kernel, each knows its game and nothing else.

pub(crate) mod can_i_win;
pub(crate) mod can_i_win_bytes;
pub(crate) mod cat_and_mouse;
pub(crate) mod cut_cake;
pub(crate) mod ends_fusion;
pub(crate) mod ends_k;
pub(crate) mod ends_line;
pub(crate) mod ends_rows;
pub(crate) mod ends_table;
pub(crate) mod guess;
pub(crate) mod heaps;
pub(crate) mod in_line;
pub(crate) mod kayles;
pub(crate) mod prefix;
pub(crate) mod rectangle;
mod smallest;
pub(crate) mod squares;
pub(crate) mod stone_game_ii;
pub(crate) mod stone_game_ii_plain;
