import { distance, type Point } from '../games/board/cell';
import type { Board, Description, Entity, Hint, Look } from '../games/renderer';
import type { Replay } from '../replay/replay';
import { onTheme, readTheme, type Theme } from '../ui/theme';
import { Camera } from './camera';
import { drawHint, drawOverlay } from './drawings';
import type { Transport } from './transport';

/** What the reader wants to see, read for each drawing. */
export interface DisplayOptions {
  options: Readonly<Record<string, boolean>>;
  seat: number | null;
  overlay: boolean;
  follow: boolean;
  /** The hints that show better answers than those of a turn. */
  better(turn: number): Hint[];
}

/** Called when the pointer moves onto an entity or off all of them. */
export type Tip = (tip: { description: Description; x: number; y: number } | null) => void;

/** A layer over a board that also receives pointer events, in units of the board. */
export interface BoardOverlay {
  /** Returns the point that the camera follows instead of the board's: null to stay, undefined for none. */
  focus?(): Point | null | undefined;
  draw(ctx: CanvasRenderingContext2D, look: Look): void;
  point(at: { x: number; y: number } | null): void;
  click(at: { x: number; y: number }): void;
}

const SMALL = 640; // pixels: the width of a screen on which a whole board has cells too small to tap
const STILL = 6; // pixels: a pointer that moved no farther has clicked

/**
 * A BoardCanvas shows a board on a canvas: it draws when something changed, at the screen's own resolution, and turns
 * pointer and wheel into camera and tooltip. It counts the frames it draws in a second in data-fps.
 */
export class BoardCanvas {
  readonly camera: Camera;
  private model: unknown;
  private modelTurn = -1;
  private held = false; // the reader has panned away from what the camera follows
  private aimed: Point | null = null; // what the overlay had the camera follow
  private hover: Entity | null = null;
  private pointer: { x: number; y: number } | null = null;
  private theme: Theme;
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
    private closeUp = false, // on a small screen, opens with the cells around the action
  ) {
    this.theme = readTheme(canvas);
    this.camera = new Camera(board.bounds);
    const redraw = () => this.redraw();
    this.stops.push(transport.subscribe(redraw), replay.subscribe(redraw));
    this.stops.push(onTheme(() => this.recolour()));
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(canvas);
    this.stops.push(() => observer.disconnect());
    this.listen();
    this.resize();
    void board.ready?.().then(redraw);
  }

  /** Reads the colours again. */
  recolour(): void {
    this.theme = readTheme(this.canvas);
    this.redraw();
  }

  /** Requests a drawing; requests before the next frame are coalesced. */
  redraw(): void {
    if (this.raf === 0) this.raf = requestAnimationFrame((now) => this.frame(now));
  }

  /** Zooms by a factor, around the middle of the screen. */
  zoom(factor: number): void {
    const { width, height } = this.canvas.getBoundingClientRect();
    this.zoomAt(factor, width / 2, height / 2);
  }

  private zoomAt(factor: number, x: number, y: number): void {
    this.held = false;
    this.camera.zoom(factor, x, y);
    this.redraw();
  }

  fit(): void {
    this.held = false;
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
    if (this.closeUp && box.width > 0) {
      this.closeUp = false;
      if (this.board.near !== undefined && box.width <= SMALL) this.camera.near(this.board.near);
    }
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
    const t = this.transport.turn > this.replay.last ? 1 : this.transport.t;
    this.aim(this.camera, this.model, t);
    this.paint(ctx, this.camera, devicePixelRatio, this.model, turn, t);
    this.over?.draw(ctx, this.look());
  }

  /** Points the camera at what it follows. */
  private aim(camera: Camera, model: unknown, t: number): void {
    if (!this.display().follow) return;
    const given = this.over?.focus?.();
    if (given && (given.x !== this.aimed?.x || given.y !== this.aimed.y)) {
      this.aimed = given;
      this.held = false;
    }
    if (this.held) return;
    const at = given === undefined ? this.board.focus?.(model, t) : given;
    if (at) camera.look(at.x, at.y);
  }

  private paint(
    ctx: CanvasRenderingContext2D,
    camera: Camera,
    ratio: number,
    model: unknown,
    turn: number,
    t: number,
  ): void {
    const { scale } = camera;
    const origin = camera.toScreen(0, 0);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    ctx.setTransform(scale * ratio, 0, 0, scale * ratio, origin.x * ratio, origin.y * ratio);
    const { overlay, seat } = this.display();
    const look = { ...this.look(), scale, visible: camera.visible() };
    this.board.draw(ctx, model, t, look);
    if (overlay) drawOverlay(ctx, this.replay.frames[turn]!, seat, this.theme, scale);
    if (t < 1) for (const hint of this.display().better(turn)) drawHint(ctx, hint, this.theme, scale);
  }

  /**
   * Returns a painter of pictures of the part of the board on the screen, at most the given number of pixels wide. The
   * picture of a turn at t is valid until the next one.
   */
  painter(width: number): (turn: number, t: number) => HTMLCanvasElement {
    const box = this.canvas.getBoundingClientRect();
    const ratio = Math.min(devicePixelRatio, width / Math.max(1, box.width));
    const [drawn, picture] = [document.createElement('canvas'), document.createElement('canvas')];
    for (const c of [drawn, picture]) {
      c.width = Math.max(1, Math.round(box.width * ratio));
      c.height = Math.max(1, Math.round(box.height * ratio));
    }
    const ctx = drawn.getContext('2d', { willReadFrequently: true })!;
    const flat = picture.getContext('2d', { willReadFrequently: true })!;
    let modelTurn = -1;
    let model: unknown;
    return (turn, t) => {
      if (turn !== modelTurn) model = this.board.state(this.replay.frames, turn);
      modelTurn = turn;
      const camera = this.camera.copy();
      this.aim(camera, model, t);
      this.paint(ctx, camera, ratio, model, turn, t);
      flat.fillStyle = this.theme.ground;
      flat.fillRect(0, 0, picture.width, picture.height);
      flat.drawImage(drawn, 0, 0);
      return picture;
    };
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
          this.zoomAt(spread, (to.x + other.x) / 2, (to.y + other.y) / 2);
        } else if (from) {
          if (down === null || distance(down, to) > STILL) this.held = true;
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
        // As on maps: the page scrolls, unless Ctrl is held or the board was clicked.
        if (!e.ctrlKey && !e.metaKey && document.activeElement !== canvas) return;
        e.preventDefault();
        this.zoomAt(Math.exp(-e.deltaY * 0.0015), e.offsetX, e.offsetY);
      },
      { signal, passive: false },
    );
    canvas.addEventListener('dblclick', () => this.fit(), { signal });
  }
}
