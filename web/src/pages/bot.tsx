import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Bot, Standings } from '../api/types';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { address } from '../lib/url';
import { BotLife } from '../results/botactions';
import { stageOf } from '../results/botcolumns';
import { BotMatches } from '../results/botmatches';
import { BotPositions } from '../results/botpositions';
import { BotStrip } from '../results/botstrip';
import { BotVersions } from '../results/botversions';
import { Elo } from '../results/elo';
import { FirstSteps } from '../results/firststeps';
import { BotName, to } from '../results/links';
import { nameOf, useName } from '../results/names';
import { Record, record } from '../results/record';
import { ReportTab } from '../results/reporttab';
import { wonOf } from '../results/standings';
import { StrengthText, strengthOf } from '../results/strength';
import { isBuiltin } from '../ui/botname';
import { Command, useCopy } from '../ui/copycommand';
import { percent } from '../ui/format';
import { Await, ErrorMessage, Facts, Page } from '../ui/page';

const LOOKED_AT = 200; // latest matches from which times are computed

const TABS = [
  ['', 'Matches'],
  ['versions', 'Versions'],
  ['report', 'Report'],
  ['positions', 'Positions it got wrong'],
] as const;

/** One version of a bot: four facts, and tabs for its matches, its versions, the report on it and its mistakes. */
export function BotPage({ params, query }: PageProps) {
  const { part = '' } = params;
  const [game, id] = [params.game!, params.id!];
  const { version } = useFeed();
  const bot = useAsync((signal) => get('/api/bots/{game}/{id}', { game, id }, signal), [game, id], version);
  const ratings = useAsync((signal) => get('/api/ratings/{game}', { game }, signal), [game], version);
  const matches = useAsync(
    (signal) => get('/api/matches', { game, bot: id, limit: LOOKED_AT }, signal),
    [game, id],
    version,
  );
  const name = bot.data?.name;
  const versions = useAsync(
    async (signal) =>
      name === undefined ? undefined : ((await get('/api/bots', { game, name }, signal)).bots ?? []),
    [game, name],
  );
  const report = useAsync((signal) => get('/api/bots/{game}/{id}/report', { game, id }, signal), [game, id]);
  const about = useAsync((signal) => get('/api/games/{game}', { game }, signal), [game]);
  useName(id); // reads the names of versions
  const solo = about.data?.max_seats === 1;
  const all = versions.data;
  const at = all?.findIndex((b) => b.id === id) ?? -1;
  const before = at < 0 ? undefined : all![at + 1]; // the list begins with the newest
  if (bot.error && !bot.data) {
    return (
      <Page title={nameOf(id)} of={<a href="/bots">Bots</a>}>
        <ErrorMessage text={bot.error.message} />
      </Page>
    );
  }
  return (
    <Page
      title={nameOf(id)}
      of={
        <>
          <a href="/bots">Bots</a> · <a href={to.game(game)}>{game}</a>
        </>
      }
    >
      <Await result={bot}>
        {(b) => (
          <>
            <About bot={b} standings={ratings.data} solo={solo} />
            <Acts bot={b} before={before} />
            {b.matches === 0 && (
              <section class="note" aria-label="First steps">
                <p>It has not played yet. What to do now:</p>
                <FirstSteps bot={b} before={before} />
              </section>
            )}
          </>
        )}
      </Await>
      {about.data && all && matches.data && report.data && (
        <BotStrip
          game={game}
          bot={id}
          before={before}
          solo={solo}
          report={report.data}
          matches={matches.data.matches ?? []}
        />
      )}
      <nav class="tabs" aria-label="About this bot">
        {TABS.map(([path, label]) => (
          <a
            key={path}
            href={path ? to.botPart(game, id, path) : to.bot(game, id)}
            aria-current={path === part ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {part === '' && about.data && (
        <BotMatches about={about.data} bot={id} before={before} ratings={ratings.data} matches={matches} />
      )}
      {part === 'versions' && bot.data && all && (
        <BotVersions bot={bot.data} all={all} before={before} standings={ratings.data} solo={solo} />
      )}
      {part === 'report' && (
        <ReportTab game={game} id={id} latest={report} tournament={query.get('tournament') ?? ''} />
      )}
      {part === 'positions' && (
        <Await result={report}>{(r) => <BotPositions report={r} game={game} />}</Await>
      )}
    </Page>
  );
}

/** What one does with a bot. */
function Acts({ bot, before }: { bot: Bot; before: Bot | undefined }) {
  const { game, id } = bot;
  return (
    <div class="actions">
      <a href={address('/play', { game, bot: id })}>Play a match</a>
      <a href={address('/tournaments/new', { game, bot: id })}>Enter in a tournament</a>
      {before && (
        <a href={address('/checks/new', { game, candidate: id, baseline: before.id })}>
          Check against <BotName id={before.id} />
        </a>
      )}
      <BotLife bot={bot} />
    </div>
  );
}

function About({ bot, standings, solo }: { bot: Bot; standings: Standings | undefined; solo: boolean }) {
  const [copied, copy] = useCopy();
  const line = standings?.lines?.find((l) => l.bot === bot.id);
  return (
    <>
      <Facts
        facts={[
          ...(solo ? [['Score', <StrengthText key="score" of={strengthOf(line)} />] as const] : []),
          ['Elo', line ? <Elo key="elo" elo={line.elo} elo_error95={line.elo_error95} /> : '–'],
          ['Place', line ? `${line.place} of ${standings!.lines!.length}` : '–'],
          [
            'W-D-L',
            !line ? (
              '–'
            ) : solo ? (
              record(line.games)
            ) : (
              <Record key="wdl" games={line.games} bot={bot.id} of={{ game: bot.game, rated: true }} />
            ),
          ],
          [solo ? 'Won' : 'Score', percent(line && wonOf(line), 1)],
          ['Matches', bot.matches],
          ...(isBuiltin(bot.typed) ? [] : [['Stage', stageOf(bot) || 'not registered'] as const]),
        ]}
      />
      {bot.why && <p class="note">{bot.why}</p>}
      <details class="short">
        <summary class="muted">ID and specification</summary>
        <ul>
          <Command title="The ID of this version:" text={bot.id} copy={copy} />
          <Command title="As it was entered:" text={bot.typed} copy={copy} />
        </ul>
        <p class="muted" role="status">
          {copied}
        </p>
      </details>
    </>
  );
}
