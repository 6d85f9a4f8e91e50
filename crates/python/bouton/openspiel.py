"""OpenSpiel, both ways: any instance of Bouton as a `pyspiel` game, and any fitting `pyspiel` game solved exactly.

>>> game = bouton.openspiel.register(bouton.load("nim")(heaps=[1, 2, 3]))
>>> bouton.openspiel.solve(pyspiel.load_game("tic_tac_toe")).value
0.0

Needs `pip install open_spiel`.
"""

from __future__ import annotations

import importlib
import random
import re
from typing import Any, Callable, Hashable, Iterable, Mapping

from . import _core
from ._core import Answer, Instance, OwnAnswer, Position
from ._game import load
from ._learning import in_order
from ._limits import Limits
from ._own import PythonGame
from ._progress import Told
from .errors import BoutonError, MissingPosition, ParameterError, PositionError, Refused

__all__ = ["KEYS", "KNOWN", "Solution", "register", "solve"]

#: Positions that are looked at to find the actions of a game that is registered, and histories that are solved unasked.
MOST = 200_000

#: States that are solved without a limit on them: half a kilobyte each.
LARGEST = 5_000_000


def _pyspiel() -> Any:
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        raise ImportError("bouton.openspiel needs OpenSpiel: `pip install open_spiel`") from None


# Bouton's games as OpenSpiel's.


