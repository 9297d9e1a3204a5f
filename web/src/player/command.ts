import type { Header } from '../replay/model';

/** The command that plays the same match again: the same seed and the same bots. */
export function playCommand(header: Header): string {
  const bots = header.seats.map((s) => quote(s.bot));
  const words = ['arbiter', 'play', header.game, ...bots];
  if (header.setup !== undefined) words.push('--setup', 'setup.json');
  words.push('--seed', header.seed);
  return words.join(' ');
}

/** Quotes a word for a shell where it needs it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
