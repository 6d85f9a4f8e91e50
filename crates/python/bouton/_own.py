"""Games of one's own in Python, for what the rules language lacks. As slow as Python is; everything else is as with rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, Hashable, Iterable, TypeVar

from . import _core, _progress
from ._limits import Limits

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")


class PythonGame(ABC, Generic[P, M]):
    """A game of two players, told by methods. Positions are anything hashable; players move in turn, unless `mover` says otherwise.

    >>> class Subtraction(PythonGame[int, int]):
    ...     impartial = True
    ...     def start(self): return 21
    ...     def moves(self, position): return range(1, min(3, position) + 1)
    ...     def play(self, position, move): return position - move
    ...     def outcome(self, position): return "loss" if position == 0 else None
    >>> Subtraction().solve().value
    Value('win', plies=11)
    """

    players: tuple[str, str] = ("First", "Second")
    #: Whether moves give points: then `play` gives a pair, the next position and the points of the player who moves (or of both).
    points: bool = False
    #: What endless play means: "draw" (in a game of points, nobody leads from there on), or the name of the player who wins it;
    #: None where play never repeats.
    repeat: str | None = None
    #: Whether a position is worth the same to whoever moves there: then the turn is dropped.
    impartial: bool = False

    @abstractmethod
    def start(self) -> P:
        """Where play begins."""

    @abstractmethod
    def moves(self, position: P) -> Iterable[M]:
        """Every legal move, always in the same order."""

    @abstractmethod
    def play(self, position: P, move: M) -> Any:
        """The position after a move; in games of points, a pair of it and the points."""

    @abstractmethod
    def outcome(self, position: P) -> str | int | None:
        """None while play goes on; else "win", "draw" or "loss" for the player to move, or in games of points their last lead."""

    def mover(self, position: P) -> int | str:
        """Whose turn it is, 0 or 1 or a name. Without it, players move in turn."""
        raise NotImplementedError

    def rank(self, position: P) -> int:
        """A number that every move raises. With one, large games are solved layer by layer."""
        raise NotImplementedError

    def show(self, position: P) -> str:
        """The position in words, for messages."""
        return str(position)

    def plan(self, ask: str = "table") -> _core.Plan:
        """Which method would solve it, and why the others would not."""
        return _core.plan_own(self, ask)

    def solve(
        self,
        ask: str = "table",
        *,
        limits: Limits | None = None,
        progress: _progress.Told = None,
        method: str | None = None,
    ) -> _core.OwnAnswer:
        """Solves it exactly, by the first method that fits."""
        tell, close = _progress.teller(progress)
        try:
            return _core.solve_own(self, ask, limits, tell, method)
        finally:
            close()
