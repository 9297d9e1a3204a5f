import type { About } from '../about';

const about: About = {
  filter: 'glyphs>8,fault=none',
  swing: 'its HP',
};

export default about;
