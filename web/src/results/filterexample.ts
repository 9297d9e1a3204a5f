const EXAMPLES: Readonly<Record<string, string>> = {
  ctf: 'cols<34,seat=1',
  domain: 'walls<9,seat=1',
  flames: 'glyphs>8,fault=none',
  heropath: 'monsters>100,fault=none',
  keeper: 'score>20,vampires>=2',
};

/** A filter that selects some matches of a game. */
export function filterExample(game: string): string {
  return EXAMPLES[game] ?? 'score>20,fault=none';
}
