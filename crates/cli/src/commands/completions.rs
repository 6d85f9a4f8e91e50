//! `bouton completions`: for shells.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::described;
use crate::screen::Screen;

const EXAMPLES: &str = "Examples:
  bouton completions bash > ~/.local/share/bash-completion/completions/bouton
  bouton completions zsh > ~/.zfunc/_bouton
  bouton completions fish > ~/.config/fish/completions/bouton.fish";

/// Write completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Which shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut described(), "bouton", &mut text);
    screen.raw(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Yes)
}
