import { del, get, post, Refusal } from '../api/client';
import type { Hand } from '../api/types';
import { loadInput } from '../games';
import type { Point } from '../games/board/cell';
import type { Ctx } from '../games/board/text';
import type { Input, Next } from '../games/input';
import type { Look } from '../games/renderer';
import { Observable } from '../lib/observable';
import type { KeyLike } from '../player/keyboard';
import { Session } from '../player/player';
import { watch } from '../replay/live';

const RETRY_MS = 1000;

/**
 * A Play is a match in which the reader has a seat: the match as it is watched, the question that the server asks, and
 * the draft of the answer. It is drawn over the board and hears clicks there.
 */
export class Play extends Observable {
  readonly session = new Session();
  hand: Hand | undefined;
  input: Input | undefined;
  draft: unknown;
  error = ''; // why an answer was refused, or what is the matter
  lost = false; // the server does not answer
  sending = false;
  choices: unknown; // that go on with the draft
  private pointer: Point | null = null;
  private abort = new AbortController();
  private stopWatching: (() => void) | undefined;

  /** With fog, the frames are veiled: where it is lifted they come again. */
  constructor(
    readonly id: string,
    private fog: boolean,
  ) {
    super();
    const { replay, transport } = this.session;
    const changed = () => this.changed();
    replay.subscribe(changed);
    transport.subscribe(changed);
  }

  /** Begins to follow the match. Returns a function that stops it; the match goes on. */
  start(): () => void {
    void this.follow();
    return () => {
      this.abort.abort();
      this.stopWatching?.();
    };
  }

  get ended(): boolean {
    const stage = this.hand?.stage;
    return stage === 'over' || stage === 'left' || stage === 'lost';
  }

  /** Whether the reader is asked. */
  get asked(): boolean {
    return this.hand?.stage === 'asked' && this.input !== undefined;
  }

  /** Whether the board shows the position that the question is about. */
  get current(): boolean {
    const { replay, transport } = this.session;
    return this.asked && replay.last === this.hand!.turn - 1 && transport.at === replay.last;
  }

  get prompt(): string {
    return this.asked ? this.input!.prompt(this.choices, this.draft) : '';
  }

  get buttons() {
    return this.asked ? this.input!.buttons(this.choices, this.draft) : [];
  }

  /** The answer that could be sent as it stands. */
  get line(): string | null {
    return this.asked ? (this.input!.line?.(this.choices, this.draft) ?? null) : null;
  }

  get canUndo(): boolean {
    return this.asked && this.input!.undo(this.draft) !== null;
  }

  undo(): void {
    const draft = this.asked ? this.input!.undo(this.draft) : null;
    if (draft !== null) this.take({ draft });
  }

  /** Goes on with a draft, or sends the answer. */
  take(next: Next<unknown> | null): void {
    if (next === null || !this.asked || this.sending) return;
    const begun = this.begun;
    this.draft = next.draft;
    this.error = '';
    this.session.transport.toNewest();
    if (next.send !== undefined) void this.send(next.send);
    else if (this.begun !== begun) void this.look();
    this.changed();
  }

  /** Hands in an answer. One that is refused may be given again, and the draft stays. */
  async send(line: string): Promise<void> {
    if (!this.asked || this.sending) return;
    const { turn } = this.hand!;
    this.sending = true;
    this.error = '';
    this.changed();
    try {
      this.told(await post('/api/hands/{id}/answer', { id: this.id }, { turn, line }));
    } catch (error) {
      // The next question may have come before what became of this answer.
      if (this.hand!.turn === turn)
        this.error = error instanceof Refusal ? error.message.replace(/^line: /, '') : String(error);
    }
    if (this.hand!.turn === turn) this.sending = false;
    this.changed();
  }

  async leave(): Promise<void> {
    try {
      await del('/api/hands/{id}', { id: this.id });
    } catch (error) {
      this.error = String(error instanceof Error ? error.message : error);
      this.changed();
    }
  }

  /** Does what a key means. Reports whether it means something. */
  press(key: KeyLike): boolean {
    if (!this.asked) return false;
    if (key.key === 'Backspace' || key.key === 'Escape') {
      this.undo();
      return true;
    }
    const next = this.input!.press(this.choices, this.draft, key);
    if (next === null && key.key === 'Enter' && this.line !== null) {
      void this.send(this.line);
      return true;
    }
    this.take(next);
    return next !== null;
  }

  /** Hears a click on the board. In the past it leads back to the present. */
  click(at: Point): void {
    if (!this.current) {
      this.session.transport.toNewest();
      return;
    }
    this.take(this.input!.click(this.choices, this.draft, at));
  }

  point(at: Point | null): void {
    this.pointer = at;
  }

  /** Draws the choices over the board. */
  draw(ctx: Ctx, { theme, scale }: Look): void {
    if (!this.current || this.sending) return;
    const brush = { theme, scale, seat: this.hand!.seat, pointer: this.pointer };
    this.input!.draw(ctx, this.choices, this.draft, brush);
  }

  private get begun(): string {
    return this.input?.begun?.(this.draft) ?? '';
  }

  /** Asks again and again how the match stands, until it has ended. */
  private async follow(): Promise<void> {
    const { signal } = this.abort;
    while (!signal.aborted && !this.ended) {
      try {
        const beyond = this.hand?.turn ?? -1;
        const hand = await get('/api/hands/{id}', { id: this.id, beyond }, signal);
        this.lost = false;
        this.input ??= await loadInput(hand.game);
        this.told(hand);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refusal && error.status === 404) {
          this.error = error.message;
          this.stopWatching?.();
          this.changed();
          return;
        }
        this.lost = true;
        this.changed();
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Looks at the choices that go on with the beginning of the answer. */
  private async look(): Promise<void> {
    const { begun } = this;
    try {
      const hand = await get('/api/hands/{id}', { id: this.id, begun }, this.abort.signal);
      if (begun !== this.begun || hand.turn !== this.hand?.turn) return; // too late
      this.choices = choicesOf(hand);
    } catch (error) {
      this.error = String(error instanceof Error ? error.message : error);
    }
    this.changed();
  }

  /** Takes what the server says. The answers to two requests may cross: what is older than what is known is left. */
  private told(hand: Hand): void {
    const before = this.hand;
    if (before && (hand.turn < before.turn || (hand.turn === before.turn && hand.stage === 'asked'))) return;
    this.hand = hand;
    if (before === undefined) this.first(hand);
    if (hand.stage === 'asked') {
      this.choices = choicesOf(hand);
      this.draft = this.input!.begin(this.choices, this.draft);
      this.sending = false;
      this.error = '';
    }
    if (hand.stage === 'left' || hand.stage === 'lost') this.stopWatching?.();
    this.changed();
  }

  private first(hand: Hand): void {
    const veil = this.fog ? this.input!.fog?.veil(hand.seat) : undefined;
    if (veil) {
      this.session.setSeat(hand.seat);
      this.session.replay.veil = veil;
    }
    if (hand.stage !== 'left' && hand.stage !== 'lost')
      this.stopWatching = watch(this.session.replay, this.id);
  }
}

/** The choices of the game that is played: there is one. */
function choicesOf({ choices }: Hand): unknown {
  return Object.values(choices)[0];
}
