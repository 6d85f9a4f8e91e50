//! Both languages have every message, with the same variables; and every message that the code asks for is there.

use bouton_teach::words::{Lang, Word};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Message → the variables it names.
fn messages(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut current = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((id, _)) = line.split_once('=').filter(|_| line.starts_with(|c: char| c.is_ascii_lowercase())) {
            current = id.trim().to_owned();
            assert!(found.insert(current.clone(), BTreeSet::new()).is_none(), "`{current}` stands twice");
        }
        for part in line.split('$').skip(1) {
            let name: String = part.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
            found.get_mut(&current).expect("a message").insert(name);
        }
    }
    found
}

/// Every id that stands in quotes after `say(`.
fn asked(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            asked(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            for part in text.split("say(").skip(1) {
                if let Some(rest) = part.trim_start().strip_prefix('"') {
                    found.insert(rest.split('"').next().unwrap().to_owned());
                }
            }
        }
    }
}

#[test]
fn no_message_is_missing_in_a_language() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |name: &str| messages(&fs::read_to_string(source.join("words").join(name)).unwrap());
    let (english, chinese) = (read("en.ftl"), read("zh.ftl"));
    assert_eq!(english, chinese);
    let mut used = BTreeSet::new();
    asked(&source, &mut used);
    asked(&source.join("../../cli/src"), &mut used);
    for id in used {
        assert!(english.contains_key(&id), "`{id}` is asked for, and is in no language file");
    }
}

#[test]
fn counts_choose_their_form() {
    let count = |lang: Lang, n: i64| lang.say("positions", &[("count", Word::Count(n))]);
    assert_eq!(count(Lang::English, 1), "1 position");
    assert_eq!(count(Lang::English, 11), "11 positions");
    assert_eq!(count(Lang::Chinese, 11), "11 个局面");
}

#[test]
fn locales_name_languages() {
    assert_eq!("zh_CN.UTF-8".parse(), Ok(Lang::Chinese));
    assert_eq!("en".parse(), Ok(Lang::English));
    assert!("fr".parse::<Lang>().is_err());
}
