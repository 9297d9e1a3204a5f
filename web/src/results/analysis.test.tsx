// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { Player } from '../player/player';
import { Falls, Mistakes, made, mostly, words } from './analysis';

afterEach(() => render(null, document.body));

const report = {
  ...{ game: 'x', match: 'm', judge: 'search', seconds: 8.2, scale: 1, unit: 'gold', worst: [], turns: [] },
  examined: 0.281,
};

const ended = { state: 'done' as const, share: 0, seconds_left: 0 };

test('an analysis says how far it is, and what it was', () => {
  expect(words({ state: 'queued', share: 0, seconds_left: 14 })).toBe(
    'waiting for others, 14 s left at most',
  );
  expect(words({ state: 'running', share: 0.5, seconds_left: 4.1 })).toBe('thinking, 5 s left at most');
  expect(words({ ...ended, state: 'failed', why: 'no judge' })).toBe('no judge');
  expect(words({ ...ended, report })).toBe('28 % of the answers examined in 8 s: search');
});

test('a judge that gives no marks has examined positions alone', () => {
  const turn = { turn: 1, seat: 0, value: 900, error: null, regret: null, regret_error: null };
  const turns = [{ ...turn, mark: null, answer: '', best: '', line: null }];
  const of = (error: number | null) =>
    words({ ...ended, report: { ...report, examined: 0, turns: turns.map((t) => ({ ...t, error })) } });
  expect(of(null)).toBe('positions judged in 8 s: search');
  expect(of(30)).toBe('0 % of the answers examined in 8 s: search'); // it has not come to costs so far
});

test('answers without costs say what they brought, beside the best plan', () => {
  const turn = { turn: 1, seat: 0, value: 900, error: null, regret: null, regret_error: null };
  const turns = [{ ...turn, mark: null, answer: '', best: '', line: null }];
  const of = (result: number) => made({ ...report, turns, examined: 0, results: [result] });
  expect(of(640)).toBe('The answer brought 640 gold; the best plan that was found brings 900, 260 more.');
  expect(of(900)).toBe('The answer brought 900 gold, and no plan was found that brings more.');
  expect(made({ ...report, examined: 0 })).toBe('');
});

test('after the marked answers comes the one without a mark that seems to have cost most', () => {
  const turn = { seat: 0, value: 0.9, error: 0.1, answer: 'A', best: 'B', line: null };
  const marked = { ...turn, turn: 3, mark: 'blunder', regret: 0.4, regret_error: 0.2 };
  const unsure = { ...turn, turn: 7, mark: null, regret: 0.19, regret_error: 0.18 };
  const unknown = { ...unsure, regret_error: 0.2 };
  const show = (...turns: (typeof marked | typeof unsure)[]) => {
    const player = new Player();
    player.setAnalysis({ ...report, examined: 1, turns });
    act(() => render(<Mistakes player={player} />, document.body));
    return [document.querySelectorAll('.mistakes tbody tr').length, document.querySelector('p')?.textContent];
  };
  const words = 'turn 7 seems to have cost most: 0.19 ± 0.18 gold. A longer analysis may tell.';
  expect(show(marked, unsure)).toEqual([1, `Of the answers without a mark, that of ${words}`]);
  expect(show(marked, unknown)).toEqual([1, undefined]);
  expect(show(unsure)).toEqual([0, `No answer is known to be a mistake. That of ${words}`]);
});

test('falls say what they are of, and what was tried, and claim no more', () => {
  const fall = { seat: 1, from: 18, to: 22, before: 0.58, after: 0.29 };
  const own = { lost: 0.01, error: 0.05 };
  const luck = { ...fall, own, cause: 'luck' as const };
  expect(mostly(luck, { scale: 1 })).toBe('what was revealed, or luck');
  expect(mostly(luck, { scale: 1, rest: 'luck' })).toBe('luck');
  expect(mostly({ ...luck, plans: { pairs: 48, gain: 0.01, error: 0.08 } }, { scale: 1 })).toBe(
    'what was revealed, or luck; no players known to the judge gain 0.1 by playing these turns (48 pairs)',
  );
  expect(mostly({ ...luck, plans: { pairs: 48, gain: 0.05, error: 0.08 } }, { scale: 1 })).toBe(
    'what was revealed, or luck',
  );
  expect(mostly({ ...luck, cause: 'plan', plans: { pairs: 48, gain: 0.2, error: 0.08 } }, { scale: 1 })).toBe(
    'how it played these turns: players known to the judge gain 0.2 ± 0.08 by playing them (48 pairs)',
  );
  expect(mostly({ ...luck, cause: 'answer', turn: 19 }, { scale: 1 })).toBe('its answer in turn 19');
  const player = new Player();
  player.setAnalysis({ ...report, examined: 1, falls: [luck] });
  act(() => render(<Falls player={player} />, document.body));
  const cells = [...document.querySelectorAll('.falls tbody td')].map((x) => x.textContent);
  expect(cells).toEqual(['18 to 22', '0.58 → 0.29', '0.01 ± 0.05', '?', '?', 'what was revealed, or luck']);
  const example = [{ turn: 19, given: 'WAIT 0', answer: 'MOVE 0 1 2' }];
  const plan = {
    ...fall,
    own,
    cause: 'plan' as const,
    plans: { pairs: 48, gain: 0.2, error: 0.08, example },
  };
  act(() => player.setAnalysis({ ...report, examined: 1, falls: [plan] }));
  expect(document.querySelector('summary')?.textContent).toBe(
    'How one of these players played turns 18 to 22, where it differs',
  );
  const played = [...document.querySelectorAll('details tbody td')].map((x) => x.textContent);
  expect(played).toEqual(['19', 'WAIT 0', 'MOVE 0 1 2']);
});
