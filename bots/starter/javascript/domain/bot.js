// A starting point for a Domain Expansion bot: it plays random legal actions.
//
// Change think(). The rest reads the protocol, follows the board and answers.
//
//     node bot.js [SEED]
//
// Write to stderr whatever you want to see in the viewer; these lines are drawn:
//     @draw cell X Y COLOR                @draw circle X Y R COLOR
//     @draw line X1 Y1 X2 Y2 COLOR        @draw text X Y COLOR WORDS...
//     @metric NAME NUMBER

"use strict";
const readline = require("node:readline");

/**
 * @typedef {{x: number, y: number}} Cell x to the right, y down, (0, 0) is top left
 *
 * @typedef {{cell: Cell, side: string}} Action what a player does in a turn:
 *   move to a cell, then build a wall on a side of it: U, D, L or R
 */

// The four sides of a cell, and what lies beyond each.
const SIDES = {
  U: { dx: 0, dy: -1, opposite: "D" },
  D: { dx: 0, dy: 1, opposite: "U" },
  L: { dx: -1, dy: 0, opposite: "R" },
  R: { dx: 1, dy: 0, opposite: "L" },
};

const MAX_DISTANCE = 3; // "up to 3 steps away (measured in Manhattan distance)"
const MAX_PATH = 3; // steps of the way there; this referee accepts 4, but 3 is safe anywhere

/** The cell beyond a side, on the board or not. */
function nextTo({ x, y }, side) {
  return { x: x + SIDES[side].dx, y: y + SIDES[side].dy };
}

/** The position, as far as it follows from the protocol. */
class Board {
  constructor(width, height, me, opponent) {
    this.width = width;
    this.height = height;
    this.me = me;
    this.opponent = opponent;
    this.walls = new Set(); // "x y side", from both sides; the border is not in here
    this.turn = 0; // how many actions I have played
  }

  /** The cell on the other side, or null when a wall or the border is between. */
  beyond(cell, side) {
    const other = nextTo(cell, side);
    const inside = 0 <= other.x && other.x < this.width && 0 <= other.y && other.y < this.height;
    return inside && !this.walls.has(`${cell.x} ${cell.y} ${side}`) ? other : null;
  }

  /** Builds a wall on a side of a cell; it counts for both players. */
  build({ cell, side }) {
    const other = nextTo(cell, side);
    this.walls.add(`${cell.x} ${cell.y} ${side}`);
    this.walls.add(`${other.x} ${other.y} ${SIDES[side].opposite}`);
  }

  /** The cells I can move to, my own first: staying is allowed. */
  targets() {
    const key = ({ x, y }) => y * this.width + x;
    const seen = new Set([key(this.me), key(this.opponent)]); // the opponent blocks the way
    const queue = [{ cell: this.me, steps: 0 }];
    for (const { cell, steps } of queue) { // what is pushed meanwhile is looped over too
      if (steps === MAX_PATH) continue;
      for (const side in SIDES) {
        const other = this.beyond(cell, side);
        if (other === null || seen.has(key(other))) continue;
        seen.add(key(other));
        queue.push({ cell: other, steps: steps + 1 });
      }
    }
    const distance = ({ x, y }) => Math.abs(x - this.me.x) + Math.abs(y - this.me.y);
    return queue.map(({ cell }) => cell).filter((cell) => distance(cell) <= MAX_DISTANCE);
  }

  /** Everything I may do now. It is never empty while the game goes on. */
  actions() {
    const all = [];
    for (const cell of this.targets()) {
      for (const side in SIDES) {
        if (this.beyond(cell, side) !== null) all.push({ cell, side });
      }
    }
    return all;
  }
}

/**
 * Chooses an action, and a message for the spectators ("" for none).
 *
 * THIS IS WHERE YOUR BOT THINKS. You have 1000 ms in your first turn and
 * 100 ms in every later one. The larger domain wins when the walls separate
 * the two tokens; a random bot mostly locks itself in.
 */
function think(board, rng) {
  const actions = board.actions();
  const action = rng.choice(actions);
  if (board.turn === 0) { // an example of what the viewer can show; print it as often as you like
    console.error(`@draw cell ${action.cell.x} ${action.cell.y} gold`);
    console.error(`@metric actions ${actions.length}`);
  }
  return { action, message: "" };
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

/** The words of the next line; the program ends where the input ends: the match is over. */
async function readWords() {
  const { value, done } = await lines.next();
  if (done) process.exit(0);
  return value.trim().split(/\s+/);
}

async function readCell() {
  const [x, y] = (await readWords()).map(Number);
  return { x, y };
}

/** Reads the initial input, sent once before my first turn. */
async function readBoard() {
  const [width, height] = (await readWords()).map(Number);
  return new Board(width, height, await readCell(), await readCell());
}

/** Reads the opponent's last action, sent in every turn; null when I move first. */
async function readLastAction() {
  const [x, y, side] = await readWords();
  return side === "_" ? null : { cell: { x: Number(x), y: Number(y) }, side };
}

async function main() {
  // The referee's number is the same whenever the same match is played.
  const rng = new Random(Number(process.argv[2] ?? process.env.ARBITER_BOT_SEED ?? Date.now()));
  const board = await readBoard();
  while (true) {
    const last = await readLastAction();
    if (last !== null) {
      board.opponent = last.cell;
      board.build(last);
    }

    const { action, message } = think(board, rng);

    board.me = action.cell;
    board.build(action);
    board.turn++;
    console.log(`${action.cell.x} ${action.cell.y} ${action.side} ${message}`.trim());
  }
}

main();
