//! `bouton export`: the positions of a solution file as a table for other programs, or as a graph.

#[cfg(feature = "export")]
mod about;
#[cfg(feature = "export")]
mod batches;
#[cfg(feature = "export")]
mod columnar;
mod graph;
mod lines;
mod out;

use super::only;
use crate::answer::text::plural;
use crate::asked::{self, Asked};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::ReadArgs;
use crate::screen::Screen;
use crate::session;
use bouton::Value;
use bouton::game::Fault;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::rules::say;
use bouton::saved::Rows;
use bouton_teach::columns::{self, Column};
use graph::Graph;
use lines::Lines;
use out::Out;
use serde_json::json;
use std::io;

const EXAMPLES: &str = "Examples:
  bouton export c4.sol c4.parquet
  bouton export c4.sol c4.arrow
  bouton export c4.sol c4.csv
  bouton export c4.sol lost.jsonl --where 'value == loss and plies <= 4'
  bouton export small.sol small.dot
  bouton export c4.sol - --as csv | head

Columns: the variables of the position, `turn` where positions keep it, then `value` (win, draw or loss for the player to move) with
`plies`, or `lead`; `bouton_value` and so on where a variable has that name. Boards are text; lists and sets are JSON.
A Parquet file is read by pandas, polars, DuckDB, Spark and R; an Arrow file (Feather) by those that know Arrow, without unpacking.
Their metadata say of which rules and parameters they are.";

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum As {
    /// Commas between values, one line a position.
    Csv,
    /// A JSON object a line.
    Jsonl,
    /// Column by column, packed: Apache Parquet.
    Parquet,
    /// Column by column, as in memory: Apache Arrow, Feather.
    Arrow,
    /// A graph for Graphviz.
    Dot,
}

/// What names end in, and what is written there.
const ENDINGS: [(&str, As); 8] = [
    ("csv", As::Csv),
    ("jsonl", As::Jsonl),
    ("ndjson", As::Jsonl),
    ("parquet", As::Parquet),
    ("arrow", As::Arrow),
    ("feather", As::Arrow),
    ("dot", As::Dot),
    ("gv", As::Dot),
];

/// Write the positions of a solution file as CSV, JSON lines, Parquet, Arrow or a graph
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file that `solve --save` wrote
    #[arg(value_name = "FILE.sol")]
    file: String,
    /// Where to: a name that ends in .csv, .jsonl, .parquet, .arrow or .dot, or `-` for standard output
    #[arg(value_name = "OUT")]
    out: String,
    /// Only positions for which this holds, in the language of rules: see `bouton query -h`
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// The form, where the name does not say
    #[arg(long = "as", value_name = "FORM", value_enum)]
    form: Option<As>,
    #[command(flatten)]
    limits: ReadArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "export")?;
    let form = form(args)?;
    let limits = session::limits(&args.limits.limits());
    let asked = asked::ask(&args.file, args.condition.as_deref(), limits, "export")?;
    let columns = columns::of(&asked.game);
    let mut out = Out::open(&args.out).map_err(|error| unwritten(args, error))?;
    let (rows, moves) = write(args, form, &asked, &columns, &mut out, screen)?;
    out.done().map_err(|error| unwritten(args, error))?;
    if screen.for_programs() {
        screen.json(&json!({"schema": "bouton.export/1", "rows": rows, "columns": columns.len(), "file": args.out}))?;
    } else if args.out != "-" {
        let what = match moves {
            Some(moves) => say!("{} and {}", plural!(rows, "position"), plural!(moves, "move")),
            None => say!("{} of {}", plural!(rows, "row"), plural!(columns.len() as u64, "column")),
        };
        screen.tell(say!("  wrote {}: {what}", args.out))?;
    }
    Ok(Exit::Yes)
}

/// The form by option or by name.
fn form(args: &Args) -> Result<As, Failure> {
    let ending = args.out.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let named = ENDINGS.iter().find(|(known, _)| Some(*known) == ending.as_deref()).map(|(_, form)| *form);
    args.form.or(named).ok_or_else(|| {
        let finding = Diagnostic::error("C06", say!("`{}` does not say what to write", args.out));
        Failure::new(finding.help("end it in .csv, .jsonl, .parquet, .arrow or .dot, or say --as csv"))
    })
}

