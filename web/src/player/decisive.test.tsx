// @vitest-environment jsdom
import { render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually, fixture } from '../testing';
import { useDecisive } from './decisive';
import { Player } from './player';

afterEach(() => {
  vi.unstubAllGlobals();
  render(null, document.body);
  location.hash = '';
});

/** A page of a match that follows the hash. What the server tells stands in for its answer. */
async function opened(hash: string, answer: () => Response) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer();
  });
  location.hash = hash;
  const player = new Player();
  const { replay } = player;
  const whole = fixture('domain');
  Object.assign(replay, { header: whole.header, scene: whole.scene });
  const startAt = vi.spyOn(player, 'startAt');
  const Page = () => {
    useDecisive(player, 'abc');
    return null;
  };
  render(<Page />, document.body);
  return { asked, player, startAt };
}

const told = (turn: number, seat: number) => () => new Response(JSON.stringify({ turn, seat, by: 'swing' }));

test('the match opens at the turn that the server tells of the seat', async () => {
  const { asked, startAt } = await opened('#t=decisive&seat=1', told(24, 1));
  await eventually(() => expect(startAt).toHaveBeenCalledWith(24));
  expect(asked).toEqual(['/api/matches/abc/decisive?seat=1']);
});

test('without a seat it is that of the one that lost, whose view is shown', async () => {
  const { asked, player, startAt } = await opened('#t=decisive', told(25, 0));
  await eventually(() => expect(startAt).toHaveBeenCalledWith(25));
  expect(asked).toEqual(['/api/matches/abc/decisive']);
  expect(player.seat).toBe(0);
});

test('other links ask for nothing, and a draw stays where it is', async () => {
  expect((await opened('#t=12&seat=1', told(24, 1))).asked).toEqual([]);
  const { asked, startAt } = await opened('#t=decisive', () => new Response('{}', { status: 409 }));
  await eventually(() => expect(asked).toHaveLength(1));
  expect(startAt).not.toHaveBeenCalled();
});
