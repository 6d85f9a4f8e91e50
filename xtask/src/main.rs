//! Chores of the project: `cargo xtask ci` passes everything, `cargo xtask accept` takes over new golden files, `cargo xtask bench` times.

mod dist;
mod page;
mod python;
mod rooms;
mod site;
mod vsix;

use std::ffi::OsStr;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;

/// A chore: its name, what it does, its steps, and what is done once they are.
struct Chore {
    name: &'static str,
    about: &'static str,
    steps: &'static [Step],
    then: fn() -> Result<String, String>,
}

/// The page beside all that is left: it waits for its browser, and Python for one test after the other.
fn page_beside_the_rest() -> Result<String, String> {
    let (page, rest) = thread::scope(|scope| {
        let page = scope.spawn(page::check);
        let rest = BESIDE_THE_PAGE.iter().try_for_each(|step| carry_out(step, &[])).and_then(|()| python::check());
        (page.join().unwrap_or_else(|panic| resume_unwind(panic)), rest)
    });
    match (page, rest) {
        (Err(page), Err(rest)) => Err(format!("{page}; {rest}")),
        (page, rest) => Ok(format!("{}; {}", rest?, page?)),
    }
}

/// Says that a chore's steps were all.
fn passed() -> Result<String, String> {
    Ok("everything passed".to_owned())
}

/// A step: what it is called, and the words of its command after `cargo`, with variables to set.
struct Step {
    name: &'static str,
    cargo: &'static [&'static str],
    set: &'static [(&'static str, &'static str)],
    /// Whether words typed after the chore's name are handed on.
    more: bool,
}

const fn step(name: &'static str, cargo: &'static [&'static str]) -> Step {
    Step { name, cargo, set: &[], more: false }
}

/// Steps of `ci` that run while the page is tested.
static BESIDE_THE_PAGE: &[Step] = &[
    step("the library without machine code", &["check", "--package", "bouton", "--no-default-features"]),
    Step {
        name: "documentation",
        cargo: &["doc", "--workspace", "--all-features", "--no-deps", "--quiet"],
        set: &[("RUSTDOCFLAGS", "--deny warnings")],
        more: false,
    },
];

/// Every chore.
static CHORES: &[Chore] = &[
    Chore {
        name: "ci",
        about: "format, lints, all tests (docs' code blocks and the gallery among them), documentation, the page in a browser, Python",
        steps: &[
            step("format", &["fmt", "--all", "--check"]),
            // They run again among all tests. Here they say within seconds where ARCHITECTURE.md or a document is behind the code.
            step("architecture", &["test", "--package", "xtask"]),
            step(
                "lints",
                &["clippy", "--workspace", "--all-features", "--all-targets", "--quiet", "--", "--deny", "warnings"],
            ),
            step("tests", &["test", "--workspace", "--all-features"]),
            Step {
                name: "solving without machine code",
                cargo: &[
                    "test",
                    // The same build as before: of a package alone, what it depends on is built anew.
                    "--workspace",
                    "--all-features",
                    "--test",
                    "bouton-tests",
                    "--",
                    "cases::",
                    "random_rules::",
                    "gallery_random::",
                    // Nearly all of it is brute force, which takes forty times as long.
                    "--skip",
                    "chains_are_cut",
                ],
                set: &[("BOUTON_JIT", "off")],
                more: false,
            },
        ],
        then: page_beside_the_rest,
    },
    Chore { name: "page", about: "build the page's front end into crates/page/dist", steps: &[], then: page::build },
    Chore { name: "page-check", about: "test the front end by itself and in a browser", steps: &[], then: page::check },
    Chore {
        name: "page-shots",
        about: "take pictures of every view into target/shots, to be looked at (needs Node and Chromium)",
        steps: &[],
        then: page::shots,
    },
    Chore {
        name: "page-bench",
        about: "how fast the page is in a browser: the table of docs/performance.md, by a release build (minutes)",
        steps: &[],
        then: page::bench,
    },
    Chore {
        name: "python",
        about: "build the Python package, install it in an environment of its own, and test it there with its pages and notebooks",
        steps: &[],
        then: python::check,
    },
    Chore {
        name: "wheel",
        about: "build the Python package for others: a wheel in target/wheels",
        steps: &[],
        then: python::wheel,
    },
    Chore {
        name: "large",
        about: "the cases and tests that need a release build",
        steps: &[Step {
            name: "large cases",
            cargo: &["test", "--workspace", "--all-features", "--release"],
            set: &[("BOUTON_LARGE", "1")],
            more: false,
        }],
        then: passed,
    },
    Chore {
        name: "soak",
        about: "searches that several processes share, of which one is lost or cut off at fifty random moments (a quarter of an hour)",
        steps: &[Step {
            name: "faults",
            cargo: &["test", "--workspace", "--all-features", "--test", "cli-tests", "--", "cluster::", "--nocapture"],
            set: &[("BOUTON_FAULTS", "50")],
            more: false,
        }],
        then: passed,
    },
    Chore {
        name: "accept",
        about: "write golden files anew; read what changed before you commit it",
        steps: &[Step {
            name: "golden files",
            cargo: &["test", "--workspace", "--all-features", "--no-fail-fast"],
            set: &[
                ("INSTA_UPDATE", "always"),
                ("TRYCMD", "overwrite"),
                ("SNAPSHOTS", "overwrite"),
                ("BOUTON_ACCEPT", "1"),
            ],
            more: false,
        }],
        then: passed,
    },
    Chore {
        name: "bench",
        about: "time Bouton beside plain kernels; words after it choose works by parts of their names",
        steps: &[Step {
            name: "kernels and Bouton",
            cargo: &["run", "--quiet", "--release", "--package", "bouton-benches", "--"],
            set: &[],
            more: true,
        }],
        then: passed,
    },
    Chore {
        name: "dist",
        about: "pack the program with completions, manual pages and licences, and try what was packed",
        steps: &[step("release build", &["build", "--release", "--package", "bouton-cli", "--features", "export"])],
        then: dist::pack,
    },
    Chore {
        name: "vsix",
        about: "pack the extension for VS Code, and try what was packed (needs Node)",
        steps: &[],
        then: vsix::pack,
    },
    Chore {
        name: "site",
        about: "build the documentation as a static site in target/site, in both languages, with a lesson for each game",
        steps: &[],
        then: site::build,
    },
];

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let asked = words.next().unwrap_or_default();
    match CHORES.iter().find(|chore| chore.name == asked) {
        Some(chore) => run_chore(chore, &words.collect::<Vec<_>>()),
        None => usage(),
    }
}

