import { type Header, HUMAN } from '../replay/model';

/** The file from which the command reads an explicit start position; the options menu offers it as a download. */
export const SETUP_FILE = 'setup.json';

/** The command that plays the same match again: the same start position and the same bots. */
export function playCommand(header: Header): string {
  const person = header.seats.findIndex((s) => s.bot === HUMAN);
  const bots = header.seats.filter((s) => s.bot !== HUMAN).map((s) => quote(s.bot));
  const words = ['arbiter', 'play', header.game, ...bots];
  if (person >= 0) words.push('--human', '--seat', String(person));
  if (header.setup !== undefined) return [...words, '--setup', SETUP_FILE].join(' ');
  words.push(`--seed=${header.seed}`); // with =, as a seed may be negative
  return words.join(' ');
}

/**
 * Quotes a word for a shell where it needs it. The words of a replay or a path may come from anybody: none is an option, and one with
 * control characters, which a terminal obeys when they are pasted, has them in the form $'...' of bash and zsh.
 */
export function quote(text: string): string {
  return quoteValue(text.startsWith('-') ? `./${text}` : text);
}

/** Quotes the value of an option, after its =, for a shell: as quote does, but a value may begin with a hyphen. */
export function quoteValue(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (!/[\p{C}\u2028\u2029]/u.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  const bytes = Array.from(new TextEncoder().encode(word), (byte) => {
    const char = String.fromCharCode(byte);
    if (byte < 0x20 || byte > 0x7e) return `\\${byte.toString(8).padStart(3, '0')}`;
    return char === "'" || char === '\\' ? `\\${char}` : char;
  });
  return `$'${bytes.join('')}'`;
}
