import type { Renderer } from '../renderer';
import { KeeperBoard } from './board';
import type { Scene, View } from './types.gen';

const renderer: Renderer<Scene, View> = {
  options: [
    { key: 'fog', label: 'fog', initial: true },
    { key: 'memory', label: 'memory: cells seen before', initial: true },
    { key: 'threat', label: 'cells that monsters can hit', initial: false },
    { key: 'messages', label: 'messages', initial: true },
    { key: 'coordinates', label: 'coordinates', initial: true },
  ],
  load: (_header, scene) => new KeeperBoard(scene),
};

export default renderer;
