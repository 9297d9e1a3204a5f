import type { EventOf, Frame, GameView, Header } from '../replay/model';
import type { Theme } from '../ui/theme';
import type { Point, Rect } from './board/cell';

/** One switch of the options menu. */
export interface Option {
  key: string;
  label: string;
  initial: boolean;
}

/** The view options of the board. */
export interface Look {
  theme: Theme;
  options: Readonly<Record<string, boolean>>;
  seat: number | null; // the seat whose view is shown; null for the spectator's
  hover: Entity | null;
  scale: number; // pixels of the screen for one cell
  visible: Rect; // the part of the board on the screen, for big boards
}

/** Something that can be pointed at. The key identifies it; the other fields are the game's own. */
export interface Entity {
  key: string;
}

/** An entity in full, for its tooltip. */
export interface Description {
  title: string;
  rows: [label: string, value: string][];
}

/** A notable turn on the timeline. */
export interface Mark {
  kind: 'fault' | 'mistake' | 'kill' | 'capture' | 'score' | 'other';
  seat?: number;
  text: string;
}

/** A line of the log. */
export interface LogLine {
  seat: number | undefined;
  text: string;
  fault?: boolean;
}

/** A part of an answer that is drawn on the position before it. Integers address cells, as in the drawings of bots. */
export interface Hint {
  shape: 'arrow' | 'cell' | 'line' | 'text';
  at: number[];
  text?: string;
}

/** A number over the turns. Series with the same plot share its axis. */
export interface Series<View extends GameView = GameView> {
  label: string;
  plot: string;
  seat?: number;
  value(frames: readonly Frame<View>[], turn: number): number | null;
}

/** The game's part of a seat's card. */
export interface Standing {
  score: number | null;
  facts: [label: string, value: string][];
}

/**
 * A Board shows one match. Everything but draw is pure: state derives all that draw needs from the frames alone, so that
 * seeking never shows a wrong position. Frames are only ever appended, so a board may cache what it derived from
 * earlier ones.
 */
export interface Board<Model = unknown, View extends GameView = GameView> {
  bounds: Rect;
  /** How many cells across a small screen opens with, around the focus; it shows the whole board without. */
  near?: number;
  /** Resolves when its drawings are loaded; what is drawn before lacks them. */
  ready?(): Promise<void>;
  state(frames: readonly Frame<View>[], turn: number): Model;
  /** Draws the turn at t: 0 is the position before it, 1 after it. The context is scaled so that one unit is a cell. */
  draw(ctx: CanvasRenderingContext2D, model: Model, t: number, look: Look): void;
  /** Returns the point that a zoomed camera follows, if there is one: the hero, or where most is happening. */
  focus?(model: Model, t: number): Point;
  /** Returns the part of an earlier answer that the turn plays, where one answer is for many turns. */
  played?(frames: readonly Frame<View>[], turn: number): string | null;
  /** Returns what shows an answer of a seat on a position. */
  answer?(view: View, text: string, seat: number): Hint[];
  /** Returns the entity at a point of the position after the turn. */
  hitTest(model: Model, x: number, y: number, look: Look): Entity | null;
  describe(model: Model, entity: Entity): Description;
  /** Describes an event in words. */
  describeEvent(event: EventOf<View>): string;
  /** Returns the lines of the log for a turn; default: one for each event. */
  log?(frames: readonly Frame<View>[], turn: number): LogLine[];
  marks(frames: readonly Frame<View>[], turn: number): Mark[];
  series: readonly Series<View>[];
  standing(frames: readonly Frame<View>[], turn: number, seat: number): Standing;
}

/**
 * A Renderer is the default export of src/games/<game>/index.ts. Scene and View are the types in the game's
 * types.gen.ts: loadRenderer passes it only matches of its game.
 */
export interface Renderer<Scene = unknown, View extends GameView = GameView> {
  options: readonly Option[];
  /** Returns the URL of a picture of who plays in the game. */
  emblem?(): string;
  load(header: Header, scene: Scene): Board<unknown, View>;
}
