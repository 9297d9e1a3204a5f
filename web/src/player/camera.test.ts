import { describe, expect, test } from 'vitest';
import { Camera } from './camera';

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

  test('a close view follows a point, but not beyond the edges', () => {
    const c = camera();
    c.near(4);
    expect([c.scale, c.x, c.y]).toEqual([256, 5, 2.5]);
    c.look(3, 2);
    expect([c.x, c.y]).toEqual([3, 2]);
    c.look(10, 5);
    expect(c.visible().x + c.visible().w).toBeCloseTo(10 + 12 / 256);
  });
});
