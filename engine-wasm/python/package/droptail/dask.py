"""Experiments on a Dask cluster.

The cluster is Dask's own: a ``LocalCluster`` on this machine, ``dask_jobqueue.SLURMCluster`` or ``dask_kubernetes`` elsewhere. Workers
need this package and nothing else; the folder is written by the process that calls :func:`sweep`::

    from dask.distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1) as cluster, Client(cluster) as client:
        sweep = droptail.dask.sweep("experiment.json", client, folder="out", progress=True)

Table, digest of all runs and files are those of a single process, byte for byte, even if workers die.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import os
import queue
import threading
import time
import uuid
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from distributed import Client, Future, KilledWorker, WorkerPlugin

from . import _engine
from ._documents import Experiment
from ._errors import DroptailError
from ._parts import Parts
from ._progress import Progress, chosen
from ._sweeps import Sweep, _open

Job = tuple[int, int]
"""Number of the variant, and seed."""
_Result = tuple[list[str], list[tuple[int, int, str]], float]

# Speed assumed before the first batch has come back, hops a second.
_FIRST_SPEED = 5e6
# Most runs that are stored as lines, all of which are read into memory.
_MAX_LINES = 100_000
# Most runs in a batch: their lines are held in memory, and a worker that dies loses them.
_MAX_BATCH_RUNS = 1000
# Batches that wait at each thread of a worker, so that none idles while the next is sent.
_AHEAD = 2
# Time between two checks of the cluster and of `cancel`, s.
_POLL_S = 0.2
_COUNT_S = 5.0


class RunsFailed(DroptailError):
    """Some runs failed repeatedly; all others are done. ``failed`` has variant, seed and the last failure of each."""

    failed: list[tuple[int, int, str]]

    def __init__(self, failed: list[tuple[int, int, str]]) -> None:
        self.failed = failed
        variant, seed, why = failed[0]
        super().__init__(f"{len(failed)} runs failed; the first is variant {variant}, seed {seed}: {why}")

    def __reduce__(self) -> tuple[type[RunsFailed], tuple[list[tuple[int, int, str]]]]:
        return type(self), (self.failed,)


class Cancelled(DroptailError):
    """The sweep was cancelled. What is stored in its folder is not repeated the next time."""


class SchedulerLost(DroptailError, ConnectionError):
    """The scheduler is gone. What is stored in the folder is not repeated when the sweep is called again with another client."""


def sweep(
    experiment: Experiment | Mapping[str, Any] | str | os.PathLike[str],
    client: Client,
    *,
    folder: str | os.PathLike[str] | None = None,
    shard: tuple[int, int] | None = None,
    quick: bool = False,
    confidence: float = 0.95,
    batch_s: float = 1.0,
    attempts: int = 5,
    progress: Progress | bool | None = None,
    cancel: threading.Event | None = None,
    parts: bool | None = None,
) -> Sweep:
    """Runs an experiment on a cluster and summarises its results.

    Runs are sent in batches, longest first. A batch whose worker died is sent again, in halves if that happens repeatedly.
    Each outcome is stored as soon as its batch is back. After a restart of the scheduler the sweep goes on, if the client
    reconnects to it.

    :param client: a client of the cluster, which must not be asynchronous.
    :param folder: as for :func:`droptail.sweep`, on the machine of this process; or an address that fsspec opens, such as
        ``s3://bucket/out``, for Parquet parts.
    :param shard: as for :func:`droptail.sweep`.
    :param quick: the experiment's quick size.
    :param confidence: of the intervals, between 0 and 1.
    :param batch_s: length of a batch by the engine's estimate of cost and the workers' speed so far, s.
    :param attempts: how often a run may fail before it is given up.
    :param progress: as for :func:`droptail.sweep`.
    :param cancel: ends the sweep when it is set, after at most the batches that workers have begun.
    :param parts: stores the runs as Parquet parts, of which not all have to be in memory at once, in place of the command line's
        lines. If omitted, it does so for more than 100,000 runs and for addresses. :func:`droptail.read_parts` reads such folders.
    :raises Cancelled: if ``cancel`` was set.
    :raises SchedulerLost: if the scheduler is gone for good.
    :raises RunsFailed: if runs were given up; all others are done and stored.
    :raises DocumentError: if the experiment cannot run.
    :raises FolderError: if the folder holds another experiment, or cannot be written.
    """
    coordinator = _Coordinator(experiment, client, folder, shard, quick, batch_s, attempts, cancel, parts)
    tell = chosen(progress)
    with contextlib.closing(coordinator.outcomes()) as outcomes:
        for _ in outcomes:
            if tell:
                tell(coordinator.share, coordinator.made)
    if tell:
        tell(1.0, coordinator.made)
    if coordinator.failed:
        raise RunsFailed(coordinator.failed)
    return Sweep(coordinator.experiment, quick, coordinator.store, confidence, coordinator.early)


def outcomes(
    experiment: Experiment | Mapping[str, Any] | str | os.PathLike[str],
    client: Client,
    *,
    folder: str | os.PathLike[str] | None = None,
    shard: tuple[int, int] | None = None,
    quick: bool = False,
    batch_s: float = 1.0,
    attempts: int = 5,
    cancel: threading.Event | None = None,
    parts: bool | None = None,
) -> Iterator[list[dict[str, Any]]]:
    """The outcomes of an experiment's runs as they arrive, a list for each batch; the schema ``Outcome`` describes them.

    The arguments are those of :func:`sweep`. Closing the iterator cancels the batches that have not begun. It raises what
    :func:`sweep` raises.
    """
    coordinator = _Coordinator(experiment, client, folder, shard, quick, batch_s, attempts, cancel, parts)
    for lines in coordinator.outcomes():
        yield [json.loads(line) for line in lines]
    if coordinator.failed:
        raise RunsFailed(coordinator.failed)


@dataclass
class _Batch:
    jobs: list[Job]
    attempt: int = 1


class _Coordinator:
    """Distributes the runs and stores their outcomes. Only the thread that iterates uses it."""

    def __init__(
        self,
        experiment: Experiment | Mapping[str, Any] | str | os.PathLike[str],
        client: Client,
        folder: str | os.PathLike[str] | None,
        shard: tuple[int, int] | None,
        quick: bool,
        batch_s: float,
        attempts: int,
        cancel: threading.Event | None,
        parts: bool | None,
    ) -> None:
        if client.asynchronous:
            raise ValueError("the client is asynchronous: make one with asynchronous=False")
        if not batch_s > 0:
            raise ValueError(f"batches of {batch_s} s: expected a time above 0")
        self.experiment = experiment if isinstance(experiment, Experiment) else Experiment(experiment)
        self.store = _storage(self.experiment, quick, folder, shard or (1, 1), parts)
        self.failed: list[tuple[int, int, str]] = []
        self.early: list[tuple[int, int, str]] = []
        self.made = 0
        self._client = client
        self._quick = quick
        self._batch_s = batch_s
        self._attempts = attempts
        self._cancel = cancel or threading.Event()
        self._weights = self.experiment._core(quick).weights()
        # Longest first, so that no worker idles while another one finishes a long run.
        left = sorted(self.store.left(), key=lambda job: -self._weights[job[0]])
        self._left = deque(left)
        self._retries: deque[_Batch] = deque()
        self._total = sum(self._weights[variant] for variant, _ in left)
        self._done = 0.0
        self._took_s = 0.0
        self._ended: queue.Queue[Future] = queue.Queue()
        self._pending: dict[Future, _Batch] = {}
        self._name = f"droptail-{uuid.uuid4().hex[:12]}"
        self._known = False
        self._numbers = itertools.count()
        self._threads = 0
        self._threads_counted = float("-inf")

    @property
    def share(self) -> float:
        """The share of the estimated work that is done."""
        return self._done / self._total if self._total > 0 else 1.0

    def outcomes(self) -> Generator[list[str], None, None]:
        """Runs everything; yields the lines of each batch once they are stored."""
        try:
            while self._left or self._retries or self._pending:
                if self._cancel.is_set():
                    raise Cancelled("the sweep was cancelled")
                self._send()
                for future, result in self._gathered(self._returned()):
                    batch = self._pending.pop(future)
                    lines = self._take(future, result, batch)
                    if lines:
                        yield lines
        finally:
            # Batches that have begun end by themselves: they are short.
            with contextlib.suppress(Exception):
                self._client.cancel(list(self._pending))
            with contextlib.suppress(Exception):
                self._client.unregister_worker_plugin(self._name)
            self._pending.clear()
            if isinstance(self.store, Parts):
                self.store.flush()

    def _send(self) -> None:
        try:
            self._send_batches()
        except Exception as error:
            # A scheduler that is gone shows itself first in whatever asks it.
            if self._client.status == "running" and not isinstance(error, OSError):
                raise
            self._wait_for_scheduler()
            self._known = False

    def _send_batches(self) -> None:
        now = time.monotonic()
        if now - self._threads_counted > _COUNT_S:
            self._threads = sum(self._client.nthreads().values())
            self._threads_counted = now
        # Before the speed is known, batches may be far too long, so that none are sent ahead. Some wait for workers that are yet to come.
        most = max(4, self._threads * (1 + _AHEAD if self._took_s > 0 else 1))
        while len(self._pending) < most and (batch := self._next()):
            try:
                self._submit(batch)
            except Exception:
                self._retries.appendleft(batch)
                raise

    def _next(self) -> _Batch | None:
        if self._retries:
            return self._retries.popleft()
        if not self._left:
            return None
        speed = self._done / self._took_s if self._took_s > 0 else _FIRST_SPEED
        wanted, weight = self._batch_s * speed, 0.0
        jobs: list[Job] = []
        while self._left and len(jobs) < _MAX_BATCH_RUNS and (not jobs or weight < wanted):
            job = self._left.popleft()
            weight += self._weights[job[0]]
            jobs.append(job)
        return _Batch(jobs)

    def _submit(self, batch: _Batch) -> None:
        if not self._known:
            # Each worker gets the document once, those that come later too. As a dependency of the batches it would draw all of them
            # to the workers that have it.
            self._client.register_plugin(_Document(self._name, self.experiment._normal_text()), name=self._name)
            self._known = True
        future = self._client.submit(
            _run_batch,
            self._name,
            self._quick,
            _engine.MODEL_VERSION,
            batch.jobs,
            key=f"{self._name}-{next(self._numbers)}",
            pure=False,
        )
        self._pending[future] = batch
        future.add_done_callback(self._ended.put)

    def _returned(self) -> list[Future]:
        """Futures that have ended; an empty list if none ends within a moment."""
        futures: list[Future] = []
        with contextlib.suppress(queue.Empty):
            futures.append(self._ended.get(timeout=_POLL_S))
            while True:
                futures.append(self._ended.get_nowait())
        return [future for future in futures if future in self._pending]

    def _gathered(self, futures: list[Future]) -> Iterator[tuple[Future, _Result | None]]:
        """Futures with their results, which are fetched together; without one, the future says why."""
        finished = [future for future in futures if future.status == "finished"]
        results: dict[Future, _Result] = {}
        with contextlib.suppress(Exception):
            results = dict(zip(finished, self._client.gather(finished), strict=True))
        return ((future, results.get(future)) for future in futures)

    def _take(self, future: Future, result: _Result | None, batch: _Batch) -> list[str]:
        if result is not None:
            lines, early, took_s = result
            self.made += self.store.keep(lines)
            self.early.extend(early)
            self._done += sum(self._weights[variant] for variant, _ in batch.jobs)
            self._took_s += took_s
            return lines
        if future.status == "finished":
            # Its result was lost while it was fetched.
            self._retries.append(batch)
            return []
        if future.status == "error":
            error = future.exception()
            self._repeat(batch, error if isinstance(error, Exception) else RuntimeError(str(error)))
            return []
        # The scheduler was restarted, and has forgotten everything.
        self._wait_for_scheduler()
        self._known = False
        self._retries.append(batch)
        return []

    def _repeat(self, batch: _Batch, error: Exception) -> None:
        if isinstance(error, VersionMismatch):
            raise error
        if len(batch.jobs) > 1:
            # Isolates a run that kills its worker, so that no others fail with it.
            middle = len(batch.jobs) // 2
            self._retries.extend([_Batch(batch.jobs[:middle]), _Batch(batch.jobs[middle:])])
        elif batch.attempt < self._attempts:
            self._retries.append(_Batch(batch.jobs, batch.attempt + 1))
        else:
            why = "its workers died" if isinstance(error, KilledWorker) else f"{type(error).__name__}: {error}"
            self.failed.append((*batch.jobs[0], why))

    def _wait_for_scheduler(self) -> None:
        while self._client.status == "connecting":
            if self._cancel.wait(_POLL_S):
                raise Cancelled("the sweep was cancelled")
        if self._client.status != "running":
            raise SchedulerLost("the scheduler is gone; call this again with another client and the same folder")


def _storage(
    experiment: Experiment, quick: bool, folder: str | os.PathLike[str] | None, shard: tuple[int, int], parts: bool | None
) -> _engine.Store | Parts:
    """Where the runs go: lines as the command line writes them, or parts."""
    url = None if folder is None else os.fspath(folder)
    if url is None:
        if parts:
            raise ValueError("parts need a folder")
    elif parts or "://" in url or (parts is None and len(experiment.jobs(quick)) > _MAX_LINES):
        if parts is False:
            raise ValueError(f"{url} can only hold parts")
        return Parts(experiment, quick, [url], *shard)
    return _open(experiment, quick, folder, *shard)


class VersionMismatch(DroptailError):
    """A worker has another version of the model, which gives different runs."""


# The documents of a worker, by the name of their sweep.
_documents: dict[str, str] = {}


class _Document(WorkerPlugin):  # type: ignore[misc]
    """Brings the document of a sweep to each worker."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._text = text

    def setup(self, worker: Any) -> None:
        _documents[self.name] = self._text

    def teardown(self, worker: Any) -> None:
        _documents.pop(self.name, None)


@functools.lru_cache(maxsize=4)
def _core(text: str, quick: bool) -> _engine.Experiment:
    return _engine.Experiment(text, quick, True)


def _run_batch(name: str, quick: bool, version: int, jobs: list[Job]) -> _Result:
    """Does some runs on a worker. Returns their lines, those that ended early, and the time that they took, s."""
    if version != _engine.MODEL_VERSION:
        raise VersionMismatch(
            f"a worker has version {_engine.MODEL_VERSION} of the model, this process version {version}: install one package everywhere"
        )
    begun = time.perf_counter()
    core = _core(_documents[name], quick)
    lines: list[str] = []
    early: list[tuple[int, int, str]] = []
    for variant, seed in jobs:
        line, stopped = core.outcome(variant, seed)
        lines.append(line)
        if stopped is not None:
            early.append((variant, seed, stopped))
    return lines, early, time.perf_counter() - begun
