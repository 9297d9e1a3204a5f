import { describe, expect, test } from 'vitest';
import type { AnalysisReport } from '../api/types';
import { advantageAt, advantageOf, mistakeMark, mistakesOf, positionOfMistake, shareOf } from './analysis';
import { beginOf } from './transport';

const answer = { answer: 'MOVE 1 2', best: 'MOVE 2 2', line: null };

const report: AnalysisReport = {
  game: 'x',
  match: 'm',
  judge: 'j',
  answers: 4,
  examined: 1,
  seconds: 1,
  scale: 1,
  unit: 'points of winning chance',
  curve: [
    { turn: 1, value: 0.5, error: 0.1 },
    { turn: 2, value: 0.6, error: 0.1 },
  ],
  costs: [
    { ...answer, turn: 4, seat: 0, cost: 0.4, error: 0.2, sure: 'likely' },
    { ...answer, turn: 2, seat: 0, cost: 0.3, error: 0.05, sure: 'confirmed' },
  ],
};

describe('analysis', () => {
  test('the keys go to the beginning of the turns of the mistakes', () => {
    const made = mistakesOf(report);
    expect(positionOfMistake(made, 0, 1)).toBe(beginOf(2));
    expect(positionOfMistake(made, beginOf(2), 1)).toBe(beginOf(4));
    expect(positionOfMistake(made, beginOf(4), 1)).toBeUndefined();
    expect(positionOfMistake(made, beginOf(4), -1)).toBe(beginOf(2));
    expect(positionOfMistake(mistakesOf(undefined), 0, 1)).toBeUndefined();
  });

  test('the answers that cost most are marks with how sure that is and what was better', () => {
    expect([...mistakesOf(report)].map(([turn, made]) => [turn, made.map((c) => c.seat)])).toEqual([
      [2, [0]],
      [4, [0]],
    ]);
    expect(mistakeMark(report.costs![1]!, report)).toEqual({
      kind: 'mistake',
      seat: 0,
      text: 'MOVE 1 2 cost 0.30 ± 0.05 points of winning chance, confirmed; better MOVE 2 2',
    });
  });

  test('the value of a turn is that of the position in front of it, and the result is that of the last one', () => {
    const known = advantageOf({ ...report, results: [0, 1] }, 4, 2)!;
    expect(known.values).toEqual([0.5, 0.6, null, null, 0]); // of the first seat
    expect([0, 0.01, 1, 3.9, 4].map((at) => advantageAt(known, at))).toEqual([0.5, 0.5, 0.6, 0.6, 0]);
    expect(advantageOf({ ...report, curve: [] }, 4, 2)).toBeUndefined();
  });

  test('a share is of a whole match between seats, and of the scores that there were in a solo game', () => {
    expect(shareOf(advantageOf(report, 4, 2)!, 0.6)).toBe(0.6);
    const curve = [900, 400].map((value, i) => ({ turn: i + 1, value, error: 0 }));
    expect(shareOf(advantageOf({ ...report, curve }, 4, 1)!, 525)).toBe(0.25);
  });
});
