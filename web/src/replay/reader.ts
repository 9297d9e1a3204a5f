import type { Footer, Frame, Header } from './model';
import { scaleScores, upgradeFrame, upgradeResult } from './upgrade';

/** A known turn has another digest: the server was started again, and plays the match from its start. */
export class Restarted extends Error {}

/** One line of a full export. */
export type Line =
  | { kind: 'header'; header: Header }
  | { kind: 'scene'; scene: unknown }
  | { kind: 'frame'; frame: Frame }
  | { kind: 'footer'; footer: Footer };

/**
 * A Reader takes the lines of one full export in order: header, scene, frames, footer. Every error names the line.
 * Rejoin makes it ready for the same lines from the start again, and it then returns only what is new.
 */
export class Reader {
  private line = 0;
  private start: string | undefined;
  private scene = false;
  private digests: string[] = [];
  private next = 0;
  private ended = false;

  /** Whether the footer has been read. */
  get complete(): boolean {
    return this.ended;
  }

  /** Expects the lines of the same match again, as after a reconnect. */
  rejoin(): void {
    this.line = 0;
    this.next = 0;
    this.scene = false;
  }

  /** Parses a line; returns null when it is blank or already known. */
  push(text: string): Line | null {
    this.line++;
    if (text.trim() === '') return null;
    const value = this.parse(text);
    if (this.line === 1) return this.header(value);
    if (this.ended) throw this.wrong('text after the footer; a full export ends there');
    if (!this.scene) {
      if (!('scene' in value)) throw this.wrong('found no "scene"; want it right after the header');
      this.scene = true;
      return this.next === 0 && this.digests.length > 0 ? null : { kind: 'scene', scene: value.scene };
    }
    if ('result' in value) {
      this.ended = true;
      const footer = value as unknown as Footer;
      upgradeResult(footer.result);
      scaleScores(footer.result);
      return { kind: 'footer', footer };
    }
    return this.frame(value);
  }

  private parse(text: string): Record<string, unknown> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw this.wrong(`"${short(text)}" is not JSON; want one JSON object per line`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.wrong(`"${short(text)}" is not a JSON object`);
    }
    return value as Record<string, unknown>;
  }

  private header(value: Record<string, unknown>): Line | null {
    if (value.replay === undefined || typeof value.game !== 'string') {
      throw this.wrong('not a replay: the first line has no "replay" and "game"');
    }
    if (value.replay !== 1) {
      throw this.wrong(`replay format ${value.replay}; these pages read format 1: a newer arbiter shows it`);
    }
    if (value.full !== true) {
      throw this.wrong('this is a record without frames; "arbiter replay export --full" makes a full export');
    }
    const header = value as unknown as Header;
    if (this.start === undefined) {
      this.start = header.start;
      return { kind: 'header', header };
    }
    if (header.start !== this.start) {
      throw this.wrong(`another match: it starts with digest ${header.start}; want ${this.start}`);
    }
    return null;
  }

  private frame(value: Record<string, unknown>): Line | null {
    if (typeof value.turn !== 'number' || !Array.isArray(value.seats) || typeof value.view !== 'object') {
      throw this.wrong('found no frame; want "turn", "seats" and "view"');
    }
    const frame = value as unknown as Frame;
    if (frame.turn !== this.next) throw this.wrong(`found turn ${frame.turn}; want turn ${this.next}`);
    this.next++;
    const known = this.digests[frame.turn];
    if (known === undefined) {
      this.digests.push(frame.digest);
      upgradeFrame(frame);
      return { kind: 'frame', frame };
    }
    if (known !== frame.digest) {
      throw new Restarted(`turn ${frame.turn} has digest ${frame.digest}; it was ${known} before`);
    }
    return null;
  }

  private wrong(what: string): Error {
    return new Error(`line ${this.line}: ${what}`);
  }
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
