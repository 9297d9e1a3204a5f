import { expect, test } from 'vitest';
import type { ProgramView } from '../games/program';
import type { Frame, Header } from '../replay/model';
import { OfficialPositions, officialMatch } from './official';

const header = { game: 'lowest', seats: [{ name: 'a' }, { name: 'b' }] } as unknown as Header;

/** A turn with the answer of a seat, after which the other one is asked. */
function frame(turn: number, seat: number, view: Partial<ProgramView>, answer?: string): Frame<ProgramView> {
  const asked = { asked: true, answer: answer === undefined ? [] : [answer, 'more'], stderr: 'thinks' };
  const seats = [0, 1].map((s) => (turn > 0 && s === seat ? asked : { asked: false }));
  return { turn, digest: '', seats, view: { key: true, events: [], ...view } };
}

const asks = (seat: number) => ({ seat, lines: 1, limit: 50 });
const frames = [
  frame(0, 0, { frame: '{"global":{}}', asks: asks(0) }),
  frame(1, 0, { key: false, asks: asks(1) }, 'UP'),
  frame(
    2,
    1,
    {
      frame: '{}',
      events: [
        { type: 'summary', step: 0, text: '$0 leads' },
        { type: 'summary', step: 0, text: '$1 does not' },
        { type: 'tooltip', step: 0, seat: 1, text: 'Timeout!' },
      ],
    },
    'DOWN',
  ),
];

test('an answer belongs to the frame whose exchange asked for it', () => {
  const match = officialMatch(header, frames, (seat) => `data:${seat}`)!;
  expect(match.frames).toEqual([
    {
      view: ' 0\n{"global":{}}',
      keyframe: true,
      gameSummary: null,
      referee: {},
      agentId: '0',
      stdout: 'UP\nmore',
      stderr: 'thinks',
    },
    {
      view: ' 1\n',
      keyframe: false,
      gameSummary: null,
      referee: {},
      agentId: '1',
      stdout: 'DOWN\nmore',
      stderr: 'thinks',
    },
    { view: ' 2\n{}', keyframe: true, gameSummary: '$0 leads\n$1 does not', referee: {} },
  ]);
  expect(match.tooltips).toEqual(['{"turn":2,"text":"Timeout!","event":1}']);
  expect(match.agents[1]).toEqual({ index: 1, name: 'b', agentId: 1, avatar: 'data:1', avatarUrl: 'data:1' });
});

test('a record without all frames is none for the viewer', () => {
  expect(officialMatch(header, [...frames, frame(3, 0, {})], () => '')).toBe(undefined);
});

test('the viewer counts key frames, and shows the last one in a turn that has none', () => {
  const positions = new OfficialPositions(frames);
  expect(positions.at(0, 1)).toEqual({ frame: 0, progress: 100 });
  expect(positions.at(1, 0.5)).toEqual({ frame: 0, progress: 100 });
  expect(positions.at(2, 0.25)).toEqual({ frame: 1, progress: 25 });
  expect(positions.at(9, 1)).toEqual({ frame: 1, progress: 100 });
  expect([0, 1, 2].map((n) => positions.turnOf(n))).toEqual([0, 2, -1]);
});
