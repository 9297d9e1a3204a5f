import { describe, expect, test } from 'vitest';
import { fixture, fixtureLines } from '../testing';
import { Reader, Restarted } from './reader';

const header = '{"replay":1,"game":"sums","start":"aa","seats":[],"full":true}';
const scene = '{"scene":{}}';
const frame = (turn: number, digest = `d${turn}`) =>
  JSON.stringify({ turn, seats: [], view: { events: null }, digest });
const footer = '{"result":{"scores":[1],"ranks":[1],"reason":"ok","faults":null}}';

function read(...lines: string[]) {
  const reader = new Reader();
  return lines.map((line) => reader.push(line)?.kind ?? null);
}

test('a full export is header, scene, frames, footer', () => {
  expect(read(header, scene, frame(0), frame(1), '', footer)).toEqual([
    'header',
    'scene',
    'frame',
    'frame',
    null,
    'footer',
  ]);
});

test.each(['ctf', 'domain', 'flames', 'heropath', 'keeper'])('the fixture of %s is read whole', (game) => {
  const replay = fixture(game);
  expect(replay.header?.game).toBe(game);
  expect(replay.frames.length).toBe(fixtureLines(game).length - 3);
  expect(replay.footer).toBeDefined();
});

describe('errors teach', () => {
  test.each([
    ['not JSON', ['{"replay":1'], 'line 1: "{"replay":1" is not JSON; want one JSON object per line'],
    ['not an object', ['[1]'], 'line 1: "[1]" is not a JSON object'],
    ['not a replay', ['{"a":1}'], 'line 1: not a replay: the first line has no "replay" and "game"'],
    ['a newer format', ['{"replay":2,"game":"x"}'], 'line 1: replay format 2; these pages read format 1'],
    [
      'a record',
      ['{"replay":1,"game":"x"}'],
      'line 1: this is a record without frames; "arbiter replay export --full"',
    ],
    ['no scene', [header, frame(0)], 'line 2: found no "scene"; want it right after the header'],
    ['no frame', [header, scene, '{"t":1}'], 'line 3: found no frame; want "turn", "seats" and "view"'],
    ['a missing turn', [header, scene, frame(0), frame(2)], 'line 4: found turn 2; want turn 1'],
    ['text after the end', [header, scene, frame(0), footer, frame(1)], 'line 5: text after the footer'],
  ])('%s', (_name, lines, want) => {
    expect(() => read(...lines)).toThrow(want);
  });
});

describe('rejoin', () => {
  test('known lines are dropped, so that no turn is missing or shown twice', () => {
    const reader = new Reader();
    for (const line of [header, scene, frame(0), frame(1)]) reader.push(line);
    reader.rejoin();
    const got = [header, scene, frame(0), frame(1), frame(2), footer].map(
      (line) => reader.push(line)?.kind ?? null,
    );
    expect(got).toEqual([null, null, null, null, 'frame', 'footer']);
    expect(reader.complete).toBe(true);
  });

  test('another match, or another past, is an error', () => {
    const reader = new Reader();
    for (const line of [header, scene, frame(0)]) reader.push(line);
    reader.rejoin();
    expect(() => reader.push(header.replace('aa', 'bb'))).toThrow('another match');
    reader.rejoin();
    reader.push(header);
    reader.push(scene);
    expect(() => reader.push(frame(0, 'other'))).toThrow(Restarted);
  });
});
