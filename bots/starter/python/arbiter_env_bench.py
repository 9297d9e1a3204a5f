#!/usr/bin/env python3
"""Measure how many turns a second arbiter_env steps, with actions drawn from the masks.

    ARBITER=bin/arbiter python3 arbiter_env_bench.py [--seconds 2] [--before FILE] [GAME...]

A step is a turn of a match. "of Go" is the share of the time in which the simulator
plays and writes planes: that much of its own rate is left. --clones measures copies
of matches instead: one Env.clone() at a time, and Batch.copy. --before measures the
first arbiter_env.py, which sends planes and texts through a pipe, in the same run.
"""

import argparse
import importlib.util
import random
import statistics
import time

import numpy

from arbiter_env import Batch, Env, ParallelEnv

MATCHES = 64


SLICES = 9


def rates(seconds, *steps):
    """Return the steps per second of each step(), which says how many it played.

    They take turns, and the median of their slices counts, so that other programs on
    the machine slow all of them alike.
    """
    found = [[] for _ in steps]
    for number in range(SLICES + 1):
        for step, slices in zip(steps, found):
            played, start = 0, time.perf_counter()
            while time.perf_counter() < start + seconds / SLICES:
                played += step()
            if number > 0:  # the first one warms up
                slices.append(played / (time.perf_counter() - start))
    return [statistics.median(slices) for slices in found]


def before(client, game, planes, many):
    """Return step() of the first client, whose indexes are those of the legal lists."""
    draw = random.Random(1)
    solo = game in ("keeper", "flames")

    def choose(info):
        legal = info["legal"]
        return [draw.randrange(len(part)) for part in legal] if legal and isinstance(legal[0], list) else draw.randrange(len(legal))

    if many:
        env = client.Batch(game, MATCHES, planes=planes)
        state = {"info": env.reset()[1]}

        def step():
            infos = state["info"]
            actions = [choose(i) if solo else [choose(seat) if seat["asked"] else None for seat in i] for i in infos]
            state["info"] = env.step(actions)[4]
            return MATCHES

        return env, step
    env = (client.Env if solo else client.ParallelEnv)(game, planes=planes)
    state = {"info": env.reset(seed=1)[1]}

    def step():
        info = state["info"]
        if solo:
            _, _, over, _, info = env.step(choose(info))
        else:
            info = env.step({agent: choose(info[agent]) for agent in env.agents if info[agent]["asked"]})[4]
            over = not env.agents
        state["info"] = env.reset()[1] if over else info
        return 1

    return env, step


def single(game, planes):
    """Return step() of one match."""
    solo = game in ("keeper", "flames")
    env = (Env if solo else ParallelEnv)(game, planes=planes, texts=False)
    draw = random.Random(1)

    def choose(info):
        mask = info["action_mask"]
        masks = mask if isinstance(mask, tuple) else (mask,)
        actions = [draw.choice(each.nonzero()[0]) for each in masks]
        return actions if isinstance(mask, tuple) else actions[0]

    state = {"info": env.reset(seed=1)[1]}

    def step():
        info = state["info"]
        if solo:
            _, _, terminated, truncated, info = env.step(choose(info))
            over = terminated or truncated
        else:
            info = env.step({agent: choose(info[agent]) for agent in env.agents if info[agent]["asked"]})[4]
            over = not env.agents
        state["info"] = env.reset()[1] if over else info
        return 1

    return env, step


def batch(game):
    """Return step() of a batch with planes and copies."""
    env = Batch(game, MATCHES)
    rng = numpy.random.default_rng(1)
    parts = env.single_action_space.shape or (1,)
    state = {"info": env.reset(seed=1)[1]}
    env.elapsed = 0.0

    def step():
        start = time.perf_counter()
        masks = state["info"]["action_mask"].reshape((env.num_envs,) + parts + (-1,))
        actions = (rng.random(masks.shape, dtype="float32") * masks).argmax(-1)
        state["info"] = env.step(actions if parts != (1,) else actions[:, 0])[4]
        env.elapsed += time.perf_counter() - start
        return MATCHES

    return env, step


COPIES = 2048


def one_by_one(game):
    """Return step() that clones a match and closes the clone."""
    env = (Env if game in ("keeper", "flames") else ParallelEnv)(game, texts=False)
    env.reset(seed=1)

    def step():
        env.clone().close()
        return 1

    return env, step


def all_at_once(game):
    """Return step() that copies the first match of a batch onto all others."""
    env = Batch(game, COPIES + 1)
    env.reset(seed=1)
    source, target = [0] * COPIES, list(range(1, COPIES + 1))

    def step():
        env.copy(source, target)
        return COPIES

    return env, step


def clones(games, seconds):
    print("game     one by one  Batch.copy  ratio   clones/s")
    for game in games:
        played = [one_by_one(game), all_at_once(game)]
        single, many = rates(seconds, *(step for _, step in played))
        for env, _ in played:
            env.close()
        print(f"{game:7} {single:11.0f} {many:11.0f} {many / single:6.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["domain", "keeper", "flames", "ctf"], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=2, help="for each figure")
    parser.add_argument("--before", metavar="FILE", help="the first arbiter_env.py")
    parser.add_argument("--clones", action="store_true", help="measure copies of matches")
    options = parser.parse_args()
    if options.clones:
        clones(options.games, options.seconds)
        return
    if options.before:
        spec = importlib.util.spec_from_file_location("before", options.before)
        old = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(old)
    print("game    what             steps/s" + ("   before  ratio" if options.before else "") + "  of Go")
    for game in options.games:
        for what in ("text", "planes", f"{MATCHES} with planes"):
            planes, many = what != "text", what.startswith(str(MATCHES))
            line = f"{game:7} {what:16}"
            played = [batch(game) if many else single(game, planes)]
            if options.before:
                played.append(before(old, game, planes, many))
            now, *then = rates(options.seconds, *(step for _, step in played))
            for env, _ in played:
                env.close()
            line += f"{now:9.0f}"
            if then:
                line += f"{then[0]:9.0f} {now / then[0]:6.1f}"
            if many:
                line += f"{played[0][0].simulated / played[0][0].elapsed:7.0%}"
            print(line, flush=True)


if __name__ == "__main__":
    main()
