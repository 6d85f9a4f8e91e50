//! Go 1.21.

use super::super::tree::{Call, Ex, Kind, Side};
use super::gofmt::tidy;
use super::{Code, Language, Syntax, Told, body, camel, ex, helpers, lines, listed, worked_out};

/// Words of the language and of the programs.
pub(super) const TAKEN: &[&str] = &[
    "LOW",
    "abs",
    "append",
    "best",
    "bool",
    "break",
    "bufio",
    "byte",
    "case",
    "chan",
    "changed",
    "const",
    "continue",
    "default",
    "defer",
    "dp",
    "else",
    "err",
    "fallthrough",
    "false",
    "fill",
    "fmt",
    "for",
    "func",
    "go",
    "goto",
    "if",
    "import",
    "in",
    "init",
    "int",
    "interface",
    "keep",
    "key",
    "known",
    "len",
    "main",
    "make",
    "map",
    "math",
    "max",
    "memo",
    "min",
    "nil",
    "number",
    "ok",
    "os",
    "package",
    "panic",
    "pick",
    "range",
    "read",
    "reached",
    "reply",
    "return",
    "seen",
    "select",
    "slices",
    "solve",
    "strconv",
    "string",
    "struct",
    "switch",
    "true",
    "type",
    "v",
    "value",
    "var",
];

/// Whether positions have lists in them.
struct Go {
    lists: bool,
}

impl Syntax for Go {
    fn sums(&self, name: &str) -> String {
        camel(name)
    }
    fn call(&self, call: Call, args: &[String]) -> String {
        let name = match call {
            Call::Min => "min",
            Call::Max => "max",
            Call::Abs => "abs",
            other => return helpers::call(Language::Go, other, args),
        };
        format!("{name}({})", args.join(", "))
    }
    fn choose(&self, c: &str, a: &str, b: &str) -> String {
        format!("pick({c}, {a}, {b})")
    }
    fn len(&self, name: &str, side: Side, _board: bool) -> String {
        if side == Side::Rows { format!("len({name})") } else { format!("len({name}[0])") }
    }
    fn extreme(&self, list: &str, greatest: bool) -> String {
        format!("slices.{}({list})", if greatest { "Max" } else { "Min" })
    }
    fn declare(&self, name: &str, value: &str) -> String {
        format!("{name} := {}", tidy(value))
    }
    fn set(&self, place: &str, value: &str) -> String {
        format!("{} = {}", tidy(place), tidy(value))
    }
    fn change(&self, place: &str, sign: char, value: &str) -> String {
        format!("{} {sign}= {}", tidy(place), tidy(value))
    }
    fn without(&self, a: &str, b: &str) -> String {
        format!("{a} &^ {b}")
    }
    fn list(&self, entries: &str) -> String {
        format!("[]int{{{entries}}}")
    }
    fn fill(&self, item: &str, count: &str) -> String {
        format!("fill({item}, {count})")
    }
    fn copy(&self, name: &str, list: &str) -> String {
        format!("{name} := {}", tidy(&format!("slices.Clone({list})")))
    }
    fn when(&self, condition: &str) -> String {
        format!("if {} {{", tidy(condition))
    }
    fn while_loop(&self, condition: &str) -> String {
        format!("for {condition} {{")
    }
    fn count(&self, name: &str, lo: &str, last: Result<String, String>, down: bool) -> String {
        if down {
            let (Ok(last) | Err(last)) = last;
            let (last, end) = (tidy(&last), tidy(&format!("{name} >= {lo}")));
            return format!("for {name} := {last}; {end}; {name}-- {{");
        }
        let (sign, end) = last.map_or_else(|end| ("<", end), |last| ("<=", last));
        let (lo, end) = (tidy(lo), tidy(&format!("{name} {sign} {end}")));
        format!("for {name} := {lo}; {end}; {name}++ {{")
    }
    fn each(&self, name: &str, list: &str) -> String {
        let list = tidy(list);
        if name == "_" { format!("for range {list} {{") } else { format!("for _, {name} := range {list} {{") }
    }
    fn unread(&self, name: &str, entry: bool) -> String {
        if entry { "_".to_owned() } else { name.to_owned() }
    }
    fn leave(&self, value: Option<&str>) -> String {
        value.map_or("continue".to_owned(), |value| format!("return {}", tidy(value)))
    }
    fn reached(&self) -> &'static str {
        "reached := map[int]bool{}"
    }
    fn reach(&self, _of: &Ex, nimber: &str) -> String {
        format!("{} = true", tidy(&format!("reached[{nimber}]")))
    }
    fn look(&self, vars: &[String]) -> Vec<String> {
        let key = if self.lists {
            format!("key := fmt.Sprint({})", vars.join(", "))
        } else {
            format!("key := [{}]int{{{}}}", vars.len(), vars.join(", "))
        };
        vec![key, "if known, ok := memo[key]; ok {".to_owned(), "\treturn known".to_owned(), "}".to_owned()]
    }
    fn keep(&self, _vars: &[String], _of: &Ex, value: &str) -> String {
        format!("memo[key] = {}", tidy(value))
    }
    fn indent(&self) -> &'static str {
        "\t"
    }
}

