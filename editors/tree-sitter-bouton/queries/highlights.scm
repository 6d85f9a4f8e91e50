; Colours of rules. Words of the language by name, names by what declares them.

(comment) @comment
(doc_comment) @comment.documentation
(string) @string
(number) @number

[
  "game" "players" "param" "require" "let" "type" "def" "state" "invariant" "remaining" "rank" "move" "starts" "normalise" "end" "stuck"
  "repeat" "part" "start" "symmetry" "show" "example" "var"
] @keyword

["when" "gain" "turn" (again) (break)] @keyword
["if" "else" "then"] @keyword.conditional
"for" @keyword.repeat
["and" "or" "not" "in" "of"] @keyword.operator
["by" "as" "to" "upward" "from" "with" "wins" "loses" "win" "lose" "leads" "lead" "pass" (draw)] @keyword
["permute" "mirror" "rows" "columns" "transpose" "rotations" "reflections" "swap"] @keyword

[(true) (false)] @boolean
(none) @constant.builtin
[(me) (opponent)] @variable.builtin
(who ["me" "opponent"] @variable.builtin)
(show ["none" "true" "false"] @constant.builtin)

(primitive_type) @type.builtin
["set" "list" "grid" "graph" "node" "cell" "position"] @type.builtin
(named_type (identifier) @type)
(type_definition name: (identifier) @type.definition)
(names_type (identifier) @constant)

["=" "+=" "-=" "==" "!=" "<" "<=" ">" ">=" "+" "-" "*" "//" "%" "|" "&" ".." "..<" "?"] @operator
["=>" "->"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" ":"] @punctuation.delimiter

(identifier) @variable
(game name: (identifier) @module)
(players first: (identifier) @constant second: (identifier) @constant)
(param name: (identifier) @variable.parameter)
(state name: (identifier) @variable.member)
(def name: (identifier) @function)
(def parameter: (identifier) @variable.parameter)
(move name: (identifier) @function)
(part name: (identifier) @constructor)
(part_move name: (identifier) @function)
(choice name: (identifier) @variable.parameter)
(setting name: (identifier) @variable.parameter)
(show style: (identifier) @constant.builtin)
(call function: (identifier) @function.call)

((call function: (identifier) @function.builtin)
  (#any-of? @function.builtin
    "len" "sum" "min" "max" "abs" "count" "any" "all" "first" "last" "sorted" "distinct" "reversed" "xor" "gcd" "popcount" "isqrt"
    "is_square" "divides" "mex" "subsets" "append" "insert" "remove" "split" "line" "full" "cells" "rows" "cols" "row_of" "col_of"
    "around4" "around8" "ray" "slide" "flood" "borders" "nodes" "degree" "distance" "adjacency" "edges" "arcs" "reach" "connected" "is_tree"
    "bit" "digits" "divisors" "primes" "number" "code" "product" "sequences" "old" "can" "position" "total" "lead"))

((identifier) @constant.builtin (#any-of? @constant.builtin "directions4" "directions8"))

(example ((identifier) @variable.builtin (#any-of? @variable.builtin "plies" "positions" "best" "nimber")))
(example (binary (identifier) @variable.builtin (#any-of? @variable.builtin "plies" "positions" "best" "nimber")))

((identifier) @keyword (#eq? @keyword "nothing"))
