//! The word a line starts with, and what people write for it.

use super::{Parsed, Parser, Reported, recover::nearest_starter};
use crate::{
    diagnostic::{Diagnostic, quote},
    syntax::token::{Token, TokenKind},
    table::{foreign, words::Word},
};

impl Parser<'_> {
    /// Takes the word a line starts with. A word near one is reported and taken for it; whether the rest agrees is then not reported.
    pub(super) fn starter(&mut self) -> Parsed<Word> {
        let token = self.token();
        match token.kind {
            TokenKind::Word(word) if word.begins_line() => {
                self.bump();
                self.colon_behind(word);
                Ok(word)
            }
            TokenKind::Word(Word::Var) if self.look(1).kind == TokenKind::Name => Ok(self.var_outside()),
            TokenKind::Word(word) if word.begins_statement() => Err(self.stray_statement(word)),
            TokenKind::Name => self.misspelt(token),
            kind if kind.closes() => {
                let finding = self.closes_nothing(token);
                self.bump();
                Err(self.report(finding))
            }
            _ => Err(self.no_line(token)),
        }
    }

    fn no_line(&mut self, token: Token) -> Reported {
        let finding = Diagnostic::error("B010", say!("a line cannot start with {}", self.describe(token)));
        let comment = match token.kind {
            TokenKind::SlashSlash | TokenKind::Text => true,
            kind => kind == TokenKind::Minus && self.look(1).kind == TokenKind::Minus,
        };
        if !comment {
            return self.unknown_line(finding, token);
        }
        self.bump();
        self.report(
            finding.at(token.span, "").help("what is only for people stands in comments: `# …`, or `## …` for help"),
        )
    }

    /// `players: Alice, Bob`
    fn colon_behind(&mut self, word: Word) {
        if self.kind() == TokenKind::Colon && self.on_line() && word != Word::Stuck && word != Word::Repeat {
            let span = self.bump().span;
            let finding = Diagnostic::error("B013", say!("no colon stands behind `{}`", word.text())).at(span, "");
            self.report(finding.edit("leave it out", span, ""));
        }
    }

    /// `var x : 0..9 = 3` as a line: a `state` is meant.
    fn var_outside(&mut self) -> Word {
        let span = self.bump().span;
        let finding = Diagnostic::error("B011", "`var` stands outside a move").at(span, "");
        let help = "a variable of the position is a `state` line; `var` lives inside a move";
        self.report(finding.edit(help, span, "state"));
        Word::State
    }

    fn stray_statement(&mut self, word: Word) -> Reported {
        let finding =
            Diagnostic::error("B011", say!("`{}` stands outside a move", word.text())).at(self.token().span, "");
        let finding = match word {
            Word::When => finding.help("conditions of a move go inside its braces: `move … { when … }`"),
            Word::Var => finding.help("a variable of the position is a `state` line; `var` lives inside a move"),
            _ => finding.help("statements go inside the braces of a move: `move … { … }`"),
        };
        let reported = self.report(finding);
        self.bump();
        reported
    }

    fn misspelt(&mut self, token: Token) -> Parsed<Word> {
        let text = self.slice(token.span);
        if self.at_outcome() {
            let finding = Diagnostic::error("B010", say!("no line starts with {}", quote(text))).at(token.span, "");
            let help = say!("say when the game is over: {}", quote(&format!("end when … => {text} wins")));
            self.bump();
            return Err(self.report(finding.help(help)));
        }
        if self.look(1).kind.is_change() {
            let finding = Diagnostic::error("B011", say!("{} is changed outside a move", quote(text)))
                .at(token.span, "")
                .help(say!("a variable of the position is a `state`: {}", quote(&format!("state {text} : 0..9 = …"))))
                .help(say!("a fixed value is a `let`: {}", quote(&format!("let {text} = …"))))
                .help("a change goes inside the braces of a move");
            if self.look(1).kind == TokenKind::Assign {
                self.leave_unread(token);
            }
            self.bump();
            return Err(self.report(finding));
        }
        let finding = Diagnostic::error("B010", say!("no line starts with {}", quote(text)));
        if let Some(row) = foreign::find(foreign::LINES, text) {
            return self.foreign_line(row, finding, token);
        }
        let Some(word) = nearest_starter(text) else { return Err(self.unknown_line(finding, token)) };
        let help = say!("did you mean `{}`?", word.text());
        self.report(finding.at(token.span, "").edit(help, token.span, word.text()));
        self.bump();
        Ok(word)
    }

    /// A line of another language: read as the line that is meant, where there is one.
    fn foreign_line(&mut self, row: &foreign::ForeignRow, finding: Diagnostic, token: Token) -> Parsed<Word> {
        let finding = finding.at(token.span, "");
        let Some(word) = Word::named(row.means).filter(|_| row.replace) else {
            return Err(self.report(finding.help(row.help())));
        };
        self.report(finding.edit(row.help(), token.span, row.means));
        self.bump();
        Ok(word)
    }

    fn unknown_line(&mut self, finding: Diagnostic, token: Token) -> Reported {
        let help = "a line starts with a word such as `game`, `players`, `param`, `let`, `state`, `move`, `end`, `stuck`, \
                    `show` or `example`; `#` starts a comment";
        let reported = self.report(finding.at(token.span, "").help(help));
        self.bump();
        reported
    }
}
