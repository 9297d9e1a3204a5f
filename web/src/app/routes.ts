import type { Route } from '../lib/router';

/** All pages. Each is its own chunk; the first route that matches the path is shown. */
export const routes: Route[] = [
  { path: '/', load: async () => (await import('../pages/home')).Home },
  { path: '/games', nav: 'Games', load: async () => (await import('../pages/games')).GamesPage },
  { path: '/games/:game', load: async () => (await import('../pages/game')).GamePage },
  { path: '/games/:game/rules', load: async () => (await import('../pages/rules')).RulesPage },
  { path: '/leaderboards/new', load: async () => (await import('../pages/newleaderboard')).NewLeaderboard },
  { path: '/leaderboards/:name', load: async () => (await import('../pages/leaderboard')).LeaderboardPage },
  {
    path: '/leaderboards/:name/edit',
    load: async () => (await import('../pages/newleaderboard')).EditLeaderboard,
  },
  {
    path: '/tournaments',
    nav: 'Tournaments',
    load: async () => (await import('../pages/tournaments')).TournamentsPage,
  },
  { path: '/tournaments/new', load: async () => (await import('../pages/newtournament')).NewTournament },
  { path: '/tournaments/:id', load: async () => (await import('../pages/tournament')).TournamentPage },
  { path: '/bots', nav: 'Bots', load: async () => (await import('../pages/bots')).BotsPage },
  { path: '/bots/new', load: async () => (await import('../pages/newbot')).NewBot },
  { path: '/bots/:game/:id', load: async () => (await import('../pages/bot')).BotPage },
  { path: '/matches', nav: 'Matches', load: async () => (await import('../pages/matches')).MatchesPage },
  { path: '/matches/new', load: async () => (await import('../pages/newmatch')).NewMatch },
  { path: '/matches/:id', load: async () => (await import('../pages/match')).Match },
  { path: '/play', nav: 'Play', load: async () => (await import('../pages/play')).PlayPage },
  { path: '/play/:id', load: async () => (await import('../pages/playmatch')).PlayMatch },
  { path: '/checks', nav: 'Checks', load: async () => (await import('../pages/checks')).ChecksPage },
  { path: '/checks/new', load: async () => (await import('../pages/newcheck')).NewCheck },
  { path: '/checks/:id', load: async () => (await import('../pages/check')).CheckPage },
  { path: '/workers', load: async () => (await import('../pages/workers')).WorkersPage },
  { path: '/open', nav: 'Open', load: async () => (await import('../pages/open')).Open },
  { path: '/embed/:id', bare: true, load: async () => (await import('../pages/match')).Embed },
  { path: '/embed/:id/board', bare: true, load: async () => (await import('../pages/match')).Board },
  { path: '/search', load: async () => (await import('../pages/search')).SearchPage },
  { path: '/compare', load: async () => (await import('../pages/compare')).Compare },
];
