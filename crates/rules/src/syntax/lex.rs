//! Cuts the text into tokens, sets comments apart, and reports what belongs to no token.

use logos::{Lexer, Logos};

use super::{
    findings::Findings,
    token::{Comment, Token, TokenKind},
};
use crate::{
    diagnostic::{Diagnostic, quote},
    source::{Source, Span},
    table::{foreign, words::Word},
};

/// The longest text read, in bytes.
pub const MAX_BYTES: usize = 4_000_000;
/// The most tokens read.
pub const MAX_TOKENS: usize = 1_000_000;
/// The longest name, in letters.
pub const MAX_NAME: usize = 100;

/// The text cut up.
#[derive(Debug, Default)]
pub struct Tokens {
    /// The tokens; the last one is always `End`.
    pub tokens: Vec<Token>,
    /// The comments, in the order of the text.
    pub comments: Vec<Comment>,
}

/// Cuts the text up. Text past a limit gives one finding and no tokens but `End`.
pub(super) fn lex(source: &Source, findings: &mut Findings) -> Tokens {
    if source.text.len() > MAX_BYTES {
        findings.push(too_large());
        return Tokens { tokens: vec![end_token(0, 0)], comments: Vec::new() };
    }
    Cutter::new(source, findings).run()
}

/// The text cut up, whatever is wrong with it.
#[must_use]
pub fn tokens(source: &Source) -> Tokens {
    lex(source, &mut Findings::default())
}

/// What is said of a text that is longer than `MAX_BYTES`.
#[must_use]
pub fn too_large() -> Diagnostic {
    Diagnostic::error("B006", say!("the rules are too long: more than {} MB", MAX_BYTES / 1_000_000))
        .note("most have a few hundred letters")
        .help("large data are parameters: give them with `--params file.json`, not in the rules")
}

fn end_token(at: u32, line: u32) -> Token {
    Token { kind: TokenKind::End, span: Span::new(at, at), line, first: true }
}

struct Cutter<'a> {
    source: &'a Source,
    lexer: Lexer<'a, TokenKind>,
    findings: &'a mut Findings,
    cut: Tokens,
    line: u32,
    /// No token has been seen in this line of text yet.
    fresh: bool,
    /// Where the last strange sign ended: a run of them is one token and one finding.
    strange_end: u32,
}

impl<'a> Cutter<'a> {
    fn new(source: &'a Source, findings: &'a mut Findings) -> Self {
        let mut lexer = TokenKind::lexer(&source.text);
        if source.text.starts_with('\u{feff}') {
            lexer.bump('\u{feff}'.len_utf8());
        }
        Cutter { source, lexer, findings, cut: Tokens::default(), line: 0, fresh: true, strange_end: u32::MAX }
    }

    fn run(mut self) -> Tokens {
        while let Some(found) = self.lexer.next() {
            if self.cut.tokens.len() >= MAX_TOKENS {
                self.findings.push(too_many(self.span()));
                self.cut.tokens.clear();
                break;
            }
            self.take(found.unwrap_or(TokenKind::Strange));
        }
        let end = offset(self.source.text.len());
        self.cut.tokens.push(end_token(end, self.line));
        self.cut
    }

    fn span(&self) -> Span {
        let range = self.lexer.span();
        Span::new(offset(range.start), offset(range.end))
    }

    fn take(&mut self, kind: TokenKind) {
        match kind {
            TokenKind::Newline => self.newline(),
            TokenKind::Comment => self.comment(),
            TokenKind::Name => self.name(),
            TokenKind::BadNumber => self.bad_number(),
            TokenKind::OpenText => self.open_text(),
            TokenKind::Foreign => self.foreign(),
            TokenKind::Strange => self.strange(),
            kind => self.push(kind),
        }
    }

    fn push(&mut self, kind: TokenKind) {
        let token = Token { kind, span: self.span(), line: self.line, first: self.fresh };
        self.cut.tokens.push(token);
        self.fresh = false;
    }

    fn newline(&mut self) {
        self.line += 1;
        self.fresh = true;
    }

