import { expect, test } from 'vitest';
import { Values } from '../ui/form';
import { forecast, planOf } from './newtournament';

function starts(fields: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const { seeds, openings, book } = planOf('domain', new Values(data));
  return { seeds, openings, book };
}

test('the starts are seeds, openings where the form has them, or a book instead', () => {
  expect(starts({ seeds: '1..10' })).toEqual({ seeds: '1..10' });
  expect(starts({ openings: '2352' })).toEqual({ openings: 2352 });
  expect(starts({ seeds: '1..10', book: 'mine' })).toEqual({ book: 'mine' });
  expect(starts({ openings: '10', book: 'mine' })).toEqual({ book: 'mine' });
});

test('a forecast is in words: matches and minutes, where the end is known and the game has been played', () => {
  expect(forecast({ matches: 840, exact: true, match_ms: 571 })).toBe('840 matches, about 8 min.');
  expect(forecast({ matches: 18, exact: false })).toBe('About 18 matches.');
  expect(forecast({ matches: 0, exact: false, match_ms: 5 })).toBe('It plays on until it is paused.');
});
