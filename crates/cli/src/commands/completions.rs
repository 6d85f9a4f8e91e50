//! `bouton completions`: for shells. Verbs and options stand in the script; names of games and of their parameters are asked of the program
//! itself, `bouton completions words -- solve 1140 pi`.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::load;
use crate::screen::Screen;
use bouton::gallery::games;
use bouton::rules::types::Domain;
use clap::ValueEnum;
use clap_complete::Shell as Known;

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
    shell: Shell,
    /// What was typed so far, after the name of the program
    #[arg(last = true, hide = true, value_name = "WORD")]
    typed: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[expect(clippy::enum_variant_names, reason = "PowerShell is called so")]
enum Shell {
    Bash,
    Elvish,
    Fish,
    #[value(name = "powershell")]
    PowerShell,
    Zsh,
    /// What fits the words typed so far.
    #[value(hide = true)]
    Words,
}

/// After what the script does by itself: what fits the words, a game or a parameter.
const BASH: &str = r#"
_bouton_words() {
    _bouton "$@"
    local word="${COMP_WORDS[COMP_CWORD]}" more
    [[ "$word" == -* ]] && return
    more=$(bouton completions words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    [[ -z "$more" ]] && return
    COMPREPLY=($(compgen -W "$more" -- "$word") $(compgen -f -X '!*.@(game|sol)' -- "$word"))
    [[ "${COMPREPLY[0]}" == *= ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -F _bouton_words -o bashdefault -o default bouton
"#;

const FISH: &str = r#"
complete -c bouton -n 'not string match -q -- "-*" (commandline -ct)' -a '(bouton completions words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
"#;

const ZSH: &str = r#"
_bouton_words() {
    local -a more
    more=(${(f)"$(bouton completions words -- ${words_typed[2,-1]} 2>/dev/null)"})
    compadd -S '' -- ${(M)more:#*=}
    compadd -- ${more:#*=}
    _files -g '*.(game|sol)'
}
"#;

pub(crate) fn run(args: &Args, described: &clap::Command, screen: &mut Screen) -> Result<Exit, Failure> {
    let written = |shell: Known| {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut described.clone(), "bouton", &mut text);
        String::from_utf8_lossy(&text).into_owned()
    };
    let script = match args.shell {
        Shell::Words => {
            return fitting(described, &args.typed).iter().try_for_each(|word| screen.line(word)).map(|()| Exit::Yes);
        }
        Shell::Bash => written(Known::Bash) + BASH,
        Shell::Fish => written(Known::Fish) + FISH,
        Shell::Zsh => with_words(&written(Known::Zsh)),
        Shell::Elvish => written(Known::Elvish),
        Shell::PowerShell => written(Known::PowerShell),
    };
    screen.raw(&script)?;
    Ok(Exit::Yes)
}

/// The script for zsh, in which games and parameters are asked for. The words typed are kept: `_arguments` cuts them off verb by verb.
fn with_words(script: &str) -> String {
    let (head, rest) = script.split_once("_bouton() {\n").unwrap_or(("", script));
    let asks = |line: &str| [":game -- ", "::words -- ", ":name -- "].iter().any(|arg| line.contains(arg));
    let line = |line: &str| if asks(line) { line.replace(":_default'", ":_bouton_words'") } else { line.to_owned() };
    let rest: Vec<String> = rest.lines().map(line).collect();
    format!("{head}{}\n_bouton() {{\n    local -a words_typed=($words)\n{}\n", ZSH.trim_start(), rest.join("\n"))
}

/// What the last word may become: the name of a game, or of one of its parameters.
fn fitting(command: &clap::Command, typed: &[String]) -> Vec<String> {
    let Some((word, before)) = typed.split_last() else { return Vec::new() };
    let Some(verb) = before.first().and_then(|verb| command.find_subcommand(verb)) else { return Vec::new() };
    let takes = |name: &str| verb.get_positionals().any(|arg| arg.get_id() == name);
    let words = without_options(verb, &before[1..]);
    let fits = |name: &String| name.starts_with(word.as_str());
    match words.as_slice() {
        [] if takes("game") || takes("name") => games().flat_map(called).filter(fits).collect(),
        [game, given @ ..] if takes("words") => parameters(game, given).into_iter().filter(fits).collect(),
        _ => Vec::new(),
    }
}

/// The words that are neither options nor their values.
fn without_options<'w>(verb: &clap::Command, words: &'w [String]) -> Vec<&'w str> {
    let takes_value = |word: &str| {
        let known = |arg: &&clap::Arg| arg.get_long().is_some_and(|long| word == format!("--{long}"));
        verb.get_arguments().find(known).is_some_and(|arg| arg.get_action().takes_values())
    };
    let (mut left, mut value) = (Vec::new(), false);
    for word in words {
        if !value && !word.starts_with('-') {
            left.push(word.as_str());
        }
        value = takes_value(word);
    }
    left
}

/// What a game is called: its name, and the numbers of its problems.
fn called(game: bouton::gallery::GalleryGame) -> Vec<String> {
    let numbers = game.problems.iter().filter_map(|problem| problem.rsplit(' ').next());
    let numbers = numbers.filter(|number| number.bytes().all(|letter| letter.is_ascii_digit())).map(str::to_owned);
    std::iter::once(game.name.to_owned()).chain(numbers).collect()
}

/// The parameters of a game that are not given yet: `piles=`, of what is true or false `misere=true`.
fn parameters(game: &str, given: &[&str]) -> Vec<String> {
    if game == "-" {
        return Vec::new();
    }
    let Ok(loaded) = load(game) else { return Vec::new() };
    let params = loaded.rules.params.iter();
    let open = params.filter(|param| !given.iter().any(|word| word.split('=').next() == Some(param.name.as_str())));
    open.map(|param| match param.domain {
        Domain::Bool => format!("{}=true", param.name),
        _ => format!("{}=", param.name),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[track_caller]
    fn fits(typed: &[&str], wanted: &[&str]) {
        let typed: Vec<String> = typed.iter().map(|word| (*word).to_owned()).collect();
        assert_eq!(fitting(&crate::cli::described(), &typed), wanted, "{typed:?}");
    }

    #[test]
    fn games_and_their_parameters_complete() {
        fits(&["solve", "stone-game-i"], &["stone-game-ii", "stone-game-iii", "stone-game-iv"]);
        fits(&["solve", "114"], &["1140"]);
        fits(&["new", "quix"], &["quixo"]);
        fits(&["solve", "1140", ""], &["piles="]);
        fits(&["solve", "--time", "3s", "1140", "p"], &["piles="]);
        fits(&["batch", "nim", "heaps=1,2", ""], &["misere=true"]);
        fits(&["refute", "nim", "h"], &["heaps="]);
        fits(&["solve", "no-such-game", ""], &[]);
        fits(&["doctor", "sto"], &[]);
    }
}
