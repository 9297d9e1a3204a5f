// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { Player } from '../player/player';
import { Mistakes, made, words } from './analysis';

afterEach(() => render(null, document.body));

const report = {
  ...{
    game: 'x',
    match: 'm',
    judge: 'search',
    seconds: 8.2,
    scale: 1,
    unit: 'gold',
    curve: [],
    costs: [],
    answers: 2,
  },
  examined: 0.281,
};

const ended = { state: 'done' as const, share: 0, seconds_left: 0 };

test('an analysis says how far it is, and what it was', () => {
  expect(words({ state: 'queued', share: 0, seconds_left: 14 })).toBe(
    'waiting for others, 14 s left at most',
  );
  expect(words({ state: 'running', share: 0.5, seconds_left: 4.1 })).toBe('thinking, 5 s left at most');
  expect(words({ ...ended, state: 'failed', why: 'no judge' })).toBe('no judge');
  expect(words({ ...ended, report })).toBe('28 % of the answers examined in 8 s');
});

test('a judge of values alone has examined positions', () => {
  const of = (values_only: boolean) => words({ ...ended, report: { ...report, examined: 0, values_only } });
  expect(of(true)).toBe('positions judged in 8 s');
  expect(of(false)).toBe('0 % of the answers examined in 8 s'); // it has not come to costs so far
});

test('answers without costs say what they brought, beside the best plan', () => {
  const curve = [{ turn: 1, value: 900, error: 0 }];
  const of = (result: number) => made({ ...report, curve, results: [result] });
  expect(of(640)).toBe('The answer brought 640 gold; the best plan that was found brings 900, 260 more.');
  expect(of(900)).toBe('The answer brought 900 gold, and no plan was found that brings more.');
  expect(made(report)).toBe('');
});

test('the answers that cost most are listed, the costliest first, with how sure that is', () => {
  const answer = { seat: 0, answer: 'A', best: 'B', line: null };
  const costs = [
    { ...answer, turn: 7, cost: 0.4, error: 0.2, sure: 'likely' as const },
    { ...answer, turn: 3, cost: 0.1, error: 0.2, sure: 'unclear' as const },
  ];
  const player = new Player();
  player.setAnalysis({ ...report, examined: 1, costs });
  act(() => render(<Mistakes player={player} />, document.body));
  const items = [...document.querySelectorAll('.mistakes li')];
  expect(
    items.map((li) => [...li.querySelectorAll('button, b, p > span, dd')].map((e) => e.textContent)),
  ).toEqual([
    ['turn 7', '0.40 ± 0.20', 'likely', 'A', 'B'],
    ['turn 3', '0.10 ± 0.20', 'unclear', 'A', 'B'],
  ]);
  act(() => player.setAnalysis({ ...report, examined: 1, costs: [] }));
  expect(document.querySelector('p')?.textContent).toBe('No mistakes found.');
});
