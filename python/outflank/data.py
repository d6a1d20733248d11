"""Files of games and positions as arrays, and splits that leak nothing."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Union

import numpy as np
import numpy.typing as npt

from . import _outflank


@dataclass(frozen=True)
class Positions:
    """Positions of a file, one row for each; rows of one game stand together."""

    #: The format that the file was in.
    format: str
    mover: npt.NDArray[np.uint64]
    opponent: npt.NDArray[np.uint64]
    #: Who is to move: 0 is Black, 1 is White.
    player: npt.NDArray[np.int8]
    #: What was played, or -1 in a file of positions.
    action: npt.NDArray[np.int64]
    #: The number of the game in the file.
    game: npt.NDArray[np.int64]
    #: The score that the file states for the side to move, in discs; -128 where it states none.
    score: npt.NDArray[np.int16]
    #: The final margin for the side to move, the empty squares to the winner; -128 where it is not known.
    outcome: npt.NDArray[np.int16]
    #: For each game its players and year, as far as the file says.
    black: list[str] = field(repr=False)
    white: list[str] = field(repr=False)
    year: npt.NDArray[np.int32] = field(repr=False)
    #: Games that could not be read, or not to the end, and why.
    faults: list[str]

    def __len__(self) -> int:
        return len(self.mover)

    def planes(self, layout: str = "chw") -> npt.NDArray[np.bool_]:
        """The positions as observations."""
        return _outflank.planes(self.mover, self.opponent, layout)


def read(
    path: Union[str, "os.PathLike[str]"], *, format: str | None = None, limit: int | None = None
) -> Positions:
    """Reads a file of games or positions: WTHOR, GGF, SGF, PGN, transcripts, OBF and the rest.

    The format is recognised, unless it is named. With ``limit`` only so many games are read. A game that cannot be read
    is told among the ``faults``, and the next one follows.
    """
    return Positions(**_outflank.read_games(path, format=format, limit=limit))


def split(
    mover: npt.ArrayLike,
    opponent: npt.ArrayLike,
    *,
    test: float = 0.1,
    seed: int = 0,
    groups: npt.ArrayLike | None = None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Splits positions into rows to learn from and rows to test with, without leakage.

    No position to test with is among those to learn from, turned and mirrored as one likes. Which side a position falls
    on follows from itself and the seed alone. With ``groups``, for instance the numbers of games, whole groups fall
    on one side, and positions to test with that also occur among those to learn from are left out: those of the opening,
    which games have in common.

    >>> import numpy as np, outflank
    >>> env = outflank.VecEnv(500, seed=3)
    >>> for _ in range(10): _ = env.step(env.sample())
    >>> learn, test = outflank.split(*env.bitboards(), test=0.25)
    >>> len(learn) + len(test), 60 < len(test) < 190
    (500, True)
    """
    if not 0.0 <= test <= 1.0:
        raise ValueError(f"a test part of {test}: expected 0 to 1")
    least, other, _ = _outflank.canonical(mover, opponent)
    chance = _mixed(np.full(len(least), seed, np.uint64))
    position = _mixed(least ^ _mixed(other ^ chance))
    key = position
    if groups is not None:
        groups = np.asarray(groups)
        if groups.shape != key.shape:
            raise ValueError(f"expected {len(key)} groups, one for each position, got shape {groups.shape}")
        _, number = np.unique(groups, return_inverse=True)
        key = _mixed(number.astype(np.uint64) ^ chance)
    is_test = (key >> np.uint64(11)).astype(np.float64) / float(1 << 53) < test
    rows = np.arange(len(key), dtype=np.int64)
    # By a hash of 64 bits: two different positions are taken for the same once in 10¹⁹.
    is_known = np.isin(position[is_test], position[~is_test])
    return rows[~is_test], rows[is_test][~is_known]


def _mixed(bits: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    # CITE: Steele, Lea and Flood, Fast splittable pseudorandom number generators (2014), for the mixing.
    with np.errstate(over="ignore"):
        bits = bits + np.uint64(0x9E3779B97F4A7C15)
        bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return bits ^ (bits >> np.uint64(31))
