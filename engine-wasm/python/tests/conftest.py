"""What the tests share: documents, and the command line to compare with."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]


def gallery(name: str) -> dict[str, Any]:
    """A scenario of the gallery."""
    return json.loads((ROOT / "public" / "gallery" / f"{name}.json").read_text())


def small_experiment(**changes: Any) -> dict[str, Any]:
    """Two buffers, two algorithms and three seeds; a run takes about 10 ms."""
    base = gallery("one-reno") | {"durationS": 8}
    base["flows"] = [flow | {"startJitterS": 1} for flow in base["flows"]]
    return {
        "version": 1,
        "title": "Buffers",
        "base": base,
        "axes": [
            {
                "name": "Buffer",
                "unit": "packets",
                "values": [10, 60],
                "sets": [{"path": "/links/*/forward/queue/params/limitPackets", "whole": True}],
            },
            {"name": "Algorithm", "values": ["reno", "cubic"], "sets": [{"path": "/flows/*/algorithm"}]},
        ],
        "replications": {"count": 3, "firstSeed": 5},
        "measures": [
            {"name": "Goodput", "unit": "Mb/s", "of": "goodputMbps"},
            {"name": "RTT", "unit": "ms", "of": "flows/*/rttMeanMs"},
        ],
        "traces": [{"name": "Window", "of": "flows/f1/cwnd"}],
        "quick": {"count": 1, "durationS": 4},
    } | changes


def program(variable: str) -> str:
    """A program that `npm run python` builds; without it the test is skipped."""
    path = os.environ.get(variable)
    if not path:
        pytest.skip(f"{variable} is not set: `npm run python` sets it")
    return path


def command_line(*args: str | Path) -> str:
    """Standard output of the command line."""
    done = subprocess.run([program("DROPTAIL_CLI"), *map(str, args)], check=True, capture_output=True, text=True)
    return done.stdout
