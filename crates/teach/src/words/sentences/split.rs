//! Texts that are several things one after the other, and what stands between them.

/// What stands between things, in English and in Chinese, what parts most first.
const BETWEEN: [(&str, &str); 11] = [
    ("; ", "；"),
    ("), (", "），（"),
    (" · ", " · "),
    (": ", "："),
    (" → ", " → "),
    (", which is made of ", "，而它又由 "),
    (", then ", "，再"),
    (", ", "，"),
    (" and of ", "、"),
    (" and ", "和"),
    (" or ", "或"),
];

/// Things one after the other.
pub(super) struct Parts<'t> {
    /// The things.
    pub(super) parts: Vec<&'t str>,
    /// What stands between them in Chinese, and after the last.
    pub(super) between: &'static str,
    pub(super) end: &'static str,
    /// Whether what stands between them has words, which are Chinese now whatever the things are.
    pub(super) says: bool,
}

/// A text taken apart at what parts it most, outside of code, quotes and brackets.
pub(super) fn split(text: &str) -> Option<Parts<'_>> {
    let open = outside(text);
    let is_outside = |at: usize| open.get(at).copied().unwrap_or(false);
    for (english, between) in BETWEEN {
        let places = text.match_indices(english).map(|(at, _)| at).filter(|at| is_outside(*at));
        let (mut parts, mut from) = (Vec::new(), 0);
        for at in places {
            parts.push(&text[from..at]);
            from = at + english.len();
        }
        if !parts.is_empty() {
            parts.push(&text[from..]);
            let says = english.bytes().any(|byte| byte.is_ascii_alphabetic());
            return Some(Parts { parts, between, end: "", says });
        }
    }
    let inner = text.strip_suffix(')')?;
    let (at, _) = inner.match_indices(" (").find(|(at, _)| is_outside(*at))?;
    Some(Parts { parts: vec![&text[..at], &inner[at + 2..]], between: "（", end: "）", says: false })
}

/// A text cut in two at its first mark, its second, and so on.
pub(super) fn cuts(text: &str) -> impl Iterator<Item = (&str, &'static str, &str)> {
    const MARKS: [(&str, &str); 4] = [("; ", "；"), (": ", "："), (", ", "，"), (" ", "")];
    let open = outside(text);
    let places = text.match_indices(' ').map(|(at, _)| at).filter(move |at| open.get(*at).copied().unwrap_or(false));
    places.filter_map(|at| {
        let (mark, chinese) = MARKS.iter().find(|(mark, _)| text[..=at].ends_with(mark))?;
        // Without a mark only code stands before what is said of it.
        (*mark != " " || text[..at].ends_with('`')).then(|| (&text[..at + 1 - mark.len()], *chinese, &text[at + 1..]))
    })
}

/// For every byte whether it stands outside of code, quotes and brackets.
fn outside(text: &str) -> Vec<bool> {
    let (mut open, mut depth, mut quote, mut before) = (Vec::with_capacity(text.len()), 0_u32, None, b' ');
    for byte in text.bytes() {
        open.push(depth == 0 && quote.is_none());
        match (quote, byte) {
            (Some(mark), _) if mark == byte => quote = None,
            (Some(_), _) => {}
            (None, b'`' | b'"') => quote = Some(byte),
            // Not the one of `the game's`.
            (None, b'\'') if !before.is_ascii_alphanumeric() => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
        before = byte;
    }
    open
}
