import type { About } from '../about';

const about: About = {
  filter: 'cols<34,seat=1',
  swing: 'its lead in health and flags',
};

export default about;
