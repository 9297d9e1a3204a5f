import { expect, test } from 'vitest';
import { Values } from '../ui/form';
import { ALL_TOURNAMENTS, countedOf, localTime, playedIn, sourcesOf } from './counted';

test('what a leaderboard counts is said in words', () => {
  expect(sourcesOf(ALL_TOURNAMENTS)).toBe('all tournaments and ladders');
  expect(sourcesOf({ ...ALL_TOURNAMENTS, tournaments: ['cup', 'open'], singles: true, humans: true })).toBe(
    'cup, open, single matches and matches played by hand',
  );
});

test('a rolling window stands beside fixed dates, and an empty one counts all', () => {
  expect(playedIn({ ...ALL_TOURNAMENTS, days: 30 })).toBe('in the last 30 days');
  expect(playedIn({ ...ALL_TOURNAMENTS, days: 1 })).toBe('in the last day');
  expect(playedIn(ALL_TOURNAMENTS)).toBe('');
  const data = new FormData();
  data.set('days', '30');
  expect(countedOf(new Values(data))).toEqual({ tournaments: [], singles: false, humans: false, days: 30 });
});

test('a time that is edited and saved unchanged stays as it was', () => {
  const time = '2026-03-29T00:30:00.000Z'; // half an hour before clocks change in Europe
  const data = new FormData();
  data.set('since', localTime(time));
  data.set('until', '');
  data.append('tournaments', 'cup');
  data.append('tournaments', '');
  expect(countedOf(new Values(data))).toEqual({
    tournaments: ['cup'],
    singles: false,
    humans: false,
    since: time,
  });
});
