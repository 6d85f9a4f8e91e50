//! Lines of the rules in words, each with the group it belongs to: groups stand apart.

use super::Teller;
use crate::words::Lang;
use bouton::gallery;
use bouton::rules::syntax::tree::{
    Block, Expect, ExpectKind, Expr, ExprKind, LineKind, Move, Name, Part, PartMove, Show, Stuck, Sum, Symmetry,
    SymmetryKind, Term, Text, Type,
};

impl Teller {
    /// What a line says, and its group.
    pub(super) fn line(&self, line: &LineKind) -> (&'static str, Vec<String>) {
        match line {
            LineKind::Game { name, title } => ("game", self.titled(name, title.as_ref())),
            // Told with the title.
            LineKind::Players { .. } => ("game", Vec::new()),
            LineKind::Param { name, ty, default } => ("given", vec![self.param(name, ty, default.as_ref())]),
            LineKind::Require { condition, .. } => {
                ("given", vec![self.say("say-require", &[("c", self.expr(condition))])])
            }
            LineKind::Let { name, ty, steps, value } => ("given", self.given(name, ty.as_ref(), steps.as_ref(), value)),
            LineKind::TypeName { name, ty } => {
                ("given", vec![self.say("say-type", &[("name", name.text.clone()), ("ty", self.ty(ty))])])
            }
            LineKind::Def { name, params, body } => {
                let params: Vec<&str> = params.iter().map(|param| param.text.as_str()).collect();
                let call = format!("{}({})", name.text, params.join(", "));
                ("given", vec![self.say("say-def", &[("call", call), ("value", self.expr(body))])])
            }
            LineKind::State { name, ty, start } => ("state", vec![self.state(name, ty, start)]),
            LineKind::Invariant { condition } => {
                ("state", vec![self.say("say-invariant", &[("c", self.expr(condition))])])
            }
            LineKind::Remaining { points } => {
                ("end", vec![self.say("say-remaining", &[("points", self.expr(points))])])
            }
            LineKind::Rank { number } => ("state", vec![self.say("say-rank", &[("number", self.expr(number))])]),
            LineKind::Move(mv) => ("move", self.mv(mv)),
            LineKind::Starts { player } => ("state", vec![self.say("say-starts", &[("who", self.expr(player))])]),
            LineKind::Normalise { body } => {
                let mut lines = vec![self.word("say-normalise")];
                lines.extend(self.block(body, 1));
                ("move", lines)
            }
            LineKind::End { condition, outcome } => ("end", vec![self.end(condition.as_ref(), outcome.as_ref())]),
            LineKind::Stuck { condition, result } => ("end", vec![self.stuck(condition.as_ref(), result)]),
            LineKind::Repeat { who, lead } => ("end", vec![self.repeat(who.as_ref(), lead.as_ref())]),
            LineKind::Part(part) => ("move", self.part(part)),
            LineKind::Start { sum } => ("state", vec![self.say("say-start", &[("sum", self.sum(sum))])]),
            LineKind::Symmetry { items } => {
                let items: Vec<String> = items.iter().map(|item| self.symmetry(item)).collect();
                ("besides", vec![self.say("say-symmetry", &[("items", self.listed(&items))])])
            }
            LineKind::Show(show) => ("besides", vec![self.show(show)]),
            LineKind::Example { params, expects } => ("example", vec![self.example(params, expects)]),
        }
    }

    /// What the game is called, and who plays.
    fn titled(&self, name: &Name, title: Option<&Text>) -> Vec<String> {
        let title = title.map_or(name.text.as_str(), |title| title.text.as_str());
        let known = gallery::of(&name.text, title).filter(|_| self.lang != Lang::English);
        let [first, second] = self.players.each_ref().map(|own| {
            let also = known.and_then(|game| game.chinese.player(own));
            also.map_or_else(|| self.player(own), |also| format!("{own}（{also}）"))
        });
        let title = known.map_or(title, |game| game.chinese.title);
        let opens = ("mover", self.player(&self.players[0]));
        vec![title.to_owned(), self.say("say-players", &[("first", first), ("second", second), opens])]
    }

