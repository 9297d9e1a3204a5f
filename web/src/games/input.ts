import type { KeyLike } from '../player/keyboard';
import type { Frame } from '../replay/model';
import type { Ctx } from './board/draw';
import type { Theme } from './renderer';

/** A cell as [x, y]. */
export type Cell = [number, number];

/** A point of the board; one unit is a cell. */
export interface Point {
  x: number;
  y: number;
}

/** What a click or a key comes to: a draft to go on with, or an answer that is complete. */
export interface Next<Draft> {
  draft: Draft;
  send?: string;
}

/** A button under the board. Its key, where it has one, does the same. */
export interface Button<Draft> {
  label: string;
  key?: string; // as a reader sees it
  on?: boolean; // pressed
  disabled?: boolean;
  next: Next<Draft>;
}

/** How the choices are drawn over the board. */
export interface Brush {
  theme: Theme;
  scale: number; // pixels of a cell
  seat: number; // the reader's
  pointer: Point | null;
}

/**
 * An Input is how a person answers in one game: what clicks and keys make of a draft of the answer, from the choices
 * that the server sends. All but draw is pure, and a draft is a value. It is what a file src/games/<game>/human.ts
 * exports by default.
 */
export interface Input<Choices = unknown, Draft = unknown> {
  /** The keys, for the reader. */
  keys: [keys: string, does: string][];
  /** In games with fog: a note on it, and what leaves of the frames, which come in order, what a seat is sent. */
  fog?: { note: string; veil: (seat: number) => (frame: Frame) => Frame };
  /** The draft at a new question; the last one's may tell what the reader was about. */
  begin(choices: Choices, before: Draft | undefined): Draft;
  /** What is to be done next, in words. */
  prompt(choices: Choices, draft: Draft): string;
  click(choices: Choices, draft: Draft, at: Point): Next<Draft> | null;
  press(choices: Choices, draft: Draft, key: KeyLike): Next<Draft> | null;
  buttons(choices: Choices, draft: Draft): Button<Draft>[];
  /** Takes the last part of the answer back; null when there is none. */
  undo(draft: Draft): Draft | null;
  /** The answer that can be sent as it stands, for games that collect one. */
  line?(choices: Choices, draft: Draft): string | null;
  /** The beginning of an answer, whose continuation the choices should be. */
  begun?(draft: Draft): string;
  draw(ctx: Ctx, choices: Choices, draft: Draft, brush: Brush): void;
}

export const ARROWS: Readonly<Record<string, Cell>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function same(a: readonly number[] | null, b: readonly number[] | null): boolean {
  return a !== null && b !== null && a[0] === b[0] && a[1] === b[1];
}

/** The cell that a point lies in. */
export function cellAt({ x, y }: Point): Cell {
  return [Math.floor(x), Math.floor(y)];
}

export function plus(a: Cell, b: Cell): Cell {
  return [a[0] + b[0], a[1] + b[1]];
}

export function has(cells: readonly Cell[], cell: Cell): boolean {
  return cells.some((c) => same(c, cell));
}

const inputs = import.meta.glob<{ default: Input }>('./*/human.ts');

/** The games that a person can play here. */
export const PLAYABLE = Object.keys(inputs).map((path) => path.split('/')[1]!);

/** Loads how a game is played by hand, in its own chunk. */
export async function loadInput(game: string): Promise<Input> {
  const load = inputs[`./${game}/human.ts`];
  if (load === undefined) throw new Error(`these pages cannot play ${game}`);
  return (await load()).default;
}
