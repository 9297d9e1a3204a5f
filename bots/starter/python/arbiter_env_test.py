#!/usr/bin/env python3
"""Tests of arbiter_env against the simulator that $ARBITER or the PATH has.

What gymnasium.utils.env_checker and PettingZoo's API tests check is checked with
them where they are installed, and written out in arbiter_env_checks elsewhere.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings

import arbiter_env
import arbiter_env_checks as checks
from arbiter_env import AECEnv, ArbiterError, Batch, Env, ParallelEnv, Session, VersionWarning

numpy = arbiter_env.numpy


def shape(observation):
    return len(observation), len(observation[0]), len(observation[0][0])


def plain(value):
    """Return arrays as lists, so that == compares them."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value.tolist() if hasattr(value, "tolist") else value


def allowed(mask):
    return [i for i, allow in enumerate(mask) if allow]


class EnvTest(unittest.TestCase):
    def play(self, env, rng):
        """Play random allowed actions to the end; return the sum of rewards and the last info."""
        _, info = env.reset(seed=3)
        total, terminated = info["score"], False
        while not terminated:
            observation, reward, terminated, truncated, info = env.step(rng.choice(allowed(info["action_mask"])))
            total += reward
            self.assertFalse(truncated)
        return total, plain(info)

    def test_rewards_add_up_to_the_score(self):
        for game, planes in (("keeper", (20, 12, 16)), ("flames", (8, 34, 35))):
            with self.subTest(game), Env(game) as env:
                total, info = self.play(env, random.Random(1))
                self.assertEqual(total, info["score"])
                self.assertNotEqual(info["reason"], "")
                self.assertEqual(allowed(info["action_mask"]), [])
                self.assertEqual(shape(env.reset(seed=3)[0]), planes)

    def test_same_seed_same_match(self):
        with Env("keeper") as env:
            first, again = self.play(env, random.Random(1)), self.play(env, random.Random(1))
            self.assertEqual(first, again)

    def test_seeds_of_later_matches_come_from_np_random(self):
        with Env("keeper", planes=False) as env:
            drawn = []
            for _ in range(2):
                env.reset(seed=7)
                drawn.append([env.reset()[0] for _ in range(3)])
            self.assertEqual(drawn[0], drawn[1])
            self.assertEqual(len(set(drawn[0])), 3)

    def test_an_index_is_the_same_action_in_every_turn(self):
        with Env("keeper", planes=False) as env:
            names = env.describe()["actions"][0]
            _, info = env.reset(seed=3)
            rng = random.Random(1)
            for _ in range(20):
                x, y = map(int, env._match.told["input"][0].split()[:2])
                legal = {f"MOVE {x + dx} {y + dy}" for dx, dy in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))} & set(info["legal"])
                moves = {i for i in allowed(info["action_mask"]) if names[i].startswith("MOVE")}
                self.assertEqual({f"MOVE {x + int(n.split()[1])} {y + int(n.split()[2])}" for n in (names[i] for i in moves)}, legal)
                if env.step(rng.choice(sorted(moves)))[2]:
                    break
                info = env._match.info(0)

    def test_a_text_is_an_action_too(self):
        with Env("keeper") as env:
            _, info = env.reset(seed=3)
            with env.clone() as copy:
                there = copy.step(0)
                self.assertEqual(there[4]["turn"], 1)
            # Index 0 is to stay, which the legal list has first.
            self.assertEqual(plain(env.step(info["legal"][0])), plain(there))
            last = env.clone()
        last.close()  # after the simulator has ended

    def test_observations_can_be_the_text(self):
        with Env("keeper", planes=False) as env, Batch("keeper", 2, planes=False) as batch:
            observation, info = env.reset(seed=3)
            self.assertEqual(observation, info["input"])
            self.assertEqual(batch.reset(seed=3)[0][0], observation)
            self.assertEqual(env.clone().step(0)[0], env.step(0)[0])
            self.assertIn(observation, env.observation_space)

    def test_infos_without_texts(self):
        with Env("keeper", texts=False) as env:
            _, info = env.reset(seed=3)
            self.assertFalse({"input", "legal"} & set(info))
            self.assertEqual(env.step(0)[4]["turn"], 1)

    def test_setup(self):
        with Env("heropath") as env:
            _, info = env.reset(seed=1)
            _, again = env.reset(options={"setup": json.loads(info["input"])})
            self.assertEqual(info["input"], again["input"])
            self.assertNotIn("legal", info)
            self.assertTrue(env.step('{"moves": []}')[2])

    def test_an_arena_of_another_size(self):
        position = {"arena": ["#######", "#S....#", "#.....#", "#######"], "waves": [[[3, 2]]]}
        with Env("flames") as env:
            env.reset(seed=1)
            observation, info = env.reset(options={"setup": position})
            self.assertEqual(shape(observation)[1:], (4, 7))
            self.assertEqual(env.describe()["actions"][0][allowed(info["action_mask"])[0]], "PASS")

    def test_stepwise_heropath(self):
        with Env("heropath", stepwise=True) as env:
            _, info = env.reset(seed=4)
            rng, total, terminated = random.Random(2), 0, False
            while not terminated:
                _, reward, terminated, _, info = env.step(rng.choice(allowed(info["action_mask"])))
                total += reward
            moves = env.moves()
            self.assertEqual((info["reason"], info["score"]), ("ok", total))
        with Env("heropath") as env:
            env.reset(seed=4)
            self.assertEqual(env.step(moves)[4]["score"], total)

    def test_max_turns_cuts_off(self):
        with Env("keeper", max_turns=2) as env:
            env.reset(seed=1)
            self.assertEqual([env.step(0)[2:4] for _ in range(2)], [(False, False), (False, True)])

    def test_errors_teach_and_the_match_goes_on(self):
        with Env("keeper") as env:
            with self.assertRaisesRegex(ArbiterError, "call reset first"):
                env.step(0)
            env.reset(seed=1)
            with self.assertRaisesRegex(ArbiterError, "action 999: want 0 to 72"):
                env.step(999)
            self.assertEqual(env.step(0)[4]["turn"], 1)
        with self.assertRaisesRegex(ArbiterError, "cannot run ./nosuch: No such file or directory; set"):
            Env("keeper", arbiter="./nosuch")
        with self.assertRaisesRegex(ValueError, "domain has 2 seats, not 1: use ParallelEnv"):
            Env("domain")
        with self.assertRaisesRegex(ValueError, "render_mode 'human': want None, 'ansi' or 'rgb_array'"):
            Env("keeper", render_mode="human")
        with self.assertRaisesRegex(ArbiterError, "the simulator has ended"):
            env.reset(seed=1)

    def test_render(self):
        with Env("keeper", render_mode="ansi") as env:
            env.reset(seed=1)
            self.assertGreater(len(env.render().splitlines()), 12)
        if numpy is not None:
            with Env("keeper", render_mode="rgb_array") as env:
                env.reset(seed=1)
                pixels = env.render()
                self.assertEqual((pixels.shape, pixels.dtype), ((96, 128, 3), numpy.uint8))
                self.assertGreater(len(numpy.unique(pixels)), 2)

    @unittest.skipIf(numpy is None, "without numpy there are no arrays")
    def test_arrays_are_the_callers(self):
        with Env("keeper") as env:
            first, info = env.reset(seed=1)
            kept = first.copy()
            second = env.step(int(numpy.flatnonzero(info["action_mask"])[1]))[0]
            self.assertTrue((first == kept).all())
            first[:] = 7
            self.assertFalse((second == 7).all())


