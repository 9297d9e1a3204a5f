// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { Puzzle, PuzzleSet } from '../api/types';
import { names } from './names';
import { LastRun, lastRun, oneLine, PuzzlesTable, RunsTable, verdict } from './puzzles';

afterEach(() => render(null, document.body));

const id = '0123456789abcdef0123';
const puzzle: Puzzle = {
  name: 'a',
  match: id,
  stored: true,
  turn: 17,
  seat: 1,
  recorded: 'MOVE 0 3 4\nWAIT 1',
  best: 'FIRE 0',
  gain: { gain: 0.314, error: 0.12, pairs: 40 },
  answers: [
    { bot: 'mine@2', answer: 'FIRE 0', is: 'best' },
    { bot: 'mine@1', answer: 'MOVE 0 3 4\nWAIT 1', is: 'mistake' },
    { bot: 'old@1', answer: '', is: 'refused', why: 'it crashed' },
    { bot: 'older@1', answer: 'WAIT', is: 'other' },
  ],
};

function show(puzzles: readonly Puzzle[]): HTMLElement {
  act(() => render(<PuzzlesTable puzzles={puzzles} unit="points of winning chance" />, document.body));
  return document.body;
}

names.learn([]); // no bot is known any more

test('a position has its match and turn, the better answer with its gain, and what bots answered last', () => {
  const body = show([puzzle]);
  const link = body.querySelector('a[href*="/matches/"]')!;
  expect(link.getAttribute('href')).toBe(`/matches/${id}#t=16.01&seat=1`);
  expect(link.textContent).toBe('turn 17 of 01234567');
  expect(body.textContent).toContain('turn 17 of 01234567, seat 1');
  expect(body.textContent).toContain('MOVE 0 3 4 | WAIT 1');
  expect(body.textContent).toContain('gains 0.31 ± 0.12 points of winning chance in 40 pairs');
  const answers = [...body.querySelectorAll('.last-answers li')].map((li) => li.textContent);
  expect(answers).toEqual([
    'mine 2: FIRE 0 solved',
    'mine 1: MOVE 0 3 4 | WAIT 1 the mistake again',
    'old 1:  could not be asked: it crashed',
    'older 1: WAIT another answer',
  ]);
  expect(body.querySelector('details summary')!.textContent).toBe('1 more');
});

test('a match that the server does not have is no link', () => {
  const body = show([{ ...puzzle, stored: false, match: 'p.jsonl.gz' }]);
  expect(body.querySelector('a[href*="/matches/"]')).toBeNull();
  expect(body.textContent).toContain('turn 17 of p.jsonl.gz, seat 1');
});

test('without a better answer or answers of bots it says so', () => {
  const { best: _, gain: __, ...rest } = puzzle;
  const body = show([{ ...rest, answers: [], recorded: '' }]);
  expect(body.textContent).toContain('not known');
  expect(oneLine('')).toBe('none');
});

test('costs are told in the unit of the game', () => {
  const cost = { regret: 12.34, regret_error: 3, best: '' };
  expect(verdict({ bot: 'a', answer: 'W', is: 'other', cost }, 'HP')).toBe(
    'another answer, cost 12.3 ± 3.0 HP',
  );
});

test('the sums link to bots that the server knows, and have a cost only where a judge was asked', () => {
  const run = { known: true, at: '2026-01-02T03:04:05Z', asked: 3, same: 1, best: 2, other: 0 };
  const none = { refused: 0, failed: 0, judged: 0, cost: 0, cost_error: 0 };
  const set: PuzzleSet = {
    name: 's',
    game: 'flames',
    count: 3,
    unit: 'HP',
    runs: [
      { bot: 'mine@2', ...run, ...none },
      { bot: 'gone@1', ...run, ...none, known: false },
    ],
  };
  act(() => render(<RunsTable set={set} />, document.body));
  expect([...document.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual([
    '/bots/flames/mine%402',
  ]);
  expect(document.body.textContent).not.toContain('Cost');
  const judged = { ...set, runs: [{ bot: 'mine@2', ...run, ...none, judged: 3, cost: 4.5, cost_error: 2 }] };
  act(() => render(<RunsTable set={judged} />, document.body));
  expect(document.body.textContent).toContain('Cost, HP');
  expect(document.body.textContent).toContain('4.5 ± 2.0');
});

test('the last run has each bot that was asked then, as they were named', () => {
  const run = { known: true, asked: 3, other: 0, refused: 0, failed: 0, judged: 0, cost: 0, cost_error: 0 };
  const at = '2026-01-02T03:04:05Z';
  const set: PuzzleSet = {
    name: 's',
    game: 'flames',
    count: 3,
    unit: 'HP',
    runs: [
      { ...run, bot: 'old@1', at, same: 3, best: 0 },
      { ...run, bot: 'new@2', at, same: 1, best: 2 },
      { ...run, bot: 'before@0', at: '2026-01-01T03:04:05Z', same: 3, best: 0 },
    ],
  };
  act(() => render(<LastRun runs={lastRun(set)} />, document.body));
  expect([...document.querySelectorAll('li')].map((li) => li.textContent)).toEqual([
    'old 1: 0 of 3 solved, the mistake again in 3',
    'new 2: 2 of 3 solved, the mistake again in 1',
  ]);
  expect(lastRun({ ...set, runs: [] })).toEqual([]);
});