/// Writes the positions that are asked for: how many there were, and of a graph how many moves.
fn write(
    args: &Args,
    form: As,
    asked: &Asked,
    columns: &[Column],
    out: &mut Out,
    screen: &Screen,
) -> Result<(u64, Option<u64>), Failure> {
    let Asked { loaded, game, .. } = asked;
    let failure = |wrong| match wrong {
        Wrong::Io(error) => unwritten(args, error),
        Wrong::Fault(fault) => Failure::fault(&loaded.rules.source, fault),
        Wrong::Told(failure) => failure,
    };
    let written: Result<Box<dyn Written>, Wrong> = match form {
        As::Csv => Lines::csv(columns, out).map(|lines| Box::new(lines) as _),
        As::Jsonl => Ok(Box::new(Lines::json(out))),
        #[cfg(feature = "export")]
        As::Parquet => {
            columnar::Columnar::new(asked, args.condition.as_deref(), columns, out).map(|file| Box::new(file) as _)
        }
        #[cfg(feature = "export")]
        As::Arrow => {
            batches::Batches::new(asked, args.condition.as_deref(), columns, out).map(|file| Box::new(file) as _)
        }
        #[cfg(not(feature = "export"))]
        As::Parquet | As::Arrow => Err(Wrong::Told(without())),
        As::Dot => Ok(Box::new(Graph::new(game, &args.file, out))),
    };
    let mut written = written.map_err(failure)?;
    let (mut before, mut rows) = (0, 0);
    let (condition, line) = (asked.condition()?, lines::line(form, game, columns));
    // Positions are found, and lines made of them, by all threads.
    let look = |some: &Rows| {
        let (positions, found) = asked.found(condition.as_ref(), some)?;
        let lines: Option<String> =
            line.as_ref().map(|line| found.iter().map(|(_, at, value)| line(at, *value)).collect());
        Ok((positions, found, lines))
    };
    asked.scan(screen, look, |(positions, found, lines)| {
        rows += found.len() as u64;
        match lines {
            Some(lines) => written.lines(&lines).map_err(failure)?,
            None => found
                .iter()
                .try_for_each(|(number, at, value)| written.add(before + number, at, *value).map_err(failure))?,
        }
        before += positions;
        Ok(())
    })?;
    let moves = written.end().map_err(failure)?;
    Ok((rows, moves))
}

/// The build has no room for what was asked.
#[cfg(not(feature = "export"))]
fn without() -> Failure {
    let finding = Diagnostic::error("C06", "this `bouton` was built without Parquet and Arrow files");
    let finding = finding.help("to have them: `cargo install --path crates/cli --features export`");
    Failure::new(finding.help("or write .csv or .jsonl"))
}

fn unwritten(args: &Args, error: io::Error) -> Failure {
    match args.out.as_str() {
        "-" => Failure::unwritten(error),
        name => Failure::unwritten_file(name, &error),
    }
}

/// Positions on their way out, in one of the forms.
trait Written {
    /// A position, with its number among all that are in the solution file.
    fn add(&mut self, number: u64, at: &Packed, value: Value) -> Result<(), Wrong> {
        let _ = (number, at, value);
        Ok(())
    }

    /// Lines that were made already.
    fn lines(&mut self, lines: &str) -> Result<(), Wrong> {
        let _ = lines;
        Ok(())
    }

    /// What stands at the end; of a graph, how many moves there are.
    fn end(&mut self) -> Result<Option<u64>, Wrong>;
}

/// What can go wrong on the way.
enum Wrong {
    Io(io::Error),
    Fault(Fault),
    /// What has its words already.
    Told(Failure),
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Wrong {
        Wrong::Io(error)
    }
}

impl From<Fault> for Wrong {
    fn from(fault: Fault) -> Wrong {
        Wrong::Fault(fault)
    }
}
