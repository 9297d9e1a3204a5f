import { get } from '../api/client';
import { useAsync } from '../lib/async';
import { percent } from '../ui/format';
import { Await, Facts, Page } from '../ui/page';
import { WholeReport } from './botreport';
import { BotLink, TournamentLink, to } from './links';
import { nameOf } from './names';

interface Props {
  game: string;
  id: string;
  query: URLSearchParams;
}

/** Why a bot loses, and where its points go: a page to print, and to send by its address. */
export function ReportPage({ game, id, query }: Props) {
  const tournament = query.get('tournament') ?? '';
  const report = useAsync(
    (signal) => get('/api/bots/{game}/{id}/report', { game, id, ...(tournament && { tournament }) }, signal),
    [game, id, tournament],
  );
  return (
    <Page
      title={`Report on ${nameOf(id)}`}
      of={
        <>
          <a href="/bots">Bots</a> · <a href={to.game(game)}>{game}</a> · <BotLink game={game} id={id} />
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
