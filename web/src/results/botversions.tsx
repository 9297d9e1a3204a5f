import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import type { Bot, Standings } from '../api/types';
import { useAsync } from '../lib/async';
import { Await, Fold, Part } from '../ui/page';
import { RatingHistory } from './ratinghistory';
import { SoloComparison } from './solo';
import { Versions } from './versions';

const AT_ONCE = 20_000; // matches of a game: with more its curves are read when they are asked for
const ANY = { singles: true }; // what two versions are compared by

interface Props {
  bot: Bot;
  all: readonly Bot[]; // its versions, the newest first
  before: Bot | undefined;
  standings: Standings | undefined; // of all matches
  solo: boolean;
}

/** The versions of a bot, the curve of its rating, and its scores beside those of the version before. */
export function BotVersions({ bot, all, before, standings, solo }: Props) {
  const { game, id } = bot;
  const bots = useMemo(() => all.map((v) => v.id), [all]);
  const curve = <Curve game={game} id={id} />;
  return (
    <>
      <Part title="Versions">
        <Versions bot={bot} all={all} standings={standings} />
      </Part>
      {standings?.lines?.some((l) => l.bot === id) &&
        (standings.matches <= AT_ONCE ? (
          <Part title="Rating curve">{curve}</Part>
        ) : (
          <Fold title="Rating curve">{curve}</Fold>
        ))}
      {solo && before && (
        <Part title="Scores by start">
          <SoloComparison game={game} a={id} b={before.id} bots={bots} of={ANY} />
        </Part>
      )}
    </>
  );
}

/** The curve of a bot's rating, which takes all matches of the game. */
function Curve({ game, id }: { game: string; id: string }) {
  const bots = useMemo(() => [id], [id]);
  const history = useAsync((signal) => get('/api/ratings/{game}/history', { game }, signal), [game]);
  return <Await result={history}>{(h) => <RatingHistory points={h.points ?? []} bots={bots} />}</Await>;
}
