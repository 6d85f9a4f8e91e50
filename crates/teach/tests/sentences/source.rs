//! String literals in Rust source: enough of its grammar to find them, and what they are given to.

use std::fs;
use std::path::{Path, PathBuf};

/// A string literal of the program, not of its tests.
pub(crate) struct Literal {
    /// Its file, below `crates`.
    pub(crate) file: String,
    pub(crate) line: usize,
    /// As a sentence of the catalogue: blanks are `{}`, braces `{{` and `}}`.
    pub(crate) text: String,
    /// The function or macro it is an argument of; `#` in an attribute.
    pub(crate) callee: String,
}

#[derive(Clone, PartialEq)]
enum Token {
    Word(String),
    Text(String),
    Sign(char),
}

/// Every string literal of the Rust files in a folder and below.
pub(crate) fn literals(crates: &Path, folder: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    for path in files(&crates.join(folder)) {
        let file = path.strip_prefix(crates).unwrap().to_string_lossy().replace('\\', "/");
        if !file.ends_with("/tests.rs") {
            of_file(&file, &fs::read_to_string(&path).unwrap(), &mut found);
        }
    }
    found
}

/// The texts of all string literals of a file, as they are.
pub(crate) fn texts(path: &Path) -> Vec<String> {
    let tokens = tokens(&fs::read_to_string(path).unwrap()).into_iter();
    tokens.filter_map(|(token, _)| if let Token::Text(text) = token { Some(text) } else { None }).collect()
}

/// The Rust files in a folder and below, in order.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn of_file(file: &str, source: &str, found: &mut Vec<Literal>) {
    let tokens = without_tests(tokens(source));
    let mut open: Vec<String> = Vec::new();
    for (at, (token, line)) in tokens.iter().enumerate() {
        match token {
            Token::Sign('(' | '[' | '{') => open.push(callee(&tokens[..at])),
            Token::Sign(')' | ']' | '}') => drop(open.pop()),
            Token::Text(text) => {
                let inner = open.last().cloned().unwrap_or_default();
                let attribute = open.iter().any(|name| name == "#");
                let formats = matches!(inner.as_str(), "say!" | "format!" | "write!" | "writeln!")
                    || (attribute && inner == "error");
                let alone = matches!(tokens.get(at.wrapping_sub(1)), Some((Token::Sign('('), _)));
                let callee = match inner.as_str() {
                    "error" if attribute => inner,
                    _ if attribute => "#".to_owned(),
                    // The checker has an `expect` of its own, which takes more.
                    "expect" if !alone => String::new(),
                    _ => inner,
                };
                let text = if formats { blanks(text) } else { text.replace('{', "{{").replace('}', "}}") };
                found.push(Literal { file: file.to_owned(), line: *line, text, callee });
            }
            _ => {}
        }
    }
}

/// What stands right before a bracket.
fn callee(before: &[(Token, usize)]) -> String {
    match before {
        [.., (Token::Word(name), _), (Token::Sign('!'), _)] => format!("{name}!"),
        [.., (Token::Word(name), _)] => name.clone(),
        [.., (Token::Sign('#'), _)] | [.., (Token::Sign('#'), _), (Token::Sign('!'), _)] => "#".to_owned(),
        _ => String::new(),
    }
}

/// `{name:?}` as `{}`.
fn blanks(text: &str) -> String {
    let (mut made, mut letters) = (String::new(), text.chars().peekable());
    while let Some(letter) = letters.next() {
        made.push(letter);
        if matches!(letter, '{' | '}') {
            if letters.peek() == Some(&letter) {
                made.extend(letters.next());
            } else if letter == '{' {
                letters.by_ref().find(|next| *next == '}');
                made.push('}');
            }
        }
    }
    made
}

/// What is compiled for tests only is no part of the program.
fn without_tests(tokens: Vec<(Token, usize)>) -> Vec<(Token, usize)> {
    let sign = |mark: char| Token::Sign(mark);
    let word = |name: &str| Token::Word(name.to_owned());
    let test = [sign('#'), sign('['), word("cfg"), sign('('), word("test"), sign(')'), sign(']')];
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if tokens[at..].iter().map(|(token, _)| token).take(test.len()).eq(test.iter()) {
            let mut depth = 0;
            at += test.len();
            while let Some((token, _)) = tokens.get(at) {
                depth += i32::from(*token == sign('{')) - i32::from(*token == sign('}'));
                at += 1;
                if depth == 0 && matches!(token, Token::Sign('}' | ';')) {
                    break;
                }
            }
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

fn tokens(source: &str) -> Vec<(Token, usize)> {
    let letters: Vec<char> = source.chars().collect();
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while at < letters.len() {
        let start = at;
        let token = next(&letters, &mut at);
        found.extend(token.map(|token| (token, line)));
        line += letters[start..at].iter().filter(|letter| **letter == '\n').count();
    }
    found
}

fn next(letters: &[char], at: &mut usize) -> Option<Token> {
    let first = letters[*at];
    let peek = |ahead: usize| letters.get(*at + ahead).copied().unwrap_or('\0');
    if first == '/' && peek(1) == '/' {
        *at += letters[*at..].iter().take_while(|letter| **letter != '\n').count();
        return None;
    }
    let hashes = letters[*at + 1..].iter().take_while(|letter| **letter == '#').count();
    if first == 'r' && peek(hashes + 1) == '"' {
        return Some(raw(letters, at, hashes));
    }
    if first == '"' {
        *at += 1;
        return Some(quoted(letters, at));
    }
    if first == '\'' && (peek(1) == '\\' || peek(2) == '\'') {
        let end = letters[*at + 3..].iter().position(|letter| *letter == '\'').map_or(3, |more| more + 4);
        *at += if peek(2) == '\'' && peek(1) != '\\' { 3 } else { end };
        return None;
    }
    if first.is_alphanumeric() || first == '_' {
        let name: String =
            letters[*at..].iter().take_while(|letter| letter.is_alphanumeric() || **letter == '_').collect();
        *at += name.chars().count();
        return Some(Token::Word(name));
    }
    *at += 1;
    (!first.is_whitespace()).then_some(Token::Sign(first))
}

fn raw(letters: &[char], at: &mut usize, hashes: usize) -> Token {
    let from = *at + hashes + 2;
    let ends = |place: &usize| {
        letters[*place] == '"'
            && letters[place + 1..].iter().take(hashes).filter(|letter| **letter == '#').count() == hashes
    };
    let end = (from..letters.len()).find(ends).expect("a raw string ends");
    *at = end + hashes + 1;
    Token::Text(letters[from..end].iter().collect())
}

fn quoted(letters: &[char], at: &mut usize) -> Token {
    let mut text = String::new();
    loop {
        let letter = letters[*at];
        *at += 1;
        match letter {
            '"' => return Token::Text(text),
            '\\' => escape(letters, at, &mut text),
            _ => text.push(letter),
        }
    }
}

fn escape(letters: &[char], at: &mut usize, text: &mut String) {
    let letter = letters[*at];
    *at += 1;
    match letter {
        'n' => text.push('\n'),
        't' => text.push('\t'),
        'r' => text.push('\r'),
        '0' => text.push('\0'),
        '\n' => *at += letters[*at..].iter().take_while(|letter| letter.is_whitespace()).count(),
        'u' => {
            let digits: String = letters[*at + 1..].iter().take_while(|letter| **letter != '}').collect();
            *at += digits.len() + 2;
            text.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
        }
        'x' => *at += 2,
        other => text.push(other),
    }
}
