import { expect, test } from 'vitest';
import { Lines } from './lines';

test('lines come whole, wherever the pieces are cut', () => {
  const text = 'one\ntwo\n\nthree';
  for (let cut = 0; cut <= text.length; cut++) {
    const lines = new Lines();
    expect([...lines.push(text.slice(0, cut)), ...lines.push(text.slice(cut)), ...lines.end()]).toEqual([
      'one',
      'two',
      '',
      'three',
    ]);
  }
});
