"""Files of games as arrays, and splits without leakage."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import program

import outflank


def games(folder: Path) -> Path:
    """Games of a match, one a line."""
    path = folder / "games.tsv"
    assert program("match", "greedy", "random", "--games", "20", "--games-to", str(path)).returncode == 0
    return path


@pytest.mark.parametrize("format", ["transcripts", "ggf", "sgf", "pgn", "wthor"])
def test_games_of_every_format_are_the_same(tmp_path: Path, format: str) -> None:
    source = games(tmp_path)
    plain = outflank.read(source)
    path = tmp_path / f"games.{'wtb' if format == 'wthor' else format}"
    written = program("convert", str(source), str(path), "--to", format)
    assert written.returncode == 0, written.stderr
    read = outflank.read(path)
    assert read.format == format and not read.faults
    for name in ("player", "game", "outcome"):
        assert (getattr(read, name) == getattr(plain, name)).all(), name
    # WTHOR turns every game so that it begins with f5.
    for one, two in zip(*(outflank.canonical(file.mover, file.opponent)[:2] for file in (read, plain))):
        assert (one == two).all()
    if format != "wthor":
        assert (read.mover == plain.mover).all() and (read.action == plain.action).all()
    assert len(plain) > 20 * 50 and plain.planes().shape == (len(plain), 2, 8, 8)
    mask = outflank.legal_mask(plain.mover, plain.opponent)
    assert mask[np.arange(len(plain)), plain.action].all()
    assert len(outflank.read(path, limit=3).black) == 3


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        outflank.read(tmp_path / "nothing.ggf")
    with pytest.raises(OSError):
        outflank.read(tmp_path)
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    with pytest.raises(ValueError):
        outflank.read(tmp_path / "noise")
    with pytest.raises(ValueError):
        outflank.read(games(tmp_path), format="chess")
    (tmp_path / "bad.txt").write_text("f5d6\nf5f5\nf5f6\n")
    read = outflank.read(tmp_path / "bad.txt")
    assert len(read.faults) == 1 and len(read) >= 4


def test_a_split_leaks_nothing(tmp_path: Path) -> None:
    read = outflank.read(games(tmp_path))
    # Every position a second time, turned.
    turned = outflank.symmetric(read.mover, read.opponent, 5)
    mover, opponent = np.concatenate([read.mover, turned[0]]), np.concatenate([read.opponent, turned[1]])

    def known(rows: np.ndarray) -> set[tuple[int, int]]:
        least, other, _ = outflank.canonical(mover[rows], opponent[rows])
        return set(zip(least.tolist(), other.tolist()))

    learn, test = outflank.split(mover, opponent, test=0.3)
    assert len(learn) + len(test) == len(mover) and 0.2 < len(test) / len(mover) < 0.4
    assert not known(learn) & known(test)
    again = outflank.split(mover[::-1], opponent[::-1], test=0.3)
    assert set((len(mover) - 1 - again[1]).tolist()) == set(test.tolist()), "the order of rows decides nothing"
    assert len(outflank.split(mover, opponent, test=0.3, seed=1)[1]) != len(test)

    groups = np.concatenate([read.game, read.game])
    learn, test = outflank.split(mover, opponent, test=0.3, groups=groups)
    assert len(test) > 0 and not known(learn) & known(test)
    assert not set(groups[learn].tolist()) & set(groups[test].tolist())
    with pytest.raises(ValueError):
        outflank.split(mover, opponent, test=2.0)
    with pytest.raises(ValueError):
        outflank.split(mover, opponent, groups=[1])
