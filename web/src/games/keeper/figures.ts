import type { Theme } from '../../ui/theme';
import type { Ctx } from '../board/text';

/** A figure of the maze, drawn around the origin with radius 1. Each has a silhouette of its own. */
type Figure = (ctx: Ctx, paint: Paint) => void;

interface Paint {
  ink: string; // lines and eyes
  light: string; // teeth, blades
  theme: Theme;
}

export function monster(ctx: Ctx, theme: Theme, kind: string, x: number, y: number, r: number): void {
  within(ctx, theme, x, y, r, MONSTERS[kind] ?? box);
}

export function item(ctx: Ctx, theme: Theme, name: string, x: number, y: number, r: number): void {
  const weapon = name.replace(/ charge$/, '');
  if (weapon === name) {
    within(ctx, theme, x, y, r, ITEMS[name] ?? treasure);
    return;
  }
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fillStyle = theme.ground;
  ctx.fill();
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = r * 0.14;
  ctx.stroke();
  weaponIcon(ctx, theme, weapon, x, y, r * 0.68);
}

export function weaponIcon(ctx: Ctx, theme: Theme, weapon: string, x: number, y: number, r: number): void {
  within(ctx, theme, x, y, r, WEAPONS[weapon] ?? sword);
}

/** Draws the hero as a disc in the seat's colour with a helmet. */
export function hero(ctx: Ctx, theme: Theme, x: number, y: number, r: number): void {
  within(ctx, theme, x, y, r, (c) => {
    disc(c, 0, 0, 1, theme.seat[0], theme.board, 0.12);
    c.beginPath();
    c.moveTo(-0.52, 0.5);
    c.lineTo(-0.52, -0.1);
    c.arc(0, -0.1, 0.52, Math.PI, 2 * Math.PI);
    c.lineTo(0.52, 0.5);
    c.lineTo(0.14, 0.62);
    c.lineTo(0.14, 0.12);
    c.lineTo(-0.14, 0.12);
    c.lineTo(-0.14, 0.62);
    c.closePath();
    c.fillStyle = theme.onSeat;
    c.fill();
    c.fillStyle = theme.seat[0];
    c.fillRect(-0.38, -0.12, 0.76, 0.16);
  });
}

const box: Figure = (c, { ink }) => {
  c.beginPath();
  c.roundRect(-0.72, -0.66, 1.44, 1.4, 0.1);
  paint(c, '#b98a52', ink);
  line(c, ink, 0.08, [-0.72, -0.22, 0.72, -0.22], [-0.72, 0.3, 0.72, 0.3], [-0.6, 0.62, 0.6, -0.54]);
};

const skeleton: Figure = (c, { ink }) => {
  c.beginPath();
  c.moveTo(-0.36, 0.36);
  c.arc(0, -0.16, 0.66, 0.68 * Math.PI, 0.32 * Math.PI);
  c.lineTo(0.36, 0.82);
  c.lineTo(-0.36, 0.82);
  c.closePath();
  paint(c, '#ece8da', ink);
  disc(c, -0.26, -0.12, 0.18, ink);
  disc(c, 0.26, -0.12, 0.18, ink);
  line(
    c,
    ink,
    0.07,
    [0, 0.12, 0, 0.26],
    [-0.15, 0.5, -0.15, 0.82],
    [0.15, 0.5, 0.15, 0.82],
    [-0.36, 0.5, 0.36, 0.5],
  );
};

const gargoyle: Figure = (c, { ink }) => {
  for (const side of [-1, 1]) {
    shape(c, [
      0.2 * side,
      -0.1,
      0.96 * side,
      -0.74,
      0.98 * side,
      0.42,
      0.7 * side,
      0.2,
      0.56 * side,
      0.52,
      0.3 * side,
      0.4,
    ]);
    paint(c, '#66718a', ink);
  }
  shape(
    c,
    [
      -0.36, -0.44, -0.46, -0.94, -0.14, -0.62, 0.14, -0.62, 0.46, -0.94, 0.36, -0.44, 0.4, 0.7, 0.12, 0.84,
      -0.12, 0.84, -0.4, 0.7,
    ],
  );
  paint(c, '#98a2b6', ink);
  disc(c, -0.16, -0.28, 0.09, ink);
  disc(c, 0.16, -0.28, 0.09, ink);
  line(c, ink, 0.08, [-0.14, 0.02, 0.14, 0.02]);
};

const orc: Figure = (c, { ink, light }) => {
  shape(
    c,
    [
      -0.5, -0.3, -1, -0.42, -0.62, 0.1, -0.6, 0.42, -0.34, 0.8, 0.34, 0.8, 0.6, 0.42, 0.62, 0.1, 1, -0.42,
      0.5, -0.3, 0.34, -0.74, -0.34, -0.74,
    ],
  );
  paint(c, '#7aa657', ink);
  line(c, ink, 0.1, [-0.46, -0.3, -0.1, -0.14], [0.46, -0.3, 0.1, -0.14], [-0.36, 0.44, 0.36, 0.44]);
  disc(c, -0.24, -0.04, 0.1, ink);
  disc(c, 0.24, -0.04, 0.1, ink);
  for (const side of [-1, 1]) {
    shape(c, [0.18 * side, 0.44, 0.4 * side, 0.44, 0.32 * side, 0.06]);
    paint(c, light, ink, 0.05);
  }
};

