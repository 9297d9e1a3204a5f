#!/usr/bin/env python3
"""A starting point for a Flames Extinguisher bot: it plays random legal actions.

Change think(). The rest reads the protocol and answers.

    python3 bot.py [SEED]

Write to stderr whatever you want to see in the viewer; these lines are drawn:
    @draw cell X Y COLOR                @draw circle X Y R COLOR
    @draw line X1 Y1 X2 Y2 COLOR        @draw text X Y COLOR WORDS...
    @metric NAME NUMBER
"""

import os
import random
import sys
from dataclasses import dataclass
from typing import List, Set, Tuple

Cell = Tuple[int, int]  # (x, y): x to the right, y down, (0, 0) is top left

GLYPH_CYCLES = 6  # glyphs appear at the start of cycles 1 to 6; each later cycle costs 1 HP


@dataclass
class Arena:
    """The map. It is sent once and never changes."""

    height: int
    width: int
    rows: List[str]  # "#" wall, "." open cell, "S" the character's start

    def is_open(self, cell: Cell) -> bool:
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and self.rows[y][x] != "#"


@dataclass
class Turn:
    """What is sent in a turn."""

    pos: Cell  # the character
    hp: int  # the score, if all flames are put out; 0 is death
    ap: int  # MOVE and IMMO cost 1, JUMP costs 2, PASS restores 10
    jumps_left: int  # at most 2 in a cycle, PASS restores them
    flames: Set[Cell]
    glyphs: Set[Cell]  # they become flames at the next PASS
    valid_actions: List[str]  # everything legal now, also what kills


def think(arena: Arena, turn: Turn, cycle: int, rng: random.Random) -> List[str]:
    """Choose the actions of this turn, in the order in which they are executed.

    THIS IS WHERE YOUR BOT THINKS. You have 100 ms. Several actions are one
    turn; only the first is sure to be among turn.valid_actions, an illegal one
    loses. What stands after a PASS is ignored. A random bot does not live long:
    a flame that comes next to an empty cell you land on kills you.
    """
    return [rng.choice(turn.valid_actions)]


def read_ints() -> List[int]:
    return [int(word) for word in input().split()]


def read_cells() -> Set[Cell]:
    (count,) = read_ints()
    cells = set()
    for _ in range(count):
        x, y = read_ints()
        cells.add((x, y))
    return cells


def read_arena() -> Arena:
    """Read the initialization input, sent once before the first turn."""
    height, width = read_ints()
    return Arena(height, width, [input() for _ in range(height)])


def read_turn() -> Turn:
    """Read the input of a turn."""
    x, y = read_ints()
    hp, ap, jumps_left = read_ints()
    flames = read_cells()
    glyphs = read_cells()
    (count,) = read_ints()
    return Turn((x, y), hp, ap, jumps_left, flames, glyphs, [input() for _ in range(count)])


def main() -> None:
    rng = random.Random(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ARBITER_BOT_SEED"))
    arena = read_arena()
    cycle = 1  # the protocol does not have it: count the PASSes
    first = True
    while True:
        turn = read_turn()
        if first:  # an example of what the viewer can show; print it as often as you like
            x, y = turn.pos
            print(f"@draw circle {x} {y} 1 gold", file=sys.stderr)
            print(f"@metric actions {len(turn.valid_actions)}", file=sys.stderr, flush=True)
            first = False

        actions = think(arena, turn, cycle, rng)

        if "PASS" in actions:
            cycle += 1
        print(";".join(actions), flush=True)


if __name__ == "__main__":
    try:
        main()
    except EOFError:
        pass  # the match is over