pub(super) fn file(code: &Code) -> String {
    let text = parts(code);
    let mut out = code.head("//");
    let packages = ["bufio", "fmt", "math", "os", "slices", "strconv"];
    let used = packages.iter().filter(|package| text.contains(&format!("{package}.")));
    let used: String = used.map(|package| format!("\t\"{package}\"\n")).collect();
    out.push(format!("package main\n\nimport (\n{used})\n"));
    if !code.nimbers() {
        out.push("const LOW = -(1 << 60) // below every value\n".to_owned());
    }
    if text.contains("pick(") {
        out.push(
            "func pick(condition bool, a, b int) int {\n\tif condition {\n\t\treturn a\n\t}\n\treturn b\n}\n"
                .to_owned(),
        );
    }
    if text.contains("fill(") {
        out.push("func fill(number, count int) []int {\n\tlist := make([]int, count)\n\tfor k := range list {\n\t\tlist[k] = number\n\t}\n\treturn list\n}\n".to_owned());
    }
    if text.contains("abs(") {
        out.push("func abs(a int) int {\n\treturn max(a, -a)\n}\n".to_owned());
    }
    out.push(text);
    out.join("\n")
}

/// What positions are remembered by.
fn key(code: &Code) -> String {
    if code.lists() { "string".to_owned() } else { format!("[{}]int", code.recur.vars.len()) }
}

