/** What pages say of a game beside its board. It is the default export of src/games/<game>/about.ts. */
export interface About {
  /** A filter that selects some matches of the game. */
  filter: string;
  /** By what a lost match is explained, where nothing else tells its decisive turn: "its lead in health". */
  swing: string;
}

const games = import.meta.glob<About>('./*/about.ts', { eager: true, import: 'default' });

const PLAIN: About = { filter: 'score>20,fault=none', swing: "the game's measure" };

/** What pages say of a game, in general where it does not say it itself. */
export function aboutGame(game: string): About {
  return games[`./${game}/about.ts`] ?? PLAIN;
}
