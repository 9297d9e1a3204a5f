// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { Game } from '../api/types';
import { Levels } from './levels';

afterEach(() => render(null, document.body));

const domain: Game = {
  builtins: [],
  name: 'domain',
  title: 'Domain Expansion',
  rules: 1,
  min_seats: 2,
  max_seats: 2,
  first_ms: 1000,
  turn_ms: 100,
  seed: '',
  boss: {
    unit: 'Elo above level 1',
    levels: [
      { bot: 'builtin:domain/boss?level=1', rating: 0 },
      { bot: 'builtin:domain/boss?level=2', rating: 130 },
    ],
  },
};

test('a ladder has the ratings of its levels, and a link to play against each', () => {
  act(() => render(<Levels game={domain} playable />, document.body));
  const rows = [...document.querySelectorAll('tbody tr')].map((r) => r.textContent);
  expect(rows[1]).toContain('Boss 2');
  expect(rows[1]).toContain('130');
  expect(document.querySelectorAll('a[href^="/play?"]').length).toBe(2);
  const link = document.querySelector('tbody a')!.getAttribute('href')!;
  expect(new URLSearchParams(link.split('?')[1]).getAll('bot')).toEqual([
    'me',
    'builtin:domain/boss?level=1',
  ]);
});

test('in a solo game nobody is played against', () => {
  act(() => render(<Levels game={{ ...domain, name: 'keeper', max_seats: 1 }} playable />, document.body));
  expect(document.querySelector('tbody a')).toBeNull();
});
