"""Outcomes as Parquet parts: the tables of the line file, some variants at a time, wherever fsspec opens a folder."""

import json
import random

import fsspec
import pyarrow.dataset
import pyarrow.parquet
import pytest
from conftest import command_line, small_experiment

import droptail
import droptail.dask
from droptail import _parts
from droptail._parts import Parts


def run_into(parts, core, jobs):
    parts.keep([core.outcome(*job)[0] for job in jobs])


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    """Several parts and several chunks from few runs."""
    monkeypatch.setattr(_parts, "_PART_RUNS", 4)
    monkeypatch.setattr(_parts, "_CHUNK_RUNS", 5)


@pytest.mark.parametrize("place", ["{tmp}/out", "memory://out-{name}"])
def test_tables_are_those_of_lines(tmp_path, place, request):
    url = place.format(tmp=tmp_path, name=abs(hash(request.node.name)))
    experiment = droptail.Experiment(small_experiment())
    lines = droptail.sweep(experiment, folder=tmp_path / "lines")
    core = experiment._core(False)
    jobs = experiment.jobs()
    parts = Parts(experiment, False, [url])
    run_into(parts, core, jobs[::-1][:7])
    parts.flush()
    again = Parts(experiment, False, [url])
    assert again.count() == 7 and sorted(again.left() + jobs[::-1][:7]) == jobs
    run_into(again, core, again.left())
    sweep = droptail._sweeps.Sweep(experiment, False, again, 0.95, [])
    assert sweep.fingerprint == lines.fingerprint and sweep.rows == lines.rows and sweep.table.equals(lines.table)
    fs, path = fsspec.core.url_to_fs(url)
    for name in ["table.json", "table.csv"]:
        assert fs.cat_file(f"{path}/{name}") == (tmp_path / "lines" / name).read_bytes()
    for name in ["seed", "digest", "Goodput, Mb/s", "RTT, ms"]:
        assert sweep.runs[name].to_pylist() == lines.runs[name].to_pylist()
    assert droptail.read_parts([url]).fingerprint == lines.fingerprint
    files = fs.glob(f"{path}/parts/*")
    assert len(files) == 2 and all(file.endswith(".parquet") for file in files)
    assert pyarrow.dataset.dataset(files, filesystem=fs).count_rows() == 12


def test_harm_compares_variants(tmp_path):
    document = small_experiment()
    document["measures"][0]["harm"] = {"axis": 0, "baseline": 60}
    lines = droptail.sweep(document)
    parts = Parts(droptail.Experiment(document), False, [str(tmp_path)])
    run_into(parts, parts._core, parts.left())
    assert droptail.read_parts([tmp_path]).rows != []
    parts.flush()
    assert droptail.read_parts([tmp_path]).rows == lines.rows


def test_folders_of_parts_are_read_together(tmp_path):
    experiment = droptail.Experiment(small_experiment())
    whole = droptail.sweep(experiment)
    for part in [1, 2]:
        parts = Parts(experiment, False, [str(tmp_path / str(part))], part, 2)
        run_into(parts, parts._core, parts.left())
        if part == 2:
            # A run that both have counts once.
            run_into(parts, parts._core, experiment.jobs()[:1])
        parts.flush()
    joined = droptail.read_parts([tmp_path / "2", tmp_path / "1"])
    assert joined.fingerprint == whole.fingerprint and joined.missing == []
    assert len(droptail.read_parts([tmp_path / "1"]).missing) == 6
    with pytest.raises(droptail.FolderError, match="another experiment"):
        Parts(droptail.Experiment(small_experiment(title="Other")), False, [str(tmp_path / "1")])
    with pytest.raises(droptail.FolderError):
        droptail.read_parts([tmp_path / "none"])


TABLES = ["table.csv", "table.json", "runs.csv", "runs.parquet"]


def contents(folder):
    return {name: (folder / name).read_bytes() for name in TABLES}


