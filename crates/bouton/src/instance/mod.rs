//! Rules with their parameters filled in, played as a [`Game`].

mod at;
mod bulk;
mod compiled;
mod decided;
mod dependents;
mod entries;
mod facts;
mod ground;
mod json;
mod many;
pub(crate) mod mirror;
mod normal;
mod object;
mod order;
mod params;
mod players;
mod reached;
mod reader;
mod recurrence;
mod sums;
mod symmetry;
mod takes;
mod words;

use self::reached::Narrowed;
use crate::game::{
    self, Abstract, Ending, Fact, Fault, Gain, Game, Index, Interrupt, Local, NormalPlay, Numbers, Opened,
    PartizanParts, Parts, Reduced, Repeat, Reversible, Step, WantedMove, Words,
};
use crate::limits::Limits;
use crate::recurrence::Recurrence;
use crate::recurrence::symbolic::Symbolic;
use crate::recurrence::tables::Tables;
use crate::value::Kind;
use bouton_rules::datum::Datum;
use bouton_rules::diagnostic::shorten;
use bouton_rules::interpret::{Interpreter, Move, Position, Turn};
use bouton_rules::layout::{Layout, Packed, turn};
use bouton_rules::rules::{Rules, StmtKind};
use bouton_rules::types::Domain;
use bouton_rules::{Player, Span, Text, say};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub use bouton_jit::compiling;
pub use bulk::CompiledParts;
pub use compiled::{Compiled, Jit};
pub use json::{datum_to_json, domain_to_json};
use many::CompiledMany;
pub use object::{misread, read_object};
pub use order::{Measure, Order};
pub use params::{read_json, word_value};
pub use reader::{Unread, from_json, from_words, read_param, read_params};

/// The largest numbering offered where most numbers may be gaps, and nobody would find out.
const MOST_SPARSE: u64 = 1 << 24;

/// What the interpreter may be asked to do by each room that finds out something about a game before play: expressions that it works out.
const MOST_ASKED: u64 = 1 << 24;

/// What `let`s, parameters and `require`s may take together where no time is given: expressions that are worked out.
const BEFORE_PLAY: u64 = 1 << 30;

/// A game in the rules language with its parameters. Positions are packed into as few bits as their bounds allow.
#[derive(Clone, Debug)]
pub struct Instance {
    interpreter: Interpreter,
    layout: Layout,
    /// No rule tells the players apart: a position is worth the same to whoever moves, so the turn is dropped.
    alike: bool,
    /// Something every move raises, looked for when first asked for: where it is guessed, lines are played for it.
    order: OnceLock<Option<Order>>,
    /// What it is the sum of, if it is one.
    sum: Option<sums::Sum>,
    /// Whether moves can end the game.
    ends_inside: bool,
    /// Positions that it is asked for beside the start.
    elsewhere: Vec<Vec<Datum>>,
    /// The domains of what is reached, where that is less and told, with the layout that numbers it, worked out when first asked for.
    kept_to: OnceLock<Option<Narrowed>>,
    /// Whether positions are numbered by it: each that is looked up asks.
    narrows: OnceLock<bool>,
    /// Whether positions are numbered however many numbers there are: each that is looked up asks this, too.
    dense: OnceLock<bool>,
    /// Closed forms of the moves, worked out when first asked for.
    recurrence: OnceLock<Result<Recurrence, Text>>,
    /// Its moves run with symbols, when first asked for.
    symbols: OnceLock<Option<Arc<Symbolic>>>,
    /// The moves written out, worked out when first asked for.
    ground: OnceLock<Result<Arc<ground::Ground>, Text>>,
    /// The same for normal play over cells of all kinds.
    local: OnceLock<Result<Arc<ground::local::Written>, Text>>,
    /// The first position that placements were asked for, and these: planning and solving ask for the same.
    placements: OnceLock<(Packed, Result<Arc<ground::Placements>, Text>)>,
    /// How positions stand in words, and how their rank is read there, worked out when first asked for.
    form: OnceLock<Option<words::Form>>,
    word_numbers: OnceLock<Option<Numbers>>,
    /// Numbers without what seems to follow from others, when first asked for.
    reduced: OnceLock<Option<Reduced>>,
    proven: OnceLock<Option<Reduced>>,
    word_rank: OnceLock<Option<words::Rank>>,
    /// What its declared symmetries do to positions in words, worked out when first asked for.
    symmetry: OnceLock<symmetry::Declared>,
    /// A solution of it that was opened.
    opened: Option<Opened>,
    /// What may be used to find out about it.
    limits: Arc<Limits>,
    /// The moves in machine code, once that pays.
    cache: compiled::Cache,
}

