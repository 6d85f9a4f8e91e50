//! `bouton octal`: the nimbers of a take-and-break game, and the period they prove.

use super::only;
use crate::answer::text::plural;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::{Format, LimitArgs};
use crate::screen::Screen;
use crate::session;
use bouton::nimber::octal::{Code, Octal, analyse};
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};
use bouton::show::Count;
use serde_json::{Value as Json, json};

const EXAMPLES: &str = "Examples:
  bouton octal 0.77                      Kayles
  bouton octal 0.137 --to 100000         Dawson's Chess
  bouton octal 0.07 --to 40 --format csv";

/// Values shown in text.
const MOST_SHOWN: usize = 24;

/// Value an octal game: nimbers, exceptions, and the period they prove
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The code: a point, then a digit for taking 1, 2, 3, … beans; 1 may leave nothing, 2 one heap, 4 two heaps
    #[arg(value_name = "CODE")]
    code: String,
    /// Heaps of up to so many beans
    #[arg(long, value_name = "N", default_value = "10000", value_parser = crate::machine::read_count)]
    to: u64,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "octal")?;
    let unfit =
        |why: Text| Failure::new(Diagnostic::error("C06", why).help("for instance `bouton octal 0.77 --to 1000`"));
    let code: Code = args.code.parse().map_err(|bad| unfit(say!("`{}` is no octal code: {bad}", args.code)))?;
    let to = usize::try_from(args.to).ok().filter(|to| *to < 1 << 32);
    let to = to.ok_or_else(|| unfit(say!("heaps of {} beans are too many to value", Count(args.to))))?;
    let limits = session::limits(&args.limits);
    let octal = analyse(&code, to, &limits).map_err(|stop| Failure::of_stop(&stop))?;
    match screen.format {
        Format::Json | Format::Jsonl => screen.json(&object(&code, &octal))?,
        Format::Csv => csv(&octal, screen)?,
        _ => text(&code, &octal, screen)?,
    }
    Ok(Exit::Yes)
}

fn text(code: &Code, octal: &Octal, screen: &mut Screen) -> Result<(), Failure> {
    let most = octal.values.iter().max().copied().unwrap_or(0);
    let last = octal.values.len().saturating_sub(1) as u64;
    let shown: Vec<String> = octal.values.iter().take(MOST_SHOWN).map(ToString::to_string).collect();
    let more = if octal.values.len() > MOST_SHOWN { " …" } else { "" };
    screen.tell(say!("{code}      heaps of 0 to {} beans, nimbers up to {most}", Count(last)))?;
    screen.tell(say!("\n  nimbers      {}{more}", shown.join(" ")))?;
    let Some(period) = &octal.period else {
        return screen.tell("  period       none is proven by these values; --to looks further");
    };
    let (length, from) = (Count(period.length as u64), Count(period.from as u64));
    screen.tell(say!("  period       {length}, from {from} on"))?;
    let exceptions: Vec<String> =
        period.exceptions.iter().take(MOST_SHOWN).map(|(size, value)| format!("{size} ({value})")).collect();
    let rest = period.exceptions.len().saturating_sub(MOST_SHOWN) as u64;
    let rest = if rest > 0 { say!(" and {} more", Count(rest)) } else { Text::empty() };
    let list = if exceptions.is_empty() { say!("none") } else { say!("{}{rest}", exceptions.join(", ")) };
    screen.tell(say!("  exceptions   {list}"))?;
    let needed = plural!(period.needed as u64, "bean");
    screen.tell(say!("  proof        values up to {needed} repeat, so all do (Guy and Smith 1956)"))
}

fn csv(octal: &Octal, screen: &mut Screen) -> Result<(), Failure> {
    screen.line("size,nimber")?;
    octal.values.iter().enumerate().try_for_each(|(size, value)| screen.line(&format!("{size},{value}")))
}

fn object(code: &Code, octal: &Octal) -> Json {
    let period = octal.period.as_ref().map(|period| {
        let exceptions: Vec<Json> =
            period.exceptions.iter().map(|(size, value)| json!({"size": size, "nimber": value})).collect();
        json!({"length": period.length, "from": period.from, "exceptions": exceptions, "proven_by": period.needed})
    });
    json!({"schema": "bouton.octal/1", "code": code.to_string(), "values": octal.values, "period": period})
}
