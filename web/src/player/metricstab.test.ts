import { expect, test } from 'vitest';
import { latest } from './metricstab';

test('the last value of a metric counts, up to the shown turn', () => {
  const frame = (turn: number, metrics?: Record<string, number>) => ({
    turn,
    seats: [{ asked: true, metrics }],
    view: { events: null },
    digest: '',
  });
  const frames = [frame(0), frame(1, { depth: 5, nodes: 9 }), frame(2, { depth: 7 }), frame(3)];
  expect(latest(frames, 3, 0)).toEqual([
    { name: 'depth', value: 7, turn: 2 },
    { name: 'nodes', value: 9, turn: 1 },
  ]);
  expect(latest(frames, 1, 0)[0]!.value).toBe(5);
});