    fn comment(&mut self) {
        let text = self.lexer.slice();
        let doc = text.starts_with("##") && !text.starts_with("###");
        self.cut.comments.push(Comment { span: self.span(), line: self.line, alone: self.fresh, doc });
    }

    fn name(&mut self) {
        let text = self.lexer.slice();
        if text.len() > MAX_NAME && text.chars().nth(MAX_NAME).is_some() {
            let finding = Diagnostic::error("B005", say!("this name is longer than {MAX_NAME} letters"));
            self.findings.push(finding.at(self.span(), "").help("shorten the name; a title or a comment can say more"));
        }
        self.push(Word::named(text).map_or(TokenKind::Name, TokenKind::Word));
    }

    fn bad_number(&mut self) {
        self.findings.push(bad_number(self.lexer.slice(), self.span()));
        self.push(TokenKind::BadNumber);
    }

    fn open_text(&mut self) {
        let span = self.span();
        let finding = Diagnostic::error("B002", "this string is not closed")
            .at(span, "it must end with `\"` on the same line")
            .edit("add the closing quote", Span::new(span.end, span.end), "\"");
        self.findings.push(finding);
        self.push(TokenKind::Text);
    }

    fn foreign(&mut self) {
        let text = self.lexer.slice();
        if text == "/" && self.lexer.remainder().starts_with('*') {
            return self.foreign_comment();
        }
        let Some(row) = foreign::find(foreign::OPERATORS, text) else { return self.strange() };
        let finding = Diagnostic::error("B004", say!("`{text}` is not an operator here")).at(self.span(), "");
        self.findings.push(foreign_help(finding, row, self.span()));
        self.push(kind_of(row.means));
    }

    /// `/* … */`, or what there is of it on its line of text.
    fn foreign_comment(&mut self) {
        let rest = self.lexer.remainder();
        let length = rest.find("*/").map_or_else(|| rest.find('\n').unwrap_or(rest.len()), |at| at + 2);
        self.line += u32::try_from(rest[..length].matches('\n').count()).unwrap_or(0);
        let start = self.span();
        self.lexer.bump(length);
        let finding = Diagnostic::error("B001", "`/*` cannot be used in rules").at(start, "");
        self.findings.push(finding.help("a comment starts with `#` and ends with its line"));
    }

    fn strange(&mut self) {
        let (text, span) = (self.lexer.slice(), self.span());
        let letter = text.chars().next().unwrap_or_default();
        let meant = foreign::ascii_for(letter);
        if meant.as_deref() == Some("\"") {
            return self.quoted(letter);
        }
        let in_run = self.strange_end == span.start;
        self.strange_end = span.end;
        let kind = meant.as_deref().map_or(TokenKind::Strange, kind_of);
        if !in_run || kind != TokenKind::Strange {
            self.findings.push(strange(letter, meant.as_deref(), span));
            self.push(kind);
        }
    }

    /// A string in other quotes: everything up to the next quote of any kind, on this line of text.
    fn quoted(&mut self, letter: char) {
        let opening = self.span();
        let line = self.lexer.remainder().split(['\n', '\r']).next().unwrap_or_default();
        let closing = line.char_indices().find(|(_, letter)| is_quote(*letter));
        let length = closing.map_or(line.len(), |(at, letter)| at + letter.len_utf8());
        let inner = &line[..closing.map_or(line.len(), |(at, _)| at)];
        let finding = Diagnostic::error("B001", say!("{} cannot be used in rules", named(letter)));
        self.lexer.bump(length);
        let help = "strings stand in straight double quotes, `\"…\"`";
        self.findings.push(finding.at(opening, "").edit(help, self.span(), format!("\"{inner}\"")));
        self.push(TokenKind::Text);
    }
}

fn is_quote(letter: char) -> bool {
    letter == '"' || foreign::ascii_for(letter).is_some_and(|ascii| ascii == "\"")
}

