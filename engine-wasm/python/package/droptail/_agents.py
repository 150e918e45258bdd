"""What the environments for learned congestion control share: observations, actions, rewards, and the run itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import numpy

from . import _engine
from ._documents import Scenario
from ._runs import DocumentLike

ScenarioLike = DocumentLike | Callable[[numpy.random.Generator], DocumentLike]
"""A scenario, or a function that makes one for each episode from the environment's random numbers."""


class Interval(NamedTuple):
    """What the sender of a flow saw from one action to the next. It knows no more than a real sender would."""

    interval_s: float
    """Length, s."""
    sent: float
    """Packets sent, retransmissions included."""
    delivered: float
    """Packets newly acknowledged, cumulatively or selectively."""
    lost: float
    """Packets declared lost."""
    marked: float
    """Packets reported as ECN-marked."""
    rtt_ms: float
    """Mean of the RTT samples, ms; that of the interval before if there was none, 0 before the first one."""
    rtt_before_ms: float
    """The same of the interval before, ms."""
    min_rtt_ms: float
    """Smallest RTT sample so far, ms; 0 before the first one."""
    srtt_ms: float
    """Smoothed RTT at the end, ms; 0 before the first sample."""
    flight: float
    """Packets in flight at the end."""
    window: float
    """Window of the action, packets."""
    rate_mbps: float
    """Pacing rate of the action, Mb/s; 0 if the stack decides."""
    mss: int
    """Payload of a full packet, bytes."""

    @property
    def throughput_mbps(self) -> float:
        """Payload delivered, Mb/s, counting packets as full."""
        return self.delivered * self.mss * 8e-6 / self.interval_s


class Feature(NamedTuple):
    """A number that a policy observes."""

    name: str
    of: Callable[[Interval], float]
    low: float
    """Smallest value; smaller ones are raised to it."""
    high: float
    """Largest value; larger ones are lowered to it."""


def _ratio(over: float, under: float) -> float:
    return over / under if under > 0 else 0.0


_FEATURES = [
    Feature("throughput", lambda i: math.log2(max(i.throughput_mbps, 2**-10)), -10, 20),
    Feature("loss", lambda i: _ratio(i.lost, i.lost + i.delivered), 0, 1),
    Feature("marked", lambda i: _ratio(i.marked, i.delivered), 0, 1),
    # Aurora's three (Jay et al., ICML 2019): ratio and gradient of latency, and packets sent per packet acknowledged.
    Feature("delay", lambda i: _ratio(i.rtt_ms, i.min_rtt_ms) - (i.min_rtt_ms > 0), 0, 20),
    Feature("gradient", lambda i: (i.rtt_ms - i.rtt_before_ms) / 1000 / i.interval_s if i.rtt_before_ms > 0 else 0.0, -10, 10),
    Feature("sent", lambda i: _ratio(i.sent, i.delivered), 0, 10),
    Feature("rtt", lambda i: math.log2(max(i.rtt_ms, 1)), 0, 20),
    Feature("window", lambda i: math.log2(i.window), 0, 20),
    Feature("flight", lambda i: _ratio(i.flight, i.window), 0, 2),
]

FEATURES: dict[str, Feature] = {feature.name: feature for feature in _FEATURES}
"""The features by name.

========== ==================================================================== ==========
name       meaning                                                              range
========== ==================================================================== ==========
throughput log2 of the throughput in Mb/s                                       -10 to 20
loss       lost packets of those acknowledged or lost                           0 to 1
marked     ECN-marked packets of those acknowledged                             0 to 1
delay      mean RTT over the smallest so far, minus 1                           0 to 20
gradient   change of the mean RTT, seconds a second                             -10 to 10
sent       packets sent for each that was acknowledged                          0 to 10
rtt        log2 of the mean RTT in ms                                           0 to 20
window     log2 of the window in packets                                        0 to 20
flight     packets in flight over the window                                    0 to 2
========== ==================================================================== ==========
"""

DEFAULT_FEATURES = ("loss", "delay", "gradient", "sent")

Reward = Callable[[Interval], float]


def utility(throughput: float = 1.0, delay: float = 1.0, loss: float = 1.0) -> Reward:
    """The reward ``throughput · ln(Mb/s) - delay · ln(RTT/ms) - loss · lost share``.

    With weights of 1, 1 and 0 it is the logarithm of power (Giessler et al., 1978), throughput over delay, which the score of contests
    has too. An interval without deliveries counts as half a packet, one before any RTT sample as 1 ms.
    """

    def reward(interval: Interval) -> float:
        packets = max(interval.delivered, 0.5)
        mbps = packets * interval.mss * 8e-6 / interval.interval_s
        lost = _ratio(interval.lost, interval.lost + interval.delivered)
        return throughput * math.log(mbps) - delay * math.log(max(interval.rtt_ms, 1)) - loss * lost

    return reward