class TwoSeatsTest(unittest.TestCase):
    def test_alternate_moves(self):
        with ParallelEnv("domain") as env:
            observations, infos = env.reset(seed=1)
            rng = random.Random(2)
            while env.agents:
                asked = [agent for agent in env.agents if infos[agent]["asked"]]
                self.assertEqual(len(asked), 1)
                waits = [agent for agent in env.agents if agent not in asked]
                self.assertEqual([allowed(infos[agent]["action_mask"]) for agent in waits], [[196]])
                actions = {agent: rng.choice(infos[agent]["legal"]) for agent in asked}
                observations, rewards, terminations, truncations, infos = env.step(actions)
            self.assertEqual(set(terminations.values()), {True})
            self.assertEqual(sum(rewards.values()), 0)
            lead = infos["seat_0"]["score"] - infos["seat_1"]["score"]
            self.assertEqual(rewards["seat_0"], (lead > 0) - (lead < 0))
            self.assertEqual(shape(observations["seat_0"]), (5, 7, 7))

    def test_simultaneous_moves_of_several_minions(self):
        with ParallelEnv("ctf") as env:
            _, infos = env.reset(seed=1)
            actions = {agent: [0] * 5 for agent in env.agents}
            with env.clone() as copy:
                _, _, _, _, by_index = copy.step(actions)
            texts = {agent: [part[0] for part in infos[agent]["legal"]] for agent in env.agents}
            _, rewards, _, _, by_text = env.step(texts)
            self.assertEqual(plain(by_index), plain(by_text))
            self.assertEqual(rewards, {"seat_0": 0, "seat_1": 0})
            self.assertEqual(by_text["seat_0"]["faults"], [])

    def test_a_limit_of_the_setup_truncates(self):
        with ParallelEnv("domain") as env:
            _, infos = env.reset(options={"setup": {"max_turns": 1}})
            action = allowed(infos["seat_0"]["action_mask"])[0]
            _, rewards, terminations, truncations, _ = env.step({"seat_0": action})
            self.assertEqual((terminations["seat_0"], truncations["seat_0"]), (False, True))
            self.assertEqual(rewards, {"seat_0": 0, "seat_1": 0})

    def test_in_turn(self):
        with AECEnv("domain") as env:
            env.reset(seed=1)
            rng, movers = random.Random(2), []
            for agent in env.agent_iter():
                _, reward, terminated, truncated, info = env.last()
                movers.append(agent)
                if terminated or truncated:
                    env.step(None)
                else:
                    self.assertEqual(len(info["action_mask"]), 196)
                    with env.clone() as copy:
                        copy.step(allowed(info["action_mask"])[0])
                    env.step(rng.choice(allowed(info["action_mask"])))
            self.assertEqual(movers[:3], ["seat_0", "seat_1", "seat_0"])
        with self.assertRaisesRegex(ValueError, "the seats of ctf do not move in turn: use ParallelEnv"):
            AECEnv("ctf")


