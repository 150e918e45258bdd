"""Steps a second of `droptail.gym`, and the processor time of a step besides the simulation.

    python benchmarks/environment_steps.py [--intervals 2000]

One flow with a window of 20 packets over a link of 10 Mb/s and 40 ms, a step each 10 ms of simulated time. The simulation alone is an
episode of one interval. Prints one line of JSON; times are of the processor, and cycles are counted at its nominal clock.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from pathlib import Path

import droptail
import droptail.gym

INTERVAL_S = 0.01


def scenario(seconds: float) -> dict:
    core = {"rateMbps": 10, "delayMs": 20, "queue": {"kind": "droptail", "params": {"limitPackets": 60}}}
    return {
        "version": 1,
        "durationS": seconds,
        "nodes": [{"id": "a", "kind": "host"}, {"id": "b", "kind": "host"}],
        "links": [{"id": "core", "a": "a", "b": "b", "forward": core, "backward": core}],
        "flows": [{"id": "f1", "from": "a", "to": "b", "algorithm": "sack"}],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--intervals", type=int, default=2000)
    parser.add_argument("--times", type=int, default=15)
    args = parser.parse_args()
    document = droptail.Scenario(scenario(args.intervals * INTERVAL_S))
    env = droptail.gym.FlowEnv(document, interval_s=INTERVAL_S, factors=[1.0], start=20)
    many = droptail.gym.FlowEnv(document, interval_s=args.intervals * INTERVAL_S, factors=[1.0], start=20)
    steps, runs = [], []
    for _ in range(args.times):
        env.reset(seed=1)
        begun, over, count = time.process_time(), False, 0
        while not over:
            _, _, _, over, _ = env.step(0)
            count += 1
        steps.append((time.process_time() - begun) / count)
        begun = time.process_time()
        # All of it in one interval.
        many.reset(seed=1)
        runs.append((time.process_time() - begun) / args.intervals)
    step, run = min(steps), min(runs)
    clock = re.search(r"cpu MHz\s*:\s*([\d.]+)", Path("/proc/cpuinfo").read_text())
    mhz = float(clock.group(1)) if clock else float("nan")
    report = {
        "steps_per_s": round(1 / step),
        "step_us": round(1e6 * step, 1),
        "simulation_us": round(1e6 * run, 1),
        "rest_us": round(1e6 * (step - run), 1),
        "rest_cycles": round((step - run) * mhz * 1e6),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
