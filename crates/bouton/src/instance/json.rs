//! Values of rules as JSON: numbers, `true`, names of players as strings, cells as `[row, column]`, sets as lists, `none` as null.

use bouton_rules::Rules;
use bouton_rules::datum::{Cell, Datum, NONE};
use bouton_rules::interpret::{Written, needs_word};
use bouton_rules::types::{Domain, Type};
use serde_json::{Value as Json, json};

/// A value of a type as JSON.
#[must_use]
pub fn datum_to_json(value: &Datum, ty: &Type, rules: &Rules) -> Json {
    let of = match ty {
        Type::List(of) | Type::Set(of) | Type::Grid(of) | Type::Optional(of) => of,
        _ => ty,
    };
    if let (Type::Record(of), Datum::List(held)) = (ty, value) {
        return held.iter().zip(of.iter()).map(|(value, ty)| datum_to_json(value, ty, rules)).collect();
    }
    match value {
        Datum::Int(NONE) => Json::Null,
        Datum::Int(number) => scalar(*number, of, rules),
        Datum::Text(letters) => Json::String(letters.iter().collect()),
        Datum::Grid(grid) => {
            let width = usize::try_from(grid.columns).expect("columns are counted").max(1);
            let row =
                |cells: &[i64]| cells.iter().map(|cell| datum_to_json(&Datum::Int(*cell), of, rules)).collect::<Json>();
            grid.cells.chunks(width).map(row).collect()
        }
        Datum::Graph(nodes) => {
            let lists: Json = nodes.iter().map(|near| Json::from(near.clone())).collect();
            if needs_word(nodes) { json!({ Written::Adjacency.word(): lists }) } else { lists }
        }
        Datum::Set(_) | Datum::List(_) | Datum::Range(..) => {
            value.entries().map(|entry| datum_to_json(&entry, of, rules)).collect()
        }
    }
}

fn scalar(number: i64, ty: &Type, rules: &Rules) -> Json {
    match ty {
        Type::Bool => Json::Bool(number != 0),
        Type::Cell => {
            let cell = Cell::unpack(number);
            Json::from(vec![cell.row, cell.column])
        }
        Type::Player | Type::Names(_) => Json::String(rules.show_typed(&Datum::Int(number), ty)),
        Type::Optional(of) => scalar(number, of, rules),
        _ => Json::from(number),
    }
}

/// A state variable as JSON: boards as text, the rest as values.
#[must_use]
pub fn domain_to_json(value: &Datum, domain: &Domain<i64>, rules: &Rules) -> Json {
    match value {
        Datum::Grid(_) => Json::String(rules.show(value, domain)),
        _ => datum_to_json(value, &domain.ty(), rules),
    }
}
