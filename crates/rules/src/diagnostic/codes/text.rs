//! Codes of text and grammar.

use super::{CodeRow, Stage};

/// B001 to B019.
pub static CODES: &[CodeRow] = &[
    CodeRow {
        code: "B001",
        stage: Stage::Read,
        title: "a sign that rules do not know",
        explanation: "Outside strings and comments, rules consist of letters, digits and the signs of a plain keyboard. Word \
                      processors and Chinese input methods put in look-alikes such as `，`, `（` or `“`, and mathematics has signs \
                      such as `≤`; the message says what to write instead. Names may have letters of any script.",
        bad: "game Nim\nplayers 甲，乙\n",
        good: "game Nim\nplayers 甲, 乙\n",
    },
    CodeRow {
        code: "B002",
        stage: Stage::Read,
        title: "a string that is not closed, or an escape it does not know",
        explanation: "A string stands in double quotes and ends on the line where it began. Inside, `\\\"` is a quote, `\\\\` a \
                      backslash and `\\n` a new line; nothing else follows a backslash.",
        bad: "game Nim \"Nim, the game\n",
        good: "game Nim \"Nim, the game\"\n",
    },
    CodeRow {
        code: "B003",
        stage: Stage::Read,
        title: "a number that is none, or too large",
        explanation: "Numbers are whole and have 64 bits; `_` may stand between digits. There are no fractions: count in halves or \
                      tenths instead. A product needs its sign, `2 * n`, and a range has two dots, `1..5`.",
        bad: "let half = 2n + 1\n",
        good: "let half = 2 * n + 1\n",
    },
    CodeRow {
        code: "B004",
        stage: Stage::Read,
        title: "an operator or value of another language",
        explanation: "Conditions are joined with the words `and`, `or` and `not`. `//` divides whole numbers and rounds down, `%` is \
                      the remainder, `xor(a, b)` the nim-sum. `true`, `false` and `none` are small. To change a variable there are \
                      `=`, `+=` and `-=`.",
        bad: "end when x == 0 && y == 0 => draw\n",
        good: "end when x == 0 and y == 0 => draw\n",
    },
    CodeRow {
        code: "B005",
        stage: Stage::Read,
        title: "a name that is too long",
        explanation: "A name has at most 100 letters. Titles and comments may be longer.",
        bad: "let aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = 1\n",
        good: "let a = 1\n",
    },
    CodeRow {
        code: "B006",
        stage: Stage::Read,
        title: "rules past a limit",
        explanation: "Rules have at most 4 MB, a million words and signs and 64 symmetries, and what is nested \
                      in them at most 200 levels; a chain such as `a + b + c` counts a level for each sign. Real rules stay \
                      far below. Large data are parameters, given from outside; many variables are a list, and many moves a \
                      move with a choice; long chains are written with a list and `sum`, `all` or `any`. Rules past a limit \
                      would fill this page and more, so no example stands here.",
        bad: "",
        good: "",
    },
    CodeRow {
        code: "B007",
        stage: Stage::Read,
        title: "more errors than are shown",
        explanation: "The first 50 errors are shown and the rest counted. Later errors often follow from earlier ones: mend from the \
                      top and look again. It takes more than 50 errors to show this, so no example stands here.",
        bad: "",
        good: "",
    },
    CodeRow {
        code: "B009",
        stage: Stage::Read,
        title: "a bracket without its other half",
        explanation: "Every `(`, `[` and `{` needs its closing bracket, and the inner one closes first. The message points to where \
                      the bracket was opened and to where it should have been closed at the latest.",
        bad: "let a = max(1, (2 + 3)\n",
        good: "let a = max(1, (2 + 3))\n",
    },
    CodeRow {
        code: "B010",
        stage: Stage::Read,
        title: "a line that starts with an unknown word",
        explanation: "Every line starts with the word that says what it is: `game`, `players`, `param`, `require`, `let`, `type`, \
                      `def`, `state`, `invariant`, `remaining`, `move`, `starts`, `normalise`, `end`, `stuck`, `repeat`, \
                      `symmetry`, `show` or `example`. A line goes on inside open brackets, after an operator, and before `=>`.",
        bad: "stat x : 0..9 = 0\n",
        good: "state x : 0..9 = 0\n",
    },
    CodeRow {
        code: "B011",
        stage: Stage::Read,
        title: "a statement outside a move",
        explanation: "What changes the position stands inside the braces of a `move` (or of `normalise`). Outside, a `state` line \
                      gives a variable its first value and a `let` names a fixed value.",
        bad: "state x : 0..9 = 0\nx = 3\n",
        good: "state x : 0..9 = 3\n",
    },
    CodeRow {
        code: "B012",
        stage: Stage::Read,
        title: "a line inside braces",
        explanation: "Lines such as `state` or `move` stand by themselves. Inside the braces of a move there are only statements; a \
                      value that lives in one move is a `let` or a `var`. Often a `}` was forgotten before the line.",
        bad: "move take {\n  state left : 0..3 = 0\n}\n",
        good: "state left : 0..3 = 0\nmove take { left += 1 }\n",
    },
    CodeRow {
        code: "B013",
        stage: Stage::Read,
        title: "something expected, something else found",
        explanation: "The grammar asks for one thing at this place and another stands there, or nothing. The message names both, and \
                      the help line shows the form of the whole.",
        bad: "stuck draw\n",
        good: "stuck => draw\n",
    },
    CodeRow {
        code: "B014",
        stage: Stage::Read,
        title: "one equals sign or two",
        explanation: "`=` gives a value, `==` compares two.",
        bad: "end when x = 0 => draw\n",
        good: "end when x == 0 => draw\n",
    },
    CodeRow {
        code: "B015",
        stage: Stage::Read,
        title: "a word of the language used as a name",
        explanation: "A few words have a fixed meaning and cannot be names. Add a letter or an underscore, or say more: `move_count` \
                      instead of `move`.",
        bad: "state turn : 0..9 = 0\n",
        good: "state turns : 0..9 = 0\n",
    },
    CodeRow {
        code: "B016",
        stage: Stage::Read,
        title: "a value is missing",
        explanation: "An operator, an `=` or a bracket must be followed by a value: a number, a name, a call, or something in brackets.",
        bad: "let a = 1 +\n",
        good: "let a = 1 + 2\n",
    },
    CodeRow {
        code: "B017",
        stage: Stage::Read,
        title: "an `if` that is not whole",
        explanation: "As a value, `if` has three parts: `if c then a else b`. As a statement it has braces: `if c { … } else { … }`, \
                      and the `else` may be left out.",
        bad: "let a = if n > 1 then 2\n",
        good: "let a = if n > 1 then 2 else 0\n",
    },
    CodeRow {
        code: "B018",
        stage: Stage::Read,
        title: "a type is missing",
        explanation: "After `:` and `of` stands a type: a range such as `0..9`, `bool`, `int`, `player`, names in braces, `set of`, \
                      `list[n] of`, `grid[r, c] of`, `graph[a..b]`, `node of`, `cell of`, or the name of a `type` line. A `?` \
                      behind it allows `none`.",
        bad: "state x : 5 = 0\n",
        good: "state x : 0..5 = 0\n",
    },
    CodeRow {
        code: "B019",
        stage: Stage::Read,
        title: "a sum that is not written as parts",
        explanation: "In a sum of games a move says which parts are left, and `start` which parts are there: `Heap(n - 1)`, \
                      `Heap(a) + Heap(b)`, `sum(Heap(h) for h in heaps)`, or `nothing`. Statements in braces belong to \
                      ordinary games.",
        bad: "part Heap(n : 0..9) { move take => 0 }\n",
        good: "part Heap(n : 0..9) { move take when n == 1 => nothing }\n",
    },
];
