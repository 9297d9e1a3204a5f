import type { Frame, GameEvent, GameView, Header } from '../replay/model';
import { exact } from '../ui/format';
import type { Board, Mark } from './renderer';

/** What never changes in a match whose referee is a program of its own. */
export interface ProgramScene {
  seats: number;
  start: string[]; // its parameters, or the test case of a solo game
}

/** What such a referee said after a turn. */
export interface ProgramView extends GameView {
  frame?: string; // for the game's own viewer
  key: boolean;
  events: readonly Said[] | null;
  asks?: { seat: number; lines: number; limit: number };
  scores?: number[];
  parameters?: string[];
  metadata?: unknown;
}

interface Said extends GameEvent {
  text: string;
}

/** A line of the board. */
interface Line {
  text: string;
  kind: 'title' | 'text' | 'muted';
  seat?: number | undefined;
}

const WIDTH = 32;
const HEIGHT = 18;
const STEP = 0.9; // from line to line
const MARGIN = 0.6;

/** Shows the match of a referee that is a program of its own: what it says, asks and at the end counts. */
export function program(header: Header, scene: ProgramScene): Board<readonly Line[], ProgramView> {
  const name = (seat: number) => header.seats[seat]?.name ?? `seat ${seat}`;
  return {
    bounds: { x: 0, y: 0, w: WIDTH, h: HEIGHT },
    state: (frames, turn) => linesOf(frames[turn]!, scene, name),
    draw(ctx, lines, _t, look) {
      ctx.textAlign = 'left';
      ctx.textBaseline = 'middle';
      let y = MARGIN + STEP / 2;
      for (const line of lines) {
        ctx.font = `${line.kind === 'title' ? '600 ' : ''}0.62px system-ui, sans-serif`;
        ctx.fillStyle = line.kind === 'muted' ? look.theme.muted : look.theme.text;
        for (const text of wrapped(line.text, WIDTH - 2 * MARGIN - 0.8, (t) => ctx.measureText(t).width)) {
          if (y > HEIGHT - MARGIN - STEP) {
            ctx.fillText('… the rest is beside the board', MARGIN, y);
            return;
          }
          ctx.fillText(text, MARGIN + (line.seat === undefined ? 0 : 0.8), y);
          y += STEP;
        }
        if (line.seat !== undefined) {
          ctx.fillStyle = look.theme.seats[line.seat % look.theme.seats.length]!;
          ctx.fillRect(MARGIN, y - STEP - 0.25, 0.5, 0.5);
        }
      }
    },
    hitTest: () => null,
    describe: () => ({ title: '', rows: [] }),
    describeEvent: (event) => spoken((event as Said).text, name),
    marks: (frames, turn): Mark[] =>
      said(frames[turn]!)
        .filter((event) => event.type === 'tooltip')
        .map((event) => ({ kind: 'other', text: spoken(event.text, name), ...seatOf(event) })),
    series: [],
    standing: (frames, turn, seat) => {
      const view = frames[turn]!.view;
      const score = view.scores?.[seat];
      const asked = view.asks;
      return {
        score: score ?? null,
        facts: asked?.seat === seat ? [['is asked for', lineCount(asked.lines)]] : [],
      };
    },
  };
}

function lineCount(n: number): string {
  return n === 1 ? '1 line' : `${n} lines`;
}

function said(frame: Frame<ProgramView>): readonly Said[] {
  return frame.view.events ?? [];
}

function seatOf({ seat }: GameEvent): { seat?: number } {
  return seat === undefined ? {} : { seat };
}

/** The lines of the board after a turn. */
function linesOf(frame: Frame<ProgramView>, scene: ProgramScene, name: (seat: number) => string): Line[] {
  const { view } = frame;
  const lines: Line[] = [];
  if (frame.turn === 0 && scene.start.length > 0) {
    lines.push(
      { text: 'Start', kind: 'title' },
      ...scene.start.map((text): Line => ({ text, kind: 'muted' })),
    );
  }
  const events = said(frame);
  if (events.length > 0) lines.push({ text: `The referee on turn ${frame.turn}`, kind: 'title' });
  for (const event of events) {
    lines.push({ text: spoken(event.text, name), kind: 'text', ...seatOf(event) });
  }
  frame.seats.forEach((seat, i) => {
    if (!seat.asked) return;
    lines.push({ text: name(i), kind: 'title', seat: i });
    for (const text of seat.answer ?? ['no answer']) {
      lines.push({ text, kind: seat.answer === undefined ? 'muted' : 'text' });
    }
  });
  const { asks, scores } = view;
  if (asks !== undefined) {
    const what = asks.lines === 0 ? 'nothing: the turn plays itself' : lineCount(asks.lines);
    lines.push({
      text: `Then it asks ${name(asks.seat)} for ${what}, within ${asks.limit} ms`,
      kind: 'muted',
      seat: asks.seat,
    });
  }
  if (scores !== undefined) {
    lines.push({ text: 'Scores by the referee', kind: 'title' });
    scores.forEach((score, seat) => {
      lines.push({ text: `${name(seat)}: ${exact(score)}`, kind: 'text', seat });
    });
  }
  const facts = Object.entries(
    typeof view.metadata === 'object' && view.metadata !== null ? view.metadata : {},
  );
  if (facts.length > 0) lines.push({ text: 'Metadata', kind: 'title' });
  for (const [key, value] of facts) {
    lines.push({
      text: `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      kind: 'text',
    });
  }
  return lines;
}

/** A text of a referee for people: $0 is the player of seat 0, and marks such as ¤RED¤ and §RED§ colour what is between them. */
export function spoken(text: string, name: (seat: number) => string): string {
  return text.replace(/[¤§][A-Z]+[¤§]/g, '').replace(/\$([0-7])/g, (_, seat) => name(Number(seat)));
}

/** A text in lines that are at most so wide, broken between words or, where a word is too long, within it. */
export function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const part of text.split('\n')) {
    let line = '';
    for (const word of part.split(/(?<=\s)/)) {
      if (line !== '' && measure(line + word) > width) {
        lines.push(line);
        line = '';
      }
      line += word;
      while (line.length > 1 && measure(line) > width) {
        let fits = Math.max(1, Math.floor((line.length * width) / measure(line)));
        while (fits > 1 && measure(line.slice(0, fits)) > width) fits--;
        lines.push(line.slice(0, fits));
        line = line.slice(fits);
      }
    }
    lines.push(line);
  }
  return lines;
}
