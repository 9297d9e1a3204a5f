import { get } from '../api/client';
import { useFeed } from '../api/feed';
import { useAsync } from '../lib/async';
import { checkColumns } from '../results/checkcolumns';
import { findingsColumns } from '../results/findingscolumns';
import { puzzleSetColumns } from '../results/puzzlecolumns';
import { Await, Empty, Page, Part } from '../ui/page';
import { Table } from '../ui/table';

/** What is asked of bots: checks, bisects and histories, and sets of positions that they got wrong. */
export function ExperimentsPage() {
  const { version } = useFeed();
  const checks = useAsync((signal) => get('/api/checks', {}, signal), [], version);
  const findings = useAsync((signal) => get('/api/findings', {}, signal), [], version);
  const sets = useAsync((signal) => get('/api/puzzle-sets', {}, signal), []);
  return (
    <Page title="Experiments" aside={<a href="/checks/new">New check</a>}>
      <Part title="Checks">
        <p class="muted">Is the new version weaker than the old one?</p>
        <Await result={checks}>
          {(all) =>
            (all.checks ?? []).length === 0 ? (
              <Empty text="No checks yet. Start one here, or in CI with:" type="arbiter check --help" />
            ) : (
              <Table
                caption="Checks"
                columns={checkColumns}
                rows={all.checks ?? []}
                id={(c) => c.tournament.id}
              />
            )
          }
        </Await>
      </Part>
      <Part title="Bisects and histories">
        <p class="muted">Which commit made the bot weaker, and how strong was it after each?</p>
        <Await result={findings}>
          {(all) =>
            (all.findings ?? []).length === 0 ? (
              <Empty
                text="None yet. To have this server play one:"
                type={`arbiter history domain v1.0.. --path bots/mine --server ${location.origin}`}
              />
            ) : (
              <Table
                caption="Bisects and histories"
                columns={findingsColumns}
                rows={all.findings ?? []}
                id={(f) => f.tournament}
              />
            )
          }
        </Await>
      </Part>
      <Part title="Puzzle sets">
        <p class="muted">What do other versions answer where a bot went wrong?</p>
        <Await result={sets}>
          {({ puzzle_sets }) =>
            (puzzle_sets ?? []).length === 0 ? (
              <Empty
                text="None yet. A server shows those of a folder:"
                type={'arbiter puzzle add sets/mine MATCH --turn T\narbiter serve --puzzles sets'}
              />
            ) : (
              <Table
                caption="Puzzle sets"
                columns={puzzleSetColumns}
                rows={puzzle_sets ?? []}
                id={(s) => s.name}
              />
            )
          }
        </Await>
      </Part>
    </Page>
  );
}
