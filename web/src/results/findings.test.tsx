// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BisectFindings, Findings, HistoryCommit, HistoryFindings } from '../api/types';
import { eventually } from '../testing';
import { searchesOf } from './commits';
import { FindingsPart, FindingsResult } from './findings';
import { runsOf } from './strengthplot';

const id = (n: number) => String(n).repeat(40);

const version = (n: number, elo: number | null, more: Partial<HistoryCommit> = {}): HistoryCommit => ({
  commit: id(n),
  subject: `change ${n}`,
  state: elo === null ? 'not built' : 'played',
  games: elo === null ? 0 : 40,
  ...(elo === null ? {} : { bot: `mine@${n}` }),
  elo,
  elo_error95: elo === null ? null : 20,
  elo_band: elo === null ? null : 30,
  ...more,
});

const history: HistoryFindings = {
  answer: 'undecided',
  game: 'keeper',
  path: 'bots/mine',
  band: 20,
  widest_band: 30,
  factor: 2.3,
  elo: -100,
  elo_error95: 30,
  games: 160,
  seconds: 3,
  sentence: 'The 4 versions are not known within 20 Elo yet.',
  commits: [version(1, 50), version(2, 40), version(3, null), version(4, -40), version(5, -50)],
  changes: [
    {
      before: id(2),
      commit: id(4),
      group: [id(3), id(4)],
      marked: true,
      probability: 0.99,
      elo: -80,
      elo_error95: 20,
    },
  ],
  games_left: 300,
  seconds_left: 120,
};

const bisect: BisectFindings = {
  commit: id(2),
  probability: 0.97,
  elo: -60,
  elo_error95: 20,
  answer: 'named',
  game: 'keeper',
  path: 'bots/mine',
  games: 80,
  seconds: 3,
  sentence: 'Commit 2 made the bot weaker.',
  good: { commit: id(1), subject: 'change 1', probability: 0, state: 'played', bot: 'mine@1', games: 40 },
  commits: [
    { commit: id(2), subject: 'change 2', probability: 0.97, state: 'played', bot: 'mine@2', games: 40 },
    { commit: id(3), subject: 'change 3', probability: 0.03, state: 'not played', games: 0 },
  ],
};

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
});

afterEach(() => {
  render(null, document.body);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function shown(of: Partial<Findings>, state: 'running' | 'done' = 'running'): Promise<HTMLElement> {
  const findings = { tournament: 'of commits', changed_at: new Date().toISOString(), ...of };
  const props = { findings, tournament: { id: 'of commits', state } };
  const page = (
    <>
      <FindingsResult {...props} />
      <FindingsPart {...props} />
    </>
  );
  await act(async () => render(page, document.body));
  return document.body;
}

test('a history has a point for each version that has played, and a gap in the band for others', async () => {
  const page = await shown({ history });
  expect(page.querySelectorAll('.point').length).toBe(4);
  expect(page.querySelectorAll('.band').length).toBe(2);
  expect(runsOf(history.commits!).map((run) => run.map((p) => p.at))).toEqual([
    [0, 1],
    [3, 4],
  ]);
  expect(page.querySelector('.loss text')!.textContent).toContain('−80');
  expect(page.textContent).toContain('300 games, 2 min');
});

test('a history says what its newest version has won, drawn and lost', async () => {
  const of = (bot: string, wins: number) => ({ bot, games: { wins, draws: 2, losses: 3 } });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response(JSON.stringify({ lines: [of('mine@4', 9), of('mine@5', 7)] }));
  });
  const page = await shown({ history });
  const fact = () =>
    [...page.querySelectorAll('.result .facts div')].find((d) => d.textContent!.startsWith('Won-drawn-lost'));
  await eventually(() => expect(fact()?.textContent).toBe('Won-drawn-lost of the newest7-2-3'));
  expect(asked).toContain('/api/tournaments/of%20commits/standings');
});

test('a commit leads to its matches, one without matches to nothing', async () => {
  const page = await shown({ history });
  const rows = [...page.querySelectorAll('tbody tr')];
  expect(rows.at(-1)!.querySelector('a')!.getAttribute('href')).toBe(
    '/matches?tournament=of+commits&bot=mine%401',
  );
  expect(rows[2]!.querySelector('a')).toBeNull();
});

test('a marked change and a suspected part have the command that looks closer', () => {
  const suspected = [{ before: id(1), commit: id(2), probability: 0.6, gain: true }];
  expect(searchesOf({ ...history, path: "it's mine", suspected }).map((s) => s.command)).toEqual([
    "arbiter bisect keeper --good 222222222222 --bad 444444444444 --path 'it'\\''s mine'",
    "arbiter bisect keeper --good 111111111111 --bad 222222222222 --path 'it'\\''s mine' --gain",
  ]);
});

test('what has ended says why, and not what is left', async () => {
  const page = await shown({ history: { ...history, why: 'Time limit reached.' } }, 'done');
  expect(page.textContent).toContain('Time limit reached.');
  expect(page.textContent).not.toContain('300 games');
});

test('a command that is silent for minutes may have ended', async () => {
  const old = new Date(Date.now() - 600_000).toISOString();
  expect((await shown({ history, changed_at: old }, 'done')).textContent).toContain(
    'Run it again to resume.',
  );
  expect((await shown({ history, changed_at: old }, 'running')).textContent).not.toContain('Run it again');
});

test('a result is coloured by what was found, and has what is statistical folded', async () => {
  const tone = () => document.querySelector('.result')!.className;
  const page = await shown({ bisect });
  expect(tone()).toBe('result bad');
  expect(page.querySelector('.result .sentence')!.textContent).toBe('Commit 2 made the bot weaker.');
  expect(page.textContent).not.toContain('At 95 %');
  await act(async () => page.querySelector<HTMLButtonElement>('.result button[aria-expanded]')!.click());
  expect(page.textContent).toContain('At 95 % it is named.');
  await shown({ bisect: { ...bisect, answer: 'no loss' } });
  expect(tone()).toBe('result fine');
  await shown({ history });
  expect(tone()).toBe('result muted');
  expect(document.querySelector('.result progress')!.getAttribute('max')).toBe('460');
});

test('a bisect that found no loss suspects no commit', async () => {
  const page = await shown({
    bisect: { ...bisect, answer: 'no loss', sentence: 'No loss in all of 2 commits.' },
  });
  expect(page.querySelectorAll('.suspicion').length).toBe(0);
  expect(page.querySelectorAll('tbody tr').length).toBe(3);
  expect(page.textContent).not.toMatch(/97.0 %|Probability|known to be good/);
});

test('a bisect marks the commit that it names, and lists the good one', async () => {
  const page = await shown({ bisect });
  const bars = [...page.querySelectorAll('.suspicion')];
  expect(bars.map((b) => b.classList.contains('loss'))).toEqual([true, false]);
  const rows = [...page.querySelectorAll('tbody tr')].map((r) => r.textContent);
  expect(rows[0]).toContain('known to be good');
  expect(rows[1]).toContain('97.0 %');
  expect(rows[2]).toContain('not played');
});