def test_eight_shards_of_both_kinds_are_merged_in_any_order(tmp_path):
    """The command line's lines and the package's Parquet parts give the tables of one process."""
    experiment = droptail.Experiment(small_experiment())
    whole = droptail.sweep(experiment, folder=tmp_path / "whole")
    file = tmp_path / "experiment.json"
    experiment.save(file)
    shards = [tmp_path / f"shard-{number}" for number in range(1, 9)]
    for number, folder in enumerate(shards, 1):
        if number % 2:
            command_line("sweep", file, "--out", folder, "--shard", f"{number}/8")
        else:
            parts = Parts(experiment, False, [str(folder)], number, 8)
            run_into(parts, parts._core, parts.left())
            parts.flush()
    rng = random.Random(23)
    for order in range(4):
        rng.shuffle(shards)
        out = tmp_path / f"all-{order}"
        assert whole.fingerprint in command_line("merge", *shards, "--out", out)
        assert contents(out) == contents(tmp_path / "whole")
        # With what each run took, which parts keep too.
        kept = [json.loads(line) for line in (out / "runs.jsonl").read_text().splitlines()]
        assert len(kept) == 12 and all(run["cpuS"] >= 0 and run["hops"] > 0 for run in kept)
    assert droptail.merge(shards, tmp_path / "python").fingerprint == whole.fingerprint
    assert contents(tmp_path / "python") == contents(tmp_path / "whole")


def test_the_command_line_continues_parts(tmp_path):
    """It makes only the runs that the parts lack, and writes the tables."""
    experiment = droptail.Experiment(small_experiment())
    whole = droptail.sweep(experiment, folder=tmp_path / "whole")
    experiment.save(tmp_path / "experiment.json")
    parts = Parts(experiment, False, [str(tmp_path / "out")])
    run_into(parts, parts._core, experiment.jobs()[:7])
    parts.flush()
    assert whole.fingerprint in command_line("sweep", tmp_path / "experiment.json", "--out", tmp_path / "out")
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")
    assert len((tmp_path / "out" / "runs.jsonl").read_text().splitlines()) == 5


def test_the_command_line_names_what_is_wrong_with_parts(tmp_path):
    experiment = droptail.Experiment(small_experiment())
    parts = Parts(experiment, False, [str(tmp_path / "a")])
    for first in [0, 4, 8]:
        run_into(parts, parts._core, experiment.jobs()[first : first + 4])
    files = sorted((tmp_path / "a" / "parts").glob("*.parquet"))
    files[0].write_bytes(files[0].read_bytes()[:-20])
    with pytest.warns(UserWarning, match="damaged"):
        merged = droptail.merge([tmp_path / "a"], tmp_path / "some")
    assert len(merged.missing) == 4
    table = pyarrow.parquet.read_table(files[1])
    pyarrow.parquet.write_table(table.rename_columns(["case", *table.column_names[1:]]), files[1])
    with pytest.raises(droptail.FolderError, match="columns"):
        droptail.merge([tmp_path / "a"], tmp_path / "none")
    seeds = pyarrow.array([7000] * table.num_rows, pyarrow.int64())
    pyarrow.parquet.write_table(table.set_column(1, "seed", seeds), files[1])
    with pytest.raises(droptail.FolderError, match=r"\.parquet:1: seed 7000"):
        droptail.merge([tmp_path / "a"], tmp_path / "none")


def test_contradictions_and_damaged_parts(tmp_path):
    experiment = droptail.Experiment(small_experiment())
    first = Parts(experiment, False, [str(tmp_path)])
    second = Parts(experiment, False, [str(tmp_path)])
    line, _ = first._core.outcome(0, 5)
    first.keep([line])
    first.flush()
    second.keep([line.replace('"digest":"', '"digest":"f')])
    second.flush()
    with pytest.raises(droptail.FolderError, match="different outcomes of variant 0, seed 5"):
        first.finish(0.95)
    for file in (tmp_path / "parts").glob("*.parquet"):
        file.write_bytes(file.read_bytes()[:-20])
    with pytest.warns(UserWarning, match="damaged"):
        assert Parts(experiment, False, [str(tmp_path)]).count() == 0


def test_a_cluster_writes_parts(tmp_path):
    from distributed import Client, LocalCluster

    experiment = droptail.Experiment(small_experiment())
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as cluster, Client(cluster) as client:
        sweep = droptail.dask.sweep(experiment, client, folder=tmp_path / "a", parts=True)
        assert sweep.fingerprint == droptail.sweep(experiment).fingerprint
        assert droptail.dask.sweep(experiment, client, folder=f"file://{tmp_path}/a").fingerprint == sweep.fingerprint
        with pytest.raises(ValueError, match="parts need a folder"):
            droptail.dask.sweep(experiment, client, parts=True)
