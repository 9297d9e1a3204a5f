// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { Reader } from '../replay/reader';
import { VOID } from '../replay/replay';
import { fixtureLines } from '../testing';
import { Controls } from './controls';
import { Player } from './player';
import { ms, Seats } from './seats';
import { TimelineBar } from './timelinebar';
import { Tooltip } from './tooltip';
import { TurnTab } from './turntab';
import { Unwatched } from './unwatched';

afterEach(() => render(null, document.body));

function show(node: preact.ComponentChild): HTMLElement {
  act(() => render(node, document.body));
  return document.body;
}

function player(game: string, at: number): Player {
  const made = new Player();
  const reader = new Reader();
  for (const line of fixtureLines(game)) made.replay.add(reader.push(line));
  made.replay.flush();
  made.startAt(at);
  return made;
}

test('a tooltip shows everything it is given and stays on the board', () => {
  const body = show(
    <Tooltip description={{ title: 'minion 2', rows: [['health', '76 of 100']] }} x={5} y={5} />,
  );
  expect(body.textContent).toBe('minion 2health76 of 100');
  const [x, y] = body.querySelector<HTMLElement>('.tip')!.style.transform.match(/-?\d+/g)!.map(Number);
  expect(x).toBeGreaterThanOrEqual(4);
  expect(y).toBeGreaterThanOrEqual(4);
});

test('a fault is shown where it happened, with the quoted line', () => {
  const body = show(<TurnTab player={player('ctf', 70)} />);
  const fault = body.querySelector('.exchange.seat-1 .text.wrong .fault-text')!.textContent!;
  expect(fault).toContain('garbled: MVOE 3 4 7: unknown command "MVOE"');
  expect(body.querySelector('.exchange.seat-0 .wrong')).toBeNull();
});

test('only the selected seat is shown in the turn tab', () => {
  const s = player('ctf', 10);
  const body = show(<TurnTab player={s} />);
  expect(body.querySelectorAll('.exchange').length).toBe(2);
  act(() => s.setSeat(1));
  expect([...body.querySelectorAll('.exchange')].map((e) => e.className)).toEqual(['exchange seat-1']);
});

test('the panel follows the turn; scores and ranks come at the end', () => {
  const s = player('domain', 5);
  const body = show(<Seats player={s} />);
  expect(body.querySelector('.seat-0 .ms')!.textContent).toBe('0.11 / 100 ms');
  expect(body.querySelector('.seat-1 .ms')!.textContent).toBe("opponent's turn");
  act(() => s.transport.seek(28));
  expect(body.querySelector('.seat-1 .score')!.textContent).toBe('42 1st');
});

test('a seat with a fault nests no link in a button', () => {
  const body = show(<Seats player={player('ctf', 70)} />);
  expect(body.querySelector('.seat-1 a.fault-link')).not.toBeNull();
  expect(body.querySelectorAll('button a, a button')).toHaveLength(0);
  act(() => body.querySelector<HTMLElement>('.seat-1 button')!.click());
  expect(body.querySelector('.seat.chosen')!.className).toContain('seat-1');
});

test('dragging on the timeline seeks', () => {
  const s = player('domain', 0);
  const bar = show(<TimelineBar player={s} />).querySelector<HTMLElement>('.timeline')!;
  bar.getBoundingClientRect = () => ({ left: 100, width: 280 }) as DOMRect;
  bar.setPointerCapture = () => {};
  bar.hasPointerCapture = () => true;
  act(() => void bar.dispatchEvent(new MouseEvent('pointerdown', { clientX: 240 })));
  expect(s.transport.at).toBe(14);
  act(() => void bar.dispatchEvent(new MouseEvent('pointermove', { clientX: 999 })));
  expect(s.transport.at).toBe(28);
  expect(bar.getAttribute('aria-valuenow')).toBe('28');
});

test.each([
  [0.0421, '0.04'],
  [50.24, '50.2'],
  [1324.3, '1324'],
])('%d ms', (value, want) => {
  expect(ms(value)).toBe(want);
});

test('a match page says once that the machine was busy: beside the board, or in its place', () => {
  const waiting = new Player();
  for (const p of [waiting, player('domain', 5)]) {
    p.replay.again = VOID;
    p.replay.setConnection('void');
    p.replay.footer = undefined;
    const body = show(
      <>
        <Unwatched replay={p.replay} />
        <Controls transport={p.transport} replay={p.replay} />
      </>,
    );
    expect(body.textContent!.split('busy').length - 1).toBe(1);
    render(null, document.body);
  }
});
