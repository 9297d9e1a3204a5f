#!/usr/bin/env python3
"""A Domain Expansion bot that looks one action ahead and asks a small network how good the position is.

train.py trains the network and uses features() of this file for many positions at
once: a set of cells is a number of 49 bits, cell 7 * y + x at bit 7 * y + x, and the
same operators work on Python's numbers and on arrays of numpy. The bot itself needs
nothing but the standard library.
"""

import json
import os
import sys
from operator import mul

SIZE = 7
BOARD = (1 << SIZE * SIZE) - 1
COLUMN = sum(1 << SIZE * y for y in range(SIZE))
RIGHT = BOARD & ~(COLUMN << SIZE - 1)  # the cells whose right side is open on the empty board
DOWN = BOARD >> SIZE
SIDES = "UDLR"
NEAR = [sum(1 << b for b in range(49) if abs(a % 7 - b % 7) + abs(a // 7 - b // 7) <= 3) for a in range(49)]
LAYERS = 7


def grow(cells, right, down):
    """Return the cells and all that are one step away."""
    return cells | (cells & right) << 1 | cells >> 1 & right | (cells & down) << 7 | cells >> 7 & down


def targets(token, near, other, right, down, steps):
    """Return the cells to which a token may move. near are the cells within its distance."""
    for _ in range(steps):
        token = grow(token, right, down) & ~other
    return token & near


def features(own, other, near, right, down, count, some):
    """Return what the network sees of a position after our action, and how the game ended if it is over.

    own and other are the cells of the tokens, near the cells within a move of each;
    right and down are the cells whose right and lower side is open. The opponent is to
    move. count(cells) is how many they are, some(flags) whether one of the flags holds.
    The end is how many more cells are ours than theirs; it counts where over holds.
    """
    zero = own & 0
    walks = (targets(own, near[0], other, right, down, 3), targets(other, near[1], own, right, down, 3))
    reached = ends = (own, other)
    nearer = [own, other]
    layers = [[count(zero) for _ in range(LAYERS)] for _ in (0, 1)]
    distance, narrow, cuts = 0, [9, 9], []
    for step in range(SIZE * SIZE):
        grown = [grow(cells, right, down) for cells in reached]
        if not some((grown[0] != reached[0]) | (grown[1] != reached[1])):
            break
        for who in (0, 1):
            apart = reached[who] & ends[1 - who] == 0
            # The open sides that lead out of what is reached.
            across = (reached[who] ^ reached[who] >> 1) & right
            below = (reached[who] ^ reached[who] >> 7) & down
            sides = count(across) + count(below)
            closer = apart & (sides < narrow[who])
            narrow[who] = closer * sides + (closer == 0) * narrow[who]
            one = apart & (sides == 1)
            if some(one):
                cuts.append((who, one, count(reached[who]), across | across << 1 | below | below << 7))
            new = grown[who] & ~reached[who] & ~grown[1 - who]
            nearer[who] = nearer[who] | new
            layers[who][min(step, LAYERS - 1)] += count(new)
        distance = distance + (reached[0] & other == 0)
        reached = grown
    over = reached[0] & other == 0
    domains = count(reached[0]), count(reached[1])
    # Where one side is all that joins the tokens, whoever reaches it may end the game.
    wins = [zero != 0, zero != 0]
    for who, one, inside, joint in cuts:
        more = 2 * inside - domains[0]  # cells on the side of who, less those on the other
        for winner in (0, 1):
            wins[winner] = wins[winner] | one & (joint & walks[winner] != 0) & ((more > 0) if winner == who else (more < 0))
    total = lambda cells: count(cells & right) + count(cells & down) + count(cells >> 1 & right) + count(cells >> 7 & down)
    inner = [count(cells & cells >> 1 & right) + count(cells & cells >> 7 & down) for cells in nearer]
    a, b = nearer
    front = count((a & b >> 1 | b & a >> 1) & right) + count((a & b >> 7 | b & a >> 7) & down)
    seen = [n / 5 for layer in layers for n in layer]
    seen += [total(a) / 20, total(b) / 20, count(a) / 10, count(b) / 10, inner[0] / 10, inner[1] / 10]
    seen += [(distance == k) * 1.0 for k in range(1, 8)]
    for least in narrow:
        seen += [(least == k) * 1.0 for k in (1, 2, 3)] + [(least > 3) * 1.0]
    seen += [count(walks[0]) / 10, count(walks[1]) / 10, total(own) / 3, total(other) / 3]
    seen += [wins[0] * 1.0, wins[1] * 1.0, (count(right) + count(down)) / 40, (inner[0] + inner[1]) % 2 * 1.0, front / 4]
    return seen, over, domains[0] - domains[1]


def build(cell, side, right, down):
    """Return the open sides after a wall on a side of a cell."""
    if side in "LR":
        return right & ~(cell >> 1 if side == "L" else cell), down
    return right, down & ~(cell >> 7 if side == "U" else cell)


class Position:
    """The position, as far as the protocol tells it. Tokens are numbers of cells."""

    def __init__(self, me, opponent):
        self.me, self.opponent = me, opponent
        self.right, self.down = RIGHT, DOWN

    def play(self, cell, side):
        self.right, self.down = build(1 << cell, side, self.right, self.down)

    def actions(self):
        """Yield the actions that are legal under every reading of the rules: at most 3 steps."""
        walk = targets(1 << self.me, NEAR[self.me], 1 << self.opponent, self.right, self.down, 3)
        for side in SIDES:
            opened = {"U": self.down << 7, "D": self.down, "L": self.right << 1, "R": self.right}[side]
            for cell in range(49):
                if walk & opened & 1 << cell:
                    yield cell, side


def value(network, seen):
    """Return what the network makes of a position: from -1, lost, to 1, won."""
    total = network["out_bias"][0]
    for weights, bias, out in zip(network["hidden"], network["hidden_bias"], network["out"]):
        hidden = sum(map(mul, weights, seen), bias)
        if hidden > 0:
            total += hidden * out
    return total


def choose(position, network):
    """Return the action after which the position is best."""
    best = None
    for cell, side in position.actions():
        right, down = build(1 << cell, side, position.right, position.down)
        near = NEAR[cell], NEAR[position.opponent]
        seen, over, more = features(1 << cell, 1 << position.opponent, near, right, down, lambda cells: bin(cells).count("1"), bool)
        worth = 1000 * ((more > 0) - (more < 0)) if over else value(network, seen)
        if best is None or worth > best[0]:
            best = (worth, cell, side)
    return best[1:]


def main():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "network.json")) as file:
        network = json.load(file)
    input()  # the size
    me, opponent = (x + SIZE * y for x, y in (map(int, input().split()) for _ in range(2)))
    position = Position(me, opponent)
    while True:
        x, y, side = input().split()[:3]
        if side != "_":
            position.opponent = int(x) + SIZE * int(y)
            position.play(position.opponent, side)
        position.me, side = choose(position, network)
        position.play(position.me, side)
        print(position.me % SIZE, position.me // SIZE, side, flush=True)


if __name__ == "__main__":
    try:
        main()
    except EOFError:
        sys.exit()  # the match is over
