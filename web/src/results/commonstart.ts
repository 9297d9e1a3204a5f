import { get } from '../api/client';
import type { Match } from '../api/types';
import { botName } from '../ui/botname';

const LOOKED_AT = 200; // latest matches of each version

/** The seat of a bot in a match. */
export function seatOf(match: Match, bot: string): number {
  return (match.seats ?? []).findIndex((s) => s.bot === bot);
}

/** Whether two matches began alike. */
export function sameStart(a: Match, b: Match): boolean {
  return a.start.seed === b.start.seed && a.start.setup === b.start.setup;
}

/**
 * The match of a list that is most like another one, of a different bot: on the same start; then in the same seat;
 * then against the same opponents, or versions of them. Undefined when none has the start.
 */
export function likest(match: Match, bot: string, list: readonly Match[], other: string): Match | undefined {
  const seat = seatOf(match, bot);
  const opponents = (m: Match, own: number, of: (bot: string) => string) =>
    (m.seats ?? [])
      .filter((_, i) => i !== own)
      .map((s) => of(s.bot))
      .sort()
      .join();
  const likeness = (m: Match) => {
    const own = seatOf(m, other);
    const met = (m.seats?.length ?? 0) > 1;
    const same = (of: (bot: string) => string) => met && opponents(m, own, of) === opponents(match, seat, of);
    return Number(own === seat) * 4 + Number(same((bot) => bot)) * 2 + Number(same(botName));
  };
  const found = list.filter((m) => m.id !== match.id && sameStart(m, match));
  return found.reduce<Match | undefined>((a, b) => (a && likeness(a) >= likeness(b) ? a : b), undefined);
}

/** Finds the match of another version on the same start. */
export async function matchOf(other: string, match: Match, bot: string): Promise<Match | undefined> {
  const { seed, setup } = match.start;
  const filter = setup ? '' : `bot=${other},seed=${seed}`;
  const { matches } = await get('/api/matches', { game: match.game, bot: other, filter, limit: LOOKED_AT });
  return likest(match, bot, matches ?? [], other);
}

/** Finds the latest match of a bot with a start that another version has played too, and that one's match. */
export async function pairOf(game: string, bot: string, other: string): Promise<[Match, Match] | undefined> {
  const latest = async (id: string) =>
    (await get('/api/matches', { game, bot: id, limit: LOOKED_AT })).matches ?? [];
  const [own, others] = await Promise.all([latest(bot), latest(other)]);
  for (const match of own) {
    const found = likest(match, bot, others, other);
    if (found) return [match, found];
  }
  return undefined;
}