/// A sign, with its number where it may not be visible or known.
fn named(letter: char) -> String {
    let shown = quote(&letter.to_string());
    let plain = letter.is_ascii() && !letter.is_control();
    if plain { shown } else { format!("{shown} (U+{:04X})", u32::from(letter)) }
}

fn too_many(span: Span) -> Diagnostic {
    Diagnostic::error("B006", say!("the rules are too long: more than {MAX_TOKENS} words and signs"))
        .at(span, "reading stopped here")
        .help("large data are parameters: give them with `--params file.json`, not in the rules")
}

fn bad_number(text: &str, span: Span) -> Diagnostic {
    if text.contains('.') {
        return Diagnostic::error("B003", say!("numbers are whole: {} has a fraction", quote(text)))
            .at(span, "")
            .help("count in smaller units: halves or tenths as whole numbers, or divide with `//`: `3 * k // 2`")
            .help("a range is written with two dots, `1..5`");
    }
    if let Some(plain) = otherwise_written(text) {
        return Diagnostic::error("B003", say!("numbers are written with digits only: {} is not", quote(text)))
            .at(span, "")
            .edit(say!("write `{plain}`"), span, plain.to_string());
    }
    let digits = text.find(|letter: char| !letter.is_ascii_digit() && letter != '_').unwrap_or(text.len());
    let (number, rest) = text.split_at(digits);
    let finding = Diagnostic::error("B003", say!("{} is neither a number nor a name", quote(text)))
        .at(span, "a name cannot start with a digit");
    match rest.strip_prefix(['x', 'X']).filter(|sides| sides.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(other) if !other.is_empty() => finding
            .help(say!("the two sides of a board are written {}", quote(&format!("{number}, {other}"))))
            .help(say!("for a product write {}", quote(&format!("{number} * {other}")))),
        _ => finding.help(say!("for a product write {}", quote(&format!("{number} * {rest}")))),
    }
}

/// The number that other languages mean by `1e2`, `0x1f`, `0b101` or `0o17`, where it is whole and fits.
fn otherwise_written(text: &str) -> Option<i64> {
    let plain = text.replace('_', "").to_lowercase();
    let radix = [("0x", 16), ("0b", 2), ("0o", 8)];
    if let Some((digits, radix)) = radix.iter().find_map(|(mark, radix)| Some((plain.strip_prefix(mark)?, *radix))) {
        return i64::from_str_radix(digits, radix).ok();
    }
    let (number, zeros) = plain.split_once('e')?;
    number.parse::<i64>().ok()?.checked_mul(10_i64.checked_pow(zeros.parse().ok()?)?)
}

fn foreign_help(finding: Diagnostic, row: &foreign::ForeignRow, span: Span) -> Diagnostic {
    if row.replace { finding.edit(row.help(), span, row.means) } else { finding.help(row.help()) }
}

fn strange(letter: char, meant: Option<&str>, span: Span) -> Diagnostic {
    let finding = Diagnostic::error("B001", say!("{} cannot be used in rules", named(letter))).at(span, "");
    match (letter, meant) {
        (_, Some("")) => finding.edit("leave it out; a line needs no mark at its end", span, ""),
        (_, Some(ascii)) => finding.edit(say!("write `{ascii}`"), span, ascii),
        ('\r', None) => finding.edit("end lines with a line feed", span, "\n"),
        (letter, None) if letter.is_control() => finding.edit("delete this invisible sign", span, ""),
        _ => finding.help("outside strings and comments only letters, digits and the signs of the language may stand"),
    }
}

/// The kind of a text that is one token; `Strange` when it is none or several.
fn kind_of(text: &str) -> TokenKind {
    let mut lexer = TokenKind::lexer(text.trim_end());
    match (lexer.next(), lexer.next()) {
        (Some(Ok(TokenKind::Name)), None) => Word::named(text.trim_end()).map_or(TokenKind::Name, TokenKind::Word),
        (Some(Ok(TokenKind::Foreign)), None) => TokenKind::Strange,
        (Some(Ok(kind)), None) => kind,
        _ => TokenKind::Strange,
    }
}

/// A byte offset; text past `MAX_BYTES` is refused before, so it always fits.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
