#!/usr/bin/env python3
"""A Domain Expansion bot that plays what a tiny network likes best; train.py trains it.

The network gives each legal action a number from the walls and the opponent within
three cells of the action's cell, seen with the action's wall ahead. One set of
weights serves all cells and directions. It needs nothing but the standard library.
"""

import functools
import json
import os
import sys

SIZE = 7
RADIUS = 3
SIDES = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}
PLANES = "UDLRo"  # walls on each side of a cell, and the opponent

# How a step in the turned view, in which the action's wall is ahead, goes on the board.
TURNS = {
    "U": lambda x, y: (x, y),
    "D": lambda x, y: (-x, -y),
    "L": lambda x, y: (y, -x),
    "R": lambda x, y: (-y, x),
}


@functools.lru_cache(maxsize=None)
def view(x, y, side):
    """Return what the network sees of an action, as (plane, x, y) on the board."""
    turn = TURNS[side]
    letters = {vector: letter for letter, vector in SIDES.items()}
    turned = {letter: letters[turn(*vector)] for letter, vector in SIDES.items()}
    seen = []
    for plane in PLANES:
        for ty in range(-RADIUS, RADIUS + 1):
            for tx in range(-RADIUS, RADIUS + 1):
                dx, dy = turn(tx, ty)
                seen.append((turned.get(plane, plane), x + dx, y + dy))
    return seen


class Board:
    """The position, as far as the protocol tells it."""

    def __init__(self, me, opponent):
        self.me, self.opponent = me, opponent
        self.walls = {("L", 0, i) for i in range(SIZE)} | {("R", SIZE - 1, i) for i in range(SIZE)}
        self.walls |= {("U", i, 0) for i in range(SIZE)} | {("D", i, SIZE - 1) for i in range(SIZE)}

    def build(self, x, y, side):
        dx, dy = SIDES[side]
        self.walls |= {(side, x, y), ("UDLR"["DURL".index(side)], x + dx, y + dy)}

    def actions(self):
        """Return the legal actions: a cell at distance 3 or less that four steps reach, and an open side of it."""
        reached, last = {self.me}, {self.me}
        for _ in range(4):
            steps = {(x + dx, y + dy) for x, y in last for side, (dx, dy) in SIDES.items() if (side, x, y) not in self.walls}
            last = steps - reached - {self.opponent}
            reached |= last
        near = sorted((y, x) for x, y in reached if abs(x - self.me[0]) + abs(y - self.me[1]) <= 3)
        return [(x, y, side) for side in SIDES for y, x in near if (side, x, y) not in self.walls]


def choose(board, network):
    """Return the action that the network gives the highest number."""
    marks = board.walls | {("o", *board.opponent)}
    best = None
    for action in board.actions():
        hidden = list(network["hidden_bias"])
        for weights, seen in zip(network["hidden"], view(*action)):
            if seen in marks:
                hidden = [h + w for h, w in zip(hidden, weights)]
        value = sum(max(h, 0) * w for h, w in zip(hidden, network["out"]))
        if best is None or value > best[0]:
            best = (value, action)
    return best[1]


def main():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "network.json")) as file:
        network = json.load(file)
    input()  # the size
    board = Board(tuple(map(int, input().split())), tuple(map(int, input().split())))
    while True:
        x, y, side = input().split()[:3]
        if side != "_":
            board.opponent = (int(x), int(y))
            board.build(int(x), int(y), side)
        x, y, side = choose(board, network)
        board.me = (x, y)
        board.build(x, y, side)
        print(x, y, side, flush=True)


if __name__ == "__main__":
    try:
        main()
    except EOFError:
        sys.exit()  # the match is over
