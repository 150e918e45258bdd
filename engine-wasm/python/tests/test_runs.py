"""Runs: digests, series, simulations."""

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow
import pytest
from conftest import ROOT, command_line, gallery, program

import droptail

COUNT = 100


@pytest.fixture(scope="module")
def random_runs():
    """Random documents, each with an end and its run here: with controllers, fluid models, timed edits, whatever the fuzzer makes."""
    made = subprocess.run(
        [program("DROPTAIL_FUZZ"), "--parity", str(COUNT), "--seed", "23"],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    records = [json.loads(line) for line in made.stdout.splitlines()]
    assert len(records) == COUNT
    # The time that the fuzzer reached bounds the cost of the run.
    ends = [(record["edited"], record["stands"][-1][0]) for record in records]
    return [(document, until, droptail.run(document, until=until, series=n % 2 == 0)) for n, (document, until) in enumerate(ends)]


def test_random_scenarios_have_the_digest_of_the_command_line(random_runs, tmp_path):
    differences = []
    for number, (document, until, run) in enumerate(random_runs):
        file = tmp_path / "scenario.json"
        file.write_text(json.dumps(document))
        theirs = json.loads(command_line("run", file, "--json", "--until", repr(until)))
        if run.digest != theirs["digest"] or run.results != theirs:
            differences.append((number, run.digest, theirs["digest"]))
    assert differences == []


def test_random_scenarios_have_the_digest_of_the_page(random_runs):
    """The page's engine runs under Node."""
    wasm = ROOT / "web" / "generated" / "engine-script_bg.wasm"
    if not wasm.exists() or not shutil.which("node"):
        pytest.skip("the page's engine is not built: `npm run wasm` builds it")
    lines = "".join(json.dumps({"document": document, "untilS": until}) + "\n" for document, until, _ in random_runs)
    node = ["node", Path(__file__).with_name("page_digests.mjs")]
    done = subprocess.run(node, input=lines, check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout.split() == [run.digest for _, _, run in random_runs]


def test_a_controller_in_the_document_runs():
    """A window that never changes, written in the document."""
    document = gallery("one-reno")
    document["controllers"] = [
        {
            "id": "mine",
            "name": "Mine",
            "params": [{"id": "window", "min": 1, "max": 100, "default": 10}],
            "script": "fn on_start() { cwnd = window; } fn on_ack() { cwnd = window; } fn on_loss() { cwnd = window; }",
        }
    ]
    document["flows"][0] |= {"algorithm": "mine", "params": {"window": 7}}
    simulation = droptail.Simulation(document)
    simulation.run_until(3)
    assert simulation.state()["flows"]["f1"]["cwnd"] == 7
    document["controllers"][0]["script"] = "fn on_ack( {"
    with pytest.raises(droptail.DocumentError, match="/controllers/0"):
        droptail.Scenario(document)


def test_series_are_those_of_the_command_line(tmp_path):
    file = ROOT / "public" / "gallery" / "one-reno.json"
    command_line("run", file, "--csv", tmp_path, "--until", "12", "--seed", "4")
    run = droptail.run(file, until=12, seed=4, series=True)
    tables = {re.sub("[^A-Za-z0-9_]", "-", name): table for name, table in run.series.items()}
    compared = 0
    for path in tmp_path.glob("*.csv"):
        [name] = [n for n in tables if _same_series(n, path.stem)]
        head, *rows = csv.reader(path.read_text().splitlines())
        table = tables[name]
        assert [[float(cell) for cell in row] for row in rows] == [list(row.values()) for row in table.to_pylist()]
        unit = table.field("min").metadata[b"unit"].decode()
        assert head == ["time_s", *(f"{name}_{unit}" for name in ["min", "max", "last"])]
        compared += 1
    assert compared == len(run.series) > 5


def _same_series(ours: str, theirs: str) -> bool:
    ours = re.sub("^(flows|queues)-", "", ours).replace("-probes-", "-probe-")
    names = {"jainRtt": "jain-rtt", "maxMin": "max-min"}
    return names.get(ours, ours) == theirs


def test_recording_does_not_change_a_run():
    scenario = gallery("one-reno")
    runs = [droptail.run(scenario, series=series) for series in [False, True, ["flows/*/cwnd"]]]
    assert len({run.digest for run in runs}) == 1
    assert list(runs[2].series) == ["flows/f1/cwnd"]
    assert runs[0].series == {}
    assert runs[2].series["flows/f1/cwnd"].num_rows >= runs[1].series["flows/f1/cwnd"].num_rows


def test_series_share_their_memory():
    [table] = droptail.run(gallery("one-reno"), until=5, series=["flows/f1/cwnd"]).series.values()
    # NumPy takes no copy of a column, so that nothing stands between it and the engine's buffer.
    column = table["time_s"].chunk(0)
    assert column.to_numpy(zero_copy_only=True).base is not None
    assert isinstance(table, pyarrow.Table)


def test_a_run_has_results_and_measures():
    run = droptail.run(gallery("one-reno"), until=5)
    assert run.results["digest"] == run.digest == run.ladder[-1]
    assert run.measures["flows/f1/goodputMbps"] == run.results["flows"][0]["goodputMbps"]
    assert run.now_s == 5 and run.stopped is None
    assert droptail.run(gallery("one-reno"), until=5, seed=99).scenario.value("/seed") == 99
    with pytest.raises(ValueError, match="seed"):
        droptail.run(gallery("one-reno"), seed=-1)
    with pytest.raises(ValueError, match="simulated time"):
        droptail.run(gallery("one-reno"), until=float("nan"))


def test_pieces_are_the_same_run():
    straight = droptail.run(gallery("one-reno"), until=6)
    simulation = droptail.Simulation(gallery("one-reno"))
    for until in [0.1, 0.1001, 2, 5.5, 6]:
        assert simulation.run_until(until) == until
    assert simulation.digest == straight.digest
    assert simulation.results() == straight.results
    assert not simulation.done
    simulation.run_until()
    assert simulation.done and not simulation.step()


def test_events_are_stepped_one_by_one():
    simulation = droptail.Simulation(gallery("one-reno"))
    counts = [simulation.events for _ in range(100) if simulation.step()]
    assert len(counts) == 100 and counts == sorted(set(counts))
    other = droptail.Simulation(gallery("one-reno"))
    for each in [simulation, other]:
        each.run_until(3)
    assert simulation.digest == other.digest


def test_a_snapshot_continues_as_the_run_does():
    simulation = droptail.Simulation(gallery("one-reno"), series=True)
    simulation.run_until(4)
    snapshot = simulation.snapshot()
    simulation.run_until(8)
    straight = simulation.finished()
    simulation.edit("/links/core/forward/rateMbps", 2)
    simulation.run_until(10)
    other = simulation.copy()
    simulation.restore(snapshot)
    assert simulation.now_s == snapshot.now_s == 4
    simulation.run_until(8)
    again = simulation.finished()
    assert (again.digest, again.results, again.scenario) == (
        straight.digest,
        straight.results,
        straight.scenario,
    )
    assert all(again.series[name].equals(table) for name, table in straight.series.items())
    # A snapshot can be used again, and copies are independent.
    simulation.restore(snapshot)
    assert (simulation.now_s, other.now_s) == (4, 10)
    simulation.restore(simulation.snapshot())


def test_an_edit_is_a_timed_edit():
    simulation = droptail.Simulation(gallery("one-reno"))
    simulation.run_until(3)
    at = simulation.edit("/links/core/forward/rateMbps", 4)
    assert at >= 3
    simulation.edit("/flows/f1/algorithm", "cubic", at=5)
    simulation.run_until(8)
    document = gallery("one-reno")
    document["edits"] = [
        *document.get("edits", []),
        {"atS": at, "path": "/links/core/forward/rateMbps", "value": 4},
        {"atS": 5, "path": "/flows/f1/algorithm", "value": "cubic"},
    ]
    assert droptail.run(document, until=8).digest == simulation.digest
    assert droptail.run(simulation.scenario, until=8).digest == simulation.digest
    digest = simulation.digest
    for path, value, when in [
        ("/links/core/forward/rateMbps", -1, None),
        ("/seed", 5, None),
        ("/links/core/forward/rateMbps", 5, 2),
    ]:
        with pytest.raises(droptail.DocumentError):
            simulation.edit(path, value, when)
    assert simulation.digest == digest


def test_the_state_is_that_of_the_document():
    simulation = droptail.Simulation(gallery("one-reno"))
    assert simulation.state()["flows"]["f1"]["srtt_ms"] is None
    simulation.run_until(5)
    state = simulation.state()
    assert state["now_s"] == 5
    flow = state["flows"]["f1"]
    assert flow["state"] == "running" and flow["algorithm"] == "reno"
    assert 0 < flow["flight"] <= flow["cwnd"] and flow["srtt_ms"] >= flow["base_rtt_ms"] - 1
    assert {"core/forward", "core/backward"} <= set(state["queues"])
    assert state["queues"]["core/forward"]["queued_packets"] >= 0


def long_scenario() -> dict:
    """Several seconds of work."""
    document = gallery("one-reno") | {"durationS": 20_000}
    document.pop("edits", None)
    for link in document["links"]:
        link["forward"]["rateMbps"] = 100
    return document


def test_other_threads_run_meanwhile():
    """The interpreter lock is free while the engine runs: a counter goes on at nearly its own speed."""
    simulation = droptail.Simulation(long_scenario())
    counted = 0
    stop = threading.Event()

    def count():
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    begun = time.perf_counter()
    until = 0.0
    while time.perf_counter() - begun < 0.5:
        until += 50
        simulation.run_until(until)
    stop.set()
    thread.join()
    # Without the lock the other thread would wait for the whole of each call.
    assert counted > 50


def test_two_threads_run_two_simulations():
    scenario = droptail.Scenario(gallery("one-reno"))
    digests = [None, None]

    def work(place):
        digests[place] = droptail.run(scenario, until=20).digest

    threads = [threading.Thread(target=work, args=(place,)) for place in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert digests[0] == digests[1] == droptail.run(scenario, until=20).digest


def test_a_simulation_serves_one_thread_at_a_time():
    simulation = droptail.Simulation(long_scenario())
    started = threading.Event()
    failures = []

    def work():
        started.set()
        simulation.run_until(150)

    thread = threading.Thread(target=work)
    thread.start()
    started.wait()
    while thread.is_alive():
        try:
            assert simulation.now_s >= 0
        except RuntimeError as error:
            failures.append(str(error))
    thread.join()
    assert failures and "another thread" in failures[0]
    assert simulation.now_s == 150


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_a_run_that_can_go_on():
    code = """
import droptail, json, sys
simulation = droptail.Simulation(json.loads(sys.stdin.read()))
print("ready", flush=True)
try:
    simulation.run_until()
except KeyboardInterrupt:
    now = simulation.now_s
    simulation.run_until(now + 1)
    print(0 < now < simulation.end_s and simulation.now_s == now + 1)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        child.stdin.write(json.dumps(long_scenario() | {"durationS": 90_000}))
        child.stdin.close()
        assert child.stdout.readline().strip() == "ready"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        begun = time.perf_counter()
        assert child.stdout.readline().strip() == "True"
        assert time.perf_counter() - begun < 5
