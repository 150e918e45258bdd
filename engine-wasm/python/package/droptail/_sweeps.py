"""Experiments on the cores of this machine, and their results."""

from __future__ import annotations

import functools
import json
import os
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

import fsspec
import pyarrow

from . import _engine
from ._documents import Experiment
from ._errors import FolderError
from ._parts import Parts
from ._progress import Progress, chosen

_PARTS = ["mean", "half width", "sd", "min", "max", "median", "SIQR"]
_KEYS = ["mean", "halfWidth", "sd", "min", "max", "median", "siqr"]


def sweep(
    experiment: Experiment | Mapping[str, Any] | str | os.PathLike[str],
    *,
    jobs: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    shard: tuple[int, int] | None = None,
    quick: bool = False,
    confidence: float = 0.95,
    progress: Progress | bool | None = None,
) -> Sweep:
    """Runs an experiment and summarises its results.

    The result depends on the document alone, not on ``jobs`` or on where the runs were done. Other Python threads continue
    meanwhile. Ctrl-C ends the sweep; runs that are stored in a folder are not repeated the next time.

    :param jobs: number of parallel runs; the number of processors if omitted.
    :param folder: stores each finished run here, and the tables, as ``droptail sweep --out`` does. Each can continue what the
        other began.
    :param shard: ``(2, 8)`` does only the second of eight parts of the runs. :func:`merge` joins their folders.
    :param quick: the experiment's quick size.
    :param confidence: of the intervals, between 0 and 1.
    :param progress: ``True`` writes lines to standard error; a function is called with the share of the estimated work that is
        done, from 0 to 1, and the number of runs done.
    :raises DocumentError: if the experiment cannot run.
    :raises FolderError: if the folder holds another experiment, or cannot be written.
    """
    document = experiment if isinstance(experiment, Experiment) else Experiment(experiment)
    part, of = shard or (1, 1)
    store = _open(document, quick, folder, part, of)
    threads = jobs if jobs is not None else os.cpu_count() or 1
    if threads < 1:
        raise ValueError(f"{threads} parallel runs: expected at least 1")
    early = store.run(threads, chosen(progress))
    return Sweep(document, quick, store, confidence, early)


def merge(
    folders: Iterable[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    confidence: float = 0.95,
) -> Sweep:
    """Joins folders of parts into another folder, as ``droptail merge`` does. Runs may be missing: see :attr:`Sweep.missing`.

    :raises FolderError: if the folders do not belong to one experiment and size, or contradict each other.
    """
    store, text, quick = _engine.merge([os.fspath(folder) for folder in folders], os.fspath(out))
    _tell(store)
    return Sweep(Experiment(text), quick, store, confidence, [])


def read_parts(folders: Iterable[str | os.PathLike[str]], *, confidence: float = 0.95) -> Sweep:
    """The results of one or more folders of Parquet parts, which :func:`droptail.dask.sweep` wrote, without holding all runs in memory.
    Writes the tables into the first folder.

    :param folders: folders on this machine, or addresses that fsspec opens.
    :raises FolderError: if the folders do not belong to one experiment and size, or contradict each other.
    """
    urls = [os.fspath(folder) for folder in folders]
    if not urls:
        raise ValueError("there is no folder to read")
    fs, path = fsspec.core.url_to_fs(urls[0])
    try:
        head = json.loads(fs.cat_file(f"{path}/experiment.json"))
    except (FileNotFoundError, ValueError) as error:
        raise FolderError(f"{urls[0]}: not the folder of an experiment: {error}") from error
    experiment = Experiment(head["experiment"])
    quick = head["size"] == "quick"
    return Sweep(experiment, quick, Parts(experiment, quick, urls), confidence, [])


def _open(
    experiment: Experiment,
    quick: bool,
    folder: str | os.PathLike[str] | None,
    part: int,
    of: int,
) -> _engine.Store:
    out = None if folder is None else os.fspath(folder)
    store = _engine.Store(experiment._core(quick), out, part, of)
    _tell(store)
    return store


def _tell(store: _engine.Store) -> None:
    for note in store.notes():
        warnings.warn(note, stacklevel=4)


class Sweep:
    """The results of an experiment's runs."""

    experiment: Experiment
    """Its document."""
    rows: list[dict[str, Any]]
    """A row for each variant, as the schema ``ExperimentTable`` describes it, with the stored time series."""
    fingerprint: str
    """Digest of all runs, 16 hexadecimal digits: that of the command line and the page for the same runs."""
    early: list[tuple[int, int, str]]
    """Runs of this sweep that ended early: variant, seed, and why."""
    missing: list[tuple[int, int]]
    """Variant and seed of the runs that have not been done."""

    def __init__(
        self,
        experiment: Experiment,
        quick: bool,
        store: _engine.Store | Parts,
        confidence: float,
        early: list[tuple[int, int, str]],
    ) -> None:
        self.experiment = experiment
        self.confidence = confidence
        self.early = early
        self._store = store
        self.missing = store.left()
        text, self.fingerprint = store.finish(confidence)
        self.rows = json.loads(text)["rows"]

    @functools.cached_property
    def table(self) -> pyarrow.Table:
        """A row for each variant: the values of the axes, the number of runs, and for each measure its mean, half the width of the
        mean's confidence interval (Student's t), standard deviation, minimum, maximum, median and semi-interquartile range. The columns
        are those of ``table.csv``."""
        document = json.loads(self.experiment._normal_text())
        names, columns = [], []
        for place, axis in enumerate(document["axes"]):
            names.append(_heading(axis))
            values = [row["at"][place] for row in self.rows]
            numbers = all(isinstance(value, (int, float)) for value in values)
            kind = pyarrow.float64() if numbers else pyarrow.string()
            columns.append(pyarrow.array(values if numbers else map(str, values), kind))
        names.append("runs")
        columns.append(pyarrow.array([row["runs"] for row in self.rows], pyarrow.int64()))
        for place, measure in enumerate(document["measures"]):
            cells = [row["cells"][place] or {} for row in self.rows]
            for part, key in zip(_PARTS, _KEYS, strict=True):
                names.append(f"{_heading(measure)}: {part}")
                columns.append(pyarrow.array([cell.get(key) for cell in cells], pyarrow.float64()))
        return pyarrow.table(columns, names=names)

    @functools.cached_property
    def runs(self) -> pyarrow.Table:
        """A row for each run: number of its variant, values of the axes, seed, digest, and measures. Runs that are stored as Parquet
        parts are read when this is used; the dataset of the folder ``parts`` reads some at a time."""
        runs = self._store.runs()
        return runs if isinstance(runs, pyarrow.Table) else pyarrow.Table.from_batches([runs])

    def __repr__(self) -> str:
        done = sum(row["runs"] for row in self.rows)
        missing = f", {len(self.missing)} missing" if self.missing else ""
        return f"<droptail.Sweep {self.experiment.title!r}, {done} runs{missing}, digest {self.fingerprint}>"


def _heading(named: Mapping[str, str]) -> str:
    return f"{named['name']}, {named['unit']}" if named.get("unit") else named["name"]
