//! Packed bits and numbers say the same of every position.

use bouton_rules::datum::Datum;
use bouton_rules::layout::Layout;
use bouton_rules::types::Domain;

fn list(min: i64, max: i64, of: Domain<i64>) -> Domain<i64> {
    Domain::List { min, max, of: Box::new(of) }
}

fn games() -> Vec<Vec<Domain<i64>>> {
    let few = Domain::Int { lo: -2, hi: 2 };
    let cell = Domain::Cell { rows: 2, columns: 3 };
    let board =
        Domain::Grid { rows: (2, 2), columns: (3, 3), of: Box::new(Domain::Optional(Box::new(Domain::Player))) };
    vec![
        vec![],
        vec![few.clone(), Domain::Bool, Domain::Node { nodes: 5 }],
        vec![Domain::Int { lo: 7, hi: 7 }, cell.clone(), Domain::Optional(Box::new(cell.clone()))],
        vec![board, Domain::Player],
        vec![Domain::Set(Box::new(cell)), few.clone()],
        vec![list(3, 3, few.clone()), list(2, 2, list(1, 1, Domain::Bool))],
        vec![few.clone(), list(0, 3, few), Domain::Bool],
        vec![list(2, 2, list(0, 2, Domain::Node { nodes: 3 }))],
    ]
}

#[test]
fn every_number_is_packed_and_read_back() {
    for domains in games() {
        let layout = Layout::new(&domains);
        let mut gaps = 0;
        for number in 0..layout.size().unwrap() {
            let turn = number % 5;
            let Some(state) = layout.state(number) else {
                assert_eq!(layout.packed(turn, number), None, "{domains:?}, {number}");
                gaps += 1;
                continue;
            };
            let packed = layout.packed(turn, number).unwrap();
            assert_eq!(packed, layout.pack(turn, &state), "{domains:?}, {number}");
            assert_eq!(layout.unpack(&packed), (turn, state.clone()), "{domains:?}, {number}");
            assert_eq!(layout.packed_number(&packed), Some((turn, number)), "{domains:?}");
            assert_eq!(layout.number(&state), Some(number), "{domains:?}");
        }
        let may_have_gaps = format!("{domains:?}").contains("min: 0");
        assert_eq!(gaps > 0, may_have_gaps, "{domains:?}");
    }
}

#[test]
fn what_has_no_numbers_is_packed_all_the_same() {
    let layout = Layout::new(&[Domain::Whole, Domain::Bool]);
    let state = vec![Datum::Int(-9), Datum::Int(1)];
    let packed = layout.pack(3, &state);
    assert_eq!((layout.size(), layout.packed_number(&packed), layout.packed(3, 0)), (None, None, None));
    assert_eq!(layout.unpack(&packed), (3, state));
}

#[test]
fn lists_take_the_room_of_their_longest_where_that_is_short() {
    let lists = |longest: i64, count: i64| list(count, count, list(1, longest, Domain::Int { lo: 0, hi: 99 }));
    let room =
        |longest: usize, count: usize| count * (longest * 7 + longest.next_power_of_two().trailing_zeros() as usize);
    for (longest, count, short) in
        [(3_usize, 2_usize, true), (30, 1, true), (17, 2, true), (17, 3, false), (40, 1, false)]
    {
        let (most, times) = (i64::try_from(longest).unwrap(), i64::try_from(count).unwrap());
        let layout = Layout::new(&[Domain::Bool, lists(most, times), Domain::Node { nodes: 5 }]);
        let bits = 4 + room(longest, count);
        let places = vec![3..4, 4..bits, bits..bits + 3];
        assert_eq!(layout.places(), short.then_some(places));
        assert_eq!((layout.has_room(), layout.has_gaps(), layout.most_bits()), (short, true, Some(bits + 3)));
        for filled in 1..=most {
            let entries = (0..filled).map(|at| Datum::Int(99 - at)).collect();
            let held = (0..times)
                .map(|at| if at == 0 { Datum::list(vec![Datum::Int(5)]) } else { Datum::list(Vec::clone(&entries)) });
            let state = vec![Datum::Int(1), Datum::list(held.collect()), Datum::Int(4)];
            let packed = layout.pack(1, &state);
            assert_eq!(layout.unpack(&packed), (1, state));
            assert!(!short || packed.len() == (bits + 3).div_ceil(64), "all take as many words");
        }
    }
}

#[test]
fn narrower_numbers_leave_the_packing_as_it_is() {
    let wide = [Domain::Int { lo: 2, hi: 1_000 }, Domain::Bool, list(0, 2, Domain::Int { lo: 0, hi: 9 })];
    let narrow = [Domain::Int { lo: 2, hi: 8 }, Domain::Bool, list(0, 2, Domain::Int { lo: 0, hi: 3 })];
    for count in [2, 3] {
        let (layout, plain) = (Layout::new(&wide[..count]), Layout::new(&narrow[..count]));
        let numbered = layout.numbering(&narrow[..count], &vec![None; count]);
        assert_eq!(numbered.size(), plain.size());
        for state in (0..plain.size().unwrap()).filter_map(|number| plain.state(number)) {
            let (packed, number) = (numbered.pack(1, &state), numbered.number(&state).unwrap());
            assert_eq!(packed, layout.pack(1, &state));
            assert_eq!(plain.number(&state), Some(number));
            assert_eq!(
                (numbered.packed_number(&packed), numbered.packed(1, number)),
                (Some((1, number)), Some(packed))
            );
            assert_eq!(numbered.state(number), Some(state));
        }
        let high = |number: &u64| matches!(layout.state(*number).unwrap_or_default().first(), Some(Datum::Int(9..)));
        for number in (0..layout.size().unwrap()).filter(high).step_by(97) {
            let outside = layout.packed(0, number).unwrap();
            assert_eq!(numbered.packed_number(&outside), None);
        }
    }
}

#[test]
fn what_never_changes_has_one_digit_alone() {
    let domains = [Domain::Int { lo: 2, hi: 10 }, list(3, 3, Domain::Int { lo: 0, hi: 6 }), Domain::Bool];
    let (layout, kept) = (Layout::new(&domains), Datum::list([4, 0, 6].map(Datum::Int).to_vec()));
    let numbered = layout.numbering(&domains, &[None, Some(kept.clone()), None]);
    assert_eq!(numbered.size(), Some(9 * 2));
    for number in 0..9 * 2 {
        let state = numbered.state(number).unwrap();
        assert_eq!(state[1], kept);
        let packed = numbered.packed(1, number).unwrap();
        assert_eq!((numbered.number(&state), numbered.packed_number(&packed)), (Some(number), Some((1, number))));
        assert_eq!((&packed, layout.unpack(&packed)), (&layout.pack(1, &state), (1, state)));
    }
    for other in [[4, 0, 5], [5, 0, 6], [0, 0, 0]] {
        let state = [Datum::Int(3), Datum::list(other.map(Datum::Int).to_vec()), Datum::Int(0)];
        assert_eq!((numbered.number(&state), numbered.packed_number(&layout.pack(0, &state))), (None, None));
    }
}
