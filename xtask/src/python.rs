//! The Python package: built as a wheel, installed in an environment of its own, tested there.

use crate::{run, say, target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest Python that it is for.
const OLDEST: (u32, u32) = (3, 10);

/// What tests need, each in the version they were written with.
const LOCK: &str = "crates/python/requirements.lock";

/// Builds, installs and tests the package. Where there is no Python to do it with, that is said, and no fault.
pub(crate) fn check() -> Result<String, String> {
    let Some(python) = python() else {
        return Ok("everything else passed; no Python 3.10 or later is here, so the Python package was neither built nor tested (BOUTON_PYTHON names one)".to_owned());
    };
    say("== python");
    let venv = match environment(&python) {
        Ok(venv) => venv,
        // Where packages cannot be had, nobody can mend that here.
        Err(why) => {
            return Ok(format!(
                "everything else passed; the Python package was not tested, for what its tests need cannot be installed ({why})"
            ));
        }
    };
    let tool = |name: &str| venv.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name);
    // What the tests before it have built is not built anew.
    let how = ["--profile", "dev", "--features", "whole-workspace", "--out", "target/python/wheels"];
    let wheel = build(&tool("maturin"), &tool("python"), &how)?;
    let install = ["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", &wheel];
    run(Command::new(tool("python")).args(install))?;
    run(Command::new(tool("python")).args([
        "-m",
        "pytest",
        "--quiet",
        "-p",
        "no:cacheprovider",
        "crates/python/tests",
    ]))?;
    // Types are those of the package as it is installed, outside of its sources.
    let elsewhere = venv.join("elsewhere");
    fs::create_dir_all(&elsewhere).map_err(|error| error.to_string())?;
    let top = std::env::current_dir().map_err(|error| error.to_string())?;
    let allowed = top.join("crates/python/tests/stubtest.allow");
    let stubtest = ["-m", "mypy.stubtest", "bouton", "--allowlist"];
    run(Command::new(tool("python")).args(stubtest).arg(allowed).current_dir(&elsewhere))?;
    run(Command::new(tool("python")).args(["-m", "mypy", "--strict", "-p", "bouton"]).current_dir(&elsewhere))?;
    // It brings a program in another language, which may not be had everywhere.
    let there = Command::new(tool("pyright")).arg("--version").output();
    if !there.is_ok_and(|output| output.status.success()) {
        return Ok(
            "everything passed; pyright cannot be started here, so types were looked at by mypy alone".to_owned()
        );
    }
    run(Command::new(tool("pyright")).arg("--pythonpath").arg(tool("python")).arg("crates/python/bouton"))?;
    Ok("everything passed".to_owned())
}

/// Builds a wheel for others.
pub(crate) fn wheel() -> Result<String, String> {
    let python = python().ok_or("no Python 3.10 or later is here; BOUTON_PYTHON names one")?;
    let venv = environment(&python)?;
    let tool = |name: &str| venv.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name);
    build(&tool("maturin"), &tool("python"), &["--release", "--out", "target/wheels"])
}

/// A Python that is new enough: the one that is named, or the first on the path.
fn python() -> Option<PathBuf> {
    let named = std::env::var_os("BOUTON_PYTHON").map(PathBuf::from);
    let usual = ["python3", "python"].map(PathBuf::from);
    named.into_iter().chain(usual).find(|python| version(python).is_some_and(|version| version >= OLDEST))
}

fn version(python: &Path) -> Option<(u32, u32)> {
    let ask = "import sys; print(sys.version_info[0], sys.version_info[1])";
    let output = Command::new(python).args(["-c", ask]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// An environment with what the lock file says, made anew when that changes.
fn environment(python: &Path) -> Result<PathBuf, String> {
    let venv = PathBuf::from("target/python/venv");
    let lock = fs::read_to_string(LOCK).map_err(|error| format!("{LOCK}: {error}"))?;
    let version = version(python).ok_or("Python does not say its version")?;
    let wanted = format!("# {version:?}\n{lock}");
    let noted = venv.join("installed.lock");
    if fs::read_to_string(&noted).is_ok_and(|installed| installed == wanted) {
        return std::path::absolute(venv).map_err(|error| error.to_string());
    }
    say("   making an environment with what tests need");
    run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&venv))?;
    let venv = std::path::absolute(venv).map_err(|error| error.to_string())?;
    let bin = venv.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let install =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "-r", LOCK];
    run(Command::new(bin.join("python")).args(install))?;
    fs::write(noted, wanted).map_err(|error| error.to_string())?;
    Ok(venv)
}

/// Builds a wheel: where it lies.
fn build(maturin: &Path, python: &Path, how: &[&str]) -> Result<String, String> {
    let out = how.last().copied().unwrap_or_default();
    let _ = fs::remove_dir_all(out);
    let build = ["build", "--locked", "--quiet", "--interpreter"];
    run(Command::new(maturin).args(build).arg(python).args(how).env("CARGO_TARGET_DIR", target()?))?;
    let made = fs::read_dir(out).map_err(|error| format!("{out}: {error}"))?;
    let mut wheels = made.filter_map(Result::ok).map(|entry| entry.path().display().to_string());
    wheels.find(|name| name.ends_with(".whl")).ok_or_else(|| "maturin made no wheel".to_owned())
}
