// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../testing';
import { CheckPage } from './check';

vi.mock('../ui/chart', () => ({
  Chart: ({ curves }: { curves: { name: string }[] }) => <p>{curves.map((c) => c.name).join('; ')}</p>,
})); // jsdom has no canvas
vi.mock('../api/feed', () => ({ useFeed: () => ({ playing: [], version: 0, connected: true }) }));

afterEach(() => {
  render(null, document.body);
  vi.unstubAllGlobals();
});

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
  answer: 'not proven',
  tournament: { id: 'ci', game: 'keeper', state: 'done', matches: 80 },
  question: { elo0: -20, elo1: 0, alpha: 0.045, beta: 0.03, model: 'logistic' },
  found: {
    estimate,
    games,
    trials: 40,
    llrs: [],
    matches: 80,
    distinct: 80,
    faults: {},
    test: { llr: 0, lower: -3, upper: 3, decision: 'undecided' },
  },
};

async function shown(check: object): Promise<HTMLElement> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(check)));
  render(null, document.body);
  await act(async () =>
    render(<CheckPage params={{ id: 'ci' }} query={new URLSearchParams()} />, document.body),
  );
  await eventually(() => expect(document.body.querySelector('.verdict')).not.toBeNull());
  return document.body;
}

async function unfold(page: HTMLElement): Promise<void> {
  await act(async () => void page.querySelector<HTMLButtonElement>('button[aria-expanded]')!.click());
}

test('a check without scores, opponents and void starts shows none', async () => {
  const page = await shown(base);
  const headings = [...page.querySelectorAll('h2')].map((h) => h.textContent);
  expect(headings).toEqual([]);
  expect(page.textContent).toContain('How was this decided?');
  expect(page.querySelector('.result .sentence')!.textContent).toBe('not proven');
  expect(page.textContent).not.toContain('left out');
});

test('a check shows its evidence, what decided, scores, swings with links, opponents and voids', async () => {
  const swing = { start: { seed: '7' }, candidate: 900, baseline: 100 };
  const page = await shown({
    ...base,
    notes: ['Score and Elo disagree: a note.'],
    sentence: 'Weaker by at least 77 Elo: about 10 of 100 points against the baseline.',
    found: {
      ...base.found,
      by: 'betting',
      matches: 80,
      distinct: 78,
      left_out: 2,
      scores: { starts: 40, candidate: 1752, baseline: 351, difference: 1401, difference_error95: 90 },
      gains: [swing],
      losses: [{ ...swing, start: { seed: '0', setup: 'abcdef0123456789', name: '007' }, candidate: 1 }],
      opponents: { 'boss@3': { candidate: games, baseline: games } },
    },
  });
  expect(page.textContent).not.toContain('test by betting');
  await unfold(page);
  const text = page.textContent!;
  for (const want of [
    'test by betting',
    '78 distinct games of 80, on 40 starts',
    '+1,401 ± 90',
    'Score and Elo disagree: a note.',
    'Weaker by at least 77 Elo: about 10 of 100 points against the baseline.',
    'Starts left out',
    'Boss',
  ])
    expect(text).toContain(want);
  const titles = [...page.querySelectorAll('h3')].map((h) => h.textContent);
  expect(titles).toEqual(['Largest gains', 'Largest losses']); // a phone shows no titles of columns
  const links = [...page.querySelectorAll('a')].map((a) => [a.textContent, a.getAttribute('href')]);
  expect(links).toContainEqual(['seed 7', '/matches?tournament=ci&filter=seed%3D7']);
  expect(links).toContainEqual(['007', '/matches?tournament=ci']);
});

test('a lopsided check has a bound of its Elo, and its Elo where there is one', async () => {
  const of = async (elo: number | null, score: number) => {
    const estimate = { ...base.found.estimate, elo, elo_error95: null, score };
    const page = await shown({ ...base, found: { ...base.found, estimate, elo_bound: 251.6 } });
    return [...page.querySelectorAll('.facts div')].find((d) => d.textContent!.startsWith('Elo'))
      ?.textContent;
  };
  expect(await of(null, 0)).toBe('Elo differenceat least 252 less');
  expect(await of(604, 0.97)).toBe('Elo difference+604, at least 252 more');
});

test('a check opens with its sentence and answers in the words of its question', async () => {
  const page = await shown({
    ...base,
    answer: 'stronger',
    sentence: 'Stronger: about 60 of 100 points against the baseline (53 to 66).',
    question: { ...base.question, elo0: 0, elo1: 20 },
  });
  const result = page.querySelector('.result.fine')!;
  expect(result.querySelector('.sentence')!.textContent).toBe(
    'Stronger: about 60 of 100 points against the baseline (53 to 66).',
  );
  expect(result.querySelector('.verdict')!.textContent).toContain('stronger');
  expect(result.textContent).toContain('new 1 against old 2');
  expect(page.textContent).not.toContain('regression');
});

test('the figure is that of the test that decided, and is folded', async () => {
  const page = await shown({
    ...base,
    answer: 'weaker',
    found: { ...base.found, by: 'betting' },
    path: { by: 'betting', from: 1, values: [1, 3, 5.4], upper: 5.298317 },
  });
  expect(page.textContent).not.toMatch(/LLR|alpha|H0|stake|betting/);
  await unfold(page);
  expect(page.textContent).toContain('weaker at 5.3, a stake that became 200');
  expect(page.textContent).toContain('alpha 4.5 %');
});

test('pairs are counted by outcome, and a running check says how far it has come and is stopped', async () => {
  const asked: string[] = [];
  const running = {
    ...base,
    tournament: { ...base.tournament, state: 'running' },
    found: { ...base.found, trials: 10, more: 15, pairs: { ll: 1, ld: 2, dd: 3, wd: 4, ww: 0 } },
  };
  const page = await shown(running);
  await unfold(page);
  const rows = [...page.querySelectorAll('.outcomes tr')].map((r) => r.textContent);
  expect(rows).toEqual(['2 of 2 points0', '1½4', '13', '½2', '01']);
  expect(page.textContent).toContain('10 of about 25 pairs');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url}`);
    return new Response('{}');
  });
  const stop = [...page.querySelectorAll('button')].find((b) => b.textContent === 'Stop')!;
  await act(async () => stop.click());
  expect(asked).toEqual(['POST /api/tournaments/ci/pause']);
});

test('the worst matches are links to their decisive turns', async () => {
  const worst = [
    { match: 'a'.repeat(20), start: { seed: '1', name: '24-50' }, seat: 1, fault: false, deficit: 7 },
    { match: 'b'.repeat(20), start: { seed: '2', name: 'seed 2' }, seat: 0, fault: true, deficit: 0 },
  ];
  const page = await shown({ ...base, worst });
  const items = [...page.querySelectorAll('li')].map((l) => l.textContent);
  expect(items).toEqual(['24-50: lost by 7 in seat 1', 'seed 2: a fault in seat 0']);
  const hrefs = [...page.querySelectorAll('li a')].map((a) => a.getAttribute('href'));
  expect(hrefs[0]).toBe(`/matches/${'a'.repeat(20)}#t=decisive&seat=1`);
});

test('a result too lopsided for an estimate shows no empty one', async () => {
  const found = { ...base.found, estimate: { ...estimate, elo: null, elo_error95: null } };
  expect((await shown({ ...base, found })).textContent).not.toContain('Elo difference');
  expect((await shown(base)).textContent).toContain('Elo difference');
});
