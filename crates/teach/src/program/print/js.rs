//! JavaScript, for Node.

use super::super::tree::{Call, Ex, Kind, Side};
use super::{Code, Language, Syntax, Told, body, camel, ex, helpers, lines, worked_out};

/// Words of the language and of the programs.
pub(super) const TAKEN: &[&str] = &[
    "Array",
    "Infinity",
    "LOW",
    "Map",
    "Math",
    "Number",
    "Set",
    "arguments",
    "async",
    "await",
    "best",
    "break",
    "buffer",
    "case",
    "catch",
    "changed",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "dp",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "fs",
    "function",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "keep",
    "key",
    "let",
    "memo",
    "more",
    "new",
    "next",
    "null",
    "numbers",
    "of",
    "package",
    "place",
    "private",
    "protected",
    "public",
    "require",
    "reached",
    "reply",
    "return",
    "solve",
    "static",
    "super",
    "switch",
    "text",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "v",
    "value",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

struct Js;

impl Syntax for Js {
    fn sums(&self, name: &str) -> String {
        camel(name)
    }
    fn equal(&self) -> [&'static str; 2] {
        [" === ", " !== "]
    }
    fn quotient(&self, a: &str, b: &str) -> String {
        format!("Math.floor({a} / {b})")
    }
    fn call(&self, call: Call, args: &[String]) -> String {
        let name = match call {
            Call::Min => "Math.min",
            Call::Max => "Math.max",
            Call::Abs => "Math.abs",
            other => return helpers::call(Language::Js, other, args),
        };
        format!("{name}({})", args.join(", "))
    }
    fn len(&self, name: &str, side: Side, _board: bool) -> String {
        if side == Side::Rows { format!("{name}.length") } else { format!("{name}[0].length") }
    }
    fn extreme(&self, list: &str, greatest: bool) -> String {
        format!("Math.{}(...{list})", if greatest { "max" } else { "min" })
    }
    fn declare(&self, name: &str, value: &str) -> String {
        format!("let {name} = {value};")
    }
    fn name(&self, name: &str, value: &str) -> String {
        format!("const {name} = {value};")
    }
    fn count(&self, name: &str, lo: &str, last: Result<String, String>, down: bool) -> String {
        if down {
            let (Ok(last) | Err(last)) = last;
            return format!("for (let {name} = {last}; {name} >= {lo}; {name}--) {{");
        }
        let (sign, end) = last.map_or_else(|end| ("<", end), |last| ("<=", last));
        format!("for (let {name} = {lo}; {name} {sign} {end}; {name}++) {{")
    }
    fn each(&self, name: &str, list: &str) -> String {
        format!("for (const {name} of {list}) {{")
    }
    /// `^` is of 32 bits; a part has fewer moves, and so a nimber that fits.
    fn xor(&self, a: &str, b: &str) -> String {
        if [a, b].iter().any(|text| text.trim_start_matches('(').starts_with("v(")) {
            return format!("{a} ^ {b}");
        }
        format!("Number(BigInt({a}) ^ BigInt({b}))")
    }
    fn fill(&self, item: &str, count: &str) -> String {
        format!("Array({count}).fill({item})")
    }
    fn copy(&self, name: &str, list: &str) -> String {
        format!("const {name} = [...{list}];")
    }
    fn reached(&self) -> &'static str {
        "const reached = new Set();"
    }
    fn reach(&self, _of: &Ex, nimber: &str) -> String {
        format!("reached.add({nimber});")
    }
    fn look(&self, vars: &[String]) -> Vec<String> {
        vec![
            format!("const key = [{}].join();", vars.join(", ")),
            "if (memo.has(key)) {".to_owned(),
            "  return memo.get(key);".to_owned(),
            "}".to_owned(),
        ]
    }
    fn keep(&self, _vars: &[String], _of: &Ex, value: &str) -> String {
        format!("memo.set(key, {value});")
    }
    fn indent(&self) -> &'static str {
        "  "
    }
}

