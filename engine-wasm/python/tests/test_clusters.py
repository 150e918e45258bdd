"""The recipes for batch systems, run as those would, part by part."""

import json
import os
import random
import subprocess

import pytest
import yaml
from conftest import ROOT, command_line, program, small_experiment

import droptail

CLUSTERS = ROOT / "docs" / "clusters"
TABLES = ["table.csv", "table.json", "runs.csv", "runs.parquet"]
PARTS = 8

pytestmark = pytest.mark.skipif(os.name == "nt", reason="shell scripts")


def check(parts, tmp_path):
    """Parts that are merged in any order give the folder of one process."""
    whole = droptail.sweep(small_experiment(), folder=tmp_path / "whole")
    assert len(parts) == PARTS
    random.Random(1).shuffle(parts)
    assert whole.fingerprint in command_line("merge", *parts, "--out", tmp_path / "all")
    for name in TABLES:
        assert (tmp_path / "all" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_a_slurm_array(tmp_path):
    (tmp_path / "e.json").write_text(json.dumps(small_experiment()))
    for part in range(1, PARTS + 1):
        again = {"PARTS": str(PARTS)} if part == 3 else {}
        count = "1" if again else str(PARTS)
        subprocess.run(
            ["bash", CLUSTERS / "slurm-array.sh", tmp_path / "e.json", tmp_path / "out"],
            check=True,
            stdout=subprocess.DEVNULL,
            env=os.environ
            | {"DROPTAIL": program("DROPTAIL_CLI"), "SLURM_ARRAY_TASK_ID": str(part), "SLURM_ARRAY_TASK_COUNT": count}
            | again,
        )
    check(list((tmp_path / "out").glob("part-*")), tmp_path)


def test_a_kubernetes_job(tmp_path):
    job = yaml.safe_load((CLUSTERS / "kubernetes-job.yaml").read_text())["spec"]
    [container] = job["template"]["spec"]["containers"]
    env = {item["name"]: item["value"] for item in container["env"]}
    assert job["completions"] == int(env["PARTS"]) and job["completionMode"] == "Indexed"
    # The volumes of a pod are folders here.
    (tmp_path / "experiment").mkdir()
    (tmp_path / "experiment" / "experiment.json").write_text(json.dumps(small_experiment()))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "droptail").symlink_to(program("DROPTAIL_CLI"))
    *shell, script = container["command"]
    script = script.replace("/experiment/", f"{tmp_path}/experiment/").replace("/out/", f"{tmp_path}/out/")
    path = f"{tmp_path}/bin:{os.environ['PATH']}"
    for index in range(PARTS):
        variables = env | {"PARTS": str(PARTS), "JOB_COMPLETION_INDEX": str(index), "PATH": path}
        subprocess.run([*shell, script], check=True, stdout=subprocess.DEVNULL, env=os.environ | variables)
    check(list((tmp_path / "out").glob("part-*")), tmp_path)
