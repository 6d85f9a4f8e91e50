//! Whole lines to fill in: `${1:n}` is a place for the cursor with what stands there if nothing else is written.

use crate::syntax::tree::{Type, TypeKind};
use crate::table::words::Word;

/// A line for each word that a line may start with.
pub static LINES: &[(Word, &str)] = &[
    (Word::Game, "game ${1:Name} \"${2:Title}\""),
    (Word::Players, "players ${1:Alice}, ${2:Bob}"),
    (Word::Param, "param ${1:n} : ${2:1..100} = ${3:10}"),
    (Word::Require, "require ${1:true} \"${2:why}\""),
    (Word::Let, "let ${1:most} = ${2:10}"),
    (Word::Type, "type ${1:Colour} = {${2:red}, ${3:green}}"),
    (Word::Def, "def ${1:double}(${2:x}) = ${3:2 * x}"),
    (Word::State, "state ${1:left} : ${2:0..10} = ${3:10}"),
    (Word::Invariant, "invariant ${1:true}"),
    (Word::Remaining, "remaining ${1:0}"),
    (Word::Rank, "rank ${1:-left}"),
    (Word::Move, "move ${1:pass} {\n  ${2:again}\n}"),
    (Word::Starts, "starts ${1:First}"),
    (Word::Normalise, "normalise {\n  ${1:left = left}\n}"),
    (Word::End, "end when ${1:false} => ${2:me wins}"),
    (Word::Stuck, "stuck => ${1:me loses}"),
    (Word::Repeat, "repeat => ${1:draw}"),
    (
        Word::Part,
        "part ${1:Heap}(${2:n} : ${3:0..100}) {\n  move ${4:take}(${5:k} in 1..${2:n}) => ${1:Heap}(${2:n} - ${5:k})\n}",
    ),
    (Word::Start, "start ${1:Heap(3) + Heap(5)}"),
    (Word::Symmetry, "symmetry ${1:swap players}"),
    (Word::Show, "show ${1:left} as ${2:heaps}"),
    (Word::Example, "example => ${1:First wins}"),
];

/// A whole move for variables of a kind; `{x}` is the variable's name, `{g}` the graph's or board's.
#[derive(Clone, Copy, Debug)]
pub struct MoveTemplate {
    /// What it is called.
    pub name: &'static str,
    /// What it does, one line.
    pub doc: &'static str,
    /// The move.
    pub text: &'static str,
    /// Whether it fits a variable of this type.
    pub fits: fn(&Type) -> bool,
}

/// Every move that can be offered.
pub static MOVES: &[MoveTemplate] = &[
    MoveTemplate {
        name: "take",
        doc: "takes some from a number",
        text: "move ${1:take}(${2:k} in ${3:1..3}) {\n  when ${2:k} <= {x}\n  {x} -= ${2:k}\n}",
        fits: |ty| matches!(ty.kind, TypeKind::Range(_)),
    },
    MoveTemplate {
        name: "take",
        doc: "takes some from one of several heaps",
        text: "move ${1:take}(${2:heap} in 0 ..< len({x}), ${3:k} in 1 .. {x}[${2:heap}]) {\n  {x}[${2:heap}] -= ${3:k}\n}",
        fits: |ty| matches!(&ty.kind, TypeKind::List { of, .. } if matches!(of.kind, TypeKind::Range(_))),
    },
    MoveTemplate {
        name: "place",
        doc: "puts a stone of one's own on an empty cell",
        text: "move ${1:place}(${2:c} in cells({x}) if {x}[${2:c}] == none) {\n  {x}[${2:c}] = me\n}",
        fits: |ty| matches!(&ty.kind, TypeKind::Grid { of, .. } if is_optional_player(of)),
    },
    MoveTemplate {
        name: "pick",
        doc: "adds a number to a set, each once",
        text: "move ${1:pick}(${2:k} in ${3:1..9} if ${2:k} not in {x}) {\n  {x} += {${2:k}}\n}",
        fits: |ty| matches!(&ty.kind, TypeKind::Set(of) if matches!(of.kind, TypeKind::Range(_))),
    },
    MoveTemplate {
        name: "run",
        doc: "goes along an edge of a graph",
        text: "move ${1:run}(${2:v} in {g}[{x}]) {\n  {x} = ${2:v}\n}",
        fits: |ty| matches!(ty.kind, TypeKind::Node(_)),
    },
    MoveTemplate {
        name: "step",
        doc: "goes to a cell beside",
        text: "move ${1:step}(${2:c} in around4({g}, {x})) {\n  {x} = ${2:c}\n}",
        fits: |ty| matches!(ty.kind, TypeKind::Cell(_)),
    },
];

fn is_optional_player(ty: &Type) -> bool {
    matches!(&ty.kind, TypeKind::Optional(inner) if inner.kind == TypeKind::Player)
}

/// A template without its marks: every place holds what stands there if nothing else is written.
#[must_use]
pub fn plain(template: &str) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('$') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match rest.strip_prefix('{').and_then(|place| place.split_once(':')).filter(|(number, _)| is_number(number)) {
            Some((_, place)) => {
                let end = closing(place);
                text.push_str(&plain(&place[..end]));
                rest = place.get(end + 1..).unwrap_or("");
            }
            None => rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit()),
        }
    }
    text.push_str(rest);
    text
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Where the brace closes that was open before.
fn closing(text: &str) -> usize {
    let mut open = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => open += 1,
            '}' if open == 0 => return at,
            '}' => open -= 1,
            _ => {}
        }
    }
    text.len()
}
