import { get } from '../api/client';
import type { Bot, Match } from '../api/types';
import { aboutGame } from '../games/about';
import { useAsync } from '../lib/async';
import { Await } from '../ui/page';
import { Judged } from './judged';
import { to } from './links';
import { MatchTable } from './matchtable';
import { nameOf } from './names';
import { CompareWith, SameStart } from './versionlinks';

const WORST = 8;
const BRIEF = 3; // on a phone

interface Props {
  game: string;
  bot: string;
  before: Bot | undefined;
  solo: boolean;
  ascending: boolean; // a smaller score is better
  version: number;
}

/** The losses of all matches that the ratings let expect least, or the worst scores of a solo game. */
export function WorstMatches({ game, bot, before, solo, ascending, version }: Props) {
  const asked = solo
    ? { game, bot, sort: 'score', order: ascending ? 'desc' : 'asc', limit: WORST }
    : { game, bot, result: 'lost', sort: 'expected', limit: WORST };
  const worst = useAsync((signal) => get('/api/matches', asked, signal), [game, bot, solo], version);
  return (
    <Await result={worst}>
      {({ matches, seats, total }) =>
        matches === null || matches.length === 0 ? (
          <p class="muted">None.</p>
        ) : (
          <>
            <MatchTable
              caption={solo ? 'Worst scores' : 'Worst losses'}
              matches={matches}
              seats={seats}
              brief={BRIEF}
              without={[
                'match',
                'game',
                'took',
                'tournament',
                'compare',
                ...(solo ? ['margin', 'score'] : []),
              ]}
              more={[
                {
                  key: 'judged',
                  title: 'Costliest mistake',
                  about: 'By the judge, of the bot in this match.',
                  csv: () => ({}),
                  cell: ({ match, seat }: { match: Match; seat: number }) => (
                    <Judged match={match.id} seat={seat} />
                  ),
                },
                ...(before
                  ? [
                      {
                        key: 'before',
                        title: nameOf(before.id),
                        cell: ({ match }: { match: Match }) => (
                          <>
                            <SameStart match={match} bot={bot} other={before.id} />
                            <CompareWith match={match} bot={bot} other={before.id} />
                          </>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
            <p class="muted">
              {solo ? 'The worst of' : 'The weakest opponents first, of'}{' '}
              <a href={to.matches({ game, bot, ...(solo ? {} : { result: 'lost' }) })}>
                {total} {solo ? 'matches' : 'losses'}
              </a>
              .
            </p>
            <details>
              <summary class="muted">Which turn is decisive?</summary>
              <p>
                The turn of a fault, or the turn of the costliest answer once the match is analysed. Until
                then it is the turn in which the bot lost most by its own <code>@metric eval</code> or by{' '}
                {aboutGame(game).swing}. An idle server analyses the first five matches.
              </p>
            </details>
          </>
        )
      }
    </Await>
  );
}
