import type { Frame, GameEvent, GameView, Header } from '../replay/model';

/** A theme's colours, read from tokens.css, for canvases. */
export interface Theme {
  ground: string;
  board: string;
  boardLine: string;
  wall: string;
  text: string;
  muted: string;
  accent: string;
  danger: string;
  good: string;
  coin: string;
  ice: string;
  fire: string;
  seat: [string, string];
  seatSoft: [string, string]; // the seat's colour on the board, for areas
  onSeat: string; // text on a seat's colour
  dark: boolean;
}

/** World units are cells: cell x y covers [x, x+1) and [y, y+1). */
export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** One switch behind the gear. */
export interface Option {
  key: string;
  label: string;
  initial: boolean;
}

/** How the reader looks at the board. */
export interface Look {
  theme: Theme;
  options: Readonly<Record<string, boolean>>;
  seat: number | null; // through whose eyes; null: the spectator's
  hover: Entity | null;
  scale: number; // pixels of the screen for one cell
  visible: Rect; // the part of the world on the screen, for big worlds
}

/** Something that can be pointed at. The key tells entities apart; the rest is the game's own. */
export interface Entity {
  key: string;
}

/** Everything about an entity, for its tooltip. */
export interface Description {
  title: string;
  rows: [label: string, value: string][];
}

/** A turn worth finding on the timeline. */
export interface Mark {
  kind: 'fault' | 'kill' | 'capture' | 'score' | 'other';
  seat?: number;
  text: string;
}

/** A number over the turns. */
export interface Series {
  label: string;
  plot: string; // series of one plot share an axis
  seat?: number;
  value: (frames: readonly Frame[], turn: number) => number | null;
}

/** What a seat's panel says beside name and times. */
export interface Standing {
  score: number | null;
  facts: [label: string, value: string][];
}

/**
 * A Board shows one match. All but draw is pure; state gives everything draw needs for one turn, from the frames
 * alone, whatever was shown before: seeking never shows a wrong position. Frames are only ever added, so a board may
 * keep what it worked out of earlier ones.
 */
export interface Board<Model = unknown> {
  bounds: Rect;
  state(frames: readonly Frame[], turn: number): Model;
  /** Draws the turn at t: 0 is the position before it, 1 after it. The context is scaled so that one unit is a cell. */
  draw(ctx: CanvasRenderingContext2D, model: Model, t: number, look: Look): void;
  /** Returns what lies at a point of the position after the turn. */
  hitTest(model: Model, x: number, y: number, look: Look): Entity | null;
  describe(model: Model, entity: Entity): Description;
  /** Says an event in words, for the log. */
  describeEvent(event: GameEvent): string;
  marks(frames: readonly Frame[], turn: number): Mark[];
  series: Series[];
  standing(frames: readonly Frame[], turn: number, seat: number): Standing;
}

/** A Renderer is what a file src/games/<game>/index.ts exports by default. */
export interface Renderer {
  options: Option[];
  load(header: Header, scene: unknown): Board;
}

/** The events of a view, also where there are none. */
export function eventsOf(view: GameView): GameEvent[] {
  return view.events ?? [];
}
