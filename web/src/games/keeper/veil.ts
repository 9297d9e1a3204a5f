import type { Frame } from '../../replay/model';
import type { Event, View } from './model';

/** Leaves of each frame what the hero is sent, and the items that he remembers. */
export function veil(): (frame: Frame) => Frame {
  return (frame) => {
    const view = frame.view as unknown as View;
    const fog = ([x, y]: [number, number]) => view.fog[y]?.[x];
    const veiled: View = {
      ...view,
      monsters: view.monsters.filter((m) => fog(m.cell) === '.'),
      items: view.items.filter((i) => fog(i.cell) !== '#'),
      events: view.events?.filter((e: Event) => e.type !== 'monster_move' || fog(e.to) === '.') ?? null,
    };
    return { ...frame, view: veiled as unknown as Frame['view'] };
  };
}
