"""Environments for learned congestion control."""

import json
import subprocess
import sys

import gymnasium
import numpy
import pytest
from conftest import ROOT, command_line, gallery
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test, parallel_seed_test

import droptail
import droptail.gym
import droptail.pettingzoo
from droptail.gym import FlowEnv
from droptail.pettingzoo import FlowsEnv

LEARNING = ROOT / "examples" / "learning"


def scenario(name, seconds):
    """A scenario of the gallery, measured from its start to an earlier end."""
    document = gallery(name) | {"durationS": seconds}
    document.pop("sampling", None)
    return document


def reno(seconds=5):
    return scenario("one-reno", seconds)


def two_flows(seconds=8):
    return scenario("two-flows-converge", seconds)


def played(env, seed, actions=()):
    """An episode with random actions, or with these."""
    observations = [env.reset(seed=seed)[0]]
    env.action_space.seed(seed)
    over = False
    rewards = []
    actions = iter(actions)
    while not over:
        observation, reward, terminated, truncated, _ = env.step(next(actions, env.action_space.sample()))
        observations.append(observation)
        rewards.append(reward)
        over = terminated or truncated
    return numpy.array(observations), rewards


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"action": "rate", "start": 2, "limits": (0.1, 50)},
        {"factors": [0.5, 1, 1.1]},
        {"history": 3, "observe": list(droptail.gym.FEATURES)},
    ],
    ids=["window", "rate", "discrete", "history"],
)
def test_gymnasium_accepts_it(options):
    check_env(FlowEnv(reno(), **options), skip_render_check=True)


def test_it_is_registered():
    env = gymnasium.make("droptail/Flow-v0", scenario=reno(2))
    played(env, 1)
    assert env.unwrapped.digest == droptail.run(env.unwrapped.scenario()).digest


@pytest.mark.parametrize("options", [{}, {"action": "rate", "start": 2, "limits": (0.1, 50)}], ids=["window", "rate"])
def test_an_episode_is_a_document(tmp_path, options):
    """Its run has the same digest, here and on the command line, whatever the interval: boundaries fall between nanoseconds too."""
    for interval_s, name in [(0.1, "one-reno"), (0.0333333333, "random-losses"), (0.007, "l4s")]:
        env = FlowEnv(scenario(name, 3), interval_s=interval_s, **options)
        played(env, seed=5)
        document = env.scenario()
        assert droptail.run(document).digest == env.digest
        document.save(tmp_path / "episode.json")
        assert json.loads(command_line("run", tmp_path / "episode.json", "--json"))["digest"] == env.digest


def test_a_seed_gives_an_episode():
    env = FlowEnv(scenario("random-losses", 5))
    first, again, other = (played(env, seed)[0] for seed in (1, 1, 2))
    assert numpy.array_equal(first, again) and not numpy.array_equal(first, other)
    # Without a seed the random numbers go on.
    unseeded = [played(env, None, actions=[numpy.zeros(1)] * 50) for _ in range(2)]
    assert not numpy.array_equal(unseeded[0][0], unseeded[1][0])


def test_scenarios_can_be_drawn():
    def drawn(random):
        return gallery("one-reno") | {"durationS": float(random.integers(2, 5))}

    env = FlowEnv(drawn)
    lengths = {len(played(env, seed)[1]) for seed in range(6)}
    assert lengths == {len(played(env, seed)[1]) for seed in range(6)} and len(lengths) > 1


def test_the_window_is_the_agents():
    """A window of half the bandwidth-delay product fills half of the link, one of twice as many fills it; the sender sees both."""
    document = reno(6)
    rates = {}
    state = droptail.Simulation(document)
    state.run_until(1)
    bdp = state.state()["flows"]["f1"]["bdp_packets"]
    for share in [0.5, 1.5]:
        env = FlowEnv(document, start=share * bdp, factors=[1.0], interval_s=0.5)
        played(env, 1, actions=[0] * 20)
        run = droptail.run(env.scenario())
        rates[share] = run.measures["queues/core/forward/utilisation"]
    assert rates[0.5] == pytest.approx(0.5, abs=0.05) and rates[1.5] > 0.95


