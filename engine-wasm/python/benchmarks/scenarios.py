"""S1 of the engine's benchmarks: ten Reno flows with SACK recovery over 100 Mb/s for 60 s, 40 ms, a buffer of one BDP."""

from __future__ import annotations

from typing import Any

FLOWS = 10


def channel(rate_mbps: float, delay_ms: float, limit_packets: int) -> dict[str, Any]:
    queue = {"kind": "droptail", "params": {"limitPackets": limit_packets}}
    return {"rateMbps": rate_mbps, "delayMs": delay_ms, "queue": queue}


def s1(duration_s: float = 60) -> dict[str, Any]:
    """The document of `engine-wasm/bench/src/scenarios.rs`."""
    nodes = [{"id": "r1", "kind": "router"}, {"id": "r2", "kind": "router"}]
    links = [{"id": "core", "a": "r1", "b": "r2", "forward": channel(100, 18, 333), "backward": channel(100, 18, 100_000)}]
    flows = []
    for i in range(FLOWS):
        nodes += [{"id": f"a{i}", "kind": "host"}, {"id": f"b{i}", "kind": "host"}]
        access = channel(1000, 1, 100_000)
        links += [
            {"id": f"in{i}", "a": f"a{i}", "b": "r1", "forward": access},
            {"id": f"out{i}", "a": "r2", "b": f"b{i}", "forward": access},
        ]
        stack = {"kind": "rfc", "params": {"mss": 1448, "delayedAck": 1}}
        flows.append({"id": f"f{i}", "from": f"a{i}", "to": f"b{i}", "algorithm": "sack", "startS": i / FLOWS, "stack": stack})
    return {"version": 1, "durationS": duration_s, "nodes": nodes, "links": links, "flows": flows}


def experiment(runs: int, duration_s: float = 60) -> dict[str, Any]:
    """Runs of S1 with eight measures, whose flows start at random."""
    base = s1(duration_s)
    base["flows"] = [flow | {"startJitterS": 1} for flow in base["flows"]]
    buffers = [33, 83, 167, 333]
    path = "/links/core/forward/queue/params/limitPackets"
    return {
        "version": 1,
        "title": "S1 by buffer",
        "base": base,
        "axes": [{"name": "Buffer", "unit": "packets", "values": buffers, "sets": [{"path": path, "whole": True}]}],
        "replications": {"count": runs // len(buffers)},
        "measures": [
            {"name": "Goodput", "unit": "Mb/s", "of": "goodputMbps"},
            {"name": "Jain", "of": "jain"},
            {"name": "Utilisation", "of": "queues/core/forward/utilisation"},
            {"name": "Queue", "unit": "packets", "of": "queues/core/forward/meanPackets"},
            {"name": "Loss", "of": "queues/core/forward/lossRate"},
            {"name": "RTT", "unit": "ms", "of": "flows/*/rttMeanMs"},
            {"name": "Retransmissions", "of": "flows/*/retransmissions", "over": "sum"},
            {"name": "Timeouts", "of": "flows/*/timeouts", "over": "sum"},
        ],
    }
