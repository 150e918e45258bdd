"""Load of Dask's scheduler by `droptail.dask.sweep` with many workers, whose runs are replaced by sleeps.

    python benchmarks/scheduler_load.py --workers 1000 --runs 200000 --run-s 0.1 --batch-s 1

Everything is real but the runs: scheduler and client are processes of their own, each worker has its own connections and threads. Workers
share a few processes, because a thousand of those do not fit on a small machine. Prints one line of JSON; times are of processors.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import socket
import subprocess
import sys
import time
from pathlib import Path

import dask
import psutil
from distributed import Client, Worker

import droptail
import droptail.dask

ROOT = Path(__file__).resolve().parents[3]
# Workers of a process that start at the same time.
TOGETHER = 10


def experiment(runs: int) -> droptail.Experiment:
    """An experiment of this many runs, a multiple of 100."""
    base = json.loads((ROOT / "public" / "gallery" / "one-reno.json").read_text())
    return droptail.Experiment(
        {
            "version": 1,
            "title": "Load of the scheduler",
            "base": base,
            "axes": [
                {
                    "name": "Buffer",
                    "values": {"from": 1, "to": 100, "step": 1},
                    "sets": [{"path": "/links/*/forward/queue/params/limitPackets", "whole": True}],
                }
            ],
            "replications": {"count": runs // 100},
            "measures": [{"name": f"Measure {i}", "of": "goodputMbps"} for i in range(8)],
        }
    )


def sleeping(run_s: float):
    """What stands for runs: sleeps, and lines of the usual size."""

    def run_batch(name, quick, version, jobs):
        begun = time.perf_counter()
        # Runs differ in length by a tenth.
        time.sleep(sum(random.uniform(0.9, 1.1) * run_s for _ in jobs))
        lines = [
            json.dumps(
                {
                    "point": point,
                    "seed": seed,
                    "digest": f"{random.getrandbits(64):016x}",
                    "values": [random.random() for _ in range(8)],
                    "hops": 1000000,
                    "steps": 0,
                    "cpuS": run_s,
                    "wallS": run_s,
                    "endedMs": 1700000000000,
                }
            )
            for point, seed in jobs
        ]
        return lines, [], time.perf_counter() - begun

    return run_batch


async def host(address: str, count: int) -> None:
    """Workers in one process, without what each does for itself alone: looking at its threads and its process many times a second is no
    load of the scheduler, and would take all of a small machine."""
    dask.config.set(
        {
            "distributed.worker.profile.enabled": False,
            "distributed.admin.system-monitor.interval": "10 minutes",
            "distributed.admin.tick.interval": "10 s",
        }
    )
    async with contextlib.AsyncExitStack() as stack:
        for start in range(0, count, TOGETHER):
            workers = [
                Worker(address, nthreads=1, memory_limit=0, dashboard_address=None, dashboard=False)
                for _ in range(min(TOGETHER, count - start))
            ]
            await asyncio.gather(*map(stack.enter_async_context, workers))
        await asyncio.Event().wait()


def processor_s(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--hosts", type=int, default=4, help="processes that the workers share")
    parser.add_argument("--runs", type=int, default=200_000)
    parser.add_argument("--run-s", type=float, default=0.1, help="length of a run, s")
    parser.add_argument("--batch-s", type=float, default=1.0, help="length of a batch, s")
    parser.add_argument("--host", nargs=2, metavar=("ADDRESS", "COUNT"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.host:
        asyncio.run(host(args.host[0], int(args.host[1])))
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
    with contextlib.ExitStack() as stack:

        def start(*command: str) -> psutil.Process:
            child = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(child.wait)
            stack.callback(child.kill)
            return psutil.Process(child.pid)

        port = address.rsplit(":", 1)[1]
        scheduler = start("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard", "--no-show")
        hosts = [start(__file__, "--host", address, str(args.workers // args.hosts)) for _ in range(args.hosts)]
        client = stack.enter_context(Client(address, timeout=120))
        client.wait_for_workers(args.workers // args.hosts * args.hosts, timeout=1200)
        droptail.dask._run_batch = sleeping(args.run_s)
        document = experiment(args.runs)
        own = psutil.Process()
        before = [processor_s(p) for p in (scheduler, own)], sum(map(processor_s, hosts))
        begun = time.perf_counter()
        batches = sum(1 for _ in droptail.dask.outcomes(document, client, batch_s=args.batch_s))
        wall_s = time.perf_counter() - begun
        after = [processor_s(p) for p in (scheduler, own)], sum(map(processor_s, hosts))
        report = {
            "workers": args.workers,
            "runs": args.runs,
            "batches": batches,
            "wall_s": round(wall_s, 1),
            "ideal_s": round(args.runs * args.run_s / args.workers, 1),
            "batches_per_s": round(batches / wall_s, 1),
            "scheduler_ms_per_batch": round(1000 * (after[0][0] - before[0][0]) / batches, 2),
            "client_ms_per_batch": round(1000 * (after[0][1] - before[0][1]) / batches, 2),
            "client_us_per_run": round(1e6 * (after[0][1] - before[0][1]) / args.runs, 1),
            "workers_ms_per_batch": round(1000 * (after[1] - before[1]) / batches, 2),
            "scheduler_mb": round(scheduler.memory_info().rss / 1e6),
            "client_mb": round(own.memory_info().rss / 1e6),
        }
        print(json.dumps(report))


if __name__ == "__main__":
    main()
