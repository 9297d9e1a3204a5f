// A starter bot for Code Keeper - The Hero: it reads everything the referee
// sends and answers with a random legal action. Write your own think().
//
// Each turn the bot gets what its hero sees and prints one line:
//
//     MOVE x y [message]             walk towards a cell; your own cell: wait
//     ATTACK weapon x y [message]    0 sword, 1 hammer, 2 scythe, 3 bow
//
// What goes to stderr is kept with the match. Lines that begin with @draw and
// @metric are shown in the viewer, see firstTurnExample(). Run it with a
// number to choose the random draws: node bot.js 7

"use strict";
const readline = require("node:readline");

const WIDTH = 16;
const HEIGHT = 12;
const SIGHT = 3; // the hero sees the cells at most 3 away, diagonals included

// The types of entities.
const EXIT = 0, OBSTACLE = 1, TREASURE = 2, POTION = 3;
const HAMMER_CHARGE = 4, SCYTHE_CHARGE = 5, BOW_CHARGE = 6;
const BOX = 7, SKELETON = 8, GARGOYLE = 9, ORC = 10, VAMPIRE = 11;

// The weapons.
const SWORD = 0, HAMMER = 1, SCYTHE = 2, BOW = 3;

/**
 * @typedef {object} Hero
 * @property {number} x
 * @property {number} y
 * @property {number} health
 * @property {number} score
 * @property {number[]} charges by weapon; the sword needs none
 *
 * @typedef {object} Entity
 * @property {number} x
 * @property {number} y
 * @property {number} type
 * @property {number} value a monster's health; see the rules for the others
 */

class Turn {
  /**
   * @param {number} number from 1
   * @param {Hero} hero
   * @param {Entity[]} entities what the hero sees; floor is not listed
   */
  constructor(number, hero, entities) {
    this.number = number;
    this.hero = hero;
    this.entities = entities;
  }

  /** Everything on a cell in sight: an item with a monster on it is two. */
  at(x, y) {
    return this.entities.filter((e) => e.x === x && e.y === y);
  }
}

function isInside(x, y) {
  return 0 <= x && x < WIDTH && 0 <= y && y < HEIGHT;
}

/** Whether a weapon reaches a cell dx, dy away from the hero. */
function inRange(weapon, dx, dy) {
  const away = Math.max(Math.abs(dx), Math.abs(dy));
  const steps = Math.abs(dx) + Math.abs(dy);
  switch (weapon) {
    case SWORD:
      return steps === 1;
    case HAMMER:
      return away === 1;
    case SCYTHE:
      return away === 1 || (away === 2 && steps !== 3);
    default:
      return 1 <= away && away <= SIGHT;
  }
}

/** To wait, the steps to cells without obstacle, and the attacks in range. */
function legalActions(turn) {
  const { hero } = turn;
  const actions = [`MOVE ${hero.x} ${hero.y}`];
  for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
    const [x, y] = [hero.x + dx, hero.y + dy];
    if (isInside(x, y) && turn.at(x, y).every((e) => e.type !== OBSTACLE)) actions.push(`MOVE ${x} ${y}`);
  }
  for (const weapon of [SWORD, HAMMER, SCYTHE, BOW]) {
    if (weapon !== SWORD && hero.charges[weapon] === 0) continue;
    for (let dx = -SIGHT; dx <= SIGHT; dx++) {
      for (let dy = -SIGHT; dy <= SIGHT; dy++) {
        const [x, y] = [hero.x + dx, hero.y + dy];
        if (isInside(x, y) && inRange(weapon, dx, dy)) actions.push(`ATTACK ${weapon} ${x} ${y}`);
      }
    }
  }
  return actions;
}

/** Returns the line for this turn. Your ideas go here; you have 50 ms. */
function think(turn, rng) {
  return rng.choice(legalActions(turn));
}

/** Shows what a bot can tell the viewer; delete it when you know. */
function firstTurnExample({ hero, entities }) {
  console.error(`@draw circle ${hero.x} ${hero.y} ${SIGHT} gold`);
  console.error(`@metric entities ${entities.length}`);
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

  choice(list) {
    return list[this.below(list.length)];
  }
}

const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** The numbers of the next line; the program ends where the input ends: the match is over. */
async function readNumbers() {
  const { value, done } = await lines.next();
  if (done) process.exit(0);
  return value.trim().split(/\s+/).map(Number);
}

async function readTurn(number) {
  const [x, y, health, score, hammer, scythe, bow] = await readNumbers();
  const charges = [0, hammer, scythe, bow];
  const [count] = await readNumbers();
  const entities = [];
  while (entities.length < count) {
    const [x, y, type, value] = await readNumbers();
    entities.push({ x, y, type, value });
  }
  return new Turn(number, { x, y, health, score, charges }, entities);
}

async function main() {
  // The referee's number is the same whenever the same match is played.
  const rng = new Random(Number(process.argv[2] ?? process.env.ARBITER_BOT_SEED ?? Date.now()));
  for (let number = 1; ; number++) {
    const turn = await readTurn(number);
    if (number === 1) firstTurnExample(turn);
    console.log(think(turn, rng));
  }
}

main();
