import { expect, test } from 'vitest';
import type { Frame, Header } from '../replay/model';
import { type ProgramView, program, spoken, wrapped } from './program';

const header = {
  game: 'lowest',
  seats: [{ name: 'a' }, { name: 'b' }],
  referee: 'f00d',
} as unknown as Header;

test('a text of a referee names the players, without marks of colours', () => {
  expect(spoken('¤GREEN¤$0§GREEN§ beats $1 by $9', (i) => header.seats[i]!.name)).toBe('a beats b by $9');
});

test('a text is broken between words, and within a word that is too long', () => {
  const width = (t: string) => t.trimEnd().length;
  expect(wrapped('one two threefour\nfive', 7, width)).toEqual(['one two ', 'threefo', 'ur', 'five']);
  expect(wrapped('', 7, width)).toEqual(['']);
  expect(wrapped('wide', 0.5, width)).toEqual(['w', 'i', 'd', 'e']);
});

test('tooltips are marks of the timeline, and what the referee says, asks and counts is on the board', () => {
  const board = program(header, { seats: 2, start: ['seed=1'] });
  const frame = (turn: number, view: Partial<ProgramView>, answer?: string[]): Frame<ProgramView> => ({
    turn,
    digest: '',
    seats: [{ asked: answer !== undefined, ...(answer && { answer }) }, { asked: false }],
    view: { key: true, events: [], ...view },
  });
  const frames = [
    frame(0, { asks: { seat: 0, lines: 1, limit: 1000 } }),
    frame(
      1,
      {
        events: [
          { type: 'summary', step: 0, text: '$0 leads' },
          { type: 'tooltip', step: 0, seat: 1, text: 'Timeout!' },
        ],
        scores: [3, -1],
        metadata: { points: '964.5' },
      },
      ['WAIT'],
    ),
  ];
  const texts = (turn: number) => board.state(frames, turn).map((line) => line.text);
  expect(texts(0)).toEqual(['Start', 'seed=1', 'Then it asks a for 1 line, within 1000 ms']);
  expect(texts(1)).toEqual([
    'The referee on turn 1',
    'a leads',
    'Timeout!',
    'a',
    'WAIT',
    'Scores by the referee',
    'a: 3',
    'b: −1',
    'Metadata',
    'points: 964.5',
  ]);
  expect(board.marks(frames, 1)).toEqual([{ kind: 'other', seat: 1, text: 'Timeout!' }]);
  expect(board.standing(frames, 0, 0).facts).toEqual([['is asked for', '1 line']]);
});
