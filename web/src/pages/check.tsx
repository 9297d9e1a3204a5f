import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Check } from '../api/types';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { CheckOpponents } from '../results/checkopponents';
import { pathFigure } from '../results/checkpath';
import { CheckProgress, unitOf } from '../results/checkprogress';
import { CheckScores, gain, ScoreDifference } from '../results/checkscores';
import { evidenceOf, methodOf } from '../results/checkstatus';
import { typeset } from '../results/commits';
import { Elo } from '../results/elo';
import { BotLink, runName, TournamentLink, to } from '../results/links';
import { OutcomeBars } from '../results/outcomebars';
import { record } from '../results/record';
import { Result } from '../results/result';
import { State } from '../results/tournamentstate';
import { toneOf, Verdict } from '../results/verdict';
import { Chart } from '../ui/chart';
import { number, percent, probability, signed } from '../ui/format';
import { Await, Facts, Page, Part } from '../ui/page';

/** A check: what it comes to, the evidence, and the path of its test. */
export function CheckPage({ params }: PageProps) {
  const id = params.id!;
  const { version } = useFeed();
  const check = useAsync((signal) => get('/api/checks/{check}', { check: id }, signal), [id], version);
  return (
    <Page title={runName(id)} of={<a href="/experiments">Experiments</a>}>
      <Await result={check}>{(c) => <Results check={c} />}</Await>
    </Page>
  );
}

