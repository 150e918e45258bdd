"""Experiments on clusters of worker processes, whatever happens to them."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time

import dask
import distributed
import pytest
from conftest import ROOT, small_experiment

import droptail
import droptail.dask

TABLES = ["table.csv", "table.json", "runs.csv", "runs.parquet"]
FULL = os.environ.get("DROPTAIL_FULL") == "1"


def contents(folder):
    return {name: (folder / name).read_bytes() for name in TABLES}


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def longer(count):
    """An experiment of four times `count` runs."""
    return droptail.Experiment(small_experiment(replications={"count": count, "firstSeed": 1}))


def test_a_cluster_gives_what_one_process_gives(client, tmp_path):
    calls = []
    alone = droptail.sweep(longer(20), folder=tmp_path / "alone", jobs=1)
    sweep = droptail.dask.sweep(
        longer(20), client, folder=tmp_path / "cluster", batch_s=0.1, progress=lambda share, runs: calls.append((share, runs))
    )
    assert sweep.fingerprint == alone.fingerprint and sweep.table.equals(alone.table)
    assert contents(tmp_path / "cluster") == contents(tmp_path / "alone")
    assert calls[-1] == (1.0, 80) and calls == sorted(calls) and len(calls) > 3
    # Nothing is left to do.
    assert droptail.sweep(longer(20), folder=tmp_path / "cluster").fingerprint == alone.fingerprint
    assert list(droptail.dask.outcomes(longer(20), client, folder=tmp_path / "cluster")) == []


def test_parts_on_clusters_and_on_one_machine_are_joined(client, tmp_path):
    whole = droptail.sweep(longer(5), folder=tmp_path / "whole")
    droptail.dask.sweep(longer(5), client, folder=tmp_path / "a", shard=(1, 2))
    droptail.sweep(longer(5), folder=tmp_path / "b", shard=(2, 2))
    droptail.merge([tmp_path / "b", tmp_path / "a"], tmp_path / "all")
    assert contents(tmp_path / "all") == contents(tmp_path / "whole")
    assert whole.missing == []


def test_outcomes_are_streamed(client):
    seen = []
    with contextlib.closing(droptail.dask.outcomes(longer(20), client, batch_s=0.05)) as batches:
        for batch in batches:
            seen.extend(batch)
            if len(seen) > 10:
                break
    assert 10 < len(seen) < 80
    assert {"point", "seed", "digest", "values"} <= set(seen[0])


def test_a_sweep_is_cancelled_and_resumed(client, tmp_path):
    cancel = threading.Event()

    def progress(share, runs):
        if runs >= 20:
            cancel.set()

    with pytest.raises(droptail.dask.Cancelled):
        droptail.dask.sweep(longer(30), client, folder=tmp_path, batch_s=0.05, progress=progress, cancel=cancel)
    kept = len((tmp_path / "runs.jsonl").read_text().splitlines())
    assert 20 <= kept < 120
    calls = []
    sweep = droptail.dask.sweep(longer(30), client, folder=tmp_path, progress=lambda share, runs: calls.append(runs))
    assert calls[-1] == 120 - kept
    assert sweep.fingerprint == droptail.sweep(longer(30)).fingerprint


@pytest.mark.parametrize("call", ["nthreads", "register_plugin", "submit"])
def test_a_scheduler_that_does_not_answer_is_asked_again(client, monkeypatch, call):
    real, failures = getattr(client, call), []

    def fails_once(*args, **options):
        if not failures:
            failures.append(OSError("Timed out trying to connect"))
            raise failures[0]
        return real(*args, **options)

    monkeypatch.setattr(client, call, fails_once)
    sweep = droptail.dask.sweep(longer(5), client)
    assert len(failures) == 1 and sweep.fingerprint == droptail.sweep(longer(5)).fingerprint
    # What does not come from the connection is not hidden.
    monkeypatch.setattr(client, call, lambda *args, **options: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        droptail.dask.sweep(longer(5), client)


def test_a_run_that_always_fails_is_named(client, monkeypatch):
    def fails(name, quick, version, jobs):
        # The function of the worker, whose module has the document.
        import droptail.dask

        if (1, 2) in map(tuple, jobs):
            raise MemoryError("too much")
        return droptail.dask._run_batch(name, quick, version, jobs)

    monkeypatch.setattr(droptail.dask, "_run_batch", fails)
    with pytest.raises(droptail.dask.RunsFailed, match="variant 1, seed 2: MemoryError: too much") as raised:
        droptail.dask.sweep(longer(5), client)
    assert [(point, seed) for point, seed, _ in raised.value.failed] == [(1, 2)]


def test_another_version_of_the_model_is_refused(client, monkeypatch):
    real = droptail.dask._run_batch
    monkeypatch.setattr(droptail.dask, "_run_batch", lambda name, quick, version, jobs: real(name, quick, version + 1, jobs))
    with pytest.raises(droptail.dask.VersionMismatch, match="install one package everywhere"):
        droptail.dask.sweep(longer(5), client)


def kill_workers(client, most, stop, killed, rng):
    """Kills random workers until told to stop, one after another, each as soon as the one before has been replaced."""
    while not stop.is_set() and len(killed) < most:
        pids = client.run(os.getpid, on_error="ignore")
        if len(pids) < 2:
            time.sleep(0.05)
            continue
        pid = rng.choice(sorted(pids.values()))
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
        stop.wait(rng.uniform(0.1, 0.6))


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_workers_that_die_lose_nothing(tmp_path):
    experiment = longer(100)
    alone = droptail.sweep(experiment, folder=tmp_path / "alone")
    killed, stop = [], threading.Event()
    wanted = 3
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
        distributed.Client(cluster) as other,
    ):
        killer = threading.Thread(target=kill_workers, args=(other, wanted, stop, killed, random.Random(1)))

        def progress(share, runs):
            if runs and not killer.is_alive() and not killed:
                killer.start()
            # So that the sweep does not end first.
            while len(killed) < wanted and share > 0.9 and killer.is_alive():
                time.sleep(0.05)

        sweep = droptail.dask.sweep(experiment, client, folder=tmp_path / "cluster", batch_s=0.2, progress=progress)
        stop.set()
        killer.join()
    assert len(killed) >= wanted
    assert sweep.fingerprint == alone.fingerprint
    assert contents(tmp_path / "cluster") == contents(tmp_path / "alone")


@pytest.mark.skipif(not FULL, reason="slow: `npm run test:full` has it")
@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    "size", [["--runs", "2400", "--kills", "12"], ["--runs", "600", "--kills", "4", "--parts"]], ids=["lines", "parts"]
)
def test_a_rough_cluster_gives_what_one_process_gives(size):
    """Workers are killed at random, and half-way the scheduler: the program compares tables, digest and Parquet content."""
    rough = ROOT / "engine-wasm" / "python" / "benchmarks" / "rough_cluster.py"
    done = subprocess.run([sys.executable, rough, *size], check=True, stdout=subprocess.PIPE, text=True)
    report = json.loads(done.stdout)
    assert report["runs"] == int(size[1]) and report["workers_killed"] >= int(size[3])


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    """Waits until somebody listens."""
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise TimeoutError(port)


def commands():
    """A free port, its address, and the commands of a scheduler and of two workers there."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    scheduler = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")
    worker = ("distributed.cli.dask_worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard")
    return port, address, scheduler, worker


