//! C++17.

use super::super::tree::{Call, Ex, Kind, Shape, Side};
use super::{Code, Language, Syntax, Told, body, ex, helpers, lines, listed, worked_out};

/// Words of the language and of the programs.
pub(super) const TAKEN: &[&str] = &[
    "EOF",
    "LOW",
    "NAN",
    "alignas",
    "alignof",
    "alloca",
    "and",
    "and_eq",
    "asm",
    "auto",
    "best",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "changed",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dp",
    "dynamic_cast",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "height",
    "i386",
    "if",
    "inline",
    "int",
    "keep",
    "known",
    "linux",
    "long",
    "main",
    "major",
    "makedev",
    "memo",
    "minor",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "offsetof",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "read_case",
    "register",
    "reinterpret_cast",
    "requires",
    "reached",
    "reply",
    "return",
    "short",
    "signed",
    "size_t",
    "sizeof",
    "solve",
    "static",
    "static_assert",
    "static_cast",
    "std",
    "stderr",
    "stdin",
    "stdout",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unix",
    "unsigned",
    "using",
    "v",
    "value",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "width",
    "xor",
    "xor_eq",
];

struct Cpp;

impl Syntax for Cpp {
    fn call(&self, call: Call, args: &[String]) -> String {
        let name = match call {
            Call::Min => "std::min<long long>",
            Call::Max => "std::max<long long>",
            Call::Abs => "std::llabs",
            other => return helpers::call(Language::Cpp, other, args),
        };
        format!("{name}({})", args.join(", "))
    }
    fn len(&self, name: &str, side: Side, _board: bool) -> String {
        let of = if side == Side::Rows { name.to_owned() } else { format!("{name}[0]") };
        format!("(long long)({of}.size())")
    }
    fn extreme(&self, list: &str, greatest: bool) -> String {
        format!("*std::{}_element({list}.begin(), {list}.end())", if greatest { "max" } else { "min" })
    }
    fn declare(&self, name: &str, value: &str) -> String {
        format!("long long {name} = {value};")
    }
    fn count(&self, name: &str, lo: &str, last: Result<String, String>, down: bool) -> String {
        if down {
            let (Ok(last) | Err(last)) = last;
            return format!("for (long long {name} = {last}; {name} >= {lo}; --{name}) {{");
        }
        let (sign, end) = last.map_or_else(|end| ("<", end), |last| ("<=", last));
        format!("for (long long {name} = {lo}; {name} {sign} {end}; ++{name}) {{")
    }
    fn each(&self, name: &str, list: &str) -> String {
        // `[[maybe_unused]]` stands before the type.
        let (mark, name) =
            name.rsplit_once(' ').map_or((String::new(), name), |(mark, name)| (format!("{mark} "), name));
        format!("for ({mark}long long {name} : {list}) {{")
    }
    fn unread(&self, name: &str, entry: bool) -> String {
        if entry { format!("[[maybe_unused]] {name}") } else { name.to_owned() }
    }
    fn bit(&self, at: &str) -> String {
        format!("(1LL << {at})")
    }
    fn list(&self, entries: &str) -> String {
        format!("std::vector<long long>{{{entries}}}")
    }
    fn fill(&self, item: &str, count: &str) -> String {
        format!("std::vector<long long>({count}, {item})")
    }
    fn copy(&self, name: &str, list: &str) -> String {
        format!("auto {name} = {list};")
    }
    fn reached(&self) -> &'static str {
        "std::set<long long> reached;"
    }
    fn reach(&self, _of: &Ex, nimber: &str) -> String {
        format!("reached.insert({nimber});")
    }
    fn look(&self, vars: &[String]) -> Vec<String> {
        vec![
            format!("auto known = memo.find({{{}}});", vars.join(", ")),
            "if (known != memo.end()) {".to_owned(),
            "    return known->second;".to_owned(),
            "}".to_owned(),
        ]
    }
    fn keep(&self, vars: &[String], _of: &Ex, value: &str) -> String {
        format!("memo[{{{}}}] = {value};", vars.join(", "))
    }
}

