import { type Cell, distance, middle, type Point, same } from '../board/cell';
import { arc, mix, progress } from '../board/motion';
import type { Turn } from '../board/turn';
import type { MineView, View } from './types.gen';

export type Model = Turn<View>;

/** How a minion is drawn at a moment of a turn. */
export interface MinionPose extends Point {
  health: number;
  timeout: number;
  presence: number; // 1: there, 0: gone
  hurt: number; // 0 to 1 while it loses health
  hop: number; // how far it is off the ground, in cells, while it walks
}

/** Where a minion stands at t. Minions that share a cell stand a little apart. */
export function minionAt(model: Model, seat: number, id: number, t: number): Point {
  const from = standAt(model.before, seat, id);
  const to = standAt(model.after, seat, id);
  const move = model.events.find((e) => e.type === 'move' && e.seat === seat && e.minion === id);
  const p = move === undefined ? t : progress(t, move.step, model.steps);
  return { x: mix(from.x, to.x, p), y: mix(from.y, to.y, p) };
}

const APART = 0.28; // cells from the middle, so that each is seen

function standAt(view: View, seat: number, id: number): Point {
  const { at } = view.seats[seat]!.minions[id]!;
  const here = view.seats.flatMap((s, si) =>
    s.minions.flatMap((m, mi) => (m.alive && same(m.at, at) ? [`${si} ${mi}`] : [])),
  );
  const place = here.indexOf(`${seat} ${id}`);
  const { x, y } = middle(at);
  if (here.length < 2 || place < 0) return { x, y };
  const angle = (2 * Math.PI * place) / here.length + Math.PI;
  return { x: x + APART * Math.cos(angle), y: y + APART * Math.sin(angle) };
}

/** How many cells across a small screen opens with. */
export const NEAR = 12;

const TOGETHER = NEAR - 2; // cells apart at which it shows both

/**
 * Where most is happening at t: a minion with a flag, else the two opponents that are closest to each other. While
 * these do not fit into view together, it is the minion of seat 0 that is closest to the flag it wants.
 */
export function actionAt(model: Model, t: number): Point {
  const [from, to] = [actionIn(model.before), actionIn(model.after)];
  return { x: mix(from.x, to.x, t), y: mix(from.y, to.y, t) };
}

function actionIn({ seats, flags }: View): Point {
  const flag = flags.find((f) => f.carrier >= 0);
  if (flag) return middle(flag.at);
  const [own, others] = seats.map((s) => s.minions.filter((m) => m.alive).map((m) => middle(m.at)));
  const prize = middle(flags[1].at);
  const pair = nearest(
    own!.flatMap((a) => others!.map((b) => [a, b] as const)),
    ([a, b]) => distance(a, b),
  );
  if (pair && distance(...pair) <= TOGETHER)
    return { x: mix(pair[0].x, pair[1].x, 0.5), y: mix(pair[0].y, pair[1].y, 0.5) };
  return nearest(own!, (m) => distance(m, prize)) ?? middle(flags[0].at);
}

/** The first of those that are least far, undefined of none. */
function nearest<T>(all: readonly T[], far: (of: T) => number): T | undefined {
  return all.reduce<T | undefined>((best, one) => (best && far(best) <= far(one) ? best : one), undefined);
}

const HOP = 0.14; // cells

/** A minion at t: the turn's hits, frost and death happen in their steps. */
export function minionPose(model: Model, seat: number, id: number, t: number): MinionPose {
  const at = minionAt(model, seat, id, t);
  const after = model.after.seats[seat]!.minions[id]!;
  if (t === 1)
    return {
      ...{ ...at, health: after.health, timeout: after.timeout, presence: after.alive ? 1 : 0 },
      ...{ hurt: 0, hop: 0 },
    };
  const before = model.before.seats[seat]!.minions[id]!;
  let { health, timeout } = before;
  let presence = before.alive ? 1 : 0;
  let [hurt, hop] = [0, 0];
  for (const e of model.events) {
    if (e.type === 'end' || e.type === 'fault' || e.seat !== seat || e.minion !== id) continue;
    const p = progress(t, e.step, model.steps);
    if (p === 0) continue;
    if (e.type === 'move') hop = HOP * arc(p);
    if (e.type === 'hit') {
      health = mix(health, e.health, p);
      hurt = Math.max(hurt, arc(p));
    }
    if (e.type === 'frozen') timeout = e.timeout;
    if (e.type === 'unfrozen') timeout = 0;
    if (e.type === 'kill') presence = 1 - p;
  }
  return { ...at, health, timeout, presence, hurt, hop };
}

/** Where the flag of a seat is at t, and whether it is carried. */
export function flagAt(model: Model, owner: number, t: number): Point & { carried: boolean } {
  const flag = (t === 1 ? model.after : model.before).flags[owner as 0 | 1];
  let { at, carrier } = flag;
  if (t < 1) {
    for (const e of model.events) {
      if (e.type !== 'drop' && e.type !== 'take') continue;
      if (e.flag !== owner || progress(t, e.step, model.steps) === 0) continue;
      if (e.type === 'drop') [at, carrier] = [e.at, -1];
      else carrier = e.minion;
    }
  }
  if (carrier >= 0) return { ...minionAt(model, 1 - owner, carrier, t), carried: true };
  return { ...middle(at), carried: false };
}

/** The mines at t: they are planted and explode in their steps. */
export function minesAt(model: Model, t: number): MineView[] {
  if (t === 1) return model.after.mines;
  const gone: Cell[] = [];
  for (const e of model.events) {
    if (e.type === 'blast' && progress(t, e.step, model.steps) > 0.5) gone.push(e.at);
  }
  const exploded = (cell: Cell) => gone.some((at) => same(at, cell));
  const mines = model.before.mines.filter((m) => !exploded(m.at));
  for (const e of model.events) {
    if (e.type === 'mine' && progress(t, e.step, model.steps) > 0 && !exploded(e.target))
      mines.push({ at: e.target, seat: e.seat, minion: e.minion });
  }
  return mines;
}
