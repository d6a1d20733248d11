"""Learners written in Python, trained, kept and measured by the laboratory.

A learner is a class with ``act`` and ``update``; :class:`Training` has it play itself on many boards at once, keeps checkpoints,
measures it against the laboratory's players, and places it on the ladder::

    class Mine(outflank.Learner):
        def act(self, observations, masks): ...     # scores (n, 65) for positions
        def update(self, games): ...                # learns from finished games
        def state(self): ...                        # what was learned, as arrays
        def restore(self, state): ...

    training = outflank.Training(Mine(), folder="runs/mine", seed=1)
    training.learn(games=20_000)
    print(training.player().name, training.curve[-1])
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Union, runtime_checkable

import numpy as np
import numpy.typing as npt

from ._outflank import FunctionPlayer, VecEnv
from .contests import AnyPlayer, Openings, Place, Standing, from_function, ladder, match

State = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Games:
    """Finished games, one row for each position, in the order in which they were played."""

    #: Observations of shape (n, 2, 8, 8): the mover's discs and the opponent's.
    observations: npt.NDArray[np.bool_]
    #: The legal actions, of shape (n, 65).
    masks: npt.NDArray[np.bool_]
    #: What was played.
    actions: npt.NDArray[np.int64]
    #: What the game came to for the side that moved: 1, 0 or -1.
    outcomes: npt.NDArray[np.float32]
    #: Black's discs less White's at the end, for the side that moved.
    margins: npt.NDArray[np.int64]
    #: The number of the game.
    games: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.actions)


@runtime_checkable
class Learner(Protocol):
    """What the laboratory asks of a learner. Nothing needs to be inherited."""

    def act(self, observations: npt.NDArray[np.bool_], masks: npt.NDArray[np.bool_]) -> npt.ArrayLike:
        """Scores of the 65 actions for each position: logits, from which play while learning is sampled."""

    def update(self, games: Games) -> None:
        """Learns from finished games."""

    def state(self) -> State:
        """What was learned, as arrays by name; all that decides how it goes on."""

    def restore(self, state: State) -> None:
        """Takes up what was learned before."""


class Training:
    """A learner at work in a folder: self-play, checkpoints, measurements.

    Games are the laboratory's: with the same seed, a learner that computes the same comes to the same games, however often
    the training is stopped and goes on. The folder has ``training.json`` with the curve, and a checkpoint ``NUMBER.npz``
    for each measurement; a training of the same folder goes on from the last one.
    """

    def __init__(
        self,
        learner: Learner,
        *,
        folder: Union[str, "os.PathLike[str]"],
        seed: int = 1,
        boards: int = 256,
        name: str | None = None,
        openings: Openings = None,
    ) -> None:
        self.learner = learner
        self.folder = Path(folder)
        self.seed = seed
        self.boards = boards
        self.name = name or type(learner).__name__
        self.openings = openings
        #: How many games were learned from.
        self.games = 0
        #: What was measured: games, opponent, score and its interval.
        self.curve: list[dict[str, Any]] = []
        self._lessons = 0
        self._plan = {"name": self.name, "seed": seed, "boards": boards, "openings": openings}
        self._load()

    def learn(
        self,
        games: int,
        *,
        every: int | None = None,
        opponents: tuple[AnyPlayer, ...] = ("random",),
        pairs: int = 100,
    ) -> Training:
        """Learns until so many games in all were played, and measures and keeps the learner every so many games."""
        every = every or max(games // 10, 1)
        while self.games < games:
            self.learner.update(self.lesson())
            is_over = self.games >= games
            if is_over or self.games // every > (self.games - self.boards) // every:
                self.measure(opponents, pairs)
                self.save()
        return self

    def lesson(self) -> Games:
        """Plays as many games as there are boards, by the learner against itself, to the end."""
        env = VecEnv(self.boards, seed=self.seed * 1_000_003 + self._lessons, auto_reset=False, openings=self.openings)
        observations, masks = env.observe()
        rows: list[tuple[npt.NDArray[Any], ...]] = []
        done = np.zeros(self.boards, bool)
        outcome = np.zeros(self.boards, np.float32)
        number = np.arange(self.boards)
        while not done.all():
            players = env.players
            logits = np.asarray(self.learner.act(observations, masks))
            actions = env.sample(logits)
            active = ~done
            # A forced pass teaches nothing.
            active &= ~masks[:, 64]
            rows.append(
                (observations[active], masks[active], actions[active], players[active], number[active])
            )
            observations, reward, done, masks = env.step(actions)
            outcome += reward[:, 0]
        seen, masks, actions, players, which = (np.concatenate(column) for column in zip(*rows))
        sign = 1 - 2 * players.astype(np.int64)
        lesson = Games(
            observations=seen,
            masks=masks,
            actions=actions,
            outcomes=(outcome[which] * sign).astype(np.float32),
            margins=env.disc_diff.astype(np.int64)[which] * sign,
            games=which + self.games,
        )
        self.games += self.boards
        self._lessons += 1
        return lesson

    def player(self, *, temperature: float = 0.0, name: str | None = None) -> FunctionPlayer:
        """The learner as it is now, as a player for matches, leagues and the ladder."""
        content = f"python:{self.name}:{_hash(self.learner.state())}"
        return from_function(
            self.learner.act, name=name or self.name, temperature=temperature, content=content
        )

    def measure(self, opponents: tuple[AnyPlayer, ...] = ("random",), pairs: int = 100) -> list[Standing]:
        """Plays against opponents from drawn openings, and notes the scores in the curve."""
        standings = []
        for opponent in opponents:
            standing = match(self.player(), opponent, 2 * pairs, seed=self.seed)
            standings.append(standing)
            self.curve.append(
                {
                    "games": self.games,
                    "opponent": standing.second,
                    "score": standing.score,
                    "low": standing.score_interval[0],
                    "high": standing.score_interval[1],
                }
            )
        return standings

    def ladder(self, **options: Any) -> Place:
        """Places the learner as it is now on the ladder."""
        return ladder(self.player(), **options)

    @property
    def checkpoints(self) -> list[int]:
        """After how many games there are checkpoints."""
        return sorted(int(path.stem) for path in self.folder.glob("*.npz") if path.stem.isdigit())

    def save(self) -> Path:
        """Keeps the learner as it is now, and what was measured."""
        self.folder.mkdir(parents=True, exist_ok=True)
        state = self.learner.state()
        buffer = io.BytesIO()
        np.savez(buffer, **state)  # type: ignore[arg-type]
        path = self.folder / f"{self.games}.npz"
        _write(path, buffer.getvalue())
        # After the checkpoint: what it names is there.
        facts = {
            **self._plan,
            "games": self.games,
            "lessons": self._lessons,
            "content": _hash(state),
            "curve": self.curve,
        }
        _write(self.folder / "training.json", (json.dumps(facts, indent=1) + "\n").encode())
        return path

    def restore(self, games: int) -> None:
        """Takes up the checkpoint after so many games. The curve and the folder stay as they are."""
        path = self.folder / f"{games}.npz"
        if not path.is_file():
            raise KeyError(f"no checkpoint after {games} games; there are {self.checkpoints}")
        with np.load(path, allow_pickle=False) as arrays:
            self.learner.restore({name: arrays[name] for name in arrays.files})

    def _load(self) -> None:
        path = self.folder / "training.json"
        if not path.is_file():
            return
        facts = json.loads(path.read_text())
        for key, value in self._plan.items():
            if facts.get(key) != (list(value) if isinstance(value, tuple) else value):
                raise ValueError(f"{path}: this training has {key} {facts.get(key)!r}, not {value!r}")
        self.restore(facts["games"])
        self.games, self._lessons, self.curve = facts["games"], facts["lessons"], facts["curve"]


def _hash(state: State) -> str:
    digest = hashlib.sha256()
    for name in sorted(state):
        array = np.ascontiguousarray(state[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()[:16]


def _write(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    with open(unfinished, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)
