import { get } from '../api/client';
import type { Check, FindingsStatus, TournamentStatus } from '../api/types';
import { useAsync } from '../lib/async';
import { loadOfTab, loadPreference, saveInTab, savePreference } from '../lib/storage';
import { Ago } from '../ui/time';
import { typeset } from './commits';
import { isSingles, RunLink } from './links';
import { firstOf } from './tournamentresult';
import { State } from './tournamentstate';

const MOST = 6;
const READ = 50; // tournaments, the latest first
const VISITED = 'visited';

/** When the reader was here last, before this visit; empty on the first one. A visit lasts as long as the tab. */
export function lastVisit(now = new Date()): string {
  const since = loadOfTab(VISITED);
  if (since !== null) return since;
  const before = loadPreference(VISITED) ?? '';
  saveInTab(VISITED, before);
  savePreference(VISITED, now.toISOString());
  return before;
}

/** What ended after a time, the latest first; without any such, the latest that ended. */
export function endedSince(all: readonly TournamentStatus[], time: string): TournamentStatus[] {
  const ended = all
    .filter(
      (t) =>
        ['done', 'failed', 'cancelled'].includes(t.state) &&
        !isSingles(t.id) &&
        t.kind !== 'ladder' &&
        !isPart(t, all),
    )
    .sort((a, b) => Date.parse(endOf(b)) - Date.parse(endOf(a)));
  const fresh = ended.filter((t) => time !== '' && endOf(t) > time);
  return fresh.length > 0 ? fresh : ended;
}

/** Whether another run has started one: its margin was needed, or it is the check of the ends of a bisect. */
function isPart({ id, kind }: TournamentStatus, all: readonly TournamentStatus[]): boolean {
  if (kind === undefined) return /^margin \S+ .+ [0-9a-f]{8}$/.test(id);
  return kind === 'check' && all.some((t) => t.kind === 'bisect' && endsOf(t.id) === endsOf(id));
}

/** The game and the two bots in the name of a check or of a bisect: "bisect GAME BAD GOOD DIGEST". */
const endsOf = (id: string) => id.split(' ').slice(1, -1).join(' ');

const endOf = (t: TournamentStatus) => t.changed_at ?? t.created_at;

/** An experiment or a tournament that ended, with what came of it. */
interface Ended {
  run: TournamentStatus;
  sentence: string;
}

/** What ended since the last visit, each with its sentence. */
export function EndedList({ version }: { version: number }) {
  const time = lastVisit();
  const ended = useAsync((signal) => endedOf(time, signal), [time], version);
  const all = ended.data ?? [];
  if (all.length === 0) return null;
  const fresh = time !== '' && endOf(all[0]!.run) > time;
  return (
    <section class="part">
      <h2>{fresh ? 'Ended since your last visit' : 'Ended last'}</h2>
      <ul class="ended">
        {all.map(({ run, sentence }) => (
          <li key={run.id}>
            <State of={run.state} />
            <RunLink run={run} />
            <span class="sentence-of">{sentence}</span>
            <span class="muted">
              <Ago at={endOf(run)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function endedOf(time: string, signal: AbortSignal): Promise<Ended[]> {
  const { tournaments } = await get('/api/tournaments', { limit: READ }, signal);
  const shown = endedSince(tournaments ?? [], time).slice(0, MOST);
  const kinds = new Set(shown.map((t) => t.kind));
  const [checks, findings] = await Promise.all([
    kinds.has('check') ? get('/api/checks', {}, signal) : undefined,
    kinds.has('bisect') || kinds.has('history') ? get('/api/findings', {}, signal) : undefined,
  ]);
  return Promise.all(
    shown.map(async (run) => ({
      run,
      sentence: await sentenceOf(run, checks?.checks ?? [], findings?.findings ?? [], signal),
    })),
  );
}

async function sentenceOf(
  run: TournamentStatus,
  checks: readonly Check[],
  findings: readonly FindingsStatus[],
  signal: AbortSignal,
): Promise<string> {
  if (run.why) return run.why;
  const check = checks.find((c) => c.tournament.id === run.id);
  if (check) return typeset(check.sentence);
  const found = findings.find((f) => f.tournament === run.id);
  if (found) return typeset(found.sentence);
  if (run.matches === 0) return 'No match was played.';
  return firstOf(await get('/api/tournaments/{tournament}/standings', { tournament: run.id }, signal));
}
