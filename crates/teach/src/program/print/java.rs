//! Java.

use super::super::tree::{Call, Ex, Kind, Shape, Side};
use super::{Code, Syntax, Told, body, camel, ex, lines};

/// Whether positions have lists in them.
struct Java {
    lists: Vec<bool>,
}

impl Java {
    /// What a position is remembered by.
    fn key(&self, vars: &[String]) -> String {
        if self.lists.contains(&true) { "key".to_owned() } else { format!("List.of({})", vars.join(", ")) }
    }
}

impl Syntax for Java {
    fn sums(&self, name: &str) -> String {
        camel(name)
    }
    fn call(&self, call: Call, args: &[String]) -> String {
        let name = match call {
            Call::Min => "Math.min",
            Call::Max => "Math.max",
            Call::Abs => "Math.abs",
            Call::IsSquare => "isSquare",
        };
        format!("{name}({})", args.join(", "))
    }
    fn len(&self, name: &str, side: Side, _board: bool) -> String {
        if side == Side::Rows { format!("{name}.length") } else { format!("{name}[0].length") }
    }
    fn index(&self, of: &str, at: &[String]) -> String {
        at.iter().fold(of.to_owned(), |text, at| match at.parse::<i64>() {
            Ok(number) => format!("{text}[{number}]"),
            Err(_) if is_name(at) => format!("{text}[(int) {at}]"),
            Err(_) => format!("{text}[(int) ({at})]"),
        })
    }
    fn extreme(&self, list: &str, greatest: bool) -> String {
        format!("Arrays.stream({list}).{}().getAsLong()", if greatest { "max" } else { "min" })
    }
    fn declare(&self, name: &str, value: &str) -> String {
        format!("long {name} = {value};")
    }
    fn count(&self, name: &str, lo: &str, last: Result<String, String>, down: bool) -> String {
        if down {
            let last = last.unwrap_or_else(|end| format!("{end} - 1"));
            return format!("for (long {name} = {last}; {name} >= {lo}; {name}--) {{");
        }
        let (sign, end) = last.map_or_else(|end| ("<", end), |last| ("<=", last));
        format!("for (long {name} = {lo}; {name} {sign} {end}; {name}++) {{")
    }
    fn each(&self, name: &str, list: &str) -> String {
        format!("for (long {name} : {list}) {{")
    }
    fn bit(&self, at: &str) -> String {
        format!("(1L << {at})")
    }
    fn fill(&self, item: &str, count: &str) -> String {
        format!("fill({item}, {count})")
    }
    fn copy(&self, name: &str, list: &str) -> String {
        format!("long[] {name} = {list}.clone();")
    }
    fn look(&self, vars: &[String]) -> Vec<String> {
        let mut out = Vec::new();
        if self.lists.contains(&true) {
            let parts = vars.iter().zip(&self.lists);
            let parts = parts.map(|(var, list)| if *list { format!("Arrays.toString({var})") } else { var.clone() });
            out.push(format!("String key = {};", parts.collect::<Vec<_>>().join(" + \" \" + ")));
        }
        out.extend([
            format!("Long known = memo.get({});", self.key(vars)),
            "if (known != null) {".to_owned(),
            "    return known;".to_owned(),
            "}".to_owned(),
        ]);
        out
    }
    fn keep(&self, vars: &[String], value: &str) -> String {
        // A plain number would be an `Integer`.
        let long = if value.parse::<i64>().is_ok() { "L" } else { "" };
        format!("memo.put({}, {value}{long});", self.key(vars))
    }
}

