import { Observable } from '../lib/observable';
import type { Footer, Frame, Header } from './model';
import type { Line } from './reader';

/**
 * The source of the frames: a file; a match that runs, has ended or has lost its connection; a void match that waits to
 * be played again; or a match that the server shows only at its end.
 */
export type Connection = 'file' | 'live' | 'lost' | 'void' | 'ended' | 'unwatched';

/** What a watcher reads of a match that the machine did not let its bots play. */
export const VOID = 'played again: the machine was busy';

/**
 * A Replay holds the frames of a match received so far. Frames are only appended, until restart begins a new generation
 * with a new list.
 */
export class Replay extends Observable {
  generation = 0; // grows when the match is played again from its start
  header: Header | undefined;
  scene: unknown;
  frames: Frame[] = [];
  footer: Footer | undefined;
  connection: Connection = 'file';
  gone = false; // the replay was deleted or never stored
  outdated = false; // today's rules play it differently: what they cannot show is missing
  error: string | undefined; // why there will be nothing more
  again: string | undefined; // why the match is not the one that was watched before
  note: string | undefined; // what a reader should know about the file
  /** Removes from a frame what the reader may not see. */
  veil: (frame: Frame) => Frame = (frame) => frame;
  /** Whether the match is not played again when it breaks off. */
  once = false;
  private pending = false;

  /** The number of the newest turn. */
  get last(): number {
    return Math.max(0, this.frames.length - 1);
  }

  /** Whether there is something to show. */
  get ready(): boolean {
    return this.header !== undefined && this.frames.length > 0;
  }

  /** Whether the match is no longer played: it comes from a file, or ended while it was watched. */
  get over(): boolean {
    return this.connection === 'file' || this.connection === 'ended';
  }

  /** Whether the match is watched while it is played. */
  get live(): boolean {
    return this.connection === 'live' || this.connection === 'lost' || this.connection === 'void';
  }

  add(line: Line | null): void {
    if (line === null) return;
    switch (line.kind) {
      case 'header':
        this.header = line.header;
        break;
      case 'scene':
        this.scene = line.scene;
        break;
      case 'frame':
        this.frames.push(this.veil(line.frame));
        break;
      case 'footer':
        this.footer = line.footer;
    }
    this.pending = true;
    if (this.frames.length <= 1 || this.frames.length % 64 === 0) this.flush();
  }

  /** Notifies listeners of new frames. While a long file is read, notifications are throttled. */
  flush(): void {
    if (!this.pending) return;
    this.pending = false;
    this.changed();
  }

  /** Forgets everything: the server plays the match again. */
  restart(): void {
    this.generation++;
    this.header = undefined;
    this.scene = undefined;
    this.frames = [];
    this.footer = undefined;
    this.error = undefined;
    this.outdated = false;
    this.pending = false;
    this.changed();
  }

  setConnection(connection: Connection): void {
    this.connection = connection;
    this.changed();
  }

  cut(note: string): void {
    this.note = note;
    this.changed();
  }

  fail(error: unknown): void {
    this.error = error instanceof Error ? error.message : String(error);
    this.changed();
  }
}
