// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { BotReport } from '../api/types';
import { keepCommand, reportCommand, WholeReport } from './botreport';

afterEach(() => render(null, document.body));

const id = '0123456789abcdef0123';
const report: BotReport = {
  bot: 'mine@1',
  game: 'ctf',
  unit: 'points of winning chance',
  matches: 4,
  versions: [{ bot: 'mine@1', matches: 4 }],
  analysed: 0,
  lost: 12,
  unexplained: 9,
  sentence:
    'It lost 12.0 points of winning chance in 20 matches, of which 3.0 are explained below and 9.0 are not.',
  causes: [],
  opponents: [{ bot: 'boss@2', matches: 4, lost: 2.5 }],
  faults: [],
  worst: [],
  slow: {
    answers: 90,
    slow: 0,
    starved: 1,
    slowest: [{ match: id, turn: 7, seat: 1, wall_ms: 40, cpu_ms: 1, limit_ms: 50, starved: true }],
  },
};

function show(r: BotReport): HTMLElement {
  act(() => render(<WholeReport report={r} game="ctf" />, document.body));
  return document.body;
}

const caption = (body: HTMLElement) => [...body.querySelectorAll('caption')].map((c) => c.textContent);

test('without an analysis the report says so, and has opponents and slow answers', () => {
  const body = show(report);
  expect(caption(body)).toEqual(['Points lost by opponent', 'Slowest answers']);
  expect(body.textContent).toContain('none of the latest 4 matches is analysed');
  expect(body.textContent).toContain(reportCommand(report, location.origin));
  expect(reportCommand({ ...report, bot: 'boss?level=1@2' }, 'http://x')).toBe(
    "arbiter analyse 'boss?level=1@2' --game ctf --budget 5s --server http://x",
  );
  expect(body.textContent).toContain(
    '1 of 90 answers took more than half of their limit: 0 slow and 1 starved ones.',
  );
  const slowest = body.querySelector('a[href*="/matches/"]')!;
  expect(slowest.getAttribute('href')).toBe(`/matches/${id}#t=6.01&seat=1`);
  expect(slowest.textContent).toBe('turn 7 of 01234567'); // links name their matches
});

test('a report whose judge tells no costs says so', () => {
  const unpriced = 'The judge of heropath tells no costs of answers.';
  const body = show({ ...report, unpriced });
  expect(body.textContent).toContain(unpriced);
  expect(body.textContent).not.toContain('None of the latest');
});

const example = (turn: number, better: string) => ({ match: id, turn, seat: 1, answer: 'WAIT 0', better });
const habit = {
  kind: 'habit' as const,
  text: 'In 9 of 9 turns, it stayed.',
  points: 2.54,
  unit: 'points of winning chance',
  matches: 3,
  examined: 0.75,
  examples: [example(3, 'FIRE 0 | -1\nWAIT 1'), example(8, '')],
};

test('it begins with why the bot loses: each sentence has its size, what was examined, and turns with what was possible', () => {
  const body = show({ ...report, causes: [habit] });
  const [first] = body.querySelectorAll('.causes > li');
  expect(first!.textContent).toContain('In 9 of 9 turns, it stayed.');
  expect([...first!.querySelectorAll('dd')].map((d) => d.textContent)).toEqual([
    'up to 2.5 points of winning chance', // as the sentence of a habit says
    '3 of 4',
    '75 %',
  ]);
  expect([...first!.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual([
    `/matches/${id}#t=2.01&seat=1`,
    `/matches/${id}#t=7.01&seat=1`,
  ]);
  expect([...first!.querySelectorAll('code')].map((c) => c.textContent)).toEqual([
    'WAIT 0',
    'FIRE 0 | -1 | WAIT 1',
    'WAIT 0',
    `arbiter puzzle add mistakes ${id} --turn 3 --seat 1 --server ${location.origin}`, // nobody says that it is better
  ]);
});

test('the command that keeps an example can be typed, whatever the answer is', () => {
  const command = (better: string) => keepCommand(example(3, better), 'http://x');
  expect(command('-1 2 U')).toBe(
    `arbiter puzzle add mistakes ${id} --turn 3 --seat 1 --best-answer='-1 2 U' --server http://x`,
  );
  expect(command('a\nb')).toContain("--best-answer=$'a\\012b' ");
  expect(command('$(rm -rf /)')).toContain("--best-answer='$(rm -rf /)' ");
});

test('a sentence without a better answer has no command, and a report says how much it explains', () => {
  const body = show({ ...report, causes: [{ ...habit, examples: [example(8, '')] }] });
  expect(body.querySelector('.commands')).toBeNull();
  expect(show(report).textContent).toContain('of which 3.0 are explained below');
});