impl Instance {
    /// A step of the interpreter with its position packed.
    fn packed_step(&self, step: bouton_rules::interpret::Step) -> Step<Instance> {
        Step { next: self.pack(&step.next), gain: Gain { mine: step.mine, theirs: step.theirs }, mv: step.mv }
    }

    /// A game from rules and parameters (by number; `None` takes the default).
    ///
    /// # Errors
    /// A missing, unfit or out-of-bounds parameter (`P01`, `P04`, `P05`), a `require` that does not hold (`P06`), or a fault in the
    /// rules' own `let` lines and starting values.
    pub fn new(rules: Arc<Rules>, given: &[Option<Datum>]) -> Result<Instance, Fault> {
        let made = Interpreter::new(rules.clone(), given);
        Instance::of(made.map_err(|fault| params::advised(&rules, given, fault))?, Arc::default())
    }

    /// The same within limits: what is worked out before play may take as long as they say, and what is found out about the game, and every
    /// question about a position, is given up when their time is over. No machine code where they forbid it.
    ///
    /// # Errors
    /// As for [`Instance::new`]; and `M02` or `M09` where the time was over, or somebody asked to stop.
    pub fn new_within(rules: Arc<Rules>, given: &[Option<Datum>], limits: &Limits) -> Result<Instance, Fault> {
        let fuel = if limits.time.is_some() { u64::MAX } else { BEFORE_PLAY };
        let made = Interpreter::halted(rules.clone(), given, fuel, Some(limits.halt()));
        let game =
            Instance::of(made.map_err(|fault| params::advised(&rules, given, fault))?, Arc::new(limits.clone()))?;
        Ok(if limits.jit { game } else { game.with_jit(Jit::Off) })
    }

    fn of(interpreter: Interpreter, limits: Arc<Limits>) -> Result<Instance, Fault> {
        let layout = Layout::new(interpreter.domains());
        let alike = players::told_apart(interpreter.rules()).is_none();
        let ends_inside = ends_inside(interpreter.rules());
        let sum = sums::find(&interpreter);
        Ok(Instance {
            interpreter,
            layout,
            alike,
            order: OnceLock::new(),
            sum,
            ends_inside,
            elsewhere: Vec::new(),
            kept_to: OnceLock::new(),
            narrows: OnceLock::new(),
            dense: OnceLock::new(),
            recurrence: OnceLock::new(),
            symbols: OnceLock::new(),
            ground: OnceLock::new(),
            local: OnceLock::new(),
            placements: OnceLock::new(),
            form: OnceLock::new(),
            word_numbers: OnceLock::new(),
            reduced: OnceLock::new(),
            proven: OnceLock::new(),
            word_rank: OnceLock::new(),
            symmetry: OnceLock::new(),
            opened: None,
            limits,
            cache: compiled::Cache::default(),
        })
    }

    /// The same game with a solution of it: positions that it holds are read there, not solved.
    #[must_use]
    pub fn with_opened(self, opened: Opened) -> Instance {
        Instance { opened: Some(opened), ..self }
    }

