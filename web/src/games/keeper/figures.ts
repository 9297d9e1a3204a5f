import type { Theme } from '../../ui/theme';
import type { Stone } from '../board/blocks';
import { Sheet } from '../board/sheet';
import type { Ctx } from '../board/text';
import svg from './sheet.svg?raw';

export const sheet = new Sheet(svg);

/** The cellar: bricks, and flagstones between them. */
export function cellarOf({ dark }: Theme): Stone {
  return dark
    ? { floor: '#232228', tile: '#29282f', top: '#494554', rim: '#625d70', side: '#312e3a' }
    : { floor: '#f1ece2', tile: '#e9e3d6', top: '#a29caf', rim: '#c2bdcb', side: '#77718a' };
}

/** Draws an item; a charge lies on its chest. */
export function item(ctx: Ctx, theme: Theme, name: string, x: number, y: number): void {
  const weapon = name.replace(/ charge$/, '');
  if (weapon === name) {
    sheet.draw(ctx, theme, name, x, y, name === 'exit' ? 0.98 : 0.74);
    return;
  }
  sheet.draw(ctx, theme, 'chest', x, y + 0.06, 0.78);
  sheet.draw(ctx, theme, weapon, x, y - 0.14, 0.58);
}
