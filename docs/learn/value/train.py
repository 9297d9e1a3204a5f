#!/usr/bin/env python3
"""Train the network of bot.py with numpy alone.

    arbiter selfplay domain --openings 2352 --games 2352 --policy builtin:domain/greedy --out greedy.npz
    arbiter selfplay domain --openings 2352 --games 2352 --policy 'builtin:domain/boss?nodes=300' --out boss.npz
    python3 train.py greedy.npz boss.npz

The network learns from each position after an action how its game ended for the seat
that played the action: 1 for a win, -1 for a defeat. Adam goes downhill on the square
of the difference. --epochs N goes through the positions N times.
"""

import argparse
import json
import time

import numpy

from bot import NEAR, features

HIDDEN = 24
STEP = 0.004
CELLS = numpy.array([1 << cell for cell in range(49)], dtype="uint64")
NEARS = numpy.array(NEAR, dtype="uint64")
ONE, SEVEN = numpy.uint64(1), numpy.uint64(7)


def count(cells):
    """Return how many cells each set has."""
    pairs = cells - (cells >> 1 & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    eights = fours + (fours >> 4) & 0x0F0F0F0F0F0F0F0F
    return (eights * numpy.uint64(0x0101010101010101) >> 56).astype("int32")


def sets(planes):
    """Return planes of 0 and 1 as sets of cells."""
    return (planes.reshape(len(planes), 49) != 0) @ CELLS


def after(planes, actions):
    """Return the positions after the actions: 49 * direction + 7 * y + x, in the order up, down, left, right."""
    own, other = (planes[:, plane].reshape(len(planes), 49).argmax(axis=1) for plane in (0, 1))
    right, down = sets(1 - planes[:, 2]), sets(1 - planes[:, 3])
    side, own = actions // 49, actions % 49
    for direction, sides, wall in ((0, down, CELLS[own] >> SEVEN), (1, down, CELLS[own]), (2, right, CELLS[own] >> ONE), (3, right, CELLS[own])):
        built = side == direction
        sides[built] &= ~wall[built]
    return CELLS[own], CELLS[other], (NEARS[own], NEARS[other]), right, down


def examples(path):
    """Return what the network sees of the positions of a data set, and how the games ended."""
    rows = numpy.load(path)
    kept = rows["actions"] >= 0
    seen, over, _ = features(*after(rows["planes"][kept], rows["actions"][kept]), count, numpy.any)
    return numpy.stack(seen, axis=1).astype("float32")[~over], rows["returns"][kept][~over]


class Network:
    """One hidden layer; Adam trains it."""

    def __init__(self, inputs, rng):
        shapes = [(inputs, HIDDEN), (HIDDEN,), (HIDDEN,), (1,)]
        self.weights = [(rng.normal(size=shape) / 7).astype("float32") for shape in shapes]
        self.moments = [[numpy.zeros_like(w), numpy.zeros_like(w)] for w in self.weights]
        self.steps = 0

    def learn(self, seen, ends, step):
        """Take a step toward how the games ended; return the mean square of the difference."""
        hidden = numpy.maximum(seen @ self.weights[0] + self.weights[1], 0)
        values = numpy.tanh(hidden @ self.weights[2] + self.weights[3])
        slope = ((values - ends) * (1 - values**2) / len(ends)).astype("float32")
        behind = numpy.outer(slope, self.weights[2]) * (hidden > 0)
        gradients = [seen.T @ behind, behind.sum(axis=0), hidden.T @ slope, slope.sum(keepdims=True)]
        self.steps += 1
        for weights, moments, gradient in zip(self.weights, self.moments, gradients):
            for moment, rate, new in zip(moments, (0.9, 0.99), (gradient, gradient**2)):
                moment += (1 - rate) * (new - moment)
            mean, square = moments[0] / (1 - 0.9**self.steps), moments[1] / (1 - 0.99**self.steps)
            weights -= step * mean / (numpy.sqrt(square) + 1e-8)
        return ((values - ends) ** 2).mean()

    def save(self, path):
        names = ("hidden", "hidden_bias", "out", "out_bias")
        weights = [self.weights[0].T] + self.weights[1:]
        with open(path, "w") as file:
            json.dump({name: numpy.round(each.astype(float), 4).tolist() for name, each in zip(names, weights)}, file)
            file.write("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="+", metavar="FILE.npz")
    parser.add_argument("--epochs", type=int, default=10)
    options = parser.parse_args()
    began, rng = time.process_time(), numpy.random.default_rng(1)
    seen, ends = (numpy.concatenate(each) for each in zip(*map(examples, options.data)))
    print(f"{len(seen)} positions, {time.process_time() - began:.0f} s", flush=True)
    network = Network(seen.shape[1], rng)
    for epoch in range(options.epochs):
        order = rng.permutation(len(seen))
        step = STEP * (1 - 0.9 * epoch / options.epochs)
        losses = [network.learn(seen[some], ends[some], step) for some in numpy.array_split(order, len(order) // 256 + 1)]
        print(f"epoch {epoch + 1} of {options.epochs}: squared error {numpy.mean(losses):.3f}, {time.process_time() - began:.0f} s", flush=True)
    network.save("network.json")


if __name__ == "__main__":
    main()
