// Code generated from the Go types of heropath by make generate. DO NOT EDIT.

export interface Scene {
  num_turns: number;
  width: number;
  height: number;
  start: [number, number];
  hero: BaseHero;
  monsters: Monster[];
}

export interface BaseHero {
  base_speed: number;
  base_power: number;
  base_range: number;
  level_speed_coeff: number; // percent of BaseSpeed a level
  level_power_coeff: number;
  level_range_coeff: number;
}

export interface Monster {
  x: number;
  y: number;
  hp: number;
  gold: number;
  exp: number;
  range: number; // absent in the tests of the contest's first day: 0
  attack: number; // absent there too: 0, the monster never hurts
}

export interface View {
  turn: number;
  moves?: number; // moves of the answer, in the first turn
  x?: number;
  y?: number;
  level?: number;
  exp?: number;
  gold?: number;
  fatigue?: number;
  speed?: number;
  power?: number;
  range?: number;
  next_level?: number; // exp that lifts to the next level
  kills?: number;
  monsters?: [number, number][]; // [id, hp] of the attacked monster
  score: number; // the gold, 0 once the answer is invalid
  reason?: string; // at the end of the match
  events: Event[];
}

export interface MoveEvent {
  type: 'move';
  step: number;
  seat: number;
  from: [number, number];
  to: [number, number];
}

export interface AttackEvent {
  type: 'attack';
  step: number;
  seat: number;
  from: [number, number];
  to: [number, number];
  monster: number;
  damage: number; // the hero's power
  hp: number; // health left
}

export interface MessageEvent {
  type: 'message';
  step: number;
  seat: number;
  at: [number, number];
  text: string;
}

export interface KillEvent {
  type: 'kill';
  step: number;
  seat: number;
  at: [number, number]; // where the monster was
  monster: number;
  gold: number; // received, after fatigue
  lost: number; // gold that fatigue cost
  exp: number;
}

export interface LevelEvent {
  type: 'level';
  step: number;
  seat: number;
  at: [number, number];
  level: number;
  speed: number;
  power: number;
  range: number;
}

export interface HitEvent {
  type: 'hit';
  step: number;
  seat: number;
  from: [number, number];
  to: [number, number];
  monster: number;
  damage: number; // fatigue it adds
}

export interface FaultEvent {
  type: 'fault';
  step: number;
  seat: number;
  at: [number, number]; // the hero
  to?: [number, number]; // what he aimed at, when it is in the world
  kind: string;
  reason: string;
  line: string;
  why: string;
}

export type Event =
  | MoveEvent
  | AttackEvent
  | MessageEvent
  | KillEvent
  | LevelEvent
  | HitEvent
  | FaultEvent;
