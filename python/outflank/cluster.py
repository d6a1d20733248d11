"""Studies on the machines of others.

A study is a set of keyed tasks whose results are the same wherever they are done. :func:`run` has them done by any client with
``submit(function, *arguments)`` that returns futures: a Dask ``Client``, an executor of ``concurrent.futures``, or Ray
through :class:`Ray`. Workers need nothing but this package; a task that is lost with its worker is done again by the engine.

>>> import tempfile, outflank
>>> from concurrent.futures import ThreadPoolExecutor
>>> from outflank import cluster
>>> study = outflank.Study("evolution", scale="smoke", seed=1)
>>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
...     done = cluster.run(study, pool, data=folder)
...     done == len(study.tasks()) == len(study.results(data=folder))
True
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Union

from ._outflank import Study
from .contests import Folder

#: What a task comes to: JSON, and seconds of processor time.
Result = tuple[str, float]


def run_task(study: Study, key: str, inputs: dict[str, str], scratch: Union[str, None] = None) -> Result:
    """Does one task: what workers run. Without a scratch folder it has one of its own that is removed afterwards.

    With one that is shared by the machines, a task that was lost half done goes on from its last checkpoint: every task has a
    folder of its own in it.
    """
    if scratch is None:
        with tempfile.TemporaryDirectory(prefix="outflank-") as folder:
            return study.run_task(key, inputs, folder)
    own = Path(scratch) / study.name / key.replace("/", ".")
    own.mkdir(parents=True, exist_ok=True)
    result = study.run_task(key, inputs, own)
    shutil.rmtree(own, ignore_errors=True)
    return result


def run(
    study: Study,
    client: Any,
    *,
    data: Folder = None,
    scratch: Union[str, "os.PathLike[str]", None] = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> int:
    """Has all tasks of a study done that are not stored yet, and stores their results as they come.

    Returns how many were done. A result that differs from a stored one raises ``ValueError``. ``progress`` is told the key, how
    many are done, and how many there are. Afterwards ``outflank reproduce`` finds everything done and writes the report.
    """
    tasks = dict(study.tasks())
    # Before the first result: what is claimed and how it will be decided is stored.
    study.accept({}, data=data)
    done: dict[str, str] = study.results(data=data)
    waiting = {key: [need for need in needs if need not in done] for key, needs in tasks.items() if key not in done}
    finished: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    running: dict[str, Any] = {}
    count = 0

    def start() -> None:
        for key in [key for key, needs in waiting.items() if not needs]:
            del waiting[key]
            inputs = {need: done[need] for need in tasks[key]}
            future = client.submit(run_task, study, key, inputs, None if scratch is None else str(scratch))
            running[key] = future
            future.add_done_callback(lambda future, key=key: finished.put((key, future)))

    start()
    try:
        while running:
            came = [finished.get()]
            while not finished.empty():
                came.append(finished.get())
            results: dict[str, Result] = {key: future.result() for key, future in came}
            study.accept(results, data=data)
            for key, (value, _) in results.items():
                del running[key]
                done[key] = value
                count += 1
                for needs in waiting.values():
                    if key in needs:
                        needs.remove(key)
                if progress is not None:
                    progress(key, len(done), len(tasks))
            start()
    finally:
        for future in running.values():
            future.cancel()
    return count


class Ray:
    """Ray as a client of :func:`run`: ``cluster.run(study, cluster.Ray())`` after ``ray.init()``."""

    def __init__(self, **options: Any) -> None:
        import ray  # type: ignore[import-not-found, unused-ignore]

        self._ray = ray
        self._options = {"max_retries": -1, **options}

    def submit(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Has a function called somewhere."""
        remote = self._ray.remote(**self._options)(function)
        future: Future[Result] = remote.remote(*arguments).future()
        return future
