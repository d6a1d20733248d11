"""Runs of the laboratory's own learning systems."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union

from . import _outflank
from ._outflank import Player
from .contests import Folder


@dataclass(frozen=True)
class Run:
    """A run in a data folder: what was learned, as far as it has come."""

    name: str
    data: Folder = None

    def info(self) -> dict[str, Any]:
        """Everything that is known of the run: state, games, recipe, seed, checkpoints and curve."""
        facts: dict[str, Any] = json.loads(_outflank.run_json(self.name, data=self.data))
        return facts

    @property
    def state(self) -> str:
        """``"finished"``, ``"running"`` or ``"interrupted"``."""
        return str(self.info()["state"])

    @property
    def games(self) -> int:
        """How many games it has learned from."""
        return int(self.info()["games"])

    @property
    def checkpoints(self) -> list[int]:
        """After how many games there are checkpoints."""
        return list(self.info()["checkpoints"])

    @property
    def curve(self) -> list[dict[str, Any]]:
        """What was measured on the way: games, name, value, low and high."""
        return list(self.info()["curve"])

    def player(self, at: int | None = None, options: str = "") -> Player:
        """The player as it is now, or as it was after so many games; options as in ``"depth=3"``."""
        name = self.name if at is None else f"{self.name}@{at}"
        return Player(f"{name}:{options}" if options else name, data=self.data)

    def resume(self, *, threads: int | None = None) -> Run:
        """Goes on with a run that was stopped, to the same end as if it never had been."""
        _outflank.learn_run(None, "", [], resume=self.name, threads=threads, data=self.data)
        return self


def learn(
    system: str | None = None,
    changes: Mapping[str, Union[str, int, float, bool]] | None = None,
    *,
    recipe: str = "",
    seed: int = 1,
    name: str | None = None,
    league_every: int | None = None,
    league_pairs: int = 250,
    threads: int | None = None,
    data: Folder = None,
) -> Run:
    """Teaches a system by a recipe, as ``outflank learn`` does, and returns its run.

    ``recipe`` is TOML, ``changes`` are keys on top of it. What is learned depends on recipe and seed alone. Ctrl-C
    stops with a checkpoint, from which :meth:`Run.resume` goes on.

    >>> import tempfile, outflank
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = outflank.learn("td", {"games": 200}, league_every=0, data=folder)
    ...     run.state, run.games
    ('finished', 200)
    """

    def written(value: Union[str, int, float, bool]) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    words = [f"{key}={written(value)}" for key, value in (changes or {}).items()]
    made = _outflank.learn_run(
        system,
        recipe,
        words,
        seed=seed,
        name=name,
        league_every=league_every,
        league_pairs=league_pairs,
        threads=threads,
        data=data,
    )
    return Run(made, data)