class BatchTest(unittest.TestCase):
    def test_like_single_matches(self):
        with Batch("keeper", 3) as batch, Env("keeper") as env:
            observations, infos = batch.reset(seed=5)
            singles = [env.reset(seed=s) for s in (5, 6, 7)]
            self.assertEqual(plain(observations), plain([each[0] for each in singles]))
            self.assertEqual(plain(infos["action_mask"]), plain([each[1]["action_mask"] for each in singles]))
            ended, rng = False, random.Random(1)
            while not ended:
                actions = [rng.choice(allowed(mask)) for mask in infos["action_mask"]]
                observations, rewards, terminated, truncated, infos = batch.step(numpy.array(actions) if numpy else actions)
                ended = any(terminated)
            first = allowed(terminated)[0]
            final, last = infos["final_obs"][first], infos["final_info"]
            self.assertEqual(shape(final), (20, 12, 16))
            self.assertTrue(infos["_final_obs"][first] and infos["_final_info"][first])
            self.assertNotEqual(last["reason"][first], "")
            self.assertEqual(plain(observations[first]), plain(env.reset(seed=8)[0]))  # dealt anew
            self.assertEqual(infos["turn"][first], 0)

    def test_the_same_seeds_whatever_the_cores(self):
        with Batch("domain", 9) as batch:
            runs = []
            for _ in range(2):
                _, infos = batch.reset(seed=1)
                rng, seen = random.Random(3), []
                for _ in range(60):
                    step = batch.step([rng.choice(allowed(mask)) for mask in infos["action_mask"]])
                    infos = step[4]
                    seen.append(plain([step[0], step[1], step[2], infos["score"]]))
                runs.append(seen)
            self.assertEqual(runs[0], runs[1])

    def test_two_seats_are_two_environments(self):
        with Batch("domain", 2) as batch:
            self.assertEqual(batch.num_envs, 4)
            _, infos = batch.reset(seed=1)
            ended, rng = 0, random.Random(3)
            for _ in range(100):
                self.assertEqual([asked[0] + asked[1] for asked in zip(infos["asked"][::2], infos["asked"][1::2])], [1, 1])
                actions = [rng.choice(allowed(mask)) for mask in infos["action_mask"]]
                _, rewards, terminated, _, infos = batch.step(actions)
                self.assertEqual(plain(terminated)[::2], plain(terminated)[1::2])
                for match in range(2):
                    if terminated[2 * match]:
                        ended += 1
                        self.assertEqual(rewards[2 * match] + rewards[2 * match + 1], 0)
                        self.assertEqual(infos["final_info"]["reason"][2 * match][:6], "domain")
            self.assertGreater(ended, 2)

    def test_max_turns_truncates(self):
        with Batch("keeper", 2, max_turns=2) as batch:
            batch.reset(seed=1)
            batch.step([0, 0])
            _, _, terminated, truncated, infos = batch.step([0, 0])
            self.assertEqual((plain(terminated), plain(truncated)), ([False] * 2, [True] * 2))
            self.assertEqual(plain(infos["final_info"]["turn"]), [2, 2])

    def test_errors_play_nothing(self):
        with Batch("keeper", 2) as batch:
            batch.reset(seed=1)
            with self.assertRaisesRegex(ArbiterError, "play: env 1: seat 0: action 73: want 0 to 72"):
                batch.step([0, 73])
            with self.assertRaisesRegex(ValueError, "actions: found"):
                batch.step([0])
            self.assertEqual(plain(batch.step([0, 0])[4]["turn"]), [1, 1])
        with self.assertRaisesRegex(ArbiterError, "heropath has no table of actions: want stepwise=True"):
            Batch("heropath", 2)

    @unittest.skipIf(numpy is None, "without numpy there are no arrays")
    def test_arrays(self):
        with Batch("flames", 3) as batch:
            first, infos = batch.reset(seed=1)
            kept, mask = first.copy(), infos["action_mask"].copy()
            second, rewards, terminated, truncated, _ = batch.step(numpy.array([1, 2, 3]))
            self.assertTrue((first == kept).all() and (infos["action_mask"] == mask).all())
            for values, dtype in ((rewards, "float64"), (terminated, "bool"), (truncated, "bool"), (second, "float32")):
                self.assertEqual((str(values.dtype), len(values)), (dtype, 3))
                self.assertTrue(values.flags.writeable)
        with Batch("flames", 3, copy=False) as batch:
            first, _ = batch.reset(seed=1)
            second = batch.step(numpy.array([1, 2, 3]))[0]
            self.assertTrue(numpy.shares_memory(first, second))

    @unittest.skipIf(numpy is None, "a picture needs numpy")
    def test_render(self):
        with Batch("keeper", 2, render_mode="rgb_array") as batch:
            batch.reset(seed=1)
            self.assertEqual([p.shape for p in batch.render()], [(96, 128, 3)] * 2)


