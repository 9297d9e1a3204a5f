import { useState } from 'preact/hooks';
import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Ladder } from '../api/types';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { LadderActions } from '../results/ladderactions';
import { EnterLadder } from '../results/ladderenter';
import { LadderEvents } from '../results/ladderevents';
import { LadderTable, LadderVersions } from '../results/laddertable';
import { TournamentLink, to } from '../results/links';
import { MatchTable } from '../results/matchtable';
import { Note } from '../results/standings';
import { State } from '../results/tournamentstate';
import { Await, Contents, Empty, ErrorMessage, Facts, Page, Part } from '../ui/page';

const SHOWN = 12; // latest matches

/** A ladder that never closes: where its bots stand, their versions, what happened, and a form to enter one. */
export function LadderPage({ params, query }: PageProps) {
  const name = params.name!;
  const feed = useFeed();
  const [changes, setChanges] = useState(0);
  const version = feed.version + changes;
  const ladder = useAsync(
    (signal) => get('/api/ladders/{ladder}', { ladder: name }, signal),
    [name],
    version,
  );
  const latest = useAsync(
    (signal) => get('/api/matches', { tournament: name, limit: SHOWN }, signal),
    [name],
    feed.version,
  );
  const l = ladder.data;
  const changed = () => setChanges(changes + 1);
  if (ladder.error && !l) {
    return (
      <Page title={name} of={<a href="/ladders">Ladders</a>}>
        <ErrorMessage text={ladder.error.message} />
      </Page>
    );
  }
  return (
    <Page
      title={name}
      of={<a href="/ladders">Ladders</a>}
      aside={l && <LadderActions ladder={l} changed={changed} />}
    >
      <Await result={ladder}>{(known) => <About ladder={known} />}</Await>
      {l && (
        <>
          <Contents
            sections={[
              ['standings', 'Standings'],
              ['versions', 'Versions'],
              ['enter', 'Enter a bot'],
              ['events', 'Events'],
              ['matches', 'Latest matches'],
            ]}
          />
          <Part title="Standings" id="standings">
            {(l.bots ?? []).length === 0 ? (
              <Empty text="No bots yet. Two have to enter before it plays." />
            ) : (
              <LadderTable ladder={l} changed={changed} />
            )}
            {l.notes?.map((text) => (
              <Note key={text} text={text} lines={l.bots ?? []} />
            ))}
          </Part>
          <Part title="Versions" id="versions">
            <LadderVersions ladder={l} />
          </Part>
          <Part title="Enter a bot" id="enter">
            <EnterLadder ladder={l} changed={changed} bot={query.get('bot') ?? ''} />
          </Part>
          <Part title="Events" id="events">
            <LadderEvents ladder={l} />
          </Part>
        </>
      )}
      <Part title="Latest matches" id="matches">
        <Await result={latest}>
          {(m) =>
            (m.matches ?? []).length === 0 ? (
              <Empty text="No matches yet." />
            ) : (
              <>
                <MatchTable
                  caption="Latest matches"
                  matches={m.matches ?? []}
                  without={['game', 'tournament']}
                />
                <p>
                  <a href={to.matches({ tournament: name })}>All matches of this ladder</a>
                </p>
              </>
            )
          }
        </Await>
      </Part>
    </Page>
  );
}

function About({ ladder: l }: { ladder: Ladder }) {
  return (
    <>
      <Facts
        facts={[
          ['State', <State key="state" of={l.state} />],
          [
            'Game',
            <a key="game" href={to.game(l.game)}>
              {l.game}
            </a>,
          ],
          ['Matches', l.matches],
          ...(l.seats > 2 ? [['Seats', l.seats] as const] : []),
          ['Rounds', l.rounds],
          ...(l.rounds > 0 ? [['Tournament', <TournamentLink key="t" id={l.name} />] as const] : []),
          ...(l.time_factor === 1 ? [] : [['Time limits', `× ${l.time_factor}`] as const]),
        ]}
      />
      {l.state === 'idle' && <p class="note">It waits until two bots play there.</p>}
      {l.why && <ErrorMessage text={l.why} />}
    </>
  );
}
