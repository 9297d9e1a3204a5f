#!/usr/bin/env python3
"""Tests of arbiter_env against the simulator that $ARBITER or the PATH has."""

import json
import random
import unittest

import arbiter_env
from arbiter_env import ArbiterError, Batch, Env, ParallelEnv


def shape(observation):
    return len(observation), len(observation[0]), len(observation[0][0])


class EnvTest(unittest.TestCase):
    def play(self, env, rng):
        """Play random indexes of the legal list to the end; return the sum of rewards and the last info."""
        _, info = env.reset(seed=3)
        total, terminated = info["score"], False
        while not terminated:
            observation, reward, terminated, truncated, info = env.step(rng.randrange(len(info["legal"])))
            total += reward
            self.assertFalse(truncated)
        return total, info

    def test_rewards_add_up_to_the_score(self):
        for game, planes in (("keeper", (20, 12, 16)), ("flames", (8, 34, 35))):
            with self.subTest(game), Env(game) as env:
                total, info = self.play(env, random.Random(1))
                self.assertEqual(total, info["score"])
                self.assertNotEqual(info["reason"], "")
                self.assertEqual(shape(env.reset(seed=3)[0]), planes)

    def test_same_seed_same_match(self):
        with Env("keeper") as env:
            first, again = self.play(env, random.Random(1)), self.play(env, random.Random(1))
            self.assertEqual(first, again)

    def test_clone_plays_on_by_itself(self):
        with Env("keeper") as env:
            _, info = env.reset(seed=3)
            with env.clone() as copy:
                there = copy.step(0)
                self.assertEqual(there[4]["turn"], 1)
            self.assertEqual(env.step(info["legal"][0])[4], there[4])  # the text of index 0
            last = env.clone()
        last.close()  # after the simulator has ended

    def test_observations_can_be_the_text(self):
        with Env("keeper", planes=False) as env, Batch("keeper", 2, planes=False) as batch:
            observation, info = env.reset(seed=3)
            self.assertEqual(observation, info["input"])
            self.assertEqual(batch.reset(seed=3)[0][0], observation)
            self.assertEqual(env.clone().step(0)[0], env.step(0)[0])

    def test_setup(self):
        with Env("heropath") as env:
            _, info = env.reset(seed=1)
            _, again = env.reset(options={"setup": json.loads(info["input"])})
            self.assertEqual(info["input"], again["input"])
            self.assertNotIn("legal", info)
            self.assertTrue(env.step('{"moves": []}')[2])

    def test_errors_teach_and_the_match_goes_on(self):
        with Env("keeper") as env:
            with self.assertRaisesRegex(ArbiterError, "call reset first"):
                env.step(0)
            env.reset(seed=1)
            with self.assertRaisesRegex(ArbiterError, "index 999: want 0 to"):
                env.step(999)
            self.assertEqual(env.step(0)[4]["turn"], 1)
        with self.assertRaisesRegex(ArbiterError, "cannot run ./nosuch: No such file or directory; set"):
            Env("keeper", arbiter="./nosuch")
        with self.assertRaisesRegex(ValueError, "domain has 2 seats, not 1: use ParallelEnv"):
            Env("domain")
        with self.assertRaisesRegex(ArbiterError, "the simulator has ended"):
            env.reset(seed=1)


class ParallelEnvTest(unittest.TestCase):
    def test_alternate_moves(self):
        with ParallelEnv("domain") as env:
            observations, infos = env.reset(seed=1)
            rng = random.Random(2)
            while env.agents:
                asked = [agent for agent in env.agents if infos[agent]["asked"]]
                self.assertEqual(len(asked), 1)
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
            actions = {agent: [0] * len(infos[agent]["legal"]) for agent in env.agents}
            with env.clone() as copy:
                _, _, _, _, by_index = copy.step(actions)
            texts = {agent: [part[0] for part in infos[agent]["legal"]] for agent in env.agents}
            _, rewards, _, _, by_text = env.step(texts)
            self.assertEqual(by_index, by_text)
            self.assertEqual(rewards, {"seat_0": 0, "seat_1": 0})
            self.assertEqual(by_text["seat_0"]["faults"], [])


class BatchTest(unittest.TestCase):
    def test_like_single_matches(self):
        with Batch("keeper", 3) as batch, Env("keeper") as env:
            _, infos = batch.reset(seed=5)
            self.assertEqual([i["input"] for i in infos], [env.reset(seed=s)[1]["input"] for s in (5, 6, 7)])
            _, rewards, terminated, truncated, infos = batch.step([0, 0, "nonsense"])
            self.assertEqual(terminated, [False, False, True])
            self.assertEqual(truncated, [False] * 3)
            self.assertEqual(rewards[2], -10000)
            self.assertEqual(infos[2]["final_info"]["reason"], "bad_command")
            self.assertEqual(infos[2]["input"], env.reset(seed=8)[1]["input"])  # dealt anew

    def test_two_seats(self):
        with Batch("domain", 2) as batch:
            _, infos = batch.reset()
            ended = 0
            rng = random.Random(3)
            for _ in range(100):
                actions = [[rng.choice(i["legal"]) if i["asked"] else None for i in match] for match in infos]
                _, rewards, terminated, _, infos = batch.step(actions)
                for match, reward, over in zip(infos, rewards, terminated):
                    ended += over
                    if over:
                        self.assertEqual(sum(reward), 0)
                        self.assertEqual(match[1]["final_info"]["reason"][:6], "domain")
            self.assertGreater(ended, 2)


class ObservationTest(unittest.TestCase):
    def test_with_and_without_numpy(self):
        with Env("flames") as env:
            plain_numpy, arbiter_env.numpy = arbiter_env.numpy, None
            try:
                plain, _ = env.reset(seed=1)
            finally:
                arbiter_env.numpy = plain_numpy
            names = [plane["name"] for plane in env.describe()["space"]["planes"]]
            self.assertEqual(shape(plain), (len(names), 34, 35))
            self.assertEqual(plain[names.index("hp")][0][0], 40)
            if plain_numpy is not None:
                self.assertEqual(env.reset(seed=1)[0].tolist(), plain)


if __name__ == "__main__":
    unittest.main()
