import type { Renderer } from '../renderer';
import { KeeperBoard } from './board';
import { sheet } from './figures';
import type { Scene, View } from './types.gen';

const renderer: Renderer<Scene, View> = {
  options: [
    { key: 'fog', label: 'Fog', initial: true },
    { key: 'memory', label: 'Memory: cells seen before', initial: true },
    { key: 'threat', label: 'Cells that monsters can hit', initial: false },
    { key: 'messages', label: 'Messages', initial: true },
    { key: 'coordinates', label: 'Coordinates', initial: true },
  ],
  emblem: () => sheet.row('hero', 'vampire', 'treasure'),
  load: (_header, scene) => new KeeperBoard(scene),
};

export default renderer;