class SpaceTest(unittest.TestCase):
    def test_of_every_game(self):
        for make, game, actions in (
            (Env, "keeper", "Discrete(73)"), (Env, "flames", "Discrete(13)"), (ParallelEnv, "domain", "Discrete(197)"),
            (AECEnv, "domain", "Discrete(196)"), (ParallelEnv, "ctf", "MultiDiscrete([11, 11, 11, 11, 11])"),
        ):  # fmt: skip
            with self.subTest(game), make(game) as env:
                space = env.action_space if make is Env else env.action_space("seat_1")
                self.assertEqual(str(space).replace("[11 11 11 11 11]", "[11, 11, 11, 11, 11]"), actions)

    def test_samples_are_of_the_mask(self):
        with Env("keeper") as env, ParallelEnv("ctf") as ctf:
            mask = env.reset(seed=1)[1]["action_mask"]
            self.assertTrue(all(mask[env.action_space.sample(mask)] for _ in range(50)))
            masks = ctf.reset(seed=1)[1]["seat_0"]["action_mask"]
            for _ in range(50):
                self.assertTrue(all(m[i] for m, i in zip(masks, ctf.action_space("seat_0").sample(masks))))


@unittest.skipIf(numpy is None, "the checks compare arrays")
class ApiTest(unittest.TestCase):
    """What the checkers of Gymnasium and PettingZoo want."""

    def test_env(self):
        for game, options in (("keeper", {}), ("flames", {}), ("heropath", {}), ("heropath", {"stepwise": True})):
            with self.subTest(game, **options), Env(game, render_mode="rgb_array", **options) as env:
                checks.check_env(env)

    def test_parallel(self):
        for game in ("domain", "ctf"):
            with self.subTest(game), ParallelEnv(game, render_mode="ansi") as env:
                checks.check_parallel(env, cycles=400)

    def test_aec(self):
        with AECEnv("domain", render_mode="ansi") as env:
            checks.check_aec(env, cycles=200)

    def test_vector(self):
        for game in ("keeper", "domain", "ctf"):
            with self.subTest(game), Batch(game, 3) as env:
                checks.check_vector(env)


