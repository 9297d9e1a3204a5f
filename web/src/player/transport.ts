import { Observable } from '../lib/observable';

/** Speeds the keys + and - go through. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 50];

const STEP_MS = 250; // motion of one step at 1x
const MOST_MOTION_MS = 3000; // a turn of many steps is played faster, so that it still ends
const REST_MS = 200; // pause after each turn at 1x
const STILL_SPEED = 8; // from here on turns are shown without motion
const BEGIN = 0.01; // how far a turn has come where it is looked at before it is played
const BEHIND = 2; // turns that a follower may be behind; beyond them it skips

/**
 * A Transport is the position in a match and its playback. The position is one number: 57 is the position after turn
 * 57, 56.5 is half way through turn 57. A turn is named by the answer that is given in it. Turn 57 begins at
 * beginOf(57): there the board is the one that its answer was given to. It knows no game and no clock: tick gets the
 * elapsed time.
 */
export class Transport extends Observable {
  at = 0;
  last = 0;
  playing = false;
  speed = 1;
  live = false; // more turns may come
  reduced = false; // the reader asked for less motion
  private rest = 0; // milliseconds still to wait before the next turn
  private following = false;
  private reel: readonly (readonly [from: number, to: number])[] = []; // parts still to be played

  constructor(private stepsOf: (turn: number) => number) {
    super();
  }

  /** The current turn: 56.5 is in turn 57. */
  get turn(): number {
    return Math.ceil(this.at);
  }

  /** The progress of the current turn, 0 to 1. */
  get t(): number {
    return this.turn === 0 ? 1 : this.at - (this.turn - 1);
  }

  /** Whether positions between turns are shown at all while playing. */
  get moving(): boolean {
    return !this.reduced && this.speed < STILL_SPEED;
  }

  /** Whether a live match is watched at its newest turn. */
  get atNewest(): boolean {
    return this.live && this.following;
  }

  /** Sets the last known turn of the match. */
  setLast(last: number): void {
    if (last === this.last) return;
    const before = this.last;
    this.last = last;
    if (this.atNewest) {
      if (last - before > 1 || !this.moving) this.at = last;
      else if (last - this.at > BEHIND) this.at = last - 1;
      this.playing = true;
    }
    if (this.at > last) this.at = last;
    this.changed();
  }

  /** Watches a match that is being played: from its newest turn, until the reader goes back. */
  setLive(live: boolean): void {
    if (this.live === live) return;
    this.live = live;
    if (live) this.toNewest();
    else this.following = false;
    this.changed();
  }

  toNewest(): void {
    this.at = this.last;
    this.following = this.live;
    this.playing = this.live;
    this.changed();
  }

  /** Forgets a match that is played again from its start. */
  restart(): void {
    this.at = 0;
    this.last = 0;
    this.rest = 0;
    this.reel = [];
    this.changed();
  }

  /** Plays parts of the match one after the other. Any other command ends it. */
  playParts(parts: readonly (readonly [from: number, to: number])[]): void {
    if (parts.length === 0) return;
    this.seek(parts[0]![0]);
    this.reel = parts;
    this.playing = true;
    this.changed();
  }

  /** Whether parts are being played. */
  get inParts(): boolean {
    return this.playing && this.reel.length > 0;
  }

  /** Seeks to a position, clamped to the match. */
  seek(at: number): void {
    this.reel = [];
    this.at = Math.min(Math.max(0, at), this.last);
    this.following = this.live && this.at === this.last;
    this.rest = 0;
    this.changed();
  }

  /** Stops at a position. */
  stopAt(at: number): void {
    this.pause();
    this.seek(at);
  }

  /** Moves forward or back by whole turns. From within a turn, back goes to its start. */
  turns(by: number): void {
    this.playing = false;
    this.seek(by < 0 ? Math.ceil(this.at) + by : Math.floor(this.at) + by);
  }

  /** Moves one step of a turn forward or back: from after each step to after the next. */
  step(by: 1 | -1): void {
    this.playing = false;
    const base = by > 0 ? Math.floor(this.at) : Math.ceil(this.at) - 1;
    const steps = this.stepsOf(base + 1);
    const done = (this.at - base) * steps;
    const to = by > 0 ? Math.floor(done + 1e-6) + 1 : Math.ceil(done - 1e-6) - 1;
    this.seek(to >= steps ? base + 1 : base + to / steps);
  }

  toggle(): void {
    if (!this.playing && this.at >= this.last && !this.live) this.at = 0;
    this.playing = !this.playing;
    this.rest = 0;
    this.reel = [];
    if (!this.playing) this.following = false;
    this.changed();
  }

  pause(): void {
    if (this.playing) this.toggle();
  }

  setSpeed(speed: number): void {
    this.speed = Math.min(Math.max(speed, SPEEDS[0]!), SPEEDS[SPEEDS.length - 1]!);
    this.changed();
  }

  /** Selects the next or the previous of SPEEDS. */
  faster(by: 1 | -1): void {
    const next = by > 0 ? SPEEDS.find((s) => s > this.speed) : SPEEDS.findLast((s) => s < this.speed);
    if (next !== undefined) this.setSpeed(next);
  }

  setReduced(reduced: boolean): void {
    this.reduced = reduced;
    this.changed();
  }

  /** Advances playback by the given milliseconds. */
  tick(ms: number): void {
    if (!this.playing || this.at >= this.last) {
      if (this.playing && !this.live) this.pause();
      return;
    }
    let left = ms * this.speed;
    if (this.atNewest) left *= Math.max(1, this.last - this.at); // turns may come faster than they play
    while (this.playing && left > 0 && this.at < this.last) {
      if (this.rest > 0) {
        const waited = Math.min(this.rest, left);
        this.rest -= waited;
        left -= waited;
        continue;
      }
      if (this.cut()) continue;
      const base = Math.floor(this.at);
      const motion = motionOf(this.stepsOf(base + 1));
      if (!this.moving) {
        this.at = base + 1;
        this.rest = motion + REST_MS;
        continue;
      }
      const missing = (base + 1 - this.at) * motion;
      if (left < missing) {
        this.at += left / motion;
        break;
      }
      left -= missing;
      this.at = base + 1;
      this.rest = REST_MS;
    }
    this.changed();
  }

  /** Goes from the end of a part to the next one, and stops after the last one. */
  private cut(): boolean {
    if (this.reel.length === 0 || this.at < this.reel[0]![1]) return false;
    this.reel = this.reel.slice(1);
    if (this.reel.length === 0) this.playing = false;
    else this.at = this.reel[0]![0];
    return true;
  }
}

/** The position at the beginning of a turn: the board is still what its answer was given to. */
export function beginOf(turn: number): number {
  return Math.max(0, turn - 1 + BEGIN);
}

/** How long a turn of some steps takes at 1x, in milliseconds. */
export function turnMs(steps: number): number {
  return motionOf(steps) + REST_MS;
}

function motionOf(steps: number): number {
  return Math.min(steps * STEP_MS, MOST_MOTION_MS);
}
