// Code generated from the Go types of domain by make generate. DO NOT EDIT.

export interface Scene {
  size: [number, number]; // width and height
  tokens: [[number, number], [number, number]]; // where they start, by seat
  walls: Wall[]; // inner walls at the start
  first_mover: number; // the seat that moves in turn 1
  max_turns: number; // most turns of the match
}

export interface Wall {
  between: [[number, number], [number, number]]; // the left or upper cell first
  seat: number; // who built it; -1: it stood there at the start
  turn: number; // when; 0 at the start
}

export interface View {
  turn: number; // turns played
  mover: number; // the seat that moves next; -1 when the match is over
  tokens: [[number, number], [number, number]]; // by seat
  walls: Wall[]; // in the order in which they were built
  last_action: string; // as the next mover is sent it
  messages: [string, string]; // by seat, at most 20 characters; a blank for none
  reachable: [[number, number][], [number, number][]]; // by seat: the cells that its token could move to, its own included
  nearer: [[number, number][], [number, number][]]; // by seat: the cells that its token is nearer to, in steps around walls; once separated, its domain
  domains: [[number, number][], [number, number][]] | null; // by seat, once the walls separate the tokens; else null
  over: boolean; // the match has ended
  reason: string; // why; else empty
  events: Event[]; // of the turn: *MessageEvent, *MoveEvent, *WallEvent, *SeparationEvent, *FaultEvent
}

export interface MessageEvent {
  type: 'message';
  step: number;
  seat: number;
  text: string;
}

export interface MoveEvent {
  type: 'move';
  step: number;
  seat: number;
  from: [number, number];
  to: [number, number];
  path: [number, number][]; // a shortest way, both ends included
}

export interface WallEvent {
  type: 'wall';
  step: number;
  seat: number;
  at: [number, number]; // the builder's cell
  direction: string; // the side of that cell: U, D, L or R
  between: [[number, number], [number, number]]; // the cells that it parts, the left or upper one first
}

export interface SeparationEvent {
  type: 'separation';
  step: number;
  seat: number; // who built the last wall
  sizes: [number, number]; // of the domains, by seat
}

export interface FaultEvent {
  type: 'fault';
  step: number;
  seat: number;
  kind: string;
  line: string;
  why: string;
  at: [number, number] | null; // the cell that was asked for; null when the answer names none
}

export interface Choices {
  token: [number, number]; // Where your token is.
  targets: TargetChoices[]; // Where it may move, row by row.
}

export interface TargetChoices {
  cell: [number, number];
  sides: string[]; // Sides of that cell for the wall: U, D, L and R. Never empty.
}

export type Event =
  | MessageEvent
  | MoveEvent
  | WallEvent
  | SeparationEvent
  | FaultEvent;
