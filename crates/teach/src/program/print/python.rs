//! Python 3.

use super::super::tree::{Call, Ex, Kind, Side};
use super::{Code, Language, Syntax, Told, body, ex, helpers, lines, worked_out};

/// Words of the language and of the programs.
pub(super) const TAKEN: &[&str] = &[
    "False",
    "LOW",
    "None",
    "StopIteration",
    "True",
    "abs",
    "and",
    "as",
    "assert",
    "async",
    "await",
    "best",
    "break",
    "changed",
    "class",
    "continue",
    "def",
    "del",
    "dp",
    "elif",
    "else",
    "except",
    "finally",
    "for",
    "from",
    "global",
    "if",
    "import",
    "in",
    "int",
    "is",
    "keep",
    "lambda",
    "len",
    "list",
    "main",
    "map",
    "max",
    "memo",
    "min",
    "next",
    "nonlocal",
    "not",
    "or",
    "pass",
    "print",
    "raise",
    "range",
    "reached",
    "reply",
    "return",
    "set",
    "solve",
    "sum",
    "sys",
    "try",
    "tuple",
    "v",
    "value",
    "while",
    "with",
    "word",
    "words",
    "yield",
];

struct Python;

impl Syntax for Python {
    fn logic(&self) -> [&'static str; 3] {
        [" and ", " or ", "not "]
    }
    fn quotient(&self, a: &str, b: &str) -> String {
        format!("{a} // {b}")
    }
    fn call(&self, call: Call, args: &[String]) -> String {
        let name = match call {
            Call::Min => "min",
            Call::Max => "max",
            Call::Abs => "abs",
            other => return helpers::call(Language::Python, other, args),
        };
        format!("{name}({})", args.join(", "))
    }
    fn choose(&self, c: &str, a: &str, b: &str) -> String {
        format!("{a} if {c} else {b}")
    }
    fn len(&self, name: &str, side: Side, _board: bool) -> String {
        if side == Side::Rows { format!("len({name})") } else { format!("len({name}[0])") }
    }
    fn extreme(&self, list: &str, greatest: bool) -> String {
        format!("{}({list})", if greatest { "max" } else { "min" })
    }
    fn note(&self, text: &str) -> String {
        format!("# {text}")
    }
    fn declare(&self, name: &str, value: &str) -> String {
        format!("{name} = {value}")
    }
    fn set(&self, place: &str, value: &str) -> String {
        format!("{place} = {value}")
    }
    fn change(&self, place: &str, sign: char, value: &str) -> String {
        format!("{place} {sign}= {value}")
    }
    fn otherwise(&self) -> &'static str {
        "else:"
    }
    fn has(&self, set: &str, at: &str, yes: bool) -> String {
        format!("{}{set} >> {at} & 1", if yes { "" } else { "not " })
    }
    fn fill(&self, item: &str, count: &str) -> String {
        format!("({item},) * {count}")
    }
    fn copy(&self, name: &str, list: &str) -> String {
        format!("{name} = list({list})")
    }
    fn passed(&self, list: &str, of: &Ex) -> String {
        if matches!(of, Ex::Bound(_) | Ex::Global(_)) { format!("tuple({list})") } else { list.to_owned() }
    }
    fn when(&self, condition: &str) -> String {
        format!("if {condition}:")
    }
    fn while_loop(&self, condition: &str) -> String {
        format!("while {condition}:")
    }
    fn count(&self, name: &str, lo: &str, last: Result<String, String>, down: bool) -> String {
        let next = |text: &str, step: i64| match text.parse::<i64>() {
            Ok(number) => (number + step).to_string(),
            Err(_) if step < 0 => format!("{text} - 1"),
            Err(_) => match text.rsplit_once(" + ").map(|(head, number)| (head, number.parse::<i64>())) {
                Some((head, Ok(number))) => format!("{head} + {}", number + 1),
                _ => format!("{text} + 1"),
            },
        };
        if down {
            let (Ok(last) | Err(last)) = last;
            return format!("for {name} in range({last}, {}, -1):", next(lo, -1));
        }
        let end = last.map_or_else(|end| end, |last| next(&last, 1));
        if lo == "0" { format!("for {name} in range({end}):") } else { format!("for {name} in range({lo}, {end}):") }
    }
    fn each(&self, name: &str, list: &str) -> String {
        format!("for {name} in {list}:")
    }
    fn close(&self) -> Option<&'static str> {
        None
    }
    fn leave(&self, value: Option<&str>) -> String {
        value.map_or("continue".to_owned(), |value| format!("return {value}"))
    }
    fn reached(&self) -> &'static str {
        "reached = set()"
    }
    fn reach(&self, _of: &Ex, nimber: &str) -> String {
        format!("reached.add({nimber})")
    }
    fn look(&self, vars: &[String]) -> Vec<String> {
        let key = vars.join(", ");
        let pair = if vars.len() > 1 { format!("({key})") } else { key.clone() };
        vec![format!("if {pair} in memo:"), format!("    return memo[{key}]")]
    }
    fn keep(&self, vars: &[String], _of: &Ex, value: &str) -> String {
        format!("memo[{}] = {value}", vars.join(", "))
    }
}

