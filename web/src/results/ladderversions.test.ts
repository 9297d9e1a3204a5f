import { expect, test } from 'vitest';
import type { LadderLine } from '../api/types';
import { versionsOf } from './ladderversions';

const line = (name: string, bot: string, round: number, stronger?: number): LadderLine => ({
  name,
  bot,
  round,
  matches: 8,
  state: 'playing',
  elo: 0,
  elo_error95: 100,
  provisional: true,
  ...(stronger === undefined ? {} : { before: 'mine@1', stronger }),
});

test('says whether the newest version is better, with its probability', () => {
  const said = (stronger?: number) =>
    versionsOf(
      [line('mine', 'mine@1', 1), line('mine', 'mine@2', 4, stronger), line('other', 'other@1', 1)],
      (id) => id,
    );
  expect(said(0.97).map((v) => v.name)).toEqual(['mine']);
  expect(said(0.97)[0]!.lines.map((l) => l.bot)).toEqual(['mine@2', 'mine@1']);
  expect(said(0.97)[0]!.sentence).toBe('mine@2 is better than mine@1 with a probability of 97 %.');
  expect(said(0.02)[0]!.sentence).toBe('mine@2 is weaker than mine@1 with a probability of 98 %.');
  expect(said(1)[0]!.sentence).toBe('mine@2 is better than mine@1 with a probability of over 99.9 %.');
  expect(said(0.6)[0]!.sentence).toMatch(/not clear yet; the probability is 60 %\.$/);
  expect(said()[0]!.sentence).toMatch(/not met an older version/);
});
