"""A game and its states with the methods of OpenSpiel's, for code that was written for it.

>>> from outflank.envs.openspiel import load_game
>>> state = load_game().new_initial_state()
>>> state.legal_actions()
[19, 26, 37, 44]
>>> state.apply_action(19)
>>> state.current_player()
1
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .._outflank import PASS, Board

#: What OpenSpiel calls the player of a state that is over.
TERMINAL = -4


class State:
    """A position in a game, with OpenSpiel's methods."""

    def __init__(self, board: Board | None = None, history: list[int] | None = None) -> None:
        self.board = board or Board()
        self._history = list(history or [])

    def current_player(self) -> int:
        """0 is Black, 1 is White, -4 when the game is over."""
        return TERMINAL if self.board.is_over else self.board.player

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of the side to move, or of a player: none if it is not its turn."""
        if player is not None and player != self.current_player():
            return []
        return self.board.legal_actions()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """The same as a list of 65 zeros and ones."""
        legal = self.legal_actions(player)
        return [int(action in legal) for action in range(PASS + 1)]

    def apply_action(self, action: int) -> None:
        """Plays an action."""
        self.board = self.board.apply(action)
        self._history.append(action)

    def child(self, action: int) -> State:
        """The state after an action."""
        return State(self.board.apply(action), [*self._history, action])

    def clone(self) -> State:
        """A copy that goes on by itself."""
        return State(self.board, self._history)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.board.is_over

    def returns(self) -> list[float]:
        """What both players get: 1, 0 or -1 once the game is over."""
        return list(self.board.returns())

    def history(self) -> list[int]:
        """Everything that was played."""
        return list(self._history)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Three planes in a row: empty squares, the player's discs, the other's."""
        return [float(value) for value in self._planes(player).reshape(-1)]

    def _planes(self, player: int | None) -> npt.NDArray[np.bool_]:
        own, other = self.board.planes()
        if (self.board.player if player is None else player) != self.board.player:
            own, other = other, own
        return np.stack([~(own | other), own, other])

    def action_to_string(self, player: int, action: int) -> str:
        """An action by its name, as in ``"d3 (x)"``."""
        square = "pass" if action == PASS else f"{'abcdefgh'[action % 8]}{action // 8 + 1}"
        return f"{square} ({'xo'[player]})"

    def __str__(self) -> str:
        return self.board.draw()


class Game:
    """The game, with OpenSpiel's methods."""

    def new_initial_state(self) -> State:
        """The start."""
        return State()

    def num_distinct_actions(self) -> int:
        """64 squares and the pass."""
        return PASS + 1

    def num_players(self) -> int:
        """Black and White."""
        return 2

    def max_game_length(self) -> int:
        """More than any game has plies, as OpenSpiel says it."""
        return 128

    def observation_tensor_shape(self) -> list[int]:
        """Three planes."""
        return [3, 8, 8]

    def min_utility(self) -> float:
        """A loss."""
        return -1.0

    def max_utility(self) -> float:
        """A win."""
        return 1.0


def load_game(name: str = "othello") -> Game:
    """The game of this name: there is one."""
    if name != "othello":
        raise ValueError(f"there is no game “{name}” here, only othello")
    return Game()
