"""Boards, games, symmetries, and arrays of positions."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import outflank


def positions(count: int = 300, plies: int = 25, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    env = outflank.VecEnv(count, seed=seed)
    for _ in range(plies):
        env.step(env.sample())
    return env.bitboards()


def test_a_board_is_read_and_written() -> None:
    start = "---------------------------OX------XO--------------------------- X"
    board = outflank.Board(start)
    assert board == outflank.Board() and hash(board) == hash(outflank.Board())
    assert str(board) == start and repr(board) == f"Board('{start}')"
    assert outflank.Board(board.draw()) == board
    after = board.apply("f5")
    assert after == board.apply(37) == outflank.Board("f5") and after.player == 1
    assert outflank.Board.from_bitboards(after.mover, after.opponent, 1) == after
    assert pickle.loads(pickle.dumps(after)) == after == copy.deepcopy(after)
    assert board.legal_actions() == [19, 26, 37, 44] and board.empties == 60 and not board.is_over


def test_illegal_moves_and_texts_raise() -> None:
    board = outflank.Board()
    for action in ("a1", 0, 64, "pass", 65, -1, "z9", ""):
        with pytest.raises(ValueError):
            board.apply(action)
    with pytest.raises(TypeError):
        board.apply(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        board.apply(None)  # type: ignore[arg-type]
    for text in ("X" * 63, "f5f5", "\0"):
        with pytest.raises(ValueError):
            outflank.Board(text)
    with pytest.raises(ValueError):
        outflank.Board.from_bitboards(1, 1)
    with pytest.raises(OverflowError):
        outflank.Board.from_bitboards(-1, 0)
    with pytest.raises(ValueError):
        board.transform(8)


def test_a_game_is_played_and_taken_back() -> None:
    game = outflank.Game()
    for move in ("f5", "d6", 18):
        game.play(move)
    assert game.transcript == "f5d6c3" and game.actions == [37, 43, 18] and len(game) == 3
    assert [board.empties for board in game.boards()] == [60, 59, 58, 57]
    assert game == outflank.Game("f5d6c3") and pickle.loads(pickle.dumps(game)) == game
    assert game.undo() == 18 and game.transcript == "f5d6"
    with pytest.raises(ValueError, match="a1 is not a legal move for Black"):
        game.play("a1")
    with pytest.raises(IndexError):
        outflank.Game().undo()
    shortest = outflank.Game("e6f4e3f6g5d6e7f5c5")
    assert shortest.is_over and shortest.legal_actions() == [] and shortest.board.returns() == (1.0, -1.0)


def test_symmetries_act_on_boards_and_actions_alike() -> None:
    where = outflank.symmetries()
    assert where.shape == (8, 65) and (where[0] == np.arange(65)).all() and (where[:, 64] == 64).all()
    mover, opponent = positions()
    mask = outflank.legal_mask(mover, opponent)
    for number in range(8):
        moved = outflank.symmetric(mover, opponent, number)
        turned = outflank.legal_mask(*moved)
        assert (turned[:, where[number]] == mask).all()
        board = outflank.Board.from_bitboards(int(mover[0]), int(opponent[0]))
        assert board.transform(number).mover == int(moved[0][0]) and board.symmetries()[number] == board.transform(number)
        # All eight lead to the same canonical position.
        least = outflank.canonical(*moved)
        assert all((one == two).all() for one, two in zip(least[:2], outflank.canonical(mover, opponent)[:2]))
    least, other, by = outflank.canonical(mover, opponent)
    for row in range(20):
        one, two = outflank.symmetric(mover[row : row + 1], opponent[row : row + 1], int(by[row]))
        assert (int(one[0]), int(two[0])) == (int(least[row]), int(other[row]))


def test_planes() -> None:
    mover, opponent = positions(10)
    planes = outflank.planes(mover, opponent)
    assert planes.shape == (10, 2, 8, 8)
    assert (outflank.planes(mover, opponent, "hwc") == planes.transpose(0, 2, 3, 1)).all()
    weights = np.uint64(1) << np.arange(64, dtype=np.uint64)
    assert ((planes[:, 0].reshape(10, 64) * weights).sum(1, dtype=np.uint64) == mover).all()


def test_wrong_arrays_raise() -> None:
    one = np.zeros(1, np.uint64)
    for wrong in (np.zeros(1), np.zeros(1, np.int32), "x", [1.5], object(), [-1]):
        with pytest.raises(TypeError, match="uint64"):
            outflank.legal_mask(wrong, one)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one axis"):
        outflank.legal_mask(np.zeros((1, 1), np.uint64), one)
    with pytest.raises(ValueError, match="2 boards of the mover and 1"):
        outflank.legal_mask(np.zeros(2, np.uint64), one)
    with pytest.raises(ValueError, match="board 0 has two discs"):
        outflank.legal_mask(one + 1, one + 1)
    assert outflank.legal_mask([], []).shape == (0, 65)
