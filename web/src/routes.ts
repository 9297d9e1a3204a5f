import type { Route } from './router';

/** Every page, in one list. Each is its own chunk. */
export const routes: Route[] = [
  { path: '/', load: async () => (await import('./pages/home')).Home },
  { path: '/open', nav: 'Open', load: async () => (await import('./pages/open')).Open },
  { path: '/matches/:id', load: async () => (await import('./pages/match')).Match },
  { path: '/embed/:id', bare: true, load: async () => (await import('./pages/match')).Embed },
  { path: '/compare', load: async () => (await import('./pages/compare')).Compare },
];