    /// The same game, to be asked for these positions, too, which play from the start may never come to: what is found out about it beforehand holds
    /// from there as well.
    #[must_use]
    pub fn asked_at<'a>(self, positions: impl IntoIterator<Item = &'a Packed>) -> Instance {
        let elsewhere = positions.into_iter().map(|position| self.layout.unpack(position).1).collect();
        let jit = self.jit();
        let game = Instance {
            elsewhere,
            kept_to: OnceLock::new(),
            narrows: OnceLock::new(),
            dense: OnceLock::new(),
            recurrence: OnceLock::new(),
            word_numbers: OnceLock::new(),
            reduced: OnceLock::new(),
            proven: OnceLock::new(),
            ..self
        };
        game.with_jit(jit)
    }

    /// What the variables are at the start, and at the other positions that it is asked for.
    fn beginnings(&self) -> Option<Vec<Vec<Datum>>> {
        let start = self.interpreter.start().ok()?.state;
        Some(std::iter::once(start).chain(self.elsewhere.iter().cloned()).collect())
    }

    /// What the variables are that no move assigns to, if they are so wherever play begins.
    fn unchanged(&self) -> Vec<Option<Datum>> {
        let rules = self.rules();
        let stmts = || rules.moves.iter().flat_map(|mv| &mv.body).chain(&rules.normalise);
        let Some(starts) = self.beginnings() else { return vec![None; rules.states.len()] };
        let kept = |at: usize| {
            starts.iter().all(|start| start[at] == starts[0][at]) && !stmts().any(|stmt| order::assigns(stmt, at))
        };
        starts[0].iter().enumerate().map(|(at, held)| kept(at).then(|| held.clone())).collect()
    }

    /// Whether moves can end the game.
    #[must_use]
    pub fn ends_inside(&self) -> bool {
        self.ends_inside
    }

    /// The same game, to be looked at and played within these limits: no machine code where they forbid it, and what is found out about
    /// it is given up when their time is over.
    #[must_use]
    pub fn within(self, limits: &Limits) -> Instance {
        let interpreter = self.interpreter.with_halt(Some(limits.halt()));
        let game = Instance { interpreter, limits: Arc::new(limits.clone()), ..self };
        if limits.jit { game } else { game.with_jit(Jit::Off) }
    }

    /// What may be used to find out about it.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.interpreter.rules()
    }

    /// The interpreter that defines what the game's rules mean.
    #[must_use]
    pub fn interpreter(&self) -> &Interpreter {
        &self.interpreter
    }

    /// The interpreter for a room that finds out something before play: it bounds the work for all that the room asks.
    fn asked_beforehand(&self) -> Interpreter {
        self.interpreter.with_budget(MOST_ASKED)
    }

    /// Something that every move raises, if one was found.
    #[must_use]
    pub fn order(&self) -> Option<&Order> {
        // Sums are solved by their parts, or depth first where play is misère: neither asks for an order.
        let find = || if self.rules().parts.is_empty() { order::find(self) } else { None };
        self.order.get_or_init(find).as_ref()
    }

    /// The first rule that tells the players apart, if one does.
    #[must_use]
    pub fn told_apart(&self) -> Option<Span> {
        players::told_apart(self.rules())
    }

    /// Packs a position.
    #[must_use]
    pub fn pack(&self, position: &Position) -> Packed {
        let code = match position.turn {
            Turn::Of(Player::First) => turn::FIRST,
            Turn::Of(Player::Second) => turn::SECOND,
            Turn::Over(Some(Player::First)) => turn::FIRST_LOST,
            Turn::Over(Some(Player::Second)) => turn::SECOND_LOST,
            Turn::Over(None) => turn::OVER,
        };
        self.layout.pack(code, &position.state)
    }

    /// Unpacks a position.
    #[must_use]
    pub fn unpack(&self, packed: &Packed) -> Position {
        let (code, state) = self.layout.unpack(packed);
        let turn = match code {
            turn::FIRST => Turn::Of(Player::First),
            turn::SECOND => Turn::Of(Player::Second),
            turn::FIRST_LOST => Turn::Over(Some(Player::First)),
            turn::SECOND_LOST => Turn::Over(Some(Player::Second)),
            _ => Turn::Over(None),
        };
        Position { state, turn }
    }

    /// Whether it has lists whose length changes, and that take the room of their longest where positions are packed.
    pub(crate) fn has_room(&self) -> bool {
        self.layout.has_room()
    }

    /// Where the packed bits of each variable stand, if that is the same in all positions.
    #[must_use]
    pub fn layout_places(&self) -> Option<Vec<Range<usize>>> {
        self.layout.places()
    }

    /// What play keeps to from the start on, where that is less than is declared.
    fn kept_to(&self) -> Option<&Narrowed> {
        self.kept_to.get_or_init(|| Narrowed::of(self)).as_ref()
    }

    /// The upper bounds that play keeps to where they are lower than declared, as `n ≤ 20`.
    fn lower_bounds(&self) -> Vec<String> {
        self.kept_to().map_or_else(Vec::new, |kept| kept.bounds(self))
    }

    /// The same, where it is what positions are numbered by. A recurrence of numbers alone numbers all, so that it tells of positions elsewhere, too.
    fn narrowed(&self) -> Option<&Narrowed> {
        let narrows = || recurrence::of_truths(self.interpreter.domains()) || self.recurrence().is_err();
        self.kept_to().filter(|_| *self.narrows.get_or_init(narrows))
    }

    /// Positions as numbers: of what can be reached from the start, as far as that is known.
    fn numbering(&self) -> &Layout {
        self.narrowed().map_or(&self.layout, |narrowed| &narrowed.numbering)
    }

    /// The same, of what can be reached alone even where positions elsewhere are numbered, too.
    fn narrowest(&self) -> &Layout {
        self.kept_to().map_or(&self.layout, |kept| &kept.numbering)
    }

    /// How many numbers there are, where positions can be numbered.
    fn numbered(&self) -> Option<u64> {
        self.numbering().size()?.checked_mul(self.turns().len() as u64)
    }

    /// The turns that canonical positions have.
    fn turns(&self) -> &'static [u64] {
        match (self.alike, self.ends_inside) {
            (true, false) => &[turn::FIRST],
            (true, true) => &[turn::FIRST, turn::FIRST_LOST, turn::OVER],
            (false, false) => &[turn::FIRST, turn::SECOND],
            (false, true) => &[turn::FIRST, turn::SECOND, turn::FIRST_LOST, turn::SECOND_LOST, turn::OVER],
        }
    }
}

