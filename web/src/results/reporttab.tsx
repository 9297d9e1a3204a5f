import { get } from '../api/client';
import type { BotReport } from '../api/types';
import { type AsyncResult, useAsync } from '../lib/async';
import { Await, Facts } from '../ui/page';
import { WholeReport } from './botreport';
import { TournamentLink } from './links';

interface Props {
  game: string;
  id: string;
  latest: AsyncResult<BotReport>; // on its latest matches
  tournament: string; // that another one is asked for; '' for the latest matches
}

/** Why a bot loses, and where its points go: a tab to print, and to send by its address. */
export function ReportTab({ game, id, latest, tournament }: Props) {
  const other = useAsync(
    async (signal) =>
      tournament ? get('/api/bots/{game}/{id}/report', { game, id, tournament }, signal) : undefined,
    [game, id, tournament],
  );
  return (
    <Await result={tournament ? other : latest}>
      {(r) =>
        r && (
          <>
            <div class="actions">
              <button type="button" onClick={() => window.print()}>
                Print
              </button>
            </div>
            <Facts
              facts={[
                [
                  'Matches',
                  tournament ? (
                    <>
                      {r.matches} of <TournamentLink id={tournament} />
                    </>
                  ) : (
                    `the latest ${r.matches}`
                  ),
                ],
                ['Analysed', r.analysed || 'none'],
                ['Costs', `in ${r.unit}`],
                ['As of', new Date().toLocaleString('en-GB')],
              ]}
            />
            <WholeReport report={r} game={game} />
          </>
        )
      }
    </Await>
  );
}
