/** The lines of a full export, specified in docs/replay-format.md. Scene and view depend on the game. */
export interface Header {
  replay: number;
  arbiter: string;
  game: string;
  rules: number;
  seed: string; // a 64-bit number, which JavaScript's numbers cannot hold
  setup?: unknown;
  seats: SeatInfo[];
  limits: { first_ms: number; turn_ms: number };
  played_at: string;
  start: string;
  parent?: Parent;
  referee?: string; // digest of a referee that is a program of its own
  imported?: Imported;
  full?: boolean;
}

/** Where a match comes from that was played elsewhere. The times of its answers are not known. */
export interface Imported {
  from: string; // 'codingame', or 'engine' for a local run of the engine
  match?: string; // its number there
  seat?: number; // there, in a solo game that several play beside each other
  differs?: { turn: number; why: string; scores: number[] | null; ranks: number[] | null };
}

/** Says where an imported match was played, and whether our rules play it to the same end. */
export function importedNote(imported: Imported): string {
  const where =
    imported.from === 'codingame'
      ? `Played on CodinGame${imported.match ? ` as match ${imported.match}` : ''}`
      : "Played elsewhere, by CodinGame's engine";
  const { differs } = imported;
  if (differs === undefined) return `${where}; our rules play it to the same end. Times are not known.`;
  return `${where}; our rules differ in turn ${differs.turn}: ${differs.why}. It is shown up to there.`;
}

/** The match that a branch continues. */
export interface Parent {
  match?: string; // its ID, if known
  play: string; // digest of its last turn
  turn: number; // the last one that both share
}

/** Describes where a match starts. */
export function startOf(header: Header): string {
  return header.setup === undefined ? `seed ${header.seed}` : 'explicit start position';
}

export interface SeatInfo {
  name: string;
  bot: string;
  version?: string;
  digest?: string;
  sha256?: string;
}

/** The bot ID of a human seat, which has no time limit. */
export const HUMAN = 'human';

export interface Frame<View extends GameView = GameView> {
  turn: number;
  seats: SeatTurn[];
  view: View;
  digest: string;
  play?: string; // of how the match was played, where the digest covers what the bots said, too
}

/** What the views of all games have in common. */
export interface GameView {
  events: readonly GameEvent[] | null;
}

/** Events are in the order of the rules; those of one step are shown together. */
export interface GameEvent {
  type: string;
  step: number;
  seat?: number;
}

/** The events of a view. */
export type EventOf<View extends GameView> = NonNullable<View['events']>[number];

/** Returns the events of a view. */
export function eventsOf<View extends GameView>(view: View): readonly EventOf<View>[] {
  return view.events ?? [];
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
  stderr?: string;
}

/** A shape that a bot asked for with an @draw line. */
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
  decimals?: number; // of the scores in a file, which are whole numbers there: 125 is 12.5 with one
  ascending?: boolean; // a smaller score is better
}