/// Whether it says of places that they are marked or not: most positions of such games can be reached.
fn is_marked(domain: &Domain<i64>) -> bool {
    matches!(domain, Domain::Grid { of, .. } | Domain::List { of, .. } if **of == Domain::Bool)
}

/// Whether any move can end the game.
fn ends_inside(rules: &Rules) -> bool {
    let mut found = false;
    for stmt in rules.moves.iter().flat_map(|mv| &mv.body) {
        stmt.walk(&mut |stmt| found |= matches!(stmt.kind, StmtKind::End(..)));
    }
    found
}

impl Instance {
    /// The positions that can be made of the pieces of a position, with moves both ways; or why not.
    fn placements(&self, start: &Packed) -> Result<Arc<ground::Placements>, Text> {
        let ground = self.ground.get_or_init(|| ground::derive(self).map(Arc::new)).as_ref().map_err(Clone::clone)?;
        let made = || Ok(Arc::new(ground::Ground::placements(ground, start)?));
        let (first, known) = self.placements.get_or_init(|| (start.clone(), made()));
        if first == start { known.clone() } else { made() }
    }
}

impl Game for Instance {
    type Position = Packed;
    type Move = Move;

    fn kind(&self) -> Kind {
        if self.rules().points { Kind::Points } else { Kind::Outcome }
    }

    fn start(&self) -> Result<Packed, Fault> {
        Ok(self.pack(&self.interpreter.start()?))
    }

    fn mover(&self, position: &Packed) -> Player {
        mover_of(position)
    }

    fn ending(&self, position: &Packed) -> Result<Option<Ending>, Fault> {
        if let Some(over) = compiled::over(position, self.rules().points) {
            return Ok(Some(over));
        }
        if let Some(quick) = self.quick().and_then(|compiled| compiled.ending(position)) {
            return quick;
        }
        let finish = self.interpreter.ending(&self.unpack(position))?;
        finish.map(|finish| compiled::ending(finish, position)).transpose()
    }

    fn look(&self, position: &Packed, out: &mut Vec<(Gain, Packed)>) -> Result<Option<Ending>, Fault> {
        if let Some(over) = compiled::over(position, self.rules().points) {
            return Ok(Some(over));
        }
        match self.quick_look(position, out) {
            Some(looked) => looked,
            None => game::look_by_steps(self, position, out),
        }
    }

    fn steps(&self, position: &Packed, out: &mut Vec<Step<Instance>>) -> Result<(), Fault> {
        if self.quick_steps(position, out).is_some() {
            return Ok(());
        }
        self.interpreter.every_step(&self.unpack(position), &mut |step| out.push(self.packed_step(step)))?;
        Ok(())
    }