pub(super) fn file(code: &Code) -> String {
    let s = &Js;
    let mut out = code.head("//");
    out.push("const fs = require(\"fs\");".to_owned());
    if !code.nimbers() {
        out.push("\nconst LOW = -Infinity; // below every value".to_owned());
    }
    out.extend(helpers::functions(Language::Js, code).map(|text| format!("\n{text}")));
    let names: Vec<String> = code.params().into_iter().map(|(name, _)| name).collect();
    out.push(format!("\nfunction solve({}) {{", names.join(", ")));
    for list in &code.sums {
        let (name, sums) = (code.global(*list), camel(&code.global(*list)));
        out.push(format!("  const {sums} = [0]; // at k the sum of the first k\n  for (const x of {name}) {{\n    {sums}.push({sums}[{sums}.length - 1] + x);\n  }}"));
    }
    for board in &code.blocks {
        let name = code.global(*board);
        out.push(format!("  const {} = (top, bottom, left, right) => {{\n    let sum = 0;\n    for (let r = top; r < bottom; r++) {{\n      for (let c = left; c < right; c++) {{\n        sum += {name}[r][c];\n      }}\n    }}\n    return sum;\n  }};", camel(&name)));
    }
    out.extend(worked_out(s, code, 1, &|name, made| format!("  const {name} = {made};")));
    if code.is_table() {
        out.extend(
            code.draft
                .keep
                .iter()
                .map(|keep| format!("  const keep = {}; // rows kept at a time", ex(s, code, keep, 0))),
        );
        let cells = code.draft.dims.iter().rev().fold("0".to_owned(), |inner, dim| {
            format!("Array.from({{ length: {} }}, () => {inner})", ex(s, code, dim, 0))
        });
        out.push(format!("  const dp = {cells};"));
        out.push(body(s, code, 1));
    } else {
        if code.remembers() {
            out.push("  const memo = new Map();".to_owned());
        }
        out.push(format!("  function v({}) {{\n{}\n  }}", code.vars().join(", "), body(s, code, 2)));
    }
    lines(s, code, &code.draft.before, 1, &mut out);
    let value = ex(s, code, &code.draft.answer, 4);
    out.push(match &code.told {
        Told::Total(points) => format!("  return ({} + {value}) / 2;", ex(s, code, points, 4)),
        Told::Lead => format!("  return {value};"),
        Told::Winner([first, second, draw]) => {
            format!("  const value = {value};\n  return value > 0 ? {first} : value < 0 ? {second} : {draw};")
        }
    });
    out.push(READ.to_owned());
    for (name, kind) in code.params() {
        out.push(match kind {
            Kind::Fixed(list) => format!("  const {name} = {list:?};"),
            Kind::List => format!("  const {name} = Array.from({{ length: next() }}, next);"),
            Kind::Graph => format!("  const {name} = Array.from({{ length: next() }}, () => Array.from({{ length: next() }}, next));"),
            Kind::Board => format!("  const h = next(), w = next();\n  const {name} = Array.from({{ length: h }}, () => Array.from({{ length: w }}, next));"),
            _ => format!("  const {name} = next();"),
        });
    }
    out.push(format!("  fs.writeSync(1, solve({}) + \"\\n\");\n}}\n", names.join(", ")));
    out.join("\n")
}

/// Numbers are read as they come: whoever asks waits for each answer.
const READ: &str = "}

const buffer = Buffer.alloc(1 << 16);
let text = \"\", numbers = [], place = 0;

// Reads on until there is a number; false at the end of the input.
function more() {
  while (place === numbers.length) {
    let count;
    try {
      count = fs.readSync(0, buffer);
    } catch (error) {
      if (error.code === \"EAGAIN\") continue;
      if (error.code !== \"EOF\") throw error;
      count = 0;
    }
    if (count === 0 && text === \"\") return false;
    // The last line may have no end.
    text += count === 0 ? \"\\n\" : buffer.toString(\"latin1\", 0, count);
    const end = text.lastIndexOf(\"\\n\") + 1;
    numbers = text.slice(0, end).split(/\\s+/).filter((word) => word).map(Number);
    place = 0;
    text = text.slice(end);
  }
  return true;
}

function next() {
  more();
  return numbers[place++];
}

while (more()) {";
