// A starting point for a HeroPath bot: it plays legal moves at random.
//
// The referee sends a test as one line of JSON; the answer is one line of JSON
// with all moves. Change think() and keep the rest. Random numbers come from the
// seed in the first argument, if there is one: node bot.js 7
//
// Whatever you print on stderr is kept with the match. Lines that begin with
// @draw and @metric are shown by the viewer.

"use strict";
const readline = require("node:readline");

/**
 * @typedef {object} Monster its id is its place in Test.monsters
 * @property {number} id
 * @property {number} x
 * @property {number} y
 * @property {number} hp
 * @property {number} gold
 * @property {number} exp
 * @property {number} range
 * @property {number} attack
 *
 * @typedef {object} BaseHero what the hero starts from, and what a level adds to it in percent
 * @property {number} base_speed
 * @property {number} base_power
 * @property {number} base_range
 * @property {number} level_speed_coeff
 * @property {number} level_power_coeff
 * @property {number} level_range_coeff
 *
 * @typedef {object} Test the world: x is 0 to width, y is 0 to height, both ends included
 * @property {number} num_turns
 * @property {number} width
 * @property {number} height
 * @property {number} start_x
 * @property {number} start_y
 * @property {BaseHero} hero
 * @property {Monster[]} monsters
 */

/**
 * Reads a test. Numbers are exact up to 2**53, which is enough for all but
 * tests that are made to break it.
 *
 * @returns {Test}
 */
function readTest(line) {
  const test = JSON.parse(line);
  // Some tests have monsters that never attack, without range and attack.
  test.monsters = test.monsters.map((m, id) => ({ range: 0, attack: 0, ...m, id }));
  return test;
}

/** The square of the distance of two things with x and y. */
function distance2(a, b) {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}

/** A game in progress, by the rules. Its moves are as the answer wants them. */
class Game {
  constructor(test) {
    this.test = test;
    this.x = test.start_x;
    this.y = test.start_y;
    this.level = 0;
    this.exp = 0;
    this.gold = 0;
    this.fatigue = 0;
    this.nextLevel = 1000; // exp that lifts to the next level
    this.hp = test.monsters.map((m) => m.hp);
    this.living = test.monsters;
    this.moves = [];
    this.setAbilities();
    this.setThreat();
  }

  setAbilities() {
    const h = this.test.hero;
    this.speed = Math.floor((h.base_speed * (100 + this.level * h.level_speed_coeff)) / 100);
    this.power = Math.floor((h.base_power * (100 + this.level * h.level_power_coeff)) / 100);
    this.range = Math.floor((h.base_range * (100 + this.level * h.level_range_coeff)) / 100);
  }

  /** Adds up who attacks the hero where he stands. */
  setThreat() {
    this.threat = 0;
    for (const m of this.living) {
      if (distance2(m, this) <= m.range ** 2) this.threat += m.attack;
    }
  }

  /** The living monsters that the hero can attack. */
  inRange() {
    return this.living.filter((m) => distance2(m, this) <= this.range ** 2);
  }

  canMove(x, y) {
    const inside = 0 <= x && x <= this.test.width && 0 <= y && y <= this.test.height;
    return inside && distance2({ x, y }, this) <= this.speed ** 2;
  }

  /** Plays a move to a cell; canMove() must be true. */
  move(x, y, comment = "") {
    this.x = x;
    this.y = y;
    this.setThreat();
    this.endTurn({ type: "move", target_x: x, target_y: y }, comment);
  }

  /** Plays an attack on a monster of inRange(). */
  attack(m, comment = "") {
    this.hp[m.id] -= this.power;
    if (this.hp[m.id] <= 0) {
      this.living = this.living.filter((other) => other !== m);
      this.gold += Math.floor((m.gold * 1000) / (1000 + this.fatigue));
      this.exp += m.exp;
      while (this.exp >= this.nextLevel) {
        this.level++;
        this.nextLevel += 1000 + (this.level + 1) * this.level * 50;
      }
      this.setAbilities();
      this.setThreat();
    }
    this.endTurn({ type: "attack", target_id: m.id }, comment);
  }

  endTurn(move, comment) {
    this.fatigue += this.threat; // the living monsters attack after the hero
    if (comment !== "") move.comment = comment; // the viewer shows it
    this.moves.push(move);
  }
}

/**
 * Returns the moves to answer: THIS IS THE PLACE FOR YOUR IDEAS.
 *
 * Here: attack something in range, and else move somewhere.
 *
 * @param {Test} test
 * @param {Random} rng
 */
function think(test, rng) {
  const game = new Game(test);
  const turns = Math.min(test.num_turns, 10_000); // fewer moves than num_turns are legal
  while (game.moves.length < turns) {
    const targets = game.inRange();
    if (targets.length > 0 && rng.below(100) < 95) {
      const target = rng.choice(targets);
      game.attack(target, `Target: ${target.id}, hp ${game.hp[target.id]}`);
      continue;
    }
    const x = rng.between(Math.max(game.x - game.speed, 0), Math.min(game.x + game.speed, test.width));
    const y = rng.between(Math.max(game.y - game.speed, 0), Math.min(game.y + game.speed, test.height));
    if (game.canMove(x, y)) game.move(x, y);
  }
  return game.moves;
}

/** Random draws that a seed repeats (the generator is known as mulberry32). */
class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** A whole number from 0 to n-1. */
  below(n) {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return Math.floor((((z ^ (z >>> 14)) >>> 0) / 2 ** 32) * n);
  }

  /** A whole number from least to most, both included. */
  between(least, most) {
    return least + this.below(most - least + 1);
  }

  choice(list) {
    return list[this.below(list.length)];
  }
}

async function main() {
  // The referee's number is the same whenever the same match is played.
  const rng = new Random(Number(process.argv[2] ?? process.env.ARBITER_BOT_SEED ?? Date.now()));
  let first = true;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const test = readTest(line);
    if (first) { // examples of what the viewer understands
      console.error(`@draw circle ${test.start_x} ${test.start_y} ${test.hero.base_speed} orange`);
      console.error(`@metric monsters ${test.monsters.length}`);
      first = false;
    }
    console.log(JSON.stringify({ moves: think(test, rng) }));
  }
}

main();
