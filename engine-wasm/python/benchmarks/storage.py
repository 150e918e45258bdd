"""What it takes to store and summarise the outcomes of many runs as Parquet parts, with invented outcomes in place of runs.

    python benchmarks/storage.py [--runs 1000000]

Prints one line of JSON; times are of the processor, memory is the most that the process had.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import tempfile
import time
from pathlib import Path

from scenarios import experiment

import droptail
from droptail._parts import Parts

BATCH = 1000
VARIANTS = 100


def line(variant: int, seed: int) -> str:
    """The outcome of a run with eight measures, as a worker returns it."""
    return json.dumps(
        {
            "point": variant,
            "seed": seed,
            "digest": f"{random.getrandbits(64):016x}",
            "values": [random.random() for _ in range(8)],
            "hops": 3_000_000,
            "steps": 0,
            "cpuS": 0.17 + random.random() / 100,
            "wallS": 0.17 + random.random() / 100,
            "endedMs": 1_700_000_000_000 + random.randrange(10**9),
        }
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1_000_000, help="a multiple of 100")
    args = parser.parse_args()
    given = experiment(4)
    given["axes"][0]["values"] = {"from": 10, "to": 10 * VARIANTS, "step": 10}
    given["replications"]["count"] = args.runs // VARIANTS
    document = droptail.Experiment(given)
    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        parts = Parts(document, False, [folder])
        jobs = parts.left()
        opened = time.process_time() - begun
        # Runs come back in any order.
        random.shuffle(jobs)
        stored = 0.0
        for start in range(0, len(jobs), BATCH):
            lines = [line(*job) for job in jobs[start : start + BATCH]]
            begun = time.process_time()
            parts.keep(lines)
            stored += time.process_time() - begun
        parts.flush()
        size = sum(file.stat().st_size for file in Path(folder, "parts").glob("*.parquet"))
        stored_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        del parts
        begun = time.process_time()
        sweep = droptail.read_parts([folder])
        read = time.process_time() - begun
        assert sweep.missing == [] and sum(row["runs"] for row in sweep.rows) == args.runs
    print(
        json.dumps(
            {
                "runs": args.runs,
                "bytes_a_run": round(size / args.runs, 1),
                "open_s": round(opened, 1),
                "store_us_a_run": round(1e6 * stored / args.runs, 1),
                "tables_s": round(read, 1),
                "storing_mb": round(stored_mb),
                "most_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
            }
        )
    )


if __name__ == "__main__":
    main()
