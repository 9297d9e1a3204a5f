import type { Renderer } from '../renderer';
import { HeroPathBoard } from './board';
import type { Scene, View } from './types.gen';

const renderer: Renderer<Scene, View> = {
  options: [
    { key: 'trail', label: "the hero's trail", initial: true },
    { key: 'reach', label: 'speed and range', initial: true },
    { key: 'ranges', label: 'attack ranges of all monsters', initial: false },
    { key: 'messages', label: 'comments', initial: true },
    { key: 'map', label: 'overview map when zoomed in', initial: true },
    { key: 'legend', label: 'legend', initial: true },
    { key: 'coordinates', label: 'coordinates', initial: true },
  ],
  load: (_header, scene) => new HeroPathBoard(scene),
};

export default renderer;
