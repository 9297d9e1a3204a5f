// A starting point for a Capture the Flag bot: it answers random legal moves.
//
// Change think(). Everything the referee sends is in the objects described below.
// Run it with a number to choose the random draws: node bot.js 7

"use strict";
const readline = require("node:readline");

const PRICE = { FIRE: 7, FREEZE: 12, MINE: 15 };

/**
 * @typedef {{r: number, c: number}} Cell row from the top, column from the left
 *
 * @typedef {object} Minion
 * @property {number} id
 * @property {Cell} pos
 * @property {number} health
 * @property {number} timeout turns it is still frozen; then commands have no impact
 *
 * @typedef {object} Flag
 * @property {Cell} pos
 * @property {number} carrier id of the minion that carries it, or -1
 *
 * @typedef {object} Turn what is sent every turn; both flags are always known
 * @property {number} myScore
 * @property {number} opponentScore
 * @property {Flag} myFlag carried by minions of the opponent
 * @property {Flag} opponentFlag carried by my minions
 * @property {Minion[]} mine my living minions
 * @property {Minion[]} enemies the opponent's minions in sight
 * @property {Cell[]} coins the coins in sight
 */

/** The map, which is sent once, before the first turn. */
class Grid {
  constructor(height, width, rows, myBase, opponentBase) {
    this.height = height;
    this.width = width;
    this.rows = rows; // '#' wall, '.' empty cell
    this.myBase = myBase;
    this.opponentBase = opponentBase;
  }

  isOpen({ r, c }) {
    return 0 <= r && r < this.height && 0 <= c && c < this.width && this.rows[r][c] === ".";
  }

  /** The open cells next to a cell: up, down, left, right. */
  neighbours({ r, c }) {
    const sides = [{ r: r - 1, c }, { r: r + 1, c }, { r, c: c - 1 }, { r, c: c + 1 }];
    return sides.filter((cell) => this.isOpen(cell));
  }
}

// ---------------------------------------------------------------------------
// Here your bot thinks. Return commands such as "MOVE 0 5 7", "WAIT 1",
// "FIRE 2", "FREEZE 0" or "MINE 1 5 8": at most one for each minion, and at
// least one in every turn, even if all your minions are frozen.
// ---------------------------------------------------------------------------
function think(grid, turn, rng) {
  const commands = [];
  let score = turn.myScore;
  for (const { id, pos, timeout } of turn.mine) {
    const choices = [{ command: `WAIT ${id}`, price: 0 }];
    if (timeout === 0) {
      choices.push({ command: `FIRE ${id}`, price: PRICE.FIRE });
      choices.push({ command: `FREEZE ${id}`, price: PRICE.FREEZE });
      for (const { r, c } of grid.neighbours(pos)) {
        choices.push({ command: `MOVE ${id} ${r} ${c}`, price: 0 });
        choices.push({ command: `MINE ${id} ${r} ${c}`, price: PRICE.MINE });
      }
    }
    const { command, price } = rng.choice(choices.filter((choice) => choice.price <= score));
    commands.push(command);
    score -= price;
  }
  return commands;
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
  return value;
}

async function readNumbers() {
  return (await readLine()).trim().split(/\s+/).map(Number);
}

/** Reads a count and as many of what readOne reads. */
async function readList(readOne) {
  const [count] = await readNumbers();
  const list = [];
  while (list.length < count) list.push(await readOne());
  return list;
}

async function readCell() {
  const [r, c] = await readNumbers();
  return { r, c };
}

async function readFlag() {
  const [r, c, carrier] = await readNumbers();
  return { pos: { r, c }, carrier };
}

async function readMinion() {
  const [id, r, c, health, timeout] = await readNumbers();
  return { id, pos: { r, c }, health, timeout };
}

async function readGrid() {
  const [height, width] = await readNumbers();
  const rows = [];
  while (rows.length < height) rows.push((await readLine()).trim());
  const myBase = await readCell();
  const opponentBase = await readCell();
  for (let i = 0; i < 3; i++) await readLine(); // FIRE, FREEZE, MINE with price and damage: always the same
  return new Grid(height, width, rows, myBase, opponentBase);
}

/** @returns {Promise<Turn>} */
async function readTurn() {
  const [myScore, opponentScore] = await readNumbers();
  return {
    myScore,
    opponentScore,
    myFlag: await readFlag(),
    opponentFlag: await readFlag(),
    mine: await readList(readMinion),
    enemies: await readList(readMinion),
    coins: await readList(readCell),
  };
}

async function main() {
  // The referee's number is the same whenever the same match is played.
  const rng = new Random(Number(process.argv[2] ?? process.env.ARBITER_BOT_SEED ?? Date.now()));
  const grid = await readGrid();
  for (let first = true; ; first = false) {
    const turn = await readTurn();
    const commands = think(grid, turn, rng);
    if (first) {
      // What you write on stderr is kept with the match. These two forms are
      // drawn in the viewer: x is the column, y the row.
      console.error(`@draw cell ${grid.opponentBase.c} ${grid.opponentBase.r} orange`);
      console.error(`@metric coins_in_sight ${turn.coins.length}`);
    }
    console.log(commands.join(" | "));
  }
}

main();
