"""An experiment on a cluster whose workers and scheduler are killed, next to one process: the results must be the same bytes.

    python benchmarks/rough_cluster.py [--runs 2400] [--kills 12] [--parts]

Starts a scheduler and two workers as processes. Workers are killed at random; half-way the scheduler is killed for good, and a second one,
with workers of its own, does the rest. With `--parts` the cluster writes Parquet parts, which are merged before the comparison. Prints one
line of JSON.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from distributed import Client

import droptail
import droptail.dask

ROOT = Path(__file__).resolve().parents[3]
TABLES = ["table.csv", "table.json", "runs.csv", "runs.parquet"]
WORKERS = 2


def experiment(runs: int) -> droptail.Experiment:
    """An experiment of this many runs, a multiple of 6, of 30 simulated seconds."""
    base = json.loads((ROOT / "public" / "gallery" / "one-reno.json").read_text()) | {"durationS": 30}
    base["flows"] = [flow | {"startJitterS": 1} for flow in base["flows"]]
    buffer = "/links/*/forward/queue/params/limitPackets"
    return droptail.Experiment(
        {
            "version": 1,
            "title": "Runs on a rough cluster",
            "base": base,
            "axes": [
                {"name": "Buffer", "unit": "packets", "values": [10, 30, 60], "sets": [{"path": buffer, "whole": True}]},
                {"name": "Algorithm", "values": ["reno", "cubic"], "sets": [{"path": "/flows/*/algorithm"}]},
            ],
            "replications": {"count": runs // 6},
            "measures": [
                {"name": "Goodput", "unit": "Mb/s", "of": "goodputMbps"},
                {"name": "RTT", "unit": "ms", "of": "flows/*/rttMeanMs"},
                {"name": "Timeouts", "of": "flows/*/timeouts", "over": "sum"},
            ],
        }
    )


class Cluster:
    """A scheduler and workers, each a process."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")
        # A nanny starts each worker again that dies.
        self._workers = self._start("worker", self.address, "--nworkers", str(WORKERS), "--nthreads", "1", "--no-dashboard")

    @staticmethod
    def _start(program: str, *args: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *args]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def __enter__(self) -> Cluster:
        host, port = self.address.removeprefix("tcp://").split(":")
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection((host, int(port)), timeout=1):
                return self
            time.sleep(0.1)
        raise TimeoutError(self.address)

    def __exit__(self, *_: object) -> None:
        # The nannies end their workers when they are told to end.
        self._workers.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._workers.wait(timeout=20)
        for process in (self._workers, self.scheduler):
            process.kill()
            process.wait()


class Killer(threading.Thread):
    """Kills workers at random until told to stop."""

    def __init__(self, address: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.killed = 0
        self.stop = threading.Event()
        self._address = address
        self._random = random.Random(seed)

    def run(self) -> None:
        with Client(self._address, timeout=60) as client:
            while not self.stop.wait(self._random.uniform(0.2, 1.5)):
                pids: dict[str, int] = {}
                with contextlib.suppress(Exception):
                    pids = client.run(os.getpid, on_error="ignore")
                # The last one alive is left until another one is back, so that the experiment goes on.
                if len(pids) == WORKERS:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(self._random.choice(sorted(pids.values())), signal.SIGKILL)
                        self.killed += 1


def phase(document: droptail.Experiment, folder: Path, parts: bool, kills: int, lose: bool, seed: int) -> tuple[int, int]:
    """Works on the folder until the experiment is done, or, if `lose`, until the scheduler is killed, after half of the work. Either way,
    at least `kills` workers are killed. Returns the number of runs that were stored, and of workers that were killed."""
    made = 0
    # The client looks for a lost scheduler for this long.
    with Cluster() as cluster, Client(cluster.address, timeout=8) as client:
        killer = Killer(cluster.address, seed)

        def progress(share: float, runs: int) -> None:
            nonlocal made
            made = runs
            if runs and killer.ident is None:
                killer.start()
            # So that the work does not end before the killing.
            while killer.killed < kills and share >= (0.5 if lose else 0.9):
                time.sleep(0.05)
            if lose and share >= 0.5 and cluster.scheduler.poll() is None:
                killer.stop.set()
                cluster.scheduler.kill()
                cluster.scheduler.wait()
            elif killer.killed >= kills:
                killer.stop.set()

        ends = contextlib.suppress(droptail.dask.SchedulerLost) if lose else contextlib.nullcontext()
        with ends:
            droptail.dask.sweep(document, client, folder=folder, batch_s=0.3, parts=parts, progress=progress)
            if lose:
                raise AssertionError("the experiment ended before its scheduler was killed")
        killer.stop.set()
    return made, killer.killed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=2400)
    parser.add_argument("--kills", type=int, default=12, help="workers that are killed at least")
    parser.add_argument("--parts", action="store_true")
    args = parser.parse_args()
    document = experiment(args.runs)
    with tempfile.TemporaryDirectory() as place:
        alone, cluster, merged = (Path(place, name) for name in ("alone", "cluster", "merged"))
        begun = time.perf_counter()
        whole = droptail.sweep(document, folder=alone, jobs=1)
        alone_s = time.perf_counter() - begun
        begun = time.perf_counter()
        first, killed = phase(document, cluster, args.parts, args.kills // 2, lose=True, seed=1)
        second, also = phase(document, cluster, args.parts, args.kills - killed, lose=False, seed=2)
        cluster_s = time.perf_counter() - begun
        joined = droptail.merge([cluster], merged)
        assert killed + also >= args.kills
        assert joined.missing == [] and joined.fingerprint == whole.fingerprint
        assert first + second == len(document.jobs())
        for name in TABLES:
            assert (merged / name).read_bytes() == (alone / name).read_bytes(), name
        print(
            json.dumps(
                {
                    "runs": len(document.jobs()),
                    "before_the_scheduler_died": first,
                    "workers_killed": killed + also,
                    "fingerprint": whole.fingerprint,
                    "files": len(list(cluster.glob("parts/*"))) or 1,
                    "one_process_s": round(alone_s, 1),
                    "cluster_s": round(cluster_s, 1),
                }
            )
        )


if __name__ == "__main__":
    main()
