//! Many positions in one call: how each stands, and where its moves lead, by number, with no rows between. What tables of numbered positions are
//! filled by.

use super::parts::{Functions, lowered};
use super::play::{MORE, frame, player_number};
use super::{Lower, Lowered, Shared, Unfit, int, unfit};
use crate::code::{Buffer, Code, Elem, Label, Local, Maker, Stmt, Value};
use bouton_rules::interpret::Interpreter;
use bouton_rules::layout::turn;
use bouton_rules::{Player, Span};

/// A position among many.
#[derive(Clone, Debug)]
pub(super) struct Many {
    /// Left where everything is said of it.
    done: Label,
    /// Where in `out` stands what is said of it.
    head: Local,
    /// For each byte of a packed position that holds something, what each of its values adds to the number.
    adds: Vec<(usize, Buffer)>,
    /// For each turn, whether it is the mover's.
    same: Buffer,
}

impl Many {
    /// Where by how much somebody leads stands.
    pub(super) fn lead(&self) -> Value {
        Value::from(self.head).plus(1)
    }

    pub(super) fn say(&self, make: &mut Maker, out: Buffer, said: Value) {
        make.store(out, self.head, said);
        make.leave(self.done);
    }
}

/// Lowers the moves and endings of a game, for each of these movers, to a function that looks at many positions. `adds` says for each byte of a
/// packed position that holds something what each of its 256 values adds to the number of a position.
///
/// A function is given the positions, one after the other, how many there are, room for what it writes, and `tables`. It writes two numbers for
/// each position: what [`Said::read`](super::Said::read) understands, and by how much somebody leads, where that is told. Then come the
/// successors of all: twice the number, and 1 more where the mover moves on; behind it in games of points what the move gains its mover more than
/// the other. It gives how many numbers it wrote, or a negative number where there is no room for them.
///
/// # Errors
/// What is not compiled yet, and where; also where moves may read alike, since those must be compared.
pub fn lower_many(game: &Interpreter, movers: &[Player], adds: &[(usize, Vec<i64>)]) -> Result<Functions, Unfit> {
    lowered(game, |shared| movers.iter().map(|me| Lower::of_many(game, *me, adds, shared)).collect())
}

impl<'r, 's> Lower<'r, 's> {
    fn of_many(
        game: &'r Interpreter,
        me: Player,
        adds: &[(usize, Vec<i64>)],
        shared: &'s mut Shared,
    ) -> Lowered<Option<Code>> {
        let frame = frame(game, shared.args);
        let mut make = Maker::new(format!("look at many {}", game.rules().player_name(me)));
        let positions = make.buffer("positions", Elem::U64, frame.words, false);
        let count = make.word("count");
        let out = make.buffer("out", Elem::U64, 1, true);
        let position = make.own("position", Elem::U64, frame.words);
        let mut lower = Lower::with(game, me, shared, make, (position, out));
        if frame.varies || adds.iter().any(|(byte, adds)| byte / 8 >= frame.words || adds.len() != 256) {
            return unfit(Span::default(), "a position without a number");
        }
        lower.each_position(positions, count, adds)?;
        if lower.shared.twins {
            return unfit(Span::default(), "moves that may read alike");
        }
        Ok(lower.finished())
    }

    fn each_position(&mut self, positions: Buffer, count: Local, adds: &[(usize, Vec<i64>)]) -> Lowered<()> {
        let [head, from, filled] = ["head", "from", "filled"].map(|name| self.make.local(name));
        let heads = self.make.hold("heads", Value::from(count).times(2));
        self.make.set(filled, heads.clone());
        self.make.when(heads.clone().gt(Value::Length(self.out)), |make| make.give(MORE));
        self.filled = Some(filled);
        let adds = adds.iter().map(|(byte, adds)| (*byte, self.table(adds.clone()))).collect();
        let second = [turn::SECOND, turn::SECOND_LOST];
        let mover = |turn: u64| i64::from(second.contains(&turn)) == player_number(self.me);
        let same = (0..8).map(|turn| i64::from(mover(turn))).collect();
        let many = Many { done: self.make.label(), head, adds, same: self.table(same) };
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

    /// A successor with these words: its number and whether the mover moves on; in games of points what the move gains.
    pub(super) fn numbered(&mut self, many: &Many, gains: (Value, Value), words: Vec<Value>) -> Lowered<Vec<Value>> {
        let words: Vec<Value> = words.into_iter().map(|word| self.make.hold("word", word)).collect();
        let byte = |byte: usize| words[byte / 8].clone().down(int(byte % 8 * 8)).and(255);
        let number = many.adds.iter().map(|(place, adds)| Value::load(*adds, byte(*place))).reduce(Value::plus);
        let same = Value::load(many.same, words[0].clone().and(7));
        let number = self.make.hold("number", number.unwrap_or(Value::from(0)).times(2).plus(same));
        if !self.rules.points {
            return Ok(vec![number]);
        }
        let gain = self.make.hold("gain", gains.0.asked_minus(gains.1));
        Ok(vec![number, gain])
    }
}
