import { expect, test } from 'vitest';
import { fixture } from '../testing';
import { axisLabels, merged, plotsOf, powerLabels, TIME } from './plotdata';

const series = [{ label: 'seat 0', plot: 'score', seat: 0, value: (_: unknown, turn: number) => turn }];

test("the renderer's series come first, then times, then the bots' metrics", () => {
  const { frames, header } = fixture('ctf');
  const plots = plotsOf(frames, series, header!.seats);
  expect(plots.map((p) => p.name)).toEqual(['score', 'time per turn, ms', 'sees']);
  expect(plots[0]!.lines[0]!.values.slice(0, 3)).toEqual([0, 1, 2]);
  expect(plots[2]!.lines.map((l) => l.label)).toEqual(['bully']);
});

test('the plot of times has the limit of each turn, and an axis on which a first answer flattens nothing', () => {
  const { frames, header } = fixture('keeper');
  const times = plotsOf(frames, [], header!.seats).find((p) => p.name === TIME)!;
  const limit = times.lines.find((l) => l.limit)!;
  expect(times.log).toBe(true);
  expect(limit.values.slice(0, 4)).toEqual([null, 1000, 50, 50]);
  expect(times.lines[0]!.values.every((v) => v === null || v > 0)).toBe(true);
  expect(powerLabels([0.1, 0.2, 1, 5, 10, 1000])).toEqual(['0.1', '', '1', '', '10', '1,000']);
});

test('a person has no limit, and a plot of limits alone is none', () => {
  const { frames, header } = fixture('keeper');
  const seats = header!.seats.map((s) => ({ ...s, bot: 'human' }));
  const times = plotsOf(frames, [], seats).find((p) => p.name === TIME)!;
  expect(times.lines.some((l) => l.limit)).toBe(false);
});

test('two matches lie on top of each other, B dashed, and a curve ends where its match does', () => {
  const line = (values: number[]) => [
    { name: 'gold', lines: [{ label: 'x', seat: 0, dashed: false, values }] },
  ];
  expect(merged(line([1, 2, 3]), line([4]))).toEqual([
    {
      name: 'gold',
      lines: [
        { label: 'A x', seat: 0, dashed: false, values: [1, 2, 3] },
        { label: 'B x', seat: 1, dashed: true, values: [4, null, null] },
      ],
    },
  ]);
});

test('a bot has its colour in both matches, also where its seat is another one', () => {
  const seats = [0, 1].map((seat) => ({ label: `seat ${seat}`, seat, dashed: seat === 1, values: [1] }));
  const plots = [
    { name: 'score', lines: [...seats, { label: 'all', seat: undefined, dashed: false, values: [1] }] },
  ];
  const colours = (swapped: boolean) => merged(plots, plots, swapped)[0]!.lines.map((l) => l.seat);
  expect(colours(false)).toEqual([0, 1, undefined, 0, 1, undefined]);
  expect(colours(true)).toEqual([0, 1, undefined, 1, 0, undefined]);
});

test.each([
  [
    [0, 0.5, 1],
    ['0', '0.5', '1'],
  ],
  [
    [-20_000, 0, 20_000],
    ['-20,000', '0', '20,000'],
  ],
  [
    [0, 50_000, 100_000],
    ['0', '50K', '100K'],
  ],
  [
    [0, 1_250_000, 2_500_000],
    ['0', '1.25M', '2.5M'],
  ],
  [
    [1_234_500, 1_234_600],
    ['1,234,500', '1,234,600'],
  ],
])('the marks %j of an axis read %j', (marks, labels) => {
  expect(axisLabels(marks)).toEqual(labels);
});
