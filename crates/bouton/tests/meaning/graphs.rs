//! Graphs as they are given: every form is read, what could be two graphs is refused, and what is shown is read back.

use bouton::Instance;
use bouton::answer::report::params_json;
use bouton::instance::{from_words, word_value};
use bouton_rules::{Source, check, datum::Datum, types::Type};
use serde_json::Value as Json;
use std::sync::Arc;

#[test]
fn graphs_are_read_in_every_form_and_shown_so_that_they_are_read_back() {
    let text = "game Walk\nparam g : graph[1..9]\nstate at : node of g = 0\nmove go(v in g[at]) { at = v }\nstuck => draw\nrepeat => draw\n";
    let rules = Arc::new(check(&Source::new("walk.game", text)).0.expect("the rules are right"));
    let made = |value: Json| {
        let given = from_words(&rules, [("g", value)])?;
        Instance::new(rules.clone(), &given)
    };
    let lists = |word: &str| {
        let game =
            made(word_value("g", word).expect("it is written as values are")).map_err(|fault| fault.diagnostic.code)?;
        let shown = rules.show_typed(&game.interpreter().params()[0], &Type::Graph);
        for back in [word_value("g", &shown).expect("shown"), params_json(&game)["g"].clone()] {
            let again = made(back).unwrap_or_else(|fault| panic!("{shown}: {fault}"));
            assert_eq!(again.interpreter().params(), game.interpreter().params(), "{shown}");
        }
        let Datum::Graph(nodes) = &game.interpreter().params()[0] else { panic!("a graph") };
        Ok::<_, &'static str>(nodes.as_ref().clone())
    };
    assert_eq!(lists("[[0,1],[1,2],[2,0]]"), Err("P08"));
    assert_eq!(lists("edges:[[0,1],[1,2],[2,0]]"), Ok(vec![vec![1, 2], vec![0, 2], vec![1, 0]]));
    assert_eq!(lists("arcs:[[0,1],[1,2],[2,0]]"), Ok(vec![vec![1], vec![2], vec![0]]));
    assert_eq!(lists("adjacency([[0,1],[1,2],[2,0]])"), Ok(vec![vec![0, 1], vec![1, 2], vec![2, 0]]));
    assert_eq!(lists("{\"edges\": [[1,2]], \"nodes\": 3, \"from\": 1}"), Ok(vec![vec![1], vec![0], vec![]]));
    assert_eq!(lists("{\"edges\": [[1,2]], \"size\": 3}"), Err("P04"));
    // A ring of five is a star of five points where its neighbours are read as edges: it is shown with its word.
    let ring = vec![vec![4, 1], vec![0, 2], vec![1, 3], vec![2, 4], vec![0, 3]];
    assert_eq!(lists("edges([[0,4],[0,1],[1,2],[2,3],[3,4]])"), Ok(ring));
}