class ObservationTest(unittest.TestCase):
    @unittest.skipIf(numpy is None, "compares with numpy")
    def test_with_and_without_numpy(self):
        with Env("flames") as env:
            want = env.reset(seed=1)[0].tolist()
            names = [plane["name"] for plane in env.describe()["space"]["planes"]]
            self.assertEqual(shape(want), (len(names), 34, 35))
            self.assertEqual(want[names.index("hp")][0][0], 40)
        program = "import sys; sys.modules['numpy'] = None; import json; from arbiter_env import Env, Batch\n"
        program += "with Env('flames') as e, Batch('flames', 1) as b: print(json.dumps([e.reset(seed=1)[0], b.reset(seed=1)[0][0]]))"
        env = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.abspath(arbiter_env.__file__))}
        without = json.loads(subprocess.check_output([sys.executable, "-c", program], env=env))
        self.assertTrue(without == [want, want])


class SessionTest(unittest.TestCase):
    def test_another_version_is_told(self):
        mine = arbiter_env.__version__
        try:
            arbiter_env.__version__ = "0.0.1"
            with self.assertWarnsRegex(VersionWarning, f"arbiter_env 0.0.1 drives arbiter {mine}; take the arbiter_env.py"):
                Session("domain").close()
        finally:
            arbiter_env.__version__ = mine
        with warnings.catch_warnings():
            warnings.simplefilter("error", VersionWarning)
            Session("domain").close()

    def test_a_program_before_versions(self):
        with tempfile.TemporaryDirectory() as folder:
            old = os.path.join(folder, "arbiter")
            with open(old, "w") as file:
                file.write('#!/bin/sh\nread line; echo \'{"game":"domain"}\'; cat >/dev/null\n')
            os.chmod(old, 0o755)
            with self.assertRaisesRegex(ArbiterError, f"of an earlier version than arbiter_env {arbiter_env.__version__} needs"):
                Session("domain", arbiter=old)

    @unittest.skipUnless(os.path.isdir("/proc/self"), "looks into /proc")
    def test_nothing_is_left_of_a_client_that_is_killed(self):
        program = "import time; from arbiter_env import Batch; b = Batch('domain', 8); b.reset(seed=1)\n"
        program += "print(b.session._process.pid, flush=True); time.sleep(600)"
        env = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.abspath(arbiter_env.__file__))}
        before = set(os.listdir("/dev/shm")) if os.path.isdir("/dev/shm") else set()
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=env) as client:
            simulator = int(client.stdout.readline())
            client.send_signal(signal.SIGKILL)
            client.wait()
            deadline = time.monotonic() + 60
            while self.runs(simulator) and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertFalse(self.runs(simulator))
        left = (set(os.listdir("/dev/shm")) if before or os.path.isdir("/dev/shm") else set()) - before
        self.assertEqual([name for name in left if "arbiter" in name], [])

    @staticmethod
    def runs(pid):
        try:
            with open(f"/proc/{pid}/stat") as file:
                return file.read().rsplit(")", 1)[1].split()[0] != "Z"
        except FileNotFoundError:
            return False


