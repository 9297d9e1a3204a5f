import type { Frame, GameView } from '../replay/model';
import type { KeyPress } from '../ui/keyboard';
import type { Theme } from '../ui/theme';
import type { Cell, Point } from './board/cell';
import type { Ctx } from './board/text';

/** The effect of a click or a key: the new draft, or a complete answer to send. */
export interface Next<Draft> {
  draft: Draft;
  send?: string;
}

/** A button below the board. Its key, if any, does the same. */
export interface Button<Draft> {
  label: string;
  key?: string; // as shown to the reader
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

/** Hides from each frame of a match what a seat is not sent. Frames come in order. */
export type Veil<View extends GameView = GameView> = (frame: Frame<View>) => Frame<View>;

/**
 * An Input turns clicks and keys into an answer of one game: they edit a draft, guided by the choices that the server
 * sends. All but draw is pure, and a draft is a value. It is the default export of src/games/<game>/human.ts.
 */
export interface Input<Choices = unknown, Draft = unknown, View extends GameView = GameView> {
  /** The keys, for the reader. */
  keys: [keys: string, does: string][];
  /** In games with fog: a note about it, and what hides from the frames what a seat is not sent. */
  fog?: { note: string; veil(seat: number): Veil<View> };
  /** Returns the draft for a new turn; it may continue the previous one, e.g. keep the selected minion. */
  begin(choices: Choices, previous: Draft | undefined): Draft;
  /** Returns the prompt for the next click or key. */
  prompt(choices: Choices, draft: Draft): string;
  click(choices: Choices, draft: Draft, at: Point): Next<Draft> | null;
  press(choices: Choices, draft: Draft, key: KeyPress): Next<Draft> | null;
  buttons(choices: Choices, draft: Draft): Button<Draft>[];
  /** Removes the last part of the draft; returns null when there is none. */
  undo(draft: Draft): Draft | null;
  /** Returns the answer that can be sent as it stands, in games that collect one. */
  line?(choices: Choices, draft: Draft): string | null;
  /** Returns the beginning of an answer after which the server is asked for choices. */
  begun?(draft: Draft): string;
  /** Returns the point that a zoomed camera follows instead of the board's: null to stay where it is. */
  focus?(choices: Choices, draft: Draft): Point | null;
  /** Where the arrow keys and Enter are on a small screen too: what Enter does, and the key that takes its place while it does nothing. */
  pad?: { enter: string; else?: { key: string; does: string } };
  draw(ctx: Ctx, choices: Choices, draft: Draft, brush: Brush): void;
}

/** The steps of the arrow keys. */
export const ARROWS: Readonly<Record<string, Cell>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
