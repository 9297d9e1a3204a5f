import type { Route } from '../lib/router';

type Address = Pick<URL, 'pathname' | 'search'>;

/** The paths of earlier versions, and where their pages are now. */
const MOVED: Readonly<Record<string, string>> = {
  '/games': '/',
  '/matches/new': '/play',
  '/checks': '/experiments',
  '/findings': '/experiments',
  '/puzzles': '/experiments',
  '/ladders/new': '/ladders',
};

/** Where the page of an address is now, with its query; undefined where it has not moved. */
export function movedTo({ pathname, search }: Address): string | undefined {
  const path = pathname.replace(/(?<=.)\/$/, '');
  if (path === '/leaderboards/new') {
    const query = new URLSearchParams(search);
    const game = query.get('game');
    query.delete('game');
    return game ? `/games/${encodeURIComponent(game)}?${query}` : '/';
  }
  return MOVED[path] && MOVED[path] + search;
}

/** All pages. Each is its own chunk; the first route that matches the path is shown. */
export const routes: Route[] = [
  { path: '/', nav: 'Home', load: async () => (await import('../pages/home')).Home },
  { path: '/play', nav: 'Play', load: async () => (await import('../pages/play')).PlayPage },
  { path: '/play/:id', load: async () => (await import('../pages/playmatch')).PlayMatch },
  {
    path: '/tournaments',
    nav: 'Tournaments',
    load: async () => (await import('../pages/tournaments')).TournamentsPage,
  },
  { path: '/tournaments/new', load: async () => (await import('../pages/newtournament')).NewTournament },
  { path: '/tournaments/:id', load: async () => (await import('../pages/tournament')).TournamentPage },
  {
    path: '/experiments',
    nav: 'Experiments',
    load: async () => (await import('../pages/experiments')).ExperimentsPage,
  },
  { path: '/checks/new', load: async () => (await import('../pages/newcheck')).NewCheck },
  { path: '/checks/:id', load: async () => (await import('../pages/check')).CheckPage },
  { path: '/puzzles/:name', load: async () => (await import('../pages/puzzles')).PuzzleSetPage },
  { path: '/ladders', nav: 'Ladders', load: async () => (await import('../pages/ladders')).LaddersPage },
  { path: '/ladders/:name', load: async () => (await import('../pages/ladder')).LadderPage },
  { path: '/bots', nav: 'Bots', load: async () => (await import('../pages/bots')).BotsPage },
  { path: '/bots/new', load: async () => (await import('../pages/newbot')).NewBot },
  {
    path: '/bots/:game/:id/versions|report|positions?',
    load: async () => (await import('../pages/bot')).BotPage,
  },
  { path: '/matches', nav: 'Matches', load: async () => (await import('../pages/matches')).MatchesPage },
  { path: '/matches/:id', load: async () => (await import('../pages/match')).Match },
  { path: '/games/:game/rules?', load: async () => (await import('../pages/game')).GamePage },
  {
    path: '/leaderboards/:name/edit?',
    load: async () => (await import('../pages/leaderboard')).LeaderboardPage,
  },
  { path: '/workers', load: async () => (await import('../pages/workers')).WorkersPage },
  { path: '/open', load: async () => (await import('../pages/open')).Open },
  { path: '/embed/:id/board?', bare: true, load: async () => (await import('../pages/match')).Embed },
  { path: '/search', load: async () => (await import('../pages/search')).SearchPage },
  { path: '/compare', load: async () => (await import('../pages/compare')).Compare },
];
