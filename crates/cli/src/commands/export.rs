//! `bouton export`: the positions of a solution file as a table for other programs, or as a graph.

use super::only;
use crate::answer::table::field;
use crate::answer::text::plural;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::Format;
use crate::saved;
use crate::screen::Screen;
use crate::write::Whole;
use bouton::game::{Game, Step};
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::show::Count;
use bouton::{Instance, Kind, Outcome, Value, answer::report::position_json};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::io::{self, Write, stdout};

const EXAMPLES: &str = "Examples:
  bouton export c4.sol c4.csv
  bouton export c4.sol lost.jsonl --where 'value == loss and plies <= 4'
  bouton export small.sol small.dot
  bouton export c4.sol - --as csv | head

Columns: the variables of the position, `turn` where positions keep it, then `value` (win, draw or loss for the player to move) with
`plies`, or `lead`. Lists, sets and boards are JSON in a CSV file.";

/// A graph of more positions than this is no picture and no help.
const MOST_DRAWN: usize = 20_000;

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum As {
    /// Commas between values, one line a position.
    Csv,
    /// A JSON object a line.
    Jsonl,
    /// A graph for Graphviz.
    Dot,
}

/// Write the positions of a solution file as CSV, JSON lines or a graph
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file that `solve --save` wrote
    #[arg(value_name = "FILE.sol")]
    file: String,
    /// Where to: a name that ends in .csv, .jsonl or .dot, or `-` for standard output
    #[arg(value_name = "OUT")]
    out: String,
    /// Only positions for which this holds, in the language of rules: see `bouton query -h`
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// The form, where the name does not say
    #[arg(long = "as", value_name = "FORM", value_enum)]
    form: Option<As>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, &[Format::Text, Format::Json, Format::Jsonl])?;
    let form = form(args)?;
    let saved::Asked { loaded, file, filter, game } = saved::ask(&args.file, args.condition.as_deref(), "export")?;
    let unwritten = |error: io::Error| match args.out.as_str() {
        "-" => Failure::unwritten(error),
        name => Failure::unwritten_file(name, &error),
    };
    let mut out = if args.out == "-" { Out::Stream } else { Out::File(Whole::new(&args.out).map_err(unwritten)?) };
    let mut table = Table::of(form, &game);
    table.begin(&mut out).map_err(unwritten)?;
    let mut rows = 0;
    saved::each(&file, &game, &args.file, &mut |at, value| {
        if saved::holds(filter.as_ref(), &game, at, value)? {
            rows += 1;
            table.add(at, value, &mut out).map_err(unwritten)?;
            table.fits(&args.file)?;
        }
        Ok(())
    })?;
    let moves = table.end(&mut out).map_err(|wrong| match wrong {
        Wrong::Io(error) => unwritten(error),
        Wrong::Fault(fault) => Failure::fault(&loaded.rules.source, fault),
    })?;
    out.done().map_err(unwritten)?;
    if screen.for_programs() {
        screen.json(
            &json!({"schema": "bouton.export/1", "rows": rows, "columns": table.columns.len(), "file": args.out}),
        )?;
    } else if args.out != "-" {
        let what = match moves {
            Some(moves) => format!("{} and {}", plural(rows, "position"), plural(moves, "move")),
            None => format!("{} of {}", plural(rows, "row"), plural(table.columns.len() as u64, "column")),
        };
        screen.tell(&format!("  wrote {}: {what}", args.out))?;
    }
    Ok(Exit::Yes)
}

/// The form by option or by name.
fn form(args: &Args) -> Result<As, Failure> {
    let ending = args.out.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match (args.form, ending.as_deref()) {
        (Some(form), _) => Ok(form),
        (None, Some("csv")) => Ok(As::Csv),
        (None, Some("jsonl" | "ndjson")) => Ok(As::Jsonl),
        (None, Some("dot" | "gv")) => Ok(As::Dot),
        (None, Some("parquet" | "arrow")) => {
            let finding = Diagnostic::error("C07", "Parquet and Arrow files are not built yet");
            Err(Failure::new(finding.help("a .csv or .jsonl file is read by the same programs")))
        }
        _ => {
            let finding = Diagnostic::error("C06", format!("`{}` does not say what to write", args.out));
            Err(Failure::new(finding.help("end it in .csv, .jsonl or .dot, or say --as csv")))
        }
    }
}

/// Where rows go.
enum Out {
    Stream,
    File(Whole),
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Stream => stdout().lock().write(bytes),
            Out::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Stream => stdout().lock().flush(),
            Out::File(file) => file.flush(),
        }
    }
}

impl Out {
    fn done(self) -> io::Result<()> {
        match self {
            Out::Stream => stdout().lock().flush(),
            Out::File(file) => file.done(),
        }
    }
}