def register(
    instance: Instance,
    name: str | None = None,
    *,
    actions: Iterable[str] | None = None,
    max_game_length: int | None = None,
) -> Any:
    """Registers an instance with OpenSpiel and gives it as a `pyspiel.Game`.

    Its actions are its moves, numbered in the order of their texts: `game.new_initial_state().action_to_string(0)` says which.
    A game of more than 200,000 positions needs `actions`, the texts of all its moves, and `max_game_length`; so does one in which
    play may repeat. Play of that length is over, as a draw.
    """
    spiel = _pyspiel()
    if not isinstance(instance, Instance):
        raise Refused(f"{instance!r} is no instance of a game: `bouton.load(\"nim\")(heaps=[1, 2, 3])` is one")
    short = _free_name(spiel, name or f"bouton_{_plain(instance)}")
    said = _texts(actions)
    if max_game_length is not None and (not isinstance(max_game_length, int) or max_game_length < 1):
        raise Refused(f"max_game_length={max_game_length!r} is no number of moves")
    # Nothing has to be found out where all is said.
    told = actions is not None and max_game_length is not None and not instance.points
    whole, seen, _, longest, gain = (True, [], 0, None, 1) if told else _core.explore(instance, MOST)
    texts = in_order(set(seen) | said)
    if not whole and actions is None:
        raise Refused(f"{instance.title} has more than {MOST:,} positions: say `actions`, the texts of all its moves")
    length = longest if max_game_length is None else max_game_length
    if length is None:
        raise Refused(f"how long {instance.title} lasts is not known: say `max_game_length`")
    utility = float(min(max(gain * length, 1), 2**53)) if instance.points else 1.0
    kind = spiel.GameType
    game_type = kind(
        short_name=short,
        long_name=f"{instance.title} ({', '.join(f'{key}={value}' for key, value in instance.params.items())})",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = spiel.GameInfo(
        num_distinct_actions=max(len(texts), 1),
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-utility,
        max_utility=utility,
        utility_sum=0.0,
        max_game_length=max(length, 1),
    )
    made = _classes(spiel, game_type, info, instance, texts, length)
    spiel.register_game(game_type, made)
    # Its text is the position and the lead: all that matters, unless play is cut short.
    KEYS[short] = str if max_game_length is None else _text_and_ply
    return spiel.load_game(short)


def _free_name(spiel: Any, name: Any) -> str:
    if not isinstance(name, str) or not re.fullmatch(r"\w+", name):
        raise Refused(f"{name!r} is no name for a game of OpenSpiel: letters, digits and `_` are")
    if name in spiel.registered_names():
        raise Refused(f"OpenSpiel knows a game `{name}` already: give another name")
    return name


def _texts(actions: Iterable[str] | None) -> set[str]:
    if actions is None:
        return set()
    found = list(actions) if isinstance(actions, Iterable) and not isinstance(actions, str) else [None]
    if not all(isinstance(action, str) for action in found):
        raise Refused(f"actions={actions!r} is no list of the texts of moves")
    return set(map(str, found))


def _plain(instance: Instance) -> str:
    said = "_".join(str(value) for value in instance.params.values())
    return re.sub(r"[^a-z0-9]+", "_", f"{instance.name}_{said}".lower()).strip("_")


def _classes(spiel: Any, game_type: Any, info: Any, instance: Instance, texts: list[str], length: int) -> Any:
    numpy: Any = importlib.import_module("numpy")
    observation: Any = importlib.import_module("open_spiel.python.observation")
    numbers = {text: number for number, text in enumerate(texts)}
    start = instance.start_position
    players = list(instance.players)

    class State(spiel.State):  # type: ignore[misc, name-defined, unused-ignore]
        """Where play stands."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.position = start
            self.made = 0
            self.lead = 0
            self._legal: list[int] | None = None
            self._over = self._ended()

        def _ended(self) -> list[float] | None:
            """How it ended, if it did."""
            final = self.position._final()
            if final is not None:
                return [float(self.lead + final), float(-self.lead - final)]
            return [0.0, 0.0] if self.made >= length else None

        def _number(self, text: str) -> int:
            number = numbers.get(text)
            if number is None:
                raise Refused(f"`{text}` is a move of {instance.title}, and not among the `actions` it was registered with")
            return number

        def current_player(self) -> Any:
            if self._over is not None:
                return spiel.PlayerId.TERMINAL
            return players.index(str(self.position.turn))

        def _legal_actions(self, player: int) -> list[int]:
            # Made when they are asked for: most states of a game that is replayed are only passed.
            if self._legal is None:
                self._legal = sorted(self._number(str(move)) for move in self.position.moves) if self._over is None else []
            return list(self._legal)

        def _apply_action(self, action: int) -> None:
            mover = players.index(str(self.position.turn))
            self.position, gain = self.position._after(texts[action])
            self.lead += gain if mover == 0 else -gain
            self.made += 1
            self._legal = None
            self._over = self._ended()

        def _action_to_string(self, player: int, action: int) -> str:
            return texts[action]

        def is_terminal(self) -> bool:
            return self._over is not None

        def returns(self) -> list[float]:
            return list(self._over) if self._over is not None else [0.0, 0.0]

        def __str__(self) -> str:
            gained = f" lead={self.lead}" if instance.points else ""
            return f"{self.position}{gained}"

    class Observer:
        """The text of the position, and its letters as a tensor."""

        def __init__(self, params: Any) -> None:
            if params:
                raise ValueError(f"observations take no parameters, and these are some: {params}")
            self.tensor = numpy.zeros(128, numpy.float32)
            self.dict = {"observation": self.tensor}

        def set_from(self, state: Any, player: int) -> None:
            letters = str(state).encode()[: self.tensor.size]
            self.tensor.fill(0)
            self.tensor[: len(letters)] = numpy.frombuffer(letters, numpy.uint8)

        def string_from(self, state: Any, player: int) -> str:
            return str(state)

    class Game(spiel.Game):  # type: ignore[misc, name-defined, unused-ignore]
        """An instance of Bouton."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game_type, info, params or dict())
            self.instance = instance

        def new_initial_state(self, state: Any = None) -> Any:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return Observer(params)
            return observation.IIGObserverForPublicInfoGame(iig_obs_type, params)

    return Game


# OpenSpiel's games, solved by Bouton.

#: What tells one state of a game from another, beside the player to move.
Key = Callable[[Any], Hashable]


def _text_and_ply(state: Any) -> Hashable:
    return str(state), state.move_number()


def _history(state: Any) -> Hashable:
    # With the text: a state may begin elsewhere (`new_initial_state` takes one), and that is not in its history.
    return str(state), *state.history()


#: OpenSpiel's games whose text tells everything about a state, but for the player to move: read in its source, and tested.
#: Quoridor ends as a draw after so many moves, which the text does not count.
KEYS: dict[str, Key] = {
    "breakthrough": str,
    "clobber": str,
    "connect_four": str,
    "dots_and_boxes": str,
    "gomoku": str,
    "havannah": str,
    "hex": str,
    "mancala": str,
    "mnk": str,
    "nim": str,
    "nine_mens_morris": str,
    "othello": str,
    "pentago": str,
    "python_tic_tac_toe": str,
    "quoridor": _text_and_ply,
    "tic_tac_toe": str,
    "ultimate_tic_tac_toe": str,
    "y": str,
}

#: OpenSpiel's games of another game: the text is that of the other.
WRAPPERS = ("misere", "start_at", "zerosum")


def _known_key(game: Any) -> Key | None:
    name, given = game.get_type().short_name, game.get_parameters()
    while name in WRAPPERS:
        given = given["game"]
        name = given["name"]
    return KEYS.get(name)


class _States(PythonGame[int, int]):
    """A `pyspiel` game: positions are its states, numbered as they are met."""

    players = ("0", "1")

    def __init__(self, game: Any, key: Key, *, sure: bool, bounded: bool, limited: bool) -> None:
        self.game, self.key, self.sure, self.bounded, self.limited = game, key, sure, bounded, limited
        self.title = game.get_type().short_name
        self.points = not (game.min_utility() == -1.0 and game.max_utility() == 1.0)
        self.numbers: dict[Hashable, int] = {}
        self.movers: list[int] = []
        self.ends: list[str | int | None] = []
        #: States whose actions were not asked for yet.
        self.waiting: dict[int, Any] = {}
        self.after: dict[int, list[Any]] = {}
        #: The actions of each state, kept where a key has to be doubted.
        self.actions: dict[int, list[int]] = {}
        #: Moves in the histories of all states.
        self.made = 0

    def name(self, state: Any) -> Hashable:
        """What tells a state from others: its key with the player to move, or with how it ended."""
        if state.is_terminal():
            return "end", state.player_return(0), self.key(state)
        return state.current_player(), self.key(state)

    def meet(self, state: Any) -> int:
        """The number of a state: a new one, if none like it was met."""
        name = self.name(state)
        number = self.numbers.get(name)
        if number is None:
            number = self.numbers[name] = len(self.movers)
            self._enter(number, state)
        elif not self.sure and self.actions[number] != state.legal_actions():
            raise Refused(f"two states of {self.title} read alike and are not: {state}")
        return number

    def _enter(self, number: int, state: Any) -> None:
        if self.bounded:
            self._stay_small(number, state)
        if number >= LARGEST and not self.limited:
            raise Refused(f"{self.title} has more than {LARGEST:,} states: `limits=bouton.Limits(positions=…)` says how many may be kept")
        if not self.sure:
            self.actions[number] = state.legal_actions()
        over = state.is_terminal()
        self.movers.append(0 if over else int(state.current_player()))
        self.ends.append(self._worth(state) if over else None)
        if not over:
            self.waiting[number] = state

    def _stay_small(self, number: int, state: Any) -> None:
        self.made += state.move_number()
        # Long histories take more room than many.
        if number >= MOST or self.made > 5 * MOST:
            raise Refused(
                f"the text of a state of {self.title} may leave out what matters, and told by their histories its states are too many: "
                f"{number:,} were met. `key=str` says that the text tells everything, `key=lambda state: tuple(state.history())` goes on"
            )

    def _worth(self, state: Any) -> str | int:
        value = float(state.player_return(0))
        if not value.is_integer() or not self.points and abs(value) > 1:
            raise Refused(f"{self.title} ends with {value} for player 0: only whole numbers are solved exactly")
        return int(value) if self.points else ("draw", "win", "loss")[int(value)]

    def start(self) -> int:
        return self.meet(self.game.new_initial_state())

    def moves(self, position: int) -> Iterable[int]:
        found = self.after.get(position)
        if found is None:
            state = self.waiting.pop(position)
            met = [self.meet(state.child(action)) for action in state.legal_actions()]
            if not met:
                raise Refused(f"a state of {self.title} has no action and is not over: {state}")
            found = self.after[position] = [(number, 0) for number in met] if self.points else met
        return range(len(found))

    def play(self, position: int, move: int) -> Any:
        return self.after[position][move]

    def outcome(self, position: int) -> str | int | None:
        return self.ends[position]

    def mover(self, position: int) -> int:
        return self.movers[position]


class Solution:
    """A `pyspiel` game, solved exactly. Values are to player 0; the start is solved, and every state that can be reached from it."""

    def __init__(self, game: Any, key: Key, states: _States | None, own: OwnAnswer | None, known: _Known | None) -> None:
        self.game = game
        self._key, self._states, self._own, self._known = key, states, own, known

    @property
    def native(self) -> str | None:
        """The name of Bouton's own game that was solved, where it is known to be the same."""
        return self._known.name if self._known else None

    @property
    def positions(self) -> int:
        """How many positions were solved."""
        return self._known.answer.positions if self._known else self._own.positions if self._own else 0

    @property
    def value(self) -> float:
        """What the start is worth to player 0."""
        return self.probe(self.game.new_initial_state())

    def probe(self, state: Any) -> float:
        """What a state is worth to player 0."""
        if not isinstance(state, _pyspiel().State):
            raise PositionError(f"{state!r} is no state of OpenSpiel: `game.new_initial_state()` is one")
        if state.get_game() != self.game and str(state.get_game()) != str(self.game):
            raise PositionError(f"this is a state of {state.get_game()}, and {self.game} was solved")
        return self._probe(state)

    def _probe(self, state: Any) -> float:
        if state.is_terminal():
            return float(state.player_return(0))
        if self._known:
            return self._known.probe(state)
        assert self._states and self._own
        number = self._states.numbers.get(self._states.name(state))
        if number is None:
            raise MissingPosition(f"no play from the start leads to this state of {self.game}: {state}")
        value = int(self._own.probe(number))
        return float(value if state.current_player() == 0 else -value)

    def audit(self, games: int = 50, seed: int = 1) -> int:
        """Plays games at random and compares each state on the way with where its actions lead; how many states agreed.

        A value that is not that of the best action means that the text of states leaves something out that matters: refused.
        """
        lot, agreed = random.Random(seed), 0
        for _ in range(games):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                worth = {action: self.probe(state.child(action)) for action in state.legal_actions()}
                best = max(worth.values()) if state.current_player() == 0 else min(worth.values())
                if best != self.probe(state):
                    raise Refused(f"the text of this state does not tell all that matters: {state}")
                state.apply_action(lot.choice(list(worth)))
                agreed += 1
        return agreed

    def best(self, state: Any) -> list[int]:
        """The actions that keep the value of a state."""
        value = self.probe(state)
        return [action for action in state.legal_actions() if self._probe(state.child(action)) == value]

    def policy(self) -> Any:
        """An optimal policy as a table: every best action alike. It has a row for each state, so it is for small games."""
        library: Any = importlib.import_module("open_spiel.python.policy")
        table = library.TabularPolicy(self.game)
        # It may have a row for every history, of many that lead to one state.
        known: dict[Hashable, list[float]] = {}
        for state in table.states:
            name = self._name(state)
            if name not in known:
                best = self.best(state)
                known[name] = [1.0 / len(best) if action in best else 0.0 for action in range(self.game.num_distinct_actions())]
            table.policy_for_key(table._state_key(state, state.current_player()))[:] = known[name]
        return table

    def exploitability(self, policy: Any) -> float:
        """How much a best response gains against a policy, on average over both players: 0 for an optimal one.

        A policy may answer to the way by which a state was reached. So every way is followed, but for a `TabularPolicy` that does the
        same at each and for a `UniformRandomPolicy`.
        """
        key = self._name if self._looks_at_states_only(policy) else _history
        return sum(self._response(policy, player, key) for player in (0, 1)) / 2.0

    def _name(self, state: Any) -> Hashable:
        return state.current_player(), self._key(state)

    def _looks_at_states_only(self, policy: Any) -> bool:
        library: Any = importlib.import_module("open_spiel.python.policy")
        if type(policy) is not library.TabularPolicy:
            return type(policy) in (library.UniformRandomPolicy, _pyspiel().UniformRandomPolicy)
        rows: dict[Hashable, bytes] = {}
        for state in policy.states:
            row = policy.policy_for_key(policy._state_key(state, state.current_player())).tobytes()
            if rows.setdefault(self._name(state), row) != row:
                return False
        return True

    def _response(self, policy: Any, player: int, key: Key) -> float:
        """What a player gets against a policy of the other who has to answer it, at best."""
        found: dict[Hashable, float] = {}

        def worth(state: Any) -> float:
            if state.is_terminal():
                return float(state.player_return(player))
            here = key(state)
            if here not in found:
                if state.current_player() == player:
                    found[here] = max(worth(state.child(action)) for action in state.legal_actions())
                else:
                    chosen = policy.action_probabilities(state)
                    found[here] = sum(chance * worth(state.child(action)) for action, chance in chosen.items() if chance > 0)
            return found[here]

        return worth(self.game.new_initial_state())

    def __repr__(self) -> str:
        by = f"as {self.native}" if self.native else "through its states"
        return f"<{self.game}: {self.value:+g} to player 0, {self.positions:,} positions {by}>"


class _Known:
    """A game that Bouton has rules of its own for: each action of OpenSpiel is a move."""

    def __init__(self, name: str, answer: Answer, translate: Callable[[Any, int], str]) -> None:
        self.name, self.answer, self.translate = name, answer, translate
        self.first = answer.position
        self.leads = answer.value.kind == "points"

    def walk(self, state: Any) -> tuple[Position, int]:
        """The position of a state, and what player 0 is ahead by there: its moves are made again."""
        position, lead = self.first, 0
        replayed = state.get_game().new_initial_state()
        for action in state.history():
            mover = replayed.current_player()
            position, gain = position._after(self.translate(replayed, action))
            lead += gain if mover == 0 else -gain
            replayed.apply_action(action)
        if str(replayed) != str(state):
            raise MissingPosition(f"play to this state did not begin at the start of {state.get_game()}: {state}")
        return position, lead

    def probe(self, state: Any) -> float:
        position, lead = self.walk(state)
        value = int(self.answer.probe(position))
        value = value if state.current_player() == 0 else -value
        return float(value + (lead if self.leads else 0))


def _grid(game: Any, name: str, fallback: int) -> int:
    return int(game.get_parameters().get(name, fallback))


def _tic_tac_toe(game: Any) -> Any:
    return "mnk", {}, lambda state, action: f"put({action // 3},{action % 3})"


def _connect_four(game: Any) -> Any:
    params = {"rows": _grid(game, "rows", 6), "cols": _grid(game, "columns", 7), "need": _grid(game, "x_in_row", 4)}
    return "connect-four", params, lambda state, action: f"drop({action})"


def _nim(game: Any) -> Any:
    given = game.get_parameters()
    heaps = [int(size) for size in str(given.get("pile_sizes", "1;3;5;7")).split(";")]
    misere = bool(given.get("is_misere", True))
    piles = len(heaps)
    return "nim", {"heaps": heaps, "misere": misere}, lambda state, action: f"take({action % piles},{action // piles + 1})"


def _breakthrough(game: Any) -> Any:
    rows, columns = _grid(game, "rows", 8), _grid(game, "columns", 8)

    def step(state: Any, action: int) -> str:
        text = state.action_to_string(state.current_player(), action)
        start, side = ord(text[0]) - ord("a"), ord(text[2]) - ord("a")
        return f"step({rows - int(text[1])},{start},{side})"

    return "breakthrough", {"rows": rows, "cols": columns, "ranks": 2 if rows >= 6 else 1}, step


def _mnk(game: Any) -> Any:
    # OpenSpiel counts columns as m and rows as n.
    params = {"m": _grid(game, "n", 15), "n": _grid(game, "m", 15), "k": _grid(game, "k", 5)}
    return "mnk", params, lambda state, action: f"put({action // params['n']},{action % params['n']})"


def _gomoku(game: Any) -> Any:
    given = game.get_parameters()
    if given.get("anti", False) or given.get("wrap", False) or _grid(game, "dims", 2) != 2:
        return None
    size = _grid(game, "size", 15)
    return "mnk", {"m": size, "n": size, "k": _grid(game, "connect", 5)}, lambda state, action: f"put({action // size},{action % size})"


def _dots_and_boxes(game: Any) -> Any:
    given = game.get_parameters()
    if not given.get("utility_margin", False):
        # Who wins is all that counts there, and the margin here.
        return None
    rows, columns = _grid(game, "num_rows", 2), _grid(game, "num_cols", 2)
    across = (rows + 1) * columns

    def side(state: Any, action: int) -> str:
        if action < across:
            return f"horizontal({action // columns},{action % columns})"
        rest = action - across
        return f"vertical({rest // (columns + 1)},{rest % (columns + 1)})"

    return "dots-and-boxes", {"rows": rows, "cols": columns}, side


#: OpenSpiel's games that Bouton has rules of its own for, tested to agree on every state of small sizes.
KNOWN: dict[str, Callable[[Any], Any]] = {
    "tic_tac_toe": _tic_tac_toe,
    "connect_four": _connect_four,
    "gomoku": _gomoku,
    "mnk": _mnk,
    "nim": _nim,
    "breakthrough": _breakthrough,
    "dots_and_boxes": _dots_and_boxes,
}


def _fits(game: Any) -> None:
    spiel = _pyspiel()
    if not isinstance(game, spiel.Game):
        raise Refused(f"{game!r} is no game of OpenSpiel: `pyspiel.load_game(\"tic_tac_toe\")` is one")
    kind = game.get_type()
    wanted = {
        "moves in turn": kind.dynamics == spiel.GameType.Dynamics.SEQUENTIAL,
        "no chance": kind.chance_mode == spiel.GameType.ChanceMode.DETERMINISTIC,
        "perfect information": kind.information == spiel.GameType.Information.PERFECT_INFORMATION,
        "a sum of zero": kind.utility == spiel.GameType.Utility.ZERO_SUM,
        "two players": game.num_players() == 2,
    }
    missing = [what for what, holds in wanted.items() if not holds]
    if missing:
        raise Refused(f"{kind.short_name} has not {', nor '.join(missing)}: it is none of the games that can be solved here")


def solve(
    game: Any,
    *,
    native: bool = True,
    key: Key | None = None,
    limits: Limits | None = None,
    progress: Told = None,
) -> Solution:
    """Solves a `pyspiel` game exactly: by rules of Bouton's own where they are known to be the same, else state by state.

    States are told apart by the player to move and by `key`, a function of a state. Without one, it is their text for the games in
    `KEYS`, and for all others the history of moves, which is always right: a game of more than 200,000 histories is refused, and of
    fewer that are long.

    `key=str` says that text tells everything about a state. That is checked as far as it can be: where two states of one key offer
    different actions, play returns to a state, or games at random find a value that does not follow from those after it, it is refused.
    """
    _fits(game)
    if key is not None and not callable(key):
        raise Refused(f"key={key!r} is no function of a state: `key=str` is one")
    if limits is not None and not isinstance(limits, Limits):
        raise Refused(f"limits={limits!r} are none: `limits=bouton.Limits(time=60)` are some")
    sure = _known_key(game)
    make = KNOWN.get(game.get_type().short_name) if native and key is None else None
    known = make(game) if make else None
    if known is not None:
        name, params, translate = known
        try:
            instance = load(name)(**params)
        except ParameterError:  # out of the bounds of Bouton's rules
            instance = None
        if instance is not None:
            answer = instance.solve(limits=limits, progress=progress)
            return Solution(game, sure or _history, None, None, _Known(name, answer, translate))
    by = key or sure or _history
    limited = limits is not None and limits.positions is not None
    states = _States(game, by, sure=key is None, bounded=by is _history, limited=limited)
    try:
        own = states.solve(limits=limits, progress=progress)
    except BoutonError as raised:
        # What a method of the game refused is no fault of the game.
        if isinstance(raised.__cause__, Refused):
            raise raised.__cause__ from None
        raise
    solution = Solution(game, by, states, own, None)
    solution.audit()
    return solution
