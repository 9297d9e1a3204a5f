import { loadRenderer } from '../games';
import { stepCount } from '../games/board/motion';
import type { Board, Mark, Renderer } from '../games/renderer';
import { Observable } from '../lib/observable';
import { loadPreference, savePreference } from '../lib/storage';
import { eventsOf } from '../replay/model';
import { Replay } from '../replay/replay';
import { Transport } from './transport';

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
  overlay = true;
  marks: Mark[][] = []; // by turn
  private start: number | undefined;
  private loading = false;

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

  setOverlay(on: boolean): void {
    this.overlay = on;
    savePreference('overlay', String(on));
    this.changed();
  }

  private grown(): void {
    const { replay, transport } = this;
    if (this.seat !== null && replay.header && this.seat >= replay.header.seats.length) this.seat = null;
    if (replay.ready && !this.loading) void this.load();
    if (replay.last > transport.last) transport.setLast(replay.last);
    const live = replay.connection === 'live' || replay.connection === 'lost';
    if (live !== transport.live) transport.setLive(live);
    this.arrive();
    this.mark();
    this.changed();
  }

  private async load(): Promise<void> {
    this.loading = true;
    const header = this.replay.header!;
    try {
      this.renderer = await loadRenderer(header.game);
      for (const option of this.renderer.options) {
        this.options[option.key] =
          (loadPreference(`option.${header.game}.${option.key}`) ?? String(option.initial)) === 'true';
      }
      this.overlay = loadPreference('overlay') !== 'false';
      this.board = this.renderer.load(header, this.replay.scene);
      this.mark();
    } catch (error) {
      this.replay.fail(error);
    }
    this.changed();
  }

  private arrive(): void {
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
      this.marks.push([...faultMarks(frames[turn]!), ...this.board.marks(frames, turn)]);
    }
  }
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