fn parts(code: &Code) -> String {
    let s = &Go { lists: code.lists() };
    let mut out: Vec<String> = Vec::new();
    for (name, kind) in code.params() {
        let of = match kind {
            Kind::List | Kind::Fixed(_) => "[]int",
            Kind::Board | Kind::Graph => "[][]int",
            _ => "int",
        };
        out.push(format!("var {name} {of}"));
    }
    out.extend(code.made().iter().map(|(name, _)| format!("var {name} int")));
    let sums = code.sums.iter().map(|list| camel(&code.global(*list)));
    let widest = sums.map(|sums| sums.chars().count()).max().unwrap_or(0);
    for list in &code.sums {
        let name = code.global(*list);
        let sums = camel(&name);
        let pad = " ".repeat(widest - sums.chars().count());
        out.push(format!("var {sums} []int{pad} // at k the sum of the first k of {name}"));
    }
    if code.remembers() {
        out.push(format!("var memo map[{}]int", key(code)));
    }
    out.extend(helpers::functions(Language::Go, code).map(|text| format!("\n{text}")));
    for board in &code.blocks {
        let name = code.global(*board);
        out.push(format!("\nfunc {}(top, bottom, left, right int) int {{\n\tsum := 0\n\tfor _, line := range {name}[top:bottom] {{\n\t\tfor _, x := range line[left:right] {{\n\t\t\tsum += x\n\t\t}}\n\t}}\n\treturn sum\n}}", camel(&name)));
    }
    if !code.is_table() {
        let vars = if code.lists() {
            code.typed(|name, list| format!("{name} {}", if list { "[]int" } else { "int" }))
        } else {
            format!("{} int", code.vars().join(", "))
        };
        out.push(format!("\nfunc v({vars}) int {{\n{}\n}}", body(s, code, 1)));
    }
    out.push(format!("\nfunc solve() {} {{", if matches!(code.told, Told::Winner(_)) { "string" } else { "int" }));
    for list in &code.sums {
        let (name, sums) = (code.global(*list), camel(&code.global(*list)));
        out.push(format!(
            "\t{sums} = []int{{0}}\n\tfor k, x := range {name} {{\n\t\t{sums} = append({sums}, {sums}[k]+x)\n\t}}"
        ));
    }
    out.extend(worked_out(s, code, 1, &|name, made| format!("	{name} = {}", tidy(made))));
    if code.remembers() {
        out.push(format!("\tmemo = map[{}]int{{}}", key(code)));
    }
    if code.is_table() {
        out.extend(
            code.draft
                .keep
                .iter()
                .map(|keep| format!("\tkeep := {} // rows kept at a time", tidy(&ex(s, code, keep, 0)))),
        );
        out.extend(table(code));
        out.push(body(s, code, 1));
    }
    lines(s, code, &code.draft.before, 1, &mut out);
    let value = ex(s, code, &code.draft.answer, 4);
    out.push(match &code.told {
        Told::Total(points) => {
            format!("\treturn {}", tidy(&format!("({} + {value}) / 2", ex(s, code, points, 4))))
        }
        Told::Lead => format!("\treturn {}", tidy(&value)),
        Told::Winner([first, second, draw]) => {
            format!("\tvalue := {}\n\tif value > 0 {{\n\t\treturn {first}\n\t}} else if value < 0 {{\n\t\treturn {second}\n\t}}\n\treturn {draw}", tidy(&value))
        }
    });
    out.push(READ.to_owned());
    for (name, kind) in code.params() {
        out.push(match kind {
            Kind::Fixed(list) => format!("\t\t{name} = []int{{{}}}", listed(list)),
            Kind::List => format!("\t\t{name} = make([]int, read())\n\t\tfor k := range {name} {{\n\t\t\t{name}[k] = read()\n\t\t}}"),
            Kind::Graph => format!("\t\t{name} = make([][]int, read())\n\t\tfor r := range {name} {{\n\t\t\t{name}[r] = make([]int, read())\n\t\t\tfor c := range {name}[r] {{\n\t\t\t\t{name}[r][c] = read()\n\t\t\t}}\n\t\t}}"),
            Kind::Board => format!("\t\th, w := read(), read()\n\t\t{name} = make([][]int, h)\n\t\tfor r := range {name} {{\n\t\t\t{name}[r] = make([]int, w)\n\t\t\tfor c := range {name}[r] {{\n\t\t\t\t{name}[r][c] = read()\n\t\t\t}}\n\t\t}}"),
            _ => format!("\t\t{name} = read()"),
        });
    }
    out.push("\t\tfmt.Println(solve())\n\t}\n}\n".to_owned());
    out.join("\n")
}

/// The table, made row by row.
fn table(code: &Code) -> Vec<String> {
    let s = &Go { lists: false };
    let dims = &code.draft.dims;
    let of = |depth: usize| format!("{}int", "[]".repeat(dims.len() - depth));
    let mut out = Vec::new();
    let mut place = "dp".to_owned();
    for (depth, dim) in dims.iter().enumerate() {
        let pad = "\t".repeat(depth + 1);
        let sign = if depth == 0 { ":=" } else { "=" };
        // Deep inside the call there are no blanks around a sum.
        let size = tidy(&format!("make(of, {})", ex(s, code, dim, 0))).replacen("of", &of(depth), 1);
        out.push(format!("{pad}{place} {sign} {size}"));
        if depth + 1 < dims.len() {
            out.push(format!("{pad}for a{depth} := range {place} {{"));
            place = format!("{place}[a{depth}]");
        }
    }
    out.extend((1..dims.len()).rev().map(|depth| format!("{}}}", "\t".repeat(depth))));
    out
}

const READ: &str = "}

var in = bufio.NewScanner(os.Stdin)

// The next number; the input was seen to have one.
func number() int {
\tx, err := strconv.Atoi(in.Text())
\tif err != nil {
\t\tpanic(err)
\t}
\treturn x
}

func main() {
\tin.Split(bufio.ScanWords)
\tin.Buffer(make([]byte, 1<<16), 1<<26)
\tfor in.Scan() {
\t\tseen := true
\t\tread := func() int {
\t\t\tif !seen {
\t\t\t\tin.Scan()
\t\t\t}
\t\t\tseen = false
\t\t\treturn number()
\t\t}";
