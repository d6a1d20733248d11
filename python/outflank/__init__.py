"""A laboratory for learning to play Othello.

Fast vectorised rules, an exact teacher, rated opponents and honest statistics in one package::

    >>> import outflank
    >>> env = outflank.VecEnv(4, seed=1)
    >>> obs, mask = env.reset()
    >>> obs.shape, mask.shape
    ((4, 2, 8, 8), (4, 65))
    >>> obs, reward, done, mask = env.step(env.sample())

Actions are 0 to 63 for a1 to h8 by rows and 64 for the pass, as OpenSpiel and pgx have them. Observations are two
planes, the mover's discs and the opponent's. Whatever takes long releases the GIL and listens to Ctrl-C.
"""

from __future__ import annotations

from ._outflank import (
    PASS,
    PROGRAM,
    Board,
    FunctionPlayer,
    Game,
    Player,
    Study,
    VecEnv,
    canonical,
    legal_mask,
    planes,
    score_moves,
    symmetric,
    symmetries,
)
from .contests import League, Place, Standing, from_evaluator, from_function, ladder, league, match
from .data import Positions, read, split
from .learner import Learner, Training
from .runs import Run, learn
from .teacher import UNKNOWN, Solved, solve

__all__ = [
    "PASS",
    "PROGRAM",
    "UNKNOWN",
    "Board",
    "FunctionPlayer",
    "Game",
    "League",
    "Learner",
    "Place",
    "Player",
    "Positions",
    "Run",
    "Solved",
    "Standing",
    "Study",
    "Training",
    "VecEnv",
    "canonical",
    "from_evaluator",
    "from_function",
    "ladder",
    "league",
    "learn",
    "legal_mask",
    "match",
    "planes",
    "read",
    "score_moves",
    "solve",
    "split",
    "symmetric",
    "symmetries",
]
