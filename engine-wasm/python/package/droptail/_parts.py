"""Outcomes as Parquet parts, for experiments with so many runs that they should not all be in memory at once.

A folder holds ``experiment.json``, the tables, and in ``parts`` files of some thousand runs each, which never change once they are
written. It may be on this machine or anywhere that fsspec opens (``s3://``, ``gs://`` …).
"""

from __future__ import annotations

import io
import json
import time
import uuid
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import fsspec
import pyarrow
import pyarrow.compute
import pyarrow.dataset
import pyarrow.parquet

from . import _engine
from ._documents import Experiment
from ._errors import FolderError

# Runs in a part. A part is written after this time at the latest, s: what is lost if the process is killed.
_PART_RUNS = 20_000
_PART_S = 60.0
# Runs that are in memory while the table is made.
_CHUNK_RUNS = 50_000

_BEFORE = [("variant", pyarrow.int64()), ("seed", pyarrow.int64()), ("digest", pyarrow.string()), ("traces", pyarrow.string())]
_AFTER = [
    ("hops", pyarrow.int64()),
    ("steps", pyarrow.int64()),
    ("cpuS", pyarrow.float64()),
    ("wallS", pyarrow.float64()),
    ("endedMs", pyarrow.int64()),
]


class Parts:
    """The runs of an experiment in one or more folders of parts. New ones go into the first folder."""

    def __init__(self, experiment: Experiment, quick: bool, urls: Sequence[str], part: int = 1, of: int = 1) -> None:
        if not 1 <= part <= of:
            raise ValueError(f"part {part} of {of}: parts are numbered from 1")
        self._core = experiment._core(quick)
        self._experiment = experiment
        jobs = self._core.jobs()
        self._variants = jobs[-1][0] + 1
        self._seeds = [seed for _, seed in jobs[: len(jobs) // self._variants]]
        self._mine = (part - 1, of)
        self._prefix = f"part-{part}-of-{of}-{uuid.uuid4().hex[:8]}"
        self._number = 0
        self._lines: list[dict[str, Any]] = []
        self._written = time.monotonic()
        self._schema = _schema(experiment)
        self._places = [fsspec.core.url_to_fs(url) for url in urls]
        for fs, path in self._places:
            self._check(fs, path)
        # One byte for each run, in the order of the document: whether it is stored.
        self._place_of_seed = {seed: place for place, seed in enumerate(self._seeds)}
        self._has = bytearray(len(jobs))
        del jobs
        for batch in self._batches(["variant", "seed"]):
            for variant, seed in zip(batch["variant"].to_pylist(), batch["seed"].to_pylist(), strict=True):
                place = self._place(variant, seed)
                if place is None:
                    raise FolderError(f"{urls[0]}: a run of variant {variant}, seed {seed}, which the experiment does not have")
                self._has[place] = 1

    def _place(self, variant: int, seed: int) -> int | None:
        of_seed = self._place_of_seed.get(seed)
        return None if of_seed is None or not 0 <= variant < self._variants else variant * len(self._seeds) + of_seed

    def _check(self, fs: Any, path: str) -> None:
        """The folder must belong to this experiment; an empty one is assigned to it."""
        head, ours = f"{path}/experiment.json", self._core.head()
        fs.makedirs(f"{path}/parts", exist_ok=True)
        if not fs.exists(head):
            _write(fs, head, ours.encode())
        elif json.loads(fs.cat_file(head)) != json.loads(ours):
            raise FolderError(f"{path}: the folder contains another experiment, or another size of this one: choose an empty folder")

    def _files(self) -> Iterator[tuple[Any, list[str]]]:
        for fs, path in self._places:
            files = []
            fs.invalidate_cache()
            for file in sorted(fs.glob(f"{path}/parts/*.parquet")):
                try:
                    with fs.open(file) as opened:
                        pyarrow.parquet.read_metadata(opened)
                    files.append(file)
                except pyarrow.ArrowInvalid:
                    warnings.warn(f"{file}: truncated or damaged, ignored", stacklevel=2)
            yield fs, files

    def _dataset(self) -> pyarrow.dataset.Dataset:
        own = [pyarrow.dataset.dataset(files, self._schema, format="parquet", filesystem=fs) for fs, files in self._files() if files]
        return pyarrow.dataset.dataset(own) if own else pyarrow.dataset.dataset(self._schema.empty_table())

    def _batches(self, columns: list[str]) -> Iterable[pyarrow.RecordBatch]:
        batches: Iterable[pyarrow.RecordBatch] = self._dataset().to_batches(columns=columns)
        return batches

    def count(self) -> int:
        """Number of runs that are stored or about to be."""
        return sum(self._has)

    def left(self) -> list[tuple[int, int]]:
        """Variant and seed of the part's runs that are not stored."""
        first, of = self._mine
        left = (place for place in range(first, len(self._has), of) if not self._has[place])
        return [(place // len(self._seeds), self._seeds[place % len(self._seeds)]) for place in left]

    def keep(self, lines: Iterable[str]) -> int:
        """Stores lines that the engine made, now or within a minute. Returns how many were new."""
        new = 0
        for line in lines:
            run = json.loads(line)
            place = self._place(run["point"], run["seed"])
            if place is None or len(run["values"]) != len(self._schema) - len(_BEFORE) - len(_AFTER):
                raise FolderError("not the outcome of a run of this experiment")
            if not self._has[place]:
                self._has[place] = 1
                self._lines.append(run)
                new += 1
        if len(self._lines) >= _PART_RUNS or time.monotonic() - self._written > _PART_S:
            self.flush()
        return new

    def flush(self) -> None:
        """Writes what is not yet written."""
        self._written = time.monotonic()
        if not self._lines:
            return
        runs, self._lines = self._lines, []
        columns: list[list[Any]] = [
            [run["point"] for run in runs],
            [run["seed"] for run in runs],
            [run["digest"] for run in runs],
            [json.dumps(run["traces"]) if run.get("traces") else None for run in runs],
            *([run["values"][place] for run in runs] for place in range(len(runs[0]["values"]))),
            *([run.get(name) for run in runs] for name, _ in _AFTER),
        ]
        arrays = [pyarrow.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        file = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.Table.from_arrays(arrays, schema=self._schema), file)
        self._number += 1
        fs, path = self._places[0]
        _write(fs, f"{path}/parts/{self._prefix}-{self._number}.parquet", file.getvalue())

    def finish(self, confidence: float) -> tuple[str, str]:
        """Writes the tables. Returns the table as JSON, and the digest of all runs. Only some variants are in memory at a time."""
        self.flush()
        summary = _engine.Summary(self._core, confidence)
        for to, table in self._chunks():
            batches = table.select(range(len(self._schema) - len(_AFTER))).combine_chunks().to_batches()
            empty = pyarrow.RecordBatch.from_pylist([], pyarrow.schema(list(self._schema)[: -len(_AFTER)]))
            summary.add(batches[0] if batches else empty, to)
        text, csv, fingerprint = summary.finish()
        fs, path = self._places[0]
        _write(fs, f"{path}/table.json", text.encode())
        _write(fs, f"{path}/table.csv", csv.encode())
        return text, fingerprint

    def _chunks(self) -> Iterator[tuple[int, pyarrow.Table]]:
        """The runs of consecutive variants, sorted, with the number of the variant after them."""
        # Harm compares variants with each other.
        harm = any("harm" in measure for measure in json.loads(self._experiment._normal_text())["measures"])
        step = self._variants if harm else max(1, _CHUNK_RUNS // len(self._seeds))
        dataset = self._dataset()
        variant = pyarrow.compute.field("variant")
        for start in range(0, self._variants, step):
            to = min(start + step, self._variants)
            table = dataset.to_table(filter=(variant >= start) & (variant < to))
            yield to, _once(table.sort_by([("variant", "ascending"), ("seed", "ascending")]))

    def runs(self) -> pyarrow.Table:
        """All runs, in memory."""
        self.flush()
        return pyarrow.concat_tables([table for _, table in self._chunks()]).drop_columns("traces")


def _schema(experiment: Experiment) -> pyarrow.Schema:
    """The columns of a part: measures have their headings, made distinct."""
    taken = {name for name, _ in _BEFORE + _AFTER}
    measures = []
    for measure in json.loads(experiment._normal_text())["measures"]:
        heading = f"{measure['name']}, {measure['unit']}" if measure.get("unit") else measure["name"]
        name, number = heading, 2
        while name in taken:
            name, number = f"{heading} ({number})", number + 1
        taken.add(name)
        measures.append((name, pyarrow.float64()))
    return pyarrow.schema([*_BEFORE, *measures, *_AFTER])


def _once(table: pyarrow.Table) -> pyarrow.Table:
    """Sorted runs without those that are stored twice, which must agree."""
    keys = list(zip(table["variant"].to_pylist(), table["seed"].to_pylist(), strict=True))
    twice = [place for place in range(1, len(keys)) if keys[place] == keys[place - 1]]
    if not twice:
        return table
    digests = table["digest"].to_pylist()
    for place in twice:
        if digests[place] != digests[place - 1]:
            variant, seed = keys[place]
            raise FolderError(f"two parts have different outcomes of variant {variant}, seed {seed}, but a run has only one")
    again = set(twice)
    return table.take([place for place in range(len(keys)) if place not in again])


def _write(fs: Any, path: str, content: bytes) -> None:
    """Writes a file at once: object stores do so themselves."""
    local = "file" in (fs.protocol if isinstance(fs.protocol, (tuple, list)) else [fs.protocol])
    if not local:
        fs.pipe_file(path, content)
        return
    beside = f"{path}.{uuid.uuid4().hex[:8]}.tmp"
    fs.pipe_file(beside, content)
    fs.mv(beside, path)
