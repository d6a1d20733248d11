"""The exact teacher, for arrays of positions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _outflank

#: What stands in the array of :func:`outflank.score_moves` where an action is not legal or its score was not found.
UNKNOWN = -128


class Solved(NamedTuple):
    """What :func:`solve` found out, one entry for each position."""

    #: The final margin of best play for the side to move, the empty squares to the winner; a lower bound where not exact.
    score: npt.NDArray[np.int8]
    #: An action that reaches it; -1 where the game is over or none was found.
    action: npt.NDArray[np.int64]
    #: Whether the score is exact.
    exact: npt.NDArray[np.bool_]
    #: The positions looked at.
    nodes: npt.NDArray[np.uint64]


def solve(
    mover: npt.ArrayLike, opponent: npt.ArrayLike, *, nodes: int | None = None, threads: int | None = None
) -> Solved:
    """Solves positions exactly: the margin of best play and an action that reaches it.

    With ``nodes`` the search of each position gives up after about so many; scores of those are lower bounds.

    >>> import outflank
    >>> board = outflank.Board("OOOOOOOOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXX-OXXXXX-OOXXXX-XOOXX-OOOO O")
    >>> solved = outflank.solve([board.mover], [board.opponent])
    >>> int(solved.score[0]), int(solved.action[0]), bool(solved.exact[0])
    (14, 59, True)
    """
    return Solved(*_outflank.solve(mover, opponent, nodes=nodes, threads=threads))
