import { describe, expect, test } from 'vitest';
import { beginOf, Transport } from './transport';

function transport(last: number, steps = 2): Transport {
  const t = new Transport(() => steps);
  t.setLast(last);
  return t;
}

describe('position', () => {
  test.each([
    [0, 0, 1],
    [0.25, 1, 0.25],
    [1, 1, 1],
    [56.5, 57, 0.5],
    [57, 57, 1],
  ])('at %d turn %d is shown at %d', (at, turn, within) => {
    const t = transport(100);
    t.seek(at);
    expect([t.turn, t.t]).toEqual([turn, within]);
  });

  test('the beginning of a turn is in it, and its steps and end come next', () => {
    const t = transport(10);
    t.seek(beginOf(6));
    expect(t.turn).toBe(6);
    expect(t.t).toBeLessThan(0.1);
    t.step(1);
    expect(t.at).toBe(5.5);
    t.seek(beginOf(6));
    t.turns(1);
    expect(t.at).toBe(6);
    t.seek(beginOf(6));
    t.turns(-1);
    expect(t.at).toBe(5);
  });

  test('stays within the match', () => {
    const t = transport(10);
    t.seek(99);
    expect(t.at).toBe(10);
    t.seek(-5);
    expect(t.at).toBe(0);
  });
});

describe('stepping', () => {
  test.each([
    [5, 1, 6],
    [5, -1, 4],
    [5.5, 1, 6],
    [5.5, -1, 5],
    [5, 10, 15],
    [5, -10, 0],
  ])('from %d by %d turns to %d', (from, by, want) => {
    const t = transport(20);
    t.seek(from);
    t.turns(by);
    expect(t.at).toBe(want);
  });

  test('by step goes through every step of a turn, forth and back', () => {
    const t = transport(2, 3);
    const seen: number[] = [];
    for (let i = 0; i < 6; i++) {
      t.step(1);
      seen.push(t.at);
    }
    expect(seen).toEqual([1 / 3, 2 / 3, 1, 1 + 1 / 3, 1 + 2 / 3, 2]);
    for (const want of [1 + 2 / 3, 1 + 1 / 3, 1, 2 / 3, 1 / 3, 0]) {
      t.step(-1);
      expect(t.at).toBeCloseTo(want);
    }
  });

  test('stops playing', () => {
    const t = transport(5);
    t.toggle();
    t.turns(1);
    expect(t.playing).toBe(false);
  });
});

describe('playing', () => {
  test('a step takes 250 ms at 1x, and a turn rests before the next', () => {
    const t = transport(3, 2);
    t.toggle();
    t.tick(250);
    expect(t.at).toBe(0.5);
    t.tick(250);
    expect(t.at).toBe(1);
    t.tick(200);
    expect(t.at).toBe(1);
    t.tick(125);
    expect(t.at).toBe(1.25);
  });

  test('twice the speed takes half the time', () => {
    const t = transport(3, 2);
    t.setSpeed(2);
    t.toggle();
    t.tick(125);
    expect(t.at).toBe(0.5);
  });

  test.each([
    ['at high speed', (t: Transport) => t.setSpeed(16)],
    ['for people who ask for less motion', (t: Transport) => t.setReduced(true)],
  ])('%s only whole turns are shown', (_name, prepare) => {
    const t = transport(50, 2);
    prepare(t);
    t.toggle();
    for (let i = 0; i < 200; i++) {
      t.tick(7);
      expect(Number.isInteger(t.at)).toBe(true);
    }
    expect(t.at).toBeGreaterThan(0);
  });

  test('ends at the end, and begins again from there', () => {
    const t = transport(2);
    t.toggle();
    for (let i = 0; i < 50; i++) t.tick(100);
    expect([t.at, t.playing]).toEqual([2, false]);
    t.toggle();
    expect([t.at, t.playing]).toEqual([0, true]);
  });

  test('speeds go from 0.25x to 50x', () => {
    const t = transport(1);
    for (let i = 0; i < 20; i++) t.faster(1);
    expect(t.speed).toBe(50);
    for (let i = 0; i < 20; i++) t.faster(-1);
    expect(t.speed).toBe(0.25);
  });
});

describe('parts', () => {
  test('are played one after the other, and nothing between them', () => {
    const t = transport(50);
    t.playParts([
      [3, 5],
      [20, 22],
    ]);
    const seen = new Set<number>();
    for (let i = 0; i < 500; i++) {
      t.tick(20);
      seen.add(t.turn);
    }
    expect([...seen]).toEqual([4, 5, 20, 21, 22]);
    expect([t.at, t.playing]).toEqual([22, false]);
  });

  test('a command ends them', () => {
    const t = transport(50);
    t.playParts([[3, 5]]);
    t.seek(8);
    expect(t.inParts).toBe(false);
    t.tick(5000);
    expect(t.at).toBeGreaterThan(10);
  });
});

describe('live', () => {
  test('stays at the newest turn', () => {
    const t = transport(7);
    t.setLive(true);
    expect(t.at).toBe(7);
    t.setLast(8);
    t.tick(10_000);
    expect(t.at).toBe(8);
    expect(t.atNewest).toBe(true);
  });

  test.each([
    ['one step', 1],
    ['many steps', 9],
  ])('turns of %s that come faster than they play: never more than two behind', (_name, steps) => {
    const t = transport(1, steps);
    t.setLive(true);
    for (let turn = 2; turn < 120; turn++) {
      t.setLast(turn);
      for (let ms = 0; ms < 350; ms += 10) {
        t.tick(10);
        expect(t.last - t.at).toBeLessThanOrEqual(2);
        expect(t.atNewest).toBe(true);
      }
    }
  });

  test('many turns at once are not played one by one', () => {
    const t = transport(7);
    t.setLive(true);
    t.setLast(20);
    expect(t.at).toBe(20);
  });

  test('stays where the reader went back to, until he asks for the newest', () => {
    const t = transport(7);
    t.setLive(true);
    t.turns(-3);
    t.setLast(12);
    t.tick(1000);
    expect(t.at).toBe(4);
    t.toNewest();
    expect(t.at).toBe(12);
  });
});
