import { ApiError, del, get, post } from '../api/client';
import type { HumanSeat } from '../api/types';
import { loadInput } from '../games';
import type { Point } from '../games/board/cell';
import type { Ctx } from '../games/board/text';
import type { Input, Next } from '../games/input';
import type { Look } from '../games/renderer';
import { Observable } from '../lib/observable';
import { Player } from '../player/player';
import { watch } from '../replay/live';
import type { KeyPress } from '../ui/keyboard';

const RETRY_MS = 1000;

/**
 * A HumanMatch is a match with a human seat: the live match, the current request for an answer, and the draft of that
 * answer. It draws the choices over the board and handles clicks there.
 */
export class HumanMatch extends Observable {
  readonly player = new Player();
  state: HumanSeat | undefined;
  input: Input | undefined;
  draft: unknown;
  error = ''; // why an answer was refused, or a request failed
  lost = false; // the server is not responding
  sending = false;
  looking = false; // for the choices that continue the draft
  choices: unknown; // that continue the draft
  private pointer: Point | null = null;
  private abort = new AbortController();
  private stopWatching: (() => void) | undefined;

  /** With fog, the frames are veiled. Turning it off creates a new HumanMatch, which reads them again. */
  constructor(
    readonly id: string,
    private fog: boolean,
  ) {
    super();
    const { replay, transport } = this.player;
    const changed = () => this.changed();
    replay.subscribe(changed);
    transport.subscribe(changed);
  }

  /** Starts following the match. Returns a function that stops following; the match continues. */
  start(): () => void {
    void this.follow();
    return () => {
      this.abort.abort();
      this.stopWatching?.();
    };
  }

  get ended(): boolean {
    const stage = this.state?.stage;
    return stage === 'over' || stage === 'left' || stage === 'lost';
  }

  /** Whether the server waits for the reader's answer. */
  get asked(): boolean {
    return this.state?.stage === 'asked' && this.input !== undefined;
  }

  /** Whether the board shows the position that is to be answered. */
  get current(): boolean {
    const { replay, transport } = this.player;
    return this.asked && replay.last === this.state!.turn - 1 && transport.at === replay.last;
  }

  get prompt(): string {
    return this.asked ? this.input!.prompt(this.choices, this.draft) : '';
  }

  get buttons() {
    return this.asked ? this.input!.buttons(this.choices, this.draft) : [];
  }

  /** The answer that the draft already makes up, if any. */
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

  /** Continues with a draft, or sends the answer. */
  take(next: Next<unknown> | null): void {
    if (next === null || !this.asked || this.sending) return;
    const begun = this.begun;
    this.draft = next.draft;
    this.error = '';
    this.player.transport.toNewest();
    if (next.send !== undefined) void this.send(next.send);
    else if (this.begun !== begun) void this.look();
    this.changed();
  }

  /** Sends an answer. After a refusal the draft stays and another answer may be sent. */
  async send(line: string): Promise<void> {
    if (!this.asked || this.sending) return;
    const { turn } = this.state!;
    this.sending = true;
    this.error = '';
    this.changed();
    try {
      this.apply(await post('/api/hands/{id}/answer', { id: this.id }, { turn, line }));
    } catch (error) {
      // The next turn may have arrived before the response to this answer.
      if (this.state!.turn === turn)
        this.error = error instanceof ApiError ? (error.fields.line ?? error.message) : String(error);
    }
    if (this.state!.turn === turn) this.sending = false;
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

  /** Handles a key. Reports whether it has a meaning. */
  press(key: KeyPress): boolean {
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

  /** Whether a key has a meaning now. */
  takes(key: KeyPress): boolean {
    if (!this.asked) return false;
    if (this.input!.press(this.choices, this.draft, key) !== null) return true;
    return key.key === 'Enter' && this.line !== null;
  }

  /** Handles a click on the board. While an earlier turn is shown, it returns to the newest one. */
  click(at: Point): void {
    if (!this.current) {
      this.player.transport.toNewest();
      return;
    }
    this.take(this.input!.click(this.choices, this.draft, at));
  }

  /**
   * The point that the camera follows: the game's choice until the match has ended, or the board's.
   */
  focus(): Point | null | undefined {
    if (this.input?.focus === undefined || this.ended) return undefined;
    return this.current ? this.input.focus(this.choices, this.draft) : null;
  }

  point(at: Point | null): void {
    this.pointer = at;
  }

  /** Draws the choices over the board. */
  draw(ctx: Ctx, { theme, scale }: Look): void {
    if (!this.current || this.sending) return;
    const brush = { theme, scale, seat: this.state!.seat, pointer: this.pointer };
    this.input!.draw(ctx, this.choices, this.draft, brush);
  }

  private get begun(): string {
    return this.input?.begun?.(this.draft) ?? '';
  }

  /** Long-polls the state of the match until it has ended. */
  private async follow(): Promise<void> {
    const { signal } = this.abort;
    while (!signal.aborted && !this.ended) {
      try {
        const beyond = this.state?.turn ?? -1;
        const state = await get('/api/hands/{id}', { id: this.id, beyond }, signal);
        this.lost = false;
        this.input ??= await loadInput(state.game);
        this.apply(state);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiError && error.status === 404) {
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

  /** Reads the choices that continue the beginning of the answer. */
  private async look(): Promise<void> {
    const { begun } = this;
    this.looking = true;
    try {
      const state = await get('/api/hands/{id}', { id: this.id, begun }, this.abort.signal);
      if (begun !== this.begun || state.turn !== this.state?.turn) return; // too late
      this.choices = choicesOf(state);
    } catch (error) {
      this.error = String(error instanceof Error ? error.message : error);
    }
    this.looking = false;
    this.changed();
  }

  /** Applies a response of the server. Responses may arrive out of order; older ones are ignored. */
  private apply(state: HumanSeat): void {
    const before = this.state;
    if (this.ended) return; // a response to the last answer may arrive after the end
    if (before && (state.turn < before.turn || (state.turn === before.turn && state.stage === 'asked')))
      return;
    this.state = state;
    if (before === undefined) this.first(state);
    if (state.stage === 'asked') {
      this.choices = choicesOf(state);
      this.draft = this.input!.begin(this.choices, this.draft);
      this.sending = false;
      this.looking = false;
      this.error = '';
    }
    if (state.stage === 'left' || state.stage === 'lost') this.stopWatching?.();
    this.changed();
  }

  private first(state: HumanSeat): void {
    const veil = this.fog ? this.input!.fog?.veil(state.seat) : undefined;
    if (veil) {
      this.player.setSeat(state.seat);
      this.player.replay.veil = veil;
    }
    if (state.stage === 'left' || state.stage === 'lost') return;
    this.player.replay.once = true; // who gave up does not play again
    this.stopWatching = watch(this.player.replay, this.id);
  }
}

/** The choices of the game; the object has one key, the game's name. */
function choicesOf({ choices }: HumanSeat): unknown {
  return Object.values(choices)[0];
}
