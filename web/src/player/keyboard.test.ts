// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { bindingOf, bindingsOf } from './keyboard';
import { Transport } from './transport';

const press = (
  key: string,
  mods: Partial<Record<'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey', boolean>> = {},
) => ({
  key,
  altKey: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...mods,
});

const commands = () => ({
  fullScreen: vi.fn(),
  help: vi.fn(),
  event: vi.fn(),
  mistake: vi.fn(),
  wide: vi.fn(),
});

test.each([
  ['ArrowRight', {}, 21],
  ['ArrowLeft', {}, 19],
  ['ArrowRight', { altKey: true }, 20.5],
  ['ArrowLeft', { altKey: true }, 19.5],
  ['ArrowRight', { shiftKey: true }, 30],
  ['ArrowLeft', { shiftKey: true }, 10],
  ['Home', {}, 0],
  ['End', {}, 40],
])('%s %o', (key, mods, want) => {
  const t = new Transport(() => 2);
  t.setLast(40);
  t.seek(20);
  const page = commands();
  bindingOf(press(key, mods), page)!.run(t, page);
  expect(t.at).toBe(want);
});

test('space, speed, full screen and help', () => {
  const t = new Transport(() => 1);
  t.setLast(3);
  const page = commands();
  bindingOf(press(' '), page)!.run(t, page);
  expect(t.playing).toBe(true);
  bindingOf(press('+', { shiftKey: true }), page)!.run(t, page);
  expect(t.speed).toBe(2);
  bindingOf(press('-'), page)!.run(t, page);
  expect(t.speed).toBe(1);
  bindingOf(press('f'), page)!.run(t, page);
  bindingOf(press('?', { shiftKey: true }), page)!.run(t, page);
  expect(page.fullScreen).toHaveBeenCalledOnce();
  expect(page.help).toHaveBeenCalledOnce();
  bindingOf(press('m'), page)!.run(t, page);
  bindingOf(press('M', { shiftKey: true }), page)!.run(t, page);
  expect(page.mistake.mock.calls).toEqual([[1], [-1]]);
});

test('keys with Ctrl or Meta belong to the browser', () => {
  expect(bindingOf(press('f', { ctrlKey: true }), commands())).toBeUndefined();
  expect(bindingOf(press('ArrowLeft', { metaKey: true }), commands())).toBeUndefined();
});

test('each key is listed once', () => {
  const keys = bindingsOf(commands()).map((b) => b.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a page without mistakes and without a wide board has no keys for them', () => {
  const { mistake, wide, ...page } = commands();
  const keys = bindingsOf(page).map((b) => b.keys);
  for (const of of ['M', 'Shift M', 'W']) expect(keys).not.toContain(of);
  expect(bindingOf(press('m'), page)).toBeUndefined();
});
