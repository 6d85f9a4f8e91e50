//! `bouton`, the command: reads words, asks the library, and writes answers to stdout and everything else to stderr.

mod account;
mod answer;
mod asked;
mod checkpoint;
mod children;
mod cli;
mod cluster;
mod codes;
#[cfg_attr(not(feature = "export"), allow(dead_code, reason = "only columnar files ask what columns hold"))]
mod commands;
mod exit;
mod failure;
mod files;
mod findings;
mod forecast;
mod help;
mod interrupt;
mod load;
mod machine;
mod options;
mod params;
mod progress;
mod refusal;
mod saved;
mod screen;
mod session;
mod style;
mod teaching;
mod terminal;
mod write;

use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    failure::speak_of_panics();
    interrupt::listen();
    failure::whole(run).into()
}

/// The whole program: read the words, run the command, write what is left, say what went wrong.
fn run() -> Exit {
    let cli = match cli::read() {
        Ok(cli::Asked::Command(cli)) => *cli,
        Ok(cli::Asked::Primer) => return help::primer(),
        Err(refused) => return refused.show(),
    };
    let mut screen = screen::Screen::new(&cli.look);
    let ran = cli::run(cli.command, &mut screen).and_then(|exit| screen.flush().map(|()| exit));
    ran.unwrap_or_else(|failure| {
        interrupt::settle();
        screen.fail(&failure)
    })
}