    fn steps_until(&self, position: &Packed, enough: &mut dyn FnMut(Step<Instance>) -> bool) -> Result<(), Fault> {
        let mut quick = Vec::new();
        if self.quick_steps(position, &mut quick).is_some() {
            let _ = quick.into_iter().any(enough);
            return Ok(());
        }
        self.interpreter.steps_until(&self.unpack(position), &mut |step| enough(self.packed_step(step)))?;
        Ok(())
    }

    fn repeat(&self) -> Option<Repeat> {
        let repeat = self.rules().repeat.as_ref()?;
        Some(match (repeat.who, &repeat.lead) {
            (_, Some(_)) => Repeat::Leads,
            (who, None) => who.map_or(Repeat::Draw, Repeat::Wins),
        })
    }

    fn going_round(&self, position: &Packed) -> Result<i64, Fault> {
        let lead = self.interpreter.going_round(&self.unpack(position))?;
        let Some((who, lead)) = lead else { return Ok(0) };
        let lead = if who == self.mover(position) { Some(lead) } else { lead.checked_neg() };
        lead.ok_or_else(|| Fault::new("a lead leaves the 64-bit numbers"))
    }

    fn canonical(&self, mut position: Packed) -> Packed {
        if self.alike
            && let Some(word) = position.first_mut()
            && matches!(*word & 7, turn::SECOND | turn::SECOND_LOST)
        {
            *word -= 1;
        }
        position
    }

    fn rank(&self, position: &Packed) -> Option<i64> {
        let order = self.order()?;
        let (_, state) = self.layout.unpack(position);
        Some(order.rank(&state))
    }

    /// A numbering is worth its memory where most numbers are positions that can be reached. Whoever goes by an order finds out whether that is so; for
    /// others it is likely where there is nothing but marks: other lists, boards and sets leave far more gaps the larger they are.
    fn index(&self) -> Option<&dyn Index<Packed>> {
        let closed = || self.recurrence().is_ok_and(|recurrence| recurrence.order().is_some());
        // Where play may repeat an order is a guess that nobody goes by.
        let ordered = || self.rules().repeat.is_none() && self.order().is_some() || closed();
        let marked = || self.interpreter.domains().iter().all(is_marked);
        let dense = || *self.dense.get_or_init(|| marked() || ordered());
        self.numbered().filter(|size| *size <= MOST_SPARSE || dense()).map(|_| self as &dyn Index<Packed>)
    }

    fn reversible(&self, start: &Packed) -> Result<Arc<dyn Reversible<Packed>>, Text> {
        self.placements(start).map(|placements| placements as Arc<dyn Reversible<Packed>>)
    }

    fn folded(&self, start: &Packed, all: bool) -> Option<Arc<dyn Reversible<Packed>>> {
        let folded = ground::Ground::folded(self, &self.placements(start).ok()?, all, start)?;
        Some(Arc::new(folded))
    }

    fn points_left(&self, position: &Packed) -> Result<Option<i64>, Fault> {
        Ok(self.interpreter.remaining_points(&self.unpack(position))?)
    }

    fn words(&self) -> Option<&dyn Words<Packed>> {
        self.as_words()
    }

    fn opened(&self) -> Option<&Opened> {
        self.opened.as_ref()
    }

    fn recurrence(&self) -> Result<&Recurrence, Text> {
        self.recurrence.get_or_init(|| recurrence::derive(self)).as_ref().map_err(Clone::clone)
    }

    fn variables(&self, position: &Packed) -> Option<Vec<i64>> {
        recurrence::variables(self, position)
    }

    fn placed(&self, variables: &[i64], mover: Player) -> Option<Packed> {
        recurrence::placed(self, variables, mover)
    }

    fn named(&self, source: usize, args: &[i64]) -> Option<Move> {
        // What is no number is named by its place among what is offered.
        let choices = &self.rules().moves.get(source)?.choices;
        let named =
            args.iter().enumerate().map(|(at, arg)| match choices.get(at).filter(|choice| !choice.ty.is_scalar()) {
                None => Some(Datum::Int(*arg)),
                Some(choice) => self.interpreter.fixed(&choice.over, &[])?.entry(usize::try_from(*arg).ok()?),
            });
        Some(Move { made: Some(source), args: named.collect::<Option<_>>()? })
    }

