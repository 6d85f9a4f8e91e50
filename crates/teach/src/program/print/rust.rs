//! Rust.

use super::super::tree::{Call, Ex, Kind, Shape, Side};
use super::{Code, Language, Syntax, Told, body, ex, helpers, lines, worked_out};

/// Words of the language and of the programs.
pub(super) const TAKEN: &[&str] = &[
    "Err", "Game", "HashMap", "HashSet", "LOW", "None", "Ok", "Self", "Some", "String", "Vec", "abstract", "as",
    "async", "await", "become", "best", "box", "break", "changed", "const", "continue", "crate", "do", "dp", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "i64", "if", "impl", "in", "io", "keep", "key",
    "known", "let", "loop", "macro", "main", "match", "memo", "mod", "move", "mut", "override", "priv", "pub",
    "reached", "ref", "reply", "return", "self", "solve", "static", "std", "struct", "super", "trait", "true", "try",
    "type", "typeof", "unsafe", "unsized", "use", "usize", "v", "value", "vec", "virtual", "where", "while", "yield",
];

/// Whether positions have lists in them.
struct Rust {
    lists: Vec<bool>,
}

impl Rust {
    fn of(code: &Code) -> Rust {
        Rust { lists: code.recur.vars.iter().map(|var| var.shape == Shape::List).collect() }
    }

    /// What a position is remembered by, and that to look for.
    fn key(&self, vars: &[String]) -> (String, &'static str) {
        if !self.lists.contains(&true) {
            return (format!("[{}]", vars.join(", ")), "");
        }
        let parts = vars.iter().zip(&self.lists);
        let parts: Vec<String> =
            parts.map(|(var, list)| if *list { format!("{var}.to_vec()") } else { var.clone() }).collect();
        (if parts.len() > 1 { format!("({})", parts.join(", ")) } else { parts.concat() }, "key")
    }
}

impl Syntax for Rust {
    fn global(&self, name: &str) -> String {
        format!("self.{name}")
    }
    fn call(&self, call: Call, args: &[String]) -> String {
        let Some((first, rest)) = args.split_first() else { return String::new() };
        let of = match first.parse::<i64>() {
            Ok(number) if number < 0 => format!("({number}_i64)"),
            Ok(number) => format!("{number}_i64"),
            Err(_) if super::is_word(first) => first.clone(),
            Err(_) => format!("({first})"),
        };
        match call {
            Call::Min => format!("{of}.min({})", rest.concat()),
            Call::Max => format!("{of}.max({})", rest.concat()),
            Call::Abs => format!("{of}.abs()"),
            Call::Line => helpers::call(Language::Rust, call, &[vec![format!("&{first}")], rest.to_vec()].concat()),
            Call::Mex => helpers::call(Language::Rust, call, &[format!("&{first}")]),
            other => helpers::call(Language::Rust, other, args),
        }
    }
    fn choose(&self, c: &str, a: &str, b: &str) -> String {
        format!("if {c} {{ {a} }} else {{ {b} }}")
    }
    /// They stand in braces.
    fn arm_binds(&self) -> u8 {
        0
    }
    fn len(&self, name: &str, side: Side, _board: bool) -> String {
        let of = if side == Side::Rows { format!("self.{name}") } else { format!("self.{name}[0]") };
        format!("{of}.len() as i64")
    }
    /// `a as i64 < b` would begin a type's arguments.
    fn len_binds(&self) -> u8 {
        0
    }
    fn place(&self, at: &Ex, text: String) -> String {
        match at {
            Ex::Int(_) => text,
            Ex::Word(_) | Ex::Bound(_) => format!("{text} as usize"),
            _ => format!("({text}) as usize"),
        }
    }
    fn unread(&self, name: &str, _entry: bool) -> String {
        format!("_{name}")
    }
    fn extreme(&self, list: &str, greatest: bool) -> String {
        format!("(*self.{list}.iter().{}().unwrap())", if greatest { "max" } else { "min" })
    }
    fn value(&self, args: &str) -> String {
        format!("self.v({args})")
    }
    fn declare(&self, name: &str, value: &str) -> String {
        format!("let mut {name} = {value};")
    }
    fn name(&self, name: &str, value: &str) -> String {
        format!("let {name} = {value};")
    }
    fn when(&self, condition: &str) -> String {
        format!("if {condition} {{")
    }
    fn while_loop(&self, condition: &str) -> String {
        format!("while {condition} {{")
    }
    fn count(&self, name: &str, lo: &str, last: Result<String, String>, down: bool) -> String {
        // What is counted from one plain number to another has no type of its own.
        let plain = |end: &String| [lo, end.as_str()].iter().all(|end| end.parse::<i64>().is_ok());
        let typed = if last.as_ref().map_or_else(plain, plain) { "_i64" } else { "" };
        let range = last.map_or_else(|end| format!("{lo}{typed}..{end}"), |last| format!("{lo}{typed}..={last}"));
        if down { format!("for {name} in ({range}).rev() {{") } else { format!("for {name} in {range} {{") }
    }
    fn each(&self, name: &str, list: &str) -> String {
        let copy = if list.starts_with("self.") { ".clone()" } else { "" };
        format!("for {name} in {list}{copy} {{")
    }
    fn bit(&self, at: &str) -> String {
        format!("(1_i64 << {at})")
    }
    fn without(&self, a: &str, b: &str) -> String {
        format!("{a} & !{b}")
    }
    fn fill(&self, item: &str, count: &str) -> String {
        format!("vec![{item}; {count} as usize]")
    }
    fn copy(&self, name: &str, list: &str) -> String {
        format!("let mut {name} = {list}.to_vec();")
    }
    fn passed(&self, list: &str, of: &Ex) -> String {
        match of {
            Ex::Global(_) => format!("&{list}.clone()"),
            Ex::Bound(_) | Ex::Fill(..) => format!("&{list}"),
            _ => list.to_owned(),
        }
    }
    fn reached(&self) -> &'static str {
        "let mut reached = HashSet::new();"
    }
    fn reach(&self, _of: &Ex, nimber: &str) -> String {
        format!("reached.insert({nimber});")
    }
    fn look(&self, vars: &[String]) -> Vec<String> {
        let (key, named) = self.key(vars);
        let (first, key) =
            if named.is_empty() { (None, key) } else { (Some(format!("let key = {key};")), named.to_owned()) };
        first
            .into_iter()
            .chain([
                format!("if let Some(known) = self.memo.get(&{key}) {{"),
                "    return *known;".to_owned(),
                "}".to_owned(),
            ])
            .collect()
    }
    fn keep(&self, vars: &[String], _of: &Ex, value: &str) -> String {
        let (key, named) = self.key(vars);
        format!("self.memo.insert({}, {value});", if named.is_empty() { &key } else { named })
    }
}

