import { expect, test } from 'vitest';
import type { Mark } from '../games/renderer';
import { fixture } from '../testing';
import { eventAt, partsOf, turningPoints } from './turningpoints';

const { frames } = fixture('ctf');
const score = (values: Record<number, number>) => {
  let sum = 0;
  const totals = frames.map((_, turn) => {
    sum += values[turn] ?? 0;
    return sum;
  });
  return [{ label: 's', plot: 'score', seat: 0, value: (_: unknown, turn: number) => totals[turn]! }];
};
const none: Mark[][] = frames.map(() => []);
const marked = (marks: Record<number, Mark>) => frames.map((_, turn) => (marks[turn] ? [marks[turn]!] : []));

test('turning points are faults, captures, kills and the largest changes of the score, in order', () => {
  const marks = marked({
    9: { kind: 'kill', text: 'a kill' },
    40: { kind: 'score', text: 'a coin' },
    50: { kind: 'fault', seat: 1, text: 'late' },
  });
  const points = turningPoints(frames, marks, score({ 20: 100, 30: 9, 60: -40 }), () => 1);
  expect(points.map((p) => [p.turn, p.text])).toEqual([
    [9, 'a kill'],
    [20, 'score +100'],
    [50, 'late'],
    [60, 'score −40'],
  ]);
});

test('they fill at most a minute, the weightiest first', () => {
  const many = Object.fromEntries(frames.map((_, turn) => [turn, turn]));
  const points = turningPoints(frames, none, score(many), () => 12); // 3.2 s a turn
  expect(points.length).toBeLessThanOrEqual(10);
  const turns = partsOf(points).reduce((sum, [from, to]) => sum + to - from, 0);
  expect(turns * 3.2).toBeLessThanOrEqual(60);
  expect(turns * 3.2).toBeGreaterThan(30);
  expect(points.at(-1)!.turn).toBe(frames.length - 1);
});

test('parts that overlap are joined', () => {
  const point = (from: number, to: number) => ({
    turn: to,
    kind: 'kill' as const,
    seat: 0,
    text: '',
    from,
    to,
  });
  expect(partsOf([point(1, 4), point(3, 6), point(9, 12)])).toEqual([
    [1, 6],
    [9, 12],
  ]);
});

test('the next and the previous event', () => {
  const marks = marked({ 9: { kind: 'kill', text: '' }, 40: { kind: 'score', text: '' } });
  expect([eventAt(marks, 0, 1), eventAt(marks, 9, 1), eventAt(marks, 40, 1)]).toEqual([9, 40, undefined]);
  expect([eventAt(marks, 9, -1), eventAt(marks, 9.5, -1), eventAt(marks, 50, -1)]).toEqual([
    undefined,
    9,
    40,
  ]);
});
