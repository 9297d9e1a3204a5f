import { expect, test } from 'vitest';
import type { Bot } from '../api/types';
import { Names } from './names';

const bot = (id: string, more: Partial<Bot> = {}) =>
  ({ id, game: 'domain', name: id.split('@')[0]!, typed: './bot', version: '', ...more }) as Bot;

function textOf(bots: Bot[], id: string): string {
  const names = new Names(async () => ({ bots: [] }));
  names.learn(bots);
  const { name, version, subject } = names.of(id);
  return [name, version, subject].filter(Boolean).join(' | ');
}

test.each([
  ['its version, if its owner gave one', [bot('m@aaaaaaaa', { version: '1.1' })], 'm | 1.1'],
  ['nothing else where no other bot has its name', [bot('m@aaaaaaaa')], 'm'],
  ['its digest beside another of its name', [bot('m@aaaaaaaa'), bot('m@bbbbbbbb')], 'm | aaaaaa'],
  ['no digest for one of another game', [bot('m@aaaaaaaa'), bot('m@bbbbbbbb', { game: 'ctf' })], 'm'],
  [
    'version and digest where another one has both its name and its version',
    [bot('m@aaaaaaaa', { version: '1' }), bot('m@bbbbbbbb', { version: '1' })],
    'm | 1 aaaaaa',
  ],
  [
    'the commit that it was built from',
    [bot('m@aaaaaaaa', { commit: 'a1b2c3d4e5', subject: 'Tune the noise' })],
    'm | a1b2c3 | Tune the noise',
  ],
])('a bot is called by %s', (_, bots, want) => expect(textOf(bots, 'm@aaaaaaaa')).toBe(want));

test('a builtin bot is called by its level, without a digest', () => {
  const boss = bot('boss?level=5@aaaaaaaa', { typed: 'builtin:domain/boss?level=5', version: '0.1.0' });
  expect(textOf([boss], boss.id)).toBe('Boss 5');
  expect(textOf([], 'boss?level=5@aaaaaaaa')).toBe('Boss 5');
});

test('a bot that is not known any more is told from others by its digest', () => {
  const names = new Names(async () => ({ bots: [] }));
  expect(names.of('m@aaaaaaaa').version).toBe('');
  names.learn([]);
  expect(names.of('m@aaaaaaaa').version).toBe('aaaaaa');
});

test('bots are read once for those that are not known', async () => {
  let reads = 0;
  const names = new Names(async () => {
    reads++;
    return { bots: [bot('a@1')] };
  });
  for (const id of ['a@1', 'b@2', 'c@3']) names.want(id, 1000);
  await Promise.resolve();
  names.want('a@1', 9000);
  expect(reads).toBe(1);
  names.want('b@2', 9000);
  expect(reads).toBe(2);
});