class Controls:
    """How actions become windows and rates, and intervals become observations."""

    def __init__(
        self,
        *,
        interval_s: float,
        action: Literal["window", "rate"],
        factors: Sequence[float] | None,
        start: float,
        limits: tuple[float, float],
        observe: Sequence[str | Feature],
        history: int,
    ) -> None:
        if action not in ("window", "rate"):
            raise ValueError(f"an action {action!r}: expected 'window' or 'rate'")
        low, high = limits
        if not 0 < low <= start <= high or (action == "window" and low < 1):
            raise ValueError(f"starts at {start}, limits {low} and {high}: expected ascending numbers, windows of at least 1")
        if factors is not None and (not factors or min(factors) <= 0):
            raise ValueError("factors: expected some numbers above 0")
        if history < 1:
            raise ValueError(f"a history of {history} intervals: expected at least 1")
        unknown = [name for name in observe if isinstance(name, str) and name not in FEATURES]
        if unknown or not observe:
            raise ValueError(f"features {unknown}: expected some of {', '.join(FEATURES)}")
        self.interval_s = interval_s
        self.action = action
        self.factors = None if factors is None else tuple(factors)
        self.start = start
        self.limits = (low, high)
        self.features = [FEATURES[name] if isinstance(name, str) else name for name in observe]
        self.history = history

    def bounds(self) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
        """Smallest and largest observation."""
        low = [feature.low for feature in self.features] * self.history
        high = [feature.high for feature in self.features] * self.history
        return numpy.array(low, numpy.float32), numpy.array(high, numpy.float32)

    def next(self, value: float, action: Any) -> float:
        """The window or the rate after an action."""
        if self.factors is not None:
            factor = self.factors[int(action)]
        else:
            number = float(numpy.asarray(action).reshape(-1)[0])
            if not math.isfinite(number):
                raise ValueError(f"an action of {number}: expected a number from -1 to 1")
            factor = 2 ** min(max(number, -1.0), 1.0)
        low, high = self.limits
        return min(max(value * factor, low), high)

    def observed(self, interval: Interval) -> list[float]:
        """The features of an interval."""
        return [min(max(feature.of(interval), feature.low), feature.high) for feature in self.features]


class Episode:
    """A run whose flows are driven, from one action to the next."""

    def __init__(self, scenario: Scenario, seed: int, flows: Sequence[str], controls: Controls) -> None:
        self._core = _engine.Agents(scenario._normal_text(), seed, flows, controls.interval_s)
        self._controls = controls
        self._mss = self._core.mss()
        self._values = [controls.start] * len(flows)
        self._rtts = [0.0] * len(flows)
        self._seen: list[list[float]] = [[] for _ in flows]
        self.intervals: list[Interval] = []
        self.ended = [False] * len(flows)
        self._run()

    def step(self, actions: Sequence[Any]) -> None:
        """One interval. ``None`` leaves the window or rate of a flow as it is."""
        for place, action in enumerate(actions):
            if action is not None:
                self._values[place] = self._controls.next(self._values[place], action)
        self._run()

    def _run(self) -> None:
        controls = self._controls
        paced = controls.action == "rate"
        # With a rate, the window only bounds memory.
        pairs = [(_MOST_PACKETS, round(value, 3)) if paced else (round(value, 2), 0.0) for value in self._values]
        rows = self._core.step(pairs)
        self.intervals = []
        for place, (row, pair, mss) in enumerate(zip(rows, pairs, self._mss, strict=True)):
            sent, delivered, lost, marked, rtt, least, srtt, flight, ended = row
            before = self._rtts[place]
            rtt = before if rtt != rtt else rtt
            least, srtt, flight = (0.0 if number != number else number for number in (least, srtt, flight))
            interval = Interval(controls.interval_s, sent, delivered, lost, marked, rtt, before, least, srtt, flight, *pair, mss)
            self.intervals.append(interval)
            self._rtts[place] = rtt
            self.ended[place] = ended == 1
            features = controls.observed(interval)
            # The first interval stands for those before it.
            self._seen[place] = (self._seen[place] + features)[-len(features) * controls.history :] or features
            if len(self._seen[place]) < len(features) * controls.history:
                self._seen[place] = features * controls.history

    def observation(self, place: int) -> numpy.ndarray[Any, Any]:
        """The observation of a flow: the features of each interval, the latest last."""
        return numpy.array(self._seen[place], numpy.float32)

    @property
    def over(self) -> bool:
        """Whether the run has reached its end."""
        return self._core.done()

    @property
    def now_s(self) -> float:
        """Simulated time, s."""
        return self._core.now_s()

    @property
    def digest(self) -> str:
        """Digest of the run so far."""
        return self._core.digest()

    def scenario(self) -> Scenario:
        """The run so far as a document."""
        return Scenario(self._core.scenario())


_MOST_PACKETS = 10_000.0


def make(scenario: ScenarioLike, random: numpy.random.Generator) -> tuple[Scenario, int]:
    """The scenario of an episode, and its seed."""
    document = scenario(random) if callable(scenario) else scenario
    ready = document if isinstance(document, Scenario) else Scenario(document)
    return ready, int(random.integers(2**32))


def described(episode: Episode, place: int) -> dict[str, Any]:
    """The information beside an observation."""
    return {"now_s": episode.now_s, "interval": episode.intervals[place]}
