import { plainEvent } from '../plain';
import type { Renderer } from '../renderer';

const renderer: Renderer = {
  options: [{ key: 'toy', label: 'Toy', initial: true }],
  load: () => ({
    bounds: { x: 0, y: 0, w: 1, h: 1 },
    state: () => null,
    draw() {},
    hitTest: () => null,
    describe: () => ({ title: '', rows: [] }),
    describeEvent: plainEvent,
    marks: () => [],
    series: [],
    standing: () => ({ score: null, facts: [] }),
  }),
};

export default renderer;
