"""What the tests share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

#: The repository.
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def own_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own runs take part."""
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path_factory.mktemp("data")))


def program(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs the program."""
    return subprocess.run(
        [sys.executable, "-m", "outflank", *words], capture_output=True, text=True, env=dict(os.environ), timeout=120
    )


def told(*words: str) -> dict[str, Any]:
    """Runs the program and reads the JSON that it prints."""
    ended = program(*words, "--json")
    assert ended.returncode == 0, ended.stderr
    facts: dict[str, Any] = json.loads(ended.stdout)
    return facts
