"""Runs of a scenario: in one call, or driven step by step."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow

from . import _engine
from ._documents import Scenario, _json

DocumentLike = Scenario | Mapping[str, Any] | str | os.PathLike[str]


def run(
    scenario: DocumentLike,
    *,
    until: float | None = None,
    seed: int | None = None,
    series: bool | Iterable[str] = False,
) -> Run:
    """Runs a scenario and returns its results.

    Other Python threads continue meanwhile. Ctrl-C ends the run with :class:`KeyboardInterrupt`.

    :param scenario: a scenario, a mapping, JSON text, or the path of a file.
    :param until: simulated time at which to end, s; the document's own end if that is earlier, or if this is omitted.
    :param seed: seed to use instead of the document's.
    :param series: ``True`` records every series, at the resolution of plots; a list of names, such as ``flows/f1/cwnd`` or
        ``queues/*/queue``, records those at a higher resolution. Recording does not change the run.
    :raises DocumentError: if the document cannot run.
    """
    simulation = Simulation(scenario, seed=seed, series=series)
    simulation.run_until(until)
    return simulation.finished()


class Run:
    """The results of a run."""

    scenario: Scenario
    """The document of the run, with its defaults, its seed, and the edits made during the run."""
    digest: str
    """Fingerprint of the run, 16 hexadecimal digits: that of the command line and the page for the same document and end."""
    ladder: list[str]
    """One digest for each whole second."""
    now_s: float
    """Simulated time at which it ended, s."""
    stopped: str | None
    """Why it ended early; ``None`` if it did not."""
    results: dict[str, Any]
    """All results. The schema ``Results`` has their units."""
    measures: dict[str, float]
    """The numbers of the results by name, as experiments call them: ``flows/f1/goodputMbps``. Undefined ones are left out."""
    series: dict[str, pyarrow.Table]
    """The recorded series by name. Each has the columns ``time_s``, ``min``, ``max`` and ``last``: a row for each span of the finest
    resolution that was kept, from its start. The metadata of the fields has their units."""

    def __init__(self, simulation: Simulation) -> None:
        self.scenario = simulation.scenario
        self.results = simulation.results()
        self.digest = simulation.digest
        self.ladder = simulation.ladder
        self.now_s = simulation.now_s
        self.stopped = simulation.stopped
        self.measures = simulation.measures()
        self.series = simulation.series()

    def __repr__(self) -> str:
        return f"<droptail.Run {self.scenario.title!r} to {self.now_s:g} s, digest {self.digest}>"


class Snapshot:
    """The state of a simulation at a moment: see :meth:`Simulation.snapshot`."""

    def __init__(self, core: _engine.Simulation) -> None:
        self._core = core

    @property
    def now_s(self) -> float:
        """Its simulated time, s."""
        return self._core.now_s()

    def __repr__(self) -> str:
        return f"<droptail.Snapshot at {self.now_s:g} s>"


class Simulation:
    """A run that you drive yourself. Only one thread may use it at a time."""

    def __init__(self, scenario: DocumentLike, *, seed: int | None = None, series: bool | Iterable[str] = False) -> None:
        """Begins a run at 0 s. The arguments are those of :func:`run`.

        :raises DocumentError: if the document cannot run.
        """
        patterns = [] if isinstance(series, bool) else _patterns(series)
        text = (scenario if isinstance(scenario, Scenario) else Scenario(scenario))._normal_text()
        if seed is not None and not 0 <= seed < 2**32:
            raise ValueError(f"{seed} is not a seed: expected a whole number from 0 to {2**32 - 1}")
        self._core = _engine.Simulation(text, seed, series is True, patterns)

    @classmethod
    def _of(cls, core: _engine.Simulation) -> Simulation:
        made = cls.__new__(cls)
        made._core = core
        return made

    @property
    def now_s(self) -> float:
        """Simulated time, s."""
        return self._core.now_s()

    @property
    def end_s(self) -> float:
        """End of the run, s."""
        return self._core.end_s()

    @property
    def stopped(self) -> str | None:
        """Why the run ended early; ``None`` if it did not."""
        return self._core.stopped()

    @property
    def done(self) -> bool:
        """Whether the run has reached its end, or has ended early."""
        return self.now_s >= self.end_s or self.stopped is not None

    @property
    def events(self) -> int:
        """Packet events so far."""
        return self._core.events()

    @property
    def hops(self) -> int:
        """Packets carried over links so far."""
        return self._core.hops()

    @property
    def digest(self) -> str:
        """Fingerprint of the run so far, 16 hexadecimal digits."""
        return self._core.digest()

    @property
    def ladder(self) -> list[str]:
        """One digest for each whole second so far."""
        return self._core.ladder()

    @property
    def scenario(self) -> Scenario:
        """The document with all edits so far. Running it repeats this run."""
        return Scenario(self._core.scenario())

    def run_until(self, until: float | None = None) -> float:
        """Runs the events before a simulated time (s), or all of them. Returns the time reached, s.

        A run is the same however it is divided into calls. After :class:`KeyboardInterrupt` it can be continued.
        """
        self._core.advance(None if until is None else float(until))
        return self.now_s

    def step(self) -> bool:
        """Runs the next event. Returns whether there was one."""
        return self._core.step()

    def edit(self, path: str, value: Any, at: float | None = None) -> float:
        """Changes the document during the run: ``edit("/links/core/forward/rateMbps", 5)``. ``None`` removes what is at the path.

        :param at: simulated time of the change, s; now, if omitted.
        :returns: the time of the change, s.
        :raises DocumentError: if the path cannot change, the time is in the past, or the result cannot run. The run is then unchanged.
        """
        return self._core.edit(path, _json(value), None if at is None else float(at))

    def snapshot(self) -> Snapshot:
        """The state now, with what is recorded so far."""
        return Snapshot(self._core.copy())

    def restore(self, snapshot: Snapshot) -> None:
        """Goes to the state of a snapshot. Edits made since it was taken are discarded."""
        self._core.take(snapshot._core)

    def copy(self) -> Simulation:
        """Another simulation in the same state, which continues independently."""
        return Simulation._of(self._core.copy())

    def state(self) -> dict[str, Any]:
        """The current state: ``now_s``, ``jain``, and the state of all ``queues`` and ``flows`` by id.

        A queue has ``queued_packets``, ``queued_bytes``, ``busy``, ``carried_mbps``, ``drops`` and ``marks``; a flow ``state``,
        ``algorithm``, ``cwnd`` and ``ssthresh`` and ``flight`` (packets), ``srtt_ms``, ``base_rtt_ms``, ``bdp_packets``,
        ``throughput_mbps``, ``retransmissions`` and ``timeouts``. Undefined values are ``None``.
        """
        return self._core.state()

    def results(self) -> dict[str, Any]:
        """The results so far."""
        results: dict[str, Any] = json.loads(self._core.results())
        return results

    def measures(self) -> dict[str, float]:
        """The numbers of the results so far, by name."""
        return dict(json.loads(self._core.measures()))

    def series(self) -> dict[str, pyarrow.Table]:
        """The series recorded so far, by name: see :attr:`Run.series`."""
        batches = self._core.series()
        return {name: pyarrow.Table.from_batches([batch]) for name, batch in batches}

    def finished(self) -> Run:
        """The results so far as a :class:`Run`."""
        return Run(self)

    def __repr__(self) -> str:
        return f"<droptail.Simulation at {self.now_s:g} of {self.end_s:g} s>"


def _patterns(series: Iterable[str]) -> list[str]:
    patterns = [series] if isinstance(series, str) else list(series)
    for pattern in patterns:
        if not isinstance(pattern, str):
            raise TypeError(f"expected names of series, not {type(pattern).__name__}")
    return patterns
