"""A starting point for a Capture the Flag bot: it answers random legal moves.

Change think(). Everything the referee sends is in the structures below.
Run it with a number to choose the random draws: python3 bot.py 7
"""

import os
import random
import sys
from dataclasses import dataclass
from typing import List, Optional, Tuple

Cell = Tuple[int, int]  # row, column

FIRE_PRICE, FREEZE_PRICE, MINE_PRICE = 7, 12, 15


@dataclass
class Map:
    """What is sent once, before the first turn."""

    height: int
    width: int
    rows: List[str]  # '#' wall, '.' empty cell
    my_base: Cell
    opponent_base: Cell

    def is_open(self, cell: Cell) -> bool:
        r, c = cell
        return 0 <= r < self.height and 0 <= c < self.width and self.rows[r][c] == "."

    def neighbours(self, cell: Cell) -> List[Cell]:
        """The open cells next to a cell: up, down, left, right."""
        r, c = cell
        return [n for n in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if self.is_open(n)]


@dataclass
class Minion:
    id: int
    pos: Cell
    health: int
    timeout: int  # turns it is still frozen; then commands have no impact


@dataclass
class Flag:
    pos: Cell
    carrier: int  # id of the minion that carries it, or -1


@dataclass
class Turn:
    """What is sent every turn. Both flags are always known."""

    my_score: int
    opponent_score: int
    my_flag: Flag  # carried by minions of the opponent
    opponent_flag: Flag  # carried by my minions
    mine: List[Minion]  # my living minions
    enemies: List[Minion]  # the opponent's minions in sight
    coins: List[Cell]  # the coins in sight


# ---------------------------------------------------------------------------
# Here your bot thinks. Return commands such as "MOVE 0 5 7", "WAIT 1",
# "FIRE 2", "FREEZE 0" or "MINE 1 5 8": at most one for each minion, and at
# least one in every turn, even if all your minions are frozen.
# ---------------------------------------------------------------------------
def think(map_: Map, turn: Turn, rng: random.Random) -> List[str]:
    commands = []
    score = turn.my_score
    for minion in turn.mine:
        choices = [(f"WAIT {minion.id}", 0)]  # command, price
        if minion.timeout == 0:
            sides = map_.neighbours(minion.pos)
            choices += [(f"MOVE {minion.id} {r} {c}", 0) for r, c in sides]
            choices += [(f"FIRE {minion.id}", FIRE_PRICE), (f"FREEZE {minion.id}", FREEZE_PRICE)]
            choices += [(f"MINE {minion.id} {r} {c}", MINE_PRICE) for r, c in sides]
        command, price = rng.choice([choice for choice in choices if choice[1] <= score])
        commands.append(command)
        score -= price
    return commands


def read_map() -> Optional[Map]:
    line = sys.stdin.readline()
    if not line:
        return None
    height, width = map(int, line.split())
    rows = [sys.stdin.readline().strip() for _ in range(height)]
    my_base = read_cell()
    opponent_base = read_cell()
    for _ in range(3):
        sys.stdin.readline()  # FIRE, FREEZE, MINE with price and damage: always the same
    return Map(height, width, rows, my_base, opponent_base)


def read_turn() -> Optional[Turn]:
    line = sys.stdin.readline()
    if not line:
        return None  # the match is over
    my_score, opponent_score = map(int, line.split())
    my_flag = read_flag()
    opponent_flag = read_flag()
    mine = [read_minion() for _ in range(int(sys.stdin.readline()))]
    enemies = [read_minion() for _ in range(int(sys.stdin.readline()))]
    coins = [read_cell() for _ in range(int(sys.stdin.readline()))]
    return Turn(my_score, opponent_score, my_flag, opponent_flag, mine, enemies, coins)


def read_cell() -> Cell:
    r, c = map(int, sys.stdin.readline().split())
    return r, c


def read_flag() -> Flag:
    r, c, carrier = map(int, sys.stdin.readline().split())
    return Flag((r, c), carrier)


def read_minion() -> Minion:
    id_, r, c, health, timeout = map(int, sys.stdin.readline().split())
    return Minion(id_, (r, c), health, timeout)


def main() -> None:
    rng = random.Random(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ARBITER_BOT_SEED"))
    map_ = read_map()
    first = True
    while map_ is not None:
        turn = read_turn()
        if turn is None:
            break
        commands = think(map_, turn, rng)
        if first:
            # What you write on stderr is kept with the match. These two forms
            # are drawn in the viewer: x is the column, y the row.
            r, c = map_.opponent_base
            print(f"@draw cell {c} {r} orange", file=sys.stderr)
            print(f"@metric coins_in_sight {len(turn.coins)}", file=sys.stderr)
            first = False
        print(" | ".join(commands) or "WAIT 0", flush=True)


if __name__ == "__main__":
    main()
