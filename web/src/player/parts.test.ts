import { describe, expect, test } from 'vitest';
import { ease, progress, stepCount } from '../games/board/motion';
import { matchPath } from '../lib/router';
import { Camera } from './camera';
import { playCommand } from './command';
import { pins, placeOf, turnAt } from './timeline';
import { formatHash, parseHash } from './urlstate';

describe('address', () => {
  test.each([
    ['#t=57&seat=1', { at: 57, seat: 1 }],
    ['#t=0', { at: 0 }],
    ['#seat=0', { seat: 0 }],
    ['#t=12.5', { at: 12.5 }],
    ['', {}],
    ['#t=-3&seat=x', {}],
    ['#t=1e9&seat=0.5', {}],
  ])('%s', (hash, want) => {
    expect(parseHash(hash)).toEqual(want);
  });

  test('a hash round-trips', () => {
    expect(parseHash(formatHash(57, 1))).toEqual({ at: 57, seat: 1 });
    expect(parseHash(formatHash(3, null))).toEqual({ at: 3 });
    expect(formatHash(57, null)).toBe('#t=57');
  });
});

describe('timeline', () => {
  test.each([
    [-10, 0],
    [0, 0],
    [50, 10],
    [52, 10],
    [100, 20],
    [500, 20],
  ])('a point at %d of 100 pixels is turn %d of 20', (x, want) => {
    expect(turnAt(x, 100, 20)).toBe(want);
  });

  test('an empty match and an empty bar do not divide by zero', () => {
    expect(placeOf(0, 0)).toBe(0);
    expect(turnAt(5, 0, 20)).toBe(0);
  });

  test('a turn has one pin, with the symbol of its most important mark and the text of all', () => {
    expect(
      pins([
        [],
        [
          { kind: 'score', text: 'a coin' },
          { kind: 'fault', seat: 1, text: 'timeout' },
          { kind: 'kill', text: 'a kill' },
        ],
      ]),
    ).toEqual([{ turn: 1, kind: 'fault', seat: 1, text: 'turn 1: a coin; timeout; a kill' }]);
  });
});

describe('motion', () => {
  test('a step begins when the one before has ended', () => {
    expect(progress(0, 0, 2)).toBe(0);
    expect(progress(0.25, 0, 2)).toBe(0.5);
    expect(progress(0.5, 0, 2)).toBe(1);
    expect(progress(0.5, 1, 2)).toBe(0);
    expect(progress(1, 1, 2)).toBe(1);
  });

  test('easing begins and ends where it should, and never goes back', () => {
    let before = 0;
    for (let t = 0; t <= 1; t += 0.01) {
      expect(ease(t)).toBeGreaterThanOrEqual(before);
      before = ease(t);
    }
    expect([ease(0), ease(1)]).toEqual([0, 1]);
  });

  test('a turn without events is one step', () => {
    expect([stepCount(null), stepCount([]), stepCount([{ step: 0 }, { step: 3 }])]).toEqual([1, 1, 4]);
  });
});

describe('camera', () => {
  const camera = () => {
    const c = new Camera({ x: 0, y: 0, w: 10, h: 5 });
    c.resize(1024, 824);
    return c;
  };

  test('fits the board and stands in its middle', () => {
    const c = camera();
    expect(c.scale).toBe(100);
    expect(c.toWorld(512, 412)).toEqual({ x: 5, y: 2.5 });
  });

  test('what is under the pointer stays there while zooming', () => {
    const c = camera();
    const before = c.toWorld(300, 400);
    c.zoom(3, 300, 400);
    expect(c.scale).toBe(300);
    expect(c.toWorld(300, 400).x).toBeCloseTo(before.x);
    expect(c.toWorld(300, 400).y).toBeCloseTo(before.y);
  });

  test('screen and world coordinates are inverses of each other', () => {
    const c = camera();
    c.zoom(2, 10, 20);
    const p = c.toScreen(3, 4);
    expect(c.toWorld(p.x, p.y).x).toBeCloseTo(3);
    expect(c.toWorld(p.x, p.y).y).toBeCloseTo(4);
  });

  test('zooming out ends where everything fits', () => {
    const c = camera();
    c.zoom(4, 0, 0);
    c.zoom(0.01, 700, 700);
    expect([c.scale, c.x, c.y, c.moved]).toEqual([100, 5, 2.5, false]);
  });

  test('a board that fits is not moved, and a zoomed one not out of sight', () => {
    const c = camera();
    c.pan(100, 100);
    expect([c.x, c.y]).toEqual([5, 2.5]);
    c.zoom(2, 512, 412);
    c.pan(1e6, -1e6);
    expect([c.x, c.y]).toEqual([0, 5]);
  });

  test('a changed window keeps what is looked at', () => {
    const c = camera();
    c.zoom(2, 512, 412);
    c.resize(524, 424);
    expect([c.x, c.y]).toEqual([5, 2.5]);
    expect(c.scale).toBe(100);
  });
});

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

test.each([
  ['/matches/:id', '/matches/a%20b', { id: 'a b' }],
  ['/matches/:id', '/matches/', null],
  ['/matches/:id', '/matches/a/b', null],
  ['/matches/:id', '/matches/%zz', null],
  ['/open', '/open/', {}],
  ['/', '/', {}],
])('%s of %s', (pattern, path, want) => {
  expect(matchPath(pattern, path)).toEqual(want);
});