@contextlib.contextmanager
def process(*args):
    child = subprocess.Popen([sys.executable, "-m", *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield child
    finally:
        child.kill()
        child.wait()


@pytest.mark.skipif(not FULL, reason="slow: `npm run test:full` has it")
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_sweep_goes_on_when_its_scheduler_is_back(tmp_path):
    """The scheduler is killed and another one takes its address, while the sweep waits."""
    experiment = longer(100)
    port, address, scheduler, worker = commands()
    with contextlib.ExitStack() as processes:
        running = processes.enter_context(process(*scheduler))
        processes.enter_context(process(*worker))
        wait_for(port)
        with distributed.Client(address, timeout=60) as client:

            def progress(share, runs):
                if runs >= 50 and running.poll() is None:
                    running.kill()
                    running.wait()
                    processes.enter_context(process(*scheduler))
                    processes.enter_context(process(*worker))

            sweep = droptail.dask.sweep(experiment, client, folder=tmp_path, batch_s=0.05, progress=progress)
    assert running.poll() is not None
    assert sweep.fingerprint == droptail.sweep(experiment).fingerprint


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_sweep_outlives_its_scheduler(tmp_path):
    """The scheduler is killed. The folder has what was done; another scheduler does the rest."""
    experiment = longer(100)
    port, address, scheduler, worker = commands()
    with contextlib.ExitStack() as first:
        running = first.enter_context(process(*scheduler))
        first.enter_context(process(*worker))
        wait_for(port)
        # The client looks for a lost scheduler for this long.
        patience = dask.config.set({"distributed.comm.timeouts.connect": "8s"})
        with patience, distributed.Client(address, timeout=8) as client:

            def progress(share, runs):
                if runs >= 50 and running.poll() is None:
                    running.kill()
                    running.wait()

            with pytest.raises(droptail.dask.SchedulerLost):
                droptail.dask.sweep(experiment, client, folder=tmp_path / "cluster", batch_s=0.05, progress=progress)
    kept = len((tmp_path / "cluster" / "runs.jsonl").read_text().splitlines())
    assert 50 <= kept < 400
    with contextlib.ExitStack() as second:
        second.enter_context(process(*scheduler))
        second.enter_context(process(*worker))
        wait_for(port)
        with distributed.Client(address) as client:
            made = []
            sweep = droptail.dask.sweep(experiment, client, folder=tmp_path / "cluster", progress=lambda share, runs: made.append(runs))
    assert made[-1] == 400 - kept
    alone = droptail.sweep(experiment, folder=tmp_path / "alone")
    assert sweep.fingerprint == alone.fingerprint
    assert contents(tmp_path / "cluster") == contents(tmp_path / "alone")
    assert json.loads((tmp_path / "cluster" / "experiment.json").read_text())["experiment"]["title"] == "Buffers"
