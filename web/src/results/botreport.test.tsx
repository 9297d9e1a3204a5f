// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { BotReport } from '../api/types';
import { ReportTables } from './botreport';

afterEach(() => render(null, document.body));

const id = '0123456789abcdef0123';
const report: BotReport = {
  bot: 'mine@1',
  game: 'ctf',
  matches: 4,
  analysed: 0,
  opponents: [{ bot: 'boss@2', matches: 4, lost: 2.5, answers: { answers: 0, costly: 0, cost: 0 } }],
  faults: [],
  phases: [],
  situations: [],
  worst: [],
  slow: {
    answers: 90,
    slow: 0,
    starved: 1,
    slowest: [{ match: id, turn: 7, seat: 1, wall_ms: 40, cpu_ms: 1, limit_ms: 50, starved: true }],
  },
};

function show(r: BotReport): HTMLElement {
  act(() => render(<ReportTables report={r} game="ctf" />, document.body));
  return document.body;
}

const caption = (body: HTMLElement) => [...body.querySelectorAll('caption')].map((c) => c.textContent);

test('without an analysis the report says so, and has opponents and slow answers', () => {
  const body = show(report);
  expect(caption(body)).toEqual(['Points lost by opponent', 'Slowest answers']);
  expect(body.textContent).toContain('None of the latest 4 matches is analysed');
  expect(body.textContent).toContain(
    '1 of 90 answers took more than half of their limit: 0 slow and 1 starved ones.',
  );
  expect(body.querySelector('a[href*="/matches/"]')!.getAttribute('href')).toBe(`/matches/${id}#t=7&seat=1`);
});

test('the most costly answers link to their turns, with phase and situation', () => {
  const share = (name: string) => ({ name, answers: 9, costly: 2, cost: 0.75 });
  const body = show({
    ...report,
    analysed: 2,
    phases: [share('opening'), share('middle'), share('end')],
    situations: [share('alone against two or more')],
    worst: [
      {
        match: id,
        turn: 12,
        seat: 0,
        phase: 'middle',
        situations: ['own flag taken'],
        answer: 'WAIT 0',
        cost: { regret: 0.4, regret_error: 0.1, mark: 'blunder', best: 'MOVE 0 3 4' },
      },
    ],
  });
  expect(caption(body)).toEqual([
    'Points lost by opponent',
    'Cost by phase',
    'Cost by situation',
    'Most costly answers',
    'Slowest answers',
  ]);
  const worst = body.querySelectorAll('table')[3]!;
  expect(worst.querySelector('a')!.getAttribute('href')).toBe(`/matches/${id}#t=12&seat=0`);
  expect(worst.textContent).toContain('0.4 blunder');
  expect(worst.textContent).toContain('own flag taken');
});
