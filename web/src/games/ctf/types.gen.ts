// Code generated from the Go types of ctf by make generate. DO NOT EDIT.

export interface Scene {
  width: number;
  height: number;
  grid: string[]; // by row: '#' wall, '.' empty cell
  bases: [[number, number], [number, number]]; // by seat
  minions: number; // of each seat
  health: number; // of a fresh minion
  max_turns: number;
  power_ups: PowerUp[];
}

export interface PowerUp {
  name: string;
  price: number;
  damage?: number;
  timeout?: number;
  radius?: number;
}

export interface View {
  turn: number;
  seats: [SeatView, SeatView];
  flags: [FlagView, FlagView]; // by the seat that owns the flag
  coins: string[]; // by row: 'o' a coin, '.' none
  mines: MineView[]; // in planting order
  reason?: string;
  events: Event[];
}

export interface SeatView {
  credits: number;
  alive: number;
  minions: MinionView[]; // by id, dead ones too
  sight: string[]; // by row: '+' a cell the seat sees, '.' fog
  shown: number[]; // ids of the opponent's minions the seat is shown
}

export interface FlagView {
  at: [number, number];
  carrier: number; // id of the other seat's minion, or -1
}

export interface MineView {
  at: [number, number];
  seat: number;
  minion: number;
}

export interface MinionView {
  at: [number, number];
  health: number;
  timeout: number;
  alive: boolean;
  carries: boolean; // the opponent's flag
}

export interface FaultEvent {
  type: 'fault';
  step: number;
  seat: number;
  kind: string;
  line: string;
  why: string;
}

export interface EndEvent {
  type: 'end';
  step: number;
  reason: string;
  scores: [number, number];
}

export interface EventBase {
  type: 'ignored' | 'coin' | 'unfrozen';
  step: number;
  seat: number;
  minion: number;
  at: [number, number];
}

export interface FlagEvent {
  type: 'drop' | 'take' | 'capture';
  step: number;
  seat: number;
  minion: number;
  at: [number, number];
  flag: number; // the seat that owns it
}

export interface CarryEvent {
  type: 'carry';
  step: number;
  seat: number;
  minion: number;
  at: [number, number];
  flag: number; // the seat that owns it
  to: [number, number];
}

export interface MoveEvent {
  type: 'move';
  step: number;
  seat: number;
  minion: number;
  at: [number, number];
  to: [number, number];
  target: [number, number];
}

export interface TargetEvent {
  type: 'stuck' | 'misplaced' | 'mine';
  step: number;
  seat: number;
  minion: number;
  at: [number, number];
  target: [number, number];
}

export interface UnpaidEvent {
  type: 'unpaid';
  step: number;
  seat: number;
  minion: number;
  at: [number, number];
  power_up: string;
  price: number;
  credits: number;
}

export interface CellsEvent {
  type: 'fire' | 'freeze' | 'blast';
  step: number;
  seat: number;
  minion: number;
  at: [number, number];
  cells: [number, number][];
}

export interface HitEvent {
  type: 'hit';
  step: number;
  seat: number;
  minion: number;
  at: [number, number];
  by: string;
  damage: number;
  health: number;
}

export interface FrozenEvent {
  type: 'frozen';
  step: number;
  seat: number;
  minion: number;
  at: [number, number];
  timeout: number;
}

export interface KillEvent {
  type: 'kill';
  step: number;
  seat: number;
  minion: number;
  at: [number, number];
  health: number;
}

export interface Choices {
  credits: number; // Score points to pay for power-ups.
  prices: Prices;
  minions: MinionChoices[]; // Your living minions, by ID.
}

export interface Prices {
  fire: number;
  freeze: number;
  mine: number;
}

export interface MinionChoices {
  id: number;
  at: [number, number]; // x is its column, y its row; in commands the row comes first.
  health: number;
  timeout: number; // Remaining turns in which it is frozen and can only WAIT.
  moves: [number, number][]; // The cells within one step. A MOVE to a cell farther away takes one step of a shortest route.
  mines: [number, number][]; // Cells for a mine, if you can pay for it.
  fire: boolean; // Whether your score points pay for it, for this minion alone.
  freeze: boolean;
  mine: boolean;
}

export type Event =
  | FaultEvent
  | EndEvent
  | EventBase
  | FlagEvent
  | CarryEvent
  | MoveEvent
  | TargetEvent
  | UnpaidEvent
  | CellsEvent
  | HitEvent
  | FrozenEvent
  | KillEvent;
