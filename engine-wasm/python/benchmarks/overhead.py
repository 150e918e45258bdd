"""Processor time of `droptail.run` next to that of the command line, for S1.

    python benchmarks/overhead.py PATH_OF_DROPTAIL [--seconds 600] [--times 7]

Both are the whole work on a document: reading, running, results as JSON. A process of its own makes each run, and the time of an empty
one is taken off, so that neither program's start counts. Prints the least of each and their ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from scenarios import s1

RUN = "import sys, json, droptail; json.dumps(droptail.run(sys.argv[1], until=float(sys.argv[2])).results)"


def processor_s(command: list[str]) -> float:
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("droptail")
    parser.add_argument("--seconds", type=float, default=600, help="simulated time, s")
    parser.add_argument("--times", type=int, default=7)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder, "s1.json"))
        Path(file).write_text(json.dumps(s1(args.seconds)))
        ours: dict[float, list[float]] = {0.001: [], args.seconds: []}
        theirs: dict[float, list[float]] = {0.001: [], args.seconds: []}
        for _ in range(args.times):
            for until in ours:
                theirs[until].append(processor_s([args.droptail, "run", file, "--json", "--until", str(until)]))
                ours[until].append(processor_s([sys.executable, "-c", RUN, file, str(until)]))
    native = min(theirs[args.seconds]) - min(theirs[0.001])
    python = min(ours[args.seconds]) - min(ours[0.001])
    print(json.dumps({"native_s": round(native, 3), "python_s": round(python, 3), "ratio": round(python / native, 4)}))


if __name__ == "__main__":
    main()
