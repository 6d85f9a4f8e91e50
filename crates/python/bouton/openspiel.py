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
from typing import Any, Callable, Iterable, Mapping

from . import _core
from ._core import Answer, Instance, Move, OwnAnswer, Position
from ._game import load
from ._learning import in_order
from ._limits import Limits
from ._own import PythonGame
from ._progress import Told
from .errors import Refused

__all__ = ["KNOWN", "Solution", "register", "solve"]

#: Positions that are looked at to find the actions of a game that is registered.
MOST = 200_000


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
    whole, seen, _, longest, gain = _core.explore(instance, MOST)
    texts = in_order(set(seen) | set(actions or ()))
    if not whole and actions is None:
        raise Refused(f"{instance.title} has more than {MOST:,} positions: say `actions`, the texts of all its moves")
    length = longest if max_game_length is None else max_game_length
    if length is None:
        raise Refused(f"how long {instance.title} lasts is not known: say `max_game_length`")
    utility = float(min(gain * max(length, 1), 2**53)) if instance.points else 1.0
    kind = spiel.GameType
    short = name or f"bouton_{_plain(instance)}"
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
    if short in spiel.registered_names():
        raise ValueError(f"OpenSpiel knows a game `{short}` already: give another name")
    spiel.register_game(game_type, made)
    return spiel.load_game(short)


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
            self._choices: dict[int, Move] | None = None
            self._over: list[float] | None = None
            self._look()

        def _look(self) -> None:
            """What can be done here, or how it ended."""
            final = self.position._final()
            self._choices = {numbers[str(move)]: move for move in self.position.moves}
            self._over = None
            if final is not None:
                self._over = [float(self.lead + final), float(-self.lead - final)]
            elif self.made >= length:
                self._over = [0.0, 0.0]

        def current_player(self) -> Any:
            if self._over is not None:
                return spiel.PlayerId.TERMINAL
            return players.index(str(self.position.turn))

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(self._choices or ()) if self._over is None else []

        def _apply_action(self, action: int) -> None:
            move = (self._choices or {})[action]
            mover = players.index(str(self.position.turn))
            after, gain = self.position._after(move)
            self.lead += gain if mover == 0 else -gain
            self.position = after
            self.made += 1
            self._look()

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


class _Keyed(PythonGame[str, int]):
    """A `pyspiel` game: positions are the player to move and the state as text."""

    players = ("0", "1")

    def __init__(self, game: Any) -> None:
        self.game = game
        self.points = not (game.min_utility() == -1.0 and game.max_utility() == 1.0)
        self.states: dict[str, Any] = {}
        self.actions: dict[str, list[int]] = {}

    @staticmethod
    def key(state: Any) -> str:
        """What tells a state from others: its text with the player to move, or how it ended."""
        player = f"end {state.player_return(0)}" if state.is_terminal() else state.current_player()
        return f"{player}|{state}"

    def keep(self, state: Any) -> str:
        """The key of a state. Two states of one key must offer the same: else the text does not tell the whole state."""
        key = self.key(state)
        actions = self.actions.get(key)
        found = state.legal_actions()
        if actions is None:
            self.states[key], self.actions[key] = state, found
        elif actions != found:
            raise Refused(f"two states of {self.game.get_type().short_name} read alike and are not: {state}")
        return key

    def start(self) -> str:
        return self.keep(self.game.new_initial_state())

    def moves(self, position: str) -> list[int]:
        return self.actions[position]

    def play(self, position: str, move: int) -> Any:
        key = self.keep(self.states[position].child(move))
        return (key, 0) if self.points else key

    def outcome(self, position: str) -> str | int | None:
        state = self.states[position]
        if not state.is_terminal():
            return None
        value = state.player_return(0)
        if self.points:
            if value != int(value):
                raise Refused(f"{value} is no whole number: this game's returns cannot be solved exactly")
            return int(value)
        return "win" if value > 0 else "loss" if value < 0 else "draw"

    def mover(self, position: str) -> int:
        player = self.states[position].current_player()
        return int(player) if player >= 0 else 0


class Solution:
    """A `pyspiel` game, solved exactly. Values are to player 0; the start is solved, and every state that can be reached from it."""

    def __init__(self, game: Any, keyed: _Keyed | None, own: OwnAnswer | None, known: _Known | None) -> None:
        self.game = game
        self._keyed, self._own, self._known = keyed, own, known

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
        if self._known:
            return self._known.probe(state)
        assert self._keyed and self._own
        if state.is_terminal():
            return float(state.player_return(0))
        value = int(self._own.probe(_Keyed.key(state)))
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
        if state.is_terminal():
            return []
        value = self.probe(state)
        return [action for action in state.legal_actions() if self.probe(state.child(action)) == value]

    def policy(self) -> Any:
        """An optimal policy as a table: every best action alike. It has a row for each state, so it is for small games."""
        library: Any = importlib.import_module("open_spiel.python.policy")
        table = library.TabularPolicy(self.game)
        for state in table.states:
            row = table.policy_for_key(table._state_key(state, state.current_player()))
            best = self.best(state)
            row[:] = [1.0 / len(best) if action in best else 0.0 for action in range(self.game.num_distinct_actions())]
        return table

    def exploitability(self, policy: Any) -> float:
        """How much a best response gains against a policy, on average over both players: 0 for an optimal one."""
        return sum(self._response(policy, player) for player in (0, 1)) / 2.0

    def _response(self, policy: Any, player: int) -> float:
        """What a player gets against a policy of the other who has to answer it, at best."""
        found: dict[str, float] = {}

        def worth(state: Any) -> float:
            if state.is_terminal():
                return float(state.player_return(player))
            key = _Keyed.key(state)
            if key not in found:
                if state.current_player() == player:
                    found[key] = max(worth(state.child(action)) for action in state.legal_actions())
                else:
                    chosen = policy.action_probabilities(state)
                    found[key] = sum(chance * worth(state.child(action)) for action, chance in chosen.items() if chance > 0)
            return found[key]

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
        return position, lead

    def probe(self, state: Any) -> float:
        if state.is_terminal():
            return float(state.player_return(0))
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
    "nim": _nim,
    "breakthrough": _breakthrough,
    "dots_and_boxes": _dots_and_boxes,
}


def _fits(game: Any) -> None:
    spiel, kind = _pyspiel(), game.get_type()
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
    limits: Limits | None = None,
    progress: Told = None,
) -> Solution:
    """Solves a `pyspiel` game exactly: by rules of Bouton's own where they are known to be the same, else state by state.

    States are told apart by the player to move and their text. Where two states read alike and offer different actions, play returns to
    a state, or games at random find a value that does not follow from those after it, it is refused: then text does not tell the whole.
    """
    _fits(game)
    make = KNOWN.get(game.get_type().short_name) if native else None
    known = make(game) if make else None
    if known is not None:
        name, params, translate = known
        try:
            instance = load(name)(**params)
        except (ValueError, TypeError):
            instance = None
        if instance is not None:
            answer = instance.solve(limits=limits, progress=progress)
            return Solution(game, None, None, _Known(name, answer, translate))
    keyed = _Keyed(game)
    solution = Solution(game, keyed, keyed.solve(limits=limits, progress=progress), None)
    solution.audit()
    return solution
