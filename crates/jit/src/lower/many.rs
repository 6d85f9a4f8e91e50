//! Many positions in one call: how each stands, and where its moves lead. What tables of positions are filled by: numbered ones by numbers, with
//! no rows between, others by rows of words.

use super::parts::{Functions, lowered};
use super::play::{MORE, frame, player_number};
use super::row::mask;
use super::{Lower, Lowered, Shared, Unfit, int, size, unfit};
use crate::code::{Buffer, Code, Elem, Label, Local, Maker, Stmt, Value};
use bouton_rules::interpret::Interpreter;
use bouton_rules::layout::turn;
use bouton_rules::{Player, Span};

/// How successors are told.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// By number.
    Numbers {
        /// For each byte of a packed position that holds something, what each of its 256 values adds to the number.
        adds: &'a [(usize, Vec<i64>)],
        /// Bits of which no two are set in a position that has a number: the first of each of some rows of bits, and how many bits each row has.
        disjoint: &'a [(Vec<usize>, u32)],
    },
    /// By the words of the packed position: what is added to the first of them, for each of the eight turns that it may name.
    Words([i64; 8]),
}

/// The same in a function: with each table as a buffer.
#[derive(Clone, Debug)]
enum Telling {
    Numbers {
        adds: Vec<(usize, Buffer)>,
        disjoint: Vec<(Vec<usize>, u32)>,
    },
    /// None where nothing is added.
    Words(Option<Buffer>),
}

/// A position among many.
#[derive(Clone, Debug)]
pub(super) struct Many {
    /// Left where everything is said of it.
    done: Label,
    /// Where in `out` stands what is said of it.
    head: Local,
    telling: Telling,
    /// For each turn, whether it is the mover's.
    same: Buffer,
}

impl Many {
    /// Where by how much somebody leads stands.
    pub(super) fn lead(&self) -> Value {
        Value::from(self.head).plus(1)
    }

    /// How many of the so many words of a successor are written.
    pub(super) fn words(&self, words: usize) -> usize {
        if matches!(self.telling, Telling::Words(_)) { words } else { 0 }
    }

    pub(super) fn say(&self, make: &mut Maker, out: Buffer, said: Value) {
        make.store(out, self.head, said);
        make.leave(self.done);
    }
}

/// Lowers the moves and endings of a game, for each of these movers, to a function that looks at many positions.
///
/// A function is given the positions, one after the other, how many there are, room for what it writes, and `tables`. It writes two numbers for
/// each position: what [`Said::read`](super::Said::read) understands, and by how much somebody leads, where that is told. Then come the
/// successors of all: twice the number, or 0 where they are told by words, and 1 more where the mover moves on; behind it in games of
/// points what the move gains its mover more than the other; then the words. It gives how many numbers it wrote, or a negative number where there is
/// no room for them.
///
/// # Errors
/// What is not compiled yet, and where; also where moves may read alike, since those must be compared.
pub fn lower_many(game: &Interpreter, movers: &[Player], told: Told) -> Result<Functions, Unfit> {
    lowered(game, |shared| movers.iter().map(|me| Lower::of_many(game, *me, told, shared)).collect())
}

impl<'r, 's> Lower<'r, 's> {
    fn of_many(game: &'r Interpreter, me: Player, told: Told, shared: &'s mut Shared) -> Lowered<Option<Code>> {
        let frame = frame(game, shared.args);
        let mut make = Maker::new(format!("look at many {}", game.rules().player_name(me)));
        let positions = make.buffer("positions", Elem::U64, frame.words, false);
        let count = make.word("count");
        let out = make.buffer("out", Elem::U64, 1, true);
        let position = make.own("position", Elem::U64, frame.words);
        let mut lower = Lower::with(game, me, shared, make, (position, out));
        let fits = |(byte, adds): &(usize, Vec<i64>)| byte / 8 < frame.words && adds.len() == 256;
        if frame.varies || matches!(told, Told::Numbers { adds, .. } if !adds.iter().all(fits)) {
            return unfit(Span::default(), "a position without a number");
        }
        lower.each_position(positions, count, told)?;
        if lower.shared.twins {
            return unfit(Span::default(), "moves that may read alike");
        }
        Ok(lower.finished())
    }