pub(super) fn file(code: &Code) -> String {
    let s = &Python;
    let mut out = code.head("#");
    out.push("import sys".to_owned());
    out.extend(helpers::imports(code));
    out.push(if code.nimbers() { "" } else { "\nLOW = -10**18  # below every value\n" }.to_owned());
    out.extend(helpers::functions(Language::Python, code).map(|text| format!("\n{text}\n")));
    let names: Vec<String> = code.params().into_iter().map(|(name, _)| name).collect();
    out.push(format!("\ndef solve({}):", names.join(", ")));
    for list in &code.sums {
        let name = code.global(*list);
        out.push(format!("    {name}_sum = [0]  # {name}_sum[k] is the sum of the first k"));
        out.push(format!("    for x in {name}:\n        {name}_sum.append({name}_sum[-1] + x)"));
    }
    for board in &code.blocks {
        let name = code.global(*board);
        out.push(format!("    def {name}_sum(top, bottom, left, right):\n        return sum(sum(line[left:right]) for line in {name}[top:bottom])"));
    }
    out.extend(worked_out(s, code, 1, &|name, made| format!("    {name} = {made}")));
    if code.is_table() {
        out.extend(
            code.draft.keep.iter().map(|keep| format!("    keep = {}  # rows kept at a time", ex(s, code, keep, 0))),
        );
        let cells = code.draft.dims.iter().rev().fold("0".to_owned(), |inner, dim| {
            if inner == "0" {
                format!("[0] * {}", ex(s, code, dim, 6))
            } else {
                format!("[{inner} for _ in range({})]", ex(s, code, dim, 0))
            }
        });
        out.push(format!("    dp = {cells}"));
        out.push(body(s, code, 1));
    } else {
        if code.remembers() {
            out.push("    memo = {}".to_owned());
        }
        out.push(format!("\n    def v({}):\n{}\n", code.vars().join(", "), body(s, code, 2)));
    }
    lines(s, code, &code.draft.before, 1, &mut out);
    let value = ex(s, code, &code.draft.answer, 4);
    out.push(match &code.told {
        Told::Total(points) => format!("    return ({} + {value}) // 2", ex(s, code, points, 4)),
        Told::Lead => format!("    return {value}"),
        Told::Winner([first, second, draw]) => {
            format!("    value = {value}\n    return {first} if value > 0 else {second} if value < 0 else {draw}")
        }
    });
    out.push("\n\ndef words():\n    for line in sys.stdin:\n        yield from map(int, line.split())\n".to_owned());
    out.push(
        "\ndef main():\n    sys.setrecursionlimit(100_000)\n    word = words()\n    while True:\n        try:"
            .to_owned(),
    );
    for (name, kind) in code.params() {
        out.push(match kind {
            Kind::Fixed(list) => format!("            {name} = {list:?}"),
            Kind::List => format!("            {name} = [next(word) for _ in range(next(word))]"),
            Kind::Graph => {
                format!("            {name} = [[next(word) for _ in range(next(word))] for _ in range(next(word))]")
            }
            Kind::Board => format!(
                "            h, w = next(word), next(word)\n            {name} = [[next(word) for _ in range(w)] for _ in range(h)]"
            ),
            _ => format!("            {name} = next(word)"),
        });
    }
    out.push("        except StopIteration:\n            return".to_owned());
    out.push(format!("        print(solve({}), flush=True)\n\n\nmain()\n", names.join(", ")));
    out.join("\n")
}
