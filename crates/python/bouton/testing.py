"""For tests: a Hypothesis strategy from the parameter types of a game.

>>> @given(case=bouton.testing.games(bouton.load("1140"), max={"len": 8}))
... def test_mine(case):
...     assert mine(**case) == bouton.load("1140")(**case).solve().totals["Alice"]
"""

from __future__ import annotations

import importlib
from typing import Any, Mapping, Sequence

from . import _core
from ._game import Game

__all__ = ["games"]


def games(
    game: Game,
    *,
    max: Mapping[str, int] | None = None,
    min: int | None = None,
    vary: Sequence[str] = (),
    **fixed: Any,
) -> Any:
    """A strategy for the parameters of a game, as dicts; what the rules refuse is never drawn.

    `max` bounds them: `{"len": 12, "value": 20}`, or a parameter by name. Parameters with defaults keep them, but for those
    that `vary`.
    """
    hypothesis: Any = importlib.import_module("hypothesis")
    strategies: Any = importlib.import_module("hypothesis.strategies")
    most = dict(max or {})

    def params(draw: Any) -> dict[str, Any]:
        def choose(count: int) -> int:
            return int(draw(strategies.integers(0, count - 1)))

        drawn = _core.drawn(game._rules, most, min, fixed, list(vary), choose)
        hypothesis.assume(drawn is not None)
        return drawn or {}

    return strategies.composite(params)()
