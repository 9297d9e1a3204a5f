import type { About } from '../about';

const about: About = {
  filter: 'score>20,vampires>=2',
  swing: "the hero's health",
};

export default about;
