//! What `gen` and `stress` have in common: which cases, how they are written, what the answer is.

use crate::failure::Failure;
use crate::load::Loaded;
use crate::options::GameArgs;
use crate::params;
use bouton::Limits;
use bouton::rules::diagnostic::{Diagnostic, nearest};
use bouton_teach::cases::{Judge, Maker, Profile, Sizes, Templates, Wrong};

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
    /// What a program reads, with expressions of the rules in braces: '{len(piles)}\n{piles}'
    #[arg(long, value_name = "TEMPLATE")]
    input: Option<String>,
    /// What it must print, as `example` lines say it: 'total(Alice)', 'Bob wins'; or winner, or sign (1, 0, -1)
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    answer: Option<String>,
}

impl CaseArgs {
    /// Who makes the cases and who knows their answers.
    pub(super) fn read(&self, loaded: &Loaded, game: &GameArgs, limits: Limits) -> Result<(Maker, Judge), Failure> {
        let fixed = params::given(loaded, game, None)?;
        let sizes = self.sizes(loaded)?;
        let templates = Templates::new(&loaded.rules, self.input.as_deref(), self.answer.as_deref())
            .map_err(|wrong_one| wrong(*wrong_one))?;
        let maker = Maker { rules: templates.rules.clone(), fixed, sizes };
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
                let finding = Diagnostic::error("C06", format!("`{word}` does not fit `--min`"));
                return Err(Failure::new(finding.help("write the least number as in `--min value=-20`")));
            }
            sizes.least = Some(least);
            sizes.value = sizes.value.max(least);
        }
        Ok(sizes)
    }
}

fn number<'w>(word: &'w str, option: &str) -> Result<(&'w str, i64), Failure> {
    let read = word.split_once('=').and_then(|(name, number)| Some((name.trim(), number.trim().parse().ok()?)));
    read.ok_or_else(|| {
        let finding = Diagnostic::error("C06", format!("`{word}` does not fit `{option}`"));
        Failure::new(finding.help(format!("write a name and a whole number, as in `{option} value=20`")))
    })
}

fn unknown_size(loaded: &Loaded, name: &str) -> Failure {
    let finding = Diagnostic::error("C06", format!("`--max` knows no `{name}`"));
    let known: Vec<&str> =
        ["len", "value"].into_iter().chain(loaded.rules.params.iter().map(|param| param.name.as_str())).collect();
    Failure::new(match nearest(name, known.iter().copied()) {
        Some(near) => finding.help(format!("did you mean `{near}`?")),
        None => finding.help(format!("one of: {}", known.join(", "))),
    })
}

/// A template that cannot be read.
fn wrong(wrong: Wrong) -> Failure {
    let (option, example) =
        if wrong.input { ("--input", "'{len(piles)}\\n{piles}'") } else { ("--answer", "'total(Alice)'") };
    let message = format!("`{}` in `{option}` cannot be read: {}", wrong.text, wrong.finding.message);
    let mut finding = Diagnostic::error("S03", message);
    // An edit would speak of a place in the rules.
    finding.help = wrong.finding.help.into_iter().filter(|help| help.edit.is_none()).collect();
    let speaks = if wrong.input { "parameters" } else { "the answer, as `example` lines do" };
    Failure::new(finding.help(format!("it may speak of {speaks}: `{option} {example}`")))
}

/// `tiny, random, adversarial:greedy`
pub(super) fn profiles(text: &str) -> Result<Vec<Profile>, Failure> {
    let read: Result<Vec<Profile>, String> = text.split(',').map(str::parse).collect();
    read.map_err(|why| Failure::new(Diagnostic::error("C06", format!("`--profile` cannot be read: {why}"))))
}