def test_intervals_add_up_to_the_run():
    env = FlowEnv(scenario("random-losses", 10), interval_s=0.25)
    observation, info = env.reset(seed=3)
    intervals = [info["interval"]]
    over = False
    while not over:
        observation, _, _, over, info = env.step(numpy.array([0.05], numpy.float32))
        intervals.append(info["interval"])
    run = droptail.run(env.scenario())
    flow = run.results["flows"][0]
    assert len(intervals) == 40 and info["now_s"] == 10
    assert sum(i.sent for i in intervals) == flow["sentPackets"]
    assert min(i.min_rtt_ms for i in intervals) == pytest.approx(flow["rttMinMs"], rel=1e-9)
    assert sum(i.lost for i in intervals) > 0
    assert 0 <= sum(i.sent - i.delivered - i.lost for i in intervals) <= intervals[-1].flight + 1
    assert observation.shape == (4,)


def test_rewards_are_configurable():
    env = FlowEnv(reno(2), reward=lambda interval: interval.throughput_mbps)
    env.reset(seed=1)
    _, reward, _, _, info = env.step(env.action_space.sample())
    assert reward == info["interval"].throughput_mbps > 0
    interval = info["interval"]._replace(delivered=100, lost=25, rtt_ms=100, mss=1000)
    by_hand = numpy.log(100 * 1000 * 8e-6 / interval.interval_s) - 2 * numpy.log(100) - 3 * 0.2
    assert droptail.gym.utility(delay=2, loss=3)(interval) == pytest.approx(by_hand)


def test_a_flow_that_is_complete_ends_the_episode():
    document = reno(20)
    document["flows"][0]["traffic"] = {"kind": "finite", "params": {"sizeKb": 200}}
    env = FlowEnv(document)
    env.reset(seed=1)
    ended = False
    while not ended:
        _, _, ended, truncated, info = env.step(numpy.array([0.5], numpy.float32))
        assert not truncated
    assert info["now_s"] < 5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"interval_s": 0}, "interval"),
        ({"action": "speed"}, "speed"),
        ({"observe": ["loss", "future"]}, "future"),
        ({"limits": (20, 100)}, "limits"),
        ({"flow": "f9"}, "no flow f9"),
        ({"history": 0}, "history"),
    ],
)
def test_wrong_arguments_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        FlowEnv(reno(), **options).reset()


def test_flows_that_cannot_be_driven_are_refused():
    with pytest.raises(droptail.DocumentError, match="single connection"):
        FlowEnv(
            gallery("web-transfers"),
            flow="f2",
        ).reset()
    with pytest.raises(droptail.DocumentError, match="/engine"):
        FlowEnv(gallery("fluid-ten-cubic") | {"engine": "fluid"}).reset()
    with pytest.raises(gymnasium.error.ResetNeeded):
        FlowEnv(reno()).step(0)


def test_pettingzoo_accepts_it():
    def make():
        return FlowsEnv(
            two_flows(), ["f1", "f2"], team=lambda flows: -abs(flows["f1"].delivered - flows["f2"].delivered) if len(flows) == 2 else 0
        )

    parallel_api_test(make(), num_cycles=200)
    parallel_seed_test(make)


def test_flows_are_driven_together():
    env = FlowsEnv(two_flows(6), ["f1", "f2"], factors=[0.9, 1.0, 1.1], team=lambda flows: 100.0)
    env.reset(seed=1)
    assert env.agents == ["f1", "f2"]
    while env.agents:
        actions = {"f1": 2, "f2": 0}
        observations, rewards, terminations, truncations, infos = env.step({flow: actions[flow] for flow in env.agents})
    assert set(observations) == set(rewards) == {"f1", "f2"} and all(truncations.values()) and not any(terminations.values())
    assert rewards["f1"] > 90 and infos["f1"]["interval"].window > infos["f2"]["interval"].window
    run = droptail.run(env.scenario())
    assert run.digest == env.digest and run.measures["flows/f1/goodputMbps"] > 2 * run.measures["flows/f2/goodputMbps"]


def test_a_policy_is_trained_and_compared(tmp_path):
    """The example, in a small size: the same policy each time."""
    command = [sys.executable, LEARNING / "train.py", "--generations", "2", "--episodes", "1", "--paths", "4", "--save"]
    texts = [
        subprocess.run([*command, tmp_path / name], check=True, capture_output=True, text=True).stdout.split("trained")[0] for name in "ab"
    ]
    assert texts[0] == texts[1]
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()


def test_the_stored_policy_beats_aimd_on_held_out_paths():
    sys.path.insert(0, str(LEARNING))
    import train

    weights = numpy.array(json.loads((LEARNING / "policy.json").read_text())["weights"])
    gains = []
    for number in range(20):
        found = train.compare((weights, train.HELD_OUT[number]))
        gains.append(found["policy"]["score"] - found["sack"]["score"])
    assert numpy.mean(gains) > 2 * numpy.std(gains, ddof=1) / len(gains) ** 0.5
