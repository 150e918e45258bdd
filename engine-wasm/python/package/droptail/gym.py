"""A Gymnasium environment for learned congestion control.

An agent sets the window or the pacing rate of a flow after each interval, and observes what its sender saw::

    import droptail.gym

    env = droptail.gym.FlowEnv("public/gallery/random-losses.json", interval_s=0.1)
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

An episode is a run: :meth:`FlowEnv.scenario` is its document, with the actions as a controller, and its digest is that of the page and of
the command line. :mod:`droptail.pettingzoo` has the same for several flows at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy
from gymnasium import spaces

from ._agents import DEFAULT_FEATURES, FEATURES, Controls, Episode, Feature, Interval, Reward, ScenarioLike, described, make, utility
from ._documents import Scenario

__all__ = ["FEATURES", "Feature", "FlowEnv", "Interval", "Reward", "utility"]


def action_space(controls: Controls) -> spaces.Space[Any]:
    """A number from -1 to 1, or the place of a factor."""
    if controls.factors is not None:
        return spaces.Discrete(len(controls.factors))
    return spaces.Box(-1, 1, (1,), numpy.float32)


def observation_space(controls: Controls) -> spaces.Box:
    """The ranges of the features."""
    return spaces.Box(*controls.bounds(), dtype=numpy.float32)


class FlowEnv(gymnasium.Env[Any, Any]):
    """One flow of a scenario, driven by an agent. The other flows do what the document says.

    An observation has the shape ``(history · features,)``, the latest interval last. The episode is truncated at the end of the run, and
    terminated when the flow has delivered everything that it had to send.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - Gymnasium has it so

    def __init__(
        self,
        scenario: ScenarioLike,
        flow: str | None = None,
        *,
        interval_s: float = 0.1,
        action: Literal["window", "rate"] = "window",
        factors: Sequence[float] | None = None,
        start: float = 10.0,
        limits: tuple[float, float] = (1.0, 10_000.0),
        observe: Sequence[str | Feature] = DEFAULT_FEATURES,
        history: int = 1,
        reward: Reward | None = None,
    ) -> None:
        """
        :param scenario: a scenario, or a function that makes one for each episode from a ``numpy.random.Generator``. The seed of a run is
            the episode's, not the document's.
        :param flow: id of the flow, one connection of TCP; the first one if omitted.
        :param interval_s: time between two actions, at least 0.001 s.
        :param action: what is set: the congestion window, packets, or the pacing rate, Mb/s.
        :param factors: makes actions discrete: each multiplies window or rate by one of these. Otherwise an action is a number from -1
            to 1, and the factor 2 to its power.
        :param start: window or rate in the first interval, before the first observation.
        :param limits: smallest and largest window or rate.
        :param observe: names of ``FEATURES``, or features of your own.
        :param history: number of intervals in an observation.
        :param reward: of an interval; by default :func:`utility`.
        :raises ValueError: if an argument is wrong.
        :raises DocumentError: by ``reset``, if the scenario cannot run or its flow cannot be driven.
        """
        self._controls = Controls(
            interval_s=interval_s, action=action, factors=factors, start=start, limits=limits, observe=observe, history=history
        )
        self._scenario = scenario
        self._flow = flow
        self._reward = reward or utility()
        self._episode: Episode | None = None
        self.action_space = action_space(self._controls)
        self.observation_space = observation_space(self._controls)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins an episode and runs its first interval. The same seed gives the same episode for the same actions."""
        super().reset(seed=seed)
        scenario, run_seed = make(self._scenario, self.np_random)
        flow = self._flow if self._flow is not None else scenario.to_dict()["flows"][0]["id"]
        self._episode = Episode(scenario, run_seed, [flow], self._controls)
        return self._episode.observation(0), described(self._episode, 0)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Runs one interval with this action. Returns observation, reward, whether the flow is complete, whether the run is over, and
        ``now_s`` and the :class:`Interval`."""
        episode = self._running()
        episode.step([action])
        reward = self._reward(episode.intervals[0])
        return episode.observation(0), reward, episode.ended[0], episode.over, described(episode, 0)

    def scenario(self) -> Scenario:
        """The episode so far as a document, at most 1024 intervals: a run of it is this episode, in the page too.

        :raises ValueError: if there are more intervals.
        """
        return self._running().scenario()

    @property
    def digest(self) -> str:
        """Digest of the run so far."""
        return self._running().digest

    def _running(self) -> Episode:
        if self._episode is None:
            raise gymnasium.error.ResetNeeded("call reset first")
        return self._episode


gymnasium.register("droptail/Flow-v0", entry_point="droptail.gym:FlowEnv")
