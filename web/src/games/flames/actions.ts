import type { Cell } from '../board/cell';

/** The actions of the character: the cell that each leads to or points at, relative to it, and its key for a human seat. */
export const ACTIONS: Readonly<Record<string, { to: Cell; key: string }>> = {
  'MOVE N': { to: [0, -1], key: '↑' },
  'MOVE S': { to: [0, 1], key: '↓' },
  'MOVE E': { to: [1, 0], key: '→' },
  'MOVE W': { to: [-1, 0], key: '←' },
  'JUMP N': { to: [0, -2], key: '⇧↑' },
  'JUMP S': { to: [0, 2], key: '⇧↓' },
  'JUMP E': { to: [2, 0], key: '⇧→' },
  'JUMP W': { to: [-2, 0], key: '⇧←' },
  'IMMO NW': { to: [-1, -1], key: 'Q' },
  'IMMO NE': { to: [1, -1], key: 'E' },
  'IMMO SW': { to: [-1, 1], key: 'A' },
  'IMMO SE': { to: [1, 1], key: 'D' },
  PASS: { to: [0, 0], key: 'P' },
};