fn is_name(text: &str) -> bool {
    text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

pub(super) fn file(code: &Code) -> String {
    let s = &Java { lists: code.recur.vars.iter().map(|var| var.shape == Shape::List).collect() };
    let mut out = code.head("//");
    out.push("import java.io.*;\nimport java.util.*;\n\npublic class Main {".to_owned());
    out.push("    static final long LOW = Long.MIN_VALUE / 4; // below every value".to_owned());
    for (name, kind) in code.params() {
        let of = match kind {
            Kind::List => "long[]",
            Kind::Board => "long[][]",
            _ => "long",
        };
        out.push(format!("    static {of} {name};"));
    }
    out.extend(code.made().iter().map(|(name, _)| format!("    static long {name};")));
    for list in &code.sums {
        let name = code.global(*list);
        out.push(format!("    static long[] {}; // at k the sum of the first k of {name}", camel(&name)));
    }
    if code.remembers() {
        let key = if code.lists() { "String" } else { "List<Long>" };
        out.push(format!("    static Map<{key}, Long> memo;"));
    }
    if code.squares {
        out.push("\n    static boolean isSquare(long x) {\n        long root = Math.round(Math.sqrt(x));\n        return root * root == x;\n    }".to_owned());
    }
    if code.recur.vars.iter().any(|var| matches!(var.start, Ex::Fill(..))) {
        out.push("\n    static long[] fill(long number, long count) {\n        long[] list = new long[(int) count];\n        Arrays.fill(list, number);\n        return list;\n    }".to_owned());
    }
    for board in &code.blocks {
        let name = code.global(*board);
        out.push(format!(
            "\n    static long {}(long top, long bottom, long left, long right) {{\n        long sum = 0;\n        for (int r = (int) top; r < bottom; r++) {{\n            for (int c = (int) left; c < right; c++) {{\n                sum += {name}[r][c];\n            }}\n        }}\n        return sum;\n    }}",
            camel(&name)
        ));
    }
    if !code.is_table() {
        let vars = code.typed(|name, list| format!("long{} {name}", if list { "[]" } else { "" }));
        out.push(format!("\n    static long v({vars}) {{\n{}\n    }}", body(s, code, 2)));
    }
    out.push("\n    static Object solve() {".to_owned());
    out.extend(code.made().iter().map(|(name, made)| format!("        {name} = {};", ex(s, code, made, 0))));
    for list in &code.sums {
        let (name, sums) = (code.global(*list), camel(&code.global(*list)));
        out.push(format!("        {sums} = new long[{name}.length + 1];\n        for (int k = 0; k < {name}.length; k++) {{\n            {sums}[k + 1] = {sums}[k] + {name}[k];\n        }}"));
    }
    if code.remembers() {
        out.push("        memo = new HashMap<>();".to_owned());
    }
    if code.is_table() {
        out.extend(
            code.draft
                .keep
                .iter()
                .map(|keep| format!("        long keep = {}; // rows kept at a time", ex(s, code, keep, 0))),
        );
        let sizes: String = code.draft.dims.iter().map(|dim| format!("[(int) ({})]", ex(s, code, dim, 0))).collect();
        out.push(format!("        long{} dp = new long{sizes};", "[]".repeat(code.draft.dims.len())));
        out.push(body(s, code, 2));
    }
    lines(s, code, &code.draft.before, 2, &mut out);
    let value = ex(s, code, &code.draft.answer, 4);
    out.push(match &code.told {
        Told::Total(points) => format!("        return ({} + {value}) / 2;", ex(s, code, points, 4)),
        Told::Lead => format!("        return {value};"),
        Told::Winner => {
            let [first, second] = &code.recur.players;
            format!("        long value = {value};\n        return value > 0 ? {first:?} : value < 0 ? {second:?} : \"draw\";")
        }
    });
    out.push("    }\n\n    static StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));\n\n    static long read() throws IOException {\n        in.nextToken();\n        return (long) in.nval;\n    }\n\n    public static void main(String[] args) throws IOException {\n        while (in.nextToken() != StreamTokenizer.TT_EOF) {\n            in.pushBack();".to_owned());
    for (name, kind) in code.params() {
        out.push(match kind {
            Kind::List => format!("            {name} = new long[(int) read()];\n            for (int k = 0; k < {name}.length; k++) {{\n                {name}[k] = read();\n            }}"),
            Kind::Board => format!("            int height = (int) read(), width = (int) read();\n            {name} = new long[height][width];\n            for (long[] line : {name}) {{\n                for (int c = 0; c < width; c++) {{\n                    line[c] = read();\n                }}\n            }}"),
            _ => format!("            {name} = read();"),
        });
    }
    out.push(
        "            System.out.println(solve());\n            System.out.flush();\n        }\n    }\n}\n".to_owned(),
    );
    out.join("\n")
}
