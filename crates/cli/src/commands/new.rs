//! `bouton new`: a rules file to start from.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load;
use crate::screen::Screen;
use crate::write::{create, replace};
use bouton::gallery::{self, GalleryGame};
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Rules, Source, check, say};
use bouton_teach::gallery::{called, text};
use bouton_teach::words::Lang;
use std::io;
use std::path::Path;

const TEMPLATE: &str = include_str!("../template.game");
const CHINESE: &str = include_str!("../template.zh.game");

const EXAMPLES: &str = "Examples:
  bouton new 1140               writes 1140.game, the gallery's Stone Game II
  bouton new my-game            writes my-game.game, a small game to change
  bouton new nim --force        writes over a nim.game that is there";

/// Write a rules file here to start from
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A name of your own, or a gallery game by its name or problem number
    name: String,
    /// Write over a file that is there
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "new")?;
    let stem = args.name.strip_suffix(".game").unwrap_or(&args.name);
    if let Some(finding) = load::unknown_number(stem) {
        return Err(Failure::new(finding.help(say!("for a game of your own put a letter before it: `game-{stem}`"))));
    }
    let game = gallery::find(stem);
    let (file, text) = match &game {
        Some(game) => (format!("{}.game", file_stem(stem, game)), text(game, screen.lang)),
        None => (format!("{stem}.game"), template(stem, screen.lang)?),
    };
    write(&file, &text, args.force)?;
    // A slip spares the first letter as a rule: who names a game `my-game` does not mean `l-game`.
    let near = game.is_none().then(|| gallery::near(stem)).flatten();
    let near = near.filter(|near| near.chars().next() == stem.chars().next());
    let title = match &game {
        Some(game) if screen.lang == Lang::English => game.title.to_owned(),
        Some(game) => called(game, screen.lang),
        None => screen.lang.sentence("a heap of stones, for you to change"),
    };
    screen.line(&format!("{} {file}   {}", screen.lang.sentence("wrote"), title))?;
    if let Some(near) = near {
        screen.tell(say!("      did you mean the gallery's `{near}`? `bouton new {near}` writes that"))?;
    }
    tried(&file, text, screen.lang).iter().try_for_each(|line| screen.line(line))?;
    Ok(Exit::Yes)
}

/// The word as typed where it can be a file's name, else the game's own.
fn file_stem(stem: &str, game: &GalleryGame) -> String {
    let plain = stem.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter));
    if plain { stem.to_owned() } else { game.name.to_owned() }
}

fn template(stem: &str, lang: Lang) -> Result<String, Failure> {
    let last = Path::new(stem).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if last.is_empty() || stem.starts_with('-') {
        let finding = Diagnostic::error("C04", say!("`{stem}` cannot be the name of a file"));
        return Err(Failure::new(finding.help("begin it with a letter, as in `bouton new my-game`")));
    }
    let title: String = last.chars().filter(|letter| !letter.is_control() && !"\"\\".contains(*letter)).collect();
    let text = if lang == Lang::English { TEMPLATE } else { CHINESE };
    Ok(text.replace("NAME", &identifier(&last)).replace("TITLE", &title))
}

/// `my-game` as `MyGame`; what has no letters as `Game`.
fn identifier(stem: &str) -> String {
    let words = stem.split(|letter: char| !letter.is_alphanumeric());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    let joined: String = words.map(capital).collect();
    let joined: String = joined.chars().skip_while(|letter| !letter.is_alphabetic()).take(60).collect();
    if joined.is_empty() { "Game".to_owned() } else { joined }
}

fn write(file: &str, text: &str, force: bool) -> Result<(), Failure> {
    let written = if force && Path::new(file).exists() { replace(file, text) } else { create(file, text) };
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let finding = Diagnostic::error("C05", say!("`{file}` is there already; it was left as it is"));
            Failure::new(finding.help("choose another name, or write over it with `--force`"))
        }
        _ => Failure::unwritten_file(file, &error),
    })
}

/// What to try next: the first example solved, and a check.
fn tried(file: &str, text: String, lang: Lang) -> Vec<String> {
    let (rules, _) = check(&Source::new(file, text));
    let file = for_shell(file);
    let solve = rules.map_or(String::new(), |rules| format!("bouton solve {file}{}", example(&rules)));
    vec![format!("{}:  {solve}", lang.sentence("try")), format!("      bouton check {file}")]
}

/// The parameters of the first example, as words.
fn example(rules: &Rules) -> String {
    let Some(example) = rules.examples.first() else { return String::new() };
    let words = example.params.iter().map(|(param, value)| {
        let (name, value) = (&rules.params[*param].name, rules.source.slice(value.span));
        format!(" {}", for_shell(&format!("{name}={value}")))
    });
    words.collect()
}

/// A word as it is typed in a shell.
fn for_shell(word: &str) -> String {
    let safe = word.chars().all(|letter| letter.is_alphanumeric() || "-_=./".contains(letter));
    if safe { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
