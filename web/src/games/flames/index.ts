import type { Renderer } from '../renderer';
import { FlamesBoard } from './board';
import { sheet } from './figures';
import type { Scene, View } from './types.gen';

const renderer: Renderer<Scene, View> = {
  options: [
    { key: 'attraction', label: 'Next step of each flame', initial: true },
    { key: 'ways', label: 'Pushes and attractions of the turn', initial: true },
    { key: 'waves', label: 'Future glyphs, hidden from the bot', initial: false },
    { key: 'coordinates', label: 'Coordinates', initial: false },
  ],
  emblem: () => sheet.row('flame', 'hero', 'flame'),
  load: (_header, scene) => new FlamesBoard(scene),
};

export default renderer;
