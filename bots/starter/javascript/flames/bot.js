// A starting point for a Flames Extinguisher bot: it plays random legal actions.
//
// Change think(). The rest reads the protocol and answers.
//
//     node bot.js [SEED]
//
// Write to stderr whatever you want to see in the viewer; these lines are drawn:
//     @draw cell X Y COLOR                @draw circle X Y R COLOR
//     @draw line X1 Y1 X2 Y2 COLOR        @draw text X Y COLOR WORDS...
//     @metric NAME NUMBER

"use strict";
const readline = require("node:readline");

const GLYPH_CYCLES = 6; // glyphs appear at the start of cycles 1 to 6; each later cycle costs 1 HP

/**
 * @typedef {{x: number, y: number}} Cell x to the right, y down, (0, 0) is top left
 *
 * @typedef {object} Turn what is sent in a turn
 * @property {Cell} pos the character
 * @property {number} hp the score, if all flames are put out; 0 is death
 * @property {number} ap MOVE and IMMO cost 1, JUMP costs 2, PASS restores 10
 * @property {number} jumpsLeft at most 2 in a cycle, PASS restores them
 * @property {Cell[]} flames
 * @property {Cell[]} glyphs they become flames at the next PASS
 * @property {string[]} validActions everything legal now, also what kills
 */

/** The map. It is sent once and never changes. */
class Arena {
  constructor(height, width, rows) {
    this.height = height;
    this.width = width;
    this.rows = rows; // "#" wall, "." open cell, "S" the character's start
  }

  isOpen({ x, y }) {
    return 0 <= x && x < this.width && 0 <= y && y < this.height && this.rows[y][x] !== "#";
  }
}

/**
 * Returns the actions of this turn, in the order in which they are executed.
 *
 * THIS IS WHERE YOUR BOT THINKS. You have 100 ms. Several actions are one
 * turn; only the first is sure to be among turn.validActions, an illegal one
 * loses. What stands after a PASS is ignored. A random bot does not live long:
 * a flame that comes next to an empty cell you land on kills you.
 *
 * @param {Arena} arena
 * @param {Turn} turn
 * @param {number} cycle
 * @param {Random} rng
 * @returns {string[]}
 */
function think(arena, turn, cycle, rng) {
  return [rng.choice(turn.validActions)];
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

/** The next line; the program ends where the input ends: the match is over. */
async function readLine() {
  const { value, done } = await lines.next();
  if (done) process.exit(0);
  return value.trim();
}

async function readNumbers() {
  return (await readLine()).split(/\s+/).map(Number);
}

async function readCell() {
  const [x, y] = await readNumbers();
  return { x, y };
}

/** Reads a count and as many of what readOne reads. */
async function readList(readOne) {
  const [count] = await readNumbers();
  const list = [];
  while (list.length < count) list.push(await readOne());
  return list;
}

/** Reads the initialization input, sent once before the first turn. */
async function readArena() {
  const [height, width] = await readNumbers();
  const rows = [];
  while (rows.length < height) rows.push(await readLine());
  return new Arena(height, width, rows);
}

/** Reads the input of a turn. */
async function readTurn() {
  const pos = await readCell();
  const [hp, ap, jumpsLeft] = await readNumbers();
  const flames = await readList(readCell);
  const glyphs = await readList(readCell);
  const validActions = await readList(readLine);
  return { pos, hp, ap, jumpsLeft, flames, glyphs, validActions };
}

async function main() {
  // The referee's number is the same whenever the same match is played.
  const rng = new Random(Number(process.argv[2] ?? process.env.ARBITER_BOT_SEED ?? Date.now()));
  const arena = await readArena();
  let cycle = 1; // the protocol does not have it: count the PASSes
  for (let first = true; ; first = false) {
    const turn = await readTurn();
    if (first) { // an example of what the viewer can show; print it as often as you like
      console.error(`@draw circle ${turn.pos.x} ${turn.pos.y} 1 gold`);
      console.error(`@metric actions ${turn.validActions.length}`);
    }

    const actions = think(arena, turn, cycle, rng);

    if (actions.includes("PASS")) cycle++;
    console.log(actions.join(";"));
  }
}

main();
