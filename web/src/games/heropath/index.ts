import type { Renderer } from '../renderer';
import { HeroPathBoard } from './board';
import { sheet } from './figures';
import type { Scene, View } from './types.gen';

const renderer: Renderer<Scene, View> = {
  options: [
    { key: 'trail', label: "the hero's trail", initial: true },
    { key: 'reach', label: 'Speed and range', initial: true },
    { key: 'ranges', label: 'Attack ranges of all monsters', initial: false },
    { key: 'messages', label: 'Comments', initial: true },
    { key: 'map', label: 'Overview map when zoomed in', initial: true },
    { key: 'legend', label: 'Legend', initial: true },
    { key: 'coordinates', label: 'Coordinates', initial: true },
  ],
  emblem: () => sheet.row('calm', 'hero', 'fierce'),
  load: (_header, scene) => new HeroPathBoard(scene),
};

export default renderer;
