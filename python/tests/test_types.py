"""Types: the package under mypy, and the hand-written stubs beside what was compiled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SETTINGS = Path(__file__).resolve().parents[1] / "pyproject.toml"


def test_the_package_is_typed(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(SETTINGS), "--cache-dir", str(tmp_path), "-p", "outflank"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_stubs_are_true(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "outflank._outflank", "--mypy-config-file", str(SETTINGS)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
