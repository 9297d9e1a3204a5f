import type { Renderer } from '../renderer';
import { DomainBoard } from './board';
import type { Scene, View } from './types.gen';

const renderer: Renderer<Scene, View> = {
  options: [
    { key: 'territory', label: 'possible territory', initial: true },
    { key: 'path', label: 'path of the last move', initial: true },
    { key: 'messages', label: 'messages', initial: true },
    { key: 'coordinates', label: 'coordinates', initial: true },
  ],
  load: (_header, scene) => new DomainBoard(scene.size),
};

export default renderer;
