import { describe, expect, test } from 'vitest';
import { fixtureOf } from '../../testing';
import type { Cell } from '../board/cell';
import { FlamesBoard } from './board';
import { type Model, openRect, type Pose, play, poseAt } from './model';
import type { Scene, View } from './types.gen';

const replay = fixtureOf<Scene, View>('flames');
const { scene } = replay;
const board = new FlamesBoard(scene);
const turns = replay.frames.map((_, turn) => turn);

describe('a turn', () => {
  test('its answer is shown up to where the character then stands', () => {
    for (const { turn, seats, view } of replay.frames.slice(1)) {
      const answer = seats[0]!.answer;
      if (!answer || seats[0]!.fault) continue;
      const hints = board.answer(replay.frames[turn - 1]!.view, answer.join('\n'));
      expect([turn, hints.at(-1)!.at]).toEqual([turn, view.pos]);
    }
  });

  test('starts and ends at the positions of the views', () => {
    for (const turn of turns) {
      const model = board.state(replay.frames, turn);
      expect(placesOf(poseAt(model, 0))).toEqual(placesIn(turn === 0 ? model.after : model.before));
      expect(placesOf(poseAt(model, 1))).toEqual(placesIn(model.after));
    }
  });

  test('its events, carried out in order, give the view after it', () => {
    for (const turn of turns.slice(1)) {
      const model = board.state(replay.frames, turn);
      const pose = poseAt(model, 0);
      for (const event of model.events) play(pose, event, 1);
      const { hp, ap, jumps_left, cycle } = model.after;
      expect({ turn, ...placesOf(pose) }).toEqual({ turn, ...placesIn(model.after) });
      expect([turn, pose.hp, pose.ap, pose.jumps, pose.cycle]).toEqual([turn, hp, ap, jumps_left, cycle]);
    }
  });

  test('shows pushes before attractions, each half way', () => {
    const model = made([
      { type: 'push', step: 0, from: [3, 1], to: [4, 1] },
      { type: 'attract', step: 1, from: [4, 1], to: [4, 2] },
    ]);
    expect(poseAt(model, 0.25).flames).toMatchObject([{ x: 3.5, y: 1 }]);
    expect(poseAt(model, 0.75).flames).toMatchObject([{ x: 4, y: 1.5 }]);
  });

  test('follows a flame into the cell that another has just left', () => {
    const model = made(
      [
        { type: 'attract', step: 0, from: [3, 1], to: [2, 1] },
        { type: 'attract', step: 0, from: [4, 1], to: [3, 1] },
      ],
      [
        [3, 1],
        [4, 1],
      ],
    );
    expect(poseAt(model, 0.5).flames.map((f) => f.x)).toEqual([2.5, 3.5]);
  });

  test('closes the ring of a glyph as its flame grows', () => {
    const model = made([{ type: 'convert', step: 0, at: [2, 2] }], [], [[2, 2]]);
    expect(poseAt(model, 0.5)).toMatchObject({ glyphs: [{ tight: 0.5 }], flames: [{ size: 0.5 }] });
  });
});

test('the bounds hold the open cells and no more wall than needed', () => {
  const arena = ['#####', '#S.##', '##.##', '#####'];
  expect(openRect({ ...scene, arena, width: 5, height: 4 })).toEqual({ x: 1, y: 1, w: 2, h: 2 });
});

test('a wall is no entity; the tooltip of a flame names the cell that attracts it', () => {
  const model = board.state(replay.frames, replay.last);
  expect(board.hitTest(model, 0.5, 0.5)).toBeNull();
  const turn = turns.find((i) => replay.frames[i]!.view.flames.length > 0)!;
  const { after } = board.state(replay.frames, turn);
  const [x, y] = after.flames[0]!;
  const shown = board.state(replay.frames, turn);
  const description = board.describe(shown, board.hitTest(shown, x + 0.5, y + 0.5)!);
  expect(description.title).toBe('flame');
  expect(description.rows).toContainEqual(['attracted to', `${after.toward[0]!.join(' ')}, unless blocked`]);
});

test('a future glyph is shown to the spectator', () => {
  const start = board.state(replay.frames, 0);
  const [x, y] = scene.waves[1]![0]!;
  const description = board.describe(start, board.hitTest(start, x, y)!);
  expect(description.rows).toContainEqual(['future glyph', 'cycle 2']);
});

test('the flame that blocks a push is named', () => {
  const words = board.describeEvent({
    ...{ type: 'blocked', step: 2, from: [5, 5], to: [6, 5], by: [6, 5], what: 'flame' },
  } as Model['events'][number]);
  expect(words).toBe('the flame at 5 5 cannot be pushed to 6 5: a flame at 6 5');
});

test('every event has a description, and the end is marked', () => {
  for (const frame of replay.frames) {
    for (const event of frame.view.events) expect(board.describeEvent(event)).not.toMatch(/undefined|NaN/);
  }
  const last = board.marks(replay.frames, replay.last).map((m) => m.kind);
  expect(last.some((kind) => kind === 'capture' || kind === 'kill')).toBe(true);
});

test('the score is the HP, or 0 after death', () => {
  const { status, hp } = replay.frames[replay.last]!.view;
  expect(board.standing(replay.frames, replay.last).score).toBe(status === 'won' ? hp : 0);
  expect(board.standing(replay.frames, 0).score).toBe(40);
});

function made(events: Model['events'], flames: Cell[] = [[3, 1]], glyphs: Cell[] = []): Model {
  const view: View = {
    ...{ turn: 1, pos: [1, 1], hp: 40, ap: 10, jumps_left: 2, cycle: 1, status: 'playing', done: 1 },
    ...{ flames, glyphs, toward: flames, events: [] },
  };
  return { before: view, after: view, events, steps: 1 + Math.max(...events.map((e) => e.step)) };
}

function placesOf(pose: Pose) {
  return {
    character: [pose.x, pose.y],
    flames: pose.flames.map((f) => [f.x, f.y].join(' ')).sort(),
    glyphs: pose.glyphs.map((g) => g.cell.join(' ')).sort(),
  };
}

function placesIn(view: View) {
  return {
    character: view.pos,
    flames: view.flames.map((f) => f.join(' ')).sort(),
    glyphs: view.glyphs.map((g) => g.join(' ')).sort(),
  };
}
