//! Java.

use super::super::tree::{Call, Ex, Kind, Shape, Side};
use super::narrow::{LONGEST, Narrow};
use super::{Code, Language, Syntax, Told, body, camel, ex, helpers, is_word, lines, worked_out};

/// Words of the language and of the programs.
pub(super) const TAKEN: &[&str] = &[
    "ArrayList",
    "Arrays",
    "BufferedReader",
    "HashMap",
    "HashSet",
    "IOException",
    "InputStreamReader",
    "Integer",
    "LOW",
    "List",
    "Long",
    "Main",
    "Map",
    "Math",
    "Number",
    "Object",
    "PrintStream",
    "Set",
    "String",
    "StringTokenizer",
    "System",
    "abstract",
    "args",
    "assert",
    "best",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "changed",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "dp",
    "else",
    "enum",
    "extends",
    "false",
    "fill",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "int",
    "interface",
    "java",
    "keep",
    "key",
    "known",
    "long",
    "main",
    "memo",
    "more",
    "native",
    "new",
    "null",
    "out",
    "package",
    "private",
    "protected",
    "public",
    "read",
    "reached",
    "reply",
    "return",
    "short",
    "side",
    "solve",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "v",
    "value",
    "void",
    "volatile",
    "while",
    "words",
];

struct Java<'a> {
    /// Whether positions have lists in them.
    lists: Vec<bool>,
    /// What is an `int`; all else is a `long`.
    narrow: Narrow<'a>,
}

impl Java<'_> {
    fn kind(&self, name: &str) -> &'static str {
        if self.narrow.has(name) { "int" } else { "long" }
    }

    /// The type of what a position is remembered by.
    fn key_type(&self, code: &Code) -> &'static str {
        let narrow = code.recur.vars.iter().filter(|var| self.narrow.has(&var.name)).count();
        match narrow {
            _ if self.lists.contains(&true) => "String",
            0 => "List<Long>",
            all if all == self.lists.len() => "List<Integer>",
            _ => "List<Number>",
        }
    }

    /// What a position is remembered by.
    fn key(&self, vars: &[String]) -> String {
        if self.lists.contains(&true) { "key".to_owned() } else { format!("List.of({})", vars.join(", ")) }
    }
}

impl Syntax for Java<'_> {
    fn sums(&self, name: &str) -> String {
        camel(name)
    }
    fn call(&self, call: Call, args: &[String]) -> String {
        let name = match call {
            Call::Min => "Math.min",
            Call::Max => "Math.max",
            Call::Abs => "Math.abs",
            other => return helpers::call(Language::Java, other, args),
        };
        format!("{name}({})", args.join(", "))
    }
    fn len(&self, name: &str, side: Side, _board: bool) -> String {
        let len = if side == Side::Rows { format!("{name}.length") } else { format!("{name}[0].length") };
        if self.narrow.fits(&Ex::Len(0, side)) { len } else { format!("(long) {len}") }
    }
    fn narrowed(&self, of: &Ex, text: String) -> String {
        if self.narrow.fits(of) {
            text
        } else if is_word(&text) {
            format!("(int) {text}")
        } else {
            format!("(int) ({text})")
        }
    }
    fn begin(&self, name: &str, from: &Ex, text: String) -> String {
        if self.narrow.has(name) { self.narrowed(from, text) } else { text }
    }
    fn int(&self, number: i64) -> String {
        let long = if i32::try_from(number).is_ok() { "" } else { "L" };
        format!("{number}{long}")
    }
    fn extreme(&self, list: &str, greatest: bool) -> String {
        format!("Arrays.stream({list}).{}().getAsLong()", if greatest { "max" } else { "min" })
    }
    fn declare(&self, name: &str, value: &str) -> String {
        format!("{} {name} = {value};", self.kind(name))
    }
    fn count(&self, name: &str, lo: &str, last: Result<String, String>, down: bool) -> String {
        if down {
            let (Ok(last) | Err(last)) = last;
            return format!("for ({} {name} = {last}; {name} >= {lo}; {name}--) {{", self.kind(name));
        }
        let (sign, end) = last.map_or_else(|end| ("<", end), |last| ("<=", last));
        format!("for ({} {name} = {lo}; {name} {sign} {end}; {name}++) {{", self.kind(name))
    }
    fn each(&self, name: &str, list: &str) -> String {
        format!("for (long {name} : {list}) {{")
    }
    fn bit(&self, at: &str) -> String {
        format!("(1L << {at})")
    }
    fn list(&self, entries: &str) -> String {
        format!("new long[] {{{entries}}}")
    }
    fn fill(&self, item: &str, count: &str) -> String {
        format!("fill({item}, {count})")
    }
    fn copy(&self, name: &str, list: &str) -> String {
        format!("long[] {name} = {list}.clone();")
    }
    fn reached(&self) -> &'static str {
        "Set<Long> reached = new HashSet<>();"
    }
    fn reach(&self, of: &Ex, nimber: &str) -> String {
        // An `int` would be an `Integer`.
        format!("reached.add({nimber}{});", if matches!(of, Ex::Int(_)) { "L" } else { "" })
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
    fn keep(&self, vars: &[String], of: &Ex, value: &str) -> String {
        // An `int` would be an `Integer`.
        let value = match of {
            Ex::Int(_) => format!("{value}L"),
            of if self.narrow.fits(of) => format!("(long) ({value})"),
            _ => value.to_owned(),
        };
        format!("memo.put({}, {value});", self.key(vars))
    }
}