class OpponentTest(unittest.TestCase):
    """make: "a folder, a builtin bot or a Python function" plays the other seat."""

    def finish(self, env, seed):
        _, info = env.reset(seed=seed)
        rng, seats, ended = random.Random(seed), {info["seat"]}, False
        while not ended:
            self.assertTrue(info["asked"])
            mask = info["action_mask"]
            action = [rng.choice(allowed(part)) for part in mask] if isinstance(mask, tuple) else rng.choice(allowed(mask))
            _, reward, ended, truncated, info = env.step(action)
            self.assertFalse(truncated)
            seats.add(info["seat"])
        self.assertEqual(len(seats), 1)
        return seats.pop(), reward, info["score"]

    def test_a_builtin_bot(self):
        with arbiter_env.make("ctf", opponent="builtin:ctf/boss?level=3", texts=False) as env:
            self.assertEqual((env.spec.id, env.spec.kwargs["game"]), ("arbiter/ctf-v0", "ctf"))
            first = self.finish(env, 1)
            self.assertEqual(self.finish(env, 1), first)

    def test_the_seat_is_drawn_or_fixed(self):
        with arbiter_env.make("domain", opponent="builtin:domain/greedy") as env:
            results = [self.finish(env, seed) for seed in range(12)]
            self.assertEqual({seat for seat, _, _ in results}, {0, 1})
            self.assertLess(sum(reward for _, reward, _ in results), -6)  # greedy beats what is random
        for seat in (0, 1):
            with arbiter_env.make("domain", opponent="builtin:domain/random", seat=seat) as env:
                self.assertEqual([self.finish(env, seed)[0] for seed in range(3)], [seat] * 3)

    def test_a_function_plays_what_it_returns(self):
        asked = []

        def first(observation, info):
            asked.append(info["asked"])
            return allowed(info["action_mask"])[0]

        with arbiter_env.make("domain", opponent=first, seat=1) as env, ParallelEnv("domain") as both:
            observation, info = env.reset(seed=3)
            both.reset(seed=3)
            infos = both.step({"seat_0": first(None, both._match.info(0))})[4]
            self.assertEqual(plain(observation), plain(both._match.observation(1)))
            self.assertEqual(plain(info["action_mask"]), plain(infos["seat_1"]["action_mask"]))
            self.finish(env, 4)
        self.assertTrue(all(asked))

    def test_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "bot.toml"), "w") as file:
                file.write('name = "corner"\nversion = "1"\ngames = ["domain"]\nrun = "python3 bot.py"\n')
            with open(os.path.join(folder, "bot.py"), "w") as file:
                file.write("input(), input(), input(), input()\nprint('0 0 R', flush=True)\ninput()\nraise SystemExit('no more ideas')\n")
            with arbiter_env.make("domain", opponent=folder, seat=1) as env:
                _, info = env.reset(seed=1)
                self.assertEqual(info["turn"], 1)
                # "errors in Python, not only on stderr"
                with self.assertRaisesRegex(ArbiterError, "the opponent failed.*crash.*no more ideas"):
                    for _ in range(3):
                        _, _, _, _, info = env.step(allowed(info["action_mask"])[0])

    def test_an_opponent_that_ends_the_match_at_once(self):
        with arbiter_env.make("domain", opponent=lambda observation, info: 0, seat=1) as env:  # it builds on the border
            for _ in range(2):
                with self.assertRaisesRegex(ArbiterError, "the opponent's first answer ended the match, before seat 1 was asked: illegal: side U"):
                    env.reset(seed=1)
        with arbiter_env.make("domain", opponent=lambda observation, info: 0, seat=0) as env:
            _, info = env.reset(seed=1)
            self.assertEqual(env.step(allowed(info["action_mask"])[0])[1:3], (1.0, True))

    def test_errors(self):
        with self.assertRaisesRegex(ArbiterError, "unknown game .chess."):
            arbiter_env.make("chess")
        with self.assertRaisesRegex(ArbiterError, "bot .*no such file or folder"):
            arbiter_env.make("domain", opponent="./nowhere")
        with self.assertRaisesRegex(ArbiterError, "searches by the clock"):
            arbiter_env.make("domain", opponent="builtin:domain/boss")
        with self.assertRaisesRegex(ValueError, "Env with an opponent"):
            arbiter_env.make("domain")
        with self.assertRaisesRegex(ValueError, "without an opponent"):
            arbiter_env.make("keeper", opponent="builtin:keeper/greedy")
        with arbiter_env.make("domain", opponent="builtin:domain/greedy") as env:
            env.reset(seed=1)
            with self.assertRaisesRegex(ArbiterError, "cannot be copied"):
                env.clone()


