/**
 * Rules of two-player games, as an editor reads them: wider than the language, so that text with mistakes has a tree too.
 *
 * Line breaks are blanks here: every line begins with a word that nothing else begins with, and no statement can go on with what the
 * next one begins with.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const PREC = { or: 1, and: 2, not: 3, compare: 4, range: 5, nim: 6, sum: 7, product: 8, negate: 9, call: 10 };

const comma = (rule) => seq(rule, repeat(seq(",", rule)));

module.exports = grammar({
  name: "bouton",

  word: ($) => $.identifier,

  extras: ($) => [/[\s\p{Zs}\ufeff]/, $.comment, $.doc_comment],

  supertypes: ($) => [$._line, $._statement, $._expression, $._type],

  // Line breaks are blanks: an `if` behind an outcome may be its condition, or the next statement.
  conflicts: ($) => [[$.who, $._expression], [$._cases, $.case], [$.cell_map, $._expression], [$.cell_map, $.who]],

  rules: {
    source_file: ($) => repeat(seq($._line, optional(";"))),

    _line: ($) =>
      choice(
        $.game,
        $.players,
        $.param,
        $.require,
        $.let,
        $.type_definition,
        $.def,
        $.state,
        $.invariant,
        $.remaining,
        $.rank,
        $.move,
        $.starts,
        $.normalise,
        $.end_line,
        $.stuck,
        $.repeat,
        $.part,
        $.start,
        $.symmetry,
        $.show,
        $.example,
      ),

    game: ($) => seq("game", field("name", $.identifier), optional(field("title", $.string))),
    players: ($) => seq("players", field("first", $.identifier), ",", field("second", $.identifier)),
    param: ($) => seq("param", field("name", $.identifier), ":", field("type", $._type), optional(seq("=", field("default", $._expression)))),
    require: ($) => seq("require", $._expression, optional($.string)),
    let: ($) =>
      seq(
        "let",
        field("name", $.identifier),
        optional(seq(":", field("type", $._type))),
        choice(seq("=", field("value", $._expression)), field("steps", $.steps)),
      ),
    steps: ($) => seq("{", repeat(choice($._statement, ";")), field("value", $._expression), optional(";"), "}"),
    type_definition: ($) => seq("type", field("name", $.identifier), "=", field("type", $._type)),
    def: ($) => seq("def", field("name", $.identifier), "(", optional(comma(field("parameter", $.identifier))), ")", "=", field("body", $._expression)),
    state: ($) => seq("state", field("name", $.identifier), ":", field("type", $._type), "=", field("start", $._expression)),
    invariant: ($) => seq("invariant", $._expression),
    remaining: ($) => seq("remaining", $._expression),
    rank: ($) => seq("rank", $._expression),
    starts: ($) => seq("starts", $._expression),
    normalise: ($) => seq("normalise", field("body", $.block)),
    end_line: ($) => prec.right(seq("end", choice($._arrow, seq("when", $._expression, optional($._arrow))))),
    stuck: ($) => seq("stuck", optional(seq("when", $._expression)), "=>", choice($._cases, $.pass)),
    repeat: ($) => seq("repeat", $._arrow),
    start: ($) => seq("start", $._expression),

    move: ($) =>
      seq(
        "move",
        field("name", $.identifier),
        optional($.choices),
        optional(seq("by", field("by", $.identifier))),
        optional(seq("as", field("words", $.string))),
        optional($.when),
        field("body", $.block),
      ),
    choices: ($) => seq("(", optional(comma($.choice)), ")"),
    choice: ($) => seq(field("name", $.identifier), "in", field("over", $._expression), optional(seq("if", field("condition", $._expression)))),

    part: ($) =>
      seq("part", field("name", $.identifier), "(", comma(seq(field("value", $.identifier), ":", field("type", $._type))), ")", "{", repeat(seq($.part_move, optional(";"))), "}"),
    part_move: ($) =>
      seq("move", field("name", $.identifier), optional($.choices), optional(seq("when", field("condition", $._expression))), "=>", field("result", $._expression)),

    symmetry: ($) => seq("symmetry", comma($._symmetries)),
    _symmetries: ($) => seq($._symmetry, repeat(seq("and", $._symmetry))),
    _symmetry: ($) =>
      choice(
        seq("permute", $.identifier),
        seq("mirror", choice("rows", "columns"), "of", $.identifier),
        seq("transpose", $.identifier),
        seq(choice("rotations", "reflections"), "of", $.identifier),
        seq("swap", "players"),
        seq($.cell_map, "->", $.cell_map),
      ),

    cell_map: ($) => seq($.identifier, "[", comma($._expression), "]"),

    show: ($) =>
      prec.right(
        seq(
          "show",
          field("subject", $.identifier),
          optional(seq("as", field("style", $.identifier))),
          optional("upward"),
          optional(seq("from", $._expression, "to", $._expression)),
          optional(seq("with", comma(seq(choice($.identifier, "none", "true", "false"), $.string)))),
        ),
      ),

    example: ($) => seq("example", optional(comma($.setting)), "=>", comma($._expectation)),
    setting: ($) => seq(field("name", $.identifier), "=", field("value", $._expression)),
    _expectation: ($) => choice($.expected, $.not_expected, $._expression),
    expected: ($) => prec.right(seq($._outcome, optional(seq("in", $._expression)))),
    not_expected: ($) => seq("not", $._outcome),

    // Statements.

    block: ($) => seq("{", repeat(choice($._statement, ";")), "}"),

    _statement: ($) =>
      choice($.when, $.let, $.var, $.assignment, $.gain, $.again, $.turn, $.end, $.if, $.for, $.break),

    when: ($) => seq("when", $._expression),
    var: ($) => seq("var", field("name", $.identifier), "=", field("value", $._expression)),
    assignment: ($) => prec.right(seq(comma(field("place", $._place)), choice("=", "+=", "-="), comma(field("value", $._expression)))),
    _place: ($) => choice($.identifier, $.index),
    gain: ($) => prec.right(seq("gain", $._expression, optional(seq("to", $.who)))),
    again: () => "again",
    break: () => "break",
    turn: ($) => seq("turn", $._expression),
    end: ($) => prec.right(seq("end", optional(seq("when", $._expression)), optional($._arrow))),
    if: ($) => prec.right(seq("if", $._expression, $.block, optional(seq("else", choice($.block, $.if))))),
    for: ($) => seq("for", field("name", $.identifier), "in", field("over", $._expression), $.block),

    // Outcomes.

    _arrow: ($) => seq("=>", $._cases),
    _cases: ($) => choice($._outcome, $.case),
    case: ($) => prec.dynamic(-1, seq($._outcome, "if", field("condition", $._expression), optional(seq("else", $._cases)))),
    pass: ($) => prec.right(seq("pass", optional(seq("else", $._outcome)))),
    _outcome: ($) => choice($.draw, $.wins, $.leads),
    draw: () => "draw",
    wins: ($) => seq($.who, choice("wins", "loses", "win", "lose")),
    leads: ($) => prec.right(seq($.who, choice("leads", "lead"), "by", $._expression)),
    who: ($) => choice($.identifier, "me", "opponent", $.parenthesized, $.call, alias($.cell_map, $.index)),

    // Types.

    _type: ($) =>
      choice($.range, $.primitive_type, $.names_type, $.set_type, $.list_type, $.grid_type, $.graph_type, $.place_type, $.optional_type, $.named_type),
    primitive_type: () => choice("int", "bool", "player", "text"),
    names_type: ($) => prec(10, seq("{", comma($.identifier), "}")),
    set_type: ($) => seq("set", "of", $._type),
    list_type: ($) => seq("list", "[", $._expression, "]", "of", $._type),
    grid_type: ($) => seq("grid", "[", $._expression, ",", $._expression, "]", "of", $._type),
    graph_type: ($) => seq("graph", "[", $._expression, "]"),
    place_type: ($) => seq(choice("node", "cell", "position"), "of", $.identifier),
    optional_type: ($) => prec(10, seq($._type, "?")),
    named_type: ($) => $.identifier,

    // Expressions.

    _expression: ($) =>
      choice(
        $.number,
        $.string,
        $.identifier,
        $.true,
        $.false,
        $.none,
        $.me,
        $.opponent,
        $.unary,
        $.binary,
        $.range,
        $.conditional,
        $.call,
        $.index,
        $.parenthesized,
        $.tuple,
        $.list,
        $.set,
      ),

    true: () => "true",
    false: () => "false",
    none: () => "none",
    me: () => "me",
    opponent: () => "opponent",

    unary: ($) => choice(prec(PREC.not, seq("not", $._expression)), prec(PREC.negate, seq("-", $._expression))),
    binary: ($) =>
      choice(
        ...[
          ["or", PREC.or],
          ["and", PREC.and],
          ["==", PREC.compare],
          ["!=", PREC.compare],
          ["<", PREC.compare],
          ["<=", PREC.compare],
          [">", PREC.compare],
          [">=", PREC.compare],
          ["in", PREC.compare],
          ["^", PREC.nim],
          ["+", PREC.sum],
          ["-", PREC.sum],
          ["|", PREC.sum],
          ["*", PREC.product],
          ["//", PREC.product],
          ["%", PREC.product],
          ["&", PREC.product],
        ].map(([operator, level]) => prec.left(Number(level), seq($._expression, String(operator), $._expression))),
        prec.left(PREC.compare, seq($._expression, seq("not", "in"), $._expression)),
      ),
    range: ($) => prec.left(PREC.range, seq($._expression, choice("..", "..<"), $._expression)),
    conditional: ($) => prec.right(seq("if", $._expression, "then", $._expression, "else", $._expression)),
    call: ($) => prec(PREC.call, seq(field("function", $.identifier), "(", optional(choice(comma($._expression), $._comprehension)), ")")),
    index: ($) => prec(PREC.call, seq(field("base", $._expression), "[", comma($._expression), "]")),
    parenthesized: ($) => seq("(", $._expression, ")"),
    tuple: ($) => seq("(", $._expression, repeat1(seq(",", $._expression)), ")"),
    list: ($) => seq("[", optional(choice(comma($._expression), $._comprehension)), "]"),
    set: ($) => seq("{", optional(choice(comma($._expression), $._comprehension)), "}"),
    _comprehension: ($) => seq($._expression, repeat1(seq("for", comma($.clause)))),
    clause: ($) => seq(field("name", $.identifier), "in", field("over", $._expression), optional(seq("if", field("condition", $._expression)))),

    // Words.

    identifier: () => /[\p{XID_Start}_]\p{XID_Continue}*/,
    number: () => /[0-9][0-9_]*/,
    string: () => token(seq('"', /([^"\\\n]|\\[^\n])*/, '"')),
    doc_comment: () => token(prec(1, /##([^#\n][^\n]*)?/)),
    comment: () => token(/#[^\n]*/),
  },
});
