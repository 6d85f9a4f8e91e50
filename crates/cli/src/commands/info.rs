//! `bouton info`: what a solution file says about itself.

use super::only;
use crate::answer::text::{heading, plural};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::load::load;
use crate::options::GameArgs;
use crate::params;
use crate::screen::Screen;
use bouton::Limits;
use bouton::rules::Rules;
use bouton::rules::{Text, say};
use bouton::saved::{Counts, Saved};
use bouton::show::{Bytes, Count};
use bouton_teach::gallery;
use bouton_teach::scene::{columns, padded};
use bouton_teach::words::Lang;
use serde_json::{Value as Json, json};

const EXAMPLES: &str = "Examples:
  bouton solve connect-four --save c4.sol
  bouton info c4.sol
  bouton info c4.sol --format json";

/// Say what a solution file holds
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file that `solve --save` wrote
    #[arg(value_name = "FILE.sol")]
    pub(crate) file: String,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "info")?;
    files::wanted(&args.file)?;
    let loaded = load(&args.file)?;
    let Some(file) = loaded.saved.clone() else { return Ok(Exit::Fault) };
    if screen.for_programs() {
        screen.json(&object(&file))?;
        return Ok(Exit::Yes);
    }
    let words = GameArgs::only(&args.file);
    let game = params::instance(&loaded, &words, None, None, &Limits::default(), "info")?;
    heading(screen, &game, &loaded.title(screen.names()), "")?;
    screen.line("")?;
    lines(&file, &loaded.rules, screen.lang).iter().try_for_each(|line| screen.tell(line))?;
    Ok(Exit::Yes)
}

fn object(file: &Saved) -> Json {
    let mut object = json!(file.head());
    object["schema"] = json!("bouton.info/1");
    // Where each bit goes is for readers of the file itself.
    if let (Some(images), Some(object)) = (file.images(), object.as_object_mut()) {
        object.remove("symmetries");
        object.insert("images".to_owned(), json!(images));
    }
    object["bytes"] = json!(file.file_bytes());
    if let Some(shards) = file.shards() {
        object["shards"] = json!(shards);
    }
    object
}

fn lines(file: &Saved, rules: &Rules, lang: Lang) -> Vec<Text> {
    let head = file.head();
    let (all, over) = (plural!(head.positions, "position"), Count(head.finished));
    let mut lines = vec![match head.stored {
        Some(kept) => say!("  {all} ({} up to symmetry), {over} finished, solved by {}", Count(kept), head.method),
        None => say!("  {all}, {over} finished, solved by {}", head.method),
    }];
    if head.all_starts {
        lines.push(
            "  a tablebase: every placement of the pieces at the start, and of what they become, reached or not".into(),
        );
    }
    if head.layers.len() > 1 {
        let most = head.layers.iter().map(|layer| layer.positions).max().unwrap_or(0);
        lines.push(say!("  {} layers of {} at most", head.layers.len(), plural!(most, "position")));
    }
    lines.extend(players(&head.counts, rules, ["win", "draw", "loss"], lang).into_iter().map(Text::code));
    if let Some(longest) = head.longest {
        lines.push(say!(
            "  the longest win takes {}",
            if longest == 1 { "1 ply".into() } else { say!("{longest} plies") }
        ));
    }
    lines.extend(file.shards().map(|shards| say!("  shards: {shards}")));
    lines.push(say!("  {} · rules {} from {}", Bytes(file.file_bytes()), head.rules_hash, head.file));
    lines
}

/// For each player who moves, how many positions are won, drawn and lost, in these words.
pub(super) fn players(counts: &[Counts], rules: &Rules, words: [&'static str; 3], lang: Lang) -> Vec<String> {
    let [better, even, worse] = words.map(|word| lang.sentence(word));
    let wide = counts.iter().map(|counts| columns(gallery::named(rules, &counts.player, lang))).max().unwrap_or(0);
    let line = |Counts { player, win, draw, loss }: &Counts| {
        let who = lang.sentence(match player.as_str() {
            "to move" => say!("to move:"),
            player => say!("{} to move:", padded(gallery::named(rules, player, lang), wide)),
        });
        let gap = if who.ends_with(':') { " " } else { "" };
        format!("  {who}{gap}{better} {} · {even} {} · {worse} {}", Count(*win), Count(*draw), Count(*loss))
    };
    counts.iter().map(line).collect()
}
