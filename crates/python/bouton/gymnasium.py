"""A game as a Gymnasium environment: one agent against an opponent who plays perfectly, at random, or as a function says.

>>> env = bouton.gymnasium.Env(bouton.load("mnk")(), opponent="random")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())

Needs `pip install gymnasium`.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable, Union

import gymnasium
import numpy
from gymnasium import spaces

from ._core import Answer, Instance, Position
from ._learning import Table

__all__ = ["Env"]

Opponent = Union[str, Callable[[Position], str]]


class Env(gymnasium.Env[Any, Any]):
    """Observations are the bits of the position; actions are moves by number, `env.moves[number]`; `info["action_mask"]` says which
    are legal. An illegal one loses at once. The reward is what was gained: at the end 1, 0 or −1, or points as they come."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        instance: Instance,
        *,
        player: int = 0,
        opponent: Opponent = "perfect",
        actions: Iterable[str] | None = None,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(instance, actions, max_plies)
        self.player, self.opponent, self.render_mode = player, opponent, render_mode
        self.moves = list(self.table.texts)
        self.observation_space = spaces.MultiBinary(self.table.size)
        self.action_space = spaces.Discrete(len(self.moves))
        self.answer: Answer | None = instance.solve() if opponent == "perfect" else None
        if isinstance(opponent, str) and opponent not in ("perfect", "random"):
            raise ValueError(f'opponent={opponent!r} is none of "perfect", "random", or a function')

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.table.begin()
        self._reply()
        return self.table.observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        table = self.table
        if int(action) not in table.legal:
            return table.observe(), -1.0, True, False, {**self._info(), "illegal": True}
        reward = table.play(int(action))[self.player] + self._reply()
        return table.observe(), reward, table.over, table.cut, self._info()

    def render(self) -> Any:
        drawn = self.table.position.drawing
        return "\n".join(drawn) if drawn else str(self.table.position)

    def _reply(self) -> float:
        """The opponent moves until it is the agent's turn."""
        table, gained = self.table, 0.0
        while not table.over and not table.cut and table.player != self.player:
            gained += table.play(self._chosen())[self.player]
        return gained

    def _chosen(self) -> int:
        table = self.table
        if self.answer is not None:
            best = self.answer.at(table.position)
            return table.numbers[str((best.fastest or best.best)[0])]
        if callable(self.opponent):
            return table.numbers[str(self.opponent(table.position))]
        return int(self.np_random.choice(table.legal))

    def _info(self) -> dict[str, Any]:
        mask = self.table.mask() if not self.table.over else numpy.zeros(len(self.moves), numpy.int8)
        return {"action_mask": mask, "position": str(self.table.position)}
