//! Codes of parameters and positions given from outside.

use super::{CodeRow, Stage, row};

/// P01 to P07.
pub(super) static CODES: &[CodeRow] = &[
    row(
        "P01",
        Stage::Given,
        "a parameter is missing",
        "Every `param` without a first value must be given, as `name=value`.",
        "game Heap\nparam xs : list[1..3] of 1..9\nrequire sum(xs) % 2 == 0 \"the stones must be even in number\"\nstate n : 0..27 = sum(xs)\nmove take { when n > 0; n -= 1 }\nstuck => me loses\nexample => First wins\n",
        "game Heap\nparam xs : list[1..3] of 1..9\nrequire sum(xs) % 2 == 0 \"the stones must be even in number\"\nstate n : 0..27 = sum(xs)\nmove take { when n > 0; n -= 1 }\nstuck => me loses\nexample xs=[1, 3] => Second wins\n",
    ),
    row(
        "P02",
        Stage::Given,
        "a parameter of no name, or given twice",
        "The rules declare their parameters in `param` lines; each is given once.",
        "",
        "",
    ),
    row(
        "P03",
        Stage::Given,
        "a value that cannot be read",
        "Values are JSON: `5`, `true`, `\"text\"`, `[1, 2]`, `[[1], [0]]`. A flat list may be written `1,2`, and a \
         word without quotes. In a shell, put quotes round the whole: `'xs=[1, 2]'`.",
        "",
        "",
    ),
    row(
        "P04",
        Stage::Given,
        "a parameter of another kind",
        "The value can be read, but it is not what the `param` line declares: a text for a number, a number for a \
         list.",
        "",
        "",
    ),
    row(
        "P05",
        Stage::Given,
        "a parameter outside its bounds",
        "The value is of the right kind, but too small, too large, or has too few or too many entries. The message \
         names the entry and repeats the declaration.",
        "game Heap\nparam xs : list[1..3] of 1..9\nrequire sum(xs) % 2 == 0 \"the stones must be even in number\"\nstate n : 0..27 = sum(xs)\nmove take { when n > 0; n -= 1 }\nstuck => me loses\nexample xs=[1, 13] => First wins\n",
        "game Heap\nparam xs : list[1..3] of 1..9\nrequire sum(xs) % 2 == 0 \"the stones must be even in number\"\nstate n : 0..27 = sum(xs)\nmove take { when n > 0; n -= 1 }\nstuck => me loses\nexample xs=[1, 3] => Second wins\n",
    ),
    row(
        "P06",
        Stage::Given,
        "parameters that the rules exclude",
        "A `require` line says what parameters must meet; the words behind it say why. Where every parameter has a \
         default, the defaults must meet it too.",
        "game Heap\nparam xs : list[1..3] of 1..9\nrequire sum(xs) % 2 == 0 \"the stones must be even in number\"\nstate n : 0..27 = sum(xs)\nmove take { when n > 0; n -= 1 }\nstuck => me loses\nexample xs=[1, 2] => First wins\n",
        "game Heap\nparam xs : list[1..3] of 1..9\nrequire sum(xs) % 2 == 0 \"the stones must be even in number\"\nstate n : 0..27 = sum(xs)\nmove take { when n > 0; n -= 1 }\nstuck => me loses\nexample xs=[1, 3] => Second wins\n",
    ),
    row(
        "P07",
        Stage::Given,
        "a position that cannot be read",
        "Positions are written as they are shown: `i=2 M=2 turn=Bob`. Variables left out are as at the start; boards \
         have their rows separated by `/`.",
        "",
        "",
    ),
];
