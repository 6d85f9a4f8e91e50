//! The pages of codes in other languages than English: `codes.zh` has three lines a code: the code, its title, its explanation.

use super::Lang;

const CHINESE: &str = include_str!("codes.zh");

/// What a code is about, in a few words and in a few sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodePage {
    /// The code.
    pub code: &'static str,
    /// A few words.
    pub title: &'static str,
    /// A few sentences.
    pub explanation: &'static str,
}

impl Lang {
    /// Every page in this language; none in English, where codes bring their own.
    pub fn code_pages(self) -> impl Iterator<Item = CodePage> {
        let text = if self == Lang::Chinese { CHINESE } else { "" };
        let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        std::iter::from_fn(move || {
            Some(CodePage { code: lines.next()?, title: lines.next()?, explanation: lines.next()? })
        })
    }

    /// The page of a code in this language, where it is not English.
    #[must_use]
    pub fn code_page(self, code: &str) -> Option<CodePage> {
        self.code_pages().find(|page| page.code == code)
    }
}
