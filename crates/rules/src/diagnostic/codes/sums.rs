//! Codes of sums of games.

use super::{CodeRow, Stage};

/// B070 to B079.
pub static CODES: &[CodeRow] = &[
    CodeRow {
        code: "B070",
        stage: Stage::Check,
        title: "a line of an ordinary game in a sum of games",
        explanation: "A game is either a sum of parts, said with `part`, `start` and `stuck`, or an ordinary one, said with `state` \
                      and `move`. In a sum nothing but the parts may matter: that is why each can be valued alone and the \
                      values added as nim-sums.",
        bad: "game G\npart Heap(n : 0..9) { move take(k in 1..n) => Heap(n - k) }\nstate turns : 0..9 = 0\nstart Heap(5)\nstuck => me loses\n",
        good: "game G\npart Heap(n : 0..9) { move take(k in 1..n) => Heap(n - k) }\nstart Heap(5)\nstuck => me loses\n",
    },
    CodeRow {
        code: "B071",
        stage: Stage::Check,
        title: "a sum of games without parts, start or moves",
        explanation: "`part` says what a part is and which moves it has, `start` which parts are there when play begins. A sum needs \
                      both, and at least one move.",
        bad: "game G\npart Heap(n : 0..9) { move take(k in 1..n) => Heap(n - k) }\nstuck => me loses\n",
        good: "game G\npart Heap(n : 0..9) { move take(k in 1..n) => Heap(n - k) }\nstart Heap(5)\nstuck => me loses\n",
    },
    CodeRow {
        code: "B072",
        stage: Stage::Check,
        title: "a name that is not a part, or a part where a value is needed",
        explanation: "What is left by a move, and what is there at the start, are parts by their names. Elsewhere a part's name means \
                      nothing: rules that looked at the other parts would not be a sum.",
        bad: "game G\npart Heap(n : 0..9) { move take(k in 1..n) => Pile(n - k) }\nstart Heap(5)\nstuck => me loses\n",
        good: "game G\npart Heap(n : 0..9) { move take(k in 1..n) => Heap(n - k) }\nstart Heap(5)\nstuck => me loses\n",
    },
    CodeRow {
        code: "B073",
        stage: Stage::Check,
        title: "two parts with a move of the same name",
        explanation: "A move is written with its name and what is chosen, `take(5,2)`: first the value of the part it is made in. So that \
                      it says which part that is, moves of different parts have different names.",
        bad: "game G\npart A(n : 0..9) { move take when n > 0 => A(n - 1) }\npart B(n : 0..9) { move take when n > 0 => A(n - 1) }\nstart A(5) + B(5)\nstuck => me loses\n",
        good: "game G\npart A(n : 0..9) { move take when n > 0 => A(n - 1) }\npart B(n : 0..9) { move turn_over when n > 0 => A(n - 1) }\nstart A(5) + B(5)\nstuck => me loses\n",
    },
    CodeRow {
        code: "B074",
        stage: Stage::Check,
        title: "a sum of games that ends another way",
        explanation: "A sum is over when no part can be moved in. Then the player to move loses (normal play) or wins (misère play); a \
                      `when` may choose between the two by the parameters. Draws, points, passing and players by name have no \
                      place in a sum.",
        bad: "game G\npart Heap(n : 0..9) { move take(k in 1..n) => Heap(n - k) }\nstart Heap(5)\nstuck => draw\n",
        good: "game G\npart Heap(n : 0..9) { move take(k in 1..n) => Heap(n - k) }\nstart Heap(5)\nstuck => me loses\n",
    },
    CodeRow {
        code: "B075",
        stage: Stage::Check,
        title: "a part with too many or too few values",
        explanation: "A part is known by the values that stand in the brackets of its `part` line. Wherever a part is named, in what a move \
                      leaves and in the `start` line, it has a value for each of them, in the same order.",
        bad: "game G\npart Strip(from : 0..9, to : 0..9) { move cut when from < to => Strip(from + 1) }\nstart Strip(0, 5)\nstuck => me loses\n",
        good: "game G\npart Strip(from : 0..9, to : 0..9) { move cut when from < to => Strip(from + 1, to) }\nstart Strip(0, 5)\nstuck => me loses\n",
    },
];
