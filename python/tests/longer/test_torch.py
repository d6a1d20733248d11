"""The PyTorch example, with Debian's python3-torch: the package under the system's Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import outflank

SYSTEM = "/usr/bin/python3"
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "torch_learner.py"


def with_torch() -> str | None:
    """A Python that has torch: this one, or the system's."""
    for python in (sys.executable, SYSTEM):
        if subprocess.run([python, "-c", "import torch, numpy"], capture_output=True).returncode == 0:
            return python
    return None


def test_the_torch_learner_learns(tmp_path: Path) -> None:
    if with_torch() is None:
        subprocess.run(["apt-get", "install", "--yes", "--no-install-recommends", "python3-torch"], capture_output=True)
    python = with_torch()
    if python is None:
        pytest.skip("there is no torch, and apt-get could not install python3-torch")
    # One wheel serves all Pythons: the installed package is lent to the system's.
    package = tmp_path / "site"
    package.mkdir()
    (package / "outflank").symlink_to(Path(outflank.__file__).parent)

    def learn(games: int) -> str:
        run = subprocess.run(
            [python, str(EXAMPLE), str(tmp_path / "run"), str(games)],
            capture_output=True,
            text=True,
            env={"PYTHONPATH": str(package), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    learn(2_560)
    told = learn(12_800).splitlines()
    print("\n".join(told))
    assert len(told) == 5 and told[-1].strip().startswith("12800 games")
    assert float(told[-1].split()[2].rstrip("%")) > 60
