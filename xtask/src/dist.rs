//! `cargo xtask dist`: an archive with the program, its completions, manual pages and licences; unpacked elsewhere and run once, so that what is
//! handed out works where nothing else is.

use crate::{copy, said, target, told, write};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// Each shell with the file that its completions belong into.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "bouton.bash"),
    ("zsh", "_bouton"),
    ("fish", "bouton.fish"),
    ("elvish", "bouton.elv"),
    ("powershell", "_bouton.ps1"),
];

/// Files of the project that go with the program.
const BESIDE: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// A case that every copy must solve, and a part of what it must say.
const TRIED: ([&str; 3], &str) = (["solve", "1140", "piles=[2,7,9,4,4]"], "Bob ends 6 ahead");

/// Packs the release build, and tries what was packed. Says where the archive is.
///
/// # Errors
/// What went wrong, in words.
pub(crate) fn pack() -> Result<String, String> {
    let here = Path::new(".");
    let program = format!("bouton{}", std::env::consts::EXE_SUFFIX);
    let name = format!("bouton-{}-{}", env!("CARGO_PKG_VERSION"), host()?);
    let target = target()?;
    let (dist, built) = (target.join("dist"), target.join("release").join(&program));
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| told(&folder, &error))?;
    }
    copy(&built, &folder.join(&program))?;
    for file in BESIDE {
        copy(Path::new(file), &folder.join(file))?;
    }
    for (shell, file) in COMPLETIONS {
        write(&folder.join("completions").join(file), &said(&built, &["completions", shell], here)?)?;
    }
    write(&folder.join("man").join("bouton.1"), &said(&built, &["man"], here)?)?;
    for verb in verbs(&said(&built, &["--help"], here)?) {
        write(&folder.join("man").join(format!("bouton-{verb}.1")), &said(&built, &["man", &verb], here)?)?;
    }
    let archive = dist.join(format!("{name}.tar.gz"));
    said("tar", &[OsStr::new("-czf"), archive.as_os_str(), OsStr::new(&name)], &dist)?;
    try_it(&archive, &name, &program)?;
    Ok(format!("{} holds what was built, and runs by itself", archive.display()))
}

/// Unpacks the archive into an empty folder and solves a case there.
fn try_it(archive: &Path, name: &str, program: &str) -> Result<(), String> {
    let empty = std::env::temp_dir().join(format!("bouton-dist-{}", std::process::id()));
    fs::create_dir_all(&empty).map_err(|error| told(&empty, &error))?;
    let tried = (|| {
        said("tar", &[OsStr::new("-xzf"), archive.as_os_str()], &empty)?;
        let (words, wanted) = TRIED;
        let answer = said(empty.join(name).join(program), &words, &empty)?;
        if answer.contains(wanted) { Ok(()) } else { Err(format!("what was packed says:\n{answer}")) }
    })();
    fs::remove_dir_all(&empty).map_err(|error| told(&empty, &error))?;
    tried
}

/// The commands that help lists.
fn verbs(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let verb =
        |line: &str| line.strip_prefix("  ")?.split(' ').next().filter(|verb| !verb.is_empty()).map(str::to_owned);
    listed.take_while(|line| !line.is_empty()).filter_map(verb).filter(|verb| verb != "help").collect()
}

/// The system that the compiler builds for where nothing else is said.
fn host() -> Result<String, String> {
    let about = said("rustc", &["-vV"], Path::new("."))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "`rustc -vV` names no host".to_owned())
}

#[cfg(test)]
mod tests {
    use super::verbs;

    #[test]
    fn commands_are_read_off_the_help() {
        let help = "Solves games\n\nCommands:\n  solve        Solve a game\n  check        Check rules\n  help         Help\n\nOptions:\n  -h, --help\n";
        assert_eq!(verbs(help), ["solve", "check"]);
        assert!(verbs("").is_empty());
    }
}
