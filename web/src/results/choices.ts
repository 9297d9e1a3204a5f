import type { Bot, Game, Standings } from '../api/types';
import { HUMAN } from '../replay/model';
import { botName, isBuiltin, titleOf } from '../ui/botname';
import { isImported } from './links';
import { type Strength, strengthOf } from './strength';

/** What stands for the person at the keyboard among the bots of a form. */
export const ME = 'me';

/** The address of the form in which a person meets a bot. */
export function playAgainst(game: string, bot: string): string {
  return `/play?${new URLSearchParams([
    ['game', game],
    ['bot', ME],
    ['bot', bot],
  ])}`;
}

/** A bot that a form offers. */
export interface Choice {
  value: string; // as the API takes it
  title?: string; // of one that has no ID
  strength?: Strength;
  level?: number; // the rating of a level, in the unit of the game's ladder
}

/** A heading with the bots under it. */
export interface Group {
  title: string;
  choices: readonly Choice[];
  first: number; // how many are shown before the reader asks for all
}

export const MY = 'Mine';
const MINE = 6; // bots of somebody: the newest, which are the ones that are worked on

/**
 * The bots of a game in the order in which they are chosen from: mine, the newest first, then the builtin ones by level,
 * then those of others. Without a token all bots are mine.
 */
export function choicesOf(
  game: Game,
  bots: readonly Bot[],
  standings: Standings | undefined,
  token: string | undefined,
): Group[] {
  const lines = new Map((standings?.lines ?? []).map((l) => [l.bot, l]));
  const rated = (value: string): Choice => {
    const line = lines.get(value);
    if (!line) return { value };
    const { needs: _, ...strength } = strengthOf(line); // a card has room for the error alone
    return { value, strength };
  };
  const usable = bots.filter(
    (b) =>
      !b.disabled && b.stage !== 'retired' && b.typed !== HUMAN && !isImported(b.id) && !isBuiltin(b.typed),
  );
  const newest = usable.toSorted((a, b) => Number(!!a.commit) - Number(!!b.commit) || timeOf(b) - timeOf(a));
  const mine = (b: Bot) => token === undefined || b.owner === token;
  const builtin = game.builtins ?? [];
  const levels: Choice[] = (game.boss.levels ?? []).map((l) => ({
    value: l.bot,
    title: titleOf(l.bot),
    level: l.rating,
  }));
  const named = new Map(bots.map((b) => [b.typed, b.id]));
  const others = builtin
    .filter((typed) => levels.length === 0 || !levels.some((l) => l.value.startsWith(`${typed}?`)))
    .map((typed) => ({ ...rated(named.get(typed) ?? typed), value: typed, title: titleOf(typed) }));
  return [
    { title: MY, choices: newest.filter(mine).map((b) => rated(b.id)), first: MINE },
    { title: 'Builtin', choices: others, first: others.length },
    { title: `Levels of the boss, ${game.boss.unit}`, choices: levels, first: levels.length },
    { title: 'Of others', choices: newest.filter((b) => !mine(b)).map((b) => rated(b.id)), first: MINE },
  ].filter((g) => g.choices.length > 0);
}

/**
 * What a seat has before anybody chooses: the newest bot of the reader, without one a middle level of the boss, and a low
 * level as its opponent.
 */
export function suggestionOf(groups: readonly Group[], seat: number): string {
  const all = groups.flatMap((g) => g.choices);
  const levels = all.filter((c) => c.level !== undefined);
  const builtin = levels.length > 0 ? levels : all.filter((c) => isBuiltin(c.value));
  const at = (share: number) => builtin[Math.floor((builtin.length - 1) * share)]?.value ?? '';
  if (seat > 0) return at(1 / 4);
  return groups.find((g) => g.title === MY)?.choices[0]?.value ?? at(1 / 2);
}

/** What is meant by what has been typed: the name of one bot alone stands for that bot. */
export function meantBy(typed: string, groups: readonly Group[]): string {
  const text = typed.trim();
  const named = groups
    .flatMap((g) => g.choices)
    .filter(({ value }) => text !== '' && (botName(value) === text || value.endsWith(`/${text}`)));
  return named.length === 1 ? named[0]!.value : text;
}

const timeOf = (b: Bot) => (b.registered_at ? Date.parse(b.registered_at) : 0);
