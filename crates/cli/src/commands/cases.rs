//! What `gen` and `stress` have in common: which cases, how they are written, what the answer is.

use crate::failure::Failure;
use crate::load::Loaded;
use crate::options::GameArgs;
use crate::params::{self, Given};
use bouton::Limits;
use bouton::gallery;
use bouton::rules::diagnostic::{Diagnostic, nearest};
use bouton::rules::{Text, say};
use bouton_teach::cases::{self, Judge, Maker, Profile, Sizes, Templates, Wrong, usual_input};

/// Which cases.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Cases")]
pub(super) struct CaseArgs {
    /// The largest cases: len=12 (entries of lists), value=20 (numbers), or a parameter by name
    #[arg(long = "max", value_name = "NAME=N", value_delimiter = ',')]
    most: Vec<String>,
    /// The least number: value=-20 [default: what the rules allow, and 1 where they allow negative ones]
    #[arg(long = "min", value_name = "value=N", allow_hyphen_values = true)]
    least: Option<String>,
    /// Parameters with defaults that are to vary too; the others keep their defaults
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    vary: Vec<String>,
    /// What a program reads, with expressions of the rules in braces: '{len(piles)}\n{piles}'
    #[arg(long, value_name = "TEMPLATE")]
    pub(super) input: Option<String>,
}

/// What the answer is.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Cases")]
pub(super) struct AnswerArgs {
    /// What is asked, as `example` lines say it: 'total(Alice)', 'Bob wins'; or winner, sign (1, 0, -1), 'winner as Alice/Bob/Tie'; or
    /// problem: as the problem asks [default where its number names the game]
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub(super) answer: Option<String>,
}

impl CaseArgs {
    /// Who makes the cases and who knows their answers. Where nobody is asked for answers, all cases there are will do.
    pub(super) fn read(
        &self,
        loaded: &Loaded,
        game: &GameArgs,
        answer: Option<&AnswerArgs>,
        limits: Limits,
    ) -> Result<(Maker, Judge), Failure> {
        let fixed = params::given(loaded, game, None)?;
        let sizes = self.sizes(loaded)?;
        let held = held(loaded, &fixed, &self.vary)?;
        if held.contains(&true) && (0..fixed.len()).all(|which| fixed[which].is_none() && held[which]) {
            return Err(all_held(loaded));
        }
        let input = self.input.clone().unwrap_or_else(|| usual_input(&loaded.rules, &|which| !held[which]));
        let asked = answer.map_or(Ok(Asked::default()), |answer| answer.asked(loaded))?;
        let templates = Templates::new(&loaded.rules, Some(&input), asked.answer, asked.cases);
        let templates = templates.map_err(|wrong_one| wrong(*wrong_one))?;
        let maker = Maker { rules: templates.rules.clone(), fixed, held, sizes };
        Ok((maker, Judge::new(templates, limits)))
    }

    fn sizes(&self, loaded: &Loaded) -> Result<Sizes, Failure> {
        let mut sizes = Sizes::default();
        for word in &self.most {
            let (name, most) = number(word, "--max")?;
            match name {
                "len" if most >= 0 => sizes.len = most,
                "value" => sizes.value = most,
                _ if loaded.rules.params.iter().any(|param| param.name == name) => {
                    sizes.of.push((name.to_owned(), most));
                }
                _ => return Err(unknown_size(loaded, name)),
            }
        }
        if let Some(word) = &self.least {
            let (name, least) = number(word, "--min")?;
            if name != "value" {
                let finding = Diagnostic::error("C06", say!("`{word}` does not fit `--min`"));
                return Err(Failure::new(finding.help("write the least number as in `--min value=-20`")));
            }
            sizes.least = Some(least);
            sizes.value = sizes.value.max(least);
        }
        Ok(sizes)
    }
}

/// Which parameters keep their defaults.
pub(super) fn held(loaded: &Loaded, given: &Given, vary: &[String]) -> Result<Vec<bool>, Failure> {
    let names: Vec<&str> = loaded.rules.params.iter().map(|param| param.name.as_str()).collect();
    if let Some(unknown) = vary.iter().find(|name| !names.contains(&name.as_str())) {
        let finding = Diagnostic::error("C06", say!("`--vary` knows no `{unknown}`"));
        return Err(Failure::new(match nearest(unknown, names.iter().copied()) {
            Some(near) => finding.help(say!("did you mean `{near}`?")),
            None if names.is_empty() => finding.help("this game has no parameters"),
            None => finding.help(say!("one of: {}", Text::names(names))),
        }));
    }
    Ok(cases::held(&loaded.rules, given, vary))
}