fn key_type(code: &Code) -> String {
    if !code.lists() {
        return format!("[i64; {}]", code.recur.vars.len());
    }
    let types = code.recur.vars.iter().map(|var| if var.shape == Shape::List { "Vec<i64>" } else { "i64" });
    let types: Vec<&str> = types.collect();
    if types.len() > 1 { format!("({})", types.join(", ")) } else { types.concat() }
}

/// What the compiler would remark on and the names of the game make so.
fn allowed(code: &Code, text: &str) -> Option<String> {
    let choices = code.recur.moves.iter().flat_map(|mv| &mv.choices).map(|choice| &choice.name);
    let vars = code.recur.vars.iter().map(|var| &var.name);
    let mut names = code.recur.globals.iter().map(|global| &global.name).chain(vars).chain(choices);
    let loud = |name: &String| name.contains(char::is_uppercase) || name.trim_matches('_').contains("__");
    let ends = |rest: &str| rest.chars().next().is_none_or(|letter| !letter.is_alphanumeric() && letter != '_');
    let unread = |(name, _): &(String, &Kind)| {
        !text.split("self.").skip(1).any(|rest| rest.strip_prefix(name.as_str()).is_some_and(ends))
    };
    let all = [
        (names.clone().any(loud), "non_snake_case"),
        (names.any(|name| !name.is_ascii()), "confusable_idents, mixed_script_confusables"),
        (code.params().iter().any(unread), "dead_code"),
    ];
    let all: Vec<&str> = all.into_iter().filter(|(is, _)| *is).map(|(_, lint)| lint).collect();
    (!all.is_empty()).then(|| format!("#![allow({})]\n", all.join(", ")))
}

pub(super) fn file(code: &Code) -> String {
    let text = parts(code);
    code.head("//").into_iter().chain(allowed(code, &text)).chain([text]).collect::<Vec<_>>().join("\n")
}

