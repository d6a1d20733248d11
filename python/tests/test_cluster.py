"""A study over other engines, with a worker killed in the middle."""

from __future__ import annotations

import json
import os
import pickle
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import told

import outflank
from outflank import cluster


def test_a_study_over_dask_with_a_killed_worker(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    study = outflank.Study("td", scale="smoke", seed=1)
    told("reproduce", "td", "--scale", "smoke", "--data", str(tmp_path / "one"))
    expected = study.results(data=tmp_path / "one")
    killed = []

    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
        ) as workers,
        distributed.Client(workers) as client,
    ):

        def progress(key: str, done: int, total: int) -> None:
            if done >= total // 3 and not killed:
                victim = next(iter(workers.workers.values()))
                killed.append(victim.pid)
                os.kill(victim.pid, signal.SIGKILL)

        done = cluster.run(study, client, data=tmp_path / "many", progress=progress)
    assert killed and done == len(study.tasks()) == len(expected)
    assert study.results(data=tmp_path / "many") == expected, "the same bytes"
    facts = told("reproduce", "td", "--scale", "smoke", "--data", str(tmp_path / "many"))
    assert facts["state"] == "finished" and facts["done"] == done


def test_the_engines_training_in_shards(tmp_path: Path) -> None:
    study = outflank.Study("engine", scale="smoke", seed=1)
    told("reproduce", "engine", "--scale", "smoke", "--threads", "1", "--data", str(tmp_path / "one"))
    shards = [key for key, _ in study.tasks() if "/label/" in key]
    assert len(shards) == 5, "30 and 20 games, 12 at a time"
    with ThreadPoolExecutor(2) as pool:
        done = cluster.run(study, pool, data=tmp_path / "many", scratch=tmp_path / "scratch")
    expected = study.results(data=tmp_path / "one")
    assert done == len(expected) and study.results(data=tmp_path / "many") == expected, "the same bytes"
    labels = [json.loads(expected[key])["labels"] for key in shards]
    assert 50 * 24 < sum(labels) < 50 * 31, "every second position of 50 games"


def test_a_study_goes_on_and_alarms(tmp_path: Path) -> None:
    study = outflank.Study("evolution", scale="smoke", seed=1)
    assert repr(pickle.loads(pickle.dumps(study))) == repr(study) == "Study('evolution', scale='smoke', seed=1)"
    with ThreadPoolExecutor(2) as pool:
        done = cluster.run(study, pool, data=tmp_path / "data", scratch=tmp_path / "scratch")
        assert done == len(study.tasks())
        assert cluster.run(study, pool, data=tmp_path / "data") == 0, "nothing is left to do"
    key, _ = study.tasks()[0]
    value = study.results(data=tmp_path / "data")[key]
    assert study.accept({key: (value, 1.0)}, data=tmp_path / "data") == 0
    with pytest.raises(ValueError, match="came to another result"):
        study.accept({key: (value + " ", 1.0)}, data=tmp_path / "data")
    with pytest.raises(KeyError):
        study.accept({"nothing": ("1", 1.0)}, data=tmp_path / "data")
    with pytest.raises(KeyError):
        study.run_task("nothing", {}, tmp_path / "scratch")
    needy = next(key for key, needs in study.tasks() if needs)
    with pytest.raises(ValueError, match="which is not there"):
        study.run_task(needy, {}, tmp_path / "scratch")
    for words in ({"study": "nothing"}, {"study": "td", "scale": "huge"}, {"study": "td", "seed": 1 << 40}):
        with pytest.raises(ValueError):
            outflank.Study(**words)


def test_a_task_that_fails_is_raised(tmp_path: Path) -> None:
    submitted = []

    class Failing:
        def submit(self, *words: object) -> object:
            submitted.append(words)
            pool = ThreadPoolExecutor(1)
            future = pool.submit(lambda: 1 / 0)
            pool.shutdown(wait=False)
            return future

    study = outflank.Study("evolution", scale="smoke")
    with pytest.raises(ZeroDivisionError):
        cluster.run(study, Failing(), data=tmp_path)
    assert len(submitted) == sum(not needs for _, needs in study.tasks()), "nothing is tried after a failure"
