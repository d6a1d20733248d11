"""PettingZoo's AEC interface: ``outflank.envs.pettingzoo.othello_v0.env()``.

Agents are ``black_0`` and ``white_0``. An observation is a dictionary of ``observation``, (8, 8, 2) truth values with one's own
discs first, and ``action_mask``, 65 of 0 and 1. Who plays an illegal action loses, by PettingZoo's wrapper.
"""

from __future__ import annotations

from typing import Any

import gymnasium.spaces as spaces
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .._outflank import PASS, Board

AGENTS = ["black_0", "white_0"]


def env(render_mode: str | None = None) -> AECEnv:
    """The environment with PettingZoo's usual wrappers."""
    made: Any = raw_env(render_mode=render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # noqa: N801 - the name that PettingZoo's modules have
    """The environment without wrappers."""

    metadata = {"name": "othello_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, render_mode: str | None = None) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(PASS + 1) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (8, 8, 2), bool),
                    "action_mask": spaces.Box(0, 1, (PASS + 1,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.board = Board()

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Nothing in it is random."""
        self.board = Board()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees; nothing is legal for the one that is not to move."""
        is_own = AGENTS[self.board.player] == agent
        planes = self.board.planes("hwc")
        mask = self.board.legal_mask().astype(np.int8) if is_own else np.zeros(PASS + 1, np.int8)
        return {"observation": planes if is_own else planes[:, :, ::-1].copy(), "action_mask": mask}

    def step(self, action: int) -> None:
        """Plays an action of the agent that is to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.board = self.board.apply(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.board.is_over:
            self.rewards = dict(zip(AGENTS, self.board.returns()))
            self.terminations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()
        self.agent_selection = AGENTS[self.board.player]

    def render(self) -> str | None:
        """The board as a drawing."""
        return self.board.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


class othello_v0:  # noqa: N801 - named as PettingZoo names its modules
    """What PettingZoo's users import: ``from outflank.envs.pettingzoo import othello_v0``."""

    env = staticmethod(env)
    raw_env = raw_env
