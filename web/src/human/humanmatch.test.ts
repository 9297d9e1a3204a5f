// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../testing';
import { HumanMatch } from './humanmatch';

/** A server with one human seat: the test controls the responses to GET and POST. */
class FakeServer {
  answers: { turn: number; line: string }[] = [];
  private waiting: ((human: object) => void)[] = [];
  private standings: object[] = [];
  post: (body: { turn: number; line: string }) => Promise<Response> = async () =>
    json(this.human('waiting', 1));

  human = (stage: string, turn: number, rest = {}) => ({
    id: 'm',
    game: 'keeper',
    seat: 0,
    stage,
    turn,
    input: '',
    help: '',
    choices: { keeper: { at: [3, 3], moves: [[2, 3]], weapons: [] } },
    ...rest,
  });

  /** Answers the next GET, which waits for it. */
  respond(human: object): void {
    const next = this.waiting.shift();
    if (next) next(human);
    else this.standings.push(human);
  }

  fetch = async (_address: string, init?: RequestInit): Promise<Response> => {
    if (init?.method === 'POST') {
      const body = JSON.parse(String(init.body)) as { turn: number; line: string };
      this.answers.push(body);
      return this.post(body);
    }
    const standing = this.standings.shift();
    return json(standing ?? (await new Promise<object>((resolve) => this.waiting.push(resolve))));
  };
}

function json(body: object, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

let server: FakeServer;
let play: HumanMatch;
let stop: () => void;

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
    },
  );
  play = new HumanMatch('m', true);
  stop = play.start();
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const asked = (turn: number) =>
  eventually(() => expect([play.asked, play.state?.turn]).toEqual([true, turn]));
const left = { key: 'ArrowLeft', altKey: false, shiftKey: false, ctrlKey: false, metaKey: false };

test('a key that completes an answer sends it for the turn that is asked', async () => {
  server.respond(server.human('asked', 1));
  await asked(1);
  expect(play.press(left)).toBe(true);
  expect(play.press(left)).toBe(true); // is dropped: one answer a turn
  await eventually(() => expect(play.state?.stage).toBe('waiting'));
  expect(server.answers).toEqual([{ turn: 1, line: 'MOVE 2 3' }]);
  expect(play.press(left)).toBe(false);
});

test('a refused answer shows the reason, and another one may follow', async () => {
  server.respond(server.human('asked', 1));
  await asked(1);
  const reason = 'cell 2 3 is an obstacle';
  const errors = [{ location: 'body.line', message: reason }];
  server.post = async () => json({ title: 'no', detail: `line: ${reason}`, errors }, 422);
  play.press(left);
  await eventually(() => expect(play.error).toBe(reason));
  expect([play.asked, play.sending]).toEqual([true, false]);
});

test('the next turn may arrive before the response to the answer', async () => {
  server.respond(server.human('asked', 1));
  await asked(1);
  let respond = (_: Response) => {};
  server.post = () => new Promise((resolve) => (respond = resolve));
  play.press(left);
  server.respond(server.human('asked', 2));
  await asked(2);
  expect(play.sending).toBe(false);
  respond(json(server.human('waiting', 1)));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([play.asked, play.state?.turn]).toEqual([true, 2]);
});

test('the end may arrive before the response to the last answer', async () => {
  server.respond(server.human('asked', 1));
  await asked(1);
  let respond = (_: Response) => {};
  server.post = () => new Promise((resolve) => (respond = resolve));
  play.press(left);
  server.respond(server.human('over', 1));
  await eventually(() => expect(play.ended).toBe(true));
  respond(json(server.human('waiting', 1)));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(play.state?.stage).toBe('over');
});

test('a match that has ended is no longer polled', async () => {
  server.respond(server.human('left', 3, { why: 'you gave up' }));
  await eventually(() => expect(play.ended).toBe(true));
  expect([play.asked, play.prompt, play.buttons]).toEqual([false, '', []]);
});