    fn each_position(&mut self, positions: Buffer, count: Local, told: Told) -> Lowered<()> {
        let [head, from, filled] = ["head", "from", "filled"].map(|name| self.make.local(name));
        let heads = self.make.hold("heads", Value::from(count).times(2));
        self.make.set(filled, heads.clone());
        self.make.when(heads.clone().gt(Value::Length(self.out)), |make| make.give(MORE));
        self.filled = Some(filled);
        let telling = match told {
            Told::Numbers { adds, disjoint } => {
                let adds = adds.iter().map(|(byte, adds)| (*byte, self.table(adds.clone()))).collect();
                Telling::Numbers { adds, disjoint: disjoint.to_vec() }
            }
            Told::Words(adds) => Telling::Words((adds != [0; 8]).then(|| self.table(adds.to_vec()))),
        };
        let second = [turn::SECOND, turn::SECOND_LOST];
        let mover = |turn: u64| i64::from(second.contains(&turn)) == player_number(self.me);
        let same = (0..8).map(|turn| i64::from(mover(turn))).collect();
        let many = Many { done: self.make.label(), head, telling, same: self.table(same) };
        self.make.set(head, 0);
        self.make.set(from, 0);
        let label = self.make.label();
        let body = self.inside(|lower| {
            lower.make.when(Value::from(head).ge(heads), |make| make.leave(label));
            let words = int(lower.frame.words);
            let loads = (0..words).map(|word| Value::load(positions, Value::from(from).plus(word))).collect();
            lower.make.store_all(lower.position, 0, loads);
            lower.make.set(lower.spent, 0);
            let done = many.done;
            lower.many = Some(many);
            let one = lower.inside(Lower::function)?;
            lower.make.push(Stmt::Block(done, one));
            lower.make.set(head, Value::from(head).plus(2));
            lower.make.set(from, Value::from(from).plus(words));
            Ok(())
        })?;
        self.make.push(Stmt::Loop(label, body));
        self.make.give(filled);
        Ok(())
    }

    /// A successor with these words, as it is written: its number and whether the mover moves on; in games of points what the move gains; the words,
    /// where it is told by them.
    pub(super) fn told(&mut self, many: &Many, gains: (Value, Value), words: Vec<Value>) -> Vec<Value> {
        let mut words: Vec<Value> = words.into_iter().map(|word| self.make.hold("word", word)).collect();
        let turn = words[0].clone().and(7);
        let same = Value::load(many.same, turn.clone());
        let number = match &many.telling {
            Telling::Numbers { adds, disjoint } => {
                disjoint.iter().for_each(|(rows, width)| self.ask_where_they_overlap(&words, rows, *width));
                let byte = |byte: usize| words[byte / 8].clone().down(int(byte % 8 * 8)).and(255);
                let number = adds.iter().map(|(place, adds)| Value::load(*adds, byte(*place))).reduce(Value::plus);
                words.clear();
                number.map_or_else(|| same.clone(), |number| number.times(2).plus(same.clone()))
            }
            Telling::Words(adds) => {
                if let Some(adds) = adds {
                    words[0] = words[0].clone().plus(Value::load(*adds, turn));
                }
                same
            }
        };
        let mut row = vec![self.make.hold("number", number)];
        if self.rules.points {
            row.push(self.make.hold("gain", gains.0.asked_minus(gains.1)));
        }
        row.extend(words);
        row
    }

    /// Asks where two of some rows of bits share one.
    fn ask_where_they_overlap(&mut self, words: &[Value], rows: &[usize], width: u32) {
        let mut seen = Value::from(0);
        for at in rows {
            let (word, bit) = (at / 64, at % 64);
            let mut held = words[word].clone().down(int(bit));
            if bit + size(width) > 64 {
                held = held.or(words[word + 1].clone().up(int(64 - bit)));
            }
            let held = self.make.hold("held", held.and(mask(width)));
            self.ask_if(seen.clone().and(held.clone()));
            seen = self.make.hold("seen", seen.or(held));
        }
    }
}
