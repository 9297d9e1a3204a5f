import type { About } from '../about';

const about: About = {
  filter: 'walls<9,seat=1',
  swing: 'its lead in nearer cells',
};

export default about;
