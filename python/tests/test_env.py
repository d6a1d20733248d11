"""Many games at once."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import outflank


def test_the_start() -> None:
    env = outflank.VecEnv(3)
    obs, mask = env.reset()
    assert obs.dtype == bool and obs.shape == (3, 2, 8, 8)
    assert mask.dtype == bool and mask.shape == (3, 65)
    assert [list(np.flatnonzero(row)) for row in mask] == [[19, 26, 37, 44]] * 3
    assert obs[0, 0].sum() == 2 and obs[0, 0, 3, 4] and obs[0, 0, 4, 3]
    assert obs[0, 1].sum() == 2 and obs[0, 1, 3, 3] and obs[0, 1, 4, 4]


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("layout", ["chw", "hwc"])
def test_games_are_those_of_single_boards(copy: bool, layout: str) -> None:
    env = outflank.VecEnv(50, seed=5, copy=copy, layout=layout)
    obs, mask = env.reset(seed=5)
    boards = [outflank.Board()] * 50
    ended = 0
    for _ in range(200):
        actions = env.sample()
        obs, reward, done, mask = env.step(actions)
        for row, action in enumerate(actions):
            boards[row] = boards[row].apply(int(action))
            assert done[row] == boards[row].is_over
            assert tuple(reward[row]) == boards[row].returns()
            if done[row]:
                ended += 1
                assert env.disc_diff[row] == boards[row].disc_diff
                final = [int(bits[row]) for bits in env.final_bitboards()]
                assert final == [boards[row].mover, boards[row].opponent]
                boards[row] = outflank.Board()
            assert (obs[row] == boards[row].planes(layout)).all()
            assert (mask[row] == boards[row].legal_mask()).all()
            assert env.players[row] == boards[row].player
    assert ended > 100
    mover, opponent = env.bitboards()
    assert [(int(one), int(other)) for one, other in zip(mover, opponent)] == [(b.mover, b.opponent) for b in boards]


def test_arrays_are_fresh_unless_reused() -> None:
    for copy in (True, False):
        env = outflank.VecEnv(2, copy=copy)
        first, _ = env.reset()
        kept = first.copy()
        later, _, _, _ = env.step(env.sample())
        assert (first is later) == (not copy)
        assert (first == kept).all() == copy


def test_chance_follows_from_the_seed_and_the_number_of_the_game() -> None:
    def played(count: int, seed: int) -> list[list[int]]:
        env = outflank.VecEnv(count, seed=seed)
        rows = []
        for _ in range(80):
            actions = env.sample()
            rows.append(actions[:3].tolist())
            env.step(actions)
        return rows

    assert played(3, 1) == played(40, 1)
    assert played(3, 1) != played(3, 2)
    env = outflank.VecEnv(3, seed=1)
    env.step(env.sample())
    env.reset(seed=7)
    assert (env.sample() == outflank.VecEnv(3, seed=7).sample()).all()


def test_draws_are_even_or_by_logits() -> None:
    env = outflank.VecEnv(40_000, seed=2)
    counts = np.bincount(env.sample(), minlength=65)
    assert counts[[19, 26, 37, 44]].sum() == 40_000
    # Three degrees of freedom: χ² exceeds 16.3 once in a thousand.
    assert ((counts[[19, 26, 37, 44]] - 10_000) ** 2 / 10_000).sum() < 16.3
    for width, kind in ((64, np.float32), (65, np.float64)):
        logits = np.zeros((40_000, width), kind)
        logits[:, 19] = np.log(7)
        share = (env.sample(logits) == 19).mean()
        assert abs(share - 0.7) < 0.01
    only = np.full((40_000, 64), -np.inf)
    assert set(env.sample(only).tolist()) == {19, 26, 37, 44}
    with pytest.raises(ValueError, match="NaN"):
        env.sample(np.full((40_000, 64), np.nan))
    with pytest.raises(ValueError, match="logits"):
        env.sample(np.zeros((40_000, 7)))


def test_without_reset_games_stay_over() -> None:
    env = outflank.VecEnv(8, auto_reset=False)
    done = np.zeros(8, bool)
    total = np.zeros((8, 2))
    for _ in range(130):
        _, reward, done, mask = env.step(env.sample())
        total += reward
    assert done.all() and not mask.any()
    assert (total.sum(1) == 0).all() and (np.sign(env.disc_diff) == total[:, 0]).all()


def test_games_can_be_set_left_and_copied() -> None:
    env = outflank.VecEnv(4, seed=3)
    for _ in range(20):
        env.step(env.sample())
    other = env.clone()
    before = env.bitboards()
    env.step(env.sample())
    assert all((one == two).all() for one, two in zip(before, other.bitboards()))
    other.set(*env.bitboards(), env.players)
    assert (other.observe()[0] == env.observe()[0]).all() and (other.players == env.players).all()
    _, reward, done, _ = other.step([-1] * 4)
    assert not done.any() and (reward == 0).all()
    assert all((one == two).all() for one, two in zip(env.bitboards(), other.bitboards()))
    with pytest.raises(ValueError, match="two discs"):
        other.set(np.array([1, 1, 1, 1], np.uint64), np.array([1, 2, 2, 2], np.uint64))


def test_openings() -> None:
    env = outflank.VecEnv(100, seed=1, openings="drawn:4")
    mover, opponent = env.bitboards()
    assert {bin(int(one | two)).count("1") for one, two in zip(mover, opponent)} == {8}
    listed = outflank.VecEnv(100, seed=1, openings=["f5d6", "f5f6e6"])
    assert set(listed.players.tolist()) == {0, 1}
    with pytest.raises(ValueError):
        outflank.VecEnv(2, openings="drawn:99")
    with pytest.raises(ValueError):
        outflank.VecEnv(2, openings=["a1"])


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        ([19, 0], ValueError, r"game 1: action 0 \(a1\) is not legal for Black; legal are \[19, 26, 37, 44\]"),
        ([19, 64], ValueError, "64 is not legal"),
        ([19, 65], ValueError, "65 is not legal"),
        ([19, -2], ValueError, "-2 is not legal"),
        ([19], ValueError, "expected 2 actions"),
        ([[19, 19]], ValueError, "expected 2 actions"),
        ([19.0, 19.0], TypeError, "whole numbers"),
        (["f5", "f5"], TypeError, "whole numbers"),
        (None, TypeError, "whole numbers"),
        (np.array([19, 2**63], np.uint64), ValueError, "not legal"),
    ],
)
def test_bad_actions_are_refused_and_change_nothing(actions: object, error: type[Exception], words: str) -> None:
    env = outflank.VecEnv(2)
    before = env.bitboards()
    with pytest.raises(error, match=words):
        env.step(actions)  # type: ignore[arg-type]
    assert all((one == two).all() for one, two in zip(before, env.bitboards()))


def test_actions_of_any_whole_type_are_taken() -> None:
    for kind in (np.int8, np.uint8, np.int32, np.uint64):
        outflank.VecEnv(2).step(np.array([19, 26], kind))
    outflank.VecEnv(2).step(np.array([19, 0, 26, 0], np.int64)[::2])


def test_a_closed_environment_takes_nothing() -> None:
    env = outflank.VecEnv(2)
    env.close()
    for call in (env.reset, env.observe, env.sample, lambda: env.step([19, 19])):
        with pytest.raises(RuntimeError, match="closed"):
            call()


@pytest.mark.parametrize("count", [0, -1, 1 << 40])
def test_a_number_of_games_that_makes_no_sense(count: int) -> None:
    with pytest.raises((ValueError, OverflowError)):
        outflank.VecEnv(count)


def test_wrong_words() -> None:
    with pytest.raises(ValueError, match="layout"):
        outflank.VecEnv(1, layout="nchw")


def test_the_gil_is_released() -> None:
    """While one thread solves, another one runs."""
    board = outflank.Board("f5d6c3d3c4f4f6f3e6e7")

    def ticks_while_solving() -> int:
        is_done = threading.Event()

        def solve() -> None:
            outflank.solve([board.mover], [board.opponent], nodes=1_000_000, threads=1)
            is_done.set()

        thread = threading.Thread(target=solve)
        thread.start()
        ticks = 0
        while ticks < 5:
            time.sleep(0.001)
            if is_done.is_set():
                break
            ticks += 1
        thread.join()
        return ticks

    # On a loaded machine this thread may not run while the other one does: then it is tried again.
    assert any(ticks_while_solving() == 5 for _ in range(20))
