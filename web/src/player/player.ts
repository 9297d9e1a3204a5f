import { reportDown } from '../api/down';
import type { AnalysisReport } from '../api/types';
import { loadRenderer } from '../games';
import { stepCount } from '../games/board/motion';
import type { Board, Hint, Mark, Renderer } from '../games/renderer';
import { Observable } from '../lib/observable';
import { onceBack } from '../lib/outage';
import { loadPreference, savePreference } from '../lib/storage';
import { eventsOf } from '../replay/model';
import { Replay } from '../replay/replay';
import { type Mistakes, mistakeMark, mistakesOf, positionOfMistake } from './analysis';
import type { BoardCanvas } from './boardcanvas';
import { Transport } from './transport';
import { eventAt } from './turningpoints';

/**
 * A Player is one match on a page: its replay, the renderer of its game once loaded, the position, and the view
 * options. Two players may share a position.
 */
export class Player extends Observable {
  readonly replay = new Replay();
  readonly transport: Transport;
  renderer: Renderer | undefined;
  board: Board | undefined;
  seat: number | null = null;
  options: Record<string, boolean> = {};
  overlay = loadPreference('overlay') !== 'false'; // the bots' drawings
  follow = loadPreference('follow') !== 'false'; // the camera stays with the board's focus when zoomed in
  hideResults = loadPreference('hideResults') === 'true'; // until the last turn is shown
  view: BoardCanvas | undefined; // the board as it is drawn on the page
  marks: Mark[][] = []; // by turn
  analysis: AnalysisReport | undefined; // what is known of the answers
  mistakes: Mistakes = new Map(); // of the analysis
  private start: number | undefined;
  private slowest: number | undefined; // the seat whose slowest answer is sought
  private generation: number | undefined; // of the replay whose board is loaded

  constructor(transport?: Transport) {
    super();
    this.transport = transport ?? new Transport((turn) => this.stepsOf(turn));
    this.replay.subscribe(() => this.grown());
  }

  /** The turn that this match shows; in a comparison, one match may already have ended. */
  get turn(): number {
    return Math.min(this.transport.turn, this.replay.last);
  }

  /** Seeks to a position as soon as it is available. */
  startAt(at: number): void {
    this.start = at;
    this.arrive();
  }

  /** Seeks to the slowest answer of a seat once the match has been read. */
  startAtSlowest(seat: number): void {
    this.slowest = seat;
    this.arrive();
  }

  stepsOf(turn: number): number {
    const frame = this.replay.frames[turn];
    return frame === undefined ? 1 : stepCount(frame.view.events);
  }

  setSeat(seat: number | null): void {
    this.seat = seat;
    this.changed();
  }

  setOption(key: string, on: boolean): void {
    this.options = { ...this.options, [key]: on };
    savePreference(`option.${this.replay.header?.game}.${key}`, String(on));
    this.changed();
  }

  /** Switches an option that is the same for all games. */
  set(option: 'overlay' | 'follow' | 'hideResults', on: boolean): void {
    this[option] = on;
    savePreference(option, String(on));
    this.changed();
  }

  /** Goes to the next or the previous event. */
  toEvent(by: 1 | -1): void {
    const turn = eventAt(this.marks, this.transport.at, by);
    if (turn !== undefined) this.transport.stopAt(turn);
  }

  /** Shows what an analysis has found out. */
  setAnalysis(report: AnalysisReport | undefined): void {
    this.analysis = report;
    this.mistakes = mistakesOf(report);
    this.marks = [];
    this.mark();
    this.changed();
  }

  /** Goes to the beginning of the turn of the next or the previous mistake. */
  toMistake(by: 1 | -1): void {
    const at = positionOfMistake(this.mistakes, this.transport.at, by);
    if (at !== undefined) this.transport.stopAt(at);
  }

