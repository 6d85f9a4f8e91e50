//! `bouton serve`: the page.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load};
use crate::options::GameArgs;
use crate::screen::Screen;
use crate::{files, interrupt, params};
use bouton::Limits;
use bouton::answer::report::params_json;
use bouton::game::Game;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};
use bouton_page::{Picked, Settings, Shown};
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  bouton serve --open
  bouton serve 1140 'piles=[2,7,9,4,4]'      this game first
  bouton serve foxes.sol                     explore a saved solution
  bouton serve --host 0.0.0.0                for a classroom: every visitor has limits";

const ABOUT: &str = "Show the page: explore, play, teach and invent games in a browser

The page is served to this machine alone, on http://127.0.0.1:7171, until Ctrl-C. With --host others may visit; then a solve may \
take 10 s and 500 MB, unless --time and --memory say otherwise, and short ones never wait for long ones. No file of this machine \
can be read through it but the solutions named here. `/api/openapi.json` describes what programs can ask.";

/// Show the page: explore, play, teach and invent games in a browser
#[derive(Debug, clap::Args)]
#[command(about = "Show the page: explore, play and teach in a browser", long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A game that is shown first, or solutions: a gallery name, a problem number, a path to a .game or .sol file
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// More solutions (.sol); or the game's parameters, as name=JSON
    #[arg(value_name = "FILE.sol|NAME=VALUE")]
    words: Vec<String>,
    /// Listen on this address; any other than this machine's own opens the page to others
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,
    /// Listen on this port; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value = "7171")]
    port: u16,
    /// A name by which visitors reach this machine, beside its address
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    name: Vec<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// A solve of a visitor may take this long: 500ms, 60s, 10m [default: 60s, for others 10s]
    #[arg(long, value_name = "TIME", value_parser = crate::machine::read_time, help_heading = "Limits")]
    time: Option<Duration>,
    /// Memory for solved games, and for each that is being solved: 500M, 8G [default: 1G, for others 500M]
    #[arg(long, value_name = "BYTES", value_parser = crate::machine::read_bytes, help_heading = "Limits")]
    memory: Option<u64>,
}

/// A name as machines have them.
fn host_name(text: &str) -> Result<String, Text> {
    let fits = !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-.".contains(letter));
    if fits { Ok(text.to_owned()) } else { Err("names of machines have letters, digits, `-` and `.`".into()) }
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "serve")?;
    let settings = Settings { host: args.host, port: args.port, names: args.name.clone(), ..Settings::default() };
    let settings = if args.host.is_loopback() { settings } else { settings.for_a_classroom() };
    let (shown, first) = asked(args)?;
    let settings = Settings {
        time: args.time.unwrap_or(settings.time),
        memory: args.memory.unwrap_or(settings.memory),
        first,
        ..settings
    };
    let (stop, mut told) = (interrupt::asked(), Ok(()));
    let ready = |address| told = ready(address, args, screen);
    let served = bouton_page::serve(settings, shown, ready, &stop);
    told?;
    served.map_err(|error| not_listening(args, &error))?;
    if stop.load(Ordering::SeqCst) {
        interrupt::settle();
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Yes)
}

/// Solutions with their names, and what comes first.
type Asked = (Vec<(String, Shown)>, Option<Picked>);

/// What is shown: solutions, or a game that comes first.
fn asked(args: &Args) -> Result<Asked, Failure> {
    let Some(word) = &args.game else { return Ok((Vec::new(), None)) };
    if files::names_a_solution(word) {
        let mut shown: Vec<(String, Shown)> = Vec::new();
        for file in [word].into_iter().chain(&args.words) {
            let (name, one) = solution(file)?;
            let same = shown.iter().filter(|(known, _)| known.split('~').next() == Some(&name)).count();
            shown.push((if same == 0 { name } else { format!("{name}~{}", same + 1) }, one));
        }
        let game = shown.first().map(|(name, _)| name.clone());
        return Ok((shown, Some(Picked { game, rules: None, params: serde_json::Map::new() })));
    }
    let game = GameArgs { game: word.clone(), words: args.words.clone(), params: None };
    Ok((Vec::new(), Some(picked(&game, "serve")?)))
}

/// The game that is named on the command line, with the parameters that are given.
pub(super) fn picked(args: &GameArgs, verb: &str) -> Result<Picked, Failure> {
    let loaded = load(&args.game)?;
    let open = args.words.is_empty() && args.params.is_none();
    let given = match open {
        true => serde_json::Map::new(),
        false => params_json(&params::instance(&loaded, args, None, None, &Limits::default(), verb)?),
    };
    let known = bouton::gallery::find(&args.game).filter(|known| known.text == loaded.rules.source.text);
    let rules = known.is_none().then(|| loaded.rules.source.text.to_string());
    Ok(Picked { game: known.map(|known| known.name.to_owned()), rules, params: given })
}

/// A solution file, opened.
fn solution(file: &str) -> Result<(String, Shown), Failure> {
    files::wanted(file)?;
    let loaded: Loaded = load(file)?;
    let Some(saved) = loaded.saved.clone() else {
        return Err(Failure::new(Diagnostic::error("V01", say!("`{file}` is no solution file"))));
    };
    let game = params::instance(&loaded, &GameArgs::only(file), None, None, &Limits::default(), "serve")?;
    let start = game.position_of_words(&saved.head().start).map_or_else(|| game.start(), Ok);
    let start = start.map_err(|fault| Failure::fault(&loaded.rules.source, fault))?;
    let name = Path::new(file).file_stem().map_or_else(|| file.to_owned(), |stem| stem.to_string_lossy().into_owned());
    Ok((name, Shown { game, start, saved }))
}

/// Says where the page is, once visitors can come.
fn ready(address: SocketAddr, args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let url = format!("http://{address}/");
    let here = if args.host.is_loopback() { "only this machine" } else { "everybody on this network" };
    let lang = screen.lang;
    let about = lang.sentence(say!("({here}; Ctrl-C stops)"));
    screen.line(&format!("{url}      {about}"))?;
    screen.flush()?;
    if args.open && open::that_detached(&url).is_err() {
        screen.note("no browser could be opened: open the address yourself");
    }
    Ok(())
}

fn not_listening(args: &Args, error: &std::io::Error) -> Failure {
    let (host, port) = (args.host, args.port);
    let finding = match error.kind() {
        std::io::ErrorKind::AddrInUse => Diagnostic::error("C07", say!("port {port} is in use"))
            .help("another one: `--port 7172`, or a free one: `--port 0`"),
        std::io::ErrorKind::PermissionDenied => Diagnostic::error("C07", say!("port {port} may not be listened on"))
            .help("ports from 1024 on may: `--port 7171`"),
        _ => Diagnostic::error("C07", say!("`{host}` cannot be listened on: {}", error.to_string()))
            .help("an address of this machine, or 0.0.0.0 for all of them"),
    };
    Failure::new(finding)
}
