//! Codes of parameters and positions given from outside.

use super::{CodeRow, Stage, row};

/// P01 to P08.
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
    row(
        "P08",
        Stage::Given,
        "a graph that can be read in two ways",
        "A list of lists may hold the neighbours of each node, or edges. Where both fit and are different graphs nobody guesses: \
         `edges(…)`, `arcs(…)` (edges that go one way) or `adjacency(…)` says which is meant, and also how many nodes there are and \
         whether they are numbered from 1: `edges([[1, 2]], 3, 1)`. On the command line `edges:[[0,1]]` will do; in JSON it is \
         `{\"edges\": [[1, 2]], \"nodes\": 3, \"from\": 1}`.",
        "game Walk\nparam g : graph[2..9]\nstate at : node of g = 0\nmove go(v in g[at]) { at = v }\nstuck => draw\nrepeat => draw\nexample g=[[0, 1], [1, 2], [2, 0]] => draw\n",
        "game Walk\nparam g : graph[2..9]\nstate at : node of g = 0\nmove go(v in g[at]) { at = v }\nstuck => draw\nrepeat => draw\nexample g=edges([[0, 1], [1, 2], [2, 0]]) => draw\n",
    ),
];