pub(super) fn file(code: &Code) -> String {
    let s = &Cpp;
    let mut out = code.head("//");
    out.push(format!("#include <algorithm>\n#include <array>\n#include <cmath>\n#include <cstdlib>\n#include <iostream>\n#include <map>\n{}#include <string>\n#include <tuple>\n#include <vector>\n", if code.nimbers() { "#include <set>\n" } else { "" }));
    // Names of C's library are nobody's here.
    out.push("namespace game {\n".to_owned());
    if !code.nimbers() {
        out.push("const long long LOW = -(1LL << 60); // below every value".to_owned());
    }
    for (name, kind) in code.params() {
        let of = match kind {
            Kind::List | Kind::Fixed(_) => "std::vector<long long>",
            Kind::Board | Kind::Graph => "std::vector<std::vector<long long>>",
            _ => "long long",
        };
        out.push(format!("static {of} {name};"));
    }
    out.extend(code.made().iter().map(|(name, _)| format!("static long long {name};")));
    for list in &code.sums {
        let name = code.global(*list);
        out.push(format!("static std::vector<long long> {name}_sum; // at k the sum of the first k of {name}"));
    }
    let count = code.recur.vars.len();
    if code.remembers() && code.lists() {
        let types = code.recur.vars.iter();
        let types = types.map(|var| if var.shape == Shape::List { "std::vector<long long>" } else { "long long" });
        let types = types.collect::<Vec<_>>().join(", ");
        out.push(format!("static std::map<std::tuple<{types}>, long long> memo;"));
    } else if code.remembers() {
        out.push(format!("static std::map<std::array<long long, {count}>, long long> memo;"));
    }
    out.extend(helpers::functions(Language::Cpp, code).map(|text| format!("\n{text}")));
    for board in &code.blocks {
        let name = code.global(*board);
        out.push(format!("\nstatic long long {name}_sum(long long top, long long bottom, long long left, long long right) {{\n    long long sum = 0;\n    for (long long r = top; r < bottom; ++r) {{\n        for (long long c = left; c < right; ++c) {{\n            sum += {name}[r][c];\n        }}\n    }}\n    return sum;\n}}"));
    }
    if !code.is_table() {
        let vars = code.typed(|name, list| {
            if list { format!("const std::vector<long long> &{name}") } else { format!("long long {name}") }
        });
        out.push(format!("\nstatic long long v({vars}) {{\n{}\n}}", body(s, code, 1)));
    }
    let answer = if matches!(code.told, Told::Winner(_)) { "std::string" } else { "long long" };
    out.push(format!("\nstatic {answer} solve() {{"));
    for list in &code.sums {
        let name = code.global(*list);
        out.push(format!("    {name}_sum.assign(1, 0);\n    for (long long x : {name}) {{\n        {name}_sum.push_back({name}_sum.back() + x);\n    }}"));
    }
    out.extend(worked_out(s, code, 1, &|name, made| format!("    {name} = {made};")));
    if code.remembers() {
        out.push("    memo.clear();".to_owned());
    }
    if code.is_table() {
        out.extend(
            code.draft
                .keep
                .iter()
                .map(|keep| format!("    long long keep = {}; // rows kept at a time", ex(s, code, keep, 0))),
        );
        let mut of = "long long".to_owned();
        let mut filled = "0".to_owned();
        for dim in code.draft.dims.iter().rev() {
            of = format!("std::vector<{of}>");
            filled = format!("{of}({}, {filled})", ex(s, code, dim, 0));
        }
        out.push(format!("    auto dp = {filled};"));
        out.push(body(s, code, 1));
    }
    lines(s, code, &code.draft.before, 1, &mut out);
    let value = ex(s, code, &code.draft.answer, 4);
    out.push(match &code.told {
        Told::Total(points) => format!("    return ({} + {value}) / 2;", ex(s, code, points, 4)),
        Told::Lead => format!("    return {value};"),
        Told::Winner([first, second, draw]) => {
            format!("    long long value = {value};\n    return value > 0 ? {first} : value < 0 ? {second} : {draw};")
        }
    });
    out.push("}\n\nstatic bool read_case() {".to_owned());
    for (name, kind) in code.params() {
        out.push(match kind {
            Kind::Fixed(list) => format!("    {name} = {{{}}};", listed(list)),
            Kind::List => format!("    size_t {name}_count;\n    if (!(std::cin >> {name}_count)) {{\n        return false;\n    }}\n    {name}.resize({name}_count);\n    for (long long &x : {name}) {{\n        std::cin >> x;\n    }}"),
            Kind::Graph => format!("    size_t {name}_count;\n    if (!(std::cin >> {name}_count)) {{\n        return false;\n    }}\n    {name}.resize({name}_count);\n    for (auto &line : {name}) {{\n        size_t w;\n        std::cin >> w;\n        line.resize(w);\n        for (long long &x : line) {{\n            std::cin >> x;\n        }}\n    }}"),
            Kind::Board => format!("    size_t h, w;\n    if (!(std::cin >> h >> w)) {{\n        return false;\n    }}\n    {name}.assign(h, std::vector<long long>(w));\n    for (auto &line : {name}) {{\n        for (long long &x : line) {{\n            std::cin >> x;\n        }}\n    }}"),
            _ => format!("    if (!(std::cin >> {name})) {{\n        return false;\n    }}"),
        });
    }
    out.push("    return true;\n}\n\n} // namespace game\n\nint main() {\n    while (game::read_case()) {\n        std::cout << game::solve() << std::endl;\n    }\n}\n".to_owned());
    out.join("\n")
}
