//! The command line as it describes itself, in the language asked for: what commands and options are about, examples, exit codes.

use crate::exit::Exit;
use bouton::rules::{Text, say};
use bouton_teach::words::Lang;
use clap::Command;
use clap::builder::StyledStr;
use std::io::{Write, stdout};

/// The grammar, the usual mistakes and eight games, in less than three thousand tokens: what a language model needs to write rules.
const PRIMER: &str = include_str!("../../../llms.txt");

/// Prints it: `bouton help --llm`.
pub(crate) fn primer() -> Exit {
    let written = stdout().write_all(PRIMER.as_bytes()).and_then(|()| stdout().flush());
    if written.is_ok() { Exit::Yes } else { Exit::Bad }
}

/// Begins the help of `--format`, before the names of the forms that a command writes.
pub(crate) const FORM: &str = "The form of the answer";

/// Frames that clap words by itself when it draws help.
const FRAMES: [&str; 11] = [
    "Usage:",
    "Commands:",
    "Arguments:",
    "Options:",
    "Output:",
    "Limits:",
    "Cases:",
    "Long searches:",
    "Many processes:",
    "[default:",
    "[possible values:",
];

/// A command with everything that it says of itself in a language.
pub(crate) fn translated(command: Command, lang: Lang) -> Command {
    if lang == Lang::English {
        return command;
    }
    let mut command = command;
    command.build();
    of(command, lang)
}

fn of(command: Command, lang: Lang) -> Command {
    let say = |text: Option<&StyledStr>| text.map(|text| page(&text.to_string(), lang));
    let (about, long_about) = (say(command.get_about()), say(command.get_long_about()));
    let (after, long_after) = (say(command.get_after_help()), say(command.get_after_long_help()));
    let mut command = command.mut_args(|arg| {
        let (help, long) = (say(arg.get_help()), say(arg.get_long_help()));
        let arg = if let Some(help) = help { arg.help(help) } else { arg };
        if let Some(long) = long { arg.long_help(long) } else { arg }
    });
    command = command.mut_subcommands(|command| of(command, lang));
    // What is set becomes text of its own; what was absent stays so.
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(about) = long_about {
        command = command.long_about(about);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    if let Some(after) = long_after {
        command = command.after_long_help(after);
    }
    command
}

/// Several lines: sentences, and commands with a remark behind them.
fn page(text: &str, lang: Lang) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| remark(line, lang)).collect();
    lines.join("\n")
}

fn remark(line: &str, lang: Lang) -> String {
    let text = line.trim_start();
    match text.rsplit_once("  ") {
        Some((before, after)) if line.len() > text.len() => {
            let indent = &line[..line.len() - text.len()];
            format!("{indent}{before}  {}", lang.help(after))
        }
        _ => match line.strip_prefix(FORM).and_then(|names| names.strip_prefix(": ")) {
            Some(names) => lang.sentence(say!("{}: {}", lang.help(FORM), Text::names(names.split(", ")))),
            None => lang.help(line),
        },
    }
}

/// Help as clap draws it, with the words of its frame in a language.
pub(crate) fn framed(drawn: &str, lang: Lang) -> String {
    let said = |frame: &str| format!("{}:", lang.help(frame.trim_end_matches(':')));
    let swap = |text: String, frame: &str| text.replace(frame, &said(frame));
    if lang == Lang::English { drawn.to_owned() } else { FRAMES.into_iter().fold(drawn.to_owned(), swap) }
}

#[cfg(test)]
mod tests {
    use super::{FRAMES, page};
    use bouton_teach::words::Lang;
    use clap::{Command, CommandFactory};
    use std::collections::BTreeSet;

    /// Every text that a command and those below it show.
    fn texts(command: &Command, found: &mut BTreeSet<String>) {
        let of_command =
            [command.get_about(), command.get_long_about(), command.get_after_help(), command.get_after_long_help()];
        found.extend(of_command.into_iter().flatten().map(ToString::to_string));
        for arg in command.get_arguments() {
            found.extend([arg.get_help(), arg.get_long_help()].into_iter().flatten().map(ToString::to_string));
            let heading = arg.get_help_heading().map(|heading| format!("{heading}:"));
            assert!(heading.is_none_or(|heading| FRAMES.contains(&heading.as_str())), "a heading that is left English");
        }
        command.get_subcommands().for_each(|command| texts(command, found));
    }

    fn remarks(text: &str) -> impl Iterator<Item = &str> {
        let command = |line: &&str| line.trim_start().starts_with("bouton ") || line.trim_start().contains("| bouton");
        let of = move |line| {
            if command(&line) {
                line.trim_start().split_once("   ").map_or("", |(_, after)| after.trim())
            } else {
                line
            }
        };
        text.split('\n').map(of).filter(|text| text.contains(' '))
    }

    #[test]
    fn no_help_text_is_missing_in_chinese() {
        let mut command = crate::cli::Cli::command();
        command.build();
        let mut found = BTreeSet::new();
        texts(&command, &mut found);
        let is_chinese = |text: &str| text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter));
        let missing: Vec<&str> = found
            .iter()
            .flat_map(|text| remarks(text))
            .filter(|text| {
                !is_chinese(&page(text, Lang::Chinese))
                    && !["printf", "echo", "python3", "Kayles", "Dawson's Chess", "MathML"]
                        .iter()
                        .any(|word| text.contains(word))
            })
            .collect();
        assert!(missing.is_empty(), "{} without Chinese:\n{}", missing.len(), missing.join("\n"));
        assert!(FRAMES.iter().all(|frame| is_chinese(&Lang::Chinese.help(frame))));
        assert!(found.len() > 100);
    }

    #[test]
    fn examples_keep_their_commands() {
        let examples = "Examples:\n  bouton new 1140               writes 1140.game, the gallery's Stone Game II";
        let said = "例子:\n  bouton new 1140               写出 1140.game，即内置的 Stone Game II";
        assert_eq!(page(examples, Lang::Chinese), said);
    }
}
