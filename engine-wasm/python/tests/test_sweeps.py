"""Experiments on this machine: results and folders are those of the command line."""

import json
import os
import signal
import subprocess
import sys

import pyarrow.csv
import pyarrow.parquet
import pytest
from conftest import command_line, small_experiment

import droptail

TABLES = ["table.csv", "table.json", "runs.csv", "runs.parquet"]


def contents(folder):
    return {name: (folder / name).read_bytes() for name in TABLES}


def test_folders_are_those_of_the_command_line(tmp_path):
    file = tmp_path / "experiment.json"
    file.write_text(json.dumps(small_experiment()))
    printed = command_line("sweep", file, "--out", tmp_path / "native", "--jobs", "2")
    sweep = droptail.sweep(file, folder=tmp_path / "python", jobs=2)
    assert contents(tmp_path / "native") == contents(tmp_path / "python")
    assert sweep.fingerprint in printed and sweep.missing == [] and sweep.early == []
    head = json.loads((tmp_path / "native" / "experiment.json").read_text())
    assert head == json.loads((tmp_path / "python" / "experiment.json").read_text())
    # Either continues what the other stored.
    lines = (tmp_path / "python" / "runs.jsonl").read_text()
    assert sorted(map(outcome, lines.splitlines())) == sorted(map(outcome, (tmp_path / "native" / "runs.jsonl").read_text().splitlines()))
    assert sweep.fingerprint in command_line("sweep", file, "--out", tmp_path / "python")
    assert (tmp_path / "python" / "runs.jsonl").read_text() == lines
    assert droptail.sweep(file, folder=tmp_path / "native").fingerprint == sweep.fingerprint


def outcome(line):
    """A stored run without what it cost."""
    return json.dumps({k: v for k, v in json.loads(line).items() if k not in {"cpuS", "wallS", "endedMs"}})


def test_tables_are_arrow_tables(tmp_path):
    sweep = droptail.sweep(small_experiment(), folder=tmp_path)
    table = pyarrow.csv.read_csv(tmp_path / "table.csv")
    assert sweep.table.column_names == table.column_names
    for name in table.column_names:
        theirs = table[name].to_pylist()
        assert sweep.table[name].to_pylist() == theirs
    runs = pyarrow.parquet.read_table(tmp_path / "runs.parquet")
    assert sweep.runs.drop_columns("variant").to_pydict() == runs.to_pydict()
    assert sweep.runs["variant"].to_pylist() == [v for v in range(4) for _ in range(3)]
    assert sweep.rows[0]["traces"][0]["name"] == "flows/f1/cwnd"


def test_the_number_of_threads_changes_nothing():
    sweeps = [droptail.sweep(small_experiment(), jobs=jobs) for jobs in [1, 3]]
    assert sweeps[0].fingerprint == sweeps[1].fingerprint
    assert sweeps[0].table.equals(sweeps[1].table)
    quick = droptail.sweep(small_experiment(), quick=True)
    assert quick.runs.num_rows == 4


def test_a_run_of_a_sweep_is_a_run():
    experiment = droptail.Experiment(small_experiment())
    sweep = droptail.sweep(experiment)
    for row in sweep.runs.to_pylist()[::5]:
        assert droptail.run(experiment.scenario(row["variant"], row["seed"])).digest == row["digest"]


def test_parts_are_joined_in_any_order(tmp_path):
    whole = droptail.sweep(small_experiment(), folder=tmp_path / "whole")
    parts = [tmp_path / f"part-{part}" for part in [1, 2, 3]]
    for part, folder in enumerate(parts, 1):
        sweep = droptail.sweep(small_experiment(), folder=folder, shard=(part, 3))
        assert sweep.missing == []
    joined = droptail.merge(parts[:0:-1], tmp_path / "some")
    assert len(joined.missing) == 4
    joined = droptail.merge(parts[::-1], tmp_path / "all")
    assert joined.fingerprint == whole.fingerprint and joined.missing == []
    assert contents(tmp_path / "all") == contents(tmp_path / "whole")


def test_progress_ends_at_one():
    calls = []
    droptail.sweep(small_experiment(), jobs=2, progress=lambda share, runs: calls.append((share, runs)))
    assert calls[-1] == (1.0, 12)
    assert calls == sorted(calls)


def test_a_folder_of_another_experiment_is_refused(tmp_path):
    droptail.sweep(small_experiment(), folder=tmp_path, quick=True)
    with pytest.raises(droptail.FolderError, match="another"):
        droptail.sweep(small_experiment(title="Other"), folder=tmp_path, quick=True)
    with pytest.raises(droptail.FolderError):
        droptail.merge([tmp_path / "none"], tmp_path / "out")
    with pytest.raises(ValueError, match="part"):
        droptail.sweep(small_experiment(), shard=(3, 2))
    with pytest.raises(ValueError, match="parallel"):
        droptail.sweep(small_experiment(), jobs=0)


def test_a_truncated_line_is_reported_and_its_run_repeated(tmp_path):
    whole = droptail.sweep(small_experiment(), folder=tmp_path)
    stored = tmp_path / "runs.jsonl"
    stored.write_bytes(stored.read_bytes()[:-40])
    with pytest.warns(UserWarning, match="truncated"):
        again = droptail.sweep(small_experiment(), folder=tmp_path)
    assert again.fingerprint == whole.fingerprint


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_a_sweep_that_is_resumed(tmp_path):
    experiment = small_experiment(replications={"count": 2000, "firstSeed": 1})
    code = """
import droptail, json, sys
def progress(share, runs):
    if runs > 10:
        print("going", flush=True)
try:
    droptail.sweep(json.loads(sys.argv[1]), folder=sys.argv[2], progress=progress)
except KeyboardInterrupt:
    print("ended", flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code, json.dumps(experiment), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout.readline().strip() == "going"
        child.send_signal(signal.SIGINT)
        assert child.stdout.read().split()[-1] == "ended"
    kept = len((tmp_path / "runs.jsonl").read_text().splitlines())
    assert 10 < kept < 8000
    store = droptail._sweeps._open(droptail.Experiment(experiment), False, tmp_path, 1, 1)
    assert store.count() == kept and len(store.left()) == 8000 - kept