  /** The better answers to the position in front of a turn, where mistakes were made. */
  better(turn: number): Hint[] {
    const view = this.replay.frames[turn - 1]?.view;
    const made = this.mistakes.get(turn);
    if (view === undefined || made === undefined || this.board?.answer === undefined) return [];
    return made.flatMap(({ seat, best }) =>
      this.seat === null || this.seat === seat ? this.board!.answer!(view, best, seat) : [],
    );
  }

  private grown(): void {
    const { replay, transport } = this;
    if (this.seat !== null && replay.header && this.seat >= replay.header.seats.length) this.seat = null;
    if (this.generation !== undefined && this.generation !== replay.generation) this.forget();
    if (replay.ready && this.generation === undefined) void this.load();
    if (replay.last > transport.last) transport.setLast(replay.last);
    transport.setLive(replay.live);
    this.arrive();
    this.mark();
    this.changed();
  }

  /** Starts over with a match that is played again. */
  private forget(): void {
    this.generation = undefined;
    this.board = undefined;
    this.marks = [];
    this.transport.restart();
  }

  private async load(): Promise<void> {
    const { generation } = this.replay;
    this.generation = generation;
    const header = this.replay.header!;
    try {
      this.renderer = await rendererOf(header.game);
      if (generation !== this.replay.generation) return;
      for (const option of this.renderer.options) {
        this.options[option.key] =
          (loadPreference(`option.${header.game}.${option.key}`) ?? String(option.initial)) === 'true';
      }
      this.board = this.renderer.load(header, this.replay.scene);
      this.mark();
    } catch (error) {
      this.replay.fail(error);
    }
    this.changed();
  }

  private arrive(): void {
    if (this.slowest !== undefined && this.replay.footer !== undefined) {
      this.start = slowestTurn(this.replay.frames, this.slowest);
      this.slowest = undefined;
    }
    if (this.start === undefined || this.replay.last < this.start) {
      if (this.start === undefined || this.replay.footer === undefined) return;
    }
    this.transport.seek(this.start);
    this.start = undefined;
  }

  /** Finds the marks of the turns that are new. */
  private mark(): void {
    if (this.board === undefined) return;
    const { frames } = this.replay;
    for (let turn = this.marks.length; turn < frames.length; turn++) {
      this.marks.push([
        ...faultMarks(frames[turn]!),
        ...(this.mistakes.get(turn) ?? []).map((c) => mistakeMark(c, this.analysis!)),
        ...this.board.marks(frames, turn),
      ]);
    }
  }
}

/** The turn of a seat's slowest answer; 0 without any. */
export function slowestTurn(frames: Replay['frames'], seat: number): number {
  let slowest = 0;
  let most = 0;
  for (const frame of frames) {
    const wall = frame.seats[seat]?.wall_us ?? 0;
    if (wall <= most) continue;
    most = wall;
    slowest = frame.turn;
  }
  return slowest;
}

function faultMarks(frame: Replay['frames'][number]): Mark[] {
  const marks: Mark[] = [];
  frame.seats.forEach((seat, i) => {
    if (seat.fault) marks.push({ kind: 'fault', seat: i, text: `${seat.fault.kind}: ${seat.fault.why}` });
  });
  if (marks.length > 0) return marks;
  for (const event of eventsOf(frame.view)) {
    if (event.type !== 'fault') continue;
    const { seat, kind, why } = event as { seat?: number; kind?: string; why?: string };
    marks.push({ kind: 'fault', seat, text: `${kind ?? 'fault'}: ${why ?? ''}` });
  }
  return marks;
}

/** The renderer of a game. Where its code does not come, it is asked for once more when the server answers again. */
async function rendererOf(game: string): Promise<Renderer> {
  try {
    return await loadRenderer(game);
  } catch {
    await new Promise<void>((back) => {
      onceBack(back);
      reportDown();
    });
  }
  return loadRenderer(game).catch(() => {
    throw new Error('The board could not be loaded; the server may have been updated. Reload the page.');
  });
}
