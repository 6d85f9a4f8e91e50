"""Programs of one's own, tried on cases until one of them is wrong."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Sequence

from . import _core, _progress
from ._game import Game
from .errors import Mismatch


def stress(
    game: Game,
    function: Callable[..., Any],
    cases: int = 10_000,
    *,
    seed: int = 7,
    max: Mapping[str, int] | None = None,
    min: int | None = None,
    profiles: Sequence[str] = ("tiny", "random", "random", "equal", "increasing", "random"),
    answer: str | None = None,
    vary: Sequence[str] = (),
    progress: _progress.Told = None,
    **fixed: Any,
) -> int:
    """Calls a function with the parameters of each case and compares what it returns; how many cases agreed.

    The first wrong answer is made as small as it can be and raised as a `Mismatch`. `answer` says what is asked, as in
    `answer="total(Alice)"`; without it, the first player's points, their lead, or who wins.
    """
    tell, close = _progress.teller(progress)
    try:
        agreed, wrong = _core.stress(
            game._rules, function, cases, seed, dict(max or {}), min, list(profiles), answer, fixed, list(vary), tell
        )
    finally:
        close()
    if wrong is None:
        return int(agreed)
    (case, mine, right, shown), (small, small_mine, small_right, small_shown), cause = wrong
    name = getattr(function, "__name__", str(function))
    message = (
        f"`{name}` is wrong on case {agreed}\n"
        f"  case      {shown}   it says {mine}, right is {right}\n"
        f"  smallest  {small_shown}   it says {small_mine}, right is {small_right}"
    )
    mismatch = Mismatch(message, case=case, mine=small_mine, right=small_right, shrunk=small, name=name)
    raise mismatch from cause
