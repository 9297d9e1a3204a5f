// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../testing';
import { CheckPage } from './check';

vi.mock('../ui/chart', () => ({ Chart: () => null })); // jsdom has no canvas
vi.mock('../api/feed', () => ({ useFeed: () => ({ playing: [], version: 0, connected: true }) }));

afterEach(() => vi.unstubAllGlobals());

const games = { wins: 4, draws: 0, losses: 36 };
const estimate = {
  elo: -380,
  elo_error95: 120,
  los: 0,
  score: 0.1,
  draw_ratio: 0,
  nelo: null,
  nelo_error95: null,
};
const base = {
  candidate: 'new@1',
  baseline: 'old@2',
  verdict: 'undecided',
  tournament: { id: 'ci', game: 'keeper', state: 'done', matches: 80 },
  test: { elo0: -20, elo1: 0, alpha: 0.045, beta: 0.03, model: 'logistic' },
  found: {
    estimate,
    games,
    trials: 40,
    llrs: [],
    faults: {},
    test: { llr: 0, lower: -3, upper: 3, verdict: 'undecided' },
  },
};

async function shown(check: object): Promise<HTMLElement> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(check)));
  const box = document.createElement('div');
  await act(async () => render(<CheckPage params={{ id: 'ci' }} query={new URLSearchParams()} />, box));
  await eventually(() => expect(box.querySelector('.verdict')).not.toBeNull());
  return box;
}

test('a check of an older server is shown without scores, opponents and void starts', async () => {
  const page = await shown(base);
  const headings = [...page.querySelectorAll('h2')].map((h) => h.textContent);
  expect(headings).toEqual(['Test']);
  expect(page.querySelector('.sentence')).toBeNull();
  expect(page.textContent).not.toContain('Void starts');
});

test('a check shows its evidence, what decided, scores, swings with links, opponents and voids', async () => {
  const swing = { start: { seed: '7' }, candidate: 900, baseline: 100 };
  const page = await shown({
    ...base,
    notes: ['Score and Elo disagree: a note.'],
    sentence: 'Weaker: about 10 of 100 points against the baseline (4 to 21).',
    found: {
      ...base.found,
      by: 'betting',
      matches: 80,
      distinct: 78,
      voids: 2,
      scores: { starts: 40, candidate: 1752, baseline: 351, difference: 1401, difference_error95: 90 },
      gains: [swing],
      losses: [{ ...swing, start: { seed: '0', setup: 'abcdef0123456789', name: '007' }, candidate: 1 }],
      opponents: { 'boss@3': { candidate: games, baseline: games } },
    },
  });
  const text = page.textContent!;
  for (const want of [
    'test by betting',
    '78 distinct games of 80, on 40 starts',
    '+1,401 ± 90',
    'Score and Elo disagree: a note.',
    'Weaker: about 10 of 100 points against the baseline (4 to 21).',
    'Void starts',
    'boss@3',
  ])
    expect(text).toContain(want);
  const links = [...page.querySelectorAll('a')].map((a) => [a.textContent, a.getAttribute('href')]);
  expect(links).toContainEqual(['seed 7', '/matches?tournament=ci&filter=seed%3D7']);
  expect(links).toContainEqual(['007', '/matches?tournament=ci']);
});
