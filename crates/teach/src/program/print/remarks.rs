//! Remarks inside of programs, said in another language. Printers write them in English; what a program says of itself at its head is worded
//! by who asks for it.

use super::Language;
use crate::words::Lang;

/// Remarks that stand for themselves.
const WHOLE: [&str; 7] = ["code-low", "code-keep", "code-sums", "code-next", "code-more", "code-until", "code-compile"];
/// Remarks that name a list.
const OF_A_LIST: [&str; 2] = ["code-sums-of", "code-sum-at"];

/// A program with its remarks in a language.
pub(super) fn said_in(lang: Lang, language: Language, program: &str) -> String {
    if lang == Lang::English {
        return program.to_owned();
    }
    let mark = if language == Language::Python { "# " } else { "// " };
    let said = |line: &str| {
        let (code, remark) = line.rsplit_once(mark)?;
        Some(format!("{code}{mark}{}", said(remark, lang)?))
    };
    program.split('\n').map(|line| said(line).unwrap_or_else(|| line.to_owned())).collect::<Vec<_>>().join("\n")
}

fn said(remark: &str, lang: Lang) -> Option<String> {
    if let Some(id) = WHOLE.iter().find(|id| Lang::English.say(id, &[]) == remark) {
        return Some(lang.say(id, &[]));
    }
    let mut words = remark.split([' ', '[']).filter_map(|word| word.strip_suffix("_sum").or(Some(word)));
    words.find_map(|name| {
        let list = [("list", name.into())];
        let id = OF_A_LIST.iter().find(|id| Lang::English.say(id, &list) == remark)?;
        Some(lang.say(id, &list))
    })
}
