// Code generated from the Go types of keeper by make generate. DO NOT EDIT.

export interface Scene {
  width: number;
  height: number;
  turn_limit: number;
  max_health: number;
  sight: number; // how far the hero sees
  obstacles: [number, number][];
  monsters: MonsterType[]; // the types
  weapons: Weapon[];
}

export interface MonsterType {
  name: string;
  health: number; // initial health, and the score of a kill
  view: number; // view range
  attack: number; // attack range
  damage: number;
}

export interface Weapon {
  name: string;
  damage: number;
}

export interface View {
  turn: number;
  hero: HeroView;
  items: ItemView[];
  monsters: MonsterView[];
  fog: string[]; // by row: '#' never shown to the bot, '-' shown before, '.' shown last
  reason?: string;
  events: Event[];
}

export interface HeroView {
  cell: [number, number];
  health: number;
  score: number;
  charges: number[]; // hammer, scythe, bow
}

export interface ItemView {
  item: string;
  cell: [number, number];
}

export interface MonsterView {
  id: number;
  kind: string;
  cell: [number, number];
  health: number;
}

export interface MessageEvent {
  type: 'message';
  step: number;
  seat: number;
  text: string;
}

export interface FaultEvent {
  type: 'fault';
  step: number;
  seat: number;
  kind: string;
  line?: string;
  why: string;
}

export interface WaitEvent {
  type: 'wait';
  step: number;
  target: [number, number];
  note?: string;
}

export interface MoveEvent {
  type: 'move';
  step: number;
  from: [number, number];
  to: [number, number];
  note?: string;
}

export interface TakeEvent {
  type: 'take';
  step: number;
  item: string;
  cell: [number, number];
  gain: number;
}

export interface AttackEvent {
  type: 'attack';
  step: number;
  weapon: string;
  from: [number, number];
  target: [number, number];
  cells: [number, number][];
  note?: string;
}

export interface HitEvent {
  type: 'hit';
  step: number;
  monster: number;
  kind: string;
  cell: [number, number];
  damage: number;
  health: number;
}

export interface KillEvent {
  type: 'kill';
  step: number;
  monster: number;
  kind: string;
  cell: [number, number];
  score: number;
}

export interface MonsterMoveEvent {
  type: 'monster_move';
  step: number;
  monster: number;
  kind: string;
  from: [number, number];
  to: [number, number];
}

export interface MonsterAttackEvent {
  type: 'monster_attack';
  step: number;
  monster: number;
  kind: string;
  from: [number, number];
  to: [number, number];
  damage: number;
}

export interface DamageEvent {
  type: 'damage';
  step: number;
  cell: [number, number];
  damage: number;
  health: number;
}

export interface EndEvent {
  type: 'end';
  step: number;
  reason: string;
  score: number;
}

export interface Choices {
  at: [number, number]; // The hero's cell. A MOVE there is waiting.
  moves: [number, number][]; // The cells within one step. A MOVE to a cell farther away takes one step toward it.
  weapons: WeaponChoices[]; // In the order of their numbers: sword, hammer, scythe, bow.
}

export interface WeaponChoices {
  name: string;
  charges: number | null; // Null for the sword, which needs no charges.
  targets: TargetChoices[]; // Empty without charges.
}

export interface TargetChoices {
  cell: [number, number];
  hits: [number, number][]; // The cells that the attack hits.
}

export type Event =
  | MessageEvent
  | FaultEvent
  | WaitEvent
  | MoveEvent
  | TakeEvent
  | AttackEvent
  | HitEvent
  | KillEvent
  | MonsterMoveEvent
  | MonsterAttackEvent
  | DamageEvent
  | EndEvent;
