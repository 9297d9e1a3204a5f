#!/usr/bin/env python3
"""Train the network of bot.py with numpy alone, and measure it against builtin:domain/random.

    arbiter selfplay domain --policy builtin:domain/greedy --policy builtin:domain/random --games 4000 --out games.npz
    python3 train.py games.npz

The network learns to answer as the winners of these games did: which of the legal
actions was played is a choice between as many numbers (softmax), and the weights go
downhill on the cross-entropy. The data set has the planes, the mask and the index
of each action; a batch of the environment then plays 200 games at once.
"""

import json
import sys
import time

import numpy

from arbiter_env import Batch
from bot import PLANES, RADIUS, SIDES, SIZE, view

HIDDEN = 16
EPOCHS = 4
STEP = 0.005
GAMES = 200

EDGE = SIZE + 2 * RADIUS


def place(plane, x, y):
    """Return where a plane's cell lies in a padded board."""
    return (PLANES.index(plane) * EDGE + y + RADIUS) * EDGE + x + RADIUS


# What the network sees of each action of the table: 49 * direction + 7 * y + x.
VIEWS = numpy.array([[place(*seen) for seen in view(x, y, side)] for side in SIDES for y in range(SIZE) for x in range(SIZE)])


def see(planes, masks):
    """Return the network's input for each legal action, and of which position and which action it is."""
    opponent, right, down = planes[:, 1], planes[:, 2], planes[:, 3]
    left, up = numpy.ones_like(right), numpy.ones_like(down)
    left[:, :, 1:], up[:, 1:] = right[:, :, :-1], down[:, :-1]
    boards = numpy.pad(numpy.stack([up, down, left, right, opponent], axis=1), ((0, 0), (0, 0), (RADIUS, RADIUS), (RADIUS, RADIUS)))
    positions, actions = numpy.nonzero(masks)
    return boards.reshape(len(planes), -1)[positions[:, None], VIEWS[actions]], positions, actions


class Network:
    """One hidden layer, the same for every action; Adam trains it."""

    def __init__(self, rng):
        shapes = [(VIEWS.shape[1], HIDDEN), (HIDDEN,), (HIDDEN,)]
        self.weights = [(0.05 * rng.normal(size=shape)).astype("float32") for shape in shapes]
        self.moments = [[numpy.zeros_like(w), numpy.zeros_like(w)] for w in self.weights]
        self.steps = 0

    def values(self, seen):
        hidden = numpy.maximum(seen @ self.weights[0] + self.weights[1], 0)
        return hidden, hidden @ self.weights[2]

    def learn(self, planes, masks, played):
        """Take a step toward the actions that were played; return the cross-entropy."""
        seen, positions, actions = see(planes, masks)
        hidden, values = self.values(seen)
        starts = numpy.flatnonzero(numpy.diff(positions, prepend=-1))
        odds = numpy.exp(values - numpy.maximum.reduceat(values, starts)[positions])
        odds /= numpy.add.reduceat(odds, starts)[positions]
        right = actions == played[positions]
        slope = ((odds - right) / len(planes)).astype("float32")
        behind = numpy.outer(slope, self.weights[2]) * (hidden > 0)
        self.adam([seen.T @ behind, behind.sum(axis=0), hidden.T @ slope])
        return -numpy.log(odds[right] + 1e-9).mean()

    def adam(self, gradients):
        self.steps += 1
        for weights, moments, gradient in zip(self.weights, self.moments, gradients):
            for moment, rate, value in zip(moments, (0.9, 0.99), (gradient, gradient**2)):
                moment += (1 - rate) * (value - moment)
            mean, square = moments[0] / (1 - 0.9**self.steps), moments[1] / (1 - 0.99**self.steps)
            weights -= STEP * mean / (numpy.sqrt(square) + 1e-8)

    def choose(self, planes, masks):
        """Return the best action of each position."""
        seen, positions, actions = see(planes, masks)
        table = numpy.full(masks.shape, -numpy.inf, dtype="float32")
        table[positions, actions] = self.values(seen)[1]
        return table.argmax(axis=1)

    def save(self, path):
        names = ("hidden", "hidden_bias", "out")
        with open(path, "w") as file:
            json.dump({name: numpy.round(weights.astype(float), 5).tolist() for name, weights in zip(names, self.weights)}, file)


def play(network, games, seed):
    """Play against random actions, half of the games from each seat; return the share that was won."""
    rng = numpy.random.default_rng(seed)
    ours = 2 * numpy.arange(games) + numpy.arange(games) % 2  # our environment of each match
    won, over = numpy.zeros(games, dtype=bool), numpy.zeros(games, dtype=bool)
    with Batch("domain", games) as batch:
        observations, infos = batch.reset(seed=seed)
        while not over.all():
            masks = infos["action_mask"]
            actions = (rng.random(masks.shape) * masks).argmax(axis=1)
            turn = ours[infos["asked"][ours]]
            if len(turn):
                actions[turn] = network.choose(observations[turn], masks[turn, : len(VIEWS)])
            observations, rewards, ended, _, infos = batch.step(actions)
            won |= ~over & (rewards[ours] > 0)
            over |= ended[ours]
    return won.mean()


def main():
    rows = numpy.load(sys.argv[1])
    kept = (rows["returns"] > 0) & (rows["actions"] >= 0)
    planes, masks, actions = rows["planes"][kept], rows["masks"][kept], rows["actions"][kept]
    rng = numpy.random.default_rng(1)
    network, began = Network(rng), time.monotonic()
    for epoch in range(EPOCHS):
        order = rng.permutation(len(planes))
        losses = [network.learn(planes[some], masks[some], actions[some]) for some in numpy.array_split(order, len(order) // 256)]
        print(f"epoch {epoch + 1} of {EPOCHS}: cross-entropy {numpy.mean(losses):.2f}, {time.monotonic() - began:.0f} s", flush=True)
    network.save("network.json")
    print(f"wins {play(network, GAMES, seed=1):.1%} of {GAMES} games against random actions")


if __name__ == "__main__":
    main()
