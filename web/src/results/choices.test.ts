import { expect, test } from 'vitest';
import type { Bot, Game, Standings } from '../api/types';
import { choicesOf, meantBy, suggestionOf } from './choices';

const game = {
  builtins: ['builtin:domain/wait', 'builtin:domain/greedy', 'builtin:domain/boss'],
  boss: {
    unit: 'Elo above level 1',
    levels: [1, 2, 3, 4].map((n) => ({ bot: `builtin:domain/boss?level=${n}`, rating: 100 * n })),
  },
} as Game;

const bot = (id: string, more: Partial<Bot> = {}) =>
  ({ id, typed: `./${id}`, stage: 'candidate', registered_at: '2026-01-01T00:00:00Z', ...more }) as Bot;

const valuesOf = (bots: Bot[], token?: string) =>
  Object.fromEntries(
    choicesOf(game, bots, undefined, token).map((g) => [g.title, g.choices.map((c) => c.value)]),
  );

test('mine come first, the newest before the others, and commits of a history last', () => {
  const bots = [
    bot('old@1'),
    bot('commit@2', { commit: 'a1b2c3', registered_at: '2026-03-01T00:00:00Z' }),
    bot('new@3', { registered_at: '2026-02-01T00:00:00Z' }),
  ];
  expect(valuesOf(bots).Mine).toEqual(['new@3', 'old@1', 'commit@2']);
});

test('bots of other tokens stand behind the builtin ones', () => {
  const bots = [bot('theirs@1', { owner: 'bob' }), bot('mine@2', { owner: 'ann' })];
  expect(Object.entries(valuesOf(bots, 'ann')).map(([title, all]) => [title.split(' ')[0], all[0]])).toEqual([
    ['Mine', 'mine@2'],
    ['Builtin', 'builtin:domain/wait'],
    ['Levels', 'builtin:domain/boss?level=1'],
    ['Of', 'theirs@1'],
  ]);
});

test('bots that cannot play are not offered, nor is a builtin one twice', () => {
  const bots = [
    bot('off@1', { disabled: true }),
    bot('gone@2', { stage: 'retired' }),
    bot('other@cg'),
    bot('greedy@3', { typed: 'builtin:domain/greedy' }),
  ];
  expect(valuesOf(bots).Mine).toBeUndefined();
});

test('an empty server offers the builtin bots and the levels with their ratings', () => {
  const all = choicesOf(game, [], undefined, undefined).flatMap((g) => g.choices);
  expect(all.map((c) => [c.title, c.level])).toEqual([
    ['Wait', undefined],
    ['Greedy', undefined],
    ['Boss 1', 100],
    ['Boss 2', 200],
    ['Boss 3', 300],
    ['Boss 4', 400],
  ]);
});

test('a builtin bot has the rating of its matches', () => {
  const standings = { lines: [{ bot: 'greedy@3', elo: 12, elo_error95: 5 }] } as unknown as Standings;
  const bots = [bot('greedy@3', { typed: 'builtin:domain/greedy' })];
  const [builtin] = choicesOf(game, bots, standings, undefined);
  expect(builtin!.choices[1]!.strength?.value).toBe(12);
});

test('a name that one bot has stands for it', () => {
  const groups = choicesOf(game, [bot('a@1'), bot('b@2'), bot('b@3')], undefined, undefined);
  expect(['a', 'b', 'greedy', ' ./mybot ', ''].map((typed) => meantBy(typed, groups))).toEqual([
    'a@1',
    'b',
    'builtin:domain/greedy',
    './mybot',
    '',
  ]);
});

test('seats are filled in with the newest bot and a level, so that one press plays', () => {
  const empty = choicesOf(game, [], undefined, undefined);
  expect([0, 1].map((seat) => suggestionOf(empty, seat))).toEqual([
    'builtin:domain/boss?level=2',
    'builtin:domain/boss?level=1',
  ]);
  const mine = choicesOf(game, [bot('new@3')], undefined, undefined);
  expect(suggestionOf(mine, 0)).toBe('new@3');
});
