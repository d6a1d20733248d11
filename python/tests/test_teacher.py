"""The exact teacher."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import ROOT, told

import outflank

SUITE = ROOT / "crates/engine/tests/data/ffo.obf"


def test_scores_are_those_that_the_suite_states() -> None:
    suite = outflank.read(SUITE)
    assert suite.format == "obf" and (suite.score != -128).all()
    empties = np.array([64 - bin(int(one | two)).count("1") for one, two in zip(suite.mover, suite.opponent)])
    easy = empties <= 20
    assert easy.sum() >= 10
    solved = outflank.solve(suite.mover[easy], suite.opponent[easy])
    assert solved.exact.all() and (solved.score == suite.score[easy]).all()


def test_moves_and_positions_agree_with_the_program() -> None:
    env = outflank.VecEnv(40, seed=4, auto_reset=False)
    for _ in range(51):
        env.step(env.sample())
    mover, opponent = env.bitboards()
    solved = outflank.solve(mover, opponent, threads=2)
    scores = outflank.score_moves(mover, opponent)
    mask = outflank.legal_mask(mover, opponent)
    assert ((scores != outflank.UNKNOWN) == mask).all()
    over = ~mask.any(1)
    assert (scores.max(1)[~over] == solved.score[~over]).all()
    assert (solved.action[over] == -1).all()
    rows = np.flatnonzero(~over)
    assert (scores[rows, solved.action[rows]] == solved.score[rows]).all()
    boards = [str(outflank.Board.from_bitboards(int(mover[row]), int(opponent[row]))) for row in rows[:3]]
    for row, board in zip(rows, boards):
        facts = told("solve", board)
        assert facts["positions"][0]["score"] == solved.score[row]


def test_limits() -> None:
    start = outflank.Board()
    with pytest.raises(ValueError, match="60 empty squares are beyond solving"):
        outflank.solve([start.mover], [start.opponent])
    stopped = outflank.solve([start.mover], [start.opponent], nodes=1000)
    assert not stopped.exact[0] and stopped.score[0] >= -64
    with pytest.raises(ValueError, match="threads"):
        outflank.solve([], [], threads=0)
    assert len(outflank.solve([], []).score) == 0
