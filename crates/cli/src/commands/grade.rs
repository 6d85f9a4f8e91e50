//! `bouton grade`: a learner's table, marked.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{load, read};
use crate::options::GameArgs;
use crate::params;
use crate::screen::Screen;
use bouton::Limits;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};
use bouton_teach::grade::{Apart, Marks, apart, json, marks, text};
use bouton_teach::program::{NoProgram, Recur, Shape};
use bouton_teach::words::Lang;
use std::fs::File;
use std::io::stdin;

const EXAMPLES: &str = "Examples:
  bouton grade 1140 'piles=[2,7,9,4,4]' my_dp.csv
  bouton grade stone-game 'piles=[5,3,4,5]' table.txt --format json
  python3 dp.py | bouton grade 1140 'piles=[2,7,9,4,4]' -";

const ABOUT: &str = "Mark a table of values: the first wrong cell, why, and the mistake that makes such a table

The table has a line with names, the variables and `value`, and a line for each cell; or it is a bare grid, a line for each value of \
the first variable. Commas, tabs, semicolons and blanks all separate cells. Values are leads of the player to move, or, where the \
rules say what remains, that player's own points; in games without points 1, 0 and -1. Other tables are read too: closed intervals, \
indices from 1, lines and columns exchanged or backwards, lengths, (first, second) pairs, values that are always the first player's: \
it is found out how, and said, before the marks.

Exits with 0 if every cell that play can reach is right, with 1 if one is not.";

#[derive(Debug, clap::Args)]
#[command(about = "Mark a table of values and name the mistake in it", long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A gallery name, a problem number, or a path to a .game file
    #[arg(value_name = "GAME")]
    game: String,
    /// Parameters (name=VALUE), and the table: a file, or - for standard input
    #[arg(value_name = "NAME=VALUE… TABLE")]
    words: Vec<String>,
    /// Parameters from a JSON object in a file
    #[arg(long, value_name = "FILE.json")]
    params: Option<String>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "grade")?;
    let loaded = load(&args.game)?;
    let (words, files): (Vec<String>, Vec<String>) = args.words.iter().cloned().partition(|word| word.contains('='));
    let [file] = files.as_slice() else {
        let finding = Diagnostic::error("G01", say!("one table is wanted, and {} are named", files.len()));
        return Err(Failure::new(
            finding.help("name the file last: `bouton grade 1140 'piles=[2,7,9,4,4]' table.csv`"),
        ));
    };
    let game = GameArgs { game: args.game.clone(), words, params: args.params.clone() };
    let game = params::instance(&loaded, &game, None, None, &Limits::default(), "grade")?;
    let recur = Recur::of(&loaded.rules, game.told_apart().is_some()).map_err(|no| no_recurrence(&no, screen.lang))?;
    if let Some(var) = recur.vars.iter().find(|var| var.shape == Shape::List) {
        let finding = Diagnostic::error("G02", say!("a table is marked by numbers, and `{}` is a list", var.name));
        return Err(Failure::new(finding.help(Text::code(screen.lang.say("grade-instead", &[])))));
    }
    let table = if file == "-" {
        read("standard input", stdin().lock())?
    } else {
        read(file, File::open(file).map_err(|error| Failure::unread(file, &error))?)?
    };
    let marks = marks(&game, &recur, &table, screen.lang).map_err(|why| unreadable(file, &why))?;
    let apart = if marks.suspects.len() > 1 { apart(&game, &recur, &marks.suspects) } else { None };
    tell(&recur, &marks, apart.as_ref(), screen)?;
    Ok(if marks.wrong.is_some() { Exit::No } else { Exit::Yes })
}

/// Why a game is no recurrence: the line of the rules that has none.
pub(super) fn no_recurrence(no: &NoProgram, lang: Lang) -> Failure {
    let finding = Diagnostic::error("G02", say!("this game is no plain recurrence: {}", no.0));
    Failure::new(finding.help(Text::code(lang.say("recur-needs", &[]))))
}

fn unreadable(file: &str, why: &Text) -> Failure {
    let finding = Diagnostic::error("G01", say!("the table in `{file}` cannot be read: {why}"));
    Failure::new(
        finding.help("write a header such as `i,M,value` and a line for each cell; `bouton grade -h` has examples"),
    )
}

fn tell(recur: &Recur, marks: &Marks, apart: Option<&Apart>, screen: &mut Screen) -> Result<(), Failure> {
    if screen.for_programs() {
        return screen.json(&json(marks, apart, screen.lang));
    }
    text(recur, marks, apart, screen.lang).iter().try_for_each(|line| screen.line(line))
}
