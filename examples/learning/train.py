"""Trains a small policy to set a congestion window, and compares it with controllers of the catalogue on paths that it has not seen.

    python examples/learning/train.py --save policy.json                 # trains, then compares
    python examples/learning/train.py --policy examples/learning/policy.json   # compares

The policy is linear in what the sender saw in the last interval: `window ← window · 2^tanh(w · features + b)`. CMA-ES (Hansen, 2016), by
the package `cma`, searches its weights: it needs only NumPy, and no gradient of the reward. Training and
comparison follow from the seeds alone.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cma
import numpy

import droptail
import droptail.gym

FEATURES = ("loss", "delay", "gradient")
INTERVAL_S = 0.1
SECONDS = 15
# Seeds of episodes: training draws from the first, the comparison has the others.
TRAINING = range(0, 1_000_000)
HELD_OUT = range(1_000_000, 2_000_000)


def path(random: numpy.random.Generator) -> dict:
    """One flow over a bottleneck of 5 to 50 Mb/s, an RTT of 20 to 100 ms without queues, a buffer of half to four bandwidth-delay products,
    and random loss of up to 0.3 %, as on a radio link."""
    rate = 5 * 10 ** random.uniform()
    delay = random.uniform(10, 50)
    bdp = rate * 2 * delay * 1000 / (1500 * 8)
    buffer = max(5, round(bdp * 2 ** random.uniform(-1, 2)))
    core = {"rateMbps": rate, "delayMs": delay, "queue": {"kind": "droptail", "params": {"limitPackets": buffer}}}
    loss = random.uniform(0, 0.003)
    return {
        "version": 1,
        "title": "A path that a policy has not seen",
        "durationS": SECONDS,
        "nodes": [{"id": "a", "kind": "host"}, {"id": "b", "kind": "host"}],
        "links": [{"id": "core", "a": "a", "b": "b", "forward": core | {"lossRate": loss}, "backward": core}],
        "flows": [{"id": "f1", "from": "a", "to": "b", "algorithm": "sack"}],
    }


def environment() -> droptail.gym.FlowEnv:
    # With fewer packets in flight, delayed ACKs would make the RTT longer than any queue does.
    return droptail.gym.FlowEnv(path, interval_s=INTERVAL_S, observe=FEATURES, limits=(4, 2000))


def play(weights: numpy.ndarray, seed: int) -> tuple[float, droptail.gym.FlowEnv]:
    """An episode. Returns the mean reward, and the environment at its end."""
    env = environment()
    observation, _ = env.reset(seed=seed)
    total, steps, over = 0.0, 0, False
    while not over:
        action = numpy.tanh(weights[:-1] @ observation + weights[-1])
        observation, reward, terminated, over, _ = env.step(action)
        over = over or terminated
        total, steps = total + reward, steps + 1
    return total / steps, env


def mean_reward(work: tuple[numpy.ndarray, list[int]]) -> float:
    weights, seeds = work
    return float(numpy.mean([play(weights, seed)[0] for seed in seeds]))


def train(generations: int, episodes: int, jobs: int) -> numpy.ndarray:
    """Weights that give a good mean reward on training paths. The paths of a generation are the same for all its candidates, and each
    generation has others."""
    search = cma.CMAEvolutionStrategy(numpy.zeros(len(FEATURES) + 1), 0.5, {"seed": 1, "popsize": 12, "verbose": -9})
    with ProcessPoolExecutor(jobs) as pool:
        for generation in range(generations):
            candidates = search.ask()
            seeds = [TRAINING[generation * episodes + number] for number in range(episodes)]
            rewards = list(pool.map(mean_reward, [(candidate, seeds) for candidate in candidates]))
            search.tell(candidates, [-reward for reward in rewards])
            print(f"generation {generation + 1}: mean reward {numpy.mean(rewards):.3f}", flush=True)
    # The mean of the final search distribution, which does not depend on a single lucky path.
    return search.result.xfavorite


def score(run: droptail.Run) -> dict[str, float]:
    goodput, rtt = run.measures["flows/f1/goodputMbps"], run.measures["flows/f1/rttMeanMs"]
    return {"score": math.log(goodput) - math.log(rtt), "goodputMbps": goodput, "rttMs": rtt}


def compare(work: tuple[numpy.ndarray, int]) -> dict[str, dict[str, float]]:
    """The policy and controllers of the catalogue on one path. All are measured in the same way, over the whole run."""
    weights, seed = work
    _, env = play(weights, seed)
    # The run of the episode's document is the episode.
    episode = env.scenario()
    run = droptail.run(episode)
    assert run.digest == env.digest
    found = {"policy": score(run)}
    plain = droptail.Scenario({key: value for key, value in episode.to_dict().items() if key != "controllers"} | {"flows": path_flows()})
    for algorithm in ALGORITHMS:
        found[algorithm] = score(droptail.run(plain.with_value("/flows/f1/algorithm", algorithm)))
    return found


# `sack` is AIMD with slow start and SACK recovery (RFC 5681, RFC 6675).
ALGORITHMS = ("sack", "cubic", "vegas", "copa", "bbr")


def path_flows() -> list[dict]:
    return path(numpy.random.default_rng(0))["flows"]


def table(results: list[dict[str, dict[str, float]]]) -> str:
    """Means over the paths, and how much better the policy is than each controller, with the 95 % interval of the paired difference."""
    lines = ["controller  goodput/(Mb/s)  RTT/ms  score   policy is better by  on paths"]
    for name in results[0]:
        mean = {key: numpy.mean([one[name][key] for one in results]) for key in ("goodputMbps", "rttMs", "score")}
        line = f"{name:<10}  {mean['goodputMbps']:14.2f}  {mean['rttMs']:6.1f}  {mean['score']:+.3f}"
        if name != "policy":
            gains = numpy.array([one["policy"]["score"] - one[name]["score"] for one in results])
            half = 1.96 * gains.std(ddof=1) / math.sqrt(len(gains))
            line += f"   {gains.mean():+.3f} ± {half:.3f}        {(gains > 0).mean():.0%}"
        lines.append(line)
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--policy", type=Path, help="compares this policy, without training")
    parser.add_argument("--save", type=Path, help="writes the policy here")
    parser.add_argument("--generations", type=int, default=25)
    parser.add_argument("--episodes", type=int, default=8, help="training paths of a generation")
    parser.add_argument("--paths", type=int, default=200, help="paths of the comparison")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    args = parser.parse_args()
    if args.policy:
        weights = numpy.array(json.loads(args.policy.read_text())["weights"])
    else:
        begun = time.perf_counter()
        weights = train(args.generations, args.episodes, args.jobs)
        print(f"trained in {time.perf_counter() - begun:.0f} s")
    if args.save:
        parts = {"features": FEATURES, "weights": weights.tolist()}
        args.save.write_text("{\n" + ",\n".join(f'  "{name}": {json.dumps(part)}' for name, part in parts.items()) + "\n}\n")
    with ProcessPoolExecutor(args.jobs) as pool:
        results = list(pool.map(compare, [(weights, HELD_OUT[number]) for number in range(args.paths)]))
    print(table(results))


if __name__ == "__main__":
    main()
