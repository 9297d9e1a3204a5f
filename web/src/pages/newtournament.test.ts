import { expect, test } from 'vitest';
import { Values } from '../ui/form';
import { planOf } from './newtournament';

function starts(fields: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const { seeds, openings, tests } = planOf('domain', new Values(data));
  return { seeds, openings, tests };
}

test('the starts are seeds, openings where the form has them, or a test set instead', () => {
  expect(starts({ seeds: '1..10' })).toEqual({ seeds: '1..10' });
  expect(starts({ openings: '2352' })).toEqual({ openings: 2352 });
  expect(starts({ seeds: '1..10', tests: 'mine' })).toEqual({ tests: 'mine' });
  expect(starts({ openings: '10', tests: 'mine' })).toEqual({ tests: 'mine' });
});
