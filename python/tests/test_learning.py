"""Learners of the laboratory, and learners written in Python."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from conftest import told

import outflank

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_run_is_that_of_the_program(tmp_path: Path) -> None:
    run = outflank.learn("td", {"games": 2000}, seed=2, name="mine", league_pairs=5, data=tmp_path)
    assert (run.name, run.state, run.games) == ("mine", "finished", 2000)
    told("learn", "td", "--set", "games=2000", "--seed", "2", "--name", "theirs", "--league-pairs", "5", "--data", str(tmp_path))
    theirs = outflank.Run("theirs", tmp_path)
    assert run.curve == theirs.curve and run.player().identity == theirs.player().identity
    assert 1000 in run.checkpoints
    early, late = run.player(at=1000), run.player()
    assert early.identity != late.identity
    assert outflank.match(late, "random", 100).score > 0.5
    with pytest.raises(ValueError):
        run.player(at=1001)
    with pytest.raises(KeyError):
        outflank.Run("nobody", tmp_path).info()
    with pytest.raises(ValueError):
        outflank.learn("td", {"game": 1}, data=tmp_path)
    with pytest.raises(ValueError):
        outflank.learn("nothing", data=tmp_path)
    with pytest.raises(ValueError):
        outflank.learn("td", {"games": 10}, name="mine", data=tmp_path)


def test_the_numpy_learner_learns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    training = example("numpy_learner").main(str(tmp_path / "run"), 5_120)
    assert "against random" in capsys.readouterr().out
    last = training.curve[-1]
    assert last["games"] == 5_120 and last["low"] > 0.6, last


def test_a_training_that_is_stopped_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    learner = example("numpy_learner").LinearPolicy

    def train(folder: str, *stops: int) -> outflank.Training:
        for games in stops:
            # A new process would find no more than this: the folder.
            training = outflank.Training(learner(), folder=tmp_path / folder, seed=3, boards=64)
            training.learn(games, every=128, pairs=5)
        return training

    whole, parts = train("whole", 512), train("parts", 128, 256, 512)
    assert (whole.learner.weights == parts.learner.weights).all() and np.abs(whole.learner.weights).max() > 0
    assert whole.curve == parts.curve and whole.checkpoints == parts.checkpoints == [128, 256, 384, 512]
    early = outflank.Training(learner(), folder=tmp_path / "whole", seed=3, boards=64)
    early.restore(128)
    assert (early.learner.weights != whole.learner.weights).any()
    with pytest.raises(KeyError):
        early.restore(129)
    with pytest.raises(ValueError, match="seed"):
        outflank.Training(learner(), folder=tmp_path / "whole", seed=4, boards=64)
    place = whole.ladder(within=200)
    assert place.elo is not None and place.distinct_games >= 200
    assert isinstance(whole.learner, outflank.Learner)


def test_lessons_are_whole_games(tmp_path: Path) -> None:
    class Even:
        def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
            return np.zeros((len(observations), 65))

        def update(self, games: object) -> None: ...

        def state(self) -> dict[str, np.ndarray]:
            return {}

        def restore(self, state: dict[str, np.ndarray]) -> None: ...

    lesson = outflank.Training(Even(), folder=tmp_path, boards=32).lesson()
    assert set(lesson.games.tolist()) == set(range(32)) and len(lesson) > 32 * 55
    assert lesson.masks[np.arange(len(lesson)), lesson.actions].all()
    assert (np.sign(lesson.margins) == lesson.outcomes).all()
