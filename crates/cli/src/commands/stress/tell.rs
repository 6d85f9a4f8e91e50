//! What `stress` says in the end: that all agree, or the first wrong case, the smallest, and how to look at it again.

use super::{LONGEST_LINE, Run, SERVED_BUDGET, SPAWNED_BUDGET, Tried, halted};
use crate::commands::gen_cases::{files, stem};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::machine::show_time;
use crate::screen::Screen;
use bouton::show::Count;
use bouton_teach::cases::Case;
use bouton_teach::stress::{Failure as Wrong, Reply, Trouble, shrink};
use bouton_teach::words::{Lang, Word};
use serde_json::{Value as Json, json};
use std::path::Path;

impl Run<'_> {
    pub(super) fn agreed(&self, tried: &Tried, agree: u64, of: u64, screen: &mut Screen) -> Result<Exit, Failure> {
        if screen.for_programs() {
            screen.json(&json!({"schema": "bouton.stress/1", "agree": true, "cases": of, "seed": self.seed}))?;
            return Ok(Exit::Yes);
        }
        let words: [(&str, Word); 5] = [
            ("agree", Count(agree).to_string().into()),
            ("of", Count(of).to_string().into()),
            ("time", show_time(self.began.elapsed()).into()),
            ("own", show_time(self.judged).into()),
            ("theirs", show_time(tried.spent()).into()),
        ];
        screen
            .line(&screen.lang.say(if self.args.serve { "stress-agreed-served" } else { "stress-agreed" }, &words))?;
        Ok(Exit::Yes)
    }

    /// A wrong answer: shown, made small, saved.
    pub(super) fn failed(
        &self,
        tried: &mut Tried,
        number: u64,
        failure: Wrong,
        screen: &mut Screen,
    ) -> Result<Exit, Failure> {
        if !screen.for_programs() {
            let name = format!("{}:{number}", self.seed);
            let words: [(&str, Word); 5] = [
                ("number", Count(number).to_string().into()),
                ("name", name.into()),
                ("case", failure.case.shown.clone().into()),
                ("yours", shown(&failure.reply, screen.lang).into()),
                ("right", failure.case.answer.clone().into()),
            ];
            screen.line(&screen.lang.say("stress-wrong", &words))?;
            screen.flush()?;
        }
        let budget = if self.args.serve { SERVED_BUDGET } else { SPAWNED_BUDGET };
        let smallest = match shrink(&self.maker, &self.judge, tried.program(), failure.clone(), budget) {
            Ok(smallest) => smallest,
            Err(Trouble::Halt(halt)) => return Err(halted(halt)),
            Err(Trouble::Unsolved(stop)) => return Err(Failure::stop(&self.loaded.rules.source, &stop)),
        };
        let files = self.save(&smallest.case)?;
        self.tell(number, &failure, &smallest, &files, screen)?;
        Ok(Exit::No)
    }

    /// Writes the case under the first number that is free.
    fn save(&self, case: &Case) -> Result<[String; 2], Failure> {
        let (folder, stem) = (Path::new(&self.args.out), stem(self.loaded));
        let names = |number: u64| [format!("{stem}-{number}.in"), format!("{stem}-{number}.ans")];
        let free = |names: &[String; 2]| names.iter().all(|name| !folder.join(name).exists());
        let names = (1..).map(names).find(free).unwrap_or_else(|| names(0));
        files(&self.args.out, &names, case)?;
        Ok(names.map(|name| folder.join(name).to_string_lossy().into_owned()))
    }

    fn tell(
        &self,
        number: u64,
        failure: &Wrong,
        smallest: &Wrong,
        files: &[String; 2],
        screen: &mut Screen,
    ) -> Result<(), Failure> {
        if screen.for_programs() {
            let told = |wrong: &Wrong| json!({"params": self.judge.json(&wrong.case), "yours": reply_json(&wrong.reply), "right": wrong.case.answer});
            return screen.json(&json!({
                "schema": "bouton.stress/1", "agree": false, "seed": self.seed, "case": number,
                "first": told(failure), "smallest": told(smallest), "files": files,
            }));
        }
        let words: [(&str, Word); 3] = [
            ("case", smallest.case.shown.clone().into()),
            ("yours", shown(&smallest.reply, screen.lang).into()),
            ("right", smallest.case.answer.clone().into()),
        ];
        screen.line(&screen.lang.say("stress-smallest", &words))?;
        for line in stderr(&smallest.reply) {
            screen.line(&format!("  │ {line}"))?;
        }
        screen.line("")?;
        // A game with play too long to show, or none at all, goes without.
        let line = self.judge.best_play(&smallest.case, LONGEST_LINE).unwrap_or_default();
        if !line.is_empty() {
            screen.line(&screen.lang.say("stress-line", &[("line", line.into())]))?;
        }
        let word = self.loaded.word();
        let params: Vec<String> = smallest.case.shown.split(' ').map(|word| format!("'{word}'")).collect();
        let params = params.join(" ");
        let program: Vec<String> = self.args.program.iter().map(|word| quoted(word)).collect();
        let again = format!("bouton stress {word} --seed {}:{number} -- {}", self.seed, program.join(" "));
        let solve = format!("bouton why {word} {params}");
        screen.line(&screen.lang.say("stress-saved", &[("files", files.join("   ").into())]))?;
        screen.line(&screen.lang.say("stress-again", &[("command", again.into())]))?;
        screen.line(&screen.lang.say("stress-solve", &[("command", solve.into())]))
    }
}

/// A word as a shell needs it.
fn quoted(word: &str) -> String {
    let safe = !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || "-_./=+:,@%".contains(letter));
    if safe { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// What came of a case, in few words.
fn shown(reply: &Reply, lang: Lang) -> String {
    match reply {
        Reply::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Reply::Silent(_) => lang.say("stress-silent", &[]),
        Reply::Crashed(ended) => lang.say("stress-crashed", &[("status", ended.status.as_str().into())]),
        Reply::Late(time) => lang.say("stress-late", &[("time", show_time(*time).into())]),
        Reply::Endless => lang.say("stress-endless", &[]),
    }
}

/// The last words of a program that crashed.
fn stderr(reply: &Reply) -> Vec<String> {
    let (Reply::Crashed(ended) | Reply::Silent(ended)) = reply else { return Vec::new() };
    let lines: Vec<&str> = ended.stderr.lines().collect();
    lines.iter().rev().take(3).rev().map(|line| (*line).to_owned()).collect()
}

fn reply_json(reply: &Reply) -> Json {
    match reply {
        Reply::Text(text) => json!(text.trim_end()),
        other => json!({"failed": shown(other, Lang::English)}),
    }
}
