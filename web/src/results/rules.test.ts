import { expect, test } from 'vitest';
import { rulesOf } from './rules';

test.each(['ctf', 'domain', 'flames', 'heropath', 'keeper'])('%s: the rules are at hand', async (game) => {
  const rules = await rulesOf(game);
  expect(rules.intro).toMatch(/^<p>/);
  expect(rules.parts[0]).toEqual({ id: 'the-game-in-short', title: 'The game in short' });
  expect(rules.short.length).toBeGreaterThan(500);
  for (const { id } of rules.parts) expect(rules.html).toContain(`<h2 id="${id}">`);
});

test('a game without a rules document is an error', async () => {
  await expect(rulesOf('chess')).rejects.toThrow('no rules document for chess');
});
