//! The page's front end: built from its sources, tested by itself and in a real browser.

use crate::{program, run, say, target};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const WEB: &str = "crates/page/web";
const DIST: &str = "crates/page/dist";
/// The oldest Node that builds it.
const OLDEST: u32 = 20;
/// What browsers are called.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Builds the front end into `dist`.
pub(crate) fn build() -> Result<String, String> {
    node().ok_or("building the page needs Node 20 or later")?;
    install()?;
    npm(&["run", "build"])?;
    Ok(format!("{DIST} is what the sources build"))
}

/// Whether `dist` is what the sources build, and whether that does what it should, in a browser too. Where there is no Node to do it with,
/// or no browser, that is said; it is a fault where everything is to be tested (CI=true).
pub(crate) fn check() -> Result<String, String> {
    let ci = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    let left_out = |what: &str| if ci { Err(what.to_owned()) } else { Ok(what.to_owned()) };
    if node().is_none() {
        return left_out("no Node 20 or later is here, so the page was neither built nor tested");
    }
    say("== page");
    if let Err(why) = install() {
        return left_out(&format!("the page was not tested, for what its tests need cannot be installed ({why})"));
    }
    let before = files(Path::new(DIST))?;
    npm(&["run", "check"])?;
    npm(&["test"])?;
    npm(&["run", "build"])?;
    if files(Path::new(DIST))? != before {
        return Err(format!("{DIST} was not what its sources build; it is now: commit it"));
    }
    let Some(browser) = browser() else {
        return left_out("no Chromium is here, so the page was not tried in a browser (BOUTON_BROWSER names one)");
    };
    say("== page in a browser");
    let program = program()?;
    let mut tests = Command::new("npm");
    run(tests.args(["run", "--silent", "browser"]).current_dir(WEB).env("BOUTON", program).env("CHROMIUM", browser))?;
    Ok("the page passed".to_owned())
}

/// A browser for what needs one, with all that drives it.
fn browser_for(what: &str) -> Result<PathBuf, String> {
    node().ok_or_else(|| format!("{what} needs Node 20 or later"))?;
    install()?;
    browser().ok_or_else(|| format!("{what} needs Chromium (BOUTON_BROWSER names one)"))
}

/// Takes pictures of every view, at three widths, in both languages and all themes: an eye finds what no test looks for.
pub(crate) fn shots() -> Result<String, String> {
    let browser = browser_for("taking pictures of the page")?;
    let program = program()?;
    let folder = std::env::current_dir().map_err(|error| error.to_string())?.join("target/shots");
    let mut take = Command::new("npm");
    take.args(["run", "--silent", "shots", "--"]).arg(&folder).current_dir(WEB);
    run(take.env("BOUTON", program).env("CHROMIUM", browser))?;
    Ok(format!("every view is in {}", folder.display()))
}

/// Measures the page in a browser: the program that BOUTON names, else a release build of this one. The saved solution that it walks
/// through, one of fifty million positions, is made once.
pub(crate) fn bench() -> Result<String, String> {
    let browser = browser_for("measuring the page")?;
    let program = match std::env::var_os("BOUTON") {
        Some(named) => PathBuf::from(named),
        None => {
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            run(Command::new(cargo).args(["build", "--quiet", "--release", "--package", "bouton-cli"]))?;
            target()?.join("release").join(format!("bouton{}", std::env::consts::EXE_SUFFIX))
        }
    };
    let program = std::path::absolute(program).map_err(|error| error.to_string())?;
    let solution = target()?.join("page-bench").join("foxes.sol");
    if !solution.is_file() {
        crate::room_for(&solution)?;
        say("== a solution to walk through");
        run(Command::new(&program).args(["solve", "foxes", "--save"]).arg(&solution))?;
    }
    let mut measured = Command::new("npm");
    measured.args(["run", "--silent", "bench"]).current_dir(WEB);
    run(measured.env("BOUTON", program).env("CHROMIUM", browser).env("SOLUTION", solution))?;
    Ok("the table of docs/performance.md stands above".to_owned())
}

fn node() -> Option<()> {
    let output = Command::new("node").arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let major: u32 = text.trim().trim_start_matches('v').split('.').next()?.parse().ok()?;
    (major >= OLDEST).then_some(())
}

/// Installs what the lock file says, anew when that changes.
fn install() -> Result<(), String> {
    let lock = fs::read_to_string(Path::new(WEB).join("package-lock.json")).map_err(|error| error.to_string())?;
    let noted = Path::new(WEB).join("node_modules/.installed-lock");
    if fs::read_to_string(&noted).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(&["ci", "--silent"])?;
    fs::write(noted, lock).map_err(|error| error.to_string())
}

fn npm(words: &[&str]) -> Result<(), String> {
    run(Command::new("npm").args(words).current_dir(WEB))
}

/// Every file of a folder, as it is.
fn files(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        if path.is_file() {
            found.insert(path.clone(), fs::read(&path).map_err(told)?);
        }
    }
    Ok(found)
}

/// A browser: the one that is named, one on the path, or one that the system's packages have.
fn browser() -> Option<PathBuf> {
    let known = || {
        let named = std::env::var_os("BOUTON_BROWSER").map(PathBuf::from);
        named.into_iter().chain(BROWSERS.iter().flat_map(|name| on_the_path(name))).find(|browser| starts(browser))
    };
    known().or_else(|| {
        say("   no browser is here; asking the system for one");
        let get = |words: &[&str]| Command::new("apt-get").args(words).output().is_ok_and(|done| done.status.success());
        (get(&["update"]) && get(&["install", "--yes", "--no-install-recommends", "chromium"])).then(known).flatten()
    })
}

/// The files of this name that the path leads to: what drives a browser wants to know where it is.
fn on_the_path(name: &str) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(name)).filter(|file| file.is_file()).collect()
}

fn starts(browser: &Path) -> bool {
    Command::new(browser).arg("--version").output().is_ok_and(|output| output.status.success())
}
