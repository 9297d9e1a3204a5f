// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { Games, Line, Standings } from '../api/types';
import { againstOf, BotRecord } from './botrecord';

afterEach(() => render(null, document.body));

const games = (wins: number, draws: number, losses: number): Games => ({ wins, draws, losses });

function line(bot: string, of: Games, seats: Games[]): Line {
  return { bot, games: of, seats, elo: 10, elo_error95: 5, place: 1 } as Line;
}

// Against a the bot lost one game from seat 0 and won two from seat 1; against b it lost three from seat 0.
const own = {
  lines: [
    line('a@1', games(1, 0, 2), [games(0, 0, 2), games(1, 0, 0)]),
    line('mine@1', games(2, 0, 4), [games(0, 0, 4), games(2, 0, 0)]),
    line('b@1', games(3, 0, 0), [games(0, 0, 0), games(3, 0, 0)]),
  ],
} as Standings;

test("an opponent's games are turned round, and so are its seats", () => {
  expect(againstOf(own, 'mine@1')).toEqual([
    { opponent: 'b@1', games: games(0, 0, 3), seats: [games(0, 0, 3), games(0, 0, 0)] },
    { opponent: 'a@1', games: games(2, 0, 1), seats: [games(0, 0, 1), games(2, 0, 0)] },
  ]);
});

test('each number leads to its matches', () => {
  act(() => render(<BotRecord game="domain" bot="mine@1" own={own} ratings={undefined} />, document.body));
  const links = [...document.querySelectorAll('a')].map((a) => decodeURIComponent(a.getAttribute('href')!));
  expect(links).toContain('/matches?game=domain&filter=opponent=b@1&bot=mine@1&result=lost');
  expect(links).toContain('/matches?game=domain&filter=seat=0,opponent=b@1&bot=mine@1&result=lost');
  expect(links).toContain('/matches?game=domain&filter=seat=1&bot=mine@1&result=won');
});

test('a bot that met nobody has no table', () => {
  act(() =>
    render(
      <BotRecord
        game="domain"
        bot="mine@1"
        own={{ lines: [] } as unknown as Standings}
        ratings={undefined}
      />,
      document.body,
    ),
  );
  expect(document.body.textContent).toBe('No games against other bots yet.');
});
