import { del, get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Leaderboard } from '../api/types';
import { useAsync } from '../lib/async';
import { navigate, type PageProps } from '../lib/router';
import { playedIn, sourcesOf } from '../results/counted';
import { LeaderboardForm } from '../results/leaderboardform';
import { to } from '../results/links';
import { StandingsTable } from '../results/standings';
import { useAction } from '../ui/action';
import { AskButton } from '../ui/askbutton';
import { number } from '../ui/format';
import { Await, Empty, ErrorMessage, Facts, Page } from '../ui/page';

/** A saved leaderboard: a choice of the matches of a game, and the resulting standings. */
export function LeaderboardPage({ params }: PageProps) {
  const name = params.name!;
  return params.part === 'edit' ? <Edit name={name} /> : <Shown name={name} />;
}

/** Changes what a saved leaderboard counts, and its anchor. */
function Edit({ name }: { name: string }) {
  const known = useAsync(
    async (signal) => {
      const all = await get('/api/leaderboards', {}, signal);
      const board = all.leaderboards?.find((l) => l.name === name);
      if (!board) throw new Error(`no leaderboard ${name}`);
      const [game, bots] = await Promise.all([
        get('/api/games/{game}', { game: board.game }, signal),
        get('/api/bots', { game: board.game }, signal),
      ]);
      return { board, game, bots: bots.bots ?? [] };
    },
    [name],
  );
  return (
    <Page title={`Edit ${name}`} of={<a href={to.leaderboard(name)}>{name}</a>}>
      <Await result={known}>{(k) => <LeaderboardForm game={k.game} bots={k.bots} known={k.board} />}</Await>
    </Page>
  );
}

function Shown({ name }: { name: string }) {
  const { version } = useFeed();
  const all = useAsync((signal) => get('/api/leaderboards', {}, signal), []);
  const standings = useAsync(
    (signal) => get('/api/leaderboards/{name}/standings', { name }, signal),
    [name],
    version,
  );
  const board = all.data?.leaderboards?.find((l) => l.name === name);
  return (
    <Page
      title={name}
      of={board ? <a href={to.game(board.game)}>{board.game}</a> : <a href="/">Home</a>}
      aside={board && <Actions board={board} />}
    >
      {board && <About board={board} matches={standings.data?.matches} />}
      {board?.singles && (
        <p class="note">
          Single matches count here and may favour a bot;{' '}
          <a href={`${to.leaderboard(board.name)}/edit`}>edit the leaderboard</a> to leave them out.
        </p>
      )}
      <Await result={standings}>
        {(s) =>
          s.matches === 0 ? (
            <Empty text="No matches are counted." />
          ) : (
            board && (
              <StandingsTable
                game={board.game}
                standings={s}
                of={{ game: board.game, filter: board.filter, leaderboard: board.name }}
              />
            )
          )
        }
      </Await>
    </Page>
  );
}

function About({ board, matches }: { board: Leaderboard; matches: number | undefined }) {
  const { game, filter, name: leaderboard } = board;
  const played = playedIn(board);
  return (
    <Facts
      facts={[
        ['Matches of', sourcesOf(board)],
        ...(played ? [['Played', played] as const] : []),
        ['Match filter', filter ? <code key="filter">{filter}</code> : 'none'],
        ['Anchor (Elo 0)', board.anchor || 'mean of all bots'],
        [
          'Matches',
          <a key="matches" href={to.matches({ game, filter, leaderboard })}>
            {matches === undefined ? 'list' : number(matches)}
          </a>,
        ],
      ]}
    />
  );
}

function Actions({ board }: { board: Leaderboard }) {
  const [error, act] = useAction();
  const forget = () => {
    act(del('/api/leaderboards/{name}', { name: board.name }).then(() => navigate(to.game(board.game))));
  };
  return (
    <div class="actions">
      <a href={`${to.leaderboard(board.name)}/edit`}>Edit</a>
      <AskButton
        thing={{ owner: board.owner, deletes: true }}
        question={`Delete leaderboard ${board.name}?`}
        consequence="Its matches are kept."
        yes="Delete it"
        onClick={forget}
      >
        Delete
      </AskButton>
      <ErrorMessage text={error} />
    </div>
  );
}
