//! How pieces of a Chinese sentence are put side by side: a blank between Chinese and other letters, none between Chinese ones.

/// Adds a piece.
pub(super) fn push(whole: &mut String, piece: &str) {
    let (last, next) = (whole.chars().next_back(), piece.chars().next());
    let (Some(last), Some(next)) = (last, next) else { return whole.push_str(piece) };
    let after_blank = whole.chars().rev().nth(1);
    if last == ' ' && after_blank.is_some_and(is_chinese) && is_chinese(next) {
        whole.pop();
        return whole.push_str(piece);
    }
    if next == ' ' && is_chinese(last) && piece.chars().nth(1).is_some_and(is_chinese) {
        return whole.push_str(&piece[1..]);
    }
    if (is_letter(last) && is_other(next)) || (is_other(last) && is_letter(next)) {
        whole.push(' ');
    }
    if is_mark(last) && next == ' ' && piece.chars().nth(1).is_some_and(|letter| letter != ' ') {
        return whole.push_str(&piece[1..]);
    }
    if last == ' ' && is_mark(next) && after_blank.is_some_and(|letter| letter != ' ') {
        whole.pop();
    }
    whole.push_str(piece);
}

/// A Chinese letter or mark.
fn is_chinese(letter: char) -> bool {
    is_letter(letter) || is_mark(letter)
}

fn is_letter(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '，' | '。' | '；' | '：' | '（' | '）' | '“' | '”' | '、' | '？')
}

/// A letter, digit or quote of other writing, which stands apart from Chinese.
fn is_other(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '`' | '"' | '\'' | '(' | '[' | '{')
}
