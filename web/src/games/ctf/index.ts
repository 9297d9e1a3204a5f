import type { Renderer } from '../renderer';
import { CtfBoard } from './board';
import { sheet } from './figures';
import type { Scene, View } from './types.gen';

const renderer: Renderer<Scene, View> = {
  options: [
    { key: 'coins', label: 'Coins', initial: true },
    { key: 'mines', label: 'Mines', initial: true },
    { key: 'targets', label: 'Targets of minions', initial: false },
    { key: 'beams', label: 'Fire, ice and blasts', initial: true },
    { key: 'coordinates', label: 'Coordinates', initial: true },
    { key: 'fog', label: 'Fog of the selected seat', initial: true },
  ],
  emblem: () => sheet.row('minion-0', 'flag-1', 'minion-1'),
  load: (_header, scene) => new CtfBoard(scene),
};

export default renderer;