/// All cases would be one.
fn all_held(loaded: &Loaded) -> Failure {
    let names: Vec<&str> = loaded.rules.params.iter().map(|param| param.name.as_str()).collect();
    let finding = Diagnostic::error("S05", "every parameter has a default and keeps it: there is only one case");
    Failure::new(finding.help(say!("say which are to vary: `--vary {}`", names.join(","))))
}

/// What is asked, and the condition that cases keep to.
#[derive(Clone, Copy, Default)]
pub(super) struct Asked<'a> {
    pub(super) answer: Option<&'a str>,
    cases: Option<&'a str>,
}

impl AnswerArgs {
    /// The answer that is asked for; else as the problem asks that the game was called by. `problem` asks as that, or as the first there is.
    pub(super) fn asked<'a>(&'a self, loaded: &'a Loaded) -> Result<Asked<'a>, Failure> {
        let own = self.answer.as_deref().filter(|answer| *answer != "problem");
        if own.is_some() {
            return Ok(Asked { answer: own, cases: None });
        }
        let problems = gallery::asked(loaded.rules.doc.iter().map(String::as_str));
        let first = problems.first().filter(|_| self.answer.is_some());
        match problems.iter().find(|problem| problem.is(&loaded.typed)).or(first) {
            Some(problem) => Ok(Asked { answer: Some(problem.answer), cases: problem.cases }),
            None if self.answer.is_none() => Ok(Asked::default()),
            None => {
                let finding = Diagnostic::error("S03", "the rules do not say how a problem asks for the answer");
                Err(Failure::new(
                    finding.help("say what is asked: `--answer winner`, `--answer 'winner as Alice/Bob/Tie'`"),
                ))
            }
        }
    }
}

fn number<'w>(word: &'w str, option: &str) -> Result<(&'w str, i64), Failure> {
    let read = word.split_once('=').and_then(|(name, number)| Some((name.trim(), number.trim().parse().ok()?)));
    read.ok_or_else(|| {
        let finding = Diagnostic::error("C06", say!("`{word}` does not fit `{option}`"));
        Failure::new(finding.help(say!("write a name and a whole number, as in `{option} value=20`")))
    })
}

fn unknown_size(loaded: &Loaded, name: &str) -> Failure {
    let finding = Diagnostic::error("C06", say!("`--max` knows no `{name}`"));
    let known: Vec<&str> =
        ["len", "value"].into_iter().chain(loaded.rules.params.iter().map(|param| param.name.as_str())).collect();
    Failure::new(match nearest(name, known.iter().copied()) {
        Some(near) => finding.help(say!("did you mean `{near}`?")),
        None => finding.help(say!("one of: {}", Text::names(known))),
    })
}

/// A template that cannot be read.
pub(super) fn wrong(wrong: Wrong) -> Failure {
    let (option, example) =
        if wrong.input { ("--input", "'{len(piles)}\\n{piles}'") } else { ("--answer", "'total(Alice)'") };
    let message = say!("`{}` in `{option}` cannot be read: {}", wrong.text, wrong.finding.message);
    let mut finding = Diagnostic::error("S03", message);
    // An edit would speak of a place in the rules.
    finding.help = wrong.finding.help.into_iter().filter(|help| help.edit.is_none()).collect();
    let speaks = if wrong.input { "parameters" } else { "the answer, as `example` lines do" };
    Failure::new(finding.help(say!("it may speak of {speaks}: `{option} {example}`")))
}

/// `tiny, random, adversarial:greedy`
pub(super) fn profiles(text: &str) -> Result<Vec<Profile>, Failure> {
    let read: Result<Vec<Profile>, Text> = text.split(',').map(str::parse).collect();
    read.map_err(|why| Failure::new(Diagnostic::error("C06", say!("`--profile` cannot be read: {why}"))))
}
