#!/usr/bin/env python3
"""Measure how many turns a second arbiter_env steps, with actions drawn from the masks.

    ARBITER=bin/arbiter python3 arbiter_env_bench.py [--seconds 2] [--go] [--before FILE] [GAME...]

A step is a turn of a match. --before measures the arbiter_env.py of version 0.1,
which sends planes and texts through a pipe, in the same run. --go also measures a
batch within the Go program, and says which share of that is left.
"""

import argparse
import importlib.util
import pathlib
import random
import re
import subprocess
import time

import numpy

from arbiter_env import Batch, Env, ParallelEnv

MATCHES = 64


def rate(seconds, step):
    """Return the steps per second of step(), which says how many it played."""
    end_warm_up = time.perf_counter() + seconds / 4
    while time.perf_counter() < end_warm_up:
        step()
    steps, start = 0, time.perf_counter()
    while time.perf_counter() < start + seconds:
        steps += step()
    return steps / (time.perf_counter() - start)


def before(client, game, planes, many):
    """Return step() of the client of version 0.1, whose indexes are those of the legal lists."""
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
        actions = [draw.choice(numpy.flatnonzero(each)) for each in masks]
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

    def step():
        masks = state["info"]["action_mask"].reshape((env.num_envs,) + parts + (-1,))
        actions = (rng.random(masks.shape, dtype="float32") * masks).argmax(-1)
        state["info"] = env.step(actions if parts != (1,) else actions[:, 0])[4]
        return MATCHES

    return env, step


def in_go():
    """Return the rates of a batch within the program, by game."""
    root = pathlib.Path(__file__).resolve().parents[3]
    command = ["go", "test", "./bots/selfplay", "-run", "^$", "-bench", "Batch/.*/all_CPUs", "-count", "3"]
    found = {}
    for game, steps in re.findall(r"Batch/(\w+)/all_CPUs\S*.*?([\d.]+) steps/s", subprocess.check_output(command, cwd=root, text=True)):
        found[game] = max(found.get(game, 0), float(steps))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["domain", "keeper", "flames", "ctf"], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=2, help="for each figure")
    parser.add_argument("--go", action="store_true", help="compare with a batch within the program; needs Go and the source tree")
    parser.add_argument("--before", metavar="FILE", help="the arbiter_env.py of version 0.1")
    options = parser.parse_args()
    go = in_go() if options.go else {}
    if options.before:
        spec = importlib.util.spec_from_file_location("before", options.before)
        old = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(old)
    print("game    what             steps/s" + ("   before  ratio" if options.before else "") + ("  of Go" if go else ""))
    for game in options.games:
        for what in ("text", "planes", f"{MATCHES} with planes"):
            planes, many = what != "text", what.startswith(str(MATCHES))
            line = f"{game:7} {what:16}"
            env, step = batch(game) if many else single(game, planes)
            now = measure(env, step, options.seconds)
            line += f"{now:9.0f}"
            if options.before:
                then = measure(*before(old, game, planes, many), options.seconds)
                line += f"{then:9.0f} {now / then:6.1f}"
            if many and game in go:
                line += f"{now / go[game]:7.0%}"
            print(line, flush=True)


def measure(env, step, seconds):
    """Return the rate of an environment, and close it."""
    try:
        return rate(seconds, step)
    finally:
        env.close()


if __name__ == "__main__":
    main()
