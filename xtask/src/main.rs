//! Chores of the project: `cargo xtask ci` passes everything, `cargo xtask accept` takes over new golden files, `cargo xtask bench` times.

mod rooms;

use std::process::{Command, ExitCode};

/// A chore: its name, what it does, and its steps.
struct Chore {
    name: &'static str,
    about: &'static str,
    steps: &'static [Step],
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

/// Every chore.
static CHORES: &[Chore] = &[
    Chore {
        name: "ci",
        about: "format, lints, all tests (docs' code blocks and the gallery among them), documentation",
        steps: &[
            step("format", &["fmt", "--all", "--check"]),
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
                    "cases",
                    "--test",
                    "random_rules",
                    "--test",
                    "gallery_random",
                ],
                set: &[("BOUTON_JIT", "off")],
                more: false,
            },
            Step {
                name: "documentation",
                cargo: &["doc", "--workspace", "--all-features", "--no-deps", "--quiet"],
                set: &[("RUSTDOCFLAGS", "--deny warnings")],
                more: false,
            },
        ],
    },
    Chore {
        name: "large",
        about: "the cases and tests that need a release build",
        steps: &[step("large cases", &["test", "--workspace", "--all-features", "--release"])],
    },
    Chore {
        name: "accept",
        about: "write golden files anew; read what changed before you commit it",
        steps: &[Step {
            name: "golden files",
            cargo: &["test", "--workspace", "--all-features", "--no-fail-fast"],
            set: &[("INSTA_UPDATE", "always"), ("TRYCMD", "overwrite"), ("SNAPSHOTS", "overwrite")],
            more: false,
        }],
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
    },
];

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let asked = words.next().unwrap_or_default();
    match CHORES.iter().find(|chore| chore.name == asked) {
        Some(chore) => run(chore, &words.collect::<Vec<_>>()),
        None => usage(),
    }
}

fn usage() -> ExitCode {
    let list: Vec<String> =
        CHORES.iter().map(|chore| format!("  cargo xtask {:<8}{}", chore.name, chore.about)).collect();
    say(&format!("usage:\n{}", list.join("\n")));
    ExitCode::from(2)
}

fn run(chore: &Chore, more: &[String]) -> ExitCode {
    install_components();
    for step in chore.steps {
        say(&format!("== {}", step.name));
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let more = if step.more { more } else { &[] };
        let status = Command::new(cargo).args(step.cargo).args(more).envs(step.set.iter().copied()).status();
        match status {
            Ok(status) if status.success() => {}
            Ok(status) => return failed(step, &status.to_string()),
            Err(error) => return failed(step, &error.to_string()),
        }
    }
    say(&format!("== {}: everything passed", chore.name));
    ExitCode::SUCCESS
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

fn failed(step: &Step, why: &str) -> ExitCode {
    say(&format!("== {} failed: {why}", step.name));
    say(&format!("   again: cargo {}", step.cargo.join(" ")));
    ExitCode::FAILURE
}

#[expect(clippy::print_stderr, reason = "chores talk to the person at the terminal")]
fn say(line: &str) {
    eprintln!("{line}");
}
