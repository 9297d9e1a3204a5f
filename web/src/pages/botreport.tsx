import { get } from '../api/client';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { WholeReport } from '../results/botreport';
import { TournamentLink, to } from '../results/links';
import { percent } from '../ui/format';
import { Await, Facts, Page } from '../ui/page';

/** Why a bot loses, and where its points go: a page to print, and to send by its address. */
export function BotReportPage({ params, query }: PageProps) {
  const game = params.game!;
  const id = params.id!;
  const tournament = query.get('tournament') ?? '';
  const report = useAsync(
    (signal) => get('/api/bots/{game}/{id}/report', { game, id, ...(tournament && { tournament }) }, signal),
    [game, id, tournament],
  );
  return (
    <Page
      title={`Report on ${id}`}
      of={
        <>
          <a href="/bots">Bots</a> · <a href={to.game(game)}>{game}</a> · <a href={to.bot(game, id)}>{id}</a>
        </>
      }
      aside={
        <button type="button" onClick={() => window.print()}>
          Print
        </button>
      }
    >
      <Await result={report}>
        {(r) => (
          <>
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
                [
                  'Analysed',
                  r.analysed === 0 ? 'none' : `${r.analysed}, ${percent(r.examined)} of the answers there`,
                ],
                ['Costs', `in ${r.unit}`],
                ['As of', new Date().toLocaleString('en-GB')],
              ]}
            />
            <WholeReport report={r} game={game} />
          </>
        )}
      </Await>
    </Page>
  );
}
