import type { Renderer } from '../renderer';
import { CtfBoard } from './board';
import type { Scene, View } from './types.gen';

const renderer: Renderer<Scene, View> = {
  options: [
    { key: 'coins', label: 'coins', initial: true },
    { key: 'mines', label: 'mines', initial: true },
    { key: 'targets', label: 'targets of minions', initial: false },
    { key: 'beams', label: 'fire, ice and blasts', initial: true },
    { key: 'fog', label: 'fog of the selected seat', initial: true },
  ],
  load: (_header, scene) => new CtfBoard(scene),
};

export default renderer;
