import { expect, test } from 'vitest';
import type { Bot, Match } from '../api/types';
import { lastFault, mineOf } from './mybots';

const bot = (id: string, more: Partial<Bot> = {}) =>
  ({ id, game: 'domain', name: id.split('@')[0]!, typed: './bot', stage: '', matches: 1, ...more }) as Bot;

test('mine is the newest version of each bot of mine, without builtin ones, people, imports and commits', () => {
  const bots = [
    bot('a@1', { registered_at: '2026-01-01T00:00:00Z' }),
    bot('a@2', { registered_at: '2026-01-02T00:00:00Z' }),
    bot('b@3', { registered_at: '2026-01-03T00:00:00Z', owner: 'ann' }),
    bot('boss@4', { typed: 'builtin:domain/boss' }),
    bot('c@5', { commit: 'a1b2c3' }),
    bot('d@cg'),
    bot('e@6', { stage: 'retired' }),
  ];
  expect(mineOf(bots, undefined).map((b) => b.id)).toEqual(['b@3', 'a@2']);
  expect(mineOf(bots, 'ann').map((b) => b.id)).toEqual(['b@3']);
});

test("a bot's last fault is its own, and not one that was forgiven or of another seat", () => {
  const match = (id: string, seat: number, forgiven = false) =>
    ({
      id,
      played_at: id,
      seats: [{ bot: 'a@1' }, { bot: 'b@2' }],
      faults: [{ seat, turn: 3, kind: 'crash', why: '', forgiven }],
    }) as unknown as Match;
  const matches = [match('other', 1), match('forgiven', 0, true), match('own', 0), match('older', 0)];
  expect(lastFault('a@1', matches)?.match).toBe('own');
  expect(lastFault('c@3', matches)).toBeUndefined();
});
