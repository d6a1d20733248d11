"""Matches, leagues and the ladder, with the numbers of the command line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _outflank
from ._outflank import FunctionPlayer, Player

#: Whatever may take part in a contest: a name as in ``"swh:depth=3"``, a player, a function through :func:`from_function`.
AnyPlayer = Union[str, Player, FunctionPlayer]
#: Where games start: ``"drawn"``, ``"drawn:7"``, ``"balanced"``, ``"named"``, ``"start"``, a file, or transcripts.
Openings = Union[str, Sequence[str], None]
#: A data folder.
Folder = Union[str, "os.PathLike[str]", None]

T = TypeVar("T")


def _made(kind: Callable[..., T], told: tuple[str, str]) -> T:
    facts: dict[str, Any] = json.loads(told[0])
    known = {name: facts[name] for name in (item.name for item in fields(kind)) if name in facts}  # type: ignore[arg-type]
    return kind(**known, facts=facts, text=told[1])


@dataclass(frozen=True)
class Standing:
    """What a match came to, seen by its first player. ``facts`` is what ``outflank match --json`` prints."""

    first: str
    second: str
    games: int
    distinct_games: int
    distinct_pairs: int
    #: Points per game, 0 to 1, from pairs of games that were not seen before.
    score: float | None
    #: The 95 % interval of the score, from the spread between pairs.
    score_interval: tuple[float, float]
    wins: int
    draws: int
    losses: int
    #: The difference that the score stands for; ``None`` if infinite or unknown.
    elo: float | None
    elo_interval: tuple[float | None, float | None]
    #: How likely the first player is the stronger, 0 to 1.
    superiority: float
    #: Pairs by points, 0 to 2 in steps of ½.
    pentanomial: tuple[int, int, int, int, int]
    mean_margin: float | None
    seed: int
    facts: dict[str, Any] = field(repr=False, compare=False)
    text: str = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class League:
    """What a league came to. ``facts`` is what ``outflank league --json`` prints."""

    #: The rating list, the strongest first.
    players: list[dict[str, Any]]
    #: Every two that met, seen by the first.
    meetings: list[dict[str, Any]]
    seed: int
    facts: dict[str, Any] = field(repr=False, compare=False)
    text: str = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Place:
    """Where a player stands on the ladder, on which the random player has 0."""

    player: str
    elo: float | None
    elo_interval: tuple[float | None, float | None]
    #: How far the ratings that single opponents suggest lie apart beyond chance, in Elo.
    scatter: float | None
    #: ``"reached"``, ``"time is up"``, ``"exhausted"``, ``"given up"`` or ``"stopped"``.
    ended: str
    games: int
    distinct_games: int
    opponents: list[dict[str, Any]]
    facts: dict[str, Any] = field(repr=False, compare=False)
    text: str = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text


def match(
    first: AnyPlayer,
    second: AnyPlayer,
    games: int = 1000,
    *,
    seed: int = 1,
    openings: Openings = None,
    epsilon: float | None = None,
    threads: int | None = None,
    data: Folder = None,
) -> Standing:
    """Lets two players meet in pairs of games, with the same games and numbers as ``outflank match``.

    >>> import outflank
    >>> standing = outflank.match("swh", "greedy", 1000, seed=1)
    >>> standing.wins + standing.draws + standing.losses
    1000
    >>> standing.score_interval[0] < standing.score < standing.score_interval[1]
    True
    """
    told = _outflank.match_json(
        first, second, games=games, seed=seed, openings=openings, epsilon=epsilon, threads=threads, data=data
    )
    return _made(Standing, told)


def league(
    players: Sequence[AnyPlayer],
    games: int = 200,
    *,
    seed: int = 1,
    openings: Openings = None,
    epsilon: float | None = None,
    threads: int | None = None,
    data: Folder = None,
) -> League:
    """Lets everybody meet everybody and rates them, as ``outflank league`` does.

    >>> import outflank
    >>> table = outflank.league(["random", "greedy", "swh"], 40)
    >>> table.players[0]["player"]
    'swh'
    """
    told = _outflank.league_json(
        list(players), games=games, seed=seed, openings=openings, epsilon=epsilon, threads=threads, data=data
    )
    return _made(League, told)


def ladder(
    player: AnyPlayer,
    *,
    within: float = 30.0,
    minutes: float = 10.0,
    seed: int = 1,
    threads: int | None = None,
    data: Folder = None,
) -> Place:
    """Places a player on the scale of fixed anchors, as ``outflank ladder`` does.

    It plays until the 95 % interval reaches no farther than ``within`` Elo to both sides, or the minutes are over.
    """
    told = _outflank.ladder_json(player, within=within, minutes=minutes, seed=seed, threads=threads, data=data)
    return _made(Place, told)


def from_function(
    function: Callable[[npt.NDArray[np.bool_], npt.NDArray[np.bool_]], npt.ArrayLike],
    *,
    name: str | None = None,
    temperature: float = 0.0,
    layout: str = "chw",
    content: str | None = None,
) -> FunctionPlayer:
    """A Python function as a player, for matches, leagues and the ladder.

    It is called with many boards at a time, in the thread of the caller: ``function(observations, masks)`` with arrays of
    shape (n, 2, 8, 8) and (n, 65). It returns n actions, or n rows of 64 or 65 scores; of scores the best legal one is
    taken, drawn among equals, or with a temperature one is drawn by the softmax. That chance is the laboratory's, so
    that the same seed gives the same games. ``content`` tells what the player knows, for instance a hash of its weights.

    >>> import numpy as np, outflank
    >>> corners = np.zeros(65)
    >>> corners[[0, 7, 56, 63]] = 1
    >>> player = outflank.from_function(lambda obs, mask: np.tile(corners, (len(obs), 1)), name="corners")
    >>> outflank.match(player, "random", 200).score > 0.5
    True
    """
    return FunctionPlayer(
        function, name=name or _name(function), kind="policy", temperature=temperature, layout=layout, content=content
    )


def from_evaluator(
    function: Callable[[npt.NDArray[np.bool_]], npt.ArrayLike],
    *,
    name: str | None = None,
    depth: int = 1,
    layout: str = "chw",
    content: str | None = None,
) -> FunctionPlayer:
    """A Python function that values positions, as the evaluator of a search of ``depth`` plies.

    It is called as ``function(observations)`` with many positions at a time, all leaves of a search in one call, and
    returns for each what it is worth to the side to move, in any unit. Finished games are worth more than any value.

    >>> import outflank
    >>> def discs(obs):
    ...     return obs[:, 0].sum((1, 2)) - obs[:, 1].sum((1, 2)).astype(float)
    >>> outflank.match(outflank.from_evaluator(discs, depth=2), "random", 40).score > 0.5
    True
    """
    return FunctionPlayer(
        function, name=name or _name(function), kind="evaluator", depth=depth, layout=layout, content=content
    )


def _name(function: object) -> str:
    return str(getattr(function, "__name__", type(function).__name__))
