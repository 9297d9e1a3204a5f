// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { SeatAnalysis } from '../api/types';
import { JudgedView } from './judged';

afterEach(() => render(null, document.body));

function show(analysis: SeatAnalysis | undefined): HTMLElement {
  act(() => render(<JudgedView match="0123456789abcdef0123" seat={1} analysis={analysis} />, document.body));
  return document.body;
}

test('a loss has its costliest mistake in the unit of the game, with a link to the turn', () => {
  const cost = { cost: 12.3, error: 4, sure: 'likely' as const, best: 'MOVE 1 2\nWAIT' };
  const body = show({ unit: 'HP', worst: { turn: 9, seat: 1, answer: 'WAIT', line: null, ...cost } });
  expect(body.textContent).toBe('turn 9: 12.3 ± 4.0 HP, likely; better MOVE 1 2 | WAIT');
  expect(body.querySelector('a')!.getAttribute('href')).toBe('/matches/0123456789abcdef0123#t=9&seat=1');
});

test('one without a known mistake, and one that is not analysed, say so', () => {
  expect(show({ unit: 'HP' }).textContent).toBe('no mistakes found');
  expect(show(undefined).textContent).toBe('not analysed');
});