    /// A number or a list that is given, and what it is if nobody says.
    fn param(&self, name: &Name, ty: &Type, default: Option<&Expr>) -> String {
        let (name, ty) = (("name", name.text.clone()), ("ty", self.ty(ty)));
        match default {
            Some(value) => self.say("say-param-default", &[name, ty, ("value", self.expr(value))]),
            None => self.say("say-param", &[name, ty]),
        }
    }

    /// A variable, and how it begins.
    fn state(&self, name: &Name, ty: &Type, start: &Expr) -> String {
        let (name, ty) = (("name", name.text.clone()), ("ty", self.ty(ty)));
        match start.kind {
            ExprKind::None => self.say("say-state-empty", &[name, ty]),
            _ => self.say("say-state", &[name, ty, ("value", self.expr(start))]),
        }
    }

    /// What endless play means.
    fn repeat(&self, who: Option<&Name>, lead: Option<&Expr>) -> String {
        match (who, lead) {
            (Some(who), Some(lead)) => {
                let given = [("who", self.player(&who.text)), ("points", self.expr(lead))];
                self.say("say-repeat-leads", &given)
            }
            (Some(who), None) => self.say("say-repeat-won", &[("who", self.player(&who.text))]),
            (None, _) if self.points => self.word("say-repeat-even"),
            (None, _) => self.word("say-repeat"),
        }
    }

    /// A `let` line; with its type, and with the steps that build its value.
    fn given(&self, name: &Name, ty: Option<&Type>, steps: Option<&Block>, value: &Expr) -> Vec<String> {
        let (name, value) = (("name", name.text.clone()), ("value", self.expr(value)));
        let Some(steps) = steps else {
            return vec![match ty {
                Some(ty) => self.say("say-let-typed", &[name, ("ty", self.ty(ty)), value]),
                None => self.say("say-let", &[name, value]),
            }];
        };
        let mut lines = vec![self.say("say-let-steps", &[name])];
        lines.extend(self.block(steps, 1));
        lines.push(format!("  {}", self.say("say-let-then", &[value])));
        lines
    }

    fn mv(&self, mv: &Move) -> Vec<String> {
        let who = mv.by.as_ref().map_or_else(|| self.word("say-me"), |by| self.player(&by.text));
        let (who, name) = (("who", who), ("name", mv.name.text.clone()));
        let first = match mv.choices.as_slice() {
            [] => self.say("say-move", &[who, name]),
            choices => self.say("say-move-choices", &[who, name, ("choices", self.choices(choices))]),
        };
        std::iter::once(first).chain(self.block(&mv.body, 1)).collect()
    }

    fn part(&self, part: &Part) -> Vec<String> {
        let field =
            |(name, ty): &(Name, Type)| self.say("say-field", &[("value", name.text.clone()), ("ty", self.ty(ty))]);
        let fields: Vec<String> = part.fields.iter().map(field).collect();
        let (name, values) = (("name", part.name.text.clone()), ("values", self.listed(&fields)));
        let mut lines = vec![self.say("say-part", &[name, values])];
        for PartMove { name, choices, by, condition, result, .. } in &part.moves {
            let who = by.as_ref().map_or_else(|| self.word("say-me"), |by| self.player(&by.text));
            let (who, name) = (("who", who), ("name", name.text.clone()));
            lines.push(match choices.as_slice() {
                [] => self.say("say-move", &[who, name]),
                choices => self.say("say-move-choices", &[who, name, ("choices", self.choices(choices))]),
            });
            lines.extend(condition.iter().map(|c| format!("  {}", self.say("say-when", &[("c", self.expr(c))]))));
            lines.push(format!("  {}", self.say("say-leaves", &[("sum", self.sum(result))])));
        }
        lines
    }

    fn sum(&self, sum: &Sum) -> String {
        let one = |term: &Term| {
            let part = format!("{}({})", term.part.text, self.exprs(&term.values).join(", "));
            let part = match &term.times {
                Some(times) => format!("{} × {part}", self.expr(times)),
                None => part,
            };
            match term.clauses.as_slice() {
                [] => part,
                clauses => self.say("say-each", &[("item", part), ("clauses", self.clauses(clauses))]),
            }
        };
        if sum.terms.is_empty() {
            return self.word("say-nothing");
        }
        self.listed(&sum.terms.iter().map(one).collect::<Vec<_>>())
    }

