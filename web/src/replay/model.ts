/** The full export of a match, as docs/replay-format.md tells it. Scene and view belong to the game. */
export interface Header {
  replay: number;
  arbiter: string;
  game: string;
  rules: number;
  seed: string; // text: 64 bits do not fit into a number
  setup?: unknown;
  seats: SeatInfo[];
  limits: { first_ms: number; turn_ms: number };
  played_at: string;
  start: string;
  full?: boolean;
}

/** Where a match starts, in words. */
export function startOf(header: Header): string {
  return header.setup === undefined ? `seed ${header.seed}` : 'from a given position';
}

export interface SeatInfo {
  name: string;
  bot: string;
  version?: string;
  digest?: string;
}

/** The bot of a seat that a person plays, who has no limit of time. */
export const BY_HAND = 'human';

export interface Frame<View = GameView> {
  turn: number;
  seats: SeatTurn[];
  view: View;
  digest: string;
}

/** What every game's view has. */
export interface GameView {
  events: GameEvent[] | null;
}

/** Events come in the order of the rules; those of one step are shown together. */
export interface GameEvent {
  type: string;
  step: number;
  seat?: number;
}

export interface SeatTurn {
  asked: boolean;
  input?: string[];
  answer?: string[];
  fault?: Fault;
  wall_us?: number;
  cpu_us?: number;
  limit_us?: number;
  stderr?: string;
  late_bytes?: number;
  draw?: Shape[];
  metrics?: Record<string, number>;
  remarks?: string[];
}

export interface Fault {
  turn: number;
  seat: number;
  kind: string;
  line?: string;
  why: string;
  forgiven?: boolean;
}

/** A shape that a bot asked for with a line "@draw". */
export interface Shape {
  shape: 'cell' | 'line' | 'circle' | 'text';
  at: number[];
  color: string;
  text?: string;
}

export interface Footer {
  result: Result;
  late?: { n: number; e?: string }[];
  cut?: number;
}

export interface Result {
  scores: number[];
  ranks: number[];
  reason: string;
  faults: Fault[] | null;
}