fn usage() -> ExitCode {
    let list: Vec<String> =
        CHORES.iter().map(|chore| format!("  cargo xtask {:<12}{}", chore.name, chore.about)).collect();
    say(&format!("usage:\n{}", list.join("\n")));
    ExitCode::from(2)
}

fn run_chore(chore: &Chore, more: &[String]) -> ExitCode {
    // Chores name files from the top of the project, wherever they were asked for.
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    if let Err(error) = std::env::set_current_dir(top) {
        say(&format!("{}: {error}", top.display()));
        return ExitCode::FAILURE;
    }
    install_components();
    let steps = chore.steps.iter().try_for_each(|step| carry_out(step, more));
    let (told, code) = match steps.and_then(|()| (chore.then)()) {
        Ok(told) => (told, ExitCode::SUCCESS),
        Err(why) => (why, ExitCode::FAILURE),
    };
    say(&format!("== {}: {told}", chore.name));
    code
}

fn carry_out(step: &Step, more: &[String]) -> Result<(), String> {
    say(&format!("== {}", step.name));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let more = if step.more { more } else { &[] };
    let status = Command::new(cargo).args(step.cargo).args(more).envs(step.set.iter().copied()).status();
    let failed = |why: String| format!("{} failed ({why}); again: cargo {}", step.name, step.cargo.join(" "));
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(failed(status.to_string())),
        Err(error) => Err(failed(error.to_string())),
    }
}

/// Minimal toolchains come without the formatter and the linter.
fn install_components() {
    let missing = ["fmt", "clippy"].iter().any(|tool| {
        let version = Command::new("cargo").args([tool, "--version"]).output();
        !version.is_ok_and(|output| output.status.success())
    });
    if missing {
        say("== installing rustfmt and clippy");
        if let Err(error) = Command::new("rustup").args(["component", "add", "rustfmt", "clippy"]).status() {
            say(&format!("rustup cannot be run ({error}); install rustfmt and clippy by hand"));
        }
    }
}

/// The folder that cargo builds into. Chores that build more build there, too: what is the same is built once.
fn target() -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    std::path::absolute(target).map_err(|error| error.to_string())
}

/// The program: the one that BOUTON names, or as the tests build it. Without what they depend on, crates have other features and are built anew.
pub(crate) fn program() -> Result<PathBuf, String> {
    let program = match std::env::var_os("BOUTON") {
        Some(named) => PathBuf::from(named),
        None => {
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            let tests = ["test", "--no-run", "--quiet", "--workspace", "--all-features", "--test", "cli-tests"];
            run(Command::new(cargo).args(tests))?;
            target()?.join("debug").join(format!("bouton{}", std::env::consts::EXE_SUFFIX))
        }
    };
    std::path::absolute(program).map_err(|error| error.to_string())
}

/// What a command says, if it succeeds.
pub(crate) fn said(program: impl AsRef<OsStr>, words: &[impl AsRef<OsStr>], folder: &Path) -> Result<String, String> {
    let program = program.as_ref();
    let failed = |why: &str| format!("{} failed: {why}", program.display());
    let output =
        Command::new(program).args(words).current_dir(folder).output().map_err(|error| failed(&error.to_string()))?;
    if !output.status.success() {
        return Err(failed(&String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|error| failed(&error.to_string()))
}

#[expect(clippy::print_stderr, reason = "chores talk to the person at the terminal")]
pub(crate) fn say(line: &str) {
    eprintln!("{line}");
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let named = command.get_program().to_string_lossy().into_owned();
    let words: Vec<String> = command.get_args().take(3).map(|word| word.to_string_lossy().into_owned()).collect();
    let what = format!("{named} {}", words.join(" "));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what}: {status}")),
        Err(error) => Err(format!("{what}: {error}")),
    }
}

/// Copies a file into a folder that may not be there yet.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    room_for(to)?;
    fs::copy(from, to).map(drop).map_err(|error| told(from, &error))
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| told(path, &error))
}

/// Writes a file into a folder that may not be there yet.
pub(crate) fn write(file: &Path, text: &str) -> Result<(), String> {
    room_for(file)?;
    fs::write(file, text).map_err(|error| told(file, &error))
}

fn room_for(file: &Path) -> Result<(), String> {
    let folder = file.parent().ok_or("a file lies in a folder")?;
    fs::create_dir_all(folder).map_err(|error| told(folder, &error))
}

/// What went wrong with a file.
pub(crate) fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
