import type { About } from '../about';

const about: About = {
  filter: 'monsters>100,fault=none',
  swing: 'its fatigue',
};

export default about;
