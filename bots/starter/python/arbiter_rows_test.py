#!/usr/bin/env python3
"""Tests of arbiter_rows on data sets of the program that $ARBITER or the PATH has."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

import numpy

from arbiter_rows import Rows, RowsError

ARBITER = os.environ.get("ARBITER", "arbiter")
GAMES = {
    "ctf": ("--games", "1"),
    "domain": ("--games", "6", "--openings", "5"),
    "flames": ("--games", "2"),
    "keeper": ("--games", "3"),
}


class RowsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        for game, flags in GAMES.items():
            for end in ("npz", "rows"):
                cls.play(game, f"{game}.{end}", *flags)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    @classmethod
    def play(cls, game, name, *flags):
        command = [ARBITER, "selfplay", game, "--policy", f"builtin:{game}/random", "--out", cls.path(name), *flags]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)

    def test_both_formats_have_the_same_rows(self):
        for game in GAMES:
            with self.subTest(game):
                rows, want = Rows(self.path(f"{game}.rows")), numpy.load(self.path(f"{game}.npz"))
                self.assertEqual((rows.game, len(rows)), (game, len(want["actions"])))
                for name in ("actions", "returns", "games", "turns", "seats"):
                    numpy.testing.assert_array_equal(getattr(rows, name), want[name], name)
                numpy.testing.assert_array_equal(rows.seeds[rows.games], want["seeds"])
                numpy.testing.assert_array_equal(rows.scores[rows.games, rows.seats], want["scores"])
                numpy.testing.assert_array_equal(rows.ranks[rows.games, rows.seats], want["ranks"])
                numpy.testing.assert_array_equal(rows.games, numpy.repeat(numpy.arange(len(rows.seeds)), numpy.diff(rows.starts.astype(int))))

    def test_a_random_batch_is_that_of_the_npz(self):
        for game in GAMES:
            with self.subTest(game):
                rows, want = Rows(self.path(f"{game}.rows")), numpy.load(self.path(f"{game}.npz"))
                some = numpy.random.default_rng(1).integers(len(rows), size=300)
                for name, found in rows.batch(some)._asdict().items():
                    numpy.testing.assert_array_equal(found, want[name][some], name)
                self.assertEqual(rows.planes(some).dtype, want["planes"].dtype)
                self.assertEqual(rows.masks(some).dtype, want["masks"].dtype)
                wins = rows.returns > 0
                numpy.testing.assert_array_equal(rows.planes(wins), want["planes"][want["returns"] > 0])
                self.assertEqual(rows.batch([]).planes.shape, (0,) + want["planes"].shape[1:])

    def test_names_and_digests(self):
        rows = Rows(self.path("domain.rows"))
        self.assertEqual(rows.policy_names, ["builtin:domain/random"])
        self.assertEqual(len(rows.openings), 5)
        self.assertEqual(rows.policies.tolist(), 6 * [[0, 0]])
        lines = self.path("domain.jsonl")
        self.play("domain", "domain.jsonl", "--games", "6", "--openings", "5", "--per", "game")
        with open(lines) as file:
            for game, line in enumerate(map(json.loads, file)):
                self.assertEqual(rows.openings[rows.seeds[game] % 5], line["opening"])
                self.assertEqual([f"{rows.policy_names[0]}?seed={seed}" for seed in rows.policy_seeds[game]], line["policies"])
        self.assertEqual(len(set(rows.digests.tolist())), 6)

    def test_numbers_that_are_not_rows(self):
        rows = Rows(self.path("keeper.rows"))
        for indices in ([-1], [0, len(rows)], [0.5], 3, [[0, 1]]):
            with self.subTest(indices), self.assertRaisesRegex(RowsError, "want"):
                rows.batch(indices)

    def damaged(self, change, game="keeper"):
        """Return a copy of a data set that change has changed."""
        folder = tempfile.mkdtemp(dir=self.folder.name)
        shutil.copytree(self.path(f"{game}.rows"), os.path.join(folder, "copy.rows"))
        change(os.path.join(folder, "copy.rows"))
        return os.path.join(folder, "copy.rows")

    def indexed(self, **entries):
        def change(folder):
            name = os.path.join(folder, "rows.json")
            with open(name) as file:
                content = json.load(file)
            content.update(entries)
            with open(name, "w") as file:
                json.dump(content, file)

        return self.damaged(change)

    def refused(self, path, words):
        with self.assertRaisesRegex(RowsError, words):
            Rows(path)

    def test_what_is_no_data_set(self):
        self.refused(self.path("nowhere.rows"), "found no rows.json; want a folder that arbiter selfplay")
        self.refused(self.path("keeper.npz"), "found no rows.json")
        self.refused(self.damaged(lambda folder: os.remove(folder + "/rows.json")), "found no rows.json")
        self.refused(self.indexed(format="parquet"), "want a data set of arbiter selfplay")
        self.refused(self.indexed(version=2), "found version 2; this file reads version 1: use the arbiter_rows.py of the program that wrote it")
        for entry in ({"rows": "many"}, {"rows": -1}, {"rows": True}, {"planes": [20, -12, 16]}, {"planes": [20]}, {"actions": ["wait"]}):
            self.refused(self.indexed(**entry), "want numbers above 0 as rows, games, bytes and actions, and three as planes")
        for entry in ({"policies": "all"}, {"planes": 3}, {"actions": None}, {"game": 1}):
            self.refused(self.indexed(**entry), "want a text as game, and lists as planes, actions, policies and openings")

        def garble(folder):
            with open(folder + "/rows.json", "r+b") as file:
                file.truncate(40)

        self.refused(self.damaged(garble), "rows.json: .*; want what arbiter selfplay wrote")

    def test_what_is_not_whole(self):
        names = [name for name in os.listdir(self.path("keeper.rows")) if name != "rows.json"]
        self.assertEqual(len(names), 15)
        for name in names:

            def cut(folder):
                with open(os.path.join(folder, name), "r+b") as file:
                    file.truncate(os.path.getsize(os.path.join(folder, name)) - 1)

            with self.subTest(name):
                self.refused(self.damaged(cut), name + ": .*; (the data set is not whole, copy it or play the games again|want .* as rows.json says)")
                self.refused(self.damaged(lambda folder: os.remove(os.path.join(folder, name))), name + ": .*the data set is not whole")
        self.refused(self.indexed(rows=7), "games.npy: found uint32 of shape .*; want uint32 with 7 entries, as rows.json says")
        self.refused(self.indexed(actions=[200]), "masks.npy: found 10 bytes for each row; want those of 200 actions")
        self.refused(self.damaged(lambda folder: shutil.copy(folder + "/turns.npy", folder + "/returns.npy")), "returns.npy: found uint32 .*; want float32")

    def test_planes_that_are_damaged_are_named(self):
        def damage(folder):
            with open(folder + "/planes.bin", "r+b") as file:
                file.write(b"\xff" * 200)

        with self.assertRaisesRegex(RowsError, "planes.bin: row 0: found damaged bytes .*; want 3840 numbers"):
            Rows(self.damaged(damage)).batch([0])

        def turn_back(folder):
            offsets = numpy.load(folder + "/offsets.npy", mmap_mode="r+")
            offsets[1], offsets[2] = offsets[2], 2**64 - 1

        rows = Rows(self.damaged(turn_back))
        for row in (1, 2):
            with self.subTest(row), self.assertRaisesRegex(RowsError, "planes.bin: row %d: found damaged bytes" % row):
                rows.batch([row])


if __name__ == "__main__":
    unittest.main()
