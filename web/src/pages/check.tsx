import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Check } from '../api/types';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { CheckOpponents } from '../results/checkopponents';
import { CheckScores } from '../results/checkscores';
import { evidenceOf, methodOf, questionOf, statusOf } from '../results/checkstatus';
import { Elo } from '../results/elo';
import { BotLink, TournamentLink } from '../results/links';
import { llrCurves } from '../results/llr';
import { record } from '../results/record';
import { State } from '../results/tournamentstate';
import { Verdict } from '../results/verdict';
import { Chart } from '../ui/chart';
import { number, percent } from '../ui/format';
import { Await, Facts, Page, Part } from '../ui/page';

/** A check: its verdict, the evidence and the LLR history. */
export function CheckPage({ params }: PageProps) {
  const id = params.id!;
  const { version } = useFeed();
  const check = useAsync((signal) => get('/api/checks/{check}', { check: id }, signal), [id], version);
  return (
    <Page title={id} of={<a href="/checks">Checks</a>}>
      <Await result={check}>{(c) => <Results check={c} />}</Await>
    </Page>
  );
}

function Results({ check }: { check: Check }) {
  const { found, tournament } = check;
  const { estimate: e } = found;
  const status = statusOf(check);
  const decided = methodOf(status);
  const evidence = evidenceOf(status, found.trials);
  const opponents = status.opponents ?? {};
  const faults = faultsOf(check);
  const notes = [...(check.notes ?? []), found.test.note, tournament.why].filter(Boolean);
  return (
    <>
      {check.sentence && (
        <p class="sentence">
          <strong>{check.sentence}</strong>
        </p>
      )}
      <p>
        <Verdict of={check.verdict} />: <BotLink game={tournament.game} id={check.candidate} /> against{' '}
        <BotLink game={tournament.game} id={check.baseline} />
      </p>
      <Facts
        facts={[
          ['State', <State key="state" of={tournament.state} />],
          ...(decided ? [['Decided by', decided] as const] : []),
          ['Elo difference ± 95 %', <Elo key="elo" elo={e.elo} elo_error95={e.elo_error95} />],
          ['Likelihood of superiority', percent(e.los, 1)],
          ['W-D-L', record(found.games)],
          ['Evidence', evidence || `${found.trials} starts`],
          ...(status.voids ? [['Void starts', status.voids] as const] : []),
          ['LLR', number(found.test.llr, 2)],
          ['Tournament', <TournamentLink key="t" id={tournament.id} />],
        ]}
      />
      {[...new Set(notes)].map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      {status.voids !== undefined && status.voids > 0 && (
        <p class="muted">
          Void starts are left out: their matches were starved of processor time by other work on the machine,
          also when played again.
        </p>
      )}
      {status.scores && (
        <Part title="Scores">
          <CheckScores status={status} tournament={tournament.id} />
        </Part>
      )}
      {Object.keys(opponents).length > 0 && (
        <Part title="Opponents">
          <CheckOpponents game={tournament.game} opponents={opponents} />
        </Part>
      )}
      <Part title="Test">
        <Question check={check} />
        <LLR check={check} />
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

/** The hypotheses of a check and its error probabilities. */
function Question({ check }: { check: Check }) {
  const { test } = check;
  const { by, margin = 0, betting = 0, cap = 0 } = questionOf(check);
  const limit = cap > 0 && ` The check ends undecided after ${cap} starts.`;
  if (by === 'score') {
    return (
      <p>
        The check passes when the candidate's mean score is less than {number(margin, 2)} points below the
        baseline's, and fails when it is lower than the baseline's. Error probabilities:{' '}
        {percent(test.alpha + betting, 1)} and {percent(test.beta + betting, 1)}.{limit} The LLR below is of
        wins and does not decide.
      </p>
    );
  }
  return (
    <p>
      H0: the Elo difference is {number(test.elo0)} or less. H1: it is {number(test.elo1)} or more. Elo model:{' '}
      {test.model}. Error probabilities: alpha {percent(test.alpha, 1)}, beta {percent(test.beta, 1)}
      {betting > 0 && `, plus ${percent(betting, 1)} each for betting`}.{limit}
    </p>
  );
}

function LLR({ check: { found } }: { check: Check }) {
  const { xs, curves } = useMemo(() => llrCurves(found), [found]);
  return (
    <>
      <Chart
        label={`Log-likelihood ratio by start, currently ${number(found.test.llr, 2)}`}
        xLabel="starts"
        xs={xs}
        curves={curves}
      />
      <p class="muted">
        Each start counts once: with exchanged seats in games that allow it, and once per bot in solo games.
      </p>
    </>
  );
}

/** The faults of a check, by bot and kind. */
function faultsOf({ found }: Check): [bot: string, kind: string, n: number][] {
  return Object.entries(found.faults ?? {}).flatMap(([bot, kinds]) =>
    Object.entries(kinds).map(([kind, n]): [string, string, number] => [bot, kind, n]),
  );
}
