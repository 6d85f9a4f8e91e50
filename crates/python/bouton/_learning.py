"""What learning agents see of a game: moves as numbers, positions as bits."""

from __future__ import annotations

import importlib
import re
from typing import Any, Iterable

from . import _core
from ._core import Instance, Position
from .errors import Refused

#: Positions that are looked at to find the moves of a game.
MOST = 200_000


def in_order(texts: Iterable[str]) -> list[str]:
    """`take(10)` comes after `take(2)`."""
    return sorted(texts, key=lambda text: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)])


class Table:
    """A game at which agents sit: where play stands, what may be done, what was gained."""

    def __init__(self, instance: Instance, actions: Iterable[str] | None, max_plies: int | None) -> None:
        whole, seen, _, longest, _ = _core.explore(instance, MOST)
        if not whole and actions is None:
            raise Refused(f"{instance.title} has more than {MOST:,} positions: say `actions`, the texts of all its moves")
        if longest is None and max_plies is None:
            raise Refused(f"how long {instance.title} lasts is not known: say `max_plies`")
        self.instance = instance
        self.texts = in_order(set(seen) | set(actions or ()))
        self.numbers = {text: number for number, text in enumerate(self.texts)}
        self.max_plies = max_plies
        self.size = 8 * len(instance.start_position._bits())
        self.numpy: Any = importlib.import_module("numpy")
        self.begin()

    def begin(self) -> None:
        """From the start again."""
        self.position: Position = self.instance.start_position
        self.plies = 0
        self.gained = [0, 0]

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self.instance.players.index(str(self.position.turn)) if self.position.turn else 0

    @property
    def legal(self) -> list[int]:
        """The numbers of the moves that may be made."""
        return sorted(self.numbers[str(move)] for move in self.position.moves)

    def mask(self) -> Any:
        """For each move 1 if it may be made, else 0."""
        mask = self.numpy.zeros(len(self.texts), self.numpy.int8)
        mask[self.legal] = 1
        return mask

    def observe(self) -> Any:
        """The position as bits, whose turn it is among them."""
        return self.numpy.unpackbits(self.numpy.frombuffer(self.position._bits(), self.numpy.uint8)).astype(self.numpy.int8)

    def play(self, number: int) -> list[float]:
        """Makes a move: what it gives each player; at the end, what the end gives."""
        player = self.player
        self.position, gain = self.position._after(self.texts[number])
        self.plies += 1
        first = gain if player == 0 else -gain
        final = self.position._final()
        first += final or 0
        return [float(first), float(-first)]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.position.over

    @property
    def cut(self) -> bool:
        """Whether play has lasted as long as it may."""
        return self.max_plies is not None and self.plies >= self.max_plies and not self.over
