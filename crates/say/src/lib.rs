//! What is behind `say!` of `crates/rules`: reads a pattern with its blanks as `format!` does, `` "`{name}` wins in {plies}" ``, and writes
//! the call that makes a `Text` of both. The pattern it hands on has `{}` for each blank: so it stands in the catalogues of other languages.
#![forbid(unsafe_code)]

use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// `said!((CRATE) "pattern", argument, …)`, where `CRATE` is the crate that `Text` lives in.
#[proc_macro]
pub fn said(input: TokenStream) -> TokenStream {
    let mut tokens = input.into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(home)), Some(TokenTree::Literal(literal))) => {
            let ((pattern, blanks), arguments) = (read(&literal.to_string()), arguments(tokens));
            let open = blanks.iter().filter(|blank| blank.name.is_empty()).count();
            let by_place = blanks.iter().any(|blank| blank.name.parse::<usize>().is_ok());
            if !by_place && open != arguments.len() {
                return refused("there are not as many arguments as blanks without a name");
            }
            made(&home.stream(), &pattern, blanks, (literal.span(), &arguments))
        }
        _ => refused("a sentence begins with its pattern, a text in quotes"),
    }
}

fn refused(why: &str) -> TokenStream {
    parsed(&format!("::core::compile_error!({why:?})"))
}

/// A blank as it is written.
struct Blank {
    /// The name in it; nothing where an argument follows.
    name: String,
    /// How it is shown: `:?`.
    shown: String,
    /// Whether it stands in backticks, as code does.
    in_code: bool,
}

/// The pattern of a literal as it is written in the source, with `{}` for each blank, and its blanks. A literal without blanks stands for itself,
/// its doubled braces as one.
fn read(literal: &str) -> (String, Vec<Blank>) {
    let (mut pattern, mut blanks, mut letters) = (String::new(), Vec::new(), literal.chars().peekable());
    while let Some(letter) = letters.next() {
        pattern.push(letter);
        match letter {
            '{' | '}' if letters.peek() == Some(&letter) => pattern.extend(letters.next()),
            // `\u{2605}` is a letter.
            '{' if pattern.ends_with("\\u{") => {}
            '{' => {
                let inside: String = letters.by_ref().take_while(|next| *next != '}').collect();
                let (name, shown) = inside.split_at(inside.find(':').unwrap_or(inside.len()));
                let in_code = pattern.matches('`').count() % 2 == 1;
                blanks.push(Blank { name: name.to_owned(), shown: shown.to_owned(), in_code });
                pattern.push('}');
            }
            _ => {}
        }
    }
    if blanks.is_empty() {
        pattern = pattern.replace("{{", "{").replace("}}", "}");
    }
    (pattern, blanks)
}

/// What stands behind the pattern, between commas.
fn arguments(tokens: impl Iterator<Item = TokenTree>) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.collect();
    let parts = tokens.split(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','));
    parts.filter(|part| !part.is_empty()).map(|part| part.iter().cloned().collect()).collect()
}

/// `CRATE::text::said("pattern with {}", [CRATE::text::blank(&(name))])`, or `CRATE::text::Text::Whole("pattern")`.
fn made(home: &TokenStream, pattern: &str, blanks: Vec<Blank>, given: (Span, &[TokenStream])) -> TokenStream {
    let pattern = parsed(pattern);
    if blanks.is_empty() {
        return call(home, "Text::Whole", pattern);
    }
    let mut positional = given.1.iter();
    let filled = blanks.into_iter().flat_map(|blank| {
        let argument = match blank.name.parse::<usize>() {
            Ok(at) => given.1.get(at).cloned(),
            Err(_) if blank.name.is_empty() => positional.next().cloned(),
            Err(_) => Some(TokenTree::Ident(Ident::new(&blank.name, given.0)).into()),
        };
        let mut argument = group(Delimiter::Parenthesis, argument.unwrap_or_default());
        if !blank.shown.is_empty() {
            let shown = joined([parsed(&format!("\"{{{}}}\",", blank.shown)), argument]);
            argument = joined([parsed("::std::format!"), group(Delimiter::Parenthesis, shown)]);
        }
        let text = if blank.in_code {
            let import = [parsed("#[allow(unused_imports)] use"), home.clone(), parsed("::text::InCode as _;")];
            group(Delimiter::Brace, joined([joined(import), argument, parsed(".in_code()")]))
        } else {
            call(home, "blank", joined([parsed("&"), argument]))
        };
        [text, parsed(",")]
    });
    let filled = group(Delimiter::Bracket, filled.collect());
    call(home, "said", joined([pattern, parsed(","), filled]))
}

/// `CRATE::text::function(arguments)`.
fn call(home: &TokenStream, function: &str, arguments: TokenStream) -> TokenStream {
    let path = parsed(&format!("::text::{function}"));
    joined([home.clone(), path, group(Delimiter::Parenthesis, arguments)])
}

fn group(delimiter: Delimiter, inside: TokenStream) -> TokenStream {
    TokenTree::Group(Group::new(delimiter, inside)).into()
}

fn joined<const PARTS: usize>(parts: [TokenStream; PARTS]) -> TokenStream {
    parts.into_iter().collect()
}

fn parsed(text: &str) -> TokenStream {
    text.parse().expect("it is written here, or was a literal of the source")
}
