import { eventsOf } from '../../replay/model';
import type { Cell } from '../board/cell';
import type { Veil } from '../input';
import type { View } from './types.gen';

/** Hides what the hero is not sent. Items that he saw before stay. */
export function veil(): Veil<View> {
  return (frame) => {
    const { view } = frame;
    const fog = ([x, y]: Cell) => view.fog[y]?.[x];
    const veiled: View = {
      ...view,
      monsters: view.monsters.filter((m) => fog(m.cell) === '.'),
      items: view.items.filter((i) => fog(i.cell) !== '#'),
      events: eventsOf(view).filter((e) => e.type !== 'monster_move' || fog(e.to) === '.'),
    };
    return { ...frame, view: veiled };
  };
}
