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

test('words of a replay are no options and hold nothing that a terminal obeys', () => {
  const command = (bot: string) =>
    playCommand({
      replay: 1,
      arbiter: '1',
      game: 'keeper',
      rules: 1,
      seed: '1',
      seats: [{ name: 'a', bot }],
      limits: { first_ms: 0, turn_ms: 0 },
      played_at: '',
      start: '',
    });
  expect(command('--isolation=off')).toBe('arbiter play keeper ./--isolation=off --seed=1');
  expect(command("it's\u0003\ntouch x\\")).toBe(
    "arbiter play keeper $'it\\'s\\003\\012touch x\\\\' --seed=1",
  );
  expect(command('a\u202eb')).toBe("arbiter play keeper $'a\\342\\200\\256b' --seed=1");
  expect(command('日本')).toBe("arbiter play keeper '日本' --seed=1");
});
