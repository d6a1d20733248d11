"""The examples in the documents, run as they stand."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest
from conftest import ROOT

import outflank


def modules() -> list[str]:
    found = [module.name for module in pkgutil.walk_packages(outflank.__path__, "outflank.")]
    return ["outflank", *(name for name in found if not name.endswith(("__main__", "_outflank")))]


@pytest.mark.parametrize("name", modules())
def test_examples_in_the_code(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        pytest.skip(str(error))
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("path", ["python/README.md", "docs/cluster.md"])
def test_examples_in_the_documents(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tried = doctest.testfile(str(ROOT / path), module_relative=False)
    assert tried.attempted > 0 and tried.failed == 0
