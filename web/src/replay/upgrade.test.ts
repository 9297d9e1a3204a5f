import { expect, test } from 'vitest';
import type { Frame, Result } from './model';
import { upgradeFrame, upgradeResult } from './upgrade';

const fault = (kind: string) => ({ turn: 1, seat: 0, kind, why: '' });

test.each([
  ['domain-tie', [], 'domain_tie'],
  ['dead-attraction', [], 'dead_attraction'],
  ['timeout', ['exit'], 'forfeit'],
  ['timeout', ['timeout'], 'timeout'],
  ['no_answer', ['flood'], 'forfeit'],
  ['both_timeout', ['timeout', 'exit'], 'both_forfeit'],
  ['both_timeout', ['timeout', 'timeout'], 'both_timeout'],
  ['exit', [], 'exit'], // of the hero
])('a result of an older build: %s with faults %s', (reason, kinds, want) => {
  const result: Result = { scores: [0], ranks: [1], reason, faults: kinds.map(fault) };
  upgradeResult(result);
  expect(result.reason).toBe(want);
  expect(result.faults!.some((f) => f.kind === 'exit')).toBe(false);
});

test('a bot that ended has crashed, in the seat and among the events', () => {
  const frame = {
    turn: 1,
    seats: [{ asked: true, fault: fault('exit') }],
    view: { events: [{ type: 'fault', step: 0, kind: 'exit' }] },
    digest: '',
  } as unknown as Frame;
  upgradeFrame(frame);
  expect(frame.seats[0]!.fault!.kind).toBe('crash');
  expect(frame.view.events![0]).toMatchObject({ kind: 'crash' });
});
