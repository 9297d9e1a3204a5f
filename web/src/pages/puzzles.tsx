import { get } from '../api/client';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { to } from '../results/links';
import { PuzzlesTable, RunsTable } from '../results/puzzles';
import { Await, Page, Part } from '../ui/page';

/** A set of positions that a bot got wrong: where they are from, the better answers, and what bots answer there now. */
export function PuzzleSetPage({ params }: PageProps) {
  const name = params.name!;
  const set = useAsync((signal) => get('/api/puzzle-sets/{name}', { name }, signal), [name]);
  const game = set.data?.game;
  return (
    <Page
      title={name}
      of={
        <>
          <a href="/experiments">Experiments</a>
          {game && (
            <>
              {' '}
              · <a href={to.game(game)}>{game}</a>
            </>
          )}
        </>
      }
    >
      <Await result={set}>
        {(s) => (
          <>
            {s.why && <p class="error">{s.why}</p>}
            <Part title="Last answers by bot">
              {(s.runs ?? []).length > 0 ? (
                <RunsTable set={s} />
              ) : (
                <p class="muted">
                  No bot was asked yet. To ask one, where the set is:{' '}
                  <code>arbiter diff BOT --set {name}</code>. With <code>--budget 1s</code> the judge says
                  what each answer costs.
                </p>
              )}
            </Part>
            <Part title="Positions">
              <PuzzlesTable puzzles={s.puzzles ?? []} unit={s.unit} />
            </Part>
          </>
        )}
      </Await>
    </Page>
  );
}
