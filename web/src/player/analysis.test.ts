import { describe, expect, test } from 'vitest';
import type { AnalysisReport } from '../api/types';
import type { Frame } from '../replay/model';
import { evaluationPlots, mistakeMark, mistakesOf, positionOfMistake, suspectOf } from './analysis';

const turn = (turn: number, seat: number, mark: string | null, value: number | null) => ({
  turn,
  seat,
  mark,
  value,
  error: value === null ? null : 0.1,
  regret: mark === null ? null : 0.3,
  regret_error: mark === null ? null : 0.05,
  answer: 'MOVE 1 2',
  best: 'MOVE 2 2',
  line: null,
});

const report: AnalysisReport = {
  game: 'x',
  match: 'm',
  judge: 'j',
  examined: 1,
  seconds: 1,
  scale: 1,
  unit: 'points of winning chance',
  worst: [],
  turns: [
    turn(1, 0, 'best', 0.5),
    turn(2, 0, 'blunder', 0.6),
    turn(2, 1, null, 0.4),
    turn(4, 0, 'mistake', null),
  ],
};

describe('analysis', () => {
  test('the suspect seems to cost more than its error or, by pairs, as much as a mistake, and has no mark', () => {
    expect(suspectOf(report)).toBeUndefined();
    const seems = (n: number, regret: number, error: number) => ({
      ...turn(n, 0, null, 0.5),
      regret,
      regret_error: error,
    });
    const turns = [...report.turns!, seems(5, 0.05, 0.02), seems(6, 0.09, 0.08), seems(7, 0.2, 0.4)];
    expect(suspectOf({ ...report, turns })?.turn).toBe(6);
    const paired = [...turns, { ...seems(8, 0.1, 0.4), pairs: 24 }];
    expect(suspectOf({ ...report, turns: paired })?.turn).toBe(8);
    expect(suspectOf({ ...report, turns: paired, scale: 2 })?.turn).toBe(6);
  });

  test('the keys go in front of the mistakes', () => {
    const made = mistakesOf(report);
    expect(positionOfMistake(made, 0, 1)).toBe(1);
    expect(positionOfMistake(made, 1, 1)).toBe(3);
    expect(positionOfMistake(made, 3, 1)).toBeUndefined();
    expect(positionOfMistake(made, 3, -1)).toBe(1);
    expect(positionOfMistake(mistakesOf(undefined), 0, 1)).toBeUndefined();
  });

  test('a mistake is a mark with its cost and what was better; a good answer and an unknown one are none', () => {
    expect([...mistakesOf(report)].map(([turn, made]) => [turn, made.map((t) => t.seat)])).toEqual([
      [2, [0]],
      [4, [0]],
    ]);
    expect(mistakeMark(report.turns![1]!, report)).toEqual({
      kind: 'mistake',
      seat: 0,
      text: 'blunder: MOVE 1 2 cost 0.30 ± 0.05 points of winning chance; better MOVE 2 2',
    });
  });

  test('the value of a turn is that of the position in front of it; what the bots say is a plot beside it', () => {
    const frames = [0, 1, 2, 3, 4].map((turn) => ({
      turn,
      seats: [{ asked: turn > 0, metrics: turn > 0 ? { eval: turn / 10, depth: 3 } : {} }, { asked: true }],
    })) as unknown as Frame[];
    const seats = [{ name: 'a' }, { name: 'b' }] as never;
    const plots = evaluationPlots(report, frames, seats);
    expect(plots.map((p) => p.name)).toEqual(["judge's win probability", '@metric eval of the bots']);
    expect(plots[0]!.lines.map((l) => l.values)).toEqual([
      [0.5, 0.6, null, null, null],
      [null, 0.4, null, null, null],
    ]);
  });
});
