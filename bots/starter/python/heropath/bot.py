#!/usr/bin/env python3
"""A starting point for a HeroPath bot: it plays legal moves at random.

The referee sends a test as one line of JSON; the answer is one line of JSON
with all moves. Change think() and keep the rest. Random numbers come from the
seed in the first argument, if there is one: python3 bot.py 7

Whatever you print on stderr is kept with the match. Lines that begin with
@draw and @metric are shown by the viewer.
"""

import json
import os
import random
import sys
from dataclasses import dataclass
from typing import Any, Dict, List


@dataclass
class Monster:
    """A monster. Its id is its place in Test.monsters."""

    id: int
    x: int
    y: int
    hp: int
    gold: int
    exp: int
    range: int
    attack: int


@dataclass
class BaseHero:
    """What the hero starts from, and what a level adds to it in percent."""

    speed: int
    power: int
    range: int
    level_speed_coeff: int
    level_power_coeff: int
    level_range_coeff: int


@dataclass
class Test:
    """The world: x is 0 to width, y is 0 to height, both ends included."""

    num_turns: int
    width: int
    height: int
    start_x: int
    start_y: int
    hero: BaseHero
    monsters: List[Monster]


def read_test(line: str) -> Test:
    doc = json.loads(line)
    h = doc["hero"]
    hero = BaseHero(
        h["base_speed"], h["base_power"], h["base_range"],
        h["level_speed_coeff"], h["level_power_coeff"], h["level_range_coeff"],
    )
    monsters = [
        # Some tests have monsters that never attack, without the two fields.
        Monster(i, m["x"], m["y"], m["hp"], m["gold"], m["exp"], m.get("range", 0), m.get("attack", 0))
        for i, m in enumerate(doc["monsters"])
    ]
    return Test(
        doc["num_turns"], doc["width"], doc["height"],
        doc["start_x"], doc["start_y"], hero, monsters,
    )


class Game:
    """A game in progress, by the rules. A move is a dict as the answer wants it."""

    def __init__(self, test: Test) -> None:
        self.test = test
        self.x, self.y = test.start_x, test.start_y
        self.level = self.exp = self.gold = self.fatigue = 0
        self.next_level = 1000  # exp that lifts to the next level
        self.hp = [m.hp for m in test.monsters]
        self.living = list(test.monsters)
        self.moves: List[Dict[str, Any]] = []
        self._set_abilities()
        self._set_threat()

    def _set_abilities(self) -> None:
        h = self.test.hero
        self.speed = h.speed * (100 + self.level * h.level_speed_coeff) // 100
        self.power = h.power * (100 + self.level * h.level_power_coeff) // 100
        self.range = h.range * (100 + self.level * h.level_range_coeff) // 100

    def _set_threat(self) -> None:
        """Adds up who attacks the hero where he stands."""
        x, y = self.x, self.y
        self.threat = sum(
            m.attack for m in self.living
            if m.attack and (m.x - x) ** 2 + (m.y - y) ** 2 <= m.range ** 2
        )

    def in_range(self) -> List[Monster]:
        """The living monsters that the hero can attack."""
        x, y, reach = self.x, self.y, self.range ** 2
        return [m for m in self.living if (m.x - x) ** 2 + (m.y - y) ** 2 <= reach]

    def can_move(self, x: int, y: int) -> bool:
        inside = 0 <= x <= self.test.width and 0 <= y <= self.test.height
        return inside and (x - self.x) ** 2 + (y - self.y) ** 2 <= self.speed ** 2

    def move(self, x: int, y: int, comment: str = "") -> None:
        """Plays a move to a cell; can_move() must be true."""
        if (x, y) != (self.x, self.y):
            self.x, self.y = x, y
            self._set_threat()
        self._end_turn({"type": "move", "target_x": x, "target_y": y}, comment)

    def attack(self, m: Monster, comment: str = "") -> None:
        """Plays an attack on a monster of in_range()."""
        self.hp[m.id] -= self.power
        if self.hp[m.id] <= 0:
            self.living.remove(m)
            self.gold += m.gold * 1000 // (1000 + self.fatigue)
            self.exp += m.exp
            while self.exp >= self.next_level:
                self.level += 1
                self.next_level += 1000 + (self.level + 1) * self.level * 50
            self._set_abilities()
            self._set_threat()
        self._end_turn({"type": "attack", "target_id": m.id}, comment)

    def _end_turn(self, move: Dict[str, Any], comment: str) -> None:
        self.fatigue += self.threat  # the living monsters attack after the hero
        if comment:
            move["comment"] = comment  # the viewer shows it
        self.moves.append(move)


def think(test: Test, rand: random.Random) -> List[Dict[str, Any]]:
    """Returns the moves to answer: THIS IS THE PLACE FOR YOUR IDEAS.

    Here: attack something in range, and else move somewhere.
    """
    game = Game(test)
    turns = min(test.num_turns, 10_000)  # fewer moves than num_turns are legal
    while len(game.moves) < turns:
        targets = game.in_range()
        if targets and rand.random() < 0.95:
            target = rand.choice(targets)
            game.attack(target, "Target: %d, hp %d" % (target.id, game.hp[target.id]))
            continue
        x = rand.randint(max(game.x - game.speed, 0), min(game.x + game.speed, test.width))
        y = rand.randint(max(game.y - game.speed, 0), min(game.y + game.speed, test.height))
        if game.can_move(x, y):
            game.move(x, y)
    return game.moves


def main() -> None:
    rand = random.Random(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ARBITER_BOT_SEED"))
    first = True
    for line in sys.stdin:
        test = read_test(line)
        if first:  # examples of what the viewer understands
            print("@draw circle %d %d %d orange" % (test.start_x, test.start_y, test.hero.speed), file=sys.stderr)
            print("@metric monsters %d" % len(test.monsters), file=sys.stderr)
            first = False
        print(json.dumps({"moves": think(test, rand)}), flush=True)


if __name__ == "__main__":
    main()
