import type { Board, Description, Entity, Look } from '../games/renderer';
import type { Replay } from '../replay/replay';
import { onTheme, readTheme } from '../ui/theme';
import { Camera } from './camera';
import { drawOverlay } from './drawings';
import type { Transport } from './transport';

/** What the reader wants to see, read for each drawing. */
export interface DisplayOptions {
  options: Readonly<Record<string, boolean>>;
  seat: number | null;
  overlay: boolean;
}

/** Called when the pointer moves onto an entity or off all of them. */
export type Tip = (tip: { description: Description; x: number; y: number } | null) => void;

/** A layer over a board that also receives pointer events, in units of the board. */
export interface BoardOverlay {
  draw(ctx: CanvasRenderingContext2D, look: Look): void;
  point(at: { x: number; y: number } | null): void;
  click(at: { x: number; y: number }): void;
}

const STILL = 6; // pixels: a pointer that moved no farther has clicked

/**
 * A BoardCanvas shows a board on a canvas: it draws when something changed, at the screen's own resolution, and turns
 * pointer and wheel into camera and tooltip. It counts the frames it draws in a second in data-fps.
 */
export class BoardCanvas {
  readonly camera: Camera;
  private model: unknown;
  private modelTurn = -1;
  private hover: Entity | null = null;
  private pointer: { x: number; y: number } | null = null;
  private theme = readTheme();
  private raf = 0;
  private drawn: number[] = [];
  private stops: (() => void)[] = [];

  constructor(
    private canvas: HTMLCanvasElement,
    private board: Board,
    private replay: Replay,
    private transport: Transport,
    private display: () => DisplayOptions,
    private tip: Tip,
    private over?: BoardOverlay,
  ) {
    this.camera = new Camera(board.bounds);
    const redraw = () => this.redraw();
    this.stops.push(transport.subscribe(redraw), replay.subscribe(redraw));
    this.stops.push(
      onTheme(() => {
        this.theme = readTheme();
        this.redraw();
      }),
    );
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(canvas);
    this.stops.push(() => observer.disconnect());
    this.listen();
    this.resize();
  }

  /** Requests a drawing; requests before the next frame are coalesced. */
  redraw(): void {
    if (this.raf === 0) this.raf = requestAnimationFrame((now) => this.frame(now));
  }

  fit(): void {
    this.camera.fit();
    this.redraw();
  }

  close(): void {
    cancelAnimationFrame(this.raf);
    for (const stop of this.stops) stop();
  }

  private resize(): void {
    const box = this.canvas.getBoundingClientRect();
    this.camera.resize(box.width, box.height);
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(box.width * ratio);
    this.canvas.height = Math.round(box.height * ratio);
    this.frame(performance.now()); // at once: an emptied canvas would flash
  }

  private frame(now: number): void {
    this.raf = 0;
    this.count(now);
    this.draw();
  }

  private count(now: number): void {
    this.drawn.push(now);
    while (this.drawn[0]! < now - 1000) this.drawn.shift();
    this.canvas.dataset.fps = String(this.drawn.length);
  }

  private look(): Look {
    const { options, seat } = this.display();
    return {
      theme: this.theme,
      options,
      seat,
      hover: this.hover,
      scale: this.camera.scale,
      visible: this.camera.visible(),
    };
  }

  private draw(): void {
    const ctx = this.canvas.getContext('2d');
    if (ctx === null || !this.replay.ready) return;
    const turn = Math.min(this.transport.turn, this.replay.last);
    if (turn !== this.modelTurn) {
      this.modelTurn = turn;
      this.model = this.board.state(this.replay.frames, turn);
      this.point();
    }
    const ratio = devicePixelRatio;
    const { scale } = this.camera;
    const origin = this.camera.toScreen(0, 0);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    ctx.setTransform(scale * ratio, 0, 0, scale * ratio, origin.x * ratio, origin.y * ratio);
    const { overlay, seat } = this.display();
    const t = this.transport.turn > this.replay.last ? 1 : this.transport.t;
    this.board.draw(ctx, this.model, t, this.look());
    if (overlay) drawOverlay(ctx, this.replay.frames[turn]!, seat, this.theme, scale);
    this.over?.draw(ctx, this.look());
  }

  /** Updates the entity under the pointer. */
  private point(): void {
    const before = this.hover?.key;
    this.over?.point(this.pointer && this.camera.toWorld(this.pointer.x, this.pointer.y));
    if (this.pointer === null || this.modelTurn < 0) {
      this.hover = null;
    } else {
      const { x, y } = this.camera.toWorld(this.pointer.x, this.pointer.y);
      this.hover = this.board.hitTest(this.model, x, y, this.look());
    }
    if (this.hover === null) {
      if (before !== undefined) this.tip(null);
      return;
    }
    this.tip({ description: this.board.describe(this.model, this.hover), ...this.pointer! });
  }

  private listen(): void {
    const { canvas } = this;
    const abort = new AbortController();
    const { signal } = abort;
    this.stops.push(() => abort.abort());
    const pointers = new Map<number, { x: number; y: number }>();
    let down: { x: number; y: number } | null = null; // where a click may have begun
    canvas.addEventListener(
      'pointerdown',
      (e) => {
        canvas.setPointerCapture(e.pointerId);
        pointers.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
        down = pointers.size === 1 && e.button === 0 ? { x: e.offsetX, y: e.offsetY } : null;
      },
      { signal },
    );
    const up = (e: PointerEvent) => void pointers.delete(e.pointerId);
    canvas.addEventListener(
      'pointerup',
      (e) => {
        up(e);
        const at = { x: e.offsetX, y: e.offsetY };
        if (down && distance(down, at) <= STILL) this.over?.click(this.camera.toWorld(at.x, at.y));
        down = null;
      },
      { signal },
    );
    canvas.addEventListener('pointercancel', up, { signal });
    canvas.addEventListener(
      'pointermove',
      (e) => {
        const from = pointers.get(e.pointerId);
        const to = { x: e.offsetX, y: e.offsetY };
        const other = [...pointers].find(([id]) => id !== e.pointerId)?.[1];
        if (from && other) {
          const spread = distance(to, other) / Math.max(1, distance(from, other));
          this.camera.zoom(spread, (to.x + other.x) / 2, (to.y + other.y) / 2);
        } else if (from) {
          this.camera.pan(to.x - from.x, to.y - from.y);
        }
        if (from) pointers.set(e.pointerId, to);
        this.pointer = to;
        this.point();
        this.redraw();
      },
      { signal },
    );
    canvas.addEventListener(
      'pointerleave',
      () => {
        this.pointer = null;
        this.point();
        this.redraw();
      },
      { signal },
    );
    canvas.addEventListener(
      'wheel',
      (e) => {
        e.preventDefault();
        this.camera.zoom(Math.exp(-e.deltaY * 0.0015), e.offsetX, e.offsetY);
        this.redraw();
      },
      { signal, passive: false },
    );
    canvas.addEventListener('dblclick', () => this.fit(), { signal });
  }
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
