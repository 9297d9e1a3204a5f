import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Check } from '../api/types';
import { useReading } from '../lib/async';
import type { PageProps } from '../lib/router';
import { Elo } from '../results/elo';
import { BotLink, TournamentLink } from '../results/links';
import { walkOf } from '../results/llr';
import { State } from '../results/tournamentstate';
import { Verdict } from '../results/verdict';
import { Chart } from '../ui/chart';
import { number, percent, record } from '../ui/format';
import { Facts, Page, Part, Read } from '../ui/page';

/** A check: what it came to, and how the likelihood ratio walked there. */
export function CheckPage({ params }: PageProps) {
  const id = params.id!;
  const { version } = useFeed();
  const check = useReading((signal) => get('/api/checks/{check}', { check: id }, signal), [id], version);
  return (
    <Page title={id} of={<a href="/checks">Checks</a>}>
      <Read reading={check}>{(c) => <Found check={c} />}</Read>
    </Page>
  );
}

function Found({ check }: { check: Check }) {
  const { found, test, tournament } = check;
  const { estimate: e } = found;
  const walk = useMemo(() => walkOf(found), [found]);
  const faults = faultsOf(check);
  return (
    <>
      <p>
        <Verdict of={check.verdict} />: <BotLink game={tournament.game} id={check.candidate} /> against{' '}
        <BotLink game={tournament.game} id={check.baseline} />
      </p>
      <Facts
        facts={[
          ['State', <State key="state" of={tournament.state} />],
          ['Elo difference ± 95 %', <Elo key="elo" elo={e.elo} error95={e.elo_error95} />],
          ['Likelihood of superiority', percent(e.los, 1)],
          ['W-D-L', record(found.games)],
          ['Trials', found.trials],
          ['LLR', number(found.test.llr, 2)],
          ['Games in', <TournamentLink key="t" id={tournament.id} />],
        ]}
      />
      {[e.note, found.test.note, tournament.why].filter(Boolean).map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      <Part title="The test">
        <p>
          H0: the candidate is about {number(test.elo0)} Elo or less. H1: about {number(test.elo1)} or more.
          The {test.model} model; both errors: {percent(test.alpha)} and {percent(test.beta)}.
        </p>
        <Chart
          label={`The logarithm of the likelihood ratio over the trials, now ${number(found.test.llr, 2)}`}
          xLabel="trials"
          xs={walk.xs}
          curves={walk.curves}
        />
        <p class="muted">
          A trial is a pair of matches on one start with the seats exchanged, where seats can be.
        </p>
      </Part>
      {faults.length > 0 && (
        <Part title="Faults">
          <ul>
            {faults.map(([bot, kind, n]) => (
              <li key={bot + kind}>
                <a href={`/matches?${new URLSearchParams({ tournament: tournament.id, bot, fault: kind })}`}>
                  {n} {kind}
                </a>{' '}
                by {bot}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function faultsOf({ found }: Check): [bot: string, kind: string, n: number][] {
  return Object.entries(found.faults ?? {}).flatMap(([bot, kinds]) =>
    Object.entries(kinds).map(([kind, n]): [string, string, number] => [bot, kind, n]),
  );
}