const vampire: Figure = (c, { ink, light }) => {
  shape(c, [0, 0.1, -0.5, -0.2, -0.84, -0.78, -0.78, 0.86, 0.78, 0.86, 0.84, -0.78, 0.5, -0.2]);
  paint(c, '#a03a55', ink);
  c.beginPath();
  c.ellipse(0, -0.16, 0.46, 0.6, 0, 0, 2 * Math.PI);
  paint(c, '#eddcd3', ink);
  shape(c, [-0.46, -0.24, -0.3, -0.72, 0, -0.8, 0.3, -0.72, 0.46, -0.24, 0.2, -0.5, 0, -0.3, -0.2, -0.5]);
  paint(c, '#33283a', ink, 0.04);
  disc(c, -0.18, -0.12, 0.08, ink);
  disc(c, 0.18, -0.12, 0.08, ink);
  line(c, ink, 0.06, [-0.22, 0.14, 0.22, 0.14]);
  for (const side of [-1, 1]) {
    shape(c, [0.06 * side, 0.14, 0.2 * side, 0.14, 0.13 * side, 0.4]);
    paint(c, light, ink, 0.04);
  }
};

const treasure: Figure = (c, { theme, ink }) => {
  shape(c, [-0.5, -0.55, 0.5, -0.55, 0.85, -0.12, 0, 0.75, -0.85, -0.12]);
  paint(c, theme.coin, ink);
  line(
    c,
    ink,
    0.07,
    [-0.85, -0.12, 0.85, -0.12],
    [-0.25, -0.12, 0, 0.75],
    [0.25, -0.12, 0, 0.75],
    [-0.25, -0.12, 0, -0.55],
    [0.25, -0.12, 0, -0.55],
  );
};

const potion: Figure = (c, { theme, ink, light }) => {
  c.beginPath();
  c.moveTo(-0.18, -0.72);
  c.lineTo(-0.18, -0.2);
  c.arc(0, 0.25, 0.55, 1.38 * Math.PI, 1.62 * Math.PI, true);
  c.lineTo(0.18, -0.72);
  c.closePath();
  paint(c, theme.danger, ink);
  line(c, ink, 0.14, [-0.28, -0.76, 0.28, -0.76]);
  line(c, light, 0.13, [-0.22, 0.28, 0.22, 0.28], [0, 0.06, 0, 0.5]);
};

const exit: Figure = (c, { theme, ink }) => {
  c.beginPath();
  c.moveTo(-0.72, 0.85);
  c.lineTo(-0.72, -0.1);
  c.arc(0, -0.1, 0.72, Math.PI, 2 * Math.PI);
  c.lineTo(0.72, 0.85);
  c.closePath();
  paint(c, theme.good, ink);
  line(c, theme.board, 0.15, [-0.36, 0.28, 0.34, 0.28], [0.34, 0.28, 0.06, 0], [0.34, 0.28, 0.06, 0.56]);
};

const sword: Figure = (c, { theme }) => {
  line(c, theme.text, 0.2, [-0.45, 0.45, 0.75, -0.75]);
  line(c, theme.text, 0.2, [-0.62, 0.05, -0.05, 0.62], [-0.8, 0.8, -0.45, 0.45]);
};

const hammer: Figure = (c, { theme }) => {
  line(c, theme.text, 0.2, [-0.65, 0.8, 0.1, -0.15]);
  line(c, theme.text, 0.52, [-0.25, -0.55, 0.5, 0.05]);
};

const scythe: Figure = (c, { theme }) => {
  line(c, theme.text, 0.18, [-0.6, 0.85, 0.35, -0.75]);
  c.beginPath();
  c.moveTo(0.4, -0.8);
  c.quadraticCurveTo(-0.5, -0.95, -0.85, -0.05);
  c.quadraticCurveTo(-0.4, -0.55, 0.25, -0.5);
  c.closePath();
  c.fillStyle = theme.text;
  c.fill();
};

const bow: Figure = (c, { theme }) => {
  c.beginPath();
  c.arc(-0.35, 0, 0.85, -0.36 * Math.PI, 0.36 * Math.PI);
  c.strokeStyle = theme.text;
  c.lineWidth = 0.18;
  c.stroke();
  line(c, theme.text, 0.09, [0.01, -0.76, 0.01, 0.76]);
  line(c, theme.text, 0.14, [-0.85, 0, 0.85, 0], [0.85, 0, 0.6, -0.22], [0.85, 0, 0.6, 0.22]);
};

const MONSTERS: Readonly<Record<string, Figure>> = { box, skeleton, gargoyle, orc, vampire };
const ITEMS: Readonly<Record<string, Figure>> = { treasure, potion, exit };
const WEAPONS: Readonly<Record<string, Figure>> = { sword, hammer, scythe, bow };

function within(ctx: Ctx, theme: Theme, x: number, y: number, r: number, figure: Figure): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(r, r);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  figure(ctx, { ink: '#1c1a1e', light: '#fffaf0', theme });
  ctx.restore();
}

function shape(c: Ctx, at: number[]): void {
  c.beginPath();
  for (let i = 0; i < at.length; i += 2) c.lineTo(at[i]!, at[i + 1]!);
  c.closePath();
}

function paint(c: Ctx, fill: string, ink: string, width = 0.08): void {
  c.fillStyle = fill;
  c.fill();
  c.strokeStyle = ink;
  c.lineWidth = width;
  c.stroke();
}

function disc(c: Ctx, x: number, y: number, r: number, fill: string, rim?: string, width = 0): void {
  c.beginPath();
  c.arc(x, y, r, 0, 2 * Math.PI);
  c.fillStyle = fill;
  c.fill();
  if (rim === undefined) return;
  c.strokeStyle = rim;
  c.lineWidth = width;
  c.stroke();
}

function line(c: Ctx, color: string, width: number, ...segments: [number, number, number, number][]): void {
  c.beginPath();
  for (const [x1, y1, x2, y2] of segments) {
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
  }
  c.strokeStyle = color;
  c.lineWidth = width;
  c.stroke();
}