pub(super) fn file(code: &Code) -> String {
    let text = parts(code);
    let mut out = code.head("//");
    if !(out.iter().all(|line| line.is_ascii()) && text.is_ascii()) {
        out.insert(0, "// compile with: javac -encoding UTF-8 Main.java".to_owned());
    }
    out.push(text);
    out.join("\n")
}

fn parts(code: &Code) -> String {
    let lists = code.recur.vars.iter().map(|var| var.shape == Shape::List).collect();
    let s = &Java { lists, narrow: Narrow::of(code) };
    let mut out = Vec::new();
    out.push("import java.io.*;\nimport java.util.*;\n\npublic class Main {".to_owned());
    if !code.nimbers() {
        out.push("    static final long LOW = Long.MIN_VALUE / 4; // below every value".to_owned());
    }
    for (name, kind) in code.params() {
        let of = match kind {
            Kind::List | Kind::Fixed(_) => "long[]",
            Kind::Board | Kind::Graph => "long[][]",
            _ => s.kind(&name),
        };
        out.push(format!("    static {of} {name};"));
    }
    out.extend(code.made().iter().map(|(name, _)| format!("    static {} {name};", s.kind(name))));
    for list in &code.sums {
        let name = code.global(*list);
        out.push(format!("    static long[] {}; // at k the sum of the first k of {name}", camel(&name)));
    }
    if code.remembers() {
        out.push(format!("    static Map<{}, Long> memo;", s.key_type(code)));
    }
    out.extend(helpers::functions(Language::Java, code).map(|text| format!("\n    {}", text.replace('\n', "\n    "))));
    if !code.draft.dims.iter().all(|dim| s.narrow.fits(dim)) {
        out.push(format!("\n    static int side(long length) {{\n        if (length > {LONGEST}) {{\n            throw new IllegalArgumentException(\"too large for a table\");\n        }}\n        return (int) length;\n    }}"));
    }
    if code.recur.vars.iter().any(|var| matches!(var.start, Ex::Fill(..) | Ex::Build(_))) {
        out.push("\n    static long[] fill(long number, long count) {\n        long[] list = new long[(int) count];\n        Arrays.fill(list, number);\n        return list;\n    }".to_owned());
    }
    for board in &code.blocks {
        let name = code.global(*board);
        out.push(format!(
            "\n    static long {}(int top, int bottom, int left, int right) {{\n        long sum = 0;\n        for (int r = top; r < bottom; r++) {{\n            for (int c = left; c < right; c++) {{\n                sum += {name}[r][c];\n            }}\n        }}\n        return sum;\n    }}",
            camel(&name)
        ));
    }
    if !code.is_table() {
        let vars = code.typed(|name, list| format!("{} {name}", if list { "long[]" } else { s.kind(name) }));
        out.push(format!("\n    static long v({vars}) {{\n{}\n    }}", body(s, code, 2)));
    }
    out.push("\n    static Object solve() {".to_owned());
    for list in &code.sums {
        let (name, sums) = (code.global(*list), camel(&code.global(*list)));
        out.push(format!("        {sums} = new long[{name}.length + 1];\n        for (int k = 0; k < {name}.length; k++) {{\n            {sums}[k + 1] = {sums}[k] + {name}[k];\n        }}"));
    }
    out.extend(worked_out(s, code, 2, &|name, made| format!("        {name} = {made};")));
    if code.remembers() {
        out.push("        memo = new HashMap<>();".to_owned());
    }
    if code.is_table() {
        out.extend(
            code.draft.keep.iter().map(|keep| {
                format!("        {} keep = {}; // rows kept at a time", s.kind("keep"), ex(s, code, keep, 0))
            }),
        );
        let size = |dim: &Ex| {
            let text = ex(s, code, dim, 0);
            if s.narrow.fits(dim) { format!("[{text}]") } else { format!("[side({text})]") }
        };
        let sizes: String = code.draft.dims.iter().map(size).collect();
        out.push(format!("        long{} dp = new long{sizes};", "[]".repeat(code.draft.dims.len())));
        out.push(body(s, code, 2));
    }
    lines(s, code, &code.draft.before, 2, &mut out);
    let value = ex(s, code, &code.draft.answer, 4);
    out.push(match &code.told {
        Told::Total(points) => format!("        return ({} + {value}) / 2;", ex(s, code, points, 4)),
        Told::Lead => format!("        return {value};"),
        Told::Winner([first, second, draw]) => {
            format!(
                "        long value = {value};\n        return value > 0 ? {first} : value < 0 ? {second} : {draw};"
            )
        }
    });
    out.push("    }\n".to_owned());
    out.push(READ.to_owned());
    let foreign = matches!(&code.told, Told::Winner(words) if words.iter().any(|word| !word.is_ascii()));
    let out_to = if foreign { OUT } else { "System.out" };
    out.push(format!("    public static void main(String[] args) throws IOException {{\n        PrintStream out = {out_to};\n        while (more()) {{"));
    for (name, kind) in code.params() {
        out.push(match kind {
            Kind::Fixed(list) => {
                let list: Vec<String> = list.iter().map(|number| s.int(*number)).collect();
                format!("            {name} = new long[] {{{}}};", list.join(", "))
            }
            Kind::List => format!("            {name} = new long[(int) read()];\n            for (int k = 0; k < {name}.length; k++) {{\n                {name}[k] = read();\n            }}"),
            Kind::Graph => format!("            {name} = new long[(int) read()][];\n            for (int k = 0; k < {name}.length; k++) {{\n                {name}[k] = new long[(int) read()];\n                for (int c = 0; c < {name}[k].length; c++) {{\n                    {name}[k][c] = read();\n                }}\n            }}"),
            Kind::Board => format!("            int h = (int) read(), w = (int) read();\n            {name} = new long[h][w];\n            for (long[] line : {name}) {{\n                for (int c = 0; c < w; c++) {{\n                    line[c] = read();\n                }}\n            }}"),
            _ if s.narrow.has(&name) => format!("            {name} = (int) read();"),
            _ => format!("            {name} = read();"),
        });
    }
    out.push("            out.println(solve());\n            out.flush();\n        }\n    }\n}\n".to_owned());
    out.join("\n")
}

/// Numbers are read as they come: whoever asks waits for each answer.
const READ: &str = "    static BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    static StringTokenizer words = new StringTokenizer(\"\");

    // Whether there is one more number.
    static boolean more() throws IOException {
        while (!words.hasMoreTokens()) {
            String line = in.readLine();
            if (line == null) {
                return false;
            }
            words = new StringTokenizer(line);
        }
        return true;
    }

    static long read() throws IOException {
        more();
        return Long.parseLong(words.nextToken());
    }
";

/// Names in any script, whatever the machine takes for its own.
const OUT: &str = "new PrintStream(System.out, true, java.nio.charset.StandardCharsets.UTF_8)";
