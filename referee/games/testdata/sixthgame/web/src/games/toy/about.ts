import type { About } from '../about';

const about: About = { filter: 'length=6', swing: 'its points' };

export default about;
