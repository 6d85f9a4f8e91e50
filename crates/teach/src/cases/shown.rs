//! Values as programs read them: numbers with blanks between.

use bouton::Rules;
use bouton::rules::datum::{Cell, Datum, NONE};
use bouton::rules::types::{Domain, Type};

/// A value as the input of a program has it. Lists stand on one line, boards and lists of lists a row a line; `true` is 1.
pub(super) fn plain(value: &Datum, ty: &Type, rules: &Rules) -> String {
    let of = match ty {
        Type::List(of) | Type::Set(of) | Type::Grid(of) => &**of,
        Type::Optional(of) => return plain(value, of, rules),
        _ => ty,
    };
    match value {
        Datum::Int(NONE) => "none".to_owned(),
        Datum::Int(number) => match of {
            Type::Cell => {
                let cell = Cell::unpack(*number);
                format!("{} {}", cell.row, cell.column)
            }
            Type::Player | Type::Names(_) => rules.show_typed(value, of),
            _ => number.to_string(),
        },
        Datum::Text(letters) => letters.iter().collect(),
        Datum::Grid(grid) => {
            let width = usize::try_from(grid.columns).unwrap_or(1).max(1);
            let row = |cells: &[i64]| {
                cells.iter().map(|cell| plain(&Datum::Int(*cell), of, rules)).collect::<Vec<_>>().join(" ")
            };
            grid.cells.chunks(width).map(row).collect::<Vec<_>>().join("\n")
        }
        Datum::Graph(nodes) => nodes.iter().map(|near| counted(near)).collect::<Vec<_>>().join("\n"),
        Datum::List(_) | Datum::Set(_) | Datum::Range(..) => {
            let long = matches!(of, Type::List(_) | Type::Set(_) | Type::Text);
            let entries = value.entries().map(|entry| {
                let text = plain(&entry, of, rules);
                if matches!(entry, Datum::List(_) | Datum::Set(_)) { format!("{} {text}", entry.count()) } else { text }
            });
            entries.collect::<Vec<_>>().join(if long { "\n" } else { " " })
        }
    }
}

fn counted(near: &[i64]) -> String {
    let words = std::iter::once(i64::try_from(near.len()).unwrap_or(0)).chain(near.iter().copied());
    words.map(|word| word.to_string()).collect::<Vec<_>>().join(" ")
}

/// How a parameter is read when nobody says otherwise: how long it is first, where that is not known beforehand.
pub(super) fn usual<B>(name: &str, domain: &Domain<B>) -> String {
    match domain {
        Domain::Grid { .. } => format!("{{len(rows({name}))}} {{len(cols({name}))}}\\n{{{name}}}"),
        Domain::List { .. } | Domain::Set(_) | Domain::Graph { .. } => format!("{{len({name})}}\\n{{{name}}}"),
        _ => format!("{{{name}}}"),
    }
}
