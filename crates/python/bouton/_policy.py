"""Ways to play: optimal ones from an answer, and what any other gives away against a best response."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from ._core import Answer, Move, OwnAnswer, Value
from .errors import MissingPosition, MoveError, Refused

if TYPE_CHECKING:
    from fractions import Fraction

#: What may be asked how to play: it gives a move, or a dict of moves with their probabilities.
Playing = Union[Callable[[Any], Any], Mapping[Any, Any]]


class MoveRegret(NamedTuple):
    """A move of a line: who made it; what it gave away (points; or of a win 1 for a draw and 2 for a loss); what the position was worth to
    that player, and what the move left of it; a better move, where there is one."""

    player: str
    move: Move
    regret: int
    value: Value
    worth: Value
    better: Move | None


class Policy:
    """An optimal way to play a solved game. Called with a position it gives its best moves with their probabilities; `move` gives one.

    >>> policy = bouton.load("1140")(piles=[2, 7, 9, 4, 4]).solve().policy()
    >>> policy.move("i=0 M=1")
    Move('take', X=1)
    """

    def __init__(self, answer: Answer | OwnAnswer | _Rows, tie: str = "first") -> None:
        if tie not in ("first", "uniform"):
            raise ValueError(f'tie={tie!r} is neither "first" nor "uniform"')
        self.answer = answer
        self.tie = tie

    def __call__(self, position: Any, turn: str | None = None) -> dict[Any, Fraction]:
        """The best moves of a position with their probabilities; none where play is over. `turn` is as in `OwnAnswer.probe`."""
        # Takes a while to import, so it waits for whoever needs it.
        from fractions import Fraction

        best = self.answer._best(position) if isinstance(self.answer, Answer) else self.answer._best(position, turn)
        best = best[:1] if self.tie == "first" else best
        return {move: Fraction(1, len(best)) for move in best}

    def move(self, position: Any, turn: str | None = None) -> Any:
        """The first best move of a position; None where play is over."""
        return next(iter(self(position, turn)), None)

    def __repr__(self) -> str:
        return f"<optimal play: {'the first best move' if self.tie == 'first' else 'every best move alike'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # The rules of an `OwnAnswer` may be anything: its best moves stand for it.
        answer = _Rows.of(self.answer) if isinstance(self.answer, OwnAnswer) else self.answer
        return Policy, (answer, self.tie)


class _Rows:
    """The best moves of every position that play reaches in a game of one's own."""

    def __init__(self, rows: dict[tuple[Any, str], list[Any]], players: tuple[str, str]) -> None:
        self.rows = rows
        self.players = players

    @classmethod
    def of(cls, answer: OwnAnswer) -> _Rows:
        start, players = answer._start()
        rows: dict[tuple[Any, str], list[Any]] = {}
        waiting = [start]
        while waiting:
            here = waiting.pop()
            if here not in rows:
                rows[here] = answer._best(*here)
                waiting += [place for _, _, place in answer._look(*here)[2]]
        return cls(rows, players)

    def _best(self, position: Any, turn: str | None = None) -> list[Any]:
        for player in self.players if turn is None else (turn,):
            if (position, player) in self.rows:
                return self.rows[position, player]
        raise KeyError(position)


def exploitability(answer: Answer | OwnAnswer, policy: Playing, player: str | None = None) -> Any:
    """How much a best response gains against a policy, from where the answer stands."""
    from fractions import Fraction

    players = list(answer._start()[1])
    if player is not None and player not in players:
        raise ValueError(f"player={player!r} is no player: they are {players[0]} and {players[1]}")
    first = int(answer.value) * (1 if answer.mover == players[0] else -1)

    def gained(seat: int) -> Any:
        return _response(answer, policy, 1 - seat) + (first if seat == 0 else -first)

    return gained(players.index(player)) if player is not None else (gained(0) + gained(1)) * Fraction(1, 2)


def _response(answer: Answer | OwnAnswer, policy: Playing, seat: int) -> Any:
    """What the player in a seat gets at best against a policy in the other: from the ends of play backwards."""
    own = isinstance(answer, OwnAnswer)
    start: Any = answer._start()[0]
    ways: dict[Any, list[tuple[Any, Any, Any]] | None] = {}
    worth: dict[Any, Any] = {}
    waiting = [start]
    while waiting:
        here = waiting[-1]
        if here in worth:
            waiting.pop()
        elif here in ways:
            chosen = [(chance, gain + worth[place]) for chance, gain, place in ways[here] or ()]
            # Moves of one's own have no chances: the best is taken.
            mine = chosen[0][0] is None
            worth[here] = max(got for _, got in chosen) if mine else sum(chance * got for chance, got in chosen)
            ways[here] = None
        else:
            second, final, steps = answer._look(*here) if isinstance(answer, OwnAnswer) else here._look()
            sign = 1 if (seat == 1) == second else -1
            if final is not None:
                worth[here] = final if seat == 0 else -final
                continue
            ways[here] = [(None, gain, place) for _, gain, place in steps] if sign == 1 else list(_played(policy, here, own, steps))
            for _, _, place in ways[here] or ():
                if place in worth:
                    continue
                if place in ways:
                    raise Refused(f"play against this policy may go round for ever: it comes back to `{place}`")
                waiting.append(place)
    return worth[start]


def _played(policy: Playing, here: Any, own: bool, steps: list[Any]) -> Iterator[tuple[Any, Any, Any]]:
    """What a policy does: chances, what each gives whoever answers, and where it leads."""
    position = here[0] if own else here
    if isinstance(policy, Policy):
        chosen: Any = policy(*here) if own else policy(here)
    elif isinstance(policy, Mapping):
        named = position if position in policy else str(position)
        if named not in policy:
            raise MissingPosition(f"the policy says nothing of `{position}`")
        chosen = policy[named]
    else:
        chosen = policy(position)
    chances = chosen if isinstance(chosen, Mapping) else {chosen: 1}
    total = sum(chances.values())
    if abs(total - 1) > 1e-9 or min(chances.values()) < 0:
        raise ValueError(f"the probabilities of the moves at `{position}` are {chances}: they are no probabilities, or do not add up to 1")
    for move, chance in chances.items():
        found = next((step for step in steps if step[0] == move), None)
        if found is None:
            raise MoveError(f"the policy plays `{move}` at `{position}`, which is no legal move there")
        if chance:
            yield chance, -found[1], found[2]
