// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import type { Bot } from '../api/types';
import { names } from './names';
import { SoloComparison } from './solo';

afterEach(() => {
  render(null, document.body);
  vi.unstubAllGlobals();
});

test('two commits of a bot are told apart once their names are known', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const ids = ['mine@aaaa', 'mine@bbbb'];
  await act(() => render(<SoloComparison game="keeper" a={ids[0]!} b={ids[1]!} bots={ids} />, document.body));
  const shown = () => [...document.querySelectorAll('select')[0]!.options].map((o) => o.text);
  for (const name of shown()) expect(name).toMatch(/^mine( [ab]{4})?$/); // another test may have learnt names
  const bots = ids.map((id, i) => ({
    id,
    game: 'keeper',
    name: 'mine',
    typed: 'mine',
    commit: `c${i}45678`,
  }));
  await act(() => names.learn(bots as unknown as Bot[]));
  expect(shown()).toEqual(['mine c04567', 'mine c14567']);
});
