"""A PettingZoo environment (parallel API) for learned congestion control of several flows of one network.

Each agent sets the window or the pacing rate of its flow, all at the same moments::

    import droptail.pettingzoo

    env = droptail.pettingzoo.FlowsEnv("public/gallery/two-flows-converge.json", ["f1", "f2"])
    observations, infos = env.reset(seed=1)
    actions = {flow: env.action_space(flow).sample() for flow in env.agents}
    observations, rewards, terminations, truncations, infos = env.step(actions)

:mod:`droptail.gym` describes observations, actions and rewards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import gymnasium.utils.seeding
import numpy
from pettingzoo import ParallelEnv

from ._agents import DEFAULT_FEATURES, Controls, Episode, Feature, Interval, Reward, ScenarioLike, described, make, utility
from ._documents import Scenario
from .gym import action_space, observation_space

__all__ = ["FlowsEnv", "TeamReward"]

TeamReward = Callable[[Mapping[str, Interval]], float]
"""A reward of all agents together, such as a measure of fairness."""


class FlowsEnv(ParallelEnv):  # type: ignore[misc]
    """Several flows of a scenario, each driven by an agent whose name is the flow's id.

    An agent that has delivered everything that it had to send is terminated; all are truncated at the end of the run.
    """

    metadata: dict[str, Any] = {"name": "droptail_flows_v0", "render_modes": []}  # noqa: RUF012 - PettingZoo has it so

    def __init__(
        self,
        scenario: ScenarioLike,
        flows: Sequence[str],
        *,
        interval_s: float = 0.1,
        action: Literal["window", "rate"] = "window",
        factors: Sequence[float] | None = None,
        start: float = 10.0,
        limits: tuple[float, float] = (1.0, 10_000.0),
        observe: Sequence[str | Feature] = DEFAULT_FEATURES,
        history: int = 1,
        reward: Reward | None = None,
        team: TeamReward | None = None,
    ) -> None:
        """The arguments are those of :class:`droptail.gym.FlowEnv`.

        :param flows: ids of the flows.
        :param team: added to the reward of every agent.
        """
        if not flows or len(set(flows)) != len(flows):
            raise ValueError(f"flows {list(flows)}: expected some ids, each once")
        self._controls = Controls(
            interval_s=interval_s, action=action, factors=factors, start=start, limits=limits, observe=observe, history=history
        )
        self._scenario = scenario
        self._reward = reward or utility()
        self._team = team
        self._episode: Episode | None = None
        self._random: numpy.random.Generator | None = None
        self.possible_agents = list(flows)
        self.agents: list[str] = []
        self.action_spaces = {flow: action_space(self._controls) for flow in flows}
        self.observation_spaces = {flow: observation_space(self._controls) for flow in flows}

    def action_space(self, agent: str) -> Any:
        """The actions of an agent."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """The observations of an agent."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins an episode and runs its first interval. The same seed gives the same episode for the same actions."""
        if seed is not None or self._random is None:
            self._random, _ = gymnasium.utils.seeding.np_random(seed)
        scenario, run_seed = make(self._scenario, self._random)
        self.agents = list(self.possible_agents)
        self._episode = Episode(scenario, run_seed, self.agents, self._controls)
        return self._observed(self._episode, self.agents)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Runs one interval. An agent without an action keeps its window or rate."""
        episode = self._running()
        episode.step([actions.get(flow) for flow in self.possible_agents])
        acting = self.agents
        intervals = dict(zip(self.possible_agents, episode.intervals, strict=True))
        common = self._team({flow: intervals[flow] for flow in acting}) if self._team else 0.0
        rewards = {flow: self._reward(intervals[flow]) + common for flow in acting}
        ended = dict(zip(self.possible_agents, episode.ended, strict=True))
        terminations = {flow: ended[flow] for flow in acting}
        truncations = dict.fromkeys(acting, episode.over)
        self.agents = [flow for flow in acting if not (ended[flow] or episode.over)]
        observations, infos = self._observed(episode, acting)
        return observations, rewards, terminations, truncations, infos

    def _observed(self, episode: Episode, flows: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
        places = {flow: self.possible_agents.index(flow) for flow in flows}
        observations = {flow: episode.observation(place) for flow, place in places.items()}
        return observations, {flow: described(episode, place) for flow, place in places.items()}

    def scenario(self) -> Scenario:
        """The episode so far as a document, at most 1024 intervals of at most 16 flows: a run of it is this episode, in the page too.

        :raises ValueError: if there are more intervals.
        :raises DocumentError: if there are more flows.
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