/// What can go wrong while a graph is written.
enum Wrong {
    Io(io::Error),
    Fault(bouton::game::Fault),
}

/// Positions on their way out.
struct Table<'a> {
    form: As,
    game: &'a Instance,
    columns: Vec<String>,
    /// Of a graph, the positions so far, by number.
    nodes: BTreeMap<Packed, (usize, Value)>,
}

impl<'a> Table<'a> {
    fn of(form: As, game: &'a Instance) -> Table<'a> {
        let mut columns: Vec<String> = game.rules().states.iter().map(|state| state.name.clone()).collect();
        if game.told_apart().is_some() {
            columns.push("turn".to_owned());
        }
        match game.kind() {
            Kind::Outcome => columns.extend(["value".to_owned(), "plies".to_owned()]),
            Kind::Points => columns.push("lead".to_owned()),
        }
        Table { form, game, columns, nodes: BTreeMap::new() }
    }

    fn begin(&self, out: &mut Out) -> io::Result<()> {
        match self.form {
            As::Csv => csv(out, self.columns.iter().map(String::as_str)),
            As::Jsonl => Ok(()),
            As::Dot => writeln!(out, "digraph positions {{\n  node [shape=box, style=filled, fontname=\"monospace\"];"),
        }
    }

    fn add(&mut self, at: &Packed, value: Value, out: &mut Out) -> io::Result<()> {
        if self.form == As::Dot {
            let number = self.nodes.len();
            self.nodes.insert(at.clone(), (number, value));
            return Ok(());
        }
        let mut position = position_json(self.game, at);
        if let (None, Some(known)) = (self.game.told_apart(), position.as_object_mut()) {
            known.shift_remove("turn");
        }
        let row = saved::row(position, value);
        if self.form == As::Jsonl {
            return writeln!(out, "{row}");
        }
        let cells: Vec<String> = self.columns.iter().map(|name| cell(&row[name])).collect();
        csv(out, cells.iter().map(String::as_str))
    }

    /// Refuses a graph that grows too large.
    fn fits(&self, file: &str) -> Result<(), Failure> {
        if self.nodes.len() <= MOST_DRAWN {
            return Ok(());
        }
        let finding = Diagnostic::error(
            "C06",
            format!("a graph of more than {} positions is too large", Count(MOST_DRAWN as u64)),
        );
        let help = format!(
            "--where chooses some: bouton export {file} near.dot --where 'plies <= 2'; tables have no such limit"
        );
        Err(Failure::new(finding.help(help)))
    }

    /// What stands at the end; of a graph, its moves, and how many there are.
    fn end(&self, out: &mut Out) -> Result<Option<u64>, Wrong> {
        if self.form != As::Dot {
            return Ok(None);
        }
        let mut moves = 0;
        for (at, (number, value)) in &self.nodes {
            let label = format!("{}\n{}", self.game.show_position(at), crate::answer::words::worth(*value));
            let (label, colour) = (json!(label), colour(*value));
            writeln!(out, "  p{number} [label={label}, fillcolor=\"{colour}\"];").map_err(Wrong::Io)?;
            if self.game.ending(at).map_err(Wrong::Fault)?.is_some() {
                continue;
            }
            let mut steps: Vec<Step<Instance>> = Vec::new();
            self.game.steps(at, &mut steps).map_err(Wrong::Fault)?;
            for step in steps {
                let Some((next, _)) = self.nodes.get(&self.game.canonical(step.next)) else { continue };
                let label = json!(self.game.show_move(&step.mv));
                writeln!(out, "  p{number} -> p{next} [label={label}];").map_err(Wrong::Io)?;
                moves += 1;
            }
        }
        writeln!(out, "}}").map_err(Wrong::Io)?;
        Ok(Some(moves))
    }
}

/// Colours that colour-blind readers can tell apart, as in Bouton's pictures.
fn colour(value: Value) -> &'static str {
    match value {
        Value::Lead(lead) if lead > 0 => "#e8f2f9",
        Value::Lead(lead) if lead < 0 => "#fcf0e8",
        Value::Outcome(Outcome::Win(_)) => "#e8f2f9",
        Value::Outcome(Outcome::Loss(_)) => "#fcf0e8",
        _ => "#f3f3f3",
    }
}

/// A value as a cell: words and numbers as they are, nothing as nothing, the rest in JSON.
fn cell(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A line of comma-separated values.
fn csv<'t>(out: &mut Out, cells: impl Iterator<Item = &'t str>) -> io::Result<()> {
    let cells: Vec<String> = cells.map(field).collect();
    writeln!(out, "{}", cells.join(","))
}
