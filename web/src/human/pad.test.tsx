// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import keeper from '../games/keeper/human';
import type { Choices } from '../games/keeper/types.gen';
import type { KeyPress } from '../ui/keyboard';
import type { HumanMatch } from './humanmatch';
import { Pad } from './pad';

afterEach(() => render(null, document.body));

const choices: Choices = {
  at: [3, 3],
  moves: [[2, 3]],
  weapons: [{ name: 'sword', charges: null, targets: [{ cell: [3, 3], hits: [[3, 3]] }] }],
} as unknown as Choices;

/** A match of keeper, with what the pad presses. */
function match(draft: Parameters<typeof keeper.press>[1]) {
  const pressed: string[] = [];
  const play = {
    input: keeper,
    choices,
    draft,
    sending: false,
    subscribe: () => () => {},
    takes: (key: KeyPress) => keeper.press(choices, draft, key) !== null,
    press: (key: KeyPress) => pressed.push(keeper.press(choices, draft, key)?.send ?? key.key),
  } as unknown as HumanMatch;
  act(() => render(<Pad play={play} />, document.body));
  return { pressed, middle: document.querySelectorAll('button')[2]! };
}

test('the middle of the pad waits while there is nothing to attack, and attacks with a weapon', () => {
  const moving = match({ weapon: null, cursor: null });
  expect([moving.middle.title, moving.middle.disabled]).toEqual(['wait', false]);
  act(() => moving.middle.click());
  expect(moving.pressed).toEqual(['MOVE 3 3']);
  const armed = match({ weapon: 0, cursor: [3, 3] });
  expect(armed.middle.title).toBe('attack the cell');
  act(() => armed.middle.click());
  expect(armed.pressed).toEqual(['ATTACK 0 3 3']);
});