class OpeningsTest(unittest.TestCase):
    def test_seeds_deal_openings(self):
        with ParallelEnv("domain", openings=True, planes=False) as env:
            self.assertEqual(env.describe()["openings"], 2352)
            starts = {env.reset(seed=seed)[0]["seat_0"] for seed in range(200)}
            self.assertEqual(len(starts), 200)
        with ParallelEnv("domain", planes=False) as env:
            self.assertEqual(len({env.reset(seed=seed)[0]["seat_0"] for seed in range(5)}), 1)

    def test_a_batch_deals_the_same(self):
        with Batch("domain", 5, planes=False, openings=40) as batch, ParallelEnv("domain", openings=40, planes=False) as env:
            texts = batch.reset(seed=38)[0]
            self.assertEqual(list(texts[::2]), [env.reset(seed=38 + i)[0]["seat_0"] for i in range(5)])

    def test_a_game_without_openings(self):
        with Env("keeper", openings=3) as env:
            with self.assertRaisesRegex(ArbiterError, "keeper has no openings"):
                env.reset(seed=1)


class CopyTest(unittest.TestCase):
    def test_copies_play_on_alike(self):
        for game in ("domain", "keeper", "ctf"):
            with self.subTest(game), Batch(game, 6) as batch:
                batch.reset(seed=1)
                batch.copy([0, 0, 5], [1, 2, 0])
                seen, infos = plain(batch.observe())
                seats = batch.seats
                of = lambda rows, match: rows[match * seats : (match + 1) * seats]
                self.assertEqual(of(seen, 1), of(seen, 2))
                self.assertEqual(of(infos["action_mask"], 0), of(infos["action_mask"], 5))
                self.assertNotEqual(batch.session.request({"do": "observe", "env": 0, "want": ["board"]})["board"], "")

    def test_one_bad_index_changes_nothing(self):
        with Batch("keeper", 4) as batch:
            before = plain(batch.reset(seed=1))
            for source, target in (([0, 9], [1, 2]), ([0, 1], [2, -1]), ([0, 1], [2, 2]), ([0, 1], [2])):
                with self.assertRaises((ArbiterError, ValueError)):
                    batch.copy(source, target)
                self.assertEqual(plain(batch.observe()), before)


class SpaceTest(unittest.TestCase):
    def test_bounds_are_finite_and_hold(self):
        for game in ("domain", "keeper", "flames", "ctf"):
            with self.subTest(game), Batch(game, 4) as batch:
                space = batch.single_observation_space
                if numpy is None:
                    self.assertLess(space.high, float("inf"))
                    continue
                self.assertTrue(numpy.isfinite(space.low).all() and numpy.isfinite(space.high).all())
                observations, infos = batch.reset(seed=1)
                rng = numpy.random.default_rng(1)
                parts = batch.single_action_space.shape or (1,)
                for _ in range(40):
                    for observation in observations:
                        self.assertIn(observation, space)
                    masks = infos["action_mask"].reshape((batch.num_envs,) + parts + (-1,))
                    actions = (rng.random(masks.shape) * masks).argmax(-1)
                    observations, _, _, _, infos = batch.step(actions if parts != (1,) else actions[:, 0])


class RegistrationTest(unittest.TestCase):
    def test_gymnasium_makes_the_games(self):
        if arbiter_env.gymnasium is not None:
            import gymnasium

            with gymnasium.make("arbiter/keeper-v0") as env:
                self.assertEqual(env.spec.id, "arbiter/keeper-v0")
                env.reset(seed=1)
            return
        # Without Gymnasium: what would be registered can be made.
        registered = {}

        class Stub:
            registry = ()

            @staticmethod
            def register(id, entry_point, kwargs):
                registered[id] = entry_point, kwargs

        arbiter_env.gymnasium = Stub
        try:
            arbiter_env._register()
        finally:
            arbiter_env.gymnasium = None
        self.assertEqual(sorted(registered), [f"arbiter/{game}-v0" for game in ("ctf", "domain", "flames", "heropath", "keeper")])
        for entry_point, kwargs in registered.values():
            module, name = entry_point.split(":")
            with getattr(sys.modules[module], name)(**kwargs) as env:
                env.reset(seed=1)


if __name__ == "__main__":
    unittest.main()