function Results({ check }: { check: Check }) {
  const { found, tournament } = check;
  const opponents = found.opponents ?? {};
  const faults = faultsOf(check);
  const notes = [...(check.notes ?? []), found.test.note, tournament.why].filter(Boolean);
  return (
    <>
      <Result
        tone={toneOf(check.answer)}
        sentence={typeset(check.sentence || check.answer)}
        facts={[
          ['Answer', <Verdict key="answer" of={check.answer} />],
          ...differenceOf(check),
          ['Won-drawn-lost', record(found.games)],
          ...(found.left_out ? [['Starts left out', found.left_out] as const] : []),
          ['State', <State key="state" of={tournament.state} />],
          ['Tournament', <TournamentLink key="t" id={tournament.id} />],
        ]}
        progress={
          tournament.state === 'running' && !found.more // how many decide is not known
            ? undefined
            : { played: found.trials, of: found.trials + (found.more ?? 0), label: 'Starts played' }
        }
        decided={<Decided check={check} />}
      >
        <p>
          <BotLink game={tournament.game} id={check.candidate} /> against{' '}
          <BotLink game={tournament.game} id={check.baseline} />
        </p>
        <CheckProgress check={check} />
      </Result>
      {[...new Set(notes)].map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      {(found.left_out ?? 0) > 0 && <p class="muted">The machine was too busy to play these starts.</p>}
      {found.scores && (
        <Part title="Scores">
          <CheckScores status={found} tournament={tournament.id} />
        </Part>
      )}
      {Object.keys(opponents).length > 0 && (
        <Part title="Opponents">
          <CheckOpponents game={tournament.game} opponents={opponents} />
        </Part>
      )}
      {(check.worst ?? []).length > 0 && (
        <Part title="Worst matches">
          <ul class="columns">
            {(check.worst ?? []).map((m) => (
              <li key={m.match}>
                <a href={to.decisive(m.match, m.seat)}>{m.start.name}</a>: {lossOf(m)} in seat {m.seat}
              </li>
            ))}
          </ul>
        </Part>
      )}
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

/** What the candidate gains: Elo or, where scores decide, points. A lopsided result has a bound in place of the error. */
function differenceOf({ found, question }: Check): [string, ComponentChildren][] {
  const { estimate: e, scores } = found;
  if (question.by === 'score' && scores)
    return [['Score difference ± 95 %', <ScoreDifference key="score" of={scores} />]];
  const bound = Math.round(found.elo_bound ?? 0);
  if (bound >= 1)
    return [
      [
        'Elo difference',
        <span key="elo" class="elo">
          {e.elo !== null && `${signed(e.elo)}, `}at least {bound} {(e.score ?? 0) < 0.5 ? 'less' : 'more'}
        </span>,
      ],
    ];
  if (e.elo === null) return [];
  return [['Elo difference ± 95 %', <Elo key="elo" elo={e.elo} elo_error95={e.elo_error95} />]];
}

/** All that is statistical of a check. */
function Decided({ check }: { check: Check }) {
  const { found } = check;
  const { score } = found;
  const by = methodOf(found);
  return (
    <>
      <Facts
        facts={[
          ...(by ? [['Decided by', by] as const] : []),
          ['Evidence', evidenceOf(found)],
          ['Probability that it is stronger', probability(found.estimate.los)],
          ...(score && score.lower !== null && score.upper !== null
            ? [['Confidence sequence', `${gain(score.lower)} to ${gain(score.upper)}`] as const]
            : []),
        ]}
      />
      {check.path && <Test check={check} path={check.path} />}
      <Outcomes check={check} />
      <Question check={check} />
    </>
  );
}

/** How one of the worst matches was lost, as text. */
function lossOf({ fault, deficit }: NonNullable<Check['worst']>[number]): string {
  if (fault) return 'a fault';
  return deficit > 0 ? `lost by ${number(deficit, 0)}` : 'lost';
}

/** How many starts had which outcome. */
function Outcomes({ check }: { check: Check }) {
  const { pairs, games } = check.found;
  if (unitOf(check) === 'pair' && pairs) {
    const bars = [
      ['2 of 2 points', pairs.ww],
      ['1½', pairs.wd],
      ['1', pairs.dd],
      ['½', pairs.ld],
      ['0', pairs.ll],
    ] as const;
    return (
      <Part title="Pairs by outcome">
        <OutcomeBars label="Pairs by the candidate's points" bars={bars} />
      </Part>
    );
  }
  if (games.wins + games.draws + games.losses === 0) return null;
  const bars = [
    ['won', games.wins],
    ['drawn', games.draws],
    ['lost', games.losses],
  ] as const;
  return (
    <Part title="Outcomes">
      <OutcomeBars label="Outcomes of the candidate" bars={bars} />
    </Part>
  );
}

/** The hypotheses of a check and its error probabilities. */
function Question({ check }: { check: Check }) {
  const { question } = check;
  const { by, margin = 0, betting = 0, cap = 0 } = question;
  const limit = cap > 0 && ` The check ends after ${cap} starts at the latest.`;
  if (by === 'score') {
    return (
      <p>
        The check passes when the candidate's mean score is less than {number(margin, 2)} points below the
        baseline's, and fails when it is lower than the baseline's. Error probabilities:{' '}
        {percent(question.alpha + betting, 1)} and {percent(question.beta + betting, 1)}.{limit}
      </p>
    );
  }
  return (
    <p>
      The evidence is the log-likelihood ratio (LLR) of H1 against H0. H0: the Elo difference is{' '}
      {number(question.elo0)} or less. H1: it is {number(question.elo1)} or more. Elo model: {question.model}.
      Error probabilities: alpha {percent(question.alpha, 1)}, beta {percent(question.beta, 1)}
      {betting > 0 && `, plus ${percent(betting, 1)} each for betting`}.{limit}
    </p>
  );
}

/** The path and the bounds of the test that decided. */
function Test({ check, path }: { check: Check; path: NonNullable<Check['path']> }) {
  const { xs, curves, about } = useMemo(() => pathFigure(check, path), [check, path]);
  const label = `${curves[0]!.name} by start, currently ${number(curves[0]!.values.at(-1), 2)}`;
  return (
    <>
      <Chart label={label} xLabel="starts" xs={xs} curves={curves} />
      <p class="muted">
        {about} Each start counts once: with exchanged seats in games that allow it, and once per bot in solo
        games.
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
