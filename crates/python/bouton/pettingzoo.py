"""A game as a PettingZoo environment: two agents in turn, by the names of the players.

>>> env = bouton.pettingzoo.env(bouton.load("connect-four")())
>>> env.reset()

Needs `pip install pettingzoo`.
"""

from __future__ import annotations

import importlib
from typing import Any, Iterable

from gymnasium import spaces

from ._core import Instance
from ._learning import Table

__all__ = ["RawEnv", "env"]


_AECEnv: Any = importlib.import_module("pettingzoo").AECEnv
_wrappers: Any = importlib.import_module("pettingzoo.utils").wrappers


class RawEnv(_AECEnv):  # type: ignore[misc]
    """Observations hold the bits of the position and the mask of legal moves; actions are moves by number, `env.moves[number]`."""

    metadata = {"render_modes": ["ansi"], "name": "bouton", "is_parallelizable": False}

    def __init__(
        self,
        instance: Instance,
        *,
        actions: Iterable[str] | None = None,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(instance, actions, max_plies)
        self.moves = list(self.table.texts)
        self.render_mode = render_mode
        self.possible_agents = list(instance.players)
        observation: dict[str, Any] = {
            "observation": spaces.MultiBinary(self.table.size),
            "action_mask": spaces.MultiBinary(len(self.moves)),
        }
        self.observation_spaces = {agent: spaces.Dict(observation) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.moves)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        mask = self.table.mask()
        if self.table.over or agent != self.possible_agents[self.table.player]:
            mask[:] = 0
        return {"observation": self.table.observe(), "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        for agent in self.possible_agents:
            self.action_spaces[agent].seed(seed)
        self.table.begin()
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.player]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        gained = self.table.play(int(action))
        self.rewards = dict(zip(self.possible_agents, gained))
        over, cut = self.table.over, self.table.cut
        self.terminations = {agent: over for agent in self.agents}
        self.truncations = {agent: cut for agent in self.agents}
        ended = over or cut
        other = self.possible_agents[1 - self.possible_agents.index(agent)]
        self.agent_selection = other if ended else self.possible_agents[self.table.player]
        self._accumulate_rewards()

    def render(self) -> Any:
        drawn = self.table.position.drawing
        return "\n".join(drawn) if drawn else str(self.table.position)


def env(instance: Instance, **how: Any) -> Any:
    """The environment with the usual wrappers: an illegal move loses, and using it out of order is an error."""
    made: Any = RawEnv(instance, **how)
    made = _wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = _wrappers.AssertOutOfBoundsWrapper(made)
    return _wrappers.OrderEnforcingWrapper(made)
