// Code generated from the Go types of flames by make generate. DO NOT EDIT.

export interface Scene {
  height: number;
  width: number;
  arena: string[]; // rows of #, . and S
  start: [number, number];
  hp: number; // at the beginning: never exceeded
  ap: number;
  jumps: number;
  first_cycle: number;
  waves: [number, number][][];
}

export interface View {
  turn: number; // turns played; 0 before the first
  pos: [number, number];
  hp: number;
  ap: number;
  jumps_left: number;
  cycle: number;
  status: string; // "playing", "won", "dead", "illegal", "timeout" or "forfeit"
  cause?: string; // of "dead": "hp", "push", "attraction" or "cycle"
  done: number; // actions executed in this turn
  flames: [number, number][];
  toward: [number, number][];
  glyphs: [number, number][];
  events: Event[];
}

export interface ActionEvent {
  type: 'move' | 'jump' | 'immo' | 'pass';
  step: number;
  action: string; // as the protocol writes it
  from: [number, number]; // where the character stood
  to: [number, number]; // where it stands now
  target?: [number, number]; // of IMMO: the cell that attracts
  hp: number;
  ap: number;
  jumps_left: number;
}

export interface ExtinguishEvent {
  type: 'extinguish';
  step: number;
  at: [number, number];
  hp: number;
}

export interface FlameEvent {
  type: 'push' | 'attract';
  step: number;
  from: [number, number];
  to: [number, number];
}

export interface BlockEvent {
  type: 'blocked' | 'stay';
  step: number;
  from: [number, number]; // where the flame is
  to: [number, number]; // where it was to go
  by: [number, number]; // the cell that blocks
  what: string; // what stands there: "wall", "flame" or "character"
}

export interface GlyphEvent {
  type: 'glyph' | 'convert' | 'disappear';
  step: number;
  at: [number, number];
  by?: string; // of "disappear": "flame" or "character"
}

export interface CycleEvent {
  type: 'cycle';
  step: number;
  cycle: number;
  hp: number;
  lost: number; // 0 when glyphs appear, otherwise 1
}

export interface EndEvent {
  type: 'victory' | 'death';
  step: number;
  at: [number, number]; // the character
  hp: number; // the score
  cause?: string; // of a death: "hp", "push", "attraction" or "cycle"
  by?: [number, number]; // of "attraction": the flame that kills
}

export interface FaultEvent {
  type: 'fault';
  step: number;
  seat: number;
  kind: string;
  line: string;
  why: string;
}

export interface Choices {
  valid: string[]; // Actions, for example MOVE N; none after a PASS, which ends an answer.
  at: [number, number]; // Where the character is.
  hp: number;
  ap: number;
  jumps: number; // Left in this cycle.
  flames: [number, number][];
  dead: boolean; // The prefix kills the character.
  wrong?: string; // Why the prefix is not valid; the other fields are the current position then.
}

export type Event =
  | ActionEvent
  | ExtinguishEvent
  | FlameEvent
  | BlockEvent
  | GlyphEvent
  | CycleEvent
  | EndEvent
  | FaultEvent;
