import type { ComponentChildren } from 'preact';
import { get } from '../api/client';
import type {
  BisectCommit,
  BisectFindings,
  Findings,
  HistoryCommit,
  HistoryFindings,
  Tournament,
} from '../api/types';
import { useAsync } from '../lib/async';
import { usePolled } from '../lib/polled';
import { Command, useCopy } from '../ui/copycommand';
import { capital, duration, NONE, number, plusMinus, probability, signed } from '../ui/format';
import { Part } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';
import { goesOn, marksOf, searchesOf, short, typeset } from './commits';
import { Elo, eloCsv, eloOf, Interval, rangeOf } from './elo';
import { to } from './links';
import { Record, record } from './record';
import { Result, type Tone } from './result';
import { StrengthPlot } from './strengthplot';
import { namedOf, SuspicionPlot } from './suspicionplot';

/** After how long the page asks again, in milliseconds: while it is played, and when it has ended. */
const SOON = 3000;
const LATER = 30_000;

/** After how many milliseconds without news a page says that the command may have ended. */
const SILENT = 120_000;

/** What the bisect or the history that plays a tournament has come to so far, asked for again and again. */
export function useFindings(tournament: Pick<Tournament, 'id' | 'findings'> | undefined) {
  const id = tournament?.findings ? tournament.id : undefined;
  return usePolled(
    async (signal) =>
      id === undefined
        ? undefined
        : get('/api/tournaments/{tournament}/findings', { tournament: id }, signal),
    [id],
    (known) => (id === undefined ? undefined : known && !goesOn(of(known)) ? LATER : SOON),
  );
}

const of = (f: Findings): BisectFindings | HistoryFindings => (f.bisect ?? f.history)!;

interface Props {
  findings: Findings;
  tournament: Pick<Tournament, 'id' | 'state'>;
}

/** The result of a bisect or a history. */
export function FindingsResult({ findings, tournament }: Props) {
  const { bisect, history, changed_at } = findings;
  const f = of(findings);
  const going = goesOn(f);
  const silent = going && tournament.state !== 'running' && Date.now() - Date.parse(changed_at) > SILENT;
  return (
    <Result
      tone={toneOf(f)}
      sentence={typeset(f.sentence)}
      facts={[
        ...changeOf(f, bisect),
        ...(bisect?.check
          ? [['Won-drawn-lost of both ends', <Ends key="ends" check={bisect.check} />] as const]
          : []),
        ...(history
          ? [
              [
                'Won-drawn-lost of the newest',
                <Newest key="newest" history={history} of={tournament.id} />,
              ] as const,
            ]
          : []),
        ['Games', number(f.games)],
        ...(going && f.games_left ? [['Left', `about ${left(f)}`] as const] : []),
        ['Bot', <code key="path">{f.path}</code>],
        ['As of', <Ago key="at" at={changed_at} />],
      ]}
      progress={
        going ? { played: f.games, of: f.games + (f.games_left ?? 0), label: 'Games played' } : undefined
      }
      decided={<Decided bisect={bisect} history={history} />}
    >
      {f.why && <p class="note">{f.why}</p>}
      {silent && (
        <p class="note">
          No match is being played: the command is building a version, or it has ended. Run it again to
          resume.
        </p>
      )}
    </Result>
  );
}

/** A search is fine when no loss is found, or a gain that was looked for, and open while it goes on. */
function toneOf(f: BisectFindings | HistoryFindings): Tone {
  if (goesOn(f)) return 'muted';
  if (f.answer === 'no loss' || f.answer === 'identical') return 'fine';
  return (f.elo ?? 0) > 0 ? 'fine' : (f.elo ?? 0) < 0 ? 'bad' : 'muted';
}

/** What changed, as Elo or as points a start, with its error. */
function changeOf(
  f: BisectFindings | HistoryFindings,
  bisect: BisectFindings | undefined,
): [string, ComponentChildren][] {
  if (bisect?.score !== undefined)
    return [['Points a start ± 95 %', plusMinus(bisect.score, bisect.score_error95 ?? 0)]];
  if (f.elo === null) return [];
  return [['Elo difference ± 95 %', <Elo key="elo" elo={f.elo} elo_error95={f.elo_error95} />]];
}

/** The games of the check of the two ends of a bisect, the bad one's. */
function Ends({ check }: { check: string }) {
  const ends = useAsync((signal) => get('/api/checks/{check}', { check }, signal), [check]);
  return <a href={to.check(check)}>{ends.data ? record(ends.data.found.games) : NONE}</a>;
}

/** The games of the newest version of a history that has played, against the others. */
function Newest({ history, of }: { history: HistoryFindings; of: string }) {
  const bot = history.commits?.findLast((c) => c.bot && c.games > 0)?.bot;
  const standings = useAsync(
    (signal) => get('/api/tournaments/{tournament}/standings', { tournament: of }, signal),
    [of],
    history.games,
  );
  const line = standings.data?.lines?.find((l) => l.bot === bot);
  return line ? <Record games={line.games} bot={line.bot} of={{ tournament: of }} /> : <span>{NONE}</span>;
}

/** All that is statistical of a search. */
function Decided({ bisect, history }: Pick<Findings, 'bisect' | 'history'>) {
  if (bisect)
    return (
      <p>The game results say how probable it is of each commit that it is the one. At 95 % it is named.</p>
    );
  return (
    <>
      <p>
        Elo is above the mean of all versions. A bar holds for its version alone, the band for all at once, in
        95 % of cases. A commit whose change is at least 95 % probable is marked.
      </p>
      {history?.elo_per_point && (
        <p>Scores decide: 100 Elo are {number(100 / history.elo_per_point)} points a start.</p>
      )}
    </>
  );
}

