"""A starter bot for Code Keeper - The Hero: it reads everything the referee
sends and answers with a random legal action. Write your own think().

Each turn the bot gets what its hero sees and prints one line:

    MOVE x y [message]             walk towards a cell; your own cell: wait
    ATTACK weapon x y [message]    0 sword, 1 hammer, 2 scythe, 3 bow

A print to stderr is kept with the match. Lines that begin with @draw and
@metric are shown in the viewer, see first_turn_example().
"""

import os
import random
import sys
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

WIDTH, HEIGHT = 16, 12
SIGHT = 3  # the hero sees the cells at most 3 away, diagonals included

# The types of entities.
EXIT, OBSTACLE, TREASURE, POTION = 0, 1, 2, 3
HAMMER_CHARGE, SCYTHE_CHARGE, BOW_CHARGE = 4, 5, 6
BOX, SKELETON, GARGOYLE, ORC, VAMPIRE = 7, 8, 9, 10, 11

# The weapons.
SWORD, HAMMER, SCYTHE, BOW = 0, 1, 2, 3


@dataclass
class Hero:
    x: int
    y: int
    health: int
    score: int
    charges: Dict[int, int]  # by weapon; the sword needs none


@dataclass
class Entity:
    x: int
    y: int
    type: int
    value: int  # a monster's health; see the rules for the others

    @property
    def is_monster(self) -> bool:
        return self.type >= BOX


@dataclass
class Turn:
    number: int  # from 1
    hero: Hero
    entities: List[Entity]  # what the hero sees; floor is not listed

    def at(self, x: int, y: int) -> List[Entity]:
        """Everything on a cell in sight: an item with a monster on it is two."""
        return [e for e in self.entities if (e.x, e.y) == (x, y)]


def inside(x: int, y: int) -> bool:
    return 0 <= x < WIDTH and 0 <= y < HEIGHT


def in_range(weapon: int, dx: int, dy: int) -> bool:
    """Whether a weapon reaches a cell dx, dy away from the hero."""
    away = max(abs(dx), abs(dy))
    if weapon == SWORD:
        return abs(dx) + abs(dy) == 1
    if weapon == HAMMER:
        return away == 1
    if weapon == SCYTHE:
        return away == 1 or (away == 2 and abs(dx) + abs(dy) != 3)
    return 1 <= away <= SIGHT


def legal_actions(turn: Turn) -> List[str]:
    """To wait, the steps to cells without obstacle, and the attacks in range."""
    hero = turn.hero
    actions = [f"MOVE {hero.x} {hero.y}"]
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        x, y = hero.x + dx, hero.y + dy
        if inside(x, y) and all(e.type != OBSTACLE for e in turn.at(x, y)):
            actions.append(f"MOVE {x} {y}")
    for weapon in (SWORD, HAMMER, SCYTHE, BOW):
        if weapon != SWORD and hero.charges[weapon] == 0:
            continue
        for dx in range(-SIGHT, SIGHT + 1):
            for dy in range(-SIGHT, SIGHT + 1):
                x, y = hero.x + dx, hero.y + dy
                if inside(x, y) and in_range(weapon, dx, dy):
                    actions.append(f"ATTACK {weapon} {x} {y}")
    return actions


def think(turn: Turn, rng: random.Random) -> str:
    """Return the line for this turn. Your ideas go here."""
    return rng.choice(legal_actions(turn))


def first_turn_example(turn: Turn) -> None:
    """Shows what a bot can tell the viewer; delete it when you know."""
    hero = turn.hero
    print(f"@draw circle {hero.x} {hero.y} {SIGHT} gold", file=sys.stderr)
    print(f"@metric entities {len(turn.entities)}", file=sys.stderr)


def read_numbers() -> Optional[Tuple[int, ...]]:
    """The numbers of the next line, or None at the end of the input."""
    line = sys.stdin.readline()
    return tuple(map(int, line.split())) if line else None


def read_turn(number: int) -> Optional[Turn]:
    """The next turn, or None when the match is over."""
    first = read_numbers()
    count = read_numbers()
    if first is None or count is None:
        return None
    x, y, health, score, hammer, scythe, bow = first
    entities = []
    for _ in range(count[0]):
        numbers = read_numbers()
        if numbers is None:
            return None
        entities.append(Entity(*numbers))
    charges = {HAMMER: hammer, SCYTHE: scythe, BOW: bow}
    return Turn(number, Hero(x, y, health, score, charges), entities)


def main() -> None:
    rng = random.Random(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ARBITER_BOT_SEED"))
    number = 1
    while True:
        turn = read_turn(number)
        if turn is None:
            return
        if number == 1:
            first_turn_example(turn)
        print(think(turn, rng), flush=True)  # without the flush nobody hears you
        number += 1


if __name__ == "__main__":
    main()
