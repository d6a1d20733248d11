"""Gymnasium: one side of a game against one of the laboratory's players, one game or many at a time.

``gymnasium.make("outflank/Othello-v0", opponent="swh")`` finds it once this module is imported, and
``gymnasium.make("outflank.envs.gym:outflank/Othello-v0")`` without that. An illegal action loses the game at once, because agents
that do not look at the mask are to learn that; the mask is in ``info["action_mask"]``.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from .._outflank import PASS, Board, Game, Player, VecEnv, planes

Observation = npt.NDArray[np.bool_]


def _box() -> Any:
    return spaces.Box(0, 1, (2, 8, 8), bool)  # type: ignore[arg-type, unused-ignore]


class OthelloEnv(gymnasium.Env[Observation, np.int64]):
    """One game against a player. Which colour the agent has is drawn anew for each game."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, opponent: str = "random", render_mode: str | None = None) -> None:
        self.opponent = Player(opponent)
        self.render_mode = render_mode
        self.observation_space = _box()
        self.action_space = spaces.Discrete(PASS + 1)
        self._game = Game()
        self._agent = 0
        self._is_closed = False
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game."""
        super().reset(seed=seed)
        if self._is_closed:
            raise RuntimeError("the environment is closed")
        self._game = Game()
        self._agent = int(self.np_random.integers(2))
        self._is_over = False
        self._answer()
        return self._seen()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the opponent's answers to it."""
        if self._is_closed:
            raise RuntimeError("the environment is closed")
        if self._is_over:
            raise RuntimeError("the game is over: call reset")
        if int(action) not in self._game.legal_actions():
            self._is_over = True
            return self._seen()[0], -1.0, True, False, {**self._seen()[1], "illegal": True}
        self._game.play(int(action))
        self._answer()
        self._is_over = self._game.is_over
        reward = float(self._game.board.returns()[self._agent])
        return self._seen()[0], reward, self._is_over, False, self._seen()[1]

    def render(self) -> str | None:
        """The board as a drawing."""
        return self._game.board.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Ends the environment."""
        self._is_closed = True

    def _answer(self) -> None:
        while not self._game.is_over and self._game.board.player != self._agent:
            self._game.play(self.opponent.choose(self._game, seed=int(self.np_random.integers(1 << 62))))

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        board: Board = self._game.board
        planes = board.planes() if board.player == self._agent else board.planes()[::-1].copy()
        return planes, {"action_mask": board.legal_mask().astype(np.int8), "player": self._agent}


class OthelloVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], Any]):
    """Many games at once against a player, which begin anew in the step that ends them (``AutoresetMode.SAME_STEP``).

    Agents have Black in the games of even number and White in the others. Of games that ended, ``info["final_obs"]`` has
    the last board as the agent sees it, and ``info["final_info"]["illegal"]`` says whether an illegal action ended it.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(self, num_envs: int = 1, opponent: str = "random", **_: Any) -> None:
        self.num_envs = num_envs
        self.opponent = Player(opponent)
        self.single_observation_space = _box()
        self.single_action_space = spaces.Discrete(PASS + 1)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._env = VecEnv(num_envs)
        self._agents = np.arange(num_envs) % 2
        self._masks: npt.NDArray[np.bool_] = np.zeros((num_envs, PASS + 1), bool)
        self._answers = 0
        self._seed = 0

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games."""
        first = seed[0] if isinstance(seed, list) else seed
        if first is not None:
            self._seed, self._answers = first, 0
        observations, self._masks = self._env.reset(seed=first)
        observations, _, _ = self._answered(observations)
        return observations, self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in each game, and the opponent's answers. An illegal action loses the game."""
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"expected {self.num_envs} actions as whole numbers, got {actions.dtype}")
        if actions.shape != (self.num_envs,):
            raise ValueError(f"expected {self.num_envs} actions, got shape {actions.shape}")
        actions = actions.astype(np.int64)
        before = self._env.bitboards()
        illegal = ~self._masks[np.arange(self.num_envs), np.clip(actions, 0, PASS)] | (actions < 0) | (actions > PASS)
        # A lost game begins anew: the others go on.
        legal = np.where(illegal, self._masks.argmax(1), actions)
        observations, rewards, done, self._masks = self._env.step(legal)
        reward = rewards[np.arange(self.num_envs), self._agents].astype(np.float64)
        if illegal.any():
            start = Board()
            mover, opponent = self._env.bitboards()
            players = self._env.players
            mover[illegal], opponent[illegal], players[illegal] = start.mover, start.opponent, 0
            self._env.set(mover, opponent, players)
            observations, self._masks = self._env.observe()
            reward[illegal], done[illegal] = -1.0, True
        observations, later, ended = self._answered(observations, ~done)
        reward += later
        done |= ended
        truncated = np.zeros(self.num_envs, bool)
        return observations, reward, done, truncated, {**self._info(), **self._final(done, illegal, before)}

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the environment."""
        self._env.close()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._masks.astype(np.int8), "_action_mask": np.ones(self.num_envs, bool)}

    def _final(
        self,
        done: npt.NDArray[np.bool_],
        illegal: npt.NDArray[np.bool_],
        before: tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]],
    ) -> dict[str, Any]:
        """What Gymnasium wants to be told of games that ended in this step."""
        if not done.any():
            return {}
        mover, opponent = self._env.final_bitboards()
        is_agents = self._env.final_players == self._agents
        # An illegal action was the agent's turn, on the board before it.
        own = np.where(illegal, before[0], np.where(is_agents, mover, opponent))
        other = np.where(illegal, before[1], np.where(is_agents, opponent, mover))
        final = np.full(self.num_envs, None, object)
        for row, seen in zip(np.flatnonzero(done), planes(own[done], other[done])):
            final[row] = seen
        return {
            "final_obs": final,
            "_final_obs": done.copy(),
            "final_info": {"illegal": illegal & done, "_illegal": done.copy()},
            "_final_info": done.copy(),
        }

    def _answered(
        self, observations: Observation, counted: npt.NDArray[np.bool_] | None = None
    ) -> tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """Has the opponent play wherever it is to move, until it is the agent's turn everywhere."""
        reward = np.zeros(self.num_envs)
        ended = np.zeros(self.num_envs, bool)
        while True:
            waiting = self._env.players != self._agents
            if not waiting.any():
                return observations, reward, ended
            mover, opponent = self._env.bitboards()
            players = self._env.players
            self._answers += 1
            answers = self.opponent.choose_batch(
                mover[waiting], opponent[waiting], players[waiting], seed=self._seed * 1_000_003 + self._answers
            )
            actions = np.full(self.num_envs, -1, np.int64)
            actions[waiting] = answers
            observations, rewards, done, self._masks = self._env.step(actions)
            over = done & waiting
            own = rewards[np.arange(self.num_envs), self._agents]
            is_first = over & (np.ones(self.num_envs, bool) if counted is None else counted) & ~ended
            reward[is_first] = own[is_first]
            ended |= over


gymnasium.register(
    id="outflank/Othello-v0",
    entry_point="outflank.envs.gym:OthelloEnv",
    vector_entry_point="outflank.envs.gym:OthelloVectorEnv",
)