/** The plot and the table of a bisect or a history. */
export function FindingsPart({ findings: { bisect, history }, tournament }: Props) {
  return (
    <Part title={bisect ? 'Commits' : 'Strength by commit'} id="commits">
      {bisect && <Suspected findings={bisect} tournament={tournament.id} />}
      {history && <Strengths findings={history} tournament={tournament.id} />}
    </Part>
  );
}

function left({ games_left, seconds_left }: BisectFindings | HistoryFindings): string {
  const games = `${number(games_left)} games`;
  return seconds_left ? `${games}, ${duration(1000 * seconds_left)}` : games;
}

/** A commit, which leads to its matches if it has some. */
function CommitLink({ commit, of }: { commit: BisectCommit | HistoryCommit; of: string }) {
  const name = <code>{short(commit.commit)}</code>;
  if (!commit.bot || commit.games === 0) return name;
  return (
    <a href={to.matches({ tournament: of, bot: commit.bot })} title={`Matches of ${commit.bot}`}>
      {name}
    </a>
  );
}

/** The columns that both tables begin with. */
function first<C extends BisectCommit | HistoryCommit>(
  tournament: string,
  order: Map<C, number>,
): Column<C>[] {
  return [
    {
      key: 'commit',
      title: 'Commit',
      about: 'In the order of their history. A commit leads to its matches.',
      by: (c) => order.get(c) ?? 0,
      csv: (c) => ({ commit: c.commit, bot: c.bot ?? '' }),
      cell: (c) => <CommitLink commit={c} of={tournament} />,
    },
    {
      key: 'subject',
      title: 'Subject',
      by: (c) => c.subject,
      cell: (c) => <span class="why">{c.subject}</span>,
    },
    { key: 'state', title: 'State', by: (c) => c.state },
    { key: 'games', title: 'Games', numeric: true, by: (c) => c.games },
  ];
}

const orderOf = <C,>(commits: readonly C[]) => new Map(commits.map((c, i) => [c, i]));

/** Whether commits are suspected: where the answer is that none is the one, the probabilities at its end mislead. */
const suspects = ({ answer }: BisectFindings) =>
  answer !== 'no loss' && answer !== 'identical' && answer !== 'no evidence';

function Suspected({ findings: b, tournament }: { findings: BisectFindings; tournament: string }) {
  const named = namedOf(b);
  const rows = [b.good, ...(b.commits ?? [])];
  const columns: Column<BisectCommit>[] = first(tournament, orderOf(rows));
  if (suspects(b)) {
    columns.push({
      key: 'probability',
      title: 'Probability',
      about: `That it is the commit that made the bot ${b.gain ? 'stronger' : 'weaker'}.`,
      numeric: true,
      by: (c) => (c === b.good ? null : c.probability),
      cell: (c) =>
        c === b.good ? (
          <span class="muted">known to be good</span>
        ) : named.has(c.commit) ? (
          <b>{probability(c.probability, 1)}</b>
        ) : (
          probability(c.probability, 1)
        ),
    });
  }
  return (
    <>
      {suspects(b) && <SuspicionPlot findings={b} />}
      <Table caption="Commits" columns={columns} rows={rows} id={(c) => c.commit} />
      <p class="muted">
        Includes the games of the{' '}
        {b.check ? <a href={to.check(b.check)}>check of both ends</a> : 'check of both ends'}.
        {b.answer === 'no loss' && ' It was enough: no other match was played.'}
      </p>
    </>
  );
}

function Strengths({ findings: h, tournament }: { findings: HistoryFindings; tournament: string }) {
  const [copied, copy] = useCopy();
  const commits = h.commits ?? [];
  const rows = commits.toReversed(); // as git log has them: a long history is about its end
  const range = rangeOf(rows.map(eloOf));
  const marked = new Map(marksOf(h).map((c) => [c.commit, c]));
  const columns: Column<HistoryCommit>[] = [
    ...first(tournament, orderOf(commits)),
    {
      key: 'elo',
      title: 'Elo ± 95 %',
      about: 'Above the mean of all versions. The error holds for this version alone.',
      numeric: true,
      by: (c) => c.elo,
      csv: eloCsv,
      cell: (c) => <Elo elo={c.elo} elo_error95={c.elo_error95} />,
    },
    {
      key: 'band',
      title: 'All at once',
      about: 'The error that holds for all versions at once in 95 % of cases. Compare versions by it.',
      numeric: true,
      by: (c) => c.elo_band,
      cell: (c) => (c.elo_band === null ? NONE : `± ${Math.round(c.elo_band)}`),
    },
    {
      key: 'range',
      title: 'Range',
      cell: (c) => <Interval {...eloOf(c)} range={range} />,
    },
    {
      key: 'change',
      title: 'Change',
      about: 'Of commits that are marked as a change of strength.',
      numeric: true,
      by: (c) => marked.get(c.commit)?.elo ?? null,
      cell: (c) => {
        const change = marked.get(c.commit);
        return change && <b class={change.elo > 0 ? 'gain' : 'loss'}>{signed(change.elo)}</b>;
      },
    },
  ];
  const searches = searchesOf(h);
  return (
    <>
      <StrengthPlot findings={h} />
      <p class="muted">Elo above the mean of all versions. A dashed line is a marked change.</p>
      {searches.length > 0 && (
        <>
          <ul class="searches">
            {searches.map((s) => (
              <Command key={s.key} title={s.text} text={s.command} copy={copy} />
            ))}
          </ul>
          <p class="muted" role="status">
            {copied}
          </p>
        </>
      )}
      <Table caption="Commits" columns={columns} rows={rows} id={(c) => c.commit} />
      {h.notes?.map((text) => (
        <p key={text} class="muted">
          {capital(text)}
        </p>
      ))}
    </>
  );
}