    fn stuck(&self, condition: Option<&Expr>, result: &Stuck) -> String {
        let outcome = match result {
            Stuck::Over(outcome) => self.outcome(outcome),
            Stuck::Pass { otherwise: None } => self.word("say-pass"),
            Stuck::Pass { otherwise: Some(outcome) } => {
                self.say("say-pass-else", &[("outcome", self.outcome(outcome))])
            }
        };
        match condition {
            Some(condition) => self.say("say-stuck-when", &[("c", self.expr(condition)), ("outcome", outcome)]),
            None => self.say("say-stuck", &[("outcome", outcome)]),
        }
    }

    fn symmetry(&self, symmetry: &Symmetry) -> String {
        let of = |id: &str, name: &Name| self.say(id, &[("board", name.text.clone())]);
        match &symmetry.kind {
            SymmetryKind::Permute(list) => of("say-permute", list),
            SymmetryKind::MirrorRows(board) => of("say-mirror-rows", board),
            SymmetryKind::MirrorColumns(board) => of("say-mirror-columns", board),
            SymmetryKind::Transpose(board) => of("say-transpose", board),
            SymmetryKind::Rotations(board) => of("say-rotations", board),
            SymmetryKind::Reflections(board) => of("say-reflections", board),
            SymmetryKind::SwapPlayers => self.word("say-swap"),
            SymmetryKind::Map { board, from, image, to } => {
                let from: Vec<&str> = from.iter().map(|name| name.text.as_str()).collect();
                let from = format!("{}[{}]", board.text, from.join(", "));
                self.say("say-map", &[("from", from), ("to", format!("{}[{}]", image.text, self.exprs(to).join(", ")))])
            }
            SymmetryKind::Together(parts) => {
                let parts = parts.iter().map(|part| self.symmetry(part));
                let both = |first, second| self.say("say-together", &[("first", first), ("second", second)]);
                parts.reduce(both).unwrap_or_default()
            }
        }
    }

    fn show(&self, show: &Show) -> String {
        let style = match show.style.as_ref().map(|style| style.text.as_str()) {
            Some("grid") => "say-show-grid",
            Some("row") => "say-show-row",
            Some("heaps") => "say-show-heaps",
            Some("mancala") => "say-show-mancala",
            _ => "say-show-graph",
        };
        let mut said = self.say(style, &[("name", show.subject.text.clone())]);
        if let Some((from, to)) = &show.window {
            said.push_str(&self.say("say-show-window", &[("lo", self.expr(from)), ("hi", self.expr(to))]));
        }
        if show.upward {
            said.push_str(&self.word("say-show-upward"));
        }
        let signs: Vec<String> = show.with.iter().map(|(name, sign)| format!("{} {}", name.text, sign.text)).collect();
        if !signs.is_empty() {
            said.push_str(&self.say("say-show-with", &[("signs", self.listed(&signs))]));
        }
        self.say("say-sentence", &[("text", said)])
    }

    fn example(&self, params: &[(Name, Expr)], expects: &[Expect]) -> String {
        let params: Vec<String> =
            params.iter().map(|(name, value)| format!("{} = {}", name.text, self.expr(value))).collect();
        let expects: Vec<String> = expects.iter().map(|expect| self.expect(expect)).collect();
        let expects = ("expects", self.listed(&expects));
        match params.is_empty() {
            true => self.say("say-example-plain", &[expects]),
            false => self.say("say-example", &[("params", self.listed(&params)), expects]),
        }
    }

    fn expect(&self, expect: &Expect) -> String {
        match &expect.kind {
            ExpectKind::Outcome { outcome, plies: Some(plies) } => {
                self.say("say-in-plies", &[("outcome", self.outcome(outcome)), ("plies", self.expr(plies))])
            }
            ExpectKind::Outcome { outcome, plies: None } => self.outcome(outcome),
            ExpectKind::Not(outcome) => self.say("say-not", &[("a", self.outcome(outcome))]),
            ExpectKind::Condition(condition) => self.expr(condition),
        }
    }
}