    fn parts(&self) -> Option<&dyn Parts<Packed>> {
        self.sum.as_ref().filter(|sum| sum.is_impartial()).map(|_| self as &dyn Parts<Packed>)
    }

    fn partizan_parts(&self) -> Option<&dyn PartizanParts<Packed>> {
        self.sum.as_ref().filter(|sum| sum.is_partizan()).map(|_| self as &dyn PartizanParts<Packed>)
    }

    fn normal_play(&self) -> Result<&dyn NormalPlay<Packed>, Fault> {
        normal::refused(self).map_or(Ok(self), Err)
    }

    fn local(&self) -> Result<&dyn Local<Packed>, Text> {
        let written = self.local.get_or_init(|| ground::local::derive(self).map(Arc::new)).as_ref();
        written.map(|written| written.as_ref() as &dyn Local<Packed>).map_err(Clone::clone)
    }

    fn abstracted(&self) -> Option<&dyn Abstract> {
        Some(self)
    }

    fn facts(&self) -> Vec<Fact> {
        facts::facts(self)
    }

    fn interrupted(&self) -> Option<Interrupt> {
        self.limits.interrupted()
    }

    fn position_bytes(&self) -> usize {
        let words = self.start().map_or(0, |start| if start.spilled() { start.len() } else { 0 });
        size_of::<Packed>() + 8 * words
    }

    fn show_position(&self, position: &Packed) -> String {
        self.interpreter.show_to_move(&self.unpack(position))
    }

    fn show_player(&self, player: Player) -> String {
        self.rules().player_name(player).to_owned()
    }

    fn show_move(&self, mv: &Move) -> String {
        self.interpreter.show_move(mv)
    }
}

impl Abstract for Instance {
    fn symbols(&self) -> Option<Arc<Symbolic>> {
        self.symbols.get_or_init(|| recurrence::moves(self).map(Arc::new)).clone()
    }

    fn tables(&self, wanted: WantedMove) -> Option<Tables> {
        let plain = self.kind() == Kind::Outcome && self.alike && self.repeat().is_none();
        plain.then(|| entries::tables(self, wanted))?
    }

    fn always_won(&self) -> bool {
        decided::always_won(self)
    }

    fn impartial(&self) -> bool {
        decided::impartial(self)
    }
}

impl Index<Packed> for Instance {
    fn size(&self) -> u64 {
        self.numbered().expect("an index is handed out only where positions are numbered")
    }

    fn number(&self, position: &Packed) -> u64 {
        let Some((code, number)) = self.numbering().packed_number(position) else { return Index::size(self) };
        let turns = self.turns();
        let turn = turns.iter().position(|known| *known == code).unwrap_or(0) as u64;
        number * turns.len() as u64 + turn
    }

    fn position(&self, number: u64) -> Option<Packed> {
        // Where numbers are known to be sums over bits, a position is put together from many digits at once; not where some are those of none.
        if let (Some(Some(numbers)), false) = (self.word_numbers.get(), self.numbering().has_gaps()) {
            return (number < numbers.size()).then(|| Words::read(self, &numbers.row(number)));
        }
        let turns = self.turns();
        let code = *turns.get(usize::try_from(number % turns.len() as u64).ok()?)?;
        self.numbering().packed(code, number / turns.len() as u64)
    }
}

/// Whose turn it is, or whom a finished position names.
fn mover_of(position: &[u64]) -> Player {
    named_in(*position.first().expect("the turn lies in the first word"))
}

/// The same, by the first word. Told without branches: whose turn follows is as often one as the other.
#[inline]
fn named_in(word: u64) -> Player {
    const SECOND: u64 = 1 << turn::SECOND | 1 << turn::SECOND_LOST;
    if SECOND >> (word & 7) & 1 == 1 { Player::Second } else { Player::First }
}

/// A line of the rules: ``line 12: `i += X` ``.
fn quoted(game: &Instance, span: Span) -> Text {
    let source = &game.rules().source;
    let (line, _) = source.line_column(span.start);
    say!("line {line}: `{}`", shorten(source.slice(span)))
}
