// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { Costly, PuzzleSet } from '../api/types';
import { askedOf, CostlyTable } from './botpositions';

afterEach(() => render(null, document.body));

const id = '0123456789abcdef0123';
const worst: Costly = {
  match: id,
  turn: 12,
  seat: 0,
  opponent: 'boss@2',
  answer: 'WAIT 0 | WAIT 1',
  cost: { regret: 0.4, regret_error: 0.1, sure: 'likely', best: 'MOVE 0 3 4 | WAIT 1' },
  differs: [{ of: 'minion 0', given: 'WAIT 0', best: 'MOVE 0 3 4' }],
};

test('the most costly answers link to their turns', () => {
  act(() => render(<CostlyTable answers={[worst]} unit="points" />, document.body));
  const table = document.querySelector('table')!;
  expect(table.querySelector('a')!.getAttribute('href')).toBe(`/matches/${id}#t=11.01&seat=0`);
  expect(table.textContent).toContain('0.40 ± 0.10 likely');
  expect([...table.querySelectorAll('code')].map((c) => c.textContent)).toEqual([
    'minion 0: WAIT 0',
    'MOVE 0 3 4',
  ]);
});

test('of the puzzle sets those of the game are listed in which the bot was asked', () => {
  const set = (name: string, game: string, ...bots: string[]) =>
    ({ name, game, runs: bots.map((bot) => ({ bot })) }) as PuzzleSet;
  const sets = [set('a', 'ctf', 'mine@1', 'mine@2'), set('b', 'ctf', 'mine@2'), set('c', 'domain', 'mine@1')];
  expect(askedOf(sets, 'ctf', 'mine@1').map((a) => a.set)).toEqual(['a']);
});
