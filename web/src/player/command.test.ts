import { expect, test } from 'vitest';
import { playCommand } from './command';

test('the command that plays a match again', () => {
  const header = {
    replay: 1,
    arbiter: '1',
    game: 'ctf',
    rules: 1,
    seed: '-5',
    seats: [
      { name: 'a', bot: 'builtin:ctf/greedy' },
      { name: 'b', bot: "python3 it's.py" },
    ],
    limits: { first_ms: 0, turn_ms: 0 },
    played_at: '',
    start: '',
  };
  expect(playCommand(header)).toBe("arbiter play ctf builtin:ctf/greedy 'python3 it'\\''s.py' --seed=-5");
  const person = { name: 'human', bot: 'human' };
  expect(playCommand({ ...header, seats: [header.seats[0]!, person] })).toBe(
    'arbiter play ctf builtin:ctf/greedy --human --seat 1 --seed=-5',
  );
  expect(playCommand({ ...header, setup: {} })).toMatch(/--setup setup.json$/); // a position instead of a seed
});
