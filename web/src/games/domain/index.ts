import type { Renderer } from '../renderer';
import { DomainBoard } from './board';
import { sheet } from './figures';
import type { Scene, View } from './types.gen';

const renderer: Renderer<Scene, View> = {
  options: [
    { key: 'territory', label: 'Possible territory', initial: true },
    { key: 'path', label: 'Path of the last move', initial: true },
    { key: 'messages', label: 'Messages', initial: true },
    { key: 'coordinates', label: 'Coordinates', initial: true },
  ],
  emblem: () => sheet.row('token-0', 'token-1'),
  load: (_header, scene) => new DomainBoard(scene.size),
};

export default renderer;
