import { expect, test } from 'vitest';
import { Values } from '../ui/form';
import { requestOf } from './newcheck';

function form(fields: Record<string, string>): Values {
  const data = new FormData();
  for (const [name, value] of Object.entries({ name: 'ci', candidate: 'new', baseline: 'old', ...fields }))
    data.append(name, value);
  return new Values(data);
}

const bots = { name: 'ci', game: 'keeper', candidate: 'new', baseline: 'old' };

test('empty fields are omitted, so that the defaults of the server apply', () => {
  const empty = { by: 'wins', elo0: '', elo1: '', max_games: '', seeds: '' };
  expect(requestOf('keeper', form(empty))).toEqual(bots);
});

test('a check by score has a margin', () => {
  const fields = { by: 'score', margin: '2.5', seeds: '1..60' };
  expect(requestOf('keeper', form(fields))).toEqual({ ...bots, by: 'score', margin: 2.5, seeds: '1..60' });
});

test('the question is sent as one, so that few starts widen it; numbers only as typed under Advanced', () => {
  expect(requestOf('keeper', form({ question: 'loss' }))).toEqual(bots);
  expect(requestOf('keeper', form({ question: 'large' }))).toEqual({ ...bots, quick: true });
  expect(requestOf('keeper', form({ question: 'gain', elo1: '35' }))).toEqual({
    ...bots,
    prove: 'stronger',
    elo1: 35,
  });
});

test('seats are sent where the game allows several numbers', () => {
  expect(requestOf('keeper', form({ seats: '3' }))).toEqual({ ...bots, seats: 3 });
});
