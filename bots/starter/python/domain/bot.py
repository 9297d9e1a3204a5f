#!/usr/bin/env python3
"""A starting point for a Domain Expansion bot: it plays random legal actions.

Change think(). The rest reads the protocol, follows the board and answers.

    python3 bot.py [SEED]

Write to stderr whatever you want to see in the viewer; these lines are drawn:
    @draw cell X Y COLOR                @draw circle X Y R COLOR
    @draw line X1 Y1 X2 Y2 COLOR        @draw text X Y COLOR WORDS...
    @metric NAME NUMBER
"""

import os
import random
import sys
from collections import deque
from dataclasses import dataclass, field
from typing import FrozenSet, List, Optional, Set, Tuple

Cell = Tuple[int, int]  # (x, y): x to the right, y down, (0, 0) is top left

# The four sides of a cell, and what lies beyond each.
SIDES = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}

MAX_DISTANCE = 3  # "up to 3 steps away (measured in Manhattan distance)"
MAX_PATH = 3  # steps of the way there; this referee accepts 4, but 3 is safe anywhere


@dataclass(frozen=True)
class Action:
    """What a player does in a turn: move to a cell, then build a wall on a side of it."""

    cell: Cell
    side: str  # U, D, L or R

    def __str__(self) -> str:
        return f"{self.cell[0]} {self.cell[1]} {self.side}"


@dataclass
class Board:
    """The position, as far as it follows from the protocol."""

    width: int
    height: int
    me: Cell
    opponent: Cell
    # A wall is the pair of cells that it parts. The border is not in here.
    walls: Set[FrozenSet[Cell]] = field(default_factory=set)
    turn: int = 0  # how many actions I have played

    def beyond(self, cell: Cell, side: str) -> Optional[Cell]:
        """The cell on the other side, or None when a wall or the border is between."""
        dx, dy = SIDES[side]
        other = (cell[0] + dx, cell[1] + dy)
        inside = 0 <= other[0] < self.width and 0 <= other[1] < self.height
        if not inside or frozenset((cell, other)) in self.walls:
            return None
        return other

    def build(self, cell: Cell, side: str) -> None:
        """Build a wall on a side of a cell; it counts for both players."""
        dx, dy = SIDES[side]
        self.walls.add(frozenset((cell, (cell[0] + dx, cell[1] + dy))))

    def targets(self) -> List[Cell]:
        """The cells I can move to, my own first: staying is allowed."""
        steps = {self.me: 0}  # cell -> length of the shortest way
        queue = deque([self.me])
        while queue:
            cell = queue.popleft()
            if steps[cell] == MAX_PATH:
                continue
            for side in SIDES:
                other = self.beyond(cell, side)
                if other is not None and other != self.opponent and other not in steps:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        return [c for c in steps if abs(c[0] - self.me[0]) + abs(c[1] - self.me[1]) <= MAX_DISTANCE]

    def actions(self) -> List[Action]:
        """Everything I may do now. It is never empty while the game goes on."""
        return [
            Action(cell, side)
            for cell in self.targets()
            for side in SIDES
            if self.beyond(cell, side) is not None
        ]


def think(board: Board, rng: random.Random) -> Tuple[Action, str]:
    """Choose an action, and a message for the spectators ("" for none).

    THIS IS WHERE YOUR BOT THINKS. You have 1000 ms in your first turn and
    100 ms in every later one. The larger domain wins when the walls separate
    the two tokens; a random bot mostly locks itself in.
    """
    action = rng.choice(board.actions())
    if board.turn == 0:  # an example of what the viewer can show; print it as often as you like
        print(f"@draw cell {action.cell[0]} {action.cell[1]} gold", file=sys.stderr)
        print(f"@metric actions {len(board.actions())}", file=sys.stderr, flush=True)
    return action, ""


def read_cell() -> Cell:
    x, y = input().split()
    return int(x), int(y)


def read_board() -> Board:
    """Read the initial input, sent once before my first turn."""
    width, height = input().split()
    return Board(int(width), int(height), me=read_cell(), opponent=read_cell())


def read_last_action() -> Optional[Action]:
    """Read the opponent's last action, sent in every turn; None when I move first."""
    x, y, side = input().split()
    return None if side == "_" else Action((int(x), int(y)), side)


def main() -> None:
    rng = random.Random(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ARBITER_BOT_SEED"))
    board = read_board()
    while True:
        last = read_last_action()
        if last is not None:
            board.opponent = last.cell
            board.build(last.cell, last.side)

        action, message = think(board, rng)

        board.me = action.cell
        board.build(action.cell, action.side)
        board.turn += 1
        print(f"{action} {message}".rstrip(), flush=True)


if __name__ == "__main__":
    try:
        main()
    except EOFError:
        pass  # the match is over