fn parts(code: &Code) -> String {
    let s = &Rust::of(code);
    let mut out = Vec::new();
    let used = match (code.remembers(), code.nimbers()) {
        (true, true) => "use std::collections::{HashMap, HashSet};\n",
        (true, false) => "use std::collections::HashMap;\n",
        (false, true) => "use std::collections::HashSet;\n",
        (false, false) => "",
    };
    let low = if code.nimbers() { "" } else { "const LOW: i64 = i64::MIN / 4; // below every value\n\n" };
    out.push(format!("{used}use std::io::{{self, BufRead, Write}};\n\n{low}#[derive(Default)]\nstruct Game {{"));
    for (name, kind) in code.params() {
        let of = match kind {
            Kind::List | Kind::Fixed(_) => "Vec<i64>",
            Kind::Board | Kind::Graph => "Vec<Vec<i64>>",
            _ => "i64",
        };
        out.push(format!("    {name}: {of},"));
    }
    out.extend(code.made().iter().map(|(name, _)| format!("    {name}: i64,")));
    for list in &code.sums {
        let name = code.global(*list);
        out.push(format!("    {name}_sum: Vec<i64>, // at k the sum of the first k of {name}"));
    }
    if code.remembers() {
        out.push(format!("    memo: HashMap<{}, i64>,", key_type(code)));
    }
    out.push("}\n".to_owned());
    out.extend(helpers::functions(Language::Rust, code).map(|text| format!("{text}\n")));
    out.push("impl Game {".to_owned());
    for board in &code.blocks {
        let name = code.global(*board);
        out.push(format!("    fn {name}_sum(&self, top: i64, bottom: i64, left: i64, right: i64) -> i64 {{\n        let lines = &self.{name}[top as usize..bottom as usize];\n        lines.iter().map(|line| line[left as usize..right as usize].iter().sum::<i64>()).sum()\n    }}\n"));
    }
    if !code.is_table() {
        let vars = code.typed(|name, list| format!("{name}: {}", if list { "&[i64]" } else { "i64" }));
        out.push(format!("    fn v(&mut self, {vars}) -> i64 {{\n{}\n    }}\n", body(s, code, 2)));
    }
    let answer = if matches!(code.told, Told::Winner(_)) { "&'static str" } else { "i64" };
    out.push(format!("    fn solve(&mut self) -> {answer} {{"));
    for list in &code.sums {
        let name = code.global(*list);
        out.push(format!("        self.{name}_sum = vec![0];\n        for x in &self.{name} {{\n            self.{name}_sum.push(self.{name}_sum[self.{name}_sum.len() - 1] + x);\n        }}"));
    }
    out.extend(worked_out(s, code, 2, &|name, made| format!("        self.{name} = {made};")));
    if code.is_table() {
        out.extend(
            code.draft
                .keep
                .iter()
                .map(|keep| format!("        let keep = {}; // rows kept at a time", ex(s, code, keep, 0))),
        );
        let cells = code
            .draft
            .dims
            .iter()
            .rev()
            .fold("0".to_owned(), |inner, dim| format!("vec![{inner}; ({}) as usize]", ex(s, code, dim, 0)));
        out.push(format!("        let mut dp = {cells};"));
        out.push(body(s, code, 2));
    }
    lines(s, code, &code.draft.before, 2, &mut out);
    let value = ex(s, code, &code.draft.answer, if matches!(code.told, Told::Total(_)) { 4 } else { 0 });
    out.push(match &code.told {
        Told::Total(points) => format!("        ({} + {value}) / 2", ex(s, code, points, 4)),
        Told::Lead => format!("        {value}"),
        Told::Winner([first, second, draw]) => {
            format!("        let value = {value};\n        if value > 0 {{ {first} }} else if value < 0 {{ {second} }} else {{ {draw} }}")
        }
    });
    out.push("    }\n}\n\nfn main() {\n    let mut numbers = io::stdin().lock().lines().flat_map(|line| {\n        let line = line.expect(\"the input can be read\");\n        line.split_whitespace().map(|word| word.parse().expect(\"a number\")).collect::<Vec<i64>>()\n    });\n    while let Some(first) = numbers.next() {\n        let mut first = Some(first);\n        let mut next = || first.take().or_else(|| numbers.next()).expect(\"one more number\");\n        let mut game = Game::default();".to_owned());
    for (name, kind) in code.params() {
        out.push(match kind {
            Kind::Fixed(list) => format!("        game.{name} = vec!{list:?};"),
            Kind::List => format!("        game.{name} = (0..next()).map(|_| next()).collect();"),
            Kind::Graph => format!("        game.{name} = (0..next()).map(|_| (0..next()).map(|_| next()).collect()).collect();"),
            Kind::Board => format!("        let (h, w) = (next(), next());\n        game.{name} = (0..h).map(|_| (0..w).map(|_| next()).collect()).collect();"),
            _ => format!("        game.{name} = next();"),
        });
    }
    out.push("        println!(\"{}\", game.solve());\n        io::stdout().flush().expect(\"the answer can be written\");\n    }\n}\n".to_owned());
    out.join("\n")
}
